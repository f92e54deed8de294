#!/usr/bin/env python3
"""Control-C and SIGTERM at any moment, in every command: status 130, nothing half written, no program left behind."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Failure, equal, expect, run_cases

TOOL = os.environ["FEWEST"]
PATIENCE = 60  # seconds; only a failure waits so long
TRIES = 50  # until a command that is soon done is met by a signal
HARD = "x 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"  # 80 moves: no search is done within seconds
folder = None
moments = random.Random(1)


def enter(place):
    global folder
    folder = place


def many_choices():
    """A puzzle that takes minutes and gigabytes to compile."""
    lines = ["board 1 x 8", "pieces 0..99", "let u = 0..99", "let v = 0..99", "let w = 0..99"]
    lines += [f"move m{i}, at 1,{1 + i % 5}: u v w -> v w u where u <= {99 - i // 10}" for i in range(50)]
    lines += ["start 0 1 2 3 4 5 6 7", "goal 1 1 1 1 1 1 1 1"]
    path = folder / "choices.few"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def catches_signals(process):
    """Whether it has come so far that it could answer a signal."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("SigCgt:"):
            return int(line.split()[1], 16) >> (signal.SIGTERM - 1) & 1
    return False


def begin(arguments, **files):
    files = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **files}
    process = subprocess.Popen([TOOL, *arguments], cwd=folder, **files)
    end = time.monotonic() + PATIENCE
    while not catches_signals(process) and process.poll() is None:
        expect(time.monotonic() < end, "it did not begin")
        time.sleep(0.001)
    return process


def end(process, number, what):
    process.send_signal(number)
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise Failure(f"{what}: {number.name} did not end it")


def left_over():
    return sorted(path.name for path in folder.iterdir())


def try_to_interrupt(arguments, number, moment, files):
    """The status of a command that a signal came to; None: it was done before, and what it wrote is gone again. It may also be
    done while the signal is sent: status 0."""
    before = left_over()
    process = begin(arguments, **files)
    time.sleep(moment)
    if process.poll() is None:
        status = end(process, number, " ".join(arguments))
        if status != 0:
            return status
    for name in set(left_over()) - set(before):
        (folder / name).unlink()
    return None


def interrupt(*arguments, rounds=3, longest=0.6, statuses=(130,), **files):
    """Begins a command and ends it by signals, some time after its beginning. How long it takes depends on the machine: where it
    was done before, the signal comes earlier the next time."""
    for turn in range(rounds):
        number = (signal.SIGINT, signal.SIGTERM)[turn % 2]
        moment = 0 if turn == 0 else moments.uniform(0, longest)
        for _ in range(TRIES):
            status = try_to_interrupt(arguments, number, moment, files)
            if status is not None or 0 in statuses:
                break
            moment /= 2
        expect(status in statuses or (status is None and 0 in statuses), " ".join(arguments)[:100],
               f"{number.name} after {moment:.3f} s: status {status}")


def test_solve():
    for more in ([], ["--algorithm=bfs"], ["--algorithm=idastar"], ["--algorithm=astar"], ["--json"], ["--all"]):
        interrupt("solve", "fifteen", HARD, "--memory=1G", *more)


def test_while_rules_are_compiled():
    puzzle = many_choices()
    interrupt("solve", puzzle, rounds=4)
    interrupt("explore", puzzle)
    interrupt("explain", puzzle)
    interrupt("generate", puzzle)
    interrupt("compare", puzzle)
    interrupt("check", puzzle, "-", "m0")
    interrupt("table", "build", puzzle, "--output=table")
    interrupt("solve", puzzle, "--check-bound")
    equal(left_over(), ["choices.few"])


def test_while_a_text_is_read():
    head = ("board 4 x 4\npieces 1..15 .\nlet t = 1..15\nmove any direction: . t -> t .\n"
            "start 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 . 15\n")
    goal = "goal 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 .\n"
    (folder / "goals.few").write_text(head + goal * 200000)
    interrupt("solve", "goals.few", longest=0.2)
    for command in (["solve", "-"], ["explain", "-"], ["explore", "-"], ["import", "-"], ["contest", "poj-1077"]):
        reader, writer = os.pipe()  # into which nobody ever writes
        interrupt(*command, stdin=reader)
        os.close(reader)
        os.close(writer)
    os.mkfifo(folder / "pipe")
    interrupt("solve", "./pipe")
    interrupt("import", "./pipe")


