/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about error counters: what is a rise, and which two samples cannot be compared. */
#include "samples.h"

enum { EXIT_UNDECIDED = 3 };

static const struct na_check *compare(struct samples *s)
{
	return judge_samples(s, "errors-rising");
}

static void test_errors_rising_fires(void **state)
{
	static const struct {
		const char *before, *now, *fact, *message;
	} cases[] = {
		{ "stats.rx_crc_errors=100", "stats.rx_crc_errors=114", "stats.rx_crc_errors",
		  "wire error: stats.rx_crc_errors +14 in 10 s (1.4/s)" },
		/* the worst first; the total only where it says more than its parts, and then the rest of it */
		{ "stats.rx_errors=0 stats.rx_crc_errors=0 stats.tx_carrier_errors=5",
		  "stats.rx_errors=20 stats.rx_crc_errors=20 stats.tx_carrier_errors=6", "stats.rx_crc_errors",
		  "wire error: stats.rx_crc_errors +20 in 10 s (2/s); 1 other error counter rose, too" },
		{ "stats.rx_errors=0 stats.rx_crc_errors=0", "stats.rx_errors=30 stats.rx_crc_errors=20",
		  "stats.rx_crc_errors",
		  "wire error: stats.rx_crc_errors +20 in 10 s (2/s); 1 other error counter rose, too" },
		{ "stats.rx_errors=0 stats.rx_crc_errors=0", "stats.rx_errors=50 stats.rx_crc_errors=20",
		  "stats.rx_errors", "wire error: stats.rx_errors +50 in 10 s (5/s); 1 other error counter rose, too" },
		{ "standard.eth-mac.LateCollisions=1", "standard.eth-mac.LateCollisions=2",
		  "standard.eth-mac.LateCollisions", "wire error: standard.eth-mac.LateCollisions +1 in 10 s (0.1/s)" },
		{ "standard.rmon.etherStatsOversizePkts=0 link.mtu=1500",
		  "standard.rmon.etherStatsOversizePkts=3 link.mtu=1500", "standard.rmon.etherStatsOversizePkts",
		  NULL },
		{ "stats.rx_missed_errors=18446744073709550615", "stats.rx_missed_errors=18446744073709551615",
		  "stats.rx_missed_errors", "host too slow: stats.rx_missed_errors +1000 in 10 s (100/s)" },
		/* by the driver's own names, and the worst of each class is named */
		{ "counter.rx_queue_0_drops=0 counter.rx_queue_1_drops=7 counter.rx_crc_errors=0 "
		  "counter.tx_timeout_count=0 counter.rx_align_errors=0",
		  "counter.rx_queue_0_drops=30 counter.rx_queue_1_drops=40 counter.rx_crc_errors=20 "
		  "counter.tx_timeout_count=1 counter.rx_align_errors=1",
		  "counter.rx_queue_1_drops",
		  "host too slow: counter.rx_queue_1_drops +63 in 10 s (6.3/s); wire error: counter.rx_crc_errors "
		  "+20 in 10 s (2/s); reset: counter.tx_timeout_count +1 in 10 s (0.1/s); 1 other error counter "
		  "rose, too" },
		{ "stats.rx_errors=0 counter.uncorr_ecc_errors=0 counter.alloc_rx_buff_failed=1",
		  "stats.rx_errors=0 counter.uncorr_ecc_errors=0 counter.alloc_rx_buff_failed=2",
		  "counter.alloc_rx_buff_failed", "host too slow: " },
		/* collisions of a link that is not known to be half duplex */
		{ "stats.collisions=0", "stats.collisions=9", "stats.collisions", "collision: stats.collisions +9" },
		{ "standard.eth-mac.SingleCollisionFrames=0",
		  "standard.eth-mac.SingleCollisionFrames=9 link.duplex=full", "standard.eth-mac.SingleCollisionFrames",
		  "collision: " },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct samples s;
		const struct na_check *check;

		samples_take(&s, cases[i].before, cases[i].now);
		check = compare(&s);
		check_verdict(cases[i].now, check,
			      &(struct expectation){ cases[i].now, NA_FAIL, false, cases[i].message });
		assert_string_equal(check->fact, cases[i].fact);
		assert_int_equal(na_report_exit(s.report, NA_WARNING), 1);
		samples_drop(&s);
	}
}

