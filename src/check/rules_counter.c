/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about counters: what went up between two samples, and whether the two can be compared at all. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "check/rules.h"

/* Counters of IEEE 802.3 30.3 and RFC 2819 that count errors, by the kernel's names; sorted. */
static const char *const standard_errors[] = {
	"AlignmentErrors",
	"CarrierSenseErrors",
	"FrameCheckSequenceErrors",
	"FrameTooLongErrors",
	"FramesAbortedDueToXSColls",
	"FramesLostDueToIntMACRcvError",
	"FramesLostDueToIntMACXmitError",
	"InRangeLengthErrors",
	"LateCollisions",
	"OutOfRangeLengthField",
	"SymbolErrorDuringCarrier",
	"etherStatsFragments",
	"etherStatsJabbers",
	"etherStatsOversizePkts",
	"etherStatsUndersizePkts",
};

static int compare_names(const void *key, const void *element)
{
	return strcmp(key, *(const char *const *)element);
}

static bool is_fault(const struct na_fact *fact, bool jumbo)
{
	const char *name;

	if (na_attrs[fact->attr].flags & NA_FAULT)
		return true;
	if (fact->attr != NA_STANDARD)
		return false;
	name = strrchr(fact->key, '.');
	name = name ? name + 1 : fact->key;
	/* RFC 2819 counts whole frames above 1518 bytes: no error where they were asked for */
	if (jumbo && !strcmp(name, "etherStatsOversizePkts"))
		return false;
	return bsearch(name, standard_errors, sizeof(standard_errors) / sizeof(standard_errors[0]),
		       sizeof(standard_errors[0]), compare_names);
}

/* Only these are sure to go up by nature, so that a fall means that they began anew. */
static bool is_monotonic(const struct na_fact *fact, bool jumbo)
{
	return fact->attr == NA_STATS_RX_PACKETS || fact->attr == NA_STATS_TX_PACKETS || is_fault(fact, jumbo);
}

/* What makes the one sample no start for the other: a text, or NULL. Counters start anew with each of these. */
static const char *why_incomparable(struct na_rule_context *c)
{
	static const struct {
		enum na_attr_id attr;
		const char *text;
	} identities[] = {
		{ NA_DRIVER_NAME, "another driver has it since the first sample" },
		{ NA_DRIVER_VERSION, "the driver changed its version since the first sample" },
		{ NA_DRIVER_FIRMWARE, "the firmware changed since the first sample" },
	};
	const struct na_nic *nic = c->nic, *was = c->was;

	if (!c->now->host.boot_id || !c->before->host.boot_id)
		return "whether both samples are of one boot is not known";
	if (!na_same_boot(c->now, c->before))
		return "the host was booted since the first sample";
	if (c->now->host.time_ns < c->before->host.time_ns)
		return "the first sample is the newer one";
	if (nic->mac && was->mac && strcasecmp(nic->mac, was->mac))
		return "another card has its place since the first sample";
	if (nic->driver && was->driver && strcmp(nic->driver, was->driver))
		return identities[0].text;
	for (size_t i = 0; i < sizeof(identities) / sizeof(identities[0]); i++) {
		const struct na_value *a = na_fact_value(&nic->facts, identities[i].attr);
		const struct na_value *b = na_fact_value(&was->facts, identities[i].attr);

		if (a && b && !na_value_equal(a, b))
			return identities[i].text;
	}
	if (nic->ifindex && was->ifindex && nic->ifindex != was->ifindex && !strcmp(nic->netns, was->netns))
		return "it was removed and added again since the first sample";
	return NULL;
}

struct rise {
	const struct na_fact *fact;
	uint64_t delta;
};

struct rises {
	struct rise worst[NA_MAX_EVIDENCE]; /* worst first */
	size_t n_kept, n;
	size_t compared;
	const struct na_fact *fell; /* one that went down, and what it was */
	uint64_t was;
};

/* Totals say less than the counters they are made of. */
static bool is_worse(const struct rise *a, const struct rise *b)
{
	if (a->delta != b->delta)
		return a->delta > b->delta;
	return (b->fact->attr == NA_STATS_RX_ERRORS || b->fact->attr == NA_STATS_TX_ERRORS) &&
	       a->fact->attr != NA_STATS_RX_ERRORS && a->fact->attr != NA_STATS_TX_ERRORS;
}

