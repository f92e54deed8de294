#!/usr/bin/env python3
"""Searches that several processes share and write to a checkpoint, started by a real mpirun on this machine: whoever goes on from it, as many processes, more, fewer or one
alone, finds the same solutions and as many, wherever it was ended, by SIGKILL too; files that are damaged or do not fit are refused.

run-search.py --torture N [WORD…]     N kills of a process with SIGKILL at random moments of each search whose name has these words; TORTURE_SEED

Skipped where there is no mpirun, or fewest was built without MPI.
"""

import json
import os
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import equal, expect, run_cases
from job import SANITIZED, TOOL, kill_until_done, parts_of, run_alone, run_together, skip_without_mpi, write_puzzles

SEED = int(os.environ.get("TORTURE_SEED", "1"))
folder = None

# Distances modulo 3 and whole ones, states of one word and of more, many goals, a string, no solution.
RUNS = {
    "from both ends": ["eight", "8 6 7 / 2 5 4 / 3 x 1", "--algorithm", "bidirectional", "--all=4"],
    "breadth-first": ["eight", "8 6 7 / 2 5 4 / 3 x 1", "--algorithm", "bfs", "--all=4"],
    "wide states, many goals": ["klotski", "--algorithm", "bfs"],
    "one way, from both ends": ["sokoban", "--algorithm", "bidirectional", "--all=3"],
    "one way": ["one-way.few", "--goal", "b b b b a . a a a", "--algorithm", "bfs", "--all"],
    "a string": ["text.few", "--algorithm", "bfs", "--all"],
    "no solution": ["one-way.few", "--goal", "b b a b . a b a a", "--algorithm", "bfs"],
}
MAIN = ("from both ends", "breadth-first")
CHAINS = ((3, 2, 1, 3), (2, 1, 3, 2), (2, 3, 2, 1))
SAME = ("status", "length", "cost", "moves", "solution_count", "solutions")


def enter(place):
    global folder
    folder = place
    write_puzzles(place)


def solve(processes, *arguments):
    if processes == 1:
        return run_alone(folder, "solve", *arguments)
    return run_together(folder, processes, TOOL, "solve", *arguments)


def outcome(result):
    found = json.loads(result.out)
    return {key: found.get(key) for key in SAME}


def left_behind():
    return sorted(path.name for path in folder.glob("kept*"))


