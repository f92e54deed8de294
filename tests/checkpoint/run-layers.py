#!/usr/bin/env python3
"""Searches by layers, from one end or both, that are written to a checkpoint and taken up again: the same status, length, number of solutions and first
solutions as without, and as many states expanded, however often and wherever they were stopped; what cannot be gone on with is refused in
plain words, and nothing is lost."""

import json
import os
import random
import resource
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
BATCH = 2048
folder = None

FILES = {
    # Further than a byte can tell, and moves cannot be undone: tags are widened.
    "deep.few": "var A = 0..700\nlet a = 0..699\nlet b = 1..700\nmove up: A a -> a+1\nmove drop: A b -> 0\nstart A is 0\ngoal A is 700\n",
    # Moves cannot be inverted: all layers are kept.
    "lost.few": "string 12\nlet tail = rest\nlet x = a b\nmove cut: # tail ->\nmove mark: ab -> a#\nmove more: x a tail -> tail x x\n"
                "move swap: ab -> ba\nmove swap: ba -> ab\nstart abababab\ngoal a######\n",
    "swap.few": "board 1 x 3\npieces a b .\nmove go: a . -> . a\nmove back: . a -> a .\nstart a . b\ngoal b . a\n",
    "within.few": "board 3 x 3\npieces 1..8 x\nlet t = 1..8\nmove any direction: x t -> t x\nstart 8 6 7 / 2 5 4 / 3 x 1\ngoal 1 2 3 / 4 5 6 / 7 8 x\nwithin 20\n",
}

HARD = ["eight", "8 6 7 / 2 5 4 / 3 x 1"]
SEARCHES = {
    "a table by rank": HARD,
    "a tree": HARD + ["--remember", "tree"],
    "a hash table": ["klotski"],
    "no perfect hash": ["rush-hour"],
    "first by hash, then by rank": ["topspin-9-4", "--remember", "rank"],
    "states of several words": ["tiles-4x5", "2 3 4 x 5 / 1 7 8 9 10 / 6 11 12 13 14 / 16 17 18 19 15"],
    "one way": ["sokoban"],
    "many goals": ["ricochet"],
    "deep": ["deep.few"],
    "not to be inverted": ["lost.few"],
    "a string": ["strings"],
    "a walker": ["maze"],
    "no solution": ["swap.few"],
    "no solution that is short enough": ["within.few"],
    "nothing to do": ["eight", "1 2 3 / 4 5 6 / 7 8 x"],
}


def enter(place):
    global folder
    folder = place
    for name, text in FILES.items():
        (place / name).write_text(text)


def fewest(*arguments, **options):
    return Result(subprocess.run([TOOL, *arguments], cwd=folder, capture_output=True, timeout=300, **options))


def solve(*arguments):
    return fewest("solve", *arguments, "--json")


def same(got, wanted, *what, batch=0):
    """Where only the first goal is looked for, the last batch may be another one if it was ended in the midst of a layer."""
    equal(got.status, wanted.status, *what, got)
    got, wanted = json.loads(got.out), json.loads(wanted.out)
    for key in ("status", "length", "cost", "moves", "solution_count", "solutions"):
        equal(got.get(key), wanted.get(key), *what, key)
    for key in ("expanded", "generated"):
        expect(abs(got[key] - wanted[key]) <= batch, *what, key, got[key], wanted[key])


def each_search():
    for name, arguments in SEARCHES.items():
        for algorithm in ("bfs", "bidirectional"):
            yield f"{name}, {algorithm}", [*arguments, "--algorithm", algorithm]


def in_steps(arguments, option, steps, wanted, *what):
    """Goes on from limit to limit, and then to the end."""
    got = fewest("solve", *arguments, "--checkpoint", "steps", option, str(steps[0]))
    for step in steps[1:]:
        if got.status != 3:
            break
        expect("continue with: fewest solve --resume steps" in got.out, *what, got)
        got = fewest("solve", "--resume", "steps", option, str(step))
    expect(got.status in (0, 1, 3), *what, got)
    if got.status != 3:
        expect(not (folder / "steps").exists(), *what, "it is finished, and left something to continue")
        return
    same(solve("--resume", "steps"), wanted, *what, batch=BATCH if option == "--states" else 0)
    expect(not (folder / "steps").exists(), *what, "it is finished, and left something to continue")


def a_search_that_is_kept_finds_what_it_finds_without():
    for name, arguments in SEARCHES.items():
        for algorithm in ("bfs", "bidirectional", "auto"):
            for more in ([], ["--all=3"]):
                wanted = solve(*arguments, "--algorithm", algorithm, *more)
                got = solve(*arguments, "--algorithm", algorithm, *more, "--checkpoint", "kept", "--every", "0.001")
                same(got, wanted, name, algorithm, more)
                expect(not (folder / "kept").exists(), name, algorithm, more, "it is finished, and left something to continue")


