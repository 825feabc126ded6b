"""The fields of a collection without a mapping, with names and types from a sample of its documents."""

from collections.abc import Iterable, Mapping
from typing import Any

from bson import Decimal128, ObjectId
from bson.datetime_ms import DatetimeMS
from bson.int64 import Int64

SAMPLE = 1000
MAX_KEYWORD = 256
PROSE = 4
"""A field counts as prose if one of its values has at least this many blanks."""
MAX_FIELDS = 1000
MAX_DEPTH = 20

Properties = dict[str, Any]
Kinds = dict[str, Any]


def mapping_of(documents: Iterable[Mapping[str, Any]], indexed: Iterable[str] = ()) -> Properties:
    """`properties` as in a mapping of a search engine; `index` says whether an index of MongoDB starts with it."""
    root: Kinds = {}
    budget = [MAX_FIELDS]
    for document in documents:
        look(document, root, budget, 0)
    root.pop("_id", None)
    return properties(root, frozenset(indexed), "")


def look(document: Mapping[str, Any], known: Kinds, budget: list[int], depth: int) -> None:
    """Adds the fields of a document to those that are known: `{name: {"kinds": set, "inner": {...}}}`."""
    for name, value in document.items():
        if not name or name[0] == "$" or "." in name or "\0" in name:
            continue
        if name not in known:
            if budget[0] <= 0:
                continue
            budget[0] -= 1
            known[name] = {"kinds": set(), "inner": {}}
        note(value, known[name], budget, depth)


def note(value: Any, entry: Kinds, budget: list[int], depth: int) -> None:
    if depth > MAX_DEPTH or value is None:
        return
    if isinstance(value, list):
        for element in value:
            note(element, entry, budget, depth + 1)
    elif isinstance(value, Mapping):
        entry["kinds"].add("object")
        look(value, entry["inner"], budget, depth + 1)
    else:
        entry["kinds"].add(kind_of(value))


def kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | Int64) and not isinstance(value, DatetimeMS):
        return "long"
    if isinstance(value, float | Decimal128):
        return "double"
    if isinstance(value, DatetimeMS):
        return "date"
    if isinstance(value, ObjectId) or not isinstance(value, str):
        return "keyword"
    return "text" if len(value) > MAX_KEYWORD or value.count(" ") >= PROSE else "keyword"


def properties(known: Kinds, indexed: frozenset[str], prefix: str) -> Properties:
    """The definitions of fields. If a field has objects and other values, the fields inside have dotted names."""
    found: Properties = {}
    for name, entry in known.items():
        inside = properties(entry["inner"], indexed, f"{prefix}{name}.")
        kinds = entry["kinds"] - {"object"} if inside else entry["kinds"]
        if kinds:
            found[name] = {"type": one_type(kinds), "index": prefix + name in indexed}
            found |= {f"{name}.{inner}": about for inner, about in inside.items()}
        elif inside:
            found[name] = {"properties": inside}
    return found


def one_type(kinds: set[str]) -> str:
    """The type that can hold all values."""
    if len(kinds) == 1:
        (kind,) = kinds
        return str(kind)
    if kinds <= {"long", "double"}:
        return "double"
    return "text" if kinds == {"keyword", "text"} else "keyword"
