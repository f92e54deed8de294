#!/usr/bin/env python3
"""Every failure tried: what a command asks the system for is refused, one request at a time, and then all from one on.

tests/failures/run.py             a sample, spread over all requests: part of every test
tests/failures/run.py --all       every request, up to 2,000 of a kind (minutes), on all processors: make failures
tests/failures/run.py ... WORD... only the commands whose name holds one of the words; 'serve' is the server

The tool is $FEWEST; $FEWEST_REFUSE is refuse.c as a library, which counts and refuses. After a refused request
  - the tool ends by itself, with the status of a system error and a message, or with the whole right answer;
  - an object of JSON on standard output is whole, unless it was the writing that was refused;
  - each file it was to write is the right one or the one from before, and there are no others;
  - no memory, mapping or file is still held when main() returns.
The last line is 'N passed, M failed'.
"""

import json
import multiprocessing
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import servers  # noqa: E402

TOOL = os.path.abspath(os.environ.get("FEWEST", "build/fewest"))
REFUSE = os.environ.get("FEWEST_REFUSE", "")
HERE = Path(__file__).resolve().parent
SYSTEM = 4
OLD = b"what was there before\n"
KINDS = ["memory", "map", "thread", "open", "read", "write", "close", "name"]
SAMPLE, MOST = 12, 2000  # of the requests of one kind of one command that are refused: a sample; with --all

EIGHT = "1 2 3 / 4 x 6 / 7 5 8"
FROGS, JUGS, TWINS = (str(HERE / name) for name in ("frogs.few", "jugs.few", "string.few"))


class Command:
    """A command to be run, with the names of the files that it writes and those that it reads."""

    def __init__(self, name, *arguments, given=b"", writes=(), needs=(), may=()):
        self.name, self.arguments, self.given = name, arguments, given
        self.writes, self.needs = writes, needs
        self.may = {SYSTEM, *may}  # how it may end where it was refused something
        self.json = "--json" in arguments


