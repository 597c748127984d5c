/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values in the words of the tools, and back: switches, sizes, times, link modes, and words that differ. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "model/dialect.h"

/* Who writes alike: commands and ifupdown, which passes it on to them; systemd's files; NetworkManager. */
enum writer { COMMAND, SYSTEMD, NM, N_WRITERS };

static enum writer writer_of(enum na_dialect_tool tool)
{
	switch (tool) {
	case NA_IN_LINK:
	case NA_IN_NETWORK:
	case NA_IN_NETDEV:
		return SYSTEMD;
	case NA_IN_NMCLI:
		return NM;
	case NA_IN_ETHTOOL:
	case NA_IN_IP:
	case NA_IN_IFUPDOWN:
	case NA_N_DIALECTS:
		break;
	}
	return COMMAND;
}

/* Words that differ: ours, and each writer's. Of several rows with one of ours, the first is written and all are read. */
static const struct translation {
	uint8_t form;
	const char *ours, *theirs[N_WRITERS];
} translations[] = {
	{ NA_FORM_SWITCH, "on", { "on", "yes", "yes" } },
	{ NA_FORM_SWITCH, "off", { "off", "no", "no" } },
	{ NA_FORM_FLAG, "on", { "on", "yes", "on" } },
	{ NA_FORM_FLAG, "off", { "off", "no", "off" } },
	{ NA_FORM_ADAPTIVE, "on", { "on", "yes", "1" } },
	{ NA_FORM_ADAPTIVE, "off", { "off", "no", "0" } },
	{ NA_FORM_BINARY, "on", { "1", "yes", "yes" } },
	{ NA_FORM_BINARY, "off", { "0", "no", "no" } },
	{ NA_FORM_AUTONEG, "on", { "on", "yes", "yes" } },
	{ NA_FORM_AUTONEG, "off", { "off", "no", NULL } },
	{ NA_FORM_STP, "kernel", { "1", "yes", "yes" } },
	{ NA_FORM_STP, "off", { "0", "no", "no" } },
	{ NA_FORM_AUTO, "on", { "auto", NULL, NULL } },
	{ NA_FORM_SPLIT, "enabled", { "on", NULL, NULL } },
	{ NA_FORM_SPLIT, "disabled", { "off", NULL, NULL } },
	{ NA_FORM_MDIX, "off", { "off", "straight", NULL } },
	{ NA_FORM_MDIX, "on", { "on", "crossover", NULL } },
	{ NA_FORM_MDIX, "auto", { "auto", "auto", NULL } },
	{ NA_FORM_MDIX, "off", { NULL, "mdi", NULL } },
	{ NA_FORM_MDIX, "on", { NULL, "mdi-x", NULL } },
	{ NA_FORM_MDIX, "on", { NULL, "mdix", NULL } },
	{ NA_FORM_WOL, "phy", { "p", "phy", "phy" } },
	{ NA_FORM_WOL, "ucast", { "u", "unicast", "unicast" } },
	{ NA_FORM_WOL, "mcast", { "m", "multicast", "multicast" } },
	{ NA_FORM_WOL, "bcast", { "b", "broadcast", "broadcast" } },
	{ NA_FORM_WOL, "arp", { "a", "arp", "arp" } },
	{ NA_FORM_WOL, "magic", { "g", "magic", "magic" } },
	{ NA_FORM_WOL, "magicsecure", { "s", "secureon", NULL } },
	{ NA_FORM_WOL, "filter", { "f", NULL, NULL } },
	{ NA_FORM_WOL, "", { "d", "off", NULL } },
	{ NA_FORM_FIELDS, "l2da", { "m", NULL, NULL } },
	{ NA_FORM_FIELDS, "vlan", { "v", NULL, NULL } },
	{ NA_FORM_FIELDS, "l3-proto", { "t", NULL, NULL } },
	{ NA_FORM_FIELDS, "ip-src", { "s", NULL, NULL } },
	{ NA_FORM_FIELDS, "ip-dst", { "d", NULL, NULL } },
	{ NA_FORM_FIELDS, "l4-b-0-1", { "f", NULL, NULL } },
	{ NA_FORM_FIELDS, "l4-b-2-3", { "n", NULL, NULL } },
};

enum { N_TRANSLATIONS = sizeof(translations) / sizeof(translations[0]) };

