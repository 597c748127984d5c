/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The attribute table for readers: their names. */
#ifndef NICAUDIT_ATTRIBUTES_H
#define NICAUDIT_ATTRIBUTES_H

#include "nicaudit/render.h"

/* The name as people write it: that of a family ends in "*". Returns buf. */
const char *na_attr_title(const struct na_attr *attr, char *buf, size_t size);

#endif
