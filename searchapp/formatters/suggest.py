"""The hits of a completion as suggestions: the value that fits what was typed, with the field and the id it is from."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

WORD = re.compile(r"\w+")
SIGNS = re.compile(r'[\s+\-!():^\[\]"{}~*?\\/&|<>=]')

Hits = Iterable[Mapping[str, Any]]
Suggestion = dict[str, Any]


def suggestions(whole: Hits, begun: Hits, typed: str, fields: Iterable[str], ranked: bool) -> list[Suggestion]:
    """First those whose whole value was typed; what differs in upper and lower case only is shown once.

    The others are in the order of their hits when these are `ranked`, else in that of the fields and of the alphabet.
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
    """The first value of a hit that fits what was typed, in the first of some ways to fit; None where none does."""
    values = [(name, text) for name in names for text in texts_of(hit, name)]
    for fit in fits:
        for name, text in values:
            if fit(text.casefold(), typed):
                return {"text": text, "_id": hit["_id"], "field": name}
    return None


def has_words(text: str, typed: str) -> bool:
    """Whether each word that was typed begins a word of the text."""
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
    """The values that begin as what was typed behind the name of a field, the most frequent first, as queries."""
    name, _, begun = typed.strip().partition(":")
    begun = begun.strip().lstrip('"').casefold()
    buckets = response["aggregations"]["values"]["buckets"]
    pairs = ((str(bucket["key"]), bucket["doc_count"]) for bucket in buckets)
    return [
        {"text": f"{name}:{quoted(value)}", "field": name, "kind": "value", "count": count}
        for value, count in pairs
        if value.casefold().startswith(begun)
    ]


def quoted(value: str) -> str:
    """The value as a query has it."""
    if not SIGNS.search(value):
        return value
    escaped = re.sub(r'["\\]', r"\\\g<0>", value)
    return f'"{escaped}"'
