#!/usr/bin/env python3
"""`fewest generate`: every start has the depth that it should have, by a search that knows nothing of it:
tests/generate/run.py [TOOL]

The last line is 'N passed, M failed'.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import run_cases  # noqa: E402

TOOL = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("FEWEST", ""))
CLI = Path(__file__).resolve().parent.parent / "cli"
# The sanitizers take memory of their own.
LITTLE = "400M" if os.environ.get("FEWEST_SANITIZED") else "20M"
FOLDER = None  # of the case at hand


def run(*arguments, status=0):
    done = subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True, timeout=300, cwd=FOLDER,
                          env=os.environ | {"XDG_CACHE_HOME": str(FOLDER / "cache")})
    assert done.returncode == status, f"{arguments}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done


def starts(*arguments):
    return run("generate", *arguments).stdout.splitlines()


def written(text):
    path = FOLDER / "own.few"
    path.write_text(text)
    return path


def solved(puzzle, start, *more):
    return json.loads(run("solve", puzzle, start, "--algorithm", "bfs", "--no-tables", "--json", *more).stdout)


def a_depth_is_what_a_search_finds():
    for puzzle, depths in (("eight", (0, 1, 7, 18, 25, 30)), ("tiles-2x3", (3, 21)), ("lock", (4, 14)), ("swap", (5, 20)),
                           ("knights", (7,)), ("frogs", (4, 15)), ("two-jugs", (2, 7)), ("sokoban", (30, 69)),
                           ("four-in-line", (3, 8)), ("maze", (6,)), ("strings", (2,)), ("solitaire", (6,)),
                           ("wolf-goat-cabbage", (5,))):
        for depth in depths:
            found = starts(puzzle, "--depth", depth, "--count", 3, "--seed", depth)
            assert found and len(set(found)) == len(found), (puzzle, depth)
            for start in found:
                assert solved(puzzle, start)["length"] == depth, (puzzle, depth, start)


def free_moves_are_not_counted_by_within():
    puzzle = written("board 5\npieces a .\nmove any direction, cost 0:  a . -> . a\nstart a . . . .\ngoal . . . . a\nwithin 0\n")
    found = starts(puzzle, "--count", 5, "--seed", 1)
    assert sorted(found) == ["....a", "...a.", "..a..", ".a...", "a...."], found
    for start in found:
        assert solved(puzzle, start)["cost"] == 0, start
    refused = run("generate", puzzle, "--depth", 1, status=2).stderr
    assert "only where every move costs 1" in refused and "within" not in refused, refused


def far_from_the_whole_space_only_some_layers_are_explored():
    for start in starts("fifteen", "--depth", 12, "--count", 4, "--seed", 1):
        assert solved("fifteen", start)["length"] == 12
    for start in starts("peg-solitaire", "--depth", 6, "--count", 2, "--seed", 1):
        assert solved("peg-solitaire", start)["length"] == 6


def the_layers_of_a_small_space_come_out_whole():
    layers = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]
    seen = set()
    for depth, count in enumerate(layers):
        found = set(starts("tiles-2x3", "--depth", depth, "--count", 1000, "--seed", 3))
        assert len(found) == count, (depth, len(found))
        seen |= found
    assert len(seen) == 360
    assert set(starts("tiles-2x3", "--random", "--count", 1000)) == seen


def the_hardest_are_the_known_ones():
    assert set(starts("eight", "--hardest", "--count", 5)) == {"867 / 254 / 3x1", "647 / 85x / 321"}
    told = run("generate", "eight", "--hardest", "--count", 5, "--seed", 7)
    assert "only 2 of 5" in told.stderr and "seed 7; drawn from the 2 states at depth 31" in told.stderr
    assert [row["depth"] for row in json.loads(run("generate", "tiles-2x4", "--hardest", "--count", 9, "--json").stdout)
            ["starts"]] == [36]


def one_state_is_singular():
    line = written("board 3\npieces a .\nmove . a -> a .\nmove a . -> . a\nstart a . .\ngoal a . .\n")
    assert "drawn from the 1 state at depth 2" in run("generate", line, "--depth", "2").stderr


def unique_is_one_shortest_solution():
    for puzzle, depth in (("eight", 20), ("eight", 9), ("lock", 2), ("frogs", 8)):
        for start in starts(puzzle, "--depth", depth, "--unique", "--count", 6, "--seed", 2):
            answer = solved(puzzle, start, "--all")
            assert (answer["length"], answer["solution_count"]) == (depth, 1), (puzzle, start)
    for depth in (8, 14, 17): # all of them, and no others
        unique = set(starts("tiles-2x3", "--depth", depth, "--unique", "--count", 100, "--seed", 2))
        every = starts("tiles-2x3", "--depth", depth, "--count", 100, "--seed", 2)
        assert unique == {start for start in every if solved("tiles-2x3", start, "--all")["solution_count"] == 1}, depth
    assert "only one shortest" in run("generate", "lock", "--depth", 5, "--unique", status=1).stderr


def a_seed_gives_the_same_starts_with_and_without_a_table():
    cases = [("eight", "--depth", 25), ("eight", "--depth", 31), ("eight", "--depth", 5), ("eight", "--random"),
             ("eight", "--depth", 20, "--unique"), ("eight", "--hardest"), ("swap", "--random"), ("sokoban", "--depth", 20),
             ("strings", "--random"), ("two-jugs", "--hardest"), ("eight", "--random", "--unique")]
    before = [starts(*case, "--count", 4, "--seed", 11) for case in cases]
    assert before == [starts(*case, "--count", 4, "--seed", 11, "--memory", LITTLE) for case in cases]
    assert before != [starts(*case, "--count", 4, "--seed", 12) for case in cases]
    for puzzle in {case[0] for case in cases}:
        run("table", "build", puzzle, "--distances")
    assert before == [starts(*case, "--count", 4, "--seed", 11) for case in cases]
    assert before[0] == starts("eight", "--depth", 25, "--count", 4, "--seed", 11, "--no-tables")
    # Written down, because another machine has to come to the same.
    assert starts("eight", "--depth", 25, "--count", 3, "--seed", 5) == ["618 / 75x / 243", "571 / x28 / 346",
                                                                         "8x7 / 526 / 431"]
    assert starts("fifteen", "--count", 1, "--seed", 1) == ["5 1 14 6 / 15 8 4 11 / 10 x 9 3 / 13 12 7 2"]


def the_seed_that_was_used_is_told():
    done = run("generate", "eight", "--depth", 20, "--count", 2)
    seed = done.stderr.split(";")[0].removeprefix("seed ")
    assert run("generate", "eight", "--depth", 20, "--count", 2, "--seed", seed).stdout == done.stdout
    told = json.loads(run("generate", "eight", "--depth", 20, "--count", 2, "--json").stdout)
    again = json.loads(run("generate", "eight", "--depth", 20, "--count", 2, "--json", "--seed", told["seed"]).stdout)
    assert told == again and told["starts"][0]["depth"] == 20


def random_starts_are_drawn_from_all():
    found = json.loads(run("generate", "eight", "--random", "--count", 2000, "--seed", 4, "--json").stdout)["starts"]
    assert len({row["start"] for row in found}) == 2000
    mean = sum(row["depth"] for row in found) / 2000
    assert abs(mean - 21.97) < 0.35, mean # the mean of all, and five times its deviation


def in_a_space_too_large_random_walks_are_taken():
    done = run("generate", "fifteen", "--count", 2, "--seed", 1)
    assert "random walks" in done.stderr and len(set(done.stdout.splitlines())) == 2
    for start in starts(CLI / "cost.few", "--count", 1, "--seed", 1):
        run("solve", CLI / "cost.few", start)


def goals_that_cannot_be_listed_are_found_from_the_start():
    done = run("generate", "klotski", "--random", "--count", 2, "--seed", 1)
    assert "25955 states" in done.stderr, done.stderr # all positions of the puzzle
    for depth in 1, 40:
        for start in starts("klotski", "--depth", depth, "--count", 2, "--seed", 1):
            assert solved("klotski", start)["length"] == depth
    hardest = json.loads(run("generate", "klotski", "--hardest", "--count", 9, "--seed", 1, "--json").stdout)["starts"]
    assert len(hardest) == 4
    for row in hardest:
        assert solved("klotski", row["start"])["length"] == row["depth"]


def what_cannot_be_is_said():
    assert "no start is 32 moves from the goal: the deepest are 31 moves away" in run(
        "generate", "eight", "--depth", 32, status=2).stderr
    run("table", "build", "eight", "--distances")
    assert "the deepest are 31" in run("generate", "eight", "--depth", 99, status=2).stderr
    assert "arrangements" in run("generate", "fifteen", "--hardest", "--memory", "100M", status=3).stderr
    assert "memory" in run("generate", "fifteen", "--depth", 40, "--memory", "20M", status=3).stderr
    assert "only one of" in run("generate", "eight", "--depth", 3, "--hardest", status=2).stderr
    puzzle = "board 3\npieces a b c\nmove %scycle (1 2)\nstart a b c\ngoal a c b\n"
    for cost, more in (("", ()), ("", ("--hardest",)), ("", ("--depth", 0)), ("cost 2: ", ())):
        told = run("generate", written(puzzle % cost), *more, status=1).stderr
        assert "no state that the start allows meets the goal" in told and "stays as in the start" in told, told
    allowed = starts(written(puzzle % ""), "c a b", "--count", 9, "--seed", 1)
    assert sorted(start.replace(" ", "") for start in allowed) == ["acb", "cab"], allowed
    told = run("generate", written(puzzle % "cost 2: "), "a c b", "--depth", 1, status=2).stderr
    assert "starts of a given depth and the hardest can be found only where every move costs 1" in told, told
    assert json.loads(run("generate", "eight", "--depth", 32, "--json", status=2).stdout)["status"] == "error"


def whether_there_are_more_is_said_once():
    """One line said that there may be more, and the next that there are no more."""
    puzzle = written("string\npieces a..z\nmove a -> b\nmove b -> ab\nstart a\ngoal nowhere: a\nwithin 3\n")
    told = run("generate", puzzle, "--random", "--count", 20, "--seed", 1).stderr
    assert "there may be more" in told and "there are no more" not in told and "only 5 of 20\n" in told, told
    assert "the goal names no whole string" in told and "too many" not in told, told
    told = run("generate", "tiles-2x3", "--hardest", "--count", 20, "--seed", 1).stderr
    assert "there are no more\nonly 1 of 20\n" in told and "there may be more" not in told, told


def a_goal_of_strings_that_is_not_listed_is_not_called_too_large():
    puzzle = written("string\npieces a..z\nmove a -> b\nmove b -> ab\nstart a\ngoal nowhere: a\nwithin 3\n")
    told = run("generate", puzzle, "--depth", 1, status=2).stderr
    assert "too many states" not in told and "too many strings to look at all: name a whole string" in told, told
    bounded = written("string 5\npieces a..z\nmove a -> b\nmove b -> ab\nstart a\ngoal nowhere: a\n")
    told = run("generate", bounded, "--random", "--count", 9, "--seed", 1).stderr
    assert "drawn from all 32 states that can be solved" in told, told  # those that the start leads to


def the_empty_string_is_no_start():
    puzzle = written("string 4\npieces a b\nmove aa ->\nmove bb ->\nmove ab -> ba\nstart aabb\ngoal nowhere: ab\n")
    for more, count in (((), 30), (("--depth", 0), 14)):
        done = run("generate", puzzle, "--count", 99, *more)
        found = done.stdout.splitlines()
        assert len(found) == count and all(found), found
        assert "there are no more, but the empty string" in done.stderr, done.stderr
    told = run("generate", puzzle, "--goal", "nowhere: a and nowhere: b", "--depth", 0, status=1).stderr
    assert "only the empty string is such a start" in told, told


def where_a_rest_is_lost_starts_are_drawn_from_what_the_start_leads_to():
    text = "string 6\nlet r = rest\nmove cut: # r ->\nmove mark: ab -> a#\nmove grow: a -> ab\nstart abab\ngoal a\n"
    puzzle = written(text)
    done = run("generate", puzzle, "--count", 999)
    assert len(set(done.stdout.splitlines())) == 161 and "drawn from all 161 states" in done.stderr, done
    for depth in (0, 1, 2):
        for start in starts(puzzle, "--depth", depth, "--count", 5):
            assert solved(puzzle, start)["length"] == depth, start
    done = run("generate", written(text.replace("string 6", "string 40")), "--count", 30)
    assert len(set(done.stdout.splitlines())) == 30, done
    assert "moves cannot be made backwards, and the start leads to too many states" in done.stderr, done
    dead_ends = text.replace("move grow: a -> ab\n", "").replace("start abab", "start " + 20 * "ab").replace("string 6", "string 40")
    found = starts(written(dead_ends), "--count", 30)
    assert len(set(found)) == 30, found


def a_table_of_another_start_does_not_change_what_is_drawn():
    """States were drawn that the start does not lead to."""
    open_goal = written("board 24\npieces a b c\nvar n = 0..2\nlet k = 0..2\nmove up: a -> c, n k -> k+1\nmove dn: b -> a, n k -> k+1\n"
                        "move x: c -> b, n k -> k+1\nstart " + 24 * "a" + " and n is 0\ngoal count c = 2\n")
    run("table", "build", open_goal, "--distances", "-o", "open.table")
    listed = FOLDER / "listed.few"
    listed.write_text("board 6\npieces o .\nvar turns = 0..9\nlet n = 0..9\nmove take: o -> ., turns n -> n+1\n"
                      "move back: . o -> o ., turns n -> n+1\nstart o o . o o o and turns is 0\ngoal . . . . . . and turns is 7\n")
    run("table", "build", listed, "--distances", "-o", "listed.table")
    for puzzle, start, table in ((open_goal, "bbb" + 20 * "a" + "c and n is 0", "open.table"),
                                 (listed, ". . . . o o and turns is 4", "listed.table")):
        for how in (["--depth", 1], ["--hardest"], ["--random"]):
            choice = [puzzle, start, *how, "--count", 5, "--seed", 1]
            with_it, without = (run("generate", *choice, *more) for more in (["--table", table], ["--no-tables"]))
            assert (with_it.stdout, with_it.stderr) == (without.stdout, without.stderr), (choice, with_it, without)
    told = run("table", "verify", "open.table", written(open_goal.read_text().replace(24 * "a", "bbb" + 20 * "a" + "c")), status=2).stderr
    assert "or was made from another start" in told, told


def enter(folder):
    global FOLDER
    FOLDER = folder


run_cases([value for name, value in globals().items()
           if callable(value) and name.islower() and name not in ("run", "written", "starts", "solved", "enter",
                                                                       "run_cases")], enter)
