/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the host and its NICs into a snapshot. Only reads, and judges nothing. */
#ifndef NICAUDIT_COLLECT_H
#define NICAUDIT_COLLECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nicaudit/error.h"
#include "nicaudit/io.h"
#include "nicaudit/snapshot.h"

enum na_backend {
	NA_BACKEND_AUTO,    /* ethtool netlink, and ioctl where the kernel lacks a message */
	NA_BACKEND_NETLINK, /* no ioctl but for what netlink cannot say at all (driver info, driver statistics) */
	NA_BACKEND_IOCTL,   /* no ethtool netlink */
};

struct na_collect_options {
	const char *const *patterns; /* as na_snapshot_select(), which see */
	size_t n_patterns;
	bool all;
	enum na_backend backend;
	const uint8_t
		*wanted;   /* enum na_want by enum na_attr_id, NULL for all: the kernel is not asked for the others */
	const char *netns; /* NULL: ours; a name of `ip netns`; "all": ours and every named one */
};

/*
 * Fills *snapshot, finished and the caller's to free; what could not be read is in it as a fact of another state.
 * Every link is in it, those not selected with what rtnetlink says of them alone. -errno where there is no
 * snapshot at all: no netlink, no such namespace (ENOENT), no such interface (ENOENT), no memory.
 */
int na_collect(struct na_io *io, const struct na_collect_options *options, struct na_snapshot **snapshot,
	       struct na_error *error);

#endif
