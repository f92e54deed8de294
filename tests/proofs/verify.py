#!/usr/bin/env python3
"""The second verifier of proofs: slow and plain. Written from docs/language.md and docs/proofs.md; it shares nothing with the
library, with verify/verify.c or with the interpreters of the tests.

usage: verify.py PROOF [PUZZLE]      status: 0 verified, 1 the proof is wrong, 2 it cannot be read
"""

import heapq
import itertools
import re
import sys

UP, DOWN, LEFT, RIGHT = (0, -1, 1, 0), (0, 1, -1, 0), (-1, 0, 0, -1), (1, 0, 0, 1)
SLANTS = [(0, -1, 0, -1), (0, -1, 0, 1), (0, 1, 0, -1), (0, 1, 0, 1)]  # up-left, up-right, down-left, down-right
COMPARE = {"=": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
           "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}
LINK = "the weight of the link"  # among the names of a cost
OPERATOR = r"(!=|<=|>=|=|<|>)"


def is_number(word):
    return re.fullmatch("0|-?[1-9][0-9]*", word) is not None


def listed(words):
    """The words of a list, with ranges written out."""
    found = []
    for word in words:
        numbers, letters = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", word), re.fullmatch(r"([a-z])\.\.([a-z])|([A-Z])\.\.([A-Z])", word)
        if numbers:
            found += [str(n) for n in range(int(numbers[1]), int(numbers[2]) + 1)]
        else:
            found += [chr(c) for c in range(ord(word[0]), ord(word[3]) + 1)] if letters else [word]
    return found


def turned(asked):
    """How a pattern lies, in the order of moves; (a, b, c, d) takes row r, column q to a*r + b*q rows, c*r + d*q columns."""
    ways = [turn for turn, other in ((UP, "up or down"), (DOWN, "up or down"), (LEFT, "left or right"), (RIGHT, "left or right"))
            if asked & {"any direction", other}]
    ways += [(-a, b, -c, d) for a, b, c, d in ways] if "mirrored" in asked else []
    ways += SLANTS if "diagonal" in asked else []
    return ways or [RIGHT] + [(1, 0, 0, -1)] * ("mirrored" in asked)


# What is written is ("word", text), ("name", text), ("sum", terms), ("rest", text), ("var", number) or None, which is `_`; a cell of
# a drawing is a pair of that and of what is asked of the floor. A term is a factor and what it is multiplied with.

class Puzzle:
    def __init__(self, text, start, goal):
        self.rows = self.columns = 0
        self.string, self.longest, self.within, self.wraps = False, None, None, (False, False)
        self.cells, self.links, self.pieces, self.kinds, self.floor = [], [], None, [], []
        self.vars, self.lets, self.rings, self.rests = {}, {}, set(), set()
        self.rules, self.starts, self.goals, self.nevers = [], [], [], []
        found, text = [], text.lstrip("\ufeff")
        if text.strip()[:1] in ("0", "1"):  # a matrix is a maze
            rows = [re.sub(r"\s", "", row) for row in re.split("[\r\n]+", text) if row.strip()]
            first, last = "@" if rows[0][0] == "0" else "1", "_" * (len(rows[0]) * len(rows) - 1) + "@"
            text = f"board {len(rows)} x {len(rows[0])}\npieces @ 0 1\nmove any direction: @ 0 -> 0 @\nstart {' / '.join([first + rows[0][1:], *rows[1:]])}\n"
            text += "goal " + " / ".join(last[i:i + len(rows[0])] for i in range(0, len(last), len(rows[0])))
        for line in text.split("\n"):
            line = line.split(";")[0].rstrip()
            if line and line[0].isspace():
                found[-1][1] += "\n" + line
            elif line:
                keyword = re.match(r"\S+", line)[0]
                found.append([keyword, line[len(keyword):]])
        for shape in (True, False):
            for keyword, rest in found:
                if shape == (keyword in ("board", "cells", "string", "within")) and hasattr(self, "read_" + keyword):
                    getattr(self, "read_" + keyword)(rest)
        for keyword, rest in found:
            if keyword == "move":
                self.move(rest)
            elif keyword == "never":
                self.nevers += self.lines(rest)
            elif keyword == "goal" and goal is None:
                self.goals += self.lines(rest)
            elif keyword == "start" and start is None:
                self.start(rest)
        self.goals += self.lines(goal) if goal is not None else []
        if start is not None:
            self.start(start)

    # Declarations

    def read_board(self, rest):
        rows, by, columns, wrapped, which = re.fullmatch(r"\s*(\d+)(\s*x\s*(\d+))?(\s+wrapped(\s+\S+)?)?\s*", rest).groups()
        self.rows, self.columns = (int(rows), int(columns)) if by else (1, int(rows))
        which = (which or "").strip()
        self.wraps = (bool(wrapped) and which != "left-right", bool(wrapped) and which != "up-down")

    def read_cells(self, rest):
        self.cells = listed(rest.split())
        self.rows, self.columns = 1, len(self.cells)

    def read_string(self, rest):
        self.string, self.longest = True, int(rest) if rest.strip() else None

    def read_within(self, rest):
        self.within = int(rest)

    def read_pieces(self, rest):
        self.pieces = listed(rest.split())

    def read_links(self, rest):
        for word in rest.split():
            link, _, weight = word.partition(":")
            cuts = [(link[:i], link[i + 1:]) for i, c in enumerate(link) if c == "-"]
            (ends,) = [cut for cut in cuts if not self.cells or set(cut) <= set(self.cells)]
            self.links.append((self.cell(ends[0]), self.cell(ends[1]), int(weight or 1)))

    def read_floor(self, rest):
        kinds, _, drawing = rest.partition("\n")
        self.kinds = listed(kinds.split())
        for word in drawing.replace("/", " ").split():
            self.floor += [word] if word in self.kinds else list(word)

    def read_var(self, rest):
        name, _, *values = rest.split()
        self.vars[name] = listed(values)

    def read_let(self, rest):
        names, values = re.fullmatch(r"(.*?)\s=\s(.*)", rest, re.S).groups()
        for name in names.replace(",", " ").split():
            if self.string and values.split() == ["rest"]:
                self.rests.add(name)
                continue
            ring = values.split()[0] == "ring"
            self.lets[name] = listed(values.split()[ring:])
            self.rings |= {name} if ring else set()

    def cell(self, word):
        if self.cells:
            return self.cells.index(word)
        row, column = map(int, word.split(",")) if "," in word else divmod(int(word) - 1 + self.columns, self.columns)
        return (row - 1) * self.columns + column - 1 if "," in word else int(word) - 1

    def cells_of(self, words):
        return [self.cell(one) for word in words for one in ([word] if self.cells else listed([word]))]

    def is_value(self, word):
        return word in (self.pieces or []) or word in self.kinds or any(word in values for values in self.vars.values())

    def is_free(self, word):
        """Whether a word of the language means what it says."""
        return not self.is_value(word) and word not in self.lets and word not in self.vars

    def stands(self, word):
        """Whether a word can stand in a cell."""
        return len(word) == 1 if self.string and self.pieces is None else word in (self.pieces or []) or word in self.kinds[:1]

    # What is written

    def sum(self, word, goal=False, weighs=False):
        """A sum of names (of a goal: vars) and numbers, or None."""
        times = not goal and not self.is_value("*") and not (self.string and self.pieces is None)
        terms = []
        for sign, term in re.findall(r"([+-]?)([^+-]*)", word)[:-1]:
            factor, atoms = -1 if sign == "-" else 1, []
            for one in term.split("*") if times else [term]:
                if one in (self.vars if goal else self.lets) or weighs and one == "weight":
                    atoms.append(one if goal or one in self.lets else LINK)
                elif is_number(one):
                    factor *= int(one)
                else:
                    return None
            terms.append((factor, atoms))
        return ("sum", terms)

    def whole(self, word, right):
        """What a word means that need not be taken apart: in a list, for None means `_`."""
        if self.stands(word) and (self.pieces is not None or not self.string) or word == "_":
            return [None if word == "_" and word not in (self.pieces or []) else ("word", word)]
        if word in self.lets or word in self.rests:
            return [("name" if word in self.lets else "rest", word)]
        total = self.sum(word) if right and re.search("[+*-]", word[1:]) else None
        return [total] if total and any(atoms for _, atoms in total[1]) else []

    def drawing(self, text, right=False):
        rows = []
        for row in re.split("[/\n]", text):
            cells = []
            for word in row.split():
                asks = [bar for bar in range(1, len(word) - 1) if word[bar] == "|" and self.kinds and not right and not self.stands(word)
                        and self.whole(word[:bar], False) and (word[bar + 1:] in self.kinds or word[bar + 1:] in self.lets)]
                if asks:
                    floor = word[asks[0] + 1:]
                    cells.append((self.whole(word[:asks[0]], False)[0], ("word" if floor in self.kinds else "name", floor)))
                elif self.whole(word, right):
                    cells.append((self.whole(word, right)[0], None))
                else:
                    for letter in word:
                        found = self.whole(letter, False) or ([("word", letter)] if self.stands(letter) else [])
                        cells.append((found[0], None))
            rows += [cells] if cells else []
        if len(set(map(len, rows))) > 1:
            raise ValueError("rows of different lengths: " + text)
        return rows

    def operand(self, word, weighs=False):
        if word in self.lets:
            return ("name", word)
        if self.is_value(word) or is_number(word) or self.string and len(word) == 1:
            return ("word", word)
        return self.sum(word, weighs=weighs) or self.word_missing(word)

    def word_missing(self, word):
        raise ValueError("not understood: " + word)

    def formula(self, words, joints=(",", "or", "and")):
        if joints:
            depth, groups = 0, [[]]
            for word in words:
                depth += (word == "(") - (word == ")")
                if word == joints[0] and depth == 0:
                    groups.append([])
                else:
                    groups[-1].append(word)
            parts = [self.formula(group, joints[1:]) for group in groups]
            return (any if joints[0] == "or" else all, parts) if len(parts) > 1 else parts[0]
        if words[0] == "not":
            count = next(i for i, word in enumerate(words) if word != "not")
            inner = self.formula(words[count:], ())
            return ("not", inner) if count % 2 else inner
        if words[0] == "(":
            return self.formula(words[1:-1])
        left, operator, right = words if len(words) == 3 and words[1] in COMPARE else re.fullmatch("(.+?)" + OPERATOR + "(.+)", "".join(words)).groups()
        return ("compared", operator, self.operand(left), self.operand(right))

    def move(self, rest):
        colon = re.search(r":(\s|$)", rest)
        head, body = (rest[:colon.start()], rest[colon.end():]) if colon else ("", rest)
        rule = {"asked": set(), "at": None, "on": None, "along": False, "cost": None, "parts": [], "where": (all, [])}
        for item in re.split(r",(?!(?<=[0-9],)[0-9])", head):
            words, said = item.split(), " ".join(item.split())
            if words[:1] == ["cost"] and len(words) == 2:
                rule["cost"] = ("sum", [(1, [LINK])]) if words[1] == "weight" and words[1] not in self.lets else \
                    ("word", str(int(words[1]))) if words[1].isdigit() else self.operand(words[1], True)
            elif words[:1] == ["at"] and len(words) == 2 and not self.string:
                rule["at"] = self.cell(words[1])
            elif words[:1] == ["on"] and len(words) > 1:
                rule["on"] = self.cells_of(words[1:])
            rule["asked"].add(said)
        rule["along"] = "along links" in rule["asked"]
        rule["cost"] = rule["cost"] or (("sum", [(1, [LINK])]) if rule["along"] else ("word", "1"))
        body, _, conditions = re.fullmatch(r"(.*?)(\swhere(?:\s(.*))?)?", body, re.S).groups()
        for text in re.split(r",(?![^(]*\))", body):
            words, sides = text.split(), re.split(r"(?<!\S)->(?!\S)", text)
            if words[0] in self.vars and len(words) in (2, 4):
                var = list(self.vars).index(words[0])
                right = None if len(words) == 2 or words[3] == "_" else ("word", words[3]) if words[3] in self.vars[words[0]] else self.operand(words[3])
                left = ("word", words[1]) if words[1] in self.vars[words[0]] else ("name", words[1])
                rule["parts"].append(("value", self.rows * self.columns + var, left, right))
            elif len(sides) == 1:
                moved = []
                for cycle in re.findall(r"\(([^)]*)\)", text):
                    cells = self.cells_of(cycle.split())
                    moved += zip(cells, cells[1:] + cells[:1])
                rule["parts"].append(("cycle", moved))
            else:
                rule["parts"].append(("pattern", self.drawing(sides[0]), self.drawing(sides[1], True)))
        if conditions:
            rule["where"] = self.formula(re.findall(r"[(),]|[^\s(),]+", conditions))
        bound = names_of([part[1] if part[0] == "pattern" else part[2] for part in rule["parts"] if part[0] != "cycle"])
        used = names_of([rule["cost"], [part[2] if part[0] == "pattern" else part[3] for part in rule["parts"] if part[0] != "cycle"], rule["where"]])
        rule["free"] = [name for name in dict.fromkeys(used) if name in self.lets and name not in bound]
        rule["ways"] = turned(rule["asked"])
        rule["repeat"] = "repeat" if "repeat" in rule["asked"] else "until" if "until blocked" in rule["asked"] else None
        self.rules.append(rule)

    # Starts and goals

    def start(self, text):
        if self.string:
            self.starts = [tuple(cell[0][1] for cell in self.drawing(text)[0])]
            return
        board = [self.kinds[0] if self.floor and self.floor[i] == self.kinds[0] else "." for i in range(self.rows * self.columns)]
        values = {var: None for var in self.vars}
        for part in re.split(r"(?<!\S)and(?!\S)", text):
            words = part.split()
            told = len(words) == 3 and words[1] == "is"
            if told and words[0] in self.vars:
                values[words[0]] = [words[2]] if words[2] in self.vars[words[0]] else self.vars[words[0]]
            elif told and words[0] in self.cells and "is" not in self.pieces:
                board[self.cells.index(words[0])] = words[2]
            else:
                board = [cell[0][1] for cell in sum(self.drawing(part), [])]
        self.starts = [tuple(board) + choice for choice in itertools.product(*values.values())]

    def counted(self, piece, floor, on=True, line=None):
        pieces = set(self.lets.get(piece, [piece])) - (set(self.kinds[:1]) if piece in self.lets else set())
        kinds = set(self.lets[floor]) if floor in self.lets and floor not in self.kinds else {floor}
        cells = [cell for cell in range(self.rows * self.columns) if floor is None or (self.floor[cell] in kinds) == on]
        return pieces, [cell for cell in cells if line is None or line == ("row", cell // self.columns) or line == ("column", cell % self.columns)]

    def side(self, words):
        """One side of a comparison of vars and counts."""
        terms, sign = [], 1
        while words:
            if words[0] == "count" and self.is_free("count"):
                in_line = (words[3], int(words[4]) - 1) if words[2:3] == ["in"] else None
                terms.append((sign, [self.counted(words[1], words[3] if words[2:3] == ["on"] else None, True, in_line)]))
                words = words[5 if in_line else 4 if words[2:3] == ["on"] else 2:]
            else:
                found = None if self.is_value(words[0]) and not is_number(words[0]) else self.sum(words[0], True) or self.word_missing(words[0])
                if found is None:
                    return ("word", words[0])
                terms += [(sign * factor, atoms) for factor, atoms in found[1]]
                words = words[1:]
            sign, words = (-1 if words[:1] == ["-"] else 1), words[1:]
        return ("var", terms[0][1][0]) if len(terms) == 1 and terms[0][0] == 1 and terms[0][1] and isinstance(terms[0][1][0], str) else ("sum", terms)

    def compared(self, words):
        """A comparison of vars or counts, or None."""
        if words[0] == "every" and self.is_free("every"):
            pieces, cells = self.counted(words[3], words[1]) if words[2] == "has" else self.counted(words[1], words[3], False)
            return ("compared", "=", ("sum", [(1, [(pieces, cells)])]), ("word", str(len(cells) if words[2] == "has" else 0)))
        apart = []
        for word in words:
            known = self.is_value(word) or word in self.lets or word in self.vars
            apart += [word] if known else [one for one in re.split(OPERATOR, word) if one]
        middle = [i for i, word in enumerate(apart) if word in COMPARE and i and not (apart[i - 1] in ("count", "on") and self.is_free(apart[i - 1]))][:1]
        first = self.sum(apart[0], True)
        if len(middle) != 1 or not (apart[0] == "count" and self.is_free("count") or first and any(atoms for _, atoms in first[1])):
            return None
        return ("compared", apart[middle[0]], self.side(apart[:middle[0]]), self.side(apart[middle[0] + 1:]))

    def condition(self, text):
        """(whether it is wanted, kind, …)."""
        words = text.split()
        if words[0] == "not" and len(words) > 1 and not self.is_value("not") and "not" not in self.lets:
            wanted, *rest = self.condition(text.replace("not", "", 1))
            return (not wanted, *rest)
        if len(words) == 3 and words[1] == "is" and words[0] in self.vars:
            spec = ("word", words[2]) if words[2] in self.vars[words[0]] else ("name", words[2])
            return (True, "drawn", {self.rows * self.columns + list(self.vars).index(words[0]): (spec, None)}, None)
        if len(words) == 3 and words[1] == "is" and words[0] in self.cells and "is" not in self.pieces:
            return (True, "drawn", {self.cells.index(words[0]): self.drawing(words[2])[0][0]}, None)
        seek = re.fullmatch(r"\s*(somewhere|nowhere)([^:]*):(.*)", text, re.S)
        if seek:
            asked = {" ".join(item.split()) for item in seek[2].split(",")}
            ways = [RIGHT] + SLANTS[:1:-1] if asked - {""} == {"diagonal"} else turned(asked)
            return (seek[1] == "somewhere", "seek", self.drawing(seek[3]), (asked, ways))
        compared = None if self.string else self.compared(words)
        if compared:
            return (True, "compared", compared, None)
        cells = sum(self.drawing(text), [])
        if len(cells) != self.rows * self.columns and not self.string:
            raise ValueError("not of the size of the board: " + text)
        return (True, "drawn", {i: cell for i, cell in enumerate(cells) if cell != (None, None)}, len(cells) if self.string else None)

    def lines(self, text):
        """Alternatives, each a list of conditions."""
        found, begin, declared = [[]], 0, self.is_value("or") or "or" in self.lets
        joints = list(re.finditer(r"(?<!\S)(?:and|or)(?!\S)|,|$(?!\n)", text))
        for joint in joints:
            part = text[begin:joint.start()]
            words = re.sub(r"^\s*(not\s+)*", "", part).split()
            if joint[0] == "," and words and re.match("(somewhere|nowhere),?$", words[0]) and ":" not in part:
                continue
            if joint[0] == "or" and declared:
                plain = bool(words) and (words[0] in ("count", "every") or re.split("[=<>!+-]", words[0])[0] in self.vars)
                if not plain or len(words) < (3 if words[1:2] and words[1] in ("is", *COMPARE) else 1):
                    continue
            found[-1].append(self.condition(part))
            begin = joint.end()
            found += [[]] if joint[0] == "or" else []
        return found

    # Matching and moving

    def fits(self, wanted, found, binding):
        """The binding under which what is written is what is found, or None."""
        for spec, word in zip(wanted, found):
            if spec is None or spec == ("word", word):
                continue
            if spec[0] != "name" or binding.get(spec[1], word) != word or word not in self.lets[spec[1]]:
                return None
            binding = {**binding, spec[1]: word}
        return binding

    def fits_at(self, cells, places, state, binding):
        asked = [spec for cell in cells for spec in cell]
        there = [word for place in places for word in (state[place], self.floor[place] if self.floor and place < len(self.floor) else None)]
        return self.fits(asked, there, binding)

    def lay(self, rows, way, first, steps=0):
        """The cells of the board that the drawing lies on, or None."""
        a, b, c, d = way
        places = []
        for r, q in itertools.product(range(len(rows)), range(steps, steps + len(rows[0]))):
            row, column = first // self.columns + a * r + b * q, first % self.columns + c * r + d * q
            row, column = row % self.rows if self.wraps[0] else row, column % self.columns if self.wraps[1] else column
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                return None
            places.append(row * self.columns + column)
        return places if len(set(places)) == len(places) else None

    def value(self, spec, binding, state=(), weight=0):
        """A word, or a number that need not be one."""
        if spec[0] != "sum":
            return spec[1] if spec[0] == "word" else binding[spec[1]] if spec[0] == "name" else state[self.rows * self.columns + list(self.vars).index(spec[1])]
        total, ring = 0, None
        for factor, atoms in spec[1]:
            for atom in atoms:
                if isinstance(atom, tuple):
                    factor *= sum(state[cell] in atom[0] for cell in atom[1])
                elif atom in self.rings:
                    ring, factor = atom, 0
                elif atom in self.vars:
                    factor *= int(state[self.rows * self.columns + list(self.vars).index(atom)])
                else:
                    factor *= int(binding[atom]) if atom in self.lets else weight
            total += factor
        return self.lets[ring][(self.lets[ring].index(binding[ring]) + total) % len(self.lets[ring])] if ring else str(total)

    def possible(self, word, values):
        if values is None:
            return word if len(word) == 1 else None
        same = [value for value in values if is_number(word) and is_number(value) and int(value) == int(word)]
        return word if word in values else same[0] if same else None

    def holds(self, formula, binding, state=()):
        if formula[0] == "not":
            return not self.holds(formula[1], binding, state)
        if formula[0] != "compared":
            return formula[0](self.holds(part, binding, state) for part in formula[1])
        left, right = (self.value(side, binding, state) for side in formula[2:])
        return COMPARE[formula[1]](int(left), int(right)) if is_number(left) and is_number(right) else COMPARE[formula[1]](left, right)

    def written(self, rule, places, binding, state, kinds=("pattern", "value", "cycle")):
        """The state with what these parts of the rule write; None: it is no move."""
        after, places = {}, list(places)
        for part in rule["parts"]:
            writes, lies = [], places.pop(0) if part[0] == "pattern" else None
            if part[0] == "pattern" and lies:
                writes = [(place, cell[0], (self.pieces or []) + self.kinds[:1]) for place, cell in zip(lies, sum(part[2], [])) if cell[0]]
            elif part[0] == "value" and part[3]:
                writes = [(part[1], part[3], list(self.vars.values())[part[1] - self.rows * self.columns])]
            elif part[0] == "cycle":
                writes = [(there, ("word", state[here]), None) for here, there in part[1]]
            for place, spec, values in writes if part[0] in kinds else ():
                word = spec[1] if values is None else self.possible(self.value(spec, binding), values)
                wall = part[0] != "value" and (word in self.kinds[:1]) != (state[place] in self.kinds[:1])
                if word is None or wall or after.setdefault(place, word) != word:
                    return None
        return tuple(after.get(place, word) for place, word in enumerate(state))

    def repeated(self, rule, way, places, binding, state):
        (pattern,) = [part for part in rule["parts"] if part[0] == "pattern"]
        found, board, first, steps = [], state, places[0][0], 0
        while True:
            lies = self.lay(pattern[1], way, first, steps)
            fits = lies and self.fits_at(sum(pattern[1], []), lies, board, binding) is not None
            after = self.written(rule, [lies], binding, board, ("pattern",)) if fits else None
            if after is None or after == board:
                break
            if steps and self.lay([[None]], way, first, steps) == [first]:  # once round a wrapped board
                return found if rule["repeat"] == "repeat" else []
            board, steps = after, steps + 1
            found.append((steps, self.written(rule, [None], binding, board, ("value",))))
        return found if rule["repeat"] == "repeat" else found[-1:]

    def fitting(self, rule, way, parts, state, binding, places=(), weight=0):
        if not parts:
            yield places, binding, weight
        elif parts[0][0] == "pattern":
            cells = sum(parts[0][1], [])
            lies = [(rule["on"], 0)] if rule["on"] else [one for a, b, w in self.links for one in (([a, b], w), ([b, a], w))] if rule["along"] \
                else [(self.lay(parts[0][1], way, first), 0) for first in ([rule["at"]] if rule["at"] is not None else range(self.rows * self.columns))]
            for place, heavy in lies:
                fitted = self.fits_at(cells, place, state, binding) if place else None
                if fitted is not None:
                    yield from self.fitting(rule, way, parts[1:], state, fitted, places + (place,), heavy)
        else:
            fitted = self.fits([parts[0][2]], [state[parts[0][1]]], binding) if parts[0][0] == "value" else binding
            if fitted is not None:
                yield from self.fitting(rule, way, parts[1:], state, fitted, places, weight)

    def choices(self, rule, binding, weight=0):
        for values in itertools.product(*(self.lets[name] for name in rule["free"])):
            chosen = {**binding, **dict(zip(rule["free"], values))}
            cost = int(self.value(rule["cost"], chosen, weight=weight)) if self.holds(rule["where"], chosen) else -1
            if 0 <= cost <= 10 ** 9:
                yield chosen, cost

    def board_moves(self, rule, state):
        for way in rule["ways"]:
            found = []
            for places, fitted, weight in self.fitting(rule, way, rule["parts"], state, {}):
                for binding, cost in self.choices(rule, fitted, weight):
                    if rule["repeat"]:
                        found += [(places[0][0], steps, cost, after) for steps, after in self.repeated(rule, way, places, binding, state)]
                    else:
                        found.append((0, 0, cost, self.written(rule, places, binding, state)))
            found.sort(key=lambda one: one[:2])
            yield from (one[2:] for one in found)

    def string_moves(self, rule, state):
        ((_, left, right),) = rule["parts"]
        left, right = [cell[0] for cell in left[0]], [cell[0] for cell in right[0]] if right else []
        rest = left[-1] and left[-1][0] == "rest"
        left = left[:-1] if rest else left
        for first in range(len(state) - len(left) + 1):
            behind = first + len(left)
            if "at begin" in rule["asked"] and first or "at end" in rule["asked"] and not rest and behind < len(state):
                continue
            fitted = self.fits(left, state[first:], {})
            for binding, cost in self.choices(rule, fitted) if fitted is not None else ():
                put = []
                for i, spec in enumerate(right):
                    put += state[behind:] if spec and spec[0] == "rest" else [self.possible(self.value(spec, binding), self.pieces) if spec else state[first + i]]
                after = state[:first] + tuple(put) + (() if rest else state[behind:])
                if None not in after and (self.longest is None or len(after) <= self.longest):
                    yield cost, after

    def moves(self, state):
        """(cost, successor) in the order of moves."""
        for rule in self.rules:
            for cost, after in (self.string_moves if self.string else self.board_moves)(rule, state):
                if after is not None and after != state:
                    yield cost, after

    def meets(self, lines, state):
        return any(self.line_holds(line, state) for line in lines)

    def line_holds(self, line, state):
        """Names are chosen by all that is wanted; then nothing may be found of what is not."""
        bindings = [{}]
        for condition in line:
            if condition[0] or condition[1] == "compared":
                found = [fitted for binding in bindings for fitted in self.found(condition, state, binding)]
                bindings = [one for i, one in enumerate(found) if one not in found[:i]]
        return any(not any(True for c in line if not c[0] and c[1] != "compared" for _ in self.found(c, state, binding)) for binding in bindings)

    def found(self, condition, state, binding):
        """Every binding under which the condition fits."""
        wanted, kind, what, how = condition
        fitted = []
        if kind == "compared":
            fitted = [binding] if self.holds(what, {}, state) == wanted else []
        elif kind == "drawn":
            fitted = [self.fits_at(what.values(), what.keys(), state, binding)] if how in (None, len(state)) else []
        elif self.string:
            cells = [cell[0] for cell in what[0]]
            for first in range(len(state) - len(cells) + 1):
                if not ("at begin" in how[0] and first or "at end" in how[0] and first + len(cells) < len(state)):
                    fitted.append(self.fits(cells, state[first:], binding))
        else:
            for way, first in itertools.product(how[1], range(self.rows * self.columns)):
                places = self.lay(what, way, first)
                fitted += [self.fits_at(sum(what, []), places, state, binding)] if places else []
        return (one for one in fitted if one is not None)


def names_of(written):
    """All words in what is written, in their order: among them the names."""
    if isinstance(written, (list, tuple)):
        return [name for one in written for name in names_of(one)]
    return [written] if isinstance(written, str) else []


# The proof

class Wrong(Exception):
    pass


def numbers(data):
    """The numbers in halves of bytes, and how many bytes they took."""
    value = shift = 0
    for i, half in enumerate(half for byte in data for half in (byte & 15, byte >> 4)):
        value |= (half & 7) << shift
        shift += 3
        if half < 8:
            yield value, i // 2 + 1
            value = shift = 0
    raise Wrong("the proof is cut short")


def check_states(puzzle, data, bound, counts_moves):
    """The distances of all listed states, whether a goal is met at the bound, and the bytes that were read. Without data every
    state that is met is listed, at its least distance so far: a proof of another kind holds no states, and here they are all gone through."""
    gaps = numbers(data) if data is not None else itertools.repeat((None, 0))
    listed_at, least, heap, order, met = {}, {}, [], itertools.count(), False
    for state in puzzle.starts:
        if puzzle.meets(puzzle.nevers, state):
            raise ValueError("a start is what must never be")
        listed_at[state] = 0
        heapq.heappush(heap, (0, next(order), state))
    gap, used = next(gaps)
    while heap:
        distance, _, state = heapq.heappop(heap)
        if listed_at[state] < distance:
            continue  # without data: a cheaper path was found later
        if not counts_moves and puzzle.meets(puzzle.goals, state):
            if distance < bound:
                raise Wrong("a goal is nearer than is claimed")
            met = True
        successors = {}
        for cost, after in puzzle.moves(state):
            there = distance + (1 if counts_moves or cost == 0 else cost << 24)
            if not counts_moves and cost == 0 and there % (1 << 24) == 0:
                raise Wrong("there are too many free moves to be added up")
            if there < successors.get(after, there + 1):
                successors.pop(after, None)
                successors[after] = there
        for after, there in successors.items():
            if puzzle.meets(puzzle.nevers, after):
                continue
            met |= there == bound and puzzle.meets(puzzle.goals, after)
            if there >= bound:
                continue
            if gap is None:
                if there < listed_at.get(after, there + 1):
                    listed_at[after] = there
                    heapq.heappush(heap, (there, next(order), after))
                continue
            if gap == 1:
                if after in listed_at or least.get(after, there) < there:
                    raise Wrong("a state is listed twice, or too far away")
                listed_at[after] = there
                heapq.heappush(heap, (there, next(order), after))
                gap, used = next(gaps)
                continue
            gap = gap and gap - 1
            if listed_at.get(after, there) > there:
                raise Wrong("a state is listed too far away")
            least[after] = min(there, least.get(after, there))
    if gap or set(least) - set(listed_at):
        raise Wrong("states are left out, or there are too many")
    return listed_at, met, used


def block(data, at, word):
    head = data[at:].split(b"\n", 1)[0].split()
    if head[:1] != [word]:
        return None, at
    begin, length = data.index(b"\n", at) + 1, int(head[1])
    if data[begin + length:begin + length + 1] != b"\n":
        raise Wrong("the proof is cut short")
    return data[begin:begin + length], begin + length + 1


def verify(data, puzzle_text):
    if not data.startswith(b"fewest proof 2\n"):
        raise ValueError("no proof that this program knows")
    text, at = block(data, 15, b"puzzle")
    start, at = block(data, at, b"start")
    goal, at = block(data, at, b"goal")
    if text is None or puzzle_text is not None and text != puzzle_text:
        raise Wrong("the proof is about another puzzle")
    last, digest = data.rindex(b"\n", 0, len(data) - 1) + 1, 0xCBF29CE484222325
    for byte in data[:last]:
        digest = (digest ^ byte) * 0x100000001B3 % 2 ** 64
    if data[last:] != b"check %016x\n" % digest:
        raise Wrong("the proof was changed or cut short: its digest is another")
    claim, by, states = data[at:last].split(b"\n", 2)
    if by in (b"by bound", b"by depth"):
        states = re.sub(rb"\A(table [^\n]*\n)*", b"", states)
    words = claim.decode().split(" ")
    puzzle = Puzzle(text.decode(), *(one.decode() if one is not None else None for one in (start, goal)))
    explored, solved, unsolvable = words[:2] == ["claim", "explored"], words[:2] == ["claim", "solved"], words == ["claim", "unsolvable"]
    if not (explored or unsolvable or solved and len(words) == 4):
        raise Wrong("the proof claims nothing that is known here")
    endless = explored or unsolvable and puzzle.within is None
    bound = float("inf") if endless else puzzle.within + 1 << 24 if unsolvable else int(words[2]) << 24 | int(words[3])
    if solved and puzzle.within is not None and int(words[2]) > puzzle.within:
        raise Wrong("a cost that is too large")
    kinds = {b"by list": "", b"by ends": "from both ends", b"by parity": "by parity", b"by bound": "by a lower bound", b"by depth": "by a lower bound"}
    if by not in kinds or explored and by != b"by list" or solved and by == b"by parity":
        raise Wrong("the proof is of no kind that is known here")
    listed_at, met, used = check_states(puzzle, states if by == b"by list" else None, bound, explored)
    if states[used:] != (b"\n" if by == b"by list" else b""):
        raise Wrong("something is behind the states")
    if solved and not met:
        raise Wrong("no goal is that near")
    number = kinds[by] or f"{len(listed_at)} state{'s' * (len(listed_at) != 1)}"
    if explored:
        layers = [list(listed_at.values()).count(depth) for depth in range(max(listed_at.values()) + 1)]
        if layers != list(map(int, words[2:])):
            raise Wrong("there are other layers than is claimed")
        said = f"{number}, the last after {len(layers) - 1} move{'s' * (len(layers) != 2)}"
    elif unsolvable:
        said = "no moves lead to a goal%s (%s)" % ("" if puzzle.within is None else " within the limit of the puzzle", number)
    else:
        said = f"a goal is reached at cost {words[2]}, and not below it ({number})"
    given = [f"{word}: {one.decode()}" for word, one in (("start", start), ("goal", goal)) if one is not None]
    return "\n".join(["verified: " + said, *given])


def main(arguments):
    data = open(arguments[0], "rb").read()
    text = open(arguments[1], "rb").read() if len(arguments) > 1 else None
    try:
        print(verify(data, text))
    except Wrong as why:
        print("not verified:", why)
        return 1
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as why:
        print("verify.py: it cannot be read:", why)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
