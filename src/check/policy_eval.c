/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a policy expects of a NIC: one check for each fact. What cannot be read is unknown, and required, since somebody
 * asked for it; so are speed and duplex of a link that is down, which must pass for neither right nor wrong.
 */
#include <inttypes.h>
#include <string.h>

#include "check/policy.h"

static const char two_samples[] = "needs two samples: --interval SECONDS or --baseline FILE";

bool na_policy_check(struct na_policy_run *run, const char *rule, enum na_severity severity, const char *why,
		     const char *source)
{
	struct na_check *check = na_report_add(run->report);

	run->c.check = check;
	if (!check)
		return false;
	check->nic = run->c.nic;
	check->rule = rule;
	check->severity = severity;
	check->status = NA_UNDECIDED;
	check->why = why;
	check->source = source;
	return true;
}

void na_policy_check_end(struct na_policy_run *run)
{
	if (run->c.check->status == NA_FAIL && (int)run->c.check->severity < run->options->minimum)
		run->report->n_checks--;
}

/* One fact that is expected to be some way. */
struct subject {
	struct na_policy_run *run;
	const struct na_plan *plan;
	struct na_reading reading;
};

static void lacks_sample(struct na_rule_context *c)
{
	na_verdict_unknown(c, false, two_samples);
	c->check->lacks_sample = true;
}

/* The same NIC in the first sample, looked for where somebody asks. */
static const struct na_nic *first_sample(struct na_policy_run *run)
{
	if (!run->looked_back)
		run->c.was = na_snapshot_match(run->c.before, run->c.now, run->c.nic);
	run->looked_back = true;
	return run->c.was;
}

/* The rise by the second; NULL where it is known, else why it is not. */
static const char *rate_of(const struct subject *s, double *rate, const char **rise)
{
	struct na_policy_run *run = s->run;
	const struct na_reading *now = &s->reading;
	struct na_reading before;
	const char *why;
	uint64_t delta;
	double seconds;

	if (!first_sample(run))
		return "it is not in the first sample";
	why = na_samples_incomparable(&run->c);
	if (why)
		return why;
	before = na_read(run->c.before, run->c.was, now->attr, now->key);
	if (before.standing != NA_THERE || before.fact->value.type != NA_UINT || now->fact->value.type != NA_UINT)
		return "it could not be read in the first sample";
	if (now->fact->value.v.u < before.fact->value.v.u)
		return "the counter fell, and began anew";
	seconds = na_samples_seconds(&run->c);
	if (!(seconds > 0))
		return "the time between the samples is not known";
	delta = now->fact->value.v.u - before.fact->value.v.u;
	*rate = (double)delta / seconds;
	if (rise)
		*rise = na_rise_text(&run->c, delta);
	return NULL;
}

/* "not at least 10000" */
static const char *failing(struct na_rule_context *c, enum na_attr_id attr, const struct na_condition *condition)
{
	static const char *const words[] = {
		[NA_OP_EQUAL] = "not ",
		[NA_OP_UNEQUAL] = "and must not be ",
		[NA_OP_LESS] = "not less than ",
		[NA_OP_AT_MOST] = "not at most ",
		[NA_OP_MORE] = "not more than ",
		[NA_OP_AT_LEAST] = "not at least ",
		[NA_OP_RANGE] = "not from ",
		[NA_OP_ONE_OF] = "not one of ",
		[NA_OP_HAS] = "without all of ",
		[NA_OP_LACKS] = "not without ",
		[NA_OP_MAXIMUM] = "not ",
		[NA_OP_MINIMUM] = "not ",
		[NA_OP_PRESENT] = "",
		[NA_OP_MISSING] = "and must not be there",
	};
	const char *terms = na_aim_terms(c, attr, condition);

	if (!terms) /* one of them is not known, and it fails all the same */
		return na_arena_printf(c->arena, "not %s", na_condition_text(condition));
	return na_arena_printf(c->arena, "%s%s", words[condition->op], terms);
}

/* The words of the terms that the list has (or has not), where there are some. */
static const char *offending(struct na_rule_context *c, enum na_attr_id attr, const struct na_value *list,
			     const struct na_condition *condition)
{
	const char *text = "";

	for (size_t i = 0; i < condition->n_terms && text; i++) {
		struct na_value wanted, word;
		struct na_reading blame;

		if (!na_term_value(c, &condition->terms[i], &wanted, &blame))
			continue;
		for (uint32_t k = 0; k < (wanted.type == NA_LIST ? wanted.n : 1) && text; k++) {
			word = wanted.type == NA_LIST ? na_string(wanted.v.list[k]) : wanted;
			if (na_list_has(attr, list, &word) == (condition->op == NA_OP_LACKS))
				text = na_arena_printf(c->arena, "%s%s%s", text, *text ? ", " : "",
						       na_value_text(c->arena, &word));
		}
	}
	return text;
}

