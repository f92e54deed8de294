#!/usr/bin/env python3
"""Every judge of `fewest contest` against brute force: tests/contest/run.py [TOOL] [option...]

    TOOL           the tool; $FEWEST where it is not given
    --count N      random cases for each judge (default: 300)
    --seed S       another series of random inputs (the seed is printed where something fails)
    --judge NAME   only this judge

The last line is 'N passed, M failed'.
"""

import argparse
import os
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "oracle"))
from contest import JUDGES, dress  # noqa: E402

BATCH = 100  # cases in one input

# What the judges' statements show.
SAMPLES = [
    ("poj-3984", "0 1 0 0 0\n0 1 0 1 0\n0 0 0 0 0\n0 1 1 1 0\n0 0 0 1 0\n",
     "(0, 0)\n(1, 0)\n(2, 0)\n(2, 1)\n(2, 2)\n(2, 3)\n(2, 4)\n(3, 4)\n(4, 4)\n"),
    ("poj-1077", " 2  3  4  1  5  x  7  6  8 \n", "ullddrurdllurdruldr\n"),
    ("hdu-1043", "2  3  4  1  5  x  7  6  8\n", "ullddrurdllurdruldr\n"),
    ("codevs-1225", "283104765\n", "4\n"),
    ("codevs-1004", "BWBO\nWBWB\nBWBW\nWBWO\n", "5\n"),
    ("hdu-1195", "2\n1234\n2144\n\n1111\n9999\n\n", "2\n4\n"),
    ("hdu-1401", "4 4 4 5 5 4 6 5\n2 4 3 3 3 6 4 6\n", "YES\n"),
    ("acwing-190", "abcd xyz\nabc xu\nud y\ny yz\n", "3\n"),
    ("luogu-p4289", "1111\n0000\n1110\n0010\n\n1010\n0101\n1010\n0101\n", "4\n"),
    ("luogu-p1225", "1111\n0000\n1110\n0010\n1010\n0101\n1010\n0101\n", None),
    ("poj-2049",
     "8 9\n1 1 1 3\n2 1 1 3\n3 1 1 3\n4 1 1 3\n1 1 0 3\n1 2 0 3\n1 3 0 3\n1 4 0 3\n2 1 1\n2 2 1\n2 3 1\n3 1 1\n"
     "3 2 1\n3 3 1\n1 2 0\n3 3 0\n4 3 1\n1.5 1.5\n4 0\n1 1 0 1\n1 1 1 1\n2 1 1 1\n1 2 0 1\n1.5 1.7\n-1 -1\n",
     "5\n-1\n"),
    ("poj-2893", "3 3\n1 0 3\n4 2 5\n7 8 6\n4 3\n1 2 5\n4 6 9\n11 8 10\n3 7 0\n0 0\n", "YES\nNO\n"),
]

# Where the programs of the seeds are wrong (and what is right).
ERRATA = [
    ("acwing-190", "abcd xyz\nabc xu\nud y\ny yz\n", "3\n"),
    ("acwing-190", "aabbca aaaccca\nb a\nba bcc\n", "3\n"),
    ("acwing-190", "aa aaaaaaaa\naaaa aaa\na aaa\n", "3\n"),
    ("hdu-1195", "1\n8435\n8435\n", "0\n"),
    ("hdu-1401", "1 1 1 2 2 1 2 2\n7 7 7 8 8 7 8 8\n", "NO\n"),
    ("luogu-p1225", "1111\n0000\n0000\n0000\n1110\n0000\n0000\n0000\n", "unreachable\n"),
    ("luogu-p4289", "1111\n0000\n0000\n0000\n\n1110\n0000\n0000\n0000\n", "unreachable\n"),
    ("poj-3984", "0 1 0\n1 1 0\n0 0 0\n", "no path\n"),
    ("poj-3984", "1 0 0\n0 0 0\n0 0 0\n", "no path\n"),
    ("poj-3984", "0 0 0\n0 0 0\n0 0 1\n", "no path\n"),
    ("poj-1077", "1 2 3 4 5 6 8 7 x\n", "unsolvable\n"),
    ("hdu-1043", "1 2 3 4 5 6 8 7 x\n1 2 3 4 5 6 7 8 x\n", "unsolvable\n\n"),
    ("codevs-1225", "283104765\n", "4\n"),
    ("poj-1077", "4 1 2 5 x 6 7 3 8\n", None),
    ("poj-1077", "x 6 8 4 7 3 5 1 2\n", None),
    ("codevs-1004", "WBBW\nBOOB\nWWWW\nWBBB\n", "0\n"),
    ("codevs-1004", "WWWW\nWWWB\nBBBB\nBBOO\n", "0\n"),
]

