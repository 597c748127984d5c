/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about a forced side against a negotiating one: what one sample shows, what two show, and what nobody can know. */
#include "samples.h"

#define RULE "forced-against-negotiating"
#define PORT "link.port=tp link.supported=TP,Autoneg,100baseT/Half,100baseT/Full,1000baseT/Full "
#define TP "link.detected=on " PORT
#define AUTO TP "link.autoneg=on link.advertised=TP,Autoneg,100baseT/Half,100baseT/Full,1000baseT/Full "
#define HALF AUTO "link.speed=100 link.duplex=half link.partner!unsupported "
#define FORCED TP "link.autoneg=off link.speed=100 link.duplex=full link.partner!unsupported "
#define TRAFFIC_BEFORE "stats.rx_packets=0 stats.tx_packets=0 "
#define TRAFFIC_NOW "stats.rx_packets=9000 stats.tx_packets=9000 "

static void test_one_sample(void **state)
{
	static const struct expectation cases[] = {
		/* this side negotiates, and got half from nobody */
		{ HALF, NA_FAIL, false,
		  "the partner seems to be forced to 100/full: this side negotiates, offers full duplex, hears no modes" },
		{ TP "link.autoneg=on link.speed=10 link.duplex=half link.advertised=Autoneg,10baseT/Half,10baseT/Full "
		     "link.partner!absent",
		  NA_FAIL, false, "forced to 10/full" },
		{ AUTO "link.speed=100 link.duplex=half link.partner=", NA_FAIL, false, "forced to 100/full" },
		/* this side is forced, and hears the partner negotiate */
		{ TP
		  "link.autoneg=off link.speed=100 link.duplex=full link.partner=Autoneg,100baseT/Half,100baseT/Full",
		  NA_FAIL, false, "and the partner negotiates" },
		/* must not: negotiated by both, full, faster, or at half because nothing else is offered */
		{ AUTO "link.speed=100 link.duplex=half link.partner=Autoneg,100baseT/Half", NA_PASS, false, NULL },
		{ AUTO "link.speed=100 link.duplex=full link.partner!unsupported", NA_PASS, false, NULL },
		{ AUTO "link.speed=1000 link.duplex=full link.partner!unsupported", NA_NOT_APPLICABLE, false,
		  "1000 Mb/s" },
		{ TP "link.autoneg=on link.speed=100 link.duplex=half link.advertised=Autoneg,100baseT/Half "
		     "link.partner!unsupported",
		  NA_NOT_APPLICABLE, false, "offers nothing else" },
		{ "link.detected=on link.port=fibre link.supported=Autoneg,100baseFX/Full link.autoneg=off link.speed=100 "
		  "link.duplex=full",
		  NA_NOT_APPLICABLE, false, "this medium" },
		{ "link.detected=on link.supported=100baseT/Full link.autoneg=off link.speed=100 link.duplex=full",
		  NA_NOT_APPLICABLE, false, "this medium" },
		{ "link.detected=off link.autoneg=on link.speed=100 link.duplex=half", NA_NOT_APPLICABLE, false,
		  "the link is down" },
		/* forced at 1000BASE-T and no link: what follows is told */
		{ PORT "link.detected=off link.autoneg=off link.speed=1000", NA_NOT_APPLICABLE, false,
		  "as follows at 1000BASE-T where one side is forced" },
		{ PORT "link.detected=off link.autoneg=off link.speed=100", NA_NOT_APPLICABLE, false,
		  "the link is down" },
		/* cannot know */
		{ FORCED, NA_UNDECIDED, false,
		  "only counters of two samples tell whether the partner is forced likewise: --interval SECONDS" },
		{ AUTO "link.speed=100 link.duplex=half link.partner!denied", NA_UNDECIDED, true,
		  "link.partner: needs root" },
		{ AUTO "link.speed=100 link.duplex!unknown link.partner!unsupported", NA_UNDECIDED, true,
		  "link.duplex" },
		{ TP "link.speed=100 link.duplex=full", NA_UNDECIDED, true, "link.autoneg: not read" },
		{ AUTO "link.speed!unknown link.duplex=half", NA_UNDECIDED, true, "link.speed" },
		{ "link.detected!error link.autoneg=on link.speed=100", NA_UNDECIDED, true, "link.detected" },
	};

	CHECK_ALL(RULE, cases);
}

