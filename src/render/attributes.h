/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The attribute table for readers: a choice of its rows in each format, and the manual page of all. */
#ifndef NICAUDIT_ATTRIBUTES_H
#define NICAUDIT_ATTRIBUTES_H

#include "nicaudit/render.h"

/* The rows of which chosen[] (by enum na_attr_id) is true. 0 or -EIO. */
int na_text_attribute_rows(FILE *file, const bool *chosen, const struct na_render_options *options);
int na_json_attribute_rows(FILE *file, const bool *chosen);

/* nicaudit-attributes(7), mdoc. 0 or -EIO. */
int na_man_attributes(FILE *file);

/* The name as people write it: that of a family ends in "*". Returns buf. */
const char *na_attr_title(const struct na_attr *attr, char *buf, size_t size);

#endif
