/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a recording keeps of configuration files: what is of use, on the lines where it stood, and no secret. */
#include <string.h>

#include "io/redact.h"
#include "testing.h"

static void check(const char *path, const char *text, const char *expected)
{
	char buf[1024];
	size_t len;

	snprintf(buf, sizeof(buf), "%s", text);
	len = na_redact(path, buf, strlen(buf));
	if (strcmp(buf, expected) || len != strlen(expected))
		fail_msg("%s: '%s', not '%s'", path, buf, expected);
}

#define KEYFILE "/etc/NetworkManager/system-connections/home"

static void test_connections(void **state)
{
	check(KEYFILE,
	      "[connection]\nid=Our home\nuuid=1-2\ntype=ethernet\ninterface-name=eth0\n[wifi-security]\npsk=secret\n"
	      "[802-1x]\npassword=secret\nprivate-key-password=secret\n[ethernet]\nmtu=9000\ncloned-mac-address=x\n"
	      "[ethtool]\nring-rx=512\n",
	      "[connection]\n\n\ntype=ethernet\ninterface-name=eth0\n[xxxxxxxxxxxxx]\n\n[xxxxxx]\n\n\n[ethernet]\nmtu=9000\n\n"
	      "[ethtool]\nring-rx=512\n");
	/* a key that is invented tomorrow; without a newline; before any heading; a comment */
	check(KEYFILE, "new-password=a\n# psk=secret\n[connection]\nnew=secret\ntype=ethernet",
	      "\n\n[connection]\n\ntype=ethernet");
	assert_true(na_redact_is_connection(KEYFILE));
	assert_false(na_redact_is_connection("/etc/NetworkManager/NetworkManager.conf"));
}

static void test_units(void **state)
{
	check("/etc/systemd/network/a.link",
	      "[Match]\nOriginalName=*\nHost=secret\n[Link]\nWakeOnLanPassword=00:11\nRxBufferSize=\\\n 512\n[New]\nkey=secret\n",
	      "[Match]\nOriginalName=*\nHost=x\n[Link]\nWakeOnLanPassword=x\nRxBufferSize=\\\n 512\n[xxx]\n\n");
}

static void test_interfaces(void **state)
{
	check("/etc/network/interfaces",
	      "auto eth0\niface eth0 inet static\n\taddress 198.18.0.1\n\tmtu 9000\n\twpa-psk secret\n\toffload-lro off\n"
	      "\tpost-up ethtool -K eth0 gro off; curl -u me:secret x\n\tup echo secret\n",
	      "auto eth0\niface eth0 inet static\n\n\tmtu 9000\n\n\toffload-lro off\n\tpost-up ethtool -K eth0 gro off;\n\tup\n");
	/* what interfaces(5) includes may be anywhere in /etc */
	check("/etc/shadow", "root:secret:1\n", "\n");
}

static void test_rules(void **state)
{
	check("/etc/udev/rules.d/70.rules",
	      "KERNEL==\"eth0\", RUN+=\"/sbin/ethtool -G eth0 rx 64\"\nRUN+=\"/bin/x secret\"\nRUN+=\"ethtool -s eth0 sopass 00:11\"\n",
	      "KERNEL==\"eth0\", RUN+=\"/sbin/ethtool -G eth0 rx 64\"\n\n\n");
}

static void test_kernel_is_left_alone(void **state)
{
	check("/proc/sys/kernel/hostname", "psk=secret\n", "psk=secret\n");
	check("/sys/class/net/eth0/ifalias", "  password \n", "  password \n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_connections),	     cmocka_unit_test(test_units),
		cmocka_unit_test(test_interfaces),	     cmocka_unit_test(test_rules),
		cmocka_unit_test(test_kernel_is_left_alone),
	};

	return TESTING_RUN(tests);
}
