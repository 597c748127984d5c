/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reports as checklists: JUnit's suites and cases, and the lines of the Test Anything Protocol. */
#include <errno.h>

#include "reports.h"

static const struct na_mend mend[] = { { "ethtool", "ethtool -s eth0 autoneg on" }, { "networkd", "[Link] <x>" } };
static const struct na_evidence evidence[] = { { "link.speed", "10" } };

/* One of each outcome on eth0, two of one rule on eth1, one about the host. */
static struct reports of_each(const char *name)
{
	struct reports r = reports_new();
	const struct na_nic *nic, *other;

	facts_nic(r.now, name, UP);
	facts_nic(r.now, "eth1", UP);
	assert_int_equal(na_snapshot_finish(r.now), 0);
	nic = &r.now->nics[0];
	other = &r.now->nics[1];
	reports_check(&r, (struct na_check){ .rule = "clock", .status = NA_PASS });
	reports_check(&r, (struct na_check){ .nic = other, .rule = "policy", .fact = "link.mtu", .status = NA_PASS });
	reports_check(&r, (struct na_check){ .nic = other,
					     .rule = "policy",
					     .fact = "link.speed",
					     .status = NA_FAIL,
					     .severity = NA_WARNING,
					     .message = "slow" });
	reports_check(&r, (struct na_check){ .nic = nic, .rule = "good", .fact = "link.mtu", .status = NA_PASS });
	reports_check(&r, (struct na_check){ .nic = nic,
					     .rule = "bad",
					     .status = NA_FAIL,
					     .severity = NA_CRITICAL,
					     .fact = "link.duplex",
					     .expected = "full",
					     .actual = "half",
					     .message = "half duplex",
					     .why = "frames collide",
					     .source = "IEEE 802.3",
					     .persist = "not after a boot",
					     .mends = (struct na_mend *)mend,
					     .n_mends = 2,
					     .evidence = (struct na_evidence *)evidence,
					     .n_evidence = 1 });
	reports_check(&r, (struct na_check){ .nic = nic,
					     .rule = "note",
					     .status = NA_FAIL,
					     .severity = NA_INFO,
					     .message = "good to know" });
	reports_check(&r, (struct na_check){ .nic = nic,
					     .rule = "must",
					     .status = NA_UNDECIDED,
					     .required = true,
					     .message = "needs root" });
	reports_check(&r,
		      (struct na_check){ .nic = nic, .rule = "may", .status = NA_UNDECIDED, .message = "two samples" });
	reports_check(&r, (struct na_check){
				  .nic = nic, .rule = "foreign", .status = NA_NOT_APPLICABLE, .message = "virtual" });
	reports_check(&r, (struct na_check){ .nic = nic,
					     .rule = "let-be",
					     .status = NA_WAIVED,
					     .severity = NA_CRITICAL,
					     .message = "so it is",
					     .waiver = "until 2027" });
	return r;
}

static const struct na_render_options usual = { .fail_on = NA_WARNING };

static void test_junit(void **state)
{
	struct reports r = of_each("eth0");
	char *text = reports_written(&r, "junit", usual);

	assert_has(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
			 "<testsuites name=\"nicaudit\" tests=\"10\" failures=\"2\" errors=\"1\">\n"
			 "  <testsuite name=\"eth0\" tests=\"7\" failures=\"1\" errors=\"1\" skipped=\"4\" time=\"0\" "
			 "timestamp=\"2026-12-01T03:49:38\" hostname=\"box\">\n"
			 "    <testcase classname=\"eth0\" name=\"good\" time=\"0\"/>\n"
			 "    <testcase classname=\"eth0\" name=\"bad\" time=\"0\">\n"
			 "      <failure message=\"half duplex\" type=\"critical\">\n"
			 "fact: link.duplex\nexpected: full\nactual: half\nwhy: frames collide\n"
			 "fix: ethtool -s eth0 autoneg on\nfix: networkd: [Link] &lt;x&gt;\nand: not after a boot\n"
			 "saw: link.speed: 10\nsee: IEEE 802.3\n"
			 "      </failure>\n    </testcase>\n");
	assert_has(text,
		   "name=\"note\" time=\"0\">\n      <skipped message=\"info: good to know\"/>\n    </testcase>\n");
	assert_has(text, "name=\"must\" time=\"0\">\n      <error message=\"needs root\" type=\"unknown\">\n");
	assert_has(text, "name=\"may\" time=\"0\">\n      <skipped message=\"unknown: two samples\"/>\n");
	assert_has(text, "name=\"foreign\" time=\"0\">\n      <skipped message=\"not-applicable: virtual\"/>\n");
	assert_has(text, "name=\"let-be\" time=\"0\">\n      <skipped message=\"waived: so it is (until 2027)\"/>\n");
	/* the name of a case is the same whether it passes or not */
	assert_has(text, "<testcase classname=\"eth1\" name=\"policy link.mtu\" time=\"0\"/>\n");
	assert_has(text, "<testcase classname=\"eth1\" name=\"policy link.speed\" time=\"0\">\n");
	assert_has(text, "  </testsuite>\n  <testsuite name=\"host\" tests=\"1\" failures=\"0\" errors=\"0\"");
	assert_int_equal(count(text, "<testcase "), 10);
	assert_int_equal(count(text, "<skipped "), 4);
	free(text);
	reports_free(&r);
}

