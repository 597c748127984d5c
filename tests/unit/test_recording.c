/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text of a recording: written by hand it is understood, and what is malformed is named by file and line. */
#include "fake_kernel.h"

#include <arpa/inet.h>

#include "io/recording.h"

static void put(const char *dir, const char *file, const char *text)
{
	char path[200];

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	write_text(path, text, strlen(text));
}

/* The other files are left out, which is the same as their being empty. */
static void empty_recording(const char *dir)
{
	remove_files(dir);
	mkdir(dir, 0755);
	put(dir, "recording", "nicaudit-recording 1\n");
}

static void test_missing(void **state)
{
	struct nlmsghdr request = { .nlmsg_len = 16, .nlmsg_type = 1 };
	struct na_error error = { 0 };
	struct na_io_host host;
	char buf[64], **names;
	struct na_io *io;
	int64_t ns;

	empty_recording(in_base("r"));
	assert_ok(na_io_replay(in_base("r"), &io, &error), &error);
	assert_int_equal(io->ops->send(io, NETLINK_GENERIC, &request, sizeof(request)), -ENODATA);
	assert_int_equal(io->ops->recv(io, NETLINK_GENERIC, buf, sizeof(buf)), 0);
	assert_int_equal(io->ops->ioctl(io, "eth0", buf, 4), -ENODATA);
	assert_int_equal(io->ops->read(io, "/x", buf, sizeof(buf)), -ENODATA);
	assert_int_equal(io->ops->readlink(io, "/x", buf, sizeof(buf)), -ENODATA);
	assert_int_equal(io->ops->running(io, "x"), -ENODATA);
	assert_int_equal(io->ops->clock(io, CLOCK_REALTIME, &ns), -ENODATA);
	assert_int_equal(io->ops->host(io, &host), -ENODATA);
	assert_int_equal(io->ops->netns_list(io, &names), -ENODATA);
	assert_int_equal(na_io_replay_missing(io), 8);
	assert_int_equal(io->ops->netns(io, ""), 0);
	assert_int_equal(na_io_replay_missing(io), 8);
	assert_int_equal(io->ops->netns(io, "x"), -ENOENT);
	assert_int_equal(na_io_replay_missing(io), 9);
	na_io_free(io);
}

/* Written by hand, with comments and blanks; a buffer that is too small; the last answer again and again. */
static void test_by_hand(void **state)
{
	struct nlmsghdr request = { .nlmsg_len = 16, .nlmsg_type = 7, .nlmsg_seq = 3, .nlmsg_pid = 4 };
	struct na_error error = { 0 };
	unsigned char data[20] = { 1 };
	char buf[64];
	struct na_io *io;

	empty_recording(in_base("r"));
	/* the request as in a trace, with a sequence number, and an answer in upper case */
	put(in_base("r"), "netlink",
	    "# mine\n\n> route - 10000000 0700 0000  00*4 05000000\n"
	    "< 12000000 0300 0000 ffffffff ffffffff ABCD\n! EAGAIN\n");
	put(in_base("r"), "ioctl", "> - eth0 01 00*19\n= 5\n< 01 00*17 0203\n> - eth0 01 00*19\n= EPERM\n");
	put(in_base("r"), "files", "file /a\n\tx\nfile /a\n\ty\\\n\n# comment\nfile /a\n! EIO\nfile /e\n");
	if (htons(1) == 1)
		return; /* the numbers above are of little endian */
	assert_ok(na_io_replay(in_base("r"), &io, &error), &error);
	assert_int_equal(io->ops->send(io, NETLINK_ROUTE, &request, sizeof(request)), 0);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), 18);
	assert_memory_equal(buf, "\x12\0\0\0\3\0\0\0\3\0\0\0\4\0\0\0\xab\xcd", 18);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), -EAGAIN);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), 0);
	assert_int_equal(io->ops->send(io, NETLINK_ROUTE, &request, sizeof(request)), 0);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, 17), -EMSGSIZE);
	assert_int_equal(io->ops->ioctl(io, "eth0", data, sizeof(data)), 5);
	assert_int_equal(data[18] << 8 | data[19], 0x203);
	data[18] = data[19] = 0;
	assert_int_equal(io->ops->ioctl(io, "eth0", data, sizeof(data)), -EPERM);
	assert_int_equal(data[19], 0);
	assert_int_equal(io->ops->read(io, "/a", buf, 3), 2);
	assert_string_equal(buf, "x\n");
	assert_int_equal(io->ops->read(io, "/a", buf, 1), -EFBIG);
	assert_int_equal(io->ops->read(io, "/a", buf, 3), -EIO);
	assert_int_equal(io->ops->read(io, "/a", buf, 3), -EIO);
	assert_int_equal(io->ops->read(io, "/e", buf, 3), 0);
	na_io_free(io);
}

