/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rule about one side that is forced while the other negotiates. Parallel detection finds the speed of a partner that does
 * not negotiate, and not its duplex: so at 10 and 100 Mb/s the negotiating side takes half (IEEE 802.3 28.2.3.1), and the two
 * disagree. The half side sees late collisions, the full side damaged frames; no side sees both.
 */
#include <inttypes.h>
#include <stdio.h>

#include "check/rules.h"

enum { ENOUGH_PACKETS = 1000 }; /* each way; a mismatch damages a percent and more of such */

enum side { UNKNOWN_DUPLEX, HALF, FULL };

static enum side side_of(const struct na_nic *nic)
{
	if (na_fact_is(&nic->facts, NA_LINK_DUPLEX, "half"))
		return HALF;
	return na_fact_is(&nic->facts, NA_LINK_DUPLEX, "full") ? FULL : UNKNOWN_DUPLEX;
}

/* The list names a mode of that speed at full duplex; of any speed and duplex where speed is 0. */
static bool has_mode(const struct na_nic *nic, enum na_attr_id attr, uint64_t speed)
{
	const struct na_value *list = na_fact_value(&nic->facts, attr);

	for (uint32_t i = 0; list && list->type == NA_LIST && i < list->n; i++) {
		const struct na_link_mode *mode = na_link_mode_find(list->v.list[i]);

		if (mode && mode->speed && (!speed || (mode->speed == speed && mode->full)))
			return true;
	}
	return false;
}

/* Where there is nothing to negotiate, nobody is forced. */
static bool is_other_medium(const struct na_nic *nic)
{
	static const char *const ports[] = { "fibre", "da", "bnc", "aui" };
	const struct na_value *supported = na_fact_value(&nic->facts, NA_LINK_SUPPORTED);

	for (size_t i = 0; i < sizeof(ports) / sizeof(ports[0]); i++)
		if (na_fact_is(&nic->facts, NA_LINK_PORT, ports[i]))
			return true;
	return supported && supported->type == NA_LIST && !na_value_has(supported, "Autoneg");
}

static void evidence(struct na_rule_context *c)
{
	na_evidence_fact(c, NA_LINK_SPEED);
	na_evidence_fact(c, NA_LINK_DUPLEX);
	na_evidence_fact(c, NA_LINK_AUTONEG);
	na_evidence_fact(c, NA_LINK_PARTNER);
}

/* half-duplex is critical already, and this only says where it comes from */
static void explains_half(struct na_rule_context *c, enum side side)
{
	if (side == HALF)
		c->check->severity = NA_WARNING;
}

/* The other side sends while we do: it is at full duplex. What it takes to be at half ourselves is that we are not at full. */
static bool judge_late_collisions(struct na_rule_context *c, const struct na_rises *rises, enum side side)
{
	const struct na_rise *late = &rises->kinds[NA_KIND_LATE_COLLISION];
	const char *who = ", whichever of the two is forced";
	bool autoneg = true;

	if (!late->delta || side == FULL)
		return false;
	if (na_fact_bool(&c->nic->facts, NA_LINK_AUTONEG, &autoneg))
		who = autoneg ? " and forced, since negotiating would have given both the same" :
				" and this side is forced to half";
	na_verdict_fail(c,
			"late collisions %s: the partner sends while this side does, and so (unless the cable is much "
			"too long) it is at full duplex%s",
			na_rise_text(c, late->delta), who);
	na_rise_about(c, late);
	explains_half(c, side);
	evidence(c);
	na_rise_evidence(c, &rises->kinds[NA_KIND_EXCESS_COLLISION]);
	na_rise_evidence(c, &rises->kinds[NA_KIND_COLLISION]);
	if (!autoneg)
		na_mends(c, NULL);
	return true;
}

/* Frames that the other side breaks off when it believes in a collision arrive as damaged ones, most of them too short. */
static bool judge_damaged(struct na_rule_context *c, const struct na_rises *rises, uint64_t speed)
{
	static const uint8_t cut_kinds[] = { NA_KIND_FRAGMENT, NA_KIND_ALIGNMENT, NA_KIND_UNDERSIZE };
	const struct na_rise *crc = &rises->kinds[NA_KIND_CRC], *cut = NULL;
	bool could_tell = false;

	for (size_t i = 0; i < sizeof(cut_kinds); i++) {
		const struct na_rise *rise = &rises->kinds[cut_kinds[i]];

		could_tell |= rise->compared;
		if (rise->delta && (!cut || rise->delta > cut->delta))
			cut = rise;
	}
	if (crc->delta && cut) {
		na_verdict_fail(c,
				"frames with a wrong checksum %s, and %s %s: the partner breaks off frames because it "
				"is at half duplex, as it has to be where it negotiates and this side is forced to "
				"%" PRIu64 "/full",
				na_rise_text(c, crc->delta), na_counter_kinds[cut - rises->kinds].words,
				na_rise_text(c, cut->delta), speed);
		na_rise_about(c, crc);
		evidence(c);
		na_rise_evidence(c, cut);
		na_mends(c, NULL);
		return true;
	}
	if (crc->delta && !could_tell) {
		na_verdict_unknown(c, false,
				   "frames with a wrong checksum %s, and no counter of fragments could be read: a "
				   "partner that negotiates, or a bad cable",
				   na_rise_text(c, crc->delta));
		return true;
	}
	return false;
}

