#!/usr/bin/env python3
"""A naive interpreter of the puzzle language: the oracle the engine is tested against.

It is written from the language manual alone, shares nothing with the engine, and is meant to be
obviously correct rather than fast: states are tuples of words, a move is found by looking at every
place of the board, and the search is Dijkstra's with a dictionary. Valid puzzles are assumed; most
mistakes raise ValueError, without care for the message.

As a program:
    few.py solve FILE [START] [GOAL]   length, number of shortest solutions, the least solution
    few.py moves FILE                  states as lines on stdin -> JSON lists of [word, next state]
    few.py explore FILE                number of states at each distance from the start
"""

import heapq
import itertools
import json
import re
import sys
from collections import namedtuple

# What can stand in a cell of a drawing. `None` is the cell that is not looked at (`_`).
Piece = namedtuple("Piece", "text")
Name = namedtuple("Name", "text")
Sum = namedtuple("Sum", "terms")            # ((factor, (name, ...)), ...): numbers times names
Rest = namedtuple("Rest", "text")           # a name for all further characters of a string
OnFloor = namedtuple("OnFloor", "content kind")  # a cell with this content (one of the above, or None) on this floor

Let = namedtuple("Let", "domain ring")
Pattern = namedtuple("Pattern", "left right")     # drawings: tuples of rows of cells
VarPart = namedtuple("VarPart", "var left right")  # right is None where the part only tests
Cycle = namedtuple("Cycle", "sources")      # {cell: the cell its new content comes from}
Rule = namedtuple("Rule", "name ways repeat at on along_links ends cost parts where free text")
Step = namedtuple("Step", "label cell cost state told", defaults=((),))  # told: further names, where its label is not enough
Moved = namedtuple("Moved", "what left reached")  # a Piece or Name; where it is written, as (pattern, number of the cell)
Answer = namedtuple("Answer", "cost length solutions words states")

# Conditions of a goal.
Drawn = namedtuple("Drawn", "cells")
VarIs = namedtuple("VarIs", "var value")
Seek = namedtuple("Seek", "wanted turns drawing")  # somewhere (wanted) or nowhere (not wanted); in a string, turns are its ends
Compared = namedtuple("Compared", "left operator right")  # sides: a word, or ((sign, name of a var, Count or int), ...)
Count = namedtuple("Count", "pieces cells")  # how many of these cells hold one of these pieces
Every = namedtuple("Every", "wanted pieces cells")  # all of these cells hold one of these pieces; or (not wanted) not all

# A turn takes the offset (row, column) of a pattern's cell to its offset on the board. They stand
# in the order of moves: up, down, left, right.
UP, DOWN, LEFT, RIGHT = range(4)
TURNS = [
    lambda r, c: (-c, r),                   # up: turned by 270 degrees
    lambda r, c: (c, -r),                   # down: by 90
    lambda r, c: (-r, -c),                  # left: by 180
    lambda r, c: (r, c),                    # right: as drawn
]
DOWN_RIGHT, DOWN_LEFT = (lambda r, c: (c, c)), (lambda r, c: (c, -c))
UP_LEFT, UP_RIGHT = (lambda r, c: (-c, -c)), (lambda r, c: (-c, c))



def mirror(turn):
    """The same with rows running to the other side."""
    return lambda r, c: turn(-r, c)


def ways_of(qualifiers, names):
    """How a rule with these qualifiers lies, as (what that is called, turn), in the order of moves."""
    turns = {direction for direction in (UP, DOWN) if qualifiers & {"any direction", "up or down"}}
    turns |= {direction for direction in (LEFT, RIGHT) if qualifiers & {"any direction", "left or right"}}
    ways = [(names[turn], TURNS[turn]) for turn in sorted(turns)]
    if "mirrored" in qualifiers:
        ways += [(names[turn] + "-mirrored", mirror(TURNS[turn])) for turn in sorted(turns)]
    if "diagonal" in qualifiers:
        diagonals = ((UP, LEFT, UP_LEFT), (UP, RIGHT, UP_RIGHT), (DOWN, LEFT, DOWN_LEFT), (DOWN, RIGHT, DOWN_RIGHT))
        ways += [(names[a] + "-" + names[b], turn) for a, b, turn in diagonals]
    if not ways:                            # as drawn; in a mirror, left and right are exchanged
        ways = [("", TURNS[RIGHT])] + [("mirrored", lambda r, c: (r, -c))] * ("mirrored" in qualifiers)
    return ways


