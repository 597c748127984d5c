/* SPDX-License-Identifier: GPL-2.0-or-later */
/* systemd's files: the first .link and the first .network that match a NIC, with their drop-ins. */
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "collect/persist.h"

/* By precedence: of one name the first is the file, and the others are not looked at. */
static const char *const dirs[] = {
	"/etc/systemd/network",
	"/run/systemd/network",
	"/usr/local/lib/systemd/network",
	"/usr/lib/systemd/network",
};
enum { N_DIRS = sizeof(dirs) / sizeof(dirs[0]), MAX_UNITS = 512 };

struct unit {
	const char *name, *path;
	struct na_ini ini;
};

struct units {
	struct unit v[MAX_UNITS];
	size_t n;
	int err; /* a directory or file that could not be read */
};

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct unit *)a)->name, ((const struct unit *)b)->name);
}

static bool ends_in(const char *name, const char *suffix)
{
	size_t len = strlen(name), n = strlen(suffix);

	return len > n && !strcmp(name + len - n, suffix);
}

/* Files of that suffix in a directory, unless one of the name is there already. */
static void add_dir(struct na_persist *p, struct units *units, const char *dir, const char *suffix)
{
	int err;
	char **names = na_persist_list(p, dir, &err);

	if (err && err != ENODATA)
		units->err = err;
	for (char **name = names; name && *name; name++) {
		bool known = false;

		if (!ends_in(*name, suffix))
			continue;
		for (size_t i = 0; i < units->n; i++)
			known |= !strcmp(units->v[i].name, *name);
		if (known || units->n == MAX_UNITS)
			continue;
		units->v[units->n].path = na_arena_printf(p->arena, "%s/%s", dir, *name);
		units->v[units->n].name = na_arena_printf(p->arena, "%s", *name);
		if (units->v[units->n].path && units->v[units->n].name)
			units->n++;
	}
	free(names);
}

static void add_file(struct na_persist *p, struct units *units, struct na_ini *ini, const char *path)
{
	ssize_t len = na_persist_read(p, path);

	if (len >= 0)
		na_ini_parse(p->arena, ini, path, p->buf, (size_t)len, true);
	else if (len != -ENOENT && len != -ENODATA)
		units->err = (int)-len;
}

/* Drop-ins of all directories, in the order of their names. */
static void add_drop_ins(struct na_persist *p, struct units *units, struct unit *unit)
{
	struct units *parts = calloc(1, sizeof(*parts));

	for (size_t d = 0; parts && d < N_DIRS; d++) {
		const char *dir = na_arena_printf(p->arena, "%s/%s.d", dirs[d], unit->name);

		if (dir)
			add_dir(p, parts, dir, ".conf");
	}
	if (parts)
		qsort(parts->v, parts->n, sizeof(parts->v[0]), by_name);
	for (size_t i = 0; parts && i < parts->n; i++)
		add_file(p, units, &unit->ini, parts->v[i].path);
	free(parts);
}

static struct units *load(struct na_persist *p, const char *suffix)
{
	struct units *units = calloc(1, sizeof(*units));

	if (!units)
		return NULL;
	for (size_t d = 0; d < N_DIRS; d++)
		add_dir(p, units, dirs[d], suffix);
	qsort(units->v, units->n, sizeof(units->v[0]), by_name);
	for (size_t i = 0; i < units->n; i++) {
		add_file(p, units, &units->v[i].ini, units->v[i].path);
		add_drop_ins(p, units, &units->v[i]);
	}
	return units;
}

enum match { NO, PERHAPS, YES };

/* Words separated by blanks, which an exclamation mark before them turns round. */
static enum match any_word(const char *words, const char *text, bool no_case)
{
	char word[256];
	bool not = *words == '!', found = false;

	for (words += not ; *words; words += strspn(words, " \t")) {
		size_t len = strcspn(words, " \t");

		if (len < sizeof(word)) {
			memcpy(word, words, len);
			word[len] = 0;
			found |= text && (no_case ? !strcasecmp(word, text) : !fnmatch(word, text, 0));
		}
		words += len;
	}
	return found != not ? YES : NO;
}

static enum match match_name(const char *words, const struct na_nic *nic)
{
	enum match match = any_word(words, nic->name, false);

	for (uint32_t i = 0; i < nic->n_altnames && *words != '!'; i++)
		if (any_word(words, nic->altnames[i], false) == YES)
			match = YES;
	return match;
}

