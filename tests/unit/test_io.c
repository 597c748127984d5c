/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recordings: what was recorded is replayed, what is malformed is named, what is private does not get out. */
#include "testing.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/recording.h"

#define N(array) (sizeof(array) / sizeof(array[0]))

/* Directories: each test has one below the build directory, and takes it away again */

static char base[64];

static const char *in_base(const char *name)
{
	static char paths[4][160];
	static unsigned int turn;
	char *path = paths[turn++ % 4];

	snprintf(path, sizeof(paths[0]), "%s/%s", base, name);
	return path;
}

static void write_text(const char *path, const char *text, size_t len)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
}

static char *read_text(const char *path, size_t *len)
{
	FILE *file = fopen(path, "rb");
	char *text = calloc(1, 1 << 20);

	assert_non_null(file);
	assert_non_null(text);
	*len = fread(text, 1, (1 << 20) - 1, file);
	fclose(file);
	return text;
}

static void remove_files(const char *dir)
{
	DIR *stream = opendir(dir);
	const struct dirent *entry;
	char path[600];

	while (stream && (entry = readdir(stream))) {
		snprintf(path, sizeof(path), "%s/%s", dir, entry->d_name);
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") && unlink(path)) {
			remove_files(path);
			rmdir(path);
		}
	}
	if (stream)
		closedir(stream);
}

static int setup(void **state)
{
	strcpy(base, "test_io.XXXXXX");
	return mkdtemp(base) ? 0 : -1;
}

static int teardown(void **state)
{
	remove_files(base);
	return rmdir(base);
}

/* A kernel of the test's own. It counts, so that the second answer to a question is another than the first. */

struct fake {
	struct na_io io;
	struct nlmsghdr request;
	unsigned int asked, given;
	bool *freed;
	char netns[16];
};

enum { TWO_DATAGRAMS = 0x40, RECV_FAILS, SEND_FAILS, HUGE_LENGTH, FIVE_BYTES, LATE_ANSWER, CUT_SHORT };

static int fake_send(struct na_io *io, int proto, const void *msg, size_t len)
{
	struct fake *fake = (struct fake *)io;

	memcpy(&fake->request, msg, sizeof(fake->request));
	fake->given = 0;
	fake->asked++;
	return fake->request.nlmsg_type == SEND_FAILS ? -EPERM : 0;
}

static size_t put_message(const struct fake *fake, unsigned char *at, uint16_t type, uint32_t seq, size_t payload)
{
	struct nlmsghdr header = { .nlmsg_len = (uint32_t)(NLMSG_HDRLEN + payload), .nlmsg_type = type };

	header.nlmsg_seq = seq;
	header.nlmsg_pid = fake->request.nlmsg_pid;
	memcpy(at, &header, sizeof(header));
	memset(at + sizeof(header), (int)(fake->asked + fake->given), NLMSG_ALIGN(payload));
	return NLMSG_HDRLEN + NLMSG_ALIGN(payload);
}

static ssize_t fake_recv(struct na_io *io, int proto, void *buf, size_t size)
{
	struct fake *fake = (struct fake *)io;
	uint16_t type = fake->request.nlmsg_type;
	uint32_t seq = fake->request.nlmsg_seq;
	unsigned char *at = buf;
	size_t len = 0;

	fake->given++;
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

static int fake_ioctl(struct na_io *io, const char *ifname, void *data, size_t len)
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

static ssize_t fake_read(struct na_io *io, const char *path, char *buf, size_t size)
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

static ssize_t fake_readlink(struct na_io *io, const char *path, char *buf, size_t size)
{
	return strcmp(path, "/link") ? -EINVAL : snprintf(buf, size, "../a b\n\\c");
}

static int fake_running(struct na_io *io, const char *comm)
{
	return !strcmp(comm, "hidden") ? -EACCES : !strcmp(comm, "irqbalance");
}

static int fake_clock(struct na_io *io, clockid_t clock, int64_t *ns)
{
	struct fake *fake = (struct fake *)io;

	*ns = clock == CLOCK_REALTIME ? INT64_MAX - ++fake->asked : -5;
	return clock == CLOCK_TAI ? -EINVAL : 0;
}

static int fake_host(struct na_io *io, struct na_io_host *host)
{
	*host = (struct na_io_host){ "sparc64", true };
	return 0;
}

static int fake_netns(struct na_io *io, const char *name)
{
	struct fake *fake = (struct fake *)io;

	if (!strcmp(name, "locked"))
		return -EPERM;
	snprintf(fake->netns, sizeof(fake->netns), "%s", name);
	return 0;
}

static int fake_netns_list(struct na_io *io, char ***names)
{
	static const char text[] = "blue\0-\0a b";

	*names = malloc(4 * sizeof(char *) + sizeof(text));
	if (!*names)
		return -ENOMEM;
	memcpy(*names + 4, text, sizeof(text));
	(*names)[0] = (char *)(*names + 4);
	(*names)[1] = (*names)[0] + 5;
	(*names)[2] = (*names)[1] + 2;
	(*names)[3] = NULL;
	return 3;
}

static void fake_free(struct na_io *io)
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
	.running = fake_running,
	.clock = fake_clock,
	.host = fake_host,
	.netns = fake_netns,
	.netns_list = fake_netns_list,
	.free = fake_free,
};

