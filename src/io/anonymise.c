/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Takes out of a recording whose it is, so that it can be given away. The same thing gets the same alias everywhere, so
 * that what belongs together still does, and of the same length where it is binary.
 */
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <linux/ethtool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/alias.h"
#include "io/recording.h"
#include "io/redact.h"

/* Whole files: what their content is an alias of. */
static const struct {
	const char *end; /* of the path */
	enum na_alias_kind kind;
} whole[] = {
	{ "/proc/sys/kernel/hostname", NA_ALIAS_HOST },
	{ "/proc/sys/kernel/random/boot_id", NA_ALIAS_BOOT },
	{ "/serial", NA_ALIAS_SERIAL },
	{ "/board_serial", NA_ALIAS_SERIAL },
	{ "/chassis_serial", NA_ALIAS_SERIAL },
	{ "/product_serial", NA_ALIAS_SERIAL },
	{ "/product_uuid", NA_ALIAS_SERIAL },
	{ "/machine-id", NA_ALIAS_SERIAL },
	{ "/ifalias", NA_ALIAS_IFALIAS },
};

static bool ends_in(const char *path, const char *end)
{
	size_t len = strlen(path), n = strlen(end);

	return len >= n && !strcmp(path + len - n, end);
}

/* Four numbers there are a version: 4.1.4.1 */
static bool is_version(const char *path)
{
	return ends_in(path, "/osrelease") || ends_in(path, "version");
}

static void set_text(struct na_aliases *aliases, struct na_rec_part *part, const char *text, size_t len)
{
	unsigned char *data = na_arena_alloc(aliases->arena, len + 1);

	if (!data)
		return;
	memcpy(data, text, len);
	part->data = data;
	part->len = len;
}

static void whole_file(struct na_aliases *aliases, const struct na_rec_answer *answer)
{
	const struct na_rec_key *key = &answer->request->key;
	struct na_rec_part *part = answer->parts;
	char text[64];

	for (size_t i = 0; part && key->kind == NA_REC_FILE && i < sizeof(whole) / sizeof(whole[0]); i++) {
		size_t len = strcspn((const char *)part->data, "\n");
		int n;

		while (len && part->data[len - 1] == ' ') /* as firmware pads them */
			len--;
		if (!len || !ends_in(key->name, whole[i].end))
			continue;
		n = na_alias_text(whole[i].kind, na_alias(aliases, whole[i].kind, part->data, len), text, sizeof(text));
		if (part->data[part->len - 1] == '\n')
			text[n++] = '\n';
		set_text(aliases, part, text, (size_t)n);
		return;
	}
}

/* Text */

static bool in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-';
}

/*
 * Each of these looks at one place in a text (before is the character in front of it): it writes the alias of what
 * stands there and returns the length of that, or 0 where it is nothing of the kind.
 */
static size_t mac_there(struct na_aliases *aliases, const char *at, char before, FILE *out)
{
	unsigned char mac[6];
	char sep = at[0] && at[1] ? at[2] : 0;
	uint32_t n;

	if ((sep != ':' && sep != '-') || isalnum((unsigned char)before) || before == ':')
		return 0;
	for (size_t i = 0; i < 6; i++) {
		if (!isxdigit((unsigned char)at[3 * i]) || !isxdigit((unsigned char)at[3 * i + 1]))
			return 0;
		if (i < 5 && at[3 * i + 2] != sep)
			return 0;
		mac[i] = (unsigned char)strtoul((char[]){ at[3 * i], at[3 * i + 1], 0 }, NULL, 16);
	}
	if (isalnum((unsigned char)at[17]) || (at[17] == sep && isxdigit((unsigned char)at[18])))
		return 0;
	n = na_alias_mac(aliases, mac);
	if (!n)
		return 0;
	fprintf(out, "02%c00%c00%c%02x%c%02x%c%02x", sep, sep, sep, n >> 16 & 255, sep, n >> 8 & 255, sep, n & 255);
	return 17;
}

