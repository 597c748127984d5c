/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Aliases, and the netlink attributes whose values get one. Attributes come from files as well: nothing is believed. */
#include "io/alias.h"

#include <ctype.h>
#include <linux/genetlink.h>
#include <linux/if_link.h>
#include <linux/if_tunnel.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <string.h>

#include "model/uapi.h"

struct na_alias {
	struct na_alias *chain;
	enum na_alias_kind kind;
	uint32_t number;
	size_t len;
	const unsigned char *data;
};

static unsigned int slot(enum na_alias_kind kind, const unsigned char *data, size_t len)
{
	uint32_t hash = UINT32_C(0x811c9dc5) ^ (uint32_t)kind;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ data[i]) * UINT32_C(0x01000193); /* FNV-1a */
	return (hash ^ hash >> 16) % NA_N_ALIAS_SLOTS;
}

static const struct na_alias *find(const struct na_aliases *aliases, enum na_alias_kind kind, const void *data,
				   size_t len)
{
	const struct na_alias *alias = aliases->table[slot(kind, data, len)];

	while (alias && (alias->kind != kind || alias->len != len || memcmp(alias->data, data, len)))
		alias = alias->chain;
	return alias;
}

static void add_name(struct na_aliases *aliases, enum na_alias_kind kind, const char *name, size_t len, uint32_t number)
{
	struct na_alias_name *added = na_arena_alloc(aliases->arena, sizeof(*added));

	if (!added)
		return;
	*added = (struct na_alias_name){ aliases->names, kind, number, na_arena_intern(aliases->arena, name, len) };
	if (added->name)
		aliases->names = added;
}

static bool has(int (*is)(int), const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (is((unsigned char)text[i]))
			return true;
	return false;
}

/* A name that is a word of its own in text: not one of two letters, nor a number, nor what every host is called. */
static void add_host(struct na_aliases *aliases, const char *name, size_t len, uint32_t number)
{
	if (len >= 3 && has(isalpha, name, len) && (len != 9 || memcmp(name, "localhost", 9)))
		add_name(aliases, NA_ALIAS_HOST, name, len, number);
}

/* One that is nothing else in text: not short, nor "unknown" or "Default string", which vendors leave there. */
static void add_serial(struct na_aliases *aliases, const char *serial, size_t len, uint32_t number)
{
	if (len >= 6 && has(isdigit, serial, len))
		add_name(aliases, NA_ALIAS_SERIAL, serial, len, number);
}

uint32_t na_alias(struct na_aliases *aliases, enum na_alias_kind kind, const void *data, size_t len)
{
	const struct na_alias *known = find(aliases, kind, data, len);
	struct na_alias *alias, **at = &aliases->table[slot(kind, data, len)];
	const char *dot;

	if (known)
		return known->number;
	alias = na_arena_alloc(aliases->arena, sizeof(*alias));
	if (!alias)
		return 0;
	*alias = (struct na_alias){ *at, kind, aliases->n[kind] + 1, len, na_arena_dup(aliases->arena, data, len) };
	if (!alias->data)
		return 0;
	*at = alias;
	aliases->n[kind]++;
	if (kind == NA_ALIAS_SERIAL)
		add_serial(aliases, data, len, alias->number);
	if (kind == NA_ALIAS_HOST) {
		add_host(aliases, data, len, alias->number);
		dot = memchr(data, '.', len);
		if (dot)
			add_host(aliases, data, (size_t)(dot - (const char *)data), alias->number);
	}
	return alias->number;
}

static bool all_zero(const unsigned char *data, size_t len)
{
	while (len && !data[len - 1])
		len--;
	return !len;
}

uint32_t na_alias_mac(struct na_aliases *aliases, const unsigned char mac[6])
{
	return mac[0] & 1 || all_zero(mac, 6) ? 0 : na_alias(aliases, NA_ALIAS_MAC, mac, 6);
}

uint32_t na_alias_ip(struct na_aliases *aliases, const unsigned char *ip, size_t len)
{
	if (len == 4) /* 0.0.0.0/8, loopback, multicast and above, masks */
		return !ip[0] || ip[0] == 127 || ip[0] >= 224 ? 0 : na_alias(aliases, NA_ALIAS_IP4, ip, len);
	return ip[0] == 0xff || all_zero(ip, 15) ? 0 : na_alias(aliases, NA_ALIAS_IP6, ip, len);
}

