/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One error, owned by the caller: what, where and why. The library fills it and never prints. */
#ifndef NICAUDIT_ERROR_H
#define NICAUDIT_ERROR_H

#include <stdarg.h>
#include <stddef.h>

struct na_error {
	int err;	/* positive errno */
	int line;	/* 1-based, 0 where no file position is known */
	int column;	/* 1-based, 0 likewise */
	char text[400]; /* one line, no newline, safe to print */
};

/*
 * Formats into error (which may be NULL) and returns -err, so that a failing function can end with
 * `return na_error_set(error, EINVAL, ...)`. Control characters in the result are made visible.
 */
int na_error_set(struct na_error *error, int err, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The symbolic name of a positive errno ("EOPNOTSUPP"), or NULL for one that has no name. */
const char *na_errno_name(int err);

/* The positive errno of a symbolic name, 0 if there is none. */
int na_errno_value(const char *name);

/*
 * The word of the list nearest to a mistyped one, NULL where none is near enough to be worth offering.
 * The words are borrowed; the distance is that of Damerau and Levenshtein.
 */
const char *na_nearest(const char *word, const char *const *words, size_t n);

#endif
