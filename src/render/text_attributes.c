/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The attribute table for people: name, type, unit and scope, and what it is about. */
#include "render/attributes.h"
#include "render/layout.h"
#include "render/render.h"

enum { NAME, TYPE, UNIT, SCOPE, N_COLUMNS, DOC_AT = 4 };

static const struct na_column columns[N_COLUMNS] = {
	[NAME] = { .head = "NAME", .flexible = true },
	[TYPE] = { .head = "TYPE" },
	[UNIT] = { .head = "UNIT" },
	[SCOPE] = { .head = "SCOPE" },
};

const char *na_attr_title(const struct na_attr *attr, char *buf, size_t size)
{
	snprintf(buf, size, "%s%s", attr->name, attr->flags & NA_FAMILY ? "*" : "");
	return buf;
}

static void make_cells(const struct na_attr *attr, struct na_cell cells[N_COLUMNS], char name[NA_NAME_MAX])
{
	cells[NAME] = (struct na_cell){ na_attr_title(attr, name, NA_NAME_MAX), NA_PLAIN };
	cells[TYPE] = (struct na_cell){ na_type_name(attr->type), NA_PLAIN };
	cells[UNIT] = (struct na_cell){ attr->unit ? attr->unit : "-", NA_PLAIN };
	cells[SCOPE] = (struct na_cell){ na_scope_name(attr->scope), NA_PLAIN };
}

int na_text_attributes(FILE *file, const bool *chosen, const struct na_render_options *options)
{
	struct na_table table = { .columns = columns, .n = N_COLUMNS };
	struct na_cell cells[N_COLUMNS];
	char name[NA_NAME_MAX];

	if (options->quiet)
		return 0;
	for (size_t i = 1; i < NA_N_ATTRS; i++)
		if (chosen[i]) {
			make_cells(&na_attrs[i], cells, name);
			na_table_measure(&table, cells);
		}
	na_table_fit(&table, options);
	na_table_head(file, &table);
	for (size_t i = 1; i < NA_N_ATTRS; i++)
		if (chosen[i]) {
			make_cells(&na_attrs[i], cells, name);
			na_table_row(file, &table, cells, options);
			na_put_paragraph(file, 0, "", DOC_AT, na_attrs[i].doc, na_page_width(options));
		}
	return na_render_end(file);
}
