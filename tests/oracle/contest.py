#!/usr/bin/env python3
"""Brute force for every online judge: what `fewest contest` is tested against.

Nothing here uses the puzzle language or the engine. Each judge is written from its statement alone, in the
plainest way: boards are strings, searches are breadth-first with a dictionary.

As a program:
    contest.py JUDGE < input               prints the right output
    contest.py --check JUDGE INPUT OUTPUT  whether OUTPUT is right for INPUT (files); any shortest way will do
    contest.py --generate JUDGE SEED [N]   prints a random input (of N cases where the judge takes many)

A judge is a class with these:
    many        one input holds many cases
    case(rng)   a random case as text, edge cases among them
    join(cases) the input that holds these cases
    answer(text)        the right output
    wrong(text, output) why that output is not right, or None
"""

import random
import sys
from collections import deque
from functools import lru_cache

DIRECTIONS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


class TooHard(Exception):
    """More than brute force can do."""


def lines_of(text):
    """The lines that are not blank."""
    return [line for line in text.replace("\r", "").split("\n") if line.strip()]


def walk_back(parents, state):
    way = [state]
    while parents[way[-1]] is not None:
        way.append(parents[way[-1]])
    return way[::-1]


class Judge:
    alias = None
    many = False

    def join(self, cases):
        return "".join(cases)

    def wrong(self, text, output):
        right = self.answer(text)
        return None if output == right else f"expected {right[:200]!r}, got {output[:200]!r}"


# ---- mazes --------------------------------------------------------------------------------------------


def maze_parents(rows):
    """Of every cell that can be reached from the top left, the cell before it."""
    if rows[0][0] == "1":
        return {}
    parents, queue = {(0, 0): None}, deque([(0, 0)])
    while queue:
        r, c = queue.popleft()
        for dr, dc in DIRECTIONS.values():
            to = r + dr, c + dc
            inside = 0 <= to[0] < len(rows) and 0 <= to[1] < len(rows[0])
            if inside and rows[to[0]][to[1]] == "0" and to not in parents:
                parents[to] = (r, c)
                queue.append(to)
    return parents


class Poj3984(Judge):
    def answer(self, text):
        rows = [line.split() for line in lines_of(text)]
        parents = maze_parents(rows)
        end = len(rows) - 1, len(rows[0]) - 1
        if end not in parents:
            return "no path\n"
        return "".join(f"({r}, {c})\n" for r, c in walk_back(parents, end))

    def wrong(self, text, output):
        right = self.answer(text)
        if right == "no path\n" or output == right:
            return super().wrong(text, output)
        rows = [line.split() for line in lines_of(text)]
        if not output.endswith("\n"):
            return "no newline at the end"
        way = []
        for line in output[:-1].split("\n"):
            r, c = map(int, line[1:-1].split(", "))
            if line != f"({r}, {c})" or not (0 <= r < len(rows) and 0 <= c < len(rows[0])):
                return f"bad line {line!r}"
            if rows[r][c] != "0":
                return f"{line} is a wall"
            way.append((r, c))
        if way[0] != (0, 0) or way[-1] != (len(rows) - 1, len(rows[0]) - 1):
            return "wrong ends"
        if any(abs(a - c) + abs(b - d) != 1 for (a, b), (c, d) in zip(way, way[1:])):
            return "not a way of single steps"
        length = right.count("\n")
        return None if len(way) == length else f"{len(way)} cells instead of {length}"

    def case(self, rng):
        rows, columns = (5, 5) if rng.random() < 0.6 else (rng.randint(1, 9), rng.randint(1, 9))
        density = rng.choice((0, 0.2, 0.3, 0.4, 0.5))
        cells = [["1" if rng.random() < density else "0" for _ in range(columns)] for _ in range(rows)]
        if rng.random() < 0.9:
            cells[0][0] = cells[-1][-1] = "0"
        return "".join(" ".join(row) + "\n" for row in cells)


# ---- the eight puzzle ---------------------------------------------------------------------------------


def slide(board, direction, rows=3, columns=3):
    """The board after the blank, 0, moved; None where it cannot."""
    blank = board.index("0")
    r, c = blank // columns + DIRECTIONS[direction][0], blank % columns + DIRECTIONS[direction][1]
    if not (0 <= r < rows and 0 <= c < columns):
        return None
    cells = list(board)
    cells[blank], cells[r * columns + c] = cells[r * columns + c], "0"
    return "".join(cells)


