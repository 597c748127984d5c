/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * JSON written member by member, laid out for people and for line by line comparison. No tree is built, so it takes no
 * memory however much is written. Errors stay in the FILE, see ferror().
 */
#ifndef NICAUDIT_JSON_OUT_H
#define NICAUDIT_JSON_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct na_json_out {
	FILE *file;
	unsigned int depth;
	bool filled; /* the innermost object or array has something in it */
};

/* An object or array, by its opening and closing bracket: what is in it gets lines of its own. */
void na_json_open(struct na_json_out *out, char bracket);
void na_json_close(struct na_json_out *out, char bracket);

/* Begins an element of an array; the caller writes it. */
void na_json_element(struct na_json_out *out);

/* Begins a member, whose name is that of a fact: prefix and key (which may be NULL). The caller writes its value. */
void na_json_member(struct na_json_out *out, const char *prefix, const char *key);

/*
 * Any bytes as a JSON string. Those that are no UTF-8 come out as \xNN, and a backslash as two, so that
 * na_load_text() can bring all of them back.
 */
void na_json_string(FILE *file, const char *text);

/* Strings on one line: ["a", "b"]. */
void na_json_strings(FILE *file, const char *const *list, uint32_t n);

#endif
