/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nicaudit attributes: the table of what is known, or what is generated from it. */
#include <errno.h>
#include <fnmatch.h>
#include <string.h>

#include "cli/cli.h"
#include "model/schema.h"
#include "render/attributes.h"
#include "render/schema_report.h"
#include "render/man.h"

struct rows {
	const struct na_format *format;
	bool chosen[NA_N_ATTRS];
};

static int put_rows(FILE *file, const struct na_render_options *options, const void *data)
{
	const struct rows *rows = data;

	return rows->format->attributes(file, rows->chosen, options);
}

static int put_man(FILE *file, const struct na_render_options *options, const void *data __attribute__((unused)))
{
	return options->quiet ? 0 : na_man_attributes(file);
}

static int put_schema(FILE *file, const struct na_render_options *options, const void *data)
{
	if (options->quiet)
		return 0;
	return strcmp(data, "report") ? na_schema_snapshot(file) : na_schema_report(file);
}

static int no_attribute(const char *pattern, struct na_error *error)
{
	const char *names[NA_N_ATTRS], *nearest;

	for (size_t i = 0; i < NA_N_ATTRS; i++)
		names[i] = na_attrs[i].name;
	nearest = strpbrk(pattern, "*?[") ? NULL : na_nearest(pattern, names, NA_N_ATTRS);
	return na_error_set(error, EINVAL, "no attribute '%s'%s%s%s", pattern, nearest ? "; did you mean '" : "",
			    nearest ? nearest : "", nearest ? "'?" : "");
}

/* A name, an alias, a member of a family, and whatever a glob matches. */
static int choose(bool *chosen, const char *pattern, struct na_error *error)
{
	const char *key;
	enum na_attr_id id = na_attr_find(pattern, &key);
	char title[NA_NAME_MAX];
	bool any;

	any = id != NA_ATTR_UNKNOWN;
	if (any)
		chosen[id] = true;
	for (size_t i = 1; i < NA_N_ATTRS; i++)
		if (!fnmatch(pattern, na_attr_title(&na_attrs[i], title, sizeof(title)), 0)) {
			chosen[i] = true;
			any = true;
		}
	return any ? 0 : no_attribute(pattern, error);
}

int cmd_attributes(const struct options *options)
{
	struct rows rows = { .format = options->format ? options->format : na_formats };
	struct na_error error = { 0 };

	if (options->man)
		return put_output(options, put_man, NULL);
	if (options->schema)
		return put_output(options, put_schema, options->schema);
	memset(rows.chosen, !options->n_args, sizeof(rows.chosen));
	for (size_t i = 0; i < options->n_args; i++)
		if (choose(rows.chosen, options->args[i], &error))
			return complain(EXIT_USAGE, &error);
	return put_output(options, put_rows, &rows);
}
