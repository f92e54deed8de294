#!/usr/bin/env python3
"""`fewest solve --starts` and `fewest rate`, against one run for each start, and against plain searches of whole spaces:
tests/batch/run.py [TOOL] [CASE...]

The last line is 'N passed, M failed'.
"""

import csv
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "import")]
import plain  # noqa: E402
from outside import equal, expect, run_cases  # noqa: E402

TOOL = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("FEWEST", ""))
SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))
SEED = int(os.environ.get("SEED", "1"))
FOLDER = None  # of the case at hand


def run(*arguments, given=None, status=0):
    done = subprocess.run([TOOL, *map(str, arguments)], input=given, capture_output=True, text=True, timeout=300, cwd=FOLDER,
                          env=os.environ | {"XDG_CACHE_HOME": str(FOLDER / "cache")}, check=False)
    equal(done.returncode, status, arguments, done.stdout[-500:], done.stderr[-500:])
    return done


def rows(*arguments, given=None, status=0):
    return [json.loads(line) for line in run("solve", *arguments, given=given, status=status).stdout.splitlines()]


def rated(*arguments, given=None, status=0):
    return json.loads(run("rate", *arguments, "--json", given=given, status=status).stdout)["puzzles"]


def written(name, text):
    (FOLDER / name).write_text(text)
    return name


# ---- Many starts

def each_start_has_the_answer_that_it_has_alone():
    for puzzle, more in (("eight", ()), ("lock", ("--all",)), ("two-jugs", ("--show",)), ("strings", ())):
        starts = run("generate", puzzle, "--count", 6, "--seed", SEED).stdout
        for threads in (1, 3):
            found = rows(puzzle, "--starts", "-", "--threads", threads, *more, given=starts)
            equal([row["start"] for row in found], starts.splitlines(), puzzle)
            equal([row["line"] for row in found], list(range(1, len(found) + 1)), puzzle)
            for row in found:
                alone = json.loads(run("solve", puzzle, row["start"], "--json", *more).stdout)
                for key in ("status", "length", "cost", "moves", "solution_count", "solutions", "states"):
                    equal(row.get(key), alone.get(key), puzzle, row["start"], key)


def lines_without_a_start_are_left_out():
    file = written("starts.txt", "\n; two of them\n1 2 3 / 4 5 6 / 7 x 8\r\n  \n1 2 3 4 5 6 x 7 8")
    found = rows("eight", "--starts", file)
    equal([(row["line"], row["length"]) for row in found], [(3, 1), (5, 2)])
    equal(rows("eight", "--starts", "-", given=""), [])


def a_wrong_start_is_told_in_its_line_and_the_others_go_on():
    given = "1 2 3 / 4 5 6 / 7 x 8\n1 2 3 / 4 5 6 / 7 y 8\n1 2 3 / 4 5 6 / 8 7 x\n1 2 3 / 4 5 6 / x 7 8\n"
    found = rows("eight", "--starts", "-", "--threads", 2, given=given, status=2)
    equal([row["status"] for row in found], ["solved", "error", "unsolvable", "solved"])
    equal((found[1]["error"], found[1]["line"], found[1]["column"]), ("`y` is not a declared piece", 2, 19))
    equal([row["status"] for row in rows("eight", "--starts", "-", given=given.splitlines()[2], status=1)], ["unsolvable"])


def limits_are_for_each_start():
    given = "8 6 7 / 2 5 4 / 3 x 1\n1 2 3 / 4 5 6 / 7 x 8\n"
    found = rows("eight", "--starts", "-", "--states", 50, "--algorithm", "bfs", "--no-tables", given=given, status=3)
    equal([(row["status"], row.get("limit"), row["length"]) for row in found], [("limit", "states", None), ("solved", None, 1)])


def what_does_not_go_together_is_refused():
    for arguments in (("eight", "1 2 3 / 4 5 6 / 7 x 8", "--starts", "-"), ("eight", "--starts", "-", "--play"), ("-", "--starts", "-"),
                      ("eight", "--starts", "-", "--svg", "x.svg"), ("eight", "--starts", "-", "--check-bound"), ("eight", "--starts", "-", "--why"),
                      ("eight", "--starts", "there-is-none"), ("no-such-puzzle", "--starts", "-")):
        done = run("solve", *arguments, given="", status=2)
        expect(done.stderr and not done.stdout, arguments, done.stdout)
    written("open.few", "board 1 x 2\npieces a .\nmove a . -> . a\n")
    expect("--goal" in run("solve", "open.few", "--starts", "-", given="a .\n", status=2).stderr)
    equal(rows("open.few", "--starts", "-", "--goal", ". a", given="a .\n")[0]["length"], 1)


