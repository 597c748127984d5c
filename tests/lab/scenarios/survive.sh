# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# nics: none
# kernels: 6.12
# What is written to the disk is there after a reboot, and after a crash; what is in memory is not.
. "$LAB/scenario.sh"

check "boot $LAB_BOOT: the disk is there" mount_disk
case $LAB_BOOT in
1)
	echo first >/disk/record
	touch /gone
	reboot_guest
	;;
2)
	is 'after a reboot the record is there' "$(cat /disk/record)" first
	is 'and nothing else is' "$([ -e /gone ] && echo it is)" ''
	echo second >>/disk/record
	reboot_guest crash
	;;
3)
	is 'after a crash the record is there' "$(cat /disk/record)" "first
second"
	is 'nicaudit has no interface to check' "$(nicaudit check 2>&1 | head -n 1)" \
		'no hardware interface; --all checks virtual ones'
	done_testing
	;;
esac
