#!/usr/bin/env python3
"""Known counts of large spaces, explored to the end: minutes, and up to 3 GiB. `make exhaustive` runs it; $FEWEST is the
tool."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

FEWEST = os.environ.get("FEWEST", "build/fewest")
EXPECTED = Path(__file__).resolve().parent.parent.parent / "bench/expected.csv"
PEGS = [1, 4, 12, 60, 296, 1338, 5648, 21842, 77559, 249690, 717788, 1834379, 4138302, 8171208, 14020166, 20773236,
        26482824, 28994876, 27286330, 22106348, 15425572, 9274496, 4792664, 2120101, 800152, 255544, 68236, 14727, 2529,
        334, 32, 5]
LAYERS = {(row["puzzle"], row["from"]): [int(n) for n in row["layers"].split()] for row in csv.DictReader(EXPECTED.open())}

# puzzle, from, states, depth, states of the last layer, all layers where they are known, further options
SPACES = [
    ("four-in-line", "start", 809088, 39, 8, LAYERS["four-in-line", "start"], []),
    ("four-in-line", "goal", 815520, 8, 160, None, ["--method", "rank"]),
    ("topspin-11-4", "goal", 19958400, None, None, None, []),
    ("hanoi-12-4", "goal", 16777216, None, None, None, ["--threads", "2"]),
    ("pocket-cube", "goal", 3674160, 11, 2644, LAYERS["pocket-cube", "goal"], []),
    ("tiles-3x4", "goal", 239500800, 53, 18, LAYERS["tiles-3x4", "goal"], []),
    ("tiles-3x4", "goal", 239500800, 53, 18, LAYERS["tiles-3x4", "goal"], ["--threads", "2"]),
    ("tiles-2x6", "goal", 239500800, 80, None, None, []),
    ("peg-solitaire", "start", 187636299, 31, 5, PEGS, ["--memory", "3G"]),
]

failed = False
for puzzle, start, states, depth, last, layers, further in SPACES:
    command = [FEWEST, "explore", puzzle, "--json", *(["--from-goal"] if start == "goal" else []), *further]
    done = subprocess.run(command, capture_output=True, text=True)
    answer = json.loads(done.stdout) if done.stdout else {}
    good = (done.returncode == 0 and answer["states"] == states and depth in (None, answer["max_depth"]) and
            last in (None, answer["depths"][-1]) and layers in (None, answer["depths"]) and
            (not answer["needed_bytes"] or 0 <= answer["peak_bytes"] / answer["needed_bytes"] - 1 <= 0.05))
    failed = failed or not good
    print(f"{'ok' if good else 'WRONG'}: {puzzle} from the {start}, {answer.get('states')} states, depth "
          f"{answer.get('max_depth')}, {answer.get('method')}, {answer.get('seconds', 0):.1f} s", flush=True)
sys.exit(1 if failed else 0)
