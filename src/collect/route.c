/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Links as rtnetlink tells them. The dump is read in libnl's callbacks, attribute by attribute: libnl-route's cache of link
 * objects costs four times the whole dump, and it drops what it does not know.
 */
#include <errno.h>
#include <linux/if.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/route/qdisc.h>
#include <netlink/route/tc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collector.h"

/* Newer than some headers. */
enum { NA_IFLA_MAX = 80, NA_INFO_MAX = 5, NA_KIND_MAX = 64 };

struct dump {
	struct na_collector *c;
	const char *netns;
	int err;
	bool complete;
};

static void take_row(struct na_collector *c, struct na_facts *facts, uint16_t a, const struct nlattr *attr)
{
	const struct na_get_rt *rt = &na_attrs[a].rt;
	const char *data = nla_data(attr);
	size_t len = (size_t)nla_len(attr);

	if (rt->sub) {
		attr = nla_find(nla_data(attr), (int)len, rt->sub);
		if (!attr)
			return;
		data = nla_data(attr);
		len = (size_t)nla_len(attr);
	}
	if (rt->attr == IFLA_STATS64 && rt->nest == NA_RT_TOP) {
		/* a struct that grows from kernel to kernel: what is beyond its end, this one does not count */
		if (len < (size_t)rt->offset + rt->width)
			return;
		data += rt->offset;
		len = rt->width;
	}
	na_decode(c, facts, a, NA_SRC_ROUTE, rt->decode, rt->width, data, len);
}

static void take_nest(struct na_collector *c, struct na_facts *facts, enum na_rt_nest nest, const char *kind,
		      const struct nlattr *const *tb, int max)
{
	for (uint16_t a = c->route_rows[nest]; a; a = c->route_next[a]) {
		const struct na_get_rt *rt = &na_attrs[a].rt;

		if (rt->attr <= max && tb[rt->attr] && (!rt->kind || (kind && !strcmp(rt->kind, kind))))
			take_row(c, facts, a, tb[rt->attr]);
	}
}

/* Attributes by type; those above max are newer than this, and skipped. */
static void index_attrs(const struct nlattr **tb, int max, const struct nlattr *attrs, int len)
{
	const struct nlattr *attr;
	int left;

	memset(tb, 0, (size_t)(max + 1) * sizeof(*tb));
	nla_for_each_attr(attr, attrs, len, left) if (nla_type(attr) <= max) tb[nla_type(attr)] = attr;
}

static const char *text(struct na_collector *c, const struct nlattr *attr)
{
	size_t len = attr ? strnlen(nla_data(attr), (size_t)nla_len(attr)) : 0;

	return len ? na_arena_intern(&c->snapshot->arena, nla_data(attr), len) : NULL;
}

static void take_altnames(struct na_collector *c, struct na_nic *nic, const struct nlattr *list)
{
	const struct nlattr *attr;
	const char *names[128];
	int left;

	nla_for_each_nested(attr, list, left)
	{
		const char *name = nla_type(attr) == IFLA_ALT_IFNAME ? text(c, attr) : NULL;

		if (name && nic->n_altnames < 128)
			names[nic->n_altnames++] = name;
	}
	nic->altnames = na_arena_dup(&c->snapshot->arena, names, nic->n_altnames * sizeof(*names));
}

static void take_info(struct na_collector *c, struct na_nic *nic, const struct nlattr *info)
{
	const struct nlattr *parts[NA_INFO_MAX + 1], *tb[NA_KIND_MAX + 1];

	index_attrs(parts, NA_INFO_MAX, nla_data(info), nla_len(info));
	nic->kind = text(c, parts[IFLA_INFO_KIND]);
	if (parts[IFLA_INFO_DATA] && nic->kind) {
		index_attrs(tb, NA_KIND_MAX, nla_data(parts[IFLA_INFO_DATA]), nla_len(parts[IFLA_INFO_DATA]));
		/* macvtap is macvlan with a character device, and has its attributes */
		take_nest(c, &nic->facts, NA_RT_INFO_DATA, strcmp(nic->kind, "macvtap") ? nic->kind : "macvlan", tb,
			  NA_KIND_MAX);
	}
	if (parts[IFLA_INFO_SLAVE_DATA] && parts[IFLA_INFO_SLAVE_KIND]) {
		index_attrs(tb, NA_KIND_MAX, nla_data(parts[IFLA_INFO_SLAVE_DATA]),
			    nla_len(parts[IFLA_INFO_SLAVE_DATA]));
		take_nest(c, &nic->facts, NA_RT_SLAVE_DATA, text(c, parts[IFLA_INFO_SLAVE_KIND]), tb, NA_KIND_MAX);
	}
}

