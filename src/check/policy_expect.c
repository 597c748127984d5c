/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One line of expect:, "NAME: CONDITION": which operators an attribute takes follows from its type and scope. */
#include <errno.h>
#include <string.h>

#include "check/policy_parse.h"

/* Conditions of one line, most have one; words of has, lacks and one-of. */
enum { MAX_CONDITIONS = 2, MAX_WORDS = 256 };

struct line {
	struct na_policy_load *load;
	struct na_goal goal;
	struct na_expectation *expectation;
	bool rate; /* inside of rate: */
};

static const struct symbol {
	const char *text;
	enum na_operator op;
} comparisons[] = {
	{ ">=", NA_OP_AT_LEAST }, { "<=", NA_OP_AT_MOST }, { "!=", NA_OP_UNEQUAL },
	{ ">", NA_OP_MORE },	  { "<", NA_OP_LESS },	   { "=", NA_OP_EQUAL },
}, words[] = {
	{ "max", NA_OP_MAXIMUM }, { "min", NA_OP_MINIMUM }, { "present", NA_OP_PRESENT }, { "absent", NA_OP_MISSING },
}, lists[] = {
	{ "one-of", NA_OP_ONE_OF }, { "has", NA_OP_HAS }, { "lacks", NA_OP_LACKS },
};

#define N(array) (sizeof(array) / sizeof(array[0]))

static const char *symbol_text(enum na_operator op)
{
	for (size_t i = 0; i < N(comparisons); i++)
		if (comparisons[i].op == op)
			return comparisons[i].text;
	for (size_t i = 0; i < N(words); i++)
		if (words[i].op == op)
			return words[i].text;
	for (size_t i = 0; i < N(lists); i++)
		if (lists[i].op == op)
			return lists[i].text;
	return "..";
}

static bool has_minimum(const struct na_attr *attr)
{
	char name[NA_NAME_MAX];
	const char *key;

	snprintf(name, sizeof(name), "%s-min", attr->name);
	return na_attr_find(name, &key) != NA_ATTR_UNKNOWN && !key;
}

static bool takes(const struct na_attr *attr, enum na_operator op, bool rate)
{
	bool number = na_is_number(attr->type);

	if (op == NA_OP_PRESENT || op == NA_OP_MISSING)
		return !rate;
	if ((attr->scope == NA_SCOPE_COUNTER) != rate)
		return false;
	switch (op) {
	case NA_OP_EQUAL:
	case NA_OP_UNEQUAL:
	case NA_OP_PRESENT:
	case NA_OP_MISSING:
		return true;
	case NA_OP_LESS:
	case NA_OP_AT_MOST:
	case NA_OP_MORE:
	case NA_OP_AT_LEAST:
	case NA_OP_RANGE:
		return number;
	case NA_OP_ONE_OF:
		return (number || attr->type == NA_STRING) && !rate;
	case NA_OP_HAS:
	case NA_OP_LACKS:
		return attr->type == NA_LIST;
	case NA_OP_MAXIMUM:
		return number && attr->max;
	case NA_OP_MINIMUM:
		return number && has_minimum(attr);
	}
	return false;
}

/* A word of a list is what has and lacks compare. */
static bool same_types(enum na_type type, const struct na_condition *condition)
{
	bool words_of_list = condition->op == NA_OP_HAS || condition->op == NA_OP_LACKS;

	for (size_t i = 0; i < condition->n_terms; i++) {
		const struct na_term *term = &condition->terms[i];
		enum na_type other = term->kind == NA_TERM_VALUE ? term->value.type :
				     term->kind == NA_TERM_FACT	 ? na_attrs[term->attr].type :
								   NA_UINT;

		if (other != (words_of_list ? NA_STRING : type) && !(na_is_number(other) && na_is_number(type)))
			return false;
	}
	return true;
}

bool na_condition_fits(const struct na_condition *condition, enum na_attr_id attr)
{
	return takes(&na_attrs[attr], condition->op, condition->rate) && same_types(na_attrs[attr].type, condition);
}

