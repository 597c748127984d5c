/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A rule's verdict on one NIC, held against what it should be. */
#ifndef NICAUDIT_VERDICTS_H
#define NICAUDIT_VERDICTS_H

#include "facts.h"
#include "nicaudit/check.h"

/* One NIC, one rule, and the verdict. */
struct expectation {
	const char *words; /* facts, as in facts.h */
	enum na_status status;
	bool required;
	const char *message; /* part of it, or NULL */
};

static inline const struct na_check *judge(struct na_snapshot *now, struct na_snapshot *before, const char *rule,
					   struct na_report **report)
{
	struct na_check_options options = { .only = &rule, .n_only = 1 };
	struct na_error error;

	assert_int_equal(na_snapshot_finish(now), 0);
	if (before)
		assert_int_equal(na_snapshot_finish(before), 0);
	assert_ok(na_check_run(now, before, &options, report, &error), &error);
	assert_true((*report)->n_checks > 0);
	return &(*report)->checks[0];
}

static inline void check_verdict(const char *name, const struct na_check *check, const struct expectation *expected)
{
	if (check->status != expected->status)
		fail_msg("%s: %s (%s)", name, na_status_name(check->status), check->message ? check->message : "");
	if (check->required != expected->required)
		fail_msg("%s: required is %d (%s)", name, check->required, check->message);
	if ((check->status == NA_PASS) != !check->message)
		fail_msg("%s: message '%s'", name, check->message ? check->message : "none");
	if (expected->message && !strstr(check->message, expected->message))
		fail_msg("%s: '%s' has no '%s'", name, check->message, expected->message);
	if (check->status == NA_FAIL && !(check->fact && check->expected && check->actual))
		fail_msg("%s: nothing expected", name);
}

static inline void check_all(const char *rule, const struct expectation *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct na_snapshot *now = na_snapshot_new();
		struct na_report *report;

		facts_nic(now, "eth0", cases[i].words);
		check_verdict(cases[i].words, judge(now, NULL, rule, &report), &cases[i]);
		na_report_free(report);
		na_snapshot_free(now);
	}
}

#define CHECK_ALL(rule, cases) check_all(rule, cases, sizeof(cases) / sizeof(cases[0]))

/* The mends of one NIC's check, joined by lines; for the caller to free. */
static inline char *mends_of(const char *rule, const char *words)
{
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	const struct na_check *check;
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	facts_nic(now, "eth0", words);
	check = judge(now, NULL, rule, &report);
	for (unsigned int i = 0; i < check->n_mends; i++)
		fprintf(file, "%s: %s\n", check->mends[i].tool, check->mends[i].text);
	fclose(file);
	na_report_free(report);
	na_snapshot_free(now);
	return text;
}

static inline void check_mends(const char *rule, const char *words, const char *expected)
{
	char *text = mends_of(rule, words);

	assert_string_equal(text, expected);
	free(text);
}

#endif
