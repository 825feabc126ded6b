"""Links between item types: from a field to the document that it names, and back to the documents that name this one.

The setting `links` says which field names a document of which item type; a SQL database adds its foreign keys.
"""

from collections.abc import Mapping
from typing import Any

from ...components import Components, ItemType
from ..none_on_error import none_on_error
from .addresses import search_url, type_url
from .results.filters import field_filter

PLACEHOLDER = "0"


def links_of(components: Components, item_type: ItemType) -> dict[str, str]:
    """The item type whose documents each field names; those that are not served are left out."""
    links = none_on_error(lambda: components.metadata.links(item_type.name)) or {}
    return {field: name for field, name in links.items() if name in components.item_types}


def link_templates(components: Components, item_type: ItemType) -> dict[str, str]:
    """The address of the document that a field names, with `{value}` for its id."""
    return {
        field: document_template(components.item_types[name]) for field, name in links_of(components, item_type).items()
    }


def document_template(item_type: ItemType) -> str:
    """The address of a document, with `{value}` for its id."""
    return type_url(item_type, "annotation.document", id=PLACEHOLDER).removesuffix(PLACEHOLDER) + "{value}"


def referring_searches(components: Components, item_type: ItemType, id: str) -> list[Mapping[str, str]]:
    """For each field of any item type that names documents of this one, the search for those that name `id`."""
    found: list[Mapping[str, str]] = []
    for other in components.item_types.values():
        fields = [field for field, name in links_of(components, other).items() if name == item_type.name]
        for field in fields:
            text = f"{other.title} of this {item_type.title.lower()}"
            text = f"{text} ({field})" if len(fields) > 1 else text
            found.append({"text": text, "href": search_url(other, q="*", filter=field_filter(field, id))})
    return found


def with_links(settings: Mapping[str, Any], components: Components, item_type: ItemType) -> dict[str, Any]:
    """The settings of pages, whose `linkouts` have the links to other item types; configured ones win."""
    return {**settings, "linkouts": {**link_templates(components, item_type), **settings["linkouts"]}}
