#!/usr/bin/env python3
"""The Python package beside networkx and plain Python, on the same work, in one run: bench/python.py [WORDS]

Each figure is the least processor time of some runs; ours and theirs take turns. `rules`: the package gets the puzzle as rules. `successors`: the same
Python functions make the moves and know the goal for all of them. `functions alone` is the time of these calls where nothing searches, and `at most` how much
faster a search could be if it took no time itself. networkx needs the whole graph first, and making it is part of the work. With WORDS, only the rows
whose titles have all of them.
"""

import gc
import random
import sys
import time
from collections import deque
from heapq import heappop, heappush

import fewest

try:
    import networkx
except ImportError:
    networkx = None

# ---- The eight puzzle: a state is a tuple, 0 is the blank

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
HARDEST = (8, 6, 7, 2, 5, 4, 3, 0, 1)
NEAR = [[place for place in range(9) if abs(place // 3 - at // 3) + abs(place % 3 - at % 3) == 1] for at in range(9)]
FAR = [[0 if tile == 0 else abs(place // 3 - (tile - 1) // 3) + abs(place % 3 - (tile - 1) % 3) for place in range(9)] for tile in range(9)]


def slides(state):
    at = state.index(0)
    made = []
    for place in NEAR[at]:
        board = list(state)
        board[at], board[place] = board[place], 0
        made.append(tuple(board))
    return made


def slides_one_by_one(state):
    at = state.index(0)
    for place in NEAR[at]:
        board = list(state)
        board[at], board[place] = board[place], 0
        yield tuple(board)


def manhattan(state):
    return sum(FAR[tile][place] for place, tile in enumerate(state))


def text(state):
    return " ".join("x" if tile == 0 else str(tile) for tile in state)


# ---- Other spaces

MODULUS = 300_007


def sums(number):
    return [number * 2 % MODULUS, (number + 1) % MODULUS, (number + 1000) % MODULUS]


def flips(cakes):
    return [cakes[:count][::-1] + cakes[count:] for count in range(2, 9)]


def jumps(at):
    x, y = at
    return [(x + 1, y + 2), (x + 2, y + 1), (x + 2, y - 1), (x + 1, y - 2), (x - 1, y - 2), (x - 2, y - 1), (x - 2, y + 1), (x - 1, y + 2)]


def is_far(at):
    return at[0] * at[0] + at[1] * at[1] >= 200_000


LAMPS = [frozenset(other for other in range(16) if abs(other // 4 - lamp // 4) + abs(other % 4 - lamp % 4) < 2) for lamp in range(16)]


def presses(lit):
    return [lit ^ lamps for lamps in LAMPS]


# ---- Plain Python, as one writes it

def path_length(state, before):
    length = -1
    while state is not None:
        length += 1
        state = before[state]
    return length


def plain_bfs(start, goal, successors):
    before, queue = {start: None}, deque([start])
    while queue:
        state = queue.popleft()
        if state == goal:
            return path_length(state, before)
        for other in successors(state):
            if other not in before:
                before[other] = state
                queue.append(other)
    return None


def plain_bfs_to(start, is_goal, successors):
    before, queue = {start: None}, deque([start])
    while queue:
        state = queue.popleft()
        if is_goal(state):
            return path_length(state, before)
        for other in successors(state):
            if other not in before:
                before[other] = state
                queue.append(other)
    return None


def plain_layers(start, successors):
    seen, layer, counts = {start}, [start], []
    while layer:
        counts.append(len(layer))
        following = []
        for state in layer:
            for other in successors(state):
                if other not in seen:
                    seen.add(other)
                    following.append(other)
        layer = following
    return counts


def plain_astar(start, goal, successors, bound):
    cost, heap, number = {start: 0}, [(bound(start), 0, start)], 0
    done = set()
    while heap:
        _, _, state = heappop(heap)
        if state == goal:
            return cost[state]
        if state in done:
            continue
        done.add(state)
        for other in successors(state):
            if cost[state] + 1 < cost.get(other, 1 << 30):
                cost[other] = cost[state] + 1
                number += 1
                heappush(heap, (cost[other] + bound(other), -number, other))
    return None


def with_networkx(start, goal, successors, method):
    graph = networkx.DiGraph()
    seen, queue = {start}, deque([start])
    while queue:
        state = queue.popleft()
        for other in successors(state):
            graph.add_edge(state, other)
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return len(method(graph, start, goal)) - 1


# ---- Measuring

def seconds_of(work):
    gc.collect()
    began = time.process_time()
    answer = work()
    return time.process_time() - began, str(answer)


def row(title, ours, others, calls=None):
    """calls: what was asked of each function, of which the time is to be told"""
    if not all(word in title for word in sys.argv[1:]):
        return
    alone = None
    for name, work, runs in others:
        mine, theirs, answers = float("inf"), float("inf"), set()
        for turn in range(max(runs, 5)):
            seconds, answer = seconds_of(ours)
            mine = min(mine, seconds)
            answers.add(answer)
            if turn < runs:
                seconds, answer = seconds_of(work)
                theirs = min(theirs, seconds)
                answers.add(answer)
            if calls:
                for_calls = sum(seconds_of(lambda: call(*some))[0] for some in calls)
                alone = min(alone, for_calls) if alone else for_calls
        if len(answers) != 1:
            sys.exit(f"{title}: different answers: {answers}")
        functions = f"{alone * 1e3:,.1f} ms | {theirs / alone:,.1f}" if calls else "|"
        print(f"| {title} | {name} | {theirs * 1e3:,.1f} ms | {mine * 1e3:,.2f} ms | {theirs / mine:,.1f} | {functions} |", flush=True)


def call(function, states):
    if function is slides_one_by_one:
        for state in states:
            for _ in function(state):
                pass
    else:
        for state in states:
            function(state)


def asked_by(search, *functions):
    """What a search asks each of these functions."""
    lists = [[] for _ in functions]
    search(*[(lambda state, asked=asked, function=function: asked.append(state) or function(state)) for asked, function in zip(lists, functions)])
    gc.freeze()  # these lists are no part of what is measured
    return list(zip(functions, lists))


def bfs_row(title, start, goal, successors, runs=5):
    calls = asked_by(lambda asked: plain_bfs(start, goal, asked), successors)
    row(f"successors: {title}", lambda: fewest.bfs(start, successors, goal).length,
        [("plain Python, bfs", lambda: plain_bfs(start, goal, successors), runs),
         *([("networkx", lambda: with_networkx(start, goal, successors, networkx.shortest_path), 1)] if networkx else [])], calls)


def rules():
    dice = random.Random(1)
    puzzle = fewest.load("eight", goal=text(GOAL))
    starts = []
    while len(starts) < 10:
        state = list(GOAL)
        dice.shuffle(state)
        if puzzle.solve(text(state)):
            starts.append(tuple(state))
    row("rules: ten random boards", lambda: [puzzle.solve(text(start)).length for start in starts],
        [("plain Python, bfs", lambda: [plain_bfs(start, GOAL, slides) for start in starts], 1),
         ("plain Python, A*", lambda: [plain_astar(start, GOAL, slides, manhattan) for start in starts], 3)])
    row("rules: the hardest board", lambda: puzzle.solve(text(HARDEST)).length,
        [("plain Python, bfs", lambda: plain_bfs(HARDEST, GOAL, slides), 2),
         *([("networkx", lambda: with_networkx(HARDEST, GOAL, slides, networkx.shortest_path), 1)] if networkx else [])])
    row("rules: all 181,440 states", lambda: list(puzzle.explore(from_goal=True).layers), [("plain Python", lambda: plain_layers(GOAL, slides), 2)])


def own_spaces():
    bfs_row("whole numbers", 1, 299_000, sums)
    bfs_row("tuples, the hardest eight puzzle", HARDEST, GOAL, slides)
    bfs_row("the same, yielded", HARDEST, GOAL, slides_one_by_one)
    bfs_row("strings, pancakes", "hfbdgace", "abcdefgh", flips)
    bfs_row("frozensets, lamps", frozenset(), frozenset(range(16)), presses)
    knight = asked_by(lambda asked, known: plain_bfs_to((0, 0), known, asked), jumps, is_far)
    row("successors: pairs, a knight, the goal is a function", lambda: fewest.bfs((0, 0), jumps, is_far).length,
        [("plain Python, bfs", lambda: plain_bfs_to((0, 0), is_far, jumps), 3)], knight)
    stars = asked_by(lambda asked, bounded: plain_astar(HARDEST, GOAL, asked, bounded), slides, manhattan)
    row("successors: the hardest eight puzzle, A*", lambda: fewest.astar(HARDEST, slides, GOAL, manhattan).length,
        [("plain Python, A*", lambda: plain_astar(HARDEST, GOAL, slides, manhattan), 5)], stars)
    row("successors: the hardest eight puzzle, A*, any solution", lambda: fewest.astar(HARDEST, slides, GOAL, manhattan, any=True).length,
        [("plain Python, A*", lambda: plain_astar(HARDEST, GOAL, slides, manhattan), 5)], stars)
    row("successors: the hardest eight puzzle, from both ends", lambda: fewest.bidirectional(HARDEST, slides, GOAL).length,
        [("plain Python, bfs", lambda: plain_bfs(HARDEST, GOAL, slides), 3)])
    row("successors: all states of the eight puzzle", lambda: list(fewest.Space(GOAL, slides).explore().layers),
        [("plain Python", lambda: plain_layers(GOAL, slides), 5)], asked_by(lambda asked: plain_layers(GOAL, asked), slides))


def main():
    print("| work | against | its time | ours | times faster | functions alone | at most |\n| --- | --- | --- | --- | --- | --- | --- |")
    rules()
    own_spaces()


main()
