/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cuts text into lines. */
#include "parse/lines.h"

#include <string.h>

char *na_next_line(char **at, bool continued, unsigned int *lines)
{
	char *line = *at, *end = line + strcspn(line, "\n");

	*lines = 1;
	if (!*line)
		return NULL;
	while (continued && *end && end > line && end[-1] == '\\') {
		end[-1] = *end = ' ';
		end += strcspn(end, "\n");
		++*lines;
	}
	*at = *end ? end + 1 : end;
	while (end > line && strchr(" \t\r", end[-1]))
		end--;
	*end = 0;
	return line + strspn(line, " \t");
}
