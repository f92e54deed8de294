#!/usr/bin/env python3
"""The puzzles of the corpus and of the manual, changed a little: mutants.py FUZZ [--seconds S] [--seed N]

Words are exchanged, left out or put in, qualifiers, conditions and statements of other puzzles are added. Most of the results are mistakes,
and must be mistakes to the library and to the interpreter. Each is given to `fuzz-puzzles`, which asks everything. What differs is shown.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LONGEST = 1500      # characters of a puzzle that is changed
BATCH = 100         # puzzles for one call
QUALIFIERS = ["any direction", "left or right", "up or down", "mirrored", "cost 2", "cost 0", "until blocked", "repeat", "diagonal",
              "at 1", "at begin", "at end", "along links"]
ENDINGS = [" where {} < {}", " where {} = {}", " where {} != {}", ", {} -> {}", ", {} -> _"]
CONDITIONS = ["goal", "goal not", "goal somewhere:", "goal nowhere:", "never", "never somewhere:"]


def corpus():
    for folder in ("tests/puzzles", "tests/export/puzzles"):
        for path in sorted((ROOT / folder).glob("*.few")):
            yield path.read_text(encoding="utf-8")
    yield from re.findall(r"```few\n(.*?)```", (ROOT / "docs/language.md").read_text(encoding="utf-8"), re.DOTALL)


def statements(text):
    """The lines of each statement together, without comments of their own and without empty lines. Pictures are left out: the
    interpreter does not read them."""
    found = []
    for line in text.splitlines():
        if not line.strip() or line.strip().startswith(";"):
            continue
        if found and line[0].isspace():
            found[-1] += "\n" + line
        else:
            found.append(line)
    return [one for one in found if not one.startswith("draw")]


def change_words(pick, statement, words):
    parts = re.split(r"(\s+)", statement)
    places = [i for i in range(2, len(parts), 2) if parts[i]]
    for _ in range(pick.choice([1, 1, 2]) if places else 0):
        at = pick.choice(places)
        how = pick.choice(["other"] * 4 + ["exchange", "any", "nothing", "more", "letter"])
        if how == "exchange":
            other = pick.choice(places)
            parts[at], parts[other] = parts[other], parts[at]
        elif how == "letter" and parts[at]:
            letter = pick.randrange(len(parts[at]))
            parts[at] = parts[at][:letter] + pick.choice("".join(words)) + parts[at][letter + 1:]
        else:
            parts[at] = {"other": pick.choice(words), "any": "_", "nothing": "", "more": f"{parts[at]} {pick.choice(words)}"}.get(how, "")
    return "".join(parts)


def add_qualifier(pick, move):
    qualifier = pick.choice(QUALIFIERS)
    return move.replace(":", f", {qualifier}:", 1) if ":" in move else re.sub(r"^move\s+", f"move {qualifier}:  ", move)


def change(pick, puzzle, every):
    """One change of a list of statements."""
    words = [word for statement in puzzle for word in statement.split()[1:]] or ["a"]
    moves = [i for i, statement in enumerate(puzzle) if statement.startswith("move")]
    drawn = [i for i, statement in enumerate(puzzle) if statement.startswith(("start", "goal", "never"))]
    any_one, move = pick.randrange(len(puzzle)), pick.choice(moves) if moves else 0
    how = pick.choice(["words"] * 5 + ["move"] * 4 + ["twice", "order", "order", "qualifier", "qualifier", "ending", "other", "without", "condition", "within", "joined"])
    if how == "words":
        puzzle[any_one] = change_words(pick, puzzle[any_one], words)
    elif how == "move":
        puzzle[move] = change_words(pick, puzzle[move], words)
    elif how == "order":
        puzzle.insert(pick.randrange(len(puzzle)), puzzle.pop(any_one))
    elif how == "twice":
        puzzle.insert(move, change_words(pick, puzzle[move], words))
    elif how == "qualifier":
        puzzle[move] = add_qualifier(pick, puzzle[move])
    elif how == "ending":
        puzzle[move] += pick.choice(ENDINGS).format(pick.choice(words), pick.choice(words))
    elif how == "other":
        puzzle.insert(any_one, pick.choice(pick.choice(every)))
    elif how == "without" and len(puzzle) > 1:
        puzzle.pop(move)
    elif how == "condition":
        puzzle.append(" ".join([pick.choice(CONDITIONS), *pick.choices(words, k=pick.choice([1, 2, 3]))]))
    elif how == "within":
        puzzle.append(f"within {pick.choice([0, 1, 3, 7])}")
    elif how == "joined" and drawn:
        puzzle[pick.choice(drawn)] += pick.choice([" or ", " and ", " and not "]) + puzzle[pick.choice(drawn)].split(None, 1)[-1]


def mutant(seed, every):
    pick = random.Random(seed)
    puzzle = list(pick.choice(every))
    for _ in range(pick.choice([1, 1, 2, 3, 4])):
        change(pick, puzzle, every)
    return "\n".join(puzzle) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fuzz")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    every = [statements(text) for text in corpus() if len(text) <= LONGEST]
    tried = mistakes = 0
    different = []
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() - begin < options.seconds:
            paths = []
            for number in range(tried, tried + BATCH):
                paths.append(Path(folder) / f"mutant-{options.seed}-{number}.few")
                paths[-1].write_text(mutant(f"{options.seed} {number}", every), encoding="utf-8")
            said = subprocess.run([options.fuzz, *map(str, paths)], capture_output=True, text=True)
            lines = said.stdout.splitlines()
            if len(lines) != len(paths):
                sys.exit(f"mutants: {len(lines)} answers for {len(paths)} puzzles: {said.stderr[-1000:]}")
            for path, line in zip(paths, lines):
                mistakes += line.endswith("(a mistake)")
                if "no difference" not in line:
                    different.append(path.name)
                    print(line.replace(f"{folder}/", ""), "----", path.read_text(encoding="utf-8") + "----", sep="\n", flush=True)
                path.unlink()
            tried += BATCH
    print(f"mutants: {tried} puzzles, {mistakes} of them mistakes, {len(different)} differences (seed {options.seed})")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