static size_t ip_there(struct na_aliases *aliases, const char *at, char before, FILE *out)
{
	size_t len = strspn(at, "0123456789abcdefABCDEF:."), n = 0;
	unsigned char ip[16];
	char text[64];
	bool v6;

	while (len && at[len - 1] == '.') /* the end of a sentence */
		len--;
	if (len < 3 || len >= sizeof(text) || in_word(before) || before == '.')
		return 0;
	memcpy(text, at, len);
	text[len] = 0;
	v6 = strchr(text, ':') && strchr(text, ':') != strrchr(text, ':');
	if (!v6)
		text[len = strcspn(text, ":")] = 0; /* a port */
	else if (text[len - 1] == ':' && text[len - 2] != ':')
		text[--len] = 0;
	/* 6.18.44.1-generic is a version */
	if (len && !in_word(at[len]) && inet_pton(v6 ? AF_INET6 : AF_INET, text, ip) == 1)
		n = na_alias_ip(aliases, ip, v6 ? 16 : 4);
	if (!n)
		return 0;
	na_alias_text(v6 ? NA_ALIAS_IP6 : NA_ALIAS_IP4, (uint32_t)n, text, sizeof(text));
	fputs(text, out);
	return len;
}

/* The domain behind a host name, from its dot on. */
static size_t domain_there(const char *at)
{
	size_t len = 0;

	while (at[len] == '.' && isalnum((unsigned char)at[len + 1]))
		for (len++; in_word(at[len]);)
			len++;
	return len;
}

static size_t name_there(const struct na_aliases *aliases, const char *at, char before, FILE *out)
{
	char text[32];

	for (const struct na_alias_name *name = aliases->names; name && !in_word(before); name = name->next) {
		size_t len = strlen(name->name);

		if (strncasecmp(at, name->name, len) || in_word(at[len]))
			continue;
		na_alias_text(name->kind, name->number, text, sizeof(text));
		fputs(text, out);
		return name->kind == NA_ALIAS_HOST ? len + domain_there(at + len) : len;
	}
	return 0;
}

static void text_of(struct na_aliases *aliases, const char *path, struct na_rec_part *part)
{
	bool version = is_version(path);
	char *text = NULL, before = ' ';
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out) {
		aliases->arena->oom = true;
		return;
	}
	/* the part ends with a NUL, at which all of them stop */
	for (size_t i = 0; i < part->len;) {
		const char *at = (const char *)part->data + i;
		size_t n = mac_there(aliases, at, before, out);

		if (!n && !version)
			n = ip_there(aliases, at, before, out);
		if (!n)
			n = name_there(aliases, at, before, out);
		if (!n) {
			putc(*at, out);
			n = 1;
		}
		i += n;
		before = at[n - 1];
	}
	if (fclose(out))
		aliases->arena->oom = true;
	else
		set_text(aliases, part, text, len);
	free(text);
}

/* Connections */

/* A file of NetworkManager's is called what somebody calls the network. dir is what stands before the name, in the result, too. */
static char *connection_name(struct na_aliases *aliases, const char *dir, size_t dir_len, const char *name)
{
	static const char suffix[] = ".nmconnection";
	bool suffixed = ends_in(name, suffix);
	size_t len = strlen(name) - (suffixed ? strlen(suffix) : 0);
	char text[32];

	na_alias_text(NA_ALIAS_PROFILE, na_alias(aliases, NA_ALIAS_PROFILE, name, len), text, sizeof(text));
	return na_arena_printf(aliases->arena, "%.*s%s%s", (int)dir_len, dir, text, suffixed ? suffix : "");
}

static void connections(struct na_aliases *aliases, const struct na_rec_answer *answer)
{
	struct na_rec_key *key = &answer->request->key;
	const char *name = strrchr(key->name, '/');

	if (key->kind == NA_REC_DIR && ends_in(key->name, "/NetworkManager/system-connections")) {
		for (struct na_rec_part *part = answer->parts; part; part = part->next) {
			const char *text = connection_name(aliases, "", 0, (const char *)part->data);

			if (text)
				set_text(aliases, part, text, strlen(text));
		}
	} else if (answer == answer->request->first && name && na_redact_is_connection(key->name)) {
		size_t len = (size_t)(name + 1 - key->name);
		const char *text = connection_name(aliases, key->name, len, name + 1);

		if (text)
			key->name = text;
	}
}

/* Everywhere */

