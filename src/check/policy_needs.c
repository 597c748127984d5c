/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which attributes a policy looks at, so that a live host is asked for these and for no others. */
#include <string.h>

#include "check/policy.h"

struct needs {
	uint8_t *wanted;
	uint8_t who; /* enum na_want */
	bool two_samples;
};

static void want(const struct needs *needs, enum na_attr_id attr)
{
	needs->wanted[attr] |= needs->who;
}

/* The attribute, and what says whether its value means something and what it could be at most. */
static void want_fact(const struct needs *needs, enum na_attr_id attr)
{
	const struct na_attr *row = &na_attrs[attr];

	want(needs, attr);
	if (row->max)
		want(needs, (enum na_attr_id)row->max);
	if (row->scope == NA_SCOPE_NEGOTIATED && row->nl.msg) {
		want(needs, NA_LINK_ADMIN);
		want(needs, NA_LINK_DETECTED);
		want(needs, NA_LINK_CARRIER);
	}
	if (attr == NA_LINK_SPEED || attr == NA_LINK_DUPLEX) {
		want(needs, NA_LINK_SUPPORTED);
		want(needs, NA_DRIVER_NAME); /* of some drivers it is nominal */
	}
	if (attr == NA_FEATURE) {
		want(needs, NA_FEATURES_FIXED);
		want(needs, NA_FEATURES_REQUESTED);
	}
}

static void want_glob(const struct needs *needs, const char *glob)
{
	for (uint16_t attr = 1; attr < NA_N_ATTRS; attr++)
		if (na_glob_reaches(glob, attr))
			want_fact(needs, attr);
}

static void want_term(const struct needs *needs, const struct na_term *term)
{
	if (term->kind == NA_TERM_FACT || term->kind == NA_TERM_COUNT)
		want_fact(needs, term->attr);
	for (size_t i = 0; i < term->n_terms; i++)
		want_term(needs, &term->terms[i]);
}

static void want_expectation(const struct needs *needs, const struct na_expectation *e)
{
	bool counts = false, rates = e->n_conditions > 0;

	for (size_t i = 0; i < e->n_conditions; i++) {
		const struct na_condition *condition = &e->conditions[i];

		rates &= condition->rate;
		counts |= condition->rate;
		if (condition->op == NA_OP_MINIMUM && !e->is_glob)
			want(needs, na_minimum_of(e->attr));
		for (size_t k = 0; k < condition->n_terms; k++)
			want_term(needs, &condition->terms[k]);
	}
	if (rates && !needs->two_samples)
		return;
	if (e->is_glob)
		want_glob(needs, e->name);
	else
		want_fact(needs, e->attr);
	if (counts) {
		want(needs, NA_DRIVER_NAME);
		want(needs, NA_DRIVER_VERSION);
		want(needs, NA_DRIVER_FIRMWARE);
	}
}

static void want_match(const struct needs *needs, const struct na_match *match)
{
	if (match->driver)
		want(needs, NA_DRIVER_NAME);
	for (size_t i = 0; i < match->n_facts; i++)
		want_expectation(needs, &match->facts[i]);
	if (match->except)
		want_match(needs, match->except);
}

/* not: {virtual: true}, and nothing else, leaves out all of them. */
static int kind_of(const struct na_match *match)
{
	const struct na_match *except = match->except;

	if (match->is_virtual >= 0 || !except || except->is_virtual < 0)
		return match->is_virtual;
	if (except->name || except->driver || except->kind || except->bus || except->netns || except->label ||
	    except->n_facts || except->except)
		return -1;
	return !except->is_virtual;
}

static void want_rule(struct needs *needs, const struct na_policy_rule *rule)
{
	int is_virtual = kind_of(&rule->match);

	needs->who = is_virtual < 0 ? NA_WANT_ALL : is_virtual ? NA_WANT_VIRTUAL : NA_WANT_HARDWARE;
	want_match(needs, &rule->match);
	for (size_t i = 0; i < rule->n_expect; i++)
		want_expectation(needs, &rule->expect[i]);
}

static void want_group(struct needs *needs, const struct na_group *group)
{
	needs->who = NA_WANT_ALL;
	for (const char **word = group->same; *word; word++) {
		const char *key;
		enum na_attr_id attr = na_attr_find(*word, &key);

		if (attr != NA_ATTR_UNKNOWN)
			want_fact(needs, attr);
		if (strpbrk(*word, "*?["))
			want_glob(needs, *word);
	}
}

void na_policy_needs(const struct na_check_options *options, bool two_samples, uint8_t *wanted)
{
	const struct na_policy *policy = options->policy;
	struct needs needs = { .wanted = wanted, .two_samples = two_samples };

	for (size_t i = 0; policy && i < policy->n_rules; i++)
		if (na_policy_chosen(options, policy->rules[i].id, policy->rules[i].severity))
			want_rule(&needs, &policy->rules[i]);
	for (size_t i = 0; policy && i < policy->n_groups; i++)
		if (na_policy_chosen(options, policy->groups[i].name, policy->groups[i].severity))
			want_group(&needs, &policy->groups[i]);
}
