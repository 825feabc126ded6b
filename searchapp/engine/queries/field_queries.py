"""The tantivy queries of one field, for all types of fields: term, prefix, wildcard, regexp, range, exists."""

import re
from collections.abc import Callable
from typing import Any

from tantivy import FieldType, Query

from ..analysis.word_filters import utf16_length
from ..errors import CreationError
from ..index import bm25
from ..mapping.mapping import FLOATS, METADATA, Field
from ..mapping.tantivy_schema import ID, PATHS, SEQ
from ..regexp import automaton
from ..regexp.parser import regexp as parse_regexp
from ..regexp.patterns import (
    Untranslatable,
    ignoring_case,
    matches_prefix,
    matches_regexp,
    matches_wildcard,
    regex_of_prefix,
    regex_of_regexp,
    regex_of_wildcard,
)
from ..values.dates import date_bound
from ..work import MAX_WALK, PREFIX, SHORT_WALK, stars_cost, work
from . import numbers
from .combinators import any_of, constant, everything, nothing
from .context import ANSWERED, Context, check_field, nothing_outside_scope
from .parsing import shard_error, text
from .sorted_terms import any_term, between, by_automaton, looked_at, sorted_terms
from .text.shared_terms import Terms, own_terms

INDEX = "_index"
LONG_END = 2**63
EXISTING = {"_id": True, "_index": True, "_seq_no": True, "_version": True, "_routing": False, "_tier": False}
"""The metadata fields, and whether every document has them."""
WILDCARD = re.compile(r"(\\.|[*?])", re.DOTALL)
OPEN = re.compile(r"(?<!\\)\*+")
BEGUN = re.compile(r"[^\\*?]{2}")
LETTER = 16
"""A pattern that begins with a letter walks over a sixteenth of the terms of a field."""


@nothing_outside_scope
def term_query(context: Context, path: str, value: Any, insensitive: bool = False) -> Query:
    """A query for this value. Scores are BM25 on text, keyword and boolean; 1 on others, and if case is ignored."""
    if path in ANSWERED and insensitive:
        return nothing()
    if path in ANSWERED:
        return constant(_metadata_query(context, path, [text(value)]))
    field = context.field(path)
    if field is None:
        return nothing()
    if insensitive and value != "":
        check_searchable(field)
        return constant(_case_insensitive(context, field, value))
    return value_query(context, field, value)


def value_query(context: Context, field: Field, value: Any) -> Query:
    """As `term_query`, for a field that the context sees."""
    check_searchable(field)
    if field.is_text:
        return bm25.text_term(context.reader, field, text(value))
    if field.is_keyword or field.type == "boolean":
        return bm25.constant_term(context.reader, field, _exact(context, field, value))
    return constant(_number_or_date(context, field, value))


def term_terms(context: Context, path: str, value: Any) -> Terms | None:
    """The value as a term with its document count; None where the field is not an indexed text or keyword."""
    field = context.field(path)
    if field is None or not field.index or not (field.is_text or field.is_keyword):
        return None
    return own_terms(context.reader, field, [_exact(context, field, value)])


@nothing_outside_scope
def terms_query(context: Context, path: str, values: list[Any]) -> Query:
    """A query for any of the values."""
    if path in ANSWERED or context.field(path) is not None:
        _check_number(context, len(values))
    if path in ANSWERED:
        return _metadata_query(context, path, [text(value) for value in values])
    field = context.field(path)
    if field is None or not values:
        return nothing()
    check_searchable(field)
    if field.type == "date":
        return any_of([_number_or_date(context, field, value) for value in values])
    if field.is_number and field.index:
        numbers.check_range(field, values)
    exact = [found for value in values if (found := _exact(context, field, value)) is not None]
    return any_term(context.reader, field.column, exact)


def ids_query(context: Context, values: list[str]) -> Query:
    """A query for the documents with these ids."""
    return _metadata_query(context, ID, values)


