/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The catalogue of counters against listings of `ethtool -S` from the field, which are not part of this tree: no name that looks
 * like an error is unknown, no traffic is an error, and well-known counters mean what an expert says.
 */
#include <dirent.h>
#include <string.h>
#include <strings.h>

#include "nicaudit/counters.h"
#include "testing.h"

static char folder[4096];

struct expected {
	const char *driver, *counter;
	enum na_counter_class class;
};

#define WIRE NA_COUNTER_WIRE_ERROR
#define SLOW NA_COUNTER_HOST_TOO_SLOW
#define POLICY NA_COUNTER_POLICY_DROP
#define DROP NA_COUNTER_DROP
#define FLOW NA_COUNTER_FLOW_CONTROL
#define RESET NA_COUNTER_RESET
#define DEVICE NA_COUNTER_DEVICE_ERROR
#define PACKET NA_COUNTER_BAD_PACKET
#define COLL NA_COUNTER_COLLISION
#define FLAP NA_COUNTER_LINK_FLAP
#define FEC NA_COUNTER_FEC_CORRECTED
#define LOST NA_COUNTER_FEC_UNCORRECTABLE
#define OTHER NA_COUNTER_OTHER

/* Of at least one listing of that driver. */
static const struct expected expected[] = {
	{ "atlantic", "InErrors", WIRE },
	{ "atlantic", "InDroppedDma", SLOW },
	{ "atlantic", "Queue[0] InErrors", PACKET },
	{ "atlantic", "Queue[0] Restarts", OTHER },
	{ "atlantic", "InOctetsDma", OTHER },
	{ "be2net", "rx_crc_errors", WIRE },
	{ "be2net", "rx_alignment_symbol_errors", WIRE },
	{ "be2net", "jabber_events", WIRE },
	{ "be2net", "rx_drops_no_erx_descr", SLOW },
	{ "be2net", "rx_input_fifo_overflow_drop", SLOW },
	{ "be2net", "rxq0: rx_drops_no_frags", SLOW },
	{ "be2net", "rx_address_filtered", POLICY },
	{ "be2net", "rx_pause_frames", FLOW },
	{ "be2net", "tx_priority_pauseframes", FLOW },
	{ "be2net", "dma_map_errors", DEVICE },
	{ "be2net", "rx_tcp_checksum_errs", PACKET },
	{ "be2net", "txq0: tx_drv_drops", DROP },
	{ "be2net", "be_on_die_temperature", OTHER },
	{ "bnx2", "rx_crc_errors", WIRE },
	{ "bnx2", "rx_jabbers", WIRE },
	{ "bnx2", "rx_fw_discards", SLOW },
	{ "bnx2", "tx_late_collisions", WIRE },
	{ "bnx2", "tx_multi_collisions", COLL },
	{ "bnx2", "rx_xoff_frames", FLOW },
	{ "bnx2", "rx_filtered_packets", POLICY },
	{ "bnx2", "rx_error_bytes", OTHER },
	{ "bnx2x", "rx_discards", SLOW },
	{ "bnx2x", "[0]: rx_discards", SLOW },
	{ "bnx2x", "rx_brb_discard", SLOW },
	{ "bnx2x", "[1]: rx_csum_offload_errors", PACKET },
	{ "bnx2x", "rx_mf_tag_discard", POLICY },
	{ "bnx2x", "pfc_frames_received", FLOW },
	{ "bnx2x", "unrecoverable_errors", RESET },
	{ "bnx2x", "tx_carrier_errors", WIRE },
	{ "bnxt_en", "rx_fcs_err_frames", WIRE },
	{ "bnxt_en", "rx_pcs_symbol_err", WIRE },
	{ "bnxt_en", "[0]: rx_discards", SLOW },
	{ "bnxt_en", "rx_total_ring_discards", SLOW },
	{ "bnxt_en", "rx_stat_discard", SLOW },
	{ "bnxt_en", "rx_discard_bytes_cos0", OTHER },
	{ "bnxt_en", "rx_pfc_ena_frames_pri3", FLOW },
	{ "bnxt_en", "link_down_events", FLAP },
	{ "bnxt_en", "rx_fec_corrected_blocks", FEC },
	{ "bnxt_en", "rx_fec_uncorrectable_blocks", LOST },
	{ "bnxt_en", "rx_total_resets", RESET },
	{ "bnxt_en", "rx_ucast_frames", OTHER },
	{ "e1000e", "rx_missed_errors", SLOW },
	{ "e1000e", "rx_no_buffer_count", SLOW },
	{ "e1000e", "tx_timeout_count", RESET },
	{ "e1000e", "tx_abort_late_coll", WIRE },
	{ "e1000e", "tx_single_coll_ok", COLL },
	{ "e1000e", "uncorr_ecc_errors", DEVICE },
	{ "e1000e", "rx_flow_control_xoff", FLOW },
	{ "e1000e", "dropped_smbus", OTHER },
	{ "e1000e", "tx_restart_queue", OTHER },
	{ "fsl_dpaa2_eth", "[hw] rx nobuffer discards", SLOW },
	{ "fsl_dpaa2_eth", "[hw] rx filtered frames", POLICY },
	{ "fsl_dpaa2_eth", "[mac] rx align errors", WIRE },
	{ "fsl_dpaa2_eth", "[mac] rx pause", FLOW },
	{ "fsl_dpaa2_eth", "[drv] enqueue portal busy", OTHER },
	{ "gve", "rx_no_buffers_posted[0]", SLOW },
	{ "gve", "rx_skb_alloc_fail", SLOW },
	{ "gve", "tx_timeouts", RESET },
	{ "gve", "adminq_timeouts", DEVICE },
	{ "gve", "rx_dropped", DROP },
	{ "hv_netvsc", "rx_no_memory", SLOW },
	{ "hv_netvsc", "tx_busy", OTHER },
	{ "hv_netvsc", "rx_queue_0_xdp_drop", POLICY },
	{ "iavf", "rx_discards", SLOW },
	{ "iavf", "rx_unknown_protocol", POLICY },
	{ "iavf", "tx_errors", WIRE },
	{ "iavf", "tx-0.packets", OTHER },
	{ "ice", "rx_crc_errors.nic", WIRE },
	{ "ice", "illegal_bytes.nic", WIRE },
	{ "ice", "mac_remote_faults.nic", WIRE },
	{ "ice", "rx_dropped", SLOW },
	{ "ice", "rx_dropped.nic", SLOW },
	{ "ice", "tx_dropped_link_down.nic", POLICY },
	{ "ice", "link_xoff_tx.nic", FLOW },
	{ "ice", "rx_priority_3_xoff.nic", FLOW },
	{ "ice", "tx_timeout.nic", RESET },
	{ "ice", "rx_csum_bad.nic", PACKET },
	{ "ice", "rx_size_64.nic", OTHER },
	{ "igb", "rx_crc_errors", WIRE },
	{ "igb", "rx_align_errors", WIRE },
	{ "igb", "rx_short_length_errors", WIRE },
	{ "igb", "rx_queue_0_drops", SLOW },
	{ "igb", "rx_queue_3_alloc_failed", SLOW },
	{ "igb", "rx_queue_0_csum_err", PACKET },
	{ "igb", "rx_fifo_errors", OTHER },
	{ "igb", "tx_flow_control_xon", FLOW },
	{ "igb", "tx_timeout_count", RESET },
	{ "igb", "tx_hwtstamp_timeouts", OTHER },
	{ "ixgbe", "rx_missed_errors", SLOW },
	{ "ixgbe", "rx_no_dma_resources", SLOW },
	{ "ixgbe", "rx_crc_errors", WIRE },
	{ "ixgbe", "rx_long_length_errors", WIRE },
	{ "ixgbe", "fdir_miss", OTHER },
	{ "ixgbe", "rx_pb_0_pxoff", FLOW },
	{ "ixgbe", "lsc_int", FLAP },
	{ "ixgbe", "alloc_rx_page_failed", SLOW },
	{ "ixgbe", "rx_queue_0_bytes", OTHER },
	{ "mlx5_core", "rx_out_of_buffer", SLOW },
	{ "mlx5_core", "rx_discards_phy", SLOW },
	{ "mlx5_core", "rx_crc_errors_phy", WIRE },
	{ "mlx5_core", "rx_symbol_err_phy", WIRE },
	{ "mlx5_core", "check_seq_err", WIRE },
	{ "mlx5_core", "link_down_events_phy", FLAP },
	{ "mlx5_core", "rx_steer_missed_packets", POLICY },
	{ "mlx5_core", "rx_global_pause", FLOW },
	{ "mlx5_core", "tx_pause_storm_error_events", FLOW },
	{ "mlx5_core", "rx_corrected_bits_phy", FEC },
	{ "mlx5_core", "rx0_wqe_err", DEVICE },
	{ "mlx5_core", "rx_pci_signal_integrity", DEVICE },
	{ "mlx5_core", "tx3_dropped", DROP },
	{ "mlx5_core", "tx_queue_stopped", OTHER },
	{ "mlx5_core", "rx_vport_rdma_unicast_packets", OTHER },
	{ "mlxsw_spectrum", "a_frame_check_sequence_errors", WIRE },
	{ "mlxsw_spectrum", "discard_ingress_vlan_membership", POLICY },
	{ "mlxsw_spectrum", "tc_no_buffer_discard_uc_tc_0", DROP },
	{ "mlxsw_spectrum", "rx_pause_prio_3", FLOW },
	{ "mvpp2", "fc_received", FLOW },
	{ "mvpp2", "bad_crc_event", WIRE },
	{ "mvpp2", "late_collision", WIRE },
	{ "mvpp2", "rx_fifo_overrun", SLOW },
	{ "mvpp2", "good_octets_sent", OTHER },
	{ "r8169", "rx_missed", SLOW },
	{ "r8169", "align_errors", WIRE },
	{ "r8169", "tx_aborted", WIRE },
	{ "r8169", "tx_underrun", SLOW },
	{ "sfc", "port_rx_nodesc_drops", SLOW },
	{ "sfc", "port_rx_pm_discard_bb_overflow", SLOW },
	{ "sfc", "port_rx_bad", WIRE },
	{ "sfc", "port_rx_bad_bytes", OTHER },
	{ "sfc", "rx_noskb_drops", SLOW },
	{ "sfc", "rx_mcast_mismatch", POLICY },
	{ "sfc", "port_tx_pause", FLOW },
	{ "sfc", "rx_reset", RESET },
	{ "stmmac", "mmc_rx_crc_error", WIRE },
	{ "stmmac", "mmc_tx_latecol", WIRE },
	{ "stmmac", "rx_missed_cntr", SLOW },
	{ "stmmac", "mmc_rx_fifo_overflow", SLOW },
	{ "stmmac", "sa_filter_fail", POLICY },
	{ "stmmac", "fatal_bus_error_irq", DEVICE },
	{ "stmmac", "mmc_tx_octetcount_gb", OTHER },
	{ "stmmac", "mtl_rx_fifo_fill_level_full", OTHER },
	{ "tg3", "rx_discards", SLOW },
	{ "tg3", "rx_fcs_errors", WIRE },
	{ "tg3", "tx_mac_errors", DEVICE },
	{ "tg3", "rx_xoff_pause_rcvd", FLOW },
	{ "tg3", "tx_late_collisions", WIRE },
	{ "tg3", "dma_writeq_full", OTHER },
	{ "veth", "rx_queue_0_xdp_drops", POLICY },
	{ "veth", "peer_ifindex", OTHER },
	{ "vmxnet3", "pkts rx OOB", SLOW },
	{ "vmxnet3", "  pkts rx OOB#2", SLOW },
	{ "vmxnet3", "rx buf alloc fail", SLOW },
	{ "vmxnet3", "fcs", WIRE },
	{ "vmxnet3", "tx timeout count", RESET },
	{ "vmxnet3", "pkts tx discard", DROP },
	{ "vmxnet3", "ring full", OTHER },
	{ "vmxnet3", "ucast pkts rx", OTHER },
};
enum { N_EXPECTED = sizeof(expected) / sizeof(expected[0]) };

