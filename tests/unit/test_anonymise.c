/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is private does not get out of an anonymised recording, and everything else does. */
#include "fake_kernel.h"

#include <linux/ethtool.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "io/recording.h"

struct builder {
	unsigned char data[1024];
	size_t len;
};

static size_t open_nest(struct builder *b, uint16_t type)
{
	struct nlattr attr = { 0, type };

	memcpy(b->data + b->len, &attr, sizeof(attr));
	b->len += sizeof(attr);
	return b->len - sizeof(attr);
}

static void close_nest(struct builder *b, size_t start)
{
	uint16_t len = (uint16_t)(b->len - start);

	memcpy(b->data + start, &len, sizeof(len));
	b->len = NLA_ALIGN(b->len);
}

static size_t attr(struct builder *b, uint16_t type, const void *data, size_t len)
{
	size_t start = open_nest(b, type);

	memcpy(b->data + b->len, data, len);
	b->len += len;
	close_nest(b, start);
	return start + NLA_HDRLEN;
}

static struct na_rec_part *add(struct na_recording *recording, enum na_rec_kind kind, const char *what,
			       const void *data, size_t len)
{
	unsigned char request[16] = { 16 };
	struct na_rec_key key = { .kind = kind, .netns = "", .name = what };
	struct na_rec_answer *answer;

	if (kind == NA_REC_GENERIC || kind == NA_REC_ROUTE) {
		key.data = request;
		key.len = sizeof(request);
	}
	answer = na_recording_add(recording, &key, 0);
	assert_non_null(answer);
	return na_recording_add_part(recording, answer, 0, data, len);
}

static struct na_rec_part *add_text(struct na_recording *recording, const char *path, const char *text)
{
	return add(recording, NA_REC_FILE, path, text, strlen(text));
}

static void end_link(struct builder *b)
{
	struct nlmsghdr header = { .nlmsg_len = (uint32_t)b->len, .nlmsg_type = RTM_NEWLINK };

	memcpy(b->data, &header, sizeof(header));
}

