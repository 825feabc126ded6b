"""Makes suggestions from the hits of a completion: the value that matches the typed text, with its field and id."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

WORD = re.compile(r"\w+")
SIGNS = re.compile(r'[\s+\-!():^\[\]"{}~*?\\/&|<>=]')

Hits = Iterable[Mapping[str, Any]]
Suggestion = dict[str, Any]


def suggestions(whole: Hits, begun: Hits, typed: str, fields: Iterable[str], ranked: bool) -> list[Suggestion]:
    """The suggestions; values that equal the typed text come first. Values that differ only in case are returned once.

    The other suggestions keep the order of their hits if these are `ranked`; else they are sorted by field and text.
    """
    names = sorted_names(fields)
    typed = typed.strip().casefold()
    first = [one for hit in whole if (one := suggestion(hit, typed, names, str.__eq__))]
    others = [one for hit in begun if (one := suggestion(hit, typed, names, str.startswith, has_words))]
    if not ranked:
        others.sort(key=lambda one: (names.index(one["field"]), one["text"].casefold()))
    found: dict[str, Suggestion] = {}
    for one in (*first, *others):
        found.setdefault(one["text"].casefold(), one)
    return list(found.values())


def sorted_names(fields: Iterable[str]) -> list[str]:
    """The names of fields with weights such as `symbol^8`, the heaviest first."""
    weighted = [field.partition("^") for field in fields]
    return [name for name, _, weight in sorted(weighted, key=lambda field: -float(field[2] or 1))]


def suggestion(
    hit: Mapping[str, Any], typed: str, names: list[str], *fits: Callable[[str, str], bool]
) -> Suggestion | None:
    """The first value of a hit that passes a test, in the order of the tests; None without a match."""
    values = [(name, text) for name in names for text in texts_of(hit, name)]
    for fit in fits:
        for name, text in values:
            if fit(text.casefold(), typed):
                return {"text": text, "_id": hit["_id"], "field": name}
    return None


def has_words(text: str, typed: str) -> bool:
    """Whether each typed word is the beginning of a word of the text."""
    words = WORD.findall(text)
    return all(any(word.startswith(begun) for word in words) for begun in WORD.findall(typed))


def texts_of(hit: Mapping[str, Any], name: str) -> Iterator[str]:
    """The texts at a dotted name of a hit, through lists."""
    yield from ([hit["_id"]] if name == "_id" else texts_at(hit.get("_source") or {}, name))


def texts_at(value: Any, name: str) -> Iterator[str]:
    if isinstance(value, list):
        for element in value:
            yield from texts_at(element, name)
    elif isinstance(value, Mapping):
        if name in value:
            yield from texts_at(value[name], "")
        head, _, rest = name.partition(".")
        if rest and head in value:
            yield from texts_at(value[head], rest)
    elif isinstance(value, str) and not name:
        yield value


def value_suggestions(response: Mapping[str, Any], typed: str) -> list[Suggestion]:
    """The values of a field that begin with the typed text `field:value`, as queries, the most frequent first."""
    name, _, begun = typed.strip().partition(":")
    begun = begun.strip().lstrip('"').casefold()
    buckets = response["aggregations"]["values"]["buckets"]
    pairs = ((str(bucket["key"]), bucket["doc_count"]) for bucket in buckets)
    return [
        {"text": f"{name}:{quoted(value)}", "field": name.replace("\\", ""), "kind": "value", "count": count}
        for value, count in pairs
        if value.casefold().startswith(begun)
    ]


def quoted(value: str) -> str:
    """The value as it is written in a query, with quotes if it needs them."""
    if not SIGNS.search(value):
        return value
    escaped = re.sub(r'["\\]', r"\\\g<0>", value)
    return f'"{escaped}"'