static bool seen[N_EXPECTED];
static size_t wrong;

/* As `ethtool -i` calls it; the listings have it before the first '-'. */
static const char *driver_of(const char *file, char *buf, size_t size)
{
	snprintf(buf, size, "%.*s", (int)strcspn(file, "-."), file);
	return !strcmp(buf, "stmmac") ? "st_gmac" : buf;
}

static enum na_counter_class class_of(const char *driver, const char *name)
{
	return na_counter_class(driver, &(struct na_fact){ .attr = NA_COUNTER, .key = name });
}

static bool has_word(const char *name, const char *const *words)
{
	for (; *words; words++)
		if (strcasestr(name, *words))
			return true;
	return false;
}

static bool looks_like_error(const char *name)
{
	static const char *const words[] = { "err",   "drop",	 "miss",  "discard", "timeout", "crc",
					     "pause", "fcs",	 "coll",  "fail",    "abort",	"xon",
					     "xoff",  "overrun", "fifo",  "jabber",  "frag",	"reset",
					     "fault", "symbol",	 "under", "alloc",   "lost",	NULL };
	/* states of the FIFO for who wrote the driver, and words that only look alike */
	static const char *const known[] = {
		"mtl_", "mmtl_", "interrupt", "mac_rx_frame_ctrl_fifo", "tso_nfrag", NULL
	};

	return has_word(name, words) && !has_word(name, known);
}

