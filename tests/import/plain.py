"""Plain searches for the files of other programs. Each reads the file itself and shares nothing with the translation: what
it says is compared with what the tool makes of the same file (run.py)."""

import heapq
import itertools
from collections import deque


def breadth_first(start, neighbours, is_goal):
    """The fewest moves to a goal (None: there is none), and the number of states that can be reached."""
    depth, queue, found = {start: 0}, deque([start]), None
    while queue:
        state = queue.popleft()
        if found is None and is_goal(state):
            found = depth[state]
        for after in neighbours(state):
            if after not in depth:
                depth[after] = depth[state] + 1
                queue.append(after)
    return found, len(depth)


def cheapest(start, neighbours, is_goal):
    """The least cost to a goal, or None."""
    cost, heap = {start: 0}, [(0, 0, start)]
    count, done = 0, set()
    while heap:
        so_far, _, state = heapq.heappop(heap)
        if state in done:
            continue
        done.add(state)
        if is_goal(state):
            return so_far
        for price, after in neighbours(state):
            if so_far + price < cost.get(after, so_far + price + 1):
                cost[after] = so_far + price
                count += 1
                heapq.heappush(heap, (cost[after], count, after))
    return None


# ---- Rush Hour: a state is the place of each car along its line

class Rush:
    def __init__(self, board):
        cells = {}
        for at, letter in enumerate(board):
            cells.setdefault(letter, []).append(divmod(at, 6))
        self.walls = set(cells.get("x", []))
        self.cars = {c: places for c, places in sorted(cells.items()) if c not in "o.x"}
        self.lies = {c: places[0][0] == places[1][0] for c, places in self.cars.items()}
        self.letters = list(self.cars)
        self.start = tuple(self.cars[c][0][1 if self.lies[c] else 0] for c in self.letters)

    def cells(self, state, i):
        c = self.letters[i]
        row, column = self.cars[c][0]
        return [(row, state[i] + k) if self.lies[c] else (state[i] + k, column) for k in range(len(self.cars[c]))]

    def moves(self, state, longest):
        """Pairs of the word of a move and the state that it leads to."""
        taken = self.walls.union(*(self.cells(state, i) for i in range(len(state))))
        for i, c in enumerate(self.letters):
            for way, word in ((-1, "left" if self.lies[c] else "up"), (1, "right" if self.lies[c] else "down")):
                for far in range(1, longest + 1):
                    after = state[:i] + (state[i] + way * far,) + state[i + 1:]
                    front = self.cells(after, i)[0 if way < 0 else -1]
                    if front in taken or not (0 <= front[0] < 6 and 0 <= front[1] < 6):
                        break
                    yield f"{c}-{word}-{far}", after

    def is_out(self, state):
        return self.cells(state, self.letters.index("A"))[-1][1] == 5

    def solve(self, longest=6):
        return breadth_first(self.start, lambda s: [after for _, after in self.moves(s, longest)], self.is_out)

    def play(self, words):
        state = self.start
        for word in words:
            state = dict(self.moves(state, 6))[word]
        return self.is_out(state)


# ---- Sokoban: a state is the keeper and the boxes

class Sokoban:
    WAYS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}

    def __init__(self, rows):
        at = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
        self.walls = {p for p, mark in at.items() if mark == "#"}
        self.targets = {p for p, mark in at.items() if mark in ".*+"}
        keeper = next(p for p, mark in at.items() if mark in "@+")
        self.start = (keeper, frozenset(p for p, mark in at.items() if mark in "$*"))

    def move(self, state, letter):
        """The state after a step; None: it is not possible."""
        (row, column), boxes = state
        down, right = self.WAYS[letter.lower()]
        ahead, behind = (row + down, column + right), (row + 2 * down, column + 2 * right)
        if ahead in self.walls or (ahead in boxes and (behind in self.walls or behind in boxes)):
            return None
        if (ahead in boxes) != letter.isupper():
            return None
        return ahead, boxes - {ahead} | {behind} if ahead in boxes else boxes

    def is_solved(self, state):
        return self.targets <= state[1]

    def solve(self):
        return breadth_first(self.start, lambda s: filter(None, (self.move(s, c) for c in "udlrUDLR")), self.is_solved)

    def fewest_pushes(self):
        """(pushes, steps): the fewest pushes, and the fewest steps with so many; None: it cannot be solved."""
        queue, known = [(0, 0, 0, self.start)], set()
        for number in itertools.count(1):
            if not queue:
                return None
            pushes, steps, _, state = heapq.heappop(queue)
            if state in known:
                continue
            known.add(state)
            if self.is_solved(state):
                return pushes, steps
            for i, letter in enumerate("udlrUDLR"):
                after = self.move(state, letter)
                if after:
                    push = letter.isupper()
                    heapq.heappush(queue, (pushes + push, steps + (not push), 8 * number + i, after))

    def play(self, letters):
        state = self.start
        for letter in letters:
            state = state and self.move(state, letter)
        return bool(state) and self.is_solved(state)


# ---- Edge lists and word lists