static bool freed;

static struct na_io *new_fake(void)
{
	struct fake *fake = calloc(1, sizeof(*fake));

	assert_non_null(fake);
	fake->io.ops = &fake_ops;
	fake->freed = &freed;
	freed = false;
	return &fake->io;
}

/* One run, as text. Sequence numbers are another run's other ones: what comes back must carry those of its request. */

static void ask_netlink(struct na_io *io, FILE *log, int proto, uint16_t type, uint32_t seq)
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
		}
		for (ssize_t at = type == HUGE_LENGTH ? 16 : 0; at < len; at++)
			fprintf(log, " %02x", buf[at]);
	}
	fputc('\n', log);
}

static void ask_ioctl(struct na_io *io, FILE *log, const char *ifname, size_t len)
{
	unsigned char data[64] = { 3 };

	fprintf(log, "ioctl %s: %d", ifname, io->ops->ioctl(io, ifname, data, len));
	for (size_t i = 0; i < len; i++)
		fprintf(log, " %02x", data[i]);
	fputc('\n', log);
}

static void ask_text(struct na_io *io, FILE *log, const char *path, bool link)
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

static void ask_host(struct na_io *io, FILE *log)
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
	fprintf(log, "list: %d", ret);
	for (int i = 0; i < ret; i++)
		fprintf(log, " '%s'", names[i]);
	if (ret >= 0)
		assert_null(names[ret]);
	free(names);
	fputc('\n', log);
}

static const char *const spaces[] = { "", "blue", "a b", "locked" };
static size_t n_spaces = N(spaces);

static char *run(struct na_io *io, uint32_t seq)
{
	char *text = NULL;
	size_t len;
	FILE *log = open_memstream(&text, &len);

	assert_non_null(log);
	for (size_t s = 0; s < n_spaces; s++) {
		fprintf(log, "netns: %d\n", io->ops->netns(io, spaces[s]));
		for (int twice = 0; twice < 2; twice++) {
			for (uint16_t type = TWO_DATAGRAMS; type <= CUT_SHORT; type++)
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
			ask_host(io, log);
		}
	}
	io->ops->netns(io, "");
	assert_int_equal(fclose(log), 0);
	return text;
}

static char *record(const char *dir, unsigned int flags)
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

static void test_round_trip(void **state)
{
	char *recorded = record(in_base("r"), 0), *replayed;
	struct na_error error = { 0 };
	struct na_io *io;

	assert_ok(na_io_replay(in_base("r"), 0, &io, &error), &error);
	replayed = run(io, 70000);
	assert_string_equal(recorded, replayed);
	assert_int_equal(na_io_replay_missing(io), 0);
	free(replayed);
	na_io_free(io);
	free(recorded);
}

/* A replay recorded gives the same files, byte by byte. */
static void test_recorded_again(void **state)
{
	static const char *const files[] = { "recording", "netlink", "ioctl", "files" };
	struct na_error error = { 0 };
	struct na_io *replay, *io;

	free(record(in_base("r"), 0));
	assert_ok(na_io_replay(in_base("r"), 0, &replay, &error), &error);
	assert_ok(na_io_record(replay, in_base("again"), 0, &io, &error), &error);
	free(run(io, 5));
	assert_ok(na_io_record_save(io, &error), &error);
	na_io_free(io);
	for (size_t i = 0; i < N(files); i++) {
		char name[32];
		size_t len[2];
		char *text[2];

		snprintf(name, sizeof(name), "r/%s", files[i]);
		text[0] = read_text(in_base(name), &len[0]);
		snprintf(name, sizeof(name), "again/%s", files[i]);
		text[1] = read_text(in_base(name), &len[1]);
		assert_true(len[0] > 100);
		assert_int_equal(len[0], len[1]);
		assert_memory_equal(text[0], text[1], len[0]);
		free(text[0]);
		free(text[1]);
	}
}

