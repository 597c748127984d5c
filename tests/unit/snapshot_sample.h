/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Snapshots and their text for tests: saving, loading, being refused, and one with something of everything. */
#ifndef NICAUDIT_SNAPSHOT_SAMPLE_H
#define NICAUDIT_SNAPSHOT_SAMPLE_H

#include <errno.h>
#include <string.h>

#include "nicaudit/snapshot.h"
#include "testing.h"

#define HEAD "{\"schema\":\"nicaudit/snapshot\",\"version\":1,"

static inline char *save(const struct na_snapshot *snapshot)
{
	char *text = NULL;
	size_t len;
	FILE *file = open_memstream(&text, &len);

	assert_non_null(file);
	assert_int_equal(na_snapshot_to_json(snapshot, file), 0);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(len, strlen(text));
	return text;
}

static inline struct na_snapshot *load(const char *text)
{
	struct na_snapshot *snapshot = NULL;
	struct na_error error = { 0 };

	assert_ok(na_snapshot_from_json(text, strlen(text), "input.json", &snapshot, &error), &error);
	assert_non_null(snapshot);
	return snapshot;
}

/* What loading it says; *ret is what it returns. */
static inline const char *refused(const char *text, size_t len, int *ret)
{
	static struct na_error error;
	struct na_snapshot *snapshot = NULL;

	error = (struct na_error){ 0 };
	*ret = na_snapshot_from_json(text, len, "input.json", &snapshot, &error);
	assert_null(snapshot);
	assert_int_equal(*ret, -error.err);
	return error.text;
}

/* A snapshot with something of everything that can be in one. */
static inline void put(struct na_snapshot *snapshot, struct na_facts *facts, enum na_attr_id attr, const char *key,
		       struct na_value value)
{
	na_facts_add(snapshot, facts, (struct na_fact){ .attr = (uint16_t)attr, .key = key, .value = value });
}

static inline void put_state(struct na_snapshot *snapshot, struct na_facts *facts, enum na_attr_id attr,
			     const char *key, enum na_state state, int err, const char *message)
{
	struct na_fact fact = { .attr = (uint16_t)attr, .key = key, .state = (uint8_t)state, .err = err };

	if (message)
		fact.value = na_string(message);
	na_facts_add(snapshot, facts, fact);
}

static inline struct na_snapshot *sample(void)
{
	static const char *const altnames[] = { "enp0s31f6", "up\"link" };
	static const char *const modes[] = { "10baseT/Half", "1000baseT/Full", "Autoneg" };
	static const uint32_t table[] = { 0, 1, UINT32_MAX }, rmem[] = { 4096, 131072, 6291456 };
	static const uint8_t key[] = { 0x6d, 0x00, 0xff };
	struct na_snapshot *s = na_snapshot_new();
	struct na_fact from_file = { .attr = NA_LINK_DUPLEX, .source = NA_SRC_FILE, .value = na_string("full") };
	struct na_nic *nic;
	struct na_facts *f;

	s->tool = "nicaudit 0.1.0";
	s->extra = "{\"later\":[1,2.5,null]}";
	s->host_extra = "{\"rack\":{\"row\":3},\"zone\":\"b\"}";
	s->host = (struct na_host){ .hostname = "storage-1",
				    .boot_id = "5f1d6e2c-7f10-4d5e-9d3b-0a1b2c3d4e5f",
				    .kernel = "6.1.0-18-amd64",
				    .arch = "x86_64",
				    .time_ns = 1769903999250000000,
				    .privileged = true };
	put(s, &s->facts, NA_TCP_RMEM, NULL, (struct na_value){ .type = NA_NUMBERS, .n = 3, .v.numbers = rmem });
	put(s, &s->facts, NA_CPU_ONLINE, NULL, na_string("0-7"));
	put(s, &s->facts, NA_NET_FORWARDING, NULL, na_bool(false));
	put_state(s, &s->facts, NA_CPU_ISOLATED, NULL, NA_ERROR, ENOENT, NULL);

	nic = na_snapshot_add_nic(s, "eno1");
	f = &nic->facts;
	nic->ifindex = 2;
	nic->driver = "e1000\xf0\x9f\x98\x80";
	nic->bus = "0000:00:1f.6";
	nic->mac = "52:54:00:12:34:56";
	nic->altnames = altnames;
	nic->n_altnames = sizeof(altnames) / sizeof(altnames[0]);
	nic->extra = "{\"slot\":4}";
	put(s, f, NA_COUNTER, "rx_[0]\xff\\*", na_uint(18));
	put(s, f, NA_LINK_SPEED, NULL, na_uint(1000));
	na_facts_add(s, f, from_file);
	put(s, f, NA_LINK_SUPPORTED, NULL, na_list(modes, sizeof(modes) / sizeof(modes[0])));
	put(s, f, NA_LINK_PARTNER, NULL, na_list(NULL, 0));
	put(s, f, NA_FEATURE, "rx-gro", na_bool(true));
	put(s, f, NA_RSS_KEY, NULL, (struct na_value){ .type = NA_BYTES, .n = sizeof(key), .v.bytes = key });
	put(s, f, NA_RSS_TABLE, NULL,
	    (struct na_value){ .type = NA_NUMBERS, .n = sizeof(table) / sizeof(table[0]), .v.numbers = table });
	put(s, f, NA_PCI_SPEED, NULL, na_real(2.5));
	put(s, f, NA_STATS_RX_BYTES, NULL, na_uint(UINT64_MAX));
	put(s, f, NA_ATTR_UNKNOWN, "new.thing", (struct na_value){ .type = NA_JSON, .v.s = "{\"b\":1,\"a\":[]}" });
	put_state(s, f, NA_RING_RX, NULL, NA_UNSUPPORTED, EOPNOTSUPP, "netlink error");
	put_state(s, f, NA_PRIVATE_FLAG, "*", NA_ERROR, 524, NULL);
	put_state(s, f, NA_ATTR_UNKNOWN, "new.gone", NA_UNREAD, 0, NULL);

	nic = na_snapshot_add_nic(s, "veth0");
	nic->netns = "blue";
	nic->kind = "veth";
	nic->is_virtual = true;
	assert_int_equal(na_snapshot_finish(s), 0);
	return s;
}