static int not_taken(struct line *line, enum na_operator op)
{
	const struct na_attr *attr = &na_attrs[line->goal.attr];
	const char *name = line->goal.name;

	if (attr->scope == NA_SCOPE_COUNTER && !line->rate)
		return na_policy_fail(line->load, &line->goal.place,
				      "'%s' is a counter: only its rate says something, {rate: \"<= 1/h\"}", name);
	if (line->rate && attr->scope != NA_SCOPE_COUNTER)
		return na_policy_fail(line->load, &line->goal.place, "'%s' is no counter, and has no rate", name);
	if (op == NA_OP_MAXIMUM && na_is_number(attr->type))
		return na_policy_fail(line->load, &line->goal.place, "'%s' has no maximum", name);
	if (op == NA_OP_MINIMUM && na_is_number(attr->type))
		return na_policy_fail(line->load, &line->goal.place, "'%s' has no minimum", name);
	return na_policy_fail(line->load, &line->goal.place, "'%s' is %s, and takes no '%s'", name,
			      na_policy_type(attr->type), symbol_text(op));
}

/* A condition of the line with room for so many terms, if the attribute takes it. */
static int add_condition(struct line *line, enum na_operator op, size_t n_terms, struct na_condition **condition)
{
	struct na_expectation *e = line->expectation;

	if (!takes(&na_attrs[line->goal.attr], op, line->rate))
		return not_taken(line, op);
	*condition = &e->conditions[e->n_conditions++];
	**condition = (struct na_condition){ .op = op, .rate = line->rate };
	if (!n_terms)
		return 0;
	(*condition)->terms = na_arena_alloc(line->load->arena, n_terms * sizeof(struct na_term));
	(*condition)->n_terms = n_terms;
	return (*condition)->terms ? 0 : na_policy_no_memory(line->load);
}

/* How it is written canonically; texts has those of the terms. */
static int set_text(struct line *line, struct na_condition *condition, const char *const *texts)
{
	bool range = condition->op == NA_OP_RANGE;
	bool bare = range || (condition->op == NA_OP_EQUAL && condition->terms[0].kind == NA_TERM_VALUE && !line->rate);
	char head[32];

	snprintf(head, sizeof(head), "%s%s%s", line->rate ? "rate " : "", bare ? "" : symbol_text(condition->op),
		 bare || !condition->n_terms ? "" : " ");
	condition->text = na_policy_join(line->load->arena, head, texts, condition->n_terms, range ? ".." : " ", "");
	return condition->text ? 0 : na_policy_no_memory(line->load);
}

/* bare: it stands without an operator, and so is a value. */
static int read_term(struct line *line, const char *text, bool bare, struct na_term *term, const char **canonical)
{
	int ret;

	if (line->rate)
		return na_policy_rate(line->load, &line->goal, text, term, canonical);
	if (bare)
		ret = na_policy_value(line->load, &line->goal, text, &term->value);
	else
		ret = na_policy_term(line->load, &line->goal, text, term);
	if (!ret)
		*canonical = na_policy_term_text(line->load->arena, term);
	return ret;
}

static int read_comparison(struct line *line, enum na_operator op, const char *text, bool bare)
{
	struct na_condition *condition;
	const char *canonical;
	int ret = add_condition(line, op, 1, &condition);

	if (!ret)
		ret = read_term(line, text, bare, condition->terms, &canonical);
	return ret ? ret : set_text(line, condition, &canonical);
}

static double number_of(const struct na_value *value)
{
	return value->type == NA_UINT ? (double)value->v.u : value->type == NA_INT ? (double)value->v.i : value->v.d;
}

static const char *trimmed(struct line *line, const char *text, size_t len)
{
	size_t start = strspn(text, " \t");

	start = start < len ? start : len;
	while (len > start && (text[len - 1] == ' ' || text[len - 1] == '\t'))
		len--;
	text = na_arena_intern(line->load->arena, text + start, len - start);
	if (!text)
		na_policy_no_memory(line->load);
	return text;
}

static int read_range(struct line *line, const char *text, const char *dots)
{
	const char *ends[2] = { trimmed(line, text, (size_t)(dots - text)), trimmed(line, dots + 2, strlen(dots + 2)) };
	struct na_condition *condition;
	const char *canonical[2];
	char buf[NA_POLICY_SHOWN];
	int ret;

	if (!ends[0] || !ends[1])
		return -ENOMEM;
	ret = add_condition(line, NA_OP_RANGE, 2, &condition);
	for (size_t i = 0; !ret && i < 2; i++)
		ret = read_term(line, ends[i], false, &condition->terms[i], &canonical[i]);
	if (ret)
		return ret;
	if (condition->terms[0].kind == NA_TERM_VALUE && condition->terms[1].kind == NA_TERM_VALUE &&
	    number_of(&condition->terms[0].value) > number_of(&condition->terms[1].value))
		return na_policy_fail(line->load, &line->goal.place,
				      "nothing is in the range '%s': it ends below its start",
				      na_policy_shown(text, buf));
	return set_text(line, condition, canonical);
}