# Deepest instances, edges, and input as people and other systems leave it.
EDGES = [
    ("poj-1077", "8 6 7 2 5 4 3 x 1", None),
    ("poj-1077", "6 4 7 8 5 x 3 2 1", None),
    ("poj-1077", "1 2 3 4 5 6 7 8 x", "\n"),
    ("poj-1077", "123\n456\n78x", "\n"),
    ("poj-1077", "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\nx\r\n8\r\n", "r\n"),
    ("hdu-1043", "\n\r\n1 2 3 4 5 6 7 8 x  \r\n\r\n\t1 2 3 4 5 6 7 x 8", "\nr\n"),
    ("codevs-1225", "123804765", "0\n"),
    ("codevs-1225", "1 2 3\n8 0 4\n7 6 5", "0\n"),
    ("hdu-1195", "1\n1111\n6666", "16\n"),
    ("hdu-1195", "0\n", ""),
    ("hdu-1401", "1 1 1 2 2 1 2 2\n2 2 2 1 1 2 1 1", "YES\n"),
    ("acwing-190", "a a", "0\n"),
    ("acwing-190", "a b", "NO ANSWER!\n"),
    ("acwing-190", "a b\na a\n", "NO ANSWER!\n"),
    ("acwing-190", "aaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbb\naa bb", "10\n"),
    ("acwing-190", "aaaaaaaaaaaaaaaaaaaaa"[:20] + " b\naa a\n", "NO ANSWER!\n"),
    ("acwing-190", "where ->\nwhere and\nand ->\n", "2\n"),
    ("acwing-190", "_/:; (,)\n_/ (\n:; ,)\n", "2\n"),
    ("acwing-190", "\u00e4\u00f6 \u4e2d\n\u00e4 \u4e2d\n\u4e2d\u00f6 \u4e2d\n", "2\n"),
    ("luogu-p4289", "0000\n0001\n0111\n1111\n\n1111\n1110\n1000\n0000", "20\n"),
    ("luogu-p4289", "1111 \n1111\t\n0000  \n0000 \n \n1111 \n1111\n0000\n0000 ", "0\n"),
    ("luogu-p1225", "0000\n0001\n0111\n1111\n1111\n1110\n1000\n0000", None),
    ("luogu-p1225", "0000\n0000\n0000\n0000\n0000\n0000\n0000\n0000", "0\n"),
    ("poj-3984", "0", "(0, 0)\n"),
    ("poj-3984", "1", "no path\n"),
    ("poj-3984", "0 0", "(0, 0)\n(0, 1)\n"),
    ("poj-3984", "0\n0\n", "(0, 0)\n(1, 0)\n"),
    ("poj-3984", "0 1 0", "no path\n"),
    ("poj-2049", "-1 -1\n", ""),
    ("poj-2049", "0 0\n0 0\n-1 -1", "0\n"),
    ("poj-2049", "4 0 1 1 0 198 1 1 1 198 199 1 1 198 1 199 0 198 100.5 100.5\n-1 -1", "-1\n"),
    ("poj-2049", "4 1 1 1 0 198 1 1 1 198 199 1 1 198 1 199 0 198 1 100 1 100.5 100.5\n-1 -1", "1\n"),
    ("poj-2049", "4 0 1 1 0 1 1 1 1 1 2 1 1 1 1 2 0 1 300 300\n-1 -1", "0\n"),
    ("poj-2893", "0 0", ""),
    ("poj-2893", "2 2\n1 2\n0 3\n2 2\n2 1\n3 0\n0 0\n", "YES\nNO\n"),
]

