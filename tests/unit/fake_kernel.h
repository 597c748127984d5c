/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A kernel of the tests' own behind the I/O door, one run of questions to it, and the recording of such a run. */
#ifndef NICAUDIT_FAKE_KERNEL_H
#define NICAUDIT_FAKE_KERNEL_H

#include <errno.h>
#include <linux/netlink.h>

#include "nicaudit/io.h"
#include "scratch.h"

/* It counts, so that the second answer to a question is another than the first. */

struct fake {
	struct na_io io;
	struct nlmsghdr request;
	unsigned int asked, given;
	bool *freed;
	char netns[16];
};

enum { TWO_DATAGRAMS = 0x40, RECV_FAILS, SEND_FAILS, HUGE_LENGTH, FIVE_BYTES, LATE_ANSWER, CUT_SHORT, REFUSES };

static inline int fake_send(struct na_io *io, int proto, const void *msg, size_t len)
{
	struct fake *fake = (struct fake *)io;

	memcpy(&fake->request, msg, sizeof(fake->request));
	fake->given = 0;
	fake->asked++;
	return fake->request.nlmsg_type == SEND_FAILS ? -EPERM : 0;
}

static inline size_t put_message(const struct fake *fake, unsigned char *at, uint16_t type, uint32_t seq,
				 size_t payload)
{
	struct nlmsghdr header = { .nlmsg_len = (uint32_t)(NLMSG_HDRLEN + payload), .nlmsg_type = type };

	header.nlmsg_seq = seq;
	header.nlmsg_pid = fake->request.nlmsg_pid;
	memcpy(at, &header, sizeof(header));
	memset(at + sizeof(header), (int)(fake->asked + fake->given), NLMSG_ALIGN(payload));
	return NLMSG_HDRLEN + NLMSG_ALIGN(payload);
}

/* With an errno, a message says what was refused. */
static inline size_t put_error(const struct fake *fake, unsigned char *at)
{
	size_t len = put_message(fake, at, NLMSG_ERROR, fake->request.nlmsg_seq, sizeof(struct nlmsgerr));
	struct nlmsgerr refusal = { .error = -EOPNOTSUPP, .msg = fake->request };

	memcpy(at + NLMSG_HDRLEN, &refusal, sizeof(refusal));
	return len;
}

static inline ssize_t fake_recv(struct na_io *io, int proto, void *buf, size_t size)
{
	struct fake *fake = (struct fake *)io;
	uint16_t type = fake->request.nlmsg_type;
	uint32_t seq = fake->request.nlmsg_seq;
	unsigned char *at = buf;
	size_t len = 0;

	fake->given++;
	if (type == REFUSES)
		return fake->given == 1 ? (ssize_t)put_error(fake, at) : 0;
	switch (fake->given) {
	case 1:
		len = put_message(fake, at, 0x99, type == LATE_ANSWER ? seq - 1 : seq, 10);
		if (type == HUGE_LENGTH)
			memcpy(at, &(uint32_t){ 0x80000000 }, 4);
		len += put_message(fake, at + len, 0x9a, seq, 3);
		return type == FIVE_BYTES ? 5 : (ssize_t)len;
	case 2:
		if (type == RECV_FAILS)
			return -ENOBUFS;
		return type == CUT_SHORT ? 0 : (ssize_t)put_message(fake, at, NLMSG_DONE, seq, 4);
	default:
		return 0;
	}
}

static inline int fake_ioctl(struct na_io *io, const char *ifname, void *data, size_t len)
{
	struct fake *fake = (struct fake *)io;

	if (!strcmp(ifname, "gone"))
		return -ENODEV;
	if (!strcmp(ifname, "odd"))
		return -524; /* ENOTSUPP, which has no name out here */
	((unsigned char *)data)[len - 1] = (unsigned char)++fake->asked;
	return !strcmp(ifname, "three") ? 3 : 0;
}

static const struct {
	const char *path, *text;
	size_t len;
} texts[] = {
	{ "/plain", "one\ntwo\n", 8 },
	{ "/no newline", "a\\b\n\n\tc\\", 8 },
	{ "/empty", "", 0 },
	{ "/newline", "\n", 1 },
	{ "/bytes", "\0\x01\xff\xc3\xa4#\n# no comment\n! EPERM\nfile /x\n", 36 },
};

static inline ssize_t fake_read(struct na_io *io, const char *path, char *buf, size_t size)
{
	struct fake *fake = (struct fake *)io;

	for (size_t i = 0; i < N(texts); i++)
		if (!strcmp(path, texts[i].path)) {
			memcpy(buf, texts[i].text, texts[i].len);
			buf[texts[i].len] = 0;
			return (ssize_t)texts[i].len;
		}
	if (strcmp(path, "/counter"))
		return -ENOENT;
	return snprintf(buf, size, "%s%u\n", fake->netns, ++fake->asked);
}

