/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A file into a snapshot: what it says is taken or refused by name, and what this version does not know is kept as it
 * is. Not kept: members of an "unavailable" entry that are unknown, and which door of the live kernel a fact came by.
 */
#include <errno.h>
#include <string.h>

#include "model/snapshot_json.h"
#include "model/snapshot_load.h"

/* The fact of that name, but for its value. */
static int load_name(struct na_load *load, const char *name, const json_t *sources, struct na_fact *fact)
{
	struct na_arena *arena = &load->snapshot->arena;
	const char *source = json_string_value(json_object_get(sources, name));
	const char *full = strchr(name, '\\') ? na_load_text(load, name) : name;
	const char *key;

	if (!full)
		return -ENOMEM;
	fact->attr = (uint16_t)na_attr_find(full, &key);
	if (fact->attr == NA_ATTR_UNKNOWN)
		key = full;
	if (key)
		fact->key = na_arena_intern(arena, key, strlen(key));
	/* the others are doors of the live kernel that was then, and say nothing now */
	if (source && !strcmp(source, na_source_name(NA_SRC_FILE)))
		fact->source = NA_SRC_FILE;
	return 0;
}

static int load_facts(struct na_load *load, json_t *json, const json_t *sources, struct na_facts *facts)
{
	const char *name;
	json_t *value;
	int ret = 0;

	json_object_foreach(json, name, value)
	{
		struct na_fact fact = { .state = NA_PRESENT };

		ret = load_name(load, name, sources, &fact);
		if (!ret)
			ret = na_load_value(load, name, na_attrs[fact.attr].type, value, &fact.value);
		if (ret)
			break;
		na_facts_add(load->snapshot, facts, fact);
	}
	return ret;
}

/* No such word; which one may have been meant. */
static int wrong_word(const struct na_load *load, const char *name, const char *what, const char *word,
		      const char *const *words, size_t n)
{
	const char *nearest = na_nearest(word, words, n);
	char buf[NA_SHOWN], word_buf[NA_SHOWN];

	return na_load_fail(load, EINVAL, "\"%s\" has the unknown %s \"%s\"%s%s%s", na_load_shown(name, buf), what,
			    na_load_shown(word, word_buf), nearest ? "; did you mean \"" : "", nearest ? nearest : "",
			    nearest ? "\"?" : "");
}

static int load_state(struct na_load *load, const char *name, const json_t *json, uint8_t *state)
{
	const char *words[NA_N_STATES];
	const char *word = json_string_value(json);
	char buf[NA_SHOWN];
	int value;

	if (!word)
		return na_load_fail(load, EINVAL, "\"%s\" is unavailable without a \"state\"",
				    na_load_shown(name, buf));
	value = na_state_value(word);
	if (value == NA_PRESENT)
		return na_load_fail(load, EINVAL, "\"%s\" is unavailable, and \"present\"", na_load_shown(name, buf));
	*state = (uint8_t)value;
	if (value > NA_PRESENT)
		return 0;
	for (size_t i = 0; i < NA_N_STATES; i++)
		words[i] = i == NA_PRESENT ? NULL : na_state_name((enum na_state)i);
	return wrong_word(load, name, "state", word, words, NA_N_STATES);
}

static int load_errno(struct na_load *load, const char *name, const json_t *json, int32_t *err)
{
	const char *word = json_string_value(json);

	if (word) {
		*err = na_errno_value(word);
		return *err ? 0 : wrong_word(load, name, "errno", word, NULL, 0);
	}
	if (json_integer_value(json) <= 0 || json_integer_value(json) > INT32_MAX)
		return na_load_wrong_type(load, name, json, "an errno");
	*err = (int32_t)json_integer_value(json);
	return 0;
}

static int load_unavailable(struct na_load *load, json_t *json, const json_t *facts_json, const json_t *sources,
			    struct na_facts *facts)
{
	const char *name;
	json_t *entry;
	int ret = 0;

	json_object_foreach(json, name, entry)
	{
		const json_t *code = json_object_get(entry, "errno");
		const json_t *message = json_object_get(entry, "message");
		struct na_fact fact = { 0 };
		char buf[NA_SHOWN];

		if (!json_is_object(entry))
			return na_load_wrong_type(load, name, entry, "an object");
		if (json_object_get(facts_json, name))
			return na_load_fail(load, EINVAL, "\"%s\" is both in \"facts\" and in \"unavailable\"",
					    na_load_shown(name, buf));
		ret = load_name(load, name, sources, &fact);
		if (!ret)
			ret = load_state(load, name, json_object_get(entry, "state"), &fact.state);
		if (!ret && code)
			ret = load_errno(load, name, code, &fact.err);
		if (!ret && message && !json_is_string(message))
			ret = na_load_fail(load, EINVAL, "the \"message\" of \"%s\" is no string",
					   na_load_shown(name, buf));
		if (!ret && message)
			fact.value = na_string(na_load_text(load, json_string_value(message)));
		if (ret)
			return ret;
		na_facts_add(load->snapshot, facts, fact);
	}
	return ret;
}

