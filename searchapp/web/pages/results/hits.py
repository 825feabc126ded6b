"""The page of a query: its hits, facets, filters and other views."""

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import accumulate, takewhile
from typing import Any

from flask import request

from ....components import Components, ItemType
from ....errors import none_on_error
from ....querystring.default_fields import copied_fields
from ....querystring.facet_names import divided
from ....querystring.field_types import NUMBER_TYPES
from ....querystring.tokens import unescape
from ...addresses import current_pairs, from_start
from ...endpoint import Options
from ...guessed_settings import field_order, known_fields, page_settings, title_fields
from ...response.links import Links, Pairs, link
from ..defaults import Fields, Settings, is_countable, value_texts
from ..field_names import in_facets
from ..labels import hint, id_label, label, sub_field_parent, without_id
from ..related import ids_on_page, linked_titles, links_of, with_links
from ..values.pictures import image_hosts
from ..values.readable import ValueTexts
from ..values.texts import pretty
from . import cards, charts, table
from .export import export_panel
from .filters import chips
from .no_results import Counter, OtherSearch, advice, in_other_collections
from .offers import list_lookup, longer_words
from .page_options import for_readers

VIEWS = ("table", "cards", "tree", "json")
COUNTED = ("text", "keyword", "boolean", "date", "ip", *NUMBER_TYPES)
MAX_CHOICES, MAX_COLUMN_CHOICES = 60, 120
SIZES = (10, 25, 100)
MAX_TREE_VALUES = 10_000
"""Values in the trees of a page, 0.03 ms each. A document with more is shown alone."""
MAX_COUNT_SECONDS = 0.5
"""For counting the hits of other collections."""

EVERYTHING = ("", "*", "*:*")
"""Queries that all documents match."""


def values(components: Components, item_type: ItemType, data: Mapping[str, Any], options: Options) -> dict[str, Any]:
    """The values of the page."""
    pairs, fields = current_pairs(), in_order_of_file(components, item_type)
    hidden = hidden_fields(components, item_type)
    settings = with_links(page_settings(components, item_type), components, item_type)
    ids = ids_on_page(links_of(components, item_type), data, options.get("filter"))
    written = value_texts(components, item_type, linked_titles(components, item_type, ids))
    fields = {**fields, **shown_as_titles(fields, written.titles)}
    hosts = image_hosts(components.settings, settings)
    shown = view_links(data, pairs, cards.are_better(data.get("hits", []), settings, options, hosts))
    same_view = with_view(pairs, shown["view"], settings)
    found = table_values(settings, data.get("hits", []), options, same_view, (fields, hidden, written), hosts)
    columns = found["columns"] if shown["view"] == "table" and not options.get("_source") else ()
    return {
        "item_type": item_type,
        "image_hosts": hosts,
        "numbered": settings.get("numbered_ids", False),
        "linkouts": settings["linkouts"],
        "data": data,
        "is_empty": not data["total"] and is_unrestricted(options),
        "options": options,
        "is_everything": str(options.get("q") or "") in EVERYTHING,
        "hits": data.get("hits", []),
        "trees": first_trees(data.get("hits", [])),
        **choosable(fields, hidden),
        "labels": {name: label(name, fields) for name in fields},
        "hints": {name: hint(name, fields) for name in fields},
        "pairs": pairs,
        **one_facet(data.get("facets", {}), pairs),
        "advice": advice(components, item_type, options, pairs, data) if not data["total"] else None,
        **shown,
        **found,
        **narrowing(data.get("facets", {}), options, pairs, fields, written),
        **paging(components.settings, data, options, same_view),
        **export_panel(components, item_type, data, options, as_relaxed(components, pairs, data), columns),
        "relaxed_to": [(unescape(text, 0), from_start(pairs, q=text)) for text in relaxed_to(data, options)],
        "also": other_collections(components, item_type, data, options),
        "list_lookup": list_lookup(components, item_type, options.get("q"), data),
        "longer_words": longer_words(item_type, options, pairs, data),
        "strict": typed_search(item_type, data, options, from_start(pairs, relax="none")),
    }


def shown_as_titles(fields: Fields, names: Iterable[str]) -> dict[str, Any]:
    """Fields of ids whose values are titles, without `ID` in their labels unless another field has such a label."""
    taken = {field.get("label") for field in fields.values() if field.get("type") != "object"}
    labels = {name: text for name in names if (text := without_id(label(name, fields))) not in taken}
    return {name: {**fields[name], "label": text} for name, text in labels.items()}


