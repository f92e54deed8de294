#!/usr/bin/env python3
"""The second verifier of proofs: slow and plain. Written from docs/language.md and docs/proofs.md; it shares nothing
with the library, with verify/verify.c or with the interpreters of the tests. Rules are not compiled: in each state every
place is tried, and what is compared or added up is handed to Python.

usage: verify.py PROOF [PUZZLE]      status: 0 verified, 1 the proof is wrong, 2 it cannot be read
"""

import collections
import contextlib
import functools
import heapq
import itertools
import re
import sys
import types

UP, DOWN, LEFT, RIGHT = (0, -1, 1, 0), (0, 1, -1, 0), (-1, 0, 0, -1), (1, 0, 0, 1)
SLANTS = [(0, -1, 0, -1), (0, -1, 0, 1), (0, 1, 0, -1), (0, 1, 0, 1)]  # up-left, up-right, down-left, down-right
SIGN = "(!=|<=|>=|=|<|>)"
IN_PYTHON = {"=": "==", ",": ") and (", **{word: word for word in "!= < <= > >= + - and or not ( )".split()}}
IN_GOALS = r"(?<!\S)(and|or)(?!\S)|(,)(?!(?:(?!somewhere|nowhere)[^:])*:)"  # what is between two conditions
LINK = "the:weight"  # of a link, among names
is_number = re.compile("0|-?[1-9][0-9]*").fullmatch


def number(word):
    return int(word) if is_number(word) else word


def listed(words):
    """The words of a list, with ranges written out."""
    found = []
    for word in words:
        numbers = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", word)
        letters = re.fullmatch(r"[a-z]\.\.[a-z]|[A-Z]\.\.[A-Z]", word)
        if numbers:
            found += map(str, range(int(numbers[1]), int(numbers[2]) + 1))
        else:
            found += map(chr, range(ord(word[0]), ord(word[3]) + 1)) if letters else [word]
    return found


def turned(asked):
    """How a pattern lies, in the order of moves: (a, b, c, d) takes row r, column q to row a*r + b*q, column c*r + d*q.
    """
    ways = [UP, DOWN] if asked & {"any direction", "up or down"} else []
    ways += [LEFT, RIGHT] if asked & {"any direction", "left or right"} else []
    ways += [(-a, b, -c, d) for a, b, c, d in ways] if "mirrored" in asked else []
    ways += SLANTS if "diagonal" in asked else []
    return ways or [RIGHT] + [(1, 0, 0, -1)] * ("mirrored" in asked)


def statements(text):
    """Each as the word that it begins with, and all that follows."""
    found = []
    if text.strip()[:1] in ("0", "1"):  # a matrix is a maze
        rows = [re.sub(r"\s", "", row) for row in re.split("[\r\n]+", text) if row.strip()]
        start, goal = "/".join(rows), "/".join("_" * len(row) for row in rows)
        text = (f"board {len(rows)} x {len(rows[0])}\npieces @ 0 1\nmove any direction: @ 0 -> 0 @\n"
                f"start {start.replace('0', '@', start[0] == '0')}\ngoal {goal[:-1]}@\n")
    for line in text.split("\n"):
        line = line.split(";")[0].rstrip()
        if line and line[0].isspace():
            found[-1][1] += "\n" + line
        elif line:
            keyword = re.match(r"[^\s:]*", line)[0]
            found.append([keyword, line[len(keyword):]])
    return found


