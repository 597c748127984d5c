/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands beside the rules: labels, groups, link partners, changes to built-in rules, and waivers. */
#include <errno.h>
#include <fnmatch.h>
#include <string.h>

#include "check/policy_parse.h"
#include "model/snapshot_json.h"
#include "nicaudit/check.h"

#define AT(type, member) offsetof(struct type, member)
#define N(array) (sizeof(array) / sizeof(array[0]))

#define WORDS "\"$ref\": \"#/$defs/words\""
#define TEXT "\"$ref\": \"#/$defs/text\""
#define SEVERITY "\"$ref\": \"#/$defs/severity\""
#define NUMBER "\"$ref\": \"#/$defs/number\""

/* Labels */

int na_policy_read_labels(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	struct na_policy *policy = field;
	int ret = na_policy_need_map(load, name, value);

	for (const struct na_node *key = value->first; !ret && key; key = key->next) {
		struct na_label *labels = na_policy_grow(load, policy->labels, policy->n_labels, sizeof(*labels));

		if (!labels)
			return -ENOMEM;
		policy->labels = labels;
		labels[policy->n_labels].interface = key->text;
		ret = na_policy_read_words(load, key->text, key->value, &labels[policy->n_labels].words);
		policy->n_labels++;
	}
	return ret;
}

/* Groups */

static int read_group_name(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	int ret = na_policy_read_text(load, name, value, field);

	return ret ? ret : na_policy_check_id(load, &value->place, "the name", *(const char **)field);
}

/* Something that is only ever different: counters. */
static bool never_same(const struct na_policy_name *name)
{
	if (!name->is_glob)
		return na_attrs[name->attr].scope == NA_SCOPE_COUNTER;
	for (size_t i = NA_ATTR_UNKNOWN + 1; i < NA_N_ATTRS; i++)
		if (na_attrs[i].scope != NA_SCOPE_COUNTER && na_glob_reaches(name->text, (enum na_attr_id)i))
			return false;
	return true;
}

static int read_same(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	const struct na_node *item = value->kind == NA_NODE_LIST ? value->first : value;
	int ret = na_policy_read_words(load, name, value, field);
	const char **words = *(const char ***)field;
	char buf[NA_POLICY_SHOWN];

	for (; !ret && *words; words++, item = item->next) {
		struct na_policy_name fact;

		ret = na_policy_read_name(load, &item->place, *words, &fact);
		if (!ret && never_same(&fact))
			ret = na_policy_fail(load, &item->place, "'%s' is about counters, which are never the same",
					     na_policy_shown(*words, buf));
		if (!ret)
			*words = fact.text;
	}
	return ret;
}

static const struct na_policy_member group_members[] = {
	{ "name", read_group_name, AT(na_group, name), true, "\"$ref\": \"#/$defs/id\"",
	  "Its name in reports and waivers." },
	{ "members", na_policy_read_words, AT(na_group, members), true, WORDS, "Interfaces, or globs of them." },
	{ "same", read_same, AT(na_group, same), true, WORDS, "Attributes, or globs of them, that must be the same." },
	{ "severity", na_policy_read_severity, AT(na_group, severity), false, SEVERITY,
	  "How bad it is where they differ; warning where this is missing." },
	{ "why", na_policy_read_text, AT(na_group, why), false, TEXT, "Why, for whoever reads the report." },
};
const struct na_policy_object na_policy_group_object = { "a group", group_members, N(group_members) };

int na_policy_read_groups(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	struct na_policy *policy = field;
	int ret = na_policy_need_list(load, name, value);

	for (const struct na_node *item = value->first; !ret && item; item = item->next) {
		struct na_group group = { .place = item->place, .severity = NA_WARNING };
		struct na_group *groups;

		ret = na_policy_read_object(load, "group", item, &na_policy_group_object, &group);
		if (ret)
			break;
		groups = na_policy_grow(load, policy->groups, policy->n_groups, sizeof(group));
		if (!groups)
			return -ENOMEM;
		policy->groups = groups;
		groups[policy->n_groups++] = group;
	}
	return ret;
}

