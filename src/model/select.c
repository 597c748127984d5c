/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which NICs are meant: by name, altname or glob, and what kind of NIC one is. */
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "nicaudit/snapshot.h"

static bool is_named(const struct na_nic *nic, const char *name)
{
	if (!strcmp(nic->name, name))
		return true;
	for (uint32_t i = 0; i < nic->n_altnames; i++)
		if (!strcmp(nic->altnames[i], name))
			return true;
	return false;
}

bool na_nic_matches(const struct na_nic *nic, const char *pattern)
{
	if (is_named(nic, pattern))
		return true;
	if (!fnmatch(pattern, nic->name, 0))
		return true;
	for (uint32_t i = 0; i < nic->n_altnames; i++)
		if (!fnmatch(pattern, nic->altnames[i], 0))
			return true;
	return false;
}

/* A name that exists is that name, even where it could be read as a glob, too. */
static size_t mark(struct na_snapshot *snapshot, const char *pattern)
{
	bool (*const ways[])(const struct na_nic *, const char *) = { is_named, na_nic_matches };
	size_t n = 0;

	for (size_t way = 0; !n && way < 2; way++)
		for (size_t i = 0; i < snapshot->n_nics; i++)
			if (ways[way](&snapshot->nics[i], pattern)) {
				snapshot->nics[i].selected = true;
				n++;
			}
	return n;
}

static int no_match(const struct na_snapshot *snapshot, const char *pattern, struct na_error *error)
{
	const char **names;
	const char *nearest = NULL;

	if (strpbrk(pattern, "*?["))
		return na_error_set(error, ENOENT, "no interface matches '%s'", pattern);
	names = calloc(snapshot->n_nics ? snapshot->n_nics : 1, sizeof(*names));
	if (!names)
		return -ENOMEM;
	for (size_t i = 0; i < snapshot->n_nics; i++)
		names[i] = snapshot->nics[i].name;
	nearest = na_nearest(pattern, names, snapshot->n_nics);
	free(names);
	return na_error_set(error, ENOENT, "no interface '%s'%s%s%s", pattern, nearest ? "; did you mean '" : "",
			    nearest ? nearest : "", nearest ? "'?" : "");
}

int na_snapshot_select(struct na_snapshot *snapshot, const char *const *patterns, size_t n, bool all,
		       struct na_error *error)
{
	for (size_t i = 0; i < snapshot->n_nics; i++)
		snapshot->nics[i].selected = !n && (all || !snapshot->nics[i].is_virtual);
	for (size_t i = 0; i < n; i++)
		if (!mark(snapshot, patterns[i]))
			return no_match(snapshot, patterns[i], error);
	return 0;
}

bool na_nic_speed_is_nominal(const struct na_nic *nic)
{
	/* drivers of hypervisors' and clouds' NICs: whatever they call a speed, no wire has it */
	static const char *const made_up[] = { "virtio_net", "xen-netfront", "vif", "vmxnet3",
					       "hv_netvsc",  "ena",	     "gve", NULL };

	if (nic->is_virtual)
		return true;
	for (size_t i = 0; nic->driver && made_up[i]; i++)
		if (!strcmp(nic->driver, made_up[i]))
			return true;
	return false;
}

struct na_nic *na_snapshot_find(const struct na_snapshot *snapshot, const char *netns, const char *name)
{
	for (size_t i = 0; i < snapshot->n_nics; i++)
		if (!strcmp(snapshot->nics[i].name, name) && !strcmp(snapshot->nics[i].netns, netns))
			return &snapshot->nics[i];
	return NULL;
}