static void say(struct na_rule_context *c, enum na_attr_id attr, const struct na_value *value,
		const struct na_condition *condition)
{
	const char *fact = c->check->fact;

	if (condition->op == NA_OP_HAS || condition->op == NA_OP_LACKS)
		na_verdict_fail(c, "%s %s %s", fact, condition->op == NA_OP_HAS ? "lacks" : "has",
				offending(c, attr, value, condition));
	else
		na_verdict_fail(c, "%s is %s, %s", fact, c->check->actual, failing(c, attr, condition));
}

/* Where it can be set, and setting it would do: what to type. */
static void mend(struct na_rule_context *c, const struct na_reading *reading, const struct na_condition *condition)
{
	struct na_value aim;

	if (na_is_settable(c->nic, reading->attr, reading->key) &&
	    na_aim_value(c, reading->attr, &reading->fact->value, condition, &aim))
		na_mend_set(c, reading->attr, reading->key, na_value_text(c->arena, &aim));
}

/* The condition does not hold of a value that is there. */
static void fail(const struct subject *s, const struct na_condition *condition)
{
	struct na_rule_context *c = &s->run->c;
	const struct na_reading *reading = &s->reading;
	const struct na_value *value = &reading->fact->value;
	const char *gap, *rise;
	double rate;

	c->check->expected = na_aim_expected(c, reading->attr, s->plan);
	if (condition->rate) {
		rate_of(s, &rate, &rise);
		c->check->actual = rise;
		na_verdict_fail(c, "%s %s, expected %s", c->check->fact, rise, na_condition_text(condition));
		return;
	}
	c->check->actual = na_value_text(c->arena, value);
	if (reading->attr == NA_FEATURE && reading->key && na_feature_in(c->nic, NA_FEATURES_FIXED, reading->key)) {
		/* nobody can mend it, and nobody broke it */
		c->check->severity = NA_INFO;
		na_verdict_fail(c, "capability gap: %s is fixed to %s on this device", reading->key, c->check->actual);
		return;
	}
	say(c, reading->attr, value, condition);
	gap = na_aim_gap(c, reading->attr, condition);
	if (gap)
		c->check->message = na_arena_printf(c->arena, "%s; a capability gap: %s", c->check->message, gap);
	else if (reading->attr == NA_FEATURE && reading->key &&
		 na_feature_in(c->nic, NA_FEATURES_REQUESTED, reading->key))
		c->check->message = na_arena_printf(c->arena, "%s, although it was asked for", c->check->message);
	else
		mend(c, reading, condition);
}

/* It could not be told; blame is what was lacking, if something was. */
static void undecided(const struct subject *s, const struct na_condition *condition, const struct na_reading *blame)
{
	struct na_rule_context *c = &s->run->c;
	char reason[256];

	if (blame->attr)
		na_verdict_unknown(c, true, "%s: %s: %s", na_condition_text(condition),
				   na_name_of(c->arena, blame->attr, blame->key),
				   na_reading_reason(blame, reason, sizeof(reason)));
	else
		na_verdict_unknown(c, true, "%s is %s: whether it is %s cannot be told", c->check->fact,
				   na_value_text(c->arena, &s->reading.fact->value), na_condition_text(condition));
}

static enum na_truth holds(const struct subject *s, const struct na_condition *condition, struct na_reading *blame,
			   const char **why)
{
	struct na_rule_context *c = &s->run->c;
	struct na_value rate = na_real(0);

	*why = NULL;
	if (!condition->rate)
		return na_condition_holds(c, s->reading.attr, &s->reading.fact->value, condition, blame);
	*why = c->before ? rate_of(s, &rate.v.d, NULL) : two_samples;
	return *why ? NA_MAYBE : na_condition_holds(c, s->reading.attr, &rate, condition, blame);
}

/* The value is there: the first condition that fails says it, else the first that cannot be told. */
static void judge_value(const struct subject *s)
{
	const struct na_expectation *e = s->plan->expectation;
	struct na_rule_context *c = &s->run->c;
	const struct na_condition *unknown = NULL;
	struct na_reading blame, lacking = { 0 };
	const char *why, *unknown_why = NULL;

	for (size_t i = 0; i < e->n_conditions; i++) {
		enum na_truth is = holds(s, &e->conditions[i], &blame, &why);

		if (is == NA_NO) {
			fail(s, &e->conditions[i]);
			return;
		}
		if (is == NA_MAYBE && !unknown) {
			unknown = &e->conditions[i];
			unknown_why = why;
			lacking = blame;
		}
	}
	if (!unknown)
		na_verdict_pass(c);
	else if (unknown_why == two_samples)
		lacks_sample(c);
	else if (unknown_why)
		na_verdict_unknown(c, true, "%s: %s", c->check->fact, unknown_why);
	else
		undecided(s, unknown, &lacking);
}

