/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Policies that can be loaded: every operator, every section, includes; and that they mean what they say. */
#include "testing.h"

#include "policy_text.h"

#define HEAD "nicaudit-policy: 1\n"

/* A file, and a list of them. */
#define F(name_, text_) ((struct memory_file){ .name = name_, .text = text_ })
#define FILES(...) ((struct memory_file[]){ __VA_ARGS__, { .name = NULL } })

/* What is loaded from p.yaml of those files. */
static struct na_policy *load(struct memory_file *files)
{
	const struct na_policy_files from = { read_memory, files };
	struct na_policy *policy = NULL;
	struct na_error error = { 0 };

	assert_ok(na_policy_load("p.yaml", &from, &policy, &error), &error);
	return policy;
}

static struct na_policy *load_text(const char *text)
{
	return load(FILES(F("p.yaml", text)));
}

static void assert_loads(const char *text, const char *wanted)
{
	struct na_policy *policy = load_text(text);
	char *got = policy_text(policy);

	assert_string_equal(got, wanted);
	free(got);
	na_policy_free(policy);
}

static const char *refused(struct memory_file *files)
{
	static struct na_error error;
	const struct na_policy_files from = { read_memory, files };
	struct na_policy *policy = NULL;

	error = (struct na_error){ 0 };
	if (!na_policy_load("p.yaml", &from, &policy, &error))
		fail_msg("it can be loaded");
	assert_null(policy);
	return error.text;
}

/* One line of expect: is understood so. */
static void assert_line(const char *line, const char *wanted)
{
	char text[1024], all[1024];

	snprintf(text, sizeof(text), HEAD "rules:\n  - id: r\n    expect:\n      %s\n", line);
	snprintf(all, sizeof(all), "rule r warning\n  match virtual -1\n  %s\n", wanted);
	assert_loads(text, all);
}

static void test_operators(void **state)
{
	assert_line("link.mtu: 9000", "link.mtu (link.mtu): = value(number 9000) '9000'");
	assert_line("link.mtu: \"9000\"", "link.mtu (link.mtu): = value(number 9000) '9000'");
	assert_line("link.mtu: '= 9000'", "link.mtu (link.mtu): = value(number 9000) '9000'");
	assert_line("link.mtu: '!= 9000'", "link.mtu (link.mtu): != value(number 9000) '!= 9000'");
	assert_line("link.speed: \">= 10000\"", "link.speed (link.speed): >= value(number 10000) '>= 10000'");
	assert_line("link.speed: '>=10000'", "link.speed (link.speed): >= value(number 10000) '>= 10000'");
	assert_line("link.speed: ' >  1000 '", "link.speed (link.speed): > value(number 1000) '> 1000'");
	assert_line("link.speed: '<= 1000'", "link.speed (link.speed): <= value(number 1000) '<= 1000'");
	assert_line("link.speed: '< 1000'", "link.speed (link.speed): < value(number 1000) '< 1000'");
	assert_line("ring.tx: 512..4096", "ring.tx (ring.tx): range value(number 512) value(number 4096) '512..4096'");
	assert_line("ring.tx: ' 512 .. ring.tx-max'",
		    "ring.tx (ring.tx): range value(number 512) fact(ring.tx-max) '512..ring.tx-max'");
	assert_line("link.speed: {one-of: [1000, 10G]}",
		    "link.speed (link.speed): one-of value(number 1000) value(number 10000) 'one-of 1000 10000'");
	assert_line("fec.active: {one-of: rs}", "fec.active (fec.active): one-of value(string rs) 'one-of rs'");
	assert_line("link.advertised: {has: [1000baseT/Full, TP], lacks: 10baseT/Half}",
		    "link.advertised (link.advertised): has value(string 1000baseT/Full) value(string TP) "
		    "'has 1000baseT/Full TP': lacks value(string 10baseT/Half) 'lacks 10baseT/Half'");
	assert_line("ring.rx: max", "ring.rx (ring.rx): maximum 'max'");
	assert_line("link.mtu: min", "link.mtu (link.mtu): minimum 'min'");
	assert_line("link.partner: present", "link.partner (link.partner): present 'present'");
	assert_line("link.partner: absent", "link.partner (link.partner): missing 'absent'");
	assert_line("stats.rx_errors: absent", "stats.rx_errors (stats.rx_errors): missing 'absent'");
}

