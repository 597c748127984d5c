#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Holds every value of a snapshot against what ethtool and ip say, value by value.

Usage: truth.py NICAUDIT [INTERFACE...]   in a network namespace that the caller made; prints TAP.

Each line of ethtool's output must be understood here and agree with a fact; a line that is not understood fails.
Counters that move by themselves are compared when nothing is sent.
"""
import json
import re
import subprocess
import sys

PRESENT = object()


def run(*args):
    p = subprocess.run(args, capture_output=True, text=True, timeout=60)
    return p.returncode, p.stdout, p.stderr


class Nic:
    """Facts of one interface of a snapshot, which remembers what was asked for."""

    def __init__(self, nic):
        self.nic = nic
        self.facts = nic["facts"]
        self.unavailable = nic.get("unavailable", {})
        self.differences = []
        self.compared = 0

    def state(self, name):
        if name in self.facts:
            return "present"
        family = name.split(".")[0] + ".*"
        for key in (name, family):
            if key in self.unavailable:
                return self.unavailable[key]["state"]
        return "missing"

    def same(self, name, theirs, what):
        self.compared += 1
        ours = self.facts.get(name, PRESENT)
        if ours is PRESENT:
            self.differences.append(f"{what}: {name} is {self.state(name)}, they say {theirs!r}")
        elif ours != theirs or isinstance(ours, bool) != isinstance(theirs, bool):
            self.differences.append(f"{what}: {name} is {ours!r}, they say {theirs!r}")

    def without(self, name, what, states=("unsupported", "unknown", "missing")):
        self.compared += 1
        if self.state(name) not in states:
            self.differences.append(f"{what}: {name} is {self.facts.get(name, self.state(name))!r}, they have none")

    def odd(self, line, what):
        self.differences.append(f"{what}: not understood: {line!r}")


def unsupported(err):
    return "Operation not supported" in err or "No data available" in err or "not supported" in err.lower()


def group_unsupported(nic, group, what):
    left = [f for f in nic.facts if f.startswith(group + ".")]
    nic.compared += 1
    if left:
        nic.differences.append(f"{what}: they say it is not supported, facts are there: {left}")
    if not any(u.startswith(group + ".") and v["state"] == "unsupported" for u, v in nic.unavailable.items()):
        nic.differences.append(f"{what}: nothing says that {group} is unsupported")


# --- ip -j -d -s -s link

IP_PLAIN = {"mtu": "link.mtu", "min_mtu": "link.mtu-min", "txqlen": "link.tx-queue-len", "qdisc": "qdisc.root",
            "promiscuity": "link.promiscuity", "num_tx_queues": "link.tx-queues", "num_rx_queues": "link.rx-queues",
            "gso_max_size": "link.gso-max-size", "gso_max_segs": "link.gso-max-segs", "address": "link.address",
            "gro_max_size": "link.gro-max-size", "tso_max_size": "link.tso-max-size",
            "tso_max_segs": "link.tso-max-segs", "master": "link.master", "ifalias": "link.alias", "link": "link.lower",
            "permaddr": "link.perm-address"}
IP_STATS = {"rx": {"bytes": "rx_bytes", "packets": "rx_packets", "errors": "rx_errors", "dropped": "rx_dropped",
                   "over_errors": "rx_over_errors", "multicast": "multicast", "length_errors": "rx_length_errors",
                   "crc_errors": "rx_crc_errors", "frame_errors": "rx_frame_errors", "fifo_errors": "rx_fifo_errors",
                   "missed_errors": "rx_missed_errors", "nohandler": "rx_nohandler",
                   "otherhost_dropped": "rx_otherhost_dropped", "compressed": "rx_compressed"},
            "tx": {"bytes": "tx_bytes", "packets": "tx_packets", "errors": "tx_errors", "dropped": "tx_dropped",
                   "carrier_errors": "tx_carrier_errors", "collisions": "collisions",
                   "aborted_errors": "tx_aborted_errors", "fifo_errors": "tx_fifo_errors",
                   "window_errors": "tx_window_errors", "heartbeat_errors": "tx_heartbeat_errors",
                   "compressed": "tx_compressed"}}
IP_IGNORED = {"ifindex", "ifname", "flags", "linkmode", "link_type", "broadcast", "inet6_addr_gen_mode", "parentbus",
              "parentdev", "group", "allmulti", "link_index", "link_netnsid", "linkinfo", "stats64", "stats",
              "altnames", "operstate", "max_mtu", "af_spec", "vfinfo_list", "num_vf"}


def check_ip(nic, link, stats=True):
    what = "ip link"
    for key, value in link.items():
        if key in IP_PLAIN:
            if key == "address" and value == "00:00:00:00:00:00":
                nic.without("link.address", what)
            else:
                nic.same(IP_PLAIN[key], value, what)
        elif key == "carrier_changes":
            nic.same("link.carrier-changes", value, what)
        elif key == "carrier_up_count":
            nic.same("link.carrier-up-count", value, what)
        elif key == "carrier_down_count":
            nic.same("link.carrier-down-count", value, what)
        elif key not in IP_IGNORED:
            nic.odd(key, what)
    nic.same("link.oper", link["operstate"].lower(), what)
    nic.same("link.admin", "up" if "UP" in link["flags"] else "down", what)
    if "LOWER_UP" in link["flags"] and "link.carrier" in nic.facts:
        nic.same("link.carrier", True, what)
    nic.same("link.group", 0 if link.get("group") == "default" else int(link["group"]), what)
    if link.get("max_mtu"):
        nic.same("link.mtu-max", link["max_mtu"], what)
    else:
        nic.without("link.mtu-max", what)
    if link.get("altnames", []) != nic.nic.get("altnames", []):
        nic.differences.append(f"{what}: altnames {nic.nic.get('altnames')} and {link.get('altnames')}")
    if link.get("linkinfo", {}).get("info_kind") != nic.nic.get("kind"):
        nic.differences.append(f"{what}: kind {nic.nic.get('kind')} and {link.get('linkinfo')}")
    if link["ifindex"] != nic.nic["ifindex"]:
        nic.differences.append(f"{what}: ifindex")
    data = link.get("linkinfo", {}).get("info_data", {})
    if link.get("linkinfo", {}).get("info_kind") == "bridge":
        nic.same("bridge.vlan-filtering", bool(data["vlan_filtering"]), what)
        nic.same("bridge.stp-state", ["off", "kernel", "user"][data["stp_state"]], what)
    if link.get("linkinfo", {}).get("info_slave_kind") == "bridge":
        nic.same("bridge-port.state", link["linkinfo"]["info_slave_data"]["state"], what)
    if stats:
        for way, names in IP_STATS.items():
            for key, value in link["stats64"][way].items():
                if key in names:
                    nic.same("stats." + names[key], value, what)
                elif key in ("carrier_changes",):
                    nic.same("link.carrier-changes", value, what)
                else:
                    nic.odd(f"stats64.{way}.{key}", what)


# --- ethtool INTERFACE

PORTS = {"Twisted Pair": "tp", "AUI": "aui", "MII": "mii", "FIBRE": "fibre", "BNC": "bnc",
         "Direct Attach Copper": "da", "None": "none", "Other": "other"}
NO_MODE = ("TP", "AUI", "MII", "FIBRE", "BNC", "Backplane", "Autoneg", "Pause", "Asym_Pause", "None", "RS", "BASER",
           "LLRS")


def modes_only(words):
    return [w for w in words if w not in NO_MODE]


def check_modes(nic, name, words, what):
    """ethtool prints modes in an order of its own, and nothing for none."""
    nic.compared += 1
    ours = nic.facts.get(name)
    if ours is None:
        nic.differences.append(f"{what}: {name} is {nic.state(name)}")
    elif sorted(modes_only(ours)) != sorted(words):
        nic.differences.append(f"{what}: {name} is {ours}, they say {words}")


def check_link(nic, ifname):
    what = "ethtool"
    _, out, err = run("ethtool", ifname)
    if "No data available" in out + err and "Settings" not in out:
        for name in ("link.speed", "link.duplex", "link.autoneg"):
            nic.without(name, what, ("unsupported",))
        return
    # a list goes on in the lines below it
    lines, block = [], None
    for line in out.splitlines()[1:]:
        if re.match(r"^\t[^\t ].*:", line):
            lines.append(line.strip())
        elif lines and line.strip():
            lines[-1] += " " + line.strip()
    bool_word = {"on": True, "off": False}
    for line in lines:
        key, value = (s.strip() for s in line.split(":", 1))
        if key == "Supported link modes":
            check_modes(nic, "link.supported", [] if value == "Not reported" else value.split(), what)
        elif key == "Advertised link modes":
            check_modes(nic, "link.advertised", [] if value == "Not reported" else value.split(), what)
        elif key == "Link partner advertised link modes":
            check_modes(nic, "link.partner", [] if value == "Not reported" else value.split(), what)
        elif key == "Supports auto-negotiation":
            nic.compared += 1
            if ("Autoneg" in nic.facts["link.supported"]) != (value == "Yes"):
                nic.differences.append(f"{what}: {line}")
        elif key == "Advertised auto-negotiation":
            nic.compared += 1
            if ("Autoneg" in nic.facts["link.advertised"]) != (value == "Yes"):
                nic.differences.append(f"{what}: {line}")
        elif key == "Speed":
            if value == "Unknown!":
                nic.without("link.speed", what, ("unknown",))
            else:
                nic.same("link.speed", int(value.replace("Mb/s", "")), what)
        elif key == "Duplex":
            if value.startswith("Unknown"):
                nic.without("link.duplex", what, ("unknown",))
            else:
                nic.same("link.duplex", value.lower(), what)
        elif key == "Auto-negotiation":
            nic.same("link.autoneg", bool_word[value], what)
        elif key == "Port":
            nic.same("link.port", PORTS.get(value, value), what)
        elif key == "PHYAD":
            nic.same("link.phyaddr", int(value), what)
        elif key == "Transceiver":
            nic.same("link.transceiver", value, what)
        elif key == "MDI-X":
            if value.startswith("Unknown"):
                nic.without("link.mdix", what, ("unknown",))
            else:
                nic.same("link.mdix", value.split()[0], what)
        elif key == "Link detected":
            nic.same("link.detected", value.startswith("yes"), what)
        elif key == "Supports Wake-on":
            letters = dict(zip("pumbagsf", ("phy", "ucast", "mcast", "bcast", "arp", "magic", "magicsecure", "filter")))
            nic.compared += 1
            if sorted(nic.facts["wol.supported"]) != sorted(letters[c] for c in value if c != "d"):
                nic.differences.append(f"{what}: {line}")
        elif key in ("Supported ports", "Supported pause frame use", "Supported FEC modes", "Wake-on",
                     "Advertised pause frame use", "Advertised FEC modes", "Current message level",
                     "Link partner advertised pause frame use", "Link partner advertised auto-negotiation",
                     "Link partner advertised FEC modes", "SmartAN"):
            pass  # ports and pause bits are in the same lists, which were compared
        else:
            nic.odd(line, what)


# --- ethtool -k (JSON since 5.7)

LEGACY = {"rx-checksumming": "rx-checksum", "generic-receive-offload": "rx-gro", "large-receive-offload": "rx-lro",
          "rx-vlan-offload": "rx-vlan-hw-parse", "tx-vlan-offload": "tx-vlan-hw-insert",
          "ntuple-filters": "rx-ntuple-filter", "receive-hashing": "rx-hashing"}
GROUPS = ("tx-checksumming", "scatter-gather", "tcp-segmentation-offload", "generic-segmentation-offload")


def check_features(nic, ifname):
    what = "ethtool -k"
    rc, out, _ = run("ethtool", "--json", "-k", ifname)
    if rc:
        group_unsupported(nic, "feature", what)
        return
    theirs = json.loads(out)[0]
    seen = set()
    for name, value in theirs.items():
        if name == "ifname" or (name in GROUPS and name not in LEGACY):
            continue
        if name == "generic-segmentation-offload":
            continue
        feature = LEGACY.get(name, name)
        seen.add(feature)
        nic.same("feature." + feature, value["active"], what)
        if value["fixed"] is not None:
            nic.compared += 1
            if (feature in nic.facts["features.fixed"]) != value["fixed"]:
                nic.differences.append(f"{what}: {feature} fixed {value['fixed']}")
            nic.compared += 1
            wanted = not value["fixed"] and value["requested"] != value["active"]
            if (feature in nic.facts["features.requested"]) != wanted:
                nic.differences.append(f"{what}: {feature} requested {value}")
    left = {f.split(".", 1)[1] for f in nic.facts if f.startswith("feature.")} - seen
    if left - {"tx-generic-segmentation"}:
        nic.differences.append(f"{what}: features that they do not have: {left}")
    nic.same("feature.tx-generic-segmentation", theirs["generic-segmentation-offload"]["active"], what)


# --- rings, channels, coalesce, pause

def check_table(nic, ifname, option, group, names, words=None, derived=()):
    """Two blocks of `Name: value`, maxima before what is set; n/a for what there is not."""
    what = "ethtool " + option
    rc, out, err = run("ethtool", option, ifname)
    if rc:
        if not unsupported(err):
            nic.odd(err, what)
        group_unsupported(nic, group, what)
        return
    maxima = False
    for line in out.splitlines()[1:]:
        if line.startswith("Pre-set"):
            maxima = True
            continue
        if line.startswith("Current"):
            maxima = False
            continue
        if not line.strip():
            continue
        key, value = (s.strip() for s in line.split(":", 1))
        if key in derived:
            nic.compared += 1
            if derived[key] != value:
                nic.differences.append(f"{what}: {line}, from the modes of both sides it is {derived[key]}")
            continue
        if key not in names:
            nic.odd(line, what)
            continue
        name = f"{group}.{names[key]}" + ("-max" if maxima else "")
        if value == "n/a":
            nic.without(name, what, ("unsupported",))
        elif words and value in words:
            nic.same(name, words[value], what)
        else:
            nic.same(name, int(value), what)


RINGS = {"RX": "rx", "RX Mini": "rx-mini", "RX Jumbo": "rx-jumbo", "TX": "tx", "RX Buf Len": "rx-buf-len",
         "CQE Size": "cqe-size", "TX Push": "tx-push", "TCP data split": "tcp-data-split"}
CHANNELS = {"RX": "rx", "TX": "tx", "Other": "other", "Combined": "combined"}
SWITCH = {"on": True, "off": False}
COALESCE = {"stats-block-usecs": "stats-block-usecs", "sample-interval": "rate-sample-interval",
            "pkt-rate-low": "pkt-rate-low", "pkt-rate-high": "pkt-rate-high"}
for _way in ("rx", "tx"):
    for _suffix in ("", "-irq", "-low", "-high"):
        COALESCE[f"{_way}-usecs{_suffix}"] = f"{_way}-usecs{_suffix}"
        COALESCE[f"{_way}-frames{_suffix}"] = f"{_way}-max-frames{_suffix}"
    COALESCE.update({f"{_way}-frame{_suffix}": f"{_way}-max-frames{_suffix}" for _suffix in ("-low", "-high")})
COALESCE.update({f"tx-aggr-{n}": f"tx-aggr-{m}" for n, m in
                 (("max-bytes", "max-bytes"), ("max-frames", "max-frames"), ("time-usecs", "time-usecs"))})


def check_coalesce(nic, ifname):
    what = "ethtool -c"
    rc, out, err = run("ethtool", "-c", ifname)
    if rc:
        if not unsupported(err):
            nic.odd(err, what)
        group_unsupported(nic, "coalesce", what)
        return
    for line in out.splitlines()[1:]:
        m = re.match(r"^(Adaptive|CQE mode) RX: (\S+)\s+TX: (\S+)", line)
        if m:
            stem = "use-adaptive-" if m[1] == "Adaptive" else "use-cqe-mode-"
            for way, value in (("rx", m[2]), ("tx", m[3])):
                if value == "n/a":
                    nic.without(f"coalesce.{stem}{way}", what, ("unsupported",))
                else:
                    nic.same(f"coalesce.{stem}{way}", SWITCH[value], what)
            continue
        if not line.strip():
            continue
        key, value = (s.strip() for s in line.split(":", 1))
        if key not in COALESCE:
            nic.odd(line, what)
        elif value == "n/a":
            nic.without("coalesce." + COALESCE[key], what, ("unsupported",))
        else:
            nic.same("coalesce." + COALESCE[key], int(value), what)


def resolved_pause(nic):
    """IEEE 802.3 table 28B-3, on the modes of both sides: what ethtool calls negotiated."""
    ours, theirs = nic.facts.get("link.advertised", []), nic.facts.get("link.partner", [])
    if "Pause" in ours and "Pause" in theirs:
        return True, True
    if "Asym_Pause" in ours and "Asym_Pause" in theirs:
        return "Pause" in ours, "Pause" in theirs
    return False, False


def check_pause(nic, ifname):
    check_table(nic, ifname, "-a", "pause", {"Autonegotiate": "autoneg", "RX": "rx", "TX": "tx"}, SWITCH,
                {f"{way} negotiated": "on" if on else "off"
                 for way, on in zip(("RX", "TX"), resolved_pause(nic))})


def check_driver(nic, ifname):
    what = "ethtool -i"
    rc, out, err = run("ethtool", "-i", ifname)
    if rc:
        nic.without("driver.name", what, ("unsupported",))
        return
    names = {"driver": "name", "version": "version", "firmware-version": "firmware", "bus-info": "bus-info"}
    for line in out.splitlines():
        key, value = line.split(":", 1)
        if key in names and value.strip():
            nic.same("driver." + names[key], value.strip(), what)
        elif key in names:
            nic.without("driver." + names[key], what, ("unsupported",))
        elif not key.startswith("supports-") and key != "expansion-rom-version":
            nic.odd(line, what)


def check_counters(nic, ifname, moving=False):
    what = "ethtool -S"
    rc, out, err = run("ethtool", "-S", ifname)
    if rc or "no stats available" in out + err:
        nic.without("counter.*", what, ("unsupported",))
        return
    theirs = {}
    for line in out.splitlines()[1:]:
        key, value = (s.strip() for s in line.rsplit(":", 1))
        n = 2
        name = key
        while name in theirs:
            name, n = f"{key}#{n}", n + 1
        theirs[name] = int(value)
    for name, value in theirs.items():
        if moving:
            nic.compared += 1
            if not isinstance(nic.facts.get("counter." + name), int):
                nic.differences.append(f"{what}: no counter {name}")
        else:
            nic.same("counter." + name, value, what)
    left = {f.split(".", 1)[1] for f in nic.facts if f.startswith("counter.")} - set(theirs)
    if left:
        nic.differences.append(f"{what}: counters that they do not have: {left}")


def main():
    nicaudit = sys.argv[1]
    wanted = sys.argv[2:]
    moving = "--moving" in wanted
    wanted = [w for w in wanted if w != "--moving"]
    rc, out, err = run(nicaudit, "snapshot", "--all", *wanted)
    if rc:
        print(f"Bail out! snapshot: {err}")
        return 1
    snapshot = json.loads(out)
    links = {l["ifname"]: l for l in json.loads(run("ip", "-j", "-d", "-s", "-s", "link")[1])}
    failed = number = 0
    for each in snapshot["interfaces"]:
        ifname = each["name"]
        for title, check in (
                ("ip -j -d -s -s link", lambda n: check_ip(n, links[ifname], stats=not moving)),
                ("ethtool", lambda n: check_link(n, ifname)),
                ("ethtool -k", lambda n: check_features(n, ifname)),
                ("ethtool -g", lambda n: check_table(n, ifname, "-g", "ring", RINGS, SWITCH)),
                ("ethtool -l", lambda n: check_table(n, ifname, "-l", "channel", CHANNELS)),
                ("ethtool -c", lambda n: check_coalesce(n, ifname)),
                ("ethtool -a", lambda n: check_pause(n, ifname)),
                ("ethtool -S", lambda n: check_counters(n, ifname, moving)),
                ("ethtool -i", lambda n: check_driver(n, ifname))):
            nic = Nic(each)
            check(nic)
            number += 1
            if nic.differences or not nic.compared:
                failed += 1
                print(f"not ok {number} - {ifname}: {title}")
                for difference in nic.differences or ["nothing was compared"]:
                    print(f"#   {difference}")
            else:
                print(f"ok {number} - {ifname}: {title}, {nic.compared} values")
    print(f"1..{number}")
    return failed != 0


sys.exit(main())
