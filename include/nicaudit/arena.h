/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory that is given back all at once: what a snapshot or a report borrows from lives in its arena. */
#ifndef NICAUDIT_ARENA_H
#define NICAUDIT_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct na_arena_chunk;

/* A zeroed arena is an empty one. */
struct na_arena {
	struct na_arena_chunk *chunks;
	const char **interned; /* open-addressing table of the strings met so far */
	size_t interned_cap, interned_n;
	bool oom; /* sticky: some allocation failed, and what was built is not whole */
};

/* Zeroed memory aligned for any type, NULL (and oom set) where there is none. */
void *na_arena_alloc(struct na_arena *arena, size_t size);
void *na_arena_dup(struct na_arena *arena, const void *data, size_t size);
char *na_arena_printf(struct na_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The one copy of this string in the arena: equal strings are equal pointers. NULL where memory ran out. */
const char *na_arena_intern(struct na_arena *arena, const char *string, size_t len);

void na_arena_clear(struct na_arena *arena);

#endif
