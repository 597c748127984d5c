#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# --netns reads another namespace and leaves the process in its own.
. "${abs_top_srcdir:-$(dirname "$0")/../..}/tests/netns/namespace.sh"

one=nicaudit-test-$$-a
two=nicaudit-test-$$-b
trap 'ip netns del "$one" 2>/dev/null; ip netns del "$two" 2>/dev/null; rm -rf "$scratch"' EXIT

ip link add here0 type ifb
ip netns add "$one"
ip netns add "$two"
# nsenter and not ip -n, which wants / to be a mount point: not so in a chroot
inside="nsenter --net=/run/netns/$one"
$inside ip link add there0 type veth peer name there1
$inside ip link set there1 netns "$two"
$inside sysctl -qw net.ipv4.ip_forward=1

names()
{
	jq -r '.interfaces[] | "\(.netns // "-") \(.name)"' "$scratch/out" | sort
}

nicaudit --netns "$one" snapshot --all >"$scratch/out"
is 'a named one' "$(names)" "$one lo
$one there0"
is 'host facts are those of that namespace' "$(jq '.facts["net.forwarding"]' "$scratch/out")" true
is 'an index in another namespace names nobody here' \
	"$(jq -c '.interfaces[] | select(.name == "there0").facts["link.lower"]' "$scratch/out")" null

nicaudit --netns all snapshot --all >"$scratch/out"
is 'all: ours' "$(names | grep '^-')" '- here0
- lo'
is 'all: the named ones' "$(names | grep "nicaudit-test-$$")" "$one lo
$one there0
$two lo
$two there1"
is 'host facts are those of our own' "$(jq '.facts["net.forwarding"]' "$scratch/out")" false

nicaudit --netns all snapshot 'there*' >"$scratch/out"
is 'a glob looks into all of them' "$(names)" "$one there0
$two there1"
nicaudit --netns no-such-namespace show >"$scratch/out" 2>"$scratch/err"
is 'one that does not exist: exit status' "$?" 66
is 'one that does not exist: one line' "$(wc -l <"$scratch/err") $(grep -c no-such-namespace "$scratch/err")" '1 1'
is 'one that does not exist: nothing printed' "$(cat "$scratch/out")" ''

nicaudit --record "$scratch/rec" --netns all snapshot --all >"$scratch/live"
nicaudit --replay "$scratch/rec" --netns all snapshot --all >"$scratch/again"
is 'a recording of all namespaces replays' "$(diff "$scratch/live" "$scratch/again")" ''
done_testing