/* An answer to the request before, which came too late, is nobody's in the recording. */
static void test_late_answer(void **state)
{
	struct nlmsghdr request = { .nlmsg_len = 16, .nlmsg_type = LATE_ANSWER, .nlmsg_seq = 9 };
	struct na_error error = { 0 };
	unsigned char buf[128];
	struct na_io *io;

	assert_ok(na_io_record(new_fake(), in_base("r"), 0, &io, &error), &error);
	assert_int_equal(io->ops->send(io, NETLINK_ROUTE, &request, sizeof(request)), 0);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), 48);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), 20);
	assert_ok(na_io_record_save(io, &error), &error);
	na_io_free(io);
	assert_ok(na_io_replay(in_base("r"), 0, &io, &error), &error);
	assert_int_equal(io->ops->send(io, NETLINK_ROUTE, &request, sizeof(request)), 0);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), 20);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), 0);
	na_io_free(io);
}

/* Directories that a recording may go to */

static void refuse(const char *dir, int err)
{
	struct na_io *fake = new_fake(), *io = fake;
	struct na_error error = { 0 };

	assert_int_equal(na_io_record(fake, dir, 0, &io, &error), -err);
	assert_null(io);
	assert_non_null(strstr(error.text, dir));
	assert_false(freed); /* it is still the caller's */
	na_io_free(fake);
}

static void test_directories(void **state)
{
	struct na_error error = { 0 };
	struct na_io *io;

	assert_int_equal(mkdir(in_base("full"), 0755), 0);
	write_text(in_base("full/x"), "x", 1);
	refuse(in_base("full"), ENOTEMPTY);
	refuse(in_base("full/x"), ENOTDIR);
	refuse(in_base("none/there"), ENOENT);
	refuse(in_base("none/there/"), ENOENT);
	refuse("", ENOENT);

	/* nothing is written unless it is saved */
	assert_ok(na_io_record(new_fake(), in_base("new"), 0, &io, &error), &error);
	na_io_free(io);
	assert_int_equal(access(in_base("new"), F_OK), -1);
	/* an empty directory will do, and so does a slash behind it */
	assert_int_equal(mkdir(in_base("empty"), 0755), 0);
	free(record(in_base("empty"), 0));
	free(record(in_base("slash/"), 0));
	refuse(in_base("slash"), ENOTEMPTY);
}

/* What appeared in between stays, and what was begun does not. */
static void test_save_fails(void **state)
{
	struct na_error error = { 0 };
	struct na_io *io;

	assert_ok(na_io_record(new_fake(), in_base("r"), 0, &io, &error), &error);
	free(run(io, 1));
	assert_int_equal(mkdir(in_base("r"), 0755), 0);
	write_text(in_base("r/files"), "mine", 4);
	assert_int_equal(na_io_record_save(io, &error), -EEXIST);
	assert_non_null(strstr(error.text, "r/files: cannot be written: File exists"));
	assert_int_equal(access(in_base("r/netlink"), F_OK), -1);
	assert_int_equal(access(in_base("r/recording"), F_OK), -1);
	assert_int_equal(access(in_base("r/files"), F_OK), 0);
	na_io_free(io);
}

/* What a recording lacks */

static void empty_recording(const char *dir)
{
	static const char head[] = "nicaudit-recording 1\n";
	char path[200];

	mkdir(dir, 0755);
	snprintf(path, sizeof(path), "%s/recording", dir);
	write_text(path, head, sizeof(head) - 1);
	for (size_t i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, (const char *[]){ "netlink", "ioctl", "files" }[i]);
		write_text(path, "", 0);
	}
}

static void test_missing(void **state)
{
	struct nlmsghdr request = { .nlmsg_len = 16, .nlmsg_type = 1 };
	struct na_error error = { 0 };
	struct na_io_host host;
	char buf[64], **names;
	struct na_io *io;
	int64_t ns;

	empty_recording(in_base("r"));
	assert_ok(na_io_replay(in_base("r"), 0, &io, &error), &error);
	assert_int_equal(io->ops->send(io, NETLINK_GENERIC, &request, sizeof(request)), -ENODATA);
	assert_int_equal(io->ops->recv(io, NETLINK_GENERIC, buf, sizeof(buf)), 0);
	assert_int_equal(io->ops->ioctl(io, "eth0", buf, 4), -ENODATA);
	assert_int_equal(io->ops->read(io, "/x", buf, sizeof(buf)), -ENODATA);
	assert_int_equal(io->ops->readlink(io, "/x", buf, sizeof(buf)), -ENODATA);
	assert_int_equal(io->ops->running(io, "x"), -ENODATA);
	assert_int_equal(io->ops->clock(io, CLOCK_REALTIME, &ns), -ENODATA);
	assert_int_equal(io->ops->host(io, &host), -ENODATA);
	assert_int_equal(io->ops->netns_list(io, &names), -ENODATA);
	assert_int_equal(na_io_replay_missing(io), 8);
	assert_int_equal(io->ops->netns(io, ""), 0);
	assert_int_equal(na_io_replay_missing(io), 8);
	assert_int_equal(io->ops->netns(io, "x"), -ENOENT);
	assert_int_equal(na_io_replay_missing(io), 9);
	na_io_free(io);
}

