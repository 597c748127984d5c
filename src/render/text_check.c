/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A report for people: what is wrong, the worst first, why it matters and what to type; then how much was judged. */
#include <inttypes.h>
#include <string.h>

#include "render/layout.h"
#include "render/render.h"

enum { LABEL_AT = 2, TEXT_AT = 7 }; /* "  why: text" */

/* "  label name: text" */
static void put_named(FILE *file, const char *label, const char *name, const char *text, bool command, size_t width)
{
	struct na_wrap wrap = { .file = file, .width = width, .indent = TEXT_AT + 2, .column = TEXT_AT };

	fprintf(file, "%*s%-*s", LABEL_AT, "", TEXT_AT - LABEL_AT, label);
	na_wrap_label(&wrap, name);
	na_wrap_label(&wrap, ":");
	if (command) { /* in one piece, to be copied */
		na_wrap_label(&wrap, " ");
		na_wrap_label(&wrap, text);
	} else {
		na_wrap_words(&wrap, text);
	}
	na_wrap_end(&wrap);
}

/* What to type; the others say what to write into a file. */
static bool is_command(const struct na_mend *mend)
{
	return !strncmp(mend->text, mend->tool, strlen(mend->tool)) || !strncmp(mend->text, "ip ", 3);
}

/* "LABEL eth0 half-duplex: message" */
static void put_check(FILE *file, const char *label, enum na_color color, const struct na_check *check,
		      const struct na_render_options *options)
{
	struct na_wrap wrap = { .file = file, .width = na_page_width(options), .indent = TEXT_AT };
	char name[NA_NIC_NAME_MAX] = "host";

	if (check->nic)
		na_nic_name(check->nic, name, sizeof(name));
	na_put_color(file, options, color);
	na_wrap_label(&wrap, label);
	na_put_color(file, options, NA_PLAIN);
	na_wrap_label(&wrap, " ");
	na_wrap_label(&wrap, name);
	na_wrap_words(&wrap, check->rule);
	if (check->message) {
		na_wrap_label(&wrap, ":");
		na_wrap_words(&wrap, check->message);
	}
	na_wrap_end(&wrap);
}

static void put_finding(FILE *file, const struct na_check *check, const struct na_render_options *options)
{
	static const struct {
		const char *label;
		enum na_color color;
	} heads[NA_N_SEVERITIES] = {
		[NA_INFO] = { "INFO", NA_PLAIN },
		[NA_WARNING] = { "WARNING", NA_YELLOW },
		[NA_CRITICAL] = { "CRITICAL", NA_RED },
	};
	size_t width = na_page_width(options);

	put_check(file, heads[check->severity].label, heads[check->severity].color, check, options);
	if (check->why)
		na_put_paragraph(file, LABEL_AT, "why:", TEXT_AT, check->why, width);
	for (unsigned int i = 0; i < check->n_mends; i++)
		put_named(file, i ? "" : "fix:", check->mends[i].tool, check->mends[i].text,
			  is_command(&check->mends[i]), width);
	if (check->persist)
		na_put_paragraph(file, LABEL_AT, "and:", TEXT_AT, check->persist, width);
	for (unsigned int i = 0; options->verbose && i < check->n_evidence; i++)
		put_named(file, i ? "" : "saw:", check->evidence[i].name, check->evidence[i].value, false, width);
	if (options->verbose && check->source)
		na_put_paragraph(file, LABEL_AT, "see:", TEXT_AT, check->source, width);
}

/* One word for all interfaces is enough: each rule once, an interface's checks having the same rules in the same order. */
static void put_two_samples(FILE *file, const struct na_report *report, const struct na_render_options *options)
{
	struct na_wrap wrap = { .file = file, .width = na_page_width(options), .indent = LABEL_AT };
	const struct na_nic *nic = NULL;
	size_t n = 0;

	for (size_t i = 0; i < report->n_checks; i++) {
		const struct na_check *check = &report->checks[i];

		if (!check->lacks_sample || (nic && check->nic != nic))
			continue;
		nic = check->nic;
		if (n++)
			na_wrap_label(&wrap, ",");
		na_wrap_words(&wrap, check->rule);
	}
	if (!n)
		return;
	na_wrap_words(&wrap, n == 1 ? "needs" : "need");
	na_wrap_words(&wrap, "two samples: --interval SECONDS or --baseline FILE");
	na_wrap_end(&wrap);
}

