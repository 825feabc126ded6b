"""Completion on SQL: the trees for documents in which a value is what was typed, or begins with it."""

from collections.abc import Iterable

from ...builders.completion.documents import WORD, check_configured, check_typed, weight
from ...builders.field_checks import Fields, scope_name, type_of
from ...builders.named_queries import any_of
from ...querystring.tree import Bool, Constant, Node, Prefix, Value


def suggest_queries(text: str, suggest_fields: Iterable[str], fields: Fields) -> tuple[Node, Node]:
    """The tree for complete values and the tree for beginnings; the weights of the fields are the scores."""
    check_configured(suggest_fields)
    check_typed(text)
    ways = [(scope_name(field), weight(field)) for field in suggest_fields]
    whole = [(whole_value(name, text.strip(), fields), score) for name, score in ways]
    begun = [(beginning(name, text.lstrip(), fields), score) for name, score in ways]
    return scored(whole), scored(begun)


def scored(found: Iterable[tuple[Node | None, float]]) -> Node:
    """The tree for what one of the nodes matches; None matches nothing."""
    return any_of(Constant(node, score) for node, score in found if node)


def whole_value(name: str, text: str, fields: Fields) -> Node | None:
    """The tree for exactly this value in upper or lower case; None for prose."""
    if not text or type_of(name, fields) == "text":
        return None
    return Value((name,), text, any_case=name != "_id" and keeps_case(name, fields))


def beginning(name: str, text: str, fields: Fields) -> Node | None:
    """The tree for a value that begins with the text; for prose its words, of which the last one may be begun."""
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
