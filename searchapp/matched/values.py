"""Decides whether the values of a field match a leaf of a query, compared by the type of the field.

Texts are compared by tokens, keywords as complete values, dates by the period that a text names, numbers as numbers.
Other analyzers of a collection are not used: the analyzer of our loader ignores case, accents and possessives.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..engine import EngineError, analyzer, matches_regexp, matches_wildcard, near_terms
from ..querystring.field_types import NUMBER_TYPES
from ..querystring.folding import FOLDED, analysis
from ..querystring.parser import automatic_edits
from ..querystring.tree import Exists, Fuzzy, Phrase, Prefix, Range, Regex, Text, Value, Wildcard

Definition = Mapping[str, Any]
Tokens = Callable[[str], list[str]]

OWN = {"analysis": analysis(())}


def matches(leaf: Any, definition: Definition, values: Sequence[Any]) -> bool:
    """Whether the values of a field in one object match a leaf; `values` has all of them."""
    if isinstance(leaf, Exists):
        return bool(values)
    kind = definition.get("type", "keyword")
    if kind in NUMBER_TYPES:
        return any(number_matches(leaf, value) for value in values)
    if kind in ("boolean", "date"):
        return any(plain_matches(leaf, str(value).lower()) for value in values)
    tokens = tokens_of(kind, definition.get("analyzer"), "normalizer" in definition)
    return words_match(leaf, tokens, [token for value in values for token in tokens(str(value))])


@lru_cache(maxsize=256)
def tokens_of(kind: str, name: str | None, is_folded: bool) -> Tokens:
    """A function from a value to its tokens, in a field of this type, with this analyzer."""
    if kind != "text":
        folded = analyzer("whole", WHOLE)
        return folded.terms if is_folded else lambda text: [text]
    try:
        return analyzer(name or "standard", OWN).terms
    except EngineError:
        return analyzer(FOLDED, OWN).terms


WHOLE = {
    "analysis": {
        "analyzer": {"whole": {"type": "custom", "tokenizer": "keyword", "filter": ["lowercase", "asciifolding"]}}
    }
}
"""The analysis of a keyword with a normalizer."""


def words_match(leaf: Any, tokens: Tokens, found: Sequence[str]) -> bool:
    """Whether the tokens of a field match a leaf."""
    match leaf:
        case Phrase(text=text, slop=slop):
            return has_phrase(tokens(text), found) if not slop else set(tokens(text)) <= set(found)
        case Text(field=None, text=text):
            return not set(tokens(text)).isdisjoint(found) or any(one in found for one in parts(tokens, text))
        case Text(text=text) | Value(text=text):
            words = tokens(text.lower() if isinstance(leaf, Value) and leaf.any_case else text)
            return bool(words) and set(words) <= set(found)
        case Prefix(text=text):
            return any(token.startswith(each) for each in tokens(text)[-1:] for token in found)
        case Wildcard(pattern=pattern):
            return any(map(matches_wildcard(folded(pattern, tokens)), found))
        case Regex(pattern=pattern):
            return any(map(matches_regexp(folded(pattern, tokens)), found))
        case Fuzzy(text=text, edits=edits):
            most = automatic_edits(text) if edits is None else edits
            terms = sorted(found)
            return any(near_terms(terms, each, most) for each in tokens(text))
        case Range(low=low, high=high):
            ends = [None if end is None else "".join(tokens(end)[:1]) for end in (low, high)]
            return any(is_between(leaf, token, token, *ends) for token in found)
    return False


def parts(tokens: Tokens, text: str) -> Iterable[str]:
    """The tokens of each word of a text, for fields that are compared as complete values."""
    return (token for word in text.split() for token in tokens(word))


def folded(pattern: str, tokens: Tokens) -> str:
    """The pattern, in lower case if the field has its values in lower case."""
    return pattern.lower() if tokens("A") == ["a"] else pattern


def has_phrase(words: list[str], found: Sequence[str]) -> bool:
    """Whether the words stand next to each other, in this order."""
    starts = range(len(found) - len(words) + 1)
    return bool(words) and any(list(found[start : start + len(words)]) == words for start in starts)


def number_matches(leaf: Any, value: Any) -> bool:
    """Whether a node matches a number."""
    match leaf:
        case Range():
            return is_between(leaf, float(value), float(value), number(leaf.low), number(leaf.high))
        case Text(text=text) | Value(text=text) | Phrase(text=text):
            return any(number(each) == float(value) for each in (text, *text.split()))
    return False


def number(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def plain_matches(leaf: Any, value: str) -> bool:
    """Whether a date or a boolean matches; a text that is a year, a month or a day is a period."""
    match leaf:
        case Range():
            low, high = (None if end is None else end.lower() for end in (leaf.low, leaf.high))
            return is_between(leaf, value[: len(low or "")], value[: len(high or "")], low, high)
        case Text(text=text) | Value(text=text) | Phrase(text=text):
            return any(value.startswith(each) for each in text.lower().split())
    return False


def is_between(leaf: Range, above: Any, below: Any, low: Any, high: Any) -> bool:
    """Whether a value is in a range; `above` of it is compared with the low end, `below` with the high one."""
    is_above = low is None or above > low or (leaf.include_low and above == low)
    return bool(is_above and (high is None or below < high or (leaf.include_high and below == high)))
