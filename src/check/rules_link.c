/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about the link: is there one, and did speed, duplex and negotiation come out as they should. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check/rules.h"

enum link { LINK_DOWN, LINK_UP, LINK_UNREADABLE };

/* *attr is the fact that says it: the carrier where the driver cannot say whether there is a link. */
static enum link link_of(const struct na_nic *nic, enum na_attr_id *attr)
{
	const struct na_fact *fact = na_fact_find(&nic->facts, NA_LINK_DETECTED, NULL);
	bool up;

	*attr = NA_LINK_DETECTED;
	if (fact && (fact->state == NA_UNSUPPORTED || fact->state == NA_ABSENT) &&
	    na_fact_bool(&nic->facts, NA_LINK_CARRIER, &up))
		*attr = NA_LINK_CARRIER;
	if (na_fact_bool(&nic->facts, *attr, &up))
		return up ? LINK_UP : LINK_DOWN;
	/* an interface that is set down has no link, and drivers cannot be asked (__ethtool_get_link() in the kernel) */
	return na_fact_is(&nic->facts, NA_LINK_ADMIN, "down") ? LINK_DOWN : LINK_UNREADABLE;
}

bool na_link_is_down(const struct na_nic *nic)
{
	enum na_attr_id attr;

	return link_of(nic, &attr) == LINK_DOWN;
}

bool na_link_is_up(struct na_rule_context *c)
{
	enum na_attr_id attr;

	if (na_nic_speed_is_nominal(c->nic)) {
		na_verdict_not_applicable(c, "its speed is nominal");
		return false;
	}
	switch (link_of(c->nic, &attr)) {
	case LINK_UP:
		return true;
	case LINK_DOWN:
		na_verdict_not_applicable(c, "the link is down");
		break;
	case LINK_UNREADABLE:
		na_verdict_unreadable(c, attr);
		break;
	}
	return false;
}

/* The fastest mode of the list, NULL where it was not read or has none: such a list says nothing about the modes. */
static const struct na_link_mode *best_of(const struct na_nic *nic, enum na_attr_id attr)
{
	const struct na_value *value = na_fact_value(&nic->facts, attr);

	return value && value->type == NA_LIST ? na_link_mode_best(value) : NULL;
}

static const struct na_value *modes_of(const struct na_nic *nic, enum na_attr_id attr)
{
	return best_of(nic, attr) ? na_fact_value(&nic->facts, attr) : NULL;
}

/* What both lists have and is the best; NULL for nothing. */
static const struct na_link_mode *best_common(const struct na_value *ours, const struct na_value *theirs)
{
	const char *common[128];
	uint32_t n = 0;

	for (uint32_t i = 0; i < ours->n && n < 128; i++)
		if (na_value_has(theirs, ours->v.list[i]))
			common[n++] = ours->v.list[i];
	return na_link_mode_best(&(struct na_value){ .type = NA_LIST, .n = n, .v.list = common });
}

/* Autonegotiation can be switched on at all. */
static bool can_negotiate(const struct na_nic *nic)
{
	const struct na_value *supported = na_fact_value(&nic->facts, NA_LINK_SUPPORTED);

	return supported && supported->type == NA_LIST && na_value_has(supported, "Autoneg");
}

/* Full duplex at that speed, or at any where speed is 0. */
static bool has_full(const struct na_value *list, uint64_t speed)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const struct na_link_mode *mode = na_link_mode_find(list->v.list[i]);

		if (mode && mode->full && (!speed || mode->speed == speed))
			return true;
	}
	return false;
}