/* Partners */

/* As the attribute of this side would be read, and not 0. */
static int read_number(struct na_policy_load *load, const char *name, const struct na_node *value, enum na_attr_id attr,
		       uint64_t most, uint64_t *number)
{
	const struct na_goal goal = { .name = name, .attr = attr, .place = value->place };
	struct na_value read;
	char buf[NA_POLICY_SHOWN];
	int ret;

	if (value->kind != NA_NODE_WORD)
		return na_policy_wrong_kind(load, value, name, "a number");
	ret = na_policy_value(load, &goal, value->text, &read);
	if (!ret && (!read.v.u || read.v.u > most))
		ret = na_policy_fail(load, &value->place, "'%s' is no %s", na_policy_shown(value->text, buf), name);
	if (!ret)
		*number = read.v.u;
	return ret;
}

static int read_speed(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	return read_number(load, name, value, NA_LINK_SPEED, UINT32_MAX - 1, field);
}

static int read_mtu(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	return read_number(load, name, value, NA_LINK_MTU, UINT32_MAX, field);
}

static int read_vlan(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	return read_number(load, name, value, NA_VLAN_ID, 4094, field);
}

static int read_duplex(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	const struct na_goal goal = { .name = name, .attr = NA_LINK_DUPLEX, .place = value->place };
	struct na_value read;
	int ret;

	if (value->kind != NA_NODE_WORD)
		return na_policy_wrong_kind(load, value, name, "a word");
	ret = na_policy_value(load, &goal, value->text, &read);
	if (!ret)
		*(const char **)field = read.v.s;
	return ret;
}

static const struct na_policy_member partner_members[] = {
	{ "chassis", na_policy_read_text, AT(na_partner, chassis), false, TEXT, "The switch." },
	{ "port", na_policy_read_text, AT(na_partner, port), false, TEXT, "Its port." },
	{ "speed", read_speed, AT(na_partner, speed), false, NUMBER, "Mb/s, or like 10G." },
	{ "duplex", read_duplex, AT(na_partner, duplex), false, "\"enum\": [\"half\", \"full\"]", "Its duplex." },
	{ "autoneg", na_policy_read_switch, AT(na_partner, autoneg), false, "\"$ref\": \"#/$defs/switch\"",
	  "It negotiates." },
	{ "mtu", read_mtu, AT(na_partner, mtu), false, NUMBER, "The largest frame payload it accepts." },
	{ "vlan", read_vlan, AT(na_partner, vlan), false, NUMBER, "The VLAN of untagged frames, 1 to 4094." },
};
const struct na_policy_object na_policy_partner_object = { "a partner", partner_members, N(partner_members) };

static int read_partner(struct na_policy_load *load, const struct na_node *key, struct na_policy *policy)
{
	struct na_partner partner = { .place = key->place, .interface = key->text, .autoneg = -1 };
	struct na_partner *partners;
	char buf[NA_POLICY_SHOWN];
	int ret;

	na_policy_shown(key->text, buf);
	if (strpbrk(key->text, "*?"))
		return na_policy_fail(load, &key->place, "'%s': a partner is that of one interface, not of a glob",
				      buf);
	for (size_t i = 0; i < policy->n_partners; i++)
		if (policy->partners[i].interface == key->text)
			return na_policy_fail(load, &key->place, "the partner of '%s' is given in %.160s:%u, too", buf,
					      policy->partners[i].place.file, policy->partners[i].place.line);
	ret = na_policy_read_object(load, key->text, key->value, &na_policy_partner_object, &partner);
	if (!ret && !key->value->n)
		ret = na_policy_fail(load, &key->value->place, "nothing is said of the partner of '%s'", buf);
	if (ret)
		return ret;
	partners = na_policy_grow(load, policy->partners, policy->n_partners, sizeof(partner));
	if (!partners)
		return -ENOMEM;
	policy->partners = partners;
	partners[policy->n_partners++] = partner;
	return 0;
}

