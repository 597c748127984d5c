/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A recording read from its text, which somebody may have edited: an error names file, line and what belongs there. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/netlink.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/recording.h"

/* No request or answer is near that long: it is there so that a mistyped number of zeros is found. */
enum { LONGEST_HEX = 16 * 1024 * 1024 };

struct reader {
	struct na_recording *recording;
	struct na_error *error;
	char path[PATH_MAX];
	FILE *file;
	int number; /* of the line */
	char *line;
	size_t line_cap;
	struct na_rec_answer *answer; /* that the next line may belong to */
	/* the bytes that hexadecimal or text gave, and whether they still wait for the lines that continue them */
	unsigned char *data;
	size_t len, cap;
	bool open;
};

static int bad(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int bad(struct reader *r, const char *format, ...)
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

static bool append(struct reader *r, unsigned char byte, size_t n)
{
	if (n > LONGEST_HEX - r->len)
		return false;
	if (r->len + n > r->cap) {
		size_t cap = 2 * (r->len + n) + 256;
		unsigned char *data = realloc(r->data, cap);

		if (!data)
			return false;
		r->data = data;
		r->cap = cap;
	}
	memset(r->data + r->len, byte, n);
	r->len += n;
	return true;
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static int hex_byte(const char *at)
{
	int high = digit(at[0]), low = high < 0 ? -1 : digit(at[1]);

	return low < 0 ? -1 : high << 4 | low;
}

/* Appends the bytes of the rest of a line: at least one. */
static int read_hex(struct reader *r, const char *at)
{
	size_t before = r->len;

	while (*at) {
		unsigned long n = 1;
		int byte = *at == ' ' ? 0 : hex_byte(at);
		char *end;

		if (*at == ' ') {
			at++;
			continue;
		}
		if (byte < 0)
			return bad(r, "expected two hexadecimal digits, not '%.8s'", at);
		at += 2;
		if (*at == '*') {
			n = isdigit((unsigned char)at[1]) ? strtoul(at + 1, &end, 10) : 0;
			if (byte || !n || (*end && *end != ' '))
				return bad(r, "expected 00*N for N zero bytes, not '%.12s'", at - 2);
			at = end;
		}
		if (!append(r, (unsigned char)byte, n))
			return bad(r, "expected at most %d bytes", LONGEST_HEX);
	}
	return r->len > before ? 0 : bad(r, "expected bytes in hexadecimal, found the end of the line");
}

/* The next word of the line, ended by a NUL; "" where there is none. */
static char *word(char **rest)
{
	char *start = *rest + strspn(*rest, " ");
	size_t len = strcspn(start, " ");

	*rest = start + len + (start[len] != 0);
	start[len] = 0;
	return start;
}

/* A word with its escapes undone, in place. '-' is the empty one where that may be. */
static int name(struct reader *r, char **rest, const char *what, bool may_be_empty, const char **result)
{
	char *start = word(rest), *out = start;

	*result = start;
	if (!*start)
		return bad(r, "expected %s, found the end of the line", what);
	if (!strcmp(start, "-")) {
		*result = "";
		return may_be_empty ? 0 : bad(r, "expected %s, not '-'", what);
	}
	for (const char *in = start; *in; out++) {
		int byte = (unsigned char)*in;

		if (*in == '\\') {
			byte = in[1] == 'x' ? hex_byte(in + 2) : -1;
			if (byte <= 0)
				return bad(r, "expected \\xNN in %s, not '%.4s'", what, in);
			in += 3;
		}
		in++;
		*out = (char)byte;
	}
	*out = 0;
	return 0;
}

/* The negative errno of a name; E524 and the like are numbers that have none. */
static int read_errno(struct reader *r, char **rest, int *ret)
{
	const char *text = word(rest);
	unsigned long number = *text == 'E' && isdigit((unsigned char)text[1]) ? strtoul(text + 1, NULL, 10) : 0;

	*ret = -na_errno_value(text);
	if (!*ret && number < 4096)
		*ret = -(int)number;
	if (!*ret)
		return bad(r, "expected the name of an errno, such as EOPNOTSUPP, not '%.20s'", text);
	return 0;
}

static int line_ends(struct reader *r, char **rest)
{
	const char *more = word(rest);

	return *more ? bad(r, "expected the end of the line, not '%.20s'", more) : 0;
}

static int add(struct reader *r, enum na_rec_kind kind, const char *netns, const char *what, int ret)
{
	struct na_rec_key key = { .kind = kind, .netns = netns, .name = what, .data = r->data, .len = r->len };

	r->answer = na_recording_add(r->recording, &key, ret);
	r->len = 0;
	return r->answer ? 0 : -ENOMEM;
}

/* Ends what continuing lines may have added to. */
static int flush(struct reader *r)
{
	bool open = r->open;

	r->open = false;
	if (open && !na_recording_add_part(r->recording, r->answer, 0, r->data, r->len))
		return -ENOMEM;
	r->len = 0;
	return 0;
}

/* netlink */

static int netlink_request(struct reader *r, char *rest)
{
	const char *family = word(&rest), *netns;
	int ret;

	if (strcmp(family, "generic") && strcmp(family, "route"))
		return bad(r, "expected 'generic' or 'route', not '%.20s'", family);
	ret = name(r, &rest, "a network namespace or '-'", true, &netns);
	if (!ret)
		ret = read_hex(r, rest);
	if (ret)
		return ret;
	if (r->len < NLMSG_HDRLEN)
		return bad(r, "expected a netlink message of at least %d bytes, not of %zu", NLMSG_HDRLEN, r->len);
	/* as they were written, unless somebody pasted a request from elsewhere */
	memset(r->data + offsetof(struct nlmsghdr, nlmsg_seq), 0, 8);
	return add(r, *family == 'g' ? NA_REC_GENERIC : NA_REC_ROUTE, netns, "", 0);
}

static int netlink_line(struct reader *r, char *line)
{
	const char *mark = word(&line);
	int err, ret;

	if (!strcmp(mark, "+")) {
		if (!r->open)
			return bad(r, "expected a line with '<' before one with '+'");
		return read_hex(r, line);
	}
	ret = flush(r);
	if (ret)
		return ret;
	if (!strcmp(mark, ">"))
		return netlink_request(r, line);
	if (strcmp(mark, "<") && strcmp(mark, "!") && strcmp(mark, "!>"))
		return bad(r, "expected '>', '<', '+', '!' or '!>', not '%.20s'", mark);
	if (!r->answer)
		return bad(r, "expected a request, a line with '>', before '%s'", mark);
	if (*mark == '<') {
		r->open = true;
		return read_hex(r, line);
	}
	ret = read_errno(r, &line, &err);
	if (!ret)
		ret = line_ends(r, &line);
	if (ret)
		return ret;
	if (mark[1])
		r->answer->ret = err;
	else if (!na_recording_add_part(r->recording, r->answer, err, NULL, 0))
		return -ENOMEM;
	return 0;
}

/* ioctl */

static int ioctl_request(struct reader *r, char *rest)
{
	const char *netns, *ifname;
	int ret = name(r, &rest, "a network namespace or '-'", true, &netns);

	if (!ret)
		ret = name(r, &rest, "an interface", false, &ifname);
	if (!ret)
		ret = read_hex(r, rest);
	if (!ret)
		ret = add(r, NA_REC_IOCTL, netns, ifname, INT_MIN);
	return ret;
}

static int ioctl_return(struct reader *r, char *rest)
{
	size_t digits;
	int ret = 0;

	rest += strspn(rest, " ");
	digits = strspn(rest, "0123456789");
	if (digits && digits < 10)
		r->answer->ret = (int)strtoul(rest, &rest, 10);
	else
		ret = read_errno(r, &rest, &r->answer->ret);
	return ret ? ret : line_ends(r, &rest);
}

static int ioctl_line(struct reader *r, char *line)
{
	const char *mark = word(&line);
	bool returned = r->answer && r->answer->ret != INT_MIN;
	const struct na_rec_key *key = r->answer ? &r->answer->request->key : NULL;
	int ret;

	r->len = 0;
	if (!strcmp(mark, ">")) {
		if (r->answer && !returned)
			return bad(r, "expected '=' and what the ioctl returned, not the next request");
		return ioctl_request(r, line);
	}
	if (!strcmp(mark, "=")) {
		if (!r->answer || returned)
			return bad(r, "expected a request, a line with '>', before '='");
		return ioctl_return(r, line);
	}
	if (strcmp(mark, "<"))
		return bad(r, "expected '>', '=' or '<', not '%.20s'", mark);
	if (!returned || r->answer->parts)
		return bad(r, "expected a line with '=' before '<'");
	ret = read_hex(r, line);
	if (ret)
		return ret;
	if (r->len != key->len)
		return bad(r, "expected %zu bytes, as many as went in, not %zu", key->len, r->len);
	return na_recording_add_part(r->recording, r->answer, 0, r->data, r->len) ? 0 : -ENOMEM;
}

/* files */

static int file_request(struct reader *r, char *line)
{
	const char *kind = word(&line), *netns = "", *path;
	int ret;

	if (strcmp(kind, "file") && strcmp(kind, "link"))
		return bad(r, "expected 'file' or 'link', '!', or a tab and text, not '%.20s'", kind);
	if (*line != '/') {
		ret = name(r, &line, "a network namespace or a path", true, &netns);
		if (ret)
			return ret;
	}
	ret = name(r, &line, "a path", false, &path);
	if (!ret && *path != '/')
		ret = bad(r, "expected a path that begins with '/', not '%.40s'", path);
	if (!ret)
		ret = line_ends(r, &line);
	if (!ret)
		ret = add(r, *kind == 'f' ? NA_REC_FILE : NA_REC_LINK, netns, path, 0);
	r->open = !ret;
	return ret;
}

static int file_text(struct reader *r, const char *at)
{
	bool newline = r->answer->request->key.kind == NA_REC_FILE;

	if (r->len && (!newline || r->data[r->len - 1] != '\n'))
		return bad(r, "expected no further line: %s",
			   newline ? "the one before said that no newline follows" :
				     "the target of a link is one line");
	while (*at) {
		int byte = (unsigned char)*at++;

		if (byte == '\\' && !*at) {
			newline = false;
			break;
		}
		if (byte == '\\' && *at == '\\') {
			at++;
		} else if (byte == '\\') {
			byte = *at == 'x' ? hex_byte(at + 1) : -1;
			if (byte < 0)
				return bad(r, "expected \\\\ or \\xNN, not '%.4s'", at - 1);
			at += 3;
		}
		if (!append(r, (unsigned char)byte, 1))
			return bad(r, "expected at most %d bytes", LONGEST_HEX);
	}
	if (newline && !append(r, '\n', 1))
		return bad(r, "expected at most %d bytes", LONGEST_HEX);
	return 0;
}

static int files_line(struct reader *r, char *line)
{
	int ret;

	if (*line == '\t' || !strncmp(line, "! ", 2)) {
		if (!r->open)
			return bad(r, "expected 'file' or 'link' and a path before its content");
		if (*line == '\t')
			return file_text(r, line + 1);
		if (r->len)
			return bad(r, "expected either content or '!', not both");
		r->open = false;
		line += 2;
		ret = read_errno(r, &line, &r->answer->ret);
		return ret ? ret : line_ends(r, &line);
	}
	ret = flush(r);
	return ret ? ret : file_request(r, line);
}

/* recording */

static int read_yes_no(struct reader *r, char **rest, int *yes)
{
	const char *text = word(rest);

	*yes = !strcmp(text, "yes");
	return *yes || !strcmp(text, "no") ? 0 : bad(r, "expected 'yes' or 'no', not '%.20s'", text);
}

/* '!' and an errno stand in place of any answer */
static bool failed(char **rest, int *ret, struct reader *r)
{
	*rest += strspn(*rest, " ");
	if (**rest != '!')
		return false;
	word(rest);
	*ret = read_errno(r, rest, &r->answer->ret);
	return true;
}

static int machine_line(struct reader *r, char *rest)
{
	const char *machine;
	int ret = name(r, &rest, "a machine, as uname -m", false, &machine);

	if (ret)
		return ret;
	snprintf(r->recording->host.machine, sizeof(r->recording->host.machine), "%s", machine);
	r->recording->has_host = true;
	return line_ends(r, &rest);
}

static int privileged_line(struct reader *r, char *rest)
{
	int yes, ret = read_yes_no(r, &rest, &yes);

	r->recording->host.privileged = yes;
	return ret ? ret : line_ends(r, &rest);
}

static int clock_line(struct reader *r, char *rest)
{
	const char *text;
	char *end, *at, number[16];
	clockid_t id;
	int ret = name(r, &rest, "a clock", false, &text);

	if (ret)
		return ret;
	if (!na_recording_clock(text, &id))
		return bad(r, "expected 'realtime', 'monotonic', 'boottime' or a number, not '%.20s'", text);
	ret = add(r, NA_REC_CLOCK, "", na_recording_clock_name(id, number), 0);
	if (ret || failed(&rest, &ret, r))
		return ret ? ret : line_ends(r, &rest);
	at = word(&rest);
	errno = 0;
	r->answer->ns = strtoimax(at, &end, 10);
	if (end == at || *end || errno)
		return bad(r, "expected nanoseconds, not '%.24s'", at);
	return line_ends(r, &rest);
}

static int running_line(struct reader *r, char *rest)
{
	const char *comm;
	int ret = name(r, &rest, "the name of a process", false, &comm);

	if (!ret)
		ret = add(r, NA_REC_RUNNING, "", comm, 0);
	if (!ret && !failed(&rest, &ret, r))
		ret = read_yes_no(r, &rest, &r->answer->ret);
	return ret ? ret : line_ends(r, &rest);
}

static int namespaces_line(struct reader *r, char *rest)
{
	const char *netns;
	int ret = add(r, NA_REC_NAMESPACES, "", "", 0);

	if (ret || failed(&rest, &ret, r))
		return ret ? ret : line_ends(r, &rest);
	while (!ret && *(rest += strspn(rest, " "))) {
		ret = name(r, &rest, "a network namespace", false, &netns);
		if (!ret && !na_recording_add_part(r->recording, r->answer, 0, netns, strlen(netns)))
			ret = -ENOMEM;
	}
	return ret;
}

static int netns_line(struct reader *r, char *rest)
{
	const char *netns, *text;
	int ret = name(r, &rest, "a network namespace", false, &netns);

	if (!ret)
		ret = add(r, NA_REC_NETNS, "", netns, 0);
	if (ret || failed(&rest, &ret, r))
		return ret ? ret : line_ends(r, &rest);
	text = word(&rest);
	return strcmp(text, "ok") ? bad(r, "expected 'ok' or '!', not '%.20s'", text) : line_ends(r, &rest);
}

static int recording_line(struct reader *r, char *line)
{
	static const struct {
		const char *what;
		int (*take)(struct reader *r, char *rest);
	} lines[] = {
		{ "machine", machine_line }, { "privileged", privileged_line }, { "clock", clock_line },
		{ "running", running_line }, { "netns", netns_line },		{ "namespaces", namespaces_line },
	};
	const char *what = word(&line);

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (!strcmp(what, lines[i].what))
			return lines[i].take(r, line);
	return bad(r, "expected 'machine', 'privileged', 'clock', 'running', 'namespaces' or 'netns', not '%.20s'",
		   what);
}

/* All of them */

static int first_line(struct reader *r, const char *line)
{
	unsigned long version;
	char *end;

	if (strncmp(line, "nicaudit-recording ", 19))
		return bad(r, "expected 'nicaudit-recording 1': this is no recording");
	version = strtoul(line + 19, &end, 10);
	if (version == 1 && !*end)
		return 0;
	return bad(r, "expected 'nicaudit-recording 1', not version '%.20s'", line + 19);
}

/* A file that ends early must not end in the middle of something. */
static int file_ends(struct reader *r, bool headed)
{
	int ret = flush(r);

	r->number++;
	if (!headed)
		return bad(r, "expected 'nicaudit-recording 1': the file is empty");
	if (!ret && r->answer && r->answer->request->key.kind == NA_REC_IOCTL && r->answer->ret == INT_MIN)
		ret = bad(r, "expected '=' and what the ioctl returned, found the end of the file");
	return ret;
}

static int load_file(struct reader *r, const char *dir, const char *file, int (*take)(struct reader *r, char *line))
{
	bool headed = take != recording_line;
	ssize_t len;
	int ret = 0;

	r->answer = NULL;
	r->number = 0;
	if (snprintf(r->path, sizeof(r->path), "%s/%s", dir, file) >= (int)sizeof(r->path))
		return na_error_set(r->error, ENAMETOOLONG, "%s: %s", dir, strerror(ENAMETOOLONG));
	r->file = fopen(r->path, "re");
	if (!r->file && errno == ENOENT && !headed)
		return na_error_set(r->error, ENOENT, "%s is no recording: %s: %s", dir, r->path, strerror(ENOENT));
	if (!r->file)
		return na_error_set(r->error, errno, "%s: %s", r->path, strerror(errno));
	while (!ret && (len = getline(&r->line, &r->line_cap, r->file)) > 0) {
		r->number++;
		if (r->line[len - 1] == '\n')
			r->line[--len] = 0;
		if (strlen(r->line) != (size_t)len)
			ret = bad(r, "expected text, found a byte of zero");
		else if (!headed)
			ret = first_line(r, r->line);
		else if (len && *r->line != '#')
			ret = take(r, r->line);
		headed = true;
	}
	if (!ret && ferror(r->file))
		ret = na_error_set(r->error, errno, "%s: %s", r->path, strerror(errno));
	if (!ret)
		ret = file_ends(r, headed);
	fclose(r->file);
	return ret;
}

int na_recording_load(struct na_recording *recording, const char *dir, struct na_error *error)
{
	struct reader *r = calloc(1, sizeof(*r));
	int ret = -ENOMEM;

	if (!r)
		goto out;
	r->recording = recording;
	r->error = error;
	ret = load_file(r, dir, "recording", recording_line);
	if (!ret)
		ret = load_file(r, dir, "netlink", netlink_line);
	if (!ret)
		ret = load_file(r, dir, "ioctl", ioctl_line);
	if (!ret)
		ret = load_file(r, dir, "files", files_line);
	free(r->line);
	free(r->data);
	free(r);
out:
	if (ret == -ENOMEM)
		na_error_set(error, ENOMEM, "recording %s: out of memory", dir);
	return ret;
}
