/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rules about bonds: does every member do its part, and would a failure be noticed. A bond has no hardware and is asked for
 * with --all only, so that one of its members speaks for it where it is not.
 */
#include <inttypes.h>
#include <string.h>

#include "check/rules.h"

static bool is_bond(const struct na_nic *nic)
{
	return nic && nic->kind && !strcmp(nic->kind, "bond");
}

static bool has_carrier(const struct na_nic *nic)
{
	bool up;

	return na_fact_bool(&nic->facts, NA_LINK_CARRIER, &up) && up;
}

/* The bond that this NIC is to speak for: itself, or that of its first selected member. NULL where the verdict is given. */
static const struct na_nic *bond_to_judge(struct na_rule_context *c)
{
	const struct na_nic *master, *member = NULL;

	if (is_bond(c->nic))
		return c->nic;
	master = na_master_of(c->now, c->nic);
	if (!is_bond(master)) {
		na_verdict_not_applicable(c, "it belongs to no bond");
		return NULL;
	}
	while ((member = na_next_member(c->now, master, member)) && !member->selected)
		;
	if (master->selected || member != c->nic) {
		na_verdict_not_applicable(c, "another interface speaks for its bond");
		return NULL;
	}
	return master;
}

/* "eth0, eth1": members with or without a carrier. */
static const char *members(struct na_rule_context *c, const struct na_nic *bond, bool carrier, size_t *n)
{
	const char *text = "";

	*n = 0;
	for (const struct na_nic *member = NULL; (member = na_next_member(c->now, bond, member));)
		if (has_carrier(member) == carrier) {
			text = na_arena_printf(c->arena, "%s%s%s", text, *n ? ", " : "", member->name);
			++*n;
		}
	return text;
}

void na_rule_bond_single_link(struct na_rule_context *c)
{
	const struct na_nic *bond = bond_to_judge(c);
	const char *with, *without;
	size_t n_with, n_without;
	uint64_t min = 0;

	if (!bond)
		return;
	if (na_fact_is(&bond->facts, NA_LINK_ADMIN, "down")) {
		na_verdict_not_applicable(c, "its bond is set down");
		return;
	}
	with = members(c, bond, true, &n_with);
	without = members(c, bond, false, &n_without);
	na_fact_uint(&bond->facts, NA_BOND_MIN_LINKS, &min);
	if (n_with >= 2 && n_with >= min) {
		na_verdict_pass(c);
		return;
	}
	if (n_with < min)
		na_verdict_fail(c, "%s is down: %zu of its members have a link, and bond.min-links is %" PRIu64,
				bond->name, n_with, min);
	else if (!n_with)
		na_verdict_fail(c, n_without ? "no member of %s has a link" : "%s has no members", bond->name);
	else if (n_without)
		na_verdict_fail(c, "%s hangs on %s alone: %s %s no link", bond->name, with, without,
				n_without == 1 ? "has" : "have");
	else
		na_verdict_fail(c, "%s has one member, %s: there is nothing to fail over to", bond->name, with);
	if (n_with < min || (!n_with && n_without))
		c->check->severity = NA_CRITICAL;
	c->check->fact = na_attrs[NA_LINK_CARRIER].name;
	c->check->expected = na_arena_printf(c->arena, "%" PRIu64 " members with a link", min > 2 ? min : 2);
	c->check->actual = na_arena_printf(c->arena, "%zu", n_with);
	if (n_with)
		na_evidence(c, "with-link", "%s", with);
	if (n_without)
		na_evidence(c, "without-link", "%s", without);
}

void na_rule_bond_no_monitoring(struct na_rule_context *c)
{
	const struct na_nic *bond = bond_to_judge(c);
	uint64_t miimon, arp;

	if (!bond)
		return;
	if (!na_fact_uint(&bond->facts, NA_BOND_MIIMON, &miimon) ||
	    !na_fact_uint(&bond->facts, NA_BOND_ARP_INTERVAL, &arp)) {
		na_verdict_unknown(c, false, "bond.miimon or bond.arp-interval of %s was not read", bond->name);
		return;
	}
	if (miimon || arp) {
		na_verdict_pass(c);
		return;
	}
	na_verdict_fail(c, "%s does not look whether its members have a link: traffic goes on to be sent to a dead one",
			bond->name);
	c->check->fact = na_attrs[NA_BOND_MIIMON].name;
	c->check->expected = "100";
	c->check->actual = "0";
	na_mends(c, na_shell_word(c->arena, bond->name));
}

void na_rule_bond_primary_idle(struct na_rule_context *c)
{
	const struct na_nic *bond = bond_to_judge(c);
	const struct na_value *primary, *active;

	if (!bond)
		return;
	primary = na_fact_value(&bond->facts, NA_BOND_PRIMARY);
	active = na_fact_value(&bond->facts, NA_BOND_ACTIVE_PORT);
	if (!primary) {
		na_verdict_not_applicable(c, "its bond has no primary");
		return;
	}
	if (active && na_value_equal(primary, active)) {
		na_verdict_pass(c);
		return;
	}
	na_verdict_fail(c, "%s runs on %s, and not on its primary %s", bond->name,
			active ? na_value_text(c->arena, active) : "no member", na_value_text(c->arena, primary));
	c->check->fact = na_attrs[NA_BOND_ACTIVE_PORT].name;
	c->check->expected = na_value_text(c->arena, primary);
	c->check->actual = active ? na_value_text(c->arena, active) : "none";
}

