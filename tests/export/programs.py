"""Exported programs: written by the tool, compiled, run on a start, and their answers looked at."""

import functools
import hashlib
import io
import itertools
import math
import os
import re
import shutil
import signal
import subprocess
import tempfile
import tokenize
from collections import namedtuple
from pathlib import Path

from corpus import TOOL, arrangements, tool
from library import export as library_export

DIALECTS = ("c", "cpp", "python")
CHOICES = {
    "search": ("bfs", "bidirectional", "astar"),
    "remember": ("perfect", "hash", "std"),
    "queue": ("one", "two"),
    "path": ("parents", "map", "none"),
}
Choice = namedtuple("Choice", CHOICES)
EVERY_CHOICE = [Choice(*values) for values in itertools.product(*CHOICES.values())]

STANDARD = {"c": "-std=c17", "cpp": "-std=c++17"}
ENDING = {"c": ".c", "cpp": ".cpp", "python": ".py"}
COMPILER = {"c": "gcc", "cpp": "g++"}
OTHER_COMPILER = {"c": "clang", "cpp": "clang++"}
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
SANITIZERS = ["-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
MADE = tempfile.TemporaryDirectory()    # what is compiled once for many programs
MOST_STATES = 1 << 26   # for which a program has a table
LONGEST = 120       # seconds that a program may take for one start


def missing():
    """The compilers that are not here."""
    return [name for name in (*COMPILER.values(), *OTHER_COMPILER.values()) if not shutil.which(name)]


class Wrong(Exception):
    """What a program does wrong; the text says it to a person."""


def words_of(choice):
    """The options of the command line for a choice; None is what the tool takes by itself."""
    return [] if choice is None else [word for key in CHOICES for word in (f"--{key}", getattr(choice, key))]


def title(dialect, choice):
    return dialect + ": " + ("no options" if choice is None else " ".join(choice))


class Refused(Exception):
    """The sentence with which the tool does not write a program."""


def export(puzzle, dialect, choice, comments="en", library=None, by=TOOL):
    """The text of the program, or Refused. With a library, only what suits the language by itself is asked of the tool."""
    if library and choice is not None:
        text, why = library_export(library, puzzle, dialect, choice, comments)
        if text is None and not re.search(r"\w+ \w+", why):
            raise Wrong(f"is refused without a sentence that says why: {why!r}")
        if text is None:
            raise Refused(why)
        return text
    said = tool("export", dialect, puzzle.argument, *words_of(choice), "--comments", comments, by=by)
    if said.returncode == 2:
        if said.stdout:
            raise Wrong("is refused, but something is written to standard output")
        if not re.search(r"\w+ \w+", said.stderr) or "usage:" in said.stderr:
            raise Wrong(f"is refused without a sentence that says why: {said.stderr!r}")
        raise Refused(said.stderr.strip())
    if said.returncode != 0:
        raise Wrong(f"cannot be exported: status {said.returncode}, {said.stderr.strip()!r}")
    if not said.stdout.strip():
        raise Wrong("is exported as nothing")
    return said.stdout


def command(*words):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=300)
    if done.returncode != 0 or done.stderr.strip():
        raise Wrong(" ".join(map(str, words)) + "\n" + (done.stdout + done.stderr)[:1500])


def save(text, dialect, folder):
    name = hashlib.sha256(text.encode()).hexdigest()[:12]
    path = Path(folder) / (name + ENDING[dialect])
    path.write_text(text)
    return path


@functools.cache
def made_once(words, source, ending):
    """What a compiler makes of a text for all programs of this process: its file."""
    name = hashlib.sha256(repr((os.getpid(), words, source)).encode()).hexdigest()[:12]
    path = Path(MADE.name) / f"{name}.{ending}"
    path.write_text(source)
    command(*words, "-o", f"{path}.made", path)
    return path


