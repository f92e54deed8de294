#!/usr/bin/env python3
"""Programs that `fewest export` writes, against the tool: an engine that shares no code with it.

Each program is compiled without warnings by two compilers, run on starts of many kinds (as it is, and in C and C++ under
the sanitizers for addresses and undefined behaviour), and must say what the tool says: the length or cost, or that there is no solution, with
a path that `fewest check` accepts. Choices that do not fit a puzzle must be refused with a sentence; where one can say without
the exporter that they fit, they must not.

    run.py                      a sample with a fixed seed: every built-in and every fifth file once, every choice; for `make test`
    run.py --all                every puzzle and dialect, every combination of choices (of the corpus only some): `make export-programs`
    run.py --all --share K/N    the K-th of N parts of that
    run.py --all --before TOOL  only programs that another build of the tool writes otherwise, for a change of the exporter
    --puzzle NAME, --dialect c|cpp|python, --options 'bfs hash one parents', --start S    only these; --puzzle may be given several times
    --random N, --seed S        so many random puzzles (as released 200 with --all), and another seed for them and the starts
    --starts N, --jobs N        starts for each program (20; in the sample 6), processes at a time
    --progress FILE             what was seen is kept there, and a run that was ended goes on with the rest
    --states N                  starts for which the tool remembers more states are not tried (20,000; in Python 10,000)
    --keep DIR                  programs stay there

$FEWEST is the tool, $FEWEST_FUZZ the generator of random puzzles. The last lines are a table of what was tried and refused.
"""

import argparse
import collections
import functools
import hashlib
import json
import multiprocessing
import os
import random
import re
import shlex
import sys
import tempfile
import time

import corpus
import library
import programs
import together
from expected import Expected
from programs import DIALECTS, EVERY_CHOICE, Choice, Refused, Wrong

SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))
MOST_STATES = {"c": 20000, "cpp": 20000, "python": 10000}       # that the tool remembers for a start that is tried
GARBAGE = ["?", "1 2 3 /", "and"]                               # no start of any puzzle

MOST_RELEASED = 3                                               # programs of a puzzle, with --all
KNOWN_PARTS = collections.defaultdict(set)                      # of each dialect, of programs that were compiled as released

# What happened to one program: of a puzzle, in a dialect, with a choice.
Outcome = collections.namedtuple("Outcome", "puzzle dialect choice result runs solved said")


class Told:
    """What was seen of one program."""

    def __init__(self, choice):
        self.choice, self.runs, self.solved, self.wrong, self.start = choice, 0, 0, None, None


