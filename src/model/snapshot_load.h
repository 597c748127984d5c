/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What loading a snapshot file is made of: values by type, and errors that say where in the file they are. */
#ifndef NICAUDIT_SNAPSHOT_LOAD_H
#define NICAUDIT_SNAPSHOT_LOAD_H

#include <jansson.h>

#include "nicaudit/snapshot.h"

struct na_load {
	struct na_snapshot *snapshot;
	const char *source; /* the name of the file */
	struct na_error *error;
	char where[160]; /* "interfaces[2] (eth1): ", "" at the top */
};

/* A name as a message shows it, cut where it leaves no room for what follows. */
enum { NA_SHOWN = 80 };
const char *na_load_shown(const char *name, char buf[NA_SHOWN]);

int na_load_fail(const struct na_load *load, int err, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* "NAME is a string where BELONGS belongs". */
int na_load_wrong_type(const struct na_load *load, const char *name, const json_t *is, const char *belongs);

/* The bytes that na_json_string() wrote as this; JSON as text on one line. In the arena; NULL where memory ran out. */
const char *na_load_text(struct na_load *load, const char *text);
const char *na_load_dump(struct na_load *load, const json_t *json);

int na_load_list(struct na_load *load, const char *name, const json_t *json, const char *const **list, uint32_t *n);

/* A value of that type; one of NA_NONE is kept as JSON. Running out of memory is left in the arena. */
int na_load_value(struct na_load *load, const char *name, enum na_type type, const json_t *json,
		  struct na_value *value);

#endif
