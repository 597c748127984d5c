/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about PAUSE: where it fires, where it must not, where it cannot know, and all of the table of 802.3. */
#include "scenes.h"

#define UP \
	"link.admin=up link.detected=on link.duplex=full link.autoneg=on link.supported=100baseT/Full,Pause,Asym_Pause "
#define SYMMETRIC "link.advertised=100baseT/Full,Pause "
#define BOTH "link.advertised=100baseT/Full,Pause,Asym_Pause "
#define NOTHING "link.advertised=100baseT/Full "
#define PARTNER_NONE "link.partner=100baseT/Full "
#define PARTNER_SYMMETRIC "link.partner=100baseT/Full,Pause "
#define PARTNER_TX "link.partner=100baseT/Full,Asym_Pause "
#define FORCED "pause.autoneg=off "
#define ASKED "pause.autoneg=on "
#define ON "pause.rx=on pause.tx=on "
#define OFF "pause.rx=off pause.tx=off "

static void test_pause_fires(void **state)
{
	static const struct scene scenes[] = {
		/* set here, against what was offered */
		{ .nic = UP SYMMETRIC PARTNER_NONE FORCED ON,
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "pause frames are sent here, and by what both offered the partner ignores them" },
		{ .nic = UP BOTH PARTNER_SYMMETRIC FORCED OFF,
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "the partner sends pause frames, and they are ignored here" },
		/* the partner only sends: to obey is ours, to send is not */
		{ .nic = UP BOTH PARTNER_TX FORCED "pause.rx=off pause.tx=on",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "are sent here" },
		/* neither the result nor a wish that is offered like this: switched off, and negotiated on */
		{ .nic = UP SYMMETRIC PARTNER_SYMMETRIC ASKED OFF,
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "they are ignored here" },
		{ .nic = UP NOTHING PARTNER_SYMMETRIC ASKED ON,
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "pause frames are sent here" },
		/* whatever the settings mean, frames went */
		{ .nic = UP SYMMETRIC PARTNER_NONE ASKED ON "standard.pause.tx-frames=759657",
		  .was = "standard.pause.tx-frames=759600",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "57 pause frames were sent" },
		{ .nic = UP SYMMETRIC PARTNER_NONE ASKED OFF "standard.pause.rx-frames=9",
		  .was = "standard.pause.rx-frames=2",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "7 pause frames came from the partner" },
		/* nothing decides it: no harm seen */
		{ .nic = "link.detected=on link.duplex=full link.autoneg=off " ASKED ON,
		  .status = NA_FAIL,
		  .severity = NA_INFO,
		  .message = "nothing decides it" },
	};

	CHECK_SCENES("pause-disagrees", scenes);
}

static void test_pause_must_not_fire(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = UP SYMMETRIC PARTNER_SYMMETRIC ASKED ON, .status = NA_PASS },
		{ .nic = UP NOTHING PARTNER_SYMMETRIC FORCED OFF, .status = NA_PASS },
		/* one direction is legal where both mean it */
		{ .nic = UP BOTH PARTNER_TX ASKED "pause.rx=on pause.tx=off", .status = NA_PASS },
		/* to obey what never comes, and not to send what would be obeyed, does no harm */
		{ .nic = UP BOTH PARTNER_NONE FORCED "pause.rx=on pause.tx=off", .status = NA_PASS },
		{ .nic = UP BOTH PARTNER_SYMMETRIC FORCED "pause.rx=on pause.tx=off", .status = NA_PASS },
		/* agreed, and used */
		{ .nic = UP SYMMETRIC PARTNER_SYMMETRIC ASKED ON "standard.pause.rx-frames=9",
		  .was = "standard.pause.rx-frames=2",
		  .status = NA_PASS },
		/* old frames alarm nobody */
		{ .nic = UP SYMMETRIC PARTNER_SYMMETRIC ASKED ON "standard.pause.rx-frames=132000000",
		  .was = "standard.pause.rx-frames=132000000",
		  .status = NA_PASS },
		/* not negotiated on either side, as it is with many optical modules */
		{ .nic = "link.detected=on link.autoneg=off " FORCED ON,
		  .status = NA_NOT_APPLICABLE,
		  .message = "nothing is negotiated" },
		{ .nic = "link.detected=on link.autoneg=off " ASKED OFF, .status = NA_NOT_APPLICABLE },
		/* a driver that lists the partner's speeds only, with PAUSE set by hand as it comes */
		{ .nic = "link.detected=on link.autoneg=on link.supported=25000baseCR/Full,Pause "
			 "link.advertised=25000baseCR/Full,Pause link.partner=25000baseCR/Full,Autoneg " FORCED ON,
		  .status = NA_NOT_APPLICABLE,
		  .message = "whether both offer PAUSE is not reported" },
		/* and one that does not tell of its own */
		{ .nic = "link.detected=on link.autoneg=on link.supported=100baseT/Full link.advertised=100baseT/Full "
			 "link.partner=100baseT/Full,Pause " FORCED ON,
		  .status = NA_NOT_APPLICABLE },
		{ .nic = UP SYMMETRIC "link.partner!unsupported " ASKED ON,
		  .status = NA_NOT_APPLICABLE,
		  .message = "the partner's modes are not reported" },
		{ .nic = UP "link.advertised!unsupported " PARTNER_NONE ASKED ON, .status = NA_NOT_APPLICABLE },
		{ .nic = UP "pause.rx!unsupported pause.tx!unsupported pause.autoneg!unsupported",
		  .status = NA_NOT_APPLICABLE,
		  .message = "not reported" },
		{ .nic = "link.detected=on link.duplex=half " ON,
		  .status = NA_NOT_APPLICABLE,
		  .message = "half duplex" },
		{ .nic = "link.detected=off " ON, .status = NA_NOT_APPLICABLE, .message = "the link is down" },
		{ .nic = UP SYMMETRIC PARTNER_NONE FORCED ON,
		  .driver = "vmxnet3",
		  .status = NA_NOT_APPLICABLE,
		  .message = "its speed is nominal" },
	};

	CHECK_SCENES("pause-disagrees", scenes);
}

