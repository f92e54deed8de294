#!/usr/bin/env python3
"""Explorations that several processes share and write to a checkpoint, started by a real mpirun on this machine: whoever goes on from it, as many processes, more, fewer or
one alone, comes to the same depth table, the same deepest states and the same number of moves, wherever it was ended, by SIGKILL too; files that are damaged or do not
belong together are refused.

run-checkpoint.py --torture N [WORD…]     N kills of a process with SIGKILL at random moments of each exploration whose name has these words; TORTURE_SEED

Skipped where there is no mpirun, or fewest was built without MPI.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Result, equal, expect, run_cases
from job import PATIENCE, SANITIZED, TOOL, by_number, kill_until_done, parts_of, processes_of, run_alone, run_together, skip_without_mpi, start_together, write_puzzles

SEED = int(os.environ.get("TORTURE_SEED", "1"))
folder = None

# As in run.py: all methods, states of one word and of more, moves that cannot be undone, a string, classes of states.
RUNS = {
    "by sets of many chunks": ["tiles-2x4", "--method", "sets", "--hardest", "3"],
    "by sets of one chunk": ["four-in-line", "--hardest", "7"],
    "by sets and threads": ["tiles-2x4", "--method", "sets", "--from-goal", "--threads", "2"],
    "by rank": ["tiles-2x4", "--method", "rank", "--symmetry", "off", "--hardest", "3"],
    "by hash": ["tiles-2x4", "--method", "hash", "--symmetry", "off", "--hardest", "3"],
    "wide states": ["klotski", "--method", "hash", "--symmetry", "off", "--hardest", "5"],
    "one way": ["one-way.few", "--method", "hash", "--hardest", "2"],
    "one way by rank": ["one-way.few", "--method", "rank", "--hardest", "2"],
    "a string": ["text.few", "--hardest", "4"],
    "symmetries": ["pegs", "--method", "hash", "--symmetry", "on"],
}
MAIN = ("by sets of many chunks", "by rank", "by hash")
PEGS = ("board 1 x 11\npieces o .\nmove right: o o . -> . . o\nmove left: . o o -> o . .\nmove step: o . . -> . . o\nmove back: . . o -> o . .\n"
        "start o o o o o . o o o o o\n")
CHAINS = ((3, 2, 1, 3), (1, 3, 2, 1), (2, 4, 1, 2))


def enter(place):
    global folder
    folder = place
    write_puzzles(place)
    (place / "pegs").write_text(PEGS)


def explore(processes, *arguments):
    if processes == 1:
        return run_alone(folder, "explore", *arguments)
    return run_together(folder, processes, TOOL, "explore", *arguments)


def outcome(result):
    found = json.loads(result.out)
    return {key: found.get(key) for key in ("status", "states", "depths", "max_depth", "hardest", "branching_factor", "symmetry", "method")}


def parts():
    return parts_of(folder)


def wanted_of(arguments):
    result = explore(1, *arguments, "--json")
    equal(result.status, 0, arguments, result)
    return outcome(result)


def any_number_goes_on_from_any_other():
    """From limit to limit: in the midst of a layer, where the limit is on states."""
    chance = random.Random(SEED)
    for at, (name, arguments) in enumerate(RUNS.items()):
        wanted = wanted_of(arguments)
        for option, most in ("--states", wanted["states"]), ("--max-depth", wanted["max_depth"]):
            if (SANITIZED or name not in MAIN) and (option == "--states") == at % 2:
                continue
            if SANITIZED and name not in MAIN and at % 3:
                continue
            chain = CHAINS[(at + len(option)) % len(CHAINS)]
            limits = sorted(chance.sample(range(1, most), len(chain) - 1))
            what = (name, chain, option, limits, "seed", SEED)
            got = explore(chain[0], *arguments, "--checkpoint", "kept", option, str(limits[0]))
            for processes, limit in zip(chain[1:], limits[1:]):
                equal(got.status, 3, *what, got)
                expect("fewest explore --resume kept" in got.out, *what, got)
                got = explore(processes, "--resume", "kept", option, str(limit))
            equal(got.status, 3, *what, got)
            equal(len(parts()), chain[-2] if chain[-2] > 1 else 0, *what, parts())
            got = explore(chain[-1], "--resume", "kept", "--json")
            equal(got.status, 0, *what, got)
            equal(outcome(got), wanted, *what)
            equal(parts(), [], *what)
            equal(outcome(explore(2, "--resume", "kept", "--json")), wanted, *what, "once more")


def the_deepest_are_found_by_whoever_ends_it():
    """Ended at the last layer but one, and in the last one."""
    for name in MAIN:
        wanted = wanted_of(RUNS[name])
        for depth in (wanted["max_depth"] - 1, wanted["max_depth"]):
            got = explore(2, *RUNS[name], "--checkpoint", "kept", "--max-depth", str(depth))
            expect(got.status in (0, 3), name, depth, got)
            got = explore(3, "--resume", "kept", "--json")
            equal(outcome(got), wanted, name, depth)


def killed_at_any_moment_it_goes_on():
    chance = random.Random(SEED)
    for name in MAIN:
        wanted = wanted_of(RUNS[name])
        result, _ = kill_until_done(folder, "explore", RUNS[name], chance, 2 if SANITIZED else 3, 6 if SANITIZED else 1.5)
        equal(result.status, 0, name, result)
        equal(outcome(result), wanted, name)
        equal(parts(), [], name)
        (folder / "kept").unlink()


def who_is_killed_leaves_a_message_that_says_how_to_go_on():
    for which in range(3):
        arguments = ["tiles-3x4", "--method", "hash", "--symmetry", "off"]
        job = start_together(folder, 3, TOOL, "explore", *arguments, "--checkpoint", "kept", "--every", "0.01")
        found = sorted(processes_of(job.pid, 3))
        while not parts():
            expect(job.poll() is None, "it ended")
            time.sleep(0.02)
        os.kill(found[which], signal.SIGKILL)
        begun = time.monotonic()
        _, err = job.communicate(timeout=10 * PATIENCE)
        expect(time.monotonic() - begun < PATIENCE, "it took", time.monotonic() - begun, "s")
        equal(job.returncode, 128 + signal.SIGKILL, err)
        expect(b"signal 9" in err, err)
        equal(err.count(b"continue from the last checkpoint with: mpirun -n 3 fewest explore --resume kept\n"), 1, err)
        listed = json.loads(run_alone(folder, "resume", "--json").out)["checkpoints"]
        equal([(entry["file"], entry["whole"]) for entry in listed], [("kept", False)])
        depth = listed[0]["layers"] + 2
        wanted = json.loads(explore(1, *arguments, "--max-depth", str(depth), "--json").out)["depths"]
        got = explore(2, "--resume", "kept", "--max-depth", str(depth), "--json")
        equal(got.status, 3, got)
        equal(json.loads(got.out)["depths"], wanted)
        for path in folder.glob("kept*"):
            path.unlink()


def a_signal_writes_it_and_ends_all_in_order():
    job = start_together(folder, 2, TOOL, "explore", "tiles-3x4", "--method", "hash", "--symmetry", "off", "--checkpoint", "kept", "--every", "1h")
    found = processes_of(job.pid, 2)
    while not (folder / "kept").exists():
        expect(job.poll() is None, "it ended")
        time.sleep(0.02)
    time.sleep(0.5)
    os.kill(found[1], signal.SIGTERM)
    out, err = job.communicate(timeout=10 * PATIENCE)
    expect(b"interrupted" in out and b"continue with: mpirun -n 2 fewest explore --resume kept" in out, job.returncode, out, err)
    got = explore(3, "--resume", "kept", "--max-depth", "24", "--json")
    equal(got.status, 3, got)
    depths = json.loads(got.out)["depths"]
    wanted = json.loads(explore(1, "tiles-3x4", "--method", "hash", "--max-depth", "24", "--json").out)["depths"]
    equal(depths[:25], wanted)


def keep(processes, depth, *arguments):
    arguments = arguments or ("tiles-2x4", "--method", "hash", "--symmetry", "off")
    got = explore(processes, *arguments, "--checkpoint", "kept", "--max-depth", str(depth))
    equal(got.status, 3, got)


def refused(words, who=(1, 2)):
    for processes in who:
        got = explore(processes, "--resume", "kept", "--json")
        equal(got.status, 2, processes, words, got)
        said = json.loads(got.out)["error"]
        said = said if isinstance(said, str) else said["message"]
        expect(words in said, processes, words, got)
        expect("told to end" not in got.err, processes, words, got)  # mpirun sends signals to the others, which have nothing to add


def a_changed_byte_in_any_file_is_noticed():
    chance = random.Random(SEED)
    for name in MAIN:
        keep(3, 12, *RUNS[name])
        for file in ["kept", *parts()]:
            path = folder / file
            good = path.read_bytes()
            for place in (0, 9, 30, 56, len(good) - 1, chance.randrange(57, len(good))):
                path.write_bytes(good[:place] + bytes([good[place] ^ 1 << chance.randrange(8)]) + good[place + 1:])
                refused(file, who=(1, 2) if place == len(good) - 1 else (1,))
            path.write_bytes(good[:-1])
            refused(file, who=(1,))
            listed = json.loads(run_alone(folder, "resume", "--json").out)["checkpoints"]
            equal(len(listed), 1)
            expect(file in listed[0]["error"], listed)
            path.write_bytes(good)
        equal(outcome(explore(2, "--resume", "kept", "--json")), wanted_of(RUNS[name]), name)


def files_of_different_checkpoints_are_refused():
    (folder / "older").mkdir()
    keep(3, 10)
    for path in folder.glob("kept*"):
        shutil.copy(path, folder / "older")
    old = sorted(path.name for path in (folder / "older").glob("kept.*"))
    got = explore(3, "--resume", "kept", "--max-depth", "12")
    equal(got.status, 3, got)
    new = parts()
    equal((len(old), len(new)), (3, 3))
    good = (folder / new[1]).read_bytes()
    shutil.copy(folder / "older" / old[1], folder / new[1])
    refused("it is of another checkpoint")
    shutil.copy(folder / new[0], folder / new[1])
    refused("it is of another checkpoint")
    (folder / new[1]).unlink()
    refused(f"{new[1]} cannot be read")
    (folder / new[1]).write_bytes(good)
    recent = (folder / "kept").read_bytes()
    shutil.copy(folder / "older/kept", folder / "kept")
    refused("cannot be read" if old != new else "it is of another checkpoint")
    (folder / "kept").write_bytes(recent)
    equal(outcome(explore(2, "--resume", "kept", "--json")), wanted_of(["tiles-2x4", "--method", "hash", "--symmetry", "off"]))


def another_puzzle_or_start_is_refused_once():
    keep(2, 10)
    for arguments, words in ((["tiles-2x3"], "another puzzle"), (["tiles-2x4", "--from", "x 1 2 3 / 4 5 6 7"], "another start"), (["tiles-2x4", "--from-goal"], "another exploration")):
        got = explore(2, *arguments, "--resume", "kept")
        equal(got.status, 2, got)
        equal(got.err.count(words), 1, got)


def what_several_do_not_share_is_continued_by_one():
    got = explore(1, "pocket-cube", "--method", "coordinates", "--max-depth", "5", "--checkpoint", "kept")
    equal(got.status, 3, got)
    refused("by coordinates, which several processes do not share", who=(2,))
    got = explore(1, "pegs", "--method", "rank", "--symmetry", "on", "--max-depth", "5", "--checkpoint", "kept")
    equal(got.status, 3, got)
    refused("by rank with symmetries, which several processes do not share", who=(2,))


def a_folder_that_is_not_shared_is_an_error_at_once():
    (folder / "there").mkdir()
    command = f"exec {TOOL} explore tiles-2x3 --checkpoint kept"
    got = run_together(folder, 2, *by_number(f"cd there && {command}", command))
    equal(got.status, 2, got)
    equal(got.err.count("in a folder that all machines share"), 1, got)
    got = explore(2, "tiles-2x3", "--checkpoint", "missing/kept")
    equal(got.status, 2, got)
    equal(got.err.count("missing/kept cannot be written"), 1, got)


def a_part_that_cannot_be_written_leaves_the_last_checkpoint():
    keep(2, 10)
    before = {path.name: path.read_bytes() for path in folder.glob("kept*")}
    other = "b" if parts()[0].startswith("kept.a") else "a"
    (folder / f"kept.{other}1").mkdir()  # no file takes the name of a folder
    got = explore(2, "--resume", "kept", "--max-depth", "12")
    equal(got.status, 4, got)
    expect(f"process 1: the checkpoint kept.{other}1 cannot be written" in got.err, got)
    equal({name: (folder / name).read_bytes() for name in before}, before)
    (folder / f"kept.{other}1").rmdir()
    equal(outcome(explore(3, "--resume", "kept", "--json")), wanted_of(["tiles-2x4", "--method", "hash", "--symmetry", "off"]))
    equal(parts(), [])


def a_file_of_another_kind_is_never_replaced():
    for name, who in (("kept.b1", "process 1"), ("kept.a0", "kept.a0"), ("kept", "kept")):
        (folder / name).write_text("mine\n")
        got = explore(2, "tiles-2x4", "--checkpoint", "kept", "--max-depth", "10")
        equal(got.status, 2, got)
        expect(who in got.err and f"{name} is not a" in got.err and "is not replaced" in got.err, got)
        equal((folder / name).read_text(), "mine\n")
        (folder / name).unlink()
        equal([path.name for path in folder.glob("kept*")], [])


def another_file_may_be_written_to():
    keep(2, 10)
    for processes in (3, 1):
        got = explore(processes, "--resume", "kept", "--checkpoint", "other", "--max-depth", str(14 - processes))
        equal(got.status, 3, got)
        equal(len(parts()), 2)
        equal(len(list(folder.glob("other.*"))), 3 if processes == 3 else 0)
    wanted = wanted_of(["tiles-2x4", "--method", "hash", "--symmetry", "off"])
    for name in ("kept", "other"):
        equal(outcome(explore(2, "--resume", name, "--json")), wanted, name)


def memory_that_does_not_suffice_loses_nothing():
    """It may end while the files are read: then they stay as they are."""
    arguments = ["tiles-2x5", "--from-goal", "--method", "hash", "--symmetry", "off"]
    wanted = json.loads(explore(1, *arguments, "--max-depth", "38", "--json").out)["depths"]
    keep(2, 36, *arguments)
    for processes, memory in ((1, "6M"), (2, "4M"), (1, "4M"), (3, "4M")):
        got = explore(processes, "--resume", "kept", "--max-depth", "38", "--memory", memory, "--json")
        equal((got.status, json.loads(got.out)["limit"]), (3, "memory"), processes, memory, got)
    got = explore(2, "--resume", "kept", "--max-depth", "38", "--json")
    equal(json.loads(got.out)["depths"], wanted, got)


def torture(kills):
    chance = random.Random(SEED)
    for name, arguments in RUNS.items():
        if not (set(sys.argv[3:]) <= set(name.split())):
            continue
        wanted = wanted_of(arguments)
        ended = 0
        while ended < kills:
            result, some = kill_until_done(folder, "explore", arguments, chance, kills - ended, 1.2)
            equal(result.status, 0, name, result)
            equal(outcome(result), wanted, name)
            equal(parts(), [], name)
            (folder / "kept").unlink()
            ended += some
        print(f"{name}: {ended} kills, seed {SEED}", flush=True)


CASES = [
    any_number_goes_on_from_any_other,
    the_deepest_are_found_by_whoever_ends_it,
    killed_at_any_moment_it_goes_on,
    who_is_killed_leaves_a_message_that_says_how_to_go_on,
    a_signal_writes_it_and_ends_all_in_order,
    a_changed_byte_in_any_file_is_noticed,
    files_of_different_checkpoints_are_refused,
    another_puzzle_or_start_is_refused_once,
    what_several_do_not_share_is_continued_by_one,
    a_folder_that_is_not_shared_is_an_error_at_once,
    a_part_that_cannot_be_written_leaves_the_last_checkpoint,
    a_file_of_another_kind_is_never_replaced,
    another_file_may_be_written_to,
    memory_that_does_not_suffice_loses_nothing,
]

skip_without_mpi()
if sys.argv[1:2] == ["--torture"]:
    run_cases([lambda: torture(int(sys.argv[2]))], enter)
run_cases([case for case in CASES if sys.argv[1:] in ([], [case.__name__])], enter)
