/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of dialects as data: rows by attribute and by the tool's word, and the names of features. */
#include "model/dialect.h"

#include <fnmatch.h>
#include <string.h>

/* What the rows are made of. */
#define ETHTOOL(w) .words[NA_IN_ETHTOOL] = w
#define IP(w) .words[NA_IN_IP] = w
#define NMCLI(w) .words[NA_IN_NMCLI] = w
#define LINK(w) .words[NA_IN_LINK] = w
#define NETWORK(w) .words[NA_IN_NETWORK] = w
#define NETDEV(w) .words[NA_IN_NETDEV] = w
#define IFUPDOWN(w) .words[NA_IN_IFUPDOWN] = w
#define READ_ONLY(t) .read_only[NA_IN_##t] = true

static const struct na_dialect rows[] = {
#define DIALECT(attr_, form_, ...) { .attr = NA_##attr_, .form = NA_FORM_##form_, __VA_ARGS__ },
#define FEATURE(kernel_, nmcli_, link_)
#include "model/dialects.def"
#undef DIALECT
#undef FEATURE
};

struct feature {
	const char *kernel, *nmcli, *link;
};

static const struct feature features[] = {
#define DIALECT(...)
#define FEATURE(kernel_, nmcli_, link_) { .kernel = kernel_, .nmcli = nmcli_, .link = link_ },
#include "model/dialects.def"
#undef DIALECT
#undef FEATURE
};

/* Words of tools that stand for several features: ethtool's off_flag_def[], NetworkManager's _ethtool_features_set(). */
static const struct {
	const char *word, *pattern;
} groups[] = {
	{ "tx", "tx-checksum-*" },
	{ "tx-checksumming", "tx-checksum-*" },
	{ "sg", "tx-scatter-gather*" },
	{ "scatter-gather", "tx-scatter-gather*" },
	{ "tso", "tx-tcp*-segmentation" },
	{ "tcp-segmentation-offload", "tx-tcp*-segmentation" },
	{ "TransmitChecksumOffload", "tx-checksum-*" },
};

enum { N_ROWS = sizeof(rows) / sizeof(rows[0]), N_FEATURES = sizeof(features) / sizeof(features[0]) };

const struct na_dialect *na_dialect_of(enum na_attr_id attr)
{
	for (size_t i = 0; i < N_ROWS; i++)
		if (rows[i].attr == attr)
			return &rows[i];
	return NULL;
}

/* The tool's word without a template behind it. */
static bool is_word(const char *of_row, const char *word)
{
	const char *template = strstr(of_row, " {");
	size_t len = template ? (size_t)(template - of_row) : strlen(of_row);

	return !strncmp(of_row, word, len) && !word[len];
}

const struct na_dialect *na_dialect_find(enum na_dialect_tool tool, const char *word, const char **key)
{
	*key = NULL;
	for (size_t i = 0; i < N_ROWS; i++) {
		const char *of_row = rows[i].words[tool];
		size_t len = of_row ? strlen(of_row) : 0;

		if (!of_row || (rows[i].attr == NA_FEC_AUTO && tool == NA_IN_ETHTOOL))
			continue;
		if (!(na_attrs[rows[i].attr].flags & NA_FAMILY)) {
			if (is_word(of_row, word))
				return &rows[i];
		} else if (!strncmp(of_row, word, len) && word[len]) {
			*key = word + len + (word[len] == ' ');
			return &rows[i];
		}
	}
	return NULL;
}

static const struct feature *feature_of(const char *kernel)
{
	for (size_t i = 0; i < N_FEATURES; i++)
		if (!strcmp(features[i].kernel, kernel))
			return &features[i];
	return NULL;
}

/* ifupdown's hook makes '-' of every '_', and small letters of all. */
static bool survives_ifupdown(const char *name)
{
	return *name && !name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")];
}

const char *na_dialect_feature(struct na_arena *arena, enum na_dialect_tool tool, const char *feature)
{
	const struct feature *row = feature_of(feature);

	switch (tool) {
	case NA_IN_ETHTOOL:
		return feature;
	case NA_IN_NMCLI:
		return row ? na_arena_printf(arena, "ethtool.feature-%s", row->nmcli ? row->nmcli : row->kernel) : NULL;
	case NA_IN_LINK:
		return row ? row->link : NULL;
	case NA_IN_IFUPDOWN:
		return survives_ifupdown(feature) ? na_arena_printf(arena, "offload-%s", feature) : NULL;
	case NA_IN_IP:
	case NA_IN_NETWORK:
	case NA_IN_NETDEV:
	case NA_N_DIALECTS:
		break;
	}
	return NULL;
}

static size_t matching(const char *pattern, const char **names, size_t size)
{
	size_t n = 0;

	for (size_t i = 0; i < N_FEATURES && n < size; i++)
		if (!fnmatch(pattern, features[i].kernel, 0))
			names[n++] = features[i].kernel;
	return n;
}

size_t na_dialect_features(enum na_dialect_tool tool, const char *word, const char **names, size_t size)
{
	const char *alias = tool == NA_IN_LINK ? NULL : na_feature_alias(word);

	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++)
		if (!strcmp(groups[i].word, word))
			return matching(groups[i].pattern, names, size);
	for (size_t i = 0; size && tool == NA_IN_LINK && i < N_FEATURES; i++)
		if (features[i].link && !strcmp(features[i].link, word)) {
			*names = features[i].kernel;
			return 1;
		}
	if (!size || tool == NA_IN_LINK)
		return 0;
	/* a name that is the kernel's own, and that we may not know */
	*names = alias ? alias : word;
	return alias || feature_of(word) || tool == NA_IN_ETHTOOL || tool == NA_IN_IFUPDOWN;
}
