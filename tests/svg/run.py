#!/usr/bin/env python3
"""Pictures of solutions: every built-in gives a document that an XML parser accepts, with a picture for each state, the
moves under them, and nothing that points to another place."""

import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

FEWEST = os.environ["FEWEST"]
SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = {"ball-sort-C-H": "ball-sort-3-3", "cube-XxYxZ": "cube-2x2x3", "hanoi-D-P": "hanoi-3-3", "lights-out-RxC": "lights-out-3x3",
            "missionaries-N-K": "missionaries-3-2", "pancake-N": "pancake-6", "queens-N": "queens-6",
            "tiles-RxC": "tiles-2x4", "topspin-N-K": "topspin-7-3"}
# A whole game of pegs is too long for here.
STARTS = {"peg-solitaire": "##...##/##.o.##/..ooo../...o.../...o.../##...##/##...##"}
KINDS = {"svg", "title", "style", "rect", "circle", "line", "path", "text", "g"}
failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)


def run(*arguments, **more):
    return subprocess.run([FEWEST, *arguments], capture_output=True, text=True, **more)


def check_document(name, path):
    """The parsed document; it is whole, has a size, and needs nothing from elsewhere."""
    text = open(path, encoding="utf-8").read()
    tree = ElementTree.fromstring(text)
    for element in tree.iter():
        kind = element.tag.removeprefix(SVG)
        expect(kind in KINDS, f"{name}: an element <{kind}>")
        for attribute, value in element.attrib.items():
            expect("nan" not in value and "inf" not in value, f"{name}: {attribute}={value}")
    expect(tree.tag == SVG + "svg" and int(tree.get("width")) > 0, f"{name}: no <svg> with a width")
    expect(text.count("http") == 1, f"{name}: an address besides that of the name space")
    expect("prefers-color-scheme:dark" in text, f"{name}: no colours for the dark")
    plain, by_variable = re.findall(r"(\w+):#\w+;\1:var\(--\w+\)", text), re.findall(r"(?:fill|stroke|background):var\(--\w+\)", text)
    expect(by_variable and len(plain) == len(by_variable), f"{name}: a colour that a program without variables does not see")
    classes = set(" ".join(e.get("class", "") for e in tree.iter()).split())
    style = tree.find(SVG + "style").text
    for one in classes:
        known = f".{one}{{" in style or f".{one}," in style
        expect(known or one.startswith("on-"), f"{name}: the class {one} has no style")
    return tree


def check_arrows(name, moves, arrows):
    """One for each move, as far as the move goes and in its direction."""
    for move, (arrow, *others) in zip(moves, arrows[1:]):
        x, y, to_x, to_y = (float(number) for number in re.match(r"M(\S+) (\S+)L(\S+?) ([-.\d]+)", arrow).groups())
        _, direction, steps = move.split("-")
        dx, dy = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[direction]
        length = int(steps) - 0.4
        expect(not others and abs(to_x - x - dx * length) < 0.02 and abs(to_y - y - dy * length) < 0.02, f"{name}: {move}: {arrow}")


def check_comparison(folder):
    path = os.path.join(folder, "bars.svg")
    done = run("compare", "two-jugs", "--svg", path)
    expect(done.returncode == 0, "compare: " + done.stderr)
    tree = check_document("compare", path)
    bars = [rect for rect in tree.iter(SVG + "rect") if rect.get("class") == "bar"]
    expect(len(bars) > 6 and len(bars) % 3 == 0, f"compare: {len(bars)} bars")


