/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about forward error correction: where it fires, where it must not, and where it cannot know. */
#include "scenes.h"

#define DOWN "link.admin=up link.detected=off "
#define UP "link.admin=up link.detected=on "
#define SR25 UP "link.speed=25000 link.port=fibre link.autoneg=off link.supported=10000baseSR/Full,25000baseSR/Full "
#define CR25 UP "link.speed=25000 link.port=da link.supported=25000baseCR/Full,25000baseSR/Full "
#define CR100 UP "link.speed=100000 link.port=da link.supported=100000baseCR4/Full,100000baseLR4_ER4/Full "

static void test_fec_mismatch_fires(void **state)
{
	static const struct scene scenes[] = {
		/* no link, and the driver says why */
		{ .nic = DOWN "link.ext-state=link-logical-mismatch link.ext-substate=rs-fec-is-not-locked",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "no link, for want of a common FEC (rs-fec-is-not-locked)" },
		{ .nic = DOWN "link.ext-substate=fc-fec-is-not-locked", .status = NA_FAIL, .severity = NA_WARNING },
		{ .nic = DOWN "link.ext-substate=fec-mismatch-during-override",
		  .status = NA_FAIL,
		  .severity = NA_WARNING },
		/* off, where it must be on */
		{ .nic = CR100 "fec.active=off",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "FEC is off at 100000 Mb/s, which this medium does not carry without errors" },
		{ .nic = UP "link.speed=200000 link.port=fibre link.supported=200000baseSR4/Full fec.active=off",
		  .status = NA_FAIL,
		  .severity = NA_WARNING },
		{ .nic = UP "link.speed=50000 link.port=fibre link.supported=50000baseSR/Full fec.active=off",
		  .status = NA_FAIL,
		  .severity = NA_WARNING },
		/* off, where a short or active cable allows it */
		{ .nic = SR25 "fec.active=off",
		  .status = NA_FAIL,
		  .severity = NA_INFO,
		  .message = "which only a short or an active cable carries" },
		{ .nic = CR25 "link.autoneg=off fec.active=off", .status = NA_FAIL, .severity = NA_INFO },
		/* and this one does not */
		{ .nic = SR25 "fec.active=off stats.rx_crc_errors=7",
		  .was = "stats.rx_crc_errors=2",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "and damaged frames come in" },
		/* not what was asked for */
		{ .nic = SR25 "fec.modes=rs fec.auto=off fec.active=baser",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "FEC is baser, although rs was asked for" },
		{ .nic = SR25 "fec.modes=rs fec.auto=off fec.active=off",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "FEC is off, although rs was asked for" },
		/* encodings that a speed does not have */
		{ .nic = CR100 "fec.active=baser",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "FEC is baser, which does not exist at 100000 Mb/s" },
		{ .nic = UP "link.speed=40000 fec.active=rs", .status = NA_FAIL, .severity = NA_WARNING },
		{ .nic = UP "link.speed=10000 fec.active=rs", .status = NA_FAIL, .severity = NA_WARNING },
	};

	CHECK_SCENES("fec-mismatch", scenes);
}

static void test_fec_mismatch_must_not_fire(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = SR25 "fec.modes=rs,baser,off fec.auto=on fec.active=rs", .status = NA_PASS },
		{ .nic = CR25 "link.autoneg=off fec.active=baser", .status = NA_PASS },
		{ .nic = CR100 "fec.modes=off fec.auto=on fec.active=rs", .status = NA_PASS },
		/* most drivers put into the modes what they can do */
		{ .nic = SR25 "fec.modes=rs,baser fec.auto=off fec.active=rs", .status = NA_PASS },
		{ .nic = SR25 "fec.modes=baser,rs fec.auto=off fec.active=rs", .status = NA_PASS },
		{ .nic = SR25 "fec.modes=baser fec.auto=on fec.active=rs", .status = NA_PASS },
		/* with negotiation the setting means nothing, and both ends know the cable */
		{ .nic = CR25 "link.autoneg=on fec.modes=baser fec.auto=off fec.active=rs", .status = NA_PASS },
		{ .nic = CR25 "link.autoneg=on fec.active=off", .status = NA_PASS },
		/* long wave goes without, and so does all that is slower */
		{ .nic = UP "link.speed=100000 link.port=fibre link.supported=100000baseLR4_ER4/Full fec.active=off",
		  .status = NA_PASS },
		{ .nic = UP "link.speed=10000 link.port=fibre fec.active=off", .status = NA_PASS },
		{ .nic = UP "link.speed=10000 link.autoneg=off fec.modes=rs fec.active=off", .status = NA_PASS },
		{ .nic = UP "link.speed=40000 fec.active=baser", .status = NA_PASS },
		{ .nic = SR25 "fec.active!unsupported", .status = NA_NOT_APPLICABLE, .message = "it reports no FEC" },
		{ .nic = DOWN "link.ext-state=no-cable fec.active=off",
		  .status = NA_NOT_APPLICABLE,
		  .message = "the link is down" },
		{ .nic = "link.admin=down link.detected=off link.ext-substate=rs-fec-is-not-locked",
		  .status = NA_NOT_APPLICABLE },
		/* what stands there of the last time */
		{ .nic = SR25 "link.ext-substate=rs-fec-is-not-locked fec.active=rs", .status = NA_PASS },
		{ .nic = SR25 "fec.active=off", .driver = "ena", .status = NA_NOT_APPLICABLE, .message = "nominal" },
	};

	CHECK_SCENES("fec-mismatch", scenes);
}

static void test_fec_mismatch_cannot_know(void **state)
{
	static const struct scene scenes[] = {
		/* short wave needs it, long wave does not */
		{ .nic = UP "link.speed=100000 link.port=fibre "
			    "link.supported=100000baseSR4/Full,100000baseLR4_ER4/Full fec.active=off",
		  .status = NA_UNDECIDED,
		  .message = "whether the module is one that needs it is not known" },
		{ .nic = UP "link.speed=25000 link.supported!unsupported fec.active=off",
		  .status = NA_UNDECIDED,
		  .message = "whether this medium needs it is not known" },
		{ .nic = SR25 "fec.active=auto", .status = NA_UNDECIDED, .message = "does not say which" },
		{ .nic = SR25 "fec.active!denied",
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "fec.active: needs root" },
		{ .nic = SR25, .status = NA_UNDECIDED, .required = true, .message = "fec.active: not read" },
		{ .nic = UP "link.speed!unknown fec.active=off",
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "link.speed" },
		{ .nic = "fec.active=off", .status = NA_UNDECIDED, .required = true, .message = "link.detected" },
	};

	CHECK_SCENES("fec-mismatch", scenes);
}

static void test_fec_mismatch_mends(void **state)
{
	check_mends("fec-mismatch", CR100 "fec.active=off", "ethtool: ethtool --set-fec eth0 encoding auto\n");
	check_mends("fec-mismatch", SR25 "fec.modes=rs fec.auto=off fec.active=baser",
		    "ethtool: ethtool --set-fec eth0 encoding rs\n");
	/* which one the other end has nobody here knows */
	check_mends("fec-mismatch", DOWN "link.ext-substate=rs-fec-is-not-locked", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fec_mismatch_fires),
		cmocka_unit_test(test_fec_mismatch_must_not_fire),
		cmocka_unit_test(test_fec_mismatch_cannot_know),
		cmocka_unit_test(test_fec_mismatch_mends),
	};

	return TESTING_RUN(tests);
}