def a_search_goes_on_from_each_depth():
    for name, arguments in each_search():
        wanted = solve(*arguments)
        most = json.loads(wanted.out)["depth"]
        in_steps(arguments, "--max-depth", range(0, most + 1, most // 6 + 1), wanted, name)
    wanted = solve("within.few", "--algorithm", "bidirectional")
    in_steps(["within.few", "--algorithm", "bidirectional"], "--max-depth", range(16, 20), wanted, "up to the limit of the puzzle")
    wanted = solve("klotski", "--all")
    in_steps(["klotski", "--all"], "--max-depth", range(5, 110, 15), wanted, "all solutions")


def a_search_goes_on_from_the_midst_of_a_layer():
    """The limit on states ends it anywhere, in the midst of a batch."""
    chance = random.Random(SEED)
    for name, arguments in each_search():
        wanted = solve(*arguments)
        most = json.loads(wanted.out)["remembered"]
        steps = sorted(chance.randint(1, max(most, 1)) for _ in range(3 if SANITIZED else 6))
        in_steps(arguments, "--states", steps, wanted, name, steps, "seed", SEED)


def the_last_layer_may_be_ended_too():
    """Once a goal was met, what is left is to find the rest of them, and the paths."""
    for arguments in (HARD + ["--algorithm", "bidirectional"], ["sokoban", "--algorithm", "bfs"], ["ricochet", "--algorithm", "bidirectional"]):
        wanted = solve(*arguments, "--all=5")
        most = json.loads(wanted.out)["remembered"]
        in_steps([*arguments, "--all=5"], "--states", range(most - 12, most + 1, 2), wanted, arguments)


def memory_that_ends_is_a_limit_like_others():
    all_limits = 0
    (folder / "lost.few").write_text(FILES["lost.few"].replace("string 12", "string 16").replace("start abababab", "start abababababa"))
    for arguments in (HARD + ["--algorithm", "bfs", "--remember", "hash"], ["lost.few"], HARD + ["--algorithm", "bidirectional", "--all", "--remember", "hash"]):
        wanted = solve(*arguments)
        limits = 0
        for memory in (4096, 4400, 4800, 5600, 8000):
            got = fewest("solve", *(["--resume", "little"] if (folder / "little").exists() else [*arguments, "--checkpoint", "little"]), "--memory", f"{memory}K")
            expect(got.status in (0, 3) or not (folder / "little").exists(), arguments, memory, got)
            limits += got.status == 3 and "memory" in got.out
        all_limits += limits
        if got.status == 3:
            same(solve("--resume", "little"), wanted, arguments, batch=BATCH)
        expect(not (folder / "little").exists(), arguments, "it is finished, and left something to continue")
    expect(all_limits > 1, all_limits)


def another_store_finds_the_same():
    for arguments in (HARD + ["--algorithm", "bfs"], ["sokoban", "--algorithm", "bidirectional"]):
        wanted = solve(*arguments)
        for first in ("rank", "hash", "tree"):
            for then in ("rank", "hash", "tree"):
                got = fewest("solve", *arguments, "--checkpoint", "store", "--states", "700", "--remember", first)
                equal(got.status, 3, got)
                same(solve("--resume", "store", "--remember", then), wanted, arguments, first, then, batch=BATCH)
                expect(not (folder / "store").exists(), "it is finished, and left something to continue")


def auto_goes_on_with_what_it_chose():
    for arguments, chosen in ((["klotski"], "bfs"), (["sokoban"], "bidirectional"), (["maze"], "bfs"), (["deep.few"], "bidirectional")):
        wanted = solve(*arguments)
        equal(json.loads(wanted.out)["algorithm"], chosen, arguments)
        got = fewest("solve", *arguments, "--checkpoint", "auto", "--max-depth", "4")
        equal(got.status, 3, got)
        got = fewest("solve", *(arguments if arguments == ["maze"] else []), "--resume", "auto", "--json")
        same(got, wanted, arguments)
        equal(json.loads(got.out)["algorithm"], chosen, arguments)
    equal(json.loads(fewest("resume", "--json").out)["checkpoints"], [])


def it_survives_being_killed_at_any_moment():
    chance = random.Random(SEED)
    for arguments in (["pocket-cube", "--algorithm", "bfs"], ["topspin-12-4", "4 1 9 12 2 7 11 3 6 10 5 8", "--algorithm", "bidirectional", "--all=2"]):
        if SANITIZED:
            arguments = ["klotski", "--algorithm", arguments[arguments.index("--algorithm") + 1]]
        wanted = solve(*arguments)
        first = command = ["solve", *arguments, "--json", "--checkpoint", "killed", "--every", "0.001"]
        for kill in range(6 if SANITIZED else 12):
            job = subprocess.Popen([TOOL, *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(chance.uniform(0.0, 0.15))
            job.send_signal((signal.SIGTERM, signal.SIGKILL, signal.SIGKILL, signal.SIGINT)[kill % 4])
            job.communicate()
            command = ["solve", "--resume", "killed", "--json", "--every", "0.001"] if (folder / "killed").exists() else first
        same(fewest(*command), wanted, "seed", SEED, batch=BATCH)
        equal([path.name for path in folder.glob("killed*")], [], "left behind")


def time_that_ends_is_a_limit_like_others():
    arguments = ["klotski", "--algorithm", "bfs"] if SANITIZED else ["pocket-cube", "--algorithm", "bfs"]
    wanted = solve(*arguments)
    first = command = ["solve", *arguments, "--checkpoint", "late"]
    for limit in ("0.02", "0.1", "0.1", "0.1"):
        got = fewest(*command, "--time", limit)
        expect(got.status in (0, 3), got)
        # On a slow machine the time may end before there is anything to keep.
        kept = (folder / "late").exists()
        equal(kept, "--resume late" in got.out + got.err, got)
        command = ["solve", "--resume", "late"] if kept else first
    same(fewest(*command, "--json"), wanted, batch=BATCH)


def what_cannot_be_gone_on_with_is_refused():
    got = fewest("solve", *HARD, "--algorithm", "bfs", "--checkpoint", "good", "--max-depth", "8")
    equal(got.status, 3, got)
    bytes_of = (folder / "good").read_bytes()
    for arguments, why in (
        (["solve", "fifteen", "--resume", "good"], "another puzzle"),
        (["solve", "eight", "1 2 3 / 4 5 6 / 7 x 8", "--resume", "good"], "another start"),
        (["solve", "--resume", "good", "--algorithm", "bidirectional"], "by bfs, not by bidirectional"),
        (["solve", "--resume", "good", "--algorithm", "idastar"], "by bfs, not by idastar"),
        (["solve", "--resume", "good", "--algorithm", "astar"], "astar cannot be kept"),
        (["explore", "--resume", "good"], "of a search"),
        (["solve", "eight", "--algorithm", "astar", "--checkpoint", "new"], "astar cannot be kept"),
        (["solve", "bridge", "--checkpoint", "new"], "dijkstra, which cannot be kept"),
        (["solve", "bridge", "--algorithm", "bfs", "--checkpoint", "new"], "dijkstra, which cannot be kept"),
        (["solve", "eight", "--checkpoint", "no/such/folder"], "cannot be written"),
    ):
        got = fewest(*arguments, stdin=subprocess.DEVNULL)
        expect(got.status in (2, 4), arguments, got)
        expect(why in got.err, arguments, got)
    expect(not (folder / "new").exists())
    equal((folder / "good").read_bytes(), bytes_of, "what was refused was written to")


def a_damaged_file_is_never_used():
    for arguments in (HARD + ["--algorithm", "bfs"], ["lost.few"], ["sokoban", "--algorithm", "bidirectional"]):
        got = fewest("solve", *arguments, "--checkpoint", "whole", "--max-depth", "4")
        equal(got.status, 3, got)
        whole = (folder / "whole").read_bytes()
        for place in range(0, len(whole), 17 if not SANITIZED else 97):
            (folder / "damaged").write_bytes(whole[:place] + bytes([whole[place] ^ (1 << place % 8)]) + whole[place + 1:])
            got = fewest("solve", "--resume", "damaged")
            equal(got.status, 2, place, got)
        for length in (0, 8, 55, 56, len(whole) // 2, len(whole) - 1):
            (folder / "damaged").write_bytes(whole[:length])
            equal(fewest("solve", "--resume", "damaged").status, 2, length)


def a_full_disk_is_told_and_loses_nothing():
    """Files may not grow beyond some thousand bytes: the first checkpoint fits, the next does not."""
    def little():
        resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))
    wanted = solve(*HARD, "--algorithm", "bfs")
    for form in ([], ["--json"]):
        for arguments in (HARD + ["--algorithm", "bfs"], ["--resume", "full"]):
            kept = ["--checkpoint", "full"] if arguments[0] != "--resume" else []
            got = fewest("solve", *arguments, *kept, "--every", "0.0001", "--states", "30000", *form, preexec_fn=little)
            equal(got.status, 4, got)
            expect("fewest: the checkpoint full cannot be written: File too large" in got.err, got)
            expect("continue with" not in got.out, got)
        same(solve("--resume", "full"), wanted)
    got = fewest("solve", *HARD, "--algorithm", "bfs", "--checkpoint", "full", "--every", "0.0001", preexec_fn=little)
    equal(got.status, 0, got)
    expect("31 moves" in got.out, got)


CASES = [
    a_search_that_is_kept_finds_what_it_finds_without,
    a_search_goes_on_from_each_depth,
    a_search_goes_on_from_the_midst_of_a_layer,
    the_last_layer_may_be_ended_too,
    memory_that_ends_is_a_limit_like_others,
    another_store_finds_the_same,
    auto_goes_on_with_what_it_chose,
    it_survives_being_killed_at_any_moment,
    time_that_ends_is_a_limit_like_others,
    what_cannot_be_gone_on_with_is_refused,
    a_damaged_file_is_never_used,
    a_full_disk_is_told_and_loses_nothing,
]

run_cases([case for case in CASES if sys.argv[1:] in ([], [case.__name__])], enter)
