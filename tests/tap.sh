# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# TAP for shell tests. A test sources it, calls ok, not_ok, check, is and skip, and ends with done_testing:
#
#	. "$(dirname "$0")/tap.sh"
#	check 'the list is printed' nicaudit attributes
#	is 'and nothing else' "$(nicaudit attributes 2>&1 >/dev/null)" ''
#	done_testing
#
# It gives $top_srcdir and $top_builddir (absolute, also when run by hand), and $scratch, a directory that is removed at
# the end. make gives NICAUDIT (the program) and NICAUDIT_WRAPPER (what it runs under, such as valgrind).

LC_ALL=C
TZ=UTC
export LC_ALL TZ

top_srcdir=${abs_top_srcdir-}
if [ -z "$top_srcdir" ]; then
	top_srcdir=$(cd "$(dirname "$0")" && pwd)
	while [ ! -f "$top_srcdir/configure.ac" ] && [ "$top_srcdir" != / ]; do
		top_srcdir=$(dirname "$top_srcdir")
	done
fi
top_builddir=${abs_top_builddir-}
if [ -z "$top_builddir" ]; then
	top_builddir=$top_srcdir
	[ -x "$top_srcdir/build/nicaudit" ] && top_builddir=$top_srcdir/build
fi
: "${NICAUDIT:=$top_builddir/nicaudit}"

scratch=$(mktemp -d "${TMPDIR:-/tmp}/nicaudit-test.XXXXXX") || exit 99
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

tap_n=0
tap_failed=0

# The program under test.
nicaudit()
{
	# shellcheck disable=SC2086 # the wrapper is a command with options
	${NICAUDIT_WRAPPER-} "$NICAUDIT" "$@"
}

# Standard input as TAP comments.
diag()
{
	sed 's/^/# /'
}

ok()
{
	tap_n=$((tap_n + 1))
	echo "ok $tap_n - $1"
}

# not_ok NAME [TEXT]
not_ok()
{
	tap_n=$((tap_n + 1))
	tap_failed=$((tap_failed + 1))
	echo "not ok $tap_n - $1"
	if [ -n "${2-}" ]; then
		printf '%s\n' "$2" | diag
	fi
}

# skip NAME WHY
skip()
{
	tap_n=$((tap_n + 1))
	echo "ok $tap_n - $1 # SKIP $2"
}

# skip_all WHY: nothing of this file can be tested here.
skip_all()
{
	echo "1..0 # SKIP $1"
	exit 0
}

# check NAME COMMAND...: the command succeeds; otherwise what it printed is shown.
check()
{
	tap_name=$1
	shift
	tap_status=0
	tap_out=$("$@" 2>&1) || tap_status=$?
	if [ "$tap_status" -eq 0 ]; then
		ok "$tap_name"
	else
		not_ok "$tap_name" "exit status $tap_status
$tap_out"
	fi
}

# is NAME GOT WANTED
is()
{
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1" "got:    $2
wanted: $3"
	fi
}

# adopt PREFIX FILE: the results of another test's TAP, as ours.
adopt()
{
	while IFS= read -r tap_line; do
		case $tap_line in
		'ok '*'# SKIP'*)
			tap_name=${tap_line#ok * - }
			skip "$1${tap_name%% # SKIP*}" "${tap_line#*# SKIP }"
			;;
		'ok '*) ok "$1${tap_line#ok * - }" ;;
		'not ok '*) not_ok "$1${tap_line#not ok * - }" ;;
		'#'*) echo "$tap_line" ;;
		esac
	done <"$2"
}

done_testing()
{
	echo "1..$tap_n"
	[ "$tap_failed" -eq 0 ]
	exit
}
