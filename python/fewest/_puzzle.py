"""Puzzles: from a text or a name to answers."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, NamedTuple, Sequence

from . import _core
from ._errors import PuzzleError
from ._options import NO_OPTIONS, Lock, Progress, number, options, word
from ._results import Answer, Check, Exploration, Graph, State

_VERDICTS = ("solves", "misses the goal", "a move fails", "", "too long")


class _Recipe(NamedTuple):
    """What a puzzle is made of, and made of again in another process."""

    name: str  # what errors call it
    text: bytes | None  # None: a built-in of that name
    start: str | None
    goal: str | None


def _made(recipe: _Recipe, limits: Any = NO_OPTIONS) -> _core.Puzzle:
    if recipe.text is None:
        handle = _core.Puzzle.load(recipe.name, limits)
    else:
        handle = _core.Puzzle.parse(recipe.text, recipe.name, limits)
    if recipe.start is not None:
        handle.set_start(recipe.start, limits)
    if recipe.goal is not None:
        handle.set_goal(recipe.goal, limits)
    return handle


class Puzzle:
    """A puzzle: rules, a start and a goal. It does not change; `with_start` and `with_goal` make others.

    Any number of threads may share it: they take turns.

    >>> import fewest
    >>> puzzle = fewest.load("eight")
    >>> puzzle.title
    'Eight puzzle'
    >>> puzzle.solve("1 2 3 / 4 5 6 / 7 x 8").moves
    ('r',)
    >>> puzzle.check("ullddrurdllurdruldr").solves
    True
    """

    def __init__(self, recipe: _Recipe, limits: Any = NO_OPTIONS) -> None:
        self._recipe = recipe
        self._lock = Lock()
        self._handle = _made(recipe, limits)
        self._other: _core.Puzzle | None = None  # for starts that are given with a call

    def __reduce__(self) -> tuple[type[Puzzle], tuple[_Recipe]]:
        return Puzzle, (self._recipe,)

    def __repr__(self) -> str:
        return f"<Puzzle {self.title or self.name!r}>"

    # ---- What it is

    @property
    def name(self) -> str:
        return self._recipe.name

    @property
    def title(self) -> str:
        return self._handle.title()

    @property
    def has_start(self) -> bool:
        return self._handle.has_start()

    @property
    def has_goal(self) -> bool:
        return self._handle.has_goal()

    @property
    def rules(self) -> str:
        """The text of the puzzle. A file of another program is shown as the rules that it was translated to."""
        text = self._recipe.text
        return (_core.builtin_text(self.name) or "") if text is None else text.decode()

    @property
    def start(self) -> State | None:
        """The start; where there are several, the first. None: there is none."""
        if not self.has_start:
            return None
        with self._lock:
            states = self._handle.graph(options(states=1, depth=0))["states"]
        return State(states[0], self) if states else None

    def with_start(self, start: str) -> Puzzle:
        """The same puzzle with another start, written as after `start` in a puzzle file."""
        return Puzzle(self._recipe._replace(start=str(start)))

    def with_goal(self, goal: str) -> Puzzle:
        """The same puzzle with another goal, written as after `goal` in a puzzle file."""
        return Puzzle(self._recipe._replace(goal=str(goal)))

    # ---- What it can do

    def _for(self, start: str | None, limits: Any) -> _core.Puzzle:
        """The handle to use for a start. What it has learned in earlier searches helps the later ones."""
        if start is None:
            return self._handle
        if self._other is None:
            self._other = _made(self._recipe, limits)
        self._other.set_start(str(start), limits)
        return self._other

    def solve(
        self,
        start: str | None = None,
        *,
        algorithm: str = "auto",
        remember: str = "auto",
        all: bool | int = False,
        any: bool = False,
        time: float | None = None,
        memory: int | str | None = None,
        states: int | None = None,
        depth: int | None = None,
        bound_memory: int | str | None = None,
        transpositions: int | str | None = None,
        threads: int | None = 1,
        progress: Progress | None = None,
    ) -> Answer:
        """A provably shortest solution, or the proof that there is none.

        `all` counts all shortest solutions and lists the first 100, or as many as it says. `time` is in seconds,
        `memory` in bytes or a text such as "500M", `states` and `depth` are the most states to keep and moves to make; where one of
        these is reached the status of the answer is "limit". `threads` is for idastar; None: one for each processor.
        `progress` is called about ten times a second with the statistics so far; if it returns False the search ends, and an
        exception of its own goes through. So does Control-C.

        >>> import fewest
        >>> fewest.load("klotski").solve(states=1000)
        <Answer: limit (states)>
        """
        limits = options(algorithm=algorithm, remember=remember, all=all, any=any, time=time, memory=memory, states=states, depth=depth,
                         bound_memory=bound_memory, transpositions=transpositions, threads=threads, progress=progress)
        with self._lock:
            facts, handle = self._for(start, limits).solve(limits)
        return Answer._of(self, facts, handle)

    def check(self, moves: str | Iterable[str]) -> Check:
        """Plays moves from the start: words, or the text of a solution."""
        if isinstance(moves, str):
            text = moves.split()
            words = list(text[0]) if len(text) == 1 and self._letters() else text
        else:
            words = list(moves)
        with self._lock:
            verdict, played, state = self._handle.check(tuple(words))
        return Check(verdict == 0, _VERDICTS[verdict], played, State(state or "", self))

    def explore(
        self,
        start: str | None = None,
        *,
        from_goal: bool = False,
        hardest: int = 1,
        method: str = "auto",
        symmetry: str = "auto",
        time: float | None = None,
        memory: int | str | None = None,
        states: int | None = None,
        depth: int | None = None,
        threads: int | None = 1,
        progress: Progress | None = None,
    ) -> Exploration:
        """How many states there are at each number of moves from the start; with `from_goal`, to the goal.

        >>> import fewest
        >>> fewest.load("eight").explore(from_goal=True)
        <Exploration: 181,440 states, depth 31>
        """
        limits = options(time=time, memory=memory, states=states, depth=depth, threads=threads, progress=progress)
        with self._lock:
            facts = self._for(start, limits).explore(
                word(_core.METHODS, method, "method"), from_goal, number(hardest, "hardest"),
                word(_core.SYMMETRY_USES, symmetry, "symmetry"), limits)
        return Exploration._of(self, facts)

    def graph(
        self,
        start: str | None = None,
        *,
        depth: int | None = None,
        states: int | None = None,
        time: float | None = None,
        memory: int | str | None = None,
        progress: Progress | None = None,
    ) -> Graph:
        """The states within `depth` moves of the start, at most `states` of them (a million), and the moves between them."""
        limits = options(time=time, memory=memory, states=states, depth=depth, progress=progress)
        with self._lock:
            facts = self._for(start, limits).graph(limits)
        return Graph._of(self, facts)

    def generate(
        self,
        count: int = 1,
        *,
        depth: int | None = None,
        hardest: bool = False,
        unique: bool = False,
        seed: int = 0,
        time: float | None = None,
        memory: int | str | None = None,
        progress: Progress | None = None,
    ) -> list[State]:
        """Starts that can be solved: of `depth` moves, the hardest, or any. The same seed gives the same ones.

        >>> import fewest
        >>> [fewest.load("eight").solve(start).length for start in fewest.load("eight").generate(3, depth=20)]
        [20, 20, 20]
        """
        if depth is not None and hardest:
            raise ValueError("either depth or hardest")
        difficulty = "deepest" if hardest else "any" if depth is None else "exact"
        limits = options(time=time, memory=memory, progress=progress)
        with self._lock:
            starts, _ = self._handle.generate(_core.DIFFICULTIES[difficulty], depth or 0, number(count, "count"), unique,
                                              number(seed, "seed"), limits)
        return [State(start, self) for start in starts]

    # ---- For its results

    def _letters(self) -> bool:
        return self._handle.moves_are_letters()

    def _svg_state(self, state: str) -> str:
        with self._lock:
            return self._handle.svg_state(state)

    def _svg_path(self, states: Sequence[str], moves: Sequence[str], cost: int | None) -> str:
        with self._lock:
            return self._handle.svg_path(states, moves, cost)

    def _repr_svg_(self) -> str | None:
        start = self.start
        return None if start is None else start._repr_svg_()


@dataclass(frozen=True)
class Builtin:
    """A puzzle that is built in. Of a family such as tiles-RxC, R and C stand for numbers."""

    name: str
    summary: str
    source: str
    is_family: bool


def builtins() -> tuple[Builtin, ...]:
    """The built-in puzzles.

    >>> import fewest
    >>> "klotski" in [builtin.name for builtin in fewest.builtins()]
    True
    """
    return tuple(Builtin(name, summary, source, bool(is_family)) for name, summary, source, is_family in _core.builtins())


def _rules(text: bytes, name: str, level: int | None, count: str, words: bool, one_way: bool) -> tuple[bytes, str]:
    """A text as rules: as it stands, or translated from the form of another program; and what errors call it."""
    told = (number(level, "level"), word(_core.COUNTS, count, "count"), words, one_way)
    translated = _core.translate(text, name, *told)
    if translated is not None:
        return translated.encode(), f"{name} (as rules)"
    if level is not None or count != "auto" or words or one_way:
        raise PuzzleError(f"{name}: it is no file of another program, and level, count, words and one_way do not fit")
    return text, name


def parse(
    text: str | bytes,
    name: str = "<text>",
    *,
    start: str | None = None,
    goal: str | None = None,
    level: int | None = None,
    count: str = "auto",
    words: bool = False,
    one_way: bool = False,
    time: float | None = None,
    memory: int | str | None = None,
) -> Puzzle:
    """A puzzle from a text: in the puzzle language, a maze of 0 and 1, or in any form that the tool imports.

    >>> import fewest
    >>> puzzle = fewest.parse('''
    ... board  7
    ... pieces t f .
    ... move   step: t . -> . t
    ... move   hop:  t f . -> . f t
    ... move   step: . f -> f .
    ... move   hop:  . t f -> f t .
    ... start  t t t . f f f
    ... goal   f f f . t t t
    ... ''')
    >>> puzzle.solve().length
    15
    """
    content = text.encode() if isinstance(text, str) else bytes(text)
    rules, called = _rules(content, name, level, count, words, one_way)
    return Puzzle(_Recipe(called, rules, start, goal), options(time=time, memory=memory))


def load(
    name: str | os.PathLike[str],
    *,
    start: str | None = None,
    goal: str | None = None,
    level: int | None = None,
    count: str = "auto",
    words: bool = False,
    one_way: bool = False,
    time: float | None = None,
    memory: int | str | None = None,
) -> Puzzle:
    """A built-in puzzle by its name, or the puzzle in a file: a `.few` file, a maze, or a file of another program.

    Of a file with several levels `level` says which one, from 1. `count` says what counts as a move of Rush Hour ("slides",
    "steps") or Sokoban ("moves", "pushes").

    >>> import fewest
    >>> fewest.load("tiles-2x3").solve("4 5 x / 1 2 3").length
    21
    """
    known = os.fspath(name)
    limits = options(time=time, memory=memory)
    is_builtin = isinstance(name, str) and "/" not in known and _core.builtin_text(known) is not None
    if is_builtin or not os.path.exists(known):
        if level is not None or count != "auto" or words or one_way:
            raise PuzzleError(f"{known}: it is no file of another program, and level, count, words and one_way do not fit")
        return Puzzle(_Recipe(known, None, start, goal), limits)
    rules, called = _rules(Path(known).read_bytes(), known, level, count, words, one_way)
    return Puzzle(_Recipe(called, rules, start, goal), limits)


def levels(name: str | os.PathLike[str]) -> int:
    """How many levels or boards a file holds: 1, unless it is of a form that may hold several."""
    known = os.fspath(name)
    return _core.levels(Path(known).read_bytes(), known, 0, 0, False, False)
