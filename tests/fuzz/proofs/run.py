#!/usr/bin/env python3
"""Changed proofs: fewest-verify ends by itself whatever it is given, and what it accepts is never refused by the second verifier.

Proofs of the corpus are changed at random, with lengths and digests that are right (proofs.c). Those that are accepted all the
same, because the change was in a title or made another true claim, go to tests/proofs/verify.py. A text that it or the tool
cannot read is no puzzle at all, and counts for nothing.

usage: run.py [COUNT [SEED]]      ($FEWEST: the tool; $FEWEST_FUZZ_PROOFS: the program of proofs.c)
"""

import contextlib
import io
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "proofs"))
import verify as second

TOOL, PROGRAM = os.environ["FEWEST"], os.environ["FEWEST_FUZZ_PROOFS"]
SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))
PATIENCE = 5  # seconds of the second verifier, which is slow


def by_tables(data, kind):
    """The same claim by tables of the first pieces and of the others; None: there are no pieces."""
    pieces = re.search(rb"^pieces\s+([^;\n]*\S)", data, re.M)
    if not pieces:
        return None
    words = pieces[1].split()
    middle, digest = len(words) // 2 or 1, 0xCBF29CE484222325
    made = data[:data.rindex(b"\nby ")] + b"\nby %s\ntable %s\ntable %s\n" % (kind, b" ".join(words[:middle]), b" ".join(words[middle:-1]))
    for byte in made:
        digest = (digest ^ byte) * 0x100000001B3 % 2 ** 64
    return made + b"check %016x\n" % digest


def seeds(folder, every):
    for path in sorted(pathlib.Path("tests/puzzles").glob("*.few"))[::every]:
        for i, (command, *options) in enumerate((("solve",), ("solve", "--proof-list"), ("explore",))):
            proof = folder / f"{path.stem}-{i}.seed"
            subprocess.run([TOOL, command, path, "--proof", proof, "--states", "300", *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=100)
            if proof.exists():
                yield proof
            for kind in (b"bound", b"depth") if proof.exists() and i == 0 else ():
                made = by_tables(proof.read_bytes(), kind)
                if made:
                    (folder / f"{path.stem}-{kind.decode()}.seed").write_bytes(made)
                    yield folder / f"{path.stem}-{kind.decode()}.seed"


def refuses(path):
    """Whether the second verifier says that the proof is wrong; None: it took too long, or the text is no puzzle."""
    signal.alarm(PATIENCE)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return {0: False, 1: True}.get(second.main([str(path)]))
    except TimeoutError:
        return None
    finally:
        signal.alarm(0)


def is_puzzle(proof):
    """Whether the tool can read what the proof is about."""
    data, blocks = proof.read_bytes(), {}
    data = data[data.index(b"\n") + 1:]
    while block := re.match(rb"(puzzle|start|goal) (\d+)\n", data):
        end = block.end() + int(block[2])
        blocks[block[1].decode()], data = data[block.end():end], data[end + 1:]
    text = proof.with_suffix(".few")
    text.write_bytes(blocks["puzzle"])
    given = [blocks["start"]] if "start" in blocks else []
    given += ["--goal", blocks["goal"]] if "goal" in blocks else []
    return subprocess.run([TOOL, "solve", text, *given, "--states", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 2


def late(*_):
    raise TimeoutError


def main(arguments):
    count, seed = (arguments + ["500" if SANITIZED else "1500", "1"][len(arguments):])[:2]
    signal.signal(signal.SIGALRM, late)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        files = list(seeds(folder, 1 if int(count) > 10000 else 5))
        done = subprocess.run([PROGRAM, seed, count, folder, *files], stdout=subprocess.PIPE, text=True)
        print(done.stdout.strip())
        verdicts = [(path, refuses(path)) for path in sorted(folder.glob("accepted-*"))[:3000]]
        verdicts = [(path, None if wrong and not is_puzzle(path) else wrong) for path, wrong in verdicts]
        for path, wrong in verdicts:
            if wrong:
                print(f"{path.name} is accepted, and is wrong:\n{path.read_bytes().decode(errors='replace')}")
        kept = [path for path in folder.glob("bad-*")]
        for path in kept:
            print(f"{path.name}:\n{path.read_bytes().decode(errors='replace')}")
        agreed = sum(wrong is False for _, wrong in verdicts)
        print(f"{count} inputs from {len(files)} proofs (seed {seed}); of {len(verdicts)} accepted ones the second verifier confirmed {agreed}, and refused {sum(bool(wrong) for _, wrong in verdicts)}")
        return 1 if done.returncode or any(wrong for _, wrong in verdicts) or agreed == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
