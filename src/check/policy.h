/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of judging by a policy share: facts as one who expects something sees them, and names resolved once. */
#ifndef NICAUDIT_CHECK_POLICY_H
#define NICAUDIT_CHECK_POLICY_H

#include "check/rules.h"

enum na_truth { NA_NO, NA_YES, NA_MAYBE };

/* How a fact stands for somebody who expects something of it. */
enum na_standing {
	NA_THERE,
	NA_NOT_THERE,  /* the driver says that it has no such thing */
	NA_NOMINAL,    /* there is no wire that could have it */
	NA_LINKLESS,   /* it means nothing while the link is down */
	NA_UNREADABLE, /* nobody can say */
};

struct na_reading {
	enum na_standing standing;
	enum na_attr_id attr;
	const char *key;
	const struct na_fact *fact; /* NULL where there is none */
};

/* Of that NIC, or of the host for an attribute of the host. */
struct na_reading na_read(const struct na_snapshot *now, const struct na_nic *nic, enum na_attr_id attr,
			  const char *key);

/* Why it is not there, in words. Returns buf. */
const char *na_reading_reason(const struct na_reading *reading, char *buf, size_t size);

/* The full name, kept once. NULL where memory ran out. */
const char *na_name_of(struct na_arena *arena, enum na_attr_id attr, const char *key);

/* The attribute that holds its minimum; NA_ATTR_UNKNOWN where it has none. */
enum na_attr_id na_minimum_of(enum na_attr_id attr);

/* true where a glob of names can match a fact of that attribute. */
bool na_glob_reaches(const char *glob, enum na_attr_id attr);

/* A glob of names. Some counters have brackets in their names: where a fact has just that name, it is meant alone. */
struct na_glob {
	const char *text;
	const uint16_t *rows; /* the attributes it reaches, ended by 0 */
	enum na_attr_id attr; /* of that name, if it is one */
	const char *key;
};

/* NULL where memory ran out. */
const struct na_glob *na_glob(struct na_arena *arena, const char *text);

/* A walk over the facts of a NIC (and of the host) whose names match. */
struct na_walk {
	const struct na_snapshot *now;
	const struct na_nic *nic;
	const struct na_glob *glob;
	const uint16_t *rows;	     /* still to come */
	const struct na_fact *alone; /* of that very name */
	const struct na_fact *at, *end;
};

struct na_walk na_walk(const struct na_snapshot *now, const struct na_nic *nic, const struct na_glob *glob);
const struct na_fact *na_walk_next(struct na_walk *walk);

/* One of the words: itself, or a glob. */
bool na_any_word(const char *const *words, const char *text);

/* The order of two numbers, whatever their types. */
int na_number_compare(const struct na_value *a, const struct na_value *b);

/* The number that a value is, or is written as. */
bool na_number_of(const struct na_value *value, struct na_value *number);

/* Numbers as numbers, lists as sets, words without regard to case. wanted may be text where the other has a type. */
bool na_same_value(enum na_attr_id attr, const struct na_value *value, const struct na_value *wanted);

/* true where every element of wanted is in the list. */
bool na_list_has(enum na_attr_id attr, const struct na_value *list, const struct na_value *wanted);

/* CPUs of a list as the kernel writes it, "0-3,8". false where it is none. */
bool na_count_cpus(const char *text, uint64_t *n);

/* What the term is for the NIC of c. false where a fact that it takes is not there; *blame is that one. */
bool na_term_value(const struct na_rule_context *c, const struct na_term *term, struct na_value *value,
		   struct na_reading *blame);

/* Term i of the condition, made up in *scratch for max and min, which are facts. */
const struct na_term *na_condition_term(const struct na_condition *condition, enum na_attr_id attr, size_t i,
					struct na_term *scratch);
size_t na_condition_terms(const struct na_condition *condition);

/* Whether it holds of a value that is there. For NA_MAYBE, blame->attr is what was missing, NA_ATTR_UNKNOWN if nothing. */
enum na_truth na_condition_holds(const struct na_rule_context *c, enum na_attr_id attr, const struct na_value *value,
				 const struct na_condition *condition, struct na_reading *blame);

