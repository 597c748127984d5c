/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The model: arena, errors, the attribute table, values, and facts in order. */
#include "testing.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "nicaudit/snapshot.h"

#define N(array) (sizeof(array) / sizeof(array[0]))

/* Arena */

static void test_arena_alloc(void **state)
{
	struct na_arena arena = { 0 };
	unsigned char *p[300];

	for (size_t i = 0; i < N(p); i++) {
		p[i] = na_arena_alloc(&arena, i * 7);
		assert_non_null(p[i]);
		assert_int_equal((uintptr_t)p[i] % _Alignof(max_align_t), 0);
		for (size_t j = 0; j < i * 7; j++)
			assert_int_equal(p[i][j], 0);
		memset(p[i], 0xa5, i * 7);
	}
	/* larger than a chunk */
	assert_non_null(na_arena_alloc(&arena, 1 << 20));
	assert_string_equal(na_arena_dup(&arena, "word", 5), "word");
	assert_string_equal(na_arena_printf(&arena, "%s-%d", "rx", 7), "rx-7");
	assert_false(arena.oom);
	na_arena_clear(&arena);
	assert_null(arena.chunks);
	na_arena_clear(&arena); /* an empty one is fine */
}

static void test_arena_too_much(void **state)
{
	struct na_arena arena = { 0 };

	assert_null(na_arena_alloc(&arena, SIZE_MAX));
	assert_true(arena.oom);
	assert_non_null(na_arena_alloc(&arena, 8));
	assert_true(arena.oom); /* stays */
	na_arena_clear(&arena);
	assert_false(arena.oom);
}

static void test_arena_intern(void **state)
{
	struct na_arena arena = { 0 };
	const char *first[2000];
	char name[32];

	for (size_t i = 0; i < N(first); i++) {
		int len = snprintf(name, sizeof(name), "rx_queue_%zu_packets", i);

		first[i] = na_arena_intern(&arena, name, (size_t)len);
		assert_string_equal(first[i], name);
	}
	for (size_t i = 0; i < N(first); i++) {
		int len = snprintf(name, sizeof(name), "rx_queue_%zu_packets", i);

		assert_ptr_equal(na_arena_intern(&arena, name, (size_t)len), first[i]);
	}
	/* by length: the string need not end there; neither is a prefix the whole */
	assert_ptr_equal(na_arena_intern(&arena, "rx_queue_7_packets and more", 18), first[7]);
	assert_ptr_not_equal(na_arena_intern(&arena, "rx_queue_7", 10), first[7]);
	assert_string_equal(na_arena_intern(&arena, "rx_queue_7", 10), "rx_queue_7");
	assert_string_equal(na_arena_intern(&arena, "", 0), "");
	na_arena_clear(&arena);
}

/* Errors and nearest words */

static void test_error(void **state)
{
	struct na_error error = { 0 };
	char longer[1000];

	assert_int_equal(na_error_set(&error, ENOENT, "no interface '%s'", "a\033[2Jb\n\177"), -ENOENT);
	assert_int_equal(error.err, ENOENT);
	assert_string_equal(error.text, "no interface 'a\\x1b[2Jb\\x0a\\x7f'");
	assert_int_equal(na_error_set(NULL, EIO, "nobody listens"), -EIO);
	memset(longer, 1, sizeof(longer));
	longer[sizeof(longer) - 1] = 0;
	na_error_set(&error, EIO, "%s", longer);
	assert_true(strlen(error.text) < sizeof(error.text));
}

static void test_errno_names(void **state)
{
	assert_string_equal(na_errno_name(EOPNOTSUPP), "EOPNOTSUPP");
	assert_int_equal(na_errno_value("EOPNOTSUPP"), EOPNOTSUPP);
	assert_int_equal(na_errno_value("EPERM"), EPERM);
	assert_int_equal(na_errno_value("ENOSUCHTHING"), 0);
	assert_int_equal(na_errno_value(""), 0);
	assert_null(na_errno_name(0));
	assert_null(na_errno_name(524)); /* the kernel's ENOTSUPP, which is nobody's in user space */
	assert_null(na_errno_name(-1));
}

