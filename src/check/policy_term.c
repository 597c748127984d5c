/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a fact is compared with: a value, another fact, or min(), max() and count() of them. */
#include <errno.h>
#include <string.h>

#include "check/policy_parse.h"
#include "check/rules.h"

enum { MAX_DEPTH = 8, MAX_TERMS = 16 };

struct cursor {
	struct na_policy_load *load;
	const struct na_goal *goal;
	const char *at;
	unsigned int depth;
};

static void skip_blanks(struct cursor *c)
{
	c->at += strspn(c->at, " \t");
}

/* The word up to what ends one, "" where there is none; NULL where memory ran out. */
static const char *take_word(struct cursor *c)
{
	size_t len;
	const char *word;

	skip_blanks(c);
	len = strcspn(c->at, " \t,()");
	word = na_arena_intern(c->load->arena, c->at, len);
	if (!word)
		na_policy_no_memory(c->load);
	c->at += len;
	skip_blanks(c);
	return word;
}

static bool comparable(enum na_type a, enum na_type b)
{
	return a == b || (na_is_number(a) && na_is_number(b));
}

/* The fact of that name, but for whether it fits. */
static int read_fact(struct cursor *c, const char *text, struct na_term *term)
{
	char buf[NA_POLICY_SHOWN];
	struct na_policy_name name;
	int ret = na_policy_read_name(c->load, &c->goal->place, text, &name);

	if (ret)
		return ret;
	na_policy_shown(text, buf);
	if (name.is_glob)
		return na_policy_fail(c->load, &c->goal->place, "'%s' is a glob, where one fact is meant", buf);
	if (na_attrs[name.attr].scope == NA_SCOPE_COUNTER)
		return na_policy_fail(c->load, &c->goal->place, "'%s' is a counter: only its rate says something", buf);
	*term = (struct na_term){ .kind = NA_TERM_FACT, .attr = name.attr, .key = name.key };
	return 0;
}

static int read_reference(struct cursor *c, const char *text, struct na_term *term)
{
	const struct na_goal *goal = c->goal;
	int ret = read_fact(c, text, term);
	char buf[NA_POLICY_SHOWN];

	if (ret)
		return ret;
	na_policy_shown(text, buf);
	if (!comparable(na_attrs[term->attr].type, na_attrs[goal->attr].type))
		return na_policy_fail(c->load, &goal->place, "'%s' is %s, and '%s' is %s: they cannot be compared",
				      goal->name, na_policy_type(na_attrs[goal->attr].type), buf,
				      na_policy_type(na_attrs[term->attr].type));
	if (term->attr == goal->attr && term->key == goal->key)
		return na_policy_fail(c->load, &goal->place, "'%s' is compared with itself", goal->name);
	return 0;
}

/* Lists, and text that is a list of CPUs or nodes ("0-3,8"). */
static bool is_countable(enum na_attr_id attr)
{
	static const enum na_attr_id lists[] = { NA_PCI_LOCAL_CPUS, NA_CPU_ONLINE, NA_CPU_ISOLATED, NA_NUMA_ONLINE };

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		if (lists[i] == attr)
			return true;
	return na_attrs[attr].type == NA_LIST || na_attrs[attr].type == NA_NUMBERS;
}

static int expected(struct cursor *c, const char *what)
{
	char buf[NA_POLICY_SHOWN];

	if (!*c->at)
		return na_policy_fail(c->load, &c->goal->place, "%s is missing at the end", what);
	return na_policy_fail(c->load, &c->goal->place, "'%s' where %s belongs", na_policy_shown(c->at, buf), what);
}

static int read_count(struct cursor *c, struct na_term *term)
{
	const char *text = take_word(c);
	char buf[NA_POLICY_SHOWN];
	int ret;

	if (!text)
		return -ENOMEM;
	if (!*text)
		return expected(c, "the name of a list");
	ret = read_fact(c, text, term);
	if (ret)
		return ret;
	if (!is_countable(term->attr))
		return na_policy_fail(c->load, &c->goal->place, "count() of '%s', which is no list",
				      na_policy_shown(text, buf));
	term->kind = NA_TERM_COUNT;
	if (*c->at != ')')
		return expected(c, "')'");
	c->at++;
	return 0;
}

static int read_operand(struct cursor *c, struct na_term *term);

