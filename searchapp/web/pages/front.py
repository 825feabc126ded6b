"""The values of the front page."""

import json
import re
import shlex
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from flask import url_for

from ...components import Components, ItemType
from ...errors import ErrorKind, PipelineError, none_on_error
from ...options.split import split
from ...querystring.field_types import DATE_TYPES, TEXT_TYPES
from ...querystring.writing import is_word, phrase_text
from ..addresses import base_address, search_url, type_url
from ..guessed_settings import known_fields, page_settings, title_fields
from ..ids import fits_path
from ..request.admission import deadline
from ..sources import sources_of
from .defaults import Fields, Settings
from .field_names import in_list
from .labels import label
from .related import documents_found
from .results.hits import choosable, hidden_fields, in_order_of_file
from .values.texts import cell

MAX_SECONDS = 2
MAX_EXAMPLES, MAX_FETCHED = 3, 20
MAX_FIELDS = 6
"""Fields that the front page names of a collection."""

NAMED = re.compile(r"\w{2}")
WORD = re.compile(r"[^\W\d_]{2}")
MAX_EXAMPLE = 50
"""Characters of the longest title that is an example."""

Hits = list[Mapping[str, Any]]


def front(components: Components) -> Callable[..., dict[str, Any]]:
    """The data of the front page."""

    def answer(**_: Any) -> dict[str, Any]:
        state = health(components)
        counts = (state or {}).get("documents", {})
        return {
            "title": components.settings["TITLE"],
            "description": components.settings["DESCRIPTION"],
            "available": state is not None,
            "item_types": {
                # without the database every collection would wait for it again
                name: {"documents": counts.get(name), "src": sources_of(components, name) if state else {}}
                for name in components.item_types
            },
        }

    return answer


def health(components: Components) -> Mapping[str, Any] | None:
    """The state of the database; only the counts of the loaded collections if some are not loaded.

    None if the database does not answer.
    """
    try:
        return components.backend.health()
    except PipelineError as error:
        if error.kind is not ErrorKind.NOT_LOADED:
            return None
    counts = {name: documents_found(one, None, deadline(MAX_SECONDS)) for name, one in components.item_types.items()}
    return {"documents": counts}


def front_values(components: Components, data: Mapping[str, Any]) -> dict[str, Any]:
    """The commands, and the main fields and examples of each collection."""
    base = base_address(components.settings)
    types = components.item_types.values()
    fields = {one.name: known_fields(components, one) if data["available"] else {} for one in types}
    settings = {one.name: page_settings(components, one) if data["available"] else one.settings for one in types}
    titles = {one.name: title_field(settings[one.name], fields[one.name]) for one in types}
    texts = {name: [title, *text_columns(settings[name], fields[name])] for name, title in titles.items()}
    hits = {one.name: first_hits(one, texts[one.name]) if data["available"] else [] for one in types}
    default = components.default.name
    asked = requests(components.default, titles[default], hits[default])
    return {
        "selected": selected(components),
        "commands": [(text, command(base + path, *given)) for text, path, *given in asked],
        "main_fields": {
            one.name: main_fields(components, one, settings[one.name]) for one in types if fields[one.name]
        },
        "examples": {name: examples(components.item_types[name], texts[name], hits[name]) for name in hits},
    }


def main_fields(components: Components, item_type: ItemType, settings: Settings) -> list[str]:
    """The labels of the fields that say what a collection has: the columns of its results, then other fields."""
    fields = in_order_of_file(components, item_type)
    others: list[str] = choosable(fields, hidden_fields(components, item_type))["choosable"]
    names = [name for name in settings["table_fields"] if name in others]
    return list(dict.fromkeys(label(name, fields) for name in [*names, *others]))[:MAX_FIELDS]


def selected(components: Components) -> str:
    """The collection that the search box preselects: DEFAULT_ITEM_TYPE, or the only one; `*` is all of them."""
    is_one = components.settings["DEFAULT_ITEM_TYPE"] or len(components.item_types) == 1
    return components.default.name if is_one else "*"


