/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A directory for each test, below the build directory, with files in it; all of it is taken away again. */
#ifndef NICAUDIT_SCRATCH_H
#define NICAUDIT_SCRATCH_H

#include "testing.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define N(array) (sizeof(array) / sizeof(array[0]))

static char base[64];

static inline const char *in_base(const char *name)
{
	static char paths[4][160];
	static unsigned int turn;
	char *path = paths[turn++ % 4];

	snprintf(path, sizeof(paths[0]), "%s/%s", base, name);
	return path;
}

static inline void write_text(const char *path, const char *text, size_t len)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
}

static inline char *read_text(const char *path, size_t *len)
{
	FILE *file = fopen(path, "rb");
	char *text = calloc(1, 1 << 20);

	assert_non_null(file);
	assert_non_null(text);
	*len = fread(text, 1, (1 << 20) - 1, file);
	fclose(file);
	return text;
}

static inline void remove_files(const char *dir)
{
	DIR *stream = opendir(dir);
	const struct dirent *entry;
	char path[600];

	while (stream && (entry = readdir(stream))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		assert_true(snprintf(path, sizeof(path), "%s/%s", dir, entry->d_name) < (int)sizeof(path));
		if (unlink(path)) {
			remove_files(path);
			rmdir(path);
		}
	}
	if (stream)
		closedir(stream);
}

static inline int setup(void **state)
{
	strcpy(base, "scratch.XXXXXX");
	return mkdtemp(base) ? 0 : -1;
}

static inline int teardown(void **state)
{
	remove_files(base);
	return rmdir(base);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

#endif
