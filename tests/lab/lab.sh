#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Real drivers under QEMU: boots Debian's kernels with many NICs, runs tests/lab/scenarios/*.sh in the guests, and prints what
# they found as TAP. A guest that hangs or dies is a failed test, its console log kept beside the results.
#
#	lab.sh [KERNEL [SCENARIO...]]	KERNEL is 6.1 or 6.12; without any, all
#
# A scenario says in comments at its start what it wants; those that want the same share a boot:
#
#	# nics: eight|wire|none	a set of machine.sh
#	# kernels: 6.12		only these; all where it does not say
#	# guests: 2		it runs in two guests, with LAB_GUEST 1 and 2, tied by the NICs "wire"
#	# devices: usb		further devices of machine.sh
#	# debian: tools|root	the small Debian, for in_debian or as the root of the guest, with systemd
#	# last: yes		it spoils the guest for others
#
# What it can use (a disk, reboots, pulled cables, the other guest) is in scenario.sh.
. "${abs_top_srcdir:-$(dirname "$0")/../..}/tests/tap.sh"

lab=$top_srcdir/tests/lab
results=$top_builddir/tests/lab/results
kernels=${1:-6.1 6.12}
[ $# -eq 0 ] || shift
. "$lab/fetch.sh"
. "$lab/machine.sh"

touch "$scratch/pids"
trap 'while read -r pid; do kill "$pid" 2>/dev/null; done <"$scratch/pids"; rm -rf "$scratch"' EXIT

[ -z "${NICAUDIT_NO_LAB-}" ] || skip_all 'NICAUDIT_NO_LAB is set'
for tool in qemu-system-x86_64 busybox modprobe jq python3 ethtool ip dpkg-deb apt-get mkfs.ext4; do
	command -v "$tool" >/dev/null || skip_all "$tool is not there"
done
if ldd "$(command -v busybox)" >/dev/null 2>&1; then
	skip_all 'busybox is not the static one (Debian: busybox-static)'
fi
mkdir -p "$cache" "$results" || skip_all "$cache cannot be written"

# The little root that finds the big one: busybox, and the modules it takes.
make_initrd()
{
	release=$(cat "$1/release")
	root=$scratch/initrd-$release
	mkdir -p "$root/bin" "$root/modules"
	for dir in proc sys dev host over new; do
		mkdir "$root/$dir"
	done
	cp "$(command -v busybox)" "$root/bin/busybox"
	cp "$lab/init" "$root/init"
	chmod +x "$root/init"
	n=100
	for module in virtio_pci 9p 9pnet_virtio overlay virtio_blk ext4; do
		modprobe -d "$1" -S "$release" --show-depends "$module" 2>/dev/null
	done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' >"$root.modules"
	while read -r file; do
		n=$((n + 1))
		cp "$file" "$root/modules/$n-$(basename "$file")"
	done <"$root.modules"
	for file in "$root"/modules/*.xz; do
		[ ! -e "$file" ] || xz -d "$file"
	done
	(cd "$root" && find . | busybox cpio -o -H newc 2>/dev/null | gzip -1) >"$scratch/initrd-$release.gz"
}

# wish FILE KEY DEFAULT
wish()
{
	value=$(sed -n "s/^# $2: //p" "$1" | head -n 1)
	echo "${value:-$3}"
}

# plan KERNEL [SCENARIO...]: "BOOT ORDER NAME" of each scenario, where BOOT is all that a machine must have, with commas
plan()
{
	kernel=$1
	shift
	for file in "$lab"/scenarios/*.sh; do
		name=$(basename "$file" .sh)
		case " $* " in *" $name "* | '  ') ;; *) continue ;; esac
		case " $(wish "$file" kernels "$kernel") " in *" $kernel "*) ;; *) continue ;; esac
		root=host
		[ "$(wish "$file" debian no)" != root ] || root=debian
		devices=$(wish "$file" devices none | tr ' ' +)
		last=1
		[ "$(wish "$file" last no)" = no ] || last=2
		echo "$(wish "$file" nics eight),$(wish "$file" guests 1),$root,$devices $last $name"
	done | sort
}

# report NAME: the results of one scenario in one guest, from $out
report()
{
	[ ! -s "$out/$1.tap" ] || adopt "$kernel $1: " "$out/$1.tap"
	if [ ! -e "$out/$1.rc" ]; then
		not_ok "$kernel $1: came to its end" "$(tail -n 20 "$out/$1.err" 2>/dev/null)"
	elif ! grep -q '^1\.\.' "$out/$1.tap"; then
		not_ok "$kernel $1: said how many tests there are" "exit status $(cat "$out/$1.rc")
$(tail -n 20 "$out/$1.err")"
	fi
}

# run_boot KERNEL DIR BOOT: all scenarios that share a machine, and what came of them
run_boot()
{
	kernel=$1
	# shellcheck disable=SC2034 # machine.sh looks at them
	IFS=, read -r want_nics want_guests want_root want_devices <<-END
		$3
	END
	want_devices=$(echo "$want_devices" | sed 's/^none$//; s/+/ /g')
	out=$results/$kernel-$(echo "$3" | tr ',' '-')
	sockets=$scratch/$kernel-$(echo "$3" | cksum | cut -d ' ' -f 1)
	rm -rf "$out" && mkdir -p "$out" "$sockets"
	awk -v boot="$3" '$1 == boot { print $3 }' "$scratch/plan-$kernel" >"$out/scenarios"
	start=$(date +%s)
	boots=0
	while [ "$boots" -lt 6 ]; do
		rm -f "$out"/*.again
		boots=$((boots + 1))
		boot "$2" "$boots"
		ls "$out"/*.again >/dev/null 2>&1 || break
	done
	echo "# Linux $(cat "$2/release"), $3, $boots boots: $(($(date +%s) - start)) seconds"
	guest=1
	suffix=
	while [ "$guest" -le "$want_guests" ]; do
		if [ -e "$out/ended$suffix" ]; then
			is "Linux $kernel $3: nothing bad in the kernel's log" "$(grep -v pcnet32 "$out/oops$suffix")" ''
		else
			not_ok "Linux $kernel $3: guest $guest came to its end" "$(tail -n 30 "$out/console$guest" "$out/qemu$guest")"
		fi
		while read -r name; do
			report "$name$suffix"
		done <"$out/scenarios"
		guest=$((guest + 1))
		suffix=-$guest
	done
}

# Does the boots of $scratch/boots, leaving out those that another worker has begun.
worker()
{
	n=0
	while read -r _ kernel boot; do
		n=$((n + 1))
		mkdir "$scratch/boot$n" 2>/dev/null || continue
		run_boot "$kernel" "$(kernel_dir "$kernel")" "$boot" >"$scratch/boot$n/tap"
	done <"$scratch/boots"
}

# Scenarios that want the small Debian are left out, aloud, where there is none.
debian=$(debian_dir) || debian=
for kernel in $kernels; do
	if ! tree=$(kernel_dir "$kernel"); then
		skip "Linux $kernel" 'its package cannot be had'
		continue
	fi
	make_initrd "$tree"
	plan "$kernel" "$@" >"$scratch/plan"
	while read -r boot order name; do
		if [ -z "$debian" ] && [ "$(wish "$lab/scenarios/$name.sh" debian no)" != no ]; then
			skip "$kernel $name" "it wants a Debian made by mmdebstrap, which could not be made ($cache)"
		else
			echo "$boot $order $name" >>"$scratch/plan-$kernel"
		fi
	done <"$scratch/plan"
	[ ! -e "$scratch/plan-$kernel" ] || cut -d ' ' -f 1 "$scratch/plan-$kernel" | uniq -c | while read -r n boot; do
		echo "$n $kernel $boot"
	done >>"$scratch/unsorted"
done
touch "$scratch/unsorted"
sort -rn "$scratch/unsorted" >"$scratch/boots"
# two at a time, the longest first
worker &
worker &
wait
n=1
while [ -e "$scratch/boot$n/tap" ]; do
	adopt '' "$scratch/boot$n/tap"
	n=$((n + 1))
done
done_testing
