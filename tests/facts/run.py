#!/usr/bin/env python3
"""Facts about well-known puzzles, shown by solving them.

Each was computed apart from this program, by brute force, and many stand in the books or in the OEIS. A depth is the number of
moves that the farthest state needs; where the farthest states are known they are solved. Spaces are counted by a
search for a state that is not in them: it proves that there is no way by having seen everything.

usage: run.py [WORD...]     only facts whose name holds one of the words     ($FEWEST: the tool)
"""

import itertools
import json
import multiprocessing
import os
import subprocess
import sys
from collections import Counter

TOOL = os.environ.get("FEWEST", "")


def solve(puzzle, start=None, goal=None, *options):
    arguments = [TOOL, "solve", puzzle] + ([start] if start else []) + (["--goal", goal] if goal else [])
    done = subprocess.run(arguments + ["--json", *options], capture_output=True, encoding="utf-8")
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"status": f"exit status {done.returncode}", "error": done.stdout[:500] + done.stderr[:2000]}


class Needs:
    """A puzzle whose shortest solution has this many moves, and costs that much; None: it has no solution."""

    def __init__(self, name, length, puzzle, start=None, goal=None, cost=None):
        self.name, self.length, self.cost = name, length, length if cost is None else cost
        self.arguments = (puzzle, start, goal)

    def problem(self):
        answer = solve(*self.arguments)
        if self.length is None:
            return None if answer["status"] == "unsolvable" else f"{answer}, not unsolvable"
        if answer["status"] != "solved" or (answer["length"], answer["cost"]) != (self.length, self.cost):
            return f"{answer}, not solved in {self.length} moves of cost {self.cost}"
        return None


class Counts:
    """A space with this many states, the farthest of them this many moves from the start."""

    def __init__(self, name, states, depth, puzzle, start, outside):
        self.name, self.states, self.depth = name, states, depth
        self.arguments = (puzzle, start, outside)

    def problem(self):
        answer = solve(*self.arguments, "--algorithm", "bfs", "--symmetry", "off")
        wanted = {"status": "unsolvable", "expanded": self.states, "remembered": self.states}
        if self.depth is not None:
            wanted["depth"] = self.depth + 1        # the last layer is found to be empty
        wrong = {key: answer.get(key) for key, value in wanted.items() if answer.get(key) != value}
        return f"{wrong}, not {wanted}" if wrong else None


class Layers:
    """How many of all starts need 0, 1, 2, ... moves; the others have no solution."""

    def __init__(self, name, counts, puzzle, starts):
        self.name, self.counts, self.puzzle, self.starts = name, counts, puzzle, starts

    def problem(self):
        found = Counter()
        for start in self.starts:
            answer = solve(self.puzzle, start)
            if answer["status"] not in ("solved", "unsolvable"):
                return f"{start}: {answer}"
            found[answer["length"]] += 1
        unsolvable = found.pop(None, 0)
        layers = [found[length] for length in range(max(found) + 1)]
        if layers != self.counts or unsolvable != len(self.starts) - sum(self.counts):
            return f"{layers} and {unsolvable} unsolvable, not {self.counts}"
        return None


def rows(pieces, columns):
    pieces = list(pieces)
    return " / ".join(" ".join(pieces[i:i + columns]) for i in range(0, len(pieces), columns))


def bits(hexadecimal):
    return rows(f"{int(hexadecimal, 16):016b}", 4)


# The goal of these two is 1 2 3 / 8 x 4 / 7 6 5. A* that stops too early, or counts the blank, goes astray on them.
RING = "1 2 3 / 8 x 4 / 7 6 5"

