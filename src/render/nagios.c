/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A report as a plugin of Nagios, Icinga and their kin says it: one line with the state and the worst, performance data
 * behind a bar, then each finding and its mend on lines of their own (Monitoring Plugins Development Guidelines).
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/safe.h"
#include "render/checks.h"
#include "render/render.h"

/*
 * Bytes. Nagios takes 8 KiB and cuts the rest. Series must not come and go with the findings: so performance data has room of its
 * own, and findings have what is left.
 */
enum { MOST = 8000, MOST_PERFDATA = 4096, MOST_NAMED = 300, MOST_WORD = 64 };

#define COUNTERS "stats." /* those of every interface, and of one meaning everywhere */

static const char *const states[] = { "OK", "WARNING", "CRITICAL", "UNKNOWN" };

/* At most that many bytes, and what they were. A bar starts performance data wherever it stands. */
static size_t put_cut(FILE *file, const char *text, size_t most)
{
	struct na_piece piece;
	size_t done = 0;

	for (size_t n; (n = na_safe_piece(text, &piece)) > 0; text += n) {
		const char *out = *piece.text == '|' ? "\\x7c" : piece.text;

		if (strlen(out) > most - done) {
			fputs("...", file);
			break;
		}
		fputs(out, file);
		done += strlen(out);
	}
	return done;
}

static void put_text(FILE *file, const char *text)
{
	put_cut(file, text, SIZE_MAX);
}

bool na_nagios_wants(enum na_attr_id attr)
{
	return attr == NA_LINK_SPEED || !strncmp(na_attrs[attr].name, COUNTERS, strlen(COUNTERS));
}

int na_nagios_failed(FILE *file, const char *text)
{
	fprintf(file, "NICAUDIT %s - ", states[3]);
	put_text(file, text);
	putc('\n', file);
	return na_render_end(file);
}

/* A label may hold anything but = and ', and is quoted where it is not plain. What is escaped stays different. */
static void put_label(FILE *file, const char *nic, const char *name)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:@+-";
	const char *quote = nic[strspn(nic, plain)] || name[strspn(name, plain)] ? "'" : "";
	const char *const parts[] = { nic, *nic ? "_" : "", name };
	struct na_piece piece;

	fputs(quote, file);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		for (const char *p = parts[i]; *p;) {
			p += na_safe_piece(p, &piece);
			if (!piece.text[1] && strchr("='|\\", *piece.text))
				fprintf(file, "\\x%02x", (unsigned char)*piece.text);
			else
				fputs(piece.text, file);
		}
	fprintf(file, "%s=", quote);
}

/* A minimum or an exact value that a check of that severity asks of the fact, as a range; nothing where there is none. */
static void put_threshold(FILE *file, const struct na_check *const *checks, size_t n, enum na_attr_id attr,
			  enum na_severity severity)
{
	putc(';', file);
	for (size_t i = 0; i < n; i++) {
		const struct na_check *check = checks[i];
		const char *number;
		bool least;

		if (!check->fact || strcmp(check->fact, na_attrs[attr].name) || check->severity != severity ||
		    !check->expected)
			continue;
		least = !strncmp(check->expected, ">= ", 3);
		number = check->expected + (least ? 3 : 0);
		if (!*number || number[strspn(number, "0123456789")])
			continue;
		fprintf(file, "%s:%s", number, least ? "" : number);
		return;
	}
}

/* Blanks before each; `checks` are the n of that NIC. */
static void put_nic(FILE *file, const struct na_nic *nic, const struct na_check *const *checks, size_t n)
{
	char name[NA_NIC_NAME_MAX];
	uint64_t speed;

	na_nic_name(nic, name, sizeof(name));
	if (na_nic_link(nic) == NA_LINK_IS_UP && !na_nic_speed_is_nominal(nic) &&
	    na_fact_uint(&nic->facts, NA_LINK_SPEED, &speed)) {
		putc(' ', file);
		put_label(file, name, "speed");
		fprintf(file, "%" PRIu64, speed);
		put_threshold(file, checks, n, NA_LINK_SPEED, NA_WARNING);
		put_threshold(file, checks, n, NA_LINK_SPEED, NA_CRITICAL);
		fputs(";0", file);
	}
	for (const struct na_fact *fact = nic->facts.v; fact < nic->facts.v + nic->facts.n; fact++) {
		const char *attr = na_attrs[fact->attr].name;

		if (fact->state != NA_PRESENT || fact->value.type != NA_UINT ||
		    strncmp(attr, COUNTERS, strlen(COUNTERS)))
			continue;
		putc(' ', file);
		put_label(file, name, attr + strlen(COUNTERS));
		fprintf(file, "%" PRIu64 "c;;;0", fact->value.v.u);
	}
}

