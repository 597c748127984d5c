/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's own names of features, link modes and counters: all its global string sets, in one request. */
#include <linux/genetlink.h>
#include <string.h>

#include "collect/ethnl.h"

/* of a set: its numbers are bits of bitsets, too */
enum { MAX_STRINGS = NA_MAX_WORDS * 32 };

/* Counters of the standards are named by group and counter: their names carry the group's. */
static const char *prefix_of(uint32_t id)
{
	switch (id) {
	case NA_SS_STATS_ETH_PHY:
		return "eth-phy.";
	case NA_SS_STATS_ETH_MAC:
		return "eth-mac.";
	case NA_SS_STATS_ETH_CTRL:
		return "eth-ctrl.";
	case NA_SS_STATS_RMON:
		return "rmon.";
	case NA_SS_STATS_PHYDEV:
		return "phydev.";
	default:
		return "";
	}
}

static void take_set(struct na_collector *c, const struct nlattr *set)
{
	const char *names[MAX_STRINGS] = { NULL };
	const struct nlattr *strings = na_child(set, NA_A_STRINGSET_STRINGS), *string;
	uint32_t id, n = 0;

	if (!na_get_u32(na_child(set, NA_A_STRINGSET_ID), &id) || id >= NA_N_STRSETS || !strings)
		return;
	mnl_attr_for_each_nested(string, strings)
	{
		const struct nlattr *value = na_child(string, NA_A_STRING_VALUE);
		uint32_t index;

		if (!na_get_u32(na_child(string, NA_A_STRING_INDEX), &index) || index >= MAX_STRINGS || !value)
			continue;
		if (!memchr(mnl_attr_get_payload(value), 0, mnl_attr_get_payload_len(value)))
			continue;
		names[index] = mnl_attr_get_str(value);
		if (index >= n)
			n = index + 1;
	}
	na_strset_fill(c, &c->strsets[id], names, n, prefix_of(id));
}

static void take(struct na_collector *c, const struct nlmsghdr *reply, void *data)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(reply);
	const struct nlattr *attr, *set;

	if (genl->cmd != NA_REPLY_STRSET)
		return;
	mnl_attr_for_each(attr, reply, sizeof(*genl))
	{
		if (mnl_attr_get_type(attr) != NA_A_STRSET_STRINGSETS)
			continue;
		mnl_attr_for_each_nested(set, attr) take_set(c, set);
	}
}

void na_strset_load(struct na_collector *c)
{
	unsigned char buf[256] = { 0 };
	struct nlmsghdr *request = mnl_nlmsg_put_header(buf);
	struct genlmsghdr *genl;
	struct nlattr *header;
	struct na_answer answer;

	request->nlmsg_type = (uint16_t)c->family;
	request->nlmsg_flags = NLM_F_REQUEST;
	genl = mnl_nlmsg_put_extra_header(request, sizeof(*genl));
	genl->cmd = NA_MSG_STRSET;
	genl->version = 1;
	header = mnl_attr_nest_start(request, NA_A_HEADER);
	mnl_attr_nest_end(request, header);
	/* no list of sets and no device: the kernel sends all that belong to none, whatever it calls its newest one */
	na_talk(c, request, take, NULL, &answer);
}
