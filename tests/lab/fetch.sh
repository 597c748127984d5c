# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# What the lab's guests are made of, from Debian packages, in a cache of the user's: kernels, taken apart and never installed,
# and a small Debian. Each function says the directory, and fails where it cannot be had.

cache=${NICAUDIT_LAB_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/nicaudit-lab}

# kernel_dir SERIES
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

debian_packages=systemd-sysv,udev,kmod,dbus,procps,iproute2,iputils-ping,ethtool,jq,iperf3,lldpd,libteam-utils,libmnl0
debian_packages=$debian_packages,libnl-3-200,libnl-route-3-200,libjansson4,libyaml-0-2,libmd0,libarchive13

# A Debian 12 with systemd, and with the daemons that the machine's own root is to be spared. The name changes with its contents.
debian_dir()
{
	dir=$cache/debian-12-$(echo "$debian_packages" | cksum | cut -d ' ' -f 1)
	if [ ! -e "$dir/complete" ]; then
		command -v mmdebstrap >/dev/null || return 1
		rm -rf "$cache"/debian-12-* && mkdir -p "$dir" || return 1
		mmdebstrap --variant=minbase --include="$debian_packages" bookworm "$dir/root" >"$dir/log" 2>&1 || return 1
		touch "$dir/complete"
	fi
	echo "$dir/root"
}
