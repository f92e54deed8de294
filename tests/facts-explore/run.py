#!/usr/bin/env python3
"""`fewest explore` from outside: known counts, the same answer whatever the method and the threads, the keys of
--json, files in CSV and SVG, limits and exit statuses. The tool is $FEWEST."""

import csv
import json
import os
import subprocess
import sys
import tempfile
import xml.dom.minidom
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import peak_resident  # noqa: E402

FEWEST = os.environ.get("FEWEST", "build/fewest")
failures = []

# A sanitizer, or an emulator of another processor, takes far more memory than the tool.
NOT_ALONE = bool(os.environ.get("FEWEST_SANITIZED") or os.environ.get("FEWEST_WRAPPED"))

# Pages of the program and of the C library are resident or not as the system has them in its cache: the same run
# was seen to differ by half a megabyte.
CACHED_PAGES = 1 << 20


def run(*arguments, text=None):
    done = subprocess.run([FEWEST, "explore", *arguments], input=text, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def check(what, holds, seen=""):
    if not holds:
        failures.append(f"{what} {seen}")


def explore(*arguments, text=None):
    status, out, error = run(*arguments, "--json", text=text)
    check(f"{arguments}: exit status", status == 0, f"{status} {error}")
    return json.loads(out)


EIGHT = [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
         23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2]
SMALL = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]

POCKET = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]

FROM_GOAL = {
    "tiles-2x3": SMALL,
    "pancake-8": [1, 7, 42, 251, 1191, 4281, 10561, 15011, 8520, 455],
    "lights-out-3x3": [1, 9, 36, 84, 126, 126, 84, 36, 9, 1],
    # four in a line from all boards that hold a line, whoever is to move: 815,520 of 823,680
    "four-in-line": [283072, 114224, 147272, 129312, 96504, 35488, 8488, 1000, 160],
}


def known_counts():
    for method in ("auto", "sets", "rank", "hash"):
        for threads in ("1", "2", "5"):
            answer = explore("tiles-3x3", "--from-goal", "--method", method, "--threads", threads, "--hardest", "2")
            check(f"eight by {method}", answer["depths"] == EIGHT and answer["states"] == 181440, answer["depths"])
            check(f"hardest by {method}", len(answer["hardest"]) == 2, answer["hardest"])
            check(f"method {method}", method in ("auto", answer["method"]), answer["method"])
            check(f"keys by {method}", answer["max_depth"] == 31 and answer["seconds"] > 0 and answer["peak_bytes"] > 0)
    for name, states, depth, last in (("tiles-2x3", 360, 21, 1), ("tiles-2x4", 20160, 36, 1),
                                      ("lights-out-3x3", 512, 9, 1), ("pancake-8", 40320, 9, 455),
                                      ("cube-1x3x3", 192, 8, 1), ("cube-2x2x3", 241920, 14, 576)):
        answer = explore(name, "--from-goal")
        check(name, (answer["states"], answer["max_depth"], answer["depths"][-1]) == (states, depth, last), answer)
    lines = "board 3 x 3\npieces 1..8 x\nlet t, u = 1..8\nmove any direction: x t -> t x\nmove any direction: x t u -> t u x\n"
    answer = explore("-", text=lines + "start 1 2 3 / 4 5 6 / 7 8 x\ngoal 1 2 3 / 4 5 6 / 7 8 x\n")
    check("eight, several tiles in a line slide as one move", (answer["states"], answer["max_depth"]) == (181440, 24), answer)
    for name, layers in FROM_GOAL.items():
        answer = explore(name, "--from-goal")
        check(f"layers of {name}", answer["depths"] == layers, answer["depths"])


def coordinates():
    for method, threads in (("auto", "1"), ("coordinates", "2")):
        answer = explore("pocket-cube", "--from-goal", "--method", method, "--threads", threads)
        check(f"pocket cube by {method}", answer["depths"] == POCKET and answer["method"] == "coordinates", answer)
        check("it is known how many states there are", answer["expected_states"] == answer["states"], answer)
        check("less than two bits a state, tables included", answer["peak_bytes"] < answer["states"] / 4, answer)
    hardest = [explore("cube-2x2x3", "--method", method, "--hardest", "9")["hardest"] for method in ("coordinates", "hash")]
    check("the same deepest states", hardest[0] == hardest[1] and len(hardest[0]) == 9, hardest)
    status, _, error = run("eight", "--method", "coordinates")
    check("no coordinates", status == 2 and "cannot be explored by coordinates: some move does more" in error, error)


def a_start_can_be_given():
    answer = explore("tiles-2x3", "--from", "123 / 45x")
    check("--from", answer["depths"] == SMALL, answer["depths"])


