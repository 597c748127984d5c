/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes from the kernel into facts, by the attribute's row: the same for netlink, ioctl and rtnetlink. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collect/collector.h"

void na_put(struct na_collector *c, struct na_facts *facts, enum na_attr_id attr, const char *key,
	    enum na_source source, struct na_value value)
{
	if (!na_wanted(c, attr))
		return;
	na_facts_add(c->snapshot, facts,
		     (struct na_fact){ .attr = (uint16_t)attr,
				       .state = NA_PRESENT,
				       .source = (uint8_t)source,
				       .key = key,
				       .value = value });
}

void na_put_state(struct na_collector *c, struct na_facts *facts, enum na_attr_id attr, const char *key,
		  enum na_source source, enum na_state state, int err, const char *text)
{
	struct na_value said = { .type = NA_NONE };

	if (!na_wanted(c, attr))
		return;
	if (text && *text)
		said = na_string(na_arena_intern(&c->snapshot->arena, text, strlen(text)));
	if ((na_attrs[attr].flags & NA_FAMILY) && !key)
		key = "*";
	na_facts_add(c->snapshot, facts,
		     (struct na_fact){ .attr = (uint16_t)attr,
				       .state = (uint8_t)state,
				       .source = (uint8_t)source,
				       .err = state == NA_UNREAD ? 0 : err, /* ENODATA is the door's word for it */
				       .key = key,
				       .value = said });
}

static const char *intern_text(struct na_collector *c, const void *data, size_t len)
{
	return na_arena_intern(&c->snapshot->arena, data, strnlen(data, len));
}

static bool all_zero(const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (bytes[i])
			return false;
	return true;
}

const char *na_mac_text(struct na_collector *c, const uint8_t *bytes, size_t len)
{
	char text[3 * 32 + 1];
	size_t n = len < 32 ? len : 32;

	if (all_zero(bytes, n))
		return NULL;
	for (size_t i = 0; i < n; i++)
		snprintf(text + 3 * i, 4, "%02x:", bytes[i]);
	return na_arena_intern(&c->snapshot->arena, text, 3 * n - 1);
}

/* An integer of the machine's byte order, as netlink and ioctl have them. */
static bool get_integer(const void *data, size_t len, size_t width, uint64_t *value)
{
	union {
		uint8_t u8;
		uint16_t u16;
		uint32_t u32;
		uint64_t u64;
	} u;

	if (len != width || (width != 1 && width != 2 && width != 4 && width != 8))
		return false;
	memcpy(&u, data, width);
	*value = width == 1 ? u.u8 : width == 2 ? u.u16 : width == 4 ? u.u32 : u.u64;
	return true;
}

static void decode_code(struct na_collector *c, struct na_facts *facts, enum na_attr_id attr, enum na_source source,
			uint64_t code)
{
	bool known;
	const char *word = na_attr_word(&na_attrs[attr], code, &known);
	char text[32];

	if (word) {
		na_put(c, facts, attr, NULL, source, na_string(word));
	} else if (known) {
		na_put_state(c, facts, attr, NULL, source, NA_UNKNOWN, 0, NULL);
	} else {
		/* newer than this table: kept as it is, not guessed */
		snprintf(text, sizeof(text), "%llu", (unsigned long long)code);
		na_put(c, facts, attr, NULL, source, na_string(intern_text(c, text, sizeof(text))));
	}
}

static void decode_integer(struct na_collector *c, struct na_facts *facts, enum na_attr_id attr, enum na_source source,
			   uint64_t value)
{
	const struct na_attr *row = &na_attrs[attr];

	if (!value && (row->flags & NA_ZERO_NONE))
		na_put_state(c, facts, attr, NULL, source, NA_UNSUPPORTED, 0, NULL);
	else if (!value && (row->flags & NA_ZERO_VAGUE) && source == NA_SRC_IOCTL)
		na_put_state(c, facts, attr, NULL, source, NA_UNKNOWN, 0, "0 or not supported: ioctl cannot tell");
	else if (row->words)
		decode_code(c, facts, attr, source, value);
	else if (row->type == NA_BOOL)
		na_put(c, facts, attr, NULL, source, na_bool(value != 0));
	else
		na_put(c, facts, attr, NULL, source, na_uint(value));
}

