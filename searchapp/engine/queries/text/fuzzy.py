"""The fuzzy query, and the fuzziness of match and query_string.

As in Lucene, a fuzzy query is expanded to the nearest `max_expansions` terms. All are scored with the document count of
the most frequent one, and each score is multiplied by 1 - edits / length of the shorter word.
"""

import math
import re
from collections.abc import Mapping, Sequence
from heapq import nsmallest
from typing import Any

from tantivy import Query

from ....querystring.byte_cache import ByteCache
from ...costs import PREFIX_COST, walk_cost
from ...errors import CreationError, EngineError, illegal
from ...index.reader import Reader
from ...mapping.mapping import Field
from ...parsing import NAME, Converter, boolean, boost, field_options, integer, scalar, text, token, unsupported
from ...values.java_numbers import read_double
from ...work import work
from ..combinators import boosted, constant, nothing
from ..context import Build, Context, check_field, check_searchable, nothing_outside_scope
from ..shared_terms import Terms, TermsBuild, WeightedTerm, disjunction, scaled
from ..sorted_terms import any_term, sorted_terms
from .edit_distance import MIN_COMPARED_LENGTH, near_terms

AUTO = re.compile(r"AUTO(?::(\d+),(\d+))?", re.ASCII)
MAX_EXPANSIONS = 50
LOOKUPS_PER_COST = 50
"""The number of term lookups that cost as much as a pattern of cost 1."""
MAX_CACHE, NEAR = 2**20, 150
"""Bytes of the terms near to words that a generation keeps, and of one of them."""


def fuzziness(value: Any) -> str:
    """`AUTO`, `AUTO:3,6`, or a number of edits as a text."""
    if isinstance(value, bool) or not isinstance(value, str | int | float) or value == "":
        raise illegal(f"fuzziness cannot be [{token(value)}].")
    if isinstance(value, float) and not math.isfinite(value):
        raise illegal(f"fuzziness cannot be [{value}].")
    given = value.upper() if isinstance(value, str) else str(int(value))
    automatic = AUTO.fullmatch(given)
    if automatic and int(automatic[1] or 0) > int(automatic[2] or 0):
        raise EngineError(400, "parse_exception", f"fuzziness wrongly configured [{given}]")
    if automatic:
        return given
    if given.startswith("AUTO:"):
        raise EngineError(400, "parse_exception", f'failed to parse [{given}] as a "auto:int,int"')
    try:
        edits = read_double(given)
    except ValueError:
        raise illegal(f"fuzziness cannot be [{value}].") from None
    if edits % 1:
        raise illegal(f"fuzziness needs to be one of 0.0, 1.0 or 2.0 but was {edits}")
    if not 0 <= edits <= 2:
        raise illegal(f"Valid edit distances are [0, 1, 2] but was [{int(edits)}]")
    return str(int(edits))


def edits_of(field: Field, given: Any, value: str) -> int:
    """The maximum edit distance from a text, for the `fuzziness` of a body. It is 0 for an empty text in an index."""
    wanted = fuzziness(given)
    return 0 if field.index and not value else edits_for(wanted, value)


def edits_for(wanted: str, value: str) -> int:
    """The maximum edit distance from a text, for a converted `fuzziness`."""
    automatic = AUTO.fullmatch(wanted)
    if automatic is None:
        return int(wanted)
    low, high = (int(part) for part in (automatic[1] or "3", automatic[2] or "6"))
    return 0 if len(value) < low else 1 if len(value) < high else 2


def fuzzy(body: Any) -> Build:
    """Parse a fuzzy query. EngineError for a wrong form or a null."""
    path, given = field_options("fuzzy", body, "value", OPTIONS)
    if "value" not in given:
        raise illegal("value cannot be null")
    value, factor = given["value"], given.get("boost", 1.0)
    return TermsBuild(
        lambda context: boosted(fuzzy_query(context, path, value, given), factor),
        lambda context: scaled(fuzzy_terms(context, path, value, given), factor),
        is_fuzzy=True,
    )


def fuzzy_terms(context: Context, path: str, value: Any, given: Mapping[str, Any]) -> Terms | None:
    """The terms near to the value; None if the field is not an indexed text or keyword."""
    field = context.field(path)
    if field is None or not (field.is_text or field.is_keyword) or not field.index:
        return None
    return near_terms_of(context, field, [text(value)], given)


@nothing_outside_scope
def fuzzy_query(context: Context, path: str, value: Any, given: Mapping[str, Any]) -> Query:
    """A query for terms near to the value, by the options of a fuzzy query."""
    check_field(path, ("_id",))
    field = context.field(path)
    if path == "_id" or (field is not None and not (field.is_text or field.is_keyword)):
        kind = "_id" if field is None else field.type
        reason = f"Can only use fuzzy queries on keyword and text fields - not on [{path}] which is of type [{kind}]"
        raise CreationError(reason)
    if field is None:
        return nothing()
    check_searchable(field)
    return any_near(context, field, [text(value)], given)


