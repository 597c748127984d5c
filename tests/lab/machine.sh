# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The machines of the lab: which NICs and other devices they have, and how QEMU runs them.

# nics SET GUEST: arguments of QEMU. Two NICs on a hub see each other's link; two guests are tied by wires.
nics()
{
	case $1 in
	none) ;;
	eight)
		hub=0
		for pair in 'e1000 e1000e' 'vmxnet3 rtl8139' 'i82559er pcnet' 'virtio-net-pci tulip'; do
			hub=$((hub + 1))
			for model in $pair; do
				place=bus=pci.0
				[ "$model" = virtio-net-pci ] && place=bus=far,addr=1,speed=10000,duplex=full
				printf ' -netdev hubport,hubid=%s,id=%s -device %s,id=nic-%s,netdev=%s,romfile=,%s' \
					"$hub" "$model" "$model" "$model" "$model" "$place"
			done
		done
		;;
	wire)
		n=0
		role=server=on
		[ "$2" -eq 1 ] || role=server=off
		for model in e1000e vmxnet3 virtio-net-pci; do
			n=$((n + 1))
			printf ' -netdev stream,id=%s,%s,addr.type=unix,addr.path=%s/wire%s' "$model" "$role" "$sockets" "$n"
			printf ' -device %s,id=nic-%s,netdev=%s,romfile=,bus=pci.0,mac=52:54:00:00:0%s:0%s' \
				"$model" "$model" "$model" "$2" "$n"
		done
		;;
	*)
		echo "lab: no NICs '$1'" >&2
		return 1
		;;
	esac
}

# devices WORD...: further ones
devices()
{
	for word; do
		case $word in
		# two controllers on the interrupt lines of the legacy NICs
		usb) printf ' -device piix3-usb-uhci,bus=pci.0,addr=0x10 -device piix3-usb-uhci,bus=pci.0,addr=0x14' ;;
		*)
			echo "lab: no device '$word'" >&2
			return 1
			;;
		esac
	done
}

# Memory, CPUs and bridges: two memory nodes, and a bridge on the second one; a guest of two is smaller.
board()
{
	if [ "$1" -eq 2 ]; then
		echo '-smp 1 -m 768'
	else
		echo '-smp 2,sockets=2,cores=1 -m 1536
			-object memory-backend-ram,id=m0,size=768M -object memory-backend-ram,id=m1,size=768M
			-numa node,nodeid=0,cpus=0,memdev=m0 -numa node,nodeid=1,cpus=1,memdev=m1
			-device pxb,id=pxb1,bus_nr=80,numa_node=1 -device pci-bridge,id=far,bus=pxb1,chassis_nr=4'
	fi
}

# start KERNEL-DIR GUEST BOOT: starts it in the background, at most for fifteen minutes, and puts its process in $pid. What it has
# and runs is in $want_*; its files are in $out, its sockets in $sockets, its disk stays from boot to boot.
start()
{
	release=$(cat "$1/release")
	disk=$sockets/disk$2
	if [ ! -e "$disk" ]; then
		truncate -s 512M "$disk" && mkfs.ext4 -q -F "$disk" || return 1
	fi
	hardware="$(board "$want_guests") $(nics "$want_nics" "$2") $(devices $want_devices)" || return 1
	words="lab.top=$top_srcdir lab.build=$top_builddir lab.program=$NICAUDIT lab.modules=$1/lib/modules/$release"
	words="$words lab.guest=$2 lab.boot=$3 lab.debian=$debian lab.root=$want_root"
	rm -f "$sockets/qmp$2"
	timeout 900 qemu-system-x86_64 -accel tcg,thread=multi -nodefaults -vga none -display none -serial stdio -no-reboot \
		$hardware \
		-device i6300esb,bus=pci.0 -action watchdog=poweroff \
		-drive file="$disk",format=raw,if=none,id=disk,cache=directsync -device virtio-blk-pci,drive=disk,bus=pci.0 \
		-qmp unix:"$sockets/qmp$2",server=on,wait=off \
		-kernel "$1/boot/vmlinuz-$release" -initrd "$scratch/initrd-$release.gz" \
		-fsdev local,id=fs0,path=/,security_model=none,readonly=on,multidevs=remap \
		-device virtio-9p-pci,fsdev=fs0,mount_tag=host,bus=pci.0 \
		-fsdev local,id=fs1,path="$out",security_model=none \
		-device virtio-9p-pci,fsdev=fs1,mount_tag=out,bus=pci.0 \
		-append "console=ttyS0 quiet panic=-1 mitigations=off net.ifnames=0 systemd.show_status=0 $words" \
		</dev/null >>"$out/console$2" 2>>"$out/qemu$2" &
	pid=$!
	echo "$pid" >>"$scratch/pids"
	# it ends with the guest
	python3 "$lab/qmp.py" "$sockets/qmp$2" "$out" "$2" >>"$out/qmp$2.log" 2>&1 &
}

# boot KERNEL-DIR BOOT: one guest, or two, until they end.
boot()
{
	start "$1" 1 "$2" || return 1
	first=$pid
	if [ "$want_guests" -eq 2 ]; then
		tries=100
		while [ ! -S "$sockets/wire3" ] && [ "$tries" -gt 0 ]; do
			sleep 0.1
			tries=$((tries - 1))
		done
		start "$1" 2 "$2" && wait "$pid"
	fi
	# a shell that waits in the foreground would not hear that it is to end
	wait "$first"
}
