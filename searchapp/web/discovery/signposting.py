"""Signposting: the links of a page for programs, as a `Link` header (RFC 8288, signposting.org)."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..addresses import is_link

ABOUT_PAGE = "https://schema.org/AboutPage"
JSON = "application/json"
API_CATALOG = "/.well-known/api-catalog"


class Signpost(NamedTuple):
    """A link from the page: where it leads, by which relation, to which content type."""

    address: str
    relation: str
    type: str = ""


def of_service(root: str) -> list[Signpost]:
    """The links of every page: to the list of the APIs, to their description and documentation."""
    return [
        Signpost(API_CATALOG, "api-catalog"),
        Signpost(f"{root}/spec", "service-desc", JSON),
        Signpost(f"{root}/docs", "service-doc", "text/html"),
    ]


def of_document(address: str, json: str, collection: str, licences: Iterable[Any]) -> list[Signpost]:
    """The links of a document: its lasting address, its data, its collection, the licences of its parts."""
    return [
        Signpost(address, "cite-as"),
        Signpost(ABOUT_PAGE, "type"),
        Signpost(json, "describedby", JSON),
        Signpost(json, "item", JSON),
        Signpost(collection, "collection", JSON),
        *(Signpost(licence, "license") for licence in licences if is_link(licence)),
    ]


def of_dataset(dataset: Mapping[str, Any]) -> list[Signpost]:
    """The links of the page about a collection: its address, its description, its licences, its files."""
    address = dataset["@id"]
    return [
        Signpost(address, "cite-as"),
        Signpost(ABOUT_PAGE, "type"),
        Signpost("https://schema.org/Dataset", "type"),
        Signpost(f"{address}?format=croissant", "describedby", "application/ld+json"),
        *(Signpost(licence, "license") for licence in dataset.get("license", ()) if is_link(licence)),
        *(Signpost(one["contentUrl"], "item", kind(one)) for one in dataset.get("distribution", ())),
    ]


def kind(download: Mapping[str, Any]) -> str:
    """The content type of a file; for a compressed file, the type of the archive."""
    found = download["encodingFormat"]
    return found if isinstance(found, str) else str(found[-1])


def link_header(signposts: Iterable[Signpost]) -> str:
    """The value of the header."""
    return ", ".join(
        f'<{one.address}>; rel="{one.relation}"' + (f'; type="{one.type}"' if one.type else "") for one in signposts
    )
