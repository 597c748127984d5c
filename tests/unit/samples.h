/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two samples of one NIC, for tests of rules about what went on between them. */
#ifndef NICAUDIT_SAMPLES_H
#define NICAUDIT_SAMPLES_H

#include "verdicts.h"

struct samples {
	struct na_snapshot *before, *now;
	struct na_nic *was, *nic;
	struct na_report *report;
};

/* Ten seconds apart, of one boot and one driver. */
static inline void samples_take(struct samples *s, const char *before, const char *now)
{
	*s = (struct samples){ .before = na_snapshot_new(), .now = na_snapshot_new() };
	s->before->host.boot_id = s->now->host.boot_id = "7c9e";
	s->before->host.time_ns = INT64_C(1000000000000);
	s->now->host.time_ns = INT64_C(1010000000000);
	s->was = facts_nic(s->before, "eth0", before);
	s->nic = facts_nic(s->now, "eth0", now);
	s->was->driver = s->nic->driver = "igb";
}

static inline void samples_drop(struct samples *s)
{
	na_report_free(s->report);
	na_snapshot_free(s->before);
	na_snapshot_free(s->now);
}

static inline const struct na_check *judge_samples(struct samples *s, const char *rule)
{
	return judge(s->now, s->before, rule, &s->report);
}

/* Facts that both samples have, those of each, and what to say of it. */
struct two {
	const char *both, *before, *now;
	enum na_status status;
	enum na_severity severity; /* of a failure */
	const char *message;	   /* part of it, or NULL */
	const char *driver;	   /* NULL for igb */
};

static inline void check_two(const char *rule, const struct two *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct samples s;
		const struct na_check *check;

		samples_take(&s, cases[i].both, cases[i].both);
		facts_add(s.before, &s.was->facts, cases[i].before);
		facts_add(s.now, &s.nic->facts, cases[i].now);
		if (cases[i].driver)
			s.was->driver = s.nic->driver = cases[i].driver;
		check = judge_samples(&s, rule);
		check_verdict(cases[i].now, check,
			      &(struct expectation){ "", cases[i].status, check->required, cases[i].message });
		if (check->status == NA_FAIL && check->severity != cases[i].severity)
			fail_msg("%s: %s", cases[i].now, na_severity_name(check->severity));
		samples_drop(&s);
	}
}

#define CHECK_TWO(rule, cases) check_two(rule, cases, sizeof(cases) / sizeof(cases[0]))

#endif