/* Names of link modes in Advertise= of systemd.link(5) 252. */
static const struct {
	const char *ours, *systemd;
} advertised[] = {
	{ "10baseT/Half", "10baset-half" },	      { "10baseT/Full", "10baset-full" },
	{ "100baseT/Half", "100baset-half" },	      { "100baseT/Full", "100baset-full" },
	{ "1000baseT/Half", "1000baset-half" },	      { "1000baseT/Full", "1000baset-full" },
	{ "10000baseT/Full", "10000baset-full" },     { "2500baseX/Full", "2500basex-full" },
	{ "1000baseKX/Full", "1000basekx-full" },     { "10000baseKX4/Full", "10000basekx4-full" },
	{ "10000baseKR/Full", "10000basekr-full" },   { "20000baseMLD2/Full", "20000basemld2-full" },
	{ "20000baseKR2/Full", "20000basekr2-full" },
};

/* In words, blanks or commas between them: the next one and its length, 0 at the end. */
static const char *next_word(const char *text, size_t *len)
{
	text += strspn(text, " \t,");
	*len = strcspn(text, " \t,");
	return text;
}

static bool is(const char *word, size_t len, const char *other)
{
	return other && strlen(other) == len && !strncmp(word, other, len);
}

static const char *translate(enum na_form form, enum writer writer, const char *word, size_t len, bool back)
{
	for (size_t i = 0; i < N_TRANSLATIONS; i++) {
		const struct translation *row = &translations[i];
		const char *from = back ? row->theirs[writer] : row->ours, *to = back ? row->ours : row->theirs[writer];

		if (row->form == form && to && is(word, len, from))
			return to;
	}
	return NULL;
}

/* Every word of the list by translate(); ethtool writes them as letters without anything between. */
static const char *write_list(struct na_arena *arena, enum na_form form, enum writer writer, const char *text)
{
	static const char *const between[N_WRITERS] = { "", " ", "," };
	const char *out = "", *word;
	size_t len;

	word = next_word(text, &len);
	if (!len)
		return translate(form, writer, "", 0, false);
	for (; out && len; word = next_word(word + len, &len)) {
		const char *to = translate(form, writer, word, len, false);

		out = to ? na_arena_printf(arena, "%s%s%s", out, *out ? between[writer] : "", to) : NULL;
	}
	return out;
}

static const char *read_list(struct na_arena *arena, enum na_form form, enum writer writer, const char *text)
{
	const char *none = translate(form, writer, text, strlen(text), true), *out = "", *word;
	size_t len;

	if (none)
		return none;
	word = next_word(text, &len);
	for (; out && len; word = next_word(word + len, &len)) {
		if (writer == COMMAND)
			len = 1;
		none = translate(form, writer, word, len, true);
		out = none && *none ? na_arena_printf(arena, "%s%s%s", out, *out ? " " : "", none) : NULL;
	}
	return out;
}

/* NetworkManager's keyfiles have the flags of wake-on-lan as a number: NM_SETTING_WIRED_WAKE_ON_LAN_PHY is 2. */
static const char *read_wol_number(struct na_arena *arena, const char *text)
{
	static const char *const words[] = { NULL, "phy", "ucast", "mcast", "bcast", "arp", "magic" };
	char *end;
	unsigned long flags = strtoul(text, &end, 0);
	const char *out = "";

	if (end == text || *end || flags & ~0x7eUL)
		return NULL;
	for (size_t i = 1; out && i < sizeof(words) / sizeof(words[0]); i++)
		if (flags >> i & 1)
			out = na_arena_printf(arena, "%s%s%s", out, *out ? " " : "", words[i]);
	return out;
}

/* Numbers and units */

struct unit {
	const char *name;
	uint64_t factor;
};

static const struct unit sizes[] = { { "", 1 }, { "K", 1 << 10 }, { "M", 1 << 20 }, { "G", 1 << 30 }, { NULL, 0 } };
static const struct unit rates[] = { { "", 1 }, { "K", 1000 }, { "M", 1000000 }, { "G", 1000000000 }, { NULL, 0 } };
static const struct unit times[] = { /* in microseconds; systemd.time(7), as far as a NIC waits */
				     { "", 1000000 },	     { "s", 1000000 },
				     { "sec", 1000000 },     { "second", 1000000 },
				     { "seconds", 1000000 }, { "ms", 1000 },
				     { "msec", 1000 },	     { "us", 1 },
				     { "usec", 1 },	     { "\xc2\xb5s", 1 },
				     { "\xce\xbcs", 1 },     { NULL, 0 }
};

/* Number and unit, of which there may be several: "1ms 500us". */
static bool read_units(const struct unit *units, const char *text, uint64_t *sum)
{
	const char *p = text + strspn(text, " \t");

	for (*sum = 0; *p; p += strspn(p, " \t")) {
		const struct unit *unit = units;
		uint64_t number, scaled;
		size_t len;
		char *end;

		errno = 0;
		number = strtoull(p, &end, 10);
		if (!isdigit((unsigned char)*p) || errno)
			return false;
		p = end + strspn(end, " \t");
		len = strcspn(p, "0123456789 \t");
		while (unit->name && !is(p, len, unit->name))
			unit++;
		if (!unit->name || __builtin_mul_overflow(number, unit->factor, &scaled) ||
		    __builtin_add_overflow(*sum, scaled, sum))
			return false;
		p += len;
	}
	return p > text;
}

