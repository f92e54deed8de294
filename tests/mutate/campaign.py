#!/usr/bin/python3
"""Plants small faults in the library, one awake at a time, and counts how many of them the fast tests notice.

tests/mutate/campaign.py [--count N] [--seed S] [--only FOLDER_OR_FILE] [--faults K...] [--after K] [--jobs J]
                         [--resume | --retry] [--again] [--list]

All faults are planted in a copy of the tree (build-mutate/tree) and built once; FEWEST_FAULT chooses the one that is
awake (plant.py). A rehearsal without a fault says how long each test takes and which of the places it reaches: a fault is
tried by the tests that reach it, those first that notice most in a second, until one fails, crashes, or takes far longer
than it does without a fault. What no test notices is tried again under the sanitizers, and is then printed as a survivor.
Survivors that cannot change any answer are named in explained.txt with the reason; they do not count, unless a test
notices them. The last line is the score.

Each result is written down at once (build-mutate/results.jsonl). --resume goes on where a campaign ended; --retry also
tries again what was not noticed, for instance after a test was added.
"""

import argparse
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import plant  # noqa: E402
from plant import key  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
WORK = ROOT / "build-mutate"
TREE = WORK / "tree"
# Tests run as released first, then, where nothing was noticed, under the sanitizers: `make test` runs them both ways.
BUILDS = {"plain": ["-Doptimization=1"],
          "sanitized": ["-Doptimization=1", "-Db_sanitize=address,undefined", "-Db_lundef=false"]}
FOLDERS = "rules state visited search bound build language facts".split()
ARGUMENTS = ["-std=c17", "-D_GNU_SOURCE", "-Iinclude", "-Isrc", "-I."]

# Chosen once when the program starts; asked by every planted fault. Which places were reached is written to a file that all
# processes of a test share, so that one that is killed has told it, too.
HEADER = """extern int few_fault;
extern unsigned char *few_reached;
static inline int few_awake(int number) {
    if (!few_reached[number]) few_reached[number] = 1;
    return few_fault == number;
}
"""
CHOOSER = """#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
enum { PLACES = %d };
static unsigned char nowhere[PLACES];
int few_fault; /* Which planted fault is awake; 0: none. */
unsigned char *few_reached = nowhere;
__attribute__((constructor)) static void choose_fault(void) {
    const char *text = getenv("FEWEST_FAULT"), *path = getenv("FEWEST_REACHED");
    few_fault = text ? atoi(text) : 0;
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0) {
        void *shared = mmap(NULL, PLACES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (shared != MAP_FAILED) few_reached = shared;
        close(file);
    }
}
"""
PLACES = 8192


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
    (TREE / "src/base/fault.c").write_text(CHOOSER % PLACES)
    subprocess.run(["tools/sources"], cwd=TREE, check=True)


def build(name, jobs):
    """Builds the planted tree; None, or what the compiler said."""
    header, folder = WORK / "fault.h", WORK / name
    if not header.exists() or header.read_text() != HEADER:
        header.write_text(HEADER)
    if not (folder / "build.ninja").exists():
        subprocess.run(["meson", "setup", *BUILDS[name], "-Db_ndebug=false", "-Ddebug=false", "-Dcpu=baseline", "-Dwerror=false", "-Dwarning_level=0",
                        f"-Dc_args=-include {header} -w", str(folder), str(TREE)], check=True, stdout=subprocess.DEVNULL)
    goals = ["fewest", *(f"tests/unit-{path.stem}" for path in (TREE / "tests/unit").glob("*.c")),
             *("tests/fuzz/" + name for name, _ in FUZZERS)]
    done = subprocess.run(["ninja", "-k", "0", "-j", str(jobs), "-C", str(folder), *goals], capture_output=True, text=True)
    return None if done.returncode == 0 else done.stdout + done.stderr


def without_refused(chosen, said):
    """The faults that the compiler accepts: those in lines that it names are left out."""
    refused = set()
    for name, line in re.findall(r"([\w./-]+\.[ch]):(\d+):\d+: error", said):
        path = TREE / name[name.index("src/"):] if "src/" in name else None
        if path and path.exists():
            text = path.read_text().splitlines()[int(line) - 1]
            refused |= {int(k) for k in re.findall(r"few_awake\((\d+)\)", text)}
    if not refused:
        sys.exit(said[-4000:] + "\nthe planted tree cannot be built")
    return {number: fault for number, fault in chosen.items() if number not in refused}


