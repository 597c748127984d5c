/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A report for people: by interface, the worst first, what is wrong and what to type; then how much was judged. Interfaces
 * of which the same is to be said are said it together.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "render/checks.h"
#include "render/layout.h"
#include "render/render.h"

enum { LABEL_AT = 2, DETAIL_AT = 4, TEXT_AT = 9 }; /* "  CRITICAL rule: message", "    why: text" */

struct page {
	FILE *file;
	const struct na_render_options *options;
	size_t width;
	const struct na_check **checks; /* by NIC */
	size_t n;
};

/* The checks of one NIC, or of the host. */
struct run {
	size_t from, end;
	unsigned int rank; /* of the worst that is shown */
	bool told;
};

static bool is_shown(const struct page *page, const struct na_check *check)
{
	static const unsigned int verbose[NA_N_STATUSES] = {
		[NA_PASS] = 2,
		[NA_UNDECIDED] = 1,
		[NA_NOT_APPLICABLE] = 2,
		[NA_WAIVED] = 1,
	};

	if (check->lacks_sample)
		return page->options->verbose >= 2; /* all of them have a line together */
	return na_check_rank(check) > NA_RANK_OPEN || page->options->verbose >= verbose[check->status];
}

/* "    fix: label text": in one piece where it is to be copied. */
static void put_detail(const struct page *page, const char *label, const char *name, const char *text, bool command)
{
	struct na_wrap wrap = { .file = page->file, .width = page->width, .indent = TEXT_AT + 2, .column = TEXT_AT };

	fprintf(page->file, "%*s%-*s", DETAIL_AT, "", TEXT_AT - DETAIL_AT, label);
	na_wrap_words(&wrap, name);
	if (command && *name)
		na_wrap_label(&wrap, " ");
	if (command)
		na_wrap_label(&wrap, text);
	else
		na_wrap_words(&wrap, text);
	na_wrap_end(&wrap);
}

/* Those that change what is now; the other dialects for who asks for more. */
static void put_mends(const struct page *page, const struct na_check *check, bool others)
{
	const char *head = "fix:";
	char label[64];

	for (unsigned int i = 0; i < check->n_mends; i++) {
		if (!page->options->verbose && !na_mend_is_first(check, i))
			continue;
		put_detail(page, head, na_mend_label(&check->mends[i], label, sizeof(label)), check->mends[i].text,
			   na_mend_is_command(&check->mends[i]));
		head = "";
	}
	if (others && !*head)
		put_detail(page, "", "", "and the others likewise", false);
}

static void put_details(const struct page *page, const struct na_check *check, bool others)
{
	char name[NA_NAME_MAX + 2];

	if (page->options->verbose && check->why)
		na_put_paragraph(page->file, DETAIL_AT, "why:", TEXT_AT, check->why, page->width);
	put_mends(page, check, others);
	/* who types the fix is to know now that it may not last */
	if (check->persist && check->n_mends)
		na_put_paragraph(page->file, DETAIL_AT, "and:", TEXT_AT, check->persist, page->width);
	if (!page->options->verbose)
		return;
	for (unsigned int i = 0; i < check->n_evidence; i++) {
		snprintf(name, sizeof(name), "%s: ", check->evidence[i].name);
		put_detail(page, i ? "" : "saw:", name, check->evidence[i].value, false);
	}
	if (check->source)
		na_put_paragraph(page->file, DETAIL_AT, "see:", TEXT_AT, check->source, page->width);
}