FACTS = [
    # Sliding tiles. The farthest states of a space are all that there are.
    Needs("3x3 tiles, farthest state", 31, "eight", "8 6 7 / 2 5 4 / 3 x 1"),
    Needs("3x3 tiles, the other farthest state", 31, "eight", "6 4 7 / 8 5 x / 3 2 1"),
    Needs("3x3 tiles, a trap for A*", 24, "eight", "7 6 3 / 5 x 8 / 2 4 1", RING),
    Needs("3x3 tiles, another trap for A*", 26, "eight", "5 2 1 / 7 4 8 / 3 6 x", RING),
    Needs("3x3 tiles, a contest's sample", 19, "eight", "2 3 4 / 1 5 x / 7 6 8"),
    Needs("2x3 tiles, the farthest state", 21, "tiles-2x3", "4 5 x / 1 2 3"),
    Needs("2x4 tiles, the farthest state", 36, "tiles-2x4", "x 7 2 1 / 4 3 6 5"),
    Needs("2x5 tiles, farthest state", 55, "tiles-2x5", "x 9 3 7 1 / 5 4 8 2 6"),
    Needs("2x5 tiles, the other farthest state", 55, "tiles-2x5", "x 5 3 2 1 / 9 4 8 7 6"),
    Counts("2x3 tiles", 360, 21, "tiles-2x3", "1 2 3 / 4 5 x", "2 1 3 / 4 5 x"),
    Counts("2x4 tiles", 20160, 36, "tiles-2x4", "1 2 3 4 / 5 6 7 x", "2 1 3 4 / 5 6 7 x"),
    Counts("3x3 tiles", 181440, 31, "eight", "1 2 3 / 4 5 6 / 7 8 x", "2 1 3 / 4 5 6 / 7 8 x"),
    Counts("2x5 tiles", 1814400, 55, "tiles-2x5", "1 2 3 4 5 / 6 7 8 9 x", "2 1 3 4 5 / 6 7 8 9 x"),
    Layers("2x3 tiles, every arrangement",
           [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1],
           "tiles-2x3", [rows(p, 3) for p in itertools.permutations("12345x")]),

    # Boards of two and three kinds of pieces.
    Needs("swap, the farthest boards", 20, "swap", bits("017f"), bits("fe80")),
    Needs("four in a line, a contest's sample", 5, "four-in-line", "BWBO / WBWB / BWBW / WBWO and turn is any"),
    Counts("four in a line", 809088, 39, "four-in-line", None, "OBWW / BWWW / WBBB / WBBO and turn is B"),
    Needs("lock, 1111 to 6666", 16, "lock", "1111", "6666"),
    Needs("klotski, in steps of one cell", 116, "klotski"),
    Counts("klotski", 25955, None, "klotski", None, "n B B n / u B B n / n [ ] u / u o o u / o . . o"),

    # The cube, in half turns and quarter turns alike.
    Needs("pocket cube, a farthest state", 11, "pocket-cube"),
    Counts("pocket cube", 3674160, 11, "pocket-cube", "WWWW RRRR GGGG YYY OOO BBB", "WWWR WRRR GGGG YYY OOO BBB"),

    # Pancakes: no stack of eight needs more than nine turns, and 455 of them do.
    Needs("8 pancakes, farthest state", 9, "pancake-8", "1 3 2 4 6 8 5 7"),
    Needs("8 pancakes, another farthest state", 9, "pancake-8", "8 6 2 4 7 3 5 1"),
    Layers("4 pancakes, every stack", [1, 3, 6, 11, 3], "pancake-4",
           [" ".join(p) for p in itertools.permutations("1234")]),

    # Crossings: the known numbers, and that four couples cannot cross in a boat for two.
    Needs("missionaries, 3 each, a boat for 2", 11, "missionaries-3-2"),
    Needs("missionaries, 4 each, a boat for 3", 9, "missionaries-4-3"),
    Needs("missionaries, 5 each, a boat for 3", 11, "missionaries-5-3"),
    Needs("missionaries, 6 each, a boat for 4", 9, "missionaries-6-4"),
    Needs("missionaries, 6 each, a boat for 3", None, "missionaries-6-3"),
    Needs("missionaries, 4 each, a boat for 2", None, "missionaries-4-2"),
    Needs("the bridge at night", 5, "bridge", cost=17),

    # Levels of our own, counted by plain searches in Python that share nothing with the tool.
    Needs("rush hour, in slides", 22, "rush-hour"),
    Needs("lunar lockout", 9, "lunar-lockout"),
    Needs("ricochet robots", 13, "ricochet"),
    Needs("atomix", 12, "atomix"),

    Needs("roads of Romania", 4, "romania", cost=418),
    Needs("roads of Romania, from Timisoara", 5, "romania", "Timisoara is @", cost=536),
    Needs("queens on 3 x 3", None, "queens-3"),
    Needs("queens on 6 x 6", 6, "queens-6"),
    Needs("queens on 8 x 8", 8, "queens-8"),

    Layers("lights out 3x3, every board", [1, 9, 36, 84, 126, 126, 84, 36, 9, 1], "lights-out-3x3",
           [rows(p, 3) for p in itertools.product("01", repeat=9)]),
] + [
    # A007664: the best that four pegs can do.
    Needs(f"{disks} disks on 4 pegs", length, f"hanoi-{disks}-4")
    for disks, length in enumerate([1, 3, 5, 9, 13, 17, 25, 33, 41], 1)
] + [
    Needs(f"{disks} disks on 3 pegs", 2 ** disks - 1, f"hanoi-{disks}-3") for disks in range(1, 11)
]


def job(fact):
    try:
        return fact.name, fact.problem()
    except Exception as error:
        return fact.name, f"{type(error).__name__}: {error}"


def main(words):
    if not TOOL:
        sys.exit("FEWEST must name the tool")
    facts = [fact for fact in FACTS if not words or any(word in fact.name for word in words)]
    failed = 0
    with multiprocessing.Pool() as pool:
        for name, problem in pool.imap(job, facts):
            if problem:
                failed += 1
                print(f"{name}: {problem}")
    print(f"{len(facts) - failed} passed, {failed} failed")
    return 1 if failed or not facts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
