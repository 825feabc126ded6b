"""The defaults of pages without configuration: the texts of values, the scopes of lists, and the facets."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...components import Components, ItemType
from ...querystring.facet_names import PERIOD_NAMES, can_be_counted, divided
from ...querystring.field_types import DATE_TYPES, INTEGER_TYPES
from ...querystring.names import scope_name
from ...querystring.sub_fields import exact_field, is_sub_field
from ..guessed_settings import known_fields, page_settings, title_fields
from .values.readable import ValueTexts
from .values.texts import texts_at

Fields = Mapping[str, Mapping[str, Any]]
Settings = Mapping[str, Any]

MAX_FACETS = 3
MIN_COVERAGE = 0.2
"""A field is a default facet only if this share of the documents has it."""

MAX_SCOPES = 16
"""Guessed fields with names or codes that the page of lists searches by default."""


def value_texts(
    components: Components, item_type: ItemType, titles: Mapping[str, Mapping[str, str]] | None = None
) -> ValueTexts:
    """The texts of values on the pages of a collection; `titles` has the titles of the referenced documents."""
    fields = known_fields(components, item_type)
    settings = page_settings(components, item_type)
    booleans = {name for name, field in fields.items() if field.get("type") == "boolean"} | set(settings["flags"] or ())
    whole = {name for name, field in fields.items() if field.get("type") in INTEGER_TYPES}
    years = {name for name, field in fields.items() if field.get("type") in DATE_TYPES}
    plain = settings["plain_numbers"]
    return ValueTexts(
        None if plain is None else {*plain, *years},
        booleans,
        titles or {},
        settings["decimals"] or {},
        whole,
        settings["timestamps"] or {},
        settings["date_precision"] or {},
    )


def heading_fields(settings: Settings, titles: Sequence[str], document: Any = None) -> Sequence[str]:
    """The fields of a title in the heading of a document: the first one with a value, or all that make one name."""
    if title_separator(settings) == " ":
        return titles
    return [name for name in titles if any(texts_at(document, name))][:1] or titles[:1]


def title_separator(settings: Settings) -> str:
    """The text between the fields of a title."""
    return str(settings["title_separator"] or " – ")


def lookup_scopes(settings: Settings, fields: Fields) -> list[str]:
    """The scopes for a list of names: all kinds of ids, and the exact values of titles, completions and codes."""
    ids = [name for _, scopes in settings["id_patterns"] for name in scopes or ()]
    named = [*title_fields(settings, fields), *(scope_name(name) for name in settings["suggest_fields"])]
    guessed = [] if ids or settings["suggest_fields"] else names_and_codes(settings.get("ranking") or {}, fields)
    exact = [exact_field(name, fields) for name in (*ids, *named, *guessed[:MAX_SCOPES])]
    found = [name for name in exact if fields.get(name, {}).get("type") == "keyword"]
    return list(dict.fromkeys([*(settings["default_scopes"] or ["_id"]), *found]))


def names_and_codes(ranking: Mapping[str, Any], fields: Fields) -> list[str]:
    """The fields with guessed names, with other names, and with codes: those that most documents have come first."""
    names, aliases = ranking.get("names") or (), ranking.get("aliases") or ()
    codes = [name for name in fields if is_code(name, fields)] if names or aliases else []
    others = [name for name in aliases if name in codes or fields.get(name, {}).get("type") == "text"]
    return list(dict.fromkeys([*names, *others, *sorted(codes, key=lambda name: -share(fields[name]))]))


def is_code(name: str, fields: Fields) -> bool:
    """Whether a field has ids or codes: our loader gives them a normalizer, and no sub-field for counting."""
    folded = fields[name].get("type") == "keyword" and "normalizer" in fields[name]
    return folded and exact_field(name, fields) == name and not is_sub_field(name, fields)


def page_facets(settings: Settings, fields: Fields) -> list[str]:
    """The configured or guessed facets whose fields can be counted, else the enumerations that most documents have."""
    configured = settings["page_facets"]
    if configured:
        return [facet for facet in configured if is_facet(facet, fields)]
    countable = {name: field for name, field in fields.items() if is_enumeration(field) and can_be_counted(name)}
    found = [name for name, field in countable.items() if share(field) >= MIN_COVERAGE]
    return sorted(found, key=lambda name: -share(fields[name]))[:MAX_FACETS]


def is_facet(facet: str, fields: Fields) -> bool:
    """Whether the values of a facet's field can be counted, and the field has dates if the facet has periods."""
    name, by = divided(facet)
    return is_countable(name, fields) and (by not in PERIOD_NAMES or fields[name].get("type") in DATE_TYPES)


def is_countable(name: str, fields: Fields) -> bool:
    """Whether the values of a field can be counted by a facet of its name."""
    field = fields.get(exact_field(name, fields))
    if field is None or not can_be_counted(name) or field.get("doc_values") is False:
        return False
    return field.get("type") != "text" or field.get("doc_values") is True


def is_enumeration(field: Mapping[str, Any]) -> bool:
    """Whether a field has few, frequent values: our loader gives a normalizer to ids and codes only."""
    return field.get("type") == "boolean" or (field.get("type") == "keyword" and "normalizer" not in field)


def share(field: Mapping[str, Any]) -> float:
    """The share of the documents with the field; 0 if it was not counted."""
    return float(field.get("coverage") or 0)
