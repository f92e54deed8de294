#!/usr/bin/env python3
"""Programs that `fewest export` writes, against the tool: an engine that shares no code with it.

Each program is compiled without warnings by two compilers, run on starts of many kinds (as it is, and in C and C++ under
the sanitizers for addresses and undefined behaviour), and must say what the tool says: the length or cost, or that there is no solution, with
a path that `fewest check` accepts. Choices that do not fit a puzzle must be refused with a sentence; where one can say without
the exporter that they fit, they must not.

    run.py                      a sample with a fixed seed: every built-in and every second file once, every choice; for `make test`
    run.py --all                every puzzle, every dialect, every combination of choices: `make export-programs`
    run.py --all --share K/N    the K-th of N parts of that
    --puzzle NAME, --dialect c|cpp|python, --options 'bfs hash one parents', --start S    only these
    --random N, --seed S        so many random puzzles (as released 200 with --all), and another seed for them and the starts
    --starts N, --jobs N        starts for each program (20; in the sample 6), processes at a time
    --states N                  starts for which the tool remembers more states are not tried (100,000; in Python 10,000)
    --keep DIR                  programs stay there

$FEWEST is the tool, $FEWEST_FUZZ the generator of random puzzles. The last lines are a table of what was tried and refused.
"""

import argparse
import collections
import multiprocessing
import os
import random
import shlex
import sys
import tempfile
import time

import corpus
import programs
from expected import Expected
from programs import DIALECTS, EVERY_CHOICE, Choice, Refused, Wrong

SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))
MOST_STATES = {"c": 100000, "cpp": 100000, "python": 10000}     # that the tool remembers for a start that is tried
GARBAGE = ["?", "1 2 3 /", "and"]                               # no start of any puzzle

# What happened to one program: of a puzzle, in a dialect, with a choice.
Outcome = collections.namedtuple("Outcome", "puzzle dialect choice result runs solved said")


class Trial:
    """All programs of one puzzle in one dialect."""

    def __init__(self, puzzle, dialect, options, folder, change=None):
        self.puzzle, self.dialect, self.options, self.folder, self.change = puzzle, dialect, options, folder, change
        self.expected = Expected(puzzle)
        if options.start is not None:
            starts = [options.start]
            self.cases = [corpus.judged(puzzle, start, 10 ** 8) for start in starts]
        else:
            self.cases = corpus.cases(puzzle, options.starts, options.states or MOST_STATES[dialect], options.seed)
        self.odd = corpus.odd_starts(puzzle)
        self.agreed = set()                 # texts of programs

    def try_choice(self, choice, sanitize):
        runs = solved = 0
        start = None
        try:
            text = programs.export(self.puzzle, self.dialect, choice)
            chinese = self.in_chinese(choice, text)
            if self.change:
                text = self.change(text)
            for program in self.builds(choice, text, chinese, sanitize):
                said = self.run(program)
                for case in self.cases:
                    start = case.start
                    done = said[start or None]
                    if programs.declines(self.puzzle, start, done):
                        continue
                    answer = programs.answer_of(done)
                    programs.compare(self.puzzle, case, answer, choice is None or choice.path != "none")
                    runs += 1
                    solved += case.cost is not None
                start = None
                self.refuses_garbage(said)
                self.reads_what_the_tool_reads(said)
            self.agreed.add(text)
            if self.expected.says(self.dialect, choice) is False:
                raise Wrong("is written, but does not fit")
            return self.outcome(choice, "agrees", runs, solved, "")
        except Refused as refused:
            if self.expected.says(self.dialect, choice) is True:
                return self.outcome(choice, "FAILED", runs, solved, f"is refused, but fits: {refused}")
            return self.outcome(choice, "refused", runs, solved, str(refused))
        except Wrong as wrong:
            at = "" if start is None else f"from {start!r} " if start else "from its own start "
            return self.outcome(choice, "FAILED", runs, solved, at + str(wrong) + "\n" + self.again(choice, start))

    def builds(self, choice, text, chinese, sanitize):
        """The program as it is compiled. Two choices may give the same text: it is tried once."""
        if text in self.agreed:
            return
        path = programs.save(text, self.dialect, self.folder)
        programs.look_over(path, self.dialect)
        yield programs.build(path, self.dialect)
        if sanitize and self.dialect != "python":
            yield programs.build(path, self.dialect, *programs.SANITIZERS)
        if choice is None and not self.change:
            yield programs.build(programs.save(chinese, self.dialect, self.folder), self.dialect)

    def run(self, program):
        """What it says from every start that is tried, by start; None is the puzzle's own."""
        starts = [case.start or None for case in self.cases] + ([] if self.puzzle.read.is_string else GARBAGE[:1])
        odd = [] if self.puzzle.read.is_string else GARBAGE[1:]
        if self.tries_odd():
            starts.append(None)
            odd += ["", *(start for start, _ in self.odd)]
        every = list(dict.fromkeys(starts + odd))
        return dict(zip(every, programs.run(program, every, set(odd) - set(starts))))

    def in_chinese(self, choice, text):
        """Without its comments and texts it is the same program, so that it is enough to run one of them."""
        chinese = programs.export(self.puzzle, self.dialect, choice, "--comments", "zh")
        if chinese == text:
            raise Wrong("has the same comments in Chinese as in English")
        if programs.bare(chinese, self.dialect) != programs.bare(text, self.dialect):
            raise Wrong("with --comments zh is another program, not the same with other comments")
        return chinese

    def refuses_garbage(self, said):
        for start in GARBAGE:
            if self.puzzle.read.is_string:
                return                      # any word may be a string
            done = said[start]
            if done.returncode != 2 or not done.stderr.strip() or "Sanitizer" in done.stderr or "Traceback" in done.stderr:
                raise Wrong(f"does not refuse {start!r} as a start: status {done.returncode}, {done.stdout[-200:]!r} "
                            f"{done.stderr[-800:]!r}")

    def tries_odd(self):
        """If its own start is not tried, it may take too long: other ways to write it would, too."""
        return self.cases and self.cases[0].start == corpus.OWN

    def reads_what_the_tool_reads(self, said):
        """What is a start for the tool is one for the program, and nothing else is. An empty word is the puzzle's own start."""
        if not self.tries_odd():
            return
        own, empty = said[None], said[""]
        if (own.returncode, own.stdout) != (empty.returncode, empty.stdout):
            raise Wrong(f"takes an empty start for another one than its own: status {empty.returncode}, {empty.stderr[-300:]!r}")
        for start, right in self.odd:
            done = said[start]
            if "Sanitizer" in done.stderr or "Traceback" in done.stderr:
                raise Wrong(f"fails from {start!r}: {done.stderr[-800:]!r}")
            if right != (done.returncode != 2) and not programs.declines(self.puzzle, start, done):
                raise Wrong(f"{'refuses' if right else 'reads'} {start!r}, which the tool {'reads' if right else 'refuses'}: "
                            f"status {done.returncode}, {done.stdout[-200:]!r} {done.stderr[-300:]!r}")

    def outcome(self, choice, result, runs, solved, said):
        return Outcome(self.puzzle.name, self.dialect, choice, result, runs, solved, said)

    def again(self, choice, start):
        words = ["tests/export/run.py", "--puzzle", self.puzzle.name, "--dialect", self.dialect, "--seed", self.options.seed]
        words += ["--options", "none" if choice is None else " ".join(choice)]
        words += ["--start", start] if start else []
        words += ["--random", self.options.random] if self.puzzle.name.startswith("random-") else []
        return "again: " + shlex.join(map(str, words))


