/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules about what goes on between two samples: ring-drops, fec-uncorrectable, carrier-flapping, pause-storm. */
#include "samples.h"

static void test_ring_drops(void **state)
{
	static const struct two cases[] = {
		/* fires, by whatever name the driver has for it */
		{ "ring.rx=256 ring.rx-max=4096", "counter.rx_queue_0_drops=7", "counter.rx_queue_0_drops=127", NA_FAIL,
		  NA_WARNING,
		  "host too slow: counter.rx_queue_0_drops +120 in 10 s (12/s), while the receive ring is 256 of 4096",
		  NULL },
		{ "ring.rx=512 ring.rx-max=4096", "stats.rx_missed_errors=0", "stats.rx_missed_errors=1", NA_FAIL,
		  NA_WARNING, "stats.rx_missed_errors", NULL },
		{ "ring.rx=512 ring.rx-max=4096", "counter.rx_out_of_buffer=0", "counter.rx_out_of_buffer=48", NA_FAIL,
		  NA_WARNING, "counter.rx_out_of_buffer", "mlx5_core" },
		/* a host that pauses its partner loses nothing, and is as slow */
		{ "ring.rx=512 ring.rx-max=4096 counter.rx_missed_errors=0", "counter.tx_flow_control_xoff=1",
		  "counter.tx_flow_control_xoff=52", NA_FAIL, NA_WARNING,
		  "the host holds its partner back: counter.tx_flow_control_xoff +51 in 10 s (5.1/s), while the "
		  "receive ring is 512 of 4096",
		  "ixgbe" },
		/* must not: nothing missed now, whatever was; lost elsewhere; a ring that is large already, or is none */
		{ "ring.rx=256 ring.rx-max=4096", "stats.rx_missed_errors=9999", "stats.rx_missed_errors=9999", NA_PASS,
		  NA_WARNING, NULL, NULL },
		{ "ring.rx=256 ring.rx-max=4096 stats.rx_missed_errors=0",
		  "stats.rx_crc_errors=0 stats.rx_dropped=0 counter.alloc_rx_buff_failed=0",
		  "stats.rx_crc_errors=9 stats.rx_dropped=9 counter.alloc_rx_buff_failed=9", NA_PASS, NA_WARNING, NULL,
		  "e1000e" },
		{ "ring.rx=256 ring.rx-max=4096 stats.rx_missed_errors=0", "standard.pause.rx-frames=0",
		  "standard.pause.rx-frames=99", NA_PASS, NA_WARNING, NULL, NULL },
		{ "ring.rx=4096 ring.rx-max=4096", "stats.rx_missed_errors=0", "stats.rx_missed_errors=9",
		  NA_NOT_APPLICABLE, NA_WARNING, "although the receive ring is at its maximum", NULL },
		{ "ring.rx!unsupported ring.rx-max!unsupported", "stats.rx_missed_errors=0", "stats.rx_missed_errors=9",
		  NA_NOT_APPLICABLE, NA_WARNING, "cannot be set", NULL },
		/* cannot know */
		{ "ring.rx!error ring.rx-max=4096", "stats.rx_missed_errors=0", "stats.rx_missed_errors=9",
		  NA_UNDECIDED, NA_WARNING, "ring.rx: could not be read", NULL },
		{ "ring.rx=256", "stats.rx_missed_errors=0", "stats.rx_missed_errors=9", NA_UNDECIDED, NA_WARNING,
		  "ring.rx-max: not read", NULL },
		{ "ring.rx=256 ring.rx-max=4096", "stats.rx_crc_errors=0", "stats.rx_missed_errors=9", NA_UNDECIDED,
		  NA_WARNING, "no counter of frames missed", NULL },
		{ "ring.rx=256 ring.rx-max=4096", "stats.rx_missed_errors=9", "stats.rx_missed_errors=3", NA_UNDECIDED,
		  NA_WARNING, "the counters were reset", NULL },
	};

	CHECK_TWO("ring-drops", cases);
}

