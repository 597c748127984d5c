# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# What scenarios share. They run as root in a lab guest, print TAP, and find NICs by driver, since names differ between
# kernels.
. "$abs_top_srcdir/tests/tap.sh"

# The first interface of a driver.
nic_of()
{
	for dir in /sys/class/net/*; do
		[ "$(basename "$(readlink "$dir/device/driver" 2>/dev/null)")" = "$1" ] && basename "$dir" && return
	done
}

all_nics()
{
	for dir in /sys/class/net/*; do
		[ -e "$dir/device/driver" ] && basename "$dir"
	done | sort -V
}

# snapshot [NAME...]: into $scratch/snapshot
snapshot()
{
	nicaudit "$@" >"$scratch/snapshot"
}

# fact NIC NAME: its value as JSON, null where there is none
fact()
{
	jq -c --arg n "$1" --arg f "$2" '.interfaces[] | select(.name == $n).facts[$f]' "$scratch/snapshot"
}

# state NIC NAME
state()
{
	jq -r --arg n "$1" --arg f "$2" '.interfaces[] | select(.name == $n) |
		if .facts | has($f) then "present" else .unavailable[$f].state // "missing" end' "$scratch/snapshot"
}

# until_true N COMMAND...: true within N tenths of a second
until_true()
{
	tries=$1
	shift
	while [ "$tries" -gt 0 ]; do
		"$@" >/dev/null 2>&1 && return 0
		sleep 0.1
		tries=$((tries - 1))
	done
	return 1
}

# qmp COMMAND: has QEMU do it, and says what it answered
qmp()
{
	qmp_file=/run/lab/qmp.$LAB_GUEST.$(date +%s%N)
	echo "$1" >"$qmp_file.partly"
	mv "$qmp_file.partly" "$qmp_file.request"
	until_true 100 test -e "$qmp_file.answer" || return 1
	cat "$qmp_file.answer"
}

# set_link MODEL true|false: plugs the cable of QEMU's NIC of that model in, or pulls it. QEMU's e1000e, i82559er and tulip do not
# tell their driver.
set_link()
{
	qmp "{\"execute\": \"set_link\", \"arguments\": {\"name\": \"nic-$1\", \"up\": $2}}" | grep -q return
}

# The disk that stays from boot to boot, at /disk; what was written is there even after a crash.
mount_disk()
{
	modprobe virtio_blk
	modprobe ext4
	mkdir -p /disk
	mount -t ext4 -o sync,data=journal /dev/vda /disk
}

# reboot_guest [crash]: the scenario starts again, with LAB_BOOT one more. A crash writes nothing more, and stops nothing.
reboot_guest()
{
	touch "/run/lab/$LAB_NAME.again"
	if [ "${1-}" = crash ]; then
		echo 1 >/proc/sys/kernel/sysrq
		echo b >/proc/sysrq-trigger
	elif [ -d /run/systemd/system ]; then
		systemctl reboot
	else
		sync
		/run/host/bin/busybox reboot -f
	fi
	sleep 60
}

# tell WORD, hear WORD: one guest of two lets the other know
tell()
{
	touch "/run/lab/${LAB_NAME%-2}.said.$LAB_GUEST.$1"
}

hear()
{
	until_true "${2:-600}" test -e "/run/lab/${LAB_NAME%-2}.said.$((3 - LAB_GUEST)).$1"
}

# in_debian COMMAND...: in the small Debian, which has lldpd, iperf3 and teamd
in_debian()
{
	if [ ! -d /run/debian/bin ]; then
		mkdir -p /run/debian /run/debian-over
		mount -t tmpfs tmp /run/debian-over
		mkdir /run/debian-over/upper /run/debian-over/work
		mount -t overlay -o "lowerdir=/run/host$LAB_DEBIAN,upperdir=/run/debian-over/upper,workdir=/run/debian-over/work" \
			overlay /run/debian
		for dir in proc sys dev run; do
			mount --rbind "/$dir" "/run/debian/$dir"
		done
	fi
	chroot /run/debian "$@"
}
