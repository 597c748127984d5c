/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel in front of us: netlink and ethtool sockets for each network namespace. Its files are in live_files.c. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/netlink.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "io/live.h"

#define NETNS_DIR "/run/netns"

enum {
	ANSWER_SECONDS = 10,
	RECEIVE_BUFFER = 1 << 20,
	STRANGERS = 4096, /* datagrams that were not meant for us before we stop waiting for ours */
};

static int netlink_socket(int proto)
{
	const struct timeval patience = { .tv_sec = ANSWER_SECONDS };
	const int size = RECEIVE_BUFFER, on = 1;
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, proto);

	if (fd < 0)
		return -errno;
	/* Old kernels lack the last two, and without any of them answers are right, too. */
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
	setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof(on));
	setsockopt(fd, SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof(on));
	return fd;
}

static void space_open_sockets(struct space *space)
{
	space->fd[GENERIC] = netlink_socket(NETLINK_GENERIC);
	space->fd[ROUTE] = netlink_socket(NETLINK_ROUTE);
	space->fd[ETHTOOL] = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (space->fd[ETHTOOL] < 0)
		space->fd[ETHTOOL] = -errno;
	space->used = true;
}

static void space_close(struct space *space)
{
	if (space->ns >= 0)
		close(space->ns);
	for (size_t i = 0; space->used && i < N_SOCKETS; i++)
		if (space->fd[i] >= 0)
			close(space->fd[i]);
	*space = (struct space){ .ns = -EBADF };
}

/* The namespace questions go to, its sockets open. */
static struct space *here(struct live *live)
{
	struct space *space = &live->spaces[live->now];

	if (!space->used)
		space_open_sockets(space);
	return space;
}

int na_live_enter(const struct live *live, int ns)
{
	int home = live->spaces[0].ns;

	if (home < 0)
		return home;
	/* Entering home from home takes what the way back will take: whoever may not do it had better not leave. */
	if (setns(home, CLONE_NEWNET) || setns(ns, CLONE_NEWNET))
		return -errno;
	return 0;
}

/*
 * A process that sits in another namespace than its caller believes would go on to read, and to set, the wrong
 * machine's NICs, and an error code can be overlooked: this is the one place where the library ends the process.
 */
void na_live_leave(const struct live *live)
{
	if (!setns(live->spaces[0].ns, CLONE_NEWNET))
		return;
	dprintf(STDERR_FILENO, "nicaudit: cannot return to the network namespace it came from (%s), aborting\n",
		strerror(errno));
	abort();
}