static void test_terms(void **state)
{
	assert_line("ring.rx: '= ring.rx-max'", "ring.rx (ring.rx): = fact(ring.rx-max) '= ring.rx-max'");
	assert_line("pci.speed: '>= pci.width'", "pci.speed (pci.speed): >= fact(pci.width) '>= pci.width'");
	assert_line("channel.combined: \"= min(count(pci.local-cpus), channel.combined-max)\"",
		    "channel.combined (channel.combined): = min( count(pci.local-cpus) fact(channel.combined-max)) "
		    "'= min(count(pci.local-cpus), channel.combined-max)'");
	assert_line("channel.rx: '<= max( 2,min(4 ,channel.rx-max) )'",
		    "channel.rx (channel.rx): <= max( value(number 2) min( value(number 4) fact(channel.rx-max))) "
		    "'<= max(2, min(4, channel.rx-max))'");
	assert_line("channel.rx: '= count(rss.table)'",
		    "channel.rx (channel.rx): = count(rss.table) '= count(rss.table)'");
	assert_line("pause.tx: '= pause.rx'", "pause.tx (pause.tx): = fact(pause.rx) '= pause.rx'");
	assert_line("pause.tx: '!= feature.tso'",
		    "pause.tx (pause.tx): != fact(feature.tx-tcp-segmentation) '!= feature.tx-tcp-segmentation'");
	assert_line("pause.tx: '= off'", "pause.tx (pause.tx): = value(switch off) 'off'");
	assert_line("link.advertised: '= link.supported'",
		    "link.advertised (link.advertised): = fact(link.supported) '= link.supported'");
	assert_line("link.mdix: '= link.mdix-ctrl'",
		    "link.mdix (link.mdix): = fact(link.mdix-ctrl) '= link.mdix-ctrl'");
	assert_line("link.master-slave-state: '!= slave'",
		    "link.master-slave-state (link.master-slave-state): != value(string slave) '!= slave'");
	assert_line("qdisc.root: '= net.default-qdisc'",
		    "qdisc.root (qdisc.root): = fact(net.default-qdisc) '= net.default-qdisc'");
	assert_line("link.alias: '= port 7'", "link.alias (link.alias): = value(string port 7) 'port 7'");
}

