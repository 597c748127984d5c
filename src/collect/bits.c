/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets of bits into lists of words, and where the words come from. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collector.h"

/* ethtool's words for the encodings; the link mode bits that stand for them are called otherwise. */
static const char *fec_word(const char *name)
{
	static const char *const words[][2] = {
		{ "None", "off" }, { "RS", "rs" }, { "BASER", "baser" }, { "LLRS", "llrs" }
	};

	for (size_t i = 0; name && i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(words[i][0], name))
			return words[i][1];
	return name;
}

const char *na_bit_name(const struct na_collector *c, enum na_attr_id attr, uint32_t bit)
{
	const struct na_attr *row = &na_attrs[attr];
	bool fec = row->nl.decode == NA_DECODE_FEC || row->nl.decode == NA_DECODE_FEC_MODE;
	uint8_t strset = fec ? NA_SS_LINK_MODES : row->strset;
	const struct na_strset *set = &c->strsets[strset];
	const char *name = NULL;

	if (bit < set->n)
		name = set->names[bit];
	else if (bit < row->n_words)
		name = row->words[bit];
	else if (strset == NA_SS_LINK_MODES && bit < na_n_link_modes)
		name = na_link_modes[bit].name;
	return fec ? fec_word(name) : name;
}

static struct na_value build_list(struct na_collector *c, enum na_attr_id attr, const struct na_bits *bits)
{
	const char *names[NA_MAX_WORDS * 32];
	uint32_t n = 0;

	for (uint32_t word = 0; word < (bits->n + 31) / 32; word++)
		for (uint32_t left = bits->words[word]; left; left &= left - 1) {
			uint32_t bit = word * 32 + (uint32_t)__builtin_ctz(left);
			const char *name = na_bit_name(c, attr, bit);

			if (!name || !*name) /* newer than kernel and table: its number is its name */
				name = na_arena_printf(&c->snapshot->arena, "bit%u", bit);
			if (name)
				names[n++] = name;
		}
	return na_list(na_arena_dup(&c->snapshot->arena, names, n * sizeof(*names)), n);
}

struct na_value na_bits_list(struct na_collector *c, enum na_attr_id attr, const struct na_bits *bits)
{
	const struct na_attr *row = &na_attrs[attr];
	struct na_bits_memo *memo;
	size_t used = (bits->n + 31) / 32 * sizeof(uint32_t);

	if (!row->strset) /* the words are the row's own */
		return build_list(c, attr, bits);
	for (unsigned int i = 0; i < c->n_memo; i++) {
		memo = &c->memo[i];
		if (memo->strset == row->strset && memo->bits.n == bits->n &&
		    !memcmp(memo->bits.words, bits->words, used))
			return memo->list;
	}
	if (c->n_memo == sizeof(c->memo) / sizeof(c->memo[0]))
		c->n_memo = 0;
	memo = &c->memo[c->n_memo++];
	memo->strset = row->strset;
	memo->bits = *bits;
	memo->list = build_list(c, attr, bits);
	return memo->list;
}

struct by_name {
	const char *name;
	uint16_t number;
};

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct by_name *)a)->name, ((const struct by_name *)b)->name);
}

int na_strset_fill(struct na_collector *c, struct na_strset *set, const char *const *names, uint32_t n,
		   const char *prefix)
{
	struct na_arena *arena = &c->snapshot->arena;
	struct by_name *sorted = calloc(n ? n : 1, sizeof(*sorted));
	char text[128];

	set->names = na_arena_alloc(arena, n * sizeof(*set->names));
	set->sorted = na_arena_alloc(arena, n * sizeof(*set->sorted));
	if (!sorted || !set->names || !set->sorted) {
		arena->oom = true;
		free(sorted);
		return -1;
	}
	set->n = n;
	set->n_sorted = 0;
	for (uint32_t i = 0; i < n; i++) {
		if (!names[i] || !names[i][0])
			continue;
		snprintf(text, sizeof(text), "%s%s", prefix, names[i]);
		set->names[i] = na_arena_intern(arena, text, strlen(text));
		if (!set->names[i])
			continue;
		sorted[set->n_sorted++] = (struct by_name){ set->names[i], (uint16_t)i };
		if (i < NA_MAX_WORDS * 32)
			set->named.words[i / 32] |= 1U << (i % 32);
	}
	qsort(sorted, set->n_sorted, sizeof(*sorted), compare_names);
	for (uint32_t i = 0; i < set->n_sorted; i++)
		set->sorted[i] = sorted[i].number;
	free(sorted);
	return 0;
}