def files_of_other_programs_have_starts_too():
    file = written("level.xsb", "######\n#@ $.#\n######\n")
    start = "######/#.@$.#/######"
    equal([row["length"] for row in rows(file, "--starts", "-", given=f"{start}\n{start}\n")], [1, 1])


def control_c_ends_a_batch_with_whole_lines():
    starts = run("generate", "fifteen", "--random", "--count", 40, "--seed", SEED).stdout
    written("starts.txt", starts)
    process = subprocess.Popen([TOOL, "solve", "fifteen", "--starts", "starts.txt", "--threads", "2", "--algorithm", "bfs"], cwd=FOLDER,
                               stdout=subprocess.PIPE, text=True)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    equal(process.returncode, 130)
    for line in out.splitlines():
        json.loads(line)


# ---- Ratings, against plain searches

def plain_rating(start, neighbours, is_goal):
    """Length, shortest solutions by states, all states, largest depth, dead ends, mean number of different neighbours."""
    depth, ways, queue, before, edges = {start: 0}, {start: 1}, deque([start]), {}, 0
    while queue:
        state = queue.popleft()
        after = set(neighbours(state)) - {None}
        edges += len(after)
        for other in after:
            before.setdefault(other, []).append(state)
            if other not in depth:
                depth[other], ways[other] = depth[state] + 1, 0
                queue.append(other)
            if depth[other] == depth[state] + 1:
                ways[other] += ways[state]
    goals = [state for state in depth if is_goal(state)]
    length = min((depth[goal] for goal in goals), default=None)
    alive, queue = set(goals), deque(goals)
    while queue:
        for other in before.get(queue.popleft(), ()):
            if other not in alive:
                alive.add(other)
                queue.append(other)
    return {"length": length, "solutions": sum(ways[goal] for goal in goals if depth[goal] == length) if goals else None, "states": len(depth),
            "depth": max(depth.values()), "goals": len(goals), "dead": len(depth) - len(alive), "branching": edges / len(depth)}


def agrees(row, wanted, *what):
    for key, value in wanted.items():
        if key == "branching":
            expect(abs(row[key] - value) < 1e-4, *what, key, row[key], value)
        else:
            equal(row[key], value, *what, key)


def sokoban_levels_are_rated_like_by_a_plain_search():
    dice = random.Random(SEED)
    levels = []
    while len(levels) < (4 if SANITIZED else 12):
        height, width = dice.randrange(3, 5), dice.randrange(3, 6)
        places = [(r, c) for r in range(height) for c in range(width)]
        dice.shuffle(places)
        inside = [[" "] * width for _ in range(height)]
        for (r, c), mark in zip(places, "@$$..#"):
            inside[r][c] = mark
        levels.append(["#" * (width + 2)] + ["#" + "".join(row) + "#" for row in inside] + ["#" * (width + 2)])
    file = written("levels.xsb", "".join(f"; {n}\n" + "\n".join(level) + "\n\n" for n, level in enumerate(levels, 1)))
    found = rated(file, "--threads", 2)
    equal([row["level"] for row in found], list(range(1, len(levels) + 1)))
    dead = 0
    for row, level in zip(found, levels):
        puzzle = plain.Sokoban(level)
        wanted = plain_rating(puzzle.start, lambda s, p=puzzle: (p.move(s, c) for c in "udlrUDLR"), puzzle.is_solved)
        equal(row["status"], "solved" if wanted["length"] is not None else "unsolvable", SEED, level)
        agrees(row, wanted, SEED, level)
        dead += wanted["dead"]
    expect(dead > 0, "no level has a dead end")


