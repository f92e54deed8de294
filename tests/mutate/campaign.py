#!/usr/bin/python3
"""Plants small faults in the library, one awake at a time, and counts how many of them the fast tests notice.

tests/mutate/campaign.py [--count N] [--seed S] [--only FOLDER_OR_FILE] [--fault K] [--list]

All faults are planted in a copy of the tree (build-mutate/tree) and built once; FEWEST_FAULT chooses the one that is
awake (plant.py). The tests run from the quickest to the slowest until one fails, crashes, or takes far longer than it
does without a fault. What no test notices is printed as a survivor. Survivors that cannot change any answer are named in
explained.txt with the reason; they do not count. The last line is the score.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import plant  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
WORK = ROOT / "build-mutate"
TREE, BUILD = WORK / "tree", WORK / "build"
FOLDERS = "rules state visited search bound build language".split()
ARGUMENTS = ["-std=c17", "-D_GNU_SOURCE", "-Iinclude", "-Isrc", "-I."]

# Chosen once when the program starts; read by every planted fault.
CHOOSER = """/* Which planted fault is awake; 0: none. */
#include <stdlib.h>
int few_fault;
__attribute__((constructor)) static void choose_fault(void) {
    const char *text = getenv("FEWEST_FAULT");
    few_fault = text ? atoi(text) : 0;
}
"""


def sources(only):
    names = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    names = [n for n in names if n.endswith((".c", ".h")) and n.split("/")[1] in FOLDERS]
    return [n for n in names if not only or n.startswith(only)]


def find_all(only):
    plant.load_library()
    os.chdir(ROOT)
    resources = subprocess.run(["clang", "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
    faults = []
    for name in sources(only):
        faults += plant.Finder(ROOT, name, ARGUMENTS + ["-resource-dir", resources]).run()
    return faults


def copy_tree():
    shutil.rmtree(TREE, ignore_errors=True)
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    for name in names:
        if (ROOT / name).is_file():
            (TREE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, TREE / name)
    (TREE / "src/base/fault.c").write_text(CHOOSER)
    subprocess.run(["tools/sources"], cwd=TREE, check=True)


def build():
    """Builds the planted tree; None, or what the compiler said."""
    header = WORK / "fault.h"
    header.write_text("extern int few_fault;\n")
    if not (BUILD / "build.ninja").exists():
        subprocess.run(["meson", "setup", "-Db_ndebug=false", "-Doptimization=2", "-Dcpu=baseline", "-Dwerror=false", "-Dwarning_level=0",
                        f"-Dc_args=-include {header} -w", str(BUILD), str(TREE)], check=True, stdout=subprocess.DEVNULL)
    goals = ["all", "fuzz-graphs", "fuzz-puzzles"]
    done = subprocess.run(["ninja", "-k", "0", "-C", str(BUILD), *goals], capture_output=True, text=True)
    return None if done.returncode == 0 else done.stdout


def without_refused(chosen, said):
    """The faults that the compiler accepts: those in lines that it names are left out."""
    refused = set()
    for name, line in re.findall(r"([\w./-]+\.[ch]):(\d+):\d+: error", said):
        path = TREE / name[name.index("src/"):] if "src/" in name else None
        if path and path.exists():
            text = path.read_text().splitlines()[int(line) - 1]
            refused |= {int(k) for k in re.findall(r"few_fault [!=]= (\d+)", text)}
    if not refused:
        sys.exit(said[-4000:] + "\nthe planted tree cannot be built")
    return [fault for number, fault in enumerate(chosen, 1) if number not in refused]


def fast_tests():
    """Name, command and environment: the unit tests as Meson runs them, a few scripts, and the fuzzers for seconds."""
    listed = subprocess.run(["meson", "introspect", "--tests", str(BUILD)], check=True, capture_output=True, text=True)
    chosen = []
    for test in json.loads(listed.stdout):
        if "fewest:unit" in test["suite"] or test["name"] in SCRIPTS:
            chosen.append((test["name"], test["cmd"], {**os.environ, **test["env"], "FEWEST_STATES": "100"}))
    for name, arguments in FUZZERS:
        program = BUILD / "tests/fuzz" / name
        chosen.append((program.name, [str(program), *arguments], dict(os.environ)))
    return chosen


# Scripts that are quick and see much from outside.
SCRIPTS = {"puzzles/run-expectations.py", "oracle/manual.py", "tables/run.py", "generate/run.py", "facts/run.py"}
FUZZERS = [("fuzz-graphs", ["--seed", "1", "--graphs", "1000", "--patience", "20"]),
           ("puzzles/fuzz-puzzles", ["--seed", "1", "--count", "600", "--jobs", "1", "--failures", "1", "--shrink", "0"])]


def run(command, environment, fault, limit):
    """True: passed. A test that hangs is ended with all its children."""
    process = subprocess.Popen(command, cwd=TREE, env={**environment, "FEWEST_FAULT": str(fault)}, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        return process.wait(timeout=limit) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


class Test:
    def __init__(self, name, command, environment, seconds):
        self.name, self.command, self.environment, self.seconds = name, command, environment, seconds
        self.noticed = 0

    def worth(self):
        """Faults noticed for each second it takes: the most useful tests run first."""
        return (self.noticed + 1) / (self.seconds + 0.05)


def rehearse(tests):
    """The tests with what each takes without a fault; all must pass."""
    timed = []
    for name, command, environment in tests:
        begin = time.monotonic()
        if not run(command, environment, 0, 600):
            sys.exit(f"{name} fails without any fault")
        timed.append(Test(name, command, environment, time.monotonic() - begin))
    return timed


def who_notices(number, timed):
    for test in sorted(timed, key=Test.worth, reverse=True):
        if not run(test.command, test.environment, number, 4 + 4 * test.seconds):
            test.noticed += 1
            return test.name
    return None


def key(fault):
    return f"{fault.file} {fault.function}: {' '.join(fault.before.split())} => {' '.join(fault.after.split())}"


def explained():
    """Survivors that cannot change an answer: a key a line, the reason indented below it."""
    path = Path(__file__).resolve().parent / "explained.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    return {line for line in lines if line and not line.startswith((" ", "#"))}


def planted(chosen):
    """Plants and builds, leaving out what the compiler refuses."""
    while True:
        copy_tree()
        plant.plant(TREE, chosen)
        said = build()
        if said is None:
            return chosen
        chosen = without_refused(chosen, said)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=int(os.environ.get("MUTATE_COUNT", 300)))
    parser.add_argument("--seed", type=int, default=int(os.environ.get("MUTATE_SEED", 1)))
    parser.add_argument("--only", default=os.environ.get("MUTATE_ONLY", ""))
    parser.add_argument("--fault", type=int, help="only this one")
    parser.add_argument("--list", action="store_true", help="show the faults and plant nothing")
    options = parser.parse_args()
    WORK.mkdir(exist_ok=True)
    chosen = plant.choose(find_all(options.only), options.count, options.seed)
    if options.list:
        for number, fault in enumerate(chosen, 1):
            print(number, f"{fault.file}:{fault.line}: {fault.kind}: {key(fault)}")
        return
    chosen = planted(chosen)
    print(f"{len(chosen)} faults planted, seed {options.seed}", flush=True)
    timed = rehearse(fast_tests())
    print(f"{len(timed)} tests, {sum(test.seconds for test in timed):.0f} s without a fault", flush=True)
    known, survivors, excused = explained(), [], 0
    numbers = [options.fault] if options.fault else range(1, len(chosen) + 1)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, name in zip(numbers, pool.map(lambda k: who_notices(k, timed), numbers)):
            fault = chosen[number - 1]
            if name:
                print(f"{number:4} {fault.file}:{fault.line}: {fault.kind}: noticed by {name}", flush=True)
            elif key(fault) in known:
                excused += 1
                print(f"{number:4} {fault.file}:{fault.line}: {fault.kind}: explained", flush=True)
            else:
                survivors.append((number, fault))
                print(f"{number:4} {fault.file}:{fault.line}: {fault.kind}: SURVIVED", flush=True)
    if survivors:
        print("\nsurvivors:")
    for number, fault in survivors:
        print(f"{fault.file}:{fault.line}: {fault.kind} (fault {number})\n{key(fault)}")
    counted = len(list(numbers)) - excused
    print(f"\n{counted - len(survivors)} of {counted} noticed, {excused} explained, "
          f"{100 * (counted - len(survivors)) / max(counted, 1):.1f} %")
    sys.exit(1 if counted - len(survivors) < 0.95 * counted else 0)


main()
