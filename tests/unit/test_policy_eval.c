/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a policy expects of a NIC: each operator where it holds, where it does not, and where nobody can know. */
#include "one_rule.h"

static void test_equal(void **state)
{
	struct na_condition is_512 = is_value(NA_OP_EQUAL, "512", na_uint(512));
	struct na_condition is_on = is_value(NA_OP_EQUAL, "on", na_bool(true));
	const char *const modes[] = { "100baset/full", "10baseT/Full" };

	check("ring.rx=512", "ring.rx", is_512, PASS);
	check("ring.rx=256", "ring.rx", is_512, FAIL("ring.rx is 256, not 512", NULL, "256"));
	check("ring.rx!denied", "ring.rx", is_512, UNKNOWN("ring.rx: needs root"));
	check("ring.rx!error", "ring.rx", is_512, UNKNOWN(NULL));
	check("ring.rx!unread", "ring.rx", is_512, UNKNOWN("ring.rx: not read"));
	check("ring.rx!unsupported", "ring.rx", is_512, UNKNOWN("ring.rx: not reported by the driver"));
	check("ring.rx!absent", "ring.rx", is_512, UNKNOWN("ring.rx: this kernel cannot be asked"));
	check("ring.rx!unknown", "ring.rx", is_512, UNKNOWN("ring.rx: the driver does not know"));
	check("", "ring.rx", is_512, UNKNOWN("ring.rx: not read"));

	/* whatever type a number has, or is written in */
	check("ring.rx=512", "ring.rx", is_value(NA_OP_EQUAL, "512", na_int(512)), PASS);
	check("ring.rx=512", "ring.rx", is_value(NA_OP_EQUAL, "512", na_real(512)), PASS);
	check("ring.rx=512", "ring.rx", is_value(NA_OP_EQUAL, "512", na_string("512")), PASS);
	check("ring.rx=512", "ring.rx", is_value(NA_OP_EQUAL, "x", na_string("x")), FAIL("ring.rx is 512, not x"));
	check("ring.rx=512", "ring.rx", is_value(NA_OP_EQUAL, "-512", na_int(-512)), FAIL(NULL));

	check("link.autoneg=on", "link.autoneg", is_on, PASS);
	check("link.autoneg=off", "link.autoneg", is_on, FAIL("link.autoneg is off, not on"));
	check("link.autoneg=on", "link.autoneg", is_value(NA_OP_EQUAL, "Yes", na_string("Yes")), PASS);
	check("fec.active=RS link.detected=on", "fec.active", is_value(NA_OP_EQUAL, "rs", na_string("rs")), PASS);
	check("link.address=00:1B:21:aa:bb:cc", "link.address",
	      is_value(NA_OP_EQUAL, "mac", na_string("00:1b:21:AA:BB:CC")), PASS);
	/* names of interfaces and what people write are no words */
	check("link.alias=Rack", "link.alias", is_value(NA_OP_EQUAL, "rack", na_string("rack")), FAIL(NULL));
	check("link.master=Bond0", "link.master", is_value(NA_OP_EQUAL, "bond0", na_string("bond0")), FAIL(NULL));

	check("link.advertised=10baseT/Full,100baseT/Full", "link.advertised",
	      is_value(NA_OP_EQUAL, "list", na_list(modes, 2)), PASS);
	check("link.advertised=10baseT/Full", "link.advertised", is_value(NA_OP_EQUAL, "list", na_list(modes, 2)),
	      FAIL("link.advertised is 10baseT/Full, not 100baset/full 10baseT/Full"));
	check("link.advertised=10baseT/Full,100baseT/Full,Pause", "link.advertised",
	      is_value(NA_OP_EQUAL, "list", na_list(modes, 2)), FAIL(NULL));
	check("rss.function=toeplitz", "rss.function", is_value(NA_OP_EQUAL, "toeplitz", na_string("toeplitz")), PASS);
	check("rss.function=toeplitz,xor", "rss.function", is_value(NA_OP_EQUAL, "xor", na_string("xor")), FAIL(NULL));

	check("|net.forwarding=off", "net.forwarding", is_value(NA_OP_EQUAL, "off", na_bool(false)), PASS);
	check("|net.forwarding=on", "net.forwarding", is_value(NA_OP_EQUAL, "off", na_bool(false)),
	      FAIL("net.forwarding is on, not off"));
}

