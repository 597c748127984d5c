/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an administrator wants, read from YAML (or JSON, which is YAML): which NICs, what is expected of their facts, and what
 * is forgiven. nicaudit-policy(5) describes the file. Once loaded it is only looked at.
 */
#ifndef NICAUDIT_POLICY_H
#define NICAUDIT_POLICY_H

#include <stdio.h>

#include "nicaudit/arena.h"
#include "nicaudit/report.h"

/* Where something stands in a policy, for messages: "policy.yaml:12:7". */
struct na_place {
	const char *file;
	unsigned int line, column; /* from 1; a column counts characters */
};

/* A number that is only known once a NIC is looked at. */
enum na_term_kind {
	NA_TERM_VALUE, /* itself */
	NA_TERM_FACT,  /* a number, or whatever type the expected attribute has, of the same NIC or of the host */
	NA_TERM_COUNT, /* count(FACT): words of a list, CPUs of a list of CPUs */
	NA_TERM_MIN,   /* min(TERM, TERM, ...) */
	NA_TERM_MAX,
};

struct na_term {
	enum na_term_kind kind;
	struct na_value value; /* NA_TERM_VALUE: of the type of the attribute it is compared with */
	enum na_attr_id attr;  /* NA_TERM_FACT, NA_TERM_COUNT */
	const char *key;       /* of a family, else NULL */
	struct na_term *terms; /* NA_TERM_MIN, NA_TERM_MAX */
	size_t n_terms;
};

enum na_operator {
	NA_OP_EQUAL, /* terms[0] */
	NA_OP_UNEQUAL,
	NA_OP_LESS,
	NA_OP_AT_MOST,
	NA_OP_MORE,
	NA_OP_AT_LEAST,
	NA_OP_RANGE,  /* terms[0] to terms[1], both ends included */
	NA_OP_ONE_OF, /* any of the terms */
	NA_OP_HAS,    /* a list that has every one of the terms; with NA_OP_LACKS in the same place, two conditions */
	NA_OP_LACKS,
	NA_OP_MAXIMUM, /* the attribute's maximum, "max" */
	NA_OP_MINIMUM, /* "min": the attribute's minimum where it has one (link.mtu-min) */
	NA_OP_PRESENT,
	NA_OP_MISSING, /* "absent": the driver has no such fact */
};

struct na_condition {
	enum na_operator op;
	bool rate;	  /* of the increase by the second, between two samples; terms are numbers by the second */
	const char *text; /* as written, canonical: ">= 10000", "rate <= 1/h" */
	struct na_term *terms;
	size_t n_terms;
};

/* One line of expect:, match: facts, or same:. */
struct na_expectation {
	struct na_place place;
	const char *name; /* canonical and whole, "ring.rx", "feature.rx-lro"; or the glob as written */
	/*
	 * Then the conditions hold for every fact whose name matches and whose attribute they fit; or, where a fact has
	 * just that name ("counter.rx[0]"), for that one. attr is NA_ATTR_UNKNOWN.
	 */
	bool is_glob;
	enum na_attr_id attr;
	const char *key;
	struct na_condition *conditions; /* all must hold */
	size_t n_conditions;
};

/* What a NIC must be like for a rule: every part that is given must hold, within a part any one word. */
struct na_match {
	const char **name, **driver, **kind, **bus, **netns, **label; /* globs; NULL-terminated, NULL for any */
	int is_virtual;						      /* 1, 0, or -1 for either */
	struct na_expectation *facts; /* facts: {link.speed: ">= 10000"}: applies only where they hold */
	size_t n_facts;
	struct na_match *except; /* not: must not hold; NULL for nothing */
};

struct na_policy_rule {
	struct na_place place;
	const char *id; /* unique, of [a-z0-9-]; not that of a built-in rule */
	struct na_match match;
	struct na_expectation *expect;
	size_t n_expect;
	enum na_severity severity;
	const char *why; /* or NULL */
};

/* NICs whose facts must be the same. */
struct na_group {
	struct na_place place;
	const char *name;
	const char **members; /* names or globs of NICs, NULL-terminated */
	const char **same;    /* names or globs of attributes, NULL-terminated */
	enum na_severity severity;
	const char *why;
};

struct na_label {
	const char *interface; /* name or glob */
	const char **words;    /* NULL-terminated */
};

/* Declared other side of a cable: what link rules take where nothing can be read. NULL and 0 where not given. */
struct na_partner {
	struct na_place place;
	const char *interface;
	const char *chassis, *port, *duplex;
	uint64_t speed, mtu, vlan;
	int autoneg; /* 1, 0, -1 for not given */
};

struct na_builtin {
	struct na_place place;
	const char *rule; /* id or glob of built-in rules; it matches at least one */
	bool disable;
	int severity; /* enum na_severity, or -1 for as it is */
};

struct na_waiver {
	struct na_place place;
	const char *rule, *interface, *fact; /* names or globs; interface and fact NULL for any */
	int64_t until_ns;		     /* the end of that day, UTC, since the epoch; until is required */
	const char *until, *owner, *why;
};

struct na_policy {
	struct na_arena arena; /* holds all of it */
	const char *path;
	char sha256[65]; /* of the file itself, in hexadecimal; includes are not in it */
	struct na_label *labels;
	size_t n_labels;
	struct na_policy_rule *rules; /* of includes first, in the order of the files */
	size_t n_rules;
	struct na_group *groups;
	size_t n_groups;
	struct na_partner *partners;
	size_t n_partners;
	struct na_builtin *builtins;
	size_t n_builtins;
	struct na_waiver *waivers;
	size_t n_waivers;
};

/*
 * Where files come from, since the judges open none. name is as it was written: a shipped profile's where it has no '/' and
 * no '.', else a path, from where the file `from` is (NULL for the first). *path and *text are the caller's to free.
 */
struct na_policy_files {
	int (*read)(void *data, const char *name, const char *from, char **path, char **text, size_t *len,
		    struct na_error *error);
	void *data;
};

/*
 * Loads the file and what it includes, at most 16 deep and each once; a cycle is refused. *policy is the caller's to free. 0,
 * -ENOMEM, what read returned, or -EINVAL with one line: file:line:column, the word, and the nearest known name.
 */
int na_policy_load(const char *name, const struct na_policy_files *files, struct na_policy **policy,
		   struct na_error *error);
void na_policy_free(struct na_policy *policy);

/* true where facts of that attribute can be compared so: by its type, its scope, and whether it has a maximum. */
bool na_condition_fits(const struct na_condition *condition, enum na_attr_id attr);

/* true where one of the labels of the policy for this NIC is word. */
bool na_policy_labelled(const struct na_policy *policy, const struct na_nic *nic, const char *word);

/* Writes a policy (YAML) that says what the selected NICs are now, and that they pass. 0 or -errno. */
int na_policy_init(FILE *file, const struct na_snapshot *now);

/* Writes the JSON schema of policies, made from the table of attributes. 0 or -errno. */
int na_policy_schema(FILE *file);

#endif