static void put(const char *dir, const char *file, const char *text)
{
	char path[200];

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	write_text(path, text, strlen(text));
}

/* Written by hand, with comments and blanks; a buffer that is too small; the last answer again and again. */
static void test_by_hand(void **state)
{
	struct nlmsghdr request = { .nlmsg_len = 16, .nlmsg_type = 7, .nlmsg_seq = 3, .nlmsg_pid = 4 };
	struct na_error error = { 0 };
	unsigned char data[20] = { 1 };
	char buf[64];
	struct na_io *io;

	empty_recording(in_base("r"));
	/* the request as in a trace, with a sequence number, and an answer in upper case */
	put(in_base("r"), "netlink",
	    "# mine\n\n> route - 10000000 0700 0000  00*4 05000000\n"
	    "< 12000000 0300 0000 ffffffff ffffffff ABCD\n! EAGAIN\n");
	put(in_base("r"), "ioctl", "> - eth0 01 00*19\n= 5\n< 01 00*17 0203\n> - eth0 01 00*19\n= EPERM\n");
	put(in_base("r"), "files", "file /a\n\tx\nfile /a\n\ty\\\n\n# comment\nfile /a\n! EIO\nfile /e\n");
	if (htons(1) == 1)
		return; /* the numbers above are of little endian */
	assert_ok(na_io_replay(in_base("r"), 0, &io, &error), &error);
	assert_int_equal(io->ops->send(io, NETLINK_ROUTE, &request, sizeof(request)), 0);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), 18);
	assert_memory_equal(buf, "\x12\0\0\0\3\0\0\0\3\0\0\0\4\0\0\0\xab\xcd", 18);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), -EAGAIN);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), 0);
	assert_int_equal(io->ops->send(io, NETLINK_ROUTE, &request, sizeof(request)), 0);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, 17), -EMSGSIZE);
	assert_int_equal(io->ops->ioctl(io, "eth0", data, sizeof(data)), 5);
	assert_int_equal(data[18] << 8 | data[19], 0x203);
	data[18] = data[19] = 0;
	assert_int_equal(io->ops->ioctl(io, "eth0", data, sizeof(data)), -EPERM);
	assert_int_equal(data[19], 0);
	assert_int_equal(io->ops->read(io, "/a", buf, 3), 2);
	assert_string_equal(buf, "x\n");
	assert_int_equal(io->ops->read(io, "/a", buf, 1), -EFBIG);
	assert_int_equal(io->ops->read(io, "/a", buf, 3), -EIO);
	assert_int_equal(io->ops->read(io, "/a", buf, 3), -EIO);
	assert_int_equal(io->ops->read(io, "/e", buf, 3), 0);
	na_io_free(io);
}

