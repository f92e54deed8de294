"""Many exported programs compiled and linked together, and run on many starts: most of the time of a compiler goes into its own start, into
headers and into linking, and is spent once for all of them.

*As released*: each program is compiled by itself, as it is written, with -O2; only its `main` gets another name afterwards.
*Sanitized*: all of them are one text, in which each has its own names. Both compilers look at it, and the other one compiles it without optimization.
"""

import functools
import re
import subprocess
import sys

from corpus import HERE
from programs import (COMPILER, LONGEST, MADE, OTHER_COMPILER, SANITIZERS, STANDARD, WARNINGS, Wrong, answers, command, headers, look_over,
                      made_once, save)

WORD = r"\b[A-Za-z_]\w*\b"
PASSED_OVER = r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|//[^\n]*|/\*(?s:.*?)\*/'
INCLUDE = "(?m)^#include .*\n"


@functools.cache
def sanitizing(dialect):
    """The compiler that makes sanitized programs: the other one, if its sanitizers are installed."""
    path = save("int main(void) { return 0; }\n" if dialect == "c" else "int main() { return 0; }\n", dialect, MADE.name)
    try:
        command(OTHER_COMPILER[dialect], *SANITIZERS, "-o", path.with_suffix(".run"), path)
    except (Wrong, FileNotFoundError):
        return COMPILER[dialect]
    return OTHER_COMPILER[dialect]


def declared(text):
    """The names that a program in C declares outside its functions: of functions, types, variables and constants."""
    names, depth, before, listed, value = set(), 0, "", False, False
    words = [word for word in re.findall(rf"{PASSED_OVER}|#[^\n]*|{WORD}|\S", text) if word[0] not in "\"'#" and word[:2] not in ("//", "/*")]
    for at, word in enumerate(words):
        if word in "})":
            depth -= 1
        if depth == 0:
            if word in "{(":
                listed = word == "{" and "enum" in words[max(at - 2, 0):at]
            if re.fullmatch(WORD, before) and not value and (word in "([=;," or word == "{" and words[at - 2] in ("struct", "enum", "union")):
                names.add(before)
            value = word == "=" or value and word not in ";,"
        elif depth == 1 and listed and before in "{,":
            names.add(word)
        if word in "{(":
            depth += 1
        before = word
    return names - {"main"}


def in_its_own_names(text, dialect, number):
    """The program with other names than all others, and without what it includes."""
    text = re.sub(INCLUDE, "", text)
    names = declared(text) if dialect == "c" else set()
    text = re.sub(rf"{PASSED_OVER}|{WORD}", lambda found: f"{found[0]}_of_program_{number}" if found[0] in names else found[0], text)
    outside = "" if dialect == "c" else 'extern "C" '
    text, times = re.subn(r"(?m)^int main\(", f"{outside}int main_{number}(", text)
    if times != 1:
        raise Wrong("has no main, or several")
    return text if dialect == "c" else f"namespace program_{number} {{\n{text}\n}}\n"


def included(text):
    return "".join(re.findall(INCLUDE, text))


def as_one(texts, dialect):
    """The programs, those with the same headers as one text, so that a header which is missing is noticed."""
    grouped = {}
    for number, text in enumerate(texts):
        grouped.setdefault(included(text), []).append(in_its_own_names(text, dialect, number))
    return [head + "".join(parts) for head, parts in grouped.items()]


def linked(objects, count, compiler, options, target):
    """The objects as a program that runs them."""
    starter = made_once((COMPILER["c"], "-O2", f"-DLONGEST={LONGEST}", "-c"), (HERE / "starts.c").read_text(), "c")
    listed = "".join(f"int main_{k}(int, char **);\n" for k in range(count))
    listed += "int (*const programs[])(int, char **) = {" + ", ".join(f"main_{k}" for k in range(count)) + "};\n"
    table = made_once((COMPILER["c"], "-c"), listed, "c")
    command(compiler, *options, "-o", target, *objects, f"{starter}.made", f"{table}.made")
    return target


def as_released(texts, dialect, folder, by_both=True):
    """by_both: the other compiler looks at them, too."""
    objects = []
    for number, text in enumerate(texts):
        path = save(text, dialect, folder)
        if by_both:
            look_over(path, dialect)
        words = COMPILER[dialect], STANDARD[dialect], *WARNINGS, "-O2"
        made = path.with_suffix(".o")
        command(*words, *headers(path, words), "-c", "-o", made, path)
        command("objcopy", "--redefine-sym", f"main=main_{number}", made)
        objects.append(made)
    return linked(objects, len(texts), COMPILER[dialect], [], objects[0].with_suffix(".released"))


def sanitized(texts, dialect, folder):
    objects = []
    compiler = sanitizing(dialect)
    for one in as_one(texts, dialect):
        path = save(one, dialect, folder)
        words = COMPILER[dialect], STANDARD[dialect], *WARNINGS
        command(*words, *headers(path, words), "-fsyntax-only", path)
        words = compiler, STANDARD[dialect], *WARNINGS, *SANITIZERS
        command(*words, *headers(path, words), "-c", "-o", path.with_suffix(".o"), path)
        objects.append(path.with_suffix(".o"))
    return linked(objects, len(texts), compiler, SANITIZERS, objects[0].with_suffix(".sanitized"))


def build(make, texts, dialect, folder):
    """The program that runs them all, those that are in it, and what is wrong with the others."""
    try:
        return make(texts, dialect, folder), texts, {}
    except Wrong:
        wrong = {}
        for text in texts:
            try:
                make([text], dialect, folder)
            except Wrong as why:
                wrong[text] = why
        if not wrong:
            raise
        good = [text for text in texts if text not in wrong]
        return make(good, dialect, folder) if good else None, good, wrong


def run(program, asked):
    """What the programs say. asked: of each program its starts as pairs: the start (None: no argument), and whether lost memory is looked for."""
    given = []
    for number, starts in enumerate(asked):
        given.append(f"p{number}")
        given += ["0" if start is None else f"{1 if lost else 2}{start}" for start, lost in starts]
    said = subprocess.run([program], input="".join(word + "\0" for word in given).encode(), capture_output=True)
    every = answers(said, [start for starts in asked for start, _ in starts])
    return [[next(every) for _ in starts] for starts in asked]


def with_new_parts(texts, known, most):
    """Of these programs those with most functions, types and tables that no program before them had; what they have is then known."""
    parts = {text: set(re.split(r"\n\n(?=\S)", text)) for text in texts}
    chosen = []
    while texts and len(chosen) < most:
        newest = max(texts, key=lambda text: len(parts[text] - known))
        if parts[newest] <= known:
            break
        chosen.append(newest)
        known |= parts[newest]
    return chosen


def run_python(text, folder, starts):
    """The same for a program in Python."""
    path = save(text, "python", folder)
    given = "".join("0\0" if start is None else f"1{start}\0" for start, _ in starts)
    said = subprocess.run([sys.executable, "-W", "error", str(HERE / "starts.py"), str(path), str(LONGEST)], input=given.encode(), capture_output=True)
    if said.returncode != 0:
        raise Wrong(f"cannot be read by Python: {said.stderr.decode()[-800:]}")
    return list(answers(said, [start for start, _ in starts]))
