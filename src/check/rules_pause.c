/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about PAUSE: what one side sends the other has to obey, and what came of the negotiation is for both. */
#include <inttypes.h>

#include "check/rules.h"

/* Pause frames, as one station sees them: it obeys those that it gets, and sends some. */
struct flow {
	bool rx, tx;
};

/* The two bits of the base page that speak of it. */
struct ability {
	bool pause, asymmetric;
};

static struct ability ability_of(const struct na_value *modes)
{
	return (struct ability){ na_value_has(modes, "Pause"), na_value_has(modes, "Asym_Pause") };
}

/* IEEE 802.3 Annex 28B.3, table 28B-3, for the local device. */
static struct flow resolve(struct ability ours, struct ability theirs)
{
	if (ours.pause && theirs.pause)
		return (struct flow){ true, true };
	if (ours.asymmetric && theirs.asymmetric)
		return (struct flow){ .rx = ours.pause, .tx = theirs.pause };
	return (struct flow){ false, false };
}

/*
 * Drivers report the wish or the result. The wish it can be where it leads to what is offered (Annex 28B.2; some drivers offer
 * both bits for both directions).
 */
static bool can_be_wish(struct flow flow, struct ability ours)
{
	if (flow.rx)
		return ours.pause && (flow.tx || ours.asymmetric);
	return !ours.pause && ours.asymmetric == flow.tx;
}

/*
 * The list says whether the partner does PAUSE: it has one of the bits, or is that of a base page (clause 28) without them.
 * Drivers of faster ports list speeds only.
 */
