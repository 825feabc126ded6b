"""The parts of the page of a document: title, links to other descriptions, licences, and the folds of its tree."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ....querystring.field_types import POINT_TEXT
from ...addresses import host_of, is_link, linkout, own_linkouts
from ...field_values import values_at
from ..defaults import heading_fields, title_separator
from ..values.markup import without_markup
from ..values.readable import readable_date
from ..values.texts import texts_at, title_text

MAX_UNFOLDED, MAX_ELEMENTS = 40, 1000
MAX_LINKS = 6
EMPTY: tuple[Any, ...] = (None, "", [], {})
ABOVE = ("_id", "_version")
POINT, MAX_NUMBERS = (2, 3), 4
"""The coordinates of a point, without and with its height."""

MAX_DESCRIPTION = 2000
"""Characters of the longest description below the title. A longer one is shown at its field."""


class Slices(NamedTuple):
    """The visible elements of a list, the folded ones, and the number of omitted ones."""

    shown: Sequence[Any]
    folded: Sequence[Any]
    left: int


def slices(elements: Sequence[Any]) -> Slices:
    """A long list in parts."""
    return Slices(elements[:MAX_UNFOLDED], elements[MAX_UNFOLDED:MAX_ELEMENTS], max(len(elements) - MAX_ELEMENTS, 0))


def values(
    settings: Mapping[str, Any],
    document: Mapping[str, Any],
    titles: Sequence[str],
    sources: Mapping[str, Any],
    id_label: str,
) -> dict[str, Any]:
    """The values of the page except its tree; `titles` are the fields of its title, `id_label` is the label of ids."""
    links = own_linkouts(settings["linkouts"], document["_id"])
    heading, separator = heading_fields(settings, titles), title_separator(settings)
    id = str(document["_id"])
    found = title_text(document, titles, separator) or name_of_id(id, id_label)
    names, subtitle = licence_names(sources), title_text(document, titles[len(heading) :], separator)
    named = title_text(document, heading, separator) or found
    return {
        "title": found,
        "heading": named,
        "subtitle": subtitle if subtitle != named else "",
        "description": lead(document, settings["description_field"]),
        "places": [
            *own_pages(settings["link_field"], document),
            *maps(settings["location_fields"] or (), document),
            *external_links(links, document),
        ],
        "licences": [
            {"href": url, "name": names.get(url) or url.partition("//")[2]}
            for url in sorted({url for url in licences(document) if isinstance(url, str)})
        ],
    }


def lead(document: Mapping[str, Any], field: str | None) -> str:
    """The complete description of a document; empty without a description, and for a long one."""
    text = ", ".join(map(without_markup, texts_at(document, field))) if field else ""
    return text if len(text) <= MAX_DESCRIPTION else ""


def rows(document: Mapping[str, Any], above: Mapping[Any, Any]) -> tuple[dict[str, Any], list[str]]:
    """The fields that the tree shows, and the names of the fields without a value.

    The tree leaves out the id, and fields in `above` whose complete value is shown above the tree.
    """
    hidden = {*ABOVE, *(name for name, value in above.items() if name in document and is_above(document[name], value))}
    shown = {name: value for name, value in document.items() if name not in hidden and value not in EMPTY}
    return shown, [name for name, value in document.items() if value in EMPTY]


def is_above(value: Any, shown: Any) -> bool:
    """Whether a value, or the value without tags, is shown above the fields."""
    return value == shown or (isinstance(value, str) and value not in EMPTY and without_markup(value) == shown)


def name_of_id(id: str, label: str) -> str:
    """The title of a document without one: its id, a number with its label, a moment in words."""
    return f"{label} {id}" if id.isdecimal() else readable_date(id) or id


def maps(fields: Sequence[str], document: Mapping[str, Any]) -> list[dict[str, str]]:
    """The link to a map of the place of a document; none for shapes other than a point."""
    found = [number for name in fields for number in values_at(document, name)][:MAX_NUMBERS]
    if len(found) == 1 and (point := POINT_TEXT.fullmatch(str(found[0]))):
        found = [*map(float, point.groups())]
    if len(found) not in POINT or not all(isinstance(number, int | float) for number in found):
        return []
    latitude, longitude = found[:2] if len(fields) > 1 else (found[1], found[0])
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 360) or isinstance(latitude, bool):
        return []
    longitude -= 360 if longitude > 180 else 0
    href = f"https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}#map=12/{latitude}/{longitude}"
    return [{"host": "openstreetmap.org", "value": f"{latitude:.5g}, {longitude:.5g}", "href": href}]


def external_links(templates: Mapping[str, str], document: Mapping[str, Any]) -> list[dict[str, str]]:
    """Links to other descriptions of the document: host or field, value and address."""
    return [
        {"host": host_of(address) or name, "value": str(value), "href": address}
        for name in templates
        for value in values_at(document, name)[:MAX_LINKS]
        if value and (address := linkout(templates, name, value))
    ]


def own_pages(field: str | None, document: Mapping[str, Any]) -> list[dict[str, str]]:
    """The addresses of pages about the document in its own fields."""
    addresses = [value for value in values_at(document, field)[:MAX_LINKS] if is_link(value)] if field else []
    return [{"host": host_of(address), "value": "", "href": address} for address in addresses]


def in_order(document: Any, ranks: Mapping[str, int], path: str = "") -> Any:
    """The document with its fields in the order of `ranks`; fields without a value come last."""
    if isinstance(document, list):
        return [in_order(element, ranks, path) for element in document]
    if not isinstance(document, Mapping):
        return document
    places = {key: (value is None, ranks.get(f"{path}{key}", len(ranks))) for key, value in document.items()}
    return {
        key: in_order(document[key], ranks, f"{path}{key}.") for key in sorted(document, key=lambda key: places[key])
    }


def licence_names(sources: Mapping[str, Any]) -> dict[str, str]:
    """The name of the licence at each address."""
    known = [source for source in sources.values() if isinstance(source, Mapping)]
    return {
        str(source["license_url"]): str(source["license"])
        for source in known
        if {"license_url", "license"} <= set(source)
    }


def licences(value: Any) -> list[Any]:
    """Every `_license` inside a document."""
    if isinstance(value, list):
        return [found for element in value[:MAX_ELEMENTS] for found in licences(element)]
    if not isinstance(value, Mapping):
        return []
    own = [value["_license"]] if "_license" in value else []
    return own + [found for inner in value.values() for found in licences(inner)]
