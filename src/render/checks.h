/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks as every format needs them: in the order of their NICs, with a name that stays, and what to tell first. */
#ifndef NICAUDIT_CHECKS_H
#define NICAUDIT_CHECKS_H

#include "nicaudit/render.h"

/*
 * All checks of the report, by NIC in the order of the snapshot, those about the host last; those of one NIC stay in the order they
 * have. For the caller to free; NULL where memory ran out.
 */
const struct na_check **na_checks_by_nic(const struct na_report *report);

/* Where the run of checks about one NIC that starts at `from` ends. */
size_t na_checks_end(const struct na_check *const *checks, size_t n, size_t from);

/* "eth0", "eth0@blue", or "host". Returns buf, of NA_NIC_NAME_MAX. */
const char *na_check_subject(const struct na_check *check, char *buf, size_t size);

/*
 * The rule of checks[i]; with the fact where the rule has several checks of that NIC. So it is the same whether the check passes or
 * not. Returns buf.
 */
enum { NA_TITLE_MAX = 512 };
const char *na_check_title(const struct na_check *const *checks, size_t n, size_t i, char *buf, size_t size);

/* The message, never NULL. */
const char *na_check_message(const struct na_check *check);

/* true for what makes the exit status: a failure that counts, or a check that must be made and could not be. */
bool na_check_counts(const struct na_check *check, const struct na_render_options *options);

/* How bad it is, from 0: what passed, was waived, or does not apply; not known, though not needed; up to a critical failure. */
enum { NA_RANK_NONE, NA_RANK_OPEN, NA_RANK_INFO, NA_RANK_UNKNOWN, NA_RANK_WARNING, NA_RANK_CRITICAL, NA_N_RANKS };
unsigned int na_check_rank(const struct na_check *check);

/*
 * true for a mend to be shown without being asked for the others: of ethtool and ip, which change what is now; where there
 * is none, those of the first tool.
 */
bool na_mend_is_first(const struct na_check *check, unsigned int i);

/* true for a mend that is to be typed; others are to be written into a file. */
bool na_mend_is_command(const struct na_mend *mend);

/* What stands before the text of a mend, "nmcli: "; nothing where the command says it. Returns buf. */
const char *na_mend_label(const struct na_mend *mend, char *buf, size_t size);

#endif
