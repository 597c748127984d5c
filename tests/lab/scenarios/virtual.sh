# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# nics: eight
# Bonds, VLANs, bridges and macvlans on real NICs are read right.
. "$LAB/scenario.sh"

for module in bonding 8021q macvlan bridge dummy team; do
	modprobe "$module" max_bonds=0 2>/dev/null || modprobe "$module"
done
e1000=$(nic_of e1000)
e1000e=$(nic_of e1000e)
virtio=$(nic_of virtio_net)
ip link add bond0 type bond mode 802.3ad miimon 100 lacp_rate fast xmit_hash_policy layer3+4
for nic in "$e1000" "$e1000e"; do
	ip link set "$nic" down
	ip link set "$nic" master bond0
done
ip link set bond0 up
ip link add link bond0 name bond0.5 type vlan id 5
ip link add br0 type bridge
ip link set "$virtio" master br0
ip link add link "$(nic_of vmxnet3)" name mv0 type macvlan mode bridge
ip link add dummy0 type dummy 2>/dev/null
cp=$(nic_of 8139cp)
ip link add team0 type team
ip link set "$cp" down
ip link set "$cp" master team0
for nic in bond0.5 br0 mv0 dummy0 team0; do
	ip link set "$nic" up
done
sleep 3
snapshot snapshot --all
ip -j -d link >"$scratch/ip"

# their JQ-PATH-IN-ip OUR-NIC OUR-FACT
same()
{
	is "$1: $2" "$(fact "$1" "$2")" "$(jq -c --arg n "$1" ".[] | select(.ifname == \$n) | $3" "$scratch/ip")"
}

same bond0 bond.mode .linkinfo.info_data.mode
same bond0 bond.miimon .linkinfo.info_data.miimon
same bond0 bond.ad-lacp-rate .linkinfo.info_data.ad_lacp_rate
same bond0 bond.xmit-hash-policy .linkinfo.info_data.xmit_hash_policy
same bond0 bond.min-links .linkinfo.info_data.min_links
same bond0 bond.ad-info.aggregator .linkinfo.info_data.ad_info.aggregator
same bond0 bond.ad-info.num-ports .linkinfo.info_data.ad_info.num_ports
same bond0 bond.ad-info.partner-key .linkinfo.info_data.ad_info.partner_key
for nic in "$e1000" "$e1000e"; do
	same "$nic" bond-port.ad-aggregator-id .linkinfo.info_slave_data.ad_aggregator_id
	same "$nic" bond-port.link-failure-count .linkinfo.info_slave_data.link_failure_count
	same "$nic" bond-port.perm-hwaddr .linkinfo.info_slave_data.perm_hwaddr
	same "$nic" bond-port.state '.linkinfo.info_slave_data.state | ascii_downcase'
	same "$nic" bond-port.mii-status '.linkinfo.info_slave_data.mii_status | ascii_downcase'
	same "$nic" link.master .master
done
same bond0.5 vlan.id .linkinfo.info_data.id
same bond0.5 vlan.protocol .linkinfo.info_data.protocol
same bond0.5 link.lower .link
same mv0 macvlan.mode .linkinfo.info_data.mode
same mv0 link.lower .link
same "$virtio" bridge-port.state .linkinfo.info_slave_data.state
same "$virtio" link.master .master
same "$cp" link.master .master
is 'a team has its port' "$(fact "$cp" link.master)" '"team0"'
is 'the VLAN, the bond below it and its two NICs are one chain' \
	"$(jq -c '[.interfaces[] | select(.facts["link.master"] == "bond0").name] | sort' "$scratch/snapshot") $(fact bond0.5 link.lower)" \
	"$(printf '%s\n' "$e1000" "$e1000e" | jq -cRn '[inputs] | sort') \"bond0\""
is 'kinds' "$(jq -c '[.interfaces[] | select(.kind).kind] | sort' "$scratch/snapshot")" \
	"$(jq -c '[.[] | select(.linkinfo.info_kind).linkinfo.info_kind] | sort' "$scratch/ip")"

ip link del bond0.5
ip link set bond0 down
ip link del bond0
ip link add bond1 type bond mode active-backup miimon 100
for nic in "$e1000" "$e1000e"; do
	ip link set "$nic" down
	ip link set "$nic" master bond1
done
ip link set bond1 up
sleep 3
snapshot snapshot --all
ip -j -d link >"$scratch/ip"
same bond1 bond.mode .linkinfo.info_data.mode
same bond1 bond.active-port .linkinfo.info_data.active_slave
same "$e1000e" bond-port.state '.linkinfo.info_slave_data.state | ascii_downcase'
ip link del bond1
ip link del br0
ip link del mv0
ip link del team0
for nic in "$e1000" "$e1000e" "$cp"; do
	ip link set "$nic" up
done
sleep 2
done_testing
