#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The manual pages are well-formed and up to date: whatever --help lists is in them, and their examples work.
. "${abs_top_srcdir:-$(dirname "$0")/..}/tests/tap.sh"

man=$top_srcdir/man
page=$man/nicaudit.8

if command -v mandoc >/dev/null; then
	for each in "$man"/*.[578]; do
		is "$(basename "$each") is well-formed" "$(mandoc -T lint "$each" 2>/dev/null |
			grep -vE 'referenced manual not found|outdated mandoc.db|lacks .* entry')" ''
	done
else
	skip 'the pages are well-formed' 'mandoc is not installed'
fi

nicaudit attributes --man >"$scratch/attributes.7"
nicaudit explain --man >"$scratch/rules.7"
is 'nicaudit-rules(7) is what the table says (make generated)' "$(diff "$man/nicaudit-rules.7" "$scratch/rules.7")" ''
is 'nicaudit-attributes(7) is what the table says (make generated)' \
	"$(diff "$man/nicaudit-attributes.7" "$scratch/attributes.7")" ''

nicaudit help >"$scratch/help"
is '--help and help are the same' "$(nicaudit --help | diff "$scratch/help" -)" ''
is 'help fits 80 columns' "$(awk 'length > 80' "$scratch/help")" ''

# Words of a section of the help: from its heading to the next empty line.
section()
{
	sed -n "/^$1/,/^\$/p" "$scratch/help" | sed 1d
}

for command in $(section Commands | awk '/^  [a-z]/ { print $1 }'); do
	is "command $command" "$(grep -cE "^\.It Cm $command( |\$)" "$page")" 1
	nicaudit help "$command" >"$scratch/help.$command"
	for option in $(grep -oE -- '--[a-z-]+' "$scratch/help.$command" | sort -u); do
		name=${option#--}
		grep -qE -- "-$name( |\$)" "$page" || not_ok "option $option of $command is in the page"
	done
done
ok 'options of each command are in the page'
is 'there are commands' "$([ "$(section Commands | grep -c .)" -ge 5 ] && echo yes)" yes

for option in $(grep -oE '^ +(-[a-z], )?--[a-z-]+' "$scratch/help" | grep -oE -- '--[a-z-]+' | sort -u); do
	is "option $option" "$(grep -cE "^\.It Fl ([a-zA-Z] , )?-${option#--}( |\$)" "$page")" 1
done
for option in $(grep -oE '^\.It Fl ([a-zA-Z] , )?-[a-z-]+' "$page" | grep -oE -- '-[a-z-]+$' | sort -u); do
	grep -qE -- "-$option( |,|\$)" "$scratch/help" || not_ok "the page's option -$option exists"
done
ok 'options of the page exist'
for status in $(section 'Exit status' | awk '$1 ~ /^[0-9]+$/ { print $1 }'); do
	is "exit status $status" "$(sed -n '/^\.Sh EXIT STATUS/,/^\.Sh EXAMPLES/p' "$page" | grep -cx "\.It $status")" 1
done
is 'there are exit statuses' "$(section 'Exit status' | awk '$1 ~ /^[0-9]+$/' | wc -l)" \
	"$(sed -n '/^\.Sh EXIT STATUS/,/^\.Sh EXAMPLES/p' "$page" | grep -c '^\.It [0-9]')"
rules=$(nicaudit check --from "$top_srcdir/tests/replay/virtio/snapshot.json" --all -f json | sed -n 's/.*"rule": "\([^"]*\)".*/\1/p' | sort -u)
is 'nicaudit-rules(7) has every rule' "$(sed -n 's/^\.It Cm //p' "$man/nicaudit-rules.7" | sort)" "$rules"
for rule in $rules; do
	check "explain $rule" nicaudit explain "$rule"
done

# Examples, on a recording in place of the live kernel: each line that a reader would type.
mkdir "$scratch/bin" "$scratch/work"
cat >"$scratch/bin/nicaudit" <<EOF
#!/bin/sh
exec ${NICAUDIT_WRAPPER-} "$NICAUDIT" "\$@" --replay "$top_srcdir/tests/replay/veth"
EOF
cat >"$scratch/bin/bare" <<EOF
#!/bin/sh
exec ${NICAUDIT_WRAPPER-} "$NICAUDIT" "\$@"
EOF
chmod +x "$scratch/bin/nicaudit" "$scratch/bin/bare"
grep -E '^\.Dl \$ ' "$page" | sed 's/^\.Dl \$ //; s/\\(dq/"/g' >"$scratch/examples"
is 'there are examples' "$([ "$(wc -l <"$scratch/examples")" -ge 6 ] && echo yes)" yes
while IFS= read -r example; do
	case $example in
	*jq*) command -v jq >/dev/null || { skip "example: $example" 'jq is not installed'; continue; } ;;
	*--interval* | *--record*) example=$(echo "$example" | sed 's/^nicaudit/bare/') ;;
	esac
	(cd "$scratch/work" && PATH=$scratch/bin:$PATH sh -c "$example") >"$scratch/out" 2>&1 </dev/null
	status=$?
	if [ "$status" -le 3 ] && { [ -s "$scratch/out" ] || [ -n "$(ls "$scratch/work")" ]; }; then
		ok "example: $example"
	else
		not_ok "example: $example" "exit status $status
$(cat "$scratch/out")"
	fi
done <"$scratch/examples"
done_testing