# ---- What is tried


def puzzles(options, folder):
    found = [*corpus.built_ins(), *corpus.random_puzzles(options.random, options.seed, folder), *corpus.files()]
    if options.puzzle:
        found = [puzzle for puzzle in found if puzzle.name == options.puzzle]
        if not found:
            raise SystemExit(f"there is no puzzle {options.puzzle}")
    return found


def whole(found, options):
    """Every puzzle, dialect and choice; or a share of it, in which all of them have their part."""
    part, parts = map(int, options.share.split("/"))
    every = [(puzzle, dialect, choice) for puzzle in found for dialect in options.dialects for choice in [None] + EVERY_CHOICE]
    if parts > 1:
        random.Random(options.seed).shuffle(every)
    grouped = collections.defaultdict(list)
    for puzzle, dialect, choice in every[part % parts::parts]:
        grouped[puzzle, dialect].append(choice)
    return [(puzzle, dialect, choices, True) for (puzzle, dialect), choices in grouped.items()]


def sample(found, options):
    """One puzzle in one dialect with a choice or two, the more often the sooner its compiler is done."""
    pick = random.Random(options.seed)
    found = [puzzle for number, puzzle in enumerate(found) if number % 2 or not puzzle.name.startswith("tests/puzzles/")]
    left = []
    for number, puzzle in enumerate(found):
        dialect = ("c", "python", "c", "cpp", "python")[number % 5]
        if dialect not in options.dialects:
            continue
        if not left:
            left = pick.sample(EVERY_CHOICE, len(EVERY_CHOICE))
        choices = [None] if number % 7 == 0 else [left.pop()]
        if left and number % 3 == 0:
            choices.append(left.pop())
        if puzzle.name in ("eight", "swap"):     # few choices fit a search from both ends: it is not left to chance
            choices.append(next(c for c in EVERY_CHOICE if "bidirectional" in c and {"hash", "one", "parents"} <= set(c)))
        yield puzzle, dialect, choices, number % 4 == 0
        if puzzle.name.startswith("tests/export/"):     # written to be hard for one of them
            for other in options.dialects:
                if other != dialect:
                    yield puzzle, other, [None], False


def work(task):
    """All programs of one puzzle."""
    puzzle, parts, options = task
    found = []
    for dialect, choices, sanitize in parts:
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            try:
                trial = Trial(puzzle, dialect, options, options.keep or folder)
                outcomes = [trial.try_choice(choice, sanitize) for choice in choices]
            except Exception as error:          # a fault of this test, or of the tool: never passed over
                outcomes = [Outcome(puzzle.name, dialect, None, "FAILED", 0, 0, f"{type(error).__name__}: {error}")]
        found.append((outcomes, time.monotonic() - begin))
    return found


