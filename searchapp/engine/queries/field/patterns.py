"""The tantivy queries for patterns on the terms of a field: prefix, wildcard, regexp."""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from tantivy import Query

from ...analysis.word_filters import utf16_length
from ...costs import MAX_WALK, PREFIX_COST, SHORT_WALK, stars_cost
from ...errors import CreationError, shard_error
from ...mapping.mapping import Field
from ...mapping.tantivy_schema import ID
from ...parsing import text
from ...regexp import automaton
from ...regexp.parser import regexp as parse_regexp
from ...regexp.patterns import (
    Untranslatable,
    ignoring_case,
    matches_prefix,
    matches_regexp,
    matches_wildcard,
    regex_of_prefix,
    regex_of_regexp,
    regex_of_wildcard,
    spellings,
    with_flags,
)
from ...work import work
from ..combinators import everything, nothing
from ..context import Context, check_field, check_indexed, check_searchable, nothing_outside_scope
from ..folded_terms import may_be_in
from ..sorted_terms import any_term, by_automaton, sorted_terms, until_deadline
from . import numbers
from .ranges import column_range

INDEX = "_index"
WILDCARD = re.compile(r"(\\.|[*?])", re.DOTALL)
PLAIN, ESCAPED = re.compile(r"((?:[^\\*?]|\\[\\*?])+)(\*?)"), re.compile(r"\\(.)", re.DOTALL)
"""A pattern that is a text, maybe with a star at its end, and a character that it escapes."""
OPEN = re.compile(r"(?<!\\)\*+")
BEGUN = re.compile(r"[^\\*?]{2}")
MAX_LETTERS = 5
"""The maximum letters of a text whose 32 spellings are looked up, which is faster than building an automaton."""
LETTER_FACTOR = 16
"""A pattern that begins with a letter walks over a part of the terms of a field: one in this number."""


@nothing_outside_scope
def prefix_query(context: Context, path: str, start: str, insensitive: bool = False) -> Query:
    """The terms of a field that begin so. EngineError for a field without texts."""
    if path == INDEX:
        return _index_name_query(context, matches_prefix(start, insensitive))
    field = _pattern_field(context, path, "prefix", "keyword, text and wildcard fields")
    if field is None:
        return nothing()
    start = context.normalize(field, start)
    if insensitive:
        return _begun(context, field, start)
    work().count_pattern(PREFIX_COST)
    query = Query.fuzzy_term_query(context.reader.schema, field.column, start, 0, True, True)
    return by_automaton(context.reader, query)


def _begun(context: Context, field: Field, start: str) -> Query:
    """The terms that begin so without case."""
    regex = regex_of_prefix(start, context.reader.stats.width(field.path))
    return _regex(context, field, regex, PREFIX_COST + len(start))


