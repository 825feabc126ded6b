"""Addresses of the current request, of the pages of an item type, and of other sites."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from flask import request, url_for

from ..components import ItemType
from ..errors import PipelineError
from ..options.catalog import TABLES
from .ids import fits_path
from .request.options import query_pairs
from .response.formats import MEDIA_TYPES
from .response.links import Pairs, link

LOOPBACK = ("localhost", "127.0.0.1", "::1")

UNFIT = frozenset(" <>\"'\n\t")
"""Characters that an address cannot contain."""

IN_PATH = "/:@+,;="
"""Characters that a path has as they are."""

DOI = re.compile(r"(?:doi:)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
EMAIL = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}", re.IGNORECASE)

NOT_FOR_LINES = ("facets", "aggs", "facet", "facet_size", "highlight")
"""Parameters for parts of an answer other than hits, which formats of lines do not have."""

DATA_FORMATS = ("json", "yaml", "msgpack")
OF_PAGES = ("format", "out_format", "view", "values_of", "type", "download", "strict", "result")
"""Parameters of pages only: how something is shown."""

PAGE_POSITION = ("from", "generation", "search_after", "scroll_id", "fetch_all")
"""Parameters for the part of a result that is shown."""


def current_pairs() -> Pairs:
    """The parameters of the current request without the format; empty if they cannot be parsed."""
    try:
        return [(key, value) for key, value in query_pairs(request.environ) if key not in ("format", "out_format")]
    except PipelineError:
        return []


def current_path() -> str:
    """The path of the current request, escaped so that no browser or program reads another address."""
    return quote(request.path, safe=IN_PATH)


def from_start(pairs: Pairs, **changes: Any) -> str:
    """The relative address of the same request with other values, at its first page."""
    return link(pairs, **dict.fromkeys(PAGE_POSITION), **changes)


def data_pairs(pairs: Pairs) -> Pairs:
    """The parameters that change the data of an answer."""
    return [(key, value) for key, value in pairs if key not in OF_PAGES]


def other_formats(pairs: Pairs, path: str) -> dict[str, str]:
    """The addresses of the same answer in other formats."""
    return {name: path + link(pairs, format=name) for name in DATA_FORMATS}


def alternates(of_page: Mapping[str, str], documents: bool) -> list[tuple[str, str]]:
    """The content types and addresses of the answer in other formats, for documents also in formats of lines.

    `of_page` has the addresses by format.
    """
    found = dict(of_page)
    if documents and "json" in found:
        path, _, query = found["json"].partition("?")
        pairs = [(key, value) for key, value in parse_qsl(query) if key not in NOT_FOR_LINES]
        found |= {name: path + link(pairs, format=name) for name in TABLES}
    return [(MEDIA_TYPES[name], address) for name, address in found.items()]


def base_address(settings: Mapping[str, Any]) -> str:
    """The prefix of paths in commands: BASE_URL, else the host of the request if it is trusted, else nothing.

    A page with an untrusted `Host` could be cached, and its links would lead other users to a wrong host.
    """
    if settings["BASE_URL"]:
        return str(settings["BASE_URL"]).rstrip("/")
    trusted = settings["TRUSTED_HOSTS"] or host_of(f"//{request.host}") in LOOPBACK
    return request.host_url.rstrip("/") if trusted else ""


def absolute_base(settings: Mapping[str, Any]) -> str:
    """Like `base_address`, but with the host of the request if no host is trusted: some formats need one."""
    return base_address(settings) or request.host_url.rstrip("/")


def canonical(settings: Mapping[str, Any], path: str | None = None) -> str:
    """The canonical address of a page: its path without parameters, and with a host only if BASE_URL is set."""
    return str(settings["BASE_URL"] or "").rstrip("/") + (path or current_path())


def type_url(item_type: ItemType, endpoint: str, **values: Any) -> str:
    """The address of an endpoint of an item type, `metadata.fields` or `query.query`."""
    return url_for(f"{endpoint}:{item_type.name}", **values)


def search_url(item_type: ItemType, **values: Any) -> str:
    """The address of a page of results."""
    return url_for("query.search", type=item_type.name, **values)


def document_url(item_type: ItemType, id: str) -> str:
    """The address of a document. An id that a path cannot contain is a parameter of the query string."""
    return type_url(item_type, f"annotation.{'document' if fits_path(id) else 'annotation'}", id=id)


def host_of(address: str) -> str:
    """The host of an address; empty for one without a host or with a wrong one, such as `https://[x`."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def is_link(value: Any) -> bool:
    """Whether a text can be the address of a link."""
    return isinstance(value, str) and value.startswith(("http://", "https://")) and not set(value) & UNFIT


def known_address(value: Any) -> str | None:
    """The address of a text that is a DOI or a mail address; None for other texts."""
    if not isinstance(value, str) or set(value) & UNFIT:
        return None
    if found := DOI.fullmatch(value):
        return f"https://doi.org/{quote(found[1], safe='/:;()')}"
    return f"mailto:{quote(value, safe='@')}" if EMAIL.fullmatch(value) else None


def is_own(value: str) -> bool:
    """Whether an address belongs to this service."""
    return value.startswith("/") and not value.startswith(("//", "/\\")) and not set(value) & UNFIT


def own_linkouts(templates: Mapping[str, str], id: str) -> dict[str, str]:
    """The templates of one document, in which `{_id}` is its id."""
    return {name: template.replace("{_id}", quote(str(id), safe=":")) for name, template in templates.items()}


def linkout(templates: Mapping[str, str], path: str, value: Any) -> str | None:
    """The configured address for a value of a field; None without one."""
    template = templates.get(path)
    if template is None or not isinstance(value, str | int) or isinstance(value, bool):
        return None
    found = template.replace("{value}", quote(str(value), safe=":"))
    return found if is_link(found) or is_own(found) else None
