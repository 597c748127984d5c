/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What loading a policy is made of: the YAML as a tree, objects read by tables of their members, values typed by the
 * attribute they are for, and errors that say where in which file they are.
 *
 * All functions that return int return 0, -ENOMEM, or -EINVAL with the error set. All memory is in the policy's arena.
 */
#ifndef NICAUDIT_POLICY_PARSE_H
#define NICAUDIT_POLICY_PARSE_H

#include "check/policy.h"

/* The tree (policy_yaml.c) */

enum na_node_kind { NA_NODE_NOTHING, NA_NODE_WORD, NA_NODE_LIST, NA_NODE_MAP };

struct na_node {
	enum na_node_kind kind;
	struct na_place place;
	const char *text;	     /* NA_NODE_WORD: interned; of NA_NODE_NOTHING as written */
	struct na_node *first;	     /* NA_NODE_LIST: of the elements; NA_NODE_MAP: of the keys, all of them words */
	struct na_node *next;	     /* element or key */
	const struct na_node *value; /* of a key */
	size_t n;		     /* elements or keys */
	size_t weight;		     /* nodes in it, itself included */
};

struct na_policy_file {
	struct na_policy_file *next;
	const char *path; /* interned */
	bool is_open;	  /* it is being loaded: whoever includes it now closes a cycle */
};

struct na_policy_load {
	struct na_policy *policy;
	struct na_arena *arena; /* of the policy */
	const struct na_policy_files *files;
	struct na_policy_file *met; /* every file so far, the last one first */
	unsigned int depth;	    /* of includes */
	size_t n_nodes;		    /* of all files */
	struct na_error *error;	    /* never NULL */
};

/* *root is the tree, or NULL for a file with nothing in it. */
int na_policy_yaml(struct na_policy_load *load, const char *file, const char *text, size_t len, struct na_node **root);

/* What sections and their parts are read with (policy_parse.c) */

