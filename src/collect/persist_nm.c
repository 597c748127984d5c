/* SPDX-License-Identifier: GPL-2.0-or-later */
/* NetworkManager's connections in keyfiles: the one that a NIC would get by itself. */
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "collect/persist.h"

enum { MAX_CONNECTIONS = 512 };

static const char *const dirs[] = {
	"/etc/NetworkManager/system-connections",
	"/run/NetworkManager/system-connections",
	"/usr/lib/NetworkManager/system-connections",
};

struct connection {
	const char *name; /* of the file: in a later directory it is the same connection */
	struct na_ini ini;
	long priority;
};

struct connections {
	struct connection v[MAX_CONNECTIONS];
	size_t n;
	int err;
};

static const char *value_of(const struct connection *c, const char *section, const char *older, const char *key)
{
	const char *value = na_ini_value(&c->ini, section, key);

	return value || !older ? value : na_ini_value(&c->ini, older, key);
}

static bool is_ethernet(const struct connection *c)
{
	const char *type = na_ini_value(&c->ini, "connection", "type");

	return type && (!strcmp(type, "ethernet") || !strcmp(type, "802-3-ethernet"));
}

static bool connects_itself(const struct connection *c)
{
	const char *autoconnect = na_ini_value(&c->ini, "connection", "autoconnect");

	return !autoconnect || strcmp(autoconnect, "false");
}

static void load_file(struct na_persist *p, struct connections *connections, const char *dir, const char *name)
{
	struct connection *c = &connections->v[connections->n];
	const char *path = na_arena_printf(p->arena, "%s/%s", dir, name), *priority;
	ssize_t len = path ? na_persist_read(p, path) : -ENOMEM;

	if (len < 0) {
		if (len != -ENOENT && len != -EISDIR && len != -ENODATA)
			connections->err = (int)-len;
		return;
	}
	*c = (struct connection){ .name = na_arena_printf(p->arena, "%s", name) };
	na_ini_parse(p->arena, &c->ini, path, p->buf, (size_t)len, false);
	priority = na_ini_value(&c->ini, "connection", "autoconnect-priority");
	c->priority = priority ? strtol(priority, NULL, 10) : 0;
	if (c->name && is_ethernet(c) && connects_itself(c))
		connections->n++;
}

static struct connections *load(struct na_persist *p)
{
	struct connections *connections = calloc(1, sizeof(*connections));

	for (size_t d = 0; connections && d < sizeof(dirs) / sizeof(dirs[0]); d++) {
		int err;
		char **names = na_persist_list(p, dirs[d], &err);

		if (err && err != ENODATA)
			connections->err = err;
		for (char **name = names; name && *name && connections->n < MAX_CONNECTIONS; name++) {
			bool known = **name == '.' || strchr(*name, '~');

			for (size_t i = 0; i < connections->n; i++)
				known |= !strcmp(connections->v[i].name, *name);
			if (!known)
				load_file(p, connections, dirs[d], *name);
		}
		free(names);
	}
	return connections;
}

/* Those that name no interface are for any. */
static bool fits(const struct connection *c, const struct na_nic *nic)
{
	const char *name = na_ini_value(&c->ini, "connection", "interface-name");
	const char *mac = value_of(c, "ethernet", "802-3-ethernet", "mac-address");

	if (name && *name && strcmp(name, nic->name))
		return false;
	return !mac || !*mac || (nic->mac && !strcasecmp(mac, nic->mac));
}

static void apply(struct na_persist *p, struct na_persist_nic *nic, const struct connection *c)
{
	char word[160];

	na_persist_tool(nic, "networkmanager");
	for (size_t i = 0; i < c->ini.n; i++) {
		const struct na_ini_entry *entry = &c->ini.entries[i];
		bool wired = !strcmp(entry->section, "ethernet") || !strcmp(entry->section, "802-3-ethernet");

		/* 0 and nothing are what NetworkManager leaves alone */
		if (!*entry->value || (wired && !strcmp(entry->value, "0")))
			continue;
		snprintf(word, sizeof(word), "%s.%s", wired ? "802-3-ethernet" : entry->section, entry->key);
		na_persist_set(p, nic, NA_IN_NMCLI, word, entry->value, entry->file, entry->line);
	}
}

void na_persist_connections(struct na_persist *p)
{
	struct connections *connections = load(p);

	for (size_t i = 0; connections && i < p->n; i++) {
		struct na_persist_nic *nic = &p->nics[i];
		const struct connection *best = NULL;
		bool tie = false;

		if (connections->err)
			na_persist_doubt(nic, na_state_of_errno(connections->err), connections->err,
					 "NetworkManager's connections");
		for (size_t k = 0; k < connections->n; k++) {
			const struct connection *c = &connections->v[k];

			if (!fits(c, nic->nic))
				continue;
			tie = best && c->priority == best->priority ? true :
								      tie && best && c->priority <= best->priority;
			if (!best || c->priority > best->priority)
				best = c;
		}
		if (tie)
			na_persist_doubt(nic, NA_UNKNOWN, 0, "several of NetworkManager's connections fit");
		else if (best)
			apply(p, nic, best);
	}
	free(connections);
}
