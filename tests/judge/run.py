#!/usr/bin/env python3
"""`fewest judge` against programs with known mistakes, right ones, and some that do not behave.

    tests/judge/run.py [TOOL]   the tool; $FEWEST where it is not given

Each wrong program must be found wrong. The last line is 'N passed, M failed'.
"""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAMS = [sys.executable, str(HERE / "programs.py")]
ORACLE = [sys.executable, str(HERE.parent / "oracle" / "contest.py")]

# judge, program, options, what the first line says, what else must be said
WRONG = [
    ("acwing-190", "strings_expanded_twice", [], "wrong answer", "got NO ANSWER!"),
    ("hdu-1195", "lock_start_not_tested", [], "wrong answer", "expected 0, got"),
    ("hdu-1401", "solitaire_without_a_cap", ["--time-limit", "0.2"], "does not end in time", "computing"),
    ("luogu-p4289", "swap_zero_when_unreachable", ["--beyond"], "wrong answer", "expected unreachable, got 0"),
    ("poj-3984", "maze_index_minus_one", ["--beyond"], "wrong answer", "expected no path"),
    ("poj-3984", "maze_detour", [], "wrong answer", "goes wrong"),
    ("poj-3984", "maze_beyond_32_bits", [], "wrong answer", "not of the form"),
    ("poj-1077", "eight_index_minus_one", [], "ends with an error", "IndexError"),
    ("poj-1077", "eight_start_not_tested", [], "wrong answer", "the board can be solved"),
    ("codevs-1225", "eight_counter_overwritten", [], "wrong answer", "got 0"),
    ("poj-1077", "astar_closed_when_generated", [], "wrong answer", "goes wrong"),
    ("poj-1077", "astar_silent_when_unsolvable", [], "prints nothing", "unsolvable"),
    ("codevs-1004", "four_silent_when_a_line_stands", [], "prints nothing", "expected 0"),
    ("codevs-1004", "four_largest_index_as_capacity", [], "ends with an error", "IndexError"),
    ("luogu-p1225", "swap_moves_there_and_back", [], "wrong answer", "goes wrong"),
]

ODD = [
    ("poj-1077", "hang", ["--time-limit", "0.5"], "does not end in time", "waiting"),
    ("poj-1077", "compute_forever", ["--time-limit", "0.5"], "does not end in time", "computing"),
    ("hdu-1043", "wait_for_more", ["--time-limit", "0.5"], "does not end in time", "waiting"),
    ("poj-1077", "silent", [], "prints nothing", "got:\n    (nothing)"),
    ("poj-1077", "endless", [], "prints endlessly", "of output"),
    ("poj-1077", "no_input", [], "reads no input", "expected"),
    ("hdu-1195", "no_input", [], "reads no input", "expected"),
    ("poj-1077", "exit_three", [], "ends with an error", "exit status 3"),
    ("poj-1077", "memory_hog", ["--memory-limit", "100M"], "uses too much memory", "MemoryError"),
]

RIGHT = [
    ("poj-3984", "maze_right", ["--beyond", "--cases", "10"]),
    ("poj-1077", "eight_right", ["--cases", "5"]),
    ("hdu-1043", "many_eights_right", ["--cases", "15"]),
    ("acwing-190", "strings_right", ["--cases", "10"]),
    ("codevs-1004", "four_right", ["--cases", "5"]),
    ("luogu-p1225", "swap_moves_right", ["--cases", "5"]),
]
# The brute force of the tests is a right program, too.
BRUTE_FORCE = ["poj-3984", "hdu-1195", "poj-2049"]

CRASH = "int main(void) { volatile int *nothing = 0; return *nothing; }\n"
# Counts inversions by merging, for boards up to 999 x 999.
TILES = r"""
#include <stdio.h>
#include <string.h>
static int board[999 * 999], tiles[999 * 999], space[999 * 999];
static long long sort(int *a, int count) {
    if (count < 2) return 0;
    int half = count / 2, i = 0, j = half, k = 0;
    long long found = sort(a, half) + sort(a + half, count - half);
    while (i < half || j < count) {
        if (j == count || (i < half && a[i] < a[j])) space[k++] = a[i++];
        else { found += half - i; space[k++] = a[j++]; }
    }
    memcpy(a, space, count * sizeof *a);
    return found;
}
int main(void) {
    int rows, columns;
    while (scanf("%d %d", &rows, &columns) == 2 && rows) {
        int count = 0, blank = 0;
        for (int i = 0; i < rows * columns; i++) {
            if (scanf("%d", &board[i]) != 1) return 1;
            if (board[i]) tiles[count++] = board[i]; else blank = i / columns;
        }
        long long odd = sort(tiles, count);
        if (columns % 2 == 0 && !IGNORE_ROW) odd += rows - 1 - blank;
        puts(odd % 2 ? "NO" : "YES");
    }
    return 0;
}
"""


