"""Spaces of one's own, against plain searches in Python."""

import gc
import heapq
import itertools
import os
import random
import signal
import sys
import threading
import time
import unittest
import weakref
from collections import deque
from functools import lru_cache

import fewest


def plain_bfs(start, successors, is_goal):
    """(length, number of shortest paths by states, states in order of depth)"""
    depth, ways, queue, goals = {start: 0}, {start: 1}, deque([start]), []
    while queue:
        state = queue.popleft()
        if is_goal(state):
            goals.append(state)
        for other in set(successors(state)):
            if other not in depth:
                depth[other], ways[other] = depth[state] + 1, 0
                queue.append(other)
            if depth[other] == depth[state] + 1:
                ways[other] += ways[state]
    length = min((depth[goal] for goal in goals), default=None)
    return length, sum(ways[goal] for goal in goals if depth[goal] == length), depth


def plain_dijkstra(start, steps, goal):
    cost, heap, count = {start: 0}, [(0, 0, start)], 0
    while heap:
        so_far, _, state = heapq.heappop(heap)
        if state == goal:
            return so_far
        if so_far > cost[state]:
            continue
        for step in steps(state):
            if so_far + step.cost < cost.get(step.state, float("inf")):
                cost[step.state] = so_far + step.cost
                count += 1
                heapq.heappush(heap, (cost[step.state], count, step.state))
    return None


def random_graph(dice, undirected):
    names = [dice.choice([n, f"node {n}", (n, "x"), frozenset({n}), n * 2**70, None if n == 3 else -n - 1]) for n in range(dice.randrange(2, 40))]
    names = list(dict.fromkeys(names))
    edges = {name: [] for name in names}
    for _ in range(dice.randrange(len(names) * 3)):
        a, b = dice.choice(names), dice.choice(names)
        edges[a].append(b)
        if undirected:
            edges[b].append(a)
    return names, edges


