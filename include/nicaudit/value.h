/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an attribute can hold. A value says nothing about whether it was read: that is a fact's state. */
#ifndef NICAUDIT_VALUE_H
#define NICAUDIT_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum na_type {
	NA_NONE,    /* no value */
	NA_BOOL,    /* a switch */
	NA_UINT,    /* u64 */
	NA_INT,	    /* s64 */
	NA_REAL,    /* double */
	NA_STRING,  /* text, or one word of a fixed list */
	NA_LIST,    /* words */
	NA_NUMBERS, /* u32 each */
	NA_BYTES,   /* written as hex pairs with colons */
	NA_JSON,    /* text of a JSON value under a name this version does not know, kept as it was */
};

/* Everything pointed to is borrowed, as a rule from the arena of a snapshot. */
struct na_value {
	enum na_type type;
	uint32_t n; /* elements of list, numbers, bytes */
	union {
		bool b;
		uint64_t u;
		int64_t i;
		double d;
		const char *s;
		const char *const *list;
		const uint32_t *numbers;
		const uint8_t *bytes;
	} v;
};

static inline struct na_value na_bool(bool b)
{
	return (struct na_value){ .type = NA_BOOL, .v.b = b };
}

static inline struct na_value na_uint(uint64_t u)
{
	return (struct na_value){ .type = NA_UINT, .v.u = u };
}

static inline struct na_value na_int(int64_t i)
{
	return (struct na_value){ .type = NA_INT, .v.i = i };
}

static inline struct na_value na_real(double d)
{
	return (struct na_value){ .type = NA_REAL, .v.d = d };
}

static inline struct na_value na_string(const char *s)
{
	return (struct na_value){ .type = NA_STRING, .v.s = s };
}

static inline struct na_value na_list(const char *const *list, uint32_t n)
{
	return (struct na_value){ .type = NA_LIST, .n = n, .v.list = list };
}

/* "bool", "number", ...: the word the man pages and error messages use. */
const char *na_type_name(enum na_type type);

/* Equal type and content; lists are compared as sets of words where order says nothing (NA_LIST). */
bool na_value_equal(const struct na_value *a, const struct na_value *b);
bool na_value_has(const struct na_value *list, const char *word);

/*
 * The value as a person reads it: on/off, a number, words separated by spaces, hex pairs. Returns what snprintf would;
 * a value longer than size is cut at a character and ends in "...".
 */
size_t na_value_format(const struct na_value *value, char *buf, size_t size);

#endif
