/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about offloads that do not suit the host: one that spoils what it passes on, and those that the hardware lacks. */
#include <string.h>

#include "check/rules.h"

/* -1 where the NIC has none of that name, or it was not read. */
static int state_of(const struct na_nic *nic, const char *feature)
{
	const struct na_fact *fact = na_fact_find(&nic->facts, NA_FEATURE, feature);

	return fact && fact->state == NA_PRESENT && fact->value.type == NA_BOOL ? fact->value.v.b : -1;
}

static bool is_fixed(const struct na_nic *nic, const char *feature)
{
	const struct na_value *fixed = na_fact_value(&nic->facts, NA_FEATURES_FIXED);

	return fixed && fixed->type == NA_LIST && na_value_has(fixed, feature);
}

/* Nobody could be asked for features at all; the family then has one fact, which says why. */
static bool are_features_unread(struct na_rule_context *c)
{
	const struct na_fact *first;
	size_t n = na_fact_family(&c->nic->facts, NA_FEATURE, &first);
	char reason[256];

	for (size_t i = 0; i < n; i++)
		if (first[i].state == NA_PRESENT)
			return false;
	if (n && !na_fact_unasked(first)) {
		na_verdict_not_applicable(c, "its offloads are not reported");
		return true;
	}
	if (n)
		na_fact_reason(first, reason, sizeof(reason));
	na_verdict_unknown(c, !c->nic->is_virtual, "features: %s", n ? reason : "not read");
	return true;
}

/* lro-forwarding */

static const char *master_of(const struct na_nic *nic)
{
	const struct na_value *master = na_fact_value(&nic->facts, NA_LINK_MASTER);

	return master && master->type == NA_STRING ? master->v.s : NULL;
}

static bool has_kind(const struct na_nic *nic, const char *kind)
{
	return nic->kind && !strcmp(nic->kind, kind);
}

/* The bridge or Open vSwitch that the interface is a port of, or NULL. */
static const struct na_nic *switch_of(const struct na_snapshot *now, const struct na_nic *port)
{
	const char *master = master_of(port);
	const struct na_nic *upper = master ? na_snapshot_find(now, port->netns, master) : NULL;

	return upper && (has_kind(upper, "bridge") || has_kind(upper, "openvswitch")) ? upper : NULL;
}

/* Where the packets of the NIC come out of a port again. */
struct way_out {
	const struct na_nic
		*port; /* the NIC itself, a VLAN on it, or a bond (team) that it belongs to; or a VLAN on that */
	const struct na_nic *bridge; /* NULL for none */
	bool by_bond;
};

static struct way_out find_way_out(const struct na_snapshot *now, const struct na_nic *nic)
{
	const char *bond = master_of(nic);

	for (size_t i = 0; i < now->n_nics; i++) {
		const struct na_nic *port = &now->nics[i], *bridge;
		const struct na_value *lower = na_fact_value(&port->facts, NA_LINK_LOWER);
		const char *base =
			has_kind(port, "vlan") && lower && lower->type == NA_STRING ? lower->v.s : port->name;
		bool ours = !strcmp(base, nic->name), of_bond = bond && !strcmp(base, bond);

		if ((!ours && !of_bond) || strcmp(port->netns, nic->netns))
			continue;
		bridge = switch_of(now, port);
		if (bridge)
			return (struct way_out){ port, bridge, !ours };
	}
	return (struct way_out){ 0 };
}

/* 1, 0, or -1 where it is not known. */
static int forwards(const struct na_rule_context *c)
{
	const struct na_facts *host = &c->now->facts;
	const struct na_fact *v6 = na_fact_find(host, NA_NET_FORWARDING6, NULL);
	bool on = false, on6 = false, known;

	/* facts about the host are of one namespace, that of the first NIC */
	if (strcmp(c->nic->netns, c->now->nics[0].netns))
		return -1;
	known = na_fact_bool(host, NA_NET_FORWARDING, &on);
	/* a kernel without IPv6 has no such switch */
	known = (na_fact_bool(host, NA_NET_FORWARDING6, &on6) || !na_fact_unasked(v6)) && known;
	if (on || on6)
		return 1;
	return known ? 0 : -1;
}

static void fail_lro(struct na_rule_context *c, const char *where)
{
	bool fixed = is_fixed(c->nic, "rx-lro");

	na_verdict_fail(c, "LRO is on, and %s: packets that it put together cannot be passed on as they came%s", where,
			fixed ? "; this driver does not let go of it" : "");
	c->check->fact = "feature.rx-lro";
	c->check->expected = "off";
	c->check->actual = "on";
	na_evidence(c, "driver", "%s", c->nic->driver ? c->nic->driver : "not known");
	if (!fixed)
		na_mend_set(c, NA_FEATURE, "rx-lro", "off");
}

