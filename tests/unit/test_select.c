/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which NICs are meant: names, altnames, globs, and what is said where there is none. */
#include "testing.h"

#include <errno.h>
#include <string.h>

#include "nicaudit/snapshot.h"

#define N(array) (sizeof(array) / sizeof(array[0]))

static struct na_snapshot *some_nics(void)
{
	static const char *const names[] = { "lo", "eno1", "eno2", "eno[12]", "veth0" };
	static const char *const altnames[] = { "enp0s31f6", "storage" };
	struct na_snapshot *snapshot = na_snapshot_new();

	for (size_t i = 0; i < N(names); i++) {
		struct na_nic *nic = na_snapshot_add_nic(snapshot, names[i]);

		nic->is_virtual = names[i][0] != 'e';
		nic->selected = true; /* left over from before */
	}
	snapshot->nics[2].altnames = altnames;
	snapshot->nics[2].n_altnames = N(altnames);
	return snapshot;
}

/* Selects by up to two patterns; which were selected is told by a letter for each NIC. */
static const char *selected(const char *one, const char *two, bool all)
{
	const char *patterns[] = { one, two };
	struct na_snapshot *snapshot = some_nics();
	struct na_error error = { 0 };
	static char letters[8];
	size_t i;

	assert_ok(na_snapshot_select(snapshot, patterns, (one != NULL) + (two != NULL), all, &error), &error);
	for (i = 0; i < snapshot->n_nics; i++)
		letters[i] = snapshot->nics[i].selected ? 'x' : '-';
	letters[i] = 0;
	na_snapshot_free(snapshot);
	return letters;
}

static void test_select(void **state)
{
	assert_string_equal(selected(NULL, NULL, false), "-xxx-");
	assert_string_equal(selected(NULL, NULL, true), "xxxxx");
	assert_string_equal(selected("eno1", NULL, false), "-x---");
	assert_string_equal(selected("lo", "veth0", false), "x---x"); /* a name is meant, virtual or not */
	assert_string_equal(selected("storage", NULL, false), "--x--");
	assert_string_equal(selected("enp*", NULL, false), "--x--");
	assert_string_equal(selected("e*", NULL, false), "-xxx-");
	assert_string_equal(selected("*", NULL, false), "xxxxx");
	assert_string_equal(selected("eno?", "lo", false), "xxx--");
	/* there is one of exactly that name, so it is no glob; this one is */
	assert_string_equal(selected("eno[12]", NULL, false), "---x-");
	assert_string_equal(selected("eno[1-2]", NULL, false), "-xx--");
}

static void test_select_nothing(void **state)
{
	static const struct {
		const char *pattern, *text;
	} wrong[] = {
		{ "eno9x", "no interface 'eno9x'; did you mean 'eno1'?" },
		{ "wlan", "no interface 'wlan'" },
		{ "wl*", "no interface matches 'wl*'" },
		{ "", "no interface ''" },
		{ "eth\033[2J", "no interface matches 'eth\\x1b[2J'" },
	};

	for (size_t i = 0; i < N(wrong); i++) {
		const char *patterns[] = { "eno1", wrong[i].pattern };
		struct na_snapshot *snapshot = some_nics();
		struct na_error error = { 0 };

		assert_int_equal(na_snapshot_select(snapshot, patterns, 2, false, &error), -ENOENT);
		assert_string_equal(error.text, wrong[i].text);
		na_snapshot_free(snapshot);
	}
}

static void test_nics(void **state)
{
	struct na_snapshot *snapshot = some_nics();
	struct na_nic *nic = na_snapshot_find(snapshot, "", "eno1");

	assert_string_equal(nic->name, "eno1");
	assert_null(na_snapshot_find(snapshot, "blue", "eno1"));
	assert_null(na_snapshot_find(snapshot, "", "storage"));
	assert_false(na_nic_speed_is_nominal(nic));
	nic->driver = "virtio_net";
	assert_true(na_nic_speed_is_nominal(nic));
	assert_true(na_nic_speed_is_nominal(na_snapshot_find(snapshot, "", "veth0")));

	for (size_t i = 0; i < snapshot->n_nics; i++) {
		struct na_fact fact = { .attr = NA_LINK_MTU, .value = na_uint(i) };

		snapshot->nics[i].selected = i % 2;
		na_facts_add(snapshot, &snapshot->nics[i].facts, fact);
	}
	assert_int_equal(na_snapshot_finish(snapshot), 0);
	na_snapshot_drop_unselected(snapshot);
	assert_int_equal(snapshot->n_nics, 2);
	assert_string_equal(snapshot->nics[1].name, "eno[12]");
	assert_int_equal(na_fact_value(&snapshot->nics[1].facts, NA_LINK_MTU)->v.u, 3);
	na_snapshot_free(snapshot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_select),
		cmocka_unit_test(test_select_nothing),
		cmocka_unit_test(test_nics),
	};

	return TESTING_RUN(tests);
}
