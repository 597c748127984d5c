/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Policies built by hand, for tests of what judges by them:
 *
 *	struct na_policy *policy = policy_new();
 *	struct na_policy_rule *rule = policy_rule(policy, "storage", "eno*");
 *	policy_expect(policy, rule, "ring.rx", policy_is(policy, NA_OP_MAXIMUM, "max", 0));
 *	policy_free(policy);
 */
#ifndef NICAUDIT_POLICIES_H
#define NICAUDIT_POLICIES_H

#include "facts.h"
#include "nicaudit/check.h"
#include "nicaudit/policy.h"

enum { POLICY_MOST = 128 };

static inline void *policy_keep(struct na_policy *policy, size_t n, size_t size)
{
	void *p = na_arena_alloc(&policy->arena, n * size);

	assert_non_null(p);
	return p;
}

static inline struct na_policy *policy_new(void)
{
	struct na_policy *policy = calloc(1, sizeof(*policy));

	assert_non_null(policy);
	policy->path = "policy.yaml";
	memset(policy->sha256, 'a', 64);
	policy->labels = policy_keep(policy, POLICY_MOST, sizeof(*policy->labels));
	policy->rules = policy_keep(policy, POLICY_MOST, sizeof(*policy->rules));
	policy->groups = policy_keep(policy, POLICY_MOST, sizeof(*policy->groups));
	policy->builtins = policy_keep(policy, POLICY_MOST, sizeof(*policy->builtins));
	policy->waivers = policy_keep(policy, POLICY_MOST, sizeof(*policy->waivers));
	return policy;
}

static inline void policy_free(struct na_policy *policy)
{
	na_arena_clear(&policy->arena);
	free(policy);
}

/* Words separated by blanks, as a list ended by NULL. */
static inline const char **policy_words(struct na_policy *policy, const char *text)
{
	const char **words = policy_keep(policy, strlen(text) + 2, sizeof(*words));
	size_t n = 0;

	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		size_t len = strcspn(text, " ");

		words[n++] = na_arena_intern(&policy->arena, text, len);
		text += len;
	}
	return words;
}

/* A critical rule on line 10 of the file, the next on line 11; names NULL for any NIC. */
static inline struct na_policy_rule *policy_rule(struct na_policy *policy, const char *id, const char *names)
{
	struct na_policy_rule *rule = &policy->rules[policy->n_rules++];

	assert_true(policy->n_rules <= POLICY_MOST);
	*rule = (struct na_policy_rule){
		.place = { "policy.yaml", (unsigned int)(9 + policy->n_rules), 3 },
		.id = id,
		.match = { .name = names ? policy_words(policy, names) : NULL, .is_virtual = -1 },
		.severity = NA_CRITICAL,
		.why = "because",
	};
	rule->expect = policy_keep(policy, POLICY_MOST, sizeof(*rule->expect));
	rule->match.facts = policy_keep(policy, POLICY_MOST, sizeof(*rule->match.facts));
	return rule;
}

static inline struct na_match *policy_except(struct na_policy *policy, struct na_policy_rule *rule)
{
	rule->match.except = policy_keep(policy, 1, sizeof(*rule->match.except));
	rule->match.except->is_virtual = -1;
	return rule->match.except;
}

static inline struct na_term term_value(struct na_value value)
{
	return (struct na_term){ .kind = NA_TERM_VALUE, .value = value };
}

static inline struct na_term term_of(enum na_term_kind kind, const char *name)
{
	struct na_term term = { .kind = kind };

	term.attr = na_attr_find(name, &term.key);
	assert_int_not_equal(term.attr, NA_ATTR_UNKNOWN);
	return term;
}

static inline struct na_term term_fact(const char *name)
{
	return term_of(NA_TERM_FACT, name);
}

static inline struct na_term term_count(const char *name)
{
	return term_of(NA_TERM_COUNT, name);
}

static inline struct na_term term_two(struct na_policy *policy, enum na_term_kind kind, struct na_term a,
				      struct na_term b)
{
	struct na_term *terms = policy_keep(policy, 2, sizeof(*terms));

	terms[0] = a;
	terms[1] = b;
	return (struct na_term){ .kind = kind, .terms = terms, .n_terms = 2 };
}

