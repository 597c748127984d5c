/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a fuzz target without a fuzzer: on every file given, every file of every directory given, or without any on the
 * seeds of the target. Each is also cut short and damaged in some hundred places. Prints TAP; a crash leaves lines out.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PLACES = 128 };

/* In memory of just that size, so that a sanitizer sees a read past the end. */
static void run(const uint8_t *data, size_t size, size_t damaged)
{
	uint8_t *copy = malloc(size ? size : 1);

	if (!copy)
		abort();
	memcpy(copy, data, size);
	if (damaged < size)
		copy[damaged] ^= (uint8_t)(1 << damaged % 8);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

static void run_around(const uint8_t *data, size_t size)
{
	size_t step = size / PLACES + 1;

	run(data, size, SIZE_MAX);
	for (size_t at = 0; at < size; at += step) {
		run(data, at, SIZE_MAX);
		run(data, size, at);
	}
}

static uint8_t *slurp(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	struct stat st;
	uint8_t *data = NULL;

	if (file && !fstat(fileno(file), &st)) {
		data = malloc((size_t)st.st_size + 1);
		if (data)
			*size = fread(data, 1, (size_t)st.st_size, file);
	}
	if (file)
		fclose(file);
	return data;
}

static unsigned int n_run, n_failed;

static void run_file(const char *path)
{
	size_t size = 0;
	uint8_t *data = slurp(path, &size);

	if (data)
		run_around(data, size);
	else
		n_failed++;
	printf("%sok %u - %s\n", data ? "" : "not ", ++n_run, path);
	fflush(stdout);
	free(data);
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void run_path(const char *path)
{
	struct dirent **entries;
	int n = scandir(path, &entries, is_visible, alphasort);
	char file[4096];

	if (n < 0) {
		run_file(path);
		return;
	}
	for (int i = 0; i < n; i++) {
		snprintf(file, sizeof(file), "%s/%s", path, entries[i]->d_name);
		run_file(file);
		free(entries[i]);
	}
	free(entries);
}

int main(int argc, char **argv)
{
	const char *top = getenv("abs_top_srcdir");
	const char *slash = strrchr(argv[0], '/');
	const char *name = strstr(slash ? slash : argv[0], "fuzz_"); /* libtool puts something before it */
	char seeds[4096];

	for (int i = 1; i < argc; i++)
		run_path(argv[i]);
	if (argc < 2) {
		snprintf(seeds, sizeof(seeds), "%s/tests/fuzz/seeds/%s", top ? top : ".", name ? name + 5 : "");
		run_path(seeds);
	}
	printf("1..%u\n", n_run);
	return n_failed || !n_run;
}