COMMANDS = [
    Command("solve", "solve", FROGS),
    Command("solve by hand", "solve", "eight", EIGHT, "--why"),
    Command("solve from standard input", "solve", "-", given=Path(FROGS).read_bytes()),
    Command("solve with everything", "solve", FROGS, "--show", "--all", "--svg", "out.svg", writes=["out.svg"]),
    Command("solve as JSON", "solve", FROGS, "--show", "--all", "--json"),
    Command("solve unsolvable", "solve", FROGS, "f f . t t", "--goal", "t t . f f"),
    Command("solve a string", "solve", TWINS, "--show", "--svg", "out.svg", writes=["out.svg"]),
    Command("solve with values", "solve", JUGS, "--show", "--svg", "out.svg", "--json", writes=["out.svg"]),
    Command("solve a maze", "solve", "maze", "--svg", "out.svg", writes=["out.svg"]),
    Command("solve by astar", "solve", "eight", EIGHT, "--algorithm", "astar", "--bound-memory", "1M"),
    Command("solve by idastar", "solve", FROGS, "--algorithm", "idastar", "--threads", "2"),
    Command("solve both ways", "solve", "eight", EIGHT, "--algorithm", "bidirectional", "--all"),
    Command("solve by rank", "solve", FROGS, "--remember", "rank", "--algorithm", "bfs"),
    Command("solve by tree", "solve", JUGS, "--remember", "tree", "--algorithm", "bfs", "--all"),
    Command("solve with a table", "solve", "tiles-2x2", "1 x / 3 2", "--table", "small.table", needs=["small.table"]),
    Command("solve --check-bound", "solve", "tiles-2x2", "--check-bound"),
    Command("solve in mapped memory", "solve", "eight", "8 6 7 / 2 5 4 / 3 x 1", "--algorithm", "bfs", "--remember", "hash"),
    Command("solve many starts", "solve", FROGS, "--starts", "-", "--show", given=b"t t . f f\nt . t f f\n"),
    Command("solve many starts by threads", "solve", JUGS, "--starts", "-", "--threads", "2", given=b"A is 0 and B is 0\nA is 2 and B is 0\nA is 1 and B is 3\n"),
    Command("rate", "rate", FROGS, JUGS, "--html", "out.html", "--threads", "2", writes=["out.html"]),
    Command("rate levels", "rate", "-", "--json", given=b"#####\n#@$.#\n#####\n\n#####\n#@ *#\n#####\n"),
    Command("explain", "explain", JUGS),
    Command("explain as JSON", "explain", "strings", "--json"),
    Command("explore", "explore", FROGS, "--hardest", "2", "--solutions", "--csv", "out.csv", "--svg", "out.svg",
            writes=["out.csv", "out.svg"]),
    Command("explore on disk with a proof", "explore", FROGS, "--proof", "-", "--disk", "."),
    Command("explore as JSON", "explore", JUGS, "--json", "--hardest", "1"),
    Command("explore by rank", "explore", "tiles-2x2", "--from-goal", "--threads", "2"),
    Command("resume", "resume"),
    Command("resume as JSON", "resume", "--json"),
    Command("compare", "compare", FROGS, "t t . f f", "--csv", "out.csv", "--svg", "out.svg", writes=["out.csv", "out.svg"]),
    Command("generate", "generate", FROGS, "--count", "2", "--seed", "1"),
    Command("generate as JSON", "generate", "tiles-2x2", "--random", "--count", "2", "--seed", "1", "--json"),
    Command("table build", "table", "build", "tiles-2x2", "--distances", "--output", "out.table", writes=["out.table"]),
    Command("table build of patterns", "table", "build", "tiles-2x3", "--bound-memory", "1M", "--output", "out.table",
            writes=["out.table"]),
    Command("table info", "table", "info", "small.table", needs=["small.table"]),
    Command("table verify", "table", "verify", "small.table", "--json", needs=["small.table"]),
    Command("check", "check", "eight", "1 2 3 / 4 5 6 / x 7 8", "rr"),
    Command("check as JSON", "check", FROGS, "-", "frog toad", "--json"),
    Command("list", "list"),
    Command("list as JSON", "list", "--json"),
    Command("print", "print", "eight"),
    Command("print a family", "print", "tiles-2x3"),
    Command("import a level", "import", "-", given=b"#####\n#@$.#\n#####\n"),
    Command("import words", "import", "-", "--words", given=b"cat\ncot\n"),
    Command("solve a level", "solve", "-", given=b"#####\n#@$.#\n#####\n"),
    Command("contest poj-1077", "contest", "poj-1077", given=b"2 3 4 1 5 x 7 6 8\n"),
    Command("contest poj-3984", "contest", "poj-3984",
            given=b"0 1 0 0 0\n0 1 0 1 0\n0 0 0 0 0\n0 1 1 1 0\n0 0 0 1 0\n"),
    Command("contest acwing-190", "contest", "acwing-190", given=b"abcd xyz\nabc xu\nud y\ny yz\n"),
    Command("contest codevs-1004", "contest", "codevs-1004", given=b"BWBO\nWBWB\nBWBW\nWBWO\n"),
    Command("contest --list", "contest", "--list"),
    Command("judge", "judge", "poj-3984", "--cases", "2", "--seed", "1", "--", TOOL, "contest", "poj-3984"),
    Command("help", "help"),
    Command("help solve", "help", "solve"),
    Command("help as JSON", "help", "--json"),
    Command("--version", "--version"),
]

# What differs from run to run, and says nothing about whether the answer is whole.
VARIES = re.compile(rb"[0-9.,]+ (?:ns|us|\xc2\xb5s|ms|s|minutes|hours)\b|[0-9.,]+ ?[kMG]?(?: states)?/s"
                    rb"|\"[a-z_]*(?:seconds|bytes|rate)[a-z_]*\": ?[0-9.e+-]+"
                    rb"|[0-9.,]+ ?(?:B|kB|KiB|MiB|GiB|bytes)\b|[0-9.e+]+ bytes a state")


