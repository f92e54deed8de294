#!/usr/bin/env python3
"""Explorations that several processes share and that go to disk, each process with its own files, started by a real mpirun on this machine: the same depth table
and the same deepest states as one process has in memory; limits are kept, what goes wrong on one disk ends all, and nothing is left there.

Skipped where there is no mpirun, or fewest was built without MPI.
"""

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Result, equal, expect, run_cases
from job import ENVIRONMENT, PATIENCE, SANITIZED, TOOL, by_number, kill_at_work, run_alone, run_together, skip_without_mpi, start_together

folder = None

# By ranks and by states; moves that cannot be undone, where all layers stay; one state of each class; from the goals.
RUNS = {
    "by rank": ["tiles-2x5", "--method", "rank", "--hardest", "3"],
    "by hash": ["tiles-2x5", "--method", "hash", "--hardest", "3"],
    "one way, of two words": ["four-in-line", "--method", "hash", "--hardest", "3"],
    "symmetries": ["solitaire", "--method", "hash", "--symmetry", "on", "--max-depth", "10"],
    "from the goals": ["tiles-2x5", "--method", "hash", "--from-goal", "--max-depth", "30"],
}
MEMORY = range(30, 200, 5) if SANITIZED else range(10, 60, 2)  # megabytes: MPI itself has some of them, and a sanitizer more
WAYS = {"by rank": (4,), "by hash": (2, 3), "one way, of two words": (3,), "symmetries": (2,), "from the goals": (3,)}
SAME = ("status", "states", "depths", "max_depth", "hardest", "limit")


def enter(place):
    global folder
    folder = place
    (place / "disk").mkdir()


def on_disk(processes, *arguments):
    """With about the least memory that it takes: then it goes to disk."""
    for memory in MEMORY:
        got = run_together(folder, processes, TOOL, "explore", *arguments, "--memory", f"{memory}M", "--disk", "disk", "--json")
        found = json.loads(got.out)
        if found.get("limit") != "memory":
            return got, found, memory
    expect(False, "no memory suffices", arguments)


def nothing_is_left():
    equal(list((folder / "disk").iterdir()), [])


def the_layers_are_those_of_one_process_in_memory():
    for name in ("by hash",) if SANITIZED else RUNS:
        arguments = RUNS[name]
        alone = run_alone(folder, "explore", *arguments, "--json")
        wanted = json.loads(alone.out)
        for processes in WAYS[name]:
            got, found, memory = on_disk(processes, *arguments)
            equal(got.status, alone.status, name, processes, got)
            for key in SAME:
                equal(found.get(key), wanted.get(key), name, processes, memory, key)
            equal(found["processes"], processes, name)
            expect(found["disk_written"] > found["states"] / 2 and found["sent_bytes"] > 0, name, processes, memory, "was not on disk")
            nothing_is_left()


def it_is_said():
    got, _, memory = on_disk(2, *RUNS["by hash"])
    got = run_together(folder, 2, TOOL, "explore", *RUNS["by hash"], "--memory", f"{memory}M", "--disk", "disk")
    expect("2 processes" in got.out and "on disk (a state: " in got.out, got)


def what_fits_stays_in_memory():
    for method in "hash", "sets":
        got = run_together(folder, 2, TOOL, "explore", "tiles-2x5", "--method", method, "--disk", "disk", "--memory", "300M", "--json")
        equal((got.status, "disk_written" in json.loads(got.out)), (0, False), method, got)


def a_limit_ends_all():
    _, _, memory = on_disk(2, *RUNS["by hash"])
    limits = ((["--states", "900000"], "states"), (["--time", "0.5"], "time"), (["--max-depth", "9"], "depth"))
    for option, limit in limits:
        got = run_together(folder, 2, TOOL, "explore", *RUNS["by hash"], "--memory", f"{memory}M", "--disk", "disk", *option, "--json")
        equal(got.status, 3, option, got)
        equal(json.loads(got.out)["limit"], limit, got)
        nothing_is_left()


def a_disk_that_does_not_suffice_ends_all():
    _, found, memory = on_disk(2, *RUNS["by hash"])
    command = ["explore", *RUNS["by hash"], "--memory", f"{memory}M", "--disk", "disk"]
    got = run_together(folder, 2, TOOL, *command, "--disk-limit", "100K")
    equal((got.status, got.err.count("more than --disk-limit allows")), (4, 1), got)
    got = run_together(folder, 2, *by_number(f"exec {TOOL} explore tiles-2x5 --disk disk", f"exec {TOOL} explore tiles-2x5 --disk nowhere"))
    expect(got.status not in (0, 3) and "process 1 on " in got.err and got.err.count("no file can be made in nowhere") == 1, got)
    mount = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs -o size=200k none disk && exec "$@"', "sh"]
    if subprocess.run([*mount, "true"], cwd=folder, capture_output=True).returncode != 0:
        print("not tested: a small file system cannot be mounted here")
        return
    got = Result(subprocess.run([*mount, "mpirun", "-n", "2", TOOL, *command], cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=10 * PATIENCE))
    equal((got.status, got.err.count("No space left")), (4, 1), got)


def checkpoints_are_refused_once():
    for arguments in (["--checkpoint", "kept"], ["--resume", "kept"]):
        run_alone(folder, "explore", "eight", "--checkpoint", "kept", "--max-depth", "3")
        got = run_together(folder, 2, TOOL, "explore", "eight", "--disk", "disk", *arguments)
        equal((got.status, got.err.count("several processes")), (2, 1), arguments, got)


def a_process_that_is_killed_leaves_nothing():
    _, _, memory = on_disk(3, *RUNS["by hash"])
    kill_at_work(start_together(folder, 3, TOOL, "explore", "tiles-3x4", "--method", "hash", "--memory", f"{memory}M", "--disk", "disk"), 3, 1)
    nothing_is_left()


CASES = [
    the_layers_are_those_of_one_process_in_memory,
    it_is_said,
    what_fits_stays_in_memory,
    a_limit_ends_all,
    a_disk_that_does_not_suffice_ends_all,
    checkpoints_are_refused_once,
] + [a_process_that_is_killed_leaves_nothing] * (not SANITIZED)  # how much memory a larger space takes there is not known

skip_without_mpi()
run_cases([case for case in CASES if sys.argv[1:] in ([], [case.__name__])], enter)
