/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of everything that can be audited. One row of src/model/attrs.def is one attribute; how it is read by either
 * way, written, named, compared, ordered and documented follows from the row, here and nowhere else.
 */
#ifndef NICAUDIT_ATTR_H
#define NICAUDIT_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nicaudit/value.h"

enum na_attr_id {
	NA_ATTR_UNKNOWN, /* a name from a file that this version does not know; the fact's key is the whole name */
#define ATTR(id, ...) NA_##id,
#include "model/attrs.def"
#undef ATTR
	NA_N_ATTRS
};

enum na_scope {
	NA_SCOPE_IDENTITY,   /* which NIC it is: a change means another one */
	NA_SCOPE_CONFIG,     /* somebody set it */
	NA_SCOPE_NEGOTIATED, /* came out of talking to the other side */
	NA_SCOPE_STATE,	     /* as it happens to be now */
	NA_SCOPE_COUNTER,    /* only its rate means something */
	NA_SCOPE_CAPABILITY, /* what the hardware could do at most */
};

/* What else happens when it is set. */
enum na_impact { NA_IMPACT_NONE, NA_IMPACT_QUEUES, NA_IMPACT_LINK };

/* How the bytes of an attribute become a value. */
enum na_decode {
	NA_DECODE_PLAIN,     /* an integer of the row's width, or a string; words[] names the codes */
	NA_DECODE_BITS,	     /* bitset, its value: the names of the bits that are set */
	NA_DECODE_MASK,	     /* bitset, its mask */
	NA_DECODE_FLAGS,     /* a u32 of bits named by the row's string set */
	NA_DECODE_MAC,	     /* up to 32 bytes; all zero is none */
	NA_DECODE_IFINDEX,   /* the name of the interface */
	NA_DECODE_IFF,	     /* one bit of ifi_flags (offset is the bit): down or up */
	NA_DECODE_ARRAY,     /* u32 each: NA_NUMBERS; bytes: NA_BYTES */
	NA_DECODE_ETHERTYPE, /* two bytes in network order: "802.1Q" */
	NA_DECODE_FEC,	     /* bitset of the link modes that stand for FEC, in ethtool's words */
	NA_DECODE_FEC_MODE,  /* number of such a link mode */
	NA_DECODE_SPEED,     /* Mb/s, where 0, 65535 and 2^32-1 are no speed (SPEED_UNKNOWN in ethtool.h) */
	NA_DECODE_CUSTOM,    /* the collector does it */
};

/* Ethtool netlink: message and attribute, one more level down where sub is not 0. Width is that of an integer. */
struct na_get_nl {
	uint8_t msg, attr, sub, width;
	uint8_t decode;
};

/* Ethtool ioctl: command, and where in its struct. */
struct na_get_io {
	uint32_t cmd;
	uint16_t offset;
	uint8_t width;
	uint8_t decode;
};

/* rtnetlink: the IFLA_ attribute of the link; for one of a kind's own data, nest says which and kind whose. */
enum na_rt_nest { NA_RT_TOP, NA_RT_INFO_DATA, NA_RT_SLAVE_DATA, NA_RT_N_NESTS };
struct na_get_rt {
	uint16_t attr;
	uint16_t sub;	 /* one level further down, 0 for none */
	uint16_t offset; /* in a struct */
	uint8_t width;
	uint8_t decode;
	uint8_t nest;
	const char *kind;
	bool given;
};

/* A file: for a NIC below its PCI device's directory, for the host its whole path. */
struct na_get_file {
	const char *path;
};

struct na_set_nl {
	uint8_t msg, attr;
};

/* Of which NICs a fact is of use. What comes along unasked may be there for others, too. */
enum na_want { NA_WANT_HARDWARE = 1, NA_WANT_VIRTUAL = 2, NA_WANT_ALL = 3 };

enum na_attr_flags {
	NA_FAMILY = 1,	   /* the name is a prefix, the key follows it */
	NA_HOST = 2,	   /* about the host, not a NIC */
	NA_FAULT = 4,	   /* a counter that goes up when something is wrong */
	NA_ZERO_VAGUE = 8, /* by ioctl, 0 cannot be told from unsupported */
	NA_ZERO_NONE = 32, /* 0 means that there is none */
	NA_HARDWARE = 16,  /* every NIC with a wire has it: where it cannot be read, a check is unknown and not void */
};

struct na_attr {
	const char *name;
	const char *aliases; /* separated by blanks; accepted wherever a name is read, never written */
	enum na_type type;
	const char *unit;
	const char *const *words; /* by code, NULL where the code means "unknown"; its own end is n_words */
	uint16_t n_words;
	uint8_t strset; /* of NA_DECODE_FLAGS and bitsets: ETH_SS_* */
	uint16_t flags;
	enum na_scope scope;
	enum na_impact impact;
	uint8_t order; /* of applying: lower first */
	uint16_t max;  /* the attribute that holds its maximum, 0 for none */
	struct na_get_nl nl;
	struct na_get_io io;
	struct na_get_rt rt;
	struct na_get_file file;
	struct na_set_nl set;
	const char *doc;
};

/* By enum na_attr_id; the first is all zero but for its name. */
extern const struct na_attr na_attrs[NA_N_ATTRS];

/*
 * The attribute of a full name or alias: exactly, else by the prefix of a family, whose key is then *key (borrowed from
 * name, or static: the kernel's name where ethtool's short one was given; NULL for no family). NA_ATTR_UNKNOWN where there is none.
 */
enum na_attr_id na_attr_find(const char *name, const char **key);

/* The word of a code: NULL where the code means "unknown" to the driver, and *known false where the row has no such code. */
const char *na_attr_word(const struct na_attr *attr, uint64_t code, bool *known);

const char *na_scope_name(enum na_scope scope);
const char *na_impact_name(enum na_impact impact);

/* Ethtool's short names of features ("tso") and groups of the kernel's: the alias table. NULL for none. */
const char *na_feature_alias(const char *name);

/* Link modes: a bit of ethtool's link mode bitset and what IEEE 802.3 says of it. */
enum na_medium {
	NA_MEDIUM_NONE, /* not a mode: Autoneg, Pause, ports, FEC */
	NA_MEDIUM_T,	/* twisted pair, BASE-T */
	NA_MEDIUM_T1,	/* single pair */
	NA_MEDIUM_CU,	/* twinaxial, BASE-CR */
	NA_MEDIUM_BP,	/* backplane, BASE-K* */
	NA_MEDIUM_FIBRE,
	NA_MEDIUM_X, /* 1000BASE-X, 2500BASE-X: whatever sits in the cage */
};

struct na_link_mode {
	const char *name; /* the kernel's: "1000baseT/Full" */
	uint32_t speed;	  /* Mb/s, 0 for no mode */
	uint8_t full;
	uint8_t lanes;
	uint8_t medium;
	uint8_t priority;   /* of IEEE 802.3 Annex 28B.3 where it has one (1 is best), else 0 */
	const char *clause; /* of IEEE 802.3 that has its negotiation, or NULL */
};

/* By bit; those the table does not know have names from the kernel, and nothing else. */
extern const struct na_link_mode na_link_modes[];
extern const size_t na_n_link_modes;
enum { NA_BIT_AUTONEG = 6, NA_BIT_TP = 7, NA_BIT_PAUSE = 13, NA_BIT_ASYM_PAUSE = 14 };

/* The row of that name, or NULL. */
const struct na_link_mode *na_link_mode_find(const char *name);

/* The fastest of a list of names (full duplex before half), NULL where none is a mode. */
const struct na_link_mode *na_link_mode_best(const struct na_value *list);

#endif
