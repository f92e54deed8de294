#!/usr/bin/env python3
"""`fewest table` and the commands that use tables, from outside: tests/tables/run.py [TOOL]

The last line is 'N passed, M failed'.
"""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import run_cases  # noqa: E402

TOOL = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("FEWEST", ""))
CLI = Path(__file__).resolve().parent.parent / "cli"
EIGHT = CLI / "eight.few"


BOXES = """board 4 x 4
pieces @ $ % .
let b = $ %
move walk, any direction: @ . -> . @
move push, left or right: @ b . -> . @ b
move pull, left or right: . @ b -> @ b .
start .$@% / .... / .... / %%%.
goal somewhere, any direction: $ @
"""


class Done:
    def __init__(self, arguments, folder, environment):
        variables = {key: value for key, value in os.environ.items() if key not in ("XDG_CACHE_HOME", "HOME")}
        variables |= environment or {"XDG_CACHE_HOME": str(folder / "cache")}
        done = subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True, timeout=300, cwd=folder,
                              env=variables)
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    def __repr__(self):
        return f"status {self.status}\n{self.out}{self.err}"


FOLDER = None  # of the case at hand


def run(*arguments, status=0, environment=None):
    done = Done(arguments, FOLDER, environment)
    assert done.status == status, f"{arguments}: {done}"
    return done


def built(puzzle, *more):
    path = FOLDER / "a.table"
    run("table", "build", puzzle, "--distances", "-o", path, *more)
    return path


def answer(*arguments, **more):
    found = json.loads(run("solve", *arguments, "--json", **more).out)
    return found["length"], found["moves"], found["algorithm"]


def a_table_answers_what_a_search_finds():
    table = built("eight")
    starts = ["2 3 4 / 1 5 x / 7 6 8", "8 6 7 / 2 5 4 / 3 x 1", "1 2 3 / 4 5 6 / 7 8 x", "1 x 3 / 4 2 6 / 7 5 8"]
    for start in starts:
        searched, looked_up = answer("eight", start, "--algorithm", "bfs"), answer("eight", start, "--table", table)
        assert searched[:2] == looked_up[:2], start
        assert looked_up[2] == "table"
    run("solve", "eight", "1 2 3 / 4 5 6 / 8 7 x", "--table", table, status=1)
    counted = json.loads(run("solve", "eight", "8 6 7 / 2 5 4 / 3 x 1", "--all", "--json", "--table", table).out)
    assert counted["solution_count"] == json.loads(run("solve", "eight", "8 6 7 / 2 5 4 / 3 x 1", "--all", "--json").out)["solution_count"]


def what_a_table_is_can_be_told():
    told = json.loads(run("table", "info", built("eight"), "--json").out)
    assert (told["kind"], told["puzzle"], told["states"], told["depth"]) == ("distances", "eight", 181440, 31), told
    assert (told["entries"], told["bits"], told["version"]) == (362880, 2, 1), told
    assert told["bytes"] == (FOLDER / "a.table").stat().st_size
    text = run("table", "info", FOLDER / "a.table").out
    assert "181,440" in text and told["fingerprint"] in text


def every_kind_of_puzzle_has_tables_that_are_verified():
    for puzzle in ("eight", "lock", "swap", "two-jugs", "frogs", "knights", "maze", "wolf-goat-cabbage", "sokoban",
                   "four-in-line"):
        table = built(puzzle)
        assert "checksum is right" in run("table", "verify", table).out if puzzle != "maze" else True
        run("table", "verify", table, puzzle)
        assert answer(puzzle, "--table", table)[0] == answer(puzzle, "--algorithm", "bfs")[0], puzzle
        assert answer(puzzle, "--table", table)[2] == "table"


def tables_without_a_perfect_hash_are_lists_of_states():
    puzzle = FOLDER / "strings.few"
    puzzle.write_text("string 12\nmove a -> bc\nmove b -> ca\nstart ab\ngoal bcca\n")
    table = built(puzzle)
    assert "sorted states" in run("table", "info", table).out
    run("table", "verify", table)
    assert answer(puzzle, "--table", table)[::2] == (answer(puzzle, "--algorithm", "bfs")[0], "table")