class Puzzle:
    """A state of a board is a tuple of words: what is in each cell, the floor of each cell, the value of each var.
    That of a string is a str."""

    def __init__(self, text, start, goal):
        self.rows, self.columns, self.wraps, self.wall, self.floor = 0, 0, (False, False), None, []
        self.string, self.longest, self.within = False, None, None
        self.cells, self.links, self.vars, self.lets, self.rings, self.rests = [], [], {}, {}, set(), set()
        self.rules, self.goals, self.nevers, self.counts, self.used = [], [], [], {}, []
        text = text.lstrip("\ufeff")
        if re.search(r"[^\S \t\n\r\v\f]", text + (start or "") + (goal or "")):
            raise ValueError("white space that is a piece in the language, but not in Python")
        is_free = re.search("^string", text, re.M) and not re.search("^pieces", text, re.M)
        self.pieces = {*text, *(start or ""), *(goal or ""), *"0123456789"} - {*" \t\r\n;:,/_()"} if is_free else set()
        self.declared = set(self.pieces)
        shape = ("board", "cells", "string", "links")  # these may stand anywhere
        for keyword, rest in sorted(statements(text), key=lambda one: (one[0] not in shape, one[0] == "links")):
            words = rest.split()
            if keyword == "board":
                self.rows, self.columns = [1, *map(int, re.findall(r"\d+", rest))][-2:]
                self.wraps = [words[-1] in ("wrapped", which) for which in ("up-down", "left-right")]
            elif keyword == "cells":
                self.cells = listed(words)
                self.rows, self.columns = 1, len(self.cells)
            elif keyword == "string":
                self.string, self.longest = True, int(rest) if words else None
            elif keyword == "links":
                self.links += map(self.link, words)
            elif keyword == "within":
                self.within = int(rest)
            elif keyword == "pieces":
                self.pieces |= set(listed(words))
                self.declared |= self.pieces
            elif keyword == "floor":
                kinds = listed(rest.split("\n")[0].split())
                self.wall, self.declared = kinds[0], self.declared | set(kinds)
                for word in rest.partition("\n")[2].replace("/", " ").split():
                    self.floor += [word] if word in kinds else word
            elif keyword == "var":
                self.vars[words[0]] = listed(words[2:])
                self.declared = self.declared.union(words[:1], self.vars[words[0]])
            elif keyword == "let":
                self.let(*re.fullmatch(r"(.*?)\s=\s(.*)", rest, re.S).groups())
            elif keyword == "move":
                self.rules.append(self.rule(rest))
            elif keyword == "never":
                self.nevers += self.conditions(rest)
            elif keyword == "goal" and goal is None:
                self.goals += self.conditions(rest)
            elif keyword == "start" and start is None:
                start = rest
            elif keyword not in ("title", "names", "draw", "start", "goal"):
                raise ValueError("no statement: " + keyword)
        self.goals += self.conditions(goal) if goal is not None else []
        self.starts = self.all_starts(start)

    @property
    def size(self):
        return self.rows * self.columns

    # What is declared

    def link(self, word):
        link, _, weight = word.partition(":")
        cuts = [(link[:i], link[i + 1:]) for i, letter in enumerate(link) if letter == "-"]
        (ends,) = [cut for cut in cuts if not self.cells or set(cut) <= set(self.cells)]
        return self.cells_of(ends), weight or "1"

    def let(self, names, values):
        names, values = set(names.replace(",", " ").split()), values.split()
        if self.string and values == ["rest"]:
            self.rests |= names
        else:
            is_ring = values[0] == "ring" and len(values) > 1
            self.rings |= names if is_ring else set()
            self.lets.update(dict.fromkeys(names, listed(values[is_ring:])))
        self.declared, self.pieces = self.declared | names, self.pieces - names

    def cells_of(self, words):
        if self.cells:
            return [self.cells.index(word) for word in words]
        numbers = [re.fullmatch(r"(?:(\d+),)?(\d+)", word).groups("1") for word in listed(words)]
        return [(int(row) - 1) * self.columns + int(column) - 1 for row, column in numbers]

    # What is written

    def sum(self, text):
        """A word, or a sum of numbers and names, as Python would have it."""
        parts = [text] if text in self.declared else re.split("([+-])" if "*" in self.declared else "([+*-])", text)
        ring = next((part for part in parts[::2] if part in self.rings), None)
        for i, part in list(enumerate(parts))[::2]:  # between them there are signs
            if part == LINK or any(part in names for names in (self.lets, self.vars, self.rests, self.counts)):
                self.used.append(part)
                parts[i] = "0" if part == ring else f"names[{part!r}]"
            elif len(parts) == 1 and part in self.declared and not is_number(part):
                parts[i] = repr(part)
            elif not is_number(part) and (part or i):
                raise ValueError("not understood: " + text)
        return f"stepped({ring!r}, {''.join(parts)})" if ring else f"({''.join(parts)})"

    def code(self, text):
        """Sums that are compared, and comparisons that are joined."""
        text, found = text.replace("(", "((").replace(")", "))") if "," in text else text, []
        for word in re.findall(r"[(),]|[^\s(),]+", text):
            for part in [word] if word in self.declared else filter(None, re.split(SIGN, word)):
                begins = not found or found[-1] in IN_PYTHON.values() and found[-1] != ")"
                is_sign = part in IN_PYTHON and not (begins and part in self.declared)
                found.append(IN_PYTHON[part] if is_sign else self.sum(part))
        return compile(f"({' '.join(found)})", text, "eval")

    def run(self, code, names):
        """What it comes to under these names."""
        def stepped(ring, steps):
            values = self.lets[ring]
            return number(values[(values.index(names[ring]) + steps) % len(values)])
        return eval(code, {"names": {name: number(word) for name, word in names.items()}, "stepped": stepped})

    def cell(self, word, right):
        """What is in a cell, and its floor. None: the word is more than one."""
        if word in ("_", self.wall) or word in self.pieces or word in self.lets or word in self.rests:
            return word, "_"
        for bar in [i for i, letter in enumerate(word) if letter == "|" and not right]:
            if self.cell(word[:bar], True) and word[bar + 1:] in self.declared:
                return word[:bar], word[bar + 1:]
        first, *more = re.split("[+-]" if "*" in self.declared else "[+*-]", word[1:])
        parts = [(word[0] + first).lstrip("+-"), *more]
        is_sum = all(part in self.lets or is_number(part) for part in parts) and not self.lets.keys().isdisjoint(parts)
        return (word, "_") if right and more and is_sum else None

    def drawing(self, text, right=False):
        """Its height and width, and its cells: number, layer (1: it is about the floor) and what is there."""
        rows = []
        for row in filter(str.strip, re.split("[/\n]", text)):
            rows.append([])
            for word in row.split():
                whole = self.cell(word, right)
                rows[-1] += [whole] if whole else [self.cell(letter, False) for letter in word]
        cells = [(i, layer, what) for i, cell in enumerate(sum(rows, []))
                 for layer, what in enumerate(cell) if what != "_"]
        (width,) = set(map(len, rows)) or {0}
        if not rows and not right:
            raise ValueError("nothing is drawn")
        return (len(rows), width), cells

    # Conditions: functions of a state and of names that are bound, which find all ways to bind more so that they hold

    def conditions(self, text):
        """Alternatives, each a list of (whether it is wanted, condition), those that are wanted first."""
        found, part = [[]], ""
        for one, word, _ in zip(*[iter([*re.split(IN_GOALS, text), "and", None])] * 3):
            part += one
            if word == "or" and "or" in self.declared and not self.is_whole(part.split()):
                part += word  # where it is a piece, it is one more cell of a drawing
            else:
                found[-1].append(self.condition(part))
                found, part = found + [[]] * (word == "or"), ""
        return [sorted(line, key=lambda one: not one[0]) for line in found]

    def asks(self, words):
        """Whether it is, or begins like, `V is p` or `C is p`."""
        return words[1:2] == ["is"] and (words[0] in self.vars or words[0] in self.cells and "is" not in self.pieces)

    def is_whole(self, words):
        """Whether all of that is a condition, and no drawing."""
        words = words[next((i for i, word in enumerate(words) if word != "not"), 0):]
        if self.asks(words):
            return len(words) == 3
        with contextlib.suppress(ValueError, LookupError, AttributeError, SyntaxError):
            return bool(words and self.comparison(words))

    def condition(self, text):
        begin = "()" if "not" in self.declared else r"\s*((?:not\s+)*)"
        nots, text = re.fullmatch(begin + "(.*)", text, re.S).groups()
        wanted, (head, _, drawn) = nots.count("not") % 2 == 0, text.rpartition(":")
        compared = None if self.string else self.comparison(text.split())
        if compared:
            return wanted, compared
        seek, *asked = [" ".join(item.split()) for item in head.split(",")]
        if seek not in ("somewhere", "nowhere", ""):
            raise ValueError("not understood: " + text)
        ways = [RIGHT] + SLANTS[2:] if asked == ["diagonal"] else turned(set(asked))
        part = self.part(self.drawing(drawn), set(asked)) if head else \
            self.part(self.placed(text), {"at begin", "at end"}, on=range(sys.maxsize))
        return wanted == (seek != "nowhere"), lambda state, names: [
            bound for way in ways for _, _, bound in self.fitting(part, way, state, names)]

    def placed(self, text):
        """A drawing of all, `V is p` or `C is p`."""
        words = text.split()
        if self.asks(words) and len(words) == 3:
            is_var = words[0] in self.vars
            place = 2 * self.size + list(self.vars).index(words[0]) if is_var else self.cells.index(words[0])
            return (1, 1), [(place, 0, words[2])]
        shape, cells = self.drawing(text)
        if not self.string and shape != (self.rows, self.columns) and shape != (1, self.size):
            raise ValueError("not of the size of the board: " + text)
        return shape, cells

    def comparison(self, words):
        """Of sums of vars and counts. None: it is something else."""
        if self.asks(words):
            return None
        count = "count" if "count" not in self.declared else "every"
        if words[0] == "every" and "every" not in self.declared:
            _, first, kind, second = words
            words = f"{count} {first} off {second} = 0".split()
            if kind == "has":
                words = f"{count} {second} on {first} = {len(self.counted(second, 'on', first, '')[1])}".split()
        apart = [one for word in words for one in ([word] if word in self.declared else re.split(SIGN, word)) if one]
        begin = {apart[0], *re.split("[+-]", apart[0])} & {*self.vars, *({count} - self.declared)}
        if not begin or not any(re.fullmatch(SIGN, word) for word in apart[1:]):
            return None
        counts = self.counts = {}
        while count in apart and count not in self.declared:
            at, name = apart.index(count), f"count:{len(counts)}"
            told = apart[at + 1:] + [""] * 4
            counts[name] = self.counted(*told[:4])
            apart[at:at + {"on": 4, "off": 4, "in": 5}.get(told[1], 2)] = [name]
        code = self.code(" ".join(apart))

        def find(state, names):
            there = dict(zip(self.vars, state[2 * self.size:]))
            for name, (pieces, cells) in counts.items():
                there[name] = str(sum(state[cell] in pieces for cell in cells))
            return [names] if self.run(code, there) else []
        return find

    def counted(self, piece, kind, which, line):
        """The pieces and the cells that count."""
        pieces = set(self.lets.get(piece, [piece])) - ({self.wall} if piece in self.lets else set())
        if not piece or kind in ("on", "off") and not which:
            raise ValueError("nothing is counted")
        floors, cells = self.lets.get(which, [which]), range(self.size)
        if kind in ("on", "off"):
            cells = [cell for cell in cells if (self.floor[cell] in floors) == (kind == "on")]
        elif kind == "in":
            cells = [cell for cell in cells if divmod(cell, self.columns)[which == "column"] == int(line) - 1]
        return pieces, cells

    def all_starts(self, text):
        if self.string:
            return ["".join(what for *_, what in self.drawing(text)[1])]
        floor = self.floor or [""] * self.size
        there = [[kind if kind == self.wall else "."] for kind in floor]
        there += [[kind] for kind in floor] + list(self.vars.values())
        for part in re.split(r"(?<!\S)and(?!\S)", text):
            for place, _, word in self.placed(part)[1]:
                if place < 2 * len(floor) or word in there[place]:  # else it is `any`
                    there[place] = [word]
        starts = list(itertools.product(*there))
        if any(self.holds(self.nevers, state) for state in starts):
            raise ValueError("a start is what must never be")
        return starts

    def holds(self, alternatives, state):
        for line in alternatives:
            found = [{}]
            for wanted, find in line:
                ways = [(names, find(state, names)) for names in found]
                found = [way for names, more in ways for way in (more if wanted else [] if more else [names])]
                found = [way for i, way in enumerate(found) if way not in found[:i]]
            if found:
                return True
        return False

    # Rules

    def part(self, drawn, asked, at=None, on=None):
        """Something drawn that is looked for in some places."""
        shape, cells = drawn
        rest = cells.pop()[2] if cells and cells[-1][2] in self.rests else None

        def lies(way, state):
            """Its places, and the weight of the link."""
            if self.string:
                width, firsts = shape[1] - bool(rest), range(1 if "at begin" in asked else len(state) + 1)
                ends = [len(state)] if "at end" in asked and not rest else range(len(state) + 1)
                return [(range(first, first + width), "0") for first in firsts if first + width in ends]
            if "along links" in asked and not on:
                return [(ends[::turn], weight) for ends, weight in self.links for turn in (1, -1)]
            return [(on, "0")] if on else [(self.laid(shape, way, first), "0") for first in at or range(self.size)]
        return types.SimpleNamespace(shape=shape, left=cells, right=[], rest=rest, lies=lies)

    def rule(self, text):
        head, body = (["", text] if ":" not in text else re.split(r":(?=\s|$)", text, maxsplit=1))
        body, *where = re.split(r"(?<!\S)where(?!\S)", body, maxsplit=1)
        items, self.used = [item.split() for item in re.split(r",(?!(?<=\d,)\d)", head)], []
        asked, told = {" ".join(words) for words in items}, {words[0]: words[1:] for words in items if words[1:]}
        (cost,) = told.get("cost", [LINK if "along links" in asked else "1"])
        cost = cost if "weight" in self.lets else re.sub("(?<![^+*-])weight(?![^+*-])", LINK, cost)
        rule = types.SimpleNamespace(ways=turned(asked), repeats=asked & {"repeat", "until blocked"})
        rule.cost, patterns, others = self.code(str(int(cost)) if cost.isdigit() else cost), [], []
        for text in re.split(r",(?![^(]*\))", body):
            words, (left, *right) = text.split(), re.split(r"(?<!\S)->(?!\S)", text)
            if words[0] in self.vars and len(words) in (2, 4):
                ((place, _, word),) = self.placed(f"{words[0]} is {words[1]}")[1]
                others.append(self.part(((1, 1), [(0, 0, word)]), set(), on=[place]))
                others[-1].right = [(0, self.code(word)) for word in words[3:] if word != "_"]
            elif right:
                on, at = self.cells_of(told.get("on", [])), None if self.string else self.cells_of(told.get("at", []))
                patterns.append(self.part(self.drawing(left), asked, at, on))
                shape, cells = self.drawing(right[0], True)
                patterns[-1].length, patterns[-1].right = shape[1], [(i, self.code(what)) for i, _, what in cells]
            for cycle in re.findall(r"\(([^)]*)\)", text):  # whatever is in a cell has a name
                cells = self.cells_of(cycle.split())
                self.lets.update((f":{cell}", self.pieces) for cell in cells)
                drawn = (1, 1), [(i, 0, f":{cell}") for i, cell in enumerate(cells)]
                others.append(self.part(drawn, set(), on=cells))
                others[-1].right = [(i, self.code(f":{cells[i - 1]}")) for i in range(len(cells))]
        rule.parts, rule.where = patterns + others, self.code(where[0] if where else "1")
        bound = {what for part in rule.parts for *_, what in part.left}
        rule.free = [name for name in dict.fromkeys(self.used) if name in self.lets and name not in bound]
        return rule

    def match(self, cells, places, state, names):
        """What is bound where all that is asked is there, in a list; an empty one where it is not."""
        for i, layer, word in cells:
            there = state[places[i] + layer * self.size]
            if word in self.lets and names.get(word, there) == there and there in self.lets[word]:
                names = {**names, word: there}
            elif word != there:
                return []
        return [names]

    @functools.cache
    def laid(self, shape, way, first, steps=0):
        """The cells of the board that a drawing lies on; None: it does not."""
        (a, b, c, d), places = way, []
        for r, q in itertools.product(range(shape[0]), range(steps, steps + shape[1])):
            row, column = first // self.columns + a * r + b * q, first % self.columns + c * r + d * q
            row, column = row % self.rows if self.wraps[0] else row, column % self.columns if self.wraps[1] else column
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                return None
            places.append(row * self.columns + column)
        return places if len(set(places)) == len(places) else None

    def fitting(self, part, way, state, names):
        """Where it fits: its places, the weight of the link and the names that are bound then."""
        return [(places, weight, bound) for places, weight in part.lies(way, state) if places
                for bound in self.match(part.left, places, state, names)]

    def put(self, puts, state, names):
        """The state after it; None: it is no move."""
        after = {}
        for place, code in puts:
            word, beside = str(self.run(code, names)), [self.wall] if state[place] == self.wall else self.pieces
            possible = beside if place < self.size else list(self.vars.values())[place - 2 * self.size]
            if word not in possible or after.setdefault(place, word) != word:
                return None
        return tuple(after.get(place, word) for place, word in enumerate(state))

    def repeated(self, part, way, first, state, names):
        """The board after each number of steps, and whether it goes round and round."""
        found = [state]
        while True:
            places = self.laid(part.shape, way, first, len(found) - 1)
            fits = places and self.match(part.left, places, found[-1], names)
            after = self.put([(places[i], code) for i, code in part.right], found[-1], names) if fits else None
            is_round = len(found) > 1 and self.laid((1, 1), way, first, len(found) - 1) == [first]
            if after in (None, found[-1]) or is_round:
                return found[1:], is_round and after not in (None, found[-1])
            found.append(after)

    def rewritten(self, part, places, state, names):
        """The string after it; None: it is no move."""
        made, codes, behind = [], dict(part.right), state[places.stop:]
        for i in range(part.length):
            is_rest = i in codes and part.rest in codes[i].co_consts
            made.append(behind if is_rest else str(self.run(codes[i], names)) if i in codes else state[places[i]])
            if not is_rest and made[-1] not in self.pieces:
                return None
        after = state[:places.start] + "".join(made) + ("" if part.rest else behind)
        return after if self.longest is None or len(after) <= self.longest else None

    def results(self, rule, way, lies, state, names):
        """The state after it; of a repeated move, the states after each number of steps; None where it is no move."""
        if self.string:
            return [self.rewritten(rule.parts[0], lies[0], state, names)]
        puts = [[(places[i], code) for i, code in part.right] for places, part in zip(lies, rule.parts)]
        if not rule.repeats:
            return [self.put(sum(puts, []), state, names)]
        boards, is_endless = self.repeated(rule.parts[0], way, lies[0][0], state, names)
        found = [self.put(sum(puts[1:], []), board, names) for board in boards]
        return found if "repeat" in rule.repeats else [None] * len(found[:-1]) + found[-1:] * (not is_endless)

    def moves(self, state):
        """(cost, successor) in the order of moves."""
        for rule, way in [(rule, way) for rule in self.rules for way in rule.ways]:
            found = [((), "0", {})]
            for part in rule.parts:
                found = [(lies + (places,), max(weight, heavy, key=int), bound) for lies, heavy, names in found
                         for places, weight, bound in self.fitting(part, way, state, names)]
            for lies, weight, names in found:
                made = []
                for values in itertools.product(*(self.lets[name] for name in rule.free)):
                    chosen = {**names, **dict(zip(rule.free, values)), LINK: weight}
                    cost = self.run(rule.cost, chosen) if self.run(rule.where, chosen) else -1
                    if 0 <= cost <= 10 ** 9:
                        results = self.results(rule, way, lies, state, chosen)
                        made += [(steps, cost, after) for steps, after in enumerate(results)]
                for _, cost, after in sorted(made, key=lambda one: one[0]):
                    if after not in (None, state) and not self.holds(self.nevers, after):
                        yield cost, after


