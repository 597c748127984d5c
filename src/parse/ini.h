/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of sections, keys and values, as systemd's units and NetworkManager's keyfiles are. */
#ifndef NICAUDIT_PARSE_INI_H
#define NICAUDIT_PARSE_INI_H

#include "nicaudit/arena.h"

struct na_ini_entry {
	const char *section, *key, *value; /* without blanks around them; section "" before the first heading */
	const char *file;
	unsigned int line; /* where it begins */
};

struct na_ini {
	struct na_ini_entry *entries;
	size_t n, cap;
};

/*
 * Adds the entries of a file, in order; all of it in the arena, which remembers where memory ran out. A line that ends in a
 * backslash goes on in the next one where continued (systemd, not NetworkManager). What is no entry is left out.
 */
void na_ini_parse(struct na_arena *arena, struct na_ini *ini, const char *file, const char *text, size_t len,
		  bool continued);

/* The last value of that key, as far as it counts; NULL for none. */
const char *na_ini_value(const struct na_ini *ini, const char *section, const char *key);

#endif