@lru_cache(maxsize=None)
def slide_distances(goal, rows=3, columns=3):
    """Of every board that the goal can be reached from, the number of moves."""
    distances, queue = {goal: 0}, deque([goal])
    while queue:
        board = queue.popleft()
        for direction in DIRECTIONS:
            to = slide(board, direction, rows, columns)
            if to and to not in distances:
                distances[to] = distances[board] + 1
                queue.append(to)
    return distances


DEEPEST_EIGHT = ["8672543x1", "64785x321"]


def random_eight(rng):
    """A board with x: any, near the goal, solved, or one of the farthest."""
    kind = rng.random()
    if kind < 0.03:
        return "12345678x"
    if kind < 0.06:
        return rng.choice(DEEPEST_EIGHT)
    if kind < 0.2:
        board = "123456780"
        for _ in range(rng.randint(1, 12)):
            board = slide(board, rng.choice("udlr")) or board
        return board.replace("0", "x")
    return "".join(rng.sample("12345678x", 9))


class Poj1077(Judge):
    goal = "123456780"

    def boards(self, text):
        marks = "".join(text.split()).replace("x", "0")
        return [marks[i:i + 9] for i in range(0, len(marks), 9)]

    def least_way(self, board):
        """The first of the shortest ways in the order u d l r."""
        distances = slide_distances(self.goal)
        if board not in distances:
            return "unsolvable"
        way = ""
        while board != self.goal:
            for direction in "udlr":
                to = slide(board, direction)
                if to and distances[to] == distances[board] - 1:
                    board, way = to, way + direction
                    break
        return way

    def answer(self, text):
        return "".join(self.least_way(board) + "\n" for board in self.boards(text))

    def wrong(self, text, output):
        boards = self.boards(text)
        lines = output.split("\n")
        if lines.pop() != "" or len(lines) != len(boards):
            return f"expected {len(boards)} lines"
        distances = slide_distances(self.goal)
        for board, way in zip(boards, lines):
            if board not in distances:
                if way != "unsolvable":
                    return f"{board} is unsolvable, got {way}"
                continue
            if len(way) != distances[board]:
                return f"{board}: expected {distances[board]} moves, got {way}"
            at = board
            for direction in way:
                at = direction in DIRECTIONS and slide(at, direction)
                if not at:
                    return f"{board}: {way} cannot be played"
            if at != self.goal:
                return f"{board}: {way} does not solve it"
        return None

    def case(self, rng):
        return rng.choice((" ", "  ", "   ")).join(random_eight(rng)) + "\n"


class Hdu1043(Poj1077):
    many = True


class Codevs1225(Judge):
    alias = "luogu-p1379"
    goal = "123804765"

    def answer(self, text):
        length = slide_distances(self.goal).get("".join(text.split()))
        return "unsolvable\n" if length is None else f"{length}\n"

    def case(self, rng):
        if rng.random() < 0.05:
            return self.goal + "\n"
        board = random_eight(rng).replace("x", "0")
        if board not in slide_distances(self.goal) and rng.random() < 0.7:
            a, b = (i for i in range(9) if board[i] in "12")
            board = board[:a] + board[b] + board[a + 1:b] + board[a] + board[b + 1:]
        return board + "\n"


# ---- four in a line -----------------------------------------------------------------------------------


FOUR_LINES = ([[4 * r + c for c in range(4)] for r in range(4)] + [[4 * r + c for r in range(4)] for c in range(4)]
              + [[0, 5, 10, 15], [3, 6, 9, 12]])
NEIGHBOURS = [[4 * (r + dr) + c + dc for dr, dc in DIRECTIONS.values() if 0 <= r + dr < 4 and 0 <= c + dc < 4]
              for r in range(4) for c in range(4)]


def has_line(board):
    return any("".join(board[i] for i in line) in ("BBBB", "WWWW") for line in FOUR_LINES)


