/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ethtool ioctls with a handshake or an array behind them: link modes, features, private flags, FEC, RSS. */
#include <errno.h>
#include <linux/ethtool.h>
#include <stdlib.h>
#include <string.h>

#include "collect/ethnl.h"
#include "collect/ioctl.h"

enum { NAME_LEN = ETH_GSTRING_LEN, MAX_NAMES = 1 << 16 };

int na_ioctl_count(struct na_collector *c, const struct na_nic *nic, uint32_t set, uint32_t *n)
{
	union {
		struct ethtool_sset_info info;
		uint32_t room[8];
	} request = { .info = { .cmd = ETHTOOL_GSSET_INFO, .sset_mask = 1ULL << set } };
	int ret = na_ioctl(c, nic, &request, sizeof(request));

	if (ret)
		return ret;
	*n = request.info.sset_mask ? request.info.data[0] : 0;
	return 0;
}

int na_ioctl_strings(struct na_collector *c, const struct na_nic *nic, uint32_t set, uint32_t n, unsigned char **block)
{
	struct ethtool_gstrings *request;
	size_t size = sizeof(*request) + (size_t)n * NAME_LEN;
	int ret;

	if (n > MAX_NAMES)
		return -EMSGSIZE;
	request = na_scratch(c, size);
	if (!request)
		return -ENOMEM;
	request->cmd = ETHTOOL_GSTRINGS;
	request->string_set = set;
	request->len = n;
	ret = na_ioctl(c, nic, request, size);
	*block = request->data;
	return !ret && request->len != n ? -EAGAIN : ret;
}

static void put_modes(struct na_collector *c, struct na_nic *nic, enum na_attr_id attr, const uint32_t *words,
		      unsigned int n, bool none_is_unreported)
{
	struct na_bits bits = { .n = (n < NA_MAX_WORDS ? n : NA_MAX_WORDS) * 32 };
	uint32_t any = 0;

	memcpy(bits.words, words, bits.n / 8);
	for (unsigned int i = 0; i < bits.n / 32; i++)
		any |= bits.words[i];
	if (!any && none_is_unreported)
		na_put_state(c, &nic->facts, attr, NULL, NA_SRC_IOCTL, NA_UNSUPPORTED, 0, NULL);
	else
		na_put(c, &nic->facts, attr, NULL, NA_SRC_IOCTL, na_bits_list(c, attr, &bits));
}

/* Asked without room for link modes, the kernel answers how many words it has, as a negative number. */
void na_ioctl_link_settings(struct na_collector *c, struct na_nic *nic)
{
	union {
		struct ethtool_link_settings s;
		unsigned char room[sizeof(struct ethtool_link_settings) + 3 * NA_MAX_WORDS * sizeof(uint32_t)];
	} request = { .s = { .cmd = ETHTOOL_GLINKSETTINGS } };
	int ret = na_ioctl(c, nic, &request, sizeof(request));
	int n = -request.s.link_mode_masks_nwords;

	if (!ret && (n <= 0 || n > NA_MAX_WORDS))
		ret = -EMSGSIZE;
	if (!ret) {
		memset(&request, 0, sizeof(request));
		request.s.cmd = ETHTOOL_GLINKSETTINGS;
		request.s.link_mode_masks_nwords = (int8_t)n;
		ret = na_ioctl(c, nic, &request, sizeof(request));
	}
	if (!ret && request.s.link_mode_masks_nwords != n)
		ret = -EBADMSG;
	if (ret) {
		na_ioctl_failed(c, nic, ETHTOOL_GLINKSETTINGS, -ret);
		return;
	}
	na_ioctl_rows(c, nic, ETHTOOL_GLINKSETTINGS, &request.s);
	put_modes(c, nic, NA_LINK_SUPPORTED, request.s.link_mode_masks, (unsigned int)n, false);
	put_modes(c, nic, NA_LINK_ADVERTISED, request.s.link_mode_masks + n, (unsigned int)n, false);
	put_modes(c, nic, NA_LINK_PARTNER, request.s.link_mode_masks + 2 * n, (unsigned int)n, true);
}

