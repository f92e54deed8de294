#!/usr/bin/env python3
"""Contest solutions to be judged: programs.py NAME < input > output.

Those under WRONG have the mistakes of the errata table, written anew from its descriptions; those under RIGHT are
right, and find other shortest ways than ours; those under ODD do not behave.
"""

import heapq
import sys
import time
from collections import deque

MOVES = {"r": (0, 1), "l": (0, -1), "d": (1, 0), "u": (-1, 0)}


# ---- the eight puzzle


def slides(board):
    at = board.index("x")
    for letter, (dr, dc) in MOVES.items():
        r, c = at // 3 + dr, at % 3 + dc
        if 0 <= r < 3 and 0 <= c < 3:
            cells = list(board)
            cells[at], cells[3 * r + c] = cells[3 * r + c], "x"
            yield letter, "".join(cells)


def inversions_are_even(board):
    tiles = board.replace("x", "")
    return sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1:]) % 2 == 0


def manhattan(board, count_blank):
    total = 0
    for at, tile in enumerate(board):
        home = "12345678x".index(tile)
        if tile != "x" or count_blank:
            total += abs(at // 3 - home // 3) + abs(at % 3 - home % 3)
    return total


def astar(board, close_early, count_blank):
    """close_early: a board is never looked at again once it was generated, by whatever way."""
    heap, best = [(manhattan(board, count_blank), 0, board, "")], {board: 0}
    while heap:
        _, _, at, way = heapq.heappop(heap)
        cost = len(way)
        if at == "12345678x":
            return way
        if cost > best[at]:
            continue
        for letter, to in slides(at):
            if to in best and (close_early or best[to] <= cost + 1):
                continue
            best[to] = cost + 1
            heapq.heappush(heap, (cost + 1 + manhattan(to, count_blank), -cost, to, way + letter))
    return None


def read_eight():
    return "".join(sys.stdin.read().split())


def eight_right():
    board = read_eight()
    print(astar(board, False, False) if inversions_are_even(board) else "unsolvable")


def many_eights_right():
    for line in sys.stdin:
        board = "".join(line.split())
        print(astar(board, False, False) if inversions_are_even(board) else "unsolvable")


def astar_closed_when_generated():
    board = read_eight()
    print(astar(board, True, True) if inversions_are_even(board) else "unsolvable")


def astar_silent_when_unsolvable():
    board = read_eight()
    if inversions_are_even(board):
        print(astar(board, False, False))


def eight_index_minus_one():
    board = read_eight()
    ways = [astar(board, False, False)] if inversions_are_even(board) else []
    print(ways[-1])


def eight_start_not_tested():
    """The template of seed 002: it looks only at what it generates, and an empty way means that there is none."""
    board = read_eight()
    way = astar(board, False, False) if inversions_are_even(board) else ""
    print(way if way else "unsolvable")


def eight_counter_overwritten():
    start = sys.stdin.read().strip().replace("0", "x")
    steps, queue, seen = 0, deque([start]), {start}
    while queue:
        at = queue.popleft()
        if at == "1238x4765":
            break
        steps = 0  # meant as the depth, cleared with every state
        for _, to in slides(at):
            if to not in seen:
                seen.add(to)
                queue.append(to)
    print(steps)


# ---- the maze


def maze_way(cells, least_first=True):
    parents, queue = {(0, 0): None}, deque([(0, 0)])
    while queue:
        r, c = queue.popleft()
        for dr, dc in list(MOVES.values())[::1 if least_first else -1]:
            to = r + dr, c + dc
            if 0 <= to[0] < 5 and 0 <= to[1] < 5 and cells[5 * to[0] + to[1]] == "0" and to not in parents:
                parents[to] = r, c
                queue.append(to)
    at, way = (4, 4), []
    while at:
        way.append(at)
        at = parents.get(at, (0, -1)) if at != (0, -1) else None
    return way[::-1]


def print_cells(way):
    for r, c in way:
        print(f"({r}, {c})")


def maze_right():
    cells = sys.stdin.read().split()
    way = maze_way(cells, least_first=False)
    if cells[0] == "1" or (0, -1) in way:
        print("no path")
    else:
        print_cells(way)


def maze_beyond_32_bits():
    """Right in the lower 32 bits of each number."""
    print_cells((r + (1 << 32), c + (1 << 32)) for r, c in maze_way(sys.stdin.read().split(), least_first=False))


def maze_index_minus_one():
    print_cells(maze_way(sys.stdin.read().split()))


def maze_detour():
    """First right, then down, as long as it goes: depth-first, not the shortest."""
    cells, seen, way = sys.stdin.read().split(), set(), []

    def visit(r, c):
        if not (0 <= r < 5 and 0 <= c < 5) or cells[5 * r + c] == "1" or (r, c) in seen:
            return False
        seen.add((r, c))
        way.append((r, c))
        if (r, c) == (4, 4) or any(visit(r + dr, c + dc) for dr, dc in MOVES.values()):
            return True
        way.pop()
        return False

    visit(0, 0)
    print_cells(way)


# ---- strings


def rewritings(string, rules):
    for before, after in rules:
        at = string.find(before)
        while at >= 0:
            yield string[:at] + after + string[at + len(before):]
            at = string.find(before, at + 1)


def strings(expand_twice):
    pairs = [line.split() for line in sys.stdin if line.strip()]
    (start, goal), rules = pairs[0], pairs[1:]
    back = [(b, a) for a, b in rules]
    ahead, behind = {start}, {goal}
    if start == goal:
        return 0
    for steps in range(1, 11):
        if len(ahead) <= len(behind):
            layer = {to for at in ahead for to in rewritings(at, rules)}
            if expand_twice:  # and the first result is thrown away
                layer = {to for at in layer for to in rewritings(at, rules)}
            ahead = layer
        else:
            behind = {to for at in behind for to in rewritings(at, back)}
        if ahead & behind:
            return steps
        if not ahead or not behind:
            break
    return "NO ANSWER!"


def strings_right():
    print(strings(False))


def strings_expanded_twice():
    print(strings(True))


# ---- the lock, solitaire


def lock_start_not_tested():
    words = sys.stdin.read().split()[1:]
    for start, goal in zip(words[::2], words[1::2]):
        layer, seen, steps = {start}, set(), 0
        while True:
            steps += 1
            following = set()
            for at in layer:
                for i in range(4):
                    for turn in (1, -1):
                        following.add(at[:i] + str((int(at[i]) - 1 + turn) % 9 + 1) + at[i + 1:])
                for i in range(3):
                    following.add(at[:i] + at[i + 1] + at[i] + at[i + 2:])
            if goal in following:
                break
            layer = following - seen
            seen |= layer
        print(steps)


def solitaire_without_a_cap():
    numbers = list(map(int, sys.stdin.read().split()))
    for i in range(0, len(numbers), 16):
        sides = [frozenset(zip(numbers[i + s:i + s + 8:2], numbers[i + s + 1:i + s + 8:2])) for s in (0, 8)]
        seen, layers, steps = [{sides[0]}, {sides[1]}], [{sides[0]}, {sides[1]}], 0
        while not seen[0] & seen[1]:
            side = 0 if len(layers[0]) <= len(layers[1]) else 1
            following = set()
            for pieces in layers[side]:
                for r, c in pieces:
                    for dr, dc in MOVES.values():
                        to = r + dr, c + dc
                        if to in pieces:
                            to = r + 2 * dr, c + 2 * dc
                        if 1 <= to[0] <= 8 and 1 <= to[1] <= 8 and to not in pieces:
                            following.add(pieces - {(r, c)} | {to})
            layers[side] = following - seen[side]
            seen[side] |= following
            steps += 1
        print("YES" if steps <= 8 else "NO")


# ---- swaps


def swap_parents(start):
    parents, queue = {start: None}, deque([start])
    while queue:
        board = queue.popleft()
        for a in range(15, -1, -1):
            for b in (a + 1, a + 4):
                if b > 15 or (b == a + 1 and a % 4 == 3) or board[a] == board[b]:
                    continue
                to = board[:a] + board[b] + board[a + 1:b] + board[a] + board[b + 1:]
                if to not in parents:
                    parents[to] = board, f"{b // 4 + 1}{b % 4 + 1}{a // 4 + 1}{a % 4 + 1}"
                    queue.append(to)
    return parents


def swaps_of(start, goal):
    parents, way = swap_parents(start), []
    if goal not in parents:
        return None
    while parents[goal]:
        goal, move = parents[goal]
        way.append(move)
    return way[::-1]


def swap_moves_right():
    marks = "".join(sys.stdin.read().split())
    way = swaps_of(marks[:16], marks[16:])
    print("\n".join([str(len(way)), *way]))


def swap_moves_there_and_back():
    marks = "".join(sys.stdin.read().split())
    way = swaps_of(marks[:16], marks[16:])
    if len(way) > 2:
        way[1:1] = [way[0], way[0]]
    print("\n".join([str(len(way)), *way]))


def swap_zero_when_unreachable():
    marks = "".join(sys.stdin.read().split())
    print(len(swaps_of(marks[:16], marks[16:]) or []))


# ---- four in a line


LINES = [[4 * r + c for c in range(4)] for r in range(4)] + [[4 * r + c for r in range(4)] for c in range(4)]
LINES += [[0, 5, 10, 15], [3, 6, 9, 12]]


def four_in_line(silent=False, capacity=None):
    start = "".join(sys.stdin.read().split())
    seen = bytearray(capacity) if capacity else None
    layer, known = [(start, "B"), (start, "W")], set()
    for steps in range(20):
        following = []
        for board, turn in layer:
            if capacity:
                seen[int(board.replace("O", "0").replace("B", "1").replace("W", "2"), 3)] = 1
            if any(len({board[i] for i in line}) == 1 and board[line[0]] != "O" for line in LINES):
                if not (silent and steps == 0):
                    print(steps)
                return
            for a in (i for i in range(16) if board[i] == "O"):
                for dr, dc in MOVES.values():
                    r, c = a // 4 + dr, a % 4 + dc
                    if not (0 <= r < 4 and 0 <= c < 4) or board[4 * r + c] != turn:
                        continue
                    cells = list(board)
                    cells[a], cells[4 * r + c] = turn, "O"
                    to = "".join(cells), "W" if turn == "B" else "B"
                    if to not in known:
                        known.add(to)
                        following.append(to)
        layer = following


def four_right():
    four_in_line()


def four_silent_when_a_line_stands():
    four_in_line(silent=True)


def four_largest_index_as_capacity():
    four_in_line(capacity=43036875)


# ---- programs that do not behave


def hang():
    sys.stdin.read()
    time.sleep(1000)


def compute_forever():
    sys.stdin.read()
    while True:
        pass


def silent():
    sys.stdin.read()


def endless():
    sys.stdin.read()
    while True:
        print("u" * 1000)


def no_input():
    print("u")


def wait_for_more():
    for _ in range(1000):
        sys.stdin.readline()
        time.sleep(0.1)


def exit_three():
    sys.stdin.read()
    sys.exit(3)


def memory_hog():
    sys.stdin.read()
    print(len(bytearray(1 << 30)))


if __name__ == "__main__":
    globals()[sys.argv[1]]()
