/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ifupdown's interfaces(5): the stanzas of interfaces that are brought up by themselves. */
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "collect/persist.h"
#include "parse/lines.h"

enum { MAX_LINES = 4096, MAX_DEPTH = 8, MAX_FILES = 128 }; /* files can include each other */

struct line {
	const char *word, *rest;
	const char *file;
	unsigned int number;
};

struct lines {
	struct line v[MAX_LINES];
	size_t n, n_files;
	int err;
};

static void read_into(struct na_persist *p, struct lines *lines, const char *path, unsigned int depth);

/* The files that a pattern means; only the last part of it can be one. */
static void read_all(struct na_persist *p, struct lines *lines, const char *pattern, unsigned int depth)
{
	const char *slash = strrchr(pattern, '/');
	char **names;
	int err;

	if (!slash || !strpbrk(pattern, "*?[")) {
		read_into(p, lines, pattern, depth);
		return;
	}
	names = na_persist_list(p, na_arena_printf(p->arena, "%.*s", (int)(slash - pattern), pattern), &err);
	for (char **name = names; name && *name; name++)
		if (!fnmatch(slash + 1, *name, FNM_PERIOD))
			read_into(p, lines,
				  na_arena_printf(p->arena, "%.*s/%s", (int)(slash - pattern), pattern, *name), depth);
	free(names);
}

/* Of a directory only files whose names are letters, digits, '_' and '-'. */
static void read_directory(struct na_persist *p, struct lines *lines, const char *dir, unsigned int depth)
{
	int err;
	char **names = na_persist_list(p, dir, &err);

	for (char **name = names; name && *name; name++)
		if (!(*name)[strspn(*name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")])
			read_into(p, lines, na_arena_printf(p->arena, "%s/%s", dir, *name), depth);
	free(names);
}

static const char *absolute(struct na_persist *p, const char *path)
{
	return *path == '/' ? path : na_arena_printf(p->arena, "/etc/network/%s", path);
}

static void take(struct na_persist *p, struct lines *lines, char *text, const char *file, unsigned int number,
		 unsigned int depth)
{
	size_t len = strcspn(text, " \t");
	const char *rest = text + len + strspn(text + len, " \t");

	if (!len || *text == '#')
		return;
	text[len] = 0;
	if (!strcmp(text, "source"))
		read_all(p, lines, absolute(p, rest), depth + 1);
	else if (!strcmp(text, "source-directory"))
		read_directory(p, lines, absolute(p, rest), depth + 1);
	else if (lines->n < MAX_LINES)
		lines->v[lines->n++] = (struct line){ text, rest, file, number };
}

static void read_into(struct na_persist *p, struct lines *lines, const char *path, unsigned int depth)
{
	ssize_t len = depth < MAX_DEPTH && lines->n_files < MAX_FILES ? -ENOENT : -ELOOP;
	char *at, *text;
	unsigned int number = 1, n;

	if (path && len == -ENOENT) {
		lines->n_files++;
		len = na_persist_read(p, path);
	}
	if (len < 0) {
		if (len != -ENOENT && len != -ENODATA && len != -EISDIR)
			lines->err = (int)-len;
		return;
	}
	at = na_arena_dup(p->arena, p->buf, (size_t)len + 1);
	for (; at && (text = na_next_line(&at, true, &n)); number += n)
		take(p, lines, text, path, number, depth);
}

/* One of the words, which may be globs, is the NIC. */
static bool names_it(const char *words, const char *nic)
{
	char word[128];

	for (; *words; words += strspn(words, " \t")) {
		size_t len = strcspn(words, " \t");

		if (len < sizeof(word)) {
			memcpy(word, words, len);
			word[len] = 0;
			if (!fnmatch(word, nic, 0))
				return true;
		}
		words += len;
	}
	return false;
}

static bool comes_up(const struct lines *lines, const char *nic)
{
	for (size_t i = 0; i < lines->n; i++)
		if ((!strcmp(lines->v[i].word, "auto") || !strncmp(lines->v[i].word, "allow-", 6)) &&
		    names_it(lines->v[i].rest, nic))
			return true;
	return false;
}

static bool is_stanza(const char *word)
{
	return !strcmp(word, "iface") || !strcmp(word, "mapping") || !strcmp(word, "auto") ||
	       !strncmp(word, "allow-", 6) || !strncmp(word, "no-", 3);
}

static void apply(struct na_persist *p, struct na_persist_nic *nic, const struct lines *lines)
{
	const char *const names[] = { nic->nic->name, "$IFACE", "${IFACE}", NULL };
	bool ours = false;

	for (size_t i = 0; i < lines->n; i++) {
		const struct line *line = &lines->v[i];

		if (is_stanza(line->word)) {
			ours = !strcmp(line->word, "iface") &&
			       names_it(na_arena_printf(p->arena, "%.*s", (int)strcspn(line->rest, " \t"), line->rest),
					nic->nic->name);
			if (ours)
				na_persist_tool(nic, "ifupdown");
		} else if (!ours) {
			continue;
		} else if (!strcmp(line->word, "up") || !strcmp(line->word, "pre-up") ||
			   !strcmp(line->word, "post-up")) {
			na_persist_command(p, nic, line->rest, names, line->file, line->number);
		} else if (*line->rest) {
			na_persist_set(p, nic, NA_IN_IFUPDOWN, line->word, line->rest, line->file, line->number);
		}
	}
}

void na_persist_interfaces(struct na_persist *p)
{
	struct lines *lines = calloc(1, sizeof(*lines));

	if (!lines)
		return;
	read_into(p, lines, "/etc/network/interfaces", 0);
	for (size_t i = 0; i < p->n; i++) {
		if (lines->err)
			na_persist_doubt(&p->nics[i], na_state_of_errno(lines->err), lines->err,
					 "/etc/network/interfaces");
		if (comes_up(lines, p->nics[i].nic->name))
			apply(p, &p->nics[i], lines);
	}
	free(lines);
}
