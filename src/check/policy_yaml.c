/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A file's YAML as a tree of words, lists and mappings, each with its place. Types are not YAML's matter here. What
 * makes YAML dangerous or surprising is bounded or refused: depth, size, aliases that multiply, tags, keys given twice.
 */
#include <errno.h>
#include <string.h>
#include <yaml.h>

#include "check/policy_parse.h"
#include "model/safe.h"

enum { MAX_DEPTH = 32, MAX_NODES = 200000, MAX_KEYS = 4096 };

struct anchor {
	struct anchor *next;
	const char *name; /* interned */
	const struct na_node *node;
};

struct reader {
	struct na_policy_load *load;
	const char *file, *text;
	size_t len;
	yaml_parser_t parser;
	yaml_event_t event; /* the present one; of no type before the first */
	struct anchor *anchors;
	unsigned int depth;
};

static struct na_place place_of(const struct reader *r, const yaml_mark_t *mark)
{
	return (struct na_place){ r->file, (unsigned int)mark->line + 1, (unsigned int)mark->column + 1 };
}

/* The character at a byte of the text, and its length; 0 where there is none. */
static size_t character(const struct reader *r, size_t at, uint32_t *c)
{
	char piece[5] = { 0 };

	memcpy(piece, r->text + at, r->len - at < 4 ? r->len - at : 4);
	return na_utf8(piece, c);
}

/* By section 5.1 of YAML 1.1: no controls, and no mark of byte order within. */
static bool is_printable(uint32_t c)
{
	if (c < 0x20 || (c >= 0x7f && c < 0xa0))
		return c == '\t' || c == '\n' || c == '\r' || c == 0x85;
	return c != 0xfeff && c != 0xfffe && c != 0xffff;
}

/* libyaml would say it, too, but not where. */
static int check_text(struct reader *r)
{
	struct na_place place = { r->file, 1, 1 };
	uint32_t c;

	for (size_t at = 0, n; at < r->len; at += n) {
		n = character(r, at, &c);
		if (!n)
			return na_policy_fail(r->load, &place, "byte 0x%02x is no UTF-8", (unsigned char)r->text[at]);
		if (!is_printable(c))
			return na_policy_fail(r->load, &place, "character U+%04X, which YAML does not allow", c);
		place.column++;
		if (c == '\n') {
			place.line++;
			place.column = 1;
		}
	}
	return 0;
}

/* What was probably meant, where libyaml's words do not lead there. */
static const struct {
	const char *problem, *context; /* parts of what libyaml says; NULL for anything */
	const char *text;
} hints[] = {
	{ NULL, "while scanning a block scalar",
	  "'>' and '|' begin a block of text in YAML: put quotes around the value" },
	{ NULL, "while scanning an alias", "'*' begins an alias in YAML: put quotes around a glob" },
	{ NULL, "while scanning an anchor", "'&' begins an anchor in YAML: put quotes around the value" },
	{ NULL, "while parsing a tag", "'!' begins a tag in YAML: put quotes around the value" },
	{ NULL, "while scanning a tag", "'!' begins a tag in YAML: put quotes around the value" },
	{ NULL, "while scanning a directive", "'%' begins a directive in YAML: put quotes around the value" },
	{ "mapping values are not allowed", NULL,
	  "a ':' that does not belong here: put quotes around a value that has one, or mind the indentation" },
	{ "could not find expected ':'", NULL, "a ':' is missing after this word" },
	{ "did not find expected key", "block mapping",
	  "this does not continue the mapping above: mind the indentation" },
	{ "did not find expected '-' indicator", NULL, "this does not continue the list above: mind the indentation" },
};

static bool has(const char *text, const char *part)
{
	return !part || (text && strstr(text, part));
}

/* The character that libyaml stopped at: its marks count characters. */
static uint32_t stopped_at(const struct reader *r)
{
	uint32_t c = 0;
	size_t at = 0;

	for (size_t i = 0; at < r->len; i++) {
		at += character(r, at, &c);
		if (i == r->parser.problem_mark.index)
			return c;
	}
	return 0;
}

