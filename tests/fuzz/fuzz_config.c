/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files of configuration: the input is all of them at once. Reading them must end well whatever they say; what a recording keeps
 * of them has as many lines, and nothing more to be taken out of it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collector.h"
#include "io/redact.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct door {
	struct na_io io;
	const uint8_t *data;
	size_t size;
};

static ssize_t door_read(struct na_io *io, const char *path, char *buf, size_t size)
{
	const struct door *door = (const struct door *)io;
	size_t len = door->size < size - 1 ? door->size : size - 1;

	memcpy(buf, door->data, len);
	buf[len] = 0;
	return (ssize_t)len;
}

/* Each directory has one file of each kind. */
static int door_list(struct na_io *io, const char *path, char ***names)
{
	static const char *const files[] = { "a.conf", "a.link", "a.network", "a.nmconnection", "a.rules", "eth0" };
	enum { N = sizeof(files) / sizeof(files[0]) };

	*names = calloc(N + 1, sizeof(char *));
	if (!*names)
		return -ENOMEM;
	memcpy(*names, files, sizeof(files));
	return N;
}

static const struct na_io_ops door_ops = { .read = door_read, .list = door_list };

static void collect(const uint8_t *data, size_t size)
{
	struct door door = { { &door_ops }, data, size };
	struct na_collector *c = calloc(1, sizeof(*c));
	struct na_nic *nic;

	if (!c)
		abort();
	c->io = &door.io;
	c->snapshot = na_snapshot_new();
	memset(c->wanted, NA_WANT_ALL, sizeof(c->wanted));
	na_turn_to(c, NULL);
	nic = na_snapshot_add_nic(c->snapshot, "eth0");
	nic->netns = "";
	nic->driver = "igb";
	nic->mac = "02:00:00:00:00:01";
	nic->bus = "0000:03:00.0";
	nic->selected = true;
	na_persist_collect(c);
	if (na_snapshot_finish(c->snapshot))
		abort();
	na_snapshot_free(c->snapshot);
	free(c);
}

static size_t lines_of(const char *text, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++)
		n += text[i] == '\n';
	return n;
}

static void redact(const char *path, const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1), *again = malloc(size + 1);
	size_t len, same;

	if (!text || !again)
		abort();
	memcpy(text, data, size);
	text[size] = 0;
	len = na_redact(path, text, size);
	if (len > size || lines_of(text, len) != lines_of((const char *)data, size))
		abort();
	memcpy(again, text, len + 1);
	same = na_redact(path, again, len);
	if (same != len || memcmp(text, again, len))
		abort();
	free(text);
	free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const paths[] = {
		"/etc/NetworkManager/system-connections/a",
		"/etc/systemd/network/a.link",
		"/etc/udev/rules.d/a.rules",
		"/etc/network/interfaces",
	};

	collect(data, size);
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		redact(paths[i], data, size);
	return 0;
}
