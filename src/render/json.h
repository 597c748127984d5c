/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Members of JSON objects, by the type of what they hold. */
#ifndef NICAUDIT_JSON_H
#define NICAUDIT_JSON_H

#include "model/json_out.h"
#include "nicaudit/report.h"

/* NULL is left out. */
void na_json_text(struct na_json_out *out, const char *name, const char *text);
void na_json_number(struct na_json_out *out, const char *name, size_t number);
void na_json_switch(struct na_json_out *out, const char *name, bool on);

/* The member "mend": for each tool the list of its texts, in order. Ends at n, or at one without a tool. */
void na_json_mends(struct na_json_out *out, const struct na_mend *mends, size_t n);

#endif
