/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A policy written from what is: that it says what it should, that it is YAML, and that it then passes. */
#include <errno.h>
#include <yaml.h>

#include "policies.h"

static char *written(struct na_snapshot *now)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	assert_int_equal(na_snapshot_finish(now), 0);
	assert_int_equal(na_policy_init(file, now), 0);
	assert_int_equal(fclose(file), 0);
	return text;
}

static const char *scalar(yaml_document_t *doc, int index)
{
	yaml_node_t *node = yaml_document_get_node(doc, index);

	assert_int_equal(node->type, YAML_SCALAR_NODE);
	return (const char *)node->data.scalar.value;
}

static yaml_node_t *member(yaml_document_t *doc, yaml_node_t *map, const char *name)
{
	assert_int_equal(map->type, YAML_MAPPING_NODE);
	for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++)
		if (!strcmp(scalar(doc, p->key), name))
			return yaml_document_get_node(doc, p->value);
	return NULL;
}

/* The scalars of a list (or the one that stands in its place), ended by NULL. */
static const char **words(struct na_policy *policy, yaml_document_t *doc, yaml_node_t *list, size_t *n)
{
	size_t most = list->type == YAML_SEQUENCE_NODE ?
			      (size_t)(list->data.sequence.items.top - list->data.sequence.items.start) :
			      1;
	const char **out = policy_keep(policy, most + 1, sizeof(*out));

	for (*n = 0; *n < most; ++*n) {
		const char *word = list->type == YAML_SEQUENCE_NODE ? scalar(doc, list->data.sequence.items.start[*n]) :
								      (const char *)list->data.scalar.value;

		out[*n] = na_arena_intern(&policy->arena, word, strlen(word));
	}
	return out;
}

