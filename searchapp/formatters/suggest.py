"""Makes suggestions from the hits of a completion: the value that matches the typed text, with its field and id."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from ..protocols import Completed, value_counts
from ..querystring.folding import folded
from ..querystring.names import last_value, plain_name, scope_name, weight_of
from ..querystring.writing import escaped_name, phrase_text

WORD, WORDS = re.compile(r"\w+"), re.compile(r"[^\W_]+")
WORD_END = re.compile(r"[ ,;:/()-]")
SIGNS = re.compile(r'[\s+\-!():^\[\]"{}~*?\\/&|<>=]')

MAX_VALUE = 80
"""The maximum length of a suggested value."""

Hits = Iterable[Mapping[str, Any]]
Suggestion = dict[str, Any]


class Fit(NamedTuple):
    """How well a value matches the typed text, as a sort key; `rank` is the rank of its field."""

    is_inside: bool
    rank: int
    has_more_words: bool
    length: int
    folded: str


Fitting = tuple[Fit, Suggestion]


def suggestions(whole: Hits, begun: Hits, typed: str, completed: Completed, size: int) -> list[Suggestion]:
    """At most `size` suggestions. Values that equal the typed text come first; each text is returned once.

    The others keep the order of the hits if these are ranked, else they have the order of `in_order`.
    """
    names = sorted_names(completed.fields)
    first = [one for hit in whole for one in equal_value(hit, folded(typed.strip()), names)]
    typed = folded(typed.lstrip())
    if completed.is_ranked:
        others = [one for hit in begun for one in best_value(hit, typed, names)]
    else:
        texts = {name for name in names if name in completed.texts}
        kinds = {name for name in names if name not in texts}, texts
        fitting = (one for hit in begun for one in code_and_text(hit, typed, names, kinds))
        others = in_order(fitting, texts, (size + 1) // 2)
    found: dict[str, Suggestion] = {}
    for one in (*first, *(one for _, one in others)):
        found.setdefault(one["text"].casefold(), one)
    return list(found.values())[:size]


def in_order(fitting: Iterable[Fitting], texts: Collection[str], most: int) -> list[Fitting]:
    """Values that begin with the typed text, then values that have its words.

    Within each group, values of the heaviest field come first, then values that differ only in the last word, then
    short values. At most `most` codes of heavier fields come before a text.
    """
    ordered = sorted(fitting, key=lambda pair: pair[0])
    known: dict[str, Fitting] = {}
    for each in ordered:
        known.setdefault(each[1]["text"].casefold(), each)
    begun = [each for each in known.values() if not each[0].is_inside]
    worded = [each for each in begun if each[1]["field"] in texts]
    heavier = [each for each in begun if worded and each[0].rank < worded[0][0].rank]
    first = [*heavier[:most], *worded, *heavier[most:]]
    rest = [each for each in known.values() if each not in first]
    return [*first, *rest]


def code_and_text(
    hit: Mapping[str, Any], typed: str, names: Sequence[str], kinds: Iterable[Collection[str]]
) -> list[Fitting]:
    """The best code and the best text of a hit; the text alone if the code derives from it: `red_heart`, `redheart`."""
    found = [one for kind in kinds for one in best_value(hit, typed, names, kind)]
    letters = ["".join(WORDS.findall(fit.folded)) for fit, _ in found]
    return found[1:] if len(found) == 2 and letters[0] == letters[1] else found


def sorted_names(fields: Iterable[str]) -> list[str]:
    """The names of fields with weights such as `symbol^8`, the heaviest first."""
    return [scope_name(field) for field in sorted(fields, key=lambda field: -weight_of(field))]


def equal_value(hit: Mapping[str, Any], typed: str, names: Sequence[str]) -> Iterator[Suggestion]:
    """The first value of a hit that is equal to the typed text."""
    equal = ((name, text) for name in names for text in texts_of(hit, name) if folded(text) == typed)
    for name, text in islice(equal, 1):
        yield {"text": text, "_id": hit["_id"], "field": name}


def best_value(
    hit: Mapping[str, Any], typed: str, names: Sequence[str], chosen: Collection[str] | None = None
) -> Iterator[Fitting]:
    """The best matching value of a hit with its Fit; None without one. `chosen` limits the names."""
    ranks = ((rank, name) for rank, name in enumerate(names) if chosen is None or name in chosen)
    values = ((rank, name, text) for rank, name in ranks for text in texts_of(hit, name))
    fits = [(fit, name, text) for rank, name, text in values if (fit := fit_of(folded(text), typed, rank))]
    for fit, name, text in sorted(fits)[:1]:
        yield fit, {"text": text, "_id": hit["_id"], "field": name}


def fit_of(text: str, typed: str, rank: int) -> Fit | None:
    """The Fit of a value that begins with the typed text, or has a word for each typed beginning; else None."""
    begins = text.startswith(typed)
    if not begins and not has_words(text, typed):
        return None
    return Fit(not begins, rank, begins and bool(WORD_END.search(text, len(typed))), len(text), text)


def has_words(text: str, typed: str) -> bool:
    """Whether each typed word is the beginning of a word of the text."""
    begun = WORD.findall(typed)
    if not all(beginning in text for beginning in begun):  # most texts
        return False
    words = WORD.findall(text)
    return all(any(word.startswith(beginning) for word in words) for beginning in begun)


def texts_of(hit: Mapping[str, Any], name: str) -> Iterator[str]:
    """The texts at a dotted name of a hit, through lists."""
    yield from ([hit["_id"]] if name == "_id" else texts_at(hit.get("_source") or {}, name))


def texts_at(value: Any, name: str) -> Iterator[str]:
    """The texts at a dotted name of a value, through lists; none for other values."""
    if isinstance(value, list):
        for element in value:
            yield from texts_at(element, name)
    elif isinstance(value, dict):
        if name in value:
            yield from texts_at(value[name], "")
        head, _, rest = name.partition(".")
        if rest and head in value:
            yield from texts_at(value[head], rest)
    elif isinstance(value, str) and not name:
        yield value


def value_suggestions(response: Mapping[str, Any], typed: str) -> list[Suggestion]:
    """The values of a field that begin with the typed text `field:value`, as queries, the most frequent first."""
    found = last_value(typed)
    if not found:
        return []
    before, name, begun = found
    return [
        {**value_suggestion(name, value, count), "text": f"{before}{name}:{query_value(value)}"}
        for value, count in value_counts(response)
        if value and value.casefold().startswith(begun.strip().casefold())
    ]


def word_values(responses: Mapping[str, Mapping[str, Any]], typed: str) -> list[Suggestion]:
    """The values of several fields with a word for each typed beginning, as queries, the most frequent first."""
    begun = folded(typed.strip())
    found = [
        value_suggestion(escaped_name(name), value, count)
        for name, response in responses.items()
        for value, count in value_counts(response)
        if len(value) <= MAX_VALUE and has_words(folded(value), begun)
    ]
    return sorted(found, key=lambda one: -one["count"])


def value_suggestion(name: str, value: str, count: int) -> Suggestion:
    """A value of a field as a query; `name` is written as in a query."""
    return {"text": f"{name}:{query_value(value)}", "field": plain_name(name), "kind": "value", "count": count}


def query_value(value: str) -> str:
    """The value as it is written in a query, with quotes if it needs them."""
    return phrase_text(value) if SIGNS.search(value) else value
