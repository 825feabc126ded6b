"""Asks the engine and a node the same, in every way there is, and tells what differs."""

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from tests.contract.engine_bodies import body
from tests.contract.engine_clauses import alone
from tests.contract.engine_collections import Collection
from tests.contract.engine_difference import ROUGH, USUAL, VERY_ROUGH, difference
from tests.contract.engine_known import Answer
from tests.contract.engine_refused import has_refused
from tests.contract.engine_shrink import Differs, shrunk
from tests.contract.engine_sides import BULK, Body, Embedded, Node, scrolled
from tests.contract.engine_vocabulary import Vocabulary, random_of

Named = tuple[str, Body]

BATCH = 20
SCROLLED = 0.05
FUZZY = re.compile(r"'fuzzy'|'fuzziness'|~")
FIRST_WORDS = "phrase_prefix"
"""With it a node looks for the first words of its first segments, the engine for those of the index."""
TOO_LONG = (400, "illegal_argument_exception")
"""The refusal to highlight a text that is too long; of hits with equal scores it may stand on the page of one side."""
MIXED = 0.2
"""Batches that go into one msearch of the engine too, with bodies that are refused."""
BY_FILTERS = 5000
"""Documents for each range from which a node counts a range facet by filters."""
LARGE = 4096
"""Documents from which the engine does not merge as soon as some are deleted."""
PAGES = 3
"""Pages behind the first of a sorted body."""
STAGES = ("loaded", "merged", "changed", "churned")


class Comparison:
    """Both sides, and the ways in which they are compared; each way gives what differs, or None."""

    def __init__(self, node: Node, engine: Embedded):
        self.node, self.engine = node, engine
        self.requests = 0
        self.rough = ROUGH
        self.filtered: tuple[str, ...] = ()
        """The range facets that a node counts by filters, in which a boolean reads the ends as texts."""
        self.has_segments = False
        """Whether the index of a node may have several segments."""
        self.deleted = self.is_large = False
        """Whether a node still counts deleted documents: `min_doc_count: 0` shows their terms, and their nested objects
        are part of scores and of the words that a fuzzy one becomes, which they are not in the engine. In a large
        collection, or after many changes, the engine merges at other times than a node, so that other deleted documents
        are part of both."""

    def difference(self, body: Body, one: Answer, other: Answer) -> str | None:
        if one[0] in (200, 400) and other[0] == 400 and one != other and self.is_unread(body, other):
            return None
        if self.has_segments and FIRST_WORDS in str(body) and one[0] == other[0] == 200:
            return None
        if any(facet in str(body) for facet in self.filtered):
            one, other = (_without_facets(answer) for answer in (one, other))
        if not self.deleted:
            return difference(body, one, other)
        if "highlight" in body and TOO_LONG in (one, other) and 200 in (one[0], other[0]):
            return None
        shown = str(body)
        if "'min_doc_count': 0" in shown:
            one, other = (_without_facets(answer) for answer in (one, other))
        is_nested = "'nested'" in shown
        is_rough = is_nested or self.is_large
        if is_rough and (FUZZY.search(shown) or "min_score" in body) and one[0] == other[0] == 200:
            return None
        return difference(body, one, other, self.rough if is_rough else USUAL)

    def is_unread(self, body: Body, refused: Answer) -> bool:
        """Whether both sides refuse a clause of the body alone so: in the body a node did not read it, or not first."""
        asked = ((one, self.node.search(one)) for one in alone(body) if self.engine.search(one) == refused)
        return any(answer[0] == 400 and difference(one, answer, refused) is None for one, answer in asked)

    def searched(self, body: Body) -> str | None:
        self.requests += 1
        return self.difference(body, self.node.search(body), self.engine.search(body))

    def scrolled(self, body: Body) -> str | None:
        self.requests += 1
        return self.difference(body, scrolled(self.node, body), scrolled(self.engine, body))

    def scrolled_by_first_id(self, body: Body) -> str | None:
        self.requests += 1
        return self.difference(body, scrolled(self.node, body, True), scrolled(self.engine, body, True))

    def paged(self, body: Body) -> str | None:
        """The pages behind the first, each asked for with the last sort values of the one before."""
        for _ in range(PAGES):
            following = self._next_page(body)
            if following is None:
                return None
            if found := self.searched(following):
                return f"{following['search_after']}: {found}"
            body = following
        return None

    def searched_together(self, bodies: list[Body], answers: list[Answer] | None = None) -> str | None:
        """One msearch, whose answers the engine may have given already; single searches where the whole fails."""
        self.requests += 1
        status, one = self.node.msearch(bodies)
        other_status, other = self.engine.msearch(bodies) if answers is None else (status, answers)
        if status != other_status:
            return f"msearch {status} {one} != {other_status} {other}"
        if status != 200:
            return next((found for found in map(self.searched, bodies) if found), None)
        self.requests += len(bodies)
        return next((found for found in map(self.difference, bodies, one, other) if found), None)

    def _next_page(self, body: Body) -> Body | None:
        """The body for what comes after this page; None where there is none, or where it depends on a score."""
        if "sort" not in body or "_score" in str(body["sort"]) or body.get("from"):
            return None
        status, answer = self.node.search(body)
        hits = answer["hits"]["hits"] if status == 200 else []
        return {**body, "search_after": hits[-1]["sort"]} if hits and "sort" in hits[-1] else None


