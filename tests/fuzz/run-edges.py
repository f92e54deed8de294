#!/usr/bin/env python3
"""What stands at the edge of the manual: the library and the second interpreter take the same texts for mistakes, and mean the same by
the others.

Each line is put into a small puzzle; where that is no mistake, everything is asked of it (tests/fuzz/puzzles/README.md).
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

FUZZ = os.environ["FEWEST_FUZZ"]

BOARD = "board 2 x 2\npieces a b .\nvar v = x y\nlet n = a b\nmove any direction: n . -> . n\nmove v x -> y\nstart a . / . b and v is x\n"
MOVES = """
any: a . -> . a | 12: a . -> . a | -3: a . -> . a | {: a . -> . a | {}: a . -> . a | {n: n . -> . n | n}: n . -> . n | {x}: a . -> . a
{n}: a . -> . a | {1}: v x -> y | {0}: a . -> . a | {65}: a . -> . a | {2}: a . -> . a | {from}: a b -> b a | {to}: a a . -> . . a
{from}{to}: a . -> . a | {{n}}: n . -> . n | a,b: a . -> . a | a, b: a . -> . a | a b: a . -> . a | : a . -> . a | go : a . -> . a
go: : a . -> . a | go:a . -> . a | go:: a . -> . a | 01: a . -> . a | a->b | a .->. a | a -> b -> . | -> b | a -> | a . -> a | a . -> . a,
a . -> . a,, b -> . | , a . -> . a | a _ -> a b | _ -> _ | _ _ -> _ _ | a -> a | n -> n | a b -> _ _ | v x -> y, v x -> _ | v x | v y -> x y
v x y -> x | v -> x | v _ -> x | v n -> x | v x -> n | v x -> a | v x->y | a . -> . a where | n . -> . n where n | n . -> . n where n =
n . -> . n where (n = a | n . -> . n where n = a) | n . -> . n where not | n . -> . n where n = a = a | n . -> . n where n == a
n . -> . n where n =! a | n . -> . n where n <> a | n . -> . n where n < a | n . -> . n where n = x | n . -> . n where n = q
n . -> . n where n != 7 | n . -> . n where n != 07 | n . -> . n where a = a | n . -> . n where 1 < 2 | n . -> . n where 1 < x
n . -> . n where n = a and | n . -> . n where and n = a | n . -> . n where n = a, | n . -> . n where n = a or or n = b | n . -> . n where ()
n . -> . n where n = a where n = b | n . -> . n where not not n = a | n . -> . n where not(n = a) | n . -> . n where (n=a)or(n=b)
n . -> . n where 2*3 = 6 and 10-12+1 < 0 | cost: a . -> . a | cost -1: a . -> . a | cost 1000000001: a . -> . a | cost 1000000000: a . -> . a
cost n: n . -> . n | cost weight: a . -> . a | cost 1 2: a . -> . a | cost 1, cost 2: a . -> . a | go cost 2: a . -> . a | cost 2 go: a . -> . a
cost x: a . -> . a | cost +1: a . -> . a | cost 1+1: a . -> . a | cost 2*3: a . -> . a | cost 02: a . -> . a | at 0: a . -> . a
at 1,0: a . -> . a | at 5: a . -> . a | at 2,3: a . -> . a | at 1, 1: a . -> . a | at 1 2: a . -> . a | at: a . -> . a | at 2: a . -> . a
at 2, any direction: a . -> . a | at 3, at 1: a . -> . a | at 01,02: a -> . | at 1..2: a -> . | on 1: a . -> . a | on 1 1: a . -> . a
on 1 4: a . -> . a | on 1 2, any direction: a . -> . a | on 1..2 : a . -> . a | on 2..1: a . -> . a | on 1,1..1,2: a . -> . a
along links: a . -> . a | repeat: a . -> . a | repeat, mirrored: a . -> . a | repeat, until blocked, any direction: a . -> . a
diagonal, mirrored: a . -> . a | diagonal: a . / . a -> . a / a . | any direction, any direction: a . -> . a
left or right, up or down, any direction, mirrored: a . -> . a | any  direction: a . -> . a | left: a . -> . a | up or  down: a . -> . a
cycle (1 2) | cycle (1) | cycle () | cycle | cycle (1 2 | cycle 1 2 | cycle (1 2)(3 4) | cycle(1 2) | cycle (1 2 1) | cycle (1 2) (2 3)
cycle (1,1 2,2) | cycle (1 5) | cycle (1 2), cycle (1 2) | cycle (1 2), cycle (2 3) | cycle (1 2), a -> _ | cycle (1 2), a -> a
any direction: cycle (1 2) | cycle (1 2) -> a | (1 2) | a . -> . a, cycle (1 2), v x -> y | cycle (1..3) | cycle (2..3 1) | a b a -> b a b
a / b / a -> b / a / b | any direction: a b a -> b a b | a . / . -> . a / a | a. -> .a | a. -> . a | ab -> ba | a/b -> b/a
a / / b -> b / a | / a -> b | a / -> b | n n+1 -> n n | n -> n+1 | n -> n*2 | n -> 1+1 | . -> v | v x -> v | x -> a | n1 -> n a
"""
CONDITIONS = """
not | and | v is x and | v is y, | v is y,, v is y | not not v is x | not v is y | v is y or | or v is y | v is y and not . a / _ _ | v is n
not v is n | v is q | q is x | v = y | v = x | v != y | v = n | v < y | v+1 = 2 | v | n n / _ _ | n . / . n | n . / n . | _ _ / _ _
not _ _ / _ _ | a . . b | a. / .b | a./.b | . a | somewhere: n / n | somewhere : n | somewhere a | somewhere, any direction a
somewhere, diagonal: n n | somewhere, diagonal, any direction: n . and nowhere, diagonal: n n | somewhere, mirrored: n | somewhere: n n n
nowhere: _ | somewhere: _ | somewhere: | nowhere: q | somewhere, any direction: n n n | count a = 1 | count n = 2 and v is y
count a in row 3 = 1 | count a in row 0 = 1 | count a in column 2 = 1 | count a in line 2 = 1 | count a in row 02 = 1 | count q = 1
count x = 1 | count a on - = 1 | every a on - | count a + count b > 1 | count a+count b > 1 | 2 = count a | count a = v | count a - 1 = 0
count . >= 2 , v is y | count a =1 | count a=1 | count a= 1 or v is x | not count a = 2 | count a = 01 | v is y and count | 1 = 1 | a is b
1 is a | 1,1 is a | v is x is y | v is | is x | (v is y) | v is y and (v is y)
"""
ROW = "board 2\npieces a b\nmove a b -> b a\nstart a b\ngoal b a\n"
STATEMENTS = """
within -1 | within 99999999999999999999 | within x | within | within 1 2 | within 0 | within 007 | title | title x~title y | names a b c
names a b c d e | names a a b c | names 1 2 3 4 | names a b c _ | names a@ b c d | names u~ d l r | links 1-2 | links 1-1 | links 1-3 | links 0-1
links 1-2:-1 | links 1-2:1000000000 | links 1-2:1000000001 | links 1-2 :3 | links 1-2: 3 | links 1 2 | links | links 1-2-1 | links -1-2
links 1--2 | links 01-02 | links 1,1-1,2 | var v = | var v | var v = a b | var = a | var _ = a | var v, w = a | var a = x | var 01 = x
let n = | let n = q | let n = a a | let n, n = a | let , n = a | let n m = a | let a = b | let n = a b~let m = n | let n = ring | let 5 = a
let 05 = a | let _ = a | let n, = a | let n = a~var n = a | cells x y | string 3 | floor # -~ -- | floor # - | floor | floor # - -~ --
floor a -~ -- | floor 1..3~ 2 3 | floor 01..3~ 2 3 | Board 2 | board2 | start b a | goal | never | never a b | never b a | move | move: | move go:
; only |  indented | foo | pieces c
"""
STRING = "string 3\nstart a\ngoal b\nlet n = 1 2\nlet r, s = rest\n"
STRING_MOVES = """
a -> b | -> b | a->b | a b -> c | ab | a -> b, b -> a | any direction: a -> b | repeat: a -> b | at 1: a -> b | at begin, at end: a -> b
at begin, at begin: a -> b | a _ -> _ a | a _ -> b _ | a _ b -> b | _ -> _ | a b -> / b | a -> ( | a -> : | a -> + | + -> a+ | a -> bbbb
aaaa -> b | aaa r -> b | n -> n+1 | n -> n+9 | n -> n*2 | n -> n+1 where n*2 = 2 | n -> n+1 where n = = | a r -> r r | a r r -> r | r -> r
{r}: a r -> r | a r -> r+1 | a r -> r where r = a | a _ r -> r | a -> r | a r -> s | a s -> s b | cost r: a r -> b | é -> ♞ | a ->
"""
WHOLE = ["board 0~pieces a~move a -> a", "board 3 x~pieces a~move a -> a", "board x 3~pieces a~move a -> a", "board 2 x 2 x 2~pieces a~move a -> a",
         "board 3x3 wrapped wrapped~pieces a~move a -> a", "board 2 wrapped x~pieces a~move a -> a", "board 1~board 1~pieces a~move a -> a",
         "board 1~pieces~move a -> a", "board 1~pieces a a~move a -> a", "board 1~pieces a b_~move a -> a", "board 1~pieces a b:c~move a -> a",
         "board 1~pieces a (~move a -> a", "board 1~pieces a ->~move a -> a", "board 1~pieces a, b~move a -> b", "board 1~move cycle (1 2)",
         "board 2~move cycle (1 2)", "board 1~ x 2~pieces a b~move a b -> b a~start a b~goal b a", "string 0~move a -> b~start a~goal b",
         "string 2~move a -> bb~start aaa", "string 2~move a -> bb~start a~goal bbb", "string~move a -> b~start a~goal b",
         "string 3~pieces ab~move ab -> ab", "string 3~pieces a b~move a -> c~start a~goal b", "string 3~move a -> b~start a b~  c~goal b~ bc",
         "string 3~move a -> b~start a~goal not b", "string 3~move a -> b~start a~goal count a = 1", "string 3~move a -> b~start _~goal b",
         "string 3~let é = a b~move é -> ♞~start a~goal ♞", "string 3~let rest = a b~move rest -> c~start a~goal c",
         "string 3~move a -> b~let a = c d~start a~goal b", "goal xyz~move ab -> xyz~start ab~string 8", "let x = a b~move x -> c~start a~goal c~string 2",
         "board 2~pieces rest a~let r = rest~move r a -> a r~start rest a~goal a rest", "board 2~pieces ring a~let r = ring~move r a -> a r~start ring a~goal a ring",
         "board 2~pieces ring a~let r = ring ring a~move r -> r+1~start ring a~goal a ring", "board 2~pieces 01 1 2~let n = 01 1~move n 2 -> 2 n where n != 1~start 01 2~goal 2 01",
         "board 2~pieces -0 0 1~let n = 0 1~move n -> n-1~move -0 -> 1~start 1 -0~goal 0 0", "var v = 01 1 2~let n = 1 2~move v n -> n+1~move v 2 -> 01~start v is 1~goal v is 01",
         "var v = 01 02~let n = 01 02~move v n -> n+1~start v is 01~goal v is 02", "var v = 1 2 1000000000000000~move v 1 -> 1000000000000000~start v is 1~goal v > 1",
         "var v = 1 2~let n = 1 100000000000000~move v n -> n*50000000000000~start v is 1~goal v is 2", "cells p q~links p-q:3~pieces a .~move along links: a . -> . a~start p is a~goal q is a",
         "cells 2 1~links 2-1:4~pieces a .~move along links: a . -> . a~start 2 is a~goal 1 is a", "cells a a-b b b-a~links a-a-b~pieces x .~move along links: x . -> . x",
         "cells is x~links is-x~pieces a .~move along links: a . -> . a~start is is a~goal x is a", "cells p x~links p-x~pieces is .~move along links: is . -> . is~start p is is~goal . is",
         "cells p q~pieces a .~move at 1: a -> .~start a .~goal . .", "cells p q~pieces a .~move cycle (p..q)~start a .~goal . a", "cells a@ b~pieces a .~move a . -> . a"]


def several(lines):
    return [one.strip("\n") for line in lines.strip("\n").split("\n") for one in line.split(" | ")]


def puzzles():
    deep = [f"n . -> . n where {'(' * depth}n = a{')' * depth}" for depth in (100, 101)] + [f"n . -> . n where {'not ' * 150}n = a"]
    yield from (f"{BOARD}goal . a / _ _\nmove {move}\n" for move in several(MOVES) + deep)
    yield from (f"{BOARD}{keyword} {condition}\n" for keyword in ("goal", "never") for condition in several(CONDITIONS))
    for statement in several(STATEMENTS):
        yield ROW + statement.replace("~", "\n") + "\n"
        yield statement.replace("~", "\n") + "\n" + ROW
    yield from (f"{STRING}move {move}\n" for move in several(STRING_MOVES))
    yield from (whole.replace("~", "\n") + "\n" for whole in WHOLE)
    yield from ("\ufeff" + ROW, "\ufeff\ufeff" + ROW, ROW.replace("\n", "\r"), ROW.replace("\n", "\r\n"), ROW[:-1], " " + ROW, ";x\n\n" + ROW, "", "\n", "; x")
    yield from (ROW.replace(" ", gap) for gap in ("\t", "  ", "\f", "\v", " \t ", "\u00a0"))
    yield from (ROW.replace("move a b -> b a", move) for move in ("move\n a b\n ->\n b a", "move a\n b -> b a", "move a b;c\n -> b a", "move a b -> b a;c"))


def main():
    texts = list(puzzles())
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"edge-{number}.few" for number in range(len(texts))]
        for path, text in zip(paths, texts):
            path.write_bytes(text.encode())
        said = subprocess.run([FUZZ, *map(str, paths)], capture_output=True, text=True)
    lines = said.stdout.splitlines()
    wrong = [(line.split(": ", 1)[-1], text) for line, text in zip(lines, texts) if "no difference" not in line]
    for line, text in wrong:
        print(line, "----", text + "----", sep="\n")
    mistakes = sum(line.endswith("(a mistake)") for line in lines)
    print(f"{len(texts)} texts, {mistakes} of them mistakes, {len(wrong)} differences")
    return len(wrong) > 0 or len(lines) != len(texts)


if __name__ == "__main__":
    sys.exit(main())
