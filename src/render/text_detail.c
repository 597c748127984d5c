/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Everything about a NIC: its facts by group, with the reason for each that is not there. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "render/layout.h"
#include "render/render.h"

enum { INDENT = 2, WIDEST_NAME = 44 };

struct detail {
	FILE *file;
	const struct na_nic *nic;
	const struct na_render_options *options;
	size_t width;
};

/* Names that this version does not know are one group: there can be any number of them, in a file. */
static const char *group_name(const struct na_fact *fact)
{
	return fact->attr ? na_attrs[fact->attr].name : "other";
}

/* What stands before the first dot. */
static size_t group_length(const struct na_fact *fact)
{
	return strcspn(group_name(fact), ".");
}

static bool same_group(const struct na_fact *a, const struct na_fact *b)
{
	size_t len = group_length(a);

	return group_length(b) == len && !memcmp(group_name(a), group_name(b), len);
}

/* A family that could not be had at all has no keys. Features are known by theirs, as ethtool -k has them. */
static const char *fact_title(const struct na_fact *fact, char *buf, size_t size)
{
	const struct na_attr *attr = &na_attrs[fact->attr];

	snprintf(buf, size, "%s%s", fact->attr == NA_FEATURE && fact->key ? "" : attr->name,
		 fact->key		 ? fact->key :
		 attr->flags & NA_FAMILY ? "*" :
					   "");
	return buf;
}

static bool same_reason(const struct na_fact *a, const struct na_fact *b)
{
	char one[256], other[256];

	if (a->state != b->state || a->state == NA_PRESENT)
		return false;
	na_fact_reason(a, one, sizeof(one));
	na_fact_reason(b, other, sizeof(other));
	return !strcmp(one, other);
}

/* The facts of one group: they need not stand together in the table. */
struct group {
	const struct na_fact *first, *end;
	size_t n, name_width;
	bool alike; /* none is present, all for the same reason */
};

static struct group gather(const struct na_facts *facts, const struct na_fact *first)
{
	struct group group = { .first = first, .end = facts->v + facts->n, .alike = first->state != NA_PRESENT };
	char name[NA_NAME_MAX];

	for (const struct na_fact *fact = first; fact < group.end; fact++) {
		size_t width;

		if (!same_group(first, fact))
			continue;
		width = na_text_width(fact_title(fact, name, sizeof(name)));
		if (width > group.name_width && width <= WIDEST_NAME)
			group.name_width = width;
		group.alike = group.alike && (fact == first || same_reason(first, fact));
		group.n++;
	}
	return group;
}

static bool is_first(const struct na_facts *facts, const struct na_fact *fact)
{
	/* neighbours are of one group as a rule, which makes this quick */
	for (const struct na_fact *other = fact; other-- > facts->v;)
		if (same_group(other, fact))
			return false;
	return true;
}

static void put_heading(const struct detail *d, const char *text, size_t len)
{
	char buf[NA_NIC_NAME_MAX];

	snprintf(buf, sizeof(buf), "%.*s", (int)len, text);
	na_put_color(d->file, d->options, NA_BOLD);
	na_put_safe(d->file, buf);
	na_put_color(d->file, d->options, NA_PLAIN);
	putc('\n', d->file);
}

static void put_line(const struct detail *d, const char *name, size_t name_width, const char *text)
{
	na_put_paragraph(d->file, INDENT, name, INDENT + name_width + 2, text, d->width);
}

/* What the facts about all features say about this one. */
static const char *feature_mark(const struct na_nic *nic, const struct na_fact *fact)
{
	const struct na_value *requested = na_fact_value(&nic->facts, NA_FEATURES_REQUESTED);
	const struct na_value *fixed = na_fact_value(&nic->facts, NA_FEATURES_FIXED);

	if (fact->attr != NA_FEATURE || !fact->key || fact->value.type != NA_BOOL)
		return "";
	if (fixed && fixed->type == NA_LIST && na_value_has(fixed, fact->key))
		return " [fixed]";
	if (requested && requested->type == NA_LIST && na_value_has(requested, fact->key))
		return fact->value.v.b ? " [requested off]" : " [requested on]";
	return "";
}

static int put_value(const struct detail *d, const struct na_fact *fact, const char *name, size_t name_width)
{
	const char *unit = na_attrs[fact->attr].unit;
	bool nominal = fact->attr == NA_LINK_SPEED && na_nic_speed_is_nominal(d->nic);
	size_t len = na_value_format(&fact->value, NULL, 0);
	char *value = malloc(len + 1), *text = NULL;
	int ret = -ENOMEM;

	if (!value)
		return ret;
	na_value_format(&fact->value, value, len + 1);
	if (asprintf(&text, "%s%s%s%s%s", nominal ? "~" : "", value, unit ? " " : "", unit ? unit : "",
		     feature_mark(d->nic, fact)) >= 0) {
		put_line(d, name, name_width, text);
		free(text);
		ret = 0;
	}
	free(value);
	return ret;
}

