#!/usr/bin/env python3
"""One binary for every level of processor: the names of the levels stay apart, the library exports what its header
says, and FEWEST_CPU is obeyed or refused. The tool is $FEWEST, what was built is in $FEWEST_BUILD."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FEWEST = os.environ.get("FEWEST", "build/fewest")
BUILD = Path(os.environ.get("FEWEST_BUILD", "build"))
ARCHIVES = {file.stem.removeprefix("libcore-"): file for file in sorted(BUILD.glob("src/libcore-*.a"))}


def run(level, *arguments):
    environment = {key: value for key, value in os.environ.items() if key != "FEWEST_CPU"}
    if level is not None:
        environment["FEWEST_CPU"] = level
    return subprocess.run([FEWEST, *arguments], env=environment, capture_output=True, text=True, check=False)


def symbols(file, *options):
    """The symbols of ours that a file defines for others."""
    listed = subprocess.run(["nm", "--defined-only", "--extern-only", *options, file], capture_output=True, text=True, check=True)
    return {words[2] for words in map(str.split, listed.stdout.splitlines())
            if len(words) == 3 and re.match(r"few(est)?_", words[2])}


def test_no_two_levels_define_the_same_name():
    assert ARCHIVES
    seen = {}
    for level, archive in ARCHIVES.items():
        names = symbols(archive)
        assert names, f"{archive} defines nothing"
        for name in names:
            assert name not in seen, f"{name} is in {seen[name]} and in {level}"
            seen[name] = level
        for name in names:
            if name.startswith("fewest_"):
                assert name.endswith("_" + level), f"{name} of level {level}"
    shared = [level for level in ARCHIVES if not any(name.endswith("_" + level) and name.startswith("few_")
                                                     for name in symbols(ARCHIVES[level]))]
    assert len(shared) == 1, f"only the first level has plain names: {shared}"


def test_the_shared_library_exports_what_the_header_declares():
    headers = "".join(path.read_text() for path in sorted((ROOT / "include").rglob("*.h")))
    header = re.sub(r"/\*.*?\*/", "", headers, flags=re.S)
    declared = set(re.findall(r"\bFEWEST_API\s[^;]*?\b(fewest_\w+)\s*\(", header))
    library = next(iter(sorted(BUILD.glob("src/libfewest.so.*[0-9]"))))
    assert len(declared) > 70
    assert symbols(library, "-D") == declared, symbols(library, "-D") ^ declared


def test_the_level_that_is_asked_for_is_used():
    used = 0
    for level in ARCHIVES:
        done = run(level, "--version")
        if done.returncode == 0:
            assert f"\nprocessor: {level}\n" in done.stdout, done.stdout
            used += 1
        else:
            assert done.returncode == 2 and "this processor does not have" in done.stderr, done.stderr
    assert used >= 1
    chosen = re.search(r"\nprocessor: (.*)\n", run(None, "--version").stdout)[1]
    available = [level for level in ("native", "baseline", "v3", "v4") if level in ARCHIVES and run(level, "list").returncode == 0]
    assert chosen == available[-1], (chosen, available)
    assert f"\nprocessor: {chosen}\n" in run("", "--version").stdout # empty: not asked for


def test_a_level_that_is_unknown_is_refused_with_those_that_there_are():
    for words in (["--version"], ["solve", "eight"], ["list"]):
        done = run("v9", *words)
        assert done.returncode == 2 and done.stdout == "", done
        assert "FEWEST_CPU is `v9`, which is not a level of this build" in done.stderr, done.stderr
        assert f"`{next(iter(ARCHIVES))}`" in done.stderr, done.stderr


def main():
    failed = 0
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            try:
                test()
            except AssertionError as error:
                failed += 1
                print(f"FAILED {name}: {error}")
    sys.exit(1 if failed else 0)


main()
