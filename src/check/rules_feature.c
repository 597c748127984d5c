/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about offloads: those that are not in the state that somebody asked for, and what holds them back. */
#include <string.h>

#include "check/rules.h"

enum { MAX_NAMED = 64 }; /* features that one message names; no kernel has more that can be changed */

/* The kernel, or every driver that has both, keeps the feature off unless one of the others is on (all are off). */
struct dependency {
	const char *feature;
	const char *others[2];
	bool on;
};

static const struct dependency dependencies[] = {
	{ "tx-tcp-segmentation", { "tx-scatter-gather" }, true },
	{ "tx-tcp-segmentation", { "tx-checksum-ip-generic", "tx-checksum-ipv4" }, true },
	{ "tx-tcp6-segmentation", { "tx-scatter-gather" }, true },
	{ "tx-tcp6-segmentation", { "tx-checksum-ip-generic", "tx-checksum-ipv6" }, true },
	{ "tx-tcp-ecn-segmentation", { "tx-scatter-gather" }, true },
	{ "tx-tcp-mangleid-segmentation", { "tx-tcp-segmentation" }, true },
	{ "tx-generic-segmentation", { "tx-scatter-gather" }, true },
	{ "rx-gro-hw", { "rx-checksum" }, true },
	{ "rx-gro-hw", { "rx-fcs" }, false },
	{ "rx-lro", { "rx-checksum" }, true },
	{ "rx-lro", { "rx-fcs" }, false },
	{ "rx-lro", { "rx-gro-hw" }, false },
};

/* -1 where the NIC has none of that name, or it was not read. */
static int state_of(const struct na_nic *nic, const char *feature)
{
	const struct na_fact *fact = na_fact_find(&nic->facts, NA_FEATURE, feature);

	return fact && fact->state == NA_PRESENT && fact->value.type == NA_BOOL ? fact->value.v.b : -1;
}

/* The dependency really is what stands in the way now. */
static bool blocks(const struct na_nic *nic, const struct dependency *dependency)
{
	bool any = false;

	for (size_t i = 0; i < 2 && dependency->others[i]; i++) {
		int state = state_of(nic, dependency->others[i]);

		if (state == dependency->on)
			return false;
		any |= state >= 0;
	}
	return any;
}

/*
 * It waits for another that this hardware does not have. Kernels ask for some offloads, as generic segmentation, of
 * every device, so that nobody need have asked for it: a gap in what it can do, and no fault.
 */
static bool is_out_of_reach(const struct na_nic *nic, const char *feature)
{
	const struct na_value *fixed = na_fact_value(&nic->facts, NA_FEATURES_FIXED);

	for (size_t i = 0; fixed && i < sizeof(dependencies) / sizeof(dependencies[0]); i++) {
		const struct dependency *d = &dependencies[i];
		bool all = true;

		if (strcmp(d->feature, feature) || !blocks(nic, d))
			continue;
		for (size_t k = 0; k < 2 && d->others[k]; k++)
			all &= state_of(nic, d->others[k]) < 0 || na_value_has(fixed, d->others[k]);
		if (all)
			return true;
	}
	return false;
}

/* What is above the interface and takes LRO away from it, since packets put together cannot be passed on. */
static const char *why_no_lro(struct na_rule_context *c)
{
	const struct na_value *master = na_fact_value(&c->nic->facts, NA_LINK_MASTER);
	bool forwarding = false, forwarding6 = false;

	if (master) {
		const struct na_nic *upper = na_snapshot_find(c->now, c->nic->netns, master->v.s);
		int state = upper ? state_of(upper, "rx-lro") : -1;

		if (state)
			return state > 0 ? "" :
					   na_arena_printf(c->arena, ", perhaps because the interface belongs to %s",
							   master->v.s);
		return na_arena_printf(c->arena, ", because it is off on %s, which the interface belongs to",
				       master->v.s);
	}
	/* the kernel takes back the wish, too: no cause of this, but a reason to leave it off */
	na_fact_bool(&c->now->facts, NA_NET_FORWARDING, &forwarding);
	na_fact_bool(&c->now->facts, NA_NET_FORWARDING6, &forwarding6);
	return forwarding || forwarding6 ? ", as it has to be where packets are forwarded" : "";
}

