/* SPDX-License-Identifier: GPL-2.0-or-later */
/* udev rules of the administrator's that run ethtool or ip link. */
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "collect/persist.h"
#include "parse/lines.h"

static const char *const dirs[] = { "/etc/udev/rules.d", "/run/udev/rules.d" };

enum match { NO, PERHAPS, YES };

/* KEY OP "VALUE" of a rule. */
struct part {
	char *key, *value;
	bool equal, unequal, adds;
};

/* The next part of a line; NULL at its end, or where it is none. */
static char *next_part(char *at, struct part *part)
{
	char *operator, * quote;

	at += strspn(at, " \t,");
	operator= at + strcspn(at, "=!+-:");
	quote = strchr(operator, '"');
	if (!*at || !*operator|| !quote || !strchr(quote + 1, '"'))
		return NULL;
	*part = (struct part){
		.key = at,
		.value = quote + 1,
		.equal = !strncmp(operator, "==", 2),
		.unequal = !strncmp(operator, "!=", 2),
		.adds = *operator== '+' ||(*operator== '=' && operator[1] != '='),
	};
	*operator= 0;
	while (operator> at && strchr(" \t", operator[-1]))
		*--operator= 0;
	at = strchr(quote + 1, '"');
	*at = 0;
	return at + 1;
}

/* Alternatives are separated by bars. */
static bool any_of(const char *patterns, const char *text, bool no_case)
{
	char pattern[256];

	for (;; patterns++) {
		size_t len = strcspn(patterns, "|");

		if (len < sizeof(pattern)) {
			memcpy(pattern, patterns, len);
			pattern[len] = 0;
			if (text && (no_case ? !strcasecmp(pattern, text) : !fnmatch(pattern, text, 0)))
				return true;
		}
		patterns += len;
		if (!*patterns)
			return false;
	}
}

static enum match match(const struct part *part, const struct na_nic *nic)
{
	const char *is = NULL;
	bool known = true, no_case = false, holds;

	if (!strcmp(part->key, "SUBSYSTEM"))
		is = "net";
	else if (!strcmp(part->key, "ACTION"))
		is = "add";
	else if (!strcmp(part->key, "KERNEL") || !strcmp(part->key, "NAME"))
		is = nic->name;
	else if (!strcmp(part->key, "DRIVERS") || !strcmp(part->key, "ENV{ID_NET_DRIVER}"))
		is = nic->driver;
	else if (!strcmp(part->key, "KERNELS"))
		is = nic->bus;
	else if (!strcmp(part->key, "ATTR{address}"))
		is = nic->mac, no_case = true;
	else
		known = false;
	if (!known || !is)
		return PERHAPS;
	holds = any_of(part->value, is, no_case);
	return holds == part->equal ? YES : NO;
}

static void take(struct na_persist *p, struct na_persist_nic *nic, const char *text, const char *file,
		 unsigned int line)
{
	static const char *const names[] = { "%k", "$name", "$kernel", "$env{INTERFACE}", "$env{INTERFACE_NAME}" };
	const char *all[sizeof(names) / sizeof(names[0]) + 2] = { nic->nic->name };
	const char *commands[8];
	char *copy = na_arena_printf(p->arena, "%s", text);
	enum match all_match = YES;
	struct part part;
	size_t n = 0;

	memcpy(all + 1, names, sizeof(names));
	for (char *at = copy; at && (at = next_part(at, &part));) {
		enum match one = part.equal || part.unequal ? match(&part, nic->nic) : YES;

		if (one < all_match)
			all_match = one;
		if (part.adds && (!strcmp(part.key, "RUN") || !strcmp(part.key, "RUN{program}")) && n < 8)
			commands[n++] = part.value;
	}
	if (!n || all_match == NO)
		return;
	if (all_match == PERHAPS) {
		na_persist_doubt(nic, NA_UNKNOWN, 0,
				 na_arena_printf(p->arena, "whether %s:%u applies cannot be told", file, line));
		return;
	}
	na_persist_tool(nic, "udev");
	for (size_t i = 0; i < n; i++)
		na_persist_command(p, nic, commands[i], all, file, line);
}

static void read_file(struct na_persist *p, const char *path)
{
	ssize_t len = path ? na_persist_read(p, path) : -ENOENT;
	char *at = len > 0 ? na_arena_dup(p->arena, p->buf, (size_t)len + 1) : NULL, *text;
	unsigned int number = 1, n;

	for (; at && (text = na_next_line(&at, true, &n)); number += n)
		for (size_t i = 0; *text != '#' && (strstr(text, "ethtool") || strstr(text, "ip link")) && i < p->n;
		     i++)
			take(p, &p->nics[i], text, path, number);
}

void na_persist_rules(struct na_persist *p)
{
	for (size_t d = 0; d < sizeof(dirs) / sizeof(dirs[0]); d++) {
		int err;
		char **names = na_persist_list(p, dirs[d], &err);

		for (char **name = names; name && *name; name++)
			if (strlen(*name) > 6 && !strcmp(*name + strlen(*name) - 6, ".rules"))
				read_file(p, na_arena_printf(p->arena, "%s/%s", dirs[d], *name));
		free(names);
	}
}
