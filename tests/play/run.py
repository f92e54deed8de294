#!/usr/bin/env python3
"""Solutions in the terminal, on a pseudo terminal: `solve --play` steps by keys, puts the terminal right however it ends,
and becomes plain text where there is no terminal or no colour; so does `solve --show`."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

FEWEST = os.environ["FEWEST"]
EIGHT = "2 3 4 / 1 5 x / 7 6 8"  # 19 moves
UP, DOWN, RIGHT, LEFT = "\033[A", "\033[B", "\033[C", "\033[D"
HOME, END, OTHER_HOME, OTHER_END = "\033[H", "\033[F", "\033[1~", "\033[4~"
PATIENCE = 120
failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)


def environment(**changes):
    result = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "COLORTERM") and not key.startswith("LC_")}
    result.update(TERM="xterm-256color", LANG="C.UTF-8")
    result.update(changes)
    return result


class Terminal:
    """The tool on a terminal of its own."""

    def __init__(self, *arguments, columns=80, rows=30, **changes):
        self.master, self.slave = pty.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self.slave)
        self.text = ""
        self.process = subprocess.Popen([FEWEST, *arguments], stdin=self.slave, stdout=self.slave, stderr=self.slave,
                                        env=environment(**changes), start_new_session=True,
                                        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def resize(self, columns, rows):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds):
        """What comes within that time."""
        if select.select([self.master], [], [], seconds)[0]:
            self.text += os.read(self.master, 65536).decode(errors="replace")
            return True
        return False

    def wait_for(self, pattern):
        """Reads until the last frame has the pattern."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            frame = self.text.rsplit("\033[H", 1)[-1]
            if re.search(pattern, frame):
                return True
            if not self.read(0.1) and self.process.poll() is not None:
                break
        failures.append(f"waited for {pattern!r}, saw {plain(self.text)[-300:]!r}")
        return False

    def press(self, keys, pattern=None):
        os.write(self.master, keys.encode())
        return pattern is None or self.wait_for(pattern)

    def finish(self):
        """Its exit status, after everything was read."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read(0.05)
        while self.read(0.05):
            pass
        status = self.process.poll()
        if status is None:
            self.process.kill()
            self.process.wait()
        return status

    def is_as_before(self):
        return termios.tcgetattr(self.slave) == self.before

    def has_left(self):
        """The first screen and the cursor are shown again."""
        return self.text.rfind("\033[?1049l") > self.text.rfind("\033[?1049h") and \
            self.text.rfind("\033[?25h") > self.text.rfind("\033[?25l")

    def close(self):
        os.close(self.master)
        os.close(self.slave)


def plain(text):
    return re.sub(r"\033\[[0-9;?]*[A-Za-z]", "", text)


def paused(*arguments, **more):
    """A player that has been stopped at the start."""
    terminal = Terminal("solve", *arguments, "--play", **more)
    terminal.wait_for("of ")
    terminal.press(HOME, r"0 of \d+  start  \(paused\)")
    return terminal


def test_keys_step_forwards_and_back():
    terminal = paused("eight", EIGHT)
    for key, shown in ((RIGHT, "1 of 19  u "), (RIGHT, "2 of 19  l "), ("l", "3 of 19"), (LEFT, "2 of 19  l "),
                       ("h", "1 of 19"), (LEFT, "0 of 19  start"), (LEFT, "0 of 19  start"), (END, "19 of 19  r"),
                       (RIGHT, "19 of 19"), (LEFT, "18 of 19"), (OTHER_HOME, "0 of 19"), (OTHER_END, "19 of 19"),
                       (UP, "18 of 19"), (DOWN, "19 of 19"), (HOME + RIGHT + RIGHT + RIGHT, "3 of 19")):
        terminal.press(key, re.escape(shown))
    expect(not terminal.is_as_before(), "while it plays, letters should come at once")
    terminal.press("q")
    expect(terminal.finish() == 0, "q: the exit status is not 0")
    expect(terminal.is_as_before(), "q: the terminal is not as it was")
    expect(terminal.has_left(), "q: the first screen is not shown again")
    expect("19 moves, proved shortest" in terminal.text.rsplit("\033[?1049l", 1)[-1], "q: the solution is not printed")
    terminal.close()


def test_it_plays_by_itself_and_stops_at_the_end():
    terminal = Terminal("solve", "eight", "1 2 3 / 4 5 6 / x 7 8", "--play")
    terminal.wait_for(r"2 of 2  r  \(paused\)")
    terminal.press(" ", "0 of 2  start")
    terminal.press("++++", "2 of 2")
    terminal.press("q")
    expect(terminal.finish() == 0 and terminal.is_as_before(), "after it has played, q does not end it")
    terminal.close()


def test_space_plays_and_pauses_and_plus_is_faster():
    terminal = paused("eight", EIGHT)
    terminal.press("++++++ ")
    terminal.wait_for("19 of 19")
    terminal.press(HOME, "0 of 19")
    terminal.press("--------- ", "0 of 19  start\033")  # no longer paused
    terminal.press(" ", r"\(paused\)")
    terminal.press("q")
    expect(terminal.finish() == 0, "space: the exit status is not 0")
    terminal.close()


def test_every_signal_leaves_the_terminal_as_it_was():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        terminal = paused("eight", EIGHT)
        terminal.process.send_signal(number)
        expected = 130 if number in (signal.SIGINT, signal.SIGTERM) else -number
        expect(terminal.finish() == expected, f"{number.name}: it did not end the process")
        expect(terminal.is_as_before(), f"{number.name}: the terminal is not as it was")
        expect(terminal.has_left(), f"{number.name}: the first screen is not shown again")
        terminal.close()
    terminal = paused("eight", EIGHT)
    terminal.press("\003")
    expect(terminal.finish() == 130 and terminal.is_as_before(), "Control-C")
    terminal.close()


def test_it_can_be_stopped_and_continued():
    terminal = paused("eight", EIGHT)
    terminal.process.send_signal(signal.SIGTSTP)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not terminal.has_left():
        terminal.read(0.1)
    # a process group without a parent in its session is not stopped by the kernel: then it goes on at once
    terminal.process.send_signal(signal.SIGCONT)
    terminal.press(RIGHT, "1 of 19")
    terminal.press("q")
    expect(terminal.finish() == 0 and terminal.is_as_before(), "stopped and continued")
    terminal.close()


def test_it_keeps_to_the_size_of_the_terminal():
    terminal = paused("klotski", columns=100, rows=40)
    for columns, rows in ((100, 40), (40, 16), (20, 12), (10, 6), (80, 24)):
        terminal.resize(columns, rows)
        terminal.process.send_signal(signal.SIGWINCH)
        terminal.press(RIGHT)
        terminal.press(LEFT)
        terminal.press(END, "116 of 116" if columns >= 20 else "116")
        terminal.press(HOME, "0 of 116" if columns >= 20 else "0 of")
        while terminal.read(0.2):
            pass
        frame = plain(terminal.text.rsplit("\033[H", 1)[-1]).replace("\r", "")
        lines = frame.split("\n")
        expect(len(lines) <= rows, f"{columns} x {rows}: {len(lines)} lines")
        expect(all(len(line) <= columns for line in lines), f"{columns} x {rows}: {max(map(len, lines))} columns")
    terminal.press("q")
    expect(terminal.finish() == 0, "sizes: the exit status is not 0")
    terminal.close()


def test_every_kind_of_puzzle_is_played():
    for name in ("lock", "maze", "strings", "two-jugs", "pocket-cube", "wolf-goat-cabbage", "hanoi-3-3", "pancake-5",
                 "topspin-7-3", "sokoban", "knights", "lights-out-3x3"):
        terminal = paused(name)
        terminal.press(END, r"(\d+) of \1 ")
        terminal.press(LEFT, " of ")
        terminal.press("q")
        expect(terminal.finish() == 0 and terminal.is_as_before(), name)
        terminal.close()


def test_without_a_terminal_it_is_plain_text():
    shown = subprocess.run([FEWEST, "solve", "eight", EIGHT, "--show"], capture_output=True, text=True, env=environment())
    played = subprocess.run([FEWEST, "solve", "eight", EIGHT, "--play"], capture_output=True, text=True,
                            stdin=subprocess.DEVNULL, env=environment())
    cut = lambda text: text.rsplit("(", 1)[0]  # times differ
    expect(cut(shown.stdout) == cut(played.stdout) and "\033" not in shown.stdout, "piped: not plain text")
    expect("19 r" in played.stdout and played.returncode == 0, "piped: the boards are missing")


def test_colour_is_used_only_where_it_is_wanted():
    for option in ("--show", "--play"):
        for changes in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"LANG": "C"}):
            terminal = Terminal("solve", "eight", EIGHT, option, **changes)
            expect(terminal.finish() == 0, f"{option} {changes}: exit status")
            expect("\033" not in terminal.text and "19 r" in terminal.text, f"{option} {changes}: not plain text")
            terminal.close()
    for changes, sequence in (({"COLORTERM": "truecolor"}, "\033[48;2;"), ({"NO_COLOR": ""}, "\033[48;5;")):
        terminal = Terminal("solve", "eight", EIGHT, "--show", **changes)
        expect(terminal.finish() == 0 and sequence in terminal.text, f"--show {changes}: no colours")
        lines = plain(terminal.text).replace("\r", "").split("\n")
        boards = [line for line in lines if "proved" not in line]
        expect(all(len(line) <= 80 for line in boards), f"--show {changes}: wider than the terminal")
        for number in "12345678":
            expect(number in plain(terminal.text), f"--show {changes}: no tile {number}")
        terminal.close()
    terminal = Terminal("solve", "solitaire", "--show", columns=16, COLORTERM="truecolor")
    expect(terminal.finish() == 0, "--show on 16 columns")
    terminal.close()


def main():
    for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM, signal.SIGINT):  # whoever started the tests may ignore them
        signal.signal(number, signal.SIG_DFL)
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        print("skipped: this machine has no pseudo-terminals")
        sys.exit(77)
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
    print("\n".join(failures))
    sys.exit(1 if failures else 0)


main()
