/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The door that keeps what passes: every request goes on to another filling, and what came back is remembered. */
#include <dirent.h>
#include <errno.h>
#include <linux/netlink.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/recording.h"
#include "io/redact.h"

struct record {
	struct na_io io;
	struct na_io *inner;
	struct na_recording recording;
	const char *dir;
	const char *netns; /* that requests speak of */
	unsigned int flags;
	/* the answers under way, and the sequence numbers of their requests: a late answer to an earlier one is not theirs */
	struct na_rec_answer *answer[2];
	uint32_t seq[2];
};

static struct na_rec_answer *keep(struct record *record, enum na_rec_kind kind, const char *name, int ret)
{
	bool host = kind == NA_REC_RUNNING || kind == NA_REC_CLOCK || kind == NA_REC_NETNS || kind == NA_REC_NAMESPACES;
	struct na_rec_key key = { .kind = kind, .netns = host ? "" : record->netns, .name = name };

	return na_recording_add(&record->recording, &key, ret);
}

static int record_send(struct na_io *io, int proto, const void *msg, size_t len)
{
	struct record *record = (struct record *)io;
	bool route = proto == NETLINK_ROUTE;
	struct nlmsghdr header;
	struct na_rec_key key = {
		.kind = route ? NA_REC_ROUTE : NA_REC_GENERIC, .netns = record->netns, .name = "", .len = len
	};
	int ret;

	if (len < sizeof(header))
		return -EINVAL;
	key.data = na_arena_dup(&record->recording.arena, msg, len);
	if (!key.data)
		return -ENOMEM;
	memcpy(&header, msg, sizeof(header));
	record->seq[route] = header.nlmsg_seq;
	na_recording_address(key.data, len, 0, 0);
	ret = record->inner->ops->send(record->inner, proto, msg, len);
	record->answer[route] = na_recording_add(&record->recording, &key, ret < 0 ? ret : 0);
	return ret;
}

static ssize_t record_recv(struct na_io *io, int proto, void *buf, size_t size)
{
	struct record *record = (struct record *)io;
	bool route = proto == NETLINK_ROUTE;
	struct na_rec_answer *answer = record->answer[route];
	ssize_t len = record->inner->ops->recv(record->inner, proto, buf, size);
	struct na_rec_part *part;
	struct nlmsghdr header;

	if (len >= (ssize_t)sizeof(header)) {
		memcpy(&header, buf, sizeof(header));
		if (header.nlmsg_seq != record->seq[route])
			return len;
	}
	if (!answer || !len)
		return len;
	part = na_recording_add_part(&record->recording, answer, len < 0 ? (int)len : 0, buf,
				     len < 0 ? 0 : (size_t)len);
	if (part)
		na_recording_address(part->data, part->len, 0, 0);
	return len;
}

static int record_ioctl(struct na_io *io, const char *ifname, void *data, size_t len)
{
	struct record *record = (struct record *)io;
	struct na_rec_key key = { .kind = NA_REC_IOCTL, .netns = record->netns, .name = ifname, .len = len };
	struct na_rec_answer *answer;
	int ret;

	key.data = na_arena_dup(&record->recording.arena, data, len);
	if (!key.data)
		return -ENOMEM;
	ret = record->inner->ops->ioctl(record->inner, ifname, data, len);
	answer = na_recording_add(&record->recording, &key, ret);
	if (answer)
		na_recording_add_part(&record->recording, answer, 0, data, len);
	return ret;
}

static ssize_t keep_text(struct record *record, enum na_rec_kind kind, const char *path, const char *buf, ssize_t len)
{
	struct na_rec_answer *answer = keep(record, kind, path, len < 0 ? (int)len : 0);

	if (answer && len >= 0)
		na_recording_add_part(&record->recording, answer, 0, buf, (size_t)len);
	return len;
}

static void keep_names(struct record *record, struct na_rec_answer *answer, char **names, int n)
{
	for (int i = 0; answer && i < n; i++)
		na_recording_add_part(&record->recording, answer, 0, names[i], strlen(names[i]));
}

static ssize_t record_read(struct na_io *io, const char *path, char *buf, size_t size)
{
	struct record *record = (struct record *)io;
	ssize_t len = record->inner->ops->read(record->inner, path, buf, size);

	/* the reader sees what is kept, so that its replay is the same run */
	return keep_text(record, NA_REC_FILE, path, buf, len < 0 ? len : (ssize_t)na_redact(path, buf, (size_t)len));
}

static ssize_t record_readlink(struct na_io *io, const char *path, char *buf, size_t size)
{
	struct record *record = (struct record *)io;

	return keep_text(record, NA_REC_LINK, path, buf, record->inner->ops->readlink(record->inner, path, buf, size));
}

static int record_list(struct na_io *io, const char *path, char ***names)
{
	struct record *record = (struct record *)io;
	int ret = record->inner->ops->list(record->inner, path, names);

	keep_names(record, keep(record, NA_REC_DIR, path, ret < 0 ? ret : 0), *names, ret);
	return ret;
}

static int record_running(struct na_io *io, const char *comm)
{
	struct record *record = (struct record *)io;
	int ret = record->inner->ops->running(record->inner, comm);

	keep(record, NA_REC_RUNNING, comm, ret);
	return ret;
}

