#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Real drivers under QEMU: boots Debian's kernels with eight NICs, runs tests/lab/scenarios/*.sh in the guest, and prints
# what they found as TAP. A guest that hangs or dies is a failed test, its console log kept beside the results.
#
#	lab.sh [KERNEL [SCENARIO...]]	KERNEL is 6.1 or 6.12; without any, all
#
# A scenario says in its first lines which NICs it wants (# nics: eight), and may say that it spoils the guest for others
# (# last: yes). Kernels are Debian packages taken apart in a cache, never installed.
. "${abs_top_srcdir:-$(dirname "$0")/../..}/tests/tap.sh"

guest=
trap '[ -z "$guest" ] || kill "$guest"; rm -rf "$scratch"' EXIT

cache=${NICAUDIT_LAB_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/nicaudit-lab}
lab=$top_srcdir/tests/lab
results=$top_builddir/tests/lab/results
kernels=${1:-6.1 6.12}
[ $# -eq 0 ] || shift

[ -z "${NICAUDIT_NO_LAB-}" ] || skip_all 'NICAUDIT_NO_LAB is set'
for tool in qemu-system-x86_64 busybox modprobe jq python3 ethtool ip dpkg-deb apt-get; do
	command -v "$tool" >/dev/null || skip_all "$tool is not there"
done
if ldd "$(command -v busybox)" >/dev/null 2>&1; then
	skip_all 'busybox is not the static one (Debian: busybox-static)'
fi
mkdir -p "$cache" "$results" || skip_all "$cache cannot be written"

# A kernel of that series in the cache, taken apart; says its directory.
kernel_dir()
{
	dir=$cache/linux-$1
	if [ ! -s "$dir/release" ]; then
		# on a machine whose lists of packages were never fetched, or are thrown away
		apt-cache show "linux-image-amd64" >/dev/null 2>&1 || apt-get update >/dev/null 2>&1
		package=$(apt-cache search --names-only "^linux-image-$1\.[0-9.+a-z-]*amd64\$" | awk '{ print $1 }' |
			grep -vE 'cloud|-rt-|dbg|unsigned' | sort -V | tail -n 1)
		[ -n "$package" ] || return 1
		rm -rf "$dir" && mkdir -p "$dir" || return 1
		(cd "$dir" && apt-get download "$package" && dpkg-deb -x linux-image-*.deb . && rm -f linux-image-*.deb) \
			>"$dir/log" 2>&1 || return 1
		basename "$dir"/lib/modules/* >"$dir/release.new"
		depmod -b "$dir" "$(cat "$dir/release.new")" || return 1
		mv "$dir/release.new" "$dir/release"
	fi
	echo "$dir"
}

# The little root that finds the big one: busybox, and the modules it takes.
make_initrd()
{
	release=$(cat "$1/release")
	root=$scratch/initrd
	rm -rf "$root" && mkdir -p "$root/bin" "$root/proc" "$root/sys" "$root/dev" "$root/host" "$root/memory" "$root/new" "$root/modules"
	cp "$(command -v busybox)" "$root/bin/busybox"
	cp "$lab/init" "$root/init"
	chmod +x "$root/init"
	n=100
	for module in virtio_pci 9p 9pnet_virtio overlay; do
		modprobe -d "$1" -S "$release" --show-depends "$module" 2>/dev/null
	done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' >"$scratch/modules"
	while read -r file; do
		n=$((n + 1))
		cp "$file" "$root/modules/$n-$(basename "$file")"
	done <"$scratch/modules"
	for file in "$root"/modules/*.xz; do
		[ ! -e "$file" ] || xz -d "$file"
	done
	(cd "$root" && find . | busybox cpio -o -H newc 2>/dev/null | gzip -1) >"$scratch/initrd.gz"
}

# Arguments of QEMU for a set of NICs. Two on a hub see each other's link.
nics()
{
	case $1 in
	eight)
		hub=0
		for pair in 'e1000 e1000e' 'vmxnet3 rtl8139' 'i82559er pcnet' 'virtio-net-pci tulip'; do
			hub=$((hub + 1))
			for model in $pair; do
				place=bus=pci.0
				[ "$model" = virtio-net-pci ] && place=bus=far,addr=1,speed=10000,duplex=full
				printf ' -netdev hubport,hubid=%s,id=%s -device %s,netdev=%s,romfile=,%s' \
					"$hub" "$model" "$model" "$model" "$place"
			done
		done
		;;
	*)
		echo "lab: no NICs '$1'" >&2
		return 1
		;;
	esac
}

# boot DIR NICS: runs the guest until it ends, at most fifteen minutes; its files are in $out.
boot()
{
	release=$(cat "$1/release")
	nics=$(nics "$2") || return 1
	# two memory nodes, and a bridge on the second one
	timeout 900 qemu-system-x86_64 -accel tcg,thread=multi -nodefaults -vga none -display none -serial stdio -no-reboot \
		-smp 2,sockets=2,cores=1 -m 1536 \
		-object memory-backend-ram,id=m0,size=768M -object memory-backend-ram,id=m1,size=768M \
		-numa node,nodeid=0,cpus=0,memdev=m0 -numa node,nodeid=1,cpus=1,memdev=m1 \
		-device pxb,id=pxb1,bus_nr=80,numa_node=1 -device pci-bridge,id=far,bus=pxb1,chassis_nr=4 \
		-device i6300esb,bus=pci.0 -action watchdog=poweroff \
		-kernel "$1/boot/vmlinuz-$release" -initrd "$scratch/initrd.gz" \
		-fsdev local,id=fs0,path=/,security_model=none,readonly=on,multidevs=remap \
		-device virtio-9p-pci,fsdev=fs0,mount_tag=host,bus=pci.0 \
		-fsdev local,id=fs1,path="$out",security_model=none \
		-device virtio-9p-pci,fsdev=fs1,mount_tag=out,bus=pci.0 \
		-append "console=ttyS0 quiet panic=-1 mitigations=off net.ifnames=0 lab.top=$top_srcdir lab.program=$NICAUDIT lab.modules=$1/lib/modules/$release" \
		$nics </dev/null >"$out/console" 2>"$out/qemu" &
	guest=$!
	# a shell that waits in the foreground would not hear that it is to end
	wait "$guest"
	guest=
}

# The scenarios that want these NICs, those that spoil the guest last.
scenarios_for()
{
	set_of_nics=$1
	shift
	for file in "$lab"/scenarios/*.sh; do
		name=$(basename "$file" .sh)
		grep -qx "# nics: $set_of_nics" "$file" || continue
		case " $* " in *" $name "* | '  ') ;; *) continue ;; esac
		grep -qx '# last: yes' "$file" && echo "2 $name" || echo "1 $name"
	done | sort | cut -d ' ' -f 2
}

for kernel in $kernels; do
	if ! dir=$(kernel_dir "$kernel"); then
		skip "Linux $kernel" 'its package cannot be had'
		continue
	fi
	make_initrd "$dir"
	for set_of_nics in eight; do
		out=$results/$kernel-$set_of_nics
		rm -rf "$out" && mkdir -p "$out"
		scenarios_for "$set_of_nics" "$@" >"$out/scenarios"
		[ -s "$out/scenarios" ] || continue
		start=$(date +%s)
		boot "$dir" "$set_of_nics"
		echo "# Linux $(cat "$dir/release"), $set_of_nics NICs: $(($(date +%s) - start)) seconds"
		if [ -e "$out/ended" ]; then
			is "Linux $kernel: nothing bad in the kernel's log" "$(grep -v pcnet32 "$out/oops")" ''
		else
			not_ok "Linux $kernel: the guest came to its end" "$(tail -n 30 "$out/console" "$out/qemu")"
		fi
		while read -r name; do
			[ ! -s "$out/$name.tap" ] || adopt "$kernel $name: " "$out/$name.tap"
			if [ ! -e "$out/$name.rc" ]; then
				not_ok "$kernel $name: came to its end" "$(tail -n 20 "$out/$name.err" 2>/dev/null)"
			elif ! grep -q '^1\.\.' "$out/$name.tap"; then
				not_ok "$kernel $name: said how many tests there are" "exit status $(cat "$out/$name.rc")
$(tail -n 20 "$out/$name.err")"
			fi
		done <"$out/scenarios"
	done
done
done_testing
