/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What ethtool netlink says in a shape of its own: features, private flags, counters of the standards, and the like. */
#include <errno.h>
#include <linux/genetlink.h>
#include <stdio.h>
#include <string.h>

#include "collect/ethnl.h"

/* The states of all features, also where they were not wanted: they say why one that was requested is not active. */
static void put_states(struct na_collector *c, struct na_facts *facts, const struct na_strset *set,
		       const struct na_bits *active, enum na_source source)
{
	for (uint32_t i = 0; i < set->n_sorted; i++)
		na_facts_add(c->snapshot, facts,
			     (struct na_fact){ .attr = NA_FEATURE,
					       .state = NA_PRESENT,
					       .source = (uint8_t)source,
					       .key = set->names[set->sorted[i]],
					       .value = na_bool(na_bit(active, set->sorted[i])) });
}

void na_put_features(struct na_collector *c, struct na_facts *facts, const struct na_strset *set,
		     const struct na_feature_bits *bits, enum na_source source)
{
	struct na_bits fixed = { .n = set->n }, requested = { .n = set->n };
	uint32_t any = 0;

	for (uint32_t i = 0; i < (set->n + 31) / 32; i++) {
		uint32_t changeable = bits->changeable.words[i] & ~bits->never.words[i];

		fixed.words[i] = set->named.words[i] & ~changeable;
		/* wanted and active differ on fixed features, too, and mean nothing there */
		requested.words[i] = set->named.words[i] & changeable & (bits->wanted.words[i] ^ bits->active.words[i]);
		any |= requested.words[i];
	}
	if (na_wanted(c, NA_FEATURE) || (na_wanted(c, NA_FEATURES_REQUESTED) && any))
		put_states(c, facts, set, &bits->active, source);
	if (na_wanted(c, NA_FEATURES_FIXED))
		na_put(c, facts, NA_FEATURES_FIXED, NULL, source, na_bits_list(c, NA_FEATURES_FIXED, &fixed));
	if (na_wanted(c, NA_FEATURES_REQUESTED))
		na_put(c, facts, NA_FEATURES_REQUESTED, NULL, source,
		       na_bits_list(c, NA_FEATURES_REQUESTED, &requested));
}

void na_ethnl_features(struct na_collector *c, struct na_facts *facts, const struct nlattr *const *tb)
{
	static const enum na_attr_id attrs[] = { NA_FEATURE, NA_FEATURES_FIXED, NA_FEATURES_REQUESTED };
	const struct na_strset *set = &c->strsets[NA_SS_FEATURES];
	struct na_feature_bits bits;

	if (set->n && tb[NA_A_FEATURES_HW] && tb[NA_A_FEATURES_WANTED] && tb[NA_A_FEATURES_ACTIVE] &&
	    tb[NA_A_FEATURES_NOCHANGE] && na_ethnl_bits(tb[NA_A_FEATURES_HW], false, &bits.changeable) &&
	    na_ethnl_bits(tb[NA_A_FEATURES_WANTED], false, &bits.wanted) &&
	    na_ethnl_bits(tb[NA_A_FEATURES_ACTIVE], false, &bits.active) &&
	    na_ethnl_bits(tb[NA_A_FEATURES_NOCHANGE], false, &bits.never)) {
		na_put_features(c, facts, set, &bits, NA_SRC_ETHNL);
		return;
	}
	/* without the names, off and unknown look alike */
	for (size_t i = 0; i < sizeof(attrs) / sizeof(attrs[0]); i++)
		na_put_state(c, facts, attrs[i], NULL, NA_SRC_ETHNL, NA_ERROR, EBADMSG,
			     set->n ? "malformed bitset" : "the names of the features could not be read");
}

/* A bitset with names: a bit that has no value is off. */
void na_ethnl_private_flags(struct na_collector *c, struct na_facts *facts, const struct nlattr *const *tb)
{
	const struct nlattr *set = tb[NA_A_PRIVFLAGS_FLAGS], *bits = set ? na_child(set, NA_A_BITSET_BITS) : NULL, *bit;
	struct na_arena *arena = &c->snapshot->arena;
	size_t n = 0;

	if (bits)
		mnl_attr_for_each_nested(bit, bits)
		{
			const struct nlattr *name = na_child(bit, NA_A_BITSET_BIT_NAME);
			const char *key;

			if (!name || !mnl_attr_get_payload_len(name))
				continue;
			key = mnl_attr_get_payload(name);
			key = na_arena_intern(arena, key, strnlen(key, mnl_attr_get_payload_len(name)));
			na_put(c, facts, NA_PRIVATE_FLAG, key, NA_SRC_ETHNL,
			       na_bool(na_child(bit, NA_A_BITSET_BIT_VALUE) != NULL));
			n++;
		}
	if (!n)
		na_put_state(c, facts, NA_PRIVATE_FLAG, NULL, NA_SRC_ETHNL, NA_UNSUPPORTED, 0, NULL);
}

