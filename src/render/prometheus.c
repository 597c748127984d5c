/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A report in the text format of Prometheus, for the textfile collector of node_exporter: findings, what was judged, and all
 * facts that are numbers. A sample that came twice would cost the whole file, so none does.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/safe.h"
#include "render/metric.h"
#include "render/render.h"

struct page {
	FILE *file;
	const struct na_report *report;
	const struct na_nic **nics; /* the selected ones by namespace and name */
	size_t n_nics;
};

bool na_prometheus_wants(enum na_attr_id attr)
{
	struct na_metric metric;

	return na_metric_of(attr, &metric);
}

/* Backslashes are two, so that what is escaped stays different from what was written so. */
static void put_value(FILE *file, const char *text)
{
	struct na_piece piece;

	for (size_t n; (n = na_safe_piece(text, &piece)) > 0; text += n) {
		if (*text == '\\') {
			fputs("\\\\\\\\", file);
			continue;
		}
		for (const char *p = piece.text; *p; p++)
			fprintf(file, *p == '"' || *p == '\\' ? "\\%c" : "%c", *p);
	}
}

/* The labels of a sample, in braces that are left out where there is none. */
struct labels {
	FILE *file;
	bool any;
};

static void put_label(struct labels *labels, const char *name, const char *value)
{
	if (!value || !*value)
		return;
	fprintf(labels->file, "%s%s=\"", labels->any ? "," : "{", name);
	put_value(labels->file, value);
	putc('"', labels->file);
	labels->any = true;
}

static void put_nic_labels(struct labels *labels, const struct na_nic *nic)
{
	if (!nic)
		return;
	put_label(labels, "interface", nic->name);
	put_label(labels, "netns", nic->netns);
}

static void end_labels(const struct labels *labels)
{
	fputs(labels->any ? "} " : " ", labels->file);
}

static void put_head(FILE *file, const char *name, const char *type, const char *help, const char *note)
{
	fprintf(file, "# HELP %s %s%s\n# TYPE %s %s\n", name, help, note, name, type);
}

static void put_gauge(FILE *file, const char *name, const char *help, double value)
{
	put_head(file, name, "gauge", help, "");
	fprintf(file, "%s %.15g\n", name, value);
}

/* NULL, for none, is first. */
static int compare_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

static int compare_nic(const struct na_nic *a, const struct na_nic *b)
{
	int order;

	if (!a || !b)
		return (a != NULL) - (b != NULL);
	order = strcmp(a->netns, b->netns);
	return order ? order : strcmp(a->name, b->name);
}

static int compare_nics(const void *a, const void *b)
{
	return compare_nic(*(const struct na_nic *const *)a, *(const struct na_nic *const *)b);
}

/* By all that is a label. */
static int compare_findings(const void *a, const void *b)
{
	const struct na_check *one = *(const struct na_check *const *)a, *other = *(const struct na_check *const *)b;
	int order = compare_nic(one->nic, other->nic);

	if (!order)
		order = strcmp(one->rule, other->rule);
	if (!order)
		order = compare_text(one->fact, other->fact);
	if (!order)
		order = (int)one->severity - (int)other->severity;
	return order ? order : (int)one->status - (int)other->status;
}

/* One series a finding; two that would have the same labels are one. */
static int put_findings(FILE *file, const struct na_report *report)
{
	const struct na_check **findings = calloc(report->n_checks + 1, sizeof(*findings));
	size_t n = 0;

	if (!findings)
		return -ENOMEM;
	for (size_t i = 0; i < report->n_checks; i++)
		if (report->checks[i].status != NA_PASS && report->checks[i].status != NA_NOT_APPLICABLE)
			findings[n++] = &report->checks[i];
	qsort(findings, n, sizeof(*findings), compare_findings);
	if (n)
		put_head(file, "nicaudit_finding", "gauge",
			 "A check that failed, could not be made (unknown) or was waived; always 1.", "");
	for (size_t i = 0; i < n; i++) {
		struct labels labels = { .file = file };

		if (i && !compare_findings(&findings[i - 1], &findings[i]))
			continue;
		fputs("nicaudit_finding", file);
		put_nic_labels(&labels, findings[i]->nic);
		put_label(&labels, "rule", findings[i]->rule);
		put_label(&labels, "severity", na_severity_name(findings[i]->severity));
		put_label(&labels, "status", na_status_name(findings[i]->status));
		put_label(&labels, "fact", findings[i]->fact);
		end_labels(&labels);
		fputs("1\n", file);
	}
	free(findings);
	return 0;
}

static void put_summary(FILE *file, const struct na_report *report)
{
	const struct na_summary *summary = &report->summary;

	put_head(file, "nicaudit_checks", "gauge", "Checks by how they came out.", "");
	for (int status = 0; status < NA_N_STATUSES; status++)
		fprintf(file, "nicaudit_checks{status=\"%s\"} %zu\n", na_status_name((enum na_status)status),
			summary->status[status]);
	put_gauge(file, "nicaudit_coverage", "Checks that could be made, as a part of those that should be.",
		  summary->coverage);
	put_gauge(file, "nicaudit_interfaces", "Interfaces that were looked at.", (double)summary->interfaces);
	put_gauge(file, "nicaudit_partial", "Not all could be read, as something changed meanwhile.",
		  report->now->host.partial);
	if (report->now->host.time_ns) {
		put_head(file, "nicaudit_last_run_timestamp_seconds", "gauge", "When the facts were read.", "");
		fprintf(file, "nicaudit_last_run_timestamp_seconds %" PRId64 ".%03d\n",
			report->now->host.time_ns / 1000000000, (int)(report->now->host.time_ns / 1000000 % 1000));
	}
}

