#!/usr/bin/env python3
"""Distance tables that several processes build together, started by a real mpirun on this machine: the same file byte by byte as that of one process, whatever
their number; limits, a full disk and a process that is killed end all of them, with a message, and leave no file.

Skipped where there is no mpirun, or fewest was built without MPI.
"""

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Result, equal, expect, run_cases
from job import ENVIRONMENT, ONE_WAY, PATIENCE, SANITIZED, TOOL, by_number, kill_at_work, run_alone, run_together, skip_without_mpi, start_together, write_puzzles

folder = None

FILES = {
    "deep.few": "var A = 0..200\nlet a = 0..199\nlet b = 1..200\nmove up: A a -> a+1\nmove drop: A b -> 0\nstart A is 0\ngoal A is 200\n",
    "deeper.few": "var A = 0..300\nlet a = 0..299\nlet b = 1..300\nmove up: A a -> a+1\nmove drop: A b -> 0\nstart A is 0\ngoal A is 300\n",
    "lost.few": "string 12\nlet tail = rest\nlet x = a b\nmove cut: # tail ->\nmove mark: ab -> a#\nmove more: x a tail -> tail x x\n"
                "move swap: ab -> ba\nmove swap: ba -> ab\nstart abababab\ngoal a######\n",
}

# Tags of two bits and of a byte, by rank, by hash, and by rank in a file that is a list of states; goals that are found from the start; states of several words;
# moves that cannot be inverted; fewer states than words of tags; no goal that anything leads to.
TABLES = {
    "by rank": ["tiles-2x4"],
    "few ranks": ["tiles-2x3", "--goal", "x 1 2 / 3 4 5"],
    "ranks of which few are states": ["rush-hour"],
    "wide states": ["klotski"],
    "a list of states": ["wolf-goat-cabbage"],
    "a string": ["text.few"],
    "a byte a state": ["one-way.few", "--goal", "b b b b . a a a a"],
    "far away": ["deep.few"],
    "found from the start": ["lost.few"],
    "two numbers": ["two-jugs"],
    "a maze": ["maze"],
    "frogs": ["frogs"],
    "one goal": ["one-way.few", "--goal", "a a a a b b b b ."],
}


def enter(place):
    global folder
    folder = place
    write_puzzles(place)
    for name, text in FILES.items():
        (place / name).write_text(text)


def build(*arguments):
    return ["table", "build", *arguments, "--distances", "--output", "table"]


def the_file():
    """What was written; then it is gone, so that no other run can be taken for it."""
    path = folder / "table"
    found = path.read_bytes()
    path.unlink()
    return found


def nothing_is_left():
    equal([path.name for path in folder.iterdir() if path.name.startswith("table")], [])


def the_file_is_that_of_one_process():
    for name, arguments in TABLES.items():
        wanted = run_alone(folder, *build(*arguments), "--json")
        equal(wanted.status, 0, name, wanted)
        right = the_file()
        for processes in (3,) if SANITIZED else (1, 2, 3, 4):
            got = run_together(folder, processes, TOOL, *build(*arguments), "--json")
            equal(got.status, 0, name, processes, got)
            equal(the_file() == right, True, name, processes, "another file")
            equal(json.loads(got.out), json.loads(wanted.out), name, processes)


def it_is_verified():
    equal(run_together(folder, 3, TOOL, *build("eight")).status, 0)
    got = run_alone(folder, "table", "verify", "table")
    equal(got.status, 0, got)
    (folder / "table").unlink()


def it_goes_to_the_cache_of_the_first_process():
    places = [folder / "first", folder / "other"]
    got = run_together(folder, 2, *by_number(f"XDG_CACHE_HOME={places[0]} exec {TOOL} table build tiles-2x3 --distances", f"XDG_CACHE_HOME={places[1]} exec {TOOL} table build tiles-2x3 --distances"))
    equal(got.status, 0, got)
    equal(got.out.count("kind "), 1, got)
    equal([len(list(place.glob("fewest/*"))) for place in places], [1, 0], got)


