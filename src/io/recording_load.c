/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of a recording's four files, one after the other, made into the requests and answers that they stand for. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/netlink.h>
#include <stdlib.h>
#include <string.h>

#include "io/reader.h"

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
	/* the names in a directory are whole lines, and there already */
	bool open = r->open && r->answer->request->key.kind != NA_REC_DIR;

	r->open = false;
	if (open && !na_recording_add_part(r->recording, r->answer, 0, r->data, r->len))
		return -ENOMEM;
	r->len = 0;
	return 0;
}

/* netlink */

static int netlink_request(struct reader *r, char *rest)
{
	const char *family = na_reader_word(&rest), *netns;
	int ret;

	if (strcmp(family, "generic") && strcmp(family, "route"))
		return na_reader_bad(r, "expected 'generic' or 'route', not '%.20s'", family);
	ret = na_reader_name(r, &rest, "a network namespace or '-'", true, &netns);
	if (!ret)
		ret = na_reader_hex(r, rest);
	if (ret)
		return ret;
	if (r->len < NLMSG_HDRLEN)
		return na_reader_bad(r, "expected a netlink message of at least %d bytes, not of %zu", NLMSG_HDRLEN,
				     r->len);
	/* as they were written, unless somebody pasted a request from elsewhere */
	na_recording_address(r->data, r->len, 0, 0);
	return add(r, *family == 'g' ? NA_REC_GENERIC : NA_REC_ROUTE, netns, "", 0);
}

static int netlink_line(struct reader *r, char *line)
{
	const char *mark = na_reader_word(&line);
	int err, ret;

	if (!strcmp(mark, "+")) {
		if (!r->open)
			return na_reader_bad(r, "expected a line with '<' before one with '+'");
		return na_reader_hex(r, line);
	}
	ret = flush(r);
	if (ret)
		return ret;
	if (!strcmp(mark, ">"))
		return netlink_request(r, line);
	if (strcmp(mark, "<") && strcmp(mark, "!") && strcmp(mark, "!>"))
		return na_reader_bad(r, "expected '>', '<', '+', '!' or '!>', not '%.20s'", mark);
	if (!r->answer)
		return na_reader_bad(r, "expected a request, a line with '>', before '%s'", mark);
	if (*mark == '<') {
		r->open = true;
		return na_reader_hex(r, line);
	}
	ret = na_reader_errno(r, &line, &err);
	if (!ret)
		ret = na_reader_end(r, &line);
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
	int ret = na_reader_name(r, &rest, "a network namespace or '-'", true, &netns);

	if (!ret)
		ret = na_reader_name(r, &rest, "an interface", false, &ifname);
	if (!ret)
		ret = na_reader_hex(r, rest);
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
		ret = na_reader_errno(r, &rest, &r->answer->ret);
	return ret ? ret : na_reader_end(r, &rest);
}

static int ioctl_line(struct reader *r, char *line)
{
	const char *mark = na_reader_word(&line);
	bool returned = r->answer && r->answer->ret != INT_MIN;
	const struct na_rec_key *key = r->answer ? &r->answer->request->key : NULL;
	int ret;

	r->len = 0;
	if (!strcmp(mark, ">")) {
		if (r->answer && !returned)
			return na_reader_bad(r, "expected '=' and what the ioctl returned, not the next request");
		return ioctl_request(r, line);
	}
	if (!strcmp(mark, "=")) {
		if (!r->answer || returned)
			return na_reader_bad(r, "expected a request, a line with '>', before '='");
		return ioctl_return(r, line);
	}
	if (strcmp(mark, "<"))
		return na_reader_bad(r, "expected '>', '=' or '<', not '%.20s'", mark);
	if (!returned || r->answer->parts)
		return na_reader_bad(r, "expected a line with '=' before '<'");
	ret = na_reader_hex(r, line);
	if (ret)
		return ret;
	if (r->len != key->len)
		return na_reader_bad(r, "expected %zu bytes, as many as went in, not %zu", key->len, r->len);
	return na_recording_add_part(r->recording, r->answer, 0, r->data, r->len) ? 0 : -ENOMEM;
}

/* files */