/* The flags of the header: rows whose offset is the bit. */
static void take_flags(struct na_collector *c, struct na_nic *nic, unsigned int flags)
{
	for (uint16_t a = c->route_rows[NA_RT_TOP]; a; a = c->route_next[a])
		if (na_attrs[a].rt.decode == NA_DECODE_IFF)
			na_put(c, &nic->facts, a, NULL, NA_SRC_ROUTE,
			       na_string(na_attrs[a].words[(flags & na_attrs[a].rt.offset) != 0]));
}

static int take_link(struct nl_msg *msg, void *arg)
{
	struct dump *dump = arg;
	struct na_collector *c = dump->c;
	const struct nlmsghdr *header = nlmsg_hdr(msg);
	const struct nlattr *tb[NA_IFLA_MAX + 1];
	const struct ifinfomsg *info;
	const char *name;
	struct na_nic *nic;

	if (header->nlmsg_type != RTM_NEWLINK || !nlmsg_valid_hdr(header, sizeof(*info)))
		return NL_OK;
	info = nlmsg_data(header);
	index_attrs(tb, NA_IFLA_MAX, nlmsg_attrdata(header, sizeof(*info)), nlmsg_attrlen(header, sizeof(*info)));
	name = text(c, tb[IFLA_IFNAME]);
	if (!name || info->ifi_index <= 0)
		return NL_OK;
	nic = na_snapshot_add_nic(c->snapshot, name);
	if (!nic)
		return NL_STOP;
	nic->netns = dump->netns;
	nic->ifindex = (uint32_t)info->ifi_index;
	take_flags(c, nic, info->ifi_flags);
	/* an index in another namespace is nobody we know: link.lower stays out */
	if (tb[IFLA_LINK] && (tb[IFLA_LINK_NETNSID] || (nla_len(tb[IFLA_LINK]) == sizeof(uint32_t) &&
							nla_get_u32(tb[IFLA_LINK]) == nic->ifindex)))
		tb[IFLA_LINK] = NULL;
	take_nest(c, &nic->facts, NA_RT_TOP, NULL, tb, NA_IFLA_MAX);
	if (tb[IFLA_LINKINFO])
		take_info(c, nic, tb[IFLA_LINKINFO]);
	if (tb[IFLA_PROP_LIST])
		take_altnames(c, nic, tb[IFLA_PROP_LIST]);
	nic->bus = text(c, tb[IFLA_PARENT_DEV_NAME]);
	if (tb[IFLA_PERM_ADDRESS])
		nic->mac = na_mac_text(c, nla_data(tb[IFLA_PERM_ADDRESS]), (size_t)nla_len(tb[IFLA_PERM_ADDRESS]));
	if (c->wanted[NA_QDISC_LEAF] && tb[IFLA_QDISC] && nla_len(tb[IFLA_QDISC]) >= 2 &&
	    !memcmp(nla_data(tb[IFLA_QDISC]), "mq", 2))
		c->multiqueue = true;
	return NL_OK;
}

/*
 * libnl's transport is the door's: its socket is never opened, it only numbers requests and takes answers apart. Its hooks
 * carry no data of ours, so the dump under way is kept here.
 */
static _Thread_local struct dump *under_way;

static int door_send(struct nl_sock *sk, struct nl_msg *msg)
{
	const struct nlmsghdr *header = nlmsg_hdr(msg);
	struct na_io *io = under_way->c->io;
	int ret = io->ops->send(io, NETLINK_ROUTE, header, header->nlmsg_len);

	if (ret < 0)
		under_way->err = -ret;
	return ret < 0 ? -NLE_FAILURE : ret;
}

