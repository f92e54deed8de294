"""Runs an exported program in Python on many starts in one process, as starts.c does for C and C++: starts.py PROGRAM SECONDS."""

import collections  # noqa: F401  (what programs import is there when they are forked)
import heapq        # noqa: F401
import os
import signal
import sys
import tempfile


def told(start, files):
    """True in the process that is to be the program; its parent has printed what the program said."""
    child = os.fork()
    if child == 0:
        for number, file in enumerate(files, 1):
            os.dup2(file.fileno(), number)
        signal.alarm(int(sys.argv[2]))
        sys.argv = [sys.argv[1], *start]
        return True
    _, status = os.waitpid(child, 0)
    texts = []
    for file in files:
        file.seek(0)
        texts.append(file.read())
    code = os.waitstatus_to_exitcode(status)
    sys.stdout.buffer.write(b"%d %d %d\n" % (code if code >= 0 else 128 - code, *map(len, texts)) + texts[0] + texts[1])
    sys.stdout.flush()
    return False


def is_program(starts):
    for start in starts:
        with tempfile.TemporaryFile(buffering=0) as output, tempfile.TemporaryFile(buffering=0) as errors:
            if told([start[1:]] if start[0] != "0" else [], (output, errors)):
                return True
    return False


with open(sys.argv[1], encoding="utf-8") as file:
    code = compile(file.read(), sys.argv[1], "exec")
given = sys.stdin.read().split("\0")[:-1]
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
if is_program(given):
    try:
        exec(code, {"__name__": "__main__"})
        status = 0
    except SystemExit as end:
        if not isinstance(end.code, int):       # a message, which Python prints
            raise
        status = end.code
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)                            # Python takes longer to clean up than the program takes to run
