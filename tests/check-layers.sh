#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A folder of src includes only what stands below it, and what stands below the command line never prints.
. "${abs_top_srcdir:-$(dirname "$0")/..}/tests/tap.sh"

cd "$top_srcdir" || exit 99

# Folders that a folder may use, besides itself.
allowed()
{
	case $1 in
	cli) echo 'check collect experiment import io model parse render report stats' ;;
	experiment) echo 'collect import io model parse report stats' ;;
	render) echo 'model report check' ;;
	collect) echo 'io model parse' ;;
	import) echo 'model parse' ;;
	check) echo 'model report stats' ;;
	io | parse) echo 'model' ;;
	report) echo 'model' ;;
	model | stats) echo '' ;;
	*) echo "no floor for src/$1" >&2 ;;
	esac
}

# The folder that a public header belongs to.
owner()
{
	case $1 in
	arena | attr | counters | error | snapshot | value) echo model ;;
	policy) echo check ;;
	*) echo "$1" ;;
	esac
}

for dir in src/*/; do
	folder=$(basename "$dir")
	bad=
	for file in "$dir"*.[ch] "$dir"*.def; do
		[ -f "$file" ] || continue
		for include in $(sed -n 's/^#include "\([^"]*\)".*/\1/p' "$file"); do
			case $include in
			config.h) continue ;;
			nicaudit/*) used=$(owner "$(basename "$include" .h)") ;;
			*/*) used=${include%%/*} ;;
			*) used="$include (written without its folder)" ;;
			esac
			[ "$used" = "$folder" ] && continue
			case " $(allowed "$folder") " in
			*" $used "*) ;;
			*) bad="$bad$file includes $include
" ;;
			esac
		done
	done
	is "src/$folder includes only what is below it" "$bad" ''
done

printing=$(grep -nE '(^|[^a-z_n])(printf|puts|putchar|perror|exit)\(|(^|[^a-zA-Z_])std(out|err)([^a-zA-Z_]|$)' \
	src/model/*.c src/io/*.c src/collect/*.c src/check/*.c 2>/dev/null)
is 'the library never prints and never exits' "$printing" ''
done_testing
