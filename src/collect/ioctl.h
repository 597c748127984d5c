/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between ioctl.c, which knows commands, and the files that know those with a handshake or an array behind them. */
#ifndef NICAUDIT_IOCTL_H
#define NICAUDIT_IOCTL_H

#include "collect/collector.h"

/* 0 or -errno; positive results of some commands count as 0. */
int na_ioctl(struct na_collector *c, const struct na_nic *nic, void *data, size_t len);
/* Facts of all rows that are members of the command's struct. */
void na_ioctl_rows(struct na_collector *c, struct na_nic *nic, uint32_t cmd, const void *data);
/* The state of all rows of a command that failed. */
void na_ioctl_failed(struct na_collector *c, struct na_nic *nic, uint32_t cmd, int err);

void na_ioctl_link_settings(struct na_collector *c, struct na_nic *nic);
void na_ioctl_private_flags(struct na_collector *c, struct na_nic *nic);
void na_ioctl_features(struct na_collector *c, struct na_nic *nic);
void na_ioctl_fec(struct na_collector *c, struct na_nic *nic);
void na_ioctl_rss(struct na_collector *c, struct na_nic *nic);

/*
 * The names of a string set of the device, n of them, 32 bytes each and not always ended: in the scratch room. 0 or
 * -errno.
 */
int na_ioctl_strings(struct na_collector *c, const struct na_nic *nic, uint32_t set, uint32_t n, unsigned char **block);
/* How many names a string set of the device has: *n. 0 or -errno. */
int na_ioctl_count(struct na_collector *c, const struct na_nic *nic, uint32_t set, uint32_t *n);

#endif
