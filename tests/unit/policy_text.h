/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Policies in tests: loaded from memory, and written out so that all that was understood can be looked at and compared. */
#ifndef NICAUDIT_POLICY_TEXT_H
#define NICAUDIT_POLICY_TEXT_H

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nicaudit/policy.h"

struct memory_file {
	const char *name, *text;
	size_t len; /* 0 for that of the string */
};

/* Ended by one without a name. */
static inline int read_memory(void *data, const char *name, const char *from, char **path, char **text, size_t *len,
			      struct na_error *error)
{
	const struct memory_file *file = data;

	while (file->name && strcmp(file->name, name))
		file++;
	if (!file->name)
		return na_error_set(error, ENOENT, "%s: %s", name, strerror(ENOENT));
	*len = file->len ? file->len : strlen(file->text);
	*path = strdup(name);
	*text = malloc(*len + 1);
	if (!*path || !*text) {
		free(*path);
		free(*text);
		return na_error_set(error, ENOMEM, "out of memory");
	}
	memcpy(*text, file->text, *len);
	return 0;
}

static inline void put_words(FILE *file, const char *name, const char **words)
{
	if (words)
		fprintf(file, " %s", name);
	for (; words && *words; words++)
		fprintf(file, " '%s'", *words);
}

static inline void put_text(FILE *file, const char *name, const char *text)
{
	if (text)
		fprintf(file, " %s '%s'", name, text);
}

static inline void put_term(FILE *file, const struct na_term *term)
{
	static const char *const kinds[] = { "value", "fact", "count", "min", "max" };
	char buf[256];

	fprintf(file, " %s(", kinds[term->kind]);
	if (term->kind == NA_TERM_VALUE) {
		na_value_format(&term->value, buf, sizeof(buf));
		fprintf(file, "%s %s", na_type_name(term->value.type), buf);
	} else if (term->kind == NA_TERM_FACT || term->kind == NA_TERM_COUNT) {
		fprintf(file, "%s%s", na_attrs[term->attr].name, term->key ? term->key : "");
	}
	for (size_t i = 0; i < term->n_terms; i++)
		put_term(file, &term->terms[i]);
	putc(')', file);
}

static inline void put_expectations(FILE *file, const char *indent, const struct na_expectation *e, size_t n)
{
	static const char *const operators[] = {
		[NA_OP_EQUAL] = "=",	     [NA_OP_UNEQUAL] = "!=",	  [NA_OP_LESS] = "<",
		[NA_OP_AT_MOST] = "<=",	     [NA_OP_MORE] = ">",	  [NA_OP_AT_LEAST] = ">=",
		[NA_OP_RANGE] = "range",     [NA_OP_ONE_OF] = "one-of",	  [NA_OP_HAS] = "has",
		[NA_OP_LACKS] = "lacks",     [NA_OP_MAXIMUM] = "maximum", [NA_OP_MINIMUM] = "minimum",
		[NA_OP_PRESENT] = "present", [NA_OP_MISSING] = "missing",
	};

	for (size_t i = 0; i < n; i++) {
		fprintf(file, "%s%s%s", indent, e[i].is_glob ? "glob " : "", e[i].name);
		if (e[i].attr)
			fprintf(file, " (%s%s)", na_attrs[e[i].attr].name, e[i].key ? e[i].key : "");
		for (size_t c = 0; c < e[i].n_conditions; c++) {
			const struct na_condition *condition = &e[i].conditions[c];

			fprintf(file, ": %s%s", condition->rate ? "rate " : "", operators[condition->op]);
			for (size_t t = 0; t < condition->n_terms; t++)
				put_term(file, &condition->terms[t]);
			fprintf(file, " '%s'", condition->text);
		}
		putc('\n', file);
	}
}

static inline void put_match(FILE *file, const char *name, const struct na_match *match)
{
	fprintf(file, "  %s", name);
	put_words(file, "name", match->name);
	put_words(file, "driver", match->driver);
	put_words(file, "kind", match->kind);
	put_words(file, "bus", match->bus);
	put_words(file, "netns", match->netns);
	put_words(file, "label", match->label);
	fprintf(file, " virtual %d\n", match->is_virtual);
	put_expectations(file, "    ", match->facts, match->n_facts);
	if (match->except)
		put_match(file, "not", match->except);
}

static inline void put_policy(FILE *file, const struct na_policy *policy)
{
	for (size_t i = 0; i < policy->n_labels; i++) {
		fprintf(file, "label");
		put_words(file, policy->labels[i].interface, policy->labels[i].words);
		putc('\n', file);
	}
	for (size_t i = 0; i < policy->n_rules; i++) {
		const struct na_policy_rule *rule = &policy->rules[i];

		fprintf(file, "rule %s %s", rule->id, na_severity_name(rule->severity));
		put_text(file, "why", rule->why);
		putc('\n', file);
		put_match(file, "match", &rule->match);
		put_expectations(file, "  ", rule->expect, rule->n_expect);
	}
	for (size_t i = 0; i < policy->n_groups; i++) {
		const struct na_group *group = &policy->groups[i];

		fprintf(file, "group %s %s", group->name, na_severity_name(group->severity));
		put_words(file, "members", group->members);
		put_words(file, "same", group->same);
		put_text(file, "why", group->why);
		putc('\n', file);
	}
	for (size_t i = 0; i < policy->n_partners; i++) {
		const struct na_partner *partner = &policy->partners[i];

		fprintf(file, "partner %s", partner->interface);
		put_text(file, "chassis", partner->chassis);
		put_text(file, "port", partner->port);
		put_text(file, "duplex", partner->duplex);
		fprintf(file, " speed %" PRIu64 " mtu %" PRIu64 " vlan %" PRIu64 " autoneg %d\n", partner->speed,
			partner->mtu, partner->vlan, partner->autoneg);
	}
	for (size_t i = 0; i < policy->n_builtins; i++)
		fprintf(file, "builtin %s%s %d\n", policy->builtins[i].rule,
			policy->builtins[i].disable ? " disabled" : "", policy->builtins[i].severity);
	for (size_t i = 0; i < policy->n_waivers; i++) {
		const struct na_waiver *waiver = &policy->waivers[i];

		fprintf(file, "waiver %s", waiver->rule);
		put_text(file, "interface", waiver->interface);
		put_text(file, "fact", waiver->fact);
		fprintf(file, " until %s %" PRId64 " owner %s why %s\n", waiver->until, waiver->until_ns, waiver->owner,
			waiver->why);
	}
}

/* The same as text, for the caller to free; NULL where memory ran out. */
static inline char *policy_text(const struct na_policy *policy)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return NULL;
	put_policy(file, policy);
	return fclose(file) ? NULL : text;
}

#endif
