# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# nics: eight
# What ethtool changes, the next snapshot says; and what a driver accepts without doing it, it does not.
. "$LAB/scenario.sh"

e1000=$(nic_of e1000)
e1000e=$(nic_of e1000e)
vmxnet3=$(nic_of vmxnet3)

has_link()
{
	[ "$(cat "/sys/class/net/$1/carrier" 2>/dev/null)" = 1 ]
}

ethtool -G "$e1000e" rx 512 tx 1024
ethtool -C "$e1000e" rx-usecs 50
ethtool -A "$e1000e" autoneg off rx on tx off
ethtool -K "$e1000e" tso off
ethtool -K "$vmxnet3" lro off
ethtool -X "$vmxnet3" weight 1 0
until_true 150 has_link "$e1000e"
snapshot snapshot
is 'e1000e: rings' "$(fact "$e1000e" ring.rx) $(fact "$e1000e" ring.tx)" '512 1024'
is 'e1000e: coalescing' "$(fact "$e1000e" coalesce.rx-usecs)" 50
is 'e1000e: pause' "$(fact "$e1000e" pause.rx) $(fact "$e1000e" pause.tx)" 'true false'
is 'e1000e: TSO' "$(fact "$e1000e" feature.tx-tcp-segmentation)" false
is 'vmxnet3: LRO' "$(fact "$vmxnet3" feature.rx-lro)" false
is 'vmxnet3: RSS table' "$(fact "$vmxnet3" rss.table | tr -d '[],0')" ''

ethtool -s "$e1000e" speed 100 duplex full autoneg off
until_true 150 has_link "$e1000e"
snapshot snapshot "$e1000e"
is 'e1000e: forced 100/full takes effect' \
	"$(fact "$e1000e" link.speed) $(fact "$e1000e" link.duplex) $(fact "$e1000e" link.autoneg)" '100 "full" false'
nicaudit check "$e1000e" --only below-best-speed >"$scratch/check"
is 'e1000e: forced 100/full is slower than it could be' "$? $(grep -c '^  WARNING below-best-speed' "$scratch/check")" '1 1'
ethtool -s "$e1000e" autoneg on

# rc 0, and it goes on at 1000: nobody keeps what was asked for
ethtool -s "$e1000" speed 100 duplex full autoneg off
until_true 150 has_link "$e1000"
snapshot snapshot "$e1000"
is 'e1000: forced 100/full is ignored' \
	"$(fact "$e1000" link.speed) $(fact "$e1000" link.duplex) $(fact "$e1000" link.autoneg)" '1000 "full" false'
nicaudit check "$e1000" >"$scratch/check"
is 'e1000: and that is critical' "$? $(grep -c '^  CRITICAL autoneg-off-base-t' "$scratch/check")" '2 1'
ethtool -s "$e1000" autoneg on
until_true 150 has_link "$e1000"
nicaudit -q check --only autoneg-off-base-t "$e1000"
is 'e1000: and the mend mends it' "$?" 0

# as they were, for those that come after
for nic in "$e1000e" "$e1000"; do
	ip link set "$nic" down
	ethtool -s "$nic" autoneg on advertise 0x02f
	ip link set "$nic" up
done
until_true 150 has_link "$e1000e"
done_testing
