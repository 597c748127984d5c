# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# nics: eight
# last: yes
# NICs go away and come back while snapshots are taken: none crashes, each is whole, and what could not be read is named.
. "$LAB/scenario.sh"

# most of the lab's time goes here: all of it on the kernel that changes most
case $(uname -r) in
6.1.*) rounds=60 ;;
*) rounds=200 ;;
esac

# kept whole and looked at afterwards: a process more for each would be most of the time here
{
	n=0
	while [ "$n" -lt "$rounds" ]; do
		n=$((n + 1))
		nicaudit snapshot --all >"$scratch/$n.json" 2>"$scratch/one.err" ||
			echo "status $?: $(cat "$scratch/one.err")"
	done
	echo "$n" >"$scratch/rounds"
} >"$scratch/bad" &
loop=$!

round=0
while kill -0 "$loop" 2>/dev/null && [ "$round" -lt 40 ]; do
	nic=$(nic_of e1000e)
	device=$(basename "$(readlink -f "/sys/class/net/$nic/device")")
	echo "$device" >/sys/bus/pci/drivers/e1000e/unbind
	sleep 0.3
	echo "$device" >/sys/bus/pci/drivers/e1000e/bind
	rmmod 8139cp
	modprobe 8139cp
	rmmod e1000 && modprobe e1000
	sleep 0.5
	round=$((round + 1))
done
wait "$loop"
is 'none of them failed' "$(sort "$scratch/bad" | uniq -c)" ''
is 'all of them were taken, and are whole' \
	"$(cat "$scratch/rounds") $(jq -n '[inputs | select(.interfaces | length > 0)] | length' "$scratch"/*.json)" "$rounds $rounds"
jq -n '[inputs.interfaces[].unavailable // {} | .[] | select(.state == "error").errno] | unique[]' -r \
	"$scratch"/*.json >"$scratch/errors"
is 'what went wrong meanwhile is that a device was gone' "$(grep -vxE 'ENODEV|EBUSY|ENOENT' "$scratch/errors")" ''
is 'no value is wrong: speeds are those that the drivers have' \
	"$(jq -n '[inputs.interfaces[].facts["link.speed"]] | unique - [null, 10, 100, 1000, 10000] | .[]' "$scratch"/*.json)" ''
is 'and there was something to notice' "$([ "$round" -ge 3 ] && echo yes)" yes
done_testing