/* Speed, link mode, flags, interface: integers that mean something else. */
static void decode_special(struct na_collector *c, struct na_facts *facts, enum na_attr_id attr, enum na_source source,
			   int decode, uint64_t value)
{
	struct na_bits bits = { .n = 32, .words = { (uint32_t)value } };
	const char *name;

	switch (decode) {
	case NA_DECODE_SPEED:
		if (value == 0 || value == 65535 || value == UINT32_MAX)
			na_put_state(c, facts, attr, NULL, source, NA_UNKNOWN, 0, NULL);
		else
			na_put(c, facts, attr, NULL, source, na_uint(value));
		break;
	case NA_DECODE_FEC_MODE:
		name = na_bit_name(c, attr, (uint32_t)value);
		if (name)
			na_put(c, facts, attr, NULL, source, na_string(name));
		else
			na_put_state(c, facts, attr, NULL, source, NA_UNKNOWN, 0, NULL);
		break;
	case NA_DECODE_FLAGS:
		na_put(c, facts, attr, NULL, source, na_bits_list(c, attr, &bits));
		break;
	case NA_DECODE_IFINDEX: /* the name is filled in when all links are known: route.c */
		if (value)
			na_put(c, facts, attr, NULL, source, na_uint(value));
		break;
	default:
		break;
	}
}

static void decode_ethertype(struct na_collector *c, struct na_facts *facts, enum na_attr_id attr,
			     enum na_source source, const uint8_t *data)
{
	unsigned int type = (unsigned int)data[0] << 8 | data[1];
	char text[16];

	snprintf(text, sizeof(text), type == 0x8100 ? "802.1Q" : type == 0x88a8 ? "802.1ad" : "0x%04x", type);
	na_put(c, facts, attr, NULL, source, na_string(intern_text(c, text, sizeof(text))));
}

static void decode_array(struct na_collector *c, struct na_facts *facts, enum na_attr_id attr, enum na_source source,
			 const void *data, size_t len)
{
	void *copy = na_arena_dup(&c->snapshot->arena, data, len);
	struct na_value value = { .type = na_attrs[attr].type };

	if (!copy)
		return;
	if (value.type == NA_NUMBERS) {
		value.n = (uint32_t)(len / 4);
		value.v.numbers = copy;
	} else {
		value.n = (uint32_t)len;
		value.v.bytes = copy;
	}
	na_put(c, facts, attr, NULL, source, value);
}

void na_decode(struct na_collector *c, struct na_facts *facts, enum na_attr_id attr, enum na_source source, int decode,
	       size_t width, const void *data, size_t len)
{
	const struct na_attr *row = &na_attrs[attr];
	uint64_t value;

	if (!na_wanted(c, attr))
		return;
	if (decode == NA_DECODE_MAC) {
		const char *mac = na_mac_text(c, data, len);

		if (mac)
			na_put(c, facts, attr, NULL, source, na_string(mac));
		return;
	}
	if (decode == NA_DECODE_ARRAY) {
		decode_array(c, facts, attr, source, data, len);
		return;
	}
	if (decode == NA_DECODE_ETHERTYPE && len == 2) {
		decode_ethertype(c, facts, attr, source, data);
		return;
	}
	if (decode == NA_DECODE_PLAIN && row->type == NA_STRING && !row->words) {
		if (strnlen(data, len))
			na_put(c, facts, attr, NULL, source, na_string(intern_text(c, data, len)));
		else
			na_put_state(c, facts, attr, NULL, source, NA_UNSUPPORTED, 0, NULL);
		return;
	}
	if (!get_integer(data, len, width, &value)) {
		char text[64];

		snprintf(text, sizeof(text), "%zu bytes where %zu belong", len, width);
		na_put_state(c, facts, attr, NULL, source, NA_ERROR, EBADMSG, text);
		return;
	}
	if (decode == NA_DECODE_PLAIN)
		decode_integer(c, facts, attr, source, value);
	else
		decode_special(c, facts, attr, source, decode, value);
}