static void test_nearest(void **state)
{
	static const char *const words[] = { "link.speed", "link.duplex", NULL, "ring.rx", "ring.tx" };
	char longer[200];

	assert_string_equal(na_nearest("link.sped", words, N(words)), "link.speed");
	assert_string_equal(na_nearest("link.spede", words, N(words)), "link.speed"); /* swapped neighbours */
	assert_string_equal(na_nearest("ring.tx", words, N(words)), "ring.tx");
	assert_string_equal(na_nearest("rng.rx", words, N(words)), "ring.rx");
	assert_null(na_nearest("temperature", words, N(words)));
	assert_null(na_nearest("", words, N(words)));
	assert_null(na_nearest("x", NULL, 0));
	memset(longer, 'x', sizeof(longer));
	longer[sizeof(longer) - 1] = 0;
	assert_null(na_nearest(longer, words, N(words)));
}

/* The attribute table */

static void test_table_is_sound(void **state)
{
	const char *key;

	for (size_t i = NA_ATTR_UNKNOWN + 1; i < NA_N_ATTRS; i++) {
		const struct na_attr *attr = &na_attrs[i];
		bool family = attr->flags & NA_FAMILY;

		if (!attr->name || !attr->doc || attr->type == NA_NONE || attr->type == NA_JSON)
			fail_msg("row %zu (%s) lacks a name, a type or a doc", i, attr->name);
		if (family != (attr->name[strlen(attr->name) - 1] == '.'))
			fail_msg("%s: the name of a family, and only that, ends in a dot", attr->name);
		if (strspn(attr->name, "abcdefghijklmnopqrstuvwxyz0123456789_-.") != strlen(attr->name))
			fail_msg("%s: a name in other characters", attr->name);
		if (!family && (na_attr_find(attr->name, &key) != i || key))
			fail_msg("%s: found as %s", attr->name, na_attrs[na_attr_find(attr->name, &key)].name);
		if (attr->max && (attr->max >= NA_N_ATTRS || na_attrs[attr->max].type != attr->type))
			fail_msg("%s: its maximum is of another type", attr->name);
		if (attr->set.msg && !attr->order)
			fail_msg("%s can be set, but has no place in the order", attr->name);
	}
}

static void test_attr_find(void **state)
{
	const char *name;
	const char *key = "left over";

	assert_int_equal(na_attr_find("link.speed", &key), NA_LINK_SPEED);
	assert_null(key);
	name = "feature.rx-gro";
	assert_int_equal(na_attr_find(name, &key), NA_FEATURE);
	assert_ptr_equal(key, name + 8); /* borrowed */
	assert_int_equal(na_attr_find("features.fixed", &key), NA_FEATURES_FIXED);
	assert_null(key);

	/* an attribute of its own inside of a family, and another name of that family */
	assert_int_equal(na_attr_find("standard.pause.rx-frames", &key), NA_STANDARD_PAUSE_RX_FRAMES);
	assert_null(key);
	assert_int_equal(na_attr_find("standard.rmon.UndersizePkts", &key), NA_STANDARD);
	assert_string_equal(key, "rmon.UndersizePkts");
	assert_int_equal(na_attr_find("rss.fields.tcp4", &key), NA_RSS_FIELDS);
	assert_string_equal(key, "tcp4");

	/* what drivers call their counters */
	assert_int_equal(na_attr_find("counter.[0]: rx_packets.*", &key), NA_COUNTER);
	assert_string_equal(key, "[0]: rx_packets.*");
	assert_int_equal(na_attr_find("counter.*", &key), NA_COUNTER);
	assert_string_equal(key, "*");
}

