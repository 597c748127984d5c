# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# nics: eight
# last: yes
# NICs go away and come back while snapshots are taken: none crashes, each is whole, and what could not be read is named.
. "$LAB/scenario.sh"

{
	n=0
	while [ "$n" -lt 200 ]; do
		nicaudit snapshot --all >"$scratch/one" 2>"$scratch/one.err"
		status=$?
		if [ "$status" -ne 0 ] || ! jq -e .interfaces "$scratch/one" >/dev/null; then
			echo "status $status: $(cat "$scratch/one.err")"
		fi
		jq -r '.interfaces[].unavailable // {} | .[] | select(.state == "error").errno' "$scratch/one" >>"$scratch/errors"
		n=$((n + 1))
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
is 'every snapshot was whole' "$(sort "$scratch/bad" | uniq -c)" ''
is 'all of them were taken' "$(cat "$scratch/rounds")" 200
is 'what went wrong meanwhile is that a device was gone' "$(sort -u "$scratch/errors" | grep -vxE 'ENODEV|EBUSY|ENOENT')" ''
is 'and there was something to notice' "$([ "$round" -ge 3 ] && echo yes)" yes
done_testing