OPERATORS = {
    "=": lambda a, b: a == b, "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}


MOST_COST = 10 ** 9
WEIGHT = "the weight of the link"           # in a cost, like a name
LINK = Sum(((1, (WEIGHT,)),))

OPPOSITES = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def is_number(word):
    return re.fullmatch(r"0|-?[1-9][0-9]{0,17}", word) is not None


def statements(text):
    """The statements of a file as (keyword, rest); line ends inside a statement are kept."""
    found = []
    for line in text.lstrip("\ufeff").replace("\r\n", "\n").split("\n"):
        line = line.split(";", 1)[0].rstrip()
        if not line:
            continue
        if line[0].isspace():
            if not found:
                raise ValueError("a continuation without a statement")
            found[-1] += "\n" + line
        else:
            found.append(line)
    return [re.fullmatch(r"([a-z]+)(.*)", s, re.S).groups() for s in found]


def expand_list(words):
    """The words of a list, with ranges written out."""
    result = []
    for word in words:
        numbers = re.fullmatch(r"(-?[0-9]+)\.\.(-?[0-9]+)", word)
        letters = re.fullmatch(r"([a-z])\.\.([a-z])|([A-Z])\.\.([A-Z])", word)
        if numbers:
            first, last = int(numbers[1]), int(numbers[2])
            values = [str(n) for n in range(first, last + 1)]
        elif letters:
            first, last = word[0], word[-1]
            values = [chr(n) for n in range(ord(first), ord(last) + 1)]
        else:
            values = [word]
        if not values:
            raise ValueError("descending range " + word)
        result += values
    if len(set(result)) != len(result) or not result:
        raise ValueError("a value stands twice, or there is none: " + " ".join(words))
    return tuple(result)


class Puzzle:
    def __init__(self, text):
        self.title = ""
        self.rows = self.columns = 0        # 0: no board
        self.grid = False                   # declared as R x C
        self.wraps_rows = self.wraps_columns = False
        self.is_string = False
        self.rests = set()                  # names for the rest of a string
        self.bound = None                   # longest string, None for any length
        self.cells = []                     # the names of cells; empty: they have none
        self.links = []                     # (cell index, cell index, weight)
        self.pieces = None                  # None: any character (strings only)
        self.kinds = ()                     # of floor; the first is the wall
        self.floor = ()                     # the kind of each cell
        self.vars = {}                      # name -> values, in the order of declaration
        self.lets = {}                      # name -> Let
        self.names = ("up", "down", "left", "right")
        self.within = None
        self.rules = []
        self.start = None                   # list of states
        self.goals = []                     # alternatives, each a list of conditions
        self.nevers = []                    # none of these may hold
        self._known_places = {}
        found = statements(text)
        declarations = ("title", "board", "cells", "links", "string", "pieces", "floor", "var", "let", "names", "within")
        for keyword, rest in sorted(found, key=lambda statement: statement[0] not in ("board", "cells", "string")):
            if keyword in declarations:
                getattr(self, "_read_" + keyword)(rest)
            elif keyword not in ("move", "start", "goal", "never", "draw"):
                raise ValueError("unknown statement " + keyword)
        if not self.is_string and not self.rows and not self.vars:
            raise ValueError("no board, no string and no var")
        if self.is_string and (self.rows or self.vars or self.links):
            raise ValueError("a string puzzle has no board, vars or links")
        if self.is_string and self.bound is None and self.within is None:
            raise ValueError("a string of any length needs `within`")
        for keyword, rest in found:
            if keyword == "move":
                self._read_move(rest)
            elif keyword == "start":
                if self.start is not None:
                    raise ValueError("a second start")
                self.start = self.read_start(rest)
            elif keyword == "goal":
                self.goals += self.read_goals(rest)
            elif keyword == "never":
                self.nevers += self.read_goals(rest)
        if not self.rules:
            raise ValueError("no move")
        self.check_start()

    # Declarations

    def _read_title(self, rest):
        self.title = rest.strip()

    def _read_board(self, rest):
        size = re.fullmatch(r"\s*([0-9]+)(\s*x\s*([0-9]+))?(\s+wrapped(\s+left-right|\s+up-down)?)?\s*", rest)
        if self.rows or not size:
            raise ValueError("board" + rest)
        self.wraps_rows = size[4] is not None and (size[5] or "up-down").strip() == "up-down"
        self.wraps_columns = size[4] is not None and (size[5] or "left-right").strip() == "left-right"
        self.grid = size[2] is not None
        self.rows, self.columns = (int(size[1]), int(size[3])) if self.grid else (1, int(size[1]))

    def _read_cells(self, rest):
        if self.rows:
            raise ValueError("cells" + rest)
        self.cells = expand_list(rest.split())
        if any(set("@#=_:,/()") & set(name) for name in self.cells):
            raise ValueError("cells" + rest)
        self.rows, self.columns = 1, len(self.cells)

    def _read_string(self, rest):
        if self.is_string:
            raise ValueError("a second string")
        self.is_string = True
        self.bound = int(rest) if rest.strip() else None

    def _read_links(self, rest):
        for word in rest.split():
            link, weight = re.fullmatch(r"([^:]*)(?::([0-9]+))?", word).groups()
            ends = [(link[:i], link[i + 1:]) for i, mark in enumerate(link) if mark == "-"]
            if self.cells:
                ends = [pair for pair in ends if set(pair) <= set(self.cells)]
            ((first, second),) = ends
            if first == second or (not self.cells and "," in link) or not 0 <= int(weight or 1) <= MOST_COST:
                raise ValueError("link " + word)
            self.links.append((self._cell(first), self._cell(second), int(weight or 1)))

    def _read_pieces(self, rest):
        if self.pieces is not None:
            raise ValueError("a second pieces")
        self.pieces = expand_list(rest.split())

    def _read_floor(self, rest):
        kinds, _, drawing = rest.partition("\n")
        if self.kinds or self.is_string or not self.rows:
            raise ValueError("floor" + rest)
        self.kinds = expand_list(kinds.split())
        rows = [[kind for word in row.split() for kind in ([word] if word in self.kinds else word)]
                for row in re.split(r"[/\n]", drawing) if row.strip()]
        self.floor = tuple(sum(rows, []))
        if len(rows) != self.rows or set(map(len, rows)) != {self.columns} or not set(self.floor) <= set(self.kinds):
            raise ValueError("the drawing of the floor" + rest)

    def _read_var(self, rest):
        name, equals, *values = rest.split()
        if equals != "=" or name in self.vars or name in self.lets or self._is_value(name) or name in self.cells:
            raise ValueError("var" + rest)
        self.vars[name] = expand_list(values)

    def _read_let(self, rest):
        names, equals, values = re.fullmatch(r"(.*?)\s(=)\s(.*)", rest, re.S).groups()
        values = values.split()
        if values == ["rest"] and self.is_string:
            for name in names.replace(",", " ").split():
                if name in self.lets or name in self.rests or self._is_value(name):
                    raise ValueError("let" + rest)
                self.rests.add(name)
            return
        ring = values[0] == "ring" and len(values) > 1  # alone it is a piece of that name
        domain = expand_list(values[1:] if ring else values)
        for value in domain:
            if not self._is_value(value) and not (self.is_string and self.pieces is None):
                raise ValueError("not a piece: " + value)
        for name in names.replace(",", " ").split():
            if name in self.lets or name in self.rests or name in self.vars or self._is_value(name):
                raise ValueError("let" + rest)
            self.lets[name] = Let(domain, ring)

    def _read_names(self, rest):
        self.names = tuple(rest.split())
        if len(self.names) != 4:
            raise ValueError("names" + rest)

    def _read_within(self, rest):
        self.within = int(rest)

    def _is_value(self, word):
        return word in (self.pieces or ()) + self.kinds or any(word in values for values in self.vars.values())

    def _cell(self, word):
        """The index of a cell: by name, or ROW,COLUMN, or a number in reading order."""
        if self.cells:
            return self.cells.index(word)
        if "," in word:
            row, column = map(int, word.split(","))
        else:
            row, column = divmod(int(word) - 1, self.columns)
            row, column = row + 1, column + 1
        if not (1 <= row <= self.rows and 1 <= column <= self.columns):
            raise ValueError("no such cell: " + word)
        return (row - 1) * self.columns + column - 1

    def _cells_listed(self, words):
        """The cells of a list, in which 1..4 are four."""
        return tuple(self._cell(one) for word in words for one in ([word] if self.cells else expand_list([word])))

    def _cell_text(self, index):
        if self.cells:
            return self.cells[index]
        if self.grid:
            return "%d,%d" % (index // self.columns + 1, index % self.columns + 1)
        return str(index + 1)

    # Drawings

    def _read_sum(self, word, weighs=False, alone=False):
        """A Sum, or None where the word is not one. In one that weighs, `weight` is that of the link. Numbers alone may be one, too."""
        multiplies = not self._is_value("*") and not (self.is_string and self.pieces is None)
        if not re.search(r"[+*-]" if multiplies else r"[+-]", word[1:]):
            return None
        terms = []
        for sign, term in re.findall(r"([+-]?)([^+-]*)", word)[:-1]:
            factor, names = -1 if sign == "-" else 1, []
            for one in term.split("*") if multiplies else [term]:
                if one in self.lets or one in self.rests:
                    names.append(one)
                elif weighs and one == "weight":
                    names.append(WEIGHT)
                elif is_number(one) and one[0] != "-":
                    factor *= int(one)
                else:
                    return None
            terms.append((factor, tuple(names), "*" in term))
        names = [name for _, names, _ in terms for name in names]
        if any(name in self.rests for name in names):
            raise ValueError("the rest of a string is no number: " + word)
        if not names and not alone:
            return None
        if any(one.count(WEIGHT) > 1 for _, one, _ in terms):
            raise ValueError("the weight twice in a product: " + word)
        if WEIGHT in names and any(self.lets[name].ring for name in names if name != WEIGHT):
            raise ValueError("a ring name stands with numbers only: " + word)
        names = [name for name in names if name != WEIGHT]
        if any(self.lets[name].ring for name in names):
            if len(names) != 1 or any(names and (factor != 1 or times) for factor, names, times in terms):
                raise ValueError("a ring name stands with numbers only: " + word)
        elif not all(is_number(value) for name in names for value in self.lets[name].domain):
            raise ValueError("a sum of things that are no numbers: " + word)
        return Sum(tuple((factor, names) for factor, names, _ in terms))

    def _read_name(self, word, values):
        """A Name that can be at least one of these values (None: any character)."""
        if values is not None and not set(self.lets[word].domain) & set(values):
            raise ValueError("%s has no value that can stand here" % word)
        return Name(word)

    def _cell_values(self):
        """What can stand in a cell: the pieces, and in walls the wall. None: any character."""
        return None if self.is_string and self.pieces is None else (self.pieces or ()) + self.kinds[:1]

    def _read_kind(self, word):
        if word in self.kinds:
            return Piece(word)
        if word not in self.lets:
            raise ValueError("not a kind of floor: " + word)
        return self._read_name(word, self.kinds)

    def _read_on_floor(self, word):
        """`P|F`, or None."""
        for bar in range(1, len(word) - 1):
            content, kind = word[:bar], word[bar + 1:]
            known = content == "_" or content in self._cell_values() or content in self.lets
            if word[bar] == "|" and known and (kind in self.kinds or kind in self.lets):
                (content,) = self._read_word(content, False)
                return OnFloor(content, self._read_kind(kind))
        return None

    def _read_word(self, word, sums):
        """The cells a word of a drawing stands for."""
        if word in (self.pieces or ()) or word in self.kinds[:1]:
            return [Piece(word)]
        if word in self.rests:
            return [Rest(word)]
        if word in self.lets:
            return [self._read_name(word, self._cell_values())]
        if self.kinds and not sums and self._read_on_floor(word):
            return [self._read_on_floor(word)]
        total = self._read_sum(word) if sums else None
        if total:
            return [total]
        cells = []
        for character in word:
            if character == "_":
                cells.append(None)
            elif character in self.rests:
                cells.append(Rest(character))
            elif character in self.lets:
                cells.append(self._read_name(character, self._cell_values()))
            elif (self.is_string and self.pieces is None) or character in self._cell_values():
                cells.append(Piece(character))
            else:
                raise ValueError("not a piece: %s in %s" % (character, word))
        return cells

    def _read_drawing(self, text, sums=False, rests=False):
        rows = []
        for row in re.split(r"[/\n]", text):
            cells = [cell for word in row.split() for cell in self._read_word(word, sums)]
            if cells:
                rows.append(tuple(cells))
        if len(set(map(len, rows))) > 1:
            raise ValueError("rows of different lengths: " + text)
        if self.is_string and len(rows) > 1:
            raise ValueError("a string has one row: " + text)
        if not rests and any(isinstance(cell, Rest) for row in rows for cell in row):
            raise ValueError("the rest of a string stands in moves only: " + text)
        if self.is_string and rows and self.bound is not None and sum(not isinstance(cell, Rest) for cell in rows[0]) > self.bound:
            raise ValueError("longer than the string can be: " + text)
        return tuple(rows)

    def _read_value(self, word, var, sums=False):
        """What is written for a value of a var: a value, a name or a sum."""
        if word in self.vars[var]:
            return Piece(word)
        if word in self.lets:
            return self._read_name(word, self.vars[var])
        total = self._read_sum(word) if sums else None
        if not total:
            raise ValueError("not a value of %s: %s" % (var, word))
        return total

    # Moves

    def _read_move(self, rest):
        head, body = "", rest
        colon = re.search(r":(\s|$)", rest)
        if colon:
            head, body = rest[:colon.start()], rest[colon.end():]
        name, turns, repeat, at, on, along_links, cost, ends = None, set(), None, None, None, False, None, set()
        # A comma between digits belongs to a cell, every other one separates.
        for number, item in enumerate(re.split(r",(?!(?<=[0-9],)[0-9])", head)):
            words = item.split()
            if " ".join(words) in ("any direction", "left or right", "up or down", "mirrored", "diagonal"):
                turns.add(" ".join(words))
            elif " ".join(words) in ("repeat", "until blocked"):
                if repeat is not None:
                    raise ValueError("move" + rest)
                repeat = " ".join(words)
            elif words == ["along", "links"]:
                along_links = True
            elif words[:1] == ["at"] and self.is_string:
                if len(words) != 2 or words[1] not in ("begin", "end") or words[1] in ends:
                    raise ValueError("move" + rest)
                ends.add(words[1])
            elif words[:1] == ["at"]:
                at = self._cell(words[1])
            elif words[:1] == ["on"]:
                on = self._cells_listed(words[1:])
            elif words[:1] == ["cost"]:
                cost = self._read_cost(words[1])
            elif number == 0 and len(words) == 1 and not is_number(words[0]):
                name = words[0]
            elif words or number:
                raise ValueError("move" + rest)
        if cost is None:
            cost = LINK if along_links and any(weight != 1 for _, _, weight in self.links) else 1
        body, _, conditions = re.fullmatch(r"(.*?)(\swhere(?:\s(.*))?)?", body, re.S).groups()
        # Commas inside parentheses belong to the cells of a cycle.
        parts = [self._read_part(part) for part in re.split(r",(?![^(]*\))", body)]
        where = self._read_formula(re.findall(r"[(),]|[^\s(),]+", conditions)) if conditions else ("all",)
        text = "".join(body.split())
        ways = ways_of(turns, self.names)
        rule = Rule(name, ways, repeat, at, on, along_links, ends, cost, parts, where, free_names(cost, parts, where), text)
        self._check_rule(rule, turns)
        self.rules.append(rule)

    def _read_part(self, text):
        words = text.split()
        if words and words[0] in self.vars and len(words) in (2, 4):
            var = words[0]
            left = self._read_value(words[1], var)
            if len(words) == 2:
                return VarPart(var, left, None)
            if words[2] != "->":
                raise ValueError("no arrow: " + text)
            if words[3] == "_":
                return VarPart(var, left, None)
            return VarPart(var, left, self._read_value(words[3], var, sums=True))
        if words and re.match(r"cycle(\s|\(|$)", text.strip()):
            sources = {}
            for cycle in re.findall(r"\(([^)]*)\)", text):
                cells = self._cells_listed(cycle.split())
                if len(cells) < 2 or len(set(cells) | set(sources)) != len(cells) + len(sources):
                    raise ValueError("the cells of a cycle: " + text)
                if any(self.floor and self.floor[cell] == self.kinds[0] for cell in cells):
                    raise ValueError("a cycle over a wall: " + text)
                for here, there in zip(cells, cells[1:] + cells[:1]):
                    sources[there] = here
            return Cycle(sources)
        if words.count("->") != 1:
            raise ValueError("no arrow: " + text)
        left, right = re.split(r"(?<!\S)->(?!\S)", text)
        left, right = self._read_drawing(left, rests=True), self._read_drawing(right, sums=True, rests=True)
        if self.is_string:
            left, right = left[0], right[0] if right else ()
            rests = [cell for cell in left if isinstance(cell, Rest)]
            if rests and (len(rests) > 1 or left[-1] != rests[0] or len(left) < 2 or None in left + right):
                raise ValueError("the rest is at the end of a left side, behind something: " + text)
            if not {cell for cell in right if isinstance(cell, Rest)} <= set(rests):
                raise ValueError("a rest on the right side only: " + text)
            same_shape = len(left) == len(right) or None not in left + right
            left, right = (left,), (right,)
        else:
            same_shape = list(map(len, left)) == list(map(len, right))
        if not left or not same_shape:
            raise ValueError("sides of different shape: " + text)
        for before, after in zip(left[0], right[0]) if self.is_string else zip(sum(left, ()), sum(right, ())):
            before = before.content if isinstance(before, OnFloor) else before
            if before is None and after is not None:
                raise ValueError("a cell that is not looked at is not changed: " + text)
            if self.kinds and after is not None and (before == Piece(self.kinds[0])) != (after == Piece(self.kinds[0])):
                raise ValueError("a wall comes or goes: " + text)
        return Pattern(left, right)

    def _read_formula(self, words, joints=(",", "or", "and")):
        """Conditions as ("all", …), ("some", …), ("not", …) and comparisons."""
        if joints:
            parts, depth = [[]], 0
            for word in words:
                depth += (word == "(") - (word == ")")
                if word == joints[0] and depth == 0:
                    parts.append([])
                else:
                    parts[-1].append(word)
            parts = [self._read_formula(part, joints[1:]) for part in parts]
            return parts[0] if len(parts) == 1 else ("some" if joints[0] == "or" else "all", *parts)
        if words[0] == "not":
            return "not", self._read_formula(words[1:], ())
        if words[0] == "(" and words[-1] == ")":
            return self._read_formula(words[1:-1])
        return self._read_comparison(words)

    def _read_comparison(self, words):
        if len(words) == 3 and words[1] in OPERATORS:
            left, operator, right = words
        else:
            left, operator, right = re.fullmatch(r"(.+?)(!=|<=|>=|=|<|>)(.+)", "".join(words)).groups()
        return "compared", self._read_operand(left), operator, self._read_operand(right)

    def _read_cost(self, word):
        """A number, a name or a Sum, in which `weight` is that of the link, unless it is declared."""
        if word == "weight" and word not in self.lets:
            return LINK
        if word.isdigit():
            return int(word)
        cost = self._read_sum(word, weighs=True) if word not in self.lets else None
        cost = cost or self._read_operand(word)
        return int(cost.text) if isinstance(cost, Piece) else cost

    def _read_operand(self, word):
        if word in self.rests:
            raise ValueError("the rest of a string is not compared: " + word)
        if word in self.lets:
            return Name(word)
        if self._is_value(word) or is_number(word) or (self.is_string and len(word) == 1):
            return Piece(word)
        total = self._read_sum(word, alone=True)
        if not total:
            raise ValueError("not a name, piece or number: " + word)
        return total

    def _check_rule(self, rule, turns):
        patterns = [part for part in rule.parts if isinstance(part, Pattern)]
        placed = (rule.at is not None) + (rule.on is not None) + rule.along_links
        if self.is_string and (len(rule.parts) != 1 or not patterns or placed or turns):
            raise ValueError("not in a string puzzle: " + rule.text)
        if placed > 1 or (placed and len(patterns) != 1) or (turns and not patterns):
            raise ValueError("qualifiers: " + rule.text)
        directed = turns & {"any direction", "left or right", "up or down", "diagonal"}
        if rule.repeat and (not directed or placed or len(patterns) != 1 or any(isinstance(part, Cycle) for part in rule.parts)):
            raise ValueError("only one pattern in a direction is repeated: " + rule.text)
        if (rule.on is not None or rule.along_links) and turns:
            raise ValueError("no direction on given cells: " + rule.text)
        if "diagonal" in turns and ("mirrored" in turns or any(len(pattern.left) != 1 for pattern in patterns)):
            raise ValueError("only one row goes along a diagonal: " + rule.text)
        if rule.on is not None:
            left = patterns[0].left
            if len(left) != 1 or len(left[0]) != len(rule.on) or len(set(rule.on)) != len(rule.on):
                raise ValueError("the pattern does not fit these cells: " + rule.text)
        if rule.along_links and len(sum(patterns[0].left, ())) != 2:
            raise ValueError("along links needs two cells: " + rule.text)
        if isinstance(rule.cost, int) and not 0 <= rule.cost <= MOST_COST:
            raise ValueError("cost: " + rule.text)
        if rule.cost == 0 and self.is_string and self.bound is None:
            raise ValueError("a free move in a string of any length: " + rule.text)
        if not rule.along_links and WEIGHT in names_of([rule.cost]):
            raise ValueError("no link to weigh: " + rule.text)
        self._check_braces(rule, 2 if rule.along_links else len(patterns))

    def _check_braces(self, rule, places):
        name = rule.name or ""
        matched = set(rule.free)
        for part in rule.parts:
            if isinstance(part, Pattern):
                matched |= set(names_of(sum(part.left, ())))
            elif isinstance(part, VarPart):
                matched |= set(names_of([part.left]))
        for inside in re.findall(r"\{([^}]*)\}", name):
            if inside in self.lets:
                right = inside in matched and not any(set("@#=") & set(value) for value in self.lets[inside].domain)
            elif inside in ("direction", "DIRECTION"):
                right = rule.ways[0][0] != ""
            elif inside == "steps":
                right = rule.repeat is not None
            elif inside in ("from", "to"):
                moved = None if self.is_string else self._moved(rule)
                right = moved and len(moved.left if inside == "from" else moved.reached) == 1
            else:
                right = re.fullmatch("[0-9]+", inside) and 1 <= int(inside) <= places
            if not right:
                raise ValueError("in braces: " + inside)
        if set("{}") & set(re.sub(r"\{[^{}]*\}", "", name)):
            raise ValueError("a brace alone: " + name)

    # Start and goal

    def read_start(self, text):
        """All the start states a start statement stands for, in order."""
        if self.is_string:
            (cells,) = self._read_drawing(text)
            state = "".join(cell.text for cell in cells)
            if self.bound is not None and len(state) > self.bound:
                raise ValueError("the start is too long")
            return [state]
        board, values, told, drawn = None, {}, {}, False
        for words, condition in split_conditions(text):
            if len(words) == 3 and words[0] in self.vars and words[1] == "is":
                if words[0] in values:
                    raise ValueError("twice: " + words[0])
                every = self.vars[words[0]]
                values[words[0]] = every if words[2] == "any" and "any" not in every else (words[2],)
                if not set(values[words[0]]) <= set(every):
                    raise ValueError("not a value: " + words[2])
            elif self._is_cell_is(words):
                if words[0] in told or drawn or words[2] not in self.pieces:
                    raise ValueError("twice, or no piece: " + words[0])
                told[words[0]] = words[2]
            elif board is None and not told:
                board = sum(self._read_board_drawing(condition), ())
                drawn = True
            else:
                raise ValueError("a second drawing")
        if told:
            walls = [self.floor and kind == self.kinds[0] for kind in self.floor or self.cells]
            board = tuple(Piece(told.get(cell, self.kinds[0] if wall else ".")) for cell, wall in zip(self.cells, walls))
            if any(cell.text not in self.pieces and not wall or wall and name in told for name, cell, wall in zip(self.cells, board, walls)):
                raise ValueError("the start does not say everything: " + text)
        if set(values) != set(self.vars) or (board is None) != (self.rows == 0):
            raise ValueError("the start does not say everything: " + text)
        if not all(isinstance(cell, Piece) for cell in board or ()):
            raise ValueError("a start is made of pieces: " + text)
        board = tuple(cell.text for cell in board or ())
        return [(board, choice) for choice in itertools.product(*(values[var] for var in self.vars))]

    def _is_cell_is(self, words):
        return len(words) == 3 and words[0] in self.cells and words[1] == "is" and "is" not in self.pieces

    def check_start(self):
        if any(self.must_never_be(state) for state in self.start or ()):
            raise ValueError("a start that must never be")

    def _read_board_drawing(self, text):
        drawing = self._read_drawing(text)
        if len(drawing) != self.rows or len(drawing[0]) != self.columns:
            raise ValueError("not of the board's size: " + text)
        for cell, kind in zip(sum(drawing, ()), self.floor):
            content = cell.content if isinstance(cell, OnFloor) else cell
            wall = content == Piece(self.kinds[0])
            if wall != (kind == self.kinds[0]) and not (content is None and not wall):
                raise ValueError("walls are where the floor has them: " + text)
        return drawing

    def read_goals(self, text):
        """The conditions of one goal statement, a list for each of its alternatives."""
        if not text.strip():
            raise ValueError("an empty goal")
        declared = "or" in self.lets or self._is_value("or")
        lines = self._split_at_or(text) if declared else re.split(r"(?<!\S)or(?!\S)", text)
        return [[self._read_negated(unit) for _, part in split_conditions(line) for unit in split_units(part)] for line in lines]

    def _split_at_or(self, text):
        """The alternatives where `or` is a piece, too: it joins what is no drawing, and is a part of what is one."""
        begin = 0                           # of the condition at hand
        for joint in re.finditer(r"(?<!\S)(?:and|or)(?!\S)|,", text):
            words = text[begin:joint.start()].split()
            while words[:1] == ["not"]:
                words = words[1:]
            drawn = not words or not (words[0] in ("count", "every") or re.split(r"[=<>!+-]", words[0])[0] in self.vars)
            whole = len(words) >= (3 if words[1:2] and words[1] in ("is", *OPERATORS) else 1)
            if joint[0] == "or" and not drawn and whole:
                return [text[:joint.start()], *self._split_at_or(text[joint.end():])]
            if joint[0] != "or":
                begin = joint.end()
        return [text]

    def _read_negated(self, text):
        words = text.split()
        if words[:1] != ["not"] or len(words) < 2 or "not" in self.lets or self._is_value("not"):
            return self._read_condition(words, text)
        condition = self._read_negated(text.replace("not", "", 1))
        if isinstance(condition, Compared):
            return condition._replace(operator=OPPOSITES[condition.operator])
        if isinstance(condition, (Seek, Every)):
            return condition._replace(wanted=not condition.wanted)
        if isinstance(condition, VarIs) and isinstance(condition.value, Piece):
            return Compared(((1, list(self.vars)[condition.var]),), "!=", condition.value.text)
        if isinstance(condition, Drawn) and not (self.is_string or self.wraps_rows or self.wraps_columns):
            rows = tuple(condition.cells[i:i + self.columns] for i in range(0, len(condition.cells), self.columns))
            return Seek(False, [TURNS[RIGHT]], rows)
        raise ValueError("not before a name or a string: " + text)

    def _read_side(self, word):
        """A sum of vars and numbers, or None."""
        if word in self.vars:
            return ((1, word),)
        if self._is_value(word) and not is_number(word):
            return None
        terms = []
        for sign, term in re.findall(r"([+-]?)([^+-]*)", word)[:-1]:
            if term not in self.vars and not re.fullmatch(r"[0-9]+", term):
                return None
            terms.append((-1 if sign == "-" else 1, term if term in self.vars else int(term)))
        return tuple(terms) or None

    def _read_compared(self, text):
        """A comparison of vars, or None."""
        parts = re.fullmatch(r"([^=<>!]+)(!=|<=|>=|=|<|>)(.+)", "".join(text.split()))
        left = self._read_side(parts[1]) if parts else None
        if not left or not any(term in self.vars for _, term in left):
            return None
        right = self._read_side(parts[3])
        if right is None and parts[3] not in self.vars[left[0][1]]:
            raise ValueError("not to be compared: " + text)
        return Compared(left, parts[2], parts[3] if right is None else right)

    def _side_value(self, side, values):
        if isinstance(side, str):
            return side
        if len(side) == 1 and side[0][0] == 1 and side[0][1] in self.vars:
            return values[side[0][1]]
        return str(sum(sign * (term if isinstance(term, int) else int(values[term])) for sign, term in side))

    def _counted(self, side, board):
        """The side with numbers in place of its counts."""
        if isinstance(side, str):
            return side
        return tuple((sign, sum(board[cell] in term.pieces for cell in term.cells) if isinstance(term, Count) else term)
                     for sign, term in side)

    def _compares(self, condition, state):
        values = dict(zip(self.vars, state[1]))
        left, right = (self._side_value(self._counted(side, state[0]), values)
                       for side in (condition.left, condition.right))
        if is_number(left) and is_number(right):
            left, right = int(left), int(right)
        elif condition.operator not in ("=", "!="):
            raise ValueError("only numbers have an order: %s %s" % (left, right))
        return OPERATORS[condition.operator](left, right)

    def _all_of(self, word, values):
        """A word, or all of a name's list, as far as it is among these values."""
        found = set(self.lets[word].domain if word in self.lets else [word]) & set(values)
        if word in self.lets and values != self.kinds:
            found -= set(self.kinds[:1])    # a wall is no piece
        if not found:
            raise ValueError("nothing of this can be there: " + word)
        return found

    def _cells_on(self, kind):
        kinds = self._all_of(kind, self.kinds)
        return {cell for cell, floor in enumerate(self.floor) if floor in kinds}

    def _read_every(self, words):
        if len(words) != 4 or words[2] not in ("on", "has"):
            raise ValueError("every: " + " ".join(words))
        if self.floor and words[3 if words[2] == "has" else 1] == self.kinds[0]:
            raise ValueError("every with the wall: " + " ".join(words))
        if words[2] == "has":
            return Every(True, self._all_of(words[3], self._cell_values()), self._cells_on(words[1]))
        others = set(self._cell_values()) - self._all_of(words[1], self._cell_values())
        return Every(True, others, set(range(len(self.floor))) - self._cells_on(words[3]))

    def _read_counted(self, words):
        """A comparison whose terms are apart from each other, with counts among them."""
        known = set(self._cell_values()) | set(self.kinds) | set(self.lets) | set(self.vars)
        apart = []
        for word in words:
            apart += [word] if word in known else [w for w in re.split(r"(!=|<=|>=|=|<|>)", word) if w]
        sides, operator = [[]], None
        sign, cells = 1, set(range(self.rows * self.columns))
        while apart:
            word = apart.pop(0)
            if word == "count" and word not in known:
                term = Count(self._all_of(apart.pop(0), self._cell_values()), cells)
                if apart[:1] == ["on"]:
                    term = term._replace(cells=self._cells_on(apart[1]))
                    apart = apart[2:]
                elif apart[:1] == ["in"]:
                    line, number = apart[1], int(apart[2]) - 1
                    if line not in ("row", "column") or not 0 <= number < (self.rows if line == "row" else self.columns):
                        raise ValueError("no such line of the board: " + " ".join(words))
                    place = {"row": lambda cell: cell // self.columns, "column": lambda cell: cell % self.columns}[line]
                    term = term._replace(cells={cell for cell in cells if place(cell) == number})
                    apart = apart[3:]
                sides[-1].append((sign, term))
            else:
                side = self._read_side(word)
                if side is None:
                    raise ValueError("not to be compared: " + " ".join(words))
                sides[-1] += [(sign * inner, term) for inner, term in side]
            if apart[:1] in (["+"], ["-"]):
                sign = 1 if apart.pop(0) == "+" else -1
            elif apart and operator is None:
                operator, sign = apart.pop(0), 1
                sides.append([])
            elif apart:
                raise ValueError("behind a comparison: " + " ".join(words))
        return Compared(tuple(sides[0]), operator, tuple(sides[1]))

    def _read_condition(self, words, text):
        if self._is_cell_is(words):
            (cell,) = self._read_word(words[2], sums=False)
            return Drawn(tuple(cell if name == words[0] else None for name in self.cells))
        reserved = not self.is_string and not any(known(words[0]) for known in (self._is_value, self.lets.__contains__, self.vars.__contains__))
        if words[0] == "every" and reserved:
            return self._read_every(words)
        if not self.is_string and (words[0] == "count" and reserved or words[0] in self.vars and len(words) > 3 and {"count", "+", "-"} & set(words[1:])):
            return self._read_counted(words)
        compared = self._read_compared(text) if self.vars else None
        if compared:
            return compared
        if len(words) == 3 and words[0] in self.vars and words[1] == "is":
            return VarIs(list(self.vars).index(words[0]), self._read_value(words[2], words[0]))
        colon = re.fullmatch(r"\s*(somewhere|nowhere)([^:]*):(\s.*)", text, re.S)
        if not colon:
            drawing = self._read_drawing(text) if self.is_string else self._read_board_drawing(text)
            return Drawn(sum(drawing, ()))
        kind, qualifiers, pattern = colon.groups()
        drawing = self._read_drawing(pattern)
        turns = [TURNS[RIGHT]]
        qualifiers = {" ".join(q.split()) for q in qualifiers.split(",")} - {""}
        if self.is_string:
            if not qualifiers <= {"at begin", "at end"}:
                raise ValueError("goal" + text)
            return Seek(kind == "somewhere", {qualifier[3:] for qualifier in qualifiers}, drawing)
        if not qualifiers <= {"any direction", "diagonal"}:
            raise ValueError("goal" + text)
        if "any direction" in qualifiers:
            turns = list(TURNS)
        if "diagonal" in qualifiers:
            if len(drawing) != 1:
                raise ValueError("only one row goes along a diagonal: " + text)
            turns += [DOWN_RIGHT, DOWN_LEFT]
            if "any direction" in qualifiers:
                turns += [UP_LEFT, UP_RIGHT]
        return Seek(kind == "somewhere", turns, drawing)

    # States

    def starts(self):
        return list(self.start or ())

    def format(self, state):
        """A state as one line of text."""
        if self.is_string:
            return state
        board, values = state
        gap = " " if any(len(piece) > 1 for piece in self._cell_values() or ()) else ""
        rows = [gap.join(board[r * self.columns:(r + 1) * self.columns]) for r in range(self.rows)]
        said = [" / ".join(rows)] if rows else []
        said += ["%s is %s" % pair for pair in zip(self.vars, values)]
        return " and ".join(said)

    def parse_state(self, text):
        """The inverse of format()."""
        text = text.rstrip("\n")
        if self.is_string and not text:
            return ""                       # a rule may well leave nothing, though no start can
        (state,) = self.read_start(text)
        return state

    # Fitting patterns

    def _fit(self, wanted, found, binding):
        """The binding under which what is written fits what is there, or None."""
        if wanted is None:
            return binding
        if isinstance(wanted, Piece):
            return binding if wanted.text == found else None
        if wanted.text in binding:
            return binding if binding[wanted.text] == found else None
        if found not in self.lets[wanted.text].domain:
            return None
        return {**binding, wanted.text: found}

    def _with_floors(self, wanted, cells, board):
        """What is written for these cells, and what is there: of some cells also the floor."""
        asked, found = [], []
        for one, cell in zip(wanted, cells):
            on_floor = isinstance(one, OnFloor)
            asked += [one.content, one.kind] if on_floor else [one]
            found += [board[cell], self.floor[cell]] if on_floor else [board[cell]]
        return asked, found

    def _fit_all(self, wanted, found, binding):
        for one, other in zip(wanted, found):
            binding = self._fit(one, other, binding)
            if binding is None:
                return None
        return binding

    def _places(self, drawing, turn):
        """Every tuple of cells the drawing can lie on, in reading order of its first cell."""
        shape = tuple(map(len, drawing)), turn
        if shape not in self._known_places:
            self._known_places[shape] = list(self._find_places(drawing, turn))
        return self._known_places[shape]

    def _find_places(self, drawing, turn):
        for row in range(self.rows):
            for column in range(self.columns):
                cells = []
                for r, line in enumerate(drawing):
                    for c in range(len(line)):
                        down, right = turn(r, c)
                        cells.append((row + down, column + right))
                if self.wraps_rows:
                    cells = [(r % self.rows, c) for r, c in cells]
                if self.wraps_columns:
                    cells = [(r, c % self.columns) for r, c in cells]
                on_board = all(0 <= r < self.rows and 0 <= c < self.columns for r, c in cells)
                if on_board and len(set(cells)) == len(cells):
                    yield tuple(r * self.columns + c for r, c in cells)

    def _rule_places(self, rule, drawing, turn):
        if rule.on is not None:
            return [rule.on]
        if rule.along_links:
            return [place for a, b, weight in self.links for place in (Linked((a, b), weight), Linked((b, a), weight))]
        places = self._places(drawing, turn)
        return [p for p in places if p[0] == rule.at] if rule.at is not None else places

    def _value(self, expression, binding):
        """The piece or number an expression stands for, as a word."""
        if isinstance(expression, Piece):
            return expression.text
        if isinstance(expression, Name):
            return binding[expression.text]
        steps, ring = 0, None
        for factor, names in expression.terms:
            if any(name in self.lets and self.lets[name].ring for name in names):
                (ring,) = names
                continue
            for name in names:
                factor *= int(binding[name])
            steps += factor
        if ring is None:
            return str(steps)
        domain = self.lets[ring].domain
        return domain[(domain.index(binding[ring]) + steps) % len(domain)]

    def _possible(self, expression, binding, values):
        """The same as one of these values, or None where it is none of them."""
        word = self._value(expression, binding)
        if values is None or word in values:
            return word
        same = [v for v in values if is_number(word) and is_number(v) and int(v) == int(word)]
        return same[0] if same else None

    def _holds(self, formula, binding):
        kind, *parts = formula
        if kind == "not":
            return not self._holds(parts[0], binding)
        if kind != "compared":
            return (all if kind == "all" else any)([self._holds(part, binding) for part in parts])
        left, operator, right = parts
        left, right = self._value(left, binding), self._value(right, binding)
        if is_number(left) and is_number(right):
            left, right = int(left), int(right)
        elif operator not in ("=", "!="):
            raise ValueError("only numbers have an order: %s %s" % (left, right))
        return OPERATORS[operator](left, right)

    # Moves

    def steps(self, state):
        """Every move of a state in the order of moves, as Steps."""
        result = []
        for rule in self.rules:
            result += self._string_steps(rule, state) if self.is_string else self._board_steps(rule, state)
        return [step for step in result if step.state != state and not self.must_never_be(step.state)]

    def moves(self, state):
        return [(step.label, step.cell, step.state) for step in self.steps(state)]

    def _string_steps(self, rule, state):
        (pattern,) = rule.parts
        left, right = pattern.left[0], pattern.right[0]
        takes_rest = isinstance(left[-1], Rest)
        left = left[:-1] if takes_rest else left
        for place in range(len(state) - len(left) + 1):
            if takes_rest:
                yield from self._rest_steps(rule, left, right, state, place)
                continue
            fitted = self._fit_all(left, state[place:], {}) if stands(rule.ends, place, left, state) else None
            for binding in self._choices(rule, fitted) if fitted is not None else ():
                written = []
                for number, expression in enumerate(right):
                    if expression is None:
                        written.append(state[place + number])
                    else:
                        written.append(self._possible(expression, binding, self.pieces))
                if any(piece is None or len(piece) != 1 for piece in written):
                    continue
                after = state[:place] + "".join(written) + state[place + len(left):]
                if self.bound is None or len(after) <= self.bound:
                    name = self._filled(rule, None, binding, [str(place + 1)]) if rule.name else rule.text
                    yield Step(name, str(place + 1), self._cost(rule, binding), after)

    def _rest_steps(self, rule, left, right, state, place):
        """With a rest, all from this place on is rewritten."""
        rest = state[place + len(left):]
        fitted = self._fit_all(left, state[place:], {}) if "begin" not in rule.ends or place == 0 else None
        for binding in self._choices(rule, fitted) if fitted is not None else ():
            written = [rest if isinstance(cell, Rest) else self._possible(cell, binding, self.pieces) for cell in right]
            if any(part is None or len(part) != 1 and not isinstance(cell, Rest) for part, cell in zip(written, right)):
                continue
            after = state[:place] + "".join(written)
            if self.bound is None or len(after) <= self.bound:
                name = self._filled(rule, None, binding, [str(place + 1)]) if rule.name else rule.text
                yield Step(name, str(place + 1), self._cost(rule, binding), after)

    def _choices(self, rule, binding, weight=None):
        """The binding with every choice of the free names that `where` allows."""
        for values in itertools.product(*(self.lets[name].domain for name in rule.free)):
            complete = {**binding, **dict(zip(rule.free, values))}
            if self._holds(rule.where, complete) and 0 <= self._cost(rule, complete, weight) <= MOST_COST:
                yield complete

    def _cost(self, rule, binding, weight=None):
        if isinstance(rule.cost, int):
            return rule.cost
        return int(self._value(rule.cost, {**binding, WEIGHT: weight}))

    def _board_steps(self, rule, state):
        for called, turn in rule.ways:
            found = []
            for places, fitted in self._fitting(rule, turn, rule.parts, state, {}):
                weight = self._weight(rule, places)
                for binding in self._choices(rule, fitted, weight):
                    cell = self._cell_text(places[0][0]) if places else None
                    for steps, after in self._repeated(rule, turn, state, places, binding):
                        label = self._label(rule, called, binding, places, steps, self._places_after(rule, turn, places, steps))
                        told = self._told(rule, called, binding, places, steps, label)
                        found.append((places, steps or 0, Step(label, cell, self._cost(rule, binding, weight), after, told)))
            if rule.repeat:                 # by place, then by the number of steps
                found.sort(key=lambda one: (one[0][0][0], one[1]))
            yield from (step for _, _, step in found)

    def _places_after(self, rule, turn, places, steps):
        """The cells that the patterns lie on in the last step."""
        if not rule.repeat:
            return places
        left = next(part for part in rule.parts if isinstance(part, Pattern)).left
        shape = itertools.product(range(len(left)), range(len(left[0])))
        return ([self._cell_after(turn, places[0][0], row, column, steps - 1) for row, column in shape],)

    def _moved(self, rule):
        """The piece that the rule moves, as it is written; None: there is none, or it is not clear which."""
        left, right = {}, {}
        for number, part in enumerate(part for part in rule.parts if isinstance(part, Pattern)):
            for i, (before, after) in enumerate(zip(sum(part.left, ()), sum(part.right, ()))):
                before = before.content if isinstance(before, OnFloor) else before
                if after is not None and before != after:
                    left.setdefault(before, []).append((number, i))
                    right.setdefault(after, []).append((number, i))
        moving = [what for what in left if what in right and isinstance(what, (Piece, Name)) and what != Piece(".")]
        moving = [what for what in moving if isinstance(what, Name)] or moving
        return Moved(moving[0], left[moving[0]], right[moving[0]]) if len(moving) == 1 else None

    def _cell_moved(self, written, places):
        ((number, i),) = written
        return self._cell_text(places[number][i])

    def _told(self, rule, called, binding, places, steps, label):
        """What tells the move from others of its label: the choice, the cell reached, both, the cells left and reached."""
        if "{" in (rule.name or ""):
            return ()
        puts = [name for part in rule.parts if not isinstance(part, Cycle)
                for name in names_of(sum(part.right, ()) if isinstance(part, Pattern) else [part.right])]
        choice = "-".join(binding[name] for name in rule.free if name in puts)
        moved = self._moved(rule)
        if not choice and moved and len(moved.left) == 1:
            choice = binding[moved.what.text] if isinstance(moved.what, Name) else moved.what.text
        chosen = None
        if choice and not set("@#=") & set(choice):
            number = str(steps) if rule.repeat == "repeat" else ""
            chosen = "-".join(word for word in (rule.name or ("" if called else "move"), choice, called, number) if word)
        if rule.ways[0][0] or not moved or len(moved.left) != 1 or len(moved.reached) != 1:
            return (chosen, None, None, None)
        to = "-to-" + self._cell_moved(moved.reached, places)
        return (chosen, label + to, chosen and chosen + to, label + "-" + self._cell_moved(moved.left, places) + to)

    def _weight(self, rule, places):
        """What the link weighs that the rule goes along: here the same pair of cells may be linked twice."""
        return places[0].weight if rule.along_links else None

    def _repeated(self, rule, turn, state, places, binding):
        """(number of steps, state after them) for every number of steps that the move may have."""
        if not rule.repeat:
            after = self._after(rule, state, places, binding)
            return [] if after is None else [(None, after)]
        step = rule._replace(parts=[part for part in rule.parts if isinstance(part, Pattern)])
        values = rule._replace(parts=[part for part in rule.parts if isinstance(part, VarPart)])
        first, results, board = places[0][0], [], state[0]
        while (board := self._step(step, turn, board, first, len(results), binding)) is not None:
            results.append((len(results) + 1, self._after(values, (board, state[1]), (), binding)))
            if self._cell_after(turn, first, 0, 0, len(results)) == first:
                break                       # gone round a wrapped board
        if rule.repeat == "until blocked":
            goes_on = board is not None and self._step(step, turn, board, first, len(results), binding)
            results = [] if goes_on else results[-1:]
        return [(steps, result) for steps, result in results if result is not None]

    def _cell_after(self, turn, first, row, column, steps):
        """Where a cell of a pattern lies after so many steps; None: beyond an edge."""
        down, right = (a + b for a, b in zip(turn(row, column), turn(0, steps)))
        down, right = down + first // self.columns, right + first % self.columns
        down = down % self.rows if self.wraps_rows else down
        right = right % self.columns if self.wraps_columns else right
        return down * self.columns + right if 0 <= down < self.rows and 0 <= right < self.columns else None

    def _step(self, rule, turn, board, first, steps, binding):
        """The board after one step more than so many, or None where it cannot be done."""
        left = rule.parts[0].left
        shape = itertools.product(range(len(left)), range(len(left[0])))
        cells = [self._cell_after(turn, first, row, column, steps) for row, column in shape]
        if None in cells or len(set(cells)) != len(cells):
            return None
        if self._fit_all(*self._with_floors(sum(left, ()), cells, board), binding) is None:
            return None
        after = self._after(rule, (board, ()), (cells,), binding)
        return None if after is None or after[0] == board else after[0]

    def _label(self, rule, called, binding, places, steps, last):
        """What a move on a board is called before its place is added."""
        told, told_cells = [self._cell_text(cells[0]) for cells in places], {}
        if rule.along_links:
            told.append(self._cell_text(places[0][1]))
        moved = self._moved(rule)
        for inside in re.findall(r"\{(from|to)\}", rule.name or ""):
            if inside not in self.lets:
                told_cells[inside] = self._cell_moved(*((moved.left, places) if inside == "from" else (moved.reached, last)))
        name = self._filled(rule, called, binding, told, steps, told_cells) if rule.name else ""
        both = len(told_cells) == 2         # where it comes from and where it goes says the direction and the steps, too
        behind = "" if both or "{direction}" in (rule.name or "").replace("{DIRECTION}", "{direction}") else called
        number = str(steps) if rule.repeat == "repeat" and not both and "{steps}" not in (rule.name or "") else ""
        return "-".join(word for word in (name, behind, number) if word) or "move"

    def _filled(self, rule, direction, binding, places, steps=None, cells=None):
        """The name of a move with what was matched in place of its braces."""
        def fill(match):
            inside = match[1]
            if inside in self.lets:
                return binding[inside]
            if inside == "steps":
                return str(steps)
            capitals = "".join(c.upper() if c.isascii() else c for c in direction or "")
            return {"direction": direction, "DIRECTION": capitals, **(cells or {})}.get(inside) or places[int(inside) - 1]
        return re.sub(r"\{([^}]*)\}", fill, rule.name)

    def _fitting(self, rule, turn, parts, state, binding):
        """Every (places of the patterns, binding) for which these parts fit, in the order of moves."""
        if not parts:
            yield (), binding
            return
        part, rest = parts[0], parts[1:]
        board, values = state
        if isinstance(part, Pattern):
            wanted = sum(part.left, ())
            for cells in self._rule_places(rule, part.left, turn):
                fitted = self._fit_all(*self._with_floors(wanted, cells, board), binding)
                if fitted is not None:
                    for places, complete in self._fitting(rule, turn, rest, state, fitted):
                        yield (cells,) + places, complete
            return
        if isinstance(part, VarPart):
            binding = self._fit(part.left, values[list(self.vars).index(part.var)], binding)
        if binding is not None:
            yield from self._fitting(rule, turn, rest, state, binding)

    def _after(self, rule, state, places, binding):
        """The state after the move, or None where its parts contradict each other."""
        board, values = state
        places = list(places)
        writes = []                         # (cell or name of a var, new content)
        for part in rule.parts:
            if isinstance(part, Pattern):
                for cell, expression in zip(places.pop(0), sum(part.right, ())):
                    if expression is not None:
                        writes.append((cell, self._possible(expression, binding, self._cell_values())))
            elif isinstance(part, Cycle):
                writes += [(cell, board[source]) for cell, source in part.sources.items()]
            elif part.right is not None:
                writes.append((part.var, self._possible(part.right, binding, self.vars[part.var])))
        changes = dict(writes)
        if any(value is None or changes[target] != value for target, value in writes):
            return None
        if any(target not in self.vars and self._is_wall(value) != self._is_wall(board[target]) for target, value in writes):
            return None
        return (
            tuple(changes.get(cell, piece) for cell, piece in enumerate(board)),
            tuple(changes.get(var, value) for var, value in zip(self.vars, values)),
        )

    def _is_wall(self, word):
        return self.kinds[:1] == (word,)

    # Goals

    def is_goal(self, state):
        return any(self._goal_holds(conditions, state) for conditions in self.goals) and not self.must_never_be(state)

    def must_never_be(self, state):
        return any(self._goal_holds(conditions, state) for conditions in self.nevers)

    def _goal_holds(self, conditions, state):
        # Names are chosen by everything but `nowhere`; a name left over is free inside its `nowhere`.
        forbidden = [c for c in conditions if isinstance(c, Seek) and not c.wanted]
        demanded = [c for c in conditions if c not in forbidden]
        return any(
            not any(True for condition in forbidden for _ in self._condition_fits(condition, state, binding))
            for binding in self._goal_choices(demanded, state, {})
        )

    def _goal_choices(self, conditions, state, binding):
        if not conditions:
            yield binding
            return
        for fitted in self._condition_fits(conditions[0], state, binding):
            yield from self._goal_choices(conditions[1:], state, fitted)

    def _condition_fits(self, condition, state, binding):
        """Every binding under which the pattern, drawing or value is found in the state."""
        board = state if self.is_string else state[0]
        if isinstance(condition, Compared):
            candidates = [((), ())] if self._compares(condition, state) else []
        elif isinstance(condition, Every):
            holds = all(board[cell] in condition.pieces for cell in condition.cells)
            candidates = [((), ())] if holds == condition.wanted else []
        elif isinstance(condition, VarIs):
            candidates = [([condition.value], [state[1][condition.var]])]
        elif isinstance(condition, Drawn):
            candidates = [(condition.cells, board)] if len(condition.cells) == len(board) else []
            if candidates and self.kinds:
                candidates = [self._with_floors(condition.cells, range(len(board)), board)]
        elif self.is_string:
            (wanted,) = condition.drawing
            last = len(board) - len(wanted)
            candidates = [(wanted, board[place:place + len(wanted)]) for place in range(last + 1)
                          if stands(condition.turns, place, wanted, board)]
        else:
            wanted = sum(condition.drawing, ())
            candidates = [
                self._with_floors(wanted, cells, board)
                for turn in condition.turns for cells in self._places(condition.drawing, turn)
            ]
        for wanted, found in candidates:
            fitted = self._fit_all(wanted, found, binding)
            if fitted is not None:
                yield fitted

    # Words of a solution

    def words(self, state):
        """For each distinct next state, in the order of moves, (word, next state).

        Where moves of different costs lead to one state, the first of the cheapest names it.
        """
        steps = self.steps(state)
        best = {}
        for step in steps:
            if step.state not in best or step.cost < best[step.state].cost:
                best[step.state] = step
        result = []
        for step in best.values():
            result.append((self._word(step, steps), step.state))
        return result

    def _word(self, step, steps):
        def called(word, cell=None):
            """The moves that are called so: by their label; if there are none, by what else they are called."""
            found = [s for s in steps if s.label == word] or [s for s in steps if word in s.told]
            return [s for s in found if cell is None or s.cell == cell]

        def means(word, cell=None):
            return word is not None and {s.state for s in called(word, cell)} == {step.state}

        if not different(called(step.label)):
            return step.label
        for word in step.told:
            if means(word):
                return word
        for word in (step.label,) + step.told[:1] if step.cell is not None else ():
            if means(word, step.cell):
                return word + "@" + step.cell
        results = list(dict.fromkeys(s.state for s in called(step.label, step.cell)))
        place = "@" + step.cell if step.cell is not None else ""
        return step.label + place + ("#%d" % (results.index(step.state) + 1))

    def follow(self, state, words):
        """The state after these words; ValueError where one of them is no move."""
        for word in words:
            following = dict(self.words(state))
            if word not in following:
                raise ValueError("no move %s in %s" % (word, self.format(state)))
            state = following[word]
        return state

    # Search

    def paid(self, starts=None, limit=None, stop=None):
        """{state: (cost, free moves)} of all states that cost no more than the limit, the least first.

        Where `stop` is given, no state that costs more than the nearest one with stop(state) is kept.
        """
        limit = float("inf") if limit is None else limit
        order = itertools.count()
        queue = [((0, 0), next(order), state) for state in (self.starts() if starts is None else starts)]
        known = {}
        while queue:
            so_far, _, state = heapq.heappop(queue)
            if state in known:
                continue
            if so_far[0] > limit:
                break
            known[state] = so_far
            if stop is not None and stop(state):
                limit = so_far[0]
            for step in self.steps(state):
                if step.state not in known:
                    heapq.heappush(queue, (pay(so_far, step), next(order), step.state))
        return known

    def distances(self, starts=None, limit=None, stop=None):
        """{state: distance} of all states within the limit, in order of distance."""
        return {state: so_far[0] for state, so_far in self.paid(starts, limit, stop).items()}

    def layers(self, limit=None):
        """The number of states at distance 0, 1, 2, …"""
        known = self.distances(limit=self.within if limit is None else limit)
        counts = [0] * (max(known.values()) + 1)
        for distance in known.values():
            counts[distance] += 1
        return counts

    def distance(self, limit=None):
        """The length (total cost) of a shortest solution, or None."""
        answer = self.solve(limit)
        return None if answer is None else answer.cost

    def predecessors(self, states):
        """{state: [the states among these with a move to it]}, each once."""
        inverse = {}
        for state in states:
            for after in dict.fromkeys(step.state for step in self.steps(state)):
                inverse.setdefault(after, []).append(state)
        return inverse

    def solve(self, limit=None):
        """The Answer, with the least of the shortest solutions in the order of moves, or None."""
        limits = [n for n in (limit, self.within) if n is not None]
        known = self.paid(limit=min(limits) if limits else None, stop=self.is_goal)
        goals = [state for state in known if self.is_goal(state)]
        if not goals:
            return None
        least = min(known[state] for state in goals)
        goals = [state for state in goals if known[state] == least]
        # Forward: the shortest solutions to each state, as sequences of states.
        paths = {state: 1 for state in self.starts()}
        paths = {state: paths.get(state, 0) for state in known}
        tight = {}
        for state in known:                 # in order of distance
            steps = [s for s in self.steps(state) if known.get(s.state) == pay(known[state], s)]
            tight[state] = list(dict.fromkeys(s.state for s in steps))
            for after in tight[state]:
                paths[after] += paths[state]
        # Backward: the states from which a shortest path goes on to a goal.
        useful = set(goals)
        for state in reversed(list(known)):
            if any(after in useful for after in tight[state]):
                useful.add(state)
        state = next(s for s in self.starts() if s in useful)
        states, words = [state], []
        while known[state] < least:
            after = next(s for s in tight[state] if s in useful)
            words.append({s: word for word, s in self.words(state)}[after])
            states.append(after)
            state = after
        return Answer(least[0], len(words), sum(paths[s] for s in goals), words, states)


def names_of(cells):
    """The names in these cells, in the order in which they stand."""
    found = []
    for cell in cells:
        if isinstance(cell, OnFloor):
            found += names_of([cell.content, cell.kind])
        elif isinstance(cell, Name):
            found.append(cell.text)
        elif isinstance(cell, Sum):
            found += [name for _, names in cell.terms for name in names]
    return found


def comparisons_of(formula):
    """The two sides of each comparison, in the order in which they stand."""
    kind, *parts = formula
    if kind == "compared":
        yield parts[0], parts[2]
    else:
        for part in parts:
            yield from comparisons_of(part)


def pay(so_far, step):
    """What a path has cost behind that step, and how many of its moves were free."""
    return so_far[0] + step.cost, so_far[1] + (step.cost == 0)


def free_names(cost, parts, where):
    """The names that stand on no left side, in the order in which they are written."""
    bound, used = [WEIGHT], names_of([cost])
    for part in parts:
        if isinstance(part, Pattern):
            bound += names_of(sum(part.left, ()))
            used += names_of(sum(part.right, ()))
        elif isinstance(part, VarPart):
            bound += names_of([part.left])
            used += names_of([part.right])
    for left, right in comparisons_of(where):
        used += names_of([left, right])
    return [name for name in dict.fromkeys(used) if name not in bound]


class Linked(tuple):
    """The two cells of a link, and what it weighs."""
    def __new__(cls, cells, weight):
        made = super().__new__(cls, cells)
        made.weight = weight
        return made


def stands(ends, place, part, string):
    """Whether a part of a string is at these ends of it."""
    return ("begin" not in ends or place == 0) and ("end" not in ends or place + len(part) == len(string))


def different(steps):
    return len({step.state for step in steps}) > 1


def split_conditions(text):
    """The conditions joined by `and`, each as (words, text)."""
    return [(part.split(), part) for part in re.split(r"(?<!\S)and(?!\S)", text)]


def split_units(text):
    """The conditions between commas; those before the colon of a `somewhere` belong to it."""
    found = []
    while text is not None:
        seek = re.match(r"\s*(?:not\s+)*(?:somewhere|nowhere)\b[^:]*:", text)
        comma = text.find(",", seek.end() if seek else 0)
        found.append(text if comma < 0 else text[:comma])
        text = None if comma < 0 else text[comma + 1:]
    return found


def load(path):
    with open(path, encoding="utf-8", newline="") as file:
        return Puzzle(file.read())


def main(arguments):
    if len(arguments) < 2 or arguments[0] not in ("solve", "moves", "explore"):
        sys.exit(__doc__.strip())
    puzzle = load(arguments[1])
    if arguments[0] == "solve":
        if len(arguments) > 2:
            puzzle.start = puzzle.read_start(arguments[2])
            puzzle.check_start()
        if len(arguments) > 3:
            puzzle.goals = puzzle.read_goals(arguments[3])
        answer = puzzle.solve()
        if answer is None:
            print("unsolvable")
            return
        print("length", answer.length)
        if answer.cost != answer.length:
            print("cost", answer.cost)
        print("solutions", answer.solutions)
        print("solution", " ".join(answer.words))
    elif arguments[0] == "moves":
        for line in sys.stdin:
            found = [[word, puzzle.format(s)] for word, s in puzzle.words(puzzle.parse_state(line))]
            print(json.dumps(sorted(found), ensure_ascii=False))
    else:
        print(" ".join(map(str, puzzle.layers())))


if __name__ == "__main__":
    main(sys.argv[1:])
