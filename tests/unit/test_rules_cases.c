/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What people met and asked about in public, in a few facts each, with the verdict that an expert gives. */
#include "scenes.h"

struct met {
	const char *where, *rule;
	struct scene scene;
};

#define UP "link.admin=up link.detected=on link.duplex=full "
#define AUTO UP "link.autoneg=on link.port=tp "
#define TP100 "10baseT/Half,10baseT/Full,100baseT/Half,100baseT/Full"
#define TP1000 TP100 ",1000baseT/Full"

static const struct met speed_cases[] = {
	{ "cinnamon 665: a gigabit NIC at 10 Mb/s",
	  "below-best-speed",
	  { .nic = AUTO "link.speed=10 link.supported=Autoneg," TP1000 " link.advertised=" TP1000,
	    .status = NA_FAIL,
	    .severity = NA_WARNING } },
	{ "intel-wired-lan 2025-03: I219 comes up at 100, both offer 1000 alone",
	  "below-best-speed",
	  { .nic = AUTO "link.speed=100 link.supported=Autoneg," TP1000
			" link.advertised=1000baseT/Full link.partner=" TP1000,
	    .status = NA_FAIL,
	    .severity = NA_WARNING,
	    .message = "downshift" } },
	{ "openwrt 11812: 2500 supported, offered by the partner, not by us",
	  "below-best-speed",
	  { .nic = AUTO "link.speed=1000 link.supported=Autoneg,2500baseT/Full," TP1000 " link.advertised=" TP1000
			" link.partner=2500baseT/Full," TP1000,
	    .status = NA_FAIL,
	    .severity = NA_WARNING,
	    .message = "both could do 2500baseT/Full" } },
	{ "realtek-r8125-dkms 63: a 2.5 Gb/s card at 100 Mb/s",
	  "below-best-speed",
	  { .nic = AUTO "link.speed=100 link.supported=Autoneg,2500baseT/Full," TP1000
			" link.advertised=2500baseT/Full," TP1000 " link.partner=2500baseT/Full," TP1000,
	    .status = NA_FAIL,
	    .severity = NA_WARNING,
	    .message = "downshift" } },
	{ "an ARM box drops to 100: the partner's modes are not there, which is not 'none'",
	  "below-best-speed",
	  { .nic = AUTO "link.speed=100 link.supported=Autoneg," TP1000 " link.advertised=" TP1000
			" link.partner!unsupported",
	    .status = NA_FAIL,
	    .severity = NA_WARNING,
	    .message = "the partner's modes are not reported" } },
	{ "a link at 1000 whose path is slower elsewhere is no fault of the NIC",
	  "below-best-speed",
	  { .nic = AUTO "link.speed=1000 link.supported=Autoneg," TP1000 " link.advertised=" TP1000,
	    .status = NA_PASS } },
	{ "netdata 14803: a 25 Gb/s port with a 10 Gb/s module",
	  "below-best-speed",
	  { .nic = UP "link.autoneg=off link.port=fibre link.speed=10000 link.supported=Autoneg,FIBRE,1000baseT/Full,"
		      "25000baseCR/Full,25000baseSR/Full,10000baseSR/Full "
		      "link.advertised=1000baseX/Full,10000baseSR/Full",
	    .status = NA_FAIL,
	    .severity = NA_WARNING,
	    .message = "the module in it has no more than 10000baseSR/Full" } },
	{ "bazzite 5094: 100, though both offer 1000",
	  "below-best-speed",
	  { .nic = AUTO "link.speed=100 link.supported=Autoneg," TP1000 " link.advertised=" TP1000
			" link.partner=" TP1000,
	    .status = NA_FAIL,
	    .severity = NA_WARNING,
	    .message = "downshift" } },
	{ "openwrt 15348: the partner has no more than 100",
	  "below-best-speed",
	  { .nic = AUTO "link.speed=100 link.supported=Autoneg," TP1000 " link.advertised=" TP1000
			" link.partner=" TP100,
	    .status = NA_FAIL,
	    .severity = NA_INFO,
	    .message = "the partner offers nothing faster" } },
};

static const struct met fec_cases[] = {
	{ "sonic-buildimage 3578: RS on the switch only; this is the side without a link",
	  "fec-mismatch",
	  { .nic = "link.admin=up link.detected=off link.ext-substate=rs-fec-is-not-locked",
	    .status = NA_FAIL,
	    .severity = NA_WARNING } },
	{ "sonic-mgmt 20160: BASE-R at 100 Gb/s",
	  "fec-mismatch",
	  { .nic = UP "link.speed=100000 link.autoneg=on fec.active=baser",
	    .status = NA_FAIL,
	    .severity = NA_WARNING } },
	{ "sonic-mgmt 20160: RS at 40 Gb/s",
	  "fec-mismatch",
	  { .nic = UP "link.speed=40000 link.autoneg=on fec.active=rs", .status = NA_FAIL, .severity = NA_WARNING } },
	{ "ice: three words configured, RS active",
	  "fec-mismatch",
	  { .nic = UP "link.speed=25000 link.autoneg=off fec.modes=rs,baser fec.auto=on fec.active=rs",
	    .status = NA_PASS } },
	{ "nfp: the driver calls 'auto' what is active",
	  "fec-mismatch",
	  { .nic = UP "link.speed=25000 link.autoneg=off fec.modes=off,baser,rs fec.auto=on fec.active=auto",
	    .status = NA_UNDECIDED } },
};