static inline ssize_t fake_readlink(struct na_io *io, const char *path, char *buf, size_t size)
{
	return strcmp(path, "/link") ? -EINVAL : snprintf(buf, size, "../a b\n\\c");
}

/* One allocation, as the door has them. */
static inline int fake_names(const char *text, size_t len, int n, char ***names)
{
	*names = malloc((size_t)(n + 1) * sizeof(char *) + len);
	if (!*names)
		return -ENOMEM;
	memcpy(*names + n + 1, text, len);
	(*names)[0] = (char *)(*names + n + 1);
	for (int i = 1; i < n; i++)
		(*names)[i] = (*names)[i - 1] + strlen((*names)[i - 1]) + 1;
	(*names)[n] = NULL;
	return n;
}

static inline int fake_list(struct na_io *io, const char *path, char ***names)
{
	static const char text[] = "! a\0#b\0\\c\0d\ne\0\xff";

	*names = NULL;
	if (!strcmp(path, "/none"))
		return fake_names("", 1, 0, names);
	return strcmp(path, "/dir") ? -ENOTDIR : fake_names(text, sizeof(text), 5, names);
}

static inline int fake_running(struct na_io *io, const char *comm)
{
	return !strcmp(comm, "hidden") ? -EACCES : !strcmp(comm, "irqbalance");
}

static inline int fake_clock(struct na_io *io, clockid_t clock, int64_t *ns)
{
	struct fake *fake = (struct fake *)io;

	*ns = clock == CLOCK_REALTIME ? INT64_MAX - ++fake->asked : -5;
	return clock == CLOCK_TAI ? -EINVAL : 0;
}

static inline int fake_host(struct na_io *io, struct na_io_host *host)
{
	*host = (struct na_io_host){ "sparc64", true };
	return 0;
}

static inline int fake_netns(struct na_io *io, const char *name)
{
	struct fake *fake = (struct fake *)io;

	if (!strcmp(name, "locked"))
		return -EPERM;
	snprintf(fake->netns, sizeof(fake->netns), "%s", name);
	return 0;
}

static inline int fake_netns_list(struct na_io *io, char ***names)
{
	static const char text[] = "blue\0-\0a b";

	return fake_names(text, sizeof(text), 3, names);
}

static inline void fake_free(struct na_io *io)
{
	*((struct fake *)io)->freed = true;
	free(io);
}

static const struct na_io_ops fake_ops = {
	.send = fake_send,
	.recv = fake_recv,
	.ioctl = fake_ioctl,
	.read = fake_read,
	.readlink = fake_readlink,
	.list = fake_list,
	.running = fake_running,
	.clock = fake_clock,
	.host = fake_host,
	.netns = fake_netns,
	.netns_list = fake_netns_list,
	.free = fake_free,
};

static bool freed;

static inline struct na_io *new_fake(void)
{
	struct fake *fake = calloc(1, sizeof(*fake));

	assert_non_null(fake);
	fake->io.ops = &fake_ops;
	fake->freed = &freed;
	freed = false;
	return &fake->io;
}

/* One run, as text. Sequence numbers are another run's other ones: what comes back must carry those of its request. */

static inline void ask_netlink(struct na_io *io, FILE *log, int proto, uint16_t type, uint32_t seq)
{
	struct nlmsghdr request = { .nlmsg_len = 16, .nlmsg_type = type, .nlmsg_seq = seq, .nlmsg_pid = seq * 3 };
	unsigned char buf[256];
	ssize_t len;

	fprintf(log, "netlink %d %x: %d", proto, type, io->ops->send(io, proto, &request, sizeof(request)));
	for (int i = 0; i < 5; i++) {
		len = io->ops->recv(io, proto, buf, sizeof(buf));
		fprintf(log, "\n %zd", len);
		if (len == 0)
			break;
		for (ssize_t at = 0; at + 16 <= len && type != HUGE_LENGTH; at += NLMSG_ALIGN(buf[at])) {
			struct nlmsghdr header;

			memcpy(&header, buf + at, sizeof(header));
			assert_int_equal(header.nlmsg_seq, type == LATE_ANSWER && !i && !at ? seq - 1 : seq);
			assert_int_equal(header.nlmsg_pid, seq * 3);
			memset(buf + at + 8, 0, 8);
			if (header.nlmsg_type == NLMSG_ERROR) {
				assert_memory_equal(buf + at + NLMSG_HDRLEN + 4, &request, sizeof(request));
				memset(buf + at + NLMSG_HDRLEN + 4 + 8, 0, 8);
			}
		}
		for (ssize_t at = type == HUGE_LENGTH ? 16 : 0; at < len; at++)
			fprintf(log, " %02x", buf[at]);
	}
	fputc('\n', log);
}