/* max, present, ...: for text that is a value like others where the attribute does not take it. */
static const struct symbol *find_word(const struct na_attr *attr, const char *text)
{
	for (size_t i = 0; i < attr->n_words; i++)
		if (attr->words[i] && !strcmp(attr->words[i], text))
			return NULL;
	for (size_t i = 0; i < N(words); i++)
		if (!strcmp(words[i].text, text) && (attr->type != NA_STRING || takes(attr, words[i].op, false)))
			return &words[i];
	return NULL;
}

static int read_word(struct line *line, const char *text)
{
	const struct na_attr *attr = &na_attrs[line->goal.attr];
	const struct symbol *word = line->rate ? NULL : find_word(attr, text);
	struct na_condition *condition;
	const char *dots;
	int ret;

	if (word) {
		ret = add_condition(line, word->op, 0, &condition);
		return ret ? ret : set_text(line, condition, NULL);
	}
	for (size_t i = 0; i < N(comparisons); i++) {
		size_t len = strlen(comparisons[i].text);
		const char *rest;

		if (strncmp(text, comparisons[i].text, len))
			continue;
		rest = trimmed(line, text + len, strlen(text + len));
		if (rest && !*rest)
			return na_policy_fail(line->load, &line->goal.place, "nothing stands behind '%s'",
					      comparisons[i].text);
		return rest ? read_comparison(line, comparisons[i].op, rest, false) : -ENOMEM;
	}
	dots = na_is_number(attr->type) ? strstr(text, "..") : NULL;
	return dots ? read_range(line, text, dots) : read_comparison(line, NA_OP_EQUAL, text, true);
}

/* The terms of one-of, has and lacks: a list of words, or one. */
static int read_list(struct line *line, enum na_operator op, const char *name, const struct na_node *node)
{
	const struct na_node *item = node->kind == NA_NODE_LIST ? node->first : node;
	size_t n = node->kind == NA_NODE_LIST ? node->n : 1;
	const char *texts[MAX_WORDS];
	struct na_condition *condition;
	int ret;

	line->goal.place = node->place;
	if (!n || n > MAX_WORDS)
		return na_policy_fail(line->load, &node->place, "'%s' has %s", name,
				      n ? "more words than can be" : "nothing in it");
	ret = add_condition(line, op, n, &condition);
	for (size_t i = 0; !ret && i < n; i++, item = item->next) {
		struct na_value *value = &condition->terms[i].value;

		line->goal.place = item->place;
		if (item->kind != NA_NODE_WORD)
			return na_policy_wrong_kind(line->load, item, name, "a list of words");
		*value = na_string(NULL);
		if (op == NA_OP_ONE_OF)
			ret = na_policy_value(line->load, &line->goal, item->text, value);
		else
			ret = na_policy_list_word(line->load, &line->goal, item->text, &value->v.s);
		if (!ret)
			texts[i] = na_policy_term_text(line->load->arena, &condition->terms[i]);
	}
	return ret ? ret : set_text(line, condition, texts);
}

static int read_rate(struct line *line, const struct na_node *node)
{
	line->goal.place = node->place;
	line->rate = true;
	if (na_attrs[line->goal.attr].scope != NA_SCOPE_COUNTER)
		return not_taken(line, NA_OP_EQUAL);
	if (node->kind != NA_NODE_WORD)
		return na_policy_wrong_kind(line->load, node, "rate", "a word like \"<= 1/h\"");
	return read_word(line, node->text);
}

/* {has: ..., lacks: ...}, {one-of: ...}, {rate: ...}; only the first two go together. */
static int read_map(struct line *line, const struct na_node *node)
{
	const char *names[N(lists) + 1];
	int ret = 0;

	if (!node->n)
		return na_policy_fail(line->load, &node->place, "'%s' has no condition", line->goal.name);
	for (size_t i = 0; i < N(lists); i++)
		names[i] = lists[i].text;
	names[N(lists)] = "rate";
	for (const struct na_node *key = node->first; !ret && key; key = key->next) {
		size_t i = 0;

		while (i <= N(lists) && strcmp(names[i], key->text))
			i++;
		if (i > N(lists))
			return na_policy_unknown(line->load, &key->place, "condition", key->text, "", names, N(names));
		if (node->n > 1 && strcmp(key->text, "has") && strcmp(key->text, "lacks"))
			return na_policy_fail(line->load, &key->place, "'%s' stands alone", key->text);
		ret = i < N(lists) ? read_list(line, lists[i].op, key->text, key->value) : read_rate(line, key->value);
	}
	return ret;
}