void na_rule_bond_port_mii(struct na_rule_context *c)
{
	const struct na_facts *facts = &c->nic->facts;
	const struct na_value *status = na_fact_value(facts, NA_BOND_PORT_MII_STATUS);
	bool carrier;

	if (!is_bond(na_master_of(c->now, c->nic))) {
		na_verdict_not_applicable(c, "it belongs to no bond");
		return;
	}
	if (!status) {
		na_verdict_unreadable(c, NA_BOND_PORT_MII_STATUS);
		return;
	}
	if (!na_fact_bool(facts, NA_LINK_CARRIER, &carrier)) {
		na_verdict_unreadable(c, NA_LINK_CARRIER);
		return;
	}
	/* on its way there are delays, which an administrator asked for */
	if (na_fact_is(facts, NA_BOND_PORT_MII_STATUS, carrier ? "down" : "up")) {
		na_verdict_fail(c, "the interface %s, and its bond takes it for %s",
				carrier ? "has a link" : "has no link", na_value_text(c->arena, status));
		na_verdict_about(c, NA_BOND_PORT_MII_STATUS, carrier ? "up" : "down");
		return;
	}
	na_verdict_pass(c);
}

/* The bond that has this NIC as an 802.3ad port; NULL where the verdict is given. */
static const struct na_nic *lacp_of(struct na_rule_context *c)
{
	const struct na_nic *master = na_master_of(c->now, c->nic);

	if (!is_bond(master) || !na_fact_is(&master->facts, NA_BOND_MODE, "802.3ad"))
		na_verdict_not_applicable(c, "it is no port of an 802.3ad bond");
	else if (!has_carrier(c->nic))
		na_verdict_not_applicable(c, "it has no link");
	else
		return master;
	return NULL;
}

void na_rule_lacp_no_partner(struct na_rule_context *c)
{
	const struct na_nic *bond = lacp_of(c);
	const struct na_value *ours, *theirs;

	if (!bond)
		return;
	if (na_fact_is(&c->nic->facts, NA_LINK_DUPLEX, "half")) {
		na_verdict_not_applicable(c, "it takes no part in LACP at half duplex");
		return;
	}
	ours = na_fact_value(&c->nic->facts, NA_BOND_PORT_ACTOR_STATE);
	theirs = na_fact_value(&c->nic->facts, NA_BOND_PORT_PARTNER_STATE);
	if (!ours) {
		na_verdict_unreadable(c, NA_BOND_PORT_ACTOR_STATE);
		return;
	}
	if (!na_value_has(ours, "defaulted") && !na_value_has(ours, "expired")) {
		na_verdict_pass(c);
		return;
	}
	na_verdict_fail(c, "no LACP partner answers on this port of %s: %s", bond->name,
			na_value_has(ours, "expired") ? "it did, and has fallen silent" :
							"the switch's port is in no LAG, or its LAG does not run LACP");
	na_verdict_about(c, NA_BOND_PORT_ACTOR_STATE, "neither defaulted nor expired");
	if (theirs)
		na_evidence(c, na_attrs[NA_BOND_PORT_PARTNER_STATE].name, "%s", na_value_text(c->arena, theirs));
}

/* Why a port stays out of the aggregator of the others, as far as this end tells. */
static const char *why_out(const struct na_nic *nic)
{
	const struct na_value *ours = na_fact_value(&nic->facts, NA_BOND_PORT_ACTOR_STATE);
	uint64_t speed;

	if (na_fact_is(&nic->facts, NA_LINK_DUPLEX, "half"))
		return "a port at half duplex cannot join (802.1AX 6.4.2)";
	if (!na_fact_uint(&nic->facts, NA_LINK_SPEED, &speed))
		return "its speed is not known, and only ports of one speed join";
	if (ours && na_value_has(ours, "defaulted"))
		return "no LACP partner answers on it";
	return "its speed, or the system or key of its partner, is another one: two switches that are no pair, or another "
	       "LAG";
}

void na_rule_lacp_aggregators_differ(struct na_rule_context *c)
{
	const struct na_nic *bond = lacp_of(c);
	uint64_t ours, active;

	if (!bond)
		return;
	if (!na_fact_uint(&c->nic->facts, NA_BOND_PORT_AGGREGATOR, &ours)) {
		na_verdict_unreadable(c, NA_BOND_PORT_AGGREGATOR);
		return;
	}
	if (!na_fact_uint(&bond->facts, NA_BOND_AD_AGGREGATOR, &active)) {
		na_verdict_unknown(c, false, "bond.ad-info.aggregator of %s was not read", bond->name);
		return;
	}
	if (ours == active) {
		na_verdict_pass(c);
		return;
	}
	na_verdict_fail(c,
			"the port is in aggregator %" PRIu64 " and carries nothing, since %s uses aggregator %" PRIu64
			": %s",
			ours, bond->name, active, why_out(c->nic));
	na_verdict_about(c, NA_BOND_PORT_AGGREGATOR, na_arena_printf(c->arena, "%" PRIu64, active));
	na_evidence_fact(c, NA_LINK_SPEED);
	na_evidence_fact(c, NA_LINK_DUPLEX);
	na_evidence_fact(c, NA_BOND_PORT_ACTOR_STATE);
	na_evidence_fact(c, NA_BOND_PORT_PARTNER_STATE);
}