static void test_unequal(void **state)
{
	struct na_condition not_off = is_value(NA_OP_UNEQUAL, "!= off", na_string("off"));

	check("fec.active=rs link.detected=on", "fec.active", not_off, PASS);
	check("fec.active=off link.detected=on", "fec.active", not_off,
	      FAIL("fec.active is off, and must not be off", NULL, "off"));
	check("fec.active!denied link.detected=on", "fec.active", not_off, UNKNOWN("fec.active: needs root"));
}

static void test_order(void **state)
{
	static const struct {
		enum na_operator op;
		const char *text, *message;
		bool less, same, more;
	} cases[] = {
		{ NA_OP_LESS, "< 512", "not less than 512", true, false, false },
		{ NA_OP_AT_MOST, "<= 512", "not at most 512", true, true, false },
		{ NA_OP_MORE, "> 512", "not more than 512", false, false, true },
		{ NA_OP_AT_LEAST, ">= 512", "not at least 512", false, true, true },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct na_condition condition = is_value(cases[i].op, cases[i].text, na_uint(512));
		const struct {
			const char *words;
			bool holds;
		} values[] = { { "511", cases[i].less }, { "512", cases[i].same }, { "513", cases[i].more } };

		for (size_t k = 0; k < 3; k++) {
			char words[40], message[80];

			snprintf(words, sizeof(words), "ring.rx=%s", values[k].words);
			snprintf(message, sizeof(message), "ring.rx is %s, %s", values[k].words, cases[i].message);
			check(words, "ring.rx", condition, values[k].holds ? PASS : FAIL(message));
		}
		check("ring.rx!denied", "ring.rx", condition, UNKNOWN("ring.rx: needs root"));
		/* the other side cannot be read */
		check("ring.rx=512", "ring.rx", policy_is(policy, cases[i].op, "x", 1, term_fact("ring.rx-max")),
		      UNKNOWN("x: ring.rx-max: not read"));
		/* as a damaged file may have it */
		check("fec.active=rs link.detected=on", "fec.active", condition, UNKNOWN(NULL));
	}
	check("ring.rx=512", "ring.rx", is_value(NA_OP_MORE, "> -1", na_int(-1)), PASS);
	check("ring.rx=512", "ring.rx", is_value(NA_OP_LESS, "< 512.5", na_real(512.5)), PASS);
	/* doubles cannot tell these apart */
	check("ring.rx=9007199254740993", "ring.rx",
	      is_value(NA_OP_MORE, "> 9007199254740992", na_uint(UINT64_C(9007199254740992))), PASS);
	check("ring.rx=18446744073709551615", "ring.rx", is_value(NA_OP_LESS, "< 5", na_int(5)), FAIL(NULL));
}

static void test_range(void **state)
{
	struct na_condition range = is_two(NA_OP_RANGE, "512..4096", na_uint(512), na_uint(4096));
	struct na_condition to_max = policy_is(policy, NA_OP_RANGE, "512..ring.tx-max", 2, term_value(na_uint(512)),
					       term_fact("ring.tx-max"));

	check("ring.tx=512", "ring.tx", range, PASS);
	check("ring.tx=4096", "ring.tx", range, PASS);
	check("ring.tx=511", "ring.tx", range, FAIL("ring.tx is 511, not from 512 to 4096", "512..4096", "511"));
	check("ring.tx=4097", "ring.tx", range, FAIL("ring.tx is 4097, not from 512 to 4096"));
	check("ring.tx!unsupported", "ring.tx", range, UNKNOWN("ring.tx: not reported by the driver"));
	check("ring.tx=2048 ring.tx-max=1024", "ring.tx", to_max,
	      FAIL("ring.tx is 2048, not from 512 to 1024", "512..ring.tx-max (= 512 to 1024)"));
	check("ring.tx=2048", "ring.tx", to_max, UNKNOWN("512..ring.tx-max: ring.tx-max: not read"));
	/* whatever the maximum is */
	check("ring.tx=256", "ring.tx", to_max, FAIL("ring.tx is 256, not 512..ring.tx-max"));
}

