/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between ethnl.c, which asks, and the files that take what is no plain attribute out of an answer. */
#ifndef NICAUDIT_ETHNL_H
#define NICAUDIT_ETHNL_H

#include <libmnl/libmnl.h>
#include <string.h>

#include "collect/collector.h"

enum { NA_MAX_ATTR = 40 }; /* more than any message of ours has; newer ones are ignored */

/* The attribute of that type in a nest, or NULL. */
static inline const struct nlattr *na_child(const struct nlattr *nest, int type)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, nest) if (mnl_attr_get_type(attr) == type) return attr;
	return NULL;
}

/* false where it is not there, or not of that size. */
static inline bool na_get_u32(const struct nlattr *attr, uint32_t *value)
{
	if (!attr || mnl_attr_get_payload_len(attr) != sizeof(*value))
		return false;
	memcpy(value, mnl_attr_get_payload(attr), sizeof(*value));
	return true;
}

/* A bitset, compact; mask: that of the set in place of its value. false where it is malformed. */
bool na_ethnl_bits(const struct nlattr *attr, bool mask, struct na_bits *bits);

/* What attributes whose rows say NA_DECODE_CUSTOM become; tb has the attributes of the reply by type. */
void na_ethnl_features(struct na_collector *c, struct na_facts *facts, const struct nlattr *const *tb);
void na_ethnl_private_flags(struct na_collector *c, struct na_facts *facts, const struct nlattr *const *tb);
void na_ethnl_link_state(struct na_collector *c, struct na_facts *facts, const struct nlattr *const *tb);
void na_ethnl_fec(struct na_collector *c, struct na_facts *facts, const struct nlattr *const *tb);
void na_ethnl_rss(struct na_collector *c, struct na_facts *facts, const struct nlattr *const *tb);
/* groups come more than once: the whole reply */
void na_ethnl_stats(struct na_collector *c, struct na_facts *facts, const struct nlmsghdr *reply);

/* What a set of features says, by either way of asking. */
struct na_feature_bits {
	struct na_bits changeable, wanted, active, never;
};
void na_put_features(struct na_collector *c, struct na_facts *facts, const struct na_strset *set,
		     const struct na_feature_bits *bits, enum na_source source);

#endif
