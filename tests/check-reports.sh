#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Reports as their readers see them: of each recording, and of one interface called anything, every format is read by the
# tools that it is for. What a report says is held by the recordings' own files and the unit tests.
# shellcheck source=tests/tap.sh
. "${abs_top_srcdir:-$(dirname "$0")/..}/tests/tap.sh"

cd "$scratch" || exit 99
unset COLUMNS
schema=$top_srcdir/schemas/report.schema.json
mkdir reports

# A snapshot with an interface that hurts whoever does not escape its name, every number there is, and counters that rise.
cat >hostile.py <<'PYTHON'
import json, sys
name = "e'=|\"<&]]>#\\\n\\xff{ \u202e"
table = json.load(open(sys.argv[1]))
rise = int(sys.argv[2])
values = {"number": 3, "switch": True}
def facts(host):
    return {a["name"]: values[a["type"]] + rise if a["scope"] == "counter" else values[a["type"]] for a in table
            if a["type"] in values and not a["family"] and (a["name"].split(".")[0] in ("net", "tcp", "irqbalance")) == host}
mine = facts(False)
mine.update({"link.admin": "up", "link.duplex": "half", "link.speed": 10, "link.port": "tp\n| # <",
             "feature.rx-]]>": True, "standard.{x}.\"y": 5, "counter.rx[0]{": 5})
nics = [{"name": n, "ifindex": i + 1, "netns": ns, "virtual": False, "driver": "igb", "bus": n, "facts": mine}
        for i, (n, ns) in enumerate([(name, ""), (name, "blue|#"), ("eth0", ""), ("eth0", "blue|#")])]
json.dump({"schema": "nicaudit/snapshot", "version": 1, "tool": "by hand",
           "host": {"hostname": "<h>", "boot_id": "b", "time": "2026-12-01T00:00:0%dZ" % rise, "partial": True},
           "facts": facts(True), "interfaces": nics}, sys.stdout)
PYTHON

# report NAME OPTION...: a report in each format, and its exit status
report()
{
	name=$1
	shift
	for format in text json nagios prometheus junit tap; do
		nicaudit check --all -f "$format" "$@" >"reports/$name.$format" 2>"$name.stderr"
		echo $? >"$name.$format.status"
	done
	is "$name: each format has the same exit status" "$(cat "$name".*.status | sort -u | wc -l)" 1
	is "$name: each format says something" "$(find reports -name "$name.*" -size +0 | wc -l) $(cat "$name.stderr")" '6 '
}

for dir in "$top_srcdir"/tests/replay/*/; do
	# shellcheck disable=SC2046 # options are words
	report "$(basename "$dir")" --replay "$dir" $(cat "$dir/options" 2>/dev/null)
done
if command -v python3 >/dev/null; then
	nicaudit attributes -f json >table
	python3 hostile.py table 0 >before.json
	python3 hostile.py table 1 >after.json
	report hostile --from after.json --baseline before.json
	is 'hostile: it is critical' "$(cat hostile.json.status)" 2
else
	skip 'an interface called anything' 'there is no python3'
fi

# Listings of counters from elsewhere, each of which went up by one: whatever drivers call them, reports hold them.
cases=${NICAUDIT_CASES:-$top_srcdir/../shared/cases}
if [ -d "$cases/ethtool-S" ] && command -v python3 >/dev/null; then
	cat >listing.py <<'PYTHON'
import json, re, sys
rise = int(sys.argv[2])
facts = {}
for line in open(sys.argv[1], errors="surrogateescape"):
    match = re.match(r"\s*(.*?):\s+(-?\d+)\s*$", line)
    if match:
        value = int(match.group(2)) + rise
        facts["counter." + match.group(1).encode("utf-8", "replace").decode()] = value if abs(value) < 2**63 else str(value)
driver = re.match(r"[a-z0-9_]+", sys.argv[1].split("/")[-1]).group()
json.dump({"schema": "nicaudit/snapshot", "version": 1, "tool": "by hand",
           "host": {"boot_id": "b", "time": "2026-12-01T00:00:%02dZ" % (10 * rise)},
           "interfaces": [{"name": "eth0", "ifindex": 2, "virtual": False, "driver": driver, "bus": "0000:01:00.0",
                           "facts": facts}]}, sys.stdout)
PYTHON
	for file in "$cases"/ethtool-S/*.txt; do
		python3 listing.py "$file" 0 >before.json
		python3 listing.py "$file" 1 >after.json
		report "listing-$(basename "$file" .txt)" --from after.json --baseline before.json
	done
else
	skip 'listings of counters from elsewhere' "there are none in $cases/ethtool-S: set NICAUDIT_CASES"
fi

# Nagios

bad=
for file in reports/*.nagios; do
	name=$(basename "$file" .nagios)
	word=$(sed -n '1s/^NICAUDIT \([A-Z]*\) - .* | .*/\1/p' "$file")
	case "$(cat "$name.nagios.status") $word" in
	'0 OK' | '1 WARNING' | '2 CRITICAL' | '3 UNKNOWN') ;;
	*) bad="$bad $name" ;;
	esac
	[ "$(tr -cd '|' <"$file")" = '|' ] || bad="$bad $name: bars"
	[ "$(wc -c <"$file")" -lt 8192 ] || bad="$bad $name: size"
	# every series is LABEL=VALUE[UNIT];[WARN];[CRIT];[MIN][;MAX]
	sed -n '1s/.*| //p' "$file" | sed "s/'[^'=]*'=/x=/g" | tr ' ' '\n' |
		grep -vqE '^[^=]+=[0-9]+(c|%)?;[0-9:]*;[0-9:]*;0(;100)?$' && bad="$bad $name: series"