def _without_facets(answer: Answer) -> Answer:
    status, found = answer
    return status, {**found, "aggregations": None} if status == 200 else found


@contextmanager
def staged(
    url: str, index: str, folder: str | Path, collection: Collection, asked: Sequence[str] = STAGES, seed: Any = 0
) -> Iterator[Iterator[tuple[str, Comparison]]]:
    """Both sides with the collection: loaded, with small changes merged, with several segments, and changed at random.

    Stages that are not `asked` are left out.
    """
    node, engine = Node(url, index), Embedded(folder, index)

    def stages() -> Iterator[tuple[str, Comparison]]:
        comparison = Comparison(node, engine)
        comparison.has_segments = len(collection.documents) > BULK
        if len(collection.documents) >= BY_FILTERS:
            comparison.filtered = tuple(f"'range': {{'field': '{name}'" for name in collection.vocabulary.booleans)
        for side in (node, engine):
            side.load(collection)
        if "loaded" in asked:
            yield "loaded", comparison
        if "merged" in asked:
            for side in (node, engine):
                side.change(collection.small_changes)
                side.merge()
            comparison.has_segments = False
            yield "merged", comparison
        if "changed" in asked:
            for side in (node, engine):
                side.change(collection.changes)
            comparison.has_segments = comparison.deleted = True
            comparison.is_large = len(collection.documents) > LARGE
            yield "changed", comparison
        if "churned" in asked:
            for side in (node, engine):
                side.change(collection.random_changes(seed))
            comparison.has_segments = comparison.deleted = comparison.is_large = True
            comparison.rough = VERY_ROUGH
            yield "churned", comparison

    try:
        yield stages()
    finally:
        node.remove()


def bodies(seed: Any, number: int, vocabulary: Vocabulary) -> Iterator[Named]:
    """Random bodies, each with the seed that makes just this one."""
    for place in range(number):
        name = f"{seed}:{place}"
        yield name, body(random_of(name, vocabulary))


def differences(comparison: Comparison, found: Iterator[Named]) -> Iterator[tuple[str, Body, str]]:
    """Name, smallest body and difference of each body that differs."""
    while batch := list(islice(found, BATCH)):
        together, answers, alone = _divided(comparison, batch)
        apart: list[tuple[str, Body, str]] = []
        if together and comparison.searched_together([given for _, given in together], answers):
            apart = [one for named in together for one in _different(comparison, [comparison.searched], *named)]
            if not apart:
                bodies = {"msearch": [given for _, given in together]}
                small = shrunk(bodies, lambda made: comparison.searched_together(made.get("msearch") or [{}]))
                yield f"{batch[0][0]} searched_together", small, comparison.searched_together(small["msearch"]) or ""
        yield from apart
        for named in alone:
            yield from _different(comparison, [comparison.searched], *named)
        for name, given in batch:
            yield from _different(comparison, list(_ways(comparison, name, given)), name, given)


def _divided(comparison: Comparison, batch: list[Named]) -> tuple[list[Named], list[Answer] | None, list[Named]]:
    """What goes into one msearch, the engine's answers, and what is asked for alone: what may fail the whole."""
    if random.Random(batch[0][0]).random() < MIXED and not any(has_refused(given) for _, given in batch):
        return batch, None, []
    answers = [comparison.engine.search(given) for _, given in batch]
    good = [(named, answer) for named, answer in zip(batch, answers, strict=True) if answer[0] == 200]
    alone = [named for named, answer in zip(batch, answers, strict=True) if answer[0] != 200]
    return [named for named, _ in good], [answer for _, answer in good], alone


def _ways(comparison: Comparison, name: str, given: Body) -> Iterator[Differs]:
    """Further ways to ask for a body."""
    if "sort" in given:
        yield comparison.paged
    chance = random.Random(name).random()
    if chance < SCROLLED:
        yield comparison.scrolled if chance < SCROLLED / 2 else comparison.scrolled_by_first_id


def _different(comparison: Comparison, ways: list[Differs], name: str, given: Body) -> Iterator[tuple[str, Body, str]]:
    """The first way in which a body differs, if there is one."""
    for way in ways:
        if way(given):
            small = shrunk(given, way)
            yield f"{name} {way.__name__}", small, way(small) or ""
            return
