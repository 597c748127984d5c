/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON schemas (draft 2020-12) of our files, out of the tables by which the files are read and written. */
#ifndef NICAUDIT_SCHEMA_H
#define NICAUDIT_SCHEMA_H

#include <stdbool.h>
#include <stdio.h>

struct na_attr;
struct na_json_out;

/* What a schema says of facts, each under its name. */
struct na_schema_facts {
	const char *(*type_of)(const struct na_attr *attr); /* the name of a definition */
	const char *others;				    /* a schema of names that are not in the table */
	bool words;					    /* with examples of words */
	bool some;					    /* one at least */
};
void na_schema_facts(struct na_json_out *out, const struct na_schema_facts *how);

/* 0 or -EIO. */
int na_schema_snapshot(FILE *file);

#endif
