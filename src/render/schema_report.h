/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The JSON schema of reports. */
#ifndef NICAUDIT_SCHEMA_REPORT_H
#define NICAUDIT_SCHEMA_REPORT_H

#include <stdio.h>

/* 0 or -EIO. */
int na_schema_report(FILE *file);

#endif
