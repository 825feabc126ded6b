"""Links between item types: from a field to the document that it names, and back to the documents that name it.

The setting `links` says which field names a document of which item type; a SQL database adds its foreign keys.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...components import Components, ItemType
from ...errors import none_on_error
from ...querystring.tree import Phrase
from ..addresses import search_url, type_url
from ..guessed_settings import known_fields, page_settings, title_fields
from .defaults import heading_fields, title_separator
from .labels import label, without_id
from .results.filter_parts import own_parts, read_atom
from .results.filters import field_filter
from .values.texts import texts_at, title_text

PLACEHOLDER = "0"
MAX_SECONDS = 1.0
MAX_LINKED = 200
"""The maximum number of documents of one item type whose titles a page shows instead of their ids."""

MAX_REFERRING = 12
"""Fields of other item types that are searched for the documents that name this one."""


def links_of(components: Components, item_type: ItemType) -> dict[str, str]:
    """The item type whose documents each field names, if the service has this item type."""
    links = none_on_error(lambda: components.metadata.links(item_type.name)) or {}
    return {field: name for field, name in links.items() if name in components.item_types}


def document_template(item_type: ItemType) -> str:
    """The address of a document, with `{value}` for its id."""
    return type_url(item_type, "annotation.document", id=PLACEHOLDER).removesuffix(PLACEHOLDER) + "{value}"


def linked_titles(
    components: Components, item_type: ItemType, ids: Mapping[str, Iterable[str]]
) -> dict[str, dict[str, str]]:
    """The titles of the documents that fields name; `ids` has the values of each field."""
    links = {field: name for field, name in links_of(components, item_type).items() if field in ids}
    wanted: dict[str, dict[str, None]] = {}
    for field, name in links.items():
        wanted.setdefault(name, {}).update(dict.fromkeys(ids[field]))
    found = {name: titles_of(components, components.item_types[name], [*ids]) for name, ids in wanted.items()}
    return {field: found[name] for field, name in links.items()}


def titles_of(components: Components, item_type: ItemType, ids: Sequence[str]) -> dict[str, str]:
    """The titles of documents by their ids; none if documents have no title, or the database does not answer."""
    settings = page_settings(components, item_type)
    titles = title_fields(settings, known_fields(components, item_type))
    if not titles or not ids:
        return {}
    given = {"item_type": item_type.name, "_source": titles, "deadline": time.monotonic() + MAX_SECONDS}
    hits = none_on_error(lambda: item_type.pipeline.fetch([*ids][:MAX_LINKED], **given)) or []
    separator = title_separator(settings)
    texts = ((hit, title_text(hit, heading_fields(settings, titles, hit), separator)) for hit in hits if "_id" in hit)
    return {str(hit["_id"]): text for hit, text in texts if text}


def ids_on_page(fields: Iterable[str], data: Mapping[str, Any], filter: str | None = None) -> dict[str, list[str]]:
    """The values of fields that a page shows: in its hits, its facets and its filter."""
    atoms = [read_atom(atom) for part in own_parts(filter) for atom in part.atoms]
    return {
        field: [
            *(text for hit in data.get("hits", []) for text in texts_at(hit, field)),
            *(str(term["term"]) for term in data.get("facets", {}).get(field, {}).get("terms", [])),
            *(atom.text for atom in atoms if isinstance(atom, Phrase) and atom.field == field),
        ]
        for field in fields
    }


def referring_searches(components: Components, item_type: ItemType, id: str) -> list[dict[str, Any]]:
    """The search for the documents that name `id`, for each field of any item type with ids of this item type.

    Searches without hits are left out; `documents` is None if the database was too busy to count.
    """
    found: list[dict[str, Any]] = []
    end = time.monotonic() + MAX_SECONDS
    for other in components.item_types.values():
        fields = [field for field, name in links_of(components, other).items() if name == item_type.name]
        for field in fields[: MAX_REFERRING - len(found)]:
            filter = field_filter(field, id)
            count = documents_found(other, filter, end)
            named = without_id(label(field, known_fields(components, other)))
            text = f"{other.title} ({named})" if len(fields) > 1 or other is item_type else other.title
            if count != 0:
                found.append({"text": text, "documents": count, "href": search_url(other, q="*", filter=filter)})
    return found


def documents_found(item_type: ItemType, filter: str | None, end: float) -> int | None:
    """The number of documents that match a filter, or of all; None if the database does not answer in time."""
    given = {"item_type": item_type.name, "filter": filter, "size": 0, "deadline": end}
    answer = none_on_error(lambda: item_type.pipeline.search(None, **given))
    return answer["total"] if answer else None


def with_links(settings: Mapping[str, Any], components: Components, item_type: ItemType) -> dict[str, Any]:
    """The settings of pages, with links to other item types in `linkouts`: they replace guesses, but not settings."""
    own = {
        field: document_template(components.item_types[name]) for field, name in links_of(components, item_type).items()
    }
    return {**settings, "linkouts": {**settings["linkouts"], **own, **item_type.settings["linkouts"]}}
