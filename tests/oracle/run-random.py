#!/usr/bin/env python3
"""Random puzzles over the whole language: the naive interpreter, the second one of tests/fuzz/puzzles and the library must agree.

Of each puzzle: least cost, number of shortest solutions, the first one word for word, the number of states at each depth, as the
second interpreter tells them; and the compiled moves, forwards and backwards, on some states (see run-differential.py).

usage: run-random.py [PUZZLES [STATES]]      ($FEWEST_FUZZ: the program that makes them; $FEWEST_DUMP: the dump tool;
                                              $FEWEST_SEED: the seed)
"""

import collections
import functools
import importlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

import few

differential = importlib.import_module("run-differential")
SEED = os.environ.get("FEWEST_SEED", "1")
MOST_STATES = 250  # of a puzzle that is asked for its solutions: this interpreter is slow
PATIENCE = 60      # seconds for one puzzle


class TooLong(Exception):
    pass


def give_up(*_):
    raise TooLong


def depths_of(puzzle):
    known, layer, depths = set(puzzle.starts()), list(puzzle.starts()), []
    while layer:
        depths.append(len(set(layer)))
        after = dict.fromkeys(step.state for state in layer for step in puzzle.steps(state))
        layer = [state for state in after if state not in known]
        known.update(layer)
    return depths


def answer_of(puzzle):
    answer = puzzle.solve()
    return (answer.cost, answer.solutions, answer.words) if answer else (-1, 0, None)


def disagreement(told, path, states):
    """The first one as text, or None."""
    puzzle = few.Puzzle(told["text"])
    puzzle.steps = functools.cache(puzzle.steps)  # each state is asked several times
    if told["states"] <= MOST_STATES:
        wanted, found = (told["cost"], told["ways"], told["first"][0] if told["first"] else None), answer_of(puzzle)
        if wanted != found:
            return f"{found} is not {wanted}, what the second interpreter found"
        if not told["endless"] and depths_of(puzzle) != told["depths"]:
            return f"other numbers of states than {told['depths']}"
    path.write_text(told["text"])
    return differential.compare(path, states, puzzle)


def main(arguments):
    count = arguments[0] if arguments else "30" if os.environ.get("FEWEST_SANITIZED") else "150"
    states = int(arguments[1]) if len(arguments) > 1 else 20
    made = subprocess.Popen([os.environ["FEWEST_FUZZ"], "--tell", count, "--seed", SEED], stdout=subprocess.PIPE, text=True)
    uses, wrong, slow, seen = collections.Counter(), 0, 0, 0
    signal.signal(signal.SIGALRM, give_up)
    with tempfile.TemporaryDirectory() as folder:
        for line in made.stdout:
            told = json.loads(line)
            seen += 1
            try:
                signal.alarm(PATIENCE)
                problem = disagreement(told, pathlib.Path(folder) / "random.few", states)
            except TooLong:
                slow += 1
                continue
            except (ValueError, KeyError, IndexError, StopIteration, RecursionError) as error:
                problem = f"{type(error).__name__}: {error}"
            finally:
                signal.alarm(0)
            uses.update(told["uses"])
            if problem:
                wrong += 1
                print(f"case {told['case']}: {problem}\n{told['text']}", flush=True)
    if len(arguments) > 0:
        for name, number in uses.most_common():
            print(f"{number:8} {name}")
    print(f"{seen} puzzles with {len(uses)} constructs (seed {SEED}), {slow} given up, {wrong} wrong")
    return wrong > 0 or seen < int(count) or made.wait() != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
