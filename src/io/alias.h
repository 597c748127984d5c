/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Aliases of what tells whose a recording is: numbered in the order in which their originals turn up. */
#ifndef NICAUDIT_IO_ALIAS_H
#define NICAUDIT_IO_ALIAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nicaudit/arena.h"

enum na_alias_kind {
	NA_ALIAS_MAC,	  /* 02:00:00:00:00:NN */
	NA_ALIAS_IP4,	  /* 198.18.0.N, the net for benchmarks of RFC 2544 */
	NA_ALIAS_IP6,	  /* 2001:db8::N, the net for documentation of RFC 3849 */
	NA_ALIAS_ID,	  /* N in as many bytes */
	NA_ALIAS_IFALIAS, /* alias-N */
	NA_ALIAS_HOST,	  /* host-N */
	NA_ALIAS_BOOT,	  /* 00000000-0000-4000-8000-00000000000N */
	NA_ALIAS_SERIAL,  /* serial-N */
	NA_ALIAS_PROFILE, /* connection-N */
	NA_N_ALIAS_KINDS,
};

enum { NA_N_ALIAS_SLOTS = 1 << 14 };

struct na_alias;

/* A host name or a serial number that is looked for in text. */
struct na_alias_name {
	struct na_alias_name *next;
	enum na_alias_kind kind;
	uint32_t number;
	const char *name;
};

/* A zeroed one is empty; what it keeps is the arena's. */
struct na_aliases {
	struct na_arena *arena;
	struct na_alias *table[NA_N_ALIAS_SLOTS];
	uint32_t n[NA_N_ALIAS_KINDS];
	struct na_alias_name *names;
};

/* The number of this original, from 1 on. */
uint32_t na_alias(struct na_aliases *aliases, enum na_alias_kind kind, const void *data, size_t len);

/* As na_alias(); 0 for what is nobody's: zeros, broadcast, multicast, and for IP this host itself. */
uint32_t na_alias_mac(struct na_aliases *aliases, const unsigned char mac[6]);
uint32_t na_alias_ip(struct na_aliases *aliases, const unsigned char *ip, size_t len);

/*
 * Whether a MAC turned up, and is so unlike other data that it may be replaced wherever its bytes stand: 00:00:00:00:00:01
 * is not.
 */
bool na_alias_known_mac(const struct na_aliases *aliases, const unsigned char mac[6], unsigned char alias[6]);

/* The alias as text; its length. */
int na_alias_text(enum na_alias_kind kind, uint32_t number, char *text, size_t size);

/* Replaces in place what the attributes of a reply (of rtnetlink, or of generic netlink) say it is. */
void na_alias_message(struct na_aliases *aliases, bool route, unsigned char *message, size_t len);

#endif
