#!/usr/bin/env python3
"""The Python package beside networkx and plain Python, on the same work, in one run: bench/python.py

Each figure is the least processor time of some runs. `rules`: the package gets the puzzle as rules. `successors`: the same Python function makes the moves
for all of them; `no search` is what is left of that work where nothing searches. networkx needs the whole graph first, and making it is part of the work.
"""

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


def manhattan(state):
    return sum(FAR[tile][place] for place, tile in enumerate(state))


def text(state):
    return " ".join("x" if tile == 0 else str(tile) for tile in state)


# ---- Plain Python, as one writes it

def plain_bfs(start, goal, successors):
    before, queue = {start: None}, deque([start])
    while queue:
        state = queue.popleft()
        if state == goal:
            path = []
            while state is not None:
                path.append(state)
                state = before[state]
            return len(path) - 1
        for other in successors(state):
            if other not in before:
                before[other] = state
                queue.append(other)
    return None


def reached(start, successors):
    seen, queue = {start}, [start]
    for state in queue:
        for other in successors(state):
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return queue


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


# ---- What any search must do at least: call the functions, and make, hash and keep their states

def call(function, states):
    for state in states:
        function(state)


def into_a_set(successors, states):
    seen = set()
    for state in states:
        seen.update(successors(state))


def least(work, runs):
    best, answers = float("inf"), set()
    for _ in range(runs):
        began = time.process_time()
        answer = work()
        best = min(best, time.process_time() - began)
        answers.add(str(answer))
    if len(answers) != 1:
        sys.exit(f"different answers: {answers}")
    return best, answers.pop()


def row(title, ours, others):
    mine, answer = least(ours, 5)
    for name, work, runs in others:
        theirs, other = least(work, runs)
        if other != answer:
            sys.exit(f"{title}: {name} says {other}, we {answer}")
        print(f"| {title} | {name} | {theirs * 1e3:,.1f} ms | {mine * 1e3:,.2f} ms | {theirs / mine:,.1f} |", flush=True)


def main():
    dice = random.Random(1)
    puzzle = fewest.load("eight", goal=text(GOAL))
    starts = []
    while len(starts) < 10:
        state = list(GOAL)
        dice.shuffle(state)
        if puzzle.solve(text(state)):
            starts.append(tuple(state))
    hardest = (8, 6, 7, 2, 5, 4, 3, 0, 1)
    graph = [("networkx", lambda: with_networkx(hardest, GOAL, slides, networkx.shortest_path), 1)] if networkx else []
    stars = [("networkx", lambda: with_networkx(hardest, GOAL, slides, lambda g, a, b: networkx.astar_path(g, a, b, lambda s, _: manhattan(s))),
              1)] if networkx else []
    every = reached(hardest, slides)
    print("| work | against | its time | ours | times faster |\n| --- | --- | --- | --- | --- |")
    row("rules: ten random boards", lambda: [puzzle.solve(text(start)).length for start in starts],
        [("plain Python, bfs", lambda: [plain_bfs(start, GOAL, slides) for start in starts], 1),
         ("plain Python, A*", lambda: [plain_astar(start, GOAL, slides, manhattan) for start in starts], 3)])
    row("rules: the hardest board", lambda: puzzle.solve(text(hardest)).length, [("plain Python, bfs", lambda: plain_bfs(hardest, GOAL, slides), 2), *graph])
    row("rules: all 181,440 states", lambda: list(puzzle.explore(from_goal=True).layers), [("plain Python", lambda: plain_layers(GOAL, slides), 2)])
    row("successors: the hardest board, bfs", lambda: fewest.bfs(hardest, slides, GOAL).length,
        [("plain Python, bfs", lambda: plain_bfs(hardest, GOAL, slides), 5), *graph])
    row("successors: the hardest board, from both ends", lambda: fewest.bidirectional(hardest, slides, GOAL).length,
        [("plain Python, bfs", lambda: plain_bfs(hardest, GOAL, slides), 3), *graph])
    row("successors: the hardest board, A*", lambda: fewest.astar(hardest, slides, GOAL, manhattan).length,
        [("plain Python, A*", lambda: plain_astar(hardest, GOAL, slides, manhattan), 5), *stars])
    row("successors: the hardest board, A*, any solution", lambda: fewest.astar(hardest, slides, GOAL, manhattan, any=True).length,
        [("plain Python, A*", lambda: plain_astar(hardest, GOAL, slides, manhattan), 5)])
    row("successors: all states", lambda: list(fewest.Space(GOAL, slides).explore().layers), [("plain Python", lambda: plain_layers(GOAL, slides), 5)])
    asked, bounded = [], []
    plain_astar(hardest, GOAL, lambda state: asked.append(state) or slides(state), lambda state: bounded.append(state) or manhattan(state))
    row("no search: slides called for each state", lambda: call(slides, every), [("plain Python, bfs", lambda: plain_bfs(hardest, GOAL, slides) and None, 5)])
    row("no search: the same, and what it gives into a set", lambda: into_a_set(slides, every),
        [("plain Python, bfs", lambda: plain_bfs(hardest, GOAL, slides) and None, 5)])
    row("no search: both functions called as often as A* does", lambda: call(slides, asked) or call(manhattan, bounded),
        [("plain Python, A*", lambda: plain_astar(hardest, GOAL, slides, manhattan) and None, 5)])


main()
