/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON schemas out of the tables: attributes with type and words, families as patterns, everything else allowed. */
#include "model/schema.h"

#include <errno.h>

#include "model/json_out.h"
#include "model/snapshot_json.h"

/* Values as they are in JSON, and their names under $defs. */
static const struct {
	const char *name;
	const char *schema;
} types[] = {
	[NA_BOOL] = { "switch", "{\"type\": \"boolean\"}" },
	[NA_UINT] = { "uint", "{\"type\": [\"integer\", \"string\"], \"minimum\": 0, \"pattern\": \"^[0-9]+$\"}" },
	[NA_INT] = { "int", "{\"type\": [\"integer\", \"string\"], \"pattern\": \"^-?[0-9]+$\"}" },
	[NA_REAL] = { "real", "{\"type\": \"number\"}" },
	[NA_STRING] = { "text", "{\"type\": \"string\"}" },
	[NA_LIST] = { "list", "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}" },
	[NA_NUMBERS] = { "numbers",
			 "{\"type\": \"array\", \"items\": {\"type\": \"integer\", \"minimum\": 0, \"maximum\": 4294967295}}" },
	[NA_BYTES] = { "bytes", "{\"type\": \"string\", \"pattern\": \"^([0-9a-fA-F]{2}(:[0-9a-fA-F]{2})*)?$\"}" },
};

static void put_member(struct na_json_out *out, const char *name, const char *text)
{
	na_json_member(out, name, NULL);
	na_json_string(out->file, text);
}

/* Words that are known are examples: a newer kernel knows more. */
static void put_words(FILE *file, const struct na_attr *attr)
{
	bool any = false;

	for (unsigned int i = 0; i < attr->n_words; i++) {
		if (!attr->words[i])
			continue;
		fputs(any ? ", " : attr->type == NA_LIST ? ", \"examples\": [[" : ", \"examples\": [", file);
		na_json_string(file, attr->words[i]);
		any = true;
	}
	if (any)
		fputs(attr->type == NA_LIST ? "]]" : "]", file);
}

static const char *type_of(const struct na_attr *attr)
{
	return types[attr->type].name;
}

static void put_attr(struct na_json_out *out, const struct na_attr *attr, const struct na_schema_facts *how)
{
	char text[256];

	snprintf(text, sizeof(text), attr->unit ? "%s (%s)" : "%s", attr->doc, attr->unit);
	fprintf(out->file, "{\"$ref\": \"#/$defs/%s\", \"description\": ", how->type_of(attr));
	na_json_string(out->file, text);
	if (how->words)
		put_words(out->file, attr);
	putc('}', out->file);
}

/* The names of a family as a regular expression without backslashes: "^rss[.]fields[.].". */
static void put_pattern(struct na_json_out *out, const char *prefix)
{
	char pattern[256] = "^";
	size_t n = 1;

	for (; *prefix && n + 4 < sizeof(pattern); prefix++)
		n += (size_t)snprintf(pattern + n, sizeof(pattern) - n, *prefix == '.' ? "[%c]" : "%c", *prefix);
	na_json_member(out, pattern, ".");
}

void na_schema_facts(struct na_json_out *out, const struct na_schema_facts *how)
{
	na_json_member(out, "facts", NULL);
	na_json_open(out, '{');
	put_member(out, "type", "object");
	na_json_member(out, "properties", NULL);
	na_json_open(out, '{');
	for (size_t i = NA_ATTR_UNKNOWN + 1; i < NA_N_ATTRS; i++)
		if (!(na_attrs[i].flags & NA_FAMILY)) {
			na_json_member(out, na_attrs[i].name, NULL);
			put_attr(out, &na_attrs[i], how);
		}
	na_json_close(out, '}');
	na_json_member(out, "patternProperties", NULL);
	na_json_open(out, '{');
	for (size_t i = NA_ATTR_UNKNOWN + 1; i < NA_N_ATTRS; i++)
		if (na_attrs[i].flags & NA_FAMILY) {
			put_pattern(out, na_attrs[i].name);
			put_attr(out, &na_attrs[i], how);
		}
	na_json_close(out, '}');
	na_json_member(out, "additionalProperties", NULL);
	fputs(how->others, out->file);
	if (how->some) {
		na_json_member(out, "minProperties", NULL);
		putc('1', out->file);
	}
	na_json_close(out, '}');
}

