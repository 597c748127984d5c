/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The JSON schema (draft 2020-12) of policies, out of the tables they are read by. It says what shape things have; which
 * words and operators make sense there is for `nicaudit policy lint` to say.
 */
#include <errno.h>
#include <stdio.h>

#include "check/policy_parse.h"
#include "model/json_out.h"
#include "model/schema.h"

/* Definitions that no table has. */
static const struct {
	const char *name, *schema;
} definitions[] = {
	{ "text", "\"type\": [\"string\", \"number\"], \"minLength\": 1" },
	{ "id", "\"type\": \"string\", \"pattern\": \"^[a-z0-9-]+$\"" },
	{ "words", "\"anyOf\": [{\"$ref\": \"#/$defs/text\"}, {\"type\": \"array\", \"items\": {\"$ref\": "
		   "\"#/$defs/text\"}, \"minItems\": 1}]" },
	{ "switch", "\"enum\": [true, false, \"on\", \"off\", \"yes\", \"no\", \"true\", \"false\"]" },
	{ "number", "\"type\": [\"integer\", \"string\"], \"minimum\": 1" },
	{ "one-of", "\"type\": \"object\", \"properties\": {\"one-of\": {\"$ref\": \"#/$defs/words\"}}, \"required\": "
		    "[\"one-of\"], \"additionalProperties\": false" },
	{ "has", "\"type\": \"object\", \"properties\": {\"has\": {\"$ref\": \"#/$defs/words\"}, \"lacks\": {\"$ref\": "
		 "\"#/$defs/words\"}}, \"minProperties\": 1, \"additionalProperties\": false" },
	{ "rate", "\"type\": \"object\", \"properties\": {\"rate\": {\"type\": [\"string\", \"integer\"]}}, "
		  "\"required\": [\"rate\"], \"additionalProperties\": false" },
	{ "expect-switch", "\"type\": [\"boolean\", \"string\"], \"minLength\": 1" },
	{ "expect-number", "\"anyOf\": [{\"type\": [\"number\", \"string\"], \"minimum\": 0, \"minLength\": 1}, "
			   "{\"$ref\": \"#/$defs/one-of\"}]" },
	{ "expect-word", "\"anyOf\": [{\"type\": [\"string\", \"number\", \"boolean\"], \"minLength\": 1}, {\"$ref\": "
			 "\"#/$defs/one-of\"}]" },
	{ "expect-list", "\"anyOf\": [{\"type\": \"string\", \"minLength\": 1}, {\"type\": \"array\", \"items\": "
			 "{\"type\": \"string\"}}, {\"$ref\": \"#/$defs/has\"}]" },
	{ "expect-numbers", "\"anyOf\": [{\"type\": [\"string\", \"integer\"], \"minLength\": 1, \"minimum\": 0}, "
			    "{\"type\": \"array\", \"items\": {\"type\": \"integer\", \"minimum\": 0}}]" },
	{ "expect-bytes", "\"type\": \"string\", \"minLength\": 1" },
	{ "expect-counter", "\"anyOf\": [{\"enum\": [\"present\", \"absent\"]}, {\"$ref\": \"#/$defs/rate\"}]" },
	{ "expect-any", "\"anyOf\": [{\"type\": [\"boolean\", \"number\", \"string\", \"array\"]}, {\"$ref\": "
			"\"#/$defs/one-of\"}, {\"$ref\": \"#/$defs/has\"}, {\"$ref\": \"#/$defs/rate\"}]" },
};

static const char *type_of(const struct na_attr *attr)
{
	if (attr->scope == NA_SCOPE_COUNTER)
		return "expect-counter";
	switch (attr->type) {
	case NA_BOOL:
		return "expect-switch";
	case NA_UINT:
	case NA_INT:
	case NA_REAL:
		return "expect-number";
	case NA_STRING:
		return "expect-word";
	case NA_LIST:
		return "expect-list";
	case NA_NUMBERS:
		return "expect-numbers";
	case NA_BYTES:
		return "expect-bytes";
	case NA_NONE:
	case NA_JSON:
		break;
	}
	return "expect-any";
}

/* Names that are not in the table can be aliases or globs. */
static const struct na_schema_facts facts = {
	.type_of = type_of,
	.others = "{\"$ref\": \"#/$defs/expect-any\"}",
	.some = true,
};

static void put_member(struct na_json_out *out, const char *name, const char *text)
{
	na_json_member(out, name, NULL);
	na_json_string(out->file, text);
}

/* What an object of the file is, into an object that is open. */
static void put_object(struct na_json_out *out, const struct na_policy_object *object)
{
	const char *required[16];
	uint32_t n = 0;

	put_member(out, "type", "object");
	na_json_member(out, "properties", NULL);
	na_json_open(out, '{');
	for (size_t i = 0; i < object->n; i++) {
		const struct na_policy_member *member = &object->members[i];

		na_json_member(out, member->name, NULL);
		fprintf(out->file, "{%s, \"description\": ", member->schema);
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
	na_json_member(out, "additionalProperties", NULL);
	fputs("false", out->file);
}

static void define_severity(struct na_json_out *out)
{
	const char *words[NA_N_SEVERITIES];

	for (size_t i = 0; i < NA_N_SEVERITIES; i++)
		words[i] = na_severity_name((enum na_severity)i);
	na_json_member(out, "severity", NULL);
	fputs("{\"enum\": ", out->file);
	na_json_strings(out->file, words, NA_N_SEVERITIES);
	putc('}', out->file);
}

int na_policy_schema(FILE *file)
{
	static const struct {
		const char *name;
		const struct na_policy_object *object;
	} objects[] = {
		{ "rule", &na_policy_rule_object },	  { "match", &na_policy_match_object },
		{ "group", &na_policy_group_object },	  { "partner", &na_policy_partner_object },
		{ "builtin", &na_policy_builtin_object }, { "waiver", &na_policy_waiver_object },
	};
	struct na_json_out out = { .file = file };

	na_json_open(&out, '{');
	put_member(&out, "$schema", "https://json-schema.org/draft/2020-12/schema");
	put_member(&out, "title", "nicaudit policy");
	put_member(
		&out, "description",
		"What is expected of network interfaces. A policy that is valid by this schema may still be refused: "
		"nicaudit policy lint knows which conditions an attribute takes.");
	put_object(&out, &na_policy_top_object);
	na_json_member(&out, "$defs", NULL);
	na_json_open(&out, '{');
	for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
		na_json_member(&out, objects[i].name, NULL);
		na_json_open(&out, '{');
		put_object(&out, objects[i].object);
		na_json_close(&out, '}');
	}
	na_schema_facts(&out, &facts);
	define_severity(&out);
	for (size_t i = 0; i < sizeof(definitions) / sizeof(definitions[0]); i++) {
		na_json_member(&out, definitions[i].name, NULL);
		fprintf(file, "{%s}", definitions[i].schema);
	}
	na_json_close(&out, '}');
	na_json_close(&out, '}');
	putc('\n', file);
	return fflush(file) || ferror(file) ? -EIO : 0;
}
