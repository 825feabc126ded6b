"""The nested and reverse_nested aggregations: the nested objects of documents, and the documents of nested objects."""

from collections.abc import Iterable, Mapping
from typing import Any

from tantivy import Query

from ...errors import illegal, parsing_error
from ...mapping.tantivy_schema import SEQ
from ...parsing import token
from ...queries.combinators import everything, filtered, nothing
from ...queries.nested_index import NestedIndex, nested_index
from ...work import work
from ..scope import Aggregation, Kind, Options, Result, Scope


def nested(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    index = _index(scope, item)
    if index is None:
        gap = scope.of(nothing(), is_gap=True)  # in which Elasticsearch lists no terms of `min_doc_count: 0`
        return gap.inside_objects(NestedIndex(scope.reader, []), nothing()).counted(item)
    if scope.is_everything and not scope.narrowing:
        return scope.inside_objects(index, everything()).counted(item)
    documents = set(_seqs(scope))
    objects = [number for number, parent in enumerate(index.parents) if parent in documents]
    return scope.inside_objects(index, _these(index.reader.schema, objects)).counted(item)


def reverse_nested(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    documents: Iterable[int] = _seqs(scope)
    while scope.outer is not None:
        parents, scope = scope.parents, scope.outer
        documents = {parents[number] for number in documents}
    return scope.of(_these(scope.reader.schema, documents)).counted(item)


def objects_scope(scope: Scope, item: Aggregation) -> Scope:
    """The scope in which the errors of sub-aggregations of nested are found."""
    if any(map(_has_hits, item.children)):
        raise parsing_error("unsupported option: top_hits inside nested")
    return scope.inside_objects(_index(scope, item) or NestedIndex(scope.reader, []), nothing())


def documents_scope(scope: Scope, item: Aggregation) -> Scope:
    """Like `objects_scope`, for reverse_nested. EngineError outside of nested."""
    if scope.outer is None:
        inside = "can only be used inside a [nested] aggregation"
        raise illegal(f"Reverse nested aggregation [{item.name}] {inside}")
    while scope.outer is not None:
        scope = scope.outer
    return scope


def _index(scope: Scope, item: Aggregation) -> NestedIndex | None:
    """The index of the objects; None for a path without nested objects."""
    found = scope.reader.mapping.objects.get(item.options["path"])
    return nested_index(scope.reader, item.options["path"]) if found is not None and found.nested else None


def _seqs(scope: Scope) -> list[int]:
    """The `_seq` of all documents of a scope."""
    work().look()
    return scope.reader.matching(filtered(scope.query))


def _these(schema: Any, seqs: Iterable[int]) -> Query:
    found = sorted(seqs)
    return Query.term_set_query(schema, SEQ, found) if found else nothing()


def _has_hits(item: Aggregation) -> bool:
    return item.kind.scores or any(map(_has_hits, item.children))


def _read_nested(given: Mapping[str, Any]) -> Options:
    for key, value in given.items():
        if key != "path" or not isinstance(value, str):
            raise parsing_error(f"Unexpected token {token(value)} in [nested].")
    if not given:
        raise parsing_error("Missing [path] field for nested aggregation")
    return dict(given)


def _read_reverse(given: Mapping[str, Any]) -> Options:
    for key, value in given.items():
        if key != "path" or not isinstance(value, str):
            raise parsing_error(f"Unexpected token {token(value)} in [reverse_nested].")
        raise parsing_error("unsupported option: path of reverse_nested")
    return {}


KINDS = {
    "nested": Kind({}, nested, read=_read_nested, inner_scope=objects_scope),
    "reverse_nested": Kind({}, reverse_nested, read=_read_reverse, inner_scope=documents_scope),
}