class Tester:
    def __init__(self, tool):
        self.tool = tool
        self.passed = self.failed = 0

    def note(self, name, reason):
        if reason:
            self.failed += 1
            print(f"FAILED {name}: {reason}")
        else:
            self.passed += 1

    def run(self, judge, program, options, status, first="", saying=""):
        name = f"{judge} {' '.join(options)} {program[-1]}"
        done = subprocess.run([self.tool, "judge", judge, *options, "--", *program], capture_output=True, text=True,
                              timeout=1200, stdin=subprocess.DEVNULL)
        output = done.stdout + done.stderr
        if done.returncode != status:
            self.note(name, f"status {done.returncode} instead of {status}: {output[:1500]}")
        elif first and not output.startswith(f"{judge}: {first}\n"):
            self.note(name, f"expected '{first}': {output[:1500]}")
        elif saying not in output:
            self.note(name, f"expected '{saying}': {output[:1500]}")
        else:
            self.note(name, None)
        return output

    def compile(self, directory, name, text, *flags):
        source, program = directory / f"{name}.c", directory / name
        source.write_text(text)
        compiler = shlex.split(os.environ.get("CC", "cc"))
        subprocess.run([*compiler, "-O1", *flags, str(source), "-o", str(program)], check=True)
        return [str(program)]


def main():
    tool = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("FEWEST")
    if not tool:
        sys.exit(__doc__)
    tester = Tester(tool)
    for judge, name, options, first, saying in WRONG + ODD:
        tester.run(judge, [*PROGRAMS, name], options, 1, first, saying)
    for judge, name, options in RIGHT:
        tester.run(judge, [*PROGRAMS, name], [*options, "--time-limit", "200"], 0, saying="all right")
    for judge in BRUTE_FORCE:
        tester.run(judge, [*ORACLE, judge], ["--cases", "6", "--time-limit", "200"], 0, saying="all right")
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        crash = tester.compile(directory, "crash", CRASH)
        tester.run("hdu-1401", crash, [], 1, "crashes", "Segmentation fault")
        tester.run("poj-2893", tester.compile(directory, "tiles", TILES, "-DIGNORE_ROW=0"), ["--time-limit", "200"], 0)
        wrong = tester.run("poj-2893", tester.compile(directory, "row", TILES, "-DIGNORE_ROW=1"), [], 1, "wrong answer")
        tester.note("shrunk", None if "    2 2\n" in wrong else f"not shrunk: {wrong[:800]}")
        saved = directory / "saved"
        tester.run("poj-1077", [*PROGRAMS, "astar_closed_when_generated"], ["--save", str(saved)], 1)
        texts = {file: (saved / file).read_text() for file in ("input.txt", "expected.txt", "got.txt", "errors.txt")}
        ours = subprocess.run([tool, "contest", "poj-1077"], input=texts["input.txt"], capture_output=True, text=True)
        tester.note("--save", None if ours.stdout == texts["expected.txt"] != texts["got.txt"] else f"{texts}")
    tester.run("poj-1077", ["./there-is-no-such-program"], [], 2, saying="cannot be run")
    tester.run("poj-1078", PROGRAMS, [], 2, saying="did you mean poj-1077?")
    same = [tester.run("acwing-190", [*PROGRAMS, "strings_expanded_twice"], ["--seed", "5"], 1) for _ in range(2)]
    tester.note("the same seed, the same case", None if same[0] == same[1] else f"{same}")
    print(f"{tester.passed} passed, {tester.failed} failed")
    sys.exit(1 if tester.failed else 0)


if __name__ == "__main__":
    main()