class Trial:
    """All programs of one puzzle in one dialect."""

    def __init__(self, puzzle, dialect, options, folder, change=None):
        self.puzzle, self.dialect, self.options, self.folder, self.change = puzzle, dialect, options, folder, change
        self.expected = Expected(puzzle)
        self.library = library.opened(corpus.TOOL) if options.all and not SANITIZED else None
        most = options.states or MOST_STATES[dialect]
        if options.start is not None:
            self.cases = [corpus.judged(puzzle, options.start, 10 ** 8)]
        else:
            found = corpus.cases(puzzle, options.starts + 3, options.states or max(MOST_STATES.values()), options.seed)
            self.cases = [case for case in found if case.states <= most][:options.starts]
        self.odd = corpus.odd_starts(puzzle)
        self.readers = set()                # texts of what reads a start, of programs that were asked for odd ones

    def try_choices(self, choices, sanitize):
        """The outcomes, a row for each choice. Two choices may give the same text: it is tried once."""
        texts, refused, told = {}, {}, {}
        for choice in choices:
            try:
                text = programs.export(self.puzzle, self.dialect, choice, library=self.library)
                chinese = self.in_chinese(choice, text)
                texts[choice] = self.change(text) if self.change else text
                told.setdefault(texts[choice], Told(choice))
                if choice is None and not self.change:
                    told.setdefault(chinese, Told(choice))
                    texts["chinese"] = chinese
            except Refused as why:
                refused[choice] = why
            except Wrong as why:
                texts[choice] = f"no program for {choice}"
                told[texts[choice]] = Told(choice)
                told[texts[choice]].wrong = why
        self.look(told, sanitize)
        return [self.outcome(choice, told.get(texts.get(choice)), refused.get(choice), told.get(texts["chinese"]) if choice is None and "chinese" in texts else None)
                for choice in choices]

    def outcome(self, choice, told, refused, chinese):
        expected = self.expected.says(self.dialect, choice)
        if refused:
            failed = expected is True
            return Outcome(self.puzzle.name, self.dialect, choice, "FAILED" if failed else "refused", 0, 0,
                           f"is refused, but fits: {refused}" if failed else str(refused))
        runs, solved = told.runs, told.solved
        if chinese and chinese.wrong and not told.wrong:
            told = chinese
        wrong, said = told.wrong, ""
        if not wrong and expected is False:
            wrong = "is written, but does not fit"
        if wrong:
            at = "" if told.start is None else f"from {told.start!r} " if told.start else "from its own start "
            said = f"{at}{wrong}\n{self.again(choice, told.start)}"
        return Outcome(self.puzzle.name, self.dialect, choice, "FAILED" if wrong else "agrees", runs, solved, said)

    def look(self, told, sanitize):
        """Compiles and runs the programs; what is wrong is written to told."""
        texts = [text for text in told if not told[text].wrong]
        if self.dialect == "python":
            for text in texts:
                self.compare_all(told, [text], lambda asked, text=text: [together.run_python(text, self.folder, asked[0])])
            return
        released = texts
        if sanitize:
            self.build(told, texts, together.sanitized)
            if self.options.all:            # what is new in it is compiled as released, too
                released = together.with_new_parts(texts, KNOWN_PARTS[self.dialect], MOST_RELEASED)
        released = [text for text in released if not told[text].wrong]
        # In C++ types of the same name must not be linked together, so that each program is one by itself.
        make = functools.partial(together.as_released, by_both=not sanitize)
        for texts in [[text] for text in released] if self.dialect == "cpp" else [released]:
            self.build(told, texts, make)

    def build(self, told, texts, make):
        if not texts:
            return
        program, good, wrong = together.build(make, texts, self.dialect, self.folder)
        for text, why in wrong.items():
            told[text].wrong = why
        if good:
            self.compare_all(told, good, lambda asked: together.run(program, asked))

    def compare_all(self, told, texts, run):
        asked = [self.starts_for(text) for text in texts]
        try:
            said = run(asked)
        except Wrong as why:                # of Python: the program cannot even be read
            told[texts[0]].wrong = why
            return
        for text, starts, done in zip(texts, asked, said):
            if not told[text].wrong:
                self.compare(told[text], {start: one for (start, _), one in zip(starts, done)})

    def compare(self, told, said):
        start = None
        try:
            for case in self.cases:
                start = case.start
                done = said[start or None]
                if programs.declines(self.puzzle, start, done):
                    continue
                answer = programs.answer_of(done)
                programs.compare(self.puzzle, case, answer, told.choice is None or told.choice.path != "none")
                told.runs += 1
                told.solved += case.cost is not None
            start = None
            if GARBAGE[1] in said:
                self.refuses_garbage(said)
            if "" in said:
                self.reads_what_the_tool_reads(said)
        except Wrong as why:
            told.wrong, told.start = why, start

    def starts_for(self, text):
        """The starts that a program is asked for, each with whether lost memory is looked for: from its first, a solved and an unsolvable one.
        What is no start, or is written oddly, is asked where another code reads it than in the programs before."""
        lost = {case.start for case in self.cases[:2]} | {case.start for case in [c for c in self.cases if c.cost is None][:1]}
        starts = {case.start or None: case.start in lost for case in self.cases}
        reader = re.split("/\\* ---- Reading the start|# ---- Reading the start", text)[-1]
        if not self.puzzle.read.is_string and reader not in self.readers:
            starts.update(dict.fromkeys(GARBAGE[:1], True) | dict.fromkeys(GARBAGE[1:], False))
        if self.tries_odd() and reader not in self.readers:
            starts = {None: True, "": False} | {start: False for start, _ in self.odd} | starts
        self.readers.add(reader)
        return list(starts.items())

    def in_chinese(self, choice, text):
        """Without its comments and texts it is the same program, so that it is enough to run one of them."""
        chinese = programs.export(self.puzzle, self.dialect, choice, "zh", self.library)
        if chinese == text:
            raise Wrong("has the same comments in Chinese as in English")
        if programs.bare(chinese, self.dialect) != programs.bare(text, self.dialect):
            raise Wrong("with --comments zh is another program, not the same with other comments")
        return chinese

    def refuses_garbage(self, said):
        for start in GARBAGE:
            done = said[start]
            if done.returncode != 2 or not done.stderr.strip() or "Sanitizer" in done.stderr or "Traceback" in done.stderr:
                raise Wrong(f"does not refuse {start!r} as a start: status {done.returncode}, {done.stdout[-200:]!r} "
                            f"{done.stderr[-800:]!r}")

    def tries_odd(self):
        """If its own start is not tried, it may take too long: other ways to write it would, too."""
        return self.cases and self.cases[0].start == corpus.OWN

    def reads_what_the_tool_reads(self, said):
        """What is a start for the tool is one for the program, and nothing else is. An empty word is the puzzle's own start."""
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
        unknown = set(options.puzzle) - {puzzle.name for puzzle in found}
        if unknown:
            raise SystemExit(f"there is no puzzle {' '.join(sorted(unknown))}")
        found = [puzzle for puzzle in found if puzzle.name in options.puzzle]
    return found