/* Why a link came out at half duplex, as far as the facts tell. */
static const char *why_half(const struct na_nic *nic, uint64_t speed)
{
	const struct na_value *advertised = modes_of(nic, NA_LINK_ADVERTISED);
	const struct na_value *partner = modes_of(nic, NA_LINK_PARTNER);
	bool autoneg;

	if (!na_fact_bool(&nic->facts, NA_LINK_AUTONEG, &autoneg))
		return "whether it was negotiated is not known";
	if (!autoneg && !can_negotiate(nic))
		return "the NIC does not negotiate";
	if (!autoneg)
		return "autonegotiation is off, so that it was forced here";
	if (advertised && !has_full(advertised, speed))
		return "full duplex is not offered to the partner";
	if (!partner)
		return "no modes of the partner are reported: a partner that does not negotiate (forced) leads to this, "
		       "since parallel detection finds the speed and has to take half duplex (802.3 28.2.3.1)";
	if (!has_full(partner, speed))
		return "the partner does not offer full duplex";
	return "although both ends offer full duplex";
}

void na_rule_half_duplex(struct na_rule_context *c)
{
	const struct na_facts *facts = &c->nic->facts;
	const struct na_value *advertised;
	char at[40] = "";
	uint64_t speed = 0;
	bool autoneg = true;

	if (!na_link_is_up(c))
		return;
	if (na_fact_is(facts, NA_LINK_DUPLEX, "full")) {
		na_verdict_pass(c);
		return;
	}
	if (!na_fact_is(facts, NA_LINK_DUPLEX, "half")) {
		na_verdict_unreadable(c, NA_LINK_DUPLEX);
		return;
	}
	if (na_fact_uint(facts, NA_LINK_SPEED, &speed))
		snprintf(at, sizeof(at), " at %" PRIu64 " Mb/s", speed);
	na_verdict_fail(c, "half duplex%s: %s", at, why_half(c->nic, speed));
	na_verdict_about(c, NA_LINK_DUPLEX, "full");
	na_evidence_fact(c, NA_LINK_SPEED);
	na_evidence_fact(c, NA_LINK_AUTONEG);
	na_evidence_fact(c, NA_LINK_PARTNER);
	/* where we offered it and got half, it is the partner that has to change */
	na_fact_bool(facts, NA_LINK_AUTONEG, &autoneg);
	advertised = modes_of(c->nic, NA_LINK_ADVERTISED);
	if (can_negotiate(c->nic) && (!autoneg || (advertised && !has_full(advertised, speed))))
		na_mends(c, NULL);
}

enum base_t { OTHER_MEDIUM, BASE_T, NOT_TOLD };

/*
 * Twisted pair with autonegotiation of clause 28? *mode is the BASE-T mode of that speed, full duplex, or NULL. Drivers
 * of SFP ports list 1000baseT and 10000baseT for want of a better name, and single-pair PHYs call their port TP.
 */
static enum base_t medium_of(const struct na_nic *nic, uint64_t speed, const struct na_link_mode **mode)
{
	static const char *const other_ports[] = { "fibre", "da", "aui", "bnc" };
	const struct na_value *supported = na_fact_value(&nic->facts, NA_LINK_SUPPORTED);
	bool other = false;

	*mode = NULL;
	for (uint32_t i = 0; i < supported->n; i++) {
		const struct na_link_mode *one = na_link_mode_find(supported->v.list[i]);

		if (!one || one->speed != speed)
			continue;
		if (one->medium != NA_MEDIUM_T)
			other = true;
		else if (!*mode || one->full)
			*mode = one;
	}
	for (size_t i = 0; i < sizeof(other_ports) / sizeof(other_ports[0]); i++)
		if (na_fact_is(&nic->facts, NA_LINK_PORT, other_ports[i]))
			return OTHER_MEDIUM;
	if (na_fact_is(&nic->facts, NA_LINK_PORT, "tp"))
		return *mode || !other ? BASE_T : OTHER_MEDIUM;
	if (*mode)
		return other ? NOT_TOLD : BASE_T;
	return OTHER_MEDIUM;
}

