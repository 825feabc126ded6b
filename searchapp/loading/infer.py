"""A mapping for documents: what every field seems to be, so that a user can print it, change it and load with it.

numbers -> long, double; true and false -> boolean; ISO dates -> date; texts -> keyword or text:

    few values that come again and again (status, type)    keyword, as written
    one word each (ids, symbols)                           keyword, lower-cased
    anything else                                          text

What is text or keyword is also copied to `all`, the field that a query without field names searches.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

ALL = "all"
DATE = re.compile(r"\d{4}-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?\Z")
WHOLE = re.compile(r"(0|-?[1-9]\d{0,17})\Z")
DECIMAL = re.compile(r"-?(0|[1-9]\d{0,15})\.\d{1,15}([eE][+-]?\d{1,2})?\Z")
LONGEST_KEYWORD = 256
LONGEST_LABEL = 80
MOST_LABELS = 1000
LABEL_REPEATS = 10
ONE_WORD_SHARE = 0.9
LARGEST_LONG = 2**63 - 1
NO_FIELDS = ("_id", "_index", "_source", "_version", "_seq_no", "_routing", "_ignored", "_field_names")


class Leaf:
    """What was seen at one path."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.longest = 0
        self.one_word = 0
        self.values: set[str] | None = set()

    def see(self, value: Any, as_table: bool) -> None:
        self.kinds[kind_of(value, as_table)] += 1
        self.see_text(value if isinstance(value, str) else str(value))

    def see_text(self, text: str) -> None:
        self.longest = max(self.longest, len(text))
        self.one_word += not any(map(str.isspace, text))
        if self.values is not None:
            self.values.add(text)
            if len(self.values) > MOST_LABELS:
                self.values = None


def kind_of(value: Any, as_table: bool) -> str:
    """The kind of one value; in a table, where all is text, numbers are seen by how they are written."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "long" if -LARGEST_LONG <= value <= LARGEST_LONG else "double"
    if isinstance(value, float):
        return "double"
    return text_kind(value, as_table)


def text_kind(text: str, as_table: bool) -> str:
    if as_table and WHOLE.match(text):
        return "long"
    if as_table and DECIMAL.match(text):
        return "double"
    if as_table and text.lower() in ("true", "false"):
        return "boolean"
    return "date" if is_date(text) else "text"


def is_date(text: str) -> bool:
    """Whether this is an ISO date, with or without a time."""
    if not DATE.match(text):
        return False
    try:
        return bool(date.fromisoformat(text[:10]))
    except ValueError:
        return False


def infer_mapping(documents: Iterable[dict[str, Any]], as_table: bool = False) -> dict[str, Any]:
    """The mapping of `documents`, which may be any number; `as_table` is for documents of texts only."""
    leaves: dict[str, Leaf] = {}
    for document in documents:
        for path, value in values_of(document):
            leaf = leaves.get(path)
            if leaf is None:
                if not is_field(path):
                    continue
                leaf = leaves[path] = Leaf()
            leaf.see(value, as_table)
    fields = {path: field(leaf) for path, leaf in sorted(leaves.items())}
    return {"dynamic": "true", "properties": {**tree(fields), ALL: {"type": "text"}}}


def is_field(path: str) -> bool:
    """Whether a field can have this name; a document with another one is refused when it is loaded."""
    return path.split(".")[0] not in NO_FIELDS and all(name.strip() for name in path.split("."))


def values_of(document: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a document that is no object, list or null, with its path."""
    for name, value in document.items():
        if isinstance(value, dict):
            yield from values_of(value, f"{prefix}{name}.")
        elif isinstance(value, list):
            yield from values_of_list(value, prefix, name)
        elif value is not None:
            yield prefix + name, value


def values_of_list(values: list[Any], prefix: str, name: str) -> Iterator[tuple[str, Any]]:
    for value in values:
        yield from values_of({name: value}, prefix)


def field(leaf: Leaf) -> dict[str, Any]:
    """The definition for what was seen at one path."""
    kinds = set(leaf.kinds)
    if kinds == {"long", "double"}:
        return {"type": "double"}
    if len(kinds) == 1 and kinds != {"text"}:
        return {"type": kinds.pop()}
    return {**text_field(leaf), "copy_to": [ALL]}


def text_field(leaf: Leaf) -> dict[str, Any]:
    texts = leaf.kinds.total()
    if leaf.values is not None and leaf.longest <= LONGEST_LABEL and texts >= LABEL_REPEATS * len(leaf.values):
        return {"type": "keyword"}
    if leaf.longest <= LONGEST_KEYWORD and leaf.one_word >= ONE_WORD_SHARE * texts:
        return {"type": "keyword", "normalizer": "lowercase"}
    return {"type": "text"}


def tree(fields: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Properties for definitions by path; what is a value here and an object there is only kept."""
    properties: dict[str, Any] = {}
    mixed = {path for path in fields if any(other.startswith(f"{path}.") for other in fields)}
    for path, definition in fields.items():
        if any(path.startswith(f"{whole}.") for whole in mixed):
            continue
        place = properties
        *parents, leaf = path.split(".")
        for parent in parents:
            place = place.setdefault(parent, {"properties": {}})["properties"]
        place[leaf] = {"type": "object", "enabled": False} if path in mixed else definition
    return properties


def leaf_count(mapping: dict[str, Any]) -> int:
    """How many fields a mapping has, objects included."""
    properties = mapping.get("properties", {})
    return len(properties) + sum(leaf_count(item) for item in properties.values() if isinstance(item, dict))