def what_has_no_table_has_none():
    for arguments in (["deeper.few"], ["romania"]):
        wanted = run_alone(folder, *build(*arguments))
        got = run_together(folder, 3, TOOL, *build(*arguments))
        equal((wanted.status, got.status), (2, 2), arguments, got)
        equal(got.err.count(wanted.err.strip()), 1, arguments, got)
    nothing_is_left()


def a_limit_ends_all():
    for arguments, limit in ((["tiles-3x4", "--time", "1"], "time"), (["tiles-3x4", "--memory", "40M"], "memory"), (["pocket-cube", "--memory", "34M"], "memory")):
        got = run_together(folder, 2, TOOL, *build(*arguments), "--json")
        equal(got.status, 3, arguments, got)
        expect(limit in json.loads(got.out)["error"], limit, got)
    nothing_is_left()


def what_cannot_be_shared_is_refused_once():
    for arguments in (["eight", "--distances", "--disk", "."], ["eight", "--distances", "--checkpoint", "kept"], ["eight"], ["--resume", "kept"]):
        got = run_together(folder, 2, TOOL, "table", "build", *arguments)
        equal(got.status, 2, arguments, got)
        equal(got.err.count("several processes"), 1, arguments, got)
    equal(list(folder.glob("kept*")), [])


def files_that_differ_are_refused():
    (folder / "other").mkdir()
    (folder / "other/one-way.few").write_text(ONE_WAY.replace("move over: a b . -> . b a", "move over: b b . -> . b b"))
    options = "table build one-way.few --distances --output table --goal 'a a a a b b b b .'"
    got = run_together(folder, 2, *by_number(f"exec {TOOL} {options}", f"cd other && exec {TOOL} {options}"))
    equal(got.status, 2, got)
    expect("different puzzles" in got.err, got)
    got = run_together(folder, 2, *by_number(f"exec {TOOL} {options}", f"cd / && exec {TOOL} {options}"))
    expect(got.status != 0 and "process 1 on " in got.err and "one-way.few" in got.err, got)
    nothing_is_left()


def a_file_that_cannot_be_written_ends_all():
    for arguments in (["eight"], ["klotski"]):
        got = run_together(folder, 3, TOOL, "table", "build", *arguments, "--distances", "--output", "no/such/folder")
        equal(got.status, 4, got)
        equal(got.err.count("cannot be written"), 1, got)


def a_full_disk_ends_all():
    """By rank, and as a list of states: somewhere in the midst of what the others send."""
    (folder / "small").mkdir()
    mount = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs -o size=100k none small && exec "$@"', "sh"]
    if subprocess.run([*mount, "true"], cwd=folder, capture_output=True).returncode != 0:
        print("not tested: a small file system cannot be mounted here")
        return
    for puzzle in ("eight", "klotski"):
        got = Result(subprocess.run([*mount, "mpirun", "-n", "3", TOOL, "table", "build", puzzle, "--distances", "--output", "small/table"], cwd=folder,
                                    env=ENVIRONMENT, capture_output=True, timeout=10 * PATIENCE))
        equal(got.status, 4, puzzle, got)
        equal(got.err.count("No space left"), 1, puzzle, got)


def a_process_that_is_killed_ends_all_with_a_message():
    for which in (0, 1):
        kill_at_work(start_together(folder, 3, TOOL, *build("tiles-3x4")), 3, which)
    nothing_is_left()


CASES = [
    the_file_is_that_of_one_process,
    it_is_verified,
    it_goes_to_the_cache_of_the_first_process,
    what_has_no_table_has_none,
    a_limit_ends_all,
    what_cannot_be_shared_is_refused_once,
    files_that_differ_are_refused,
    a_file_that_cannot_be_written_ends_all,
    a_full_disk_ends_all,
    a_process_that_is_killed_ends_all_with_a_message,
]

skip_without_mpi()
run_cases([case for case in CASES if sys.argv[1:] in ([], [case.__name__])], enter)