#define LONG_WORD "machinemachinemachinemachinemachinemachinemachinemachinemachin64"

static void test_malformed(void **state)
{
	static const struct {
		const char *file, *text, *error;
	} cases[] = {
		{ "recording", "", "recording:1: expected 'nicaudit-recording 1': the file is empty" },
		{ "recording", "{}\n", "recording:1: expected 'nicaudit-recording 1': this is no recording" },
		{ "recording", "nicaudit-recording 2\n",
		  "recording:1: expected 'nicaudit-recording 1', not version '2'" },
		{ "recording", "nicaudit-recording 1\nmachin x\n",
		  "recording:2: expected 'byte-order', 'machine', 'privileged', 'clock', "
		  "'running', 'namespaces' or 'netns', not 'machin'" },
		{ "recording", "nicaudit-recording 1\nmachine\n",
		  "recording:2: expected a machine, as uname -m, found the "
		  "end of the line" },
		{ "recording", "nicaudit-recording 1\nmachine " LONG_WORD "x\n",
		  "recording:2: expected a machine of at most 64 bytes, not 'machinemachinemachin...'" },
		{ "recording", "nicaudit-recording 1\nprivileged 1\n", "recording:2: expected 'yes' or 'no', not '1'" },
		{ "recording", "nicaudit-recording 1\nclock wall 1\n",
		  "recording:2: expected 'realtime', 'monotonic', "
		  "'boottime' or a number, not 'wall'" },
		{ "recording", "nicaudit-recording 1\nclock realtime 99999999999999999999\n",
		  "recording:2: expected nanoseconds, not '99999999999999999999'" },
		{ "recording", "nicaudit-recording 1\nnetns blue yes\n",
		  "recording:2: expected 'ok' or '!', not 'yes'" },
		{ "recording", "nicaudit-recording 1\nrunning x no way\n",
		  "recording:2: expected the end of the line, not "
		  "'way'" },
		{ "netlink", "\n> specific - 00*16\n", "netlink:2: expected 'generic' or 'route', not 'specific'" },
		{ "netlink", "> route\n", "netlink:1: expected a network namespace or '-', found the end of the line" },
		{ "netlink", "> route - 00*15\n",
		  "netlink:1: expected a netlink message of at least 16 bytes, not of 15" },
		{ "netlink", "> route - 00*99999999999\n", "netlink:1: expected at most 16777216 bytes" },
		{ "netlink", "> route - 01*4\n", "netlink:1: expected 00*N for N zero bytes, not '01*4'" },
		{ "netlink", "> route - 0\n", "netlink:1: expected two hexadecimal digits, not '0'" },
		{ "netlink", "> route - 00*16\n<\n",
		  "netlink:2: expected bytes in hexadecimal, found the end of the line" },
		{ "netlink", "< 00\n", "netlink:1: expected a request, a line with '>', before '<'" },
		{ "netlink", "> route - 00*16\n+ 00\n", "netlink:2: expected a line with '<' before one with '+'" },
		{ "netlink", "> route - 00*16\n! EWHAT\n",
		  "netlink:2: expected the name of an errno, such as EOPNOTSUPP, not "
		  "'EWHAT'" },
		{ "netlink", "> route - 00*16\n* 00\n", "netlink:2: expected '>', '<', '+', '!' or '!>', not '*'" },
		{ "netlink", "> route \\y 00*16\n",
		  "netlink:1: expected \\xNN in a network namespace or '-', not '\\y'" },
		{ "ioctl", "> - - 00\n", "ioctl:1: expected an interface, not '-'" },
		{ "ioctl", "> - eth0 00\n> - eth0 00\n",
		  "ioctl:2: expected '=' and what the ioctl returned, not the next "
		  "request" },
		{ "ioctl", "> - eth0 00\n",
		  "ioctl:2: expected '=' and what the ioctl returned, found the end of the file" },
		{ "ioctl", "= 0\n", "ioctl:1: expected a request, a line with '>', before '='" },
		{ "ioctl", "> - eth0 00\n= 0\n< 0000\n", "ioctl:3: expected 1 bytes, as many as went in, not 2" },
		{ "ioctl", "> - eth0 00\n< 00\n", "ioctl:2: expected a line with '=' before '<'" },
		{ "files", "file x y\n", "files:1: expected a path that begins with '/', not 'y'" },
		{ "files", "door /x\n",
		  "files:1: expected 'file', 'link' or 'dir', '!', or a tab and text, not 'door'" },
		{ "files", "dir /x\n\ta\n! EPERM\n", "files:3: expected either content or '!', not both" },
		{ "files", "dir x\n", "files:1: expected a path, found the end of the line" },
		{ "files", "\ttext\n", "files:1: expected 'file', 'link' or 'dir' and a path before its content" },
		{ "files", "file /x\n\ta\\z\n", "files:2: expected \\\\ or \\xNN, not '\\z'" },
		{ "files", "file /x\n\ta\\\n\tb\n",
		  "files:3: expected no further line: the one before said that no newline "
		  "follows" },
		{ "files", "link /x\n\ta\n\tb\n",
		  "files:3: expected no further line: the target of a link is one line" },
		{ "files", "file /x\n\ta\n! EPERM\n", "files:3: expected either content or '!', not both" },
	};

	for (size_t i = 0; i < N(cases); i++) {
		struct na_error error = { 0 };
		struct na_io *io;
		char path[200];

		empty_recording(in_base("r"));
		put(in_base("r"), cases[i].file, cases[i].text);
		assert_int_equal(na_io_replay(in_base("r"), &io, &error), -EINVAL);
		assert_null(io);
		snprintf(path, sizeof(path), "%s/", in_base("r"));
		assert_memory_equal(error.text, path, strlen(path));
		assert_string_equal(error.text + strlen(path), cases[i].error);
		assert_int_equal(error.line, atoi(strchr(cases[i].error, ':') + 1));
	}
}

