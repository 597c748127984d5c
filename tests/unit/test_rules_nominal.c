/* SPDX-License-Identifier: GPL-2.0-or-later */
/* No rule judges a speed, a duplex or a negotiation that no wire has: whatever a driver makes up, the verdicts are the same. */
#include "verdicts.h"

static const char *const inventions[] = {
	"link.speed=10 link.duplex=half link.autoneg=off link.supported=Autoneg,TP,1000baseT/Full link.port=tp",
	"link.speed=10000 link.duplex=full link.autoneg=on link.supported=Autoneg,TP,10000baseT/Full link.port=tp",
	"link.speed=100000 link.duplex=half link.autoneg=on link.supported=100000baseSR4/Full link.port=fibre",
	"link.speed!unknown link.duplex!unknown link.autoneg=off link.supported= link.port=other",
};

/* The rest of a NIC that would look bad at some speeds. */
#define REST                                                                                                      \
	"link.admin=up link.detected=on link.carrier=on link.advertised=10baseT/Half link.partner=100baseT/Full " \
	"pause.autoneg=off pause.rx=on pause.tx=on fec.active=off rss.table=0,0,0,1 channel.combined=1 "          \
	"channel.combined-max=16 pci.local-cpus=0-15 feature.rx-lro=off features.fixed= features.requested= "     \
	"qdisc.root=fq_codel link.tx-queue-len=1000 eee.active=off rss.key=00:01 link.mtu=1500 "                  \
	"stats.rx_packets=1 stats.rx_errors=0 "

static struct na_report *report_of(struct na_snapshot **now, const char *driver, const char *invention)
{
	struct na_report *report;
	struct na_error error;
	struct na_nic *nic;

	*now = na_snapshot_new();
	nic = facts_nic(*now, "eth0", REST);
	facts_add(*now, &nic->facts, invention);
	facts_add(*now, &(*now)->facts, "cpu.online=0-15 cpu.isolated= net.default-qdisc=fq_codel");
	nic->is_virtual = !strcmp(driver, "veth") || !strcmp(driver, "tun");
	nic->kind = nic->is_virtual ? driver : NULL;
	nic->driver = driver;
	assert_int_equal(na_snapshot_finish(*now), 0);
	assert_ok(na_check_run(*now, NULL, NULL, &report, &error), &error);
	return report;
}

static void test_nominal_speed_is_never_judged(void **state)
{
	static const char *const drivers[] = { "veth", "tun", "virtio_net", "vmxnet3",	"xen-netfront",
					       "vif",  "ena", "gve",	    "hv_netvsc" };

	for (size_t d = 0; d < sizeof(drivers) / sizeof(drivers[0]); d++) {
		struct na_snapshot *first_now;
		struct na_report *first = report_of(&first_now, drivers[d], inventions[0]);

		for (size_t i = 0; i < sizeof(inventions) / sizeof(inventions[0]); i++) {
			struct na_snapshot *now;
			struct na_report *report = report_of(&now, drivers[d], inventions[i]);

			for (size_t k = 0; k < report->n_checks; k++) {
				const struct na_check *is = &report->checks[k], *was = &first->checks[k];

				if (is->status != was->status || is->severity != was->severity ||
				    strcmp(is->message ? is->message : "", was->message ? was->message : ""))
					fail_msg("%s, %s: %s (%s), not %s (%s)", drivers[d], is->rule,
						 na_status_name(is->status), is->message ? is->message : "",
						 na_status_name(was->status), was->message ? was->message : "");
			}
			na_report_free(report);
			na_snapshot_free(now);
		}
		na_report_free(first);
		na_snapshot_free(first_now);
	}
}

/* The same NIC on a wire is judged by them. */
static void test_speed_of_a_wire_is_judged(void **state)
{
	size_t different = 0;
	struct na_snapshot *slow_now, *fast_now;
	struct na_report *slow = report_of(&slow_now, "igb", inventions[0]);
	struct na_report *fast = report_of(&fast_now, "igb", inventions[1]);

	for (size_t k = 0; k < slow->n_checks; k++)
		different += slow->checks[k].status != fast->checks[k].status ||
			     slow->checks[k].severity != fast->checks[k].severity;
	assert_true(different >= 4);
	na_report_free(slow);
	na_report_free(fast);
	na_snapshot_free(slow_now);
	na_snapshot_free(fast_now);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nominal_speed_is_never_judged),
		cmocka_unit_test(test_speed_of_a_wire_is_judged),
	};

	return TESTING_RUN(tests);
}
