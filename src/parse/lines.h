/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of configuration files, of which several can be one. */
#ifndef NICAUDIT_PARSE_LINES_H
#define NICAUDIT_PARSE_LINES_H

#include <stdbool.h>

/*
 * The next line of a text that ends in a NUL, cut out of it in place, without blanks around; NULL at the end. *at moves on, *lines is how
 * many of the file it was: one that ends in a backslash goes on in the next one where continued.
 */
char *na_next_line(char **at, bool continued, unsigned int *lines);

#endif
