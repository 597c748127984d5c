/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ethtool netlink: one row a message. A dump asks for all NICs at once; whatever one does not tell, be it that one
 * device's error ended it early, is asked NIC by NIC, so that the failing one carries its error and no other suffers.
 */
#include "collect/ethnl.h"

#include <errno.h>
#include <linux/genetlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ops of CTRL_ATTR_OPS */
enum { CAP_DO = 0x02, CAP_DUMP = 0x04 };

struct message {
	uint8_t request, reply, header;
	uint8_t flags; /* of the header */
	bool always;   /* every device answers it */
	void (*custom)(struct na_collector *c, struct na_facts *facts, const struct nlattr *const *tb);
};

static const struct message messages[] = {
	{ NA_MSG_LINKINFO, NA_REPLY_LINKINFO, NA_A_HEADER, NA_FLAG_COMPACT_BITSETS, false, NULL },
	{ NA_MSG_LINKMODES, NA_REPLY_LINKMODES, NA_A_HEADER, NA_FLAG_COMPACT_BITSETS, false, NULL },
	/* private flags have names of the device's own: those come with the bits */
	{ NA_MSG_PRIVFLAGS, NA_REPLY_PRIVFLAGS, NA_A_HEADER, 0, false, na_ethnl_private_flags },
	{ NA_MSG_RINGS, NA_REPLY_RINGS, NA_A_HEADER, 0, false, NULL },
	{ NA_MSG_CHANNELS, NA_REPLY_CHANNELS, NA_A_HEADER, 0, false, NULL },
	{ NA_MSG_COALESCE, NA_REPLY_COALESCE, NA_A_HEADER, 0, false, NULL },
	{ NA_MSG_PAUSE, NA_REPLY_PAUSE, NA_A_HEADER, NA_FLAG_STATS, false, NULL },
	{ NA_MSG_FEC, NA_REPLY_FEC, NA_A_HEADER, NA_FLAG_COMPACT_BITSETS | NA_FLAG_STATS, false, na_ethnl_fec },
	{ NA_MSG_EEE, NA_REPLY_EEE, NA_A_HEADER, NA_FLAG_COMPACT_BITSETS, false, NULL },
	{ NA_MSG_WOL, NA_REPLY_WOL, NA_A_HEADER, NA_FLAG_COMPACT_BITSETS, false, NULL },
	{ NA_MSG_RSS, NA_REPLY_RSS, NA_A_HEADER, 0, false, na_ethnl_rss },
	{ NA_MSG_STATS, NA_REPLY_STATS, NA_A_STATS_HEADER, 0, false, NULL },
	/* last, since they tell who is still there */
	{ NA_MSG_LINKSTATE, NA_REPLY_LINKSTATE, NA_A_HEADER, 0, true, na_ethnl_link_state },
	{ NA_MSG_FEATURES, NA_REPLY_FEATURES, NA_A_HEADER, NA_FLAG_COMPACT_BITSETS, true, na_ethnl_features },
};

bool na_ethnl_bits(const struct nlattr *attr, bool mask, struct na_bits *bits)
{
	const struct nlattr *value = na_child(attr, mask ? NA_A_BITSET_MASK : NA_A_BITSET_VALUE);
	const struct nlattr *size = na_child(attr, NA_A_BITSET_SIZE);
	size_t bytes;

	*bits = (struct na_bits){ 0 };
	if (!value || !na_get_u32(size, &bits->n))
		return false;
	if (bits->n > NA_MAX_WORDS * 32)
		bits->n = NA_MAX_WORDS * 32;
	bytes = (bits->n + 31) / 32 * sizeof(uint32_t);
	if (mnl_attr_get_payload_len(value) < bytes)
		return false;
	memcpy(bits->words, mnl_attr_get_payload(value), bytes);
	return true;
}

