/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a report says as a whole: how many checks came out how, and the exit status. */
#include <stdlib.h>
#include <string.h>

#include "check/rules.h"

void na_report_summarise(struct na_report *report)
{
	struct na_summary *summary = &report->summary;
	size_t judged;

	*summary = (struct na_summary){ .checks = report->n_checks };
	for (size_t i = 0; i < report->now->n_nics; i++)
		summary->interfaces += report->now->nics[i].selected;
	for (size_t i = 0; i < report->n_checks; i++) {
		const struct na_check *check = &report->checks[i];

		summary->status[check->status]++;
		if (check->status == NA_FAIL)
			summary->failed[check->severity]++;
		if (check->status == NA_UNDECIDED && check->required)
			summary->required_undecided++;
	}
	judged = summary->status[NA_PASS] + summary->status[NA_FAIL] + summary->status[NA_WAIVED];
	summary->coverage = 1;
	if (judged + summary->status[NA_UNDECIDED])
		summary->coverage = (double)judged / (double)(judged + summary->status[NA_UNDECIDED]);
}

struct na_check *na_report_add(struct na_report *report)
{
	struct na_check *checks = report->checks;

	if (report->n_checks == report->cap_checks) {
		size_t cap = report->cap_checks ? report->cap_checks * 2 : 64;

		checks = reallocarray(checks, cap, sizeof(*checks));
		if (!checks) {
			report->arena.oom = true;
			return NULL;
		}
		report->checks = checks;
		report->cap_checks = cap;
	}
	checks += report->n_checks++;
	memset(checks, 0, sizeof(*checks));
	return checks;
}

int na_report_exit(const struct na_report *report, enum na_severity fail_on)
{
	const struct na_summary *summary = &report->summary;

	if (summary->failed[NA_CRITICAL])
		return 2;
	for (int severity = (int)fail_on; severity < NA_CRITICAL; severity++)
		if (summary->failed[severity])
			return 1;
	return summary->required_undecided || report->now->host.partial ? 3 : 0;
}

const char *na_severity_name(enum na_severity severity)
{
	switch (severity) {
	case NA_INFO:
		return "info";
	case NA_WARNING:
		return "warning";
	case NA_CRITICAL:
		return "critical";
	case NA_N_SEVERITIES:
		break;
	}
	return "?";
}

int na_severity_value(const char *name)
{
	for (int severity = 0; severity < NA_N_SEVERITIES; severity++)
		if (!strcmp(na_severity_name((enum na_severity)severity), name))
			return severity;
	return -1;
}

const char *na_status_name(enum na_status status)
{
	switch (status) {
	case NA_PASS:
		return "pass";
	case NA_FAIL:
		return "fail";
	case NA_UNDECIDED:
		return "unknown";
	case NA_NOT_APPLICABLE:
		return "not-applicable";
	case NA_WAIVED:
		return "waived";
	case NA_N_STATUSES:
		break;
	}
	return "?";
}
