"""The inner hits of nested queries: for each hit, the objects that match, as hits of their own."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast

from tantivy import FieldType, Query

from ...aggregations import needs_scores
from ...errors import illegal, unsupported_error
from ...index.reader import Reader
from ...mapping.tantivy_schema import SEQ
from ...parsing import as_list, text
from ...queries import parse
from ...queries.combinators import all_of, filtered
from ...queries.context import Build, Context
from ...queries.nested import INSIDE
from ...queries.nested_index import NestedIndex, nested_index
from ...search.collect import Hit
from ...search.hits.fetch import fetched, hits_section
from ...search.paging.page import collected
from ...search.request import ACCURATE, JsonHit, Request
from ...source.filter import Keep, keep_of
from .hit_fields import hit_fields
from .inner_requests import inner_request

NOT_INSIDE = ("must_not", "mustNot")
"""The clauses in which Elasticsearch does not look for nested queries with inner hits."""


class InnerHits(NamedTuple):
    """The objects of a nested query that are inner hits: their path, the query for them, and the request."""

    path: str
    clause: Any
    query: Build
    request: Request


def nested_bodies(clause: Any) -> Iterator[dict[str, Any]]:
    """The bodies of the nested queries with inner hits. The clause may be invalid."""
    if not isinstance(clause, dict) or len(clause) != 1:
        return
    ((kind, body),) = clause.items()
    if not isinstance(body, dict):
        return
    if kind == "nested" and isinstance(body.get("inner_hits"), dict):
        yield body
    keys = [key for key in INSIDE.get(kind, ()) if key not in NOT_INSIDE]
    for inner in (one for key in keys for one in as_list(body.get(key))):
        yield from nested_bodies(inner)


def check_inner_hits(inner: InnerHits) -> None:
    """Raise EngineError for options that the inner hits of objects do not have."""
    request = inner.request
    others = {
        "explain": request.explain,
        "fields": hit_fields(request).fields,
        "seq_no_primary_term": request.seq_no,
        "track_scores": request.track_scores,
        "version": request.version,
        "a sort by other fields": any(not key.name.startswith((f"{inner.path}.", "_")) for key in request.sort),
        "inner_hits of its query": any(True for _ in nested_bodies(inner.clause)),
    }
    for name in filter(others.get, others):
        raise unsupported_error(f"unsupported option: {name} in inner_hits of a nested query")


@dataclass(frozen=True, slots=True)
class NestedHits:
    """All inner hits of nested queries in a request, by their names."""

    by_name: dict[str, InnerHits] = field(default_factory=dict)

    def add(self, reader: Reader, request: Request, query: Query, hits: Sequence[Hit], made: Sequence[JsonHit]) -> None:
        """Add the key `inner_hits` to the hits of a page."""
        for name, inner in self.by_name.items():
            _check_window(reader, inner.request)
            _add(reader, request, (name, inner), hits, made)


def read_inner_hits(request: Request, clause: Any) -> None:
    """Read the inner hits of the nested queries in a clause."""
    for nested in nested_bodies(clause):
        path = text(nested["path"])
        name, asked = inner_request(nested["inner_hits"], path)
        found = cast(NestedHits, request.inner_hits or NestedHits()).by_name
        if name in found:
            raise illegal(f"[inner_hits] already contains an entry for key [{name}]")
        inner = InnerHits(path, nested["query"], parse(nested["query"]), asked)
        check_inner_hits(inner)
        request.inner_hits = NestedHits({**found, name: inner})


def check_together(request: Request) -> None:
    """Raise EngineError for parts of a request that the engine does not support together."""
    others = {"collapse": request.collapse, "top_hits": needs_scores(request.aggregations)}
    for name in filter(others.get, others):
        if request.inner_hits is not None:
            raise unsupported_error(f"unsupported option: inner_hits of a nested query with {name}")


def _add(
    reader: Reader, request: Request, named: tuple[str, InnerHits], hits: Sequence[Hit], made: Sequence[JsonHit]
) -> None:
    """Add one of the inner hits to the hits of a page."""
    name, inner = named
    found = reader.mapping.objects.get(inner.path)
    if not hits or found is None or not found.nested:
        return
    if any(inner.path.startswith(f"{path}.") and one.nested for path, one in reader.mapping.objects.items()):
        raise unsupported_error(f"unsupported option: inner_hits of [{inner.path}] inside other nested objects")
    index = nested_index(reader, inner.path)
    query = inner.query(Context(index.reader, outer=Context(reader), parents=index.parents))
    asked, source = _asked(request, inner), inner.request.source
    keep = None if isinstance(source, bool) else keep_of(source, by_paths=True)
    for hit, json_hit in zip(hits, made, strict=True):
        first, end = bisect_left(index.parents, hit.seq), bisect_right(index.parents, hit.seq)
        section = _section(index, asked, query, first, end)
        section["hits"] = [_as_object(one, json_hit, inner.path, first, keep) for one in section["hits"]]
        json_hit.setdefault("inner_hits", {})[name] = {"hits": section}


def _check_window(reader: Reader, request: Request) -> None:
    window, most = request.start + request.size, reader.mapping.index_settings.max_inner_result_window
    if window > most:
        raise illegal(
            "Inner result window is too large, the inner hit definition's from + size must be less than or equal to:"
            f" [{most}] but was [{window}]. This limit can be set by changing the [index.max_inner_result_window] index"
            " level setting."
        )


def _asked(request: Request, inner: InnerHits) -> Request:
    """The request for the objects of a hit."""
    return replace(
        inner.request, clause=inner.clause, track_total=ACCURATE, source=inner.request.source is not False,
        total_as_int=request.total_as_int, in_group=True,
    )  # fmt: skip


def _section(index: NestedIndex, request: Request, query: Query, first: int, end: int) -> dict[str, Any]:
    """The section `hits` for the objects from `first` up to `end`, whose `_id` is their number in the index."""
    if first == end:
        return hits_section(request, 0, None, [])
    own = Query.range_query(index.reader.schema, SEQ, FieldType.Unsigned, first, end - 1)
    these = all_of([query, filtered(own)])
    found, count, best = collected(index.reader, request, these)
    if request.size and request.start >= count and not request.sort:  # Elasticsearch then counts none
        count = 0
    return hits_section(request, count, best, fetched(index.reader, request, these, found))


def _as_object(found: JsonHit, parent: JsonHit, path: str, first: int, keep: Keep | None) -> JsonHit:
    """A hit of the index of objects as an inner hit of a document."""
    offset = int(found["_id"]) - first
    made = {**found, "_index": parent["_index"], "_id": parent["_id"], "_nested": {"field": path, "offset": offset}}
    made.pop("_ignored", None)
    if "sort" in made:
        made["_score"] = None
    if "_source" in made:
        source = made["_source"]
        made["_source"] = _unwrapped(keep(source) if keep else source, path)
    return made


def _unwrapped(source: Any, path: str) -> Any:
    """The object at a path; empty if a filter has left it out."""
    for name in path.split("."):
        source = source.get(name, {})
    return source
