/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A recording: every request that went through the I/O door and what came back, in memory and as text on disk.
 *
 * On disk it is a directory of four text files that can be read, and edited to make a test case. Words are separated by
 * blanks; in a word, a byte that is no printable ASCII, a blank or a backslash is \xNN, and so is a '-' or '!' at its
 * beginning. Lines that are empty or begin with '#' are comments. NETNS is '-' for the namespace that the process ran
 * in. HEX may contain blanks, and the word 00*N stands for N zero bytes. Multi-byte numbers in HEX are of the byte order
 * of the machine. The last three files may be left out where they would be empty.
 *
 * recording (written last: without it the directory is no recording)
 *	nicaudit-recording 1		always the first line
 *	byte-order little		or big; that of the machine that replays it where it is left out
 *	machine x86_64			as uname -m
 *	privileged yes			or no
 *	clock realtime 1700000000000	nanoseconds; also monotonic, boottime, or the number of another clock
 *	running irqbalance no		whether such a process ran
 *	namespaces blue green		the named network namespaces
 *	netns blue ok			a namespace that was entered
 *
 * netlink
 *	> generic NETNS HEX		a request (or "> route"), its sequence and port number zero
 *	< HEX				a datagram of the answer, up to the end of its first message
 *	+ HEX				the next message of the same datagram
 *	! EAGAIN			receiving failed
 *	!> EPERM			sending failed
 *	Replay puts sequence and port number of the request into every message of the answer, and into the header of
 *	the request that an NLMSG_ERROR quotes.
 *
 * ioctl
 *	> NETNS IFNAME HEX		what went into SIOCETHTOOL
 *	= 0				what it returned, or the name of its errno (E524 where it has none)
 *	< HEX				what came out, as many bytes; left out where nothing changed
 *
 * files
 *	file PATH			or "file NETNS PATH" in a named namespace
 *		text			after a tab: \xNN as in words, \\ is a backslash, and one at the end of a line says that
 *					no newline follows
 *	link PATH
 *		target			one line, no newline follows
 *	dir PATH
 *		name			one a line, as the target of a link; in the order in which they are listed
 *	file PATH
 *	! ENOENT			reading failed; "! ERRNO" stands in the file recording as well, in place of an answer
 *
 * The same request may come several times: the answers are given in that order, and the last one from then on.
 */
#ifndef NICAUDIT_RECORDING_H
#define NICAUDIT_RECORDING_H

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "nicaudit/arena.h"
#include "nicaudit/error.h"
#include "nicaudit/io.h"

#define NA_RECORDING_BYTE_ORDER (BYTE_ORDER == LITTLE_ENDIAN ? "little" : "big")

enum na_rec_kind {
	NA_REC_GENERIC,
	NA_REC_ROUTE,
	NA_REC_IOCTL,
	NA_REC_FILE,
	NA_REC_LINK,
	NA_REC_DIR,
	NA_REC_RUNNING,
	NA_REC_CLOCK,
	NA_REC_NETNS,
	NA_REC_NAMESPACES,
};

/* What a request is recognised by. Members that the kind does not have are "" and NULL, 0. */
struct na_rec_key {
	enum na_rec_kind kind;
	const char *netns;
	const char *name; /* interface, path, process, clock (as in the text) or namespace */
	unsigned char *data;
	size_t len;
};

/* A datagram, or why there was none; what came out of an ioctl; the content of a file; a name in a directory, or of a namespace. */
struct na_rec_part {
	struct na_rec_part *next;
	int ret;
	unsigned char *data; /* ended by a NUL that is not counted */
	size_t len;
};

struct na_rec_answer {
	struct na_rec_answer *next;  /* in the order in which they came */
	struct na_rec_answer *again; /* to the same request, the next time it was made */
	struct na_rec_request *request;
	int ret;
	int64_t ns; /* of a clock */
	struct na_rec_part *parts, *last;
};

struct na_rec_request {
	struct na_rec_key key;
	struct na_rec_request *chain; /* of the same hash */
	struct na_rec_answer *first, *last;
	struct na_rec_answer *turn; /* given by na_recording_next(), NULL before the first time */
};

/* A zeroed one is empty. All memory is the arena's: where that is oom, the recording is not whole. */
struct na_recording {
	struct na_arena arena;
	bool has_host;
	struct na_io_host host;
	struct na_rec_answer *first, *last;
	struct na_rec_request **table;
	size_t size, n;
};

/* Keeps copies of the key and, for a part, of the data. NULL where memory ran out. */
struct na_rec_answer *na_recording_add(struct na_recording *recording, const struct na_rec_key *key, int ret);
struct na_rec_part *na_recording_add_part(struct na_recording *recording, struct na_rec_answer *answer, int ret,
					  const void *data, size_t len);

/* The answer whose turn it is, NULL where the recording has none. */
struct na_rec_answer *na_recording_next(struct na_recording *recording, const struct na_rec_key *key);

/* The length of the netlink message at data, padding included; 0 where no whole message is there. */
size_t na_recording_message(const unsigned char *data, size_t len);

/*
 * Gives every message of a datagram this sequence and port number, and so the request that an NLMSG_ERROR quotes. With
 * zeros, which is how they are kept, two recordings of the same are the same.
 */
void na_recording_address(unsigned char *data, size_t len, uint32_t seq, uint32_t pid);

/* The clock of that name. A number is one, too. */
bool na_recording_clock(const char *name, clockid_t *clock);

/* The name of a clock; text is where the number of one without a name goes. */
const char *na_recording_clock_name(clockid_t clock, char text[16]);

/* The directory has to be there for save. Load expects an empty recording, and leaves what it read for clear. */
int na_recording_save(const struct na_recording *recording, const char *dir, struct na_error *error);
int na_recording_load(struct na_recording *recording, const char *dir, struct na_error *error);

/*
 * Replaces MACs, host names, boot ids, serial numbers, interface aliases, names of connections and IP addresses, the same
 * ones by the same.
 * Four numbers in a file that is named for a version are no address.
 * Lookups no longer work afterwards, since requests are changed as well: it is there to be saved. 0 or -ENOMEM.
 */
int na_recording_anonymise(struct na_recording *recording);

void na_recording_clear(struct na_recording *recording);

#endif
