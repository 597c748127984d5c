/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A report in the Test Anything Protocol, version 13, which every harness knows: a line for each check, what is to be known of
 * one that is not ok in a YAML block. What does not count for the exit status is skipped, or "to do".
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/json_out.h"
#include "model/safe.h"
#include "render/checks.h"
#include "render/render.h"

struct page {
	FILE *file;
	const struct na_render_options *options;
	const struct na_check **checks; /* by NIC */
	size_t n;
};

/* A # starts a directive wherever it stands, but behind a backslash. */
static void put_text(FILE *file, const char *text)
{
	struct na_piece piece;

	for (size_t n; (n = na_safe_piece(text, &piece)) > 0; text += n)
		fprintf(file, *text == '#' || *text == '\\' ? "\\%s" : "%s", piece.text);
}

/* JSON strings are YAML, too. */
static void put_member(FILE *file, const char *name, const char *text)
{
	if (!text)
		return;
	fprintf(file, "  %s: ", name);
	na_json_string(file, text);
	putc('\n', file);
}

static void put_block(FILE *file, const struct na_check *check)
{
	fputs("  ---\n", file);
	put_member(file, "message", na_check_message(check));
	put_member(file, "severity", na_severity_name(check->severity));
	put_member(file, "status", na_status_name(check->status));
	put_member(file, "fact", check->fact);
	put_member(file, "expected", check->expected);
	put_member(file, "actual", check->actual);
	put_member(file, "why", check->why);
	if (check->n_mends)
		fputs("  fix:\n", file);
	for (unsigned int i = 0; i < check->n_mends; i++) {
		char label[64], *text;

		if (asprintf(&text, "%s%s", na_mend_label(&check->mends[i], label, sizeof(label)),
			     check->mends[i].text) < 0)
			continue;
		fputs("    - ", file);
		na_json_string(file, text);
		putc('\n', file);
		free(text);
	}
	put_member(file, "persist", check->persist);
	put_member(file, "source", check->source);
	fputs("  ...\n", file);
}

static void put_directive(FILE *file, const char *directive, const char *kind, const struct na_check *check)
{
	fprintf(file, " # %s %s: ", directive, kind);
	put_text(file, na_check_message(check));
	if (check->waiver) {
		fputs(" (", file);
		put_text(file, check->waiver);
		putc(')', file);
	}
}

static void put_check(const struct page *page, size_t i)
{
	const struct na_check *check = page->checks[i];
	bool counts = na_check_counts(check, page->options);
	char name[NA_NIC_NAME_MAX], title[NA_TITLE_MAX];

	fprintf(page->file, "%s %zu - ", counts || check->status == NA_FAIL ? "not ok" : "ok", i + 1);
	put_text(page->file, na_check_subject(check, name, sizeof(name)));
	putc(' ', page->file);
	put_text(page->file, na_check_title(page->checks, page->n, i, title, sizeof(title)));
	if (!counts && check->status == NA_FAIL)
		put_directive(page->file, "TODO", na_severity_name(check->severity), check);
	else if (!counts && check->status != NA_PASS)
		put_directive(page->file, "SKIP", na_status_name(check->status), check);
	putc('\n', page->file);
	if (counts || check->status == NA_FAIL)
		put_block(page->file, check);
}

int na_tap_report(FILE *file, const struct na_report *report, const struct na_render_options *options)
{
	struct page page = { .file = file, .options = options, .n = report->n_checks };
	bool partial = report->now->host.partial;

	if (options->quiet)
		return 0;
	page.checks = na_checks_by_nic(report);
	if (!page.checks)
		return -ENOMEM;
	fputs("TAP version 13\n", file);
	if (page.n || partial)
		fprintf(file, "1..%zu\n", page.n + partial);
	else
		fputs("1..0 # SKIP nothing to check\n", file);
	for (size_t i = 0; i < page.n; i++)
		put_check(&page, i);
	if (partial) /* what was not read could have been anything */
		fprintf(file, "not ok %zu - collection complete\n  ---\n  message: \"" NA_PARTIAL_TEXT "\"\n  ...\n",
			page.n + 1);
	free(page.checks);
	return na_render_end(file);
}