def rush_hour_boards_are_rated_like_by_a_plain_search():
    boards = ("xooooooAAoGBCoHoGBCoHFFooDDDoEoooooE", "oxBoooooBoooAABooooooooooooCCxoooooo", "ooooooooooooooAAAooooooooooooooooooo")
    file = written("boards.txt", "# some boards\n" + "".join(f"7 {board} 0\n" for board in boards))
    for row, board in zip(rated(file), boards):
        puzzle = plain.Rush(board)
        agrees(row, plain_rating(puzzle.start, lambda s, p=puzzle: [after for _, after in p.moves(s, 6)], puzzle.is_out), board)
    equal(len(rated(file, "--level", 2)), 1)
    expect(rated(file, "--level", 1, "--count", "steps")[0]["length"] >= rated(file, "--level", 1)[0]["length"])


def what_is_too_large_or_wrong_is_said_and_the_rest_is_rated():
    written("wrong.few", "board 2 x 2\npieces a .\nmove a y -> . a\n")
    found = rated("wrong.few", "eight", "--states", 1000, status=2)
    equal([row["status"] for row in found], ["invalid", "solved"])
    expect("`y` is not a declared piece" in found[0]["error"], found[0])
    equal([found[1][key] for key in ("length", "states", "dead", "branching")], [19, None, None, None])
    equal(rated("eight")[0]["states"], 181440)
    board, level = "ooooooooooooooAAAooooooooooooooooooo", "#####\n#@$.#\n#####\n"
    for name, text in (("boards.txt", f"{board}\n{board}\nno board\n{board}\n"), ("levels.xsb", f"{level}\n{level}\n{level.replace('$', '@')}\n{level}")):
        found = rated(written(name, text), status=2)
        equal([row["status"] for row in found], ["solved", "solved", "invalid", "solved"], name)
        equal(rated(name, "--level", 4)[0]["status"], "solved", name)
    run("rate", "there-is-none", status=2)
    run("rate", "eight", "--csv", "--json", status=2)
    equal(rated("klotski", "--time", "0.000001", status=3)[0]["status"], "limit")


def an_unsolvable_puzzle_is_all_dead_ends():
    written("stuck.few", "board 1 x 3\npieces a .\nmove a . -> . a\nstart . a .\ngoal a . .\n")
    row = rated("stuck.few")[0]
    equal([row[key] for key in ("status", "length", "states", "dead", "goals")], ["unsolvable", None, 2, 2, 0])


def all_forms_of_the_report_say_the_same():
    files = ("frogs", "wolf-goat-cabbage", written("a,\"b\".few", "title <b> & \"c\"\nboard 1 x 2\npieces a .\nmove a . -> . a\nstart a .\ngoal . a\n"))
    as_json = rated(*files, "--html", "report.html")
    as_csv = list(csv.DictReader(io.StringIO(run("rate", *files, "--csv").stdout)))
    equal(len(as_csv), len(as_json))
    for one, other in zip(as_csv, as_json):
        for key in ("file", "title", "status", "length", "cost", "solutions", "states", "depth", "goals", "dead"):
            equal(one[key], str(other[key]), key)
    text = run("rate", *files).stdout.splitlines()
    equal(len(text), 1 + len(files))
    for line, row in zip(text[1:], as_json):
        equal(line.removeprefix(row["file"]).split()[:1], [str(row["length"])], line)
    page = (FOLDER / "report.html").read_text()
    equal(len(re.findall(r"<tr>", page)), 1 + len(files))
    equal(page.count("<svg "), len(files))
    expect("&lt;b&gt; &amp; &quot;c&quot;" in page and "<b>" not in page)
    equal(page.count("<style>"), 1)


def begin(folder):
    global FOLDER
    FOLDER = folder


CASES = [each_start_has_the_answer_that_it_has_alone, lines_without_a_start_are_left_out,
         a_wrong_start_is_told_in_its_line_and_the_others_go_on, limits_are_for_each_start, what_does_not_go_together_is_refused,
         files_of_other_programs_have_starts_too, control_c_ends_a_batch_with_whole_lines, sokoban_levels_are_rated_like_by_a_plain_search,
         rush_hour_boards_are_rated_like_by_a_plain_search, what_is_too_large_or_wrong_is_said_and_the_rest_is_rated,
         an_unsolvable_puzzle_is_all_dead_ends, all_forms_of_the_report_say_the_same]

run_cases([case for case in CASES if not sys.argv[2:] or case.__name__ in sys.argv[2:]], begin)
