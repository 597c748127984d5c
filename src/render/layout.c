/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text fitted to a width: colour, cutting, and wrapping at words. */
#include "render/layout.h"

#include <string.h>

#include "model/safe.h"

enum { NARROWEST = 20 }; /* below that nothing is readable anyway */

size_t na_page_width(const struct na_render_options *options)
{
	if (!options->width)
		return NA_PAGE_WIDTH;
	return options->width < NARROWEST ? NARROWEST : options->width;
}

size_t na_text_width(const char *text)
{
	struct na_piece piece;
	size_t columns = 0, n;

	while ((n = na_safe_piece(text, &piece)) > 0) {
		columns += piece.columns;
		text += n;
	}
	return columns;
}

size_t na_put_cut(FILE *file, const char *text, size_t max)
{
	struct na_piece piece;
	size_t columns = na_text_width(text), n, done = 0;

	if (columns <= max) {
		na_put_safe(file, text);
		return columns;
	}
	if (!max)
		return 0;
	while ((n = na_safe_piece(text, &piece)) > 0 && done + piece.columns < max) {
		fputs(piece.text, file);
		done += piece.columns;
		text += n;
	}
	fputs("…", file);
	return done + 1;
}

void na_put_color(FILE *file, const struct na_render_options *options, enum na_color color)
{
	static const char *const codes[] = {
		[NA_PLAIN] = "\033[0m",	 [NA_BOLD] = "\033[1m",	   [NA_RED] = "\033[31m",
		[NA_GREEN] = "\033[32m", [NA_YELLOW] = "\033[33m",
	};

	if (options->color)
		fputs(codes[color], file);
}

static void new_line(struct na_wrap *wrap)
{
	fprintf(wrap->file, "\n%*s", (int)wrap->indent, "");
	wrap->column = wrap->indent;
	wrap->filled = false;
}

void na_wrap_words(struct na_wrap *wrap, const char *text)
{
	struct na_piece piece;

	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		const char *end = text + strcspn(text, " ");
		size_t columns = 0;

		for (const char *p = text; p < end; columns += piece.columns)
			p += na_safe_piece(p, &piece);
		if (wrap->filled && wrap->column + 1 + columns > wrap->width) {
			new_line(wrap);
		} else if (wrap->filled) {
			putc(' ', wrap->file);
			wrap->column++;
		}
		while (text < end) {
			text += na_safe_piece(text, &piece);
			if (wrap->column > wrap->indent && wrap->column + piece.columns > wrap->width)
				new_line(wrap);
			fputs(piece.text, wrap->file);
			wrap->column += piece.columns;
		}
		wrap->filled = true;
	}
}

void na_put_safe(FILE *file, const char *text)
{
	struct na_piece piece;
	size_t n;

	while ((n = na_safe_piece(text, &piece)) > 0) {
		fputs(piece.text, file);
		text += n;
	}
}

void na_wrap_end(struct na_wrap *wrap)
{
	putc('\n', wrap->file);
	wrap->column = 0;
	wrap->filled = false;
}

void na_wrap_label(struct na_wrap *wrap, const char *label)
{
	na_put_safe(wrap->file, label);
	wrap->column += na_text_width(label);
	wrap->filled = true;
}

void na_put_paragraph(FILE *file, size_t at, const char *label, size_t indent, const char *text, size_t width)
{
	struct na_wrap wrap = { .file = file, .width = width, .indent = indent, .column = indent };
	size_t columns = at + na_text_width(label);

	fprintf(file, "%*s", (int)at, "");
	na_put_safe(file, label);
	if (*label && columns >= indent) /* a label that is too long has a line of its own */
		new_line(&wrap);
	else if (columns < indent)
		fprintf(file, "%*s", (int)(indent - columns), "");
	na_wrap_words(&wrap, text);
	na_wrap_end(&wrap);
}
