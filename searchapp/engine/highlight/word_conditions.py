"""What single-field queries mark: words that are equal, near, in a range, or matched by a pattern."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, islice, product
from typing import Any

from tantivy import Query

from ..analysis.analyzers import Token, by_position
from ..errors import EngineError
from ..mapping.field import Field
from ..queries.context import Context
from ..queries.field_queries import range_query, term_query
from ..queries.parsing import minimum, text
from ..queries.text.edit_distance import near_terms
from ..queries.text.fuzzy import edits_of
from ..queries.text.graph import is_graph, placed, segments
from ..queries.text.phrase import MAX_PHRASES
from .conditions import ALWAYS, NEVER, Every, Mark, Some, Test, Unless, Word, Words

AUTO = "AUTO"


def grouped(required: Sequence[Mark], optional: Sequence[Mark], forbidden: Sequence[Mark], needed: int) -> Mark:
    """The marks of a boolean group."""
    parts = (*required, Some(tuple(optional), needed)) if optional else tuple(required)
    return Unless(Every(parts), tuple(forbidden)) if forbidden else Every(parts)


def analysed(context: Context, path: str, value: Any, given: Mapping[str, Any], phrase: bool = False) -> Mark:
    """The words of a text: all of them, some of them, or in their order."""
    field = context.field(path)
    if field is None:
        return NEVER
    fuzziness = None if phrase else given.get("fuzziness")
    if field.is_keyword and fuzziness is not None:
        return _near(field, context.normalize(field, text(value)), given, fuzziness)
    if not field.is_text:
        return term_mark(context, field, value)
    analyze = context.search_analyzer(field, given.get("analyzer"))
    found = analyze(text(value))
    if len(found) > 1 and analyze.has_graphs and is_graph(found):
        return _graph_mark(field, found, given, phrase)
    places = by_position(found)
    if phrase and len(places) > 1:
        ways = [_words(field, tokens, given) for tokens in islice(product(*places), MAX_PHRASES)]
        return ways[0] if len(ways) == 1 else Some(tuple(ways))
    return _enough([_one_of(field, place, given, fuzziness) for place in places], given)


def _enough(parts: Sequence[Mark], given: Mapping[str, Any]) -> Mark:
    """As many of the parts as the operator, or `minimum_should_match`, requires; a single one always."""
    if len(parts) == 1:
        return parts[0]
    if str(given.get("operator", "or")).lower() == "and":
        return Every(tuple(parts))
    required = given.get("minimum_should_match")
    return Some(tuple(parts), 1 if required is None else minimum(str(required), len(parts)))


def _graph_mark(field: Field, tokens: Sequence[Token], given: Mapping[str, Any], phrase: bool) -> Mark:
    """The words of the ways through tokens that cover several positions."""
    parts = segments(tokens)
    if phrase:
        ways = (list(chain(*way)) for way in islice(product(*parts), MAX_PHRASES))
        return Some(tuple(_way(field, placed(way, gaps=bool(given.get("slop"))), given) for way in ways))
    return _enough([Some(tuple(_way(field, placed(way), {}) for way in ways)) for ways in parts], given)


def _way(field: Field, tokens: Sequence[Token], given: Mapping[str, Any]) -> Mark:
    return _words(field, tokens, given) if len(tokens) > 1 else _word(field, tokens[0].text)


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
    if not field.index and field.is_text:
        return ALWAYS
    edits = edits_of(fuzziness, term)
    start = int(given.get("prefix_length") or 0)
    key = f"{field.path}:{term}~{edits}"
    return pattern_mark(
        field, Word(field.path, lambda other: bool(other and near_terms([other], term, edits, start)), key)
    )


def term_mark(context: Context, field: Field, value: Any) -> Mark:
    if not (field.is_text or field.is_keyword):
        return _without_words(lambda: term_query(context, field.path, value))
    if not field.index:
        return ALWAYS
    return _word(field, context.normalize(field, text(value)))


def _without_words(make: Callable[[], Query]) -> Mark:
    """The mark of a number, a date or a range of them: it never matches where it cannot be asked."""
    try:
        make()
    except EngineError:
        return NEVER
    return ALWAYS


def tested(context: Context, path: str, value: str, make: Callable[[str], Test]) -> Mark:
    field = context.field(path)
    if field is None or not (field.is_text or field.is_keyword):
        return NEVER
    if not field.index and field.is_text:
        return ALWAYS
    word = Word(path, make(context.normalize(field, value) if field.is_keyword else value), f"{path}:{value}")
    return pattern_mark(field, word)


def pattern_mark(field: Field, word: Word) -> Mark:
    """A pattern, or near words: in a field without an index they are marked, and not needed by what stands beside."""
    return word if field.index else Some((word, ALWAYS))


def starts(start: str, insensitive: bool = False) -> Test:
    if not insensitive:
        return lambda term: term.startswith(start)
    return lambda term: term.lower().startswith(start.lower())


def fuzzy(context: Context, body: Any) -> Mark:
    path, given = named(body, "value")
    field = context.field(path)
    if field is None:
        return NEVER
    value = text(given["value"])
    wanted = context.normalize(field, value) if field.is_keyword else value
    return _near(field, wanted, given, given.get("fuzziness", AUTO))


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
    if not field.index:
        return ALWAYS
    if field.is_keyword:
        low, high = (None if end is None else context.normalize(field, end) for end in (low, high))

    def inside(term: str) -> bool:
        above = low is None or term > low or (include_low and term == low)
        return above and (high is None or term < high or (include_high and term == high))

    return Word(path, inside, f"{path}:[{low} TO {high}]")


def named(body: Mapping[str, Any], main: str) -> tuple[str, Mapping[str, Any]]:
    """The field of a query and its options; a bare value is that of the option `main`."""
    path, value = next(iter(body.items()))
    return path, value if isinstance(value, Mapping) else {main: value}
