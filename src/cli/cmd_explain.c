/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nicaudit explain: what a rule or an attribute means, why it matters, who says so, and how to mend it. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "nicaudit/check.h"
#include "render/attributes.h"
#include "render/json.h"
#include "render/layout.h"

enum { LABEL_AT = 2, TEXT_AT = 11 };

struct subject {
	const struct na_format *format;
	const struct na_rule *rule; /* or: */
	enum na_attr_id attr;
	const char *key; /* of a family, else NULL */
};

static void put_line(FILE *file, const char *label, const char *text, const struct na_render_options *options)
{
	if (text)
		na_put_paragraph(file, LABEL_AT, label, TEXT_AT, text, na_page_width(options));
}

static void put_head(FILE *file, const char *name, const char *key, const char *what,
		     const struct na_render_options *options)
{
	na_put_color(file, options, NA_BOLD);
	na_put_safe(file, name);
	if (key)
		na_put_safe(file, key);
	na_put_color(file, options, NA_PLAIN);
	fprintf(file, ": %s\n", what);
}

static int text_rule(FILE *file, const struct na_rule *rule, const struct na_render_options *options)
{
	char line[1024];

	snprintf(line, sizeof(line), "a rule; what it finds is %s", na_severity_name(rule->severity));
	put_head(file, rule->id, NULL, line, options);
	put_line(file, "finds", rule->title, options);
	put_line(file, "why", rule->why, options);
	put_line(file, "source", rule->source, options);
	for (size_t i = 0; i < NA_MAX_MENDS && rule->mends[i].tool; i++) {
		snprintf(line, sizeof(line), "%s: %s", rule->mends[i].tool, rule->mends[i].text);
		put_line(file, i ? "" : "fix", line, options);
	}
	if (rule->two_samples)
		put_line(file, "needs", "two samples: check --interval SECONDS or --baseline FILE", options);
	return 0;
}

/* Which doors of the kernel tell it. */
static void put_sources(FILE *file, const struct na_attr *attr, const struct na_render_options *options)
{
	const struct {
		bool is;
		const char *text;
	} sources[] = {
		{ attr->nl.msg, "ethtool netlink" },
		{ attr->io.cmd, "ethtool ioctl" },
		{ attr->rt.given, "rtnetlink" },
		{ attr->file.path, attr->file.path },
	};
	bool any = false;

	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++)
		if (sources[i].is) {
			put_line(file, any ? "" : "source", sources[i].text, options);
			any = true;
		}
}

static void put_words(FILE *file, const struct na_attr *attr, const struct na_render_options *options)
{
	struct na_wrap wrap = { .file = file, .width = na_page_width(options), .indent = TEXT_AT, .column = TEXT_AT };

	if (!attr->n_words)
		return;
	fprintf(file, "%*s%-*s", LABEL_AT, "", TEXT_AT - LABEL_AT, "words");
	for (size_t i = 0; i < attr->n_words; i++)
		if (attr->words[i])
			na_wrap_words(&wrap, attr->words[i]);
	na_wrap_end(&wrap);
}

static int text_attribute(FILE *file, const struct subject *subject, const struct na_render_options *options)
{
	static const char *const effects[] = {
		[NA_IMPACT_NONE] = "yes",
		[NA_IMPACT_QUEUES] = "yes; queues start anew",
		[NA_IMPACT_LINK] = "yes; the link goes down for a moment",
	};
	const struct na_attr *attr = &na_attrs[subject->attr];
	const char *key = subject->key ? subject->key : attr->flags & NA_FAMILY ? "*" : NULL;
	char line[160];

	put_head(file, attr->name, key, attr->flags & NA_HOST ? "an attribute of the host" : "an attribute", options);
	put_line(file, "means", attr->doc, options);
	snprintf(line, sizeof(line), "%s%s%s", na_type_name(attr->type), attr->unit ? ", in " : "",
		 attr->unit ? attr->unit : "");
	put_line(file, "type", line, options);
	put_words(file, attr, options);
	put_line(file, "scope", na_scope_name(attr->scope), options);
	if (attr->max)
		put_line(file, "at most", na_attrs[attr->max].name, options);
	put_line(file, "aliases", attr->aliases, options);
	put_sources(file, attr, options);
	put_line(file, "settable", attr->set.msg ? effects[attr->impact] : "no", options);
	return 0;
}

static int json_rule(FILE *file, const struct na_rule *rule)
{
	struct na_json_out out = { .file = file };

	na_json_open(&out, '{');
	na_json_text(&out, "rule", rule->id);
	na_json_text(&out, "severity", na_severity_name(rule->severity));
	na_json_text(&out, "title", rule->title);
	na_json_text(&out, "why", rule->why);
	na_json_text(&out, "source", rule->source);
	na_json_mends(&out, rule->mends, NA_MAX_MENDS);
	na_json_switch(&out, "two_samples", rule->two_samples);
	na_json_close(&out, '}');
	putc('\n', file);
	return 0;
}

static int put_subject(FILE *file, const struct na_render_options *options, const void *data)
{
	const struct subject *subject = data;
	bool chosen[NA_N_ATTRS] = { false };

	if (options->quiet)
		return 0;
	if (!strcmp(subject->format->name, "json")) {
		chosen[subject->attr] = true;
		return subject->rule ? json_rule(file, subject->rule) :
				       subject->format->attributes(file, chosen, options);
	}
	return subject->rule ? text_rule(file, subject->rule, options) : text_attribute(file, subject, options);
}

static int find(const char *name, struct subject *subject, struct na_error *error)
{
	enum { MOST = NA_N_ATTRS + 256 };
	const char *names[MOST], *feature = na_feature_alias(name), *nearest;
	size_t n = 0;

	for (size_t i = 0; i < na_n_rules && n < MOST; i++) {
		names[n++] = na_rules[i].id;
		if (!strcmp(na_rules[i].id, name)) {
			subject->rule = &na_rules[i];
			return 0;
		}
	}
	subject->attr = feature ? NA_FEATURE : na_attr_find(name, &subject->key);
	if (feature)
		subject->key = feature;
	if (subject->attr != NA_ATTR_UNKNOWN)
		return 0;
	for (size_t i = 1; i < NA_N_ATTRS && n < MOST; i++)
		names[n++] = na_attrs[i].name;
	nearest = na_nearest(name, names, n);
	return na_error_set(error, EINVAL, "no rule or attribute '%s'%s%s%s", name, nearest ? "; did you mean '" : "",
			    nearest ? nearest : "", nearest ? "'?" : "");
}

int cmd_explain(const struct options *options)
{
	struct subject subject = { .format = options->format ? options->format : na_formats };
	struct na_error error = { 0 };

	if (!options->n_args)
		na_error_set(&error, EINVAL, "explain needs the name of a rule or an attribute");
	else if (!find(options->args[0], &subject, &error))
		return put_output(options, put_subject, &subject);
	return complain(EXIT_USAGE, &error);
}