static void test_pause_cannot_know(void **state)
{
	static const struct scene scenes[] = {
		/* the wish, which the partner did not share; or the result, and then it is wrong */
		{ .nic = UP SYMMETRIC PARTNER_NONE ASKED ON,
		  .status = NA_UNDECIDED,
		  .message = "the driver reports rx on, tx on, the negotiation gives rx off, tx off" },
		{ .nic = UP BOTH PARTNER_NONE ASKED ON, .status = NA_UNDECIDED, .message = "wish or the result" },
		{ .nic = UP BOTH PARTNER_NONE ASKED "pause.rx=on pause.tx=off", .status = NA_UNDECIDED },
		/* nothing was sent, which decides nothing */
		{ .nic = UP SYMMETRIC PARTNER_NONE ASKED ON "standard.pause.tx-frames=5",
		  .was = "standard.pause.tx-frames=5",
		  .status = NA_UNDECIDED },
		{ .nic = UP SYMMETRIC PARTNER_NONE ASKED "pause.rx=on pause.tx!error",
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "pause.tx" },
		{ .nic = UP SYMMETRIC PARTNER_NONE ASKED,
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "pause.rx: not read" },
		{ .nic = UP SYMMETRIC "link.partner!denied " ASKED ON,
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "link.partner: needs root" },
		{ .nic = "link.detected=on link.autoneg!unsupported " ASKED ON,
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "link.autoneg" },
	};

	CHECK_SCENES("pause-disagrees", scenes);
}

/* IEEE 802.3 Annex 28B.3, all sixteen rows: set by hand as they say it passes, and the other way where that harms it fails. */
static void test_pause_resolution(void **state)
{
	static const char *const bits[] = { "", ",Pause", ",Asym_Pause", ",Pause,Asym_Pause" };
	/* [ours][theirs]: 1 for rx, 2 for tx */
	static const int results[4][4] = { { 0, 0, 0, 0 }, { 0, 3, 0, 3 }, { 0, 0, 0, 2 }, { 0, 3, 1, 3 } };

	for (int ours = 0; ours < 4; ours++)
		for (int theirs = 0; theirs < 4; theirs++)
			for (int is = 0; is < 4; is++) {
				int agreed = results[ours][theirs];
				bool harm = (is & ~agreed & 2) || (~is & agreed & 1);
				char words[512];
				struct scene scene = { .nic = words, .status = harm ? NA_FAIL : NA_PASS };

				scene.severity = NA_WARNING;
				snprintf(words, sizeof(words),
					 UP "link.advertised=100baseT/Full%s link.partner=100baseT/Full%s " FORCED
					    "pause.rx=%s pause.tx=%s",
					 bits[ours], bits[theirs], is & 1 ? "on" : "off", is & 2 ? "on" : "off");
				check_scene("pause-disagrees", &scene);
			}
}

static void test_pause_says_what(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	const struct na_check *check;

	facts_nic(now, "eth0", UP SYMMETRIC PARTNER_NONE FORCED ON);
	check = judge(now, NULL, "pause-disagrees", &report);
	assert_string_equal(check->fact, "pause.tx");
	assert_string_equal(check->expected, "off");
	assert_string_equal(check->actual, "on");
	assert_string_equal(check->evidence[0].value, "rx on, tx on");
	assert_string_equal(check->evidence[1].value, "rx off, tx off");
	na_report_free(report);
	na_snapshot_free(now);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pause_fires),	  cmocka_unit_test(test_pause_must_not_fire),
		cmocka_unit_test(test_pause_cannot_know), cmocka_unit_test(test_pause_resolution),
		cmocka_unit_test(test_pause_says_what),
	};

	return TESTING_RUN(tests);
}
