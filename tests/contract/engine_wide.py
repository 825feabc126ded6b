"""Documents of about 340 fields of all types, each in a few of them: as wide as collections get."""

import random
from typing import Any

Body = dict[str, Any]

WORDS = ("kinase", "Kinases", "binding", "domain", "gene", "genes", "one", "two", "α", "l'un", "5'UTR", "x-ray", "the")
NUMBERS = {"keyword": 110, "text": 60, "long": 60, "double": 30, "float": 10, "boolean": 30, "date": 40}
"""How many fields of each type."""
UNUSUAL: dict[str, tuple[Body, ...]] = {
    "keyword": ({"normalizer": "lowercase"}, {"index": False}, {"doc_values": False}, {"ignore_above": 6}),
    "text": ({"analyzer": "simple"}, {"analyzer": "stop"}, {"index": False}, {"norms": False}),
    "long": ({"index": False}, {"type": "byte"}, {"type": "short", "null_value": 7}, {"type": "integer"}),
    "double": ({"null_value": 2.5}, {"index": False}),
    "boolean": ({"null_value": True}, {"index": False}, {"doc_values": False}),
    "date": (
        {"format": "yyyy-MM-dd||epoch_millis"},
        {"null_value": "2020-01-01"},
        {"index": False, "doc_values": False},
    ),
}
NULLS = 0.1
"""How many values are null."""


def mapping() -> Body:
    """Every fifth field of a type is an unusual one, every seventh stands in an object."""
    properties: Body = {}
    for kind, number in NUMBERS.items():
        unusual = UNUSUAL.get(kind, ({},))
        for place in range(number):
            definition = {"type": kind, **(unusual[place // 5 % len(unusual)] if place % 5 == 4 else {})}
            group, name = f"group{place % 3}", f"{kind}{place}"
            if place % 7 == 3:
                properties.setdefault(group, {"properties": {}})["properties"][name] = definition
            else:
                properties[name] = definition
    return {"properties": properties}


def without_norms() -> tuple[str, ...]:
    """The paths of texts without norms."""
    return tuple(".".join(path) for path, definition in _definitions(mapping()["properties"]) if "norms" in definition)


def documents(number: int) -> list[Body]:
    """Documents with some of the fields, many of them lists."""
    chance = random.Random("wide")
    leaves = [(path, definition["type"]) for path, definition in _definitions(mapping()["properties"])]
    return [_document(chance, place, leaves) for place in range(number)]


def _definitions(properties: Body, path: tuple[str, ...] = ()) -> Any:
    for name, definition in properties.items():
        if "properties" in definition:
            yield from _definitions(definition["properties"], (*path, name))
        else:
            yield (*path, name), definition


def _document(chance: random.Random, place: int, leaves: list[tuple[tuple[str, ...], str]]) -> Body:
    made: Body = {"_id": f"w{place}"}
    for path, kind in chance.sample(leaves, 40):
        inside = made
        for name in path[:-1]:
            inside = inside.setdefault(name, {})
        values = [_value(chance, kind) for _ in range(chance.choice((1, 1, 1, 2, 3)))]
        inside[path[-1]] = values[0] if len(values) == 1 else values
    return made


def _value(chance: random.Random, kind: str) -> Any:
    if chance.random() < NULLS:
        return None
    if kind == "text":
        return " ".join(chance.choices(WORDS, k=chance.randint(1, 8)))
    if kind == "keyword":
        return chance.choice((*WORDS, "a\nb", "", "A b"))
    if kind == "boolean":
        return chance.random() < 0.5
    if kind == "date":
        return f"20{chance.randint(10, 25)}-0{chance.randint(1, 9)}-1{chance.randint(0, 9)}"
    return chance.randint(-90, 300) / 8 if kind in ("double", "float") else chance.randint(-9, 30)