/* The number of a substate means something only beside its state: enum ethtool_link_ext_substate_*. */
static const char *substate_word(unsigned int state, unsigned int substate)
{
	static const char *const words[][16] = {
		[0] = { NULL, "no-partner-detected", "ack-not-received", "next-page-exchange-failed",
			"no-partner-detected-force-mode", "fec-mismatch-during-override", "no-hcd" },
		[1] = { NULL, "kr-frame-lock-not-acquired", "kr-link-inhibit-timeout",
			"kr-link-partner-did-not-set-receiver-ready", "remote-fault" },
		[2] = { NULL, "pcs-did-not-acquire-block-lock", "pcs-did-not-acquire-am-lock",
			"pcs-did-not-get-align-status", "fc-fec-is-not-locked", "rs-fec-is-not-locked" },
		[3] = { NULL, "large-number-of-physical-errors", "unsupported-rate", "serdes-reference-clock-lost",
			"serdes-alos" },
		[5] = { NULL, "unsupported-cable", "cable-test-failure" },
		[10] = { NULL, "cmis-module-not-ready" },
	};

	if (state >= sizeof(words) / sizeof(words[0]) || substate >= 16)
		return NULL;
	return words[state][substate];
}

void na_ethnl_link_state(struct na_collector *c, struct na_facts *facts, const struct nlattr *const *tb)
{
	const struct nlattr *state = tb[NA_A_LINKSTATE_EXT_STATE], *sub = tb[NA_A_LINKSTATE_EXT_SUBSTATE];
	const char *word;

	if (!state || !sub || mnl_attr_get_payload_len(state) != 1 || mnl_attr_get_payload_len(sub) != 1) {
		na_put_state(c, facts, NA_LINK_EXT_SUBSTATE, NULL, NA_SRC_ETHNL, NA_UNSUPPORTED, 0, NULL);
		return;
	}
	word = substate_word(mnl_attr_get_u8(state), mnl_attr_get_u8(sub));
	if (!word)
		word = na_arena_printf(&c->snapshot->arena, "%u", mnl_attr_get_u8(sub));
	na_put(c, facts, NA_LINK_EXT_SUBSTATE, NULL, NA_SRC_ETHNL, na_string(word));
}

/* Arrays of 64 bits: the port's total, then its lanes; empty where the driver has none. */
void na_ethnl_fec(struct na_collector *c, struct na_facts *facts, const struct nlattr *const *tb)
{
	static const struct {
		enum na_attr_id id;
		int attr;
	} stats[] = { { NA_STANDARD_FEC_CORRECTED, NA_A_FEC_STAT_CORRECTED },
		      { NA_STANDARD_FEC_UNCORR, NA_A_FEC_STAT_UNCORR },
		      { NA_STANDARD_FEC_CORR_BITS, NA_A_FEC_STAT_CORR_BITS } };

	for (size_t i = 0; i < sizeof(stats) / sizeof(stats[0]); i++) {
		const struct nlattr *attr = tb[NA_A_FEC_STATS] ? na_child(tb[NA_A_FEC_STATS], stats[i].attr) : NULL;
		uint64_t total;

		if (!attr || mnl_attr_get_payload_len(attr) < sizeof(total)) {
			na_put_state(c, facts, stats[i].id, NULL, NA_SRC_ETHNL, NA_UNSUPPORTED, 0, NULL);
			continue;
		}
		memcpy(&total, mnl_attr_get_payload(attr), sizeof(total));
		na_put(c, facts, stats[i].id, NULL, NA_SRC_ETHNL, na_uint(total));
	}
}