static void mac_of(uint32_t number, unsigned char mac[6])
{
	memcpy(mac, (unsigned char[]){ 2, 0, 0, number >> 16 & 255, number >> 8 & 255, number & 255 }, 6);
}

bool na_alias_known_mac(const struct na_aliases *aliases, const unsigned char mac[6], unsigned char alias[6])
{
	static const unsigned char ours[4] = { 2 };
	const struct na_alias *known;
	int zeros = 0;

	for (size_t i = 0; i < 6; i++)
		zeros += !mac[i];
	/* nor is an alias, which is in place already */
	if (zeros > 3 || mac[0] & 1 || !memcmp(mac, ours, 3))
		return false;
	known = find(aliases, NA_ALIAS_MAC, mac, 6);
	if (known)
		mac_of(known->number, alias);
	return known;
}

int na_alias_text(enum na_alias_kind kind, uint32_t number, char *text, size_t size)
{
	switch (kind) {
	case NA_ALIAS_IP4:
		return snprintf(text, size, "198.%u.%u.%u", 18 + (number >> 16 & 1), number >> 8 & 255, number & 255);
	case NA_ALIAS_IP6:
		return snprintf(text, size, "2001:db8::%s%x", number >> 16 ? "1:" : "", number & 0xffff);
	case NA_ALIAS_IFALIAS:
		return snprintf(text, size, "alias-%u", number);
	case NA_ALIAS_HOST:
		return snprintf(text, size, "host-%u", number);
	case NA_ALIAS_BOOT:
		return snprintf(text, size, "00000000-0000-4000-8000-%012x", number);
	case NA_ALIAS_SERIAL:
		return snprintf(text, size, "serial-%u", number);
	case NA_ALIAS_PROFILE:
		return snprintf(text, size, "connection-%u", number);
	case NA_ALIAS_MAC:
	case NA_ALIAS_ID:
	case NA_N_ALIAS_KINDS:
		break;
	}
	return snprintf(text, size, "%u", number);
}

/* Values of attributes */

static void set_mac(struct na_aliases *aliases, unsigned char *data)
{
	uint32_t number = na_alias_mac(aliases, data);

	if (number)
		mac_of(number, data);
}

static void set_id(struct na_aliases *aliases, unsigned char *data, size_t len)
{
	uint32_t number = all_zero(data, len) ? 0 : na_alias(aliases, NA_ALIAS_ID, data, len);

	if (!number)
		return;
	memset(data, 0, len);
	for (size_t i = 1; i <= len && i <= sizeof(number); i++, number >>= 8)
		data[len - i] = number & 255;
}

/* What an address is can be told from its length: Ethernet, IPv4 and IPv6 for the ends of tunnels, InfiniBand. */
static void set_address(struct na_aliases *aliases, unsigned char *data, size_t len)
{
	static const unsigned char net4[] = { 198, 18 }, net6[] = { 0x20, 0x01, 0x0d, 0xb8 };
	uint32_t number;

	if (len == 6)
		set_mac(aliases, data);
	else if (len != 4 && len != 16)
		set_id(aliases, data, len);
	if (len != 4 && len != 16)
		return;
	number = na_alias_ip(aliases, data, len);
	if (!number)
		return;
	memset(data, 0, len);
	memcpy(data, len == 4 ? net4 : net6, len == 4 ? sizeof(net4) : sizeof(net6));
	data[len - 1] = number & 255;
	data[len - 2] = number >> 8 & 255;
}

static void set_ifalias(struct na_aliases *aliases, unsigned char *data, size_t len)
{
	size_t text_len = strnlen((const char *)data, len), room = len > text_len ? len - 1 : len;
	char text[32];
	size_t n;

	if (!text_len)
		return;
	n = (size_t)na_alias_text(NA_ALIAS_IFALIAS, na_alias(aliases, NA_ALIAS_IFALIAS, data, text_len), text,
				  sizeof(text));
	memset(data, 0, len);
	memcpy(data, text, n < room ? n : room);
}