done
is 'nagios: a line with the state of the exit status, and series behind one bar' "$bad" ''

# Prometheus

promtool=${NICAUDIT_PROMTOOL:-$(command -v promtool)}
if [ -n "$promtool" ]; then
	for file in reports/*.prometheus; do
		check "promtool reads $file" "$promtool" check metrics <"$file"
	done
else
	skip 'promtool reads the reports' 'there is no promtool (Debian: prometheus), see NICAUDIT_PROMTOOL'
fi
bad=
for file in reports/*.prometheus; do
	is_once=$(sed -n 's/^# TYPE \([^ ]*\) .*/\1/p' "$file" | sort | uniq -d)
	twice=$(grep -v '^#' "$file" | sed 's/ [^ ]*$//' | sort | uniq -d)
	scattered=$(grep -v '^#' "$file" | sed 's/[{ ].*//' | uniq | sort | uniq -d)
	[ -z "$is_once$twice$scattered" ] || bad="$bad $file: $is_once$twice$scattered"
done
is 'prometheus: each family once and in one piece, no sample twice' "$bad" ''
if [ -s reports/hostile.prometheus ]; then
	is 'prometheus: every number is a metric' "$(grep -c '^# TYPE' reports/hostile.prometheus)" \
		"$(($(python3 -c '
import json
table = json.load(open("table"))
print(len([a for a in table if a["type"] in ("number", "switch") and not (a["family"] and a["name"] not in
           ("feature.", "standard."))]))') + 7))"
fi

# JUnit

