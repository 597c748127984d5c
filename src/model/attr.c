/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The attribute table as data: rows out of attrs.def, the words of their codes, and finding one by its name. */
#include "nicaudit/attr.h"

#include <linux/ethtool.h>
#include <linux/if.h>
#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <stdlib.h>
#include <string.h>

#include "model/uapi.h"

/* Words by code. A hole is a code that means "unknown" or "none"; see na_attr_word(). */
static const char *const words_up_down[] = { "down", "up" };
static const char *const words_oper[] = {
	"unknown", "notpresent", "down", "lowerlayerdown", "testing", "dormant", "up"
};
static const char *const words_duplex[256] = { "half", "full" };
static const char *const words_port[256] = {
	"tp", "aui", "mii", "fibre", "bnc", "da", [0xef] = "none", [0xff] = "other"
};
static const char *const words_transceiver[] = { "internal", "external" };
static const char *const words_mdix[] = { NULL, "off", "on", "auto" };
static const char *const words_ms_cfg[] = { NULL,	   NULL, "preferred-master", "preferred-slave", "forced-master",
					    "forced-slave" };
static const char *const words_ms_state[] = { NULL, NULL, "master", "slave", "error" };
static const char *const words_rate_matching[] = { "none", "pause", "crs", "open-loop" };
static const char *const words_ext_state[] = {
	"autoneg",     "link-training-failure", "link-logical-mismatch", "bad-signal-integrity",  "no-cable",
	"cable-issue", "eeprom-issue",		"calibration-failure",	 "power-budget-exceeded", "overheat",
	"module",      "otp-speed-violation",	"bmc-request-dn"
};
static const char *const words_split[] = { NULL, "disabled", "enabled" };
static const char *const words_xdp[] = { "none", "native", "generic", "offload", "multi" };
static const char *const words_wol[] = { "phy", "ucast", "mcast", "bcast", "arp", "magic", "magicsecure", "filter" };
static const char *const words_rss_hash[] = { "toeplitz", "xor", "crc32" };
static const char *const words_input_xfrm[] = { "symmetric-xor", "symmetric-or-xor" };
static const char *const words_rxh[] = { NULL,	   "l2da",     "vlan",	   "l3-proto", "ip-src",
					 "ip-dst", "l4-b-0-1", "l4-b-2-3", "gtp-teid", "ip6-fl" };
static const char *const words_bond_mode[] = { "balance-rr", "active-backup", "balance-xor", "broadcast",
					       "802.3ad",    "balance-tlb",   "balance-alb" };
static const char *const words_bond_hash[] = {
	"layer2", "layer3+4", "layer2+3", "encap2+3", "encap3+4", "vlan+srcmac"
};
static const char *const words_bond_fom[] = { "none", "active", "follow" };
static const char *const words_lacp_rate[] = { "slow", "fast" };
static const char *const words_ad_select[] = { "stable", "bandwidth", "count" };
static const char *const words_bond_port[] = { "active", "backup" };
static const char *const words_bond_mii[] = { "up", "going-down", "down", "going-back" };
static const char *const words_lacp_state[] = { "lacp-activity", "lacp-timeout", "aggregation", "synchronization",
						"collecting",	 "distributing", "defaulted",	"expired" };
static const char *const words_macvlan[] = { NULL, "private", "vepa", NULL, "bridge", NULL, NULL, NULL,	   "passthru",
					     NULL, NULL,      NULL,   NULL, NULL,     NULL, NULL, "source" };
static const char *const words_stp[] = { "off", "kernel", "user" };
static const char *const words_bridge_port[] = { "disabled", "listening", "learning", "forwarding", "blocking" };