static const char *read_systemd_number(struct na_arena *arena, enum na_form form, const char *text)
{
	static const struct {
		const struct unit *units;
		uint64_t divisor;
	} forms[] = {
		[NA_FORM_SIZE] = { sizes, 1 },		[NA_FORM_RATE] = { rates, 1000000 },
		[NA_FORM_USECS] = { times, 1 },		[NA_FORM_MSECS] = { times, 1000 },
		[NA_FORM_SECONDS] = { times, 1000000 },
	};
	uint64_t number;

	if (!read_units(forms[form].units, text, &number))
		return NULL;
	return na_arena_printf(arena, "%" PRIu64, number / forms[form].divisor);
}

static bool is_number(const char *text)
{
	return *text && strlen(text) < 20 && !text[strspn(text, "0123456789")];
}

/* Without leading zeros, as values are compared as text. */
static const char *plain_number(struct na_arena *arena, const char *text)
{
	return is_number(text) ? na_arena_printf(arena, "%" PRIu64, (uint64_t)strtoull(text, NULL, 10)) : NULL;
}

/* Link modes */

enum { MASK_BYTES = 16 };

static const char *write_mask(struct na_arena *arena, const char *text)
{
	uint8_t mask[MASK_BYTES] = { 0 };
	char digits[2 * MASK_BYTES + 1];
	const char *word, *first = digits;
	size_t len;

	for (word = next_word(text, &len); len; word = next_word(word + len, &len)) {
		size_t bit = 0;

		while (bit < na_n_link_modes && !is(word, len, na_link_modes[bit].name))
			bit++;
		if (bit == na_n_link_modes || bit >= 8 * MASK_BYTES)
			return NULL;
		mask[bit / 8] |= (uint8_t)(1 << bit % 8);
	}
	for (size_t i = 0; i < MASK_BYTES; i++)
		snprintf(digits + 2 * i, 3, "%02x", mask[MASK_BYTES - 1 - i]);
	while (strlen(first) > 3 && *first == '0')
		first++;
	return na_arena_printf(arena, "0x%s", first);
}

static const char *read_mask(struct na_arena *arena, const char *text)
{
	const char *out = "", *digits = text[0] == '0' && (text[1] | 32) == 'x' ? text + 2 : text;
	size_t n = strlen(digits);

	if (!n || n > 2 * MASK_BYTES || strspn(digits, "0123456789abcdefABCDEF") != n)
		return NULL;
	for (size_t bit = 0; out && bit < 4 * n; bit++) {
		char digit[2] = { digits[n - 1 - bit / 4] };

		if (!(strtoul(digit, NULL, 16) >> bit % 4 & 1))
			continue;
		if (bit >= na_n_link_modes || !na_link_modes[bit].name)
			return NULL;
		out = na_arena_printf(arena, "%s%s%s", out, *out ? " " : "", na_link_modes[bit].name);
	}
	return out;
}

/* What is no mode (Autoneg, Pause, ports) is not advertised by these words, and nothing is lost. */
static const char *systemd_modes(struct na_arena *arena, const char *text, bool back)
{
	enum { N = sizeof(advertised) / sizeof(advertised[0]) };
	const char *out = "", *word;
	size_t len;

	for (word = next_word(text, &len); out && len; word = next_word(word + len, &len)) {
		const char *name = na_arena_printf(arena, "%.*s", (int)len, word);
		const struct na_link_mode *mode = back || !name ? NULL : na_link_mode_find(name);
		size_t i = 0;

		if (mode && !mode->speed)
			continue;
		while (i < N && !is(word, len, back ? advertised[i].systemd : advertised[i].ours))
			i++;
		out = i == N ? NULL :
			       na_arena_printf(arena, "%s%s%s", out, *out ? " " : "",
					       back ? advertised[i].ours : advertised[i].systemd);
	}
	return out && *out ? out : NULL;
}

/* "0 1 2 0 1 2" is what `equal 3` makes. */
static const char *write_table(struct na_arena *arena, const char *text)
{
	unsigned long queues = 0, n = 0;
	char *end;

	for (const char *p = text; *p; p = end, n++) {
		unsigned long queue = strtoul(p, &end, 10);

		if (end == p || queue > n)
			return NULL;
		if (queue == n)
			queues = n + 1;
		else if (queue != n % queues)
			return NULL;
		end += strspn(end, " ");
	}
	return queues ? na_arena_printf(arena, "%lu", queues) : NULL;
}

