/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a rule or an attribute means, as JSON. */
#include "nicaudit/check.h"
#include "render/json.h"
#include "render/render.h"

static void put_rule(FILE *file, const struct na_rule *rule)
{
	struct na_json_out out = { .file = file };

	na_json_open(&out, '{');
	na_json_text(&out, "rule", rule->id);
	na_json_text(&out, "severity", na_severity_name(rule->severity));
	na_json_text(&out, "title", rule->title);
	na_json_text(&out, "why", rule->why);
	na_json_text(&out, "source", rule->source);
	na_json_mends(&out, rule->mends, NA_MAX_MENDS);
	na_json_switch(&out, "two_samples", rule->two_samples);
	na_json_member(&out, "needs", NULL);
	na_json_open(&out, '[');
	for (const uint16_t *need = rule->needs; *need; need++) {
		na_json_element(&out);
		na_json_string(file, na_attrs[*need].name);
	}
	na_json_close(&out, ']');
	na_json_close(&out, '}');
	putc('\n', file);
}

int na_json_explain(FILE *file, const struct na_subject *subject, const struct na_render_options *options)
{
	bool chosen[NA_N_ATTRS] = { false };

	if (options->quiet)
		return 0;
	if (!subject->rule) {
		chosen[subject->attr] = true;
		return na_json_attributes(file, chosen, options);
	}
	put_rule(file, subject->rule);
	return na_render_end(file);
}
