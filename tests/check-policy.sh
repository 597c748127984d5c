#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# nicaudit policy: which files are looked over, what is said of them, profiles, and the schema of policies.
# shellcheck source=tests/tap.sh
. "${abs_top_srcdir:-$(dirname "$0")/..}/tests/tap.sh"

valid=$top_srcdir/tests/golden/policy-valid
schema=$top_srcdir/schemas/policy.schema.json
cd "$scratch" || exit 99
mkdir profiles site
NICAUDIT_PROFILES=$scratch/profiles
export NICAUDIT_PROFILES

# lints NAME STATUS STDOUT STDERR ARGUMENT...: that exit status, and just those lines
lints()
{
	name=$1
	wanted="$2
$3
$4"
	shift 4
	status=0
	nicaudit policy "$@" >out 2>err || status=$?
	is "$name" "$status
$(cat out)
$(cat err)" "$wanted"
}

# write_policy ID [INCLUDE]: one with a rule of that id
write_policy()
{
	printf 'nicaudit-policy: 1\n'
	[ -z "${2-}" ] || printf 'include: %s\n' "$2"
	printf 'rules: [{id: %s, expect: {link.mtu: 1500}}]\n' "$1"
}

# Files

write_policy a >a.yaml
write_policy b ./a.yaml >b.yaml
printf 'nicaudit-policy: 1\nrulez: []\n' >wrong.yaml
lints 'a policy' 0 'a.yaml: OK: 1 rule' '' lint a.yaml
lints 'several' 0 'a.yaml: OK: 1 rule
b.yaml: OK: 2 rules' '' lint a.yaml b.yaml
lints 'something of everything' 0 'everything.yaml: OK: 2 rules, 1 group, 2 labelled interfaces, 1 partner, 2 changes to built-in rules, 1 waiver' '' \
	lint "$(cp "$valid/everything.yaml" . && echo everything.yaml)"
lints 'the others are looked over, too' 66 'a.yaml: OK: 1 rule
b.yaml: OK: 2 rules' "nicaudit: wrong.yaml:2:1: unknown key 'rulez' of a policy; did you mean 'rules'?" lint a.yaml wrong.yaml b.yaml
lints '--quiet' 66 '' "nicaudit: wrong.yaml:2:1: unknown key 'rulez' of a policy; did you mean 'rules'?" -q lint a.yaml wrong.yaml
lints 'a file that is not there' 66 '' 'nicaudit: ./none.yaml: No such file or directory' lint ./none.yaml
lints 'a directory' 66 '' 'nicaudit: ./site: Is a directory' lint ./site
lints 'a file within another' 66 '' "nicaudit: c.yaml:2:10: ./none.yaml: No such file or directory" \
	lint "$(write_policy c ./none.yaml >c.yaml && echo c.yaml)"
write_policy c '[a.yaml, ../a.yaml, link.yaml]' >site/c.yaml
write_policy d >site/a.yaml
ln -s a.yaml site/link.yaml
lints 'paths are from where a file is' 0 'site/c.yaml: OK: 3 rules' '' lint site/c.yaml
write_policy e ../site/f.yaml >site/e.yaml
write_policy f ../site/e.yaml >site/f.yaml
lints 'a file is the same by another path' 66 '' "nicaudit: site/../site/f.yaml:2:10: 'site/e.yaml' includes itself, by way of this line" \
	lint site/e.yaml
is 'standard input' "$(write_policy s ./a.yaml | nicaudit policy lint - 2>&1)" 'standard input: OK: 2 rules'
is 'standard input: where it is wrong' "$(echo 'rules: 1' | nicaudit policy lint - 2>&1)" \
	"nicaudit: standard input:1:1: not a policy: there is no 'nicaudit-policy: 1'"
{
	write_policy large
	head -c 5000000 /dev/zero | tr '\0' '#'
} >large.yaml
lints 'larger than need be' 66 '' 'nicaudit: large.yaml: larger than 4 MiB' lint large.yaml
printf '\033[2J: 1\n' >"$(printf 'steers\033.yaml')"
is 'nothing steers the terminal' "$(nicaudit policy lint "$(printf 'steers\033.yaml')" 2>&1 | LC_ALL=C tr -d '\n -~' | wc -c)" 0

# Profiles

