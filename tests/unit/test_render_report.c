/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reports and the attribute table as they come out: text for people, JSON that can be read back, the manual page. */
#include <jansson.h>

#include "nicaudit/check.h"
#include "render/attributes.h"
#include "render/man.h"
#include "written.h"

/* A report of one check of each outcome. */
static struct na_report *report_of(struct na_snapshot *now, struct na_check *checks, size_t n)
{
	struct na_report *report = calloc(1, sizeof(*report));

	assert_non_null(report);
	report->now = now;
	report->checks = checks;
	report->n_checks = n;
	report->summary.interfaces = 1;
	report->summary.checks = n;
	report->summary.coverage = 0.99999;
	for (size_t i = 0; i < n; i++) {
		report->summary.status[checks[i].status]++;
		if (checks[i].status == NA_FAIL)
			report->summary.failed[checks[i].severity]++;
		if (checks[i].status == NA_UNDECIDED && checks[i].required)
			report->summary.required_undecided++;
	}
	return report;
}

#define COMMAND "ethtool -s eth0 autoneg on with many words, so that the line is longer than any terminal has columns"

enum { N_CHECKS = 9 };

/* In the order of rules, not that of severity. */
static void fill_checks(const struct na_nic *nic, struct na_check checks[N_CHECKS])
{
	static struct na_mend mends[] = { { "ethtool", COMMAND },
					  { "ethtool", "another \"way\"" },
					  { "nmcli", "nmcli device modify eth0" } };
	static struct na_evidence evidence[] = { { "link.port", "tp\n" } };

	checks[0] = (struct na_check){ .nic = nic, .rule = "passed-rule", .status = NA_PASS };
	checks[1] = (struct na_check){
		.nic = nic, .rule = "minor-rule", .severity = NA_WARNING, .status = NA_FAIL, .message = "a small thing"
	};
	checks[2] = (struct na_check){ .nic = nic,
				       .rule = "major-rule",
				       .severity = NA_CRITICAL,
				       .status = NA_FAIL,
				       .fact = "link.duplex",
				       .expected = "full",
				       .actual = "half",
				       .message = "bad \033[2J news that are told in so many words that no single line "
						  "of eighty columns holds them",
				       .why = "this is why it matters",
				       .source = "a standard",
				       .persist = "it persists",
				       .n_mends = 3,
				       .mends = mends,
				       .n_evidence = 1,
				       .evidence = evidence };
	checks[3] = (struct na_check){ .nic = nic,
				       .rule = "required-rule",
				       .status = NA_UNDECIDED,
				       .required = true,
				       .message = "link.speed: needs root" };
	checks[4] = (struct na_check){
		.nic = nic, .rule = "optional-rule", .status = NA_UNDECIDED, .message = "link.port: not read"
	};
	checks[5] = (struct na_check){
		.nic = nic, .rule = "foreign-rule", .status = NA_NOT_APPLICABLE, .message = "not for this"
	};
	checks[6] = (struct na_check){ .nic = NULL, .rule = "host-rule", .status = NA_PASS };
	checks[7] = (struct na_check){ .nic = nic,
				       .rule = "waived-rule",
				       .severity = NA_CRITICAL,
				       .status = NA_WAIVED,
				       .message = "is so",
				       .waiver = "until 2027-03-31, netops: on purpose" };
	checks[8] = (struct na_check){
		.nic = nic, .rule = "info-rule", .severity = NA_INFO, .status = NA_FAIL, .message = "good to know"
	};
}

static char *reported(const char *name, struct na_render_options options, const char *netns)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_check checks[N_CHECKS];
	struct na_report *report;
	char *text;

	now->host.hostname = "box";
	now->host.time_ns = 1000000000;
	facts_nic(now, "eth0", UP)->netns = netns;
	assert_int_equal(na_snapshot_finish(now), 0);
	fill_checks(&now->nics[0], checks);
	report = report_of(now, checks, N_CHECKS);
	text = WRITTEN(format(name)->report(out, report, &options));
	free(report);
	na_snapshot_free(now);
	return text;
}

