/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What every unit test needs: cmocka with the headers it wants before it, TAP output, and files of the source tree.
 * A test ends in `return TESTING_RUN(tests);`.
 */
#ifndef NICAUDIT_TESTING_H
#define NICAUDIT_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nicaudit/error.h"

/* cmocka 1.1's TAP for it is "not ok # SKIP", a failure to everybody else; a unit test has nothing to skip. */
#undef skip

/* cmocka returns the number of failures, and 77 of them would look like a skipped test. One group a program. */
#define TESTING_RUN(tests) (cmocka_set_message_output(CM_OUTPUT_TAP), cmocka_run_group_tests(tests, NULL, NULL) != 0)

/* The call gives 0; otherwise what it left in the error is shown. */
#define assert_ok(call, error)                                                    \
	do {                                                                      \
		int testing_rc = (call);                                          \
		if (testing_rc)                                                   \
			fail_msg("%s: %d, %s", #call, testing_rc, (error)->text); \
	} while (0)

/* The path of a file of the source tree, in a static buffer: "tests/replay/veth". */
static inline const char *testing_path(const char *name)
{
	static char path[4096];
	const char *top = getenv("abs_top_srcdir");

	snprintf(path, sizeof(path), "%s/%s", top ? top : ".", name);
	return path;
}

/* A file of the source tree, whole and ended by a NUL, for the caller to free. Fails the test where it cannot be read. */
static inline char *testing_read(const char *name, size_t *len)
{
	FILE *file = fopen(testing_path(name), "rb");
	char *text = NULL;
	size_t size = 0;
	int c;

	if (!file)
		fail_msg("cannot open %s", testing_path(name));
	FILE *memory = open_memstream(&text, &size);
	assert_non_null(memory);
	while ((c = getc(file)) != EOF)
		putc(c, memory);
	assert_false(ferror(file));
	assert_int_equal(fclose(memory), 0);
	fclose(file);
	if (len)
		*len = size;
	return text;
}

#endif
