"""Tables and pictures for notebooks, made of plain text."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, Sequence

if TYPE_CHECKING:
    from ._results import Graph

MOST_NODES = 400  # a larger graph is not drawn


def count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def depth_table(layers: Sequence[int], is_whole: bool) -> str:
    """The states at each depth, with bars."""
    widest = max(layers, default=1)
    rows = "".join(
        f"<tr><td style='text-align:right'>{depth}</td><td style='text-align:right'>{states:,}</td>"
        f"<td style='text-align:left'><div style='height:10px;width:{max(1, round(240 * states / widest))}px;background:#3f78c9'></div></td></tr>"
        for depth, states in enumerate(layers))
    rest = "" if is_whole else "<p>There are more: a limit was reached.</p>"
    return ("<table><thead><tr><th>depth</th><th>states</th><th style='text-align:left'></th></tr></thead>"
            f"<tbody>{rows}</tbody></table>{rest}")


def graph_picture(graph: Graph) -> str | None:
    """The states in columns by depth, the start on the left; goals have a ring. None: there are too many."""
    nodes = len(graph.states)
    if nodes == 0 or nodes > MOST_NODES:
        return None
    column, step, edge = 46, 22, 20
    heights = Counter(graph.depths)
    tallest = max(heights.values())
    placed: Counter[int] = Counter()
    places = []
    for depth in graph.depths:
        offset = (tallest - heights[depth]) * step / 2
        places.append((edge + column * depth, edge + offset + step * placed[depth]))
        placed[depth] += 1
    width, height = 2 * edge + column * max(graph.depths), 2 * edge + step * (tallest - 1)
    lines = []
    for source, target in sorted({(min(a, b), max(a, b)) for a, b in zip(graph.sources, graph.targets) if a != b}):
        (x, y), (u, v) = places[source], places[target]
        bend = f"Q{(x + u) / 2 + (14 if x == u else 0):g} {(y + v) / 2:g} {u:g} {v:g}"
        lines.append(f'<path d="M{x:g} {y:g}{bend}" fill="none" stroke="#a39a88"/>')
    goals = set(graph.goals)
    for node, (x, y) in enumerate(places):
        colour = "#c2410c" if node in goals else "#2b9494" if graph.depths[node] == 0 else "#3f78c9"
        lines.append(f'<circle cx="{x:g}" cy="{y:g}" r="6" fill="{colour}"><title>{escape(str(graph.states[node]))}</title></circle>')
        if node in goals:
            lines.append(f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="none" stroke="{colour}"/>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" role="img">'
            f"<title>{count(nodes, 'state')}</title>{''.join(lines)}</svg>")