/* A way out by a bond weighs less: the bond's own LRO, which is off in a bridge, as a rule holds that of its ports. */
static void judge_way_out(struct na_rule_context *c, const struct way_out *out)
{
	const char *name = out->bridge->name;

	if (out->by_bond) {
		fail_lro(c, na_arena_printf(c->arena, "it belongs to %s, and %s is a port of %s", master_of(c->nic),
					    out->port->name, name));
		na_verdict_lower(c, NA_INFO);
	} else if (out->port == c->nic) {
		fail_lro(c, na_arena_printf(c->arena, "it is a port of %s", name));
	} else {
		fail_lro(c,
			 na_arena_printf(c->arena, "%s, which stands on it, is a port of %s", out->port->name, name));
	}
}

void na_rule_lro_forwarding(struct na_rule_context *c)
{
	const char *master = master_of(c->nic);
	struct way_out out;
	int forwarding, lro = state_of(c->nic, "rx-lro");

	if (lro <= 0) {
		if (lro == 0)
			na_verdict_pass(c);
		else if (!are_features_unread(c))
			na_verdict_not_applicable(c, "it knows no LRO");
		return;
	}
	out = find_way_out(c->now, c->nic);
	forwarding = forwards(c);
	if (out.bridge && !out.by_bond)
		judge_way_out(c, &out);
	else if (forwarding > 0)
		fail_lro(c, "the host forwards packets");
	else if (out.bridge)
		judge_way_out(c, &out);
	else if (forwarding < 0)
		na_verdict_unknown(c, true, "LRO is on, and whether the host forwards packets was not read");
	else if (!master && na_fact_unasked(na_fact_find(&c->nic->facts, NA_LINK_ADMIN, NULL)))
		na_verdict_unknown(c, true, "LRO is on, and whether the interface belongs to a bridge was not read");
	else if (master && !na_snapshot_find(c->now, c->nic->netns, master))
		na_verdict_unknown(c, true, "LRO is on, and what '%s' is, which the interface belongs to, was not read",
				   master);
	else
		na_verdict_pass(c);
}

/* capability-gap */

/* What everyone expects of a NIC by now, each as any one of some offloads. */
struct capability {
	const char *name;
	const char *features[2];
};

static const struct capability capabilities[] = {
	{ "receive checksums", { "rx-checksum" } },
	{ "transmit checksums of IPv4", { "tx-checksum-ip-generic", "tx-checksum-ipv4" } },
	{ "transmit checksums of IPv6", { "tx-checksum-ip-generic", "tx-checksum-ipv6" } },
	{ "scatter-gather", { "tx-scatter-gather" } },
	{ "TCP segmentation", { "tx-tcp-segmentation" } },
};

enum { GIGABIT = 1000 };

/* Each of its offloads is there by name, off, and cannot be switched on. */
static bool lacks(const struct na_nic *nic, const struct capability *capability)
{
	for (size_t i = 0; i < 2 && capability->features[i]; i++)
		if (state_of(nic, capability->features[i]) || !is_fixed(nic, capability->features[i]))
			return false;
	return true;
}

/* Below a gigabit a CPU does all of it without noticing. Otherwise the verdict is given. */
static bool is_fast_enough_to_care(struct na_rule_context *c)
{
	const struct na_value *supported = na_fact_value(&c->nic->facts, NA_LINK_SUPPORTED);
	const struct na_link_mode *best;

	if (na_nic_speed_is_nominal(c->nic))
		return true;
	if (na_fact_unasked(na_fact_find(&c->nic->facts, NA_LINK_SUPPORTED, NULL))) {
		na_verdict_unreadable(c, NA_LINK_SUPPORTED);
		return false;
	}
	best = supported && supported->type == NA_LIST ? na_link_mode_best(supported) : NULL;
	if (best && best->speed >= GIGABIT)
		return true;
	na_verdict_not_applicable(c, best ? "it is slower than a gigabit" : "its link modes are not reported");
	return false;
}

void na_rule_capability_gap(struct na_rule_context *c)
{
	const char *text = "";

	if (are_features_unread(c) || !is_fast_enough_to_care(c))
		return;
	if (!na_fact_value(&c->nic->facts, NA_FEATURES_FIXED)) {
		if (na_fact_unasked(na_fact_find(&c->nic->facts, NA_FEATURES_FIXED, NULL)))
			na_verdict_unreadable(c, NA_FEATURES_FIXED);
		else
			na_verdict_not_applicable(c, "what is fixed is not reported");
		return;
	}
	for (size_t i = 0; i < sizeof(capabilities) / sizeof(capabilities[0]); i++)
		if (lacks(c->nic, &capabilities[i]))
			text = na_arena_printf(c->arena, "%s%s%s", text, *text ? ", " : "", capabilities[i].name);
	if (!*text) {
		na_verdict_pass(c);
		return;
	}
	na_verdict_fail(c, "the device cannot do: %s; the CPU does, and no setting changes that", text);
	na_verdict_about(c, NA_FEATURES_FIXED, "none of them off and fixed");
	c->check->actual = text;
}
