"""Completion on MongoDB: filters for documents with a value that is equal to the typed text, or begins with it."""

import re
from collections.abc import Iterable, Iterator

from ...builders.completion.documents import WORD, check_typed
from ...querystring.field_types import TEXT_TYPES
from ...querystring.names import scope_name, weight_of
from .query import filters as values
from .query import word_conditions
from .query.filters import Filter
from .query.query_strings import StringQuery
from .query.word_index import words_in


def suggest_queries(text: str, suggest_fields: Iterable[str], strings: StringQuery) -> list[Filter]:
    """The filter for complete values, then the filters for prefixes in each field, by descending weight."""
    check_typed(text)
    names = [scope_name(field) for field in sorted(suggest_fields, key=weight_of, reverse=True)]
    if not text.strip():
        return [values.NOTHING]
    exact = [name for name in names if strings.kind(name) != "text"]
    whole = values.any_of(values.in_any_case(name, text.strip(), "keyword") for name in exact)
    found = [narrowed(exact, whole, word_conditions.having(text.strip()), strings)]
    begun = listed_beginning(text.lstrip())
    for name in names:
        if name != "_id":
            filters = beginnings(name, text.lstrip(), strings.kind(name))
            found += [narrowed([name], each, begun, strings) for each in filters]
    return found


def narrowed(names: list[str], found: Filter, listed: Filter | None, strings: StringQuery) -> Filter:
    """The filter with a condition on the list of words, if the list has the words of all fields."""
    usable = strings.by_words and listed and found != values.NOTHING
    return (
        values.all_of([listed or {}, found])
        if usable and all(strings.kind(name) in TEXT_TYPES for name in names)
        else found
    )


def listed_beginning(text: str) -> Filter | None:
    """A condition on listed words for every value that begins with the text: its longest or its last word."""
    words = words_in(text)
    begun = words.pop() if words and WORD.match(text[-1]) else None
    whole = [word for word in words if word_conditions.is_listed(word)]
    if whole:
        return word_conditions.one_of([max(whole, key=len)])
    return word_conditions.beginning(begun) if begun else None


def beginnings(name: str, text: str, kind: str | None) -> Iterator[Filter]:
    """The filter for values that begin with the text, and in prose for all its words. The last word may be incomplete,
    unless a sign follows it."""
    yield values.begins_with(name, text)
    if kind == "text":
        yield having_words(name, text)


def having_words(name: str, text: str) -> Filter:
    """The filter for all words of the text. The last word may be incomplete, unless a sign follows it."""
    words = WORD.findall(text)
    begun = [rf"\b{re.escape(words.pop())}"] if words and WORD.match(text[-1]) else []
    patterns = [*map(values.word_pattern, words), *begun]
    return values.all_of(values.pattern(name, each) for each in patterns) if patterns else values.NOTHING
