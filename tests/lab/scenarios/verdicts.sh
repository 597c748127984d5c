# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# nics: eight
# The eight drivers get the verdicts that an expert would give.
. "$LAB/scenario.sh"

# judge: all checks of all NICs, into $scratch/report
judge()
{
	nicaudit check -f json >"$scratch/report"
}

# verdict NIC RULE: "fail critical", "unknown", ...
verdict()
{
	jq -r --arg n "$1" --arg r "$2" '.checks[] | select(.interface == $n and .rule == $r) |
		if .status == "fail" then "fail \(.severity)" else .status end' "$scratch/report"
}

e1000=$(nic_of e1000)
pcnet=$(nic_of pcnet32)
tulip=$(nic_of tulip)
virtio=$(nic_of virtio_net)
vmxnet=$(nic_of vmxnet3)

ethtool -s "$e1000" speed 100 duplex full autoneg off
sleep 3
judge
is 'pcnet32 at half duplex is critical' "$(verdict "$pcnet" half-duplex)" 'fail critical'
is 'e1000, forced, is found' "$(verdict "$e1000" autoneg-off-base-t)" 'fail critical'
is 'a tulip that tells nothing is unknown, and not ok' \
	"$(jq -r --arg n "$tulip" '.checks[] | select(.interface == $n and (.rule | IN("half-duplex", "autoneg-off-base-t"))) |
		"\(.rule) \(.status) \(.message != null)"' "$scratch/report" | sort)" \
	"autoneg-off-base-t unknown true
half-duplex unknown true"
is 'no rule judges the speed of virtio' \
	"$(for rule in half-duplex below-best-speed autoneg-off-base-t; do verdict "$virtio" "$rule"; done | sort -u)" not-applicable
ethtool -s "$e1000" autoneg on advertise 0x02f
sleep 3
judge
is 'e1000, negotiating again, is not' "$(verdict "$e1000" autoneg-off-base-t)" pass

is 'LRO of vmxnet3 without forwarding is no fault' "$(verdict "$vmxnet" lro-forwarding)" pass
sysctl -qw net.ipv4.ip_forward=1
ethtool -K "$vmxnet" lro on
is 'with forwarding on it can be turned on again, and stays' \
	"$(ethtool -k "$vmxnet" | sed -n 's/^large-receive-offload: //p')" on
judge
is 'which is found' "$(verdict "$vmxnet" lro-forwarding | cut -d ' ' -f 1)" fail
ethtool -K "$vmxnet" lro off
judge
is 'and no more once it is off' "$(verdict "$vmxnet" lro-forwarding)" pass
sysctl -qw net.ipv4.ip_forward=0
done_testing
