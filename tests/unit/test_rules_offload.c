/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules about LRO and about offloads that are not there: where each fires, where it must not, and where it cannot know. */
#include "scenes.h"

/* lro-forwarding */

#define LRO "link.admin=up feature.rx-lro=on features.fixed= "
#define ROUTER "net.forwarding=on net.forwarding6=off"
#define HOST "net.forwarding=off net.forwarding6=off"

static void test_lro_forwarding(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = LRO,
		  .host = ROUTER,
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "LRO is on, and the host forwards packets" },
		{ .nic = LRO,
		  .host = "net.forwarding=off net.forwarding6=on",
		  .status = NA_FAIL,
		  .severity = NA_WARNING },
		/* one switch is enough to know */
		{ .nic = LRO, .host = "net.forwarding=on", .status = NA_FAIL, .severity = NA_WARNING },
		/* the hypervisor's NIC that a router in a virtual machine has */
		{ .nic = LRO, .host = ROUTER, .driver = "vmxnet3", .status = NA_FAIL, .severity = NA_WARNING },
		{ .nic = "link.admin=up feature.rx-lro=on features.fixed=rx-lro",
		  .host = ROUTER,
		  .driver = "virtio_net",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "this driver does not let go of it" },
		{ .nic = LRO, .host = HOST, .status = NA_PASS },
		{ .nic = LRO, .host = "net.forwarding=off net.forwarding6!unsupported", .status = NA_PASS },
		{ .nic = "feature.rx-lro=off", .host = ROUTER, .status = NA_PASS },
		{ .nic = "feature.rx-gro=on",
		  .host = ROUTER,
		  .status = NA_NOT_APPLICABLE,
		  .message = "it knows no LRO" },
		{ .nic = "feature.*!unsupported",
		  .host = ROUTER,
		  .status = NA_NOT_APPLICABLE,
		  .message = "its offloads are not reported" },
		{ .nic = "",
		  .host = ROUTER,
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "features: not read" },
		{ .nic = "feature.*!denied",
		  .host = ROUTER,
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "features: needs root" },
		{ .nic = LRO, .status = NA_UNDECIDED, .required = true, .message = "whether the host forwards" },
		{ .nic = LRO,
		  .host = "net.forwarding!denied net.forwarding6=off",
		  .status = NA_UNDECIDED,
		  .required = true },
		{ .nic = LRO,
		  .host = "net.forwarding=off net.forwarding6!error",
		  .status = NA_UNDECIDED,
		  .required = true },
		/* no word of what it belongs to */
		{ .nic = "feature.rx-lro=on",
		  .host = HOST,
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "belongs to a bridge was not read" },
		{ .nic = LRO "link.master=br0",
		  .host = HOST,
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "what 'br0' is" },
	};

	CHECK_SCENES("lro-forwarding", scenes);
}

struct around {
	const char *nic; /* what eth0 belongs to, as a fact, or "" */
	const struct {
		const char *name, *kind, *words;
	} others[3];
	enum na_status status;
	enum na_severity severity;
	const char *message;
};

