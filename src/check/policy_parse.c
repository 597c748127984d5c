/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every part of a policy is read with: objects by tables of their members, words, switches; and its errors. */
#include <errno.h>
#include <string.h>
#include <strings.h>

#include "check/policy_parse.h"
#include "nicaudit/check.h"

const char *na_policy_shown(const char *word, char buf[NA_POLICY_SHOWN])
{
	struct na_value value = na_string(word);

	na_value_format(&value, buf, NA_POLICY_SHOWN);
	return buf;
}

int na_policy_no_memory(struct na_policy_load *load)
{
	return na_error_set(load->error, ENOMEM, "out of memory");
}

int na_policy_fail(struct na_policy_load *load, const struct na_place *place, const char *format, ...)
{
	enum { PATH = 160 }; /* of a longer path, the end */
	char text[sizeof(load->error->text)];
	size_t len = strlen(place->file);
	const char *path = len > PATH ? place->file + len - PATH : place->file;
	const char *cut = len > PATH ? "..." : "";
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	load->error->line = (int)place->line;
	load->error->column = (int)place->column;
	if (!place->line)
		return na_error_set(load->error, EINVAL, "%s%s: %s", cut, path, text);
	return na_error_set(load->error, EINVAL, "%s%s:%u:%u: %s", cut, path, place->line, place->column, text);
}

/* "; it is one of a, b, c": nothing where they are too many. */
static void put_choice(char *buf, size_t size, const char *const *words, size_t n)
{
	enum { FEW = 8 };
	size_t known = 0, len;

	*buf = 0;
	for (size_t i = 0; i < n; i++)
		known += words[i] != NULL;
	if (!known || known > FEW)
		return;
	len = (size_t)snprintf(buf, size, "; it is one of ");
	for (size_t i = 0, put = 0; i < n && len < size; i++)
		if (words[i])
			len += (size_t)snprintf(buf + len, size - len, "%s%s", put++ ? ", " : "", words[i]);
	if (len >= size)
		*buf = 0;
}

int na_policy_unknown(struct na_policy_load *load, const struct na_place *place, const char *what, const char *word,
		      const char *of, const char *const *words, size_t n)
{
	const char *nearest = na_nearest(word, words, n);
	char buf[NA_POLICY_SHOWN], choice[200];

	if (nearest)
		return na_policy_fail(load, place, "unknown %s '%s'%s; did you mean '%s'?", what,
				      na_policy_shown(word, buf), of, nearest);
	put_choice(choice, sizeof(choice), words, n);
	return na_policy_fail(load, place, "unknown %s '%s'%s%s", what, na_policy_shown(word, buf), of, choice);
}

int na_policy_wrong_kind(struct na_policy_load *load, const struct na_node *node, const char *name, const char *belongs)
{
	char buf[NA_POLICY_SHOWN];

	na_policy_shown(name, buf);
	switch (node->kind) {
	case NA_NODE_NOTHING:
		return na_policy_fail(load, &node->place, "'%s' is empty; it is %s", buf, belongs);
	case NA_NODE_WORD:
		return na_policy_fail(load, &node->place, "'%s' is a word, not %s", buf, belongs);
	case NA_NODE_LIST:
		return na_policy_fail(load, &node->place, "'%s' is a list, not %s", buf, belongs);
	case NA_NODE_MAP:
		return na_policy_fail(load, &node->place, "'%s' is a mapping, not %s", buf, belongs);
	}
	return -EINVAL;
}

void *na_policy_grow(struct na_policy_load *load, void *array, size_t n, size_t size)
{
	void *more;

	if (n && (n < 4 || (n & (n - 1)))) /* 1 has room for 4, and then it doubles at the powers of two */
		return array;
	more = na_arena_alloc(load->arena, (n ? 2 * n : 4) * size);
	if (!more)
		na_policy_no_memory(load);
	else if (n)
		memcpy(more, array, n * size);
	return more;
}

bool na_policy_switch(const char *word, bool *is)
{
	static const char *const words[] = { "on", "yes", "true", "off", "no", "false" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcasecmp(words[i], word)) {
			*is = i < 3;
			return true;
		}
	return false;
}

/* Objects */

static int unknown_key(struct na_policy_load *load, const struct na_policy_object *object, const struct na_node *key)
{
	const char *words[32];
	char of[64];

	for (size_t i = 0; i < object->n; i++)
		words[i] = object->members[i].name;
	snprintf(of, sizeof(of), " of %s", object->what);
	if (!strcmp(key->text, "<<"))
		return na_policy_fail(load, &key->place, "merge keys ('<<') are not understood");
	return na_policy_unknown(load, &key->place, "key", key->text, of, words, object->n);
}

static const struct na_node *find_key(const struct na_node *node, const char *name)
{
	const struct na_node *key = node->first;

	while (key && strcmp(key->text, name))
		key = key->next;
	return key;
}

