/* SPDX-License-Identifier: GPL-2.0-or-later */
/* NICs as text: harmless, in tables that fit, with states that are not guessed. */
#include <errno.h>

#include "written.h"

static size_t n_lines(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

static char *shown(struct na_snapshot *snapshot, struct na_render_options options)
{
	assert_int_equal(na_snapshot_finish(snapshot), 0);
	return WRITTEN(format("text")->show(out, snapshot, &options));
}

static int put_safe(FILE *file, const char *text)
{
	na_put_safe(file, text);
	return 0;
}

static void test_safe(void **state)
{
	static const struct {
		const char *raw, *safe;
	} cases[] = {
		{ "eth0 a-z~", "eth0 a-z~" },
		{ "é€😀", "é€😀" },
		{ "a\033[2Jb", "a\\x1b[2Jb" },
		{ "\a\b\t\n\r\177", "\\x07\\x08\\x09\\x0a\\x0d\\x7f" },
		{ "\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0", "\\x80\\x9b\\x9f\xc2\xa0" }, /* C1, and what comes after */
		{ "\x9b\x80\xff", "\\x9b\\x80\\xff" },				   /* no UTF-8 */
		{ "\xe2\x82", "\\xe2\\x82" },					   /* cut */
		{ "\xc0\xaf\xe0\x80\xaf", "\\xc0\\xaf\\xe0\\x80\\xaf" },	   /* longer than need be */
		{ "\xed\xa0\x80", "\\xed\\xa0\\x80" },				   /* surrogate */
		{ "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80" },			   /* beyond Unicode */
		{ "\xe2\x80\xaa\xe2\x80\xae\xe2\x80\xad", "\\u202a\\u202e\\u202d" },
		{ "\xe2\x81\xa6\xe2\x81\xa9\xe2\x81\xaa", "\\u2066\\u2069\xe2\x81\xaa" },
		{ "\xe2\x80\x8e\xe2\x80\x8f\xd8\x9c", "\\u200e\\u200f\\u061c" },
		{ "\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xa7", "\\u2028\\u2029\xe2\x80\xa7" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *text = WRITTEN(put_safe(out, cases[i].raw));

		assert_string_equal(text, cases[i].safe);
		free(text);
	}
}

/* Whatever the bytes, what comes out is printable; and one byte is never swallowed with its neighbour. */
static void test_safe_any_two_bytes(void **state)
{
	for (unsigned int first = 1; first < 256; first++)
		for (unsigned int second = 1; second < 256; second++) {
			char raw[] = { (char)first, (char)second, 'x', 0 };
			char *text = WRITTEN(put_safe(out, raw));

			assert_int_equal(text[strlen(text) - 1], 'x');
			for (const char *p = text; *p; p++)
				assert_true((unsigned char)*p >= 0x20 && *p != 0x7f);
			free(text);
		}
}

static struct na_snapshot *three(void)
{
	struct na_snapshot *snapshot = na_snapshot_new();
	struct na_nic *nic;

	nic = facts_nic(snapshot, "eth0",
			UP "link.speed=1000 link.duplex=full channel.combined=4 channel.rx=1 channel.tx=2 "
			   "link.partner=1000baseT/Full stats.rx_errors=3 stats.tx_errors=1 stats.collisions=2");
	nic->driver = "e1000e";
	nic = facts_nic(snapshot, "eth1",
			"link.admin=up link.detected=off link.speed!unknown link.autoneg=off link.mtu=9000 "
			"stats.rx_errors=0 link.partner!unsupported");
	nic->driver = "driver-of-eth1";
	nic = facts_nic(snapshot, "eth2", "link.admin=down link.speed=100 link.duplex=half");
	nic->driver = "tg3";
	return snapshot;
}

static void assert_row(const char *text, const char *name, const char *cells)
{
	char pattern[200];
	char *copy = strdup(text);
	bool found = false;

	snprintf(pattern, sizeof(pattern), "%s %s", name, cells);
	for (char *line = strtok(copy, "\n"); line; line = strtok(NULL, "\n")) {
		char squeezed[400];
		size_t n = 0;

		for (const char *p = line; *p && n + 1 < sizeof(squeezed); p++)
			if (*p != ' ' || (n && squeezed[n - 1] != ' '))
				squeezed[n++] = *p;
		squeezed[n] = 0;
		found |= !strcmp(squeezed, pattern);
	}
	free(copy);
	if (!found)
		fail_msg("no row '%s' in:\n%s", pattern, text);
}

static void test_table(void **state)
{
	struct na_snapshot *snapshot = three();
	char *text = shown(snapshot, (struct na_render_options){ .width = 80 });

	assert_row(text, "eth0", "up 1000/full on 1500 e1000e 6 yes 6");
	assert_row(text, "eth2", "down - - - tg3 - - -");
	assert_true(widest_line(text) <= 80);
	assert_int_equal(n_lines(text), 4);
	assert_row(text, "eth1", "no carrier - off 9000 driver-of-eth1 - - 0");
	assert_lacks(text, "\033");
	free(text);
	na_snapshot_free(snapshot);
}

/* Counters of 64 bits, from a file. */
static void test_table_adds_what_cannot_be_added(void **state)
{
	struct na_snapshot *snapshot = na_snapshot_new();
	char *text;

	facts_nic(snapshot, "eth0",
		  UP "stats.rx_errors=18446744073709551615 stats.tx_errors=1 channel.combined=18446744073709551615 "
		     "channel.rx=9");
	text = shown(snapshot, (struct na_render_options){ .width = 0 });
	assert_row(text, "eth0", "up - on 1500 - 18446744073709551615 - 18446744073709551615");
	free(text);
	na_snapshot_free(snapshot);
}

static void test_table_is_cut_and_never_wrapped(void **state)
{
	for (unsigned int width = 60; width <= 100; width++) {
		struct na_snapshot *snapshot = three();
		char *text;

		facts_nic(snapshot, "a-name-that-is-longer-than-any-of-the-kernels", UP)->netns = "a-namespace";
		text = shown(snapshot, (struct na_render_options){ .width = width });
		assert_true(widest_line(text) <= width);
		assert_int_equal(n_lines(text), 5);
		assert_has(text, "…");
		free(text);
		na_snapshot_free(snapshot);
	}
}

/* An escape is cut as a whole, which leaves a cell narrower than its column. */
static void test_table_stays_aligned_where_escapes_are_cut(void **state)
{
	struct na_snapshot *snapshot = na_snapshot_new();
	char *text, *line;
	long at;

	facts_nic(snapshot, "eth0", UP);
	facts_nic(snapshot, "e\033\033\033\033\033\033\033\033\033\033", UP);
	text = shown(snapshot, (struct na_render_options){ .width = 60 });
	at = strstr(text, "STATE") - text;
	line = strchr(strchr(text, '\n') + 1, '\n') + 1; /* an ellipsis is one column of three bytes */
	assert_has(line, "e\\x1b");
	assert_int_equal(strstr(line, "up ") - line, at + 2);
	free(text);
	na_snapshot_free(snapshot);
}

static void test_table_for_no_terminal_is_whole(void **state)
{
	struct na_snapshot *snapshot = three();
	char *text;

	facts_nic(snapshot, "a-name-that-is-longer-than-any-of-the-kernels", UP)->netns = "a-namespace";
	text = shown(snapshot, (struct na_render_options){ .width = 0 });
	assert_has(text, "a-name-that-is-longer-than-any-of-the-kernels@a-namespace");
	assert_lacks(text, "…");
	free(text);
	na_snapshot_free(snapshot);
}

static void test_table_marks_made_up_speeds(void **state)
{
	struct na_snapshot *snapshot = na_snapshot_new();
	struct na_nic *nic = facts_nic(snapshot, "veth0", UP "link.speed=10000 link.duplex=full");
	char *text;

	nic->is_virtual = true;
	nic->kind = "veth";
	text = shown(snapshot, (struct na_render_options){ .width = 80 });
	assert_row(text, "veth0", "up ~10000/full on 1500 veth - - -");
	free(text);
	na_snapshot_free(snapshot);
}

static void test_table_colours_states_and_errors(void **state)
{
	struct na_snapshot *snapshot = three();
	char *text = shown(snapshot, (struct na_render_options){ .width = 80, .color = true });

	assert_has(text, "\033[32mup\033[0m");
	assert_has(text, "\033[31m6\033[0m");
	assert_lacks(text, "\033[31m0");
	free(text);
	na_snapshot_free(snapshot);
}

static void test_nothing_selected(void **state)
{
	struct na_snapshot *snapshot = na_snapshot_new();
	char *text;

	facts_nic(snapshot, "lo", UP)->selected = false;
	text = shown(snapshot, (struct na_render_options){ .width = 80 });
	assert_has(text, "NAME");
	assert_has(text, "\nno hardware interface; --all shows virtual ones\n");
	assert_int_equal(n_lines(text), 2);
	free(text);
	na_snapshot_free(snapshot);
}

static char *detail_of(const char *words, unsigned int width)
{
	struct na_snapshot *snapshot = na_snapshot_new();
	struct na_nic *nic = facts_nic(snapshot, "eth0", words);
	char *text;

	nic->driver = "dri\033ver";
	nic->bus = "0000:3b:00.1";
	text = shown(snapshot, (struct na_render_options){ .width = width, .detail = true });
	na_snapshot_free(snapshot);
	return text;
}

static void test_detail(void **state)
{
	char *text = detail_of("link.mtu=1500 link.speed!unknown link.duplex!denied "
			       "ring.rx!unsupported ring.tx!unsupported pause.rx!unsupported pause.tx!denied "
			       "feature.rx-gro=on feature.rx-lro=off feature.tx-tcp-segmentation=off "
			       "features.fixed=rx-lro features.requested=tx-tcp-segmentation",
			       80);

	assert_has(text, "eth0");
	assert_has(text, "dri\\x1bver");
	assert_has(text, "0000:3b:00.1");
	assert_has(text, "1500 bytes");
	assert_has(text, "(the driver does not know)");
	assert_has(text, "(needs root)");
	/* one line for a group that is not there for one reason, and not for one with two */
	assert_has(text, "ring.*");
	assert_lacks(text, "ring.rx");
	assert_has(text, "pause.rx");
	assert_has(text, "pause.tx");
	assert_row(text, "rx-gro", "on");
	assert_row(text, "rx-lro", "off [fixed]");
	assert_row(text, "tx-tcp-segmentation", "off [requested on]");
	assert_lacks(text, "on [");
	free(text);
}

static void test_detail_wraps_lists(void **state)
{
	for (unsigned int width = 60; width <= 80; width += 20) {
		char *text = detail_of("link.supported=10baseT/Half,10baseT/Full,100baseT/Half,100baseT/Full,"
				       "1000baseT/Full,2500baseT/Full,5000baseT/Full,10000baseT/Full,Autoneg,TP,Pause",
				       width);

		assert_true(widest_line(text) <= width);
		assert_has(text, "10baseT/Half 10baseT/Full");
		assert_has(text, "\n     "); /* the next line hangs */
		assert_has(text, "Pause");
		free(text);
	}
}

static void test_json_show_is_a_snapshot(void **state)
{
	struct na_snapshot *snapshot = three(), *again;
	struct na_render_options options = { .width = 80 };
	struct na_error error;
	char *text;

	assert_int_equal(na_snapshot_finish(snapshot), 0);
	text = WRITTEN(format("json")->show(out, snapshot, &options));
	assert_ok(na_snapshot_from_json(text, strlen(text), "text", &again, &error), &error);
	assert_int_equal(again->n_nics, 3);
	na_snapshot_free(again);
	free(text);
	na_snapshot_free(snapshot);
}

/* /dev/full takes nothing. */
static void test_full_disk(void **state)
{
	struct na_snapshot *snapshot = three();
	struct na_render_options options = { .width = 80 };

	assert_int_equal(na_snapshot_finish(snapshot), 0);
	for (size_t i = 0; i < na_n_formats; i++) {
		FILE *full;

		if (!na_formats[i].show)
			continue;
		full = fopen("/dev/full", "w");

		assert_non_null(full);
		assert_int_equal(na_formats[i].show(full, snapshot, &options), -EIO);
		fclose(full);
	}
	na_snapshot_free(snapshot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_safe),
		cmocka_unit_test(test_safe_any_two_bytes),
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_table_adds_what_cannot_be_added),
		cmocka_unit_test(test_table_is_cut_and_never_wrapped),
		cmocka_unit_test(test_table_stays_aligned_where_escapes_are_cut),
		cmocka_unit_test(test_table_for_no_terminal_is_whole),
		cmocka_unit_test(test_table_marks_made_up_speeds),
		cmocka_unit_test(test_table_colours_states_and_errors),
		cmocka_unit_test(test_nothing_selected),
		cmocka_unit_test(test_detail),
		cmocka_unit_test(test_detail_wraps_lists),
		cmocka_unit_test(test_json_show_is_a_snapshot),
		cmocka_unit_test(test_full_disk),
	};

	return TESTING_RUN(tests);
}
