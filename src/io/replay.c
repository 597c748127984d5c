/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The door to a kernel that was: requests are answered from a recording, by what they say and not by their order. */
#include <errno.h>
#include <linux/netlink.h>
#include <stdlib.h>
#include <string.h>

#include "io/recording.h"

/* The answer under way: the datagram that comes next, and what its headers are made to answer. */
struct turn {
	const struct na_rec_part *part;
	uint32_t seq, pid;
};

struct replay {
	struct na_io io;
	struct na_recording recording;
	const char *netns;
	size_t missing;
	struct turn turn[2];
};

static const struct na_rec_answer *find(struct replay *replay, const struct na_rec_key *key)
{
	const struct na_rec_answer *answer = na_recording_next(&replay->recording, key);

	replay->missing += !answer;
	return answer;
}

static int replay_send(struct na_io *io, int proto, const void *msg, size_t len)
{
	struct replay *replay = (struct replay *)io;
	bool route = proto == NETLINK_ROUTE;
	struct turn *turn = &replay->turn[route];
	const struct na_rec_answer *answer;
	struct nlmsghdr header;
	struct na_rec_key key = {
		.kind = route ? NA_REC_ROUTE : NA_REC_GENERIC, .netns = replay->netns, .name = "", .len = len
	};

	*turn = (struct turn){ 0 };
	if (len < sizeof(header))
		return -EINVAL;
	key.data = malloc(len);
	if (!key.data)
		return -ENOMEM;
	memcpy(key.data, msg, len);
	memcpy(&header, msg, sizeof(header));
	turn->seq = header.nlmsg_seq;
	turn->pid = header.nlmsg_pid;
	na_recording_address(key.data, len, 0, 0);
	answer = find(replay, &key);
	free(key.data);
	if (!answer)
		return -ENODATA;
	turn->part = answer->parts;
	return answer->ret;
}

static ssize_t replay_recv(struct na_io *io, int proto, void *buf, size_t size)
{
	struct turn *turn = &((struct replay *)io)->turn[proto == NETLINK_ROUTE];
	const struct na_rec_part *part = turn->part;

	if (!part)
		return 0;
	turn->part = part->next;
	if (part->ret < 0)
		return part->ret;
	if (part->len > size)
		return -EMSGSIZE;
	memcpy(buf, part->data, part->len);
	na_recording_address(buf, part->len, turn->seq, turn->pid);
	return (ssize_t)part->len;
}

static int replay_ioctl(struct na_io *io, const char *ifname, void *data, size_t len)
{
	struct replay *replay = (struct replay *)io;
	struct na_rec_key key = { NA_REC_IOCTL, replay->netns, ifname, data, len };
	const struct na_rec_answer *answer = find(replay, &key);

	if (!answer)
		return -ENODATA;
	if (answer->parts && len)
		memcpy(data, answer->parts->data, len);
	return answer->ret;
}

static ssize_t text(struct replay *replay, enum na_rec_kind kind, const char *path, char *buf, size_t size)
{
	struct na_rec_key key = { .kind = kind, .netns = replay->netns, .name = path };
	const struct na_rec_answer *answer = find(replay, &key);
	size_t len = answer && answer->parts ? answer->parts->len : 0;

	if (!answer)
		return -ENODATA;
	if (answer->ret < 0)
		return answer->ret;
	if (len >= size)
		return -EFBIG;
	if (len)
		memcpy(buf, answer->parts->data, len);
	buf[len] = 0;
	return (ssize_t)len;
}

static ssize_t replay_read(struct na_io *io, const char *path, char *buf, size_t size)
{
	return text((struct replay *)io, NA_REC_FILE, path, buf, size);
}

static ssize_t replay_readlink(struct na_io *io, const char *path, char *buf, size_t size)
{
	return text((struct replay *)io, NA_REC_LINK, path, buf, size);
}

