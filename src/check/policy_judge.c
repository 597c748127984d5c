/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Puts a policy to a snapshot: its rules to the NICs they match, its groups, and at last its waivers to what failed. */
#include <errno.h>
#include <fnmatch.h>
#include <string.h>

#include "check/policy.h"

static const char *const metas[] = { NA_POLICY_UNMATCHED, NA_WAIVER_EXPIRED, NA_WAIVER_UNUSED };
enum { N_METAS = sizeof(metas) / sizeof(metas[0]) };

size_t na_policy_ids(const struct na_policy *policy, const char **ids)
{
	size_t n = 0;

	if (!policy)
		return 0;
	if (!ids)
		return policy->n_rules + policy->n_groups + N_METAS;
	for (size_t i = 0; i < policy->n_rules; i++)
		ids[n++] = policy->rules[i].id;
	for (size_t i = 0; i < policy->n_groups; i++)
		ids[n++] = policy->groups[i].name;
	for (size_t i = 0; i < N_METAS; i++)
		ids[n++] = metas[i];
	return n;
}

bool na_policy_builtin(const struct na_policy *policy, const char *id, enum na_severity *severity)
{
	for (size_t i = 0; policy && i < policy->n_builtins; i++) {
		const struct na_builtin *builtin = &policy->builtins[i];

		if (strcmp(builtin->rule, id) && fnmatch(builtin->rule, id, 0))
			continue;
		if (builtin->disable)
			return false;
		if (builtin->severity >= 0)
			*severity = (enum na_severity)builtin->severity;
	}
	return true;
}

bool na_policy_chosen(const struct na_check_options *options, const char *id, enum na_severity severity)
{
	if ((int)severity < options->minimum)
		return false;
	for (size_t i = 0; i < options->n_only; i++)
		if (!strcmp(options->only[i], id) || !fnmatch(options->only[i], id, 0))
			return true;
	return !options->n_only;
}

/* A rule that is put to the NICs, ready. */
struct ready {
	const struct na_policy_rule *rule; /* NULL where it was not chosen */
	const struct na_match_plan *match;
	const struct na_plan *expect;
	const char *source;
	bool matched;
};

static struct ready *make_ready(struct na_policy_run *run)
{
	const struct na_policy *policy = run->options->policy;
	struct na_arena *arena = run->c.arena;
	struct ready *ready = na_arena_alloc(arena, policy->n_rules * sizeof(*ready));

	for (size_t i = 0; ready && i < policy->n_rules; i++) {
		const struct na_policy_rule *rule = &policy->rules[i];

		if (!na_policy_chosen(run->options, rule->id, rule->severity))
			continue;
		ready[i].rule = rule;
		ready[i].match = na_match_plan(arena, &rule->match);
		ready[i].expect = na_plans(arena, rule->expect, rule->n_expect);
		ready[i].source = na_place_text(arena, &rule->place);
	}
	return arena->oom ? NULL : ready;
}

static void cannot_tell(struct na_policy_run *run, const struct ready *ready, const struct na_reading *blame)
{
	char reason[256];

	if (!na_policy_check(run, ready->rule->id, ready->rule->severity, ready->rule->why, ready->source))
		return;
	run->c.check->fact = na_name_of(run->c.arena, blame->attr, blame->key);
	na_verdict_unknown(&run->c, true, "whether the rule is about it is not known: %s: %s", run->c.check->fact,
			   na_reading_reason(blame, reason, sizeof(reason)));
}

/* All rules to one NIC. Of a NIC that is not to be judged only whether some rule matches it. */
static void judge_nic(struct na_policy_run *run, struct ready *ready, size_t n, struct na_labels *labels)
{
	bool selected = run->c.nic->selected;

	na_labels_of(run->options->policy, run->c.nic, labels);
	run->looked_back = false;
	for (size_t i = 0; i < n; i++) {
		struct na_reading blame = { 0 };
		enum na_truth fits;

		if (!ready[i].rule || (!selected && ready[i].matched))
			continue;
		fits = na_match_fits(&run->c, ready[i].match, labels, &blame);
		ready[i].matched |= fits != NA_NO;
		if (!selected)
			continue;
		if (fits == NA_MAYBE)
			cannot_tell(run, &ready[i], &blame);
		for (size_t k = 0; fits == NA_YES && k < ready[i].rule->n_expect; k++)
			na_policy_expect(run, ready[i].rule, &ready[i].expect[k]);
	}
}

static void unmatched(struct na_policy_run *run, const struct ready *ready)
{
	if (ready->matched || !na_policy_chosen(run->options, NA_POLICY_UNMATCHED, NA_INFO) ||
	    !na_policy_check(run, NA_POLICY_UNMATCHED, NA_INFO, NULL, ready->source))
		return;
	na_verdict_fail(&run->c, "the rule %s is about no interface of this host", ready->rule->id);
}

int na_policy_judge(struct na_report *report, const struct na_check_options *options)
{
	const struct na_policy *policy = options->policy;
	struct na_policy_run run = {
		.report = report,
		.options = options,
		.c = { .now = report->now, .before = report->before, .policy = policy, .arena = &report->arena },
	};
	struct na_labels labels = { .n = 0 };
	struct ready *ready = make_ready(&run);

	labels.lists = na_arena_alloc(run.c.arena, policy->n_labels * sizeof(*labels.lists));
	if (!ready || !labels.lists)
		return -ENOMEM;
	report->policy_path = policy->path;
	report->policy_sha256 = *policy->sha256 ? policy->sha256 : NULL;
	for (size_t i = 0; i < report->now->n_nics; i++) {
		run.c.nic = &report->now->nics[i];
		judge_nic(&run, ready, policy->n_rules, &labels);
	}
	run.c.nic = NULL;
	for (size_t i = 0; i < policy->n_rules; i++)
		if (ready[i].rule)
			unmatched(&run, &ready[i]);
	na_policy_groups(&run);
	run.c.nic = NULL;
	na_policy_waivers(&run);
	return report->arena.oom ? -ENOMEM : 0;
}