static void test_report(void **state)
{
	char *text = reported("text", (struct na_render_options){ .width = 80 }, "");

	assert_true(strstr(text, "major-rule") < strstr(text, "minor-rule"));
	assert_true(!strncmp(text, "eth0  up\n  CRITICAL major-rule: bad \\x1b[2J news", 46));
	assert_has(text, "\n  WARNING minor-rule: a small thing\n");
	assert_lacks(text, "why:");
	assert_has(text, "\n    fix: " COMMAND "\n"); /* to be copied, whatever the width */
	assert_has(text, "\n  UNKNOWN required-rule: link.speed: needs root\n");
	assert_lacks(text, "nmcli"); /* other dialects are for who asks */
	assert_has(text, "\n    and: it persists\n");
	assert_lacks(text, "waived-rule");
	assert_lacks(text, "optional-rule");
	assert_lacks(text, "foreign-rule");
	assert_lacks(text, "passed-rule");
	assert_lacks(text, "link.port");
	assert_has(text,
		   "\n1 interface, 9 checks: 2 passed, 1 critical, 1 warning, 1 info, 2 unknown, 1 not applicable, "
		   "1 waived; coverage 99 %\n"); /* in one line; and 100 is said of all and nothing less */
	free(text);
}

static void test_report_verbose(void **state)
{
	char *text = reported("text", (struct na_render_options){ .width = 80, .verbose = 1 }, "blue");

	assert_has(text, "eth0@blue");
	assert_has(text, "optional-rule");
	assert_has(text, "link.port");
	assert_has(text, "tp\\x0a");
	assert_has(text, "\n    why: this is why it matters\n");
	assert_has(text, "\n         nmcli: nmcli device modify eth0\n");
	assert_has(text, "\n    and: it persists\n");
	assert_has(text, "\n    saw: link.port: tp");
	assert_has(text, "\n    see: a standard\n");
	assert_has(text, "\n  WAIVED waived-rule: is so; until 2027-03-31, netops: on purpose\n");
	assert_lacks(text, "passed-rule");
	free(text);
	text = reported("text", (struct na_render_options){ .width = 80, .verbose = 2 }, "");
	assert_has(text, "passed-rule");
	assert_has(text, "foreign-rule");
	assert_has(text, "host");
	free(text);
}

static char *reported_of(struct na_snapshot *now, struct na_check *checks, size_t n, unsigned int verbose)
{
	struct na_render_options options = { .width = 80, .verbose = verbose };
	struct na_report *report;
	char *text;

	report = report_of(now, checks, n);
	text = WRITTEN(format("text")->report(out, report, &options));
	free(report);
	return text;
}

/* The worst interface first, then as in the snapshot; the host in its place among them. */
static void test_report_order(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_check checks[5];
	char *text;

	for (size_t i = 0; i < 4; i++)
		facts_nic(now, (const char *[]){ "eth0", "eth1", "eth2", "eth3" }[i], UP);
	assert_int_equal(na_snapshot_finish(now), 0);
	for (size_t i = 0; i < 5; i++)
		checks[i] = (struct na_check){ .nic = i < 4 ? &now->nics[i] : NULL,
					       .rule = "r",
					       .status = NA_FAIL,
					       .severity = i % 3 == 1 ? NA_CRITICAL : NA_WARNING,
					       .message = (const char *[]){ "a", "b", "c", "d", "e" }[i] };
	text = reported_of(now, checks, 5, 0);
	assert_true(strstr(text, "eth1  up\n  CRITICAL r: b\nhost\n  CRITICAL r: e\neth0  up\n  WARNING r: a\n"
				 "eth2  up\n  WARNING r: c\neth3  up\n  WARNING r: d\n") == text);
	free(text);
	na_snapshot_free(now);
}