class Spaces(unittest.TestCase):
    def test_random_graphs_have_the_answers_of_plain_searches(self):
        for seed in range(150):
            dice = random.Random(seed)
            names, edges = random_graph(dice, undirected=seed % 2)
            back = {name: [] for name in names}
            for a, others in edges.items():
                for b in others:
                    back[b].append(a)
            start, goal = dice.choice(names), dice.choice(names)
            length, ways, depth = plain_bfs(start, edges.__getitem__, lambda s: s == goal)
            found = [fewest.bfs(start, edges.__getitem__, goal, all=True), fewest.bfs(start, edges.__getitem__, lambda s: s == goal, all=True),
                     fewest.bfs(start, lambda s: iter(edges[s]), goal, all=True),
                     fewest.bidirectional(start, edges.__getitem__, goal, back.__getitem__, all=True),
                     fewest.astar(start, edges.__getitem__, goal, lambda s: int(s != goal), all=True)]
            if seed % 2:
                found.append(fewest.bidirectional(start, edges.__getitem__, goal, all=True))
            for answer in found:
                self.assertEqual((answer.length, answer.path_count), (length, ways if length is not None else 0), (seed, answer.reason))
                self.assertEqual(answer.status, "unsolvable" if length is None else "solved")
                for path in answer.paths:
                    self.assertEqual((path.states[0], path.states[-1]), (start, goal))
                    for a, b in zip(path.states, path.states[1:]):
                        self.assertIn(b, edges[a])
            whole = fewest.Space(start, edges.__getitem__).explore(hardest=100)
            layers = [list(depth.values()).count(d) for d in range(max(depth.values()) + 1)]
            self.assertEqual(list(whole.layers), layers, seed)
            self.assertEqual(set(whole.hardest), {s for s, d in depth.items() if d == len(layers) - 1}, seed)

    def test_costs_are_those_of_dijkstra(self):
        for seed in range(150):
            dice = random.Random(seed)
            names, edges = random_graph(dice, False)
            most = dice.choice([1, 2, 9, 1000])
            steps = {a: [fewest.Step((a, b, i), b, dice.randrange(0 if seed % 3 == 0 else 1, most + 1)) for i, b in enumerate(others)]
                     for a, others in edges.items()}
            start, goal = dice.choice(names), dice.choice(names)
            wanted = plain_dijkstra(start, steps.__getitem__, goal)
            left = {name: plain_dijkstra(name, steps.__getitem__, goal) for name in names}
            for answer in (fewest.bfs(start, steps.__getitem__, goal), fewest.astar(start, steps.__getitem__, goal, left.__getitem__),
                           fewest.astar(start, steps.__getitem__, goal, lambda s: (left[s] or 0) // 2)):
                self.assertEqual(answer.cost, wanted, seed)
                if wanted is None:
                    continue
                self.assertEqual([(a, b) for a, b, _ in answer.moves], list(zip(answer.states, answer.states[1:])))
                self.assertEqual(sum(steps[a][i].cost for a, _, i in answer.moves), wanted, seed)

    def test_a_state_may_have_thousands_of_successors(self):
        calls = []

        def successors(n):
            calls.append(n)
            return range(n + 1, n + 5001) if n == 0 else [n + 1]

        answer = fewest.bfs(0, successors, 5003)
        self.assertEqual(answer.length, 4)

    def test_many_states_have_the_layers_and_lengths_of_the_rules(self):
        near = [[place for place in range(9) if abs(place // 3 - at // 3) + abs(place % 3 - at % 3) == 1] for at in range(9)]

        def slides(state):
            at = state.index("x")
            for place in near[at]:
                board = list(state)
                board[at], board[place] = board[place], "x"
                yield "".join(board)

        eight = fewest.load("eight")
        self.assertEqual(fewest.Space("12345678x", slides).explore().layers, eight.explore(from_goal=True).layers)
        for start in ("64785x321", "86725431x"):
            shown = " / ".join(" ".join(start[row : row + 3]) for row in (0, 3, 6))
            self.assertEqual(fewest.bfs(start, slides, "12345678x").length, eight.solve(shown).length)
            self.assertEqual(fewest.bfs(start, slides, "12345678x", all=True).path_count, eight.solve(shown, all=True).solution_count)

    def test_each_state_is_asked_for_once_and_those_of_the_path_once_more(self):
        for step in (lambda n: n, lambda n: fewest.Step("go", n, n % 7)):
            calls = []

            def successors(n, step=step):
                calls.append(n)
                return [step(k) for k in range(n + 1, min(n + 2 + n % 100, 2000))]

            answer = fewest.bfs(0, successors, 1999)
            more = calls[-len(answer.moves):]
            self.assertEqual(more, list(answer.states[:-1]))
            self.assertEqual(len(set(calls)), len(calls) - len(more))

    def test_a_star_gives_the_first_of_the_cheapest_paths(self):
        for seed in range(200):
            dice = random.Random(seed)
            names, edges = random_graph(dice, seed % 2)
            steps = {a: [fewest.Step((a, i), b, dice.randrange(1, 4)) for i, b in enumerate(others)] for a, others in edges.items()}
            start, goal = dice.choice(names), dice.choice(names)
            left = {name: plain_dijkstra(name, steps.__getitem__, goal) for name in names}
            low = {name: None if rest is None and dice.random() < 0.5 else dice.randrange((rest or 0) + 1) for name, rest in left.items()}
            every = fewest.bfs(start, steps.__getitem__, goal, all=True)
            found = fewest.astar(start, steps.__getitem__, goal, low.__getitem__)
            self.assertEqual((found.status, found.cost), (every.status, every.cost), seed)
            self.assertEqual(found.paths, every.paths[:1], seed)
            some = fewest.astar(start, steps.__getitem__, goal, low.__getitem__, any=True)
            self.assertEqual(some.cost, every.cost, seed)
            if some:
                self.assertEqual(sum(steps[a][i].cost for a, i in some.moves), every.cost, seed)

    def test_a_bound_that_is_too_high_gives_a_path_nevertheless(self):
        seen = 0
        for seed in range(200):
            dice = random.Random(seed)
            names, edges = random_graph(dice, seed % 2)
            steps = {a: [fewest.Step((a, i), b, dice.randrange(1, 4)) for i, b in enumerate(others)] for a, others in edges.items()}
            start, goal = dice.choice(names), dice.choice(names)
            best = plain_dijkstra(start, steps.__getitem__, goal)
            high = {name: dice.randrange(30) for name in names}
            for some in (False, True):
                found = fewest.astar(start, steps.__getitem__, goal, high.__getitem__, any=some)
                self.assertEqual(found.status, "unsolvable" if best is None else "solved", seed)
                if found:
                    self.assertEqual((found.states[0], found.states[-1]), (start, goal))
                    self.assertEqual(sum(steps[a][i].cost for a, i in found.moves), found.cost, seed)
                    self.assertGreaterEqual(found.cost, best)
                    seen += found.cost > best
        self.assertGreater(seen, 5)

    def test_states_may_have_the_same_hash_or_fail_to_be_compared(self):
        class Alike:
            def __init__(self, n):
                self.n = n

            def __hash__(self):
                return 7

            def __eq__(self, other):
                if self.n == 60 and other.n == 61 or self.n == 61 and other.n == 60:
                    raise KeyError("mine")
                return self.n == other.n

        def double(state):
            return [Alike(state.n + 1), Alike(2 * state.n)]

        self.assertEqual(fewest.bfs(Alike(1), double, Alike(40)).length, plain_bfs(1, lambda n: [n + 1, 2 * n] if n < 99 else [], lambda n: n == 40)[0])
        with self.assertRaisesRegex(KeyError, "mine"):
            fewest.bfs(Alike(1), double, Alike(1000))
        self.assertEqual(fewest.Space(-1, lambda n: [-1, -2, 2**61 - 2]).explore().states, 3)  # of these two have the same hash

    def test_the_first_moves_win(self):
        steps = {"a": [fewest.Step("x", "b"), fewest.Step("y", "c"), fewest.Step("z", "b")], "b": [fewest.Step("u", "d")],
                 "c": [fewest.Step("v", "d")], "d": []}
        self.assertEqual(fewest.bfs("a", steps.__getitem__, "d").moves, ("x", "u"))
        self.assertEqual([path.moves for path in fewest.bfs("a", steps.__getitem__, "d", all=True).paths], [("x", "u"), ("y", "v")])

    def test_equal_states_are_one(self):
        self.assertEqual(fewest.Space(1, lambda n: [1.0, True, 2]).explore().states, 2)

    def test_states_of_many_types_are_told_apart_and_equal_ones_are_one(self):
        class Text(str):  # equal to nothing, as its own functions say
            __hash__ = str.__hash__

            def __eq__(self, other):
                return self is other

        class Pair(tuple):  # equal to tuples
            pass

        for start in (0, "a", (0, 1), b"a", 1.5, None, Text("a"), Pair((0, 1)), frozenset({1})):  # the type of the first decides how states are hashed
            others = [1, 1.0, True, "a", Text("a"), (0, 1), Pair((0, 1)), (0, True), (0.0, 1), b"a", 1.5, None, frozenset({1}), range(3), 2**70]
            kept = dict.fromkeys([start, *others])
            self.assertEqual(fewest.Space(start, lambda _: others).explore().states, len(kept), start)
            found = fewest.bfs(start, lambda _: others, lambda state: state == 2**70)
            self.assertEqual((found.length, found.moves), (1, (2**70,)), start)

    def test_functions_get_the_values_that_were_given(self):
        deep = ()
        for n in range(20):
            deep = (deep, n)
        numbers = [sign * (2**bits + more) for bits in range(64) for more in (-1, 0, 1) for sign in (1, -1)]
        texts = ["", "a", "\0", "é", "日本", "x" * 23, "x" * 24, "y" * 1000, "\U0001f600"]
        values = [*numbers, *texts, *(value.encode() for value in texts), None, (), ((),), (((), ()), ()), ("a",), ("a", 1), (1, "a"), (b"a",), ((1,), 2), (1, (2,)),
                  (1, 2), ("12",), ("1", "2"), tuple(range(23)), tuple(range(24)), tuple(range(300)), (None, "None"), *((n,) for n in numbers), ("\0", 0), ("\0\0",)]
        for others in ([], [deep], ["\ud800"], [2**64], [frozenset()], [0.5, (0.5,)], [True, (True,)], [(1, True)]):  # with these, not all are values
            all_of_them = [*values, *others]
            for order in (all_of_them, all_of_them[::-1]):
                expanded, asked = [], []

                def successors(state):
                    expanded.append(state)
                    return order if state == "start" else []

                found = fewest.bfs("start", successors, lambda state: asked.append(state))
                kept = list(dict.fromkeys(["start", *order]))
                self.assertEqual(found.status, "unsolvable")
                self.assertEqual([repr(state) for state in expanded], [repr(state) for state in kept])
                self.assertEqual(sorted(map(repr, asked)), sorted(map(repr, kept)))

    def test_many_values_may_be_followed_by_other_states(self):
        def successors(n):
            if isinstance(n, float) and n > 4000:
                return []
            return [n + 1, n * 2, (n + 1) * 1.0] if 2000 < n < 2010 else [n + 1, (n * 3, n)[0]] if n < 9000 else []

        for start in (1, 2005, 2.0):
            for is_goal in (lambda n: n == 5000, lambda n: n == 5000.5):
                length, ways, depth = plain_bfs(start, successors, is_goal)
                found = fewest.bfs(start, successors, is_goal, all=True)
                self.assertEqual((found.length, found.path_count), (length, ways if found else 0))
                self.assertEqual(fewest.Space(start, successors).explore().states, len(depth))

    def test_a_list_may_be_used_again(self):
        made = []

        def successors(n):
            made.clear()
            made.extend([n + 1, n * 2])
            return made

        self.assertEqual(fewest.bfs(1, successors, 1000).length, plain_bfs(1, lambda n: [n + 1, n * 2] if n < 1000 else [], lambda n: n == 1000)[0])
        self.assertEqual(fewest.bfs(1, lambda n: (n + 1, n * 2), 1000).length, fewest.bfs(1, successors, 1000).length)

    def test_strings_of_any_length(self):
        for text in ("a" * 1023, "a" * 1024, "a" * 1025, b"a" * 1024, b"a" * 1025, "é" * 600):
            found = fewest.bfs((text, 0), lambda state: [(state[0], state[1] + 1), (state[0][1:], state[1])] if state[1] < 30 else [], (text, 30))
            self.assertEqual((found.length, found.states[-1]), (30, (text, 30)))
            self.assertEqual(fewest.bfs(text, lambda state: [state[1:], state[:-2]], text[:len(text) - 10]).length, 5)

    def test_successors_are_what_an_iteration_gives(self):
        class Later(list):  # a list whose iterator gives something else than what it holds
            def __iter__(self):
                return (n + 1 for n in list.__iter__(self))

        class Once(tuple):
            def __iter__(self):
                return (n + 1 for n in tuple.__iter__(self))

        for kind in (Later, Once):
            found = fewest.bfs(0, lambda n, kind=kind: kind([n, n + 4] if n < 20 else []), 7)
            self.assertEqual((found.states, found.moves), ((0, 1, 2, 7), (1, 2, 7)))

    def test_nothing_is_held_after_a_search(self):
        word, more = "".join(["wo", "rd"]), 2**40
        for last in (word, frozenset({word})):
            before = sys.getrefcount(word), sys.getrefcount(more)

            def successors(state):
                return [(word, more, n) for n in range(100)] if state == word else [last, (word, more)]

            for is_goal in (lambda state: state == 7, lambda state: state == (word, more, 50)):
                fewest.bfs(word, successors, is_goal)
            with self.assertRaises(ZeroDivisionError):
                fewest.bfs(word, successors, lambda state: 1 / 0 if state == (word, more, 50) else False)
            with self.assertRaises(ZeroDivisionError):
                fewest.bfs(word, lambda state: [(word, n) for n in range(9)] if state == word else [1 / 0], 7)
            self.assertEqual((sys.getrefcount(word), sys.getrefcount(more)), before)

    def test_cycles_through_states_are_collected(self):
        class Knot:
            def __init__(self):
                self.states = []

        def kept(knot):
            def successors(state):
                made = [(knot, state[1] + 1), (knot, (state[1] * 2, "x"))] if isinstance(state[1], int) else []
                knot.states += made
                return made
            return successors

        knot = Knot()
        gone = weakref.ref(knot)
        self.assertEqual(fewest.bfs((knot, 0), kept(knot), (knot, 50)).length, 50)
        del knot
        gc.collect()
        self.assertIsNone(gone())

    def test_exceptions_of_functions_come_through(self):
        def fails(*_):
            raise KeyError("mine")

        for call in (lambda: fewest.bfs(0, fails, 1), lambda: fewest.bfs(0, lambda n: [n + 1], fails),
                     lambda: fewest.astar(0, lambda n: [n + 1], 5, fails), lambda: fewest.bidirectional(0, lambda n: [n + 1], 9, fails)):
            with self.assertRaisesRegex(KeyError, "mine"):
                call()

        def half_way():
            yield 1
            raise KeyError("mine")

        with self.assertRaisesRegex(KeyError, "mine"):
            fewest.bfs(0, lambda n: half_way(), 2)
        for wrong in (lambda: fewest.bfs([], lambda n: [n], 1), lambda: fewest.bfs(0, lambda n: [[]], 1), lambda: fewest.bfs(0, lambda n: 7, 1),
                      lambda: fewest.bfs(0, 7, 1), lambda: fewest.bfs(0, lambda n: [fewest.Step("a", 1, "b")], 1),
                      lambda: fewest.Space(0).bfs(), lambda: fewest.Space(0, lambda n: []).bfs(), lambda: fewest.Space().explore(),
                      lambda: fewest.Space(0, lambda n: [], 1).astar()):
            with self.assertRaises(TypeError):
                wrong()
        with self.assertRaises(ValueError):
            fewest.bfs(0, lambda n: [fewest.Step("a", 1, -1)], 1)
        with self.assertRaises((ValueError, OverflowError)):
            fewest.astar(0, lambda n: [n + 1], 5, lambda n: -1)

    def test_what_is_wrong_with_a_number_is_said(self):
        def step(cost):
            return lambda n: [fewest.Step("go", n + 1, cost)]

        for kind, message, call in (
                (TypeError, "the cost of a step is a whole number, not 1.5", lambda: fewest.bfs(0, step(1.5), 3)),
                (TypeError, "the cost of a step is a whole number, not None", lambda: fewest.bfs(0, step(None), 3)),
                (ValueError, "the cost of a step is a whole number from 0 to 4,294,967,294", lambda: fewest.bfs(0, step(2**32), 3)),
                (ValueError, "the cost of a step is a whole number from 0 to 4,294,967,294", lambda: fewest.bfs(0, step(-2**70), 3)),
                (TypeError, "a bound is a whole number or None, not 0.5", lambda: fewest.astar(0, step(1), 3, lambda n: 0.5)),
                (ValueError, "a bound is at least 0", lambda: fewest.astar(0, step(1), 3, lambda n: -1)),
                (ValueError, "a bound is at least 0", lambda: fewest.astar(0, step(1), 3, lambda n: -2**70)),
                (ValueError, "states is a number from 1 to", lambda: fewest.bfs(0, step(1), 3, states=0)),
                (ValueError, "threads is a number from 1 to", lambda: fewest.bfs(0, step(1), 3, threads=0)),
                (TypeError, "time is a number of seconds, not str", lambda: fewest.bfs(0, step(1), 3, time="5")),
                (TypeError, "all: True, or how many solutions to list, is a whole number, not str", lambda: fewest.bfs(0, step(1), 3, all="x")),
                (TypeError, "all is True, or how many", lambda: fewest.bfs(0, step(1), 3, all=None)),
                (ValueError, "all: True, or how many solutions to list, is a number from 1", lambda: fewest.bfs(0, step(1), 3, all=0))):
            with self.assertRaisesRegex(kind, message):
                call()
        self.assertEqual(fewest.astar(0, step(1), 3, lambda n: 2**70 if n > 3 else 0).length, 3)

    def test_functions_that_change_their_mind_are_told_of(self):
        calls = []

        def successors(n):
            calls.append(n)
            return [n + 1] if len(calls) < 7 else []

        with self.assertRaisesRegex(ValueError, r"successors\(0\) gave fewer states than before"):
            fewest.bfs(0, successors, 6)

    def test_control_c_ends_an_iterator_that_has_no_end(self):
        def interrupt():
            time.sleep(0.2)
            os.kill(os.getpid(), signal.SIGINT)

        for endless in (lambda n: itertools.repeat(n), lambda n: map(int, itertools.repeat("7"))):
            waiting = threading.Thread(target=interrupt)
            waiting.start()
            with self.assertRaises(KeyboardInterrupt):
                fewest.bfs(0, endless, -1)
            waiting.join()

    def test_limits_and_progress(self):
        endless = lambda n: [n + 1, n + 2]  # noqa: E731
        self.assertEqual(fewest.bfs(0, endless, -1, states=1000).limit, "states")
        self.assertEqual(fewest.bfs(0, endless, -1, depth=20).limit, "depth")
        self.assertEqual(fewest.bfs(0, endless, -1, time=0.05).limit, "time")
        self.assertEqual(fewest.bfs(0, endless, -1, progress=lambda so_far: False).status, "interrupted")
        with self.assertRaises(fewest.Unsolved):
            fewest.bfs(0, endless, -1, states=1000).path
        self.assertIn(fewest.bfs(0, endless, -1, states=200_000).statistics.remembered, (200_000, 200_001))

        def slow(n):  # more successors than there is room for: the search begins again, in what is left of the time
            time.sleep(0.5 if n == 0 else 0)
            return range(n + 1, n + 18)

        self.assertEqual(fewest.bfs(0, slow, 100, time=0.4).limit, "time")
        self.assertEqual(fewest.bfs(0, slow, 100, time=600).length, 6)

    def test_a_search_may_run_inside_another(self):
        @lru_cache(None)
        def inner(n):
            return fewest.bfs(1, lambda m: [m * 2, m + 1], n + 1).length

        self.assertEqual(fewest.bfs(0, lambda n: [n + 1 + inner(n)], lambda n: n > 20).status, "solved")

    def test_without_a_way_back_the_search_is_from_the_start(self):
        answer = fewest.Space(0, lambda n: [n + 1], 5).bidirectional()
        self.assertEqual((answer.length, answer.statistics.algorithm), (5, "bfs"))


if __name__ == "__main__":
    unittest.main()
