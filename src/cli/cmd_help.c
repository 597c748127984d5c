/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nicaudit help: what the tables of commands and options say, on a page. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "render/layout.h"

enum { LABEL_AT = 2, JOB_AT = 14, HELP_AT = 26, STATUS_AT = 6 };

static const struct {
	const char *status, *meaning;
} statuses[] = {
	{ "0", "done; for check: nothing is wrong" },
	{ "1", "check: something deserves a warning" },
	{ "2", "check: something is critical" },
	{ "3", "check: something that must be judged could not be" },
	{ "64", "the command line makes no sense" },
	{ "66", "an input is missing or cannot be read" },
	{ "70", "memory ran out, or output could not be written" },
};

static void put_commands(FILE *file, size_t width)
{
	fputs("\nCommands:\n", file);
	for (size_t i = 0; i < n_commands; i++)
		na_put_paragraph(file, LABEL_AT, commands[i].name, JOB_AT, commands[i].job, width);
}

/* Those that the command takes, or all. */
static void put_options(FILE *file, const struct command *command, size_t width)
{
	fputs("\nOptions:\n", file);
	for (size_t i = 0; i < n_option_rows; i++) {
		const struct option_row *row = &option_rows[i];
		const char *only =
			!command && row->commands && strchr(row->commands, ' ') == NULL ? row->commands : NULL;
		char label[64], help[160];

		if (command && !option_serves(row, command->name))
			continue;
		snprintf(label, sizeof(label), "%c%c%s--%s%s%s", row->letter ? '-' : ' ',
			 row->letter ? row->letter : ' ', row->letter ? ", " : "  ", row->name,
			 row->argument ? " " : "", row->argument ? row->argument : "");
		snprintf(help, sizeof(help), "%s%s%s", only ? only : "", only ? ": " : "", row->help);
		na_put_paragraph(file, LABEL_AT, label, HELP_AT, help, width);
	}
}

static void put_statuses(FILE *file, size_t width)
{
	fputs("\nExit status:\n", file);
	for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++)
		na_put_paragraph(file, LABEL_AT, statuses[i].status, STATUS_AT, statuses[i].meaning, width);
}

void help_short(FILE *file)
{
	fputs("Usage: nicaudit [OPTIONS] COMMAND [OPTIONS] [ARGUMENTS]\n", file);
	put_commands(file, NA_PAGE_WIDTH);
	fputs("\nnicaudit help COMMAND says more.\n", file);
}

static int put_help(FILE *file, const struct na_render_options *options, const void *data)
{
	const struct command *command = data;
	size_t width = na_page_width(options);

	if (width > NA_PAGE_WIDTH)
		width = NA_PAGE_WIDTH;
	if (command) {
		fprintf(file, "Usage: nicaudit %s [OPTIONS] %s\n\n", command->name, command->usage);
		na_put_paragraph(file, 0, "", 0, command->about, width);
	} else {
		fputs("Usage: nicaudit [OPTIONS] COMMAND [OPTIONS] [ARGUMENTS]\n\n", file);
		na_put_paragraph(
			file, 0, "", 0,
			"Tells whether the network interfaces of a host are configured the way they should be, "
			"why not, and what to type to mend it. It never changes a setting.",
			width);
		put_commands(file, width);
	}
	put_options(file, command, width);
	put_statuses(file, width);
	return 0;
}

static const struct command *find(const char *name, struct na_error *error)
{
	const char *names[64], *nearest;

	for (size_t i = 0; i < n_commands && i < 64; i++) {
		names[i] = commands[i].name;
		if (!strcmp(names[i], name))
			return &commands[i];
	}
	nearest = na_nearest(name, names, n_commands);
	na_error_set(error, EINVAL, "unknown command '%s'%s%s%s", name, nearest ? "; did you mean '" : "",
		     nearest ? nearest : "", nearest ? "'?" : "");
	return NULL;
}

int cmd_help(const struct options *options)
{
	const struct command *command = options->command;
	struct na_error error = { 0 };

	if (!options->help && options->n_args) {
		command = find(options->args[0], &error);
		if (!command)
			return complain(EXIT_USAGE, &error);
	} else if (!options->help) {
		command = NULL;
	}
	return put_output(options, put_help, command);
}
