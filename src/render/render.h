/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The formats' functions, as the rows of render.c name them, and what they share. */
#ifndef NICAUDIT_RENDER_PRIVATE_H
#define NICAUDIT_RENDER_PRIVATE_H

#include "nicaudit/render.h"

int na_text_report(FILE *file, const struct na_report *report, const struct na_render_options *options);
int na_text_show(FILE *file, const struct na_snapshot *snapshot, const struct na_render_options *options);
int na_text_attributes(FILE *file, const bool *chosen, const struct na_render_options *options);
int na_text_explain(FILE *file, const struct na_subject *subject, const struct na_render_options *options);

int na_json_report(FILE *file, const struct na_report *report, const struct na_render_options *options);
int na_json_show(FILE *file, const struct na_snapshot *snapshot, const struct na_render_options *options);
int na_json_attributes(FILE *file, const bool *chosen, const struct na_render_options *options);
int na_json_explain(FILE *file, const struct na_subject *subject, const struct na_render_options *options);

int na_nagios_report(FILE *file, const struct na_report *report, const struct na_render_options *options);
int na_nagios_failed(FILE *file, const char *text);
bool na_nagios_wants(enum na_attr_id attr);
int na_prometheus_report(FILE *file, const struct na_report *report, const struct na_render_options *options);
bool na_prometheus_wants(enum na_attr_id attr);
int na_junit_report(FILE *file, const struct na_report *report, const struct na_render_options *options);
int na_tap_report(FILE *file, const struct na_report *report, const struct na_render_options *options);

/* What all of them return: 0, or -EIO where something could not be written. */
int na_render_end(FILE *file);

/* Why a snapshot is not whole, where it says so; and a line of it. */
#define NA_PARTIAL_TEXT "not all could be read: interfaces changed meanwhile, or a namespace could not be entered"
void na_put_partial(FILE *file, const struct na_host *host);

/* Everything about each selected NIC. */
int na_text_detail(FILE *file, const struct na_snapshot *snapshot, const struct na_render_options *options);

/* "eth0", or "eth0@blue" for one of another network namespace. Returns buf. */
enum { NA_NIC_NAME_MAX = 512 };
const char *na_nic_name(const struct na_nic *nic, char *buf, size_t size);

enum na_link { NA_LINK_IS_UP, NA_LINK_NO_CARRIER, NA_LINK_IS_DOWN, NA_LINK_NOT_KNOWN };
enum na_link na_nic_link(const struct na_nic *nic);

/* "1000/full", "~10000" where no wire has it, "-" where there is none. */
void na_nic_speed(const struct na_nic *nic, enum na_link link, char *buf, size_t size);

#endif
