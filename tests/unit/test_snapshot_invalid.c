/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Snapshot files that cannot be loaded or saved: with which words they are refused, and that nothing is left behind. */
#include "testing.h"

#include <dirent.h>
#include <jansson.h>

#include "same.h"
#include "snapshot_sample.h"

static void assert_refused(const char *text, int err, const char *words)
{
	int ret;

	assert_string_equal(refused(text, strlen(text), &ret), words);
	assert_int_equal(ret, -err);
}

static void test_kind(void **state)
{
	assert_refused("{}", EINVAL, "input.json: not a nicaudit snapshot: there is no \"schema\"");
	assert_refused("[]", EINVAL, "input.json: not a nicaudit snapshot: there is no \"schema\"");
	assert_refused("{\"schema\":7}", EINVAL, "input.json: not a nicaudit snapshot: there is no \"schema\"");
	assert_refused("{\"schema\":\"nicaudit/report\",\"version\":1}", EPROTONOSUPPORT,
		       "input.json: this is a report; a snapshot belongs here");
	assert_refused("{\"schema\":\"nicaudit/policy\",\"version\":1}", EPROTONOSUPPORT,
		       "input.json: not a nicaudit snapshot: \"schema\" is \"nicaudit/policy\"");
	assert_refused("{\"schema\":\"nicaudit/snapshot\",\"version\":2}", EPROTONOSUPPORT,
		       "input.json: version 2 of the format; this nicaudit is too old for it and knows 1");
	assert_refused("{\"schema\":\"nicaudit/snapshot\",\"version\":0}", EPROTONOSUPPORT,
		       "input.json: there is no version 0 of the format");
	assert_refused("{\"schema\":\"nicaudit/snapshot\",\"version\":\"1\"}", EINVAL,
		       "input.json: \"version\" is a string where a whole number belongs");
	assert_refused("", EINVAL, "input.json: the file is empty");
}

static void test_position(void **state)
{
	static const char text[] = HEAD "\n  \"interfaces\": [\n    nonsense\n]}";
	struct na_snapshot *snapshot = NULL;
	struct na_error error = { 0 };

	assert_int_equal(na_snapshot_from_json(text, strlen(text), "input.json", &snapshot, &error), -EINVAL);
	assert_int_equal(error.line, 3);
	assert_int_equal(error.column, 12);
	assert_int_equal(na_snapshot_from_json(text, strlen(text), "input.json", &snapshot, NULL), -EINVAL);
}

/* Every file that ends too early is refused, and every one says that it does. */
static void test_cut_short(void **state)
{
	size_t end = strlen(sample_text) - 1; /* with or without the last newline it is whole */
	int ret;

	for (size_t len = 1; len < end; len++) {
		const char *text = refused(sample_text, len, &ret);

		assert_int_equal(ret, -EINVAL);
		if (!strstr(text, "the file is cut short"))
			fail_msg("%zu bytes: %s", len, text);
	}
}

static void test_depth(void **state)
{
	enum { DEPTH = 100000, KEPT = 2000 };
	char *text = malloc(2 * DEPTH + 200), *again;
	struct na_snapshot *snapshot;
	size_t len;
	int ret;

	assert_non_null(text);
	memset(text, '[', DEPTH);
	assert_non_null(strstr(refused(text, DEPTH, &ret), "nested too deeply"));

	len = (size_t)sprintf(text, HEAD "\"x\":");
	memset(text + len, '[', KEPT);
	memset(text + len + KEPT, ']', KEPT);
	strcpy(text + len + 2 * KEPT, ",\"interfaces\":[]}");
	snapshot = load(text);
	again = save(snapshot);
	na_snapshot_free(snapshot);
	na_snapshot_free(load(again));
	free(again);
	free(text);
}

