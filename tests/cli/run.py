#!/usr/bin/env python3
"""Tests of the tool from outside: tests/cli/run.py [BINARY] [WORD...]

BINARY defaults to $FEWEST. With words, only tests whose name holds one of them run.
Each function whose name begins with `test_` is a test named after the behaviour it protects.
Prints TAP, and 'N passed, M failed' as its last line.
"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Failure, Result, equal, expect, peak_resident  # noqa: E402

HERE = Path(__file__).resolve().parent
ARGUMENTS = sys.argv[1:]
TOOL = os.path.abspath(ARGUMENTS.pop(0) if ARGUMENTS and "/" in ARGUMENTS[0] else os.environ.get("FEWEST", ""))
SANITIZED = False  # set by main

EIGHT, LONG, FROGS, OPEN = (str(HERE / f"{name}.few") for name in ("eight", "long", "frogs", "open"))
SOLVED_EIGHT = "1 2 3 / 4 5 6 / 7 8 x"
UNSOLVABLE_EIGHT = "1 2 3 / 4 5 6 / 8 7 x"
STATUS_WORDS = {0: "solved", 1: "unsolvable", 2: "error", 3: "limit", 4: "error", 130: "interrupted"}


def environment(**more):
    env = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
    env["TERM"] = "xterm"
    env.update(more)
    return env


def run(*arguments, input=b"", status=None, env=None, **more):
    """Runs the tool. No run may crash or say that a sanitizer found something."""
    done = subprocess.run([TOOL, *arguments], input=input, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=120, env=env or environment(), **more)
    result = Result(done)
    expect(result.status >= 0, "killed by a signal:", result)
    for word in ("Sanitizer", "runtime error"):
        expect(word not in result.err, result)
    if status is not None:
        expect(result.status == status, f"wanted status {status}:", result)
    return result


def run_json(*arguments, **more):
    """Runs with --json; the object. Its status must fit the exit status."""
    result = run(*arguments, "--json", **more)
    expect(result.out.count("\n") == 1 and result.out.endswith("}\n"), "not one line:", result)
    equal(result.err, "", "standard error:")
    answer = json.loads(result.out)
    expect(isinstance(answer, dict), result)
    if arguments[0] == "solve" or answer.get("status") == "error":
        equal(answer["status"], STATUS_WORDS[result.status])
    return answer


def usage_fails(*arguments, saying):
    """A wrong call: status 2, a message, nothing on standard output."""
    result = run(*arguments, status=2)
    equal(result.out, "", "standard output:")
    expect(saying in result.err, f"should say {saying!r}:", result)
    return result


# ---- help and version

COMMANDS = ["solve", "check", "contest", "list", "print", "help"]


def test_help_lists_every_command():
    texts = {run(*call, status=0).out for call in (["--help"], ["-h"], ["help"])}
    equal(len(texts), 1, "different helps:")
    for command in COMMANDS:
        expect(re.search(rf"^  {command} ", texts.copy().pop(), re.M), command)


def test_every_command_explains_itself():
    for command in COMMANDS:
        asked = run(command, "--help", status=0)
        equal(asked.out, run("help", command, status=0).out)
        equal(asked.out, run(command, "-h", status=0).out)
        equal(asked.err, "")
        expect(asked.out.startswith(f"usage: fewest {command}"), asked)
        expect("--version" in asked.out and "--help" in asked.out, asked)
        expect(max(map(len, asked.out.splitlines())) <= 80, "wider than 80 columns:", asked)


def test_help_of_solve_names_every_option_choice_and_default():
    text = run("solve", "--help", status=0).out
    for word in ("--goal", "--algorithm", "--remember", "--all[=N]", "--memory", "--time", "--states",
                 "--max-depth", "--show", "--json", "bfs", "bidirectional", "rank", "hash", "(default: auto)",
                 "(default: none)"):
        expect(word in text, word)


def test_help_wins_over_what_stands_around_it():
    run("solve", "no such puzzle", "--help", status=0)


def test_version_everywhere():
    version = run("--version", status=0).out
    expect(re.match(r"fewest \d+\.\d+\.\d+\n", version), version)
    expect("bfs" in version and "bidirectional" in version, version)
    for command in COMMANDS:
        equal(run(command, "--version", status=0).out, version)


def test_a_library_that_there_is_no_memory_for_is_not_called_missing():
    def page(room):
        done = subprocess.run(["sh", "-c", f"ulimit -v {room}; exec \"$0\" --version", TOOL], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, env=environment(), timeout=60)
        return next((line for line in done.stdout.decode().splitlines() if line.startswith("page:")), "")
    if SANITIZED or not re.fullmatch(r"page: libmicrohttpd \d.*", page(1 << 20)):
        return  # there is nothing to load, or no room of addresses can be taken away
    said = {page(room) for room in range(3000, 40000, 400)}
    expect(any("could not be loaded" in line for line in said), said)
    expect(not any("not installed" in line for line in said), said)


def test_without_arguments_it_says_how_to_use_it():
    usage_fails(saying="usage: fewest COMMAND")


# ---- wrong calls

def test_a_misspelt_command_is_suggested():
    usage_fails("slove", saying="did you mean solve?")
    usage_fails("chek", saying="did you mean check?")
    usage_fails("help", "lsit", saying="did you mean list?")
    usage_fails("--hlep", saying="did you mean --help?")
    usage_fails("frobnicate", saying="there is no command frobnicate")
    usage_fails(EIGHT, saying="fewest solve")


def test_a_misspelt_option_is_suggested():
    usage_fails("solve", EIGHT, "--algoritm", "bfs", saying="did you mean --algorithm?")
    usage_fails("solve", EIGHT, "--max-dpeth=3", saying="did you mean --max-depth?")
    usage_fails("solve", EIGHT, "--mem=8M", saying="did you mean --memory?")
    usage_fails("solve", EIGHT, "-json", saying="did you mean --json?")
    usage_fails("list", "--jsno", saying="did you mean --json?")
    usage_fails("solve", EIGHT, "--frobnicate", saying="there is no option --frobnicate")


def test_a_misspelt_puzzle_is_suggested():
    usage_fails("solve", "eigth", saying="did you mean `eight`?")
    usage_fails("print", "tiles-9", saying="did you mean `tiles-RxC`, as in `tiles-3x3`?")
    usage_fails("print", "tiles", saying="did you mean `tiles-RxC`, as in `tiles-3x3`?")
    usage_fails("print", "lights-out-5", saying="did you mean `lights-out-RxC`, as in `lights-out-5x5`?")
    usage_fails("print", "tiles-3-4", saying="did you mean `tiles-3x4`?")
    usage_fails("print", "peg_solitaire", saying="did you mean `peg-solitaire`?")
    usage_fails("print", __file__, saying="is a file")
    usage_fails("print", "-", saying="standard input")
    usage_fails("explore", "tile-3x4", saying="did you mean `tiles-3x4`?")
    usage_fails("solve", "hanio-5-4", saying="did you mean `hanoi-5-4`?")
    usage_fails("solve", "frobnicate", saying="`fewest list` shows")


def test_errors_end_with_one_newline():
    wrong = (("solve", "eigth"), ("solve", "eight", "1 2"), ("solve", "eight", "1 2 3 / 4 5 6 / 7 8 y"), ("solve", "no-such-file.few"),
             ("solve", str(HERE / "wrong_piece.few")), ("explore", "eigth"), ("generate", "eight", "--goal", "1"), ("check", "eight", "zz"),
             ("table", "info", "no-such-file"), ("export", "c", "eigth"), ("explain", "eigth"), ("contest", "hdu-1043", "--time", "0.00001"))
    for arguments in wrong:
        done = run(*arguments, input=b"2 3 4 1 5 x 7 6 8\n")
        expect(done.status != 0 and done.err, arguments, done)
        expect(done.err.endswith("\n") and "\n\n" not in done.err, arguments, done)


def test_a_misspelt_judge_is_suggested():
    usage_fails("contest", "poj1077", saying="did you mean poj-1077?")
    usage_fails("contest", "frobnicate", saying="'fewest contest --list' names them")


def test_a_misspelt_choice_is_suggested():
    usage_fails("solve", EIGHT, "--algorithm", "bidirectoinal", saying="did you mean bidirectional?")
    usage_fails("solve", EIGHT, "--remember=rnak", saying="did you mean rank?")
    usage_fails("solve", EIGHT, "--algorithm=", saying="auto, bfs, bidirectional")


def test_values_are_asked_for_and_refused():
    usage_fails("solve", EIGHT, "--goal", saying="--goal needs a value")
    usage_fails("solve", EIGHT, "--memory", saying="--memory needs a value")
    usage_fails("solve", EIGHT, "--show=yes", saying="--show takes no value")
    usage_fails("solve", EIGHT, "--json=yes", saying="--json takes no value")


def test_numbers_are_checked():
    for value in ("", "x", "-1", "1.5", "99999999999999999999", "1e3", "0x10"):
        usage_fails("solve", EIGHT, f"--states={value}", saying="--states takes a whole number")
        usage_fails("solve", EIGHT, f"--max-depth={value}", saying="--max-depth takes a whole number")
        usage_fails("solve", EIGHT, f"--all={value}", saying="--all takes a whole number")
    usage_fails("solve", EIGHT, "--states=0", saying="--states is at least 1")
    usage_fails("solve", EIGHT, "--disk-limit=0", saying="--disk-limit is at least 1, not 0")
    usage_fails("explore", EIGHT, "--disk-limit=0", saying="--disk-limit is at least 1, not 0")
    usage_fails("forecast", EIGHT, "--network=0", saying="--network is at least 1, not 0")
    usage_fails("solve", EIGHT, "--all=1000001", saying="--all is at most 1000000")
    for value in ("", "M", "8Q", "8MM", "1..5G", "-8M", "inf", "nan", "99999999999P"):
        usage_fails("solve", EIGHT, f"--memory={value}", saying="--memory takes a size")
    for value in ("512K", "0", "1"):
        usage_fails("solve", EIGHT, f"--memory={value}", saying="--memory is at least 4M")
    for value in ("", "0", "-1", "nan", "inf", "5x", "1m1", "1e400"):
        usage_fails("solve", EIGHT, f"--time={value}", saying="--time takes seconds")


def test_amounts_are_read_as_people_write_them():
    for value in ("64M", "64MB", "64MiB", "0.5G", "1.5g", "65536k", "134217728", "auto"):
        run("solve", EIGHT, f"--memory={value}", status=0)
    for value in ("10", "10s", "2.5", "1m", "2min", "1h", "none"):
        run("solve", EIGHT, "--time", value, status=0)
    run("solve", EIGHT, "--states=none", "--max-depth", "none", status=0)


def test_operands_are_counted():
    usage_fails("solve", saying="PUZZLE")
    usage_fails("solve", EIGHT, "2 3 4", "1 5 x", saying="put it in quotes")
    usage_fails("check", EIGHT, saying="PUZZLE START MOVES")
    usage_fails("list", "eight", saying="too many arguments")
    usage_fails("print", saying="PUZZLE")
    usage_fails("print", "a", "b", saying="too many arguments")


def test_two_dashes_end_the_options():
    equal(run("solve", "--", EIGHT, SOLVED_EIGHT, status=0).out.split(":")[0], "0 moves")
    result = run("solve", "--", "--json", status=2)
    equal(result.out, "")


def test_wrong_calls_are_json_too_when_asked():
    for arguments in (["solve"], ["solve", EIGHT, "--algoritm=bfs"], ["solve", EIGHT, "--states", "x"],
                      ["check", EIGHT], ["list", "surplus"]):
        answer = run_json(*arguments, status=2)
        equal(answer["status"], "error")
        expect(answer["error"], answer)
    equal(run_json("solve", EIGHT, "--algoritm=bfs")["hint"], "did you mean --algorithm?")


def test_strange_bytes_in_arguments_still_give_valid_json():
    for argument in (b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", "\u732b\"\\\n\t\x1b".encode(),
                     b"\xf8\x88\x80\x80\x80"):
        answer = run_json("solve", EIGHT, b"--states=" + argument, status=2)
        expect("--states" in answer["error"], answer)
        answer = run_json("solve", b"/" + argument, status=2)
        expect(answer["error"], answer)


# ---- solve: what it prints

SUMMARY = r"\((\w+): [\d,]+ expanded, [\d,]+ generated, [\d.]+ [MG]iB, [\d.]+ s\)"


def check_moves(puzzle, start, moves, *options):
    return run("check", puzzle, start, *moves, *options)


def test_one_letter_moves_are_printed_together():
    lines = run("solve", EIGHT, status=0).out.splitlines()
    equal(len(lines), 2)
    expect(re.fullmatch(r"[udlr]{19}", lines[0]), lines)
    expect(re.fullmatch(r"19 moves, proved shortest " + SUMMARY, lines[1]), lines)
    equal(run("check", EIGHT, "", lines[0]).status, 0)


def test_a_maze_is_walked_by_letters():
    done = run("solve", "-", input=b"0 0 1\n1 0 0\n1 1 0\n", status=0)
    equal(done.out.splitlines()[0], "RDRD")


def test_repeated_steps_alone_are_words():
    done = run("solve", "-", input=b"board 4\npieces a .\nmove left or right, repeat: a . -> . a\nstart a...\ngoal ...a\n", status=0)
    equal(done.out.splitlines()[0], "right-3")


def test_longer_words_are_printed_with_spaces():
    lines = run("solve", FROGS, status=0).out.splitlines()
    words = lines[0].split(" ")
    equal(len(words), 8)
    expect(all(re.fullmatch(r"(toad|frog)(@\d+)?", word) for word in words), lines)
    expect(lines[1].startswith("8 moves, proved shortest ("), lines)
    equal(run("check", FROGS, "-", lines[0]).status, 0)


def test_a_start_that_is_the_goal_has_0_moves():
    text = run("solve", EIGHT, SOLVED_EIGHT, status=0).out
    expect(text.startswith("0 moves: the start is a goal"), text)
    equal(text.count("\n"), 1)
    answer = run_json("solve", EIGHT, SOLVED_EIGHT, "--all", "--show", status=0)
    equal((answer["length"], answer["cost"], answer["moves"]), (0, 0, []))
    equal((answer["solution_count"], answer["solutions"]), (1, [[]]))
    equal(len(answer["states"]), 1)
    run("solve", EIGHT, SOLVED_EIGHT, "--all", "--show", status=0)


def test_one_move_is_singular():
    text = run("solve", EIGHT, "1 2 3 / 4 5 6 / 7 x 8", status=0).out
    expect(text.startswith("r\n1 move, proved shortest"), text)


def test_unsolvable_is_said_and_has_status_1():
    text = run("solve", EIGHT, UNSOLVABLE_EIGHT, status=1).out
    expect(re.fullmatch(r"unsolvable: no moves lead to a goal " + SUMMARY + r"\n", text), text)
    answer = run_json("solve", EIGHT, UNSOLVABLE_EIGHT, status=1)
    equal((answer["length"], answer["moves"]), (None, None))


def test_unsolvable_names_the_limit_of_the_puzzle():
    puzzle = b"board 5\npieces a .\nmove a . -> . a\nstart a....\ngoal ____a\n"
    run("solve", "-", input=puzzle, status=0)
    for algorithm in ("auto", "bfs", "bidirectional", "astar", "idastar"):
        text = run("solve", "-", "--algorithm", algorithm, input=puzzle + b"within 3\n", status=1).out
        expect(re.fullmatch(r"unsolvable: no moves lead to a goal within 3, the limit of the puzzle " + SUMMARY + r"\n", text), text)
        equal(run_json("solve", "-", "--algorithm", algorithm, input=puzzle + b"within 3\n", status=1)["within"], 3)
        text = run("solve", "-", "--algorithm", algorithm, "--max-depth", "3", input=puzzle, status=3).out
        expect(text.startswith("limit reached: depth"), text)
    expect("within" not in run_json("solve", EIGHT, UNSOLVABLE_EIGHT, status=1), "a limit that is not there")


def test_a_state_that_is_too_large_says_what_counts():
    # 577 cells of 7 bits are 4,039 bits, which 64 words have, but 9 cells are what fits a word of 64
    pieces = " ".join(f"p{i}" for i in range(64))
    puzzle = f"board 577\npieces . {pieces}\nlet t = {pieces}\nmove any direction: . t -> t .\n" \
             f"start . {' '.join(f'p{i % 64}' for i in range(576))}\ngoal p0 " + "_ " * 576 + "\n"
    text = run("solve", "-", input=puzzle.encode(), status=2).err
    found = re.search(r"needs (\d+) words of 64 bits \((\d+) bits.*at most 64 words", text)
    expect(found, text)
    equal((int(found[1]), int(found[2])), (65, 4039))
    expect("577 cells change, with 7 bits each for 65 kinds of pieces" in text, text)


def test_json_has_every_member():
    answer = run_json("solve", EIGHT, status=0)
    equal(answer["length"], 19)
    equal(answer["cost"], 19)
    equal(len(answer["moves"]), 19)
    expect(set(answer["moves"]) <= set("udlr"), answer)
    for member in ("expanded", "generated", "remembered", "peak_bytes"):
        expect(isinstance(answer[member], int) and answer[member] > 0, member, answer)
    expect(isinstance(answer["seconds"], float) and answer["seconds"] >= 0, answer)
    expect(answer["algorithm"] in ("bfs", "bidirectional"), answer)
    expect(isinstance(answer["store"], str), answer)
    for member in ("solution_count", "solutions", "states", "limit", "error"):
        expect(member not in answer, member, answer)


def test_algorithms_and_stores_can_be_chosen_and_agree():
    for algorithm in ("auto", "bfs", "bidirectional"):
        for store in ("auto", "rank", "hash"):
            answer = run_json("solve", EIGHT, "--algorithm", algorithm, f"--remember={store}", status=0)
            equal(answer["length"], 19, algorithm, store)
            equal(run("check", EIGHT, "", *answer["moves"]).status, 0)
            if algorithm != "auto":
                equal(answer["algorithm"], algorithm)


def test_another_start_and_goal():
    answer = run_json("solve", EIGHT, "1 2 3 4 5 6 7 8 x", "--goal", "1 2 3 / 4 5 6 / x 7 8", status=0)
    equal(answer["moves"], ["l", "l"])
    equal(run_json("solve", EIGHT, "12345678x", "--goal=_ _ _ / _ _ _ / x _ _", status=0)["length"], 2)
    equal(run_json("solve", EIGHT, "-", status=0)["length"], 19)
    equal(run_json("solve", EIGHT, "-", "--goal", "-", status=0)["length"], 19)


def test_an_empty_start_or_goal_is_not_the_puzzles_own():
    for arguments in (["solve", EIGHT, ""], ["solve", EIGHT, "--goal", ""], ["generate", EIGHT, ""], ["explore", EIGHT, "--from", ""],
                      ["compare", EIGHT, ""], ["explain", EIGHT, ""], ["check", EIGHT, "-", "u", "--goal", ""]):
        result = run(*arguments, status=2)
        equal(result.out, "", arguments)
        expect("is missing here" in result.err, result)
    equal(run("check", EIGHT, "", "ullddrurdllurdruldr").status, 0)     # there it stands for nothing else


def test_a_wrong_start_or_goal_is_bad_input():
    for arguments in (["1 2 3"], ["1 2 3 / 4 5 6 / 7 8 9"], ["--goal", "1 2 3"], ["--goal", "q"]):
        result = run("solve", EIGHT, *arguments, status=2)
        equal(result.out, "")
        expect(result.err, result)
        expect(run_json("solve", EIGHT, *arguments, status=2)["error"], arguments)


def test_costs_are_told_where_they_differ():
    file = str(HERE / "cost.few")
    text = run("solve", file, status=0).out
    expect(text.startswith("leap\n1 move of cost 3, proved shortest"), text)
    answer = run_json("solve", file, status=0)
    equal((answer["length"], answer["cost"], answer["moves"]), (1, 3, ["leap"]))


def test_all_counts_and_lists():
    lines = run("solve", OPEN, "--all", status=0).out.splitlines()
    equal(len(lines), 21)
    equal(len(set(lines[:20])), 20)
    expect(all(sorted(line) == sorted("DDDRRR") for line in lines[:20]), lines)
    expect(lines[20].startswith("20 shortest solutions of 6 moves ("), lines[20])
    for line in lines[:20]:
        equal(run("check", OPEN, "", line).status, 0, line)


def test_all_with_a_number_lists_that_many():
    lines = run("solve", OPEN, "--all=5", status=0).out.splitlines()
    equal(len(lines), 6)
    expect(lines[5].startswith("20 shortest solutions of 6 moves, the first 5 listed ("), lines)
    lines = run("solve", OPEN, "--all=0", status=0).out.splitlines()
    expect(len(lines) == 1 and lines[0].startswith("20 shortest solutions"), lines)
    answer = run_json("solve", OPEN, "--all=3", status=0)
    equal((answer["solution_count"], len(answer["solutions"])), (20, 3))
    equal(answer["solutions"][0], answer["moves"])
    equal(len(run_json("solve", OPEN, "--all", status=0)["solutions"]), 20)
    equal(run_json("solve", OPEN, "--all=0", status=0)["solutions"], [])


def test_all_does_not_swallow_the_start():
    text = run("solve", OPEN, "--all", "..@./..../..../....", status=0).out
    expect("4 shortest solutions of 4 moves" in text, text)


def test_all_of_a_single_solution_is_singular():
    text = run("solve", EIGHT, "--all", "1 2 3 / 4 5 6 / 7 x 8", status=0).out
    expect(text.startswith("r\n1 shortest solution of 1 move ("), text)


def test_show_draws_every_state():
    text = run("solve", EIGHT, "--show", status=0).out
    headings = re.findall(r"(start|\d+ [udlr])(?=\s)", text.split("\n\n")[0].splitlines()[0])
    expect(headings[0] == "start" and headings[1].startswith("1 "), text)
    for number in range(1, 20):
        expect(re.search(rf"(^|  ){number} [udlr]($|  )", text, re.M), number, text)
    blocks = text.split("\n\n")
    expect(blocks[0].splitlines()[1].startswith("2 3 4   "), text)
    expect(re.search(r"[udlr]{19}\n19 moves, proved shortest", blocks[-1]), text)
    expect("7 8 x" in blocks[-2].splitlines()[-1], text)


def test_show_keeps_to_the_width_of_the_terminal():
    for columns in (1, 20, 41, 80, 200):
        text = run("solve", EIGHT, "--show", status=0, env=environment(COLUMNS=str(columns))).out
        boards = text.split("\n\n")[:-1]
        for line in "\n\n".join(boards).splitlines():
            expect(len(line) <= max(columns, 5), columns, repr(line))
            equal(line, line.rstrip(), "spaces at the end:")
        in_row = max(1, min((columns + 3) // 8, 64))
        equal(len(boards), -(-20 // in_row), "rows of boards at", columns)


def test_show_lines_up_characters_of_two_columns():
    text = run("solve", str(HERE / "wide.few"), "--show", status=0).out
    expect(re.match(r"start +1 (\w-)?[上下左右] +2", text), text)


def test_show_in_json_gives_states_in_one_line():
    answer = run_json("solve", EIGHT, "--show", status=0)
    equal(len(answer["states"]), 20)
    equal(run_json("solve", EIGHT, answer["states"][5], status=0)["length"], 14)
    equal(run_json("solve", EIGHT, answer["states"][19], status=0)["length"], 0)


def test_the_same_answer_each_time():
    first = run_json("solve", EIGHT, "--all=7")
    second = run_json("solve", EIGHT, "--all=7")
    for member in ("moves", "solutions", "solution_count", "expanded", "generated"):
        equal(first[member], second[member])


# ---- solve: limits and interruption

def limit(name, *options, puzzle=LONG):
    text = run("solve", puzzle, *options, status=3)
    expect(re.match(rf"limit reached: {name}\b.*" + SUMMARY, text.out), text)
    answer = run_json("solve", puzzle, *options, status=3)
    equal(answer["limit"], name)
    equal(answer["length"], None)
    expect(isinstance(answer["expanded"], int) and isinstance(answer["peak_bytes"], int), answer)
    return answer


def test_a_limit_on_depth():
    limit("depth", "--max-depth", "5", "--algorithm", "bfs")
    limit("depth", "--max-depth=18", puzzle=EIGHT)
    equal(run_json("solve", EIGHT, "--max-depth=19", status=0)["length"], 19)
    equal(run_json("solve", EIGHT, SOLVED_EIGHT, "--max-depth=0", status=0)["length"], 0)


def test_half_of_all_starts_of_a_sliding_puzzle_are_known_to_be_unsolvable():
    for options in ([], ["--algorithm", "idastar", "--bound-memory", "1M"], ["--algorithm", "astar", "--bound-memory", "0"]):
        expect(run_json("solve", LONG, *options, status=1)["expanded"] == 0, options)


def test_idastar_without_a_table_leaves_a_circle():
    """Its limit rose for ever, though no path without a repeated state is that long."""
    circle = b"""board 4
