#!/usr/bin/env python3
"""Random puzzles through the command line: tool.py FUZZ TOOL [--seconds S] [--seed N]

What is true of each puzzle comes from the interpreter (`fuzz-puzzles --tell`). Text and JSON must say the same, with the right
exit status, at every level of the processor; solutions are given to `check`; searches must agree in `compare`;
tables are built, verified and used; `generate` says the same in text and JSON.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ALGORITHMS = ["auto", "bfs", "bidirectional", "astar", "idastar"]
STORES = ["auto", "rank", "hash", "tree"]
METHODS = ["auto", "sets", "rank", "hash", "coordinates"]
SYMMETRY = ["auto", "on", "off"]
EXIT = {"solved": 0, "unsolvable": 1, "limit": 3}
LONGEST = 120  # seconds that a command may take


class Difference(Exception):
    pass


def levels(tool):
    """The processor levels that this tool has, and this machine."""
    def runs(level):
        return subprocess.run([tool, "list"], env=os.environ | {"FEWEST_CPU": level}, capture_output=True).returncode == 0
    return [level for level in ("native", "baseline", "v3", "v4") if runs(level)]


class Puzzle:
    def __init__(self, tool, folder, known, source, levels):
        self.tool, self.folder, self.known, self.random = tool, folder, known, source
        self.path = folder / "puzzle.few"
        self.path.write_text(known["text"])
        self.level = source.choice(levels)
        self.commands = 0

    def run(self, *arguments, status=None, text=None):
        words = [str(word) for word in arguments]
        environment = os.environ | {"FEWEST_CPU": self.level, "XDG_CACHE_HOME": str(self.folder / "cache")}
        self.commands += 1
        shown = f"fewest {' '.join(words)}  (FEWEST_CPU={self.level})"
        try:
            done = subprocess.run([self.tool, *words], input=text, capture_output=True, text=True, timeout=LONGEST, env=environment,
                                  cwd=self.folder)
        except subprocess.TimeoutExpired:
            raise Difference(f"{shown}: hangs")
        if done.returncode < 0 or done.returncode not in (0, 1, 2, 3):
            raise Difference(f"{shown}: status {done.returncode}\n{done.stderr[-2000:]}")
        if status is not None and done.returncode != status:
            raise Difference(f"{shown}: status {done.returncode}, not {status}\n{done.stdout[-500:]}{done.stderr[-2000:]}")
        done.shown = shown
        return done

    def json(self, *arguments, status=None):
        done = self.run(*arguments, "--json", status=status)
        try:
            return json.loads(done.stdout), done
        except ValueError:
            raise Difference(f"{done.shown}: no JSON: {done.stdout[:300]}")

    def want(self, what, got, right, done):
        if got != right:
            raise Difference(f"{done.shown}: {what} is {got}, right is {right}")


def line_of(words, line):
    """Letters stand together where every move of the puzzle is one, which is not known here: either will do, and nothing else."""
    letters = all(len(word) == 1 for word in words)
    return "".join(words) if letters and " " not in line else " ".join(words)


def timeless(text):
    """The lines without the one that says how long it took."""
    return [line for line in text.splitlines() if not line.endswith(" s)")]


def solve(self):
    known = self.known
    status = "solved" if known["solvable"] else "unsolvable"
    how = []
    if self.random.random() < 0.6:
        how = ["--algorithm", self.random.choice(ALGORITHMS), "--remember", self.random.choice(STORES)]
    # A named search or store may not apply, and idastar may take its time.
    free = bool(how)
    if "idastar" in how:
        how += ["--time", "1"]
    every = self.random.random() < 0.5
    how += ["--all=3"] if every else []
    answer, done = self.json("solve", self.path, *how)
    if free and (done.returncode == 2 or answer.get("status") == "limit"):
        return
    self.want("status", answer["status"], status, done)
    self.want("exit status", done.returncode, EXIT[status], done)
    text = self.run("solve", self.path, *how)
    if free and text.returncode == EXIT["limit"]:
        return
    self.want("exit status", text.returncode, EXIT[status], text)
    lines = text.stdout.splitlines()
    if not known["solvable"]:
        self.want("the text", lines[0].split(":")[0], "unsolvable", text)
        return
    first = known["first"]
    self.want("cost", answer["cost"], known["cost"], done)
    self.want("moves", answer["moves"], first[0], done)
    self.want("length", answer["length"], len(first[0]), done)
    if every:
        self.want("ways", answer["solution_count"], known["ways"], done)
        self.want("solutions", answer["solutions"], first, done)
    if first[0]:
        shown = first if every else first[:1]
        self.want("the text", lines[:len(shown)], [line_of(words, line) for words, line in zip(shown, lines)], text)
    if self.random.random() < 0.3:
        piped = self.run("solve", "-", *how, text=known["text"])
        if free and piped.returncode == EXIT["limit"]:
            return
        self.want("the text from standard input", timeless(piped.stdout), timeless(text.stdout), piped)


def check(self):
    known = self.known
    if not known["solvable"] or known["starts"] != 1:
        return
    words = known["first"][0]
    if not words or any(word.startswith("-") for word in words):
        return
    answer, done = self.json("check", self.path, "-", *words, status=0)
    self.want("status", answer["status"], "reached", done)
    self.want("played", answer["played"], len(words), done)
    text = self.run("check", self.path, "-", *words, status=0)
    self.want("the text", text.stdout.splitlines()[-1], f"last state: {answer['state']}", text)
    if not known["costs"] and len(words) > 1:
        answer, done = self.json("check", self.path, "-", *words[:-1], status=1)
        self.want("status", answer["status"], "missed", done)


def explore(self):
    known = self.known
    if known["endless"]:
        return
    how = ["--method", random_method(self), "--symmetry", self.random.choice(SYMMETRY), "--threads", self.random.choice("12")]
    answer, done = self.json("explore", self.path, *how, status=0)
    self.want("depths", answer["depths"], known["depths"], done)
    self.want("states", answer["states"], known["states"], done)
    text = self.run("explore", self.path, *how, "--csv", "layers.csv", status=0)
    rows = (self.folder / "layers.csv").read_text().split()
    self.want("the table", rows, ["depth,states"] + [f"{d},{n}" for d, n in enumerate(known["depths"])], text)
    counts = [line.split()[1].replace(",", "") for line in text.stdout.splitlines()[:len(known["depths"])]]
    self.want("the text", counts, [str(n) for n in known["depths"]], text)


def random_method(self):
    """Coordinates are the only method that is refused by name where it does not fit."""
    method = self.random.choice(METHODS)
    fits = method != "coordinates" or self.run("explore", self.path, "--method", method, "--states", 1).returncode != 2
    return method if fits else "auto"


def explore_goal(self):
    """Text and JSON say the same; what is true is asked of the library."""
    how = ["--from-goal", "--method", random_method(self), "--symmetry", self.random.choice(SYMMETRY), "--hardest", self.random.randrange(4), "--states", 20000, "--time", 2]
    answer, done = self.json("explore", self.path, *how)
    text = self.run("explore", self.path, *how)
    if 3 in (done.returncode, text.returncode):
        return
    self.want("the other's status", text.returncode, done.returncode, done)
    if done.returncode == 0:
        depths = answer["depths"]
        counts = [line.split()[1].replace(",", "") for line in text.stdout.splitlines()[:len(depths)]]
        self.want("the text", counts, [str(n) for n in depths], text)


def by_hand(self):
    known = self.known
    if "start" not in known or known["start"].startswith("-"):
        return
    solvable = known["start_cost"] >= 0
    answer, done = self.json("solve", self.path, known["start"], "--all=3", status=EXIT["solved" if solvable else "unsolvable"])
    if solvable:
        self.want("cost", answer["cost"], known["start_cost"], done)
        self.want("solutions", answer["solutions"], known["start_first"], done)


def explain(self):
    answer, done = self.json("explain", self.path, "--time", 2)
    if done.returncode not in (0, 3):
        raise Difference(f"{done.shown}: status {done.returncode}: {done.stdout[:300]}{done.stderr[:300]}")
    if self.known["endless"] or not answer["whole"] or not answer["measured_all"]:
        return
    for fact, right in self.known["facts"].items():
        self.want(fact, answer[fact], right, done)
    if answer["undone"]:
        self.want("that every move can be undone", True, self.known["undone"], done)


def compare(self):
    known = self.known
    answer, done = self.json("compare", self.path, "--time", "1", "--tables", "1M")
    if done.returncode == 3:
        return
    self.want("exit status", done.returncode, 0, done)
    for row in answer["searches"]:
        if row["finished"] == 0:
            continue
        self.want(f"{row['search']} solved", row["solved"], int(known["solvable"]), done)
        if known["solvable"] and not known["costs"]:
            self.want(f"{row['search']} length", row["length"], len(known["first"][0]), done)


def table(self):
    known = self.known
    kind = self.random.choice([[], ["--distances"]])
    path = self.folder / "t.table"
    path.unlink(missing_ok=True)
    built = self.run("table", "build", self.path, *kind, "--output", path)
    if built.returncode != 0:
        if path.exists():
            raise Difference(f"{built.shown}: failed and left a file")
        if built.returncode == 1:
            raise Difference(f"{built.shown}: status 1")
        return
    self.run("table", "info", path, status=0)
    self.run("table", "verify", path, status=0)
    self.run("table", "verify", path, self.path, status=0)
    answer, done = self.json("solve", self.path, "--table", path, *([] if kind else ["--algorithm", "astar"]))
    if done.returncode in (2, 3) and not kind:
        return
    self.want("status", answer["status"], "solved" if known["solvable"] else "unsolvable", done)
    if known["solvable"]:
        self.want("moves", answer["moves"], known["first"][0], done)


def generate(self):
    how = ["--seed", self.random.randrange(100), "--count", self.random.randrange(1, 4), "--time", "2"]
    answer, done = self.json("generate", self.path, *how)
    text = self.run("generate", self.path, *how)
    if 3 in (done.returncode, text.returncode):
        return
    self.want("the other's status", text.returncode, done.returncode, done)
    if done.returncode == 0:
        self.want("the text", text.stdout.splitlines(), [one["start"] for one in answer["starts"]], text)


def bound(self):
    done = self.run("solve", self.path, "--check-bound", "--time", "5")
    if done.returncode not in (0, 2, 3):
        raise Difference(f"{done.shown}: status {done.returncode}: {done.stdout[:300]}")


QUESTIONS = [(solve, 100), (check, 40), (explore, 40), (explore_goal, 20), (by_hand, 30), (explain, 25), (compare, 10), (table, 15), (generate, 20), (bound, 10)]


def arguments_of(words):
    options = {"--seconds": "30", "--seed": "1"}
    fuzz, tool, *rest = words
    for key, value in zip(rest[::2], rest[1::2]):
        options[key] = value
    return os.path.abspath(fuzz), os.path.abspath(tool), float(options["--seconds"]), int(options["--seed"])


def main():
    fuzz, tool, seconds, seed = arguments_of(sys.argv[1:])
    begin, count, commands, failures = time.monotonic(), 0, 0, 0
    there = levels(tool)
    print(f"fuzz-tool: seed {seed}, {seconds:.0f} seconds, processor levels {' '.join(there)}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        teller = subprocess.Popen([fuzz, "--seed", str(seed), "--tell", "1000000"], stdout=subprocess.PIPE, text=True)
        for line in teller.stdout:
            if time.monotonic() - begin > seconds or failures >= 10:
                break
            known = json.loads(line)
            puzzle = Puzzle(tool, Path(folder), known, random.Random(known["case"]), there)
            try:
                for question, percent in QUESTIONS:
                    if puzzle.random.randrange(100) < percent:
                        question(puzzle)
            except Difference as difference:
                failures += 1
                print(f"\nDIFFERENCE, case {known['case']}: {difference}\n----\n{known['text']}----", flush=True)
            count += 1
            commands += puzzle.commands
        teller.kill()
        teller.wait()
    print(f"fuzz-tool: {count} puzzles, {commands} commands, {failures} differences (seed {seed})")
    sys.exit(1 if failures else 0)


main()
