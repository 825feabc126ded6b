"""Queries on the fields of nested objects, which search engines index apart from their documents.

name:x AND kids.age:3            documents named x with a kid of age 3
kids.name:ann kids.age:3         documents with a kid named ann, and with a kid of age 3, perhaps another one
(kids.name:ann kids.age:3)       documents with a kid named ann of age 3
-kids.age:3                      documents without a kid of age 3
ann                              documents with this word, in a field or in one of the objects
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..querystring.conjuncts import clause_spans, fields_of, has_or
from ..querystring.errors import LuceneError
from ..querystring.names import scope_name
from ..querystring.parser import parse
from .field_checks import Fields

Clause = dict[str, Any]
Make = Callable[..., Clause]


def text_query(text: str, searched: list[str], fields: Fields, make: Make) -> Clause:
    """The query for a text whose clauses are all required; `make(text, searched=fields)` makes the query of a part.

    Clauses that are joined by OR with clauses on other fields do not change.
    """
    try:
        node = parse(text)
        spans = [(0, len(text), False)] if has_or(node) else [*clause_spans(text)]
        parts = [(text[start:end].strip(), is_negated) for start, end, is_negated in spans]
        paths = [path_of(fields_of(parse(part)), fields) for part, _ in parts]
    except LuceneError:
        return make(text, searched=searched)
    if {*fields_of(node)} <= {None}:
        return words_query(text, searched, fields, make)
    if not any(paths):
        return make(text, searched=searched)
    pairs = [*zip(parts, paths, strict=True)]
    rest = " ".join(f"-{part}" if is_negated else part for (part, is_negated), path in pairs if not path)
    found: dict[str, list[Clause]] = {"must": [make(rest, searched=searched)] if rest else []}
    for (part, is_negated), path in pairs:
        if path:
            found.setdefault("must_not" if is_negated else "must", []).append(
                nested_query(path, make(part, searched=searched))
            )
    return {"bool": {key: clauses for key, clauses in found.items() if clauses}}


def words_query(text: str, searched: list[str], fields: Fields, make: Make) -> Clause:
    """The query for words without a field: in the documents, or in the objects that have searched fields."""
    by_path: dict[str | None, list[str]] = {}
    for name in searched:
        by_path.setdefault(path_of([scope_name(name)], fields), []).append(name)
    queries = [nested_query(path, make(text, searched=names)) for path, names in by_path.items()]
    return {"bool": {"should": queries}} if len(queries) > 1 else queries[0]


def in_scopes(clause: Clause, fields: Fields) -> Clause:
    """The query for a term in scopes, with nested queries for scopes inside nested objects."""
    if "multi_match" in clause:
        return nested_query(path_of(map(scope_name, clause["multi_match"]["fields"]), fields), clause)
    return {key: each(value, fields) for key, value in clause.items()}


def each(value: Any, fields: Fields) -> Any:
    if isinstance(value, list):
        return [each(one, fields) for one in value]
    return in_scopes(value, fields) if isinstance(value, dict) else value


def nested_query(path: str | None, query: Clause) -> Clause:
    """The query for objects at a path; the query itself without a path."""
    return {"nested": {"path": path, "query": query}} if path else query


def path_of(names: Iterable[str | None], fields: Mapping[str, Mapping[str, Any]]) -> str | None:
    """The path of the nested objects that have all these fields, or that are named themselves (`_exists_:kids`)."""
    entries = {name: fields.get(name or "", {}) for name in names}
    paths = {name if entry.get("type") == "nested" else entry.get("nested") for name, entry in entries.items()}
    return paths.pop() if len(paths) == 1 else None
