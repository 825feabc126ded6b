"""Reads responses: whether hits follow, and documents that are JSON text."""

from typing import Any

from ...json_text import value_of_json
from ...protocols import JSON_TEXT

Body = dict[str, Any]
Response = dict[str, Any]


def is_last(response: Response, body: Body, seen: int) -> bool:
    """Whether this page has the last hit; `seen` is the number of hits up to its end."""
    total = response["hits"].get("total")
    total = total["value"] if isinstance(total, dict) else total
    if total is not None and total >= 0:
        return bool(seen >= total)
    return bool(len(response["hits"]["hits"]) < body["size"])


def with_documents(response: Response) -> Response:
    """The response with parsed documents."""
    for hit in response["hits"]["hits"]:
        if isinstance(hit.get("_source"), JSON_TEXT):
            hit["_source"] = value_of_json(bytes(hit["_source"]))
    return response
