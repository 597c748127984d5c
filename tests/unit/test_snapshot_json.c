/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Snapshot files: what is written, how it is spelled, and that it comes back the same. With an argument
 * it is a tool for other tests: --schema prints the schema of the tables, --sample a snapshot with something of
 * everything, --copy FILE that file as it is written after it was loaded.
 */
#include "testing.h"

#include <jansson.h>
#include <locale.h>

#include "model/schema.h"
#include "same.h"
#include "snapshot_sample.h"

#define N(array) (sizeof(array) / sizeof(array[0]))

static void test_written(void **state)
{
	struct na_snapshot *snapshot = sample();
	char *text = save(snapshot);

	assert_string_equal(text, sample_text);
	free(text);
	na_snapshot_free(snapshot);
}

static void test_round_trip(void **state)
{
	struct na_snapshot *snapshot = sample(), *loaded = load(sample_text);
	char *text = save(loaded);

	assert_true(same_snapshot(snapshot, loaded));
	assert_string_equal(text, sample_text);
	for (size_t i = 0; i < loaded->n_nics; i++)
		assert_false(loaded->nics[i].selected);
	free(text);
	na_snapshot_free(snapshot);
	na_snapshot_free(loaded);
}

static void test_smallest(void **state)
{
	struct na_snapshot *snapshot = na_snapshot_new();
	char *text = save(snapshot);

	assert_string_equal(text, "{\n"
				  "  \"schema\": \"nicaudit/snapshot\",\n"
				  "  \"version\": 1,\n"
				  "  \"host\": {\n"
				  "    \"privileged\": false,\n"
				  "    \"partial\": false\n"
				  "  },\n"
				  "  \"interfaces\": []\n"
				  "}\n");
	na_snapshot_free(snapshot);
	snapshot = load(text);
	assert_int_equal(snapshot->n_nics, 0);
	assert_null(snapshot->tool);
	assert_null(snapshot->extra);
	free(text);
	na_snapshot_free(snapshot);
}

/* What is empty in a file is what would have been left out. */
static void test_empty_members(void **state)
{
	struct na_snapshot *snapshot =
		load(HEAD "\"tool\":\"\",\"host\":{},\"facts\":{},\"interfaces\":[{\"name\":\"a\","
			  "\"netns\":\"\",\"kind\":\"\",\"altnames\":[],\"ifindex\":0}]}");

	assert_null(snapshot->tool);
	assert_string_equal(snapshot->nics[0].netns, "");
	assert_null(snapshot->nics[0].kind);
	assert_int_equal(snapshot->nics[0].n_altnames, 0);
	na_snapshot_free(snapshot);
}

/* A string goes out and comes back, as a value, a name of a counter and a name of a NIC. */
static void assert_survives(const char *string)
{
	struct na_snapshot *snapshot = na_snapshot_new(), *loaded;
	struct na_nic *nic = na_snapshot_add_nic(snapshot, string);
	char *text, *again;
	json_error_t error;
	json_t *json;

	put(snapshot, &nic->facts, NA_LINK_ALIAS, NULL, na_string(string));
	put(snapshot, &nic->facts, NA_COUNTER, string, na_uint(1));
	put_state(snapshot, &nic->facts, NA_LINK_SPEED, NULL, NA_ERROR, EIO, string);
	assert_int_equal(na_snapshot_finish(snapshot), 0);
	text = save(snapshot);
	json = json_loads(text, 0, &error); /* whatever the string is, others can read the file */
	if (!json)
		fail_msg("line %d: %s\n%s", error.line, error.text, text);
	json_decref(json);
	loaded = load(text);
	again = save(loaded);
	assert_string_equal(loaded->nics[0].name, string);
	assert_true(same_snapshot(snapshot, loaded));
	assert_string_equal(text, again);
	free(text);
	free(again);
	na_snapshot_free(snapshot);
	na_snapshot_free(loaded);
}

