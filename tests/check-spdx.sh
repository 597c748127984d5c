#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every source says its license in its first lines, every C file what it is, and no file names places of one machine.
. "${abs_top_srcdir:-$(dirname "$0")/..}/tests/tap.sh"

cd "$top_srcdir" || exit 99
files=$(find bench include src tests/*.sh tests/fuzz/*.c tests/netns tests/replay/*.sh tests/unit man -type f \
	\( -name '*.[ch578]' -o -name '*.def' -o -name '*.sh' -o -name '*.py' \))

bad=
for file in $files configure.ac Makefile.am quickstart; do
	head -3 "$file" | grep -q 'SPDX-License-Identifier: GPL-2.0-or-later' || bad="$bad $file"
done
is 'every source has an SPDX line' "$bad" ''

bad=
for file in $(find include src -name '*.[ch]'); do
	sed -n 2p "$file" | grep -q '^/\*' || bad="$bad $file"
done
is 'every C file begins by saying what it is' "$bad" ''

bad=$(grep -nE '/(home|root|work)/[a-z]' $files README.md CHANGELOG.md quickstart Makefile.am configure.ac)
is 'no path of one machine' "$bad" ''

done_testing