def the_cache_is_found_and_never_written_by_solve():
    cache = FOLDER / "cache"
    run("solve", "eight")
    assert not cache.exists()
    run("table", "build", "eight", "--distances")
    files = list((cache / "fewest").iterdir())
    assert [file.suffix for file in files] == [".distances"], files
    assert answer("eight")[2] == "table"
    assert "table" in run("solve", "eight", "8 6 7 / 2 5 4 / 3 x 1", "--why").out.splitlines()[-1]
    assert answer("eight", "--no-tables")[2] == "bidirectional"
    assert answer("eight", "--algorithm", "bfs")[2] == "bfs"
    assert answer("eight", "--goal", "1 2 3 / 4 5 6 / 7 x 8")[2] == "bidirectional"
    assert list((cache / "fewest").iterdir()) == files


def without_xdg_cache_home_the_cache_is_at_home():
    home = {"HOME": str(FOLDER)}
    run("table", "build", "swap", "--distances", environment=home)
    assert len(list((FOLDER / ".cache/fewest").iterdir())) == 1
    assert answer("swap", environment=home)[2] == "table"
    run("table", "build", "swap", "--distances", environment={"HOME": "relative"}, status=4)


def only_what_matters_is_in_the_fingerprint():
    text = EIGHT.read_text()

    def fingerprint(text):
        (FOLDER / "mine.few").write_text(text)
        run("table", "build", "mine.few", "--distances", "-o", "b.table")
        return json.loads(run("table", "info", "b.table", "--json").out)["fingerprint"]

    first = fingerprint(text)
    assert "title" in text and "start" in text and "u d l r" in text
    assert fingerprint("; a comment\n" + text.replace("title", "title  Another ")) == first
    assert fingerprint(text.replace("u d l r", "n s w e")) == first
    assert fingerprint(text.replace("start   2 3 4 / 1 5 x / 7 6 8", "start   1 2 3 / 4 5 x / 7 8 6")) == first
    others = [text.replace("goal    1 2 3 / 4 5 6 / 7 8 x", "goal    1 2 3 / 4 5 6 / 7 x 8"),
              text.replace("8", "9").replace("1..9", "1..7 9"), text + "move extra:  x _ 1 -> 1 _ x\n"]
    found = [fingerprint(other) for other in others]
    assert len({first, *found}) == 4, found


def a_table_for_something_else_is_refused_and_the_search_goes_on():
    table = built("eight")
    for which, *arguments in (("another puzzle, or for other rules than these", "tiles-2x3"),
                              ("another goal", "eight", "--goal", "1 2 3 / 4 5 6 / 7 x 8")):
        done = run("solve", *arguments, "--table", table, "--why")
        assert f"is a table for {which}; continuing without it" in done.err, done
        assert done.out == run("solve", *arguments, "--why", "--no-tables").out or "proved shortest" in done.out
    assert "another puzzle" in run("table", "verify", table, "tiles-2x3", status=2).err
    for path, why in ((FOLDER, "is not a file"), (EIGHT, "is not a table file of fewest"), ("/dev/null", "is not a file"),
                      (FOLDER / "none", "cannot be read: No such file")):
        assert why in run("solve", "eight", "--table", path).err, path
        assert why in run("table", "info", path, status=2).err, path


def damage(table, change):
    content = bytearray(table.read_bytes())
    changed = change(content)
    damaged = FOLDER / "damaged.table"
    damaged.write_bytes(content if changed is None else changed)
    return damaged


