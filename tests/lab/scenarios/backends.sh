# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# nics: eight
# Netlink and ioctl say the same of real drivers, but for what ioctl cannot say.
. "$LAB/scenario.sh"

flat()
{
	jq -r '.interfaces[] | .name as $n |
		((.facts | to_entries[] | "\($n) \(.key) \(.value | tojson)"),
		 (.unavailable // {} | to_entries[] | "\($n) \(.key) \(.value.state)"))' "$1" |
		grep -vE "^[^ ]+ (stats|standard|counter|link\.(lanes|sqi|sqi-max|ext-state|ext-substate|down-count)|ring\.(rx-buf-len|tcp-data-split|cqe-size|[rt]x-push.*|hds-.*)|coalesce\.(use-cqe-mode-.*|tx-aggr-.*)|rss\.(input-xfrm|fields))\.?" |
		sed -E 's/^([^ ]+ coalesce\.[^ ]+) (unsupported|unknown|0|false)$/\1 vague/' | sort
}

for backend in netlink ioctl; do
	nicaudit --backend $backend snapshot >"$scratch/$backend.json"
	is "by $backend: exit status" "$?" 0
	flat "$scratch/$backend.json" >"$scratch/$backend"
done
# a message that this kernel's netlink does not have yet
awk '$3 == "absent" { print $1, $2, "" }' "$scratch/netlink" >"$scratch/absent"
echo 'no line at all' >>"$scratch/absent"
for backend in netlink ioctl; do
	grep -vFf "$scratch/absent" "$scratch/$backend" >"$scratch/both"
	mv "$scratch/both" "$scratch/$backend"
done
nicaudit snapshot >"$scratch/snapshot"
is 'both together say by ioctl what netlink lacks' "$(state "$(nic_of vmxnet3)" rss.table)" present
for nic in $(all_nics); do
	driver=$(basename "$(readlink "/sys/class/net/$nic/device/driver")")
	grep "^$nic " "$scratch/netlink" >"$scratch/a"
	grep "^$nic " "$scratch/ioctl" >"$scratch/b"
	is "$driver: the same facts both ways" "$(diff "$scratch/a" "$scratch/b")" ''
done
done_testing
