/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A report as JUnit XML, for what shows tests: a suite for each interface, a case for each check. What does not count for the
 * exit status is skipped, with its message, so that red is said of what is to be mended.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/safe.h"
#include "model/snapshot_json.h"
#include "render/checks.h"
#include "render/render.h"

enum outcome { PASSED, FAILED, UNJUDGED, SKIPPED, N_OUTCOMES };

struct page {
	FILE *file;
	const struct na_report *report;
	const struct na_render_options *options;
	const struct na_check **checks; /* by NIC */
	char timestamp[NA_TIME_MAX];	/* "" for none */
};

/* For content and attributes alike. U+FFFE and U+FFFF are no characters of XML 1.0. */
static void put_xml(FILE *file, const char *text)
{
	struct na_piece piece;

	for (size_t n; (n = na_safe_piece(text, &piece)) > 0; text += n) {
		if (*piece.text == '<')
			fputs("&lt;", file);
		else if (*piece.text == '>')
			fputs("&gt;", file);
		else if (*piece.text == '&')
			fputs("&amp;", file);
		else if (*piece.text == '"')
			fputs("&quot;", file);
		else if (!strcmp(piece.text, "\xef\xbf\xbe") || !strcmp(piece.text, "\xef\xbf\xbf"))
			fprintf(file, "\\u%s", piece.text[2] == '\xbe' ? "fffe" : "ffff");
		else
			fputs(piece.text, file);
	}
}

static void put_attribute(FILE *file, const char *name, const char *value)
{
	fprintf(file, " %s=\"", name);
	put_xml(file, value);
	putc('"', file);
}

static enum outcome outcome_of(const struct page *page, const struct na_check *check)
{
	if (check->status == NA_PASS)
		return PASSED;
	if (!na_check_counts(check, page->options))
		return SKIPPED;
	return check->status == NA_FAIL ? FAILED : UNJUDGED;
}

/* A line of the body, "fix: text". */
static void put_line(FILE *file, const char *label, const char *more, const char *text)
{
	if (!text)
		return;
	fprintf(file, "%s: ", label);
	put_xml(file, more);
	put_xml(file, text);
	putc('\n', file);
}

static void put_body(FILE *file, const struct na_check *check)
{
	char label[64];

	putc('\n', file);
	put_line(file, "fact", "", check->fact);
	put_line(file, "expected", "", check->expected);
	put_line(file, "actual", "", check->actual);
	put_line(file, "why", "", check->why);
	for (unsigned int i = 0; i < check->n_mends; i++)
		put_line(file, "fix", na_mend_label(&check->mends[i], label, sizeof(label)), check->mends[i].text);
	put_line(file, "and", "", check->persist);
	for (unsigned int i = 0; i < check->n_evidence; i++) {
		fputs("saw: ", file);
		put_xml(file, check->evidence[i].name);
		put_line(file, "", "", check->evidence[i].value);
	}
	put_line(file, "see", "", check->source);
}

/* Why it was skipped, in one line. */
static void put_skipped(FILE *file, const struct na_check *check)
{
	const char *kind = check->status == NA_FAIL ? na_severity_name(check->severity) : na_status_name(check->status);

	fputs("      <skipped message=\"", file);
	put_xml(file, kind);
	fputs(": ", file);
	put_xml(file, na_check_message(check));
	if (check->waiver) {
		fputs(" (", file);
		put_xml(file, check->waiver);
		putc(')', file);
	}
	fputs("\"/>\n", file);
}

