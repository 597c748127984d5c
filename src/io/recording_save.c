/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A recording written as text, so that half of one is never taken for a whole one. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/netlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/recording.h"

enum { FEWEST_ZEROS = 8 };

static void put_word(FILE *file, const char *word)
{
	if (!*word)
		putc('-', file);
	for (const char *p = word; *p; p++) {
		if (*p <= ' ' || *p >= 0x7f || *p == '\\' || (p == word && (*p == '-' || *p == '!')))
			fprintf(file, "\\x%02x", (unsigned char)*p);
		else
			putc(*p, file);
	}
}

static size_t zeros(const unsigned char *data, size_t len)
{
	size_t n = 0;

	while (n < len && !data[n])
		n++;
	return n;
}

static void put_hex(FILE *file, const unsigned char *data, size_t len, bool shorten)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < len;) {
		size_t n = shorten ? zeros(data + i, len - i) : 0;

		if (n >= FEWEST_ZEROS) {
			fprintf(file, "%s00*%zu%s", i ? " " : "", n, i + n < len ? " " : "");
			i += n;
		} else {
			putc(digits[data[i] >> 4], file);
			putc(digits[data[i++] & 15], file);
		}
	}
	putc('\n', file);
}

static void put_errno(FILE *file, int ret)
{
	const char *name = na_errno_name(-ret);

	if (name)
		fprintf(file, "%s\n", name);
	else
		fprintf(file, "E%d\n", -ret);
}

static void put_datagram(FILE *file, const unsigned char *data, size_t len)
{
	for (size_t at = 0; at < len;) {
		size_t n = na_recording_message(data + at, len - at);

		if (!n)
			n = len - at;
		fputs(at ? "+ " : "< ", file);
		put_hex(file, data + at, n, false);
		at += n;
	}
}

