/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules about the link: where each fires, where it must not, and where it cannot know. */
#include "verdicts.h"

#define NEGOTIATE                                                                                                       \
	"ethtool: ethtool -s eth0 autoneg on\n"                                                                         \
	"nmcli: nmcli connection modify \"$(nmcli -g GENERAL.CON-UUID device show eth0)\" "                             \
	"802-3-ethernet.auto-negotiate yes 802-3-ethernet.speed 0 802-3-ethernet.duplex ''\n"                           \
	"networkd: [Link] AutoNegotiation=yes, without BitsPerSecond=, Duplex= and Advertise=, in the .link file that " \
	"matches it\n"                                                                                                  \
	"ifupdown: ethernet-autoneg on, without link-speed and link-duplex, in its iface stanza\n"

#define UP "link.admin=up link.detected=on "
#define DOWN "link.admin=up link.detected=off "
#define TP100 "10baseT/Half,10baseT/Full,100baseT/Half,100baseT/Full"
#define TP1000 TP100 ",1000baseT/Full"
#define CAN "link.supported=Autoneg,TP," TP1000 " link.port=tp "

/* The hardware NICs of hypervisors and clouds: their speed is made up. */
static void check_nominal(const char *rule, const char *words)
{
	const struct expectation expected = { words, NA_NOT_APPLICABLE, false, "its speed is nominal" };
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;

	facts_nic(now, "eth0", words)->driver = "virtio_net";
	check_verdict(words, judge(now, NULL, rule, &report), &expected);
	na_report_free(report);
	na_snapshot_free(now);
	check_hardware_only(rule, words);
}

/* half-duplex */

static void test_half_duplex_fires(void **state)
{
	static const struct expectation cases[] = {
		{ UP CAN "link.speed=100 link.duplex=half link.autoneg=on link.advertised=" TP1000, NA_FAIL, false,
		  "half duplex at 100 Mb/s: no modes of the partner are reported: a partner that does not negotiate (forced) "
		  "leads to this, since parallel detection" },
		{ UP CAN "link.speed=100 link.duplex=half link.autoneg=off", NA_FAIL, false, "it was forced here" },
		{ UP CAN "link.speed=100 link.duplex=half link.autoneg=on link.advertised=" TP1000
			 " link.partner=100baseT/Half,10baseT/Full",
		  NA_FAIL, false, "the partner does not offer full duplex" },
		{ UP CAN "link.speed=100 link.duplex=half link.autoneg=on link.advertised=100baseT/Half "
			 "link.partner=" TP100,
		  NA_FAIL, false, "full duplex is not offered to the partner" },
		{ UP CAN "link.speed=100 link.duplex=half link.autoneg=on link.advertised=" TP100
			 " link.partner=" TP100,
		  NA_FAIL, false, "although both ends offer" },
		/* a list of nothing but Autoneg is no list of modes */
		{ UP CAN "link.speed=10 link.duplex=half link.autoneg=on link.partner=Autoneg", NA_FAIL, false,
		  "parallel detection" },
		{ UP "link.duplex=half link.speed!unknown link.autoneg!denied", NA_FAIL, false, "half duplex: " },
		/* the kernel's carrier, where the driver cannot tell */
		{ "link.detected!unsupported link.carrier=on link.duplex=half", NA_FAIL, false, NULL },
	};

	CHECK_ALL("half-duplex", cases);
}

static void test_half_duplex_must_not_fire(void **state)
{
	static const struct expectation cases[] = {
		{ UP "link.duplex=full", NA_PASS, false, NULL },
		/* drivers leave anything in there without a link */
		{ DOWN "link.duplex=half link.speed=10", NA_NOT_APPLICABLE, false, "the link is down" },
		{ "link.admin=down link.detected!error link.duplex=half", NA_NOT_APPLICABLE, false,
		  "the link is down" },
		{ "link.detected!unsupported link.carrier=off link.duplex=half", NA_NOT_APPLICABLE, false, NULL },
	};

	CHECK_ALL("half-duplex", cases);
	check_nominal("half-duplex", UP "link.duplex=half link.speed=10");
}

