/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Members of JSON objects: a name, and a text, number or switch. */
#include "render/json.h"

#include <string.h>

void na_json_text(struct na_json_out *out, const char *name, const char *text)
{
	if (!text)
		return;
	na_json_member(out, name, NULL);
	na_json_string(out->file, text);
}

void na_json_number(struct na_json_out *out, const char *name, size_t number)
{
	na_json_member(out, name, NULL);
	fprintf(out->file, "%zu", number);
}

void na_json_switch(struct na_json_out *out, const char *name, bool on)
{
	na_json_member(out, name, NULL);
	fputs(on ? "true" : "false", out->file);
}

void na_json_mends(struct na_json_out *out, const struct na_mend *mends, size_t n)
{
	na_json_member(out, "mend", NULL);
	na_json_open(out, '{');
	for (size_t i = 0; i < n && mends[i].tool; i++) {
		const char *texts[NA_MAX_MENDS];
		uint32_t n_texts = 0;
		bool is_first = true;

		for (size_t k = 0; k < i; k++)
			is_first = is_first && strcmp(mends[k].tool, mends[i].tool);
		if (!is_first)
			continue;
		for (size_t k = i; k < n && mends[k].tool && n_texts < NA_MAX_MENDS; k++)
			if (!strcmp(mends[k].tool, mends[i].tool))
				texts[n_texts++] = mends[k].text;
		na_json_member(out, mends[i].tool, NULL);
		na_json_strings(out->file, texts, n_texts);
	}
	na_json_close(out, '}');
}
