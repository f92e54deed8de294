#!/usr/bin/env python3
"""Distance tables that are written to a checkpoint while they are built, and taken up again, in memory and on disk: the same file byte by byte as without, however
often and wherever that was stopped; what cannot be gone on with is refused in plain words, and nothing is lost. tests/unit/table_disk.c compares the corpus."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Result, equal, expect, run_cases

SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))  # then it takes ten times as long
TOOL = Path(os.environ["FEWEST"]).resolve()
SEED = int(os.environ.get("FEWEST_SEED", "20261118"))
folder = None

FILES = {
    "deep.few": "var A = 0..200\nlet a = 0..199\nlet b = 1..200\nmove up: A a -> a+1\nmove drop: A b -> 0\nstart A is 0\ngoal A is 200\n",
    "lost.few": "string 12\nlet tail = rest\nlet x = a b\nmove cut: # tail ->\nmove mark: ab -> a#\nmove more: x a tail -> tail x x\n"
                "move swap: ab -> ba\nmove swap: ba -> ab\nstart abababab\ngoal a######\n",
    "one-way.few": "board 1 x 16\npieces a b .\nmove right: a . -> . a\nmove over: a b . -> . b a\nmove left: . b -> b .\nmove jump: a . . -> . . a\n"
                   "start aaaaa......bbbbb\ngoal bbbbb......aaaaa\n",
}

# By rank, by hash, found from the start, tags of a byte, where moves cannot be inverted, few states.
PUZZLES = ["eight", "rush-hour", "klotski", "deep.few", "lost.few", "two-jugs"]
LARGE = "eight" if SANITIZED else "tiles-2x5"


def enter(place):
    global folder
    folder = place
    for name, text in FILES.items():
        (place / name).write_text(text)


def fewest(*arguments, **options):
    return Result(subprocess.run([TOOL, *arguments], cwd=folder, capture_output=True, timeout=300, **options))


def table_of(puzzle):
    got = fewest("table", "build", puzzle, "--distances", "--output", "wanted")
    equal(got.status, 0, puzzle, got)
    return (folder / "wanted").read_bytes()


def a_table_that_is_kept_is_the_same():
    for puzzle in PUZZLES:
        wanted = table_of(puzzle)
        got = fewest("table", "build", puzzle, "--distances", "--output", "got", "--checkpoint", "kept", "--every", "0.001")
        equal(got.status, 0, puzzle, got)
        equal((folder / "got").read_bytes() == wanted, True, puzzle)
        (folder / "got").unlink()
        got = fewest("table", "build", "--resume", "kept")  # the checkpoint says where to
        equal(got.status, 0, puzzle, got)
        equal((folder / "got").read_bytes() == wanted, True, puzzle, "again")
        (folder / "kept").unlink()


def it_survives_being_killed_at_any_moment():
    chance = random.Random(SEED)
    wanted = table_of(LARGE)
    command = ["table", "build", LARGE, "--distances", "--output", "got", "--checkpoint", "killed", "--every", "0.001"]
    for kill in range(6 if SANITIZED else 12):
        job = subprocess.Popen([TOOL, *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(chance.uniform(0.0, 0.15))
        job.send_signal((signal.SIGTERM, signal.SIGKILL, signal.SIGKILL, signal.SIGINT)[kill % 4])
        job.communicate()
        if (folder / "killed").exists():
            command = ["table", "build", "--resume", "killed", "--every", "0.001"]
    got = fewest(*command)
    equal(got.status, 0, got, "seed", SEED)
    equal((folder / "got").read_bytes() == wanted, True, "seed", SEED)
    equal([path.name for path in folder.glob("killed*") if path.name != "killed"], [], "left behind")


def a_limit_says_how_to_go_on():
    wanted = table_of("tiles-2x5")
    got = fewest("table", "build", "tiles-2x5", "--distances", "--output", "got", "--checkpoint", "late", "--time", "0.02")
    for _ in range(3):
        expect(got.status in (0, 3), got)
        if got.status == 3:
            expect("continue with: fewest table build --resume late" in got.out or not (folder / "late").exists(), got)
        got = fewest("table", "build", *([] if (folder / "late").exists() else ["tiles-2x5", "--distances", "--output", "got", "--checkpoint", "late"]),
                     *(["--resume", "late"] if (folder / "late").exists() else []), "--time", "0.1")
    got = fewest("table", "build", "--resume", "late")
    equal(got.status, 0, got)
    equal((folder / "got").read_bytes() == wanted, True)
    expect("table build --resume late" in fewest("resume").out)


def what_cannot_be_gone_on_with_is_refused():
    got = fewest("table", "build", "eight", "--distances", "--output", "got", "--checkpoint", "good", "--every", "0.001")
    equal(got.status, 0, got)
    whole = (folder / "good").read_bytes()
    for arguments, why in (
        (["table", "build", "fifteen", "--resume", "good"], "another puzzle"),
        (["table", "build", "eight", "--goal", "x 1 2 / 3 4 5 / 6 7 8", "--resume", "good"], "another"),
        (["solve", "--resume", "good"], "of a distance table, not of a search"),
        (["explore", "--resume", "good"], "of a distance table, not of an exploration"),
        (["table", "build", "--resume", "none"], "cannot be read"),
        (["table", "build"], "--resume F"),
        (["table", "build", "eight", "--checkpoint", "new"], "pattern databases cannot be kept"),
        (["table", "build", "eight", "--distances", "--output", "got", "--checkpoint", "no/such/folder"], "cannot be written"),
    ):
        got = fewest(*arguments, stdin=subprocess.DEVNULL)
        expect(got.status in (2, 4), arguments, got)
        expect(why in got.err, arguments, got)
    expect(not (folder / "new").exists())
    equal((folder / "good").read_bytes() == whole, True, "what was refused was written to")
    for place in range(0, len(whole), len(whole) // (30 if SANITIZED else 150) + 1):
        (folder / "damaged").write_bytes(whole[:place] + bytes([whole[place] ^ (1 << place % 8)]) + whole[place + 1:])
        equal(fewest("table", "build", "--resume", "damaged").status, 2, place)
    for length in (0, 8, 55, 56, len(whole) // 2, len(whole) - 1):
        (folder / "damaged").write_bytes(whole[:length])
        equal(fewest("table", "build", "--resume", "damaged").status, 2, length)


# Memory that does not suffice for tiles-2x5, and memory that does, in both of which its states are numbered in the same way.
LITTLE = ["--memory", "6M", "--disk", "parts"]
ENOUGH = ["--memory", "12M"]
ON_DISK = ["table", "build", "tiles-2x5", "--distances", "--output", "got", *LITTLE]


def in_memory():
    (folder / "parts").mkdir(exist_ok=True)
    got = fewest("table", "build", "tiles-2x5", "--distances", "--output", "wanted", *ENOUGH)
    equal(got.status, 0, got)
    return (folder / "wanted").read_bytes()


def has_come_to(wanted, got):
    equal(got.status, 0, got, "seed", SEED)
    equal((folder / "got").read_bytes() == wanted, True, "seed", SEED)
    equal(list((folder / "parts").iterdir()), [], "left behind")
    (folder / "got").unlink()


def a_table_on_disk_is_the_same():
    wanted = in_memory()
    has_come_to(wanted, fewest(*ON_DISK, "--threads", "2"))
    has_come_to(wanted, fewest(*ON_DISK, "--checkpoint", "whole", "--every", "0.001"))
    expect(not (folder / "whole").exists(), "it is of no use any more")


def where_moves_cannot_be_undone_nothing_is_left_on_the_disk_either():
    (folder / "parts").mkdir(exist_ok=True)
    got = fewest("table", "build", "one-way.few", "--distances", "--output", "got", "--memory", "4M", "--disk", "parts", "--checkpoint", "kept")
    equal(got.status, 0, got)
    equal(sorted(path.name for path in [*folder.glob("kept*"), *(folder / "parts").iterdir()]), [], got)
    expect("646,182, up to 85 moves from the goal" in got.out, got)


def on_disk_it_survives_being_killed_at_any_moment():
    chance = random.Random(SEED)
    wanted = in_memory()
    command = [*ON_DISK, "--checkpoint", "killed", "--every", "0.001"]
    for kill in range(8):
        job = subprocess.Popen([TOOL, *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(chance.uniform(0.0, 0.4))
        job.send_signal((signal.SIGKILL, signal.SIGTERM, signal.SIGKILL)[kill % 3])
        job.communicate()
        if (folder / "killed").exists():
            command = ["table", "build", "--resume", "killed", "--every", "0.001", "--memory", "6M"]  # the checkpoint names the folder
        elif kill and (folder / "got").exists():
            break  # it came to its end before
    has_come_to(wanted, fewest(*command) if (folder / "killed").exists() or not (folder / "got").exists() else fewest(*ON_DISK))


def a_disk_that_does_not_suffice_loses_nothing():
    wanted = in_memory()
    got = fewest(*ON_DISK, "--disk-limit", "700K", "--checkpoint", "full", "--every", "0.001")
    equal(got.status, 4, got)
    expect("more than --disk-limit allows is needed in parts" in got.err, got)
    expect("continue with: fewest table build --resume full" in got.out, got)
    parts = {part: part.read_bytes() for part in [folder / "full", *(folder / "parts").iterdir()]}
    layers = max(parts, key=lambda part: len(parts[part]))  # the file of all of them
    for place in (100, len(parts[layers]) // 2):  # no changed byte is used
        layers.write_bytes(parts[layers][:place] + bytes([parts[layers][place] ^ 1]) + parts[layers][place + 1:])
        got = fewest("table", "build", "--resume", "full", "--disk", "parts", "--memory", "6M")
        expect(got.status in (2, 4) and "damaged" in got.err, place, got)
        for part, whole in parts.items():
            part.write_bytes(whole)
    has_come_to(wanted, fewest("table", "build", "--resume", "full", "--disk", "parts", "--memory", "6M"))


def what_is_not_for_the_disk_is_refused():
    for arguments, why in (
        (["table", "build", "eight", "--disk", "parts"], "pattern databases are built in memory"),
        ([*ON_DISK[:-1], "nowhere"], "no file can be made in nowhere"),
    ):
        got = fewest(*arguments)
        expect(got.status in (2, 4) and why in got.err, arguments, got)


CASES = [
    a_table_that_is_kept_is_the_same,
    it_survives_being_killed_at_any_moment,
    a_limit_says_how_to_go_on,
    what_cannot_be_gone_on_with_is_refused,
    what_is_not_for_the_disk_is_refused,
]
if not SANITIZED:  # which takes more memory for itself than these limits; tests/unit/table_disk.c runs with it
    CASES += [a_table_on_disk_is_the_same, where_moves_cannot_be_undone_nothing_is_left_on_the_disk_either, on_disk_it_survives_being_killed_at_any_moment, a_disk_that_does_not_suffice_loses_nothing]

run_cases([case for case in CASES if sys.argv[1:] in ([], [case.__name__])], enter)