static void test_anonymise_link(void **state)
{
	static const unsigned char mac[] = { 0x52, 0x54, 0, 0x12, 0x34, 0x56 }, other[] = { 0, 0x1b, 0x21, 1, 2, 3 };
	static const unsigned char first[] = { 2, 0, 0, 0, 0, 1 }, second[] = { 2, 0, 0, 0, 0, 2 };
	static const unsigned char broadcast[] = { 255, 255, 255, 255, 255, 255 }, lacp[] = { 1, 0x80, 0xc2, 0, 0, 2 };
	static const unsigned char small[] = { 0, 0, 0, 0, 0, 9 }, third[] = { 2, 0, 0, 0, 0, 3 };
	static const unsigned char ip[] = { 192, 0, 2, 7 }, port[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	struct na_recording recording = { 0 };
	struct builder b = { .len = NLMSG_SPACE(sizeof(struct ifinfomsg)) };
	size_t at[16], info, data;
	struct na_rec_part *link, *strings, *counters, *tunnel, *wol, *name;
	struct ethtool_wolinfo wolinfo = { .cmd = ETHTOOL_GWOL, .sopass = { 1, 2, 3, 4, 5, 6 } };

	at[0] = attr(&b, IFLA_ADDRESS, mac, 6);
	at[1] = attr(&b, IFLA_BROADCAST, broadcast, 6);
	at[2] = attr(&b, IFLA_IFALIAS, "uplink of Erna\0", 15);
	at[3] = attr(&b, IFLA_PHYS_PORT_ID, port, 9);
	at[4] = attr(&b, IFLA_PHYS_SWITCH_ID, port, 9);
	info = open_nest(&b, IFLA_LINKINFO);
	at[5] = attr(&b, IFLA_INFO_KIND, "dummy", 6); /* as long as a MAC, and none */
	data = open_nest(&b, IFLA_INFO_DATA);
	at[6] = attr(&b, 1, other, 6);
	at[7] = attr(&b, 2, lacp, 6);
	at[8] = attr(&b, 3, small, 6);
	close_nest(&b, data);
	close_nest(&b, info);
	at[9] = attr(&b, IFLA_IFALIAS, "x", 1);
	at[10] = attr(&b, IFLA_IFNAME, "enx525400123456", 16);
	at[11] = attr(&b, 54, mac, 6);
	end_link(&b);
	/* before it is known what they are, and among other bytes */
	strings = add(&recording, NA_REC_IOCTL, "enx001B21010203", "ab\x52\x54\0\x12\x34\x56xRT\0\x12\x34\x56", 15);
	counters = add(&recording, NA_REC_GENERIC, "", small, 6);
	wol = add(&recording, NA_REC_IOCTL, "eth0", &wolinfo, sizeof(wolinfo));
	link = add(&recording, NA_REC_ROUTE, "", b.data, b.len);

	b.len = NLMSG_SPACE(sizeof(struct ifinfomsg));
	at[12] = attr(&b, IFLA_ADDRESS, ip, 4);
	info = open_nest(&b, IFLA_LINKINFO);
	attr(&b, IFLA_INFO_KIND, "vxlan", 6);
	data = open_nest(&b, IFLA_INFO_DATA);
	at[13] = attr(&b, IFLA_VXLAN_ID, ip, 4); /* a number that happens to be the same */
	at[14] = attr(&b, IFLA_VXLAN_LOCAL, ip, 4);
	close_nest(&b, data);
	close_nest(&b, info);
	end_link(&b);
	tunnel = add(&recording, NA_REC_ROUTE, "", b.data, b.len);
	name = add_text(&recording, "/sys/class/net/enx525400123456/x", "ADDR 52:54:00:12:34:56, 192.0.2.7\n");

	assert_int_equal(na_recording_anonymise(&recording), 0);
	assert_memory_equal(link->data + at[0], first, 6);
	assert_memory_equal(link->data + at[1], broadcast, 6);
	assert_memory_equal(link->data + at[2], "alias-1\0\0\0\0\0\0\0\0", 15);
	assert_memory_equal(link->data + at[3], "\0\0\0\0\0\0\0\0\1", 9);
	assert_memory_equal(link->data + at[4], "\0\0\0\0\0\0\0\0\1", 9);
	assert_memory_equal(link->data + at[5], "dummy", 6);
	assert_memory_equal(link->data + at[6], second, 6);
	assert_memory_equal(link->data + at[7], lacp, 6);
	assert_memory_equal(link->data + at[8], third, 6);
	assert_memory_equal(link->data + at[9], "a", 1);
	assert_memory_equal(link->data + at[10], "enx020000000001", 16);
	assert_memory_equal(link->data + at[11], first, 6);
	assert_memory_equal(strings->data, "ab\2\0\0\0\0\1x\2\0\0\0\0\1", 15);
	assert_memory_equal(counters->data, small, 6); /* no address: a number */
	assert_memory_equal(wol->data + offsetof(struct ethtool_wolinfo, sopass), "\0\0\0\0\0\0", 6);
	assert_memory_equal(tunnel->data + at[12], "\xc6\x12\0\1", 4);
	assert_memory_equal(tunnel->data + at[13], ip, 4);
	assert_memory_equal(tunnel->data + at[14], "\xc6\x12\0\1", 4);
	assert_string_equal((char *)name->data, "ADDR 02:00:00:00:00:01, 198.18.0.1\n");
	assert_string_equal(recording.first->request->key.name, "enx020000000002");
	assert_string_equal(recording.last->request->key.name, "/sys/class/net/enx020000000001/x");
	na_recording_clear(&recording);
}

static void test_anonymise_text(void **state)
{
	static const char *const same[] = {
		"Linux 6.18.44-generic 6.18.44\n",
		"5.10.102.1-microsoft-standard\n",
		"0000:00:03.0 0000:5e:00.1\n",
		"12:30:59 1:2 x::\xff\n",
		"127.0.0.1 0.0.0.0 255.255.255.0 224.0.0.1 :: ::1 ff02::1\n",
		"1.2.3 1.2.3.4.5 256.1.1.1 v1.2.3.4\n",
		"00:00:00:00:00:00 ff:ff:ff:ff:ff:ff 01:80:c2:00:00:0e\n",
		"00:11:22:33:44:55:66 00:11:22:33:44:555\n",
		"ernas ernahost2 my-ernahost\n",
		"",
	};
	static const struct {
		const char *path, *text, *expected;
	} cases[] = {
		{ "/a", "ip 10.1.2.3/24, 10.1.2.4:80. 10.1.2.3.\n", "ip 198.18.0.1/24, 198.18.0.2:80. 198.18.0.1.\n" },
		{ "/b", "fe80::1%eth0 via [2001:DB9::1]:80\n", "2001:db8::1%eth0 via [2001:db8::2]:80\n" },
		{ "/c", "hw 00:1B:21:0a:0b:0c and 00-1b-21-0a-0b-0c", "hw 02:00:00:00:00:01 and 02-00-00-00-00-01" },
		{ "/d", "peer=ErnaHost.example.org,ernahost", "peer=host-1,host-1" },
		{ "/proc/sys/kernel/hostname", "ernahost.example.org\n", "host-1\n" },
		{ "/d1", "ernahost.example.org ernahost.lan. (x@ErnaHost.b-c.example)", "host-1 host-1. (x@host-1)" },
		{ "/d2", "The ernahost. And ernahost.", "The host-1. And host-1." },
		{ "/proc/version", "4.1.4.1 (x@ernahost.lan) 10.1.2.3\n", "4.1.4.1 (x@host-1) 10.1.2.3\n" },
		{ "/proc/sys/kernel/osrelease", "4.1.4.1\n", "4.1.4.1\n" },
		{ "/sys/module/e/version", "4.1.4.1", "4.1.4.1" },
		{ "/sys/module/e/versions", "4.1.4.1", "198.18.0.3" },
		{ "/sys/class/net/eth0/ifalias", "uplink of Erna\n", "alias-1\n" },
		{ "/proc/sys/kernel/random/boot_id", "9f0e9ad2-1111-4222-8333-1b2c3d4e5f60\n",
		  "00000000-0000-4000-8000-000000000001\n" },
		{ "/sys/class/dmi/id/product_serial", "CZ1234\n", "serial-1\n" },
		{ "/sys/class/dmi/id/board_serial", "PX9", "serial-2" },
		{ "/sys/x/serial", "CZ1234\n", "serial-1\n" },
		{ "/sys/class/dmi/id/product_uuid", "\n", "\n" },
		{ "/sys/y/serial", "CZ5678  \n", "serial-3\n" }, /* padded with blanks */
		{ "/sys/z/serial", "unknown\n", "serial-4\n" },
		{ "/e", "CZ1234, cz5678/PX9. CZ12345 xCZ1234 unknown",
		  "serial-1, serial-3/PX9. CZ12345 xCZ1234 unknown" },
	};
	struct na_recording recording = { 0 };
	struct na_rec_part *parts[N(same) + N(cases)];

	for (size_t i = 0; i < N(same); i++)
		parts[i] = add_text(&recording, "/same", same[i]);
	for (size_t i = 0; i < N(cases); i++)
		parts[N(same) + i] = add_text(&recording, cases[i].path, cases[i].text);
	assert_int_equal(na_recording_anonymise(&recording), 0);
	for (size_t i = 0; i < N(same); i++)
		assert_string_equal((char *)parts[i]->data, same[i]);
	for (size_t i = 0; i < N(cases); i++) {
		assert_string_equal((char *)parts[N(same) + i]->data, cases[i].expected);
		assert_int_equal(parts[N(same) + i]->len, strlen(cases[i].expected));
	}
	na_recording_clear(&recording);
}

/* Nor is text in a message read for addresses: a driver's version looks the same. */
static void test_anonymise_message_text(void **state)
{
	static const char text[] = "4.1.4.1 of 10.1.2.3";
	struct na_recording recording = { 0 };
	struct na_rec_part *generic = add(&recording, NA_REC_GENERIC, "", text, sizeof(text));
	struct na_rec_part *route = add(&recording, NA_REC_ROUTE, "", text, sizeof(text));

	assert_int_equal(na_recording_anonymise(&recording), 0);
	assert_string_equal((char *)generic->data, text);
	assert_string_equal((char *)route->data, text);
	na_recording_clear(&recording);
}

/* Many of each, and none of the aliases is given twice. */
static void test_anonymise_many(void **state)
{
	struct na_recording recording = { 0 };
	struct na_rec_part *parts[1000];
	char text[64];

	for (unsigned int i = 0; i < N(parts); i++) {
		snprintf(text, sizeof(text), "52:54:00:aa:%02x:%02x 10.0.%u.%u", i >> 8, i & 255, i >> 8, i & 255);
		parts[i] = add_text(&recording, "/x", text);
	}
	assert_int_equal(na_recording_anonymise(&recording), 0);
	for (unsigned int i = 0; i < N(parts); i++) {
		snprintf(text, sizeof(text), "02:00:00:00:%02x:%02x 198.18.%u.%u", (i + 1) >> 8, (i + 1) & 255,
			 (i + 1) >> 8, (i + 1) & 255);
		assert_string_equal((char *)parts[i]->data, text);
	}
	na_recording_clear(&recording);
}

/* Through the door: what replays is the same but for the names. */
static void test_anonymise_replays(void **state)
{
	char *recorded = record(in_base("r"), NA_RECORD_ANONYMISE), *replayed;
	struct na_error error = { 0 };
	struct na_io *io;

	assert_ok(na_io_replay(in_base("r"), &io, &error), &error);
	replayed = run(io, 1);
	assert_string_equal(recorded, replayed);
	na_io_free(io);
	free(replayed);
	free(recorded);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST(test_anonymise_link), TEST(test_anonymise_text),	 TEST(test_anonymise_message_text),
		TEST(test_anonymise_many), TEST(test_anonymise_replays),
	};

	return TESTING_RUN(tests);
}