/* "  CRITICAL half-duplex: message" */
static void put_check(const struct page *page, size_t i, bool others)
{
	static const struct na_cell severities[NA_N_SEVERITIES] = {
		[NA_INFO] = { "INFO", NA_PLAIN },
		[NA_WARNING] = { "WARNING", NA_YELLOW },
		[NA_CRITICAL] = { "CRITICAL", NA_RED },
	};
	static const struct na_cell statuses[NA_N_STATUSES] = {
		[NA_PASS] = { "PASS", NA_GREEN },
		[NA_UNDECIDED] = { "UNKNOWN", NA_YELLOW },
		[NA_NOT_APPLICABLE] = { "N/A", NA_PLAIN },
		[NA_WAIVED] = { "WAIVED", NA_PLAIN },
	};
	const struct na_check *check = page->checks[i];
	const struct na_cell *head = check->status == NA_FAIL ? &severities[check->severity] : &statuses[check->status];
	struct na_wrap wrap = { .file = page->file, .width = page->width, .indent = DETAIL_AT + 2, .column = LABEL_AT };
	char title[NA_TITLE_MAX];

	fprintf(page->file, "%*s", LABEL_AT, "");
	na_put_color(page->file, page->options, head->color);
	na_wrap_label(&wrap, head->text);
	na_put_color(page->file, page->options, NA_PLAIN);
	na_wrap_words(&wrap, na_check_title(page->checks, page->n, i, title, sizeof(title)));
	if (check->message) {
		na_wrap_label(&wrap, ":");
		na_wrap_words(&wrap, check->message);
	}
	if (check->waiver) {
		na_wrap_label(&wrap, ";");
		na_wrap_words(&wrap, check->waiver);
	}
	na_wrap_end(&wrap);
	if (check->status == NA_FAIL)
		put_details(page, check, others);
}

/* What is said of an interface in its heading: driver, speed, and state. */
enum { DRIVER, SPEED, STATE, N_WORDS };
struct heading {
	char words[N_WORDS][NA_NIC_NAME_MAX];
};

static void make_heading(const struct na_nic *nic, struct heading *heading)
{
	static const char *const states[] = {
		[NA_LINK_IS_UP] = "up",
		[NA_LINK_NO_CARRIER] = "no carrier",
		[NA_LINK_IS_DOWN] = "down",
		[NA_LINK_NOT_KNOWN] = "",
	};
	enum na_link link = na_nic_link(nic);
	const char *driver = nic->driver && *nic->driver ? nic->driver : nic->kind;

	snprintf(heading->words[DRIVER], sizeof(heading->words[DRIVER]), "%s", driver ? driver : "");
	snprintf(heading->words[STATE], sizeof(heading->words[STATE]), "%s", states[link]);
	na_nic_speed(nic, link, heading->words[SPEED], sizeof(heading->words[SPEED]));
	if (!strcmp(heading->words[SPEED], "-"))
		*heading->words[SPEED] = 0;
}

/* Two interfaces are told together where all that is shown of them reads the same; evidence is that of one alone. */
static bool reads_alike(const struct page *page, const struct run *a, const struct run *b)
{
	size_t i = a->from, k = b->from;

	if (!page->checks[a->from]->nic || !page->checks[b->from]->nic)
		return false;
	for (;; i++, k++) {
		while (i < a->end && !is_shown(page, page->checks[i]))
			i++;
		while (k < b->end && !is_shown(page, page->checks[k]))
			k++;
		if (i == a->end || k == b->end)
			return i == a->end && k == b->end;
		if (page->options->verbose && page->checks[i]->status == NA_FAIL)
			return false;
		if (page->checks[i]->status != page->checks[k]->status ||
		    page->checks[i]->severity != page->checks[k]->severity ||
		    strcmp(page->checks[i]->rule, page->checks[k]->rule) ||
		    strcmp(na_check_message(page->checks[i]), na_check_message(page->checks[k])))
			return false;
	}
}

/* Names as they fit, how many there are, and what all of them have in common. Marks the runs from `first` on that are told. */
static size_t put_heading(const struct page *page, struct run *runs, size_t n, size_t first)
{
	enum { ROOM = 40 }; /* for what follows the names */
	struct na_wrap wrap = { .file = page->file, .width = SIZE_MAX };
	struct heading heading = { 0 }, other;
	char name[NA_NIC_NAME_MAX], count[48];
	size_t members = 0, named = 0;

	na_put_color(page->file, page->options, NA_BOLD);
	for (size_t i = first; i < n; i++) {
		const struct na_check *check = page->checks[runs[i].from];

		if (i > first &&
		    (runs[i].told || runs[i].rank != runs[first].rank || !reads_alike(page, &runs[first], &runs[i])))
			continue;
		runs[i].told = true;
		na_check_subject(check, name, sizeof(name));
		if (named == members && (!members || wrap.column + na_text_width(name) + ROOM < page->width)) {
			na_wrap_label(&wrap, members ? ", " : "");
			na_wrap_label(&wrap, name);
			named++;
		}
		if (check->nic)
			make_heading(check->nic, members ? &other : &heading);
		for (size_t p = 0; members && p < N_WORDS; p++)
			if (strcmp(heading.words[p], other.words[p]))
				*heading.words[p] = 0;
		members++;
	}
	na_put_color(page->file, page->options, NA_PLAIN);
	snprintf(count, sizeof(count), "%s (%zu interfaces)", named < members ? ", ..." : "", members);
	if (members > 1)
		na_wrap_label(&wrap, count);
	for (size_t p = 0; p < N_WORDS; p++)
		if (*heading.words[p]) {
			na_wrap_label(&wrap, "  ");
			na_wrap_label(&wrap, heading.words[p]);
		}
	na_wrap_end(&wrap);
	return members;
}