static int file_request(struct reader *r, char *line)
{
	const char *kind = na_reader_word(&line), *netns = "", *path;
	int ret;

	if (strcmp(kind, "file") && strcmp(kind, "link") && strcmp(kind, "dir"))
		return na_reader_bad(r, "expected 'file', 'link' or 'dir', '!', or a tab and text, not '%.20s'", kind);
	if (*line != '/') {
		ret = na_reader_name(r, &line, "a network namespace or a path", true, &netns);
		if (ret)
			return ret;
	}
	ret = na_reader_name(r, &line, "a path", false, &path);
	if (!ret && *path != '/')
		ret = na_reader_bad(r, "expected a path that begins with '/', not '%.40s'", path);
	if (!ret)
		ret = na_reader_end(r, &line);
	if (!ret)
		ret = add(r, *kind == 'f' ? NA_REC_FILE : *kind == 'l' ? NA_REC_LINK : NA_REC_DIR, netns, path, 0);
	r->open = !ret;
	return ret;
}

static int file_text(struct reader *r, const char *at)
{
	bool newline = r->answer->request->key.kind == NA_REC_FILE;
	int ret = 0;

	if (r->len && (!newline || r->data[r->len - 1] != '\n'))
		return na_reader_bad(r, "expected no further line: %s",
				     newline ? "the one before said that no newline follows" :
					       "the target of a link is one line");
	while (!ret && *at) {
		int byte = (unsigned char)*at++;

		if (byte == '\\' && !*at) {
			newline = false;
			break;
		}
		if (byte == '\\' && *at == '\\') {
			at++;
		} else if (byte == '\\') {
			byte = *at == 'x' ? na_reader_hex_byte(at + 1) : -1;
			if (byte < 0)
				return na_reader_bad(r, "expected \\\\ or \\xNN, not '%.4s'", at - 1);
			at += 3;
		}
		ret = na_reader_append(r, (unsigned char)byte, 1);
	}
	return !ret && newline ? na_reader_append(r, '\n', 1) : ret;
}

static int dir_text(struct reader *r, const char *at)
{
	int ret = file_text(r, at);

	if (!ret && !na_recording_add_part(r->recording, r->answer, 0, r->data, r->len))
		ret = -ENOMEM;
	r->len = 0;
	return ret;
}

static int files_line(struct reader *r, char *line)
{
	int ret;

	if (*line == '\t' || !strncmp(line, "! ", 2)) {
		if (!r->open)
			return na_reader_bad(r, "expected 'file', 'link' or 'dir' and a path before its content");
		if (*line == '\t')
			return r->answer->request->key.kind == NA_REC_DIR ? dir_text(r, line + 1) :
									    file_text(r, line + 1);
		if (r->len || r->answer->parts)
			return na_reader_bad(r, "expected either content or '!', not both");
		r->open = false;
		line += 2;
		ret = na_reader_errno(r, &line, &r->answer->ret);
		return ret ? ret : na_reader_end(r, &line);
	}
	ret = flush(r);
	return ret ? ret : file_request(r, line);
}

/* recording */

static int read_yes_no(struct reader *r, char **rest, int *yes)
{
	const char *text = na_reader_word(rest);

	*yes = !strcmp(text, "yes");
	return *yes || !strcmp(text, "no") ? 0 : na_reader_bad(r, "expected 'yes' or 'no', not '%.20s'", text);
}

/* '!' and an errno stand in place of any answer */
static bool failed(char **rest, int *ret, struct reader *r)
{
	*rest += strspn(*rest, " ");
	if (**rest != '!')
		return false;
	na_reader_word(rest);
	*ret = na_reader_errno(r, rest, &r->answer->ret);
	return true;
}

static int machine_line(struct reader *r, char *rest)
{
	const char *machine;
	int ret = na_reader_name(r, &rest, "a machine, as uname -m", false, &machine);

	if (ret)
		return ret;
	if (strlen(machine) >= sizeof(r->recording->host.machine))
		return na_reader_bad(r, "expected a machine of at most %zu bytes, not '%.20s...'",
				     sizeof(r->recording->host.machine) - 1, machine);
	strcpy(r->recording->host.machine, machine);
	r->recording->has_host = true;
	return na_reader_end(r, &rest);
}

static int privileged_line(struct reader *r, char *rest)
{
	int yes, ret = read_yes_no(r, &rest, &yes);

	r->recording->host.privileged = yes;
	return ret ? ret : na_reader_end(r, &rest);
}

static int byte_order_line(struct reader *r, char *rest)
{
	const char *order = na_reader_word(&rest);

	if (strcmp(order, NA_RECORDING_BYTE_ORDER))
		return na_reader_bad(r, "expected byte order '%s', which is this machine's, not '%.20s'",
				     NA_RECORDING_BYTE_ORDER, order);
	return na_reader_end(r, &rest);
}

