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

/* Takes out what na_check_needs() does not list, as a collector would; the copy is what there was. */
static inline struct na_fact *keep_needed(struct na_facts *facts, const uint8_t *wanted, uint8_t who)
{
	struct na_fact *copy = calloc(facts->n + 1, sizeof(*copy));
	const struct na_value *requested = na_fact_value(facts, NA_FEATURES_REQUESTED);
	/* the states of features come along where there is something to explain */
	bool features = wanted[NA_FEATURES_REQUESTED] & who && requested && requested->n;
	size_t n = 0;

	if (facts->n)
		memcpy(copy, facts->v, facts->n * sizeof(*copy));
	for (size_t i = 0; i < facts->n; i++)
		if (wanted[copy[i].attr] & who || (copy[i].attr == NA_FEATURE && features))
			facts->v[n++] = copy[i];
	facts->n = n;
	return copy;
}

/* A rule that looks at a fact which it does not say it needs would find it unread on a live host. */
static inline void check_needs(struct na_snapshot *now, struct na_snapshot *before,
			       const struct na_check_options *options, const struct na_check *expected)
{
	struct na_facts *facts[] = { &now->nics[0].facts, &now->facts };
	size_t n[] = { facts[0]->n, facts[1]->n };
	uint8_t who = now->nics[0].is_virtual ? NA_WANT_VIRTUAL : NA_WANT_HARDWARE;
	uint8_t whose[] = { who, NA_WANT_ALL }, wanted[NA_N_ATTRS];
	struct na_fact *copies[2];
	struct na_report *report;
	struct na_error error;

	assert_ok(na_check_needs(options, before != NULL, wanted, &error), &error);
	for (size_t i = 0; i < 2; i++)
		copies[i] = keep_needed(facts[i], wanted, whose[i]);
	assert_ok(na_check_run(now, before, options, &report, &error), &error);
	assert_int_equal(report->checks[0].status, expected->status);
	if (expected->message)
		assert_string_equal(report->checks[0].message, expected->message);
	assert_int_equal(report->checks[0].n_evidence, expected->n_evidence);
	for (unsigned int i = 0; i < expected->n_evidence; i++)
		assert_string_equal(report->checks[0].evidence[i].value, expected->evidence[i].value);
	na_report_free(report);
	for (size_t i = 0; i < 2; i++) {
		facts[i]->n = n[i];
		if (n[i])
			memcpy(facts[i]->v, copies[i], n[i] * sizeof(*copies[i]));
		free(copies[i]);
	}
}

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
	check_needs(now, before, &options, &(*report)->checks[0]);
	return &(*report)->checks[0];
}

/* The rule is put to this NIC with hardware, and not to the same one without. */
static inline void check_hardware_only(const char *rule, const char *words)
{
	const struct na_check_options options = { .only = &rule, .n_only = 1 };

	for (int is_virtual = 0; is_virtual < 2; is_virtual++) {
		struct na_snapshot *now = na_snapshot_new();
		struct na_report *report;
		struct na_error error;

		facts_nic(now, "eth0", words)->is_virtual = is_virtual;
		assert_int_equal(na_snapshot_finish(now), 0);
		assert_ok(na_check_run(now, NULL, &options, &report, &error), &error);
		assert_int_equal(report->n_checks, !is_virtual);
		na_report_free(report);
		na_snapshot_free(now);
	}
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