/* Typed by the attribute, not by YAML. */
static void test_values(void **state)
{
	static const char *const on[] = { "on", "yes", "true", "True", "ON", "\"on\"", "'yes'" };
	static const char *const off[] = { "off", "no", "false", "False", "\"off\"" };
	char line[64];

	for (size_t i = 0; i < sizeof(on) / sizeof(on[0]); i++) {
		snprintf(line, sizeof(line), "link.autoneg: %s", on[i]);
		assert_line(line, "link.autoneg (link.autoneg): = value(switch on) 'on'");
	}
	for (size_t i = 0; i < sizeof(off) / sizeof(off[0]); i++) {
		snprintf(line, sizeof(line), "link.autoneg: %s", off[i]);
		assert_line(line, "link.autoneg (link.autoneg): = value(switch off) 'off'");
	}
	assert_line("link.speed: 2.5G", "link.speed (link.speed): = value(number 2500) '2500'");
	assert_line("link.speed: 100M", "link.speed (link.speed): = value(number 100) '100'");
	assert_line("link.speed: 1.6T", "link.speed (link.speed): = value(number 1600000) '1600000'");
	assert_line("pci.speed: '>= 2.5'", "pci.speed (pci.speed): >= value(number 2.5) '>= 2.5'");
	assert_line("link.mdix: true", "link.mdix (link.mdix): = value(string on) 'on'");
	assert_line("bond.mode: 802.3ad", "bond.mode (bond.mode): = value(string 802.3ad) '802.3ad'");
	assert_line("link.alias: 12", "link.alias (link.alias): = value(string 12) '12'");
	assert_line("link.alias: max", "link.alias (link.alias): = value(string max) 'max'");
	assert_line("driver.firmware: 5..6", "driver.firmware (driver.firmware): = value(string 5..6) '5..6'");
	assert_line("link.address: 02:00:00:AB:cd:01",
		    "link.address (link.address): = value(string 02:00:00:ab:cd:01) '02:00:00:ab:cd:01'");
	assert_line("rss.key: 6d:5A:ff", "rss.key (rss.key): = value(bytes 6d:5a:ff) '6d:5a:ff'");
	assert_line("rss.table: [0, 1, 0]", "rss.table (rss.table): = value(list of numbers 0 1 0) '0 1 0'");
	assert_line("wol.modes: []", "wol.modes (wol.modes): = value(list of words none) 'none'");
	assert_line("wol.modes: magic", "wol.modes (wol.modes): = value(list of words magic) 'magic'");
	assert_line("wol.modes: [magic, arp]", "wol.modes (wol.modes): = value(list of words magic arp) 'magic arp'");
	assert_line("features.fixed: {has: tso}",
		    "features.fixed (features.fixed): has value(string tx-tcp-segmentation) 'has tx-tcp-segmentation'");
	assert_line("link.mtu: 18446744073709551615",
		    "link.mtu (link.mtu): = value(number 18446744073709551615) '18446744073709551615'");
}

static void test_rates(void **state)
{
	assert_line("stats.rx_errors: {rate: 0}",
		    "stats.rx_errors (stats.rx_errors): rate = value(number 0) 'rate = 0'");
	assert_line("counter.rx_crc_errors: {rate: \"<= 36/h\"}",
		    "counter.rx_crc_errors (counter.rx_crc_errors): rate <= value(number 0.01) 'rate <= 36/h'");
	assert_line("stats.rx_errors: {rate: < 0.5/s}",
		    "stats.rx_errors (stats.rx_errors): rate < value(number 0.5) 'rate < 0.5/s'");
	assert_line(
		"stats.rx_bytes: {rate: 864/d..6/min}",
		"stats.rx_bytes (stats.rx_bytes): rate range value(number 0.01) value(number 0.1) 'rate 864/d..6/min'");
}

static void test_names(void **state)
{
	assert_line("tso: on", "feature.tx-tcp-segmentation (feature.tx-tcp-segmentation): = value(switch on) 'on'");
	assert_line("feature.lro: off", "feature.rx-lro (feature.rx-lro): = value(switch off) 'off'");
	assert_line("feature.*: on", "glob feature.*: = value(switch on) 'on'");
	assert_line("ring.rx*: max", "glob ring.rx*: maximum 'max'");
	assert_line("'ring.rx*': '>= 512'", "glob ring.rx*: >= value(number 512) '>= 512'");
	assert_line("'*.tx-push': on", "glob *.tx-push: = value(switch on) 'on'");
	assert_line("counter.rx_*errors: {rate: 0}", "glob counter.rx_*errors: rate = value(number 0) 'rate = 0'");
	assert_line("\"counter.rx[0] packets\": present", "glob counter.rx[0] packets: present 'present'");
	assert_line("\"counter.a: b#2\": present", "counter.a: b#2 (counter.a: b#2): present 'present'");
	assert_line("rss.fields.tcp4: [ip-src, ip-dst]",
		    "rss.fields.tcp4 (rss.fields.tcp4): = value(list of words ip-src ip-dst) 'ip-src ip-dst'");
}

