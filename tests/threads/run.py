#!/usr/bin/env python3
"""The same answers with several threads, run after run. The tool is $FEWEST.

tests/threads/run.py              a few runs of each
tests/threads/run.py 50 PUZZLE... so many of each, by hash, of these puzzles

Under ThreadSanitizer ($FEWEST_SANITIZED is 'thread') each run also fails on a race."""

import json
import os
import subprocess
import sys

FEWEST = os.environ.get("FEWEST", "build/fewest")
RACES = os.environ.get("FEWEST_SANITIZED") == "thread"
failures = []


def answer(*arguments):
    """What the tool says of a puzzle, without what differs from run to run."""
    done = subprocess.run([FEWEST, *arguments, "--json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return f"status {done.returncode}: {done.stderr[:3000]}"
    said = json.loads(done.stdout)
    return {key: said.get(key) for key in ("status", "states", "depths", "moves", "cost", "solutions")}


def compare(times, arguments):
    """`times` runs with 2 and with 4 threads, beside one with a single thread."""
    expected = answer(*arguments)
    wrong = 0
    for threads in ("2", "4"):
        for _ in range(times):
            seen = answer(*arguments, "--threads", threads)
            if seen != expected:
                wrong += 1
                failures.append(f"{' '.join(arguments)} with {threads} threads: {seen}, not {expected}")
    print(f"{' '.join(arguments)}: {2 * times} runs, {wrong} wrong")


def explore(times, puzzle, method):
    compare(times, ["explore", puzzle, "--from-goal", "--method", method, "--hardest", "0"])


def main():
    if len(sys.argv) > 1:
        for puzzle in sys.argv[2:]:
            explore(int(sys.argv[1]), puzzle, "hash")
    else:
        times = 1 if RACES else 3
        for puzzle in ("eight", "pancake-8" if RACES else "pancake-9", "topspin-8-4" if RACES else "topspin-9-4"):
            explore(times, puzzle, "hash")
            explore(1, puzzle, "rank")
        if not RACES: # large enough for two threads to meet
            explore(1, "pocket-cube", "hash")
        explore(1, "eight", "sets")
        compare(1, ["explore", "klotski", "--method", "hash", "--hardest", "0", "--max-depth", "40"])
        compare(1, ["solve", "eight", "8 7 6 / 5 4 3 / 2 1 x", "--algorithm", "idastar"])
        compare(1, ["solve", "pancake-9", "9 7 5 3 1 2 4 6 8", "--algorithm", "idastar"])
    print("\n".join(failures))
    sys.exit(1 if failures else 0)


main()