static void test_two_samples(void **state)
{
	static const struct two cases[] = {
		/* the half side: its collisions are late. That it is half is critical already */
		{ HALF, "counter.tx_abort_late_coll=3", "counter.tx_abort_late_coll=1207", NA_FAIL, NA_WARNING,
		  "late collisions +1204 in 10 s (120/s): the partner sends while this side does", NULL },
		{ TP "link.autoneg=off link.speed=100 link.duplex=half link.partner!unsupported",
		  "standard.eth-mac.LateCollisions=0", "standard.eth-mac.LateCollisions=1", NA_FAIL, NA_WARNING,
		  "this side is forced to half", NULL },
		/* a driver that does not say its duplex: nothing else is critical about it */
		{ AUTO "link.speed=100 link.duplex!unknown", "stats.tx_window_errors=0", "stats.tx_window_errors=9",
		  NA_FAIL, NA_CRITICAL, "late collisions", NULL },
		{ TP "link.speed=100 link.duplex=half link.partner!unsupported", "stats.tx_window_errors=0",
		  "stats.tx_window_errors=9", NA_FAIL, NA_WARNING, "full duplex, whichever of the two is forced",
		  NULL },
		/* the full side: damaged frames, cut short */
		{ FORCED, "counter.rx_fcs_errors=0 counter.rx_fragments=0",
		  "counter.rx_fcs_errors=891 counter.rx_fragments=800", NA_FAIL, NA_CRITICAL,
		  "frames with a wrong checksum +891 in 10 s (89.1/s), and fragments +800 in 10 s (80/s): the partner breaks "
		  "off frames because it is at half duplex",
		  "tg3" },
		{ FORCED, "stats.rx_crc_errors=0 stats.rx_frame_errors=0",
		  "stats.rx_crc_errors=9 stats.rx_frame_errors=8", NA_FAIL, NA_CRITICAL, "forced to 100/full", NULL },
		{ FORCED, "counter.rx_crc_errors=0 counter.rx_short_length_errors=0",
		  "counter.rx_crc_errors=9 counter.rx_short_length_errors=8", NA_FAIL, NA_CRITICAL, "frames too short",
		  NULL },
		/* damaged alone is a cable, for errors-rising to tell; and negotiated is negotiated */
		{ FORCED, TRAFFIC_BEFORE "stats.rx_crc_errors=0 stats.rx_frame_errors=0",
		  TRAFFIC_NOW "stats.rx_crc_errors=9 stats.rx_frame_errors=0", NA_PASS, NA_CRITICAL, NULL, NULL },
		{ AUTO "link.speed=100 link.duplex=full link.partner=Autoneg,100baseT/Full",
		  "counter.rx_crc_errors=0 counter.rx_short_length_errors=0",
		  "counter.rx_crc_errors=9 counter.rx_short_length_errors=8", NA_PASS, NA_CRITICAL, NULL, NULL },
		{ AUTO "link.speed=1000 link.duplex=full", "counter.rx_crc_errors=0 counter.rx_short_length_errors=0",
		  "counter.rx_crc_errors=9 counter.rx_short_length_errors=8", NA_NOT_APPLICABLE, NA_CRITICAL,
		  "1000 Mb/s", NULL },
		/* at half duplex fragments are what is left of collisions; at full none can be late */
		{ TP "link.autoneg=off link.speed=100 link.duplex=half link.partner!unsupported",
		  TRAFFIC_BEFORE "stats.rx_crc_errors=0 stats.rx_frame_errors=0",
		  TRAFFIC_NOW "stats.rx_crc_errors=9 stats.rx_frame_errors=9", NA_PASS, NA_CRITICAL, NULL, NULL },
		{ FORCED, TRAFFIC_BEFORE "stats.tx_window_errors=0", TRAFFIC_NOW "stats.tx_window_errors=9", NA_PASS,
		  NA_CRITICAL, NULL, NULL },
		/* both forced alike, as traffic without damage shows; old damage is old */
		{ FORCED, TRAFFIC_BEFORE "stats.rx_crc_errors=99999 stats.rx_frame_errors=99999",
		  TRAFFIC_NOW "stats.rx_crc_errors=99999 stats.rx_frame_errors=99999", NA_PASS, NA_CRITICAL, NULL,
		  NULL },
		/* cannot know */
		{ FORCED, "stats.rx_packets=0 stats.tx_packets=0", "stats.rx_packets=999 stats.tx_packets=9000",
		  NA_UNDECIDED, NA_CRITICAL, "too little traffic", NULL },
		{ FORCED, TRAFFIC_BEFORE "counter.rx_crc_errors=0", TRAFFIC_NOW "counter.rx_crc_errors=9", NA_UNDECIDED,
		  NA_CRITICAL, "no counter of fragments could be read", NULL },
		{ FORCED, "stats.rx_crc_errors=9", "stats.rx_crc_errors=3", NA_UNDECIDED, NA_CRITICAL,
		  "the counters were reset", NULL },
	};

	CHECK_TWO(RULE, cases);
}

/* Samples of two boots keep the counters from telling, and nothing else. */
static void test_other_boot(void **state)
{
	struct samples s;
	const struct na_check *check;

	samples_take(&s, FORCED, FORCED);
	s.now->host.boot_id = "8d0f";
	check = judge_samples(&s, RULE);
	assert_int_equal(check->status, NA_UNDECIDED);
	assert_non_null(strstr(check->message, "the host was booted since the first sample"));
	assert_false(check->lacks_sample);
	samples_drop(&s);

	samples_take(&s, HALF, HALF);
	s.now->host.boot_id = "8d0f";
	assert_int_equal(judge_samples(&s, RULE)->status, NA_FAIL);
	samples_drop(&s);
}

/* One critical finding for one fault: the rule explains what half-duplex finds. */
static void test_severity(void **state)
{
	static const char *const rules[] = { "half-duplex", RULE };
	const struct na_check_options options = { .only = rules, .n_only = 2 };
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	struct na_error error;

	facts_nic(now, "eth0", HALF);
	assert_int_equal(na_snapshot_finish(now), 0);
	assert_ok(na_check_run(now, NULL, &options, &report, &error), &error);
	assert_int_equal(report->summary.failed[NA_CRITICAL], 1);
	assert_int_equal(report->summary.failed[NA_WARNING], 1);
	na_report_free(report);
	na_snapshot_free(now);
}

static void test_mends(void **state)
{
	char *text = mends_of(RULE, TP "link.autoneg=off link.speed=100 link.duplex=full "
				       "link.partner=Autoneg,100baseT/Half,100baseT/Full");

	assert_non_null(strstr(text, "ethtool: ethtool -s eth0 autoneg on\n"));
	free(text);
	/* it is the partner that has to change */
	check_mends(RULE, HALF, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_sample), cmocka_unit_test(test_two_samples),
		cmocka_unit_test(test_other_boot), cmocka_unit_test(test_severity),
		cmocka_unit_test(test_mends),
	};

	return TESTING_RUN(tests);
}
