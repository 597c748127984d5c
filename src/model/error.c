/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors as text: formatting one, names of errno values, and the word that was probably meant. */
#include "nicaudit/error.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/safe.h"

int na_error_set(struct na_error *error, int err, const char *format, ...)
{
	char raw[2 * sizeof(error->text)];
	const char *from = raw;
	size_t n, out = 0;
	struct na_piece piece;
	va_list args;

	if (!error)
		return -err;
	va_start(args, format);
	vsnprintf(raw, sizeof(raw), format, args);
	va_end(args);
	error->err = err;
	while ((n = na_safe_piece(from, &piece)) > 0 && out + strlen(piece.text) < sizeof(error->text)) {
		out = (size_t)(stpcpy(error->text + out, piece.text) - error->text);
		from += n;
	}
	error->text[out] = 0;
	return -err;
}

const char *na_errno_name(int err)
{
	return err > 0 ? strerrorname_np(err) : NULL;
}

int na_errno_value(const char *name)
{
	for (int err = 1; err < 4096; err++) {
		const char *known = strerrorname_np(err);

		if (known && !strcmp(known, name))
			return err;
	}
	return 0;
}

enum { LONGEST = 63 };

/* Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours count 1 each. */
static size_t distance(const char *a, const char *b)
{
	size_t rows[3][LONGEST + 1], *before = rows[0], *last = rows[1], *now = rows[2];
	size_t n = strlen(a), m = strlen(b);

	if (n > LONGEST || m > LONGEST)
		return SIZE_MAX;
	for (size_t j = 0; j <= m; j++)
		last[j] = j;
	for (size_t i = 1; i <= n; i++) {
		size_t *oldest = before;

		now[0] = i;
		for (size_t j = 1; j <= m; j++) {
			size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);

			if (last[j] + 1 < best)
				best = last[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
				best = before[j - 2] + 1;
			now[j] = best;
		}
		before = last;
		last = now;
		now = oldest;
	}
	return last[m];
}

const char *na_nearest(const char *word, const char *const *words, size_t n)
{
	const char *nearest = NULL;
	size_t best = strlen(word) / 3 + 1; /* further away than a third of it is another word */

	for (size_t i = 0; i < n; i++) {
		size_t d = words[i] ? distance(word, words[i]) : SIZE_MAX;

		if (d < best || (d == best && !nearest)) {
			best = d;
			nearest = words[i];
		}
	}
	return nearest;
}
