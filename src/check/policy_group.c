/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * NICs that a policy wants to be the same: each is held against what most of them are (the first of them where there is no
 * majority). A driver that has no such thing is a difference, too; what could not be read is none.
 */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "check/policy.h"

enum { MOST_NAMED = 6 };

struct difference {
	enum na_attr_id attr;
	const char *key;
	size_t reference; /* a member that is as most of them are */
};

/* One member and one word of same:. */
struct outcome {
	struct difference differences[NA_MAX_EVIDENCE];
	size_t n_differences;
	bool same;		      /* some fact is as it is elsewhere */
	struct na_reading unreadable; /* what was in the way, of that NIC */
	const struct na_nic *unreadable_of;
};

struct group {
	struct na_policy_run *run;
	const struct na_group *group;
	const char *source;
	const struct na_nic **members;
	size_t n;
	struct na_reading *column; /* one fact of each member */
	size_t *firsts, *counts;   /* of each value there is in the column: who has it first, and how many do */
	struct outcome *outcomes;
};

/* Serial numbers and the like cannot be meant, nor can counters, where a glob reaches them. */
static bool can_be_same(enum na_attr_id attr)
{
	static const enum na_attr_id models[] = { NA_DRIVER_NAME, NA_DRIVER_VERSION, NA_DRIVER_FIRMWARE, NA_PCI_VENDOR,
						  NA_PCI_DEVICE };

	if (na_attrs[attr].scope != NA_SCOPE_IDENTITY)
		return na_attrs[attr].scope != NA_SCOPE_COUNTER && !(na_attrs[attr].flags & NA_HOST);
	for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++)
		if (models[i] == attr)
			return true;
	return false;
}

static bool is_answer(const struct na_reading *reading)
{
	return reading->standing == NA_THERE || reading->standing == NA_NOT_THERE;
}

static bool are_same(const struct na_reading *a, const struct na_reading *b)
{
	if (a->standing != b->standing || a->standing == NA_NOT_THERE)
		return a->standing == b->standing;
	return na_same_value(a->attr, &a->fact->value, &b->fact->value);
}

/* The column, and the first member of the largest part of it; n where none has the fact. *answers is how many told. */
static size_t read_column(struct group *g, enum na_attr_id attr, const char *key, size_t *answers)
{
	size_t n_values = 0, best = g->n, most = 0;
	bool any = false;

	*answers = 0;
	for (size_t i = 0; i < g->n; i++) {
		struct na_reading *reading = &g->column[i];
		size_t v = 0;

		*reading = na_read(g->run->c.now, g->members[i], attr, key);
		if (!is_answer(reading))
			continue;
		any |= reading->standing == NA_THERE;
		++*answers;
		while (v < n_values && !are_same(reading, &g->column[g->firsts[v]]))
			v++;
		if (v == n_values) {
			g->firsts[n_values++] = i;
			g->counts[v] = 0;
		}
		g->counts[v]++;
	}
	for (size_t v = 0; any && v < n_values; v++)
		if (g->counts[v] > most) {
			most = g->counts[v];
			best = g->firsts[v];
		}
	return best;
}

static void remember_unreadable(struct outcome *outcome, const struct group *g, size_t member)
{
	if (outcome->unreadable_of)
		return;
	outcome->unreadable = g->column[member];
	outcome->unreadable_of = g->members[member];
}

static void compare_fact(struct group *g, enum na_attr_id attr, const char *key)
{
	size_t answers, reference = read_column(g, attr, key, &answers), blind = g->n;

	for (size_t i = 0; i < g->n; i++)
		if (g->column[i].standing == NA_UNREADABLE || g->column[i].standing == NA_LINKLESS) {
			remember_unreadable(&g->outcomes[i], g, i);
			blind = blind < g->n ? blind : i;
		}
	for (size_t i = 0; reference < g->n && i < g->n; i++) {
		struct outcome *outcome = &g->outcomes[i];

		if (!is_answer(&g->column[i]))
			continue;
		if (answers > 1 && are_same(&g->column[i], &g->column[reference])) {
			outcome->same = true;
		} else if (answers > 1) {
			if (outcome->n_differences < NA_MAX_EVIDENCE)
				outcome->differences[outcome->n_differences] =
					(struct difference){ attr, key, reference };
			outcome->n_differences++;
		} else if (blind < g->n) { /* nobody else told */
			remember_unreadable(outcome, g, blind);
		}
	}
}

