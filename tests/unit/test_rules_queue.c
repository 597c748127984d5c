/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules about queues: where each fires, where it must not, and where it cannot know. */
#include "scenes.h"

#define FAST "link.detected=on link.speed=10000 "
#define SLOW "link.detected=on link.speed=1000 "
#define EVEN2 "rss.table=0,1,0,1,0,1,0,1 "

/* A table of size entries that names queues one after the other, as drivers fill it. */
static const char *round_robin(char *buf, size_t size, int entries, int queues)
{
	size_t n = 0;

	for (int i = 0; i < entries; i++)
		n += (size_t)snprintf(buf + n, size - n, "%s%d", i ? "," : "rss.table=", i % queues);
	return buf;
}

/* rss-uneven */

static void test_rss_uneven(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = FAST "rss.table=0,0,0,0,0,0,1,1",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "one queue gets 6 and another 2" },
		/* weighed, and less than twice */
		{ .nic = FAST "rss.table=0,0,0,0,0,1,1,1", .status = NA_FAIL, .severity = NA_INFO },
		/* one CPU keeps up with a gigabit, and nobody knows how fast this is */
		{ .nic = SLOW "rss.table=0,0,0,0,0,0,1,1", .status = NA_FAIL, .severity = NA_INFO },
		{ .nic = "rss.table=0,0,0,0,0,0,1,1", .status = NA_FAIL, .severity = NA_INFO },
		{ .nic = FAST EVEN2, .status = NA_PASS },
		/* as even as eight entries can be, and one queue */
		{ .nic = FAST "rss.table=0,1,2,0,1,2,0,1", .status = NA_PASS },
		{ .nic = FAST "rss.table=5,5,5,5", .status = NA_PASS },
		{ .nic = "rss.table!unsupported",
		  .status = NA_NOT_APPLICABLE,
		  .message = "it has no indirection table" },
		{ .nic = "rss.table=", .status = NA_NOT_APPLICABLE },
		{ .nic = "rss.table!denied",
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "rss.table: needs root" },
		{ .nic = "", .status = NA_UNDECIDED, .required = true, .message = "rss.table: not read" },
	};

	CHECK_SCENES("rss-uneven", scenes);
	check_mends("rss-uneven", FAST "rss.table=0,0,0,1", "ethtool: ethtool -X eth0 default\n");
}

/* rss-empty-queues */

static void test_rss_empty_queues(void **state)
{
	static const struct scene scenes[] = {
		/* queues were added, and the table stayed */
		{ .nic = FAST EVEN2 "channel.combined=8",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "of 8 receive queues the table names 2" },
		{ .nic = SLOW EVEN2 "channel.combined=8", .status = NA_FAIL, .severity = NA_INFO },
		/* a driver that uses a power of two */
		{ .nic = FAST "rss.table=0,1,2,3,4,5,6,7 channel.combined=12", .status = NA_FAIL, .severity = NA_INFO },
		{ .nic = FAST EVEN2 "channel.combined=2", .status = NA_PASS },
		{ .nic = FAST EVEN2 "channel.rx=2 channel.tx=1 channel.combined!unsupported", .status = NA_PASS },
		/* queues that only send have no place in it */
		{ .nic = FAST EVEN2 "channel.combined=2 channel.tx=32", .status = NA_PASS },
		{ .nic = FAST EVEN2 "channel.combined!unsupported channel.rx!unsupported",
		  .status = NA_NOT_APPLICABLE,
		  .message = "its queues are not reported" },
		{ .nic = "rss.table!unsupported channel.combined=8", .status = NA_NOT_APPLICABLE },
		{ .nic = FAST EVEN2 "channel.combined!error channel.rx!error",
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "channel.combined" },
		{ .nic = "rss.table!denied channel.combined=8", .status = NA_UNDECIDED, .required = true },
	};

	CHECK_SCENES("rss-empty-queues", scenes);
	check_mends("rss-empty-queues", FAST EVEN2 "channel.combined=8", "ethtool: ethtool -X eth0 default\n");
	/* it is the default */
	check_mends("rss-empty-queues", FAST "rss.table=0,1,2,3,4,5,6,7 channel.combined=12", "");
}

