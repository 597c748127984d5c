#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs the programs given, and the replays, under valgrind; prints TAP. From the build directory.
. "${abs_top_srcdir:-$(dirname "$0")/..}/tests/tap.sh"

command -v valgrind >/dev/null || skip_all 'valgrind is not installed'
if nm "$NICAUDIT" 2>/dev/null | grep -q __asan_init; then
	skip_all 'this build has sanitizers of its own'
fi
under='valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite,indirect,possible'
for program; do
	check "$program" $under "./$program"
done
NICAUDIT_WRAPPER=$under
export NICAUDIT_WRAPPER
check 'replays' sh "$top_srcdir/tests/replay/run.sh"
check 'command line' sh "$top_srcdir/tests/check-cli.sh"
done_testing