/* What a glob's condition says nothing about. */
static void test_fits(void **state)
{
	struct na_policy *policy = load_text(HEAD "rules: [{id: r, expect: {ring.rx*: max, 'link.*': 1500, 'stats.*': "
						  "{rate: 0}, 'eee.*': {has: [TP]}, 'pci.*': '>= 8', 'bond.*': "
						  "present}}]\n");
	const struct na_expectation *e = policy->rules[0].expect;

	assert_true(na_condition_fits(e[0].conditions, NA_RING_RX));
	assert_false(na_condition_fits(e[0].conditions, NA_RING_RX_MAX));
	assert_false(na_condition_fits(e[0].conditions, NA_RING_RX_PUSH));
	assert_true(na_condition_fits(e[1].conditions, NA_LINK_MTU));
	assert_false(na_condition_fits(e[1].conditions, NA_LINK_AUTONEG));
	assert_false(na_condition_fits(e[1].conditions, NA_LINK_DUPLEX));
	assert_false(na_condition_fits(e[1].conditions, NA_LINK_DOWN_COUNT));
	assert_true(na_condition_fits(e[2].conditions, NA_STATS_RX_ERRORS));
	assert_false(na_condition_fits(e[2].conditions, NA_LINK_MTU));
	assert_true(na_condition_fits(e[3].conditions, NA_EEE_ADVERTISED));
	assert_false(na_condition_fits(e[3].conditions, NA_EEE_ENABLED));
	assert_true(na_condition_fits(e[4].conditions, NA_PCI_WIDTH));
	assert_true(na_condition_fits(e[4].conditions, NA_PCI_SPEED));
	assert_false(na_condition_fits(e[4].conditions, NA_PCI_ADDRESS));
	assert_true(na_condition_fits(e[5].conditions, NA_BOND_MODE));
	na_policy_free(policy);
}

static void test_match(void **state)
{
	assert_loads(
		HEAD "rules:\n"
		     "  - id: a-1\n"
		     "    why: |\n"
		     "      two\n"
		     "      lines\n"
		     "    severity: info\n"
		     "    match:\n"
		     "      name: [eno1, \"en*\"]\n"
		     "      driver: ixgbe\n"
		     "      kind: [bond]\n"
		     "      bus: 0000:3b:00.*\n"
		     "      netns: blue\n"
		     "      label: [storage]\n"
		     "      virtual: no\n"
		     "      facts: {link.speed: '>= 10G', link.detected: yes}\n"
		     "      not: {name: eno2, not: {virtual: true}}\n"
		     "    expect: {link.mtu: 9000}\n",
		"rule a-1 info why 'two\nlines\n'\n"
		"  match name 'eno1' 'en*' driver 'ixgbe' kind 'bond' bus '0000:3b:00.*' netns 'blue' label 'storage' "
		"virtual 0\n"
		"    link.speed (link.speed): >= value(number 10000) '>= 10000'\n"
		"    link.detected (link.detected): = value(switch on) 'on'\n"
		"  not name 'eno2' virtual -1\n"
		"  not virtual 1\n"
		"  link.mtu (link.mtu): = value(number 9000) '9000'\n");
	assert_loads(HEAD "rules: [{id: a, match: {}, expect: {link.mtu: 1}}]",
		     "rule a warning\n  match virtual -1\n  link.mtu (link.mtu): = value(number 1) '1'\n");
}

