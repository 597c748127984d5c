/* SPDX-License-Identifier: GPL-2.0-or-later */
/* NICs as a table: one line each, of what one looks for first. */
#include <inttypes.h>
#include <string.h>

#include "render/layout.h"
#include "render/render.h"

enum { NAME, STATE, SPEED, AUTONEG, MTU, DRIVER, QUEUES, PARTNER, ERRORS, N_COLUMNS };

static const struct na_column columns[N_COLUMNS] = {
	[NAME] = { .head = "NAME", .flexible = true },
	[STATE] = { .head = "STATE" },
	[SPEED] = { .head = "SPEED" },
	[AUTONEG] = { .head = "AUTO" },
	[MTU] = { .head = "MTU", .right = true },
	[DRIVER] = { .head = "DRIVER", .flexible = true },
	[QUEUES] = { .head = "QUEUES", .right = true },
	[PARTNER] = { .head = "PARTNER" },
	[ERRORS] = { .head = "ERRORS", .right = true },
};

struct row {
	struct na_cell cells[N_COLUMNS];
	char name[NA_NIC_NAME_MAX], speed[48], mtu[24], queues[48], errors[24];
};

/* Speed and duplex mean something on a link that is there, and are a fiction where no wire is. */
void na_nic_speed(const struct na_nic *nic, enum na_link link, char *buf, size_t size)
{
	const struct na_value *duplex = na_fact_value(&nic->facts, NA_LINK_DUPLEX);
	bool nominal = na_nic_speed_is_nominal(nic);
	uint64_t speed;

	if (link == NA_LINK_IS_DOWN || link == NA_LINK_NO_CARRIER ||
	    !na_fact_uint(&nic->facts, NA_LINK_SPEED, &speed)) {
		snprintf(buf, size, "-");
		return;
	}
	snprintf(buf, size, "%s%" PRIu64 "%s%s", nominal ? "~" : "", speed, duplex ? "/" : "",
		 duplex && duplex->type == NA_STRING ? duplex->v.s : "");
}

/* Files can hold anything: what does not fit is as much as does. */
static void add(uint64_t *sum, uint64_t more)
{
	if (__builtin_add_overflow(*sum, more, sum))
		*sum = UINT64_MAX;
}

/* Combined channels serve both ways, the others one. */
static void put_queues(const struct na_nic *nic, char *buf, size_t size)
{
	uint64_t combined = 0, rx = 0, tx = 0;
	bool any = na_fact_uint(&nic->facts, NA_CHANNEL_COMBINED, &combined);

	any |= na_fact_uint(&nic->facts, NA_CHANNEL_RX, &rx);
	any |= na_fact_uint(&nic->facts, NA_CHANNEL_TX, &tx);
	add(&combined, rx > tx ? rx : tx);
	if (any)
		snprintf(buf, size, "%" PRIu64, combined);
	else
		snprintf(buf, size, "-");
}

/*
 * Their sum is that of all that went wrong: single causes are counted in the first two, but for frames for which the host
 * had no room (rtnl_link_stats64 in if_link.h).
 */
static const enum na_attr_id error_counters[] = { NA_STATS_RX_ERRORS, NA_STATS_TX_ERRORS, NA_STATS_RX_MISSED_ERRORS,
						  NA_STATS_COLLISIONS };

/* false where none could be read. */
static bool count_errors(const struct na_nic *nic, uint64_t *errors)
{
	bool any = false;

	*errors = 0;
	for (size_t i = 0; i < sizeof(error_counters) / sizeof(error_counters[0]); i++) {
		uint64_t count;

		if (!na_fact_uint(&nic->facts, error_counters[i], &count))
			continue;
		any = true;
		add(errors, count);
	}
	return any;
}

static void make_row(const struct na_nic *nic, struct row *row)
{
	static const struct na_cell states[] = {
		[NA_LINK_IS_UP] = { "up", NA_GREEN },
		[NA_LINK_NO_CARRIER] = { "no carrier", NA_RED },
		[NA_LINK_IS_DOWN] = { "down", NA_YELLOW },
		[NA_LINK_NOT_KNOWN] = { "-", NA_PLAIN },
	};
	enum na_link link = na_nic_link(nic);
	uint64_t number, errors;
	bool autoneg;

	*row = (struct row){ .mtu = "-", .errors = "-" };
	if (na_fact_uint(&nic->facts, NA_LINK_MTU, &number))
		snprintf(row->mtu, sizeof(row->mtu), "%" PRIu64, number);
	if (count_errors(nic, &errors)) {
		snprintf(row->errors, sizeof(row->errors), "%" PRIu64, errors);
		row->cells[ERRORS].color = errors ? NA_RED : NA_PLAIN;
	}
	na_nic_speed(nic, link, row->speed, sizeof(row->speed));
	put_queues(nic, row->queues, sizeof(row->queues));
	row->cells[NAME].text = na_nic_name(nic, row->name, sizeof(row->name));
	row->cells[STATE] = states[link];
	row->cells[SPEED].text = row->speed;
	row->cells[AUTONEG].text = "-";
	if (na_fact_bool(&nic->facts, NA_LINK_AUTONEG, &autoneg))
		row->cells[AUTONEG].text = autoneg ? "on" : "off";
	row->cells[MTU].text = row->mtu;
	row->cells[DRIVER].text = nic->driver && *nic->driver ? nic->driver : nic->kind ? nic->kind : "-";
	row->cells[QUEUES].text = row->queues;
	row->cells[PARTNER].text = na_fact_value(&nic->facts, NA_LINK_PARTNER) ? "yes" : "-";
	row->cells[ERRORS].text = row->errors;
}

int na_text_show(FILE *file, const struct na_snapshot *snapshot, const struct na_render_options *options)
{
	struct na_table table = { .columns = columns, .n = N_COLUMNS };
	size_t n_selected = 0;
	struct row row;

	if (options->quiet)
		return 0;
	if (options->detail)
		return na_text_detail(file, snapshot, options);
	for (size_t i = 0; i < snapshot->n_nics; i++)
		if (snapshot->nics[i].selected) {
			make_row(&snapshot->nics[i], &row);
			na_table_measure(&table, row.cells);
			n_selected++;
		}
	na_table_fit(&table, options);
	na_table_head(file, &table);
	for (size_t i = 0; i < snapshot->n_nics; i++)
		if (snapshot->nics[i].selected) {
			make_row(&snapshot->nics[i], &row);
			na_table_row(file, &table, row.cells, options);
		}
	if (!n_selected)
		fputs(snapshot->n_nics ? "no hardware interface; --all shows virtual ones\n" : "no interface\n", file);
	na_put_partial(file, &snapshot->host);
	return na_render_end(file);
}
