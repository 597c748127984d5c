/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Conditions and their terms: the numbers that are only known once a NIC is looked at, and whether a condition holds. */
#include <string.h>

#include "check/policy.h"

static bool count(const struct na_value *value, struct na_value *n)
{
	uint64_t cpus;

	switch (value->type) {
	case NA_LIST:
	case NA_NUMBERS:
	case NA_BYTES:
		*n = na_uint(value->n);
		return true;
	case NA_STRING:
		if (!na_count_cpus(value->v.s, &cpus))
			return false;
		*n = na_uint(cpus);
		return true;
	case NA_NONE:
	case NA_BOOL:
	case NA_UINT:
	case NA_INT:
	case NA_REAL:
	case NA_JSON:
		break;
	}
	return false;
}

static bool extreme(const struct na_rule_context *c, const struct na_term *term, struct na_value *value,
		    struct na_reading *blame)
{
	for (size_t i = 0; i < term->n_terms; i++) {
		struct na_value one, number;
		int order;

		if (!na_term_value(c, &term->terms[i], &one, blame) || !na_number_of(&one, &number))
			return false;
		order = i ? na_number_compare(&number, value) : 0;
		if (!i || (term->kind == NA_TERM_MIN ? order < 0 : order > 0))
			*value = number;
	}
	return term->n_terms > 0;
}

bool na_term_value(const struct na_rule_context *c, const struct na_term *term, struct na_value *value,
		   struct na_reading *blame)
{
	struct na_reading reading;

	switch (term->kind) {
	case NA_TERM_VALUE:
		*value = term->value;
		return true;
	case NA_TERM_MIN:
	case NA_TERM_MAX:
		return extreme(c, term, value, blame);
	case NA_TERM_FACT:
	case NA_TERM_COUNT:
		break;
	}
	reading = na_read(c->now, c->nic, term->attr, term->key);
	if (reading.standing == NA_THERE) {
		*value = reading.fact->value;
		if (term->kind == NA_TERM_FACT || count(&reading.fact->value, value))
			return true;
		reading.standing = NA_UNREADABLE;
	}
	*blame = reading;
	return false;
}

size_t na_condition_terms(const struct na_condition *condition)
{
	return condition->op == NA_OP_MAXIMUM || condition->op == NA_OP_MINIMUM ? 1 : condition->n_terms;
}

const struct na_term *na_condition_term(const struct na_condition *condition, enum na_attr_id attr, size_t i,
					struct na_term *scratch)
{
	if (condition->op != NA_OP_MAXIMUM && condition->op != NA_OP_MINIMUM)
		return &condition->terms[i];
	*scratch = (struct na_term){
		.kind = NA_TERM_FACT,
		.attr = condition->op == NA_OP_MAXIMUM ? na_attrs[attr].max : na_minimum_of(attr),
	};
	return scratch;
}

static enum na_truth truth(bool is)
{
	return is ? NA_YES : NA_NO;
}

/* Against one term: equal, in order, or in the list. */
static enum na_truth compare(enum na_attr_id attr, enum na_operator op, const struct na_value *value,
			     const struct na_value *wanted)
{
	struct na_value a, b;
	int order;

	switch (op) {
	case NA_OP_EQUAL:
	case NA_OP_MAXIMUM:
	case NA_OP_MINIMUM:
	case NA_OP_ONE_OF:
		return truth(na_same_value(attr, value, wanted));
	case NA_OP_UNEQUAL:
		return truth(!na_same_value(attr, value, wanted));
	case NA_OP_HAS:
		return truth(na_list_has(attr, value, wanted));
	case NA_OP_LACKS:
		return truth(!na_list_has(attr, value, wanted));
	default:
		break;
	}
	if (!na_number_of(value, &a) || !na_number_of(wanted, &b))
		return NA_MAYBE;
	order = na_number_compare(&a, &b);
	switch (op) {
	case NA_OP_LESS:
		return truth(order < 0);
	case NA_OP_AT_MOST:
		return truth(order <= 0);
	case NA_OP_MORE:
		return truth(order > 0);
	default:
		return truth(order >= 0);
	}
}

/* The operator that term i of a range stands for. */
static enum na_operator operator_of(const struct na_condition *condition, size_t i)
{
	if (condition->op != NA_OP_RANGE)
		return condition->op;
	return i ? NA_OP_AT_MOST : NA_OP_AT_LEAST;
}

/* Lacking a list of several words is lacking each of them. */
static enum na_truth lacks_each(enum na_attr_id attr, const struct na_value *value, const struct na_value *wanted)
{
	if (wanted->type != NA_LIST)
		return compare(attr, NA_OP_LACKS, value, wanted);
	for (uint32_t i = 0; i < wanted->n; i++) {
		const struct na_value word = na_string(wanted->v.list[i]);

		if (na_list_has(attr, value, &word))
			return NA_NO;
	}
	return NA_YES;
}

enum na_truth na_condition_holds(const struct na_rule_context *c, enum na_attr_id attr, const struct na_value *value,
				 const struct na_condition *condition, struct na_reading *blame)
{
	bool any = condition->op == NA_OP_ONE_OF, maybe = false;

	if (condition->op == NA_OP_PRESENT)
		return NA_YES;
	if (condition->op == NA_OP_MISSING)
		return NA_NO;
	*blame = (struct na_reading){ .standing = NA_UNREADABLE };
	for (size_t i = 0; i < na_condition_terms(condition); i++) {
		struct na_term scratch;
		struct na_value wanted;
		enum na_truth is = NA_MAYBE;

		if (!na_term_value(c, na_condition_term(condition, attr, i, &scratch), &wanted, blame))
			;
		else if (condition->op == NA_OP_LACKS)
			is = lacks_each(attr, value, &wanted);
		else
			is = compare(attr, operator_of(condition, i), value, &wanted);
		if (is == (any ? NA_YES : NA_NO))
			return is;
		maybe |= is == NA_MAYBE;
	}
	return maybe ? NA_MAYBE : truth(!any);
}
