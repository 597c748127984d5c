/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the live door consists of: namespaces with their sockets (live.c), and files below a root (live_files.c). */
#ifndef NICAUDIT_LIVE_H
#define NICAUDIT_LIVE_H

#include <limits.h>

#include "nicaudit/io.h"

enum {
	SPACES = 16, /* with their sockets open at a time: hosts of containers have hundreds, descriptors are few */
};

enum { GENERIC, ROUTE, ETHTOOL, N_SOCKETS };

/* A network namespace. A socket or the namespace itself that could not be opened is -errno in place of the descriptor. */
struct space {
	char name[NAME_MAX + 1];
	int ns;
	int fd[N_SOCKETS];
	bool used;
};

struct live {
	struct na_io io;
	int root;
	bool confined;		     /* absolute links stay below the root */
	struct space spaces[SPACES]; /* the first is our own */
	size_t now, victim;
	uint32_t asked[N_SOCKETS]; /* sequence of the last request */
};

static inline struct live *live_of(struct na_io *io)
{
	return (struct live *)io;
}

/* Into a namespace, and back. Between the two nothing may return: see na_live_leave(). 0 or -errno. */
int na_live_enter(const struct live *live, int ns);
void na_live_leave(const struct live *live);

/* Members of the door's table. */
ssize_t na_live_read(struct na_io *io, const char *path, char *buf, size_t size);
ssize_t na_live_readlink(struct na_io *io, const char *path, char *buf, size_t size);
int na_live_list(struct na_io *io, const char *path, char ***names);
int na_live_running(struct na_io *io, const char *comm);

/* Names that follow one another, each ended by a NUL, as na_io_ops has lists of them: their number or -ENOMEM. */
int na_live_names(const char *text, size_t len, char ***names);

/* true where this kernel can keep absolute links below a root (openat2, 5.6). */
bool na_live_can_confine(int root);

#endif