static int check_sources(struct na_load *load, json_t *json)
{
	const char *words[NA_N_SOURCES];
	const char *name;
	json_t *source;

	for (size_t i = 0; i < NA_N_SOURCES; i++)
		words[i] = na_source_name((enum na_source)i);
	json_object_foreach(json, name, source)
	{
		if (!json_is_string(source))
			return na_load_wrong_type(load, name, source, "the name of a source");
		if (na_source_value(json_string_value(source)) < 0)
			return wrong_word(load, name, "source", json_string_value(source), words, NA_N_SOURCES);
	}
	return 0;
}

static int load_object(struct na_load *load, const struct na_json_object *object, json_t *json, void *base);

static int load_nics(struct na_load *load, const json_t *json)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < json_array_size(json); i++) {
		json_t *nic_json = json_array_get(json, i);
		const json_t *name_json = json_object_get(nic_json, "name");
		const char *name = json_string_length(name_json) ? json_string_value(name_json) : NULL;
		struct na_nic *nic = na_snapshot_add_nic(load->snapshot, ""); /* the name is a member like others */
		char buf[NA_SHOWN];

		snprintf(load->where, sizeof(load->where), "interfaces[%zu]%s%s%s: ", i, name ? " (" : "",
			 name ? na_load_shown(name, buf) : "", name ? ")" : "");
		ret = nic ? load_object(load, &na_json_nic, nic_json, nic) : -ENOMEM;
	}
	load->where[0] = 0;
	return ret;
}

static int load_member(struct na_load *load, const struct na_json_member *member, const json_t *parent, json_t *json,
		       void *base)
{
	const json_t *sources = json_object_get(parent, "sources");
	void *at = (char *)base + member->offset;
	struct na_nic *nic = base;
	struct na_value value;
	int ret;

	if (member->kind >= NA_JSON_FACTS && member->kind <= NA_JSON_HOST && !json_is_object(json))
		return na_load_wrong_type(load, member->name, json, "an object");
	if (member->kind == NA_JSON_NICS && !json_is_array(json))
		return na_load_wrong_type(load, member->name, json, "a list");
	switch (member->kind) {
	case NA_JSON_SCHEMA:
	case NA_JSON_VERSION:
		return 0; /* looked at before all others */
	case NA_JSON_TEXT:
		ret = na_load_value(load, member->name, NA_STRING, json, &value);
		if (!ret && json_string_length(json)) /* "" is what is left out when it is written */
			*(const char **)at = value.v.s;
		return ret;
	case NA_JSON_FLAG:
		ret = na_load_value(load, member->name, NA_BOOL, json, &value);
		if (!ret)
			*(bool *)at = value.v.b;
		return ret;
	case NA_JSON_NUMBER:
		ret = na_load_value(load, member->name, NA_UINT, json, &value);
		if (!ret && value.v.u > UINT32_MAX)
			ret = na_load_wrong_type(load, member->name, json, "a number of 32 bits");
		if (!ret)
			*(uint32_t *)at = (uint32_t)value.v.u;
		return ret;
	case NA_JSON_TIME:
		if (!json_is_string(json) || !na_time_parse(json_string_value(json), at))
			return na_load_wrong_type(load, member->name, json, "a time (2026-01-31T23:59:59Z)");
		return 0;
	case NA_JSON_ALTNAMES:
		return na_load_list(load, member->name, json, &nic->altnames, &nic->n_altnames);
	case NA_JSON_FACTS:
		return load_facts(load, json, sources, at);
	case NA_JSON_UNAVAILABLE:
		return load_unavailable(load, json, json_object_get(parent, "facts"), sources, at);
	case NA_JSON_SOURCES:
		return check_sources(load, json);
	case NA_JSON_HOST:
		snprintf(load->where, sizeof(load->where), "host: ");
		ret = load_object(load, &na_json_host, json, base);
		load->where[0] = 0;
		return ret;
	case NA_JSON_NICS:
		return load_nics(load, json);
	}
	return 0;
}

static const struct na_json_member *find_member(const struct na_json_object *object, const char *name)
{
	for (size_t i = 0; i < object->n; i++)
		if (!strcmp(object->members[i].name, name))
			return &object->members[i];
	return NULL;
}

static int check_required(const struct na_load *load, const struct na_json_object *object, const json_t *json)
{
	for (size_t i = 0; i < object->n; i++) {
		const json_t *member = json_object_get(json, object->members[i].name);

		if (!object->members[i].required)
			continue;
		if (!member)
			return na_load_fail(load, EINVAL, "there is no \"%s\"", object->members[i].name);
		if (json_is_string(member) && !json_string_length(member))
			return na_load_fail(load, EINVAL, "\"%s\" is empty", object->members[i].name);
	}
	return 0;
}

