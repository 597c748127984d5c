/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nicaudit snapshot: the facts as a file that other commands read. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"

static const struct na_format *json_format(void)
{
	for (size_t i = 0; i < na_n_formats; i++)
		if (!strcmp(na_formats[i].name, "json"))
			return &na_formats[i];
	return NULL;
}

static int put_snapshot(FILE *file, const struct na_render_options *options, const void *data)
{
	return json_format()->show(file, data, options);
}

int cmd_snapshot(const struct options *options)
{
	struct na_snapshot *before, *now;
	struct na_error error = { 0 };
	int status;

	if (options->format && options->format != json_format()) {
		na_error_set(&error, EINVAL, "snapshot writes JSON alone; see nicaudit show");
		return complain(EXIT_USAGE, &error);
	}
	status = take_samples(options, NULL, &before, &now, &error);
	status = status ? complain(status, &error) : put_output(options, put_snapshot, now);
	na_snapshot_free(now);
	return status;
}