/* Numbers of another machine would be read as nonsense. */
static void test_byte_order(void **state)
{
	const char *mine = htons(1) == 1 ? "big" : "little", *other = htons(1) == 1 ? "little" : "big";
	char text[64], expected[128];
	struct na_error error = { 0 };
	struct na_io *io;
	char *saved;
	size_t len;

	free(record(in_base("mine"), 0));
	saved = read_text(in_base("mine/recording"), &len);
	snprintf(text, sizeof(text), "nicaudit-recording 1\nbyte-order %s\n", mine);
	assert_memory_equal(saved, text, strlen(text));
	free(saved);
	empty_recording(in_base("r"));
	put(in_base("r"), "recording", text);
	assert_ok(na_io_replay(in_base("r"), &io, &error), &error);
	na_io_free(io);
	for (int i = 0; i < 2; i++, other = "middle") {
		snprintf(text, sizeof(text), "nicaudit-recording 1\nbyte-order %s\n", other);
		put(in_base("r"), "recording", text);
		assert_int_equal(na_io_replay(in_base("r"), &io, &error), -EINVAL);
		snprintf(expected, sizeof(expected),
			 "recording:2: expected byte order '%s', which is this machine's, not '%s'", mine, other);
		assert_non_null(strstr(error.text, expected));
	}
}

static void test_longest_machine(void **state)
{
	struct na_error error = { 0 };
	struct na_io_host host;
	struct na_io *io;

	empty_recording(in_base("r"));
	put(in_base("r"), "recording", "nicaudit-recording 1\nmachine " LONG_WORD "\n");
	assert_ok(na_io_replay(in_base("r"), &io, &error), &error);
	assert_int_equal(io->ops->host(io, &host), 0);
	assert_string_equal(host.machine, LONG_WORD);
	na_io_free(io);
}

