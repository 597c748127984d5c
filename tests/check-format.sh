#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# C sources are laid out as .clang-format says.
. "${abs_top_srcdir:-$(dirname "$0")/..}/tests/tap.sh"

cd "$top_srcdir" || exit 99
command -v clang-format >/dev/null || skip_all 'clang-format is not installed'
clang-format --version | grep -q ' 14\.' || skip_all 'no two versions of clang-format agree, and this one is not 14'
for file in $(find bench include src tests -name '*.[ch]' | sort); do
	if clang-format --dry-run --Werror "$file" 2>"$scratch/err"; then
		continue
	fi
	not_ok "$file" "$(head -5 "$scratch/err")"
done
ok 'the others are laid out as .clang-format says'
done_testing