static void test_attr_find_nothing(void **state)
{
	static const char *const names[] = {
		"",	 ".",	       "link",	     "link.",	  "link.speedy",    "feature.",	    "counter.",
		"speed", "LINK.SPEED", "rss.fields", "rss.other", "nothing.at.all", "link.speed.x", "link.speed "
	};
	const char *key;

	for (size_t i = 0; i < N(names); i++) {
		key = "left over";
		if (na_attr_find(names[i], &key) != NA_ATTR_UNKNOWN || key)
			fail_msg("'%s' was found", names[i]);
	}
}

static void test_attr_alias(void **state)
{
	const char *key;

	/* every alias of the table finds its row; one name, one meaning */
	for (size_t i = NA_ATTR_UNKNOWN + 1; i < NA_N_ATTRS; i++) {
		char words[256];

		snprintf(words, sizeof(words), "%s", na_attrs[i].aliases ? na_attrs[i].aliases : "");
		for (char *save, *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save))
			if (na_attr_find(word, &key) != i)
				fail_msg("the alias %s of %s finds another", word, na_attrs[i].name);
	}
	assert_string_equal(na_feature_alias("tso"), "tx-tcp-segmentation");
	assert_string_equal(na_feature_alias("large-receive-offload"), "rx-lro");
	assert_string_equal(na_feature_alias("gro"), "rx-gro");
	assert_null(na_feature_alias("rx-gro")); /* is the name itself */
	assert_null(na_feature_alias("ts"));
	assert_null(na_feature_alias(""));
}

static void test_attr_word(void **state)
{
	bool known;

	assert_string_equal(na_attr_word(&na_attrs[NA_LINK_DUPLEX], 1, &known), "full");
	assert_true(known);
	assert_null(na_attr_word(&na_attrs[NA_LINK_DUPLEX], 255, &known)); /* DUPLEX_UNKNOWN */
	assert_true(known);
	assert_null(na_attr_word(&na_attrs[NA_LINK_OPER], 77, &known));
	assert_false(known);
	assert_null(na_attr_word(&na_attrs[NA_LINK_OPER], UINT64_MAX, &known));
	assert_false(known);
}

static void test_link_modes(void **state)
{
	static const char *const mixed[] = { "Autoneg",	       "100baseT/Full", "1000baseT/Half",
					     "1000baseT/Full", "Pause",		"TP" };
	static const char *const none[] = { "Autoneg", "TP", "12345baseNew/Full" };
	struct na_value list = na_list(mixed, N(mixed));

	assert_int_equal(na_link_mode_find("2500baseT/Full")->speed, 2500);
	assert_int_equal(na_link_mode_find("2500baseT/Full")->medium, NA_MEDIUM_T);
	assert_null(na_link_mode_find("2500baset/full"));
	assert_string_equal(na_link_modes[NA_BIT_AUTONEG].name, "Autoneg");
	assert_string_equal(na_link_modes[NA_BIT_PAUSE].name, "Pause");
	assert_string_equal(na_link_modes[NA_BIT_ASYM_PAUSE].name, "Asym_Pause");
	assert_string_equal(na_link_mode_best(&list)->name, "1000baseT/Full");
	list = na_list(mixed, 3);
	assert_string_equal(na_link_mode_best(&list)->name, "1000baseT/Half");
	list = na_list(none, N(none));
	assert_null(na_link_mode_best(&list));
	list = na_list(NULL, 0);
	assert_null(na_link_mode_best(&list));
}

/* Values */

static const char *const ab[] = { "a", "b" }, *const ba[] = { "b", "a" }, *const aa[] = { "a", "a" };
static const uint32_t n12[] = { 1, 2 }, n21[] = { 2, 1 };
static const uint8_t bytes[] = { 0x00, 0x1b, 0xff };

