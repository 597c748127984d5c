/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of options, and what each value means. */
#include "cli/options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define READING "show check snapshot policy"

static void *target(struct options *o, const struct option_row *row)
{
	return (char *)o + row->offset;
}

static int set_flag(struct options *o, const struct option_row *row, const char *value __attribute__((unused)),
		    struct na_error *error __attribute__((unused)))
{
	*(bool *)target(o, row) = true;
	return 0;
}

static int set_count(struct options *o, const struct option_row *row, const char *value __attribute__((unused)),
		     struct na_error *error __attribute__((unused)))
{
	++*(unsigned int *)target(o, row);
	return 0;
}

static int set_text(struct options *o, const struct option_row *row, const char *value, struct na_error *error)
{
	if (!*value)
		return na_error_set(error, EINVAL, "--%s has an empty argument", row->name);
	*(const char **)target(o, row) = value;
	return 0;
}

/* No such word: the nearest one, or all there are. */
static int no_word(const struct option_row *row, const char *value, const char *const *words, size_t n,
		   struct na_error *error)
{
	const char *nearest = na_nearest(value, words, n);
	char all[128] = "";

	if (nearest)
		return na_error_set(error, EINVAL, "--%s '%s': did you mean '%s'?", row->name, value, nearest);
	for (size_t i = 0; i < n; i++)
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", i ? ", " : "", words[i]);
	return na_error_set(error, EINVAL, "--%s '%s': it is one of %s", row->name, value, all);
}

/* One of the row's words, kept as its number: enums are unsigned. */
static int set_word(struct options *o, const struct option_row *row, const char *value, struct na_error *error)
{
	unsigned int n;

	for (n = 0; row->words[n]; n++)
		if (!strcmp(row->words[n], value)) {
			*(unsigned int *)target(o, row) = n;
			return 0;
		}
	return no_word(row, value, row->words, n, error);
}

/* The same, kept as it is. */
static int set_known(struct options *o, const struct option_row *row, const char *value, struct na_error *error)
{
	size_t n;

	for (n = 0; row->words[n]; n++)
		if (!strcmp(row->words[n], value))
			return set_text(o, row, value, error);
	return no_word(row, value, row->words, n, error);
}

static int set_format(struct options *o, const struct option_row *row, const char *value, struct na_error *error)
{
	const char *names[16];
	size_t n;

	for (n = 0; n < na_n_formats && n < 16; n++) {
		names[n] = na_formats[n].name;
		if (!strcmp(names[n], value)) {
			o->format = &na_formats[n];
			return 0;
		}
	}
	return no_word(row, value, names, n, error);
}

static int set_interval(struct options *o, const struct option_row *row, const char *value, struct na_error *error)
{
	char *end;
	double seconds = strtod(value, &end);

	if (end == value || *end || !(seconds >= 0.1 && seconds <= 3600))
		return na_error_set(error, EINVAL, "--%s '%s': it is a number of seconds from 0.1 to 3600", row->name,
				    value);
	o->interval_ns = (int64_t)llround(seconds * 1e9);
	return 0;
}

/* The words of a list with commas, added to those of an earlier one; each is a copy. */
static int set_only(struct options *o, const struct option_row *row, const char *value, struct na_error *error)
{
	for (const char *p = value;; p++) {
		size_t len = strcspn(p, ",");
		const char **more;

		if (!len)
			return na_error_set(error, EINVAL, "--%s '%s': a name is empty", row->name, value);
		more = reallocarray(o->only, o->n_only + 1, sizeof(*more));
		if (!more)
			return -ENOMEM;
		o->only = more;
		o->only[o->n_only] = strndup(p, len);
		if (!o->only[o->n_only])
			return -ENOMEM;
		o->n_only++;
		p += len;
		if (!*p)
			return 0;
	}
}

static int set_from(struct options *o, const struct option_row *row, const char *value, struct na_error *error)
{
	if (o->from)
		return na_error_set(error, EINVAL, "--%s is given twice: one file can be read at a time", row->name);
	return set_text(o, row, value, error);
}

#define AT(member) offsetof(struct options, member)

