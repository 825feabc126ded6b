"""Completion of queries: names of fields (`sym` -> `symbol:`), and values of the field that is being typed."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from ...querystring import names
from ...querystring.names import scope_name
from ...querystring.sub_fields import TEXTS, exact_field, is_sub_field
from ...querystring.writing import escaped_name
from ..field_checks import Fields, is_searchable, type_of
from .documents import has_words

NAME = re.compile(r"\s*[^:\"()*?]+\s*")
BLANKS = re.compile(r"\s+")
WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+|[^\W_]+")
MAX_NAME_WORDS = 8
"""The maximum number of words of a field name before a colon."""

MIN_WORD, MAX_VALUE_WORDS = 2, 6
"""The minimum letters, and the maximum words, of a text that is searched in the values of all fields."""

MAX_VALUES = 200
MAX_WORD_FIELDS = 8
"""The maximum number of fields whose values are suggested for a typed word; each costs a query."""

Suggestion = dict[str, Any]


def typed_value(text: str, fields: Fields) -> tuple[str, str] | None:
    """The field whose value is being typed, and the typed prefix; None if the text has no countable field."""
    _, name, begun = typed_parts(text, fields)
    field = counted_field(name, fields) if name else None
    return (field, begun) if field else None


def typed_parts(text: str, fields: Fields) -> tuple[str, str, str]:
    """The text before the last field with a value, the known name of this field, and the beginning of its value.

    Three empty texts if the text has no such field.
    """
    starts = [0, *(match.end() for match in BLANKS.finditer(text))]
    for start in starts:
        typed, begun = names.typed_value(text[start:]) or ("", "")
        name = known_name(typed, fields) if len(typed.split()) <= MAX_NAME_WORDS else ""
        if name in fields:
            return text[:start], name, begun
    return "", "", ""


def counted_field(name: str, fields: Fields) -> str | None:
    """The keyword field with the complete values of a field; None without one."""
    exact = name if type_of(name, fields) == "keyword" else exact_field(name, fields)
    return exact if type_of(exact, fields) == "keyword" else None


def known_name(typed: str, fields: Fields) -> str:
    """The name of a field in the collection for a name in another case, with escaped blanks, or for its last words."""
    name = names.plain_name(typed).strip()
    if name in fields:
        return name
    lower = next((each for each in fields if each.lower() == name.lower()), None)
    if lower or not name:
        return lower or name
    words = f" {spaced(name)}"
    ends = [each for each in fields if f" {spaced_name(each)}".endswith(words) and not is_sub_field(each, fields)]
    return ends[0] if len(ends) == 1 else name


def spaced(name: str) -> str:
    """The words of a name in lower case with blanks between them: `egg groups` for `eggGroups`."""
    return " ".join(WORDS.findall(name)).lower()


spaced_name = lru_cache(maxsize=4096)(spaced)
"""`spaced` with a cache, for names of fields. A typed text may be much longer."""


def with_known_name(text: str, fields: Fields) -> str:
    """The text with the name of its last field as a query writes it."""
    before, name, value = typed_parts(text, fields)
    return f"{before}{escaped_name(name)}:{value}" if name else text


def values_body(field: str, begun: str, fields: Fields) -> dict[str, Any]:
    """The search body that counts the values of a field, in their own spelling if it is kept.

    Only documents with a value that begins with the text are counted.
    """
    any_case = {} if fields[field].get("normalizer") else {"case_insensitive": True}
    query: dict[str, Any] = {"prefix": {field: {"value": begun, **any_case}}} if begun else {"match_all": {}}
    counted = {"terms": {"field": exact_field(field, fields), "size": MAX_VALUES}}
    return {"size": 0, "query": query, "aggs": {"values": counted}}


def is_looked_for(text: str) -> bool:
    """Whether a text is searched in the values of all fields: it must have several letters, and few words."""
    return len(text) >= MIN_WORD and len(text.split()) <= MAX_VALUE_WORDS


def words_bodies(text: str, completed: Iterable[str], facets: Iterable[str], fields: Fields) -> dict[str, Any]:
    """The search bodies that count the values with the typed words, by field; the fields in `facets` come first.

    The fields in `completed`, which may have weights, are left out.
    """
    found = word_fields({*map(scope_name, completed)}, {facet.partition(":")[0] for facet in facets}, fields)
    return {name: words_body(name, text, fields) for name in found}


def words_body(field: str, text: str, fields: Fields) -> dict[str, Any]:
    """The search body that counts the values of a field in documents that have the typed words in it."""
    counted = counted_field(field, fields) or field
    body = values_body(counted, text, fields)
    if type_of(field, fields) not in TEXTS:
        return body
    return {**body, "query": next(has_words(field, text, 1.0), {"match_none": {}})}


def word_fields(completed: Collection[str], facets: Collection[str], fields: Fields) -> list[str]:
    """The keyword fields whose values are suggested for a typed word, except `completed`; `facets` come first."""
    found = [
        name
        for name, field in fields.items()
        if name not in completed and is_suggested(name, field, fields) and field.get("searched_by_default") is not False
    ]
    counted = [name for name in found if counted_field(name, fields)]
    return sorted(counted, key=lambda name: name not in facets)[:MAX_WORD_FIELDS]


def name_suggestions(text: str, fields: Fields) -> Iterator[Suggestion]:
    """The fields whose name, or a word of it, begins with the text; names that begin with it come first."""
    begun = text.strip().lower()
    if not begun or not NAME.fullmatch(text):
        return
    asked = [name for name, field in fields.items() if is_suggested(name, field, fields)]
    first = [name for name in asked if name.lower().startswith(begun)]
    inside = f" {spaced(text)}"
    others = [name for name in asked if inside != " " and inside in f" {spaced_name(name)}" and name not in first]
    for name in (*first, *others):
        counted = {"count": fields[name]["documents"]} if "documents" in fields[name] else {}
        yield {"text": f"{escaped_name(name)}:", "field": name, "kind": "field", **counted}


def is_suggested(name: str, field: Mapping[str, Any], fields: Fields) -> bool:
    """Whether a field is suggested: not an object, which has no values, nor a sub-field, which repeats a field."""
    return field.get("type") not in ("object", "nested") and is_searchable(field) and not is_sub_field(name, fields)
