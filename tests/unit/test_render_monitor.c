/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reports for monitors: the plugin's line with its performance data, and the page that Prometheus reads. */
#include <errno.h>

#include "render/metric.h"
#include "reports.h"

#define COUNTED UP "link.speed=1000 link.duplex=full stats.rx_bytes=18446744073709551615 stats.rx_errors=12 "

static struct na_check failed(const struct na_nic *nic, const char *rule, enum na_severity severity)
{
	return (struct na_check){
		.nic = nic, .rule = rule, .status = NA_FAIL, .severity = severity, .message = "is wrong"
	};
}

/* A NIC with counters, one without a link, and one that was not asked for. */
static struct reports three(void)
{
	struct reports r = reports_new();

	facts_nic(r.now, "eth0", COUNTED);
	facts_nic(r.now, "eth1", "link.admin=up link.detected=off link.speed=1000 stats.rx_errors!denied");
	facts_nic(r.now, "eth2", COUNTED)->selected = false;
	assert_int_equal(na_snapshot_finish(r.now), 0);
	return r;
}

static void test_nagios(void **state)
{
	static struct na_mend mends[] = { { "ethtool", "ethtool -s eth0 autoneg on" }, { "nmcli", "nmcli up" } };
	struct reports r = three();
	struct na_check bad = failed(&r.now->nics[0], "half-duplex", NA_CRITICAL);
	char *text;

	bad.mends = mends;
	bad.n_mends = 2;
	bad.persist = "until the next boot";
	reports_check(&r, failed(&r.now->nics[1], "minor", NA_WARNING));
	reports_check(&r, bad);
	reports_check(&r,
		      (struct na_check){
			      .nic = &r.now->nics[1], .rule = "open", .status = NA_UNDECIDED, .message = "not read" });
	reports_check(&r, (struct na_check){ .nic = &r.now->nics[1],
					     .rule = "let-be",
					     .status = NA_WAIVED,
					     .message = "so it is",
					     .waiver = "until 2027" });
	text = reports_written(&r, "nagios", (struct na_render_options){ .fail_on = NA_WARNING });
	assert_string_equal(text,
			    "NICAUDIT CRITICAL - 1 critical, 1 warning, 1 unknown, 1 waived, 0 passed of 2 interfaces: "
			    "eth0 half-duplex (is wrong), eth1 minor (is wrong) | "
			    "critical=1;;;0 warning=1;;;0 info=0;;;0 unknown=1;;;0 passed=0;;;0 waived=1;;;0 "
			    "not_applicable=0;;;0 coverage=75%;;;0;100 "
			    "eth0_speed=1000;;;0 eth0_rx_bytes=18446744073709551615c;;;0 eth0_rx_errors=12c;;;0\n"
			    "CRITICAL eth0 half-duplex: is wrong\n"
			    "  fix: ethtool -s eth0 autoneg on\n"
			    "  and: until the next boot\n"
			    "WARNING eth1 minor: is wrong\n"
			    "WAIVED eth1 let-be: so it is\n"
			    "  waived: until 2027\n");
	free(text);
	reports_free(&r);
}

