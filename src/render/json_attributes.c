/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The attribute table as JSON: an array with an object for each attribute. */
#include <string.h>

#include "render/attributes.h"
#include "render/json.h"
#include "render/render.h"

/* Aliases are one string of words in the table. */
static void put_aliases(struct na_json_out *out, const char *aliases)
{
	bool any = false;

	na_json_member(out, "aliases", NULL);
	putc('[', out->file);
	for (const char *p = aliases; p && *p; p += strspn(p, " ")) {
		size_t n = strcspn(p, " ");

		fprintf(out->file, "%s\"%.*s\"", any ? ", " : "", (int)n, p);
		any = true;
		p += n;
	}
	putc(']', out->file);
}

/* Codes without a word are holes. */
static void put_words(struct na_json_out *out, const struct na_attr *attr)
{
	bool any = false;

	na_json_member(out, "words", NULL);
	putc('[', out->file);
	for (size_t i = 0; i < attr->n_words; i++) {
		if (!attr->words[i])
			continue;
		if (any)
			fputs(", ", out->file);
		any = true;
		na_json_string(out->file, attr->words[i]);
	}
	putc(']', out->file);
}

int na_json_attributes(FILE *file, const bool *chosen, const struct na_render_options *options)
{
	struct na_json_out out = { .file = file };

	if (options->quiet)
		return 0;
	na_json_open(&out, '[');
	for (size_t i = 1; i < NA_N_ATTRS; i++) {
		const struct na_attr *attr = &na_attrs[i];

		if (!chosen[i])
			continue;
		na_json_element(&out);
		na_json_open(&out, '{');
		na_json_text(&out, "name", attr->name);
		na_json_text(&out, "type", na_type_name(attr->type));
		na_json_text(&out, "unit", attr->unit);
		na_json_text(&out, "scope", na_scope_name(attr->scope));
		na_json_text(&out, "impact", na_impact_name(attr->impact));
		na_json_text(&out, "max", attr->max ? na_attrs[attr->max].name : NULL);
		put_aliases(&out, attr->aliases);
		na_json_switch(&out, "family", attr->flags & NA_FAMILY);
		na_json_switch(&out, "settable", attr->set.msg);
		put_words(&out, attr);
		na_json_text(&out, "doc", attr->doc);
		na_json_close(&out, '}');
	}
	na_json_close(&out, ']');
	putc('\n', file);
	return na_render_end(file);
}
