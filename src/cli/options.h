/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command line: what was typed, in C, and the table of options that help and errors are made of. */
#ifndef NICAUDIT_OPTIONS_H
#define NICAUDIT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nicaudit/collect.h"
#include "nicaudit/error.h"
#include "nicaudit/render.h"

struct command;

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct options {
	const struct command *command; /* NULL where none was given */
	const char *const *args;       /* what follows it */
	size_t n_args;
	uint64_t given; /* bit by row of the option table */

	bool help, version;
	const struct na_format *format; /* NULL for the command's own */
	const char *output;
	enum color_when color;
	bool quiet;
	unsigned int verbose;

	const char *netns, *from, *root, *record, *replay;
	bool anonymise;
	enum na_backend backend;

	bool all;
	int64_t interval_ns; /* 0 for one sample */
	const char *baseline;
	const char *policy;
	bool no_policy;
	const char **only;
	size_t n_only;
	enum na_severity severity, fail_on;

	bool man;
	const char *schema; /* name of one */
};

struct option_row {
	const char *name;
	char letter;	      /* 0 for none */
	const char *argument; /* NULL for none */
	const char *help;
	const char *commands; /* that take it, NULL for all */
	int (*set)(struct options *options, const struct option_row *row, const char *value, struct na_error *error);
	size_t offset;		  /* in struct options, of what is set */
	const char *const *words; /* by value, for one of a few */
};

extern const struct option_row option_rows[];
extern const size_t n_option_rows;

/* true where command is a word of commands, or that is NULL, for all. */
bool among(const char *commands, const char *command);

bool option_serves(const struct option_row *row, const char *command);

/*
 * Fills *options, which borrows from argv. 0, -ENOMEM, or -EINVAL for what is a usage error. Where help was asked for,
 * only the command is looked at.
 */
int options_parse(struct options *options, int argc, char **argv, const struct command *table, size_t n,
		  struct na_error *error);
void options_clear(struct options *options);

#endif