static void test_half_duplex_cannot_know(void **state)
{
	static const struct expectation cases[] = {
		{ UP "link.duplex!unknown", NA_UNDECIDED, true, "link.duplex: the driver does not know" },
		{ UP "link.duplex!unsupported", NA_UNDECIDED, true, "link.duplex: not reported" },
		{ UP "link.duplex!denied", NA_UNDECIDED, true, "link.duplex: needs root" },
		{ UP, NA_UNDECIDED, true, "link.duplex: not read" },
		{ UP "link.duplex=sideways", NA_UNDECIDED, true, "'sideways' is not understood" },
		{ "link.admin=up link.detected!error link.carrier=on link.duplex=full", NA_UNDECIDED, true,
		  "link.detected: could not be read" },
		{ "link.duplex=full", NA_UNDECIDED, true, "link.detected: not read" },
	};

	CHECK_ALL("half-duplex", cases);
}

static void test_half_duplex_mends(void **state)
{
	/* ours to mend: forced here, or not offered */
	check_mends("half-duplex", UP CAN "link.duplex=half link.speed=100 link.autoneg=off", NEGOTIATE);
	check_mends("half-duplex",
		    UP CAN "link.duplex=half link.speed=100 link.autoneg=on link.advertised=100baseT/Half", NEGOTIATE);
	/* the partner's to mend, or nothing that could be switched on */
	check_mends("half-duplex", UP CAN "link.duplex=half link.speed=100 link.autoneg=on link.advertised=" TP1000,
		    "");
	check_mends("half-duplex", UP "link.supported=100baseT/Half link.duplex=half link.autoneg=off", "");
}

/* autoneg-off-base-t */

static void test_autoneg_off_base_t_fires(void **state)
{
	static const struct expectation cases[] = {
		{ UP CAN "link.autoneg=off link.speed=1000 link.duplex=full", NA_FAIL, false,
		  "autonegotiation is off at 1000 Mb/s, which BASE-T cannot do without: as there is a link, the NIC still "
		  "negotiates" },
		{ DOWN CAN "link.autoneg=off link.speed=1000", NA_FAIL, false, "there is no link, as follows where" },
		/* phylib called every port MII up to Linux 5.11; and one that names no port */
		{ UP "link.supported=Autoneg," TP1000 " link.port=mii link.autoneg=off link.speed=1000", NA_FAIL, false,
		  NULL },
		{ UP "link.supported=Autoneg,10000baseT/Full link.autoneg=off link.speed=10000", NA_FAIL, false, NULL },
		/* a port that is twisted pair, at a speed it does not even list */
		{ UP "link.supported=Autoneg link.port=tp link.autoneg=off link.speed=2500", NA_FAIL, false, NULL },
		/* a port for both, in use as twisted pair */
		{ UP
		  "link.supported=Autoneg,1000baseT/Full,1000baseX/Full link.port=tp link.autoneg=off link.speed=1000",
		  NA_FAIL, false, NULL },
	};

	CHECK_ALL("autoneg-off-base-t", cases);
}

static void test_autoneg_off_base_t_must_not_fire(void **state)
{
	static const struct expectation cases[] = {
		{ UP CAN "link.autoneg=on link.speed=1000", NA_PASS, false, NULL },
		{ DOWN "link.autoneg=on", NA_PASS, false, NULL },
		/* at 10 and 100 Mb/s it can be forced */
		{ UP CAN "link.autoneg=off link.speed=100", NA_PASS, false, NULL },
		/* nothing to switch on */
		{ UP "link.supported=TP,1000baseT/Full link.port=tp link.autoneg=off link.speed=1000",
		  NA_NOT_APPLICABLE, false, "could negotiate" },
		{ UP "link.supported!unsupported link.autoneg=off link.speed=1000", NA_NOT_APPLICABLE, false, NULL },
		/* SFP ports, whose drivers call 10 Gb/s 10000baseT */
		{ UP "link.supported=Autoneg,1000baseT/Full,10000baseT/Full,10000baseSR/Full link.port=fibre "
		     "link.autoneg=off link.speed=10000",
		  NA_NOT_APPLICABLE, false, "it is not BASE-T" },
		{ UP "link.supported=Autoneg,10000baseT/Full link.port=da link.autoneg=off link.speed=10000",
		  NA_NOT_APPLICABLE, false, "it is not BASE-T" },
		{ UP "link.supported=Autoneg,25000baseCR/Full link.port=other link.autoneg=off link.speed=25000",
		  NA_NOT_APPLICABLE, false, "it is not BASE-T" },
		/* single pair is no BASE-T, and may be forced; its PHYs say TP, too */
		{ UP "link.supported=Autoneg,1000baseT1/Full link.port=tp link.autoneg=off link.speed=1000",
		  NA_NOT_APPLICABLE, false, "it is not BASE-T" },
		/* nobody uses it */
		{ "link.admin=down link.detected=off " CAN "link.autoneg=off link.speed=1000", NA_NOT_APPLICABLE, false,
		  "it is set down" },
	};

	CHECK_ALL("autoneg-off-base-t", cases);
	check_nominal("autoneg-off-base-t", UP CAN "link.autoneg=off link.speed=1000");
}

