/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules of a policy: which NICs, what is expected of them, how much it matters, and why. */
#include <errno.h>
#include <string.h>

#include "check/policy_parse.h"

#define AT(type, member) offsetof(struct type, member)
#define N(array) (sizeof(array) / sizeof(array[0]))

#define WORDS "\"$ref\": \"#/$defs/words\""
#define TEXT "\"$ref\": \"#/$defs/text\""

static int read_match(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	struct na_match *match = field;

	match->is_virtual = -1;
	return na_policy_read_object(load, name, value, &na_policy_match_object, match);
}

static int read_except(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	struct na_match *except = na_arena_alloc(load->arena, sizeof(*except));

	if (!except)
		return na_policy_no_memory(load);
	*(struct na_match **)field = except;
	if (value->kind == NA_NODE_MAP && !value->n) /* it would be nobody that is meant */
		return na_policy_fail(load, &value->place, "'%s' is empty: it would be every interface", name);
	return read_match(load, name, value, except);
}

static int read_facts(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	struct na_match *match = field;

	return na_policy_read_expectations(load, name, value, &match->facts, &match->n_facts);
}

static const struct na_policy_member match_members[] = {
	{ "name", na_policy_read_words, AT(na_match, name), false, WORDS, "Names, alternative names or globs." },
	{ "driver", na_policy_read_words, AT(na_match, driver), false, WORDS, "Drivers." },
	{ "kind", na_policy_read_words, AT(na_match, kind), false, WORDS, "Kinds of software devices: bond, vlan." },
	{ "bus", na_policy_read_words, AT(na_match, bus), false, WORDS, "Places on the bus: 0000:3b:00.*." },
	{ "netns", na_policy_read_words, AT(na_match, netns), false, WORDS, "Network namespaces." },
	{ "label", na_policy_read_words, AT(na_match, label), false, WORDS, "Labels given under labels." },
	{ "virtual", na_policy_read_switch, AT(na_match, is_virtual), false, "\"$ref\": \"#/$defs/switch\"",
	  "Those without hardware behind them, or those with." },
	{ "facts", read_facts, 0, false, "\"$ref\": \"#/$defs/facts\"", "Where these hold." },
	{ "not", read_except, AT(na_match, except), false, "\"$ref\": \"#/$defs/match\", \"minProperties\": 1",
	  "But not those." },
};
const struct na_policy_object na_policy_match_object = { "match", match_members, N(match_members) };

static int read_expect(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	struct na_policy_rule *rule = field;

	return na_policy_read_expectations(load, name, value, &rule->expect, &rule->n_expect);
}

static int read_id(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	int ret = na_policy_read_text(load, name, value, field);

	return ret ? ret : na_policy_check_id(load, &value->place, "the id", *(const char **)field);
}

static const struct na_policy_member rule_members[] = {
	{ "id", read_id, AT(na_policy_rule, id), true, "\"$ref\": \"#/$defs/id\"", "Its name in reports and waivers." },
	{ "match", read_match, AT(na_policy_rule, match), false, "\"$ref\": \"#/$defs/match\"",
	  "Which interfaces it is about; all where this is missing." },
	{ "expect", read_expect, 0, true, "\"$ref\": \"#/$defs/facts\"", "What is expected of their facts." },
	{ "severity", na_policy_read_severity, AT(na_policy_rule, severity), false, "\"$ref\": \"#/$defs/severity\"",
	  "How bad it is where it does not hold; warning where this is missing." },
	{ "why", na_policy_read_text, AT(na_policy_rule, why), false, TEXT, "Why, for whoever reads the report." },
};
const struct na_policy_object na_policy_rule_object = { "a rule", rule_members, N(rule_members) };

int na_policy_read_rules(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	struct na_policy *policy = field;
	int ret = na_policy_need_list(load, name, value);

	for (const struct na_node *item = value->first; !ret && item; item = item->next) {
		struct na_policy_rule rule = { .place = item->place, .match.is_virtual = -1, .severity = NA_WARNING };
		struct na_policy_rule *rules;

		ret = na_policy_read_object(load, "rule", item, &na_policy_rule_object, &rule);
		if (ret)
			break;
		rules = na_policy_grow(load, policy->rules, policy->n_rules, sizeof(rule));
		if (!rules)
			return -ENOMEM;
		policy->rules = rules;
		policy->rules[policy->n_rules++] = rule;
	}
	return ret;
}
