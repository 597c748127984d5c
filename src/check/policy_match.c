/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which NICs a rule of a policy is about. */
#include <string.h>

#include "check/policy.h"

bool na_policy_labelled(const struct na_policy *policy, const struct na_nic *nic, const char *word)
{
	for (size_t i = 0; policy && i < policy->n_labels; i++) {
		if (!na_nic_matches(nic, policy->labels[i].interface))
			continue;
		for (const char **label = policy->labels[i].words; *label; label++)
			if (!strcmp(*label, word))
				return true;
	}
	return false;
}

void na_labels_of(const struct na_policy *policy, const struct na_nic *nic, struct na_labels *labels)
{
	labels->n = 0;
	for (size_t i = 0; i < policy->n_labels; i++)
		if (na_nic_matches(nic, policy->labels[i].interface))
			labels->lists[labels->n++] = policy->labels[i].words;
}

static bool is_labelled(const struct na_labels *labels, const char *const *words)
{
	for (size_t i = 0; i < labels->n; i++)
		for (const char *const *word = labels->lists[i]; *word; word++)
			if (na_any_word(words, *word))
				return true;
	return false;
}

static bool is_named(const struct na_nic *nic, const char *const *names)
{
	if (na_any_word(names, nic->name))
		return true;
	for (uint32_t i = 0; i < nic->n_altnames; i++)
		if (na_any_word(names, nic->altnames[i]))
			return true;
	return false;
}

/* A driver that nobody was asked for is not another one. */
static enum na_truth has_driver(const struct na_rule_context *c, const char *const *drivers, struct na_reading *blame)
{
	const char *driver = c->nic->driver;
	struct na_reading reading;

	if (driver)
		return na_any_word(drivers, driver) ? NA_YES : NA_NO;
	reading = na_read(c->now, c->nic, NA_DRIVER_NAME, NULL);
	if (reading.standing == NA_THERE && reading.fact->value.type == NA_STRING)
		return na_any_word(drivers, reading.fact->value.v.s) ? NA_YES : NA_NO;
	if (reading.standing != NA_UNREADABLE)
		return NA_NO;
	*blame = reading;
	return NA_MAYBE;
}

/* A condition on a fact that the NIC has not does not hold, unless it is that. */
static enum na_truth fact_fits(const struct na_rule_context *c, const struct na_expectation *e,
			       struct na_reading reading, struct na_reading *blame)
{
	enum na_truth all = NA_YES;

	for (size_t i = 0; i < e->n_conditions; i++) {
		const struct na_condition *condition = &e->conditions[i];
		enum na_truth is = NA_NO;
		struct na_reading lacking = reading;

		switch (reading.standing) {
		case NA_THERE:
			is = condition->rate ?
				     NA_MAYBE :
				     na_condition_holds(c, reading.attr, &reading.fact->value, condition, &lacking);
			break;
		case NA_NOT_THERE:
			is = condition->op == NA_OP_MISSING ? NA_YES : NA_NO;
			break;
		case NA_NOMINAL:
		case NA_LINKLESS:
			break;
		case NA_UNREADABLE:
			is = NA_MAYBE;
			break;
		}
		if (is == NA_NO)
			return NA_NO;
		if (is == NA_MAYBE) {
			*blame = lacking.attr ? lacking : reading;
			all = NA_MAYBE;
		}
	}
	return all;
}

/* Of a glob each fact that matches, and at least one. */
static enum na_truth facts_fit(const struct na_rule_context *c, const struct na_plan *plan, struct na_reading *blame)
{
	const struct na_expectation *e = plan->expectation;
	const struct na_fact *fact;
	struct na_walk walk;
	enum na_truth all = NA_NO;

	if (!plan->glob)
		return fact_fits(c, e, na_read(c->now, c->nic, e->attr, e->key), blame);
	walk = na_walk(c->now, c->nic, plan->glob);
	while ((fact = na_walk_next(&walk))) {
		enum na_truth is;

		if (!na_conditions_suit(e, fact->attr))
			continue;
		is = fact_fits(c, e, na_read(c->now, c->nic, fact->attr, fact->key), blame);
		if (is == NA_NO)
			return NA_NO;
		if (all != NA_MAYBE)
			all = is;
	}
	return all;
}

enum na_truth na_match_fits(struct na_rule_context *c, const struct na_match_plan *plan, const struct na_labels *labels,
			    struct na_reading *blame)
{
	const struct na_match *match = plan->match;
	const struct na_nic *nic = c->nic;
	enum na_truth all = NA_YES, is;

	if ((match->is_virtual >= 0 && match->is_virtual != nic->is_virtual) ||
	    (match->kind && !na_any_word(match->kind, nic->kind)) ||
	    (match->bus && !na_any_word(match->bus, nic->bus)) ||
	    (match->netns && !na_any_word(match->netns, nic->netns)) || (match->name && !is_named(nic, match->name)) ||
	    (match->label && !is_labelled(labels, match->label)))
		return NA_NO;
	if (match->driver) {
		all = has_driver(c, match->driver, blame);
		if (all == NA_NO)
			return NA_NO;
	}
	for (size_t i = 0; i < match->n_facts; i++) {
		is = facts_fit(c, &plan->facts[i], blame);
		if (is == NA_NO)
			return NA_NO;
		if (is == NA_MAYBE)
			all = NA_MAYBE;
	}
	if (!plan->except)
		return all;
	is = na_match_fits(c, plan->except, labels, blame);
	return is == NA_YES ? NA_NO : is == NA_MAYBE ? NA_MAYBE : all;
}
