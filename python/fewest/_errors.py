"""The exceptions of the package."""

from __future__ import annotations


class Error(Exception):
    """Something that the library could not do.

    `message` is one sentence, `hint` what was probably meant (perhaps ""), and str() of the exception all of it as the
    tool prints it.
    """

    def __init__(self, text: str, message: str = "", hint: str = "", line: int | None = None, column: int | None = None) -> None:
        super().__init__(text)
        self.message = message or text
        self.hint = hint
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[Error], tuple[str, str, str, int | None, int | None]]:
        return type(self), (self.args[0], self.message, self.hint, self.line, self.column)


class PuzzleError(Error, ValueError):
    """A mistake in a puzzle, a start, a goal or an option.

    `line` and `column` say where it is in the text, from 1; None where it has no place.

    >>> import fewest
    >>> try:
    ...     fewest.parse("board 1 x 2\\npieces a .\\nmove a b -> . a\\n")
    ... except fewest.PuzzleError as error:
    ...     print(error.line, error.column, error.message)
    3 8 `b` is not a declared piece
    """


class LimitReached(Error):
    """A limit was reached where there is no answer that could say so: while a puzzle was read, or starts were made."""


class Unsolvable(Error):
    """It is proved that there is no solution, and one was asked for."""


class Unsolved(Error):
    """The moves of an answer were asked for that has none: a limit was reached, or the search was interrupted."""


class Interrupted(Error):
    """The progress function said stop, where there is no answer that could say so."""


def error_of(status: int, limit: str | None, line: int, column: int, message: str, hint: str, text: str) -> Exception:
    """The exception for an error of the library."""
    if status == 4 and not text.startswith("fewest") and "memory" in message:
        return MemoryError(message)
    kind: type[Error] = {1: Unsolvable, 2: PuzzleError, 3: LimitReached, 130: Interrupted}.get(status, Error)
    return kind(text or message, message, hint, line or None, column or None)
