/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the tools that configure a NIC call what we audit, and how they write its values: the table of dialects.def as data. */
#ifndef NICAUDIT_DIALECT_H
#define NICAUDIT_DIALECT_H

#include "nicaudit/arena.h"
#include "nicaudit/attr.h"

/* A tool, or a kind of file of one. */
enum na_dialect_tool {
	NA_IN_ETHTOOL,	/* option and word: "-G rx" */
	NA_IN_IP,	/* words of `ip link set dev IFACE` */
	NA_IN_NMCLI,	/* property of a connection; one that ends in '=' takes the value without a blank */
	NA_IN_LINK,	/* key of [Link] in a systemd.link(5) file */
	NA_IN_NETWORK,	/* key of [Link] in a systemd.network(5) file */
	NA_IN_NETDEV,	/* section and key of a systemd.netdev(5) file */
	NA_IN_IFUPDOWN, /* option of an iface stanza, or a template with {value} */
	NA_N_DIALECTS
};

/* How values are written; see dialect.c for who writes them how. */
enum na_form {
	NA_FORM_PLAIN,	/* one word, the same everywhere */
	NA_FORM_TEXT,	/* whatever it is */
	NA_FORM_NUMBER, /* systemd has "max", too */
	NA_FORM_SIZE,	/* bytes: systemd has K, M, G of 1024 */
	NA_FORM_RATE,	/* Mb/s: systemd has bits with K, M, G of 1000 */
	NA_FORM_USECS,	/* systemd has time spans for this and the next two */
	NA_FORM_MSECS,
	NA_FORM_SECONDS,
	NA_FORM_SWITCH,
	NA_FORM_FLAG,	  /* a switch that nmcli writes on and off, not yes and no */
	NA_FORM_ADAPTIVE, /* and one that it writes 1 and 0 */
	NA_FORM_BINARY,	  /* one that ip writes 1 and 0 */
	NA_FORM_AUTONEG,  /* a switch that nmcli cannot switch off alone */
	NA_FORM_STP,
	NA_FORM_MDIX,
	NA_FORM_SPLIT,
	NA_FORM_WOL,
	NA_FORM_FIELDS, /* that go into the hash */
	NA_FORM_LIST,	/* words separated by blanks */
	NA_FORM_AUTO,	/* on is the word "auto", off cannot be said alone */
	NA_FORM_MODES,	/* link modes: ethtool has a hexadecimal number, systemd its own names for some */
	NA_FORM_TABLE,	/* of hash values: said as the number of queues that they go to in turn */
};

struct na_dialect {
	uint16_t attr;
	uint8_t form;
	bool read_only[NA_N_DIALECTS]; /* understood where it stands in a file, but no mend by itself */
	const char *words[NA_N_DIALECTS];
};

/* The row of an attribute, NULL where no tool sets it. */
const struct na_dialect *na_dialect_of(enum na_attr_id attr);

/*
 * The row that the tool calls so, NULL for none; of one with a key *key is what follows in the word, "rx-lro" of "offload-rx-lro",
 * and borrowed from it. The key is the tool's: see na_dialect_features().
 */
const struct na_dialect *na_dialect_find(enum na_dialect_tool tool, const char *word, const char **key);

/*
 * A value as na_value_format() writes it, in the words of the tool; in the arena, or static. NULL where the tool has no words for
 * it. Only of NA_FORM_TEXT the result may be more than letters, digits and harmless signs; blanks separate words of a list.
 */
const char *na_dialect_write(struct na_arena *arena, const struct na_dialect *row, enum na_dialect_tool tool,
			     const char *value);

/* The other way: NULL where it is not understood. "max" stays as it is. */
const char *na_dialect_read(struct na_arena *arena, const struct na_dialect *row, enum na_dialect_tool tool,
			    const char *text);

/* What a tool calls a feature, NULL where it does not know it: "feature-lro", "LargeReceiveOffload", "offload-rx-lro". */
const char *na_dialect_feature(struct na_arena *arena, enum na_dialect_tool tool, const char *feature);

/*
 * The kernel's names of what a tool calls a feature (na_dialect_find()'s key, or a key of [Link]): several for a group such as tso.
 * Their number, of at most size; 0 where it is none.
 */
size_t na_dialect_features(enum na_dialect_tool tool, const char *word, const char **features, size_t size);

#endif
