# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# nics: eight
# kernels: 6.12
# debian: root
# A Debian of its own with systemd: udev loads the drivers, and its files survive a reboot.
. "$LAB/scenario.sh"

is "boot $LAB_BOOT: the first process is systemd" "$(cat /proc/1/comm)" systemd
until_true 100 test "$(all_nics | wc -l)" -eq 8
is "boot $LAB_BOOT: udev has loaded the drivers" "$(all_nics | wc -l)" 8
if [ "$LAB_BOOT" -eq 1 ]; then
	echo 'kept' >/etc/lab-record
	reboot_guest
fi
is 'what was written to /etc is there' "$(cat /etc/lab-record)" kept
snapshot snapshot
is 'nicaudit runs, and sees all eight' "$(jq '.interfaces | length' "$scratch/snapshot")" 8
is 'with their drivers' "$(jq -r '[.interfaces[].driver] | sort | join(" ")' "$scratch/snapshot")" \
	'8139cp e100 e1000 e1000e pcnet32 tulip virtio_net vmxnet3'
done_testing