static void put_run(const struct page *page, struct run *runs, size_t n, size_t first)
{
	static const enum na_status order[] = { NA_FAIL, NA_UNDECIDED, NA_WAIVED, NA_NOT_APPLICABLE, NA_PASS };
	const struct run *run = &runs[first];
	bool others = put_heading(page, runs, n, first) > 1;

	for (unsigned int rank = NA_N_RANKS; rank-- > 0;)
		for (size_t o = 0; o < sizeof(order) / sizeof(order[0]); o++)
			for (size_t i = run->from; i < run->end; i++)
				if (na_check_rank(page->checks[i]) == rank && page->checks[i]->status == order[o] &&
				    is_shown(page, page->checks[i]))
					put_check(page, i, others);
}

/* Those of which something is to be told; their number. */
static size_t find_runs(const struct page *page, struct run *runs)
{
	size_t n = 0;

	for (size_t i = 0, end; i < page->n; i = end) {
		struct run run = { .from = i, .end = na_checks_end(page->checks, page->n, i) };
		bool any = false;

		end = run.end;
		for (size_t k = run.from; k < run.end; k++) {
			unsigned int rank = na_check_rank(page->checks[k]);

			if (!is_shown(page, page->checks[k]))
				continue;
			any = true;
			if (rank > run.rank)
				run.rank = rank;
		}
		if (any)
			runs[n++] = run;
	}
	return n;
}

static int put_runs(const struct page *page)
{
	struct run *runs = calloc(page->n + 1, sizeof(*runs));
	size_t n;

	if (!runs)
		return -ENOMEM;
	n = find_runs(page, runs);
	for (unsigned int rank = NA_N_RANKS; rank-- > 0;)
		for (size_t i = 0; i < n; i++)
			if (runs[i].rank == rank && !runs[i].told)
				put_run(page, runs, n, i);
	free(runs);
	return 0;
}

/* One word for all interfaces is enough: each rule once. */
static void put_two_samples(FILE *file, const struct na_report *report, const struct na_render_options *options)
{
	enum { MOST = 32 };
	struct na_wrap wrap = { .file = file, .width = na_page_width(options), .indent = LABEL_AT };
	const char *rules[MOST];
	size_t n = 0, at;

	for (size_t i = 0; i < report->n_checks && n < MOST; i++) {
		const struct na_check *check = &report->checks[i];

		if (!check->lacks_sample)
			continue;
		for (at = 0; at < n && strcmp(rules[at], check->rule); at++)
			;
		if (at < n)
			continue;
		rules[n++] = check->rule;
		if (n > 1)
			na_wrap_label(&wrap, ",");
		na_wrap_words(&wrap, n < MOST ? check->rule : "and others");
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

int na_text_report(FILE *file, const struct na_report *report, const struct na_render_options *options)
{
	struct page page = { .file = file, .options = options, .width = na_page_width(options), .n = report->n_checks };
	int ret;

	if (options->quiet)
		return 0;
	page.checks = na_checks_by_nic(report);
	ret = page.checks ? put_runs(&page) : -ENOMEM;
	free(page.checks);
	if (ret)
		return ret;
	if (options->verbose < 2) /* else each is listed */
		put_two_samples(file, report, options);
	na_put_partial(file, &report->now->host);
	if (!report->summary.interfaces && report->now->n_nics)
		fputs("no hardware interface; --all checks virtual ones\n", file);
	else
		put_summary(file, report);
	return na_render_end(file);
}
