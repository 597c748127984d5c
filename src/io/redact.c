/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a recording keeps of configuration files. Lists of what may stay, and not of what must go: a key that is invented tomorrow
 * is not recorded. What is kept is what the collectors of persist.* look at.
 */
#include "io/redact.h"

#include <string.h>
#include <strings.h>
#include <sys/types.h>

/* A line, or several that backslashes make one. It is [at, at + len), and may be changed in place. */
struct line {
	char *at;
	size_t len;
};

static bool starts(const char *text, size_t len, const char *with)
{
	size_t n = strlen(with);

	return len >= n && !strncasecmp(text, with, n);
}

static bool is_one_of(const char *word, size_t len, const char *const *words)
{
	for (; *words; words++) {
		size_t n = strlen(*words);

		/* "ring-" is all that begin so */
		if (starts(word, len, *words) && (len == n || (*words)[n - 1] == '-'))
			return true;
	}
	return false;
}

static size_t skip_blanks(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && (text[n] == ' ' || text[n] == '\t'))
		n++;
	return n;
}

static size_t word_length(const char *text, size_t len, const char *end)
{
	size_t n = 0;

	while (n < len && !strchr(end, text[n]))
		n++;
	return n;
}

static void blank(char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (text[i] != '\n')
			text[i] = ' ';
}

/* Sections of an ini file and the keys in them that stay; hidden ones stay without their value. */
struct section {
	const char *name;
	const char *const *keys, *const *hidden;
};

#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static const char *const wired[] = { "mac-address", "mac-address-blacklist", "mac-address-denylist", "mtu", "speed",
				     "duplex",	    "auto-negotiate",	     "wake-on-lan",	     NULL };

static const struct section connection_sections[] = {
	{ "connection", WORDS("type", "interface-name", "autoconnect", "autoconnect-priority"), WORDS(NULL) },
	{ "match", WORDS("interface-name", "driver", "path"), WORDS("kernel-command-line") },
	{ "ethernet", wired, WORDS(NULL) },
	{ "802-3-ethernet", wired, WORDS(NULL) },
	{ "ethtool", WORDS("ring-", "feature-", "coalesce-", "pause-", "channels-", "eee-", "fec-"), WORDS(NULL) },
	{ NULL, NULL, NULL },
};

/* Keys of [Link] are names in one word, and none of them but this holds a secret. */
static const struct section unit_sections[] = {
	{ "Match",
	  WORDS("MACAddress", "PermanentMACAddress", "Path", "Driver", "Type", "Kind", "OriginalName", "Name",
		"WLANInterfaceType", "Virtualization", "Architecture", "Firmware", "KernelVersion"),
	  WORDS("Property", "Host", "KernelCommandLine", "Credential", "SSID", "BSSID") },
	{ "Link", NULL, WORDS("WakeOnLanPassword", "Description") },
	{ NULL, NULL, NULL },
};

static const struct section *section_of(const struct section *sections, const char *name, size_t len)
{
	for (; sections->name; sections++)
		if (strlen(sections->name) == len && !strncmp(name, sections->name, len))
			return sections;
	return NULL;
}

/* A key that the sections keep; of a hidden one the value becomes blanks but for an x, so that it still is one. */
static bool keep_entry(const struct section *section, struct line line)
{
	size_t skip = skip_blanks(line.at, line.len), len = word_length(line.at + skip, line.len - skip, "= \t\n");
	size_t to_value = word_length(line.at, line.len, "=") + 1;
	const char *key = line.at + skip;

	if (!section || to_value >= line.len)
		return section && to_value == line.len;
	if (is_one_of(key, len, section->hidden)) {
		blank(line.at + to_value, line.len - to_value);
		line.at[to_value] = 'x';
		return true;
	}
	return !section->keys || is_one_of(key, len, section->keys);
}

static bool keep_ini(const struct section *sections, const struct section **now, struct line line)
{
	size_t skip = skip_blanks(line.at, line.len), len;

	if (skip == line.len || line.at[skip] == '#' || line.at[skip] == ';')
		return false;
	if (line.at[skip] != '[')
		return keep_entry(*now, line);
	len = word_length(line.at + skip + 1, line.len - skip - 1, "]\n");
	*now = section_of(sections, line.at + skip + 1, len);
	/* of a section that goes a heading stays, or what follows would belong to the one before */
	if (!*now)
		memset(line.at + skip + 1, 'x', len);
	skip += len + 2;
	if (skip < line.len)
		blank(line.at + skip, line.len - skip);
	return true;
}

/* Commands */

static bool is_program(const char *word, size_t len, const char *name)
{
	size_t n = strlen(name);

	return len >= n && !strncmp(word + len - n, name, n) && (len == n || word[len - n - 1] == '/');
}

static bool has(struct line line, const char *text)
{
	return memmem(line.at, line.len, text, strlen(text));
}

