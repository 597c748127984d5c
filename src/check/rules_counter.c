/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about error counters that went up. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check/rules.h"

/* Collisions are how half duplex works, and that it is half duplex is for another rule to tell. */
static bool is_fault(enum na_counter_kind kind, bool half)
{
	switch (na_counter_kinds[kind].class) {
	case NA_COUNTER_WIRE_ERROR:
	case NA_COUNTER_HOST_TOO_SLOW:
	case NA_COUNTER_RESET:
	case NA_COUNTER_DEVICE_ERROR:
		return true;
	case NA_COUNTER_COLLISION:
		return !half;
	case NA_COUNTER_OTHER:
	case NA_COUNTER_POLICY_DROP:
	case NA_COUNTER_DROP:
	case NA_COUNTER_FLOW_CONTROL:
	case NA_COUNTER_BAD_PACKET:
	case NA_COUNTER_FEC_CORRECTED:
	case NA_COUNTER_FEC_UNCORRECTABLE:
	case NA_COUNTER_LINK_FLAP:
	case NA_N_COUNTER_CLASSES:
		break;
	}
	return false;
}

/* Those that rose, worst first: their number. What is only the sum of others is none. */
static size_t faults_of(const struct na_rises *rises, bool half, const struct na_rise **faults)
{
	size_t n = 0;

	for (size_t kind = NA_KIND_NONE + 1; kind < NA_N_COUNTER_KINDS; kind++) {
		const struct na_rise *rise = &rises->kinds[kind];
		size_t at;

		if (!rise->rest || !is_fault((enum na_counter_kind)kind, half))
			continue;
		for (at = n++; at > 0 && faults[at - 1]->rest < rise->rest; at--)
			faults[at] = faults[at - 1];
		faults[at] = rise;
	}
	return n;
}

static enum na_counter_class class_of(const struct na_rises *rises, const struct na_rise *rise)
{
	return na_counter_kinds[rise - rises->kinds].class;
}

/* The worst of each class, "wire error: ..."; *n is how many that is. */
static const char *by_class(struct na_rule_context *c, const struct na_rises *rises, const struct na_rise **faults,
			    size_t n_faults, size_t *n)
{
	bool named[NA_N_COUNTER_CLASSES] = { false };
	const char *text = "";
	char name[NA_NAME_MAX];

	*n = 0;
	for (size_t i = 0; text && i < n_faults; i++) {
		enum na_counter_class class = class_of(rises, faults[i]);

		if (named[class])
			continue;
		named[class] = true;
		text = na_arena_printf(c->arena, "%s%s%s: %s %s", text, *n ? "; " : "", na_counter_class_name(class),
				       na_fact_name(faults[i]->fact, name, sizeof(name)),
				       na_rise_text(c, faults[i]->delta));
		(*n)++;
	}
	return text ? text : "";
}

static void report_faults(struct na_rule_context *c, const struct na_rises *rises, const struct na_rise **faults,
			  size_t n)
{
	size_t named;
	const char *text = by_class(c, rises, faults, n, &named);
	char more[64] = "";

	if (n > named)
		snprintf(more, sizeof(more), "; %zu other error counter%s rose, too", n - named,
			 n - named > 1 ? "s" : "");
	na_verdict_fail(c, "%s%s", text, more);
	na_rise_about(c, faults[0]);
	for (size_t i = 1; i < n; i++)
		na_rise_evidence(c, faults[i]);
}

void na_rule_errors_rising(struct na_rule_context *c)
{
	const struct na_rises *rises = na_rises_of(c);
	const struct na_rise *faults[NA_N_COUNTER_KINDS];
	bool half = na_fact_is(&c->nic->facts, NA_LINK_DUPLEX, "half"), compared = false;
	size_t n;

	if (!rises)
		return;
	for (size_t kind = NA_KIND_NONE + 1; kind < NA_N_COUNTER_KINDS; kind++)
		compared |= rises->kinds[kind].compared && is_fault((enum na_counter_kind)kind, half);
	n = faults_of(rises, half, faults);
	if (n)
		report_faults(c, rises, faults, n);
	else if (compared)
		na_verdict_pass(c);
	else if (c->nic->is_virtual)
		na_verdict_not_applicable(c, "it has no error counters");
	else
		na_verdict_unknown(c, true, "no error counter could be read in both samples");
}
