/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One generic netlink request and its answer. Frames may come from a file: lengths are checked here before libmnl's
 * iterators, which trust them, see any of it.
 */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <string.h>

#include "collect/collector.h"

/* Numbers of linux/netlink.h that are newer than some headers this is built with. */
enum { ERR_MSG = 1, ACK_TLVS = 0x200, CAPPED = 0x100 };

static void extack(const struct nlmsghdr *reply, size_t skip, char *text, size_t size)
{
	const struct nlattr *attr;

	if (!(reply->nlmsg_flags & ACK_TLVS) || reply->nlmsg_len < NLMSG_HDRLEN + MNL_ALIGN(skip))
		return;
	mnl_attr_for_each(attr, reply, (unsigned int)skip)
	{
		size_t len = mnl_attr_get_payload_len(attr);

		if (mnl_attr_get_type(attr) != ERR_MSG)
			continue;
		if (len >= size)
			len = size - 1;
		memcpy(text, mnl_attr_get_payload(attr), len);
		text[len] = 0;
	}
}

/* NLMSG_ERROR: the negative errno, the request that failed (whole, unless capped), and then attributes. */
static void take_error(const struct nlmsghdr *reply, struct na_answer *answer)
{
	const struct nlmsgerr *error = mnl_nlmsg_get_payload(reply);
	size_t skip = sizeof(*error);

	if (reply->nlmsg_len < NLMSG_LENGTH(sizeof(*error)) || error->error > 0 || error->error < -4095) {
		answer->err = EBADMSG;
		return;
	}
	answer->err = -error->error;
	if (!(reply->nlmsg_flags & CAPPED) && error->msg.nlmsg_len >= sizeof(error->msg) &&
	    error->msg.nlmsg_len <= reply->nlmsg_len)
		skip += error->msg.nlmsg_len - sizeof(error->msg);
	extack(reply, skip, answer->text, sizeof(answer->text));
}

static void take_done(const struct nlmsghdr *reply, struct na_answer *answer)
{
	int error = 0;

	if (reply->nlmsg_len >= NLMSG_LENGTH(sizeof(error)))
		memcpy(&error, mnl_nlmsg_get_payload(reply), sizeof(error));
	if (error < 0 && error > -4096)
		answer->err = -error;
	if (error)
		extack(reply, sizeof(error), answer->text, sizeof(answer->text));
}

/* true where the answer is complete */
static bool take(struct na_collector *c, const struct nlmsghdr *reply, bool dump, na_reply_fn fn, void *data,
		 struct na_answer *answer)
{
	if (reply->nlmsg_flags & NLM_F_DUMP_INTR)
		answer->interrupted = true;
	if (reply->nlmsg_type == NLMSG_ERROR) {
		take_error(reply, answer);
		return true;
	}
	if (reply->nlmsg_type == NLMSG_DONE) {
		take_done(reply, answer);
		return true;
	}
	if (reply->nlmsg_type >= NLMSG_MIN_TYPE && reply->nlmsg_len >= NLMSG_LENGTH(sizeof(struct genlmsghdr)))
		fn(c, reply, data);
	return !dump;
}

void na_talk(struct na_collector *c, struct nlmsghdr *request, na_reply_fn fn, void *data, struct na_answer *answer)
{
	bool dump = (request->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP;
	int ret;

	*answer = (struct na_answer){ 0 };
	request->nlmsg_seq = ++c->seq;
	ret = c->io->ops->send(c->io, NETLINK_GENERIC, request, request->nlmsg_len);
	if (ret < 0) {
		answer->err = -ret;
		answer->unread = ret == -ENODATA;
		return;
	}
	/* a dump of every link there can be is some ten thousand datagrams */
	for (unsigned int i = 0; i < 1000000; i++) {
		ssize_t len = c->io->ops->recv(c->io, NETLINK_GENERIC, c->buf, NA_BUF_SIZE);
		size_t at = 0;

		if (len <= 0) {
			answer->err = len ? (int)-len : EPIPE;
			return;
		}
		while ((size_t)len - at >= NLMSG_HDRLEN) {
			const struct nlmsghdr *reply = (const void *)(c->buf + at);

			if (reply->nlmsg_len < NLMSG_HDRLEN || reply->nlmsg_len > (size_t)len - at) {
				answer->err = EBADMSG;
				return;
			}
			if (reply->nlmsg_seq == c->seq && take(c, reply, dump, fn, data, answer))
				return;
			at += NLMSG_ALIGN(reply->nlmsg_len);
			if (at > (size_t)len)
				break;
		}
	}
	answer->err = EMSGSIZE;
}
