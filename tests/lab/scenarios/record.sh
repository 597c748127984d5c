# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# nics: eight
# A recording of real drivers replays to what was recorded. It is left in the results: tests/replay has those of both
# kernels, for every test without QEMU.
. "$LAB/scenario.sh"

rm -rf /run/lab/recording
check 'recorded' sh -c "'$NICAUDIT' --record /run/lab/recording --anonymise snapshot --all >'$scratch/live'"
nicaudit --replay /run/lab/recording snapshot --all >"$scratch/again"
# addresses, names and the clock are not those of the live run any more
same_facts()
{
	jq -c '[.interfaces[] | del(.mac) | .facts |= with_entries(select(.key | test("address|hwaddr") | not))]' "$1"
}
is 'replayed to the same facts' "$(same_facts "$scratch/again" | md5sum)" "$(same_facts "$scratch/live" | md5sum)"
is 'of all eight' "$(jq '[.interfaces[] | select(.virtual | not)] | length' "$scratch/again")" 8
done_testing
