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

static const struct na_nic *next_with(const struct na_snapshot *now, const struct na_nic *nic, enum na_attr_id attr,
				      const struct na_nic *after)
{
	size_t i = after ? (size_t)(after - now->nics) + 1 : 0;

	for (; i < now->n_nics; i++)
		if (na_fact_is(&now->nics[i].facts, attr, nic->name) && !strcmp(now->nics[i].netns, nic->netns))
			return &now->nics[i];
	return NULL;
}

const struct na_nic *na_next_member(const struct na_snapshot *now, const struct na_nic *master,
				    const struct na_nic *after)
{
	return next_with(now, master, NA_LINK_MASTER, after);
}

const struct na_nic *na_next_upper(const struct na_snapshot *now, const struct na_nic *lower,
				   const struct na_nic *after)
{
	const struct na_nic *nic = after;

	/* the other end of a veth is told in the same fact, and lies not above */
	do
		nic = next_with(now, lower, NA_LINK_LOWER, nic);
	while (nic && !na_is_stacked(nic));
	return nic;
}