def test_explain():
    interrupt("explain", "lights-out-5x5", "--states=100000000", longest=0.2)
    interrupt("explain", "pocket-cube", "--states=100000000", "--json", longest=0.2)


def test_explore():
    interrupt("explore", "tiles-3x4")
    interrupt("explore", "tiles-4x4", "--memory=1G", "--method=hash", "--threads=2")
    interrupt("explore", "pocket-cube", "--method=hash", "--solutions", longest=0.2)
    interrupt("explore", "cube-2x3x3", "--threads=2")  # by coordinates
    for turn in range(3):
        interrupt("explore", "tiles-4x4", "--memory=1G", "--method=hash", "--csv=layers.csv", "--svg=layers.svg", rounds=1)
        for name in left_over():
            text = (folder / name).read_text()
            expect(text.endswith("</svg>\n" if name.endswith(".svg") else "\n"), "half of", name, "is left")
            (folder / name).unlink()


def test_compare():
    # From one short search to the next: one that was over just when the signal came went on with the others.
    interrupt("compare", "eight", "--random=10000", "--steps=20", rounds=8, longest=1.5)
    interrupt("compare", "fifteen", HARD, "--memory=1G", "--csv=rows.csv")


def test_generate():
    interrupt("generate", "tiles-3x4", "--hardest", "--memory=1G")
    interrupt("generate", "fifteen", "--count=1000", "--unique")


def test_batches():
    (folder / "starts.txt").write_text(f"{HARD}\n" * 20)
    interrupt("solve", "fifteen", "--starts=starts.txt", "--memory=1G")
    interrupt("solve", "fifteen", "--starts=starts.txt", "--memory=1G", "--threads=2")
    interrupt("rate", "tiles-3x4", "fifteen", "--html=report.html", "--threads=2", "--memory=1G")
    equal(left_over(), ["starts.txt"])


def test_table():
    interrupt("table", "build", "tiles-3x4", "--distances", "--output=table", "--memory=2G")
    interrupt("table", "build", "fifteen", "--output=table", longest=0.05)  # it is done soon
    equal(left_over(), [])
    built = subprocess.run([TOOL, "table", "build", "eight", "--distances", "--output=table"], cwd=folder,
                           stdout=subprocess.DEVNULL)
    equal(built.returncode, 0)
    for _ in range(3):  # it may be done before the signal comes
        interrupt("table", "verify", "table", rounds=2, longest=0.02, statuses=(130, 0))


def test_picture():
    """A long way as a picture; where it was written before the signal came, it is whole."""
    for turn in range(6):
        interrupt("solve", "eight", "8 6 7 / 2 5 4 / 3 x 1", "--svg=way.svg", rounds=1, longest=0.05,
                  statuses=(130, 0))
        if (folder / "way.svg").exists():
            expect((folder / "way.svg").read_text().endswith("</svg>\n"), "half a picture is left")
            (folder / "way.svg").unlink()


def test_output_that_nobody_reads():
    for command in (["print", "klotski"], ["list"], ["help", "solve"], ["solve", "eight", "2 3 4 / 1 5 x / 7 6 8"]):
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        try:
            while True:
                os.write(writer, b" " * 65536)
        except BlockingIOError:
            pass
        os.set_blocking(writer, True)
        interrupt(*command, stdout=writer)
        os.close(reader)
        os.close(writer)


def is_running(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_judge():
    program = folder / "slow"
    program.write_text("#!/bin/sh\nsleep 1000 &\necho $$ $! > running.new; mv running.new running; wait\n")
    program.chmod(0o755)
    for number in (signal.SIGINT, signal.SIGTERM):
        process = begin(["judge", "poj-1077", "--time-limit=500", "--", str(program)])
        patience = time.monotonic() + PATIENCE
        while not (folder / "running").exists():
            expect(time.monotonic() < patience and process.poll() is None, "judge began no program")
            time.sleep(0.01)
        children = [int(word) for word in (folder / "running").read_text().split()]
        equal(end(process, number, "judge"), 130)
        while any(is_running(child) for child in children):
            expect(time.monotonic() < patience, "a program is left behind")
            time.sleep(0.01)
        (folder / "running").unlink()


run_cases([case for name, case in list(globals().items()) if name.startswith("test_")], enter)
