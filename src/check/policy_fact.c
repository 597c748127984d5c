/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Facts as a policy sees them: where one stands, and those whose names match a glob. */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "check/policy.h"

static const struct na_facts *facts_with(const struct na_snapshot *now, const struct na_nic *nic, enum na_attr_id attr)
{
	return na_attrs[attr].flags & NA_HOST ? &now->facts : &nic->facts;
}

/* A family is read as a whole, and what is not in it is not there. */
static const struct na_fact *find(const struct na_facts *facts, enum na_attr_id attr, const char *key)
{
	static const struct na_fact none = { .state = NA_UNSUPPORTED };
	const struct na_fact *fact = na_fact_find(facts, attr, key);

	if (fact || !key)
		return fact;
	fact = na_fact_find(facts, attr, "*"); /* what became of all of them */
	if (fact)
		return fact;
	return na_fact_family(facts, attr, &fact) ? &none : NULL;
}

/* What ethtool says came out of the talk with the partner; the driver's own "no such thing" holds without one, too. */
static bool takes_link(enum na_attr_id attr, const struct na_fact *fact)
{
	return na_attrs[attr].scope == NA_SCOPE_NEGOTIATED && na_attrs[attr].nl.msg &&
	       !(fact && fact->state == NA_UNSUPPORTED && fact->err);
}

struct na_reading na_read(const struct na_snapshot *now, const struct na_nic *nic, enum na_attr_id attr,
			  const char *key)
{
	struct na_reading reading = { NA_UNREADABLE, attr, key, find(facts_with(now, nic, attr), attr, key) };
	const struct na_fact *fact = reading.fact;

	if ((attr == NA_LINK_SPEED || attr == NA_LINK_DUPLEX) && na_nic_speed_is_nominal(nic))
		reading.standing = NA_NOMINAL;
	else if (takes_link(attr, fact) && na_link_is_down(nic))
		reading.standing = NA_LINKLESS;
	else if (fact && fact->state == NA_PRESENT)
		reading.standing = NA_THERE;
	else if (fact && fact->state == NA_UNSUPPORTED)
		reading.standing = NA_NOT_THERE;
	return reading;
}

const char *na_reading_reason(const struct na_reading *reading, char *buf, size_t size)
{
	char value[64];

	switch (reading->standing) {
	case NA_NOMINAL:
		snprintf(buf, size, "its speed is nominal");
		return buf;
	case NA_LINKLESS:
		snprintf(buf, size, "the link is down");
		return buf;
	case NA_THERE:
	case NA_NOT_THERE:
	case NA_UNREADABLE:
		break;
	}
	if (!reading->fact) {
		snprintf(buf, size, "not read");
	} else if (reading->fact->state == NA_PRESENT) {
		na_value_format(&reading->fact->value, value, sizeof(value));
		snprintf(buf, size, "'%s' is not understood", value);
	} else {
		na_fact_reason(reading->fact, buf, size);
	}
	return buf;
}

const char *na_name_of(struct na_arena *arena, enum na_attr_id attr, const char *key)
{
	char name[NA_NAME_MAX];
	int len;

	if (!key)
		return na_attrs[attr].name;
	len = snprintf(name, sizeof(name), "%s%s", na_attrs[attr].name, key);
	if (len < (int)sizeof(name))
		return na_arena_intern(arena, name, (size_t)len);
	return na_arena_printf(arena, "%s%s", na_attrs[attr].name, key);
}

enum na_attr_id na_minimum_of(enum na_attr_id attr)
{
	char name[NA_NAME_MAX];
	const char *key;

	snprintf(name, sizeof(name), "%s-min", na_attrs[attr].name);
	attr = na_attr_find(name, &key);
	return key ? NA_ATTR_UNKNOWN : attr;
}

bool na_glob_reaches(const char *glob, enum na_attr_id attr)
{
	const char *name = na_attrs[attr].name;
	size_t literal = strcspn(glob, "*?[\\"), len = strlen(name);

	if (!(na_attrs[attr].flags & NA_FAMILY))
		return !fnmatch(glob, name, 0);
	/* of a family it is only known how its names begin: as far as the glob has no wildcard, it must begin like that, too */
	return !strncmp(glob, name, literal < len ? literal : len) && (glob[literal] || literal > len);
}

const struct na_glob *na_glob(struct na_arena *arena, const char *text)
{
	struct na_glob *glob = na_arena_alloc(arena, sizeof(*glob));
	uint16_t rows[NA_N_ATTRS];
	size_t n = 0;

	for (uint16_t attr = 1; attr < NA_N_ATTRS; attr++)
		if (na_glob_reaches(text, attr))
			rows[n++] = attr;
	rows[n++] = 0;
	if (!glob)
		return NULL;
	glob->text = text;
	glob->rows = na_arena_dup(arena, rows, n * sizeof(rows[0]));
	glob->attr = na_attr_find(text, &glob->key);
	return glob->rows ? glob : NULL;
}

struct na_walk na_walk(const struct na_snapshot *now, const struct na_nic *nic, const struct na_glob *glob)
{
	static const uint16_t none[] = { 0 };
	struct na_walk walk = { .now = now, .nic = nic, .glob = glob, .rows = glob->rows };
	const struct na_fact *fact = na_fact_find(facts_with(now, nic, glob->attr), glob->attr, glob->key);

	if (fact && fact->state == NA_PRESENT) {
		walk.alone = fact;
		walk.rows = none;
	}
	return walk;
}

/* The key of a family's member; for most globs the family's name is not looked at again. */
static bool key_matches(const char *glob, const struct na_fact *fact)
{
	const char *family = na_attrs[fact->attr].name;
	size_t len = strlen(family);
	char name[NA_NAME_MAX];

	if (strncmp(glob, family, len))
		return !fnmatch(glob, na_fact_name(fact, name, sizeof(name)), 0);
	return !strcmp(glob + len, "*") || !fnmatch(glob + len, fact->key, 0);
}

const struct na_fact *na_walk_next(struct na_walk *walk)
{
	const struct na_fact *alone = walk->alone;

	walk->alone = NULL;
	while (!alone) {
		enum na_attr_id attr;
		const struct na_facts *facts;

		while (walk->at < walk->end) {
			const struct na_fact *fact = walk->at++;

			if (!fact->key || key_matches(walk->glob->text, fact))
				return fact;
		}
		attr = *walk->rows;
		if (!attr)
			return NULL;
		walk->rows++;
		facts = facts_with(walk->now, walk->nic, attr);
		if (na_attrs[attr].flags & NA_FAMILY) {
			size_t n = na_fact_family(facts, attr, &walk->at);

			walk->end = n ? walk->at + n : walk->at;
		} else {
			walk->at = na_fact_find(facts, attr, NULL);
			walk->end = walk->at ? walk->at + 1 : walk->at;
		}
	}
	return alone;
}
