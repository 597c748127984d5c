/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a rule or an attribute means, for people. */
#include "nicaudit/check.h"
#include "render/layout.h"
#include "render/render.h"

enum { LABEL_AT = 2, TEXT_AT = 11 };

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

static void text_rule(FILE *file, const struct na_rule *rule, const struct na_render_options *options)
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

static void text_attribute(FILE *file, const struct na_subject *subject, const struct na_render_options *options)
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
}

int na_text_explain(FILE *file, const struct na_subject *subject, const struct na_render_options *options)
{
	if (options->quiet)
		return 0;
	if (subject->rule)
		text_rule(file, subject->rule, options);
	else
		text_attribute(file, subject, options);
	return na_render_end(file);
}
