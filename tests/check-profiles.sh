#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The shipped profiles load, say why of each rule, and give the verdicts in tests/golden/profiles on recordings of real
# drivers. With --accept what they say now becomes what they should say.
. "${abs_top_srcdir:-$(dirname "$0")/..}/tests/tap.sh"

command -v jq >/dev/null || skip_all 'jq is not installed'
NICAUDIT_PROFILES=$top_srcdir/profiles
export NICAUDIT_PROFILES
golden=$top_srcdir/tests/golden/profiles

# verdicts PROFILE: of all recordings, where every interface has all the labels
verdicts()
{
	cat >"$scratch/policy.yaml" <<-END
		nicaudit-policy: 1
		include: [$1]
		labels: {"*": [storage, latency]}
	END
	ids=$(sed -n 's/^  - id: //p' "$top_srcdir/profiles/$1.yaml" | tr '\n' ',')
	for recording in linux-6.1-eight linux-6.12-bond virtio; do
		echo "# $recording"
		nicaudit check --all --replay "$top_srcdir/tests/replay/$recording" --policy "$scratch/policy.yaml" \
			--only "${ids%,}" -f json |
			jq -r '.checks[] | [.interface // "host", .rule, .fact // "-", .status +
				(if .status == "fail" then " " + .severity else "" end), .expected // "-", .actual // "-"] | join("\t")'
	done
}

for file in "$top_srcdir"/profiles/*.yaml; do
	profile=$(basename "$file" .yaml)
	is "$profile: loads" "$(nicaudit policy lint "$profile" 2>&1 | sed 's/.*: OK.*/OK/')" OK
	is "$profile: every rule says why" "$(grep -c '^    why: ' "$file")" "$(grep -c '^  - id: ' "$file")"
	verdicts "$profile" >"$scratch/verdicts"
	if [ "${1-}" = --accept ]; then
		mkdir -p "$golden"
		cp "$scratch/verdicts" "$golden/$profile"
	fi
	is "$profile: verdicts" "$(diff "$golden/$profile" "$scratch/verdicts")" ''
	is "$profile: something passes and something fails" \
		"$(grep -c '	pass	' "$scratch/verdicts" | grep -cv '^0$')$(grep -c '	fail ' "$scratch/verdicts" | grep -cv '^0$')" 11
done
done_testing
