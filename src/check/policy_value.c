/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A word of a policy as a value: its type is that of the attribute it is for, and not what YAML would make of it. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "check/policy_parse.h"
#include "model/uapi.h"

bool na_is_number(enum na_type type)
{
	return type == NA_UINT || type == NA_INT || type == NA_REAL;
}

const char *na_policy_type(enum na_type type)
{
	switch (type) {
	case NA_BOOL:
		return "a switch";
	case NA_UINT:
	case NA_INT:
	case NA_REAL:
		return "a number";
	case NA_STRING:
		return "a word";
	case NA_LIST:
		return "a list of words";
	case NA_NUMBERS:
		return "a list of numbers";
	case NA_BYTES:
		return "a row of bytes";
	case NA_NONE:
	case NA_JSON:
		break;
	}
	return "something unknown";
}

/* "10G" of megabits: the suffixes that mean something there. */
static bool scaled(const char *text, uint64_t *value)
{
	static const struct {
		char suffix;
		double factor;
	} suffixes[] = { { 'M', 1 }, { 'G', 1e3 }, { 'T', 1e6 } };
	size_t len = strspn(text, "0123456789.");
	double number;
	char *end;

	if (!len || text[len + (text[len] != 0)] || len > 15)
		return false;
	number = strtod(text, &end);
	for (size_t i = 0; end == text + len && i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		double mega = number * suffixes[i].factor;

		if (text[len] != suffixes[i].suffix || mega != floor(mega) || mega > 1e15)
			continue;
		*value = (uint64_t)mega;
		return true;
	}
	return false;
}

/* What does not look like a number may be a word or a fact that was meant. */
static int no_number(struct na_policy_load *load, const struct na_goal *goal, const char *text)
{
	static const char *const words[] = { "max", "min", "present", "absent" };
	const char *nearest = na_nearest(text, words, sizeof(words) / sizeof(words[0])), *key;
	char buf[NA_POLICY_SHOWN];

	na_policy_shown(text, buf);
	if (strchr(text, '(') || na_attr_find(text, &key) != NA_ATTR_UNKNOWN)
		return na_policy_fail(load, &goal->place, "'%s' is no number; did you mean '= %s'?", buf, buf);
	if (nearest && *text >= 'a' && *text <= 'z')
		return na_policy_fail(load, &goal->place, "'%s' is no number; did you mean '%s'?", buf, nearest);
	return na_policy_fail(load, &goal->place, "'%s' is no number, as '%s' is", buf, goal->name);
}

static int read_uint(struct na_policy_load *load, const struct na_goal *goal, const char *text, uint64_t *value)
{
	const char *unit = na_attrs[goal->attr].unit;
	bool is_speed = unit && !strcmp(unit, "Mb/s");
	char buf[NA_POLICY_SHOWN];

	if (is_speed && scaled(text, value))
		return 0;
	if (*text && !text[strspn(text, "0123456789")]) {
		errno = 0;
		*value = strtoull(text, NULL, 10);
		return errno ? na_policy_fail(load, &goal->place, "'%s' is too large", na_policy_shown(text, buf)) : 0;
	}
	na_policy_shown(text, buf);
	if (*text && !text[strspn(text, "-+.0123456789")])
		return na_policy_fail(load, &goal->place, "'%s' is no whole number from 0 on", buf);
	if (*text >= '0' && *text <= '9')
		return na_policy_fail(load, &goal->place, "'%s' is no number%s", buf,
				      is_speed ? "; a speed is in Mb/s, or like 10G" : "");
	return no_number(load, goal, text);
}

static int read_int(struct na_policy_load *load, const struct na_goal *goal, const char *text, int64_t *value)
{
	const char *digits = *text == '-' ? text + 1 : text;

	if (!*digits || digits[strspn(digits, "0123456789")])
		return no_number(load, goal, text);
	errno = 0;
	*value = strtoll(text, NULL, 10);
	return errno ? no_number(load, goal, text) : 0;
}

/* Digits, and perhaps a point with more of them. */
static bool is_decimal(const char *text)
{
	size_t whole = strspn(text, "0123456789"), fraction;

	if (!whole || whole > 18)
		return false;
	if (!text[whole])
		return true;
	fraction = strspn(text + whole + 1, "0123456789");
	return text[whole] == '.' && fraction && fraction <= 18 && !text[whole + 1 + fraction];
}

