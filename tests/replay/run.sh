#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Each directory beside this file is a recording, with the snapshot that it must give, and what check must say of it; where
# there is a file check.FORMAT, in that format, too. A bug report becomes a test by being dropped here. `sh tests/replay/run.sh
# --accept` writes all of them anew.
unset COLUMNS
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
	nicaudit --replay "$dir" $options check --all >"$scratch/check" 2>&1
	echo "exit status $?" >>"$scratch/check"
	for golden in "$dir"/check.*; do
		[ -e "$golden" ] || continue
		nicaudit --replay "$dir" $options check --all -f "${golden##*.}" >"$scratch/report" 2>&1
		echo "exit status $?" >>"$scratch/report"
		if [ "${1-}" = --accept ]; then
			cp "$scratch/report" "$golden"
		else
			is "$name: check -f ${golden##*.}" "$(diff "$golden" "$scratch/report")" ''
		fi
	done
	if [ "${1-}" = --accept ]; then
		cp "$scratch/got" "$dir/snapshot.json"
		echo "$status" >"$dir/status"
		cp "$scratch/err" "$dir/stderr"
		cp "$scratch/check" "$dir/check"
		continue
	fi
	is "$name: exit status" "$status" "$(cat "$dir/status")"
	is "$name: standard error" "$(cat "$scratch/err")" "$(cat "$dir/stderr")"
	if diff -u "$dir/snapshot.json" "$scratch/got" >"$scratch/diff"; then
		ok "$name: snapshot"
	else
		not_ok "$name: snapshot" "$(head -40 "$scratch/diff")"
	fi
	is "$name: check" "$(diff "$dir/check" "$scratch/check")" ''
done
[ "${1-}" = --accept ] || done_testing
