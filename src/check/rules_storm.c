/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about PAUSE frames that hold back traffic for a part of the time that matters. */
#include <inttypes.h>

#include "check/rules.h"

/* One PAUSE frame stops the other side for at most 65535 quanta of 512 bit times each (IEEE 802.3 Annex 31B.2). */
#define LONGEST_PAUSE_BITS (65535.0 * 512)
#define SHARE_THAT_MATTERS 0.01

/* The part of the time that so many frames can stop a sender of that speed in Mb/s, at most; 0 where that is not known. */
static double share_of(const struct na_rule_context *c, uint64_t frames, uint64_t speed)
{
	double seconds = na_samples_seconds(c), share;

	if (!(seconds > 0) || !speed)
		return 0;
	share = (double)frames * LONGEST_PAUSE_BITS / ((double)speed * 1e6) / seconds;
	return share > 1 ? 1 : share;
}

static void report(struct na_rule_context *c, const struct na_rises *rises, const struct na_rise *worst, double share)
{
	bool received = worst == &rises->kinds[NA_KIND_PAUSE_RX], storm = worst == &rises->kinds[NA_KIND_PAUSE_STORM];
	char name[NA_NAME_MAX];

	na_fact_name(worst->fact, name, sizeof(name));
	if (storm)
		na_verdict_fail(c, "%s %s: the NIC itself finds that it pauses too long", name,
				na_rise_text(c, worst->delta));
	else
		na_verdict_fail(c, "%s %s: for up to %.*f %% of the time %s", name, na_rise_text(c, worst->delta),
				share < 0.1 ? 1 : 0, share * 100,
				received ?
					"the partner holds this host back, being too slow itself or held back in turn" :
					"this host holds the partner back, since it does not take the frames in time");
	na_rise_about(c, worst);
	for (int kind = NA_KIND_PAUSE_RX; kind <= NA_KIND_PAUSE_STORM; kind++)
		if (&rises->kinds[kind] != worst)
			na_rise_evidence(c, &rises->kinds[kind]);
	na_evidence_fact(c, NA_PAUSE_RX);
	na_evidence_fact(c, NA_PAUSE_TX);
}

void na_rule_pause_storm(struct na_rule_context *c)
{
	const struct na_rises *rises = na_rises_of(c);
	const struct na_rise *received, *sent, *storm, *most;
	uint64_t speed = 0;
	double share;

	if (!rises)
		return;
	received = &rises->kinds[NA_KIND_PAUSE_RX];
	sent = &rises->kinds[NA_KIND_PAUSE_TX];
	storm = &rises->kinds[NA_KIND_PAUSE_STORM];
	most = sent->delta > received->delta ? sent : received;
	na_fact_uint(&c->nic->facts, NA_LINK_SPEED, &speed);
	share = share_of(c, most->delta, speed);
	if (storm->delta)
		report(c, rises, storm, 1);
	else if (share >= SHARE_THAT_MATTERS)
		report(c, rises, most, share);
	else if (most->delta && !speed)
		na_verdict_unreadable(c, NA_LINK_SPEED);
	else if (most->delta && !(na_samples_seconds(c) > 0))
		na_verdict_unknown(c, false,
				   "PAUSE frames came or went, and the time between the samples is not known");
	else if (received->compared || sent->compared)
		na_verdict_pass(c);
	else if (na_fact_unasked(na_fact_find(&c->nic->facts, NA_STANDARD_PAUSE_RX_FRAMES, NULL)) &&
		 na_fact_unasked(na_fact_find(&c->nic->facts, NA_PAUSE_RX, NULL)))
		na_verdict_unreadable(c, NA_STANDARD_PAUSE_RX_FRAMES);
	else
		na_verdict_not_applicable(c, "it counts no PAUSE frames");
}
