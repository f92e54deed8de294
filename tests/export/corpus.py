"""The puzzles whose programs are tried, starts for each of them, and what the tool says of each start."""

import functools
import json
import math
import os
import random
import re
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "oracle"))

import few  # noqa: E402  (the folder of the oracle has to be known first)

TOOL = os.environ.get("FEWEST", str(ROOT / "build" / "fewest"))
FUZZ = os.environ.get("FEWEST_FUZZ", str(ROOT / "build" / "tests" / "fuzz" / "puzzles" / "fuzz-puzzles"))

# Members of the families that `fewest list` names.
FAMILIES = {
    "ball-sort-C-H": ["ball-sort-2-3", "ball-sort-3-2"],
    "cube-XxYxZ": ["cube-1x3x3"],
    "queens-N": ["queens-3", "queens-5"],
    "hanoi-D-P": ["hanoi-3-3", "hanoi-4-4"],
    "lights-out-RxC": ["lights-out-2x3", "lights-out-3x3"],
    "missionaries-N-K": ["missionaries-3-2", "missionaries-4-2", "missionaries-5-3", "missionaries-4-4"],
    "pancake-N": ["pancake-5", "pancake-7"],
    "tiles-RxC": ["tiles-2x3", "tiles-3x2", "tiles-3x3"],
    "topspin-N-K": ["topspin-6-3", "topspin-8-4"],
}
MANY = 1000     # states that most starts take at most: many programs are run on each
OWN = ""        # stands for the start that the puzzle itself gives

# What the tool says of a start: the least cost, None where it is unsolvable, and the words of its solution; and how many states a plain
# search remembers.
Case = namedtuple("Case", "start cost words states")


def tool(*words, by=TOOL):
    return subprocess.run([by, *map(str, words)], capture_output=True, text=True, timeout=300)


class Puzzle:
    """name: how failures call it; argument: what the tool is given."""

    def __init__(self, name, argument, text):
        self.name, self.argument, self.text = name, argument, text

    @functools.cached_property
    def read(self):
        """As the oracle reads it."""
        return few.Puzzle(self.text)

    @functools.cached_property
    def costs(self):
        return any(rule.cost != 1 for rule in self.read.rules)


def arrangements(board):
    """In how many ways the pieces of a board can stand."""
    count = math.factorial(len(board))
    for piece in set(board):
        count //= math.factorial(board.count(piece))
    return count


def built_ins():
    said = tool("list", "--json")
    for entry in json.loads(said.stdout)["puzzles"]:
        for name in FAMILIES.get(entry["name"], [entry["name"]]):
            if re.search(r"-[A-Z]", name):
                raise SystemExit(f"{name} is a family that corpus.py does not know")
            yield Puzzle(name, name, tool("print", name).stdout)


def files():
    """The corpus, and what was written to be hard to export."""
    for folder in ("tests/puzzles", "tests/export/puzzles"):
        for path in sorted((ROOT / folder).glob("*.few")):
            yield Puzzle(f"{folder}/{path.name}", str(path), path.read_bytes().decode("utf-8"))


def random_puzzles(count, seed, folder):
    """Those of tests/fuzz/puzzles, written into files of the folder."""
    if count == 0:
        return
    told = subprocess.run([FUZZ, "--seed", str(seed), "--tell", str(count)], capture_output=True, text=True, check=True)
    for number, line in enumerate(told.stdout.splitlines()):
        text = json.loads(line)["text"]
        path = Path(folder) / f"random-{seed}-{number}.few"
        path.write_text(text)
        yield Puzzle(f"random-{seed}-{number}", str(path), text)


# ---- Starts


def walks(puzzle, pick, count):
    """States some moves away from a start of the puzzle, by the rules as the oracle reads them."""
    begin = puzzle.read.starts()
    if not begin:
        return
    for number in range(count):
        state = pick.choice(begin)
        for _ in range(pick.randint(1, 4 + 4 * number)):
            steps = puzzle.read.steps(state)
            if not steps:
                break
            state = pick.choice(steps).state
        if state:
            yield puzzle.read.format(state)


def drawn(puzzle, pick, count):
    """Arrangements at random, whether they can be solved or not: the pieces of the start shuffled, then any pieces."""
    read = puzzle.read
    for number in range(count):
        if read.is_string:
            letters = sorted(set(read.pieces or "".join(read.starts())) | set("".join(read.starts())))
            most = min(read.bound or 6, 8)
            state = "".join(pick.choice(letters) for _ in range(pick.randint(1, max(most, 1))))
        else:
            board, values = pick.choice(read.starts())
            board = list(board)
            if number % 2 == 0:
                pick.shuffle(board)
            else:
                for cell in pick.sample(range(len(board)), min(2, len(board))):
                    board[cell] = pick.choice(read.pieces)
            values = tuple(pick.choice(every) if pick.random() < 0.5 else value
                           for every, value in zip(read.vars.values(), values))
            state = tuple(board), values
        yield read.format(state)


