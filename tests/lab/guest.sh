#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Inside a lab guest: loads the drivers, runs the scenarios that the host listed in /run/lab/scenarios, and leaves for each
# NAME.tap, NAME.err and NAME.rc (the second guest of two: NAME-2.*). A scenario without an rc file never ended. One that asked
# for a reboot (NAME.again) runs once more in the next boot.
# shellcheck disable=SC2154 # lab_*: from the kernel's command line
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
HOME=/root
LC_ALL=C
NICAUDIT=$lab_program
LAB=$lab_top/tests/lab
LAB_GUEST=$lab_guest
LAB_BOOT=$lab_boot
LAB_DEBIAN=$lab_debian
abs_top_srcdir=$lab_top
abs_top_builddir=$lab_build
export PATH HOME LC_ALL NICAUDIT LAB LAB_GUEST LAB_BOOT LAB_DEBIAN abs_top_srcdir abs_top_builddir

mount -t tmpfs tmp /dev/shm 2>/dev/null
mkdir -p /dev/pts
mount -t devpts devpts /dev/pts 2>/dev/null
hostname "lab$lab_guest"
ip link set lo up
if [ "$lab_root" != debian ]; then
	for driver in e1000 e1000e vmxnet3 8139cp e100 pcnet32 virtio_net tulip; do
		modprobe "$driver" 2>/dev/null
	done
	sleep 2
fi
for dir in /sys/class/net/eth*; do
	[ -e "$dir" ] && ip link set "$(basename "$dir")" up
done
[ ! -e /sys/class/net/eth0 ] || sleep 3
suffix=
[ "$lab_guest" -eq 1 ] || suffix=-$lab_guest
while read -r name; do
	LAB_NAME=$name$suffix
	export LAB_NAME
	[ ! -e "/run/lab/$LAB_NAME.rc" ] || continue
	timeout 300 sh "$LAB/scenarios/$name.sh" >>"/run/lab/$LAB_NAME.tap" 2>>"/run/lab/$LAB_NAME.err" </dev/null
	rc=$?
	# on its way down: the rest is for the next boot
	[ ! -e "/run/lab/$LAB_NAME.again" ] || exit 0
	echo "$rc" >"/run/lab/$LAB_NAME.rc"
done </run/lab/scenarios
dmesg | grep -E 'BUG:|Oops|Call Trace|general protection|hung_task' >"/run/lab/oops$suffix"
sync
echo ended >"/run/lab/ended$suffix"
sync
/run/host/bin/busybox poweroff -f
