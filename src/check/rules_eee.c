/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about Energy-Efficient Ethernet: in use where it is known to hurt, which is not everywhere. */
#include <inttypes.h>

#include "check/rules.h"

enum { FLAPS = 2, HOUR = 3600 }; /* one loss of the link is a cable that was moved */

/* How often the link was lost between the samples, by the PHY or else the kernel; false where it is not known. */
static bool count_losses(const struct na_rule_context *c, uint64_t *losses)
{
	if (na_counter_rise(c, NA_LINK_DOWN_COUNT, losses) || na_counter_rise(c, NA_LINK_CARRIER_DOWN_COUNT, losses))
		return true;
	if (!na_counter_rise(c, NA_LINK_CARRIER_CHANGES, losses))
		return false;
	*losses /= 2; /* it came back each time */
	return true;
}

/* Several times, and at least once an hour: a baseline can be months old. */
static bool is_flapping(const struct na_rule_context *c, uint64_t losses)
{
	int64_t now = c->now->host.time_ns, was = c->before->host.time_ns;
	double seconds = now && was ? (double)(now - was) / 1e9 : 0;

	return losses >= FLAPS && (double)losses * HOUR >= seconds;
}

static void fail_eee(struct na_rule_context *c)
{
	na_verdict_about(c, NA_EEE_ACTIVE, "off");
	na_evidence_fact(c, NA_EEE_ENABLED);
	na_evidence_fact(c, NA_EEE_PARTNER);
	na_evidence_fact(c, NA_EEE_TX_LPI_TIMER);
	na_mend_set(c, NA_EEE_ENABLED, NULL, "off");
}

void na_rule_eee_active(struct na_rule_context *c)
{
	uint64_t losses;
	bool active;

	if (!na_fact_bool(&c->nic->facts, NA_EEE_ACTIVE, &active)) {
		if (na_fact_unasked(na_fact_find(&c->nic->facts, NA_EEE_ACTIVE, NULL)))
			na_verdict_unreadable(c, NA_EEE_ACTIVE);
		else
			na_verdict_not_applicable(c, "it knows no Energy-Efficient Ethernet");
	} else if (!active) {
		na_verdict_pass(c);
	} else if (c->policy && na_policy_labelled(c->policy, c->nic, "latency")) {
		na_verdict_fail(
			c, "Energy-Efficient Ethernet is active on an interface for low latency: a burst waits for "
			   "the PHY to wake up");
		fail_eee(c);
	} else if (!c->before) {
		na_verdict_unknown(c, false, "it is active, and whether the link flaps takes two samples");
	} else if (!count_losses(c, &losses)) {
		na_verdict_unknown(c, false, "it is active, and how often the link was lost is not known");
	} else if (is_flapping(c, losses)) {
		na_verdict_fail(c,
				"Energy-Efficient Ethernet is active, and the link was lost %" PRIu64
				" times between the samples: it may be the cause, and switching it off tells",
				losses);
		fail_eee(c);
	} else {
		na_verdict_pass(c);
	}
}
