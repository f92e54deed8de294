#!/usr/bin/env python3
"""Files of other programs, taken by the tool, against plain searches that read the same files themselves (plain.py):
tests/import/run.py [TOOL]

Samples of our own, and random ones from a seed that is printed. The last line is 'N passed, M failed'.
"""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import plain  # noqa: E402
from outside import equal, expect, run_cases  # noqa: E402

TOOL = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("FEWEST", ""))
SEED = int(os.environ.get("FEWEST_SEED", "16"))
RANDOM = 6 if os.environ.get("FEWEST_SANITIZED") else 15  # random files of each kind
FOLDER = None  # of the case at hand


def run(*arguments, given=None, status=0):
    done = subprocess.run([TOOL, *map(str, arguments)], input=given, capture_output=True, text=True, timeout=300, cwd=FOLDER)
    expect(done.returncode == status, arguments, f"status {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def asked(*arguments, given=None):
    """What a command says as JSON; a puzzle without a solution is an answer."""
    done = subprocess.run([TOOL, *map(str, arguments), "--json"], input=given, capture_output=True, text=True, timeout=300,
                          cwd=FOLDER)
    expect(done.returncode in (0, 1), arguments, done.stdout, done.stderr, given)
    return json.loads(done.stdout)


def written(name, text):
    (FOLDER / name).write_text(text)
    return name


# ---- Rush Hour

RUSH = ("xooooo" "oAAoGB" "CoHoGB" "CoHFFo" "oDDDoE" "oooooE",
        "EEDooo" "ooDCCo" "xoFFoo" "ooooBo" "oAAoBo" "ooooBo",
        "BBoooC" "DooEoC" "DAAEoC" "DooEoo" "FoooGG" "FoHHHo",
        "oxBooo" "ooBooo" "AABooo" "oooooo" "oooCCx" "oooooo",
        "oooooo" "oooooo" "ooAAAo" "oooooo" "oooooo" "oooooo")


def random_board(dice):
    board = ["o"] * 36
    row = dice.randrange(6)
    column = dice.randrange(4)
    board[row * 6 + column] = board[row * 6 + column + 1] = "A"
    for letter in "BCDEFGHIJKL"[:dice.randrange(3, 11)]:
        for _ in range(20):
            length, step = dice.choice((2, 2, 3)), dice.choice((1, 6))
            r = dice.randrange(6 if step == 1 else 7 - length)
            c = dice.randrange(7 - length if step == 1 else 6)
            cells = [r * 6 + c + k * step for k in range(length)]
            if all(board[cell] == "o" for cell in cells):
                for cell in cells:
                    board[cell] = letter
                break
    for _ in range(dice.randrange(3)):
        cell = dice.randrange(36)
        if board[cell] == "o":
            board[cell] = "x"
    return "".join(board)


def check_rush(board, given, *options):
    puzzle = plain.Rush(board)
    length, states = puzzle.solve(1 if "steps" in options else 6)
    answer = asked("solve", "-", *options, given=given)
    equal(answer["length"], length, board, options)
    if length is not None and "steps" not in options:
        expect(puzzle.play(answer["moves"]), board, answer["moves"])
    equal(asked("explore", "-", *options, given=given)["states"], states, board, options)


def rush_hour_boards_are_solved_by_slides_and_by_steps():
    for board in RUSH:
        check_rush(board, board)
        check_rush(board, board.replace("o", ".") + "\n", "--count", "slides")
        check_rush(board, f"7 {board} of no use\r\n", "--count", "steps")


def random_rush_hour_boards_are_solved():
    dice = random.Random(SEED)
    boards = [random_board(dice) for _ in range(RANDOM)]
    file = written("boards.txt", "# some boards\n" + "".join(f"{i} {b} 0\n\n" for i, b in enumerate(boards)))
    for i, board in enumerate(boards):
        check_rush(board, board)
        answer = asked("solve", file, "--level", i + 1)
        equal(answer["length"], plain.Rush(board).solve()[0], SEED, board)


# ---- Sokoban

LEVELS = (
    ["#######", "#.@ $ #", "#######"],
    ["  ####", "###  #", "#  $ ##", "# *  .#", "#  @  #", "#######"],
    ["#####", "#@  ##", "#-$_.#", "##$ +#".replace("+", "."), " #####"],
    ["######", "#+$ .#", "#  $ #", "#    #", "######"],
    ["#####", "#@$.#", "### #", "  #$#", "  #.#", "  ###"],
)


def random_level(dice):
    height, width = dice.randrange(3, 6), dice.randrange(3, 6)
    inside = [["#" if dice.random() < 0.12 else " " for _ in range(width)] for _ in range(height)]
    places = [(r, c) for r in range(height) for c in range(width)]
    dice.shuffle(places)
    boxes = dice.randrange(1, 4)
    for mark, count in (("@", 1), ("$", boxes), (".", dice.randrange(1, boxes + 1))):
        for _ in range(count):
            r, c = places.pop()
            inside[r][c] = mark
    return ["#" * (width + 2)] + ["#" + "".join(row) + "#" for row in inside] + ["#" * (width + 2)]


def check_sokoban(rows, *arguments, given=None):
    puzzle = plain.Sokoban(rows)
    length, states = puzzle.solve()
    answer = asked("solve", *arguments, given=given)
    equal(answer["length"], length, "\n".join(rows))
    if length is not None:
        expect(puzzle.play("".join(answer["moves"])), rows, answer["moves"])
    equal(asked("explore", *arguments, given=given)["states"], states, "\n".join(rows))


def check_pushes(rows, *arguments, given=None):
    puzzle = plain.Sokoban(rows)
    wanted, answer = puzzle.fewest_pushes(), asked("solve", *arguments, "--count", "pushes", given=given)
    equal(wanted and (wanted[0], sum(wanted)), wanted and (answer["cost"], answer["length"]), "\n".join(rows))
    equal(wanted is None, answer["length"] is None, "\n".join(rows))
    if wanted:
        expect(puzzle.play("".join(answer["moves"])), rows, answer["moves"])


def pushes_alone_are_counted():
    dice = random.Random(SEED)
    for rows in [*LEVELS, *(random_level(dice) for _ in range(RANDOM))]:
        check_pushes(rows, "-", given="\n".join(rows))


def sokoban_levels_are_solved():
    for rows in LEVELS:
        check_sokoban(rows, "-", given="\n".join(rows))
        check_sokoban(rows, "-", "--count", "moves", given="a level\n\n" + "\r\n".join(rows) + "\r\nmore\n")


def random_sokoban_levels_are_solved():
    dice = random.Random(SEED)
    levels = [random_level(dice) for _ in range(RANDOM)]
    file = written("levels.xsb", "".join(f"; {i}\n\n" + "\n".join(rows) + "\n\n" for i, rows in enumerate(levels)))
    for i, rows in enumerate(levels):
        check_sokoban(rows, file, "--level", i + 1)


# ---- Edge lists and word lists

ROADS = """# from, to, hours
oak elm 4
elm ash_grove 2
oak fir 1
fir elm 1
fir pine 9
ash_grove pine 1
start oak 3
pine goal 2
goal 12 5
"""


def check_edges(text, start, goal, *options):
    cost = plain.least_cost(text, start, goal, "--one-way" in options)
    answer = asked("solve", "-", f"{start.replace('_', '-')} is @", "--goal", f"{goal.replace('_', '-')} is @", *options, given=text)
    equal(answer["cost"], cost, text, start, goal)
    return answer


def edge_lists_are_solved_at_least_cost():
    for start in ("start", "oak", "12", "ash_grove"):
        for goal in ("goal", "12", "ash_grove", "oak"):
            check_edges(ROADS, start, goal)
            check_edges(ROADS, start, goal, "--one-way")
    equal(check_edges(ROADS, "start", "12")["moves"], ["to-oak", "to-fir", "to-elm", "to-ash-grove", "to-pine", "to-goal", "to-12"])


def an_edge_list_may_begin_like_a_maze():
    equal(check_edges("0 1\n1 2\n2 3\n", "0", "3")["length"], 3)
    equal(check_edges("1 0 1\n1 2 7\n0 2 5\n", "1", "2")["cost"], 6)


def braces_are_no_part_of_a_name():
    equal(asked("solve", "-", "x-a is @", "--goal", "y-c is @", given="x{a} b\nb y{c}\n")["length"], 2)


def random_edge_lists_are_solved():
    dice = random.Random(SEED)
    for _ in range(RANDOM):
        nodes = dice.randrange(3, 12)
        text = "".join(f"n{dice.randrange(nodes)} n{dice.randrange(nodes)}{dice.choice(['', f' {dice.randrange(1, 9)}'])}\n"
                       for _ in range(dice.randrange(nodes, 3 * nodes)))
        used = sorted(set(word for word in text.split() if word[0] == "n"))
        if any(line.split()[0] != line.split()[1] for line in text.splitlines()):
            check_edges(text, dice.choice(used), dice.choice(used), *dice.choice(([], ["--one-way"])))


def a_list_of_words_is_a_ladder():
    text = "cold\ncord\ncard\nward\nwarm\nwart\n; a comment\nany\nand\nant\nwhere\nat\nit\nnaïve\nnaive\n"
    for start, goal in (("cold", "warm"), ("any", "and"), ("and", "ant"), ("it", "at"), ("naive", "naïve"), ("cold", "at")):
        answer = asked("solve", "-", f"{start} is @", "--goal", f"{goal} is @", "--words", given=text)
        equal(answer["length"], plain.fewest_changes(text.replace("; a comment", ""), start, goal), start, goal)
    equal(asked("solve", "-", "cold is @", "--goal", "warm is @", "--words", given=text)["moves"],
          ["cord", "card", "ward", "warm"])


def random_word_lists_are_ladders():
    dice = random.Random(SEED)
    for _ in range(RANDOM):
        words = sorted({"".join(dice.choice("abc") for _ in range(dice.choice((3, 4)))) for _ in range(25)})
        start, goal = dice.choice(words), dice.choice(words)
        answer = asked("solve", "-", f"{start} is @", "--goal", f"{goal} is @", "--words", given="\n".join(words))
        equal(answer["length"], plain.fewest_changes("\n".join(words), start, goal), words, start, goal)


# ---- Planning tasks

def random_task(dice):
    """A task in which each operator changes one or two of a few variables."""
    sizes = [dice.randrange(2, 5) for _ in range(dice.randrange(2, 6))]
    lines = ["begin_version", "3", "end_version", "begin_metric", str(dice.randrange(2)), "end_metric", str(len(sizes))]
    for v, size in enumerate(sizes):
        names = [f"Atom at({chr(97 + v)}, p_{k})" for k in range(size)]
        names[-1] = dice.choice((names[-1], f"NegatedAtom at({chr(97 + v)}, p_0)", "<none of those>"))
        lines += ["begin_variable", f"var{v}", "-1", str(size), *names, "end_variable"]
    lines += ["1", "begin_mutex_group", "2", "0 0", "1 0", "end_mutex_group"]
    lines += ["begin_state", *(str(dice.randrange(size)) for size in sizes), "end_state"]
    goal = sorted(dice.sample(range(len(sizes)), 2))
    lines += ["begin_goal", "2", *(f"{v} {dice.randrange(sizes[v])}" for v in goal), "end_goal"]
    count = dice.randrange(4, 14)
    lines.append(str(count))
    for number in range(count):
        chosen = dice.sample(range(len(sizes)), dice.choice((1, 2, 2)))
        asked_for, changed = chosen[1:] if dice.random() < 0.5 else [], chosen if len(chosen) == 1 or dice.random() < 0.5 else chosen[:1]
        asked_for = [v for v in asked_for if v not in changed]
        lines += ["begin_operator", dice.choice((f"go {number} to(x)", f"{number}", "move", "any")), str(len(asked_for)),
                  *(f"{v} {dice.randrange(sizes[v])}" for v in asked_for), str(len(changed)),
                  *(f"0 {v} {dice.randrange(-1, sizes[v])} {dice.randrange(sizes[v])}" for v in changed),
                  str(dice.randrange(1, 6)), "end_operator"]
    return "\n".join(lines + ["0"]) + "\n"


def random_planning_tasks_are_solved_at_least_cost():
    dice = random.Random(SEED)
    for _ in range(4 * RANDOM):
        text = random_task(dice)
        done = subprocess.run([TOOL, "solve", "-", "--json"], input=text, capture_output=True, text=True, timeout=60)
        if "no operator of the task changes anything" in done.stdout:
            continue
        expect(done.returncode in (0, 1), done.stdout, text)
        equal(json.loads(done.stdout)["cost"], plain.Sas(text).solve(), text)


# ---- Twisty puzzles

SMALL_CUBE = """# corners of three orientations around a square, and edges that are flipped
Name Square
Set CORNER 4 3
Set EDGE 3 2
Solved
CORNER
1 2 3 4
0 0 0 0
End
Move U
CORNER
2 3 4 1
1 2 0 0
EDGE
1 3 2
1 0 0
End
Move R2
CORNER
1 4 3 2
0 1 0 2
EDGE
2 3 1
End
"""


def random_twisty(dice):
    sets = [("S", dice.randrange(2, 5), dice.randrange(1, 4)), ("T", dice.randrange(2, 4), dice.randrange(1, 3))]
    lines = [f"Set {name} {n} {turns}" for name, n, turns in sets] + ["Solved"]
    for name, n, turns in sets:
        alike = dice.random() < 0.4
        wild = dice.random() < 0.3
        lines += [name, " ".join(str(1 + i % 2 if alike else 1 + i) for i in range(n)), " ".join("?" if wild else "0" for _ in range(n))]
    lines.append("End")
    for letter in "ABC"[:dice.randrange(1, 4)]:
        lines.append(f"Move {letter}")
        for name, n, turns in sets:
            if dice.random() < 0.8:
                pieces = list(range(1, n + 1))
                dice.shuffle(pieces)
                lines += [name, " ".join(map(str, pieces))]
                if dice.random() < 0.8:
                    lines.append(" ".join(str(dice.randrange(turns)) for _ in range(n)))
        lines.append("End")
    return "\n".join(lines) + "\n"


def check_twisty(text):
    counts = plain.Twisty(text).layers()
    done = subprocess.run([TOOL, "explore", "-", "--json"], input=text, capture_output=True, text=True, timeout=60)
    if "no move that changes anything" in done.stdout:
        equal(counts, [1], text)
        return
    expect(done.returncode == 0, done.stdout, text)
    equal(json.loads(done.stdout)["depths"], counts, text)


def twisty_puzzles_have_the_right_number_of_states_at_each_depth():
    check_twisty(SMALL_CUBE)
    words = {line.split()[1].rstrip(":") for line in run("import", "-", given=SMALL_CUBE).stdout.splitlines() if line.startswith("move")}
    expect({"U", "U2", "U'", "R2"} <= words and "R2^2" in words, words)


def random_twisty_puzzles_have_the_right_number_of_states():
    dice = random.Random(SEED)
    for _ in range(2 * RANDOM):
        check_twisty(random_twisty(dice))


# ---- All of them

SAMPLES = {"cube.tws": SMALL_CUBE, "board.txt": RUSH[0] + "\n", "level.xsb": "\n".join(LEVELS[1]) + "\n", "roads.txt": ROADS}


def what_import_prints_is_solved_like_the_file():
    for name, text in SAMPLES.items():
        file = written(name, text)
        ends = ("oak is @", "--goal", "goal is @") if name == "roads.txt" else ()
        rules = run("import", file).stdout
        equal(run("import", "-", given=text).stdout, rules)
        own = written("own.few", rules)
        equal(asked("solve", own, *ends)["moves"], asked("solve", file, *ends)["moves"], name)


def a_pipe_is_read_like_a_file():
    """It cannot be read twice, once to see what it is."""
    os.mkfifo(FOLDER / "pipe")
    for text, puzzle in ((SAMPLES["level.xsb"], "./pipe"), (run("print", "eight").stdout, "./pipe")):
        with subprocess.Popen([TOOL, "solve", puzzle], stdout=subprocess.PIPE, cwd=FOLDER, text=True) as process:
            (FOLDER / "pipe").write_text(text)
            expect("proved shortest" in process.communicate(timeout=60)[0], text)
            equal(process.returncode, 0)
    board = f"echo {RUSH[0]} | {TOOL} solve /dev/stdin && {TOOL} import <(echo {RUSH[0]})"
    done = subprocess.run(["bash", "-c", board], capture_output=True, text=True, timeout=60)
    expect("8 moves, proved shortest" in done.stdout and "A-right-4" in done.stdout, done.stdout, done.stderr)


def all_commands_that_take_a_puzzle_take_a_file():
    file = written("board.txt", SAMPLES["board.txt"])
    moves = asked("solve", file)["moves"]
    expect("the goal is reached" in run("check", file, "-", *moves).stdout)
    expect("states" in run("explore", file).stdout)
    expect(run("explain", file).stdout)
    expect(run("compare", file).stdout)
    expect("int main" in run("export", "c", written("level.xsb", SAMPLES["level.xsb"])).stdout)
    expect(run("generate", file, "--depth", 2).stdout)
    paths, ends = written("paths.txt", "a b\nb c\nc d\n"), ("--start", "a is @", "--goal", "d is @")
    run("table", "build", paths, *ends, "--distances", "--output", "table")
    run("table", "verify", "table", paths, *ends)
    run("solve", file, "--svg", "picture.svg")
    expect("<svg" in (FOLDER / "picture.svg").read_text())


def a_proof_is_verified_against_the_file():
    """The rules that it is about are those of the file, with the options that solve had. A built-in comes before a file of its name, as for solve."""
    calls = [(written("level.xsb", "\n".join(LEVELS[0]) + "\n\n" + SAMPLES["level.xsb"]), "--level", 2, "--count", "pushes"),
             (written("board.txt", SAMPLES["board.txt"]), "--count", "steps"), (written("cube.tws", SAMPLES["cube.tws"]),),
             (written("two-jugs", run("print", "eight").stdout),), (written("own.few", run("print", "frogs").stdout),)]
    for file, *options in calls:
        run("solve", file, *options, "--proof", "proof")
        expect(run("verify", "proof", file, *options).stdout.startswith("verified"), file)
        text = (FOLDER / file).read_text() if file != "two-jugs" else run("print", "two-jugs").stdout
        expect(run("verify", "proof", "-", *options, given=text).stdout.startswith("verified"), file)
    run("verify", "proof", "board.txt", status=1)
    run("verify", "proof", "own.few", "--level", 1, status=2)
    run("verify", "proof", "missing", status=2)
    run("verify", "-", "-", given="", status=2)


def options_that_do_not_fit_are_refused():
    level, board, roads = (written(name, text) for name, text in (
        ("level.xsb", SAMPLES["level.xsb"]), ("board.txt", SAMPLES["board.txt"]), ("roads.txt", ROADS)))
    for arguments, saying in ((("solve", level, "--level", 2), "there is no level 2: the file has 1"),
                              (("solve", board, "--level", 2), "there is no board 2: the file has 1"),
                              (("solve", level, "--count", "slides"), "slides cannot be counted in this file: it is Sokoban"),
                              (("import", roads, "--level", 2), "there is one puzzle in this file"),
                              (("import", board, "--one-way"), "only edge lists can be one-way"),
                              (("solve", "eight", "--level", 2), "it is no file of another program"),
                              (("import", written("own.few", "title x\n")), "this is a puzzle file already"),
                              (("import", written("prose", "a b c d e\n")), "none of the files that can be read"),
                              (("import", "missing"), "No such file"),
                              (("import", "."), "directory")):
        expect(saying in run(*arguments, status=2).stderr, arguments, saying)


def a_mistake_in_a_file_is_told_with_its_place():
    for text, saying in (("a b 3\nb c\nc d x\n", ":3:5: this is not a cost"),
                         ("a b 3\nb c 2 7\nc d\n", ":2:5: there are more than three words in this line"),
                         ("BBoooo" "Aooooo" "Aooooo" + "o" * 18 + "\n", ":1:7: car A stands upright"),
                         ("#####\n#@$.#\n#  .#\n#####\n", "there are 2 targets in this level and only 1 box")):
        said = run("import", written("wrong", text), status=2).stderr
        expect(saying in said and "boxes" not in said, text, said)


def a_puzzle_file_stays_one():
    """What is wrong with it is said by the language, though it may look like an edge list or a level."""
    for text in ("titel Foo\nboard 3\n", "board 3\npieces a\n", "title x\nboard 3 x 3\nstart\n  ###\n  #@#\n  ###\n",
                 "; x\nmove a -> b\n", "0 1 0\n0 0 0\n0 1 0\n", "type octile\nheight 2\nwidth 2\nmap\n..\n@.\n"):
        done = subprocess.run([TOOL, "solve", "-"], input=text, capture_output=True, text=True, timeout=60)
        expect("as rules" not in done.stderr and "edge" not in done.stderr and "level" not in done.stderr, text, done.stderr)


def begin(folder):
    global FOLDER
    FOLDER = folder


HELPERS = ("run", "asked", "written", "random_board", "check_rush", "random_level", "check_sokoban", "check_pushes", "check_edges", "begin", "random_task",
           "random_twisty", "check_twisty")

if __name__ == "__main__":
    print(f"seed {SEED}")
    CASES = [value for name, value in list(globals().items())
             if callable(value) and getattr(value, "__module__", "") == "__main__" and name not in HELPERS]
    run_cases(CASES, begin)
