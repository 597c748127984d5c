# SPDX-License-Identifier: GPL-2.0-or-later
"""Hands a guest's wishes to QEMU: OUT/qmp.GUEST.N.request holds a QMP command, the answer goes to .answer. Ends with QEMU."""
import glob
import json
import os
import socket
import sys
import time


def connect(path):
    for _ in range(100):
        try:
            qmp = socket.socket(socket.AF_UNIX)
            qmp.connect(path)
            return qmp
        except OSError:
            time.sleep(0.1)
    sys.exit(f"{path}: QEMU does not listen")


def ask(stream, command):
    stream.write(command + "\n")
    stream.flush()
    for line in stream:
        answer = json.loads(line)
        if "return" in answer or "error" in answer:
            return answer
    sys.exit(0)


def main(path, out, guest):
    qmp = connect(path)
    stream = qmp.makefile("rw")
    stream.readline()  # the greeting
    ask(stream, '{"execute": "qmp_capabilities"}')
    while True:
        for request in glob.glob(f"{out}/qmp.{guest}.*.request"):
            with open(request) as file:
                answer = ask(stream, file.read().strip())
            os.remove(request)
            partly = request[: -len("request")] + "partly"
            with open(partly, "w") as file:
                json.dump(answer, file)
            os.rename(partly, request[: -len("request")] + "answer")
        time.sleep(0.1)
        ask(stream, '{"execute": "query-name"}')  # fails once QEMU is gone


try:
    main(*sys.argv[1:])
except (BrokenPipeError, ConnectionResetError):
    pass
