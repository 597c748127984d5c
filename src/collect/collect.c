/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One snapshot: which namespaces, which NICs, and the order in which the collectors have their turn. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collector.h"

struct na_nic *na_collector_nic(struct na_collector *c, uint32_t ifindex)
{
	struct na_nic *nics = c->snapshot->nics + c->first;
	size_t from = 0, to = c->n;

	/* dumps mostly come in the order of the list */
	if (c->next < c->n && nics[c->next].ifindex == ifindex)
		return &nics[c->next++];
	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (nics[middle].ifindex < ifindex)
			from = middle + 1;
		else
			to = middle;
	}
	if (from == c->n || nics[from].ifindex != ifindex)
		return NULL;
	c->next = from + 1;
	return &nics[from];
}

void *na_scratch(struct na_collector *c, size_t size)
{
	size_t want = 2 * size + 64 * 1024;

	if (want > c->scratch_size) {
		free(c->scratch);
		c->scratch = malloc(want);
		c->scratch_size = c->scratch ? want : 0;
	}
	if (c->scratch)
		memset(c->scratch, 0, size);
	return c->scratch;
}

/* Without ethtool netlink all is asked by ioctl, unless netlink alone was wanted; absent then says why. */
static int collect_ethtool(struct na_collector *c)
{
	int ret = 0;

	if (c->options->backend != NA_BACKEND_IOCTL)
		ret = na_ethnl_collect(c);
	if (ret == -ENOMEM)
		return ret;
	na_ioctl_collect(c);
	na_turn_to(c, NULL);
	return 0;
}

static int list_links(struct na_collector *c, const char *netns, struct na_error *error)
{
	int ret = c->io->ops->netns(c->io, netns);

	if (ret)
		return na_error_set(error, -ret, "network namespace '%s' cannot be entered: %s", netns, strerror(-ret));
	ret = na_route_links(c, netns, error);
	if (!ret)
		na_sysfs_find_devices(c);
	return ret;
}

/* A namespace that is gone by now: what was still to be asked says so. */
static void lose_namespace(struct na_collector *c, int err)
{
	c->snapshot->host.partial = true;
	for (size_t i = c->first; i < c->first + c->n; i++)
		for (uint16_t a = 1; a < NA_N_ATTRS && c->snapshot->nics[i].selected; a++)
			if (na_attrs[a].nl.msg || na_attrs[a].io.cmd)
				na_put_state(c, &c->snapshot->nics[i].facts, a, NULL, NA_SRC_ETHNL,
					     na_state_of_errno(err), err, NULL);
}

struct part {
	size_t first, n;
};

/* All links of all namespaces first, since a pattern may be any of them; then what was selected. */
static int collect_all(struct na_collector *c, const char *const *netns, size_t n, struct na_error *error)
{
	const struct na_collect_options *o = c->options;
	struct part *parts = calloc(n, sizeof(*parts));
	int ret = parts ? 0 : -ENOMEM;

	for (size_t i = 0; !ret && i < n; i++) {
		ret = list_links(c, netns[i], error);
		if (!ret)
			parts[i] = (struct part){ c->first, c->n };
		else if (i > 0 && ret != -ENOMEM) {
			/* gone since they were listed, or no namespace at all: the others are there */
			c->snapshot->host.partial = true;
			ret = 0;
		}
	}
	if (!ret)
		ret = na_snapshot_select(c->snapshot, o->patterns, o->n_patterns, o->all, error);
	for (size_t i = 0; !ret && i < n; i++) {
		if (!parts[i].n)
			continue;
		c->first = parts[i].first;
		c->n = parts[i].n;
		c->next = 0;
		ret = c->io->ops->netns(c->io, netns[i]);
		if (ret) {
			lose_namespace(c, -ret);
			ret = 0;
			continue;
		}
		ret = collect_ethtool(c);
		if (!ret) {
			na_route_qdiscs(c);
			na_sysfs_collect(c);
		}
	}
	free(parts);
	return ret;
}

/* Ours and every named one, or the one that was named. *list is one allocation, to be freed with what netns_list gave. */
static int list_netns(struct na_collector *c, char ***named, const char ***list, size_t *n, struct na_error *error)
{
	const char *wanted = c->options->netns;
	int found = 0;

	*named = NULL;
	if (wanted && !strcmp(wanted, "all")) {
		found = c->io->ops->netns_list(c->io, named);
		if (found < 0)
			return na_error_set(error, -found, "network namespaces cannot be listed: %s", strerror(-found));
	}
	*list = calloc((size_t)found + 1, sizeof(**list));
	if (!*list)
		return -ENOMEM;
	(*list)[0] = wanted && strcmp(wanted, "all") ? wanted : "";
	for (int i = 0; i < found; i++)
		(*list)[i + 1] = na_arena_intern(&c->snapshot->arena, (*named)[i], strlen((*named)[i]));
	*n = (size_t)found + 1;
	return 0;
}

static void choose_rows(struct na_collector *c)
{
	for (uint16_t a = NA_N_ATTRS - 1; a > 0; a--) {
		const struct na_attr *row = &na_attrs[a];

		c->wanted[a] = c->options->wanted ? c->options->wanted[a] : NA_WANT_ALL;
		if (c->wanted[a] && row->nl.msg) {
			c->ethnl_next[a] = c->ethnl_rows[row->nl.msg];
			c->ethnl_rows[row->nl.msg] = a;
		}
		if (c->wanted[a] && row->rt.given) {
			c->route_next[a] = c->route_rows[row->rt.nest];
			c->route_rows[row->rt.nest] = a;
		}
	}
}

int na_collect(struct na_io *io, const struct na_collect_options *options, struct na_snapshot **snapshot,
	       struct na_error *error)
{
	struct na_collector c = { .io = io, .options = options, .snapshot = na_snapshot_new() };
	const char **list = NULL;
	char **named = NULL;
	size_t n = 0;
	int ret = -ENOMEM;

	*snapshot = NULL;
	choose_rows(&c);
	na_turn_to(&c, NULL);
	c.buf = malloc(NA_BUF_SIZE);
	if (!c.snapshot || !c.buf)
		goto out;
	ret = list_netns(&c, &named, &list, &n, error);
	if (!ret)
		ret = collect_all(&c, list, n, error);
	if (!ret) {
		io->ops->netns(io, list[0]);
		na_host_collect(&c);
		na_persist_collect(&c);
		ret = na_snapshot_finish(c.snapshot);
	}
out:
	io->ops->netns(io, "");
	free(c.buf);
	free(c.scratch);
	free(list);
	free(named);
	if (ret) {
		if (ret == -ENOMEM)
			na_error_set(error, ENOMEM, "out of memory");
		na_snapshot_free(c.snapshot);
		return ret;
	}
	*snapshot = c.snapshot;
	return 0;
}
