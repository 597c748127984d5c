/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes what it is given, and asks nothing more. A format is a row of src/render/render.c and a file. */
#ifndef NICAUDIT_RENDER_H
#define NICAUDIT_RENDER_H

#include <stdio.h>

#include "nicaudit/report.h"

struct na_render_options {
	bool color;
	unsigned int width;	  /* of the terminal, in columns */
	unsigned int verbose;	  /* 0 what is wrong, 1 also what could not be judged and why, 2 also what passed */
	bool quiet;		  /* say nothing: the exit status says it */
	bool detail;		  /* show: everything about each, not one line */
	enum na_severity fail_on; /* of failures the least that counts, as in na_report_exit() */
};

struct na_rule;

/* What is to be explained: a rule, or an attribute. */
struct na_subject {
	const struct na_rule *rule; /* NULL for an attribute */
	enum na_attr_id attr;
	const char *key; /* of a family, or NULL */
};

/* Each returns 0 or -EIO, -ENOMEM. NULL in a row: that format does not serve that command. */
struct na_format {
	const char *name;
	const char *commands;		     /* that it serves, NULL for all */
	bool (*wants)(enum na_attr_id attr); /* facts that it writes beside what the rules look at; NULL for none */
	/* Writes the one line that stands in place of a report; NULL where errors go to standard error alone. */
	int (*failed)(FILE *file, const char *text);
	int (*report)(FILE *file, const struct na_report *report, const struct na_render_options *options);
	int (*show)(FILE *file, const struct na_snapshot *snapshot, const struct na_render_options *options);
	int (*attributes)(FILE *file, const bool *chosen, const struct na_render_options *options); /* by na_attr_id */
	int (*explain)(FILE *file, const struct na_subject *subject, const struct na_render_options *options);
};

extern const struct na_format na_formats[];
extern const size_t na_n_formats;

/*
 * Writes text so that a terminal cannot be made to do anything by it: control characters, bytes that are no UTF-8 and
 * characters that turn the direction of writing come out as \xNN or \uNNNN.
 */
void na_put_safe(FILE *file, const char *text);

#endif
