#!/usr/bin/env python3
"""Runs every command that the guide, the READMEs, docs/import.md and docs/batch.md show: tests/guide/run.py [BINARY] [WORD...]

BINARY defaults to $FEWEST. With words, only pages whose path holds one of them are run. In a page

    ```text my.txt       writes the block to my.txt
    ```few my.few        writes the block to my.few; without a name in the fence, the last `….few` in the text
                         since the block before gives it
    ```console           (or no word at all) with a first line that begins with `$ `: each such line is run by the
                         shell, and what it prints must be what stands below it

All blocks of a page share one empty directory, in which `docs` is the documentation and `fewest` is on the path.
In the output shown, `…` stands for anything within a line, a line `…` for any number of lines, and amounts of
time and memory stand for whatever they are. A page's links must lead somewhere, and both languages must have the
same pages. Prints TAP, and 'N passed, M failed' as its last line.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(os.environ.get("FEWEST_SOURCE_ROOT") or Path(__file__).resolve().parents[2])
LANGUAGES = ("en", "zh-CN")
VOLATILE = re.compile(r"\d[\d.,e+]* (?:MiB|GiB|KiB|bytes a state|[kMG]?/s|s)(?![A-Za-z])")
FENCE = re.compile(r"^(`{3,}|~{3,})\s*(.*)$")
FILE_NAME = re.compile(r"`([\w-]+\.few)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


class Failure(Exception):
    pass


def blocks(text):
    """Yields (line number, info words, lines of the block, file name that the text mentions)."""
    fence, begin, info, lines, mentioned = None, 0, [], [], None
    for number, line in enumerate(text.splitlines(), 1):
        found = FENCE.match(line)
        if fence is None and found:
            fence, begin, info, lines = found.group(1), number, found.group(2).split(), []
        elif fence is not None and found and found.group(1).startswith(fence) and not found.group(2):
            yield begin, info, lines, mentioned
            fence, mentioned = None, None
        elif fence is not None:
            lines.append(line)
        else:
            for name in FILE_NAME.findall(line):
                mentioned = name
    if fence is not None:
        raise Failure(f"the block at line {begin} does not end")


def commands(lines):
    """Yields (index of the line, command, output shown). A command goes on after a backslash at a line's end."""
    index = 0
    while index < len(lines):
        first, command = index, lines[index][2:]
        while command.endswith("\\"):
            index += 1
            command += "\n" + lines[index]
        index += 1
        shown = []
        while index < len(lines) and not lines[index].startswith("$ "):
            shown.append(lines[index])
            index += 1
        yield first, command, shown


def line_fits(shown, got):
    pattern = ".*".join(re.escape(VOLATILE.sub("\0", part)) for part in shown.split("…"))
    return re.fullmatch(pattern, VOLATILE.sub("\0", got)) is not None


def fits(shown, got):
    """Whether the lines that are shown describe the lines that were printed."""
    if not shown:
        return not got
    if shown[0].strip() == "…":
        return any(fits(shown[1:], got[skip:]) for skip in range(len(got) + 1))
    return bool(got) and line_fits(shown[0].rstrip(), got[0].rstrip()) and fits(shown[1:], got[1:])


