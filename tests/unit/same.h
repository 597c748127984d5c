/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether two snapshots say the same: for tests that save one and load it again. */
#ifndef NICAUDIT_SAME_H
#define NICAUDIT_SAME_H

#include <string.h>

#include "nicaudit/snapshot.h"

static inline bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static inline bool same_facts(const struct na_facts *a, const struct na_facts *b)
{
	for (size_t i = 0; i < a->n && i < b->n; i++) {
		const struct na_fact *x = &a->v[i], *y = &b->v[i];

		if (na_fact_compare(x, y) || x->state != y->state || x->err != y->err ||
		    (x->source == NA_SRC_FILE) != (y->source == NA_SRC_FILE) || !na_value_equal(&x->value, &y->value))
			return false;
		for (uint32_t j = 0; x->value.type == NA_LIST && j < x->value.n; j++)
			if (strcmp(x->value.v.list[j], y->value.v.list[j]))
				return false;
	}
	return a->n == b->n;
}

static inline bool same_nic(const struct na_nic *a, const struct na_nic *b)
{
	if (a->n_altnames != b->n_altnames)
		return false;
	for (uint32_t i = 0; i < a->n_altnames; i++)
		if (strcmp(a->altnames[i], b->altnames[i]))
			return false;
	return same_text(a->name, b->name) && same_text(a->netns, b->netns) && a->ifindex == b->ifindex &&
	       a->is_virtual == b->is_virtual && same_text(a->kind, b->kind) && same_text(a->driver, b->driver) &&
	       same_text(a->bus, b->bus) && same_text(a->mac, b->mac) && same_text(a->extra, b->extra) &&
	       same_facts(&a->facts, &b->facts);
}

/* A fact's source counts as far as files keep it. */
static inline bool same_snapshot(const struct na_snapshot *a, const struct na_snapshot *b)
{
	if (a->n_nics != b->n_nics)
		return false;
	for (size_t i = 0; i < a->n_nics; i++)
		if (!same_nic(&a->nics[i], &b->nics[i]))
			return false;
	return same_text(a->tool, b->tool) && same_text(a->host.hostname, b->host.hostname) &&
	       same_text(a->host.boot_id, b->host.boot_id) && same_text(a->host.kernel, b->host.kernel) &&
	       same_text(a->host.arch, b->host.arch) && a->host.time_ns == b->host.time_ns &&
	       a->host.privileged == b->host.privileged && a->host.partial == b->host.partial &&
	       same_text(a->extra, b->extra) && same_text(a->host_extra, b->host_extra) &&
	       same_facts(&a->facts, &b->facts);
}

#endif
