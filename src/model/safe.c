/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Strings from the kernel and from files made harmless: nothing of them can move a cursor or turn the direction. */
#include "model/safe.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

size_t na_utf8(const char *text, uint32_t *character)
{
	const unsigned char *s = (const unsigned char *)text;
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc0 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf8 ? 4 : 0;

	*character = n < 2 ? s[0] : s[0] & (0x7fU >> n);
	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		*character = *character << 6 | (s[i] & 0x3f);
	}
	/* longer than need be, a surrogate, beyond Unicode */
	if (n > 1 && (*character < smallest[n] || (*character >> 11) == 0x1b || *character > 0x10ffff))
		return 0;
	return n;
}

static bool is_control(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

/* Marks, embeddings, overrides and isolates of the bidirectional algorithm, and the separators of lines. */
static bool is_layout(uint32_t c)
{
	return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

bool na_steers(uint32_t c)
{
	return is_control(c) || is_layout(c);
}

size_t na_safe_piece(const char *text, struct na_piece *piece)
{
	uint32_t c;
	size_t n = na_utf8(text, &c);

	if (!*text)
		return 0;
	if (!n || (n == 1 && is_control(c))) {
		piece->columns = (size_t)snprintf(piece->text, sizeof(piece->text), "\\x%02x", (unsigned char)*text);
		return 1;
	}
	if (na_steers(c)) {
		piece->columns =
			(size_t)snprintf(piece->text, sizeof(piece->text), c < 0x100 ? "\\x%02x" : "\\u%04x", c);
		return n;
	}
	memcpy(piece->text, text, n);
	piece->text[n] = 0;
	piece->columns = 1;
	return n;
}
