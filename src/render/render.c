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
	{ .name = "nagios",
	  .commands = "check",
	  .report = na_nagios_report,
	  .failed = na_nagios_failed,
	  .wants = na_nagios_wants },
	{ .name = "prometheus", .commands = "check", .report = na_prometheus_report, .wants = na_prometheus_wants },
	{ .name = "junit", .commands = "check", .report = na_junit_report },
	{ .name = "tap", .commands = "check", .report = na_tap_report },
};
const size_t na_n_formats = sizeof(na_formats) / sizeof(na_formats[0]);

int na_render_end(FILE *file)
{
	return fflush(file) || ferror(file) ? -EIO : 0;
}

void na_put_partial(FILE *file, const struct na_host *host)
{
	if (host->partial)
		fputs(NA_PARTIAL_TEXT "\n", file);
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
