/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about what goes on between two samples: frames lost for want of descriptors, FEC at its end, links that come and go. */
#include <inttypes.h>
#include <stdio.h>

#include "check/rules.h"

/* The kind that rose most of those that a larger receive ring helps against; NULL where none did. */
static const struct na_rise *lost_in_ring(const struct na_rises *rises, bool *compared)
{
	const struct na_rise *worst = NULL;

	*compared = false;
	for (size_t kind = NA_KIND_NONE + 1; kind < NA_N_COUNTER_KINDS; kind++) {
		const struct na_rise *rise = &rises->kinds[kind];

		if (!na_counter_kinds[kind].ring)
			continue;
		*compared |= rise->compared;
		if (rise->delta && (!worst || rise->delta > worst->delta))
			worst = rise;
	}
	return worst;
}

/* Both are known. */
static bool ring_of(struct na_rule_context *c, uint64_t *ring, uint64_t *max)
{
	const enum na_attr_id attrs[] = { NA_RING_RX, NA_RING_RX_MAX };
	uint64_t *const values[] = { ring, max };

	for (size_t i = 0; i < 2; i++) {
		if (na_fact_uint(&c->nic->facts, attrs[i], values[i]))
			continue;
		if (na_fact_unasked(na_fact_find(&c->nic->facts, attrs[i], NULL)))
			na_verdict_unreadable(c, attrs[i]);
		else
			na_verdict_not_applicable(c, "its receive ring cannot be set");
		return false;
	}
	return true;
}

void na_rule_ring_drops(struct na_rule_context *c)
{
	const struct na_rises *rises = na_rises_of(c);
	const struct na_rise *lost, *pause;
	uint64_t ring, max;
	bool compared;
	char name[NA_NAME_MAX];

	if (!rises)
		return;
	/* a host that sends PAUSE loses nothing here and is too slow all the same */
	pause = &rises->kinds[NA_KIND_PAUSE_TX];
	lost = lost_in_ring(rises, &compared);
	if (!lost && pause->delta)
		lost = pause;
	if (!lost && compared) {
		na_verdict_pass(c);
		return;
	}
	if (!lost) {
		na_verdict_unknown(c, false, "no counter of frames missed could be read in both samples");
		return;
	}
	if (!ring_of(c, &ring, &max))
		return;
	if (ring >= max) {
		na_verdict_not_applicable(c, "the host is too slow although the receive ring is at its maximum: more "
					     "queues and CPUs help, or a program that needs less of them");
		return;
	}
	na_verdict_fail(c, "%s: %s %s, while the receive ring is %" PRIu64 " of %" PRIu64,
			lost == pause ? "the host holds its partner back" :
					na_counter_class_name(NA_COUNTER_HOST_TOO_SLOW),
			na_fact_name(lost->fact, name, sizeof(name)), na_rise_text(c, lost->delta), ring, max);
	na_verdict_about(c, NA_RING_RX, na_arena_printf(c->arena, "%" PRIu64, max));
	for (size_t kind = NA_KIND_NONE + 1; kind < NA_N_COUNTER_KINDS; kind++)
		if (na_counter_kinds[kind].ring)
			na_rise_evidence(c, &rises->kinds[kind]);
	na_rise_evidence(c, pause);
	na_mend_set(c, NA_RING_RX, NULL, c->check->expected);
}

