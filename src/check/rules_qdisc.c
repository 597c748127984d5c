/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule about the transmit queue: a discipline, or a length, that nobody would choose. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check/rules.h"

enum { TINY = 100, USUAL = 1000 }; /* packets; one segmented packet is up to 45 of them */

static bool is_any(const char *word, const char *const *words)
{
	for (; *words; words++)
		if (!strcmp(word, *words))
			return true;
	return false;
}

static const char *word_of(const struct na_facts *facts, enum na_attr_id attr)
{
	const struct na_value *value = na_fact_value(facts, attr);

	return value && value->type == NA_STRING ? value->v.s : NULL;
}

/* What really queues: the root, or what is below a root that only has one for each queue. NULL where it is not known. */
static const char *queue_of(const struct na_nic *nic, enum na_attr_id *attr)
{
	const char *root = word_of(&nic->facts, NA_QDISC_ROOT);

	*attr = NA_QDISC_ROOT;
	if (!root || strncmp(root, "mq", 2))
		return root;
	*attr = NA_QDISC_LEAF;
	return word_of(&nic->facts, NA_QDISC_LEAF);
}

/*
 * Wireless NICs, ports of a switch chip (on top of another interface) and representors queue somewhere else and have none by
 * themselves: only an Ethernet NIC with a link of its own is surprising.
 */
static bool should_queue(const struct na_nic *nic)
{
	const struct na_value *supported = na_fact_value(&nic->facts, NA_LINK_SUPPORTED);

	return supported && supported->type == NA_LIST && na_link_mode_best(supported) &&
	       !na_fact_find(&nic->facts, NA_LINK_LOWER, NULL);
}

static void judge_none(struct na_rule_context *c)
{
	uint64_t dropped = 0;

	if (na_fact_unasked(na_fact_find(&c->nic->facts, NA_LINK_SUPPORTED, NULL))) {
		na_verdict_unreadable(c, NA_LINK_SUPPORTED);
		return;
	}
	if (!should_queue(c->nic)) {
		na_verdict_not_applicable(c, "it may queue somewhere else");
		return;
	}
	na_counter_rise(c, NA_STATS_TX_DROPPED, &dropped);
	na_verdict_fail(c, "no packet can wait before the hardware, and what it cannot take at once is lost");
	na_verdict_about(c, NA_QDISC_ROOT, "a discipline that queues");
	if (dropped)
		na_evidence(c, "dropped-between-samples", "%" PRIu64, dropped);
	else /* a wish for the least latency, as long as nothing is lost */
		na_verdict_lower(c, NA_INFO);
	na_mends(c, word_of(&c->now->facts, NA_NET_DEFAULT_QDISC) ?
			    na_shell_word(c->arena, word_of(&c->now->facts, NA_NET_DEFAULT_QDISC)) :
			    NULL);
}

/* Disciplines whose limit is the length of the transmit queue; the others bring a limit of their own. */
static bool judge_length(struct na_rule_context *c, const char *queue)
{
	static const char *const by_length[] = { "pfifo_fast", "pfifo", "bfifo", "htb", "gred", "plug", "sfb", NULL };
	uint64_t length;

	if (!is_any(queue, by_length))
		return false;
	if (!na_fact_uint(&c->nic->facts, NA_LINK_TX_QUEUE_LEN, &length)) {
		na_verdict_unreadable(c, NA_LINK_TX_QUEUE_LEN);
		return true;
	}
	if (length >= TINY)
		return false;
	na_verdict_fail(
		c, "the transmit queue takes %" PRIu64 " packets, and %s lets no more wait: a burst loses the rest",
		length, queue);
	na_verdict_about(c, NA_LINK_TX_QUEUE_LEN, na_arena_printf(c->arena, "%d", USUAL));
	if (length)
		na_verdict_lower(c, NA_INFO);
	na_mend_set(c, NA_LINK_TX_QUEUE_LEN, NULL, c->check->expected);
	return true;
}

/* Chosen for new interfaces, and not what this one has: it was up before the choice, or somebody set it. */
static void judge_default(struct na_rule_context *c, const char *queue, enum na_attr_id attr)
{
	static const char *const fair[] = { "fq", "fq_codel", "cake", NULL };
	const char *usual = word_of(&c->now->facts, NA_NET_DEFAULT_QDISC);
	const char *root = word_of(&c->nic->facts, NA_QDISC_ROOT);

	if (strcmp(queue, "pfifo_fast") || (usual && !is_any(usual, fair))) {
		na_verdict_pass(c);
		return;
	}
	if (!usual) {
		if (na_fact_unasked(na_fact_find(&c->now->facts, NA_NET_DEFAULT_QDISC, NULL)))
			na_verdict_unknown(c, true, "net.default-qdisc: not read");
		else
			na_verdict_not_applicable(c, "the host has no default discipline");
		return;
	}
	na_verdict_fail(c, "it queues by pfifo_fast, while new interfaces get %s", usual);
	na_verdict_about(c, attr, usual);
	na_verdict_lower(c, NA_INFO);
	na_mends(c, na_shell_word(c->arena, attr == NA_QDISC_LEAF ? root : usual));
}

void na_rule_qdisc_surprise(struct na_rule_context *c)
{
	enum na_attr_id attr;
	const char *queue = queue_of(c->nic, &attr);

	if (na_fact_is(&c->nic->facts, NA_LINK_ADMIN, "down")) {
		na_verdict_not_applicable(c, "it is set down");
		return;
	}
	if (!queue) {
		if (na_fact_unasked(na_fact_find(&c->nic->facts, attr, NULL)))
			na_verdict_unreadable(c, attr);
		else
			na_verdict_not_applicable(c, "its queues have several disciplines");
		return;
	}
	if (!strcmp(queue, "noqueue"))
		judge_none(c);
	else if (!judge_length(c, queue))
		judge_default(c, queue, attr);
	if (c->check->status != NA_FAIL)
		return;
	na_evidence_fact(c, NA_QDISC_ROOT);
	na_evidence_fact(c, NA_QDISC_LEAF);
	na_evidence_fact(c, NA_LINK_TX_QUEUE_LEN);
}
