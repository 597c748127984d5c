/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values: comparing them, and the form in which a person reads them. */
#include "nicaudit/value.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *na_type_name(enum na_type type)
{
	switch (type) {
	case NA_NONE:
		return "nothing";
	case NA_BOOL:
		return "switch";
	case NA_UINT:
	case NA_INT:
	case NA_REAL:
		return "number";
	case NA_STRING:
		return "string";
	case NA_LIST:
		return "list of words";
	case NA_NUMBERS:
		return "list of numbers";
	case NA_BYTES:
		return "bytes";
	case NA_JSON:
		return "JSON";
	}
	return "?";
}

bool na_value_has(const struct na_value *list, const char *word)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (!strcmp(list->v.list[i], word))
			return true;
	return false;
}

bool na_value_equal(const struct na_value *a, const struct na_value *b)
{
	if (a->type != b->type)
		return false;
	switch (a->type) {
	case NA_NONE:
		return true;
	case NA_BOOL:
		return a->v.b == b->v.b;
	case NA_UINT:
		return a->v.u == b->v.u;
	case NA_INT:
		return a->v.i == b->v.i;
	case NA_REAL:
		return a->v.d == b->v.d;
	case NA_STRING:
	case NA_JSON:
		return !strcmp(a->v.s, b->v.s);
	case NA_LIST:
		if (a->n != b->n)
			return false;
		for (uint32_t i = 0; i < a->n; i++)
			if (!na_value_has(b, a->v.list[i]) || !na_value_has(a, b->v.list[i]))
				return false;
		return true;
	case NA_NUMBERS:
		return a->n == b->n && (!a->n || !memcmp(a->v.numbers, b->v.numbers, a->n * sizeof(uint32_t)));
	case NA_BYTES:
		return a->n == b->n && (!a->n || !memcmp(a->v.bytes, b->v.bytes, a->n));
	}
	return false;
}

/* What does not fit is counted, as snprintf does. */
struct out {
	char *buf;
	size_t size, len;
};

static void put(struct out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct out *out, const char *format, ...)
{
	size_t room = out->len < out->size ? out->size - out->len : 0;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(room ? out->buf + out->len : NULL, room, format, args);
	va_end(args);
	if (n > 0)
		out->len += (size_t)n;
}

/* Replaces the end of a cut text by dots, without leaving half a character. */
static void mark_cut(char *buf, size_t size)
{
	size_t at = size > 4 ? size - 4 : 0;

	while (at > 0 && ((unsigned char)buf[at] & 0xc0) == 0x80)
		at--;
	snprintf(buf + at, size - at, "...");
}

size_t na_value_format(const struct na_value *value, char *buf, size_t size)
{
	struct out out = { buf, size, 0 };

	if (size)
		buf[0] = 0;
	switch (value->type) {
	case NA_NONE:
		break;
	case NA_BOOL:
		put(&out, "%s", value->v.b ? "on" : "off");
		break;
	case NA_UINT:
		put(&out, "%" PRIu64, value->v.u);
		break;
	case NA_INT:
		put(&out, "%" PRId64, value->v.i);
		break;
	case NA_REAL:
		put(&out, "%.6g", value->v.d);
		break;
	case NA_STRING:
	case NA_JSON:
		put(&out, "%s", value->v.s);
		break;
	case NA_LIST:
		for (uint32_t i = 0; i < value->n; i++)
			put(&out, "%s%s", i ? " " : "", value->v.list[i]);
		if (!value->n)
			put(&out, "none");
		break;
	case NA_NUMBERS:
		for (uint32_t i = 0; i < value->n; i++)
			put(&out, "%s%" PRIu32, i ? " " : "", value->v.numbers[i]);
		break;
	case NA_BYTES:
		for (uint32_t i = 0; i < value->n; i++)
			put(&out, "%s%02x", i ? ":" : "", value->v.bytes[i]);
		break;
	}
	if (out.len >= size && size)
		mark_cut(buf, size);
	return out.len;
}
