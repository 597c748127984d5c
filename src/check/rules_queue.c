/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about queues: how received traffic is spread over them, and they over the CPUs. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/rules.h"

enum {
	FAST = 10000,	/* Mb/s from which one CPU has trouble keeping up */
	RSS_LIMIT = 16, /* queues that the table of 10 Gb/s NICs can name at least: 82599, X540 */
	MAX_CPUS = 4096,
	FAR = 4 /* times fewer: kernels choose half of the cores, which can be a quarter of the CPUs */
};

/* Receive queues, 0 where they are not known. */
static uint64_t receive_queues(const struct na_nic *nic)
{
	uint64_t combined = 0, rx = 0;

	na_fact_uint(&nic->facts, NA_CHANNEL_COMBINED, &combined);
	na_fact_uint(&nic->facts, NA_CHANNEL_RX, &rx);
	return combined + rx;
}

/* Of a wire with a link; 0 where there is none, or it is not known. */
static uint64_t speed_of(const struct na_nic *nic)
{
	uint64_t speed = 0;
	bool up;

	if (na_nic_speed_is_nominal(nic) || !na_fact_bool(&nic->facts, NA_LINK_DETECTED, &up) || !up)
		return 0;
	na_fact_uint(&nic->facts, NA_LINK_SPEED, &speed);
	return speed;
}

/* The verdict without the fact: unknown where nobody answered, else the driver has no such thing. */
static void without(struct na_rule_context *c, enum na_attr_id attr, const char *why_not)
{
	if (na_fact_unasked(na_fact_find(&c->nic->facts, attr, NULL)))
		na_verdict_unreadable(c, attr);
	else
		na_verdict_not_applicable(c, why_not);
}

/* How a table spreads over the queues that it names. */
struct spread {
	uint32_t queues;   /* that it names */
	uint32_t min, max; /* entries of one */
};