static void take_attr(struct na_collector *c, struct na_facts *facts, uint16_t a, const struct nlattr *attr)
{
	const struct na_get_nl *nl = &na_attrs[a].nl;
	struct na_bits bits;

	switch (nl->decode) {
	case NA_DECODE_BITS:
	case NA_DECODE_MASK:
	case NA_DECODE_FEC:
		if (na_ethnl_bits(attr, nl->decode == NA_DECODE_MASK, &bits))
			na_put(c, facts, a, NULL, NA_SRC_ETHNL, na_bits_list(c, a, &bits));
		else
			na_put_state(c, facts, a, NULL, NA_SRC_ETHNL, NA_ERROR, EBADMSG, "malformed bitset");
		break;
	case NA_DECODE_CUSTOM:
		break;
	default:
		na_decode(c, facts, a, NA_SRC_ETHNL, nl->decode, nl->width, mnl_attr_get_payload(attr),
			  mnl_attr_get_payload_len(attr));
	}
}

/* An attribute that a reply does not have is one that the driver does not report. */
static void take_message(struct na_collector *c, struct na_facts *facts, const struct message *m,
			 const struct nlattr *const *tb)
{
	for (uint16_t a = c->ethnl_rows[m->request]; a; a = c->ethnl_next[a]) {
		const struct na_get_nl *nl = &na_attrs[a].nl;
		const struct nlattr *attr = tb[nl->attr];

		if (nl->decode == NA_DECODE_CUSTOM)
			continue;
		if (attr && nl->sub)
			attr = na_child(attr, nl->sub);
		if (attr)
			take_attr(c, facts, a, attr);
		else
			na_put_state(c, facts, a, NULL, NA_SRC_ETHNL, NA_UNSUPPORTED, 0, NULL);
	}
	if (m->custom)
		m->custom(c, facts, tb);
}

/* All attributes of a message that was not answered. */
static void take_failure(struct na_collector *c, struct na_facts *facts, const struct message *m, enum na_state state,
			 int err, const char *text)
{
	for (uint16_t a = c->ethnl_rows[m->request]; a; a = c->ethnl_next[a])
		na_put_state(c, facts, a, NULL, NA_SRC_ETHNL, state, err, text);
}

/* Collecting one message, for a dump or for one NIC. */
struct run {
	const struct message *m;
	uint8_t want;	   /* enum na_want */
	uint8_t *answered; /* by place in the namespace's NICs */
};

/* The NIC is asked that message, and what follows is about it. */
static bool is_asked(struct na_collector *c, const struct run *run, const struct na_nic *nic)
{
	na_turn_to(c, nic);
	return nic->selected && run->want & c->whose;
}

static uint32_t reply_ifindex(const struct nlattr *header)
{
	uint32_t ifindex;

	return header && na_get_u32(na_child(header, NA_A_HEADER_DEV_INDEX), &ifindex) ? ifindex : 0;
}

static void take_reply(struct na_collector *c, const struct nlmsghdr *reply, void *data)
{
	const struct run *run = data;
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(reply);
	const struct nlattr *tb[NA_MAX_ATTR] = { NULL }, *attr;
	struct na_nic *nic;
	size_t at;

	if (reply->nlmsg_type != c->family || genl->cmd != run->m->reply)
		return;
	mnl_attr_for_each(attr, reply, sizeof(*genl)) if (mnl_attr_get_type(attr) < NA_MAX_ATTR)
		tb[mnl_attr_get_type(attr)] = attr;
	nic = na_collector_nic(c, reply_ifindex(tb[run->m->header]));
	if (!nic || !is_asked(c, run, nic))
		return;
	if (run->m->request == NA_MSG_RSS && tb[NA_A_RSS_CONTEXT]) /* the default context has no number */
		return;
	at = (size_t)(nic - c->snapshot->nics) - c->first;
	if (run->answered[at])
		return;
	run->answered[at] = 1;
	if (run->m->request == NA_MSG_STATS)
		na_ethnl_stats(c, &nic->facts, reply);
	else
		take_message(c, &nic->facts, run->m, tb);
}

