/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about members of one bond or team that differ: what one of them does differently is found when it takes over. */
#include <string.h>

#include "check/rules.h"

enum { MAX_SHOWN = 4 };

/* What the rule looks at and does not compare. */
static bool is_compared(enum na_attr_id attr)
{
	return attr != NA_LINK_MASTER && attr != NA_DRIVER_NAME;
}

/* Both have it, and what they have is not the same; a family of one driver has its own names on each. */
static bool differs(const struct na_fact *ours, const struct na_nic *sibling, const struct na_fact **theirs)
{
	*theirs = na_fact_find(&sibling->facts, ours->attr, ours->key);
	return ours->state == NA_PRESENT && *theirs && (*theirs)->state == NA_PRESENT &&
	       !na_value_equal(&ours->value, &(*theirs)->value);
}

/* How many of the others have it as we do, and how many otherwise; *other is one of those. */
static void vote(struct na_rule_context *c, const struct na_nic *master, const struct na_fact *ours, size_t *same,
		 size_t *otherwise, const struct na_nic **other)
{
	const struct na_fact *theirs;

	*same = *otherwise = 0;
	*other = NULL;
	for (const struct na_nic *member = NULL; (member = na_next_member(c->now, master, member));) {
		if (member == c->nic || member->is_virtual)
			continue;
		if (differs(ours, member, &theirs)) {
			++*otherwise;
			if (!*other)
				*other = member;
		} else if (theirs && theirs->state == NA_PRESENT) {
			++*same;
		}
	}
}

/* Fewer have it as we do than otherwise; where they are as many, the one that comes first is the measure. */
static const struct na_nic *deviates(struct na_rule_context *c, const struct na_nic *master, const struct na_fact *ours)
{
	const struct na_nic *other;
	size_t same, otherwise;

	vote(c, master, ours, &same, &otherwise, &other);
	if (!other || same + 1 > otherwise)
		return NULL;
	return same + 1 < otherwise || other < c->nic ? other : NULL;
}

/* "ring.rx is 256 (4096 on eth0)" */
static const char *difference(struct na_rule_context *c, const struct na_fact *ours, const struct na_nic *other)
{
	const struct na_fact *theirs = na_fact_find(&other->facts, ours->attr, ours->key);
	char name[NA_NAME_MAX];

	return na_arena_printf(c->arena, "%s is %s (%s on %s)", na_fact_name(ours, name, sizeof(name)),
			       na_value_text(c->arena, &ours->value), na_value_text(c->arena, &theirs->value),
			       other->name);
}

struct differences {
	const char *text;
	const struct na_fact *first;
	const struct na_nic *other;
	size_t n;
};

static void look_at(struct na_rule_context *c, const struct na_nic *master, enum na_attr_id attr,
		    struct differences *found)
{
	const struct na_fact *fact;
	size_t n = na_fact_family(&c->nic->facts, attr, &fact);

	if (!(na_attrs[attr].flags & NA_FAMILY)) {
		fact = na_fact_find(&c->nic->facts, attr, NULL);
		n = fact != NULL;
	}
	for (size_t i = 0; i < n; i++) {
		const struct na_nic *other = deviates(c, master, &fact[i]);

		if (!other)
			continue;
		if (!found->n++) {
			found->first = &fact[i];
			found->other = other;
		}
		if (found->n <= MAX_SHOWN)
			found->text = na_arena_printf(c->arena, "%s%s%s", found->text, found->n > 1 ? "; " : "",
						      difference(c, &fact[i], other));
	}
}

static void report_differences(struct na_rule_context *c, const struct na_nic *master, const struct differences *found)
{
	const struct na_fact *theirs = na_fact_find(&found->other->facts, found->first->attr, found->first->key);
	char name[NA_NAME_MAX], more[48] = "";

	if (found->n > MAX_SHOWN)
		snprintf(more, sizeof(more), "; and %zu more", found->n - MAX_SHOWN);
	na_verdict_fail(c, "it is set up unlike the other members of %s: %s%s", master->name, found->text, more);
	c->check->fact = na_arena_printf(c->arena, "%s", na_fact_name(found->first, name, sizeof(name)));
	c->check->expected = na_value_text(c->arena, &theirs->value);
	c->check->actual = na_value_text(c->arena, &found->first->value);
	if (found->first->attr != NA_DRIVER_NAME)
		na_mend_set(c, found->first->attr, found->first->key, c->check->expected);
}

void na_rule_bond_siblings_differ(struct na_rule_context *c)
{
	const struct na_nic *master = na_master_of(c->now, c->nic), *member = NULL;
	struct differences found = { .text = "" };
	size_t n = 0;
	bool same_driver;

	if (!master || !na_is_aggregate(master)) {
		na_verdict_not_applicable(c, "it belongs to no bond or team");
		return;
	}
	while ((member = na_next_member(c->now, master, member)))
		n += member != c->nic && !member->is_virtual && member->selected;
	if (!n) {
		na_verdict_unknown(c, false, "no other member of %s was asked for", master->name);
		return;
	}
	look_at(c, master, NA_DRIVER_NAME, &found);
	/* another driver has other offloads and rings, mostly on purpose: that it is another one says it all */
	same_driver = !found.n;
	if (!same_driver)
		c->check->severity = NA_INFO;
	for (const uint16_t *attr = c->rule->needs; same_driver && *attr; attr++)
		if (is_compared(*attr))
			look_at(c, master, *attr, &found);
	if (found.n)
		report_differences(c, master, &found);
	else
		na_verdict_pass(c);
}
