#!/usr/bin/env python3
"""What is not a search for the goal sees the whole space: random puzzles against the naive interpreter.

Strings with and without a bound, one walker on a board, and boards with a var, most of them with `within`, some with
costs or with several starts. For each of them:
  explore       counts every state by its number of moves, whatever the goal; backwards from the goal, too
  check         plays any moves that are possible, and says where they lead
  generate      draws starts that solve can solve, all of them where so many are asked for, the deepest where these are
  solve         finds the same from a START and to a GOAL given by hand
  table         keeps the distances of the whole space, and solve then finds the same

usage: run-whole.py [PUZZLES]      ($FEWEST: the tool; $FEWEST_SEED: the first seed)
"""

import collections
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import few

SEED = int(os.environ.get("FEWEST_SEED", "20261116"))
FEWEST = os.environ.get("FEWEST", "fewest")


class Disagreement(Exception):
    pass


def tool(*arguments):
    run = subprocess.run([FEWEST, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    if run.returncode not in (0, 1, 2, 3):
        raise Disagreement("%s: status %d, %s" % (arguments, run.returncode, run.stderr.strip()))
    return run


def ask(*arguments):
    """The JSON object that the tool prints."""
    return json.loads(tool(*arguments, "--json").stdout)


def expect(what, wanted, found):
    if wanted != found:
        raise Disagreement("%s: %s, not %s" % (what, found, wanted))


# ---- Puzzles

def word(pick, least, most, letters):
    return "".join(pick.choice(letters) for _ in range(pick.randint(least, most)))


def string_puzzle(pick):
    letters = "ab" if pick.random() < 0.6 else "abc"
    bound = pick.randint(2, 5) if pick.random() < 0.7 else None
    most = bound or 4
    lines = ["string %d" % bound if bound else "string", "pieces " + " ".join(letters), "let r = rest"]
    for _ in range(pick.randint(1, 4)):
        cost = "cost %d: " % pick.randint(1, 4) if pick.random() < 0.15 else ""
        if pick.random() < 0.2:             # `r` is the rest; on the right it stands once or twice
            at = pick.choice(["", "", "at begin, "])
            sides = word(pick, 1, 2, letters) + "r", word(pick, 0, 1, letters) + "r" + word(pick, 0, 1, letters + "r")
            lines.append("move %s%s -> %s" % ((at + (cost or "cost 1: ")) if at else cost, *sides))
            continue
        lines.append("move %s%s -> %s" % (cost, word(pick, 1, 2, letters), word(pick, 0, min(3, most), letters)))
    lines.append("start " + word(pick, 1, most, letters))
    goals = ["goal " + word(pick, 1, most, letters + "_") for _ in range(pick.randint(1, 2))]
    if pick.random() < 0.2:
        goals.append("goal somewhere: " + word(pick, 1, 2, letters))
    if bound is None or pick.random() < 0.6:
        lines.append("within %d" % pick.randint(0, 4))
    return lines + goals


def walker_puzzle(pick):
    rows, columns = pick.randint(1, 3), pick.randint(2, 3)
    cells = [pick.choice("...#") for _ in range(rows * columns)]
    cells[pick.randrange(len(cells))] = "@"
    goal = ["_"] * len(cells)
    goal[pick.randrange(len(cells))] = "@"
    turn = "any direction: " if pick.random() < 0.7 else ""
    drawn = lambda c: " / ".join("".join(c[r * columns:(r + 1) * columns]) for r in range(rows))
    lines = ["board %d x %d" % (rows, columns), "pieces @ . #", "move %s@ . -> . @" % turn,
             "start " + drawn(cells), "goal " + drawn(goal)]
    return lines + (["within %d" % pick.randint(0, 5)] if pick.random() < 0.6 else [])


def board_puzzle(pick):
    letters, cells = "ab.", pick.randint(2, 4)
    lines = ["board %d" % cells, "pieces a b .", "var v = 0..2", "let n = 0..2", "let p = a b"]
    for _ in range(pick.randint(1, 4)):
        size = pick.randint(1, 2)
        cost = "cost %d: " % pick.randint(2, 3) if pick.random() < 0.1 else ""
        value = pick.choice(["", "", ", v n -> n+1", ", v n -> n-1", ", v %d -> %d" % (pick.randrange(3), pick.randrange(3))])
        if pick.random() < 0.4:
            lines.append("move %sp . -> . p%s" % (cost, value))
        else:
            lines.append("move %s%s -> %s%s" % (cost, word(pick, size, size, letters), word(pick, size, size, letters), value))
    value = "any" if pick.random() < 0.4 else str(pick.randrange(3))
    lines.append("start %s and v is %s" % (word(pick, cells, cells, letters), value))
    for _ in range(pick.randint(1, 2)):
        lines.append("goal " + word(pick, cells, cells, letters + "_") +
                     (" and v is %d" % pick.randrange(3) if pick.random() < 0.5 else ""))
    return lines + (["within %d" % pick.randint(0, 4)] if pick.random() < 0.6 else [])


# ---- What is true of them

def explore(puzzle, starts, limit=None):
    """{state: moves from the nearest start}; costs play no part."""
    known, layer, depth = {s: 0 for s in starts}, list(dict.fromkeys(starts)), 0
    while layer and (limit is None or depth < limit):
        depth += 1
        after = dict.fromkeys(step.state for state in layer for step in puzzle.steps(state))
        layer = [state for state in after if state not in known]
        known.update((state, depth) for state in layer)
    return known


def layers(known):
    counts = collections.Counter(known.values())
    return [counts[depth] for depth in range(max(counts) + 1)] if counts else []


def every_string(puzzle):
    return ["".join(s) for n in range(puzzle.bound + 1) for s in itertools.product(puzzle.pieces, repeat=n)]


def back_from_goals(puzzle, states):
    """{state: moves to the nearest goal} among these states."""
    inverse = puzzle.predecessors(states)
    known = {s: 0 for s in states if puzzle.is_goal(s)}
    layer, depth = list(known), 0
    while layer:
        depth += 1
        layer = [s for s in dict.fromkeys(b for a in layer for b in inverse.get(a, ())) if s not in known]
        known.update((state, depth) for state in layer)
    return known


class Case:
    def __init__(self, kind, lines, pick, path):
        self.kind, self.pick, self.path = kind, pick, path
        self.text = "\n".join(lines) + "\n"
        path.write_text(self.text)
        self.puzzle = few.Puzzle(self.text)
        self.endless = self.puzzle.is_string and self.puzzle.bound is None
        grows = any(len(part.right[0]) > len(part.left[0]) for rule in self.puzzle.rules for part in rule.parts)
        self.costly = any(rule.cost > 1 for rule in self.puzzle.rules)
        self.limit = None
        if self.endless and grows:          # as far as a solution may go
            self.limit = self.puzzle.within // min(rule.cost for rule in self.puzzle.rules)
        self.reached = explore(self.puzzle, self.puzzle.starts(), self.limit)

    def solved(self, start):
        """What the oracle says of one start."""
        self.puzzle.start = self.puzzle.read_start(start)
        answer = self.puzzle.solve()
        return None if answer is None else answer.cost

    def explore(self):
        said = ask("explore", self.path)
        expect("explore", layers(self.reached), said["depths"])
        if self.limit is None:
            expect("explore", "explored", said["status"])
        if self.limit is None:
            limit = self.pick.randint(1, 3)
            depths = layers({s: d for s, d in self.reached.items() if d <= limit})
            expect("explore --max-depth", depths, ask("explore", self.path, "--max-depth", limit)["depths"])

    def explore_back(self):
        if not self.puzzle.is_string or self.endless or any("somewhere" in l for l in self.text.split("\n")):
            return
        known = back_from_goals(self.puzzle, every_string(self.puzzle))
        expect("explore --from-goal", layers(known), ask("explore", self.path, "--from-goal")["depths"])

    def check(self):
        for _ in range(3):
            state, words, cost = self.pick.choice(self.puzzle.starts()), [], 0
            for _ in range(self.pick.randint(0, 6)):
                possible = self.puzzle.words(state)
                if not possible:
                    break
                before, (said, state) = state, self.pick.choice(possible)
                words.append(said)
                cost += min(step.cost for step in self.puzzle.steps(before) if step.state == state)
            if len(self.puzzle.starts()) > 1:
                continue
            found = ask("check", self.path, "-", " ".join(words)) if words else None
            if found:
                expect("check %s" % words, self.puzzle.format(state), found["state"])
                late = self.puzzle.within is not None and cost > self.puzzle.within
                right = "missed" if not self.puzzle.is_goal(state) else "too-long" if late else "reached"
                expect("check %s" % words, right, found["status"])

    def generate(self):
        starts = self.puzzle.start
        count = 2 if self.costly else 500   # where costs differ, starts are found by random walks
        said = ask("generate", self.path, "--random", "--count", count, "--seed", self.pick.randrange(1000))
        drawn = {one["start"]: one["depth"] for one in said.get("starts", ())}
        for start, depth in self.pick.sample(sorted(drawn.items()), min(12, len(drawn))):
            cost = self.solved(start) if start else 0
            right = cost is not None and (depth is None or depth == cost or (self.costly and depth < cost))
            if not right:
                raise Disagreement("generate: %s has depth %s, not %s" % (start, depth, cost))
        self.puzzle.start = starts
        if self.costly or "all" not in said.get("how", ""):
            return
        known = back_from_goals(self.puzzle, every_string(self.puzzle) if self.puzzle.is_string and not self.endless
                                else list(self.reached))
        if self.endless:
            return
        within = self.puzzle.within
        wanted = {self.puzzle.format(s) for s, d in known.items() if within is None or d <= within}
        if not wanted <= drawn.keys() or (self.puzzle.is_string and wanted != drawn.keys()):
            raise Disagreement("generate: all are %s, not %s" % (sorted(drawn), sorted(wanted)))
        hardest = ask("generate", self.path, "--hardest", "--count", 1)
        if drawn:
            expect("generate --hardest", max(drawn.values()), hardest["starts"][0]["depth"])
            table = self.path.with_suffix(".table")
            if tool("table", "build", self.path, "--distances", "-o", table).returncode == 0:
                again = ask("generate", self.path, "--random", "--count", 3, "--seed", 7, "--table", table)
                expect("generate --table", ask("generate", self.path, "--random", "--count", 3, "--seed", 7), again)
                expect("generate --hardest --table", hardest["starts"][0]["depth"],
                       ask("generate", self.path, "--hardest", "--count", 1, "--table", table)["starts"][0]["depth"])

    def solve(self):
        starts, goals = self.puzzle.start, self.puzzle.goals
        for state in self.pick.sample(sorted(self.reached), min(2, len(self.reached))):
            start = self.puzzle.format(state)
            if not start:
                continue
            wanted = self.solved(start)
            found = ask("solve", self.path, start)
            expect("solve '%s'" % start, wanted, found.get("cost", found.get("length")))
            self.puzzle.start = starts
            self.puzzle.goals = self.puzzle.read_goals(start)
            answer = self.puzzle.solve()
            found = ask("solve", self.path, "--goal", start)
            expect("solve --goal '%s'" % start, answer and answer.cost, found.get("cost", found.get("length")))
            self.puzzle.goals = goals


KINDS = {"string": string_puzzle, "walker": walker_puzzle, "board": board_puzzle}


def main(arguments):
    count = int(arguments[0]) if arguments else 30 if os.environ.get("FEWEST_SANITIZED") else 120
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            seed = SEED + number
            pick = random.Random(seed)
            kind = list(KINDS)[number % len(KINDS)]
            lines = KINDS[kind](pick)
            try:
                case = Case(kind, lines, pick, pathlib.Path(folder) / ("%d.few" % seed))
                for part in (case.explore, case.explore_back, case.check, case.generate, case.solve):
                    part()
            except (Disagreement, KeyError, ValueError, subprocess.TimeoutExpired) as error:
                failed += 1
                print("seed %d: %s: %s\n%s" % (seed, type(error).__name__, error, "\n".join(lines)))
    print("%d puzzles, %d wrong" % (count, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