def fast_tests(build):
    """Name, command and environment: the unit tests as Meson runs them, a few scripts, and the fuzzers for seconds."""
    listed = subprocess.run(["meson", "introspect", "--tests", str(WORK / build)], check=True, capture_output=True, text=True)
    chosen = []
    for test in json.loads(listed.stdout):
        unit = "fewest:unit" in test["suite"] and test["name"] not in SLOW
        if (unit or test["name"] in SCRIPTS) and (build == "plain" or test["name"] not in ABOUT):
            chosen.append((test["name"], test["cmd"], {**os.environ, **test["env"], "FEWEST_STATES": "100"}))
    for name, arguments in FUZZERS:
        program = WORK / build / "tests/fuzz" / name
        chosen.append((program.name, [str(program), *arguments], {**os.environ, "UBSAN_OPTIONS": "halt_on_error=1"}))
    return chosen


# Unit tests that are not quick, and those that run only for faults in the files that they are about.
SLOW = {"agree"}
ABOUT = {"explore": ("src/search/explore/", "src/rules/set"),
         "forged_tables": ("src/build/table_",), "api_memory": ("src/build/",), "bound": ("src/bound/", "src/build/", "src/facts/"),
         "tables/run.py": ("src/build/table_", "src/search/layers/table"), "tables": ("src/build/", "src/search/", "src/bound/"),
         "idastar": ("src/search/", "src/bound/", "src/facts/"), "visited": ("src/visited/",), "kept": ("src/search/", "src/rules/"),
         "deep_spaces": ("src/search/", "src/visited/"), "narrow": ("src/search/", "src/rules/"),
         "rank": ("src/state/", "src/rules/"), "scene": (), "raster": (), "maze": ()}

# Scripts that are quick and see much from outside.
SCRIPTS = {"oracle/manual.py", "tables/run.py"}
FUZZERS = [("fuzz-graphs", ["--seed", "1", "--graphs", "500", "--patience", "20"]),
           ("puzzles/fuzz-puzzles", ["--seed", "1", "--count", "400", "--jobs", "1", "--failures", "1", "--shrink", "0"])]


def run(command, environment, fault, limit, reached=None):
    """Whether it passed, and the seconds of a processor that it took: other work on the machine does not count. A test that
    works on for longer than `limit`, or waits for something, is ended with all its children."""
    def bounded():
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 1))
    folder = tempfile.TemporaryDirectory()  # what a test leaves that is ended midway goes with it
    given = {**environment, "FEWEST_FAULT": str(fault), "TMPDIR": folder.name, **({"FEWEST_REACHED": str(reached)} if reached else {})}
    process = subprocess.Popen(command, cwd=TREE, env=given, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=bounded)
    def end():
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    timer = threading.Timer(20 + 10 * limit, end)
    timer.start()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    timer.cancel()
    end()
    folder.cleanup()
    return process.returncode == 0, usage.ru_utime + usage.ru_stime


class Test:
    def __init__(self, name, command, environment, seconds, reached):
        self.name, self.command, self.environment, self.seconds = name, command, environment, seconds
        self.reached = reached  # the keys of the faults whose places it comes to
        self.noticed = Counter()  # by file, and in all

    def note(self, fault):
        self.noticed.update(("", fault.file))

    def worth(self, fault):
        """Faults noticed for each second it takes, above all in the same file: the most useful tests run first."""
        return (1 + self.noticed[""] + 10 * self.noticed[fault.file]) / (self.seconds + 0.05)


def rehearse(tests, chosen, name, options):
    """The tests with the seconds that each takes without a fault, and the places that it reaches; all must pass. It is written
    down for --again, and still known as long as the same faults are planted."""
    path = WORK / f"rehearsed-{name}.json"
    keys = {str(number): key(fault) for number, fault in chosen.items()}
    known = json.loads(path.read_text()) if options.again and path.exists() else {}
    known = known if known.get("planted") == keys else {"planted": keys, "tests": {}}
    def one(test):
        with tempfile.NamedTemporaryFile(dir=WORK) as reached:
            reached.write(bytes(PLACES))
            reached.flush()
            passed, seconds = run(*test[1:], 0, 100, reached.name)
            bits = Path(reached.name).read_bytes()
            return passed, seconds, [number for number in chosen if bits[number]]
    missing = [test for test in tests if test[0] not in known["tests"]]
    with ThreadPoolExecutor(options.jobs) as pool:
        for test, (passed, seconds, reached) in zip(missing, pool.map(one, missing)):
            if not passed:
                sys.exit(f"{test[0]} fails without any fault")
            print(f"{test[0]}: {seconds:.1f} s, reaches {len(reached)}", flush=True)
            known["tests"][test[0]] = (seconds, reached)
            path.write_text(json.dumps(known))
    return [Test(*test, *known["tests"][test[0]]) for test in tests]


def who_notices(number, fault, timed):
    able = [test for test in timed if number in test.reached and fault.file.startswith(ABOUT.get(test.name, "src/"))]
    while able:
        test = max(able, key=lambda test: test.worth(fault))
        able.remove(test)
        if not run(test.command, test.environment, number, 2 + 3 * test.seconds)[0]:
            test.note(fault)
            return test.name
    return None


