/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of a policy against values that were read: numbers as numbers, lists as sets, words whatever their case. */
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "check/policy.h"

/* Most globs are a beginning and a star, and need no fnmatch(), which is slow for a hundred rules on a thousand NICs. */
static bool is_like(const char *glob, const char *text)
{
	size_t plain = strcspn(glob, "*?[\\");

	if (strncmp(glob, text, plain))
		return false;
	if (!glob[plain])
		return !text[plain];
	return (glob[plain] == '*' && !glob[plain + 1]) || !fnmatch(glob, text, 0);
}

bool na_any_word(const char *const *words, const char *text)
{
	for (; text && *words; words++)
		if (!strcmp(*words, text) || is_like(*words, text))
			return true;
	return false;
}

static bool is_number(const struct na_value *value)
{
	return value->type == NA_UINT || value->type == NA_INT || value->type == NA_REAL;
}

static double real_of(const struct na_value *value)
{
	switch (value->type) {
	case NA_UINT:
		return (double)value->v.u;
	case NA_INT:
		return (double)value->v.i;
	default:
		return value->v.d;
	}
}

int na_number_compare(const struct na_value *a, const struct na_value *b)
{
	double x = real_of(a), y = real_of(b);

	if (a->type == NA_REAL || b->type == NA_REAL)
		return (x > y) - (x < y);
	/* whole numbers without the loss above 2^53 */
	if (a->type == NA_INT && b->type == NA_INT)
		return (a->v.i > b->v.i) - (a->v.i < b->v.i);
	if (a->type == NA_INT && a->v.i < 0)
		return -1;
	if (b->type == NA_INT && b->v.i < 0)
		return 1;
	/* neither is negative: both members of the union have the same bits */
	return (a->v.u > b->v.u) - (a->v.u < b->v.u);
}

bool na_number_of(const struct na_value *value, struct na_value *number)
{
	char *end;

	*number = *value;
	if (is_number(value))
		return true;
	if (value->type != NA_STRING || !*value->v.s)
		return false;
	errno = 0;
	*number = na_uint(strtoull(value->v.s, &end, 10));
	if (!*end && !errno && value->v.s[strspn(value->v.s, "0123456789")] == 0)
		return true;
	*number = na_real(strtod(value->v.s, &end));
	return end != value->v.s && !*end && isfinite(number->v.d);
}

/* Of these, case tells one from another; everything else is a word, an address, or a number in hexadecimal. */
static bool has_case(enum na_attr_id attr)
{
	static const enum na_attr_id texts[] = { NA_LINK_ALIAS, NA_DRIVER_VERSION, NA_DRIVER_FIRMWARE };

	if (na_attrs[attr].rt.decode == NA_DECODE_IFINDEX)
		return true;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (texts[i] == attr)
			return true;
	return false;
}

static bool same_word(enum na_attr_id attr, const char *a, const char *b)
{
	return has_case(attr) ? !strcmp(a, b) : !strcasecmp(a, b);
}

static bool list_has_word(enum na_attr_id attr, const struct na_value *list, const char *word)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (same_word(attr, list->v.list[i], word))
			return true;
	return false;
}

static bool list_has_number(const struct na_value *list, const struct na_value *wanted)
{
	struct na_value number;

	if (!na_number_of(wanted, &number))
		return false;
	for (uint32_t i = 0; i < list->n; i++) {
		const struct na_value one = na_uint(list->v.numbers[i]);

		if (!na_number_compare(&one, &number))
			return true;
	}
	return false;
}

bool na_list_has(enum na_attr_id attr, const struct na_value *list, const struct na_value *wanted)
{
	bool all = true;

	if (list->type == NA_NUMBERS && wanted->type == NA_NUMBERS) {
		for (uint32_t i = 0; i < wanted->n; i++) {
			const struct na_value one = na_uint(wanted->v.numbers[i]);

			all &= list_has_number(list, &one);
		}
		return all;
	}
	if (list->type == NA_NUMBERS)
		return list_has_number(list, wanted);
	if (list->type != NA_LIST)
		return false;
	if (wanted->type == NA_STRING)
		return list_has_word(attr, list, wanted->v.s);
	for (uint32_t i = 0; wanted->type == NA_LIST && i < wanted->n; i++)
		all &= list_has_word(attr, list, wanted->v.list[i]);
	return wanted->type == NA_LIST && all;
}

/* 1, 0, or -1 for no switch. */
static int switch_of(const struct na_value *value)
{
	static const char *const words[][3] = { { "off", "no", "false" }, { "on", "yes", "true" } };

	if (value->type == NA_BOOL)
		return value->v.b;
	for (int is = 0; value->type == NA_STRING && is < 2; is++)
		for (size_t i = 0; i < 3; i++)
			if (!strcasecmp(value->v.s, words[is][i]))
				return is;
	return -1;
}

/* The last resort, for values of two types: as a person would write them. */
static bool same_text(const struct na_value *a, const struct na_value *b)
{
	char one[512], other[512];

	return na_value_format(a, one, sizeof(one)) < sizeof(one) &&
	       na_value_format(b, other, sizeof(other)) < sizeof(other) && !strcasecmp(one, other);
}

bool na_same_value(enum na_attr_id attr, const struct na_value *value, const struct na_value *wanted)
{
	struct na_value number;

	switch (value->type) {
	case NA_BOOL:
		return switch_of(wanted) == value->v.b;
	case NA_UINT:
	case NA_INT:
	case NA_REAL:
		return na_number_of(wanted, &number) && !na_number_compare(value, &number);
	case NA_STRING:
		if (wanted->type == NA_STRING)
			return same_word(attr, value->v.s, wanted->v.s);
		break;
	case NA_LIST:
		if (wanted->type == NA_LIST)
			return na_list_has(attr, value, wanted) && na_list_has(attr, wanted, value);
		if (wanted->type == NA_STRING && *wanted->v.s)
			return value->n == 1 && same_word(attr, value->v.list[0], wanted->v.s);
		break;
	case NA_NONE:
	case NA_NUMBERS:
	case NA_BYTES:
	case NA_JSON:
		break;
	}
	return na_value_equal(value, wanted) || (value->type != wanted->type && same_text(value, wanted));
}

bool na_count_cpus(const char *text, uint64_t *n)
{
	*n = 0;
	while (*text) {
		char *end;
		uint64_t from, to;

		if (*text < '0' || *text > '9')
			return false;
		from = to = strtoull(text, &end, 10);
		if (*end == '-') {
			text = end + 1;
			if (*text < '0' || *text > '9')
				return false;
			to = strtoull(text, &end, 10);
		}
		if (to < from || to > UINT32_MAX || (*end && *end != ','))
			return false;
		*n += to - from + 1;
		text = *end ? end + 1 : end;
	}
	return true;
}
