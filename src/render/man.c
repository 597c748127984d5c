/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text as mdoc source, for the manual pages that are made from tables. */
#include "render/man.h"

#include <string.h>

enum { LINE_MAX_LENGTH = 78 };

size_t na_man_word(FILE *file, const char *word, size_t len)
{
	size_t written = len;

	for (size_t i = 0; i < len; i++) {
		if (word[i] == '\\')
			written += (size_t)fprintf(file, "\\e") - 1;
		else
			putc(word[i], file);
	}
	return written;
}

void na_man_text(FILE *file, const char *text)
{
	size_t column = 0;

	for (const char *p = text; *p; p += strspn(p, " ")) {
		size_t len = strcspn(p, " ");

		if (column && (p[-2] == '.' || column + 1 + len > LINE_MAX_LENGTH)) {
			putc('\n', file);
			column = 0;
		} else if (column) {
			putc(' ', file);
			column++;
		}
		if (!column && (*p == '.' || *p == '\''))
			fputs("\\&", file);
		column += na_man_word(file, p, len);
		p += len;
	}
	putc('\n', file);
}
