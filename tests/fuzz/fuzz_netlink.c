/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whatever a kernel, or a file that claims to have been one, answers: collecting ends, and what was collected can be
 * written. The input is a list of answers, each two bytes of length and then that many: they are handed out in turn to
 * whoever receives, calls an ioctl or reads a file. A first byte says how much is canned, so that the fuzzer need not
 * find the handshakes by itself.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/uapi.h"
#include "nicaudit/collect.h"
#include "nicaudit/io.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CANNED_LINKS = 1, CANNED_FAMILY = 2, BACKEND_IOCTL = 4, FAMILY = 0x15 };

struct fuzz_io {
	struct na_io io;
	const uint8_t *data;
	size_t size;
	uint8_t mode;
	uint32_t seq;
	uint16_t type; /* of the last request */
	uint8_t cmd;
	unsigned int calls;
};

static size_t next_answer(struct fuzz_io *f, const uint8_t **answer)
{
	size_t len;

	if (f->size < 2)
		return 0;
	len = f->data[0] | (size_t)f->data[1] << 8;
	f->data += 2;
	f->size -= 2;
	if (len > f->size)
		len = f->size;
	*answer = f->data;
	f->data += len;
	f->size -= len;
	return len;
}

static int fuzz_send(struct na_io *io, int proto, const void *msg, size_t len)
{
	struct fuzz_io *f = (struct fuzz_io *)io;
	const struct nlmsghdr *header = msg;

	f->seq = header->nlmsg_seq;
	f->type = header->nlmsg_type;
	f->cmd = len > NLMSG_HDRLEN ? ((const uint8_t *)msg)[NLMSG_HDRLEN] : 0;
	return 0;
}

static void put(uint8_t *buf, size_t *at, const void *data, size_t len)
{
	memcpy(buf + *at, data, len);
	*at += len;
	while (*at % 4)
		buf[(*at)++] = 0;
}

static void put_attr(uint8_t *buf, size_t *at, uint16_t type, const void *data, size_t len)
{
	struct nlattr attr = { (uint16_t)(sizeof(attr) + len), type };

	put(buf, at, &attr, sizeof(attr));
	put(buf, at, data, len);
}

static size_t end_message(uint8_t *buf, size_t start, size_t at, uint16_t type, uint32_t seq)
{
	struct nlmsghdr header = { .nlmsg_len = (uint32_t)(at - start), .nlmsg_type = type, .nlmsg_seq = seq };

	header.nlmsg_flags = type == RTM_NEWLINK || type == NLMSG_DONE ? NLM_F_MULTI : 0;
	memcpy(buf + start, &header, sizeof(header));
	return at;
}

static size_t canned_links(uint8_t *buf, uint32_t seq)
{
	size_t at = 0;

	for (int i = 1; i <= 3; i++) {
		struct ifinfomsg info = { .ifi_index = i, .ifi_flags = 1 };
		size_t start = at;
		char name[] = "eth0";

		name[3] = (char)('0' + i);
		at += NLMSG_HDRLEN;
		put(buf, &at, &info, sizeof(info));
		put_attr(buf, &at, IFLA_IFNAME, name, sizeof(name));
		if (i == 1)
			put_attr(buf, &at, 56 /* IFLA_PARENT_DEV_NAME */, "0000:00:03.0", 13);
		at = end_message(buf, start, at, RTM_NEWLINK, seq);
	}
	put(buf, &at, &(struct {
		    struct nlmsghdr h;
		    int e;
	    }){ .e = 0 },
	    NLMSG_HDRLEN + 4);
	return end_message(buf, at - NLMSG_HDRLEN - 4, at, NLMSG_DONE, seq);
}

static size_t canned_family(uint8_t *buf, uint32_t seq)
{
	struct genlmsghdr genl = { .cmd = CTRL_CMD_NEWFAMILY, .version = 2 };
	uint8_t ops[NA_N_MSGS * 32];
	size_t at = NLMSG_HDRLEN, ops_at = 0;
	uint16_t id = FAMILY;

	put(buf, &at, &genl, sizeof(genl));
	put_attr(buf, &at, CTRL_ATTR_FAMILY_ID, &id, sizeof(id));
	for (uint32_t op = 1; op < 45; op++) {
		uint8_t entry[32];
		size_t entry_at = 0;
		uint32_t flags = 0x0e;

		put_attr(entry, &entry_at, CTRL_ATTR_OP_ID, &op, sizeof(op));
		put_attr(entry, &entry_at, CTRL_ATTR_OP_FLAGS, &flags, sizeof(flags));
		put_attr(ops, &ops_at, (uint16_t)op, entry, entry_at);
	}
	put_attr(buf, &at, CTRL_ATTR_OPS, ops, ops_at);
	return end_message(buf, 0, at, GENL_ID_CTRL, seq);
}