class Run:
    """One run of a command, with one kind of request refused at a number (0: none), for ever or once."""

    def __init__(self, command, folder, kind="memory", at=0, ever=False, before=True, wrap=()):
        for name in os.listdir(folder):
            if name not in command.needs:
                os.unlink(folder / name)
        for name in command.writes if before else ():
            (folder / name).write_bytes(OLD)
        reader, writer = os.pipe()
        environment = dict(os.environ, LD_PRELOAD=REFUSE, REFUSE_KIND=kind, REFUSE_AT=str(at),
                           REFUSE_REPORT=str(writer), REFUSE_PROGRAM=TOOL, XDG_CACHE_HOME=str(folder / "none"), COLUMNS="80")
        if wrap:
            environment["FEWEST_CPU"] = "baseline"  # the newest instructions are not known to it
        environment.pop("REFUSE_EVER", None)
        if ever:
            environment["REFUSE_EVER"] = "1"
        self.command, self.kind, self.what = command, kind, f"{command.name}: {kind} {at}{' and all after' if ever else ''}"
        try:
            done = subprocess.run([*wrap, TOOL, *command.arguments], input=command.given, cwd=folder, env=environment,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=[writer], timeout=120)
            self.status, self.out, self.err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            self.status, self.out, self.err = "none: it does not end", late.stdout or b"", late.stderr or b""
        os.close(writer)
        with os.fdopen(reader) as pipe:
            told = [int(word) for word in pipe.read().split()]
        self.requests, self.refused, *self.held = told if len(told) == 5 else (0, 0, -1, -1, -1)
        self.files = {name: (folder / name).read_bytes() for name in os.listdir(folder) if name not in command.needs}
        if command.name == "compare":  # with the times in it
            self.files = {name: text if text == OLD else re.findall(rb"(?m)<[a-z/]+|^\w*", text) for name, text in self.files.items()}

    def said(self):
        if self.command.name == "compare":  # which row is the fastest is another one each time
            return [line.split(b"  ")[0] + line[14:61] for line in self.out.splitlines()]
        if self.command.name == "solve with a table":  # where it cannot be had, that is said, and it is searched
            return self.out.split(b"(")[0]
        if self.command.name == "--version":  # a library that cannot be loaded is said not to be installed
            return self.out.split(b"page:")[0]
        return VARIES.sub(b"#", self.out)

    def is_right(self, right):
        return self.status == right.status and self.said() == right.said() and self.files == right.files

    def wrong(self, right):
        """What is wrong with it, beside the run in which nothing was refused."""
        if self.status not in self.command.may | {right.status}:
            return f"status {self.status}"
        if b"another puzzle" in self.err:
            return "a false message"
        if self.status == right.status and not self.is_right(right):
            return "another answer with the status of a right one"
        if self.status != right.status:
            said = {}
            try:
                said = json.loads(self.out) if self.command.json and self.out else {}
            except ValueError:
                if self.kind not in ("write", "close"):
                    return "half an object of JSON"
            if not self.err and "error" not in said:
                return "no message"
        for name, text in self.files.items():
            if name not in self.command.writes:
                return f"the file {name} is left"
            if text not in (OLD, right.files[name]):
                return f"{name} is half written: {len(text)} of {len(right.files[name])} bytes"
        if set(self.files) != set(right.files):
            return "a file from before is gone"
        held = zip(self.held, right.held)
        if self.command.name == "--version":  # what the system's loader keeps where it was refused something is its own
            held = list(held)[1:]
        if any(now > then for now, then in held):
            return f"still held: {self.held}, should be {right.held}"
        return ""

    def show(self):
        return f"status {self.status}, out {self.out[-300:]!r}, err {self.err[-300:]!r}"