if command -v xmllint >/dev/null; then
	check 'xmllint reads all of junit' xmllint --noout reports/*.junit
else
	skip 'xmllint reads all of junit' 'there is no xmllint (Debian: libxml2-utils)'
fi
cat >junit.py <<'PYTHON'
# What readers of JUnit rely on: elements in their places, attributes that must be there, and numbers that are right.
import json, sys, xml.etree.ElementTree as tree
attributes = {"testsuites": {"name", "tests", "failures", "errors"},
              "testsuite": {"name", "tests", "failures", "errors", "skipped", "time", "timestamp", "hostname"},
              "testcase": {"classname", "name", "time"}, "failure": {"message", "type"}, "error": {"message", "type"},
              "skipped": {"message"}}
children = {"testsuites": {"testsuite"}, "testsuite": {"testcase"}, "testcase": {"failure", "error", "skipped"}}
def walk(element):
    wrong = set(element.attrib) - attributes[element.tag] or (attributes[element.tag] - set(element.attrib)) - {"timestamp", "hostname"}
    if wrong:
        sys.exit("%s: attributes %s" % (element.tag, wrong))
    for child in element:
        if child.tag not in children.get(element.tag, ()):
            sys.exit("%s in %s" % (child.tag, element.tag))
        walk(child)
    for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        if name in element.attrib and int(element.attrib[name]) != len(list(element.iter(tag))):
            sys.exit("%s: %s" % (element.attrib, name))
    if element.tag == "testcase" and len(element) > 1:
        sys.exit("two outcomes")
for path in sys.argv[1:]:
    root = tree.parse(path).getroot()
    if root.tag != "testsuites":
        sys.exit(root.tag)
    walk(root)
    names = [(c.attrib["classname"], c.attrib["name"]) for c in root.iter("testcase")]
    if len(names) != len(set(names)):
        sys.exit("%s: two cases of one name" % path)
    report = json.load(open(path.replace(".junit", ".json")))
    if len(names) != len(report["checks"]) + report["host"]["partial"]:
        sys.exit("%s: not one case a check" % path)
PYTHON
if command -v python3 >/dev/null; then
	check 'junit: suites, cases and numbers' python3 junit.py reports/*.junit
else
	skip 'junit: suites, cases and numbers' 'there is no python3'
fi

# TAP

if command -v prove >/dev/null; then
	for file in reports/*.tap; do
		name=$(basename "$file" .tap)
		prove -v -e cat "$file" >"$name.prove" 2>&1
		status=$?
		# the harness agrees with us on whether all is well, and finds nothing odd
		case "$(cat "$name.tap.status") $status" in
		'0 0' | [123]\ [1-9]*) verdict=agrees ;;
		*) verdict="says $status of $(cat "$name.tap.status")" ;;
		esac
		is "prove reads $name" "$verdict $(grep -ciE 'parse error|bad plan|unknown' "$name.prove" |
			awk -v n="$(grep -ci unknown "$file")" '{ print $1 - n }')" 'agrees 0'
	done
else
	skip 'prove reads the reports' 'there is no prove (Debian: perl)'
fi

# JSON

is 'the committed schema is that of the tables (make generated)' \
	"$(nicaudit attributes --schema report | diff - "$schema" 2>&1 | head -20)" ''
if python3 -c 'from jsonschema import Draft202012Validator' 2>/dev/null; then
	cat >validate.py <<-'PYTHON'
		import json, os, sys
		from jsonschema import Draft202012Validator
		schema = json.load(open(sys.argv[1], encoding="utf-8"))
		Draft202012Validator.check_schema(schema)
		# what is written is all in the schema
		for each in [schema] + list(schema["$defs"].values()):
		    if "properties" in each:
		        each["additionalProperties"] = False
		validator = Draft202012Validator(schema)
		for path in sys.argv[2:]:
		    error = next(validator.iter_errors(json.load(open(path, encoding="utf-8"))), None)
		    verdict = "valid" if error is None else "%s: %.200s" % (error.json_path, error.message)
		    print(os.path.basename(path), verdict, sep="|")
	PYTHON
	python3 validate.py "$schema" reports/*.json >verdicts 2>&1
	while IFS='|' read -r name verdict; do
		is "valid: $name" "$verdict" valid
	done <verdicts
	is 'all of them' "$(wc -l <verdicts)" "$(find reports -name '*.json' | wc -l)"
	mkdir wrong
	while IFS='|' read -r name from to; do
		sed "s|$from|$to|" reports/linux-6.12-eight.json >"wrong/$name"
		cmp -s reports/linux-6.12-eight.json "wrong/$name" && not_ok "$name" "'$from' is not in the report"
	done <<-'END'
		another schema|"schema": "nicaudit/report"|"schema": "nicaudit/snapshot"
		a severity that there is not|"severity": "critical"|"severity": "fatal"
		a status that there is not|"status": "not-applicable"|"status": "n/a"
		a check without a rule|"rule": |"role": 
		a coverage of more than all|"coverage": 0|"coverage": 1
		a number in words|"passed": |"passed": "1", "x": 
	END
	python3 validate.py "$schema" wrong/* >verdicts 2>&1
	is 'what is wrong is refused' "$(grep -c . verdicts) $(grep '|valid$' verdicts)" '6 '
else
	skip 'reports against the schema' 'there is no python3-jsonschema'
fi
done_testing