static void put_counts(FILE *file, const struct na_summary *s)
{
	const struct {
		const char *name;
		size_t n;
	} rows[] = {
		{ "critical", s->failed[NA_CRITICAL] },
		{ "warning", s->failed[NA_WARNING] },
		{ "info", s->failed[NA_INFO] },
		{ "unknown", s->status[NA_UNDECIDED] },
		{ "passed", s->status[NA_PASS] },
		{ "waived", s->status[NA_WAIVED] },
		{ "not_applicable", s->status[NA_NOT_APPLICABLE] },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		putc(' ', file);
		put_label(file, "", rows[i].name);
		fprintf(file, "%zu;;;0", rows[i].n);
	}
	fprintf(file, " coverage=%u%%;;;0;100", (unsigned int)(s->coverage * 100 + 1e-9));
}

/* Text that is written piece by piece, as much as there is room for. */
struct budget {
	FILE *memory;
	char *text;
	size_t size, kept, most, left_out;
};

static bool open_budget(struct budget *budget, size_t most)
{
	*budget = (struct budget){ .most = most };
	budget->memory = open_memstream(&budget->text, &budget->size);
	return budget->memory != NULL;
}

/* Keeps what was written since the last time, or takes it back: and after the first that has no room, all others. 0 or -ENOMEM. */
static int keep(struct budget *budget)
{
	if (fflush(budget->memory))
		return -ENOMEM;
	if (!budget->left_out && budget->size <= budget->most)
		budget->kept = budget->size;
	else
		budget->left_out++;
	return fseeko(budget->memory, (off_t)budget->kept, SEEK_SET) ? -ENOMEM : 0;
}

static void close_budget(struct budget *budget)
{
	if (budget->memory)
		fclose(budget->memory);
	free(budget->text);
}

/* The performance data of all NICs, whole NICs only. */
static int put_perfdata(struct budget *budget, const struct na_report *report, const struct na_check **checks)
{
	size_t n = report->n_checks, from = 0, end;
	int ret = 0;

	for (size_t i = 0; !ret && i < report->now->n_nics; i++) {
		const struct na_nic *nic = &report->now->nics[i];

		while (from < n && checks[from]->nic && checks[from]->nic < nic)
			from++;
		end = from < n && checks[from]->nic == nic ? na_checks_end(checks, n, from) : from;
		if (!nic->selected)
			continue;
		put_nic(budget->memory, nic, checks + from, end - from);
		ret = keep(budget);
	}
	return ret;
}

/* Of the parts that are not 0, as many as there are: "1 critical, 11 unknown". */
static void put_numbers(FILE *file, const struct na_summary *s)
{
	const struct {
		size_t n;
		const char *one, *many;
	} parts[] = {
		{ s->failed[NA_CRITICAL], "critical", "critical" },
		{ s->failed[NA_WARNING], "warning", "warnings" },
		{ s->failed[NA_INFO], "info", "info" },
		{ s->status[NA_UNDECIDED], "unknown", "unknown" },
		{ s->status[NA_WAIVED], "waived", "waived" },
	};
	bool any = false;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (!parts[i].n)
			continue;
		fprintf(file, "%s%zu %s", any ? ", " : "", parts[i].n, parts[i].n == 1 ? parts[i].one : parts[i].many);
		any = true;
	}
	fprintf(file, "%s%zu passed of %zu interface%s", any ? ", " : "", s->status[NA_PASS], s->interfaces,
		s->interfaces == 1 ? "" : "s");
}

