/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What to type to set an attribute, tool by tool; and that what a tool's file says is understood again. */
#include "check/rules.h"
#include "facts.h"
#include "model/dialect.h"

#define NM "nmcli: nmcli connection modify \"$(nmcli -g GENERAL.CON-UUID device show eth0)\" "

/* The mends by lines. */
static void check_set(const char *iface, const char *netns, const char *fact, const char *value, const char *expected)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_nic *nic = facts_nic(now, iface, "");
	struct na_check check = { .status = NA_FAIL };
	struct na_rule_context c = { .now = now, .nic = nic, .check = &check, .arena = &now->arena };
	const char *key;
	enum na_attr_id attr = na_attr_find(fact, &key);
	char text[4096] = "";

	assert_int_not_equal(attr, NA_ATTR_UNKNOWN);
	nic->netns = netns;
	assert_int_equal(na_snapshot_finish(now), 0);
	na_mend_set(&c, attr, key, value);
	for (unsigned int i = 0; i < check.n_mends; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s: %s\n", check.mends[i].tool,
			 check.mends[i].text);
	if (strcmp(text, expected))
		fail_msg("%s of %s to %s:\n%sand not\n%s", fact, iface, value, text, expected);
	na_snapshot_free(now);
}

static void test_each_tool(void **state)
{
	static const struct {
		const char *fact, *value, *expected;
	} cases[] = {
		{ "ring.rx", "4096",
		  "ethtool: ethtool -G eth0 rx 4096\n" NM "ethtool.ring-rx 4096\n"
		  "networkd: [Link] RxBufferSize=4096, in the .link file that matches it\n"
		  "ifupdown: hardware-dma-ring-rx 4096, in its iface stanza\n" },
		{ "link.mtu", "9000",
		  "ip: ip link set dev eth0 mtu 9000\n" NM "802-3-ethernet.mtu 9000\n"
		  "networkd: [Link] MTUBytes=9000, in the .network or .link file that matches it\n"
		  "ifupdown: mtu 9000 (static, manual) or post-up ip link set dev $IFACE mtu 9000 (dhcp), in its iface "
		  "stanza\n" },
		{ "link.autoneg", "on",
		  "ethtool: ethtool -s eth0 autoneg on\n" NM "802-3-ethernet.auto-negotiate yes\n"
		  "networkd: [Link] AutoNegotiation=yes, in the .link file that matches it\n"
		  "ifupdown: ethernet-autoneg on, in its iface stanza\n" },
		/* NetworkManager does nothing where it has no speed and duplex with it */
		{ "link.autoneg", "off",
		  "ethtool: ethtool -s eth0 autoneg off\n"
		  "networkd: [Link] AutoNegotiation=no, in the .link file that matches it\n"
		  "ifupdown: ethernet-autoneg off, in its iface stanza\n" },
		{ "link.speed", "1000",
		  "ethtool: ethtool -s eth0 speed 1000\nifupdown: link-speed 1000, in its iface stanza\n" },
		{ "link.admin", "up", "ip: ip link set dev eth0 up\n" },
		{ "link.advertised", "1000baseT/Full",
		  "ethtool: ethtool -s eth0 advertise 0x020\n"
		  "networkd: [Link] Advertise=1000baset-full, in the .link file that matches it\n"
		  "ifupdown: post-up ethtool -s $IFACE advertise 0x020, in its iface stanza\n" },
		{ "link.advertised", "Autoneg 2500baseT/Full",
		  "ethtool: ethtool -s eth0 advertise 0x800000000040\n"
		  "ifupdown: post-up ethtool -s $IFACE advertise 0x800000000040, in its iface stanza\n" },
		{ "link.advertised", "1baseX/Half", "" },
		{ "link.mdix-ctrl", "on",
		  "ethtool: ethtool -s eth0 mdix on\n"
		  "networkd: [Link] MDI=crossover, in the .link file that matches it\n"
		  "ifupdown: post-up ethtool -s $IFACE mdix on, in its iface stanza\n" },
		{ "feature.rx-lro", "off",
		  "ethtool: ethtool -K eth0 rx-lro off\n" NM "ethtool.feature-lro off\n"
		  "networkd: [Link] LargeReceiveOffload=no, in the .link file that matches it\n"
		  "ifupdown: offload-rx-lro off, in its iface stanza\n" },
		/* a name that NetworkManager has as it is, and systemd has not */
		{ "feature.tx-tcp-ecn-segmentation", "on",
		  "ethtool: ethtool -K eth0 tx-tcp-ecn-segmentation on\n" NM
		  "ethtool.feature-tx-tcp-ecn-segmentation on\n"
		  "ifupdown: offload-tx-tcp-ecn-segmentation on, in its iface stanza\n" },
		/* one that ifupdown's hook would spoil; one that only the kernel knows */
		{ "feature.rx-udp_tunnel-port-offload", "off",
		  "ethtool: ethtool -K eth0 rx-udp_tunnel-port-offload off\n" NM
		  "ethtool.feature-rx-udp_tunnel-port-offload off\n"
		  "ifupdown: post-up ethtool -K $IFACE rx-udp_tunnel-port-offload off, in its iface stanza\n" },
		{ "feature.new-thing", "on",
		  "ethtool: ethtool -K eth0 new-thing on\nifupdown: offload-new-thing on, in its iface stanza\n" },
		{ "channel.combined", "8",
		  "ethtool: ethtool -L eth0 combined 8\n"
		  "networkd: [Link] CombinedChannels=8, in the .link file that matches it\n"
		  "ifupdown: post-up ethtool -L $IFACE combined 8, in its iface stanza\n" },
		{ "coalesce.rx-usecs", "50",
		  "ethtool: ethtool -C eth0 rx-usecs 50\n" NM "ethtool.coalesce-rx-usecs 50\n"
		  "networkd: [Link] RxCoalesceSec=50us, in the .link file that matches it\n"
		  "ifupdown: hardware-irq-coalesce-rx-usecs 50, in its iface stanza\n" },
		{ "coalesce.rx-max-frames-irq", "8",
		  "ethtool: ethtool -C eth0 rx-frames-irq 8\n" NM "ethtool.coalesce-rx-frames-irq 8\n"
		  "networkd: [Link] RxMaxCoalescedIrqFrames=8, in the .link file that matches it\n"
		  "ifupdown: hardware-irq-coalesce-rx-frames-irq 8, in its iface stanza\n" },
		{ "coalesce.use-adaptive-rx", "on",
		  "ethtool: ethtool -C eth0 adaptive-rx on\n" NM "ethtool.coalesce-adaptive-rx 1\n"
		  "networkd: [Link] UseAdaptiveRxCoalesce=yes, in the .link file that matches it\n"
		  "ifupdown: hardware-irq-coalesce-adaptive-rx on, in its iface stanza\n" },
		{ "coalesce.rate-sample-interval", "2",
		  "ethtool: ethtool -C eth0 sample-interval 2\n" NM "ethtool.coalesce-sample-interval 2\n"
		  "networkd: [Link] CoalescePacketRateSampleIntervalSec=2s, in the .link file that matches it\n"
		  "ifupdown: hardware-irq-coalesce-sample-interval 2, in its iface stanza\n" },
		{ "pause.rx", "off",
		  "ethtool: ethtool -A eth0 rx off\n" NM "ethtool.pause-rx off\n"
		  "networkd: [Link] RxFlowControl=no, in the .link file that matches it\n"
		  "ifupdown: ethernet-pause-rx off, in its iface stanza\n" },
		{ "fec.modes", "rs baser",
		  "ethtool: ethtool --set-fec eth0 encoding rs baser\n"
		  "ifupdown: post-up ethtool --set-fec $IFACE encoding rs baser, in its iface stanza\n" },
		{ "fec.auto", "on",
		  "ethtool: ethtool --set-fec eth0 encoding auto\n"
		  "ifupdown: post-up ethtool --set-fec $IFACE encoding auto, in its iface stanza\n" },
		{ "fec.auto", "off", "" },
		{ "eee.enabled", "off",
		  "ethtool: ethtool --set-eee eth0 eee off\n"
		  "ifupdown: post-up ethtool --set-eee $IFACE eee off, in its iface stanza\n" },
		{ "wol.modes", "ucast magic",
		  "ethtool: ethtool -s eth0 wol ug\n" NM "802-3-ethernet.wake-on-lan unicast,magic\n"
		  "networkd: [Link] WakeOnLan=unicast magic, in the .link file that matches it\n"
		  "ifupdown: ethernet-wol ug, in its iface stanza\n" },
		{ "wol.modes", "",
		  "ethtool: ethtool -s eth0 wol d\n"
		  "networkd: [Link] WakeOnLan=off, in the .link file that matches it\n"
		  "ifupdown: ethernet-wol d, in its iface stanza\n" },
		{ "rss.table", "0 1 2 3 0 1 2 3",
		  "ethtool: ethtool -X eth0 equal 4\n"
		  "ifupdown: post-up ethtool -X $IFACE equal 4, in its iface stanza\n" },
		{ "rss.table", "0 0 1 1", "" },
		{ "rss.fields.tcp4", "ip-src ip-dst l4-b-0-1 l4-b-2-3",
		  "ethtool: ethtool -N eth0 rx-flow-hash tcp4 sdfn\n"
		  "ifupdown: post-up ethtool -N $IFACE rx-flow-hash tcp4 sdfn, in its iface stanza\n" },
		{ "private-flag.legacy rx", "off",
		  "ethtool: ethtool --set-priv-flags eth0 'legacy rx' off\n"
		  "ifupdown: post-up ethtool --set-priv-flags $IFACE 'legacy rx' off, in its iface stanza\n" },
		{ "bond.miimon", "100",
		  "ip: ip link set dev eth0 type bond miimon 100\n" NM "+bond.options miimon=100\n"
		  "networkd: [Bond] MIIMonitorSec=100ms, in its .netdev file\n"
		  "ifupdown: bond-miimon 100, in its iface stanza\n" },
		{ "bridge.vlan-filtering", "on",
		  "ip: ip link set dev eth0 type bridge vlan_filtering 1\n" NM "bridge.vlan-filtering yes\n"
		  "networkd: [Bridge] VLANFiltering=yes, in its .netdev file\n"
		  "ifupdown: post-up ip link set dev $IFACE type bridge vlan_filtering 1, in its iface stanza\n" },
		/* what nobody sets, and what is no value */
		{ "link.detected", "on", "" },
		{ "ring.rx", "many", "" },
		{ "ring.rx", "$(reboot)", "" },
		{ "fec.modes", "rs;reboot", "" },
		{ "bond.mode", "802.3ad; reboot", "" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_set("eth0", "", cases[i].fact, cases[i].value, cases[i].expected);
}

static void test_hostile_names(void **state)
{
	check_set("a;b $x", "", "feature.rx-lro", "off",
		  "ethtool: ethtool -K 'a;b $x' rx-lro off\n"
		  "nmcli: nmcli connection modify \"$(nmcli -g GENERAL.CON-UUID device show 'a;b $x')\" "
		  "ethtool.feature-lro off\n"
		  "networkd: [Link] LargeReceiveOffload=no, in the .link file that matches it\n"
		  "ifupdown: offload-rx-lro off, in its iface stanza\n");
	check_set("a'b", "", "fec.auto", "on",
		  "ethtool: ethtool --set-fec 'a'\\''b' encoding auto\n"
		  "ifupdown: post-up ethtool --set-fec $IFACE encoding auto, in its iface stanza\n");
	check_set("\x1b]0", "", "link.admin", "up", "ip: ip link set dev $'\\x1b]0' up\n");
	/* keys and texts of the kernel's; dash has no $'...', and systemd no quotes */
	check_set("eth0", "", "private-flag.a\nb", "on", "ethtool: ethtool --set-priv-flags eth0 $'a\\x0ab' on\n");
	check_set("eth0", "", "feature.x; reboot", "on",
		  "ethtool: ethtool -K eth0 'x; reboot' on\n"
		  "ifupdown: post-up ethtool -K $IFACE 'x; reboot' on, in its iface stanza\n");
	check_set("eth0", "", "link.alias", "up$(link)",
		  "ip: ip link set dev eth0 alias 'up$(link)'\n"
		  "ifupdown: post-up ip link set dev $IFACE alias 'up$(link)', in its iface stanza\n");
	check_set("eth0", "", "link.alias", "uplink",
		  "ip: ip link set dev eth0 alias uplink\n"
		  "networkd: [Link] Alias=uplink, in the .link file that matches it\n"
		  "ifupdown: post-up ip link set dev $IFACE alias uplink, in its iface stanza\n");
}

static void test_netns(void **state)
{
	check_set("eth0", "blue", "link.mtu", "9000", "ip: ip netns exec blue ip link set dev eth0 mtu 9000\n");
	check_set("eth0", "a b", "ring.rx", "512", "ethtool: ip netns exec 'a b' ethtool -G eth0 rx 512\n");
}

/* Whatever a tool's word for a value is, it reads as that value. */
static void test_back(void **state)
{
	static const char *const values[] = {
		"on",	   "off",    "auto", "9000",	"50",	    "ucast magic",   "1000baseT/Full",
		"enabled", "kernel", "half", "phy arp", "rs baser", "ip-src ip-dst",
	};
	struct na_arena arena = { 0 };
	unsigned int n = 0;

	for (uint16_t attr = 1; attr < NA_N_ATTRS; attr++)
		for (unsigned int tool = 0; tool < NA_N_DIALECTS; tool++)
			for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
				const struct na_dialect *row = na_dialect_of(attr);
				const char *text, *back;

				/* nmcli has words for wake-on-lan, and its files a number */
				if (!row || !row->words[tool] || row->form == NA_FORM_TABLE ||
				    (row->form == NA_FORM_WOL && tool == NA_IN_NMCLI) ||
				    (row->form == NA_FORM_RATE && tool == NA_IN_LINK))
					continue;
				text = na_dialect_write(&arena, row, tool, values[i]);
				back = text ? na_dialect_read(&arena, row, tool, text) : NULL;
				if (text && (!back || strcmp(back, values[i])))
					fail_msg("%s: '%s' is '%s' is '%s'", na_attrs[attr].name, values[i], text,
						 back ? back : "nothing");
				n += text != NULL;
			}
	assert_true(n > 200);
	na_arena_clear(&arena);
}

static void check_read(const char *attr, enum na_dialect_tool tool, const char *text, const char *expected)
{
	struct na_arena arena = { 0 };
	const char *key;
	const char *value = na_dialect_read(&arena, na_dialect_of(na_attr_find(attr, &key)), tool, text);

	if (!value || !expected ? (value != NULL) != (expected != NULL) : strcmp(value, expected))
		fail_msg("%s: '%s' is '%s' and not '%s'", attr, text, value ? value : "nothing",
			 expected ? expected : "nothing");
	na_arena_clear(&arena);
}

static void test_read(void **state)
{
	static const struct {
		const char *attr;
		enum na_dialect_tool tool;
		const char *text, *expected;
	} cases[] = {
		{ "link.mtu", NA_IN_LINK, "9K", "9216" },
		{ "link.mtu", NA_IN_NETWORK, "1 M", "1048576" },
		{ "link.mtu", NA_IN_LINK, "9k", NULL },
		{ "link.mtu", NA_IN_LINK, "99999999999999999G", NULL },
		{ "link.mtu", NA_IN_LINK, "-1", NULL },
		{ "link.mtu", NA_IN_IFUPDOWN, "9K", NULL },
		{ "link.mtu", NA_IN_NMCLI, "09000", "9000" },
		{ "link.speed", NA_IN_LINK, "1G", "1000" },
		{ "link.speed", NA_IN_LINK, "10M", "10" },
		{ "coalesce.rx-usecs", NA_IN_LINK, "1ms 500us", "1500" },
		{ "coalesce.rx-usecs", NA_IN_LINK, "2", "2000000" },
		{ "coalesce.rx-usecs", NA_IN_LINK, "5 us", "5" },
		{ "coalesce.rx-usecs", NA_IN_LINK, "soon", NULL },
		{ "coalesce.rx-usecs", NA_IN_LINK, "", NULL },
		{ "ring.rx", NA_IN_LINK, "max", "max" },
		{ "ring.rx", NA_IN_IFUPDOWN, "max", NULL },
		{ "feature.rx-lro", NA_IN_LINK, "True", "on" },
		{ "feature.rx-lro", NA_IN_ETHTOOL, "maybe", NULL },
		{ "link.mdix-ctrl", NA_IN_LINK, "mdi-x", "on" },
		{ "wol.modes", NA_IN_NMCLI, "64", "magic" },
		{ "wol.modes", NA_IN_NMCLI, "0x42", "phy magic" },
		{ "wol.modes", NA_IN_NMCLI, "1", NULL },
		{ "wol.modes", NA_IN_NMCLI, "32768", NULL },
		{ "wol.modes", NA_IN_IFUPDOWN, "ug", "ucast magic" },
		{ "wol.modes", NA_IN_IFUPDOWN, "d", "" },
		{ "wol.modes", NA_IN_IFUPDOWN, "ux", NULL },
		{ "wol.modes", NA_IN_LINK, "off", "" },
		{ "link.advertised", NA_IN_ETHTOOL, "0x028", "100baseT/Full 1000baseT/Full" },
		{ "link.advertised", NA_IN_ETHTOOL, "0xg", NULL },
		{ "link.advertised", NA_IN_LINK, "100baset-full 1000baset-full", "100baseT/Full 1000baseT/Full" },
		{ "link.advertised", NA_IN_LINK, "10000baser-fec", NULL },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_read(cases[i].attr, cases[i].tool, cases[i].text, cases[i].expected);
}

static void check_find(enum na_dialect_tool tool, const char *word, uint16_t attr, const char *expected_key)
{
	const char *key;
	const struct na_dialect *row = na_dialect_find(tool, word, &key);

	if ((row ? row->attr : NA_ATTR_UNKNOWN) != attr)
		fail_msg("'%s' is %s", word, row ? na_attrs[row->attr].name : "nothing");
	if (expected_key)
		assert_string_equal(key, expected_key);
	else
		assert_null(key);
}

static void test_find(void **state)
{
	check_find(NA_IN_ETHTOOL, "-G rx", NA_RING_RX, NULL);
	check_find(NA_IN_ETHTOOL, "-G", NA_ATTR_UNKNOWN, NULL);
	check_find(NA_IN_ETHTOOL, "-G rx-", NA_ATTR_UNKNOWN, NULL);
	check_find(NA_IN_ETHTOOL, "-K tso", NA_FEATURE, "tso");
	check_find(NA_IN_ETHTOOL, "-N rx-flow-hash udp4", NA_RSS_FIELDS, "udp4");
	check_find(NA_IN_IFUPDOWN, "offload-lro", NA_FEATURE, "lro");
	check_find(NA_IN_IFUPDOWN, "offload-", NA_ATTR_UNKNOWN, NULL);
	check_find(NA_IN_IFUPDOWN, "mtu", NA_LINK_MTU, NULL);
	check_find(NA_IN_IFUPDOWN, "", NA_ATTR_UNKNOWN, NULL);
	check_find(NA_IN_NMCLI, "ethtool.feature-lro", NA_FEATURE, "lro");
	check_find(NA_IN_LINK, "RxBufferSize", NA_RING_RX, NULL);
	check_find(NA_IN_LINK, "Name", NA_ATTR_UNKNOWN, NULL);
	check_find(NA_IN_IP, "txqueuelen", NA_LINK_TX_QUEUE_LEN, NULL);
}

static void test_features(void **state)
{
	const char *names[8];

	assert_int_equal(na_dialect_features(NA_IN_ETHTOOL, "tso", names, 8), 4);
	assert_int_equal(na_dialect_features(NA_IN_ETHTOOL, "tso", names, 2), 2);
	assert_int_equal(na_dialect_features(NA_IN_NMCLI, "lro", names, 8), 1);
	assert_string_equal(names[0], "rx-lro");
	assert_int_equal(na_dialect_features(NA_IN_ETHTOOL, "rx-all", names, 8), 1);
	assert_string_equal(names[0], "rx-all");
	assert_int_equal(na_dialect_features(NA_IN_ETHTOOL, "unheard-of", names, 8), 1);
	assert_int_equal(na_dialect_features(NA_IN_NMCLI, "unheard-of", names, 8), 0);
	assert_int_equal(na_dialect_features(NA_IN_LINK, "TransmitChecksumOffload", names, 8), 5);
	assert_int_equal(na_dialect_features(NA_IN_LINK, "TCPSegmentationOffload", names, 8), 1);
	assert_string_equal(names[0], "tx-tcp-segmentation");
	assert_int_equal(na_dialect_features(NA_IN_LINK, "lro", names, 8), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_tool), cmocka_unit_test(test_hostile_names), cmocka_unit_test(test_netns),
		cmocka_unit_test(test_back),	  cmocka_unit_test(test_read),		cmocka_unit_test(test_find),
		cmocka_unit_test(test_features),
	};

	return TESTING_RUN(tests);
}