static void test_malformed(void **state)
{
	static const struct {
		const char *file, *text, *error;
	} cases[] = {
		{ "recording", "", "recording:1: expected 'nicaudit-recording 1': the file is empty" },
		{ "recording", "{}\n", "recording:1: expected 'nicaudit-recording 1': this is no recording" },
		{ "recording", "nicaudit-recording 2\n",
		  "recording:1: expected 'nicaudit-recording 1', not version '2'" },
		{ "recording", "nicaudit-recording 1\nmachin x\n",
		  "recording:2: expected 'machine', 'privileged', 'clock', "
		  "'running', 'namespaces' or 'netns', not 'machin'" },
		{ "recording", "nicaudit-recording 1\nmachine\n",
		  "recording:2: expected a machine, as uname -m, found the "
		  "end of the line" },
		{ "recording", "nicaudit-recording 1\nprivileged 1\n", "recording:2: expected 'yes' or 'no', not '1'" },
		{ "recording", "nicaudit-recording 1\nclock wall 1\n",
		  "recording:2: expected 'realtime', 'monotonic', "
		  "'boottime' or a number, not 'wall'" },
		{ "recording", "nicaudit-recording 1\nclock realtime 99999999999999999999\n",
		  "recording:2: expected nanoseconds, not '99999999999999999999'" },
		{ "recording", "nicaudit-recording 1\nnetns blue yes\n",
		  "recording:2: expected 'ok' or '!', not 'yes'" },
		{ "recording", "nicaudit-recording 1\nrunning x no way\n",
		  "recording:2: expected the end of the line, not "
		  "'way'" },
		{ "netlink", "\n> specific - 00*16\n", "netlink:2: expected 'generic' or 'route', not 'specific'" },
		{ "netlink", "> route\n", "netlink:1: expected a network namespace or '-', found the end of the line" },
		{ "netlink", "> route - 00*15\n",
		  "netlink:1: expected a netlink message of at least 16 bytes, not of 15" },
		{ "netlink", "> route - 00*99999999999\n", "netlink:1: expected at most 16777216 bytes" },
		{ "netlink", "> route - 01*4\n", "netlink:1: expected 00*N for N zero bytes, not '01*4'" },
		{ "netlink", "> route - 0\n", "netlink:1: expected two hexadecimal digits, not '0'" },
		{ "netlink", "> route - 00*16\n<\n",
		  "netlink:2: expected bytes in hexadecimal, found the end of the line" },
		{ "netlink", "< 00\n", "netlink:1: expected a request, a line with '>', before '<'" },
		{ "netlink", "> route - 00*16\n+ 00\n", "netlink:2: expected a line with '<' before one with '+'" },
		{ "netlink", "> route - 00*16\n! EWHAT\n",
		  "netlink:2: expected the name of an errno, such as EOPNOTSUPP, not "
		  "'EWHAT'" },
		{ "netlink", "> route - 00*16\n* 00\n", "netlink:2: expected '>', '<', '+', '!' or '!>', not '*'" },
		{ "netlink", "> route \\y 00*16\n",
		  "netlink:1: expected \\xNN in a network namespace or '-', not '\\y'" },
		{ "ioctl", "> - - 00\n", "ioctl:1: expected an interface, not '-'" },
		{ "ioctl", "> - eth0 00\n> - eth0 00\n",
		  "ioctl:2: expected '=' and what the ioctl returned, not the next "
		  "request" },
		{ "ioctl", "> - eth0 00\n",
		  "ioctl:2: expected '=' and what the ioctl returned, found the end of the file" },
		{ "ioctl", "= 0\n", "ioctl:1: expected a request, a line with '>', before '='" },
		{ "ioctl", "> - eth0 00\n= 0\n< 0000\n", "ioctl:3: expected 1 bytes, as many as went in, not 2" },
		{ "ioctl", "> - eth0 00\n< 00\n", "ioctl:2: expected a line with '=' before '<'" },
		{ "files", "file x y\n", "files:1: expected a path that begins with '/', not 'y'" },
		{ "files", "dir /x\n", "files:1: expected 'file' or 'link', '!', or a tab and text, not 'dir'" },
		{ "files", "\ttext\n", "files:1: expected 'file' or 'link' and a path before its content" },
		{ "files", "file /x\n\ta\\z\n", "files:2: expected \\\\ or \\xNN, not '\\z'" },
		{ "files", "file /x\n\ta\\\n\tb\n",
		  "files:3: expected no further line: the one before said that no newline "
		  "follows" },
		{ "files", "link /x\n\ta\n\tb\n",
		  "files:3: expected no further line: the target of a link is one line" },
		{ "files", "file /x\n\ta\n! EPERM\n", "files:3: expected either content or '!', not both" },
	};

	for (size_t i = 0; i < N(cases); i++) {
		struct na_error error = { 0 };
		struct na_io *io;
		char path[200];

		empty_recording(in_base("r"));
		put(in_base("r"), cases[i].file, cases[i].text);
		assert_int_equal(na_io_replay(in_base("r"), 0, &io, &error), -EINVAL);
		assert_null(io);
		snprintf(path, sizeof(path), "%s/", in_base("r"));
		assert_memory_equal(error.text, path, strlen(path));
		assert_string_equal(error.text + strlen(path), cases[i].error);
		assert_int_equal(error.line, atoi(strchr(cases[i].error, ':') + 1));
	}
}

static void test_unreadable(void **state)
{
	struct na_error error = { 0 };
	struct na_io *io;

	assert_int_equal(na_io_replay(in_base("none"), 0, &io, &error), -ENOENT);
	assert_non_null(strstr(error.text, "none is no recording: "));
	empty_recording(in_base("r"));
	assert_int_equal(unlink(in_base("r/ioctl")), 0);
	assert_int_equal(na_io_replay(in_base("r"), 0, &io, &error), -ENOENT);
	assert_non_null(strstr(error.text, "r/ioctl: No such file or directory"));
	assert_int_equal(mkdir(in_base("r/ioctl"), 0755), 0);
	assert_int_equal(na_io_replay(in_base("r"), 0, &io, &error), -EISDIR);
	write_text(in_base("r/netlink"), "> route\0- 00\n", 13);
	assert_int_equal(na_io_replay(in_base("r"), 0, &io, &error), -EINVAL);
	assert_non_null(strstr(error.text, "netlink:1: expected text, found a byte of zero"));
}

