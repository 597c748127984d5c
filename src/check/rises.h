/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What went up between two samples, by what is counted: the rises that rules about counters judge. */
#ifndef NICAUDIT_RISES_H
#define NICAUDIT_RISES_H

#include "nicaudit/counters.h"

struct na_rule_context;

/* How much more of one kind there is, by the best listing that counts it: nothing is counted twice. */
struct na_rise {
	const struct na_fact *fact; /* the counter that rose most, to name it by; NULL where none rose */
	uint64_t delta;
	uint64_t rest; /* of it, what the kinds that are part of it do not explain */
	unsigned int n_counters;
	bool compared; /* at least one counter of the kind was in both samples */
};

struct na_rises {
	struct na_rise kinds[NA_N_COUNTER_KINDS];
	const struct na_fact *fell; /* a counter that went down, so that all began anew: then nothing else is known */
	uint64_t was;
};

/*
 * The rises between c->was and c->nic, computed once for each NIC. NULL where the two samples cannot be compared, and then *why
 * is a text.
 */
const struct na_rises *na_rises_or_why(struct na_rule_context *c, const char **why);

/* The same, where that is the verdict. */
const struct na_rises *na_rises_of(struct na_rule_context *c);

/* Makes the check about the counter of that rise: fact, expected and actual. */
void na_rise_about(struct na_rule_context *c, const struct na_rise *rise);

/* The rise as evidence under the name of its counter; nothing where there was none. */
void na_rise_evidence(struct na_rule_context *c, const struct na_rise *rise);

#endif
