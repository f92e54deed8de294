#!/usr/bin/env python3
"""Recomputes with the oracle what each puzzle of the corpus claims about itself, and compares.

The first line of a puzzle is one of
    ; expect length N, solutions K
    ; expect length N, solutions K, cost C      (where moves have costs: all cheapest solutions have N moves)
    ; expect unsolvable
and the second, where there is a solution and it has at most 200 moves, the least of the shortest solutions:
    ; solution WORD WORD ...

usage: expectations.py [--write] [FILE...]     (default: every file of tests/puzzles)
With --write a line `; expect ?` is replaced by the answer of the oracle and a line `; solution` is put in where there is none
(delete it first to have it anew); no other line is touched.
"""

import multiprocessing
import pathlib
import sys

import few

LONGEST_SOLUTION = 200


def lengths_of_cheapest_solutions(puzzle, answer):
    """The numbers of moves that solutions of the least cost have."""
    known = puzzle.paid(limit=answer.cost)
    lengths = {state: {0} if so_far == (0, 0) else set() for state, so_far in known.items()}
    for state, so_far in known.items():   # the least first
        for step in puzzle.steps(state):
            if known.get(step.state) == few.pay(so_far, step):
                lengths[step.state] |= {n + 1 for n in lengths[state]}
    least = known[answer.states[-1]]
    goals = [s for s, so_far in known.items() if so_far == least and puzzle.is_goal(s)]
    return set().union(*(lengths[state] for state in goals))


def expectation(path):
    """The two lines, the second of them None where there is none."""
    puzzle = few.load(path)
    answer = puzzle.solve()
    if answer is None:
        return "; expect unsolvable", None
    end = puzzle.follow(answer.states[0], answer.words)
    assert end == answer.states[-1] and puzzle.is_goal(end), "the words do not lead to the goal"
    assert all(puzzle.parse_state(puzzle.format(state)) == state for state in answer.states)
    line = "; expect length %d, solutions %d" % (answer.length, answer.solutions)
    if any(rule.cost != 1 for rule in puzzle.rules):
        assert lengths_of_cheapest_solutions(puzzle, answer) == {answer.length}, "cheapest solutions of several lengths"
        line += ", cost %d" % answer.cost
    solution = " ".join(["; solution"] + answer.words) if answer.length <= LONGEST_SOLUTION else None
    return line, solution


def claims(path):
    """What the file says: its first line, the line `; solution` or None, and all its lines with their ends."""
    lines = path.read_bytes().decode("utf-8").splitlines(keepends=True)
    first, second = (lines[0].rstrip(), lines[1].rstrip())
    return first, second if (second + " ").startswith("; solution ") else None, lines


def examine(arguments):
    """What there is to say about a file, and whether it is wrong."""
    path, write = arguments
    (said, said_solution, lines), (computed, solution) = claims(path), expectation(path)
    line_end = lines[0][len(said):]
    written = []
    if write and said == "; expect ?":
        lines[0] = computed + line_end
        written.append(computed)
    if write and solution and not said_solution:
        lines.insert(1, solution + line_end)
        written.append(solution)
    if written:
        path.write_bytes("".join(lines).encode("utf-8"))
        said, said_solution, _ = claims(path)
    found = ["%s: written: %s" % (path.name, text) for text in written]
    wrong = [(one, other) for one, other in ((said, computed), (said_solution, solution)) if one != other]
    found += ["%s: says `%s`, the oracle says `%s`" % (path.name, one, other) for one, other in wrong]
    return found, bool(wrong)


def main(arguments):
    write = "--write" in arguments
    paths = [pathlib.Path(a) for a in arguments if a != "--write"]
    paths = paths or sorted((pathlib.Path(__file__).parent.parent / "puzzles").glob("*.few"))
    wrong = 0
    with multiprocessing.Pool() as pool:
        for found, is_wrong in pool.imap(examine, [(path, write) for path in paths]):
            wrong += is_wrong
            for line in found:
                print(line)
    print("%d puzzles, %d wrong" % (len(paths), wrong))
    return 1 if wrong or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