def headers(path, words):
    """In C++ most of the time goes into the headers of the library. They are compiled once for all programs that include the same ones:
    exactly these, so that one which is missing is noticed. The compiler fails where it cannot use what was made."""
    if path.suffix != ENDING["cpp"]:
        return []
    included = "".join(re.findall("(?m)^#include .*\n", path.read_text()))
    made = made_once((*words, "-x", "c++-header"), included, "h")
    if "clang" in words[0]:
        return ["-include-pch", f"{made}.made"]
    as_gcc_finds_it = Path(f"{made}.gch")
    if not as_gcc_finds_it.exists():
        os.link(f"{made}.made", as_gcc_finds_it)
    return ["-Winvalid-pch", "-include", made]


def look_over(path, dialect):
    """The other compiler has no warning either."""
    if shutil.which(OTHER_COMPILER[dialect]):
        words = OTHER_COMPILER[dialect], STANDARD[dialect], *WARNINGS
        command(*words, *headers(path, words), "-fsyntax-only", path)


def without_formats(words):
    """Newer Pythons take texts with values in them apart; here they are texts as all others."""
    depth = 0
    for word in words:
        kind = tokenize.tok_name[word.type]
        depth += kind == "FSTRING_START"
        if depth == 0:
            yield word
        depth -= kind == "FSTRING_END"


def bare(text, dialect):
    """The program without its comments, texts and layout."""
    if dialect == "python":
        words = without_formats(tokenize.generate_tokens(io.StringIO(text).readline))
        passed_over = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.STRING)
        return [word.string for word in words if word.type not in passed_over]
    strings = r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\''
    bare = re.sub(rf"{strings}|//[^\n]*|/\*(?s:.*?)\*/", " ", text)
    return re.sub(r", \w+ == [12] \?\s+:\s+(?=[,)])", "", bare).split()     # one move, two moves: no matter in Chinese


# ---- Answers


Answer = namedtuple("Answer", "cost moves words")      # cost None: unsolvable
Done = namedtuple("Done", "returncode stdout stderr")


def answers(said, starts):
    """What starts.c or starts.py printed: the answer from each start, in turn."""
    rest = said.stdout
    for start in starts:
        line, _, rest = rest.partition(b"\n")
        if not re.fullmatch(rb"\d+ \d+ \d+", line):
            raise RuntimeError(f"cannot be run from {start!r}: status {said.returncode}, {line[:200]!r} {said.stderr[-800:]!r}")
        status, output, errors = map(int, line.split())
        yield Done(status, rest[:output].decode(), rest[output:output + errors].decode())
        rest = rest[output + errors:]


def answer_of(done):
    """What a program said: how many moves, what they cost where costs differ, and the moves; or that there is no solution."""
    if done.returncode == 128 + signal.SIGALRM:
        raise Wrong(f"does not end within {LONGEST} seconds")
    if done.returncode not in (0, 1) or done.stderr.strip():
        raise Wrong(f"ends with status {done.returncode}: {done.stdout[-300:]!r} {done.stderr[-1500:]}")
    lines = done.stdout.splitlines()
    form = r"(\d+) (?:moves?|\u6b65)(?:,? (?:of )?cost (\d+)|\uff0c\u4ee3\u4ef7 (\d+))?"
    said = [re.fullmatch(form, line) for line in lines]
    counts = [found for found in said if found]
    others = [line for line, found in zip(lines, said) if not found]
    if done.returncode == 1 and not counts and len(others) == 1 and re.search("^unsolvable|^no solution|\u65e0\u89e3", others[0]):
        return Answer(None, None, None)
    if done.returncode != 0 or len(counts) != 1 or len(others) > 1:
        raise Wrong(f"status {done.returncode}, answers in no known form: {done.stdout[-300:]!r}")
    return Answer(int(counts[0][2] or counts[0][3] or counts[0][1]), int(counts[0][1]), others[0] if others else None)