static int read_function(struct cursor *c, const char *name, struct na_term *term)
{
	static const char *const words[] = { "min", "max", "count" };
	struct na_term *terms;
	size_t n = 0;
	int ret;

	c->at++; /* the bracket */
	if (!strcmp(name, "count"))
		return read_count(c, term);
	if (strcmp(name, "min") && strcmp(name, "max"))
		return na_policy_unknown(c->load, &c->goal->place, "function", name, "", words, 3);
	if (++c->depth > MAX_DEPTH)
		return na_policy_fail(c->load, &c->goal->place, "functions nested deeper than %d", MAX_DEPTH);
	terms = na_arena_alloc(c->load->arena, MAX_TERMS * sizeof(*terms));
	if (!terms)
		return na_policy_no_memory(c->load);
	for (;;) {
		if (n == MAX_TERMS)
			return na_policy_fail(c->load, &c->goal->place, "%s() of more than %d", name, MAX_TERMS);
		ret = read_operand(c, &terms[n++]);
		if (ret)
			return ret;
		skip_blanks(c);
		if (*c->at == ')')
			break;
		if (*c->at != ',')
			return expected(c, "',' or ')'");
		c->at++;
	}
	c->at++;
	c->depth--;
	*term = (struct na_term){ .kind = *name == 'm' && name[1] == 'i' ? NA_TERM_MIN : NA_TERM_MAX,
				  .terms = terms,
				  .n_terms = n };
	return 0;
}

/* Of numbers: one, the name of a fact, or a function. */
static int read_operand(struct cursor *c, struct na_term *term)
{
	const char *word = take_word(c);

	if (!word)
		return -ENOMEM;
	if (*c->at == '(' && *word)
		return read_function(c, word, term);
	if (!*word)
		return expected(c, "a number or the name of a fact");
	if (strchr("+-.0123456789", *word)) {
		term->kind = NA_TERM_VALUE;
		return na_policy_value(c->load, c->goal, word, &term->value);
	}
	return read_reference(c, word, term);
}

static int read_expression(struct cursor *c, struct na_term *term)
{
	char buf[NA_POLICY_SHOWN];
	int ret = read_operand(c, term);

	if (ret)
		return ret;
	skip_blanks(c);
	return *c->at ? na_policy_fail(c->load, &c->goal->place, "'%s' does not belong here",
				       na_policy_shown(c->at, buf)) :
			0;
}

/*
 * Of what is no number, it is a fact where there is one of that name, but for words that the attribute can have; free
 * text must at least look like the name of a fact.
 */
static bool is_fact(const struct na_goal *goal, const char *text)
{
	const struct na_attr *attr = &na_attrs[goal->attr];
	const char *key;
	bool is;

	if (attr->type == NA_BOOL)
		return !na_policy_switch(text, &is);
	for (size_t i = 0; i < attr->n_words; i++)
		if (attr->words[i] && !strcmp(attr->words[i], text))
			return false;
	if (attr->type == NA_STRING && !attr->n_words && !strchr(text, '.'))
		return false;
	return !na_is_glob(text) && na_attr_find(text, &key) != NA_ATTR_UNKNOWN;
}

int na_policy_term(struct na_policy_load *load, const struct na_goal *goal, const char *text, struct na_term *term)
{
	struct cursor c = { .load = load, .goal = goal, .at = text };

	*term = (struct na_term){ .kind = NA_TERM_VALUE };
	if (na_is_number(na_attrs[goal->attr].type))
		return read_expression(&c, term);
	if (is_fact(goal, text))
		return read_reference(&c, text, term);
	return na_policy_value(load, goal, text, &term->value);
}

const char *na_policy_join(struct na_arena *arena, const char *head, const char *const *texts, size_t n,
			   const char *between, const char *tail)
{
	size_t size = strlen(head) + strlen(tail) + 1;
	char *text, *at;

	for (size_t i = 0; i < n; i++) {
		if (!texts[i])
			return NULL;
		size += strlen(texts[i]) + strlen(between);
	}
	text = na_arena_alloc(arena, size);
	if (!text)
		return NULL;
	at = stpcpy(text, head);
	for (size_t i = 0; i < n; i++)
		at = stpcpy(stpcpy(at, i ? between : ""), texts[i]);
	strcpy(at, tail);
	return text;
}

static const char *function_text(struct na_arena *arena, const struct na_term *term)
{
	const char *texts[MAX_TERMS];

	for (size_t i = 0; i < term->n_terms; i++)
		texts[i] = na_policy_term_text(arena, &term->terms[i]);
	return na_policy_join(arena, term->kind == NA_TERM_MIN ? "min(" : "max(", texts, term->n_terms, ", ", ")");
}

const char *na_policy_term_text(struct na_arena *arena, const struct na_term *term)
{
	const char *key = term->key ? term->key : "";

	switch (term->kind) {
	case NA_TERM_VALUE:
		return na_value_text(arena, &term->value);
	case NA_TERM_FACT:
		return na_arena_printf(arena, "%s%s", na_attrs[term->attr].name, key);
	case NA_TERM_COUNT:
		return na_arena_printf(arena, "count(%s%s)", na_attrs[term->attr].name, key);
	case NA_TERM_MIN:
	case NA_TERM_MAX:
		return function_text(arena, term);
	}
	return NULL;
}
