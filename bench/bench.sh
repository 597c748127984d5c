#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A thousand interfaces: what collecting, judging and saving cost over merely asking the kernel the same, and over the
# scripts around ethtool that people run today. Ratios of one run; absolute times say something about this machine only.
if [ "$(id -u)" -ne 0 ]; then
	echo 'bench: needs root, for a network namespace of its own' >&2
	exit 66
fi
if [ -z "${NICAUDIT_IN_NAMESPACE-}" ]; then
	NICAUDIT_IN_NAMESPACE=1
	export NICAUDIT_IN_NAMESPACE
	exec timeout 900 unshare -n sh "$0" "$@"
fi
builddir=$PWD
nicaudit=$builddir/nicaudit
scratch=$(mktemp -d) || exit 70
trap 'rm -rf "$scratch"' EXIT
pairs=${PAIRS:-500}
rounds=${ROUNDS:-21}

i=0
while [ "$i" -lt "$pairs" ]; do
	echo "link add va$i type veth peer name vb$i"
	echo "link set va$i up"
	echo "link set vb$i up"
	i=$((i + 1))
done >"$scratch/batch"
ip -batch "$scratch/batch" || exit 70
"$nicaudit" --record "$scratch/check" -q check --all --no-policy
"$nicaudit" --record "$scratch/snapshot" snapshot --all >"$scratch/snapshot.json"
echo "$((2 * pairs)) veth interfaces, medians of $rounds rounds"

# value FIELD TEXT
value()
{
	echo "$2" | sed -n "s/.*$1 \([0-9.]*\).*/\1/p"
}

check=$("$builddir/bench/bare" "$scratch/check" "$rounds" "$nicaudit" -q check --all --no-policy) || exit 70
snapshot=$("$builddir/bench/bare" "$scratch/snapshot" "$rounds" "$nicaudit" snapshot --all) || exit 70
echo "check --all --quiet over a bare loop:  $(value ratio "$check")   (goal 1.5, limit 2.5)   [$check]"
echo "snapshot --all over a bare loop:       $(value ratio "$snapshot")   (goal 8, limit 25)     [$snapshot]"

# a hundred rules for each interface, over what the kernel tells anyway: what judging alone costs
echo 'nicaudit-policy: 1
rules:' >"$scratch/policy.yaml"
i=0
while [ "$i" -lt 100 ]; do
	echo "  - {id: rule-$i, match: {kind: [bond, veth], name: 'v*'}, expect: {link.mtu: '68..$((9000 + i))'}}"
	i=$((i + 1))
done >>"$scratch/policy.yaml"
"$nicaudit" --record "$scratch/policy" -q check --all --policy "$scratch/policy.yaml"
policy=$("$builddir/bench/bare" "$scratch/policy" "$rounds" "$nicaudit" -q check --all --policy "$scratch/policy.yaml") || exit 70
awk -v p="$(value command "$policy")" -v c="$(value command "$check")" -v s="$(value command "$snapshot")" 'BEGIN {
	printf "100 rules add to a snapshot:           %.0f %%   (limit 25)   [%.1f ms]\n", (p - c) * 100 / s, p - c }'
echo "peak memory of check:                  $(value 'peak memory' "$check") MiB   (goal 24)"
echo "peak memory of snapshot:               $(value 'peak memory' "$snapshot") MiB"
"$nicaudit" --record "$scratch/one" -q check va0
one=$("$builddir/bench/bare" "$scratch/one" "$rounds" "$nicaudit" -q check va0) || exit 70
echo "CPU time of check for one interface:   $(value CPU "$one") ms"

command -v ethtool >/dev/null || exit 0
start=$(date +%s%N)
for nic in $(ip -o link | sed -n 's/^[0-9]*: \(v[ab][0-9]*\)@.*/\1/p'); do
	for option in '' -k -g -l -c -a -S -i; do
		ethtool $option "$nic" >/dev/null 2>&1
	done
done
scripts=$((($(date +%s%N) - start) / 1000))
awk -v s="$scripts" -v c="$(value command "$check")" 'BEGIN {
	printf "ethtool, eight times for each, over check:  %.0f   (limit 500)   [%.1f s]\n", s / 1000 / c, s / 1e6 }'
