#!/usr/bin/env python3
"""The compiled puzzles against the naive interpreter, on random states of every puzzle file in the tree.

For each state that the dump tool visits: the goal test, all moves with their words, results and costs, and all
predecessors. A predecessor may be a state that the start cannot reach, but the state must be one of its successors;
and every step between two visited states must be found backwards too.

usage: run-differential.py [STATES [FILE...]]      ($FEWEST_DUMP: the dump tool; $FEWEST_STATES: default of STATES)
"""

import json
import multiprocessing
import os
import pathlib
import subprocess
import sys

import few

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
SEED = os.environ.get("FEWEST_SEED", "20261115")


class Oracle:
    """few.Puzzle with its answers kept: a random walk comes back often."""

    def __init__(self, puzzle):
        self.puzzle = puzzle
        self.known = {}

    def steps(self, text):
        if text not in self.known:
            state = self.puzzle.parse_state(text)
            best = {}
            for step in self.puzzle.steps(state):
                after = self.puzzle.format(step.state)
                best[after] = min(best.get(after, step.cost), step.cost)
            self.known[text] = best
        return self.known[text]

    def words(self, text):
        state = self.puzzle.parse_state(text)
        return {self.puzzle.format(after): word for word, after in self.puzzle.words(state)}


def too_long(puzzle, text, longest):
    """Where strings have no bound, the dump has room for some length only."""
    return puzzle.is_string and puzzle.bound is None and len(text) > longest


def affordable(puzzle, count):
    """Of so many states the share that the interpreter has time for: it looks for each pattern at every cell of a board, and a
    state of a large board has more moves."""
    large = 0 if puzzle.is_string else puzzle.rows * puzzle.columns / 64
    return count if large <= 1 else max(20, int(count / large ** 2))


def compare(path, count, puzzle=None):
    """The first disagreement as text, or None. The puzzle, if it was read before."""
    puzzle = puzzle or few.load(path)
    count = affordable(puzzle, count)
    dump = subprocess.run([os.environ["FEWEST_DUMP"], str(path), str(count), SEED], capture_output=True, text=True)
    if dump.returncode:
        return "the dump tool failed: " + dump.stderr.strip()
    oracle = Oracle(puzzle)
    lines = [json.loads(line) for line in dump.stdout.splitlines()]
    visited = {line["state"]: line for line in lines}
    longest = max(len(text) for text in visited)
    for text, line in visited.items():
        if line["goal"] != oracle.puzzle.is_goal(oracle.puzzle.parse_state(text)):
            return f"{text}: goal is {line['goal']}"
        wanted, words = oracle.steps(text), oracle.words(text)
        complete = not any(too_long(oracle.puzzle, after, longest) for after in wanted)  # else words may need less
        found = {}
        for word, after, cost, move in line["moves"]:
            found[after] = min(found.get(after, (cost, move, word)), (cost, move, word))
        for after in wanted.keys() | found.keys():
            if after not in found and too_long(oracle.puzzle, after, longest):
                continue
            if after not in found or after not in wanted:
                return f"{text}: {after} is {'not ' if after not in found else ''}found"
            if found[after][0] != wanted[after] or (complete and found[after][2] != words[after]):
                return f"{text} -> {after}: {found[after]} is not {wanted[after]}, {words[after]}"
            if text not in visited.get(after, {}).get("before", [text]):
                return f"{text} -> {after}: not found backwards"
        for before in line.get("before", []):
            if text not in oracle.steps(before):
                return f"{text}: {before} is no predecessor"
    return None


def job(arguments):
    path, count = arguments
    try:
        return path, compare(path, count)
    except Exception as error:                          # the oracle could not read it, …
        return path, f"{type(error).__name__}: {error}"


def main(arguments):
    count = int(arguments[0] if arguments else os.environ.get("FEWEST_STATES", "1000"))
    paths = [pathlib.Path(a) for a in arguments[1:]]
    paths = paths or sorted(TOP.glob("tests/puzzles/*.few")) + sorted(TOP.glob("puzzles/*.few"))
    passed = failed = 0
    with multiprocessing.Pool() as pool:
        for path, problem in pool.imap(job, [(path, count) for path in paths]):
            if problem:
                failed += 1
                print(f"{path.parent.name}/{path.name} (seed {SEED}): {problem}")
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
