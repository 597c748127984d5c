/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The catalogue of counters as data: rows out of counters.def, and finding what a counter's name means to its driver. */
#include "nicaudit/counters.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

const struct na_counter_kind_row na_counter_kinds[NA_N_COUNTER_KINDS] = {
	[NA_KIND_NONE] = { .words = "" },
#define KIND(id, class_, part, ring_, words_) \
	[NA_KIND_##id] = {                    \
		.class = NA_COUNTER_##class_, \
		.part_of = NA_KIND_##part,    \
		.ring = ring_,                \
		.words = words_,              \
	},
#include "model/counters.def"
};

/* Drivers of one family give their counters the same names. */
struct driver {
	const char *name, *family;
};

struct row {
	const char *name, *family;
	struct na_counter_meaning meaning;
};

/* Both are sorted by name when they are first used. */
static struct driver drivers[] = {
#define DRIVER(family_, name_) { .name = name_, .family = #family_ },
#include "model/counters.def"
};

static struct row rows[] = {
#define COUNTER(family_, name_, kind_) { name_, #family_, { .kind = NA_KIND_##kind_ } },
#define TOTAL(family_, name_, kind_) { name_, #family_, { .kind = NA_KIND_##kind_, .total = true } },
#define RMON(family_, name_, kind_) { name_, #family_, { .kind = NA_KIND_##kind_, .total = true, .rfc2819 = true } },
#include "model/counters.def"
};

enum { N_ROWS = sizeof(rows) / sizeof(rows[0]), N_DRIVERS = sizeof(drivers) / sizeof(drivers[0]) };

static int compare_drivers(const void *a, const void *b)
{
	return strcmp(((const struct driver *)a)->name, ((const struct driver *)b)->name);
}

static int compare_rows(const void *a, const void *b)
{
	return strcmp(((const struct row *)a)->name, ((const struct row *)b)->name);
}

static void sort_tables(void)
{
	static bool sorted;

	if (sorted)
		return;
	qsort(drivers, N_DRIVERS, sizeof(drivers[0]), compare_drivers);
	qsort(rows, N_ROWS, sizeof(rows[0]), compare_rows);
	sorted = true;
}

/* NULL for a driver that nobody wrote rows for. */
static const char *family_of(const char *driver)
{
	const struct driver *found;

	if (!driver)
		return NULL;
	found = bsearch(&(struct driver){ .name = driver }, drivers, N_DRIVERS, sizeof(*found), compare_drivers);
	if (found)
		return found->family;
	for (size_t i = 0; i < N_DRIVERS; i++)
		if (strchr(drivers[i].name, '*') && !fnmatch(drivers[i].name, driver, 0))
			return drivers[i].family;
	return NULL;
}

/* A number is a '#'; no blanks around; and no "#2", which is ours and no driver's. */
static void normalise(const char *name, char *buf, size_t size)
{
	size_t skip = strspn(name, " "), len = skip + strlen(name + skip), out = 0;
	size_t digits = len;

	while (digits > skip && isdigit((unsigned char)name[digits - 1]))
		digits--;
	if (digits > skip + 1 && digits < len && name[digits - 1] == '#')
		len = digits - 1;
	while (len > skip && name[len - 1] == ' ')
		len--;
	for (size_t i = skip; i < len && out + 1 < size; i++) {
		if (!isdigit((unsigned char)name[i]))
			buf[out++] = name[i];
		else if (i == skip || !isdigit((unsigned char)name[i - 1]))
			buf[out++] = '#';
	}
	buf[out] = 0;
}

/* The name as the table has it. false for what cannot be in it. */
static bool table_name(const struct na_fact *fact, char *buf, size_t size)
{
	const struct na_attr *attr = &na_attrs[fact->attr];
	const char *last;

	if (attr->scope != NA_SCOPE_COUNTER || fact->attr == NA_ATTR_UNKNOWN)
		return false;
	if (fact->attr == NA_COUNTER) {
		normalise(fact->key, buf, size);
		return true;
	}
	if (fact->attr != NA_STANDARD) {
		stpncpy(buf, attr->name, size - 1)[0] = 0;
		return true;
	}
	last = strrchr(fact->key, '.');
	strcpy(buf, attr->name);
	stpncpy(buf + strlen(buf), last ? last + 1 : fact->key, size - strlen(buf) - 1)[0] = 0;
	return true;
}

struct na_counter_meaning na_counter_meaning(const char *driver, const struct na_fact *fact)
{
	struct na_counter_meaning meaning = { .kind = NA_KIND_NONE };
	const struct row *row;
	const char *family;
	char name[64];

	if (!table_name(fact, name, sizeof(name)))
		return meaning;
	sort_tables();
	row = bsearch(&(struct row){ .name = name }, rows, N_ROWS, sizeof(*row), compare_rows);
	if (!row)
		return meaning;
	while (row > rows && !strcmp(row[-1].name, name))
		row--;
	family = family_of(driver);
	for (; row < rows + N_ROWS && !strcmp(row->name, name); row++) {
		if (family && !strcmp(row->family, family))
			return row->meaning;
		if (!strcmp(row->family, "any"))
			meaning = row->meaning;
	}
	return meaning;
}

enum na_counter_class na_counter_class(const char *driver, const struct na_fact *fact)
{
	return na_counter_kinds[na_counter_meaning(driver, fact).kind].class;
}

const char *na_counter_class_name(enum na_counter_class class)
{
	switch (class) {
	case NA_COUNTER_OTHER:
		return "other";
	case NA_COUNTER_WIRE_ERROR:
		return "wire error";
	case NA_COUNTER_COLLISION:
		return "collision";
	case NA_COUNTER_HOST_TOO_SLOW:
		return "host too slow";
	case NA_COUNTER_POLICY_DROP:
		return "policy drop";
	case NA_COUNTER_DROP:
		return "drop";
	case NA_COUNTER_FLOW_CONTROL:
		return "flow control";
	case NA_COUNTER_RESET:
		return "reset";
	case NA_COUNTER_DEVICE_ERROR:
		return "device error";
	case NA_COUNTER_BAD_PACKET:
		return "bad packet";
	case NA_COUNTER_FEC_CORRECTED:
		return "FEC corrected";
	case NA_COUNTER_FEC_UNCORRECTABLE:
		return "FEC uncorrectable";
	case NA_COUNTER_LINK_FLAP:
		return "link flap";
	case NA_N_COUNTER_CLASSES:
		break;
	}
	return "?";
}

unsigned int na_counter_rank(const struct na_fact *fact)
{
	switch (fact->attr) {
	case NA_STANDARD:
	case NA_STANDARD_PAUSE_TX_FRAMES:
	case NA_STANDARD_PAUSE_RX_FRAMES:
	case NA_STANDARD_FEC_CORRECTED:
	case NA_STANDARD_FEC_UNCORR:
	case NA_STANDARD_FEC_CORR_BITS:
		return 2;
	case NA_COUNTER:
		return 1;
	default:
		return 0;
	}
}
