#!/usr/bin/env python3
"""What A* loses when it closes a state too early: early.py [BOARDS], or early.py 4 1 2 5 x 6 7 3 8

Solves BOARDS boards of the eight puzzle (200; spread evenly over all that can be solved) by A* in three ways and
counts how often the solution found is longer than the shortest, and how many states are expanded. The true distances
come from a breadth-first search from the goal, so nothing here is taken on trust. Of equal sums the state that has come
farther always goes first.
"""

import sys
from heapq import heappop, heappush

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
NEIGHBOURS = [[q for q in (p - 3, p + 3, p - 1, p + 1)
               if 0 <= q < 9 and (q // 3 == p // 3 or q % 3 == p % 3)] for p in range(9)]


def moves(board):
    blank = board.index(0)
    for place in NEIGHBOURS[blank]:
        after = list(board)
        after[blank], after[place] = after[place], 0
        yield tuple(after)


def distances():
    """Breadth-first from the goal: every board that can be solved, with its distance."""
    distance, layer = {GOAL: 0}, [GOAL]
    while layer:
        following = []
        for board in layer:
            for after in moves(board):
                if after not in distance:
                    distance[after] = distance[board] + 1
                    following.append(after)
        layer = following
    return distance


def bound(board, with_blank):
    total = 0
    for place, piece in enumerate(board):
        if piece or with_blank:
            home = (piece - 1) % 9
            total += abs(place // 3 - home // 3) + abs(place % 3 - home % 3)
    return total


def close_when_generated(start, with_blank):
    """The mistake: a state keeps the first path that reached it, and the search stops when the goal is generated."""
    if start == GOAL:
        return 0, 0
    seen, expanded = {start}, 0
    queue = [(bound(start, with_blank), 0, start)]
    while queue:
        _, minus_length, board = heappop(queue)
        expanded += 1
        for after in moves(board):
            length = 1 - minus_length
            if after == GOAL:
                return length, expanded
            if after not in seen:
                seen.add(after)
                heappush(queue, (length + bound(after, with_blank), -length, after))
    return None, expanded


def close_when_taken_out(start, with_blank):
    """As it should be: a state is settled, and the goal is recognised, when it is taken out."""
    best, closed, expanded = {start: 0}, set(), 0
    queue = [(bound(start, with_blank), 0, start)]
    while queue:
        _, minus_length, board = heappop(queue)
        if board in closed:
            continue
        if board == GOAL:
            return -minus_length, expanded
        closed.add(board)
        expanded += 1
        for after in moves(board):
            length = 1 - minus_length
            if length < best.get(after, length + 1):
                best[after] = length
                heappush(queue, (length + bound(after, with_blank), -length, after))
    return None, expanded


WAYS = (("closed when generated, blank counted", close_when_generated, True),
        ("closed when generated", close_when_generated, False),
        ("closed when taken out", close_when_taken_out, False))


def one_board(board):
    for name, search, with_blank in WAYS:
        length, expanded = search(board, with_blank)
        print(f"{name}: {length} moves, {expanded:,} expanded")


def read_board(words):
    """The board that nine words describe; None where it is none, or cannot be solved."""
    if sorted(words) != sorted("12345678x"):
        return None
    tiles = [word for word in words if word != "x"]
    inversions = sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1:])
    return None if inversions % 2 else tuple(0 if word == "x" else int(word) for word in words)


def main():
    if len(sys.argv) == 10:
        board = read_board(sys.argv[1:])
        if board is None:
            sys.exit("a board is 1 to 8 and x, each once, and one that can be solved")
        return one_board(board)
    if len(sys.argv) > 2 or not all(word.isascii() and word.isdigit() and int(word) > 0 for word in sys.argv[1:]):
        sys.exit("usage: early.py [BOARDS], or early.py 4 1 2 5 x 6 7 3 8")
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    distance = distances()
    boards = sorted(distance)
    step = max(1, len(boards) // count)
    sample = boards[step // 2::step][:count]
    too_high = sum(bound(board, True) > distance[board] for board in boards)
    print(f"counting the blank, the bound is too high on {too_high:,} of {len(boards):,} boards")
    for name, search, with_blank in WAYS:
        found = [(search(board, with_blank), distance[board]) for board in sample]
        wrong = sum(length != right for (length, _), right in found)
        worst = max(length - right for (length, _), right in found)
        mean = sum(expanded for (_, expanded), _ in found) // len(found)
        print(f"{name}: {wrong} of {len(found)} too long, at worst by {worst}; {mean:,} expanded on average")


if __name__ == "__main__":
    main()