static bool hex_of(const unsigned char *at, unsigned char mac[6])
{
	for (size_t i = 0; i < 12; i++)
		if (!isxdigit(at[i]))
			return false;
	for (size_t i = 0; i < 6; i++)
		mac[i] = (unsigned char)strtoul((char[]){ (char)at[2 * i], (char)at[2 * i + 1], 0 }, NULL, 16);
	return true;
}

/* A MAC that is known, as bytes, as the digits in a name such as enx525400123456, and as the half of an IPv6 address. */
static size_t known_there(const struct na_aliases *aliases, unsigned char *at, size_t left)
{
	unsigned char mac[6], alias[6];
	char text[13];

	if (left >= 6 && na_alias_known_mac(aliases, at, alias)) {
		memcpy(at, alias, 6);
		return 6;
	}
	if (left >= 8 && at[3] == 0xff && at[4] == 0xfe) {
		memcpy(mac, at, 3);
		memcpy(mac + 3, at + 5, 3);
		mac[0] ^= 2;
		if (na_alias_known_mac(aliases, mac, alias)) {
			memcpy(at, alias, 3);
			memcpy(at + 5, alias + 3, 3);
			at[0] ^= 2;
			return 8;
		}
	}
	if (left >= 12 && hex_of(at, mac) && na_alias_known_mac(aliases, mac, alias)) {
		snprintf(text, sizeof(text), "%02x%02x%02x%02x%02x%02x", alias[0], alias[1], alias[2], alias[3],
			 alias[4], alias[5]);
		memcpy(at, text, 12);
		return 12;
	}
	return 0;
}

static void known(const struct na_aliases *aliases, void *data, size_t len)
{
	for (size_t i = 0; i < len;) {
		size_t n = known_there(aliases, (unsigned char *)data + i, len - i);

		i += n ? n : 1;
	}
}

/* The password that wakes a machine is not even given an alias. */
static void ioctl_secrets(const struct na_rec_answer *answer)
{
	struct ethtool_wolinfo wol;
	struct na_rec_part *part = answer->parts;

	if (!part || part->len < sizeof(wol))
		return;
	memcpy(&wol, part->data, sizeof(wol));
	if (wol.cmd == ETHTOOL_GWOL)
		memset(part->data + offsetof(struct ethtool_wolinfo, sopass), 0, sizeof(wol.sopass));
}

static void netlink(struct na_aliases *aliases, const struct na_rec_answer *answer)
{
	bool route = answer->request->key.kind == NA_REC_ROUTE;

	for (struct na_rec_part *part = answer->parts; part; part = part->next)
		for (size_t at = 0, n; (n = na_recording_message(part->data + at, part->len - at)); at += n)
			na_alias_message(aliases, route, part->data + at, n);
}

static void known_in_request(const struct na_aliases *aliases, struct na_rec_request *request)
{
	/* the recording's own copies */
	known(aliases, (char *)(uintptr_t)request->key.name, strlen(request->key.name));
	known(aliases, (char *)(uintptr_t)request->key.netns, strlen(request->key.netns));
	known(aliases, request->key.data, request->key.len);
}

int na_recording_anonymise(struct na_recording *recording)
{
	struct na_aliases *aliases = calloc(1, sizeof(*aliases));

	if (!aliases)
		return -ENOMEM;
	aliases->arena = &recording->arena;
	/* first where we know what it is, so that it is known where we do not */
	for (const struct na_rec_answer *answer = recording->first; answer; answer = answer->next) {
		if (answer->request->key.kind == NA_REC_GENERIC || answer->request->key.kind == NA_REC_ROUTE)
			netlink(aliases, answer);
		else if (answer->request->key.kind == NA_REC_IOCTL)
			ioctl_secrets(answer);
		else
			whole_file(aliases, answer);
		connections(aliases, answer);
	}
	for (const struct na_rec_answer *answer = recording->first; answer; answer = answer->next) {
		if (answer == answer->request->first)
			known_in_request(aliases, answer->request);
		for (struct na_rec_part *part = answer->parts; part; part = part->next) {
			known(aliases, part->data, part->len);
			if (answer->request->key.kind == NA_REC_FILE || answer->request->key.kind == NA_REC_LINK ||
			    answer->request->key.kind == NA_REC_DIR)
				text_of(aliases, answer->request->key.name, part);
		}
	}
	free(aliases);
	return recording->arena.oom ? -ENOMEM : 0;
}
