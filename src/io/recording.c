/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A recording in memory: answers in the order in which they came, and requests found by what they say. */
#include "io/recording.h"

#include <linux/netlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	clockid_t id;
} clocks[] = {
	{ "realtime", CLOCK_REALTIME },
	{ "monotonic", CLOCK_MONOTONIC },
	{ "boottime", CLOCK_BOOTTIME },
};

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t len)
{
	for (const unsigned char *p = data, *end = p + len; p < end; p++)
		hash = (hash ^ *p) * UINT64_C(0x100000001b3); /* FNV-1a */
	return hash;
}

static uint64_t hash_key(const struct na_rec_key *key)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325) + key->kind;

	hash = hash_bytes(hash, key->netns, strlen(key->netns) + 1);
	hash = hash_bytes(hash, key->name, strlen(key->name) + 1);
	return key->len ? hash_bytes(hash, key->data, key->len) : hash;
}

static bool same_key(const struct na_rec_key *a, const struct na_rec_key *b)
{
	return a->kind == b->kind && a->len == b->len && !strcmp(a->name, b->name) && !strcmp(a->netns, b->netns) &&
	       (!a->len || !memcmp(a->data, b->data, a->len));
}

static struct na_rec_request *find(const struct na_recording *recording, const struct na_rec_key *key)
{
	struct na_rec_request *request;

	if (!recording->size)
		return NULL;
	request = recording->table[hash_key(key) & (recording->size - 1)];
	while (request && !same_key(&request->key, key))
		request = request->chain;
	return request;
}

static void insert(struct na_recording *recording, struct na_rec_request *request)
{
	struct na_rec_request **slot = &recording->table[hash_key(&request->key) & (recording->size - 1)];

	request->chain = *slot;
	*slot = request;
}

static bool grow(struct na_recording *recording)
{
	struct na_rec_request **old = recording->table;
	size_t size = recording->size;
	struct na_rec_request **table = calloc(size ? 2 * size : 1024, sizeof(*table));

	if (!table) {
		recording->arena.oom = true;
		return false;
	}
	recording->table = table;
	recording->size = size ? 2 * size : 1024;
	for (size_t i = 0; i < size; i++)
		for (struct na_rec_request *request = old[i], *next; request; request = next) {
			next = request->chain;
			insert(recording, request);
		}
	free(old);
	return true;
}

static struct na_rec_request *new_request(struct na_recording *recording, const struct na_rec_key *key)
{
	struct na_arena *arena = &recording->arena;
	struct na_rec_request *request;

	if (recording->n >= recording->size && !grow(recording))
		return NULL;
	request = na_arena_alloc(arena, sizeof(*request));
	if (!request)
		return NULL;
	request->key = *key;
	/* copies of its own: anonymising changes names and data in place */
	request->key.netns = na_arena_dup(arena, key->netns, strlen(key->netns) + 1);
	request->key.name = na_arena_dup(arena, key->name, strlen(key->name) + 1);
	request->key.data = na_arena_dup(arena, key->data, key->len);
	if (arena->oom)
		return NULL;
	insert(recording, request);
	recording->n++;
	return request;
}

struct na_rec_answer *na_recording_add(struct na_recording *recording, const struct na_rec_key *key, int ret)
{
	struct na_rec_request *request = find(recording, key);
	struct na_rec_answer *answer;

	if (!request)
		request = new_request(recording, key);
	if (!request)
		return NULL;
	answer = na_arena_alloc(&recording->arena, sizeof(*answer));
	if (!answer)
		return NULL;
	answer->request = request;
	answer->ret = ret;
	*(recording->last ? &recording->last->next : &recording->first) = answer;
	recording->last = answer;
	*(request->last ? &request->last->again : &request->first) = answer;
	request->last = answer;
	return answer;
}

struct na_rec_part *na_recording_add_part(struct na_recording *recording, struct na_rec_answer *answer, int ret,
					  const void *data, size_t len)
{
	struct na_rec_part *part = na_arena_alloc(&recording->arena, sizeof(*part));

	if (!part)
		return NULL;
	part->data = na_arena_alloc(&recording->arena, len + 1);
	if (!part->data)
		return NULL;
	if (len)
		memcpy(part->data, data, len);
	part->len = len;
	part->ret = ret;
	*(answer->last ? &answer->last->next : &answer->parts) = part;
	answer->last = part;
	return part;
}

struct na_rec_answer *na_recording_next(struct na_recording *recording, const struct na_rec_key *key)
{
	struct na_rec_request *request = find(recording, key);

	if (!request)
		return NULL;
	if (!request->turn)
		request->turn = request->first;
	else if (request->turn->again)
		request->turn = request->turn->again;
	return request->turn;
}

size_t na_recording_message(const unsigned char *data, size_t len)
{
	struct nlmsghdr header;
	size_t aligned;

	if (len < sizeof(header))
		return 0;
	memcpy(&header, data, sizeof(header));
	if (header.nlmsg_len < sizeof(header) || header.nlmsg_len > len)
		return 0;
	aligned = NLMSG_ALIGN((size_t)header.nlmsg_len);
	return aligned < len ? aligned : len;
}

static void address(unsigned char *header, uint32_t seq, uint32_t pid)
{
	memcpy(header + offsetof(struct nlmsghdr, nlmsg_seq), &seq, sizeof(seq));
	memcpy(header + offsetof(struct nlmsghdr, nlmsg_pid), &pid, sizeof(pid));
}

void na_recording_address(unsigned char *data, size_t len, uint32_t seq, uint32_t pid)
{
	size_t quoted = NLMSG_HDRLEN + sizeof(int), n = 1;

	for (; n && len >= NLMSG_HDRLEN; data += n, len -= n) {
		struct nlmsghdr header;

		/* also of one that claims to be longer than it is, which is the last */
		memcpy(&header, data, sizeof(header));
		address(data, seq, pid);
		n = na_recording_message(data, len);
		if (header.nlmsg_type == NLMSG_ERROR && n >= quoted + NLMSG_HDRLEN)
			address(data + quoted, seq, pid);
	}
}

bool na_recording_clock(const char *name, clockid_t *clock)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++)
		if (!strcmp(name, clocks[i].name)) {
			*clock = clocks[i].id;
			return true;
		}
	*clock = (clockid_t)strtol(name, NULL, 10);
	return len && len < 10 && strspn(name, "0123456789") == len;
}

const char *na_recording_clock_name(clockid_t clock, char text[16])
{
	for (size_t i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++)
		if (clock == clocks[i].id)
			return clocks[i].name;
	snprintf(text, 16, "%d", clock);
	return text;
}

void na_recording_clear(struct na_recording *recording)
{
	free(recording->table);
	na_arena_clear(&recording->arena);
	*recording = (struct na_recording){ 0 };
}
