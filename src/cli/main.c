/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nicaudit: the commands, a row each, and the way to them. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "cli/cli.h"

#define NICS "[IFACE|GLOB|ALTNAME ...]"

const struct command commands[] = {
	{ "show", "what is: one line an interface, or everything about some", NICS,
	  "Shows a table of the interfaces that have hardware; of those that are named, everything that is known.", -1,
	  cmd_show },
	{ "check", "what is wrong, why, and how to mend it", NICS,
	  "Judges the interfaces that have hardware, or those that are named, by the built-in rules.", -1, cmd_check },
	{ "snapshot", "save the facts as JSON", NICS,
	  "Writes what is known about the interfaces, for --from and --baseline, or for other programs.", -1,
	  cmd_snapshot },
	{ "attributes", "list what nicaudit knows of", "[NAME|GLOB ...]",
	  "Lists the attributes that an interface or a host can have.", -1, cmd_attributes },
	{ "explain", "what a rule or an attribute means", "NAME",
	  "Explains a rule or an attribute: what it means, why it matters, who says so, and how to mend it.", 1,
	  cmd_explain },
	{ "policy", "write a policy, look one over, or print their schema", "init [IFACE ...] | lint FILE... | schema",
	  "Writes a policy from what is, says whether policies can be used, or prints their JSON schema; see "
	  "nicaudit-policy(5).",
	  -1, cmd_policy },
	{ "help", "this, or help about a command", "[COMMAND]", "Prints help.", 1, cmd_help },
};
const size_t n_commands = sizeof(commands) / sizeof(commands[0]);

/* The format asked for, as complaints have to follow it. */
static const struct na_format *format;

int complain(int status, const struct na_error *error)
{
	const char *text = *error->text ? error->text : "out of memory";

	if (format && format->failed) {
		format->failed(stdout, text);
		return status;
	}
	fputs("nicaudit: ", stderr);
	na_put_safe(stderr, text);
	putc('\n', stderr);
	return status;
}

/* A monitor knows no other statuses than those of a report: whatever failed is unknown to it. */
static int status_of(int status)
{
	enum { UNKNOWN = 3 };

	return format && format->failed && status > UNKNOWN ? UNKNOWN : status;
}

/* A descriptor that is closed would go to the next file that is opened: what cannot be read or written takes its place. */
static void fill_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

static int put_version(FILE *file, const struct na_render_options *options __attribute__((unused)),
		       const void *data __attribute__((unused)))
{
	fputs(PACKAGE_STRING "\n", file);
	return 0;
}

static int run(const struct options *options)
{
	struct na_error error = { 0 };

	if (options->version)
		return put_output(options, put_version, NULL);
	if (options->help)
		return cmd_help(options);
	if (options->command)
		return options->command->run(options);
	if (format && format->failed) {
		na_error_set(&error, EINVAL, "no command is given; see nicaudit help");
		return complain(EXIT_USAGE, &error);
	}
	help_short(stderr);
	return EXIT_USAGE;
}

int main(int argc, char **argv)
{
	struct na_error error = { 0 };
	struct options options;
	int status, ret;

	fill_descriptors();
	signal(SIGPIPE, SIG_IGN);
	ret = options_parse(&options, argc, argv, commands, n_commands, &error);
	format = options.format;
	if (ret)
		status = complain(ret == -ENOMEM ? EXIT_INTERNAL : EXIT_USAGE, &error);
	else
		status = run(&options);
	options_clear(&options);
	return status_of(status);
}
