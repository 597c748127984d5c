/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A policy out of its files: the top level of each, includes, and what can only be checked once all is there. */
#include <errno.h>
#include <sha256.h>
#include <stdlib.h>
#include <string.h>

#include "check/policy_parse.h"

enum { VERSION = 1, MAX_INCLUDES = 16, MAX_FILES = 256 };

#define N(array) (sizeof(array) / sizeof(array[0]))

/* Newer or older than this nicaudit: nothing else of the file can be trusted to mean what it says. */
static int read_version(struct na_policy_load *load, const char *name, const struct na_node *value,
			void *field __attribute__((unused)))
{
	const char *text = value->kind == NA_NODE_WORD ? value->text : "";
	char buf[NA_POLICY_SHOWN];

	if (!strcmp(text, "1"))
		return 0;
	if (*text >= '2' && *text <= '9' && !text[strspn(text, "0123456789")])
		return na_policy_fail(load, &value->place,
				      "version %s of the format; this nicaudit is too old for it and knows %d",
				      na_policy_shown(text, buf), VERSION);
	if (value->kind != NA_NODE_WORD)
		return na_policy_wrong_kind(load, value, name, "the version, 1");
	return na_policy_fail(load, &value->place, "there is no version '%s' of the format; it is 1",
			      na_policy_shown(text, buf));
}

static int load_file(struct na_policy_load *load, const char *name, const char *from, const struct na_place *place);

static int read_include(struct na_policy_load *load, const char *name, const struct na_node *value,
			void *field __attribute__((unused)))
{
	const struct na_node *item = value->kind == NA_NODE_LIST ? value->first : value;
	const char **names;
	int ret = na_policy_read_words(load, name, value, &names);

	for (; !ret && *names; names++, item = item->next)
		ret = load_file(load, *names, item->place.file, &item->place);
	return ret;
}

/* Includes come first: what they say is there for what follows. */
static const struct na_policy_member top_members[] = {
	{ "nicaudit-policy", read_version, 0, true, "\"enum\": [1, \"1\"]", "The version of the format." },
	{ "include", read_include, 0, false, "\"$ref\": \"#/$defs/words\"",
	  "Policies that come first: shipped ones by name, others by their path from here." },
	{ "labels", na_policy_read_labels, 0, false,
	  "\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/words\"}",
	  "Words for interfaces, by name or glob." },
	{ "rules", na_policy_read_rules, 0, false, "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/rule\"}",
	  "What is expected of which interfaces." },
	{ "groups", na_policy_read_groups, 0, false, "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/group\"}",
	  "Interfaces that must be alike." },
	{ "partners", na_policy_read_partners, 0, false,
	  "\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/partner\", \"minProperties\": 1}",
	  "What is at the other end of the cable, by interface." },
	{ "builtin", na_policy_read_builtin, 0, false, "\"$ref\": \"#/$defs/builtin\"", "Changes to built-in rules." },
	{ "waivers", na_policy_read_waivers, 0, false, "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/waiver\"}",
	  "Failures that are forgiven for a while." },
};
const struct na_policy_object na_policy_top_object = { "a policy", top_members, N(top_members) };

static const struct na_node *find(const struct na_node *root, const char *name)
{
	for (const struct na_node *key = root->first; key; key = key->next)
		if (!strcmp(key->text, name))
			return key;
	return NULL;
}

/* Other things than policies are told apart, since people mix up files. */
static int check_kind(struct na_policy_load *load, const char *file, const struct na_node *root)
{
	struct na_place start = { .file = file };
	const char *version = na_policy_top_object.members[0].name;
	const struct na_node *key, *schema;

	if (!root || root->kind == NA_NODE_NOTHING)
		return na_policy_fail(load, &start, "the file is empty");
	if (root->kind != NA_NODE_MAP)
		return na_policy_wrong_kind(load, root, "policy", "a mapping");
	key = find(root, version);
	if (key) /* before any of the rest, which may be of another version */
		return read_version(load, version, key->value, NULL);
	schema = find(root, "schema");
	if (schema && schema->value->kind == NA_NODE_WORD) {
		if (!strcmp(schema->value->text, "nicaudit/snapshot"))
			return na_policy_fail(load, &schema->place, "this is a snapshot; a policy belongs here");
		if (!strcmp(schema->value->text, "nicaudit/report"))
			return na_policy_fail(load, &schema->place, "this is a report; a policy belongs here");
	}
	for (key = root->first; key; key = key->next)
		if (na_nearest(key->text, &version, 1))
			return na_policy_unknown(load, &key->place, "key", key->text, " of a policy", &version, 1);
	return na_policy_fail(load, &root->place, "not a policy: there is no '%s: %d'", version, VERSION);
}

