/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Puts every rule to every selected NIC: the rows of the rule table, the choice among them, and the loop. */
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "check/rules.h"

#define MEND(tool_, text_)                   \
	{                                    \
		.tool = tool_, .text = text_ \
	}

const struct na_rule na_rules[] = {
#define NEEDS(...)             \
	(const uint16_t[])     \
	{                      \
		__VA_ARGS__, 0 \
	}
#define RULE(id_, function_, severity_, virtual_, two_samples_, needs_, title_, why_, source_, ...) \
	{ .id = id_,                                                                                \
	  .severity = severity_,                                                                    \
	  .is_virtual = virtual_,                                                                   \
	  .two_samples = two_samples_,                                                              \
	  .needs = needs_,                                                                          \
	  .judge = na_rule_##function_,                                                             \
	  .title = title_,                                                                          \
	  .why = why_,                                                                              \
	  .source = source_,                                                                        \
	  .mends = { __VA_ARGS__ } },
#include "check/rules.def"
#undef RULE
};
enum { N_RULES = sizeof(na_rules) / sizeof(na_rules[0]) };
const size_t na_n_rules = N_RULES;

/* A rule that is asked for, with the severity that the policy gives it. */
struct chosen {
	const struct na_rule *rule;
	enum na_severity severity;
};

/* An id that exists is that rule, even where it could be read as a glob, too. */
static int mark(bool *marks, const char *const *ids, size_t n_ids, const char *pattern, struct na_error *error)
{
	const char *nearest;
	size_t n = 0;

	for (int glob = 0; !n && glob < 2; glob++)
		for (size_t i = 0; i < n_ids; i++)
			if (glob ? !fnmatch(pattern, ids[i], 0) : !strcmp(pattern, ids[i])) {
				marks[i] = true;
				n++;
			}
	if (n)
		return 0;
	if (strpbrk(pattern, "*?["))
		return na_error_set(error, ENOENT, "no rule matches '%s'", pattern);
	nearest = na_nearest(pattern, ids, n_ids);
	return na_error_set(error, ENOENT, "no rule '%s'%s%s%s", pattern, nearest ? "; did you mean '" : "",
			    nearest ? nearest : "", nearest ? "'?" : "");
}

/* What --only names, of the built-in rules: the first of all ids that there are. */
static int mark_all(const struct na_check_options *options, bool *marks, struct na_error *error)
{
	size_t n_ids = N_RULES + na_policy_ids(options->policy, NULL);
	const char **ids = calloc(n_ids, sizeof(*ids));
	bool *all = calloc(n_ids, sizeof(*all));
	int ret = ids && all ? 0 : na_error_set(error, ENOMEM, "out of memory for the rules");

	for (size_t i = 0; !ret && i < N_RULES; i++)
		ids[i] = na_rules[i].id;
	if (!ret)
		na_policy_ids(options->policy, ids + N_RULES);
	for (size_t i = 0; !ret && i < options->n_only; i++)
		ret = mark(all, ids, n_ids, options->only[i], error);
	for (size_t i = 0; !ret && i < N_RULES; i++)
		marks[i] = all[i] || !options->n_only;
	free(ids);
	free(all);
	return ret;
}

/* Which built-in rules are asked for: their number, or -errno. */
static int choose(const struct na_check_options *options, struct chosen *chosen, struct na_error *error)
{
	bool marks[N_RULES] = { false };
	int n = 0, ret = mark_all(options, marks, error);

	for (size_t i = 0; !ret && i < N_RULES; i++) {
		struct chosen one = { &na_rules[i], na_rules[i].severity };

		if (marks[i] && na_policy_builtin(options->policy, one.rule->id, &one.severity) &&
		    (int)one.severity >= options->minimum)
			chosen[n++] = one;
	}
	return ret ? ret : n;
}

