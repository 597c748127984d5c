/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was read, at one moment, on one host: facts about the host and about each NIC, each with the state of its
 * reading. Collectors and loaders build it, judges and renderers only look. All it points to is in its arena.
 */
#ifndef NICAUDIT_SNAPSHOT_H
#define NICAUDIT_SNAPSHOT_H

#include <stdio.h>

#include "nicaudit/arena.h"
#include "nicaudit/attr.h"
#include "nicaudit/error.h"
#include "nicaudit/value.h"

enum na_state {
	NA_PRESENT,
	NA_UNSUPPORTED, /* the driver says it has no such thing */
	NA_UNKNOWN,	/* the driver has it and says that it does not know, as for the speed of a link that is down */
	NA_ABSENT,	/* the kernel is too old to be asked */
	NA_DENIED,	/* it takes privileges that were not there */
	NA_ERROR,	/* asking failed, errno says how */
	NA_UNREAD,	/* never asked, or not in the recording */
	NA_N_STATES
};

enum na_source {
	NA_SRC_ETHNL,
	NA_SRC_IOCTL,
	NA_SRC_ROUTE,
	NA_SRC_SYSFS,
	NA_SRC_PROCFS,
	NA_SRC_CONFIG, /* configuration on disk */
	NA_SRC_FILE,   /* imported from somebody's file: not the live kernel */
	NA_N_SOURCES
};

struct na_fact {
	uint16_t attr; /* enum na_attr_id; NA_ATTR_UNKNOWN where this version has no such name */
	uint8_t state;
	uint8_t source;
	int32_t err;	       /* positive errno, 0 where there was none */
	const char *key;       /* what follows the prefix of a family; the full name for NA_ATTR_UNKNOWN; else NULL */
	struct na_value value; /* for a fact that is not present: the kernel's own words, if it had any, as NA_STRING */
};

/* Sorted by (attr, key) after na_snapshot_finish(). */
struct na_facts {
	struct na_fact *v;
	size_t n, cap;
};

struct na_nic {
	const char *name;
	const char *netns; /* "" for the namespace nicaudit ran in */
	uint32_t ifindex;
	bool is_virtual;    /* no hardware behind it */
	bool selected;	    /* the user asked for it; the others are there for what they tell about it */
	const char *kind;   /* "veth", "bond", ...; NULL for none */
	const char *driver; /* NULL where unknown, as are the following */
	const char *bus;    /* "0000:3b:00.1", "virtio2" */
	const char *mac;    /* the permanent one */
	const char *const *altnames;
	uint32_t n_altnames;
	struct na_facts facts;
	const char *extra; /* JSON members of a file that this version does not know, as one object; or NULL */
};

struct na_host {
	const char *hostname, *boot_id, *kernel, *arch; /* NULL where unknown */
	int64_t time_ns;				/* since the epoch, UTC; 0 where unknown */
	bool privileged;				/* CAP_NET_ADMIN was there */
	bool partial; /* something changed under the reader and could not be read whole */
};

struct na_snapshot {
	struct na_arena arena;
	const char *tool; /* name and version that wrote it */
	struct na_host host;
	struct na_facts facts; /* about the host */
	struct na_nic *nics;
	size_t n_nics, cap_nics;
	const char *extra;	/* unknown members at the top, as in na_nic */
	const char *host_extra; /* unknown members of "host" */
};

struct na_snapshot *na_snapshot_new(void);
void na_snapshot_free(struct na_snapshot *snapshot);

/* A zeroed NIC of that name, NULL where memory ran out. Pointers to NICs are good until the next call. */
struct na_nic *na_snapshot_add_nic(struct na_snapshot *snapshot, const char *name);

/*
 * Adds a fact as it stands; key and value are borrowed and must live in the arena (or be static). Running out of
 * memory is remembered in the arena and reported by na_snapshot_finish().
 */
void na_facts_add(struct na_snapshot *snapshot, struct na_facts *facts, struct na_fact fact);

/* Sorts all facts; of two with one name the present one stays, else the first. 0 or -ENOMEM. */
int na_snapshot_finish(struct na_snapshot *snapshot);

/* Frees the facts of NICs that are not selected and takes them out. */
void na_snapshot_drop_unselected(struct na_snapshot *snapshot);

/* The fact, whatever its state, or NULL; key NULL for an attribute that is no family. Needs finished facts. */
const struct na_fact *na_fact_find(const struct na_facts *facts, enum na_attr_id attr, const char *key);

/* The first fact of a family and their number; *first is NULL for none. */
size_t na_fact_family(const struct na_facts *facts, enum na_attr_id attr, const struct na_fact **first);

/* The value of a fact that is present, or NULL. */
const struct na_value *na_fact_value(const struct na_facts *facts, enum na_attr_id attr);
bool na_fact_is(const struct na_facts *facts, enum na_attr_id attr, const char *word);
bool na_fact_uint(const struct na_facts *facts, enum na_attr_id attr, uint64_t *value);
bool na_fact_bool(const struct na_facts *facts, enum na_attr_id attr, bool *value);

/* The full name, "feature.rx-gro". Returns buf. */
const char *na_fact_name(const struct na_fact *fact, char *buf, size_t size);
enum { NA_NAME_MAX = 160 };

/* <0, 0, >0 in the order of the sorted array. */
int na_fact_compare(const struct na_fact *a, const struct na_fact *b);

const char *na_state_name(enum na_state state);
int na_state_value(const char *name); /* -1 for none */
const char *na_source_name(enum na_source source);
int na_source_value(const char *name);

/* What an errno of a request says about the fact: EOPNOTSUPP unsupported, EPERM denied, ENODATA unread, else error. */
enum na_state na_state_of_errno(int err);

/* The reason in words, "the driver does not support it", with the errno and the kernel's own words where there are. */
size_t na_fact_reason(const struct na_fact *fact, char *buf, size_t size);

/* true where the pattern (a name, an altname or a glob; exactly first) is this NIC. */
bool na_nic_matches(const struct na_nic *nic, const char *pattern);

/*
 * Marks what the user asked for: the named ones, or without names the hardware NICs, or all. Every pattern must match
 * something: else -ENOENT, and the error names it and the nearest name.
 */
int na_snapshot_select(struct na_snapshot *snapshot, const char *const *patterns, size_t n, bool all,
		       struct na_error *error);

/* true where a speed says nothing, being made up by a driver with no wire behind it (veth, tun, virtio, ...). */
bool na_nic_speed_is_nominal(const struct na_nic *nic);

struct na_nic *na_snapshot_find(const struct na_snapshot *snapshot, const char *netns, const char *name);

/* JSON, schema "nicaudit/snapshot" version 1; see nicaudit-snapshot(5). */

/* Parses text; source names it in errors. *snapshot is the caller's to free. 0 or -errno: EINVAL for a file that is not
 * one, EPROTONOSUPPORT for one of another schema or version. */
int na_snapshot_from_json(const char *text, size_t len, const char *source, struct na_snapshot **snapshot,
			  struct na_error *error);

/* Writes it one interface at a time, so that memory does not grow with their number. 0, -ENOMEM or -EIO. */
int na_snapshot_to_json(const struct na_snapshot *snapshot, FILE *file);

#endif