def declines(puzzle, start, done):
    """Whether a program says that it is for boards without two of some piece, and this is none; or that a table with a place for each
    arrangement of these pieces is too large, and it is. Its numbers of states may rely on that, and it must say so."""
    if done.returncode == 3 and ("table with a place" in done.stderr or "\u7559\u4e00\u4e2a\u4f4d\u7f6e" in done.stderr):
        state = (puzzle.read.read_start(start) if start else puzzle.read.starts())[0]
        return arrangements(state[0]) * math.prod(len(values) for values in puzzle.read.vars.values()) > MOST_STATES
    letters = re.search("at most (\\d+) letters|\u6700\u591a\u8bfb\u5165 (\\d+) \u4e2a\u5b57\u6bcd", done.stderr)
    if done.returncode == 2 and letters and start and puzzle.read.is_string:
        return len("".join(start.split())) > int(letters[1] or letters[2])
    said = re.search("(?:without two of|\u4e24\u4e2a.*)[:\uff1a] ?(.*)", done.stderr)
    if done.returncode != 2 or not said or not start or puzzle.read.is_string:
        return False
    piece = said[1].strip()
    count = [state[0].count(piece) for state in (puzzle.read.starts()[0], puzzle.read.read_start(start)[0])]
    return count[0] <= 1 and count[1] != 1


@functools.cache
def checked(puzzle, start, words):
    """What the tool says of a path. Many programs find the same one."""
    return tool("check", puzzle.argument, "--json", "--", start or "-", words)


def compare(puzzle, case, answer, shows_path):
    """Raises Wrong where the program does not say what the tool says."""
    tells = "unsolvable" if case.cost is None else case.cost
    if answer.cost != case.cost:
        raise Wrong(f"says {'unsolvable' if answer.cost is None else answer.cost}, the tool {tells}")
    if answer.cost is None:
        return
    if not shows_path or answer.moves == 0:
        if answer.words:
            raise Wrong(f"has a path though none was asked for, or there are no moves: {answer.words[:200]!r}")
        return
    if not answer.words:
        raise Wrong("has no path")
    said = checked(puzzle, case.start, answer.words)
    if said.returncode != 0:
        raise Wrong(f"has a path that `fewest check` does not accept: {answer.words[:300]!r}: {said.stdout}{said.stderr}")
    if f'"played":{answer.moves},' not in said.stdout:
        raise Wrong(f"says {answer.moves} moves and shows others: {answer.words[:300]!r}: {said.stdout}")
    if not puzzle.costs:
        return
    cost, free = paid(puzzle, case.start, answer.words)
    if cost != case.cost:
        raise Wrong(f"shows a path of another cost than {case.cost}: {answer.words[:300]!r}")
    least = paid(puzzle, case.start, case.words)[1] if free else 0
    if free != least:
        raise Wrong(f"shows a path with {free} free moves, the tool one with {least}: {answer.words[:300]!r}")


def following(puzzle, state, word):
    """The state after a word, which may say more than is needed; None where it fits no move, or several."""
    known = dict(puzzle.read.words(state))
    if word in known:
        return known[word]
    steps = puzzle.read.steps(state)
    for label in sorted({step.label for step in steps}, key=len, reverse=True):
        more = re.fullmatch(re.escape(label) + r"(?:@([^@#]+))?(?:#([0-9]+))?", word)
        if more:
            fitting = [s for s in steps if s.label == label and more[1] in (None, s.cell)]
            results = list(dict.fromkeys(step.state for step in fitting))
            place = int(more[2] or 1) - 1
            return results[place] if place < len(results) and (more[2] or len(results) == 1) else None
    return None


@functools.cache
def paid(puzzle, start, text):
    """What these moves cost by the rules as the oracle reads them, and how many of them cost nothing; None where they lead to no goal."""
    words = text.split()
    if len(words) == 1 and not following(puzzle, (puzzle.read.read_start(start) if start else puzzle.read.starts())[0], text):
        words = list(text)                  # moves of one letter each may stand without spaces
    for state in puzzle.read.read_start(start) if start else puzzle.read.starts():
        total = free = 0
        for word in words:
            before, state = state, following(puzzle, state, word)
            if state is None:
                break
            cost = min(step.cost for step in puzzle.read.steps(before) if step.state == state)
            total, free = total + cost, free + (cost == 0)
        if state is not None and puzzle.read.is_goal(state):
            return total, free
    return None, None