def numbers(count, everything):
    """Which requests are refused: all, or the first, the last and some between."""
    most = MOST if everything else SAMPLE
    return sorted({1 + i * (count - 1) // max(1, min(most, count) - 1) for i in range(min(most, count))})


class Tally:
    def __init__(self, passed=0, failed=0):
        self.passed, self.failed = passed, failed

    def note(self, what, wrong, details=""):
        if wrong:
            self.failed += 1
            print(f"FAILED: {what}: {wrong}\n    {details}", flush=True)
        else:
            self.passed += 1


def needed(folder):
    """The files that commands read."""
    subprocess.run([TOOL, "table", "build", "tiles-2x2", "--distances", "--output", str(folder / "small.table")], check=True,
                   stdout=subprocess.DEVNULL)


def refuse_each(command, folder, everything, tally):
    """Each kind of request of a command, refused once and from then on."""
    counts = {}
    right = Run(command, folder)
    tally.note(f"{command.name}: nothing refused", "" if right.held[0] >= 0 and right.status in (0, 1) else "no right run", right.show())
    for kind in KINDS:
        counts[kind] = Run(command, folder, kind).requests
        for at in numbers(counts[kind], everything):
            for ever in (False, True):
                run = Run(command, folder, kind, at, ever)
                tally.note(run.what, run.wrong(right), run.show())
    print(f"{command.name}: " + ", ".join(f"{kind} {count}" for kind, count in counts.items() if count), flush=True)


def fill_disk(command, folder, tally):
    """The disk is full: standard output at once, then files after some bytes."""
    right = Run(command, folder)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TOOL, *command.arguments], input=command.given, cwd=folder, stdout=full, stderr=subprocess.PIPE,
                              timeout=120)
    tally.note(f"{command.name}: standard output is full",
               "" if done.returncode == SYSTEM and done.stderr else f"status {done.returncode}, {done.stderr!r}")
    for most in (0, 10, 100) if command.writes else ():
        for name in command.writes:
            (folder / name).write_bytes(OLD)
        done = subprocess.run([TOOL, *command.arguments], input=command.given, cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=120,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
        files = {name: (folder / name).read_bytes() for name in os.listdir(folder) if name not in command.needs}
        whole = all(text == OLD or len(text) <= most for text in files.values())  # a short one fits
        good = done.returncode == SYSTEM and done.stderr and set(files) == set(command.writes) and whole
        tally.note(f"{command.name}: files of {most} bytes at most",
                   "" if good else f"status {done.returncode}, {done.stderr!r}, files {sorted(files)}")
    tally.note(f"{command.name}: nothing refused, again", "" if Run(command, folder).is_right(right) else "another answer")


def under_valgrind(command, folder, tally):
    """Some refusals with every access to memory and every block watched."""
    right = Run(command, folder)
    watch = ["valgrind", "-q", "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite",
             "--error-exitcode=99", "--soname-synonyms=somalloc=nouserintercepts"]  # refuse.c comes before it
    for at in sorted({1 + part * (right.requests - 1) // 3 for part in (1, 2)}):
        run = Run(command, folder, "memory", at, wrap=watch)
        wrong = "nothing was refused" if not run.refused else f"status {run.status}" if run.status not in (0, 1, SYSTEM) else ""
        tally.note(run.what + " under valgrind", wrong,
                   run.err[-2000:].decode("utf-8", "replace"))


def count_server():
    """The right answers of the server, and how many requests of each kind it makes; None: there is no server."""
    puzzle = Path(FROGS).read_text()
    counts = {}
    for kind in servers.KINDS:
        right, counts[kind] = servers.count(TOOL, REFUSE, puzzle, kind)
        if right is None:
            print("serve: not built in, or libmicrohttpd is not there")
            return None, {}
    print("serve: " + ", ".join(f"{kind} {count}" for kind, count in counts.items() if count), flush=True)
    return right, counts


def refuse_server(right, kind, at, tally):
    """The same for the server, which is asked all it can be."""
    # Without any socket there is nobody to ask.
    for ever in (False,) if kind == "socket" else (False, True):
        tally.note(f"serve: {kind} {at}{' and all after' if ever else ''}",
                   servers.try_one(TOOL, REFUSE, Path(FROGS).read_text(), right, kind, at, ever))


def refuse_answer(path, right, at, tally):
    """Memory for one answer of the server: it is the right one, or says that it is none."""
    tally.note(f"an answer is whole or an error: {path}, memory {at}",
               servers.try_answer(TOOL, REFUSE, Path(FROGS).read_text(), path, right, at))


def answer_tasks(everything):
    for path in ("api/check", "api/before", "api/graph?depth=1", "api/solve", "api/explore", "api/prove"):
        right, window = servers.requests_of(TOOL, REFUSE, Path(FROGS).read_text(), path)
        for at in window if everything else window[::4]:
            yield "answer", path, right, at


def refuse_command(command, everything, tally):
    with tempfile.TemporaryDirectory() as folder:
        work, kept = Path(folder, "work"), Path(folder, "kept")
        work.mkdir()
        kept.mkdir()
        if command.needs:
            needed(kept)
        for name in command.needs:
            shutil.copy(kept / name, work / name)
        refuse_each(command, work, everything, tally)
        fill_disk(command, work, tally)
        if everything and shutil.which("valgrind") and not command.name.startswith(("judge", "compare")):
            under_valgrind(command, work, tally)


def do_task(task):
    """A command or a request of the server, perhaps in a process of its own; what passed and what failed."""
    what, *rest = task
    tally = Tally()
    {"command": refuse_command, "server": refuse_server, "answer": refuse_answer}[what](*rest, tally)
    return tally.passed, tally.failed


def main():
    words = sys.argv[1:]
    everything = "--all" in words
    words = [word for word in words if word != "--all"]
    if not REFUSE:
        print("skipped: no library that refuses ($FEWEST_REFUSE)")
        sys.exit(77)
    tasks = [("command", command, everything) for command in COMMANDS
             if not words or any(word in command.name for word in words)]
    if not words or "serve" in words:
        right, counts = count_server()
        tasks += [("server", right, kind, at) for kind, count in counts.items() for at in numbers(count, everything)]
        tasks += answer_tasks(everything) if counts else []
    with multiprocessing.Pool(os.cpu_count() if everything else 1) as pool:
        done = list(pool.imap_unordered(do_task, tasks))
    tally = Tally(sum(passed for passed, _ in done), sum(failed for _, failed in done))
    print(f"{tally.passed} passed, {tally.failed} failed")
    sys.exit(1 if tally.failed else 0)


main()