/* " on eno1, eno3 and 2 more": who is as the reference is. The column is that of the fact. */
static const char *like_reference(struct group *g, size_t reference)
{
	const char *text = "";
	size_t n = 0;
	char more[40];

	for (size_t i = 0; i < g->n && text; i++)
		if (is_answer(&g->column[i]) && are_same(&g->column[i], &g->column[reference]) && n++ < MOST_NAMED)
			text = na_arena_printf(g->run->c.arena, "%s%s%s", text, *text ? ", " : "", g->members[i]->name);
	snprintf(more, sizeof(more), " and %zu more", n - MOST_NAMED);
	return n > MOST_NAMED && text ? na_arena_printf(g->run->c.arena, "%s%s", text, more) : text;
}

static const char *text_of(struct group *g, const struct na_reading *reading)
{
	return reading->standing == NA_THERE ? na_value_text(g->run->c.arena, &reading->fact->value) : "not there";
}

static void report_differences(struct group *g, size_t member)
{
	const struct outcome *outcome = &g->outcomes[member];
	struct na_rule_context *c = &g->run->c;
	size_t answers;
	char more[40] = "";

	if (outcome->n_differences > 1)
		snprintf(more, sizeof(more), "; %zu more differ%s", outcome->n_differences - 1,
			 outcome->n_differences == 2 ? "s" : "");
	for (size_t i = 0; i < outcome->n_differences && i < NA_MAX_EVIDENCE; i++) {
		const struct difference *d = &outcome->differences[i];
		const char *name = na_name_of(c->arena, d->attr, d->key), *here, *there, *where;

		read_column(g, d->attr, d->key, &answers);
		here = text_of(g, &g->column[member]);
		there = text_of(g, &g->column[d->reference]);
		where = like_reference(g, d->reference);
		if (i) {
			na_evidence(c, name, "%s here, %s on %s", here, there, where);
			continue;
		}
		c->check->fact = name;
		c->check->actual = here;
		c->check->expected = there;
		na_verdict_fail(c, "%s is %s here and %s on %s%s", name, here, there, where, more);
		if (na_is_settable(c->nic, d->attr, d->key) && g->column[d->reference].standing == NA_THERE &&
		    g->column[member].standing == NA_THERE)
			na_mend_set(c, d->attr, d->key, there);
	}
}

static void report_unreadable(struct group *g, size_t member)
{
	const struct outcome *outcome = &g->outcomes[member];
	struct na_rule_context *c = &g->run->c;
	const char *name = na_name_of(c->arena, outcome->unreadable.attr, outcome->unreadable.key);
	const struct na_nic *other = outcome->unreadable_of;
	char reason[256];

	na_reading_reason(&outcome->unreadable, reason, sizeof(reason));
	if (other == g->members[member])
		na_verdict_unknown(c, true, "%s: %s", name, reason);
	else /* who was not asked for was not read */
		na_verdict_unknown(c, other->selected, "%s of %s: %s", name, other->name, reason);
}

static void report_member(struct group *g, size_t member, const char *word)
{
	const struct outcome *outcome = &g->outcomes[member];
	struct na_rule_context *c = &g->run->c;

	c->nic = g->members[member];
	if (!c->nic->selected || !na_policy_check(g->run, g->group->name, g->group->severity, g->group->why, g->source))
		return;
	c->check->fact = word;
	c->check->expected = "the same";
	if (outcome->n_differences)
		report_differences(g, member);
	else if (outcome->unreadable_of)
		report_unreadable(g, member);
	else if (outcome->same)
		na_verdict_pass(c);
	else
		na_verdict_not_applicable(c, g->n > 1 ? "there is nothing of that name to be compared" :
							"no other interface of the group is there");
}