static void define_unavailable(struct na_json_out *out)
{
	const char *states[NA_N_STATES - 1];

	for (size_t i = 0; i < NA_N_STATES - 1; i++)
		states[i] = na_state_name((enum na_state)(NA_PRESENT + 1 + i));
	na_json_member(out, "unavailable", NULL);
	fputs("{\"type\": \"object\", \"additionalProperties\": {\"type\": \"object\", \"required\": [\"state\"], "
	      "\"properties\": {\"state\": {\"enum\": ",
	      out->file);
	na_json_strings(out->file, states, NA_N_STATES - 1);
	fputs("}, \"errno\": {\"type\": [\"string\", \"integer\"], \"minimum\": 1}, \"message\": {\"type\": \"string\"}}}}",
	      out->file);
}

static void define_sources(struct na_json_out *out)
{
	const char *sources[NA_N_SOURCES];

	for (size_t i = 0; i < NA_N_SOURCES; i++)
		sources[i] = na_source_name((enum na_source)i);
	na_json_member(out, "sources", NULL);
	fputs("{\"type\": \"object\", \"additionalProperties\": {\"enum\": ", out->file);
	na_json_strings(out->file, sources, NA_N_SOURCES);
	fputs("}}", out->file);
}

/* The schema of a member, but for its description. */
static const char *member_schema(const struct na_json_member *member)
{
	switch (member->kind) {
	case NA_JSON_SCHEMA:
		return "\"const\": \"" NA_SNAPSHOT_SCHEMA "\"";
	case NA_JSON_VERSION:
		return "\"const\": 1";
	case NA_JSON_TEXT:
		return member->required ? "\"type\": \"string\", \"minLength\": 1" : "\"type\": \"string\"";
	case NA_JSON_FLAG:
		return "\"type\": \"boolean\"";
	case NA_JSON_NUMBER:
		return "\"type\": \"integer\", \"minimum\": 0, \"maximum\": 4294967295";
	case NA_JSON_TIME:
		return "\"type\": \"string\", \"pattern\": "
		       "\"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z$\"";
	case NA_JSON_ALTNAMES:
		return "\"$ref\": \"#/$defs/list\"";
	case NA_JSON_FACTS:
		return "\"$ref\": \"#/$defs/facts\"";
	case NA_JSON_UNAVAILABLE:
		return "\"$ref\": \"#/$defs/unavailable\"";
	case NA_JSON_SOURCES:
		return "\"$ref\": \"#/$defs/sources\"";
	case NA_JSON_HOST:
		return "\"$ref\": \"#/$defs/host\"";
	case NA_JSON_NICS:
		return "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/interface\"}";
	}
	return "";
}

/* What an object of the file is, into an object that is open. */
static void put_object(struct na_json_out *out, const struct na_json_object *object)
{
	const char *required[16];
	uint32_t n = 0;

	put_member(out, "type", "object");
	na_json_member(out, "properties", NULL);
	na_json_open(out, '{');
	for (size_t i = 0; i < object->n; i++) {
		const struct na_json_member *member = &object->members[i];

		na_json_member(out, member->name, NULL);
		fprintf(out->file, "{%s, \"description\": ", member_schema(member));
		na_json_string(out->file, member->doc);
		putc('}', out->file);
		if (member->required)
			required[n++] = member->name;
	}
	na_json_close(out, '}');
	if (n) {
		na_json_member(out, "required", NULL);
		na_json_strings(out->file, required, n);
	}
}

static void define_object(struct na_json_out *out, const char *name, const struct na_json_object *object)
{
	na_json_member(out, name, NULL);
	na_json_open(out, '{');
	put_object(out, object);
	na_json_close(out, '}');
}

static const struct na_schema_facts facts = { .type_of = type_of, .others = "true", .words = true };

int na_schema_snapshot(FILE *file)
{
	struct na_json_out out = { .file = file };

	na_json_open(&out, '{');
	put_member(&out, "$schema", "https://json-schema.org/draft/2020-12/schema");
	put_member(&out, "title", "nicaudit snapshot");
	put_member(&out, "description",
		   "What nicaudit read about a host and its network interfaces. Names that are not in this schema are "
		   "those of a newer version, and are allowed everywhere. In strings, a byte that is no UTF-8 is a "
		   "backslash, x and two hex digits, and a backslash is two.");
	put_object(&out, &na_json_snapshot);
	na_json_member(&out, "$defs", NULL);
	na_json_open(&out, '{');
	define_object(&out, "host", &na_json_host);
	define_object(&out, "interface", &na_json_nic);
	na_schema_facts(&out, &facts);
	define_unavailable(&out);
	define_sources(&out);
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (types[i].name) {
			na_json_member(&out, types[i].name, NULL);
			fputs(types[i].schema, file);
		}
	na_json_close(&out, '}');
	na_json_close(&out, '}');
	putc('\n', file);
	return fflush(file) || ferror(file) ? -EIO : 0;
}
