/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The formats: a row each, and what their files share. */
#include "render/render.h"

#include <errno.h>

const struct na_format na_formats[] = {
	{ .name = "text",
	  .report = na_text_report,
	  .show = na_text_show,
	  .attributes = na_text_attributes,
	  .explain = na_text_explain },
	{ .name = "json",
	  .report = na_json_report,
	  .show = na_json_show,
	  .attributes = na_json_attributes,
	  .explain = na_json_explain },
};
const size_t na_n_formats = sizeof(na_formats) / sizeof(na_formats[0]);

int na_render_end(FILE *file)
{
	return fflush(file) || ferror(file) ? -EIO : 0;
}

void na_put_partial(FILE *file, const struct na_host *host)
{
	if (host->partial)
		fputs("not all could be read: interfaces changed meanwhile, or a namespace could not be entered\n",
		      file);
}

const char *na_nic_name(const struct na_nic *nic, char *buf, size_t size)
{
	snprintf(buf, size, "%s%s%s", nic->name, *nic->netns ? "@" : "", nic->netns);
	return buf;
}

enum na_link na_nic_link(const struct na_nic *nic)
{
	bool up;

	if (na_fact_is(&nic->facts, NA_LINK_ADMIN, "down"))
		return NA_LINK_IS_DOWN;
	if (!na_fact_bool(&nic->facts, NA_LINK_DETECTED, &up) && !na_fact_bool(&nic->facts, NA_LINK_CARRIER, &up))
		return NA_LINK_NOT_KNOWN;
	return up ? NA_LINK_IS_UP : NA_LINK_NO_CARRIER;
}
