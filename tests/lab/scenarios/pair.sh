# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# nics: wire
# guests: 2
# kernels: 6.12
# debian: tools
# Two guests on three wires: they reach each other, measure with iperf3, and know each other by LLDP.
. "$LAB/scenario.sh"

n=0
for driver in e1000e vmxnet3 virtio_net; do
	n=$((n + 1))
	ip address add "198.18.$n.$LAB_GUEST/24" dev "$(nic_of "$driver")"
	ip link set "$(nic_of "$driver")" up
done
mkdir -p /run/lldpd
in_debian lldpd -u /run/lldpd/socket
tell ready
if hear ready; then
	ok 'the other guest is there'
else
	not_ok 'the other guest is there'
fi
if [ "$LAB_GUEST" -eq 2 ]; then
	in_debian iperf3 -s -D
	tell serving
	hear 'done' 1500
else
	other=lab2
	for n in 1 2 3; do
		check "wire $n carries a ping" in_debian ping -c 1 -w 10 "198.18.$n.2"
	done
	check 'the other guest serves' hear serving
	in_debian iperf3 -c 198.18.1.2 -t 2 -J >"$scratch/iperf3"
	is 'iperf3 measures something' "$(jq '.end.sum_received.bits_per_second > 1e6' "$scratch/iperf3")" true
	for driver in e1000e vmxnet3 virtio_net; do
		nic=$(nic_of "$driver")
		neighbour()
		{
			in_debian lldpcli -u /run/lldpd/socket -f json0 show neighbors ports "$nic" | grep -q "\"$other\""
		}
		until_true 300 neighbour
		check "$nic ($driver): LLDP tells that the other end is $other" neighbour
	done
	snapshot snapshot
	is 'nicaudit sees the three wires' "$(jq '[.interfaces[] | select(.facts["link.detected"])] | length' "$scratch/snapshot")" 3
	tell 'done'
fi
done_testing
