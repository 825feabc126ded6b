"""The panel for reusing a page of results: its address, files, code, and the query of the database."""

from collections.abc import Mapping, Sequence
from typing import Any

from ....components import Components, ItemType
from ....errors import PipelineError, RawQueryInterrupt
from ...addresses import base_address, data_pairs, other_formats, type_url
from ...endpoint import Options
from ...response.links import Pairs, link
from ..field_names import as_list, in_facets
from ..values.texts import pretty
from .downloads import downloads
from .page_options import MAX_FACET_VALUES
from .snippets import full, snippets

FACETS = frozenset(("facets", "aggs", "facet"))


def export_panel(
    components: Components,
    item_type: ItemType,
    data: Mapping[str, Any],
    options: Options,
    pairs: Pairs,
    columns: Sequence[str] = (),
) -> dict[str, Any]:
    """The contents of the panel for an answer; `columns` are the columns of the shown table."""
    settings, total = components.settings, data["total"]
    path = type_url(item_type, "query.query")
    address = base_address(settings) + path
    asked = program_pairs(pairs, data, settings["SIZE"])
    offered = downloads(path, asked, formats(components), total, settings["MAX_SIZE"], as_list(columns))
    more = bool(offered.every) and len(data.get("hits", [])) < total
    counted = {
        **options,
        "relax": dict(pairs).get("relax"),
        "aggs": options.get("aggs") or list(data.get("facets", {})),
    }
    return {
        "address": full(address, asked),
        "downloads": offered,
        "every": full(address, offered.every) if offered.every else None,
        "snippets": snippets(address, asked),
        "all_snippets": snippets(address, offered.every, lines=True) if more else {},
        "query": built_query(item_type, counted) if raw_allowed(components) else None,
        "query_address": path + link(asked, rawquery="true", format="json"),
        "other_formats": other_formats(asked, path),
    }


def program_pairs(pairs: Pairs, data: Mapping[str, Any], size: int) -> Pairs:
    """The parameters with which a program gets the contents of the page, including its default facets."""
    asked = data_pairs(pairs)
    keys = {key for key, _ in asked}
    if data.get("facets") and "filter" in keys and "disjunctive" not in keys:
        asked.append(("disjunctive", "true"))
    if any(key == "values_of" for key, _ in pairs):
        kept = [pair for pair in asked if pair[0] not in (*FACETS, "size", "limit", "facet_size")]
        return [
            *kept,
            ("facets", in_facets(data.get("facets", {}))),
            ("facet_size", str(MAX_FACET_VALUES)),
            ("size", "0"),
        ]
    if not data.get("facets"):
        return asked
    counted = [] if keys & FACETS else [("facets", in_facets(data["facets"]))]
    sized = [] if keys & {"size", "limit"} else [("size", str(size))]
    return [*asked, *counted, *sized]


def formats(components: Components) -> tuple[str, ...]:
    """The formats of answers to a query."""
    return next((option.choices for option in components.options if option.name == "out_format"), ())


def raw_allowed(components: Components) -> bool:
    """Whether callers may ask for the built query."""
    return any(option.name == "rawquery" and "GET" in option.methods for option in components.options)


def built_query(item_type: ItemType, options: Options) -> str | None:
    """The query of the database, as `rawquery` shows it; None if it cannot be built."""
    try:
        item_type.pipeline.search(**{**options, "item_type": item_type.name, "rawquery": True})
    except RawQueryInterrupt as interrupt:
        return pretty(interrupt.data)
    except PipelineError:
        return None
    return None
