#!/usr/bin/env python3
"""Searches by IDA* that are written to a checkpoint and taken up again: the same solution as without, however often and whenever they were
stopped, with other threads, other tables and other limits; what cannot be gone on with is refused in plain words, and nothing is lost."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Result, equal, expect, run_cases

SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))  # then a search takes ten times as long
TOOL = Path(os.environ["FEWEST"]).resolve()
SEED = int(os.environ.get("FEWEST_SEED", "20261118"))
folder = None

LONG = ["fifteen", "1 10 15 4 / 13 6 3 8 / 2 9 12 7 / 14 5 x 11" if SANITIZED else "6 10 3 15 / 14 8 7 11 / 5 1 x 2 / 13 12 9 4"]

# Sliding pieces, any other board, gaps, moves that permute, moves that cannot be undone, no solution, no moves at all.
SEARCHES = {
    "sliding": LONG + ["--bound-memory", "0"],
    "a table of states": ["eight", "8 6 7 / 2 5 4 / 3 x 1", "--transpositions", "1M", "--bound-memory", "0"],
    "blocks": ["knights"],
    "turns": ["pocket-cube"],
    "one way": ["sokoban"],
    "a string": ["strings"],
    "no solution": ["swap.few"],
    "nothing to do": ["eight", "1 2 3 / 4 5 6 / 7 8 x"],
}


def enter(place):
    global folder
    folder = place
    (place / "swap.few").write_text("board 1 x 3\npieces a b .\nmove go: a . -> . a\nmove back: . a -> a .\nstart a . b\ngoal b . a\n")


def fewest(*arguments, **options):
    return Result(subprocess.run([TOOL, *arguments], cwd=folder, capture_output=True, timeout=300, **options))


def same(got, wanted, *what):
    got, wanted = json.loads(got.out), json.loads(wanted.out)
    for key in ("status", "length", "cost", "moves"):
        equal(got.get(key), wanted.get(key), *what, key)


def plain(arguments):
    return fewest("solve", *arguments, "--algorithm", "idastar", "--json")


def a_search_that_is_kept_finds_what_it_finds_without():
    for name, arguments in SEARCHES.items():
        wanted = plain(arguments)
        for threads in ("1", "3"):
            got = fewest("solve", *arguments, "--algorithm", "idastar", "--json", "--checkpoint", "kept", "--every", "0.001", "--threads", threads)
            equal(got.status, wanted.status, name, got)
            same(got, wanted, name, threads)
            if got.status in (0, 1):
                expect(not (folder / "kept").exists(), name, "it is finished, and left something to continue")
        (folder / "kept").unlink(missing_ok=True)


def a_search_goes_on_from_each_depth():
    """The limit on the depth ends it at the same place on every machine."""
    wanted = plain(LONG)
    most = json.loads(wanted.out)["length"]
    got = fewest("solve", *LONG, "--algorithm", "idastar", "--checkpoint", "deep", "--max-depth", "20")
    equal(got.status, 3, got)
    expect("continue with: fewest solve --resume deep" in got.out, got)
    least = []
    for depth in range(24, most, 6):
        got = fewest("solve", "--resume", "deep", "--max-depth", str(depth))
        equal(got.status, 3, got)
        least.append(json.loads(fewest("resume", ".", "--json").out)["checkpoints"][0]["least_cost"])
    equal(least, sorted(least))
    expect(least[-1] > 20 and least[-1] <= most, least)
    same(fewest("solve", "--resume", "deep", "--json"), wanted)
    expect(not (folder / "deep").exists(), "it is finished, and left something to continue")


def what_was_done_is_not_done_again():
    """Whether the lower bound is of gaps, which are tried without tables first, or of tables."""
    for arguments in (["topspin-12-4", "4 1 9 12 2 7 11 3 6 10 5 8"], ["knights"]):
        wanted = plain(arguments)
        most = json.loads(wanted.out)["length"]
        got = fewest("solve", *arguments, "--algorithm", "idastar", "--checkpoint", "again", "--max-depth", str(most - 1))
        equal(got.status, 3, got)
        before = json.loads(fewest("resume", ".", "--json").out)["checkpoints"][0]
        equal(before["least_cost"], most, arguments)
        got = fewest("solve", "--resume", "again", "--max-depth", str(most - 1))
        equal(got.status, 3, got)
        after = json.loads(fewest("resume", ".", "--json").out)["checkpoints"][0]
        equal((after["least_cost"], after["expanded"]), (before["least_cost"], before["expanded"]), arguments)
        same(fewest("solve", "--resume", "again", "--json"), wanted, arguments)


def auto_goes_on_with_what_it_chose():
    """Where it tries another search first, that is over before anything is kept."""
    wanted = plain(LONG)
    got = fewest("solve", *LONG, "--checkpoint", "auto", "--max-depth", "30")
    equal(got.status, 3, got)
    same(fewest("solve", "--resume", "auto", "--json"), wanted)
    got = fewest("solve", *LONG, "--checkpoint", "tried", "--time", "0.01")
    # On a slow machine the time may end before there is anything to keep.
    equal("continue with: fewest solve --resume tried" in got.out, (folder / "tried").exists(), got)
    if (folder / "tried").exists():
        equal(got.status, 3, got)
        same(fewest("solve", "--resume", "tried", "--json"), wanted)


def other_threads_and_tables_find_the_same():
    wanted = plain(LONG)
    for i in range(4):
        got = fewest("solve", *LONG, "--algorithm", "idastar", "--checkpoint", "other", "--time", "0.05", "--bound-memory", "0", "--json")
        expect(got.status in (0, 3), got)
        for more in (["--threads", "3", "--bound-memory", "0", "--time", "0.05"], ["--bound-memory", "8M"], ["--bound-memory", "0", "--transpositions", "4M"])[:1 + i]:
            if (folder / "other").exists():
                got = fewest("solve", "--resume", "other", "--json", *more)
        if i:
            same(got, wanted, i)
        (folder / "other").unlink(missing_ok=True)


def it_survives_being_killed_at_any_moment():
    chance = random.Random(SEED)
    wanted = plain(LONG + ["--bound-memory", "0"])
    first = command = ["solve", *LONG, "--algorithm", "idastar", "--bound-memory", "0", "--json", "--checkpoint", "killed", "--every", "0.001"]
    for kill in range(6 if SANITIZED else 12):
        job = subprocess.Popen([TOOL, *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(chance.uniform(0.0, 0.15))
        job.send_signal(signal.SIGKILL if kill % 3 else signal.SIGTERM)
        job.communicate()
        command = ["solve", "--resume", "killed", "--bound-memory", "0", "--json", "--every", "0.001", "--threads", str(1 + kill % 3)] if (folder / "killed").exists() else first
    same(fewest(*command), wanted, "seed", SEED)
    equal([path.name for path in folder.glob("killed*")], [], "left behind")


def what_cannot_be_gone_on_with_is_refused():
    got = fewest("solve", *LONG, "--algorithm", "idastar", "--checkpoint", "good", "--max-depth", "20")
    equal(got.status, 3, got)
    bytes_of = (folder / "good").read_bytes()
    rules = "board 3\npieces a .\nmove any direction, cost {}:  a . -> . a\nstart a . .\ngoal . . a\n"
    for cost in (0, 1001):
        (folder / f"cost-{cost}").write_text(rules.format(cost))
    for arguments, why in (
        (["solve", "./cost-0", "--algorithm", "idastar", "--checkpoint", "new"], "which cannot be kept"),
        (["solve", "./cost-1001", "--algorithm", "idastar", "--checkpoint", "new"], "which cannot be kept"),
        (["solve", "eight", "--resume", "good"], "another puzzle"),
        (["solve", "fifteen", "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 x 15", "--resume", "good"], "another start"),
        (["explore", "--resume", "good"], "of a search"),
        (["explore", "fifteen", "--resume", "good"], "of a search"),
        (["solve", "--resume", "none"], "cannot be read"),
        (["solve"], "--resume F"),
        (["solve", "eight", "--algorithm", "astar", "--checkpoint", "new"], "astar cannot be kept"),
        (["solve", "--resume", "good", "--algorithm", "bfs"], "by idastar, not by bfs"),
        (["solve", "--resume", "good", "--all"], "one solution"),
        (["solve", "eight", "--algorithm", "idastar", "--all", "--checkpoint", "new"], "one solution"),
        (["solve", "eight", "--starts", "-", "--checkpoint", "new"], "--starts"),
        (["solve", *LONG, "--algorithm", "idastar", "--checkpoint", "no/such/folder"], "cannot be written"),
    ):
        got = fewest(*arguments, stdin=subprocess.DEVNULL)
        expect(got.status in (2, 4), arguments, got)
        expect(why in got.err, arguments, got)
    expect(not (folder / "new").exists())
    explored = fewest("explore", "eight", "--max-depth", "5", "--checkpoint", "explored")
    equal(explored.status, 3, explored)
    got = fewest("solve", "--resume", "explored")
    equal(got.status, 2, got)
    expect("of an exploration" in got.err, got)
    equal((folder / "good").read_bytes(), bytes_of, "what was refused was written to")


def a_damaged_file_is_never_used():
    got = fewest("solve", *LONG, "--algorithm", "idastar", "--checkpoint", "whole", "--max-depth", "20")
    equal(got.status, 3, got)
    whole = (folder / "whole").read_bytes()
    places = range(0, len(whole), 1 if not SANITIZED else 9)
    for place in places:
        (folder / "damaged").write_bytes(whole[:place] + bytes([whole[place] ^ (1 << place % 8)]) + whole[place + 1:])
        got = fewest("solve", "--resume", "damaged")
        equal(got.status, 2, place, got)
    for length in (0, 8, 55, 56, len(whole) - 1):
        (folder / "damaged").write_bytes(whole[:length])
        equal(fewest("solve", "--resume", "damaged").status, 2, length)
    (folder / "damaged").unlink()


CASES = [
    a_search_that_is_kept_finds_what_it_finds_without,
    a_search_goes_on_from_each_depth,
    what_was_done_is_not_done_again,
    auto_goes_on_with_what_it_chose,
    other_threads_and_tables_find_the_same,
    it_survives_being_killed_at_any_moment,
    what_cannot_be_gone_on_with_is_refused,
    a_damaged_file_is_never_used,
]

run_cases([case for case in CASES if sys.argv[1:] in ([], [case.__name__])], enter)
