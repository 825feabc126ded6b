"""What pages show where the configuration does not say it: the fields that name a document, and the facets."""

from collections.abc import Mapping
from typing import Any

from ...components import Components, ItemType
from ..quietly import quietly
from .field_names import can_be_counted

Fields = Mapping[str, Mapping[str, Any]]

NAMES = ("symbol", "title", "name", "label")
TEXTS = ("keyword", "text")
MOST_NAMES, MOST_FACETS = 2, 3
COMMON = 0.2
"""The share of the documents that have a field which is counted unasked."""


def known_fields(components: Components, item_type: ItemType) -> Fields:
    """The fields of a collection, none while the database does not answer."""
    return quietly(lambda: components.metadata.fields(item_type.name)) or {}


def title_fields(item_type: ItemType, fields: Fields) -> list[str]:
    """The configured fields that make a title, else those that are called like one."""
    named = [name for name in NAMES if fields.get(name, {}).get("type") in TEXTS]
    return list(item_type.settings["title_fields"]) or named[:MOST_NAMES]


def lookup_scopes(item_type: ItemType, fields: Fields) -> list[str]:
    """Where the names of a list are looked for: ids of any kind, and codes among what titles and completions show."""
    settings = item_type.settings
    ids = [name for _, scopes in settings["id_patterns"] for name in scopes or ()]
    named = [*title_fields(item_type, fields), *(name.partition("^")[0] for name in settings["suggest_fields"])]
    codes = [name for name in (*ids, *named) if fields.get(name, {}).get("type") == "keyword"]
    return list(dict.fromkeys([*(settings["default_scopes"] or ["_id"]), *codes]))


def page_facets(item_type: ItemType, fields: Fields) -> list[str]:
    """The configured facets whose fields are there, else the enumerations that most documents have."""
    configured = item_type.settings["page_facets"]
    if configured:
        return [name for name in configured if name.partition(":")[0] in fields]
    countable = {name: field for name, field in fields.items() if is_enumeration(field) and can_be_counted(name)}
    found = [name for name, field in countable.items() if share(field) >= COMMON]
    return sorted(found, key=lambda name: -share(fields[name]))[:MOST_FACETS]


def is_enumeration(field: Mapping[str, Any]) -> bool:
    """Whether a field has few values that come often: the loader gives only ids and codes a normalizer."""
    return field.get("type") == "boolean" or (field.get("type") == "keyword" and "normalizer" not in field)


def share(field: Mapping[str, Any]) -> float:
    """The share of the documents that have the field, as far as it was counted."""
    return float(field.get("coverage") or 0)