def _check_number(context: Context, terms: int) -> None:
    most = context.settings.max_terms_count
    if terms > most:
        raise CreationError(
            f"The number of terms [{terms}] used in the Terms Query request has exceeded the"
            f" allowed maximum of [{most}]. This maximum can be set by changing the [index.max_terms_count] index level"
            " setting."
        )


def exists_query(context: Context, pattern: str) -> Query:
    """A query for the documents with a value in a field or object that the pattern matches."""
    mapping = context.reader.mapping
    if pattern == "*" or pattern == "_source":
        raise shard_error("The _source field is not searchable")
    if pattern in METADATA:
        return _metadata_exists(pattern)
    fields = context.fields(pattern)
    if pattern in mapping.objects:
        fields = [field for field in mapping.below(pattern) if field.nested is None]
    if not fields:
        return nothing()
    return constant(any_term(context.reader, PATHS, [field.path for field in fields]))


@nothing_outside_scope
def prefix_query(context: Context, path: str, start: str, insensitive: bool = False) -> Query:
    if path == INDEX:
        return _named_so(context, matches_prefix(start, insensitive))
    field = _pattern_field(context, path, "prefix", "keyword, text and wildcard fields")
    if field is None:
        return nothing()
    start = _normalized(context, field, start)
    if insensitive:
        regex = regex_of_prefix(start, context.reader.stats.width(field.path))
        return _regex(context, field, regex, PREFIX + len(start))
    work().pattern(PREFIX)
    query = Query.fuzzy_term_query(context.reader.schema, field.column, start, 0, True, True)
    return by_automaton(context.reader, query)


