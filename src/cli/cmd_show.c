/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nicaudit show: what is, one line a NIC, or everything about those that were named. */
#include "cli/cli.h"

struct show {
	const struct na_format *format;
	const struct na_snapshot *now;
	bool detail;
};

static int put_show(FILE *file, const struct na_render_options *options, const void *data)
{
	const struct show *show = data;
	struct na_render_options render = *options;

	render.detail = show->detail;
	return show->format->show(file, show->now, &render);
}

int cmd_show(const struct options *options)
{
	struct show show = { .format = options->format ? options->format : na_formats, .detail = options->n_args };
	struct na_snapshot *before, *now;
	struct na_error error = { 0 };
	int status = take_samples(options, NULL, &before, &now, &error);

	show.now = now;
	status = status ? complain(status, &error) : put_output(options, put_show, &show);
	na_snapshot_free(now);
	return status;
}
