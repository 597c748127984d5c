/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about offloads: where it fires, where it must not, where it cannot know, and what it says is the cause. */
#include "verdicts.h"

#define TSO "features.requested=tx-tcp-segmentation feature.tx-tcp-segmentation=off "

static void test_requested_not_active_fires(void **state)
{
	static const struct expectation cases[] = {
		{ TSO "feature.tx-scatter-gather=off", NA_FAIL, false,
		  "tx-tcp-segmentation is off although asked to be on, because tx-scatter-gather is off" },
		/* either checksum will do, and neither is on */
		{ "features.requested=tx-tcp6-segmentation feature.tx-tcp6-segmentation=off feature.tx-scatter-gather=on "
		  "feature.tx-checksum-ip-generic=off feature.tx-checksum-ipv6=off",
		  NA_FAIL, false, "because tx-checksum-ip-generic and tx-checksum-ipv6 are off" },
		{ "features.requested=tx-tcp-segmentation feature.tx-tcp-segmentation=off feature.tx-scatter-gather=on "
		  "feature.tx-checksum-ipv4=off",
		  NA_FAIL, false, "because tx-checksum-ipv4 is off" },
		{ "features.requested=rx-lro,rx-gro-hw feature.rx-lro=off feature.rx-gro-hw=off feature.rx-checksum=off",
		  NA_FAIL, false,
		  "rx-lro is off although asked to be on, because rx-checksum is off; "
		  "rx-gro-hw is off although asked to be on, because rx-checksum is off" },
		{ "features.requested=rx-lro feature.rx-lro=off feature.rx-fcs=on", NA_FAIL, false,
		  "because rx-fcs is on" },
		{ "features.requested=rx-lro feature.rx-lro=off link.master=br0", NA_FAIL, false,
		  "perhaps because the interface belongs to br0" },
		/* the driver would not let go of it */
		{ "features.requested=rx-vlan-filter feature.rx-vlan-filter=on", NA_FAIL, false,
		  "rx-vlan-filter is on although asked to be off" },
		{ "features.requested=rx-all", NA_FAIL, false, "rx-all is not as asked for" },
	};

	CHECK_ALL("requested-not-active", cases);
}

