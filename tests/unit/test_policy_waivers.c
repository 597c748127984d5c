/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is forgiven, until when, and waivers that have outlived their reason. */
#include "policies.h"

enum { NOW = 1000, BEFORE = 999, AFTER = 2000 };

static struct na_policy *policy;
static struct na_snapshot *now;
static struct na_report *report;

/* eno1 and eno2 have an MTU of 1500, which should be 9000; eno2 a ring of 512 as it should be; nobody knows eno3's. */
static int begin(void **state)
{
	struct na_policy_rule *rule;

	policy = policy_new();
	now = na_snapshot_new();
	now->host.time_ns = INT64_C(1000000000) * NOW;
	facts_nic(now, "eno1", "link.mtu=1500 ring.rx=256");
	facts_nic(now, "eno2", "link.mtu=1500 ring.rx=512");
	facts_nic(now, "eno3", "link.mtu!denied ring.rx=512");
	facts_nic(now, "eno4", "link.mtu=1500")->selected = false;
	rule = policy_rule(policy, "storage", NULL);
	policy_expect(policy, rule, "link.mtu", policy_is(policy, NA_OP_EQUAL, "9000", 1, term_value(na_uint(9000))));
	policy_expect(policy, rule, "ring.rx", policy_is(policy, NA_OP_EQUAL, "512", 1, term_value(na_uint(512))));
	policy_builtin(policy, "*", true, -1);
	report = NULL;
	return 0;
}

static int end(void **state)
{
	na_report_free(report);
	na_snapshot_free(now);
	policy_free(policy);
	return 0;
}

/* "eno1 link.mtu" */
static const struct na_check *find(const char *nic, const char *fact)
{
	for (size_t i = 0; i < report->n_checks; i++)
		if (report->checks[i].fact && !strcmp(report->checks[i].nic->name, nic) &&
		    !strcmp(report->checks[i].fact, fact))
			return &report->checks[i];
	fail_msg("no check of %s %s", nic, fact);
	return NULL;
}

enum { CHECKS = 6 };

/* What is said of the policy itself, after the checks of the NICs: NULL for nothing. */
static void check_said(const char *only, const char *expected)
{
	char text[512] = "";

	report = policy_run(policy, now, NULL, only);
	for (size_t i = 0; i < report->n_checks; i++) {
		const struct na_check *check = &report->checks[i];

		if (strncmp(check->rule, "waiver-", 7))
			continue;
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s %s %s: %s", *text ? " | " : "",
			 check->rule, na_severity_name(check->severity), na_status_name(check->status), check->message);
		assert_string_equal(check->source, "policy.yaml:40");
	}
	assert_string_equal(text, expected ? expected : "");
}

static void test_waived(void **state)
{
	policy_waive(policy, "storage", "eno1", "link.mtu", AFTER);
	check_said(NULL, NULL);
	assert_int_equal(find("eno1", "link.mtu")->status, NA_WAIVED);
	assert_string_equal(find("eno1", "link.mtu")->waiver, "until 2027-03-31, netops: new switch");
	assert_string_equal(find("eno1", "link.mtu")->message, "link.mtu is 1500, not 9000");
	assert_int_equal(find("eno1", "ring.rx")->status, NA_FAIL);
	assert_int_equal(find("eno2", "link.mtu")->status, NA_FAIL);
	assert_null(find("eno2", "link.mtu")->waiver);
	assert_int_equal(report->summary.status[NA_WAIVED], 1);
}

static void test_globs(void **state)
{
	policy_waive(policy, "stor*", "eno*", "*", AFTER);
	check_said(NULL, NULL);
	assert_int_equal(report->summary.status[NA_WAIVED], 3);
	assert_int_equal(report->summary.status[NA_PASS], 2);
	assert_int_equal(find("eno3", "link.mtu")->status, NA_UNDECIDED); /* what is not known cannot be forgiven */
	assert_int_equal(na_report_exit(report, NA_WARNING), 3);
}

static void test_anything_of_a_rule(void **state)
{
	policy_waive(policy, "storage", NULL, NULL, AFTER);
	check_said(NULL, NULL);
	assert_int_equal(report->summary.status[NA_FAIL], 0);
}

/* Until the end of its last day. */
static void test_the_last_moment(void **state)
{
	policy_waive(policy, "storage", "eno1", "link.mtu", NOW);
	check_said(NULL, NULL);
	assert_int_equal(find("eno1", "link.mtu")->status, NA_WAIVED);
}

