/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text fitted to a width: cut, wrapped at words, and in columns. All of it comes out as by na_put_safe(). */
#ifndef NICAUDIT_LAYOUT_H
#define NICAUDIT_LAYOUT_H

#include <stdbool.h>
#include <stdio.h>

#include "nicaudit/render.h"

/* Where no width is given, text is wrapped for a page, and tables are as wide as they need. */
enum { NA_PAGE_WIDTH = 80 };

size_t na_page_width(const struct na_render_options *options);

/* The columns that a text takes. */
size_t na_text_width(const char *text);

/* At most max columns of it, the last being an ellipsis where there was more. The columns written. */
size_t na_put_cut(FILE *file, const char *text, size_t max);

/* Between na_put_color(file, options, NA_RED) and NA_PLAIN text is red, if the options allow colour. */
enum na_color { NA_PLAIN, NA_BOLD, NA_RED, NA_GREEN, NA_YELLOW };
void na_put_color(FILE *file, const struct na_render_options *options, enum na_color color);

/* A paragraph that is being written. */
struct na_wrap {
	FILE *file;
	size_t width;
	size_t indent; /* of all lines but the first */
	size_t column; /* where the line stands */
	bool filled;   /* a word stands before, so that a blank is due */
};

/* Adds the words of text; a word that is longer than a line is broken. */
void na_wrap_words(struct na_wrap *wrap, const char *text);

/* Adds text that belongs to what stands before, or begins the line: no blank before it, and it is not broken. */
void na_wrap_label(struct na_wrap *wrap, const char *label);

/* Ends the line. */
void na_wrap_end(struct na_wrap *wrap);

/* The label in column `at`, and the text beside it, all of whose lines start in the column `indent`. */
void na_put_paragraph(FILE *file, size_t at, const char *label, size_t indent, const char *text, size_t width);

enum { NA_MAX_COLUMNS = 12 };

struct na_column {
	const char *head;
	bool right;    /* aligned */
	bool flexible; /* the first to be cut where there is not room for all */
};

/* Rows are measured first, all of them, then fitted, then written. */
struct na_table {
	const struct na_column *columns;
	size_t n;
	size_t width[NA_MAX_COLUMNS];
	size_t gap;
};

struct na_cell {
	const char *text;
	enum na_color color;
};

void na_table_measure(struct na_table *table, const struct na_cell *cells);
void na_table_fit(struct na_table *table, const struct na_render_options *options);
void na_table_head(FILE *file, const struct na_table *table);
void na_table_row(FILE *file, const struct na_table *table, const struct na_cell *cells,
		  const struct na_render_options *options);

#endif
