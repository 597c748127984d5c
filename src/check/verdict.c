/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words a rule answers with: verdict, evidence, and mends that can be typed as they stand. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "check/rules.h"

void na_verdict_pass(struct na_rule_context *c)
{
	c->check->status = NA_PASS;
}

void na_verdict_not_applicable(struct na_rule_context *c, const char *why)
{
	c->check->status = NA_NOT_APPLICABLE;
	c->check->message = why;
}

/* Arenas have no vprintf. */
static const char *line(struct na_arena *arena, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

static const char *line(struct na_arena *arena, const char *format, va_list args)
{
	char *text;
	va_list again;
	int len;

	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, again);
	va_end(again);
	text = len < 0 ? NULL : na_arena_alloc(arena, (size_t)len + 1);
	if (text)
		vsnprintf(text, (size_t)len + 1, format, args);
	return text;
}

void na_verdict_fail(struct na_rule_context *c, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	c->check->status = NA_FAIL;
	c->check->message = line(c->arena, format, args);
	va_end(args);
}

void na_verdict_unknown(struct na_rule_context *c, bool required, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	c->check->status = NA_UNDECIDED;
	c->check->required = required;
	/* a thousand interfaces without a second sample share one text */
	c->check->message = strchr(format, '%') ? line(c->arena, format, args) : format;
	va_end(args);
}

bool na_fact_unasked(const struct na_fact *fact)
{
	return !fact || fact->state == NA_DENIED || fact->state == NA_ERROR || fact->state == NA_UNREAD;
}

/* Why the fact cannot be used. A file may hold a value that is present and no answer. */
static void reason_of(const struct na_fact *fact, char *buf, size_t size)
{
	char value[64];

	if (!fact) {
		snprintf(buf, size, "not read");
	} else if (fact->state == NA_PRESENT) {
		na_value_format(&fact->value, value, sizeof(value));
		snprintf(buf, size, "'%s' is not understood", value);
	} else {
		na_fact_reason(fact, buf, size);
	}
}

void na_verdict_unreadable(struct na_rule_context *c, enum na_attr_id attr)
{
	const struct na_fact *fact = na_fact_find(&c->nic->facts, attr, NULL);
	bool must_be = (na_attrs[attr].flags & NA_HARDWARE) && !na_nic_speed_is_nominal(c->nic);
	char reason[256];

	reason_of(fact, reason, sizeof(reason));
	na_verdict_unknown(c, !c->nic->is_virtual && (must_be || na_fact_unasked(fact)), "%s: %s", na_attrs[attr].name,
			   reason);
}

const char *na_value_text(struct na_arena *arena, const struct na_value *value)
{
	size_t len = na_value_format(value, NULL, 0);
	char *text = na_arena_alloc(arena, len + 1);

	if (text)
		na_value_format(value, text, len + 1);
	return text;
}

void na_verdict_about(struct na_rule_context *c, enum na_attr_id attr, const char *expected)
{
	const struct na_value *value = na_fact_value(&c->nic->facts, attr);

	c->check->fact = na_attrs[attr].name;
	c->check->expected = expected;
	c->check->actual = value ? na_value_text(c->arena, value) : NULL;
}

static void add_evidence(struct na_rule_context *c, const char *name, const char *value)
{
	struct na_check *check = c->check;

	if (!check->evidence)
		check->evidence = na_arena_alloc(c->arena, NA_MAX_EVIDENCE * sizeof(*check->evidence));
	if (check->evidence && check->n_evidence < NA_MAX_EVIDENCE)
		check->evidence[check->n_evidence++] = (struct na_evidence){ name, value };
}

void na_evidence(struct na_rule_context *c, const char *name, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_evidence(c, name, line(c->arena, format, args));
	va_end(args);
}

void na_evidence_fact(struct na_rule_context *c, enum na_attr_id attr)
{
	const struct na_fact *fact = na_fact_find(&c->nic->facts, attr, NULL);
	char reason[256];

	if (fact && fact->state == NA_PRESENT) {
		add_evidence(c, na_attrs[attr].name, na_value_text(c->arena, &fact->value));
	} else {
		reason_of(fact, reason, sizeof(reason));
		na_evidence(c, na_attrs[attr].name, "%s", reason);
	}
}

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

void na_mends(struct na_rule_context *c, const char *word)
{
	struct na_check *check = c->check;
	const struct hole holes[] = {
		{ "{iface}", na_shell_word(c->arena, c->nic->name) },
		{ "{fact}", check->fact },
		{ "{word}", word },
	};

	if (!check->mends)
		check->mends = na_arena_alloc(c->arena, NA_MAX_MENDS * sizeof(*check->mends));
	for (size_t i = 0; check->mends && i < NA_MAX_MENDS && c->rule->mends[i].tool && check->n_mends < NA_MAX_MENDS;
	     i++) {
		const struct na_mend *mend = &c->rule->mends[i];
		const char *text = fill(c->arena, mend->text, holes, sizeof(holes) / sizeof(holes[0]));

		if (*c->nic->netns) {
			/* the daemons look after the namespace they run in, and no other */
			if (strcmp(mend->tool, "ethtool"))
				continue;
			if (text)
				text = na_arena_printf(c->arena, "ip netns exec %s %s",
						       na_shell_word(c->arena, c->nic->netns), text);
		}
		if (text)
			check->mends[check->n_mends++] = (struct na_mend){ mend->tool, text };
	}
}
