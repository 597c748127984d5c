# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# A test of the live kernel starts itself again in a network namespace of its own, which is gone with it. Sourced first.
if [ "$(id -u)" -ne 0 ] || ! unshare -n true 2>/dev/null; then
	echo '1..0 # SKIP needs root and network namespaces'
	exit 0
fi
if [ -z "${NICAUDIT_IN_NAMESPACE-}" ]; then
	NICAUDIT_IN_NAMESPACE=1
	export NICAUDIT_IN_NAMESPACE
	exec timeout 300 unshare -n sh "$0" "$@"
fi
. "${abs_top_srcdir:-$(dirname "$0")/../..}/tests/tap.sh"
for tool in ip ethtool jq python3; do
	command -v "$tool" >/dev/null || skip_all "$tool is not installed"
done

# One of each kind that every kernel here has: veth pair, bridge, ifb, tap. Nothing is sent any more when it returns.
make_interfaces()
{
	ip link set lo up
	ip link add v0 type veth peer name v1 numrxqueues 4 numtxqueues 4
	ip link add br0 type bridge
	ip link add ifbx type ifb
	ip tuntap add tap0 mode tap
	for each in v0 v1 br0 tap0; do
		sysctl -qw "net.ipv6.conf.$each.disable_ipv6=1" 2>/dev/null
		ip link set "$each" up
	done
	ip link set v1 master br0
	sleep 1
}