def in_order_of_file(components: Components, item_type: ItemType) -> dict[str, Any]:
    """The fields in the order of the loaded file; other fields after them."""
    fields = known_fields(components, item_type)
    return {**{name: fields[name] for name in field_order(components, item_type) if name in fields}, **fields}


def is_unrestricted(options: Options) -> bool:
    """Whether all documents are asked for."""
    narrowing = ("filter", "post_filter", "userquery", "scopes")
    return options.get("q") in (None, *EVERYTHING[1:]) and not any(options.get(name) for name in narrowing)


def typed_search(item_type: ItemType, data: Mapping[str, Any], options: Options, href: str) -> OtherSearch:
    """The search for the typed text. If an id replaced it, its hits are counted: the text may be a frequent word."""
    q, uncounted = str(options.get("q") or ""), OtherSearch("", href, 0)
    is_id = (data.get("relaxed") or {}).get("step") == "id"
    return (Counter(item_type, options)(q, href, "") if is_id else None) or uncounted


def other_collections(
    components: Components, item_type: ItemType, data: Mapping[str, Any], options: Options
) -> list[OtherSearch]:
    """The other collections with hits for the typed text. They are counted only for the first page of hits."""
    q = str(options.get("q") or "").strip()
    is_later = options.get("from_") or options.get("search_after") or options.get("scroll_id")
    if q in EVERYTHING or is_later or not data["total"]:
        return []
    return in_other_collections(components, item_type, q, time.monotonic() + MAX_COUNT_SECONDS)


def relaxed_to(data: Mapping[str, Any], options: Mapping[str, Any]) -> list[str]:
    """The queries that were searched instead of the typed text; empty if the typed text was searched."""
    relaxed = data.get("relaxed")
    if relaxed is None:
        return []
    others = () if options.get("scopes") else relaxed.get("others", ())
    is_typed = relaxed["step"] != "id" and unescape(relaxed["q"], 0) == (options.get("q") or "").strip()
    return [relaxed["q"], *others] if others or not is_typed else []


def as_relaxed(components: Components, pairs: Pairs, data: Mapping[str, Any]) -> Pairs:
    """The parameters for the same answer from the API, which is strict by default: it refuses `:)`."""
    is_auto = {**for_readers(components.settings), **dict(pairs)}.get("relax") == "auto"
    if "relaxed" not in data and (data["total"] or not is_auto):
        return pairs
    return [*((key, value) for key, value in pairs if key != "relax"), ("relax", "auto")]


def one_facet(facets: Mapping[str, Any], pairs: Pairs) -> dict[str, Any]:
    """The facet whose values are the page, None on a page of hits; and the address of the hits."""
    wanted = request.args.get("values_of", "")
    return {
        "values_of": wanted if wanted in facets else None,
        "back": from_start(pairs, values_of=None, facet_query=None),
    }


def view_links(data: Mapping[str, Any], pairs: Pairs, as_cards: bool) -> dict[str, Any]:
    """The current view of the hits and the addresses of the other views. The default is a table, or cards for prose."""
    asked, usual = request.args.get("view", ""), "cards" if as_cards else "table"
    return {
        "view": asked if asked in VIEWS else usual,
        "views": {name: link(pairs, view=name if name != usual else None) for name in VIEWS},
        "text": pretty(data) if asked == "json" else None,
    }


def first_trees(hits: Sequence[Any]) -> Sequence[Any]:
    """The first hits, at least one, whose values a page can show."""
    counts = accumulate(map(number_of_values, hits))
    return hits[: max(1, sum(1 for _ in takewhile(lambda count: count <= MAX_TREE_VALUES, counts)))]


def number_of_values(value: Any) -> int:
    """The number of values in a document that are no object and no list."""
    if isinstance(value, Mapping):
        return sum(map(number_of_values, value.values()))
    return sum(map(number_of_values, value)) if isinstance(value, list) else 1


def with_view(pairs: Pairs, shown: str, settings: Settings) -> Pairs:
    """The parameters for other pages and orders of the same hits in the current view."""
    is_table_always = not settings.get("description_field") and not settings.get("image_field")
    return pairs if is_table_always or request.args.get("view") else [*pairs, ("view", shown)]


