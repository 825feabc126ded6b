"""`collapse`: one hit for each value of a field, and on request other hits of the group as inner hits.

A body's `collapse` becomes a `Collapse`; `first_of_groups` returns the first hit of each group, in the order of the
hits.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tantivy import Query

from ...errors import content_error, illegal
from ...index.reader import Reader
from ...mapping.mapping import FLOATS, INTEGERS, Field
from ...queries.combinators import all_of, documents_with_seqs, filtered, without
from ...queries.context import Context
from ...queries.field.exists import exists_query
from ...queries.field.values import value_query
from ...search.collect import Hit, column_values, count_of
from ...search.paging.page import collected
from ...search.request import JsonHit, Page, Request
from ...search.request_queries import check_highlight_queries
from ...search.search import fetched_section
from ...search.sort import SCORE, Column, bind
from .inner_requests import inner_request

Take = Callable[[int], Sequence[Hit]]
"""A function from n to the first n hits."""

MIN_HITS = 50


@dataclass(frozen=True, slots=True)
class Collapse:
    """The `collapse` of a request: the field whose values make the groups, and the requests for inner hits by name."""

    path: str
    inner: dict[str, Request]

    @property
    def is_explained(self) -> bool:
        """Whether the scores of the hits in the groups are explained."""
        return any(one.explain for one in self.inner.values())

    def check(self, request: Request) -> None:
        """Raise EngineError for `search_after`, if the field is not the only sort key."""
        if request.search_after is None:
            return
        if [key.name for key in request.sort] != [self.path]:
            raise illegal(
                "cannot use `collapse` in conjunction with `search_after` unless the search is sorted on the same"
                " field. Multiple sort fields are not allowed."
            )

    def page(self, reader: Reader, request: Request, query: Query, wanted: int) -> Page:
        """The page of the first hit of each group."""
        bind(reader, request.sort)
        self.check(request)
        ungrouped = replace(request, collapse=None, start=0)
        hits, count, best = collected(reader, replace(ungrouped, size=min(wanted, 1)), query)
        field = group_field(reader, self)

        def take(limit: int) -> list[Hit]:
            return collected(reader, replace(ungrouped, size=limit, counted=False), query)[0]

        firsts = first_of_groups(reader, query, field, take, wanted)[request.start :] if hits else []
        if [key.name for key in request.sort] == [SCORE]:  # by the score alone: Elasticsearch gives no sort values
            firsts = [hit._replace(sort=None) for hit in firsts]
        return firsts, count, best

    def add(self, reader: Reader, request: Request, query: Query, hits: Sequence[Hit], made: Sequence[JsonHit]) -> None:
        """Add to the fetched hits the value of their group, and the inner hits that the request asks for."""
        field, context = group_field(reader, self), Context(reader)
        for hit, json_hit in zip(hits, made, strict=True):
            if hit.group is not None:
                json_hit.setdefault("fields", {})[self.path] = [hit.group]
            for name, inner in self.inner.items():
                check_highlight_queries(context, inner)
                group = group_query(context, query, field, hit.group, request.clause is not None)
                asked = replace(
                    inner, clause=request.clause,
                    total_as_int=request.total_as_int, raw_source=False, in_group=True,
                )  # fmt: skip
                section = fetched_section(reader, asked, group, *collected(reader, asked, group))
                json_hit.setdefault("inner_hits", {})[name] = {"hits": section}


def read_collapse(request: Request, value: Any) -> None:
    """Read the key `collapse`. EngineError for a wrong one."""
    path, inner = value.get("field"), value.get("inner_hits", [])
    for key in value:
        if key not in ("field", "inner_hits", "max_concurrent_group_searches"):
            raise content_error(f"[collapse] unknown field [{key}]")
    if not isinstance(inner, dict | list):
        raise content_error("[collapse] failed to parse field [inner_hits]")
    requests: dict[str, Request] = {}
    for given in inner if isinstance(inner, list) else [inner]:
        name, request_of_group = inner_request(given, "")
        if not name:
            raise content_error("[collapse] failed to parse field [inner_hits]: it has no [name]")
        if name in requests:
            raise illegal(f"[inner_hits] already contains an entry for key [{name}]")
        requests[name] = request_of_group
    if not isinstance(path, str):
        raise illegal("[collapse] needs a [field]")
    request.collapse = Collapse(path, requests)


def group_field(reader: Reader, collapse: Collapse) -> Field | None:
    """The field to collapse on; None for one in nested objects. EngineError 400 if the field cannot make groups."""
    path = collapse.path
    field = reader.mapping.fields.get(path)
    if field is None:
        raise illegal(f"no mapping found for `{path}` in order to collapse on")
    if not (field.is_keyword or field.type in INTEGERS or field.type in FLOATS):
        raise illegal(f"collapse is not supported for the field [{path}] of the type [{field.type}]")
    if not field.doc_values:
        raise illegal(f"cannot collapse on field `{path}` without `doc_values`")
    if collapse.inner and not field.index:
        raise illegal(
            f"cannot expand `inner_hits` for collapse field `{path}`, only indexed field can retrieve `inner_hits`"
        )
    return field if field.nested is None else None


def first_of_groups(reader: Reader, query: Query, field: Field | None, take: Take, wanted: int) -> list[Hit]:
    """The first `wanted` hits with different values, each with its value as `group`. No value is a group too.

    EngineError if one of the hits up to the last of these has several values.
    """
    limit = max(2 * wanted, MIN_HITS)
    while True:
        hits = take(min(limit, reader.stats.docs))
        firsts = _first(reader, query, field, hits)
        if len(firsts) >= wanted or len(hits) < limit:
            break
        limit *= 4
    firsts = firsts[:wanted]
    if len(firsts) < wanted:
        _check_single(reader, field, filtered(query))
    elif firsts:
        seqs = [hit.seq for hit in hits]
        seen = seqs[: seqs.index(firsts[-1].seq) + 1]
        _check_single(reader, field, documents_with_seqs(reader.schema, seen))
    return firsts


def _first(reader: Reader, query: Query, field: Field | None, hits: Sequence[Hit]) -> list[Hit]:
    if field is None:
        return list(hits[:1])
    column = Column(field.path, field.type, False, field)
    values = column_values(reader, query, column, hits)
    groups: dict[Any, Hit] = {}
    for hit in hits:
        value = values.get(hit.seq)
        group = None if value is None else column.printed(value)
        groups.setdefault(group, hit._replace(group=group))
    return list(groups.values())


def _check_single(reader: Reader, field: Field | None, these: Query) -> None:
    """Raise EngineError if one of these documents has several values in the field."""
    if field is None:
        return
    several = all_of([filtered(these), Query.exists_query(field.top_column)])
    if count_of(reader, several):
        raise illegal(f"failed to collapse, the field [{field.path}] must be single valued")


def group_query(context: Context, query: Query, field: Field | None, value: Any, scores: bool) -> Query:
    """A query for the documents of a group, with the scores of the query if `scores` is set."""
    base = query if scores else filtered(query)
    if field is None:
        return base
    if value is None:
        return without(base, [exists_query(context, field.path)])
    return all_of([base, filtered(value_query(context, field, value))])