static int compare_numbers(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static bool spread_of(struct na_rule_context *c, struct spread *spread)
{
	const struct na_value *table = na_fact_value(&c->nic->facts, NA_RSS_TABLE);
	uint32_t *sorted, run = 0;

	*spread = (struct spread){ .min = UINT32_MAX };
	if (!table || table->type != NA_NUMBERS || !table->n) {
		without(c, NA_RSS_TABLE, "it has no indirection table");
		return false;
	}
	sorted = na_arena_dup(c->arena, table->v.numbers, table->n * sizeof(*sorted));
	if (!sorted)
		return false;
	qsort(sorted, table->n, sizeof(*sorted), compare_numbers);
	for (uint32_t i = 0; i < table->n; i++) {
		run++;
		if (i + 1 < table->n && sorted[i + 1] == sorted[i])
			continue;
		spread->queues++;
		spread->min = run < spread->min ? run : spread->min;
		spread->max = run > spread->max ? run : spread->max;
		run = 0;
	}
	return true;
}

/* A table of 128 entries over 63 queues has 2 for some and 3 for others, and can have no better: one more is even. */
void na_rule_rss_uneven(struct na_rule_context *c)
{
	struct spread s;

	if (!spread_of(c, &s))
		return;
	if (s.max - s.min <= 1) {
		na_verdict_pass(c);
		return;
	}
	na_verdict_fail(c,
			"of the hash values one queue gets %" PRIu32 " and another %" PRIu32
			": the first is full while the others are not",
			s.max, s.min);
	/* a queue with twice the share of another costs up to half of the throughput; what is less, or slow, hardly shows */
	if (s.max / 2 < s.min || speed_of(c->nic) < FAST)
		na_verdict_lower(c, NA_INFO);
	c->check->fact = na_attrs[NA_RSS_TABLE].name;
	c->check->expected = "the same share for each queue";
	c->check->actual = na_arena_printf(c->arena, "%" PRIu32 " to %" PRIu32 " entries", s.min, s.max);
	na_evidence(c, "queues-named", "%" PRIu32, s.queues);
	na_evidence_fact(c, NA_LINK_SPEED);
	na_mends(c, NULL);
}

void na_rule_rss_empty_queues(struct na_rule_context *c)
{
	uint64_t queues = receive_queues(c->nic);
	struct spread s;
	bool few;

	if (!spread_of(c, &s))
		return;
	if (!queues) {
		without(c, NA_CHANNEL_COMBINED, "its queues are not reported");
		return;
	}
	if (s.queues >= queues) {
		na_verdict_pass(c);
		return;
	}
	/* drivers that can name 16 only, or use a power of two, leave some out by themselves */
	few = (uint64_t)s.queues * 2 <= queues && s.queues < RSS_LIMIT;
	na_verdict_fail(c,
			"of %" PRIu64 " receive queues the table names %" PRIu32
			": the others get only what a filter sends them",
			queues, s.queues);
	if (!few || speed_of(c->nic) < FAST)
		na_verdict_lower(c, NA_INFO);
	c->check->fact = na_attrs[NA_RSS_TABLE].name;
	c->check->expected = na_arena_printf(c->arena, "%" PRIu64 " queues", queues);
	c->check->actual = na_arena_printf(c->arena, "%" PRIu32 " queues", s.queues);
	na_evidence_fact(c, NA_CHANNEL_COMBINED);
	na_evidence_fact(c, NA_CHANNEL_RX);
	na_evidence_fact(c, NA_LINK_SPEED);
	if (few)
		na_mends(c, NULL);
}

static bool is_zero(const struct na_value *bytes)
{
	for (uint32_t i = 0; i < bytes->n; i++)
		if (bytes->v.bytes[i])
			return false;
	return true;
}

/* Toeplitz with a key of zero gives zero, whatever the packet; the other functions take no key. */
void na_rule_rss_key_zero(struct na_rule_context *c)
{
	const struct na_value *key = na_fact_value(&c->nic->facts, NA_RSS_KEY);
	const struct na_value *function = na_fact_value(&c->nic->facts, NA_RSS_FUNCTION);

	if (!key || key->type != NA_BYTES || !key->n) {
		without(c, NA_RSS_KEY, "it has no hash key");
	} else if (!is_zero(key)) {
		na_verdict_pass(c);
	} else if (function && function->type == NA_LIST && function->n && !na_value_has(function, "toeplitz")) {
		na_verdict_not_applicable(c, "its hash function takes no key");
	} else if (na_fact_unasked(na_fact_find(&c->nic->facts, NA_RSS_FUNCTION, NULL))) {
		na_verdict_unreadable(c, NA_RSS_FUNCTION);
	} else if (!receive_queues(c->nic)) {
		without(c, NA_CHANNEL_COMBINED, "its queues are not reported");
	} else if (receive_queues(c->nic) == 1) {
		na_verdict_not_applicable(c, "it has one receive queue");
	} else if (na_nic_speed_is_nominal(c->nic)) {
		na_verdict_unknown(c, false, "the hash key is zero, or the hypervisor does not tell it");
	} else {
		na_verdict_fail(c,
				"the hash key is zero: all packets have one hash value, and land in one of %" PRIu64
				" queues",
				receive_queues(c->nic));
		c->check->fact = na_attrs[NA_RSS_KEY].name;
		c->check->expected = "random bytes";
		c->check->actual = na_arena_printf(c->arena, "%" PRIu32 " bytes of zero", key->n);
		na_evidence_fact(c, NA_RSS_FUNCTION);
		na_mends(c, na_arena_printf(c->arena, "%" PRIu32, key->n));
	}
}

/* queues-against-cpus */

struct cpus {
	uint64_t bits[MAX_CPUS / 64];
};

/* "0-3,8": the kernel's way to list CPUs. false for anything else. */
static bool parse_cpus(const char *text, struct cpus *cpus)
{
	memset(cpus, 0, sizeof(*cpus));
	while (*text) {
		char *end;
		unsigned long first = strtoul(text, &end, 10), last = first;

		if (end == text)
			return false;
		if (*end == '-') {
			text = end + 1;
			last = strtoul(text, &end, 10);
			if (end == text)
				return false;
		}
		if (first > last || last >= MAX_CPUS || (*end && (*end != ',' || !end[1])))
			return false;
		for (; first <= last; first++)
			cpus->bits[first / 64] |= UINT64_C(1) << first % 64;
		text = *end ? end + 1 : end;
	}
	return true;
}

static bool read_cpus(const struct na_facts *facts, enum na_attr_id attr, struct cpus *cpus)
{
	const struct na_value *value = na_fact_value(facts, attr);

	return value && value->type == NA_STRING && parse_cpus(value->v.s, cpus);
}

/* CPUs of that list that are online and not isolated; all that are online where local is NULL. */
static uint64_t count_usable(const struct cpus *local, const struct cpus *online, const struct cpus *isolated)
{
	uint64_t n = 0;

	for (size_t i = 0; i < MAX_CPUS / 64; i++)
		n += (uint64_t)__builtin_popcountll((local ? local->bits[i] : UINT64_MAX) & online->bits[i] &
						    ~isolated->bits[i]);
	return n;
}

/* Queues that there are, and that there could be; by the kind of channel that the driver has. */
struct queues {
	uint64_t n, max;
	enum na_attr_id attr;
};

static struct queues queues_of(const struct na_nic *nic)
{
	static const enum na_attr_id attrs[] = { NA_CHANNEL_COMBINED, NA_CHANNEL_RX, NA_CHANNEL_TX,
						 NA_CHANNEL_COMBINED_MAX, NA_CHANNEL_RX_MAX };
	uint64_t v[5] = { 0 };

	for (size_t i = 0; i < 5; i++)
		na_fact_uint(&nic->facts, attrs[i], &v[i]);
	return (struct queues){
		.n = v[0] + (v[1] > v[2] ? v[1] : v[2]),
		.max = v[3] ? v[3] : v[4],
		.attr = v[3] ? NA_CHANNEL_COMBINED : NA_CHANNEL_RX,
	};
}

static void fail_queues(struct na_rule_context *c, const struct queues *queues, uint64_t target)
{
	c->check->fact = na_attrs[queues->attr].name;
	c->check->expected = na_arena_printf(c->arena, "%" PRIu64, target);
	c->check->actual = na_arena_printf(c->arena, "%" PRIu64, queues->n);
	na_evidence_fact(c, NA_PCI_LOCAL_CPUS);
	na_evidence_fact(c, NA_PCI_NUMA_NODE);
	na_evidence_fact(c, NA_LINK_SPEED);
	if (target <= queues->max)
		na_mend_set(c, queues->attr, NULL, c->check->expected);
}

/* local are the CPUs near the NIC, online all of them. */
static void judge_queues(struct na_rule_context *c, const struct queues *queues, uint64_t local, uint64_t online)
{
	uint64_t target = local < queues->max ? local : queues->max;
	bool given = queues->max == 1 && na_nic_speed_is_nominal(c->nic);

	if (queues->n > online) {
		na_verdict_fail(c,
				"%" PRIu64 " queues for %" PRIu64
				" CPUs: some CPUs serve several, which costs interrupts "
				"and memory and gains nothing",
				queues->n, online);
		na_verdict_lower(c, NA_INFO);
		fail_queues(c, queues, target);
	} else if (given && local >= FAR) {
		na_verdict_fail(c,
				"the hypervisor gives one queue, and with it one of %" PRIu64
				" CPUs takes all interrupts: "
				"more are to be had there only",
				local);
		na_verdict_lower(c, NA_INFO);
		fail_queues(c, queues, local);
	} else if (queues->n * FAR < target) {
		na_verdict_fail(c, "%" PRIu64 " queue%s, while %" PRIu64 " CPUs could each serve one", queues->n,
				queues->n == 1 ? "" : "s", target);
		/* where a queue has less than 10 Gb/s to carry its CPU keeps up */
		if (speed_of(c->nic) / queues->n < FAST)
			na_verdict_lower(c, NA_INFO);
		fail_queues(c, queues, target);
	} else {
		na_verdict_pass(c);
	}
}

void na_rule_queues_against_cpus(struct na_rule_context *c)
{
	struct queues queues = queues_of(c->nic);
	struct cpus local, online, isolated = { { 0 } };
	bool is_local;

	if (!queues.n || !queues.max) {
		without(c, NA_CHANNEL_COMBINED, "its queues are not reported");
		return;
	}
	if (!read_cpus(&c->now->facts, NA_CPU_ONLINE, &online) ||
	    (!read_cpus(&c->now->facts, NA_CPU_ISOLATED, &isolated) &&
	     na_fact_unasked(na_fact_find(&c->now->facts, NA_CPU_ISOLATED, NULL)))) {
		na_verdict_unknown(c, true, "the host's CPUs were not read");
		return;
	}
	/* without a list of their own, as NICs on USB, all are near */
	is_local = read_cpus(&c->nic->facts, NA_PCI_LOCAL_CPUS, &local);
	if (!is_local && na_fact_unasked(na_fact_find(&c->nic->facts, NA_PCI_LOCAL_CPUS, NULL))) {
		na_verdict_unreadable(c, NA_PCI_LOCAL_CPUS);
		return;
	}
	judge_queues(c, &queues, count_usable(is_local ? &local : NULL, &online, &isolated),
		     count_usable(NULL, &online, &(struct cpus){ { 0 } }));
}