def check_built_in(name, folder):
    path = os.path.join(folder, name + ".svg")
    start = [STARTS[name]] if name in STARTS else []
    done = run("solve", name, *start, "--svg", path, "--json")
    expect(done.returncode == 0, f"{name}: exit status {done.returncode}: {done.stderr}")
    moves = json.loads(done.stdout)["moves"]
    tree = check_document(name, path)
    pictures = tree.findall(SVG + "g")
    captions = [t.text for t in tree.findall(SVG + "text") if t.get("class") == "caption"]
    arrows = [[p.get("d") for p in picture.iter(SVG + "path") if p.get("class") == "arrow"] for picture in pictures]
    if name in ("maze", "romania"):
        ends = [[e.get("class") for e in tree.findall(SVG + "circle")], [t.text for t in tree.findall(SVG + "text") if t.get("class") == "end-text"]]
        expect(ends == [["end-start", "end-goal"], ["S", "G"]], f"{name}: the ends are marked by {ends}")
        expect(len(pictures) == 1, f"{name}: {len(pictures)} pictures of a walk")
        path = [p for p in pictures[0].iter(SVG + "path") if p.get("class") == "tone-path"]
        expect(len(path) == 1 and len(re.findall("[ML]", path[0].get("d"))) == len(moves) + 1, f"{name}: no path")
        return
    expect(len(pictures) == len(moves) + 1, f"{name}: {len(pictures)} pictures of {len(moves)} moves")
    expect(captions == ["start", *moves], f"{name}: captions {captions}")
    expect(not arrows[0] and all(len(each) <= 4 for each in arrows), f"{name}: arrows {arrows}")
    if name == "rush-hour":
        check_arrows(name, moves, arrows)
    if name == "bridge":
        numbers = [t.text for t in tree.findall(SVG + "text") if t.get("class") == "small"]
        expect(numbers == ["0", "1: cost 2, 2 in all", "2: cost 1, 3 in all", "3: cost 10, 13 in all", "4: cost 2, 15 in all", "5: cost 2, 17 in all"],
               f"{name}: {numbers}")
    marked = [sum(e.get("class") == "tone-mark" for e in picture.iter()) for picture in pictures]
    expect(marked[0] == 0, f"{name}: something moved before the first move")
    if name not in ("pocket-cube", "cube-2x2x3", "topspin-7-3"):  # there a move moves nearly all, or all
        expect(all(marked[1:]), f"{name}: marks {marked}")


def check_large_maze(folder):
    """More cells than are drawn one by one, and a board that is too large for its many states."""
    side = 66
    rows = ["".join("1" if r % 16 == 1 and c < side - 1 or r % 16 == 9 and c > 0 else "0" for c in range(side))
            for r in range(side)]
    maze, path = os.path.join(folder, "maze.txt"), os.path.join(folder, "maze.svg")
    with open(maze, "w") as file:
        file.write("\n".join(rows) + "\n")
    done = run("solve", maze, "--svg", path, "--json")
    expect(done.returncode == 0, "a large maze: " + done.stderr)
    length = json.loads(done.stdout)["length"]
    tree = check_document("a large maze", path)
    trail = [p for p in tree.iter(SVG + "path") if p.get("class") == "tone-path"]
    expect(len(trail) == 1 and len(re.findall("[ML]", trail[0].get("d"))) == length + 1, "a large maze: no path")
    expect(len(list(tree.iter())) < 30, "a large maze is drawn cell by cell")
    with open(maze, "w") as file:
        file.write(("0" * 800 + "\n") * 800)
    done = run("solve", maze, "--svg", path)
    expect(done.returncode == 4 and "too many to draw" in done.stderr, "a maze that is too large: " + done.stderr)


def check_layers(folder):
    path = os.path.join(folder, "layers.svg")
    done = run("explore", "tiles-2x3", "--svg", path, "--json")
    expect(done.returncode == 0, "explore: " + done.stderr)
    tree = check_document("explore", path)
    bars = tree.findall(f"{SVG}g[@class='tone-0']/{SVG}rect")
    expect(len(bars) == 22, f"explore: {len(bars)} bars")


def check_files(folder):
    odd = os.path.join(folder, "a&b<c>\"\x01\udcff.few")
    with open(odd, "w", encoding="utf-8") as file:
        file.write("board 3\npieces a& <\nlet t = a&\nmove t < -> < t\nstart a& < <\ngoal < < a&\n")
    path = os.path.join(folder, "odd.svg")
    done = run("solve", odd, "--svg", path, errors="replace")
    expect(done.returncode == 0, "a file of an odd name: " + done.stderr)
    check_document("odd", path)
    done = run("explore", odd, "--svg", path, errors="replace")
    check_document("odd layers", path)
    done = run("solve", "eight", "--svg", os.path.join(folder, "no", "such", "folder.svg"))
    expect(done.returncode == 4 and "cannot be written" in done.stderr, "a file that cannot be written")
    unsolvable = os.path.join(folder, "unsolvable.svg")
    done = run("solve", "eight", "2 1 3 / 4 5 6 / 7 8 x", "--svg", unsolvable)
    expect(done.returncode == 1 and not os.path.exists(unsolvable), "a picture of what has no solution")


def main():
    listed = json.loads(run("list", "--json").stdout)
    names = [EXAMPLES.get(p["name"], p["name"]) for p in (listed if isinstance(listed, list) else listed["puzzles"])]
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            check_built_in(name, folder)
        check_large_maze(folder)
        check_layers(folder)
        check_comparison(folder)
        check_files(folder)
    print("\n".join(failures))
    sys.exit(1 if failures else 0)


main()
