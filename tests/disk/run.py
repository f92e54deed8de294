#!/usr/bin/env python3
"""Searches that do not fit into --memory and go to --disk: the answer is that of a search in memory, word for word; limits hold, signals end them, what is not for the disk is
refused, a disk that is full or cannot be used is an error, and nothing is left behind. tests/unit/disk_search.c compares the corpus."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Result, equal, expect, peak_resident, run_cases  # noqa: E402
from spaces import ONE_WAY, TILES  # noqa: E402

TOOL = os.environ["FEWEST"]
SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))
folder = None

ODD = ["tiles-2x5", "2 1 3 4 5 / 6 7 8 9 x"]  # no solution
HARD = ["tiles-3x4", "x 11 10 9 / 8 7 6 5 / 4 3 2 1"]  # for minutes
BFS = ["--algorithm", "bfs"]
ON_DISK = ["--memory", "6M", "--disk", "layers"]
COSTS = "board 1 x 3\npieces a .\nmove right, cost 2: a . -> . a\nstart a . .\ngoal . . a\n"


def enter(place):
    global folder
    folder = place
    (place / "layers").mkdir()
    (place / "one-way.few").write_text(ONE_WAY)
    (place / "costs.few").write_text(COSTS)


def run(*arguments, **settings):
    return Result(subprocess.run([TOOL, "solve", *arguments], cwd=folder, capture_output=True, **settings))


def left_behind():
    return list((folder / "layers").iterdir())


def answer(*arguments, status=0):
    result = run(*arguments, "--json")
    equal(result.status, status, result)
    return json.loads(result.out)


def same(arguments, status=0, *more):
    on_disk, in_memory = answer(*arguments, *BFS, *ON_DISK, *more, status=status), answer(*arguments, *BFS, status=status)
    for key in ("status", "length", "cost", "moves", "depth"):
        equal(on_disk[key], in_memory[key], key)
    equal((on_disk["algorithm"], on_disk["store"]), ("bfs", "runs on disk"))
    expect(on_disk["disk_written"] >= on_disk["disk_bytes"] > 0 and on_disk["disk_read"] > 0, on_disk)
    expect("disk_bytes" not in in_memory, in_memory)
    equal(left_behind(), [])
    return on_disk


def the_solution_is_the_same():
    same(TILES)
    same(TILES, 0, "--threads", "2")
    same(["one-way.few"])


def that_there_is_none_is_proved():
    same(ODD, 1)


def it_is_said():
    result = run(*TILES, *BFS, *ON_DISK, "--why")
    equal(result.status, 0, result)
    expect("40 moves, proved shortest (bfs: " in result.out, result)
    expect(" on disk, " in result.out and " written and " in result.out and " read, " in result.out, result)
    expect("bfs: memory was not enough for bfs; breadth-first on disk\n" in result.out, result)


def auto_goes_there_if_it_must():
    """From both ends it fits into memory; towards many goals it does not."""
    equal(answer(*TILES, "--memory", "12M", "--disk", "layers")["algorithm"], "bidirectional")
    goal = ["--goal", "_ _ _ _ _ / 5 _ x _ 1"]
    on_disk = answer("tiles-2x5", "1 2 3 4 5 / 6 7 8 9 x", *goal, *ON_DISK)
    in_memory = answer("tiles-2x5", "1 2 3 4 5 / 6 7 8 9 x", *goal)
    equal(on_disk["moves"], in_memory["moves"])
    equal(on_disk["store"], "runs on disk")


def what_fits_stays_in_memory():
    for arguments in (["eight"], ["two-jugs"], ["maze"]):
        result = answer(*arguments, *BFS, "--disk", "layers")
        expect("disk_bytes" not in result and result["store"] != "runs on disk", result)


def what_is_not_for_the_disk_is_refused():
    for words, arguments in {
        "a search by astar cannot go to disk: only bfs can, and auto": ["eight", "--algorithm", "astar"],
        "a search by idastar cannot go to disk: only bfs can, and auto": ["eight", "--algorithm", "idastar"],
        "a search by bidirectional cannot go to disk: only bfs can, and auto": ["eight", "--algorithm", "bidirectional"],
        "all shortest solutions are to be counted": ["eight", "--all"],
        "this search cannot go to disk: its moves have costs": ["costs.few"],
        "--disk and --starts do not go together": ["eight", "--starts", "costs.few"],
    }.items():
        result = run(*arguments, "--disk", "layers")
        equal((result.status, result.out), (2, ""), result)
        expect(words in result.err, result)
    result = run("eight", "--disk", "layers", "--disk-limit", "0")
    equal(result.status, 2, result)


def limits_hold():
    for arguments, limit in (([*TILES, "--states", "700000"], "states"), ([*TILES, "--max-depth", "31"], "depth"), ([*HARD, "--time", "1"], "time")):
        result = answer(*arguments, *BFS, *ON_DISK, status=3)
        equal(result["limit"], limit)
        equal(left_behind(), [])
    expect(answer(*TILES, *BFS, *ON_DISK, "--states", "700000", status=3)["remembered"] > 700000, "whole layers are counted")


def so_does_the_one_on_memory():
    status, peak, _ = peak_resident([TOOL, "solve", *TILES, *BFS, "--memory", "8M", "--disk", str(folder / "layers"), "--threads", "2"])
    equal(status, 0)
    expect(peak <= (8 << 20) * 1.05, peak)


def too_little_for_the_disk_is_said():
    result = run("topspin-60-4", *BFS, "--remember", "hash", "--memory", "4M", "--disk", "layers")
    equal(result.status, 3, result)
    expect("limit reached: memory" in result.out and "a search on disk needs some memory, too" in result.out, result)
    equal(left_behind(), [])


def a_signal_ends_it():
    for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 130)):
        process = subprocess.Popen([TOOL, "solve", *HARD, *BFS, *ON_DISK], cwd=folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        time.sleep(1)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        equal(process.returncode, status, out, err)
        expect(b"interrupted" in out, out, err)
        equal(left_behind(), [])


def killed_it_leaves_nothing():
    process = subprocess.Popen([TOOL, "solve", *HARD, *BFS, *ON_DISK], cwd=folder, stdout=subprocess.PIPE)
    time.sleep(1)
    process.kill()
    process.communicate()
    equal(left_behind(), [])


def failed(words, result):
    equal(result.status, 4, result)
    expect(words in result.err and "not finished" in result.out, result)
    equal(left_behind(), [])


def a_disk_that_cannot_be_used_is_an_error():
    result = run(*TILES, *BFS, "--disk", "nowhere")
    equal((result.status, result.out), (4, ""), result)
    expect("no file can be made in nowhere: " in result.err, result)
    failed("more than --disk-limit allows is needed in layers", run(*TILES, *BFS, *ON_DISK, "--disk-limit", "500K"))
    failed("File too large", run(*TILES, *BFS, *ON_DISK, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300000, 300000))))
    result = answer(*TILES, *BFS, *ON_DISK, "--disk-limit", "500K", status=4)
    expect("--disk-limit" in result["error"], result)


def a_full_disk_is_an_error():
    """On a small file system, which takes the right to mount one."""
    mount = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs -o size=400k none layers && exec "$@"', "sh"]
    if subprocess.run([*mount, "true"], cwd=folder, capture_output=True, check=False).returncode:
        print("not tested, as no file system may be mounted: a_full_disk_is_an_error")
        return
    failed("No space left on device", Result(subprocess.run([*mount, TOOL, "solve", *TILES, *BFS, *ON_DISK], cwd=folder, capture_output=True, check=False)))


CASES = [what_fits_stays_in_memory, what_is_not_for_the_disk_is_refused]
# These need a memory limit of a few megabytes. A sanitizer takes more than that for itself; tests/unit/disk_search.c runs with it.
if not SANITIZED:
    CASES += [the_solution_is_the_same, that_there_is_none_is_proved, it_is_said, auto_goes_there_if_it_must, limits_hold, so_does_the_one_on_memory,
              too_little_for_the_disk_is_said, a_signal_ends_it,
              killed_it_leaves_nothing, a_disk_that_cannot_be_used_is_an_error, a_full_disk_is_an_error]

if __name__ == "__main__":
    run_cases(CASES, enter)
