"""The fields in which words are looked for that name none."""

from collections.abc import Iterable, Mapping
from typing import Any

ALL = "all"
"""The field that holds the texts of all others, in collections that `searchapp load` makes."""
MAX_DEFAULT_FIELDS = 100
"""Fields that are searched where nobody chose them: each word is looked for in each of them."""
WORDS = ("text", "keyword", "match_only_text", "wildcard", "constant_keyword", "search_as_you_type")
CONTAINERS = ("object", "nested")


def default_fields(configured: Iterable[str] | None, fields: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The configured fields with their weights; else `all` where there is such a field; else the fields of words.

    These are at most MAX_DEFAULT_FIELDS, texts first, without sub-fields, which hold the same words. `fields` are the
    definitions by name; `all` is meant where none is known.
    """
    if configured:
        return list(configured)
    if not fields or ALL in fields:
        return [ALL]
    found = [name for name in fields if holds_words(name, fields)]
    found.sort(key=lambda name: WORDS.index(fields[name]["type"]) > 0)
    return found[:MAX_DEFAULT_FIELDS] or [ALL]


def holds_words(name: str, fields: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether a field is indexed, holds words, and is no sub-field of another one."""
    field, outer = fields[name], fields.get(name.rpartition(".")[0])
    is_sub_field = outer is not None and outer.get("type", "object") not in CONTAINERS
    return field.get("type") in WORDS and field.get("index") is not False and not is_sub_field
