# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# nics: eight
# Each value of each driver is what ethtool and ip say.
. "$LAB/scenario.sh"

is 'eight drivers have their NIC' "$(all_nics | wc -l)" 8
timeout 200 python3 "$abs_top_srcdir/tests/netns/truth.py" "$NICAUDIT" --moving $(all_nics) >"$scratch/out" 2>&1
grep -q '^1\.\.' "$scratch/out" || not_ok 'truth.py ran to its end' "$(cat "$scratch/out")"
adopt '' "$scratch/out"

# LAB: what the simplest driver lacks is unsupported, and never a zero
nicaudit snapshot --all >"$scratch/snapshot"
tulip=$(nic_of tulip)
for name in ring.rx channel.combined coalesce.rx-usecs pause.rx eee.enabled; do
	is "tulip: $name is unsupported" "$(state "$tulip" "$name")" unsupported
done
is 'e1000 reports no partner' "$(state "$(nic_of e1000)" link.partner)" unsupported
# the driver learned to tell between the two kernels
case $(uname -r) in
6.1.*) is 'e1000e does not report its partner yet' "$(state "$(nic_of e1000e)" link.partner)" unsupported ;;
*)
	has_partner()
	{
		snapshot snapshot --all
		[ "$(state "$(nic_of e1000e)" link.partner)" = present ]
	}
	until_true 100 has_partner # after a negotiation it knows a little later than the link is up
	is 'e1000e reports its partner' "$(state "$(nic_of e1000e)" link.partner)" present
	;;
esac
is 'pcnet32 runs at half duplex' "$(fact "$(nic_of pcnet32)" link.duplex)" '"half"'
nicaudit check -f tap >"$scratch/check"
is 'and that is critical' "$? $(grep -c "^not ok .* - $(nic_of pcnet32) half-duplex\$" "$scratch/check")" '2 1'
done_testing
