"""The highlight conditions of single-field queries: words that are equal, near, in a range, or match a pattern."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, islice, product
from typing import Any

from tantivy import Query

from ..analysis.analyzers import Token, by_position
from ..errors import EngineError
from ..mapping.field import Field
from ..parsing import minimum, text
from ..queries.context import Context
from ..queries.field.ranges import range_query
from ..queries.field.values import term_query
from ..queries.text.edit_distance import is_near
from ..queries.text.fuzzy import edits_of
from ..queries.text.graph import is_graph, placed, segments, spanned
from ..queries.text.phrase import MAX_PHRASES
from .conditions import ALWAYS, NEVER, AllOf, AndNot, AtLeast, Condition, Test, Word, Words

AUTO = "AUTO"
MAX_REMEMBERED = 10_000
"""The maximum number of words whose result a test caches: less than a megabyte."""


def grouped(
    required: Sequence[Condition], optional: Sequence[Condition], forbidden: Sequence[Condition], needed: int
) -> Condition:
    """The condition of a bool query."""
    parts = (*required, AtLeast(tuple(optional), needed)) if optional else tuple(required)
    return AndNot(AllOf(parts), tuple(forbidden)) if forbidden else AllOf(parts)


def analysed(context: Context, path: str, value: Any, given: Mapping[str, Any], phrase: bool = False) -> Condition:
    """The condition of an analysed text: all its words, some of them, or a phrase."""
    field = context.field(path)
    if field is None:
        return NEVER
    fuzziness = None if phrase else given.get("fuzziness")
    if field.is_keyword and fuzziness is not None:
        return _near(context, field, context.normalize(field, text(value)), given, fuzziness)
    if not (field.is_text or (field.is_keyword and given.get("analyzer"))):
        return term_condition(context, field, value)
    analyze = context.search_analyzer(field, given.get("analyzer"))
    found = analyze(text(value))
    if field.is_keyword:
        return _enough([term_condition(context, field, token.text) for token in found], given)
    if len(found) > 1 and analyze.has_graphs and is_graph(found):
        return _graph_condition(field, found, given, phrase)
    groups = by_position(found)
    if phrase and len(groups) > 1:
        return _words(field, groups, given)
    return _enough([_one_of(context, field, group, given, fuzziness) for group in groups], given)


def combined(context: Context, paths: Sequence[str], value: Any, given: Mapping[str, Any]) -> Condition:
    """The condition of a text whose words may be in different fields."""
    fields = [field for path in paths if (field := context.field(path)) is not None]
    groups = by_position(context.search_analyzer(fields[0])(text(value)))
    parts = [AtLeast(tuple(_one_of(context, field, group, {}, None) for field in fields)) for group in groups]
    return _enough(parts, given)


def _enough(parts: Sequence[Condition], given: Mapping[str, Any]) -> Condition:
    """The condition for the number of parts that the operator or `minimum_should_match` requires."""
    if not parts:
        return ALWAYS if str(given.get("zero_terms_query")).lower() == "all" else NEVER
    if len(parts) == 1:
        return parts[0]
    if str(given.get("operator", "or")).lower() == "and":
        return AllOf(tuple(parts))
    required = given.get("minimum_should_match")
    return AtLeast(tuple(parts), 1 if required is None else minimum(str(required), len(parts)))


def _graph_condition(field: Field, tokens: Sequence[Token], given: Mapping[str, Any], phrase: bool) -> Condition:
    """The condition of a token graph: its ways as phrases or words.

    Elasticsearch makes spans of a phrase without slop, whose words are marked one by one.
    """
    parts = segments(tokens)
    if phrase:
        slop = bool(given.get("slop"))
        chosen = islice(product(*parts), MAX_PHRASES)
        ways = (placed(list(chain(*way))) if slop else spanned(parts, way) for way in chosen)
        return AtLeast(tuple(_way(field, way, given, one_by_one=not slop) for way in ways))
    return _enough([AtLeast(tuple(_way(field, placed(way), {}) for way in ways)) for ways in parts], given)


def _way(field: Field, tokens: Sequence[Token], given: Mapping[str, Any], one_by_one: bool = False) -> Condition:
    groups = [[token] for token in tokens]
    return _words(field, groups, given, one_by_one) if len(tokens) > 1 else _word(field, tokens[0].text)


def _words(
    field: Field, groups: Sequence[Sequence[Token]], given: Mapping[str, Any], one_by_one: bool = False
) -> Condition:
    """The condition of a phrase with one of the tokens at each position."""
    start = groups[0][0].position
    places = tuple((group[0].position - start, tuple(token.text for token in group)) for group in groups)
    slop = int(given.get("slop") or 0)
    return Words(field.path, places, slop, f"{places}~{slop}", one_by_one)


def _one_of(
    context: Context, field: Field, group: Sequence[Token], given: Mapping[str, Any], fuzziness: Any
) -> Condition:
    """The condition of the tokens at one position. A single one may be fuzzy."""
    if len(group) > 1:
        return AtLeast(tuple(_word(field, token.text) for token in group))
    term = group[0].text
    return _word(field, term) if fuzziness is None else _near(context, field, term, given, fuzziness)


def _word(field: Field, term: str) -> Condition:
    return Word(field.path, term.__eq__, term)


def _near(context: Context, field: Field, term: str, given: Mapping[str, Any], fuzziness: Any) -> Condition:
    if not field.index and field.is_text:
        return ALWAYS
    edits = edits_of(field, fuzziness, term)
    start = int(given.get("prefix_length") or 0)
    key = is_near, term, edits, start
    if key not in context.tests:
        context.tests[key] = remembering(lambda other: is_near(other, term, edits, start))
    return pattern_condition(field, Word(field.path, context.tests[key], f"{field.path}:{term}~{edits}"))


def term_condition(context: Context, field: Field, value: Any) -> Condition:
    """The condition of one exact term; of fields without words, whether the document matches."""
    if not (field.is_text or field.is_keyword):
        return _without_words(lambda: term_query(context, field.path, value))
    if not field.index and field.is_text:
        return ALWAYS
    term = context.normalize(field, text(value))
    return Word(field.path, term.__eq__, term, is_marked=field.index)


def _without_words(make: Callable[[], Query]) -> Condition:
    """The condition of a query on numbers or dates: NEVER if the query is invalid for the field, else ALWAYS."""
    try:
        make()
    except EngineError:
        return NEVER
    return ALWAYS


def tested(
    context: Context, path: str, value: str, make: Callable[[str, bool], Test], insensitive: bool = False
) -> Condition:
    """The condition of the words of a field that pass the test `make(pattern, insensitive)`."""
    field = context.field(path)
    if field is None or not (field.is_text or field.is_keyword):
        return NEVER
    if not field.index and field.is_text:
        return ALWAYS
    pattern = context.normalize(field, value)
    key = make, pattern, insensitive
    if key not in context.tests:
        context.tests[key] = remembering(make(pattern, insensitive))
    return pattern_condition(field, Word(path, context.tests[key], f"{path}:{value}"))


def remembering(test: Test) -> Test:
    """The test with a cache for the last words, since most words of texts are repeated."""
    known: dict[str, bool] = {}

    def answer(word: str) -> bool:
        found = known.get(word)
        if found is None:
            if len(known) >= MAX_REMEMBERED:
                known.clear()
            found = known[word] = test(word)
        return found

    return answer


def pattern_condition(field: Field, word: Word) -> Condition:
    """The condition of a pattern or of fuzzy words. In a field without an index it only marks words."""
    return word if field.index else AtLeast((word, ALWAYS))


def fuzzy(context: Context, body: Any) -> Condition:
    """The condition of a fuzzy query: the words within its edit distance."""
    path, given = field_and_options(body, "value")
    field = context.field(path)
    if field is None:
        return NEVER
    value = text(given["value"])
    wanted = context.normalize(field, value)
    return _near(context, field, wanted, given, given.get("fuzziness", AUTO))


def between(
    context: Context, path: str, low: str | None, high: str | None, include_low: bool, include_high: bool, **zone: str
) -> Condition:
    """The condition of a range of texts; of fields without words, whether the document matches."""
    field = context.field(path)
    if field is None:
        return NEVER
    if not (field.is_text or field.is_keyword or field.type == "boolean"):
        return _without_words(lambda: range_query(context, path, low, high, include_low, include_high, **zone))
    if not field.index and field.is_text:
        return ALWAYS
    if field.is_keyword:
        low, high = (None if end is None else context.normalize(field, end) for end in (low, high))

    def inside(term: str) -> bool:
        above = low is None or term > low or (include_low and term == low)
        return above and (high is None or term < high or (include_high and term == high))

    # the terms of flags are F and T, which are compared with the words "false" and "true" where they are marked
    is_marked = field.index and (field.type != "boolean" or high is None)
    return Word(path, inside, f"{path}:[{low} TO {high}]", is_marked)


def field_and_options(body: Mapping[str, Any], main: str) -> tuple[str, Mapping[str, Any]]:
    """The field of a query and its options; a bare value is the value of the option `main`."""
    path, value = next(iter(body.items()))
    return path, value if isinstance(value, Mapping) else {main: value}