static bool tells_pause(const struct na_value *modes)
{
	static const char *const words[] = { "Pause",	     "Asym_Pause",    "10baseT/Half",
					     "10baseT/Full", "100baseT/Half", "100baseT/Full" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (na_value_has(modes, words[i]))
			return true;
	return false;
}

static const char *text_of(struct flow flow)
{
	return flow.rx ? (flow.tx ? "rx on, tx on" : "rx on, tx off") : (flow.tx ? "rx off, tx on" : "rx off, tx off");
}

/* A list that was read, or NULL and the verdict. */
static const struct na_value *modes_of(struct na_rule_context *c, enum na_attr_id attr, const char *why_not)
{
	const struct na_value *value = na_fact_value(&c->nic->facts, attr);

	if (value && value->type == NA_LIST)
		return value;
	if (na_fact_unasked(na_fact_find(&c->nic->facts, attr, NULL)))
		na_verdict_unreadable(c, attr);
	else
		na_verdict_not_applicable(c, why_not);
	return NULL;
}

/* A switch of the driver's, which need not have it; where it is not there the verdict is given. */
static bool read_switch(struct na_rule_context *c, enum na_attr_id attr, bool *on)
{
	if (na_fact_bool(&c->nic->facts, attr, on))
		return true;
	if (na_fact_unasked(na_fact_find(&c->nic->facts, attr, NULL)) || (na_attrs[attr].flags & NA_HARDWARE))
		na_verdict_unreadable(c, attr);
	else
		na_verdict_not_applicable(c, "its PAUSE settings are not reported");
	return false;
}

/* Frames went the way that was not agreed on: whatever the settings mean, this is what happens. */
static bool judge_frames(struct na_rule_context *c, struct flow agreed)
{
	uint64_t sent = 0, received = 0;

	na_counter_rise(c, NA_STANDARD_PAUSE_TX_FRAMES, &sent);
	na_counter_rise(c, NA_STANDARD_PAUSE_RX_FRAMES, &received);
	if (!agreed.tx && sent) {
		na_verdict_fail(c,
				"%" PRIu64 " pause frames were sent between the samples, and the negotiation has the "
				"partner ignore them",
				sent);
		na_verdict_about(c, NA_PAUSE_TX, "off");
		return true;
	}
	if (!agreed.rx && received) {
		na_verdict_fail(c,
				"%" PRIu64 " pause frames came from the partner between the samples, and the "
				"negotiation has neither side use them that way",
				received);
		na_verdict_about(c, NA_PAUSE_RX, "off");
		return true;
	}
	return false;
}

/* Only what one side sends and the other ignores does harm: to obey what never comes does none. */
static void judge_settings(struct na_rule_context *c, struct flow is, struct flow agreed, bool negotiates)
{
	if (is.tx && !agreed.tx) {
		na_verdict_fail(c, "pause frames are sent here, and by what both offered the partner ignores them");
		na_verdict_about(c, NA_PAUSE_TX, "off");
	} else if (!is.rx && agreed.rx) {
		na_verdict_fail(c, "by what both offered the partner sends pause frames, and they are ignored here");
		na_verdict_about(c, NA_PAUSE_RX, "on");
	} else {
		na_verdict_pass(c);
		return;
	}
	if (!negotiates) {
		na_mend_set(c, NA_PAUSE_AUTONEG, NULL, "on");
	} else {
		na_mend_set(c, NA_PAUSE_RX, NULL, agreed.rx ? "on" : "off");
		na_mend_set(c, NA_PAUSE_TX, NULL, agreed.tx ? "on" : "off");
	}
}

/* What the link does not negotiate leaves the two sides to whoever set them. */
static void judge_forced(struct na_rule_context *c, struct flow is, bool negotiates)
{
	if (!negotiates || (!is.rx && !is.tx)) {
		na_verdict_not_applicable(c, "nothing is negotiated, and what the partner does is not known");
		return;
	}
	na_verdict_fail(c, "PAUSE is to be negotiated, while the link does not negotiate: nothing decides it, and the "
			   "driver does what it likes");
	na_verdict_lower(c, NA_INFO);
	na_verdict_about(c, NA_PAUSE_AUTONEG, "off");
	na_evidence_fact(c, NA_LINK_AUTONEG);
	na_mend_set(c, NA_PAUSE_AUTONEG, NULL, "off");
}

static void judge_negotiated(struct na_rule_context *c, struct flow is, bool negotiates)
{
	const struct na_value *ours = modes_of(c, NA_LINK_ADVERTISED, "what it offers is not reported");
	const struct na_value *theirs =
		ours ? modes_of(c, NA_LINK_PARTNER, "the partner's modes are not reported") : NULL;
	const struct na_value *supported = na_fact_value(&c->nic->facts, NA_LINK_SUPPORTED);
	struct flow agreed;

	if (!ours || !theirs)
		return;
	if (!tells_pause(theirs) || !supported || supported->type != NA_LIST ||
	    !(ability_of(supported).pause || ability_of(supported).asymmetric)) {
		na_verdict_not_applicable(c, "whether both offer PAUSE is not reported");
		return;
	}
	agreed = resolve(ability_of(ours), ability_of(theirs));
	if (!judge_frames(c, agreed)) {
		if (is.rx == agreed.rx && is.tx == agreed.tx)
			na_verdict_pass(c);
		else if (!negotiates || !can_be_wish(is, ability_of(ours)))
			judge_settings(c, is, agreed, negotiates);
		else
			na_verdict_unknown(c, false,
					   "the driver reports %s, the negotiation gives %s: whether it reports the "
					   "wish or the result is not known",
					   text_of(is), text_of(agreed));
	}
	if (c->check->status == NA_PASS)
		return;
	na_evidence(c, "settings", "%s", text_of(is));
	na_evidence(c, "negotiated", "%s", text_of(agreed));
	na_evidence_fact(c, NA_PAUSE_AUTONEG);
	na_evidence_fact(c, NA_STANDARD_PAUSE_TX_FRAMES);
	na_evidence_fact(c, NA_STANDARD_PAUSE_RX_FRAMES);
}

void na_rule_pause_disagrees(struct na_rule_context *c)
{
	struct flow is;
	bool autoneg, negotiates;

	if (!na_link_is_up(c))
		return;
	if (na_fact_is(&c->nic->facts, NA_LINK_DUPLEX, "half")) {
		na_verdict_not_applicable(c, "there is no PAUSE at half duplex");
		return;
	}
	if (!read_switch(c, NA_PAUSE_RX, &is.rx) || !read_switch(c, NA_PAUSE_TX, &is.tx) ||
	    !read_switch(c, NA_PAUSE_AUTONEG, &negotiates) || !read_switch(c, NA_LINK_AUTONEG, &autoneg))
		return;
	if (autoneg)
		judge_negotiated(c, is, negotiates);
	else
		judge_forced(c, is, negotiates);
}
