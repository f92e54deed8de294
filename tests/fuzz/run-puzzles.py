#!/usr/bin/env python3
"""Random puzzles for a minute, with a fixed seed: tests/fuzz/puzzles/README.md.

FUZZ_TEST_SECONDS (as released 60, sanitized 20) and FUZZ_TEST_SEED (1) change what is tried.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent / "puzzles"
FUZZ = os.environ["FEWEST_FUZZ"]
TOOL = os.environ["FEWEST"]
SECONDS = int(os.environ.get("FUZZ_TEST_SECONDS", 20 if os.environ.get("FEWEST_SANITIZED") else 60))
SEED = int(os.environ.get("FUZZ_TEST_SEED", 1))


def is_there(level):
    return subprocess.run([TOOL, "list"], env=os.environ | {"FEWEST_CPU": level}, capture_output=True).returncode == 0


def fuzz(seed, seconds, **environment):
    """True: no difference."""
    words = [FUZZ, "--seed", str(seed), "--seconds", str(seconds), "--failures", "5"]
    return subprocess.run(words, env=os.environ | environment).returncode == 0


# What runs on older processors has code of its own, which this machine would not use by itself.
levels = [level for level in ("baseline", "v3", "v4") if is_there(level)]
if len(levels) > 1:
    library = fuzz(SEED, SECONDS // 2) & fuzz(SEED + 1, SECONDS // 4, FEWEST_CPU="baseline")
else:
    library = fuzz(SEED, SECONDS * 3 // 4)
tool = subprocess.run([sys.executable, HERE / "tool.py", FUZZ, TOOL, "--seed", str(SEED), "--seconds", str(SECONDS // 4)])
sys.exit(0 if library and tool.returncode == 0 else 1)