static void test_sections(void **state)
{
	assert_loads(HEAD "labels: {eno1: [storage, latency], \"eth*\": lab}\n",
		     "label eno1 'storage' 'latency'\nlabel eth* 'lab'\n");
	assert_loads(
		HEAD
		"groups: [{name: g, members: \"eno*\", same: [tso, ring.*, link.mtu], severity: critical, why: w}]\n",
		"group g critical members 'eno*' same 'feature.tx-tcp-segmentation' 'ring.*' 'link.mtu' why 'w'\n");
	assert_loads(
		HEAD "partners:\n"
		     "  eno1: {chassis: sw-a1, port: Ethernet1/7, speed: 10G, duplex: full, autoneg: on, mtu: 9216, "
		     "vlan: 120}\n"
		     "  eno2: {port: 7}\n",
		"partner eno1 chassis 'sw-a1' port 'Ethernet1/7' duplex 'full' speed 10000 mtu 9216 vlan 120 autoneg "
		"1\npartner eno2 port '7' speed 0 mtu 0 vlan 0 autoneg -1\n");
	assert_loads(HEAD "builtin: {severity: {half-duplex: info}, disable: [errors-rising, \"*-duplex\"]}\n",
		     "builtin errors-rising disabled -1\nbuiltin *-duplex disabled -1\nbuiltin half-duplex 0\n");
	assert_loads(HEAD
		     "waivers:\n"
		     "  - {rule: r, until: 2027-03-31, owner: netops, why: later}\n"
		     "  - {rule: \"half-*\", interface: \"eno*\", fact: \"ring.*\", until: \"1970-01-01\", owner: o, "
		     "why: w}\n"
		     "  - {rule: g, fact: lro, until: 2024-02-29, owner: o, why: w}\n"
		     "groups: [{name: g, members: [a], same: [link.mtu]}]\n"
		     "rules: [{id: r, expect: {link.mtu: present}}]\n",
		     "rule r warning\n  match virtual -1\n  link.mtu (link.mtu): present 'present'\n"
		     "group g warning members 'a' same 'link.mtu'\n"
		     "waiver r until 2027-03-31 1806537599999999999 owner netops why later\n"
		     "waiver half-* interface 'eno*' fact 'ring.*' until 1970-01-01 86399999999999 owner o why w\n"
		     "waiver g fact 'feature.rx-lro' until 2024-02-29 1709251199999999999 owner o why w\n");
	assert_loads(HEAD, "");
	assert_loads("\xef\xbb\xbf" HEAD "rules: []\r\nlabels: {}\r\n", "");
}

static void test_yaml(void **state)
{
	assert_loads(HEAD "labels:\n"
			  "  eno1: &words [storage, &one latency]\n"
			  "  eno2: *words\n"
			  "  eno3: *one\n",
		     "label eno1 'storage' 'latency'\nlabel eno2 'storage' 'latency'\nlabel eno3 'latency'\n");
	assert_loads(HEAD "rules:\n"
			  "  - {id: a, expect: &e {link.mtu: 1500}}\n"
			  "  - {id: b, expect: *e}\n",
		     "rule a warning\n  match virtual -1\n  link.mtu (link.mtu): = value(number 1500) '1500'\n"
		     "rule b warning\n  match virtual -1\n  link.mtu (link.mtu): = value(number 1500) '1500'\n");
	assert_loads("{\"nicaudit-policy\": 1, \"labels\": {\"caf\\u00e9\": [\"a\\/b\"]}}", "label café 'a/b'\n");
	assert_loads("%YAML 1.1\n---\n" HEAD "...\n", "");
}

/* The same policy in both notations. */
static void test_json(void **state)
{
	char *yaml = testing_read("tests/golden/policy-valid/everything.yaml", NULL);
	char *json = testing_read("tests/golden/policy-valid/everything.json", NULL);
	struct na_policy *a = load_text(yaml), *b = load_text(json);
	char *a_text = policy_text(a), *b_text = policy_text(b);

	assert_string_equal(a_text, b_text);
	assert_true(a->n_rules && a->n_groups && a->n_labels && a->n_partners && a->n_builtins && a->n_waivers);
	free(a_text);
	free(b_text);
	na_policy_free(a);
	na_policy_free(b);
	free(yaml);
	free(json);
}

static void test_places(void **state)
{
	struct na_policy *policy =
		load(FILES(F("p.yaml", HEAD "include: q\nwaivers:\n  - rule: r\n    until: 2030-01-01\n"
					    "    owner: o\n    why: w\n"),
			   F("q", HEAD "rules:\n  - id: r\n    expect:\n      link.mtu: 1500\n")));

	assert_string_equal(policy->path, "p.yaml");
	assert_string_equal(policy->rules[0].place.file, "q");
	assert_int_equal(policy->rules[0].place.line, 3);
	assert_int_equal(policy->rules[0].place.column, 5);
	assert_string_equal(policy->rules[0].expect[0].place.file, "q");
	assert_int_equal(policy->rules[0].expect[0].place.line, 5);
	assert_int_equal(policy->rules[0].expect[0].place.column, 7);
	assert_string_equal(policy->waivers[0].place.file, "p.yaml");
	assert_int_equal(policy->waivers[0].place.line, 4);
	na_policy_free(policy);
}