/* The word is that of the exit status, whatever that is made to depend on. */
static void test_nagios_states(void **state)
{
	static const struct {
		struct na_check check;
		enum na_severity fail_on;
		bool partial;
		const char *word;
	} cases[] = {
		{ { .rule = "r", .status = NA_PASS }, NA_WARNING, false, "OK" },
		{ { .rule = "r", .status = NA_FAIL, .severity = NA_INFO }, NA_WARNING, false, "OK" },
		{ { .rule = "r", .status = NA_FAIL, .severity = NA_INFO }, NA_INFO, false, "WARNING" },
		{ { .rule = "r", .status = NA_FAIL, .severity = NA_WARNING }, NA_WARNING, false, "WARNING" },
		{ { .rule = "r", .status = NA_FAIL, .severity = NA_WARNING }, NA_CRITICAL, false, "OK" },
		{ { .rule = "r", .status = NA_FAIL, .severity = NA_CRITICAL }, NA_CRITICAL, false, "CRITICAL" },
		{ { .rule = "r", .status = NA_UNDECIDED, .required = true }, NA_WARNING, false, "UNKNOWN" },
		{ { .rule = "r", .status = NA_UNDECIDED }, NA_WARNING, false, "OK" },
		{ { .rule = "r", .status = NA_WAIVED, .severity = NA_CRITICAL }, NA_WARNING, false, "OK" },
		{ { .rule = "r", .status = NA_PASS }, NA_WARNING, true, "UNKNOWN" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct reports r = three();
		char *text, head[40];
		bool named;

		r.now->host.partial = cases[i].partial;
		reports_check(&r, cases[i].check);
		text = reports_written(&r, "nagios", (struct na_render_options){ .fail_on = cases[i].fail_on });
		snprintf(head, sizeof(head), "NICAUDIT %s - ", cases[i].word);
		assert_true(!strncmp(text, head, strlen(head)));
		/* what makes the state is named */
		*strchr(text, '|') = 0;
		named = strstr(text, ": host r") != NULL;
		assert_int_equal(named, strcmp(cases[i].word, "OK") && !cases[i].partial);
		free(text);
		reports_free(&r);
	}
}

static void test_nagios_thresholds(void **state)
{
	struct reports r = three();
	struct na_check slow = failed(&r.now->nics[0], "storage", NA_CRITICAL);
	char *text;

	slow.fact = "link.speed";
	slow.expected = ">= 10000";
	reports_check(&r, slow);
	slow.severity = NA_WARNING;
	slow.expected = "25000";
	reports_check(&r, slow);
	slow.nic = &r.now->nics[1];
	reports_check(&r, slow);
	text = reports_written(&r, "nagios", (struct na_render_options){ 0 });
	assert_has(text, " eth0_speed=1000;25000:25000;10000:;0 ");
	free(text);
	reports_free(&r);
}

static void test_nagios_hostile(void **state)
{
	struct reports r = reports_new();
	struct na_check bad;
	char *text;

	facts_nic(r.now, HOSTILE, COUNTED)->netns = "a b";
	assert_int_equal(na_snapshot_finish(r.now), 0);
	bad = failed(&r.now->nics[0], "r", NA_WARNING);
	bad.message = "one\ntwo | three";
	reports_check(&r, bad);
	text = reports_written(&r, "nagios", (struct na_render_options){ 0 });
	assert_int_equal(count(text, "|"), 1);
	assert_int_equal(count(text, "\n"), 2);
	assert_has(text, "(one\\x0atwo \\x7c three) |");
	assert_has(text, " 'e\\x27\\x3d\\x7c\"<&]]>#\\x5c\\x0a\\xff{@a b_rx_errors'=12c;;;0");
	free(text);
	reports_free(&r);
}

/* Nagios takes 8 KiB. What had no room is counted, and of an interface there is all or nothing. */
static void test_nagios_size(void **state)
{
	struct reports r = reports_new();
	char name[16], *text, *end, *rest;
	size_t told = 0, series = 0, left = 0;

	for (size_t i = 0; i < 400; i++) {
		snprintf(name, sizeof(name), "eth%zu", i);
		facts_nic(r.now, facts_keep(r.now, name), COUNTED);
	}
	assert_int_equal(na_snapshot_finish(r.now), 0);
	for (size_t i = 0; i < 400; i++)
		reports_check(&r, failed(&r.now->nics[i], "r", i == 399 ? NA_CRITICAL : NA_WARNING));
	text = reports_written(&r, "nagios", (struct na_render_options){ 0 });
	assert_true(strlen(text) < 8192);
	assert_true(strlen(text) > 6000);
	assert_has(text, ", ... | critical=1;;;0 warning=399");
	assert_has(text, "\nCRITICAL eth399 r: is wrong\n");
	told = count(text, " r: is wrong\n");
	series = count(text, "_rx_errors=");
	assert_int_equal(series, count(text, "_speed="));
	rest = strstr(text, " more left out\n");
	assert_non_null(rest);
	for (end = rest; end[-1] != '\n'; end--)
		;
	assert_int_equal(told + strtoul(end, NULL, 10), 400);
	assert_int_equal(sscanf(rest, " more left out\nperformance data of %zu more interfaces left out\n", &left), 1);
	assert_int_equal(series + left, 400);
	free(text);
	reports_free(&r);
}

/* A message as long as can be does not push the first line out. */
static void test_nagios_long_message(void **state)
{
	struct reports r = three();
	struct na_check bad = failed(&r.now->nics[0], "r", NA_CRITICAL);
	char *message = malloc(20001), *text;

	memset(message, '\n', 20000);
	message[20000] = 0;
	bad.message = message;
	reports_check(&r, bad);
	text = reports_written(&r, "nagios", (struct na_render_options){ 0 });
	assert_true(strlen(text) < 8192);
	assert_true(!strncmp(text, "NICAUDIT CRITICAL - 1 critical", 30));
	assert_has(text, "...) | critical=1");
	assert_has(text, "\n1 more left out\n");
	free(text);
	free(message);
	reports_free(&r);
}

static void test_nagios_failed(void **state)
{
	char *text = WRITTEN(format("nagios")->failed(out, "no file 'a|b\n'"));

	assert_string_equal(text, "NICAUDIT UNKNOWN - no file 'a\\x7cb\\x0a'\n");
	free(text);
}

static void test_prometheus(void **state)
{
	struct reports r = three();
	struct na_check bad = failed(&r.now->nics[0], "half-duplex", NA_CRITICAL);
	char *text;

	facts_add(r.now, &r.now->nics[0].facts, "feature.rx-gro=on feature.tx-{weird}=off coalesce.rx-usecs=125");
	facts_add(r.now, &r.now->facts, "net.forwarding=on");
	assert_int_equal(na_snapshot_finish(r.now), 0);
	bad.fact = "link.duplex";
	reports_check(&r, bad);
	reports_check(&r, bad); /* twice the same would cost the page */
	reports_check(&r, (struct na_check){ .rule = "host-rule", .status = NA_WAIVED, .severity = NA_INFO });
	reports_check(&r, (struct na_check){ .rule = "fine", .status = NA_PASS });
	text = reports_written(&r, "prometheus", (struct na_render_options){ 0 });
	assert_has(text,
		   "# TYPE nicaudit_finding gauge\n"
		   "nicaudit_finding{rule=\"host-rule\",severity=\"info\",status=\"waived\"} 1\n"
		   "nicaudit_finding{interface=\"eth0\",rule=\"half-duplex\",severity=\"critical\",status=\"fail\","
		   "fact=\"link.duplex\"} 1\n# HELP ");
	assert_has(text, "nicaudit_checks{status=\"fail\"} 2\n");
	assert_has(text, "nicaudit_checks{status=\"unknown\"} 0\n");
	assert_has(text, "\nnicaudit_coverage 1\n");
	assert_has(text, "\nnicaudit_interfaces 2\n");
	assert_has(text, "\nnicaudit_partial 0\n");
	assert_has(text, "\nnicaudit_last_run_timestamp_seconds 1796096978.683\n");
	assert_has(text, "nicaudit_link_up{interface=\"eth0\"} 1\nnicaudit_link_up{interface=\"eth1\"} 0\n");
	/* no speed without a link, and none of what was not asked for */
	assert_has(text, " In bytes per second.\n# TYPE nicaudit_link_speed_bytes gauge\n"
			 "nicaudit_link_speed_bytes{interface=\"eth0\"} 125000000\n# HELP ");
	assert_has(text, "# TYPE nicaudit_stats_rx_bytes_total counter\n"
			 "nicaudit_stats_rx_bytes_total{interface=\"eth0\"} 18446744073709551615\n# HELP ");
	assert_has(text, "nicaudit_stats_rx_errors_total{interface=\"eth0\"} 12\n");
	assert_has(text, "nicaudit_feature{interface=\"eth0\",name=\"rx-gro\"} 1\n"
			 "nicaudit_feature{interface=\"eth0\",name=\"tx-{weird}\"} 0\n");
	assert_has(text, "nicaudit_coalesce_rx_seconds{interface=\"eth0\"} 0.000125\n");
	assert_has(text, "nicaudit_link_mtu_bytes{interface=\"eth0\"} 1500\n");
	assert_has(text, "\nnicaudit_net_forwarding 1\n");
	assert_lacks(text, "eth2");
	assert_lacks(text, "\n\n");
	free(text);
	reports_free(&r);
}

static void test_prometheus_hostile(void **state)
{
	struct reports r = reports_new();
	char *text;

	facts_nic(r.now, HOSTILE, UP);
	facts_nic(r.now, "\xff", UP);
	facts_nic(r.now, "\\xff", UP);
	facts_nic(r.now, "twice", UP);
	facts_nic(r.now, "twice", UP);
	facts_nic(r.now, "tun0", UP "link.speed=10")->is_virtual = true;
	assert_int_equal(na_snapshot_finish(r.now), 0);
	text = reports_written(&r, "prometheus", (struct na_render_options){ 0 });
	assert_has(text, "nicaudit_link_up{interface=\"e'=|\\\"<&]]>#\\\\\\\\\\\\x0a\\\\xff{\"} 1\n");
	assert_has(text, "nicaudit_link_up{interface=\"\\\\xff\"} 1\n");     /* a byte */
	assert_has(text, "nicaudit_link_up{interface=\"\\\\\\\\xff\"} 1\n"); /* its escape, written so */
	assert_int_equal(count(text, "nicaudit_link_up{interface=\"twice\"} 1\n"), 1);
	assert_lacks(text, "nicaudit_link_speed"); /* of no wire */
	free(text);
	reports_free(&r);
}

/* Rows that give one name would give two families of it; and no name says an abbreviated unit. */
static void test_metrics(void **state)
{
	static const struct {
		enum na_attr_id attr;
		const char *name;
	} names[] = {
		{ NA_RING_RX, "nicaudit_ring_rx" },
		{ NA_LINK_SPEED, "nicaudit_link_speed_bytes" },
		{ NA_STATS_RX_BYTES, "nicaudit_stats_rx_bytes_total" },
		{ NA_STATS_RX_ERRORS, "nicaudit_stats_rx_errors_total" },
		{ NA_FEATURE, "nicaudit_feature" },
		{ NA_STANDARD, "nicaudit_standard_total" },
		{ NA_STANDARD_FEC_CORRECTED, "nicaudit_standard_fec_corrected_blocks_total" },
		{ NA_STANDARD_FEC_CORR_BITS, "nicaudit_standard_fec_corrected_bit_total" },
		{ NA_BOND_MIIMON, "nicaudit_bond_miimon_seconds" },
	};
	struct na_metric all[NA_N_ATTRS], metric;
	size_t n = 0;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		assert_true(na_metric_of(names[i].attr, &metric));
		assert_string_equal(metric.name, names[i].name);
	}
	assert_false(na_metric_of(NA_LINK_DUPLEX, &metric));
	assert_false(na_metric_of(NA_LINK_SUPPORTED, &metric));
	assert_false(na_metric_of(NA_COUNTER, &metric));
	for (unsigned int i = 1; i < NA_N_ATTRS; i++) {
		bool is_number = na_attrs[i].type == NA_BOOL || na_attrs[i].type == NA_UINT ||
				 na_attrs[i].type == NA_INT || na_attrs[i].type == NA_REAL;

		assert_int_equal(na_metric_of(i, &all[n]), is_number && i != NA_COUNTER);
		if (!is_number || i == NA_COUNTER)
			continue;
		assert_int_equal(strspn(all[n].name, "abcdefghijklmnopqrstuvwxyz0123456789_"), strlen(all[n].name));
		assert_null(strstr(all[n].name, "usecs"));
		for (size_t k = 0; k < n; k++)
			assert_string_not_equal(all[k].name, all[n].name);
		n++;
	}
}

/* What the formats write is asked for: else it would never be there. */
static void test_wants(void **state)
{
	assert_true(format("nagios")->wants(NA_STATS_RX_BYTES));
	assert_true(format("nagios")->wants(NA_LINK_SPEED));
	assert_false(format("nagios")->wants(NA_RING_RX));
	assert_true(format("prometheus")->wants(NA_RING_RX));
	assert_true(format("prometheus")->wants(NA_FEATURE));
	assert_false(format("prometheus")->wants(NA_COUNTER));
	assert_null(format("text")->wants);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nagios),
		cmocka_unit_test(test_nagios_states),
		cmocka_unit_test(test_nagios_thresholds),
		cmocka_unit_test(test_nagios_hostile),
		cmocka_unit_test(test_nagios_size),
		cmocka_unit_test(test_nagios_long_message),
		cmocka_unit_test(test_nagios_failed),
		cmocka_unit_test(test_prometheus),
		cmocka_unit_test(test_prometheus_hostile),
		cmocka_unit_test(test_metrics),
		cmocka_unit_test(test_wants),
	};

	return TESTING_RUN(tests);
}
