/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a policy forgives: failed checks that a waiver names, until its last day. One that is over, or that nothing fails
 * for, is a finding itself, so that waivers do not outlive their reasons.
 */
#include <fnmatch.h>
#include <string.h>

#include "check/policy.h"

static bool matches(const char *pattern, const char *text)
{
	return !strcmp(pattern, text) || !fnmatch(pattern, text, 0);
}

static bool is_about(const struct na_waiver *waiver, const struct na_check *check)
{
	if (!matches(waiver->rule, check->rule))
		return false;
	if (waiver->interface && !(check->nic && na_nic_matches(check->nic, waiver->interface)))
		return false;
	return !waiver->fact || (check->fact && matches(waiver->fact, check->fact));
}

/* How the checks that a waiver is about came out. */
struct tally {
	size_t n, failed, waived, undecided;
	const struct na_nic *nic; /* of the first that failed */
	bool others;		  /* some failed elsewhere */
};

static void count(struct tally *tally, const struct na_check *check)
{
	tally->n++;
	tally->waived += check->status == NA_WAIVED;
	tally->undecided += check->status == NA_UNDECIDED;
	if (check->status != NA_FAIL)
		return;
	if (!tally->failed++)
		tally->nic = check->nic;
	tally->others |= tally->nic != check->nic;
}

/* "until 2027-03-31, netops: the switch is being replaced" */
static const char *text_of(struct na_arena *arena, const struct na_waiver *waiver)
{
	return na_arena_printf(arena, "until %s%s%s%s%s", waiver->until, waiver->owner ? ", " : "",
			       waiver->owner ? waiver->owner : "", waiver->why ? ": " : "",
			       waiver->why ? waiver->why : "");
}

/* "storage link.mtu on eno2" */
static const char *name_of(struct na_arena *arena, const struct na_waiver *waiver)
{
	return na_arena_printf(arena, "%s%s%s%s%s", waiver->rule, waiver->fact ? " " : "",
			       waiver->fact ? waiver->fact : "", waiver->interface ? " on " : "",
			       waiver->interface ? waiver->interface : "");
}

/* Goes through the n first checks; those that fail are forgiven where text is not NULL. */
static void apply(struct na_report *report, size_t n, const struct na_waiver *waiver, const char *text,
		  struct tally *tally)
{
	for (size_t i = 0; i < n; i++) {
		struct na_check *check = &report->checks[i];

		if (!is_about(waiver, check))
			continue;
		if (text && check->status == NA_FAIL) {
			check->status = NA_WAIVED;
			check->waiver = text;
		}
		count(tally, check);
	}
}

static bool begin(struct na_policy_run *run, const struct na_waiver *waiver, const char *id, enum na_severity severity,
		  const struct na_nic *nic)
{
	run->c.nic = nic;
	return na_policy_chosen(run->options, id, severity) &&
	       na_policy_check(run, id, severity, waiver->why, na_place_text(run->c.arena, &waiver->place));
}

static void report_expired(struct na_policy_run *run, const struct na_waiver *waiver, const struct tally *tally)
{
	if (!begin(run, waiver, NA_WAIVER_EXPIRED, NA_WARNING, tally->others ? NULL : tally->nic))
		return;
	if (run->c.now->host.time_ns)
		na_verdict_fail(&run->c, "the waiver of %s ended with %s, and it still fails%s%s",
				name_of(run->c.arena, waiver), waiver->until, waiver->owner ? ": ask " : "",
				waiver->owner ? waiver->owner : "");
	else
		na_verdict_unknown(&run->c, true,
				   "whether the waiver of %s has ended is not known: the snapshot has "
				   "no time",
				   name_of(run->c.arena, waiver));
}

static bool is_rule(const struct na_policy *policy, const char *pattern)
{
	for (size_t i = 0; i < na_n_rules; i++)
		if (matches(pattern, na_rules[i].id))
			return true;
	for (size_t i = 0; i < policy->n_rules; i++)
		if (matches(pattern, policy->rules[i].id))
			return true;
	for (size_t i = 0; i < policy->n_groups; i++)
		if (matches(pattern, policy->groups[i].name))
			return true;
	return matches(pattern, NA_POLICY_UNMATCHED);
}

/* How many NICs it may be about, and whether one of them was judged. */
static size_t find_nics(const struct na_policy_run *run, const struct na_waiver *waiver, bool *selected)
{
	size_t n = 0;

	*selected = !waiver->interface;
	for (size_t i = 0; waiver->interface && i < run->c.now->n_nics; i++)
		if (na_nic_matches(&run->c.now->nics[i], waiver->interface)) {
			*selected |= run->c.now->nics[i].selected;
			n++;
		}
	return n;
}

static void report_unused(struct na_policy_run *run, const struct na_waiver *waiver, const struct tally *tally)
{
	const struct na_policy *policy = run->options->policy;
	bool selected, some = run->options->n_only || run->options->minimum > NA_INFO;
	size_t n = find_nics(run, waiver, &selected);

	if (!is_rule(policy, waiver->rule)) {
		if (begin(run, waiver, NA_WAIVER_UNUSED, NA_WARNING, NULL))
			na_verdict_fail(&run->c, "there is no rule %s for this waiver", waiver->rule);
	} else if (waiver->interface && !n) {
		if (begin(run, waiver, NA_WAIVER_UNUSED, NA_WARNING, NULL))
			na_verdict_fail(&run->c, "there is no interface %s for the waiver of %s", waiver->interface,
					waiver->rule);
	} else if (tally->n || (selected && !some)) { /* else nobody asked for what it is about */
		if (begin(run, waiver, NA_WAIVER_UNUSED, NA_INFO, NULL))
			na_verdict_fail(&run->c, "nothing fails that the waiver of %s could forgive",
					name_of(run->c.arena, waiver));
	}
}

void na_policy_waivers(struct na_policy_run *run)
{
	const struct na_policy *policy = run->options->policy;
	struct na_report *report = run->report;
	int64_t now = run->c.now->host.time_ns;
	size_t n = report->n_checks; /* what waivers themselves give rise to is not waived */
	struct tally *tallies = na_arena_alloc(run->c.arena, policy->n_waivers * sizeof(*tallies));

	/* those in force first: a waiver that was renewed is not held against what the old one was for */
	for (int live = 1; tallies && live >= 0; live--)
		for (size_t i = 0; i < policy->n_waivers; i++) {
			const struct na_waiver *waiver = &policy->waivers[i];

			if ((now && now <= waiver->until_ns) == live)
				apply(report, n, waiver, live ? text_of(run->c.arena, waiver) : NULL, &tallies[i]);
		}
	for (size_t i = 0; tallies && i < policy->n_waivers; i++) {
		const struct na_waiver *waiver = &policy->waivers[i];
		bool live = now && now <= waiver->until_ns;

		if (tallies[i].failed)
			report_expired(run, waiver, &tallies[i]);
		else if (!(live && tallies[i].waived) && !tallies[i].undecided)
			report_unused(run, waiver, &tallies[i]);
	}
}
