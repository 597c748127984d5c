/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory given back all at once, and strings kept once. */
#include "nicaudit/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64 * 1024 };

struct na_arena_chunk {
	struct na_arena_chunk *next;
	size_t used, size;
	alignas(max_align_t) unsigned char data[];
};

static void *chunk_take(struct na_arena *arena, size_t size, size_t align)
{
	struct na_arena_chunk *chunk = arena->chunks;
	size_t start = chunk ? (chunk->used + align - 1) & ~(align - 1) : 0;

	if (!chunk || start > chunk->size || size > chunk->size - start) {
		size_t want = size > CHUNK ? size : CHUNK;

		chunk = want > SIZE_MAX - sizeof(*chunk) ? NULL : malloc(sizeof(*chunk) + want);
		if (!chunk) {
			arena->oom = true;
			return NULL;
		}
		chunk->used = 0;
		chunk->size = want;
		chunk->next = arena->chunks;
		arena->chunks = chunk;
		start = 0;
	}
	chunk->used = start + size;
	return chunk->data + start;
}

void *na_arena_alloc(struct na_arena *arena, size_t size)
{
	void *p = chunk_take(arena, size ? size : 1, alignof(max_align_t));

	if (p)
		memset(p, 0, size ? size : 1);
	return p;
}

void *na_arena_dup(struct na_arena *arena, const void *data, size_t size)
{
	void *p = chunk_take(arena, size ? size : 1, alignof(max_align_t));

	if (p && size)
		memcpy(p, data, size);
	return p;
}

char *na_arena_printf(struct na_arena *arena, const char *format, ...)
{
	va_list args;
	char *text;
	int len;

	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	text = len < 0 ? NULL : chunk_take(arena, (size_t)len + 1, 1);
	if (!text) {
		arena->oom = true;
		return NULL;
	}
	va_start(args, format);
	vsnprintf(text, (size_t)len + 1, format, args);
	va_end(args);
	return text;
}

static size_t hash(const char *string, size_t len)
{
	uint64_t h = 14695981039346656037U; /* FNV-1a */

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)string[i]) * 1099511628211U;
	return (size_t)(h ^ (h >> 29));
}

static bool grow(struct na_arena *arena)
{
	size_t cap = arena->interned_cap ? arena->interned_cap * 2 : 256;
	const char **table = calloc(cap, sizeof(*table));

	if (!table)
		return false;
	for (size_t i = 0; i < arena->interned_cap; i++) {
		const char *s = arena->interned[i];
		size_t at;

		if (!s)
			continue;
		for (at = hash(s, strlen(s)) & (cap - 1); table[at]; at = (at + 1) & (cap - 1))
			;
		table[at] = s;
	}
	free(arena->interned);
	arena->interned = table;
	arena->interned_cap = cap;
	return true;
}

const char *na_arena_intern(struct na_arena *arena, const char *string, size_t len)
{
	size_t at;
	char *copy;

	if (arena->interned_n * 2 >= arena->interned_cap && !grow(arena)) {
		arena->oom = true;
		return NULL;
	}
	for (at = hash(string, len) & (arena->interned_cap - 1); arena->interned[at];
	     at = (at + 1) & (arena->interned_cap - 1))
		if (!strncmp(arena->interned[at], string, len) && !arena->interned[at][len])
			return arena->interned[at];
	copy = chunk_take(arena, len + 1, 1);
	if (!copy)
		return NULL;
	memcpy(copy, string, len);
	copy[len] = 0;
	arena->interned[at] = copy;
	arena->interned_n++;
	return copy;
}

void na_arena_clear(struct na_arena *arena)
{
	struct na_arena_chunk *next;

	for (struct na_arena_chunk *chunk = arena->chunks; chunk; chunk = next) {
		next = chunk->next;
		free(chunk);
	}
	free(arena->interned);
	*arena = (struct na_arena){ 0 };
}
