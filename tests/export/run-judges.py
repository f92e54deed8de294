#!/usr/bin/env python3
"""Exported programs for judges, in C and C++: each is compiled without warnings, and 'fewest judge' accepts it.

tests/export/run-judges.py [JUDGE...]   only these
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TOOL = os.environ.get("FEWEST", str(ROOT / "build" / "fewest"))
COMPILERS = {
    "c": [*os.environ.get("CC", "gcc").split(), "-O2", "-std=c17", "-Wall", "-Wextra", "-Werror"],
    "cpp": ["g++", "-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror"],
}
JUDGES = {
    "poj-1077": ["hash", "perfect"],
    "hdu-1043": ["hash", "perfect"],
    "codevs-1225": ["hash", "perfect"],
    "codevs-1004": ["hash", "perfect"],
    "hdu-1195": ["hash", "perfect"],
    "hdu-1401": ["hash"],
    "acwing-190": ["hash"],
    "luogu-p4289": ["hash", "perfect"],
    "luogu-p1225": ["hash", "perfect"],
    "poj-3984": ["hash"],
}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def wrong(judge, language, store, folder):
    """What is wrong with the program, or None."""
    source, program = folder / f"{judge}.{language}", folder / f"{judge}-{language}-{store}"
    exported = run(TOOL, "export", language, "--judge", judge, "--remember", store)
    if exported.returncode != 0:
        return exported.stderr
    source.write_text(exported.stdout)
    compiled = run(*COMPILERS[language], "-o", str(program), str(source))
    if compiled.returncode != 0:
        return compiled.stderr[:1500]
    judged = run(TOOL, "judge", judge, "--cases", "8", "--time-limit", "10", "--", str(program))
    return None if judged.returncode == 0 else judged.stdout + judged.stderr


def main():
    failed = tried = 0
    with tempfile.TemporaryDirectory() as name:
        for judge in sys.argv[1:] or JUDGES:
            languages = (("c", JUDGES[judge]), ("cpp", JUDGES[judge] + ["std"]))
            for language, stores in languages[:1] if os.environ.get("FEWEST_SANITIZED") else languages:
                for store in stores if language == "c" or shutil.which("g++") else []:
                    tried += 1
                    what = wrong(judge, language, store, Path(name))
                    if what:
                        failed += 1
                        print(f"{judge} ({language}, {store}): {what}")
    for judge in ("poj-1077", "acwing-190"):
        said = run(TOOL, "export", "python", "--judge", judge)
        if said.returncode != 2 or "are written in C and C++" not in said.stderr:
            failed += 1
            print(f"{judge} in Python: {said.stderr}")
    for judge in ("poj-2893", "poj-2049"):  # no puzzles: one needs no search, the other has walls between cells
        if run(TOOL, "export", "c", "--judge", judge).returncode != 2:
            failed += 1
            print(f"{judge} is not refused")
    print(f"{tried} programs, {failed} failed")
    sys.exit(1 if failed or not tried else 0)


main()