class Codevs1004(Judge):
    alias = "luogu-p2346"

    def answer(self, text):
        start = "".join(text.split())
        distances = {(start, "B"): 0, (start, "W"): 0}  # with who moves next
        queue = deque(distances)
        while queue:
            board, turn = queue.popleft()
            if has_line(board):
                return f"{distances[board, turn]}\n"
            for empty in (i for i in range(16) if board[i] == "O"):
                for cell in NEIGHBOURS[empty]:
                    if board[cell] != turn:
                        continue
                    cells = list(board)
                    cells[empty], cells[cell] = turn, "O"
                    to = "".join(cells), "W" if turn == "B" else "B"
                    if to not in distances:
                        distances[to] = distances[board, turn] + 1
                        queue.append(to)
        return "unsolvable\n"

    def case(self, rng):
        board = "".join(rng.sample("BBBBBBBWWWWWWWOO", 16))
        return "".join(board[i:i + 4] + "\n" for i in range(0, 16, 4))


# ---- the lock -----------------------------------------------------------------------------------------


@lru_cache(maxsize=None)
def lock_distances(start):
    distances, queue = {start: 0}, deque([start])
    while queue:
        lock = queue.popleft()
        digits = list(map(int, lock))
        found = []
        for i in range(4):
            for step in (1, -1):
                found.append(digits[:i] + [(digits[i] - 1 + step) % 9 + 1] + digits[i + 1:])
        for i in range(3):
            found.append(digits[:i] + [digits[i + 1], digits[i]] + digits[i + 2:])
        for to in ("".join(map(str, to)) for to in found):
            if to not in distances:
                distances[to] = distances[lock] + 1
                queue.append(to)
    return distances


class Hdu1195(Judge):
    many = True

    def answer(self, text):
        words = text.split()
        count = int(words[0])
        pairs = zip(words[1::2], words[2::2])
        answers = [lock_distances(start)[goal] for start, goal in pairs]
        assert len(answers) == count
        return "".join(f"{answer}\n" for answer in answers)

    def case(self, rng):
        # A table takes a while, so there are no more than thirty starts.
        start = "".join(random.Random(rng.randrange(30)).choices("123456789", k=4))
        goal = "".join(rng.choices("123456789", k=4))
        if rng.random() < 0.05:
            goal = start
        if rng.random() < 0.02:
            start, goal = "1111", "6666"
        return f"{start}\n{goal}\n\n"

    def join(self, cases):
        return f"{len(cases)}\n" + "".join(cases)


# ---- solitaire ----------------------------------------------------------------------------------------


def solitaire_moves(pieces):
    for r, c in pieces:
        for dr, dc in DIRECTIONS.values():
            to = r + dr, c + dc
            if to in pieces:
                to = r + 2 * dr, c + 2 * dc
            if 1 <= to[0] <= 8 and 1 <= to[1] <= 8 and to not in pieces:
                yield pieces - {(r, c)} | {to}


@lru_cache(maxsize=400)
def within_four(pieces):
    seen, layer = {pieces}, {pieces}
    for _ in range(4):
        layer = {to for at in layer for to in solitaire_moves(at)} - seen
        seen |= layer
    return seen


class Hdu1401(Judge):
    many = True

    def answer(self, text):
        numbers = list(map(int, text.split()))
        positions = []
        for i in range(0, len(numbers), 8):
            positions.append(frozenset(zip(numbers[i:i + 8:2], numbers[i + 1:i + 8:2])))
        # Every move can be undone: 8 moves are enough if 4 and 4 meet.
        answers = [within_four(a).isdisjoint(within_four(b)) for a, b in zip(positions[::2], positions[1::2])]
        return "".join("NO\n" if far else "YES\n" for far in answers)

    def position(self, rng):
        cells = [(r, c) for r in range(1, 9) for c in range(1, 9)]
        if rng.random() < 0.7:  # pieces that are near each other can jump
            r, c = rng.randint(1, 6), rng.randint(1, 6)
            cells = [(a, b) for a, b in cells if r <= a < r + 3 and c <= b < c + 3]
        return frozenset(rng.sample(cells, 4))

    def case(self, rng):
        # All that is near four moves takes a while, so there are sixty places to start from and a few ends for each.
        number = rng.randrange(60)
        start = self.position(random.Random(number))
        kind = rng.random()
        if kind < 0.05:
            goal = start
        elif kind < 0.15:
            goal = self.position(random.Random(rng.randrange(60)))
        else:
            goal, walk = start, random.Random(1000 + 4 * number + rng.randrange(4))
            for _ in range(walk.choice((6, 8, 10, 12, 16, 20, 24, 30))):
                goal = walk.choice(sorted(map(sorted, solitaire_moves(goal))))
                goal = frozenset(goal)
        lines = []
        for position in (start, goal):
            places = sorted(position)
            rng.shuffle(places)
            lines.append(" ".join(f"{r} {c}" for r, c in places) + "\n")
        return "".join(lines)