static void test_value_equal(void **state)
{
	struct na_value different[] = {
		{ .type = NA_NONE },
		na_bool(false),
		na_bool(true),
		na_uint(0),
		na_uint(1),
		na_uint(UINT64_MAX),
		na_int(1),
		na_int(-1),
		na_real(1),
		na_real(2.5),
		na_string(""),
		na_string("1"),
		na_list(ab, 2),
		na_list(ab, 1),
		na_list(aa, 2),
		na_list(NULL, 0),
		{ .type = NA_NUMBERS, .n = 2, .v.numbers = n12 },
		{ .type = NA_NUMBERS, .n = 2, .v.numbers = n21 },
		{ .type = NA_NUMBERS },
		{ .type = NA_BYTES, .n = 3, .v.bytes = bytes },
		{ .type = NA_BYTES, .n = 2, .v.bytes = bytes },
		{ .type = NA_JSON, .v.s = "1" },
	};
	struct na_value list = na_list(ab, 2), other = na_list(ba, 2);
	char same[] = "1";
	struct na_value copy = na_string(same);

	for (size_t i = 0; i < N(different); i++)
		for (size_t j = 0; j < N(different); j++)
			if (na_value_equal(&different[i], &different[j]) != (i == j))
				fail_msg("%zu and %zu", i, j);
	assert_true(na_value_equal(&list, &other)); /* a set */
	assert_true(na_value_equal(&copy, &different[11]));
	assert_true(na_value_has(&list, "b"));
	assert_false(na_value_has(&list, "c"));
}

static void assert_format(struct na_value value, const char *text)
{
	char buf[80];

	assert_int_equal(na_value_format(&value, buf, sizeof(buf)), strlen(text));
	assert_string_equal(buf, text);
}

static void test_value_format(void **state)
{
	struct na_value value = na_string("gr\xc3\xbc\xc3\x9f"
					  "e aus Genf");
	char buf[9];

	assert_format((struct na_value){ .type = NA_NONE }, "");
	assert_format(na_bool(true), "on");
	assert_format(na_bool(false), "off");
	assert_format(na_uint(UINT64_MAX), "18446744073709551615");
	assert_format(na_int(INT64_MIN), "-9223372036854775808");
	assert_format(na_real(2.5), "2.5");
	assert_format(na_string("full"), "full");
	assert_format(na_list(ab, 2), "a b");
	assert_format(na_list(NULL, 0), "none");
	assert_format((struct na_value){ .type = NA_NUMBERS, .n = 2, .v.numbers = n12 }, "1 2");
	assert_format((struct na_value){ .type = NA_BYTES, .n = 3, .v.bytes = bytes }, "00:1b:ff");
	/* cut at a character: of the sharp s only one byte would fit before the dots */
	assert_int_equal(na_value_format(&value, buf, sizeof(buf)), 16);
	assert_string_equal(buf, "gr\xc3\xbc...");
	assert_int_equal(na_value_format(&value, NULL, 0), 16);
	assert_int_equal(na_value_format(&value, buf, 1), 16);
	assert_string_equal(buf, "");
}

/* Facts */

static void add(struct na_snapshot *snapshot, enum na_attr_id attr, const char *key, struct na_value value)
{
	na_facts_add(snapshot, &snapshot->facts,
		     (struct na_fact){ .attr = (uint16_t)attr, .key = key, .value = value });
}

