/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where policies come from: files by their path from the one that includes them, shipped profiles, standard input. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

enum { LARGEST_POLICY = 4 << 20 };

/* A file that was read: by another path it is still the same. */
struct seen {
	struct seen *next;
	dev_t dev;
	ino_t ino;
	char path[];
};

struct reader {
	struct seen *seen;
};

static const char suffix[] = ".yaml";

static const char *profile_dir(void)
{
	const char *dir = getenv("NICAUDIT_PROFILES");

	return dir && *dir ? dir : NA_PROFILE_DIR;
}

static bool is_profile(const char *name)
{
	return !strpbrk(name, "/.");
}

static int is_yaml(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return entry->d_name[0] != '.' && len >= sizeof(suffix) &&
	       !strcmp(entry->d_name + len + 1 - sizeof(suffix), suffix);
}

/* The nearest there is, or all there are. */
static int no_profile(const char *name, const char *from, struct na_error *error)
{
	const char *words[64], *nearest;
	struct dirent **entries;
	char all[200] = "";
	int found = scandir(profile_dir(), &entries, is_yaml, alphasort);
	size_t n = 0;

	for (int i = 0; i < found; i++) {
		entries[i]->d_name[strlen(entries[i]->d_name) + 1 - sizeof(suffix)] = 0;
		if (n < sizeof(words) / sizeof(words[0]))
			words[n++] = entries[i]->d_name;
	}
	nearest = na_nearest(name, words, n);
	for (size_t i = 0; i < n; i++)
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", i ? ", " : "", words[i]);
	if (!from && !access(name, F_OK))
		na_error_set(error, ENOENT, "no profile '%s'; did you mean './%s'?", name, name);
	else if (nearest)
		na_error_set(error, ENOENT, "no profile '%s'; did you mean '%s'?", name, nearest);
	else if (n)
		na_error_set(error, ENOENT, "no profile '%s'; there are: %s", name, all);
	else
		na_error_set(error, ENOENT, "no profile '%s'; there are none in %s", name, profile_dir());
	for (int i = 0; i < found; i++)
		free(entries[i]);
	if (found >= 0)
		free(entries);
	return -ENOENT;
}

/* The path of what is included by a file, for the caller to free; NULL where memory ran out. */
static char *path_of(const char *name, const char *from)
{
	const char *slash = from ? strrchr(from, '/') : NULL;
	char *path;
	int n;

	if (is_profile(name)) {
		n = asprintf(&path, "%s/%s%s", profile_dir(), name, suffix);
	} else {
		int dir = slash && *name != '/' ? (int)(slash - from) + 1 : 0;

		n = asprintf(&path, "%.*s%s", dir, from ? from : "", name);
	}
	return n < 0 ? NULL : path;
}

/* *path becomes what the file was called when it was seen first. */
static int remember(struct reader *reader, int fd, char **path)
{
	struct seen *seen;
	struct stat st;

	if (fstat(fd, &st))
		return -errno;
	for (seen = reader->seen; seen; seen = seen->next)
		if (seen->dev == st.st_dev && seen->ino == st.st_ino) {
			free(*path);
			*path = strdup(seen->path);
			return *path ? 0 : -ENOMEM;
		}
	seen = malloc(sizeof(*seen) + strlen(*path) + 1);
	if (!seen)
		return -ENOMEM;
	*seen = (struct seen){ .next = reader->seen, .dev = st.st_dev, .ino = st.st_ino };
	strcpy(seen->path, *path);
	reader->seen = seen;
	return 0;
}

static int read_policy(void *data, const char *name, const char *from, char **path, char **text, size_t *len,
		       struct na_error *error)
{
	bool is_stdin = !from && !strcmp(name, "-");
	int fd = STDIN_FILENO, ret = 0;

	*text = NULL;
	*path = is_stdin ? strdup("standard input") : path_of(name, from);
	if (!*path)
		return -ENOMEM;
	if (!is_stdin)
		fd = open(*path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		ret = -errno;
	else if (!is_stdin)
		ret = remember(data, fd, path);
	if (!ret)
		ret = read_all(fd, LARGEST_POLICY, text, len);
	if (fd >= 0 && !is_stdin)
		close(fd);
	if (!ret)
		return 0;
	if (ret == -ENOENT && is_profile(name) && !is_stdin)
		no_profile(name, from, error);
	else if (*path)
		na_error_set(error, -ret, "%s: %s", *path, ret == -EFBIG ? "larger than 4 MiB" : strerror(-ret));
	free(*path);
	free(*text);
	return ret;
}

int load_policy(const char *name, struct na_policy **policy, struct na_error *error)
{
	struct reader reader = { 0 };
	const struct na_policy_files files = { read_policy, &reader };
	int ret = na_policy_load(name, &files, policy, error);
	struct seen *next;

	for (struct seen *seen = reader.seen; seen; seen = next) {
		next = seen->next;
		free(seen);
	}
	if (ret)
		return ret == -ENOMEM ? EXIT_INTERNAL : EXIT_INPUT;
	return 0;
}
