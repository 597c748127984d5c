/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Policies that cannot be loaded: with which words they are refused, where, and that nothing is left behind. */
#include "testing.h"

#include <dirent.h>
#include <unistd.h>
#include <yaml.h>

#include "policy_text.h"

#define HEAD "nicaudit-policy: 1\n"

static struct na_error error;

/* One file, which is input.yaml; what is said of it. */
static const char *refused(const char *text, size_t len, int *ret)
{
	struct memory_file files[] = { { "input.yaml", text, len }, { .name = NULL } };
	const struct na_policy_files from = { read_memory, files };
	struct na_policy *policy = NULL;

	error = (struct na_error){ 0 };
	*ret = na_policy_load("input.yaml", &from, &policy, &error);
	na_policy_free(policy);
	return error.text;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Files of a case's directory. */
static int read_case(void *data, const char *name, const char *from, char **path, char **text, size_t *len,
		     struct na_error *read_error)
{
	char file[400];

	snprintf(file, sizeof(file), "tests/golden/policy-invalid/%s/%s", (const char *)data, name);
	if (access(testing_path(file), F_OK))
		return na_error_set(read_error, ENOENT, "%s: %s", name, strerror(ENOENT));
	*text = testing_read(file, len);
	*path = strdup(name);
	return 0;
}

/* tests/golden/policy-invalid/CASE/{input.yaml,error} */
static void test_invalid_files(void **state)
{
	struct dirent **cases;
	int n = scandir(testing_path("tests/golden/policy-invalid"), &cases, is_visible, alphasort);
	unsigned int n_wrong = 0;

	assert_true(n >= 150);
	for (int i = 0; i < n; i++) {
		const struct na_policy_files from = { read_case, cases[i]->d_name };
		struct na_policy *policy = NULL;
		char path[400], *wanted;

		error = (struct na_error){ 0 };
		na_policy_load("input.yaml", &from, &policy, &error);
		na_policy_free(policy);
		snprintf(path, sizeof(path), "tests/golden/policy-invalid/%s/error", cases[i]->d_name);
		wanted = testing_read(path, NULL);
		wanted[strcspn(wanted, "\n")] = 0;
		if (policy || !*wanted || strcmp(error.text, wanted)) {
			print_message("# %s:\n# got:    %s\n# wanted: %s\n", cases[i]->d_name, error.text, wanted);
			n_wrong++;
		}
		free(wanted);
		free(cases[i]);
	}
	free(cases);
	assert_int_equal(n_wrong, 0);
}

static void test_position(void **state)
{
	static const char text[] = HEAD "labels: {\"\xc3\xa4\xc3\xa4\": {}}\n";
	int ret;

	assert_string_equal(refused(text, strlen(text), &ret),
			    "input.yaml:2:16: '\xc3\xa4\xc3\xa4' is a mapping, not a word or a list of words");
	assert_int_equal(ret, -EINVAL);
	assert_int_equal(error.err, EINVAL);
	assert_int_equal(error.line, 2);
	assert_int_equal(error.column, 16);
}

/* Whatever is cut off, it is an error of a line that there is, or a policy; never silence. */
static void test_cut_short(void **state)
{
	char *text = testing_read("tests/golden/policy-valid/everything.yaml", NULL);
	size_t len = strlen(text);
	int ret;

	assert_string_equal(refused(text, len, &ret), "");
	assert_int_equal(ret, 0);
	for (size_t cut = 1; cut < len; cut++) {
		const char *said = refused(text, cut, &ret);

		if (ret && strncmp(said, "input.yaml:", strlen("input.yaml:")))
			fail_msg("%zu bytes: %d, %s", cut, ret, said);
		assert_true(!ret == !*said);
	}
	free(text);
}

/* Words of any length leave room for what is wrong with them, and words of any bytes stay in their line. */
static void test_long_words(void **state)
{
	enum { LEN = 20000 };
	static const char *const texts[] = {
		HEAD "rules: [{id: %s A, expect: {link.mtu: 1}}]\n",
		HEAD "rules: [{id: r, expect: {%s: 1}}]\n",
		HEAD "rules: [{id: r, expect: {link.mtu: %s}}]\n",
		HEAD "rules: [{id: r, expect: {link.duplex: %s}}]\n",
		HEAD "rules: [{id: r, expect: {\"counter.%s\": 1}}]\n",
		HEAD "rules: [{id: r, expect: {link.mtu: \"= %s\"}}]\n",
		HEAD "labels: {%s: {}}\n",
		HEAD "labels: {%s: []}\n",
		HEAD "labels: {%s: \"\"}\n",
		HEAD "labels: {%s: *%s}\n",
		HEAD "include: ./%s\n",
		HEAD "%s: 1\n",
		HEAD "waivers: [{rule: %s, until: 2030-01-01, owner: o, why: w}]\n",
		HEAD "waivers: [{rule: r, until: %s, owner: o, why: w}]\n",
		HEAD "partners: {%s: {}}\n",
		HEAD "builtin: {disable: %s}\n",
		HEAD "labels: {a: !%s b}\n",
	};
	char word[LEN + 1], *text;
	int ret;

	memset(word, 'n', LEN);
	word[LEN] = 0;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		size_t size = 0;
		FILE *file = open_memstream(&text, &size);

		/* every %s is the word */
		assert_non_null(file);
		for (const char *at = texts[i]; *at; at++) {
			bool here = at[0] == '%' && at[1] == 's';

			fprintf(file, "%.*s", here ? LEN : 1, here ? word : at);
			at += here;
		}
		fclose(file);
		refused(text, size, &ret);
		assert_int_not_equal(ret, 0);
		if (strlen(error.text) < 20 || strlen(error.text) > 399 || strchr(error.text, '\n'))
			fail_msg("%s: %s", texts[i], error.text);
		free(text);
	}
	refused(HEAD "rules: [{id: r, expect: {link.mtu: \"a\\n\\e[2J\xc2\x9b\"}}]\n", 0, &ret);
	assert_string_equal(error.text, "input.yaml:2:45: character U+009B, which YAML does not allow");
	refused(HEAD "rules: [{id: r, expect: {link.mtu: \"a\\n\\e[2J\\x9b\"}}]\n", 0, &ret);
	assert_string_equal(error.text, "input.yaml:2:36: 'a\\x0a\\x1b[2J\\x9b' is no number, as 'link.mtu' is");
}

