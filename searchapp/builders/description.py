"""Query strings as plain descriptions: dicts that name fields and texts, and know no database.

{"match_all": {}}  {"match_none": {}}
{"bool": {"must": [...], "should": [...], "must_not": [...], "filter": [...]}}
{"match": {"fields": ["symbol^8", "name"], "text": "cdk2"}}     one field holds it; of a text, all its words
{"phrase": {"fields": [...], "text": "a b", "slop": 0}}         the words side by side
{"wildcard": {"fields": [...], "pattern": "cdk*"}}              `*` and `?`, escaped by a backslash
{"range": {"fields": [...], "gte": "1", "lt": "5"}}
{"exists": {"fields": [...]}}
{"regexp": {...}}  {"fuzzy": {...}}                              for databases that can do them
{"boost": {"query": {...}, "factor": 2.0}}  {"constant_score": {"filter": {...}, "boost": 2.0}}
{"dis_max": {"queries": [...]}}                                  the best of several

`any_case` beside a text or a pattern says that upper and lower case are the same.
"""

import re
from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from ..querystring import parser, tree
from ..querystring.errors import LuceneError
from ..querystring.refusals import query_text_error
from .field_checks import as_list

Clause = dict[str, Any]

SIGNS = re.compile(r"[\\*?]")


class Scope:
    """Where words without a field are looked for, and how they are joined."""

    def __init__(self, fields: list[str], operator: str):
        self.default_fields = fields
        self.operator = operator

    def fields(self, field: str | None) -> list[str]:
        return self.default_fields if field is None else [field]


def string_query(text: str, default_fields: list[str], operator: str) -> Clause:
    """The description of a text in query-string syntax; 400 for one that cannot be read."""
    try:
        return described(parser.parse(text), Scope(default_fields, operator))
    except LuceneError as error:
        raise query_text_error(error, text) from error


@singledispatch
def described(node: Any, scope: Scope) -> Clause:
    """The description of a node of the tree."""
    return {"match_none": {}}


@described.register
def group(node: tree.Group, scope: Scope) -> Clause:
    queries = [described(clause.node, scope) for clause in node.clauses]
    found: dict[str, list[Clause]] = {}
    for occur, query in tree.occurrences(node.clauses, queries, scope.operator):
        found.setdefault(occur, []).append(query)
    return {"bool": found}


@described.register
def words(node: tree.Text, scope: Scope) -> Clause:
    wanted = parser.comparison(node.field, node.text) if node.field is not None else None
    return described(wanted, scope) if wanted else {"match": {"fields": scope.fields(node.field), "text": node.text}}


@described.register
def phrase(node: tree.Phrase, scope: Scope) -> Clause:
    return {"phrase": {"fields": scope.fields(node.field), "text": node.text, "slop": node.slop or 0}}


@described.register
def prefix(node: tree.Prefix, scope: Scope) -> Clause:
    return {"wildcard": {"fields": scope.fields(node.field), "pattern": SIGNS.sub(r"\\\g<0>", node.text) + "*"}}


@described.register
def wildcard(node: tree.Wildcard, scope: Scope) -> Clause:
    return {"wildcard": {"fields": scope.fields(node.field), "pattern": node.pattern}}


@described.register
def regexp(node: tree.Regex, scope: Scope) -> Clause:
    return {"regexp": {"fields": scope.fields(node.field), "pattern": node.pattern}}


@described.register
def fuzzy(node: tree.Fuzzy, scope: Scope) -> Clause:
    return {"fuzzy": {"fields": scope.fields(node.field), "text": node.text, "edits": node.edits}}


@described.register
def between(node: tree.Range, scope: Scope) -> Clause:
    low = {"gte" if node.include_low else "gt": node.low} if node.low is not None else {}
    high = {"lte" if node.include_high else "lt": node.high} if node.high is not None else {}
    return {"range": {"fields": scope.fields(node.field), **low, **high}}


@described.register
def exists(node: tree.Exists, scope: Scope) -> Clause:
    return {"exists": {"fields": scope.fields(node.field)}} if node.field else {"match_all": {}}


@described.register
def everything(node: tree.MatchAll, scope: Scope) -> Clause:
    return {"match_all": {}}


@described.register
def boost(node: tree.Boost, scope: Scope) -> Clause:
    return {"boost": {"query": described(node.node, scope), "factor": node.factor}}


def translated(clause: Mapping[str, Any]) -> Clause:
    """The clause, or the description of a plain query of a search engine, as named queries may be written in."""
    kind, body = next(iter(clause.items()))
    if kind == "multi_match":
        return {"match": {"fields": list(body["fields"]), "text": body["query"]}}
    if kind == "ids":
        return {"match": {"fields": ["_id"], "text": body["values"][0]}}
    if kind in ("term", "match", "prefix") and "fields" not in body:
        return of_one_field(kind, *next(iter(body.items())))
    if kind == "exists" and "field" in body:
        return {"exists": {"fields": [body["field"]]}}
    if kind == "constant_score":
        return {kind: {**body, "filter": translated(body["filter"])}}
    if kind == "dis_max":
        return {kind: {"queries": [translated(each) for each in body["queries"]]}}
    if kind == "bool":
        return {"bool": {part: [translated(each) for each in as_list(inner)] for part, inner in body.items()}}
    return dict(clause)


def of_one_field(kind: str, field: str, body: Any) -> Clause:
    """The description of a value or of the start of one."""
    given = body if isinstance(body, Mapping) else {"value": body}
    value = given.get("value", given.get("query"))
    text = value if isinstance(value, str) else str(value).lower()
    any_case = {"any_case": True} if given.get("case_insensitive") else {}
    if kind == "prefix":
        return {"wildcard": {"fields": [field], "pattern": SIGNS.sub(r"\\\g<0>", text) + "*", **any_case}}
    return {"match": {"fields": [field], "text": text, **any_case}}