static void refuse_file(const char *file, int err, const char *text)
{
	struct na_error error = { 0 };
	struct na_io *io;

	assert_int_equal(na_io_replay(in_base("r"), &io, &error), -err);
	assert_null(io);
	assert_non_null(strstr(error.text, file));
	assert_non_null(strstr(error.text, text));
	remove_files(in_base("r"));
}

static void test_unreadable(void **state)
{
	struct na_error error = { 0 };
	struct na_io *io;

	assert_int_equal(na_io_replay(in_base("none"), &io, &error), -ENOENT);
	assert_non_null(strstr(error.text, "none is no recording: "));
	empty_recording(in_base("r"));
	assert_int_equal(unlink(in_base("r/recording")), 0);
	put(in_base("r"), "files", "");
	refuse_file("r is no recording: ", ENOENT, "r/recording: No such file or directory");
	empty_recording(in_base("r"));
	assert_int_equal(mkdir(in_base("r/ioctl"), 0755), 0);
	refuse_file("r/ioctl", EISDIR, ": this is no regular file");
	empty_recording(in_base("r"));
	write_text(in_base("r/netlink"), "> route\0- 00\n", 13);
	refuse_file("netlink:1", EINVAL, ": expected text, found a byte of zero");
}

/* Nobody writes into that fifo, and what is too large is not even begun. */
static void test_no_file_of_ours(void **state)
{
	static const char *const files[] = { "r/recording", "r/netlink", "r/ioctl", "r/files" };

	alarm(20);
	for (size_t i = 0; i < N(files); i++) {
		empty_recording(in_base("r"));
		unlink(in_base(files[i]));
		assert_int_equal(mkfifo(in_base(files[i]), 0600), 0);
		refuse_file(files[i], EINVAL, ": this is no regular file");
		empty_recording(in_base("r"));
		write_text(in_base(files[i]), "#", 1);
		assert_int_equal(truncate(in_base(files[i]), (256 << 20) + 1), 0);
		refuse_file(files[i], EFBIG, ": larger than 256 MiB");
	}
	alarm(0);
}

/* A few lines can stand for many zeros, but not for all memory. */
static void test_many_zeros(void **state)
{
	char text[64 * 17] = "";

	empty_recording(in_base("r"));
	for (int i = 0; i < 17; i++)
		strcat(text, "> - eth0 00*16777216\n= 0\n");
	put(in_base("r"), "ioctl", text);
	refuse_file("r/ioctl:33", EINVAL, ": expected at most 256 MiB in a recording");
}

/* Wherever a file ends, and whatever byte is wrong in it, there is an answer or an error. */
static void test_cut_and_broken(void **state)
{
	static const char *const files[] = { "r/recording", "r/netlink", "r/ioctl", "r/files" };
	size_t loaded = 0;

	n_spaces = 1; /* one has all that there is, and many cuts are to be made */
	free(record(in_base("r"), 0));
	n_spaces = N(spaces);
	for (size_t i = 0; i < N(files); i++) {
		size_t len;
		char *text = read_text(in_base(files[i]), &len);

		for (size_t at = 0; at < len; at += 7) {
			struct na_error error = { 0 };
			struct na_recording recording = { 0 };

			write_text(in_base(files[i]), text, at);
			if (!na_recording_load(&recording, in_base("r"), &error))
				loaded++;
			else
				assert_non_null(strstr(error.text, ": expected "));
			assert_int_equal(na_recording_anonymise(&recording), 0);
			na_recording_clear(&recording);
			text[at] ^= 4;
			write_text(in_base(files[i]), text, len);
			na_recording_load(&recording, in_base("r"), &error);
			assert_int_equal(na_recording_anonymise(&recording), 0);
			na_recording_clear(&recording);
			text[at] ^= 4;
		}
		write_text(in_base(files[i]), text, len);
		free(text);
	}
	assert_true(loaded > 10);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST(test_missing),	    TEST(test_by_hand),		TEST(test_malformed),
		TEST(test_byte_order),	    TEST(test_longest_machine), TEST(test_unreadable),
		TEST(test_no_file_of_ours), TEST(test_many_zeros),	TEST(test_cut_and_broken),
	};

	return TESTING_RUN(tests);
}