# Bad input: a message that names the line and what was expected, status 2, nothing printed.
BAD = [
    ("poj-3984", "0 1 2\n0 0 0\n", 1), ("poj-3984", "0 1\n0 0\n0\n", 3), ("poj-3984", "0 0\n0 0 0\n", 2),
    ("poj-3984", "01\n00\n", 1), ("poj-3984", "0 1\n0 a\n", 2), ("poj-3984", "0 -1\n0 0\n", 1),
    ("poj-3984", "0 " * 10001, 1), ("poj-3984", "0 " * 5000000, 1),
    ("poj-1077", "1 2 3 4 5 6 7 8 9\n", 1), ("poj-1077", "1 2 3 4 5 6 7 8\n", 1),
    ("poj-1077", "1 2 3 4 5 6 7 8 x 1\n", 1), ("poj-1077", "1 2 3 x 4 5 6 7 x\n", 1),
    ("poj-1077", "1 2 3 4 5 6 7 8 X\n", 1), ("poj-1077", "1 1 2 3 4 5 6 7 x\n", 1),
    ("poj-1077", "1 2 3\n4 5 6\n7 8 x\n1 2 3\n", 4), ("poj-1077", "1 2 3\n4 0 6\n7 8 x\n", 2),
    ("hdu-1043", "1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 8\n", 2), ("hdu-1043", "1 2 3 4 5 6 7 8\n1 2 3 4 5 6 7 8 x\n", 1),
    ("hdu-1043", "1 2 3 4 5 6 7 8 x\n\n1 2 3 4 5 6 7 8 x 5\n", 3), ("hdu-1043", "x x 3 4 5 6 7 8 1\n", 1),
    ("hdu-1043", "1 2 3 4 5 6 7 8 x\n1 2 3 4 q 6 7 8 x\n", 2),
    ("codevs-1225", "12380476\n", 1), ("codevs-1225", "1238047655\n", 1), ("codevs-1225", "12380476x\n", 1),
    ("codevs-1225", "123804760\n", 1), ("codevs-1225", "123804769\n", 1), ("codevs-1225", "123804765\n123804765\n", 2),
    ("codevs-1004", "BWBO\nWBWB\nBWBW\nWBWX\n", 4), ("codevs-1004", "BWBO\nWBWB\nBWBW\nWBW\n", 4),
    ("codevs-1004", "BWBO\nWBWB\nBWBW\nWBWB\n", 1), ("codevs-1004", "BWBO\nWBWB\nBWBW\n", 4),
    ("codevs-1004", "BWBO\nWBWBB\nBWB\nWBWO\n", 2), ("codevs-1004", "BWBO\nWBWB\nBWBW\nWBWO\nB\n", 5),
    ("codevs-1004", "bwbo\nWBWB\nBWBW\nWBWO\n", 1),
    ("hdu-1195", "1\n12a4\n1111\n", 2), ("hdu-1195", "1\n1204\n1111\n", 2), ("hdu-1195", "2\n1234\n1111\n", 4),
    ("hdu-1195", "1\n12345\n1111\n", 2), ("hdu-1195", "1\n123\n1111\n", 2), ("hdu-1195", "x\n1234\n1111\n", 1),
    ("hdu-1195", "-1\n1234\n1111\n", 1), ("hdu-1195", "99999999999999999999\n1234\n1111\n", 1),
    ("hdu-1195", "1\n1234\n1111\n\n1234\n1111\n", 5), ("hdu-1195", "1\n1234\n", 3),
    ("hdu-1401", "4 4 4 5 5 4 6 9\n2 4 3 3 3 6 4 6\n", 1), ("hdu-1401", "4 4 4 5 5 4 6 5\n2 4 3 3 3 6 0 6\n", 2),
    ("hdu-1401", "4 4 4 5 5 4 6\n2 4 3 3 3 6 4 6\n", 1), ("hdu-1401", "4 4 4 5 5 4 6 5\n", 2),
    ("hdu-1401", "4 4 4 4 5 4 6 5\n2 4 3 3 3 6 4 6\n", 1), ("hdu-1401", "4 4 4 5 5 4 6 5 5\n2 4 3 3 3 6 4 6\n", 1),
    ("hdu-1401", "4 4 4 5 5 4 6 x\n2 4 3 3 3 6 4 6\n", 1), ("hdu-1401", "4 4 4 5 5 4 6 5\n1.5 4 3 3 3 6 4 6\n", 2),
    ("acwing-190", "abcd\n", 1), ("acwing-190", "abcd xyz q\nabc xu\n", 1), ("acwing-190", "a" * 21 + " b\n", 1),
    ("acwing-190", "a b\na " + "b" * 21 + "\n", 2), ("acwing-190", "a b\n" + "a c\n" * 7, 8),
    ("acwing-190", "a b\na\n", 2), ("acwing-190", "a b\na b c\n", 2), ("acwing-190", "a b\na b a c\n", 2),
    ("luogu-p4289", "1111\n0000\n1110\n0010\n\n1010\n0101\n1010\n", 9),
    ("luogu-p4289", "1111\n0000\n1112\n0010\n\n1010\n0101\n1010\n0101\n", 3),
    ("luogu-p4289", "1111\n0000\n1110\n0010\n\n1010\n0101\n1010\n0101\n1\n", 10),
    ("luogu-p4289", "1111\n000\n1110\n0010\n\n1010\n0101\n1010\n0101\n", 2),
    ("luogu-p4289", "1111\n00000\n1110\n0010\n\n1010\n0101\n1010\n0101\n", 2),
    ("luogu-p1225", "1111\n0000\n1110\n0010\n1010\n0101\n1010\n", 8),
    ("luogu-p1225", "1111\n0000\n1110\n0010\n1010\n01x1\n1010\n0101\n", 6),
    ("poj-2049", "1 0\n1 1 2 1\n1.5 1.5\n-1 -1\n", 2), ("poj-2049", "1 0\n0 1 1 1\n1.5 1.5\n-1 -1\n", 2),
    ("poj-2049", "1 0\n1 200 1 1\n1.5 1.5\n-1 -1\n", 2), ("poj-2049", "1 0\n1 1 1 199\n1.5 1.5\n-1 -1\n", 2),
    ("poj-2049", "0 0\n1.5\n", 3), ("poj-2049", "0 0\n1.5 q\n-1 -1\n", 2), ("poj-2049", "0 0\n1.5 1.5\n", 3),
    ("poj-2049", "-1 0\n1.5 1.5\n-1 -1\n", 1), ("poj-2049", "-1 -1\n0 0\n", 2),
    ("poj-2049", "1000000000000 0\n-1 -1\n", 1), ("poj-2049", "0 0\ninf 1\n-1 -1\n", 2),
    ("poj-2893", "3 3\n1 0 3\n4 2 5\n7 8 9\n0 0\n", 4), ("poj-2893", "3 3\n1 0 3\n4 2 5\n7 8 1\n0 0\n", 4),
    ("poj-2893", "3 3\n1 0 3\n4 2 5\n7 8\n", 5), ("poj-2893", "1 3\n1 2 0\n0 0\n", 1),
    ("poj-2893", "1000 2\n0 0\n", 1), ("poj-2893", "2 2\n1 2\n0 3\n", 4), ("poj-2893", "2 2\n1 2\na 3\n0 0\n", 3),
    ("poj-2893", "3 0\n", 1), ("poj-2893", "0 0\n1\n", 2), ("poj-2893", "2 2\n0 0\n1 2\n0 0\n", 2),
]
for name in JUDGES:
    BAD += [(name, "", 1), (name, " \n\n", 1), (name, "0" * 10000000, 1), (name, "\0" * 10000000, 1),
            (name, "1\n\0\n", 2), (name, b"\xff\xfe\x00", 1), (name, "0 " * 5000000, None)]
    if name != "acwing-190":  # where any two words are a good input
        BAD.append((name, b"\xff\xfe \xfd\n", 1))


