/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about the MTU of interfaces that lie on each other: one that is too small loses large packets, and only those. */
#include <inttypes.h>
#include <string.h>

#include "check/rules.h"

static bool mtu_of(const struct na_nic *nic, uint64_t *mtu)
{
	return na_fact_uint(&nic->facts, NA_LINK_MTU, mtu);
}

static const char *number(struct na_rule_context *c, uint64_t n)
{
	return na_arena_printf(c->arena, "%" PRIu64, n);
}

/* Its own MTU and that of another; otherwise the verdict is given. */
static bool both(struct na_rule_context *c, const struct na_nic *other, uint64_t *ours, uint64_t *theirs)
{
	if (!mtu_of(c->nic, ours))
		na_verdict_unreadable(c, NA_LINK_MTU);
	else if (!mtu_of(other, theirs))
		na_verdict_unknown(c, false, "link.mtu of %s was not read", other->name);
	else
		return true;
	return false;
}

void na_rule_mtu_bond(struct na_rule_context *c)
{
	const struct na_nic *master = na_master_of(c->now, c->nic);
	uint64_t ours, theirs;

	if (!master || !na_is_aggregate(master)) {
		na_verdict_not_applicable(c, "it belongs to no bond or team");
		return;
	}
	if (!both(c, master, &ours, &theirs))
		return;
	if (ours == theirs) {
		na_verdict_pass(c);
		return;
	}
	na_verdict_fail(c, "link.mtu is %" PRIu64 " and that of %s is %" PRIu64 ": %s", ours, master->name, theirs,
			ours < theirs ? "large packets are lost whenever they leave by this port" :
					"it takes what the others do not");
	na_verdict_about(c, NA_LINK_MTU, number(c, theirs));
	na_evidence(c, "bond", "%s", master->name);
	na_mend_set(c, NA_LINK_MTU, NULL, c->check->expected);
}

/* The interface on top (VLAN, macvlan) has the larger one. */
static bool is_too_large(const struct na_nic *upper, uint64_t below, uint64_t *mtu)
{
	return mtu_of(upper, mtu) && *mtu > below;
}

static void fail_below(struct na_rule_context *c, const struct na_nic *upper, uint64_t above,
		       const struct na_nic *lower, uint64_t below)
{
	na_verdict_fail(c,
			"link.mtu of %s is %" PRIu64 ", and %s below it carries no more than %" PRIu64
			": what is larger is lost",
			upper->name, above, lower->name, below);
	c->check->fact = na_attrs[NA_LINK_MTU].name;
	c->check->expected = na_arena_printf(c->arena, "at least %" PRIu64 " (%s)", above, upper->name);
	c->check->actual = number(c, below);
	na_evidence(c, "upper", "%s", upper->name);
	na_evidence(c, "lower", "%s", lower->name);
}

/* What lies on the NIC, or on the bond or bridge it belongs to, and is not asked for itself. */
static void judge_uppers(struct na_rule_context *c)
{
	const struct na_nic *bases[] = { c->nic, na_master_of(c->now, c->nic) };
	size_t n = 0;

	for (size_t i = 0; i < 2 && bases[i]; i++)
		for (const struct na_nic *upper = NULL; (upper = na_next_upper(c->now, bases[i], upper)); n++) {
			uint64_t below, above;

			if (!mtu_of(bases[i], &below)) {
				na_verdict_unknown(c, false, "link.mtu of %s was not read", bases[i]->name);
				return;
			}
			if (upper->selected || !is_too_large(upper, below, &above))
				continue;
			fail_below(c, upper, above, bases[i], below);
			if (bases[i] == c->nic)
				na_mend_set(c, NA_LINK_MTU, NULL, number(c, above));
			return;
		}
	if (n)
		na_verdict_pass(c);
	else
		na_verdict_not_applicable(c, "nothing lies on it");
}

void na_rule_mtu_vlan(struct na_rule_context *c)
{
	const struct na_nic *lower;
	uint64_t ours, below;

	if (!na_is_stacked(c->nic)) {
		if (c->nic->is_virtual)
			na_verdict_not_applicable(c, "it lies on no other");
		else
			judge_uppers(c);
		return;
	}
	lower = na_lower_of(c->now, c->nic);
	if (!lower) {
		na_verdict_not_applicable(c, "what lies below it is not in this namespace");
		return;
	}
	if (!both(c, lower, &ours, &below))
		return;
	if (ours <= below) {
		na_verdict_pass(c);
		return;
	}
	fail_below(c, c->nic, ours, lower, below);
	c->check->expected = na_arena_printf(c->arena, "<= %" PRIu64 " (%s)", below, lower->name);
	c->check->actual = number(c, ours);
	na_mend_set(c, NA_LINK_MTU, NULL, number(c, below));
}

void na_rule_mtu_bridge(struct na_rule_context *c)
{
	const struct na_nic *master = na_master_of(c->now, c->nic), *largest = NULL;
	uint64_t ours, one, most = 0;

	if (!master || !master->kind || strcmp(master->kind, "bridge")) {
		na_verdict_not_applicable(c, "it belongs to no bridge");
		return;
	}
	if (!mtu_of(c->nic, &ours)) {
		na_verdict_unreadable(c, NA_LINK_MTU);
		return;
	}
	for (const struct na_nic *port = NULL; (port = na_next_member(c->now, master, port));)
		if (mtu_of(port, &one) && one > most) {
			most = one;
			largest = port;
		}
	if (!largest || ours == most) {
		na_verdict_pass(c);
		return;
	}
	na_verdict_fail(c,
			"link.mtu is %" PRIu64 " and that of %s, on the same bridge %s, is %" PRIu64
			": frames above %" PRIu64 " are not forwarded here, and nobody is told",
			ours, largest->name, master->name, most, ours);
	na_verdict_about(c, NA_LINK_MTU, number(c, most));
	na_evidence(c, "bridge", "%s", master->name);
	na_mend_set(c, NA_LINK_MTU, NULL, c->check->expected);
}
