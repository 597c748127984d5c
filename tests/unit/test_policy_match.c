/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which NICs a rule of a policy is about: each part of match:, together, their opposite, and where nobody can tell. */
#include "policies.h"

static const char *const alternatives[] = { "enp3s0", "uplink" };

/* eno1: hardware with altnames; veth0: virtual; in a namespace: eth9; nothing known: bare. */
static struct na_snapshot *host(void)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_nic *nic =
		facts_nic(now, "eno1",
			  "driver.name=ixgbe link.detected=on link.speed=10000 ring.rx=512 ring.rx-max=4096 "
			  "feature.rx-gro=on feature.rx-lro=off fec.active!unsupported");

	nic->driver = "ixgbe";
	nic->bus = "0000:3b:00.1";
	nic->altnames = alternatives;
	nic->n_altnames = 2;
	nic = facts_nic(now, "veth0", "driver.name=veth link.speed=10000 link.detected=on");
	nic->is_virtual = true;
	nic->kind = "veth";
	nic->driver = "veth";
	nic = facts_nic(now, "eth9", "link.admin=up link.detected=off link.speed=10000 driver.name!unsupported");
	nic->netns = "blue";
	facts_nic(now, "bare", "ring.rx!denied driver.name!denied");
	return now;
}

/* For each NIC y (the rule is about it), n, or ? in the order of host(). */
static void check_fits(struct na_policy *policy, const char *expected, const char *unknown)
{
	struct na_snapshot *now = host();
	struct na_policy_rule *rule = &policy->rules[0];
	struct na_report *report;
	char seen[8] = "nnnn";

	policy_expect(policy, rule, "link.admin",
		      policy_is(policy, NA_OP_UNEQUAL, "!= x", 1, term_value(na_string("x"))));
	report = policy_run(policy, now, NULL, rule->id);
	for (size_t i = 0; i < report->n_checks; i++) {
		const struct na_check *check = &report->checks[i];
		bool applies = !strcmp(check->fact, "link.admin");

		assert_string_equal(check->rule, rule->id);
		seen[check->nic - now->nics] = applies ? 'y' : '?';
		if (applies)
			continue;
		assert_int_equal(check->status, NA_UNDECIDED);
		assert_true(check->required);
		assert_string_equal(check->source, "policy.yaml:10");
		assert_string_equal(check->message, unknown);
	}
	assert_string_equal(seen, expected);
	na_report_free(report);
	na_snapshot_free(now);
	policy_free(policy);
}