/* What drivers do by themselves: 63 queues and 128 entries; hardware whose table can name 16. */
static void test_rss_defaults(void **state)
{
	char words[1024], table[480];
	struct scene scene = { .nic = words, .status = NA_PASS };

	snprintf(words, sizeof(words), FAST "channel.combined=63 %s", round_robin(table, sizeof(table), 128, 63));
	check_scene("rss-uneven", &scene);
	check_scene("rss-empty-queues", &scene);
	snprintf(words, sizeof(words), FAST "channel.combined=63 %s", round_robin(table, sizeof(table), 128, 16));
	check_scene("rss-uneven", &scene);
	scene.status = NA_FAIL;
	scene.severity = NA_INFO;
	check_scene("rss-empty-queues", &scene);
}

/* rss-key-zero */

#define ZERO "rss.key=00:00:00:00 rss.function=toeplitz "

static void test_rss_key_zero(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = ZERO "channel.combined=4",
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "land in one of 4 queues" },
		{ .nic = "rss.key=00:00 rss.function!unsupported channel.rx=2",
		  .status = NA_FAIL,
		  .severity = NA_WARNING },
		{ .nic = "rss.key=00:00:00:01 channel.combined=4", .status = NA_PASS },
		{ .nic = "rss.key=00:00 rss.function=xor channel.combined=4",
		  .status = NA_NOT_APPLICABLE,
		  .message = "takes no key" },
		{ .nic = ZERO "channel.combined=1", .status = NA_NOT_APPLICABLE, .message = "one receive queue" },
		{ .nic = ZERO "channel.combined!unsupported", .status = NA_NOT_APPLICABLE },
		{ .nic = "rss.key!unsupported channel.combined=4",
		  .status = NA_NOT_APPLICABLE,
		  .message = "no hash key" },
		{ .nic = ZERO "channel.combined=8",
		  .driver = "ena",
		  .status = NA_UNDECIDED,
		  .message = "or the hypervisor does not tell it" },
		{ .nic = "rss.key=00:00 channel.combined=4",
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "rss.function: not read" },
		{ .nic = ZERO "channel.combined!error", .status = NA_UNDECIDED, .required = true },
		{ .nic = "rss.key!denied channel.combined=4",
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "rss.key: needs root" },
	};

	CHECK_SCENES("rss-key-zero", scenes);
	check_mends("rss-key-zero", ZERO "channel.combined=4",
		    "ethtool: ethtool -X eth0 hkey $(od -An -v -tx1 -w4 -N4 /dev/urandom | cut -c2- | tr ' ' :)\n");
}

/* queues-against-cpus */

#define CPUS16 "cpu.online=0-15 cpu.isolated= "
#define NEAR "pci.local-cpus=0-15 "
#define OF16 "channel.combined-max=16 "

static void test_queues_against_cpus_fires(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = FAST NEAR OF16 "channel.combined=1",
		  .host = CPUS16,
		  .status = NA_FAIL,
		  .severity = NA_WARNING,
		  .message = "1 queue, while 16 CPUs could each serve one" },
		/* one CPU keeps up with a gigabit, and two with ten */
		{ .nic = SLOW NEAR OF16 "channel.combined=1", .host = CPUS16, .status = NA_FAIL, .severity = NA_INFO },
		{ .nic = FAST NEAR OF16 "channel.combined=2", .host = CPUS16, .status = NA_FAIL, .severity = NA_INFO },
		{ .nic = "link.detected=on link.speed=100000 " NEAR OF16 "channel.combined=3",
		  .host = CPUS16,
		  .status = NA_FAIL,
		  .severity = NA_WARNING },
		/* without a link there is no speed */
		{ .nic = "link.detected=off link.speed=10000 " NEAR OF16 "channel.combined=1",
		  .host = CPUS16,
		  .status = NA_FAIL,
		  .severity = NA_INFO },
		{ .nic = FAST NEAR OF16 "channel.combined=16",
		  .host = "cpu.online=0-7 cpu.isolated=",
		  .status = NA_FAIL,
		  .severity = NA_INFO,
		  .message = "16 queues for 8 CPUs" },
		/* to be had from the hypervisor only */
		{ .nic = "channel.combined-max=1 channel.combined=1 " NEAR,
		  .host = CPUS16,
		  .driver = "virtio_net",
		  .status = NA_FAIL,
		  .severity = NA_INFO,
		  .message = "the hypervisor gives one queue, and with it one of 16 CPUs" },
		{ .nic = FAST NEAR "channel.rx-max=8 channel.rx=1 channel.tx=1 channel.combined!unsupported",
		  .host = CPUS16,
		  .status = NA_FAIL,
		  .severity = NA_WARNING },
	};

	CHECK_SCENES("queues-against-cpus", scenes);
}