/* What the rows are made of. */
#define TYPE(t) .type = NA_##t
#define UNIT(u) .unit = u
#define SCOPE(s) .scope = NA_SCOPE_##s
#define FLAGS(f) .flags = f
#define ORDER(o) .order = o
#define IMPACT(i) .impact = NA_IMPACT_##i
#define MAX(a) .max = NA_##a
#define STRSET(s) .strset = NA_SS_##s
#define WORDS(w) .words = words_##w, .n_words = sizeof(words_##w) / sizeof(words_##w[0])
#define HOST(p) .flags = NA_HOST, .file = { p }
#define SYS(p) .file = { p }
/* ethtool netlink: an integer of that many bytes, or decoded otherwise; _SUB for an attribute inside a nest */
#define NL(m, a, w) .nl = { NA_MSG_##m, NA_A_##m##_##a, 0, w, NA_DECODE_PLAIN }
#define NL_AS(m, a, d) .nl = { NA_MSG_##m, NA_A_##m##_##a, 0, 4, NA_DECODE_##d }
#define NL_SUB(m, a, s, w) .nl = { NA_MSG_##m, NA_A_##m##_##a, NA_A_##s, w, NA_DECODE_PLAIN }
#define NL_SUB_AS(m, a, s, d) .nl = { NA_MSG_##m, NA_A_##m##_##a, NA_A_##s, 8, NA_DECODE_##d }
#define SET(m, a) .set = { NA_MSG_##m + 1, NA_A_##m##_##a }
/* ethtool ioctl: a member of the command's struct */
#define IO_AS(c, s, f, d) .io = { ETHTOOL_##c, offsetof(struct s, f), sizeof(((struct s *)0)->f), NA_DECODE_##d }
#define IO(c, s, f) IO_AS(c, s, f, PLAIN)
#define IO_SPEED() IO_AS(GLINKSETTINGS, ethtool_link_settings, speed, SPEED)
#define IO_CUSTOM(c) .io = { ETHTOOL_##c, 0, 0, NA_DECODE_CUSTOM }
/* rtnetlink: an attribute of the link; of its kind; of the port of a master of that kind */
#define RT_FULL(a, s, o, w, d, n, k)     \
	.rt = { .attr = a,               \
		.sub = s,                \
		.offset = o,             \
		.width = w,              \
		.decode = NA_DECODE_##d, \
		.nest = NA_RT_##n,       \
		.kind = k,               \
		.given = true }
#define RT(a, w) RT_FULL(a, 0, 0, w, PLAIN, TOP, NULL)
#define RT_AS(a, d) RT_FULL(a, 0, 0, 4, d, TOP, NULL)
#define RT_SUB(a, s, w, d) RT_FULL(a, s, 0, w, d, TOP, NULL)
#define RT_FLAG(f) RT_FULL(0, 0, f, 4, IFF, TOP, NULL)
#define RT_STATS(f) RT_FULL(IFLA_STATS64, 0, offsetof(struct rtnl_link_stats64, f), 8, PLAIN, TOP, NULL)
#define RT_INFO(k, a, w, d) RT_FULL(a, 0, 0, w, d, INFO_DATA, k)
#define RT_INFO_SUB(k, a, s, w, d) RT_FULL(a, s, 0, w, d, INFO_DATA, k)
#define RT_PORT(k, a, w, d) RT_FULL(a, 0, 0, w, d, SLAVE_DATA, k)

#define DOC(d) .doc = d

const struct na_attr na_attrs[NA_N_ATTRS] = {
	[NA_ATTR_UNKNOWN] = { .name = "" },
#define ATTR(id_, name_, ...) [NA_##id_] = { .name = name_, __VA_ARGS__ },
#include "model/attrs.def"
#undef ATTR
};

