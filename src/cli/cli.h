/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the commands share: their rows, exit statuses, where facts come from and where output goes. */
#ifndef NICAUDIT_CLI_H
#define NICAUDIT_CLI_H

#include "cli/options.h"
#include "nicaudit/policy.h"
#include "nicaudit/render.h"
#include "nicaudit/snapshot.h"

/* Numbers of sysexits.h; those of a report are of na_report_exit(). */
enum { EXIT_USAGE = 64, EXIT_INPUT = 66, EXIT_INTERNAL = 70 };

/* One row of main.c. */
struct command {
	const char *name;
	const char *job;   /* one line */
	const char *usage; /* its arguments */
	const char *about; /* a sentence or two */
	int max_args;	   /* -1 for any number */
	int (*run)(const struct options *options);
};

extern const struct command commands[];
extern const size_t n_commands;

int cmd_show(const struct options *options);
int cmd_check(const struct options *options);
int cmd_snapshot(const struct options *options);
int cmd_attributes(const struct options *options);
int cmd_explain(const struct options *options);
int cmd_policy(const struct options *options);
int cmd_help(const struct options *options);

/* What `nicaudit` alone says. */
void help_short(FILE *file);

/* "nicaudit: ..." on standard error, or the line of a format that has one, on standard output; returns the status. */
int complain(int status, const struct na_error *error);

/*
 * Reads the live host, a recording or a file, as the options say: *now, with what they select; and *before, where they
 * ask for two samples (--interval) or have one (--baseline), else NULL. The caller frees both, whatever is returned: 0 or
 * an exit status.
 */
int take_samples(const struct options *options, const uint8_t *wanted, struct na_snapshot **before,
		 struct na_snapshot **now, struct na_error *error);

/* All there is to read, for the caller to free; also what was read before it failed. 0, -EFBIG beyond most, or -errno. */
int read_all(int fd, size_t most, char **text, size_t *len);

/*
 * A policy with what it includes: "-" is standard input, a name without '/' and '.' a shipped profile, else it is a file.
 * *policy is the caller's to free. 0 or an exit status.
 */
int load_policy(const char *name, struct na_policy **policy, struct na_error *error);

/*
 * Calls put with a file and data, and gives what it wrote to standard output or to the file of --output, which is replaced
 * only once all was written. put returns 0 or -errno. The exit status: 0, or that of the complaint that was made.
 */
int put_output(const struct options *options, int (*put)(FILE *, const struct na_render_options *, const void *),
	       const void *data);

#endif