static void test_ring_drops_mend(void **state)
{
	struct samples s;
	const struct na_check *check;

	samples_take(&s, "stats.rx_missed_errors=0 ring.rx=256 ring.rx-max=4096 counter.rx_queue_0_drops=0",
		     "stats.rx_missed_errors=9 ring.rx=256 ring.rx-max=4096 counter.rx_queue_0_drops=5");
	check = judge_samples(&s, "ring-drops");
	assert_string_equal(check->fact, "ring.rx");
	assert_string_equal(check->expected, "4096");
	assert_string_equal(check->actual, "256");
	assert_int_equal(check->n_evidence, 2);
	assert_string_equal(check->evidence[0].name, "stats.rx_missed_errors");
	assert_string_equal(check->evidence[0].value, "+9 in 10 s (0.9/s): host too slow");
	assert_string_equal(check->evidence[1].name, "counter.rx_queue_0_drops");
	assert_true(check->n_mends > 1); /* one for each tool */
	assert_string_equal(check->mends[0].text, "ethtool -G eth0 rx 4096");
	samples_drop(&s);
}

static void test_fec_uncorrectable(void **state)
{
	static const struct two cases[] = {
		{ "fec.active=rs", "standard.fec.uncorrectable-blocks=0 standard.fec.corrected-blocks=10",
		  "standard.fec.uncorrectable-blocks=3 standard.fec.corrected-blocks=5010", NA_FAIL, NA_WARNING,
		  "standard.fec.uncorrectable-blocks +3 in 10 s (0.3/s)", NULL },
		{ "", "counter.rx_fec_uncorrectable_blocks=1", "counter.rx_fec_uncorrectable_blocks=2", NA_FAIL,
		  NA_WARNING, "counter.rx_fec_uncorrectable_blocks +1", "bnxt_en" },
		{ "", "counter.fec_uncorrected_errors=1", "counter.fec_uncorrected_errors=2", NA_FAIL, NA_WARNING,
		  "counter.fec_uncorrected_errors", "sfc" },
		/* what is corrected is what FEC is for; and what was lost long ago */
		{ "", "standard.fec.uncorrectable-blocks=7 standard.fec.corrected-blocks=0",
		  "standard.fec.uncorrectable-blocks=7 standard.fec.corrected-blocks=99999", NA_PASS, NA_WARNING, NULL,
		  NULL },
		/* none */
		{ "standard.fec.uncorrectable-blocks!unsupported", "stats.rx_errors=0", "stats.rx_errors=0",
		  NA_NOT_APPLICABLE, NA_WARNING, "no FEC", NULL },
		{ "fec.active!unsupported", "stats.rx_errors=0", "stats.rx_errors=0", NA_NOT_APPLICABLE, NA_WARNING,
		  "no FEC", NULL },
		/* cannot know */
		{ "standard.fec.uncorrectable-blocks!denied", "stats.rx_errors=0", "stats.rx_errors=0", NA_UNDECIDED,
		  NA_WARNING, "standard.fec.uncorrectable-blocks: needs root", NULL },
		{ "", "standard.fec.uncorrectable-blocks=7", "standard.fec.uncorrectable-blocks=2", NA_UNDECIDED,
		  NA_WARNING, "the counters were reset", NULL },
	};
	struct samples s;
	const struct na_check *check;

	CHECK_TWO("fec-uncorrectable", cases);
	samples_take(&s, "standard.fec.uncorrectable-blocks=0 standard.fec.corrected-blocks=0",
		     "standard.fec.uncorrectable-blocks=1 standard.fec.corrected-blocks=5000 fec.active=rs");
	check = judge_samples(&s, "fec-uncorrectable");
	assert_string_equal(check->evidence[0].name, "standard.fec.corrected-blocks");
	assert_string_equal(check->evidence[0].value, "+5000 in 10 s (500/s): FEC corrected");
	assert_string_equal(check->evidence[1].value, "rs");
	samples_drop(&s);
}

