#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Each directory beside this file is a recording, and the snapshot in it what it must give. A bug report becomes a test
# by being dropped here. `sh tests/replay/run.sh --accept` writes the snapshots anew.
. "${abs_top_srcdir:-$(dirname "$0")/../..}/tests/tap.sh"

# The version of the tool is no fact.
normal()
{
	sed 's/"tool": "nicaudit [^"]*"/"tool": "nicaudit"/'
}

for dir in "$top_srcdir"/tests/replay/*/; do
	name=$(basename "$dir")
	options=$(cat "$dir/options" 2>/dev/null)
	nicaudit --replay "$dir" $options snapshot --all >"$scratch/out" 2>"$scratch/err"
	status=$?
	normal <"$scratch/out" >"$scratch/got"
	if [ "${1-}" = --accept ]; then
		cp "$scratch/got" "$dir/snapshot.json"
		echo "$status" >"$dir/status"
		cp "$scratch/err" "$dir/stderr"
		continue
	fi
	is "$name: exit status" "$status" "$(cat "$dir/status")"
	is "$name: standard error" "$(cat "$scratch/err")" "$(cat "$dir/stderr")"
	if diff -u "$dir/snapshot.json" "$scratch/got" >"$scratch/diff"; then
		ok "$name: snapshot"
	else
		not_ok "$name: snapshot" "$(head -40 "$scratch/diff")"
	fi
done
[ "${1-}" = --accept ] || done_testing
