/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What to type: mends of a rule's row and of the table of dialects, filled in so that they can be typed as they stand. */
#include <stdio.h>
#include <string.h>

#include "check/rules.h"
#include "model/dialect.h"

/* Text that grows in the arena; only checks that failed come here. */
static const char *append(struct na_arena *arena, const char *text, const char *more, size_t len)
{
	return text ? na_arena_printf(arena, "%s%.*s", text, (int)len, more) : NULL;
}

static bool is_plain(const char *text)
{
	return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._@:+-")];
}

static bool is_printable(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || (unsigned char)*text > 0x7e)
			return false;
	return true;
}

const char *na_shell_word(struct na_arena *arena, const char *text)
{
	bool printable = is_printable(text);
	const char *start = printable ? "'" : "$'";
	size_t size = strlen(text) * 4 + sizeof("$''"); /* nothing takes more than '\'' or \xNN */
	char *word, *at;

	if (is_plain(text))
		return text;
	word = na_arena_alloc(arena, size);
	if (!word)
		return NULL;
	at = stpcpy(word, start);
	for (; *text; text++) {
		unsigned char byte = (unsigned char)*text;

		if (printable && byte == '\'')
			at = stpcpy(at, "'\\''");
		else if (!printable && (byte == '\'' || byte == '\\'))
			at += sprintf(at, "\\%c", byte);
		else if (!printable && (byte < 0x20 || byte > 0x7e))
			at += sprintf(at, "\\x%02x", byte);
		else
			*at++ = (char)byte;
	}
	strcpy(at, "'");
	return word;
}

struct hole {
	const char *name, *value;
};

/* The template with its holes filled, NULL where one has no value. */
static const char *fill(struct na_arena *arena, const char *text, const struct hole *holes, size_t n_holes)
{
	const char *out = "";

	while (out && *text) {
		size_t len = strcspn(text, "{"), i;

		out = append(arena, out, text, len);
		text += len;
		if (!*text)
			break;
		for (i = 0; i < n_holes; i++)
			if (!strncmp(text, holes[i].name, strlen(holes[i].name)))
				break;
		if (i == n_holes || !holes[i].value)
			return NULL;
		out = append(arena, out, holes[i].value, strlen(holes[i].value));
		text += strlen(holes[i].name);
	}
	return out;
}

static void add(struct na_rule_context *c, const char *tool, const char *text)
{
	struct na_check *check = c->check;

	if (!check->mends)
		check->mends = na_arena_alloc(c->arena, NA_MAX_MENDS * sizeof(*check->mends));
	if (text && *c->nic->netns) {
		/* the daemons look after the namespace they run in, and no other */
		if (strcmp(tool, "ethtool") && strcmp(tool, "ip") && strcmp(tool, "tc"))
			return;
		text = na_arena_printf(c->arena, "ip netns exec %s %s", na_shell_word(c->arena, c->nic->netns), text);
	}
	if (text && check->mends && check->n_mends < NA_MAX_MENDS)
		check->mends[check->n_mends++] = (struct na_mend){ tool, text };
}

void na_mends(struct na_rule_context *c, const char *word)
{
	enum na_attr_id attr;
	const char *key;
	const struct hole holes[] = {
		{ "{iface}", na_shell_word(c->arena, c->nic->name) },
		{ "{fact}", c->check->fact },
		{ "{word}", word },
	};

	for (size_t i = 0; i < NA_MAX_MENDS && c->rule->mends[i].tool; i++)
		add(c, c->rule->mends[i].tool,
		    fill(c->arena, c->rule->mends[i].text, holes, sizeof(holes) / sizeof(holes[0])));
	/* what the finding is about is what the mend sets */
	attr = c->check->fact ? na_attr_find(c->check->fact, &key) : NA_ATTR_UNKNOWN;
	if (c->check->n_mends && na_attrs[attr].scope == NA_SCOPE_CONFIG)
		c->check->persist = na_persist_text(c, attr, key, c->check->expected);
}

/* What the mends of one attribute are made of: the row, the key of a family, the value, and what the interface is called. */
struct setting {
	const struct na_dialect *row;
	const char *key, *value;
	const char *iface; /* as a word for a shell */
};

/* The word of the tool for it, NULL where it has none. */
static const char *word_of(struct na_arena *arena, const struct setting *s, enum na_dialect_tool tool)
{
	if (s->row->attr == NA_FEATURE && s->key && tool != NA_IN_ETHTOOL)
		return na_dialect_feature(arena, tool, s->key);
	return s->row->read_only[tool] ? NULL : s->row->words[tool];
}