/* What reads the same is said once, whoever the interfaces are; what does not, is not. */
static void test_report_folded(void **state)
{
	static struct na_mend mends[] = { { "ethtool", "ethtool -s eth0 autoneg on" } };
	struct na_snapshot *now = na_snapshot_new();
	struct na_check checks[30];
	char name[16], *text;

	for (size_t i = 0; i < 30; i++) {
		snprintf(name, sizeof(name), "eth%zu", i);
		facts_nic(now, facts_keep(now, name), i == 7 ? UP "link.speed=100" : UP "link.speed=1000")->driver =
			"igb";
	}
	assert_int_equal(na_snapshot_finish(now), 0);
	for (size_t i = 0; i < 30; i++)
		checks[i] = (struct na_check){ .nic = &now->nics[i],
					       .rule = "r",
					       .status = NA_FAIL,
					       .severity = NA_WARNING,
					       .message = i == 3 ? "another" : "the same",
					       .mends = mends,
					       .n_mends = 1 };
	text = reported_of(now, checks, 30, 0);
	assert_has(text, "eth0, eth1, eth2, eth4, eth5, ");
	assert_has(text, ", ... (29 interfaces)  igb  up\n  WARNING r: the same\n" /* the speed is not that of all */
			 "    fix: ethtool -s eth0 autoneg on\n         and the others likewise\n");
	assert_has(text, "\neth3  igb  1000  up\n  WARNING r: another\n    fix: ethtool -s eth0 autoneg on\n1 ");
	assert_true(widest_line(text) <= 80);
	free(text);
	text = reported_of(now, checks, 30, 1);
	assert_has(text, "\neth29  igb  1000  up\n");
	assert_lacks(text, "likewise");
	free(text);
	na_snapshot_free(now);
}