static bool is_harmless(const char *text)
{
	return !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._@:+-/ ")];
}

static const char *write_number(struct na_arena *arena, enum na_form form, enum writer writer, const char *value)
{
	static const char *const units[] = { [NA_FORM_USECS] = "us", [NA_FORM_MSECS] = "ms", [NA_FORM_SECONDS] = "s" };

	if (form == NA_FORM_NUMBER && writer == SYSTEMD && !strcmp(value, "max"))
		return value;
	if (!is_number(value))
		return NULL;
	return writer == SYSTEMD && form >= NA_FORM_USECS ? na_arena_printf(arena, "%s%s", value, units[form]) : value;
}

const char *na_dialect_write(struct na_arena *arena, const struct na_dialect *row, enum na_dialect_tool tool,
			     const char *value)
{
	enum writer writer = writer_of(tool);

	switch ((enum na_form)row->form) {
	case NA_FORM_TEXT:
		return value;
	case NA_FORM_PLAIN:
		return *value && is_harmless(value) && !strchr(value, ' ') ? value : NULL;
	case NA_FORM_NUMBER:
	case NA_FORM_SIZE:
	case NA_FORM_RATE:
	case NA_FORM_USECS:
	case NA_FORM_MSECS:
	case NA_FORM_SECONDS:
		return write_number(arena, row->form, writer, value);
	case NA_FORM_WOL:
	case NA_FORM_FIELDS:
		return write_list(arena, row->form, writer, value);
	case NA_FORM_LIST:
		return *value && is_harmless(value) ? value : NULL;
	case NA_FORM_MODES:
		return writer == COMMAND ? write_mask(arena, value) : systemd_modes(arena, value, false);
	case NA_FORM_TABLE:
		return write_table(arena, value);
	case NA_FORM_SWITCH:
	case NA_FORM_FLAG:
	case NA_FORM_ADAPTIVE:
	case NA_FORM_BINARY:
	case NA_FORM_AUTONEG:
	case NA_FORM_STP:
	case NA_FORM_AUTO:
	case NA_FORM_SPLIT:
	case NA_FORM_MDIX:
		break;
	}
	return translate(row->form, writer, value, strlen(value), false);
}

/* All the words that any of the tools takes for a switch. */
static const char *read_switch(const char *text)
{
	static const char *const on[] = { "on", "yes", "true", "1", "y", "t" };
	static const char *const off[] = { "off", "no", "false", "0", "n", "f" };

	for (size_t i = 0; i < sizeof(on) / sizeof(on[0]); i++) {
		if (!strcasecmp(text, on[i]))
			return "on";
		if (!strcasecmp(text, off[i]))
			return "off";
	}
	return NULL;
}

const char *na_dialect_read(struct na_arena *arena, const struct na_dialect *row, enum na_dialect_tool tool,
			    const char *text)
{
	enum writer writer = writer_of(tool);

	switch ((enum na_form)row->form) {
	case NA_FORM_SWITCH:
	case NA_FORM_FLAG:
	case NA_FORM_ADAPTIVE:
	case NA_FORM_BINARY:
	case NA_FORM_AUTONEG:
		return read_switch(text);
	case NA_FORM_STP:
		text = read_switch(text);
		return text && !strcmp(text, "on") ? "kernel" : text;
	case NA_FORM_NUMBER:
		return writer == SYSTEMD && !strcmp(text, "max") ? text : plain_number(arena, text);
	case NA_FORM_SIZE:
	case NA_FORM_RATE:
	case NA_FORM_USECS:
	case NA_FORM_MSECS:
	case NA_FORM_SECONDS:
		return writer == SYSTEMD ? read_systemd_number(arena, row->form, text) : plain_number(arena, text);
	case NA_FORM_WOL:
		return writer == NM ? read_wol_number(arena, text) : read_list(arena, row->form, writer, text);
	case NA_FORM_FIELDS:
		return read_list(arena, row->form, writer, text);
	case NA_FORM_MODES:
		return writer == COMMAND ? read_mask(arena, text) : systemd_modes(arena, text, true);
	case NA_FORM_TABLE:
		return NULL; /* how long the table is, is not said */
	case NA_FORM_AUTO:
	case NA_FORM_SPLIT:
	case NA_FORM_MDIX:
		return translate(row->form, writer, text, strlen(text), true);
	case NA_FORM_PLAIN:
	case NA_FORM_TEXT:
	case NA_FORM_LIST:
		break;
	}
	return *text ? text : NULL;
}