static void put_reason(const struct detail *d, const struct na_fact *fact, const char *name, size_t name_width)
{
	char reason[256], text[260];

	na_fact_reason(fact, reason, sizeof(reason));
	snprintf(text, sizeof(text), "(%s)", reason);
	put_line(d, name, name_width, text);
}

static int put_group(const struct detail *d, const struct group *group)
{
	char name[NA_NAME_MAX];
	int ret = 0;

	putc('\n', d->file);
	put_heading(d, group_name(group->first), group_length(group->first));
	for (const struct na_fact *fact = group->first; !ret && fact < group->end; fact++)
		if (fact->state == NA_PRESENT && same_group(group->first, fact))
			ret = put_value(d, fact, fact_title(fact, name, sizeof(name)), group->name_width);
	for (const struct na_fact *fact = group->first; fact < group->end; fact++)
		if (fact->state != NA_PRESENT && same_group(group->first, fact))
			put_reason(d, fact, fact_title(fact, name, sizeof(name)), group->name_width);
	return ret;
}

/* Groups of which nothing is there have a line each: "ring.*". */
static const char *group_title(const struct group *group, char *buf, size_t size)
{
	if (group->n == 1)
		return fact_title(group->first, buf, size);
	snprintf(buf, size, "%.*s.*", (int)group_length(group->first), group_name(group->first));
	return buf;
}

static void put_missing(const struct detail *d, const struct group *groups, size_t n)
{
	char title[NA_NAME_MAX];
	size_t width = 0;

	for (size_t i = 0; i < n; i++) {
		size_t columns = na_text_width(group_title(&groups[i], title, sizeof(title)));

		if (columns > width && columns <= WIDEST_NAME)
			width = columns;
	}
	if (n) {
		putc('\n', d->file);
		put_heading(d, "not available", strlen("not available"));
	}
	for (size_t i = 0; i < n; i++)
		put_reason(d, groups[i].first, group_title(&groups[i], title, sizeof(title)), width);
}

static void put_identity(const struct detail *d)
{
	const struct na_nic *nic = d->nic;
	char number[24] = "";
	const struct {
		const char *name, *text;
	} lines[] = {
		{ "netns", nic->netns },   { "ifindex", number }, { "kind", nic->kind },
		{ "driver", nic->driver }, { "bus", nic->bus },	  { "permanent MAC", nic->mac },
	};
	enum { NAME_WIDTH = sizeof("permanent MAC") - 1 };

	if (nic->ifindex)
		snprintf(number, sizeof(number), "%u", nic->ifindex);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (lines[i].text && *lines[i].text)
			put_line(d, lines[i].name, NAME_WIDTH, lines[i].text);
	for (uint32_t i = 0; i < nic->n_altnames; i++)
		put_line(d, i ? "" : "altnames", NAME_WIDTH, nic->altnames[i]);
	put_line(d, "hardware", NAME_WIDTH, nic->is_virtual ? "no, it is virtual" : "yes");
}

static int put_nic(const struct detail *d)
{
	const struct na_facts *facts = &d->nic->facts;
	char name[NA_NIC_NAME_MAX];
	struct group *missing = calloc(facts->n ? facts->n : 1, sizeof(*missing));
	size_t n_missing = 0;
	int ret = 0;

	if (!missing)
		return -ENOMEM;
	na_nic_name(d->nic, name, sizeof(name));
	put_heading(d, name, strlen(name));
	put_identity(d);
	for (const struct na_fact *fact = facts->v; !ret && fact < facts->v + facts->n; fact++) {
		struct group group;

		if (!is_first(facts, fact))
			continue;
		group = gather(facts, fact);
		if (group.alike)
			missing[n_missing++] = group;
		else
			ret = put_group(d, &group);
	}
	if (!ret)
		put_missing(d, missing, n_missing);
	free(missing);
	return ret;
}

int na_text_detail(FILE *file, const struct na_snapshot *snapshot, const struct na_render_options *options)
{
	struct detail d = { .file = file, .options = options, .width = na_page_width(options) };
	bool any = false;
	int ret = 0;

	for (size_t i = 0; !ret && i < snapshot->n_nics; i++) {
		if (!snapshot->nics[i].selected)
			continue;
		if (any)
			putc('\n', file);
		any = true;
		d.nic = &snapshot->nics[i];
		ret = put_nic(&d);
	}
	if (!ret)
		na_put_partial(file, &snapshot->host);
	return ret ? ret : na_render_end(file);
}
