/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables: columns as wide as their widest cell, and cut where the terminal is narrower, so that no row is ever wrapped. */
#include "render/layout.h"

enum {
	GAP = 2,
	FLEXIBLE_MIN = 6, /* a flexible column is not cut below that while ... */
	RIGID_MIN = 3,	  /* ... others are */
};

static const struct na_cell *heads_of(const struct na_table *table, struct na_cell cells[NA_MAX_COLUMNS])
{
	for (size_t i = 0; i < table->n; i++)
		cells[i] = (struct na_cell){ .text = table->columns[i].head };
	return cells;
}

void na_table_measure(struct na_table *table, const struct na_cell *cells)
{
	for (size_t i = 0; i < table->n; i++) {
		size_t width = na_text_width(cells[i].text);

		if (table->width[i] < width)
			table->width[i] = width;
	}
}

static size_t total(const struct na_table *table)
{
	size_t sum = table->gap * (table->n - 1);

	for (size_t i = 0; i < table->n; i++)
		sum += table->width[i];
	return sum;
}

/* The widest column of which something can go; n for none. */
static size_t widest(const struct na_table *table, bool flexible)
{
	size_t found = table->n, most = flexible ? FLEXIBLE_MIN : RIGID_MIN;

	for (size_t i = 0; i < table->n; i++)
		if (table->width[i] > most && (!flexible || table->columns[i].flexible)) {
			most = table->width[i];
			found = i;
		}
	return found;
}

void na_table_fit(struct na_table *table, const struct na_render_options *options)
{
	struct na_cell heads[NA_MAX_COLUMNS];

	na_table_measure(table, heads_of(table, heads));
	table->gap = GAP;
	if (!options->width)
		return;
	if (total(table) > options->width)
		table->gap = 1;
	while (total(table) > options->width) {
		size_t i = widest(table, true);

		if (i == table->n)
			i = widest(table, false);
		if (i == table->n)
			return; /* nobody can read a terminal that narrow */
		table->width[i]--;
	}
}

void na_table_row(FILE *file, const struct na_table *table, const struct na_cell *cells,
		  const struct na_render_options *options)
{
	for (size_t i = 0; i < table->n; i++) {
		size_t width = table->width[i], columns = na_text_width(cells[i].text);
		size_t used = table->columns[i].right && columns < width ? width - columns : 0;

		fprintf(file, "%*s", (int)used, "");
		if (cells[i].color)
			na_put_color(file, options, cells[i].color);
		used += na_put_cut(file, cells[i].text, width); /* less than width where an escape did not fit */
		if (cells[i].color)
			na_put_color(file, options, NA_PLAIN);
		if (i + 1 < table->n)
			fprintf(file, "%*s", (int)(width - used + table->gap), "");
	}
	putc('\n', file);
}

void na_table_head(FILE *file, const struct na_table *table)
{
	struct na_cell heads[NA_MAX_COLUMNS];

	na_table_row(file, table, heads_of(table, heads), &(struct na_render_options){ 0 });
}