# ---- string rewriting ---------------------------------------------------------------------------------


class Acwing190(Judge):
    alias = "luogu-p1032"

    def answer(self, text):
        pairs = [line.split() for line in lines_of(text)]
        (start, goal), rules = pairs[0], pairs[1:]
        seen, layer = {start}, {start}
        for steps in range(11):
            if goal in layer:
                return f"{steps}\n"
            following = set()
            for string in layer:
                for before, after in rules:
                    at = string.find(before)
                    while at >= 0:
                        following.add(string[:at] + after + string[at + len(before):])
                        at = string.find(before, at + 1)
            layer = following - seen
            seen |= layer
            if len(seen) > 20000:
                raise TooHard
        return "NO ANSWER!\n"

    def case(self, rng):
        while True:
            text = self.any_case(rng)
            try:
                if self.answer(text) != "0\n" or rng.random() < 0.05:
                    return text
            except TooHard:
                pass

    def any_case(self, rng):
        letters = rng.choice(("ab", "abc", "abcdef", "abxyz019", "a;:,/_()", "+-*.>#@$", "where", "xX12"))

        def word(longest):
            return "".join(rng.choices(letters, k=rng.randint(1, longest)))

        longest = rng.choice((2, 3, 4, 20))
        rules = [(word(rng.choice((1, 1, 1, 2, 2, 3, 4))), word(longest)) for _ in range(rng.randint(0, 6))]
        if rng.random() < 0.15:
            rules = [(a, b[:len(a)]) for a, b in rules]
        if rng.random() < 0.1:
            rules = [(a, "->"[:longest]) if i == 0 else (b, a) for i, (a, b) in enumerate(rules)]
        start = word(rng.choice((1, 4, 8, 20)))
        if rng.random() < 0.2:
            return "".join(f"{a} {b}\n" for a, b in [(start, word(rng.choice((1, 4, 20))))] + rules)
        goal = start  # one that can be reached, unless it would grow too long
        for _ in range(rng.choice((0, 1, 2, 4, 6, 8, 9, 10, 11, 12, 14))):
            found = {goal[:at] + b + goal[at + len(a):]
                     for a, b in rules for at in range(len(goal)) if goal.startswith(a, at)}
            goal = rng.choice(sorted(to for to in found if len(to) <= 20) or [goal])
        return "".join(f"{a} {b}\n" for a, b in [(start, goal)] + rules)


# ---- the swap game ------------------------------------------------------------------------------------


# Pairs of cells in the order of seed 000: the upper or left cell in reading order, down before right.
SWAPS = [(cell, to) for cell in range(16) for to in (cell + 4, cell + 1)
         if to < 16 and (to == cell + 4 or cell % 4 < 3)]


@lru_cache(maxsize=150)
def swap_parents(start):
    """A queue filled in the order of the swaps: the way to every board is the least of the shortest."""
    parents, queue = {start: None}, deque([start])
    while queue:
        board = queue.popleft()
        for a, b in SWAPS:
            if board[a] != board[b]:
                to = board[:a] + board[b] + board[a + 1:b] + board[a] + board[b + 1:]
                if to not in parents:
                    parents[to] = board
                    queue.append(to)
    return parents


class LuoguP1225(Judge):
    alias = "swap-moves"

    def ways(self, text):
        marks = "".join(text.split())
        parents = swap_parents(marks[:16])
        return walk_back(parents, marks[16:]) if marks[16:] in parents else None

    def answer(self, text):
        way = self.ways(text)
        if way is None:
            return "unreachable\n"
        lines = [str(len(way) - 1)]
        for before, after in zip(way, way[1:]):
            a, b = (i for i in range(16) if before[i] != after[i])
            lines.append(f"{a // 4 + 1}{a % 4 + 1}{b // 4 + 1}{b % 4 + 1}")
        return "\n".join(lines) + "\n"

    def boards(self, rng):
        # A table takes a while, so there are no more than forty starts.
        fixed = random.Random(rng.randrange(40))
        start = "".join(fixed.choices("01", k=16))
        goal = "".join(rng.sample(start, 16))
        kind = rng.random()
        if kind < 0.05:
            goal = start
        elif kind < 0.1:
            goal = "".join(rng.choices("01", k=16))
        elif kind < 0.12:
            start, goal = f"{0x017f:016b}", f"{0xfe80:016b}"
        elif kind < 0.13:
            start = goal = rng.choice("01") * 16
        return [board[i:i + 4] + "\n" for board in (start, goal) for i in range(0, 16, 4)]

    def case(self, rng):
        return "".join(self.boards(rng))