def a_file_cut_off_anywhere_is_refused():
    table = built("two-jugs")
    size = table.stat().st_size
    lengths = sorted({0, 1, 7, 8, 9, 95, 96, 97, 200, size // 3, size // 2, size - 65, size - 2, size - 1})
    for length in lengths:
        error = run("table", "info", damage(table, lambda b: b[:length]), status=2).err
        assert "is cut off" in error or (length < 8 and "is not a table" in error), (length, error)
    assert "longer" in run("table", "info", damage(table, lambda b: b + b"\0"), status=2).err
    done = run("solve", "two-jugs", "--table", damage(table, lambda b: b[:-1]))
    assert "continuing without it" in done.err and "proved shortest" in done.out


def a_flipped_bit_anywhere_is_refused():
    table = built("two-jugs")
    size = table.stat().st_size
    randomly = random.Random(5)
    places = [*range(0, 96, 5), *(randomly.randrange(size) for _ in range(60)), size - 1]
    for place in places:
        def flip(content, place=place):
            content[place] ^= 1 << randomly.randrange(8)
        error = run("table", "info", damage(table, flip), status=2).err
        assert any(word in error for word in ("damaged", "no table", "version", "cut off", "longer")), (place, error)

    def another_version(content):
        content[8] = 77
    assert "version 77, and fewest reads version 1" in run("table", "verify", damage(table, another_version),
                                                               status=2).err
    def a_bit(content):
        content[-1] ^= 4
    done = run("solve", "two-jugs", "--table", damage(table, a_bit))
    assert "damaged" in done.err and "continuing without it" in done.err and "proved shortest" in done.out


def a_damaged_table_in_the_cache_is_told_of_and_left_out():
    run("table", "build", "swap", "--distances")
    file = next((FOLDER / "cache/fewest").iterdir())
    file.write_bytes(file.read_bytes()[:-3])
    done = run("solve", "swap")
    assert "is cut off" in done.err and "proved shortest" in done.out
    run("table", "build", "swap", "--distances")
    assert run("solve", "swap").err == ""


def a_table_is_written_whole_or_not_at_all():
    run("table", "build", "eight", "--distances", "-o", FOLDER / "no/such/folder", status=4)
    table = built("eight")
    before = table.read_bytes()
    run("table", "build", "pancake-10", "--distances", "-o", table, "--memory", "4M", status=3)
    assert table.read_bytes() == before and [file.name for file in FOLDER.iterdir()] == ["a.table"]
    run("table", "build", "eight", "--distances", "-o", table)
    assert table.read_bytes() == before, "the same table, to the bit"


def pattern_databases_are_kept_and_used():
    few = {"tiles-3x3": ["--pattern", "1,2,3,4", "--pattern", "5,6,7,8"], "klotski": [], "sokoban": [],
           CLI / "twins.few": []}
    for puzzle, patterns in few.items():
        path = FOLDER / "p.table"
        run("table", "build", puzzle, "-o", path, *patterns)
        told = json.loads(run("table", "info", path, "--json").out)
        assert (told["kind"], told["bits"]) == ("patterns", 8) and told["entries"] > 100, told
        assert "checksum is right" in run("table", "verify", path).out, puzzle
        run("table", "verify", path, puzzle)
        for algorithm in ("astar", "idastar"):
            if puzzle in ("klotski", "sokoban") and algorithm == "idastar":
                continue
            without = run("solve", puzzle, "--algorithm", algorithm, "--no-tables", "--json", *patterns)
            given = run("solve", puzzle, "--algorithm", algorithm, "--table", path, "--json", *patterns)
            first, second = json.loads(without.out), json.loads(given.out)
            for key in ("length", "moves", "expanded", "generated"): # the same bound to the last entry
                assert first[key] == second[key], (puzzle, algorithm, key)
        why = run("solve", puzzle, "--algorithm", "astar", "--table", path, "--why", *patterns).out
        assert why.strip().endswith("from a file"), why
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    assert "damaged" in run("solve", puzzle, "--algorithm", "astar", "--table", path).err


def pattern_databases_in_the_cache_serve_the_searches_that_use_them():
    run("table", "build", "tiles-3x3", "--bound-memory", "1M")
    assert [file.suffix for file in (FOLDER / "cache/fewest").iterdir()] == [".patterns"]
    assert "from a file" in run("solve", "tiles-3x3", "--algorithm", "astar", "--why").out
    assert "from a file" not in run("solve", "tiles-3x3", "--algorithm", "astar", "--why", "--no-tables").out
    assert "from a file" not in run("solve", "tiles-3x3", "--algorithm", "bfs", "--why").out
    # tables larger than allowed, or for other groups than those named, are not used
    assert "from a file" not in run("solve", "tiles-3x3", "--algorithm", "astar", "--why", "--bound-memory", "0").out
    assert "from a file" not in run("solve", "tiles-3x3", "--algorithm", "astar", "--why", "--pattern", "1,2").out


def written(text):
    path = FOLDER / "own.few"
    path.write_text(text)
    return path


# Ranks of states in which a piece stands where it never can have entries, too, which mean nothing: too high in the first
# puzzle, and not 0 for a goal in the second.
RANKS_OF_NOTHING = ["""
board   5
links   1-3
pieces  A C D .
let     t = A C
move    along links: t . -> . t
move    . t -> t .
start   A D . C D
goal    C _ _ _ _ and nowhere, any direction: t C
""", """
board   3 x 3
pieces  ' < ! o
move    any direction: ! o -> o !
move    ' / ! -> ! / '
move    any direction: ! < -> < !
start   o < ' / o < ' / o < !
goal    somewhere, any direction: < ! and nowhere: o / !
"""]


def a_fresh_pattern_database_is_right_where_some_ranks_are_no_states():
    for text in RANKS_OF_NOTHING:
        puzzle = written(text)
        run("table", "build", puzzle, "-o", FOLDER / "p.table")
        assert "checksum is right" in run("table", "verify", FOLDER / "p.table", puzzle).out


def a_puzzle_without_moves_or_goals_has_a_table_of_what_there_is():
    puzzle = written("var v = a b c\nmove v b -> c\nstart v is a\ngoal v is a\n")
    table = built(puzzle)
    assert json.loads(run("table", "info", table, "--json").out)["states"] == 1
    run("table", "verify", table, puzzle)
    assert answer(puzzle, "--table", table) == (0, [], "table")
    assert "no pattern database would help" in run("table", "build", puzzle, "-o", FOLDER / "p.table", status=2).err
    puzzle = written("board 3\npieces a b c\nmove a b -> b a\nstart a b c\ngoal b b c\n")
    table = built(puzzle)
    run("table", "verify", table, puzzle)
    run("solve", puzzle, "--table", table, status=1)
    run("generate", puzzle, "--table", table, "--seed", "1", status=1)


def a_limit_on_memory_is_a_limit():
    for arguments in (("fifteen", "--memory", "4M"), ("fifteen", "--distances", "--memory", "4M")):
        done = run("table", "build", *arguments, "-o", "a.table", status=3)
        assert "memory limit" in done.err and "not enough memory" not in done.err, done
        assert not (FOLDER / "a.table").exists()


def a_table_from_little_memory_is_used_with_as_little():
    """Where there is no room to number states quickly, they are numbered in another way."""
    table = built("tiles-2x4", "--memory", "4M")
    assert answer("tiles-2x4", "--table", table, "--memory", "4M")[2] == "table"
    done = run("solve", "tiles-2x4", "--table", table, "--memory", "100M")
    assert "so little memory that states are numbered in another way; continuing without it" in done.err, done


def a_start_with_other_cells_that_no_move_changes_needs_another_table():
    puzzle = written("board 3\npieces a b c\nmove cycle (1 2)\nstart a b c\ngoal b a c\n")
    table = built(puzzle)
    assert answer(puzzle, "b a c", "--table", table) == (0, [], "table")
    assert "for a start that does not allow this one" in run("solve", puzzle, "b c a", "--table", table, status=1).err


def a_table_answers_the_starts_that_are_drawn_from_it():
    """Where moves cannot be undone, such a start may lead to fewer states than the one that the table was made for."""
    puzzle = written("board 6\npieces o .\nvar turns = 0..9\nlet n = 0..9\nmove take: o -> ., turns n -> n+1\n"
                     "move back: . o -> o ., turns n -> n+1\nstart o o . o o o and turns is 0\ngoal . . . . . . and turns is 7\n")
    table = built(puzzle)
    for start in run("generate", puzzle, "--random", "--count", "20", "--seed", "3", "--table", table).out.splitlines():
        looked_up = run("solve", puzzle, start, "--table", table, "--json")
        assert not looked_up.err and json.loads(looked_up.out)["algorithm"] == "table", (start, looked_up)
        assert json.loads(looked_up.out)["moves"] == answer(puzzle, start, "--no-tables")[1], start
    late = written(puzzle.read_text().replace("o o . o o o and turns is 0", "o o o o o o and turns is 3"))
    run("table", "build", late, "--distances", "-o", "b.table")
    told = run("solve", late, "o o . o o o and turns is 0", "--table", "b.table").err
    assert "for a start that does not allow this one" in told, told


# What is left for the library differs by what the process itself has in memory, some pages more or less each time. Somewhere between
# these limits memory suffices for the numbering that this puzzle has with more.
def the_same_memory_numbers_states_in_the_same_way():
    (FOLDER / "boxes.few").write_text(BOXES)
    numberings = set()
    for limit in range(7600, 8900, 100):
        found = {json.loads(run("table", "build", "boxes.few", "--distances", "-o", "a.table", "--memory", f"{limit}K", "--json").out)["fingerprint"]
                 for _ in range(4)}
        assert len(found) == 1, limit
        numberings |= found
    assert len(numberings) <= 2, numberings


def a_table_larger_than_the_memory_is_left_out():
    run("table", "build", "fifteen", "-o", "large.table")
    assert (FOLDER / "large.table").stat().st_size > 15 << 20
    start = "2 3 4 8 / 1 5 x 7 / 9 6 10 12 / 13 14 11 15"
    done = run("solve", "fifteen", start, "--table", "large.table", "--memory", "30M")
    assert "continuing without it" in done.err and "proved shortest" in done.out, done


def ring(size, *first):
    """Different tiles that turn in a ring, and a goal that names one of them: too many arrangements meet it to list them."""
    cells, rest = [str(n) for n in range(1, size + 1)], ["_"] * (size - 1)
    tiles = [str(n) for n in first] + [c for c in cells if c not in map(str, first)]
    return (f"board {size}\npieces 1..{size}\nmove right: cycle ({' '.join(cells)})\nmove left: cycle ({' '.join(reversed(cells))})\n"
            f"start {' '.join(tiles)}\ngoal {' '.join(['1'] + rest)}\n")


def goals_that_cannot_be_listed_are_found_from_the_start():
    puzzle = written(ring(30, 2))
    table = built(puzzle)
    info = run("table", "verify", table).out
    assert "30, up to 15 moves" in info, info
    assert answer(puzzle, "--table", table) == (1, ["left"], "table")
    other = " ".join(["3", "2", "1"] + [str(n) for n in range(4, 31)])  # it cannot be reached from the start
    assert answer(puzzle, other, "--table", table) == (2, ["left", "left"], "bfs")
    assert json.loads(run("explore", puzzle, "--from-goal", "--json").out)["depths"] == [1] + [2] * 14 + [1]
    assert json.loads(run("generate", puzzle, "--hardest", "--json").out)["starts"][0]["depth"] == 15
    one_way = written(ring(30, 2).replace("move left", "move right-on").replace(" ".join(str(n) for n in range(30, 0, -1)),
                                                                                  " ".join(str(n) for n in range(1, 31))))
    table = built(one_way)
    assert "30, up to 29 moves" in run("table", "verify", table).out
    assert answer(one_way, "--table", table) == (29, ["right"] * 29, "table")
    assert answer(one_way, other, "--table", table)[0::2] == (28, "bfs")
    assert json.loads(run("generate", one_way, "--hardest", "--json").out)["starts"][0]["depth"] == 29
    assert json.loads(run("explore", one_way, "--from-goal", "--json").out)["depths"] == [1] * 30


def strings_that_meet_an_open_goal_are_looked_for_among_all():
    puzzle = written("string 4\npieces a b\nmove a -> b\nmove bb -> a\nstart aab\ngoal somewhere: ba\n")
    found = json.loads(run("explore", puzzle, "--from-goal", "--json").out)
    assert found["depths"][0] == 1 + 4 + 11, found
    assert "every entry" in run("table", "verify", built(puzzle)).out


def distances_where_a_rest_is_lost():
    """The states that the start leads to, and how far each is from a goal: here by going from each of them."""
    puzzle = written("string 6\npieces a b c\nlet r = rest\nmove a r -> b\nmove c r -> r r\nmove b -> ab\nmove ba -> c\nmove bb -> b\n"
                     "start abcab\ngoal somewhere: cc\n")

    def successors(text):
        for i, letter in enumerate(text):
            before, rest = text[:i], text[i + 1:]
            if letter == "a":
                yield before + "b"
            if letter == "c":
                yield before + 2 * rest
            if letter == "b":
                yield before + "ab" + rest
            if text[i:i + 2] == "ba":
                yield before + "c" + text[i + 2:]
            if text[i:i + 2] == "bb":
                yield before + rest

    states, later = {"abcab"}, ["abcab"]
    for state in later:
        for after in successors(state):
            if len(after) <= 6 and after not in states:
                states.add(after)
                later.append(after)
    depths, depth, layer = {}, 0, [s for s in states if "cc" in s]
    while layer:
        depths.update(dict.fromkeys(layer, depth))
        depth += 1
        layer = [s for s in states if s not in depths and any(after in layer for after in successors(s) if len(after) <= 6)]
    table = built(puzzle)
    told = run("table", "verify", table).out
    assert f" {len(depths):,}, up to {max(depths.values())} moves" in told and "its start leads to" in told, (told, len(depths))
    for start in sorted(depths)[::7]:
        assert not start or answer(puzzle, start, "--table", table)[0::2] == (depths[start], "table"), start
    drawn = json.loads(run("generate", puzzle, "--hardest", "--count", 500, "--json").out)["starts"]
    assert {s["start"] for s in drawn} == {s for s in depths if depths[s] == max(depths.values()) and s}
    drawn = json.loads(run("generate", puzzle, "--count", 9999, "--json").out)["starts"]
    assert {s["start"]: s["depth"] for s in drawn} == {s: d for s, d in depths.items() if s}


def what_cannot_be_tabulated_is_said():
    endless = written("string\npieces a b\nmove a -> ab\nmove b ->\nstart a\ngoal somewhere: bb\nwithin 5\n")
    told = run("table", "build", endless, "--distances", status=2).err
    assert "a string of any length has no largest distance" in told, told
    told = run("generate", endless, "--depth", "2", status=2).err
    assert "only where the goals can be listed, or found from a start" in told and "name a whole string" in told, told
    cut = "string 5\npieces a b\nlet r = rest\nmove a r -> b\nmove b -> ab\ngoal bb\n"
    told = run("table", "build", written(cut), "--distances", status=2).err
    assert "the puzzle has no start" in told, told
    endless = written(cut.replace("string 5", "string") + "start a\nwithin 9\n")
    told = run("generate", endless, "--depth", "2", status=2).err
    assert "only where strings have a bound, if moves cannot be inverted" in told and "string N" in told, told
    dear = written("var v = 0..9\nlet n = 0..9\nmove cost 2: v n -> n+1\nmove cost 0: v n -> n-1\nstart v is 1\ngoal v is 9\n")
    told = run("table", "build", dear, "--distances", status=2).err
    assert "only where every move costs 1" in told and "a search finds the least cost without a table" in told, told
    assert "not both" in run("table", "build", "eight", "--distances", "--pattern", "1,2", status=2).err
    assert "on a board or with vars" in run("table", "build", "strings", status=2).err
    one = written("board 3\npieces a .\nmove a . -> . a\nstart a . .\ngoal . . a\n")
    assert "one piece at most moves here" in run("table", "build", one, status=2).err
    one_way = written("var v = 0..300\nlet n = 0..300\nmove zero: v n -> 0\nmove up: v n -> n+1\nstart v is 1\n"
                      "goal v is 300\n")
    assert "if none is above 254 moves" in run("table", "build", one_way, status=2).err
    told = run("table", "build", one_way, "--distances", status=2).err
    assert "of more than 254 moves" in told and "is 300 moves from the goal" in told, told
    costs = written("var x = 0..30\nlet n = 0..30\nmove a, cost 99: x n -> n+2\nmove c, cost 5: x n -> n-1\nstart x is 0\n"
                    "goal x is 29\n")
    told = run("table", "build", costs, status=2).err
    assert "no pattern database would help" in told and "--distances" not in told, told
    assert "only where every move costs 1" in run("table", "build", costs, "--distances", status=2).err
    assert "build, info or verify" in run("table", "make", "eight", status=2).err
    run("table", "build", status=2)
    run("table", "info", "a", "b", status=2)


def enter(folder):
    global FOLDER
    FOLDER = folder


run_cases([value for name, value in globals().items()
           if callable(value) and name.islower() and name not in ("run", "built", "answer", "damage", "written", "ring", "enter", "run_cases")], enter)
