#!/usr/bin/env python3
"""Faults planted in exported programs, one at a time: the comparison of run.py must notice each of them.

A fault is a change of the text of a program; where it changes nothing, it is out of date, and that is a failure, too.
"""

import os
import re
import sys
import tempfile
from argparse import Namespace

import corpus
import run
from programs import Choice

PLAIN = Choice("bfs", "hash", "one", "parents")
PYTHON = Choice("bfs", "std", "one", "parents")

# what is wrong, puzzle, dialect, choice, what is replaced (a regular expression, the first time it is found), by what
FAULTS = [
    ("turned the wrong way", "eight", "c", PLAIN, r"column_step\[4\] = \{0, 0, -1, 1\}", "column_step[4] = {0, 0, 1, -1}"),
    ("a direction is left out", "sokoban", "c", PLAIN, r"way < 4; way\+\+", "way < 3; way++"),
    ("a cell is left out of the number of a state", "swap", "c", PLAIN, r"i < CELLS; i\+\+\) number", "i < CELLS - 1; i++) number"),
    ("the next slot is not looked at", "eight", "c", PLAIN, r"(?s)while (\(slots\[slot\] >= 0 && nodes\S+ != packed\))", r"if \1"),
    ("`where` is forgotten", "tests/puzzles/where-sums.few", "c", PLAIN, r"if \(a \+ c == b \+ 2\)", "if (a + c >= b)"),
    ("what a move puts is forgotten", "frogs", "c", PLAIN, r"next\.cell\[first\] = DOT;", ""),
    ("a place too few", "frogs", "c", PLAIN, r"first \+ 2 <= CELLS", "first + 3 <= CELLS"),
    ("the start is not tested", "eight", "c", PLAIN, r"is_goal\(&start\)", "false && is_goal(&start)"),
    ("a parent too far", "maze", "c", PLAIN, r"number = parent;", "number = parent - 1;"),
    ("the cheapest first, but for the last", "tests/puzzles/costly-terrain.few", "c", PLAIN, r"heap\[child\]\.cost >= last\.cost", "heap[child].cost <= last.cost"),
    ("the moves of a string end too soon", "strings", "c", PLAIN, r"place \+ before_length <= length_of\(now\)", "place + before_length < length_of(now)"),
    ("memory beyond the end", "eight", "c", PLAIN, r"node_count < node_room", "node_count <= node_room"),
    ("a variable that is not used", "eight", "c", PLAIN, r"move_count = 0;", "move_count = 0; int more = 3;"),
    ("turned the wrong way", "eight", "python", PYTHON, r"\(0, 0, -1, 1\)", "(0, 0, 1, -1)"),
    ("a goal that is too easy", "four-in-line", "python", PYTHON, r"is_goal_1\(now\) or is_goal_2", "not is_goal_1(now) or is_goal_2"),
    ("the path is not turned around", "frogs", "python", PYTHON, r"path\[::-1\]", "path"),
    ("the wrong one of several results", "tests/puzzles/guarini-knights.few", "python", PYTHON, r"results\.index\(after\) \+ 1", "results.index(after) + 2"),
    ("the place of a move is its column", "four-in-line", "python", PYTHON, r"best\.place // COLUMNS \+ 1", "best.place // COLUMNS"),
    ("`within` is forgotten", "tests/puzzles/within-short.few", "python", PYTHON, r"steps == WITHIN", "steps == -1"),
]


def change(fault):
    _, _, _, _, before, after = fault

    def changed(text):
        result, times = re.subn(before, after, text, count=1)
        if times == 0 or result == text:
            raise SystemExit(f"this fault is out of date, there is no {before!r}: {fault[0]}")
        return result
    return changed


def main():
    if os.environ.get("FEWEST_SANITIZED"):
        print("the faults are in the programs, not in the tool")
        sys.exit(77)
    options = Namespace(start=None, starts=20, seed=1, random=0, states=3000, all=False)
    known = {puzzle.name: puzzle for puzzle in [*corpus.built_ins(), *corpus.files()]}
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for fault in FAULTS:
            title, name, dialect, choice, _, _ = fault
            trial = run.Trial(known[name], dialect, options, folder, change(fault))
            outcome = trial.try_choices([choice], "memory" in title)[0]
            noticed = outcome.result == "FAILED" and ("-Werror" in outcome.said) == ("not used" in title)
            missed += not noticed
            print(f"{'noticed' if noticed else 'MISSED '}  {title} ({name}, {dialect}): {outcome.said.splitlines()[0][:110] if noticed else ''}",
                  flush=True)
    print(f"{len(FAULTS) - missed} passed, {missed} failed")
    sys.exit(1 if missed or not FAULTS else 0)


if __name__ == "__main__":
    main()