/* A condition; the n terms follow. */
static inline struct na_condition policy_is(struct na_policy *policy, enum na_operator op, const char *text, size_t n,
					    ...)
{
	struct na_condition condition = { .op = op, .text = text, .n_terms = n };
	va_list args;

	condition.terms = policy_keep(policy, n + 1, sizeof(*condition.terms));
	va_start(args, n);
	for (size_t i = 0; i < n; i++)
		condition.terms[i] = va_arg(args, struct na_term);
	va_end(args);
	return condition;
}

static inline struct na_expectation policy_line(struct na_policy *policy, const char *name, unsigned int line,
						struct na_condition condition)
{
	struct na_expectation e = { .place = { "policy.yaml", line, 7 }, .name = name, .n_conditions = 1 };

	e.is_glob = strpbrk(name, "*?[") != NULL;
	if (!e.is_glob)
		e.attr = na_attr_find(name, &e.key);
	assert_true(e.is_glob || e.attr != NA_ATTR_UNKNOWN);
	e.conditions = policy_keep(policy, 4, sizeof(*e.conditions));
	e.conditions[0] = condition;
	return e;
}

/* The first expectation of a rule is on line 100 of the file, the next on line 101. */
static inline struct na_expectation *policy_expect(struct na_policy *policy, struct na_policy_rule *rule,
						   const char *name, struct na_condition condition)
{
	size_t n = rule->n_expect++;

	assert_true(n < POLICY_MOST);
	rule->expect[n] = policy_line(policy, name, (unsigned int)(100 + n), condition);
	return &rule->expect[n];
}

static inline void policy_where(struct na_policy *policy, struct na_match *match, const char *name,
				struct na_condition condition)
{
	if (!match->facts)
		match->facts = policy_keep(policy, POLICY_MOST, sizeof(*match->facts));
	match->facts[match->n_facts++] = policy_line(policy, name, 50, condition);
}

static inline struct na_group *policy_group(struct na_policy *policy, const char *name, const char *members,
					    const char *same)
{
	struct na_group *group = &policy->groups[policy->n_groups++];

	*group = (struct na_group){
		.place = { "policy.yaml", 20, 3 },
		.name = name,
		.members = policy_words(policy, members),
		.same = policy_words(policy, same),
		.severity = NA_WARNING,
		.why = "they share a bond",
	};
	return group;
}

static inline void policy_label(struct na_policy *policy, const char *interface, const char *words)
{
	policy->labels[policy->n_labels++] = (struct na_label){ interface, policy_words(policy, words) };
}

/* On the policy's shelf of built-in rules. */
static inline void policy_builtin(struct na_policy *policy, const char *rule, bool disable, int severity)
{
	policy->builtins[policy->n_builtins++] =
		(struct na_builtin){ { "policy.yaml", 30, 3 }, rule, disable, severity };
}

/* Ends in the given second since the epoch. */
static inline struct na_waiver *policy_waive(struct na_policy *policy, const char *rule, const char *interface,
					     const char *fact, int64_t until)
{
	struct na_waiver *waiver = &policy->waivers[policy->n_waivers++];

	*waiver = (struct na_waiver){
		.place = { "policy.yaml", 40, 3 },
		.rule = rule,
		.interface = interface,
		.fact = fact,
		.until_ns = until * 1000000000,
		.until = "2027-03-31",
		.owner = "netops",
		.why = "new switch",
	};
	return waiver;
}

/* Judges; the built-in rules stay out where only names none of them. */
static inline struct na_report *policy_run(struct na_policy *policy, struct na_snapshot *now,
					   struct na_snapshot *before, const char *only)
{
	struct na_check_options options = { .only = &only, .n_only = only ? 1 : 0, .policy = policy };
	struct na_report *report = NULL;
	struct na_error error;

	assert_int_equal(na_snapshot_finish(now), 0);
	if (before)
		assert_int_equal(na_snapshot_finish(before), 0);
	assert_ok(na_check_run(now, before, &options, &report, &error), &error);
	for (size_t i = 0; i < report->n_checks; i++) {
		const struct na_check *check = &report->checks[i];

		if (check->status == NA_PASS ? check->message != NULL : !check->message)
			fail_msg("%s %s: message '%s'", check->rule, na_status_name(check->status),
				 check->message ? check->message : "none");
	}
	return report;
}

#endif
