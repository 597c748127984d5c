/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules across interfaces: where each fires, where it must not, and where it cannot know. */
#include "verdicts.h"

enum { MAX_NICS = 6 };

/* The first is judged. Those without a kind have hardware and are selected; the others are there for what they tell. */
struct world {
	struct {
		const char *name, *kind, *words;
	} nics[MAX_NICS];
	enum na_status status;
	const char *message; /* part of it, or NULL */
};

static void check_worlds(const char *rule, const struct world *worlds, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct world *world = &worlds[i];
		struct na_snapshot *now = na_snapshot_new();
		struct expectation expected = { "", world->status, false, world->message };
		char name[32];
		struct na_report *report;

		for (size_t k = 0; k < MAX_NICS && world->nics[k].name; k++) {
			struct na_nic *nic = facts_nic(now, world->nics[k].name, world->nics[k].words);

			nic->kind = world->nics[k].kind;
			nic->is_virtual = nic->kind != NULL;
			nic->selected = !k || !nic->is_virtual;
		}
		snprintf(name, sizeof(name), "%s, case %zu", rule, i);
		expected.required = judge(now, NULL, rule, &report)->required;
		check_verdict(name, &report->checks[0], &expected);
		assert_false(expected.required && world->status != NA_UNDECIDED);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

#define CHECK_WORLDS(rule, worlds) check_worlds(rule, worlds, sizeof(worlds) / sizeof(worlds[0]))

static void test_mtu_bond(void **state __attribute__((unused)))
{
	static const struct world worlds[] = {
		{ { { "eth0", NULL, "link.master=bond0 link.mtu=1500" }, { "bond0", "bond", "link.mtu=9000" } },
		  NA_FAIL,
		  "link.mtu is 1500 and that of bond0 is 9000: large packets are lost" },
		{ { { "eth0", NULL, "link.master=team0 link.mtu=9000" }, { "team0", "team", "link.mtu=1500" } },
		  NA_FAIL,
		  "it takes what the others do not" },
		{ { { "eth0", NULL, "link.master=bond0 link.mtu=9000" }, { "bond0", "bond", "link.mtu=9000" } },
		  NA_PASS,
		  NULL },
		{ { { "eth0", NULL, "link.mtu=9000" } }, NA_NOT_APPLICABLE, "no bond" },
		{ { { "eth0", NULL, "link.master=br0 link.mtu=1500" }, { "br0", "bridge", "link.mtu=9000" } },
		  NA_NOT_APPLICABLE,
		  NULL },
		/* a bond of that name in another namespace is another bond: it is not in the snapshot */
		{ { { "eth0", NULL, "link.master=bond9 link.mtu=1500" }, { "bond0", "bond", "link.mtu=9000" } },
		  NA_NOT_APPLICABLE,
		  NULL },
		{ { { "eth0", NULL, "link.master=bond0 link.mtu!error" }, { "bond0", "bond", "link.mtu=9000" } },
		  NA_UNDECIDED,
		  "link.mtu: could not be read" },
		{ { { "eth0", NULL, "link.master=bond0 link.mtu=1500" }, { "bond0", "bond", "" } },
		  NA_UNDECIDED,
		  "link.mtu of bond0 was not read" },
	};

	CHECK_WORLDS("mtu-bond", worlds);
}

static void test_mtu_vlan(void **state __attribute__((unused)))
{
	static const struct world worlds[] = {
		/* the VLAN itself */
		{ { { "v5", "vlan", "link.lower=eth0 link.mtu=9000" }, { "eth0", NULL, "link.mtu=1500" } },
		  NA_FAIL,
		  "link.mtu of v5 is 9000, and eth0 below it carries no more than 1500" },
		{ { { "v5", "vlan", "link.lower=eth0 link.mtu=1500" }, { "eth0", NULL, "link.mtu=9000" } },
		  NA_PASS,
		  NULL },
		{ { { "v5", "vlan", "link.lower=eth0 link.mtu=1500" } }, NA_NOT_APPLICABLE, "not in this namespace" },
		{ { { "v5", "vlan", "link.lower=eth0 link.mtu!unread" }, { "eth0", NULL, "link.mtu=9000" } },
		  NA_UNDECIDED,
		  NULL },
		/* the NIC, for a VLAN that nobody asked for */
		{ { { "eth0", NULL, "link.mtu=1500" }, { "v5", "vlan", "link.lower=eth0 link.mtu=9000" } },
		  NA_FAIL,
		  "v5 is 9000" },
		{ { { "eth0", NULL, "link.mtu=9000" }, { "v5", "vlan", "link.lower=eth0 link.mtu=1500" } },
		  NA_PASS,
		  NULL },
		{ { { "eth0", NULL, "link.mtu=1500" }, { "v5", "vlan", "link.lower=eth0 link.mtu=1500" } },
		  NA_PASS,
		  NULL },
		{ { { "eth0", NULL, "link.mtu=1500 link.master=bond0" },
		    { "bond0", "bond", "link.mtu=1500" },
		    { "v5", "vlan", "link.lower=bond0 link.mtu=9000" } },
		  NA_FAIL,
		  "bond0 below it carries no more than 1500" },
		{ { { "eth0", NULL, "link.mtu=1500" } }, NA_NOT_APPLICABLE, "nothing lies on it" },
		{ { { "eth0", NULL, "link.mtu!error" }, { "v5", "vlan", "link.lower=eth0 link.mtu=1500" } },
		  NA_UNDECIDED,
		  "link.mtu of eth0" },
		/* the other end of a veth is no interface below */
		{ { { "va", "veth", "link.lower=vb link.mtu=9000" }, { "vb", "veth", "link.lower=va link.mtu=1500" } },
		  NA_NOT_APPLICABLE,
		  NULL },
	};

	CHECK_WORLDS("mtu-vlan", worlds);
}

static void test_mtu_bridge(void **state __attribute__((unused)))
{
	static const struct world worlds[] = {
		{ { { "eth0", NULL, "link.master=br0 link.mtu=1500" },
		    { "br0", "bridge", "link.mtu=1500" },
		    { "tap0", "tun", "link.master=br0 link.mtu=9000" } },
		  NA_FAIL,
		  "that of tap0, on the same bridge br0, is 9000" },
		{ { { "eth0", NULL, "link.master=br0 link.mtu=9000" },
		    { "br0", "bridge", "link.mtu=1500" },
		    { "tap0", "tun", "link.master=br0 link.mtu=1500" } },
		  NA_PASS,
		  NULL },
		{ { { "eth0", NULL, "link.mtu=9000" } }, NA_NOT_APPLICABLE, NULL },
		{ { { "eth0", NULL, "link.master=br0 link.mtu!denied" }, { "br0", "bridge", "" } },
		  NA_UNDECIDED,
		  NULL },
	};

	CHECK_WORLDS("mtu-bridge", worlds);
}

#define MEMBER "link.master=bond0 link.carrier=on "
#define DEAD "link.master=bond0 link.carrier=off "

static void test_single_link(void **state __attribute__((unused)))
{
	static const struct world worlds[] = {
		{ { { "eth0", NULL, MEMBER }, { "eth1", NULL, DEAD }, { "bond0", "bond", "bond.min-links=0" } },
		  NA_FAIL,
		  "bond0 hangs on eth0 alone: eth1 has no link" },
		{ { { "eth0", NULL, MEMBER }, { "bond0", "bond", "" } },
		  NA_FAIL,
		  "bond0 has one member, eth0: there is nothing to fail over to" },
		{ { { "eth0", NULL, DEAD }, { "bond0", "bond", "" } }, NA_FAIL, "no member of bond0 has a link" },
		{ { { "eth0", NULL, MEMBER },
		    { "eth1", NULL, MEMBER },
		    { "eth2", NULL, DEAD },
		    { "bond0", "bond", "bond.min-links=3" } },
		  NA_FAIL,
		  "bond0 is down: 2 of its members have a link, and bond.min-links is 3" },
		{ { { "bond0", "bond", "link.admin=up" } }, NA_FAIL, "bond0 has no members" },
		{ { { "eth0", NULL, MEMBER }, { "eth1", NULL, MEMBER }, { "bond0", "bond", "bond.min-links=1" } },
		  NA_PASS,
		  NULL },
		{ { { "eth0", NULL, DEAD }, { "bond0", "bond", "link.admin=down" } }, NA_NOT_APPLICABLE, "set down" },
		{ { { "eth0", NULL, MEMBER }, { "bond0", "team", "" } }, NA_NOT_APPLICABLE, "no bond" },
	};
	/* one speaks for all */
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	const char *rule = "bond-single-link";

	CHECK_WORLDS("bond-single-link", worlds);
	facts_nic(now, "eth0", MEMBER);
	facts_nic(now, "eth1", DEAD);
	facts_nic(now, "bond0", "")->kind = "bond";
	now->nics[2].selected = false;
	judge(now, NULL, rule, &report);
	assert_int_equal(report->n_checks, 2);
	assert_int_equal(report->checks[0].status, NA_FAIL);
	assert_int_equal(report->checks[1].status, NA_NOT_APPLICABLE);
	na_report_free(report);
	now->nics[2].selected = true;
	judge(now, NULL, rule, &report);
	assert_int_equal(report->checks[0].status, NA_NOT_APPLICABLE);
	assert_int_equal(report->checks[2].status, NA_FAIL);
	na_report_free(report);
	na_snapshot_free(now);
}

static void test_no_monitoring(void **state __attribute__((unused)))
{
	static const struct world worlds[] = {
		{ { { "eth0", NULL, MEMBER }, { "bond0", "bond", "bond.miimon=0 bond.arp-interval=0" } },
		  NA_FAIL,
		  "bond0 does not look" },
		{ { { "eth0", NULL, MEMBER }, { "bond0", "bond", "bond.miimon=100 bond.arp-interval=0" } },
		  NA_PASS,
		  NULL },
		{ { { "eth0", NULL, MEMBER }, { "bond0", "bond", "bond.miimon=0 bond.arp-interval=500" } },
		  NA_PASS,
		  NULL },
		{ { { "eth0", NULL, MEMBER }, { "bond0", "bond", "bond.miimon=0" } }, NA_UNDECIDED, "was not read" },
		{ { { "eth0", NULL, "" } }, NA_NOT_APPLICABLE, NULL },
	};

	CHECK_WORLDS("bond-no-monitoring", worlds);
}

static void test_primary_idle(void **state __attribute__((unused)))
{
	static const struct world worlds[] = {
		{ { { "eth0", NULL, MEMBER }, { "bond0", "bond", "bond.primary=eth0 bond.active-port=eth1" } },
		  NA_FAIL,
		  "bond0 runs on eth1, and not on its primary eth0" },
		{ { { "eth0", NULL, MEMBER }, { "bond0", "bond", "bond.primary=eth0" } }, NA_FAIL, "no member" },
		{ { { "eth0", NULL, MEMBER }, { "bond0", "bond", "bond.primary=eth0 bond.active-port=eth0" } },
		  NA_PASS,
		  NULL },
		{ { { "eth0", NULL, MEMBER }, { "bond0", "bond", "bond.active-port=eth0" } },
		  NA_NOT_APPLICABLE,
		  "no primary" },
	};

	CHECK_WORLDS("bond-primary-idle", worlds);
}

static void test_port_mii(void **state __attribute__((unused)))
{
	static const struct world worlds[] = {
		{ { { "eth0", NULL, MEMBER "bond-port.mii-status=down" }, { "bond0", "bond", "" } },
		  NA_FAIL,
		  "the interface has a link, and its bond takes it for down" },
		{ { { "eth0", NULL, DEAD "bond-port.mii-status=up" }, { "bond0", "bond", "" } },
		  NA_FAIL,
		  "has no link" },
		{ { { "eth0", NULL, MEMBER "bond-port.mii-status=up" }, { "bond0", "bond", "" } }, NA_PASS, NULL },
		{ { { "eth0", NULL, MEMBER "bond-port.mii-status=going-back" }, { "bond0", "bond", "" } },
		  NA_PASS,
		  NULL },
		{ { { "eth0", NULL, MEMBER }, { "bond0", "bond", "" } }, NA_UNDECIDED, "bond-port.mii-status" },
		{ { { "eth0", NULL, "link.master=bond0 link.carrier!error bond-port.mii-status=up" },
		    { "bond0", "bond", "" } },
		  NA_UNDECIDED,
		  "link.carrier" },
	};

	CHECK_WORLDS("bond-port-mii", worlds);
}

#define PORT MEMBER "link.speed=10000 link.duplex=full "
#define LAG "bond.mode=802.3ad bond.ad-info.aggregator=1"
#define STATE " bond-port.ad-actor-oper-port-state="

static void test_lacp(void **state __attribute__((unused)))
{
	static const struct world partner[] = {
		{ { { "eth0", NULL, PORT STATE "lacp-activity,aggregation,defaulted" }, { "bond0", "bond", LAG } },
		  NA_FAIL,
		  "the switch's port is in no LAG" },
		{ { { "eth0", NULL, PORT STATE "lacp-activity,aggregation,expired" }, { "bond0", "bond", LAG } },
		  NA_FAIL,
		  "has fallen silent" },
		{ { { "eth0", NULL, PORT STATE "aggregation,collecting,distributing" }, { "bond0", "bond", LAG } },
		  NA_PASS,
		  NULL },
		{ { { "eth0", NULL, PORT STATE "defaulted" }, { "bond0", "bond", "bond.mode=active-backup" } },
		  NA_NOT_APPLICABLE,
		  NULL },
		{ { { "eth0", NULL, DEAD STATE "defaulted" }, { "bond0", "bond", LAG } },
		  NA_NOT_APPLICABLE,
		  "no link" },
		{ { { "eth0", NULL, MEMBER "link.duplex=half" STATE "defaulted" }, { "bond0", "bond", LAG } },
		  NA_NOT_APPLICABLE,
		  "half duplex" },
		{ { { "eth0", NULL, PORT }, { "bond0", "bond", LAG } }, NA_UNDECIDED, NULL },
	};
	static const struct world aggregator[] = {
		{ { { "eth0", NULL, PORT "bond-port.ad-aggregator-id=2" STATE "aggregation" },
		    { "bond0", "bond", LAG } },
		  NA_FAIL,
		  "the port is in aggregator 2 and carries nothing, since bond0 uses aggregator 1: its speed, or the system" },
		{ { { "eth0", NULL, PORT "bond-port.ad-aggregator-id=2" STATE "defaulted" }, { "bond0", "bond", LAG } },
		  NA_FAIL,
		  "no LACP partner answers" },
		{ { { "eth0", NULL, MEMBER "link.speed=100 link.duplex=half bond-port.ad-aggregator-id=2" },
		    { "bond0", "bond", LAG } },
		  NA_FAIL,
		  "half duplex cannot join" },
		{ { { "eth0", NULL, MEMBER "link.speed!unknown link.duplex=full bond-port.ad-aggregator-id=2" },
		    { "bond0", "bond", LAG } },
		  NA_FAIL,
		  "its speed is not known" },
		{ { { "eth0", NULL, PORT "bond-port.ad-aggregator-id=1" }, { "bond0", "bond", LAG } }, NA_PASS, NULL },
		{ { { "eth0", NULL, PORT }, { "bond0", "bond", LAG } }, NA_UNDECIDED, "bond-port.ad-aggregator-id" },
		{ { { "eth0", NULL, PORT "bond-port.ad-aggregator-id=1" }, { "bond0", "bond", "bond.mode=802.3ad" } },
		  NA_UNDECIDED,
		  "bond.ad-info.aggregator of bond0" },
	};

	CHECK_WORLDS("lacp-no-partner", partner);
	CHECK_WORLDS("lacp-aggregators-differ", aggregator);
}

#define SAME "link.master=bond0 driver.name=ixgbe driver.firmware=1.2 "

static void test_siblings(void **state __attribute__((unused)))
{
	static const struct world worlds[] = {
		/* two of three are the measure */
		{ { { "eth0", NULL, SAME "ring.rx=512" },
		    { "eth1", NULL, SAME "ring.rx=4096" },
		    { "eth2", NULL, SAME "ring.rx=4096" },
		    { "bond0", "bond", "" } },
		  NA_FAIL,
		  "ring.rx is 512 (4096 on eth1)" },
		{ { { "eth0", NULL, SAME "ring.rx=4096" },
		    { "eth1", NULL, SAME "ring.rx=4096" },
		    { "eth2", NULL, SAME "ring.rx=512" },
		    { "bond0", "bond", "" } },
		  NA_PASS,
		  NULL },
		/* of two, the first */
		{ { { "eth0", NULL, SAME "ring.rx=512" },
		    { "eth1", NULL, SAME "ring.rx=4096" },
		    { "bond0", "bond", "" } },
		  NA_PASS,
		  NULL },
		{ { { "eth0", NULL, "link.master=bond0 driver.name=ixgbe driver.firmware=1.2" },
		    { "eth1", NULL, "link.master=bond0 driver.name=ixgbe driver.firmware=1.3" },
		    { "eth2", NULL, "link.master=bond0 driver.name=ixgbe driver.firmware=1.3" },
		    { "bond0", "team", "" } },
		  NA_FAIL,
		  "driver.firmware is 1.2 (1.3 on eth1)" },
		/* more than are shown; families, too */
		{ { { "eth0", NULL,
		      SAME
		      "ring.rx=1 ring.tx=1 pause.rx=on pause.tx=on feature.tx-tcp-segmentation=off link.autoneg=off" },
		    { "eth1", NULL,
		      SAME
		      "ring.rx=2 ring.tx=2 pause.rx=off pause.tx=off feature.tx-tcp-segmentation=on link.autoneg=on" },
		    { "eth2", NULL,
		      SAME
		      "ring.rx=2 ring.tx=2 pause.rx=off pause.tx=off feature.tx-tcp-segmentation=on link.autoneg=on" },
		    { "bond0", "bond", "" } },
		  NA_FAIL,
		  "feature.tx-tcp-segmentation is off (on on eth1); ring.rx is 1 (2 on eth1); ring.tx is 1 (2 on eth1); and 2 more" },
		/* what one of them does not tell is no difference */
		{ { { "eth0", NULL, SAME "ring.rx=512 ring.tx!unsupported" },
		    { "eth1", NULL, SAME "ring.rx!denied ring.tx=512" },
		    { "bond0", "bond", "" } },
		  NA_PASS,
		  NULL },
		/* what has no hardware is no measure */
		{ { { "eth0", NULL, SAME "ring.rx=512" },
		    { "eth1", NULL, SAME "ring.rx=512" },
		    { "v0", "veth", SAME "ring.rx=64" },
		    { "v1", "veth", SAME "ring.rx=64" },
		    { "v2", "veth", SAME "ring.rx=64" },
		    { "bond0", "bond", "" } },
		  NA_PASS,
		  NULL },
		{ { { "eth0", NULL, SAME "ring.rx=512" }, { "bond0", "bond", "" } },
		  NA_UNDECIDED,
		  "no other member of bond0 was asked for" },
		{ { { "eth0", NULL, "ring.rx=512" }, { "eth1", NULL, "ring.rx=4096" } }, NA_NOT_APPLICABLE, NULL },
	};
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	const char *rule = "bond-siblings-differ";
	const struct na_check_options options = { .only = &rule, .n_only = 1 };
	struct na_error error;

	CHECK_WORLDS("bond-siblings-differ", worlds);
	/* another driver is said, and is all that is said */
	facts_nic(now, "eth0", "link.master=bond0 driver.name=tg3 ring.rx=511");
	facts_nic(now, "eth1", "link.master=bond0 driver.name=igb ring.rx=256");
	facts_nic(now, "bond0", "")->kind = "bond";
	now->nics[2].is_virtual = true;
	assert_int_equal(na_snapshot_finish(now), 0);
	assert_ok(na_check_run(now, NULL, &options, &report, &error), &error);
	assert_int_equal(report->checks[0].status, NA_PASS);
	assert_int_equal(report->checks[1].status, NA_FAIL);
	assert_int_equal(report->checks[1].severity, NA_INFO);
	assert_non_null(strstr(report->checks[1].message, "driver.name is igb (tg3 on eth0)"));
	assert_null(strstr(report->checks[1].message, "ring"));
	na_report_free(report);
	na_snapshot_free(now);
}

/* The severity of the first NIC's check, in words; "pass" where it passed. */
static const char *severity_of(const char *rule, struct na_snapshot *now)
{
	const struct na_check_options options = { .only = &rule, .n_only = 1 };
	struct na_report *report;
	struct na_error error;
	const char *text;

	assert_int_equal(na_snapshot_finish(now), 0);
	assert_ok(na_check_run(now, NULL, &options, &report, &error), &error);
	text = report->checks[0].status == NA_FAIL ? na_severity_name(report->checks[0].severity) :
						     na_status_name(report->checks[0].status);
	na_report_free(report);
	return text;
}

static void test_severity_of_single_link(void **state __attribute__((unused)))
{
	static const struct {
		const char *first, *second, *bond, *severity;
	} cases[] = {
		{ MEMBER, DEAD, "bond.min-links=0", "warning" },
		{ DEAD, DEAD, "bond.min-links=0", "critical" },
		{ MEMBER, DEAD, "bond.min-links=2", "critical" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_snapshot *now = na_snapshot_new();

		facts_nic(now, "eth0", cases[i].first);
		facts_nic(now, "eth1", cases[i].second);
		facts_nic(now, "bond0", cases[i].bond)->kind = "bond";
		now->nics[2].selected = false;
		assert_string_equal(severity_of("bond-single-link", now), cases[i].severity);
		na_snapshot_free(now);
	}
}

/* Interfaces of one name in two namespaces have nothing to do with each other; and one that is asked for speaks for itself. */
static void test_who_is_meant(void **state __attribute__((unused)))
{
	struct na_snapshot *now = na_snapshot_new();

	facts_nic(now, "eth0", "link.mtu=1500");
	facts_nic(now, "v5", "link.lower=eth0 link.mtu=9000")->kind = "vlan";
	now->nics[1].netns = "blue";
	now->nics[1].selected = false;
	assert_string_equal(severity_of("mtu-vlan", now), "not-applicable");
	now->nics[1].netns = "";
	assert_string_equal(severity_of("mtu-vlan", now), "warning");
	now->nics[1].selected = true;
	assert_string_equal(severity_of("mtu-vlan", now), "pass");
	na_snapshot_free(now);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mtu_bond),      cmocka_unit_test(test_mtu_vlan),
		cmocka_unit_test(test_mtu_bridge),    cmocka_unit_test(test_single_link),
		cmocka_unit_test(test_no_monitoring), cmocka_unit_test(test_primary_idle),
		cmocka_unit_test(test_port_mii),      cmocka_unit_test(test_lacp),
		cmocka_unit_test(test_siblings),      cmocka_unit_test(test_severity_of_single_link),
		cmocka_unit_test(test_who_is_meant),
	};

	return TESTING_RUN(tests);
}