/* Attributes of a kind of link that are an address, or a list of such; of a bridge, its id: two bytes and a MAC. */
static const struct {
	const char *kind;
	uint16_t where, attr;
} addresses[] = {
	{ "bond", IFLA_INFO_DATA, IFLA_BOND_ARP_IP_TARGET },
	{ "bond", IFLA_INFO_DATA, 31 /* IFLA_BOND_NS_IP6_TARGET, Linux 5.19 */ },
	{ "bridge", IFLA_INFO_DATA, IFLA_BR_BRIDGE_ID },
	{ "bridge", IFLA_INFO_DATA, IFLA_BR_ROOT_ID },
	{ "bridge", IFLA_INFO_SLAVE_DATA, IFLA_BRPORT_BRIDGE_ID },
	{ "bridge", IFLA_INFO_SLAVE_DATA, IFLA_BRPORT_ROOT_ID },
	{ "erspan", IFLA_INFO_DATA, IFLA_GRE_LOCAL },
	{ "erspan", IFLA_INFO_DATA, IFLA_GRE_REMOTE },
	{ "geneve", IFLA_INFO_DATA, IFLA_GENEVE_REMOTE },
	{ "geneve", IFLA_INFO_DATA, IFLA_GENEVE_REMOTE6 },
	{ "gre", IFLA_INFO_DATA, IFLA_GRE_LOCAL },
	{ "gre", IFLA_INFO_DATA, IFLA_GRE_REMOTE },
	{ "gretap", IFLA_INFO_DATA, IFLA_GRE_LOCAL },
	{ "gretap", IFLA_INFO_DATA, IFLA_GRE_REMOTE },
	{ "ip6erspan", IFLA_INFO_DATA, IFLA_GRE_LOCAL },
	{ "ip6erspan", IFLA_INFO_DATA, IFLA_GRE_REMOTE },
	{ "ip6gre", IFLA_INFO_DATA, IFLA_GRE_LOCAL },
	{ "ip6gre", IFLA_INFO_DATA, IFLA_GRE_REMOTE },
	{ "ip6gretap", IFLA_INFO_DATA, IFLA_GRE_LOCAL },
	{ "ip6gretap", IFLA_INFO_DATA, IFLA_GRE_REMOTE },
	{ "ip6tnl", IFLA_INFO_DATA, IFLA_IPTUN_LOCAL },
	{ "ip6tnl", IFLA_INFO_DATA, IFLA_IPTUN_REMOTE },
	{ "ipip", IFLA_INFO_DATA, IFLA_IPTUN_LOCAL },
	{ "ipip", IFLA_INFO_DATA, IFLA_IPTUN_REMOTE },
	{ "sit", IFLA_INFO_DATA, IFLA_IPTUN_LOCAL },
	{ "sit", IFLA_INFO_DATA, IFLA_IPTUN_REMOTE },
	{ "vti", IFLA_INFO_DATA, IFLA_VTI_LOCAL },
	{ "vti", IFLA_INFO_DATA, IFLA_VTI_REMOTE },
	{ "vti6", IFLA_INFO_DATA, IFLA_VTI_LOCAL },
	{ "vti6", IFLA_INFO_DATA, IFLA_VTI_REMOTE },
	{ "vxlan", IFLA_INFO_DATA, IFLA_VXLAN_GROUP },
	{ "vxlan", IFLA_INFO_DATA, IFLA_VXLAN_GROUP6 },
	{ "vxlan", IFLA_INFO_DATA, IFLA_VXLAN_LOCAL },
	{ "vxlan", IFLA_INFO_DATA, IFLA_VXLAN_LOCAL6 },
};

/* Attributes */

struct attr {
	uint16_t type;
	unsigned char *data;
	size_t len;
};

struct attrs {
	unsigned char *at;
	size_t left;
};

static bool next_attr(struct attrs *attrs, struct attr *attr)
{
	struct nlattr header;
	size_t step;

	if (attrs->left < sizeof(header))
		return false;
	memcpy(&header, attrs->at, sizeof(header));
	if (header.nla_len < sizeof(header) || header.nla_len > attrs->left)
		return false;
	*attr = (struct attr){ header.nla_type & NLA_TYPE_MASK, attrs->at + NLA_HDRLEN, header.nla_len - NLA_HDRLEN };
	step = NLA_ALIGN((size_t)header.nla_len);
	if (step > attrs->left)
		step = attrs->left;
	attrs->at += step;
	attrs->left -= step;
	return true;
}