/* What counts is what counts for the exit status. */
static void test_fail_on(void **state)
{
	struct reports r = of_each("eth0");
	char *text = reports_written(&r, "junit", (struct na_render_options){ .fail_on = NA_INFO });

	assert_has(text, "<testsuites name=\"nicaudit\" tests=\"10\" failures=\"3\" errors=\"1\">\n");
	free(text);
	text = reports_written(&r, "junit", (struct na_render_options){ .fail_on = NA_CRITICAL });
	assert_has(text, "<testsuites name=\"nicaudit\" tests=\"10\" failures=\"1\" errors=\"1\">\n");
	assert_has(text, "<skipped message=\"warning: slow\"/>");
	free(text);
	text = reports_written(&r, "tap", (struct na_render_options){ .fail_on = NA_CRITICAL });
	assert_has(text, " - eth1 policy link.speed # TODO warning: slow\n");
	free(text);
	reports_free(&r);
}

static void test_junit_hostile(void **state)
{
	struct reports r = of_each(HOSTILE "\xef\xbf\xbe\xef\xbf\xbf\xef\xbf\xbd\x01");
	char *text = reports_written(&r, "junit", usual);

	assert_has(text, "<testsuite name=\"e'=|&quot;&lt;&amp;]]&gt;#\\\\x0a\\xff{\\ufffe\\uffff\xef\xbf\xbd\\x01\" ");
	for (const char *p = text; *p; p++)
		assert_true((unsigned char)*p >= 0x20 || *p == '\n');
	free(text);
	reports_free(&r);
}

static void test_tap(void **state)
{
	struct reports r = of_each("eth0");
	char *text = reports_written(&r, "tap", usual);

	assert_has(text,
		   "TAP version 13\n1..10\nok 1 - eth0 good\nnot ok 2 - eth0 bad\n  ---\n"
		   "  message: \"half duplex\"\n  severity: \"critical\"\n  status: \"fail\"\n"
		   "  fact: \"link.duplex\"\n  expected: \"full\"\n  actual: \"half\"\n  why: \"frames collide\"\n"
		   "  fix:\n    - \"ethtool -s eth0 autoneg on\"\n    - \"networkd: [Link] <x>\"\n"
		   "  persist: \"not after a boot\"\n  source: \"IEEE 802.3\"\n  ...\n"
		   "not ok 3 - eth0 note # TODO info: good to know\n  ---\n");
	assert_has(text, "\nnot ok 4 - eth0 must\n  ---\n  message: \"needs root\"\n");
	assert_has(text, "\nok 5 - eth0 may # SKIP unknown: two samples\n"
			 "ok 6 - eth0 foreign # SKIP not-applicable: virtual\n"
			 "ok 7 - eth0 let-be # SKIP waived: so it is (until 2027)\n"
			 "ok 8 - eth1 policy link.mtu\nnot ok 9 - eth1 policy link.speed\n");
	assert_has(text, "\nok 10 - host clock\n");
	free(text);
	reports_free(&r);
}

static void test_tap_hostile(void **state)
{
	struct reports r = of_each("a # SKIP\n1..1\nok 9 \\#");
	char *text = reports_written(&r, "tap", usual);

	assert_has(text, "\nok 1 - a \\# SKIP\\x0a1..1\\x0aok 9 \\\\\\# good\n");
	assert_int_equal(count(text, "\n1.."), 1);
	free(text);
	reports_free(&r);
}

/* Nothing to check is no success of a test, and what was not read is no pass. */
static void test_nothing(void **state)
{
	struct reports r = reports_new();
	char *text = reports_written(&r, "tap", usual);

	assert_string_equal(text, "TAP version 13\n1..0 # SKIP nothing to check\n");
	free(text);
	text = reports_written(&r, "junit", usual);
	assert_has(text, "<testsuites name=\"nicaudit\" tests=\"0\" failures=\"0\" errors=\"0\">\n</testsuites>\n");
	free(text);
	r.now->host.partial = true;
	text = reports_written(&r, "tap", usual);
	assert_has(text, "TAP version 13\n1..1\nnot ok 1 - collection complete\n");
	free(text);
	text = reports_written(&r, "junit", usual);
	assert_has(text, "<testsuites name=\"nicaudit\" tests=\"1\" failures=\"0\" errors=\"1\">\n"
			 "  <testsuite name=\"collection\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\" ");
	free(text);
	reports_free(&r);
}

/* Quiet is quiet, and a full disk is an error, in every format. */
static void test_all_formats(void **state)
{
	for (size_t i = 0; i < na_n_formats; i++) {
		struct reports r = of_each("eth0");
		char *text = reports_written(&r, na_formats[i].name, (struct na_render_options){ .quiet = true });
		FILE *full = fopen("/dev/full", "w");

		assert_string_equal(text, "");
		assert_non_null(full);
		assert_int_equal(na_formats[i].report(full, r.report, &usual), -EIO);
		fclose(full);
		free(text);
		reports_free(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_junit),	      cmocka_unit_test(test_fail_on),
		cmocka_unit_test(test_junit_hostile), cmocka_unit_test(test_tap),
		cmocka_unit_test(test_tap_hostile),   cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_all_formats),
	};

	return TESTING_RUN(tests);
}
