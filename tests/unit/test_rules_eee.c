/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about Energy-Efficient Ethernet: where it fires, where it must not, and where it cannot know. */
#include "scenes.h"

#define ACTIVE "eee.active=on "

static void test_eee_active_fires(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = ACTIVE "link.down-count=9",
		  .was = "link.down-count=6",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "the link was lost 3 times between the samples: it may be the cause" },
		{ .nic = ACTIVE "link.down-count!unsupported link.carrier-down-count=4",
		  .was = "link.carrier-down-count=2",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "lost 2 times" },
		/* an old kernel counts both ways */
		{ .nic = ACTIVE "link.carrier-changes=14",
		  .was = "link.carrier-changes=10",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "lost 2 times" },
	};

	CHECK_SCENES("eee-active", scenes);
}

static void test_eee_active_must_not_fire(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = "eee.active=off eee.enabled=on", .status = NA_PASS },
		{ .nic = "eee.active=off link.down-count=9", .was = "link.down-count=6", .status = NA_PASS },
		/* active and at ease, or a cable that was moved */
		{ .nic = ACTIVE "link.down-count=6", .was = "link.down-count=6", .status = NA_PASS },
		{ .nic = ACTIVE "link.down-count=7", .was = "link.down-count=6", .status = NA_PASS },
		{ .nic = "eee.active!unsupported", .status = NA_NOT_APPLICABLE, .message = "it knows no" },
		{ .nic = "eee.active!absent", .status = NA_NOT_APPLICABLE },
	};

	CHECK_SCENES("eee-active", scenes);
}

static void test_eee_active_cannot_know(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = ACTIVE "link.carrier-changes=900",
		  .status = NA_UNDECIDED,
		  .message = "whether the link flaps takes two samples" },
		{ .nic = ACTIVE, .was = "link.carrier-changes=1", .status = NA_UNDECIDED, .message = "is not known" },
		/* counters that began anew */
		{ .nic = ACTIVE "link.down-count=1", .was = "link.down-count=6", .status = NA_UNDECIDED },
		{ .nic = "eee.active!denied",
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "eee.active: needs root" },
		{ .nic = "", .status = NA_UNDECIDED, .required = true },
	};

	CHECK_SCENES("eee-active", scenes);
}

/* Three losses in ten seconds, in half a year, and in another boot. */
static void test_eee_active_over_time(void **state)
{
	static const struct {
		int64_t seconds;
		const char *boot;
		enum na_status status;
	} cases[] = {
		{ 10, "one", NA_FAIL },
		{ 3 * 3600, "one", NA_FAIL },
		{ 183 * 86400, "one", NA_PASS },
		{ 10, "two", NA_UNDECIDED },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct scene scene = { .nic = ACTIVE "link.down-count=9" };
		struct na_snapshot *before = scene_sample("link.down-count=6", &scene, 1000);
		struct na_snapshot *now = scene_sample(scene.nic, &scene, 1000 + cases[i].seconds);
		struct na_report *report;

		now->host.boot_id = cases[i].boot;
		assert_int_equal(judge(now, before, "eee-active", &report)->status, cases[i].status);
		na_report_free(report);
		na_snapshot_free(before);
		na_snapshot_free(now);
	}
}

/* What the policy calls one for low latency need not flap. */
static void test_eee_active_latency(void **state)
{
	static const struct {
		const char *interface, *word, *nic;
		enum na_status status;
	} cases[] = {
		{ "eth0", "latency", ACTIVE, NA_FAIL },		  { "eth*", "latency", ACTIVE, NA_FAIL },
		{ "eth1", "latency", ACTIVE, NA_UNDECIDED },	  { "eth0", "storage", ACTIVE, NA_UNDECIDED },
		{ "eth0", "latency", "eee.active=off", NA_PASS },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *words[] = { cases[i].word, NULL }, *rule = "eee-active";
		struct na_label label = { cases[i].interface, words };
		struct na_policy policy = { .labels = &label, .n_labels = 1 };
		struct na_check_options options = { .only = &rule, .n_only = 1, .policy = &policy };
		struct na_snapshot *now = na_snapshot_new();
		struct na_report *report;
		struct na_error error;

		facts_nic(now, "eth0", cases[i].nic);
		assert_int_equal(na_snapshot_finish(now), 0);
		assert_ok(na_check_run(now, NULL, &options, &report, &error), &error);
		assert_int_equal(report->checks[0].status, cases[i].status);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_eee_active_fires),       cmocka_unit_test(test_eee_active_must_not_fire),
		cmocka_unit_test(test_eee_active_cannot_know), cmocka_unit_test(test_eee_active_over_time),
		cmocka_unit_test(test_eee_active_latency),
	};

	return TESTING_RUN(tests);
}