static void test_one_of(void **state)
{
	struct na_condition some = is_two(NA_OP_ONE_OF, "one of rs, baser", na_string("rs"), na_string("baser"));
	struct na_condition facts = policy_is(policy, NA_OP_ONE_OF, "one of 256, max", 2, term_value(na_uint(256)),
					      term_fact("ring.rx-max"));

	check("fec.active=baser link.detected=on", "fec.active", some, PASS);
	check("fec.active=rs link.detected=on", "fec.active", some, PASS);
	check("fec.active=off link.detected=on", "fec.active", some, FAIL("fec.active is off, not one of rs, baser"));
	check("fec.active!unread link.detected=on", "fec.active", some, UNKNOWN("fec.active: not read"));
	check("ring.rx=256", "ring.rx", facts, PASS);
	check("ring.rx=512", "ring.rx", facts, UNKNOWN("one of 256, max: ring.rx-max: not read"));
	check("ring.rx=512 ring.rx-max=4096", "ring.rx", facts,
	      FAIL("ring.rx is 512, not one of 256, 4096", "one of 256, max (= 256, 4096)"));
}

static void test_has_and_lacks(void **state)
{
	const char *const slow[] = { "10baseT/Half", "100baseT/Half" };
	struct na_condition both[] = {
		is_two(NA_OP_HAS, "has 1000baseT/Full, Pause", na_string("1000baset/full"), na_string("Pause")),
		is_value(NA_OP_LACKS, "lacks 10baseT/Half, 100baseT/Half", na_list(slow, 2)),
	};
	const char *text = "has 1000baseT/Full, Pause; lacks 10baseT/Half, 100baseT/Half";

	check_two("link.advertised=1000baseT/Full,Pause", "link.advertised", both, 2,
		  (struct verdict){ NA_PASS, NULL, text, NULL });
	check_two("link.advertised=1000baseT/Full", "link.advertised", both, 2,
		  FAIL("link.advertised lacks Pause", text, "1000baseT/Full"));
	check_two("link.advertised=1000baseT/Full,Pause,100baseT/Half", "link.advertised", both, 2,
		  FAIL("link.advertised has 100baseT/Half", text));
	check_two("link.advertised=", "link.advertised", both, 2,
		  FAIL("link.advertised lacks 1000baset/full, Pause", text, "none"));
	check_two("link.advertised!denied", "link.advertised", both, 2, UNKNOWN("link.advertised: needs root", text));
}

static void test_maximum_and_minimum(void **state)
{
	check("ring.rx=4096 ring.rx-max=4096", "ring.rx", is(NA_OP_MAXIMUM, "max"), PASS);
	check("ring.rx=512 ring.rx-max=4096", "ring.rx", is(NA_OP_MAXIMUM, "max"),
	      FAIL("ring.rx is 512, not 4096", "max (= 4096)", "512"));
	check("ring.rx=512 ring.rx-max!unsupported", "ring.rx", is(NA_OP_MAXIMUM, "max"),
	      UNKNOWN("max: ring.rx-max: not reported by the driver"));
	check("ring.rx!denied ring.rx-max=4096", "ring.rx", is(NA_OP_MAXIMUM, "max"), UNKNOWN("ring.rx: needs root"));
	check("link.mtu=68 link.mtu-min=68", "link.mtu", is(NA_OP_MINIMUM, "min"), PASS);
	check("link.mtu=1500 link.mtu-min=68", "link.mtu", is(NA_OP_MINIMUM, "min"),
	      FAIL("link.mtu is 1500, not 68", "min (= 68)"));
	check("link.mtu=1500", "link.mtu", is(NA_OP_MINIMUM, "min"), UNKNOWN("min: link.mtu-min: not read"));
}

static void test_present_and_absent(void **state)
{
	struct na_condition present = is(NA_OP_PRESENT, "present"), absent = is(NA_OP_MISSING, "absent");

	check("link.partner=100baseT/Full link.detected=on", "link.partner", present, PASS);
	check("link.partner!unsupported link.detected=on", "link.partner", present,
	      FAIL("link.partner is not there: not reported by the driver", NULL, "absent"));
	check("link.partner!denied link.detected=on", "link.partner", present, UNKNOWN("link.partner: needs root"));
	check("link.partner!unsupported link.detected=on", "link.partner", absent, PASS);
	check("link.partner=Pause link.detected=on", "link.partner", absent,
	      FAIL("link.partner is Pause, and must not be there", NULL, "Pause"));
	check("link.partner!unread link.detected=on", "link.partner", absent, UNKNOWN("link.partner: not read"));
	check("ring.rx!absent", "ring.rx", absent, UNKNOWN("ring.rx: this kernel cannot be asked"));

	/* a family is read whole: what is not in it is not there */
	check("private-flag.legacy-rx=on", "private-flag.vf-ipsec", absent, PASS);
	check("private-flag.legacy-rx=on", "private-flag.vf-ipsec", present,
	      FAIL("private-flag.vf-ipsec is not there: not reported by the driver"));
	check("private-flag.*!unsupported", "private-flag.vf-ipsec", absent, PASS);
	check("private-flag.*!denied", "private-flag.vf-ipsec", absent, UNKNOWN("private-flag.vf-ipsec: needs root"));
	check("", "private-flag.vf-ipsec", absent, UNKNOWN("private-flag.vf-ipsec: not read"));
}