/* Whether a kernel that does not say so nested attributes there. */
static bool is_nest(const struct attr *attr)
{
	struct attrs attrs = { attr->data, attr->len };
	struct attr inner;

	while (next_attr(&attrs, &inner))
		;
	return attr->len && !attrs.left;
}

static bool is_address(const char *kind, uint16_t where, uint16_t type)
{
	for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++)
		if (addresses[i].attr == type && addresses[i].where == where && !strcmp(addresses[i].kind, kind))
			return true;
	return false;
}

/* Of a link of some kind: the addresses of the table, and what is six bytes long, which nothing but a MAC is. */
static void kind_data(struct na_aliases *aliases, const char *kind, uint16_t where, const struct attr *data,
		      bool all_addresses, unsigned int depth)
{
	struct attrs attrs = { data->data, data->len };
	struct attr attr;

	while (next_attr(&attrs, &attr)) {
		bool address = all_addresses || (!depth && is_address(kind, where, attr.type));

		if (attr.len == 6)
			set_mac(aliases, attr.data);
		else if (address && attr.len == 8 && !strcmp(kind, "bridge"))
			set_mac(aliases, attr.data + 2);
		else if (address && (attr.len == 4 || (attr.len == 16 && !is_nest(&attr))))
			set_address(aliases, attr.data, attr.len);
		else if (attr.len > (address ? 7 : 8) && depth < 3 && is_nest(&attr))
			kind_data(aliases, kind, where, &attr, address, depth + 1);
	}
}

static void link_info(struct na_aliases *aliases, const struct attr *info)
{
	struct attrs attrs = { info->data, info->len };
	struct attr attr;
	char kind[32] = "";

	while (next_attr(&attrs, &attr)) {
		if (attr.type == IFLA_INFO_KIND || attr.type == IFLA_INFO_SLAVE_KIND)
			snprintf(kind, sizeof(kind), "%.*s", attr.len < 31 ? (int)attr.len : 31,
				 (const char *)attr.data);
		else if (attr.type == IFLA_INFO_DATA || attr.type == IFLA_INFO_SLAVE_DATA)
			kind_data(aliases, kind, attr.type, &attr, false, 0);
	}
}

static void link_attr(struct na_aliases *aliases, const struct attr *attr)
{
	switch (attr->type) {
	case IFLA_ADDRESS:
	case IFLA_BROADCAST:
	case 54: /* IFLA_PERM_ADDRESS, Linux 5.6 */
		set_address(aliases, attr->data, attr->len);
		break;
	case IFLA_IFALIAS:
		set_ifalias(aliases, attr->data, attr->len);
		break;
	case IFLA_PHYS_PORT_ID:
	case IFLA_PHYS_SWITCH_ID:
		/* some drivers take a MAC for it */
		if (attr->len == 6)
			set_mac(aliases, attr->data);
		else
			set_id(aliases, attr->data, attr->len);
		break;
	case IFLA_LINKINFO:
		link_info(aliases, attr);
		break;
	default:
		break;
	}
}

void na_alias_message(struct na_aliases *aliases, bool route, unsigned char *message, size_t len)
{
	size_t skip = route ? NLMSG_SPACE(sizeof(struct ifinfomsg)) : NLMSG_SPACE(sizeof(struct genlmsghdr));
	struct nlmsghdr header;
	struct attrs attrs;
	struct attr attr;
	bool wol;

	if (len < skip)
		return;
	memcpy(&header, message, sizeof(header));
	wol = !route && header.nlmsg_type > GENL_ID_CTRL && message[NLMSG_HDRLEN] == NA_REPLY_WOL;
	if (route ? header.nlmsg_type != RTM_NEWLINK : !wol)
		return;
	attrs = (struct attrs){ message + skip, len - skip };
	while (next_attr(&attrs, &attr)) {
		if (route)
			link_attr(aliases, &attr);
		else if (attr.type == 3 /* ETHTOOL_A_WOL_SOPASS: no alias, a password is nobody's business */)
			memset(attr.data, 0, attr.len);
	}
}
