/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A policy written from what is: every setting worth holding, as it is now. Interfaces that are alike share a rule. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/policy.h"
#include "model/safe.h"

/* A text in double quotes; what YAML does not take as it stands is escaped. */
static void put_quoted(FILE *file, const char *text)
{
	putc('"', file);
	while (*text) {
		uint32_t c;
		size_t n = na_utf8(text, &c);

		if (!n) /* no UTF-8, which YAML cannot say; in comments alone */
			putc('?', file);
		else if (*text == '"' || *text == '\\')
			fprintf(file, "\\%c", *text);
		else if (na_steers(c) || c == 0xfeff || (c & 0xfffe) == 0xfffe)
			fprintf(file, "\\U%08x", (unsigned int)c);
		else
			fwrite(text, 1, n, file);
		text += n ? n : 1;
	}
	putc('"', file);
}

static bool is_utf8(const char *text)
{
	uint32_t c;
	size_t n = 1;

	for (; n && *text; text += n)
		n = na_utf8(text, &c);
	return n;
}

static bool is_plain(const char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

	return strchr(letters, *text) && *text &&
	       !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+-")];
}

static void put_word(FILE *file, const char *text)
{
	if (is_plain(text))
		fputs(text, file);
	else
		put_quoted(file, text);
}

/* The name of an interface as a pattern that matches no other. */
static void put_pattern(FILE *file, const char *name)
{
	char *escaped = malloc(2 * strlen(name) + 1), *at = escaped;

	if (!escaped)
		return;
	for (; *name; name++) {
		if (strchr("*?[\\", *name))
			*at++ = '\\';
		*at++ = *name;
	}
	*at = 0;
	put_quoted(file, escaped);
	free(escaped);
}

static bool is_on(const struct na_nic *nic, enum na_attr_id attr)
{
	bool on = false;

	return na_fact_bool(&nic->facts, attr, &on) && on;
}

static bool begins(const char *name, const char *const *starts)
{
	for (; *starts; starts++)
		if (!strncmp(name, *starts, strlen(*starts)))
			return true;
	return false;
}

/* What somebody set, and what changes only when somebody sets it anew. */
static bool is_worth_holding(const struct na_nic *nic, enum na_attr_id attr)
{
	static const char *const groups[] = { "ring.", "channel.", "coalesce.", "pause.", "fec.", "eee.", NULL };
	static const char *const adapted_rx[] = { "coalesce.rx-", NULL }, *const adapted_tx[] = { "coalesce.tx-",
												  NULL };
	const char *name = na_attrs[attr].name;

	switch (attr) {
	case NA_LINK_AUTONEG:
	case NA_LINK_MTU:
	case NA_RSS_FUNCTION:
		return true;
	case NA_LINK_ADVERTISED: /* of a link that does not negotiate it is nothing that is offered */
		return is_on(nic, NA_LINK_AUTONEG);
	case NA_LINK_SPEED:
	case NA_LINK_DUPLEX:
		return !na_nic_speed_is_nominal(nic) && !na_link_is_down(nic);
	case NA_PAUSE_RX:
	case NA_PAUSE_TX: /* where they are negotiated, they may be the result */
		return !is_on(nic, NA_PAUSE_AUTONEG);
	default:
		break;
	}
	if ((begins(name, adapted_rx) && is_on(nic, NA_COALESCE_USE_ADAPTIVE_RX)) ||
	    (begins(name, adapted_tx) && is_on(nic, NA_COALESCE_USE_ADAPTIVE_TX)))
		return false;
	return na_attrs[attr].scope == NA_SCOPE_CONFIG && begins(name, groups);
}

static bool is_held(const struct na_nic *nic, const struct na_fact *fact)
{
	const struct na_value *fixed;

	if (fact->state != NA_PRESENT || (fact->value.type == NA_LIST && !fact->value.n))
		return false;
	if (fact->attr != NA_FEATURE)
		return is_worth_holding(nic, (enum na_attr_id)fact->attr);
	/* without the list nobody knows which of them can be set at all */
	fixed = na_fact_value(&nic->facts, NA_FEATURES_FIXED);
	return fixed && fixed->type == NA_LIST && !na_value_has(fixed, fact->key) && !strpbrk(fact->key, "*?[\\");
}

static void put_value(FILE *file, const struct na_fact *fact)
{
	bool part = fact->attr == NA_LINK_ADVERTISED; /* more may be offered one day */
	char text[64];

	if (fact->value.type == NA_STRING) {
		put_word(file, fact->value.v.s);
	} else if (fact->value.type == NA_LIST) {
		fputs(part ? "{has: [" : "[", file);
		for (uint32_t i = 0; i < fact->value.n; i++) {
			fputs(i ? ", " : "", file);
			put_word(file, fact->value.v.list[i]);
		}
		fputs(part ? "]}" : "]", file);
	} else {
		na_value_format(&fact->value, text, sizeof(text));
		fputs(text, file);
	}
}

