/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two samples of one NIC: whether they can be compared at all, the time between them, and how much a counter rose. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "check/rules.h"

/* Counters start anew with each of these. */
const char *na_samples_incomparable(const struct na_rule_context *c)
{
	static const struct {
		enum na_attr_id attr;
		const char *text;
	} identities[] = {
		{ NA_DRIVER_NAME, "another driver has it since the first sample" },
		{ NA_DRIVER_VERSION, "the driver changed its version since the first sample" },
		{ NA_DRIVER_FIRMWARE, "the firmware changed since the first sample" },
	};
	const struct na_nic *nic = c->nic, *was = c->was;

	if (!c->now->host.boot_id || !c->before->host.boot_id)
		return "whether both samples are of one boot is not known";
	if (!na_same_boot(c->now, c->before))
		return "the host was booted since the first sample";
	if (c->now->host.time_ns < c->before->host.time_ns)
		return "the first sample is the newer one";
	if (nic->mac && was->mac && strcasecmp(nic->mac, was->mac))
		return "another card has its place since the first sample";
	if (nic->driver && was->driver && strcmp(nic->driver, was->driver))
		return identities[0].text;
	for (size_t i = 0; i < sizeof(identities) / sizeof(identities[0]); i++) {
		const struct na_value *a = na_fact_value(&nic->facts, identities[i].attr);
		const struct na_value *b = na_fact_value(&was->facts, identities[i].attr);

		if (a && b && !na_value_equal(a, b))
			return identities[i].text;
	}
	if (nic->ifindex && was->ifindex && nic->ifindex != was->ifindex && !strcmp(nic->netns, was->netns))
		return "it was removed and added again since the first sample";
	return NULL;
}

double na_samples_seconds(const struct na_rule_context *c)
{
	if (!c->now->host.time_ns || !c->before->host.time_ns)
		return 0;
	return (double)(c->now->host.time_ns - c->before->host.time_ns) / 1e9;
}

const char *na_rise_text(struct na_rule_context *c, uint64_t delta)
{
	double seconds = na_samples_seconds(c), rate = (double)delta / seconds;
	bool slow = rate < 0.01;
	char text[32];

	if (!(seconds > 0))
		return na_arena_printf(c->arena, "+%" PRIu64, delta);
	snprintf(text, sizeof(text), rate < 100 ? "%.3g" : "%.0f", slow ? rate * 3600 : rate);
	return na_arena_printf(c->arena, "+%" PRIu64 " in %.*f s (%s/%s)", delta, seconds < 10 ? 1 : 0, seconds, text,
			       slow ? "h" : "s");
}

bool na_counter_rise(const struct na_rule_context *c, enum na_attr_id attr, uint64_t *rise)
{
	uint64_t now, was;

	if (!c->was || !na_same_boot(c->now, c->before) || c->nic->ifindex != c->was->ifindex)
		return false;
	if (!na_fact_uint(&c->nic->facts, attr, &now) || !na_fact_uint(&c->was->facts, attr, &was) || now < was)
		return false;
	*rise = now - was;
	return true;
}
