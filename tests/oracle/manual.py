#!/usr/bin/env python3
"""Solves every example of the language manual and compares the number of moves it claims.

An example is a block fenced by ```few and ```, followed by a line `Solved in N moves.`; where a line
`Solution: `WORDS`.` comes next, these words must be the least of the shortest solutions. A block followed by the
line `A mistake.` must be refused.

usage: manual.py [FEWEST]     with the path of the fewest binary, that is asked as well
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

import few

MANUAL = pathlib.Path(__file__).parent.parent.parent / "docs" / "language.md"
EXAMPLE = re.compile(r"^```few\n(.*?)^```\n", re.S | re.M)
CLAIM = re.compile(r"\s*(?:Solved in (\d+) moves?\.(?:\s+Solution: `([^`]*)`\.)?|A mistake\.$)", re.M)
MISTAKE = "a mistake"


def examples(text):
    """(line, puzzle text, length or MISTAKE, words or None) of each example."""
    for block in EXAMPLE.finditer(text):
        line = text.count("\n", 0, block.start()) + 1
        claim = CLAIM.match(text, block.end())
        if not claim:
            sys.exit("%s:%d: neither `Solved in N moves.` nor `A mistake.` after the example" % (MANUAL.name, line))
        yield line, block[1], int(claim[1]) if claim[1] else MISTAKE, claim[2]


def ask_oracle(puzzle):
    """The oracle's Answer or None, or MISTAKE."""
    try:
        return few.Puzzle(puzzle).solve()
    except ValueError:
        return MISTAKE


def ask_tool(binary, puzzle):
    """The length the real tool finds, or MISTAKE."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "example.few"
        path.write_text(puzzle, encoding="utf-8")
        run = subprocess.run([binary, "solve", str(path), "--json"], capture_output=True, text=True)
    if run.returncode == 2:
        return MISTAKE
    try:
        return json.loads(run.stdout)["length"]
    except (ValueError, KeyError, TypeError):
        return "exit status %d: %s" % (run.returncode, (run.stderr or run.stdout).strip())


def main(arguments):
    count = wrong = 0
    for line, text, length, words in examples(MANUAL.read_text(encoding="utf-8")):
        count += 1
        answer = ask_oracle(text)
        found = {"the oracle": answer.length if isinstance(answer, few.Answer) else answer}
        if arguments:
            found["the tool"] = ask_tool(arguments[0], text)
        for who, said in found.items():
            if said != length:
                wrong += 1
                print("%s:%d: the manual says %s, %s %s" % (MANUAL.name, line, length, who, said))
        if isinstance(answer, few.Answer) and words is not None and words.split() != answer.words:
            wrong += 1
            print("%s:%d: the least solution is %s" % (MANUAL.name, line, " ".join(answer.words)))
    print("%d examples, %d wrong" % (count, wrong))
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
