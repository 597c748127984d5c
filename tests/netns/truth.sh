#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every value of a snapshot is what ethtool and ip say: first as made, then after everything that can be changed was.
. "${abs_top_srcdir:-$(dirname "$0")/../..}/tests/netns/namespace.sh"

# TAP of truth.py, numbered on.
compare()
{
	timeout 120 python3 "$top_srcdir/tests/netns/truth.py" "$NICAUDIT" >"$scratch/out" 2>&1
	grep -q '^1\.\.' "$scratch/out" || not_ok "$1: truth.py" "$(cat "$scratch/out")"
	adopt "$1: " "$scratch/out"
}

make_interfaces
compare 'as made'

ethtool -K v0 tso off gro on tx-checksum-sctp off
ethtool -K br0 tx off
ethtool -L v1 rx 3 tx 2
ethtool -C tap0 rx-frames 5
ip link set v1 mtu 1400
ip link set ifbx mtu 9000
ip link set v0 txqueuelen 77
ip link property add dev v0 altname an-alternative-name-longer-than-15
ip link set v0 alias 'some text'
ethtool -s tap0 speed 100 duplex half autoneg off
ip link set br0 type bridge stp_state 1 forward_delay 3000
ip link set br0 type bridge vlan_filtering 1 2>/dev/null # not every kernel has it
ip link set v0 down
sleep 1
compare 'changed'

nicaudit snapshot --all >"$scratch/snapshot" 2>&1
fact()
{
	jq -c ".interfaces[] | select(.name == \"$1\") | .facts[\"$2\"]" "$scratch/snapshot"
}
is 'TSO that was switched off' "$(fact v0 feature.tx-tcp-segmentation)" false
is 'channels that were set' "$(fact v1 channel.rx) $(fact v1 channel.tx)" '3 2'
is 'coalescing that was set' "$(fact tap0 coalesce.rx-max-frames)" 5
is 'MTU that was set' "$(fact v1 link.mtu)" 1400
is 'speed and duplex that were set' "$(fact tap0 link.speed) $(fact tap0 link.duplex)" '100 "half"'
is 'a link that was set down' "$(fact v0 link.admin) $(fact v0 link.detected)" '"down" false'
done_testing
