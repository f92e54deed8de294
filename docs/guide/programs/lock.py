#!/usr/bin/env python3
"""Opens the lock of the judge hdu-1195 by breadth-first search, rightly or with a mistake of the page of errata.

    lock.py                  right
    lock.py --forgets-start  never asks whether the start is the goal already

Reads what the judge gives: a number of tasks, then two codes for each. Prints one number for each.
"""

import sys
from collections import deque


def moves(code):
    """Turn one digit up or down, or exchange two neighbours."""
    for i, digit in enumerate(code):
        for other in ("9" if digit == "1" else chr(ord(digit) - 1), "1" if digit == "9" else chr(ord(digit) + 1)):
            yield code[:i] + other + code[i + 1:]
    for i in range(len(code) - 1):
        yield code[:i] + code[i + 1] + code[i] + code[i + 2:]


def steps(start, goal, mistake):
    if start == goal and mistake != "--forgets-start":
        return 0
    seen, queue = {start}, deque([(start, 0)])
    while queue:
        code, depth = queue.popleft()
        for after in moves(code):
            if after == goal:
                return depth + 1
            if after not in seen:
                seen.add(after)
                queue.append((after, depth + 1))
    return -1


def main():
    mistake = sys.argv[1] if len(sys.argv) > 1 else ""
    words = sys.stdin.read().split()
    for start, goal in zip(words[1::2], words[2::2]):
        print(steps(start, goal, mistake))


if __name__ == "__main__":
    main()
