#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The committed JSON schemas: they are those of the tables, what we write is valid by them, and what is wrong is not.

# shellcheck source=tests/tap.sh
. "$(dirname "$0")/tap.sh"

program=$top_builddir/tests/unit/test_snapshot_json
schema=$top_srcdir/schemas/snapshot.schema.json

# judge FILE...: for each a line, its name and what is wrong with it by the schema, as python3-jsonschema sees it
judge()
{
	python3 - "$schema" "$@" <<-'PYTHON'
		import json, os, sys
		from jsonschema import Draft202012Validator
		def load(path):
		    with open(path, encoding="utf-8") as file:
		        return json.load(file)
		validator = Draft202012Validator(load(sys.argv[1]))
		for path in sys.argv[2:]:
		    error = next(validator.iter_errors(load(path)), None)
		    verdict = "valid" if error is None else "%s: %.200s" % (error.json_path, error.message)
		    print(os.path.basename(path), verdict, sep="|")
	PYTHON
}

# Files in a directory.
count()
{
	set -- "$1"/*
	echo $#
}

is 'the committed schema is that of the tables' "$("$program" --schema 2>&1 | diff - "$schema" 2>&1 | head -20)" ''

if ! python3 -c 'from jsonschema import Draft202012Validator' 2> /dev/null; then
	skip 'files against the schema' 'there is no python3-jsonschema'
	done_testing
fi

check 'the schema is one' python3 -c '
import json, sys
from jsonschema import Draft202012Validator
Draft202012Validator.check_schema(json.load(open(sys.argv[1], encoding="utf-8")))' "$schema"

# whatever loads is valid when it is written again
mkdir "$scratch/right" "$scratch/wrong"
"$program" --sample > "$scratch/right/sample"
for seed in "$top_srcdir"/tests/fuzz/seeds/snapshot_json/*.json; do
	"$program" --copy "$seed" > "$scratch/copy" 2> /dev/null && cp "$scratch/copy" "$scratch/right/$(basename "$seed")"
done

# a word of the sample made wrong
while IFS='|' read -r name from to; do
	sed "s|$from|$to|" "$scratch/right/sample" > "$scratch/wrong/$name"
	if cmp -s "$scratch/right/sample" "$scratch/wrong/$name"; then
		not_ok "$name" "'$from' is not in the sample"
	fi
done <<'END'
another schema|"schema": "nicaudit/snapshot"|"schema": "nicaudit/report"
another version|"version": 1|"version": 2
an interface without a name|"name": "veth0"|"nom": "veth0"
a speed in words|"link.speed": 1000|"link.speed": "fast"
a switch as a word of YAML|"feature.rx-gro": true|"feature.rx-gro": "on"
a state that there is not|"state": "unsupported"|"state": "unsuported"
a fact about the host of another type|"cpu.online": "0-7"|"cpu.online": 7
a counter below zero|: 18$|: -18
END

# what the loader refuses, the schema does, too, as far as schemas can
for case in "$top_srcdir"/tests/golden/snapshot-invalid/*; do
	name=$(basename "$case")
	case $(cat "$case/error") in
	input.json:[0-9]*) continue ;; # no JSON
	esac
	case $name in
	both | empty | unavailable-unknown-errno) continue ;; # no matter of types
	esac
	cp "$case/input.json" "$scratch/wrong/$name"
done

check 'there are files to judge' test "$(count "$scratch/right")" -ge 10
judge "$scratch"/right/* > "$scratch/verdicts"
while IFS='|' read -r name verdict; do
	is "valid: $name" "$verdict" valid
done < "$scratch/verdicts"
is 'all of them' "$(wc -l < "$scratch/verdicts")" "$(count "$scratch/right")"

judge "$scratch"/wrong/* > "$scratch/verdicts"
while IFS='|' read -r name verdict; do
	if [ "$verdict" = valid ]; then
		not_ok "refused: $name" "$(cat "$scratch/wrong/$name")"
	else
		ok "refused: $name"
	fi
done < "$scratch/verdicts"
is 'all of them' "$(wc -l < "$scratch/verdicts")" "$(count "$scratch/wrong")"

done_testing
