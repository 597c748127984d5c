/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads files of sections, keys and values: text in, entries out. */
#include "parse/ini.h"

#include <string.h>

#include "parse/lines.h"

static void add(struct na_arena *arena, struct na_ini *ini, struct na_ini_entry entry)
{
	if (ini->n == ini->cap) {
		size_t cap = ini->cap ? ini->cap * 2 : 16;
		struct na_ini_entry *entries = na_arena_alloc(arena, cap * sizeof(*entries));

		if (!entries)
			return;
		if (ini->n)
			memcpy(entries, ini->entries, ini->n * sizeof(*entries));
		ini->entries = entries;
		ini->cap = cap;
	}
	ini->entries[ini->n++] = entry;
}

static void take(struct na_arena *arena, struct na_ini *ini, struct na_ini_entry entry, char *line)
{
	char *value = strchr(line, '='), *end = value;

	if (!value || value == line)
		return;
	while (end > line && strchr(" \t", end[-1]))
		end--;
	*end = 0;
	entry.key = line;
	entry.value = value + 1 + strspn(value + 1, " \t");
	add(arena, ini, entry);
}

void na_ini_parse(struct na_arena *arena, struct na_ini *ini, const char *file, const char *text, size_t len,
		  bool continued)
{
	struct na_ini_entry entry = { .section = "", .file = file, .line = 1 };
	char *at = na_arena_printf(arena, "%.*s", (int)len, text), *line, *close;
	unsigned int lines;

	for (; at && (line = na_next_line(&at, continued, &lines)); entry.line += lines) {
		if (!*line || *line == '#' || *line == ';')
			continue;
		close = *line == '[' ? strchr(line, ']') : NULL;
		if (close) {
			*close = 0;
			entry.section = line + 1;
		} else if (*line != '[') {
			take(arena, ini, entry, line);
		}
	}
}

const char *na_ini_value(const struct na_ini *ini, const char *section, const char *key)
{
	const char *value = NULL;

	for (size_t i = 0; i < ini->n; i++)
		if (!strcmp(ini->entries[i].section, section) && !strcmp(ini->entries[i].key, key))
			value = ini->entries[i].value;
	return value;
}
