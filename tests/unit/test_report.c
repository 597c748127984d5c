/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The report as a whole: choosing rules, counting, coverage, exit status, quoting, and finding a NIC again. */
#include <errno.h>

#include "check/rules.h"
#include "facts.h"

#define HEALTHY                                                                                         \
	"link.admin=up link.detected=on link.speed=1000 link.duplex=full link.autoneg=on link.port=tp " \
	"link.supported=1000baseT/Full,Autoneg,TP link.advertised=1000baseT/Full features.requested= "

static struct na_report *run(struct na_snapshot *now, struct na_snapshot *before, const char *only)
{
	struct na_check_options options = { .only = &only, .n_only = only ? 1 : 0 };
	struct na_report *report = NULL;
	struct na_error error;

	assert_int_equal(na_snapshot_finish(now), 0);
	if (before)
		assert_int_equal(na_snapshot_finish(before), 0);
	assert_ok(na_check_run(now, before, &options, &report, &error), &error);
	return report;
}

static void test_every_rule_once_for_every_selected_nic(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;

	facts_nic(now, "eth0", HEALTHY);
	facts_nic(now, "eth1", HEALTHY)->selected = false;
	facts_nic(now, "eth2", HEALTHY);
	report = run(now, NULL, NULL);
	assert_int_equal(report->n_checks, 2 * na_n_rules);
	for (size_t i = 0; i < report->n_checks; i++) {
		const struct na_check *check = &report->checks[i];

		assert_string_equal(check->rule, na_rules[i % na_n_rules].id);
		assert_string_equal(check->nic->name, i < na_n_rules ? "eth0" : "eth2");
		assert_non_null(check->why);
		assert_non_null(check->source);
		if (check->status == NA_PASS)
			assert_null(check->message);
		else
			assert_non_null(check->message);
	}
	assert_int_equal(report->summary.interfaces, 2);
	assert_int_equal(report->summary.checks, 2 * na_n_rules);
	na_report_free(report);
	na_snapshot_free(now);
}

/* Rules whose verdicts the following know; errors-rising has one sample only. */
static const char *const few[] = { "half-duplex",      "autoneg-off-base-t", "requested-not-active",
				   "below-best-speed", "link-down-admin-up", "errors-rising" };

static struct na_report *run_few(struct na_snapshot *now)
{
	struct na_check_options options = { .only = few, .n_only = sizeof(few) / sizeof(few[0]) };
	struct na_report *report = NULL;
	struct na_error error;

	assert_int_equal(na_snapshot_finish(now), 0);
	assert_ok(na_check_run(now, NULL, &options, &report, &error), &error);
	return report;
}

static void test_summary(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;

	facts_nic(now, "eth0", HEALTHY);
	facts_nic(now, "eth1", HEALTHY);
	report = run_few(now);
	assert_int_equal(report->summary.status[NA_PASS], 10);
	assert_int_equal(report->summary.status[NA_UNDECIDED], 2);
	assert_int_equal(report->summary.required_undecided, 0);
	assert_true(report->summary.coverage > 0.83 && report->summary.coverage < 0.84);
	assert_int_equal(na_report_exit(report, NA_WARNING), 0);
	na_report_free(report);
	na_snapshot_free(now);
}

static void test_nothing_to_judge(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report = run(now, NULL, NULL);

	assert_int_equal(report->n_checks, 0);
	assert_true(report->summary.coverage == 1);
	assert_int_equal(na_report_exit(report, NA_WARNING), 0);
	na_report_free(report);
	na_report_free(NULL);
	na_snapshot_free(now);
}

