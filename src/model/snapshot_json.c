/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a snapshot file consists of: its members in order, and how a time is spelled. */
#include "model/snapshot_json.h"

#include <string.h>
#include <time.h>

#define SNAPSHOT(m) offsetof(struct na_snapshot, m)
#define HOST(m) SNAPSHOT(host.m)
#define NIC(m) offsetof(struct na_nic, m)
#define N(table) (sizeof(table) / sizeof(table[0]))

static const struct na_json_member snapshot_members[] = {
	{ "schema", NA_JSON_SCHEMA, true, 0, "What kind of file this is." },
	{ "version", NA_JSON_VERSION, true, 0, "Of the format." },
	{ "tool", NA_JSON_TEXT, false, SNAPSHOT(tool), "Name and version of the program that wrote it." },
	{ "host", NA_JSON_HOST, false, 0, "Where and when it was taken." },
	{ "facts", NA_JSON_FACTS, false, SNAPSHOT(facts), "Facts about the host." },
	{ "unavailable", NA_JSON_UNAVAILABLE, false, SNAPSHOT(facts), "Facts that could not be had, and why." },
	{ "sources", NA_JSON_SOURCES, false, SNAPSHOT(facts), "Where facts are from, if not from the live kernel." },
	{ "interfaces", NA_JSON_NICS, true, 0, "Network interfaces." },
};

static const struct na_json_member host_members[] = {
	{ "hostname", NA_JSON_TEXT, false, HOST(hostname), "Name of the host." },
	{ "boot_id", NA_JSON_TEXT, false, HOST(boot_id), "Which boot: counters and ifindexes are good within one." },
	{ "kernel", NA_JSON_TEXT, false, HOST(kernel), "Release of the kernel." },
	{ "arch", NA_JSON_TEXT, false, HOST(arch), "Machine, as uname -m." },
	{ "time", NA_JSON_TIME, false, HOST(time_ns), "When it was taken." },
	{ "privileged", NA_JSON_FLAG, false, HOST(privileged), "It was taken with CAP_NET_ADMIN." },
	{ "partial", NA_JSON_FLAG, false, HOST(partial), "Something changed meanwhile and could not be read whole." },
};

static const struct na_json_member nic_members[] = {
	{ "name", NA_JSON_TEXT, true, NIC(name), "Name of the interface." },
	{ "netns", NA_JSON_TEXT, false, NIC(netns), "Network namespace, if not the one nicaudit ran in." },
	{ "ifindex", NA_JSON_NUMBER, false, NIC(ifindex), "Number of the interface." },
	{ "altnames", NA_JSON_ALTNAMES, false, 0, "Other names of it." },
	{ "kind", NA_JSON_TEXT, false, NIC(kind), "Kind of a virtual interface: veth, bond, ..." },
	{ "virtual", NA_JSON_FLAG, false, NIC(is_virtual), "There is no hardware behind it." },
	{ "driver", NA_JSON_TEXT, false, NIC(driver), "Driver." },
	{ "bus", NA_JSON_TEXT, false, NIC(bus), "Where on its bus the hardware is." },
	{ "mac", NA_JSON_TEXT, false, NIC(mac), "Permanent MAC address." },
	{ "facts", NA_JSON_FACTS, false, NIC(facts), "Facts about the interface." },
	{ "unavailable", NA_JSON_UNAVAILABLE, false, NIC(facts), "Facts that could not be had, and why." },
	{ "sources", NA_JSON_SOURCES, false, NIC(facts), "Where facts are from, if not from the live kernel." },
};

const struct na_json_object na_json_snapshot = { snapshot_members, N(snapshot_members), SNAPSHOT(extra) };
const struct na_json_object na_json_host = { host_members, N(host_members), SNAPSHOT(host_extra) };
const struct na_json_object na_json_nic = { nic_members, N(nic_members), NIC(extra) };

enum { NS = 1000000000, DATE_LEN = 19 /* 2026-01-31T23:59:59 */ };

void na_time_format(int64_t ns, char buf[NA_TIME_MAX])
{
	time_t seconds = ns / NS;
	long rest = (long)(ns % NS);
	struct tm tm;
	size_t len;

	if (rest < 0) {
		rest += NS;
		seconds--;
	}
	gmtime_r(&seconds, &tm);
	len = strftime(buf, NA_TIME_MAX, "%Y-%m-%dT%H:%M:%S", &tm);
	if (rest) {
		len += (size_t)snprintf(buf + len, NA_TIME_MAX - len, ".%09ld", rest);
		while (buf[len - 1] == '0')
			len--;
	}
	buf[len] = 'Z';
	buf[len + 1] = 0;
}

bool na_time_parse(const char *text, int64_t *ns)
{
	struct tm tm = { 0 };
	const char *end = strptime(text, "%Y-%m-%dT%H:%M:%S", &tm);
	char again[NA_TIME_MAX];
	int64_t fraction = 0;

	if (!end)
		return false;
	if (*end == '.') {
		const char *digits = end + 1;
		size_t n = strspn(digits, "0123456789");

		if (n < 1 || n > 9)
			return false;
		for (size_t i = 0; i < 9; i++)
			fraction = fraction * 10 + (i < n ? digits[i] - '0' : 0);
		end = digits + n;
	}
	if (strcmp(end, "Z") || __builtin_mul_overflow((int64_t)timegm(&tm), (int64_t)NS, ns) ||
	    __builtin_add_overflow(*ns, fraction, ns))
		return false;
	/* strptime() is lenient, timegm() makes a 1 March of a 30 February */
	na_time_format(*ns, again);
	return !strncmp(again, text, DATE_LEN);
}