/* The names are the same for every device: read once, where netlink did not. */
static int load_feature_names(struct na_collector *c, struct na_nic *nic)
{
	struct na_strset *set = &c->strsets[NA_SS_FEATURES];
	char copies[NA_MAX_WORDS * 32][NAME_LEN + 1];
	const char *names[NA_MAX_WORDS * 32];
	unsigned char *block;
	uint32_t n;
	int ret = set->n ? 0 : na_ioctl_count(c, nic, NA_SS_FEATURES, &n);

	if (ret || set->n)
		return ret;
	if (!n || n > NA_MAX_WORDS * 32)
		return -EMSGSIZE;
	ret = na_ioctl_strings(c, nic, NA_SS_FEATURES, n, &block);
	if (ret)
		return ret;
	for (uint32_t i = 0; i < n; i++) {
		memcpy(copies[i], block + i * NAME_LEN, NAME_LEN);
		copies[i][NAME_LEN] = 0;
		names[i] = copies[i];
	}
	return na_strset_fill(c, set, names, n, "") ? -ENOMEM : 0;
}

void na_ioctl_features(struct na_collector *c, struct na_nic *nic)
{
	union {
		struct ethtool_gfeatures head;
		unsigned char room[sizeof(struct ethtool_gfeatures) +
				   NA_MAX_WORDS * sizeof(struct ethtool_get_features_block)];
	} request = { .head = { .cmd = ETHTOOL_GFEATURES } };
	const struct na_strset *set = &c->strsets[NA_SS_FEATURES];
	struct na_feature_bits bits = { 0 };
	int ret = load_feature_names(c, nic);

	if (!ret) {
		request.head.size = (set->n + 31) / 32;
		ret = na_ioctl(c, nic, &request, sizeof(request));
	}
	if (ret) {
		na_ioctl_failed(c, nic, ETHTOOL_GFEATURES, -ret);
		return;
	}
	bits.changeable.n = bits.wanted.n = bits.active.n = bits.never.n = set->n;
	for (uint32_t i = 0; i < (set->n + 31) / 32; i++) {
		bits.changeable.words[i] = request.head.features[i].available;
		bits.wanted.words[i] = request.head.features[i].requested;
		bits.active.words[i] = request.head.features[i].active;
		bits.never.words[i] = request.head.features[i].never_changed;
	}
	na_put_features(c, &nic->facts, set, &bits, NA_SRC_IOCTL);
}

void na_ioctl_private_flags(struct na_collector *c, struct na_nic *nic)
{
	struct ethtool_value value = { .cmd = ETHTOOL_GPFLAGS };
	unsigned char *block;
	uint32_t n = 0;
	int ret = na_ioctl_count(c, nic, NA_SS_PRIV_FLAGS, &n);

	if (!ret && !n)
		ret = -EOPNOTSUPP;
	if (!ret)
		ret = na_ioctl(c, nic, &value, sizeof(value));
	if (!ret)
		ret = na_ioctl_strings(c, nic, NA_SS_PRIV_FLAGS, n, &block);
	if (ret) {
		na_ioctl_failed(c, nic, ETHTOOL_GPFLAGS, -ret);
		return;
	}
	for (uint32_t i = 0; i < n && i < 32; i++) {
		const char *name = (const char *)block + (size_t)i * NAME_LEN;

		if (*name)
			na_put(c, &nic->facts, NA_PRIVATE_FLAG,
			       na_arena_intern(&c->snapshot->arena, name, strnlen(name, NAME_LEN)), NA_SRC_IOCTL,
			       na_bool(value.data >> i & 1));
	}
}