/* Nothing went wrong: that says something only where there was traffic to go wrong. */
static bool had_traffic(const struct na_rule_context *c)
{
	static const uint16_t attrs[] = { NA_STATS_RX_PACKETS, NA_STATS_TX_PACKETS };

	for (size_t i = 0; i < 2; i++) {
		uint64_t now, was;

		if (!na_fact_uint(&c->nic->facts, attrs[i], &now) || !na_fact_uint(&c->was->facts, attrs[i], &was) ||
		    now - was < ENOUGH_PACKETS)
			return false;
	}
	return true;
}

/* Autonegotiation is off: what the partner does shows only in what the counters do. */
static void judge_forced(struct na_rule_context *c, const struct na_rises *rises, const char *why, enum side side,
			 uint64_t speed)
{
	if (has_mode(c->nic, NA_LINK_PARTNER, 0) && side != HALF) {
		na_verdict_fail(c,
				"autonegotiation is off here at %" PRIu64 " Mb/s, and the partner negotiates: hearing "
				"nobody, it takes half duplex",
				speed);
		na_verdict_about(c, NA_LINK_AUTONEG, "on");
		evidence(c);
		na_mends(c, NULL);
	} else if (!rises) {
		c->check->lacks_sample = !c->before;
		na_verdict_unknown(c, false,
				   "autonegotiation is off at %" PRIu64 " Mb/s, and only counters of two samples tell "
				   "whether the partner is forced likewise: %s",
				   speed, why);
	} else if (side == FULL && judge_damaged(c, rises, speed)) {
		return;
	} else if (had_traffic(c)) {
		na_verdict_pass(c);
	} else {
		na_verdict_unknown(c, false,
				   "autonegotiation is off at %" PRIu64 " Mb/s, and there was too little traffic for "
				   "counters to tell whether the partner is forced likewise",
				   speed);
	}
}

/* It is on, and came out at half although full was offered. */
static void judge_negotiated(struct na_rule_context *c, enum side side, uint64_t speed)
{
	const struct na_fact *partner = na_fact_find(&c->nic->facts, NA_LINK_PARTNER, NULL);

	if (side == FULL || has_mode(c->nic, NA_LINK_PARTNER, 0)) {
		na_verdict_pass(c);
	} else if (side == UNKNOWN_DUPLEX) {
		na_verdict_unreadable(c, NA_LINK_DUPLEX);
	} else if (na_fact_unasked(partner)) {
		na_verdict_unreadable(c, NA_LINK_PARTNER);
	} else if (!has_mode(c->nic, NA_LINK_ADVERTISED, speed)) {
		na_verdict_not_applicable(c, "it is at half duplex because it offers nothing else");
	} else {
		na_verdict_fail(c,
				"the partner seems to be forced to %" PRIu64
				"/full: this side negotiates, offers full duplex, hears no modes of a partner, and has "
				"to take half; negotiation must be on at the partner, or off at both",
				speed);
		na_verdict_about(c, NA_LINK_PARTNER, "present");
		c->check->actual = "absent";
		explains_half(c, side);
		evidence(c);
	}
}

static bool has_slow_link(struct na_rule_context *c, bool autoneg, uint64_t *speed)
{
	if (!na_link_is_up(c)) {
		if (!autoneg && c->check->status == NA_NOT_APPLICABLE &&
		    na_fact_uint(&c->nic->facts, NA_LINK_SPEED, speed) && *speed == 1000)
			na_verdict_not_applicable(c, "there is no link, as follows at 1000BASE-T where one side is "
						     "forced: see autoneg-off-base-t");
		return false;
	}
	if (!na_fact_uint(&c->nic->facts, NA_LINK_SPEED, speed)) {
		na_verdict_unreadable(c, NA_LINK_SPEED);
		return false;
	}
	if (*speed > 100) {
		na_verdict_not_applicable(c, "from 1000 Mb/s on there is no half duplex to fall back to");
		return false;
	}
	return true;
}

void na_rule_forced_against_negotiating(struct na_rule_context *c)
{
	const struct na_rises *rises = NULL;
	const char *why = c->before ? "it is not in the first sample" : "--interval SECONDS or --baseline FILE";
	enum side side = side_of(c->nic);
	bool autoneg = false, known = na_fact_bool(&c->nic->facts, NA_LINK_AUTONEG, &autoneg);
	uint64_t speed;

	if (!has_slow_link(c, !known || autoneg, &speed))
		return;
	if (is_other_medium(c->nic)) {
		na_verdict_not_applicable(c, "nothing is negotiated on this medium");
		return;
	}
	if (c->was)
		rises = na_rises_or_why(c, &why);
	if (rises && judge_late_collisions(c, rises, side))
		return;
	if (!known)
		na_verdict_unreadable(c, NA_LINK_AUTONEG);
	else if (autoneg)
		judge_negotiated(c, side, speed);
	else
		judge_forced(c, rises, why, side, speed);
}