static void test_facts_sorted(void **state)
{
	struct na_snapshot *snapshot = na_snapshot_new();
	const struct na_facts *facts = &snapshot->facts;
	const struct na_fact *first;
	uint64_t number;
	bool on;

	add(snapshot, NA_COUNTER, "rx_errors", na_uint(3));
	add(snapshot, NA_FEATURE, "tx-checksum-ipv4", na_bool(true));
	add(snapshot, NA_ATTR_UNKNOWN, "zebra.stripes", (struct na_value){ .type = NA_JSON, .v.s = "7" });
	add(snapshot, NA_LINK_SPEED, NULL, na_uint(1000));
	add(snapshot, NA_FEATURE, "rx-gro", na_bool(false));
	add(snapshot, NA_ATTR_UNKNOWN, "aardvark.legs", (struct na_value){ .type = NA_JSON, .v.s = "4" });
	add(snapshot, NA_LINK_DUPLEX, NULL, na_string("full"));
	add(snapshot, NA_LINK_AUTONEG, NULL, na_bool(true));
	add(snapshot, NA_COUNTER, "rx_[0]*", na_uint(4));
	assert_int_equal(na_snapshot_finish(snapshot), 0);

	assert_int_equal(facts->n, 9);
	for (size_t i = 1; i < facts->n; i++)
		assert_true(na_fact_compare(&facts->v[i - 1], &facts->v[i]) < 0);
	assert_int_equal(na_fact_find(facts, NA_LINK_SPEED, NULL)->value.v.u, 1000);
	assert_true(na_fact_uint(facts, NA_LINK_SPEED, &number));
	assert_int_equal(number, 1000);
	assert_true(na_fact_bool(facts, NA_LINK_AUTONEG, &on));
	assert_true(on);
	assert_false(na_fact_bool(facts, NA_LINK_SPEED, &on));
	assert_true(na_fact_is(facts, NA_LINK_DUPLEX, "full"));
	assert_false(na_fact_is(facts, NA_LINK_DUPLEX, "half"));
	assert_null(na_fact_find(facts, NA_LINK_MTU, NULL));
	assert_null(na_fact_find(facts, NA_COUNTER, "rx_"));
	assert_int_equal(na_fact_find(facts, NA_COUNTER, "rx_[0]*")->value.v.u, 4);
	assert_string_equal(na_fact_find(facts, NA_ATTR_UNKNOWN, "zebra.stripes")->value.v.s, "7");

	assert_int_equal(na_fact_family(facts, NA_FEATURE, &first), 2);
	assert_string_equal(first->key, "rx-gro");
	assert_int_equal(na_fact_family(facts, NA_COUNTER, &first), 2);
	assert_int_equal(na_fact_family(facts, NA_PRIVATE_FLAG, &first), 0);
	assert_null(first);
	na_snapshot_free(snapshot);
}

/* More members of a family than are sorted by insertion, in no order, each twice. */
static void test_facts_many(void **state)
{
	enum { MANY = 3000 };
	struct na_snapshot *snapshot = na_snapshot_new();
	const struct na_fact *first;

	for (unsigned int i = 0; i < 2 * MANY; i++)
		add(snapshot, NA_COUNTER, na_arena_printf(&snapshot->arena, "c%04u", i * 1009 % MANY), na_uint(i));
	assert_int_equal(na_snapshot_finish(snapshot), 0);
	assert_int_equal(na_fact_family(&snapshot->facts, NA_COUNTER, &first), MANY);
	for (unsigned int i = 0; i < MANY; i++) {
		char key[16];

		snprintf(key, sizeof(key), "c%04u", i);
		assert_string_equal(first[i].key, key);
	}
	na_snapshot_free(snapshot);
}