static int door_recv(struct nl_sock *sk, struct sockaddr_nl *from, unsigned char **buf, struct ucred **creds)
{
	struct na_collector *c = under_way->c;
	ssize_t len = c->io->ops->recv(c->io, NETLINK_ROUTE, c->buf, NA_BUF_SIZE);

	*from = (struct sockaddr_nl){ .nl_family = AF_NETLINK };
	*buf = len > 0 ? malloc((size_t)len) : NULL; /* libnl frees it */
	if (len <= 0 || !*buf) {
		under_way->err = len < 0 ? (int)-len : len ? ENOMEM : EPIPE;
		return len ? -NLE_FAILURE : 0;
	}
	memcpy(*buf, c->buf, (size_t)len);
	return (int)len;
}

static int take_error(struct sockaddr_nl *from, struct nlmsgerr *error, void *arg)
{
	struct dump *dump = arg;

	dump->err = error->error ? -error->error : EBADMSG;
	return NL_STOP;
}

/* The end of a dump carries its errno. */
static int take_end(struct nl_msg *msg, void *arg)
{
	const struct nlmsghdr *header = nlmsg_hdr(msg);
	struct dump *dump = arg;
	int error = 0;

	if (nlmsg_valid_hdr(header, sizeof(error)))
		memcpy(&error, nlmsg_data(header), sizeof(error));
	if (error < 0)
		dump->err = -error;
	dump->complete = true;
	return NL_STOP;
}

static int dump_once(struct dump *dump, int type, void *header, size_t size, nl_recvmsg_msg_cb_t take,
		     bool *interrupted)
{
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	struct nl_sock *sk = cb ? nl_socket_alloc_cb(cb) : NULL;
	int ret = -ENOMEM;

	if (!sk)
		goto out;
	nl_cb_overwrite_send(cb, door_send);
	nl_cb_overwrite_recv(cb, door_recv);
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, take, dump);
	nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, take_end, dump);
	nl_cb_err(cb, NL_CB_CUSTOM, take_error, dump);
	under_way = dump;
	dump->err = 0;
	dump->complete = false;
	ret = nl_send_simple(sk, type, NLM_F_DUMP, header, size);
	if (ret >= 0)
		ret = nl_recvmsgs(sk, cb);
	*interrupted = ret == -NLE_DUMP_INTR;
	under_way = NULL;
	if (!dump->err && !dump->complete && !*interrupted)
		dump->err = EBADMSG;
	ret = -dump->err;
out:
	nl_socket_free(sk);
	if (cb)
		nl_cb_put(cb);
	return ret;
}

static void forget_links(struct na_collector *c)
{
	while (c->snapshot->n_nics > c->first)
		free(c->snapshot->nics[--c->snapshot->n_nics].facts.v);
}

static int by_ifindex(const void *a, const void *b)
{
	const struct na_nic *x = a, *y = b;

	return x->ifindex < y->ifindex ? -1 : x->ifindex > y->ifindex;
}

/* Indexes of other interfaces become their names, now that all are known. */
static void resolve(struct na_collector *c, struct na_facts *facts)
{
	for (size_t i = 0; i < facts->n; i++) {
		struct na_fact *fact = &facts->v[i];
		const struct na_nic *other;

		if (na_attrs[fact->attr].type != NA_STRING || fact->value.type != NA_UINT)
			continue;
		other = na_collector_nic(c, (uint32_t)fact->value.v.u);
		if (other) {
			fact->value = na_string(other->name);
		} else {
			fact->state = NA_UNKNOWN;
			fact->value = (struct na_value){ .type = NA_NONE };
		}
	}
}

/* Most of what the kernel says of a link is statistics, of IPv6 above all: left out where nobody wants any. */
static bool wants_statistics(const struct na_collector *c)
{
	for (uint16_t a = c->route_rows[NA_RT_TOP]; a; a = c->route_next[a])
		if (na_attrs[a].rt.attr == IFLA_STATS64)
			return true;
	return false;
}