static const struct na_rec_answer *find_host(struct na_io *io, enum na_rec_kind kind, const char *name)
{
	struct na_rec_key key = { .kind = kind, .netns = "", .name = name };

	return find((struct replay *)io, &key);
}

static int replay_running(struct na_io *io, const char *comm)
{
	const struct na_rec_answer *answer = find_host(io, NA_REC_RUNNING, comm);

	return answer ? answer->ret : -ENODATA;
}

static int replay_clock(struct na_io *io, clockid_t clock, int64_t *ns)
{
	char number[16];
	const struct na_rec_answer *answer = find_host(io, NA_REC_CLOCK, na_recording_clock_name(clock, number));

	if (!answer)
		return -ENODATA;
	if (answer->ret >= 0)
		*ns = answer->ns;
	return answer->ret;
}

static int replay_host(struct na_io *io, struct na_io_host *host)
{
	struct replay *replay = (struct replay *)io;

	replay->missing += !replay->recording.has_host;
	if (!replay->recording.has_host)
		return -ENODATA;
	*host = replay->recording.host;
	return 0;
}

static int replay_netns(struct na_io *io, const char *name)
{
	struct replay *replay = (struct replay *)io;
	const struct na_rec_answer *answer;

	memset(replay->turn, 0, sizeof(replay->turn));
	if (!*name) {
		replay->netns = "";
		return 0;
	}
	answer = find_host(io, NA_REC_NETNS, name);
	if (!answer)
		return -ENOENT;
	if (answer->ret >= 0)
		replay->netns = answer->request->key.name;
	return answer->ret;
}

static int names_of(const struct na_rec_answer *answer, char ***names)
{
	size_t n = 0, size = sizeof(char *);
	char *at;

	*names = NULL;
	if (!answer || answer->ret < 0)
		return answer ? answer->ret : -ENODATA;
	for (const struct na_rec_part *part = answer->parts; part; part = part->next, n++)
		size += sizeof(char *) + part->len + 1;
	*names = malloc(size);
	if (!*names)
		return -ENOMEM;
	/* the pointers first, and what they point to behind them */
	at = (char *)(*names + n + 1);
	n = 0;
	for (const struct na_rec_part *part = answer->parts; part; part = part->next) {
		(*names)[n++] = at;
		at = (char *)memcpy(at, part->data, part->len + 1) + part->len + 1;
	}
	(*names)[n] = NULL;
	return (int)n;
}

static int replay_netns_list(struct na_io *io, char ***names)
{
	return names_of(find_host(io, NA_REC_NAMESPACES, ""), names);
}

static int replay_list(struct na_io *io, const char *path, char ***names)
{
	struct replay *replay = (struct replay *)io;
	struct na_rec_key key = { .kind = NA_REC_DIR, .netns = replay->netns, .name = path };

	return names_of(find(replay, &key), names);
}

static void replay_free(struct na_io *io)
{
	struct replay *replay = (struct replay *)io;

	na_recording_clear(&replay->recording);
	free(replay);
}

static const struct na_io_ops replay_ops = {
	.send = replay_send,
	.recv = replay_recv,
	.ioctl = replay_ioctl,
	.read = replay_read,
	.readlink = replay_readlink,
	.list = replay_list,
	.running = replay_running,
	.clock = replay_clock,
	.host = replay_host,
	.netns = replay_netns,
	.netns_list = replay_netns_list,
	.free = replay_free,
};

int na_io_replay(const char *dir, struct na_io **io, struct na_error *error)
{
	struct replay *replay = calloc(1, sizeof(*replay));
	int ret;

	*io = NULL;
	if (!replay)
		return na_error_set(error, ENOMEM, "out of memory");
	replay->io.ops = &replay_ops;
	replay->netns = "";
	ret = na_recording_load(&replay->recording, dir, error);
	if (ret) {
		replay_free(&replay->io);
		return ret;
	}
	*io = &replay->io;
	return 0;
}

size_t na_io_replay_missing(const struct na_io *io)
{
	return ((const struct replay *)io)->missing;
}