def edges_of(text, one_way):
    edges = {}
    for line in text.splitlines():
        words = line.split()
        if not words or words[0][0] in "#;":
            continue
        a, b, cost = words[0], words[1], int(words[2]) if len(words) > 2 else 1
        for start, end in ((a, b),) if one_way else ((a, b), (b, a)):
            edges.setdefault(start, []).append((cost, end))
            edges.setdefault(end, [])
    return edges


def least_cost(text, start, goal, one_way=False):
    edges = edges_of(text, one_way)
    return cheapest(start, lambda node: edges[node], lambda node: node == goal)


def fewest_changes(text, start, goal):
    words = set(text.split())

    def neighbours(word):
        return [other for other in words
                if len(other) == len(word) and sum(a != b for a, b in zip(word, other)) == 1]

    return breadth_first(start, neighbours, lambda word: word == goal)[0]


# ---- Planning tasks in SAS+

class Sas:
    """Reads output.sas, version 3, line by line. A state is a tuple of values."""

    def __init__(self, text):
        self.lines = iter(text.splitlines())
        assert [self.next() for _ in range(4)] == ["begin_version", "3", "end_version", "begin_metric"]
        self.has_costs = self.next() == "1"
        self.next()
        variables = int(self.next())
        for _ in range(variables):
            self.block("end_variable")
        for _ in range(int(self.next())):
            self.block("end_mutex_group")
        self.start = tuple(map(int, self.block("end_state")[1:]))
        self.goal = [tuple(map(int, line.split())) for line in self.block("end_goal")[2:]]
        self.operators = [self.operator() for _ in range(int(self.next()))]

    def next(self):
        return next(self.lines).strip()

    def block(self, end):
        lines = []
        while (line := self.next()) != end:
            lines.append(line)
        return lines

    def operator(self):
        assert self.next() == "begin_operator"
        self.next()
        conditions = [tuple(map(int, self.next().split())) for _ in range(int(self.next()))]
        effects = []
        for _ in range(int(self.next())):
            none, variable, before, after = map(int, self.next().split())
            assert none == 0
            if before >= 0:
                conditions.append((variable, before))
            effects.append((variable, after))
        cost = int(self.next())
        assert self.next() == "end_operator"
        return conditions, effects, cost if self.has_costs else 1

    def after(self, state):
        for conditions, effects, cost in self.operators:
            if all(state[variable] == value for variable, value in conditions):
                changed = list(state)
                for variable, value in effects:
                    changed[variable] = value
                yield cost, tuple(changed)

    def solve(self):
        return cheapest(self.start, self.after, lambda state: all(state[v] == value for v, value in self.goal))


# ---- Twisty puzzles

class Twisty:
    """A state is the pieces of all slots and their orientations; the pieces may be alike, and a piece whose orientation does not
    matter has -1."""

    def __init__(self, text):
        words = [word for line in text.splitlines() if not line.startswith("#") for word in line.split()]
        self.sets, self.moves, self.start = {}, [], None
        while words:
            word = words.pop(0)
            if word == "Name":
                words.pop(0)
            elif word == "Set":
                name, n, turns = words.pop(0), int(words.pop(0)), int(words.pop(0))
                self.sets[name] = n, turns
            else:
                if word == "Move":
                    words.pop(0)
                block = {name: ([i + 1 for i in range(n)], [0] * n) for name, (n, _) in self.sets.items()}
                while (name := words.pop(0)) != "End":
                    n = self.sets[name][0]
                    pieces, words = list(map(int, words[:n])), words[n:]
                    turns = [0] * n
                    if words[0] == "?" or words[0].isdigit():
                        turns, words = [-1 if turn == "?" else int(turn) for turn in words[:n]], words[n:]
                    block[name] = pieces, turns
                if word == "Move":
                    self.moves.append(block)
                else:
                    self.start = tuple((tuple(pieces), tuple(turns)) for pieces, turns in block.values())

    def turned(self, state, move):
        after = []
        for (pieces, turns), (come, by), (_, orientations) in zip(state, move.values(), self.sets.values()):
            after.append((tuple(pieces[i - 1] for i in come),
                          tuple(-1 if turns[i - 1] < 0 else (turns[i - 1] + by[i - 1]) % orientations for i in come)))
        return tuple(after)

    def powers(self):
        """All powers of all moves, tried on pieces that all differ."""
        whole = tuple((tuple(range(1, n + 1)), (0,) * n) for n, _ in self.sets.values())
        for move in self.moves:
            times, state = 1, self.turned(whole, move)
            while state != whole:
                yield move, times
                times, state = times + 1, self.turned(state, move)

    def layers(self):
        """How many states there are at each depth."""
        powers = list(self.powers())

        def after(state):
            for move, times in powers:
                result = state
                for _ in range(times):
                    result = self.turned(result, move)
                yield result

        seen, frontier, counts = {self.start}, [self.start], []
        while frontier:
            counts.append(len(frontier))
            found = dict.fromkeys(new for state in frontier for new in after(state) if new not in seen)
            seen.update(found)
            frontier = list(found)
        return counts