/* ", because ..." or "". */
static const char *why_off(struct na_rule_context *c, const char *feature)
{
	for (size_t i = 0; i < sizeof(dependencies) / sizeof(dependencies[0]); i++) {
		const struct dependency *d = &dependencies[i];

		if (strcmp(d->feature, feature) || !blocks(c->nic, d))
			continue;
		if (d->others[1] && state_of(c->nic, d->others[0]) >= 0 && state_of(c->nic, d->others[1]) >= 0)
			return na_arena_printf(c->arena, ", because %s and %s are off", d->others[0], d->others[1]);
		return na_arena_printf(c->arena, ", because %s is %s", d->others[state_of(c->nic, d->others[0]) < 0],
				       d->on ? "off" : "on");
	}
	return strcmp(feature, "rx-lro") ? "" : why_no_lro(c);
}

/* Adds " name on" to the arguments of ethtool -K, once. */
static const char *add_word(struct na_rule_context *c, const char *words, const char *feature, bool on)
{
	const char *word = na_arena_printf(c->arena, " %s %s", na_shell_word(c->arena, feature), on ? "on" : "off");
	const char *more = word && !strstr(words, word) ? na_arena_printf(c->arena, "%s%s", words, word) : NULL;

	return more ? more : words;
}

/* Switches what stands in the way of the feature, where it can be switched. */
static const char *add_cure(struct na_rule_context *c, const char *words, const char *feature)
{
	const struct na_value *fixed = na_fact_value(&c->nic->facts, NA_FEATURES_FIXED);

	for (size_t i = 0; i < sizeof(dependencies) / sizeof(dependencies[0]); i++) {
		const struct dependency *d = &dependencies[i];

		if (strcmp(d->feature, feature) || !blocks(c->nic, d))
			continue;
		for (size_t o = 0; o < 2 && d->others[o]; o++)
			if (state_of(c->nic, d->others[o]) >= 0 && !(fixed && na_value_has(fixed, d->others[o]))) {
				words = add_word(c, words, d->others[o], d->on);
				break;
			}
	}
	return words;
}

/*
 * Offloads of these are what the interfaces below, or the program behind a tap, leave of the kernel's own default: nobody
 * asked for the difference.
 */
static bool has_borrowed_features(const struct na_nic *nic)
{
	static const char *const kinds[] = { "bond",	"bridge", "ipvlan", "ipvtap", "macsec", "macvlan",
					     "macvtap", "team",	  "tun",    "vlan",   "vrf" };

	for (size_t i = 0; nic->kind && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(nic->kind, kinds[i]))
			return true;
	return false;
}

void na_rule_requested_not_active(struct na_rule_context *c)
{
	const struct na_value *requested = na_fact_value(&c->nic->facts, NA_FEATURES_REQUESTED);
	const char *text = "", *cure = "", *withdraw = "";
	uint32_t n;

	if (has_borrowed_features(c->nic)) {
		na_verdict_not_applicable(c, "its offloads are those of what it stands on");
		return;
	}
	if (!requested) {
		if (na_fact_unasked(na_fact_find(&c->nic->facts, NA_FEATURES_REQUESTED, NULL)))
			na_verdict_unreadable(c, NA_FEATURES_REQUESTED);
		else
			na_verdict_not_applicable(c, "what was asked for is not reported");
		return;
	}
	if (!requested->n) {
		na_verdict_pass(c);
		return;
	}
	n = requested->n < MAX_NAMED ? requested->n : MAX_NAMED;
	for (uint32_t i = 0; i < n; i++) {
		const char *feature = requested->v.list[i];
		int active = state_of(c->nic, feature);

		if (active < 0) {
			text = na_arena_printf(c->arena, "%s%s%s is not as asked for", text, *text ? "; " : "",
					       feature);
			continue;
		}
		if (!active && is_out_of_reach(c->nic, feature))
			continue;
		text = na_arena_printf(c->arena, "%s%s%s is %s although asked to be %s%s", text, *text ? "; " : "",
				       feature, active ? "on" : "off", active ? "off" : "on",
				       active ? "" : why_off(c, feature));
		na_evidence(c, na_arena_printf(c->arena, "feature.%s", feature), "%s", active ? "on" : "off");
		cure = active ? cure : add_cure(c, cure, feature);
		withdraw = add_word(c, withdraw, feature, active);
	}
	if (!*text) {
		na_verdict_pass(c);
		return;
	}
	na_verdict_fail(c, "%s%s", text, n < requested->n ? "; and more" : "");
	na_verdict_about(c, NA_FEATURES_REQUESTED, "none");
	if (*cure)
		na_mends(c, cure + 1);
	if (*withdraw)
		na_mends(c, withdraw + 1);
}