static void put_expectations(FILE *file, const struct na_nic *nic)
{
	char name[NA_NAME_MAX];
	bool any = false;

	for (size_t i = 0; i < nic->facts.n; i++) {
		const struct na_fact *fact = &nic->facts.v[i];

		if (!is_held(nic, fact))
			continue;
		fputs(any ? "      " : "    expect:\n      ", file);
		put_word(file, na_fact_name(fact, name, sizeof(name)));
		fputs(": ", file);
		put_value(file, fact);
		putc('\n', file);
		any = true;
	}
}

/* "  # ixgbe, firmware 0x800003df": not held, since both change with every upgrade. */
static void put_comment(FILE *file, const struct na_nic *nic)
{
	const struct na_value *firmware = na_fact_value(&nic->facts, NA_DRIVER_FIRMWARE);

	if (!nic->driver)
		return;
	fputs("  # ", file);
	put_word(file, nic->driver);
	if (firmware && firmware->type == NA_STRING) {
		fputs(", firmware ", file);
		put_word(file, firmware->v.s);
	}
	putc('\n', file);
}

/* What the rule of one NIC says; NICs of which it is the same share one. */
struct rule {
	const struct na_nic *nic;
	char *text; /* NULL for none */
	bool written;
};

static char *rule_text(const struct na_nic *nic)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return NULL;
	put_expectations(file, nic);
	if (fclose(file)) {
		free(text);
		return NULL;
	}
	return text;
}

static bool share(const struct rule *a, const struct rule *b)
{
	const char *x = a->nic->driver, *y = b->nic->driver;

	return !strcmp(a->nic->netns, b->nic->netns) && (x == y || (x && y && !strcmp(x, y))) &&
	       !strcmp(a->text, b->text);
}

/* Ids are of [a-z0-9-]. A name that is more than that, or not the only one, gets the number of its rule. */
static void put_id(FILE *file, const char *name, bool only, size_t number)
{
	only &= !name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")];
	if (only)
		fputs("  - id: as-found-", file);
	else
		fprintf(file, "  - id: found-%zu-", number);
	for (; *name; name++)
		putc(isalnum((unsigned char)*name) ? tolower((unsigned char)*name) : '-', file);
	putc('\n', file);
}

static void put_rule(FILE *file, struct rule *rules, size_t n, size_t first, bool with_netns, size_t number)
{
	const struct na_nic *nic = rules[first].nic;
	bool any = false;

	putc('\n', file);
	put_comment(file, nic);
	put_id(file, nic->name, !with_netns, number);
	fputs("    match: {name: [", file);
	for (size_t i = first; i < n; i++) {
		if (rules[i].written || !share(&rules[first], &rules[i]))
			continue;
		fputs(any ? ", " : "", file);
		put_pattern(file, rules[i].nic->name);
		rules[i].written = true;
		any = true;
	}
	putc(']', file);
	if (with_netns) {
		fputs(", netns: ", file);
		put_pattern(file, nic->netns);
	}
	fprintf(file, "}\n%s", rules[first].text);
}

static void put_head(FILE *file, const struct na_snapshot *now)
{
	fputs("# What the interfaces", file);
	if (now->host.hostname) {
		fputs(" of ", file);
		put_word(file, now->host.hostname);
	}
	fputs(" were set to when this was written. All of it holds now: take out what may\n"
	      "# change, say why about the rest (why: ...), and how bad a difference is (severity: info, warning or critical).\n"
	      "# nicaudit-policy(5) describes the file.\n"
	      "nicaudit-policy: 1\n"
	      "rules:",
	      file);
}

int na_policy_init(FILE *file, const struct na_snapshot *now)
{
	struct rule *rules = calloc(now->n_nics + 1, sizeof(*rules));
	bool with_netns = false;
	size_t n = 0, written = 0;
	int ret = rules ? 0 : -ENOMEM;

	for (size_t i = 0; !ret && i < now->n_nics; i++) {
		with_netns |= *now->nics[i].netns != 0;
		if (!now->nics[i].selected)
			continue;
		rules[n] = (struct rule){ &now->nics[i], rule_text(&now->nics[i]), false };
		if (!rules[n].text)
			ret = -ENOMEM;
		else if (!*rules[n].text || !is_utf8(now->nics[i].name))
			rules[n].written = true; /* nothing is known that could be held, or no file can name it */
		n++;
	}
	if (ret)
		goto out;
	put_head(file, now);
	for (size_t i = 0; i < n; i++)
		if (!rules[i].written)
			put_rule(file, rules, n, i, with_netns, ++written);
	fputs(written ? "" : " []\n", file);
	if (ferror(file))
		ret = -EIO;
out:
	for (size_t i = 0; rules && i < n; i++)
		free(rules[i].text);
	free(rules);
	return ret;
}