/* Unknown, for the reason that the fact is not there. */
static void cannot_know(const struct subject *s)
{
	struct na_rule_context *c = &s->run->c;
	const struct na_fact *fact = s->reading.fact;
	struct na_memo *memo = s->plan->memo;
	struct na_memo is = {
		.name = c->check->fact,
		.said = fact && fact->value.type == NA_STRING ? fact->value.v.s : NULL,
		.standing = s->reading.standing,
		.state = fact ? fact->state : NA_N_STATES,
		.err = fact ? fact->err : 0,
	};
	char reason[256];

	if (!memo->message || memo->name != is.name || memo->said != is.said || memo->standing != is.standing ||
	    memo->state != is.state || memo->err != is.err) {
		*memo = is;
		memo->message = na_arena_printf(c->arena, "%s: %s", is.name,
						na_reading_reason(&s->reading, reason, sizeof(reason)));
	}
	c->check->status = NA_UNDECIDED;
	c->check->required = true;
	c->check->message = memo->message;
}

/* The driver has no such thing: right where that is expected, wrong where it must be there, else nobody can tell. */
static void judge_missing(const struct subject *s)
{
	const struct na_expectation *e = s->plan->expectation;
	struct na_rule_context *c = &s->run->c;
	bool all_missing = e->n_conditions > 0;
	char reason[256];

	for (size_t i = 0; i < e->n_conditions; i++) {
		if (e->conditions[i].op == NA_OP_PRESENT) {
			na_verdict_fail(c, "%s is not there: %s", c->check->fact,
					na_reading_reason(&s->reading, reason, sizeof(reason)));
			c->check->actual = "absent";
			return;
		}
		all_missing &= e->conditions[i].op == NA_OP_MISSING;
	}
	if (all_missing)
		na_verdict_pass(c);
	else
		cannot_know(s);
}

static void judge(const struct subject *s)
{
	struct na_rule_context *c = &s->run->c;

	c->check->expected = s->plan->expected;
	switch (s->reading.standing) {
	case NA_THERE:
		judge_value(s);
		break;
	case NA_NOT_THERE:
		judge_missing(s);
		break;
	case NA_NOMINAL:
		na_verdict_not_applicable(c, "its speed is nominal");
		break;
	case NA_LINKLESS:
	case NA_UNREADABLE:
		cannot_know(s);
		break;
	}
	na_policy_check_end(s->run);
}

static bool begin(struct na_policy_run *run, const struct na_policy_rule *rule, const struct na_plan *plan,
		  const char *fact)
{
	if (!na_policy_check(run, rule->id, rule->severity, rule->why, plan->source))
		return false;
	run->c.check->fact = fact;
	return true;
}

/* A glob is about what is there: facts that this driver or kernel has not are none of it, unless that is what is wanted. */
static bool is_meant(const struct na_plan *plan, const struct na_fact *fact)
{
	if (!plan->absence && (fact->state == NA_UNSUPPORTED || fact->state == NA_ABSENT))
		return false;
	return na_conditions_suit(plan->expectation, (enum na_attr_id)fact->attr);
}

static void expect_glob(struct na_policy_run *run, const struct na_policy_rule *rule, const struct na_plan *plan)
{
	const char *glob = plan->expectation->name;
	struct na_walk walk = na_walk(run->c.now, run->c.nic, plan->glob);
	const struct na_fact *fact;
	size_t n = 0;

	while ((fact = na_walk_next(&walk))) {
		struct subject s = { run, plan, { 0 } };

		if (!is_meant(plan, fact))
			continue;
		n++;
		if (!begin(run, rule, plan, na_name_of(run->c.arena, fact->attr, fact->key)))
			return;
		s.reading = na_read(run->c.now, run->c.nic, fact->attr, fact->key);
		judge(&s);
	}
	if (n || !begin(run, rule, plan, glob))
		return;
	run->c.check->expected = plan->expected;
	if (plan->absence)
		na_verdict_not_applicable(&run->c, "nothing has such a name");
	else
		na_verdict_unknown(&run->c, true, "nothing was read that matches %s", glob);
}

void na_policy_expect(struct na_policy_run *run, const struct na_policy_rule *rule, const struct na_plan *plan)
{
	const struct na_expectation *e = plan->expectation;
	struct subject s = { run, plan, { 0 } };

	if (plan->rates && !run->c.before) {
		if (!begin(run, rule, plan, e->name))
			return;
		run->c.check->expected = plan->expected;
		lacks_sample(&run->c);
	} else if (plan->glob) {
		expect_glob(run, rule, plan);
	} else {
		if (!begin(run, rule, plan, e->name))
			return;
		s.reading = na_read(run->c.now, run->c.nic, e->attr, e->key);
		judge(&s);
	}
}