/* What the kernel called it before it was renamed is not known any more. */
static enum match match_original(const char *words, const struct na_nic *nic)
{
	if (!strcmp(words, "*") || any_word(words, nic->name, false) == YES)
		return YES;
	return PERHAPS;
}

/* Facts are in no order yet. */
static const char *address_of(const struct na_nic *nic)
{
	for (size_t i = 0; i < nic->facts.n; i++)
		if (nic->facts.v[i].attr == NA_LINK_ADDRESS && nic->facts.v[i].value.type == NA_STRING)
			return nic->facts.v[i].value.v.s;
	return NULL;
}

static enum match match_entry(const struct na_ini_entry *entry, const struct na_nic *nic)
{
	const char *address = address_of(nic);
	char path[64];

	if (!strcmp(entry->key, "OriginalName"))
		return match_original(entry->value, nic);
	if (!strcmp(entry->key, "Name"))
		return match_name(entry->value, nic);
	if (!strcmp(entry->key, "Driver"))
		return nic->driver ? any_word(entry->value, nic->driver, false) : PERHAPS;
	if (!strcmp(entry->key, "PermanentMACAddress"))
		return any_word(entry->value, nic->mac, true);
	if (!strcmp(entry->key, "MACAddress"))
		return address ? any_word(entry->value, address, true) : PERHAPS;
	if (!strcmp(entry->key, "Path") && na_is_pci(nic->bus)) {
		snprintf(path, sizeof(path), "pci-%s", nic->bus);
		return any_word(entry->value, path, false);
	}
	if (!strcmp(entry->key, "Type") && any_word(entry->value, "ether", false) == YES)
		return YES;
	if (!strcmp(entry->key, "Kind"))
		return any_word(entry->value, NULL, false);
	return PERHAPS;
}

/* All keys of [Match] must match, and one must be there. */
static enum match match_unit(const struct unit *unit, const struct na_nic *nic)
{
	enum match match = NO;
	bool any = false;

	for (size_t i = 0; i < unit->ini.n; i++) {
		const struct na_ini_entry *entry = &unit->ini.entries[i];
		enum match one;

		if (strcmp(entry->section, "Match") || !*entry->value)
			continue;
		one = match_entry(entry, nic);
		if (!any || one < match)
			match = one;
		any = true;
	}
	return match;
}

/* The first unit that matches; in doubt NULL. */
static const struct unit *find(struct na_persist *p, const struct units *units, struct na_persist_nic *nic)
{
	if (units->err)
		na_persist_doubt(nic, na_state_of_errno(units->err), units->err, "files in systemd/network");
	for (size_t i = 0; i < units->n; i++) {
		enum match match = match_unit(&units->v[i], nic->nic);

		if (match == YES)
			return &units->v[i];
		if (match == PERHAPS) {
			na_persist_doubt(
				nic, NA_UNKNOWN, 0,
				na_arena_printf(p->arena, "whether %s applies cannot be told", units->v[i].path));
			return NULL;
		}
	}
	return NULL;
}

static void apply(struct na_persist *p, struct na_persist_nic *nic, const struct unit *unit, enum na_dialect_tool tool)
{
	for (size_t i = 0; i < unit->ini.n; i++) {
		const struct na_ini_entry *entry = &unit->ini.entries[i];

		if (!strcmp(entry->section, "Link") && *entry->value)
			na_persist_set(p, nic, tool, entry->key, entry->value, entry->file, entry->line);
	}
}

void na_persist_links(struct na_persist *p)
{
	struct units *units = load(p, ".link");

	for (size_t i = 0; units && i < p->n; i++) {
		const struct unit *unit = find(p, units, &p->nics[i]);

		if (!unit)
			continue;
		apply(p, &p->nics[i], unit, NA_IN_LINK);
		if (p->nics[i].n)
			na_persist_tool(&p->nics[i], "udev");
	}
	free(units);
}

void na_persist_networks(struct na_persist *p)
{
	struct units *units = load(p, ".network");

	for (size_t i = 0; units && i < p->n; i++) {
		const struct unit *unit = find(p, units, &p->nics[i]);
		const char *unmanaged = unit ? na_ini_value(&unit->ini, "Link", "Unmanaged") : NULL;

		if (!unit || (unmanaged && strchr("yYtT1", *unmanaged)))
			continue;
		na_persist_tool(&p->nics[i], "networkd");
		apply(p, &p->nics[i], unit, NA_IN_NETWORK);
	}
	free(units);
}
