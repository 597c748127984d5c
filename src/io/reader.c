/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines, words and bytes of a recording's text, which somebody may have edited: nothing is believed or without limit. */
#include "io/reader.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	/* no request or answer is near that long: it is there so that a mistyped number of zeros is found */
	LONGEST_HEX = 16 << 20,
	/* of a file, and of what all of them together may become where N zeros are a word */
	MOST_MEBIBYTES = 256,
	MOST = MOST_MEBIBYTES << 20,
};

int na_reader_bad(struct reader *r, const char *format, ...)
{
	char text[200];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	na_error_set(r->error, EINVAL, "%s:%d: %s", r->path, r->number, text);
	if (r->error)
		r->error->line = r->number;
	return -EINVAL;
}

/* A fifo in place of a file must not keep us waiting, and is none. */
int na_reader_open(struct reader *r, const char *dir, const char *file)
{
	struct stat st;
	int fd, ret;

	r->answer = NULL;
	r->number = 0;
	r->file = NULL;
	if (snprintf(r->path, sizeof(r->path), "%s/%s", dir, file) >= (int)sizeof(r->path))
		return na_error_set(r->error, ENAMETOOLONG, "%s: %s", dir, strerror(ENAMETOOLONG));
	fd = open(r->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return -ENOENT;
	if (fd < 0 || fstat(fd, &st))
		ret = na_error_set(r->error, errno, "%s: %s", r->path, strerror(errno));
	else if (!S_ISREG(st.st_mode))
		ret = na_error_set(r->error, S_ISDIR(st.st_mode) ? EISDIR : EINVAL, "%s: this is no regular file",
				   r->path);
	else if (st.st_size > MOST)
		ret = na_error_set(r->error, EFBIG, "%s: larger than %d MiB", r->path, MOST_MEBIBYTES);
	else if (!(r->file = fdopen(fd, "r")))
		ret = -ENOMEM;
	else
		return 0;
	if (fd >= 0)
		close(fd);
	return ret;
}

int na_reader_line(struct reader *r)
{
	ssize_t len = getline(&r->line, &r->line_cap, r->file);

	r->number++;
	if (len < 0 && !feof(r->file))
		return na_error_set(r->error, errno, "%s: %s", r->path, strerror(errno));
	if (len <= 0)
		return 0;
	if (r->line[len - 1] == '\n')
		r->line[--len] = 0;
	return strlen(r->line) == (size_t)len ? 1 : na_reader_bad(r, "expected text, found a byte of zero");
}

char *na_reader_word(char **rest)
{
	char *start = *rest + strspn(*rest, " ");
	size_t len = strcspn(start, " ");

	*rest = start + len + (start[len] != 0);
	start[len] = 0;
	return start;
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

int na_reader_hex_byte(const char *at)
{
	int high = digit(at[0]), low = high < 0 ? -1 : digit(at[1]);

	return low < 0 ? -1 : high << 4 | low;
}

int na_reader_name(struct reader *r, char **rest, const char *what, bool may_be_empty, const char **result)
{
	char *start = na_reader_word(rest), *out = start;

	*result = start;
	if (!*start)
		return na_reader_bad(r, "expected %s, found the end of the line", what);
	if (!strcmp(start, "-")) {
		*result = "";
		return may_be_empty ? 0 : na_reader_bad(r, "expected %s, not '-'", what);
	}
	for (const char *in = start; *in; out++) {
		int byte = (unsigned char)*in;

		if (*in == '\\') {
			byte = in[1] == 'x' ? na_reader_hex_byte(in + 2) : -1;
			if (byte <= 0)
				return na_reader_bad(r, "expected \\xNN in %s, not '%.4s'", what, in);
			in += 3;
		}
		in++;
		*out = (char)byte;
	}
	*out = 0;
	return 0;
}

int na_reader_errno(struct reader *r, char **rest, int *ret)
{
	const char *text = na_reader_word(rest);
	unsigned long number = *text == 'E' && isdigit((unsigned char)text[1]) ? strtoul(text + 1, NULL, 10) : 0;

	*ret = -na_errno_value(text);
	if (!*ret && number < 4096)
		*ret = -(int)number;
	if (!*ret)
		return na_reader_bad(r, "expected the name of an errno, such as EOPNOTSUPP, not '%.20s'", text);
	return 0;
}

int na_reader_end(struct reader *r, char **rest)
{
	const char *more = na_reader_word(rest);

	return *more ? na_reader_bad(r, "expected the end of the line, not '%.20s'", more) : 0;
}

int na_reader_append(struct reader *r, unsigned char byte, size_t n)
{
	if (n > LONGEST_HEX - r->len)
		return na_reader_bad(r, "expected at most %d bytes", LONGEST_HEX);
	if (n > MOST - r->total)
		return na_reader_bad(r, "expected at most %d MiB in a recording", MOST_MEBIBYTES);
	if (r->len + n > r->cap) {
		size_t cap = 2 * (r->len + n) + 256;
		unsigned char *data = realloc(r->data, cap);

		if (!data)
			return -ENOMEM;
		r->data = data;
		r->cap = cap;
	}
	memset(r->data + r->len, byte, n);
	r->len += n;
	r->total += n;
	return 0;
}

int na_reader_hex(struct reader *r, const char *at)
{
	size_t before = r->len;
	int ret = 0;

	while (!ret && *at) {
		unsigned long n = 1;
		int byte = *at == ' ' ? 0 : na_reader_hex_byte(at);
		char *end;

		if (*at == ' ') {
			at++;
			continue;
		}
		if (byte < 0)
			return na_reader_bad(r, "expected two hexadecimal digits, not '%.8s'", at);
		at += 2;
		if (*at == '*') {
			n = isdigit((unsigned char)at[1]) ? strtoul(at + 1, &end, 10) : 0;
			if (byte || !n || (*end && *end != ' '))
				return na_reader_bad(r, "expected 00*N for N zero bytes, not '%.12s'", at - 2);
			at = end;
		}
		ret = na_reader_append(r, (unsigned char)byte, n);
	}
	if (!ret && r->len == before)
		return na_reader_bad(r, "expected bytes in hexadecimal, found the end of the line");
	return ret;
}
