/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the readers of configuration files share: the files, the NICs, and what was found for each. */
#ifndef NICAUDIT_PERSIST_H
#define NICAUDIT_PERSIST_H

#include "collect/collector.h"
#include "model/dialect.h"
#include "parse/ini.h"

/* One setting; those of a later file, or further down, win. */
struct na_setting {
	uint16_t attr;
	const char *key;   /* of a family, else NULL */
	const char *value; /* as na_value_format() writes it; NULL where it was not understood */
	const char *where; /* "/etc/systemd/network/10-lan.link:7" */
};

struct na_persist_nic {
	struct na_nic *nic;
	struct na_setting *settings;
	size_t n, cap;
	const char *tools[4];
	uint32_t n_tools;
	enum na_state doubt; /* NA_PRESENT for none: what is found may not be all there is, or not apply */
	int err;
	const char *why;
};

struct na_persist {
	struct na_collector *c;
	struct na_arena *arena;
	struct na_persist_nic *nics; /* with hardware, in the namespace of the host */
	size_t n;
	char *buf;
};

/* Readers, in the order in which their tools act at boot. */
void na_persist_links(struct na_persist *p);	   /* systemd.link(5), which udev applies */
void na_persist_rules(struct na_persist *p);	   /* udev rules */
void na_persist_networks(struct na_persist *p);	   /* systemd.network(5) */
void na_persist_connections(struct na_persist *p); /* NetworkManager's keyfiles */
void na_persist_interfaces(struct na_persist *p);  /* ifupdown */

/* The text of a file, in p->buf until the next one; its length, or -errno. */
ssize_t na_persist_read(struct na_persist *p, const char *path);

/* Names in a directory, NULL-terminated and sorted, for the caller to free; NULL where there are none. *err where it was refused. */
char **na_persist_list(struct na_persist *p, const char *path, int *err);

/* "text", in the tool's words, for what the tool calls word; what the tool calls nothing is none of ours. */
void na_persist_set(struct na_persist *p, struct na_persist_nic *nic, enum na_dialect_tool tool, const char *word,
		    const char *text, const char *file, unsigned int line);

/* A command of a script or a rule, with the NIC written as any of the names, NULL-terminated. */
void na_persist_command(struct na_persist *p, struct na_persist_nic *nic, const char *command, const char *const *names,
			const char *file, unsigned int line);

void na_persist_tool(struct na_persist_nic *nic, const char *tool);
void na_persist_doubt(struct na_persist_nic *nic, enum na_state state, int err, const char *why);

#endif
