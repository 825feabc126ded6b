"""Makes the highlight condition of a query: which words it matches in which fields."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ..parsing import as_list, minimum, text
from ..queries.context import ANSWERED, Context
from ..queries.field.ranges import end_text
from ..queries.fields import default_fields, resolve, weights
from ..queries.term import range_limits
from ..regexp.patterns import matches_prefix, matches_regexp, matches_wildcard, with_flags
from . import word_conditions
from .conditions import ALWAYS, NEVER, AtLeast, Condition, Test, Word, unscored
from .from_query_string import string_condition


def condition_of(context: Context, clause: Mapping[str, Any]) -> Condition:
    """The condition of a clause such as `{"match": {"name": "kinase"}}`, which must be valid."""
    name, body = next(iter(clause.items()))
    return READERS[name](context, body) if name in READERS else ALWAYS


def bool_condition(context: Context, body: Any) -> Condition:
    """The condition of the body of a `bool` query."""
    required = [condition_of(context, clause) for clause in as_list(body.get("must"))]
    required += [unscored(condition_of(context, clause)) for clause in as_list(body.get("filter"))]
    optional = [condition_of(context, clause) for clause in as_list(body.get("should"))]
    forbidden = [condition_of(context, clause) for clause in as_list(body.get("must_not"))]
    given = body.get("minimum_should_match")
    default = "0" if required else "1"
    needed = minimum(str(default if given is None else given), len(optional)) if optional else 0
    return word_conditions.grouped(required, optional, forbidden, needed)


def _constant_score(context: Context, body: Any) -> Condition:
    return unscored(condition_of(context, body["filter"]))


def _dis_max(context: Context, body: Any) -> Condition:
    return AtLeast(tuple(condition_of(context, clause) for clause in as_list(body.get("queries"))))


def inner(*keys: str) -> Callable[[Context, Any], Condition]:
    """A reader of queries with an inner clause under the first of these keys that they have."""

    def read(context: Context, body: Any) -> Condition:
        clause = next((body[key] for key in keys if key in body), None)
        return condition_of(context, clause) if clause else ALWAYS

    return read


def _match(context: Context, body: Any, phrase: bool = False) -> Condition:
    path, given = word_conditions.field_and_options(body, "query")
    return word_conditions.analysed(context, path, given["query"], given, phrase)


def _multi_match(context: Context, body: Any) -> Condition:
    fields = resolve(context, weights(body["fields"]))[0] if body.get("fields") else default_fields(context)[0]
    kind = body.get("type")
    if kind in TYPES:
        return AtLeast(tuple(TYPES[kind](context, {path: body}) for path in fields))
    phrase = kind == "phrase"
    return AtLeast(tuple(word_conditions.analysed(context, path, body["query"], body, phrase) for path in fields))


def _term(context: Context, body: Any) -> Condition:
    path, given = word_conditions.field_and_options(body, "value")
    field = context.field(path)
    if field is None:
        return NEVER if path not in ("_id", "_index") else ALWAYS
    if str(given.get("case_insensitive", False)).lower() == "true" and (field.is_text or field.is_keyword):
        if not field.index:
            return ALWAYS
        wanted = text(given["value"]).lower()
        return Word(path, lambda term: term.lower() == wanted, f"{path}:{wanted}")
    return word_conditions.term_condition(context, field, given["value"])


def _terms(context: Context, body: Any) -> Condition:
    path = next((key for key in body if key not in ("boost", "_name")), "")
    field = context.field(path)
    if field is None:
        return NEVER if path != "_id" else ALWAYS
    if not (field.is_text or field.is_keyword):
        return ALWAYS
    values = {context.normalize(field, text(value)) for value in body[path]}
    return Word(path, values.__contains__, f"{path}:{sorted(values)}")


def _pattern(make: Callable[..., Test], *keys: str) -> Callable[[Context, Any], Condition]:
    """The reader of a prefix, wildcard or regexp query."""

    def read(context: Context, body: Any) -> Condition:
        path, given = word_conditions.field_and_options(body, "value")
        value = next(given[key] for key in ("value", *keys) if key in given)
        insensitive = str(given.get("case_insensitive", False)).lower() == "true"
        pattern = with_flags(text(value), str(given.get("flags") or ""))
        return word_conditions.tested(context, path, pattern, make, insensitive)

    return read


def _range(context: Context, body: Any) -> Condition:
    path, given = word_conditions.field_and_options(body, "value")
    ends, _ = range_limits(dict(given))
    low, high = (None if ends[name] is None else end_text(ends[name]) for name in ("low", "high"))
    if low is None and high is None:
        return NEVER if context.field(path) is None and path not in ANSWERED else ALWAYS
    zone = {key: ends[key] for key in ("format", "time_zone") if key in ends}
    return word_conditions.between(context, path, low, high, ends["include_low"], ends["include_high"], **zone)


TYPES: dict[str, Callable[[Context, Any], Condition]] = {}
"""The readers of the other types of multi_match, unlike match and match_phrase, which engine/compat adds."""
READERS: dict[str, Callable[[Context, Any], Condition]] = {
    "bool": bool_condition,
    "dis_max": _dis_max,
    "constant_score": _constant_score,
    "function_score": inner("query"),
    "nested": inner("query"),
    "match": _match,
    "match_phrase": partial(_match, phrase=True),
    "multi_match": _multi_match,
    "query_string": string_condition,
    "term": _term,
    "terms": _terms,
    "prefix": _pattern(matches_prefix),
    "wildcard": _pattern(matches_wildcard, "wildcard"),
    "regexp": _pattern(matches_regexp),
    "fuzzy": word_conditions.fuzzy,
    "range": _range,
    "match_none": lambda context, body: NEVER,
}