LETTERS = """board 2 x 3
pieces a b c d e gap
let t = a b c d e
move any direction: t gap -> gap t
start a b c / d e gap
"""


def names_do_not_matter():
    answer = explore("-", text=LETTERS)
    check("letters, no goal", answer["depths"] == SMALL, answer["depths"])
    status, _, error = run("-", "--from-goal", text=LETTERS)
    check("no goal to explore from", status == 2 and "goal" in error, error)


def symmetries_change_no_count():
    """The known tables again, with one state for each class. From the goals of the eight puzzle a corner stays where it is."""
    cases = [("tiles-3x3", EIGHT, 2), ("pocket-cube", POCKET, 6)] + [(name, FROM_GOAL[name], order) for name, order in (("lights-out-3x3", 8), ("four-in-line", 16))]
    for name, depths, order in cases:
        for method in ("rank", "hash"):
            for threads in ("1", "2"):
                for use, wanted in (("on", order), ("off", 1)):
                    answer = explore(name, "--from-goal", "--method", method, "--threads", threads, "--symmetry", use)
                    check(f"{name} by {method}, symmetry {use}", (answer["depths"], answer["symmetry"]) == (depths, wanted), answer)
    answer = explore("pocket-cube", "--from-goal", "--method", "hash")
    check("auto finds them by itself", (answer["depths"], answer["symmetry"]) == (POCKET, 6), answer)
    _, out, _ = run("pocket-cube", "--from-goal", "--method", "hash")
    check("the text names it", "method hash, symmetry 6, " in out, out)
    answer = explore("pocket-cube", "--from-goal", "--symmetry", "on")
    check("who asks for it, asks for lists", (answer["method"], answer["symmetry"]) == ("hash", 6), answer)
    answer = explore("pocket-cube", "--from-goal", "--symmetry", "on", "--method", "coordinates")
    check("coordinates have their own", (answer["depths"], answer["method"], answer["symmetry"]) == (POCKET, "coordinates", 2), answer)
    answer = explore("pocket-cube", "--from-goal", "--symmetry", "off", "--method", "coordinates")
    check("coordinates without them", (answer["depths"], answer["method"], answer["symmetry"]) == (POCKET, "coordinates", 1), answer)
    answer = explore("eight", "--symmetry", "on", "--method", "sets")
    check("sets go without them", (answer["method"], answer["symmetry"]) == ("sets", 1), answer)
    hardest = [explore("tiles-3x3", "--symmetry", use, "--hardest", "50", "--method", "hash")["hardest"] for use in ("on", "off")]
    check("the deepest states are the same", hardest[0] == hardest[1], hardest)
    status, _, error = run("eight", "--symmetry", "perhaps")
    check("other words are refused", status == 2 and "perhaps" in error, error)


def files_are_written():
    with tempfile.TemporaryDirectory() as directory:
        table, picture = Path(directory) / "layers.csv", Path(directory) / "layers.svg"
        status, out, _ = run("tiles-2x3", "--from-goal", "--csv", str(table), "--svg", str(picture))
        check("status with files", status == 0, status)
        check("text", "360 states, depth 21" in out and "bytes a state; predicted: 0." in out, out)
        rows = list(csv.DictReader(table.open()))
        check("csv", [int(row["states"]) for row in rows] == SMALL, rows)
        drawing = xml.dom.minidom.parse(str(picture))
        bars = [title for title in drawing.getElementsByTagName("title") if "depth" in title.firstChild.data]
        check("svg", len(bars) == len(SMALL))
        status, _, error = run("tiles-2x3", "--csv", f"{directory}/none/x.csv")
        check("a file that cannot be written", status == 4 and "none/x.csv" in error, f"{status} {error}")


def solutions_are_given():
    answer = explore("tiles-2x3", "--from-goal", "--hardest", "5", "--solutions")
    check("one solution for each state", len(answer["solutions"]) == len(answer["hardest"]) == 1, answer)
    check("as long as it is deep", [len(way) for way in answer["solutions"]] == [21], answer["solutions"])
    played = subprocess.run([FEWEST, "check", "tiles-2x3", answer["hardest"][0], *answer["solutions"][0]],
                            capture_output=True, text=True)
    check("it can be played", played.returncode == 0, played.stdout + played.stderr)
    _, out, _ = run("tiles-2x3", "--from-goal", "--solutions")
    lines = out.splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("deepest"))
    check("text", lines[place + 2].split() == ["".join(answer["solutions"][0])] or
          lines[place + 2].split() == answer["solutions"][0], lines[place:])


def peak_of(*arguments):
    """The most that the process had in memory, in bytes, and its answer."""
    _, peak, out = peak_resident([FEWEST, "explore", *arguments, "--json"])
    return peak, json.loads(out)