static int read_conditions(struct line *line, const struct na_node *node)
{
	enum na_type type = na_attrs[line->goal.attr].type;
	struct na_condition *condition;
	const char *text;
	int ret;

	line->goal.place = node->place;
	line->rate = false;
	line->expectation->n_conditions = 0;
	switch (node->kind) {
	case NA_NODE_NOTHING:
		return na_policy_fail(line->load, &node->place, "'%s' has no value", line->goal.name);
	case NA_NODE_MAP:
		return read_map(line, node);
	case NA_NODE_WORD:
		text = trimmed(line, node->text, strlen(node->text));
		if (!text)
			return -ENOMEM;
		if (!*text)
			return na_policy_fail(line->load, &node->place, "the value of '%s' is empty", line->goal.name);
		return read_word(line, text);
	case NA_NODE_LIST:
		break;
	}
	if (type != NA_LIST && type != NA_NUMBERS)
		return na_policy_fail(line->load, &node->place,
				      "'%s' is %s, and not a list; one of several is {one-of: [...]}", line->goal.name,
				      na_policy_type(type));
	ret = add_condition(line, NA_OP_EQUAL, 1, &condition);
	if (!ret)
		ret = na_policy_list(line->load, &line->goal, node, &condition->terms[0].value);
	if (ret)
		return ret;
	text = na_policy_term_text(line->load->arena, condition->terms);
	return set_text(line, condition, &text);
}

/* Typed by the first attribute that the glob can match and that takes it; where none does, the first says why. */
static int read_for_glob(struct line *line, const struct na_node *node)
{
	struct na_error *error = line->load->error, first = { 0 }, quiet = { 0 };
	int ret = -EINVAL;

	for (size_t i = NA_ATTR_UNKNOWN + 1; ret == -EINVAL && i < NA_N_ATTRS; i++) {
		if (!na_glob_reaches(line->expectation->name, (enum na_attr_id)i))
			continue;
		line->goal.attr = (enum na_attr_id)i;
		line->load->error = &quiet;
		ret = read_conditions(line, node);
		line->load->error = error;
		if (!first.err)
			first = quiet;
	}
	if (ret)
		*error = ret == -ENOMEM ? quiet : first;
	return ret;
}

static int read_line(struct na_policy_load *load, const struct na_node *key, struct na_expectation *e)
{
	struct line line = { .load = load, .expectation = e };
	struct na_policy_name name;
	char buf[NA_POLICY_SHOWN];
	int ret = na_policy_read_name(load, &key->place, key->text, &name);

	if (ret)
		return ret;
	*e = (struct na_expectation){
		.place = key->place, .name = name.text, .is_glob = name.is_glob, .attr = name.attr, .key = name.key
	};
	e->conditions = na_arena_alloc(load->arena, MAX_CONDITIONS * sizeof(*e->conditions));
	if (!e->conditions)
		return na_policy_no_memory(load);
	line.goal = (struct na_goal){ .name = na_policy_shown(key->text, buf), .attr = name.attr, .key = name.key };
	return e->is_glob ? read_for_glob(&line, key->value) : read_conditions(&line, key->value);
}

int na_policy_read_expectations(struct na_policy_load *load, const char *name, const struct na_node *node,
				struct na_expectation **expectations, size_t *n)
{
	int ret = na_policy_need_map(load, name, node);
	struct na_expectation *v;
	char buf[NA_POLICY_SHOWN];

	if (ret)
		return ret;
	if (!node->n)
		return na_policy_fail(load, &node->place, "'%s' is empty", name);
	v = na_arena_alloc(load->arena, node->n * sizeof(*v));
	if (!v)
		return na_policy_no_memory(load);
	*expectations = v;
	*n = 0;
	for (const struct na_node *key = node->first; key; key = key->next) {
		struct na_expectation *e = &v[*n];

		ret = read_line(load, key, e);
		if (ret)
			return ret;
		for (size_t i = 0; i < *n; i++)
			if (!e->is_glob && v[i].attr == e->attr && v[i].key == e->key)
				return na_policy_fail(load, &key->place,
						      "'%s' is given twice; in line %u by another name",
						      na_policy_shown(key->text, buf), v[i].place.line);
		++*n;
	}
	return 0;
}
