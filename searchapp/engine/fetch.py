"""The hits of a page with their sources, as Elasticsearch writes them."""

from typing import Any

import orjson
from tantivy import Query

from .collect import Hit
from .floats import shortest
from .indexed import is_ignored
from .mapping import Field
from .reader import Reader
from .request import Request
from .schema import SEQ
from .source import filter_source, source_values
from .store import Stored

Shown = dict[str, Any]


def fetched(reader: Reader, request: Request, query: Query, hits: list[Hit]) -> list[Shown]:
    """Each hit with its id, score and source, and what else the request asks for."""
    documents = reader.sources([hit.seq for hit in hits])
    limited = [field for field in reader.mapping.fields.values() if field.ignore_above is not None]
    return [_shown(reader, request, query, hit, stored, limited) for hit, stored in zip(hits, documents, strict=True)]


def _shown(reader: Reader, request: Request, query: Query, hit: Hit, stored: Stored, limited: list[Field]) -> Shown:
    shown: Shown = {"_shard": f"[{reader.name}][0]", "_node": reader.name} if request.explain else {}
    shown |= {"_index": reader.name, "_id": stored.id}
    if request.version:
        shown["_version"] = stored.version
    if request.seq_no:
        shown |= {"_seq_no": hit.seq, "_primary_term": 1}
    shown["_score"] = shortest(hit.score)
    source = None
    if limited:
        source = orjson.loads(stored.raw or b"{}")
        ignored = sorted(field.path for field in limited if _is_over(field, source))
        shown |= {"_ignored": ignored} if ignored else {}
    if request.source not in (False, "false"):
        shown["_source"] = _source(request, stored, source)
    if hit.sort is not None:
        shown["sort"] = hit.sort
    if request.explain:
        shown["_explanation"] = _explanation(reader, query, hit)
    return shown


def _source(request: Request, stored: Stored, parsed: Any) -> Any:
    raw = stored.raw or b"{}"
    if request.source in (True, "true"):
        return orjson.Fragment(raw) if request.raw_source else (parsed or orjson.loads(raw))
    return filter_source(orjson.loads(raw) if parsed is None else parsed, request.source)


def _is_over(field: Field, source: Any) -> bool:
    return any(is_ignored(field, value) for value in source_values(source, field.source_path) if value is not None)


def _explanation(reader: Reader, query: Query, hit: Hit) -> Any:
    """How tantivy comes to the score, in the form of Lucene's explanations."""
    this = Query.term_query(reader.schema, SEQ, hit.seq)
    address = reader.searcher.search(this, 1, count=False).hits[0][1]
    explained = orjson.loads(query.explain(reader.searcher, address).to_json())
    return _with_details(explained)


def _with_details(node: dict[str, Any]) -> dict[str, Any]:
    details = [_with_details(inner) for inner in node.get("details") or []]
    return {"value": shortest(node.get("value", 0.0)), "description": node.get("description", ""), "details": details}
