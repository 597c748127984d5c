/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows that are read from a file: those of a NIC's PCI device in sysfs, and those of the host. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collector.h"

static void strip(char *text)
{
	size_t len = strlen(text);

	while (len && (text[len - 1] == '\n' || text[len - 1] == ' '))
		text[--len] = 0;
}

/* "1024 4096 8192" */
static bool parse_numbers(struct na_collector *c, const char *text, struct na_value *value)
{
	uint32_t numbers[32], n = 0;
	char *end;

	for (const char *p = text; *p && n < 32; p = end) {
		unsigned long number = strtoul(p, &end, 10);

		if (end == p || number > UINT32_MAX)
			return false;
		numbers[n++] = (uint32_t)number;
		end += strspn(end, " \t");
	}
	*value = (struct na_value){ .type = NA_NUMBERS, .n = n };
	value->v.numbers = na_arena_dup(&c->snapshot->arena, numbers, n * sizeof(*numbers));
	return n > 0;
}

/* A number may have a unit behind it: "8.0 GT/s PCIe". */
static bool parse(struct na_collector *c, enum na_type type, const char *text, struct na_value *value)
{
	char *end;

	errno = 0;
	switch (type) {
	case NA_UINT:
		*value = na_uint(strtoull(text, &end, 10));
		return end != text && *text != '-' && !errno;
	case NA_BOOL:
		*value = na_bool(strtoull(text, &end, 10) != 0);
		return end != text;
	case NA_REAL:
		*value = na_real(strtod(text, &end));
		return end != text && value->v.d > 0;
	case NA_NUMBERS:
		return parse_numbers(c, text, value);
	case NA_STRING:
		*value = na_string(na_arena_intern(&c->snapshot->arena, text, strlen(text)));
		return true;
	case NA_NONE:
	case NA_INT:
	case NA_LIST:
	case NA_BYTES:
	case NA_JSON:
		break;
	}
	return false;
}

/*
 * The file of a row. One that is not there is something the device or this kernel does not have; one that says -1 or
 * "Unknown" is one that the kernel does not know.
 */
static void read_row(struct na_collector *c, struct na_facts *facts, enum na_attr_id attr, enum na_source source,
		     const char *path)
{
	const struct na_attr *row = &na_attrs[attr];
	struct na_value value;
	char text[4096];
	ssize_t len = c->io->ops->read(c->io, path, text, sizeof(text));

	if (len < 0) {
		int err = (int)-len;
		bool missing = err == ENOENT || err == EINVAL || err == ENOTDIR;

		na_put_state(c, facts, attr, NULL, source, missing ? NA_UNSUPPORTED : na_state_of_errno(err), err,
			     NULL);
		return;
	}
	strip(text);
	if (!parse(c, row->type, text, &value))
		na_put_state(c, facts, attr, NULL, source, NA_UNKNOWN, 0, NULL);
	else if (row->type == NA_UINT && !value.v.u && (row->flags & NA_ZERO_NONE))
		na_put_state(c, facts, attr, NULL, source, NA_UNSUPPORTED, 0, NULL);
	else
		na_put(c, facts, attr, NULL, source, value);
}

bool na_is_pci(const char *address)
{
	const char hex[] = "0123456789abcdef";
	size_t n = address ? strspn(address, hex) : 0;

	return n >= 4 && strlen(address) == n + 8 && address[n] == ':' && strspn(address + n + 1, hex) == 2 &&
	       address[n + 3] == ':' && strspn(address + n + 4, hex) == 2 && address[n + 6] == '.';
}

void na_sysfs_collect(struct na_collector *c)
{
	char path[128];

	for (size_t i = 0; i < c->n; i++) {
		struct na_nic *nic = &c->snapshot->nics[c->first + i];

		if (!nic->selected || nic->is_virtual || !na_is_pci(nic->bus))
			continue;
		na_put(c, &nic->facts, NA_PCI_ADDRESS, NULL, NA_SRC_SYSFS, na_string(nic->bus));
		for (uint16_t a = 1; a < NA_N_ATTRS; a++) {
			const struct na_attr *row = &na_attrs[a];

			if (!row->file.path || (row->flags & NA_HOST) || !c->wanted[a])
				continue;
			snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/%s", nic->bus, row->file.path);
			read_row(c, &nic->facts, a, NA_SRC_SYSFS, path);
		}
	}
}

/*
 * Kernels before 5.14 do not tell the device behind a link: sysfs does. What sysfs shows is of the namespace that
 * mounted it, so that a name there is ours only where the index agrees.
 */
void na_sysfs_find_devices(struct na_collector *c)
{
	char path[128], text[512];

	for (size_t i = 0; i < c->n; i++) {
		struct na_nic *nic = &c->snapshot->nics[c->first + i];
		const char *last;
		ssize_t len;

		if (nic->bus || nic->kind || strchr(nic->name, '/'))
			continue;
		snprintf(path, sizeof(path), "/sys/class/net/%s/device", nic->name);
		len = c->io->ops->readlink(c->io, path, text, sizeof(text));
		if (len < 0)
			continue;
		last = strrchr(text, '/') ? strrchr(text, '/') + 1 : text;
		snprintf(path, sizeof(path), "/sys/class/net/%s/ifindex", nic->name);
		last = na_arena_intern(&c->snapshot->arena, last, strlen(last));
		len = c->io->ops->read(c->io, path, text, sizeof(text));
		if (len < 0 || strtoul(text, NULL, 10) != nic->ifindex)
			continue;
		nic->bus = last;
		nic->is_virtual = false;
	}
}

static const char *host_text(struct na_collector *c, const char *path)
{
	char text[256];

	if (c->io->ops->read(c->io, path, text, sizeof(text)) < 0)
		return NULL;
	strip(text);
	return na_arena_intern(&c->snapshot->arena, text, strlen(text));
}

void na_host_collect(struct na_collector *c)
{
	struct na_snapshot *s = c->snapshot;
	struct na_io_host host = { .machine = "" };
	int ret = c->io->ops->host(c->io, &host);

	if (!ret) {
		s->host.arch = na_arena_intern(&s->arena, host.machine, strnlen(host.machine, sizeof(host.machine)));
		s->host.privileged = host.privileged;
	}
	s->host.hostname = host_text(c, "/proc/sys/kernel/hostname");
	s->host.kernel = host_text(c, "/proc/sys/kernel/osrelease");
	s->host.boot_id = host_text(c, "/proc/sys/kernel/random/boot_id");
	c->io->ops->clock(c->io, CLOCK_REALTIME, &s->host.time_ns);
	for (uint16_t a = 1; a < NA_N_ATTRS; a++)
		if ((na_attrs[a].flags & NA_HOST) && na_attrs[a].file.path && c->wanted[a])
			read_row(c, &s->facts, a,
				 strncmp(na_attrs[a].file.path, "/sys/", 5) ? NA_SRC_PROCFS : NA_SRC_SYSFS,
				 na_attrs[a].file.path);
	if (!c->wanted[NA_IRQBALANCE_RUNNING])
		return;
	ret = c->io->ops->running(c->io, "irqbalance");
	if (ret < 0)
		na_put_state(c, &s->facts, NA_IRQBALANCE_RUNNING, NULL, NA_SRC_PROCFS, na_state_of_errno(-ret), -ret,
			     NULL);
	else
		na_put(c, &s->facts, NA_IRQBALANCE_RUNNING, NULL, NA_SRC_PROCFS, na_bool(ret));
}
