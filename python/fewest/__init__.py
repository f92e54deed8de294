"""fewest: the fewest moves, provably.

    >>> import fewest
    >>> answer = fewest.load("eight").solve()
    >>> answer.length
    19
    >>> str(answer.solution)
    'ullddrurdllurdruldr'

`load` takes a built-in puzzle or a file, `parse` a text; `bfs`, `bidirectional` and `astar` search in spaces of your own. The language
of puzzles is described at the project's docs/language.md.
"""

from ._core import VERSION as __version__
from ._errors import Error, Interrupted, LimitReached, PuzzleError, Unsolvable, Unsolved
from ._options import Layer, Statistics
from ._puzzle import Builtin, Puzzle, builtins, levels, load, parse
from ._results import Answer, Check, Edge, Exploration, Graph, Solution, State, States
from ._space import Path, Space, SpaceAnswer, SpaceExploration, Step, astar, bfs, bidirectional

__all__ = [
    "Answer", "Builtin", "Check", "Edge", "Error", "Exploration", "Graph", "Interrupted", "Layer", "LimitReached", "Path", "Puzzle",
    "PuzzleError", "Solution", "Space", "SpaceAnswer", "SpaceExploration", "State", "States", "Statistics", "Step", "Unsolvable", "Unsolved",
    "__version__", "astar", "bfs", "bidirectional", "builtins", "levels", "load", "parse",
]