static void test_autoneg_off_base_t_cannot_know(void **state)
{
	static const struct expectation cases[] = {
		{ UP CAN "link.autoneg!unsupported", NA_UNDECIDED, true, "link.autoneg" },
		{ UP CAN "link.autoneg!denied", NA_UNDECIDED, true, "link.autoneg: needs root" },
		{ UP CAN "link.autoneg=off link.speed!unknown", NA_UNDECIDED, true,
		  "link.speed: the driver does not know" },
		{ UP "link.autoneg=off link.speed=1000", NA_UNDECIDED, true, "link.supported: not read" },
		{ "link.admin=up link.detected!error " CAN "link.autoneg=off link.speed=1000", NA_UNDECIDED, true,
		  "link.detected" },
		/* without a link it is no surprise that the driver knows no speed; that it could not be asked is */
		{ DOWN CAN "link.autoneg=off link.speed!unknown", NA_UNDECIDED, false, "link.speed" },
		{ DOWN CAN "link.autoneg=off link.speed!error", NA_UNDECIDED, true, "link.speed" },
		/* a port for both, and no word which */
		{ UP
		  "link.supported=Autoneg,1000baseT/Full,1000baseX/Full link.port=mii link.autoneg=off link.speed=1000",
		  NA_UNDECIDED, false, "whether this is BASE-T" },
	};

	CHECK_ALL("autoneg-off-base-t", cases);
}

static void test_autoneg_off_base_t_mends(void **state)
{
	check_mends("autoneg-off-base-t", UP CAN "link.autoneg=off link.speed=1000",
		    "ethtool: ethtool -s eth0 autoneg on\n"
		    "ethtool: ethtool -s eth0 autoneg on advertise 0x020\n"
		    "nmcli: nmcli connection modify \"$(nmcli -g GENERAL.CON-UUID device show eth0)\" "
		    "802-3-ethernet.auto-negotiate yes\n"
		    "networkd: [Link] AutoNegotiation=yes, in the .link file that matches it\n"
		    "ifupdown: ethernet-autoneg on, in its iface stanza\n");
	/* a bit above 31; and no mode to pin */
	check_mends("autoneg-off-base-t",
		    UP "link.supported=Autoneg,2500baseT/Full link.port=tp link.autoneg=off link.speed=2500",
		    "ethtool: ethtool -s eth0 autoneg on\n"
		    "ethtool: ethtool -s eth0 autoneg on advertise 0x800000000000\n"
		    "nmcli: nmcli connection modify \"$(nmcli -g GENERAL.CON-UUID device show eth0)\" "
		    "802-3-ethernet.auto-negotiate yes\n"
		    "networkd: [Link] AutoNegotiation=yes, in the .link file that matches it\n"
		    "ifupdown: ethernet-autoneg on, in its iface stanza\n");
	check_mends("autoneg-off-base-t", UP "link.supported=Autoneg link.port=tp link.autoneg=off link.speed=2500",
		    "ethtool: ethtool -s eth0 autoneg on\n"
		    "nmcli: nmcli connection modify \"$(nmcli -g GENERAL.CON-UUID device show eth0)\" "
		    "802-3-ethernet.auto-negotiate yes\n"
		    "networkd: [Link] AutoNegotiation=yes, in the .link file that matches it\n"
		    "ifupdown: ethernet-autoneg on, in its iface stanza\n");
}

/* below-best-speed */

