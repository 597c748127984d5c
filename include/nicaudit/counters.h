/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a counter means. Every driver has names of its own for the same things: the rows of src/model/counters.def say what is
 * counted (the kind), and what that tells (its class).
 */
#ifndef NICAUDIT_COUNTERS_H
#define NICAUDIT_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "nicaudit/snapshot.h"

enum na_counter_class {
	NA_COUNTER_OTHER,	  /* traffic and events: nothing is wrong by its rise; or a name that nobody knows */
	NA_COUNTER_WIRE_ERROR,	  /* frames that came or went damaged: cable, module, connector, duplex */
	NA_COUNTER_COLLISION,	  /* what half duplex lives with, and full duplex does not know */
	NA_COUNTER_HOST_TOO_SLOW, /* frames that came well, and nobody took in time */
	NA_COUNTER_POLICY_DROP,	  /* somebody does not want them: filters, VLANs, programs, a cloud's allowance */
	NA_COUNTER_DROP,	  /* lost, and the name does not tell why */
	NA_COUNTER_FLOW_CONTROL,  /* PAUSE and priority flow control */
	NA_COUNTER_RESET,	  /* the driver lost patience with its device */
	NA_COUNTER_DEVICE_ERROR,  /* memory, bus or firmware of the device */
	NA_COUNTER_BAD_PACKET,	  /* came whole over this wire, and was wrong before */
	NA_COUNTER_FEC_CORRECTED,
	NA_COUNTER_FEC_UNCORRECTABLE,
	NA_COUNTER_LINK_FLAP,
	NA_N_COUNTER_CLASSES
};

/* Those that are part of another come before it. */
enum na_counter_kind {
	NA_KIND_NONE, /* no row */
#define KIND(id, ...) NA_KIND_##id,
#include "model/counters.def"
	NA_N_COUNTER_KINDS
};

struct na_counter_kind_row {
	enum na_counter_class class;
	enum na_counter_kind part_of; /* counted there, too, or NA_KIND_NONE */
	bool ring;		      /* a larger receive ring is a remedy */
	const char *words;
};

/* By kind. */
extern const struct na_counter_kind_row na_counter_kinds[NA_N_COUNTER_KINDS];

struct na_counter_meaning {
	enum na_counter_kind kind;
	bool total;   /* repeats others of its kind in the same listing */
	bool rfc2819; /* whole frames above 1518 bytes: no error where they were asked for */
};

/*
 * What the fact counts: stats.*, standard.*, link.* and counter.*. The driver is that of the NIC, which owns the names of its
 * counter.*, or NULL. Kind NA_KIND_NONE for a name that is in no row, and for what is no counter.
 */
struct na_counter_meaning na_counter_meaning(const char *driver, const struct na_fact *fact);

/* Just the class of that. */
enum na_counter_class na_counter_class(const char *driver, const struct na_fact *fact);

/* "wire error", "host too slow", ... */
const char *na_counter_class_name(enum na_counter_class class);

/*
 * Who is to be believed where several count the same: standard.* before counter.* before the others. The larger number is the
 * better one.
 */
unsigned int na_counter_rank(const struct na_fact *fact);

#endif