static void put_request(struct na_collector *c, struct nlmsghdr *request, const struct message *m, uint8_t flags,
			const struct na_nic *nic)
{
	struct genlmsghdr *genl;
	struct nlattr *header;

	request->nlmsg_type = (uint16_t)c->family;
	request->nlmsg_flags = NLM_F_REQUEST | (nic ? 0 : NLM_F_DUMP);
	genl = mnl_nlmsg_put_extra_header(request, sizeof(*genl));
	genl->cmd = m->request;
	genl->version = 1;
	header = mnl_attr_nest_start(request, m->header);
	if (nic)
		mnl_attr_put_u32(request, NA_A_HEADER_DEV_INDEX, nic->ifindex);
	if (flags)
		mnl_attr_put_u32(request, NA_A_HEADER_FLAGS, flags);
	mnl_attr_nest_end(request, header);
	if (m->request == NA_MSG_STATS) {
		/* every group that this kernel knows */
		uint32_t n = c->strsets[NA_SS_STATS_STD].n ? c->strsets[NA_SS_STATS_STD].n : 4;
		struct nlattr *groups = mnl_attr_nest_start(request, NA_A_STATS_GROUPS);

		mnl_attr_put(request, NA_A_BITSET_NOMASK, 0, NULL);
		mnl_attr_put_u32(request, NA_A_BITSET_SIZE, n);
		mnl_attr_put_u32(request, NA_A_BITSET_VALUE, n < 32 ? (1U << n) - 1 : UINT32_MAX);
		mnl_attr_nest_end(request, groups);
	}
}

static void ask(struct na_collector *c, struct run *run, const struct na_nic *nic, struct na_answer *answer)
{
	unsigned char buf[256];
	uint8_t flags = run->m->flags;

	for (int i = 0; i < 2; i++) {
		/* libmnl leaves padding as it is */
		memset(buf, 0, sizeof(buf));
		put_request(c, mnl_nlmsg_put_header(buf), run->m, flags, nic);
		na_talk(c, (struct nlmsghdr *)buf, take_reply, run, answer);
		/* statistics came later than pause parameters, and an unknown flag is refused: as below before 5.10 */
		if (!(flags & NA_FLAG_STATS) ||
		    (answer->err != EINVAL && strcmp(answer->text, "unrecognized request flags")))
			break;
		flags &= (uint8_t)~NA_FLAG_STATS;
	}
}

/* A driver may say ENODATA, too, which is no answer of the door's. */
static enum na_state state_of(const struct na_answer *answer)
{
	if (answer->unread)
		return NA_UNREAD;
	return answer->err == ENODATA || !answer->err ? NA_ERROR : na_state_of_errno(answer->err);
}

/* It is gone: what dumps left it out for was not the driver's doing. */
static void mark_gone(struct na_nic *nic)
{
	for (size_t i = 0; i < nic->facts.n; i++) {
		struct na_fact *fact = &nic->facts.v[i];

		if (fact->source != NA_SRC_ETHNL || fact->state != NA_UNSUPPORTED || fact->err != EOPNOTSUPP)
			continue;
		fact->state = NA_ERROR;
		fact->err = ENODEV;
	}
}

/* One by one: those whose answer is still missing. false where there are none to be had, and that is to end it. */
static bool ask_rest(struct na_collector *c, struct run *run, bool complete, bool end_unread)
{
	struct na_answer answer;

	for (size_t i = 0; i < c->n; i++) {
		struct na_nic *nic = &c->snapshot->nics[c->first + i];

		if (run->answered[i] || !is_asked(c, run, nic))
			continue;
		if (complete && !run->m->always) {
			/* a dump that ended well leaves out those that do not support the message, and those that are gone */
			take_failure(c, &nic->facts, run->m, NA_UNSUPPORTED, EOPNOTSUPP, NULL);
			continue;
		}
		ask(c, run, nic, &answer);
		if (answer.unread && end_unread)
			return false;
		if (!run->answered[i])
			take_failure(c, &nic->facts, run->m, state_of(&answer), answer.err ? answer.err : EBADMSG,
				     answer.text);
		if (answer.err == ENODEV)
			mark_gone(nic);
	}
	return true;
}

static void ask_all(struct na_collector *c, struct run *run, struct na_answer *answer)
{
	int tries = 0;

	do {
		/* what an interrupted dump told is good for each NIC; what it left out is asked for again */
		ask(c, run, NULL, answer);
	} while (answer->interrupted && ++tries < 3);
	if (answer->interrupted)
		c->snapshot->host.partial = true;
}