static void test_carrier_flapping(void **state)
{
	static const struct two cases[] = {
		{ "link.carrier=on", "link.carrier-changes=4", "link.carrier-changes=10", NA_FAIL, NA_WARNING,
		  "the link went and came back 3 times: link.carrier-changes +6 in 10 s (0.6/s)", NULL },
		{ "link.carrier=on", "link.carrier-changes=4 link.carrier-down-count=2 link.carrier-up-count=2",
		  "link.carrier-changes=6 link.carrier-down-count=3 link.carrier-up-count=3", NA_FAIL, NA_WARNING,
		  "the link went and came back: link.carrier-down-count +1 in 10 s", NULL },
		/* too short for the kernel to see */
		{ "link.carrier=on", "link.carrier-changes=4 link.down-count=7",
		  "link.carrier-changes=4 link.down-count=9", NA_FAIL, NA_WARNING, "2 times: link.down-count +2",
		  NULL },
		/* down at the end, and once up in between */
		{ "link.carrier=off link.admin=up", "link.carrier-changes=4", "link.carrier-changes=7", NA_FAIL,
		  NA_WARNING, "the link went and came back: link.carrier-changes +3", NULL },
		{ "link.carrier=on eee.active=on", "link.carrier-changes=4", "link.carrier-changes=6", NA_FAIL,
		  NA_WARNING, "Energy-Efficient Ethernet is active, which makes some links flap", NULL },
		/* a lifetime of changes; came once; went once, which another rule tells */
		{ "link.carrier=on", "link.carrier-changes=99999", "link.carrier-changes=99999", NA_PASS, NA_WARNING,
		  NULL, NULL },
		{ "link.carrier=on", "link.carrier-changes=1", "link.carrier-changes=2", NA_PASS, NA_WARNING, NULL,
		  NULL },
		{ "link.carrier=off link.admin=up", "link.carrier-changes=2 link.carrier-down-count=1",
		  "link.carrier-changes=3 link.carrier-down-count=2", NA_PASS, NA_WARNING, NULL, NULL },
		/* somebody set it down */
		{ "link.carrier!error link.admin=down", "link.carrier-changes=2", "link.carrier-changes=9",
		  NA_NOT_APPLICABLE, NA_WARNING, "set down", NULL },
		/* cannot know */
		{ "link.carrier=on", "stats.rx_errors=0", "stats.rx_errors=0", NA_UNDECIDED, NA_WARNING,
		  "link.carrier-changes: not read", NULL },
		{ "link.carrier=on", "link.carrier-changes=9", "link.carrier-changes=2", NA_UNDECIDED, NA_WARNING,
		  "the counters were reset", NULL },
	};

	CHECK_TWO("carrier-flapping", cases);
}

static void test_pause_storm(void **state)
{
	static const struct two cases[] = {
		/* 3.36 ms for each frame at 10 Gb/s: 5 a second are 1.7 % of the time */
		{ "link.speed=10000", "standard.pause.rx-frames=132000000", "standard.pause.rx-frames=132000050",
		  NA_FAIL, NA_WARNING,
		  "standard.pause.rx-frames +50 in 10 s (5/s): for up to 1.7 % of the time the partner holds this host "
		  "back",
		  NULL },
		{ "link.speed=400000", "counter.rx_pause_ctrl_phy=0 counter.rx_global_pause=0",
		  "counter.rx_pause_ctrl_phy=900000 counter.rx_global_pause=900000", NA_FAIL, NA_WARNING,
		  "for up to 100 % of the time the partner", "mlx5_core" },
		{ "link.speed=25000", "counter.tx_pause_ctrl_phy=0", "counter.tx_pause_ctrl_phy=5000", NA_FAIL,
		  NA_WARNING, "this host holds the partner back", "mlx5_core" },
		/* transmission that stands still: the hardware sends nothing and no drop is counted */
		{ "link.speed=1000", "counter.fc_received=0 counter.good_octets_sent=0",
		  "counter.fc_received=31796 counter.good_octets_sent=0", NA_FAIL, NA_WARNING,
		  "counter.fc_received +31796", "mvpp2" },
		{ "link.speed=100000", "counter.tx_pause_storm_error_events=0 counter.tx_pause_ctrl_phy=0",
		  "counter.tx_pause_storm_error_events=1 counter.tx_pause_ctrl_phy=0", NA_FAIL, NA_WARNING,
		  "the NIC itself finds", "mlx5_core" },
		/* old frames, a few frames, none */
		{ "link.speed=100000", "standard.pause.rx-frames=132000000", "standard.pause.rx-frames=132000000",
		  NA_PASS, NA_WARNING, NULL, NULL },
		{ "link.speed=10000", "standard.pause.rx-frames=0", "standard.pause.rx-frames=2", NA_PASS, NA_WARNING,
		  NULL, NULL },
		{ "standard.pause.rx-frames!unsupported pause.rx=off", "stats.rx_errors=0", "stats.rx_errors=0",
		  NA_NOT_APPLICABLE, NA_WARNING, "no PAUSE", NULL },
		/* cannot know */
		{ "link.speed!unknown", "standard.pause.rx-frames=0", "standard.pause.rx-frames=9999", NA_UNDECIDED,
		  NA_WARNING, "link.speed: the driver does not know", NULL },
		{ "standard.pause.rx-frames!error", "stats.rx_errors=0", "stats.rx_errors=0", NA_UNDECIDED, NA_WARNING,
		  "standard.pause.rx-frames: could not be read", NULL },
	};

	CHECK_TWO("pause-storm", cases);
}

