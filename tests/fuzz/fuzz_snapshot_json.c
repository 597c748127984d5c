/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Snapshot files: whatever loads must be the same after it was saved and loaded again. */
#include <stdint.h>
#include <stdlib.h>

#include "../unit/same.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct na_snapshot *first, *second;
	struct na_error error = { 0 };
	char *text = NULL;
	size_t len = 0;
	FILE *file;

	if (na_snapshot_from_json((const char *)data, size, "input", &first, &error)) {
		if (!error.err || !error.text[0])
			abort(); /* refused without a word */
		return 0;
	}
	file = open_memstream(&text, &len);
	if (!file || na_snapshot_to_json(first, file) || fclose(file))
		abort();
	if (na_snapshot_from_json(text, len, "saved", &second, &error) || !same_snapshot(first, second)) {
		fprintf(stderr, "not the same again: %s\n%s", error.text, text);
		abort();
	}
	na_snapshot_free(first);
	na_snapshot_free(second);
	free(text);
	return 0;
}