static void keep(struct rises *rises, struct rise rise)
{
	size_t at = rises->n_kept;

	rises->n++;
	while (at > 0 && is_worse(&rise, &rises->worst[at - 1]))
		at--;
	if (at == NA_MAX_EVIDENCE)
		return;
	if (rises->n_kept < NA_MAX_EVIDENCE)
		rises->n_kept++;
	memmove(&rises->worst[at + 1], &rises->worst[at], (rises->n_kept - at - 1) * sizeof(rise));
	rises->worst[at] = rise;
}

/* One walk through both sorted arrays. */
static void compare(const struct na_facts *now, const struct na_facts *before, struct rises *rises)
{
	const struct na_fact *was = before->v, *end = before->v + before->n;
	uint64_t mtu = 0;
	bool jumbo = na_fact_uint(now, NA_LINK_MTU, &mtu) && mtu > 1500;

	for (size_t i = 0; i < now->n; i++) {
		const struct na_fact *fact = &now->v[i];

		if (na_attrs[fact->attr].scope != NA_SCOPE_COUNTER || fact->state != NA_PRESENT ||
		    fact->value.type != NA_UINT || !is_monotonic(fact, jumbo))
			continue;
		while (was < end && (was->attr < fact->attr || na_fact_compare(was, fact) < 0))
			was++;
		if (was == end || na_fact_compare(was, fact) || was->state != NA_PRESENT || was->value.type != NA_UINT)
			continue;
		if (fact->value.v.u < was->value.v.u) {
			rises->fell = fact;
			rises->was = was->value.v.u;
			return;
		}
		if (!is_fault(fact, jumbo))
			continue;
		rises->compared++;
		if (fact->value.v.u > was->value.v.u)
			keep(rises, (struct rise){ fact, fact->value.v.u - was->value.v.u });
	}
}

/* "+14 in 10 s (1.4/s)"; by the hour where it is slow, and without a rate where the time is not known. */
static const char *text_of(struct na_arena *arena, uint64_t delta, double seconds)
{
	double rate = (double)delta / seconds;
	bool slow = rate < 0.01;
	char text[32];

	if (!(seconds > 0))
		return na_arena_printf(arena, "+%" PRIu64, delta);
	snprintf(text, sizeof(text), rate < 100 ? "%.3g" : "%.0f", slow ? rate * 3600 : rate);
	return na_arena_printf(arena, "+%" PRIu64 " in %.*f s (%s/%s)", delta, seconds < 10 ? 1 : 0, seconds, text,
			       slow ? "h" : "s");
}

static void report_rises(struct na_rule_context *c, const struct rises *rises)
{
	double seconds = (double)(c->now->host.time_ns - c->before->host.time_ns) / 1e9;
	char name[NA_NAME_MAX], more[64] = "";

	if (!c->now->host.time_ns || !c->before->host.time_ns)
		seconds = 0;
	for (size_t i = 0; i < rises->n_kept; i++) {
		const struct rise *rise = &rises->worst[i];
		const char *text = text_of(c->arena, rise->delta, seconds);

		na_fact_name(rise->fact, name, sizeof(name));
		if (i) {
			na_evidence(c, na_arena_printf(c->arena, "%s", name), "%s", text);
			continue;
		}
		c->check->fact = na_arena_printf(c->arena, "%s", name);
		c->check->expected = "no increase";
		c->check->actual = text;
	}
	if (rises->n > 1)
		snprintf(more, sizeof(more), "; %zu other error counter%s rose, too", rises->n - 1,
			 rises->n > 2 ? "s" : "");
	na_verdict_fail(c, "%s %s%s", c->check->fact, c->check->actual, more);
}

void na_rule_errors_rising(struct na_rule_context *c)
{
	const char *why = why_incomparable(c);
	struct rises rises = { .n = 0 };
	char name[NA_NAME_MAX];

	if (why) {
		na_verdict_unknown(c, !c->nic->is_virtual, "%s", why);
		return;
	}
	compare(&c->nic->facts, &c->was->facts, &rises);
	if (rises.fell)
		na_verdict_unknown(c, !c->nic->is_virtual,
				   "the counters were reset: %s fell from %" PRIu64 " to %" PRIu64,
				   na_fact_name(rises.fell, name, sizeof(name)), rises.was, rises.fell->value.v.u);
	else if (rises.n)
		report_rises(c, &rises);
	else if (rises.compared)
		na_verdict_pass(c);
	else if (c->nic->is_virtual)
		na_verdict_not_applicable(c, "it has no error counters");
	else
		na_verdict_unknown(c, true, "no error counter could be read in both samples");
}
