/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One JSON value of a snapshot file into C, or an error that names it. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/snapshot_load.h"

const char *na_load_shown(const char *name, char buf[NA_SHOWN])
{
	struct na_value value = na_string(name);

	na_value_format(&value, buf, NA_SHOWN);
	return buf;
}

int na_load_fail(const struct na_load *load, int err, const char *format, ...)
{
	char text[sizeof(load->error->text)];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return na_error_set(load->error, err, "%s: %s%s", load->source, load->where, text);
}

int na_load_wrong_type(const struct na_load *load, const char *name, const json_t *is, const char *belongs)
{
	static const char *const types[] = {
		[JSON_OBJECT] = "an object", [JSON_ARRAY] = "a list",  [JSON_STRING] = "a string",
		[JSON_REAL] = "a fraction",  [JSON_TRUE] = "a switch", [JSON_FALSE] = "a switch",
		[JSON_NULL] = "null",
	};
	char number[24], buf[NA_SHOWN];

	snprintf(number, sizeof(number), "%" JSON_INTEGER_FORMAT, json_integer_value(is));
	return na_load_fail(load, EINVAL, "\"%s\" is %s where %s belongs", na_load_shown(name, buf),
			    json_is_integer(is) ? number : types[json_typeof(is)], belongs);
}

/* The same for an element of a list. */
static int wrong_element(const struct na_load *load, const char *name, size_t i, const json_t *list,
			 const char *belongs)
{
	char buf[NA_SHOWN], element[NA_SHOWN + 24];

	snprintf(element, sizeof(element), "%s[%zu]", na_load_shown(name, buf), i);
	return na_load_wrong_type(load, element, json_array_get(list, i), belongs);
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

const char *na_load_text(struct na_load *load, const char *text)
{
	char *copy, *to;

	if (!strchr(text, '\\'))
		return na_arena_intern(&load->snapshot->arena, text, strlen(text));
	copy = to = na_arena_dup(&load->snapshot->arena, text, strlen(text) + 1);
	if (!copy)
		return NULL;
	while (*text) {
		int high = text[0] == '\\' && text[1] == 'x' ? hex_digit(text[2]) : -1;
		int low = high >= 0 ? hex_digit(text[3]) : -1;

		if (low >= 0 && (high || low)) { /* a string of C cannot have \x00 */
			*to++ = (char)(high << 4 | low);
			text += 4;
			continue;
		}
		if (text[0] == '\\' && text[1] == '\\')
			text++;
		*to++ = *text++;
	}
	*to = 0;
	return na_arena_intern(&load->snapshot->arena, copy, (size_t)(to - copy));
}

const char *na_load_dump(struct na_load *load, const json_t *json)
{
	const size_t flags = JSON_COMPACT | JSON_ENCODE_ANY | JSON_ENSURE_ASCII; /* nothing that steers a terminal */
	size_t size = json_dumpb(json, NULL, 0, flags);
	char *text = size ? na_arena_alloc(&load->snapshot->arena, size + 1) : NULL;

	if (!text || json_dumpb(json, text, size, flags) != size)
		load->snapshot->arena.oom = true;
	return text;
}

/* Numbers too large for a JSON integer are decimal strings; so may be all others. */
static bool get_uint(const json_t *json, uint64_t *value)
{
	const char *text = json_string_value(json);

	if (json_is_integer(json)) {
		*value = (uint64_t)json_integer_value(json);
		return json_integer_value(json) >= 0;
	}
	if (!text || !*text || text[strspn(text, "0123456789")])
		return false;
	errno = 0;
	*value = strtoull(text, NULL, 10);
	return !errno;
}

static bool get_int(const json_t *json, int64_t *value)
{
	const char *text = json_string_value(json);
	const char *digits = text && *text == '-' ? text + 1 : text;

	if (json_is_integer(json)) {
		*value = json_integer_value(json);
		return true;
	}
	if (!text || !*digits || digits[strspn(digits, "0123456789")])
		return false;
	errno = 0;
	*value = strtoll(text, NULL, 10);
	return !errno;
}

int na_load_list(struct na_load *load, const char *name, const json_t *json, const char *const **list, uint32_t *n)
{
	size_t size = json_array_size(json);
	const char **words;

	if (!json_is_array(json))
		return na_load_wrong_type(load, name, json, "a list of words");
	words = na_arena_alloc(&load->snapshot->arena, size * sizeof(*words));
	for (size_t i = 0; words && i < size; i++) {
		const json_t *word = json_array_get(json, i);

		if (!json_is_string(word))
			return wrong_element(load, name, i, json, "a word");
		words[i] = na_load_text(load, json_string_value(word));
	}
	*list = words;
	*n = (uint32_t)size;
	return 0;
}

static int load_numbers(struct na_load *load, const char *name, const json_t *json, struct na_value *value)
{
	size_t size = json_array_size(json);
	uint32_t *numbers;
	uint64_t number;

	if (!json_is_array(json))
		return na_load_wrong_type(load, name, json, "a list of numbers");
	numbers = na_arena_alloc(&load->snapshot->arena, size * sizeof(*numbers));
	for (size_t i = 0; numbers && i < size; i++) {
		if (!get_uint(json_array_get(json, i), &number) || number > UINT32_MAX)
			return wrong_element(load, name, i, json, "a number of 32 bits");
		numbers[i] = (uint32_t)number;
	}
	value->v.numbers = numbers;
	value->n = (uint32_t)size;
	return 0;
}

static int load_bytes(struct na_load *load, const char *name, const json_t *json, struct na_value *value)
{
	const char *text = json_string_value(json);
	size_t size = text ? (strlen(text) + 1) / 3 : 0;
	uint8_t *bytes;

	if (!text || (*text && strlen(text) != 3 * size - 1))
		return na_load_wrong_type(load, name, json, "a row of hex pairs (00:1b:ff)");
	bytes = na_arena_alloc(&load->snapshot->arena, size);
	for (size_t i = 0; bytes && i < size; i++) {
		int high = hex_digit(text[3 * i]), low = hex_digit(text[3 * i + 1]);

		if (high < 0 || low < 0 || (text[3 * i + 2] && text[3 * i + 2] != ':'))
			return na_load_wrong_type(load, name, json, "a row of hex pairs (00:1b:ff)");
		bytes[i] = (uint8_t)(high << 4 | low);
	}
	value->v.bytes = bytes;
	value->n = (uint32_t)size;
	return 0;
}

int na_load_value(struct na_load *load, const char *name, enum na_type type, const json_t *json, struct na_value *value)
{
	const char *number = json_is_real(json)	   ? "a whole number" :
			     json_is_integer(json) ? "a number from 0" :
						     "a number";

	*value = (struct na_value){ .type = type };
	switch (type) {
	case NA_NONE:
	case NA_JSON:
		value->type = NA_JSON;
		value->v.s = na_load_dump(load, json);
		return 0;
	case NA_BOOL:
		value->v.b = json_is_true(json);
		return json_is_boolean(json) ? 0 : na_load_wrong_type(load, name, json, "a switch");
	case NA_UINT:
		return get_uint(json, &value->v.u) ? 0 : na_load_wrong_type(load, name, json, number);
	case NA_INT:
		return get_int(json, &value->v.i) ? 0 : na_load_wrong_type(load, name, json, number);
	case NA_REAL:
		value->v.d = json_number_value(json);
		return json_is_number(json) ? 0 : na_load_wrong_type(load, name, json, "a number");
	case NA_STRING:
		if (!json_is_string(json))
			return na_load_wrong_type(load, name, json, "a string");
		value->v.s = na_load_text(load, json_string_value(json));
		return 0;
	case NA_LIST:
		return na_load_list(load, name, json, &value->v.list, &value->n);
	case NA_NUMBERS:
		return load_numbers(load, name, json, value);
	case NA_BYTES:
		return load_bytes(load, name, json, value);
	}
	return 0;
}