const struct na_link_mode na_link_modes[] = {
#define MODE(bit, name_, speed_, full_, lanes_, medium_, clause_, priority_) \
	[bit] = { name_, speed_, full_, lanes_, NA_MEDIUM_##medium_, priority_, clause_ },
#include "model/linkmodes.def"
#undef MODE
};
const size_t na_n_link_modes = sizeof(na_link_modes) / sizeof(na_link_modes[0]);

/*
 * ethtool's short and legacy names of features. Where one of them stands for several kernel features, it is the one that
 * ethtool prints the group by.
 */
static const struct {
	const char *alias, *feature;
} feature_aliases[] = {
	{ "rx", "rx-checksum" },
	{ "rx-checksumming", "rx-checksum" },
	{ "tx", "tx-checksum-ip-generic" },
	{ "tx-checksumming", "tx-checksum-ip-generic" },
	{ "sg", "tx-scatter-gather" },
	{ "scatter-gather", "tx-scatter-gather" },
	{ "tso", "tx-tcp-segmentation" },
	{ "tcp-segmentation-offload", "tx-tcp-segmentation" },
	{ "gso", "tx-generic-segmentation" },
	{ "generic-segmentation-offload", "tx-generic-segmentation" },
	{ "gro", "rx-gro" },
	{ "generic-receive-offload", "rx-gro" },
	{ "lro", "rx-lro" },
	{ "large-receive-offload", "rx-lro" },
	{ "rxvlan", "rx-vlan-hw-parse" },
	{ "rx-vlan-offload", "rx-vlan-hw-parse" },
	{ "txvlan", "tx-vlan-hw-insert" },
	{ "tx-vlan-offload", "tx-vlan-hw-insert" },
	{ "ntuple", "rx-ntuple-filter" },
	{ "ntuple-filters", "rx-ntuple-filter" },
	{ "rxhash", "rx-hashing" },
	{ "receive-hashing", "rx-hashing" },
};

const char *na_feature_alias(const char *name)
{
	for (size_t i = 0; i < sizeof(feature_aliases) / sizeof(feature_aliases[0]); i++)
		if (!strcmp(feature_aliases[i].alias, name))
			return feature_aliases[i].feature;
	return NULL;
}

static bool has_word(const char *words, const char *word)
{
	size_t len = strlen(word);

	for (const char *p = words; p && *p; p += strspn(p, " ")) {
		size_t n = strcspn(p, " ");
		if (n == len && !memcmp(p, word, len))
			return true;
		p += n;
	}
	return false;
}

struct index_entry {
	const char *name;
	uint16_t number;
};

static int compare_entries(const void *a, const void *b)
{
	return strcmp(((const struct index_entry *)a)->name, ((const struct index_entry *)b)->name);
}

/* Sorted once, since files of a thousand interfaces ask for names hundreds of thousands of times. */
struct name_index {
	struct index_entry entries[NA_N_ATTRS];
	size_t n;
};

static const struct index_entry *lookup(const struct name_index *index, const char *name)
{
	return bsearch(&(struct index_entry){ name, 0 }, index->entries, index->n, sizeof(index->entries[0]),
		       compare_entries);
}

static const struct name_index *attr_index(void)
{
	static struct name_index index;

	if (!index.n) {
		for (size_t i = 1; i < NA_N_ATTRS; i++)
			index.entries[i - 1] = (struct index_entry){ na_attrs[i].name, (uint16_t)i };
		index.n = NA_N_ATTRS - 1;
		qsort(index.entries, index.n, sizeof(index.entries[0]), compare_entries);
	}
	return &index;
}

static const struct name_index *mode_index(void)
{
	static struct name_index index;

	_Static_assert(sizeof(na_link_modes) / sizeof(na_link_modes[0]) <= NA_N_ATTRS, "link modes fit an index");
	if (!index.n) {
		for (size_t i = 0; i < na_n_link_modes; i++)
			index.entries[i] = (struct index_entry){ na_link_modes[i].name, (uint16_t)i };
		index.n = na_n_link_modes;
		qsort(index.entries, index.n, sizeof(index.entries[0]), compare_entries);
	}
	return &index;
}

enum na_attr_id na_attr_find(const char *name, const char **key)
{
	const struct name_index *index = attr_index();
	const struct index_entry *found = lookup(index, name);

	*key = NULL;
	if (found && !(na_attrs[found->number].flags & NA_FAMILY))
		return found->number;

	/* families end in a dot: the longest prefix that is one ("rss.fields." before "rss.") */
	for (const char *dot = strrchr(name, '.'); dot; dot = memrchr(name, '.', (size_t)(dot - name))) {
		char prefix[64];
		size_t len = (size_t)(dot - name) + 1;

		if (len >= sizeof(prefix))
			continue;
		memcpy(prefix, name, len);
		prefix[len] = 0;
		found = lookup(index, prefix);
		if (found && name[len]) {
			const char *feature = found->number == NA_FEATURE ? na_feature_alias(name + len) : NULL;

			*key = feature ? feature : name + len;
			return found->number;
		}
	}
	*key = na_feature_alias(name);
	if (*key)
		return NA_FEATURE;
	for (size_t i = 1; i < NA_N_ATTRS; i++)
		if (has_word(na_attrs[i].aliases, name))
			return (enum na_attr_id)i;
	return NA_ATTR_UNKNOWN;
}

const char *na_attr_word(const struct na_attr *attr, uint64_t code, bool *known)
{
	*known = code < attr->n_words;
	return *known ? attr->words[code] : NULL;
}

const char *na_scope_name(enum na_scope scope)
{
	switch (scope) {
	case NA_SCOPE_IDENTITY:
		return "identity";
	case NA_SCOPE_CONFIG:
		return "config";
	case NA_SCOPE_NEGOTIATED:
		return "negotiated";
	case NA_SCOPE_STATE:
		return "state";
	case NA_SCOPE_COUNTER:
		return "counter";
	case NA_SCOPE_CAPABILITY:
		return "capability";
	}
	return "?";
}

const char *na_impact_name(enum na_impact impact)
{
	switch (impact) {
	case NA_IMPACT_NONE:
		return "none";
	case NA_IMPACT_QUEUES:
		return "queues";
	case NA_IMPACT_LINK:
		return "link";
	}
	return "?";
}

const struct na_link_mode *na_link_mode_find(const char *name)
{
	const struct index_entry *found = lookup(mode_index(), name);

	return found ? &na_link_modes[found->number] : NULL;
}

const struct na_link_mode *na_link_mode_best(const struct na_value *list)
{
	const struct na_link_mode *best = NULL;

	for (uint32_t i = 0; i < list->n; i++) {
		const struct na_link_mode *mode = na_link_mode_find(list->v.list[i]);

		if (!mode || !mode->speed)
			continue;
		if (!best || mode->speed > best->speed || (mode->speed == best->speed && mode->full > best->full))
			best = mode;
	}
	return best;
}
