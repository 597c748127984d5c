/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What people met and counters tell of, each in the smallest form that shows it: what the rules have to say, and what not. */
#include "samples.h"

#define COPPER \
	"link.detected=on link.carrier=on link.port=tp link.supported=TP,Autoneg,100baseT/Half,100baseT/Full,1000baseT/Full "
#define OFFERS "link.autoneg=on link.advertised=Autoneg,100baseT/Half,100baseT/Full,1000baseT/Full "

struct story {
	const char *what;
	const char *driver;
	const char *both, *before, *now;
	struct {
		const char *rule;
		enum na_status status;
		enum na_severity severity;
		const char *message;
	} verdicts[4];
};

static const struct story stories[] = {
	{ "a host that negotiates at a port that is forced: it is at half, its collisions are late",
	  "tg3",
	  COPPER OFFERS "link.speed=100 link.duplex=half link.partner!unsupported ",
	  "counter.tx_late_collisions=0 counter.tx_excessive_collisions=0 stats.collisions=0",
	  "counter.tx_late_collisions=40 counter.tx_excessive_collisions=9 stats.collisions=900",
	  { { "half-duplex", NA_FAIL, NA_CRITICAL, "does not negotiate (forced)" },
	    { "forced-against-negotiating", NA_FAIL, NA_WARNING, "late collisions +40" },
	    { "errors-rising", NA_FAIL, NA_WARNING, "wire error: counter.tx_late_collisions +40" } } },
	{ "the same, seen by the kernel's counters alone, with collisions by the million",
	  "forcedeth",
	  COPPER OFFERS "link.speed=100 link.duplex=half link.partner!unsupported ",
	  "stats.collisions=5053 stats.rx_frame_errors=8402 stats.tx_carrier_errors=762",
	  "stats.collisions=2205053 stats.rx_frame_errors=3138402 stats.tx_carrier_errors=38762",
	  { { "half-duplex", NA_FAIL, NA_CRITICAL, NULL },
	    { "forced-against-negotiating", NA_FAIL, NA_WARNING, "the partner seems to be forced to 100/full" },
	    { "errors-rising", NA_FAIL, NA_WARNING,
	      "wire error: stats.rx_frame_errors +3130000 in 10 s (313000/s); 1 other error counter rose, too" } } },
	{ "a host forced to 100/full at a port that negotiates: damaged frames, and no errors to be sent",
	  "tg3",
	  COPPER "link.autoneg=off link.speed=100 link.duplex=full link.partner!unsupported ",
	  "counter.rx_fcs_errors=0 counter.rx_fragments=0 counter.tx_late_collisions=0 stats.rx_errors=0",
	  "counter.rx_fcs_errors=891 counter.rx_fragments=120 counter.tx_late_collisions=0 stats.rx_errors=0",
	  { { "half-duplex", NA_PASS, NA_CRITICAL, NULL },
	    { "forced-against-negotiating", NA_FAIL, NA_CRITICAL,
	      "has to be where it negotiates and this side is forced" },
	    { "autoneg-off-base-t", NA_PASS, NA_CRITICAL, NULL } } },
	{ "a link at a tenth of what both offer that comes and goes every few seconds: no one cause is proven",
	  "r8169",
	  COPPER OFFERS
	  "link.speed=100 link.duplex=full link.partner=Autoneg,100baseT/Full,1000baseT/Full eee.active=on ",
	  "link.carrier-changes=40",
	  "link.carrier-changes=46",
	  { { "carrier-flapping", NA_FAIL, NA_WARNING, "3 times: link.carrier-changes +6 in 10 s (0.6/s); Energy-" },
	    { "below-best-speed", NA_FAIL, NA_WARNING, "downshift" },
	    { "forced-against-negotiating", NA_PASS, NA_CRITICAL, NULL } } },
	{ "a link that is as slow as its partner, with many changes long ago",
	  "r8169",
	  COPPER OFFERS "link.speed=100 link.duplex=full link.partner=Autoneg,100baseT/Full ",
	  "link.carrier-changes=400",
	  "link.carrier-changes=400",
	  { { "carrier-flapping", NA_PASS, NA_WARNING, NULL } } },
	{ "the default ring at ten gigabits: nothing is dropped, since the host pauses the switch",
	  "ixgbe",
	  "ring.rx=512 ring.rx-max=4096 link.speed=10000 counter.rx_missed_errors=0 counter.rx_no_dma_resources=0 ",
	  "counter.tx_flow_control_xoff=0 counter.tx_flow_control_xon=0",
	  "counter.tx_flow_control_xoff=300 counter.tx_flow_control_xon=300",
	  { { "ring-drops", NA_FAIL, NA_WARNING, "the host holds its partner back" },
	    { "pause-storm", NA_FAIL, NA_WARNING, "this host holds the partner back" },
	    { "errors-rising", NA_PASS, NA_WARNING, NULL } } },
	{ "48 frames without a buffer, and the kernel's counter of the same 48",
	  "mlx5_core",
	  "ring.rx=1024 ring.rx-max=8192 ",
	  "counter.rx_out_of_buffer=0 stats.rx_dropped=0 stats.rx_missed_errors=0",
	  "counter.rx_out_of_buffer=48 stats.rx_dropped=0 stats.rx_missed_errors=48",
	  { { "errors-rising", NA_FAIL, NA_WARNING, "host too slow: counter.rx_out_of_buffer +48 in 10 s (4.8/s)" },
	    { "ring-drops", NA_FAIL, NA_WARNING, "while the receive ring is 1024 of 8192" } } },
	{ "drivers that tell of a full ring in rx_dropped alone",
	  "vmxnet3",
	  "ring.rx=256 ring.rx-max=4096 ",
	  "stats.rx_dropped=0 stats.rx_missed_errors=0 stats.rx_fifo_errors=0",
	  "stats.rx_dropped=7 stats.rx_missed_errors=0 stats.rx_fifo_errors=0",
	  { { "errors-rising", NA_FAIL, NA_WARNING, "host too slow: stats.rx_dropped +7" },
	    { "ring-drops", NA_FAIL, NA_WARNING, NULL } } },
	{ "another",
	  "ena",
	  "ring.rx=1024 ring.rx-max=8192 ",
	  "stats.rx_dropped=0",
	  "stats.rx_dropped=7",
	  { { "ring-drops", NA_FAIL, NA_WARNING, NULL } } },
	{ "where rx_dropped is what nobody wanted, it is no fault",
	  "igb",
	  "ring.rx=256 ring.rx-max=4096 ",
	  "stats.rx_dropped=0 stats.rx_missed_errors=0",
	  "stats.rx_dropped=7 stats.rx_missed_errors=0",
	  { { "errors-rising", NA_PASS, NA_WARNING, NULL }, { "ring-drops", NA_PASS, NA_WARNING, NULL } } },
	{ "a port that is paused to death: the software sends, the hardware does not",
	  "mvpp2",
	  "link.speed=1000 link.detected=on pause.rx=off ",
	  "counter.fc_received=0 counter.good_octets_sent=0 stats.tx_packets=0 counter.rx_fifo_overrun=0",
	  "counter.fc_received=31796 counter.good_octets_sent=0 stats.tx_packets=31 counter.rx_fifo_overrun=0",
	  { { "pause-storm", NA_FAIL, NA_WARNING, "the partner holds this host back" },
	    { "errors-rising", NA_PASS, NA_WARNING, NULL } } },
	{ "a fifth of 400 Gb/s gone to PAUSE, and no drop anywhere",
	  "mlx5_core",
	  "link.speed=400000 ",
	  "counter.rx_pause_ctrl_phy=132000000 counter.rx_discards_phy=0 counter.rx_out_of_buffer=0",
	  "counter.rx_pause_ctrl_phy=132026000 counter.rx_discards_phy=0 counter.rx_out_of_buffer=0",
	  { { "pause-storm", NA_FAIL, NA_WARNING, "for up to 22 % of the time the partner" },
	    { "errors-rising", NA_PASS, NA_WARNING, NULL } } },
	{ "the frames of a lifetime must not alarm",
	  "mlx5_core",
	  "link.speed=400000 ",
	  "counter.rx_pause_ctrl_phy=132000000",
	  "counter.rx_pause_ctrl_phy=132000000",
	  { { "pause-storm", NA_PASS, NA_WARNING, NULL } } },
	{ "a partner with a larger MTU, a bad cable and a slow host at once",
	  "ixgbe",
	  "link.mtu=1500 ",
	  "counter.rx_long_length_errors=0 counter.rx_crc_errors=0 counter.rx_missed_errors=0 counter.rx_errors=0",
	  "counter.rx_long_length_errors=8026 counter.rx_crc_errors=6730 counter.rx_missed_errors=253 "
	  "counter.rx_errors=6738",
	  { { "errors-rising", NA_FAIL, NA_WARNING,
	      "wire error: counter.rx_long_length_errors +8026 in 10 s (803/s); host too slow: "
	      "counter.rx_missed_errors +253 in 10 s (25.3/s); 1 other error counter rose, too" } } },
	{ "errors within the MAC, which no cable explains",
	  "tg3",
	  "link.mtu=9000 ",
	  "counter.tx_mac_errors=0",
	  "counter.tx_mac_errors=12",
	  { { "errors-rising", NA_FAIL, NA_WARNING, "device error: counter.tx_mac_errors" } } },
	{ "frames for other VLANs and filters, and a queue that was stopped",
	  "ice",
	  "stats.rx_errors=0 ",
	  "counter.rx_unknown_protocol=0 counter.tx_restart=0 counter.tx_busy=0 counter.rx_csum_bad.nic=0",
	  "counter.rx_unknown_protocol=9 counter.tx_restart=9 counter.tx_busy=9 counter.rx_csum_bad.nic=9",
	  { { "errors-rising", NA_PASS, NA_WARNING, NULL } } },
};

