/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A driver's own counters (ethtool -S): names in one call, values in another. Between the two their number can change, and
 * so the number is compared, and a mismatch asked again.
 */
#include <errno.h>
#include <linux/ethtool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/ioctl.h"

enum { NAME_LEN = ETH_GSTRING_LEN, MAX_COUNTERS = 1 << 16, TRIES = 3 };

struct named {
	const char *key;
	uint32_t index;
};

static int compare_named(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	int order = strcmp(x->key, y->key);

	return order ? order : x->index < y->index ? -1 : 1;
}

/* Some drivers pad names with blanks, and some names come twice: the second is called NAME#2. */
static int sort_names(struct na_collector *c, const unsigned char *block, uint32_t n, struct named *names)
{
	struct na_arena *arena = &c->snapshot->arena;
	uint32_t same = 1;

	for (uint32_t i = 0; i < n; i++) {
		const char *name = (const char *)block + (size_t)i * NAME_LEN;
		size_t len = strnlen(name, NAME_LEN), skip = strspn(name, " ");

		if (skip > len)
			skip = len;
		while (len > skip && name[len - 1] == ' ')
			len--;
		names[i].index = i;
		names[i].key = na_arena_intern(arena, name + skip, len - skip);
		if (!names[i].key)
			return -ENOMEM;
	}
	qsort(names, n, sizeof(*names), compare_named);
	for (uint32_t i = 1; i < n; i++) {
		const char *first = names[i - same].key;

		same = strcmp(names[i].key, first) ? 1 : same + 1;
		if (same > 1 && !(names[i].key = na_arena_printf(arena, "%s#%u", first, same)))
			return -ENOMEM;
	}
	return 0;
}

/* Two devices of one kind have the same names, which are sorted once. */
static int learn_names(struct na_collector *c, const unsigned char *block, uint32_t n)
{
	struct na_counter_names *known = &c->counters;
	struct named *names;
	int ret = -ENOMEM;

	if (known->n == n && !memcmp(known->block, block, (size_t)n * NAME_LEN))
		return 0;
	known->n = 0;
	known->block = na_arena_dup(&c->snapshot->arena, block, (size_t)n * NAME_LEN);
	names = calloc(n, sizeof(*names));
	known->keys = na_arena_alloc(&c->snapshot->arena, n * sizeof(*known->keys));
	known->index = na_arena_alloc(&c->snapshot->arena, n * sizeof(*known->index));
	if (names && known->block && known->keys && known->index)
		ret = sort_names(c, block, n, names);
	for (uint32_t i = 0; !ret && i < n; i++) {
		known->keys[i] = names[i].key;
		known->index[i] = names[i].index;
	}
	if (!ret)
		known->n = n;
	free(names);
	return ret;
}

static int read_values(struct na_collector *c, const struct na_nic *nic, uint32_t n, struct ethtool_stats **stats)
{
	size_t size = sizeof(**stats) + n * sizeof(uint64_t);
	int ret;

	*stats = na_scratch(c, size);
	if (!*stats)
		return -ENOMEM;
	(*stats)->cmd = ETHTOOL_GSTATS;
	(*stats)->n_stats = n;
	ret = na_ioctl(c, nic, *stats, size);
	return !ret && (*stats)->n_stats != n ? -EAGAIN : ret;
}

void na_ioctl_counters(struct na_collector *c, struct na_nic *nic, uint32_t n)
{
	struct ethtool_stats *stats = NULL;
	unsigned char *block;
	int ret = n ? n > MAX_COUNTERS ? -EMSGSIZE : -EAGAIN : -EOPNOTSUPP;

	for (int tries = 0; ret == -EAGAIN && tries < TRIES; tries++) {
		ret = tries ? na_ioctl_count(c, nic, NA_SS_STATS, &n) : 0;
		if (!ret)
			ret = n && n <= MAX_COUNTERS ? na_ioctl_strings(c, nic, NA_SS_STATS, n, &block) : -EMSGSIZE;
		if (!ret)
			ret = learn_names(c, block, n);
		if (!ret)
			ret = read_values(c, nic, n, &stats);
	}
	if (ret)
		na_ioctl_failed(c, nic, ETHTOOL_GSTATS, -ret);
	for (uint32_t i = 0; !ret && i < n; i++)
		if (c->counters.keys[i][0])
			na_put(c, &nic->facts, NA_COUNTER, c->counters.keys[i], NA_SRC_IOCTL,
			       na_uint(stats->data[c->counters.index[i]]));
}
