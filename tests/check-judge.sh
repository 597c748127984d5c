#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Policies at the command line: which one check takes, what it says by it, and policy init, whose policies hold.
# shellcheck source=tests/tap.sh
. "${abs_top_srcdir:-$(dirname "$0")/..}/tests/tap.sh"

host=$top_srcdir/tests/replay/linux-6.12-eight
cd "$scratch" || exit 99

# checks NAME STATUS LINE ARGUMENT...: that exit status, and the line of the report that the policy makes
checks()
{
	name=$1
	wanted="$2
$3"
	shift 3
	status=0
	nicaudit check "$@" >out 2>err || status=$?
	is "$name" "$status
$(cat err)$(grep 'mtu' out)" "$wanted"
}

cat >mtu.yaml <<END
nicaudit-policy: 1
rules: [{id: jumbo, match: {name: eth1}, expect: {link.mtu: 9000}, severity: critical}]
END
fails='  CRITICAL jumbo: link.mtu is 1500, not 9000
    fix: ip link set dev eth1 mtu 9000'
checks 'a policy' 2 "$fails" --replay "$host" --policy mtu.yaml eth1
checks 'a rule of it alone' 2 "$fails" --replay "$host" --policy mtu.yaml --only jumbo
checks 'another rule alone' 0 '' --replay "$host" --policy mtu.yaml --only half-duplex eth1
checks 'a rule that no policy has' 64 "nicaudit: no rule 'jumba'" --replay "$host" --only jumba
checks 'a rule mistyped' 64 "nicaudit: no rule 'jumba'; did you mean 'jumbo'?" --replay "$host" --policy mtu.yaml --only jumba
checks 'standard input' 2 "$fails" --replay "$host" --policy - eth1 <mtu.yaml
checks 'one that is not there' 66 'nicaudit: ./none.yaml: No such file or directory' --replay "$host" --policy ./none.yaml
checks 'both of two' 64 'nicaudit: --policy and --no-policy are opposites: give one' --replay "$host" --policy mtu.yaml --no-policy
nicaudit check -f json --replay "$host" --policy mtu.yaml >out
is 'the report says which policy' "$(tr -d ' \n' <out | grep -o '"policy":{[^}]*}')" \
	"\"policy\":{\"path\":\"mtu.yaml\",\"sha256\":\"$(sha256sum <mtu.yaml | cut -d' ' -f1)\"}"

# the policy of this host, which is of no recording
mkdir -p root/etc/nicaudit
printf 'nicaudit-policy: 1\nrulez: []\n' >root/etc/nicaudit/policy.yaml
checks 'that of this host' 66 "nicaudit: root/etc/nicaudit/policy.yaml:2:1: unknown key 'rulez' of a policy; did you mean 'rules'?" \
	--root root

# a policy of what is
for dir in "$top_srcdir"/tests/replay/*/; do
	name=$(basename "$dir")
	nicaudit policy init --all --replay "$dir" >init.yaml || echo "policy init: $?" >>init.yaml
	nicaudit policy lint init.yaml >/dev/null
	nicaudit check --all --replay "$dir" --policy init.yaml --only '*found-*,policy-*' >out || true
	is "$name is as it was found" "$(sed -n '$s/.* checks: [0-9]* passed; /all passed; /p' out)" 'all passed; coverage 100 %'
done
nicaudit policy init --replay "$host" eth1 >init.yaml
is 'policy init of one' "$(grep match: init.yaml)" '    match: {name: ["eth1"]}'
status=0
nicaudit policy lint --all init.yaml 2>err || status=$?
is 'policy lint reads no interfaces' "$status $(cat err)" '64 nicaudit: policy lint reads no interface: it takes no --all'
done_testing
