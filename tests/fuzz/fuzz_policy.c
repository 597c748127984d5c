/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Policies: what is refused is refused with one line that says where, and what loads is the same each time. */
#include <stdint.h>

#include "../unit/policy_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A place that is whole; or the error has none. */
static void check_error(const struct na_error *error)
{
	if (!error->err || strncmp(error->text, "input", 5) || strchr(error->text, '\n') ||
	    (error->line && !error->column))
		abort();
}

static void check_place(const struct na_place *place)
{
	if (!place->file || !place->line || !place->column)
		abort();
}

/* All that evaluation relies on. */
static void check_expectations(const struct na_expectation *e, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		check_place(&e[i].place);
		if (e[i].is_glob != !e[i].attr || !e[i].n_conditions)
			abort();
		for (size_t c = 0; c < e[i].n_conditions; c++)
			if (!e[i].conditions[c].text ||
			    (e[i].attr && !na_condition_fits(&e[i].conditions[c], e[i].attr)))
				abort();
	}
}

static void check_policy(const struct na_policy *policy)
{
	for (size_t i = 0; i < policy->n_rules; i++) {
		const struct na_policy_rule *rule = &policy->rules[i];

		check_place(&rule->place);
		if (!rule->id || !rule->n_expect)
			abort();
		check_expectations(rule->expect, rule->n_expect);
		for (const struct na_match *match = &rule->match; match; match = match->except)
			check_expectations(match->facts, match->n_facts);
	}
	for (size_t i = 0; i < policy->n_waivers; i++)
		if (!policy->waivers[i].owner || !policy->waivers[i].why || policy->waivers[i].until_ns <= 0)
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct memory_file files[] = {
		{ "input", (const char *)data, size },
		{ "included", "nicaudit-policy: 1\nrules: [{id: included, expect: {link.mtu: 1500}}]\n", 0 },
		{ .name = NULL },
	};
	const struct na_policy_files from = { read_memory, files };
	struct na_policy *policy[2];
	struct na_error error = { 0 };
	char *text[2];

	if (!size) /* 0 stands for the length of a string */
		files[0].text = "";
	for (int i = 0; i < 2; i++) {
		if (na_policy_load("input", &from, &policy[i], &error)) {
			check_error(&error);
			return 0;
		}
		check_policy(policy[i]);
		text[i] = policy_text(policy[i]);
	}
	if (!text[0] || !text[1] || strcmp(text[0], text[1]))
		abort();
	for (int i = 0; i < 2; i++) {
		free(text[i]);
		na_policy_free(policy[i]);
	}
	return 0;
}