static int dump_links(struct na_collector *c, struct dump *dump, bool statistics, bool *interrupted)
{
	struct {
		struct ifinfomsg header;
		struct nlattr attr;
		uint32_t mask;
	} request = {
		.header = { .ifi_family = AF_UNSPEC },
		.attr = { sizeof(request.attr) + sizeof(request.mask), IFLA_EXT_MASK },
		.mask = RTEXT_FILTER_SKIP_STATS,
	};
	int ret = 0;

	for (int tries = 0; tries < 3; tries++) {
		forget_links(c);
		ret = dump_once(dump, RTM_GETLINK, &request, statistics ? sizeof(request.header) : sizeof(request),
				take_link, interrupted);
		if (ret || !*interrupted)
			break;
	}
	return ret;
}

int na_route_links(struct na_collector *c, const char *netns, struct na_error *error)
{
	struct dump dump = { .c = c, .netns = netns };
	bool interrupted = false, statistics;
	int ret;

	c->first = c->snapshot->n_nics;
	statistics = wants_statistics(c);
	ret = dump_links(c, &dump, statistics, &interrupted);
	if (ret == -ENODATA) /* a recording of a command that wanted other facts */
		ret = dump_links(c, &dump, !statistics, &interrupted);
	c->n = c->snapshot->n_nics - c->first;
	c->next = 0;
	if (ret)
		return na_error_set(error, -ret, "the kernel's list of interfaces cannot be read: %s", strerror(-ret));
	if (interrupted)
		c->snapshot->host.partial = true;
	if (!c->n)
		return 0;
	qsort(c->snapshot->nics + c->first, c->n, sizeof(*c->snapshot->nics), by_ifindex);
	for (size_t i = c->first; i < c->snapshot->n_nics; i++) {
		struct na_nic *nic = &c->snapshot->nics[i];

		nic->is_virtual = !nic->bus;
		resolve(c, &nic->facts);
	}
	return 0;
}

/* What sits below a multi-queue root, by libnl-route's parser: few links have one. */
static void take_qdisc_object(struct nl_object *object, void *arg)
{
	struct rtnl_tc *tc = TC_CAST(object);
	struct dump *dump = arg;
	struct na_nic *nic = na_collector_nic(dump->c, (uint32_t)rtnl_tc_get_ifindex(tc));
	const char *kind = rtnl_tc_get_kind(tc);

	if (!nic || !nic->selected || !kind || rtnl_tc_get_parent(tc) == TC_H_ROOT || rtnl_tc_get_parent(tc) == 0 ||
	    rtnl_tc_get_parent(tc) == TC_H_INGRESS)
		return;
	kind = na_arena_intern(&dump->c->snapshot->arena, kind, strlen(kind));
	/* one fact a NIC: the first class stands for all, and one that differs makes it unknown */
	for (size_t i = 0; i < nic->facts.n; i++) {
		struct na_fact *fact = &nic->facts.v[i];

		if (fact->attr != NA_QDISC_LEAF)
			continue;
		if (fact->state == NA_PRESENT && fact->value.v.s != kind)
			*fact = (struct na_fact){ .attr = NA_QDISC_LEAF,
						  .state = NA_UNKNOWN,
						  .source = NA_SRC_ROUTE,
						  .value = na_string("queues differ") };
		return;
	}
	na_put(dump->c, &nic->facts, NA_QDISC_LEAF, NULL, NA_SRC_ROUTE, na_string(kind));
}

static int take_qdisc(struct nl_msg *msg, void *arg)
{
	nl_msg_parse(msg, take_qdisc_object, arg);
	return NL_OK;
}

void na_route_qdiscs(struct na_collector *c)
{
	struct tcmsg header = { .tcm_family = AF_UNSPEC };
	struct dump dump = { .c = c };
	bool interrupted = false;
	int ret = c->multiqueue ? dump_once(&dump, RTM_GETQDISC, &header, sizeof(header), take_qdisc, &interrupted) : 0;

	if (interrupted)
		c->snapshot->host.partial = true;
	if (ret)
		for (size_t i = c->first; i < c->first + c->n; i++)
			if (c->snapshot->nics[i].selected)
				na_put_state(c, &c->snapshot->nics[i].facts, NA_QDISC_LEAF, NULL, NA_SRC_ROUTE,
					     na_state_of_errno(-ret), -ret, NULL);
}