static void put_netlink(FILE *file, const struct na_rec_answer *answer)
{
	const struct na_rec_key *key = &answer->request->key;
	struct nlmsghdr header;
	const char *dump;

	memcpy(&header, key->data, sizeof(header));
	dump = (header.nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP ? " dump" : "";
	if (key->kind == NA_REC_ROUTE)
		fprintf(file, "# rtnetlink %u%s\n> route ", header.nlmsg_type, dump);
	else
		fprintf(file, "# genl %u cmd %u%s\n> generic ", header.nlmsg_type,
			key->len > NLMSG_HDRLEN ? key->data[NLMSG_HDRLEN] : 0, dump);
	put_word(file, key->netns);
	putc(' ', file);
	put_hex(file, key->data, key->len, false);
	if (answer->ret < 0) {
		fputs("!> ", file);
		put_errno(file, answer->ret);
	}
	for (const struct na_rec_part *part = answer->parts; part; part = part->next) {
		if (part->ret >= 0) {
			put_datagram(file, part->data, part->len);
			continue;
		}
		fputs("! ", file);
		put_errno(file, part->ret);
	}
}

static void put_ioctl(FILE *file, const struct na_rec_answer *answer)
{
	const struct na_rec_key *key = &answer->request->key;
	uint32_t cmd = 0;

	memcpy(&cmd, key->data, key->len < sizeof(cmd) ? key->len : sizeof(cmd));
	fprintf(file, "# ethtool command 0x%x\n> ", cmd);
	put_word(file, key->netns);
	putc(' ', file);
	put_word(file, key->name);
	putc(' ', file);
	put_hex(file, key->data, key->len, true);
	fputs("= ", file);
	if (answer->ret < 0)
		put_errno(file, answer->ret);
	else
		fprintf(file, "%d\n", answer->ret);
	if (answer->parts && memcmp(answer->parts->data, key->data, key->len)) {
		fputs("< ", file);
		put_hex(file, answer->parts->data, key->len, true);
	}
}

static void put_text(FILE *file, const struct na_rec_part *part, bool link)
{
	for (size_t i = 0; i < part->len; i++) {
		unsigned char c = part->data[i];

		if (!i || (!link && part->data[i - 1] == '\n'))
			putc('\t', file);
		if (c == '\\')
			fputs("\\\\", file);
		else if ((c >= ' ' && c < 0x7f) || c == '\t' || (c == '\n' && !link))
			putc(c, file);
		else
			fprintf(file, "\\x%02x", c);
	}
	if (part->len && (link || part->data[part->len - 1] != '\n'))
		fputs(link ? "\n" : "\\\n", file);
}

static void put_file(FILE *file, const struct na_rec_answer *answer)
{
	const struct na_rec_key *key = &answer->request->key;

	static const char *const words[] = { [NA_REC_FILE] = "file ", [NA_REC_LINK] = "link ", [NA_REC_DIR] = "dir " };

	fputs(words[key->kind], file);
	if (*key->netns) {
		put_word(file, key->netns);
		putc(' ', file);
	}
	put_word(file, key->name);
	putc('\n', file);
	if (answer->ret < 0) {
		fputs("! ", file);
		put_errno(file, answer->ret);
		return;
	}
	for (const struct na_rec_part *part = answer->parts; part; part = part->next)
		put_text(file, part, key->kind != NA_REC_FILE);
}

static void put_host(FILE *file, const struct na_rec_answer *answer)
{
	const struct na_rec_key *key = &answer->request->key;
	static const char *const words[] = { [NA_REC_RUNNING] = "running",
					     [NA_REC_CLOCK] = "clock",
					     [NA_REC_NETNS] = "netns",
					     [NA_REC_NAMESPACES] = "namespaces" };

	fputs(words[key->kind], file);
	if (key->kind != NA_REC_NAMESPACES) {
		putc(' ', file);
		put_word(file, key->name);
	}
	for (const struct na_rec_part *part = answer->parts; part; part = part->next) {
		putc(' ', file);
		put_word(file, (const char *)part->data);
	}
	if (answer->ret < 0) {
		fputs(" ! ", file);
		put_errno(file, answer->ret);
	} else if (key->kind == NA_REC_CLOCK) {
		fprintf(file, " %" PRId64 "\n", answer->ns);
	} else if (key->kind == NA_REC_RUNNING) {
		fputs(answer->ret ? " yes\n" : " no\n", file);
	} else {
		fputs(key->kind == NA_REC_NETNS ? " ok\n" : "\n", file);
	}
}

static bool belongs(unsigned int file, enum na_rec_kind kind)
{
	switch (kind) {
	case NA_REC_GENERIC:
	case NA_REC_ROUTE:
		return file == 0;
	case NA_REC_IOCTL:
		return file == 1;
	case NA_REC_FILE:
	case NA_REC_LINK:
	case NA_REC_DIR:
		return file == 2;
	case NA_REC_RUNNING:
	case NA_REC_CLOCK:
	case NA_REC_NETNS:
	case NA_REC_NAMESPACES:
		return file == 3;
	}
	return false;
}

/* The last one says that the others are there, and is therefore renamed into place. */
static const struct {
	const char *name;
	void (*put)(FILE *file, const struct na_rec_answer *answer);
} files[] = {
	{ "netlink", put_netlink },
	{ "ioctl", put_ioctl },
	{ "files", put_file },
	{ "recording.part", put_host },
};

enum { N_FILES = sizeof(files) / sizeof(files[0]), HOST = N_FILES - 1 };

static int write_file(const struct na_recording *recording, const char *dir, unsigned int i)
{
	char path[PATH_MAX];
	FILE *file;
	int err = 0;

	if (snprintf(path, sizeof(path), "%s/%s", dir, files[i].name) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	file = fopen(path, "wx");
	if (!file)
		return -errno;
	if (i == HOST)
		fprintf(file, "nicaudit-recording 1\nbyte-order %s\n", NA_RECORDING_BYTE_ORDER);
	if (i == HOST && recording->has_host) {
		fputs("machine ", file);
		put_word(file, recording->host.machine);
		fprintf(file, "\nprivileged %s\n", recording->host.privileged ? "yes" : "no");
	}
	for (const struct na_rec_answer *answer = recording->first; answer; answer = answer->next)
		if (belongs(i, answer->request->key.kind))
			files[i].put(file, answer);
	if (fflush(file) || ferror(file) || fsync(fileno(file)))
		err = errno ? errno : EIO;
	if (fclose(file) && !err)
		err = errno;
	return -err;
}

static void take_back(const char *dir, unsigned int n)
{
	char path[PATH_MAX];

	for (unsigned int i = 0; i < n; i++)
		if (snprintf(path, sizeof(path), "%s/%s", dir, files[i].name) < (int)sizeof(path))
			unlink(path);
}

int na_recording_save(const struct na_recording *recording, const char *dir, struct na_error *error)
{
	char from[PATH_MAX], to[PATH_MAX];
	unsigned int i = 0;
	int ret = 0;

	if (recording->arena.oom)
		return na_error_set(error, ENOMEM, "recording %s: out of memory, nothing was written", dir);
	while (!ret && i < N_FILES)
		ret = write_file(recording, dir, i++);
	if (!ret && (snprintf(from, sizeof(from), "%s/%s", dir, files[HOST].name) >= (int)sizeof(from) ||
		     snprintf(to, sizeof(to), "%s/recording", dir) >= (int)sizeof(to)))
		ret = -ENAMETOOLONG;
	if (!ret && rename(from, to))
		ret = -errno;
	if (!ret)
		return 0;
	/* what could not even be made is somebody else's */
	take_back(dir, ret == -EEXIST ? i - 1 : i);
	return na_error_set(error, -ret, "%s/%s: cannot be written: %s", dir, files[i - 1].name, strerror(-ret));
}
