"""What the front page shows."""

import shlex
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from flask import url_for

from ...components import Components, ItemType
from ..metadata import sources_of
from ..quietly import quietly
from ..request.admission import deadline
from .addresses import base_address, type_url
from .defaults import Fields, Settings, known_fields, lookup_scopes, page_settings, title_fields
from .values import cell

PATIENCE = 2


def front(components: Components) -> Callable[..., dict[str, Any]]:
    """What the front page shows, as data."""

    def answer(**_: Any) -> dict[str, Any]:
        state = quietly(components.backend.health)
        counts = (state or {}).get("documents", {})
        return {
            "title": components.settings["TITLE"],
            "description": components.settings["DESCRIPTION"],
            "available": state is not None,
            "item_types": {
                name: {"documents": counts.get(name), "src": sources_of(components, name)}
                for name in components.item_types
            },
        }

    return answer


def front_values(components: Components, data: Mapping[str, Any]) -> dict[str, Any]:
    """The commands, the share of each collection in the largest, and where each is looked into for a list of names."""
    counts = {name: entry["documents"] for name, entry in data["item_types"].items()}
    numbers = [count for count in counts.values() if isinstance(count, int)]
    largest = max(numbers, default=0) or 1
    base = base_address(components.settings)
    types = components.item_types.values()
    # a database that hangs would be waited for again for every collection
    fields = {one.name: known_fields(components, one) if data["available"] else {} for one in types}
    settings = {one.name: page_settings(components, one) for one in types}
    default = components.default
    asked = requests(default, settings[default.name], fields[default.name])
    return {
        "commands": [(text, command(base + path, *given)) for text, path, *given in asked],
        "shares": {
            name: round(100 * count / largest, 1) if isinstance(count, int) else 0 for name, count in counts.items()
        },
        "scopes": {one.name: lookup_scopes(settings[one.name], fields[one.name]) for one in types},
    }


def requests(item_type: ItemType, settings: Settings, fields: Fields) -> list[tuple[str, ...]]:
    """What can be asked: what it does, the path, and what is sent with it; made of documents that are there."""
    term = str((item_type.settings["examples"] or ["*"])[0])
    title = next((name for name in title_fields(settings, fields) if name in fields), "_id")
    hits = examples(item_type, term, title)
    ids = [hit["_id"] for hit in hits] or ["ID"]
    terms = [text for hit in hits if (text := cell(hit, title))] or ["TERM"]
    query, document = type_url(item_type, "query.query"), type_url(item_type, "annotation.annotation")
    found = [
        ("Search", f"{query}?{urlencode({'q': term})}"),
        ("Look one up", type_url(item_type, "annotation.document", id=ids[0])),
        ("Look many up", document, f"ids={','.join(ids)}"),
        ("Search for many terms", query, f"q={','.join(terms)}", f"scopes={title}"),
        ("Read everything", f"{query}?fetch_all=true&format=ndjson"),
        ("Sources", url_for("metadata.metadata")),
        ("Fields", url_for("metadata.fields")),
    ]
    suggestion = ("Complete a word", f"{type_url(item_type, 'query.suggest')}?{urlencode({'q': terms[0][:3]})}")
    return [*found[:4], suggestion, *found[4:]] if item_type.settings["suggest_fields"] and hits else found


def examples(item_type: ItemType, term: str, field: str) -> list[Mapping[str, Any]]:
    """Two documents that the first example finds; none while the database does not answer."""
    given = {"item_type": item_type.name, "size": 2, "_source": [field], "deadline": deadline(PATIENCE)}
    answer = quietly(lambda: item_type.pipeline.search(term, **given)) or {}
    return [hit for hit in answer.get("hits", []) if not set(hit["_id"]) & set("/?#,")]


def command(address: str, *given: str) -> str:
    """A request as a line for the shell."""
    return " ".join(["curl", shlex.quote(address), *(f"-d {shlex.quote(text)}" for text in given)])