@nothing_outside_scope
def wildcard_query(context: Context, path: str, pattern: str, insensitive: bool = False) -> Query:
    """The terms of a field that match a pattern of `*` and `?`. EngineError for a field without texts."""
    if path == INDEX:
        return _index_name_query(context, matches_wildcard(pattern, insensitive))
    field = _pattern_field(context, path, "wildcard", "keyword, text and wildcard fields")
    if field is None or not pattern:
        return nothing()
    if field.normalizer is not None:
        pattern = normalized_wildcard(pattern, partial(context.normalize, field))
    elif insensitive and (plain := PLAIN.fullmatch(pattern)):
        literal = ESCAPED.sub(r"\1", plain[1])
        return _begun(context, field, literal) if plain[2] else case_insensitive(context, field, literal)
    width = context.reader.stats.width(field.path)
    regex = regex_of_wildcard(pattern, insensitive, width)
    if regex is not None:
        work().count_walk(pattern, context.reader.stats.terms(field) // (1 if pattern[0] in "*?" else LETTER_FACTOR))
    return _regex(context, field, regex, wildcard_cost(pattern, width))


@nothing_outside_scope
def regexp_query(
    context: Context, path: str, pattern: str, insensitive: bool = False, normalize: bool = True, flags: str = ""
) -> Query:
    """The terms of a field that match Lucene's pattern. EngineError for an invalid or too long one."""
    check_pattern_length(context, pattern)
    pattern = with_flags(pattern, flags)
    field = _pattern_field(context, path, "regexp", "keyword and text fields")
    if field is None and path != ID:
        matches_regexp(pattern, insensitive)  # raises EngineError for an invalid pattern
    if field is not None and insensitive and not field.index:
        raise CreationError("Match flags not yet implemented [256]")
    if field is None or (insensitive and not pattern):
        return nothing()
    if normalize:
        pattern = context.normalize(field, pattern)
    width = context.reader.stats.width(field.path)
    try:
        regex = regex_of_regexp(pattern, insensitive, width)
        if regex is not None:
            work().count_walk(
                pattern, context.reader.stats.terms(field) // (LETTER_FACTOR if pattern[:1].isalnum() else 1)
            )
        return _regex(context, field, regex, regexp_cost(pattern, insensitive, width))
    except Untranslatable:
        work().count_pattern(regexp_cost(pattern, insensitive, width) + 4 * MAX_WALK)
        matches = matches_regexp(pattern, insensitive)
        return any_term(
            context.reader, field.column, [*filter(matches, until_deadline(sorted_terms(context.reader, field.column)))]
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


def normalized_wildcard(pattern: str, normalize: Callable[[str], str]) -> str:
    """The pattern with its texts normalized; wildcards and escaped characters do not change."""
    parts = WILDCARD.split(pattern)
    return "".join(part if WILDCARD.fullmatch(part) else normalize(part) for part in parts if part)


def _regex(context: Context, field: Field, pattern: str | None, cost: int) -> Query:
    """The query of a regular expression; None matches nothing."""
    work().count_leaves()
    if pattern is None:
        return nothing()
    try:
        with work().counting_build(cost):
            query = Query.regex_query(context.reader.schema, field.column, pattern)
    except ValueError as error:
        raise CreationError(str(error)) from error
    return by_automaton(context.reader, query)


def wildcard_cost(pattern: str, width: int) -> int:
    """The cost of a pattern in one field. It is low if the pattern begins with letters: few terms begin with them."""
    stars = len(OPEN.findall(pattern))
    if stars == 1 and BEGUN.match(pattern):
        return len(pattern) + SHORT_WALK + PREFIX_COST
    return len(pattern) + stars_cost(stars, width)


@lru_cache(64)
def regexp_cost(pattern: str, insensitive: bool, width: int) -> int:
    """The cost of a regular expression's automaton in one field, for `Work.count_pattern`."""
    node = parse_regexp(pattern, insensitive)
    return automaton.size(node) + stars_cost(automaton.stars(node), width)


def case_insensitive(context: Context, field: Field, value: Any) -> Query:
    """The terms of a field that are equal without case. EngineError for a field without texts."""
    if field.type == "boolean":
        check_indexed(field)
        return column_range(context, field, numbers.truth(value), numbers.truth(value))
    if not (field.is_text or field.is_keyword):
        raise shard_error(
            f"[{field.path}] field which is of type [{field.type}], does not support case insensitive term queries"
        )
    value = context.normalize(field, text(value))
    if sum(map(str.isalpha, value)) <= MAX_LETTERS:
        searcher = context.reader.searcher
        terms = [term for term in spellings(value) if searcher.doc_freq(field.column, term)]
        return any_term(context.reader, field.column, terms)
    if not may_be_in(context.reader, field, value):
        work().count_leaves()
        return nothing()
    return _regex(context, field, ignoring_case(value, context.reader.stats.width(field.path)), len(value))


def _index_name_query(context: Context, matches: Callable[[str], bool]) -> Query:
    """All documents if the name of the index matches, else none."""
    while context.outer is not None:
        context = context.outer
    return everything() if matches(context.reader.name) else nothing()
