/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of facts in a policy: exact ones and aliases become canonical, globs must be able to match something. */
#include <errno.h>
#include <fnmatch.h>
#include <string.h>

#include "check/policy_parse.h"

bool na_is_glob(const char *text)
{
	return strpbrk(text, "*?[") != NULL;
}

static bool may_match_any(const char *glob)
{
	for (uint16_t attr = NA_ATTR_UNKNOWN + 1; attr < NA_N_ATTRS; attr++)
		if (na_glob_reaches(glob, attr))
			return true;
	return false;
}

/* The family's prefix before what the mistyped name has after as many dots: feature. and featur.rx-lro. */
static void member_like(const struct na_attr *family, const char *name, char *buf, size_t size)
{
	const char *rest = name;

	for (const char *dot = strchr(family->name, '.'); dot && rest; dot = strchr(dot + 1, '.')) {
		rest = strchr(rest, '.');
		rest = rest ? rest + 1 : NULL;
	}
	snprintf(buf, size, "%s%s", family->name, rest && *rest ? rest : "*");
}

/* The attribute that ends so after its dot: "mtu" for "link.mtu". */
static const char *ends_in(const char *name)
{
	for (size_t i = NA_ATTR_UNKNOWN + 1; i < NA_N_ATTRS; i++) {
		const char *dot = strrchr(na_attrs[i].name, '.');

		if (dot && !strcmp(dot + 1, name))
			return na_attrs[i].name;
	}
	return NULL;
}

static int unknown_name(struct na_policy_load *load, const struct na_place *place, const char *text)
{
	enum { MOST_FAMILIES = 32 };
	char members[MOST_FAMILIES][NA_NAME_MAX], buf[NA_POLICY_SHOWN];
	const char *words[NA_N_ATTRS], *nearest = ends_in(text);
	size_t n_members = 0;

	words[0] = NULL;
	for (size_t i = NA_ATTR_UNKNOWN + 1; i < NA_N_ATTRS; i++) {
		words[i] = na_attrs[i].name;
		if (!(na_attrs[i].flags & NA_FAMILY) || n_members >= MOST_FAMILIES)
			continue;
		member_like(&na_attrs[i], text, members[n_members], sizeof(members[0]));
		words[i] = members[n_members++];
	}
	if (!nearest)
		nearest = na_nearest(text, words, NA_N_ATTRS);
	return na_policy_fail(load, place, "unknown attribute '%s'%s%s%s", na_policy_shown(text, buf),
			      nearest ? "; did you mean '" : "", nearest ? nearest : "",
			      nearest ? "'?" : "; see nicaudit attributes");
}

static int read_glob(struct na_policy_load *load, const struct na_place *place, const char *text,
		     struct na_policy_name *name)
{
	char buf[NA_POLICY_SHOWN];

	if (!may_match_any(text))
		return na_policy_fail(load, place, "no attribute matches '%s'; see nicaudit attributes",
				      na_policy_shown(text, buf));
	*name = (struct na_policy_name){ .text = text, .is_glob = true };
	return 0;
}

/*
 * Which counters there are is only seen at the NIC, and some have '[' in their names: in families, what can be read as a
 * glob is one, and whoever applies it looks for just that name first.
 */
int na_policy_read_name(struct na_policy_load *load, const struct na_place *place, const char *text,
			struct na_policy_name *name)
{
	const char *key;
	enum na_attr_id attr = na_attr_find(text, &key);

	if (na_is_glob(text) && (attr == NA_ATTR_UNKNOWN || key))
		return read_glob(load, place, text, name);
	if (attr == NA_ATTR_UNKNOWN)
		return unknown_name(load, place, text);
	*name = (struct na_policy_name){ .attr = attr };
	if (key)
		name->key = na_arena_intern(load->arena, key, strlen(key));
	if (key) {
		const char *whole = na_arena_printf(load->arena, "%s%s", na_attrs[attr].name, key);

		name->text = whole ? na_arena_intern(load->arena, whole, strlen(whole)) : NULL;
	} else {
		name->text = na_attrs[attr].name;
	}
	return name->text && (!key || name->key) ? 0 : na_policy_no_memory(load);
}