def run(command, directory, tool):
    environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
    environment.update(PATH=f"{tool}{os.pathsep}{environment.get('PATH', '')}", LC_ALL="C.UTF-8")
    done = subprocess.run(command, shell=True, cwd=directory, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    text = done.stdout.decode("utf-8", "replace")
    for word in ("Sanitizer", "runtime error"):
        if word in text:
            raise Failure(text)
    if done.returncode < 0 or done.returncode in (126, 127) or done.returncode > 130:
        raise Failure(f"status {done.returncode}: {text}")
    return text.split("\n")[:-1] if text.endswith("\n") else text.splitlines()


def run_page(path, tool):
    """Yields (name of the case, None or what is wrong)."""
    name, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as directory:
        os.symlink(ROOT / "docs", os.path.join(directory, "docs"))
        for begin, info, lines, mentioned in blocks(text):
            if info[:1] == ["few"] or (info[:1] == ["text"] and len(info) > 1):
                file = info[1] if len(info) > 1 else mentioned
                if file:
                    Path(directory, file).write_text("\n".join(lines) + "\n", encoding="utf-8")
            elif info in ([], ["console"]) and lines and lines[0].startswith("$ "):
                if "fewest" not in lines[0] and info == []:
                    continue  # the shell session of another tool
                for index, command, shown in commands(lines):
                    case = f"{name}:{begin + 1 + index} {command.splitlines()[0]}"
                    try:
                        got = run(command, directory, tool)
                        wrong = None if fits(shown, got) else "\n".join(["shown:", *shown, "printed:", *got])
                    except (Failure, subprocess.TimeoutExpired) as failure:
                        wrong = str(failure)
                    yield case, wrong
            elif info == ["console"]:
                yield f"{name}:{begin}", "a console block begins with `$ `"


def broken_links(path):
    text = re.sub(r"^(```|~~~).*?^\1", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)
    for target in LINK.findall(text):
        file, _, heading = target.partition("#")
        goal = path.parent / file if file else path
        if "://" not in target and not (goal.exists() and (not heading or heading in anchors(goal))):
            yield target


def anchors(path):
    """What a heading is called in a link: small letters, hyphens for spaces, no marks."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            yield re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")


def check_harness():
    """The comparison itself can fail: some pairs that fit and some that do not."""
    fitting = ((["3 moves (1.2 MiB, 0.001 s)"], ["3 moves (80.0 MiB, 1.5 s)"]), (["a", "…", "z"], ["a", "b", "c", "z"]),
               (["x … y"], ["x 1 2 y"]), (["…"], []), ([], []))
    other = ((["3 moves (1 MiB)"], ["4 moves (1 MiB)"]), (["a", "…", "z"], ["a", "z", "b"]), ([], ["a"]), (["a"], []),
             (["x … y"], ["x 1 2 z"]))
    return all(fits(*pair) for pair in fitting) and not any(fits(*pair) for pair in other)


def main():
    arguments = sys.argv[1:]
    tool = os.path.abspath(arguments.pop(0) if arguments and os.access(arguments[0], os.X_OK) and "/" in arguments[0]
                           else os.environ.get("FEWEST", ""))
    if not os.path.isfile(tool):
        print("there is no tool: set FEWEST")
        return 1
    guide = ROOT / "docs" / "guide"
    pages = [ROOT / "README.md", ROOT / "README.zh-CN.md", ROOT / "docs" / "import.md", ROOT / "docs" / "batch.md", *sorted(guide.glob("**/*.md"))]
    results = [("the comparison accepts and refuses what it should", None if check_harness() else "it does not")]
    names = [sorted(page.name for page in (guide / language).glob("*.md")) for language in LANGUAGES]
    results.append(("both languages have the same pages", None if names[0] == names[1] and names[0] else str(names)))
    with tempfile.TemporaryDirectory() as path:
        os.symlink(tool, os.path.join(path, "fewest"))
        for page in pages:
            if arguments and not any(word in str(page) for word in arguments):
                continue
            missing = list(broken_links(page))
            results.append((f"{page.relative_to(ROOT)}: links lead somewhere", ", ".join(missing) or None))
            try:
                results.extend(run_page(page, path))
            except (Failure, OSError) as failure:
                results.append((str(page.relative_to(ROOT)), str(failure)))
    failed = 0
    print(f"1..{len(results)}")
    for number, (case, wrong) in enumerate(results, 1):
        print(f"{'not ok' if wrong else 'ok'} {number} - {case}")
        if wrong:
            failed += 1
            print("\n".join("# " + line for line in wrong.splitlines()))
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
