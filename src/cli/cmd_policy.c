/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nicaudit policy: one from what is, whether policies can be used, and what they are made of. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "render/layout.h"

struct lint {
	struct na_policy **policies; /* NULL for one that cannot be used */
	size_t n;
};

static void put_count(FILE *file, const char **between, size_t n, const char *one, const char *many)
{
	if (!n)
		return;
	fprintf(file, "%s%zu %s", *between, n, n == 1 ? one : many);
	*between = ", ";
}

static int put_lint(FILE *file, const struct na_render_options *options, const void *data)
{
	const struct lint *lint = data;

	for (size_t i = 0; !options->quiet && i < lint->n; i++) {
		const struct na_policy *policy = lint->policies[i];
		const char *between = ": ";

		if (!policy)
			continue;
		na_put_safe(file, policy->path);
		fputs(": OK", file);
		put_count(file, &between, policy->n_rules, "rule", "rules");
		put_count(file, &between, policy->n_groups, "group", "groups");
		put_count(file, &between, policy->n_labels, "labelled interface", "labelled interfaces");
		put_count(file, &between, policy->n_partners, "partner", "partners");
		put_count(file, &between, policy->n_builtins, "change to built-in rules", "changes to built-in rules");
		put_count(file, &between, policy->n_waivers, "waiver", "waivers");
		putc('\n', file);
	}
	return 0;
}

static int run_lint(const struct options *options, size_t n, const char *const *names)
{
	struct lint lint = { calloc(n, sizeof(*lint.policies)), n };
	struct na_error error = { 0 };
	int status = 0, written;

	if (!lint.policies)
		return complain(EXIT_INTERNAL, &error);
	for (size_t i = 0; i < n; i++) {
		int ret = load_policy(names[i], &lint.policies[i], &error);

		if (ret)
			status = complain(ret, &error);
	}
	written = put_output(options, put_lint, &lint);
	for (size_t i = 0; i < n; i++)
		na_policy_free(lint.policies[i]);
	free(lint.policies);
	return written ? written : status;
}

static int put_init(FILE *file, const struct na_render_options *options, const void *data)
{
	return options->quiet ? 0 : na_policy_init(file, data);
}

static int run_init(const struct options *options, size_t n, const char *const *names)
{
	struct options reading = *options;
	struct na_snapshot *before, *now;
	struct na_error error = { 0 };
	int status;

	reading.args = names;
	reading.n_args = n;
	status = take_samples(&reading, NULL, &before, &now, &error);
	status = status ? complain(status, &error) : put_output(options, put_init, now);
	na_snapshot_free(now);
	return status;
}

static int put_schema(FILE *file, const struct na_render_options *options, const void *data __attribute__((unused)))
{
	return options->quiet ? 0 : na_policy_schema(file);
}

static int run_schema(const struct options *options, size_t n, const char *const *names)
{
	return put_output(options, put_schema, NULL);
}

/* What can stand behind `policy`. */
static const struct job {
	const char *name;
	const char *takes; /* what it must be told; "" for nothing, NULL for what takes no words */
	bool reads;	   /* interfaces: it takes the options for that */
	int (*run)(const struct options *options, size_t n, const char *const *names);
} jobs[] = {
	{ "init", "", true, run_init },
	{ "lint", "a file, or - for standard input", false, run_lint },
	{ "schema", NULL, false, run_schema },
};

enum { N_JOBS = sizeof(jobs) / sizeof(jobs[0]) };

static const struct job *find(const char *name, struct na_error *error)
{
	const char *names[N_JOBS], *nearest;

	for (size_t i = 0; i < N_JOBS; i++) {
		names[i] = jobs[i].name;
		if (!strcmp(names[i], name))
			return &jobs[i];
	}
	nearest = na_nearest(name, names, N_JOBS);
	na_error_set(error, EINVAL, "policy has no '%s'%s%s%s", name, nearest ? "; did you mean '" : "",
		     nearest ? nearest : "", nearest ? "'?" : "; see nicaudit help policy");
	return NULL;
}

/* The first option that was given and is about reading interfaces, or NULL. */
static const struct option_row *reading_option(const struct options *options)
{
	for (size_t i = 0; i < n_option_rows; i++)
		if (options->given & UINT64_C(1) << i && option_rows[i].commands)
			return &option_rows[i];
	return NULL;
}

int cmd_policy(const struct options *options)
{
	struct na_error error = { 0 };
	const struct job *job = NULL;
	size_t n = options->n_args;

	if (!n)
		na_error_set(&error, EINVAL, "policy needs to be told what to do: %s", options->command->usage);
	else
		job = find(options->args[0], &error);
	if (!job)
		return complain(EXIT_USAGE, &error);
	if (options->format)
		na_error_set(&error, EINVAL, "policy %s has a format of its own: it takes no --format", job->name);
	else if (!job->reads && reading_option(options))
		na_error_set(&error, EINVAL, "policy %s reads no interface: it takes no --%s", job->name,
			     reading_option(options)->name);
	else if (job->takes && *job->takes && n < 2)
		na_error_set(&error, EINVAL, "policy %s needs %s", job->name, job->takes);
	else if (!job->takes && n > 1)
		na_error_set(&error, EINVAL, "'%s' is one too many: policy %s takes no words", options->args[1],
			     job->name);
	else
		return job->run(options, n - 1, options->args + 1);
	return complain(EXIT_USAGE, &error);
}
