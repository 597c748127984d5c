/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks in order, named and ranked: what the formats of reports have in common. */
#include "render/checks.h"

#include <stdlib.h>
#include <string.h>

#include "render/render.h"

/* Pointers into arrays are in the order of those: NICs of the snapshot, then checks of the report. */
static int compare(const void *a, const void *b)
{
	const struct na_check *one = *(const struct na_check *const *)a, *other = *(const struct na_check *const *)b;

	if (one->nic == other->nic)
		return one < other ? -1 : one > other;
	if (!one->nic || !other->nic)
		return one->nic ? -1 : 1;
	return one->nic < other->nic ? -1 : 1;
}

const struct na_check **na_checks_by_nic(const struct na_report *report)
{
	const struct na_check **checks = calloc(report->n_checks + 1, sizeof(*checks));

	for (size_t i = 0; checks && i < report->n_checks; i++)
		checks[i] = &report->checks[i];
	if (checks)
		qsort(checks, report->n_checks, sizeof(*checks), compare);
	return checks;
}

size_t na_checks_end(const struct na_check *const *checks, size_t n, size_t from)
{
	size_t i = from;

	while (i < n && checks[i]->nic == checks[from]->nic)
		i++;
	return i;
}

const char *na_check_subject(const struct na_check *check, char *buf, size_t size)
{
	if (check->nic)
		return na_nic_name(check->nic, buf, size);
	snprintf(buf, size, "host");
	return buf;
}

static bool is_alike(const struct na_check *a, const struct na_check *b)
{
	return a->nic == b->nic && !strcmp(a->rule, b->rule);
}

const char *na_check_title(const struct na_check *const *checks, size_t n, size_t i, char *buf, size_t size)
{
	bool several = (i && is_alike(checks[i - 1], checks[i])) || (i + 1 < n && is_alike(checks[i + 1], checks[i]));
	const char *fact = several ? checks[i]->fact : NULL;

	snprintf(buf, size, "%s%s%s", checks[i]->rule, fact ? " " : "", fact ? fact : "");
	return buf;
}

const char *na_check_message(const struct na_check *check)
{
	return check->message ? check->message : "";
}

bool na_check_counts(const struct na_check *check, const struct na_render_options *options)
{
	if (check->status == NA_UNDECIDED)
		return check->required;
	return check->status == NA_FAIL && (check->severity == NA_CRITICAL || check->severity >= options->fail_on);
}

unsigned int na_check_rank(const struct na_check *check)
{
	static const unsigned int failures[NA_N_SEVERITIES] = {
		[NA_INFO] = NA_RANK_INFO,
		[NA_WARNING] = NA_RANK_WARNING,
		[NA_CRITICAL] = NA_RANK_CRITICAL,
	};

	if (check->status == NA_FAIL)
		return failures[check->severity];
	if (check->status == NA_UNDECIDED)
		return check->required ? NA_RANK_UNKNOWN : NA_RANK_OPEN;
	return NA_RANK_NONE;
}

static bool acts_now(const struct na_mend *mend)
{
	return !strcmp(mend->tool, "ethtool") || !strcmp(mend->tool, "ip");
}

bool na_mend_is_first(const struct na_check *check, unsigned int i)
{
	for (unsigned int k = 0; k < check->n_mends; k++)
		if (acts_now(&check->mends[k]))
			return acts_now(&check->mends[i]);
	return !strcmp(check->mends[i].tool, check->mends[0].tool);
}

bool na_mend_is_command(const struct na_mend *mend)
{
	size_t len = strlen(mend->tool);

	return !strncmp(mend->text, "ip ", 3) || (!strncmp(mend->text, mend->tool, len) && mend->text[len] == ' ');
}

const char *na_mend_label(const struct na_mend *mend, char *buf, size_t size)
{
	bool is_told = !acts_now(mend);

	snprintf(buf, size, "%s%s", is_told ? mend->tool : "", is_told ? ": " : "");
	return buf;
}
