/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The JSON schema of reports: what json_report.c writes, member by member, with the words of severities and statuses. */
#include "render/schema_report.h"

#include "model/json_out.h"
#include "render/json.h"
#include "render/render.h"

/* A member of an object: its schema is the text of a JSON object without braces. */
struct member {
	const char *name;
	const char *schema;
	bool required;
	const char *doc;
};

#define TEXT "\"type\": \"string\""
#define FLAG "\"type\": \"boolean\""
#define COUNT "\"type\": \"integer\", \"minimum\": 0"
#define REF(name) "\"$ref\": \"#/$defs/" name "\""
#define LIST_OF(name) "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/" name "\"}"
#define TIME TEXT ", \"pattern\": \"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z$\""

static const struct member report[] = {
	{ "schema", "\"const\": \"nicaudit/report\"", true, "What this is." },
	{ "version", "\"const\": 1", true, "Of the schema; it changes when a reader would be misled." },
	{ "host", REF("host"), true, "Where and when it was read." },
	{ "policy", REF("policy"), false,
	  "By which policy it was judged; left out where by the built-in rules alone." },
	{ "summary", REF("summary"), true, "How much was judged, and how it came out." },
	{ "checks", LIST_OF("check"), true, "Every check that was made, in the order of interfaces and rules." },
	{ "findings", LIST_OF("check"), true, "Those of them that failed or are unknown." },
};

static const struct member host[] = {
	{ "hostname", TEXT, false, "Name of the host." },
	{ "boot_id", TEXT, false, "Which boot it was: counters start with it." },
	{ "kernel", TEXT, false, "Release of the kernel." },
	{ "arch", TEXT, false, "Machine." },
	{ "time", TIME, false, "When it was read, UTC." },
	{ "privileged", FLAG, true, "CAP_NET_ADMIN was there." },
	{ "partial", FLAG, true, "Not all could be read." },
};

static const struct member policy[] = {
	{ "path", TEXT, true, "The file." },
	{ "sha256", TEXT ", \"pattern\": \"^[0-9a-f]{64}$\"", true, "What was in it." },
};

static const struct member summary[] = {
	{ "status", REF("worst"), true, "The worst there is." },
	{ "interfaces", COUNT, true, "Interfaces that were looked at." },
	{ "checks", COUNT, true, "Checks that were made." },
	{ "passed", COUNT, true, "Those that passed." },
	{ "warning", COUNT, true, "Failures of that severity." },
	{ "critical", COUNT, true, "Failures of that severity." },
	{ "info", COUNT, true, "Failures of that severity." },
	{ "unknown", COUNT, true, "Those that could not be made." },
	{ "not_applicable", COUNT, true, "Those that make no sense there." },
	{ "waived", COUNT, true, "Failures that somebody answers for." },
	{ "coverage", "\"type\": \"number\", \"minimum\": 0, \"maximum\": 1", true,
	  "Checks that were made, as a part of those and the unknown ones." },
};

static const struct member check[] = {
	{ "interface", TEXT, false, "Its name; left out where it is about the host." },
	{ "netns", TEXT, false, "Its network namespace, where that is not the one nicaudit ran in." },
	{ "rule", TEXT ", \"minLength\": 1", true, "A built-in rule, or one of the policy." },
	{ "severity", REF("severity"), true, "How bad it is to fail." },
	{ "status", REF("status"), true, "How it came out." },
	{ "fact", TEXT, false, "What it is about, see nicaudit-attributes(7)." },
	{ "expected", TEXT, false, "What that should be." },
	{ "actual", TEXT, false, "What it is." },
	{ "message", TEXT, false, "What is to be said of it in one line; a check that passed has none." },
	{ "why", TEXT, false, "Why it matters." },
	{ "waiver", TEXT, false, "Of a waived check: until when, who answers for it, and why." },
	{ "mend", REF("mend"), false, "What to type, or to write into which file." },
	{ "persist", TEXT, false, "Whether that outlives a reboot, as far as the configuration on disk tells." },
	{ "evidence", REF("evidence"), false, "What was seen." },
	{ "source", TEXT, false, "Who says so: a standard, a document." },
};

