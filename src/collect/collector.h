/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the collectors share while one snapshot is being made. */
#ifndef NICAUDIT_COLLECTOR_H
#define NICAUDIT_COLLECTOR_H

#include <linux/netlink.h>
#include <stdint.h>

#include "model/uapi.h"
#include "nicaudit/collect.h"

enum { NA_MAX_WORDS = 16 }; /* of a bitset: 512 bits, the kernel has at most 125 today */

struct na_bits {
	uint32_t n; /* bits */
	uint32_t words[NA_MAX_WORDS];
};

/* Names of a string set by number, and the numbers sorted by name. Holes and unknown numbers have no name. */
struct na_strset {
	const char **names;
	uint16_t *sorted;
	struct na_bits named; /* numbers with a name, as far as bitsets go */
	uint32_t n;	      /* numbers */
	uint32_t n_sorted;    /* those with a name */
};

enum na_op { NA_OP_DO = 1, NA_OP_DUMP = 2 };

/* Sets of bits that were turned into words already: devices of one kind have the same ones. */
struct na_bits_memo {
	uint8_t strset;
	struct na_bits bits;
	struct na_value list;
};

/* The names of a driver's counters, as last read: devices of one kind have the same ones. */
struct na_counter_names {
	const unsigned char *block; /* as the kernel gave it */
	const char **keys;	    /* sorted; in the arena */
	uint32_t *index;	    /* number of the counter for each */
	uint32_t n;
};

struct na_collector {
	struct na_io *io;
	struct na_snapshot *snapshot;
	const struct na_collect_options *options;
	uint8_t wanted[NA_N_ATTRS]; /* enum na_want; facts of other attributes are dropped where they would be put */
	uint8_t whose;		    /* enum na_want: what is read now is about one of these */
	/* Wanted rows in chains, by message and by nest: the first, and after each row the next; 0 ends. */
	uint16_t ethnl_rows[NA_N_MSGS], ethnl_next[NA_N_ATTRS];
	uint16_t route_rows[NA_RT_N_NESTS], route_next[NA_N_ATTRS];

	/* NICs of the network namespace that is being read, sorted by ifindex */
	size_t first, n;
	size_t next; /* where the next one of a dump is likely to be */

	uint32_t seq;
	unsigned char *buf; /* one datagram */
	void *scratch;	    /* see na_scratch() */
	size_t scratch_size;
	bool multiqueue; /* some NIC has a queueing discipline with others below it */

	int family;		/* of ethtool netlink; 0 not asked yet, -errno where there is none */
	uint8_t ops[NA_N_MSGS]; /* enum na_op by message */
	struct na_strset strsets[NA_N_STRSETS];
	struct na_bits_memo memo[32];
	unsigned int n_memo;
	struct na_counter_names counters;
};

enum { NA_BUF_SIZE = 256 * 1024 };

/* "0000:3b:00.1"; domains of bridges in software (VMD) have more digits. */
bool na_is_pci(const char *address);

/* Facts of that attribute are wanted of what is being read. */
static inline bool na_wanted(const struct na_collector *c, enum na_attr_id attr)
{
	return c->wanted[attr] & c->whose;
}

/* From here on it is about that NIC; about none in particular where nic is NULL. */
static inline void na_turn_to(struct na_collector *c, const struct na_nic *nic)
{
	c->whose = !nic ? NA_WANT_ALL : nic->is_virtual ? NA_WANT_VIRTUAL : NA_WANT_HARDWARE;
}

/* NIC of the namespace being read, or NULL. */
struct na_nic *na_collector_nic(struct na_collector *c, uint32_t ifindex);

/*
 * Room for the answer of an ioctl with an array behind it, good until the next call: size bytes of zeros, and as much
 * again behind them, since kernels write as many elements as there are by then, however many were asked for.
 */
void *na_scratch(struct na_collector *c, size_t size);

/* decode.c: bytes into facts */

void na_put(struct na_collector *c, struct na_facts *facts, enum na_attr_id attr, const char *key,
	    enum na_source source, struct na_value value);
/* text, the kernel's own words, may be NULL */
void na_put_state(struct na_collector *c, struct na_facts *facts, enum na_attr_id attr, const char *key,
		  enum na_source source, enum na_state state, int err, const char *text);

/* "02:00:5e:00:53:01", or NULL where all of it is zero. */
const char *na_mac_text(struct na_collector *c, const uint8_t *bytes, size_t len);

/*
 * Decodes the bytes of an attribute that is no bitset; width is what the row wants of an integer. A wrong length
 * becomes a fact in error, EBADMSG.
 */
void na_decode(struct na_collector *c, struct na_facts *facts, enum na_attr_id attr, enum na_source source, int decode,
	       size_t width, const void *data, size_t len);

/* strset.c, bits.c */

/* Builds a set from n names, of which some may be empty; they are interned with the prefix before each. */
int na_strset_fill(struct na_collector *c, struct na_strset *set, const char *const *names, uint32_t n,
		   const char *prefix);
/* All global ones the kernel has, in one request. */
void na_strset_load(struct na_collector *c);
/* The name of a bit: of the kernel's set, else of the row, else NULL. */
const char *na_bit_name(const struct na_collector *c, enum na_attr_id attr, uint32_t bit);
/* The words for the bits that are set. */
struct na_value na_bits_list(struct na_collector *c, enum na_attr_id attr, const struct na_bits *bits);

static inline bool na_bit(const struct na_bits *bits, uint32_t bit)
{
	return bit < bits->n && bits->words[bit / 32] >> (bit % 32) & 1;
}

/* ethnl.c */

/* Finds the family and what it can do, once. 0, or -errno as c->family. */
int na_ethnl_open(struct na_collector *c);
/* All messages for the selected NICs. */
int na_ethnl_collect(struct na_collector *c);

/* How a request ended. */
struct na_answer {
	int err;	  /* positive errno */
	bool unread;	  /* the door has no answer: a recording that lacks the request */
	bool interrupted; /* NLM_F_DUMP_INTR */
	char text[160];	  /* extack, or "" */
};

typedef void (*na_reply_fn)(struct na_collector *c, const struct nlmsghdr *reply, void *data);

/* Sends and hands every reply that is no control message to fn. */
void na_talk(struct na_collector *c, struct nlmsghdr *request, na_reply_fn fn, void *data, struct na_answer *answer);

/* route.c, ioctl.c, files.c */
int na_route_links(struct na_collector *c, const char *netns, struct na_error *error);
void na_route_qdiscs(struct na_collector *c);
/* Driver information and statistics, and every message that netlink lacks (or all, with that backend). */
void na_ioctl_collect(struct na_collector *c);
void na_ioctl_counters(struct na_collector *c, struct na_nic *nic, uint32_t n);
void na_sysfs_find_devices(struct na_collector *c);
void na_sysfs_collect(struct na_collector *c);
void na_host_collect(struct na_collector *c);
/* persist.c: once all NICs are known. */
void na_persist_collect(struct na_collector *c);

#endif
