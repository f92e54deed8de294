#!/usr/bin/env python3
"""Every puzzle of this folder is solved as its first lines claim, by every algorithm with every store.

The first line says the status, the length, the number of shortest solutions and the cost; a second line `; solution` says the least
of these solutions, word for word. Both were computed by the oracle (../oracle/expectations.py). The solution must also be
accepted by `check`, and refused with one of its moves left out.

usage: run-expectations.py [FILE...]     ($FEWEST: the tool)
"""

import json
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOOL = os.environ.get("FEWEST", "")
SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))  # then a run takes ten times as long: a third of them for each puzzle
MANNERS = [
    [],
    ["--algorithm", "bfs"],
    ["--algorithm", "bidirectional"],
    ["--remember", "hash"],
    ["--remember", "rank"],
    ["--algorithm", "bfs", "--remember", "hash"],
    ["--algorithm", "bfs", "--remember", "rank"],
    ["--algorithm", "bidirectional", "--remember", "rank"],
]
MEMORY = "300M"
NO_RANK = "this puzzle has no perfect hash that could be used"
LISTED = 3
SOLVED, UNSOLVABLE = 0, 1
REACHED, NOT_REACHED = 0, 1


class Claim:
    """What a file says about itself."""

    def __init__(self, path):
        first, second = path.read_bytes().decode("utf-8").split("\n")[:2]
        said = re.fullmatch(r"; expect (?:unsolvable|length (\d+), solutions (\d+)(?:, cost (\d+))?)\s*", first)
        if not said:
            raise ValueError("its first line is not `; expect ...`")
        self.solvable = said[1] is not None
        if self.solvable:
            self.length, self.solution_count = int(said[1]), int(said[2])
            self.cost = int(said[3] or said[1])
        self.solution = second.split()[2:] if re.match(r"; solution(\s|$)", second) else None


def run(*arguments):
    return subprocess.run([TOOL, *arguments], capture_output=True, encoding="utf-8")


def compare_solution(answer, claim):
    """What is wrong in the answer, or None."""
    for what in ("length", "solution_count", "cost"):
        if answer[what] != getattr(claim, what):
            return f"{what} {answer[what]}, not {getattr(claim, what)}"
    if claim.solution is not None and answer["moves"] != claim.solution:
        return f"the solution {' '.join(answer['moves'])}, not {' '.join(claim.solution)}"
    solutions = answer["solutions"]
    if solutions[0] != answer["moves"]:
        return "the first solution is not the moves"
    if len(solutions) != min(LISTED, claim.solution_count) or len(set(map(tuple, solutions))) != len(solutions):
        return f"{len(solutions)} solutions are listed, or one of them twice"
    return None


def solve(path, claim, manner):
    """(what is wrong or None, whether it was answered at all: not every puzzle has a perfect hash, or a small one)."""
    done = run("solve", str(path), "--json", f"--all={LISTED}", "--memory", MEMORY, *manner)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return f"exit status {done.returncode}: {done.stdout[:200]}{done.stderr[:1000]}", True
    if "rank" in manner and (answer.get("error") == NO_RANK or answer.get("limit") == "memory"):
        return None, False
    wanted = ("solved", SOLVED) if claim.solvable else ("unsolvable", UNSOLVABLE)
    if (answer["status"], done.returncode) != wanted:
        return f"{answer['status']} with exit status {done.returncode}, not {wanted[0]}", True
    return compare_solution(answer, claim) if claim.solvable else None, True


def check(path, words, wanted):
    done = run("check", str(path), "", *words)
    if done.returncode == wanted:
        return None
    verdict = "accepted" if wanted == NOT_REACHED else "not accepted"
    return f"{' '.join(words)} is {verdict}: exit status {done.returncode}: {done.stdout}{done.stderr}"


def examine(path):
    """What is wrong in all runs of one puzzle, and how many runs there were."""
    claim = Claim(path)
    wrong, runs = [], 0
    for manner in MANNERS[len(path.name) % 3::3] if SANITIZED else MANNERS:
        problem, answered = solve(path, claim, manner)
        runs += answered
        if problem:
            wrong.append(f"{path.name} {' '.join(manner)}: {problem}")
    if claim.solution is not None:
        problems = [check(path, claim.solution, REACHED)]
        if claim.solution:
            middle = len(claim.solution) // 2
            problems.append(check(path, claim.solution[:middle] + claim.solution[middle + 1:], NOT_REACHED))
        wrong += [f"{path.name}: {problem}" for problem in problems if problem]
    return wrong, runs


def job(path):
    try:
        return examine(path)
    except Exception as error:
        return [f"{path.name}: {type(error).__name__}: {error}"], 0


def main(arguments):
    if not TOOL:
        sys.exit("FEWEST must name the tool")
    paths = [pathlib.Path(a) for a in arguments] or sorted(HERE.glob("*.few"))
    failed = runs = 0
    with multiprocessing.Pool() as pool:
        for wrong, answered in pool.imap(job, paths):
            failed += bool(wrong)
            runs += answered
            for line in wrong:
                print(line)
    print(f"{len(paths)} puzzles, {runs} runs: {len(paths) - failed} passed, {failed} failed")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