def memory_is_predicted():
    for name, method in (("tiles-3x3", "sets"), ("tiles-2x5", "sets"), ("four-in-line", "sets"), ("pocket-cube", "coordinates"), ("solitaire", "rank"),
                         ("sokoban", "rank"), ("swap", "rank"), ("lock", "rank"), ("knights", "rank"), ("frogs", "rank"),
                         ("maze", "rank"), ("two-jugs", "rank"), ("hanoi-8-4", "rank"), ("pancake-8", "rank"),
                         ("topspin-9-4", "rank"), ("lights-out-4x4", "rank"), ("wolf-goat-cabbage", "rank")):
        answer = explore(name)
        check(f"{name} is explored by {method}", answer["method"] == method, answer["method"])
        check(f"memory of {name}", answer["needed_bytes"] <= answer["peak_bytes"] <= 1.05 * answer["needed_bytes"], answer)
        if method == "sets":
            check(f"states of {name}", answer["states"] <= answer["expected_states"] <= 1.02 * answer["states"], answer)
        if NOT_ALONE:
            continue
        status, out, _ = run(name, "--json", "--memory", str(answer["needed_bytes"] + (8 << 20)))
        check(f"{name} with just that memory", status == 0 and json.loads(out)["method"] == method, out)


def what_is_predicted_is_what_the_process_takes():
    if NOT_ALONE:
        return
    own, _ = peak_of("maze")  # the program itself, and next to nothing else
    for arguments in (("pancake-10", "--from-goal"), ("topspin-10-4", "--from-goal"), ("hanoi-10-4", "--from-goal"),
                      ("tiles-2x6", "--from-goal", "--max-depth", "40")):
        peak, answer = peak_of(*arguments)
        check(f"memory of the process that explores {arguments[0]}", 0.95 * answer["needed_bytes"] <= peak <=
              1.05 * (answer["needed_bytes"] + own) + CACHED_PAGES, f"{peak} {own} {answer['needed_bytes']}")


def budgets_are_kept():
    """By the process as a whole; with little memory an exploration by rank takes longer, not more."""
    if NOT_ALONE:
        return
    for arguments, least in ((("pancake-10", "--from-goal"), 10), (("pancake-10", "--from-goal", "--threads", "2"), 10),
                             (("solitaire",), 7), (("pocket-cube",), None), (("tiles-2x5", "--method", "hash"), None)):
        for megabytes in (5, 7, 10, 12, 16, 24):
            peak, answer = peak_of(*arguments, "--memory", f"{megabytes}M")
            begun = answer.get("states", 0) > 0  # what the puzzle itself takes cannot be made less
            check(f"{arguments} within {megabytes}M", not begun or peak <= (megabytes << 20) + CACHED_PAGES, peak)
            explored = answer["status"] == "explored"
            check(f"{arguments} with {megabytes}M", explored or answer["limit"] == "memory", answer)
            check(f"{arguments} with {megabytes}M", explored or least is None or megabytes < least, answer)


def limits_are_kept():
    status, out, _ = run("tiles-2x4", "--max-depth", "3", "--json")
    check("--max-depth", status == 3 and len(json.loads(out)["depths"]) == 4, out)
    status, out, _ = run("tiles-2x4", "--states", "100", "--method", "hash", "--json")
    check("--states", status == 3 and json.loads(out)["limit"] == "states", out)
    status, out, _ = run("tiles-2x7", "--memory", "1G")
    check("2x7 is refused at once", status == 3 and "87,178,291,200 arrangements" in out, out)
    check("2x7 is predicted", "43,589,145,600 can be reached" in out and "15.3 GiB" in out and "it would take about " in out, out)
    status, out, _ = run("tiles-2x7", "--memory", "1G", "--json")
    answer = json.loads(out)
    check("2x7 as JSON", status == 3 and answer["expected_states"] == 43589145600 and answer["expected_seconds"] > 0 and
          15 << 30 < answer["needed_bytes"] < 16 << 30 and answer["states"] == 0, out)
    status, out, _ = run("pocket-cube", "--method", "hash", "--memory", "16M", "--json")
    answer = json.loads(out)
    check("--memory", status == 3 and answer["limit"] == "memory" and answer["peak_bytes"] <= 16 << 20, out[:200])
    status, out, error = run("tiles-8x8", "--memory", "5M")
    check("a puzzle that does not fit", status == 3 and "memory limit" in error, out + error)
    status, _, error = run("tiles-2x3", "START")
    check("an operand too many", status == 2 and "--from" in error, error)


for test in (known_counts, coordinates, a_start_can_be_given, names_do_not_matter, symmetries_change_no_count, files_are_written, solutions_are_given,
             memory_is_predicted, what_is_predicted_is_what_the_process_takes, budgets_are_kept,
             limits_are_kept):
    test()
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
