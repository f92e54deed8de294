"""Spaces of one's own: states are any hashable objects, moves a function from a state to those that one move leads to."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import islice
from typing import Any, Callable, Generic, Hashable, Iterable, NamedTuple, Tuple, TypeVar

from . import _core, _notebook
from ._options import Statistics, number, options
from ._results import Layered, numbers, unsolved

S = TypeVar("S", bound=Hashable)
Successors = Callable[[Any], Iterable[Any]]
_NOT_GIVEN: Any = object()  # None is a state like any other


class Step(NamedTuple):
    """What a successor function may give instead of a state: the state with a name of the move, and what it costs."""

    move: Any
    state: Any
    cost: int = 1


@dataclass(frozen=True)
class Path(Generic[S]):
    """States from a start to a goal, and the moves between them: those of the steps, or the states that were moved to."""

    states: Tuple[S, ...]
    moves: Tuple[Any, ...]

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        return f"<Path of {_notebook.count(len(self), 'move')} from {self.states[0]!r} to {self.states[-1]!r}>"


@dataclass(frozen=True)
class SpaceAnswer(Generic[S]):
    """How a search in a space of one's own ended. It is true where it found a path."""

    status: str  # "solved", "unsolvable" (which is proved), "limit" or "interrupted"
    limit: str | None
    paths: Tuple[Path[S], ...]
    path_count: int  # with all=True the number of all shortest paths, else 1; 0: there is none
    cost: int | None
    reason: str
    statistics: Statistics

    def __bool__(self) -> bool:
        return self.status == "solved"

    @property
    def path(self) -> Path[S]:
        """The first shortest path. Where there is none: Unsolvable, or Unsolved if that is not known."""
        if self.paths:
            return self.paths[0]
        raise unsolved(self.status, self.limit)

    @property
    def states(self) -> tuple[S, ...]:
        return self.path.states

    @property
    def moves(self) -> tuple[Any, ...]:
        return self.path.moves

    @property
    def length(self) -> int | None:
        return len(self.paths[0]) if self.paths else None

    def __repr__(self) -> str:
        if self.paths:
            return f"<SpaceAnswer: {self.paths[0]!r}>"
        return f"<SpaceAnswer: {self.status}{f' ({self.limit})' if self.limit else ''}>"


@dataclass(frozen=True, repr=False)
class SpaceExploration(Layered, Generic[S]):
    """A whole space of one's own, layer by layer."""

    status: str
    limit: str | None
    layers: array[int]
    states: int
    hardest: Tuple[S, ...]
    statistics: Statistics


