"""Reads a query body for highlighting: which words it marks in which fields."""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice, product
from typing import Any

from tantivy import Query

from ..analysis.analyzers import Token, by_position
from ..errors import EngineError
from ..mapping.field import Field
from ..queries.context import Context
from ..queries.field_queries import end_text, range_query, term_query
from ..queries.fields import default_fields, resolve, weights
from ..queries.parsing import minimum, text
from ..queries.term import range_limits
from ..queries.text.edit_distance import near_terms
from ..queries.text.fuzzy import edits_of
from ..queries.text.text_queries import MOST_PHRASES
from ..regexp.patterns import matches_regexp, matches_wildcard
from .conditions import ALWAYS, NEVER, Every, Mark, Some, Test, Unless, Word, Words, unscored

AUTO = "AUTO"


def marks(context: Context, clause: Mapping[str, Any]) -> Mark:
    """What a clause such as `{"match": {"name": "kinase"}}` marks; it has been parsed before, so its shape is right."""
    name, body = next(iter(clause.items()))
    return READERS[name](context, body) if name in READERS else ALWAYS


def _bool(context: Context, body: Any) -> Mark:
    required = [marks(context, clause) for clause in _listed(body.get("must"))]
    required += [unscored(marks(context, clause)) for clause in _listed(body.get("filter"))]
    optional = [marks(context, clause) for clause in _listed(body.get("should"))]
    forbidden = [marks(context, clause) for clause in _listed(body.get("must_not"))]
    given = body.get("minimum_should_match")
    default = "0" if required else "1"
    needed = minimum(str(default if given is None else given), len(optional)) if optional else 0
    return grouped(required, optional, forbidden, needed)


def grouped(required: Sequence[Mark], optional: Sequence[Mark], forbidden: Sequence[Mark], needed: int) -> Mark:
    """The marks of a boolean group."""
    parts = (*required, Some(tuple(optional), needed)) if optional else tuple(required)
    return Unless(Every(parts), tuple(forbidden)) if forbidden else Every(parts)


def _constant_score(context: Context, body: Any) -> Mark:
    return unscored(marks(context, body["filter"]))


def _dis_max(context: Context, body: Any) -> Mark:
    return Some(tuple(marks(context, clause) for clause in _listed(body.get("queries"))))


def _inner(*keys: str) -> Callable[[Context, Any], Mark]:
    def read(context: Context, body: Any) -> Mark:
        clause = next((body[key] for key in keys if key in body), None)
        return marks(context, clause) if clause else ALWAYS

    return read


def _match(context: Context, body: Any) -> Mark:
    path, given = _named(body, "query")
    return analysed(context, path, given["query"], given)


def _match_phrase(context: Context, body: Any) -> Mark:
    path, given = _named(body, "query")
    return analysed(context, path, given["query"], given, phrase=True)


def _multi_match(context: Context, body: Any) -> Mark:
    fields = resolve(context, weights(body["fields"]))[0] if body.get("fields") else default_fields(context)
    phrase = body.get("type") == "phrase"
    return Some(tuple(analysed(context, path, body["query"], body, phrase) for path in fields))


def analysed(context: Context, path: str, value: Any, given: Mapping[str, Any], phrase: bool = False) -> Mark:
    """The words of a text: all of them, some of them, or in their order."""
    field = context.field(path)
    if field is None:
        return NEVER
    fuzziness = None if phrase else given.get("fuzziness")
    if field.is_keyword and fuzziness is not None:
        return _near(field, context.normalize(field, text(value)), given, fuzziness)
    if not field.is_text:
        return _term_mark(context, field, value)
    found = context.search_analyzer(field, given.get("analyzer"))(text(value))
    places = by_position(found)
    if phrase and len(places) > 1:
        ways = [_words(field, tokens, given) for tokens in islice(product(*places), MOST_PHRASES)]
        return ways[0] if len(ways) == 1 else Some(tuple(ways))
    parts = [_one_of(field, place, given, fuzziness) for place in places]
    if str(given.get("operator", "or")).lower() == "and":
        return Every(tuple(parts))
    required = given.get("minimum_should_match")
    return Some(tuple(parts), 1 if required is None else minimum(str(required), len(parts)))


def _words(field: Field, tokens: Sequence[Token], given: Mapping[str, Any]) -> Mark:
    key = " ".join(token.text for token in tokens)
    return Words(field.path, tuple(tokens), int(given.get("slop") or 0), f'"{key}"')


def _one_of(field: Field, place: Sequence[Token], given: Mapping[str, Any], fuzziness: Any) -> Mark:
    """The tokens at one position; a single one may be near."""
    if len(place) > 1:
        return Some(tuple(_word(field, token.text) for token in place))
    term = place[0].text
    return _word(field, term) if fuzziness is None else _near(field, term, given, fuzziness)


def _word(field: Field, term: str) -> Mark:
    return Word(field.path, term.__eq__, term)


def _near(field: Field, term: str, given: Mapping[str, Any], fuzziness: Any) -> Mark:
    if not field.index:
        return ALWAYS
    edits = edits_of(fuzziness, term)
    start = int(given.get("prefix_length") or 0)
    key = f"{field.path}:{term}~{edits}"
    return Word(field.path, lambda other: bool(other and near_terms([other], term, edits, start)), key)


