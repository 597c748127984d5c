/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Snapshots: building them out of facts, and finding a fact in one. */
#include "nicaudit/snapshot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct na_snapshot *na_snapshot_new(void)
{
	return calloc(1, sizeof(struct na_snapshot));
}

void na_snapshot_free(struct na_snapshot *snapshot)
{
	if (!snapshot)
		return;
	for (size_t i = 0; i < snapshot->n_nics; i++)
		free(snapshot->nics[i].facts.v);
	free(snapshot->nics);
	free(snapshot->facts.v);
	na_arena_clear(&snapshot->arena);
	free(snapshot);
}

struct na_nic *na_snapshot_add_nic(struct na_snapshot *snapshot, const char *name)
{
	struct na_nic *nic;

	if (snapshot->n_nics == snapshot->cap_nics) {
		size_t cap = snapshot->cap_nics ? snapshot->cap_nics * 2 : 16;
		struct na_nic *nics = reallocarray(snapshot->nics, cap, sizeof(*nics));

		if (!nics) {
			snapshot->arena.oom = true;
			return NULL;
		}
		snapshot->nics = nics;
		snapshot->cap_nics = cap;
	}
	name = na_arena_intern(&snapshot->arena, name, strlen(name));
	if (!name)
		return NULL;
	nic = &snapshot->nics[snapshot->n_nics++];
	*nic = (struct na_nic){ .name = name, .netns = "" };
	return nic;
}

void na_facts_add(struct na_snapshot *snapshot, struct na_facts *facts, struct na_fact fact)
{
	if (facts->n == facts->cap) {
		size_t cap = facts->cap ? 2 * facts->cap : 16;
		struct na_fact *v = reallocarray(facts->v, cap, sizeof(*v));

		if (!v) {
			snapshot->arena.oom = true;
			return;
		}
		facts->v = v;
		facts->cap = cap;
	}
	facts->v[facts->n++] = fact;
}

int na_fact_compare(const struct na_fact *a, const struct na_fact *b)
{
	if (a->attr != b->attr)
		return a->attr < b->attr ? -1 : 1;
	if (a->key == b->key)
		return 0;
	if (!a->key || !b->key)
		return a->key ? 1 : -1;
	return strcmp(a->key, b->key);
}

/* Insertion sort: collectors add the members of a family in order, so that there is next to nothing to do. */
static void sort_run(struct na_fact *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct na_fact fact = v[i];
		size_t j = i;

		for (; j > 0 && na_fact_compare(&v[j - 1], &fact) > 0; j--)
			v[j] = v[j - 1];
		v[j] = fact;
	}
}

static int compare_facts(const void *a, const void *b)
{
	return na_fact_compare(a, b);
}

/* Distributes by attribute, then sorts each family's members: linear where qsort is not. */
static int sort_facts(struct na_facts *facts, struct na_fact **scratch, size_t *scratch_cap)
{
	size_t start[NA_N_ATTRS + 1] = { 0 };
	size_t out = 0;

	if (facts->n > *scratch_cap) {
		struct na_fact *more = reallocarray(*scratch, facts->n, sizeof(*more));

		if (!more)
			return -ENOMEM;
		*scratch = more;
		*scratch_cap = facts->n;
	}
	for (size_t i = 0; i < facts->n; i++)
		start[facts->v[i].attr + 1]++;
	for (size_t a = 0; a < NA_N_ATTRS; a++)
		start[a + 1] += start[a];
	for (size_t i = 0; i < facts->n; i++)
		(*scratch)[start[facts->v[i].attr]++] = facts->v[i];

	for (size_t from = 0, to; from < facts->n; from = to) {
		struct na_fact *v = *scratch;

		for (to = from + 1; to < facts->n && v[to].attr == v[from].attr; to++)
			;
		if (to - from > 512) /* thousands of counters of a file in no order */
			qsort(v + from, to - from, sizeof(*v), compare_facts);
		else
			sort_run(v + from, to - from);
		for (size_t i = from; i < to; i++) {
			if (i > from && !na_fact_compare(&facts->v[out - 1], &v[i])) {
				if (facts->v[out - 1].state != NA_PRESENT && v[i].state == NA_PRESENT)
					facts->v[out - 1] = v[i];
				continue;
			}
			facts->v[out++] = v[i];
		}
	}
	facts->n = out;
	return 0;
}

int na_snapshot_finish(struct na_snapshot *snapshot)
{
	struct na_fact *scratch = NULL;
	size_t cap = 0;
	int ret = sort_facts(&snapshot->facts, &scratch, &cap);

	for (size_t i = 0; !ret && i < snapshot->n_nics; i++)
		ret = sort_facts(&snapshot->nics[i].facts, &scratch, &cap);
	free(scratch);
	return snapshot->arena.oom ? -ENOMEM : ret;
}