/* ethtool, ip link or true, without anything that a shell would do more than pass on. */
static bool is_harmless_command(struct line command)
{
	size_t skip = skip_blanks(command.at, command.len);
	const char *word = command.at + skip;
	size_t len = word_length(word, command.len - skip, " \t\n");

	if (has(command, "sopass") || has(command, "`") || has(command, "$("))
		return false;
	return is_program(word, len, "ethtool") || is_program(word, len, "true") ||
	       (is_program(word, len, "ip") && has(command, " link "));
}

/* The commands up to the first that may be anything; what is left of that is "?", where ethtool was in it. */
static void keep_commands(struct line line)
{
	struct line command = line;

	while (line.len) {
		bool ethtool = has(line, "ethtool");
		size_t separator;

		command.at = line.at;
		command.len = word_length(line.at, line.len, ";&|");
		if (!is_harmless_command(command)) {
			blank(line.at, line.len);
			if (ethtool)
				memcpy(line.at, "ethtool", strlen("ethtool"));
			return;
		}
		separator = command.len;
		while (separator < line.len && strchr(";&| \t", line.at[separator]))
			separator++;
		line.at += separator;
		line.len -= separator;
	}
}

/* ifupdown */

static bool keep_interfaces(struct line line)
{
	static const char *const kept[] = { "auto",	 "allow-",    "iface",	    "inherits",
					    "mapping",	 "source",    "no-scripts", "source-directory",
					    "rename",	 "mtu",	      "link-",	    "offload-",
					    "ethernet-", "hardware-", "bond-",	    NULL };
	static const char *const commands[] = { "up", "pre-up", "post-up", NULL };
	size_t skip = skip_blanks(line.at, line.len), len = word_length(line.at + skip, line.len - skip, " \t\n");
	const char *word = line.at + skip;
	struct line rest = { line.at + skip + len, line.len - skip - len };

	if (is_one_of(word, len, commands)) {
		skip = skip_blanks(rest.at, rest.len);
		keep_commands((struct line){ rest.at + skip, rest.len - skip });
		return true;
	}
	if (!is_one_of(word, len, kept))
		return false;
	/* a password may follow the letters */
	if (starts(word, len, "ethernet-wol")) {
		skip = skip_blanks(rest.at, rest.len);
		skip += word_length(rest.at + skip, rest.len - skip, " \t\n");
		blank(rest.at + skip, rest.len - skip);
	}
	return true;
}

static bool keep_rule(struct line line)
{
	return !has(line, "sopass") &&
	       (has(line, "ethtool") || has(line, "ip link") || has(line, "GOTO") || has(line, "LABEL"));
}

/* Files */

enum kind { PLAIN, CONNECTION, UNIT, RULES, INTERFACES };

static enum kind kind_of(const char *path)
{
	if (!strncmp(path, "/proc/", 6) || !strncmp(path, "/sys/", 5))
		return PLAIN;
	if (na_redact_is_connection(path))
		return CONNECTION;
	if (strstr(path, "/systemd/network/"))
		return UNIT;
	if (strstr(path, "/udev/rules.d/"))
		return RULES;
	/* what an interfaces file includes may be anywhere */
	return !strncmp(path, "/etc/", 5) ? INTERFACES : PLAIN;
}

bool na_redact_is_connection(const char *path)
{
	return strstr(path, "/NetworkManager/system-connections/");
}

/* A line of keyfiles is one line. */
static struct line next_line(char *at, size_t left, bool continued)
{
	struct line line = { at, 0 };

	do {
		line.len += word_length(at + line.len, left - line.len, "\n");
		if (!continued || line.len == left || !line.len || at[line.len - 1] != '\\')
			break;
		line.len++;
	} while (line.len < left);
	return line;
}

static bool keep(enum kind kind, const struct section **section, struct line line)
{
	switch (kind) {
	case CONNECTION:
		return keep_ini(connection_sections, section, line);
	case UNIT:
		return keep_ini(unit_sections, section, line);
	case RULES:
		return keep_rule(line);
	case INTERFACES:
		return keep_interfaces(line);
	case PLAIN:
		break;
	}
	return true;
}

/* Without blanks at the ends of lines, of which there are many now. */
static size_t squeeze(char *text, size_t len)
{
	size_t to = 0;

	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\n')
			while (to && (text[to - 1] == ' ' || text[to - 1] == '\t'))
				to--;
		text[to++] = text[i];
	}
	text[to] = 0;
	return to;
}

size_t na_redact(const char *path, char *text, size_t len)
{
	enum kind kind = kind_of(path);
	const struct section *section = NULL;
	struct line line;

	if (kind == PLAIN)
		return len;
	for (size_t at = 0; at < len; at += line.len + 1) {
		line = next_line(text + at, len - at, kind != CONNECTION);
		if (!keep(kind, &section, line))
			blank(line.at, line.len);
	}
	return squeeze(text, len);
}