class Results:
    """What is known of each fault, in a file that grows by a line for each: its key, the build, and who noticed it."""

    def __init__(self, options):
        self.path = WORK / "results.jsonl"
        if not (options.resume or options.retry):
            self.path.unlink(missing_ok=True)
        lines = [json.loads(line) for line in self.path.read_text().splitlines()] if self.path.exists() else []
        self.known = {(line["build"], line["fault"]): line["by"] for line in lines if line["by"] or not options.retry}
        self.lock = threading.Lock()

    def add(self, build, fault, by):
        with self.lock, self.path.open("a") as file:
            file.write(json.dumps({"build": build, "fault": key(fault), "by": by}) + "\n")


def explained():
    """Survivors that cannot change an answer: a key a line, the reason indented below it."""
    path = Path(__file__).resolve().parent / "explained.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    return {line for line in lines if line and not line.startswith((" ", "#"))}


def planted(chosen, name, jobs):
    """Plants and builds, leaving out what the compiler refuses; the numbers of the others stay as they are."""
    while True:
        copy_tree()
        plant.plant(TREE, chosen)
        said = build(name, jobs)
        if said is None:
            return chosen
        chosen = without_refused(chosen, said)


def try_all(numbers, chosen, timed, name, results, jobs):
    """The faults that no test notices."""
    by_name = {test.name: test for test in timed}
    survivors = []
    def tried(number):
        fault = chosen[number]
        if (name, key(fault)) in results.known:
            return results.known[name, key(fault)]
        by = who_notices(number, fault, timed)
        results.add(name, fault, by)
        return by
    for number in numbers:
        by = results.known.get((name, key(chosen[number])))
        if by in by_name:
            by_name[by].note(chosen[number])
    with ThreadPoolExecutor(jobs) as pool:
        trials = {pool.submit(tried, number): number for number in numbers}
        for trial in as_completed(trials):
            number, by = trials[trial], trial.result()
            fault = chosen[number]
            reach = sum(number in test.reached for test in timed)
            said = f"noticed by {by}" if by else f"NOT NOTICED, reached by {reach} tests"
            print(f"{number:4} {fault.file}:{fault.line}: {fault.kind}: {said}", flush=True)
            if not by:
                survivors.append(number)
    return sorted(survivors)


def tell(chosen, tried, survivors, excused):
    if survivors:
        print("\nsurvivors:")
    for number in survivors:
        fault = chosen[number]
        print(f"{fault.file}:{fault.line}: {fault.kind} (fault {number})\n{key(fault)}")
    counted = tried - excused
    print(f"\n{counted - len(survivors)} of {counted} noticed, {excused} explained, "
          f"{100 * (counted - len(survivors)) / max(counted, 1):.1f} %")
    return counted - len(survivors) >= 0.95 * counted


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=int(os.environ.get("MUTATE_COUNT", 300)))
    parser.add_argument("--seed", type=int, default=int(os.environ.get("MUTATE_SEED", 1)))
    parser.add_argument("--only", default=os.environ.get("MUTATE_ONLY", ""))
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("MUTATE_JOBS", os.cpu_count())))
    parser.add_argument("--faults", type=int, nargs="+", help="only these, by their numbers")
    parser.add_argument("--after", type=int, default=0, help="only those with higher numbers")
    parser.add_argument("--resume", action="store_true", help="go on with the campaign that ended early")
    parser.add_argument("--retry", action="store_true", help="likewise, and try again what was not noticed")
    parser.add_argument("--again", action="store_true", help="without the rehearsal, which was done before")
    parser.add_argument("--list", action="store_true", help="show the faults and plant nothing")
    options = parser.parse_args()
    WORK.mkdir(exist_ok=True)
    chosen = dict(enumerate(plant.choose(find_all(options.only), options.count, options.seed), 1))
    if options.list:
        for number, fault in chosen.items():
            print(number, f"{fault.file}:{fault.line}: {fault.kind}: {key(fault)}")
        return
    known, left, tried, excused = explained(), options.faults or [number for number in chosen if number > options.after], 0, 0
    results = Results(options)
    for name in BUILDS:
        chosen = planted(chosen, name, options.jobs)
        left = [number for number in left if number in chosen]
        tried = tried or len(left)
        print(f"{len(chosen)} faults planted, seed {options.seed}, {name}, {len(left)} to be tried", flush=True)
        timed = rehearse(fast_tests(name), chosen, name, options)
        print(f"{len(timed)} tests, {sum(test.seconds for test in timed):.0f} s without a fault", flush=True)
        left = try_all(left, chosen, timed, name, results, options.jobs)
        survivors = [number for number in left if key(chosen[number]) not in known]
        excused, left = excused + len(left) - len(survivors), survivors
    sys.exit(0 if tell(chosen, tried, left, excused) else 1)


if __name__ == "__main__":
    main()