class LuoguP4289(LuoguP1225):
    alias = "acwing-1105"

    def answer(self, text):
        return super().answer(text).split("\n")[0] + "\n"

    def case(self, rng):
        rows = self.boards(rng)
        return "".join(rows[:4]) + "\n" + "".join(rows[4:])


# ---- Nemo ---------------------------------------------------------------------------------------------


class Poj2049(Judge):
    many = True

    def answer(self, text):
        words = iter(text.split())
        answers = []
        while True:
            walls, doors = int(next(words)), int(next(words))
            if (walls, doors) == (-1, -1):
                return "".join(f"{answer}\n" for answer in answers)
            between = {}  # two neighbouring cells -> "wall" or "door"
            for _ in range(walls):
                x, y, d, t = (int(next(words)) for _ in range(4))
                for i in range(t):
                    between[self.sides(x + i * (d == 0), y + i * (d == 1), d)] = "wall"
            for _ in range(doors):
                x, y, d = (int(next(words)) for _ in range(3))
                between[self.sides(x, y, d)] = "door"
            answers.append(self.doors(between, float(next(words)), float(next(words))))

    @staticmethod
    def sides(x, y, d):
        """The two cells beside the unit of line that begins at x, y. A cell is called by its lower left corner."""
        return frozenset(((x, y), (x, y - 1) if d == 0 else (x - 1, y)))

    @staticmethod
    def doors(between, x, y):
        """Beyond the lines all is outside, so the cells around the outermost lines are enough."""
        if not between:
            return 0
        xs = [c[0] for pair in between for c in pair]
        ys = [c[1] for pair in between for c in pair]
        low_x, high_x, low_y, high_y = min(xs) - 1, max(xs) + 1, min(ys) - 1, max(ys) + 1
        if not (low_x < x < high_x and low_y < y < high_y):
            return 0
        start = int(x), int(y)
        best, queue = {start: 0}, deque([start])
        while queue:
            cell = queue.popleft()
            for dx, dy in DIRECTIONS.values():
                to = cell[0] + dx, cell[1] + dy
                kind = between.get(frozenset((cell, to)))
                if kind == "wall" or not (low_x <= to[0] <= high_x and low_y <= to[1] <= high_y):
                    continue
                count = best[cell] + (kind == "door")
                if count < best.get(to, count + 1):
                    best[to] = count
                    if kind == "door":
                        queue.append(to)
                    else:
                        queue.appendleft(to)
        return best.get((low_x, low_y), -1)

    def case(self, rng):
        side = rng.choice((2, 3, 4, 6))
        shift = rng.choice((1, 1, 5, 199 - side))
        walls, doors, units = [], [], []
        if rng.random() < 0.7:  # a full grid of rooms
            for i in range(side + 1):
                walls += [(shift + i, shift, 1, side), (shift, shift + i, 0, side)]
        for _ in range(rng.randint(0, 8)):
            d = rng.randint(0, 1)
            a, t = rng.randrange(side), rng.randint(1, side)
            t = min(t, side - a)
            b = rng.randint(0, side)
            walls.append((shift + a, shift + b, 0, t) if d == 0 else (shift + b, shift + a, 1, t))
        for x, y, d, t in walls:
            units += [(x + i * (d == 0), y + i * (d == 1), d) for i in range(t)]
        if units:
            chance = rng.choice((0, 0.2, 0.4, 0.6))
            doors = [unit for unit in sorted(set(units)) if rng.random() < chance]
        x, y = (shift + rng.randrange(side) + rng.choice((0.1, 0.5, 0.7)) for _ in range(2))
        if rng.random() < 0.1:
            x, y = x + rng.choice((-side, side)), y + rng.choice((-side, 0, side))
        if rng.random() < 0.03:
            x, y = rng.choice(((0, 0), (-3.5, 2.25), (250, 100.5), (1000000, 1)))
        rng.shuffle(walls)
        rng.shuffle(doors)
        lines = [f"{len(walls)} {len(doors)}"]
        lines += [" ".join(map(str, row)) for row in walls + doors]
        return "\n".join(lines) + f"\n{x:.12g} {y:.12g}\n"

    def join(self, cases):
        return "".join(cases) + "-1 -1\n"