static void test_below_best_speed_fires(void **state)
{
	static const struct expectation cases[] = {
		/* both offer more: the cable */
		{ UP CAN "link.autoneg=on link.speed=100 link.advertised=" TP1000 " link.partner=" TP1000, NA_FAIL,
		  false, "downshift: both ends offer 1000baseT/Full, and the link runs at 100 Mb/s" },
		/* our advertisement */
		{ UP "link.supported=Autoneg,2500baseT/Full," TP1000
		     " link.autoneg=on link.speed=1000 link.advertised=" TP1000 " link.partner=2500baseT/Full," TP1000,
		  NA_FAIL, false,
		  "1000 Mb/s, because no more than 1000baseT/Full is offered to the partner; both could do 2500baseT/Full" },
		/* the partner */
		{ UP CAN "link.autoneg=on link.speed=100 link.advertised=" TP1000 " link.partner=" TP100, NA_FAIL,
		  false, "100 Mb/s, while the NIC can do 1000baseT/Full: the partner offers nothing faster" },
		/* both */
		{ UP CAN "link.autoneg=on link.speed=100 link.advertised=" TP100 " link.partner=" TP100, NA_FAIL, false,
		  "the partner offers nothing faster, nor does the NIC" },
		/* the partner is not known */
		{ UP CAN "link.autoneg=on link.speed=100 link.advertised=" TP1000, NA_FAIL, false,
		  "100 Mb/s, while 1000baseT/Full is offered to the partner: it offers less, or the cable does not carry "
		  "more; the partner's modes are not reported" },
		{ UP CAN "link.autoneg=on link.speed=100 link.advertised=" TP100, NA_FAIL, false,
		  "100 Mb/s, because no more than 100baseT/Full is offered to the partner, while the NIC can do "
		  "1000baseT/Full; the partner's modes are not reported" },
		{ UP CAN "link.autoneg=on link.speed=100 link.advertised!denied link.partner=Autoneg,Pause", NA_FAIL,
		  false, "the partner's modes are not reported" },
		/* forced, or the wrong module */
		{ UP CAN "link.autoneg=off link.speed=100", NA_FAIL, false,
		  "autonegotiation is off, so that the speed was forced" },
		/* the module */
		{ UP "link.supported=Autoneg,10000baseSR/Full,25000baseSR/Full link.port=fibre link.autoneg=off "
		     "link.advertised=1000baseX/Full,10000baseSR/Full link.speed=10000",
		  NA_FAIL, false,
		  "10000 Mb/s, while the port can do 25000baseSR/Full: the module in it has no more than "
		  "10000baseSR/Full" },
		{ UP "link.supported=Autoneg,1000baseX/Full,10000baseSR/Full link.port=fibre link.autoneg=on "
		     "link.advertised=1000baseX/Full link.speed=1000",
		  NA_FAIL, false, "no more than 1000baseX/Full is offered to the partner, as a slower module has it" },
		/* forced below what it offers */
		{ UP "link.supported=Autoneg,10000baseSR/Full,25000baseSR/Full link.port=fibre link.autoneg=off "
		     "link.advertised=10000baseSR/Full,25000baseSR/Full link.speed=10000",
		  NA_FAIL, false, "the speed was forced, or is that of the module" },
		{ UP "link.supported=Autoneg,10000baseSR/Full,25000baseSR/Full link.port=fibre link.autoneg=off "
		     "link.speed=10000",
		  NA_FAIL, false,
		  "10000 Mb/s, while the NIC can do 25000baseSR/Full: autonegotiation is off, so that the "
		  "speed was forced, or is that of the module" },
		/* that it is slow does not depend on knowing why */
		{ UP CAN "link.autoneg!error link.speed=10", NA_FAIL, false, NULL },
	};

	CHECK_ALL("below-best-speed", cases);
}

static void test_below_best_speed_must_not_fire(void **state)
{
	static const struct expectation cases[] = {
		{ UP CAN "link.autoneg=on link.speed=1000", NA_PASS, false, NULL },
		{ UP CAN "link.autoneg=off link.speed=1000", NA_PASS, false, NULL },
		/* faster than any mode this version knows */
		{ UP "link.supported=1000baseT/Full,3200000baseKR9/Full link.speed=3200000", NA_PASS, false, NULL },
		{ DOWN CAN "link.speed=10", NA_NOT_APPLICABLE, false, "the link is down" },
		{ UP "link.supported!unsupported link.speed=10", NA_NOT_APPLICABLE, false, "not reported" },
		{ UP "link.supported= link.speed=10", NA_NOT_APPLICABLE, false, "not reported" },
		{ UP "link.supported=TP,Pause link.speed!unknown", NA_NOT_APPLICABLE, false, "not reported" },
	};

	CHECK_ALL("below-best-speed", cases);
	check_nominal("below-best-speed", UP CAN "link.speed=10");
}

static void test_below_best_speed_cannot_know(void **state)
{
	static const struct expectation cases[] = {
		{ UP CAN "link.speed!unknown", NA_UNDECIDED, true, "link.speed: the driver does not know" },
		{ UP CAN "link.speed!error", NA_UNDECIDED, true, "link.speed" },
		{ UP "link.speed=100 link.supported!denied", NA_UNDECIDED, true, "link.supported: needs root" },
		{ UP "link.speed=100", NA_UNDECIDED, true, "link.supported: not read" },
		{ CAN "link.speed=100", NA_UNDECIDED, true, "link.detected: not read" },
	};

	CHECK_ALL("below-best-speed", cases);
}