/* ethtool's hexadecimal number for `advertise`, NULL where there is no mode. BASE-T has no bit above 63. */
static const char *mask_of(struct na_arena *arena, const struct na_link_mode *mode)
{
	return mode ? na_arena_printf(arena, "0x%03" PRIx64, UINT64_C(1) << (mode - na_link_modes)) : NULL;
}

static void fail_autoneg_off(struct na_rule_context *c, enum link link, uint64_t speed, const struct na_link_mode *mode)
{
	na_verdict_fail(
		c, "autonegotiation is off at %" PRIu64 " Mb/s, which BASE-T cannot do without: %s", speed,
		link == LINK_UP ?
			"as there is a link, the NIC still negotiates, with this one mode, and works, well or badly, "
			"while error counters stay silent; where it does not, there is no link" :
			"there is no link, as follows where the partner negotiates; a NIC that still negotiates, with "
			"this one mode, has one, which works, well or badly");
	na_verdict_about(c, NA_LINK_AUTONEG, "on");
	na_evidence_fact(c, NA_LINK_SPEED);
	na_evidence_fact(c, NA_LINK_DUPLEX);
	na_evidence_fact(c, NA_LINK_PORT);
	na_evidence_fact(c, NA_LINK_PARTNER);
	na_mends(c, mask_of(c->arena, mode));
}

/* What the driver does not know while the link is down is no gap in the audit. */
static void unreadable(struct na_rule_context *c, enum link link, enum na_attr_id attr)
{
	na_verdict_unreadable(c, attr);
	if (link == LINK_DOWN && !na_fact_unasked(na_fact_find(&c->nic->facts, attr, NULL)))
		c->check->required = false;
}

/* Off, able to be on, and at that speed. */
static void judge_autoneg_off(struct na_rule_context *c, enum link link, uint64_t speed)
{
	const struct na_link_mode *mode;

	switch (medium_of(c->nic, speed, &mode)) {
	case OTHER_MEDIUM:
		na_verdict_not_applicable(c, "it is not BASE-T");
		break;
	case NOT_TOLD:
		na_verdict_unknown(
			c, false,
			"autonegotiation is off, and neither link.port nor link.supported tells whether this is BASE-T");
		break;
	case BASE_T:
		if (speed >= 1000)
			fail_autoneg_off(c, link, speed, mode);
		else
			na_verdict_pass(c);
		break;
	}
}

void na_rule_autoneg_off_base_t(struct na_rule_context *c)
{
	const struct na_facts *facts = &c->nic->facts;
	enum na_attr_id link_attr;
	enum link link;
	uint64_t speed;
	bool autoneg = false, known;

	if (na_nic_speed_is_nominal(c->nic)) {
		na_verdict_not_applicable(c, "its speed is nominal");
		return;
	}
	known = na_fact_bool(facts, NA_LINK_AUTONEG, &autoneg);
	if (autoneg) {
		na_verdict_pass(c);
		return;
	}
	link = link_of(c->nic, &link_attr);
	if (na_fact_is(facts, NA_LINK_ADMIN, "down"))
		na_verdict_not_applicable(c, "it is set down");
	else if (!known)
		unreadable(c, link, NA_LINK_AUTONEG);
	else if (na_fact_unasked(na_fact_find(facts, NA_LINK_SUPPORTED, NULL)))
		unreadable(c, link, NA_LINK_SUPPORTED);
	else if (!can_negotiate(c->nic))
		na_verdict_not_applicable(c, "it does not say that it could negotiate");
	else if (link == LINK_UNREADABLE)
		unreadable(c, link, link_attr);
	else if (!na_fact_uint(facts, NA_LINK_SPEED, &speed))
		unreadable(c, link, NA_LINK_SPEED);
	else
		judge_autoneg_off(c, link, speed);
}

static const char *name_of(const struct na_link_mode *mode)
{
	return mode ? mode->name : "not reported";
}

/* A port for modules and cables, and what it offers is what the one in it can do. */
static bool has_cage(const struct na_nic *nic)
{
	return na_fact_is(&nic->facts, NA_LINK_PORT, "fibre") || na_fact_is(&nic->facts, NA_LINK_PORT, "da");
}