def any_near(context: Context, field: Field, values: Sequence[str], given: Mapping[str, Any]) -> Query:
    """A query for terms near to any of the values."""
    terms = near_terms_of(context, field, values, given)
    if not field.index:
        return constant(any_term(context.reader, field.column, [*{one.term: None for one in terms}]))
    return disjunction(context.reader, terms)


def near_terms_of(context: Context, field: Field, values: Sequence[str], given: Mapping[str, Any]) -> Terms:
    """The terms near to each of the values. All terms of a value have the document count of the most frequent one."""
    terms = []
    for value in values:
        found = _nearest(context, field, value, given)
        frequency = max((context.reader.searcher.doc_freq(field.column, term) for _, term in found), default=0)
        terms += [WeightedTerm(field, term, max(weight, 0), frequency) for weight, term in found]
    return terms


def _nearest(context: Context, field: Field, value: str, given: Mapping[str, Any]) -> list[tuple[float, str]]:
    """The terms nearest to a value with their weights."""
    wanted = context.normalize(field, value)
    edits = edits_of(field, given.get("fuzziness", "AUTO"), wanted)
    start, most = given.get("prefix_length", 0), given.get("max_expansions", MAX_EXPANSIONS)
    if start < 0 or most < 1:
        what = "prefixLength cannot be negative" if start < 0 else "maxExpansions must be positive"
        raise CreationError(f"{what}.")
    swaps = given.get("transpositions", given.get("fuzzy_transpositions", True))
    found = _near_terms(context, field, wanted, edits, start, swaps)
    weighted = [(_weight(wanted, term, distance), term) for term, distance in found]
    most = most if field.index else len(weighted)  # where Lucene compares values, it expands nothing
    return nsmallest(most, weighted, key=lambda item: (-item[0], item[1]))


def _near_terms(
    context: Context, field: Field, word: str, edits: int, start: int, swaps: bool
) -> list[tuple[str, int]]:
    """The terms of a field near to a word, with their distances.

    If the field is copied to another one, its terms are also there. The terms near to the word are then found once, for
    all fields that are copied to it.
    """
    if edits and len(word) <= MIN_COMPARED_LENGTH and not has_near(context.reader, field, word, edits, swaps):
        return []
    source = _copy_of(context, field) or field
    cache = context.cache("near terms", lambda: ByteCache(MAX_CACHE))
    key = f"{source.column}/{edits}/{start}/{swaps}/{word}"
    candidates: list[tuple[str, int]] | None = cache.get(key) if cache is not None else None
    if candidates is None:
        candidates = _walked(context, source, word, edits, start, swaps)
        if cache is not None:
            cache.put(key, candidates, NEAR * len(candidates) + 2 * len(key))
    if source is field:
        return candidates
    work().count_pattern(1 + len(candidates) // LOOKUPS_PER_COST)
    doc_freq = context.reader.searcher.doc_freq
    return [(term, distance) for term, distance in candidates if doc_freq(field.column, term)]


def _walked(context: Context, field: Field, word: str, edits: int, start: int, swaps: bool) -> list[tuple[str, int]]:
    terms = sorted_terms(context.reader, field.column)
    with work().counting_build(walk_cost(len(terms))):
        return near_terms(terms, word, edits, start, swaps)


def has_near(reader: Reader, field: Field, word: str, edits: int, swaps: bool = True) -> bool:
    """Whether any document has a term near to the word: a cheap test, since most fields have none."""
    work().count_pattern(PREFIX_COST)
    query = Query.fuzzy_term_query(reader.schema, field.column, word, edits, swaps)
    return bool(reader.searcher.search(query, 1, count=False).hits)


def _copy_of(context: Context, field: Field) -> Field | None:
    """The text field to which this one is copied, if both have the same analyzer; else None."""
    targets = (context.reader.mapping.fields.get(name) for name in field.copy_to if field.is_text)
    fit = (one for one in targets if one and one.is_text and one.index and one.analyzer == field.analyzer)
    return next((one for one in fit if one.nested is None and field.nested is None), None)


def _weight(wanted: str, term: str, distance: int) -> float:
    shorter = min(len(wanted), len(term))
    if not distance:
        return 1.0
    return 1 - distance / shorter if shorter else -math.inf


OPTIONS: dict[str, Converter] = {
    "value": scalar,
    "fuzziness": fuzziness,
    "prefix_length": integer,
    "max_expansions": integer,
    "transpositions": boolean,
    "rewrite": unsupported("rewrite of fuzzy"),
    "boost": boost,
    "_name": NAME,
}
PARSERS = {"fuzzy": fuzzy}