static void test_any_bytes(void **state)
{
	static const char *const strings[] = {
		"\\",
		"\\\\",
		"\\\\\\",
		"\\x41",
		"\\\\x41",
		"\\x",
		"\\x4",
		"\\xzz",
		"\\x00",
		"\\x00ff",
		"\\u0041",
		"a\\xffb\xff",
		"\xff\\xff",
		"\\\xff",
		"\xc3\xa9",
		"\xc3",
		"\xc3(",
		"\xa9\xc3",
		"\xe2\x82",
		"\xe2\x82\xac",
		"\xc0\xaf",
		"\xe0\x80\xaf",
		"\xed\xa0\x80",
		"\xef\xbf\xbe",
		"\xf5\x80\x80\x80",
		"\xf4\x90\x80\x80",
		"\xf0\x9f\x98\x80",
		"\xf0\x9f\x98",
		"\xf0\x8f\xbf\xbf",
		"\xc2\x9b[31m",
		"\033[2J",
		"\"quoted\"",
		"a\nb\tc\r",
		"\x7f",
		"</script>",
		"'; --",
		"*",
		"#2",
	};
	static const char second[] = "\"(\\x7\x80\x8f\x90\x9f\xa0\xbf\xc0\xe0\xff";
	char pair[3] = { 0 };

	for (size_t i = 0; i < N(strings); i++)
		assert_survives(strings[i]);
	for (int a = 1; a < 256; a++) {
		pair[0] = (char)a;
		for (size_t b = 0; b < sizeof(second); b++) { /* the last is the NUL that ends it */
			pair[1] = second[b];
			assert_survives(pair);
		}
	}
}

/* How it is spelled, so that others can spell it. */
static void test_spelling(void **state)
{
	struct na_snapshot *snapshot = load(
		HEAD
		"\"tool\":\"\\\\x00\\\\x7f\",\"interfaces\":[{\"name\":\"\\\\xff\\\\\\\\x41\\\\x41\\\\xC3\\\\xa9\\\\q\\\\\"}]}");
	char *text = save(snapshot);

	assert_string_equal(snapshot->nics[0].name, "\xff\\x41A\xc3\xa9\\q\\");
	assert_string_equal(snapshot->tool, "\\x00\x7f"); /* a string of C cannot have the first */
	assert_non_null(strstr(text, "\"tool\": \"\\\\\\\\x00\\u007f\""));
	assert_non_null(strstr(text, "\"name\": \"\\\\xff\\\\\\\\x41A\xc3\xa9\\\\\\\\q\\\\\\\\\""));
	free(text);
	na_snapshot_free(snapshot);
}

static void test_numbers(void **state)
{
	static const struct {
		const char *text;
		uint64_t value;
		const char *again;
	} good[] = {
		{ "0", 0, "0" },
		{ "9223372036854775807", INT64_MAX, "9223372036854775807" },
		{ "\"9223372036854775807\"", INT64_MAX, "9223372036854775807" },
		{ "\"9223372036854775808\"", (uint64_t)INT64_MAX + 1, "\"9223372036854775808\"" },
		{ "\"18446744073709551615\"", UINT64_MAX, "\"18446744073709551615\"" },
		{ "\"007\"", 7, "7" },
	};
	static const char *const bad[] = { "\"18446744073709551616\"",
					   "\"\"",
					   "\"-1\"",
					   "\"1e3\"",
					   "\" 1\"",
					   "\"1 \"",
					   "\"0x10\"",
					   "\"1\\n\"",
					   "true",
					   "1.0",
					   "null",
					   "-1",
					   "[1]",
					   "{}",
					   "\"+1\"",
					   "\"\\u0661\"" };
	char text[200], line[100];
	int ret;

	for (size_t i = 0; i < N(good); i++) {
		struct na_snapshot *snapshot;
		char *again;

		snprintf(text, sizeof(text), HEAD "\"interfaces\":[{\"name\":\"a\",\"facts\":{\"ring.rx\":%s}}]}",
			 good[i].text);
		snapshot = load(text);
		assert_int_equal(na_fact_value(&snapshot->nics[0].facts, NA_RING_RX)->type, NA_UINT);
		assert_int_equal(na_fact_value(&snapshot->nics[0].facts, NA_RING_RX)->v.u, good[i].value);
		again = save(snapshot);
		snprintf(line, sizeof(line), "\"ring.rx\": %s\n", good[i].again);
		assert_non_null(strstr(again, line));
		free(again);
		na_snapshot_free(snapshot);
	}
	for (size_t i = 0; i < N(bad); i++) {
		snprintf(text, sizeof(text), HEAD "\"interfaces\":[{\"name\":\"a\",\"facts\":{\"ring.rx\":%s}}]}",
			 bad[i]);
		assert_non_null(strstr(refused(text, strlen(text), &ret), "interfaces[0] (a): \"ring.rx\" is "));
		assert_int_equal(ret, -EINVAL);
	}
}

static void assert_real(double d, const char *written)
{
	struct na_snapshot *snapshot = na_snapshot_new(), *loaded;
	char line[80];
	char *text;

	put(snapshot, &snapshot->facts, NA_PCI_SPEED, NULL, na_real(d));
	text = save(snapshot);
	snprintf(line, sizeof(line), "\"pci.speed\": %s\n", written);
	if (!strstr(text, line))
		fail_msg("%s is not in\n%s", line, text);
	loaded = load(text);
	assert_true(same_snapshot(snapshot, loaded));
	free(text);
	na_snapshot_free(snapshot);
	na_snapshot_free(loaded);
}

