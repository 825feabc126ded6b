"""The additional options of a page of results: facets, highlights and hits."""

from collections.abc import Mapping
from typing import Any

from flask import request

from ....components import Components, ItemType
from ....databases.capabilities import can
from ....errors import ErrorKind, PipelineError
from ...endpoint import Answer, Options
from ...guessed_settings import known_fields, page_settings
from ..defaults import page_facets

MAX_FACET_VALUES = 100
"""Values on the page of one facet."""

MAX_VALUES = 3000
"""Values that a page of results shows in all facets together; each has two links, and takes 0.1 ms."""

MAX_LINKS = 4 * 2**20
"""Bytes of these links, each of which repeats the parameters of the request."""

RAW_OPTIONS = ("scroll_id", "search_after", "fetch_all", "raw", "rawquery")
"""Options whose answer is shown unchanged."""
MAX_HIGHLIGHTED = 100
"""The maximum number of hits in which a page highlights matches by default: more hits with many fields take seconds."""


def browsed(components: Components, item_type: ItemType, answer: Answer) -> Answer:
    """The answer with the default facets, highlights and hits of a page, unless the request says otherwise."""

    def browse(**options: Any) -> Any:
        options.pop("track_total_hits", None)  # a page counts
        if any(map(options.get, RAW_OPTIONS)):
            return answer(**options)
        own = page_defaults(components, item_type)
        if options.get("size", 0) > MAX_HIGHLIGHTED:
            own.pop("highlight", None)
        if facet := request.args.get("values_of"):  # the page of one facet
            options |= {"aggs": [facet], "facet_size": MAX_FACET_VALUES, "size": 0, "from_": 0}
        options |= fewer_values({**own, "facet_size": components.settings["FACET_SIZE"], **options})
        while True:
            try:
                return answer(**{**own, **options})
            except PipelineError as error:
                # the failure may come from the defaults of the page
                needless = "highlight" if error.kind is ErrorKind.TOO_LONG_TO_HIGHLIGHT else "aggs"
                if error.code != 400 or needless in options or own.pop(needless, None) is None:
                    raise
            options.get("warnings", []).clear()

    return browse


def fewer_values(options: Options) -> Options:
    """A smaller `facet_size`, if the facets of a page may have too many values. Each facet links to all its values."""
    facets = options.get("aggs") or [""]
    levels = 1 + max(name.count("(") for name in facets)
    values = min(MAX_VALUES, MAX_LINKS // (2 * len(request.query_string) + 1))
    most = max(int((values / len(facets)) ** (1 / levels)), 1)
    return {"facet_size": most} if options["facet_size"] > most else {}


def page_defaults(components: Components, item_type: ItemType) -> Options:
    """The default options of a page."""
    facets = page_facets(page_settings(components, item_type), known_fields(components, item_type))
    counting = {"aggs": facets} if facets else {}
    return {"disjunctive": True, **for_readers(components.settings), **counting, "size": components.settings["SIZE"]}


def for_readers(settings: Mapping[str, Any]) -> Options:
    """The options of pages that the database supports: matches are marked, and words relaxed."""
    backend = settings["BACKEND"]
    return {name: value for name, value in (("highlight", True), ("relax", "auto")) if can(backend, name)}