static void test_exit_status(void **state)
{
	static const struct {
		const char *words;
		int status;
	} cases[] = {
		{ HEALTHY, 0 },
		{ "link.admin=up link.detected=off link.autoneg=on features.requested=", 1 },
		{ "link.admin=up link.detected=on link.duplex=half link.speed=100 link.autoneg=on "
		  "link.supported=100baseT/Half,Autoneg features.requested=",
		  2 },
		/* a critical one outweighs a warning, either outweighs what is not known */
		{ "link.admin=up link.detected=on link.duplex=half link.speed!error link.autoneg=on "
		  "link.supported=100baseT/Half features.requested=rx-lro feature.rx-lro=off",
		  2 },
		{ "link.admin=up link.detected=on link.duplex!denied link.autoneg=on link.speed=100 "
		  "link.supported=100baseT/Full features.requested=rx-lro feature.rx-lro=off",
		  1 },
		{ "link.admin=up link.detected=on link.duplex!denied link.autoneg=on link.speed=100 "
		  "link.supported=100baseT/Full features.requested=",
		  3 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_snapshot *now = na_snapshot_new();
		struct na_report *report;

		facts_nic(now, "eth0", cases[i].words);
		report = run_few(now);
		if (na_report_exit(report, NA_WARNING) != cases[i].status)
			fail_msg("case %zu: %d, not %d", i, na_report_exit(report, NA_WARNING), cases[i].status);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

static void test_waived_counts_as_judged(void **state)
{
	static const char *const both[] = { "link-down-admin-up", "errors-rising" };
	struct na_check_options options = { .only = both, .n_only = 2 };
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	struct na_error error;

	facts_nic(now, "eth0", "link.admin=up link.detected=off");
	assert_int_equal(na_snapshot_finish(now), 0);
	assert_ok(na_check_run(now, NULL, &options, &report, &error), &error);
	assert_int_equal(na_report_exit(report, NA_WARNING), 1);
	report->checks[0].status = NA_WAIVED;
	na_report_summarise(report);
	assert_int_equal(na_report_exit(report, NA_WARNING), 0);
	assert_int_equal(report->summary.status[NA_WAIVED], 1);
	assert_true(report->summary.coverage == 0.5);
	na_report_free(report);
	na_snapshot_free(now);
}

static size_t n_chosen(const char *const *only, size_t n, int minimum)
{
	struct na_check_options options = { .only = only, .n_only = n, .minimum = minimum };
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	struct na_error error;
	size_t n_checks;

	facts_nic(now, "eth0", HEALTHY);
	assert_int_equal(na_snapshot_finish(now), 0);
	assert_ok(na_check_run(now, NULL, &options, &report, &error), &error);
	n_checks = report->n_checks;
	na_report_free(report);
	na_snapshot_free(now);
	return n_checks;
}

static void test_choice_of_rules(void **state)
{
	static const char *const one[] = { "half-duplex" }, *const same[] = { "half-duplex", "half-*", "half-duplex" },
				 *const glob[] = { "[ha][au][lt]*-*", "errors-rising" };
	size_t n_critical = 0;

	for (size_t i = 0; i < na_n_rules; i++)
		n_critical += na_rules[i].severity == NA_CRITICAL;
	assert_int_equal(n_chosen(NULL, 0, NA_INFO), na_n_rules);
	assert_int_equal(n_chosen(NULL, 0, NA_CRITICAL), n_critical);
	assert_int_equal(n_chosen(one, 1, NA_INFO), 1);
	assert_int_equal(n_chosen(same, 3, NA_INFO), 1);
	assert_int_equal(n_chosen(glob, 2, NA_INFO), 3);
	assert_int_equal(n_chosen(glob, 2, NA_CRITICAL), 2);
}

static void test_unknown_rule(void **state)
{
	static const char *const mistyped[] = { "half-duplx" }, *const strange[] = { "zzzzzz" },
				 *const glob[] = { "x*" };
	static const struct {
		const char *const *only;
		const char *text;
	} cases[] = {
		{ mistyped, "no rule 'half-duplx'; did you mean 'half-duplex'?" },
		{ strange, "no rule 'zzzzzz'" },
		{ glob, "no rule matches 'x*'" },
	};
	struct na_snapshot *now = na_snapshot_new();

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_check_options options = { .only = cases[i].only, .n_only = 1 };
		struct na_report *report = NULL;
		struct na_error error = { 0 };

		assert_int_equal(na_check_run(now, NULL, &options, &report, &error), -ENOENT);
		assert_string_equal(error.text, cases[i].text);
		assert_null(report);
	}
	na_snapshot_free(now);
}

static void test_names(void **state)
{
	assert_string_equal(na_status_name(NA_UNDECIDED), "unknown");
	assert_string_equal(na_status_name(NA_NOT_APPLICABLE), "not-applicable");
	assert_string_equal(na_severity_name(NA_CRITICAL), "critical");
	for (int s = 0; s < NA_N_STATUSES; s++)
		assert_string_not_equal(na_status_name((enum na_status)s), "?");
	for (int s = 0; s < NA_N_SEVERITIES; s++)
		assert_string_not_equal(na_severity_name((enum na_severity)s), "?");
}

/* What explain and the man page print. */
static void test_rows_are_whole(void **state)
{
	for (size_t i = 0; i < na_n_rules; i++) {
		const struct na_rule *rule = &na_rules[i];

		assert_non_null(rule->judge);
		assert_true(*rule->title && *rule->why && *rule->source);
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(na_rules[k].id, rule->id);
		for (size_t k = 0; k < NA_MAX_MENDS && rule->mends[k].tool; k++)
			assert_true(*rule->mends[k].text);
	}
}

static void test_shell_words(void **state)
{
	static const struct {
		const char *text, *word;
	} cases[] = {
		{ "eth0", "eth0" },
		{ "enp3s0f1.100@x:y+z_-", "enp3s0f1.100@x:y+z_-" },
		{ "", "''" },
		{ "a b", "'a b'" },
		{ "$(reboot)", "'$(reboot)'" },
		{ "a;b|c&d`e`", "'a;b|c&d`e`'" },
		{ "it's", "'it'\\''s'" },
		{ "a\nb", "$'a\\x0ab'" },
		{ "\x1b[2J'\\", "$'\\x1b[2J\\'\\\\'" },
		{ "\xff\xc3\xa9", "$'\\xff\\xc3\\xa9'" },
	};
	struct na_arena arena = { 0 };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(na_shell_word(&arena, cases[i].text), cases[i].word);
	na_arena_clear(&arena);
}

/* An interface as it may come from a snapshot file must not become a command. */
static void test_mends_are_quoted(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;

	facts_nic(now, "a b;reboot", "features.requested=x;reboot feature.x;reboot=off");
	report = run(now, NULL, "requested-not-active");
	assert_int_equal(report->checks[0].n_mends, 1);
	assert_string_equal(report->checks[0].mends[0].text, "ethtool -K 'a b;reboot' 'x;reboot' off");
	na_report_free(report);
	na_snapshot_free(now);
}

static void test_mends_in_a_namespace(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;

	facts_nic(now, "eth0",
		  "link.admin=up link.detected=on link.autoneg=off link.speed=1000 link.duplex=full link.port=tp "
		  "link.supported=1000baseT/Full,Autoneg")
		->netns = "blue";
	report = run(now, NULL, "autoneg-off-base-t");
	assert_int_equal(report->checks[0].n_mends, 2);
	assert_string_equal(report->checks[0].mends[0].text, "ip netns exec blue ethtool -s eth0 autoneg on");
	na_report_free(report);
	na_snapshot_free(now);
}

struct identity {
	const char *name, *mac, *bus, *kind, *netns;
	uint32_t ifindex;
};

static struct na_snapshot *snapshot_of(const struct identity *ids, const char *boot_id)
{
	struct na_snapshot *snapshot = na_snapshot_new();

	snapshot->host.boot_id = boot_id;
	for (; ids->name; ids++) {
		struct na_nic *nic = facts_nic(snapshot, ids->name, "");

		nic->mac = ids->mac;
		nic->bus = ids->bus;
		nic->kind = ids->kind;
		nic->netns = ids->netns ? ids->netns : "";
		nic->ifindex = ids->ifindex;
	}
	return snapshot;
}

/* before, now, and for each NIC of now the index of the one of before, or -1. */
static void check_matches(const struct identity *before_ids, const char *boot, const struct identity *now_ids,
			  const int *expected)
{
	struct na_snapshot *before = snapshot_of(before_ids, "b1"), *now = snapshot_of(now_ids, boot);

	for (size_t i = 0; i < now->n_nics; i++) {
		const struct na_nic *found = na_snapshot_match(before, now, &now->nics[i]);
		int index = found ? (int)(found - before->nics) : -1;

		if (index != expected[i])
			fail_msg("%s is %d, not %d", now->nics[i].name, index, expected[i]);
	}
	na_snapshot_free(before);
	na_snapshot_free(now);
}

#define NIC(name_, ...)                    \
	{                                  \
		.name = name_, __VA_ARGS__ \
	}
#define M1 "02:00:00:00:00:01"
#define M2 "02:00:00:00:00:02"
#define M3 "02:00:00:00:00:03"

static void test_match_renamed_and_swapped(void **state)
{
	static const struct identity before[] = {
		NIC("eth0", .mac = M1, .bus = "p0", .ifindex = 2),
		NIC("eth1", .mac = M2, .bus = "p1", .ifindex = 3),
		{ 0 },
	};
	static const struct identity now[] = {
		NIC("eth0", .mac = M2, .bus = "p1", .ifindex = 2),
		NIC("ens1", .mac = M1, .bus = "p0", .ifindex = 3),
		{ 0 },
	};

	check_matches(before, "b2", now, (int[]){ 1, 0 });
}

/* Two cards changed slots: the address outweighs slot, number and name. */
static void test_match_by_mac(void **state)
{
	static const struct identity before[] = {
		NIC("eth0", .mac = M1, .bus = "p0", .ifindex = 2),
		NIC("eth1", .mac = M2, .bus = "p1", .ifindex = 3),
		{ 0 },
	};
	static const struct identity now[] = {
		NIC("eth0", .mac = M2, .bus = "p0", .ifindex = 2),
		NIC("eth1", .mac = M1, .bus = "p1", .ifindex = 3),
		{ 0 },
	};

	check_matches(before, "b1", now, (int[]){ 1, 0 });
}

/* Virtual functions get a new address at every boot; the second is a replaced card. */
static void test_match_by_bus(void **state)
{
	static const struct identity before[] = {
		NIC("eth0", .bus = "p0"),
		NIC("eth1", .mac = M1, .bus = "p1"),
		{ 0 },
	};
	static const struct identity now[] = {
		NIC("ens0", .mac = M3, .bus = "p0"),
		NIC("ens1", .mac = M2, .bus = "p1"),
		{ 0 },
	};

	check_matches(before, "b2", now, (int[]){ 0, 1 });
}

/* Two ports of one PCI function: the other port is not this one. */
static void test_match_shared_bus(void **state)
{
	static const struct identity before[] = { NIC("eth0", .mac = M1, .bus = "p0"), { 0 } };
	static const struct identity now[] = {
		NIC("eth1", .mac = M2, .bus = "p0"),
		NIC("eth0", .mac = M1, .bus = "p0"),
		{ 0 },
	};

	check_matches(before, "b1", now, (int[]){ -1, 0 });
}

/* Numbers mean something within one boot, one namespace and one kind; without them the name decides. */
static void test_match_by_number(void **state)
{
	static const struct identity before[] = {
		NIC("v0", .kind = "veth", .ifindex = 7),
		NIC("v1", .kind = "veth", .ifindex = 8),
		{ 0 },
	};
	static const struct identity now[] = {
		NIC("w1", .kind = "veth", .ifindex = 8),
		NIC("x", .kind = "dummy", .ifindex = 7),
		NIC("y", .kind = "veth", .netns = "blue", .ifindex = 7),
		NIC("v0", .kind = "veth", .ifindex = 9),
		{ 0 },
	};

	check_matches(before, "b1", now, (int[]){ 1, -1, -1, 0 });
	check_matches(before, "b2", now, (int[]){ -1, -1, -1, 0 });
	check_matches(before, NULL, now, (int[]){ -1, -1, -1, 0 });
}

/* eth1 moved to eth0; what is eth1 now is new, and nobody's second sample. */
static void test_match_name_taken_over(void **state)
{
	static const struct identity before[] = { NIC("eth1", .mac = M1), { 0 } };
	static const struct identity now[] = { NIC("eth0", .mac = M1), NIC("eth1", .mac = M2), { 0 } };

	check_matches(before, "b1", now, (int[]){ 0, -1 });
}

/* One address for two, as hv_netvsc and its virtual function: the rest decides. */
static void test_match_shared_address(void **state)
{
	static const struct identity before[] = {
		NIC("eth0", .mac = M1, .bus = "vmbus"),
		NIC("enP1", .mac = M1, .bus = "p1"),
		{ 0 },
	};
	static const struct identity now[] = {
		NIC("enP1", .mac = M1, .bus = "p1"),
		NIC("eth0", .mac = M1, .bus = "vmbus"),
		{ 0 },
	};

	check_matches(before, "b1", now, (int[]){ 1, 0 });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_rule_once_for_every_selected_nic),
		cmocka_unit_test(test_summary),
		cmocka_unit_test(test_nothing_to_judge),
		cmocka_unit_test(test_exit_status),
		cmocka_unit_test(test_waived_counts_as_judged),
		cmocka_unit_test(test_choice_of_rules),
		cmocka_unit_test(test_unknown_rule),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_rows_are_whole),
		cmocka_unit_test(test_shell_words),
		cmocka_unit_test(test_mends_are_quoted),
		cmocka_unit_test(test_mends_in_a_namespace),
		cmocka_unit_test(test_match_renamed_and_swapped),
		cmocka_unit_test(test_match_by_mac),
		cmocka_unit_test(test_match_by_bus),
		cmocka_unit_test(test_match_shared_bus),
		cmocka_unit_test(test_match_by_number),
		cmocka_unit_test(test_match_name_taken_over),
		cmocka_unit_test(test_match_shared_address),
	};

	return TESTING_RUN(tests);
}
