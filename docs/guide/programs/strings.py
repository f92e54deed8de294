#!/usr/bin/env python3
"""Rewrites strings for the judge acwing-190 from both ends, rightly or with a mistake of the page of errata.

    strings.py                right
    strings.py --throws-away  expands the forward side once more and forgets a meeting that was just found

Reads two strings and the rules, a line each. Prints the number of steps, or NO ANSWER! where ten are not enough.
"""

import sys

LIMIT = 10


def rewritten(text, rules):
    for left, right in rules:
        at = text.find(left)
        while at >= 0:
            yield text[:at] + right + text[at + len(left):]
            at = text.find(left, at + 1)


def expand(layer, seen, others, rules):
    """One whole layer. Returns the next one, and whether it has met the other side."""
    following, met = [], False
    for text in layer:
        for after in rewritten(text, rules):
            if after not in seen:
                seen.add(after)
                following.append(after)
                met = met or after in others
    return following, met


def steps(start, goal, rules, mistake):
    if start == goal:
        return 0
    backwards = [(right, left) for left, right in rules]
    near, far = [start], [goal]
    seen_near, seen_far = {start}, {goal}
    for step in range(1, LIMIT + 1):
        if len(near) <= len(far):
            near, met = expand(near, seen_near, seen_far, rules)
        else:
            far, met = expand(far, seen_far, seen_near, backwards)
        if mistake == "--throws-away":
            near, met = expand(near, seen_near, seen_far, rules)
        if met:
            return step
        if not near or not far:
            return None
    return None


def main():
    mistake = sys.argv[1] if len(sys.argv) > 1 else ""
    words = sys.stdin.read().split()
    rules = list(zip(words[2::2], words[3::2]))
    answer = steps(words[0], words[1], rules, mistake)
    print("NO ANSWER!" if answer is None else answer)


if __name__ == "__main__":
    main()
