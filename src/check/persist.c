/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a mend outlives a reboot, as far as the configuration on disk tells. */
#include <stdio.h>
#include <string.h>

#include "check/rules.h"

static const char *text_of(const struct na_nic *nic, enum na_attr_id family, const char *name)
{
	const struct na_fact *fact = na_fact_find(&nic->facts, family, name);

	return fact && fact->state == NA_PRESENT && fact->value.type == NA_STRING ? fact->value.v.s : NULL;
}

/* Nobody sets it, or nobody knows. */
static const char *unset(struct na_rule_context *c, const struct na_fact *tools)
{
	char reason[256];

	if (tools->state != NA_PRESENT) {
		na_fact_reason(tools, reason, sizeof(reason));
		return na_arena_printf(c->arena, "whether a change now outlives a reboot is not known: %s", reason);
	}
	if (!tools->value.n)
		return "nothing on disk configures this interface: a change now is lost at the next boot";
	return na_arena_printf(c->arena,
			       "nothing on disk sets it (configured by %s): a change now is lost at the next boot",
			       na_value_text(c->arena, &tools->value));
}

const char *na_persist_text(struct na_rule_context *c, enum na_attr_id attr, const char *key, const char *value)
{
	const struct na_fact *tools = na_fact_find(&c->nic->facts, NA_PERSIST_TOOLS, NULL);
	const char *name = key ? na_arena_printf(c->arena, "%s%s", na_attrs[attr].name, key) : na_attrs[attr].name;
	const char *will = name ? text_of(c->nic, NA_PERSIST, name) : NULL;
	const char *file = name ? text_of(c->nic, NA_PERSIST_FILE, name) : NULL;

	if (!tools || tools->state == NA_UNREAD || !name)
		return NULL;
	if (!file)
		return unset(c, tools);
	if (!will)
		return na_arena_printf(c->arena, "what %s sets it to at the next boot is not understood", file);
	if (value && !strcmp(will, value))
		return na_arena_printf(c->arena, "%s says so, too: it was changed since, or could not be applied",
				       file);
	return na_arena_printf(c->arena, "at the next boot %s sets it to %s: change it there", file, will);
}