static void collect_message(struct na_collector *c, const struct message *m, uint8_t *answered)
{
	bool can_dump = c->ops[m->request] & NA_OP_DUMP;
	struct run run = { .m = m, .answered = answered };
	struct na_answer answer;
	size_t asked = 0;

	for (uint16_t a = c->ethnl_rows[m->request]; a; a = c->ethnl_next[a])
		run.want |= c->wanted[a];
	for (size_t i = 0; i < c->n; i++)
		asked += is_asked(c, &run, &c->snapshot->nics[c->first + i]);
	if (!asked)
		return;
	memset(answered, 0, c->n);
	/* for a few of many, each is asked, unless a recording has them all at once only; for most of them, all at once */
	if ((!can_dump || asked * 4 < c->n) && ask_rest(c, &run, false, can_dump))
		return;
	ask_all(c, &run, &answer);
	/* what holds for all need not be found out a thousand times over */
	if (answer.err != EPERM && answer.err != EACCES && answer.err != ETIMEDOUT) {
		ask_rest(c, &run, !answer.err && !answer.interrupted, false);
		return;
	}
	for (size_t i = 0; i < c->n; i++)
		if (is_asked(c, &run, &c->snapshot->nics[c->first + i]) && !answered[i])
			take_failure(c, &c->snapshot->nics[c->first + i].facts, m, state_of(&answer), answer.err,
				     answer.text);
}

/* CTRL_CMD_GETFAMILY: the family's number, and which messages this kernel has. */
static void take_family(struct na_collector *c, const struct nlmsghdr *reply, void *data)
{
	const struct nlattr *attr, *op, *id, *flags;

	if (reply->nlmsg_type != GENL_ID_CTRL)
		return;
	mnl_attr_for_each(attr, reply, sizeof(struct genlmsghdr))
	{
		if (mnl_attr_get_type(attr) == CTRL_ATTR_FAMILY_ID && mnl_attr_get_payload_len(attr) == 2)
			c->family = mnl_attr_get_u16(attr);
		if (mnl_attr_get_type(attr) != CTRL_ATTR_OPS)
			continue;
		mnl_attr_for_each_nested(op, attr)
		{
			id = na_child(op, CTRL_ATTR_OP_ID);
			flags = na_child(op, CTRL_ATTR_OP_FLAGS);
			if (!id || !flags || mnl_attr_get_payload_len(id) != 4 ||
			    mnl_attr_get_payload_len(flags) != 4 || mnl_attr_get_u32(id) >= NA_N_MSGS)
				continue;
			c->ops[mnl_attr_get_u32(id)] = (uint8_t)((mnl_attr_get_u32(flags) & CAP_DO ? NA_OP_DO : 0) |
								 (mnl_attr_get_u32(flags) & CAP_DUMP ? NA_OP_DUMP : 0));
		}
	}
}

int na_ethnl_open(struct na_collector *c)
{
	unsigned char buf[128] = { 0 };
	struct nlmsghdr *request = mnl_nlmsg_put_header(buf);
	struct genlmsghdr *genl;
	struct na_answer answer;

	if (c->family)
		return c->family < 0 ? c->family : 0;
	request->nlmsg_type = GENL_ID_CTRL;
	request->nlmsg_flags = NLM_F_REQUEST;
	genl = mnl_nlmsg_put_extra_header(request, sizeof(*genl));
	genl->cmd = CTRL_CMD_GETFAMILY;
	genl->version = 1;
	mnl_attr_put_strz(request, CTRL_ATTR_FAMILY_NAME, "ethtool");
	na_talk(c, request, take_family, NULL, &answer);
	if (c->family <= 0) {
		c->family = answer.err ? -answer.err : -EBADMSG;
		return c->family;
	}
	na_strset_load(c);
	return 0;
}

int na_ethnl_collect(struct na_collector *c)
{
	uint8_t *answered;
	int ret = na_ethnl_open(c);

	if (ret || !c->n)
		return ret;
	answered = malloc(c->n);
	if (!answered)
		return -ENOMEM;
	for (size_t i = 0; i < sizeof(messages) / sizeof(messages[0]); i++)
		if (c->ops[messages[i].request] && c->ethnl_rows[messages[i].request])
			collect_message(c, &messages[i], answered);
	free(answered);
	return 0;
}
