/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON schemas (draft 2020-12) of our files, out of the tables by which the files are read and written. */
#ifndef NICAUDIT_SCHEMA_H
#define NICAUDIT_SCHEMA_H

#include <stdio.h>

/* 0 or -EIO. */
int na_schema_snapshot(FILE *file);

#endif
