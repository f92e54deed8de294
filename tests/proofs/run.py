#!/usr/bin/env python3
"""Proofs: what solve and explore prove is verified by two programs that share nothing with the library, and nothing false is.

Every puzzle of the corpus and random ones over the whole language: their answers, and how many states there are at each depth.
Then proofs that were changed, in every way that one could think of: each is refused, and it is said why.

usage: run.py [PUZZLES]      ($FEWEST: the tool; $FEWEST_FUZZ: the program that makes random puzzles; $FEWEST_SEED: the seed)
"""

import contextlib
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import verify as second

TOOL = os.environ["FEWEST"]
VERIFIER = pathlib.Path(TOOL).resolve().parent / "fewest-verify"
SEED = os.environ.get("FEWEST_SEED", "1")
SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))
MOST_STATES = 40 if SANITIZED else 100  # of a proof that the second verifier is asked for: it is slow
wrong = []


def run(*arguments, text=None):
    return subprocess.run([str(word) for word in arguments], input=text, capture_output=True, timeout=300)


def fail(what, puzzle, done):
    said = (done.stdout + done.stderr).decode(errors="replace").strip().splitlines()
    wrong.append(f"{what}: {puzzle}: status {done.returncode}: {said[-1] if said else ''}")
    print(wrong[-1], flush=True)