/* No cause is named that is not in the facts. */
static void test_requested_not_active_names_no_false_cause(void **state)
{
	static const char *const words[] = {
		TSO "feature.tx-scatter-gather=on feature.tx-checksum-ip-generic=off feature.tx-checksum-ipv4=on",
		TSO,
		TSO "feature.tx-scatter-gather!error",
		"features.requested=rx-lro feature.rx-lro=off feature.rx-checksum=on feature.rx-fcs=off",
		"features.requested=tx-nocache-copy feature.tx-nocache-copy=off feature.tx-scatter-gather=off",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		struct na_snapshot *now = na_snapshot_new();
		struct na_report *report;
		const struct na_check *check;

		facts_nic(now, "eth0", words[i]);
		check = judge(now, NULL, "requested-not-active", &report);
		assert_int_equal(check->status, NA_FAIL);
		if (strstr(check->message, "because"))
			fail_msg("%s", check->message);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

static void test_requested_not_active_lro(void **state)
{
	static const struct {
		const char *master, *host, *message;
	} cases[] = {
		{ "feature.rx-lro=off", "net.forwarding=on",
		  "rx-lro is off although asked to be on, because it is off on bond0, which the interface belongs to" },
		{ "feature.rx-lro=on", "", "rx-lro is off although asked to be on" },
		{ NULL, "net.forwarding=on",
		  "rx-lro is off although asked to be on, as it has to be where packets are forwarded" },
		{ NULL, "net.forwarding=off net.forwarding6=on",
		  "rx-lro is off although asked to be on, as it has to be where packets are forwarded" },
		{ NULL, "net.forwarding=off", "rx-lro is off although asked to be on" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_snapshot *now = na_snapshot_new();
		struct na_report *report;
		struct na_nic *nic = facts_nic(now, "eth0", "features.requested=rx-lro feature.rx-lro=off");

		facts_add(now, &now->facts, cases[i].host);
		if (cases[i].master) {
			facts_add(now, &nic->facts, "link.master=bond0");
			facts_nic(now, "bond0", cases[i].master)->selected = false;
		}
		assert_string_equal(judge(now, NULL, "requested-not-active", &report)->message, cases[i].message);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

static void test_requested_not_active_must_not_fire(void **state)
{
	static const struct expectation cases[] = {
		{ "features.requested= feature.rx-lro=off", NA_PASS, false, NULL },
		{ "features.requested!unsupported", NA_NOT_APPLICABLE, false, NULL },
		{ "features.requested!absent", NA_NOT_APPLICABLE, false, NULL },
		/* the kernel asks every device for it, and this one has no scatter-gather */
		{ "features.requested=tx-generic-segmentation feature.tx-generic-segmentation=off "
		  "feature.tx-scatter-gather=off features.fixed=tx-scatter-gather,highdma",
		  NA_PASS, false, NULL },
		{ "features.requested=tx-tcp-segmentation feature.tx-tcp-segmentation=off feature.tx-scatter-gather=on "
		  "feature.tx-checksum-ip-generic=off feature.tx-checksum-ipv4=off "
		  "features.fixed=tx-checksum-ip-generic,tx-checksum-ipv4",
		  NA_PASS, false, NULL },
	};

	CHECK_ALL("requested-not-active", cases);
}

static void test_requested_not_active_cannot_know(void **state)
{
	static const struct expectation cases[] = {
		{ "", NA_UNDECIDED, true, "features.requested: not read" },
		{ "features.requested!denied", NA_UNDECIDED, true, "needs root" },
		{ "features.requested!error", NA_UNDECIDED, true, NULL },
	};
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	const struct na_check *check;

	CHECK_ALL("requested-not-active", cases);
	facts_nic(now, "veth0", "features.requested!error")->is_virtual = true;
	check = judge(now, NULL, "requested-not-active", &report);
	assert_int_equal(check->status, NA_UNDECIDED);
	assert_false(check->required);
	na_report_free(report);
	na_snapshot_free(now);
}

static void test_requested_not_active_judges_virtual(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	const struct na_check *check;

	facts_nic(now, "veth0",
		  "features.requested=tx-generic-segmentation feature.tx-generic-segmentation=off "
		  "feature.tx-scatter-gather=off")
		->is_virtual = true;
	check = judge(now, NULL, "requested-not-active", &report);
	assert_int_equal(check->status, NA_FAIL);
	assert_string_equal(check->fact, "features.requested");
	assert_string_equal(check->expected, "none");
	assert_string_equal(check->actual, "tx-generic-segmentation");
	assert_string_equal(check->evidence[0].name, "feature.tx-generic-segmentation");
	assert_string_equal(check->evidence[0].value, "off");
	na_report_free(report);
	na_snapshot_free(now);
}

static void test_requested_not_active_borrowed(void **state)
{
	static const char *const kinds[] = { "bridge", "bond", "tun", "vlan" };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct na_snapshot *now = na_snapshot_new();
		struct na_report *report;
		struct na_nic *nic =
			facts_nic(now, "br0", "features.requested=tx-gso-robust feature.tx-gso-robust=off");

		nic->is_virtual = true;
		nic->kind = kinds[i];
		assert_int_equal(judge(now, NULL, "requested-not-active", &report)->status, NA_NOT_APPLICABLE);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

static void test_requested_not_active_mends(void **state)
{
	/* switch on what is needed, once; or take back the wish */
	check_mends(
		"requested-not-active",
		"features.requested=tx-generic-segmentation,tx-tcp-segmentation feature.tx-generic-segmentation=off "
		"feature.tx-tcp-segmentation=off feature.tx-scatter-gather=off feature.tx-checksum-ip-generic=off",
		"ethtool: ethtool -K eth0 tx-scatter-gather on tx-checksum-ip-generic on\n"
		"ethtool: ethtool -K eth0 tx-generic-segmentation off tx-tcp-segmentation off\n");
	/* of two checksums one is fixed; what has to go off for it */
	check_mends(
		"requested-not-active",
		"features.requested=tx-tcp-segmentation,rx-lro features.fixed=tx-checksum-ip-generic,rx-vlan-filter "
		"feature.tx-tcp-segmentation=off feature.tx-checksum-ip-generic=off feature.tx-checksum-ipv4=off "
		"feature.rx-lro=off feature.rx-fcs=on",
		"ethtool: ethtool -K eth0 tx-checksum-ipv4 on rx-fcs off\n"
		"ethtool: ethtool -K eth0 tx-tcp-segmentation off rx-lro off\n");
	check_mends("requested-not-active", "features.requested=rx-all", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_requested_not_active_fires),
		cmocka_unit_test(test_requested_not_active_names_no_false_cause),
		cmocka_unit_test(test_requested_not_active_lro),
		cmocka_unit_test(test_requested_not_active_must_not_fire),
		cmocka_unit_test(test_requested_not_active_cannot_know),
		cmocka_unit_test(test_requested_not_active_judges_virtual),
		cmocka_unit_test(test_requested_not_active_borrowed),
		cmocka_unit_test(test_requested_not_active_mends),
	};

	return TESTING_RUN(tests);
}