static void test_reals(void **state)
{
	static const char *const locales[] = { "C", "de_DE.UTF-8", "fr_FR.UTF-8" };

	for (size_t i = 0; i < N(locales); i++) {
		setlocale(LC_NUMERIC, locales[i]);
		assert_real(2.5, "2.5");
		assert_real(8, "8.0");
		assert_real(0.1, "0.1");
		assert_real(1.0 / 3, "0.3333333333333333");
		assert_real(-0.0, "-0.0");
		assert_real(1e300, "1e+300");
		assert_real(5e-324, "4.94065645841247e-324");
	}
	setlocale(LC_NUMERIC, "C");
}

/* Nothing that JSON cannot say makes the file unreadable. */
static void test_infinity(void **state)
{
	struct na_snapshot *snapshot = na_snapshot_new(), *loaded;
	char *text;

	put(snapshot, &snapshot->facts, NA_PCI_SPEED, NULL, na_real(1e308 * 10));
	text = save(snapshot);
	loaded = load(text);
	assert_int_equal(na_fact_find(&loaded->facts, NA_PCI_SPEED, NULL)->state, NA_UNKNOWN);
	free(text);
	na_snapshot_free(snapshot);
	na_snapshot_free(loaded);
}

static void test_other_forms(void **state)
{
	struct na_snapshot *snapshot =
		load(HEAD "\"facts\":{\"pci.speed\":8,\"rss.key\":\"AB:cd\",\"link.duplex\":\"quarter\"},"
			  "\"sources\":{\"pci.speed\":\"sysfs\",\"rss.key\":\"file\",\"x\":\"file\"},"
			  "\"interfaces\":[]}");

	assert_true(na_fact_value(&snapshot->facts, NA_PCI_SPEED)->v.d == 8.0);
	assert_int_equal(na_fact_find(&snapshot->facts, NA_PCI_SPEED, NULL)->source, 0);
	assert_int_equal(na_fact_find(&snapshot->facts, NA_RSS_KEY, NULL)->source, NA_SRC_FILE);
	assert_int_equal(na_fact_value(&snapshot->facts, NA_RSS_KEY)->v.bytes[0], 0xab);
	assert_true(na_fact_is(&snapshot->facts, NA_LINK_DUPLEX, "quarter")); /* kernels learn words */
	assert_int_equal(snapshot->facts.n, 3);
	na_snapshot_free(snapshot);
}

/* Every type of JSON under names that no version knows. */
static void test_unknown_names(void **state)
{
	static const char *const values[] = {
		"5",	    "\"5\"",	   "true",	 "null",
		"2.5",	    "[]",	   "[1,[2,{}]]", "{\"z\":1,\"a\":{\"y\":\"\\\\xff\"}}",
		"\"\\\\\"", "\"\\u001B\"", "-7"
	};
	char text[300], line[100];

	for (size_t i = 0; i < N(values); i++) {
		struct na_snapshot *snapshot;
		const struct na_fact *fact;
		char *again;

		snprintf(
			text, sizeof(text),
			HEAD
			"\"up\":%s,\"host\":{\"up\":%s},\"interfaces\":[{\"name\":\"a\",\"up\":%s,\"facts\":{\"new.up\":%s}}]}",
			values[i], values[i], values[i], values[i]);
		snapshot = load(text);
		fact = na_fact_find(&snapshot->nics[0].facts, NA_ATTR_UNKNOWN, "new.up");
		assert_int_equal(fact->value.type, NA_JSON);
		assert_string_equal(fact->value.v.s, values[i]);
		snprintf(line, sizeof(line), "{\"up\":%s}", values[i]);
		assert_string_equal(snapshot->extra, line);
		assert_string_equal(snapshot->host_extra, line);
		assert_string_equal(snapshot->nics[0].extra, line);
		again = save(snapshot);
		na_snapshot_free(snapshot);
		snapshot = load(again);
		assert_string_equal(snapshot->extra, line);
		assert_string_equal(snapshot->host_extra, line);
		assert_string_equal(snapshot->nics[0].extra, line);
		fact = na_fact_find(&snapshot->nics[0].facts, NA_ATTR_UNKNOWN, "new.up");
		assert_string_equal(fact->value.v.s, values[i]);
		free(again);
		na_snapshot_free(snapshot);
	}
}