/* Wherever a file ends, and whatever byte is wrong in it, there is an answer or an error. */
static void test_cut_and_broken(void **state)
{
	static const char *const files[] = { "r/recording", "r/netlink", "r/ioctl", "r/files" };
	size_t loaded = 0;

	n_spaces = 1; /* one has all that there is, and many cuts are to be made */
	free(record(in_base("r"), 0));
	n_spaces = N(spaces);
	for (size_t i = 0; i < N(files); i++) {
		size_t len;
		char *text = read_text(in_base(files[i]), &len);

		for (size_t at = 0; at < len; at += 7) {
			struct na_error error = { 0 };
			struct na_recording recording = { 0 };

			write_text(in_base(files[i]), text, at);
			if (!na_recording_load(&recording, in_base("r"), &error))
				loaded++;
			else
				assert_non_null(strstr(error.text, ": expected "));
			assert_int_equal(na_recording_anonymise(&recording), 0);
			na_recording_clear(&recording);
			text[at] ^= 4;
			write_text(in_base(files[i]), text, len);
			na_recording_load(&recording, in_base("r"), &error);
			assert_int_equal(na_recording_anonymise(&recording), 0);
			na_recording_clear(&recording);
			text[at] ^= 4;
		}
		write_text(in_base(files[i]), text, len);
		free(text);
	}
	assert_true(loaded > 10);
}

/* Anonymising */

struct builder {
	unsigned char data[1024];
	size_t len;
};

static size_t open_nest(struct builder *b, uint16_t type)
{
	struct nlattr attr = { 0, type };

	memcpy(b->data + b->len, &attr, sizeof(attr));
	b->len += sizeof(attr);
	return b->len - sizeof(attr);
}

static void close_nest(struct builder *b, size_t start)
{
	uint16_t len = (uint16_t)(b->len - start);

	memcpy(b->data + start, &len, sizeof(len));
	b->len = NLA_ALIGN(b->len);
}

static size_t attr(struct builder *b, uint16_t type, const void *data, size_t len)
{
	size_t start = open_nest(b, type);

	memcpy(b->data + b->len, data, len);
	b->len += len;
	close_nest(b, start);
	return start + NLA_HDRLEN;
}

static struct na_rec_part *add(struct na_recording *recording, enum na_rec_kind kind, const char *what,
			       const void *data, size_t len)
{
	unsigned char request[16] = { 16 };
	struct na_rec_key key = { .kind = kind, .netns = "", .name = what };
	struct na_rec_answer *answer;

	if (kind == NA_REC_GENERIC || kind == NA_REC_ROUTE) {
		key.data = request;
		key.len = sizeof(request);
	}
	answer = na_recording_add(recording, &key, 0);
	assert_non_null(answer);
	return na_recording_add_part(recording, answer, 0, data, len);
}

static struct na_rec_part *add_text(struct na_recording *recording, const char *path, const char *text)
{
	return add(recording, NA_REC_FILE, path, text, strlen(text));
}

static void end_link(struct builder *b)
{
	struct nlmsghdr header = { .nlmsg_len = (uint32_t)b->len, .nlmsg_type = RTM_NEWLINK };

	memcpy(b->data, &header, sizeof(header));
}

