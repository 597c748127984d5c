/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The catalogue of counters: its rows, how a name is looked up, and what is the same by another name. */
#include <string.h>
#include <time.h>

#include "nicaudit/counters.h"
#include "testing.h"

struct row {
	const char *family, *name;
	enum na_counter_kind kind;
};

static const struct row rows[] = {
#define COUNTER(family_, name_, kind_) { #family_, name_, NA_KIND_##kind_ },
#define TOTAL(family_, name_, kind_) { #family_, name_, NA_KIND_##kind_ },
#define RMON(family_, name_, kind_) { #family_, name_, NA_KIND_##kind_ },
#include "model/counters.def"
};

static const struct {
	const char *family, *name;
} drivers[] = {
#define DRIVER(family_, name_) { #family_, name_ },
#include "model/counters.def"
};

enum { N_ROWS = sizeof(rows) / sizeof(rows[0]), N_DRIVERS = sizeof(drivers) / sizeof(drivers[0]) };

static struct na_counter_meaning meaning_of(const char *driver, const char *name)
{
	const char *key;
	struct na_fact fact = { .attr = (uint16_t)na_attr_find(name, &key) };

	fact.key = key;
	return na_counter_meaning(driver, &fact);
}

static bool has_driver(const char *family)
{
	for (size_t i = 0; i < N_DRIVERS; i++)
		if (!strcmp(drivers[i].family, family))
			return true;
	return !strcmp(family, "any");
}

/* Twice the same row would leave it to chance which is found; a digit or blank would never be found. */
static void test_rows(void **state)
{
	for (size_t i = 0; i < N_ROWS; i++) {
		const char *name = rows[i].name;

		if (!has_driver(rows[i].family))
			fail_msg("no driver for '%s'", rows[i].family);
		if (strpbrk(name, "0123456789") || *name == ' ' || name[strlen(name) - 1] == ' ')
			fail_msg("'%s' cannot be found", name);
		for (size_t k = 0; k < i; k++)
			if (!strcmp(rows[k].family, rows[i].family) && !strcmp(rows[k].name, name))
				fail_msg("%s has '%s' twice", rows[i].family, name);
	}
	for (size_t i = 0; i < N_DRIVERS; i++)
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(drivers[i].name, drivers[k].name);
}

/* A driver of that family, by a name that its glob matches. */
static const char *a_driver_of(const char *family, char *buf, size_t size)
{
	for (size_t i = 0; i < N_DRIVERS; i++)
		if (!strcmp(drivers[i].family, family)) {
			const char *name = drivers[i].name + strspn(drivers[i].name, "*");

			snprintf(buf, size, "%.*s", (int)strcspn(name, "*"), name);
			return buf;
		}
	return NULL;
}

/* Every row is found, with numbers in place of its '#'. */
static void test_all_found(void **state)
{
	for (size_t i = 0; i < N_ROWS; i++) {
		char name[128] = "", driver[64];
		const char *key, *word = rows[i].name;
		enum na_attr_id attr = na_attr_find(word, &key);

		if (attr != NA_ATTR_UNKNOWN) {
			snprintf(name, sizeof(name), "%s", word);
		} else {
			strcpy(name, "counter.");
			for (; *word; word++)
				sprintf(name + strlen(name), *word == '#' ? "17" : "%c", *word);
		}
		if (meaning_of(a_driver_of(rows[i].family, driver, sizeof(driver)), name).kind != rows[i].kind)
			fail_msg("%s: '%s' is not found", rows[i].family, rows[i].name);
	}
}

static void test_kinds(void **state)
{
	for (int kind = NA_KIND_NONE + 1; kind < NA_N_COUNTER_KINDS; kind++) {
		const struct na_counter_kind_row *row = &na_counter_kinds[kind];

		assert_true(row->words && *row->words);
		assert_true(row->part_of == NA_KIND_NONE || (int)row->part_of > kind);
		assert_string_not_equal(na_counter_class_name(row->class), "?");
	}
}

