#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Inside a lab guest: loads the drivers, runs the scenarios that the host listed in /run/lab/scenarios, and leaves for each
# NAME.tap, NAME.err and NAME.rc. A scenario without an rc file never ended.
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
HOME=/root
LC_ALL=C
# shellcheck disable=SC2154 # from the kernel's command line
NICAUDIT=$lab_program
LAB=$lab_top/tests/lab
abs_top_srcdir=$lab_top
export PATH HOME LC_ALL NICAUDIT LAB abs_top_srcdir

mount -t tmpfs tmp /dev/shm 2>/dev/null
mkdir -p /dev/pts
mount -t devpts devpts /dev/pts 2>/dev/null
hostname lab
ip link set lo up
for driver in e1000 e1000e vmxnet3 8139cp e100 pcnet32 virtio_net tulip; do
	modprobe "$driver" 2>/dev/null
done
sleep 2
for dir in /sys/class/net/eth*; do
	[ -e "$dir" ] && ip link set "$(basename "$dir")" up
done
sleep 3
while read -r name; do
	timeout 300 sh "$LAB/scenarios/$name.sh" >"/run/lab/$name.tap" 2>"/run/lab/$name.err" </dev/null
	echo $? >"/run/lab/$name.rc"
done </run/lab/scenarios
dmesg | grep -E 'BUG:|Oops|Call Trace|general protection|hung_task' >/run/lab/oops
sync
echo ended >/run/lab/ended
busybox poweroff -f
