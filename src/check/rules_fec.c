/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about forward error correction: both ends need the one that the speed and the medium ask for. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check/rules.h"

enum { LANE_25G = 25000, LANE_50G = 50000 }; /* Mb/s; below nobody misses it */

/* What IEEE 802.3 says of a mode without FEC. */
enum need {
	NEED_NONE, /* as it should be */
	NEED_SOME, /* with a short cable, an active one, or a good backplane only */
	NEED_ALL,  /* it has to be on */
};

/* Clauses 91, 108, 110 to 112, 114 and 134: lanes of 50 Gb/s and more (PAM4) never go without. */
static enum need need_of(const struct na_link_mode *mode)
{
	uint32_t lane = mode->lanes ? mode->speed / mode->lanes : 0;

	if (lane < LANE_25G)
		return NEED_NONE;
	if (lane >= LANE_50G)
		return NEED_ALL;
	if (mode->medium == NA_MEDIUM_FIBRE) /* active optical cables go by the name of SR */
		return strstr(mode->name, "LR4") ? NEED_NONE : NEED_SOME;
	return mode->lanes == 4 ? NEED_ALL : NEED_SOME;
}

/* The medium of the port's connector, NA_MEDIUM_NONE where it does not tell. */
static enum na_medium medium_of(const struct na_nic *nic)
{
	if (na_fact_is(&nic->facts, NA_LINK_PORT, "fibre"))
		return NA_MEDIUM_FIBRE;
	if (na_fact_is(&nic->facts, NA_LINK_PORT, "da"))
		return NA_MEDIUM_CU;
	return NA_MEDIUM_NONE;
}

/*
 * Which mode is in use no driver tells: of all that the NIC can do at this speed on this connector, the least and the most
 * that is needed. false where there is none.
 */
static bool range_of_needs(const struct na_nic *nic, uint64_t speed, enum need *least, enum need *most)
{
	const struct na_value *supported = na_fact_value(&nic->facts, NA_LINK_SUPPORTED);
	enum na_medium medium = medium_of(nic);
	bool any = false;

	*least = NEED_ALL;
	*most = NEED_NONE;
	for (uint32_t i = 0; supported && supported->type == NA_LIST && i < supported->n; i++) {
		const struct na_link_mode *mode = na_link_mode_find(supported->v.list[i]);
		enum need need;

		if (!mode || mode->speed != speed || (medium && mode->medium != medium))
			continue;
		any = true;
		need = need_of(mode);
		*least = need < *least ? need : *least;
		*most = need > *most ? need : *most;
	}
	return any;
}

/* The encodings that exist at a speed: BASE-R (clause 74) with lanes of 10 Gb/s and up to two of 25, RS with those of 25 and more. */
static bool fits(const char *encoding, uint64_t speed)
{
	if (!strcmp(encoding, "baser"))
		return speed <= 56000;
	if (!strcmp(encoding, "rs"))
		return speed >= LANE_25G && speed != 40000;
	return true;
}

static bool is_negotiated(const struct na_nic *nic)
{
	bool autoneg;

	return na_fact_bool(&nic->facts, NA_LINK_AUTONEG, &autoneg) && autoneg;
}

static void judge_without(struct na_rule_context *c, uint64_t speed)
{
	uint64_t damaged = 0;
	enum need least, most;

	na_counter_rise(c, NA_STATS_RX_CRC_ERRORS, &damaged);
	if (!range_of_needs(c->nic, speed, &least, &most)) {
		na_verdict_unknown(c, false,
				   "FEC is off at %" PRIu64 " Mb/s, and whether this medium needs it is not known",
				   speed);
	} else if (most == NEED_NONE) {
		na_verdict_pass(c);
	} else if (least == NEED_NONE) {
		na_verdict_unknown(
			c, false,
			"FEC is off at %" PRIu64 " Mb/s: whether the module is one that needs it is not known", speed);
	} else if (least == NEED_SOME && !damaged && is_negotiated(c->nic)) {
		na_verdict_pass(c); /* both ends know the cable, and agreed */
	} else {
		na_verdict_fail(c, "FEC is off at %" PRIu64 " Mb/s, which %s without errors%s", speed,
				least == NEED_ALL ? "this medium does not carry" :
						    "only a short or an active cable carries",
				damaged ? "; and damaged frames come in" : "");
		na_verdict_about(c, NA_FEC_ACTIVE, "rs");
		if (least != NEED_ALL && !damaged)
			na_verdict_lower(c, NA_INFO);
		if (damaged)
			na_evidence(c, "crc-errors-between-samples", "%" PRIu64, damaged);
		na_mends(c, "auto");
	}
}

