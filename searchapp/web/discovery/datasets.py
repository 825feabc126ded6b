"""The collections as schema.org describes them: a DataCatalog of Datasets, for search engines of data."""

from collections.abc import Mapping
from typing import Any

from ...components import Components, ItemType
from ..addresses import base_address, is_link, type_url
from ..downloads.files import with_addresses
from ..response.formats import MEDIA_TYPES
from ..sources import notes_of, sources_of
from .jsonld import CONTEXT

FILES = ("ndjson", "csv")
"""The formats in which a whole collection can be downloaded."""

JsonObject = dict[str, Any]


def catalog(components: Components, address: str) -> JsonObject:
    """All collections of the service, whose front page is at the address."""
    settings = components.settings
    return {
        "@context": CONTEXT,
        "@type": "DataCatalog",
        "@id": base_address(settings) + address,
        "url": base_address(settings) + address,
        "name": settings["TITLE"],
        "description": settings["DESCRIPTION"],
        "dataset": [dataset(components, item_type) for item_type in components.item_types.values()],
    }


def dataset(components: Components, item_type: ItemType) -> JsonObject:
    """One collection, with the version, licences, authors and sources in its metadata."""
    settings, base = components.settings, base_address(components.settings)
    notes = notes_of(components, item_type.name)
    sources = [one for one in sources_of(components, item_type.name).values() if isinstance(one, Mapping)]
    address = base + type_url(item_type, "metadata.metadata")
    about = {
        "@type": "Dataset",
        "@id": address,
        "url": address,
        "name": f"{item_type.title} – {settings['TITLE']}",
        "description": notes.get("description") or f"{item_type.title}. {settings['DESCRIPTION']}",
        "version": notes.get("build_version"),
        "dateModified": notes.get("build_date"),
        "license": licences(sources),
        "creator": [author for source in sources if (author := creator(source))],
        "isBasedOn": [based for source in sources if (based := original(source))],
        "distribution": downloads(components, item_type, base),
    }
    return {name: value for name, value in about.items() if value not in (None, "", [])}


def licences(sources: list[Mapping[str, Any]]) -> list[str]:
    """The addresses of the licences of the sources, each once."""
    found = (str(source.get("license_url") or source.get("license") or "") for source in sources)
    return list(dict.fromkeys(filter(None, found)))


def creator(source: Mapping[str, Any]) -> JsonObject | None:
    """The author of a source, if it names one."""
    author = source.get("author")
    if isinstance(author, str) and author:
        return {"@type": "Organization", "name": author}
    if not isinstance(author, Mapping) or not author.get("name"):
        return None
    return {"@type": "Organization", "name": str(author["name"]), **address_of(author)}


def original(source: Mapping[str, Any]) -> JsonObject | None:
    """The source as a separate data set, if it has a name or an address."""
    named = {"name": source.get("name"), "version": source.get("version"), "license": source.get("license_url")}
    found = {**{key: str(value) for key, value in named.items() if value}, **address_of(source)}
    return {"@type": "CreativeWork", **found} if found.keys() & {"name", "url"} else None


def address_of(entry: Mapping[str, Any]) -> JsonObject:
    return {"url": entry["url"]} if is_link(entry.get("url")) else {}


def downloads(components: Components, item_type: ItemType, base: str) -> list[JsonObject]:
    """The files of the collection, then the query for all documents, if the database can read them from one state."""
    files: list[JsonObject] = [
        {
            "@type": "DataDownload",
            "name": file["name"],
            "encodingFormat": [file["content_type"], *(["application/gzip"] if "compression" in file else [])],
            "contentUrl": url,
            "contentSize": f"{file['bytes']} B",
            "sha256": file["sha256"],
        }
        for file, url in with_addresses(components, item_type)
    ]
    if not components.backend.can_stream:
        return files
    return files + [
        {
            "@type": "DataDownload",
            "name": f"{item_type.name}.{name}",
            "encodingFormat": MEDIA_TYPES[name],
            "contentUrl": base + type_url(item_type, "query.query", fetch_all="true", format=name),
        }
        for name in FILES
    ]