static void test_facts_duplicates(void **state)
{
	struct na_snapshot *snapshot = na_snapshot_new();
	struct na_fact denied = { .attr = NA_LINK_MTU, .state = NA_DENIED, .err = EPERM };
	struct na_fact unread = { .attr = NA_LINK_DUPLEX, .state = NA_UNREAD };
	struct na_fact failed = { .attr = NA_LINK_DUPLEX, .state = NA_ERROR, .err = EIO };

	/* the first of two that are present */
	add(snapshot, NA_LINK_SPEED, NULL, na_uint(100));
	add(snapshot, NA_LINK_SPEED, NULL, na_uint(1000));
	/* the one that is present, wherever it is */
	na_facts_add(snapshot, &snapshot->facts, denied);
	add(snapshot, NA_LINK_MTU, NULL, na_uint(9000));
	na_facts_add(snapshot, &snapshot->facts, denied);
	/* the first of two that are not */
	na_facts_add(snapshot, &snapshot->facts, unread);
	na_facts_add(snapshot, &snapshot->facts, failed);
	/* the same key in two families is two facts */
	add(snapshot, NA_FEATURE, "lro", na_bool(true));
	add(snapshot, NA_PRIVATE_FLAG, "lro", na_bool(false));
	assert_int_equal(na_snapshot_finish(snapshot), 0);

	assert_int_equal(snapshot->facts.n, 5);
	assert_int_equal(na_fact_value(&snapshot->facts, NA_LINK_SPEED)->v.u, 100);
	assert_int_equal(na_fact_value(&snapshot->facts, NA_LINK_MTU)->v.u, 9000);
	assert_null(na_fact_value(&snapshot->facts, NA_LINK_DUPLEX));
	assert_int_equal(na_fact_find(&snapshot->facts, NA_LINK_DUPLEX, NULL)->state, NA_UNREAD);
	na_snapshot_free(snapshot);
	na_snapshot_free(NULL);
}

static void test_fact_words(void **state)
{
	struct na_fact fact = { .attr = NA_FEATURE, .key = "rx-gro" };
	char buf[NA_NAME_MAX];

	assert_string_equal(na_fact_name(&fact, buf, sizeof(buf)), "feature.rx-gro");
	fact = (struct na_fact){ .attr = NA_ATTR_UNKNOWN, .key = "new.thing" };
	assert_string_equal(na_fact_name(&fact, buf, sizeof(buf)), "new.thing");
	fact = (struct na_fact){ .attr = NA_LINK_SPEED };
	assert_string_equal(na_fact_name(&fact, buf, sizeof(buf)), "link.speed");

	for (int i = 0; i < NA_N_STATES; i++)
		assert_int_equal(na_state_value(na_state_name((enum na_state)i)), i);
	for (int i = 0; i < NA_N_SOURCES; i++)
		assert_int_equal(na_source_value(na_source_name((enum na_source)i)), i);
	assert_int_equal(na_state_value("gone"), -1);
	assert_int_equal(na_source_value(""), -1);

	assert_int_equal(na_state_of_errno(EOPNOTSUPP), NA_UNSUPPORTED);
	assert_int_equal(na_state_of_errno(EPERM), NA_DENIED);
	assert_int_equal(na_state_of_errno(ENODATA), NA_UNREAD);
	assert_int_equal(na_state_of_errno(EIO), NA_ERROR);

	fact = (struct na_fact){
		.attr = NA_WOL_MODES, .state = NA_DENIED, .err = EPERM, .value = na_string("not you")
	};
	na_fact_reason(&fact, buf, sizeof(buf));
	assert_string_equal(buf, "needs root (not you)");
	for (int i = NA_PRESENT + 1; i < NA_N_STATES; i++) {
		fact = (struct na_fact){ .attr = NA_WOL_MODES, .state = (uint8_t)i };
		assert_true(na_fact_reason(&fact, buf, sizeof(buf)) > 5);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arena_alloc),	  cmocka_unit_test(test_arena_too_much),
		cmocka_unit_test(test_arena_intern),	  cmocka_unit_test(test_error),
		cmocka_unit_test(test_errno_names),	  cmocka_unit_test(test_nearest),
		cmocka_unit_test(test_table_is_sound),	  cmocka_unit_test(test_attr_find),
		cmocka_unit_test(test_attr_find_nothing), cmocka_unit_test(test_attr_alias),
		cmocka_unit_test(test_attr_word),	  cmocka_unit_test(test_link_modes),
		cmocka_unit_test(test_value_equal),	  cmocka_unit_test(test_value_format),
		cmocka_unit_test(test_facts_sorted),	  cmocka_unit_test(test_facts_many),
		cmocka_unit_test(test_facts_duplicates),  cmocka_unit_test(test_fact_words),
	};

	return TESTING_RUN(tests);
}