/* Values that can be anything are quoted; those of lists are several words on purpose, and harmless. */
static const char *value_of(struct na_arena *arena, const struct setting *s, enum na_dialect_tool tool)
{
	const char *value = na_dialect_write(arena, s->row, tool, s->value);

	return value && s->row->form == NA_FORM_TEXT ? na_shell_word(arena, value) : value;
}

/* "ethtool -G eth0 rx 4096": the option, the interface, the word, the key, the value. */
static const char *with_ethtool(struct na_arena *arena, const struct setting *s, const char *iface)
{
	const char *word = word_of(arena, s, NA_IN_ETHTOOL), *value = value_of(arena, s, NA_IN_ETHTOOL);
	int option = word ? (int)strcspn(word, " ") : 0;
	bool keyed = na_attrs[s->row->attr].flags & NA_FAMILY;
	const char *key = s->key ? na_shell_word(arena, s->key) : NULL;

	if (!word || !value || (keyed && !key))
		return NULL;
	return na_arena_printf(arena, "ethtool %.*s %s%s%s%s %s", option, word, iface, word + option, keyed ? " " : "",
			       keyed ? key : "", value);
}

static const char *with_ip(struct na_arena *arena, const struct setting *s, const char *iface)
{
	const char *words = word_of(arena, s, NA_IN_IP), *value = value_of(arena, s, NA_IN_IP);

	if (!words || !value)
		return NULL;
	return na_arena_printf(arena, "ip link set dev %s %s%s%s", iface, words, *words ? " " : "", value);
}

/* Into the profile that the interface has now, so that it is there the next time; `device modify` would not last. */
static const char *with_nmcli(struct na_arena *arena, const struct setting *s)
{
	const char *word = word_of(arena, s, NA_IN_NMCLI), *value = value_of(arena, s, NA_IN_NMCLI);

	if (!word || !value)
		return NULL;
	return na_arena_printf(arena, "nmcli connection modify \"$(nmcli -g GENERAL.CON-UUID device show %s)\" %s%s%s",
			       s->iface, word, word[strlen(word) - 1] == '=' ? "" : " ", value);
}

static bool is_quoted(const char *value)
{
	return *value == '\'' || *value == '$';
}

/* systemd has no quotes of a shell: what would need them is left out. */
static const char *with_networkd(struct na_arena *arena, const struct setting *s)
{
	static const struct {
		enum na_dialect_tool tool;
		const char *section, *where;
	} files[] = {
		{ NA_IN_LINK, "[Link] ", "in the .link file that matches it" },
		{ NA_IN_NETWORK, "[Link] ", "in the .network file that matches it" },
		{ NA_IN_NETDEV, "", "in its .netdev file" },
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		const char *word = word_of(arena, s, files[i].tool);
		const char *value = word ? value_of(arena, s, files[i].tool) : NULL;

		if (!value || is_quoted(value))
			continue;
		if (!i && word_of(arena, s, NA_IN_NETWORK))
			return na_arena_printf(arena, "[Link] %s=%s, in the .network or .link file that matches it",
					       word, value);
		return na_arena_printf(arena, "%s%s=%s, %s", files[i].section, word, value, files[i].where);
	}
	return NULL;
}

/* An option of the stanza where there is one, else a command that is run when the interface comes up. */
static const char *with_ifupdown(struct na_arena *arena, const struct setting *s)
{
	const char *word = word_of(arena, s, NA_IN_IFUPDOWN);
	const char *value = word ? value_of(arena, s, NA_IN_IFUPDOWN) : NULL, *command;

	if (value && strchr(word, '{'))
		value = fill(arena, word, &(struct hole){ "{value}", value }, 1);
	else if (value)
		value = na_arena_printf(arena, "%s %s", word, value);
	if (value)
		return na_arena_printf(arena, "%s, in its iface stanza", value);
	command = with_ethtool(arena, s, "$IFACE");
	if (!command)
		command = with_ip(arena, s, "$IFACE");
	/* its shell is no bash, and knows no $'...' */
	if (!command || strstr(command, "$'") || s->row->attr == NA_LINK_ADMIN)
		return NULL;
	return na_arena_printf(arena, "post-up %s, in its iface stanza", command);
}

void na_mend_set(struct na_rule_context *c, enum na_attr_id attr, const char *key, const char *value)
{
	struct setting s = { na_dialect_of(attr), key, value, na_shell_word(c->arena, c->nic->name) };

	if (!s.row || !value || !s.iface)
		return;
	add(c, "ethtool", with_ethtool(c->arena, &s, s.iface));
	add(c, "ip", with_ip(c->arena, &s, s.iface));
	add(c, "nmcli", with_nmcli(c->arena, &s));
	add(c, "networkd", with_networkd(c->arena, &s));
	add(c, "ifupdown", with_ifupdown(c->arena, &s));
	c->check->persist = na_persist_text(c, attr, key, value);
}
