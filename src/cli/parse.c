/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a command line by the table of options, and refuses what makes no sense, naming what was probably meant. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum { MAX_OPTIONS = 64, FIRST = 256 /* of the values of getopt_long() that are rows */ };

/* What getopt_long() takes, from the rows: nothing is permuted, and options may stand anywhere. */
static void make_tables(struct option longs[MAX_OPTIONS + 1], char letters[2 * MAX_OPTIONS + 3])
{
	char *at = stpcpy(letters, "-:");

	for (size_t i = 0; i < n_option_rows; i++) {
		const struct option_row *row = &option_rows[i];

		longs[i] = (struct option){ row->name, row->argument ? required_argument : no_argument, NULL,
					    FIRST + (int)i };
		if (!row->letter)
			continue;
		*at++ = row->letter;
		if (row->argument)
			*at++ = ':';
	}
	longs[n_option_rows] = (struct option){ 0 };
	*at = 0;
}

/* The row of what getopt_long() returned or left in optopt. */
static const struct option_row *row_of(int c)
{
	if (c >= FIRST && c < FIRST + (int)n_option_rows)
		return &option_rows[c - FIRST];
	for (size_t i = 0; c && i < n_option_rows; i++)
		if (option_rows[i].letter == c)
			return &option_rows[i];
	return NULL;
}

static int unknown_option(const char *typed, struct na_error *error)
{
	const char *names[MAX_OPTIONS], *nearest;
	char name[64];
	size_t n = 0;

	if (strncmp(typed, "--", 2))
		return na_error_set(error, EINVAL, "unknown option '-%c'", optopt);
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(typed + 2, "="), typed + 2);
	for (size_t i = 0; i < n_option_rows; i++)
		n += !strncmp(option_rows[i].name, name, strlen(name));
	if (n > 1)
		return na_error_set(error, EINVAL, "option '--%s' can be several", name);
	for (size_t i = 0; i < n_option_rows; i++)
		names[i] = option_rows[i].name;
	nearest = na_nearest(name, names, n_option_rows);
	return na_error_set(error, EINVAL, "unknown option '--%s'%s%s%s", name, nearest ? "; did you mean '--" : "",
			    nearest ? nearest : "", nearest ? "'?" : "");
}

static int wrong_option(int c, const char *typed, struct na_error *error)
{
	const struct option_row *row = row_of(optopt);

	if (c == ':' && row)
		return na_error_set(error, EINVAL, "option --%s needs an argument: %s", row->name, row->argument);
	if (optopt >= FIRST && row)
		return na_error_set(error, EINVAL, "option --%s takes no argument", row->name);
	return unknown_option(typed, error);
}

static int take_word(struct options *options, const char **args, const char *word, const struct command *table,
		     size_t n, struct na_error *error)
{
	const char *names[MAX_OPTIONS], *nearest;

	if (options->command) {
		args[options->n_args++] = word;
		return 0;
	}
	for (size_t i = 0; i < n; i++)
		if (!strcmp(table[i].name, word)) {
			options->command = &table[i];
			return 0;
		}
	for (size_t i = 0; i < n; i++)
		names[i] = table[i].name;
	nearest = na_nearest(word, names, n);
	if (nearest)
		return na_error_set(error, EINVAL, "unknown command '%s'; did you mean '%s'?", word, nearest);
	return na_error_set(error, EINVAL, "unknown command '%s'; see nicaudit help", word);
}

static int check_rows(const struct options *options, struct na_error *error)
{
	for (size_t i = 0; i < n_option_rows; i++) {
		const struct option_row *row = &option_rows[i];

		if (!(options->given & UINT64_C(1) << i) || among(row->commands, options->command->name))
			continue;
		return na_error_set(error, EINVAL, "%s takes no --%s; taken by: %s", options->command->name, row->name,
				    row->commands);
	}
	return 0;
}

static int check_format(const struct options *o, struct na_error *error)
{
	char all[128] = "";

	if (!o->format || among(o->format->commands, o->command->name))
		return 0;
	for (size_t i = 0; i < na_n_formats; i++)
		if (among(na_formats[i].commands, o->command->name))
			snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", *all ? ", " : "",
				 na_formats[i].name);
	return na_error_set(error, EINVAL, "%s has no format '%s'; it has: %s", o->command->name, o->format->name, all);
}

