"""What a puzzle answers: plain values that can be pickled, and that show themselves in a notebook."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Tuple, overload

from . import _core, _notebook
from ._errors import Error, Unsolvable, Unsolved
from ._options import Statistics

if TYPE_CHECKING:
    from ._puzzle import Puzzle


class State(str):
    """A state of a puzzle as it is written after `start` in a puzzle file. It is a str; in a notebook it is drawn.

    >>> import fewest
    >>> state = fewest.load("eight").solve().states[0]
    >>> state
    State('234 / 15x / 768')
    >>> state.svg[:4]
    '<svg'
    """

    puzzle: Puzzle

    def __new__(cls, text: str, puzzle: Puzzle) -> State:
        made = super().__new__(cls, text)
        made.puzzle = puzzle
        return made

    def __repr__(self) -> str:
        return f"State({str.__repr__(self)})"

    def __reduce__(self) -> tuple[type[State], tuple[str, Puzzle]]:
        return State, (str(self), self.puzzle)

    @property
    def svg(self) -> str:
        """A picture of the state, as `fewest solve --svg` draws it."""
        return self.puzzle._svg_state(self)

    def _repr_svg_(self) -> str | None:
        return _drawn(self)


def _drawn(what: State | Solution) -> str | None:
    """The picture for a notebook; None where it cannot be drawn, for instance because it is too large."""
    try:
        return what.svg
    except Error:
        return None


class States(Sequence[State]):
    """The states of a solution, from the start to the goal. Each is made when it is asked for."""

    def __init__(self, puzzle: Puzzle, length: int, source: _core.Answer | tuple[str, ...], solution: int) -> None:
        self._puzzle = puzzle
        self._length = length
        self._source = source
        self._solution = solution

    def __len__(self) -> int:
        return self._length

    def _text(self, index: int) -> str:
        if isinstance(self._source, tuple):
            return self._source[index]
        return self._source.state(self._solution, index)

    @overload
    def __getitem__(self, index: int) -> State: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[State, ...]: ...
    def __getitem__(self, index: int | slice) -> State | tuple[State, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(self._length)))
        index = index + self._length if index < 0 else index
        if not 0 <= index < self._length:
            raise IndexError("there is no such state")
        return State(self._text(index), self._puzzle)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and not isinstance(other, str) and len(other) == len(self) and all(
            a == b for a, b in zip(self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{self._length} states from {str(self[0])!r} to {str(self[-1])!r}>"

    def __reduce__(self) -> tuple[type[States], tuple[Puzzle, int, tuple[str, ...], int]]:
        return States, (self._puzzle, self._length, tuple(self._text(i) for i in range(self._length)), 0)


class Solution(Sequence[str]):
    """A shortest solution: the sequence of its moves, with the states between them.

    >>> import fewest
    >>> solution = fewest.load("frogs").solve().solution
    >>> len(solution), solution[0], len(solution.states)
    (15, 'T-step', 16)
    """

    def __init__(self, puzzle: Puzzle, moves: tuple[str, ...], states: States, cost: int, has_costs: bool) -> None:
        self.puzzle = puzzle
        self.moves = moves
        self.states = states
        self.cost = cost
        self._has_costs = has_costs

    def __len__(self) -> int:
        return len(self.moves)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self.moves[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self.moves == other.moves and self.states == other.states

    def __hash__(self) -> int:
        return hash(self.moves)

    def __str__(self) -> str:
        """The moves as the tool prints them, and as `Puzzle.check` reads them."""
        joined = self.puzzle._letters() and all(len(move) == 1 for move in self.moves)
        return ("" if joined else " ").join(self.moves)

    def __repr__(self) -> str:
        text = str(self)
        return f"<Solution of {_notebook.count(len(self), 'move')}: {text if len(text) < 60 else text[:57] + '...'}>"

    @property
    def svg(self) -> str:
        """A strip of pictures, or one picture with the path where one piece walks about."""
        return self.puzzle._svg_path(self.states, self.moves, self.cost if self._has_costs else None)

    def _repr_svg_(self) -> str | None:
        return _drawn(self)


@dataclass(frozen=True)
class Answer:
    """How a search ended. It is true where it found a solution.

    >>> import fewest
    >>> answer = fewest.load("eight").solve(all=True)
    >>> answer.status, answer.length, answer.solution_count
    ('solved', 19, 4)
    >>> str(answer.solution)
    'ullddrurdllurdruldr'
    >>> bool(fewest.load("eight").solve("1 2 3 / 4 5 6 / 8 7 x"))
    False
    """

    puzzle: Puzzle
    status: str  # "solved", "unsolvable" (which is proved), "limit" or "interrupted"
    limit: str | None  # where the status is "limit": "memory", "time", "states" or "depth"
    within: int | None  # what the puzzle allows a solution to cost, if it does
    solutions: Tuple[Solution, ...]  # those that are listed, the first in the order of the rules first
    solution_count: int  # with all=True the number of all shortest solutions, else 1; 0: there is none
    reason: str  # which search ran, and why that one
    statistics: Statistics

    @classmethod
    def _of(cls, puzzle: Puzzle, facts: Mapping[str, Any], handle: _core.Answer) -> Answer:
        solutions = []
        for number in range(facts["listed"]):
            moves = handle.moves(number)
            states = States(puzzle, len(moves) + 1, handle, number)
            solutions.append(Solution(puzzle, moves, states, facts["cost"], facts["has_costs"]))
        within = facts["within"]
        return cls(puzzle, facts["status"], facts["limit"] or None, None if within == 2**64 - 1 else within, tuple(solutions),
                   facts["solution_count"], facts["reason"], Statistics._of(facts["statistics"]))

    def __bool__(self) -> bool:
        return self.status == "solved"

    @property
    def solution(self) -> Solution:
        """The first shortest solution. Where there is none: Unsolvable, or Unsolved if that is not known."""
        if self.solutions:
            return self.solutions[0]
        raise unsolved(self.status, self.limit)

    @property
    def moves(self) -> tuple[str, ...]:
        return self.solution.moves

    @property
    def states(self) -> States:
        return self.solution.states

    @property
    def length(self) -> int | None:
        """The moves of a shortest solution; None: there is none, or it is not known."""
        return len(self.solutions[0]) if self.solutions else None

    @property
    def cost(self) -> int | None:
        return self.solutions[0].cost if self.solutions else None

    def __repr__(self) -> str:
        if self.solutions:
            found = f"{_notebook.count(len(self.solutions[0]), 'move')}: {self.solutions[0]}"
            return f"<Answer: solved in {found if len(found) < 80 else found[:77] + '...'}>"
        return f"<Answer: {self.status}{f' ({self.limit})' if self.limit else ''}>"

    def _repr_svg_(self) -> str | None:
        return self.solutions[0]._repr_svg_() if self.solutions else None


def unsolved(status: str, limit: str | None) -> Error:
    """The exception for moves that are not there."""
    if status == "unsolvable":
        return Unsolvable("there is no solution: that is proved")
    return Unsolved(f"there is no solution to read: {f'the {limit} limit was reached' if limit else 'the search was interrupted'}")


@dataclass(frozen=True)
class Check:
    """What comes of moves that are played from the start."""

    solves: bool
    verdict: str  # "solves", "misses the goal", "a move fails", "too long"
    played: int
    state: State

    def __bool__(self) -> bool:
        return self.solves


class Layered:
    """What the layers of an exploration say."""

    status: str
    layers: array[int]
    states: int

    @property
    def depth(self) -> int:
        """The depth of the last layer."""
        return len(self.layers) - 1

    @property
    def is_whole(self) -> bool:
        return self.status == "solved"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {_notebook.count(self.states, 'state')}, depth {self.depth}{'' if self.is_whole else ', not all'}>"

    def _repr_html_(self) -> str:
        return _notebook.depth_table(self.layers, self.is_whole)


@dataclass(frozen=True, repr=False)
class Exploration(Layered):
    """A whole space, layer by layer. `layers` gives its memory to whoever asks, NumPy for instance.

    >>> import fewest
    >>> whole = fewest.load("tiles-2x3").explore()
    >>> whole.states, whole.depth, whole.layers[:6].tolist()
    (360, 21, [1, 3, 4, 4, 6, 10])
    >>> memoryview(whole.layers).format, str(whole.hardest[0])
    ('Q', '134 / 2x5')
    """

    puzzle: Puzzle
    status: str  # "solved": all of it; "limit" or "interrupted": the layers that were finished
    limit: str | None
    layers: array[int]  # how many states are at each depth
    states: int
    hardest: Tuple[State, ...]  # states of the last layer
    method: str
    statistics: Statistics

    @classmethod
    def _of(cls, puzzle: Puzzle, facts: Mapping[str, Any]) -> Exploration:
        return cls(puzzle, facts["status"], facts["limit"] or None, numbers(facts["layers"]), facts["states"],
                   tuple(State(text, puzzle) for text in facts["hardest"]), facts["method"], Statistics._of(facts["statistics"]))


@dataclass(frozen=True)
class Edge:
    """A move of a graph: from which node to which, its word and its cost."""

    source: int
    target: int
    move: str
    cost: int


@dataclass(frozen=True)
class Graph:
    """The states around the start, nearest first, and the moves between them, as columns.

    >>> import fewest
    >>> graph = fewest.load("wolf-goat-cabbage").graph()
    >>> len(graph.states), len(graph), graph.is_whole
    (10, 20, True)
    """

    puzzle: Puzzle
    is_whole: bool  # no state and no move was left out
    states: Tuple[State, ...]
    depths: array[int]
    goals: Tuple[int, ...]  # the nodes that are goals
    sources: array[int]
    targets: array[int]
    costs: array[int]
    moves: Tuple[str, ...]

    @classmethod
    def _of(cls, puzzle: Puzzle, facts: Mapping[str, Any]) -> Graph:
        goals = tuple(node for node, is_goal in enumerate(numbers(facts["goals"])) if is_goal)
        return cls(puzzle, facts["is_whole"], tuple(State(text, puzzle) for text in facts["states"]), numbers(facts["depths"]), goals,
                   numbers(facts["sources"]), numbers(facts["targets"]), numbers(facts["costs"]), facts["moves"])

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Edge]:
        return map(Edge, self.sources, self.targets, self.moves, self.costs)

    def to_networkx(self) -> Any:
        """A networkx.DiGraph: nodes are states with `depth` and `is_goal`, edges have `move` and `cost`."""
        import networkx  # type: ignore[import]

        made = networkx.DiGraph()
        goals = set(self.goals)
        for node, state in enumerate(self.states):
            made.add_node(str(state), depth=self.depths[node], is_goal=node in goals)
        for edge in self:
            made.add_edge(str(self.states[edge.source]), str(self.states[edge.target]), move=edge.move, cost=edge.cost)
        return made

    def __repr__(self) -> str:
        return f"<Graph: {_notebook.count(len(self.states), 'state')}, {_notebook.count(len(self), 'move')}>"

    def _repr_svg_(self) -> str | None:
        return _notebook.graph_picture(self)


def numbers(given: bytes) -> array[int]:
    made = array("Q")
    made.frombytes(given)
    return made