/* All of them are told before the test fails. */
static void complain(const char *file, const char *name, const char *what)
{
	print_message("# %s: '%s' is %s\n", file, name, what);
	wrong++;
}

static void check_counter(const char *file, const char *driver, const char *name)
{
	static const char *const traffic[] = { "bytes", "octets", "packets", "pkts", NULL };
	static const char *const no_count[] = { "bytes", "octets", "temperature", NULL };
	static const char *const no_traffic[] = { "filter", "illegal",	  "undersize", "oversize",
						  "OOB",    "q_disabled", NULL };
	struct na_fact fact = { .attr = NA_COUNTER, .key = name };
	enum na_counter_class class = na_counter_class(driver, &fact);

	if (looks_like_error(name) && na_counter_meaning(driver, &fact).kind == NA_KIND_NONE)
		complain(file, name, "unknown");
	if (class == NA_COUNTER_OTHER)
		return;
	if (has_word(name, traffic) && !looks_like_error(name) && !has_word(name, no_traffic))
		complain(file, name, na_counter_class_name(class));
	else if (has_word(name, no_count) && strncmp(name, "illegal_", 8))
		complain(file, name, na_counter_class_name(class));
}

static void see(const char *driver, const char *name)
{
	for (size_t i = 0; i < N_EXPECTED; i++)
		if (!strcmp(expected[i].driver, driver) &&
		    !strcmp(expected[i].counter + strspn(expected[i].counter, " "), name))
			seen[i] = true;
}