class Tester:
    def __init__(self, tool):
        self.tool = tool
        self.passed = self.failed = 0

    def run(self, judge, text, *options):
        given = text if isinstance(text, bytes) else text.encode()
        done = subprocess.run([self.tool, "contest", judge, *options], input=given, capture_output=True, timeout=120)
        return done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace")

    def note(self, judge, text, reason, where):
        if reason is None:
            self.passed += 1
            return
        self.failed += 1
        print(f"FAILED {judge} ({where}): {reason}\n    input: {text[:80]!r}")

    def good(self, judge, text, expected, where):
        status, output, message = self.run(judge, text)
        if status != 0:
            reason = f"status {status}: {message.strip()}"
        elif expected is not None:
            reason = None if output == expected else f"expected {expected!r}, got {output[:200]!r}"
        else:
            reason = JUDGES[judge].wrong(text, output)
        self.note(judge, text, reason, where)

    def bad(self, judge, text, line, where):
        status, output, message = self.run(judge, text)
        reason = None
        if status != 2:
            reason = f"status {status} instead of 2, output {output[:100]!r}, message {message.strip()!r}"
        elif output:
            reason = f"printed {output[:100]!r}"
        elif line is not None and f" line {line}: " not in message:
            reason = f"line {line} is not named in {message.strip()!r}"
        elif not message.strip() or message.count("\n") != 1:
            reason = f"expected one line of message, got {message!r}"
        self.note(judge, text, reason, where)

    def parts(self, judge, texts, where):
        """Many inputs in one run: the output is that of one after the other."""
        status, output, message = self.run(judge, "\n---\n".join(texts), "--many")
        if status != 0:
            self.note(judge, texts[0], f"status {status}: {message.strip()}", where)
            return
        at = 0
        for text in texts:
            # As many lines as the right answer has: all shortest ways are equally long.
            lines = JUDGES[judge].answer(text).count("\n")
            end = at
            for _ in range(lines):
                end = output.find("\n", end) + 1
            self.note(judge, text, JUDGES[judge].wrong(text, output[at:end]), where)
            at = end
        if at < len(output):
            self.note(judge, texts[-1], f"more output than expected: {output[at:at + 200]!r}", where)

    def random(self, judge, count, seed):
        rng = random.Random(f"{judge} {seed}")
        task = JUDGES[judge]
        where = f"random, --seed {seed}"
        done = 0
        while done < count:
            size = min(rng.choice((1, BATCH)), count - done)
            if size == 1 or task.many:
                before = self.failed
                self.good(judge, dress(rng, task.join([task.case(rng) for _ in range(size)])), None, where)
                if self.failed == before:
                    self.passed += size - 1
            else:
                self.parts(judge, [dress(rng, task.case(rng)) for _ in range(size)], where)
            done += size


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tool", nargs="?", default=os.environ.get("FEWEST"))
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge")
    options = parser.parse_args()
    if not options.tool:
        sys.exit(__doc__)
    tester = Tester(options.tool)
    judges = [name for name in JUDGES if options.judge in (None, name, JUDGES[name].alias)]
    for where, rows in (("sample", SAMPLES), ("errata", ERRATA), ("edge", EDGES)):
        for judge, text, expected in rows:
            if judge in judges:
                tester.good(judge, text, expected, where)
                if JUDGES[judge].alias and where == "sample":
                    name = JUDGES[judge].alias
                    same = tester.run(name, text) == tester.run(judge, text)
                    tester.note(name, text, None if same else f"not the same as {judge}", "alias")
    for judge, text, line in BAD:
        if judge in judges:
            tester.bad(judge, text, line, "bad input")
    for judge in judges:
        tester.random(judge, options.count, options.seed)
    print(f"{tester.passed} passed, {tester.failed} failed")
    sys.exit(1 if tester.failed else 0)


if __name__ == "__main__":
    main()
