"""The highlight conditions of the queries boosting, combined_fields, match_bool_prefix and match_phrase_prefix."""

from typing import Any

from ..highlight import word_conditions
from ..highlight.conditions import ALWAYS, NEVER, AtLeast, Condition
from ..highlight.from_query import bool_condition, inner
from ..queries.context import ANSWERED, Context
from ..queries.fields import resolve, weights
from ..regexp.patterns import matches_prefix
from .queries.prefixed import expansions, typed_words, words_of


def _match_bool_prefix(context: Context, body: Any) -> Condition:
    """The condition of a match_bool_prefix: of the bool query that it means."""
    path, given = word_conditions.field_and_options(body, "query")
    field = context.field(path)
    if field is None or not (field.is_text or field.is_keyword):
        return NEVER if field is None and path not in ANSWERED else ALWAYS
    words, is_prefix = typed_words(context, field, given)
    fuzzy_options = {key: given[key] for key in ("fuzziness", "prefix_length", "max_expansions") if key in given}
    name = "fuzzy" if "fuzziness" in given else "term"
    clauses = [{name: {path: {"value": word, **(fuzzy_options if name == "fuzzy" else {})}}} for word in words]
    if is_prefix:
        clauses[-1] = {"prefix": {path: {"value": words[-1]}}}
    return bool_condition(
        context, {"must" if str(given.get("operator")).lower() == "and" else "should": clauses} if clauses else {}
    )


def _match_phrase_prefix(context: Context, body: Any) -> Condition:
    """The condition of a phrase with each word that its last word may mean."""
    path, given = word_conditions.field_and_options(body, "query")
    field = context.field(path)
    if field is None or not field.is_text:
        return NEVER
    words = [token.text for token in words_of(context, field, given, "match_phrase_prefix")]
    if not words:
        return ALWAYS
    if len(words) == 1:
        return word_conditions.tested(context, path, words[0], matches_prefix, False)
    options = {"analyzer": "whitespace", "slop": given.get("slop", 0)}
    ends = expansions(context, field, words[-1], {})
    return AtLeast(
        tuple(word_conditions.analysed(context, path, " ".join([*words[:-1], end]), options, True) for end in ends)
    )


def _combined_fields(context: Context, body: Any) -> Condition:
    """The words of the text, each of them in any of the fields, which have one analyzer."""
    paths = [path for path in resolve(context, weights(body["fields"]))[0] if context.field(path)]
    if not paths:
        return NEVER
    return word_conditions.combined(context, paths, body["query"], body)


READERS = {
    "boosting": inner("positive"),
    "match_bool_prefix": _match_bool_prefix,
    "match_phrase_prefix": _match_phrase_prefix,
    "combined_fields": _combined_fields,
}
TYPES = {"bool_prefix": _match_bool_prefix, "phrase_prefix": _match_phrase_prefix}
"""The types of multi_match whose last word is the start of one."""
