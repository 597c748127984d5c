/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reports made of checks by hand, for tests of the formats: on a host "box", two interfaces of which one is called anything. */
#ifndef NICAUDIT_REPORTS_H
#define NICAUDIT_REPORTS_H

#include "check/rules.h"
#include "written.h"

struct reports {
	struct na_snapshot *now;
	struct na_report *report;
};

/* Checks by hand are added to it with reports_check(); reports_free() frees all. */
static inline struct reports reports_new(void)
{
	struct reports r = { .now = na_snapshot_new(), .report = calloc(1, sizeof(struct na_report)) };

	assert_non_null(r.now);
	assert_non_null(r.report);
	r.now->host.hostname = "box";
	r.now->host.time_ns = INT64_C(1796096978683000000);
	r.report->now = r.now;
	return r;
}

static inline void reports_check(struct reports *r, struct na_check check)
{
	struct na_check *added = na_report_add(r->report);

	assert_non_null(added);
	*added = check;
}

static inline char *reports_written(struct reports *r, const char *name, struct na_render_options options)
{
	na_report_summarise(r->report);
	return WRITTEN(format(name)->report(out, r->report, &options));
}

static inline void reports_free(struct reports *r)
{
	na_report_free(r->report);
	na_snapshot_free(r->now);
}

/* The name of an interface that hurts whoever does not escape it. */
#define HOSTILE "e'=|\"<&]]>#\\\n\xff{"

static inline size_t count(const char *text, const char *part)
{
	size_t n = 0;

	for (; (text = strstr(text, part)); text += strlen(part))
		n++;
	return n;
}

#endif