static void put_case(const struct page *page, const char *suite, size_t i)
{
	static const char *const elements[N_OUTCOMES] = { [FAILED] = "failure", [UNJUDGED] = "error" };
	const struct na_check *check = page->checks[i];
	enum outcome outcome = outcome_of(page, check);
	char title[NA_TITLE_MAX];
	FILE *file = page->file;

	fputs("    <testcase", file);
	put_attribute(file, "classname", suite);
	put_attribute(file, "name", na_check_title(page->checks, page->report->n_checks, i, title, sizeof(title)));
	if (outcome == PASSED) {
		fputs(" time=\"0\"/>\n", file);
		return;
	}
	fputs(" time=\"0\">\n", file);
	if (outcome == SKIPPED) {
		put_skipped(file, check);
	} else {
		fprintf(file, "      <%s", elements[outcome]);
		put_attribute(file, "message", na_check_message(check));
		put_attribute(file, "type",
			      outcome == FAILED ? na_severity_name(check->severity) : na_status_name(check->status));
		putc('>', file);
		put_body(file, check);
		fprintf(file, "      </%s>\n", elements[outcome]);
	}
	fputs("    </testcase>\n", file);
}

static void put_counts(FILE *file, const size_t counts[N_OUTCOMES])
{
	fprintf(file, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"",
		counts[PASSED] + counts[FAILED] + counts[UNJUDGED] + counts[SKIPPED], counts[FAILED], counts[UNJUDGED]);
}

static void open_suite(const struct page *page, const char *name, const size_t counts[N_OUTCOMES])
{
	const char *hostname = page->report->now->host.hostname;

	fputs("  <testsuite", page->file);
	put_attribute(page->file, "name", name);
	put_counts(page->file, counts);
	fprintf(page->file, " skipped=\"%zu\" time=\"0\"", counts[SKIPPED]);
	if (*page->timestamp)
		put_attribute(page->file, "timestamp", page->timestamp);
	if (hostname)
		put_attribute(page->file, "hostname", hostname);
	fputs(">\n", page->file);
}

static void put_suite(const struct page *page, size_t from, size_t end)
{
	size_t counts[N_OUTCOMES] = { 0 };
	char name[NA_NIC_NAME_MAX];

	for (size_t i = from; i < end; i++)
		counts[outcome_of(page, page->checks[i])]++;
	open_suite(page, na_check_subject(page->checks[from], name, sizeof(name)), counts);
	for (size_t i = from; i < end; i++)
		put_case(page, name, i);
	fputs("  </testsuite>\n", page->file);
}

/* What was not read could have been anything: so it is an error of its own. */
static void put_partial(const struct page *page)
{
	static const size_t counts[N_OUTCOMES] = { [UNJUDGED] = 1 };

	open_suite(page, "collection", counts);
	fputs("    <testcase classname=\"collection\" name=\"complete\" time=\"0\">\n"
	      "      <error message=\"" NA_PARTIAL_TEXT "\" type=\"unknown\"/>\n    </testcase>\n  </testsuite>\n",
	      page->file);
}

/* As XML Schema has it, to the second, UTC; there are readers that know no more. */
static void set_timestamp(struct page *page)
{
	int64_t second = page->report->now->host.time_ns / 1000000000;

	if (!second)
		return;
	na_time_format(second * 1000000000, page->timestamp);
	page->timestamp[strcspn(page->timestamp, "Z")] = 0;
}

int na_junit_report(FILE *file, const struct na_report *report, const struct na_render_options *options)
{
	struct page page = { .file = file, .report = report, .options = options };
	size_t counts[N_OUTCOMES] = { [UNJUDGED] = report->now->host.partial };

	if (options->quiet)
		return 0;
	page.checks = na_checks_by_nic(report);
	if (!page.checks)
		return -ENOMEM;
	set_timestamp(&page);
	for (size_t i = 0; i < report->n_checks; i++)
		counts[outcome_of(&page, &report->checks[i])]++;
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"nicaudit\"", file);
	put_counts(file, counts);
	fputs(">\n", file);
	for (size_t i = 0, end; i < report->n_checks; i = end) {
		end = na_checks_end(page.checks, report->n_checks, i);
		put_suite(&page, i, end);
	}
	if (report->now->host.partial)
		put_partial(&page);
	fputs("</testsuites>\n", file);
	free(page.checks);
	return na_render_end(file);
}