# The proof. A distance is what moves cost, and how many of them are free

HEAD = rb"claim (explored|solved|unsolvable)((?: \d+)*)\nby (list|ends|parity|bound|depth)\n((?:table [^\n]*\n)*)"
ENDLESS = (float("inf"), 0)


class Wrong(Exception):
    pass


def listing(data):
    """Which of all successors are listed, counted from 1."""
    found, halves = [0], "".join(f"{byte:02x}"[::-1] for byte in data)
    for one in re.finditer("[89a-f]*[0-7]", halves):
        number = sum((int(half, 16) & 7) << 3 * i for i, half in enumerate(one[0]))
        if number == 0 and data[(one.end() + 1) // 2:] != b"\n":
            raise Wrong("something is behind the states")
        if number == 0:
            return found[1:]
        found.append(found[-1] + number)
    raise Wrong("the proof is cut short")


@functools.cache
def successors(puzzle, state, distance, counts_moves):
    """With their distances: of several moves to one state, the first of the cheapest counts."""
    found = {}
    for cost, after in puzzle.moves(state):
        there = (distance[0] + (1 if counts_moves else cost), distance[1] + (not counts_moves and cost == 0))
        if there < found.get(after, ENDLESS):
            found.pop(after, None)
            found[after] = there
    return found


def all_states(puzzle, bound, counts_moves, listed_ones):
    """Those nearer than the bound, with their distances: all, or those that a proof lists."""
    found, order, seen = dict.fromkeys(puzzle.starts, (0, 0)), itertools.count(), 0
    heap, is_listed = [((0, 0), next(order), state) for state in found], set(listed_ones or ())
    while heap:
        distance, _, state = heapq.heappop(heap)
        if distance > found[state]:
            continue  # a cheaper way was found later
        if not counts_moves and distance < bound and puzzle.holds(puzzle.goals, state):
            raise Wrong("a goal is nearer than is claimed")
        for after, there in successors(puzzle, state, distance, counts_moves).items():
            seen += there < bound
            if there < bound and (there < found.get(after, bound) if listed_ones is None else seen in is_listed):
                if listed_ones is not None and after in found:
                    raise Wrong("a state is listed twice")
                found[after] = there
                heapq.heappush(heap, (there, next(order), after))
    if listed_ones and seen < listed_ones[-1]:
        raise Wrong("the proof lists more states than moves lead to")
    return found


def check(puzzle, bound, counts_moves, states):
    """Nothing is left out or too far away. Whether a goal is at the bound."""
    met = bound == (0, 0) and any(puzzle.holds(puzzle.goals, state) for state in puzzle.starts)
    for state, distance in states.items():
        for after, there in successors(puzzle, state, distance, counts_moves).items():
            if there < bound and there < states.get(after, ENDLESS):
                raise Wrong("a state is left out, or listed too far away")
            met = met or there == bound and puzzle.holds(puzzle.goals, after)
    return met


def verify(data, asked_text):
    if not data.startswith(b"fewest proof 2\n"):
        raise ValueError("no proof that this program knows")
    given, at, last = {}, 15, data.rindex(b"\n", 0, -1) + 1
    for word in ("puzzle", "start", "goal"):
        block = re.compile(rb"%s (\d+)\n" % word.encode()).match(data, at)
        if block:
            at = block.end() + int(block[1]) + 1
            given[word] = data[block.end():at - 1].decode()
    if asked_text is not None and given["puzzle"].encode() != asked_text:
        raise Wrong("the proof is about another puzzle")
    digest = 0xCBF29CE484222325
    for byte in data[:last]:
        digest = (digest ^ byte) * 0x100000001B3 % 2 ** 64
    if data[last:] != b"check %016x\n" % digest:
        raise Wrong("the proof was changed or cut short: its digest is another")
    head = re.compile(HEAD).match(data, at)
    if not head or head[4] and head[3] not in (b"bound", b"depth") or head[3] != b"list" and head.end() != last:
        raise Wrong("the proof claims nothing that is known here")
    claim, by, numbers = head[1].decode(), head[3], tuple(map(int, head[2].split()))
    puzzle = Puzzle(given["puzzle"], given.get("start"), given.get("goal"))
    within = ENDLESS if puzzle.within is None or claim == "explored" else (puzzle.within + 1, 0)
    fits = {"explored": by == b"list", "solved": by != b"parity" and len(numbers) == 2 and numbers < within,
            "unsolvable": not numbers}
    if not fits[claim]:
        raise Wrong("this cannot be claimed, or not be proved so")
    bound = numbers if claim == "solved" else within
    states = all_states(puzzle, bound, claim == "explored", listing(data[head.end():last]) if by == b"list" else None)
    met = check(puzzle, bound, claim == "explored", states)
    how = {b"ends": "from both ends", b"parity": "by parity"}.get(by, "by a lower bound")
    if by == b"list":
        how = f"{len(states)} state{'s' * (len(states) != 1)}"
    if claim == "solved" and not met:
        raise Wrong("no goal is that near")
    said = f"no moves lead to a goal{' within the limit of the puzzle' * (within != ENDLESS)} ({how})"
    if claim == "solved":
        said = f"a goal is reached at cost {numbers[0]}, and not below it ({how})"
    if claim == "explored":
        layers = [count for _, count in sorted(collections.Counter(states.values()).items())]
        if layers != list(numbers):
            raise Wrong("there are other layers than is claimed")
        said = f"{how}, the last after {len(layers) - 1} move{'s' * (len(layers) != 2)}"
    return "\n".join(["verified: " + said, *(f"{word}: {given[word]}" for word in ("start", "goal") if word in given)])


def main(arguments):
    data, text = open(arguments[0], "rb").read(), open(arguments[1], "rb").read() if len(arguments) > 1 else None
    try:
        print(verify(data, text))
    except Wrong as why:
        print("not verified:", why)
        return 1
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, SyntaxError, MemoryError) as why:
        print("verify.py: it cannot be read:", why)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
