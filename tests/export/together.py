"""Many exported programs compiled and linked together, and run on many starts: most of the time of a compiler goes into its own start, into
headers and into linking, and is spent once for all of them.

*As released*: each program is compiled by itself, as it is written, with -O2; only its `main` gets another name afterwards.
*Sanitized*: all of them are one text, in which what several have in common stands once. Both compilers look at it, one with -O2 for what it
warns of only then, and the other one compiles it without optimization.
"""

import collections
import functools
import hashlib
import re
import subprocess
import sys

from corpus import HERE
from programs import (COMPILER, LONGEST, MADE, OTHER_COMPILER, SANITIZERS, STANDARD, WARNINGS, Wrong, answers, command, headers, look_over,
                      made_once, save)

WORD = r"\b[A-Za-z_]\w*\b"
PASSED_OVER = r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|//[^\n]*|/\*(?s:.*?)\*/'
INCLUDE = "(?m)^#include .*\n"
OF_CONTAINERS = set("assign at back begin c_str clear count emplace empty end erase find first front insert length pop pop_back push push_back "
                    "reserve resize second size substr swap top try_emplace".split())


@functools.cache
def sanitizing(dialect):
    """The compiler that makes sanitized programs: the other one, if its sanitizers are installed."""
    path = save("int main(void) { return 0; }\n" if dialect == "c" else "int main() { return 0; }\n", dialect, MADE.name)
    try:
        command(OTHER_COMPILER[dialect], *SANITIZERS, "-o", path.with_suffix(".run"), path)
    except (Wrong, FileNotFoundError):
        return COMPILER[dialect]
    return OTHER_COMPILER[dialect]


def words_of(text):
    """Names and signs of a program, without comments, texts and lines for the preprocessor."""
    return [word for word in re.findall(rf"{PASSED_OVER}|#[^\n]*|{WORD}|\S", text) if word[0] not in "\"'#" and word[:2] not in ("//", "/*")]


def declared(text):
    """The names that a part of a program declares outside its functions: of functions, types, variables and constants."""
    names, depth, before, listed, value = set(), 0, "", False, False
    words = words_of(without_types_in_types(text))
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


def without_types_in_types(text):
    """In C++ `std::vector<node> nodes` declares no `node`."""
    inner = r"(?<=\w)<[^<>;(){}]*>"
    while re.search(inner, text):
        text = re.sub(inner, "", text)
    return text


class Part:
    """A function, type, variable or table of a program, or several that stand together."""

    def __init__(self, text):
        self.text = text
        self.declares, self.words = declared(text), set(words_of(text))


@functools.lru_cache(maxsize=4000)
def part_of(text):
    return Part(text)


def with_names_for_all(text, dialect, number):
    """The parts of a program, in which names that it shares with other programs stand for the same, so that it is enough to compile them
    once: behind each name comes what tells how it is declared, and by what declarations that goes on."""
    parts = [part_of(part) for part in re.split(r"\n\n(?=\S)", re.sub(INCLUDE, "", text).strip("\n"))]
    by_name = {}
    for part in parts:
        for name in part.declares:
            by_name.setdefault(name, []).append(part)
    new_name = {}
    for name in by_name:
        seen, left = {}, list(by_name[name])
        while left:
            part = left.pop()
            if part.text not in seen:
                seen[part.text] = part
                left += [other for word in part.words & by_name.keys() for other in by_name[word]]
        told = hashlib.sha256("\0".join(sorted(seen)).encode()).hexdigest()[:10]
        new_name[name] = f"{name}_{told}"
    unused(text, parts)

    def renamed(part):
        return re.sub(rf"{PASSED_OVER}|(?:std::|\.|->)?{WORD}", other_name, part.text)

    def other_name(found):
        before, name = re.fullmatch(r"(?s)(std::|\.|->|)(.*)", found[0]).groups()
        if name not in new_name or before == "std::" or (before and dialect == "cpp" and name in OF_CONTAINERS):
            return found[0]
        return before + new_name[name]

    outside = "" if dialect == "c" else 'extern "C" '
    texts = [renamed(part) for part in parts]
    with_main = [re.sub(r"(?m)^int main\(", f"{outside}int main_{number}(", text) for text in texts]
    if sum(text != other for text, other in zip(texts, with_main)) != 1:
        raise Wrong("has no main, or several")
    return with_main


def unused(text, parts):
    """A function or variable that only some of the programs have no use for is one that no compiler warns of here."""
    times = collections.Counter(words_of(text))
    for part in parts:
        if re.match(rf"(?:{PASSED_OVER}|\s)*static\b", part.text):
            for name in part.declares:
                if times[name] < 2:
                    raise Wrong(f"has {name}, which is used nowhere")


def included(text):
    return "".join(re.findall(INCLUDE, text))


def as_one(texts, dialect):
    """The programs, those with the same headers as one text, so that a header which is missing is noticed. What is the same in several of
    them stands there once."""
    grouped = {}
    for number, text in enumerate(texts):
        grouped.setdefault(included(text), {}).update(dict.fromkeys(with_names_for_all(text, dialect, number)))
    return [head + "\n\n".join(parts) + "\n" for head, parts in grouped.items()]


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
        command(*words, *headers(path, words), *(["-O2", "-S", "-o", "/dev/null"] if dialect == "c" else ["-fsyntax-only"]), path)
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
