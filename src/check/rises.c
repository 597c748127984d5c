/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Compares the counters of two samples. The same event is often counted three times: by the standard's name, by the driver's
 * and by the kernel's. So rises are kept by kind, and of each kind the best listing that has it is believed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check/rules.h"

/* What one listing says of one kind: the sum of its counters, and totals that say it again. */
struct tally {
	unsigned int rank; /* of the listing, from 1; 0 for none yet */
	unsigned int n;
	uint64_t sum, largest, total;
	const struct na_fact *fact, *total_fact;
};

/* Numbers of a file may be anything. */
static uint64_t plus(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

static void add(struct tally *tally, struct na_counter_meaning meaning, const struct na_fact *fact, uint64_t delta)
{
	unsigned int rank = na_counter_rank(fact) + 1;

	if (rank < tally->rank)
		return;
	if (rank > tally->rank)
		*tally = (struct tally){ .rank = rank };
	if (!delta)
		return;
	if (meaning.total) {
		if (delta > tally->total) {
			tally->total = delta;
			tally->total_fact = fact;
		}
		return;
	}
	tally->n++;
	tally->sum = plus(tally->sum, delta);
	if (delta > tally->largest) {
		tally->largest = delta;
		tally->fact = fact;
	}
}

/* Those with a meaning only rise, and so do packets: a fall means that all began anew. Drivers have gauges among the others. */
static bool is_monotonic(const struct na_fact *fact, struct na_counter_meaning meaning)
{
	return fact->attr == NA_STATS_RX_PACKETS || fact->attr == NA_STATS_TX_PACKETS ||
	       na_counter_kinds[meaning.kind].class != NA_COUNTER_OTHER;
}

static bool is_count(const struct na_fact *fact)
{
	return fact->state == NA_PRESENT && fact->value.type == NA_UINT;
}

/* One walk through both sorted arrays. */
static void compare(const struct na_rule_context *c, struct na_rises *rises, struct tally *tallies)
{
	const struct na_facts *now = &c->nic->facts, *before = &c->was->facts;
	const struct na_fact *was = before->v, *end = before->v + before->n;
	uint64_t mtu = 0;
	bool jumbo = na_fact_uint(now, NA_LINK_MTU, &mtu) && mtu > 1500;

	for (size_t i = 0; i < now->n; i++) {
		const struct na_fact *fact = &now->v[i];
		struct na_counter_meaning meaning;

		if (na_attrs[fact->attr].scope != NA_SCOPE_COUNTER || !is_count(fact))
			continue;
		meaning = na_counter_meaning(c->nic->driver, fact);
		if (!is_monotonic(fact, meaning) || (jumbo && meaning.rfc2819))
			continue;
		while (was < end && na_fact_compare(was, fact) < 0)
			was++;
		if (was == end || na_fact_compare(was, fact) || !is_count(was))
			continue;
		if (fact->value.v.u < was->value.v.u) {
			rises->fell = fact;
			rises->was = was->value.v.u;
			return;
		}
		add(&tallies[meaning.kind], meaning, fact, fact->value.v.u - was->value.v.u);
	}
}

static void take(const struct na_rule_context *c, struct na_rises *rises)
{
	struct tally tallies[NA_N_COUNTER_KINDS] = { { .rank = 0 } };
	uint64_t explained[NA_N_COUNTER_KINDS] = { 0 };

	*rises = (struct na_rises){ .fell = NULL };
	compare(c, rises, tallies);
	for (size_t kind = NA_KIND_NONE + 1; kind < NA_N_COUNTER_KINDS; kind++) {
		const struct tally *tally = &tallies[kind];
		struct na_rise *rise = &rises->kinds[kind];
		uint64_t *parent = &explained[na_counter_kinds[kind].part_of];
		bool by_total = tally->total > tally->sum;

		rise->compared = tally->rank > 0;
		rise->delta = by_total ? tally->total : tally->sum;
		rise->fact = by_total ? tally->total_fact : tally->fact;
		rise->n_counters = by_total ? 1 : tally->n;
		rise->rest = rise->delta > explained[kind] ? rise->delta - explained[kind] : 0;
		*parent = plus(*parent, rise->delta > explained[kind] ? rise->delta : explained[kind]);
	}
}

const struct na_rises *na_rises_or_why(struct na_rule_context *c, const char **why)
{
	char name[NA_NAME_MAX];

	*why = na_samples_incomparable(c);
	if (*why)
		return NULL;
	if (c->rises_nic != c->nic) {
		take(c, &c->rises);
		c->rises_nic = c->nic;
	}
	if (!c->rises.fell)
		return &c->rises;
	*why = na_arena_printf(c->arena, "the counters were reset: %s fell from %" PRIu64 " to %" PRIu64,
			       na_fact_name(c->rises.fell, name, sizeof(name)), c->rises.was, c->rises.fell->value.v.u);
	return NULL;
}

const struct na_rises *na_rises_of(struct na_rule_context *c)
{
	const char *why;
	const struct na_rises *rises = na_rises_or_why(c, &why);

	if (!rises)
		na_verdict_unknown(c, !c->nic->is_virtual, "%s", why ? why : "out of memory");
	return rises;
}

/* With what it takes to read it right: how many counters it is the sum of, and what others tell already. */
static const char *text_of(struct na_rule_context *c, const struct na_rise *rise)
{
	const char *text = na_rise_text(c, rise->delta);

	if (text && rise->n_counters > 1)
		text = na_arena_printf(c->arena, "%s in %u counters", text, rise->n_counters);
	if (text && rise->rest && rise->rest < rise->delta)
		text = na_arena_printf(c->arena, "%s, %" PRIu64 " of them in no other counter", text, rise->rest);
	return text;
}

static const char *name_of(struct na_rule_context *c, const struct na_rise *rise)
{
	char name[NA_NAME_MAX];

	return na_arena_printf(c->arena, "%s", na_fact_name(rise->fact, name, sizeof(name)));
}

void na_rise_about(struct na_rule_context *c, const struct na_rise *rise)
{
	c->check->fact = name_of(c, rise);
	c->check->expected = "no increase";
	c->check->actual = text_of(c, rise);
}

void na_rise_evidence(struct na_rule_context *c, const struct na_rise *rise)
{
	enum na_counter_kind kind = (enum na_counter_kind)(rise - c->rises.kinds);

	if (rise->fact)
		na_evidence(c, name_of(c, rise), "%s: %s", text_of(c, rise),
			    na_counter_class_name(na_counter_kinds[kind].class));
}