static int record_clock(struct na_io *io, clockid_t clock, int64_t *ns)
{
	struct record *record = (struct record *)io;
	int ret = record->inner->ops->clock(record->inner, clock, ns);
	struct na_rec_answer *answer;
	char text[16];

	answer = keep(record, NA_REC_CLOCK, na_recording_clock_name(clock, text), ret);
	if (answer && ret >= 0)
		answer->ns = *ns;
	return ret;
}

static int record_host(struct na_io *io, struct na_io_host *host)
{
	struct record *record = (struct record *)io;
	int ret = record->inner->ops->host(record->inner, host);

	if (ret >= 0) {
		record->recording.host = *host;
		record->recording.has_host = true;
	}
	return ret;
}

static int record_netns(struct na_io *io, const char *name)
{
	struct record *record = (struct record *)io;
	int ret = record->inner->ops->netns(record->inner, name);
	const char *copy;

	if (*name)
		keep(record, NA_REC_NETNS, name, ret);
	if (ret < 0)
		return ret;
	copy = na_arena_intern(&record->recording.arena, name, strlen(name));
	if (!copy)
		return -ENOMEM;
	record->netns = copy;
	record->answer[0] = record->answer[1] = NULL;
	return ret;
}

static int record_netns_list(struct na_io *io, char ***names)
{
	struct record *record = (struct record *)io;
	int ret = record->inner->ops->netns_list(record->inner, names);

	keep_names(record, keep(record, NA_REC_NAMESPACES, "", ret < 0 ? ret : 0), *names, ret);
	return ret;
}

static void record_free(struct na_io *io)
{
	struct record *record = (struct record *)io;

	na_io_free(record->inner);
	na_recording_clear(&record->recording);
	free(record);
}

static const struct na_io_ops record_ops = {
	.send = record_send,
	.recv = record_recv,
	.ioctl = record_ioctl,
	.read = record_read,
	.readlink = record_readlink,
	.list = record_list,
	.running = record_running,
	.clock = record_clock,
	.host = record_host,
	.netns = record_netns,
	.netns_list = record_netns_list,
	.free = record_free,
};

/* The part of a path before its last name, as dirname(3), but without a static buffer. */
static void parent_of(const char *dir, char *parent)
{
	size_t len = strlen(dir);

	while (len > 1 && dir[len - 1] == '/')
		len--;
	while (len && dir[len - 1] != '/')
		len--;
	memcpy(parent, len ? dir : ".", len ? len : 1);
	parent[len ? len : 1] = 0;
}

static int check_parent(struct record *record, const char *dir, struct na_error *error)
{
	char *parent = na_arena_alloc(&record->recording.arena, strlen(dir) + 2);
	struct stat st;

	if (!parent)
		return na_error_set(error, ENOMEM, "out of memory");
	parent_of(dir, parent);
	if (stat(parent, &st))
		return na_error_set(error, errno, "%s: no recording can be made there: %s: %s", dir, parent,
				    strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return na_error_set(error, ENOTDIR, "%s: no recording can be made there: %s is no directory", dir,
				    parent);
	if (access(parent, W_OK | X_OK))
		return na_error_set(error, errno, "%s: no recording can be made there: %s: %s", dir, parent,
				    strerror(errno));
	return 0;
}

/* Before anything is asked: nobody wants to hear at the end that it was in vain. */
static int check_dir(struct record *record, const char *dir, struct na_error *error)
{
	const struct dirent *entry;
	DIR *stream = opendir(dir);
	bool empty = true;

	if (!stream && errno == ENOENT && *dir)
		return check_parent(record, dir, error);
	if (!stream)
		return na_error_set(error, errno, "%s: no recording can be made there: %s", dir, strerror(errno));
	while (empty && (entry = readdir(stream)))
		empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
	closedir(stream);
	if (!empty)
		return na_error_set(error, ENOTEMPTY,
				    "%s: a recording needs a directory that is empty or not there yet", dir);
	if (access(dir, W_OK | X_OK))
		return na_error_set(error, errno, "%s: no recording can be made there: %s", dir, strerror(errno));
	return 0;
}

int na_io_record(struct na_io *inner, const char *dir, unsigned int flags, struct na_io **io, struct na_error *error)
{
	struct record *record = calloc(1, sizeof(*record));
	int ret;

	*io = NULL;
	if (!record)
		return na_error_set(error, ENOMEM, "out of memory");
	ret = check_dir(record, dir, error);
	record->io.ops = &record_ops;
	record->netns = "";
	record->flags = flags;
	record->dir = na_arena_dup(&record->recording.arena, dir, strlen(dir) + 1);
	if (!ret && !record->dir)
		ret = na_error_set(error, ENOMEM, "out of memory");
	if (ret) {
		record_free(&record->io);
		return ret;
	}
	record->inner = inner;
	*io = &record->io;
	return 0;
}

int na_io_record_save(struct na_io *io, struct na_error *error)
{
	struct record *record = (struct record *)io;
	bool made;
	int ret;

	if ((record->flags & NA_RECORD_ANONYMISE) && na_recording_anonymise(&record->recording))
		return na_error_set(error, ENOMEM, "%s: out of memory, no recording was written", record->dir);
	made = !mkdir(record->dir, 0777);
	if (!made && errno != EEXIST)
		return na_error_set(error, errno, "%s: cannot be made: %s", record->dir, strerror(errno));
	ret = na_recording_save(&record->recording, record->dir, error);
	if (ret && made)
		rmdir(record->dir);
	return ret;
}