static int clock_line(struct reader *r, char *rest)
{
	const char *text;
	char *end, *at, number[16];
	clockid_t id;
	int ret = na_reader_name(r, &rest, "a clock", false, &text);

	if (ret)
		return ret;
	if (!na_recording_clock(text, &id))
		return na_reader_bad(r, "expected 'realtime', 'monotonic', 'boottime' or a number, not '%.20s'", text);
	ret = add(r, NA_REC_CLOCK, "", na_recording_clock_name(id, number), 0);
	if (ret || failed(&rest, &ret, r))
		return ret ? ret : na_reader_end(r, &rest);
	at = na_reader_word(&rest);
	errno = 0;
	r->answer->ns = strtoimax(at, &end, 10);
	if (end == at || *end || errno)
		return na_reader_bad(r, "expected nanoseconds, not '%.24s'", at);
	return na_reader_end(r, &rest);
}

static int running_line(struct reader *r, char *rest)
{
	const char *comm;
	int ret = na_reader_name(r, &rest, "the name of a process", false, &comm);

	if (!ret)
		ret = add(r, NA_REC_RUNNING, "", comm, 0);
	if (!ret && !failed(&rest, &ret, r))
		ret = read_yes_no(r, &rest, &r->answer->ret);
	return ret ? ret : na_reader_end(r, &rest);
}

static int namespaces_line(struct reader *r, char *rest)
{
	const char *netns;
	int ret = add(r, NA_REC_NAMESPACES, "", "", 0);

	if (ret || failed(&rest, &ret, r))
		return ret ? ret : na_reader_end(r, &rest);
	while (!ret && *(rest += strspn(rest, " "))) {
		ret = na_reader_name(r, &rest, "a network namespace", false, &netns);
		if (!ret && !na_recording_add_part(r->recording, r->answer, 0, netns, strlen(netns)))
			ret = -ENOMEM;
	}
	return ret;
}

static int netns_line(struct reader *r, char *rest)
{
	const char *netns, *text;
	int ret = na_reader_name(r, &rest, "a network namespace", false, &netns);

	if (!ret)
		ret = add(r, NA_REC_NETNS, "", netns, 0);
	if (ret || failed(&rest, &ret, r))
		return ret ? ret : na_reader_end(r, &rest);
	text = na_reader_word(&rest);
	return strcmp(text, "ok") ? na_reader_bad(r, "expected 'ok' or '!', not '%.20s'", text) :
				    na_reader_end(r, &rest);
}

static int recording_line(struct reader *r, char *line)
{
	static const struct {
		const char *what;
		int (*take)(struct reader *r, char *rest);
	} lines[] = {
		{ "byte-order", byte_order_line }, { "machine", machine_line }, { "privileged", privileged_line },
		{ "clock", clock_line },	   { "running", running_line }, { "netns", netns_line },
		{ "namespaces", namespaces_line },
	};
	const char *what = na_reader_word(&line);

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (!strcmp(what, lines[i].what))
			return lines[i].take(r, line);
	return na_reader_bad(
		r,
		"expected 'byte-order', 'machine', 'privileged', 'clock', 'running', 'namespaces' or 'netns', not '%.20s'",
		what);
}

/* All of them */

static int first_line(struct reader *r, const char *line)
{
	unsigned long version;
	char *end;

	if (strncmp(line, "nicaudit-recording ", 19))
		return na_reader_bad(r, "expected 'nicaudit-recording 1': this is no recording");
	version = strtoul(line + 19, &end, 10);
	if (version == 1 && !*end)
		return 0;
	return na_reader_bad(r, "expected 'nicaudit-recording 1', not version '%.20s'", line + 19);
}

/* A file that ends early must not end in the middle of something. */
static int file_ends(struct reader *r, bool headed)
{
	int ret = flush(r);

	if (!headed)
		return na_reader_bad(r, "expected 'nicaudit-recording 1': the file is empty");
	if (!ret && r->answer && r->answer->request->key.kind == NA_REC_IOCTL && r->answer->ret == INT_MIN)
		ret = na_reader_bad(r, "expected '=' and what the ioctl returned, found the end of the file");
	return ret;
}

static int load_file(struct reader *r, const char *dir, const char *file, int (*take)(struct reader *r, char *line))
{
	bool headed = take != recording_line;
	int ret = na_reader_open(r, dir, file);

	if (ret == -ENOENT && headed)
		return 0; /* written by hand, for a case that has none of these */
	if (ret == -ENOENT)
		return na_error_set(r->error, ENOENT, "%s is no recording: %s: %s", dir, r->path, strerror(ENOENT));
	if (ret)
		return ret;
	while (!ret && (ret = na_reader_line(r)) > 0) {
		if (!headed)
			ret = first_line(r, r->line);
		else
			ret = *r->line && *r->line != '#' ? take(r, r->line) : 0;
		headed = true;
	}
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
