/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one door through which collectors and experiment reach the kernel. Live, recording and replay are three
 * fillings of it: what is above cannot tell them apart.
 *
 * Every call returns 0 or more, or -errno. -ENODATA means "never read": a recording does not have it.
 */
#ifndef NICAUDIT_IO_H
#define NICAUDIT_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "nicaudit/error.h"

struct na_io;

struct na_io_host {
	char machine[65]; /* as uname -m */
	bool privileged;  /* CAP_NET_ADMIN is effective */
};

struct na_io_ops {
	/* Sends one request. proto is NETLINK_GENERIC or NETLINK_ROUTE; sequence and port in it are the caller's. */
	int (*send)(struct na_io *io, int proto, const void *msg, size_t len);
	/*
	 * One datagram of the answer to the last request. -EMSGSIZE where it does not fit, -ETIMEDOUT where the kernel
	 * does not answer, 0 where a recording ends in the middle of an answer.
	 */
	ssize_t (*recv)(struct na_io *io, int proto, void *buf, size_t size);
	/* SIOCETHTOOL on that interface, data (len bytes) in and out. What ioctl() returned. */
	int (*ioctl)(struct na_io *io, const char *ifname, void *data, size_t len);
	/* A text file under the root, ended by a NUL that is not counted. -EFBIG where it does not fit. */
	ssize_t (*read)(struct na_io *io, const char *path, char *buf, size_t size);
	/* The target of a symbolic link under the root, likewise. */
	ssize_t (*readlink)(struct na_io *io, const char *path, char *buf, size_t size);
	/*
	 * Names in a directory under the root, but for . and .., sorted by bytes, NULL-terminated, one allocation that the
	 * caller frees. Their number; -EFBIG where they are more than any configuration has.
	 */
	int (*list)(struct na_io *io, const char *path, char ***names);
	/* 1 where a process of that name (comm) runs, 0 where none does. */
	int (*running)(struct na_io *io, const char *comm);
	int (*clock)(struct na_io *io, clockid_t clock, int64_t *ns);
	int (*host)(struct na_io *io, struct na_io_host *host);
	/*
	 * From here on, netlink, ioctl and files speak of the named network namespace ("" for the one the process runs
	 * in). The process itself is never left in another.
	 */
	int (*netns)(struct na_io *io, const char *name);
	/* Names of all named namespaces, NULL-terminated, one allocation that the caller frees. Their number. */
	int (*netns_list)(struct na_io *io, char ***names);
	void (*free)(struct na_io *io);
};

struct na_io {
	const struct na_io_ops *ops;
};

/* The kernel in front of us; sysfs, procfs and etc under root (NULL for "/"). */
int na_io_live(const char *root, struct na_io **io, struct na_error *error);

enum na_record_flags {
	NA_RECORD_ANONYMISE = 1, /* replace MACs, host names, serials and addresses, the same ones by the same */
};

/*
 * Passes everything on to inner (which it owns from here on, and frees; where this fails, inner stays the caller's) and
 * keeps it. The directory must not exist or be empty; it is written by na_io_record_save(), and not at all where that is
 * not called.
 */
int na_io_record(struct na_io *inner, const char *dir, unsigned int flags, struct na_io **io, struct na_error *error);
int na_io_record_save(struct na_io *io, struct na_error *error);

/* Answers from a directory that na_io_record_save() wrote. Requests match by content, not by order. */
int na_io_replay(const char *dir, struct na_io **io, struct na_error *error);

/*
 * Requests so far that the recording lacked. Each was answered like what was never read; a test that will have none of
 * that asks here at the end.
 */
size_t na_io_replay_missing(const struct na_io *io);

static inline void na_io_free(struct na_io *io)
{
	if (io)
		io->ops->free(io);
}

#endif
