/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of the live door: all of them below its root, also where a link in it is absolute. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/live.h"

enum {
	COMM_LEN = 15,	     /* what the kernel keeps of a command's name */
	PROCESSES = 1 << 22, /* no kernel has more */
	NAMES = 1 << 12,     /* of files in a directory of configuration; there are some ten, as a rule */
};

bool na_live_can_confine(int root)
{
	struct open_how how = { .flags = O_PATH, .resolve = RESOLVE_IN_ROOT };
	int probe = (int)syscall(SYS_openat2, root, ".", &how, sizeof(how));

	if (probe >= 0)
		close(probe);
	return probe >= 0;
}

static int open_below(const struct live *live, const char *path, int flags)
{
	struct open_how how = { .flags = (unsigned int)flags | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT };
	int fd;

	if (*path != '/')
		return -EINVAL;
	if (live->confined)
		fd = (int)syscall(SYS_openat2, live->root, path + 1, &how, sizeof(how));
	else
		fd = openat(live->root, path + 1, flags | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/* What these show depends on the namespace of whoever opens them. */
static bool follows_netns(const char *path)
{
	return !strncmp(path, "/proc/net/", 10) || !strncmp(path, "/proc/sys/net/", 14);
}

static int open_file(const struct live *live, const char *path)
{
	const int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY; /* whatever is found there, it does not block */
	int fd;

	if (!live->now || !follows_netns(path))
		return open_below(live, path, flags);
	fd = na_live_enter(live, live->spaces[live->now].ns);
	if (fd < 0)
		return fd;
	fd = open_below(live, path, flags);
	na_live_leave(live);
	return fd;
}

/* Up to size bytes, until there are no more. */
static ssize_t read_all(int fd, char *buf, size_t size)
{
	size_t len = 0;
	ssize_t got;

	while (len < size) {
		got = read(fd, buf + len, size - len);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		len += (size_t)got;
	}
	return (ssize_t)len;
}

/* Ends the text, where there is room left for it. */
static ssize_t finish_text(char *buf, size_t size, ssize_t len)
{
	if (len >= 0 && (size_t)len >= size)
		return -EFBIG;
	if (len >= 0)
		buf[len] = 0;
	return len;
}

ssize_t na_live_read(struct na_io *io, const char *path, char *buf, size_t size)
{
	int fd = open_file(live_of(io), path);
	ssize_t len;

	if (fd < 0)
		return fd;
	len = read_all(fd, buf, size);
	close(fd);
	return finish_text(buf, size, len);
}

ssize_t na_live_readlink(struct na_io *io, const char *path, char *buf, size_t size)
{
	struct live *live = live_of(io);
	ssize_t len;
	int fd;

	if (!live->confined && *path == '/') {
		len = readlinkat(live->root, path + 1, buf, size);
		return finish_text(buf, size, len < 0 ? -errno : len);
	}
	fd = open_below(live, path, O_PATH | O_NOFOLLOW);
	if (fd < 0)
		return fd;
	len = readlinkat(fd, "", buf, size);
	/* Of a descriptor that is no link this says ENOENT, and of a path EINVAL. */
	if (len < 0)
		len = errno == ENOENT ? -EINVAL : -errno;
	close(fd);
	return finish_text(buf, size, len);
}

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int na_live_list(struct na_io *io, const char *path, char ***names)
{
	int fd = open_below(live_of(io), path, O_RDONLY | O_DIRECTORY | O_NONBLOCK), n = 0;
	const struct dirent *entry;
	char *text = NULL;
	size_t len = 0;
	FILE *memory;
	DIR *dir;

	*names = NULL;
	if (fd < 0)
		return fd;
	dir = fdopendir(fd);
	memory = dir ? open_memstream(&text, &len) : NULL;
	if (!memory) {
		dir ? closedir(dir) : close(fd);
		return -ENOMEM;
	}
	for (errno = 0; n <= NAMES && (entry = readdir(dir));)
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) {
			fwrite(entry->d_name, strlen(entry->d_name) + 1, 1, memory);
			n++;
		}
	n = n > NAMES ? -EFBIG : -errno;
	closedir(dir);
	if (fclose(memory))
		n = -ENOMEM;
	if (!n)
		n = na_live_names(text, len, names);
	free(text);
	if (n > 0)
		qsort(*names, (size_t)n, sizeof(**names), by_bytes);
	return n;
}

int na_live_running(struct na_io *io, const char *comm)
{
	char path[NAME_MAX + 8], name[COMM_LEN + 2];
	struct dirent *entry;
	int fd = open_below(live_of(io), "/proc", O_RDONLY | O_DIRECTORY), found = 0;
	DIR *dir;

	if (fd < 0)
		return fd;
	dir = fdopendir(fd);
	if (!dir) {
		close(fd);
		return -ENOMEM;
	}
	for (size_t i = 0; i < PROCESSES && !found && (entry = readdir(dir)); i++) {
		ssize_t len;
		int file;

		if (!isdigit((unsigned char)*entry->d_name))
			continue;
		snprintf(path, sizeof(path), "%s/comm", entry->d_name);
		file = openat(fd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		if (file < 0)
			continue; /* it has ended in the meantime */
		len = read_all(file, name, sizeof(name));
		close(file);
		if (len > 0 && name[len - 1] == '\n')
			len--;
		found = len == (ssize_t)strnlen(comm, COMM_LEN) && !memcmp(name, comm, (size_t)len);
	}
	closedir(dir);
	return found;
}
