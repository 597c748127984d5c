#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What a user meets on a live kernel: names, globs, errors, exit statuses, recordings.
. "${abs_top_srcdir:-$(dirname "$0")/../..}/tests/netns/namespace.sh"

make_interfaces
ip link add exactly15bytes_ type ifb
ip link property add dev v0 altname its-other-name

# rejects NAME STATUS PATTERN ARGUMENT...: that exit status, one line on stderr that matches, nothing on stdout.
rejects()
{
	name=$1
	wanted=$2
	pattern=$3
	shift 3
	nicaudit "$@" >"$scratch/out" 2>"$scratch/err"
	is "$name: exit status" "$?" "$wanted"
	is "$name: nothing on standard output" "$(cat "$scratch/out")" ''
	is "$name: one line, with what matters" "$(wc -l <"$scratch/err") $(grep -c -- "$pattern" "$scratch/err")" '1 1'
}

rejects 'no such interface' 66 "'v2'.*did you mean 'v" show v2
rejects 'a glob for nothing' 66 'nothing\*' check 'nothing*'
rejects 'no such root' 66 "$scratch/missing" --root "$scratch/missing" show --all
: >"$scratch/file"
rejects 'a root that is no directory' 66 "$scratch/file" --root "$scratch/file" show --all

is 'a name of 15 bytes' "$(nicaudit snapshot exactly15bytes_ | jq -r '.interfaces[].name')" exactly15bytes_
is 'an altname' "$(nicaudit snapshot its-other-name | jq -r '.interfaces[].name')" v0
is 'a glob' "$(nicaudit snapshot 'v?' | jq -r '.interfaces[].name' | sort | tr '\n' ' ')" 'v0 v1 '
is 'one line for each with --all' "$(nicaudit show --all | grep -cE '^(lo|v0|v1|br0|ifbx|tap0|exactly15bytes_) ')" 7
widest=$(COLUMNS=80 nicaudit show --all | LC_ALL=C.UTF-8 wc -L)
is 'no line is wider than 80 columns' "$([ "$widest" -le 80 ] && echo yes)" yes
nicaudit show >"$scratch/out"
is 'without hardware, a hint' "$(grep -c -- --all "$scratch/out")" 1
nicaudit show v0 >"$scratch/out"
is 'details: what is' "$(grep -cE '^ *link.mtu +1500' "$scratch/out")" 1
is 'details: what is not, with its reason' "$(grep -cE 'ring.*not supported by the driver' "$scratch/out")" 1
nicaudit check --all >"$scratch/out"
is 'nothing is wrong with virtual links that are fine' "$?" 0
ethtool -K v0 tx off >/dev/null 2>&1
nicaudit -q check --all >"$scratch/out"
is 'quiet prints nothing' "$(cat "$scratch/out")" ''
nicaudit check --all --interval 1 -f json >"$scratch/out"
is 'two samples: errors-rising is judged' \
	"$(jq -r '[.checks[] | select(.rule == "errors-rising" and .interface == "v0").status] | join(" ")' "$scratch/out")" pass

nicaudit --record "$scratch/rec" snapshot --all >"$scratch/live"
nicaudit --replay "$scratch/rec" snapshot --all >"$scratch/again"
is 'a recording replays to the same snapshot' "$(diff "$scratch/live" "$scratch/again")" ''
nicaudit snapshot --all -o "$scratch/s.json"
nicaudit --from "$scratch/s.json" snapshot --all >"$scratch/again"
is 'a snapshot loads and saves to itself' "$(diff "$scratch/s.json" "$scratch/again")" ''
mac=$(cat /sys/class/net/lo/address; ip -j link show v0 | jq -r '.[].address')
nicaudit --record "$scratch/anon" --anonymise snapshot --all >/dev/null
for each in $mac; do
	[ "$each" = 00:00:00:00:00:00 ] && continue
	hex=$(echo "$each" | tr -d :)
	is "anonymised: $each is nowhere" "$(grep -rilE "$each|$hex" "$scratch/anon")" ''
done
is 'anonymised: it still replays' "$(nicaudit --replay "$scratch/anon" snapshot v0 | jq -r '.interfaces[].facts["link.address"]' | cut -c 1-14)" 02:00:00:00:00
is 'anonymised: host name' "$(nicaudit --replay "$scratch/anon" snapshot v0 | jq -r .host.hostname)" host-1

# nobody: everything but what the kernel keeps for root
if command -v setpriv >/dev/null && setpriv --reuid 65534 --clear-groups "$NICAUDIT" --version >/dev/null 2>&1; then
	setpriv --reuid 65534 --regid 65534 --clear-groups "$NICAUDIT" snapshot --all >"$scratch/out"
	is 'unprivileged: it works' "$?" 0
	is 'unprivileged: wake on LAN is denied' \
		"$(jq -r '.interfaces[] | select(.name == "v0").unavailable["wol.modes"].state' "$scratch/out")" denied
	is 'unprivileged: and it says so' "$(jq .host.privileged "$scratch/out")" false
else
	skip 'unprivileged' 'the program cannot be run by another user here'
fi
done_testing
