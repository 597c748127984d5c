/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Metrics out of the attribute table: nicaudit_, the words of the attribute's name, the base unit, and _total for a counter. So
 * ring.rx is nicaudit_ring_rx, coalesce.rx-usecs nicaudit_coalesce_rx_seconds, stats.rx_bytes nicaudit_stats_rx_bytes_total.
 */
#include "render/metric.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Base units as Prometheus wants them. What counts things (descriptors, frames) needs no word for it. */
static const struct unit {
	const char *unit;
	const char *word; /* which the name ends in */
	const char *drop; /* a word of the attribute's name that would say another unit, or NULL */
	double scale;
	const char *note;
} units[] = {
	{ "bytes", "bytes", NULL, 1, "" },
	{ "usecs", "seconds", "usecs", 1e-6, "" },
	{ "ms", "seconds", NULL, 1e-3, "" },
	{ "s", "seconds", NULL, 1, "" },
	{ "Mb/s", "bytes", NULL, 125000, " In bytes per second." },
	{ "GT/s", "transfers", NULL, 1e9, " In transfers per second." },
};

static bool add_word(char *name, const char *word, size_t len)
{
	size_t used = strlen(name);

	if (used + len + 2 > NA_METRIC_MAX)
		return false;
	name[used++] = '_';
	for (size_t i = 0; i < len; i++)
		name[used++] = (char)tolower((unsigned char)word[i]);
	name[used] = 0;
	return true;
}

static bool is_word(const char *text, size_t len, const char *word)
{
	return word && strlen(word) == len && !memcmp(text, word, len);
}

bool na_metric_of(enum na_attr_id attr, struct na_metric *metric)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	const struct na_attr *row = &na_attrs[attr];
	const struct unit *unit = NULL;
	bool fits = true, ends_in_unit = false;

	if (attr == NA_COUNTER ||
	    (row->type != NA_BOOL && row->type != NA_UINT && row->type != NA_INT && row->type != NA_REAL))
		return false;
	for (size_t i = 0; row->unit && i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(units[i].unit, row->unit))
			unit = &units[i];
	*metric = (struct na_metric){ .name = "nicaudit",
				      .scale = unit ? unit->scale : 1,
				      .note = unit ? unit->note : "",
				      .is_counter = row->scope == NA_SCOPE_COUNTER };
	for (const char *p = row->name; *p; p += strspn(p, letters)) {
		p += strcspn(p, letters);
		size_t len = strspn(p, letters);

		if (!len || (unit && is_word(p, len, unit->drop)))
			continue;
		/* the plural is taken for a size in a unit that is no base unit (promtool check metrics) */
		fits = fits && add_word(metric->name, p, is_word(p, len, "bits") ? len - 1 : len);
		ends_in_unit = unit && is_word(p, len, unit->word);
	}
	if (unit && !ends_in_unit)
		fits = fits && add_word(metric->name, unit->word, strlen(unit->word));
	if (metric->is_counter)
		fits = fits && add_word(metric->name, "total", strlen("total"));
	return fits;
}
