"""Links to the same request with other values, and the `Link` header of RFC 8288 with the neighbouring pages."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import quote, unquote_plus, urlencode

from ...options import catalog

Pairs = list[tuple[str, str]]
Changes = Mapping[str, Any]
"""The parameters that differ in the address of another page; None leaves a parameter out."""

RANDOM = "__any__"
HIDDEN = ("_generation", "_further")
MAX_LINK = 8000
"""Bytes of the `Link` header: clients, proxies and servers accept headers and addresses of 8 KiB."""

IN_ADDRESS = "!#$%&()*+,/:=?@[]^`{|}~"
"""Characters of a query string that the header may repeat unescaped; `;` and `<` would end an address there."""

NAMES = {option.label: tuple(option.keywords) for option in catalog.ALL if option.public}
"""The names of each option: its label and its aliases."""


def link(pairs: Pairs, **changes: Any) -> str:
    """A relative address: the same request with other values; None leaves a parameter out."""
    kept = _unchanged(tuple(pairs), tuple(changes))
    return "?" + "&".join(
        filter(None, [kept, urlencode({key: value for key, value in changes.items() if value is not None})])
    )


@lru_cache(maxsize=20)
def _unchanged(pairs: tuple[tuple[str, str], ...], changed: tuple[str, ...]) -> str:
    """The parameters that do not change; they are the same for all links of a page that change the same parameters."""
    dropped = all_names(changed)
    return urlencode([(key, value) for key, value in pairs if key not in dropped])


def header_link(query_string: str, changes: Changes) -> str:
    """Like `link`, for a header. Kept parameters are repeated in the caller's spelling, so that they do not grow."""
    dropped = all_names(tuple(changes))
    parts = query_string.split("&") if query_string else []
    kept = [quote(part, IN_ADDRESS) for part in parts if unquote_plus(part.partition("=")[0]) not in dropped]
    return "?" + "&".join(
        [*kept, *filter(None, [urlencode({key: value for key, value in changes.items() if value is not None})])]
    )


@lru_cache(maxsize=1000)
def all_names(keywords: tuple[str, ...]) -> frozenset[str]:
    """The options with their aliases."""
    return frozenset(name for keyword in keywords for name in NAMES.get(keyword, (keyword,)))


class Links(NamedTuple):
    """The settings for the sizes of pages."""

    size: int
    window: int
    batch: int
    address: str = ""

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "Links":
        return cls(settings["SIZE"], settings["MAX_WINDOW"], settings["SCROLL_SIZE"], settings["BASE_URL"] or "")

    def header(self, data: Any, options: Mapping[str, Any], environ: Mapping[str, Any]) -> list[tuple[str, str]]:
        """The header for an answer, whose keys for links are removed.

        Its addresses are relative to the address of the request, unless BASE_URL is set. Without room for both,
        the header has the next page only; without room for that, there is no header.
        """
        if not isinstance(data, dict):
            return []
        found = self.relations(data, options)
        for key in HIDDEN:
            data.pop(key, None)
        if not found:
            return []
        base = self.address.rstrip("/") + environ["PATH_INFO"] if self.address else ""
        query = environ.get("QUERY_STRING", "")
        links = {name: f'<{base}{header_link(query, changes)}>; rel="{name}"' for name, changes in found.items()}
        for text in (", ".join(links.values()), links.get("next", "")):
            if text and len(text) <= MAX_LINK:
                return [("Link", text)]
        return []

    def relations(self, data: Any, options: Mapping[str, Any]) -> dict[str, Changes]:
        """The pages around an answer; none if the database did not count its matches."""
        if "hits" not in data or "total" not in data or options.get("q") == RANDOM:
            return {}
        if options.get("search_after"):
            cursors = {"next": data.get("_search_after"), "prev": data.get("_search_before")}
            return {name: {"search_after": cursor} for name, cursor in cursors.items() if cursor}
        if "_scroll_id" in data:
            # a batch may be short because jmespath dropped documents: its length then says nothing
            more = len(data["hits"]) >= self.batch or options.get("jmespath_exclude_empty")
            return {"next": {"scroll_id": data["_scroll_id"], "fetch_all": None, "q": None}} if more else {}
        size = self.size if options.get("size") is None else options["size"]
        pages = (
            {} if data["total"] is None else pages_around(data["total"], options.get("from_") or 0, size, self.window)
        )
        pages = {name: {"generation": data.get("_generation"), **page} for name, page in pages.items()}
        if "_further" in data and "next" not in pages:
            pages["next"] = {"generation": None, "from": None, "search_after": data["_further"]}
        return pages


def pages_around(total: int, start: int, size: int, window: int) -> dict[str, Changes]:
    """The pages around one of `size` hits from `start`, as far as the window reaches."""
    found: dict[str, Changes] = {}
    if size and start + size < total and start + 2 * size <= window:
        found["next"] = {"from": start + size}
    if size and start > 0:
        empty = max(start - total, 0) // size  # pages without hits before this one
        before = max(start - size * (1 + empty), 0)
        found["prev"] = {"from": before or None, **({"size": start} if start < size else {})}
    return found
