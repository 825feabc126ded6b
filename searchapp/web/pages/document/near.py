"""The neighbours of a document: the hits before and after it in a result, and similar documents."""

import re
import time
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode

from ....components import ItemType
from ....errors import none_on_error
from ....querystring.sub_fields import exact_field
from ....querystring.writing import escaped_name, phrase_text
from ...addresses import document_url, search_url
from ..defaults import Fields, lookup_scopes, title_separator
from ..values.texts import texts_at, title_text

MAX_SECONDS = 1.0
MAX_SIMILAR = 5
MIN_START, MAX_LEFT_OUT = 3, 2
"""Similar ids begin with at least this number of characters of an id, and leave out at most this number at its end."""

MAX_WORDS = 12
WORD = re.compile(r"[^\W_]{3,}")
OF_RESULT = ("q", "filter", "post_filter", "sort", "userquery", "relax", "scopes", "view")
MAX_RESULT = 2000

Document = Mapping[str, Any]


def result_text(position: int, pairs: Sequence[tuple[str, str]]) -> str:
    """The value of the parameter `result`: the position of a hit and the query that found it."""
    text = urlencode([("n", str(position)), *(pair for pair in pairs if pair[0] in OF_RESULT)])
    return text if len(text) <= MAX_RESULT else ""


def neighbours(item_type: ItemType, id: str, text: str) -> dict[str, Any]:
    """The hits before and after a document, and the address of their result; empty if the result is gone."""
    pairs = parse_qsl(text[:MAX_RESULT], keep_blank_values=True)
    query = {key: value for key, value in pairs if key in OF_RESULT}
    position = next((int(value) for key, value in pairs if key == "n" and value.isdecimal() and len(value) < 7), 0)
    if not position:
        return {}
    start = max(position - 2, 0)
    answer = three_hits(item_type, query, start)
    ids = [str(hit.get("_id")) for hit in answer.get("hits", [])]
    if id not in ids:
        return {}
    here = ids.index(id)
    kept = [pair for pair in pairs if pair[0] != "n"]

    def link(index: int) -> str | None:
        if not 0 <= index < len(ids):
            return None
        return f"{document_address(item_type, ids[index], result_text(start + index + 1, kept))}"

    first = {"from": (position - 1) // 10 * 10} if position > 10 else {}
    return {
        "previous": link(here - 1),
        "next": link(here + 1),
        "position": start + here + 1,
        "total": answer.get("total"),
        "result": search_url(item_type, **query, **first),
    }


def three_hits(item_type: ItemType, query: Mapping[str, str], start: int) -> dict[str, Any]:
    """The answer to a query with three hits from a position, relaxed as on the page of the result.

    It is empty if the database does not answer in time.
    """
    given: dict[str, Any] = {"item_type": item_type.name, "from_": start, "size": 3, "_source": ["_id"]}
    given |= {"relax": "auto"} if item_type.pipeline.relaxer else {}
    given |= {key: query[key] for key in ("filter", "post_filter", "userquery", "relax") if query.get(key)}
    given |= {key: query[key].split(",") for key in ("sort", "scopes") if query.get(key)}
    end = time.monotonic() + MAX_SECONDS
    return none_on_error(lambda: item_type.pipeline.search(query.get("q"), **given, deadline=end)) or {}


def document_address(item_type: ItemType, id: str, result: str) -> str:
    """The address of a document's page, with the result that contains the document, if it is known."""
    address = document_url(item_type, id)
    return f"{address}{'&' if '?' in address else '?'}{urlencode({'result': result})}" if result else address


def similar(
    item_type: ItemType, document: Document, titles: Sequence[str], settings: Mapping[str, Any]
) -> list[dict[str, str]]:
    """Documents that share words with title and description of this one; none if the database is too busy.

    `id` distinguishes documents with the same title, and is empty for others.
    """
    words = distinctive(document, [*titles, *([described] if (described := settings["description_field"]) else [])])
    if not words:
        return []
    q = f"({' OR '.join(words)}) AND NOT _id:{phrase_text(str(document['_id']))}"
    found = first_hits(item_type, q, titles, time.monotonic() + MAX_SECONDS)
    hits = [hit for hit in found if hit["_id"] != document["_id"]]
    texts = [title_text(hit, titles, title_separator(settings)) or str(hit["_id"]) for hit in hits]
    return [
        {"href": document_url(item_type, hit["_id"]), "title": text, "id": hit["_id"] if texts.count(text) > 1 else ""}
        for hit, text in zip(hits, texts, strict=True)
    ]


def like_id(
    item_type: ItemType, id: str, settings: Mapping[str, Any], titles: Sequence[str], fields: Fields
) -> list[dict[str, str]]:
    """Documents for an id that no document has: with this value in another field that is looked up, such as `alt_id`.

    Else documents whose ids begin like it, or differ from it by a character or two.
    """
    field, start = exact_field(settings.get("id_field") or "_id", fields), time.monotonic()
    starts = [id[: len(id) - less] for less in range(MAX_LEFT_OUT + 1) if len(id) - less >= MIN_START]
    alike = [f"{escaped_name(text)}*" for text in starts] + [f"{escaped_name(id)}~"]
    others = [f"{escaped_name(name)}:{phrase_text(id)}" for name in lookup_scopes(settings, fields) if name != "_id"]
    queries = [(" OR ".join(others), MAX_SECONDS / 2)] if others else []  # some databases read all documents for it
    for q, seconds in [*queries, *((f"{escaped_name(field)}:{text}", MAX_SECONDS) for text in alike)]:
        if hits := first_hits(item_type, q, titles, start + seconds):
            return [
                {
                    "href": document_url(item_type, hit["_id"]),
                    "id": hit["_id"],
                    "title": title_text(hit, titles, title_separator(settings)),
                }
                for hit in hits
            ]
    return []


def first_hits(item_type: ItemType, q: str, titles: Sequence[str], end: float) -> list[dict[str, Any]]:
    """The first hits of a query with the fields of their titles; none if the database does not answer in time."""
    given = {"item_type": item_type.name, "size": MAX_SIMILAR, "_source": list(titles), "deadline": end}
    answer = none_on_error(lambda: item_type.pipeline.search(q, **given)) or {}
    return [hit for hit in answer.get("hits", []) if isinstance(hit.get("_id"), str)]


def distinctive(document: Document, names: Sequence[str]) -> list[str]:
    """Words of the title and the description, in quotes. The database ranks hits by them; rare words count most."""
    texts = [text for name in names for text in texts_at(document, name)[:3]]
    words = dict.fromkeys(word.lower() for text in texts for word in WORD.findall(text[:500]))
    return [phrase_text(word) for word in list(words)[:MAX_WORDS]]
