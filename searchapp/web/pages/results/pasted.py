"""The address that looks up a pasted list, where a text of the search box is one: `BRCA1, BRCA2; TP53`."""

import re
from collections.abc import Mapping
from typing import Any

from ....components import ItemType
from ..addresses import type_url

BETWEEN = re.compile(r"\s*[,;|\n\t]+\s*")


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