static int hex(char c)
{
	const char *digits = "0123456789abcdef", *at = c ? strchr(digits, tolower((unsigned char)c)) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* "00:1b:ff" into as many bytes. */
static int read_bytes(struct na_policy_load *load, const struct na_goal *goal, const char *text, struct na_value *value)
{
	size_t len = strlen(text), n = (len + 1) / 3;
	uint8_t *bytes = na_arena_alloc(load->arena, n);
	char buf[NA_POLICY_SHOWN];
	bool ok = len && len == 3 * n - 1;

	if (!bytes)
		return na_policy_no_memory(load);
	for (size_t i = 0; ok && i < n; i++) {
		int high = hex(text[3 * i]), low = hex(text[3 * i + 1]);

		ok = high >= 0 && low >= 0 && (text[3 * i + 2] == ':' || i == n - 1);
		if (ok)
			bytes[i] = (uint8_t)(high << 4 | low);
	}
	if (!ok)
		return na_policy_fail(load, &goal->place, "'%s' is no row of hex pairs like 00:1b:ff",
				      na_policy_shown(text, buf));
	value->v.bytes = bytes;
	value->n = (uint32_t)n;
	return 0;
}

/* Facts have them in small letters. */
static int read_mac(struct na_policy_load *load, const struct na_goal *goal, const char *text, const char **mac)
{
	enum { SHORTEST = 6, LONGEST = 32 };
	struct na_value bytes = { .type = NA_BYTES };
	char small[3 * LONGEST], buf[NA_POLICY_SHOWN];
	int ret = read_bytes(load, goal, text, &bytes);

	if (ret)
		return ret;
	if (bytes.n < SHORTEST || bytes.n > LONGEST)
		return na_policy_fail(load, &goal->place, "'%s' is no MAC address", na_policy_shown(text, buf));
	na_value_format(&bytes, small, sizeof(small));
	*mac = na_arena_intern(load->arena, small, strlen(small));
	return *mac ? 0 : na_policy_no_memory(load);
}

static bool is_mac(const struct na_attr *attr)
{
	return attr->rt.given && attr->rt.decode == NA_DECODE_MAC;
}

/* One of the words of the row. "yes" and "true" are "on" where that is one of them. */
static int read_known(struct na_policy_load *load, const struct na_goal *goal, const char *text, const char **word)
{
	const struct na_attr *attr = &na_attrs[goal->attr];
	const char *other = NULL;
	char of[NA_NAME_MAX + 16];
	bool on;

	if (na_policy_switch(text, &on))
		other = on ? "on" : "off";
	for (size_t i = 0; i < attr->n_words; i++)
		if (attr->words[i] && (!strcmp(attr->words[i], text) || (other && !strcmp(attr->words[i], other)))) {
			*word = attr->words[i];
			return 0;
		}
	snprintf(of, sizeof(of), " for '%s'", goal->name);
	return na_policy_unknown(load, &goal->place, "word", text, of, attr->words, attr->n_words);
}

static int no_mode(struct na_policy_load *load, const struct na_goal *goal, const char *text)
{
	enum { MOST = 256 };
	const char *words[MOST];
	size_t n;

	for (n = 0; n < na_n_link_modes && n < MOST; n++)
		words[n] = na_link_modes[n].name;
	return na_policy_unknown(load, &goal->place, "link mode", text, "", words, n);
}

int na_policy_list_word(struct na_policy_load *load, const struct na_goal *goal, const char *text, const char **word)
{
	const struct na_attr *attr = &na_attrs[goal->attr];
	const char *feature;

	*word = text;
	if (!*text)
		return na_policy_fail(load, &goal->place, "a word of '%s' is empty", goal->name);
	if (attr->strset == NA_SS_LINK_MODES)
		return na_link_mode_find(text) ? 0 : no_mode(load, goal, text);
	if (attr->n_words)
		return read_known(load, goal, text, word);
	feature = attr->strset == NA_SS_FEATURES ? na_feature_alias(text) : NULL;
	if (feature)
		*word = feature;
	return 0;
}

static int read_number_element(struct na_policy_load *load, const struct na_goal *goal, const char *text,
			       uint32_t *number)
{
	uint64_t value;
	int ret = read_uint(load, goal, text, &value);
	char buf[NA_POLICY_SHOWN];

	if (!ret && value > UINT32_MAX)
		ret = na_policy_fail(load, &goal->place, "'%s' is too large", na_policy_shown(text, buf));
	if (!ret)
		*number = (uint32_t)value;
	return ret;
}

int na_policy_list(struct na_policy_load *load, const struct na_goal *goal, const struct na_node *node,
		   struct na_value *value)
{
	bool numbers = na_attrs[goal->attr].type == NA_NUMBERS;
	const char **words = na_arena_alloc(load->arena, node->n * sizeof(*words));
	uint32_t *into = na_arena_alloc(load->arena, node->n * sizeof(*into));
	uint32_t n = 0;
	int ret = 0;

	if (!words || !into)
		return na_policy_no_memory(load);
	for (const struct na_node *item = node->first; !ret && item; item = item->next, n++) {
		struct na_goal each = *goal;

		each.place = item->place;
		if (item->kind != NA_NODE_WORD)
			ret = na_policy_wrong_kind(load, item, goal->name, numbers ? "a number" : "a word");
		else if (numbers)
			ret = read_number_element(load, &each, item->text, &into[n]);
		else
			ret = na_policy_list_word(load, &each, item->text, &words[n]);
	}
	*value = (struct na_value){ .type = na_attrs[goal->attr].type, .n = n };
	if (numbers)
		value->v.numbers = into;
	else
		value->v.list = words;
	return ret;
}

/* One word alone is a list of one. */
static int read_single(struct na_policy_load *load, const struct na_goal *goal, const char *text,
		       struct na_value *value)
{
	struct na_node item = { .kind = NA_NODE_WORD, .place = goal->place, .text = text };
	struct na_node list = { .kind = NA_NODE_LIST, .place = goal->place, .first = &item, .n = 1 };

	return na_policy_list(load, goal, &list, value);
}

int na_policy_value(struct na_policy_load *load, const struct na_goal *goal, const char *text, struct na_value *value)
{
	const struct na_attr *attr = &na_attrs[goal->attr];
	char buf[NA_POLICY_SHOWN];

	*value = (struct na_value){ .type = attr->type };
	switch (attr->type) {
	case NA_BOOL:
		if (na_policy_switch(text, &value->v.b))
			return 0;
		return na_policy_fail(load, &goal->place, "'%s' for '%s': a switch is on or off",
				      na_policy_shown(text, buf), goal->name);
	case NA_UINT:
		return read_uint(load, goal, text, &value->v.u);
	case NA_INT:
		return read_int(load, goal, text, &value->v.i);
	case NA_REAL:
		value->v.d = strtod(text, NULL);
		return is_decimal(text) ? 0 : no_number(load, goal, text);
	case NA_STRING:
		value->v.s = text;
		if (attr->n_words)
			return read_known(load, goal, text, &value->v.s);
		return is_mac(attr) ? read_mac(load, goal, text, &value->v.s) : 0;
	case NA_LIST:
	case NA_NUMBERS:
		return read_single(load, goal, text, value);
	case NA_BYTES:
		return read_bytes(load, goal, text, value);
	case NA_NONE:
	case NA_JSON:
		break;
	}
	return na_policy_fail(load, &goal->place, "'%s' cannot be compared", goal->name);
}

int na_policy_rate(struct na_policy_load *load, const struct na_goal *goal, const char *text, struct na_term *term,
		   const char **canonical)
{
	static const char *const units[] = { "s", "min", "h", "d" };
	static const double seconds[] = { 1, 60, 3600, 86400 };
	const char *slash = strchr(text, '/'), *unit = slash ? slash + 1 : "";
	char number[40], buf[NA_POLICY_SHOWN];
	size_t i, len = slash ? (size_t)(slash - text) : strlen(text);

	na_policy_shown(text, buf);
	snprintf(number, sizeof(number), "%.*s", (int)(len < sizeof(number) ? len : sizeof(number) - 1), text);
	if (!is_decimal(number))
		return na_policy_fail(load, &goal->place, "'%s' is no rate; it is a number and a unit, like 1/h", buf);
	*term = (struct na_term){ .kind = NA_TERM_VALUE, .value = na_real(strtod(number, NULL)) };
	for (i = 0; slash && i < sizeof(units) / sizeof(units[0]) && strcmp(units[i], unit); i++)
		;
	if (slash && i == sizeof(units) / sizeof(units[0]))
		return na_policy_unknown(load, &goal->place, "unit", unit, " of a rate", units, i);
	if (!slash && term->value.v.d != 0)
		return na_policy_fail(load, &goal->place, "the rate '%s' needs a unit: /s, /min, /h or /d", buf);
	*canonical = na_arena_printf(load->arena, "%.15g%s%s", term->value.v.d, slash ? "/" : "", unit);
	term->value.v.d /= seconds[i];
	return *canonical ? 0 : na_policy_no_memory(load);
}
