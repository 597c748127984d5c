/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges a snapshot. Pure: structs in, structs out; no kernel, no clock, no printing. */
#ifndef NICAUDIT_CHECK_H
#define NICAUDIT_CHECK_H

#include "nicaudit/policy.h"

struct na_rule_context; /* what a rule's function is given; src/check/rules.h */

/* One row of src/check/rules.def. */
struct na_rule {
	const char *id;
	enum na_severity severity;
	bool is_virtual;       /* it is put to NICs without hardware, too */
	bool two_samples;      /* about counters, and says nothing without `before` */
	const uint16_t *needs; /* attributes it looks at, ended by 0; for two samples counters come on top */
	void (*judge)(struct na_rule_context *);
	const char *title;		    /* what it finds, one line */
	const char *why;		    /* why it matters */
	const char *source;		    /* the standard, document or kernel source that says so */
	struct na_mend mends[NA_MAX_MENDS]; /* templates: {iface}, {fact}, {word} */
};

extern const struct na_rule na_rules[];
extern const size_t na_n_rules;

struct na_check_options {
	const char *const *only; /* ids or globs of rules; none for all */
	size_t n_only;
	int minimum;			/* enum na_severity: judge only rules of at least this one */
	const struct na_policy *policy; /* or NULL */
};

/*
 * Fills wanted[NA_N_ATTRS], as na_collect_options has it, with what the rules look at. Counters are wanted where there are two
 * samples, by rules that say nothing without and by those that name NA_COUNTER; the driver's own only of hardware, since each
 * NIC takes calls for them. Errors as na_check_run().
 */
int na_check_needs(const struct na_check_options *options, bool two_samples, uint8_t *wanted, struct na_error *error);

/*
 * Judges every selected NIC of now; before may be NULL. *report borrows from both and is the caller's to free. -ENOENT
 * where `only` names no rule.
 */
int na_check_run(const struct na_snapshot *now, const struct na_snapshot *before,
		 const struct na_check_options *options, struct na_report **report, struct na_error *error);
void na_report_free(struct na_report *report);

#endif