def by_puzzle(tasks, options):
    grouped = collections.defaultdict(list)
    for puzzle, dialect, choices, sanitize in tasks:
        grouped[puzzle].append((dialect, choices, sanitize))
    return [(puzzle, parts, options) for puzzle, parts in grouped.items()]


# ---- What is said of it


def refusals(outcomes):
    """The choices with which nothing was written, and the number of other combinations that were refused."""
    chosen = [o for o in outcomes if o.choice is not None]
    never = []
    for key, values in programs.CHOICES.items():
        for value in values:
            with_it = [o for o in chosen if getattr(o.choice, key) == value]
            if with_it and all(o.result == "refused" for o in with_it):
                never.append(value)
    others = [o for o in chosen if o.result == "refused" and not set(o.choice) & set(never)]
    combined = sorted({" ".join(o.choice) for o in others})
    return never, combined


def table(outcomes, details):
    print("\npuzzle, dialect                                         tried  agree  refused  failed   starts  never written")
    grouped = collections.defaultdict(list)
    for outcome in outcomes:
        grouped[outcome.puzzle, outcome.dialect].append(outcome)
    for (puzzle, dialect), group in sorted(grouped.items()) if details else ():
        count = collections.Counter(o.result for o in group)
        never, combined = refusals(group)
        said = " ".join(never) + (f"  (and {len(combined)} combinations)" if combined else "")
        print(f"{puzzle + ', ' + dialect:54} {len(group):6} {count['agrees']:6} {count['refused']:8} {count['FAILED']:7} "
              f"{max(o.runs for o in group):8}  {said}")
    for dialect in DIALECTS:
        group = [o for o in outcomes if o.dialect == dialect]
        count = collections.Counter(o.result for o in group)
        print(f"{'all, ' + dialect:54} {len(group):6} {count['agrees']:6} {count['refused']:8} {count['FAILED']:7} "
              f"{sum(o.runs for o in group):8}")
    why = collections.Counter(o.said.splitlines()[0] for o in outcomes if o.result == "refused")
    print("\nwhy refused:")
    for sentence, times in why.most_common(40):
        print(f"{times:6}  {sentence}")


def tell_failures(outcomes, texts):
    for outcome in outcomes:
        if outcome.result == "FAILED":
            print(f"FAILED: {outcome.puzzle}, {programs.title(outcome.dialect, outcome.choice)}: {outcome.said}")
            if outcome.puzzle in texts:
                print("----\n" + texts[outcome.puzzle] + "----")


def unused(outcomes):
    """The choices that no program was written with."""
    used = {value for o in outcomes if o.result == "agrees" and o.choice for value in o.choice}
    return [value for values in programs.CHOICES.values() for value in values if value not in used]


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--share", default="0/1")
    parser.add_argument("--puzzle")
    parser.add_argument("--dialect")
    parser.add_argument("--options")
    parser.add_argument("--start")
    parser.add_argument("--random", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--starts", type=int)
    parser.add_argument("--states", type=int)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--keep")
    options = parser.parse_args()
    options.all = options.all or options.puzzle is not None
    options.dialects = [options.dialect] if options.dialect else DIALECTS
    lacking = programs.missing()
    if lacking:
        print("missing:", " ".join(lacking))
        if options.all:
            raise SystemExit("every compiler is needed: tools/setup programs")
        options.dialects = [d for d in options.dialects if programs.COMPILER.get(d) not in lacking]
    options.starts = options.starts or (20 if options.all else 6)
    if options.random is None:
        options.random = 200 if options.all and not options.puzzle else 0 if options.puzzle else 10
    return options


def main():
    options = read_options()
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        found = puzzles(options, folder)
        texts = {puzzle.name: puzzle.text for puzzle in found if puzzle.name.startswith("random-")}
        tasks = list(whole(found, options) if options.all else sample(found, options))
        if SANITIZED and not options.all:   # it is the tool that is sanitized: an eighth of the programs is enough for it
            tasks = tasks[::8]
        if options.options:
            choice = None if options.options == "none" else Choice(*options.options.split())
            tasks = [(puzzle, dialect, [choice], True) for puzzle, dialect, _, _ in tasks]
        grouped = by_puzzle(tasks, options)
        print(f"{len(found)} puzzles, {sum(len(task[2]) for task in tasks)} programs, seed {options.seed}", flush=True)
        with multiprocessing.Pool(options.jobs) as pool:
            for number, parts in enumerate(pool.imap_unordered(work, grouped), 1):
                for done, seconds in parts:
                    outcomes += done
                    tell_failures(done, texts)
                    if options.all:
                        print(f"{number}/{len(grouped)} {done[0].puzzle}, {done[0].dialect}: {len(done)} programs, {seconds:.1f} s", flush=True)
    table(outcomes, options.all)
    failed = sum(o.result == "FAILED" for o in outcomes)
    if not options.puzzle and not options.options and not SANITIZED and unused(outcomes):
        print("never written in this run:", " ".join(unused(outcomes)))
        failed += 1
    print(f"{len(outcomes) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