static inline void ask_ioctl(struct na_io *io, FILE *log, const char *ifname, size_t len)
{
	unsigned char data[64] = { 3 };

	fprintf(log, "ioctl %s: %d", ifname, io->ops->ioctl(io, ifname, data, len));
	for (size_t i = 0; i < len; i++)
		fprintf(log, " %02x", data[i]);
	fputc('\n', log);
}

static inline void ask_text(struct na_io *io, FILE *log, const char *path, bool link)
{
	char buf[64];
	ssize_t len = link ? io->ops->readlink(io, path, buf, sizeof(buf)) : io->ops->read(io, path, buf, sizeof(buf));

	fprintf(log, "%s: %zd", path, len);
	for (ssize_t i = 0; i < len; i++)
		fprintf(log, " %02x", (unsigned char)buf[i]);
	if (len >= 0)
		assert_int_equal(buf[len], 0);
	fputc('\n', log);
}

static inline void log_names(FILE *log, const char *what, int n, char **names)
{
	fprintf(log, "%s: %d", what, n);
	for (int i = 0; i < n; i++)
		fprintf(log, " '%s'", names[i]);
	if (n >= 0)
		assert_null(names[n]);
	free(names);
	fputc('\n', log);
}

static inline void ask_host(struct na_io *io, FILE *log)
{
	static const char *const comms[] = { "irqbalance", "hidden", "other" };
	static const clockid_t clocks[] = { CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_TAI, CLOCK_REALTIME };
	struct na_io_host host = { .machine = "" };
	char **names = NULL;
	int64_t ns = 0;
	int ret;

	for (size_t i = 0; i < N(comms); i++)
		fprintf(log, "running %s: %d\n", comms[i], io->ops->running(io, comms[i]));
	for (size_t i = 0; i < N(clocks); i++) {
		ret = io->ops->clock(io, clocks[i], &ns);
		fprintf(log, "clock: %d %lld\n", ret, ret ? 0LL : (long long)ns);
	}
	ret = io->ops->host(io, &host);
	fprintf(log, "host: %d %s %d\n", ret, host.machine, host.privileged);
	ret = io->ops->netns_list(io, &names);
	log_names(log, "list", ret, names);
}

static inline void ask_list(struct na_io *io, FILE *log, const char *path)
{
	char **names = NULL;
	int n = io->ops->list(io, path, &names);

	log_names(log, path, n, names);
}

static const char *const spaces[] = { "", "blue", "a b", "locked" };
static size_t n_spaces = N(spaces);

static inline char *run(struct na_io *io, uint32_t seq)
{
	char *text = NULL;
	size_t len;
	FILE *log = open_memstream(&text, &len);

	assert_non_null(log);
	for (size_t s = 0; s < n_spaces; s++) {
		fprintf(log, "netns: %d\n", io->ops->netns(io, spaces[s]));
		for (int twice = 0; twice < 2; twice++) {
			for (uint16_t type = TWO_DATAGRAMS; type <= REFUSES; type++)
				if (type != LATE_ANSWER)
					ask_netlink(io, log, type & 1 ? NETLINK_ROUTE : NETLINK_GENERIC, type, seq++);
			ask_ioctl(io, log, "eth0", 40);
			ask_ioctl(io, log, "eth0", 4);
			ask_ioctl(io, log, "three", 8);
			ask_ioctl(io, log, "gone", 8);
			ask_ioctl(io, log, "odd", 8);
			ask_ioctl(io, log, "\\x\xff-", 8);
			for (size_t i = 0; i < N(texts); i++)
				ask_text(io, log, texts[i].path, false);
			ask_text(io, log, "/counter", false);
			ask_text(io, log, "/missing", false);
			ask_text(io, log, "/link", true);
			ask_text(io, log, "/plain", true);
			ask_list(io, log, "/dir");
			ask_list(io, log, "/none");
			ask_list(io, log, "/missing");
			ask_host(io, log);
		}
	}
	io->ops->netns(io, "");
	assert_int_equal(fclose(log), 0);
	return text;
}

static inline char *record(const char *dir, unsigned int flags)
{
	struct na_error error = { 0 };
	struct na_io *io;
	char *text;

	assert_ok(na_io_record(new_fake(), dir, flags, &io, &error), &error);
	text = run(io, 100);
	assert_ok(na_io_record_save(io, &error), &error);
	na_io_free(io);
	assert_true(freed);
	return text;
}

#endif
