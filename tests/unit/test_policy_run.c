/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Policies as they run: what cannot be done, what to type, two samples, which rules are put, and what of it is read. */
#include <errno.h>

#include "one_rule.h"

/* Nobody can mend what is fixed: said, but no failure that counts. */
static void test_capability_gaps(void **state)
{
	static const struct {
		const char *words, *message;
		enum na_severity severity;
	} cases[] = {
		{ "feature.rx-lro=off features.fixed=rx-lro,highdma",
		  "capability gap: rx-lro is fixed to off on this device", NA_INFO },
		{ "feature.rx-lro=off features.fixed=highdma", "feature.rx-lro is off, not on", NA_CRITICAL },
		{ "feature.rx-lro=off", "feature.rx-lro is off, not on", NA_CRITICAL },
		{ "feature.rx-lro=off features.fixed=highdma features.requested=rx-lro",
		  "feature.rx-lro is off, not on, although it was asked for", NA_CRITICAL },
	};

	policy_expect(policy, rule, "feature.rx-lro", is_value(NA_OP_EQUAL, "on", na_bool(true)));
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_snapshot *now = host(cases[i].words);
		struct na_report *report;
		const struct na_check *check = judge(now, NULL, &report);

		assert_int_equal(check->status, NA_FAIL);
		assert_int_equal(check->severity, cases[i].severity);
		assert_string_equal(check->message, cases[i].message);
		assert_int_equal(check->n_mends > 0, i == 1 || i == 2);
		assert_int_equal(na_report_exit(report, NA_WARNING), cases[i].severity == NA_INFO ? 0 : 2);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

static void test_too_little_information_for_the_severity_asked_for(void **state)
{
	struct na_check_options options = { .minimum = NA_WARNING, .policy = policy };
	struct na_snapshot *now = host("feature.rx-lro=off features.fixed=rx-lro");
	struct na_report *report;
	struct na_error error;

	policy_builtin(policy, "*", true, -1);
	policy_expect(policy, rule, "feature.rx-lro", is_value(NA_OP_EQUAL, "on", na_bool(true)));
	assert_int_equal(na_snapshot_finish(now), 0);
	assert_ok(na_check_run(now, NULL, &options, &report, &error), &error);
	assert_int_equal(report->n_checks, 0);
	na_report_free(report);
	na_snapshot_free(now);
}

/* A link that is too slow is too slow, even if the NIC can do no better. */
static void test_beyond_the_limit(void **state)
{
	const char *gap = "link.speed is 1000, not at least 10000; a capability gap: the NIC can do no more than "
			  "1000baseT/Full";

	check("link.speed=1000 link.detected=on link.supported=100baseT/Full,1000baseT/Full", "link.speed",
	      is_value(NA_OP_AT_LEAST, ">= 10000", na_uint(10000)), FAIL(gap));
	check("link.speed=100 link.detected=on link.supported=100baseT/Full,1000baseT/Full", "link.speed",
	      is_value(NA_OP_EQUAL, "1000", na_uint(1000)), FAIL("link.speed is 100, not 1000"));
	check("link.speed=100 link.detected=on link.supported=100baseT/Full,1000baseT/Full", "link.speed",
	      is_two(NA_OP_ONE_OF, "one of 1000, 10000", na_uint(1000), na_uint(10000)),
	      FAIL("link.speed is 100, not one of 1000, 10000"));
	check("ring.rx=512 ring.rx-max=1024", "ring.rx", is_value(NA_OP_EQUAL, "4096", na_uint(4096)),
	      FAIL("ring.rx is 512, not 4096; a capability gap: ring.rx-max is 1024"));
	check("link.mtu=1500 link.mtu-max=1500", "link.mtu", is_value(NA_OP_MORE, "> 1500", na_uint(1500)),
	      FAIL("link.mtu is 1500, not more than 1500"));
}

static const struct na_check *first(struct na_snapshot *now, struct na_report **report)
{
	*report = policy_run(policy, now, NULL, "one");
	assert_int_equal((*report)->n_checks, 1);
	return (*report)->checks;
}

/* What to type, where one value would do. */
static void test_mends(void **state)
{
	const struct {
		const char *words, *name;
		struct na_condition condition;
		const char *mend; /* NULL for none */
	} cases[] = {
		{ "ring.rx=512", "ring.rx", is_value(NA_OP_EQUAL, "1024", na_uint(1024)), "ethtool -G eno1 rx 1024" },
		{ "ring.rx=512 ring.rx-max=4096", "ring.rx", is(NA_OP_MAXIMUM, "max"), "ethtool -G eno1 rx 4096" },
		{ "ring.rx=512 ring.rx-max=1024", "ring.rx", is_value(NA_OP_EQUAL, "4096", na_uint(4096)), NULL },
		{ "ring.rx=256", "ring.rx", is_two(NA_OP_RANGE, "512..1024", na_uint(512), na_uint(1024)),
		  "ethtool -G eno1 rx 512" },
		{ "ring.rx=4096", "ring.rx", is_two(NA_OP_RANGE, "512..1024", na_uint(512), na_uint(1024)),
		  "ethtool -G eno1 rx 1024" },
		{ "ring.rx=256", "ring.rx", is_two(NA_OP_ONE_OF, "x", na_uint(512), na_uint(1024)),
		  "ethtool -G eno1 rx 512" },
		{ "ring.rx=256 ring.rx-max=512", "ring.rx", is_two(NA_OP_ONE_OF, "x", na_uint(1024), na_uint(512)),
		  "ethtool -G eno1 rx 512" },
		{ "ring.rx=256", "ring.rx", is_value(NA_OP_AT_LEAST, ">= 512", na_uint(512)),
		  "ethtool -G eno1 rx 512" },
		{ "ring.rx=256", "ring.rx", is_value(NA_OP_AT_MOST, "<= 128", na_uint(128)), "ethtool -G eno1 rx 128" },
		{ "ring.rx=256", "ring.rx", is_value(NA_OP_MORE, "> 512", na_uint(512)), NULL },
		{ "ring.rx=256", "ring.rx", is_value(NA_OP_UNEQUAL, "!= 256", na_uint(256)), NULL },
		{ "link.mtu=1500", "link.mtu", is_value(NA_OP_EQUAL, "9000", na_uint(9000)),
		  "ip link set dev eno1 mtu 9000" },
		{ "feature.rx-gro=off", "feature.rx-gro", is_value(NA_OP_EQUAL, "on", na_string("on")),
		  "ethtool -K eno1 rx-gro on" },
		{ "feature.rx-gro=off", "feature.rx-gro", is_value(NA_OP_UNEQUAL, "!= off", na_bool(false)),
		  "ethtool -K eno1 rx-gro on" },
		{ "link.partner=TP link.detected=on", "link.partner", is(NA_OP_MISSING, "absent"), NULL },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_snapshot *now = host(cases[i].words);
		struct na_report *report;
		const struct na_check *check;

		rule->n_expect = 0;
		policy_expect(policy, rule, cases[i].name, cases[i].condition);
		check = first(now, &report);
		assert_int_equal(check->status, NA_FAIL);
		assert_int_equal(check->n_mends > 0, cases[i].mend != NULL);
		if (cases[i].mend)
			assert_string_equal(check->mends[0].text, cases[i].mend);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

/* Two samples, ten seconds apart unless told otherwise. */
static struct na_snapshot *sample(const char *words, int64_t seconds)
{
	struct na_snapshot *s = host(words);

	s->host.boot_id = "boot";
	s->host.time_ns = seconds * 1000000000;
	return s;
}

static void check_rate(const char *was, const char *is_now, int64_t seconds, struct verdict expected)
{
	struct na_snapshot *before = sample(was, 1000), *now = sample(is_now, 1000 + seconds);
	struct na_report *report;
	const struct na_check *check;

	assert_int_equal(na_snapshot_finish(before), 0);
	check = judge(now, before, &report);
	assert_int_equal(check->status, expected.status);
	assert_int_equal(check->required, expected.status == NA_UNDECIDED);
	if (expected.message)
		assert_string_equal(check->message, expected.message);
	if (expected.actual)
		assert_string_equal(check->actual, expected.actual);
	na_report_free(report);
	na_snapshot_free(before);
	na_snapshot_free(now);
}

static void test_rate(void **state)
{
	struct na_condition hourly = is_value(NA_OP_AT_MOST, "rate <= 1/h", na_real(1.0 / 3600));

	hourly.rate = true;
	policy_expect(policy, rule, "counter.rx_crc_errors", hourly);
	check_rate("counter.rx_crc_errors=7", "counter.rx_crc_errors=7", 10, PASS);
	check_rate(
		"counter.rx_crc_errors=7", "counter.rx_crc_errors=21", 10,
		FAIL("counter.rx_crc_errors +14 in 10 s (1.4/s), expected rate <= 1/h", NULL, "+14 in 10 s (1.4/s)"));
	check_rate("counter.rx_crc_errors=7", "counter.rx_crc_errors=8", 3600, PASS);
	check_rate("counter.rx_crc_errors=7", "counter.rx_crc_errors=9", 3600, FAIL(NULL));
	check_rate("counter.rx_crc_errors=7", "counter.rx_crc_errors=5", 10,
		   UNKNOWN("counter.rx_crc_errors: the counter fell, and began anew"));
	check_rate("counter.other=7", "counter.rx_crc_errors=5", 10,
		   UNKNOWN("counter.rx_crc_errors: it could not be read in the first sample"));
	check_rate("counter.rx_crc_errors=7", "counter.rx_crc_errors!denied", 10,
		   UNKNOWN("counter.rx_crc_errors: needs root"));
	check_rate("counter.rx_crc_errors=7 driver.version=1", "counter.rx_crc_errors=7 driver.version=2", 10,
		   UNKNOWN("counter.rx_crc_errors: the driver changed its version since the first sample"));
	check_rate("counter.rx_crc_errors=7", "counter.rx_crc_errors=7", 0,
		   UNKNOWN("counter.rx_crc_errors: the time between the samples is not known"));
}

static void test_rate_of_another_boot_or_nic(void **state)
{
	struct na_condition none = is_value(NA_OP_EQUAL, "rate 0", na_uint(0));
	struct na_snapshot *before = sample("stats.rx_errors=1", 1), *now = sample("stats.rx_errors=1", 2);
	struct na_report *report;

	none.rate = true;
	policy_expect(policy, rule, "stats.rx_errors", none);
	now->host.boot_id = "another";
	report = policy_run(policy, now, before, "one");
	assert_string_equal(report->checks[0].message, "stats.rx_errors: the host was booted since the first sample");
	na_report_free(report);
	now->nics[0].name = "eno2";
	report = policy_run(policy, now, before, "one");
	assert_string_equal(report->checks[0].message, "stats.rx_errors: it is not in the first sample");
	assert_true(report->checks[0].required);
	na_report_free(report);
	na_snapshot_free(before);
	na_snapshot_free(now);
}

/* One sample is nobody's fault: said, and no exit status. */
static void test_rate_of_one_sample(void **state)
{
	static const char *const names[] = { "stats.rx_errors", "stats.*_errors" };
	struct na_condition none = is_value(NA_OP_EQUAL, "rate 0", na_uint(0));

	none.rate = true;
	for (size_t i = 0; i < 2; i++) {
		struct na_snapshot *now = sample("stats.rx_errors=1", 1);
		struct na_report *report;
		const struct na_check *check;

		rule->n_expect = 0;
		policy_expect(policy, rule, names[i], none);
		check = judge(now, NULL, &report);
		assert_int_equal(check->status, NA_UNDECIDED);
		assert_true(check->lacks_sample);
		assert_false(check->required);
		assert_string_equal(check->fact, names[i]);
		assert_string_equal(check->message, "needs two samples: --interval SECONDS or --baseline FILE");
		na_report_free(report);
		na_snapshot_free(now);
	}
}

static void test_builtin_rules_are_overridden(void **state)
{
	struct na_snapshot *now = host("link.admin=up link.detected=on link.duplex=half link.speed=10");
	struct na_report *report;

	policy_builtin(policy, "half-*", false, NA_INFO);
	report = policy_run(policy, now, NULL, "half-duplex");
	assert_int_equal(report->n_checks, 1);
	assert_int_equal(report->checks[0].severity, NA_INFO);
	na_report_free(report);
	policy_builtin(policy, "half-duplex", true, -1);
	report = policy_run(policy, now, NULL, "half-duplex");
	assert_int_equal(report->n_checks, 0);
	na_report_free(report);
	na_snapshot_free(now);
}

static void test_severity_is_that_of_the_policy(void **state)
{
	struct na_check_options options = { .minimum = NA_CRITICAL, .policy = policy };
	struct na_snapshot *now = host("link.admin=up link.detected=on link.duplex=half link.speed=10");
	struct na_report *report;
	struct na_error error;

	assert_int_equal(na_snapshot_finish(now), 0);
	rule->severity = NA_WARNING;
	policy_expect(policy, rule, "link.admin", is(NA_OP_PRESENT, "present"));
	policy_builtin(policy, "half-duplex", false, NA_WARNING);
	assert_ok(na_check_run(now, NULL, &options, &report, &error), &error);
	for (size_t i = 0; i < report->n_checks; i++) {
		assert_string_not_equal(report->checks[i].rule, "one");
		assert_string_not_equal(report->checks[i].rule, "half-duplex");
	}
	na_report_free(report);
	na_snapshot_free(now);
}

static void test_only_knows_the_ids_of_policies(void **state)
{
	static const struct {
		const char *only;
		int ret;
		const char *text;
	} cases[] = {
		{ "one", 0, NULL },
		{ "on?", 0, NULL },
		{ "bond-0", 0, NULL },
		{ "waiver-*", 0, NULL },
		{ "half-duplex", 0, NULL },
		{ "onne", -ENOENT, "no rule 'onne'; did you mean 'one'?" },
		{ "half-duplx", -ENOENT, "no rule 'half-duplx'; did you mean 'half-duplex'?" },
		{ "x*", -ENOENT, "no rule matches 'x*'" },
	};

	policy_group(policy, "bond-0", "eno1", "link.mtu");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_check_options options = { .only = &cases[i].only, .n_only = 1, .policy = policy };
		struct na_error error = { 0 };
		uint8_t wanted[NA_N_ATTRS];

		assert_int_equal(na_check_needs(&options, false, wanted, &error), cases[i].ret);
		if (cases[i].text)
			assert_string_equal(error.text, cases[i].text);
	}
}

/* What a rule looks at is asked of the NICs that it can be about. */
static void test_needs_by_kind_of_nic(void **state)
{
	struct na_check_options options = { .only = (const char *const[]){ "one" }, .n_only = 1, .policy = policy };
	uint8_t wanted[NA_N_ATTRS];
	struct na_error error;

	policy_expect(policy, rule, "ring.*", is(NA_OP_MAXIMUM, "max"));
	policy_expect(policy, rule, "feature.rx-*", is(NA_OP_PRESENT, "present"));
	assert_ok(na_check_needs(&options, false, wanted, &error), &error);
	assert_int_equal(wanted[NA_RING_RX], NA_WANT_ALL);
	assert_int_equal(wanted[NA_RING_TX_MAX], NA_WANT_ALL);
	assert_int_equal(wanted[NA_FEATURE], NA_WANT_ALL);
	assert_int_equal(wanted[NA_FEATURES_FIXED], NA_WANT_ALL);
	assert_int_equal(wanted[NA_LINK_SPEED], 0);
	rule->match.is_virtual = 0;
	assert_ok(na_check_needs(&options, false, wanted, &error), &error);
	assert_int_equal(wanted[NA_RING_RX], NA_WANT_HARDWARE);
	rule->match.is_virtual = -1;
	policy_except(policy, rule)->is_virtual = 1;
	assert_ok(na_check_needs(&options, false, wanted, &error), &error);
	assert_int_equal(wanted[NA_RING_RX], NA_WANT_HARDWARE);
	rule->match.except->name = policy_words(policy, "veth0");
	assert_ok(na_check_needs(&options, false, wanted, &error), &error);
	assert_int_equal(wanted[NA_RING_RX], NA_WANT_ALL);
	options.only = (const char *const[]){ "half-duplex" };
	assert_ok(na_check_needs(&options, false, wanted, &error), &error);
	assert_int_equal(wanted[NA_RING_RX], 0);
}

static void test_unselected_nics_are_not_judged(void **state)
{
	struct na_snapshot *now = host("link.mtu=9000");
	struct na_report *report;

	policy_expect(policy, rule, "link.mtu", is_value(NA_OP_EQUAL, "9000", na_uint(9000)));
	facts_nic(now, "veth0", "link.mtu=1500")->selected = false;
	report = policy_run(policy, now, NULL, "one");
	assert_int_equal(report->n_checks, 1);
	assert_int_equal(report->checks[0].status, NA_PASS);
	na_report_free(report);
	na_snapshot_free(now);
}

/* Each of several facts has its own text, whatever they lack. */
static void test_unknown_facts_of_a_glob(void **state)
{
	struct na_snapshot *now = host("ring.rx!denied ring.tx!denied");
	struct na_report *report;

	policy_expect(policy, rule, "ring.*", is_value(NA_OP_EQUAL, "512", na_uint(512)));
	facts_nic(now, "eno2", "ring.rx!denied ring.tx!unread");
	report = policy_run(policy, now, NULL, "one");
	assert_int_equal(report->n_checks, 4);
	assert_string_equal(report->checks[0].message, "ring.rx: needs root");
	assert_string_equal(report->checks[1].message, "ring.tx: needs root");
	assert_string_equal(report->checks[2].message, "ring.rx: needs root");
	assert_string_equal(report->checks[3].message, "ring.tx: not read");
	na_report_free(report);
	na_snapshot_free(now);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ONE_RULE_TEST(test_capability_gaps),
		ONE_RULE_TEST(test_too_little_information_for_the_severity_asked_for),
		ONE_RULE_TEST(test_beyond_the_limit),
		ONE_RULE_TEST(test_mends),
		ONE_RULE_TEST(test_rate),
		ONE_RULE_TEST(test_rate_of_another_boot_or_nic),
		ONE_RULE_TEST(test_rate_of_one_sample),
		ONE_RULE_TEST(test_builtin_rules_are_overridden),
		ONE_RULE_TEST(test_severity_is_that_of_the_policy),
		ONE_RULE_TEST(test_only_knows_the_ids_of_policies),
		ONE_RULE_TEST(test_needs_by_kind_of_nic),
		ONE_RULE_TEST(test_unselected_nics_are_not_judged),
		ONE_RULE_TEST(test_unknown_facts_of_a_glob),
	};

	return TESTING_RUN(tests);
}
