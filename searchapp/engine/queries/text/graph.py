"""Token graphs: the paths through tokens of which some cover several positions, such as synonyms of several words.

    small nuclear      segments(tokens) -> [[[small, nuclear], [snu]], [[rna]]]
      \\-- snu --/ rna

A segment lies between two positions that all paths share. It has one or several paths, which are called ways here.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ...analysis.analyzers import Token

MAX_WAYS = 1000
"""The maximum number of paths through a segment."""


class Arc(NamedTuple):
    """A token as an edge of the graph, from one position to another."""

    token: Token
    start: int
    end: int
    step: int
    """The distance of the token from the previous one."""


Way = list[Arc]


def is_graph(tokens: Sequence[Token]) -> bool:
    """Whether a token covers several positions."""
    return any(token.span > 1 for token in tokens)


def segments(tokens: Sequence[Token]) -> list[list[Way]]:
    """The segments of the tokens, each with its ways."""
    arcs = _arcs(tokens)
    final = max(arc.end for arc in arcs)
    arcs = _alive(arcs, final)
    ends = sorted({arc.end for arc in arcs})
    joints = [place for place in ends if not any(arc.start < place < arc.end for arc in arcs)]
    return [list(islice(_ways(arcs, start, end), MAX_WAYS)) for start, end in zip([0, *joints], joints, strict=False)]


def is_one_position(ways: Sequence[Way]) -> bool:
    """Whether all ways through a segment are single tokens."""
    return all(len(way) == 1 for way in ways)


def placed(way: Sequence[Arc]) -> list[Token]:
    """The tokens of a way with their positions in a phrase."""
    position, tokens = 0, []
    for arc in way:
        position += arc.step
        tokens.append(arc.token._replace(position=position))
    return tokens


def spanned(parts: Sequence[Sequence[Way]], chosen: Sequence[Way]) -> list[Token]:
    """The tokens of a way of each segment, with the positions that they have in an exact phrase, from 0.

    As in Lucene, gaps count only in segments with several ways, and one word too early: the gap before the second word
    is put before the first word.
    """
    position, tokens = 0, []
    for ways, way in zip(parts, chosen, strict=True):
        gaps = [0] * len(way) if is_one_position(ways) else [arc.step - 1 for arc in way]
        for arc, gap in zip(way, [sum(gaps[:2]), *gaps[2:], 0], strict=False):
            position += gap
            tokens.append(arc.token._replace(position=position))
            position += 1
    return tokens


def _arcs(tokens: Sequence[Token]) -> list[Arc]:
    """The edges of the tokens. A token after a gap covers the gap too."""
    arcs, start, step, before = [], 0, 1, -1
    for token in tokens:
        if token.position != before:
            start, step, before = before + 1, token.position - before, token.position
        arcs.append(Arc(token, start, token.position + token.span, step))
    return arcs


def _alive(arcs: list[Arc], final: int) -> list[Arc]:
    """The edges on a path from the first position to the last."""
    reached, leads = {0}, {final}
    for arc in sorted(arcs, key=lambda arc: arc.start):
        if arc.start in reached:
            reached.add(arc.end)
    for arc in sorted(arcs, key=lambda arc: arc.start, reverse=True):
        if arc.end in leads:
            leads.add(arc.start)
    return [arc for arc in arcs if arc.start in reached and arc.end in leads]


def _ways(arcs: Sequence[Arc], start: int, end: int) -> Iterator[Way]:
    if start == end:
        yield []
    for arc in arcs:
        if arc.start == start and arc.end <= end:
            yield from ([arc, *rest] for rest in _ways(arcs, arc.end, end))