static void put_link_up(const struct page *page)
{
	const char *name = "nicaudit_link_up";
	bool any = false;

	for (size_t i = 0; i < page->n_nics; i++) {
		enum na_link link = na_nic_link(page->nics[i]);
		struct labels labels = { .file = page->file };

		if (link == NA_LINK_NOT_KNOWN)
			continue;
		if (!any)
			put_head(page->file, name, "gauge", "The interface is set up, and there is a link.", "");
		any = true;
		fputs(name, page->file);
		put_nic_labels(&labels, page->nics[i]);
		end_labels(&labels);
		fprintf(page->file, "%d\n", link == NA_LINK_IS_UP);
	}
}

/* Files may hold anything under a name. */
static bool is_number(const struct na_fact *fact)
{
	enum na_type type = fact->value.type;

	return fact->state == NA_PRESENT && (type == NA_BOOL || type == NA_UINT || type == NA_INT || type == NA_REAL);
}

static void put_number(FILE *file, const struct na_value *value, double scale)
{
	if (value->type == NA_BOOL)
		fprintf(file, "%d\n", value->v.b);
	else if (value->type == NA_UINT && scale == 1)
		fprintf(file, "%" PRIu64 "\n", value->v.u); /* a double would round it */
	else if (value->type == NA_UINT)
		fprintf(file, "%.15g\n", (double)value->v.u * scale);
	else if (value->type == NA_INT)
		fprintf(file, "%.15g\n", (double)value->v.i * scale);
	else
		fprintf(file, "%.15g\n", value->v.d * scale);
}

/* A speed is one where there is a link, and a wire. */
static bool is_fiction(enum na_attr_id attr, const struct na_nic *nic)
{
	return attr == NA_LINK_SPEED && nic && (na_nic_link(nic) != NA_LINK_IS_UP || na_nic_speed_is_nominal(nic));
}

/* The samples of an attribute of one NIC, or of the host where there is none; heads the family with the first. */
static void put_facts(FILE *file, enum na_attr_id attr, const struct na_metric *metric, const struct na_nic *nic,
		      const struct na_facts *facts, bool *any)
{
	const struct na_attr *row = &na_attrs[attr];
	const struct na_fact *fact;
	size_t n = na_fact_family(facts, attr, &fact);

	for (size_t i = 0; i < n && !is_fiction(attr, nic); i++) {
		struct labels labels = { .file = file };

		if (!is_number(&fact[i]))
			continue;
		if (!*any)
			put_head(file, metric->name, metric->is_counter ? "counter" : "gauge", row->doc, metric->note);
		*any = true;
		fputs(metric->name, file);
		put_nic_labels(&labels, nic);
		put_label(&labels, "name", fact[i].key);
		end_labels(&labels);
		put_number(file, &fact[i].value, metric->scale);
	}
}

static void put_attributes(const struct page *page)
{
	for (unsigned int attr = 1; attr < NA_N_ATTRS; attr++) {
		struct na_metric metric;
		bool any = false;

		if (!na_metric_of(attr, &metric))
			continue;
		if (na_attrs[attr].flags & NA_HOST)
			put_facts(page->file, attr, &metric, NULL, &page->report->now->facts, &any);
		else
			for (size_t i = 0; i < page->n_nics; i++)
				put_facts(page->file, attr, &metric, page->nics[i], &page->nics[i]->facts, &any);
	}
}

/* The selected ones in order; of two with one name, which only a file can have, the first. */
static int choose_nics(struct page *page)
{
	const struct na_snapshot *now = page->report->now;
	size_t n = 0;

	page->nics = calloc(now->n_nics + 1, sizeof(*page->nics));
	if (!page->nics)
		return -ENOMEM;
	for (size_t i = 0; i < now->n_nics; i++)
		if (now->nics[i].selected)
			page->nics[n++] = &now->nics[i];
	qsort(page->nics, n, sizeof(*page->nics), compare_nics);
	for (size_t i = 0; i < n; i++)
		if (!i || compare_nics(&page->nics[i - 1], &page->nics[i]))
			page->nics[page->n_nics++] = page->nics[i];
	return 0;
}

int na_prometheus_report(FILE *file, const struct na_report *report, const struct na_render_options *options)
{
	struct page page = { .file = file, .report = report };
	int ret;

	if (options->quiet)
		return 0;
	ret = choose_nics(&page);
	if (!ret)
		ret = put_findings(file, report);
	if (!ret) {
		put_summary(file, report);
		put_link_up(&page);
		put_attributes(&page);
	}
	free(page.nics);
	return ret ? ret : na_render_end(file);
}
