"""What the tests of the tool from outside share: what is expected, what a run gave, how much memory it had, and the loop over
the cases of a file. A test says `sys.path.insert(0, ...)` with the folder of this file, and imports from it."""

import fcntl
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path


class Failure(Exception):
    pass


def expect(condition, *what):
    if not condition:
        raise Failure(" ".join(str(part) for part in what) or "not as expected")


def equal(got, wanted, *what):
    expect(got == wanted, *what, f"got {got!r}, wanted {wanted!r}")


class Result:
    """Of a run whose output was taken as bytes."""

    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout.decode("utf-8", "strict") if done.stdout is not None else ""
        self.err = done.stderr.decode("utf-8", "replace") if done.stderr is not None else ""

    def __str__(self):
        return f"status {self.status}, stdout {self.out[:600]!r}, stderr {self.err[:600]!r}"


def peak_resident(arguments):
    """Status, most resident bytes and output of a run, read while it waits to write its last words: the pipe
    that it writes to is full. (What the system says at the end counts its parent before exec, too.)"""
    reader, writer = os.pipe()
    flags = fcntl.fcntl(writer, fcntl.F_GETFL)
    fcntl.fcntl(writer, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    stuffing = 0
    try:
        while True:
            stuffing += os.write(writer, b" " * 65536)
    except BlockingIOError:
        pass
    fcntl.fcntl(writer, fcntl.F_SETFL, flags)
    process = subprocess.Popen(arguments, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    asleep = 0
    deadline = time.monotonic() + 300
    while asleep < 10:
        expect(time.monotonic() < deadline and process.poll() is None, "did not come to its end")
        state = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0]
        asleep = asleep + 1 if state == "S" else 0
        time.sleep(0.01)
    text = Path(f"/proc/{process.pid}/status").read_text()
    peak = int(re.search(r"VmHWM:\s+(\d+) kB", text)[1]) * 1024
    with os.fdopen(reader, "rb") as pipe:
        output = pipe.read()[stuffing:].decode()
    process.communicate()
    return process.returncode, peak, output


def run_cases(cases, enter):
    """Runs each case in a folder of its own, which enter(folder) is told of, and ends the program."""
    failed = 0
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            enter(Path(folder))
            begun = time.monotonic()
            try:
                case()
                print(f"ok {case.__name__} ({time.monotonic() - begun:.1f} s)", flush=True)
            except Exception:
                failed += 1
                print(f"FAILED: {case.__name__}")
                traceback.print_exc(file=sys.stdout)
    print(f"{len(cases) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