def _term_mark(context: Context, field: Field, value: Any) -> Mark:
    if not (field.is_text or field.is_keyword):
        return _without_words(lambda: term_query(context, field.path, value))
    return _word(field, context.normalize(field, text(value)))


def _without_words(make: Callable[[], Query]) -> Mark:
    """The mark of a number, a date or a range of them: it never matches where it cannot be asked."""
    try:
        make()
    except EngineError:
        return NEVER
    return ALWAYS


def _term(context: Context, body: Any) -> Mark:
    path, given = _named(body, "value")
    field = context.field(path)
    if field is None:
        return NEVER if path not in ("_id", "_index") else ALWAYS
    if str(given.get("case_insensitive", False)).lower() == "true" and (field.is_text or field.is_keyword):
        wanted = text(given["value"]).lower()
        return Word(path, lambda term: term.lower() == wanted, f"{path}:{wanted}")
    return _term_mark(context, field, given["value"])


def _terms(context: Context, body: Any) -> Mark:
    path = next((key for key in body if key not in ("boost", "_name")), "")
    field = context.field(path)
    if field is None:
        return NEVER if path != "_id" else ALWAYS
    if not (field.is_text or field.is_keyword):
        return ALWAYS
    values = {context.normalize(field, text(value)) for value in body[path]}
    return Word(path, values.__contains__, f"{path}:{sorted(values)}")


def _pattern(make: Callable[..., Test], *keys: str) -> Callable[[Context, Any], Mark]:
    """A reader of prefix, wildcard and regexp queries."""

    def read(context: Context, body: Any) -> Mark:
        path, given = _named(body, "value")
        value = next(given[key] for key in ("value", *keys) if key in given)
        insensitive = str(given.get("case_insensitive", False)).lower() == "true"
        return tested(context, path, text(value), lambda pattern: make(pattern, insensitive))

    return read


def tested(context: Context, path: str, value: str, make: Callable[[str], Test]) -> Mark:
    field = context.field(path)
    if field is None or not (field.is_text or field.is_keyword):
        return NEVER
    if not field.index:
        return ALWAYS
    return Word(path, make(context.normalize(field, value) if field.is_keyword else value), f"{path}:{value}")


def starts(start: str, insensitive: bool = False) -> Test:
    if not insensitive:
        return lambda term: term.startswith(start)
    return lambda term: term.lower().startswith(start.lower())


def fuzzy(context: Context, body: Any) -> Mark:
    path, given = _named(body, "value")
    field = context.field(path)
    if field is None:
        return NEVER
    value = text(given["value"])
    wanted = context.normalize(field, value) if field.is_keyword else value
    return _near(field, wanted, given, given.get("fuzziness", AUTO))


def _range(context: Context, body: Any) -> Mark:
    path, given = _named(body, "value")
    ends, _ = range_limits(dict(given))
    low, high = (None if ends[name] is None else end_text(ends[name]) for name in ("low", "high"))
    if low is None and high is None:
        return NEVER if context.field(path) is None else ALWAYS
    zone = {key: ends[key] for key in ("format", "time_zone") if key in ends}
    return between(context, path, low, high, ends["include_low"], ends["include_high"], **zone)


def between(
    context: Context, path: str, low: str | None, high: str | None, include_low: bool, include_high: bool, **zone: str
) -> Mark:
    field = context.field(path)
    if field is None:
        return NEVER
    if field.type == "boolean":  # its terms are F and T, and what is looked at is "false" or "true"
        return Word(path, lambda term: high is None, f"{path}:[{low} TO {high}]")
    if not (field.is_text or field.is_keyword):
        return _without_words(lambda: range_query(context, path, low, high, include_low, include_high, **zone))
    if field.is_keyword:
        low, high = (None if end is None else context.normalize(field, end) for end in (low, high))

    def inside(term: str) -> bool:
        above = low is None or term > low or (include_low and term == low)
        return above and (high is None or term < high or (include_high and term == high))

    return Word(path, inside, f"{path}:[{low} TO {high}]")


def _named(body: Mapping[str, Any], main: str) -> tuple[str, Mapping[str, Any]]:
    """The field of a query and its options; a bare value is that of the option `main`."""
    path, value = next(iter(body.items()))
    return path, value if isinstance(value, Mapping) else {main: value}


def _listed(clauses: Any) -> list[Any]:
    if clauses is None:
        return []
    return clauses if isinstance(clauses, list) else [clauses]


def _query_string(context: Context, body: Any) -> Mark:
    from .from_query_string import string_marks

    return string_marks(context, body)


READERS: dict[str, Callable[[Context, Any], Mark]] = {
    "bool": _bool,
    "dis_max": _dis_max,
    "constant_score": _constant_score,
    "boosting": _inner("positive"),
    "function_score": _inner("query"),
    "nested": _inner("query"),
    "match": _match,
    "match_phrase": _match_phrase,
    "multi_match": _multi_match,
    "query_string": _query_string,
    "term": _term,
    "terms": _terms,
    "prefix": _pattern(starts),
    "wildcard": _pattern(matches_wildcard, "wildcard"),
    "regexp": _pattern(matches_regexp),
    "fuzzy": fuzzy,
    "range": _range,
    "match_none": lambda context, body: NEVER,
}
