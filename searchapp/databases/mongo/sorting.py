"""The sort order as stages of a pipeline: documents without a value come last, ties are broken by id.

A list counts as its smallest value, or in descending order as its largest.
"""

import math
from collections.abc import Mapping
from typing import Any

from bson import Decimal128

Stage = dict[str, Any]
Condition = dict[str, Any]
Order = Mapping[str, int]
Key = tuple[str, int]

VALUE = "_searchapp_value_"
MISSING = "_searchapp_missing_"
MAX_PATH = 5
"""The maximum number of parts of a name in which lists are read. Each part doubles the expression."""

TYPES = ("null", "number", "string", "object", "binData", "objectId", "bool", "date", "timestamp")
"""Types in the order in which MongoDB sorts them; a comparison only matches values of the same type."""
TYPE_OF = {str: "string", dict: "object", bytes: "binData", bool: "bool", int: "number", float: "number"}
TYPE_OF_NAME = {"ObjectId": "objectId", "Binary": "binData", "Int64": "number", "Decimal128": "number"}
TYPE_OF_NAME |= {"Timestamp": "timestamp", "SON": "object", "NoneType": "null"}


def keys_of(order: Order) -> list[Key]:
    """The sort keys that the stages make, with the id at the end, so that no two documents are equal."""
    keys: list[Key] = []
    for number, (name, way) in enumerate(order.items()):
        if name == "_id":
            return [*keys, ("_id", way)]
        keys += [(f"{MISSING}{number}", 1), (f"{VALUE}{number}", way)]
    return [*keys, ("_id", 1)]


def stages_of(order: Order) -> list[Stage]:
    """The stages that give each document the values of its keys; none for an order by the id alone."""
    names = [(number, name, way) for number, (name, way) in enumerate(order.items()) if name != "_id"]
    if not names:
        return []
    values = {f"{VALUE}{number}": least(name, way) for number, name, way in names}
    flags = {f"{MISSING}{number}": {"$cond": [{"$lte": [f"${VALUE}{number}", None]}, 1, 0]} for number, *_ in names}
    return [{"$addFields": values}, {"$addFields": flags}]


def least(name: str, way: int) -> Any:
    """The expression for the sort value of a field."""
    first, *rest = name.split(".")
    operator = "$min" if way > 0 else "$max"
    if len(rest) >= MAX_PATH:
        return {operator: f"${name}"}
    return least_inside(f"${first}", rest, operator)


def least_inside(base: str, names: list[str], operator: str) -> Any:
    if not names:
        return {operator: base}
    name, *rest = names
    each = f"each{len(rest)}"
    inside = {"input": base, "as": each, "in": least_inside(f"$${each}.{name}", rest, operator)}
    plain = least_inside(f"{base}.{name}", rest, operator)
    return {"$cond": [{"$isArray": [base]}, {operator: {"$map": inside}}, plain]}


def without_keys(order: Order) -> list[Stage]:
    """The stage that removes the sort values."""
    added = [name for name, _ in keys_of(order) if name != "_id"]
    return [{"$project": dict.fromkeys(added, 0)}] if added else []


def comes_after(keys: list[Key], values: list[Any]) -> Condition:
    """The condition for the documents after these sort values."""
    ways: list[Condition] = []
    same: list[Condition] = []
    for (name, way), value in zip(keys, values, strict=True):
        if name == "_id" or value is not None:
            found = later(name, value, way)
            ways.append({"$and": [*same, found]} if same else found)
        same = [*same, {name: {"$eq": value}}]
    return {"$or": ways} if len(ways) > 1 else ways[0]


def later(name: str, value: Any, way: int) -> Condition:
    """The condition for later values, which include values of later types; NaN comes before all numbers."""
    kind = TYPE_OF.get(type(value)) or TYPE_OF_NAME.get(type(value).__name__) or "date"
    position = TYPES.index(kind)
    types = TYPES[position + 1 :] if way > 0 else TYPES[:position]
    tests: list[Condition] = [{"$type": list(types)}] if types else []
    if is_nan(value):
        tests += [{"$gte": -math.inf}] if way > 0 else []
    elif value is not None:
        tests += [{"$gt" if way > 0 else "$lt": value}]
        tests += [{"$eq": math.nan}] if kind == "number" and way < 0 else []
    found: list[Condition] = [{name: test} for test in tests]
    return {"$or": found} if len(found) > 1 else found[0] if found else {"_id": {"$in": []}}


def is_nan(value: Any) -> bool:
    if isinstance(value, Decimal128):
        return value.to_decimal().is_nan()
    return isinstance(value, float) and math.isnan(value)
