/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text in pieces that can be shown harmlessly: a character as it is, or the escape of what must not reach a terminal. */
#ifndef NICAUDIT_SAFE_H
#define NICAUDIT_SAFE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct na_piece {
	char text[12];	/* ended by a NUL */
	size_t columns; /* what it takes on a screen, a character counting for one */
};

/* Bytes of the UTF-8 character that starts here, and the character; 0 where there is none (RFC 3629). */
size_t na_utf8(const char *text, uint32_t *character);

/* The piece at the start of text. The bytes of text that it is, 0 at the end. */
size_t na_safe_piece(const char *text, struct na_piece *piece);

/* Controls of terminals, and what turns the direction of text. */
bool na_steers(uint32_t c);

#endif