static void test_builtin_rules_are_waived(void **state)
{
	policy->n_builtins = 0;
	facts_add(now, &now->nics[0].facts, "link.detected=on link.duplex=half link.admin=up");
	policy_waive(policy, "half-duplex", "eno1", NULL, AFTER);
	check_said("half-duplex", NULL);
	assert_int_equal(find("eno1", "link.duplex")->status, NA_WAIVED);
}

static void test_expired(void **state)
{
	policy_waive(policy, "storage", "eno1", "link.mtu", BEFORE);
	check_said(NULL,
		   "waiver-expired warning fail: the waiver of storage link.mtu on eno1 ended with 2027-03-31, and it "
		   "still fails: ask netops");
	assert_int_equal(find("eno1", "link.mtu")->status, NA_FAIL);
	assert_string_equal(report->checks[CHECKS].nic->name, "eno1");
	na_report_free(report);
	policy->waivers[0].interface = NULL; /* of several NICs it is about none */
	check_said(NULL,
		   "waiver-expired warning fail: the waiver of storage link.mtu ended with 2027-03-31, and it still "
		   "fails: ask netops");
	assert_null(report->checks[CHECKS].nic);
}

static void test_renewed(void **state)
{
	policy_waive(policy, "storage", "eno1", "link.mtu", BEFORE);
	policy_waive(policy, "storage", "eno1", "link.mtu", AFTER);
	check_said(NULL,
		   "waiver-unused info fail: nothing fails that the waiver of storage link.mtu on eno1 could forgive");
	assert_int_equal(find("eno1", "link.mtu")->status, NA_WAIVED);
}

static void test_two_in_force_are_both_of_use(void **state)
{
	policy_waive(policy, "storage", "eno1", "link.mtu", AFTER);
	policy_waive(policy, "storage", "eno1", NULL, AFTER);
	policy_waive(policy, "storage", "eno1", "link.mtu", AFTER);
	check_said(NULL, NULL);
}

/* Without a time nothing is forgiven, and nobody knows whether it should be. */
static void test_no_time(void **state)
{
	now->host.time_ns = 0;
	policy_waive(policy, "storage", "eno1", "link.mtu", AFTER);
	check_said(NULL,
		   "waiver-expired warning unknown: whether the waiver of storage link.mtu on eno1 has ended is not "
		   "known: the snapshot has no time");
	assert_int_equal(find("eno1", "link.mtu")->status, NA_FAIL);
}

static void test_unused(void **state)
{
	static const struct {
		const char *rule, *interface, *fact, *said;
	} cases[] = {
		{ "storage", "eno2", "ring.rx",
		  "waiver-unused info fail: nothing fails that the waiver of storage ring.rx on eno2 could forgive" },
		{ "storage", "eno2", "ring.tx",
		  "waiver-unused info fail: nothing fails that the waiver of storage ring.tx on eno2 could forgive" },
		{ "half-duplex", NULL, NULL,
		  "waiver-unused info fail: nothing fails that the waiver of half-duplex could forgive" },
		{ "storrage", "eno2", NULL, "waiver-unused warning fail: there is no rule storrage for this waiver" },
		{ "x*", NULL, NULL, "waiver-unused warning fail: there is no rule x* for this waiver" },
		{ "storage", "eno7", NULL,
		  "waiver-unused warning fail: there is no interface eno7 for the waiver of storage" },
		/* it could not be judged, or nobody asked for it */
		{ "storage", "eno3", "link.mtu", "" },
		{ "storage", "eno4", NULL, "" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		policy->n_waivers = 0;
		policy_waive(policy, cases[i].rule, cases[i].interface, cases[i].fact, AFTER);
		na_report_free(report);
		check_said(NULL, cases[i].said);
	}
}

/* With --only nothing is said of what was not judged, nor of waivers that were not asked for. */
static void test_only(void **state)
{
	policy_waive(policy, "half-duplex", NULL, NULL, AFTER);
	policy_waive(policy, "storage", "eno2", "ring.rx", AFTER);
	policy_waive(policy, "storage", "eno1", "ring.rx", AFTER);
	check_said("storage", NULL);
	assert_int_equal(find("eno1", "ring.rx")->status, NA_WAIVED);
	na_report_free(report);
	check_said("waiver-unused", NULL);
	na_report_free(report);
	check_said("[sw]*",
		   "waiver-unused info fail: nothing fails that the waiver of storage ring.rx on eno2 could forgive");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(test_waived),
		TEST(test_globs),
		TEST(test_anything_of_a_rule),
		TEST(test_the_last_moment),
		TEST(test_builtin_rules_are_waived),
		TEST(test_expired),
		TEST(test_renewed),
		TEST(test_two_in_force_are_both_of_use),
		TEST(test_no_time),
		TEST(test_unused),
		TEST(test_only),
	};

	return TESTING_RUN(tests);
}
