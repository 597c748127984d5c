/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The attribute table for readers: names, and the manual page of all. */
#ifndef NICAUDIT_ATTRIBUTES_H
#define NICAUDIT_ATTRIBUTES_H

#include "nicaudit/render.h"

/* nicaudit-attributes(7), mdoc. 0 or -EIO. */
int na_man_attributes(FILE *file);

/* The name as people write it: that of a family ends in "*". Returns buf. */
const char *na_attr_title(const struct na_attr *attr, char *buf, size_t size);

#endif
