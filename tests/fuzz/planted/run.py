#!/usr/bin/env python3
"""Plants one fault at a time in a copy of the tree, and looks how soon the random puzzles and spaces find it.

tests/fuzz/planted/run.py [--only TEXT] [--seed N] [--cpu LEVEL] [--list] [--proofs PUZZLES]

What runs is what `make test` runs: run-puzzles.py, or fuzz-graphs, with the seed of the test or another one. Each fault is an
exact text that is replaced (faults.py). Status 1: one of them was not found within a minute of processor time, which is
less than the test takes: a machine that is busy with other things finds as much.

With --proofs the question is another: the library with the mistake in it solves and explores the puzzles of the corpus and so many
random ones, and writes its proofs, and fewest-verify is asked. Status 1: it verified something that is not so.
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
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from faults import FAULTS  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
WORK = ROOT / "build-faults"
TREE, BUILD = WORK / "tree", WORK / "build"
MINUTE = float(os.environ.get("FAULT_SECONDS", 60))
SHRINKING = 25  # seconds that are waited for the small puzzle, once there is a difference


def copy_tree():
    """Files that are the same stay as they are, so that little is built again."""
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in names.splitlines():
        source, to = ROOT / name, TREE / name
        if source.is_file() and not (to.is_file() and to.read_bytes() == source.read_bytes()):
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, to)
            shutil.copymode(source, to)


def build(cpu):
    if not (BUILD / "build.ninja").exists():
        options = ["-Dwerror=false", "-Dwarning_level=0"] + ([f"-Dcpu={cpu}"] if cpu else [])
        subprocess.run(["meson", "setup", *options, str(BUILD), str(TREE)], check=True, stdout=subprocess.DEVNULL)
    goals = ["fewest", "fewest-verify", "tests/fuzz/fuzz-graphs", "tests/fuzz/puzzles/fuzz-puzzles"]
    done = subprocess.run(["ninja", "-C", str(BUILD), *goals], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout[-4000:])


class Planted:
    """The tree with the fault in it; as it was again when that ends."""

    def __init__(self, fault):
        self.fault, self.kept = fault, {}

    def __enter__(self):
        for name, old, new in self.fault.changes:
            path = TREE / name
            text = path.read_text()
            self.kept.setdefault(path, text)
            if text.count(old) != 1:
                self.__exit__()
                sys.exit(f"{self.fault.name}: {name} has this text {text.count(old)} times, not once:\n{old}")
            path.write_text(text.replace(old, new))

    def __exit__(self, *_):
        for path, text in self.kept.items():
            path.write_text(text)


def command(fault, seed):
    environment = os.environ | {"FEWEST_FUZZ": str(BUILD / "tests/fuzz/puzzles/fuzz-puzzles"), "FEWEST": str(BUILD / "fewest"),
                                "FUZZ_TEST_SEED": str(seed), "FUZZ_TEST_SECONDS": str(int(20 * MINUTE))}
    environment.pop("FEWEST_SANITIZED", None)
    if fault.level:
        environment["FEWEST_CPU"] = fault.level
    if fault.graphs:
        return [str(BUILD / "tests/fuzz/fuzz-graphs"), "--seed", str(seed), "--graphs", "3000", "--patience", "100"], environment
    return [sys.executable, str(TREE / "tests/fuzz/run-puzzles.py")], environment


def worked(session):
    """Seconds of processor time of all processes of a session so far: on a busy machine the clock says little."""
    ticks = 0
    for name in os.listdir("/proc"):
        try:
            fields = Path("/proc", name, "stat").read_text().rsplit(")", 1)[1].split() if name.isdigit() else None
        except OSError:  # it has ended meanwhile
            continue
        if fields and int(fields[3]) == session:
            ticks += sum(int(field) for field in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def look_for(fault, seed):
    """Seconds until a difference (by the clock, of the processor), what it is, and the small puzzle; None: none in time."""
    words, environment = command(fault, seed)
    begin = time.monotonic()
    process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
    os.set_blocking(process.stdout.fileno(), False)
    text, seconds, work, match = "", None, 0, None
    while True:
        text += (process.stdout.read() or b"").decode(errors="replace")
        now = time.monotonic() - begin
        if seconds is None and (match := re.search(r"(?:DIFFERENCE|^seed \d+: )[^\n]*\n", text, re.M)):
            seconds, work = now, worked(process.pid)
        small = re.search(r"----\n(.*?)----\n|made smaller: [^\n]*\n[^\n]*\n(.*?; goals[^\n]*\n)", text, re.S)
        over = process.poll() is not None
        if over or (seconds is None and worked(process.pid) > MINUTE) or (seconds is not None and (small or now > seconds + SHRINKING)):
            break
        time.sleep(0.2)
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    if seconds is None:
        return None
    puzzle = (small.group(1) or small.group(2)) if small else ""
    return seconds, work, match.group(0).strip(), puzzle


class Proofs:
    """What a library with a mistake in it proves, and whether fewest-verify believes it."""

    COMMANDS = [("solve",), ("solve", "--proof-list"), ("solve", "--algorithm", "bfs"), ("solve", "--algorithm", "bidirectional"), ("solve", "--algorithm", "astar"),
                ("solve", "--algorithm", "idastar"), ("explore",), ("explore", "--method", "hash", "--threads", "4")]

    def __init__(self, seed, count, texts):
        """The tools without a mistake are kept, and what they claim."""
        self.tools = WORK / "right"
        self.tools.mkdir(exist_ok=True)
        for name in ("fewest", "fewest-verify"):
            shutil.copy(BUILD / name, self.tools / name)
        told = subprocess.run([BUILD / "tests/fuzz/puzzles/fuzz-puzzles", "--tell", str(count), "--seed", str(seed)], stdout=subprocess.PIPE, check=True)
        paths = [path for path in sorted((ROOT / "tests/puzzles").glob("*.few")) if any(text in path.name for text in texts)]
        for line in map(json.loads, told.stdout.splitlines()):
            paths.append(WORK / f"puzzle-{line['case']}.few")
            paths[-1].write_text(line["text"])
        claims = [(path, {word: self.claim(self.tools / "fewest", path, (word,)) for word in ("solve", "explore")}) for path in paths]
        self.puzzles = [(path, right) for path, right in claims if any(right.values())]

    def claim(self, tool, path, command, level=None):
        """What the tool claims in its proof, which is left in WORK; None: there is none."""
        environment = os.environ | ({"FEWEST_CPU": level} if level else {})
        proof = WORK / "proof"
        proof.unlink(missing_ok=True)
        try:
            subprocess.run([tool, command[0], path, "--states", "20000", "--proof", proof, *command[1:]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           timeout=20, env=environment)
        except subprocess.TimeoutExpired:
            pass
        lines = re.findall(rb"^claim .*$", proof.read_bytes(), re.M) if proof.exists() else []
        return lines[0] if lines else None

    def look_at(self, level):
        """How many answers were claimed otherwise than they are, and how many of these were verified."""
        asked = false = believed = 0
        for path, right in self.puzzles:
            for command in self.COMMANDS:
                claim = self.claim(BUILD / "fewest", path, command, level)
                if claim is None:
                    continue
                asked += 1
                false += claim != right[command[0]]
                if claim != right[command[0]] and subprocess.run([self.tools / "fewest-verify", WORK / "proof", path], stdout=subprocess.DEVNULL).returncode == 0:
                    believed += 1
                    print(f"{' '.join(command)} {path}: {claim.decode()} was verified, right is {right[command[0]]}", flush=True)
        return asked, false, believed


def prove(chosen, options):
    build(options.cpu)
    proofs, believed = Proofs(options.seed, options.proofs, options.puzzles.split(",")), 0
    print(f"seed {options.seed}, {len(proofs.puzzles)} puzzles\n{'mistake':24} {'proofs':>8} {'false':>6} {'verified':>8}", flush=True)
    for fault in chosen:
        with Planted(fault):
            build(options.cpu)
            found = proofs.look_at(fault.level)
        believed += found[2]
        print(f"{fault.name:24} {found[0]:8} {found[1]:6} {found[2]:8}", flush=True)
    print(f"{believed} false claims were verified")
    return 1 if believed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default=os.environ.get("FAULT_ONLY", ""), help="faults with one of these texts in their name")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("FUZZ_TEST_SEED", 1)))
    parser.add_argument("--cpu", default=os.environ.get("FAULT_CPU", ""), help="only this level of the processor")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true", help="only whether what is replaced is there")
    parser.add_argument("--show", action="store_true", help="the differences and puzzles as well")
    parser.add_argument("--proofs", type=int, default=0, metavar="PUZZLES", help="whether what a faulty library proves is ever verified")
    parser.add_argument("--puzzles", default="", help="with --proofs: puzzles of the corpus with one of these texts in their name")
    options = parser.parse_args()
    chosen = [fault for fault in FAULTS if any(text in fault.name for text in options.only.split(","))]
    if options.check:
        lost = [(fault.name, name) for fault in chosen for name, old, _ in fault.changes
                if not (ROOT / name).is_file() or (ROOT / name).read_text().count(old) != 1]
        for fault, name in lost:
            print(f"{fault}: the text that it replaces is not in {name}, or not only once")
        return 1 if lost else 0
    if options.list:
        for fault in chosen:
            print(f"{fault.name:24} {fault.text}")
        return 0
    copy_tree()
    if options.proofs:
        return prove(chosen, options)
    missed = 0
    print(f"seed {options.seed}\n{'fault':24} {'seconds':>8} {'worked':>8} {'lines':>6}  found by")
    for fault in chosen:
        with Planted(fault):
            build(options.cpu)
            found = look_for(fault, options.seed)
        missed += found is None
        seconds, work, what, puzzle = found or (0, 0, "NOT FOUND", "")
        kind = re.search(r"\((.*?)\)|^seed \d+: ([^:]*):", what)
        print(f"{fault.name:24} {seconds:8.1f} {work:8.1f} {len(puzzle.splitlines()):6}  "
              f"{(kind.group(1) or kind.group(2)) if kind else what[:60]}", flush=True)
        if options.show:
            print(f"    {what[:300]}\n{puzzle}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} found within a minute")
    return 1 if missed else 0


sys.exit(main())