static const struct met eee_cases[] = {
	{ "raspberrypi 7511: flaps every few seconds since it is on",
	  "eee-active",
	  { .nic = "eee.active=on eee.enabled=on link.carrier-changes=40",
	    .was = "link.carrier-changes=36",
	    .status = NA_FAIL,
	    .severity = NA_WARNING,
	    .message = "it may be the cause" } },
	{ "the same partner, a quiet link",
	  "eee-active",
	  { .nic = "eee.active=on eee.enabled=on link.carrier-changes=40",
	    .was = "link.carrier-changes=40",
	    .status = NA_PASS } },
};

static const struct met offload_cases[] = {
	{ "open-vm-tools 166: LRO on a router in a virtual machine",
	  "lro-forwarding",
	  { .nic = "link.admin=up feature.rx-lro=on features.fixed=",
	    .host = "net.forwarding=on net.forwarding6=off",
	    .driver = "vmxnet3",
	    .status = NA_FAIL,
	    .severity = NA_WARNING } },
	{ "virtualization 2021-07: failed to disable LRO",
	  "lro-forwarding",
	  { .nic = "link.admin=up feature.rx-lro=on features.fixed=rx-lro,rx-checksum",
	    .host = "net.forwarding=on net.forwarding6=on",
	    .driver = "virtio_net",
	    .status = NA_FAIL,
	    .severity = NA_WARNING,
	    .message = "this driver does not let go of it" } },
	{ "AQtion-esxi 14: NAT at 4 kB/s",
	  "lro-forwarding",
	  { .nic = "link.admin=up feature.rx-lro=on feature.rx-gro=on features.fixed=",
	    .host = "net.forwarding=on net.forwarding6=off",
	    .driver = "atlantic",
	    .status = NA_FAIL,
	    .severity = NA_WARNING } },
};

#define EIGHT "cpu.online=0-7 cpu.isolated="

static const struct met queue_cases[] = {
	{ "irqbalance 93: the one queue there can be",
	  "queues-against-cpus",
	  { .nic = "channel.combined=1 channel.combined-max=1 pci.local-cpus=0-1",
	    .host = "cpu.online=0-1 cpu.isolated=",
	    .driver = "virtio_net",
	    .status = NA_PASS } },
	{ "igvm 124: a virtual machine of eight CPUs with one queue",
	  "queues-against-cpus",
	  { .nic = "channel.combined=1 channel.combined-max=1 pci.local-cpus=0-7",
	    .host = EIGHT,
	    .driver = "virtio_net",
	    .status = NA_FAIL,
	    .severity = NA_INFO } },
	{ "tg3: four queues to receive and one to send",
	  "queues-against-cpus",
	  { .nic = "channel.rx=4 channel.tx=1 channel.rx-max=4 channel.tx-max=1 channel.combined!unsupported "
		   "pci.local-cpus=0-7",
	    .host = EIGHT,
	    .driver = "tg3",
	    .status = NA_PASS } },
	{ "seastar 306: 63 queues on hardware that can name 16",
	  "rss-empty-queues",
	  { .nic = "link.detected=on link.speed=10000 channel.combined=63 "
		   "rss.table=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
	    .driver = "ixgbe",
	    .status = NA_FAIL,
	    .severity = NA_INFO } },
};

#define BITS "link.supported=1000baseT/Full,Pause,Asym_Pause "

static const struct met pause_cases[] = {
	{ "SecuBox: rx is off by the settings, and negotiated on",
	  "pause-disagrees",
	  { .nic = AUTO BITS "link.advertised=1000baseT/Full,Pause link.partner=1000baseT/Full,Pause "
			     "pause.autoneg=on pause.rx=off pause.tx=off",
	    .status = NA_FAIL,
	    .severity = NA_WARNING } },
	{ "tg3: on, and negotiated on",
	  "pause-disagrees",
	  { .nic = AUTO BITS "link.advertised=1000baseT/Full,Pause link.partner=1000baseT/Full,Pause "
			     "pause.autoneg=on pause.rx=on pause.tx=on",
	    .status = NA_PASS } },
	{ "a switch without PAUSE: what the driver shows may be the wish",
	  "pause-disagrees",
	  { .nic = AUTO BITS "link.advertised=1000baseT/Full,Pause link.partner=100baseT/Full,1000baseT/Full "
			     "pause.autoneg=on pause.rx=on pause.tx=on",
	    .status = NA_UNDECIDED } },
	{ "a switch without PAUSE, and none here",
	  "pause-disagrees",
	  { .nic = AUTO BITS "link.advertised=1000baseT/Full link.partner=100baseT/Full,1000baseT/Full "
			     "pause.autoneg=on pause.rx=off pause.tx=off",
	    .status = NA_PASS } },
	{ "linux-rdma: set by hand, one direction, at a port that does not negotiate",
	  "pause-disagrees",
	  { .nic = UP "link.autoneg=off pause.autoneg=off pause.rx=off pause.tx=on "
		      "standard.pause.tx-frames=759657 standard.pause.rx-frames=0",
	    .status = NA_NOT_APPLICABLE } },
};

static void check_met(const struct met *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		print_message("# %s\n", cases[i].where);
		check_scene(cases[i].rule, &cases[i].scene);
	}
}

#define TEST(group)                                                 \
	static void test_##group(void **state)                      \
	{                                                           \
		check_met(group, sizeof(group) / sizeof(group[0])); \
	}

TEST(speed_cases)
TEST(fec_cases)
TEST(eee_cases)
TEST(offload_cases)
TEST(queue_cases)
TEST(pause_cases)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_speed_cases), cmocka_unit_test(test_fec_cases),
		cmocka_unit_test(test_eee_cases),   cmocka_unit_test(test_offload_cases),
		cmocka_unit_test(test_queue_cases), cmocka_unit_test(test_pause_cases),
	};

	return TESTING_RUN(tests);
}