static void test_names(void **state)
{
	static const struct {
		const char *driver, *name;
		enum na_counter_kind kind;
	} cases[] = {
		/* by driver, by another of its family, by a glob of drivers, by none */
		{ "tg3", "counter.rx_discards", NA_KIND_RX_MISSED },
		{ "igc", "counter.rx_queue_3_drops", NA_KIND_RX_NO_BUFFER },
		{ "virtio_net", "counter.rx_queue_3_drops", NA_KIND_RX_DROPPED },
		{ "rk_gmac-dwmac", "counter.mmc_tx_latecol", NA_KIND_LATE_COLLISION },
		{ "some-driver", "counter.rx_crc_errors", NA_KIND_CRC },
		{ NULL, "counter.rx_crc_errors", NA_KIND_CRC },
		{ NULL, "counter.rx_out_of_buffer", NA_KIND_NONE },
		{ "igb", "counter.rx_out_of_buffer", NA_KIND_NONE },
		{ "", "counter.", NA_KIND_NONE },
		/* blanks, numbers, and those of one name */
		{ "cxgb4", "counter.rx_bg0_frames_dropped  ", NA_KIND_RX_FIFO },
		{ "vmxnet3", "counter.  pkts rx OOB", NA_KIND_RX_NO_BUFFER },
		{ "vmxnet3", "counter.pkts rx OOB#12", NA_KIND_RX_NO_BUFFER },
		{ "vmxnet3", "counter.  drv dropped rx total #2", NA_KIND_RX_ERROR },
		{ "bnx2x", "counter.[10]: rx_discards", NA_KIND_RX_NO_BUFFER },
		{ "atlantic", "counter.TC0 Queue[12] InErrors", NA_KIND_CHECKSUM },
		{ "qede", "counter.0: rx_alloc_errors", NA_KIND_NO_MEMORY },
		{ "i40e", "counter.port.rx_discards", NA_KIND_RX_MISSED },
		{ "i40e", "counter.port.rx_priority_7_xon_2_xoff", NA_KIND_PAUSE_TIME },
		{ "mlx5_core", "counter.tx127_dropped", NA_KIND_TX_DROPPED },
		{ "ena", "counter.queue_0_rx_page_alloc_fail", NA_KIND_NO_MEMORY },
		/* those of the kernel and the standards, whatever the group; of some drivers they mean something of their own */
		{ NULL, "stats.rx_missed_errors", NA_KIND_RX_MISSED },
		{ "mlx5_core", "stats.rx_missed_errors", NA_KIND_RX_NO_BUFFER },
		{ NULL, "stats.rx_dropped", NA_KIND_RX_DROPPED },
		{ "cxgb4", "stats.rx_dropped", NA_KIND_RX_FIFO },
		{ NULL, "standard.eth-mac.LateCollisions", NA_KIND_LATE_COLLISION },
		{ NULL, "standard.rmon.etherStatsFragments", NA_KIND_FRAGMENT },
		{ NULL, "standard.eth-phy.SymbolErrorDuringCarrier", NA_KIND_SYMBOL },
		{ NULL, "standard.phydev.RxErrors", NA_KIND_RX_ERROR },
		{ NULL, "standard.fec.uncorrectable-blocks", NA_KIND_FEC_UNCORRECTABLE },
		{ NULL, "link.carrier-changes", NA_KIND_LINK_CHANGE },
		{ NULL, "link.down-count", NA_KIND_LINK_DOWN },
		/* traffic, and what is no counter */
		{ NULL, "stats.rx_packets", NA_KIND_NONE },
		{ NULL, "standard.eth-mac.FramesReceivedOK", NA_KIND_NONE },
		{ "igb", "counter.rx_queue_0_packets", NA_KIND_NONE },
		{ NULL, "link.speed", NA_KIND_NONE },
		{ NULL, "no.such.attribute", NA_KIND_NONE },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (meaning_of(cases[i].driver, cases[i].name).kind != cases[i].kind)
			fail_msg("%s: '%s'", cases[i].driver, cases[i].name);
	assert_true(meaning_of("mlx5_core", "counter.tx_queue_dropped").total);
	assert_false(meaning_of("mlx5_core", "counter.tx0_dropped").total);
	assert_true(meaning_of(NULL, "standard.rmon.etherStatsOversizePkts").rfc2819);
}

/* Longer than any name of the kernel's, in a file from elsewhere. */
static void test_long_names(void **state)
{
	char name[512] = "counter.";

	memset(name + strlen(name), 'x', 400);
	assert_int_equal(meaning_of("igb", name).kind, NA_KIND_NONE);
	memset(name + strlen("counter."), ' ', 400);
	assert_int_equal(meaning_of("igb", name).kind, NA_KIND_NONE);
	strcpy(name, "standard.eth-mac.");
	memset(name + strlen(name), 'x', 400);
	assert_int_equal(meaning_of("igb", name).kind, NA_KIND_NONE);
}

static void test_rank(void **state)
{
	static const uint16_t better[] = { NA_STANDARD, NA_COUNTER, NA_STATS_RX_ERRORS };

	for (size_t i = 1; i < 3; i++)
		assert_true(na_counter_rank(&(struct na_fact){ .attr = better[i - 1] }) >
			    na_counter_rank(&(struct na_fact){ .attr = better[i] }));
	assert_int_equal(na_counter_rank(&(struct na_fact){ .attr = NA_STANDARD_FEC_UNCORR }),
			 na_counter_rank(&(struct na_fact){ .attr = NA_STANDARD }));
}

/* 1,000 NICs with 200 counters each: printed, and no more. */
static void test_speed(void **state)
{
	static const char *const names[] = { "rx_queue_12_bytes", "rx_crc_errors", "tx_packets", "rx_queue_3_drops" };
	struct timespec from, to;
	size_t found = 0;

	clock_gettime(CLOCK_MONOTONIC, &from);
	for (size_t i = 0; i < 200000; i++)
		found += na_counter_class("igb", &(struct na_fact){ .attr = NA_COUNTER, .key = names[i % 4] }) !=
			 NA_COUNTER_OTHER;
	clock_gettime(CLOCK_MONOTONIC, &to);
	assert_int_equal(found, 100000);
	print_message("# 200,000 names in %.0f ms\n",
		      (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),  cmocka_unit_test(test_all_found),	 cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_names), cmocka_unit_test(test_long_names), cmocka_unit_test(test_rank),
		cmocka_unit_test(test_speed),
	};

	return TESTING_RUN(tests);
}
