/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What to type: mends of a rule's row and of the table of dialects, filled in so that they can be typed as they stand. */
#include <stdio.h>
#include <string.h>

#include "check/rules.h"

/* Text that grows in the arena; only checks that failed come here. */
static const char *append(struct na_arena *arena, const char *text, const char *more, size_t len)
{
	return text ? na_arena_printf(arena, "%s%.*s", text, (int)len, more) : NULL;
}

static bool is_plain(const char *text)
{
	return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._@:+-")];
}

static bool is_printable(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || (unsigned char)*text > 0x7e)
			return false;
	return true;
}

const char *na_shell_word(struct na_arena *arena, const char *text)
{
	bool printable = is_printable(text);
	const char *start = printable ? "'" : "$'";
	size_t size = strlen(text) * 4 + sizeof("$''"); /* nothing takes more than '\'' or \xNN */
	char *word, *at;

	if (is_plain(text))
		return text;
	word = na_arena_alloc(arena, size);
	if (!word)
		return NULL;
	at = stpcpy(word, start);
	for (; *text; text++) {
		unsigned char byte = (unsigned char)*text;

		if (printable && byte == '\'')
			at = stpcpy(at, "'\\''");
		else if (!printable && (byte == '\'' || byte == '\\'))
			at += sprintf(at, "\\%c", byte);
		else if (!printable && (byte < 0x20 || byte > 0x7e))
			at += sprintf(at, "\\x%02x", byte);
		else
			*at++ = (char)byte;
	}
	strcpy(at, "'");
	return word;
}

struct hole {
	const char *name, *value;
};

/* The template with its holes filled, NULL where one has no value. */
static const char *fill(struct na_arena *arena, const char *text, const struct hole *holes, size_t n_holes)
{
	const char *out = "";

	while (out && *text) {
		size_t len = strcspn(text, "{"), i;

		out = append(arena, out, text, len);
		text += len;
		if (!*text)
			break;
		for (i = 0; i < n_holes; i++)
			if (!strncmp(text, holes[i].name, strlen(holes[i].name)))
				break;
		if (i == n_holes || !holes[i].value)
			return NULL;
		out = append(arena, out, holes[i].value, strlen(holes[i].value));
		text += strlen(holes[i].name);
	}
	return out;
}

static void add(struct na_rule_context *c, const char *tool, const char *text)
{
	struct na_check *check = c->check;

	if (!check->mends)
		check->mends = na_arena_alloc(c->arena, NA_MAX_MENDS * sizeof(*check->mends));
	if (text && *c->nic->netns) {
		/* the daemons look after the namespace they run in, and no other */
		if (strcmp(tool, "ethtool") && strcmp(tool, "ip") && strcmp(tool, "tc"))
			return;
		text = na_arena_printf(c->arena, "ip netns exec %s %s", na_shell_word(c->arena, c->nic->netns), text);
	}
	if (text && check->mends && check->n_mends < NA_MAX_MENDS)
		check->mends[check->n_mends++] = (struct na_mend){ tool, text };
}

void na_mends(struct na_rule_context *c, const char *word)
{
	const struct hole holes[] = {
		{ "{iface}", na_shell_word(c->arena, c->nic->name) },
		{ "{fact}", c->check->fact },
		{ "{word}", word },
	};

	for (size_t i = 0; i < NA_MAX_MENDS && c->rule->mends[i].tool; i++)
		add(c, c->rule->mends[i].tool,
		    fill(c->arena, c->rule->mends[i].text, holes, sizeof(holes) / sizeof(holes[0])));
}

/* A row of dialects.def: what sets an attribute, tool by tool. */
struct dialect {
	uint16_t attr;
	struct na_mend mends[NA_MAX_MENDS]; /* templates: {iface}, {key}, {value} */
};

static const struct dialect dialects[] = {
#define MEND(tool_, text_)                   \
	{                                    \
		.tool = tool_, .text = text_ \
	}
#define DIALECT(attr_, ...) { .attr = attr_, .mends = { __VA_ARGS__ } },
#include "check/dialects.def"
#undef DIALECT
#undef MEND
};

void na_mend_set(struct na_rule_context *c, enum na_attr_id attr, const char *key, const char *value)
{
	const struct hole holes[] = {
		{ "{iface}", na_shell_word(c->arena, c->nic->name) },
		{ "{key}", key ? na_shell_word(c->arena, key) : NULL },
		{ "{value}", value ? na_shell_word(c->arena, value) : NULL },
	};

	for (size_t d = 0; d < sizeof(dialects) / sizeof(dialects[0]); d++)
		for (size_t i = 0; dialects[d].attr == attr && i < NA_MAX_MENDS && dialects[d].mends[i].tool; i++)
			add(c, dialects[d].mends[i].tool,
			    fill(c->arena, dialects[d].mends[i].text, holes, sizeof(holes) / sizeof(holes[0])));
}
