/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a value would have to be for a condition to hold: in words, as a value to aim for, and whether the NIC can do it. */
#include <inttypes.h>
#include <string.h>

#include "check/policy.h"

static bool term_value(const struct na_rule_context *c, const struct na_condition *condition, enum na_attr_id attr,
		       size_t i, struct na_value *value)
{
	struct na_reading blame;
	struct na_term scratch;

	return na_term_value(c, na_condition_term(condition, attr, i, &scratch), value, &blame);
}

const char *na_aim_terms(struct na_rule_context *c, enum na_attr_id attr, const struct na_condition *condition)
{
	const char *between = condition->op == NA_OP_RANGE ? " to " : ", ", *text = "";

	for (size_t i = 0; i < na_condition_terms(condition) && text; i++) {
		struct na_value value;

		if (!term_value(c, condition, attr, i, &value))
			return NULL;
		text = na_arena_printf(c->arena, "%s%s%s", text, i ? between : "", na_value_text(c->arena, &value));
	}
	return text;
}

/* "max (= 4096)", "min(count(pci.local-cpus), channel.combined-max) = 8" */
static const char *resolved(struct na_rule_context *c, enum na_attr_id attr, const struct na_condition *condition)
{
	const char *text = na_condition_text(condition), *terms;
	size_t len = strlen(text), n = na_condition_terms(condition);
	bool plain = true;

	for (size_t i = 0; i < n; i++) {
		struct na_term scratch;

		plain &= na_condition_term(condition, attr, i, &scratch)->kind == NA_TERM_VALUE;
	}
	terms = plain ? NULL : na_aim_terms(c, attr, condition);
	if (!terms)
		return text;
	return na_arena_printf(c->arena, len && text[len - 1] == ')' ? "%s = %s" : "%s (= %s)", text, terms);
}

const char *na_aim_expected(struct na_rule_context *c, enum na_attr_id attr, const struct na_plan *plan)
{
	const struct na_expectation *e = plan->expectation;
	const char *text = "";

	for (size_t i = 0; i < e->n_conditions && text; i++)
		text = i ? na_arena_printf(c->arena, "%s; %s", text, resolved(c, attr, &e->conditions[i])) :
			   resolved(c, attr, &e->conditions[i]);
	return text;
}

/* The most that the NIC can do; *text says so. */
static bool limit_of(struct na_rule_context *c, enum na_attr_id attr, struct na_value *limit, const char **text)
{
	const struct na_value *value;
	const struct na_link_mode *best;

	if (attr == NA_LINK_SPEED) {
		value = na_fact_value(&c->nic->facts, NA_LINK_SUPPORTED);
		best = value && value->type == NA_LIST ? na_link_mode_best(value) : NULL;
		if (!best)
			return false;
		*limit = na_uint(best->speed);
		*text = na_arena_printf(c->arena, "the NIC can do no more than %s", best->name);
		return true;
	}
	value = na_attrs[attr].max ? na_fact_value(&c->nic->facts, na_attrs[attr].max) : NULL;
	if (!value || !na_number_of(value, limit))
		return false;
	*text = na_arena_printf(c->arena, "%s is %s", na_attrs[na_attrs[attr].max].name,
				na_value_text(c->arena, value));
	return true;
}

static bool is_within(const struct na_value *value, const struct na_value *limit)
{
	struct na_value number;

	return !na_number_of(value, &number) || na_number_compare(&number, limit) <= 0;
}

const char *na_aim_gap(struct na_rule_context *c, enum na_attr_id attr, const struct na_condition *condition)
{
	size_t n = condition->op == NA_OP_ONE_OF ? condition->n_terms : 1;
	struct na_value limit, value;
	const char *text;

	switch (condition->op) {
	case NA_OP_EQUAL:
	case NA_OP_MORE:
	case NA_OP_AT_LEAST:
	case NA_OP_RANGE: /* its lower end */
	case NA_OP_ONE_OF:
		break;
	default:
		return NULL;
	}
	if (condition->rate || !limit_of(c, attr, &limit, &text))
		return NULL;
	for (size_t i = 0; i < n; i++)
		if (!term_value(c, condition, attr, i, &value) || is_within(&value, &limit))
			return NULL;
	return text;
}

bool na_aim_value(struct na_rule_context *c, enum na_attr_id attr, const struct na_value *is,
		  const struct na_condition *condition, struct na_value *aim)
{
	struct na_value low, value, limit;
	const char *text;
	bool limited;

	switch (condition->op) {
	case NA_OP_EQUAL:
	case NA_OP_AT_MOST:
	case NA_OP_AT_LEAST:
	case NA_OP_MAXIMUM:
	case NA_OP_MINIMUM:
		return !condition->rate && term_value(c, condition, attr, 0, aim);
	case NA_OP_RANGE:
		if (condition->rate || !term_value(c, condition, attr, 0, aim) || !na_number_of(is, &value) ||
		    !na_number_of(aim, &low))
			return false;
		return na_number_compare(&value, &low) < 0 || term_value(c, condition, attr, 1, aim);
	case NA_OP_ONE_OF:
		limited = limit_of(c, attr, &limit, &text);
		for (size_t i = 0; i < condition->n_terms; i++)
			if (term_value(c, condition, attr, i, aim) && (!limited || is_within(aim, &limit)))
				return true;
		return false;
	case NA_OP_UNEQUAL:
		if (is->type != NA_BOOL)
			return false;
		*aim = na_bool(!is->v.b);
		return true;
	case NA_OP_LESS:
	case NA_OP_MORE:
	case NA_OP_HAS:
	case NA_OP_LACKS:
	case NA_OP_PRESENT:
	case NA_OP_MISSING:
		break;
	}
	return false;
}

bool na_feature_in(const struct na_nic *nic, enum na_attr_id list, const char *feature)
{
	const struct na_value *value = na_fact_value(&nic->facts, list);

	return value && value->type == NA_LIST && na_value_has(value, feature);
}

bool na_is_settable(const struct na_nic *nic, enum na_attr_id attr, const char *key)
{
	const struct na_attr *row = &na_attrs[attr];

	if ((!row->set.msg && row->scope != NA_SCOPE_CONFIG) || row->flags & NA_HOST)
		return false;
	return attr != NA_FEATURE || !key || !na_feature_in(nic, NA_FEATURES_FIXED, key);
}
