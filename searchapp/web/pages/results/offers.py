"""Offers next to the hits: the lookup of a pasted list, and a search for words that begin with the typed words."""

import re
import time
from collections.abc import Mapping
from typing import Any

from ....components import Components, ItemType
from ....errors import none_on_error
from ....querystring.errors import LuceneError
from ....querystring.parser import parse
from ....querystring.tree import Text
from ...addresses import from_start, type_url
from ...guessed_settings import known_fields, page_settings
from ...response.links import Pairs
from ..defaults import lookup_scopes
from .no_results import Counter, OtherSearch

BETWEEN = re.compile(r"\s*[,;|\n\t]+\s*")
MAX_HITS_FOR_OFFER = 10
"""The maximum number of hits with which longer words are offered."""

MAX_TRIED = 20
"""The number of texts of a list that are looked up before the lookup of the list is offered."""

MAX_SECONDS = 0.5


def list_lookup(components: Components, item_type: ItemType, q: Any, data: Mapping[str, Any]) -> str | None:
    """The address that looks up each text of a pasted list.

    None for texts that some document has, and for other texts with commas: sentences, names of chemicals.
    """
    if not isinstance(q, str) or (data["total"] and "relaxed" not in data):
        return None
    are_ids = (data.get("relaxed") or {}).get("step") == "ids"
    texts = pasted(q, data["total"] if are_ids else 0)
    is_list = len(texts) > 1 and (are_ids or is_one_known(components, item_type, texts[:MAX_TRIED]))
    return type_url(item_type, "batch.batch", list="\n".join(texts)) if is_list else None


def list_lookups(components: Components, q: Any, answers: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str]]:
    """The titles of collections that know a text of a pasted list, each with the address that looks up the list.

    `answers` has the answer of each collection to `q`. After `MAX_SECONDS` no further collection is tried.
    """
    end, found = time.monotonic() + MAX_SECONDS, []
    for name, answer in answers.items():
        item_type = components.item_types[name]
        address = list_lookup(components, item_type, q, answer) if time.monotonic() < end else None
        found += [(item_type.title, address)] if address else []
    return found


def pasted(q: str, documents: int) -> list[str]:
    """The texts between commas, semicolons and tabs; the words if these are the ids of more `documents`."""
    texts = [text for text in BETWEEN.split(q.strip()) if text]
    return [word for text in texts for word in text.split()] if documents > len(texts) else texts


def is_one_known(components: Components, item_type: ItemType, texts: list[str]) -> bool:
    """Whether one of the texts is an id or a name of a document."""
    scopes = lookup_scopes(page_settings(components, item_type), known_fields(components, item_type))
    given = {"item_type": item_type.name, "size": 1, "_source": ["_id"], "deadline": time.monotonic() + MAX_SECONDS}
    entries = none_on_error(lambda: item_type.pipeline.search(texts, scopes=scopes, **given))
    return any("_id" in entry for entry in entries or ())


def longer_words(
    item_type: ItemType, options: Mapping[str, Any], pairs: Pairs, data: Mapping[str, Any]
) -> OtherSearch | None:
    """The search for words that begin as the last typed one, if few documents have the typed words: `yaka*`."""
    q, step = options.get("q"), (data.get("relaxed") or {}).get("step")
    is_asked = 0 < (data["total"] or 0) <= MAX_HITS_FOR_OFFER and step in (None, "id") and not options.get("filter")
    if not (is_asked and isinstance(q, str) and is_begun(q)):
        return None
    text = f"{q.strip()}*"
    found = Counter(item_type, options, time.monotonic() + MAX_SECONDS)(text, from_start(pairs, q=text), text)
    return found if found and found.documents > data["total"] else None


def is_begun(q: str) -> bool:
    """Whether a text consists of words, and the last one may be incomplete."""
    try:
        return q.strip()[-1:].isalnum() and isinstance(node := parse(q), Text) and node.field is None
    except LuceneError:
        return False