int na_policy_read_partners(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	int ret = na_policy_need_map(load, name, value);

	for (const struct na_node *key = value->first; !ret && key; key = key->next)
		ret = read_partner(load, key, field);
	return ret;
}

/* Changes to built-in rules */

static bool names_rule(const char *pattern, const char *id)
{
	return !strcmp(pattern, id) || !fnmatch(pattern, id, 0);
}

static bool names_builtin(const char *pattern)
{
	for (size_t i = 0; i < na_n_rules; i++)
		if (names_rule(pattern, na_rules[i].id))
			return true;
	return false;
}

enum { MOST_RULES = 256 };

static size_t builtin_ids(const char **ids)
{
	size_t n = 0;

	for (; n < na_n_rules && n < MOST_RULES; n++)
		ids[n] = na_rules[n].id;
	return n;
}

static int add_builtin(struct na_policy_load *load, struct na_policy *policy, const struct na_builtin *builtin)
{
	const char *ids[MOST_RULES];
	struct na_builtin *builtins;
	char buf[NA_POLICY_SHOWN];

	if (!names_builtin(builtin->rule)) {
		if (na_is_glob(builtin->rule))
			return na_policy_fail(load, &builtin->place, "no built-in rule matches '%s'",
					      na_policy_shown(builtin->rule, buf));
		return na_policy_unknown(load, &builtin->place, "built-in rule", builtin->rule, "", ids,
					 builtin_ids(ids));
	}
	builtins = na_policy_grow(load, policy->builtins, policy->n_builtins, sizeof(*builtin));
	if (!builtins)
		return -ENOMEM;
	policy->builtins = builtins;
	builtins[policy->n_builtins++] = *builtin;
	return 0;
}

static int read_disable(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	const struct na_node *item = value->kind == NA_NODE_LIST ? value->first : value;
	const char **words;
	int ret = na_policy_read_words(load, name, value, &words);

	for (; !ret && *words; words++, item = item->next)
		ret = add_builtin(
			load, field,
			&(struct na_builtin){ .place = item->place, .rule = *words, .disable = true, .severity = -1 });
	return ret;
}

static int read_severities(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	int ret = na_policy_need_map(load, name, value);

	for (const struct na_node *key = value->first; !ret && key; key = key->next) {
		struct na_builtin builtin = { .place = key->place, .rule = key->text };
		enum na_severity severity;

		ret = na_policy_read_severity(load, key->text, key->value, &severity);
		if (ret)
			break;
		builtin.severity = (int)severity;
		ret = add_builtin(load, field, &builtin);
	}
	return ret;
}

static const struct na_policy_member builtin_members[] = {
	{ "disable", read_disable, 0, false, WORDS, "Rules, or globs of them, that are not to be judged." },
	{ "severity", read_severities, 0, false,
	  "\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/severity\"}",
	  "Rules, or globs of them, with another severity each." },
};
const struct na_policy_object na_policy_builtin_object = { "builtin", builtin_members, N(builtin_members) };

int na_policy_read_builtin(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	return na_policy_read_object(load, name, value, &na_policy_builtin_object, field);
}

/* Waivers */

static int read_until(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	const int64_t day = INT64_C(86400) * 1000000000;
	struct na_waiver *waiver = field;
	char midnight[40], buf[NA_POLICY_SHOWN];
	int ret = na_policy_read_text(load, name, value, &waiver->until);

	if (ret)
		return ret;
	snprintf(midnight, sizeof(midnight), "%.20sT00:00:00Z", waiver->until);
	if (strlen(waiver->until) != strlen("YYYY-MM-DD") || !na_time_parse(midnight, &waiver->until_ns) ||
	    __builtin_add_overflow(waiver->until_ns, day - 1, &waiver->until_ns))
		return na_policy_fail(load, &value->place, "'%s' is no date like 2027-03-31",
				      na_policy_shown(waiver->until, buf));
	return 0;
}