/* Up to the first bar: state, numbers, and what makes the state, the worst first, as many as fit. */
static void put_headline(FILE *file, const struct na_report *report, const struct na_check **checks,
			 const struct na_render_options *options)
{
	char name[NA_NIC_NAME_MAX], title[NA_TITLE_MAX];
	const char *before = ": ";
	size_t used = 0;

	fprintf(file, "NICAUDIT %s - ", states[na_report_exit(report, options->fail_on)]);
	put_numbers(file, &report->summary);
	if (report->now->host.partial)
		fputs(", not all could be read", file);
	for (unsigned int rank = NA_N_RANKS; rank-- > 0;)
		for (size_t i = 0; i < report->n_checks; i++) {
			const struct na_check *check = checks[i];

			if (na_check_rank(check) != rank || !na_check_counts(check, options))
				continue;
			na_check_subject(check, name, sizeof(name));
			na_check_title(checks, report->n_checks, i, title, sizeof(title));
			if (used > MOST_NAMED) {
				fputs(", ...", file);
				return;
			}
			fputs(before, file);
			used += put_cut(file, name, MOST_WORD);
			putc(' ', file);
			used += put_cut(file, title, 2 * MOST_WORD);
			fputs(check->status == NA_UNDECIDED ? " unknown (" : " (", file);
			used += put_cut(file, na_check_message(check), MOST_NAMED);
			putc(')', file);
			before = ", ";
		}
}

static void put_line(FILE *file, const char *label, const char *more, const char *text)
{
	fprintf(file, "  %s: ", label);
	put_text(file, more);
	put_text(file, text);
	putc('\n', file);
}

/* A line, one for each of its mends, and what becomes of those at the next boot. */
static void put_finding(FILE *file, const struct na_check *const *checks, size_t n, size_t i)
{
	static const char *const severities[NA_N_SEVERITIES] = { "INFO", "WARNING", "CRITICAL" };
	const struct na_check *check = checks[i];
	char name[NA_NIC_NAME_MAX], title[NA_TITLE_MAX], label[64];

	if (check->status == NA_FAIL)
		fputs(severities[check->severity], file);
	else
		fputs(check->status == NA_WAIVED ? "WAIVED" : "UNKNOWN", file);
	putc(' ', file);
	put_text(file, na_check_subject(check, name, sizeof(name)));
	putc(' ', file);
	put_text(file, na_check_title(checks, n, i, title, sizeof(title)));
	fputs(": ", file);
	put_text(file, na_check_message(check));
	putc('\n', file);
	if (check->waiver)
		put_line(file, "waived", "", check->waiver);
	if (check->status != NA_FAIL)
		return;
	for (unsigned int m = 0; m < check->n_mends; m++)
		if (na_mend_is_first(check, m))
			put_line(file, "fix", na_mend_label(&check->mends[m], label, sizeof(label)),
				 check->mends[m].text);
	if (check->persist)
		put_line(file, "and", "", check->persist);
}

static int put_findings(struct budget *budget, const struct na_report *report, const struct na_check **checks)
{
	int ret = 0;

	for (unsigned int rank = NA_N_RANKS; rank-- > 0;)
		for (size_t i = 0; !ret && i < report->n_checks; i++) {
			bool is_told = rank >= NA_RANK_INFO || checks[i]->status == NA_WAIVED;

			if (na_check_rank(checks[i]) != rank || !is_told)
				continue;
			put_finding(budget->memory, checks, report->n_checks, i);
			ret = keep(budget);
		}
	return ret;
}

int na_nagios_report(FILE *file, const struct na_report *report, const struct na_render_options *options)
{
	struct budget head = { 0 }, findings = { 0 };
	const struct na_check **checks;
	int ret = -ENOMEM;

	if (options->quiet)
		return 0;
	checks = na_checks_by_nic(report);
	if (!checks || !open_budget(&head, SIZE_MAX))
		goto out;
	put_headline(head.memory, report, checks, options);
	fputs(" |", head.memory);
	put_counts(head.memory, &report->summary);
	ret = keep(&head);
	head.most = head.kept + MOST_PERFDATA;
	if (!ret)
		ret = put_perfdata(&head, report, checks);
	if (!ret && !open_budget(&findings, MOST - head.kept))
		ret = -ENOMEM;
	if (!ret)
		ret = put_findings(&findings, report, checks);
	if (ret)
		goto out;
	fprintf(file, "%.*s\n%.*s", (int)head.kept, head.text, (int)findings.kept, findings.text);
	if (findings.left_out)
		fprintf(file, "%zu more left out\n", findings.left_out);
	if (head.left_out)
		fprintf(file, "performance data of %zu more interface%s left out\n", head.left_out,
			head.left_out == 1 ? "" : "s");
out:
	close_budget(&head);
	close_budget(&findings);
	free(checks);
	return ret ? ret : na_render_end(file);
}