def table_values(
    settings: Settings,
    hits: list[Mapping[str, Any]],
    options: Options,
    pairs: Pairs,
    known: tuple[Fields, frozenset[str], ValueTexts],
    hosts: Sequence[str],
) -> dict[str, Any]:
    """The table and the cards of the hits, with pictures of these hosts.

    `known` are the fields, which of them are not shown, and how values are written.
    """
    fields, hidden, written = known
    titles = title_fields(settings, fields)
    names = table.columns(hits, table.wanted_fields(settings, options), titles)
    names = table.title_first(names, titles, options.get("_source"))
    names = table.without_id(names, settings, [*titles, *(options.get("_source") or ())])
    return {
        "id_label": id_label(settings, names, fields),
        "title_field": next((name for name in titles if name in names), None),
        "description_field": settings.get("description_field"),
        "columns": names,
        "headings": table.headings(pairs, names, fields, options.get("sort") or [], written),
        "sort_choices": table.sort_choices(pairs, names, fields, options.get("sort") or []),
        "unsorted": from_start(pairs, sort=None),
        "rows": table.rows(hits, names, hidden, settings["linkouts"], written),
        "cards": cards.of(hits, settings, titles, hidden, written, hosts),
        "usual_columns": link(pairs, fields=None, _source=None, field=None),
        "kept": [(key, value) for key, value in pairs if key not in ("fields", "_source", "field")],
    }


def narrowing(
    facets: Mapping[str, Any], options: Options, pairs: Pairs, fields: Fields, written: ValueTexts
) -> dict[str, Any]:
    """The facets and the active filters."""
    return {
        "facets": charts.charts_of(pairs, facets, options.get("filter"), fields, written),
        "facet_choices": facet_choices(fields, facets, pairs),
        "chips": chips(pairs, options.get("filter"), written),
        "unfiltered": from_start(pairs, filter=None),
    }


def paging(settings: Mapping[str, Any], data: Mapping[str, Any], options: Options, pairs: Pairs) -> dict[str, Any]:
    """The part of the result on this page, and the addresses of other pages."""
    start, window = options.get("from_") or 0, settings["MAX_WINDOW"]
    size = settings["SIZE"] if options.get("size") is None else options["size"]
    by_cursor = bool(options.get("search_after")) or "_scroll_id" in data
    return {
        "size": size,
        "window": window,
        "pager": table.cursor_pager(pairs, data, options, Links.of(settings))
        if by_cursor
        else table.pager(pairs, data["total"], start, size, window),
        "numbers": [] if by_cursor else table.page_numbers(pairs, data["total"], start, size, window),
        "first": from_start(pairs) if start or by_cursor else None,
        "first_page": from_start(pairs, size=settings["SIZE"]),
        "sizes": {number: from_start(pairs, size=number) for number in SIZES},
    }


def hidden_fields(components: Components, item_type: ItemType) -> frozenset[str]:
    """Fields that no page of results shows: hidden ones, and fields with copies of others."""
    mapping = none_on_error(lambda: components.metadata.mapping(item_type.name)) or {}
    fields = known_fields(components, item_type)
    other_forms = (name for name in fields if sub_field_parent(name, fields))
    return frozenset((*item_type.settings["excluded_keys"], *copied_fields(mapping), *other_forms))


def choosable(fields: Mapping[str, Any], hidden: Collection[str]) -> dict[str, Any]:
    """The fields that can be columns, and the number of further ones."""
    own = (name for name, field in fields.items() if field.get("type") != "object" and name not in hidden)
    names = [name for name in own if not sub_field_parent(name, fields)]
    return {"choosable": names[:MAX_COLUMN_CHOICES], "not_choosable": len(names[MAX_COLUMN_CHOICES:])}


def facet_choices(fields: Mapping[str, Any], shown: Mapping[str, Any], pairs: Pairs) -> list[dict[str, str]]:
    """Fields that can be added as facets, each with the address that does so."""
    known = {divided(name)[0] for name in shown}
    others = [name for name in fields if name not in known and not sub_field_parent(name, fields)]
    kinds = {name: fields[name].get("type") for name in others if is_countable(name, fields)}
    names = [f"{name}:year" if kind == "date" else name for name, kind in kinds.items() if kind in COUNTED]
    return [
        {
            "name": (field := divided(name)[0]),
            "label": label(field, fields),
            "href": link(pairs, facets=in_facets([*shown, name])),
        }
        for name in names[:MAX_CHOICES]
    ]
