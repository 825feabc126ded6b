"""Documents as JSON-LD, with types and properties of schema.org or another vocabulary.

The setting `jsonld` of an item type maps properties to fields. A text names a field, or is a template with fields in
braces; an object is an object of the result; keys that begin with `@` hold constants or templates.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import orjson

from ...components import Components, ItemType
from ..addresses import base_address, document_url
from ..field_values import values_at
from ..guessed_settings import known_fields, page_settings, title_fields
from ..response.formats import Format

CONTEXT = "https://schema.org/"
JSON_LD = "application/ld+json"
FIELD = re.compile(r"\{([^{}]+)\}")
MAX_VALUES = 1000

Rules = Mapping[str, Any]


def jsonld_format(components: Components, item_type: ItemType) -> Format:
    """The format `jsonld` of the documents of one item type."""

    def write(data: Any) -> bytes:
        if not isinstance(data, list):
            return orjson.dumps(document_jsonld(components, item_type, data), default=str)
        graph = [
            document_jsonld(components, item_type, one) for one in data if isinstance(one, Mapping) and "_id" in one
        ]
        return orjson.dumps({"@context": CONTEXT, "@graph": graph}, default=str)

    return Format("jsonld", JSON_LD, write)


def document_jsonld(components: Components, item_type: ItemType, document: Any) -> dict[str, Any]:
    """A document as JSON-LD; anything else, such as a raw answer, without properties."""
    if not isinstance(document, Mapping) or "_id" not in document:
        return {"@context": CONTEXT, "@graph": []}
    rules = item_type.settings["jsonld"] or guessed_rules(components, item_type)
    address = base_address(components.settings) + document_url(item_type, str(document["_id"]))
    itself = {"@context": CONTEXT, "@id": address, "identifier": str(document["_id"]), "url": address}
    return {**itself, **properties(document, rules)}


def guessed_rules(components: Components, item_type: ItemType) -> Rules:
    """The default rules: the title and the description of the document, as on pages."""
    settings, fields = page_settings(components, item_type), known_fields(components, item_type)
    found = {"name": title_fields(settings, fields)[:1], "description": settings["description_field"]}
    return {"@type": "Thing", **{name: rule for name, rule in found.items() if rule}}


def properties(document: Any, rules: Rules) -> dict[str, Any]:
    """The properties that have a value in the document."""
    found = {name: value_of(document, name, rule) for name, rule in rules.items()}
    return {name: value for name, value in found.items() if value not in (None, "", [], {})}


def value_of(document: Any, name: str, rule: Any) -> Any:
    """The value of one property: None, one value, or a list of several."""
    if isinstance(rule, Mapping):
        inner = properties(document, rule)
        return inner if inner.keys() - {"@type"} else None
    if isinstance(rule, list | tuple) and not name.startswith("@"):
        return one_or_more([value for one in rule for value in as_list(value_of(document, name, one))])
    if not isinstance(rule, str):
        return rule
    if FIELD.search(rule):
        return one_or_more(filled(document, rule))
    return rule if name.startswith("@") else one_or_more(scalars(document, rule))


def filled(document: Any, template: str) -> list[str]:
    """The template for each value of its first field, and the first value of the others; empty without a value."""
    names = list(dict.fromkeys(FIELD.findall(template)))
    values = {name: scalars(document, name) for name in names}
    if not all(values.values()):
        return []
    first, *_ = names
    return [with_values(template, {name: values[name][0] for name in names} | {first: one}) for one in values[first]]


def with_values(template: str, values: Mapping[str, Any]) -> str:
    """The template with its fields replaced, escaped for an address if it begins like one."""
    escape: Callable[[str], str] = (lambda text: quote(text, safe=":/")) if "://" in template else str
    return FIELD.sub(lambda found: escape(str(values[found[1]])), template)


def scalars(document: Any, name: str) -> list[Any]:
    """The texts and numbers at a dotted name."""
    found = (value for value in values_at(document, name) if isinstance(value, str | int | float) and value != "")
    return list(found)[:MAX_VALUES]


def as_list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def one_or_more(values: list[Any]) -> Any:
    """None for no value, the value itself for one."""
    return values if len(values) > 1 else next(iter(values), None)