/* What makes no sense together. */
static int check_pairs(const struct options *o, struct na_error *error)
{
	const struct {
		bool wrong;
		const char *text;
	} pairs[] = {
		{ o->anonymise && !o->record, "--anonymise is about a recording: it needs --record" },
		{ o->from && o->replay, "--from and --replay are both in place of the live host: give one" },
		{ o->record && o->replay, "--record would only copy what --replay reads: give one" },
		{ o->from && o->record, "--record keeps what is read from the kernel: it does not go with --from" },
		{ o->from && o->root, "--root is about the live host: it does not go with --from" },
		{ o->from && o->netns, "--netns is about the live host: it does not go with --from" },
		{ o->from && o->backend != NA_BACKEND_AUTO,
		  "--backend is about the live host: it does not go with --from" },
		{ o->from && o->interval_ns, "--interval takes two samples: a file (--from) is one; see --baseline" },
		{ o->replay && o->root, "--root is about the live host: it does not go with --replay" },
		{ o->baseline && o->interval_ns, "--baseline is in place of the first sample of --interval: give one" },
		{ o->baseline && o->from && !strcmp(o->baseline, "-") && !strcmp(o->from, "-"),
		  "--from and --baseline cannot both be standard input" },
		{ o->policy && o->no_policy, "--policy and --no-policy are opposites: give one" },
		{ o->policy && o->from && !strcmp(o->policy, "-") && !strcmp(o->from, "-"),
		  "--from and --policy cannot both be standard input" },
		{ o->policy && o->baseline && !strcmp(o->policy, "-") && !strcmp(o->baseline, "-"),
		  "--baseline and --policy cannot both be standard input" },
		{ o->man && o->schema, "--man and --schema print different things: give one" },
		{ (o->man || o->schema) && o->n_args,
		  "--man and --schema are about all attributes: they take no names" },
		{ (o->man || o->schema) && o->format, "--man and --schema have a format of their own" },
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (pairs[i].wrong)
			return na_error_set(error, EINVAL, "%s", pairs[i].text);
	return 0;
}

static int check_args(const struct options *o, struct na_error *error)
{
	if (o->command->max_args >= 0 && o->n_args > (size_t)o->command->max_args)
		return na_error_set(error, EINVAL, "'%s' is one too many: nicaudit %s %s",
				    o->args[o->command->max_args], o->command->name, o->command->usage);
	for (size_t i = 0; i < o->n_args; i++)
		if (!*o->args[i])
			return na_error_set(error, EINVAL, "an argument of %s is empty", o->command->name);
	return 0;
}

int options_parse(struct options *options, int argc, char **argv, const struct command *table, size_t n,
		  struct na_error *error)
{
	struct option longs[MAX_OPTIONS + 1];
	char letters[2 * MAX_OPTIONS + 3];
	const char **args = calloc((size_t)argc + 1, sizeof(*args));
	int ret = args ? 0 : -ENOMEM, c;

	*options = (struct options){ .args = args, .fail_on = NA_WARNING };
	make_tables(longs, letters);
	opterr = 0;
	optind = 0; /* glibc: start anew */
	while (ret != -ENOMEM) {
		const struct option_row *row;
		int at = optind ? optind : 1;

		c = getopt_long(argc, argv, letters, longs, NULL);
		if (c == -1)
			break;
		row = row_of(c);
		if (ret) { /* what is wrong is told in the format that was asked for, wherever it stands */
			if (row && !strcmp(row->name, "format"))
				row->set(options, row, optarg, &(struct na_error){ 0 });
		} else if (c == 1) {
			ret = take_word(options, args, optarg, table, n, error);
		} else if (!row) {
			ret = wrong_option(c, argv[at], error);
		} else {
			options->given |= UINT64_C(1) << (row - option_rows);
			ret = row->set(options, row, optarg, error);
		}
	}
	for (; !ret && optind < argc; optind++)
		ret = take_word(options, args, argv[optind], table, n, error);
	if (ret || options->help || options->version || !options->command)
		return ret;
	ret = check_rows(options, error);
	if (!ret)
		ret = check_format(options, error);
	if (!ret)
		ret = check_pairs(options, error);
	return ret ? ret : check_args(options, error);
}

void options_clear(struct options *options)
{
	for (size_t i = 0; i < options->n_only; i++)
		free((void *)options->only[i]);
	free(options->only);
	free((void *)options->args);
}