pieces a .
move on 1 2: a . -> . a
move on 2 3: a . -> . a
move on 3 1: a . -> . a
start a . . .
goal . . . a
"""
    run("solve", "-", "--algorithm", "idastar", "--transpositions", "0", "--time", "2", input=circle, status=1)


def test_another_search_than_the_one_asked_for_says_why():
    text = run("solve", str(HERE / "cost.few"), "--algorithm", "bfs", status=0)
    expect(text.out.endswith("bfs was asked for; dijkstra: moves cost more than 1\n"), text)
    text = run("solve", str(HERE / "cost.few"), "--algorithm", "astar", status=0)
    expect("asked for" not in text.out, text)


def test_a_search_with_a_bound_says_why():
    text = run("solve", EIGHT, "--algorithm", "idastar", "--pattern", "1,2,3,4", "--pattern", "5,6,7,8", "--why", status=0)
    expect(text.out.endswith("idastar: additive pattern databases 4-4\n"), text)
    run("solve", EIGHT, "--algorithm", "astar", "--pattern", "1,9", status=2)
    text = run("solve", EIGHT, "--check-bound", "--bound-memory", "1M", status=0)
    equal(text.out, "the bound holds in all 181,440 states\n")


def test_a_limit_on_states():
    answer = limit("states", "--states", "5000", "--algorithm", "bfs")
    expect(answer["remembered"] <= 5000 * 1.05 + 64, answer)


def test_a_limit_on_time():
    limit("time", "--time", "0.4", "--algorithm", "bfs")


REFUSED = ("board 6\npieces 0..9\nlet a, b, c, d, e, f = 0..9\nstart 1 2 3 4 5 6\ngoal 6 5 4 3 2 1\n"
           + "".join(f"move m{i}: a b c d e f -> b c d e f a where a+b+c+d+e+f < 0\n" for i in range(20))).encode()


def test_choices_that_where_refuses_take_time_too():
    """Compiling asked for the time only when a choice was allowed."""
    for command in (["solve", "-"], ["solve", "-", "--check-bound"], ["explain", "-"], ["explore", "-"], ["explore", "-", "--from-goal"],
                    ["generate", "-"], ["table", "build", "-", "--distances", "-o", "/dev/null"]):
        result = run(*command, "--time", "0.01", input=REFUSED, status=3)
        expect("time" in result.out + result.err, result)


def test_choices_are_counted_before_where():
    """The message spoke of instructions, of which there are none here."""
    text = REFUSED.replace(b"let a, b, c, d, e, f", b"let a, b, c, d, e, f, g, h").replace(b"board 6", b"board 8")
    text = text.replace(b"a b c d e f -> b c d e f a", b"a b c d e f g h -> b c d e f g h a")
    text = text.replace(b"1 2 3 4 5 6\n", b"1 2 3 4 5 6 7 8\n").replace(b"6 5 4 3 2 1\n", b"8 7 6 5 4 3 2 1\n")
    result = run("solve", "-", input=text, status=2)
    expect("can be chosen in more than 50 million ways, before `where`" in result.err, result)


FREE = b"""board 3
pieces a b c .
let x, y = a b c
move turn: x -> y where x != y
move pair: . . -> x y where x != y
start a . .
goal b c b
"""


def test_values_of_a_free_name_are_counted_in_the_order_of_its_list():
    """The words of a solution are read back, and each of them is one move."""
    expect(run("solve", "-", input=FREE, status=0).out.startswith("turn-b pair-c-b\n"), "another solution")
    for words, status in ((["turn-b", "pair-c-b"], 0), (["turn-b@1", "pair@2#6"], 0), (["turn-a", "pair-c-b"], 1), (["turn@1#1", "pair@2#6"], 0), (["pair@2#6", "turn@1#1"], 0), (["turn@1#2", "pair@2#6"], 1), (["turn@1#1", "pair@2#7"], 1)):
        with tempfile.NamedTemporaryFile(suffix=".few") as file:
            file.write(FREE)
            file.flush()
            run("check", file.name, "-", *words, status=status)


TURNS = """board 3 x 3{}
pieces N . #
move jump, any direction, mirrored: N _ _ / _ _ . -> . _ _ / _ _ N
move slip, diagonal, left or right: N . -> . N
start N.. / #.. / #..
goal ... / #.. / #.N
"""


def test_words_of_mirror_images_and_diagonals_are_read_back():
    for wrapped, words in (("", ["slip-down-right", "slip-down-right"]), ("", ["jump-right", "slip-left", "slip-down-right"]),
                           (" wrapped", ["slip-up-left"]), ("", ["jump-down-mirrored", "slip-right"])):
        with tempfile.NamedTemporaryFile(suffix=".few") as file:
            file.write(TURNS.format(wrapped).encode())
            file.flush()
            run("check", file.name, "-", *words, status=0)
            shortest = run_json("solve", file.name)["length"]
            equal(shortest, 1 if wrapped else 2)
            for wrong in ("slip-up",) if wrapped else ("slip-up", "jump-right-mirrored", "slip-down-left"):
                expect(run("check", file.name, "-", wrong).status != 0, wrong)


def test_a_large_board_is_walked_over_its_edges_and_along_diagonals():
    """More cells than a state has bits: only one piece walks."""
    rows = 60
    for head, board, length in (("any direction", f"{rows} x {rows} wrapped", 60), ("any direction, diagonal", f"{rows} x {rows}", 30),
                                ("any direction", f"{rows} x {rows}", 60), ("diagonal", f"{rows} x {rows} wrapped", 30)):
        drawing = [["."] * rows for _ in range(rows)]
        drawing[0][0] = "@"
        start = " / ".join("".join(row) for row in drawing)
        drawing[0][0], drawing[30][30] = "_", "@"
        goal = " / ".join("".join(row).replace(".", "_") for row in drawing)
        text = f"board {board}\npieces @ .\nmove {head}: @ . -> . @\nstart {start}\ngoal {goal}\n"
        result = run("solve", "-", "--json", input=text.encode(), status=0)
        equal(json.loads(result.out)["length"], length)


POUR = b"""board 3
pieces r g .
let c = r g
let w, v = r g .
move pour-{c}-{1}-{2}: c -> ., . -> c
move clean-{v}: w -> . where w = g, v != .
start r . g
goal . r .
"""


def lines_of(text, *arguments, command="solve", status=0):
    """What a command says of a puzzle that is given as text."""
    with tempfile.NamedTemporaryFile(suffix=".few") as file:
        file.write(text)
        file.flush()
        done = run(command, file.name, *arguments, status=status)
        return (done.out + done.err).splitlines()


def test_letters_stand_apart_where_together_they_could_be_another_move():
    """Both solutions were printed as `ab`."""
    text = b"board 4\npieces a b .\nmove a: a . . -> . a .\nmove b: . a -> . b\nmove ab: a -> .\nstart a...\ngoal .b..\n"
    equal(lines_of(text)[0], "a b")
    equal(lines_of(text, "--goal", "....")[0], "ab")
    lines_of(text, "-", "a", "b", command="check")
    lines_of(text, "-", "ab", command="check", status=1)
    lines_of(text, "-", "ab", "--goal", "....", command="check")
    for pieces, line in ((b"a b", "ab"), (b"a b ab", "a b")):
        equal(lines_of(b"board 2\npieces . " + pieces + b"\nlet t = " + pieces + b"\nmove {t}: t -> .\nstart a b\ngoal . .\n")[0], line)


def test_a_word_is_taken_apart_only_where_every_move_is_a_letter():
    """Each of these words was played letter by letter."""
    text = b"board 5\npieces a b .\nlet t = a b\nmove {t}, left or right, repeat: t . -> . t\nstart a . a . b\ngoal . a a . b\n"
    for word, status, said in (("a-right-1", 1, "`a-right-1` fits 2 different moves here: say which by @CELL, as in `a-right-1@1`"),
                               ("a-right-7", 1, "`a-right-7` is not possible here"), ("a-right", 2, "there is no move called `a-right`"),
                               ("A-right-1", 2, "there is no move called `A-right-1`"), ("zzz", 2, "there is no move called `zzz`")):
        lines = lines_of(text, "-", word, command="check", status=status)
        expect(said in lines[0], lines)


def test_an_empty_cell_is_never_the_moved_piece():
    """It was `go-to-1`: there the empty cell came, but nothing else."""
    equal(lines_of(b"board 5\npieces a b .\nmove go: a . -> . b\nstart a . a . .\ngoal . b a . .\n")[0], "go@1")
    lines = lines_of(b"board 5\npieces a b .\nlet t, u = a b\nmove {u}-at-{to}: t . -> . u\nstart a . a . .\ngoal . b a . .\n", status=2)
    expect("it is not clear which piece this move moves" in lines[0], lines)


def test_the_cost_is_told_where_moves_have_costs():
    """Cost 2 of 2 moves was left out."""
    text = b"var v = 0..4\nmove one, cost 2: v 0 -> 1\nmove two, cost 0: v 1 -> 4\nstart v is 0\ngoal v is 4\n"
    expect(lines_of(text)[1].startswith("2 moves of cost 2, proved shortest"), lines_of(text))
    expect("of cost 2" in lines_of(text, "--all")[-1], lines_of(text, "--all"))
    expect(lines_of(text, "v is 4")[0].startswith("0 moves: the start is a goal"), "no moves, no cost")


def test_an_empty_goal_is_a_mistake():
    """The goal of the file was solved, as if none had been given."""
    result = run("solve", EIGHT, "--goal", "", status=2)
    expect("the goal is missing here" in result.err, result)


def test_a_name_with_braces_says_what_was_matched():
    """Such words are read back; `clean-g` is the second name of `clean-r`, for `v` stands in `where` only."""
    with tempfile.NamedTemporaryFile(suffix=".few") as file:
        file.write(POUR)
        file.flush()
        expect(run("solve", file.name, status=0).out.startswith("pour-r-1-2 clean-r\n"), "another solution")
        for words, status, text in ((["pour-r-1-2", "clean-r"], 0, "reached"), (["clean-g", "pour-r-1-2"], 0, "reached"),
                                    (["pour-g-3-2", "pour-r-1-3"], 1, "not a goal"), (["pour-r-2-1"], 1, "not possible here"),
                                    (["pour-g-1-2"], 1, "`pour-g-1-2` is not possible here"),
                                    (["spill-r-1-2"], 2, "there is no move called `spill-r-1-2`")):
            result = run("check", file.name, "-", *words, status=status)
            expect(text in result.out + result.err, words, result)


def test_results_with_one_name_are_counted_where_they_have_it():
    """`x` comes first, but as go-M; among those called go-L, `y` comes before it."""
    text = b"""board 3
