/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Commands that scripts and rules run to set a NIC up: ethtool and ip link. */
#include <string.h>

#include "collect/persist.h"

enum { MAX_WORDS = 64 };

struct words {
	char *v[MAX_WORDS];
	size_t n;
};

/* Words up to whatever a shell would make more of. */
static void split(char *text, struct words *words)
{
	char *save;

	words->n = 0;
	for (char *word = strtok_r(text, " \t\"'", &save); word && words->n < MAX_WORDS;
	     word = strtok_r(NULL, " \t\"'", &save)) {
		char *end = word + strcspn(word, ";|&<>");
		bool ends = *end;

		*end = 0;
		if (*word)
			words->v[words->n++] = word;
		if (ends)
			break;
	}
}

static bool is_program(const char *word, const char *name)
{
	const char *slash = strrchr(word, '/');

	return !strcmp(slash ? slash + 1 : word, name);
}

static bool is_one_of(const char *word, const char *const *names)
{
	for (; *names; names++)
		if (!strcmp(word, *names))
			return true;
	return false;
}

/* The short form of an option that sets something, NULL for another. */
static const char *short_option(const char *option)
{
	static const char *const options[][2] = {
		{ "-s", "--change" },	      { "-K", "--offload" },	    { "-K", "--features" },
		{ "-G", "--set-ring" },	      { "-L", "--set-channels" },   { "-C", "--coalesce" },
		{ "-A", "--pause" },	      { "-X", "--rxfh" },	    { "-X", "--set-rxfh-indir" },
		{ "--set-eee", "--set-eee" }, { "--set-fec", "--set-fec" }, { "--set-priv-flags", "--set-priv-flags" },
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (!strcmp(option, options[i][0]) || !strcmp(option, options[i][1]))
			return options[i][0];
	return NULL;
}

static void pairs(struct na_persist *p, struct na_persist_nic *nic, enum na_dialect_tool tool, const char *option,
		  const struct words *words, size_t from, const char *file, unsigned int line)
{
	char word[160];

	for (size_t i = from; i + 1 < words->n; i += 2) {
		snprintf(word, sizeof(word), "%s%s%s", option, *option ? " " : "", words->v[i]);
		na_persist_set(p, nic, tool, word, words->v[i + 1], file, line);
	}
}

static void take(struct na_persist *p, struct na_persist_nic *nic, const struct words *words, const char *const *names,
		 const char *file, unsigned int line)
{
	size_t at;

	if (words->n >= 3 && is_program(words->v[0], "ethtool") && short_option(words->v[1])) {
		if (is_one_of(words->v[2], names))
			pairs(p, nic, NA_IN_ETHTOOL, short_option(words->v[1]), words, 3, file, line);
		return;
	}
	if (words->n < 4 || !is_program(words->v[0], "ip") || strncmp(words->v[1], "l", 1) ||
	    strcmp(words->v[2], "set"))
		return;
	at = 3 + !strcmp(words->v[3], "dev");
	if (at < words->n && is_one_of(words->v[at], names))
		pairs(p, nic, NA_IN_IP, "", words, at + 1, file, line);
}

void na_persist_command(struct na_persist *p, struct na_persist_nic *nic, const char *command, const char *const *names,
			const char *file, unsigned int line)
{
	/* one after the other: "ethtool -K eth0 lro off; ethtool -G eth0 rx 4096 || true" */
	while (command && *command) {
		char *text = na_arena_printf(p->arena, "%.*s", (int)strcspn(command, ";&|"), command);
		struct words words;

		if (!text)
			return;
		if (strpbrk(text, "`(") && strstr(text, "ethtool")) {
			na_persist_doubt(nic, NA_UNKNOWN, 0,
					 na_arena_printf(p->arena, "what %s:%u does cannot be told", file, line));
			return;
		}
		split(text, &words);
		take(p, nic, &words, names, file, line);
		command += strcspn(command, ";&|");
		command += strspn(command, ";&| \t");
	}
}