static void test_words(void **state)
{
	static const struct {
		size_t offset;
		const char *words, *expected;
	} cases[] = {
		{ offsetof(struct na_match, name), "eno1", "ynnn" },
		{ offsetof(struct na_match, name), "uplink", "ynnn" },
		{ offsetof(struct na_match, name), "enp3*", "ynnn" },
		{ offsetof(struct na_match, name), "e*", "ynyn" },
		{ offsetof(struct na_match, name), "veth? bare", "nyny" },
		{ offsetof(struct na_match, name), "eno", "nnnn" },
		{ offsetof(struct na_match, name), "*", "yyyy" },
		{ offsetof(struct na_match, kind), "veth bond", "nynn" },
		{ offsetof(struct na_match, kind), "*", "nynn" },
		{ offsetof(struct na_match, bus), "0000:3b:*", "ynnn" },
		{ offsetof(struct na_match, netns), "blue", "nnyn" },
		{ offsetof(struct na_match, netns), "b*", "nnyn" },
		{ offsetof(struct na_match, label), "storage", "ynnn" },
		{ offsetof(struct na_match, label), "late*", "yynn" },
		{ offsetof(struct na_match, label), "nothing", "nnnn" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_policy *policy = policy_new();
		struct na_policy_rule *rule = policy_rule(policy, "one", NULL);

		policy_label(policy, "eno1", "storage latency");
		policy_label(policy, "veth*", "later");
		*(const char ***)((char *)&rule->match + cases[i].offset) = policy_words(policy, cases[i].words);
		check_fits(policy, cases[i].expected, NULL);
	}
}

static void test_driver(void **state)
{
	static const struct {
		const char *words, *expected;
	} cases[] = { { "ixgbe tg3", "ynn?" }, { "v*", "nyn?" }, { "e1000", "nnn?" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_policy *policy = policy_new();

		policy_rule(policy, "one", NULL)->match.driver = policy_words(policy, cases[i].words);
		check_fits(policy, cases[i].expected,
			   "whether the rule is about it is not known: driver.name: needs root");
	}
}

static void test_virtual(void **state)
{
	static const char *const expected[] = { "ynyy", "nynn" };

	for (int is = 0; is < 2; is++) {
		struct na_policy *policy = policy_new();

		policy_rule(policy, "one", NULL)->match.is_virtual = is;
		check_fits(policy, expected[is], NULL);
		policy = policy_new();
		policy_except(policy, policy_rule(policy, "one", NULL))->is_virtual = is;
		check_fits(policy, expected[!is], NULL);
	}
}

/* A link that is down, or no wire, has no speed that could be at least something. */
static void test_facts(void **state)
{
	struct na_policy *policy = policy_new();
	struct na_policy_rule *rule = policy_rule(policy, "one", NULL);

	policy_where(policy, &rule->match, "link.speed",
		     policy_is(policy, NA_OP_AT_LEAST, ">= 10000", 1, term_value(na_uint(10000))));
	check_fits(policy, "ynn?", "whether the rule is about it is not known: link.speed: not read");

	policy = policy_new();
	rule = policy_rule(policy, "one", "eno1 bare");
	policy_where(policy, &rule->match, "ring.rx",
		     policy_is(policy, NA_OP_LESS, "< ring.rx-max", 1, term_fact("ring.rx-max")));
	check_fits(policy, "ynn?", "whether the rule is about it is not known: ring.rx: needs root");

	/* what the driver has not */
	policy = policy_new();
	rule = policy_rule(policy, "one", "eno1");
	policy_where(policy, &rule->match, "fec.active", policy_is(policy, NA_OP_MISSING, "absent", 0));
	check_fits(policy, "ynnn", NULL);
	policy = policy_new();
	rule = policy_rule(policy, "one", "eno1");
	policy_where(policy, &rule->match, "fec.active", policy_is(policy, NA_OP_PRESENT, "present", 0));
	check_fits(policy, "nnnn", NULL);

	/* of a glob all, and at least one */
	policy = policy_new();
	rule = policy_rule(policy, "one", NULL);
	policy_where(policy, &rule->match, "feature.rx-*", policy_is(policy, NA_OP_PRESENT, "present", 0));
	check_fits(policy, "ynnn", NULL);
	policy = policy_new();
	rule = policy_rule(policy, "one", NULL);
	policy_where(policy, &rule->match, "feature.rx-*",
		     policy_is(policy, NA_OP_EQUAL, "on", 1, term_value(na_bool(true))));
	check_fits(policy, "nnnn", NULL);
}

static void test_all_parts_and_except(void **state)
{
	struct na_policy *policy = policy_new();
	struct na_policy_rule *rule = policy_rule(policy, "one", "e*");

	rule->match.netns = policy_words(policy, "blue");
	check_fits(policy, "nnyn", NULL);

	policy = policy_new();
	rule = policy_rule(policy, "one", NULL);
	policy_except(policy, rule)->name = policy_words(policy, "e*");
	check_fits(policy, "nyny", NULL);

	/* all parts of what must not be */
	policy = policy_new();
	rule = policy_rule(policy, "one", NULL);
	policy_except(policy, rule)->name = policy_words(policy, "e*");
	rule->match.except->netns = policy_words(policy, "blue");
	check_fits(policy, "yyny", NULL);

	/* it may be what must not be */
	policy = policy_new();
	rule = policy_rule(policy, "one", NULL);
	policy_except(policy, rule)->driver = policy_words(policy, "ixgbe");
	check_fits(policy, "nyy?", "whether the rule is about it is not known: driver.name: needs root");
}

static void test_labelled(void **state)
{
	struct na_policy *policy = policy_new();
	struct na_snapshot *now = host();

	policy_label(policy, "uplink", "storage");
	policy_label(policy, "en*", "latency core");
	assert_true(na_policy_labelled(policy, &now->nics[0], "storage"));
	assert_true(na_policy_labelled(policy, &now->nics[0], "core"));
	assert_false(na_policy_labelled(policy, &now->nics[0], "cor*"));
	assert_false(na_policy_labelled(policy, &now->nics[1], "core"));
	assert_false(na_policy_labelled(NULL, &now->nics[0], "core"));
	na_snapshot_free(now);
	policy_free(policy);
}

/* A rule for nobody is said once; one for a NIC that was not asked for is no such thing. */
static void test_unmatched(void **state)
{
	struct na_policy *policy = policy_new();
	struct na_snapshot *now = host();
	struct na_report *report;
	const char *const names[] = { "eno7", "veth0" };

	now->nics[1].selected = false;
	for (size_t i = 0; i < 2; i++)
		policy_expect(policy, policy_rule(policy, i ? "other" : "one", names[i]), "link.mtu",
			      policy_is(policy, NA_OP_EQUAL, "1500", 1, term_value(na_uint(1500))));
	report = policy_run(policy, now, NULL, "o*");
	assert_int_equal(report->n_checks, 0); /* --only says what is asked for */
	na_report_free(report);
	policy_builtin(policy, "*", true, -1);
	report = policy_run(policy, now, NULL, NULL);
	assert_int_equal(report->n_checks, 1);
	assert_string_equal(report->checks[0].rule, "policy-unmatched");
	assert_string_equal(report->checks[0].message, "the rule one is about no interface of this host");
	assert_string_equal(report->checks[0].source, "policy.yaml:10");
	assert_null(report->checks[0].nic);
	assert_int_equal(report->checks[0].severity, NA_INFO);
	assert_int_equal(na_report_exit(report, NA_WARNING), 0);
	assert_string_equal(report->policy_path, "policy.yaml");
	assert_int_equal(strlen(report->policy_sha256), 64);
	na_report_free(report);
	na_snapshot_free(now);
	policy_free(policy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_driver),
		cmocka_unit_test(test_virtual),
		cmocka_unit_test(test_facts),
		cmocka_unit_test(test_all_parts_and_except),
		cmocka_unit_test(test_labelled),
		cmocka_unit_test(test_unmatched),
	};

	return TESTING_RUN(tests);
}
