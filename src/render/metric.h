/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Metrics out of the attribute table: the name, unit and type that a row has in Prometheus. */
#ifndef NICAUDIT_METRIC_H
#define NICAUDIT_METRIC_H

#include "nicaudit/attr.h"

enum { NA_METRIC_MAX = 96 };

struct na_metric {
	char name[NA_METRIC_MAX];
	double scale;	  /* to the base unit */
	const char *note; /* on the unit, for the help; or "" */
	bool is_counter;
};

/* false for what is no number (texts, lists), and for the driver's own counters. */
bool na_metric_of(enum na_attr_id attr, struct na_metric *metric);

#endif