static int read_fact(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	int ret = na_policy_read_text(load, name, value, field);
	struct na_policy_name fact;

	if (!ret)
		ret = na_policy_read_name(load, &value->place, value->text, &fact);
	if (!ret)
		*(const char **)field = fact.text;
	return ret;
}

/* Whether there is such a rule is only known at the end; then it is this word that is wrong. */
static int read_waived(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	struct na_waiver *waiver = field;

	waiver->place = value->place;
	return na_policy_read_text(load, name, value, &waiver->rule);
}

static const struct na_policy_member waiver_members[] = {
	{ "rule", read_waived, 0, true, TEXT, "A rule of a policy or a built-in one, or a glob." },
	{ "interface", na_policy_read_text, AT(na_waiver, interface), false, TEXT,
	  "An interface, or a glob; all where this is missing." },
	{ "fact", read_fact, AT(na_waiver, fact), false, TEXT, "An attribute, or a glob; all where this is missing." },
	{ "until", read_until, 0, true, "\"type\": \"string\", \"pattern\": \"^[0-9]{4}-[0-9]{2}-[0-9]{2}$\"",
	  "The last day, in UTC." },
	{ "owner", na_policy_read_text, AT(na_waiver, owner), true, TEXT, "Who answers for it." },
	{ "why", na_policy_read_text, AT(na_waiver, why), true, TEXT, "Why it is forgiven." },
};
const struct na_policy_object na_policy_waiver_object = { "a waiver", waiver_members, N(waiver_members) };

int na_policy_read_waivers(struct na_policy_load *load, const char *name, const struct na_node *value, void *field)
{
	struct na_policy *policy = field;
	int ret = na_policy_need_list(load, name, value);

	for (const struct na_node *item = value->first; !ret && item; item = item->next) {
		struct na_waiver waiver = { 0 };
		struct na_waiver *waivers;

		ret = na_policy_read_object(load, "waiver", item, &na_policy_waiver_object, &waiver);
		if (ret)
			break;
		waivers = na_policy_grow(load, policy->waivers, policy->n_waivers, sizeof(waiver));
		if (!waivers)
			return -ENOMEM;
		policy->waivers = waivers;
		waivers[policy->n_waivers++] = waiver;
	}
	return ret;
}

static bool names_any(const struct na_policy *policy, const char *pattern)
{
	for (size_t i = 0; i < policy->n_rules; i++)
		if (names_rule(pattern, policy->rules[i].id))
			return true;
	for (size_t i = 0; i < policy->n_groups; i++)
		if (names_rule(pattern, policy->groups[i].name))
			return true;
	return names_builtin(pattern);
}

static int no_rule(struct na_policy_load *load, const struct na_waiver *waiver)
{
	const struct na_policy *policy = load->policy;
	const char **ids =
		na_arena_alloc(load->arena, (MOST_RULES + policy->n_rules + policy->n_groups) * sizeof(*ids));
	char buf[NA_POLICY_SHOWN];
	size_t n;

	if (!ids)
		return na_policy_no_memory(load);
	if (na_is_glob(waiver->rule))
		return na_policy_fail(load, &waiver->place, "no rule matches '%s' of this waiver",
				      na_policy_shown(waiver->rule, buf));
	n = builtin_ids(ids);
	for (size_t i = 0; i < policy->n_rules; i++)
		ids[n++] = policy->rules[i].id;
	for (size_t i = 0; i < policy->n_groups; i++)
		ids[n++] = policy->groups[i].name;
	return na_policy_unknown(load, &waiver->place, "rule", waiver->rule, " of a waiver", ids, n);
}

int na_policy_check_waivers(struct na_policy_load *load)
{
	const struct na_policy *policy = load->policy;

	for (size_t i = 0; i < policy->n_waivers; i++)
		if (!names_any(policy, policy->waivers[i].rule))
			return no_rule(load, &policy->waivers[i]);
	return 0;
}