/* All of them say nothing of one sample, and are none of a virtual NIC's business. */
static void test_one_sample(void **state)
{
	static const char *const rules[] = { "ring-drops", "fec-uncorrectable", "carrier-flapping", "pause-storm" };
	static const struct expectation cases[] = {
		{ "stats.rx_missed_errors=9 ring.rx=256 ring.rx-max=4096 link.carrier-changes=99 "
		  "standard.pause.rx-frames=132000000 standard.fec.uncorrectable-blocks=7",
		  NA_UNDECIDED, false, "needs two samples" },
	};

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		CHECK_ALL(rules[i], cases);
		check_hardware_only(rules[i], "link.carrier-changes=99");
	}
}

/* Counters of drivers are read where two samples are taken, of hardware, and by whom they are of use. */
static void test_needs(void **state)
{
	static const char *const rule = "ring-drops", *const other = "half-duplex", *const both = "forced*";
	struct na_check_options options = { .only = &rule, .n_only = 1 };
	uint8_t wanted[NA_N_ATTRS];
	struct na_error error;

	assert_ok(na_check_needs(&options, true, wanted, &error), &error);
	assert_int_equal(wanted[NA_COUNTER], NA_WANT_HARDWARE);
	assert_true(wanted[NA_RING_RX_MAX] & NA_WANT_HARDWARE);
	assert_ok(na_check_needs(&options, false, wanted, &error), &error);
	assert_int_equal(wanted[NA_COUNTER] | wanted[NA_RING_RX_MAX], 0);
	options.only = &other;
	assert_ok(na_check_needs(&options, true, wanted, &error), &error);
	assert_int_equal(wanted[NA_COUNTER] | wanted[NA_STANDARD], 0);
	options.only = &both;
	assert_ok(na_check_needs(&options, true, wanted, &error), &error);
	assert_int_equal(wanted[NA_COUNTER], NA_WANT_HARDWARE);
	assert_int_equal(wanted[NA_STATS_RX_CRC_ERRORS], NA_WANT_HARDWARE);
	assert_ok(na_check_needs(&options, false, wanted, &error), &error);
	assert_int_equal(wanted[NA_COUNTER] | wanted[NA_STANDARD], 0);
	options.n_only = 0;
	assert_ok(na_check_needs(&options, true, wanted, &error), &error);
	assert_int_equal(wanted[NA_COUNTER], NA_WANT_HARDWARE);
	assert_int_equal(wanted[NA_STATS_RX_CRC_ERRORS], NA_WANT_ALL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ring_drops),
		cmocka_unit_test(test_ring_drops_mend),
		cmocka_unit_test(test_fec_uncorrectable),
		cmocka_unit_test(test_carrier_flapping),
		cmocka_unit_test(test_pause_storm),
		cmocka_unit_test(test_one_sample),
		cmocka_unit_test(test_needs),
	};

	return TESTING_RUN(tests);
}