static const char sample_text[] =
	"{\n"
	"  \"schema\": \"nicaudit/snapshot\",\n"
	"  \"version\": 1,\n"
	"  \"tool\": \"nicaudit 0.1.0\",\n"
	"  \"host\": {\n"
	"    \"hostname\": \"storage-1\",\n"
	"    \"boot_id\": \"5f1d6e2c-7f10-4d5e-9d3b-0a1b2c3d4e5f\",\n"
	"    \"kernel\": \"6.1.0-18-amd64\",\n"
	"    \"arch\": \"x86_64\",\n"
	"    \"time\": \"2026-01-31T23:59:59.25Z\",\n"
	"    \"privileged\": true,\n"
	"    \"partial\": false,\n"
	"    \"rack\":{\"row\":3},\"zone\":\"b\"\n"
	"  },\n"
	"  \"facts\": {\n"
	"    \"cpu.online\": \"0-7\",\n"
	"    \"net.forwarding\": false,\n"
	"    \"tcp.rmem\": [4096, 131072, 6291456]\n"
	"  },\n"
	"  \"unavailable\": {\n"
	"    \"cpu.isolated\": {\"state\": \"error\", \"errno\": \"ENOENT\"}\n"
	"  },\n"
	"  \"interfaces\": [\n"
	"    {\n"
	"      \"name\": \"eno1\",\n"
	"      \"ifindex\": 2,\n"
	"      \"altnames\": [\"enp0s31f6\", \"up\\\"link\"],\n"
	"      \"virtual\": false,\n"
	"      \"driver\": \"e1000\xf0\x9f\x98\x80\",\n"
	"      \"bus\": \"0000:00:1f.6\",\n"
	"      \"mac\": \"52:54:00:12:34:56\",\n"
	"      \"facts\": {\n"
	"        \"new.thing\": {\"b\":1,\"a\":[]},\n"
	"        \"link.speed\": 1000,\n"
	"        \"link.duplex\": \"full\",\n"
	"        \"link.supported\": [\"10baseT/Half\", \"1000baseT/Full\", \"Autoneg\"],\n"
	"        \"link.partner\": [],\n"
	"        \"feature.rx-gro\": true,\n"
	"        \"rss.table\": [0, 1, 4294967295],\n"
	"        \"rss.key\": \"6d:00:ff\",\n"
	"        \"pci.speed\": 2.5,\n"
	"        \"stats.rx_bytes\": \"18446744073709551615\",\n"
	"        \"counter.rx_[0]\\\\xff\\\\\\\\*\": 18\n"
	"      },\n"
	"      \"unavailable\": {\n"
	"        \"new.gone\": {\"state\": \"unread\"},\n"
	"        \"private-flag.*\": {\"state\": \"error\", \"errno\": 524},\n"
	"        \"ring.rx\": {\"state\": \"unsupported\", \"errno\": \"EOPNOTSUPP\", \"message\": \"netlink error\"}\n"
	"      },\n"
	"      \"sources\": {\n"
	"        \"link.duplex\": \"file\"\n"
	"      },\n"
	"      \"slot\":4\n"
	"    },\n"
	"    {\n"
	"      \"name\": \"veth0\",\n"
	"      \"netns\": \"blue\",\n"
	"      \"kind\": \"veth\",\n"
	"      \"virtual\": true\n"
	"    }\n"
	"  ],\n"
	"  \"later\":[1,2.5,null]\n"
	"}\n";

#endif