/* "FILE:LINE:COLUMN: ..."; without the numbers where place has none. */
int na_policy_fail(struct na_policy_load *load, const struct na_place *place, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
int na_policy_no_memory(struct na_policy_load *load);

/* A word as a message shows it, cut where it leaves no room for the rest. */
enum { NA_POLICY_SHOWN = 80 };
const char *na_policy_shown(const char *word, char buf[NA_POLICY_SHOWN]);

/* "unknown WHAT 'WORD'OF", and the nearest of the words, or all where they are few. Words may be NULL. */
int na_policy_unknown(struct na_policy_load *load, const struct na_place *place, const char *what, const char *word,
		      const char *of, const char *const *words, size_t n);

/* "'NAME' is a list, not BELONGS". */
int na_policy_wrong_kind(struct na_policy_load *load, const struct na_node *node, const char *name,
			 const char *belongs);

/* The array with room for one more, all zero, at the end; what it had is copied where it must grow. NULL: no memory. */
void *na_policy_grow(struct na_policy_load *load, void *array, size_t n, size_t size);

/* true where the word is one of on, yes, true (*is true), off, no, false. */
bool na_policy_switch(const char *word, bool *is);

/* One member of an object: how its value comes into a field of what is read. */
struct na_policy_member {
	const char *name;
	int (*read)(struct na_policy_load *load, const char *name, const struct na_node *value, void *field);
	size_t offset; /* of the field */
	bool required;
	const char *schema; /* JSON schema of the value, without the braces */
	const char *doc;
};

struct na_policy_object {
	const char *what; /* "a rule" */
	const struct na_policy_member *members;
	size_t n;
};

/* Reads the members in the order of the table; a key that is not in it is an error. */
int na_policy_read_object(struct na_policy_load *load, const char *name, const struct na_node *node,
			  const struct na_policy_object *object, void *target);

/* Readers of members. The field is a const char *, a const char ** (NULL-terminated), an int and an enum na_severity. */
int na_policy_read_text(struct na_policy_load *load, const char *name, const struct na_node *value, void *field);
int na_policy_read_words(struct na_policy_load *load, const char *name, const struct na_node *value, void *field);
int na_policy_read_switch(struct na_policy_load *load, const char *name, const struct na_node *value, void *field);
int na_policy_read_severity(struct na_policy_load *load, const char *name, const struct na_node *value, void *field);

/* A mapping, or a list of mappings, that is not empty. */
int na_policy_need_map(struct na_policy_load *load, const char *name, const struct na_node *node);
int na_policy_need_list(struct na_policy_load *load, const char *name, const struct na_node *node);

/* What there is in a policy, by the files that read it; the schema is made of these, too. */
extern const struct na_policy_object na_policy_top_object, na_policy_rule_object, na_policy_match_object,
	na_policy_group_object, na_policy_partner_object, na_policy_builtin_object, na_policy_waiver_object;

/* Sections: members of the top, whose field is the struct na_policy. */
int na_policy_read_rules(struct na_policy_load *load, const char *name, const struct na_node *value, void *field);
int na_policy_read_labels(struct na_policy_load *load, const char *name, const struct na_node *value, void *field);
int na_policy_read_groups(struct na_policy_load *load, const char *name, const struct na_node *value, void *field);
int na_policy_read_partners(struct na_policy_load *load, const char *name, const struct na_node *value, void *field);
int na_policy_read_builtin(struct na_policy_load *load, const char *name, const struct na_node *value, void *field);
int na_policy_read_waivers(struct na_policy_load *load, const char *name, const struct na_node *value, void *field);

/* Every waiver is of a rule that there is; to be called once all is loaded. */
int na_policy_check_waivers(struct na_policy_load *load);

/* Ids: of [a-z0-9-], of no built-in rule, and of no rule and no group so far. */
int na_policy_check_id(struct na_policy_load *load, const struct na_place *place, const char *what, const char *id);

/* Names of facts (policy_name.c) */

struct na_policy_name {
	const char *text; /* canonical and whole, or the glob as written */
	bool is_glob;
	enum na_attr_id attr; /* NA_ATTR_UNKNOWN for a glob */
	const char *key;
};

bool na_is_glob(const char *text);

/* An error where no fact can have that name. */
int na_policy_read_name(struct na_policy_load *load, const struct na_place *place, const char *text,
			struct na_policy_name *name);

/* Expectations (policy_expect.c): the value is a mapping of names to conditions. */
int na_policy_read_expectations(struct na_policy_load *load, const char *name, const struct na_node *node,
				struct na_expectation **expectations, size_t *n);

/* Terms and values (policy_term.c, policy_value.c) */

/* What is compared, for types and messages. */
struct na_goal {
	const char *name; /* as a message shows it */
	enum na_attr_id attr;
	const char *key;
	struct na_place place; /* of the value */
};

bool na_is_number(enum na_type type);
const char *na_policy_type(enum na_type type); /* "a switch" */

/* A value of the attribute's type, from one word. */
int na_policy_value(struct na_policy_load *load, const struct na_goal *goal, const char *text, struct na_value *value);

/* One word of the attribute's list, or the error; *word is then canonical. */
int na_policy_list_word(struct na_policy_load *load, const struct na_goal *goal, const char *text, const char **word);

/* A value out of a list of words or numbers, for an attribute that is one. */
int na_policy_list(struct na_policy_load *load, const struct na_goal *goal, const struct na_node *node,
		   struct na_value *value);

/* What stands behind an operator: a value, a fact, min(), max(), count(). */
int na_policy_term(struct na_policy_load *load, const struct na_goal *goal, const char *text, struct na_term *term);

/* "1/h" as a number by the second; *text is how it is written canonically. */
int na_policy_rate(struct na_policy_load *load, const struct na_goal *goal, const char *text, struct na_term *term,
		   const char **canonical);

/* The term as it is written. NULL where memory ran out. */
const char *na_policy_term_text(struct na_arena *arena, const struct na_term *term);

/* The texts in one, with something before, between and after them. NULL where one of them is, or memory ran out. */
const char *na_policy_join(struct na_arena *arena, const char *head, const char *const *texts, size_t n,
			   const char *between, const char *tail);

#endif