def choices_for(puzzle, pick, options):
    """Every choice; of a file of the corpus some of them, since it is the rules that are new there."""
    if options.puzzle or not puzzle.name.startswith("tests/puzzles/"):
        return [None] + EVERY_CHOICE
    return [None] + pick.sample(EVERY_CHOICE, 4)


def whole(found, options):
    """Every puzzle and dialect, with its choices; or a share of the puzzles."""
    part, parts = map(int, options.share.split("/"))
    pick = random.Random(options.seed)
    tasks = [(puzzle, [(puzzle, dialect, choices_for(puzzle, pick, options), True) for dialect in options.dialects]) for puzzle in found]
    if parts > 1:
        random.Random(options.seed).shuffle(tasks)
    return [task for _, every in tasks[part % parts::parts] for task in every]


def sample(found, options):
    """One puzzle in one dialect with a choice or two, the more often the sooner its compiler is done."""
    pick = random.Random(options.seed)
    found = [puzzle for number, puzzle in enumerate(found) if number % 5 == 1 or not puzzle.name.startswith("tests/puzzles/")]
    left = []
    for number, puzzle in enumerate(found):
        both_ends = puzzle.name in ("eight", "swap")    # few choices fit some searches: these are not left to chance
        dialect = "c" if both_ends else ("c", "python", "c", "cpp", "python")[number % 5]
        if dialect not in options.dialects:
            continue
        if not left:
            left = pick.sample(EVERY_CHOICE, len(EVERY_CHOICE))
        choices = [None] if number % 7 == 0 else [left.pop()]
        if left and number % 3 == 0:
            choices.append(left.pop())
        if both_ends:
            for search in ("bidirectional", "astar"):
                choices.append(next(c for c in EVERY_CHOICE if search in c and {"hash", "one", "parents"} <= set(c)))
        if not puzzle.name.startswith("tests/export/"):
            yield puzzle, dialect, choices, number % 4 == 0
            continue
        wanted = [Choice(*line.split()) for line in re.findall("(?m)^; export (.*)$", puzzle.text)]
        for other in options.dialects:                  # written to be hard for one of them, or for one choice
            yield puzzle, other, list(dict.fromkeys([*(choices if other == dialect else [None]), *wanted])), bool(wanted) or other == dialect and number % 4 == 0


def changed(puzzle, dialect, choices, before):
    """The choices with which this build writes another program than the one before, or refuses what that one did not."""
    def written(tool, choice):
        try:
            return programs.export(puzzle, dialect, choice, library=library.opened(tool), by=tool)
        except Refused as why:
            return str(why)
    return [choice for choice in choices if written(corpus.TOOL, choice) != written(before, choice)]


def work(task):
    """All programs of one puzzle."""
    puzzle, parts, options = task
    found = []
    for dialect, choices, sanitize in parts:
        begin = time.monotonic()
        left = changed(puzzle, dialect, choices, options.before) if options.before else choices
        same = [Outcome(puzzle.name, dialect, choice, "same", 0, 0, "") for choice in choices if choice not in left]
        if not left:
            found.append((same, time.monotonic() - begin))
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                trial = Trial(puzzle, dialect, options, options.keep or folder)
                outcomes = same + trial.try_choices(left, sanitize)
            except Exception as error:          # a fault of this test, or of the tool: never passed over
                outcomes = [Outcome(puzzle.name, dialect, None, "FAILED", 0, 0, f"{type(error).__name__}: {error}")]
        found.append((outcomes, time.monotonic() - begin))
    return found