static void put_member(struct na_json_out *out, const char *name, const char *schema)
{
	na_json_member(out, name, NULL);
	fprintf(out->file, "{%s}", schema);
}

/* Into an object that is open. */
static void put_object(struct na_json_out *out, const struct member *members, size_t n)
{
	const char *required[16];
	uint32_t n_required = 0;

	na_json_text(out, "type", "object");
	na_json_member(out, "properties", NULL);
	na_json_open(out, '{');
	for (size_t i = 0; i < n; i++) {
		na_json_member(out, members[i].name, NULL);
		fprintf(out->file, "{%s, \"description\": ", members[i].schema);
		na_json_string(out->file, members[i].doc);
		putc('}', out->file);
		if (members[i].required)
			required[n_required++] = members[i].name;
	}
	na_json_close(out, '}');
	na_json_member(out, "required", NULL);
	na_json_strings(out->file, required, n_required);
}

static void define_object(struct na_json_out *out, const char *name, const struct member *members, size_t n)
{
	na_json_member(out, name, NULL);
	na_json_open(out, '{');
	put_object(out, members, n);
	na_json_close(out, '}');
}

static void define_words(struct na_json_out *out, const char *name, const char *const *words, uint32_t n)
{
	na_json_member(out, name, NULL);
	fputs("{\"enum\": ", out->file);
	na_json_strings(out->file, words, n);
	putc('}', out->file);
}

static void define_enums(struct na_json_out *out)
{
	const char *severities[NA_N_SEVERITIES], *statuses[NA_N_STATUSES];
	const char *worst[] = { na_status_name(NA_PASS), na_status_name(NA_UNDECIDED), na_severity_name(NA_WARNING),
				na_severity_name(NA_CRITICAL) };

	for (int i = 0; i < NA_N_SEVERITIES; i++)
		severities[i] = na_severity_name((enum na_severity)i);
	for (int i = 0; i < NA_N_STATUSES; i++)
		statuses[i] = na_status_name((enum na_status)i);
	define_words(out, "severity", severities, NA_N_SEVERITIES);
	define_words(out, "status", statuses, NA_N_STATUSES);
	define_words(out, "worst", worst, sizeof(worst) / sizeof(worst[0]));
}

#define N(members) (sizeof(members) / sizeof((members)[0]))

int na_schema_report(FILE *file)
{
	struct na_json_out out = { .file = file };

	na_json_open(&out, '{');
	na_json_text(&out, "$schema", "https://json-schema.org/draft/2020-12/schema");
	na_json_text(&out, "title", "nicaudit report");
	na_json_text(
		&out, "description",
		"What nicaudit found about a host and its network interfaces. Names that are not in this schema are "
		"those of a newer version, and are allowed everywhere. In strings, a byte that is no UTF-8 is a "
		"backslash, x and two hex digits, and a backslash is two.");
	put_object(&out, report, N(report));
	na_json_member(&out, "$defs", NULL);
	na_json_open(&out, '{');
	define_object(&out, "host", host, N(host));
	define_object(&out, "policy", policy, N(policy));
	define_object(&out, "summary", summary, N(summary));
	define_object(&out, "check", check, N(check));
	define_enums(&out);
	put_member(
		&out, "mend",
		"\"type\": \"object\", \"description\": \"By tool: ethtool, ip, nmcli, networkd, ...\", "
		"\"additionalProperties\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"type\": \"string\"}}");
	put_member(&out, "evidence",
		   "\"type\": \"object\", \"description\": \"By name of a fact, or a word of the rule's own.\", "
		   "\"additionalProperties\": {\"type\": \"string\"}");
	na_json_close(&out, '}');
	na_json_close(&out, '}');
	putc('\n', file);
	return na_render_end(file);
}