def digest(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2 ** 64
    return value


def states_of(done):
    """How many states the proof lists, as the tool says."""
    (line,) = [line for line in done.stderr.decode().splitlines() if line.startswith("proof: ")]
    return int(line.split()[1].replace(",", ""))


def ask_first(proof, *puzzle):
    """The first verifier, with all in memory; and, where states are listed, on disk in parts: it must say the same."""
    found = run(VERIFIER, proof, *puzzle)
    if b"\nby list\n" in proof.read_bytes():
        divided = run(VERIFIER, "--disk", proof.parent, proof, *puzzle)
        if divided.returncode != found.returncode or found.returncode == 0 and divided.stdout != found.stdout:
            fail("the first verifier on disk", proof, divided)
    return found


def ask_second(proof, puzzle):
    """As if it had been run."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = second.main([str(proof), str(puzzle)])
    return subprocess.CompletedProcess([], status, said.getvalue().encode(), b"")


def verify(puzzle, proof, states, what):
    first = ask_first(proof, puzzle)
    if first.returncode != 0 or not first.stdout.startswith(b"verified: "):
        fail(what + ", first verifier", puzzle, first)
    if states <= MOST_STATES and not re.search(rb"\nby (bound|depth)\n", proof.read_bytes()):  # it goes through all states of the puzzle
        found = ask_second(proof, puzzle)
        if found.returncode != 0 or found.stdout != first.stdout:
            fail(what + ", second verifier", puzzle, found)


def check(puzzle, folder, command, *options):
    """Whether there was something to prove."""
    proof = folder / "proof"
    proof.unlink(missing_ok=True)
    done = run(TOOL, command, puzzle, "--proof", proof, *options)
    if done.returncode == 3 and not proof.exists():
        return False
    if done.returncode not in (0, 1) or not proof.exists():
        fail(command + " --proof", puzzle, done)
        return False
    verify(puzzle, proof, states_of(done), command)
    return True


def corpus(folder):
    count = 0
    for path in sorted(pathlib.Path("tests/puzzles").glob("*.few"))[:: 4 if SANITIZED else 1]:
        count += check(path, folder, "solve", "--states", "20000", "--proof-list")
        count += check(path, folder, "solve", "--states", "20000")
        count += check(path, folder, "explore", "--states", "3000")
    return count


def builtins(folder):
    """Every puzzle that is built in, but for one that has too many states."""
    for path in sorted(pathlib.Path("puzzles").glob("*.few")):
        if path.stem != "peg-solitaire" and not check(path, folder, "solve", "--states", "60000"):
            wrong.append(f"{path} has no proof")
            print(wrong[-1], flush=True)


def random_puzzles(folder, number):
    made = subprocess.run([os.environ["FEWEST_FUZZ"], "--tell", str(number), "--seed", SEED], stdout=subprocess.PIPE, check=True)
    count = 0
    for line in made.stdout.splitlines():
        told = json.loads(line)
        puzzle = folder / "random.few"
        puzzle.write_text(told["text"])
        before = len(wrong)
        if told["states"] <= 20000:
            count += check(puzzle, folder, "solve")
            count += not told["endless"] and check(puzzle, folder, "explore")
        if len(wrong) > before:
            print(f"case {told['case']} of seed {SEED}:\n{told['text']}", flush=True)
    return count


def parts(data):
    """The head, the claim with its kind, the states and the last line of a proof."""
    length = int(data.split(b"\n", 2)[1].split()[1])
    claim = data.index(b"\nclaim ", data.index(b"\npuzzle ") + length) + 1
    states, last = data.index(b"\nby list\n", claim) + 9, data.rindex(b"\ncheck ") + 1
    return data[:claim], data[claim:states], data[states:last], data[last:]


def halves(states):
    """The numbers that list states, as (value, value, …)."""
    found, value, shift = [], 0, 0
    for byte in states[:-1]:
        for half in (byte & 15, byte >> 4):
            value |= (half & 7) << shift
            shift += 3
            if half < 8:
                found.append(value)
                value = shift = 0
                if found[-1] == 0:
                    return found
    raise ValueError("the list does not end")


def packed(numbers):
    found = []
    for number in numbers:
        while True:
            found.append(number & 7 | (8 if number > 7 else 0))
            number >>= 3
            if not number:
                break
    found += [0] * (len(found) % 2)
    return bytes(low | high << 4 for low, high in zip(found[::2], found[1::2])) + b"\n"


def signed(data):
    return data + b"check %016x\n" % digest(data)


def forged(data, source):
    """Proofs that are no longer right, each with what was done."""
    head, claim, states, last = parts(data)
    numbers = halves(states)
    yield "cut short", data[: source.randrange(len(data))]
    place = source.randrange(len(data))
    yield "a byte flipped", data[:place] + bytes([data[place] ^ 1 << source.randrange(8)]) + data[place + 1:]
    yield "something added", signed(head + claim + states[:-1] + b"\0\n")
    place = source.randrange(len(numbers) - 1)
    yield "a state left out", signed(head + claim + packed(numbers[:place] + [numbers[place] + numbers[place + 1]] * (place + 2 < len(numbers)) + numbers[place + 2:] + [0] * (place + 2 >= len(numbers))))
    yield "a state too many", signed(head + claim + packed(numbers[:place] + [1] + numbers[place:]))
    yield "another move leads there", signed(head + claim + packed(numbers[:place] + [numbers[place] + 1] + numbers[place + 1:]))
    yield "the list ends early", signed(head + claim + packed(numbers[:place] + [0]))
    words = claim.split()[:-2]
    if words[1] == b"solved":
        cost = int(words[2])
        for other, why in ((cost - 1, "a cost lowered"), (cost + 1, "a cost raised")):
            if other >= 0:
                yield why, signed(head + b"claim solved %d %s\nby list\n" % (other, words[3]) + states)
        yield "a solution denied", signed(head + b"claim unsolvable\nby list\n" + states)
    elif words[1] == b"explored":
        layer = source.randrange(2, len(words))
        words[layer] = b"%d" % (int(words[layer]) + 1)
        yield "a layer enlarged", signed(head + b" ".join(words) + b"\nby list\n" + states)
    else:
        yield "a solution invented", signed(head + b"claim solved 3 0\nby list\n" + states)
    text = data.split(b"\n", 2)[2]
    length = int(data.split(b"\n", 2)[1].split()[1])
    yield "the puzzle changed", signed(data.split(b"puzzle", 1)[0] + b"puzzle %d\n" % (length + 1) + b";" + text[:length] + text[length:-len(last)])


def corrupted(folder):
    """Forged proofs: nothing of that is verified, neither for the puzzle nor for the text that they hold."""
    source, count = random.Random(SEED), 0
    tried = [("jugs-two", "solve"), ("tiles-2x3-odd", "solve"), ("tiles-2x3", "explore"), ("bridge-and-torch", "solve"),
             ("string-sample", "solve"), ("free-sokoban", "solve"), ("never-missionaries", "solve"), ("frogs-stuck", "solve"),
             ("romania", "solve"), ("hanoi-3", "explore"), ("start-any", "explore"), ("until-robots", "solve")]
    for name, command in tried:
        puzzle, proof = pathlib.Path("tests/puzzles") / (name + ".few"), folder / "proof"
        done = run(TOOL, command, puzzle, "--proof", proof, *["--proof-list"] * (command == "solve"))
        data = proof.read_bytes()
        verify(puzzle, proof, states_of(done), command)
        for _ in range(2):
            for what, bad in forged(data, source):
                if bad == data:
                    continue
                (folder / "forged").write_bytes(bad)
                count += 1
                results = [ask_first(folder / "forged", puzzle)]
                if states_of(done) <= MOST_STATES:
                    results.append(ask_second(folder / "forged", puzzle))
                for found in results:
                    # Several moves may lead to a state at the same distance: then another list is as good, and what is claimed stays the same.
                    if what == "another move leads there" and found.returncode == 0 and ask_second(folder / "forged", puzzle).returncode == 0:
                        continue
                    if found.returncode not in (1, 2) or not found.stdout.strip() or b"verified: " in found.stdout.replace(b"not verified: ", b""):
                        fail(what, puzzle, found)
        other = ask_first(proof, "tests/puzzles/eight.few")
        if other.returncode != 1 or b"another puzzle" not in other.stdout:
            fail("another puzzle", puzzle, other)
    return count


def remade(text, claim, by, start=None, goal=None):
    """A proof without a list, of whatever is claimed."""
    blocks = b"".join(b"%s %d\n%s\n" % (word, len(one), one) for word, one in ((b"start", start), (b"goal", goal)) if one is not None)
    return signed(b"fewest proof 2\npuzzle %d\n%s\n%sclaim %s\nby %s\n" % (len(text), text, blocks, claim, by))


def shorter_kinds(folder):
    """Proofs from both ends and by parity, with what is not true beside them; the length of a solution is found by `list`."""
    proof, forged_ones = folder / "proof", 0
    swapped = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 x"
    cases = [("eight", "8 6 7 / 2 5 4 / 3 x 1", 31, b"ends"), ("fifteen", None, 26, b"ends"), ("pocket-cube", None, 11, b"ends"), ("knights", None, 16, b"ends"),
             ("swap", None, 20, b"ends"), ("solitaire", None, 7, b"ends"), ("eight", "1 2 3 / 4 5 6 / 7 8 x", 0, b"ends"),
             ("eight", "1 2 3 / 4 5 6 / 8 7 x", None, b"parity"), ("fifteen", swapped, None, b"parity"),
             ("fifteen", "2 6 13 15 / 1 12 4 3 / 5 9 11 8 / 10 x 7 14", 42, b"depth")]
    for name, start, cost, by in cases:
        done = run(TOOL, "solve", name, *[start] * (start is not None), "--proof", proof)
        data = proof.read_bytes()
        if b"\nby %s\n" % by not in data:
            fail("kind of proof", name, done)
        found = ask_first(proof)
        if found.returncode != 0 or (b"cost %d," % cost if cost is not None else b"no moves lead to a goal") not in found.stdout:
            fail("a proof by " + by.decode(), name, found)
        text, given = pathlib.Path("puzzles", name + ".few").read_bytes(), start.encode() if start else None
        false = [b"unsolvable"] * (cost is not None) + [b"solved %d 0" % other for other in {0, 1, (cost or 8) - 1, (cost or 8) + 1, (cost or 8) + 2, 2 * (cost or 8)} - {cost, -1}]
        for claim in false + [b"solved %d 1" % (cost or 0), b"explored 1 2"]:
            kinds = [b"parity", b"both", b"", b"bound\nsomething"] + [b"ends"] * (by != b"depth") + [b"bound\ntable 1 2 3"] * (name in ("eight", "solitaire"))
            for kind in kinds:
                (folder / "forged").write_bytes(remade(text, claim, kind, given))
                forged_ones += 1
                bad = ask_first(folder / "forged")
                if bad.returncode not in (1, 2) or b"verified: " in bad.stdout.replace(b"not verified: ", b""):
                    fail(f"{claim} by {kind}", name, bad)
        (folder / "forged").write_bytes(signed(data[:data.rindex(b"check ")] + b"\0\n"))
        bad = ask_first(folder / "forged")
        if bad.returncode != 1:
            fail("something added", name, bad)
    return forged_ones


def words_of(text, keyword):
    """The words of the first statement of that kind, with ranges of numbers written out."""
    found = re.search(r"^%s\s([^;\n]*)" % keyword, text, re.M)
    ranges = (re.fullmatch(r"(\d+)\.\.(\d+)", word) or word for word in found[1].split()) if found else ()
    return [word for one in ranges for word in ([one] if isinstance(one, str) else [str(n) for n in range(int(one[1]), int(one[2]) + 1)])]


def bounded(folder):
    """Proofs by tables of whatever is told apart: verified just where what is claimed is true, by A* and by depth."""
    source, proof, tried = random.Random(SEED), folder / "proof", [0, 0]
    for path in sorted(pathlib.Path("tests/puzzles").glob("*.few"))[:: 8 if SANITIZED else 1]:
        if path.stem.startswith(("big-", "wide-")):
            continue  # their smaller spaces are larger than they are
        text = path.read_bytes().decode()
        proof.unlink(missing_ok=True)
        done = run(TOOL, "solve", path, "--states", "1000", "--proof", proof, "--proof-list")
        if not proof.exists() or re.search("^string", text, re.M) or run(TOOL, "explore", path, "--states", "500").returncode != 0:
            continue  # the verifier makes whole tables
        true = parts(proof.read_bytes())[1].split(b"\n")[0][6:]
        cost = int(true.split()[1]) if true.startswith(b"solved") else None
        false = [b"unsolvable", b"solved %d 0" % (cost + 1), b"solved %d 0" % max(cost - 1, 0)] if cost else [b"solved 3 0", b"solved 0 0"]
        pieces, vars_there = words_of(text, "pieces"), re.findall(r"^var\s+(\S+)", text, re.M)
        cells = json.loads(run(TOOL, "explain", path, "--states", "1000", "--json").stdout)["cells"]
        most = max(told for told in range(len(pieces) + 1) if (told + 1) ** cells <= 100000 or not told)  # of such a table all entries may be made
        for claim in [true] + false:
            tables = b"".join(b"table %s\n" % " ".join(source.sample(pieces, source.randint(0, most)) + source.sample(vars_there, source.randint(0, len(vars_there)))).encode()
                              for _ in range(0 if re.search("^never", text, re.M) else source.randint(0, 3)))  # what must never be is forgotten, and tables are large
            (folder / "tabled").write_bytes(remade(text.encode(), claim, b"bound\n" + tables[:-1] if tables else b"bound"))
            found = ask_first(folder / "tabled", path)
            tried[claim == true] += 1
            if found.returncode != (0 if claim == true else 1):
                fail(f"{claim} by bound {tables}", path, found)
            if cost is not None and cost < 7 and states_of(done) < 40 and claim != b"unsolvable":
                (folder / "tabled").write_bytes(remade(text.encode(), claim, b"depth\n" + tables[:-1] if tables else b"depth"))
                found = ask_first(folder / "tabled", path)
                tried[claim == true] += 1
                if found.returncode != (0 if claim == true else 1):
                    fail(f"{claim} by depth {tables}", path, found)
    if tried[1] < (10 if SANITIZED else 80):
        wrong.append("too few proofs by tables")
    return tried


def linear(folder):
    """What a parity keeps away, and what it does not: `unsolvable by parity` is verified just where the first is true."""
    pegs = "board 7\npieces o . x\nmove any direction: o o . -> . . o\nstart o o o . o o o\n"
    lamps = "board 4\npieces 0 1\nlet a, b = ring 0 1\nmove a b -> a+1 b+1\nstart 0 0 0 0\n"
    tiles = "board 2 x 2\npieces 1 2 3 x\nlet t = 1 2 3\nmove any direction: x t -> t x\nstart 1 2 / 3 x\n"
    wheel = "board 4\npieces a b c d\nmove cycle (1 2 3)\nmove cycle (2 3 4)\nstart a b c d\n"
    twins = tiles.replace("start 1 2 / 3 x", "start 1 1 / 2 x")
    lent = "board 2\npieces a b c\nvar V = a b c\nlet p, q = a b c\nmove p -> q, V q -> p\nstart a b and V is c\n"
    var = "board 3\npieces 1 2 .\nvar turn = 0 1\nlet t = 1 2\nlet n = ring 0 1\nmove any direction: t . -> . t, turn n -> n+1\nstart 1 2 . and turn is 0\n"
    kept = [(lamps, "goal 1 0 0 0"), (lamps, "goal 1 1 1 0"), (tiles, "goal 2 1 / 3 x"), (tiles, "goal 3 2 / 1 x\ngoal 2 1 / 3 x"), (pegs, "goal . . o o o o o"),
            (var, "goal 1 . 2 and turn is 0"), (tiles, "goal 1 1 / 3 x")]
    free = [(lamps, "goal 1 1 0 0"), (lamps, "goal 1 0 0 1"), (tiles, "goal 3 1 / x 2"), (tiles, "goal _ _ / 3 x"), (tiles, "goal 2 1 / 3 x\ngoal 1 2 / 3 x"),
            (pegs, "goal o o o o o o ."), (wheel, "goal b a c d"), (wheel, "goal b c a d"), (var, "goal 1 . 2 and turn is 1"), (var, "goal 1 . 2"),
            (var.replace("turn is 0", "turn is any"), "goal 1 . 2 and turn is 0"), (lamps, "goal count 1 = 2"), (tiles, "goal somewhere: 2 1"),
            (twins, "goal 2 1 / 1 x"), (lent, "goal b a and V is c"), (lent, "goal c b and V is a")]
    for cases, expected in ((kept, 0), (free, 1)):
        for rules, goal in cases:
            (folder / "puzzle.few").write_text(rules + goal + "\n")
            solved = run(TOOL, "solve", folder / "puzzle.few").returncode
            (folder / "forged").write_bytes(remade((rules + goal + "\n").encode(), b"unsolvable", b"parity"))
            for found in (ask_first(folder / "forged"), ask_second(folder / "forged", folder / "puzzle.few")) if expected == 0 else (ask_first(folder / "forged"),):
                if found.returncode != expected or expected == 0 and solved != 1:
                    fail(f"{goal!r} by parity", rules, found)


def weighed(folder):
    """A cost that is below 0 for a link of weight 1, which there is not: what moves along the others can change must not be taken for fixed."""
    puzzle = folder / "weighed.few"
    puzzle.write_text("board 2\nlinks 1-2:3\npieces @ .\nmove along links, cost weight-2: @ . -> . @\nstart @ .\ngoal . @\n")
    check(puzzle, folder, "solve", "--proof-list")
    (folder / "forged").write_bytes(remade(puzzle.read_bytes(), b"unsolvable", b"list\n\0"))
    for found in (ask_first(folder / "forged"), ask_second(folder / "forged", puzzle)):
        if found.returncode != 1:
            fail("moves along links denied", puzzle, found)


def counts_compared(folder):
    """`every F has P` says what is in each cell of F. Nothing else that is counted does, and a table that took it for that would deny solutions;
    what is like it and no puzzle is not verified, either."""
    rules = "board 4\npieces a .\nfloor # - t\n    - t t t\nmove any direction: a . -> . a\nstart a . . .\ngoal "
    good = ["not every t has a and not a _ _ _", "count a on t = 1", "count . on t = 1 + count a on t and _ _ . a", "not every t has . and _ _ a _", "every - has . and not every t has ."]
    for goal in good + ["count _ on t = count a on t + 2", "count _ on t = 2 + count a on t", "count _ on t != count a on t and not a _ _ _"]:
        puzzle = folder / "counts.few"
        puzzle.write_text(rules + goal + "\n")
        if goal in good:
            check(puzzle, folder, "solve", "--proof-list")
        for by in (b"bound\ntable a", b"bound", b"depth\ntable a", b"parity", b"ends"):
            (folder / "forged").write_bytes(remade(puzzle.read_bytes(), b"unsolvable", by))
            found = ask_first(folder / "forged")
            if found.returncode not in (1, 2):
                fail("a solution denied by " + by.decode(), goal, found)


def words_of_two_meanings(folder):
    """Names that look like sums, a piece called `weight`, a value that looks like a number, and what is called `count` or `on`: what was declared
    comes first, but not a piece `weight` in a cost."""
    both = "board 2\npieces 5 6 7\nlet n = 6\nlet n-1 = 7\n"
    texts = ["board 2\nlinks 1-2:3\npieces weight .\nmove along links, cost weight: weight . -> . weight\nstart weight .\ngoal . weight\n",
             both + "move cost n-1: n n-1 -> 5 6\nstart 6 7\ngoal 5 6\n",
             both + "move n n-1 -> 5 6 where n-1 = 7\nstart 6 7\ngoal 5 6\n",
             "board 2\npieces a .\nvar V = x -0\nmove V x -> -0\nmove any direction: a . -> . a, V -0\nstart a . and V is x\ngoal . a and V = -0\n",
             "board 3\npieces 1 2 3 .\nlet count, on = 1 2 3\nmove count . -> . count where count != 3, on = 1 or on = 2\nstart 1 . 3\ngoal . 1 3\n",
             "var count = 0..3\nvar on = 0..3\nlet n = 0..3\nmove count n -> n+1\nmove on n -> n+1\nstart count is 0 and on is 0\ngoal count = 2 and on = 1\n",
             "board 3\npieces on b .\nmove any direction: on . -> . on\nmove on b -> b b\nstart on . b\ngoal count on = 0\n",
             "\ufeffstring 4\nmove 0 -> 0 1\nstart 0\ngoal 0 1\n", "var V = 1 <\nmove V 1 -> <\nstart V is 1\ngoal V is <\n",
             "board 2\npieces 5 7 .\nfloor # u\n    u u\nlet count = 5 7\nmove any direction: count . -> . count\nstart 7 .\ngoal every 7 on u and not 7 _\n"]
    for number, (text, cost) in enumerate(zip(texts, (3, 7, 1, 2, 1, 3, 2, 1, 1, 1))):
        puzzle = folder / f"meaning-{number}.few"
        puzzle.write_text(text)
        if json.loads(run(TOOL, "solve", puzzle, "--json").stdout)["cost"] != cost:
            fail(f"not a cost of {cost}", text, run(TOOL, "solve", puzzle))
        check(puzzle, folder, "solve", "--proof-list")
        (folder / "forged").write_bytes(remade(text.encode(), b"unsolvable", b"list\n\0"))
        for found in (ask_first(folder / "forged"), ask_second(folder / "forged", puzzle)):
            if found.returncode != 1:
                fail("a solution denied", text, found)


def names_declared_behind(folder):
    """A move is read with what was declared above it: names below it mean nothing there."""
    for text in ("var v = 0 1 2 3\nlet n = 0..3\nmove v n -> n-1\nlet n-1 = 3\nstart v is 3\ngoal v is 0\n",
                 "board 2\npieces a b\nmove ab -> ba\nlet ab = a b\nmove ab -> ab\nstart a b\ngoal b a\n"):
        puzzle, proof = folder / "behind.few", folder / "proof"
        puzzle.write_text(text)
        done = run(TOOL, "solve", puzzle, "--proof", proof, "--proof-list")
        (folder / "forged").write_bytes(remade(text.encode(), b"unsolvable", b"list\n\0"))
        if done.returncode != 0 or any(ask(proof, puzzle).returncode != 0 or ask(folder / "forged", puzzle).returncode != 1 for ask in (ask_first, ask_second)):
            fail("names that are declared behind a move", text, done)


def claims_of_another_form(folder):
    """A number is written in one way only, and a string does not become shorter because it is long."""
    jugs = pathlib.Path("puzzles/two-jugs.few").read_bytes()
    done = run(TOOL, "solve", "two-jugs", "--proof", folder / "proof", "--proof-list")
    data = (folder / "proof").read_bytes()
    cost = re.search(rb"claim solved (\d+) 0\n", data)[1]
    for number in (b"+" + cost, b" " + cost, b"0" + cost, b"%d" % (int(cost) - 2 ** 64)):
        (folder / "forged").write_bytes(signed(data[:data.rindex(b"check ")].replace(b"claim solved " + cost, b"claim solved " + number)))
        if ask_first(folder / "forged").returncode != 1:
            fail("a number of another form", number, done)
    text = b"string\nlet r = rest\nmove double, at begin: a r -> a r r\nstart abc\ngoal somewhere, at end: b\nwithin 30\n"
    halves = [1] * 22 + [0, 0]  # 22 successors are listed, one after the other
    numbers = bytes(low | high << 4 for low, high in zip(halves[::2], halves[1::2]))
    (folder / "forged").write_bytes(remade(text, b"solved 23 0", b"list\n" + numbers))
    if ask_first(folder / "forged").returncode in (0, 1):
        fail("a string that is too long", text, done)


def long_conditions(folder):
    """However many conditions are joined, and however deep parentheses may be: both verifiers read them."""
    rules, ends = "board 2\npieces 0..9 .\nlet n = 0..9\nmove n . -> . n{}\n", "start 5 .\ngoal . 5{}\n"
    wheres = [" and ".join(f"n != {i % 3}" for i in range(700)), ", ".join(f"n != {i % 3}" for i in range(700)), " or ".join(f"n = {i % 6}" for i in range(1500)),
              "not " * 700 + "n = 5", "(n = 1 or n = 2 and n = 3 or not " * 99 + "n = 4" + ")" * 99]
    goals = [" and count 5 = 1" * 30000, " and " + "not " * 700 + "count 5 = 1", " and somewhere: . 5" * 700, " and somewhere: . n" * 700, " or . 6" * 700]
    for number, text in enumerate([rules.format(" where " + one) + ends.format("") for one in wheres] + [rules.format("") + ends.format(one) for one in goals]):
        puzzle = folder / f"long-{number}.few"
        puzzle.write_text(text)
        if not check(puzzle, folder, "solve", "--proof-list"):
            wrong.append(f"{puzzle} has no proof")


def tool(folder):
    """What the commands say."""
    proof = folder / "proof"
    streamed = run(TOOL, "solve", "two-jugs", "--proof", "-")
    if not streamed.stdout.startswith(b"fewest proof 2\n") or b"proved shortest" not in streamed.stderr:
        fail("--proof -", "two-jugs", streamed)
    verified = run(TOOL, "verify", "-", "two-jugs", text=streamed.stdout)
    if verified.returncode != 0 or b"verified: " not in verified.stdout:
        fail("verify - two-jugs", "two-jugs", verified)
    refused = run(TOOL, "verify", "-", "eight", text=streamed.stdout)
    if refused.returncode != 1:
        fail("verify - eight", "two-jugs", refused)
    given = run(TOOL, "solve", "eight", "2 3 4 / 1 5 x / 7 6 8", "--goal", "1 2 3 / 4 5 6 / 7 8 x", "--proof", proof)
    verified = run(TOOL, "verify", proof, "eight")
    if verified.returncode != 0 or b"start: 2 3 4 / 1 5 x / 7 6 8\n" not in verified.stdout:
        fail("a given start", "eight", verified if given.returncode == 0 else given)
    proof.unlink()
    short = run(TOOL, "solve", "eight", "8 6 7 / 2 5 4 / 3 x 1", "--proof", proof, "--states", "100000", "--proof-list")
    if short.returncode != 3 or proof.exists() or list(folder.glob("*.new")):
        fail("a limit", "eight", short)
    for kept in (b"mine\n", b"", streamed.stdout):  # a file of another kind stays
        proof.write_bytes(kept)
        for command in ("solve", "explore"):
            done = run(TOOL, command, "two-jugs", "--proof", proof)
            if done.returncode != (2 if kept == b"mine\n" else 0) or (done.returncode and (proof.read_bytes() != kept or b"is not a proof of fewest and is not replaced" not in done.stderr)):
                fail("a file that is there", "two-jugs", done)
    proof.unlink()
    whole = run(TOOL, "explore", "eight", "--from-goal", "--proof", proof)
    if whole.returncode != 2 or proof.exists():
        fail("--from-goal", "eight", whole)


def on_disk(folder):
    """Many states: most of them wait in a file, which is gone afterwards; what was changed is refused there, too. A folder that is not there is named."""
    puzzle, proof, forged = pathlib.Path("puzzles/eight.few"), folder / "proof", folder / "forged"
    done = run(TOOL, "explore", puzzle, "--proof", proof)
    head, claim, states, _ = parts(proof.read_bytes())
    if states_of(done) != 181440 or ask_first(proof, puzzle).returncode != 0:
        fail("on disk", puzzle, done)
    gaps = halves(states)
    for place in (1, 60000, 181000):
        forged.write_bytes(signed(head + claim + packed(gaps[:place] + [gaps[place] + gaps[place + 1]] + gaps[place + 2:])))
        if ask_first(forged, puzzle).returncode != 1:
            fail("a state left out on disk", puzzle, ask_first(forged, puzzle))
    if list(folder.glob("fewest-verify-*")):
        fail("a file that stays", puzzle, done)
    missing = run(TOOL, "verify", "--disk", folder / "nowhere", proof, puzzle)
    if missing.returncode != 4 or b"no file can be made in" not in missing.stdout:
        fail("a folder that is not there", puzzle, missing)


ONE_WAY = """board 3 x 7
pieces a b .
move right: a . -> . a
move left: . b -> b .
move over: a b . -> . b a
start aaa...b / aa...bb / ....bbb
goal ______a / _______ / b______
"""


def written_on_disk(folder):
    """With --disk the states are listed there, in less memory, and the proof is the same, byte by byte."""
    one_way, proof, other = folder / "one-way.few", folder / "proof", folder / "other"
    one_way.write_text(ONE_WAY)
    count = 0
    for puzzle in [one_way, *sorted(pathlib.Path("tests/puzzles").glob("*.few"))[:: 16 if SANITIZED else 4]]:
        for command in (["explore"], ["solve", "--proof-list"]):
            proof.unlink(missing_ok=True)
            other.unlink(missing_ok=True)
            done = run(TOOL, *command, puzzle, "--states", "20000", "--proof", proof)
            there = run(TOOL, *command, puzzle, "--states", "20000", "--proof", other, "--disk", folder)
            if there.returncode == 2 and b"its moves have costs" in there.stderr or done.returncode == 2:
                continue
            if there.returncode != done.returncode or other.exists() != proof.exists() or proof.exists() and proof.read_bytes() != other.read_bytes():
                fail(f"{command[0]} on disk", puzzle, there)
            count += other.exists()
    if count < (10 if SANITIZED else 40):
        wrong.append(f"{count} proofs on disk are too few")
    # Under the sanitizers the exploration leaves little of a small limit.
    small = ["explore", "eight", "--memory", "64M" if SANITIZED else "6M", "--proof", proof]
    if not SANITIZED and run(TOOL, *small).returncode != 3 or run(TOOL, *small, "--disk", folder).returncode != 0 or ask_first(proof, "puzzles/eight.few").returncode != 0:
        fail("a list that does not fit into memory", "eight", run(TOOL, *small, "--disk", folder))
    proof.unlink()
    for option, value, said in (("--disk-limit", "100K", b"--disk-limit"), ("--disk", folder / "nowhere", b"no file can be made in")):
        bad = run(TOOL, *small, "--disk", folder, option, value)
        if bad.returncode not in (3, 4) or said not in bad.stderr or proof.exists():
            fail(f"{option} {value}", "eight", bad)


def free_moves(folder):
    """More free moves than stand beside a cost are not taken for a cost: a goal at cost 0 is not at cost 1. It takes 2^24 states; meanwhile there is progress."""
    far = 2 ** 24 + 5
    text = b"""var a = 0..9999
var b = 0..1700
let n, k = 0..9999
move one, cost 0: a n -> n+1
move carry, cost 0: a 9999 -> 0, b k -> k+1
start a is 0 and b is 0
goal a is %d and b is %d
""" % (far % 10000, far // 10000)
    head = b"fewest proof 2\npuzzle %d\n%s\nclaim solved 1 5\nby list\n" % (len(text), text)
    (folder / "forged").write_bytes(signed(head + b"\x11" * ((far - 1) // 2) + b"\0\n"))
    found = run(VERIFIER, "--progress", "--disk", folder, folder / "forged")
    if found.returncode != 1 or b"too many free moves" not in found.stdout or b"16777216 states so far" not in found.stderr:
        fail("too many free moves", "a counter", found)


def walled_off(folder):
    """One piece cannot come out, whatever the others do: nine places are looked at, not 181,440 states."""
    puzzle, proof = folder / "walled.few", folder / "proof"
    puzzle.write_text("board 3 x 5\npieces a..g . #\nlet t = a..g\nmove any direction: t . -> . t\nstart abc#. / def#. / g..#.\ngoal ____a / _____ / _____\n")
    done = run(TOOL, "solve", puzzle, "--proof", proof)
    found = ask_first(proof, puzzle)
    if done.returncode != 1 or b"\nby bound\ntable a\n" not in proof.read_bytes() or found.returncode != 0 or b"(by a lower bound)" not in found.stdout:
        fail("a piece that is walled off", puzzle, found)


def colons_apart(folder):
    """White space before the colon of a move is as good as none."""
    puzzle = folder / "colons.few"
    puzzle.write_text("board 4\npieces @ $ .\nmove hop, on 1 3 : @ . -> . @\nmove left or right : @ . -> . @\nmove : . $ -> $ .\nstart @..$\ngoal $.@.\n")
    check(puzzle, folder, "solve")
    check(puzzle, folder, "solve", "--proof-list")


def colons_that_touch(folder):
    """A colon may touch `move` and `title`, too. No verifier passes by such a rule, as if there were no moves."""
    puzzle = folder / "touching.few"
    puzzle.write_text("title: touching\nboard 2\npieces a .\nmove: a . -> . a\nmove . a -> a .\nstart a .\ngoal . a\n")
    check(puzzle, folder, "solve", "--proof-list")
    check(puzzle, folder, "explore")
    (folder / "forged").write_bytes(remade(puzzle.read_bytes(), b"unsolvable", b"list\n\0"))
    for found in (ask_first(folder / "forged"), ask_second(folder / "forged", puzzle)):
        if found.returncode != 1:
            fail("a move with a colon denied", puzzle, found)


def a_piece_called_ring(folder):
    """With nothing behind it, `ring` is a piece."""
    puzzle = folder / "ring.few"
    puzzle.write_text("board 3\npieces ring b\nlet n = ring\nmove n b -> b n\nstart ring b b\ngoal b b ring\n")
    check(puzzle, folder, "solve")
    check(puzzle, folder, "explore")


def no_puzzles(folder):
    """What the tool does not take for a puzzle is read to its end all the same, and nothing is verified of it."""
    for text in ("board 2\nlinks 1-2\npieces a .\nmove repeat, along links: a . -> . a\nstart a .\ngoal . a\n",
                 "board 2\npieces a .\nmove until blocked, on 1 2: a . -> . a\nstart a .\ngoal . a\n"):
        (folder / "none.few").write_text(text)
        (folder / "forged").write_bytes(remade(text.encode(), b"unsolvable", b"list\n\0"))
        found = ask_first(folder / "forged")
        if found.returncode != 2 or run(TOOL, "solve", folder / "none.few").returncode != 2:
            fail("what is no puzzle", text, found)


def white_pieces(folder):
    """A blank of another script is a piece like any other: what asks for it does not ask for its neighbours alone."""
    puzzle = folder / "white.few"
    puzzle.write_text("board 3\npieces a b \u3000\nmove a b -> b a\nstart a b b\ngoal somewhere: a\u3000b\n", encoding="utf-8")
    (folder / "forged").write_bytes(remade(puzzle.read_bytes(), b"solved 0 0", b"list\n\0"))
    found = [ask_first(folder / "forged"), ask_second(folder / "forged", puzzle)]
    if run(TOOL, "solve", puzzle).returncode != 1 or [one.returncode for one in found] != [1, 2]:
        fail("a blank that is a piece", puzzle, found[1])


def large_limits(folder):
    """However much a solution may cost: what is proved is true within the limit."""
    for limit in (2 ** 39 - 1, 2 ** 39, 2 ** 40 - 1, 2 ** 40, 10 ** 15 - 1):
        for goal in (0, 9):
            puzzle = folder / "limit.few"
            puzzle.write_text(f"var V = 0..9\nwithin {limit}\nlet n = 0..9\nmove cost 1000000000: V n -> n+1\nstart V is 1\ngoal V is {goal}\n")
            check(puzzle, folder, "solve", "--proof-list")
            (folder / "forged").write_bytes(remade(puzzle.read_bytes(), b"unsolvable", b"bound"))
            if ask_first(folder / "forged").returncode != (1 if goal else 0):
                fail("a solution within a large limit", puzzle, ask_first(folder / "forged"))


def ors_that_are_pieces(folder):
    """Where `or` is a piece, it joins what is whole and no drawing: a comparison, `every`, what a var is, and what is in a cell with a name."""
    line = "board 2\npieces a b or .\nfloor # or s\n  or s\nvar V = 0..3\nlet n = 0..3\nmove a . -> . a, V n -> n+1\nstart a . and V is 1\ngoal "
    cells = "cells a b c d\npieces a b or . i s\nmove a . -> . a\nstart a . b b\ngoal "
    for rules, goal, cost in ((line, "V + count or > 2 or . or", None), (line, "V > 1 + count or or . or", 1), (line, "count a on or = 2 + count or on or or or or", None),
                              (line, "every or on or and V = 2 or every or has or or or or", 1), (line, "every a on s or or or", 1), (line, "not V is 1 or or or", 1),
                              (cells, "a is b or . a b b", 1), (cells, "a is or or b is a or a is b", 1), (cells, "not a is a or . . or .", 1)):
        puzzle = folder / "or.few"
        puzzle.write_text(rules + goal + "\n")
        found = json.loads(run(TOOL, "solve", puzzle, "--json").stdout).get("cost")
        if found != cost:
            fail(f"not a cost of {cost}", goal, run(TOOL, "solve", puzzle))
        check(puzzle, folder, "solve", "--proof-list")
    sign = folder / "sign.few"  # a name that is called like a sign
    sign.write_text("var V = 0..3\nvar W = a b\nlet n = 0..2\nlet + = a b\nmove V n -> n+1, W + where + = a\nstart V is 0 and W is a\ngoal V is 3\n")
    check(sign, folder, "solve", "--proof-list")


def matrices(folder):
    """Mazes as matrices of 0 and 1, in all their ways of being written, with both answers."""
    source = random.Random(SEED)
    for number, (rows, columns) in enumerate([(1, 1), (1, 2), (2, 1), (3, 3), (4, 7), (6, 5), (5, 5), (8, 8)] * 2):
        cells = [["1" if source.random() < 0.3 and (i or j or number % 5 == 4) else "0" for j in range(columns)] for i in range(rows)]
        text = ("\ufeff" * (number == 3)) + ("\r\n" if number % 3 == 1 else "\n").join((" " if number % 2 else "").join(row) for row in cells) + "\n" * (number % 4)
        maze = folder / "maze.txt"
        maze.write_bytes(text.encode())
        check(maze, folder, "solve")
        check(maze, folder, "solve", "--proof-list")
        check(maze, folder, "explore")


def main(arguments):
    number = int(arguments[0]) if arguments else 20 if SANITIZED else 60
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        tool(folder)
        linear(folder)
        weighed(folder)
        counts_compared(folder)
        words_of_two_meanings(folder)
        names_declared_behind(folder)
        claims_of_another_form(folder)
        long_conditions(folder)
        matrices(folder)
        colons_apart(folder)
        colons_that_touch(folder)
        a_piece_called_ring(folder)
        no_puzzles(folder)
        white_pieces(folder)
        large_limits(folder)
        ors_that_are_pieces(folder)
        walled_off(folder)
        if not SANITIZED:
            free_moves(folder)
        on_disk(folder)
        written_on_disk(folder)
        builtins(folder)
        proofs = corpus(folder) + random_puzzles(folder, number)
        tabled = bounded(folder)
        proofs += tabled[1]
        forgeries = corrupted(folder) + shorter_kinds(folder) + tabled[0]
    print(f"{proofs} proofs verified, {forgeries} forged ones tried (seed {SEED}), {len(wrong)} wrong")
    return 1 if wrong or proofs < (150 if SANITIZED else 300) or forgeries < 200 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