static int live_netns(struct na_io *io, const char *name)
{
	struct live *live = live_of(io);
	struct space space = { .ns = -EBADF }, *place = NULL;
	int dir, rc;

	for (size_t i = 0; i < SPACES; i++) {
		if (strcmp(live->spaces[i].name, name) || (i && !live->spaces[i].used))
			continue;
		live->now = i;
		return 0;
	}
	if (strlen(name) > NAME_MAX || strchr(name, '/') || !strcmp(name, ".") || !strcmp(name, ".."))
		return -ENOENT;
	dir = open(NETNS_DIR, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return -errno;
	space.ns = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	rc = space.ns < 0 ? -errno : 0;
	close(dir);
	if (!rc)
		rc = na_live_enter(live, space.ns);
	if (rc) {
		space_close(&space);
		return rc;
	}
	space_open_sockets(&space);
	na_live_leave(live);
	memcpy(space.name, name, strlen(name) + 1);

	for (size_t i = 1; i < SPACES && !place; i++)
		if (!live->spaces[i].used)
			place = &live->spaces[i];
	if (!place) {
		place = &live->spaces[1 + live->victim];
		live->victim = (live->victim + 1) % (SPACES - 1);
	}
	space_close(place);
	*place = space;
	live->now = (size_t)(place - live->spaces);
	return 0;
}

static int socket_of(int proto)
{
	return proto == NETLINK_GENERIC ? GENERIC : proto == NETLINK_ROUTE ? ROUTE : -EPROTONOSUPPORT;
}

static int live_send(struct na_io *io, int proto, const void *msg, size_t len)
{
	struct live *live = live_of(io);
	int which = socket_of(proto), fd = which < 0 ? which : here(live)->fd[which];
	struct nlmsghdr header;

	if (fd < 0)
		return fd;
	if (len < sizeof(header))
		return -EINVAL;
	memcpy(&header, msg, sizeof(header));
	live->asked[which] = header.nlmsg_seq;
	while (send(fd, msg, len, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}

/* The kernel's answer to what was asked last: not another process's, nor what is left of an answer nobody waited for. */
static bool is_answer(const struct msghdr *received, const struct sockaddr_nl *from, const void *buf, size_t len,
		      uint32_t asked)
{
	struct nlmsghdr header;

	if (received->msg_namelen != sizeof(*from) || from->nl_pid)
		return false;
	if (len < sizeof(header))
		return received->msg_flags & MSG_TRUNC;
	memcpy(&header, buf, sizeof(header));
	return header.nlmsg_seq == asked;
}

static ssize_t live_recv(struct na_io *io, int proto, void *buf, size_t size)
{
	struct live *live = live_of(io);
	int which = socket_of(proto), fd = which < 0 ? which : here(live)->fd[which];

	if (fd < 0)
		return fd;
	for (size_t strangers = 0; strangers < STRANGERS;) {
		struct sockaddr_nl from = { 0 };
		struct iovec data = { .iov_base = buf, .iov_len = size };
		struct msghdr message = {
			.msg_name = &from, .msg_namelen = sizeof(from), .msg_iov = &data, .msg_iovlen = 1
		};
		ssize_t len = recvmsg(fd, &message, 0);

		if (len < 0) {
			if (errno == EINTR)
				continue;
			return errno == EAGAIN ? -ETIMEDOUT : -errno;
		}
		if (is_answer(&message, &from, buf, (size_t)len, live->asked[which]))
			return message.msg_flags & MSG_TRUNC ? -EMSGSIZE : len;
		strangers++;
	}
	return -ETIMEDOUT;
}

static int live_ioctl(struct na_io *io, const char *ifname, void *data, size_t len)
{
	int fd = here(live_of(io))->fd[ETHTOOL], rc;
	size_t name_len = strlen(ifname);
	struct ifreq request = { .ifr_data = data };

	if (fd < 0)
		return fd;
	if (name_len >= IFNAMSIZ)
		return -ENODEV;
	memcpy(request.ifr_name, ifname, name_len);
	rc = ioctl(fd, SIOCETHTOOL, &request);
	return rc < 0 ? -errno : rc;
}

static int live_clock(struct na_io *io, clockid_t clock, int64_t *ns)
{
	struct timespec now;

	if (clock_gettime(clock, &now))
		return -errno;
	*ns = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
	return 0;
}

static int live_host(struct na_io *io, struct na_io_host *host)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct caps[_LINUX_CAPABILITY_U32S_3] = { 0 };
	struct utsname name;

	if (uname(&name) || syscall(SYS_capget, &header, caps))
		return -errno;
	*host = (struct na_io_host){ 0 };
	snprintf(host->machine, sizeof(host->machine), "%s", name.machine);
	host->privileged = caps[CAP_TO_INDEX(CAP_NET_ADMIN)].effective & CAP_TO_MASK(CAP_NET_ADMIN);
	return 0;
}

/* The one we run in may have a name, too: it is not there twice. */
static bool is_own(const struct live *live, const char *name)
{
	char path[sizeof(NETNS_DIR) + NAME_MAX + 1];
	struct stat ours, theirs;

	snprintf(path, sizeof(path), "%s/%s", NETNS_DIR, name);
	return live->spaces[0].ns >= 0 && !fstat(live->spaces[0].ns, &ours) && !stat(path, &theirs) &&
	       ours.st_ino == theirs.st_ino && ours.st_dev == theirs.st_dev;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_name(const struct dirent *entry)
{
	return *entry->d_name != '.';
}

int na_live_names(const char *text, size_t len, char ***names)
{
	size_t n = 0, at = 0;
	char **list, *copy;

	for (size_t i = 0; i < len; i++)
		n += !text[i];
	list = malloc((n + 1) * sizeof(*list) + len);
	if (!list)
		return -ENOMEM;
	copy = (char *)(list + n + 1);
	if (len)
		memcpy(copy, text, len);
	for (size_t i = 0; i < n; i++) {
		list[i] = copy + at;
		at += strlen(copy + at) + 1;
	}
	list[n] = NULL;
	*names = list;
	return (int)n;
}

static int live_netns_list(struct na_io *io, char ***names)
{
	struct dirent **entries = NULL;
	char *text = NULL;
	size_t len = 0;
	FILE *memory;
	int n, rc;

	n = scandir(NETNS_DIR, &entries, is_name, by_name);
	if (n < 0)
		n = errno == ENOENT ? 0 : -errno;
	memory = open_memstream(&text, &len);
	for (int i = 0; i < n; i++) {
		if (memory && !is_own(live_of(io), entries[i]->d_name))
			fwrite(entries[i]->d_name, strlen(entries[i]->d_name) + 1, 1, memory);
		free(entries[i]);
	}
	free(entries);
	if (!memory || fclose(memory))
		rc = -ENOMEM;
	else
		rc = n < 0 ? n : na_live_names(text, len, names);
	free(text);
	return rc;
}

static void live_free(struct na_io *io)
{
	struct live *live = live_of(io);

	for (size_t i = 0; i < SPACES; i++)
		space_close(&live->spaces[i]);
	close(live->root);
	free(live);
}

static const struct na_io_ops live_ops = {
	.send = live_send,
	.recv = live_recv,
	.ioctl = live_ioctl,
	.read = na_live_read,
	.readlink = na_live_readlink,
	.list = na_live_list,
	.running = na_live_running,
	.clock = live_clock,
	.host = live_host,
	.netns = live_netns,
	.netns_list = live_netns_list,
	.free = live_free,
};

int na_io_live(const char *root, struct na_io **io, struct na_error *error)
{
	struct live *live = calloc(1, sizeof(*live));
	int rc = 0;

	if (!live)
		return na_error_set(error, ENOMEM, "out of memory");
	live->io.ops = &live_ops;
	for (size_t i = 0; i < SPACES; i++)
		live->spaces[i].ns = -EBADF;
	/* "/" is only passed through; a root that was asked for must be readable, or everything would be found missing. */
	live->root = open(root ? root : "/", (root ? O_RDONLY : O_PATH) | O_DIRECTORY | O_CLOEXEC);
	if (live->root < 0) {
		rc = na_error_set(error, errno, "cannot read the root %s: %s", root ? root : "/", strerror(errno));
		free(live);
		return rc;
	}
	live->confined = root && na_live_can_confine(live->root);
	live->spaces[0].ns = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	if (live->spaces[0].ns < 0)
		live->spaces[0].ns = -errno;
	*io = &live->io;
	return 0;
}
