"""Divides a document between the columns of a table that our loader makes and its column of JSON."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from sqlalchemy import BigInteger, Boolean, Double, Text

from ..schema.collection import ALL, DOCUMENT

Document = dict[str, Any]

TYPES: dict[str, Any] = {"keyword": Text, "text": Text, "long": BigInteger, "double": Double, "boolean": Boolean}
PYTHON = {"keyword": str, "text": str, "long": int, "double": float, "boolean": bool}
MAX_LONG = 2**63 - 1
MAX_NAME = 60
MAX_COLUMNS = 200


def row_of(document: Document, plain: Mapping[str, str]) -> Document:
    """The row of a document: a column for each plain value, the rest as JSON. Nulls remain in the JSON."""
    row: Document = {"_id": document["_id"], **{name: document.get(name) for name in plain}}
    rest = {name: value for name, value in document.items() if name != "_id" and (name not in plain or value is None)}
    return {**row, DOCUMENT: rest or None}


def fits(value: Any, kind: str) -> bool:
    """Whether a column of this type can store the value without changing it."""
    if value is None:
        return True
    if type(value) is not PYTHON.get(kind):
        return False
    return not isinstance(value, int) or abs(value) <= MAX_LONG


def column_types(mapping: Mapping[str, Any], spoilt: Iterable[str]) -> dict[str, str]:
    """The fields that can be columns: at the top level, of one plain type in all documents."""
    found: dict[str, str] = {}
    known = {"_id"}
    for name, entry in mapping["properties"].items():
        usable = entry.get("type") in TYPES and name not in spoilt and name != ALL and not name.startswith("_")
        if usable and "." not in name and len(name.encode()) <= MAX_NAME and name.lower() not in known:
            found[name] = entry["type"]
            known.add(name.lower())
    return dict(islice(found.items(), MAX_COLUMNS))