@nothing_outside_scope
def wildcard_query(context: Context, path: str, pattern: str, insensitive: bool = False) -> Query:
    if path == INDEX:
        return _named_so(context, matches_wildcard(pattern, insensitive))
    field = _pattern_field(context, path, "wildcard", "keyword, text and wildcard fields")
    if field is None or not pattern:
        return nothing()
    width, pattern = context.reader.stats.width(field.path), _normalized_wildcard(context, field, pattern)
    regex = regex_of_wildcard(pattern, insensitive, width)
    if regex is not None:
        work().walk(pattern, context.reader.stats.terms(field) // (1 if pattern[0] in "*?" else LETTER))
    return _regex(context, field, regex, wildcard_cost(pattern, width))


@nothing_outside_scope
def regexp_query(context: Context, path: str, pattern: str, insensitive: bool = False, normalize: bool = True) -> Query:
    check_pattern_length(context, pattern)
    field = _pattern_field(context, path, "regexp", "keyword and text fields")
    if field is None and path != ID:
        matches_regexp(pattern, insensitive)  # raises EngineError for an invalid pattern
    if field is not None and insensitive and not field.index:
        raise CreationError("Match flags not yet implemented [256]")
    if field is None or (insensitive and not pattern):
        return nothing()
    if normalize:
        pattern = _normalized(context, field, pattern)
    width = context.reader.stats.width(field.path)
    try:
        regex = regex_of_regexp(pattern, insensitive, width)
        if regex is not None:
            work().walk(pattern, context.reader.stats.terms(field) // (LETTER if pattern[:1].isalnum() else 1))
        return _regex(context, field, regex, regexp_cost(pattern, insensitive, width))
    except Untranslatable:
        work().pattern(regexp_cost(pattern, insensitive, width) + 4 * MAX_WALK)
        matches = matches_regexp(pattern, insensitive)
        return any_term(
            context.reader, field.column, [*filter(matches, looked_at(sorted_terms(context.reader, field.column)))]
        )


def check_pattern_length(context: Context, pattern: str, kind: str = "regex", query: str = "Regexp") -> None:
    """Raise EngineError for a regular expression or prefix that is longer than `max_regex_length` of the index."""
    most = context.settings.max_regex_length
    length = utf16_length(pattern)
    if length > most:
        raise CreationError(
            f"The length of {kind} [{length}] used in the {query} Query"
            f" request has exceeded the allowed maximum of [{most}]. This maximum can be set by changing the"
            " [index.max_regex_length] index level setting."
        )


@nothing_outside_scope
def range_query(
    context: Context,
    path: str,
    /,
    low: Any,
    high: Any,
    include_low: bool = True,
    include_high: bool = True,
    **zone: Any,
) -> Query:
    """A query for values between two ends; None is an open end. `zone` may have `format` and `time_zone`."""
    check_field(path, (ID,))
    if path == ID and low is None and high is None:
        return everything()
    if path == ID:
        raise CreationError(f"Field [{ID}] of type [{ID}] does not support range queries")
    field = context.field(path)
    if field is None:
        return nothing()
    if low is None and high is None:
        return exists_query(context, path)
    check_searchable(field)
    if field.is_text or field.is_keyword:
        first, last = (None if end is None else _normalized(context, field, end_text(end)) for end in (low, high))
        return between(context.reader, field, first, last, include_low, include_high)
    if field.type == "date":
        return _date_range(context, field, low, high, include_low, include_high, **zone)
    if field.type == "boolean":
        no, yes = (None if end is None else numbers.truth(end) for end in (low, high))
        return _column_range(context, field, no, yes, include_low, include_high)
    if field.is_integer:
        return _column_range(context, field, *numbers.integer_bounds(field, low, high, include_low, include_high))
    return _float_range(context, field, low, high, include_low, include_high)


def _metadata_query(context: Context, path: str, values: list[str]) -> Query:
    if context.outer is not None:
        return _objects_of(context, context.outer, path, values)
    if path == ID:
        if "" in values:
            raise CreationError("Ids can't be empty")
        return any_term(context.reader, ID, values)
    return everything() if path == "_index" and context.reader.name in values else nothing()


def _named_so(context: Context, matches: Callable[[str], bool]) -> Query:
    """All documents if the name of the index matches, else none."""
    while context.outer is not None:
        context = context.outer
    return everything() if matches(context.reader.name) else nothing()


def _objects_of(context: Context, outer: Context, path: str, values: list[str]) -> Query:
    """A query for the nested objects in documents with one of these values."""
    found = outer.reader.searcher.search(_metadata_query(outer, path, values), max(outer.reader.stats.docs, 1))
    documents = set(outer.reader.seqs([address for _, address in found.hits]))
    return any_term(context.reader, SEQ, [seq for seq, parent in enumerate(context.parents) if parent in documents])


def _metadata_exists(path: str) -> Query:
    if path not in EXISTING:
        raise shard_error(f"unsupported field: {path}")
    return everything() if EXISTING[path] else nothing()


def check_searchable(field: Field) -> None:
    if not field.searchable or (field.is_text and not field.index):
        raise CreationError(f"Cannot search on field [{field.path}] since it is not indexed.")


def _exact(context: Context, field: Field, value: Any) -> Any:
    """The value as it is indexed; None if no document can have it."""
    if field.is_text:
        return text(value)
    if field.is_keyword:
        return context.normalize(field, text(value))
    return numbers.truth(value) if field.type == "boolean" else numbers.equal(field, value)


def end_text(end: Any) -> str:
    """The text of a range's end. A list is printed as Java does."""
    if isinstance(end, list):
        return f"[{', '.join('null' if one is None else end_text(one) for one in end)}]"
    return text(end)


def _number_or_date(context: Context, field: Field, value: Any) -> Query:
    if field.type == "date":
        return _date_range(context, field, value, value, True, True)
    number = numbers.equal(field, value)
    return nothing() if number is None else _column_range(context, field, number, number)


def _column_range(
    context: Context, field: Field, low: Any, high: Any, include_low: bool = True, include_high: bool = True
) -> Query:
    """A query for numbers between two ends; None is an open end."""
    work().leaf()
    is_float = field.type in FLOATS
    if low is None and high is None:
        return exists_query(context, field.path)
    if low is not None and (low > high if high is not None else not is_float and low >= LONG_END):
        return nothing()
    if high is not None and not is_float and high < -LONG_END:
        return nothing()
    kind = FieldType.Float if is_float else FieldType.Integer
    return Query.range_query(
        context.reader.schema, field.column, kind, low, high, include_low or low is None, include_high or high is None
    )


def _float_range(context: Context, field: Field, low: Any, high: Any, include_low: bool, include_high: bool) -> Query:
    ends = numbers.float_bounds(field, low, high)
    return nothing() if ends is None else _column_range(context, field, *ends, include_low, include_high)


def _date_range(
    context: Context, field: Field, low: Any, high: Any, include_low: bool, include_high: bool, **zone: Any
) -> Query:
    """A range of dates. An excluded start and an included end are rounded up.

    If one end is a number, the other one is read as milliseconds too.
    """
    if "format" not in zone and any(_is_number(end) for end in (low, high)):
        zone["format"] = "epoch_millis"
    first = None if low is None else date_bound(low, field.format, not include_low, **zone) + (not include_low)
    last = None if high is None else date_bound(high, field.format, include_high, **zone) - (not include_high)
    return _column_range(context, field, first, last)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _pattern_field(context: Context, path: str, kind: str, allowed: str) -> Field | None:
    """The text or keyword field of a pattern query; None if it is unmapped. EngineError for other types."""
    check_field(path, (ID,))
    field = context.field(path)
    name = ID if path == ID else field.type if field is not None else None
    if name is not None and name not in ("text", "keyword"):
        type_name = "_id" if path == ID else name
        raise shard_error(f"Can only use {kind} queries on {allowed} - not on [{path}] which is of type [{type_name}]")
    if field is not None:
        check_searchable(field)
    return field


def _normalized(context: Context, field: Field, value: str) -> str:
    return context.normalize(field, value) if field.is_keyword else value


def _normalized_wildcard(context: Context, field: Field, pattern: str) -> str:
    """The pattern after the field's normalizer; wildcards and escapes do not change."""
    if field.normalizer is None:
        return pattern
    parts = WILDCARD.split(pattern)
    return "".join(part if WILDCARD.fullmatch(part) else context.normalize(field, part) for part in parts if part)


def _regex(context: Context, field: Field, pattern: str | None, cost: int) -> Query:
    """The query of a regular expression; None matches nothing."""
    work().leaf()
    if pattern is None:
        return nothing()
    try:
        with work().building(cost):
            query = Query.regex_query(context.reader.schema, field.column, pattern)
    except ValueError as error:
        raise CreationError(str(error)) from error
    return by_automaton(context.reader, query)


def wildcard_cost(pattern: str, width: int) -> int:
    """What a pattern costs in one field; the terms that begin with its first letters are few."""
    stars = len(OPEN.findall(pattern))
    if stars == 1 and BEGUN.match(pattern):
        return len(pattern) + SHORT_WALK + PREFIX
    return len(pattern) + stars_cost(stars, width)


def regexp_cost(pattern: str, insensitive: bool, width: int) -> int:
    """The cost of a regular expression's automaton in one field, for `Work.pattern`."""
    node = parse_regexp(pattern, insensitive)
    return automaton.size(node) + stars_cost(automaton.stars(node), width)


def _case_insensitive(context: Context, field: Field, value: Any) -> Query:
    if field.type == "boolean":
        return _column_range(context, field, numbers.truth(value), numbers.truth(value))
    if not (field.is_text or field.is_keyword):
        raise shard_error(
            f"[{field.path}] field which is of type [{field.type}], does not support case insensitive term queries"
        )
    value = text(value)
    regex = ignoring_case(_normalized(context, field, value), context.reader.stats.width(field.path))
    return _regex(context, field, regex, len(value))