class Space(Generic[S]):
    """A space of states. Make one of functions, or a class of your own that has these as methods.

    `successors(state)` gives the states that one move leads to, or a `Step` for each: always the same ones in the same order. A goal is a
    state, or a function that says whether a state is one. `predecessors(state)` gives the states from which one move leads
    there; where every move can be undone, `undirected=True` says so. `bound(state)` is a number that no path from there to a goal
    costs less than, or None: no goal can be reached; A* is right only if it is never too high.

    >>> import fewest
    >>> class Jugs(fewest.Space):
    ...     start = (0, 0)
    ...     def successors(self, state):
    ...         a, b = state
    ...         pour, back = min(a, 5 - b), min(b, 3 - a)
    ...         yield from [(3, b), (a, 5), (0, b), (a, 0), (a - pour, b + pour), (a + back, b - back)]
    ...     def is_goal(self, state):
    ...         return 4 in state
    >>> Jugs().bfs().states
    ((0, 0), (0, 5), (3, 2), (0, 2), (2, 0), (2, 5), (3, 4))
    >>> Jugs().explore()
    <SpaceExploration: 16 states, depth 7>
    """

    start: S
    goal: Any
    predecessors: Any
    undirected = False

    def __init__(self, start: S = _NOT_GIVEN, successors: Successors = _NOT_GIVEN, goal: Any = _NOT_GIVEN, *,
                 predecessors: Successors = _NOT_GIVEN, undirected: bool = _NOT_GIVEN,
                 bound: Callable[[S], int | None] = _NOT_GIVEN) -> None:
        given = {"start": start, "successors": successors, "predecessors": predecessors, "bound": bound, "undirected": undirected,
                 "is_goal" if callable(goal) else "goal": goal}
        for name, value in given.items():
            if value is not _NOT_GIVEN:
                setattr(self, name, value)

    def _part(self, name: str) -> Any:
        return getattr(self, name, None)

    def _search(self, explores: bool, hardest: int, given: Any) -> tuple[dict[str, Any], list[Any]]:
        successors = self._part("successors")
        if successors is None:
            raise TypeError("a space has a function `successors`")
        if not hasattr(self, "start"):
            raise TypeError("a space has a `start`")
        is_goal = self._part("is_goal")
        goals = (self._part("goal"),) if is_goal is None and hasattr(self, "goal") else None
        if is_goal is None and goals is None and not explores:
            raise TypeError("a space has a `goal` or a function `is_goal`")
        return _core.search((self._part("start"),), successors, self._part("predecessors"), bool(self.undirected), is_goal, goals,
                            self._part("bound"), Step, explores, hardest, given)

    def _path(self, states: list[S], numbers: list[int]) -> Path[S]:
        successors = self._part("successors")
        moves = []
        for state, index in zip(states, numbers):
            item = next(islice(iter(successors(state)), index, None), _NOT_GIVEN)
            if item is _NOT_GIVEN:
                raise ValueError(f"successors({state!r}) gave fewer states than before: it must always give the same ones in the same order")
            moves.append(item.move if type(item) is Step else item)
        return Path(tuple(states), tuple(moves))

    def solve(self, *, algorithm: str = "auto", **limits: Any) -> SpaceAnswer[S]:
        """A shortest path by the search that fits, or by the one that is named: `bfs`, `bidirectional`, `astar` or `idastar`.

        The limits are those of `Puzzle.solve`: all, any, time, memory, states, depth, progress. `memory` does not count the
        Python objects.
        """
        facts, found = self._search(False, 0, options(algorithm=algorithm, **limits))
        paths = tuple(self._path(states, numbers) for states, numbers in found)
        return SpaceAnswer(facts["status"], facts["limit"] or None, paths, facts["solution_count"],
                           facts["cost"] if paths else None, facts["reason"], Statistics._of(facts["statistics"]))

    def bfs(self, **limits: Any) -> SpaceAnswer[S]:
        """From the start, layer by layer; the cheapest first where steps have costs."""
        return self.solve(algorithm="bfs", **limits)

    def bidirectional(self, **limits: Any) -> SpaceAnswer[S]:
        """From both ends: needs a goal that is a state, and `predecessors` or `undirected`; without them it is `bfs`."""
        return self.solve(algorithm="bidirectional", **limits)

    def astar(self, **limits: Any) -> SpaceAnswer[S]:
        """The most promising state first: needs `bound`."""
        if self._part("bound") is None:
            raise TypeError("A* needs a function `bound`")
        return self.solve(algorithm="astar", **limits)

    def explore(self, *, hardest: int = 1, **limits: Any) -> SpaceExploration[S]:
        """How many states there are at each number of moves from the start; costs play no part."""
        facts, found = self._search(True, number(hardest, "hardest"), options(**limits))
        return SpaceExploration(facts["status"], facts["limit"] or None, numbers(facts["layers"]), facts["states"], tuple(found),
                                Statistics._of(facts["statistics"]))


def bfs(start: S, successors: Successors, goal: Any, **limits: Any) -> SpaceAnswer[S]:
    """A shortest path from the start to a goal, layer by layer. The goal is a state, or a function that knows one.

    >>> import fewest
    >>> fewest.bfs(1, lambda n: [n * 2, n + 3], 100).states
    (1, 4, 8, 11, 22, 25, 50, 100)
    """
    return Space(start, successors, goal).bfs(**limits)


def bidirectional(start: S, successors: Successors, goal: S, predecessors: Successors | None = None, **limits: Any) -> SpaceAnswer[S]:
    """A shortest path, searched for from both ends. Without `predecessors`, every move must be one that can be undone.

    >>> import fewest
    >>> knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    >>> fewest.bidirectional((0, 0), lambda at: [(at[0] + x, at[1] + y) for x, y in knight], (7, 8)).length
    5
    """
    space = Space(start, successors, undirected=predecessors is None)
    space.goal = goal
    if predecessors is not None:
        space.predecessors = predecessors
    return space.bidirectional(**limits)


def astar(start: S, successors: Successors, goal: Any, bound: Callable[[S], int | None], **limits: Any) -> SpaceAnswer[S]:
    """A cheapest path, the most promising state first. `bound` must never be more than what is left.

    >>> import fewest
    >>> def roads(at):
    ...     return [fewest.Step("walk", at + 1, 3), fewest.Step("ride", at + 5, 7)]
    >>> found = fewest.astar(0, roads, 13, lambda at: max(0, 13 - at))
    >>> found.moves, found.cost
    (('walk', 'walk', 'walk', 'ride', 'ride'), 23)
    """
    return Space(start, successors, goal, bound=bound).astar(**limits)