void na_snapshot_drop_unselected(struct na_snapshot *snapshot)
{
	size_t kept = 0;

	for (size_t i = 0; i < snapshot->n_nics; i++) {
		if (snapshot->nics[i].selected)
			snapshot->nics[kept++] = snapshot->nics[i];
		else
			free(snapshot->nics[i].facts.v);
	}
	snapshot->n_nics = kept;
}

/* The first fact that is not before (attr, key); key NULL comes before every key. */
static const struct na_fact *lower_bound(const struct na_facts *facts, enum na_attr_id attr, const char *key)
{
	struct na_fact wanted = { .attr = (uint16_t)attr, .key = key };
	size_t from = 0, to = facts->n;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (na_fact_compare(&facts->v[middle], &wanted) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return facts->v + from;
}

const struct na_fact *na_fact_find(const struct na_facts *facts, enum na_attr_id attr, const char *key)
{
	struct na_fact wanted = { .attr = (uint16_t)attr, .key = key };
	const struct na_fact *fact;

	if (!facts->n)
		return NULL;
	fact = lower_bound(facts, attr, key);
	return fact < facts->v + facts->n && !na_fact_compare(fact, &wanted) ? fact : NULL;
}

size_t na_fact_family(const struct na_facts *facts, enum na_attr_id attr, const struct na_fact **first)
{
	const struct na_fact *end;
	size_t n = 0;

	*first = NULL;
	if (!facts->n)
		return 0;
	end = facts->v + facts->n;
	*first = lower_bound(facts, attr, NULL);
	while (*first + n < end && (*first)[n].attr == attr)
		n++;
	if (!n)
		*first = NULL;
	return n;
}

const struct na_value *na_fact_value(const struct na_facts *facts, enum na_attr_id attr)
{
	const struct na_fact *fact = na_fact_find(facts, attr, NULL);

	return fact && fact->state == NA_PRESENT ? &fact->value : NULL;
}

bool na_fact_is(const struct na_facts *facts, enum na_attr_id attr, const char *word)
{
	const struct na_value *value = na_fact_value(facts, attr);

	return value && value->type == NA_STRING && !strcmp(value->v.s, word);
}

bool na_fact_uint(const struct na_facts *facts, enum na_attr_id attr, uint64_t *value)
{
	const struct na_value *found = na_fact_value(facts, attr);

	if (!found || found->type != NA_UINT)
		return false;
	*value = found->v.u;
	return true;
}

bool na_fact_bool(const struct na_facts *facts, enum na_attr_id attr, bool *value)
{
	const struct na_value *found = na_fact_value(facts, attr);

	if (!found || found->type != NA_BOOL)
		return false;
	*value = found->v.b;
	return true;
}

const char *na_fact_name(const struct na_fact *fact, char *buf, size_t size)
{
	snprintf(buf, size, "%s%s", na_attrs[fact->attr].name, fact->key ? fact->key : "");
	return buf;
}

static const char *const state_names[NA_N_STATES] = { "present", "unsupported", "unknown", "absent",
						      "denied",	 "error",	"unread" };
static const char *const source_names[NA_N_SOURCES] = { "ethtool-netlink", "ethtool-ioctl", "rtnetlink", "sysfs",
							"procfs",	   "config",	    "file" };

static int word_index(const char *const *words, int n, const char *word)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(words[i], word))
			return i;
	return -1;
}

const char *na_state_name(enum na_state state)
{
	return state_names[state];
}

int na_state_value(const char *name)
{
	return word_index(state_names, NA_N_STATES, name);
}

const char *na_source_name(enum na_source source)
{
	return source_names[source];
}

int na_source_value(const char *name)
{
	return word_index(source_names, NA_N_SOURCES, name);
}

enum na_state na_state_of_errno(int err)
{
	switch (err) {
	case EOPNOTSUPP:
		return NA_UNSUPPORTED;
	case EPERM:
	case EACCES:
		return NA_DENIED;
	case ENODATA:
		return NA_UNREAD;
	default:
		return NA_ERROR;
	}
}

size_t na_fact_reason(const struct na_fact *fact, char *buf, size_t size)
{
	const char *said = fact->value.type == NA_STRING ? fact->value.v.s : NULL;
	const char *text = "?";
	int len;

	switch ((enum na_state)fact->state) {
	case NA_PRESENT:
	case NA_N_STATES:
		text = "";
		break;
	case NA_UNSUPPORTED:
		text = fact->err ? "not supported by the driver" : "not reported by the driver";
		break;
	case NA_UNKNOWN:
		text = "the driver does not know";
		break;
	case NA_ABSENT:
		text = "this kernel cannot be asked";
		break;
	case NA_DENIED:
		text = "needs root";
		break;
	case NA_ERROR:
		text = fact->err ? strerrordesc_np(fact->err) : "could not be read";
		break;
	case NA_UNREAD:
		text = "not read";
		break;
	}
	len = snprintf(buf, size, "%s%s%s%s", text ? text : "error", said ? " (" : "", said ? said : "",
		       said ? ")" : "");
	return len > 0 ? (size_t)len : 0;
}