static int not_yaml(struct reader *r)
{
	const yaml_parser_t *p = &r->parser;
	const char *problem = p->problem ? p->problem : "", *context = p->context;
	struct na_place place = place_of(r, &p->problem_mark);
	uint32_t c;

	if (p->error == YAML_MEMORY_ERROR)
		return na_policy_no_memory(r->load);
	if (has(problem, "unexpected end of stream") && has(context, "quoted scalar")) {
		place = place_of(r, &p->context_mark);
		return na_policy_fail(r->load, &place, "the quote that opens here is not closed");
	}
	c = stopped_at(r);
	if (has(problem, "tab character") || (has(problem, "cannot start any token") && c == '\t'))
		return na_policy_fail(r->load, &place, "a tab, where YAML is indented with blanks");
	if (has(problem, "cannot start any token") && c > ' ' && c < 0x7f)
		return na_policy_fail(r->load, &place, "'%c' begins no value in YAML: put quotes around it", (int)c);
	for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); i++)
		if (has(problem, hints[i].problem) && has(context, hints[i].context))
			return na_policy_fail(r->load, &place, "%s", hints[i].text);
	if (context)
		return na_policy_fail(r->load, &place, "not YAML: %s %s that begins in line %zu", problem, context,
				      p->context_mark.line + 1);
	return na_policy_fail(r->load, &place, "not YAML: %s", problem);
}

static int next_event(struct reader *r)
{
	yaml_event_delete(&r->event);
	return yaml_parser_parse(&r->parser, &r->event) ? 0 : not_yaml(r);
}

static int too_large(struct reader *r, const struct na_place *place)
{
	return na_policy_fail(r->load, place, "the policy has more than %d values", MAX_NODES);
}

static int new_node(struct reader *r, enum na_node_kind kind, struct na_node **node)
{
	struct na_place place = place_of(r, &r->event.start_mark);

	if (++r->load->n_nodes > MAX_NODES)
		return too_large(r, &place);
	*node = na_arena_alloc(r->load->arena, sizeof(**node));
	if (!*node)
		return na_policy_no_memory(r->load);
	(*node)->kind = kind;
	(*node)->place = place;
	(*node)->weight = 1;
	return 0;
}

static int refuse_tag(struct reader *r, const yaml_char_t *tag)
{
	struct na_place place = place_of(r, &r->event.start_mark);
	char buf[NA_POLICY_SHOWN];

	if (!tag)
		return 0;
	return na_policy_fail(r->load, &place,
			      "the tag '%s' says nothing here: put quotes around a value that begins with '!'",
			      na_policy_shown((const char *)tag, buf));
}

static bool is_nothing(const char *text)
{
	return !*text || !strcmp(text, "~") || !strcmp(text, "null") || !strcmp(text, "Null") || !strcmp(text, "NULL");
}

static int read_word(struct reader *r, struct na_node **node)
{
	const char *text = (const char *)r->event.data.scalar.value;
	size_t len = r->event.data.scalar.length;
	bool plain = r->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	int ret = refuse_tag(r, r->event.data.scalar.tag);

	if (!ret)
		ret = new_node(r, plain && is_nothing(text) ? NA_NODE_NOTHING : NA_NODE_WORD, node);
	if (ret)
		return ret;
	if (memchr(text, 0, len))
		return na_policy_fail(r->load, &(*node)->place, "a NUL in a string");
	(*node)->text = na_arena_intern(r->load->arena, text, len);
	return (*node)->text ? 0 : na_policy_no_memory(r->load);
}

/* What is shared is in memory once, but it is read each time: so it counts each time. */
static int read_alias(struct reader *r, struct na_node **node)
{
	const char *name = (const char *)r->event.data.alias.anchor;
	const struct anchor *anchor = r->anchors;
	char buf[NA_POLICY_SHOWN];
	struct na_node head;
	int ret = new_node(r, NA_NODE_NOTHING, node);

	if (ret)
		return ret;
	while (anchor && strcmp(anchor->name, name))
		anchor = anchor->next;
	if (!anchor)
		return na_policy_fail(r->load, &(*node)->place,
				      "no '&%s' stands before the alias '*%s': put quotes around a glob",
				      na_policy_shown(name, buf), na_policy_shown(name, buf));
	r->load->n_nodes += anchor->node->weight - 1;
	if (r->load->n_nodes > MAX_NODES)
		return too_large(r, &(*node)->place);
	head = *anchor->node;
	head.place = (*node)->place;
	head.next = NULL;
	head.value = NULL;
	**node = head;
	return 0;
}

static int read_node(struct reader *r, struct na_node **node);

static int read_list(struct reader *r, struct na_node **node)
{
	struct na_node **tail;
	int ret = refuse_tag(r, r->event.data.sequence_start.tag);

	if (!ret)
		ret = new_node(r, NA_NODE_LIST, node);
	if (ret)
		return ret;
	for (tail = &(*node)->first;; tail = &(*tail)->next) {
		ret = next_event(r);
		if (ret || r->event.type == YAML_SEQUENCE_END_EVENT)
			return ret;
		ret = read_node(r, tail);
		if (ret)
			return ret;
		(*node)->n++;
		(*node)->weight += (*tail)->weight;
	}
}