/* Why a fact was not there when it was last looked at: the same for most of a thousand interfaces, which share its text. */
struct na_memo {
	const char *name, *said;
	enum na_standing standing;
	int state, err;
	const char *message;
};

/* An expectation, with all that does not depend on the NIC. */
struct na_plan {
	struct na_memo *memo;
	const struct na_expectation *expectation;
	const char *source;	    /* "policy.yaml:12" */
	const char *expected;	    /* all conditions as written */
	const struct na_glob *glob; /* where it is one */
	bool rates;		    /* all conditions are about rates */
	bool absence;		    /* one of them is that it is not there */
};

struct na_match_plan {
	const struct na_match *match;
	const struct na_plan *facts;
	const struct na_match_plan *except;
};

/* What may match it is in the arena; NULL where memory ran out. */
const struct na_plan *na_plans(struct na_arena *arena, const struct na_expectation *expectations, size_t n);
const struct na_match_plan *na_match_plan(struct na_arena *arena, const struct na_match *match);
/* As written, without the sign of equality that goes without saying. */
const char *na_condition_text(const struct na_condition *condition);
const char *na_place_text(struct na_arena *arena, const struct na_place *place);

/* The terms for the NIC of c, "512 to 4096"; NULL where one cannot be known. */
const char *na_aim_terms(struct na_rule_context *c, enum na_attr_id attr, const struct na_condition *condition);

/* The conditions as written, with what their terms are for the NIC of c: "max (= 4096)". */
const char *na_aim_expected(struct na_rule_context *c, enum na_attr_id attr, const struct na_plan *plan);

/* Why the NIC cannot do what is expected, NULL where nothing says that it cannot. */
const char *na_aim_gap(struct na_rule_context *c, enum na_attr_id attr, const struct na_condition *condition);

/* The nearest value for which the condition would hold; false where there is no definite one. */
bool na_aim_value(struct na_rule_context *c, enum na_attr_id attr, const struct na_value *is,
		  const struct na_condition *condition, struct na_value *aim);

/* true where the list of features (fixed, requested) has that one. */
bool na_feature_in(const struct na_nic *nic, enum na_attr_id list, const char *feature);

/* true where somebody can set it. */
bool na_is_settable(const struct na_nic *nic, enum na_attr_id attr, const char *key);

/* A glob reaches further than was meant: into facts that the conditions say nothing about, as ">= 512" about a switch. */
bool na_conditions_suit(const struct na_expectation *expectation, enum na_attr_id attr);

/* The words that the policy has for a NIC: one list of them for each of its labels that matches. */
struct na_labels {
	const char *const **lists;
	size_t n;
};
void na_labels_of(const struct na_policy *policy, const struct na_nic *nic, struct na_labels *labels);

/* Whether the rule is about the NIC of c. For NA_MAYBE, *blame is the fact that would tell. */
enum na_truth na_match_fits(struct na_rule_context *c, const struct na_match_plan *plan, const struct na_labels *labels,
			    struct na_reading *blame);

/* The policy's own parts of a run. */
struct na_policy_run {
	struct na_report *report;
	const struct na_check_options *options;
	struct na_rule_context c; /* nic, was and check change */
	bool looked_back;	  /* was has been looked for */
};

/* A new check in run->c.check, without a verdict; false where memory ran out. */
bool na_policy_check(struct na_policy_run *run, const char *rule, enum na_severity severity, const char *why,
		     const char *source);

/* Takes the check back where its severity turned out to be below what was asked for. */
void na_policy_check_end(struct na_policy_run *run);

/* One check for each fact that the expectation is about. */
void na_policy_expect(struct na_policy_run *run, const struct na_policy_rule *rule, const struct na_plan *plan);

/* true where the options choose that rule: by --only, and by its severity. */
bool na_policy_chosen(const struct na_check_options *options, const char *id, enum na_severity severity);

void na_policy_groups(struct na_policy_run *run);
void na_policy_waivers(struct na_policy_run *run);

/* Findings about the policy itself. */
#define NA_POLICY_UNMATCHED "policy-unmatched"
#define NA_WAIVER_EXPIRED "waiver-expired"
#define NA_WAIVER_UNUSED "waiver-unused"

#endif
