/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a snapshot file consists of: the members of its objects, in the order in which they are written. Loading, saving
 * and the JSON schema follow from these tables; facts follow from the attribute table.
 */
#ifndef NICAUDIT_SNAPSHOT_JSON_H
#define NICAUDIT_SNAPSHOT_JSON_H

#include "nicaudit/snapshot.h"

#define NA_SNAPSHOT_SCHEMA "nicaudit/snapshot"
enum { NA_SNAPSHOT_VERSION = 1 };

/* What a member is in C, at its offset. */
enum na_json_kind {
	NA_JSON_SCHEMA,	  /* NA_SNAPSHOT_SCHEMA, nothing in C */
	NA_JSON_VERSION,  /* NA_SNAPSHOT_VERSION, likewise */
	NA_JSON_TEXT,	  /* const char *; left out where NULL or "" */
	NA_JSON_FLAG,	  /* bool */
	NA_JSON_NUMBER,	  /* uint32_t; left out where 0 */
	NA_JSON_TIME,	  /* int64_t, ns since the epoch; left out where 0 */
	NA_JSON_ALTNAMES, /* of a NIC, whose altnames and n_altnames it is */
	NA_JSON_FACTS,	  /* struct na_facts: the values of those that are present; left out where none, as are ... */
	NA_JSON_UNAVAILABLE, /* ... the states of the others */
	NA_JSON_SOURCES,     /* ... and the sources of those that are not from the live kernel */
	NA_JSON_HOST,	     /* of a snapshot, whose host it is: na_json_host */
	NA_JSON_NICS,	     /* of a snapshot, whose NICs they are: na_json_nic */
};

struct na_json_member {
	const char *name;
	enum na_json_kind kind;
	bool required;
	size_t offset;
	const char *doc;
};

struct na_json_object {
	const struct na_json_member *members;
	size_t n;
	size_t extra; /* offset of the const char * for members that are not in the table */
};

/* Offsets are those in struct na_snapshot for the first two, in struct na_nic for the last. */
extern const struct na_json_object na_json_snapshot, na_json_host, na_json_nic;

/* RFC 3339, UTC, as many digits after the second as there are; and back, false for what is none. */
enum { NA_TIME_MAX = 40 };
void na_time_format(int64_t ns, char buf[NA_TIME_MAX]);
bool na_time_parse(const char *text, int64_t *ns);

#endif
