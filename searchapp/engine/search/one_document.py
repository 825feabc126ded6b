"""One complete document by its id, the most frequent search of all, without reading a request and making a page."""

from collections.abc import Mapping
from typing import Any

from ..index.reader import Reader
from ..queries.query_cache import text_of
from ..work import work
from .hits.fetch import limited, may_be_ignored

KEYS = frozenset(("query", "size", "version"))
PARAMS = {"rest_total_hits_as_int": True, "raw_source": True}


def document_section(reader: Reader, body: Any, params: Mapping[str, Any]) -> dict[str, Any] | None:
    """The section `hits` for a body that looks up one complete document; None for other bodies.

    None also for a document with a text that is so long that some field may have ignored it.
    """
    id = plain_id(body) if params == PARAMS else None
    if id is None or body.get("size", 10) > reader.mapping.index_settings.max_result_window:
        return None
    seq = reader.store.find_last(id)
    stored = None if seq is None else reader.store.get(seq)
    if stored is None or stored.raw is None:  # it was deleted
        work().begin()
        return {"total": 0, "max_score": None, "hits": []}
    longest = limited(reader)[1]
    if longest is not None and may_be_ignored(stored.raw, longest):
        return None
    spent = work()
    spent.begin()
    spent.count_stored_bytes(len(stored.raw))
    spent.count_answer_bytes(len(stored.raw))
    hit: dict[str, Any] = {"_index": reader.name, "_id": id}
    if body.get("version"):
        hit["_version"] = stored.version
    hit["_score"], hit["_source"] = 1.0, stored.raw
    return {"total": 1, "max_score": 1.0, "hits": [hit]}


def plain_id(body: Any) -> str | None:
    """The id of a body that has an `ids` query of one id, and no other keys than `size` and `version`; else None."""
    if type(body) is not dict or not KEYS.issuperset(body) or type(body.get("version", True)) is not bool:
        return None
    query, size = body.get("query"), body.get("size", 10)
    if type(size) is not int or size < 1 or type(query) is not dict or query.keys() != {"ids"}:
        return None
    return text_of("ids", query["ids"]) if type(query["ids"]) is dict else None
