/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What configuration on disk sets, read from the small trees in tests/roots: each has a file of what is to be found there about
 * eth0 (igb) and eth1 (ixgbe). And what a judge makes of it.
 */
#include <dirent.h>

#include "check/rules.h"
#include "collect/collector.h"
#include "facts.h"

static struct na_nic *add_nic(struct na_snapshot *snapshot, const char *name, const char *driver, const char *mac)
{
	struct na_nic *nic = facts_nic(snapshot, name, "");

	nic->driver = driver;
	nic->mac = mac;
	nic->bus = "0000:03:00.0";
	nic->netns = "";
	return nic;
}

static struct na_snapshot *read_root(const char *root)
{
	struct na_snapshot *snapshot = na_snapshot_new();
	struct na_collector *c = calloc(1, sizeof(*c));
	struct na_error error = { 0 };
	char path[512];

	snprintf(path, sizeof(path), "tests/roots/%.255s", root);
	assert_non_null(c);
	assert_ok(na_io_live(testing_path(path), &c->io, &error), &error);
	c->snapshot = snapshot;
	memset(c->wanted, NA_WANT_ALL, sizeof(c->wanted));
	na_turn_to(c, NULL);
	add_nic(snapshot, "eth0", "igb", "02:00:00:00:00:01");
	add_nic(snapshot, "eth1", strcmp(root, "systemd") ? "ixgbe" : "tg3", "02:00:00:00:00:02");
	na_persist_collect(c);
	assert_int_equal(na_snapshot_finish(snapshot), 0);
	na_io_free(c->io);
	free(c);
	return snapshot;
}

static void put_tools(FILE *file, const struct na_nic *nic)
{
	const struct na_fact *tools = na_fact_find(&nic->facts, NA_PERSIST_TOOLS, NULL);
	char text[256];

	assert_non_null(tools);
	if (tools->state == NA_PRESENT)
		na_value_format(&tools->value, text, sizeof(text));
	else
		snprintf(text, sizeof(text), "%s, %s", na_state_name((enum na_state)tools->state), tools->value.v.s);
	fprintf(file, "%s tools: %s\n", nic->name, text);
}

static char *text_of(const struct na_snapshot *snapshot)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	for (size_t i = 0; i < snapshot->n_nics; i++) {
		const struct na_nic *nic = &snapshot->nics[i];
		const struct na_fact *fact;
		size_t n = na_fact_family(&nic->facts, NA_PERSIST, &fact);

		put_tools(file, nic);
		for (uint16_t a = 1; a < NA_N_ATTRS; a++) /* in the order of the table, as people think of them */
			for (size_t k = 0; k < n; k++) {
				const char *key;
				const struct na_fact *where = na_fact_find(&nic->facts, NA_PERSIST_FILE, fact[k].key);

				if (na_attr_find(fact[k].key, &key) == a)
					fprintf(file, "%s %s: %s (%s)\n", nic->name, fact[k].key,
						fact[k].state == NA_PRESENT ?
							fact[k].value.v.s :
							na_state_name((enum na_state)fact[k].state),
						where->value.v.s);
			}
	}
	fclose(file);
	return text;
}

static void test_roots(void **state)
{
	DIR *dir = opendir(testing_path("tests/roots"));
	struct dirent *entry;
	size_t n = 0;

	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		struct na_snapshot *snapshot;
		char name[512], *expected, *is;

		if (*entry->d_name == '.')
			continue;
		snprintf(name, sizeof(name), "tests/roots/%s/expected", entry->d_name);
		expected = testing_read(name, NULL);
		snapshot = read_root(entry->d_name);
		is = text_of(snapshot);
		if (strcmp(is, expected))
			fail_msg("%s\n%s", entry->d_name, is);
		free(is);
		free(expected);
		na_snapshot_free(snapshot);
		n++;
	}
	closedir(dir);
	assert_true(n >= 8);
}

/* What the check of that fact says about a reboot. */
static void check_lasting(const char *words, const char *expected)
{
	const char *rule = "lro-forwarding";
	const struct na_check_options options = { .only = &rule, .n_only = 1 };
	struct na_snapshot *now = na_snapshot_new();
	struct na_report *report;
	struct na_error error;

	facts_nic(now, "eth0", "feature.rx-lro=on");
	facts_add(now, &now->nics[0].facts, words);
	facts_add(now, &now->facts, "net.forwarding=on net.forwarding6=off");
	assert_int_equal(na_snapshot_finish(now), 0);
	assert_ok(na_check_run(now, NULL, &options, &report, &error), &error);
	assert_int_equal(report->checks[0].status, NA_FAIL);
	if (expected)
		assert_string_equal(report->checks[0].persist, expected);
	else
		assert_null(report->checks[0].persist);
	na_report_free(report);
	na_snapshot_free(now);
}

static void test_lasting(void **state)
{
	check_lasting("", NULL);
	check_lasting("persist.tools!unread", NULL);
	check_lasting("persist.tools=",
		      "nothing on disk configures this interface: a change now is lost at the next boot");
	check_lasting("persist.tools=networkd,udev",
		      "nothing on disk sets it (configured by networkd udev): a change now is lost at the next boot");
	check_lasting("persist.tools=udev persist.feature.rx-lro=on persist-file.feature.rx-lro=/etc/x.link:7",
		      "at the next boot /etc/x.link:7 sets it to on: change it there");
	check_lasting("persist.tools=udev persist.feature.rx-lro=off persist-file.feature.rx-lro=/etc/x.link:7",
		      "/etc/x.link:7 says so, too: it was changed since, or could not be applied");
	check_lasting("persist.tools=udev persist.feature.rx-lro!unknown persist-file.feature.rx-lro=/etc/x.link:7",
		      "what /etc/x.link:7 sets it to at the next boot is not understood");
	check_lasting("persist.tools!denied", "whether a change now outlives a reboot is not known: needs root");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_roots),
		cmocka_unit_test(test_lasting),
	};

	return TESTING_RUN(tests);
}
