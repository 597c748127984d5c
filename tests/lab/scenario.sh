# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# What scenarios share. They run as root in a lab guest, print TAP, and find NICs by driver, since names differ between
# kernels.
. "$abs_top_srcdir/tests/tap.sh"

# The first interface of a driver.
nic_of()
{
	for dir in /sys/class/net/*; do
		[ "$(basename "$(readlink "$dir/device/driver" 2>/dev/null)")" = "$1" ] && basename "$dir" && return
	done
}

all_nics()
{
	for dir in /sys/class/net/*; do
		[ -e "$dir/device/driver" ] && basename "$dir"
	done | sort -V
}

# snapshot [NAME...]: into $scratch/snapshot
snapshot()
{
	nicaudit "$@" >"$scratch/snapshot"
}

# fact NIC NAME: its value as JSON, null where there is none
fact()
{
	jq -c --arg n "$1" --arg f "$2" '.interfaces[] | select(.name == $n).facts[$f]' "$scratch/snapshot"
}

# state NIC NAME
state()
{
	jq -r --arg n "$1" --arg f "$2" '.interfaces[] | select(.name == $n) |
		if .facts | has($f) then "present" else .unavailable[$f].state // "missing" end' "$scratch/snapshot"
}

# until N COMMAND...: true within N tenths of a second
until_true()
{
	tries=$1
	shift
	while [ "$tries" -gt 0 ]; do
		"$@" >/dev/null 2>&1 && return 0
		sleep 0.1
		tries=$((tries - 1))
	done
	return 1
}
