"""The fields of a collection without a mapping, with names and types from a sample of its documents."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from bson import Decimal128, ObjectId
from bson.datetime_ms import DatetimeMS
from bson.int64 import Int64

from ..shared.sampled_fields import Path, fields_in

SAMPLE_SIZE = 1000
MAX_KEYWORD = 256
MIN_BLANKS_OF_PROSE = 4
"""A field counts as prose if one of its values has at least this many blanks."""

Properties = dict[str, Any]


def mapping_of(documents: Iterable[Mapping[str, Any]], indexed: Collection[str] = ()) -> Properties:
    """`properties` as in a mapping of a search engine; `index` says whether an index of MongoDB starts with it."""
    types = fields_in(documents, kind_of)
    root: Properties = {}
    for path, kind in types.items():
        if path != ("_id",) and all(map(is_name, path)):
            add_field(root, path, {"type": kind, "index": ".".join(path) in indexed}, types)
    return root


def is_name(name: str) -> bool:
    """Whether a query can name a field."""
    return bool(name) and name[0] != "$" and "." not in name and "\0" not in name


def add_field(level: Properties, path: Path, entry: Mapping[str, Any], known: Collection[Path]) -> None:
    """Add a field inside its objects. If one of these has other values too, the fields inside have dotted names."""
    name = ""
    for count, part in enumerate(path[:-1], 1):
        name += part
        if path[:count] in known:
            name += "."
        else:
            level, name = level.setdefault(name, {"properties": {}})["properties"], ""
    level[name + path[-1]] = entry


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
    return "text" if len(value) > MAX_KEYWORD or value.count(" ") >= MIN_BLANKS_OF_PROSE else "keyword"
