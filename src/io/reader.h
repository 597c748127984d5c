/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the text of a recording is read: a file line by line, a line word by word, and what is wrong by its place. */
#ifndef NICAUDIT_IO_READER_H
#define NICAUDIT_IO_READER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/recording.h"

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
	size_t len, cap, total;
	bool open;
};

/* Fails with -ENOENT where there is no such file, without an error: whether it has to be there is the caller's. */
int na_reader_open(struct reader *r, const char *dir, const char *file);

/* 1 and the next line without its newline, 0 at the end of the file, or -errno. */
int na_reader_line(struct reader *r);

/* An error at this line: -EINVAL. */
int na_reader_bad(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* These take words from the front of the rest of a line, and return 0 or -errno, but for the first. */

/* The next word, ended by a NUL; "" where there is none. */
char *na_reader_word(char **rest);

/* A word with its escapes undone, in place. '-' is the empty one where that may be. */
int na_reader_name(struct reader *r, char **rest, const char *what, bool may_be_empty, const char **result);

/* The negative errno of a name; E524 and the like are numbers that have none. */
int na_reader_errno(struct reader *r, char **rest, int *ret);

/* Nothing more may come. */
int na_reader_end(struct reader *r, char **rest);

/* Appends the bytes of the rest of a line: at least one. */
int na_reader_hex(struct reader *r, const char *at);

/* Appends a byte n times. */
int na_reader_append(struct reader *r, unsigned char byte, size_t n);

/* The byte of two hexadecimal digits, -1 where that is not what stands there. */
int na_reader_hex_byte(const char *at);

#endif