/* The others, and no more than there is room for. */
static void test_errors_rising_evidence(void **state)
{
	struct samples s;
	const struct na_check *check;

	samples_take(
		&s,
		"stats.rx_errors=0 stats.tx_errors=0 stats.collisions=0 stats.rx_length_errors=0 stats.tx_carrier_errors=0 "
		"stats.rx_crc_errors=0 stats.rx_frame_errors=0 stats.rx_missed_errors=0 "
		"stats.tx_aborted_errors=0 stats.tx_window_errors=0 stats.tx_heartbeat_errors=0 stats.tx_fifo_errors=0",
		"stats.rx_errors=10 stats.tx_errors=20 stats.collisions=30 stats.rx_length_errors=40 stats.tx_carrier_errors=50 "
		"stats.rx_crc_errors=60 stats.rx_frame_errors=70 stats.tx_fifo_errors=80 stats.rx_missed_errors=90 "
		"stats.tx_aborted_errors=100 stats.tx_window_errors=5 stats.tx_heartbeat_errors=1");
	check = compare(&s);
	assert_string_equal(check->fact, "stats.tx_aborted_errors");
	assert_string_equal(check->actual, "+100 in 10 s (10/s)");
	assert_int_equal(check->n_evidence, NA_MAX_EVIDENCE);
	assert_string_equal(check->evidence[0].name, "stats.rx_missed_errors");
	assert_string_equal(check->evidence[0].value, "+90 in 10 s (9/s): host too slow");
	assert_string_equal(check->evidence[6].name, "stats.collisions");
	assert_string_equal(check->evidence[6].value, "+30 in 10 s (3/s): collision");
	assert_non_null(strstr(check->message, "; 7 other error counters rose, too"));
	samples_drop(&s);
}

