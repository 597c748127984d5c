/* SPDX-License-Identifier: GPL-2.0-or-later */
/* NICs as JSON: a snapshot of those that were selected. */
#include <errno.h>
#include <stdlib.h>

#include "render/render.h"

int na_json_show(FILE *file, const struct na_snapshot *snapshot, const struct na_render_options *options)
{
	struct na_snapshot selected = *snapshot;
	int ret;

	if (options->quiet)
		return 0;
	selected.nics = calloc(snapshot->n_nics ? snapshot->n_nics : 1, sizeof(*selected.nics));
	if (!selected.nics)
		return -ENOMEM;
	selected.n_nics = 0;
	for (size_t i = 0; i < snapshot->n_nics; i++)
		if (snapshot->nics[i].selected)
			selected.nics[selected.n_nics++] = snapshot->nics[i];
	ret = na_snapshot_to_json(&selected, file);
	free(selected.nics);
	return ret;
}
