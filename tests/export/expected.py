"""What must be written, and what must be refused, as far as one can say it without asking the exporter.

Written by hand from what the choices mean. `None`: nothing is said; what is written is then tried all the same.
"""

import math

from corpus import few, tool

MOST_RANKS = 1 << 24        # a table of so many entries is no matter for anybody

# Puzzles whose moves are slides of single tiles into a gap, towards one known board: the usual example of A*.
TILES = {"eight", "fifteen", "tiles-2x3", "tiles-3x2", "tiles-3x3", "tests/puzzles/eight.few"}


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


def arrangements(puzzle):
    """In how many ways the pieces of the start can stand."""
    board = puzzle.read.starts()[0][0]
    count = math.factorial(len(board))
    for piece in set(board):
        count //= math.factorial(board.count(piece))
    return count


def has_rank(puzzle):
    """States can be numbered without gaps, in a way that a learner knows: by mixed radix, or as arrangements."""
    read = puzzle.read
    if read.is_string or not read.starts():
        return False
    values = math.prod(len(every) for every in read.vars.values())
    if values * len(read.pieces or (1,)) ** (read.rows * read.columns) <= MOST_RANKS:
        return True
    return carries(puzzle) and values * arrangements(puzzle) <= MOST_RANKS


def goal_is_one_state(puzzle):
    """One goal that says everything."""
    read = puzzle.read
    if len(read.goals) != 1 or read.is_string:
        return False
    cells, said = set(), set()
    for condition in read.goals[0]:
        if isinstance(condition, few.Drawn):
            cells |= {number for number, cell in enumerate(condition.cells) if isinstance(cell, few.Piece)}
        elif isinstance(condition, few.VarIs) and isinstance(condition.value, few.Piece):
            said.add(condition.var)
        else:
            return False
    return len(cells) == read.rows * read.columns and len(said) == len(read.vars)


def moves_can_be_swapped(puzzle):
    """Each move is undone by the drawing read from right to left: no sums, no name that is lost."""
    for rule in puzzle.read.rules:
        for part in rule.parts:
            if isinstance(part, few.Pattern):
                left, right = sum(part.left, ()), sum(part.right, ())
            elif isinstance(part, few.VarPart):
                left, right = (part.left,), (part.right,)
            else:
                continue
            if any(isinstance(cell, few.Sum) for cell in right):
                return False
            kept = {cell.text for cell in right if isinstance(cell, few.Name)}
            kept |= {a.text for a, b in zip(left, right) if isinstance(a, few.Name) and b is None}
            if not few.names_of(left) <= kept:
                return False
    return True


class Expected:
    """What can be said of one puzzle."""

    def __init__(self, puzzle):
        self.puzzle = puzzle
        said = tool("solve", puzzle.argument, "--algorithm", "bfs", "--remember", "rank", "--states", 1000, "--json").stdout
        self.rank = has_rank(puzzle) and ('"store":"multiset rank"' in said or '"store":"mixed radix"' in said)
        self.both_ends = not puzzle.costs and goal_is_one_state(puzzle) and moves_can_be_swapped(puzzle)

    def remembered(self, dialect, how):
        if dialect == "c" and how == "std":
            return False
        if how == "perfect":
            return True if self.rank and dialect != "python" else None
        return True

    def says(self, dialect, choice):
        """True: must be written. False: must be refused."""
        if choice is None:
            return True
        remembered = self.remembered(dialect, choice.remember)
        if not remembered:
            return remembered
        if choice.search == "bfs":
            return None if self.puzzle.costs else True
        if dialect == "python":
            return None
        # Which queue fits a search other than the plain one is for the exporter to say.
        if choice.queue != "one" or choice.remember == "perfect":
            return None
        if choice.search == "bidirectional":
            return True if self.both_ends else None
        return True if self.puzzle.name in TILES else None