static int load_text(struct na_policy_load *load, const char *path, const char *text, size_t len)
{
	struct na_node *root;
	int ret = na_policy_yaml(load, path, text, len, &root);

	if (!ret)
		ret = check_kind(load, path, root);
	return ret ? ret : na_policy_read_object(load, "policy", root, &na_policy_top_object, load->policy);
}

/* Of an included file, what is wrong with reading it is wrong there, where it is included. */
static int read_file(struct na_policy_load *load, const char *name, const char *from, const struct na_place *place,
		     char **path, char **text, size_t *len)
{
	struct na_error error = { 0 };
	int ret = load->files->read(load->files->data, name, from, path, text, len, &error);

	if (!ret || ret == -ENOMEM)
		return ret ? na_policy_no_memory(load) : 0;
	if (place)
		na_policy_fail(load, place, "%s", error.text);
	else
		*load->error = error;
	load->error->err = -ret;
	return ret;
}

static int add_file(struct na_policy_load *load, const char *path, const struct na_place *place,
		    struct na_policy_file **file)
{
	size_t n = 0;

	for (const struct na_policy_file *each = load->met; each; each = each->next)
		n++;
	if (n >= MAX_FILES)
		return na_policy_fail(load, place, "more than %d files are included", MAX_FILES);
	*file = na_arena_alloc(load->arena, sizeof(**file));
	if (!*file)
		return na_policy_no_memory(load);
	**file = (struct na_policy_file){ .next = load->met, .path = path };
	load->met = *file;
	return 0;
}

static struct na_policy_file *find_file(const struct na_policy_load *load, const char *path)
{
	struct na_policy_file *file = load->met;

	while (file && file->path != path)
		file = file->next;
	return file;
}

static int load_first(struct na_policy_load *load, const char *path, const char *text, size_t len)
{
	SHA256Data((const uint8_t *)text, len, load->policy->sha256);
	load->policy->path = path;
	return load_text(load, path, text, len);
}

/* place is where it is included, NULL for the first. */
static int load_file(struct na_policy_load *load, const char *name, const char *from, const struct na_place *place)
{
	char *path_read = NULL, *text = NULL, buf[NA_POLICY_SHOWN];
	struct na_policy_file *file;
	const char *path;
	size_t len = 0;
	int ret;

	if (load->depth > MAX_INCLUDES)
		return na_policy_fail(load, place, "'%s' is included %d deep; more is not allowed",
				      na_policy_shown(name, buf), MAX_INCLUDES);
	ret = read_file(load, name, from, place, &path_read, &text, &len);
	if (ret)
		return ret;
	path = na_arena_intern(load->arena, path_read, strlen(path_read));
	free(path_read);
	file = path ? find_file(load, path) : NULL;
	if (!path)
		ret = na_policy_no_memory(load);
	else if (file && file->is_open)
		ret = na_policy_fail(load, place, "'%s' includes itself, by way of this line",
				     na_policy_shown(path, buf));
	if (ret || file)
		goto out;
	ret = add_file(load, path, place, &file);
	if (ret)
		goto out;
	file->is_open = true;
	load->depth++;
	ret = place ? load_text(load, path, text, len) : load_first(load, path, text, len);
	load->depth--;
	file->is_open = false;
out:
	free(text);
	return ret;
}

int na_policy_load(const char *name, const struct na_policy_files *files, struct na_policy **policy,
		   struct na_error *error)
{
	struct na_error unwanted = { 0 };
	struct na_policy *made = calloc(1, sizeof(*made));
	struct na_policy_load load = { .files = files, .error = error ? error : &unwanted, .policy = made };
	int ret;

	if (!made)
		return na_policy_no_memory(&load);
	load.arena = &made->arena;
	ret = load_file(&load, name, NULL, NULL);
	if (!ret)
		ret = na_policy_check_waivers(&load);
	if (!ret && made->arena.oom)
		ret = na_policy_no_memory(&load);
	if (ret) {
		na_policy_free(made);
		return ret;
	}
	*policy = made;
	return 0;
}

void na_policy_free(struct na_policy *policy)
{
	if (!policy)
		return;
	na_arena_clear(&policy->arena);
	free(policy);
}
