/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was recorded is what is replayed, and goes only where there is nothing yet. */
#include "fake_kernel.h"

static void test_round_trip(void **state)
{
	char *recorded = record(in_base("r"), 0), *replayed;
	struct na_error error = { 0 };
	struct na_io *io;

	assert_ok(na_io_replay(in_base("r"), &io, &error), &error);
	replayed = run(io, 70000);
	assert_string_equal(recorded, replayed);
	assert_int_equal(na_io_replay_missing(io), 0);
	free(replayed);
	na_io_free(io);
	free(recorded);
}

/* A replay recorded gives the same files, byte by byte. */
static void test_recorded_again(void **state)
{
	static const char *const files[] = { "recording", "netlink", "ioctl", "files" };
	struct na_error error = { 0 };
	struct na_io *replay, *io;

	free(record(in_base("r"), 0));
	assert_ok(na_io_replay(in_base("r"), &replay, &error), &error);
	assert_ok(na_io_record(replay, in_base("again"), 0, &io, &error), &error);
	free(run(io, 5));
	assert_ok(na_io_record_save(io, &error), &error);
	na_io_free(io);
	for (size_t i = 0; i < N(files); i++) {
		char name[32];
		size_t len[2];
		char *text[2];

		snprintf(name, sizeof(name), "r/%s", files[i]);
		text[0] = read_text(in_base(name), &len[0]);
		snprintf(name, sizeof(name), "again/%s", files[i]);
		text[1] = read_text(in_base(name), &len[1]);
		assert_true(len[0] > 100);
		assert_int_equal(len[0], len[1]);
		assert_memory_equal(text[0], text[1], len[0]);
		free(text[0]);
		free(text[1]);
	}
}

/* An answer to the request before, which came too late, is nobody's in the recording. */
static void test_late_answer(void **state)
{
	struct nlmsghdr request = { .nlmsg_len = 16, .nlmsg_type = LATE_ANSWER, .nlmsg_seq = 9 };
	struct na_error error = { 0 };
	unsigned char buf[128];
	struct na_io *io;

	assert_ok(na_io_record(new_fake(), in_base("r"), 0, &io, &error), &error);
	assert_int_equal(io->ops->send(io, NETLINK_ROUTE, &request, sizeof(request)), 0);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), 48);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), 20);
	assert_ok(na_io_record_save(io, &error), &error);
	na_io_free(io);
	assert_ok(na_io_replay(in_base("r"), &io, &error), &error);
	assert_int_equal(io->ops->send(io, NETLINK_ROUTE, &request, sizeof(request)), 0);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), 20);
	assert_int_equal(io->ops->recv(io, NETLINK_ROUTE, buf, sizeof(buf)), 0);
	na_io_free(io);
}

/* Directories that a recording may go to */

static void refuse(const char *dir, int err)
{
	struct na_io *fake = new_fake(), *io = fake;
	struct na_error error = { 0 };

	assert_int_equal(na_io_record(fake, dir, 0, &io, &error), -err);
	assert_null(io);
	assert_non_null(strstr(error.text, dir));
	assert_false(freed); /* it is still the caller's */
	na_io_free(fake);
}

static void test_directories(void **state)
{
	struct na_error error = { 0 };
	struct na_io *io;

	assert_int_equal(mkdir(in_base("full"), 0755), 0);
	write_text(in_base("full/x"), "x", 1);
	refuse(in_base("full"), ENOTEMPTY);
	refuse(in_base("full/x"), ENOTDIR);
	refuse(in_base("none/there"), ENOENT);
	refuse(in_base("none/there/"), ENOENT);
	refuse("", ENOENT);

	/* nothing is written unless it is saved */
	assert_ok(na_io_record(new_fake(), in_base("new"), 0, &io, &error), &error);
	na_io_free(io);
	assert_int_equal(access(in_base("new"), F_OK), -1);
	/* an empty directory will do, and so does a slash behind it */
	assert_int_equal(mkdir(in_base("empty"), 0755), 0);
	free(record(in_base("empty"), 0));
	free(record(in_base("slash/"), 0));
	refuse(in_base("slash"), ENOTEMPTY);
}

/* What appeared in between stays, and what was begun does not. */
static void test_save_fails(void **state)
{
	struct na_error error = { 0 };
	struct na_io *io;

	assert_ok(na_io_record(new_fake(), in_base("r"), 0, &io, &error), &error);
	free(run(io, 1));
	assert_int_equal(mkdir(in_base("r"), 0755), 0);
	write_text(in_base("r/files"), "mine", 4);
	assert_int_equal(na_io_record_save(io, &error), -EEXIST);
	assert_non_null(strstr(error.text, "r/files: cannot be written: File exists"));
	assert_int_equal(access(in_base("r/netlink"), F_OK), -1);
	assert_int_equal(access(in_base("r/recording"), F_OK), -1);
	assert_int_equal(access(in_base("r/files"), F_OK), 0);
	na_io_free(io);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST(test_round_trip),	TEST(test_recorded_again), TEST(test_late_answer),
		TEST(test_directories), TEST(test_save_fails),
	};

	return TESTING_RUN(tests);
}