static bool has_member(const struct na_policy_object *object, const char *name)
{
	for (size_t i = 0; i < object->n; i++)
		if (!strcmp(object->members[i].name, name))
			return true;
	return false;
}

int na_policy_read_object(struct na_policy_load *load, const char *name, const struct na_node *node,
			  const struct na_policy_object *object, void *target)
{
	int ret = 0;

	if (node->kind != NA_NODE_MAP)
		return na_policy_wrong_kind(load, node, name, "a mapping");
	for (const struct na_node *key = node->first; key; key = key->next)
		if (!has_member(object, key->text))
			return unknown_key(load, object, key);
	for (size_t i = 0; !ret && i < object->n; i++) {
		const struct na_policy_member *member = &object->members[i];
		const struct na_node *key = find_key(node, member->name);

		if (key)
			ret = member->read(load, key->text, key->value, (char *)target + member->offset);
		else if (member->required)
			ret = na_policy_fail(load, &node->place, "%s needs '%s'", object->what, member->name);
	}
	return ret;
}

int na_policy_need_map(struct na_policy_load *load, const char *name, const struct na_node *node)
{
	return node->kind == NA_NODE_MAP ? 0 : na_policy_wrong_kind(load, node, name, "a mapping");
}

int na_policy_need_list(struct na_policy_load *load, const char *name, const struct na_node *node)
{
	return node->kind == NA_NODE_LIST ? 0 : na_policy_wrong_kind(load, node, name, "a list");
}

/* Members */

int na_policy_read_text(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	char buf[NA_POLICY_SHOWN];

	if (value->kind != NA_NODE_WORD)
		return na_policy_wrong_kind(load, value, name, "a word or text");
	if (!*value->text)
		return na_policy_fail(load, &value->place, "'%s' is empty", na_policy_shown(name, buf));
	*(const char **)field = value->text;
	return 0;
}

int na_policy_read_words(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	const struct na_node *word = value->kind == NA_NODE_LIST ? value->first : value;
	const char **words = na_arena_alloc(load->arena, (value->n + 2) * sizeof(*words));
	char buf[NA_POLICY_SHOWN];
	size_t n = 0;

	if (!words)
		return na_policy_no_memory(load);
	if (!word)
		return na_policy_fail(load, &value->place, "'%s' is an empty list", na_policy_shown(name, buf));
	for (; word; word = value->kind == NA_NODE_LIST ? word->next : NULL) {
		int ret = word->kind == NA_NODE_WORD ?
				  na_policy_read_text(load, name, word, &words[n++]) :
				  na_policy_wrong_kind(load, word, name,
						       word == value ? "a word or a list of words" : "a word");

		if (ret)
			return ret;
	}
	*(const char ***)field = words;
	return 0;
}

int na_policy_read_switch(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	char buf[NA_POLICY_SHOWN];
	bool is;

	if (value->kind != NA_NODE_WORD)
		return na_policy_wrong_kind(load, value, name, "a switch");
	if (!na_policy_switch(value->text, &is))
		return na_policy_fail(load, &value->place, "'%s' is '%s'; it is true or false", name,
				      na_policy_shown(value->text, buf));
	*(int *)field = is;
	return 0;
}

int na_policy_read_severity(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	const char *words[NA_N_SEVERITIES];
	const char *word;
	int ret = na_policy_read_text(load, name, value, &word), severity;

	if (ret)
		return ret;
	severity = na_severity_value(word);
	if (severity >= 0) {
		*(enum na_severity *)field = (enum na_severity)severity;
		return 0;
	}
	for (int i = 0; i < NA_N_SEVERITIES; i++)
		words[i] = na_severity_name((enum na_severity)i);
	return na_policy_unknown(load, &value->place, "severity", word, "", words, NA_N_SEVERITIES);
}

int na_policy_check_id(struct na_policy_load *load, const struct na_place *place, const char *what, const char *id)
{
	const struct na_policy *policy = load->policy;
	char buf[NA_POLICY_SHOWN];

	na_policy_shown(id, buf);
	if (id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-")])
		return na_policy_fail(load, place, "%s '%s': it is made of a-z, 0-9 and '-'", what, buf);
	for (size_t i = 0; i < na_n_rules; i++)
		if (!strcmp(na_rules[i].id, id))
			return na_policy_fail(load, place, "%s '%s' is that of a built-in rule", what, buf);
	for (size_t i = 0; i < policy->n_rules; i++)
		if (policy->rules[i].id == id)
			return na_policy_fail(load, place, "%s '%s' is that of the rule in %.160s:%u", what, buf,
					      policy->rules[i].place.file, policy->rules[i].place.line);
	for (size_t i = 0; i < policy->n_groups; i++)
		if (policy->groups[i].name == id)
			return na_policy_fail(load, place, "%s '%s' is that of the group in %.160s:%u", what, buf,
					      policy->groups[i].place.file, policy->groups[i].place.line);
	return 0;
}