@functools.cache
def is_generated(puzzle):
    """Whether the tool makes starts of it in time."""
    return tool("generate", puzzle.argument, "--depth", 1, "--time", 2, "--memory", "400M").returncode != 3


def generated(puzzle, seed, *words):
    if not is_generated(puzzle):
        return []
    return tool("generate", puzzle.argument, *words, "--seed", seed, "--time", 2, "--memory", "400M").stdout.splitlines()


def near_goals(puzzle, pick, count):
    """Starts that the tool makes: some few moves away from the goal, and any."""
    seed = pick.randrange(1000)
    for depth in (1, 2, 4, 7, 10):
        yield from generated(puzzle, seed, "--depth", depth, "--count", 2)
    yield from generated(puzzle, seed, "--count", count)


def judged(puzzle, start, most_states):
    """What the tool says of a start; None where it takes more states than a plain program is asked for."""
    words = ["solve", puzzle.argument] + ([start] if start else [])
    how = [] if puzzle.costs else ["--algorithm", "bfs"]
    said = tool(*words, *how, "--no-tables", "--states", most_states, "--time", 20, "--json")
    if said.returncode not in (0, 1):
        return None
    answer = json.loads(said.stdout)
    states = answer["remembered"]
    if said.returncode == 1:                # proved by the rules; a plain program has to look at every state
        states = reached(puzzle, start, most_states)
    return None if states is None else Case(start, answer["cost"], " ".join(answer.get("moves") or []), states)


def reached(puzzle, start, most_states):
    """How many states can be reached; None if there are more than that."""
    words = ["--from", start] if start else []
    words += ["--max-depth", puzzle.read.within] if puzzle.read.within is not None else []
    said = tool("explore", puzzle.argument, *words, "--states", most_states, "--time", 20, "--json")
    if said.returncode == 0 or '"limit":"depth"' in said.stdout:
        return json.loads(said.stdout)["states"]
    return None


def in_one_row(puzzle):
    """A start of the puzzle with all its cells in one row, as a command line may have it; nothing where the board has only one.
    Nor where moves have costs: the oracle, which adds them up, reads no such start."""
    read = puzzle.read
    if read.is_string or read.rows < 2 or puzzle.costs or not read.starts():
        return []
    return [" ".join(read.format(read.starts()[0]).replace("/", " ").split())]


@functools.cache
def odd_starts(puzzle):
    """Other ways to write the start of a puzzle, right and wrong, each with whether the tool takes it for a start."""
    read = puzzle.read
    if not read.starts():
        return []
    line = read.format(read.starts()[0])
    board = line.split(" and ")[0]
    cells = "".join(board.replace("/", " ").split())
    odd = ["; nothing", " ", line + " ; said", "; said\n" + line, line + " and", "and " + line, line + " /", "/ " + line, line + "and",
           line.replace(" / ", "\n"), line.replace(" / ", "\n\n"), line.replace(" / ", "\n/\n"), line.replace(" / ", " / / "), line + "\n", line.replace(" ", "\n", 1),
           line.replace(" ", "\v"), line + "\f"]
    odd += [line.replace(board, cells[:at] + " / " + cells[at:]) for at in (1, 2, read.columns)] if not read.is_string and read.rows else []
    odd += [f"{line} {name}" for name in getattr(read, "lets", {})] + [line + "->", line + " ->", line + ","]
    return [(start, tool("check", puzzle.argument, "--", start, "").returncode != 2) for start in dict.fromkeys(odd) if start != "-"]


@functools.cache
def cases(puzzle, count, most_states, seed):
    """Up to so many different starts with what the tool says of them, the puzzle's own first, then a goal. Three of them
    may take up to most_states states, the others up to MANY."""
    pick = random.Random(f"{seed} {puzzle.name}")
    sources = [list(walks(puzzle, pick, count)), list(drawn(puzzle, pick, count)), list(near_goals(puzzle, pick, count))]
    for source in sources:
        pick.shuffle(source)
    solved = generated(puzzle, seed, "--depth", 0, "--count", 1)
    mixed = solved + [source[i] for i in range(max(map(len, sources))) for source in sources if i < len(source)]
    found, large = [], 0
    for start in dict.fromkeys([OWN] + in_one_row(puzzle) + mixed):
        if start == "-":
            continue                        # for a program that is standard input
        case = judged(puzzle, start, most_states if large < 3 else min(most_states, MANY))
        if case is not None:
            found.append(case)
            large += case.states > MANY
        if len(found) == count:
            break
    return found