pieces . x y M L
let v = M L
let q = y x
move go-{v}: . -> q, v -> _ where v = L or q = x
start . M L
goal y M L
"""
    expect(run("solve", "-", input=text, status=0).out.startswith("go-L@1#1\n"), "another word")


def test_names_decide_what_a_move_costs():
    for rules, cost in (("string 2\nlet a, b = 1 2 3\nmove cost a+b: a b -> b a\nstart 12\ngoal 21\n", 3),
                        ("board 2\npieces 1 2 3\nlet a, b = 1 2 3\nmove cost 2*a*b-1: a b -> b a\nstart 2 3\ngoal 3 2\n", 11),
                        ("board 3 x 1\npieces @ .\nvar fuel = 0..9\nlet f = 0..9\nlet k = 3 5\nmove cost k, any direction: @ . -> . @, fuel f -> f-k\n"
                         "start @ / . / . and fuel is 9\ngoal . / . / @\n", 6),
                        ("board 3\npieces @ . 4\nlet k = 4\nmove cost k: @ . -> . @\nstart @..\ngoal ..@\n", 8),
                        ("var v = 0..9\nlet a = 0..9\nlet b = 1..9\nmove cost b*b: v a -> a+b\nstart v is 0\ngoal v is 9\n", 9)):
        result = json.loads(run("solve", "-", "--json", input=rules.encode(), status=0).out)
        equal(result["cost"], cost)


def test_a_name_with_braces_is_that_of_the_cheapest_choice():
    rules = b"board 2\npieces @ . 5 3\nlet k = 5 3\nmove go-{k}, cost k: @ . -> . @\nstart @ .\ngoal . @\n"
    expect(run("solve", "-", input=rules, status=0).out.startswith("go-3\n"), "another word")


def test_check_adds_up_what_names_decide():
    """A cost that names decide was counted as 1."""
    with tempfile.NamedTemporaryFile(suffix=".few") as file:
        file.write(b"board 2\npieces 8 9\nlet p = 8 9\nmove cost p: p 9 -> 9 9\nstart 8 9\ngoal 9 9\nwithin 7\n")
        file.flush()
        equal(run_json("check", file.name, "-", "move", status=1)["status"], "too-long")
        run("solve", file.name, status=1)


def test_a_cost_beyond_its_range_is_no_move():
    rules = b"board 1\npieces 0..3\nlet a = 0..3\nmove up, cost a: a -> a+1\nmove jump, cost 2000000000*a-1: a -> 3\nstart 1\ngoal 3\n"
    equal(json.loads(run("solve", "-", "--json", input=rules, status=0).out)["cost"], 3)
    equal(json.loads(run("solve", "-", "--json", input=rules.replace(b"start 1", b"start 0"), status=0).out)["cost"], 3)
    run("solve", "-", input=rules.replace(b"start 1", b"start 0").replace(b"cost a:", b"cost a-1:"), status=1)


def test_a_free_name_is_chosen_in_a_bounded_number_of_ways():
    text = b"board 1\npieces 0..9\nlet a, b, c, d, e, f, g, h = 0..9\nmove a -> 1 where a+b+c+d+e+f+g+h = 9\nstart 0\ngoal 1\n"
    result = run("solve", "-", input=text, status=2)
    expect("can be chosen in more than 50 million ways, before `where`" in result.err, result)


def test_looking_for_saved_tables_takes_the_time_of_a_search_at_most():
    with tempfile.TemporaryDirectory() as folder:
        name = Path(folder, "refused.few")
        name.write_bytes(REFUSED)
        rows = run_json("compare", str(name), "--time", "0.01", status=3)["searches"]
        expect(rows and all(row["status"] == "limit" for row in rows), rows)


def test_an_exploration_that_ends_before_its_first_layer_names_its_limit():
    """It said `memory` whenever the memory needed was known."""
    options = ["--method", "rank", "--threads", "1", "--time", "0.000001"]
    text = run("explore", "eight", *options, status=3) # built in: reading a file would reach the limit before
    expect("limit reached: time" in text.out and "memory" not in text.out, text)
    equal(run_json("explore", "eight", *options, status=3)["limit"], "time")


def test_tables_of_sets_are_made_within_the_time():
    """They took minutes before the clock was looked at."""
    links = " ".join(f"{cell}-{cell + 1}" for cell in range(1, 14))
    ring = (f"board 14\nlinks {links} 1-14\npieces x a b c d e f g h i j k l\nlet t = a b c d e f g h i j k l\n"
            "move along links: x t -> t x\nstart x x a b c d e f g h i j k l\ngoal x x _ _ _ _ _ _ _ a _ _ _ _\n")
    answer = run_json("explore", "-", "--from-goal", "--method", "sets", "--time", "1", input=ring.encode(), status=3)
    expect(answer["limit"] in ("time", "memory"), answer) # memory: on a small machine


def test_no_more_states_are_expected_than_there_are():
    """On a board with one walker the cells of the border were counted, too."""
    walker = b"board 3 x 3\npieces x . #\nmove any direction: x . -> . x\nstart x.. / .#. / ...\ngoal ... / .#. / ..x\n"
    answer = run_json("explore", "-", input=walker, status=0)
    equal((answer["states"], answer["space"], answer["expected_states"]), (8, 8, 8))


def test_a_limit_on_memory_is_kept_by_the_whole_process():
    for size in ("8M", "16M", "64M"):
        for options in (["--algorithm", "bfs"], ["--algorithm", "bidirectional"]):
            answer = limit("memory", "--memory", size, *options)
            budget = int(size[:-1]) << 20
            expect(answer["peak_bytes"] <= budget, answer)
            if SANITIZED:
                continue  # the sanitizer needs memory of its own
            expect(answer["peak_bytes"] >= budget // 8, "hardly used what it may:", answer)
            status, peak, output = peak_resident([TOOL, "solve", LONG, "--memory", size, *options])
            equal(status, 3)
            expect("limit reached: memory" in output, output)
            expect(peak <= budget * 1.05, f"{peak / 2**20:.2f} MiB were resident with --memory {size}", options)


def interrupt_after(seconds, *arguments):
    """What it answers to Control-C; LONG would go on for minutes."""
    process = subprocess.Popen([TOOL, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=environment())
    time.sleep(seconds)
    expect(process.poll() is None, "ended before it was interrupted")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, out.decode(), err.decode()


def test_control_c_ends_it_with_what_is_known():
    for algorithm in ("bfs", "bidirectional"):
        for store in ("auto", "hash"):
            status, out, err = interrupt_after(1, "solve", LONG, "--algorithm", algorithm, "--remember", store)
            equal(status, 130, out, err)
            expect(re.match(r"interrupted at depth \d+ " + SUMMARY, out), out)
            equal(err, "")


def test_control_c_gives_json_when_asked():
    status, out, err = interrupt_after(0.7, "solve", LONG, "--algorithm=bfs", "--json")
    answer = json.loads(out)
    equal((status, answer["status"], err), (130, "interrupted", ""))
    expect(answer["expanded"] > 0 and answer["seconds"] > 0, answer)


def test_control_c_works_where_a_shell_had_it_ignored():
    """A shell ignores SIGINT for what it starts in the background; who sends it then means it."""
    script = 'trap "" INT; "$0" solve "$1" --algorithm bfs & sleep 0.7; kill -INT $!; wait $!'
    done = subprocess.run(["sh", "-c", script, TOOL, LONG], stdout=subprocess.PIPE, timeout=60)
    equal(done.returncode, 130)
    expect(done.stdout.startswith(b"interrupted"), done.stdout)


# ---- progress

class NoTerminal(Exception):
    pass


def on_terminal(*arguments, seconds=60, columns=80, **more):
    """Runs with standard error on a terminal; status, standard output and what the terminal got."""
    try:
        master, slave = pty.openpty()
    except OSError as problem:
        raise NoTerminal from problem
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([TOOL, *arguments], stdout=subprocess.PIPE, stderr=slave, stdin=slave,
                               env=environment(**more))
    os.close(slave)
    seen = b""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        ready, _, _ = select.select([master], [], [], 0.1)
        if not ready:
            if process.poll() is not None:
                break
            continue
        try:
            data = os.read(master, 65536)
        except OSError:
            break
        if not data:
            break
        seen += data
    out = process.communicate(timeout=60)[0].decode()
    os.close(master)
    return process.returncode, out, seen.decode()


def test_a_progress_line_on_a_terminal_after_a_second():
    status, out, seen = on_terminal("solve", LONG, "--algorithm", "bfs", "--time", "2.2")
    equal(status, 3)
    lines = seen.split("\r\x1b[K")
    expect(len(lines) >= 4, repr(seen))
    equal(lines[-1], "", "the line is not erased at the end:")
    for line in lines[:-1]:
        expect(re.fullmatch(r"\d:\d\d  layer [\d,]+  frontier [\d,]+  states [\d,]+"
                            r"  [\d.]+ [Mk]/s  [\d.]+ [MG]iB", line), repr(line))
        expect(line.startswith(("0:01", "0:02")), "too early:", repr(line))


def test_the_making_of_pattern_databases_has_a_progress_line_and_limits():
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/table"
        tiles = ["--pattern", "1,2,3,4,5,6,7,8", "--bound-memory", "2G"]  # half a minute, if it were not ended
        for limit in ("2.2", "5", "20"):        # a busy machine is late with its lines
            status, _, seen = on_terminal("table", "build", "fifteen", *tiles, "-o", file, "--time", limit)
            equal(status, 3)
            *lines, last = seen.split("\r\x1b[K")
            expect("the time limit was reached" in last, repr(seen))
            if len(lines) >= 3:
                break
        expect(len(lines) >= 3, repr(seen))
        for line in lines:
            expect(re.fullmatch(r"\d:\d\d  states [\d,]+  [\d.]+ [Mk]/s  [\d.]+ [MG]iB", line), repr(line))
        expect(not os.path.exists(file), "half a table was written")


def test_the_progress_line_is_cut_to_the_terminal():
    _, _, seen = on_terminal("solve", LONG, "--algorithm", "bfs", "--time", "1.5", columns=30)
    lines = seen.split("\r\x1b[K")
    expect(len(lines) >= 2 and all(len(line) < 30 for line in lines), repr(seen))


def test_no_progress_line_for_what_is_short_or_not_on_a_terminal():
    equal(on_terminal("solve", EIGHT)[2], "")
    equal(on_terminal("solve", LONG, "--algorithm=bfs", "--time=1.5", TERM="dumb")[2], "")
    equal(run("solve", LONG, "--algorithm=bfs", "--time=1.5", status=3).err, "")


# ---- bad input

def bad_puzzle(path, saying=None, input=b""):
    result = run("solve", path, status=2, input=input)
    equal(result.out, "")
    expect(len(result.err) > 10, result)
    if saying:
        expect(saying in result.err, f"should say {saying!r}:", result)
    answer = run_json("solve", path, status=2, input=input)
    expect(answer["error"], answer)
    equal(run("check", path, "-", "u", status=2, input=input).out, "")
    return answer


def bad_text(data, saying=None):
    """The same bytes as a file and from standard input."""
    with tempfile.NamedTemporaryFile(suffix=".few") as file:
        file.write(data)
        file.flush()
        bad_puzzle(file.name, saying)
    return bad_puzzle("-", saying, input=data)


def test_a_file_that_is_not_there():
    bad_puzzle(str(HERE / "no_such_file.few"), "no_such_file.few")
    bad_puzzle("no-such-puzzle-at-all")
    bad_puzzle("")


def test_a_file_that_vanishes():
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "gone.few")
        path.symlink_to(Path(directory, "nowhere"))
        bad_puzzle(str(path), "gone.few")
    bad_puzzle(str(path), "gone.few")


def test_a_directory():
    bad_puzzle(str(HERE))
    bad_puzzle("/")


def test_ten_megabytes_of_zeros():
    bad_text(b"\0" * 10_000_000)


def test_nul_bytes_in_a_puzzle():
    bad_text(Path(EIGHT).read_bytes().replace(b"title", b"tit\0le"))


def test_an_empty_file():
    bad_text(b"")
    bad_text(b"\n\n  \n; nothing here\n")


def test_bytes_that_are_not_utf_8():
    bad_text(b"title \xff\xfe\n" + Path(EIGHT).read_bytes())


def test_a_device_without_end():
    bad_puzzle("/dev/zero")


def test_a_mistake_has_file_line_column_and_caret():
    path = str(HERE / "wrong_piece.few")
    answer = bad_puzzle(path)
    equal((answer["line"], answer["column"]), (3, 18))
    text = run("solve", path).err
    expect("wrong_piece.few:3:18" in text, text)
    lines = text.splitlines()
    source = next((i for i, line in enumerate(lines) if "move    a b -> b q" in line), None)
    expect(source is not None, text)
    equal(lines[source + 1].index("^"), lines[source].index("q"), "the caret:")
    answer = bad_puzzle("-", "<stdin>:3:18", input=Path(path).read_bytes())
    equal(answer["line"], 3)


def test_a_puzzle_without_a_goal_asks_for_one():
    path = str(HERE / "no_goal.few")
    bad_puzzle(path, "no goal: give one with --goal")
    bad_puzzle("-", "no start: give one as START", input=b"board 2\npieces a b\nmove a b -> b a\ngoal b a\n")
    equal(run_json("solve", path, "--goal", "b b a", status=0)["length"], 2)


# ---- standard input and output

def test_a_dash_reads_the_puzzle_from_standard_input():
    text = Path(EIGHT).read_bytes()
    equal(run_json("solve", "-", input=text, status=0)["length"], 19)
    equal(run_json("solve", "-", SOLVED_EIGHT, input=text, status=0)["length"], 0)
    run("check", "-", SOLVED_EIGHT, input=text, status=0)


def shell(script, **more):
    done = subprocess.run(["sh", "-c", script, TOOL, EIGHT], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60, env=environment(), **more)
    return Result(done)


def test_a_closed_standard_output_is_noticed():
    for call in ("list", 'solve "$1"', 'solve "$1" --json', 'check "$1" - u', "--help", "--version",
                 "help solve"):
        result = shell(f'"$0" {call} >&-')
        equal(result.status, 4, call, result)
        expect("standard output" in result.err, call, result)


def test_a_full_disk_is_noticed():
    if not os.path.exists("/dev/full"):
        return
    for call in ("list", 'solve "$1"', 'solve "$1" --json --all', "--help"):
        result = shell(f'"$0" {call} >/dev/full')
        equal(result.status, 4, call, result)
        expect("standard output" in result.err, call, result)
    for call in ('solve "$1" --proof -', 'explore "$1" --proof -'):
        result = shell(f'"$0" {call} >/dev/full')
        equal(result.status, 4, call, result)
        expect("standard output cannot be written: No space left" in result.err, call, result)


def test_pipes_and_links_are_written_to_and_not_replaced():
    calls = (("solve", "two-jugs", "--proof"), ("explore", "two-jugs", "--proof"), ("table", "build", "two-jugs", "-o"),
             ("explore", "two-jugs", "--checkpoint"), ("solve", "two-jugs", "--algorithm", "idastar", "--checkpoint"),
             ("solve", "two-jugs", "--svg"), ("explore", "two-jugs", "--csv"), ("rate", "two-jugs", "--html"))
    for call in calls:
        with tempfile.TemporaryDirectory() as directory:
            pipe, file, link, loose = (Path(directory, name) for name in ("pipe", "file", "link", "loose"))
            os.mkfifo(pipe)
            reader = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
            goes_on = call[-1] not in ("-o", "--checkpoint")  # a table is read again, and a checkpoint is written from its end
            run(*call, str(pipe), status=0 if goes_on else 2)
            expect(pipe.is_fifo(), call)
            expect(not goes_on or len(os.read(reader, 10)) == 10, call)
            os.close(reader)
            file.write_text("before")
            link.symlink_to(file)
            if call[-1] in ("--proof", "--checkpoint"):  # these never replace a file of another kind, through a link neither
                expect("not replaced" in run(*call, str(link), status=2).err, call)
                equal(file.read_text(), "before", call)
                file.write_text("")
            loose.symlink_to(Path(directory, "new"))
            removed = call[0] == "solve" and call[-1] == "--checkpoint"  # what the link leads to: the search is finished
            for path in (link, loose):
                run(*call, str(path), status=0)
                expect(path.is_symlink() and (not path.exists() if removed else path.stat().st_size > 10), call)
            equal(sorted(os.listdir(directory)), ["link", "loose", "pipe"] if removed else ["file", "link", "loose", "new", "pipe"], call)


def test_a_closed_pipe_ends_it_quietly():
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.Popen([TOOL, "solve", EIGHT], stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    equal((process.communicate()[1], process.returncode), (b"", -signal.SIGPIPE))


def test_a_closed_standard_input_is_bad_input():
    result = shell('"$0" solve - <&-')
    equal(result.status, 2, result)
    expect("standard input" in result.err, result)


def test_a_closed_standard_error_does_no_harm():
    equal(shell('"$0" solve "$1" 2>&-').status, 0)
    equal(shell('"$0" solve nothing-like-this 2>&-').status, 2)
    equal(shell('"$0" solve "$1" <&- 2>&-').status, 0)


# ---- check

def test_check_says_that_the_goal_is_reached():
    moves = run_json("solve", EIGHT)["moves"]
    mixed = moves[:3] + ["  " + " \t".join(moves[3:]) + "\n"]
    for arguments in (moves, [" ".join(moves)], ["".join(moves)], mixed):
        for start in ("", "-", "2 3 4 / 1 5 x / 7 6 8", "2 3 4 1 5 x 7 6 8"):
            result = run("check", EIGHT, start, *arguments, status=0)
            expect(result.out.startswith("19 moves, the goal is reached\n"), result)
            expect("last state: 123 / 456 / 78x" in result.out, result)
    answer = run_json("check", EIGHT, "-", *moves, status=0)
    equal((answer["status"], answer["moves"], answer["played"]), ("reached", 19, 19))
    equal(answer["state"], "123 / 456 / 78x")


def test_check_says_that_the_goal_is_missed():
    moves = "".join(run_json("solve", EIGHT)["moves"])
    result = run("check", EIGHT, "-", moves[:-1], status=1)
    expect(result.out.startswith("18 moves, but the last state is not a goal\n"), result)
    answer = run_json("check", EIGHT, "-", moves[:-1], status=1)
    equal((answer["status"], answer["played"]), ("missed", 18))


def test_check_says_which_move_fails():
    moves = run_json("solve", EIGHT)["moves"]
    wrong = moves[:4] + ["r", "r", "r"]
    for arguments in (wrong, ["".join(wrong)], [" ".join(wrong)]):
        result = run("check", EIGHT, "-", *arguments, status=1)
        expect(re.match(r"move [567] of 7, r, fails: ", result.out), result)
        expect("state before it: " in result.out, result)
    answer = run_json("check", EIGHT, "-", *wrong, status=1)
    equal((answer["status"], answer["word"], answer["moves"]), ("failed", "r", 7))
    expect(4 <= answer["played"] <= 6, answer)


def test_check_takes_a_word_that_no_move_has_for_bad_input():
    for word, unknown in (("jump", "jump"), ("uxl", "x"), ("sideways@3", "sideways@3"), ("up", "p")):
        result = run("check", EIGHT, "1 2 3 / 4 x 5 / 6 7 8", word, status=2)
        equal(result.out, "")
        expect(f"there is no move called `{unknown}`" in result.err, result)
        expect(unknown in run_json("check", EIGHT, "1 2 3 / 4 x 5 / 6 7 8", word, status=2)["error"])


def test_check_without_moves_asks_whether_the_start_is_a_goal():
    run("check", EIGHT, SOLVED_EIGHT, status=0)
    run("check", EIGHT, "", status=1)
    run("check", EIGHT, SOLVED_EIGHT, "", status=0)


def test_check_takes_another_goal():
    run("check", EIGHT, SOLVED_EIGHT, "l", "--goal", "1 2 3 / 4 5 6 / 7 x 8", status=0)
    run("check", EIGHT, SOLVED_EIGHT, "l", status=1)


def test_check_of_bad_input():
    for arguments in ([EIGHT, "1 2 3", "u"], ["no-such-puzzle-at-all", "-", "u"],
                      [EIGHT, "-", "u", "--goal", "zzz"]):
        result = run("check", *arguments, status=2)
        equal(result.out, "")
        expect(result.err, result)
        equal(run_json("check", *arguments, status=2)["status"], "error")


# ---- list and print

def test_nothing_that_meets_the_goal_has_a_reason():
    for name, puzzle in ("pieces", b"board 3\npieces a b .\nmove any direction: a . -> . a\nstart a . .\ngoal b _ _\n"), \
                        ("var", b"var v = a b c\nmove v b -> c\nstart v is a\ngoal v is c\n"), \
                        ("wall", b"100\n000\n"):
        why = "no state that the start allows meets the goal"
        found = run("explore", "-", "--from-goal", input=puzzle, status=0).out
        expect(found.startswith("0 states") and why in found, name, found)
        expect(why in json.loads(run("explore", "-", "--from-goal", "--json", input=puzzle, status=0).out)["reason"], name)
        expect(why in run("generate", "-", input=puzzle, status=1).err, name)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "table")
            for arguments in ("build", "-", "--distances", "-o", path), ("info", path):
                found = run("table", *arguments, input=puzzle, status=0).out
                expect("0 entries" in found and why in found, name, found)
                expect(why in json.loads(run("table", *arguments, "--json", input=puzzle, status=0).out)["reason"], name)
    for arguments in ("explore", "eight", "--from-goal"), ("explore", "wolf-goat-cabbage"):
        expect("meets the goal" not in run(*arguments, status=0).out, arguments)
        expect("reason" not in json.loads(run(*arguments, "--json", status=0).out), arguments)


def test_check_keeps_to_limits():
    choices = "board 1 x 8\npieces 0..99\nlet u = 0..99\nlet v = 0..99\nlet w = 0..99\n" \
              "start 0 1 2 3 4 5 6 7\ngoal 1 1 1 1 1 1 1 1\n" + \
              "".join(f"move m{i}, at 1,{1 + i % 5}: u v w -> v w u where u <= {99 - i // 10}\n" for i in range(50))
    for option, value, limit in (("--time", "0.1", "time"), ("--memory", "8M", "memory")):
        for start in ("-", "0 1 2 3 4 5 6 8"):
            found = run("check", "-", start, "m0", option, value, input=choices.encode(), status=3)
            expect(f"the {limit} limit" in found.err and found.out == "", found)
        found = run_json("check", "-", "-", "m0", option, value, input=choices.encode(), status=3)
        equal((found["status"], found["limit"]), ("limit", limit))
    run("check", EIGHT, "1 2 3 / 4 5 6 / x 7 8", "rr", "--time", "60", "--memory", "64M", status=0)


def test_contest_keeps_to_limits():
    board = b"8 6 7 2 5 4 3 x 1\n"
    way = run("contest", "poj-1077", input=board, status=0).out
    equal(run("contest", "poj-1077", "--time", "60", "--memory", "256M", input=board, status=0).out, way)
    strings = b"aaaaaaaaaaaaaaaaaaaa bbbbbcccccdddddeeeee\na b\na c\na d\na e\n"  # hundreds of thousands from either end
    for judge, case, options, limit in (("poj-1077", board, ("--time", "0.00001"), "time"),
                                        ("acwing-190", strings, ("--memory", "4M"), "memory")):
        found = run("contest", judge, *options, input=case, status=3)
        expect(limit in found.err and found.out == "", found)
    found = run("contest", "poj-1077", "--memory", "4M", input=b" " * (5 << 20), status=3)
    expect("memory limit was reached before the input was read" in found.err, found)
    waiting = subprocess.Popen([TOOL, "contest", "poj-1077", "--time", "0.2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)  # of an input that never ends
    try:
        equal(waiting.wait(timeout=60), 3)
        expect(b"the time limit was reached" in waiting.stderr.read())
    finally:
        waiting.kill()
        waiting.communicate()


def builtins():
    return run_json("list", status=0)["puzzles"]


def test_list_shows_name_summary_and_source_in_columns():
    puzzles = builtins()
    lines = run("list", status=0).out.splitlines()
    equal(len(lines), len(puzzles))
    expect(any(puzzle["name"] == "eight" for puzzle in puzzles), "there is no eight")
    for puzzle, line in zip(puzzles, lines):
        equal(set(puzzle), {"name", "summary", "source", "family"})
        expect(line.startswith(puzzle["name"] + " ") and puzzle["summary"] in line, line)
        expect(line.endswith(puzzle["source"] or puzzle["summary"]), line)
    starts = {line.index(puzzle["summary"], len(puzzle["name"])) for puzzle, line in zip(puzzles, lines)}
    equal(len(starts), 1, "columns:")


def test_print_gives_a_file_that_can_be_solved():
    text = run("print", "eight", status=0).out
    expect(text.endswith("\n") and "board" in text, text)
    by_name = run_json("solve", "eight", "2 3 4 / 1 5 x / 7 6 8", status=0)
    by_text = run_json("solve", "-", "2 3 4 / 1 5 x / 7 6 8", input=text.encode(), status=0)
    equal(by_name["moves"], by_text["moves"])
    equal(by_name["length"], 19)


def test_print_prints_every_builtin():
    for puzzle in builtins():
        if not puzzle["family"]:
            expect(run("print", puzzle["name"], status=0).out.strip(), puzzle)


def test_print_suggests_the_nearest_puzzle():
    result = run("print", "eigth", status=2)
    equal(result.out, "")
    expect("eight" in result.err, result)


STUCK = b"var v = a b c\nmove v b -> c\nstart v is a\ngoal v is GOAL\n"


def test_a_start_without_any_move_is_no_want_of_memory():
    for algorithm in ("auto", "bfs", "bidirectional", "astar", "idastar"):
        run("solve", "-", "--algorithm", algorithm, input=STUCK.replace(b"GOAL", b"a"), status=0)
        run("solve", "-", "--algorithm", algorithm, input=STUCK.replace(b"GOAL", b"b"), status=1)
    for goal in (b"a", b"b"):
        bound = run("solve", "-", "--check-bound", input=STUCK.replace(b"GOAL", goal), status=0)
        expect("holds in the only state" in bound.out, bound)


def test_a_bound_is_no_higher_than_the_dearest_moves():
    for cost in (1, 3, 999999, 1000000):
        for goal in ("b d / c a", "d a / c b", "_ a / _ _"):
            puzzle = f"board 2 x 2\npieces a b c d\nmove cost {cost}: cycle (2 1 4)\nstart a b / c d\ngoal {goal}\n"
            bound = run("solve", "-", "--check-bound", "--bound-memory", "0", input=puzzle.encode(), status=0)
            expect("the bound holds in all 3 states" in bound.out, bound)
            answer = run_json("solve", "-", "--algorithm", "astar", "--bound-memory", "0", input=puzzle.encode())
            equal(answer["cost"], cost * answer["length"])


def test_the_check_of_a_bound_is_json_when_asked():
    found = json.loads(run("solve", "eight", "--check-bound", "--states", "1000", "--json").out)
    equal((found["verdict"], found["states"] >= 1000, found["bound"], found["state"]), ("holds so far", True, None, None))
    found = json.loads(run("solve", "wolf-goat-cabbage", "--check-bound", "--json").out)
    equal(found["verdict"], "holds")
    text = run("solve", "eight", "--check-bound", "--states", "1000").out
    expect("the bound holds in the first 1,0" in text, text)


def test_the_check_of_a_bound_keeps_to_the_limits():
    for memory in ("4M", "5M", "8M"):
        text = run("solve", "fifteen", "--check-bound", "--memory", memory, status=3)
        expect("memory limit" in text.err, text)
        found = run_json("solve", "fifteen", "--check-bound", "--memory", memory)
        equal((found["status"], found["limit"]), ("limit", "memory"))
    for options, states in (("--states", "5"), 5), (("--max-depth", "2"), 9):
        text = run("solve", "eight", "--check-bound", *options, status=0).out
        equal(text, f"the bound holds in the first {states} states; there are more\n")
        found = json.loads(run("solve", "eight", "--check-bound", *options, "--json", status=0).out)
        equal((found["verdict"], found["states"]), ("holds so far", states))


def test_copied_names_are_walked_back_as_they_were_walked():
    puzzle = b"""board 3
