#!/usr/bin/env python3
"""Processes that share an exploration or a search, started by a real mpirun on this machine: the same depth table, the same deepest states
and the same solutions as one process alone, whatever their number; what goes wrong in one of them is said, and ends all.

Skipped where there is no mpirun, or fewest was built without MPI.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Result, equal, expect, run_cases

SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))  # then each process takes long to start
TOOL = Path(os.environ["FEWEST"]).resolve()
EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples/cluster"
folder = None

# More processes than processors, also of the superuser: that is for tests only. What Open MPI never gives back is none of ours.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_base_warn_component_unused": "0",
               "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}

ONE_WAY = "board 1 x 9\npieces a b .\nmove right: a . -> . a\nmove over: a b . -> . b a\nmove left: . b -> b .\nmove back: . a b -> b a .\nstart a a a a . b b b b\n"
TEXT = "string 7\npieces a b c\nmove swap: a b -> b a\nmove turn: b c -> c b\nmove make: c a -> a a\nstart a b c a b c b\ngoal a\n"

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


def enter(place):
    global folder
    folder = place
    (place / "one-way.few").write_text(ONE_WAY)
    (place / "text.few").write_text(TEXT)


def alone(*arguments):
    return Result(subprocess.run([TOOL, *arguments], cwd=folder, capture_output=True))


def together(processes, *command):
    return Result(subprocess.run(["mpirun", "-n", str(processes), *command], cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=120))


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


def a_limit_ends_the_search_of_all():
    for option, limit in (["--states", "3000"], "states"), (["--max-depth", "9"], "depth"), (["--memory", "12M"], "memory"):
        got = together(2, TOOL, "solve", "fifteen", *option, "--json")
        equal(got.status, 3, option, got)
        equal(json.loads(got.out)["limit"], limit, got)


def a_search_that_cannot_be_shared_is_refused_once():
    for arguments in (["eight", "--algorithm", "astar"], ["romania"], ["eight", "--proof", "p"], ["eight", "--check-bound"]):
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
    for puzzle, method in ("tiles-3x4", "hash"), ("tiles-2x7", "sets"):
        got = together(2, TOOL, "explore", puzzle, "--method", method, "--time", "0.5", "--json")
        equal(got.status, 3, got)
        equal(json.loads(got.out)["limit"], "time")
    got = together(2, TOOL, "explore", "tiles-3x4", "--memory", "40M", "--json")
    equal(got.status, 3, got)
    equal(json.loads(got.out)["limit"], "memory")


def what_cannot_be_shared_is_refused_once():
    for option in (["--checkpoint", "c"], ["--disk", "."], ["--method", "coordinates"], ["--proof", "p"]):
        got = together(2, TOOL, "explore", "tiles-2x3", *option)
        equal(got.status, 2, option, got)
        equal(got.err.count("several processes"), 1, option, got)


def by_number(first, others):
    """A shell command that does one thing in the first process, and another in all others."""
    return ["sh", "-c", f'if [ "$OMPI_COMM_WORLD_RANK" = 0 ]; then {first}; else {others}; fi']


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


def processes_of(parent, count):
    """The numbers of the processes that this one has started, once there are so many."""
    for _ in range(600):
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == parent:
                found.append(int(stat.parent.name))
        if len(found) == count:
            return found
        time.sleep(0.05)
    expect(False, "the processes did not start")


def wait_until_at_work(numbers):
    """Until each of them has computed for half a second: then it explores, whatever the speed of the machine."""
    def ticks(number):
        return sum(map(int, Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[11:13]))

    while any(ticks(number) < os.sysconf("SC_CLK_TCK") / 2 for number in numbers):
        time.sleep(0.05)


def is_running(number):
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def a_process_that_is_killed_ends_all_with_a_message():
    job = subprocess.Popen(["mpirun", "-n", "3", TOOL, "explore", "tiles-3x4", "--method", "hash"], cwd=folder, env=ENVIRONMENT,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    found = processes_of(job.pid, 3)
    wait_until_at_work(found)
    os.kill(found[1], signal.SIGKILL)
    begun = time.monotonic()
    out, err = job.communicate(timeout=60)
    expect(time.monotonic() - begun < 10, "it took", time.monotonic() - begun, "s")
    equal(job.returncode, 128 + signal.SIGKILL, err)
    expect(b"signal 9" in err, err)
    while any(is_running(number) for number in found):
        expect(time.monotonic() - begun < 10, "some are still there")
        time.sleep(0.05)


def a_signal_ends_all_in_order():
    # Sent to one of them: mpirun, if it is told to end, leaves them one second, which is too short on a busy machine.
    job = subprocess.Popen(["mpirun", "-n", "2", TOOL, "explore", "tiles-3x4", "--method", "hash"], cwd=folder, env=ENVIRONMENT,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    found = processes_of(job.pid, 2)
    wait_until_at_work(found)
    os.kill(found[1], signal.SIGTERM)
    out, err = job.communicate(timeout=120)
    expect(job.returncode != 0 and b"interrupted; shown are the layers that were finished" in out, job.returncode, out, err)


def the_hosts_file_and_the_job_script_of_the_examples_work():
    hosts = (EXAMPLES / "hosts").read_text()
    for name in ("node1", "node2"):
        expect(f"{name} slots=8" in hosts, hosts)
    (folder / "hosts").write_text(hosts.replace("node1", "localhost").replace("node2 slots=8\n", ""))
    got = Result(subprocess.run(["mpirun", "--hostfile", "hosts", "-n", "3", TOOL, "explore", "tiles-2x3", "--memory", "50M"], cwd=folder, env=ENVIRONMENT,
                                capture_output=True, timeout=120))
    expect(got.status == 0 and "3 processes" in got.out, got)
    path = f"{TOOL.parent}:{os.environ['PATH']}"
    got = Result(subprocess.run([EXAMPLES / "explore.sbatch", "tiles-2x3"], cwd=folder, capture_output=True, timeout=120,
                                env={**ENVIRONMENT, "PATH": path, "SLURM_NTASKS": "2"}))
    equal(got.status, 0, got)
    found = json.loads((folder / "layers-0.json").read_text())
    equal((found["states"], found["processes"]), (360, 2))


CASES = [
    the_hosts_file_and_the_job_script_of_the_examples_work,
    the_layers_are_those_of_one_process,
    the_solutions_are_those_of_one_process,
    a_limit_ends_the_search_of_all,
    a_search_that_cannot_be_shared_is_refused_once,
    the_first_process_speaks_for_all,
    a_limit_ends_all,
    what_cannot_be_shared_is_refused_once,
    a_file_that_one_machine_lacks_is_named_with_the_process,
    files_that_differ_are_refused,
    a_process_that_is_killed_ends_all_with_a_message,
    a_signal_ends_all_in_order,
]

if not (TOOL.parent / "fewest-mpi.so").exists():
    print("skipped: fewest was built without MPI (tools/setup mpi)")
    sys.exit(77)
if not shutil.which("mpirun"):
    print("skipped: there is no mpirun (tools/setup mpi)")
    sys.exit(77)
run_cases([case for case in CASES if sys.argv[1:] in ([], [case.__name__])], enter)
