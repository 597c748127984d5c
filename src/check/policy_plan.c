/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Expectations and matches made ready: all that is the same for every NIC is found out once. */
#include <stdio.h>
#include <string.h>

#include "check/policy.h"

const char *na_place_text(struct na_arena *arena, const struct na_place *place)
{
	return na_arena_printf(arena, "%s:%u", place->file ? place->file : "policy", place->line);
}

const char *na_condition_text(const struct na_condition *condition)
{
	return condition->text + (strncmp(condition->text, "= ", 2) ? 0 : 2);
}

static const char *expected_text(struct na_arena *arena, const struct na_expectation *expectation)
{
	const char *text = expectation->n_conditions ? na_condition_text(&expectation->conditions[0]) : "";

	for (size_t i = 1; i < expectation->n_conditions && text; i++)
		text = na_arena_printf(arena, "%s; %s", text, na_condition_text(&expectation->conditions[i]));
	return text;
}

const struct na_plan *na_plans(struct na_arena *arena, const struct na_expectation *expectations, size_t n)
{
	struct na_plan *plans = na_arena_alloc(arena, n * sizeof(*plans));
	struct na_memo *memos = na_arena_alloc(arena, n * sizeof(*memos));

	for (size_t i = 0; plans && memos && i < n; i++) {
		const struct na_expectation *e = &expectations[i];

		plans[i].memo = &memos[i];
		plans[i].expectation = e;
		plans[i].source = na_place_text(arena, &e->place);
		plans[i].expected = expected_text(arena, e);
		plans[i].rates = e->n_conditions > 0;
		for (size_t k = 0; k < e->n_conditions; k++) {
			plans[i].rates &= e->conditions[k].rate;
			plans[i].absence |= e->conditions[k].op == NA_OP_MISSING;
		}
		if (e->is_glob)
			plans[i].glob = na_glob(arena, e->name);
	}
	return arena->oom ? NULL : plans;
}

const struct na_match_plan *na_match_plan(struct na_arena *arena, const struct na_match *match)
{
	struct na_match_plan *plan = na_arena_alloc(arena, sizeof(*plan));

	if (!plan)
		return NULL;
	plan->match = match;
	plan->facts = na_plans(arena, match->facts, match->n_facts);
	if (match->except)
		plan->except = na_match_plan(arena, match->except);
	return arena->oom ? NULL : plan;
}

bool na_conditions_suit(const struct na_expectation *expectation, enum na_attr_id attr)
{
	for (size_t i = 0; i < expectation->n_conditions; i++)
		if (!na_condition_fits(&expectation->conditions[i], attr))
			return false;
	return true;
}
