/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One rule of one policy put to one NIC, and the verdict on it:
 *
 *	check("ring.rx=256", "ring.rx", is_value(NA_OP_EQUAL, "512", na_uint(512)), FAIL("ring.rx is 256, not 512"));
 */
#ifndef NICAUDIT_ONE_RULE_H
#define NICAUDIT_ONE_RULE_H

#include "policies.h"

struct verdict {
	enum na_status status;
	const char *message, *expected, *actual; /* NULL where they are not looked at */
};

/* Of the test that runs. */
static struct na_policy *policy;
static struct na_policy_rule *rule;

static int begin(void **state)
{
	policy = policy_new();
	rule = policy_rule(policy, "one", NULL);
	return 0;
}

static int end(void **state)
{
	policy_free(policy);
	return 0;
}

static inline struct na_condition is(enum na_operator op, const char *text)
{
	return policy_is(policy, op, text, 0);
}

static inline struct na_condition is_value(enum na_operator op, const char *text, struct na_value value)
{
	return policy_is(policy, op, text, 1, term_value(value));
}

static inline struct na_condition is_two(enum na_operator op, const char *text, struct na_value a, struct na_value b)
{
	return policy_is(policy, op, text, 2, term_value(a), term_value(b));
}

static void drop_unwanted(struct na_facts *facts, const uint8_t *wanted, uint8_t who)
{
	size_t n = 0;

	for (size_t i = 0; i < facts->n; i++)
		if (wanted[facts->v[i].attr] & who)
			facts->v[n++] = facts->v[i];
	facts->n = n;
}

/* The one check there is, of what is wanted as a live host would have it. */
static inline const struct na_check *judge(struct na_snapshot *now, struct na_snapshot *before,
					   struct na_report **report)
{
	struct na_check_options options = { .only = (const char *const[]){ "one" }, .n_only = 1, .policy = policy };
	struct na_nic *nic = &now->nics[0];
	uint8_t wanted[NA_N_ATTRS];
	struct na_error error;

	assert_ok(na_check_needs(&options, before != NULL, wanted, &error), &error);
	drop_unwanted(&nic->facts, wanted, nic->is_virtual ? NA_WANT_VIRTUAL : NA_WANT_HARDWARE);
	drop_unwanted(&now->facts, wanted, NA_WANT_ALL);
	*report = policy_run(policy, now, before, "one");
	assert_int_equal((*report)->n_checks, 1);
	return (*report)->checks;
}

/* Facts of the host stand after a bar. */
static inline struct na_snapshot *host(const char *words)
{
	struct na_snapshot *now = na_snapshot_new();
	char *nic = strdup(words), *bar = strchr(nic, '|');

	if (bar) {
		*bar = 0;
		facts_add(now, &now->facts, bar + 1);
	}
	facts_nic(now, "eno1", nic);
	free(nic);
	return now;
}

static void check_two(const char *words, const char *name, const struct na_condition *conditions, size_t n,
		      struct verdict expected)
{
	struct na_snapshot *now = host(words);
	struct na_report *report;
	const struct na_check *check;
	const char *text;

	rule->n_expect = 0;
	policy_expect(policy, rule, name, conditions[0]);
	for (size_t i = 1; i < n; i++)
		rule->expect[0].conditions[i] = conditions[i];
	rule->expect[0].n_conditions = n;
	check = judge(now, NULL, &report);
	if (check->status != expected.status)
		fail_msg("%s, %s %s: %s (%s)", words, name, conditions[0].text, na_status_name(check->status),
			 check->message ? check->message : "");
	assert_int_equal(check->required, expected.status == NA_UNDECIDED);
	assert_string_equal(check->fact, name);
	assert_string_equal(check->rule, "one");
	assert_string_equal(check->why, "because");
	assert_string_equal(check->source, "policy.yaml:100");
	if (expected.message)
		assert_string_equal(check->message, expected.message);
	text = rule->expect[0].conditions[0].text;
	text += strncmp(text, "= ", 2) ? 0 : 2;
	assert_string_equal(check->expected, expected.expected ? expected.expected : text);
	if (expected.actual)
		assert_string_equal(check->actual, expected.actual);
	na_report_free(report);
	na_snapshot_free(now);
}

static void check(const char *words, const char *name, struct na_condition condition, struct verdict expected)
{
	check_two(words, name, &condition, 1, expected);
}

/* Message, expected and actual, as far as they are looked at. */
#define VERDICT(status, message, expected, actual, ...) ((struct verdict){ status, message, expected, actual })
#define PASS VERDICT(NA_PASS, NULL, NULL, NULL, )
#define FAIL(...) VERDICT(NA_FAIL, __VA_ARGS__, NULL, NULL, NULL)
#define UNKNOWN(...) VERDICT(NA_UNDECIDED, __VA_ARGS__, NULL, NULL, NULL)

#define ONE_RULE_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

#endif
