/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a renderer writes, as text to look into. */
#ifndef NICAUDIT_WRITTEN_H
#define NICAUDIT_WRITTEN_H

#include "facts.h"
#include "nicaudit/render.h"

static inline const struct na_format *format(const char *name)
{
	for (size_t i = 0; i < na_n_formats; i++)
		if (!strcmp(na_formats[i].name, name))
			return &na_formats[i];
	fail_msg("no format '%s'", name);
	return NULL;
}

/* Where the call inside WRITTEN() writes. */
static FILE *out;
static char *out_text;
static size_t out_size;

static inline void open_out(void)
{
	out = open_memstream(&out_text, &out_size);
	assert_non_null(out);
}

static inline char *close_out(int result)
{
	assert_int_equal(fclose(out), 0);
	assert_int_equal(result, 0);
	return out_text;
}

/* What the call writes, for the caller to free. */
#define WRITTEN(call) (open_out(), close_out(call))

static inline void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no '%s' in:\n%s", part, text);
}

static inline void assert_lacks(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("'%s' in:\n%s", part, text);
}

/* Columns of the longest line, a character counting for one. */
static inline size_t widest_line(const char *text)
{
	size_t widest = 0, columns = 0;

	for (; *text; text++) {
		if (*text == '\n')
			columns = 0;
		else if (((unsigned char)*text & 0xc0) != 0x80)
			columns++;
		if (columns > widest)
			widest = columns;
	}
	return widest;
}

/* A link that is up. */
#define UP "link.admin=up link.detected=on link.autoneg=on link.mtu=1500 "

#endif