/* Negotiated, and slower than the best that the NIC can do. true where negotiating anew may help. */
static bool why_slow(struct na_rule_context *c, uint64_t speed, const struct na_link_mode *best)
{
	const struct na_value *supported = na_fact_value(&c->nic->facts, NA_LINK_SUPPORTED);
	const struct na_value *partner = modes_of(c->nic, NA_LINK_PARTNER);
	const struct na_value *advertised = modes_of(c->nic, NA_LINK_ADVERTISED);
	const struct na_value *ours = advertised ? advertised : supported;
	const struct na_link_mode *offered = na_link_mode_best(ours);
	const struct na_link_mode *common = partner ? best_common(ours, partner) : NULL;
	const struct na_link_mode *possible = partner ? best_common(supported, partner) : NULL;
	bool restricted = offered->speed < best->speed;

	if (common && speed < common->speed) {
		c->check->expected = na_arena_printf(c->arena, "%" PRIu32, common->speed);
		na_verdict_fail(c,
				"downshift: both ends offer %s, and the link runs at %" PRIu64
				" Mb/s; a cable or a connector that does not carry more does this",
				common->name, speed);
		return false;
	}
	if (partner && restricted && possible && possible->speed > speed) {
		na_verdict_fail(c,
				"%" PRIu64 " Mb/s, because no more than %s is offered to the partner; both could do %s",
				speed, offered->name, possible->name);
		return true;
	}
	if (partner) {
		/* somebody else's limit, and as good as it gets */
		na_verdict_fail(c, "%" PRIu64 " Mb/s, while the NIC can do %s: the partner offers nothing faster%s",
				speed, best->name, restricted ? ", nor does the NIC" : "");
		na_verdict_lower(c, NA_INFO);
		return false;
	}
	if (restricted && speed >= offered->speed) {
		na_verdict_fail(
			c,
			"%" PRIu64 " Mb/s, because no more than %s is offered to the partner%s, while the NIC can do "
			"%s; the partner's modes are not reported",
			speed, offered->name, has_cage(c->nic) ? ", as a slower module has it" : "", best->name);
		return !has_cage(c->nic);
	}
	na_verdict_fail(c,
			"%" PRIu64
			" Mb/s, while %s is offered to the partner: it offers less, or the cable does not carry "
			"more; the partner's modes are not reported",
			speed, offered->name);
	return restricted;
}

/* The speed was not negotiated. true where negotiating may help. */
static bool why_forced(struct na_rule_context *c, uint64_t speed, const struct na_link_mode *best)
{
	const struct na_link_mode *mode, *offered = best_of(c->nic, NA_LINK_ADVERTISED);
	bool base_t = medium_of(c->nic, speed, &mode) == BASE_T;

	if (has_cage(c->nic) && offered && offered->speed == speed) {
		na_verdict_fail(c, "%" PRIu64 " Mb/s, while the port can do %s: the module in it has no more than %s",
				speed, best->name, offered->name);
		return false;
	}
	na_verdict_fail(
		c, "%" PRIu64 " Mb/s, while the NIC can do %s: autonegotiation is off, so that the speed was forced%s",
		speed, best->name, base_t ? "" : ", or is that of the module");
	return base_t && can_negotiate(c->nic);
}

/* What the PCIe link carries at most, in Mb/s: 8b/10b up to 5 GT/s, 128b/130b above; 0 where it is not known. */
static uint64_t pcie_rate(const struct na_nic *nic)
{
	const struct na_value *speed = na_fact_value(&nic->facts, NA_PCI_SPEED);
	double lane = speed && speed->type == NA_REAL ? speed->v.d * 1000 : 0;
	uint64_t width;

	/* no lane is that fast, and no link that wide */
	if (!(lane > 0 && lane < 1e6) || !na_fact_uint(&nic->facts, NA_PCI_WIDTH, &width) || width > 32)
		return 0;
	return (uint64_t)(lane * (double)width * (lane < 8000 ? 8.0 / 10 : 128.0 / 130));
}

