/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nicaudit check: what is wrong, by the built-in rules and a policy. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "nicaudit/check.h"

struct check {
	const struct na_format *format;
	const struct na_report *report;
	enum na_severity fail_on;
};

static int put_report(FILE *file, const struct na_render_options *options, const void *data)
{
	const struct check *check = data;
	struct na_render_options render = *options;

	render.fail_on = check->fail_on;
	return check->format->report(file, check->report, &render);
}

static int judge(const struct options *options, const struct na_snapshot *before, const struct na_snapshot *now,
		 const struct na_check_options *rules)
{
	struct check check = { .format = options->format ? options->format : na_formats, .fail_on = options->fail_on };
	struct na_error error = { 0 };
	struct na_report *report;
	int status;

	if (na_check_run(now, before, rules, &report, &error))
		return complain(EXIT_INTERNAL, &error);
	check.report = report;
	status = put_output(options, put_report, &check);
	if (!status)
		status = na_report_exit(report, options->fail_on);
	na_report_free(report);
	return status;
}

/* A format may write more than what is judged. */
static void want_more(const struct na_format *format, uint8_t *wanted)
{
	for (unsigned int attr = 1; format && format->wants && attr < NA_N_ATTRS; attr++)
		if (format->wants(attr))
			wanted[attr] = NA_WANT_ALL;
}

/* The one that was given; else that of this host, where it has one. A recording or a file is of another. */
static int find_policy(const struct options *options, struct na_policy **policy, struct na_error *error)
{
	char *path = NULL;
	int status = 0;

	*policy = NULL;
	if (options->policy)
		return load_policy(options->policy, policy, error);
	if (options->no_policy || options->from || options->replay)
		return 0;
	if (asprintf(&path, "%s/etc/nicaudit/policy.yaml", options->root ? options->root : "") < 0)
		return EXIT_INTERNAL;
	if (!access(path, F_OK))
		status = load_policy(path, policy, error);
	free(path);
	return status;
}

int cmd_check(const struct options *options)
{
	struct na_check_options rules = {
		.only = options->only,
		.n_only = options->n_only,
		.minimum = (int)options->severity,
	};
	struct na_snapshot *before = NULL, *now = NULL;
	struct na_policy *policy;
	uint8_t wanted[NA_N_ATTRS];
	struct na_error error = { 0 };
	int ret, status = find_policy(options, &policy, &error);

	if (status)
		return complain(status, &error);
	rules.policy = policy;
	/* a mistyped rule is found out here, before an hour of --interval */
	ret = na_check_needs(&rules, options->interval_ns || options->baseline, wanted, &error);
	if (ret) {
		status = complain(ret == -ENOENT ? EXIT_USAGE : EXIT_INTERNAL, &error);
		goto out;
	}
	want_more(options->format, wanted);
	status = take_samples(options, wanted, &before, &now, &error);
	status = status ? complain(status, &error) : judge(options, before, now, &rules);
	na_snapshot_free(before);
	na_snapshot_free(now);
out:
	na_policy_free(policy);
	return status;
}
