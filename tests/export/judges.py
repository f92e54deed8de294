#!/usr/bin/env python3
"""`fewest judge` accepts the program that `fewest export --judge` writes for each judge, in each dialect.

usage: judges.py [--cases N] [JUDGE...]      ($FEWEST: the tool; without names: every judge of `fewest contest --list`)
"""

import argparse
import re
import subprocess
import sys
import tempfile

import programs
from corpus import TOOL, tool

# Judges that ask something which no breadth-first search over the states of a puzzle answers, and why.
OTHER_QUESTIONS = {
    "poj-2893": "asks boards of up to 999 x 999 whether they can be solved, not for moves",
    "poj-2049": "gives walls and doors between places, not a board",
}


def names():
    return [line.split()[0] for line in tool("contest", "--list").stdout.splitlines()]


def examine(judge, dialect, cases, folder):
    """What there is to say, and whether it is right."""
    said = tool("export", dialect, "--judge", judge)
    if said.returncode == 2 and not said.stdout and re.search(r"\w+ \w+", said.stderr) and "usage:" not in said.stderr:
        why = said.stderr.strip()
        return f"refused: {why}", judge in OTHER_QUESTIONS
    if said.returncode != 0:
        return f"cannot be exported: status {said.returncode}, {said.stderr.strip()}", False
    try:
        path = programs.save(said.stdout, dialect, folder)
        programs.look_over(path, dialect)
        program = programs.build(path, dialect)
    except programs.Wrong as wrong:
        return str(wrong), False
    slow = ["--time-limit", "20"] if dialect == "python" else []
    done = subprocess.run([TOOL, "judge", judge, "--cases", str(cases), *slow, "--", *program], capture_output=True, text=True)
    return (done.stdout + done.stderr).strip() or "no word", done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("judges", nargs="*")
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--dialect")
    options = parser.parse_args()
    failed = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        for judge in options.judges or names():
            for dialect in [options.dialect] if options.dialect else programs.DIALECTS:
                said, right = examine(judge, dialect, options.cases, folder)
                tried += 1
                failed += not right
                print(f"{'' if right else 'FAILED: '}{judge}, {dialect}: {said}", flush=True)
    print(f"{tried - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