static void test_below_best_speed_says_what(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	const struct na_check *check;

	facts_nic(now, "eth0",
		  UP "link.supported=2500baseT/Full," TP1000 " link.advertised=2500baseT/Full," TP1000
		     " link.partner=" TP1000 " link.autoneg=on link.speed=100");
	check = judge(now, NULL, "below-best-speed", &report);
	assert_string_equal(check->fact, "link.speed");
	assert_string_equal(check->expected, "1000"); /* more than that the partner does not offer */
	assert_string_equal(check->actual, "100");
	assert_int_equal(check->n_evidence, 4);
	assert_string_equal(check->evidence[1].value, "2500baseT/Full");
	assert_string_equal(check->evidence[3].name, "best-partner");
	assert_string_equal(check->evidence[3].value, "1000baseT/Full");
	na_report_free(report);
	na_snapshot_free(now);
}

/* What is the partner's limit is no fault of this host's; the rest is worth a warning. */
static void test_below_best_speed_weighs(void **state)
{
	static const struct {
		const char *words;
		enum na_severity severity;
	} cases[] = {
		{ CAN "link.speed=100 link.advertised=" TP1000 " link.partner=" TP100, NA_INFO },
		{ CAN "link.speed=100 link.advertised=" TP100 " link.partner=" TP100, NA_INFO },
		{ CAN "link.speed=100 link.advertised=" TP1000 " link.partner=" TP1000, NA_WARNING },
		{ CAN "link.speed=10 link.advertised=" TP1000 " link.partner=" TP100, NA_WARNING },
		{ CAN "link.speed=100 link.advertised=" TP100 " link.partner=" TP1000, NA_WARNING },
		{ CAN "link.speed=100 link.advertised=" TP1000, NA_WARNING },
		{ "link.supported=10000baseSR/Full,25000baseSR/Full link.port=fibre link.advertised=10000baseSR/Full "
		  "link.autoneg=off link.speed=10000",
		  NA_WARNING },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_snapshot *now = na_snapshot_new();
		struct na_report *report;
		const struct na_check *check;

		facts_add(now, &facts_nic(now, "eth0", UP)->facts, cases[i].words);
		check = judge(now, NULL, "below-best-speed", &report);
		assert_int_equal(check->status, NA_FAIL);
		if (check->severity != cases[i].severity)
			fail_msg("%s: %s", check->message, na_severity_name(check->severity));
		na_report_free(report);
		na_snapshot_free(now);
	}
}