static void add_pcie(struct na_rule_context *c, const struct na_link_mode *best)
{
	uint64_t rate = pcie_rate(c->nic);

	if (!rate || rate >= best->speed)
		return;
	c->check->message = na_arena_printf(c->arena, "%s; and its PCIe link carries no more than %" PRIu64 " Mb/s",
					    c->check->message, rate);
	na_evidence_fact(c, NA_PCI_SPEED);
	na_evidence_fact(c, NA_PCI_WIDTH);
}

void na_rule_below_best_speed(struct na_rule_context *c)
{
	const struct na_facts *facts = &c->nic->facts;
	const struct na_link_mode *best;
	bool autoneg = true, mendable;
	uint64_t speed;

	if (!na_link_is_up(c))
		return;
	best = best_of(c->nic, NA_LINK_SUPPORTED);
	if (!best && na_fact_unasked(na_fact_find(facts, NA_LINK_SUPPORTED, NULL))) {
		na_verdict_unreadable(c, NA_LINK_SUPPORTED);
		return;
	}
	if (!best) {
		na_verdict_not_applicable(c, "its link modes are not reported");
		return;
	}
	if (!na_fact_uint(facts, NA_LINK_SPEED, &speed)) {
		na_verdict_unreadable(c, NA_LINK_SPEED);
		return;
	}
	if (speed >= best->speed) {
		na_verdict_pass(c);
		return;
	}
	na_verdict_about(c, NA_LINK_SPEED, na_arena_printf(c->arena, "%" PRIu32, best->speed));
	na_fact_bool(facts, NA_LINK_AUTONEG, &autoneg);
	mendable = autoneg ? why_slow(c, speed, best) : why_forced(c, speed, best);
	na_evidence_fact(c, NA_LINK_AUTONEG);
	na_evidence(c, "best-supported", "%s", best->name);
	na_evidence(c, "best-advertised", "%s", name_of(best_of(c->nic, NA_LINK_ADVERTISED)));
	na_evidence(c, "best-partner", "%s", name_of(best_of(c->nic, NA_LINK_PARTNER)));
	add_pcie(c, best);
	if (mendable)
		na_mends(c, NULL);
}

void na_rule_link_down_admin_up(struct na_rule_context *c)
{
	const struct na_facts *facts = &c->nic->facts;
	const struct na_value *state = na_fact_value(facts, NA_LINK_EXT_STATE);
	const struct na_value *substate = na_fact_value(facts, NA_LINK_EXT_SUBSTATE);
	enum na_attr_id attr;

	if (na_fact_is(facts, NA_LINK_ADMIN, "down")) {
		na_verdict_not_applicable(c, "it is set down");
		return;
	}
	if (!na_fact_is(facts, NA_LINK_ADMIN, "up")) {
		na_verdict_unreadable(c, NA_LINK_ADMIN);
		return;
	}
	switch (link_of(c->nic, &attr)) {
	case LINK_UP:
		na_verdict_pass(c);
		break;
	case LINK_UNREADABLE:
		na_verdict_unreadable(c, attr);
		break;
	case LINK_DOWN:
		na_verdict_fail(c, "it is set up and has no link%s%s%s%s", state ? ": " : "",
				state ? na_value_text(c->arena, state) : "", state && substate ? ", " : "",
				state && substate ? na_value_text(c->arena, substate) : "");
		na_verdict_about(c, attr, "on");
		na_evidence_fact(c, NA_LINK_OPER);
		na_evidence_fact(c, NA_LINK_AUTONEG);
		na_evidence_fact(c, NA_LINK_EXT_STATE);
		na_evidence_fact(c, NA_LINK_CARRIER_CHANGES);
		break;
	}
}
