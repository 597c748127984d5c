/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ethtool ioctls: for what netlink never had (driver information and statistics), for messages that this kernel's netlink
 * lacks, and for everything where that was asked for. Members of the commands' structs are rows of the table.
 */
#include "collect/ioctl.h"

#include <errno.h>
#include <linux/ethtool.h>
#include <stdlib.h>
#include <string.h>

int na_ioctl(struct na_collector *c, const struct na_nic *nic, void *data, size_t len)
{
	int ret = c->io->ops->ioctl(c->io, nic->name, data, len);

	return ret < 0 ? ret : 0;
}

/* Commands, the size of their struct, and what takes the rows that are no plain members. */
static const struct command {
	uint32_t cmd;
	uint16_t size;
	void (*custom)(struct na_collector *c, struct na_nic *nic);
} commands[] = {
	{ ETHTOOL_GLINK, sizeof(struct ethtool_value), NULL },
	{ ETHTOOL_GLINKSETTINGS, 0, na_ioctl_link_settings },
	{ ETHTOOL_GPFLAGS, 0, na_ioctl_private_flags },
	{ ETHTOOL_GFEATURES, 0, na_ioctl_features },
	{ ETHTOOL_GRINGPARAM, sizeof(struct ethtool_ringparam), NULL },
	{ ETHTOOL_GCHANNELS, sizeof(struct ethtool_channels), NULL },
	{ ETHTOOL_GCOALESCE, sizeof(struct ethtool_coalesce), NULL },
	{ ETHTOOL_GPAUSEPARAM, sizeof(struct ethtool_pauseparam), NULL },
	{ ETHTOOL_GFECPARAM, 0, na_ioctl_fec },
	{ ETHTOOL_GEEE, sizeof(struct ethtool_eee), NULL },
	{ ETHTOOL_GWOL, sizeof(struct ethtool_wolinfo), NULL },
	{ ETHTOOL_GRSSH, 0, na_ioctl_rss },
};

static uint64_t member(const void *data, const struct na_get_io *io)
{
	uint64_t u64 = 0;
	uint32_t u32;
	uint16_t u16;
	const unsigned char *at = (const unsigned char *)data + io->offset;

	switch (io->width) {
	case 1:
		return *at;
	case 2:
		memcpy(&u16, at, 2);
		return u16;
	case 4:
		memcpy(&u32, at, 4);
		return u32;
	default:
		memcpy(&u64, at, 8);
		return u64;
	}
}

void na_ioctl_rows(struct na_collector *c, struct na_nic *nic, uint32_t cmd, const void *data)
{
	for (uint16_t a = 1; a < NA_N_ATTRS; a++) {
		const struct na_attr *row = &na_attrs[a];

		if (row->io.cmd != cmd || row->io.decode == NA_DECODE_CUSTOM)
			continue;
		/* without a maximum there is no such ring or channel */
		if (row->max && na_attrs[row->max].io.cmd == cmd && !member(data, &na_attrs[row->max].io))
			na_put_state(c, &nic->facts, a, NULL, NA_SRC_IOCTL, NA_UNSUPPORTED, 0, NULL);
		else
			na_decode(c, &nic->facts, a, NA_SRC_IOCTL, row->io.decode, row->io.width,
				  (const unsigned char *)data + row->io.offset, row->io.width);
	}
}

void na_ioctl_failed(struct na_collector *c, struct na_nic *nic, uint32_t cmd, int err)
{
	for (uint16_t a = 1; a < NA_N_ATTRS; a++)
		if (na_attrs[a].io.cmd == cmd)
			na_put_state(c, &nic->facts, a, NULL, NA_SRC_IOCTL, na_state_of_errno(err), err, NULL);
}

static void run(struct na_collector *c, struct na_nic *nic, const struct command *command)
{
	_Alignas(8) unsigned char data[512] = { 0 };
	int ret;

	if (command->custom) {
		command->custom(c, nic);
		return;
	}
	memcpy(data, &command->cmd, sizeof(command->cmd));
	ret = na_ioctl(c, nic, data, command->size);
	if (ret)
		na_ioctl_failed(c, nic, command->cmd, -ret);
	else
		na_ioctl_rows(c, nic, command->cmd, data);
}

