# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# nics: eight
# A cable is pulled and plugged in again: the next snapshot and check say so.
. "$LAB/scenario.sh"

for pair in 'e1000 e1000' 'rtl8139 8139cp' 'vmxnet3 vmxnet3'; do
	model=${pair% *}
	nic=$(nic_of "${pair#* }")
	snapshot snapshot "$nic"
	is "$nic ($model): there is a link" "$(fact "$nic" link.detected)" true
	changes=$(fact "$nic" link.carrier-changes)
	check "$nic: the cable is pulled" set_link "$model" false
	until_true 50 grep -qx 0 "/sys/class/net/$nic/carrier"
	snapshot snapshot "$nic"
	is "$nic: no link" "$(fact "$nic" link.detected)" false
	# some drivers go on telling the last speed
	is "$nic: its speed is not judged" \
		"$(nicaudit check "$nic" --only below-best-speed -f json | jq -r '.checks[].status')" not-applicable
	nicaudit check "$nic" --only link-down-admin-up -q
	is "$nic: check warns" $? 1
	check "$nic: the cable is back" set_link "$model" true
	until_true 50 grep -qx 1 "/sys/class/net/$nic/carrier"
	snapshot snapshot "$nic"
	is "$nic: a link again" "$(fact "$nic" link.detected)" true
	is "$nic: both changes were counted" "$(fact "$nic" link.carrier-changes)" $((changes + 2))
done
done_testing
