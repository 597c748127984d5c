/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about the transmit queue: where it fires, where it must not, and where it cannot know. */
#include "scenes.h"

#define UP "link.admin=up link.supported=1000baseT/Full "
#define LONG "link.tx-queue-len=1000 "
#define FAIR "net.default-qdisc=fq_codel"
#define PLAIN "net.default-qdisc=pfifo_fast"

static void test_qdisc_surprise_fires(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = UP LONG "qdisc.root=noqueue",
		  .host = FAIR,
		  .status = NA_FAIL,
		  .severity = NA_INFO,
		  .message = "no packet can wait before the hardware" },
		/* and packets are lost over it */
		{ .nic = UP LONG "qdisc.root=noqueue stats.tx_dropped=40",
		  .was = "stats.tx_dropped=3",
		  .host = FAIR,
		  .status = NA_FAIL,
		  .severity = NA_WARNING },
		{ .nic = UP "link.tx-queue-len=0 qdisc.root=pfifo",
		  .host = FAIR,
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "the transmit queue takes 0 packets, and pfifo lets no more wait" },
		{ .nic = UP "link.tx-queue-len=2 qdisc.root=mq qdisc.leaf=pfifo_fast",
		  .host = PLAIN,
		  .status = NA_FAIL,
		  .severity = NA_INFO },
		{ .nic = UP LONG "qdisc.root=pfifo_fast",
		  .host = FAIR,
		  .status = NA_FAIL,
		  .severity = NA_INFO,
		  .message = "it queues by pfifo_fast, while new interfaces get fq_codel" },
		{ .nic = UP LONG "qdisc.root=mq qdisc.leaf=pfifo_fast",
		  .host = "net.default-qdisc=fq",
		  .status = NA_FAIL,
		  .severity = NA_INFO },
		{ .nic = UP LONG "qdisc.root=pfifo_fast",
		  .host = "net.default-qdisc=cake",
		  .driver = "virtio_net",
		  .status = NA_FAIL,
		  .severity = NA_INFO },
	};

	CHECK_SCENES("qdisc-surprise", scenes);
}

static void test_qdisc_surprise_must_not_fire(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = UP LONG "qdisc.root=fq_codel", .host = FAIR, .status = NA_PASS },
		{ .nic = UP LONG "qdisc.root=pfifo_fast", .host = PLAIN, .status = NA_PASS },
		{ .nic = UP LONG "qdisc.root=mq qdisc.leaf=pfifo_fast", .host = PLAIN, .status = NA_PASS },
		{ .nic = UP LONG "qdisc.root=mq qdisc.leaf=fq_codel", .host = FAIR, .status = NA_PASS },
		/* somebody's choice */
		{ .nic = UP LONG "qdisc.root=htb", .host = FAIR, .status = NA_PASS },
		/* those with a limit of their own */
		{ .nic = UP "link.tx-queue-len=0 qdisc.root=fq_codel", .host = FAIR, .status = NA_PASS },
		/* wireless, a port of a switch chip */
		{ .nic = "link.admin=up link.supported!unsupported qdisc.root=noqueue",
		  .host = FAIR,
		  .status = NA_NOT_APPLICABLE,
		  .message = "it may queue somewhere else" },
		{ .nic = UP "link.lower=eth9 qdisc.root=noqueue", .host = FAIR, .status = NA_NOT_APPLICABLE },
		{ .nic = "link.admin=down qdisc.root=noop", .host = FAIR, .status = NA_NOT_APPLICABLE },
		{ .nic = UP "qdisc.root=mq qdisc.leaf!unknown",
		  .host = FAIR,
		  .status = NA_NOT_APPLICABLE,
		  .message = "several disciplines" },
		{ .nic = UP LONG "qdisc.root=pfifo_fast",
		  .host = "net.default-qdisc!absent",
		  .status = NA_NOT_APPLICABLE },
	};

	CHECK_SCENES("qdisc-surprise", scenes);
}

static void test_qdisc_surprise_cannot_know(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = UP LONG, .host = FAIR, .status = NA_UNDECIDED, .required = true, .message = "qdisc.root" },
		{ .nic = UP LONG "qdisc.root=mq",
		  .host = FAIR,
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "qdisc.leaf: not read" },
		{ .nic = UP LONG "qdisc.root=mq qdisc.leaf!error",
		  .host = FAIR,
		  .status = NA_UNDECIDED,
		  .required = true },
		{ .nic = UP LONG "qdisc.root=pfifo_fast",
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "net.default-qdisc: not read" },
		{ .nic = UP "qdisc.root=pfifo_fast",
		  .host = FAIR,
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "link.tx-queue-len" },
		{ .nic = "link.admin=up qdisc.root=noqueue",
		  .host = FAIR,
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "link.supported" },
	};

	CHECK_SCENES("qdisc-surprise", scenes);
}

static void test_qdisc_surprise_mends(void **state)
{
	static const struct {
		const char *nic, *netns, *mend;
	} cases[] = {
		{ UP LONG "qdisc.root=pfifo_fast", "", "tc qdisc replace dev eth0 root fq_codel" },
		/* a root for many queues gives each the default anew */
		{ UP LONG "qdisc.root=mq qdisc.leaf=pfifo_fast", "", "tc qdisc replace dev eth0 root mq" },
		{ UP LONG "qdisc.root=noqueue", "blue", "ip netns exec blue tc qdisc replace dev eth0 root fq_codel" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_snapshot *now = na_snapshot_new();
		struct na_report *report;
		const struct na_check *check;

		facts_nic(now, "eth0", cases[i].nic)->netns = cases[i].netns;
		facts_add(now, &now->facts, FAIR);
		check = judge(now, NULL, "qdisc-surprise", &report);
		assert_int_equal(check->n_mends, 1);
		assert_string_equal(check->mends[0].text, cases[i].mend);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_qdisc_surprise_fires),
		cmocka_unit_test(test_qdisc_surprise_must_not_fire),
		cmocka_unit_test(test_qdisc_surprise_cannot_know),
		cmocka_unit_test(test_qdisc_surprise_mends),
	};

	return TESTING_RUN(tests);
}
