/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A snapshot into its file: written as it is walked and a fact a line, so that it takes no memory and diffs well. */
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/json_out.h"
#include "model/snapshot_json.h"

static void save_object(struct na_json_out *out, const struct na_json_object *object, const void *base);

/* JSON has no infinity; a driver that says one says nothing. */
static enum na_state state_of(const struct na_fact *fact)
{
	if (fact->state == NA_PRESENT && fact->value.type == NA_REAL && !isfinite(fact->value.v.d))
		return NA_UNKNOWN;
	return (enum na_state)fact->state;
}

/* As short as is exact, and with a point whatever the locale. */
static void save_real(FILE *file, double d)
{
	const char *point = localeconv()->decimal_point;
	char text[40];
	char *at;

	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, d);
		if (strtod(text, NULL) == d)
			break;
	}
	at = strstr(text, point);
	if (at)
		fprintf(file, "%.*s.%s", (int)(at - text), text, at + strlen(point));
	else
		fprintf(file, "%s%s", text, strchr(text, 'e') ? "" : ".0");
}

static void save_value(FILE *file, const struct na_value *value)
{
	switch (value->type) {
	case NA_NONE:
		fputs("null", file);
		break;
	case NA_BOOL:
		fputs(value->v.b ? "true" : "false", file);
		break;
	case NA_UINT:
		/* what readers of JSON hold in 64 bits with a sign */
		fprintf(file, value->v.u > INT64_MAX ? "\"%" PRIu64 "\"" : "%" PRIu64, value->v.u);
		break;
	case NA_INT:
		fprintf(file, "%" PRId64, value->v.i);
		break;
	case NA_REAL:
		save_real(file, value->v.d);
		break;
	case NA_STRING:
		na_json_string(file, value->v.s);
		break;
	case NA_LIST:
		na_json_strings(file, value->v.list, value->n);
		break;
	case NA_NUMBERS:
		putc('[', file);
		for (uint32_t i = 0; i < value->n; i++)
			fprintf(file, "%s%" PRIu32, i ? ", " : "", value->v.numbers[i]);
		putc(']', file);
		break;
	case NA_BYTES:
		putc('"', file);
		for (uint32_t i = 0; i < value->n; i++)
			fprintf(file, "%s%02x", i ? ":" : "", value->v.bytes[i]);
		putc('"', file);
		break;
	case NA_JSON:
		fputs(value->v.s, file);
		break;
	}
}

/* {"state": "error", "errno": "EIO", "message": "..."}; an errno that has no name is a number. */
static void save_reason(FILE *file, const struct na_fact *fact)
{
	const char *name = na_errno_name(fact->err);

	fprintf(file, "{\"state\": \"%s\"", na_state_name(state_of(fact)));
	if (name)
		fprintf(file, ", \"errno\": \"%s\"", name);
	else if (fact->err)
		fprintf(file, ", \"errno\": %" PRId32, fact->err);
	if (fact->value.type == NA_STRING) {
		fputs(", \"message\": ", file);
		na_json_string(file, fact->value.v.s);
	}
	putc('}', file);
}

static bool is_part(const struct na_fact *fact, enum na_json_kind part)
{
	if (part == NA_JSON_SOURCES)
		return fact->source == NA_SRC_FILE;
	return (state_of(fact) == NA_PRESENT) == (part == NA_JSON_FACTS);
}

static void save_facts(struct na_json_out *out, const struct na_json_member *member, const struct na_facts *facts)
{
	bool any = false;

	for (size_t i = 0; i < facts->n; i++) {
		const struct na_fact *fact = &facts->v[i];

		if (!is_part(fact, member->kind))
			continue;
		if (!any) {
			na_json_member(out, member->name, NULL);
			na_json_open(out, '{');
			any = true;
		}
		na_json_member(out, na_attrs[fact->attr].name, fact->key);
		if (member->kind == NA_JSON_FACTS)
			save_value(out->file, &fact->value);
		else if (member->kind == NA_JSON_UNAVAILABLE)
			save_reason(out->file, fact);
		else
			fprintf(out->file, "\"%s\"", na_source_name((enum na_source)fact->source));
	}
	if (any)
		na_json_close(out, '}');
}

static void save_nics(struct na_json_out *out, const struct na_snapshot *snapshot)
{
	na_json_open(out, '[');
	for (size_t i = 0; i < snapshot->n_nics; i++) {
		na_json_element(out);
		save_object(out, &na_json_nic, &snapshot->nics[i]);
	}
	na_json_close(out, ']');
}

static void save_member(struct na_json_out *out, const struct na_json_member *member, const void *base)
{
	const void *at = (const char *)base + member->offset;
	const struct na_nic *nic = base;
	char time[NA_TIME_MAX];

	switch (member->kind) {
	case NA_JSON_SCHEMA:
		na_json_member(out, member->name, NULL);
		na_json_string(out->file, NA_SNAPSHOT_SCHEMA);
		break;
	case NA_JSON_VERSION:
		na_json_member(out, member->name, NULL);
		fprintf(out->file, "%d", NA_SNAPSHOT_VERSION);
		break;
	case NA_JSON_TEXT:
		if (!*(const char *const *)at || !**(const char *const *)at)
			break;
		na_json_member(out, member->name, NULL);
		na_json_string(out->file, *(const char *const *)at);
		break;
	case NA_JSON_FLAG:
		na_json_member(out, member->name, NULL);
		fputs(*(const bool *)at ? "true" : "false", out->file);
		break;
	case NA_JSON_NUMBER:
		if (!*(const uint32_t *)at)
			break;
		na_json_member(out, member->name, NULL);
		fprintf(out->file, "%" PRIu32, *(const uint32_t *)at);
		break;
	case NA_JSON_TIME:
		if (!*(const int64_t *)at)
			break;
		na_time_format(*(const int64_t *)at, time);
		na_json_member(out, member->name, NULL);
		na_json_string(out->file, time);
		break;
	case NA_JSON_ALTNAMES:
		if (!nic->n_altnames)
			break;
		na_json_member(out, member->name, NULL);
		na_json_strings(out->file, nic->altnames, nic->n_altnames);
		break;
	case NA_JSON_FACTS:
	case NA_JSON_UNAVAILABLE:
	case NA_JSON_SOURCES:
		save_facts(out, member, at);
		break;
	case NA_JSON_HOST:
		na_json_member(out, member->name, NULL);
		save_object(out, &na_json_host, base);
		break;
	case NA_JSON_NICS:
		na_json_member(out, member->name, NULL);
		save_nics(out, base);
		break;
	}
}

static void save_object(struct na_json_out *out, const struct na_json_object *object, const void *base)
{
	const char *extra = *(const char *const *)((const char *)base + object->extra);

	na_json_open(out, '{');
	for (size_t i = 0; i < object->n; i++)
		save_member(out, &object->members[i], base);
	if (extra && strlen(extra) > 2) { /* the text of an object: its members without the braces */
		na_json_element(out);
		fwrite(extra + 1, 1, strlen(extra) - 2, out->file);
	}
	na_json_close(out, '}');
}

int na_snapshot_to_json(const struct na_snapshot *snapshot, FILE *file)
{
	struct na_json_out out = { .file = file };

	save_object(&out, &na_json_snapshot, snapshot);
	putc('\n', file);
	return fflush(file) || ferror(file) ? -EIO : 0;
}
