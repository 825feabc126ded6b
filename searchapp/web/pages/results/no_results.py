"""Advice for a query without hits: other searches, each with the number of its hits."""

import time
from collections import Counter as Sums
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ....components import Components, ItemType
from ....errors import none_on_error
from ....querystring.conjuncts import wanted_clauses
from ....querystring.parser import parse
from ....querystring.tree import Phrase, Text
from ....querystring.writing import escaped, is_word, phrase_text
from ...addresses import from_start, search_url
from ...response.links import Pairs

Options = Mapping[str, Any]

MAX_PARTS = 6
MAX_MEANT = 4
MAX_COLLECTIONS = 20
MAX_SECONDS = 2.0


class OtherSearch(NamedTuple):
    """Another search: its text, its address, and the number of its hits."""

    text: str
    href: str
    documents: int


class Advice(NamedTuple):
    meant: list[OtherSearch]
    without_filter: list[OtherSearch]
    parts: list[OtherSearch]
    wider: list[OtherSearch]
    others: list[OtherSearch]


def advice(components: Components, item_type: ItemType, options: Options, pairs: Pairs, data: Options) -> Advice:
    """Other searches for a query without hits. They are tried for two seconds at most; `data` is the answer to it."""
    q, filtered = options.get("q"), options.get("filter") or options.get("post_filter")
    counted = Counter(item_type, options)
    # fast counts come first, so that they are done in time on a busy machine
    free = from_start(pairs, filter=None, post_filter=None)
    freed = present([counted(q, free, str(q or "").strip() or "all documents") if filtered else None])
    if not isinstance(q, str) or not q.strip():
        return Advice([], freed, [], [], [])
    parts = wanted_clauses(q)[:MAX_PARTS]
    alone = each_alone(counted, q, parts, pairs)
    less = [] if freed else [counted(text, changed(pairs, q=text), text) for text in wider(q, parts)]
    others = in_other_collections(components, item_type, q, counted.deadline)
    lost = [] if freed else lost_parts(parts, alone)
    words = [counted(word, changed(pairs, q=word), word) for word in similar_words(item_type, lost, counted.deadline)]
    offered = [
        OtherSearch(each["q"], changed(pairs, q=each["q"]), each["total"]) for each in data.get("did_you_mean", ())
    ]
    return Advice([*offered, *present(words)], freed, [found for found in alone if found], present(less), others)


def advice_for_all(components: Components, q: str, pairs: Pairs, answers: Mapping[str, Options]) -> Advice:
    """Other searches of all collections, for a query without hits in any of them. They are tried for two seconds."""
    counted = counter_of_all(components, time.monotonic() + MAX_SECONDS)
    sums: Sums[str] = Sums()
    for each in (each for answer in answers.values() for each in answer.get("did_you_mean", ())):
        sums[each["q"]] += each["total"]
    offered = [OtherSearch(text, changed(pairs, q=text), total) for text, total in sums.most_common(MAX_MEANT)]
    parts = wanted_clauses(q)[:MAX_PARTS]
    alone = each_alone(counted, q, parts, pairs)
    less = [counted(text, changed(pairs, q=text), text) for text in wider(q, parts)]
    return Advice(offered, [], [found for found in alone if found], present(less), [])


def counter_of_all(components: Components, deadline: float) -> Callable[[Any, str, str], OtherSearch | None]:
    """A function like a Counter that counts the hits of the first `MAX_COLLECTIONS` collections."""
    counters = [Counter(one, {}, deadline) for one in [*components.item_types.values()][:MAX_COLLECTIONS]]

    def counted(q: Any, href: str, text: str) -> OtherSearch | None:
        found = [one for counter in counters if (one := counter(q, href, text))]
        return OtherSearch(text, href, sum(one.documents for one in found)) if found else None

    return counted


def each_alone(
    counted: Callable[[Any, str, str], OtherSearch | None], q: str, parts: list[str], pairs: Pairs
) -> list[OtherSearch | None]:
    """The search for each part of the query; none if it has one part only."""
    return [counted(part, changed(pairs, q=part), part) for part in parts] if parts != [q] else []


class Counter:
    """Counts the hits of other searches of an item type; None for a search that fails."""

    def __init__(self, item_type: ItemType, options: Options, deadline: float | None = None):
        self.search = item_type.pipeline.search
        self.name = item_type.name
        self.scopes = {key: options[key] for key in ("scopes", "userquery", "analyzer") if options.get(key)}
        self.deadline = deadline or time.monotonic() + MAX_SECONDS

    def __call__(self, q: Any, href: str, text: str) -> OtherSearch | None:
        given = {**self.scopes, "item_type": self.name, "size": 0, "deadline": self.deadline}
        answer = none_on_error(lambda: self.search(q, **given))
        return None if answer is None else OtherSearch(text, href, int(answer.get("total", 0)))


def in_other_collections(components: Components, item_type: ItemType, q: str, deadline: float) -> list[OtherSearch]:
    """The same query in the other collections that have hits for it. Only the first `MAX_COLLECTIONS` are asked."""
    others = [other for other in components.item_types.values() if other is not item_type][:MAX_COLLECTIONS]
    return present([Counter(other, {}, deadline)(q, search_url(other, q=q), other.title) for other in others])


def present(found: list[OtherSearch | None]) -> list[OtherSearch]:
    """The searches with hits."""
    return [one for one in found if one and one.documents]


def lost_parts(parts: list[str], alone: list[OtherSearch | None]) -> list[str]:
    """The parts of the query without hits, which may be misspelled; all parts if none was tried alone."""
    found = {one.text for one in alone if one and one.documents}
    return [part for part in parts if part not in found]


def changed(pairs: Pairs, q: str) -> str:
    return from_start(pairs, q=q, filter=None, post_filter=None)


def wider(q: str, parts: list[str]) -> Iterator[str]:
    """The texts of less strict searches for the same words."""
    if len(parts) > 1:
        yield " OR ".join(parts)
    if parts != [q.strip()]:
        return
    match parse(q):
        case Text(None):
            yield f"{q.strip()}*"
        case Text(_, text) if text:
            yield escaped(text)
        case Phrase(field, text) if field and text:
            yield phrase_text(text)


def similar_words(item_type: ItemType, parts: list[str], deadline: float) -> list[str]:
    """Words of the collection that are similar to words that no document has."""
    relaxer = item_type.pipeline.relaxer
    simple = [part for part in parts if is_word(part) and len(part) > 3]
    if relaxer is None or not simple:
        return []
    options = {"item_type": item_type.name, "deadline": deadline}
    words = none_on_error(lambda: relaxer.similar_words(simple, options)) or []
    return [word for word in words if word not in map(str.lower, simple)][:MAX_MEANT]
