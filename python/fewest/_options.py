"""Options as people give them, for the library."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional, Tuple

from . import _core

Layers = Tuple["Layer", ...]


@dataclass(frozen=True)
class Layer:
    """A layer that a search has finished: `states` states are `depth` moves from the start (side 0) or the goal (side 1)."""

    side: int
    depth: int
    states: int


@dataclass(frozen=True)
class Statistics:
    """What a search has done, or has done so far."""

    algorithm: str
    store: str
    expanded: int
    generated: int
    remembered: int
    depth: int
    frontier: int
    bytes: int
    peak_bytes: int
    seconds: float
    left: float
    layers: Layers

    @classmethod
    def _of(cls, given: Mapping[str, Any]) -> Statistics:
        layers: Any = tuple(Layer(*row) for row in given["layers"])
        return cls(**{**given, "layers": layers})


Progress = Callable[[Statistics], Optional[bool]]
Options = Tuple[Any, ...]

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


def word(table: Mapping[str, int], given: str, what: str) -> int:
    """The number of a word of the library."""
    try:
        return table[given]
    except (KeyError, TypeError):
        raise ValueError(f"{what} is one of {', '.join(table)}, not {given!r}") from None


def number(given: int | None, what: str, least: int = 0) -> int:
    """A number for the library, where 0 means the default: None is that."""
    if given is None:
        return 0
    if isinstance(given, bool) or not isinstance(given, int):
        raise TypeError(f"{what} is a whole number, not {type(given).__name__}")
    if given < least or given >= _core.ZERO:
        raise ValueError(f"{what} is a number from {least} to 2**64 - 3, not {given}")
    return given or _core.ZERO


def size(given: int | str | None, what: str) -> int:
    """Bytes: a number, or a text such as "512M" or "1.5G"."""
    if not isinstance(given, str):
        return number(given, what)
    text = given.strip().lower()
    for end in ("ib", "b"):
        text = text[: -len(end)] if text.endswith(end) else text
    unit = text[-1:] if text[-1:] in "kmgt" else ""
    try:
        amount = float(text[: len(text) - len(unit)])
    except ValueError:
        amount = -1.0
    if not 0 <= amount < 1 << 40:
        raise ValueError(f"{what} is a size such as 512K, 8M or 1.5G, not {given!r}")
    return number(int(amount * _UNITS[unit]), what)


def _reporter(progress: Progress | None) -> Callable[[Mapping[str, Any]], bool | None] | None:
    if progress is None:
        return None
    if not callable(progress):
        raise TypeError("progress is a function of one argument")
    wanted = progress
    return lambda so_far: wanted(Statistics._of(so_far))


def options(
    *,
    algorithm: str = "auto",
    remember: str = "auto",
    all: bool | int = False,
    any: bool = False,
    bound_memory: int | str | None = None,
    transpositions: int | str | None = None,
    memory: int | str | None = None,
    time: float | None = None,
    states: int | None = None,
    depth: int | None = None,
    threads: int | None = 1,
    progress: Progress | None = None,
) -> Options:
    """The options of a search in the order that the extension module reads."""
    if isinstance(time, (str, bytes)):
        raise TypeError(f"time is a number of seconds, not {type(time).__name__}")
    if time is not None and not time > 0:
        raise ValueError(f"time is a number of seconds, more than 0, not {time!r}")
    if all is not False and all is not True and number(all, "all: True, or how many solutions to list,", 1) == 0:
        raise TypeError("all is True, or how many solutions to list, not None")
    listed = 0 if all is True else 1 if all is False else int(all)
    return (
        word(_core.ALGORITHMS, algorithm, "algorithm"), word(_core.STORES, remember, "remember"), all is not False, any, listed,
        size(bound_memory, "bound_memory"), size(transpositions, "transpositions"), size(memory, "memory"),
        0.0 if time is None else float(time), number(states, "states", 1), number(depth, "depth"),
        _core.ALL_PROCESSORS if threads is None else number(threads, "threads", 1), _reporter(progress),
    )


NO_OPTIONS = options()

Lock = threading.RLock
