"""Puzzles, against the answers of the tool where it is there ($FEWEST), and by themselves."""

import json
import os
import pickle
import random
import signal
import subprocess
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fewest

TOOL = os.environ.get("FEWEST")
SLOW = bool(os.environ.get("FEWEST_SANITIZED"))

LEVELS = "######\n#@ $.#\n#  $ #\n#.   #\n######\n\n #####\n##   #\n#. $ #\n#@$ .#\n######\n"


def told(*arguments):
    """What the tool says as JSON."""
    done = subprocess.run([TOOL, *map(str, arguments), "--json"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


@unittest.skipUnless(TOOL, "the tool is not there: FEWEST is not set")
class TheToolAgrees(unittest.TestCase):
    def test_on_every_built_in_puzzle(self):
        seen = 0
        for builtin in fewest.builtins():
            if builtin.is_family:
                continue
            limits = {"time": 60 if SLOW else 20, "states": 300_000}
            puzzle = fewest.load(builtin.name)
            mine = puzzle.solve(all=3, **limits) if puzzle.has_start and puzzle.has_goal else None
            if mine is None or mine.status == "limit":
                continue
            tools = told("solve", builtin.name, "--all=3", "--show", "--no-tables", "--states", limits["states"])
            self.assertEqual(mine.status, tools["status"], builtin.name)
            self.assertEqual(mine.length, tools["length"], builtin.name)
            if mine:
                self.assertEqual(mine.cost, tools["cost"], builtin.name)
                self.assertEqual(mine.solution_count, tools["solution_count"], builtin.name)
                self.assertEqual([list(s) for s in mine.solutions], tools["solutions"], builtin.name)
                self.assertEqual(list(mine.states), tools["states"], builtin.name)
                self.assertTrue(puzzle.check(mine.moves), builtin.name)
                self.assertTrue(puzzle.check(str(mine.solution)), builtin.name)
                seen += 1
        self.assertGreater(seen, 20)

    def test_on_whole_spaces(self):
        for name in ("eight", "lock", "frogs", "tiles-2x3", "two-jugs", "pancake-7"):
            mine, tools = fewest.load(name).explore(hardest=3), told("explore", name, "--hardest", 3)
            self.assertEqual(mine.states, tools["states"], name)
            self.assertEqual(list(mine.layers), tools["depths"], name)

    def test_on_mistakes_and_their_places(self):
        text = "board 2 x 2\npieces a .\nmove a y -> . a\nstart a . / . .\ngoal . . / . a\n"
        with tempfile.NamedTemporaryFile("w", suffix=".few") as file:
            file.write(text)
            file.flush()
            tools = told("solve", file.name)
            with self.assertRaises(fewest.PuzzleError) as raised:
                fewest.load(file.name)
        error = raised.exception
        self.assertEqual((error.line, error.column, error.message), (tools["line"], tools["column"], tools["error"]))
        self.assertEqual(error.hint, tools["hint"])
        self.assertIn("^", str(error))


class Puzzles(unittest.TestCase):
    def test_are_solved_with_a_start_that_is_given_and_stay_as_they_are(self):
        puzzle = fewest.load("eight")
        self.assertEqual(puzzle.solve("1 2 3 / 4 5 6 / 7 x 8").moves, ("r",))
        self.assertEqual(puzzle.solve().length, 19)
        self.assertEqual(puzzle.start, "234 / 15x / 768")
        other = puzzle.with_start("1 2 3 / 4 5 6 / x 7 8")
        self.assertEqual((other.solve().length, other.start, puzzle.solve().length), (2, "123 / 456 / x78", 19))
        self.assertEqual(puzzle.with_goal("2 3 4 / 1 5 8 / 7 6 x").solve().moves, ("d",))
        self.assertEqual(fewest.load("eight", start="1 2 3 / 4 5 6 / 7 x 8").solve().length, 1)

    def test_have_no_solution_where_that_is_proved(self):
        answer = fewest.load("eight").solve("1 2 3 / 4 5 6 / 8 7 x")
        self.assertEqual((answer.status, answer.length, answer.cost, bool(answer), answer.solutions), ("unsolvable", None, None, False, ()))
        with self.assertRaises(fewest.Unsolvable):
            answer.moves

    def test_keep_to_limits(self):
        klotski = fewest.load("klotski")
        for limits, word in (({"states": 500}, "states"), ({"depth": 5}, "depth"), ({"time": 1e-6}, "time")):
            answer = klotski.solve(**limits)
            self.assertEqual((answer.status, answer.limit), ("limit", word))
            with self.assertRaises(fewest.Unsolved):
                answer.states
        self.assertEqual(fewest.load("eight").solve(depth=0).limit, "depth")
        self.assertEqual(fewest.load("eight").solve(memory="1G").length, 19)
        for wrong in ({"time": 0}, {"time": -1}, {"states": -1}, {"memory": "much"}, {"algorithm": "dfs"}, {"all": 0}, {"threads": -1}):
            with self.assertRaises(ValueError, msg=wrong):
                klotski.solve(**wrong)
        with self.assertRaises(TypeError):
            klotski.solve(states="many")

    def test_count_all_shortest_solutions(self):
        answer = fewest.load("frogs").solve(all=True)
        self.assertEqual(answer.solution_count, len(answer.solutions))
        self.assertEqual(len({solution.moves for solution in answer.solutions}), answer.solution_count)
        self.assertEqual(len(fewest.load("two-jugs").solve(all=1).solutions), 1)

    def test_are_explored_and_give_their_layers_away(self):
        whole = fewest.load("tiles-2x3").explore(from_goal=True, hardest=0)
        self.assertEqual(bytes(memoryview(whole.layers).cast("B"))[:8], (1).to_bytes(8, "little"))
        self.assertEqual((sum(whole.layers), whole.depth, whole.hardest, whole.is_whole), (360, 21, (), True))
        part = fewest.load("eight").explore(depth=3)
        self.assertEqual((part.status, part.limit, len(part.layers)), ("limit", "depth", 4))
        try:
            import numpy
        except ImportError:
            return
        self.assertEqual(numpy.asarray(whole.layers).dtype, numpy.uint64)
        self.assertEqual(int(numpy.asarray(whole.layers).sum()), 360)

    def test_become_graphs(self):
        graph = fewest.load("wolf-goat-cabbage").graph()
        self.assertEqual((len(graph.states), graph.is_whole, list(graph.depths)[0]), (10, True, 0))
        for edge in graph:
            self.assertIn(edge.target, range(10))
        goal = min(graph.depths[node] for node in graph.goals)
        self.assertEqual(goal, fewest.load("wolf-goat-cabbage").solve().length)
        self.assertFalse(fewest.load("eight").graph(depth=2).is_whole)
        try:
            import networkx
        except ImportError:
            return
        other = graph.to_networkx()
        last = str(graph.states[graph.goals[0]])
        self.assertEqual(networkx.shortest_path_length(other, str(graph.states[0]), last), goal)

    def test_make_starts(self):
        puzzle = fewest.load("eight")
        starts = puzzle.generate(5, depth=14, seed=3)
        self.assertEqual(len(set(starts)), 5)
        self.assertEqual({puzzle.solve(start).length for start in starts}, {14})
        self.assertEqual(puzzle.generate(5, depth=14, seed=3), starts)
        with self.assertRaises(fewest.PuzzleError):
            puzzle.generate(depth=99)

    def test_are_read_from_files_of_other_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "levels.xsb")
            path.write_text(LEVELS)
            self.assertEqual(fewest.levels(path), 2)
            self.assertEqual([fewest.load(path, level=level).solve().length for level in (1, 2)], [7, 10])
            pushes = fewest.load(path, level=2, count="pushes").solve()
            self.assertLess(pushes.cost, 10)
            with self.assertRaises(fewest.PuzzleError):
                fewest.load(path, level=3)
            with self.assertRaises(fewest.PuzzleError):
                fewest.load("eight", level=1)
            with self.assertRaises(fewest.PuzzleError):
                fewest.load(Path(folder, "none.few"))
        self.assertEqual(fewest.parse("00\n10\n").solve().length, 2)
        with self.assertRaisesRegex(fewest.PuzzleError, "did you mean|eight"):
            fewest.load("eigth")

    def test_check_what_is_played(self):
        puzzle = fewest.load("eight")
        self.assertEqual(puzzle.check("u").verdict, "misses the goal")
        failed = puzzle.check("rrr")
        self.assertEqual((failed.solves, failed.verdict, failed.played), (False, "a move fails", 0))
        self.assertEqual(failed.state, puzzle.start)

    def test_go_to_another_process_and_come_back(self):
        puzzle = fewest.load("eight", goal="1 2 3 / 8 x 4 / 7 6 5").with_start("2 8 3 / 1 6 4 / 7 x 5")
        answer = puzzle.solve(all=True)
        for value in (puzzle, answer, answer.solution, answer.states, answer.states[0], puzzle.explore(depth=2), puzzle.graph(depth=1),
                      answer.statistics, fewest.PuzzleError("a", "b", "c", 1, 2)):
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                other = pickle.loads(pickle.dumps(value, protocol))
                self.assertEqual(repr(other), repr(value))
        other = pickle.loads(pickle.dumps(answer))
        self.assertEqual(other.solutions, answer.solutions)
        self.assertEqual(other.solution.svg, answer.solution.svg)
        self.assertEqual(other.puzzle.solve().moves, answer.moves)

    def test_have_handles_that_nobody_makes(self):
        for kind in (fewest._core.Puzzle, fewest._core.Answer):
            with self.assertRaises(TypeError):
                kind()


HARD = "8 6 7 / 2 5 4 / 3 x 1"


class Progress(unittest.TestCase):
    def long(self, **more):
        """Something that takes long, unless it is ended."""
        return fewest.load("fifteen").solve("15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 x", algorithm="bfs", time=120, **more)

    def test_is_told_and_may_end_the_search(self):
        seen = []

        def enough(so_far):
            seen.append(so_far)
            return len(seen) < 3

        answer = self.long(progress=enough)
        self.assertEqual((answer.status, len(seen)), ("interrupted", 3))
        self.assertIsInstance(seen[0], fewest.Statistics)
        self.assertLessEqual(seen[0].expanded, seen[2].expanded)

    def test_hands_on_exceptions(self):
        def fails(so_far):
            raise KeyError("mine")

        with self.assertRaisesRegex(KeyError, "mine"):
            self.long(progress=fails)
        with self.assertRaises(TypeError):
            self.long(progress=3)

    def test_cannot_use_the_puzzle_itself(self):
        puzzle = fewest.load("fifteen", start="15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 x")
        with self.assertRaisesRegex(RuntimeError, "in use"):
            puzzle.solve(algorithm="bfs", time=120, progress=lambda so_far: puzzle.explore())
        self.assertEqual(puzzle.solve("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 x 15").length, 1)

    def test_control_c_ends_a_search(self):
        timer = threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            self.long()
        timer.join()

    def test_other_threads_run_meanwhile(self):
        ticks = []
        stop = threading.Event()

        def tick():
            while not stop.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.001)

        thread = threading.Thread(target=tick)
        thread.start()
        calls = []
        self.long(progress=lambda so_far: calls.append(len(ticks)) or len(calls) < 4)
        stop.set()
        thread.join()
        self.assertGreater(calls[3], calls[0] + 3)

    def test_threads_share_a_puzzle_and_take_turns(self):
        puzzle = fewest.load("eight")
        starts = puzzle.generate(24, seed=5)
        wanted = [puzzle.solve(start).moves for start in starts]
        with ThreadPoolExecutor(4) as pool:
            self.assertEqual([answer.moves for answer in pool.map(puzzle.solve, starts)], wanted)


class Memory(unittest.TestCase):
    def test_does_not_grow(self):
        """FEWEST_CYCLES: how often a puzzle is loaded, solved and freed."""
        cycles = int(os.environ.get("FEWEST_CYCLES", "300" if SLOW else "3000"))

        def resident():
            return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")

        def cycle():
            fewest.load("two-jugs").solve(all=True)
            fewest.bfs(0, lambda n: [n + 1, n * 2], 10)
            try:
                fewest.parse("board 1 x 1\n")
            except fewest.PuzzleError:
                pass

        for _ in range(cycles // 3):
            cycle()
        before = resident()
        for _ in range(cycles):
            cycle()
        if not SLOW:  # the sanitizers keep what is freed for a while
            self.assertLess(resident() - before, 4 << 20)


if __name__ == "__main__":
    random.seed(1)
    unittest.main()