static ssize_t fuzz_recv(struct na_io *io, int proto, void *buf, size_t size)
{
	struct fuzz_io *f = (struct fuzz_io *)io;
	const uint8_t *answer;
	size_t len;

	if (++f->calls > 20000)
		return -ETIMEDOUT;
	if ((f->mode & CANNED_LINKS) && f->type == RTM_GETLINK)
		return (ssize_t)canned_links(buf, f->seq);
	if ((f->mode & CANNED_FAMILY) && f->type == GENL_ID_CTRL)
		return (ssize_t)canned_family(buf, f->seq);
	len = next_answer(f, &answer);
	if (len > size)
		len = size;
	if (!len)
		return 0;
	memcpy(buf, answer, len);
	/* numbers and type of the first message are made right; whatever follows is the fuzzer's */
	if (len >= NLMSG_HDRLEN) {
		struct nlmsghdr header;

		memcpy(&header, buf, sizeof(header));
		header.nlmsg_seq = f->seq;
		if (f->type == FAMILY && header.nlmsg_type >= NLMSG_MIN_TYPE)
			header.nlmsg_type = FAMILY;
		memcpy(buf, &header, sizeof(header));
	}
	return (ssize_t)len;
}

static int fuzz_ioctl(struct na_io *io, const char *ifname, void *data, size_t len)
{
	const uint8_t *answer;
	size_t n = next_answer((struct fuzz_io *)io, &answer);

	if (!n)
		return -EOPNOTSUPP;
	/* the command stays, as the kernel leaves it */
	if (len > 4)
		memcpy((uint8_t *)data + 4, answer, n < len - 4 ? n : len - 4);
	return 0;
}

static ssize_t fuzz_read(struct na_io *io, const char *path, char *buf, size_t size)
{
	const uint8_t *answer;
	size_t n = next_answer((struct fuzz_io *)io, &answer);

	if (!n)
		return -ENOENT;
	if (n >= size)
		return -EFBIG;
	memcpy(buf, answer, n);
	buf[n] = 0;
	return (ssize_t)n;
}

static int fuzz_running(struct na_io *io, const char *comm)
{
	return 0;
}

static int fuzz_clock(struct na_io *io, clockid_t clock, int64_t *ns)
{
	*ns = 0;
	return 0;
}

static int fuzz_host(struct na_io *io, struct na_io_host *host)
{
	*host = (struct na_io_host){ .machine = "fuzz" };
	return 0;
}

static int fuzz_list(struct na_io *io, const char *path, char ***names)
{
	*names = NULL;
	return -ENOENT;
}

static int fuzz_netns(struct na_io *io, const char *name)
{
	return 0;
}

static int fuzz_netns_list(struct na_io *io, char ***names)
{
	*names = NULL;
	return 0;
}

static void fuzz_free(struct na_io *io)
{
}

static const struct na_io_ops ops = {
	.send = fuzz_send,
	.recv = fuzz_recv,
	.ioctl = fuzz_ioctl,
	.read = fuzz_read,
	.readlink = fuzz_read,
	.list = fuzz_list,
	.running = fuzz_running,
	.clock = fuzz_clock,
	.host = fuzz_host,
	.netns = fuzz_netns,
	.netns_list = fuzz_netns_list,
	.free = fuzz_free,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_io f = { .io = { &ops } };
	struct na_collect_options options = { .all = true };
	struct na_snapshot *snapshot = NULL;
	struct na_error error;
	char *text = NULL;
	size_t len = 0;
	FILE *file;

	if (!size)
		return 0;
	f.mode = data[0];
	f.data = data + 1;
	f.size = size - 1;
	options.backend = f.mode & BACKEND_IOCTL ? NA_BACKEND_IOCTL : NA_BACKEND_AUTO;
	if (na_collect(&f.io, &options, &snapshot, &error))
		return 0;
	file = open_memstream(&text, &len);
	if (!file || na_snapshot_to_json(snapshot, file))
		abort();
	fclose(file);
	free(text);
	na_snapshot_free(snapshot);
	return 0;
}
