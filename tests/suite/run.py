#!/usr/bin/env python3
"""The tools around the tests: what is missing fails, what is skipped is named, and nothing is settled too early."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def summary(tree, logs):
    """The lines of tools/test-summary for build directories with these logs, and whether it was content."""
    with tempfile.TemporaryDirectory() as top:
        for name, tests in logs.items():
            folder = Path(top, name, "meson-logs")
            folder.mkdir(parents=True)
            if tests is not None:
                (folder / "testlog.json").write_text("".join(json.dumps(test) + "\n" for test in tests))
        for file in tree:
            path = Path(top, "tests", file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("")
        done = subprocess.run([ROOT / "tools/test-summary", "--tree", top, *logs], cwd=top, text=True,
                              stdout=subprocess.PIPE, check=False)
        return done.stdout.splitlines(), done.returncode == 0


def log(name, result="OK", stdout="", stderr=""):
    return {"name": f"fewest:any / {name}", "result": result, "stdout": stdout, "stderr": stderr}


def test_what_passed_failed_and_was_skipped_is_counted_case_by_case():
    lines, content = summary([], {"build": [
        log("plain"), log("tap", stdout="1..3\nok 1 - a\nok 2 - b # SKIP no fork\nok 3 - c\n"),
        log("broken", "FAIL", stdout="1..1\nnot ok 1 - a\n"), log("crash", "ERROR")]})
    assert lines[-1] == "3 passed, 2 failed, 1 skipped" and not content, lines


def test_what_was_skipped_is_named_with_its_reason():
    lines, content = summary([], {"build": [
        log("one", "SKIP", stdout="skipped: there is no pkg-config\n"), log("two", "SKIP", stdout="1..0 # SKIP no node\n"),
        log("three", stdout="1..2\nok 1 - a # SKIP no fork\nok 2 - b\n"), log("four", "SKIP")]})
    assert content and lines == [
        "build: one: 1 skipped: there is no pkg-config", "build: two: 1 skipped: no node",
        "build: three: 1 skipped: no fork", "build: four: 1 skipped: no reason was given",
        "1 passed, 0 failed, 4 skipped"], lines


def test_a_test_of_the_tree_that_was_not_run_is_a_failure():
    tree = ["unit/rank.c", "cli/run.py"]
    lines, content = summary(tree, {"build": [log("rank"), log("cli/run.py")]})
    assert content and lines == ["2 passed, 0 failed"], lines
    lines, content = summary(tree, {"build": [log("cli/run.py")]})
    assert not content and lines[-1] == "1 passed, 1 failed" and "rank: MISSING" in lines[0], lines
    lines, content = summary(tree, {"build": [log("rank"), log("cli/run.py at v3")]})
    assert content and lines == ["2 passed, 0 failed"], lines
    lines, content = summary(tree, {"build": [log("rank at v3"), log("cli/run.py")]})
    assert not content and "rank: MISSING" in lines[0], lines
    lines, content = summary(tree, {"build": None})
    assert not content and lines[-1] == "0 passed, 1 failed", lines


PROJECT = """project('small')
library = dependency('library-of-tests', required: false)
if library.found()
    test('wanted', find_program('true'))
else
    test('the library was not found', find_program('false'))
endif
"""


def test_a_library_that_came_after_the_first_set_up_is_found():
    with tempfile.TemporaryDirectory() as top:
        Path(top, "meson.build").write_text(PROJECT)
        packages = Path(top, "packages")
        packages.mkdir()
        environment = {**os.environ, "PKG_CONFIG_LIBDIR": str(packages)}
        build = Path(top, "build")
        quiet = {"cwd": top, "env": environment, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        subprocess.run([os.environ.get("MESON", "meson"), "setup", build], check=True, **quiet)
        (packages / "library-of-tests.pc").write_text("Name: library-of-tests\nDescription: of tests\nVersion: 1\n")
        done = subprocess.run([ROOT / "tools/run-suite", build], check=True, **quiet)
        tests = [json.loads(line) for line in (build / "meson-logs/testlog.json").open()]
        assert [(test["name"], test["result"]) for test in tests] == [("wanted", "OK")], done.stdout.decode()


def test_clean_leaves_no_build_directory():
    """Those that the Makefile, the tools and the benchmarks name."""
    named = {"build"}
    for path in [ROOT / "Makefile", *(ROOT / "tools").iterdir(), *(ROOT / "bench").glob("run*")]:
        if path.is_file():
            named |= set(re.findall(r"(?<![\w-])build-[a-z][a-z0-9-]*(?=[\"'\s/,)]|$)", path.read_text(), re.MULTILINE))
    named -= {"build-libmicrohttpd-dev"}  # a package
    assert {"build-asan", "build-fuzz", "build-native"} <= named, named
    done = subprocess.run(["make", "--no-print-directory", "-n", "clean"], cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True)
    left = named - set(done.stdout.split())
    assert not left, left


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