static void test_terms(void **state)
{
	struct na_condition queues = policy_is(
		policy, NA_OP_EQUAL, "= min(count(pci.local-cpus), channel.combined-max)", 1,
		term_two(policy, NA_TERM_MIN, term_count("pci.local-cpus"), term_fact("channel.combined-max")));
	struct na_condition most =
		policy_is(policy, NA_OP_EQUAL, "= max(2, count(link.supported))", 1,
			  term_two(policy, NA_TERM_MAX, term_value(na_uint(2)), term_count("link.supported")));
	struct na_condition online =
		policy_is(policy, NA_OP_AT_MOST, "<= count(cpu.online)", 1, term_count("cpu.online"));

	check("channel.combined=8 channel.combined-max=64 pci.local-cpus=0-3,8-11", "channel.combined", queues, PASS);
	check("channel.combined=4 channel.combined-max=4 pci.local-cpus=0-3,8-11", "channel.combined", queues, PASS);
	check("channel.combined=4 channel.combined-max=64 pci.local-cpus=0-3,8-10,15", "channel.combined", queues,
	      FAIL("channel.combined is 4, not 8", "min(count(pci.local-cpus), channel.combined-max) = 8"));
	/* not even where the other one would be less */
	check("channel.combined=4 channel.combined-max=4", "channel.combined", queues,
	      UNKNOWN("min(count(pci.local-cpus), channel.combined-max): pci.local-cpus: not read"));
	check("channel.combined=4 channel.combined-max=4 pci.local-cpus=all", "channel.combined", queues,
	      UNKNOWN("min(count(pci.local-cpus), channel.combined-max): pci.local-cpus: 'all' is not understood"));
	check("channel.combined=3 link.supported=TP,MII,Pause", "channel.combined", most, PASS);
	check("channel.combined=2 link.supported=TP", "channel.combined", most, PASS);
	check("channel.combined=2 link.supported=TP,MII,Pause", "channel.combined", most,
	      FAIL("channel.combined is 2, not 3", "max(2, count(link.supported)) = 3"));
	check("channel.combined=8|cpu.online=0-7", "channel.combined", online, PASS);
	check("channel.combined=9|cpu.online=0-7", "channel.combined", online,
	      FAIL("channel.combined is 9, not at most 8", "<= count(cpu.online) = 8"));
	check("channel.combined=9", "channel.combined", online, UNKNOWN("<= count(cpu.online): cpu.online: not read"));
}

/* What came out of the talk with the partner means nothing without one. */
static void test_link_down(void **state)
{
	struct na_condition fast = is_value(NA_OP_AT_LEAST, ">= 10000", na_uint(10000));
	struct na_condition full = is_value(NA_OP_EQUAL, "full", na_string("full"));

	check("link.speed=10000 link.detected=on", "link.speed", fast, PASS);
	check("link.speed=1000 link.detected=on", "link.speed", fast, FAIL("link.speed is 1000, not at least 10000"));
	check("link.speed!unknown link.detected=on", "link.speed", fast,
	      UNKNOWN("link.speed: the driver does not know"));
	check("link.speed=1000 link.detected=off link.admin=up", "link.speed", fast,
	      UNKNOWN("link.speed: the link is down"));
	check("link.speed!unknown link.detected=off link.admin=down", "link.speed", fast,
	      UNKNOWN("link.speed: the link is down"));
	check("link.duplex=half link.detected!unsupported link.carrier=off", "link.duplex", full,
	      UNKNOWN("link.duplex: the link is down"));
	check("link.duplex=half link.admin=down", "link.duplex", full, UNKNOWN("link.duplex: the link is down"));
	check("link.partner!unsupported link.detected=off", "link.partner", is(NA_OP_MISSING, "absent"),
	      UNKNOWN("link.partner: the link is down"));
	/* what is set, is set without a link as well */
	check("link.autoneg=off link.detected=off", "link.autoneg", is_value(NA_OP_EQUAL, "on", na_bool(true)),
	      FAIL("link.autoneg is off, not on"));
}

