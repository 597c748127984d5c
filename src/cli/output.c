/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where output goes: standard output, or a file that stays as it was until all was written. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

struct output {
	FILE *file;
	const char *path; /* NULL for standard output */
	char *target, *temporary;
	int fd;
	int err; /* errno of the first write that failed */
	bool is_temporary;
};

/* What stdio forgets: the reason for the first write that failed. */
static ssize_t write_all(void *cookie, const char *buf, size_t size)
{
	struct output *output = cookie;
	size_t done = 0;

	while (!output->err && done < size) {
		ssize_t n = write(output->fd, buf + done, size - done);

		if (n > 0)
			done += (size_t)n;
		else if (n < 0 && errno != EINTR)
			output->err = errno;
	}
	return output->err ? 0 : (ssize_t)size;
}

/* A file beside the one that is to be replaced, with the access rights of that, or those of a new one. */
static int open_temporary(struct output *output, const struct stat *old)
{
	mode_t mask = umask(0);

	umask(mask);
	if (asprintf(&output->temporary, "%s.XXXXXX", output->target) < 0) {
		output->temporary = NULL;
		return -ENOMEM;
	}
	output->fd = mkostemp(output->temporary, O_CLOEXEC);
	if (output->fd < 0)
		return -errno;
	output->is_temporary = true;
	if (fchmod(output->fd, old ? old->st_mode & 07777 : 0666 & ~mask))
		return -errno;
	return 0;
}

/* Devices and pipes are written to, not replaced; and of a symbolic link it is the target that is. */
static int open_file(struct output *output)
{
	struct stat st;
	bool exists = !stat(output->path, &st);

	if (exists && S_ISDIR(st.st_mode))
		return -EISDIR;
	if (exists && !S_ISREG(st.st_mode)) {
		output->fd = open(output->path, O_WRONLY | O_CLOEXEC);
		return output->fd < 0 ? -errno : 0;
	}
	if (!exists && !lstat(output->path, &st)) /* a link that leads nowhere is not to be replaced either */
		return -ENOENT;
	output->target = exists ? realpath(output->path, NULL) : strdup(output->path);
	if (!output->target)
		return -errno;
	return open_temporary(output, exists ? &st : NULL);
}

static void forget(struct output *output)
{
	if (output->path && output->fd >= 0)
		close(output->fd);
	if (output->is_temporary)
		unlink(output->temporary);
	free(output->target);
	free(output->temporary);
}

/* 0 or -errno. */
static int open_output(struct output *output, const char *path)
{
	int ret = 0;

	*output = (struct output){ .path = path, .fd = STDOUT_FILENO };
	if (path) {
		output->fd = -1;
		ret = open_file(output);
	}
	if (!ret) {
		output->file = fopencookie(output, "w", (cookie_io_functions_t){ .write = write_all });
		ret = output->file ? 0 : -ENOMEM;
	}
	if (ret)
		forget(output);
	else
		setvbuf(output->file, NULL, _IOFBF, 1 << 16);
	return ret;
}

/* ret is what writing returned: what is not yet out then stays in. 0 or -errno, the file being the old one then. */
static int close_output(struct output *output, int ret)
{
	if (ret && !output->err)
		output->err = -ret;
	if (fclose(output->file) && !ret)
		ret = -EIO;
	if (output->err)
		ret = -output->err;
	if (output->path && close(output->fd) && !ret) /* some file systems tell it here */
		ret = -errno;
	output->fd = -1;
	if (!ret && output->is_temporary) {
		if (rename(output->temporary, output->target))
			ret = -errno;
		else
			output->is_temporary = false;
	}
	forget(output);
	return ret;
}

/* What renderers are to know of the terminal and the options. */
static struct na_render_options render_options(const struct output *output, const struct options *options)
{
	const char *columns = getenv("COLUMNS"), *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
	bool terminal = isatty(output->fd);
	struct na_render_options result = {
		.verbose = options->verbose,
		.quiet = options->quiet && !options->output, /* a file that was asked for is written */
	};
	enum { NARROWEST = 40, USUAL = 80, WIDEST = 500 };
	struct winsize size;
	int width = 0;

	if (options->color == COLOR_AUTO)
		result.color = terminal && !(no_color && *no_color) && term && strcmp(term, "dumb");
	else
		result.color = options->color == COLOR_ALWAYS;
	if (terminal && !ioctl(output->fd, TIOCGWINSZ, &size) && size.ws_col)
		width = size.ws_col;
	else if (columns)
		width = atoi(columns);
	else if (!terminal)
		return result; /* a table is as wide as it is: whoever reads a pipe wants whole names */
	if (width <= 0)
		width = USUAL;
	result.width = width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : (unsigned int)width;
	return result;
}

int put_output(const struct options *options, int (*put)(FILE *, const struct na_render_options *, const void *),
	       const void *data)
{
	struct na_error error = { 0 };
	struct na_render_options render;
	struct output output;
	int ret = open_output(&output, options->output);

	if (!ret) {
		render = render_options(&output, options);
		ret = close_output(&output, put(output.file, &render, data));
	}
	if (!ret)
		return 0;
	if (ret == -EPIPE) /* the reader has seen enough */
		return EXIT_INTERNAL;
	na_error_set(&error, -ret, "%s: cannot be written: %s", options->output ? options->output : "standard output",
		     strerror(-ret));
	return complain(EXIT_INTERNAL, &error);
}
