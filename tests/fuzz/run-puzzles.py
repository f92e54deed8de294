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
SEED = os.environ.get("FUZZ_TEST_SEED", "1")

library = subprocess.run([FUZZ, "--seed", SEED, "--seconds", str(SECONDS * 3 // 4), "--failures", "5"])
tool = subprocess.run([sys.executable, HERE / "tool.py", FUZZ, TOOL, "--seed", SEED, "--seconds", str(SECONDS // 4)])
sys.exit(1 if library.returncode or tool.returncode else 0)