/* Faster than its slot: said where the link is slow anyway. */
static void test_below_best_speed_tells_of_pcie(void **state)
{
#define SLOW25 UP "link.supported=10000baseSR/Full,25000baseSR/Full link.autoneg=off link.speed=10000 "
	static const struct {
		const char *words, *sentence; /* NULL for none */
	} cases[] = {
		{ SLOW25 "pci.speed=8 pci.width=2", "; and its PCIe link carries no more than 15753 Mb/s" },
		{ SLOW25 "pci.speed=5 pci.width=4", "; and its PCIe link carries no more than 16000 Mb/s" },
		{ SLOW25 "pci.speed=8 pci.width=8", NULL },
		{ SLOW25 "pci.speed=8", NULL },
		{ SLOW25 "pci.speed!unknown pci.width=1", NULL },
		{ SLOW25 "pci.speed=-8 pci.width=1", NULL },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_snapshot *now = na_snapshot_new();
		struct na_report *report;
		const struct na_check *check;

		facts_nic(now, "eth0", cases[i].words);
		check = judge(now, NULL, "below-best-speed", &report);
		if (cases[i].sentence)
			assert_non_null(strstr(check->message, cases[i].sentence));
		else
			assert_null(strstr(check->message, "PCIe"));
		assert_int_equal(check->n_evidence, cases[i].sentence ? 6 : 4);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

static void test_below_best_speed_mends(void **state)
{
	check_mends("below-best-speed", UP CAN "link.autoneg=on link.speed=100 link.advertised=" TP100, NEGOTIATE);
	check_mends("below-best-speed", UP CAN "link.autoneg=off link.speed=100", NEGOTIATE);
	check_mends("below-best-speed", UP CAN "link.autoneg=on link.speed=10 link.advertised=" TP100, NEGOTIATE);
	check_mends("below-best-speed", UP CAN "link.autoneg=on link.speed=100 link.advertised=" TP1000, "");
	/* nothing to type helps a cable, a partner, or a module */
	check_mends("below-best-speed",
		    UP CAN "link.autoneg=on link.speed=100 link.advertised=" TP1000 " link.partner=" TP1000, "");
	check_mends("below-best-speed",
		    UP CAN "link.autoneg=on link.speed=100 link.advertised=" TP100 " link.partner=" TP100, "");
	check_mends("below-best-speed",
		    UP "link.supported=Autoneg,25000baseSR/Full link.port=fibre link.autoneg=off link.speed=10000", "");
	check_mends("below-best-speed",
		    UP "link.supported=Autoneg,1000baseX/Full,10000baseSR/Full link.port=fibre link.autoneg=on "
		       "link.advertised=1000baseX/Full link.speed=1000",
		    "");
}

/* link-down-admin-up */

static void test_link_down_admin_up_fires(void **state)
{
	static const struct expectation cases[] = {
		{ DOWN, NA_FAIL, false, "it is set up and has no link" },
		{ DOWN "link.ext-state=no-cable", NA_FAIL, false, "no link: no-cable" },
		{ DOWN "link.ext-state=autoneg link.ext-substate=no-partner-detected", NA_FAIL, false,
		  "no link: autoneg, no-partner-detected" },
		{ "link.admin=up link.detected!unsupported link.carrier=off", NA_FAIL, false, NULL },
		{ "link.admin=up link.detected!absent link.carrier=off", NA_FAIL, false, NULL },
	};
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;

	CHECK_ALL("link-down-admin-up", cases);
	/* a hypervisor can take the link away, too */
	facts_nic(now, "eth0", DOWN)->driver = "virtio_net";
	assert_int_equal(judge(now, NULL, "link-down-admin-up", &report)->status, NA_FAIL);
	na_report_free(report);
	na_snapshot_free(now);
}

static void test_link_down_admin_up_must_not_fire(void **state)
{
	static const struct expectation cases[] = {
		{ UP, NA_PASS, false, NULL },
		{ "link.admin=up link.detected!unsupported link.carrier=on", NA_PASS, false, NULL },
		{ "link.admin=down link.detected=off", NA_NOT_APPLICABLE, false, "it is set down" },
		{ "link.admin=down link.detected!error", NA_NOT_APPLICABLE, false, "it is set down" },
	};

	CHECK_ALL("link-down-admin-up", cases);
	check_hardware_only("link-down-admin-up", DOWN);
}

static void test_link_down_admin_up_cannot_know(void **state)
{
	static const struct expectation cases[] = {
		{ "link.admin=up link.detected!error link.carrier=on", NA_UNDECIDED, true, "link.detected" },
		{ "link.admin=up link.detected!unsupported", NA_UNDECIDED, true, "link.detected: not reported" },
		{ "link.admin=up", NA_UNDECIDED, true, "link.detected: not read" },
		{ "link.detected=off", NA_UNDECIDED, true, "link.admin: not read" },
	};

	CHECK_ALL("link-down-admin-up", cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_half_duplex_fires),
		cmocka_unit_test(test_half_duplex_must_not_fire),
		cmocka_unit_test(test_half_duplex_cannot_know),
		cmocka_unit_test(test_half_duplex_mends),
		cmocka_unit_test(test_autoneg_off_base_t_fires),
		cmocka_unit_test(test_autoneg_off_base_t_must_not_fire),
		cmocka_unit_test(test_autoneg_off_base_t_cannot_know),
		cmocka_unit_test(test_autoneg_off_base_t_mends),
		cmocka_unit_test(test_below_best_speed_fires),
		cmocka_unit_test(test_below_best_speed_must_not_fire),
		cmocka_unit_test(test_below_best_speed_cannot_know),
		cmocka_unit_test(test_below_best_speed_says_what),
		cmocka_unit_test(test_below_best_speed_weighs),
		cmocka_unit_test(test_below_best_speed_tells_of_pcie),
		cmocka_unit_test(test_below_best_speed_mends),
		cmocka_unit_test(test_link_down_admin_up_fires),
		cmocka_unit_test(test_link_down_admin_up_must_not_fire),
		cmocka_unit_test(test_link_down_admin_up_cannot_know),
	};

	return TESTING_RUN(tests);
}