/* As much of a policy as is written here; values stay text, which na_check_run() can compare. */
static void load_rule(struct na_policy *policy, yaml_document_t *doc, yaml_node_t *node)
{
	const char *id = (const char *)member(doc, node, "id")->data.scalar.value;
	struct na_policy_rule *rule = policy_rule(policy, na_arena_intern(&policy->arena, id, strlen(id)), NULL);
	yaml_node_t *match = member(doc, node, "match"), *expect = member(doc, node, "expect");
	size_t n;

	assert_int_equal(id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-")], 0);
	for (size_t i = 0; i + 1 < policy->n_rules; i++)
		assert_string_not_equal(policy->rules[i].id, id);
	rule->match.name = words(policy, doc, member(doc, match, "name"), &n);
	if (member(doc, match, "netns"))
		rule->match.netns = words(policy, doc, member(doc, match, "netns"), &n);
	for (yaml_node_pair_t *p = expect->data.mapping.pairs.start; p < expect->data.mapping.pairs.top; p++) {
		const char *name = scalar(doc, p->key), **list;
		yaml_node_t *value = yaml_document_get_node(doc, p->value);
		bool has = value->type == YAML_MAPPING_NODE, is_list = has || value->type == YAML_SEQUENCE_NODE;
		struct na_value wanted;

		list = words(policy, doc, has ? member(doc, value, "has") : value, &n);
		wanted = is_list ? na_list(list, (uint32_t)n) : na_string(list[0]);
		policy_expect(policy, rule, na_arena_intern(&policy->arena, name, strlen(name)),
			      policy_is(policy, has ? NA_OP_HAS : NA_OP_EQUAL, "x", 1, term_value(wanted)));
	}
}

static struct na_policy *load(const char *text)
{
	struct na_policy *policy = policy_new();
	yaml_parser_t parser;
	yaml_document_t doc;
	yaml_node_t *root, *rules;

	assert_int_equal(yaml_parser_initialize(&parser), 1);
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
	if (!yaml_parser_load(&parser, &doc))
		fail_msg("%s at line %zu:\n%s", parser.problem, parser.problem_mark.line + 1, text);
	root = yaml_document_get_root_node(&doc);
	assert_string_equal((const char *)member(&doc, root, "nicaudit-policy")->data.scalar.value, "1");
	rules = member(&doc, root, "rules");
	assert_int_equal(rules->type, YAML_SEQUENCE_NODE);
	for (int *item = rules->data.sequence.items.start; item < rules->data.sequence.items.top; item++)
		load_rule(policy, &doc, yaml_document_get_node(&doc, *item));
	yaml_document_delete(&doc);
	yaml_parser_delete(&parser);
	policy_builtin(policy, "*", true, -1);
	return policy;
}

/* All of it is about somebody, and passes. The number of checks. */
static size_t check_passes(const char *text, struct na_snapshot *now)
{
	struct na_policy *policy = load(text);
	struct na_report *report = policy_run(policy, now, NULL, NULL);
	size_t n = report->n_checks;

	for (size_t i = 0; i < n; i++)
		if (report->checks[i].status != NA_PASS)
			fail_msg("%s %s: %s\n%s", report->checks[i].rule, na_status_name(report->checks[i].status),
				 report->checks[i].message, text);
	na_report_free(report);
	policy_free(policy);
	return n;
}

#define ALIKE                                                                                                \
	"driver.name=ixgbe link.detected=on link.speed=10000 link.duplex=full link.autoneg=on "              \
	"link.supported=10000baseT/Full,Autoneg link.advertised=10000baseT/Full,Autoneg link.mtu=9000 "      \
	"feature.rx-gro=on feature.rx-lro=off feature.highdma=on features.fixed=highdma,rx-lro ring.rx=512 " \
	"ring.rx-max=4096 ring.tx!unsupported coalesce.rx-usecs=20 coalesce.use-adaptive-rx=on "             \
	"coalesce.tx-usecs=30 pause.autoneg=on pause.rx=on rss.function=toeplitz rss.fields.tcp4=ip-src "    \
	"stats.rx_errors=3 link.carrier-changes=7 link.address=00:11:22:33:44:55 fec.modes=auto,rs fec.active=rs"

static void test_what_is_written(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	char *text;

	now->host.hostname = "web1";
	for (char name[] = "eno1"; name[3] <= '3'; name[3]++) {
		struct na_nic *nic = facts_nic(now, name, ALIKE);

		nic->driver = "ixgbe";
		facts_add(now, &nic->facts, name[3] == '1' ? "driver.firmware=0x8000" : "driver.firmware=0x9000");
	}
	facts_nic(now, "eth0", "link.detected=off link.speed=100 link.duplex=half link.mtu=1500 feature.rx-gro=on");
	facts_nic(now, "veth0", "link.mtu=1500")->selected = false;
	text = written(now);
	assert_string_equal(
		text,
		"# What the interfaces of web1 were set to when this was written. All of it holds now: take out what may\n"
		"# change, say why about the rest (why: ...), and how bad a difference is (severity: info, warning or "
		"critical).\n"
		"# nicaudit-policy(5) describes the file.\n"
		"nicaudit-policy: 1\n"
		"rules:\n"
		"  # ixgbe, firmware 0x8000\n"
		"  - id: as-found-eno1\n"
		"    match: {name: [\"eno1\", \"eno2\", \"eno3\"]}\n"
		"    expect:\n"
		"      link.speed: 10000\n"
		"      link.duplex: full\n"
		"      link.autoneg: on\n"
		"      link.advertised: {has: [10000baseT/Full, Autoneg]}\n"
		"      link.mtu: 9000\n"
		"      feature.rx-gro: on\n"
		"      ring.rx: 512\n"
		"      coalesce.tx-usecs: 30\n"
		"      coalesce.use-adaptive-rx: on\n"
		"      pause.autoneg: on\n"
		"      fec.modes: [auto, rs]\n"
		"      rss.function: [toeplitz]\n"
		"\n"
		"  - id: as-found-eth0\n"
		"    match: {name: [\"eth0\"]}\n"
		"    expect:\n"
		"      link.mtu: 1500\n");
	assert_int_equal(check_passes(text, now), 3 * 12 + 1);
	/* what differs from what was written is found */
	((struct na_fact *)na_fact_find(&now->nics[1].facts, NA_RING_RX, NULL))->value.v.u = 256;
	{
		struct na_policy *policy = load(text);
		struct na_report *report = policy_run(policy, now, NULL, NULL);

		assert_int_equal(report->summary.status[NA_FAIL], 1);
		na_report_free(report);
		policy_free(policy);
	}
	free(text);
	na_snapshot_free(now);
}

/* Drivers, values and namespaces keep rules apart. */
static void test_rules_are_shared_by_what_is_alike(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_policy *policy;
	char *text;

	facts_nic(now, "eno1", "ring.rx=512")->driver = "ixgbe";
	facts_nic(now, "eno2", "ring.rx=512")->driver = "i40e";
	facts_nic(now, "eno3", "ring.rx=256")->driver = "ixgbe";
	facts_nic(now, "eno4", "ring.rx=512")->driver = "ixgbe";
	facts_nic(now, "eno1", "ring.rx=256")->netns = "blue";
	now->nics[4].driver = "ixgbe";
	text = written(now);
	policy = load(text);
	assert_int_equal(policy->n_rules, 4);
	assert_string_equal(policy->rules[0].match.name[1], "eno4");
	assert_int_equal(check_passes(text, now), 5);
	policy_free(policy);
	free(text);
	na_snapshot_free(now);
}

/* Names come from whoever may create an interface. */
static void test_hostile_names(void **state)
{
	static const char *const names[] = { "a\"b",	     "a\\b",	   "e*",	  "eth[0]",   "x: y",
					     "#z",	     "two\nlines", "\x1b[2J",	  "\xff\xfe", "\xc3\xa9",
					     "\xe2\x80\xae", "-",	   "~",		  "eth.1",    "eth-1",
					     "ETH-1",	     "em1\xff",	   "\xef\xbb\xbf" };
	struct na_snapshot *now = na_snapshot_new();
	char *text;

	now->host.hostname = "a\nnicaudit-policy: 2";
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char facts[40];

		snprintf(facts, sizeof(facts), "link.mtu=%zu", 1500 + i);
		facts_nic(now, names[i], facts)->driver = "bad\ndriver";
		facts_add(now, &now->nics[i].facts, "driver.firmware=#\x1b");
	}
	text = written(now);
	for (const char *p = text; *p; p++)
		assert_true(*p == '\n' || (unsigned char)*p >= 0x20);
	/* YAML cannot name two of them */
	assert_int_equal(check_passes(text, now), sizeof(names) / sizeof(names[0]) - 2);
	free(text);
	na_snapshot_free(now);
}