static void test_nominal_speed(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;

	policy_expect(policy, rule, "link.speed", is_value(NA_OP_EQUAL, "1", na_uint(1)));
	facts_nic(now, "veth0", "link.speed=10000 link.detected=on")->is_virtual = true;
	facts_nic(now, "eno1", "link.speed!unknown link.detected=on")->driver = "virtio_net";
	report = policy_run(policy, now, NULL, "one");
	assert_int_equal(report->n_checks, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(report->checks[i].status, NA_NOT_APPLICABLE);
		assert_string_equal(report->checks[i].message, "its speed is nominal");
	}
	na_report_free(report);
	na_snapshot_free(now);
}

/* The checks of a glob, as "name status" separated by bars. */
static void check_glob(const char *words, const char *glob, struct na_condition condition, const char *expected)
{
	struct na_snapshot *now = host(words);
	struct na_report *report;
	char text[512] = "";

	rule->n_expect = 0;
	policy_expect(policy, rule, glob, condition);
	report = policy_run(policy, now, NULL, "one");
	for (size_t i = 0; i < report->n_checks; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s %s", i ? " | " : "",
			 report->checks[i].fact, na_status_name(report->checks[i].status));
	assert_string_equal(text, expected);
	na_report_free(report);
	na_snapshot_free(now);
}

static void test_globs(void **state)
{
	struct na_condition off = is_value(NA_OP_EQUAL, "off", na_bool(false)), max = is(NA_OP_MAXIMUM, "max"),
			    big = is_value(NA_OP_AT_LEAST, ">= 512", na_uint(512)),
			    absent = is(NA_OP_MISSING, "absent");

	check_glob("feature.rx-gro=on feature.rx-lro=off feature.tx-gso=on", "feature.rx-*", off,
		   "feature.rx-gro fail | feature.rx-lro pass");
	check_glob("feature.rx-gro=off feature.tx-gso=on", "feature.*", off,
		   "feature.rx-gro pass | feature.tx-gso fail");
	check_glob("feature.*!denied", "feature.*", off, "feature.* unknown");
	check_glob("feature.rx-gro=off", "*rx-gro", off, "feature.rx-gro pass");
	/* maxima have no maximum, and a switch is not at least 512; what the driver has not is no fact */
	check_glob("ring.rx=512 ring.rx-max=512 ring.tx=256 ring.tx-max=512 ring.tx-push=on ring.rx-mini!unsupported",
		   "ring.*", max, "ring.rx pass | ring.tx fail");
	check_glob("ring.rx=512 ring.tx=256 ring.tx-push=on ring.tcp-data-split=off ring.cqe-size!absent", "ring.*",
		   big, "ring.rx pass | ring.tx fail");
	check_glob("ring.rx=512 ring.tx!denied", "ring.?x", big, "ring.rx pass | ring.tx unknown");
	/* a name before it is a glob */
	check_glob("private-flag.f[0]=on private-flag.f0=on", "private-flag.f[0]", off, "private-flag.f[0] fail");
	check_glob("private-flag.f0=on", "private-flag.f[0]", off, "private-flag.f0 fail");
	/* nothing at all */
	check_glob("link.mtu=1500", "ring.*", big, "ring.* unknown");
	check_glob("ring.rx!unsupported", "ring.*", big, "ring.* unknown");
	check_glob("link.mtu=1500", "private-flag.*", absent, "private-flag.* not-applicable");
	check_glob("private-flag.*!unsupported", "private-flag.*", absent, "private-flag.* pass");
	check_glob("private-flag.legacy-rx=on", "private-flag.*", absent, "private-flag.legacy-rx fail");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ONE_RULE_TEST(test_equal),
		ONE_RULE_TEST(test_unequal),
		ONE_RULE_TEST(test_order),
		ONE_RULE_TEST(test_range),
		ONE_RULE_TEST(test_one_of),
		ONE_RULE_TEST(test_has_and_lacks),
		ONE_RULE_TEST(test_maximum_and_minimum),
		ONE_RULE_TEST(test_present_and_absent),
		ONE_RULE_TEST(test_terms),
		ONE_RULE_TEST(test_link_down),
		ONE_RULE_TEST(test_nominal_speed),
		ONE_RULE_TEST(test_globs),
	};

	return TESTING_RUN(tests);
}