/* "   name: 123", where a name may have colons, too. */
static size_t check_listing(const char *file)
{
	char path[8192], line[1024], buf[64], own[64];
	const char *driver = driver_of(file, buf, sizeof(buf));
	size_t n = 0;
	FILE *listing;

	snprintf(own, sizeof(own), "%.*s", (int)strcspn(file, "-."), file);
	snprintf(path, sizeof(path), "%s/%s", folder, file);
	listing = fopen(path, "r");
	assert_non_null(listing);
	while (fgets(line, sizeof(line), listing)) {
		char *name = line + strspn(line, " \t"), *colon = strrchr(name, ':'), *end;

		if (!colon || !colon[1 + strspn(colon + 1, " ")])
			continue;
		strtoull(colon + 1, &end, 10);
		if (*name == '#' || end == colon + 1)
			continue;
		*colon = 0;
		for (end = colon; end > name && end[-1] == ' ';)
			*--end = 0;
		check_counter(file, driver, name);
		see(own, name);
		n++;
	}
	fclose(listing);
	return n;
}

static void test_listings(void **state)
{
	DIR *dir = opendir(folder);
	size_t n = 0;

	assert_non_null(dir);
	for (struct dirent *entry; (entry = readdir(dir));)
		if (entry->d_name[0] != '.')
			n += check_listing(entry->d_name);
	closedir(dir);
	print_message("# %zu counters of listings\n", n);
	assert_true(n > 1000);
	assert_int_equal(wrong, 0);
}

static void test_expected(void **state)
{
	for (size_t i = 0; i < N_EXPECTED; i++) {
		char buf[64];
		const struct expected *e = &expected[i];
		enum na_counter_class class = class_of(driver_of(e->driver, buf, sizeof(buf)), e->counter);

		if (class != e->class)
			fail_msg("%s: '%s' is '%s' and not '%s'", e->driver, e->counter,
				 na_counter_class_name(e->class), na_counter_class_name(class));
		if (!seen[i] && !strchr(e->counter, '#'))
			print_message("# %s: no listing has '%s'\n", e->driver, e->counter);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_listings), cmocka_unit_test(test_expected) };
	const char *cases = getenv("NICAUDIT_CASES");
	DIR *dir;

	if (cases)
		snprintf(folder, sizeof(folder), "%s/ethtool-S", cases);
	else
		snprintf(folder, sizeof(folder), "%s", testing_path("../shared/cases/ethtool-S"));
	dir = opendir(folder);
	if (!dir) {
		printf("1..0 # SKIP no listings in %s: set NICAUDIT_CASES\n", folder);
		return 0;
	}
	closedir(dir);
	return TESTING_RUN(tests);
}