static void test_queues_against_cpus_must_not_fire(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = FAST NEAR OF16 "channel.combined=16", .host = CPUS16, .status = NA_PASS },
		/* kernels from 5.18 on choose half of the cores, here with two threads each */
		{ .nic = FAST NEAR OF16 "channel.combined=4", .host = CPUS16, .status = NA_PASS },
		{ .nic = FAST NEAR OF16 "channel.combined=8", .host = CPUS16, .status = NA_PASS },
		/* the hardware has no more */
		{ .nic = FAST NEAR "channel.combined-max=1 channel.combined=1", .host = CPUS16, .status = NA_PASS },
		{ .nic = SLOW NEAR "channel.rx-max=4 channel.tx-max=1 channel.rx=4 channel.tx=1",
		  .host = CPUS16,
		  .status = NA_PASS },
		/* most CPUs are elsewhere, offline or isolated */
		{ .nic = FAST "pci.local-cpus=0-1,32 " OF16 "channel.combined=1",
		  .host = "cpu.online=0-63 cpu.isolated=",
		  .status = NA_PASS },
		{ .nic = FAST NEAR OF16 "channel.combined=1",
		  .host = "cpu.online=0-15 cpu.isolated=2-15",
		  .status = NA_PASS },
		{ .nic = FAST NEAR OF16 "channel.combined=1", .host = "cpu.online=0 cpu.isolated=", .status = NA_PASS },
		{ .nic = "pci.local-cpus=0-1 channel.combined-max=1 channel.combined=1",
		  .host = "cpu.online=0-1 cpu.isolated=",
		  .driver = "virtio_net",
		  .status = NA_PASS },
		/* no PCI: all CPUs are near */
		{ .nic = SLOW "pci.local-cpus!unsupported channel.combined-max=4 channel.combined=2",
		  .host = CPUS16,
		  .status = NA_PASS },
		{ .nic = FAST NEAR "channel.combined!unsupported",
		  .host = CPUS16,
		  .status = NA_NOT_APPLICABLE,
		  .message = "its queues are not reported" },
	};

	CHECK_SCENES("queues-against-cpus", scenes);
}

static void test_queues_against_cpus_cannot_know(void **state)
{
	static const struct scene scenes[] = {
		{ .nic = FAST NEAR OF16 "channel.combined=1",
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "the host's CPUs were not read" },
		{ .nic = FAST NEAR OF16 "channel.combined=1",
		  .host = "cpu.online=sixteen cpu.isolated=",
		  .status = NA_UNDECIDED,
		  .required = true },
		{ .nic = FAST NEAR OF16 "channel.combined=1",
		  .host = "cpu.online=0-15 cpu.isolated!denied",
		  .status = NA_UNDECIDED,
		  .required = true },
		{ .nic = FAST OF16 "channel.combined=1",
		  .host = CPUS16,
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "pci.local-cpus: not read" },
		{ .nic = FAST NEAR "channel.combined!denied",
		  .host = CPUS16,
		  .status = NA_UNDECIDED,
		  .required = true,
		  .message = "channel.combined: needs root" },
	};
	/* lists of CPUs from a file */
	static const char *const lists[] = { "-", "0-", "3-1", "0,", "0-4096", "0 1", "99999999999999999999" };

	CHECK_SCENES("queues-against-cpus", scenes);
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		struct na_snapshot *now = na_snapshot_new();
		struct na_report *report;

		facts_nic(now, "eth0", FAST NEAR OF16 "channel.combined=1");
		facts_add(now, &now->facts, "cpu.isolated=");
		na_facts_add(now, &now->facts, (struct na_fact){ .attr = NA_CPU_ONLINE, .value = na_string(lists[i]) });
		assert_int_equal(judge(now, NULL, "queues-against-cpus", &report)->status, NA_UNDECIDED);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

static void test_queues_of_virtual(void **state)
{
	static const char *const rules[] = { "rss-uneven", "rss-empty-queues", "rss-key-zero", "queues-against-cpus" };

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		check_hardware_only(rules[i], "rss.table=0,0,0,1 rss.key=00 channel.combined=8");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rss_uneven),
		cmocka_unit_test(test_rss_empty_queues),
		cmocka_unit_test(test_rss_defaults),
		cmocka_unit_test(test_rss_key_zero),
		cmocka_unit_test(test_queues_against_cpus_fires),
		cmocka_unit_test(test_queues_against_cpus_must_not_fire),
		cmocka_unit_test(test_queues_against_cpus_cannot_know),
		cmocka_unit_test(test_queues_of_virtual),
	};

	return TESTING_RUN(tests);
}