/* As large as it gets: refused, or loaded, in little time. */
static void test_large(void **state)
{
	enum { N = 200000 };
	char *text = malloc(32 * N + 200);
	size_t len = 0;
	int ret;

	assert_non_null(text);
	len = (size_t)sprintf(text, HEAD "labels:\n");
	for (int i = 0; i < 5000; i++)
		len += (size_t)sprintf(text + len, "  eth%d: a\n", i);
	assert_string_equal(refused(text, len, &ret), "input.yaml:4099:3: a mapping of more than 4096 keys");

	len = (size_t)sprintf(text, HEAD "labels: {a: [");
	for (int i = 0; i < N; i++)
		len += (size_t)sprintf(text + len, "x,\n");
	len += (size_t)sprintf(text + len, "]}\n");
	assert_non_null(strstr(refused(text, len, &ret), "the policy has more than 200000 values"));

	len = (size_t)sprintf(text, HEAD "labels: ");
	memset(text + len, '[', N);
	assert_string_equal(refused(text, len + N, &ret), "input.yaml:2:40: nested deeper than 32");

	len = (size_t)sprintf(text, HEAD "rules: [{id: r, expect: {link.mtu: \"= ");
	for (int i = 0; i < 1000; i++)
		len += (size_t)sprintf(text + len, "min(");
	len += (size_t)sprintf(text + len, "\"}}]\n");
	assert_string_equal(refused(text, len, &ret), "input.yaml:2:36: functions nested deeper than 8");

	len = (size_t)sprintf(text, HEAD "rules: [{id: r, expect: {link.mtu: \"= min(1");
	for (int i = 0; i < 100; i++)
		len += (size_t)sprintf(text + len, ",1");
	len += (size_t)sprintf(text + len, ")\"}}]\n");
	assert_string_equal(refused(text, len, &ret), "input.yaml:2:36: min() of more than 16");

	len = (size_t)sprintf(text, HEAD "rules: [{id: r, expect: {link.mtu: {one-of: [");
	for (int i = 0; i < 300; i++)
		len += (size_t)sprintf(text + len, "1,");
	len += (size_t)sprintf(text + len, "]}}}]\n");
	assert_string_equal(refused(text, len, &ret), "input.yaml:2:45: 'one-of' has more words than can be");
	free(text);
}

