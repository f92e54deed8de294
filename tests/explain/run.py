#!/usr/bin/env python3
"""`fewest explain` from outside: every fact it states is compared with `explore` and `solve`, and with the naive interpreter in
tests/oracle, which shares no code with it; for all built-in puzzles and the corpus in tests/puzzles. The tool is $FEWEST."""

import functools
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "oracle")]
import few  # noqa: E402
from outside import Result, equal, expect, run_cases  # noqa: E402

TOOL = os.environ["FEWEST"]
CORPUS = sorted((HERE.parent / "puzzles").glob("*.few"))
SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))  # then the tool takes far longer
CORPUS = CORPUS[::15 if SANITIZED else 2]
FAMILIES = ("ball-sort-2-3", "ball-sort-3-3", "queens-4", "queens-5", "cube-1x3x3", "hanoi-4-3", "hanoi-5-4", "lights-out-3x4", "missionaries-3-2", "missionaries-5-3", "pancake-7", "tiles-3x4", "tiles-2x3", "tiles-5x5", "topspin-8-3")
LOOKED_AT = 150  # states that the interpreter goes through, in whole layers
folder = None


def enter(place):
    global folder
    folder = place


def run(*arguments, status=0, text=None):
    done = Result(subprocess.run([TOOL, *arguments], input=text and text.encode(), capture_output=True, cwd=folder, timeout=300))
    equal(done.status, status, arguments, done)
    return done


def run_json(*arguments, status=0, text=None):
    return json.loads(run(*arguments, "--json", status=status, text=text).out)


@functools.lru_cache(maxsize=None)
def facts_of(name):
    return run_json("explain", name)


def builtins():
    listed = json.loads(run("list", "--json").out)["puzzles"]
    return ([puzzle["name"] for puzzle in listed if not puzzle["family"]] + list(FAMILIES))[::4 if SANITIZED else 1]


def everything():
    return builtins() + [str(path) for path in CORPUS]


def oracle(name):
    """The puzzle as the interpreter reads it; None: it is no text of the language."""
    text = Path(name).read_text(encoding="utf-8") if name.endswith(".few") else run("print", name).out
    return None if re.match(r"\s*[01]", text) else few.Puzzle(text)


# ---- Against explore and solve

def test_numbers_of_states():
    for name in everything():
        facts = facts_of(name)
        limit = () if facts["whole"] else ("--states", "1000000")
        explored = run_json("explore", name, *limit, status=0 if facts["whole"] else 3)
        equal(facts["reached"], explored["states"], name, "reached")
        equal(facts["depth"], explored["max_depth"], name, "depth")
        equal(facts["whole"], explored["status"] == "explored", name, "whole")
        if facts["formula"] is None or facts["longest"] is None:  # explore counts no strings
            equal(facts["possible"], explored["space"], name, "possible")
        if facts["measured_all"]:
            expect(facts["whole"] and facts["measured"] == facts["reached"], name, "all states were measured")
            if explored["method"] != "sets" and explored["symmetry"] == 1:
                expect(facts["moves_mean"] <= explored["branching_factor"] * (1 + 1e-5), name, "branching", explored["branching_factor"])
        if facts["possible"] is not None:
            expect(facts["reached"] <= facts["possible"] and facts["at_most"] <= facts["possible"], name, facts)
            expect(facts["possible"] <= 2 ** facts["bits"], name, "does not fit into its bits")
        if facts["at_most"] is not None:
            expect(facts["reached"] <= facts["at_most"], name, "at most")
        if facts["orbit"] is not None and facts["whole"]:
            expect(facts["reached"] == facts["orbit"], name, "orbit")
        if facts["parity"]:
            expect(facts["at_most"] is None or facts["at_most"] * 2 <= facts["possible"] + 1, name, "parity")


def value(formula):
    """Of factorials, powers, products and quotients."""
    text = re.sub(r"(\d+)!", r"factorial(\1)", formula).replace("^", "**").replace("/", "//")
    return eval(text, {"factorial": math.factorial, "__builtins__": {}})  # only digits and signs are left


