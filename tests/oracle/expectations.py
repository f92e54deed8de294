#!/usr/bin/env python3
"""Recomputes with the oracle what each puzzle of the corpus claims about itself, and compares.

The first line of a puzzle is one of
    ; expect length N, ways K
    ; expect length N, ways K, cost C      (where moves have costs: all cheapest ways have N moves)
    ; expect unsolvable

usage: expectations.py [--write] [FILE...]     (default: every file of tests/puzzles)
With --write a line `; expect ?` is replaced by the answer of the oracle; no other line is touched.
"""

import pathlib
import sys

import few


def lengths_of_cheapest_ways(puzzle, answer):
    """The numbers of moves that ways of the least cost have."""
    known = puzzle.distances(limit=answer.cost)
    lengths = {state: {0} if distance == 0 else set() for state, distance in known.items()}
    for state, distance in known.items():   # in order of distance
        for step in puzzle.steps(state):
            if known.get(step.state) == distance + step.cost:
                lengths[step.state] |= {n + 1 for n in lengths[state]}
    goals = [s for s, distance in known.items() if distance == answer.cost and puzzle.is_goal(s)]
    return set().union(*(lengths[state] for state in goals))


def expectation(path):
    puzzle = few.load(path)
    answer = puzzle.solve()
    if answer is None:
        return "; expect unsolvable"
    end = puzzle.follow(answer.states[0], answer.words)
    assert end == answer.states[-1] and puzzle.is_goal(end), "the words do not lead to the goal"
    assert all(puzzle.parse_state(puzzle.format(state)) == state for state in answer.states)
    line = "; expect length %d, ways %d" % (answer.length, answer.ways)
    if any(rule.cost != 1 for rule in puzzle.rules):
        assert lengths_of_cheapest_ways(puzzle, answer) == {answer.length}, "cheapest ways of several lengths"
        line += ", cost %d" % answer.cost
    return line


def main(arguments):
    write = "--write" in arguments
    paths = [pathlib.Path(a) for a in arguments if a != "--write"]
    paths = paths or sorted((pathlib.Path(__file__).parent.parent / "puzzles").glob("*.few"))
    wrong = 0
    for path in paths:
        text = path.read_bytes().decode("utf-8")
        said, computed = text.split("\n", 1)[0].rstrip("\r"), expectation(path)
        if said == "; expect ?" and write:
            path.write_bytes(text.replace(said, computed, 1).encode("utf-8"))
            print("%s: written: %s" % (path.name, computed))
        elif said != computed:
            wrong += 1
            print("%s: says `%s`, the oracle says `%s`" % (path.name, said, computed))
    print("%d puzzles, %d wrong" % (len(paths), wrong))
    return 1 if wrong or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
