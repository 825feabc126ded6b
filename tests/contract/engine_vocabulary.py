"""What random requests are made of: the fields of a collection by their kinds, and values that are in them."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Names = tuple[str, ...]

WHOLE, FLOATS = ("long", "integer", "short", "byte"), ("float", "double")
KEPT = 60
"""Values of a field, common words, rare words, phrases: as many of each."""
FEW = 400
STUDIED = 3000
"""Documents from which values are taken."""
UNMAPPED = ("nope", "_id")


@dataclass(frozen=True)
class Vocabulary:
    """Names of fields by kind, and what to look for in them."""

    text: Names
    keywords: Names
    whole: Names
    floats: Names
    dates: Names
    booleans: Names
    addresses: Names
    odd: Names
    """Objects, unmapped names, fields that are not indexed."""
    few: Names
    """Fields with few values."""
    steps: Names
    """Numbers for histograms."""
    nested: Mapping[str, Names]
    """The leaves below each nested object."""
    patterns: Names
    """Patterns of names."""
    sources: Names
    marked: Names
    """Fields to highlight: a node puts what is copied from many fields together in an order that changes."""
    words: Names
    symbols: Names
    phrases: Names
    values: Mapping[str, tuple[Any, ...]]
    ids: Names
    apart: Names = ()
    """Texts that are not asked in combined_fields: those whose synonyms have several words, or without norms."""

    @property
    def numbers(self) -> Names:
        return self.whole + self.floats

    @property
    def strings(self) -> Names:
        return self.text + self.keywords

    @property
    def fields(self) -> Names:
        return self.strings + self.numbers + self.dates + self.booleans + self.addresses


class Random(random.Random):
    """A source of random choices, with the words to choose from."""

    vocabulary: Vocabulary


def random_of(seed: str, vocabulary: Vocabulary) -> Random:
    """The same choices for the same seed and vocabulary."""
    made = Random(seed)
    made.vocabulary = vocabulary
    return made


def vocabulary_of(mapping: Mapping[str, Any], documents: Sequence[dict[str, Any]]) -> Vocabulary:
    """What is found in some of the documents by the mapping's leaves; the fields with few values have few in all."""
    chance = random.Random("vocabulary")
    some = list(documents[:: max(len(documents) // STUDIED, 1)])
    chance.shuffle(some)
    kinds = dict(leaves(mapping["properties"]))
    nested = {name: tuple(path for path in kinds if path.startswith(f"{name}.")) for name in _named(mapping, "nested")}
    inside = {leaf for below in nested.values() for leaf in below}
    objects = tuple(_named(mapping, None))
    found = _values(some, kinds)

    def of(*types: str) -> Names:
        return tuple(name for name, kind in kinds.items() if kind in types and name not in inside)

    keywords, text = of("keyword"), of("text")
    numbers = of(*WHOLE, *FLOATS)
    words, phrases = _words(value for name in text for value in found[name])
    values = {name: tuple(list(dict.fromkeys(found[name]))[:KEPT]) or ("nope",) for name in kinds}
    every = _values(documents, kinds) if len(some) < len(documents) else found
    few = tuple(name for name in keywords + numbers + of("boolean", "date") if len(set(every[name])) < FEW)
    return Vocabulary(
        text=text,
        keywords=keywords,
        whole=of(*WHOLE),
        floats=of(*FLOATS),
        dates=of("date"),
        booleans=of("boolean"),
        addresses=of("ip"),
        odd=(*UNMAPPED, *objects, *sorted(inside)),
        few=few,
        steps=tuple(name for name in few if name in numbers) or numbers,
        nested=nested,
        patterns=("*", "nope*", *(f"{name}.*" for name in objects), *(f"{name[:1]}*" for name in keywords[:2])),
        sources=("", "*", "nope", "*.name", *text[:3], *keywords[:3], *objects, *(f"{name}.*" for name in objects[:2])),
        marked=tuple(name for name in keywords + text if name != "all"),
        words=words,
        symbols=tuple(str(value) for name in keywords[:8] for value in values[name][:8]),
        phrases=phrases,
        values={name: words if name in text else given for name, given in values.items()},
        ids=(*(document["_id"] for document in some[:5]), "nope", "5"),
    )


def leaves(properties: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Path and type of each leaf and sub-field."""
    for name, definition in properties.items():
        path = prefix + name
        if "properties" in definition:
            yield from leaves(definition["properties"], f"{path}.")
            continue
        yield path, definition["type"]
        yield from leaves(definition.get("fields", {}), f"{path}.")


def _named(mapping: Mapping[str, Any], kind: str | None) -> Iterator[str]:
    """The objects of a type at the top; None is all."""
    for name, definition in mapping["properties"].items():
        if "properties" in definition and kind in (None, definition.get("type")):
            yield name


def _values(documents: Iterable[dict[str, Any]], kinds: Mapping[str, str]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for document in documents:
        for path, value in _found(document, ""):
            for name in (path, f"{path}.raw"):
                if name in kinds:
                    found[name].append(value)
            if kinds.get("all") == "text":
                found["all"].append(value)
    return found


def _found(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _found(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for inner in value:
            yield from _found(inner, path)
    elif value is not None and path != "_id":
        yield path, value


def _words(texts: Iterable[Any]) -> tuple[Names, Names]:
    """Common and rare words, and phrases, from texts."""
    counts: Counter[str] = Counter()
    phrases = []
    for number, text in enumerate(texts):
        parts = str(text).split()
        counts.update(parts)
        if len(parts) > 2 and number % 7 == 0:
            start = number % (len(parts) - 1)
            phrases.append(" ".join(parts[start : start + 2 + number % 3]))
    ranked = [word for word, _ in counts.most_common()]
    rare = ranked[KEPT :: max(len(ranked) // KEPT, 1)]
    return (*ranked[:KEPT], *rare), (*dict.fromkeys(phrases[: KEPT * 3]), "one two", "...")
