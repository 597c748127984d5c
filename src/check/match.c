/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a NIC again in another snapshot: names and numbers move, what is burnt in does not. */
#include <string.h>
#include <strings.h>

#include "check/rules.h"

/* Each outweighs all below it. */
enum { BY_NAME = 1, BY_IFINDEX = 2, BY_BUS = 4, BY_MAC = 8 };

static bool same(const char *a, const char *b)
{
	return a && b && !strcmp(a, b);
}

static bool same_mac(const char *a, const char *b)
{
	return a && b && !strcasecmp(a, b);
}

bool na_same_boot(const struct na_snapshot *a, const struct na_snapshot *b)
{
	return same(a->host.boot_id, b->host.boot_id);
}

static unsigned int likeness(const struct na_nic *a, const struct na_nic *b, bool same_boot)
{
	unsigned int like = 0;

	if (same_mac(a->mac, b->mac))
		like |= BY_MAC;
	if (same(a->bus, b->bus))
		like |= BY_BUS;
	if (strcmp(a->netns, b->netns))
		return like;
	if (same_boot && a->ifindex && a->ifindex == b->ifindex && (a->kind == b->kind || same(a->kind, b->kind)))
		like |= BY_IFINDEX;
	if (!strcmp(a->name, b->name))
		like |= BY_NAME;
	return like;
}

/* Its MAC is now that of another NIC: it is that one, whatever name or slot it shares with ours. */
static bool is_another(const struct na_nic *was, const struct na_snapshot *now, const struct na_nic *nic)
{
	if (!was->mac || same_mac(was->mac, nic->mac))
		return false;
	for (size_t i = 0; i < now->n_nics; i++)
		if (same_mac(now->nics[i].mac, was->mac))
			return true;
	return false;
}

const struct na_nic *na_snapshot_match(const struct na_snapshot *before, const struct na_snapshot *now,
				       const struct na_nic *nic)
{
	bool same_boot = na_same_boot(before, now);
	unsigned int all = likeness(nic, nic, same_boot);
	size_t start = (size_t)(nic - now->nics); /* where it stood last time, as a rule */
	const struct na_nic *found = NULL;
	unsigned int best = 0;

	for (size_t i = 0; i < before->n_nics && best != all; i++) {
		const struct na_nic *was = &before->nics[(start + i) % before->n_nics];
		unsigned int like = likeness(nic, was, same_boot);

		if (like > best && !is_another(was, now, nic)) {
			best = like;
			found = was;
		}
	}
	return found;
}
