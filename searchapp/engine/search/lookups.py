"""Complete documents by their ids, the most frequent searches, without reading a request and making a page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..docstore.store import Stored
from ..index.reader import Reader
from ..queries.combinators import everything
from ..queries.query_cache import text_of
from ..work import work
from .body import read_request
from .collect import Hit
from .hits.fetch import DOCUMENTS_AT_ONCE, hit_maker, limited, may_be_ignored

KEYS = frozenset(("query", "size", "version"))
MAX_PARTS = 4
"""Parts of a store in which many ids are looked up one by one. With three parts this takes as long as a search."""
PARAMS = {"rest_total_hits_as_int": True, "raw_source": True}


def document_section(reader: Reader, body: Any, params: Mapping[str, Any]) -> dict[str, Any] | None:
    """The section `hits` for a body that looks up one complete document; None for other bodies."""
    id = plain_id(body) if params == PARAMS else None
    sections = None if id is None else document_sections(reader, body, [id], params)
    return sections[0] if sections else None


def document_sections(
    reader: Reader, body: Any, ids: Sequence[str], params: Mapping[str, Any]
) -> list[dict[str, Any]] | None:
    """Like `document_section` for each of the ids in place of the id of the body, in one pass.

    None also for many ids in a store of many parts, in which a search finds them sooner.
    """
    if params != PARAMS or plain_id(body) is None:
        return None
    is_too_large = body.get("size", 10) > reader.mapping.index_settings.max_result_window
    if is_too_large or (len(ids) > 1 and len(reader.store.parts) > MAX_PARTS):
        return None
    sections: list[dict[str, Any]] = []
    spent, name, version, longest = work(), reader.name, body.get("version"), limited(reader)[1]
    spent.begin()
    full_hit: Callable[[Hit, Stored], dict[str, Any]] | None = None
    for start in range(0, len(ids), DOCUMENTS_AT_ONCE):
        records = reader.store.last_records(ids[start : start + DOCUMENTS_AT_ONCE])
        spent.count_stored_bytes(sum(len(record.raw or b"") for record in records if record is not None))
        for record in records:
            if record is None or (raw := record.raw) is None:
                sections.append({"total": 0, "max_score": None, "hits": []})
                continue
            if longest is not None and may_be_ignored(raw, longest):
                full_hit = full_hit or hit_maker(reader, read_request(body, params), everything())
                hit = full_hit(Hit(record.seq, 1.0), record)
            else:
                spent.count_answer_bytes(len(raw))
                counters = {"_version": record.version} if version else {}
                hit = {"_index": name, "_id": record.id, **counters, "_score": 1.0, "_source": raw}
            sections.append({"total": 1, "max_score": 1.0, "hits": [hit]})
    return sections


def plain_id(body: Any) -> str | None:
    """The id of a body that has an `ids` query of one id, and no other keys than `size` and `version`; else None."""
    if type(body) is not dict or not KEYS.issuperset(body) or type(body.get("version", True)) is not bool:
        return None
    query, size = body.get("query"), body.get("size", 10)
    if type(size) is not int or size < 1 or type(query) is not dict or query.keys() != {"ids"}:
        return None
    return text_of("ids", query["ids"]) if type(query["ids"]) is dict else None
