"""The page of a query: what was found, how to narrow it, and how to take it away."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from flask import request

from ...components import Components, ItemType
from ...errors import PipelineError, RawQueryInterrupt
from ..endpoint import FORMAT, Answer, Options
from ..links import Pairs, link
from ..service import quietly
from . import charts, table
from .addresses import base_address, current_pairs, data_pairs, twins, type_url
from .advice import advice
from .downloads import downloads
from .filters import chips
from .snippets import full, snippets

VIEWS = ("table", "tree", "json")
COUNTED = ("keyword", "boolean", "date", *table.NUMBERS)
CHOICES = 60
SIZES = (10, 25, 100)
MARKING = ("embedded", "elasticsearch")
WHOLE = ("scroll_id", "search_after", "fetch_all", "raw", "rawquery")
SHOWN_JSON = 200_000


def browsed(components: Components, item_type: ItemType, answer: Answer) -> Answer:
    """The same answer; for a page with facets, marked matches and hits beside them, unless something else is asked."""

    def browse(options: Options) -> Any:
        if request.environ.get(FORMAT) != "html" or request.method == "POST" or any(map(options.get, WHOLE)):
            return answer(options)
        own = page_defaults(components, item_type)
        try:
            return answer({**own, **options})
        except PipelineError as error:
            if error.code != 400 or "aggs" in options or "aggs" not in own:
                raise
        # what the page counts by itself may be what cannot be counted
        options.get("warnings", []).clear()
        return answer({**own, "aggs": None, **options})

    return browse


def page_defaults(components: Components, item_type: ItemType) -> Options:
    """What a page asks for by itself."""
    marking = {"highlight": True} if components.settings["BACKEND"] in MARKING else {}
    facets = page_facets(components, item_type)
    return {**marking, **({"aggs": facets} if facets else {}), "size": components.settings["SIZE"]}


def page_facets(components: Components, item_type: ItemType) -> list[str]:
    """The configured facets whose fields are there."""
    fields = quietly(lambda: components.metadata.fields(item_type.name)) or {}
    return [name for name in item_type.settings["page_facets"] if name.partition(":")[0] in fields]


def values(components: Components, item_type: ItemType, data: Mapping[str, Any], options: Options) -> dict[str, Any]:
    """What the page shows."""
    pairs, settings = current_pairs(), components.settings
    asked = asked_pairs(pairs, data, settings["SIZE"])
    fields = quietly(lambda: components.metadata.fields(item_type.name)) or {}
    hits = data.get("hits", [])
    configured = item_type.settings["table_fields"] or item_type.settings["title_fields"]
    names = table.columns(hits, options.get("_source") or configured, ())
    start, size = options.get("from_") or 0, given(options.get("size"), settings["SIZE"])
    facets = data.get("facets", {})
    path = type_url(item_type, "query")
    address = base_address(settings) + path
    view = request.args.get("view", "")
    counted = {**options, "aggs": options.get("aggs") or list(facets)}
    return {
        "item_type": item_type,
        "data": data,
        "options": options,
        "view": view if view in VIEWS else VIEWS[0],
        "views": {name: link(pairs, view=name if name != VIEWS[0] else None) for name in VIEWS},
        "text": pretty(data) if view == "json" else None,
        "headings": table.headings(pairs, names, fields, options.get("sort") or []),
        "rows": table.rows(hits, names, unmarked(item_type, fields, options)) if view not in VIEWS[1:] else [],
        "hits": hits,
        "facets": charts.drawn(pairs, facets, options.get("filter")),
        "facet_choices": facet_choices(fields, facets, pairs),
        "choosable": choosable(fields, item_type.settings["excluded_keys"]),
        "columns": names,
        "kept": [(key, value) for key, value in pairs if key not in ("fields", "_source", "field")],
        "chips": chips(pairs, options.get("filter")),
        "pager": table.pager(pairs, data["total"], start, size, settings["MAX_WINDOW"]),
        "first": link(pairs, **{"from": None}) if start else None,
        "size": size,
        "first_page": link(pairs, size=settings["SIZE"], **{"from": None}),
        "sizes": {number: link(pairs, size=number, **{"from": None}) for number in SIZES},
        "window": settings["MAX_WINDOW"],
        "address": full(address, asked),
        "downloads": (offered := downloads(path, asked, formats(components), data["total"], settings["MAX_SIZE"])),
        "every": full(address, offered.every) if offered.every else None,
        "title_field": (item_type.settings["title_fields"] or [None])[0],
        "snippets": snippets(address, asked),
        "all_snippets": snippets(address, offered.every, lines=True)
        if offered.every and len(hits) < data["total"]
        else {},
        "query": built_query(item_type, counted, raw_allowed(components)),
        "query_address": path + link(asked, rawquery="true", format="json"),
        "advice": advice(components, item_type, options, pairs) if not data["total"] else None,
        "twins": twins(asked, path),
    }  # fmt: skip


def asked_pairs(pairs: Pairs, data: Mapping[str, Any], size: int) -> Pairs:
    """The request that gives a program what the page shows: with the facets that the page asked for by itself."""
    asked = data_pairs(pairs)
    keys = {key for key, _ in asked}
    if keys & {"facets", "aggs", "facet"} or not data.get("facets"):
        return asked
    sized = [] if keys & {"size", "limit"} else [("size", str(size))]
    return [*asked, ("facets", ",".join(data["facets"])), *sized]


def given(value: Any, default: Any) -> Any:
    """The value, or the default when it was not given."""
    return default if value is None else value


def unmarked(item_type: ItemType, fields: Mapping[str, Any], options: Options) -> frozenset[str]:
    """Fields whose matches say nothing: those not shown, and those that only the filter asks for."""
    q, filtered = str(options.get("q") or ""), f"{options.get('filter') or ''} {options.get('post_filter') or ''}"
    narrowed = (name for name in fields if f"{name}:" in filtered and f"{name}:" not in q)
    return frozenset((*item_type.settings["excluded_keys"], *narrowed))


def choosable(fields: Mapping[str, Any], hidden: Collection[str]) -> list[str]:
    """The fields that can be columns."""
    return [name for name, field in fields.items() if field.get("type") != "object" and name not in hidden]


def facet_choices(fields: Mapping[str, Any], shown: Mapping[str, Any], pairs: Pairs) -> list[dict[str, str]]:
    """Fields that can be counted beside those that are, each with the address that counts it too."""
    known = {name.partition(":")[0] for name in shown}
    kinds = {name: field.get("type") for name, field in fields.items() if name not in known}
    names = [f"{name}:year" if kind == "date" else name for name, kind in kinds.items() if kind in COUNTED]
    return [
        {"name": name.partition(":")[0], "href": link(pairs, facets=",".join([*shown, name]))}
        for name in names[:CHOICES]
    ]


def formats(components: Components) -> tuple[str, ...]:
    """The formats that a query can be answered in."""
    return next((option.choices for option in components.options if option.name == "out_format"), ())


def raw_allowed(components: Components) -> bool:
    """Whether callers may ask for the built query."""
    return any(option.name == "rawquery" and "GET" in option.methods for option in components.options)


def built_query(item_type: ItemType, options: Options, allowed: bool) -> str | None:
    """The query that the database got, as `rawquery` shows it; None where that is not allowed."""
    if not allowed:
        return None
    others = {**{key: value for key, value in options.items() if key != "q"}, "item_type": item_type.name}
    try:
        item_type.pipeline.search(options.get("q"), **{**others, "rawquery": True})
    except RawQueryInterrupt as interrupt:
        return pretty(interrupt.data)
    except PipelineError:
        return None
    return None


def pretty(data: Any) -> str:
    """JSON to be read, cut where it is too long for a page."""
    text = json.dumps(data, indent=2, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN_JSON else text[:SHOWN_JSON] + "\n…"