/* Driver and kernel have it, even if nobody could read it. */
static bool is_there(const struct na_fact *fact)
{
	return fact && fact->state != NA_UNSUPPORTED && fact->state != NA_ABSENT;
}

/* Every fact that some member has, once. */
static void compare_glob(struct group *g, const char *text)
{
	const struct na_glob *glob = na_glob(g->run->c.arena, text);

	for (size_t i = 0; glob && i < g->n; i++) {
		struct na_walk walk = na_walk(g->run->c.now, g->members[i], glob);
		const struct na_fact *fact;

		while ((fact = na_walk_next(&walk))) {
			size_t k = 0;

			if (!is_there(fact) || !can_be_same((enum na_attr_id)fact->attr))
				continue;
			while (k < i && !is_there(na_fact_find(&g->members[k]->facts, fact->attr, fact->key)))
				k++;
			if (k == i)
				compare_fact(g, fact->attr, fact->key);
		}
	}
}

/* A name is a name before it is a glob, since counters have names with brackets. */
static bool is_name(const struct group *g, const char *word, enum na_attr_id *attr, const char **key)
{
	*attr = na_attr_find(word, key);
	if (*attr == NA_ATTR_UNKNOWN || !*key || !strpbrk(*key, "*?["))
		return *attr != NA_ATTR_UNKNOWN;
	for (size_t i = 0; i < g->n; i++) {
		const struct na_fact *fact = na_fact_find(&g->members[i]->facts, *attr, *key);

		if (fact && fact->state == NA_PRESENT)
			return true;
	}
	return false;
}

static void judge_word(struct group *g, const char *word)
{
	enum na_attr_id attr;
	const char *key;

	memset(g->outcomes, 0, g->n * sizeof(*g->outcomes));
	if (is_name(g, word, &attr, &key))
		compare_fact(g, attr, key);
	else
		compare_glob(g, word);
	for (size_t i = 0; i < g->n; i++)
		report_member(g, i, word);
}

static bool is_member(const struct group *g, const struct na_nic *nic)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->members[i] == nic)
			return true;
	return false;
}

static void find_members(struct group *g)
{
	const struct na_snapshot *now = g->run->c.now;

	for (const char **pattern = g->group->members; *pattern; pattern++) {
		bool any = false;

		for (size_t i = 0; i < now->n_nics; i++) {
			if (!na_nic_matches(&now->nics[i], *pattern))
				continue;
			any = true;
			if (!is_member(g, &now->nics[i]))
				g->members[g->n++] = &now->nics[i];
		}
		g->run->c.nic = NULL;
		if (!any && na_policy_check(g->run, g->group->name, g->group->severity, g->group->why, g->source))
			na_verdict_fail(&g->run->c, "%s of this group is not there", *pattern);
	}
}

static bool judge_group(struct group *g)
{
	struct na_arena *arena = g->run->c.arena;
	size_t n = g->run->c.now->n_nics;

	g->source = na_place_text(arena, &g->group->place);
	g->members = na_arena_alloc(arena, n * sizeof(*g->members));
	if (!g->members || !g->source)
		return false;
	find_members(g);
	g->column = na_arena_alloc(arena, g->n * sizeof(*g->column));
	g->firsts = na_arena_alloc(arena, g->n * sizeof(*g->firsts));
	g->counts = na_arena_alloc(arena, g->n * sizeof(*g->counts));
	g->outcomes = na_arena_alloc(arena, g->n * sizeof(*g->outcomes));
	if (!g->column || !g->firsts || !g->counts || !g->outcomes)
		return false;
	for (const char **word = g->group->same; *word; word++)
		judge_word(g, *word);
	return true;
}

void na_policy_groups(struct na_policy_run *run)
{
	const struct na_policy *policy = run->options->policy;

	for (size_t i = 0; i < policy->n_groups; i++) {
		struct group g = { .run = run, .group = &policy->groups[i] };

		if (na_policy_chosen(run->options, g.group->name, g.group->severity) && !judge_group(&g))
			return;
	}
}