/* A name of any length leaves room for what is wrong with it. */
static void test_long_names(void **state)
{
	char name[5000];
	char *text;
	int ret;

	memset(name, 'n', sizeof(name));
	name[sizeof(name) - 1] = 0;
	assert_true(asprintf(&text, HEAD "\"interfaces\":[{\"name\":\"%s\",\"facts\":{\"counter.%s\":true}}]}", name,
			     name) > 0);
	assert_non_null(strstr(refused(text, strlen(text), &ret), "...\" is a switch where a number belongs"));
	free(text);
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* tests/golden/snapshot-invalid/CASE/{input.json,error} */
static void test_invalid_files(void **state)
{
	struct dirent **cases;
	int n = scandir(testing_path("tests/golden/snapshot-invalid"), &cases, is_visible, alphasort), ret;
	unsigned int n_wrong = 0;

	assert_true(n > 20);
	for (int i = 0; i < n; i++) {
		char path[400];
		char *input, *wanted;
		const char *got;
		size_t len;

		snprintf(path, sizeof(path), "tests/golden/snapshot-invalid/%s/input.json", cases[i]->d_name);
		input = testing_read(path, &len);
		snprintf(path, sizeof(path), "tests/golden/snapshot-invalid/%s/error", cases[i]->d_name);
		wanted = testing_read(path, NULL);
		wanted[strcspn(wanted, "\n")] = 0;
		got = refused(input, len, &ret);
		if (strcmp(got, wanted)) {
			print_message("# %s:\n# got:    %s\n# wanted: %s\n", cases[i]->d_name, got, wanted);
			n_wrong++;
		}
		free(input);
		free(wanted);
		free(cases[i]);
	}
	free(cases);
	assert_int_equal(n_wrong, 0);
}

static void test_full_disk(void **state)
{
	struct na_snapshot *snapshot = sample();
	FILE *file = fopen("/dev/full", "w");

	assert_non_null(file);
	assert_int_equal(na_snapshot_to_json(snapshot, file), -EIO);
	fclose(file);
	na_snapshot_free(snapshot);
}

/* The allocation after so many fails, and all that follow. Linked with --wrap; jansson has a hook of its own. */
static long allocations_left = -1;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__real_reallocarray(void *p, size_t n, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_reallocarray(void *p, size_t n, size_t size);

static bool may_allocate(void)
{
	if (allocations_left > 0)
		allocations_left--;
	if (!allocations_left)
		errno = ENOMEM;
	return allocations_left;
}

void *__wrap_malloc(size_t size)
{
	return may_allocate() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t n, size_t size)
{
	return may_allocate() ? __real_calloc(n, size) : NULL;
}

void *__wrap_realloc(void *p, size_t size)
{
	return may_allocate() ? __real_realloc(p, size) : NULL;
}

void *__wrap_reallocarray(void *p, size_t n, size_t size)
{
	return may_allocate() ? __real_reallocarray(p, n, size) : NULL;
}

static void test_no_memory(void **state)
{
	struct na_snapshot *whole = load(sample_text);
	struct na_error error;
	long n;
	int ret = -ENOMEM;

	json_set_alloc_funcs(__wrap_malloc, free);
	for (n = 0; n < 100000 && ret; n++) {
		struct na_snapshot *snapshot = NULL;

		error = (struct na_error){ 0 };
		allocations_left = n;
		ret = na_snapshot_from_json(sample_text, strlen(sample_text), "input.json", &snapshot, &error);
		allocations_left = -1;
		if (!ret) {
			assert_true(same_snapshot(snapshot, whole));
			na_snapshot_free(snapshot);
			break;
		}
		assert_null(snapshot);
		if (ret != -ENOMEM || strcmp(error.text, "input.json: out of memory"))
			fail_msg("after %ld allocations: %d, %s", n, ret, error.text);
	}
	json_set_alloc_funcs(malloc, free);
	assert_true(n > 100);
	assert_int_equal(ret, 0);
	na_snapshot_free(whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kind),	   cmocka_unit_test(test_position),
		cmocka_unit_test(test_cut_short),  cmocka_unit_test(test_depth),
		cmocka_unit_test(test_long_names), cmocka_unit_test(test_invalid_files),
		cmocka_unit_test(test_full_disk),  cmocka_unit_test(test_no_memory),
	};

	return TESTING_RUN(tests);
}