/* GLINKSETTINGS answers for two messages: it is needed where either lacks. */
static bool netlink_lacks(const struct na_collector *c, uint32_t cmd)
{
	for (uint16_t a = 1; a < NA_N_ATTRS; a++)
		if (na_attrs[a].io.cmd == cmd && c->wanted[a] && na_attrs[a].nl.msg && !c->ops[na_attrs[a].nl.msg])
			return true;
	return false;
}

static void driver_info(struct na_collector *c, struct na_nic *nic)
{
	struct ethtool_drvinfo info = { .cmd = ETHTOOL_GDRVINFO };
	int ret = na_ioctl(c, nic, &info, sizeof(info));

	if (ret) {
		na_ioctl_failed(c, nic, ETHTOOL_GDRVINFO, -ret);
		na_ioctl_failed(c, nic, ETHTOOL_GSTATS, -ret);
		return;
	}
	na_ioctl_rows(c, nic, ETHTOOL_GDRVINFO, &info);
	info.driver[sizeof(info.driver) - 1] = 0;
	info.bus_info[sizeof(info.bus_info) - 1] = 0;
	if (info.driver[0])
		nic->driver = na_arena_intern(&c->snapshot->arena, info.driver, strlen(info.driver));
	/* behind virtio is a PCI device, and its place does not change from boot to boot */
	if (na_is_pci(info.bus_info) && !nic->is_virtual)
		nic->bus = na_arena_intern(&c->snapshot->arena, info.bus_info, strlen(info.bus_info));
	if (na_wanted(c, NA_COUNTER))
		na_ioctl_counters(c, nic, info.n_stats);
}

/*
 * Rows of messages that were not asked, by either way: the kernel lacks the message, or the family; or the family could
 * not be looked up, and nobody knows.
 */
static void mark_rest(struct na_collector *c, struct na_nic *nic, bool ioctls)
{
	bool whole = c->options->backend == NA_BACKEND_IOCTL, absent = c->family >= 0 || c->family == -ENOENT;

	for (uint16_t a = 1; a < NA_N_ATTRS; a++) {
		const struct na_attr *row = &na_attrs[a];

		if (!row->nl.msg || c->ops[row->nl.msg] || (ioctls && row->io.cmd))
			continue;
		if (whole)
			na_put_state(c, &nic->facts, a, NULL, NA_SRC_IOCTL, NA_UNREAD, 0, "ioctl cannot say");
		else
			na_put_state(c, &nic->facts, a, NULL, NA_SRC_ETHNL,
				     absent ? NA_ABSENT : na_state_of_errno(-c->family), absent ? 0 : -c->family, NULL);
	}
}

void na_ioctl_collect(struct na_collector *c)
{
	bool ioctls = c->options->backend != NA_BACKEND_NETLINK;
	bool wanted[sizeof(commands) / sizeof(commands[0])];
	bool lacking = false, about_virtual = c->wanted[NA_COUNTER] & NA_WANT_VIRTUAL;

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		wanted[i] = ioctls && netlink_lacks(c, commands[i].cmd);
	for (uint16_t a = 1; a < NA_N_ATTRS; a++)
		about_virtual |= c->wanted[a] & NA_WANT_VIRTUAL && na_attrs[a].io.cmd == ETHTOOL_GDRVINFO;
	for (uint16_t a = 1; a < NA_N_ATTRS; a++)
		lacking |= c->wanted[a] && na_attrs[a].nl.msg && !c->ops[na_attrs[a].nl.msg];

	for (size_t n = 0; n < c->n; n++) {
		struct na_nic *nic = &c->snapshot->nics[c->first + n];

		if (!nic->selected)
			continue;
		na_turn_to(c, nic);
		if (!nic->is_virtual || about_virtual)
			driver_info(c, nic);
		for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
			if (wanted[i])
				run(c, nic, &commands[i]);
		if (lacking)
			mark_rest(c, nic, ioctls);
	}
}