static void test_report_of_one_sample(void **state)
{
	for (unsigned int verbose = 0; verbose < 2; verbose++) {
		struct na_snapshot *now = na_snapshot_new();
		struct na_render_options options = { .width = 80, .verbose = verbose };
		struct na_report *report;
		struct na_error error;
		char *text;
		const char *first;

		facts_nic(now, "eth0", UP "stats.rx_errors=3");
		facts_nic(now, "eth1", UP "stats.rx_errors=3");
		assert_int_equal(na_snapshot_finish(now), 0);
		assert_ok(na_check_run(now, NULL, NULL, &report, &error), &error);
		text = WRITTEN(format("text")->report(out, report, &options));
		assert_has(text, "errors-rising");
		first = strstr(text, "errors-rising") + 1;
		assert_has(text, "two samples: --interval");
		assert_true(strstr(text, "2 interfaces, ") > first); /* the summary is last */
		if (!verbose)
			assert_null(strstr(first, "errors-rising"));
		else
			assert_has(text, "eth0, eth1 (2 interfaces)  up\n  UNKNOWN half-duplex");
		free(text);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

static void test_quiet(void **state)
{
	struct na_snapshot *snapshot = na_snapshot_new();
	struct na_render_options options = { .width = 80, .quiet = true };
	struct na_report *report;
	struct na_error error;
	char *text;

	facts_nic(snapshot, "eth0", UP);
	assert_int_equal(na_snapshot_finish(snapshot), 0);
	assert_ok(na_check_run(snapshot, NULL, NULL, &report, &error), &error);
	text = WRITTEN(format("text")->report(out, report, &options));
	assert_string_equal(text, "");
	free(text);
	na_report_free(report);
	na_snapshot_free(snapshot);
}

static json_t *parsed(char *text)
{
	json_error_t error;
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);

	if (!json)
		fail_msg("line %d: %s in\n%s", error.line, error.text, text);
	free(text);
	return json;
}

static const char *member(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
}

static void test_json_report(void **state)
{
	json_t *json = parsed(reported("json", (struct na_render_options){ .width = 80 }, "blue"));
	json_t *checks = json_object_get(json, "checks"), *findings = json_object_get(json, "findings");
	json_t *summary = json_object_get(json, "summary"), *check = json_array_get(checks, 2);
	json_t *mends = json_object_get(json_object_get(check, "mend"), "ethtool");

	assert_string_equal(member(json, "schema"), "nicaudit/report");
	assert_int_equal(json_integer_value(json_object_get(json, "version")), 1);
	assert_string_equal(member(json_object_get(json, "host"), "hostname"), "box");
	assert_string_equal(member(json_object_get(json, "host"), "time"), "1970-01-01T00:00:01Z");
	assert_true(json_is_false(json_object_get(json_object_get(json, "host"), "privileged")));

	assert_string_equal(member(summary, "status"), "critical");
	assert_int_equal(json_integer_value(json_object_get(summary, "interfaces")), 1);
	assert_int_equal(json_integer_value(json_object_get(summary, "checks")), N_CHECKS);
	assert_int_equal(json_integer_value(json_object_get(summary, "passed")), 2);
	assert_int_equal(json_integer_value(json_object_get(summary, "critical")), 1);
	assert_int_equal(json_integer_value(json_object_get(summary, "warning")), 1);
	assert_int_equal(json_integer_value(json_object_get(summary, "unknown")), 2);
	assert_int_equal(json_integer_value(json_object_get(summary, "not_applicable")), 1);
	assert_int_equal(json_integer_value(json_object_get(summary, "waived")), 1);
	assert_int_equal(json_integer_value(json_object_get(summary, "info")), 1);
	assert_true(json_is_number(json_object_get(summary, "coverage")));
	assert_true(json_number_value(json_object_get(summary, "coverage")) > 0.99);
	assert_true(json_number_value(json_object_get(summary, "coverage")) < 1);

	assert_int_equal(json_array_size(checks), N_CHECKS);
	assert_int_equal(json_array_size(findings), 5);
	assert_string_equal(member(check, "interface"), "eth0");
	assert_string_equal(member(check, "netns"), "blue");
	assert_string_equal(member(check, "rule"), "major-rule");
	assert_string_equal(member(check, "severity"), "critical");
	assert_string_equal(member(check, "status"), "fail");
	assert_string_equal(member(check, "fact"), "link.duplex");
	assert_string_equal(member(check, "expected"), "full");
	assert_string_equal(member(check, "actual"), "half");
	assert_true(!strncmp(member(check, "message"), "bad \033[2J news", 13));
	assert_string_equal(member(check, "why"), "this is why it matters");
	assert_string_equal(member(check, "source"), "a standard");
	assert_int_equal(json_array_size(mends), 2);
	assert_string_equal(json_string_value(json_array_get(mends, 0)), COMMAND);
	assert_string_equal(json_string_value(json_array_get(mends, 1)), "another \"way\"");
	assert_string_equal(member(json_object_get(check, "evidence"), "link.port"), "tp\n");

	check = json_array_get(checks, 0);
	assert_null(json_object_get(check, "fact"));
	assert_null(json_object_get(check, "message"));
	assert_null(json_object_get(check, "mend"));
	assert_null(json_object_get(check, "evidence"));
	assert_null(json_object_get(json_array_get(checks, 6), "interface"));
	for (size_t i = 0; i < json_array_size(findings); i++)
		assert_string_not_equal(member(json_array_get(findings, i), "status"), "pass");
	json_decref(json);
}

static void test_json_status_follows_the_exit_status(void **state)
{
	static const struct {
		struct na_check check;
		const char *status;
	} cases[] = {
		{ { .rule = "r", .status = NA_PASS }, "pass" },
		{ { .rule = "r", .status = NA_FAIL, .severity = NA_WARNING, .message = "m" }, "warning" },
		{ { .rule = "r", .status = NA_FAIL, .severity = NA_CRITICAL, .message = "m" }, "critical" },
		{ { .rule = "r", .status = NA_UNDECIDED, .required = true, .message = "m" }, "unknown" },
		{ { .rule = "r", .status = NA_UNDECIDED, .message = "m" }, "pass" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_snapshot *now = na_snapshot_new();
		struct na_check check = cases[i].check;
		struct na_report *report = report_of(now, &check, 1);
		struct na_render_options options = { .width = 80 };
		json_t *json = parsed(WRITTEN(format("json")->report(out, report, &options)));

		assert_string_equal(member(json_object_get(json, "summary"), "status"), cases[i].status);
		json_decref(json);
		free(report);
		na_snapshot_free(now);
	}
}

static const bool *all(void)
{
	static bool chosen[NA_N_ATTRS];

	memset(chosen, true, sizeof(chosen));
	return chosen;
}

static void test_attributes(void **state)
{
	struct na_render_options options = { .width = 80 };
	char *text = WRITTEN(format("text")->attributes(out, all(), &options));
	char title[NA_NAME_MAX];

	assert_true(widest_line(text) <= 80);
	for (size_t i = 1; i < NA_N_ATTRS; i++)
		assert_has(text, na_attr_title(&na_attrs[i], title, sizeof(title)));
	assert_has(text, "\nfeature.* ");
	free(text);
}

static void test_json_attributes(void **state)
{
	struct na_render_options options = { .width = 80 };
	json_t *json = parsed(WRITTEN(format("json")->attributes(out, all(), &options))), *row;
	size_t i;

	assert_int_equal(json_array_size(json), NA_N_ATTRS - 1);
	json_array_foreach(json, i, row)
	{
		const struct na_attr *attr = &na_attrs[i + 1];

		assert_string_equal(member(row, "name"), attr->name);
		assert_string_equal(member(row, "type"), na_type_name(attr->type));
		assert_string_equal(member(row, "scope"), na_scope_name(attr->scope));
		assert_string_equal(member(row, "doc"), attr->doc);
		assert_int_equal(json_is_true(json_object_get(row, "settable")), attr->set.msg != 0);
		assert_int_equal(json_is_true(json_object_get(row, "family")), (attr->flags & NA_FAMILY) != 0);
	}
	row = json_array_get(json, NA_RING_RX - 1);
	assert_string_equal(member(row, "max"), "ring.rx-max");
	assert_string_equal(member(row, "unit"), "descriptors");
	row = json_array_get(json, NA_LINK_DUPLEX - 1);
	assert_int_equal(json_array_size(json_object_get(row, "words")), 2); /* not the 254 codes that have none */
	json_decref(json);
}

static void test_chosen_attributes(void **state)
{
	struct na_render_options options = { .width = 80 };
	bool chosen[NA_N_ATTRS] = { [NA_LINK_MTU] = true };
	char *text = WRITTEN(format("text")->attributes(out, chosen, &options));
	json_t *json = parsed(WRITTEN(format("json")->attributes(out, chosen, &options)));

	assert_has(text, "link.mtu");
	assert_lacks(text, "link.speed");
	assert_int_equal(json_array_size(json), 1);
	json_decref(json);
	free(text);
}

/* The committed page is that of the table. */
static void test_man_page(void **state)
{
	char *made = WRITTEN(na_man_attributes(out));
	char *committed = testing_read("man/nicaudit-attributes.7", NULL);

	assert_string_equal(made, committed);
	free(committed);
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_report),
		cmocka_unit_test(test_report_verbose),
		cmocka_unit_test(test_report_order),
		cmocka_unit_test(test_report_folded),
		cmocka_unit_test(test_report_of_one_sample),
		cmocka_unit_test(test_quiet),
		cmocka_unit_test(test_json_report),
		cmocka_unit_test(test_json_status_follows_the_exit_status),
		cmocka_unit_test(test_attributes),
		cmocka_unit_test(test_json_attributes),
		cmocka_unit_test(test_chosen_attributes),
		cmocka_unit_test(test_man_page),
	};

	return TESTING_RUN(tests);
}