def test_formulas():
    seen = 0
    for name in everything():
        facts = facts_of(name)
        if facts["formula"] is None:
            expect(facts["possible"] is None, name, "has a number and no formula")
            continue
        expect(re.fullmatch(r"[0-9!^*/() -]+", facts["formula"]), name, facts["formula"])
        number = value(facts["formula"])
        if facts["possible_about"] is None:  # too large for a number
            expect(number > 10 ** 300, name, facts["formula"])
            continue
        expect(abs(number - facts["possible_about"]) <= 1e-5 * number, name, facts["formula"], facts["possible_about"])
        if facts["possible"] is not None:
            equal(number, facts["possible"], name, facts["formula"])
        seen += 1
    expect(seen > len(CORPUS) // 3, seen)


def test_search_is_the_one_that_solve_runs():
    runs_first = 0
    for name in everything():
        facts = facts_of(name)
        solved = json.loads(subprocess.run([TOOL, "solve", name, "--json", "--time", "5"], capture_output=True, timeout=300).stdout)
        words = [choice["search"] for choice in facts["choices"]]
        equal(facts["search"], words[0], name)
        expect(solved["algorithm"] in words, name, solved["algorithm"], words)
        if solved["algorithm"] == words[0]:
            runs_first += 1
        last = facts["choices"][-1]
        expect(last["gives_up_after"] is None and all(c["gives_up_after"] for c in facts["choices"][:-1]), name, words)
        if facts["unsolvable"]:
            equal(solved["status"], "unsolvable", name)
    expect(runs_first > len(CORPUS) // 2, runs_first)


def test_reason_and_store_are_those_of_solve():
    for name in ("eight", "klotski", "maze", "lock", "two-jugs", "strings", "swap", "four-in-line", "solitaire",
                 str(HERE.parent / "puzzles/bridge-and-torch.few")):
        facts, said = facts_of(name), run("solve", name, "--why").out
        expect(f"{facts['search']}: {facts['search_why']}" in said, name, facts["search_why"], said)
        expect(run_json("solve", name)["store"] in (facts["store"], facts["store_later"]), name, facts["store"])


# ---- Against the interpreter

def looked_at(puzzle):
    """How many states of it the interpreter goes through: fewer where the board is large, since each takes longer."""
    large = 0 if puzzle.is_string else puzzle.rows * puzzle.columns / 64
    return LOOKED_AT if large <= 1 else int(LOOKED_AT / large ** 2)


def whole_layers(name, most):
    """How many states the first layers have, as many of them as stay small; and how many layers that are."""
    explored = json.loads(subprocess.run([TOOL, "explore", name, "--json", "--states", str(4 * most)], capture_output=True,
                                         timeout=300).stdout)
    total = layers = 0
    for states in explored["depths"]:
        if total and total + states > most:
            break
        total, layers = total + states, layers + 1
    return total, layers


def nearest(puzzle, layers):
    """The states of the first layers, by moves, whatever these cost."""
    known = dict.fromkeys(puzzle.starts(), 0)
    for state in (order := list(known)):
        if known[state] + 1 >= layers:
            break
        for step in puzzle.steps(state):
            if step.state not in known:
                known[step.state] = known[state] + 1
                order.append(step.state)
    return list(known)


def cheapest(steps):
    """Of the moves that lead to the same state, the one that counts."""
    best = {}
    for step in steps:
        if step.state not in best or step.cost < best[step.state].cost:
            best[step.state] = step
    return best.values()


def check_moves(name, puzzle, states, facts):
    steps = {state: puzzle.steps(state) for state in states}
    counts = [len({step.state for step in steps[state]}) for state in states]
    costs = [step.cost for state in states for step in cheapest(steps[state])]
    equal((facts["measured"], facts["moves_least"], facts["moves_most"]), (len(states), min(counts), max(counts)), name)
    expect(abs(facts["moves_mean"] - sum(counts) / len(states)) < 1e-4, name, facts["moves_mean"], sum(counts) / len(states))
    equal((facts["cost_least"], facts["cost_most"]), (min(costs, default=None), max(costs, default=None)), name)
    if facts["equal_costs"]:
        expect(all(cost == 1 for cost in costs), name, "costs differ")
    if facts["goal"] != "none":
        goals = sum(puzzle.is_goal(state) for state in states)
        equal(facts["goals_met"], goals, name, "goals")
        expect(facts["goals"] is None or goals <= facts["goals"], name, "more goals than are listed")


def check_undoing(name, puzzle, states, facts):
    def undone(state, step):
        return any(back.state == state and back.cost == step.cost for back in puzzle.steps(step.state))
    one_way = [(state, step) for state in states for step in cheapest(puzzle.steps(state)) if not undone(state, step)]
    if facts["undone"]:
        worse = [(state, step) for state in states for step in puzzle.steps(state) if not undone(state, step)]
        expect(not worse, name, "this move cannot be undone", worse[:1])
    elif facts["one_way_state"] is not None:
        state = puzzle.parse_state(facts["one_way_state"])
        after = puzzle.follow(state, [facts["one_way_move"]])
        expect(any(step.state == after and not undone(state, step) for step in puzzle.steps(state)), name, facts["one_way_state"])
    else:
        expect(not one_way, name, "a move that cannot be undone was not met", one_way[:1])


def test_moves_goals_and_undoing():
    compared = 0
    for name in everything():
        puzzle = oracle(name)
        if puzzle is None:
            continue
        puzzle.steps = functools.lru_cache(maxsize=None)(puzzle.steps)  # asked for again and again
        most = looked_at(puzzle)
        count, layers = whole_layers(name, most)
        if count > 3 * most:
            continue
        facts = run_json("explain", name, "--states", str(count))
        states = nearest(puzzle, layers)
        if facts["measured"] != count:  # strings of any length: the last layer has no room for its moves
            expect(facts["longest"] is None and facts["measured"] < count, name, facts["measured"], count)
            continue
        equal(len(states), count, name, "layers")
        check_moves(name, puzzle, states, facts)
        check_undoing(name, puzzle, states, facts)
        compared += 1
    expect(compared > len(CORPUS) // 2, compared)


def test_strings_and_pieces():
    for path in CORPUS:
        puzzle, facts = few.load(path), run_json("explain", str(path), "--states", "300")
        if puzzle.is_string:
            equal((facts["hash"], facts["ranks"]), ("none", None), path.name)
            equal(facts["formula"] is None, facts["longest"] is None, path.name)
            if facts["longest"] is not None:
                expect(all(len(state) <= facts["longest"] for state in nearest(puzzle, 3)), path.name)
        else:
            equal(facts["cells"], puzzle.rows * puzzle.columns, path.name)
            expect(facts["changing"] <= facts["cells"] and facts["vars"] <= len(puzzle.vars), path.name)
            equal(facts["starts"], len(puzzle.starts()), path.name)


# ---- Single puzzles

def test_known_facts():
    eight = run_json("explain", "eight")
    equal([eight[key] for key in ("bits", "formula", "possible", "parity", "reached", "depth", "hash", "moves_least", "moves_most", "goal")],
          [36, "9!", 362880, True, 181440, 31, "multiset rank", 2, 4, "one state"])
    expect("Cantor expansion" in eight["hash_why"], eight["hash_why"])
    equal(run_json("explain", "swap")["hash"], "multiset rank")
    equal(run_json("explain", "lock")["hash"], "mixed radix")
    equal(run_json("explain", "maze")["hash"], "number of the cell")
    equal(run_json("explain", "strings")["hash"], "none")
    large = run_json("explain", "tiles-5x5", "--states", "1000")
    equal((large["hash"], large["formula"], large["possible"], large["ranks"]), ("none", "25!", None, None))
    expect("2^62" in large["hash_why"], large["hash_why"])
    equal(run_json("explain", "hanoi-5-4")["formula"], "(4! / 3!)^5")
    for name, rules, start in (("eight", 8, 2), ("fifteen", 8, 1), ("peg-solitaire", 8, 8), ("sokoban", 1, 1), ("maze", None, None),
                               ("lights-out-3x4", 4, 4), ("topspin-8-3", 2, 2), ("hanoi-5-4", 24, 6)):
        known = run_json("explain", name, "--states", "1000")
        equal((known["rule_symmetries"], known["symmetries"]), (rules, start), name)


def test_start_and_goal_are_used():
    odd = run_json("explain", "eight", "213/456/78x")
    expect("half" in odd["unsolvable"] and odd["reached"] == 181440, odd["unsolvable"])
    equal(run_json("explain", "eight")["unsolvable"], None)
    several = run_json("explain", "eight", "--goal", "1 2 3 / _ _ _ / _ _ _")
    equal((several["goal"], several["goals"]), ("several states", 720))
    condition = run_json("explain", "eight", "--goal", "1 _ _ / _ _ _ / _ _ _")
    equal((condition["goal"], condition["goals"], condition["search"]), ("a condition", None, "bfs"))


NO_GOAL = "board 3\npieces a b\nmove a b -> b a\nstart a b b\n"


def test_a_goal_is_not_needed():
    facts = run_json("explain", "-", text=NO_GOAL)
    equal((facts["goal"], facts["search"], facts["choices"], facts["reached"]), ("none", None, [], 3))
    expect("There is no goal." in run("explain", "-", text=NO_GOAL).out)


def test_page_answers_all_questions_in_order():
    for name in everything():
        page = run("explain", name, "--states", "1000").out
        headings = [line for line in page.splitlines()[1:] if line and not line.startswith(" ")]
        equal(headings, ["What is a state?", "How many states are there?", "Is there a perfect hash?",
                         "How many moves does a state have?", "Do moves have costs?", "Can moves be undone?", "Is the goal known?",
                         "Which search?", "How are states remembered?", "How much memory and time would it take?", "What follows"], name)
        expect(all(len(line) <= 80 or " " not in line.strip() for line in page.split("What follows")[0].splitlines()[1:]), name, "too wide")
        expect("(proved)" in page and "nan" not in page and "(null)" not in page, name, page)


def test_one_question():
    page = run("explain", "klotski").out
    for word, text in (("hash", "a hash table of states serves better"), ("number", "25,955"), ("undo", "Yes"), ("moves", "3.23")):
        answer = run("explain", "klotski", "--question", word).out
        expect(text in " ".join(answer.split()) and answer in page, word, answer)
    run("explain", "klotski", "--question", "hsah", status=2)


def test_commands_that_follow_run():
    for name, choices in (("eight", " --remember perfect --search bidirectional"), ("klotski", ""), ("four-in-line", " --remember perfect"),
                          ("strings", " --search bidirectional"), ("solitaire", " --search bidirectional")):
        expect(f"  fewest export c {name}{choices}\n" in run("explain", name).out, name)
    for name in ("eight", "two-jugs", "maze", "strings", "swap", "four-in-line", "lock"):
        page = run("explain", name).out
        commands = [line.split() for line in page.split("What follows")[1].splitlines() if line.startswith("  fewest ")]
        expect(len(commands) >= 2, page)
        for command in commands:
            run(*command[1:])


def test_page_says_what_json_says():
    for name in ("eight", "klotski", "strings", "four-in-line", "lock"):
        page, facts = " ".join(run("explain", name).out.split()), facts_of(name)
        for key in ("state", "formula", "hash_why", "search_why", "one_way_move"):
            expect(facts[key] is None or facts[key] in page, name, key, facts[key])
        for key in ("reached", "measured", "possible", "table_bytes"):
            expect(facts[key] is None or f"{facts[key]:,}" in page, name, key, facts[key])


def test_every_fact_has_a_basis():
    facts = run_json("explain", "eight")
    expect(set(facts["basis"].values()) <= {"proved", "counted", "chosen", "predicted", "measured", None}, facts["basis"])
    equal(set(facts) - {"status", "choices", "basis"}, set(facts["basis"]))
    for name in everything():
        facts = facts_of(name)
        for key, basis in facts["basis"].items():
            unknown = facts[key] is None or (facts[key] is False and not (key == "undone" and facts["one_way_state"]))
            equal(basis is None, unknown, name, key)


ONE_WAY = "board 3\npieces a . b\nmove a . -> . a\nmove cost 3: a . . -> b . .\nstart a . .\ngoal . . a\n"


def test_bases_are_those_of_the_page():
    """What JSON says of where a fact comes from is what stands behind the sentence."""
    for name, wanted in (("eight", {"undone": "proved", "cost_least": "proved", "cost_most": "proved", "at_most": "counted",
                                    "explore_bytes": "measured", "explore_seconds": "measured", "hash": "proved"}),
                         ("tiles-3x5", {"at_most": "proved", "explore_seconds": "predicted"}),
                         ("two-jugs", {"undone": "counted"}), ("strings", {"hash": "chosen", "possible": "proved"})):
        facts, page = facts_of(name), " ".join(run("explain", name).out.split())
        equal({key: facts["basis"][key] for key in wanted}, wanted, name)
        if "explore_bytes" in wanted:
            expect("(measured)" in page and "No: every move costs 1. (proved)" in page, page)
    facts = run_json("explain", "-", text=ONE_WAY)
    equal((facts["basis"]["cost_least"], facts["basis"]["cost_most"], facts["basis"]["equal_costs"]), ("counted", "counted", None))
    expect("from 1 to 3, among the moves that were tried. (counted)" in " ".join(run("explain", "-", text=ONE_WAY).out.split()))


def test_strings_up_to_a_length_are_counted():
    for length, letters, number in ((4, "ab", 31), (2, "abc", 13), (3, "a", 4)):
        moves = "".join(f"move a -> {letter}\n" for letter in letters[1:]) or "move a -> aa\n"
        text = f"string {length}\n{moves}start aa\ngoal {letters[-1] * 2}\n"
        facts = run_json("explain", "-", text=text)
        equal((facts["possible"], value(facts["formula"]), facts["hash"], facts["basis"]["hash"]), (number, number, "none", "chosen"), text)
        page = "".join(run("explain", "-", "--question", word, text=text).out for word in ("number", "hash"))
        expect(f"{number} states may exist" in page and "not known" not in page and "None is used" in page, page)
    endless = run_json("explain", "-", text="string\nmove a -> aa\nstart a\ngoal aaa\nwithin 5\n")
    equal((endless["possible"], endless["formula"], endless["basis"]["hash"]), (None, None, "proved"))
    long = run_json("explain", "-", text="string 400\nmove a -> bcdefghijk\nstart a\ngoal b\n")  # more than a double can hold
    equal((long["possible"], long["possible_about"]), (None, None))
    expect(long["formula"] and long["formula"] in run("explain", "-", text="string 400\nmove a -> bcdefghijk\nstart a\ngoal b\n").out)


def test_one_piece_has_as_many_numbers_as_places():
    for columns in (1, 2, 3, 4):
        board = " ".join(["a"] + ["."] * (columns - 1))
        facts = run_json("explain", "-", text=f"board {columns + 1}\npieces a . #\nmove a . -> . a\nmove . a -> a .\nstart {board} #\n")
        equal((facts["ranks"], facts["possible"]), (columns, columns))


def test_a_move_that_a_cheaper_one_replaces_has_no_cost():
    text = "board 3\npieces a .\nmove a . -> . a\nmove . a -> a .\nmove cost 2: a . . -> . . a\nmove cost 9: a . -> . a\nstart a . .\ngoal . . a\n"
    facts = run_json("explain", "-", text=text)
    equal((facts["cost_least"], facts["cost_most"]), (1, 2))


def test_within_is_in_moves_where_moves_have_no_costs():
    text = "board 3\npieces a .\nmove {}a . -> . a\nstart a . .\ngoal . . a\nwithin 8\n"
    plain, costs = (run("explain", "-", "--question", "goal", text=text.format(cost)).out for cost in ("", "cost 2: "))
    expect("A solution may have 8 moves at most." in plain and "cost" not in plain, plain)
    expect("A solution may cost 8 at most." in costs, costs)


def test_time_ends_the_page():
    """There is no end of states to count in the time."""
    endless = ("explain", "tiles-4x5", "--time", "1", "--states", "1000000000000")
    done = run(*endless, status=3)
    expect("20! " in done.out and "limit reached: time" in done.out and not done.err, done)
    facts = run_json(*endless, status=3)
    equal((facts["status"], facts["limit"], facts["formula"], facts["whole"]), ("limit", "time", "20!", False))


def test_same_on_every_run():
    for name in ("solitaire", "tiles-3x4", "two-jugs"):
        first, second = (run_json("explain", name) for _ in range(2))
        for key, basis in first["basis"].items():
            if basis not in ("predicted", "measured"):
                equal(first[key], second[key], name, key)


def test_limits_and_bad_input():
    equal(run_json("explain", "eight", "--time", "0.000001", status=3)["limit"], "time")
    facts = run_json("explain", "solitaire", "--memory", "8M")  # fewer states are looked at
    expect(0 < facts["measured"] < 250000 and not facts["measured_all"], facts["measured"])
    equal(run_json("explain", "tiles-3x4", "--states", "10")["measured"], 10)
    for arguments in (("eigth",), ("eight", "1 2 3"), ("eight", "--states", "0"), ("eight", "--depth", "3"), ()):
        expect(run("explain", *arguments, status=2).err, arguments)
    equal(run_json("explain", "-", text="board 2\npieces a\n", status=2)["status"], "error")
    equal(run_json("explain", "no-such-file.few", status=2)["status"], "error")


if __name__ == "__main__":
    run_cases([function for name, function in sorted(globals().items()) if name.startswith("test_")], enter)
