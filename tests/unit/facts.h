/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Snapshots from a few words, for tests of what only looks at facts:
 *
 *	facts_nic(snapshot, "eth0", "link.detected=on link.speed=1000 link.partner!denied link.supported=TP,Autoneg");
 *
 * "name=value" is a fact that is present (lists and numbers with commas, bytes in hexadecimal with colons, "name=" for an
 * empty one), "name!state" one that is not.
 */
#ifndef NICAUDIT_FACTS_H
#define NICAUDIT_FACTS_H

#include <string.h>

#include "nicaudit/snapshot.h"
#include "testing.h"

static inline const char *facts_keep(struct na_snapshot *snapshot, const char *text)
{
	return na_arena_intern(&snapshot->arena, text, strlen(text));
}

/* Numbers between separators: "0,1,0,1", "6d:5a". At most max; their number. */
static inline uint32_t facts_numbers(const char *text, const char *separator, int base, uint32_t *numbers, uint32_t max)
{
	uint32_t n = 0;

	while (*text) {
		char *end;

		assert_true(n < max);
		numbers[n++] = (uint32_t)strtoul(text, &end, base);
		assert_true(end > text && (!*end || *end == *separator));
		text = *end ? end + 1 : end;
	}
	return n;
}

static inline struct na_value facts_value(struct na_snapshot *snapshot, enum na_type type, char *text)
{
	const char *words[64];
	uint32_t numbers[256], n = 0;
	uint8_t bytes[256];

	switch (type) {
	case NA_BOOL:
		return na_bool(!strcmp(text, "on"));
	case NA_UINT:
		return na_uint(strtoull(text, NULL, 10));
	case NA_STRING:
		return na_string(facts_keep(snapshot, text));
	case NA_LIST:
		for (char *word = strtok(text, ","); word && n < 64; word = strtok(NULL, ","))
			words[n++] = facts_keep(snapshot, word);
		return na_list(na_arena_dup(&snapshot->arena, words, n * sizeof(words[0])), n);
	case NA_REAL:
		return na_real(strtod(text, NULL));
	case NA_NUMBERS:
		n = facts_numbers(text, ",", 10, numbers, 256);
		return (struct na_value){ .type = type,
					  .n = n,
					  .v.numbers =
						  na_arena_dup(&snapshot->arena, numbers, n * sizeof(numbers[0])) };
	case NA_BYTES:
		n = facts_numbers(text, ":", 16, numbers, 256);
		for (uint32_t i = 0; i < n; i++)
			bytes[i] = (uint8_t)numbers[i];
		return (struct na_value){ .type = type, .n = n, .v.bytes = na_arena_dup(&snapshot->arena, bytes, n) };
	default:
		fail_msg("no value of type %s in tests", na_type_name(type));
		return (struct na_value){ .type = NA_NONE };
	}
}

static inline void facts_add(struct na_snapshot *snapshot, struct na_facts *facts, const char *words)
{
	for (const char *p = words + strspn(words, " "); *p; p += strspn(p, " ")) {
		size_t len = strcspn(p, " ");
		char word[512];
		char *end;
		const char *key;
		struct na_fact fact = { .state = NA_PRESENT };
		bool present;

		assert_true(len < sizeof(word));
		memcpy(word, p, len);
		word[len] = 0;
		p += len;
		end = word + strcspn(word, "=!");
		present = *end == '=';
		*end++ = 0;
		fact.attr = (uint16_t)na_attr_find(word, &key);
		if (fact.attr == NA_ATTR_UNKNOWN)
			fail_msg("no attribute '%s'", word);
		fact.key = key ? facts_keep(snapshot, key) : NULL;
		if (present) {
			fact.value = facts_value(snapshot, na_attrs[fact.attr].type, end);
		} else {
			assert_true(na_state_value(end) > NA_PRESENT);
			fact.state = (uint8_t)na_state_value(end);
		}
		na_facts_add(snapshot, facts, fact);
	}
}

/* A selected NIC with hardware. The pointer is good until the next one is added. */
static inline struct na_nic *facts_nic(struct na_snapshot *snapshot, const char *name, const char *words)
{
	struct na_nic *nic = na_snapshot_add_nic(snapshot, name);

	assert_non_null(nic);
	nic->selected = true;
	nic->ifindex = (uint32_t)snapshot->n_nics;
	facts_add(snapshot, &nic->facts, words);
	return nic;
}

#endif
