#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Netlink and ioctl give the same facts, but for what ioctl cannot say, which is listed here.
. "${abs_top_srcdir:-$(dirname "$0")/../..}/tests/netns/namespace.sh"

make_interfaces
ethtool -K v0 tso off
ethtool -C tap0 rx-frames 5
ethtool -s tap0 speed 100 duplex half autoneg off
sleep 1

# Attributes that ioctl has no word for
only_netlink='link\.(lanes|sqi|sqi-max|ext-state|ext-substate|down-count)
ring\.(rx-buf-len|tcp-data-split|cqe-size|tx-push|rx-push|tx-push-buf-len|tx-push-buf-len-max|hds-thresh|hds-thresh-max)
coalesce\.(use-cqe-mode-[rt]x|tx-aggr-.*)
standard\..*
rss\.(input-xfrm|fields\..*)'
only_netlink=$(printf '%s' "$only_netlink" | tr '\n' '|')
# A zero that ioctl cannot tell from "not supported"
vague='coalesce\..*'

# INTERFACE ATTRIBUTE VALUE-or-state
flat()
{
	jq -r '.interfaces[] | .name as $n |
		((.facts | to_entries[] | "\($n) \(.key) \(.value | tojson)"),
		 (.unavailable // {} | to_entries[] | "\($n) \(.key) \(.value.state)"))' "$1" | sort
}

for backend in netlink ioctl; do
	check "snapshot by $backend" sh -c "'$NICAUDIT' --backend $backend snapshot --all >'$scratch/$backend.json'"
	flat "$scratch/$backend.json" | grep -vE "^[^ ]+ ($only_netlink) " >"$scratch/$backend"
done
check 'snapshot by both' sh -c "'$NICAUDIT' snapshot --all >'$scratch/auto.json'"

# what ioctl calls unknown, netlink calls unsupported or 0
sed -E "s/^([^ ]+ $vague) (unsupported|unknown|0|false)$/\1 vague/" "$scratch/netlink" >"$scratch/a"
sed -E "s/^([^ ]+ $vague) (unsupported|unknown|0|false)$/\1 vague/" "$scratch/ioctl" >"$scratch/b"
for nic in lo v0 v1 br0 ifbx tap0; do
	grep "^$nic " "$scratch/a" >"$scratch/a.$nic"
	grep "^$nic " "$scratch/b" >"$scratch/b.$nic"
	is "$nic: the same facts both ways" "$(diff "$scratch/a.$nic" "$scratch/b.$nic")" ''
	is "$nic: as many as there should be" "$([ "$(wc -l <"$scratch/a.$nic")" -gt 80 ] && echo many)" many
done
is 'by ioctl, what it cannot say was not read' \
	"$(jq -r '.interfaces[] | select(.name == "v0").unavailable["link.lanes"].state' "$scratch/ioctl.json")" unread
is 'both together lack nothing that netlink has' \
	"$(flat "$scratch/netlink.json" | grep -v ' stats\.' >"$scratch/n"; flat "$scratch/auto.json" | grep -v ' stats\.' >"$scratch/t"; diff "$scratch/n" "$scratch/t")" ''
done_testing
