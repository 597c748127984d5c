/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What reading costs at the least: sends the requests of a recording to this kernel, calls its ioctls, reads its files,
 * and throws the answers away. Against that, in turn with it, a command is timed as a whole process.
 *
 *	bare RECORDING ROUNDS COMMAND...	prints milliseconds of both, the ratio of each pair's median, CPU and memory
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "io/recording.h"

extern char **environ;

enum { BUFFER = 256 * 1024, MAX_ROUNDS = 1000 };

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void die(const char *what)
{
	fprintf(stderr, "bare: %s: %s\n", what, strerror(errno));
	exit(70);
}

/* Reads until the answer is complete, as far as that can be told without looking at it closely. */
static void throw_away(int fd, bool dump, unsigned char *buf)
{
	for (;;) {
		ssize_t len = recv(fd, buf, BUFFER, 0);
		const struct nlmsghdr *last = (const void *)buf;

		if (len < (ssize_t)sizeof(*last))
			return;
		if (!dump)
			return;
		for (ssize_t at = 0; at + (ssize_t)sizeof(*last) <= len;) {
			last = (const void *)(buf + at);
			if (last->nlmsg_type == NLMSG_DONE || last->nlmsg_type == NLMSG_ERROR)
				return;
			if (last->nlmsg_len < sizeof(*last))
				return;
			at += NLMSG_ALIGN(last->nlmsg_len);
		}
	}
}

static void ask(const struct na_rec_key *key, const int *fds, unsigned char *buf)
{
	struct ifreq request = { 0 };
	const struct nlmsghdr *header = (const void *)key->data;
	int fd;

	switch (key->kind) {
	case NA_REC_GENERIC:
	case NA_REC_ROUTE:
		fd = fds[key->kind == NA_REC_ROUTE];
		if (send(fd, key->data, key->len, 0) > 0)
			throw_away(fd, (header->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP, buf);
		break;
	case NA_REC_IOCTL:
		snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", key->name);
		memcpy(buf, key->data, key->len);
		request.ifr_data = (void *)buf;
		ioctl(fds[2], SIOCETHTOOL, &request);
		break;
	case NA_REC_FILE:
		fd = open(key->name, O_RDONLY);
		if (fd >= 0) {
			while (read(fd, buf, BUFFER) > 0)
				;
			close(fd);
		}
		break;
	case NA_REC_LINK:
		if (readlink(key->name, (char *)buf, BUFFER) < 0)
			return;
		break;
	case NA_REC_RUNNING:
	case NA_REC_CLOCK:
	case NA_REC_NETNS:
	case NA_REC_NAMESPACES:
		break;
	}
}

static double run_bare(const struct na_recording *recording, unsigned char *buf)
{
	double start = now_ms();
	int fds[3] = { socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC), socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE),
		       socket(AF_INET, SOCK_DGRAM, 0) };

	for (const struct na_rec_answer *a = recording->first; a; a = a->next)
		ask(&a->request->key, fds, buf);
	for (int i = 0; i < 3; i++)
		close(fds[i]);
	return now_ms() - start;
}

static double run_command(char *const *argv, struct rusage *usage)
{
	posix_spawn_file_actions_t actions;
	double start = now_ms();
	int status;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
	if (posix_spawn(&pid, argv[0], &actions, NULL, argv, environ))
		die(argv[0]);
	posix_spawn_file_actions_destroy(&actions);
	if (wait4(pid, &status, 0, usage) != pid)
		die("wait4");
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 3) {
		fprintf(stderr, "bare: %s failed\n", argv[0]);
		exit(70);
	}
	return now_ms() - start;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double median(double *v, int n)
{
	qsort(v, (size_t)n, sizeof(*v), compare);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

int main(int argc, char **argv)
{
	struct na_recording recording = { 0 };
	double bare[MAX_ROUNDS], command[MAX_ROUNDS], ratio[MAX_ROUNDS];
	struct rusage usage;
	struct na_error error;
	unsigned char *buf;
	int rounds = argc > 3 ? atoi(argv[2]) : 0;

	if (rounds < 1 || rounds > MAX_ROUNDS) {
		fprintf(stderr, "usage: bare RECORDING ROUNDS COMMAND...\n");
		return 64;
	}
	/* before this process grows: what a child has at most counts from where its parent was */
	run_command(argv + 3, &usage);
	buf = malloc(BUFFER);
	if (!buf || na_recording_load(&recording, argv[1], &error)) {
		fprintf(stderr, "bare: %s\n", buf ? error.text : "out of memory");
		return 66;
	}
	run_bare(&recording, buf);
	for (int i = 0; i < rounds; i++) {
		struct rusage unused;

		bare[i] = run_bare(&recording, buf);
		command[i] = run_command(argv + 3, &unused);
		ratio[i] = command[i] / bare[i];
	}
	printf("bare %.2f ms, command %.2f ms, ratio %.2f, CPU %.2f ms, peak memory %.1f MiB\n", median(bare, rounds),
	       median(command, rounds), median(ratio, rounds),
	       (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
		       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3,
	       (double)usage.ru_maxrss / 1024);
	na_recording_clear(&recording);
	free(buf);
	return 0;
}
