"""The values of documents that a client adds to its table."""

from collections.abc import Mapping
from typing import Any

from ..field_values import values_at
from ..guessed_settings import known_fields
from ..pages.labels import label
from .documents import Document, Documents


def extended(documents: Documents, ids: list[str], limits: Mapping[str, int], end: float) -> dict[str, Any]:
    """The properties, and the values of each document by its id; unknown ids and properties have none."""
    found = documents.by_ids(ids, end, limits)
    fields = known_fields(documents.components, documents.item_type)
    dates = {name for name in limits if fields.get(name, {}).get("type") == "date"}
    rows = {id: {pid: values(found.get(id), pid, limit, pid in dates) for pid, limit in limits.items()} for id in ids}
    return {"meta": [{"id": pid, "name": label(pid, fields)} for pid in limits], "rows": rows}


def values(document: Document | None, pid: str, limit: int, are_dates: bool) -> list[dict[str, Any]]:
    """The values of one property, each under the name of its type."""
    found = [value for value in values_at(document, pid) if value is not None] if document else []
    return [typed(value, are_dates) for value in (found[:limit] if limit else found)]


def typed(value: Any, is_date: bool) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"bool": value}
    if isinstance(value, int | float):
        return {"int" if isinstance(value, int) else "float": value}
    return {"date" if is_date else "str": str(value)}
