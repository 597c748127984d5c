# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# nics: eight
# devices: usb
# kernels: 6.12
# Two USB controllers sit on an interrupt line of NICs, and go away without them.
. "$LAB/scenario.sh"

nics=$(all_nics | tr '\n' '|')
check 'the driver of the controllers is there' modprobe uhci_hcd
until_true 50 grep -q uhci_hcd /proc/interrupts
is 'they share a line with NICs' \
	"$(grep uhci_hcd /proc/interrupts | grep -cE "IO-APIC.*fasteoi.*(${nics%|})")" 1
check 'and go' rmmod uhci_hcd
is 'NICs keep the line' "$(grep -cE "IO-APIC.*fasteoi.*(${nics%|})" /proc/interrupts)" 2
snapshot snapshot
is 'all eight are there' "$(jq '.interfaces | length' "$scratch/snapshot")" 8
done_testing
