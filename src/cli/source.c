/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where facts come from, by the options: the live host, through a recorder or not, a recording, or a snapshot file. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <config.h>

#include "cli/cli.h"

enum { LARGEST_FILE = 256 << 20 };

static int input_error(int ret)
{
	return ret == -ENOMEM ? EXIT_INTERNAL : EXIT_INPUT;
}

int read_all(int fd, size_t most, char **text, size_t *len)
{
	size_t size = 1 << 16;
	ssize_t n;

	*len = 0;
	*text = malloc(size);
	while (*text) {
		n = read(fd, *text + *len, size - *len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : 0;
		*len += (size_t)n;
		if (*len > most)
			return -EFBIG;
		if (*len == size) {
			char *more = realloc(*text, size *= 2);

			if (!more)
				break;
			*text = more;
		}
	}
	return -ENOMEM;
}

/* "-" is standard input. Nothing is selected. 0 or an exit status. */
static int load_snapshot(const char *path, struct na_snapshot **snapshot, struct na_error *error)
{
	bool is_stdin = !strcmp(path, "-");
	const char *name = is_stdin ? "standard input" : path;
	int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	char *text = NULL;
	size_t len = 0;
	int ret;

	*snapshot = NULL;
	ret = fd < 0 ? -errno : read_all(fd, LARGEST_FILE, &text, &len);
	if (ret)
		na_error_set(error, -ret, "%s: %s", name, ret == -EFBIG ? "larger than 256 MiB" : strerror(-ret));
	else
		ret = na_snapshot_from_json(text, len, name, snapshot, error);
	free(text);
	if (fd >= 0 && !is_stdin)
		close(fd);
	return ret ? input_error(ret) : 0;
}

static int check_root(const char *root, struct na_error *error)
{
	struct stat st;

	if (stat(root, &st))
		return na_error_set(error, errno, "--root %s: %s", root, strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return na_error_set(error, ENOTDIR, "--root %s: %s", root, strerror(ENOTDIR));
	if (access(root, R_OK | X_OK))
		return na_error_set(error, errno, "--root %s: %s", root, strerror(errno));
	return 0;
}

static int open_io(const struct options *o, struct na_io **io, struct na_error *error)
{
	struct na_io *inner;
	int ret = 0;

	if (o->root)
		ret = check_root(o->root, error);
	if (!ret)
		ret = o->replay ? na_io_replay(o->replay, &inner, error) : na_io_live(o->root, &inner, error);
	if (ret)
		return input_error(ret);
	if (!o->record) {
		*io = inner;
		return 0;
	}
	ret = na_io_record(inner, o->record, o->anonymise ? NA_RECORD_ANONYMISE : 0, io, error);
	if (!ret)
		return 0;
	na_io_free(inner);
	return input_error(ret);
}

static int collect(struct na_io *io, const struct options *o, const uint8_t *wanted, struct na_snapshot **snapshot,
		   struct na_error *error)
{
	struct na_collect_options options = {
		.patterns = o->args,
		.n_patterns = o->n_args,
		.all = o->all,
		.backend = o->backend,
		.netns = o->netns,
		.wanted = wanted,
	};
	int ret = na_collect(io, &options, snapshot, error);

	if (ret) {
		*snapshot = NULL;
		return input_error(ret);
	}
	(*snapshot)->tool = PACKAGE_STRING;
	return 0;
}

static void wait_for(int64_t ns)
{
	struct timespec left = { .tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000 };

	while (nanosleep(&left, &left) && errno == EINTR)
		;
}

static int read_file(const struct options *o, struct na_snapshot **now, struct na_error *error)
{
	int status = load_snapshot(o->from, now, error), ret;

	if (status)
		return status;
	ret = na_snapshot_select(*now, o->args, o->n_args, o->all, error);
	return ret ? input_error(ret) : 0;
}

int take_samples(const struct options *o, const uint8_t *wanted, struct na_snapshot **before, struct na_snapshot **now,
		 struct na_error *error)
{
	struct na_error unsaved = { 0 };
	struct na_io *io = NULL;
	int status, saved = 0;

	*before = NULL;
	*now = NULL;
	if (o->baseline) {
		status = load_snapshot(o->baseline, before, error);
		if (status)
			return status;
	}
	if (o->from)
		return read_file(o, now, error);
	status = open_io(o, &io, error);
	if (!status && o->interval_ns) {
		status = collect(io, o, wanted, before, error);
		if (!status && !o->replay)
			wait_for(o->interval_ns);
	}
	if (!status)
		status = collect(io, o, wanted, now, error);
	if (!status && o->interval_ns && (*now)->host.time_ns <= (*before)->host.time_ns) {
		/* a recording gives its last answers again and again, and nothing would seem to change */
		na_error_set(error, ENODATA, "--interval: no time passed between the samples%s%s",
			     o->replay ? ": one is all there is in " : "", o->replay ? o->replay : "");
		status = EXIT_INPUT;
	}
	if (io && o->record) /* also of a run that failed, which is what a report of a bug needs */
		saved = na_io_record_save(io, &unsaved);
	na_io_free(io);
	if (!status && saved) {
		*error = unsaved;
		status = EXIT_INTERNAL;
	}
	return status;
}