/* What the standard, the driver and the kernel count alike is one rise; so is a total beside its parts. */
static void test_errors_rising_counts_once(void **state)
{
	static const struct {
		const char *driver, *before, *now, *fact, *actual;
	} cases[] = {
		{ "igb", "standard.eth-mac.FrameCheckSequenceErrors=0 counter.rx_crc_errors=0 stats.rx_crc_errors=0",
		  "standard.eth-mac.FrameCheckSequenceErrors=9 counter.rx_crc_errors=9 stats.rx_crc_errors=9 ",
		  "standard.eth-mac.FrameCheckSequenceErrors", "+9 in 10 s (0.9/s)" },
		{ "igb", "counter.rx_crc_errors=0 stats.rx_crc_errors=0 stats.rx_errors=0 counter.rx_errors=0",
		  "counter.rx_crc_errors=9 stats.rx_crc_errors=9 stats.rx_errors=9 counter.rx_errors=9",
		  "counter.rx_crc_errors", "+9 in 10 s (0.9/s)" },
		/* igb: rx_fifo_errors is the drops of all queues, and what was missed */
		{ "igb",
		  "counter.rx_queue_0_drops=0 counter.rx_queue_1_drops=0 counter.rx_fifo_errors=0 "
		  "stats.rx_fifo_errors=0 counter.rx_missed_errors=0 stats.rx_missed_errors=0",
		  "counter.rx_queue_0_drops=4 counter.rx_queue_1_drops=5 counter.rx_fifo_errors=9 "
		  "stats.rx_fifo_errors=9 counter.rx_missed_errors=0 stats.rx_missed_errors=0",
		  "counter.rx_queue_1_drops", "+9 in 10 s (0.9/s) in 2 counters" },
		{ "igb", "stats.rx_fifo_errors=0 stats.rx_missed_errors=0",
		  "stats.rx_fifo_errors=9 stats.rx_missed_errors=4", "stats.rx_fifo_errors", "+9 in 10 s (0.9/s)" },
		/* the lengths are the sum of too short and too long */
		{ "igb",
		  "counter.rx_short_length_errors=0 counter.rx_long_length_errors=0 counter.rx_length_errors=0 "
		  "stats.rx_length_errors=0 stats.rx_errors=0",
		  "counter.rx_short_length_errors=0 counter.rx_long_length_errors=9 counter.rx_length_errors=9 "
		  "stats.rx_length_errors=9 stats.rx_errors=9",
		  "counter.rx_long_length_errors", "+9 in 10 s (0.9/s)" },
		/* ring, total and port of bnxt; where the parts are not in the listing, the total speaks */
		{ "bnxt_en", "counter.rx_total_ring_discards=0 stats.rx_missed_errors=0",
		  "counter.rx_total_ring_discards=9 stats.rx_missed_errors=9", "counter.rx_total_ring_discards",
		  "+9 in 10 s (0.9/s)" },
		/* 48 of the one are 48 of the other */
		{ "mlx5_core", "counter.rx_out_of_buffer=0 stats.rx_missed_errors=0",
		  "counter.rx_out_of_buffer=48 stats.rx_missed_errors=48", "counter.rx_out_of_buffer",
		  "+48 in 10 s (4.8/s)" },
		{ "mlx5_core", "counter.rx_discards_phy=0 counter.rx_prio0_discards=0 stats.rx_dropped=0",
		  "counter.rx_discards_phy=9 counter.rx_prio0_discards=9 stats.rx_dropped=9",
		  "counter.rx_prio0_discards", "+9 in 10 s (0.9/s)" },
		/* drops of the ring that nothing else tells of */
		{ "vmxnet3", "stats.rx_dropped=0", "stats.rx_dropped=9", "stats.rx_dropped", "+9 in 10 s (0.9/s)" },
		{ "cxgb4", "stats.rx_dropped=0", "stats.rx_dropped=9", "stats.rx_dropped", "+9 in 10 s (0.9/s)" },
		{ "enic", "stats.rx_dropped=0 counter.rx_no_bufs=0", "stats.rx_dropped=9 counter.rx_no_bufs=9",
		  "counter.rx_no_bufs", "+9 in 10 s (0.9/s)" },
		/* more than a number can hold */
		{ "igb", "counter.rx_queue_0_drops=0 counter.rx_queue_1_drops=0",
		  "counter.rx_queue_0_drops=18446744073709551615 counter.rx_queue_1_drops=18446744073709551615",
		  "counter.rx_queue_0_drops", "+18446744073709551615 in 10 s (1844674407370955264/s) in 2 counters" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct samples s;
		const struct na_check *check;

		samples_take(&s, cases[i].before, cases[i].now);
		s.was->driver = s.nic->driver = cases[i].driver;
		check = compare(&s);
		assert_int_equal(check->status, NA_FAIL);
		assert_string_equal(check->fact, cases[i].fact);
		assert_string_equal(check->actual, cases[i].actual);
		assert_int_equal(check->n_evidence, 0);
		samples_drop(&s);
	}
}

static void test_errors_rising_must_not_fire(void **state)
{
	static const struct {
		const char *before, *now;
	} cases[] = {
		/* what a counter collected over its lifetime is no fault */
		{ "stats.rx_crc_errors=999999", "stats.rx_crc_errors=999999" },
		/* drops by protocol, traffic, pause, and good frames of a size that was asked for are none */
		{ "stats.rx_crc_errors=0 stats.rx_dropped=0 stats.rx_packets=0 stats.rx_nohandler=0 "
		  "standard.pause.rx-frames=0 standard.eth-mac.FramesReceivedOK=0 counter.rx_unknown_protocol=0 "
		  "standard.fec.corrected-blocks=0 link.carrier-changes=1 counter.rx_csum_offload_errors=0 "
		  "counter.tx_restart_queue=0",
		  "stats.rx_crc_errors=0 stats.rx_dropped=9 stats.rx_packets=9 stats.rx_nohandler=9 "
		  "standard.pause.rx-frames=9 standard.eth-mac.FramesReceivedOK=9 counter.rx_unknown_protocol=9 "
		  "standard.fec.corrected-blocks=9 link.carrier-changes=3 counter.rx_csum_offload_errors=9 "
		  "counter.tx_restart_queue=9" },
		/* for another rule, and what half duplex lives with */
		{ "stats.rx_errors=0 standard.fec.uncorrectable-blocks=0",
		  "stats.rx_errors=0 standard.fec.uncorrectable-blocks=3" },
		{ "stats.rx_errors=0 stats.collisions=0 standard.eth-mac.SingleCollisionFrames=0",
		  "stats.rx_errors=0 stats.collisions=9 standard.eth-mac.SingleCollisionFrames=9 link.duplex=half" },
		/* where the standard has it, it is the one to believe */
		{ "standard.eth-mac.FrameCheckSequenceErrors=5 counter.rx_crc_errors=0 stats.rx_crc_errors=0",
		  "standard.eth-mac.FrameCheckSequenceErrors=5 counter.rx_crc_errors=9 stats.rx_crc_errors=9" },
		/* a driver whose names are known to nobody */
		{ "stats.rx_errors=0 counter.some_odd_errors=0", "stats.rx_errors=0 counter.some_odd_errors=9" },
		{ "stats.rx_errors=0 standard.rmon.etherStatsOversizePkts=0",
		  "stats.rx_errors=0 standard.rmon.etherStatsOversizePkts=9 link.mtu=9000" },
		/* a counter that one sample lacks, and drivers' gauges that go down */
		{ "stats.rx_errors=0", "stats.rx_errors=0 stats.rx_crc_errors=7" },
		{ "stats.rx_errors=0 stats.rx_crc_errors=3", "stats.rx_errors=0 stats.rx_crc_errors!error" },
		{ "stats.rx_errors=0 counter.temperature=50 stats.rx_bytes=4294967290",
		  "stats.rx_errors=0 counter.temperature=40 stats.rx_bytes=100" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct samples s;

		samples_take(&s, cases[i].before, cases[i].now);
		check_verdict(cases[i].now, compare(&s), &(struct expectation){ cases[i].now, NA_PASS, false, NULL });
		samples_drop(&s);
	}
}

static void test_errors_rising_needs_two_samples(void **state)
{
	static const struct expectation cases[] = {
		{ "stats.rx_crc_errors=114", NA_UNDECIDED, false,
		  "needs two samples: --interval SECONDS or --baseline FILE" },
	};

	CHECK_ALL("errors-rising", cases);
}

enum trouble {
	NO_TROUBLE,
	OTHER_BOOT,
	NO_BOOT,
	OTHER_DRIVER,
	OTHER_DRIVER_FACT,
	OTHER_FIRMWARE,
	OTHER_CARD,
	ADDED_AGAIN,
	SWAPPED_FILES,
	NOT_THERE,
	FELL,
	COUNTER_FELL,
	PACKETS_FELL,
	N_TROUBLES
};

static void make_trouble(struct samples *s, enum trouble trouble)
{
	switch (trouble) {
	case NO_TROUBLE:
	case N_TROUBLES:
		break;
	case OTHER_BOOT:
		s->now->host.boot_id = "8d0f";
		break;
	case NO_BOOT:
		s->before->host.boot_id = s->now->host.boot_id = NULL;
		break;
	case OTHER_DRIVER:
		s->nic->driver = "e1000e";
		break;
	case OTHER_DRIVER_FACT:
		facts_add(s->before, &s->was->facts, "driver.name=igb");
		facts_add(s->now, &s->nic->facts, "driver.name=igb_uio");
		break;
	case OTHER_FIRMWARE:
		facts_add(s->before, &s->was->facts, "driver.firmware=1.61");
		facts_add(s->now, &s->nic->facts, "driver.firmware=1.63");
		break;
	case OTHER_CARD:
		s->was->mac = "02:00:00:00:00:01";
		s->nic->mac = "02:00:00:00:00:02";
		break;
	case ADDED_AGAIN:
		s->nic->ifindex = 17;
		break;
	case SWAPPED_FILES:
		s->now->host.time_ns = 1;
		break;
	case NOT_THERE:
		s->was->name = "eth9";
		s->was->ifindex = 9;
		break;
	case FELL:
		facts_add(s->before, &s->was->facts, "stats.rx_frame_errors=90");
		facts_add(s->now, &s->nic->facts, "stats.rx_frame_errors=3");
		break;
	case COUNTER_FELL:
		facts_add(s->before, &s->was->facts, "counter.rx_queue_0_drops=90");
		facts_add(s->now, &s->nic->facts, "counter.rx_queue_0_drops=3");
		break;
	case PACKETS_FELL:
		facts_add(s->before, &s->was->facts, "stats.rx_packets=1000000");
		facts_add(s->now, &s->nic->facts, "stats.rx_packets=100");
		break;
	}
}

/* A rise that would be one, were the samples of one life of the counters. */
static void test_errors_rising_cannot_compare(void **state)
{
	static const char *const messages[N_TROUBLES] = {
		[OTHER_BOOT] = "the host was booted since the first sample",
		[NO_BOOT] = "whether both samples are of one boot is not known",
		[OTHER_DRIVER] = "another driver has it since the first sample",
		[OTHER_DRIVER_FACT] = "another driver has it since the first sample",
		[OTHER_FIRMWARE] = "the firmware changed since the first sample",
		[OTHER_CARD] = "another card has its place since the first sample",
		[ADDED_AGAIN] = "it was removed and added again since the first sample",
		[SWAPPED_FILES] = "the first sample is the newer one",
		[NOT_THERE] = "it is not in the first sample",
		[FELL] = "the counters were reset: stats.rx_frame_errors fell from 90 to 3",
		[COUNTER_FELL] = "the counters were reset: counter.rx_queue_0_drops fell from 90 to 3",
		[PACKETS_FELL] = "the counters were reset: stats.rx_packets fell from 1000000 to 100",
	};

	for (int trouble = NO_TROUBLE; trouble < N_TROUBLES; trouble++)
		for (int is_virtual = 0; is_virtual < 2; is_virtual++) {
			struct samples s;
			const struct na_check *check;

			if (is_virtual && trouble == COUNTER_FELL)
				continue; /* its driver's counters are not read */
			samples_take(&s, "stats.rx_crc_errors=0", "stats.rx_crc_errors=5");
			s.nic->is_virtual = s.was->is_virtual = is_virtual;
			make_trouble(&s, (enum trouble)trouble);
			check = compare(&s);
			if (trouble == NO_TROUBLE) {
				assert_int_equal(check->status, NA_FAIL);
			} else {
				assert_int_equal(check->status, NA_UNDECIDED);
				assert_string_equal(check->message, messages[trouble]);
				assert_int_equal(check->required, !is_virtual);
				assert_int_equal(na_report_exit(s.report, NA_WARNING), is_virtual ? 0 : EXIT_UNDECIDED);
			}
			samples_drop(&s);
		}
}

static void test_errors_rising_no_counters(void **state)
{
	for (int is_virtual = 0; is_virtual < 2; is_virtual++) {
		struct samples s;

		samples_take(&s, "stats.rx_bytes=0 stats.rx_errors!error", "stats.rx_bytes=9 stats.rx_errors=9");
		s.nic->is_virtual = is_virtual;
		check_verdict(
			"no counters", compare(&s),
			is_virtual ? &(struct expectation){ "", NA_NOT_APPLICABLE, false, "no error counters" } :
				     &(struct expectation){ "", NA_UNDECIDED, true, "no error counter could be read" });
		samples_drop(&s);
	}
}

static void test_errors_rising_rates(void **state)
{
	static const struct {
		int64_t before, now;
		const char *actual;
	} cases[] = {
		{ 1000000000, 1500000000, "+7 in 0.5 s (14/s)" },
		{ 1000000000, 1000000000 + INT64_C(86400000000000), "+7 in 86400 s (0.292/h)" },
		{ 1000000000, 1000001000, "+7 in 0.0 s (7000000/s)" },
		/* the time is not known, or has not gone on */
		{ 0, 1000000000, "+7" },
		{ 1000000000, 1000000000, "+7" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct samples s;

		samples_take(&s, "stats.rx_errors=0", "stats.rx_errors=7");
		s.before->host.time_ns = cases[i].before;
		s.now->host.time_ns = cases[i].now;
		assert_string_equal(compare(&s)->actual, cases[i].actual);
		samples_drop(&s);
	}
}

/* Renamed in between: found again, and the name of now is the one that is reported. */
static void test_errors_rising_renamed(void **state)
{
	struct samples s;
	const struct na_check *check;

	samples_take(&s, "stats.rx_errors=0", "stats.rx_errors=7");
	s.was->mac = s.nic->mac = "02:00:00:00:00:01";
	s.was->name = "ens3f0";
	check = compare(&s);
	assert_int_equal(check->status, NA_FAIL);
	assert_string_equal(check->nic->name, "eth0");
	samples_drop(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_errors_rising_fires),
		cmocka_unit_test(test_errors_rising_evidence),
		cmocka_unit_test(test_errors_rising_counts_once),
		cmocka_unit_test(test_errors_rising_must_not_fire),
		cmocka_unit_test(test_errors_rising_needs_two_samples),
		cmocka_unit_test(test_errors_rising_cannot_compare),
		cmocka_unit_test(test_errors_rising_no_counters),
		cmocka_unit_test(test_errors_rising_rates),
		cmocka_unit_test(test_errors_rising_renamed),
	};

	return TESTING_RUN(tests);
}