lints 'no profiles' 66 '' "nicaudit: no profile 'router'; there are none in $scratch/profiles" lint router
write_policy router >profiles/router.yaml
write_policy kvm-host ./router.yaml >profiles/kvm-host.yaml
: >profiles/README
lints 'a profile' 0 "$scratch/profiles/router.yaml: OK: 1 rule" '' lint router
write_policy g '[kvm-host, router]' >g.yaml
lints 'profiles in a policy' 0 'g.yaml: OK: 3 rules' '' lint g.yaml
lints 'a misspelt profile' 66 '' "nicaudit: no profile 'ruoter'; did you mean 'router'?" lint ruoter
write_policy h '[router, kvmhost]' >h.yaml
lints 'a misspelt profile in a policy' 66 '' "nicaudit: h.yaml:2:19: no profile 'kvmhost'; did you mean 'kvm-host'?" lint h.yaml
lints 'no such profile' 66 '' "nicaudit: no profile 'storage'; there are: kvm-host, router" lint storage
write_policy i >policy
lints 'a file with the name of a profile' 66 '' "nicaudit: no profile 'policy'; did you mean './policy'?" lint policy
lints 'standard input is included by nobody' 66 '' "nicaudit: j.yaml:2:10: no profile '-'; there are: kvm-host, router" \
	lint "$(write_policy j "'-'" >j.yaml && echo j.yaml)"

# Usage

lints 'nothing to do' 64 '' 'nicaudit: policy needs to be told what to do: init [IFACE ...] | lint FILE... | schema'
lints 'something else' 64 '' "nicaudit: policy has no 'lintt'; did you mean 'lint'?" lintt
lints 'lint without a file' 64 '' 'nicaudit: policy lint needs a file, or - for standard input' lint
lints 'schema of something' 64 '' "nicaudit: 'a.yaml' is one too many: policy schema takes no words" schema a.yaml
lints 'a format' 64 '' 'nicaudit: policy lint has a format of its own: it takes no --format' -f json lint a.yaml

# The manual page

awk '/^\.Bd -literal/ { n++; file = "example" n; next } /^\.Ed/ { file = "" } file { print >file }' "$top_srcdir/man/nicaudit-policy.5"
for each in example*; do
	sed 's/\\(dq/"/g; s/\\e/\\/g' "$each" >"$each.yaml"
	check "nicaudit-policy(5), $each" nicaudit policy lint "$each.yaml"
done
is 'there are examples' "$(find . -name 'example*.yaml' | wc -l)" 3

# The schema

is 'the committed schema is that of the tables (make generated)' "$(nicaudit policy schema | diff - "$schema" 2>&1 | head -20)" ''
if ! python3 -c 'from jsonschema import Draft202012Validator' 2>/dev/null; then
	skip 'policies against the schema' 'there is no python3-jsonschema'
	done_testing
fi

# judge FILE...: for each a line, its name and whether it is valid by the schema
judge()
{
	python3 - "$schema" "$@" <<-'PYTHON'
		import json, sys
		from jsonschema import Draft202012Validator
		schema = json.load(open(sys.argv[1], encoding="utf-8"))
		Draft202012Validator.check_schema(schema)
		validator = Draft202012Validator(schema)
		for path in sys.argv[2:]:
		    error = next(validator.iter_errors(json.load(open(path, encoding="utf-8"))), None)
		    print("valid" if error is None else "%s: %.200s" % (error.json_path, error.message))
	PYTHON
}

is 'something of everything is valid' "$(judge "$valid/everything.json" 2>&1)" valid
is 'so is the example of the manual page' "$(judge example3.yaml 2>&1)" valid

# what is wrong with a word of it, by the schema and by nicaudit
while IFS='|' read -r name from to; do
	sed "s|$from|$to|" "$valid/everything.json" >wrong.json
	if cmp -s "$valid/everything.json" wrong.json; then
		not_ok "$name" "'$from' is not in it"
	elif [ "$(judge wrong.json 2>&1)" = valid ]; then
		not_ok "refused by the schema: $name"
	else
		ok "refused by the schema: $name"
	fi
	status=0
	nicaudit policy lint wrong.json >out 2>&1 || status=$?
	is "refused by lint: $name" "$status" 66
done <<'END'
another version|"nicaudit-policy": 1|"nicaudit-policy": 2
no version|"nicaudit-policy": 1,|
an unknown section|"groups":|"group":
an unknown key of a rule|"why": "iSCSI|"because": "iSCSI
an unknown key of match|"driver":|"drivers":
a rule without an id|"id": "routers",|
an id with blanks|"id": "routers"|"id": "all routers"
an unknown severity|"severity": "info"|"severity": "fatal"
a switch that is a number|"link.autoneg": true|"link.autoneg": 1.5
a number that is a switch|"link.mtu": 9000|"link.mtu": true
a number below zero|"link.mtu": 9000|"link.mtu": -1
a list that is a number|"wol.modes": \[\]|"wol.modes": 3
bytes that are a number|"rss.key": "[^"]*"|"rss.key": 6
a counter by its value|{"rate": "<= 1/h"}|7
an unknown condition|"one-of"|"any-of"
has of a word|{"one-of": \["rs", "baser"\]}|{"has": ["rs"]}
a partner of which nothing is said|"chassis": "sw-a1",|"chasis": "sw-a1",
a group without members|"members": \["eno1", "eno2"\],|
no words|\["storage", "latency"\]|[]
a waiver without an end|"until": "2027-03-31",|
a waiver until some day|"until": "2027-03-31"|"until": "some day"
END

done_testing
