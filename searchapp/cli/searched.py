"""The sentence of `searchapp load` and `searchapp config` about the fields that words without a field name search."""

from collections.abc import Mapping
from typing import Any

from ..loading.inference.mapping import ALL
from ..loading.sentences import few


def searched_sentence(fields: Mapping[str, Mapping[str, Any]]) -> str:
    """The sentence about the fields of a collection that words without a field name search."""
    names = [name for name, field in fields.items() if field.get("searched_by_default") and name != ALL]
    if not names and ALL not in fields:
        return "words without a field name find nothing: set default_fields"
    return f"words without a field name are searched in {few(names, 'fields') or 'all fields'} (default_fields)"
