/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who belongs to whom: bonds, teams and bridges with their members, and what lies above or below an interface. */
#include <string.h>

#include "check/rules.h"

static bool is_kind(const struct na_nic *nic, const char *kind)
{
	return nic->kind && !strcmp(nic->kind, kind);
}

bool na_is_aggregate(const struct na_nic *nic)
{
	return is_kind(nic, "bond") || is_kind(nic, "team");
}

bool na_is_stacked(const struct na_nic *nic)
{
	static const char *const kinds[] = { "vlan", "macvlan", "macvtap", "ipvlan", "ipvtap" };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (is_kind(nic, kinds[i]))
			return true;
	return false;
}

static const struct na_nic *named_by(const struct na_snapshot *now, const struct na_nic *nic, enum na_attr_id attr)
{
	const struct na_value *name = na_fact_value(&nic->facts, attr);

	return name && name->type == NA_STRING ? na_snapshot_find(now, nic->netns, name->v.s) : NULL;
}

const struct na_nic *na_master_of(const struct na_snapshot *now, const struct na_nic *nic)
{
	return named_by(now, nic, NA_LINK_MASTER);
}

const struct na_nic *na_lower_of(const struct na_snapshot *now, const struct na_nic *nic)
{
	return named_by(now, nic, NA_LINK_LOWER);
}

static bool names(const struct na_nic *nic, enum na_attr_id attr, const struct na_nic *other)
{
	return na_fact_is(&nic->facts, attr, other->name) && !strcmp(nic->netns, other->netns);
}

static size_t after_index(const struct na_snapshot *now, const struct na_nic *after)
{
	return after ? (size_t)(after - now->nics) + 1 : 0;
}

const struct na_nic *na_next_member(const struct na_snapshot *now, const struct na_nic *master,
				    const struct na_nic *after)
{
	for (size_t i = after_index(now, after); i < now->n_nics; i++)
		if (names(&now->nics[i], NA_LINK_MASTER, master))
			return &now->nics[i];
	return NULL;
}

const struct na_nic *na_next_upper(const struct na_snapshot *now, const struct na_nic *lower,
				   const struct na_nic *after)
{
	/* the other end of a veth is told in the same fact, and lies not above; most have no kind, which is quickly seen */
	for (size_t i = after_index(now, after); i < now->n_nics; i++)
		if (na_is_stacked(&now->nics[i]) && names(&now->nics[i], NA_LINK_LOWER, lower))
			return &now->nics[i];
	return NULL;
}