static void test_lro_forwarding_bridged(void **state)
{
	static const struct around cases[] = {
		{ "link.master=br0", { { "br0", "bridge", "" } }, NA_FAIL, NA_WARNING, "it is a port of br0" },
		{ "link.master=ovs-system",
		  { { "ovs-system", "openvswitch", "" } },
		  NA_FAIL,
		  NA_WARNING,
		  "it is a port of ovs-system" },
		{ "",
		  { { "br0", "bridge", "" }, { "eth0.10", "vlan", "link.lower=eth0 link.master=br0" } },
		  NA_FAIL,
		  NA_WARNING,
		  "eth0.10, which stands on it, is a port of br0" },
		{ "link.master=bond0",
		  { { "bond0", "bond", "link.master=br0" }, { "br0", "bridge", "" } },
		  NA_FAIL,
		  NA_INFO,
		  "it belongs to bond0, and bond0 is a port of br0" },
		{ "link.master=bond0",
		  { { "bond0", "bond", "" },
		    { "bond0.10", "vlan", "link.lower=bond0 link.master=br0" },
		    { "br0", "bridge", "" } },
		  NA_FAIL,
		  NA_INFO,
		  "it belongs to bond0, and bond0.10 is a port of br0" },
		/* nothing is passed on */
		{ "link.master=bond0", { { "bond0", "bond", "" }, { "br0", "bridge", "" } }, NA_PASS, 0, NULL },
		{ "link.master=vrf0", { { "vrf0", "vrf", "" } }, NA_PASS, 0, NULL },
		{ "", { { "eth0.10", "vlan", "link.lower=eth0" } }, NA_PASS, 0, NULL },
		/* what passes is another's */
		{ "",
		  { { "br0", "bridge", "" }, { "v0", "veth", "link.lower=eth0 link.master=br0" } },
		  NA_PASS,
		  0,
		  NULL },
		{ "",
		  { { "br0", "bridge", "" }, { "eth1.10", "vlan", "link.lower=eth1 link.master=br0" } },
		  NA_PASS,
		  0,
		  NULL },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct expectation expected = { cases[i].nic, cases[i].status, false, cases[i].message };
		struct na_snapshot *now = na_snapshot_new();
		struct na_report *report;
		const struct na_check *check;
		struct na_nic *nic = facts_nic(now, "eth0", LRO);

		facts_add(now, &nic->facts, cases[i].nic);
		facts_add(now, &now->facts, HOST);
		for (size_t k = 0; k < 3 && cases[i].others[k].name; k++) {
			nic = facts_nic(now, cases[i].others[k].name, cases[i].others[k].words);
			nic->kind = cases[i].others[k].kind;
			nic->is_virtual = true;
			nic->selected = false;
		}
		check = judge(now, NULL, "lro-forwarding", &report);
		check_verdict(cases[i].message ? cases[i].message : "passes", check, &expected);
		if (check->status == NA_FAIL)
			assert_int_equal(check->severity, cases[i].severity);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

/* The host's facts are those of another namespace. */
static void test_lro_forwarding_elsewhere(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	const char *rule = "lro-forwarding";
	struct na_check_options options = { .only = &rule, .n_only = 1 };
	struct na_error error;

	facts_nic(now, "lo", "")->selected = false;
	facts_nic(now, "eth0", LRO)->netns = "blue";
	facts_add(now, &now->facts, ROUTER);
	assert_int_equal(na_snapshot_finish(now), 0);
	assert_ok(na_check_run(now, NULL, &options, &report, &error), &error);
	assert_int_equal(report->checks[0].status, NA_UNDECIDED);
	na_report_free(report);
	na_snapshot_free(now);
}

/* A port of the same name in another namespace is another's. */
static void test_lro_forwarding_namesake(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	struct na_nic *nic;

	facts_nic(now, "eth0", LRO);
	facts_add(now, &now->facts, HOST);
	for (int i = 0; i < 2; i++) {
		nic = facts_nic(now, i ? "br0" : "eth0", i ? "" : "link.master=br0");
		nic->netns = "blue";
		nic->kind = i ? "bridge" : NULL;
		nic->selected = false;
	}
	assert_int_equal(judge(now, NULL, "lro-forwarding", &report)->status, NA_PASS);
	na_report_free(report);
	na_snapshot_free(now);
}

static void test_lro_forwarding_says_what(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	const struct na_check *check;

	facts_nic(now, "eth0", LRO);
	facts_add(now, &now->facts, ROUTER);
	check = judge(now, NULL, "lro-forwarding", &report);
	assert_string_equal(check->fact, "feature.rx-lro");
	assert_string_equal(check->expected, "off");
	assert_string_equal(check->actual, "on");
	assert_string_equal(check->mends[0].text, "ethtool -K eth0 rx-lro off");
	na_report_free(report);
	na_snapshot_free(now);
}

/* capability-gap */

#define GIGABIT "link.supported=100baseT/Full,1000baseT/Full "
#define NO_CHECKSUMS "feature.tx-checksum-ip-generic=off feature.tx-checksum-ipv4=off feature.tx-checksum-ipv6=off "
#define FIXED \
	"features.fixed=tx-checksum-ip-generic,tx-checksum-ipv4,tx-checksum-ipv6,tx-scatter-gather,tx-tcp-segmentation"

static void test_capability_gap(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = GIGABIT NO_CHECKSUMS FIXED,
		  .status = NA_FAIL,
		  .severity = NA_INFO,
		  .message = "cannot do: transmit checksums of IPv4, transmit checksums of IPv6; the CPU does" },
		{ .nic = NO_CHECKSUMS "feature.tx-scatter-gather=off feature.tx-tcp-segmentation=off " FIXED,
		  .driver = "virtio_net",
		  .status = NA_FAIL,
		  .severity = NA_INFO,
		  .message = "scatter-gather, TCP segmentation" },
		{ .nic = GIGABIT "feature.rx-checksum=off features.fixed=rx-checksum",
		  .status = NA_FAIL,
		  .severity = NA_INFO,
		  .message = "receive checksums" },
		/* off, and could be on: somebody's choice */
		{ .nic = GIGABIT NO_CHECKSUMS "features.fixed=rx-lro", .status = NA_PASS },
		/* one of two will do */
		{ .nic = GIGABIT "feature.tx-checksum-ip-generic=off feature.tx-checksum-ipv4=on "
				 "feature.tx-checksum-ipv6=on " FIXED,
		  .status = NA_PASS },
		{ .nic = GIGABIT "feature.tx-checksum-ip-generic=on feature.tx-checksum-ipv4=off "
				 "feature.tx-checksum-ipv6=off " FIXED,
		  .status = NA_PASS },
		/* what hardly anybody has is no gap */
		{ .nic = GIGABIT "feature.tx-gso-robust=off features.fixed=tx-gso-robust", .status = NA_PASS },
		{ .nic = "link.supported=10baseT/Full,100baseT/Full " NO_CHECKSUMS FIXED,
		  .status = NA_NOT_APPLICABLE,
		  .message = "slower than a gigabit" },
		{ .nic = "link.supported!unsupported " NO_CHECKSUMS FIXED,
		  .status = NA_NOT_APPLICABLE,
		  .message = "its link modes are not reported" },
		{ .nic = "feature.*!unsupported", .status = NA_NOT_APPLICABLE },
		{ .nic = GIGABIT NO_CHECKSUMS "features.fixed!unsupported", .status = NA_NOT_APPLICABLE },
		{ .nic = GIGABIT NO_CHECKSUMS "features.fixed!error",
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "features.fixed" },
		{ .nic = NO_CHECKSUMS FIXED,
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "link.supported: not read" },
		{ .nic = GIGABIT, .status = NA_UNDECIDED, .required = true, .message = "features: not read" },
	};

	CHECK_SCENES("capability-gap", scenes);
}

static void test_offloads_of_virtual(void **state)
{
	static const char *const rules[] = { "lro-forwarding", "capability-gap" };

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		check_hardware_only(rules[i], LRO GIGABIT NO_CHECKSUMS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lro_forwarding),		 cmocka_unit_test(test_lro_forwarding_bridged),
		cmocka_unit_test(test_lro_forwarding_elsewhere), cmocka_unit_test(test_lro_forwarding_namesake),
		cmocka_unit_test(test_lro_forwarding_says_what), cmocka_unit_test(test_capability_gap),
		cmocka_unit_test(test_offloads_of_virtual),
	};

	return TESTING_RUN(tests);
}
