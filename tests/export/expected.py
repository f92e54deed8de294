"""What must be written, and what must be refused, as far as one can say it without asking the exporter.

Written by hand from what the choices mean. `None`: nothing is said; what is written is then tried all the same.
"""

import math
import re

from corpus import arrangements, few, tool

MOST_RANKS = 1 << 24        # a table of so many entries is no matter for anybody

# Puzzles with one known goal in which every move can be taken back: a search from both ends fits them.
BOTH_ENDS = {"eight", "fifteen", "tiles-2x3", "tiles-3x2", "tiles-3x3", "tests/puzzles/eight.few", "knights", "swap", "lock", "pancake-5",
             "pancake-7", "topspin-6-3", "topspin-8-4", "lights-out-2x3", "lights-out-3x3", "solitaire", "pocket-cube", "strings"}


def patterns(rule):
    return [part for part in rule.parts if isinstance(part, few.Pattern)]


def texts(cells):
    return sorted(repr(cell) for cell in cells)


def carries(puzzle):
    """Every move only carries pieces about: as many of each before and after, on the whole board."""
    read = puzzle.read
    if read.is_string or not read.rows:
        return False
    return all(texts(sum(part.left, ())) == texts(sum(part.right, ())) for rule in read.rules for part in patterns(rule))


def has_rank(puzzle):
    """States can be numbered without gaps, in a way that a learner knows: by mixed radix, or as arrangements."""
    read = puzzle.read
    if read.is_string or not read.starts():
        return False
    values = math.prod(len(every) for every in read.vars.values())
    if values * len(read.pieces or (1,)) ** (read.rows * read.columns) <= MOST_RANKS:
        return True
    return carries(puzzle) and values * arrangements(read.starts()[0][0]) <= MOST_RANKS


def goal_is_drawn(puzzle):
    """One goal, with one drawing of the board, without names: a lower bound can be read off it."""
    read = puzzle.read
    if len(read.goals) != 1 or read.is_string:
        return False
    drawn = [condition for condition in read.goals[0] if isinstance(condition, few.Drawn)]
    return len(drawn) == 1 and len(read.goals[0]) == 1 and not few.names_of(drawn[0].cells)


def is_refused(puzzle, dialect):
    """It says something that is not translated."""
    read = puzzle.read
    if any(rule.repeat == "until blocked" and rule.free for rule in read.rules):
        return True
    cells = [cell for rule in read.rules for part in patterns(rule) for row in part.left for cell in row]
    if any(isinstance(cell, few.Rest) for cell in cells):
        return True
    named = any(name in read.lets for rule in read.rules for name in re.findall(r"\{([^}]*)\}", rule.name or ""))
    letters = "".join(read.pieces or ()) + puzzle.text
    return None if read.is_string and named and dialect != "python" and not letters.isascii() else False


class Expected:
    """What can be said of one puzzle."""

    def __init__(self, puzzle):
        self.puzzle = puzzle
        said = tool("solve", puzzle.argument, "--algorithm", "bfs", "--remember", "rank", "--states", 1000, "--json").stdout
        self.rank = has_rank(puzzle) and ('"store":"multiset rank"' in said or '"store":"mixed radix"' in said)
        self.drawn = goal_is_drawn(puzzle)

    def remembered(self, dialect, how):
        if (dialect, how) in (("c", "std"), ("python", "hash")):
            return False
        if how == "perfect":
            return True if self.rank else None
        return True

    def says(self, dialect, choice):
        """True: must be written. False: must be refused."""
        refused = is_refused(self.puzzle, dialect)
        if refused is not False:
            return False if refused else None
        if choice is None:
            return True
        remembered = self.remembered(dialect, choice.remember)
        if not remembered:
            return remembered
        if dialect == "python" and (choice.remember, choice.path) == ("perfect", "map"):
            return None
        if choice.search == "bfs":
            return None if self.puzzle.costs else True
        if choice.remember == "perfect" and (dialect == "python" or choice.search == "bidirectional"):
            return None
        # How a path is kept, and which queue fits a search other than the plain one, is for the exporter to say.
        if choice.queue != "one" or choice.path != "parents":
            return None
        if choice.search == "bidirectional":
            return True if self.puzzle.name in BOTH_ENDS else None
        rules = self.puzzle.read.rules
        if any(rule.cost == 0 or rule.repeat for rule in rules):
            return False                # a free move, or one of many steps, may do all that is left
        if any(not isinstance(rule.cost, int) for rule in rules):
            return None
        return True if self.drawn else None