/* Keys that would be read as globs, and lists that nobody could read, are left out. */
static void test_what_is_left_out(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_nic *nic = facts_nic(now, "eno1",
				       "feature.rx-gro=on features.fixed!denied link.autoneg=off link.advertised=TP "
				       "pause.autoneg=off pause.rx=on ring.rx!denied fec.modes= wol.modes=magic");
	char *text;

	facts_nic(now, "eno2", "feature.rx-*=on feature.a:b=on features.fixed=");
	nic = &now->nics[0];
	nic->driver = "virtio_net";
	facts_add(now, &nic->facts, "link.speed=1000 link.duplex=full link.detected=on");
	text = written(now);
	assert_non_null(strstr(text, "    expect:\n"
				     "      link.autoneg: off\n"
				     "      pause.autoneg: off\n"
				     "      pause.rx: on\n"
				     "\n"));
	assert_non_null(strstr(text, "    expect:\n"
				     "      \"feature.a:b\": on\n"));
	assert_int_equal(check_passes(text, now), 4);
	free(text);
	na_snapshot_free(now);
}

static void test_nothing(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	char *text;

	facts_nic(now, "eno1", "link.speed!denied");
	text = written(now);
	assert_non_null(strstr(text, "\nrules: []\n"));
	assert_int_equal(check_passes(text, now), 0);
	free(text);
	na_snapshot_free(now);
}

static void test_full_disk(void **state)
{
	struct na_snapshot *now = na_snapshot_new();
	FILE *file = fopen("/dev/full", "w");

	assert_non_null(file);
	setvbuf(file, NULL, _IONBF, 0);
	assert_int_equal(na_policy_init(file, now), -EIO);
	fclose(file);
	na_snapshot_free(now);
}

/* What real drivers gave, as recorded: the policy of it holds. */
static void test_recorded_hosts(void **state)
{
	static const char *const hosts[] = { "linux-6.12-eight", "linux-6.12-bond", "linux-6.1-eight", "veth",
					     "virtio" };

	for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++) {
		char name[80], *json, *text;
		struct na_snapshot *now;
		struct na_error error;
		size_t len;

		snprintf(name, sizeof(name), "tests/replay/%s/snapshot.json", hosts[i]);
		json = testing_read(name, &len);
		assert_ok(na_snapshot_from_json(json, len, name, &now, &error), &error);
		for (size_t k = 0; k < now->n_nics; k++)
			now->nics[k].selected = true;
		text = written(now);
		assert_true(check_passes(text, now) > 0);
		free(text);
		free(json);
		na_snapshot_free(now);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_written), cmocka_unit_test(test_rules_are_shared_by_what_is_alike),
		cmocka_unit_test(test_hostile_names),	cmocka_unit_test(test_what_is_left_out),
		cmocka_unit_test(test_nothing),		cmocka_unit_test(test_full_disk),
		cmocka_unit_test(test_recorded_hosts),
	};

	return TESTING_RUN(tests);
}
