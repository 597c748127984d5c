/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Manual pages made from tables, in mdoc, and what they share. */
#ifndef NICAUDIT_MAN_H
#define NICAUDIT_MAN_H

#include <stdio.h>

/* nicaudit-attributes(7) and nicaudit-rules(7). 0 or -EIO. */
int na_man_attributes(FILE *file);
int na_man_rules(FILE *file);

/* A word: what roff would take for an escape is none. The columns it takes in the source. */
size_t na_man_word(FILE *file, const char *word, size_t len);

/* Lines of text, each sentence on one of its own, and none that is a request. */
void na_man_text(FILE *file, const char *text);

#endif
