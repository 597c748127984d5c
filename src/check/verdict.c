/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words a rule answers with: verdict and evidence. */
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

void na_verdict_lower(struct na_rule_context *c, enum na_severity severity)
{
	if (c->check->severity == c->rule->severity)
		c->check->severity = severity;
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