# ---- M x N tiles --------------------------------------------------------------------------------------


@lru_cache(maxsize=None)
def solvable_boards(rows, columns):
    goal = "".join(chr(ord("0") + (i + 1) % (rows * columns)) for i in range(rows * columns))
    return frozenset(slide_distances(goal, rows, columns))


class Poj2893(Judge):
    many = True

    def answer(self, text):
        numbers = list(map(int, text.split()))
        answers, at = [], 0
        while (rows := numbers[at]) and (columns := numbers[at + 1]):
            board = numbers[at + 2:at + 2 + rows * columns]
            at += 2 + rows * columns
            answers.append("YES\n" if self.solvable(board, rows, columns) else "NO\n")
        return "".join(answers)

    @staticmethod
    def solvable(board, rows, columns):
        if rows * columns <= 9:  # every board that can be reached
            return "".join(chr(ord("0") + n) for n in board) in solvable_boards(rows, columns)
        tiles = [n for n in board if n]
        inversions = sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1:])
        if columns % 2 == 0:
            inversions += rows - 1 - board.index(0) // columns
        return inversions % 2 == 0

    def case(self, rng):
        if rng.random() < 0.7:
            rows, columns = rng.choice(((2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2)))
        else:
            rows, columns = rng.randint(2, 12), rng.randint(2, 12)
        board = [(i + 1) % (rows * columns) for i in range(rows * columns)]
        if rng.random() < 0.9:
            rng.shuffle(board)
        lines = [" ".join(map(str, board[i:i + columns])) for i in range(0, rows * columns, columns)]
        return f"{rows} {columns}\n" + "".join(line + "\n" for line in lines)

    def join(self, cases):
        return "".join(cases) + "0 0\n"


JUDGES = {
    "poj-3984": Poj3984(), "poj-1077": Poj1077(), "hdu-1043": Hdu1043(), "codevs-1225": Codevs1225(),
    "codevs-1004": Codevs1004(), "hdu-1195": Hdu1195(), "hdu-1401": Hdu1401(), "acwing-190": Acwing190(),
    "luogu-p4289": LuoguP4289(), "luogu-p1225": LuoguP1225(), "poj-2049": Poj2049(), "poj-2893": Poj2893(),
}


def dress(rng, text):
    """The same input as people and other systems leave it: white space, line ends, blank lines."""
    if rng.random() < 0.5:
        return text
    lines = text.split("\n")[:-1]
    if rng.random() < 0.3:
        lines = [line + " " * rng.choice((0, 0, 1, 2)) + "\t" * (rng.random() < 0.1) for line in lines]
    if rng.random() < 0.2:
        lines = [" " * rng.choice((0, 0, 3)) + line for line in lines]
    if rng.random() < 0.2:
        lines = [line.replace(" ", rng.choice(("  ", "\t", " "))) for line in lines]
    if rng.random() < 0.3:
        lines = [part for line in lines for part in ([line] if rng.random() < 0.8 else [line, rng.choice(("", "  "))])]
    if rng.random() < 0.1:
        lines.insert(0, "")
    text = rng.choice(("\n", "\r\n")).join(lines)
    return text if rng.random() < 0.4 else text + rng.choice(("\n", "\r\n", "\n\n", "\n  \n"))


def main(arguments):
    try:
        if arguments[0] == "--check":
            name, given, output = arguments[1:]
            reason = JUDGES[name].wrong(open(given).read(), open(output).read())
            sys.exit(reason)
        elif arguments[0] == "--generate":
            judge, rng = JUDGES[arguments[1]], random.Random(int(arguments[2]))
            count = int(arguments[3]) if len(arguments) > 3 and judge.many else 1
            sys.stdout.write(judge.join([judge.case(rng) for _ in range(count)]))
        else:
            sys.stdout.write(JUDGES[arguments[0]].answer(sys.stdin.read()))
    except (IndexError, KeyError, ValueError):
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
