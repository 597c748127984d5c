#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The command line where no kernel is asked: help, errors, exit statuses, and what happens to files.
# shellcheck source=tests/tap.sh
. "${abs_top_srcdir:-$(dirname "$0")/..}/tests/tap.sh"

cd "$scratch" || exit 99
unset COLUMNS NO_COLOR

# run ARGUMENT...: what it printed is in out and err, its exit status in $status.
run()
{
	status=0
	nicaudit "$@" >out 2>err </dev/null || status=$?
}

# rejects STATUS PATTERN ARGUMENT...: that exit status, one line on stderr that matches, nothing on stdout.
rejects()
{
	wanted=$1
	pattern=$2
	shift 2
	run "$@"
	if [ "$status" -eq "$wanted" ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -q -- "^nicaudit: .*$pattern" err; then
		ok "$*: $wanted"
	else
		not_ok "$*: $wanted" "status $status
stdout: $(cat out)
stderr: $(cat err)
wanted: $pattern"
	fi
}

# accepts NAME STATUS ARGUMENT...: that exit status, nothing on stderr.
accepts()
{
	name=$1
	wanted=$2
	shift 2
	run "$@"
	is "$name" "$status $(cat err)" "$wanted "
}

none='{"state": "unsupported"}'

# interface NAME DUPLEX [ERRORS]: a gigabit NIC as it should be, but perhaps for its duplex.
interface()
{
	cat <<-END
		{"name": "$1", "ifindex": 2, "virtual": false, "driver": "igb", "bus": "0000:03:00.0", "mac": "02:00:00:00:00:01",
		"facts": {"link.admin": "up", "link.detected": true, "link.carrier": true, "link.autoneg": true,
		"link.speed": 1000, "link.duplex": "$2", "link.mtu": 1500, "link.port": "TP",
		"link.supported": ["Autoneg", "TP", "1000baseT/Full"], "link.advertised": ["Autoneg", "TP", "1000baseT/Full"],
		"link.partner": ["Autoneg", "1000baseT/Full"], "features.requested": [], "features.fixed": [],
		"feature.rx-lro": false, "qdisc.root": "fq_codel", "link.tx-queue-len": 1000,
		"link.carrier-changes": 1, "fec.active": "off", "pause.rx": false, "pause.tx": false, "pause.autoneg": false,
		"standard.pause.rx-frames": 0,
		"stats.rx_packets": 1000, "stats.rx_missed_errors": 0, "stats.rx_errors": ${3-0}},
		"unavailable": {"rss.table": $none, "rss.key": $none, "channel.combined": $none, "eee.active": $none}}
	END
}

# snapshot INTERFACE...
snapshot()
{
	printf '{"schema": "nicaudit/snapshot", "version": 1, "tool": "by hand", "host": {"hostname": "h", "boot_id": "b"},\n'
	printf '"interfaces": ['
	(IFS=, && printf '%s' "$*")
	echo ']}'
}

snapshot "$(interface eno1 full)" >good.json
snapshot "$(interface eno1 half)" >half.json
snapshot "$(interface eno1 full 14)" >errors.json
snapshot '{"name": "v0", "kind": "veth", "virtual": true, "facts": {"link.mtu": 1500}}' >virtual.json

# Help

run
is 'nothing typed: status' "$status" 64
is 'nothing typed: nothing on stdout' "$(cat out)" ''
is 'nothing typed: commands on stderr' "$(grep -cE '^ +(show|check|snapshot|attributes|explain|help) ' err)" 6

accepts 'help' 0 help
is 'help: fits 80 columns' "$(awk 'length > 80' out)" ''
for each in 0 1 2 3 64 66 70; do
	is "help: exit status $each" "$(grep -cE "^ +$each +[A-Za-z]" out)" 1
done
cp out help
accepts '--help is help' 0 --help
is '--help: the same' "$(cmp out help 2>&1)" ''
accepts '-h is help' 0 -h
is '-h: the same' "$(cmp out help 2>&1)" ''
for each in show check snapshot attributes explain policy help; do
	is "help: $each" "$(grep -cE "^ +$each " help)" 1
	accepts "help $each" 0 help "$each"
	cp out one
	is "help $each: fits 80 columns" "$(awk 'length > 80' out)" ''
	is "help $each: exit statuses" "$(grep -cE '^ +64 ' out)" 1
	accepts "$each --help" 0 "$each" --help
	is "$each --help: the same" "$(cmp out one 2>&1)" ''
done
nicaudit help check >out
is 'help check: its options' "$(grep -cE -- '^ +(-., )?--(all|interval|baseline|only|severity)\b' out)" 5
nicaudit help show >out
is 'help show: not those of check' "$(grep -cE -- '--(interval|baseline|only|severity|man|schema)\b' out)" 0
run --version
is '--version' "$(grep -cE '^nicaudit [0-9]+\.[0-9]+\.[0-9]+$' out)" 1
cp out version
run -V
is '-V: the same' "$(cmp out version 2>&1)" ''

# The manual page

page=$top_srcdir/man/nicaudit.8
missing=
for each in $(grep -oE -- '^ +(-., )?--[a-z]+' help | grep -oE -- '[a-z]+$'); do
	grep -qE "^\.It .*Fl -$each\b|^\.It .*, -$each\b" "$page" || missing="$missing --$each"
done
for each in show check snapshot attributes explain policy help; do
	grep -qE "^\.It Cm $each\b" "$page" || missing="$missing $each"
done
for each in 0 1 2 3 64 66 70; do
	grep -q "^\.It $each\$" "$page" || missing="$missing $each"
done
is 'the manual page has every option, command and exit status' "$missing" ''

# Usage

rejects 64 "'chekc'.*did you mean 'check'" chekc
rejects 64 "'zzzzzzzz'" zzzzzzzz
rejects 64 "'chekc'.*did you mean 'check'" help chekc
rejects 64 "bakend.*did you mean '--backend'" --bakend ioctl show
rejects 64 "unknown option '-Z'" show -Z
rejects 64 "unknown option '-Z'" show -aZ
rejects 64 'interval.*argument' check --interval
rejects 64 'quiet.*no argument' --quiet=yes show
rejects 64 "jsno.*did you mean 'json'" -f jsno show
rejects 64 'text, json' -f 7 show
rejects 64 'auto, netlink, ioctl' --backend 7 show
rejects 64 "netlnik.*did you mean 'netlink'" --backend netlnik show
rejects 64 'auto, always, never' --color 7 show
rejects 64 'warning, critical' check --severity 7
rejects 64 'snapshot' attributes --schema 7
rejects 64 'snapshot' attributes --schema none
for each in 0 0.09 3600.1 -1 1e99 nan inf 5x '' ' '; do
	rejects 64 'interval' check --interval "$each"
done
rejects 64 'show .*--interval.*check' show --interval 5
rejects 64 'show .*--baseline.*check' show --baseline good.json
rejects 64 'snapshot .*--only.*check' snapshot --only half-duplex
rejects 64 'check .*--man.*attributes' check --man
rejects 64 'attributes .*--all.*show.*check.*snapshot' attributes --all
rejects 64 'attributes .*--from.*show.*check.*snapshot' attributes --from good.json
rejects 64 '--anonymise.*--record' --anonymise show
rejects 64 '--record.*--replay' --record new --replay old show
rejects 64 '--from' --from good.json --replay old show
rejects 64 '--from' --from good.json --record new show
rejects 64 '--from' --from good.json --netns blue show
rejects 64 '--from' --from good.json --root / show
rejects 64 '--from' --from good.json --backend ioctl show
rejects 64 '--from' --from good.json check --interval 1
rejects 64 '--from' --from good.json --from good.json show
rejects 64 '--interval' check --interval 1 --baseline good.json
rejects 64 'standard input' --from - check --baseline -
rejects 64 '--man' attributes --man --schema snapshot
rejects 64 '--man' attributes --man link.mtu
rejects 64 '--output' --output= show
rejects 64 'empty' show ''
rejects 64 'JSON' -f text --from good.json snapshot
rejects 64 'explain needs' explain
rejects 64 "'link.mtu'" explain half-duplex link.mtu
rejects 64 "'half-duplx'.*did you mean 'half-duplex'" explain half-duplx
rejects 64 "'link.sped'.*did you mean 'link.speed'" explain link.sped
rejects 64 "'link.sped'.*did you mean 'link.speed'" attributes link.sped
rejects 64 "'nothing\*'" attributes 'nothing*'
rejects 64 "'half-duplx'.*did you mean 'half-duplex'" --from good.json check --only half-duplx
rejects 64 "'nothing\*'" --from good.json check --only 'nothing*'
rejects 64 'empty' --from good.json check --only half-duplex,

# An escape sequence of a mistyped word must not reach the terminal.
run "$(printf 'sh\033[2Jow\n\302\233')"
is 'what was typed is shown harmlessly' "$status $(LC_ALL=C tr -d '\n -~' <err | wc -c) $(wc -l <err)" '64 0 1'

# Input

rejects 66 'missing.json.*No such file' --from missing.json show
rejects 66 'Is a directory' --from . show
rejects 66 'missing.json.*No such file' --from good.json check --baseline missing.json
rejects 66 "'eno2'.*did you mean 'eno1'" --from good.json show eno2
rejects 66 "'eth\*'" --from good.json check 'eth*'
rejects 66 'missing' --root missing show
rejects 66 'good.json' --root good.json show
rejects 66 'missing' --replay missing show
rejects 66 'good.json' --replay good.json show
mkdir full
: >full/file
rejects 66 'full' --record full show
rejects 66 'good.json' --record good.json show
is 'a directory that is no recording stays as it was' "$(ls full)" file

# bad NAME TEXT PATTERN: no command takes that file.
bad()
{
	printf '%s' "$2" >"$1.json"
	for each in show check snapshot; do
		rejects 66 "$1.json.*$3" --from "$1.json" "$each"
	done
	rejects 66 "$1.json.*$3" --from good.json check --baseline "$1.json"
}
bad empty '' ''
bad not-json 'eth0: up' '1:'
bad cut-short "$(head -c 200 good.json)" 'cut short'
bad other-schema '{"schema": "nicaudit/report", "version": 1, "interfaces": []}' 'report'
bad newer '{"schema": "nicaudit/snapshot", "version": 99, "interfaces": []}' '99'
bad wrong-type '{"schema": "nicaudit/snapshot", "version": 1, "interfaces": 3}' 'interfaces'

# Commands

accepts 'check: nothing is wrong' 0 --from good.json check
is 'check: says so' "$(grep -c '^1 interface, .* passed' out)" 1
accepts 'check: critical' 2 --from half.json check
is 'check: what it is' "$(grep -A1 '^eno1  igb  1000/half  up$' out | grep -c '^  CRITICAL half-duplex:')" 1
accepts 'check --only: what is not judged is no finding' 0 --from half.json check --only errors-rising
accepts 'check --only: globs, and names with commas' 2 --from half.json check --only 'errors-*,half-*'
accepts 'check --severity' 2 --from half.json check --severity critical
accepts 'check --baseline: no error more' 0 --from good.json check --baseline half.json
accepts 'check --baseline: more errors' 1 --from errors.json check --baseline good.json
is 'check --baseline: which' "$(grep -c 'errors-rising: .*rx_errors' out)" 1
accepts 'check --quiet: the exit status says it' 2 --from half.json check --quiet
is 'check --quiet: and nothing else' "$(cat out)" ''
accepts 'check without hardware' 0 --from virtual.json check
is 'check without hardware: a hint' "$(cat out)" 'no hardware interface; --all checks virtual ones'
accepts 'show without hardware' 0 --from virtual.json show
is 'show without hardware: a hint' "$(grep -c -- '--all' out)" 1
accepts 'show --all' 0 --from virtual.json show --all
is 'show --all: virtual ones, too' "$(grep -c '^v0 ' out)" 1
accepts 'options stand before a command' 0 -f json --from good.json show eno1
cp out before
accepts 'options stand behind it' 0 show eno1 --from good.json -fjson
is 'options: both the same' "$(cmp before out 2>&1)" ''
accepts 'a long option may be cut short' 0 show eno1 --fr good.json --form json
is 'options: cut short, the same' "$(cmp before out 2>&1)" ''
rejects 66 "'--all'" --from good.json show -- --all
accepts 'snapshot' 0 --from good.json snapshot
cp out saved.json
accepts 'snapshot of a snapshot' 0 --from saved.json snapshot
is 'snapshot: the same again' "$(cmp out saved.json 2>&1)" ''
is 'snapshot: who wrote it stays' "$(grep -c '"by hand"' out)" 1
snapshot "$(interface eno1 full)" "$(interface eno2 full)" >two.json
nicaudit --from two.json snapshot eno2 >out
is 'snapshot: only what was asked for' "$(grep -oE '"eno[12]"' out | tr '\n' ' ')" '"eno2" '
is 'standard input' "$(nicaudit --from - snapshot <good.json | cmp - saved.json 2>&1)" ''
nicaudit --from good.json --color always show >out
is '--color always' "$(grep -c "$(printf '\033')" out)" 1
nicaudit --from good.json show eno1 >out
is 'show NAME: everything about it' "$(grep -cE 'mtu +1500' out)" 1
accepts 'attributes' 0 attributes
is 'attributes: families, too' "$(grep -c '^feature\.\* ' out)" 1
accepts 'attributes: names, aliases, globs' 0 attributes link.mtu 'ring.*' counter.rx_bytes
is 'attributes: those and no others' "$(grep -E '^[a-z]' out | grep -vcE '^(link\.mtu|ring\.[a-z-]*|counter\.\*) ')" 0
is 'attributes: those' "$(grep -cE '^(link\.mtu|ring\.rx|counter\.\*) ' out)" 3
is 'attributes --man is the page' "$(nicaudit attributes --man | cmp - "$top_srcdir/man/nicaudit-attributes.7" 2>&1)" ''
is 'attributes --schema is the schema' \
	"$(nicaudit attributes --schema snapshot | cmp - "$top_srcdir/schemas/snapshot.schema.json" 2>&1)" ''
accepts 'explain a rule' 0 explain half-duplex
is 'explain a rule: how to mend it' "$(grep -c 'ethtool -s' out)" 1
is 'explain: fits 80 columns' "$(nicaudit explain below-best-speed | awk 'length > 80')" ''
accepts 'explain an attribute' 0 explain link.speed
is 'explain an attribute: which' "$(grep -c 'link\.speed' out)" 1
accepts 'explain an alias' 0 explain tso
is 'explain an alias: whose' "$(grep -c 'feature\.' out)" 1
accepts 'explain a member of a family' 0 explain counter.rx_bytes

# Formats of monitors

# plugin PATTERN ARGUMENT...: what went wrong is the one line of a plugin, on stdout, and unknown to whoever reads it.
plugin()
{
	pattern=$1
	shift
	run "$@"
	if [ "$status" -eq 3 ] && [ ! -s err ] && [ "$(wc -l <out)" -eq 1 ] && grep -q -- "^NICAUDIT UNKNOWN - .*$pattern" out; then
		ok "plugin: $*"
	else
		not_ok "plugin: $*" "status $status
stdout: $(cat out)
stderr: $(cat err)
wanted: $pattern"
	fi
}
plugin "unknown option '--bogus'" check -f nagios --bogus
plugin "unknown option '--bogus'" check --bogus -f nagios
plugin 'needs an argument' -f nagios check --from
plugin "'--formt'" --format=nagios --formt x
plugin "unknown command 'chekc'" -f nagios chekc
plugin 'no command' -f nagios
plugin "it has: text, json" show -f nagios
plugin 'missing.json' -f nagios --from missing.json check
plugin "no interface 'eno2'" check eno2 --from good.json -f nagios
plugin "no rule 'haf-duplex'" check --only haf-duplex --from good.json -f nagios
plugin 'no/such/file' --from good.json check -f nagios -o no/such/file
rejects 64 "show has no format 'tap'; it has: text, json" show -f tap
rejects 64 "snapshot has no format 'prometheus'" snapshot -f prometheus
rejects 64 "nagios" check -f nagois
accepts 'nagios: nothing is wrong' 0 --from good.json check -f nagios
is 'nagios: OK' "$(grep -c '^NICAUDIT OK - ' out)" 1
accepts 'nagios: critical' 2 --from half.json check -f nagios
is 'nagios: what it is' "$(grep -c '^NICAUDIT CRITICAL - 1 critical, .*: eno1 half-duplex (' out)" 1
accepts 'check --fail-on: a warning counts' 1 --from errors.json check --baseline good.json --fail-on warning
accepts 'check --fail-on: and not for those who want critical ones' 0 --from errors.json check --baseline good.json --fail-on critical
gaps=$top_srcdir/tests/replay/linux-6.12-eight
accepts 'check: info does not count' 0 --replay "$gaps" check --only capability-gap
accepts 'check --fail-on info: it does' 1 --replay "$gaps" check --only capability-gap --fail-on info
rejects 64 "--fail-on 'bad'" check --fail-on bad
accepts 'nagios: what does not count is no warning' 0 --from errors.json check --baseline good.json --fail-on critical -f nagios
is 'nagios: and told all the same' "$(grep -c '^NICAUDIT OK - 1 warning' out) $(grep -c '^WARNING eno1 errors-rising' out)" '1 1'
(umask 022 && nicaudit --from good.json check -f prometheus -o nicaudit.prom)
is 'prometheus: anybody may read it' "$(stat -c %a nicaudit.prom)" 644
is 'prometheus: all that there is, not only what is judged' "$(nicaudit --replay "$top_srcdir/tests/replay/linux-6.12-eight" \
	check -f prometheus --only half-duplex | grep -cE '^nicaudit_(ring_rx|stats_rx_bytes_total)\{interface="eth0"\}')" 2

# Output

echo old >file
chmod 640 file
accepts '--output' 0 --from good.json snapshot -o file
is '--output: all of it' "$(cmp file saved.json 2>&1)" ''
is '--output: nothing on stdout' "$(cat out)" ''
is '--output: access rights stay' "$(stat -c %a file)" 640
(umask 027 && nicaudit --from good.json snapshot -o created)
is '--output: those of a new file are as ever' "$(stat -c %a created)" 640
echo old >file
ln -s file link
accepts '--output: a symbolic link' 0 --from good.json snapshot -o link
is '--output: a symbolic link stays one' "$(readlink link) $(cmp file saved.json 2>&1)" 'file '
echo old >file
rejects 66 'missing' --from missing.json snapshot -o file
rejects 66 'eno7' --from good.json check eno7 -o file
rejects 64 'nonsense-word' explain nonsense-word -o file
is '--output: untouched by what failed' "$(cat file)" old
accepts '--output: a check that finds something did its work' 2 --from half.json check -o file
is '--output: the findings' "$(grep -c '^  CRITICAL' file)" 1
rejects 70 'no/such/file' --from good.json show -o no/such/file
rejects 70 'full' --from good.json show -o full
# there is room for half of it
status=0
(trap '' XFSZ && ulimit -f 8 && nicaudit attributes -o file >out 2>err) || status=$?
is '--output: no room' "$status $(cat out) $(grep -c '^nicaudit: file: .*File too large' err)" '70  1'
is '--output: no room, and the old file stays' "$(head -n 1 file | cut -c 1-3) $(wc -l <err)" 'eno 1'
is '--output: no temporary file is left' "$(find . -name '*file.*' -o -name '.*file*' | sort)" ''
if [ -c /dev/full ]; then
	status=0
	nicaudit attributes >/dev/full 2>err || status=$?
	is 'a full disk' "$status $(grep -c '^nicaudit: .*No space left' err) $(wc -l <err)" '70 1 1'
	rejects 70 'No space left' attributes -o /dev/full
else
	skip 'a full disk' 'there is no /dev/full'
fi
status=0
nicaudit attributes >&- 2>err || status=$?
is 'standard output is closed' "$status $(wc -l <err)" '70 1'
# the only reader opens the pipe and is gone before anything is written
mkfifo pipe
: <pipe &
exec 4>pipe
wait
status=0
nicaudit attributes >&4 2>err || status=$?
exec 4>&-
is 'a reader who went away is no news' "$status $(wc -l <err)" '70 0'
done_testing