/*
 * The one encoding that was asked for, or NULL. With autonegotiation the setting means nothing, and of several words nobody
 * can tell what is configured and what the driver can do.
 */
static const char *wanted(const struct na_nic *nic)
{
	const struct na_value *modes = na_fact_value(&nic->facts, NA_FEC_MODES);
	bool autoneg, choose = false;

	if (!na_fact_bool(&nic->facts, NA_LINK_AUTONEG, &autoneg) || autoneg)
		return NULL;
	na_fact_bool(&nic->facts, NA_FEC_AUTO, &choose);
	return !choose && modes && modes->type == NA_LIST && modes->n == 1 ? modes->v.list[0] : NULL;
}

static void judge_active(struct na_rule_context *c, const char *active, uint64_t speed)
{
	const char *encoding = wanted(c->nic);

	if (!fits(active, speed)) {
		na_verdict_fail(c, "FEC is %s, which does not exist at %" PRIu64 " Mb/s", active, speed);
		na_verdict_about(c, NA_FEC_ACTIVE, fits("rs", speed) ? "rs" : "baser or off");
		na_mends(c, "auto");
	} else if (speed >= LANE_25G && encoding && fits(encoding, speed) && strcmp(encoding, active)) {
		na_verdict_fail(c, "FEC is %s, although %s was asked for", active, encoding);
		na_verdict_about(c, NA_FEC_ACTIVE, encoding);
		na_mends(c, na_shell_word(c->arena, encoding));
	} else if (speed >= LANE_25G && !strcmp(active, "off")) {
		judge_without(c, speed);
	} else {
		na_verdict_pass(c);
	}
}

/* The link is down, and the driver says that FEC is why. */
static bool is_down_for_fec(struct na_rule_context *c)
{
	static const char *const substates[] = { "fc-fec-is-not-locked", "rs-fec-is-not-locked",
						 "fec-mismatch-during-override" };
	const struct na_facts *facts = &c->nic->facts;
	bool up;

	if (!na_fact_is(facts, NA_LINK_ADMIN, "up") || !na_fact_bool(facts, NA_LINK_DETECTED, &up) || up)
		return false;
	for (size_t i = 0; i < sizeof(substates) / sizeof(substates[0]); i++)
		if (na_fact_is(facts, NA_LINK_EXT_SUBSTATE, substates[i])) {
			na_verdict_fail(c,
					"there is no link, for want of a common FEC (%s): both ends must have the same",
					substates[i]);
			na_verdict_about(c, NA_LINK_EXT_SUBSTATE, "a link");
			return true;
		}
	return false;
}

static void judge_link(struct na_rule_context *c)
{
	static const char *const encodings[] = { "off", "rs", "baser", "llrs" };
	const struct na_value *active = na_fact_value(&c->nic->facts, NA_FEC_ACTIVE);
	const char *known = NULL;
	uint64_t speed;

	for (size_t i = 0; i < sizeof(encodings) / sizeof(encodings[0]); i++)
		if (na_fact_is(&c->nic->facts, NA_FEC_ACTIVE, encodings[i]))
			known = encodings[i];
	if (active && !known) { /* "auto", as some drivers say, is a wish */
		na_verdict_unknown(c, false, "the driver does not say which FEC is active");
	} else if (!known) {
		if (na_fact_unasked(na_fact_find(&c->nic->facts, NA_FEC_ACTIVE, NULL)))
			na_verdict_unreadable(c, NA_FEC_ACTIVE);
		else
			na_verdict_not_applicable(c, "it reports no FEC");
	} else if (!na_fact_uint(&c->nic->facts, NA_LINK_SPEED, &speed)) {
		na_verdict_unreadable(c, NA_LINK_SPEED);
	} else {
		judge_active(c, known, speed);
	}
}

void na_rule_fec_mismatch(struct na_rule_context *c)
{
	if (!is_down_for_fec(c)) {
		if (!na_link_is_up(c))
			return;
		judge_link(c);
	}
	if (c->check->status != NA_FAIL)
		return;
	na_evidence_fact(c, NA_FEC_ACTIVE);
	na_evidence_fact(c, NA_FEC_MODES);
	na_evidence_fact(c, NA_FEC_AUTO);
	na_evidence_fact(c, NA_LINK_AUTONEG);
	na_evidence_fact(c, NA_LINK_PORT);
	na_evidence_fact(c, NA_LINK_SPEED);
}