/* Kinds of traffic by ETHTOOL_A_FLOW_*, in ethtool's words. */
static const char *const flows[] = { NULL,	 "ether",    "ip4",	   "ip6",	 "tcp4",     "tcp6",
				     "udp4",	 "udp6",     "sctp4",	   "sctp6",	 "ah4",	     "ah6",
				     "esp4",	 "esp6",     "ah-esp4",	   "ah-esp6",	 "gtpu4",    "gtpu6",
				     "gtpc4",	 "gtpc6",    "gtpc-teid4", "gtpc-teid6", "gtpu-eh4", "gtpu-eh6",
				     "gtpu-ul4", "gtpu-ul6", "gtpu-dl4",   "gtpu-dl6" };

void na_ethnl_rss(struct na_collector *c, struct na_facts *facts, const struct nlattr *const *tb)
{
	const struct nlattr *flow;
	size_t n = 0;

	if (tb[NA_A_RSS_FLOW_HASH])
		mnl_attr_for_each_nested(flow, tb[NA_A_RSS_FLOW_HASH])
		{
			uint16_t type = mnl_attr_get_type(flow);
			struct na_bits bits = { .n = 32 };

			if (type >= sizeof(flows) / sizeof(flows[0]) || !flows[type] ||
			    !na_get_u32(flow, &bits.words[0]))
				continue;
			na_put(c, facts, NA_RSS_FIELDS, flows[type], NA_SRC_ETHNL,
			       na_bits_list(c, NA_RSS_FIELDS, &bits));
			n++;
		}
	if (!n)
		na_put_state(c, facts, NA_RSS_FIELDS, NULL, NA_SRC_ETHNL, NA_UNSUPPORTED, 0, NULL);
}

/* RMON histograms: packets by size, in ranges that the driver chooses. */
static size_t put_histogram(struct na_collector *c, struct na_facts *facts, const struct nlattr *bucket,
			    const char *way)
{
	const struct nlattr *value = na_child(bucket, NA_A_STATS_GRP_HIST_VAL);
	uint32_t low, high;
	uint64_t packets;
	const char *key;

	if (!na_get_u32(na_child(bucket, NA_A_STATS_GRP_HIST_BKT_LOW), &low) ||
	    !na_get_u32(na_child(bucket, NA_A_STATS_GRP_HIST_BKT_HI), &high) || !value ||
	    mnl_attr_get_payload_len(value) != sizeof(packets))
		return 0;
	memcpy(&packets, mnl_attr_get_payload(value), sizeof(packets));
	key = na_arena_printf(&c->snapshot->arena, "rmon.%s-pkts%uto%u", way, low, high);
	na_put(c, facts, NA_STANDARD, key, NA_SRC_ETHNL, na_uint(packets));
	return 1;
}

static size_t put_group(struct na_collector *c, struct na_facts *facts, const struct nlattr *group)
{
	const struct nlattr *member, *stat;
	uint32_t strset;
	size_t n = 0;

	if (!na_get_u32(na_child(group, NA_A_STATS_GRP_SS_ID), &strset) || strset >= NA_N_STRSETS)
		return 0;
	mnl_attr_for_each_nested(member, group)
	{
		switch (mnl_attr_get_type(member)) {
		case NA_A_STATS_GRP_STAT: /* one counter, whose number is the attribute's type */
			mnl_attr_for_each_nested(stat, member)
			{
				const struct na_strset *set = &c->strsets[strset];
				uint16_t number = mnl_attr_get_type(stat);
				uint64_t value;

				if (number >= set->n || !set->names[number] ||
				    mnl_attr_get_payload_len(stat) != sizeof(value))
					continue;
				memcpy(&value, mnl_attr_get_payload(stat), sizeof(value));
				na_put(c, facts, NA_STANDARD, set->names[number], NA_SRC_ETHNL, na_uint(value));
				n++;
			}
			break;
		case NA_A_STATS_GRP_HIST_RX:
			n += put_histogram(c, facts, member, "rx");
			break;
		case NA_A_STATS_GRP_HIST_TX:
			n += put_histogram(c, facts, member, "tx");
			break;
		default:
			break;
		}
	}
	return n;
}

void na_ethnl_stats(struct na_collector *c, struct na_facts *facts, const struct nlmsghdr *reply)
{
	const struct nlattr *attr;
	size_t n = 0;

	mnl_attr_for_each(attr, reply, sizeof(struct genlmsghdr)) if (mnl_attr_get_type(attr) == NA_A_STATS_GRP) n +=
		put_group(c, facts, attr);
	if (!n)
		na_put_state(c, facts, NA_STANDARD, NULL, NA_SRC_ETHNL, NA_UNSUPPORTED, 0, NULL);
}