def title_field(settings: Settings, fields: Fields) -> str:
    """The field with the name of a document, or the id. Dates are no examples of words."""
    known = (name for name in title_fields(settings, fields) if name in fields)
    return next((name for name in known if fields[name].get("type") not in DATE_TYPES), "_id")


def text_columns(settings: Settings, fields: Fields) -> list[str]:
    """The columns of results that have texts."""
    return [name for name in settings["table_fields"] if fields.get(name, {}).get("type") in TEXT_TYPES]


def examples(item_type: ItemType, fields: list[str], hits: Hits) -> list[tuple[str, str]]:
    """Examples of searches, each as text and address: the configured ones, else titles or other words of documents."""
    configured = [(str(text), str(text)) for text in item_type.settings["examples"]]
    texts = [] if configured else words_of(fields, hits)
    found = configured or [(text, text if is_word(text) else phrase_text(text)) for text in texts]
    return [(text, search_url(item_type, q=q)) for text, q in found[: len(configured) or MAX_EXAMPLES]]


def words_of(fields: list[str], hits: Hits) -> list[str]:
    """The titles of documents that are short enough, else the texts of the first of the other fields with words."""
    title, *columns = fields
    for field in columns if title == "_id" else fields:
        is_example = (NAMED if field == title else WORD).match
        texts = dict.fromkeys(text for hit in hits if len(text := cell(hit, field)) <= MAX_EXAMPLE and is_example(text))
        if len(texts) > (field != title):
            return [*texts]
    return []


def first_hits(item_type: ItemType, fields: list[str]) -> Hits:
    """The hits of the first configured example, else any documents; none while the database does not answer."""
    term = str((item_type.settings["examples"] or ["*"])[0])
    given = {"item_type": item_type.name, "size": MAX_FETCHED, "_source": fields, "deadline": deadline(MAX_SECONDS)}
    answer = none_on_error(lambda: item_type.pipeline.search(term, **given)) or {}
    return list(answer.get("hits", []))


def requests(item_type: ItemType, title: str, hits: Hits) -> list[tuple[str, ...]]:
    """Example requests: purpose, path and body, with ids and terms of real documents."""
    term = str((item_type.settings["examples"] or ["*"])[0])
    ids = [id for hit in hits if fits_path(id := str(hit["_id"]))][:2] or ["ID"]
    terms = [text for hit in hits if (text := cell(hit, title))][:2] or ["TERM"]
    query, document = type_url(item_type, "query.query"), type_url(item_type, "annotation.annotation")
    found = [
        ("Search", f"{query}?{urlencode({'q': term}, safe='*:')}"),
        ("Look up one document", type_url(item_type, "annotation.document", id=ids[0])),
        ("Look up several", document, list_parameter("ids", ids)),
        ("Search several terms", query, list_parameter("q", terms), f"scopes={in_list(title)}"),
        ("Get all documents", f"{query}?fetch_all=true&format=ndjson"),
        ("Sources", url_for("metadata.metadata")),
        ("Fields", url_for("metadata.fields")),
    ]
    suggestion = ("Complete a word", f"{type_url(item_type, 'query.suggest')}?{urlencode({'q': terms[0][:3]})}")
    return [*found[:4], suggestion, *found[4:]] if item_type.settings["suggest_fields"] and hits else found


def list_parameter(keyword: str, texts: list[str]) -> str:
    """Several texts as an option of a form; as JSON if a text contains a comma."""
    plain = all(split(text) == [text] for text in texts)
    return f"{keyword}=" + (",".join(texts) if plain else json.dumps(texts, ensure_ascii=False))


def command(address: str, *given: str) -> str:
    """A request as a line for the shell."""
    options = [f"{'--data-urlencode' if set(text) & ESCAPED else '-d'} {shlex.quote(text)}" for text in given]
    return " ".join(["curl", shlex.quote(address), *options])


ESCAPED = set('%&+;#" @')
"""Characters that are escaped in a form."""