static void test_anonymise_link(void **state)
{
	static const unsigned char mac[] = { 0x52, 0x54, 0, 0x12, 0x34, 0x56 }, other[] = { 0, 0x1b, 0x21, 1, 2, 3 };
	static const unsigned char first[] = { 2, 0, 0, 0, 0, 1 }, second[] = { 2, 0, 0, 0, 0, 2 };
	static const unsigned char broadcast[] = { 255, 255, 255, 255, 255, 255 }, lacp[] = { 1, 0x80, 0xc2, 0, 0, 2 };
	static const unsigned char small[] = { 0, 0, 0, 0, 0, 9 }, third[] = { 2, 0, 0, 0, 0, 3 };
	static const unsigned char ip[] = { 192, 0, 2, 7 }, port[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	struct na_recording recording = { 0 };
	struct builder b = { .len = NLMSG_SPACE(sizeof(struct ifinfomsg)) };
	size_t at[16], info, data;
	struct na_rec_part *link, *strings, *counters, *tunnel, *wol, *name;
	struct ethtool_wolinfo wolinfo = { .cmd = ETHTOOL_GWOL, .sopass = { 1, 2, 3, 4, 5, 6 } };

	at[0] = attr(&b, IFLA_ADDRESS, mac, 6);
	at[1] = attr(&b, IFLA_BROADCAST, broadcast, 6);
	at[2] = attr(&b, IFLA_IFALIAS, "uplink of Erna\0", 15);
	at[3] = attr(&b, IFLA_PHYS_PORT_ID, port, 9);
	at[4] = attr(&b, IFLA_PHYS_SWITCH_ID, port, 9);
	info = open_nest(&b, IFLA_LINKINFO);
	at[5] = attr(&b, IFLA_INFO_KIND, "dummy", 6); /* as long as a MAC, and none */
	data = open_nest(&b, IFLA_INFO_DATA);
	at[6] = attr(&b, 1, other, 6);
	at[7] = attr(&b, 2, lacp, 6);
	at[8] = attr(&b, 3, small, 6);
	close_nest(&b, data);
	close_nest(&b, info);
	at[9] = attr(&b, IFLA_IFALIAS, "x", 1);
	at[10] = attr(&b, IFLA_IFNAME, "enx525400123456", 16);
	at[11] = attr(&b, 54, mac, 6);
	end_link(&b);
	/* before it is known what they are, and among other bytes */
	strings = add(&recording, NA_REC_IOCTL, "enx001B21010203", "ab\x52\x54\0\x12\x34\x56xRT\0\x12\x34\x56", 15);
	counters = add(&recording, NA_REC_GENERIC, "", small, 6);
	wol = add(&recording, NA_REC_IOCTL, "eth0", &wolinfo, sizeof(wolinfo));
	link = add(&recording, NA_REC_ROUTE, "", b.data, b.len);

	b.len = NLMSG_SPACE(sizeof(struct ifinfomsg));
	at[12] = attr(&b, IFLA_ADDRESS, ip, 4);
	info = open_nest(&b, IFLA_LINKINFO);
	attr(&b, IFLA_INFO_KIND, "vxlan", 6);
	data = open_nest(&b, IFLA_INFO_DATA);
	at[13] = attr(&b, IFLA_VXLAN_ID, ip, 4); /* a number that happens to be the same */
	at[14] = attr(&b, IFLA_VXLAN_LOCAL, ip, 4);
	close_nest(&b, data);
	close_nest(&b, info);
	end_link(&b);
	tunnel = add(&recording, NA_REC_ROUTE, "", b.data, b.len);
	name = add_text(&recording, "/sys/class/net/enx525400123456/x", "ADDR 52:54:00:12:34:56, 192.0.2.7\n");

	assert_int_equal(na_recording_anonymise(&recording), 0);
	assert_memory_equal(link->data + at[0], first, 6);
	assert_memory_equal(link->data + at[1], broadcast, 6);
	assert_memory_equal(link->data + at[2], "alias-1\0\0\0\0\0\0\0\0", 15);
	assert_memory_equal(link->data + at[3], "\0\0\0\0\0\0\0\0\1", 9);
	assert_memory_equal(link->data + at[4], "\0\0\0\0\0\0\0\0\1", 9);
	assert_memory_equal(link->data + at[5], "dummy", 6);
	assert_memory_equal(link->data + at[6], second, 6);
	assert_memory_equal(link->data + at[7], lacp, 6);
	assert_memory_equal(link->data + at[8], third, 6);
	assert_memory_equal(link->data + at[9], "a", 1);
	assert_memory_equal(link->data + at[10], "enx020000000001", 16);
	assert_memory_equal(link->data + at[11], first, 6);
	assert_memory_equal(strings->data, "ab\2\0\0\0\0\1x\2\0\0\0\0\1", 15);
	assert_memory_equal(counters->data, small, 6); /* no address: a number */
	assert_memory_equal(wol->data + offsetof(struct ethtool_wolinfo, sopass), "\0\0\0\0\0\0", 6);
	assert_memory_equal(tunnel->data + at[12], "\xc6\x12\0\1", 4);
	assert_memory_equal(tunnel->data + at[13], ip, 4);
	assert_memory_equal(tunnel->data + at[14], "\xc6\x12\0\1", 4);
	assert_string_equal((char *)name->data, "ADDR 02:00:00:00:00:01, 198.18.0.1\n");
	assert_string_equal(recording.first->request->key.name, "enx020000000002");
	assert_string_equal(recording.last->request->key.name, "/sys/class/net/enx020000000001/x");
	na_recording_clear(&recording);
}

static void test_anonymise_text(void **state)
{
	static const char *const same[] = {
		"Linux 6.18.44-generic 6.18.44\n",
		"5.10.102.1-microsoft-standard\n",
		"0000:00:03.0 0000:5e:00.1\n",
		"12:30:59 1:2 x::\xff\n",
		"127.0.0.1 0.0.0.0 255.255.255.0 224.0.0.1 :: ::1 ff02::1\n",
		"1.2.3 1.2.3.4.5 256.1.1.1 v1.2.3.4\n",
		"00:00:00:00:00:00 ff:ff:ff:ff:ff:ff 01:80:c2:00:00:0e\n",
		"00:11:22:33:44:55:66 00:11:22:33:44:555\n",
		"ernas ernahost2 my-ernahost\n",
		"",
	};
	static const struct {
		const char *path, *text, *expected;
	} cases[] = {
		{ "/a", "ip 10.1.2.3/24, 10.1.2.4:80. 10.1.2.3.\n", "ip 198.18.0.1/24, 198.18.0.2:80. 198.18.0.1.\n" },
		{ "/b", "fe80::1%eth0 via [2001:DB9::1]:80\n", "2001:db8::1%eth0 via [2001:db8::2]:80\n" },
		{ "/c", "hw 00:1B:21:0a:0b:0c and 00-1b-21-0a-0b-0c", "hw 02:00:00:00:00:01 and 02-00-00-00-00-01" },
		{ "/d", "peer=ErnaHost.example.org,ernahost", "peer=host-1,host-1" },
		{ "/proc/sys/kernel/hostname", "ernahost.example.org\n", "host-1\n" },
		{ "/proc/sys/kernel/random/boot_id", "9f0e9ad2-1111-4222-8333-1b2c3d4e5f60\n",
		  "00000000-0000-4000-8000-000000000001\n" },
		{ "/sys/class/dmi/id/product_serial", "CZ1234\n", "serial-1\n" },
		{ "/sys/class/dmi/id/board_serial", "PX9", "serial-2" },
		{ "/sys/x/serial", "CZ1234\n", "serial-1\n" },
		{ "/sys/class/dmi/id/product_uuid", "\n", "\n" },
	};
	struct na_recording recording = { 0 };
	struct na_rec_part *parts[N(same) + N(cases)];

	for (size_t i = 0; i < N(same); i++)
		parts[i] = add_text(&recording, "/same", same[i]);
	for (size_t i = 0; i < N(cases); i++)
		parts[N(same) + i] = add_text(&recording, cases[i].path, cases[i].text);
	assert_int_equal(na_recording_anonymise(&recording), 0);
	for (size_t i = 0; i < N(same); i++)
		assert_string_equal((char *)parts[i]->data, same[i]);
	for (size_t i = 0; i < N(cases); i++) {
		assert_string_equal((char *)parts[N(same) + i]->data, cases[i].expected);
		assert_int_equal(parts[N(same) + i]->len, strlen(cases[i].expected));
	}
	na_recording_clear(&recording);
}

/* Many of each, and none of the aliases is given twice. */
static void test_anonymise_many(void **state)
{
	struct na_recording recording = { 0 };
	struct na_rec_part *parts[1000];
	char text[64];

	for (unsigned int i = 0; i < N(parts); i++) {
		snprintf(text, sizeof(text), "52:54:00:aa:%02x:%02x 10.0.%u.%u", i >> 8, i & 255, i >> 8, i & 255);
		parts[i] = add_text(&recording, "/x", text);
	}
	assert_int_equal(na_recording_anonymise(&recording), 0);
	for (unsigned int i = 0; i < N(parts); i++) {
		snprintf(text, sizeof(text), "02:00:00:00:%02x:%02x 198.18.%u.%u", (i + 1) >> 8, (i + 1) & 255,
			 (i + 1) >> 8, (i + 1) & 255);
		assert_string_equal((char *)parts[i]->data, text);
	}
	na_recording_clear(&recording);
}

/* Through the door: what replays is the same but for the names. */
static void test_anonymise_replays(void **state)
{
	char *recorded = record(in_base("r"), NA_RECORD_ANONYMISE), *replayed;
	struct na_error error = { 0 };
	struct na_io *io;

	assert_ok(na_io_replay(in_base("r"), 0, &io, &error), &error);
	replayed = run(io, 1);
	assert_string_equal(recorded, replayed);
	na_io_free(io);
	free(replayed);
	free(recorded);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST(test_round_trip),	   TEST(test_recorded_again),	 TEST(test_late_answer),
		TEST(test_directories),	   TEST(test_save_fails),	 TEST(test_missing),
		TEST(test_by_hand),	   TEST(test_malformed),	 TEST(test_unreadable),
		TEST(test_cut_and_broken), TEST(test_anonymise_link),	 TEST(test_anonymise_text),
		TEST(test_anonymise_many), TEST(test_anonymise_replays),
	};

	return TESTING_RUN(tests);
}