pieces b D
let w = b
move D w -> w _
start D D b
goal b b b
"""
    for method in ("auto", "rank", "hash"):
        answer = run_json("explore", "-", "--from-goal", "--hardest", "1", "--solutions", "--method", method, input=puzzle)
        equal((answer["depths"], answer["solutions"]), ([1, 2, 1], [["move", "move"]]))
    equal(sorted(run("generate", "-", "--count", "9", "--seed", "1", input=puzzle, status=0).out.split()),
          ["DDb", "Dbb", "bDb", "bbb"])


def test_goals_that_were_found_from_the_start_are_gone_back_from_within_what_it_leads_to():
    """More than a million strings meet this goal. Only `U` was known of them, so that `I`, which meets it, too, was one move from it."""
    puzzle = b"string 20\npieces I M U\nlet x = I M U\nmove UU -> U\nmove I -> U\nstart UU\ngoal nowhere: x x\n"
    equal(run_json("solve", "-", "I", input=puzzle)["length"], 0)
    for method in ("auto", "sets", "rank", "hash"):
        answer = run_json("explore", "-", "--from-goal", "--hardest", "9", "--solutions", "--symmetry", "on", "--method", method, input=puzzle)
        equal((answer["depths"], answer["hardest"], answer["solutions"]), ([1, 1], ["UU"], [["UU->U"]]))


def test_a_condition_that_decides_nothing_is_exported():
    """Whether p is 1 or not, the second condition is looked at. That could not be written as one, and ended with status 4."""
    puzzle = b"board 2\npieces a 0 1\nlet p = 0 1\nmove go: a p -> p a where (p = 1 or p = p) and (p < 1 or p > 1)\nstart a 0\ngoal 0 a\n"
    for language in ("c", "cpp", "python"):
        run("export", language, "-", input=puzzle, status=0)
    program = run("export", "python", "-", input=puzzle, status=0).out
    equal(subprocess.run([sys.executable, "-"], input=program, capture_output=True, text=True).stdout, "1 move\ngo\n")


# ---- the runner

def main():
    global SANITIZED
    if not os.path.isfile(TOOL):
        sys.exit(__doc__)
    SANITIZED = b"__asan_init" in Path(TOOL).read_bytes()
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_") and callable(test)]
    tests = [t for t in tests if not ARGUMENTS or any(word in t[0] for word in ARGUMENTS)]
    failed = 0
    for number, (name, test) in enumerate(tests, 1):
        try:
            test()
            print(f"ok {number} - {name[5:]}", flush=True)
        except NoTerminal:
            print(f"ok {number} - {name[5:]} # SKIP this machine has no pseudo-terminals", flush=True)
        except Exception as problem:
            failed += 1
            print(f"not ok {number} - {name[5:]}")
            text = str(problem) if isinstance(problem, Failure) else traceback.format_exc()
            for line in text.splitlines():
                print("#", line)
            if isinstance(problem, Failure):
                frames = traceback.extract_tb(problem.__traceback__)
                print("# at line", ", ".join(str(frame.lineno) for frame in frames[1:]), flush=True)
    print(f"1..{len(tests)}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