static int load_object(struct na_load *load, const struct na_json_object *object, json_t *json, void *base)
{
	json_t *extra = NULL;
	const char *name;
	json_t *value;
	int ret = 0;

	if (!json_is_object(json))
		return na_load_fail(load, EINVAL, "an object belongs here");
	ret = check_required(load, object, json);
	if (ret)
		return ret;
	json_object_foreach(json, name, value)
	{
		const struct na_json_member *member = find_member(object, name);

		if (member)
			ret = load_member(load, member, json, value, base);
		else if ((!extra && !(extra = json_object())) || json_object_set_nocheck(extra, name, value))
			ret = -ENOMEM;
		if (ret)
			break;
	}
	if (!ret && extra)
		*(const char **)((char *)base + object->extra) = na_load_dump(load, extra);
	json_decref(extra);
	return ret;
}

/* The parser came to the end, but perhaps for a piece of the last character, of what began as a list or object. */
static bool is_cut_short(const json_error_t *parse, const char *text, size_t len)
{
	size_t at = (size_t)parse->position;
	size_t first = 0;

	while (at < len && (text[at] & 0x80))
		at++;
	while (first < len && strchr(" \t\r\n", text[first]))
		first++;
	return at >= len && first < len && (text[first] == '{' || text[first] == '[');
}

/* What the parser says, in our words where it is about the file and not about a character. */
static int fail_parse(const struct na_load *load, const json_error_t *parse, const char *text, size_t len)
{
	const char *what = "";
	const char *why = parse->text;
	int ret;

	switch (json_error_code(parse)) {
	case json_error_premature_end_of_input:
	case json_error_invalid_syntax:
	case json_error_invalid_utf8:
		if (is_cut_short(parse, text, len))
			why = "the file is cut short: it ends in the middle of the JSON";
		else
			what = "not JSON: ";
		break;
	case json_error_end_of_input_expected:
		what = "not JSON: ";
		break;
	case json_error_stack_overflow:
		why = "lists and objects are nested too deeply";
		break;
	case json_error_null_character:
	case json_error_null_byte_in_key:
		why = "a string with a NUL character (\\u0000)";
		break;
	default:
		break;
	}
	ret = na_error_set(load->error, EINVAL, "%s:%d:%d: %s%s", load->source, parse->line, parse->column, what, why);
	if (load->error) {
		load->error->line = parse->line;
		load->error->column = parse->column;
	}
	return ret;
}

static int check_kind(const struct na_load *load, const json_t *json)
{
	const json_t *version = json_object_get(json, "version");
	const char *schema = json_string_value(json_object_get(json, "schema"));
	char buf[NA_SHOWN];

	if (!schema)
		return na_load_fail(load, EINVAL, "not a nicaudit snapshot: there is no \"schema\"");
	if (!strcmp(schema, "nicaudit/report"))
		return na_load_fail(load, EPROTONOSUPPORT, "this is a report; a snapshot belongs here");
	if (strcmp(schema, NA_SNAPSHOT_SCHEMA))
		return na_load_fail(load, EPROTONOSUPPORT, "not a nicaudit snapshot: \"schema\" is \"%s\"",
				    na_load_shown(schema, buf));
	if (!version)
		return na_load_fail(load, EINVAL, "there is no \"version\"");
	if (!json_is_integer(version))
		return na_load_wrong_type(load, "version", version, "a whole number");
	if (json_integer_value(version) > NA_SNAPSHOT_VERSION)
		return na_load_fail(load, EPROTONOSUPPORT,
				    "version %" JSON_INTEGER_FORMAT
				    " of the format; this nicaudit is too old for it and knows %d",
				    json_integer_value(version), NA_SNAPSHOT_VERSION);
	if (json_integer_value(version) < NA_SNAPSHOT_VERSION)
		return na_load_fail(load, EPROTONOSUPPORT, "there is no version %" JSON_INTEGER_FORMAT " of the format",
				    json_integer_value(version));
	return 0;
}

int na_snapshot_from_json(const char *text, size_t len, const char *source, struct na_snapshot **snapshot,
			  struct na_error *error)
{
	struct na_load load = { .snapshot = na_snapshot_new(), .source = source, .error = error };
	json_error_t parse;
	json_t *json = NULL;
	int ret = -ENOMEM;

	if (!load.snapshot)
		goto out;
	if (!len) {
		ret = na_load_fail(&load, EINVAL, "the file is empty");
		goto out;
	}
	errno = 0;
	json = json_loadb(text, len, JSON_REJECT_DUPLICATES, &parse);
	if (json)
		ret = check_kind(&load, json);
	else if (errno != ENOMEM) /* jansson calls that a syntax error, too */
		ret = fail_parse(&load, &parse, text, len);
	if (!ret)
		ret = load_object(&load, &na_json_snapshot, json, load.snapshot);
	if (!ret)
		ret = na_snapshot_finish(load.snapshot);
out:
	json_decref(json);
	if (ret == -ENOMEM)
		na_error_set(error, ENOMEM, "%s: out of memory", source);
	if (ret)
		na_snapshot_free(load.snapshot);
	else
		*snapshot = load.snapshot;
	return ret;
}
