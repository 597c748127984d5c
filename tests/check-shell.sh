#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Shell scripts have nothing that shellcheck finds.
. "${abs_top_srcdir:-$(dirname "$0")/..}/tests/tap.sh"

cd "$top_srcdir" || exit 99
command -v shellcheck >/dev/null || skip_all 'shellcheck is not installed'
for file in quickstart bench/*.sh tests/*.sh tests/*/*.sh tests/lab/scenarios/*.sh; do
	check "$file" shellcheck -x -e SC1090,SC1091,SC2013,SC2043,SC2044,SC2046,SC2086,SC2154 "$file"
done
done_testing