def any_number_goes_on_from_any_other():
    """From limit to limit: behind a layer, where the limit is on states or depth."""
    chance = random.Random(SEED)
    for at, (name, arguments) in enumerate(RUNS.items()):
        wanted = json.loads(run_alone(folder, "solve", *arguments, "--json").out)
        option, most = ("--max-depth", wanted["depth"]) if at % 2 else ("--states", wanted["remembered"] // 2)
        if SANITIZED and at % 3:
            continue
        chain = CHAINS[at % 3][:4 if name in MAIN else 3]
        limits = sorted(chance.sample(range(1, max(most, 5)), len(chain) - 1))
        what = (name, chain, option, limits, "seed", SEED)
        got = solve(chain[0], *arguments, "--checkpoint", "kept", option, str(limits[0]))
        for processes, limit in zip(chain[1:], limits[1:]):
            equal(got.status, 3, *what, got)
            expect("fewest solve --resume kept" in got.out, *what, got)
            got = solve(processes, "--resume", "kept", option, str(limit))
        equal(got.status, 3, *what, got)
        # A limit within the layer that the last one ended leaves the files as they were.
        expect(len(parts_of(folder)) in chain[:-1], *what, left_behind())
        got = solve(chain[-1], "--resume", "kept", "--json")
        equal(outcome(got), {key: wanted.get(key) for key in SAME}, *what, got)
        found = json.loads(got.out)
        for key in ("expanded", "generated", "depth"):
            equal(found[key], wanted[key], *what, key)
        equal(left_behind(), [], *what)


def one_without_time_goes_on_in_the_midst_of_a_layer():
    arguments = ["tiles-3x4", "x 11 10 9 / 8 7 6 5 / 4 3 2 1", "--algorithm", "bfs"]
    got = solve(2, *arguments, "--checkpoint", "kept", "--time", "4" if SANITIZED else "0.5")
    equal(got.status, 3, got)
    depth = json.loads(run_alone(folder, "resume", "--json").out)["checkpoints"][0]["least_cost"] + 2
    found = json.loads(solve(3, "--resume", "kept", "--max-depth", str(depth), "--json").out)
    wanted = json.loads(run_alone(folder, "solve", *arguments, "--max-depth", str(depth), "--symmetry", "off", "--json").out)
    for key in ("status", "limit", "depth", "expanded", "generated", "remembered"):
        equal(found[key], wanted[key], key)


def killed_at_any_moment_it_goes_on():
    chance = random.Random(SEED)
    for name in MAIN[:1] if SANITIZED else MAIN:
        wanted = outcome(run_alone(folder, "solve", *RUNS[name], "--json"))
        result, _ = kill_until_done(folder, "solve", RUNS[name], chance, 2, 6 if SANITIZED else 1.5)
        equal(outcome(result), wanted, name, result)
        equal(left_behind(), [], name)


def keep():
    got = solve(3, *RUNS["from both ends"], "--checkpoint", "kept", "--states", "5000")
    equal(got.status, 3, got)


def refused(words, *arguments, who=(1, 2)):
    for processes in who:
        got = solve(processes, *arguments)
        equal(got.status, 2, processes, words, got)
        equal(got.err.count(words), 1, processes, words, got)


def a_changed_byte_in_any_file_is_noticed():
    chance = random.Random(SEED)
    keep()
    for file in ["kept", *parts_of(folder)]:
        path = folder / file
        good = path.read_bytes()
        for place in (0, 9, 30, 56, len(good) - 1, *(chance.randrange(57, len(good)) for _ in range(4))):
            path.write_bytes(good[:place] + bytes([good[place] ^ 1 << chance.randrange(8)]) + good[place + 1:])
            refused(file, "--resume", "kept", who=(1, 2) if place == 56 else (1,))
        for length in (0, 8, 60, len(good) - 1):
            path.write_bytes(good[:length])
            refused(file, "--resume", "kept", who=(1, 2) if length == 60 else (1,))
        listed = json.loads(run_alone(folder, "resume", "--json").out)["checkpoints"]
        expect([file in entry["error"] for entry in listed] == [True], file, listed)
        path.write_bytes(good)
    (folder / "moved").write_bytes((folder / parts_of(folder)[0]).read_bytes())
    (folder / "moved").replace(folder / parts_of(folder)[1])
    refused("it is of another checkpoint", "--resume", "kept")


def what_does_not_fit_is_refused_once():
    keep()
    before = {name: (folder / name).read_bytes() for name in left_behind()}
    refused("another puzzle", "tiles-2x4", "--resume", "kept")
    refused("another start", "eight", "1 2 3 / 4 5 6 / 7 x 8", "--resume", "kept")
    refused("by bidirectional, not by bfs", "--resume", "kept", "--algorithm", "bfs")
    equal({name: (folder / name).read_bytes() for name in left_behind()}, before)
    equal(run_alone(folder, "solve", *RUNS["breadth-first"], "--checkpoint", "alone", "--max-depth", "9").status, 3)
    refused("was written by one process", "--resume", "alone", who=(2,))
    (folder / "kept.b1").unlink()
    (folder / "kept.b1").write_text("mine\n")
    refused("is not a part of a checkpoint", "--resume", "kept")
    refused("and is not replaced", *RUNS["breadth-first"], "--checkpoint", "kept", who=(2,))
    equal((folder / "kept.b1").read_text(), "mine\n")
    got = solve(2, "eight", "--checkpoint", "missing/kept")
    equal((got.status, got.err.count("missing/kept cannot be written")), (2, 1), got)


def memory_that_does_not_suffice_loses_nothing():
    arguments = ["tiles-2x5", "9 4 8 7 3 / x 1 2 5 6", "--algorithm", "bfs"]
    got = solve(2, *arguments, "--memory", "12M", "--checkpoint", "kept")
    equal(got.status, 3, got)
    expect("limit reached: memory" in got.out and "solve --resume kept" in got.out, got)
    for memory in ("4M", "8M"):  # it cannot even be read; it goes on for a while
        got = solve(1, "--resume", "kept", "--memory", memory)
        equal(got.status, 3, memory, got)
    equal(outcome(solve(3, "--resume", "kept", "--json")), outcome(run_alone(folder, "solve", *arguments, "--json")))


def torture(kills):
    chance = random.Random(SEED)
    for name, arguments in RUNS.items():
        if not (set(sys.argv[3:]) <= set(name.split())):
            continue
        wanted, ended = outcome(run_alone(folder, "solve", *arguments, "--json")), 0
        while ended < kills:
            result, some = kill_until_done(folder, "solve", arguments, chance, kills - ended, 1.2)
            equal(outcome(result), wanted, name)
            equal(left_behind(), [], name)
            ended += some
        print(f"{name}: {ended} kills, seed {SEED}", flush=True)


CASES = [
    any_number_goes_on_from_any_other,
    killed_at_any_moment_it_goes_on,
    a_changed_byte_in_any_file_is_noticed,
    what_does_not_fit_is_refused_once,
]
if not SANITIZED:  # a sanitizer takes more memory for itself, and long for two more layers
    CASES += [memory_that_does_not_suffice_loses_nothing, one_without_time_goes_on_in_the_midst_of_a_layer]

skip_without_mpi()
if sys.argv[1:2] == ["--torture"]:
    run_cases([lambda: torture(int(sys.argv[2]))], enter)
run_cases([case for case in CASES if sys.argv[1:] in ([], [case.__name__])], enter)
