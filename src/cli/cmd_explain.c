/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nicaudit explain: what a rule or an attribute means, why it matters, who says so, and how to mend it. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "nicaudit/check.h"
#include "render/man.h"

struct explanation {
	const struct na_format *format;
	struct na_subject subject;
};

static int put_explanation(FILE *file, const struct na_render_options *options, const void *data)
{
	const struct explanation *explanation = data;

	return explanation->format->explain(file, &explanation->subject, options);
}

static int put_man(FILE *file, const struct na_render_options *options, const void *data __attribute__((unused)))
{
	return options->quiet ? 0 : na_man_rules(file);
}

static int find(const char *name, struct na_subject *subject, struct na_error *error)
{
	enum { MOST = NA_N_ATTRS + 256 };
	const char *names[MOST], *feature = na_feature_alias(name), *nearest;
	size_t n = 0;

	for (size_t i = 0; i < na_n_rules && n < MOST; i++) {
		names[n++] = na_rules[i].id;
		if (!strcmp(na_rules[i].id, name)) {
			subject->rule = &na_rules[i];
			return 0;
		}
	}
	subject->attr = feature ? NA_FEATURE : na_attr_find(name, &subject->key);
	if (feature)
		subject->key = feature;
	if (subject->attr != NA_ATTR_UNKNOWN)
		return 0;
	for (size_t i = 1; i < NA_N_ATTRS && n < MOST; i++)
		names[n++] = na_attrs[i].name;
	nearest = na_nearest(name, names, n);
	return na_error_set(error, EINVAL, "no rule or attribute '%s'%s%s%s", name, nearest ? "; did you mean '" : "",
			    nearest ? nearest : "", nearest ? "'?" : "");
}

int cmd_explain(const struct options *options)
{
	struct explanation explanation = { .format = options->format ? options->format : na_formats };
	struct na_error error = { 0 };

	if (options->man)
		return put_output(options, put_man, NULL);
	if (!options->n_args)
		na_error_set(&error, EINVAL, "explain needs the name of a rule or an attribute");
	else if (!find(options->args[0], &explanation.subject, &error))
		return put_output(options, put_explanation, &explanation);
	return complain(EXIT_USAGE, &error);
}
