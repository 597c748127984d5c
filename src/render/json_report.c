/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A report as JSON, schema "nicaudit/report" version 1: written check by check, so that memory does not grow with it. */
#include "model/snapshot_json.h"
#include "render/json.h"
#include "render/render.h"

static void put_host(struct na_json_out *out, const struct na_host *host)
{
	char time[NA_TIME_MAX];

	na_json_member(out, "host", NULL);
	na_json_open(out, '{');
	na_json_text(out, "hostname", host->hostname);
	na_json_text(out, "boot_id", host->boot_id);
	na_json_text(out, "kernel", host->kernel);
	na_json_text(out, "arch", host->arch);
	if (host->time_ns)
		na_time_format(host->time_ns, time);
	na_json_text(out, "time", host->time_ns ? time : NULL);
	na_json_switch(out, "privileged", host->privileged);
	na_json_switch(out, "partial", host->partial);
	na_json_close(out, '}');
}

/* The worst there is, as the exit status has it. */
static const char *worst(const struct na_report *report)
{
	const struct na_summary *summary = &report->summary;

	for (int severity = NA_CRITICAL; severity >= NA_WARNING; severity--)
		if (summary->failed[severity])
			return na_severity_name((enum na_severity)severity);
	return na_status_name(summary->required_undecided || report->now->host.partial ? NA_UNDECIDED : NA_PASS);
}

static void put_summary(struct na_json_out *out, const struct na_report *report)
{
	const struct na_summary *summary = &report->summary;
	unsigned int tenthousandths = (unsigned int)(summary->coverage * 10000 + 1e-6); /* 1 is said of all */

	na_json_member(out, "summary", NULL);
	na_json_open(out, '{');
	na_json_text(out, "status", worst(report));
	na_json_number(out, "interfaces", summary->interfaces);
	na_json_number(out, "checks", summary->checks);
	na_json_number(out, "passed", summary->status[NA_PASS]);
	na_json_number(out, "warning", summary->failed[NA_WARNING]);
	na_json_number(out, "critical", summary->failed[NA_CRITICAL]);
	na_json_number(out, "info", summary->failed[NA_INFO]);
	na_json_number(out, "unknown", summary->status[NA_UNDECIDED]);
	na_json_number(out, "not_applicable", summary->status[NA_NOT_APPLICABLE]);
	na_json_number(out, "waived", summary->status[NA_WAIVED]);
	na_json_member(out, "coverage", NULL);
	fprintf(out->file, "%u.%04u", tenthousandths / 10000, tenthousandths % 10000);
	na_json_close(out, '}');
}

static void put_evidence(struct na_json_out *out, const struct na_check *check)
{
	na_json_member(out, "evidence", NULL);
	na_json_open(out, '{');
	for (unsigned int i = 0; i < check->n_evidence; i++)
		na_json_text(out, check->evidence[i].name, check->evidence[i].value);
	na_json_close(out, '}');
}

/* What says nothing is left out. */
static void put_check(struct na_json_out *out, const struct na_check *check)
{
	na_json_element(out);
	na_json_open(out, '{');
	na_json_text(out, "interface", check->nic ? check->nic->name : NULL);
	if (check->nic && *check->nic->netns)
		na_json_text(out, "netns", check->nic->netns);
	na_json_text(out, "rule", check->rule);
	na_json_text(out, "severity", na_severity_name(check->severity));
	na_json_text(out, "status", na_status_name(check->status));
	na_json_text(out, "fact", check->fact);
	na_json_text(out, "expected", check->expected);
	na_json_text(out, "actual", check->actual);
	na_json_text(out, "message", check->message);
	na_json_text(out, "why", check->why);
	na_json_text(out, "waiver", check->waiver);
	if (check->n_mends)
		na_json_mends(out, check->mends, check->n_mends);
	na_json_text(out, "persist", check->persist);
	if (check->n_evidence)
		put_evidence(out, check);
	na_json_text(out, "source", check->source);
	na_json_close(out, '}');
}

static bool is_finding(const struct na_check *check)
{
	return check->status == NA_FAIL || check->status == NA_UNDECIDED;
}

static void put_checks(struct na_json_out *out, const char *name, const struct na_report *report, bool findings)
{
	na_json_member(out, name, NULL);
	na_json_open(out, '[');
	for (size_t i = 0; i < report->n_checks; i++)
		if (!findings || is_finding(&report->checks[i]))
			put_check(out, &report->checks[i]);
	na_json_close(out, ']');
}

int na_json_report(FILE *file, const struct na_report *report, const struct na_render_options *options)
{
	struct na_json_out out = { .file = file };

	if (options->quiet)
		return 0;
	na_json_open(&out, '{');
	na_json_text(&out, "schema", "nicaudit/report");
	na_json_member(&out, "version", NULL);
	putc('1', file);
	put_host(&out, &report->now->host);
	if (report->policy_path) {
		na_json_member(&out, "policy", NULL);
		na_json_open(&out, '{');
		na_json_text(&out, "path", report->policy_path);
		na_json_text(&out, "sha256", report->policy_sha256);
		na_json_close(&out, '}');
	}
	put_summary(&out, report);
	put_checks(&out, "checks", report, false);
	put_checks(&out, "findings", report, true);
	na_json_close(&out, '}');
	putc('\n', file);
	return na_render_end(file);
}