static void test_times(void **state)
{
	static const struct {
		int64_t ns;
		const char *text;
	} good[] = {
		{ 1, "1970-01-01T00:00:00.000000001Z" },
		{ 1000000000, "1970-01-01T00:00:01Z" },
		{ 1769903999250000000, "2026-01-31T23:59:59.25Z" },
		{ 1709164800000000000, "2024-02-29T00:00:00Z" },
		{ -1, "1969-12-31T23:59:59.999999999Z" },
		{ -1500000000, "1969-12-31T23:59:58.5Z" },
		{ INT64_MAX, "2262-04-11T23:47:16.854775807Z" },
	};
	static const char *const bad[] = { "",
					   "yesterday",
					   "2026-01-31",
					   "2026-01-31T23:59:59",
					   "2026-01-31T23:59:59+01:00",
					   "2026-02-30T00:00:00Z",
					   "2026-01-31T24:00:00Z",
					   "2026-01-31T23:59:60Z",
					   "2026-01-31T23:59:59.Z",
					   "2026-01-31T23:59:59.1234567890Z",
					   "2026-01-31 23:59:59Z",
					   " 2026-01-31T23:59:59Z",
					   "2026-01-31T23:59:59Z ",
					   "2026-1-31T23:59:59Z",
					   "2262-04-11T23:47:17Z",
					   "9999-12-31T23:59:59Z" };
	char text[200];
	int ret;

	for (size_t i = 0; i < N(good); i++) {
		struct na_snapshot *snapshot = na_snapshot_new(), *loaded;
		char *written;

		snapshot->host.time_ns = good[i].ns;
		written = save(snapshot);
		if (!strstr(written, good[i].text))
			fail_msg("%s is not in\n%s", good[i].text, written);
		loaded = load(written);
		assert_int_equal(loaded->host.time_ns, good[i].ns);
		free(written);
		na_snapshot_free(snapshot);
		na_snapshot_free(loaded);
	}
	for (size_t i = 0; i < N(bad); i++) {
		snprintf(text, sizeof(text), HEAD "\"host\":{\"time\":\"%s\"},\"interfaces\":[]}", bad[i]);
		assert_string_equal(refused(text, strlen(text), &ret),
				    "input.json: host: \"time\" is a string where a time "
				    "(2026-01-31T23:59:59Z) belongs");
	}
}

/* The committed schema is that of the tables: otherwise, test_snapshot_json --schema > schemas/snapshot.schema.json */
static void test_schema(void **state)
{
	char *committed = testing_read("schemas/snapshot.schema.json", NULL), *text = NULL;
	size_t len;
	FILE *file = open_memstream(&text, &len);
	json_t *json;

	assert_non_null(file);
	assert_int_equal(na_schema_snapshot(file), 0);
	assert_int_equal(fclose(file), 0);
	json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(json);
	json_decref(json);
	assert_string_equal(text, committed);
	free(text);
	free(committed);
}

static int copy(const char *path)
{
	struct na_snapshot *snapshot;
	struct na_error error;
	static char text[1 << 20];
	FILE *file = fopen(path, "rb");
	size_t len = file ? fread(text, 1, sizeof(text), file) : 0;
	int ret = na_snapshot_from_json(text, len, path, &snapshot, &error);

	if (file)
		fclose(file);
	if (ret) {
		fprintf(stderr, "%s\n", error.text);
		return 1;
	}
	ret = na_snapshot_to_json(snapshot, stdout);
	na_snapshot_free(snapshot);
	return ret != 0;
}

static int print_sample(void)
{
	struct na_snapshot *snapshot = sample();
	int ret = na_snapshot_to_json(snapshot, stdout);

	na_snapshot_free(snapshot);
	return ret != 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_written),	      cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_smallest),      cmocka_unit_test(test_empty_members),
		cmocka_unit_test(test_any_bytes),     cmocka_unit_test(test_spelling),
		cmocka_unit_test(test_numbers),	      cmocka_unit_test(test_reals),
		cmocka_unit_test(test_infinity),      cmocka_unit_test(test_other_forms),
		cmocka_unit_test(test_unknown_names), cmocka_unit_test(test_times),
		cmocka_unit_test(test_schema),
	};

	if (argc == 2 && !strcmp(argv[1], "--schema"))
		return na_schema_snapshot(stdout) != 0;
	if (argc == 2 && !strcmp(argv[1], "--sample"))
		return print_sample();
	if (argc == 3 && !strcmp(argv[1], "--copy"))
		return copy(argv[2]);
	return TESTING_RUN(tests);
}