static void test_many_files(void **state)
{
	enum { N = 300 };
	static struct memory_file files[N + 2];
	static char names[N][8], text[N * 10];
	const struct na_policy_files from = { read_memory, files };
	struct na_policy *policy = NULL;
	size_t len = (size_t)sprintf(text, HEAD "include: [");

	for (int i = 0; i < N; i++) {
		snprintf(names[i], sizeof(names[i]), "f%d", i);
		len += (size_t)sprintf(text + len, "%s, ", names[i]);
		files[i] = (struct memory_file){ names[i], HEAD, 0 };
	}
	sprintf(text + len, "]\n");
	files[N] = (struct memory_file){ "input.yaml", text, 0 };
	assert_int_equal(na_policy_load("input.yaml", &from, &policy, &error), -EINVAL);
	assert_non_null(strstr(error.text, ": more than 256 files are included"));
}

static void test_full_disk(void **state)
{
	FILE *file = fopen("/dev/full", "w");

	assert_non_null(file);
	assert_int_equal(na_policy_schema(file), -EIO);
	fclose(file);
}

/* The allocation after so many fails, and all that follow. Linked with --wrap; libyaml's own are replaced by their names. */
static long allocations_left = -1;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *yaml_malloc(size_t size);
void *yaml_realloc(void *p, size_t size);
yaml_char_t *yaml_strdup(const yaml_char_t *text);

static unsigned long yaml_allocations;

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

void *yaml_malloc(size_t size)
{
	yaml_allocations++;
	return __wrap_malloc(size ? size : 1);
}

void *yaml_realloc(void *p, size_t size)
{
	yaml_allocations++;
	return p ? __wrap_realloc(p, size ? size : 1) : __wrap_malloc(size ? size : 1);
}

yaml_char_t *yaml_strdup(const yaml_char_t *text)
{
	size_t size = text ? strlen((const char *)text) + 1 : 0;
	yaml_char_t *copy = text ? yaml_malloc(size) : NULL;

	return copy ? memcpy(copy, text, size) : NULL;
}

static void test_no_memory(void **state)
{
	char *text = testing_read("tests/golden/policy-valid/everything.yaml", NULL), *whole = NULL;
	struct memory_file files[] = { { "input.yaml", HEAD "include: everything\n", 0 },
				       { "everything", text, 0 },
				       { .name = NULL } };
	const struct na_policy_files from = { read_memory, files };
	int ret = -ENOMEM;
	long n;

	yaml_allocations = 0;
	for (n = -1; n < 100000 && (ret || !n); n++) { /* the first time, all that is wanted */
		struct na_policy *policy = NULL;

		error = (struct na_error){ 0 };
		allocations_left = n;
		ret = na_policy_load("input.yaml", &from, &policy, &error);
		allocations_left = -1;
		if (!ret) {
			char *again = policy_text(policy);

			if (whole)
				assert_string_equal(whole, again);
			free(whole);
			whole = again;
			na_policy_free(policy);
			continue;
		}
		assert_null(policy);
		if (ret != -ENOMEM || strcmp(error.text, "out of memory"))
			fail_msg("after %ld allocations: %d, %s", n, ret, error.text);
	}
	assert_true(n > 100);
	assert_true(yaml_allocations > 100);
	assert_int_equal(ret, 0);
	free(whole);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_invalid_files), cmocka_unit_test(test_position),
		cmocka_unit_test(test_cut_short),     cmocka_unit_test(test_long_words),
		cmocka_unit_test(test_large),	      cmocka_unit_test(test_many_files),
		cmocka_unit_test(test_full_disk),     cmocka_unit_test(test_no_memory),
	};

	return TESTING_RUN(tests);
}
