#!/usr/bin/env python3
"""Exported programs against the tool: every puzzle of puzzles/ and tests/puzzles/ is exported, compiled without warnings and
run from its own start. Its answer must have the tool's length (and cost), and 'fewest check' must accept its words.

tests/export/run.py [PUZZLE...]             only these files
tests/export/run.py --choices [PUZZLE...]   all choices, on some puzzles of each kind; what a puzzle has not is refused
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TOOL = os.environ.get("FEWEST", str(ROOT / "build" / "fewest"))
COMPILERS = {
    "c": [*os.environ.get("EXPORT_CC", os.environ.get("CC", "gcc")).split(), os.environ.get("EXPORT_OPTIMIZE", "-O1"), "-std=c17", "-Wall", "-Wextra", "-Werror"],
    "cpp": [*os.environ.get("EXPORT_CXX", "g++").split(), os.environ.get("EXPORT_OPTIMIZE", "-O1"), "-std=c++17", "-Wall", "-Wextra", "-Werror"],
}
# More states than a small test should keep.
TOO_MANY = {"peg-solitaire.few", "fifteen.few", "klotski.few", "pocket-cube.few", "pocket-cube-names.few", "knights-tour.few"}


def run(*command, seconds=60, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=seconds, **more)


def answer_of_tool(puzzle):
    found = run(TOOL, "solve", puzzle, "--json", "--memory", "1G")
    answer = json.loads(found.stdout)
    if found.returncode == 0:
        return 0, answer["length"], answer.get("cost", answer["length"])
    return found.returncode, None, None


def compare(puzzle, language, choices, folder):
    """What is wrong with the program of a puzzle, or None."""
    name = f"{Path(puzzle).stem}-{Path(puzzle).parent.name}-{language}" + "".join(choices)
    source, program = folder / f"{name}.{language}", folder / name
    exported = run(TOOL, "export", language, puzzle, *choices)
    if exported.returncode == 2 and choices:
        refused.append((Path(puzzle).stem, choices))
        return None
    if exported.returncode != 0:
        return f"not exported: {exported.stderr}"
    source.write_text(exported.stdout)
    compiled = run(*COMPILERS[language], "-o", str(program), str(source))
    if compiled.returncode != 0:
        return f"not compiled:\n{compiled.stderr[:1500]}"
    status, length, cost = answer_of_tool(puzzle)
    try:
        answer = run(str(program))
    except subprocess.TimeoutExpired:
        return "no answer within a minute"
    if answer.returncode != status:
        return f"exit status {answer.returncode}, not {status}: {answer.stdout[:200]} {answer.stderr[:1000]}"
    if status != 0:
        return None
    said = re.match(r"(\d+) moves?(?:, cost (\d+))?\n(.*)", answer.stdout, re.S)
    if not said:
        return f"prints {answer.stdout!r}"
    if (int(said[1]), int(said[2] or said[1])) != (length, cost) and int(said[2] or said[1]) != cost:
        return f"{said[0]!r}, but the tool has {length} moves, cost {cost}"
    if "--path" in " ".join(choices) and "none" in choices:
        return None
    checked = run(TOOL, "check", puzzle, "-", said[3].strip())
    if checked.returncode != 0:
        return f"check refuses {said[3]!r}: {checked.stdout} {checked.stderr}"
    return None


def combinations(language):
    """Every combination of choices that may apply to some puzzle, but for the default."""
    stores = ("hash", "perfect") if language == "c" else ("hash", "perfect", "std")
    for store in stores:
        for queue in ("one", "two"):
            for path in ("parents", "map", "none"):
                yield ["--remember", store, "--queue", queue, "--path", path]
        for search in ("bidirectional", "astar"):
            yield ["--remember", store, "--search", search]


# Puzzles of all kinds that are solved at once: with these, all choices are tried.
SMALL = """chips cost-two-names copied-name cycle-and-pattern dials eight euclid frogs-and-toads goal-alternatives goal-diagonals graph-swaps-with-cost
    guarini-knights hanoi-3 jugs-three keys-and-doors lights-row lock-swap long-words maze-two-rooms negative-numbers one-cell pancakes-6 queens-4
    rotate-blocks start-any start-is-goal string-cost string-holes string-sample string-unbounded string-unsolvable swap-3x3 three-patterns
    tiles-2x3 tiles-2x3-odd unicode vars-and-board-wide where-sums within-exact within-short words-of-the-language""".split()


def main():
    given = [a for a in sys.argv[1:] if not a.startswith("--")]
    files = given or [str(f) for folder in ("puzzles", "tests/puzzles") for f in sorted((ROOT / folder).glob("*.few"))
                      if f.name not in TOO_MANY]
    languages = os.environ.get("EXPORT_LANGUAGES", "c cpp").split()
    jobs = []
    if "--choices" in sys.argv:
        small = given or [str(ROOT / "tests/puzzles" / f"{name}.few") for name in SMALL]
        jobs += [(file, language, choices) for language in languages for choices in combinations(language) for file in small]
    else:
        jobs += [(file, language, []) for file in files for language in languages]
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(2) as pool:
        wrong = list(pool.map(lambda job: compare(*job, Path(name)), jobs))
    for (file, language, choices), what in zip(jobs, wrong):
        if what:
            print(f"{file} ({language} {' '.join(choices)}): {what}")
    print(f"{len(jobs)} programs, {len(refused)} refused, {sum(map(bool, wrong))} wrong")
    sys.exit(1 if any(wrong) else 0)


refused = []
main()
