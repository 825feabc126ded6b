"""The page of a search over all collections: the number of hits in each, and the best of them."""

from collections.abc import Mapping
from typing import Any

from flask import request, url_for

from ....components import Components
from ....querystring.tokens import unescape
from ...addresses import current_pairs, data_pairs, from_start, other_formats, search_url
from ...endpoint import Options
from ...guessed_settings import known_fields, page_settings, title_fields
from ...response.links import link
from ..defaults import value_texts
from ..labels import label
from ..related import ids_on_page, linked_titles, links_of
from ..values.pictures import image_hosts
from ..values.readable import ValueTexts
from . import cards
from .filters import chips
from .hits import hidden_fields, relaxed_to
from .no_results import advice_for_all
from .offers import list_lookups

MAX_HITS = 3
"""Hits of each collection on the page."""

MAX_RANKED = 25
"""Hits of the list of the best of all."""

VIEWS = {"": "By collection", "list": "Best of all"}


def values(components: Components, data: Mapping[str, Any], options: Options) -> dict[str, Any]:
    """The values of the page: a section per collection with hits, the collections without hits, and one list."""
    q, asked, pairs = options.get("q"), request.args.get("view", ""), current_pairs()
    found = {name: section(components, name, answer, q) for name, answer in data["item_types"].items()}
    card_of = {(name, card["id"]): card for name, part in found.items() for card in part["cards"]}
    ranked = [(found[hit["_item_type"]], card_of[hit["_item_type"], hit["_id"]]) for hit in data["hits"]]
    path = url_for("query.everywhere-default")
    sections = [part for part in found.values() if part["total"]]
    relaxed = any(part["relaxed_to"] and part["relaxed"]["step"] not in ("id", "ids") for part in found.values())
    is_said_once = relaxed and len(sections) > 1 and all(part["relaxed"] == sections[0]["relaxed"] for part in sections)
    return {
        "q": q or "",
        "advice": advice_for_all(components, str(q), pairs, data["item_types"]) if q and not data["total"] else None,
        "image_hosts": sorted({host for part in found.values() for host in part["image_hosts"]}),
        "sections": sections,
        "relaxed_alike": sections[0] if is_said_once and len(sections[0]["relaxed_to"]) == 1 else None,
        "others": [part for part in found.values() if not part["total"]],
        "ranked": ranked,
        "chips": chips(pairs, options.get("filter"), ValueTexts()),
        "unfiltered": from_start(pairs, filter=None),
        "list_lookups": list_lookups(components, q, data["item_types"]),
        "strict": link(pairs, relax="none") if relaxed else None,
        "view": asked if asked in VIEWS else "",
        "views": {
            title: link(pairs, view=name or None, size=MAX_RANKED if name else None) for name, title in VIEWS.items()
        },
        "current": VIEWS.get(asked, VIEWS[""]),
        "other_formats": other_formats(data_pairs(pairs), path),
    }


def section(components: Components, name: str, answer: Mapping[str, Any], q: Any) -> dict[str, Any]:
    """One collection: its number of results, the address of all of them, and its best hits as cards."""
    item_type = components.item_types[name]
    settings, fields = page_settings(components, item_type), known_fields(components, item_type)
    titles, hits = title_fields(settings, fields), answer.get("hits", [])
    ids = ids_on_page(links_of(components, item_type), answer)
    written = value_texts(components, item_type, linked_titles(components, item_type, ids))
    hidden, hosts = hidden_fields(components, item_type), image_hosts(components.settings, settings)
    return {
        "item_type": item_type,
        "image_hosts": hosts,
        "numbered": settings.get("numbered_ids", False),
        "total": answer["total"],
        "error": answer.get("error"),
        "relaxed": answer.get("relaxed"),
        "relaxed_to": [(unescape(text, 0), search_url(item_type, q=text)) for text in relaxed_to(answer, {"q": q})],
        "href": search_url(item_type, q=q),
        "cards": cards.of(hits, settings, titles, hidden, written, hosts),
        "labels": {field: label(field, fields) for field in fields},
    }
