#!/usr/bin/env python3
"""Processes that share an exploration or a search, started by a real mpirun on this machine: the same depth table, the same deepest states
and the same solutions as one process alone, whatever their number; what goes wrong in one of them is said, and ends all.

Skipped where there is no mpirun, or fewest was built without MPI.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Result, equal, expect, run_cases
from job import ENVIRONMENT, ONE_WAY, PATIENCE, SANITIZED, TOOL, by_number, is_running, processes_of, run_alone, run_together, skip_without_mpi, wait_until_at_work, write_puzzles

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples/cluster"
folder = None

# Boards by sets, whose parts are chunks or planes, by rank and by hash, of one word and of more; moves that cannot be undone; several starts; a
# string; a walker.
RUNS = {
    "by sets of many chunks": ["tiles-2x5", "--hardest", "3"],
    "by sets of one chunk": ["four-in-line", "--hardest", "7"],
    "by sets and threads": ["tiles-2x5", "--from-goal", "--threads", "2", "--hardest", "3"],
    "by sets that are larger than half": ["tiles-2x4", "--method", "sets", "--hardest", "4"],
    "some layers by sets": ["tiles-2x5", "--method", "sets", "--max-depth", "20"],
    "by rank": ["tiles-2x4", "--method", "rank", "--hardest", "3"],
    "by hash": ["tiles-2x4", "--method", "hash"],
    "from the goals": ["wolf-goat-cabbage", "--from-goal", "--hardest", "9"],
    "wide states": ["klotski", "--hardest", "5"],
    "one way": ["one-way.few", "--hardest", "2"],
    "a string": ["text.few", "--hardest", "4"],
    "a map": ["romania"],
    "symmetries": ["solitaire", "--method", "hash", "--symmetry", "on", "--max-depth", "9"],
}

# What bfs finds alone: several solutions and their number, moves that cannot be undone, a string, a walker, no solution.
SOLVED = {
    "solutions and their number": ["eight", "8 6 7 / 2 5 4 / 3 x 1", "--all=4"],
    "no solution": ["tiles-2x3", "1 2 3 / 5 4 x"],
    "wide states, many moves": ["klotski"],
    "one way": ["sokoban", "--all=3"],
    "a string": ["text.few", "--all"],
    "a walker": ["maze", "--all"],
    "several kinds of moves": ["wolf-goat-cabbage", "--all"],
    "more solutions than states": ["knights", "--all=7"],
}

# From both ends: all goals are listed. The last ones have too many goals, or a start that is one: then it is bfs.
MET = {
    "solutions and their number": ["eight", "8 6 7 / 2 5 4 / 3 x 1", "--all=4"],
    "no solution": ["tiles-2x3", "1 2 3 / 5 4 x"],
    "an odd number of moves": ["pocket-cube"],
    "one way": ["sokoban", "--all=3"],
    "one way, and back": ["frogs", "--all"],
    "a string": ["strings", "--all"],
    "a walker": ["maze", "--all"],
    "a solution of one move": ["tiles-2x3", "1 2 3 / 4 x 5", "--all"],
    "more solutions than states": ["knights", "--all=7"],
    "a large space": ["fifteen", "--all=2"],
    "too many goals": ["klotski"],
    "solved": ["eight", "1 2 3 / 4 5 6 / 7 8 x"],
}


def enter(place):
    global folder
    folder = place
    write_puzzles(place)


def alone(*arguments):
    return run_alone(folder, *arguments)


def together(processes, *command):
    return run_together(folder, processes, *command)


def same(got, wanted):
    got, wanted = json.loads(got.out), json.loads(wanted.out)
    for key in ("status", "states", "depths", "max_depth", "hardest", "limit", "symmetry"):
        equal(got.get(key), wanted.get(key), key)
    return got


def the_layers_are_those_of_one_process():
    for name, arguments in RUNS.items():
        wanted = alone("explore", *arguments, "--json")
        equal(wanted.status, 3 if "--max-depth" in arguments else 0, name)
        equal("by sets" in name, json.loads(wanted.out)["method"] == "sets", name)
        for processes in (2, 3) if SANITIZED else (1, 2, 3, 4):
            got = together(processes, TOOL, "explore", *arguments, "--json")
            equal(got.status, wanted.status, name, processes, got)
            found = same(got, wanted)
            equal(found.get("processes", 1), processes, name)
            equal("by sets" in name, found["method"] == "sets", name, processes)
            if processes > 1:
                expect(found["sent_bytes"] > 0, name, "nothing was sent")


def the_solutions_are_those_of_one_process():
    for name, arguments in SOLVED.items():
        wanted = alone("solve", *arguments, "--algorithm", "bfs", "--json")
        for processes in (3,) if SANITIZED else (2, 3, 4):
            got = together(processes, TOOL, "solve", *arguments, "--json")
            equal(got.status, wanted.status, name, processes, got)
            found, right = json.loads(got.out), json.loads(wanted.out)
            for key in ("status", "length", "cost", "moves", "solution_count", "solutions"):
                equal(found.get(key), right.get(key), name, processes, key)
            equal(found["algorithm"], "bfs", name)
    equal(json.loads(alone("solve", *SOLVED["no solution"], "--json").out)["status"], "unsolvable")


def the_solutions_from_both_ends_are_those_of_one_process():
    for name, arguments in MET.items():
        wanted = alone("solve", *arguments, "--algorithm", "bidirectional", "--json")
        right = json.loads(wanted.out)
        expect(name == "no solution" or right["status"] == "solved", name)
        equal(right["algorithm"], "bfs" if name == "too many goals" else "bidirectional", name)
        for processes in (3,) if SANITIZED else (1, 2, 3, 4):
            got = together(processes, TOOL, "solve", *arguments, "--algorithm", "bidirectional", "--json")
            equal(got.status, wanted.status, name, processes, got)
            found = json.loads(got.out)
            for key in ("status", "length", "cost", "moves", "solution_count", "solutions", "algorithm", "depth", "expanded", "generated"):
                equal(found.get(key), right.get(key), name, processes, key)


def a_limit_ends_the_search_of_all():
    for option, limit in (["--states", "3000"], "states"), (["--max-depth", "9"], "depth"), (["--memory", "12M"], "memory"), \
            (["--algorithm", "bidirectional", "--states", "3000"], "states"), (["--algorithm", "bidirectional", "--max-depth", "9"], "depth"):
        got = together(2, TOOL, "solve", "fifteen", *option, "--json")
        equal(got.status, 3, option, got)
        equal(json.loads(got.out)["limit"], limit, got)


def a_search_that_cannot_be_shared_is_refused_once():
    for arguments in (["eight", "--algorithm", "astar"], ["romania"], ["eight", "--check-bound"]):
        got = together(2, TOOL, "solve", *arguments)
        equal(got.status, 2, arguments, got)
        equal(got.err.count("several processes"), 1, arguments, got)


def the_first_process_speaks_for_all():
    got = together(3, TOOL, "explore", "tiles-2x3", "--csv", "layers.csv")
    equal(got.status, 0, got)
    equal(got.out.count("deepest"), 1, got)
    expect("3 processes" in got.out, got)
    equal(sum(int(line.split(",")[1]) for line in (folder / "layers.csv").read_text().splitlines()[1:]), 360)


def a_limit_ends_all():
    for option in (["--states", "5000"], ["--max-depth", "8"]):
        wanted = alone("explore", "tiles-2x4", "--method", "hash", *option, "--json")
        got = together(3, TOOL, "explore", "tiles-2x4", "--method", "hash", *option, "--json")
        equal((got.status, wanted.status), (3, 3), option, got)
        same(got, wanted)
    for method in "hash", "sets":  # 240 million states, in 100 MB by sets
        got = together(2, TOOL, "explore", "tiles-3x4", "--method", method, "--time", "0.05", "--json")
        equal(got.status, 3, got)
        equal(json.loads(got.out)["limit"], "time")
    got = together(2, TOOL, "explore", "tiles-3x4", "--memory", "40M", "--json")
    equal(got.status, 3, got)
    equal(json.loads(got.out)["limit"], "memory")


def what_cannot_be_shared_is_refused_once():
    for option in (["--disk", ".", "--checkpoint", "kept"], ["--method", "coordinates"]):
        got = together(2, TOOL, "explore", "tiles-2x3", *option)
        equal(got.status, 2, option, got)
        equal(got.err.count("several processes"), 1, option, got)


def the_proof_is_that_of_one_process():
    """By all methods, of an exploration and of a search; it is verified, and to standard output it goes alone."""
    jobs = [["explore", "tiles-2x4", "--method", method] for method in ("sets", "rank", "hash")]
    jobs += [["explore", "one-way.few"], ["explore", "text.few"], ["explore", "klotski", "--disk", "."], ["solve", "klotski", "--algorithm", "bfs"], ["solve", "tiles-2x3", "1 2 3 / 5 4 x"],
             ["solve", "eight", "--algorithm", "bidirectional"], ["solve", "eight", "--proof-list"], ["solve", "text.few", "--proof-list"]]
    for job in jobs[::4] if SANITIZED else jobs:
        wanted = alone(*job, "--proof", "alone.proof")
        got = together(2, TOOL, *job, "--proof", "together.proof")
        equal(got.status, wanted.status, job, got)
        equal((folder / "together.proof").read_bytes(), (folder / "alone.proof").read_bytes(), job)
        equal(alone("verify", "together.proof").status, 0, job)
    streamed = subprocess.run(["mpirun", "-n", "2", TOOL, "explore", "text.few", "--proof", "-"], cwd=folder, env=ENVIRONMENT, capture_output=True)
    alone("explore", "text.few", "--proof", "alone.proof")
    equal(streamed.stdout, (folder / "alone.proof").read_bytes())


def a_proof_that_cannot_be_written_leaves_no_file():
    got = together(2, TOOL, "explore", "eight", "--proof", "short.proof", "--memory", "80M" if SANITIZED else "9M")
    expect(got.status == 3 or SANITIZED, got)
    expect("no proof was written" in got.err or SANITIZED, got)
    equal((folder / "short.proof").exists(), got.status == 0, got)
    (folder / "mine").write_text("mine")
    equal(together(2, TOOL, "explore", "eight", "--proof", "mine").status, 2)
    equal((folder / "mine").read_text(), "mine")


def a_file_that_one_machine_lacks_is_named_with_the_process():
    (folder / "there").mkdir()
    (folder / "there/mine.few").write_text(ONE_WAY)
    got = together(2, *by_number(f"cd there && exec {TOOL} explore mine.few", f"exec {TOOL} explore mine.few"))
    expect(got.status != 0, got)
    expect("process 1 on " in got.err and "mine.few" in got.err, got)


def files_that_differ_are_refused():
    (folder / "other").mkdir()
    (folder / "other/one-way.few").write_text(ONE_WAY.replace("start a a a a .", "start a a a . a"))
    got = together(2, *by_number(f"exec {TOOL} explore one-way.few", f"cd other && exec {TOOL} explore one-way.few"))
    equal(got.status, 2, got)
    expect("different puzzles" in got.err, got)


def processes_that_are_asked_different_things_end():
    """What is the same for all but by what they were called with could come to anything, or to no end."""
    for first, others in (("solve one-way.few --algorithm bfs", "solve one-way.few --algorithm bidirectional"),
                          ("solve one-way.few --algorithm bidirectional", "solve one-way.few --algorithm bfs"),
                          ("solve one-way.few", "solve one-way.few --max-depth 10"), ("solve one-way.few", "solve one-way.few --checkpoint kept"),
                          ("explore one-way.few --disk .", "explore one-way.few"), ("explore one-way.few", "solve one-way.few")):
        got = together(2, *by_number(f"exec {TOOL} {first}", f"exec {TOOL} {others}"))
        equal(got.status, 2, got)
        expect("called in different ways" in got.err and not got.out, got)
    got = together(2, *by_number(f"exec {TOOL} explore one-way.few --memory 40M --time 60", f"exec {TOOL} explore one-way.few --memory 50M"))
    equal(got.status, 0, got)


def a_process_that_is_killed_ends_all_with_a_message():
    job = subprocess.Popen(["mpirun", "-n", "3", TOOL, "explore", "tiles-3x4", "--method", "hash"], cwd=folder, env=ENVIRONMENT,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    found = processes_of(job.pid, 3)
    wait_until_at_work(found)
    os.kill(found[1], signal.SIGKILL)
    begun = time.monotonic()
    out, err = job.communicate(timeout=10 * PATIENCE)
    expect(time.monotonic() - begun < PATIENCE, "it took", time.monotonic() - begun, "s")
    equal(job.returncode, 128 + signal.SIGKILL, err)
    expect(b"signal 9" in err, err)
    while any(is_running(number) for number in found):
        expect(time.monotonic() - begun < PATIENCE, "some are still there")
        time.sleep(0.05)


def a_signal_ends_all_in_order():
    # Sent to one of them: mpirun, if it is told to end, leaves them one second, which is too short on a busy machine.
    job = subprocess.Popen(["mpirun", "-n", "2", TOOL, "explore", "tiles-3x4", "--method", "hash"], cwd=folder, env=ENVIRONMENT,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    found = processes_of(job.pid, 2)
    wait_until_at_work(found)
    os.kill(found[1], signal.SIGTERM)
    out, err = job.communicate(timeout=10 * PATIENCE)
    expect(job.returncode != 0 and b"interrupted; shown are the layers that were finished" in out, job.returncode, out, err)


def the_hosts_file_and_the_job_script_of_the_examples_work():
    hosts = (EXAMPLES / "hosts").read_text()
    for name in ("node1", "node2"):
        expect(f"{name} slots=8" in hosts, hosts)
    (folder / "hosts").write_text(hosts.replace("node1", "localhost").replace("node2 slots=8\n", ""))
    got = Result(subprocess.run(["mpirun", "--hostfile", "hosts", "-n", "3", TOOL, "explore", "tiles-2x3", "--memory", "50M"], cwd=folder, env=ENVIRONMENT,
                                capture_output=True, timeout=10 * PATIENCE))
    expect(got.status == 0 and "3 processes" in got.out, got)
    path = f"{TOOL.parent}:{os.environ['PATH']}"
    got = Result(subprocess.run([EXAMPLES / "explore.sbatch", "tiles-2x3"], cwd=folder, capture_output=True, timeout=10 * PATIENCE,
                                env={**ENVIRONMENT, "PATH": path, "SLURM_NTASKS": "2"}))
    equal(got.status, 0, got)
    found = json.loads((folder / "layers-0.json").read_text())
    equal((found["states"], found["processes"]), (360, 2))


CASES = [
    the_hosts_file_and_the_job_script_of_the_examples_work,
    the_layers_are_those_of_one_process,
    the_solutions_are_those_of_one_process,
    the_solutions_from_both_ends_are_those_of_one_process,
    a_limit_ends_the_search_of_all,
    a_search_that_cannot_be_shared_is_refused_once,
    the_first_process_speaks_for_all,
    a_limit_ends_all,
    what_cannot_be_shared_is_refused_once,
    the_proof_is_that_of_one_process,
    a_proof_that_cannot_be_written_leaves_no_file,
    a_file_that_one_machine_lacks_is_named_with_the_process,
    files_that_differ_are_refused,
    processes_that_are_asked_different_things_end,
    a_process_that_is_killed_ends_all_with_a_message,
    a_signal_ends_all_in_order,
]

skip_without_mpi()
run_cases([case for case in CASES if sys.argv[1:] in ([], [case.__name__])], enter)