void na_rule_fec_uncorrectable(struct na_rule_context *c)
{
	const struct na_rises *rises = na_rises_of(c);
	const struct na_rise *lost, *corrected;
	char name[NA_NAME_MAX];

	if (!rises)
		return;
	lost = &rises->kinds[NA_KIND_FEC_UNCORRECTABLE];
	corrected = &rises->kinds[NA_KIND_FEC_CORRECTED];
	if (lost->delta) {
		na_verdict_fail(c, "%s %s: each is a block of frames that is lost",
				na_fact_name(lost->fact, name, sizeof(name)), na_rise_text(c, lost->delta));
		na_rise_about(c, lost);
		na_rise_evidence(c, corrected->fact ? corrected : &rises->kinds[NA_KIND_FEC_BITS]);
		na_evidence_fact(c, NA_FEC_ACTIVE);
		na_evidence_fact(c, NA_LINK_SPEED);
	} else if (lost->compared) {
		na_verdict_pass(c);
	} else if (na_fact_unasked(na_fact_find(&c->nic->facts, NA_STANDARD_FEC_UNCORR, NULL)) &&
		   na_fact_unasked(na_fact_find(&c->nic->facts, NA_FEC_ACTIVE, NULL))) {
		na_verdict_unreadable(c, NA_STANDARD_FEC_UNCORR);
	} else {
		na_verdict_not_applicable(c, "it counts no FEC blocks");
	}
}

static bool rise_of(const struct na_rule_context *c, enum na_attr_id attr, uint64_t *delta)
{
	uint64_t now, was;

	if (!na_fact_uint(&c->nic->facts, attr, &now) || !na_fact_uint(&c->was->facts, attr, &was))
		return false;
	*delta = now - was;
	return true;
}

/*
 * How often the link went and came back, and by which counter. The kernel counts changes of the carrier, newer ones the two ways
 * apart; the PHY also what is too short for the kernel to see.
 */
static bool flaps_of(const struct na_rule_context *c, enum na_attr_id *by, uint64_t *flaps)
{
	static const uint16_t attrs[] = { NA_LINK_CARRIER_DOWN_COUNT, NA_LINK_CARRIER_CHANGES, NA_LINK_DOWN_COUNT };
	bool up = true, known = false;

	*flaps = 0;
	if (!na_fact_bool(&c->nic->facts, NA_LINK_CARRIER, &up))
		na_fact_bool(&c->nic->facts, NA_LINK_DETECTED, &up);
	for (size_t i = 0; i < sizeof(attrs) / sizeof(attrs[0]); i++) {
		uint64_t delta;

		if (!rise_of(c, attrs[i], &delta))
			continue;
		known = true;
		/* one that is down now went without coming back, which is no flapping yet */
		if (attrs[i] == NA_LINK_CARRIER_CHANGES)
			delta /= 2;
		else if (!up && delta)
			delta--;
		if (delta > *flaps) {
			*flaps = delta;
			*by = attrs[i];
		}
	}
	return known;
}

void na_rule_carrier_flapping(struct na_rule_context *c)
{
	const struct na_rises *rises = na_rises_of(c);
	enum na_attr_id by = NA_LINK_CARRIER_CHANGES;
	uint64_t flaps, delta = 0;
	bool eee = false;

	if (!rises)
		return;
	if (na_fact_is(&c->nic->facts, NA_LINK_ADMIN, "down")) {
		na_verdict_not_applicable(c, "it is set down");
		return;
	}
	if (!flaps_of(c, &by, &flaps)) {
		na_verdict_unreadable(c, NA_LINK_CARRIER_CHANGES);
		return;
	}
	if (!flaps) {
		na_verdict_pass(c);
		return;
	}
	rise_of(c, by, &delta);
	na_fact_bool(&c->nic->facts, NA_EEE_ACTIVE, &eee);
	na_verdict_fail(c, "the link went and came back%s: %s %s%s",
			flaps > 1 ? na_arena_printf(c->arena, " %" PRIu64 " times", flaps) : "", na_attrs[by].name,
			na_rise_text(c, delta),
			eee ? "; Energy-Efficient Ethernet is active, which makes some links flap" : "");
	c->check->fact = na_attrs[by].name;
	c->check->expected = "no increase";
	c->check->actual = na_rise_text(c, delta);
	na_evidence_fact(c, NA_LINK_DOWN_COUNT);
	na_evidence_fact(c, NA_LINK_CARRIER_CHANGES);
	na_evidence_fact(c, NA_LINK_SPEED);
	na_evidence_fact(c, NA_EEE_ACTIVE);
	if (eee)
		na_mends(c, NULL);
}
