/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the judges found: every check that was made, with the snapshot it borrows from. Renderers read only this. */
#ifndef NICAUDIT_REPORT_H
#define NICAUDIT_REPORT_H

#include "nicaudit/snapshot.h"

enum na_severity {
	NA_INFO, /* good to know; never changes the exit status by itself */
	NA_WARNING,
	NA_CRITICAL,
	NA_N_SEVERITIES
};

enum na_status {
	NA_PASS,
	NA_FAIL,
	NA_UNDECIDED, /* "unknown": what it takes could not be read */
	NA_NOT_APPLICABLE,
	NA_WAIVED,
	NA_N_STATUSES
};

/* How to mend it: with which tool ("ethtool", "ip", "nmcli", "networkd", "ifupdown"), and what to type or write. */
struct na_mend {
	const char *tool;
	const char *text;
};

struct na_evidence {
	const char *name;  /* of a fact, or a word of the rule's own */
	const char *value; /* as text */
};

enum { NA_MAX_MENDS = 8, NA_MAX_EVIDENCE = 8 };

/* There are a hundred thousand of them for a thousand NICs and a hundred rules: what is small is kept small. */
struct na_check {
	const struct na_nic *nic; /* NULL for one about the host */
	const char *rule;
	enum na_severity severity : 8;
	enum na_status status : 8;
	uint8_t n_mends, n_evidence;
	bool required;			      /* the exit status tells when it could not be made */
	bool lacks_sample;		      /* it takes two, and there was one */
	const char *fact, *expected, *actual; /* NULL where they say nothing */
	const char *message;		      /* one line; NULL for a check that passed */
	const char *why, *source;
	const char *waiver; /* of a waived check: until when, who answers for it and why; else NULL */
	const char
		*persist; /* whether the mend outlives a reboot, as far as the configuration on disk tells; or NULL */
	struct na_mend *mends; /* at most NA_MAX_MENDS, most checks have none; in the report's arena, as the next */
	struct na_evidence *evidence;
};

struct na_summary {
	size_t interfaces, checks;
	size_t status[NA_N_STATUSES];
	size_t failed[NA_N_SEVERITIES];
	size_t required_undecided;
	double coverage; /* judged / (judged + unknown), 1 where there was nothing to judge */
};

struct na_report {
	struct na_arena arena;
	const struct na_snapshot *now;
	const struct na_snapshot *before;	 /* NULL where there was one sample */
	const char *policy_path, *policy_sha256; /* NULL where there was none */
	struct na_check *checks;
	size_t n_checks, cap_checks;
	struct na_summary summary;
};

/*
 * 2 a critical failure, else 1 a lesser one, else 3 a required check that could not be made, else 0. Failures below fail_on
 * do not count.
 */
int na_report_exit(const struct na_report *report, enum na_severity fail_on);

const char *na_severity_name(enum na_severity severity);
/* -1 for no such word. */
int na_severity_value(const char *name);
const char *na_status_name(enum na_status status);

#endif
