#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The machine's own hardware interfaces, only read: the snapshot agrees with ethtool and ip. Counters move meanwhile, so
# of those only the names are compared.
. "${abs_top_srcdir:-$(dirname "$0")/../..}/tests/tap.sh"

for tool in ip ethtool jq python3; do
	command -v "$tool" >/dev/null || skip_all "$tool is not installed"
done
[ "$(id -u)" -eq 0 ] || skip_all 'some of it needs root'
nics=$(nicaudit snapshot 2>/dev/null | jq -r '.interfaces[].name')
[ -n "$nics" ] || skip_all 'no hardware interface here'
timeout 120 python3 "$top_srcdir/tests/netns/truth.py" "$NICAUDIT" --moving $nics