static int check_key(struct reader *r, const struct na_node *map, const struct na_node *key)
{
	char buf[NA_POLICY_SHOWN];

	if (key->kind != NA_NODE_WORD)
		return na_policy_fail(r->load, &key->place, "a key of a mapping is a word");
	if (map->n >= MAX_KEYS)
		return na_policy_fail(r->load, &key->place, "a mapping of more than %d keys", MAX_KEYS);
	for (const struct na_node *other = map->first; other != key; other = other->next)
		if (other->text == key->text)
			return na_policy_fail(r->load, &key->place, "'%s' is given twice; the first is in line %u",
					      na_policy_shown(key->text, buf), other->place.line);
	return 0;
}

static int read_map(struct reader *r, struct na_node **node)
{
	struct na_node **tail;
	int ret = refuse_tag(r, r->event.data.mapping_start.tag);

	if (!ret)
		ret = new_node(r, NA_NODE_MAP, node);
	if (ret)
		return ret;
	for (tail = &(*node)->first;; tail = &(*tail)->next) {
		struct na_node *value = NULL;

		ret = next_event(r);
		if (ret || r->event.type == YAML_MAPPING_END_EVENT)
			return ret;
		ret = read_node(r, tail);
		if (!ret)
			ret = check_key(r, *node, *tail);
		if (!ret)
			ret = next_event(r);
		if (!ret)
			ret = read_node(r, &value);
		if (ret)
			return ret;
		(*tail)->value = value;
		(*node)->n++;
		(*node)->weight += (*tail)->weight + value->weight;
	}
}

/* An anchor is known once its node is whole, so that none can be in itself. */
static int add_anchor(struct reader *r, const char *name, const struct na_node *node)
{
	struct anchor *anchor = na_arena_alloc(r->load->arena, sizeof(*anchor));

	if (!anchor)
		return na_policy_no_memory(r->load);
	*anchor = (struct anchor){ r->anchors, name, node };
	r->anchors = anchor;
	return 0;
}

static const yaml_char_t *anchor_of(const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_SCALAR_EVENT:
		return event->data.scalar.anchor;
	case YAML_SEQUENCE_START_EVENT:
		return event->data.sequence_start.anchor;
	case YAML_MAPPING_START_EVENT:
		return event->data.mapping_start.anchor;
	default:
		return NULL;
	}
}

/* The node that the present event begins; the event is then its last. */
static int read_node(struct reader *r, struct na_node **node)
{
	const char *anchor = (const char *)anchor_of(&r->event);
	struct na_place place = place_of(r, &r->event.start_mark);
	int ret;

	if (anchor) {
		anchor = na_arena_intern(r->load->arena, anchor, strlen(anchor));
		if (!anchor)
			return na_policy_no_memory(r->load);
	}
	if (++r->depth > MAX_DEPTH)
		return na_policy_fail(r->load, &place, "nested deeper than %d", MAX_DEPTH);
	switch (r->event.type) {
	case YAML_ALIAS_EVENT:
		ret = read_alias(r, node);
		break;
	case YAML_SEQUENCE_START_EVENT:
		ret = read_list(r, node);
		break;
	case YAML_MAPPING_START_EVENT:
		ret = read_map(r, node);
		break;
	default: /* nothing else can begin a node */
		ret = read_word(r, node);
		break;
	}
	r->depth--;
	return ret || !anchor ? ret : add_anchor(r, anchor, *node);
}

/* One document, or none. */
static int read_stream(struct reader *r, struct na_node **root)
{
	struct na_place place;
	int ret = next_event(r); /* the start of the stream */

	if (!ret)
		ret = next_event(r);
	if (ret || r->event.type == YAML_STREAM_END_EVENT)
		return ret;
	ret = next_event(r); /* after the start of the document */
	if (!ret)
		ret = read_node(r, root);
	if (!ret)
		ret = next_event(r); /* its end */
	if (!ret)
		ret = next_event(r);
	if (ret || r->event.type == YAML_STREAM_END_EVENT)
		return ret;
	place = place_of(r, &r->event.start_mark);
	return na_policy_fail(r->load, &place, "a second document begins here: a policy is one");
}

int na_policy_yaml(struct na_policy_load *load, const char *file, const char *text, size_t len, struct na_node **root)
{
	static const char mark[] = "\xef\xbb\xbf"; /* of byte order, which says nothing in UTF-8 */
	bool marked = len >= 3 && !memcmp(text, mark, 3);
	struct reader r = { .load = load, .file = file, .text = text + 3 * marked, .len = len - 3 * marked };
	int ret = check_text(&r);

	*root = NULL;
	if (ret)
		return ret;
	if (!yaml_parser_initialize(&r.parser))
		return na_policy_no_memory(load);
	yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&r.parser, (const unsigned char *)r.text, r.len);
	ret = read_stream(&r, root);
	yaml_event_delete(&r.event);
	yaml_parser_delete(&r.parser);
	return ret;
}
