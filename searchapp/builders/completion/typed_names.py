"""Completion of queries: names of fields (`sym` -> `symbol:`), and values of the field that is being typed."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...querystring import names
from ...querystring.parser import escaped_name
from ...querystring.sub_fields import exact_field, is_sub_field
from ..field_checks import Fields, type_of

NAME = re.compile(r"\s*[^:\"()*?]+\s*")
MAX_VALUES = 200

Suggestion = dict[str, Any]


def typed_value(text: str, fields: Fields) -> tuple[str, str] | None:
    """The field whose value is being typed, and the typed beginning; None without a field that can be counted."""
    found = names.typed_value(text)
    if not found:
        return None
    typed, begun = found
    field = counted_field(known_name(typed, fields), fields)
    return (field, begun) if field else None


def counted_field(name: str, fields: Fields) -> str | None:
    """The keyword field with the complete values of a field; None without one."""
    exact = name if type_of(name, fields) == "keyword" else exact_field(name, fields)
    return exact if type_of(exact, fields) == "keyword" else None


def known_name(typed: str, fields: Fields) -> str:
    """The name of a field in the collection for a name in another case or with escaped blanks."""
    name = names.plain_name(typed)
    return name if name in fields else next((each for each in fields if each.lower() == name.lower()), name)


def with_known_name(text: str, fields: Fields) -> str:
    """The text `field:value` with the field as a query writes it."""
    name, _, value = text.strip().partition(":")
    return f"{escaped_name(known_name(name, fields))}:{value}"


def values_body(field: str, begun: str, fields: Fields) -> dict[str, Any]:
    """The search body that counts the values of a field in documents with a value that begins so."""
    any_case = {} if fields[field].get("normalizer") else {"case_insensitive": True}
    query: dict[str, Any] = {"prefix": {field: {"value": begun, **any_case}}} if begun else {"match_all": {}}
    return {"size": 0, "query": query, "aggs": {"values": {"terms": {"field": field, "size": MAX_VALUES}}}}


def name_suggestions(text: str, fields: Fields) -> Iterator[Suggestion]:
    """The fields whose name, or its last part, begins with the text."""
    begun = text.strip().lower()
    if not begun or not NAME.fullmatch(text):
        return
    for name, field in fields.items():
        if not is_asked(name, field, fields):
            continue
        if name.lower().startswith(begun) or name.lower().rpartition(".")[2].startswith(begun):
            counted = {"count": field["documents"]} if "documents" in field else {}
            yield {"text": f"{escaped_name(name)}:", "field": name, "kind": "field", **counted}


def is_asked(name: str, field: Mapping[str, Any], fields: Fields) -> bool:
    """Whether a field is suggested: objects have no values, and sub-fields have those of other fields."""
    return (
        field.get("type") not in ("object", "nested")
        and field.get("index") is not False
        and not is_sub_field(name, fields)
    )