void na_ioctl_fec(struct na_collector *c, struct na_nic *nic)
{
	/* by bit of ETHTOOL_FEC_*; "auto" is a switch of its own, and none of them means that there is no choice */
	static const char *const words[] = { NULL, NULL, "off", "rs", "baser", "llrs" };
	struct ethtool_fecparam fec = { .cmd = ETHTOOL_GFECPARAM };
	const char *modes[6];
	uint32_t n = 0;
	int ret = na_ioctl(c, nic, &fec, sizeof(fec));

	if (ret) {
		na_ioctl_failed(c, nic, ETHTOOL_GFECPARAM, -ret);
		return;
	}
	for (unsigned int i = 2; i < 6; i++)
		if (fec.fec >> i & 1)
			modes[n++] = words[i];
	na_put(c, &nic->facts, NA_FEC_MODES, NULL, NA_SRC_IOCTL,
	       na_list(na_arena_dup(&c->snapshot->arena, modes, n * sizeof(*modes)), n));
	na_put(c, &nic->facts, NA_FEC_AUTO, NULL, NA_SRC_IOCTL, na_bool(fec.fec & ETHTOOL_FEC_AUTO));
	for (unsigned int i = 2; i < 6; i++)
		if (fec.active_fec >> i & 1) {
			na_put(c, &nic->facts, NA_FEC_ACTIVE, NULL, NA_SRC_IOCTL, na_string(words[i]));
			return;
		}
	na_put_state(c, &nic->facts, NA_FEC_ACTIVE, NULL, NA_SRC_IOCTL, NA_UNSUPPORTED, 0, NULL);
}

/* Sizes first, then the table and the key behind each other. */
void na_ioctl_rss(struct na_collector *c, struct na_nic *nic)
{
	struct ethtool_rxfh size = { .cmd = ETHTOOL_GRSSH }, *rss = NULL;
	int ret = na_ioctl(c, nic, &size, sizeof(size));
	size_t table = 0, len = 0;
	struct na_bits function = { .n = 8 };

	if (!ret && (size.indir_size > 65536 || size.key_size > 4096))
		ret = -EMSGSIZE;
	if (!ret) {
		table = size.indir_size * sizeof(uint32_t);
		len = sizeof(*rss) + table + size.key_size;
		rss = na_scratch(c, len);
		ret = rss ? 0 : -ENOMEM;
	}
	if (!ret) {
		rss->cmd = ETHTOOL_GRSSH;
		rss->indir_size = size.indir_size;
		rss->key_size = size.key_size;
		ret = na_ioctl(c, nic, rss, len);
	}
	if (!ret && (rss->indir_size != size.indir_size || rss->key_size != size.key_size))
		ret = -EAGAIN;
	if (ret) {
		na_ioctl_failed(c, nic, ETHTOOL_GRSSH, -ret);
		return;
	}
	function.words[0] = rss->hfunc;
	if (rss->hfunc)
		na_put(c, &nic->facts, NA_RSS_FUNCTION, NULL, NA_SRC_IOCTL,
		       na_bits_list(c, NA_RSS_FUNCTION, &function));
	else
		na_put_state(c, &nic->facts, NA_RSS_FUNCTION, NULL, NA_SRC_IOCTL, NA_UNSUPPORTED, 0, NULL);
	if (table)
		na_decode(c, &nic->facts, NA_RSS_TABLE, NA_SRC_IOCTL, NA_DECODE_ARRAY, 4, rss->rss_config, table);
	else
		na_put_state(c, &nic->facts, NA_RSS_TABLE, NULL, NA_SRC_IOCTL, NA_UNSUPPORTED, 0, NULL);
	if (rss->key_size)
		na_decode(c, &nic->facts, NA_RSS_KEY, NA_SRC_IOCTL, NA_DECODE_ARRAY, 1,
			  (const unsigned char *)rss->rss_config + table, rss->key_size);
	else
		na_put_state(c, &nic->facts, NA_RSS_KEY, NULL, NA_SRC_IOCTL, NA_UNSUPPORTED, 0, NULL);
}
