/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a recording keeps of configuration files, which hold keys and passwords beside what concerns a NIC. */
#ifndef NICAUDIT_IO_REDACT_H
#define NICAUDIT_IO_REDACT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Empties, in place, every line of a file of configuration that is not known to be of use and harmless, so that numbers of lines
 * stay; text of /proc and /sys is left alone. The text ends in a NUL that is not counted; its new length.
 */
size_t na_redact(const char *path, char *text, size_t len);

/* true for a file in one of NetworkManager's directories of connections, whose name is what somebody called a network. */
bool na_redact_is_connection(const char *path);

#endif
