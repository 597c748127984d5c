/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the configuration on disk sets at the next boot: persist.*, of the NICs with hardware. Read once for the host, by one
 * reader for each tool; what a file says and is not understood is unknown, and what may or may not apply puts all in doubt.
 */
#include "collect/persist.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BUF_SIZE = 256 * 1024 };

ssize_t na_persist_read(struct na_persist *p, const char *path)
{
	return p->c->io->ops->read(p->c->io, path, p->buf, BUF_SIZE);
}

char **na_persist_list(struct na_persist *p, const char *path, int *err)
{
	char **names = NULL;
	int n = p->c->io->ops->list(p->c->io, path, &names);

	*err = n < 0 && n != -ENOENT && n != -ENOTDIR ? -n : 0;
	if (n > 0)
		return names;
	free(names);
	return NULL;
}

void na_persist_tool(struct na_persist_nic *nic, const char *tool)
{
	for (uint32_t i = 0; i < nic->n_tools; i++)
		if (!strcmp(nic->tools[i], tool))
			return;
	if (nic->n_tools < sizeof(nic->tools) / sizeof(nic->tools[0]))
		nic->tools[nic->n_tools++] = tool;
}

void na_persist_doubt(struct na_persist_nic *nic, enum na_state state, int err, const char *why)
{
	if (nic->doubt != NA_PRESENT)
		return;
	nic->doubt = state;
	nic->err = err;
	nic->why = why;
}

static bool same_key(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static void put(struct na_persist *p, struct na_persist_nic *nic, struct na_setting setting)
{
	for (size_t i = 0; i < nic->n; i++)
		if (nic->settings[i].attr == setting.attr && same_key(nic->settings[i].key, setting.key)) {
			nic->settings[i] = setting;
			return;
		}
	if (nic->n == nic->cap) {
		size_t cap = nic->cap ? nic->cap * 2 : 8;
		struct na_setting *more = na_arena_alloc(p->arena, cap * sizeof(*more));

		if (!more)
			return;
		if (nic->n)
			memcpy(more, nic->settings, nic->n * sizeof(*more));
		nic->settings = more;
		nic->cap = cap;
	}
	nic->settings[nic->n++] = setting;
}

void na_persist_set(struct na_persist *p, struct na_persist_nic *nic, enum na_dialect_tool tool, const char *word,
		    const char *text, const char *file, unsigned int line)
{
	const char *features[16], *key;
	const struct na_dialect *row = na_dialect_find(tool, word, &key);
	struct na_setting setting = { .where = na_arena_printf(p->arena, "%s:%u", file, line) };
	size_t n = 0;

	text = na_arena_printf(p->arena, "%s", text);
	if (row && row->attr != NA_FEATURE) {
		setting.attr = row->attr;
		setting.key = key ? na_arena_printf(p->arena, "%s", key) : NULL;
		setting.value = text ? na_dialect_read(p->arena, row, tool, text) : NULL;
		put(p, nic, setting);
		return;
	}
	/* systemd has a key for each feature */
	n = na_dialect_features(tool, row ? key : word, features, sizeof(features) / sizeof(features[0]));
	row = row || tool == NA_IN_LINK ? na_dialect_of(NA_FEATURE) : NULL;
	for (size_t i = 0; row && text && i < n; i++) {
		setting.attr = NA_FEATURE;
		setting.key = na_arena_printf(p->arena, "%s", features[i]);
		setting.value = na_dialect_read(p->arena, row, tool, text);
		put(p, nic, setting);
	}
}

static void put_facts(struct na_persist *p, const struct na_persist_nic *nic)
{
	struct na_facts *facts = &nic->nic->facts;

	if (nic->doubt != NA_PRESENT) {
		na_put_state(p->c, facts, NA_PERSIST_TOOLS, NULL, NA_SRC_CONFIG, nic->doubt, nic->err, nic->why);
	} else {
		const char *const *tools = na_arena_dup(p->arena, nic->tools, nic->n_tools * sizeof(nic->tools[0]));

		na_put(p->c, facts, NA_PERSIST_TOOLS, NULL, NA_SRC_CONFIG, na_list(tools, nic->n_tools));
	}
	for (size_t i = 0; i < nic->n; i++) {
		const struct na_setting *s = &nic->settings[i];
		const char *name = na_arena_printf(p->arena, "%s%s", na_attrs[s->attr].name, s->key ? s->key : "");

		if (s->value)
			na_put(p->c, facts, NA_PERSIST, name, NA_SRC_CONFIG, na_string(s->value));
		else
			na_put_state(p->c, facts, NA_PERSIST, name, NA_SRC_CONFIG, NA_UNKNOWN, 0, s->where);
		na_put(p->c, facts, NA_PERSIST_FILE, name, NA_SRC_CONFIG, na_string(s->where));
	}
}

/* A recording that was made before there were these readers has none of their files. */
static bool is_there(struct na_collector *c)
{
	char **names = NULL;
	int n = c->io->ops->list(c->io, "/etc/systemd/network", &names);

	free(names);
	return n != -ENODATA;
}

void na_persist_collect(struct na_collector *c)
{
	struct na_snapshot *snapshot = c->snapshot;
	struct na_persist p = { .c = c, .arena = &snapshot->arena };

	if (!c->wanted[NA_PERSIST] && !c->wanted[NA_PERSIST_FILE] && !c->wanted[NA_PERSIST_TOOLS])
		return;
	p.nics = calloc(snapshot->n_nics + 1, sizeof(*p.nics));
	p.buf = malloc(BUF_SIZE);
	for (size_t i = 0; p.nics && i < snapshot->n_nics; i++) {
		struct na_nic *nic = &snapshot->nics[i];

		/* another namespace has files of its own, if any */
		if (nic->selected && !nic->is_virtual && !*nic->netns)
			p.nics[p.n++].nic = nic;
	}
	if (p.nics && p.buf && p.n && is_there(c)) {
		na_persist_links(&p);
		na_persist_rules(&p);
		na_persist_networks(&p);
		na_persist_connections(&p);
		na_persist_interfaces(&p);
		for (size_t i = 0; i < p.n; i++)
			put_facts(&p, &p.nics[i]);
	} else if (!p.nics || !p.buf) {
		snapshot->arena.oom = true;
	}
	free(p.nics);
	free(p.buf);
}