static const char *const colors[] = { [COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never", NULL };
static const char *const backends
	[] = { [NA_BACKEND_AUTO] = "auto", [NA_BACKEND_NETLINK] = "netlink", [NA_BACKEND_IOCTL] = "ioctl", NULL };
static const char
	*const severities[] = { [NA_INFO] = "info", [NA_WARNING] = "warning", [NA_CRITICAL] = "critical", NULL };
static const char *const schemas[] = { "snapshot", "report", NULL };

/* The order is that of the help. */
const struct option_row option_rows[] = {
	{ "all", 'a', NULL, "virtual interfaces, too", READING, set_flag, AT(all), NULL },
	{ "interval", 0, "SECONDS", "take two samples so far apart, and judge what changed between them", "check",
	  set_interval, 0, NULL },
	{ "baseline", 0, "FILE|-", "a snapshot taken earlier, in place of the first sample", "check", set_text,
	  AT(baseline), NULL },
	{ "policy", 'p', "NAME|FILE|-", "judge by that policy, too; without: by /etc/nicaudit/policy.yaml, where it is",
	  "check", set_text, AT(policy), NULL },
	{ "no-policy", 0, NULL, "judge by the built-in rules alone", "check", set_flag, AT(no_policy), NULL },
	{ "only", 0, "RULE[,RULE]", "only these rules (names or globs)", "check", set_only, 0, NULL },
	{ "severity", 0, "WORD", "only rules of at least that severity: info, warning or critical", "check", set_word,
	  AT(severity), severities },
	{ "fail-on", 0, "WORD", "what counts for the exit status: info, warning (the default) or critical", "check",
	  set_word, AT(fail_on), severities },
	{ "man", 0, NULL, "print all as a manual page: nicaudit-attributes(7), or nicaudit-rules(7)",
	  "attributes explain", set_flag, AT(man), NULL },
	{ "schema", 0, "NAME", "print the JSON schema of that: snapshot or report", "attributes", set_known, AT(schema),
	  schemas },
	{ "format", 'f', "FORMAT", "text or json; check: nagios, prometheus, junit or tap, too", NULL, set_format, 0,
	  NULL },
	{ "output", 'o', "FILE", "write there; the file is replaced once all is written", NULL, set_text, AT(output),
	  NULL },
	{ "color", 0, "WHEN", "auto, always or never", NULL, set_word, AT(color), colors },
	{ "quiet", 'q', NULL, "print nothing: the exit status says it", NULL, set_flag, AT(quiet), NULL },
	{ "verbose", 'v', NULL, "say more: what was seen and what is unknown; twice: also what passed", NULL, set_count,
	  AT(verbose), NULL },
	{ "netns", 0, "NAME|all", "in this network namespace, or in ours and all named ones", READING, set_text,
	  AT(netns), NULL },
	{ "from", 0, "FILE|-", "a snapshot in place of the live host", READING, set_from, AT(from), NULL },
	{ "root", 0, "DIR", "find sysfs and procfs below DIR", READING, set_text, AT(root), NULL },
	{ "backend", 0, "WHICH", "auto, netlink or ioctl", READING, set_word, AT(backend), backends },
	{ "record", 0, "DIR", "keep all that is read there, to be replayed", READING, set_text, AT(record), NULL },
	{ "anonymise", 0, NULL, "in the recording, replace addresses, host names and serials", READING, set_flag,
	  AT(anonymise), NULL },
	{ "replay", 0, "DIR", "read that recording in place of the live host", READING, set_text, AT(replay), NULL },
	{ "version", 'V', NULL, "print the version", NULL, set_flag, AT(version), NULL },
	{ "help", 'h', NULL, "print this help", NULL, set_flag, AT(help), NULL },
};
const size_t n_option_rows = sizeof(option_rows) / sizeof(option_rows[0]);

bool among(const char *commands, const char *command)
{
	size_t len = strlen(command);

	if (!commands)
		return true;
	for (const char *p = commands; *p; p += strspn(p, " ")) {
		size_t n = strcspn(p, " ");

		if (n == len && !memcmp(p, command, n))
			return true;
		p += n;
	}
	return false;
}

bool option_serves(const struct option_row *row, const char *command)
{
	return among(row->commands, command);
}