def by_puzzle(tasks, options):
    grouped = collections.defaultdict(list)
    for puzzle, dialect, choices, sanitize in tasks:
        grouped[puzzle].append((dialect, choices, sanitize))
    return [(puzzle, parts, options) for puzzle, parts in grouped.items()]


# ---- What an earlier run has seen


def key_of(puzzle, dialect, choices, options):
    """By what a task is known again: the puzzle as it is written, and what was asked of it."""
    asked = [puzzle.name, puzzle.text, dialect, [choice and list(choice) for choice in choices], options.seed, options.starts, options.states]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:16]


def seen_before(path):
    """The outcomes in a file of --progress, by their keys. Its last line may have been cut; what failed is tried again."""
    found = {}
    for line in open(path, encoding="utf-8") if path and os.path.exists(path) else ():
        if line.endswith("\n"):
            key, outcomes = json.loads(line)
            found[key] = [Outcome(*row)._replace(choice=row[2] and Choice(*row[2])) for row in outcomes]
    return {key: outcomes for key, outcomes in found.items() if all(o.result != "FAILED" for o in outcomes)}


def keep(path, key, outcomes):
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps([key, outcomes]) + "\n")


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
    print("\npuzzle, dialect                                         tried   same  agree  refused  failed   starts  never written")
    grouped = collections.defaultdict(list)
    for outcome in outcomes:
        grouped[outcome.puzzle, outcome.dialect].append(outcome)
    for (puzzle, dialect), group in sorted(grouped.items()) if details else ():
        count = collections.Counter(o.result for o in group)
        never, combined = refusals(group)
        said = " ".join(never) + (f"  (and {len(combined)} combinations)" if combined else "")
        print(f"{puzzle + ', ' + dialect:54} {len(group) - count['same']:6} {count['same']:6} {count['agrees']:6} {count['refused']:8} {count['FAILED']:7} "
              f"{max(o.runs for o in group):8}  {said}")
    for dialect in DIALECTS:
        group = [o for o in outcomes if o.dialect == dialect]
        count = collections.Counter(o.result for o in group)
        print(f"{'all, ' + dialect:54} {len(group) - count['same']:6} {count['same']:6} {count['agrees']:6} {count['refused']:8} {count['FAILED']:7} "
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
    parser.add_argument("--puzzle", action="append")
    parser.add_argument("--before")
    parser.add_argument("--dialect")
    parser.add_argument("--options")
    parser.add_argument("--start")
    parser.add_argument("--random", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--starts", type=int)
    parser.add_argument("--states", type=int)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--keep")
    parser.add_argument("--progress")
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
        keys = {(puzzle.name, dialect): key_of(puzzle, dialect, choices, options) for puzzle, dialect, choices, _ in tasks}
        before = seen_before(options.progress)
        outcomes += [outcome for key in keys.values() for outcome in before.get(key, [])]
        grouped = by_puzzle([task for task in tasks if keys[task[0].name, task[1]] not in before], options)
        print(f"{len(found)} puzzles, {sum(len(task[2]) for task in tasks)} programs, seed {options.seed}", flush=True)
        with multiprocessing.Pool(options.jobs) as pool:
            for number, parts in enumerate(pool.imap_unordered(work, grouped), 1):
                for done, seconds in parts:
                    outcomes += done
                    keep(options.progress, keys[done[0].puzzle, done[0].dialect], done)
                    tell_failures(done, texts)
                    if options.all:
                        print(f"{number}/{len(grouped)} {done[0].puzzle}, {done[0].dialect}: {len(done)} programs, {seconds:.1f} s", flush=True)
    table(outcomes, options.all)
    failed = sum(o.result == "FAILED" for o in outcomes)
    same = sum(o.result == "same" for o in outcomes)
    if not options.puzzle and not options.options and not options.before and not SANITIZED and unused(outcomes):
        print("never written in this run:", " ".join(unused(outcomes)))
        failed += 1
    print(f"{len(outcomes) - failed - same} passed, {failed} failed" + (f", {same} are as they were" if options.before else ""))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