static void test_sha256(void **state)
{
	struct na_policy *policy = load_text(HEAD), *other = load_text(HEAD "\n");

	/* printf 'nicaudit-policy: 1\n' | sha256sum */
	assert_string_equal(policy->sha256, "55c28080a7ef5bdb7fcffbbc0acae079e93a970f3e9fb63ffc5e88f791d7cab4");
	assert_string_not_equal(policy->sha256, other->sha256);
	na_policy_free(policy);
	na_policy_free(other);
}

#define RULE(id) "rules: [{id: " id ", expect: {link.mtu: present}}]\n"

static void test_includes(void **state)
{
	struct na_policy *policy =
		load(FILES(F("p.yaml", HEAD RULE("p") "include: [a, b, a]\n"), F("a", HEAD "include: c\n" RULE("a")),
			   F("b", HEAD "include: c\n" RULE("b")), F("c", HEAD RULE("c"))));
	static const char *const order[] = { "c", "a", "b", "p" };

	assert_int_equal(policy->n_rules, 4);
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(policy->rules[i].id, order[i]);
	na_policy_free(policy);
}

static void test_cycles(void **state)
{
	assert_string_equal(refused(FILES(F("p.yaml", HEAD "include: p.yaml"))),
			    "p.yaml:2:10: 'p.yaml' includes itself, by way of this line");
	assert_string_equal(refused(FILES(F("p.yaml", HEAD "include: a"), F("a", HEAD "\ninclude: [b]"),
					  F("b", HEAD "include: [c, a]"), F("c", HEAD))),
			    "b:2:14: 'a' includes itself, by way of this line");
	assert_string_equal(refused(FILES(F("p.yaml", HEAD "include: a"))),
			    "p.yaml:2:10: a: No such file or directory");
	assert_string_equal(refused(FILES(F("q.yaml", HEAD))), "p.yaml: No such file or directory");
}

/* 16 deep is fine, one more is not. */
static void test_depth(void **state)
{
	enum { N = 18 };
	struct memory_file files[N + 1] = { { 0 } };
	char names[N][16], texts[N][64];
	struct na_policy *policy;

	for (int i = 0; i < N; i++) {
		snprintf(names[i], sizeof(names[0]), i ? "f%d" : "p.yaml", i);
		snprintf(texts[i], sizeof(texts[0]), HEAD "include: f%d\n", i + 1);
		files[i] = (struct memory_file){ names[i], texts[i], 0 };
	}
	assert_string_equal(refused(files), "f16:2:10: 'f17' is included 16 deep; more is not allowed");
	strcpy(texts[16], HEAD);
	policy = load(files);
	na_policy_free(policy);
}

static void test_no_error_wanted(void **state)
{
	const struct na_policy_files from = { read_memory, FILES(F("p.yaml", "rules: 1")) };
	struct na_policy *policy = NULL;

	assert_int_equal(na_policy_load("p.yaml", &from, &policy, NULL), -EINVAL);
	assert_int_equal(na_policy_load("q.yaml", &from, &policy, NULL), -ENOENT);
	na_policy_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_operators), cmocka_unit_test(test_terms),
		cmocka_unit_test(test_values),	  cmocka_unit_test(test_rates),
		cmocka_unit_test(test_names),	  cmocka_unit_test(test_fits),
		cmocka_unit_test(test_match),	  cmocka_unit_test(test_sections),
		cmocka_unit_test(test_yaml),	  cmocka_unit_test(test_json),
		cmocka_unit_test(test_places),	  cmocka_unit_test(test_sha256),
		cmocka_unit_test(test_includes),  cmocka_unit_test(test_cycles),
		cmocka_unit_test(test_depth),	  cmocka_unit_test(test_no_error_wanted),
	};

	return TESTING_RUN(tests);
}
