/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON written member by member: brackets, commas, indents, and strings of any bytes. */
#include "model/json_out.h"

#include "model/safe.h"

static void new_line(struct na_json_out *out)
{
	fprintf(out->file, "\n%*s", (int)(2 * out->depth), "");
}

void na_json_open(struct na_json_out *out, char bracket)
{
	putc(bracket, out->file);
	out->depth++;
	out->filled = false;
}

void na_json_close(struct na_json_out *out, char bracket)
{
	out->depth--;
	if (out->filled)
		new_line(out);
	putc(bracket, out->file);
	out->filled = true;
}

void na_json_element(struct na_json_out *out)
{
	if (out->filled)
		putc(',', out->file);
	new_line(out);
	out->filled = true;
}

static void put_text(FILE *file, const char *text)
{
	const unsigned char *s = (const unsigned char *)text, *from = s;

	for (;;) {
		size_t plain = 0;
		uint32_t character;

		if (*s >= 0x80) {
			plain = na_utf8((const char *)s, &character);
			if (plain && na_steers(character)) {
				fwrite(from, 1, (size_t)(s - from), file);
				fprintf(file, "\\u%04x", character);
				from = s += plain;
				continue;
			}
		} else if (*s >= 0x20 && *s != '"' && *s != '\\' && *s != 0x7f) {
			plain = 1;
		}
		if (plain) {
			s += plain;
			continue;
		}
		fwrite(from, 1, (size_t)(s - from), file);
		if (!*s)
			return;
		if (*s == '"')
			fputs("\\\"", file);
		else if (*s == '\\')
			fputs("\\\\\\\\", file);
		else if (*s < 0x80)
			fprintf(file, "\\u%04x", *s);
		else
			fprintf(file, "\\\\x%02x", *s);
		from = ++s;
	}
}

void na_json_member(struct na_json_out *out, const char *prefix, const char *key)
{
	na_json_element(out);
	putc('"', out->file);
	put_text(out->file, prefix);
	if (key)
		put_text(out->file, key);
	fputs("\": ", out->file);
}

void na_json_string(FILE *file, const char *text)
{
	putc('"', file);
	put_text(file, text);
	putc('"', file);
}

void na_json_strings(FILE *file, const char *const *list, uint32_t n)
{
	putc('[', file);
	for (uint32_t i = 0; i < n; i++) {
		if (i)
			fputs(", ", file);
		na_json_string(file, list[i]);
	}
	putc(']', file);
}
