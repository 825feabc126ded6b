"""Completion: finds documents with a value that is equal to the typed text, or begins with it.

The value of a keyword field begins with the complete text. A text field has its words, of which the last may be
incomplete. `_id` is equal to the text. Better matches get more points, in the order of the formatter of suggestions:

    10000   the value begins with the text; a text field needs a sub-field with its complete values
      100   for each field with a smaller weight
       30   only the last typed word is incomplete
       10   one letter is missing; 5 for two letters
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from ...errors import PipelineError
from ...protocols import Completed
from ...querystring.names import scope_name, weight_of
from ...querystring.writing import escaped, wildcard_text
from ..field_checks import Fields, type_of
from ..ranking import clauses
from ..ranking.profile import Field, Profile
from ..ranking.profile import field as profile_field

OF_NAMES, OF_ALIASES = 8, 2
"""The weights of the fields with names and with other names."""

MAX_LENGTH = 200
PER_SUGGESTION = 5
"""The number of documents that are searched for each suggestion, because several may have the same text."""

BEGINS, WEIGHTIER, LAST_WORD, LETTER = 10_000.0, 100.0, 30.0, 10.0

MAX_MISSING = 2
"""Up to this number of missing letters, shorter values come first. Each letter costs a pattern for each field."""

WORD = re.compile(r"\w+(?:['’.]\w+)*")
BLANK, HYPHEN = re.compile(r"(?<=\w) (?=\w)"), re.compile(r"(?<=\w)-(?=\w)")

Clause = dict[str, Any]
Body = dict[str, Any]


def completed_fields(profile: Profile, fields: Fields) -> list[str]:
    """The names and aliases of the profile with weights, codes first, and the ids; empty for unknown fields.

    A collection without names, such as one of measurements, has its ids.
    """
    weighted = [(field, OF_NAMES) for field in profile.names] + [(field, OF_ALIASES) for field in profile.aliases]
    named = [f"{field.path}^{points + field.share - bool(field.words):.2f}" for field, points in weighted]
    return [*named, "_id"] if named or fields else []


def as_completed(names: list[str], fields: Fields, is_ranked: bool) -> Completed:
    """The fields with these names, which may have weights."""
    texts = [name for name in map(scope_name, names) if type_of(name, fields) == "text"]
    return Completed(names, texts, is_ranked)


def suggest_bodies(
    text: str, size: int, suggest_fields: Iterable[str], weight: str | None, fields: Fields
) -> list[Body]:
    """The search bodies for equal values, prefixes of codes, and prefixes of texts; `suggest_fields` have weights.

    With `weight`, a field of the documents, one body searches all prefixes, sorted by this field.
    """
    check_typed(text)
    suggest_fields = list(suggest_fields)
    shared = {"size": size, "_source": [scope_name(field) for field in suggest_fields], "track_total_hits": False}
    whole = best_of(whole_value(field, text.strip(), fields) for field in suggest_fields)
    kinds = [suggest_fields] if weight else codes_and_texts(suggest_fields, fields)
    order = {"sort": [{weight: {"order": "desc"}}]} if weight else {}
    begun = [best_of(beginnings(kind, text.lstrip(), fields)) for kind in kinds]
    return [{"query": whole, **shared}, *({"query": query, **shared, **order} for query in begun)]


def codes_and_texts(suggest_fields: Iterable[str], fields: Fields) -> list[list[str]]:
    """The fields with one term per value, and the text fields, without empty lists."""
    kinds: tuple[list[str], list[str]] = [], []
    for field in suggest_fields:
        kinds[type_of(scope_name(field), fields) == "text"].append(field)
    return [kind for kind in kinds if kind]


def check_configured(suggest_fields: Iterable[str]) -> None:
    """Raises a 404 if an item type has no fields for suggestions."""
    if not suggest_fields:
        raise PipelineError(404, "no fields are configured for suggestions")


def check_typed(text: str) -> None:
    """Refuses a text that is too long to be completed."""
    if len(text) > MAX_LENGTH:
        summary = f"q must have at most {MAX_LENGTH} characters to be completed"
        raise PipelineError(400, summary, {"keyword": "q", "max": MAX_LENGTH, "num": len(text)})


def best_of(queries: Iterable[Clause | None]) -> Clause:
    """The query that scores a hit by the best of these queries. No hits without queries."""
    found = [query for query in queries if query]
    return {"dis_max": {"queries": found}} if found else {"match_none": {}}


def whole_value(name_and_weight: str, text: str, fields: Fields) -> Clause | None:
    """The query for documents with exactly this value, in upper or lower case."""
    field = completed(scope_name(name_and_weight), fields)
    if not text or not field.exact:
        return None
    if field.path == "_id":
        return clauses.constant({"ids": {"values": [text]}}, weight_of(name_and_weight))
    return clauses.constant(
        {"term": {field.exact: {"value": text, **clauses.any_case(field)}}}, weight_of(name_and_weight)
    )


def beginnings(suggest_fields: Iterable[str], text: str, fields: Fields) -> Iterator[Clause]:
    """The queries for documents with a value that begins with the text or has its words; each adds its points."""
    by_weight = sorted(suggest_fields, key=weight_of)
    for rank, name in enumerate(map(scope_name, by_weight), 1):
        if text and name != "_id":
            field, points = completed(name, fields), rank * WEIGHTIER
            few = len(by_weight) - rank < clauses.MAX_PATTERN_FIELDS
            yield from beginning(field, text, BEGINS + points, few)
            yield from has_words(field.words, text, points)


def beginning(field: Field, text: str, points: float, with_letters: bool) -> Iterator[Clause]:
    """The queries for values that begin with the text, with more points for values that are only a little longer."""
    if not field.exact:
        return
    for form in [*dict.fromkeys((text, BLANK.sub("-", text), HYPHEN.sub(" ", text)))]:
        yield clauses.constant({"prefix": {field.exact: {"value": form, **clauses.any_case(field)}}}, points)
        yield clauses.constant(clauses.last_word(form, field), points + LAST_WORD)
    literal = wildcard_text(text)
    for more in range(1, MAX_MISSING + 1) if with_letters else ():
        yield clauses.constant(clauses.wildcard(literal + "?" * more, field), points + LAST_WORD + LETTER / more)


def has_words(name: str | None, text: str, points: float) -> Iterator[Clause]:
    """The query for the words of the text; None without words. The last word may be incomplete if no sign follows."""
    words = WORD.findall(text)
    begun = words.pop() if words and WORD.match(text[-1]) else None
    must: list[Clause] = [{"match": {name: {"query": " ".join(words), "operator": "and"}}}] if words else []
    if begun:
        must.append({"query_string": {"query": escaped(begun) + "*", "fields": [name]}})
    if name and must:
        yield clauses.constant({"bool": {"must": must}}, points)


def completed(name: str, fields: Fields) -> Field:
    """The form in which a field is searched; an unknown field is a keyword."""
    if type_of(name, fields) == "text":
        return profile_field(name, 1.0, fields)
    return Field(name, name, not fields.get(name, {}).get("normalizer"), None, 1.0)
