"""Completion on SQL: the trees for documents with a value that is equal to the typed text, or begins with it."""

from collections.abc import Iterable, Sequence
from typing import Any

from ...builders.completion.documents import WORD, check_configured, check_typed, codes_and_texts
from ...builders.field_checks import Fields, type_of
from ...builders.named_queries import any_of
from ...builders.ranking.profile import heaviest
from ...querystring.names import scope_name, weight_of
from ...querystring.tree import Bool, Constant, Node, Prefix, Value


def suggest_queries(
    text: str, suggest_fields: Sequence[str], fields: Fields, is_ranked: bool = False
) -> list[dict[str, Any]]:
    """The queries for complete values, and for beginnings in codes and in texts; a single one if rows are ranked."""
    check_configured(suggest_fields)
    check_typed(text)
    typed = text.lstrip()
    whole = any_of_weighted((each, complete_value(scope_name(each), text.strip(), fields)) for each in suggest_fields)
    queries: list[dict[str, Any]] = [{"query": whole}]
    for kind in [suggest_fields] if is_ranked else codes_and_texts(suggest_fields, fields):
        begun = any_of_weighted((each, beginning(scope_name(each), typed, fields)) for each in kind)
        queries.append({"query": begun, **prefix_first(typed, kind, fields)})
    return queries


def any_of_weighted(found: Iterable[tuple[str, Node | None]]) -> Node:
    """The tree that matches any of the nodes; a node None matches nothing. The weights are the scores."""
    return any_of(Constant(node, weight_of(field)) for field, node in found if node)


def prefix_first(text: str, suggest_fields: Iterable[str], fields: Fields) -> dict[str, Any]:
    """The sort order: rows whose complete text begins with the typed one come before rows with such a word."""
    names = {scope_name(field): weight_of(field) for field in suggest_fields}
    names = {name: weight for name, weight in names.items() if type_of(name, fields) == "text"}
    return {"ranking": {"text": text, "names": heaviest(names), "aliases": {}}} if text and names else {}


def complete_value(name: str, text: str, fields: Fields) -> Node | None:
    """The tree for exactly this value in upper or lower case; None for prose."""
    if not text or type_of(name, fields) == "text":
        return None
    return Value((name,), text, any_case=name != "_id" and keeps_case(name, fields))


def beginning(name: str, text: str, fields: Fields) -> Node | None:
    """The tree for values that begin with the text; for prose, for its words, of which the last may be incomplete."""
    if not text or name == "_id":
        return None
    if type_of(name, fields) != "text":
        return Prefix(name, text, keeps_case(name, fields))
    words = WORD.findall(text.lower())
    last = [Prefix(name, words.pop())] if words and WORD.match(text[-1]) else []
    return Bool(must=(*([Value((name,), " ".join(words))] if words else []), *last)) if words or last else None


def keeps_case(name: str, fields: Fields) -> bool:
    """Whether the values of a field are compared with their case."""
    return not fields.get(name, {}).get("normalizer")
