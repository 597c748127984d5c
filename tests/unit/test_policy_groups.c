/* SPDX-License-Identifier: GPL-2.0-or-later */
/* NICs that have to be the same: who differs, from whom, and where nobody can tell. */
#include "policies.h"

static struct na_policy *policy;
static struct na_snapshot *now;
static struct na_report *report;

static int begin(void **state)
{
	policy = policy_new();
	now = na_snapshot_new();
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

static void judge(const char *members, const char *same)
{
	policy_group(policy, "storage", members, same);
	report = policy_run(policy, now, NULL, "storage");
}

/* "eno1 pass", and the message after a colon. */
static void check_is(size_t i, const char *expected)
{
	const struct na_check *check = &report->checks[i];
	char text[512];

	assert_true(i < report->n_checks);
	snprintf(text, sizeof(text), "%s %s%s%s", check->nic ? check->nic->name : "host", na_status_name(check->status),
		 check->message ? ": " : "", check->message ? check->message : "");
	assert_string_equal(text, expected);
	assert_string_equal(check->rule, "storage");
	assert_string_equal(check->source, "policy.yaml:20");
	assert_string_equal(check->why, "they share a bond");
	assert_int_equal(check->severity, NA_WARNING);
}

static void test_same(void **state)
{
	facts_nic(now, "eno1", "ring.rx=512 feature.rx-lro=off feature.rx-gro=on");
	facts_nic(now, "eno2", "ring.rx=512 feature.rx-lro=off feature.rx-gro=on");
	judge("eno1 eno2", "ring.rx feature.*");
	assert_int_equal(report->n_checks, 4); /* a check for each member and word */
	check_is(0, "eno1 pass");
	check_is(1, "eno2 pass");
	assert_string_equal(report->checks[1].fact, "ring.rx");
	check_is(2, "eno1 pass");
	check_is(3, "eno2 pass");
	assert_string_equal(report->checks[3].fact, "feature.*");
}

static void test_majority(void **state)
{
	facts_nic(now, "eno1", "ring.rx=4096");
	facts_nic(now, "eno2", "ring.rx=512");
	facts_nic(now, "eno3", "ring.rx=4096");
	judge("eno*", "ring.rx");
	assert_int_equal(report->n_checks, 3);
	check_is(0, "eno1 pass");
	check_is(1, "eno2 fail: ring.rx is 512 here and 4096 on eno1, eno3");
	check_is(2, "eno3 pass");
	assert_string_equal(report->checks[1].fact, "ring.rx");
	assert_string_equal(report->checks[1].actual, "512");
	assert_string_equal(report->checks[1].expected, "4096");
	assert_true(report->checks[1].n_mends > 1); /* one for each tool */
	assert_string_equal(report->checks[1].mends[0].text, "ethtool -G eno2 rx 4096");
}

/* The majority need not be the first; of equals the first of the group counts. */
static void test_majority_after_the_first_and_ties(void **state)
{
	facts_nic(now, "eno1", "ring.rx=512 driver.firmware=1");
	facts_nic(now, "eno2", "ring.rx=4096 driver.firmware=2");
	facts_nic(now, "eno3", "ring.rx=4096");
	judge("eno1 eno2 eno3", "ring.rx");
	check_is(0, "eno1 fail: ring.rx is 512 here and 4096 on eno2, eno3");
	na_report_free(report);
	policy->n_groups = 0;
	judge("eno2 eno1", "driver.firmware");
	check_is(0, "eno2 pass");
	check_is(1, "eno1 fail: driver.firmware is 1 here and 2 on eno2");
	assert_int_equal(report->checks[1].n_mends, 0);
}

static void test_what_is_fixed_is_not_mended(void **state)
{
	facts_nic(now, "eno1", "feature.highdma=off features.fixed=highdma");
	facts_nic(now, "eno2", "feature.highdma=on features.fixed=highdma");
	facts_nic(now, "eno3", "feature.highdma=on features.fixed=");
	judge("eno1 eno2", "feature.*");
	check_is(1, "eno2 fail: feature.highdma is on here and off on eno1");
	assert_int_equal(report->checks[1].n_mends, 0);
	na_report_free(report);
	policy->n_groups = 0;
	judge("eno1 eno3", "feature.*");
	check_is(1, "eno3 fail: feature.highdma is on here and off on eno1");
	assert_true(report->checks[1].n_mends > 1); /* one for each tool */
}

static void test_several_differences(void **state)
{
	facts_nic(now, "eno1", "ring.rx=512 ring.tx=512 ring.tx-push=on ring.rx-max=4096");
	facts_nic(now, "eno2", "ring.rx=256 ring.tx=128 ring.tx-push=on ring.rx-max=4096");
	judge("eno1 eno2", "ring.*");
	assert_int_equal(report->n_checks, 2);
	check_is(1, "eno2 fail: ring.rx is 256 here and 512 on eno1; 1 more differs");
	assert_int_equal(report->checks[1].n_evidence, 1);
	assert_string_equal(report->checks[1].evidence[0].name, "ring.tx");
	assert_string_equal(report->checks[1].evidence[0].value, "128 here, 512 on eno1");
}

static void test_many_are_like_the_reference(void **state)
{
	for (char name[] = "eno0"; name[3] <= '8'; name[3]++)
		facts_nic(now, name, name[3] == '8' ? "ring.rx=1" : "ring.rx=2");
	judge("*", "ring.rx");
	check_is(8, "eno8 fail: ring.rx is 1 here and 2 on eno0, eno1, eno2, eno3, eno4, eno5 and 2 more");
}

/* Not to have a thing is a difference; that nobody has it is none. */
static void test_not_there(void **state)
{
	facts_nic(now, "eno1", "fec.active=rs link.detected=on ring.rx-mini!unsupported private-flag.a=on");
	facts_nic(now, "eno2", "fec.active!unsupported link.detected=on ring.rx-mini!unsupported private-flag.b=on");
	judge("eno1 eno2", "fec.active ring.rx-mini ring.* private-flag.a");
	check_is(0, "eno1 pass");
	check_is(1, "eno2 fail: fec.active is not there here and rs on eno1");
	assert_int_equal(report->checks[1].n_mends, 0);
	check_is(2, "eno1 not-applicable: there is nothing of that name to be compared");
	check_is(4, "eno1 not-applicable: there is nothing of that name to be compared");
	check_is(6, "eno1 pass");
	check_is(7, "eno2 fail: private-flag.a is not there here and on on eno1");
}

static void test_cannot_know(void **state)
{
	facts_nic(now, "eno1", "ring.rx=512 link.speed=1000 link.detected=on feature.rx-lro=on");
	facts_nic(now, "eno2", "ring.rx!denied link.speed=1000 link.detected=off feature.*!denied");
	judge("eno1 eno2", "ring.rx link.speed feature.*");
	check_is(0, "eno1 unknown: ring.rx of eno2: needs root");
	check_is(1, "eno2 unknown: ring.rx: needs root");
	check_is(2, "eno1 unknown: link.speed of eno2: the link is down");
	check_is(3, "eno2 unknown: link.speed: the link is down");
	check_is(4, "eno1 unknown: feature.rx-lro of eno2: needs root");
	check_is(5, "eno2 unknown: feature.rx-lro: needs root");
	for (size_t i = 0; i < 6; i++)
		assert_true(report->checks[i].required);
	assert_int_equal(na_report_exit(report, NA_WARNING), 3);
}

/* The others tell enough without the one that cannot be read. */
static void test_some_cannot_be_read(void **state)
{
	facts_nic(now, "eno1", "ring.rx=512");
	facts_nic(now, "eno2", "ring.rx=512");
	facts_nic(now, "eno3", "ring.rx!error");
	judge("eno1 eno2 eno3", "ring.rx");
	check_is(0, "eno1 pass");
	check_is(1, "eno2 pass");
	assert_int_equal(report->checks[2].status, NA_UNDECIDED);
}

/* Members are looked for among all NICs, and judged where they were asked for. */
static void test_unselected_members(void **state)
{
	facts_nic(now, "eno1", "ring.rx=512 link.mtu=9000");
	facts_nic(now, "eno2", "ring.rx!unread link.mtu=1500")->selected = false;
	judge("eno2 eno1", "ring.rx link.mtu");
	assert_int_equal(report->n_checks, 2);
	check_is(0, "eno1 unknown: ring.rx of eno2: not read");
	assert_false(report->checks[0].required);
	check_is(1, "eno1 fail: link.mtu is 9000 here and 1500 on eno2");
}

static void test_missing_member(void **state)
{
	facts_nic(now, "eno1", "ring.rx=512");
	judge("eno1 eno9 bond*", "ring.rx");
	assert_int_equal(report->n_checks, 3);
	check_is(0, "host fail: eno9 of this group is not there");
	check_is(1, "host fail: bond* of this group is not there");
	check_is(2, "eno1 not-applicable: no other interface of the group is there");
}

/* A glob does not mean serial numbers and counters, nor what the kernel is too old for; a name does. */
static void test_globs_mean_what_can_be_the_same(void **state)
{
	facts_nic(now, "eno1", "link.address=1 link.carrier-changes=1 link.mtu=1500 link.gso-max-segs!absent");
	facts_nic(now, "eno2", "link.address=2 link.carrier-changes=2 link.mtu=1500 link.gso-max-segs!absent");
	judge("eno1 eno2", "link.* link.address driver.*");
	check_is(0, "eno1 pass");
	check_is(1, "eno2 pass");
	check_is(3, "eno2 fail: link.address is 2 here and 1 on eno1");
	check_is(4, "eno1 not-applicable: there is nothing of that name to be compared");
}

static void test_nominal_speeds_are_not_compared(void **state)
{
	facts_nic(now, "veth0", "link.speed=1000 link.detected=on")->is_virtual = true;
	facts_nic(now, "eno1", "link.speed=10000 link.detected=on");
	facts_nic(now, "eno2", "link.speed=10000 link.detected=on");
	judge("veth0 eno1 eno2", "link.speed");
	check_is(1, "eno1 pass");
	check_is(2, "eno2 pass");
	assert_int_equal(report->checks[0].status, NA_NOT_APPLICABLE);
}

static void test_names_before_globs(void **state)
{
	facts_nic(now, "eno1", "counter.rx[0]=1 counter.rx0=5");
	facts_nic(now, "eno2", "counter.rx[0]=1 counter.rx0=6");
	judge("eno1 eno2", "counter.rx[0]");
	assert_int_equal(report->n_checks, 2);
	check_is(0, "eno1 pass");
}

static void test_needs(void **state)
{
	struct na_check_options options = { .only = (const char *const[]){ "storage" }, .n_only = 1, .policy = policy };
	uint8_t wanted[NA_N_ATTRS];
	struct na_error error;

	policy_group(policy, "storage", "*", "ring.* feature.* driver.firmware standard.pause.*");
	assert_ok(na_check_needs(&options, false, wanted, &error), &error);
	assert_int_equal(wanted[NA_RING_RX], NA_WANT_ALL);
	assert_int_equal(wanted[NA_FEATURE], NA_WANT_ALL);
	assert_int_equal(wanted[NA_DRIVER_FIRMWARE], NA_WANT_ALL);
	assert_int_equal(wanted[NA_STANDARD_PAUSE_RX_FRAMES], NA_WANT_ALL);
	assert_int_equal(wanted[NA_CHANNEL_RX], 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(test_same),
		TEST(test_majority),
		TEST(test_majority_after_the_first_and_ties),
		TEST(test_what_is_fixed_is_not_mended),
		TEST(test_several_differences),
		TEST(test_many_are_like_the_reference),
		TEST(test_not_there),
		TEST(test_cannot_know),
		TEST(test_some_cannot_be_read),
		TEST(test_unselected_members),
		TEST(test_missing_member),
		TEST(test_globs_mean_what_can_be_the_same),
		TEST(test_nominal_speeds_are_not_compared),
		TEST(test_names_before_globs),
		TEST(test_needs),
	};

	return TESTING_RUN(tests);
}
