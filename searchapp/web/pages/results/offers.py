"""Offers next to the hits: to look up a pasted list, and a search for words that begin with the typed ones."""

import re
import time
from collections.abc import Mapping
from typing import Any

from ....components import ItemType
from ....querystring.errors import LuceneError
from ....querystring.parser import parse
from ....querystring.tree import Text
from ...addresses import from_start, type_url
from ...response.links import Pairs
from .no_results import Counter, Try

BETWEEN = re.compile(r"\s*[,;|\n\t]+\s*")
FEW = 10
"""Up to this number of hits, longer words are offered."""

SECONDS = 0.5


def list_lookup(item_type: ItemType, q: Any, data: Mapping[str, Any]) -> str | None:
    """The address; None for other texts, and for texts that some document has."""
    is_found = data["total"] and "relaxed" not in data
    texts = [] if is_found or not isinstance(q, str) else pasted(q, (data.get("relaxed") or {}).get("step") == "ids")
    return type_url(item_type, "batch.batch", list="\n".join(texts)) if len(texts) > 1 else None


def pasted(q: str, are_ids: bool) -> list[str]:
    """The texts of a pasted list: ids, or single words between commas and semicolons; empty for other texts."""
    texts = [text for text in BETWEEN.split(q.strip()) if text]
    texts = [word for text in texts for word in text.split()] if are_ids else texts
    return [] if any(" " in text for text in texts) else texts


def longer_words(item_type: ItemType, options: Mapping[str, Any], pairs: Pairs, data: Mapping[str, Any]) -> Try | None:
    """The search for words that begin as the last typed one, if few documents have the typed words: `yaka*`."""
    q, step = options.get("q"), (data.get("relaxed") or {}).get("step")
    is_asked = 0 < (data["total"] or 0) <= FEW and step in (None, "id") and not options.get("filter")
    if not (is_asked and isinstance(q, str) and is_begun(q)):
        return None
    text = f"{q.strip()}*"
    found = Counter(item_type, options, time.monotonic() + SECONDS)(text, from_start(pairs, q=text), text)
    return found if found and found.documents > data["total"] else None


def is_begun(q: str) -> bool:
    """Whether a text consists of words, and the last one may be incomplete."""
    try:
        return q.strip()[-1:].isalnum() and isinstance(node := parse(q), Text) and node.field is None
    except LuceneError:
        return False