static void judge_story(const struct story *story)
{
	for (size_t v = 0; v < 4 && story->verdicts[v].rule; v++) {
		struct samples s;
		const struct na_check *check;

		samples_take(&s, story->both, story->both);
		facts_add(s.before, &s.was->facts, story->before);
		facts_add(s.now, &s.nic->facts, story->now);
		s.was->driver = s.nic->driver = story->driver;
		check = judge_samples(&s, story->verdicts[v].rule);
		if (check->status != story->verdicts[v].status)
			fail_msg("%s: %s: %s (%s)", story->what, story->verdicts[v].rule, na_status_name(check->status),
				 check->message ? check->message : "");
		if (story->verdicts[v].message && !strstr(check->message, story->verdicts[v].message))
			fail_msg("%s: %s: '%s'", story->what, story->verdicts[v].rule, check->message);
		if (check->status == NA_FAIL)
			assert_int_equal(check->severity, story->verdicts[v].severity);
		samples_drop(&s);
	}
}

static void test_stories(void **state)
{
	for (size_t i = 0; i < sizeof(stories) / sizeof(stories[0]); i++)
		judge_story(&stories[i]);
}

/* Some drivers pad their names; a rule that compares them as they are would never see these. */
static void test_padded_names(void **state)
{
	static const char padded[] = "rx_bg0_frames_dropped  ";
	struct samples s;

	samples_take(&s, "stats.rx_errors=0", "stats.rx_errors=0");
	s.was->driver = s.nic->driver = "cxgb4";
	na_facts_add(s.before, &s.was->facts,
		     (struct na_fact){ .attr = NA_COUNTER, .key = padded, .value = na_uint(0) });
	na_facts_add(s.now, &s.nic->facts, (struct na_fact){ .attr = NA_COUNTER, .key = padded, .value = na_uint(9) });
	assert_non_null(
		strstr(judge_samples(&s, "errors-rising")->message, "host too slow: counter.rx_bg0_frames_dropped"));
	samples_drop(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_stories), cmocka_unit_test(test_padded_names) };

	return TESTING_RUN(tests);
}
