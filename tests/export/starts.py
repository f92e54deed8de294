"""Runs an exported program in Python on many starts in one process, as starts.c does for C and C++: starts.py PROGRAM SECONDS.

For each start the program is executed anew, with its own variables; a process of its own would take longer than the program.
"""

import contextlib
import io
import os
import signal
import sys
import traceback


class TooLong(BaseException):
    """Not an Exception, so that no program can catch it by accident."""


def give_up(*_):
    raise TooLong


def status_of(code):
    """Runs the program, and says with which status it ends; what goes wrong in it is told as Python tells it."""
    try:
        exec(code, {"__name__": "__main__"})
    except SystemExit as end:
        if end.code is not None and not isinstance(end.code, int):
            print(end.code, file=sys.stderr)
            return 1
        return end.code or 0
    except TooLong:
        return 128 + signal.SIGALRM
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def tell(code, arguments, seconds):
    output, errors = io.StringIO(), io.StringIO()
    sys.argv = [sys.argv[0], *arguments]
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        signal.alarm(seconds)
        status = status_of(code)
        signal.alarm(0)
    texts = [file.getvalue().encode() for file in (output, errors)]
    sys.stdout.buffer.write(b"%d %d %d\n" % (status, *map(len, texts)) + texts[0] + texts[1])


def main():
    _, program, seconds = sys.argv
    with open(program, encoding="utf-8") as file:
        code = compile(file.read(), program, "exec")
    given = sys.stdin.read().split("\0")[:-1]
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    signal.signal(signal.SIGALRM, give_up)
    sys.argv = [program]
    for start in given:
        tell(code, [start[1:]] if start[0] != "0" else [], int(seconds))


main()