static void put_count(struct na_wrap *wrap, size_t n, const char *one, const char *many, const char *after)
{
	char text[80];

	snprintf(text, sizeof(text), "%zu %s%s", n, n == 1 ? one : many, after);
	na_wrap_words(wrap, text);
}

static void put_summary(FILE *file, const struct na_report *report)
{
	const struct na_summary *s = &report->summary;
	struct na_wrap wrap = { .file = file, .width = SIZE_MAX }; /* one line, which is the last */
	const struct {
		size_t n;
		const char *one, *many;
	} parts[] = {
		{ s->status[NA_PASS], "passed", "passed" },
		{ s->failed[NA_CRITICAL], "critical", "critical" },
		{ s->failed[NA_WARNING], "warning", "warnings" },
		{ s->failed[NA_INFO], "info", "info" },
		{ s->status[NA_UNDECIDED], "unknown", "unknown" },
		{ s->status[NA_NOT_APPLICABLE], "not applicable", "not applicable" },
		{ s->status[NA_WAIVED], "waived", "waived" },
	};
	enum { N_PARTS = sizeof(parts) / sizeof(parts[0]) };
	char coverage[40];
	size_t last = 0;

	for (size_t i = 0; i < N_PARTS; i++)
		if (parts[i].n)
			last = i;
	put_count(&wrap, s->interfaces, "interface", "interfaces", ",");
	put_count(&wrap, s->checks, "check", "checks", ":");
	for (size_t i = 0; i <= last; i++)
		if (parts[i].n || !i)
			put_count(&wrap, parts[i].n, parts[i].one, parts[i].many, i == last ? ";" : ",");
	/* 100 % is said of all and nothing less */
	snprintf(coverage, sizeof(coverage), "coverage %u %%", (unsigned int)(s->coverage * 100 + 1e-9));
	na_wrap_words(&wrap, coverage);
	na_wrap_end(&wrap);
}

static void put_others(FILE *file, const struct na_report *report, const struct na_render_options *options)
{
	static const struct {
		const char *label;
		enum na_color color;
		unsigned int verbose; /* how much it takes to be listed */
	} rows[NA_N_STATUSES] = {
		[NA_PASS] = { "PASS", NA_GREEN, 2 },
		[NA_UNDECIDED] = { "UNKNOWN", NA_YELLOW, 1 },
		[NA_NOT_APPLICABLE] = { "N/A", NA_PLAIN, 2 },
		[NA_WAIVED] = { "WAIVED", NA_PLAIN, 1 },
	};
	static const enum na_status order[] = { NA_UNDECIDED, NA_WAIVED, NA_NOT_APPLICABLE, NA_PASS };

	for (size_t o = 0; o < sizeof(order) / sizeof(order[0]); o++)
		for (size_t i = 0; i < report->n_checks; i++) {
			const struct na_check *check = &report->checks[i];
			enum na_status status = check->status;
			bool must = status == NA_UNDECIDED && check->required;

			if (status == order[o] && (must || options->verbose >= rows[status].verbose))
				put_check(file, rows[status].label, rows[status].color, check, options);
		}
}

int na_text_report(FILE *file, const struct na_report *report, const struct na_render_options *options)
{
	if (options->quiet)
		return 0;
	for (int severity = NA_N_SEVERITIES - 1; severity >= 0; severity--)
		for (size_t i = 0; i < report->n_checks; i++)
			if (report->checks[i].status == NA_FAIL && (int)report->checks[i].severity == severity)
				put_finding(file, &report->checks[i], options);
	put_others(file, report, options);
	if (!options->verbose) /* else each is listed */
		put_two_samples(file, report, options);
	na_put_partial(file, &report->now->host);
	if (!report->summary.interfaces && report->now->n_nics)
		fputs("no hardware interface; --all checks virtual ones\n", file);
	else
		put_summary(file, report);
	return na_render_end(file);
}
