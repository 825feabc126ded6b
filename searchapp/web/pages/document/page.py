"""The page of one document: its values, links, neighbours and similar documents, and how to cite it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from flask import request

from ....components import Components, ItemType
from ... import addresses
from ...addresses import base_address, canonical, current_pairs, current_path, data_pairs, type_url
from ...discovery.signposting import of_document
from ...guessed_settings import field_order, known_fields, page_settings, title_fields
from ...response.links import link
from ...sources import notes_of, sources_of
from ..defaults import value_texts
from ..labels import id_label, inner_labels, label, without_id
from ..related import ids_on_page, linked_titles, links_of, referring_searches, with_links
from ..results.snippets import snippets
from ..values.pictures import image_hosts, picture_of
from . import near
from .values import in_order, rows, values


def page_values(components: Components, item_type: ItemType, data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the template `document.html` for one document."""
    settings, fields = page_settings(components, item_type), known_fields(components, item_type)
    titles = title_fields(settings, fields)
    sources = sources_of(components, item_type.name)
    configured = {**settings, "linkouts": item_type.settings["linkouts"]}
    shown = values(configured, data, titles, sources, id_label(settings, (), fields))
    ids = ids_on_page(links_of(components, item_type), {"hits": [data]})
    hosts = image_hosts(components.settings, settings)
    picture = picture_of(data, settings["image_field"], hosts)
    ranks = {name: rank for rank, name in enumerate(field_order(components, item_type))}
    above = {settings["description_field"]: shown["description"], settings["image_field"]: picture}
    shown_rows, empty = rows(in_order(data, ranks), above)
    labels = inner_labels(fields) | {name: label(name, fields) for name in data if "." in name}
    return {
        **shown,
        **addresses_of_page(components, item_type, data, shown),
        "item_type": item_type,
        "document": data,
        "linkouts": addresses.own_linkouts(with_links(settings, components, item_type)["linkouts"], str(data["_id"])),
        "rows": shown_rows,
        "without_value": empty,
        "named": linked_titles(components, item_type, ids),
        "picture": picture,
        "image_hosts": hosts,
        "readable": True,
        "written": value_texts(components, item_type),
        "labels": {**labels, **{name: without_id(labels[name]) for name in ids if name in labels}},
        "similar": near.similar(item_type, data, titles, settings),
    }


def addresses_of_page(
    components: Components, item_type: ItemType, data: Mapping[str, Any], shown: Mapping[str, Any]
) -> dict[str, Any]:
    """The addresses of the document, of its neighbours, and for programs and citations."""
    settings, id = components.settings, str(data["_id"])
    base, path = base_address(settings), addresses.document_url(item_type, id)
    address = base + path
    collection = base + type_url(item_type, "metadata.metadata")
    notes = notes_of(components, item_type.name)
    licences = [one["href"] for one in shown["licences"]]
    return {
        "address": address,
        "canonical": canonical(settings, path),
        "signposts": of_document(address, address + link([], format="json"), collection, licences),
        "snippets": snippets(base + current_path(), data_pairs(current_pairs())),
        "referring": referring_searches(components, item_type, id),
        "around": near.neighbours(item_type, id, request.args.get("result", "")),
        "citation": citation(shown["title"], item_type.title, settings["TITLE"], notes, address),
    }


def citation(title: str, collection: str, service: str, sources: Mapping[str, Any], address: str) -> str:
    """The citation of a document as one line of text: title, collection, version, service, date, address."""
    version = sources.get("build_version")
    of = f"{collection}, version {version}" if version else collection
    today = datetime.now(UTC)
    return f"{title}. {of}. {service}. {today.day} {today:%B %Y}. {address}"