/* The check is all zero. */
static void judge(struct na_rule_context *c, enum na_severity severity)
{
	c->check->nic = c->nic;
	c->check->rule = c->rule->id;
	c->check->severity = severity;
	c->check->status = NA_UNDECIDED;
	c->check->why = c->rule->why;
	c->check->source = c->rule->source;
	c->check->lacks_sample = c->rule->two_samples && !c->before;
	if (c->check->lacks_sample)
		na_verdict_unknown(c, false, "needs two samples: --interval SECONDS or --baseline FILE");
	else if (c->rule->two_samples && !c->was)
		na_verdict_unknown(c, !c->nic->is_virtual, "it is not in the first sample");
	else
		c->rule->judge(c);
}

/* What says nothing without a second sample, and costs. How often the carrier came and went is evidence by itself. */
static bool is_statistic(enum na_attr_id attr)
{
	return na_attrs[attr].scope == NA_SCOPE_COUNTER && attr >= NA_STATS_RX_PACKETS;
}

int na_check_needs(const struct na_check_options *options, bool two_samples, uint8_t *wanted, struct na_error *error)
{
	static const uint16_t lasting[] = { NA_PERSIST, NA_PERSIST_FILE, NA_PERSIST_TOOLS, NA_LINK_ADDRESS };
	struct chosen chosen[N_RULES];
	int n = choose(options, chosen, error);

	memset(wanted, 0, NA_N_ATTRS * sizeof(*wanted));
	for (int i = 0; i < n; i++) {
		const struct na_rule *rule = chosen[i].rule;
		uint8_t want = rule->is_virtual ? NA_WANT_ALL : NA_WANT_HARDWARE;
		bool counters = rule->two_samples;

		if (counters && !two_samples)
			continue;
		for (const uint16_t *need = rule->needs; *need; need++)
			if (*need == NA_COUNTER)
				counters = true;
			else if (two_samples || !is_statistic(*need))
				wanted[*need] |= want;
		/* those of the driver cost calls of their own for each NIC */
		for (size_t a = 1; counters && two_samples && a < NA_N_ATTRS; a++)
			if (na_attrs[a].scope == NA_SCOPE_COUNTER)
				wanted[a] |= a == NA_COUNTER ? NA_WANT_HARDWARE : want;
	}
	na_policy_needs(options, two_samples, wanted);
	/* whatever is to be mended, whether that will last; the address is how files tell NICs apart */
	for (size_t i = 0; i < sizeof(lasting) / sizeof(lasting[0]); i++)
		wanted[lasting[i]] |= NA_WANT_HARDWARE;
	return n < 0 ? n : 0;
}

int na_check_run(const struct na_snapshot *now, const struct na_snapshot *before,
		 const struct na_check_options *options, struct na_report **report, struct na_error *error)
{
	const struct na_check_options all = { 0 };
	struct na_rule_context c = { .now = now, .before = before };
	struct chosen chosen[N_RULES];
	struct na_report *made;
	int n;

	options = options ? options : &all;
	c.policy = options->policy;
	n = choose(options, chosen, error);
	if (n < 0)
		return n;
	made = calloc(1, sizeof(*made));
	if (!made)
		goto no_memory;
	made->now = now;
	made->before = before;
	c.arena = &made->arena;
	for (size_t i = 0; i < now->n_nics; i++) {
		c.nic = &now->nics[i];
		if (!c.nic->selected)
			continue;
		c.was = before ? na_snapshot_match(before, now, c.nic) : NULL;
		for (int r = 0; r < n; r++) {
			c.rule = chosen[r].rule;
			if (c.nic->is_virtual && !c.rule->is_virtual)
				continue;
			c.check = na_report_add(made);
			if (!c.check)
				goto no_memory;
			judge(&c, chosen[r].severity);
		}
	}
	if (options->policy && na_policy_judge(made, options))
		goto no_memory;
	if (made->arena.oom)
		goto no_memory;
	na_report_summarise(made);
	*report = made;
	return 0;

no_memory:
	na_report_free(made);
	return na_error_set(error, ENOMEM, "out of memory for the report");
}

void na_report_free(struct na_report *report)
{
	if (!report)
		return;
	free(report->checks);
	na_arena_clear(&report->arena);
	free(report);
}
