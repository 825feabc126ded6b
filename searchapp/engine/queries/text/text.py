"""Queries that analyse their text in one field: match, match_phrase; and the options of all such queries."""

from collections.abc import Mapping
from typing import Any

from tantivy import Query

from ... import parsing
from ...errors import EngineError, illegal, parsing_error, shard_error
from ..combinators import boosted, nothing
from ..context import Build, Context
from ..field.values import term_query
from ..shared_terms import Terms, TermsBuild, scaled
from .fuzzy import fuzziness
from .text_queries import Analysed, analysed_query, text_terms


def zero_terms(value: Any) -> str:
    """`none` or `all`: what a text without words matches. EngineError for other values."""
    if not isinstance(value, str) or value.lower() not in ("none", "all"):
        raise parsing_error(f"Unsupported zero_terms_query value [{value}]")
    return value.lower()


def no_list(value: Any) -> Any:
    """The text, number or boolean to search for. EngineError for a list or an object; null is refused later."""
    if isinstance(value, list | dict):
        raise parsing_error(f"unknown token [{parsing.token(value)}] after [query]")
    return value


WITH_PREFIX = "match_bool_prefix", "match_phrase_prefix"
"""The queries of `compat/queries/prefixed.py`."""

SLOP = parsing.integer_from(0, "No negative slop allowed.")
NOT_NEGATIVE = parsing.integer_from(0, "No negative max expansions allowed.")
FUZZY: dict[str, parsing.Converter] = {
    "fuzziness": fuzziness,
    "prefix_length": parsing.integer_from(0, "No negative prefix length allowed."),
    "max_expansions": parsing.integer_from(1, "Max expansions must be strictly great than zero."),
    "fuzzy_transpositions": parsing.boolean,
}
SHARED: dict[str, parsing.Converter] = {
    "query": no_list,
    "operator": parsing.operator,
    "minimum_should_match": parsing.given_spec,
    "lenient": parsing.boolean,
    "zero_terms_query": zero_terms,
    "analyzer": parsing.text,
    "boost": parsing.boost,
    "auto_generate_synonyms_phrase_query": parsing.boolean,
    "fuzzy_rewrite": parsing.unsupported("fuzzy_rewrite"),
    "_name": parsing.NAME,
    **FUZZY,
}
PHRASE_KEYS = ("query", "slop", "analyzer", "zero_terms_query", "boost", "_name")
MATCH = SHARED
MATCH_PHRASE = {key: converter for key, converter in (SHARED | {"slop": SLOP}).items() if key in PHRASE_KEYS}


def match(body: Any) -> Build:
    """Parse a match query. EngineError for a wrong form."""
    return _one_field("match", body, MATCH, False)


def match_phrase(body: Any) -> Build:
    """Parse a match_phrase query. EngineError for a wrong form."""
    return _one_field("match_phrase", body, MATCH_PHRASE, True)


def _one_field(name: str, body: Any, converters: Mapping[str, parsing.Converter], phrase: bool) -> Build:
    path, given = field_and_text(name, body, converters)
    analysed = analysed_options(given, phrase)
    factor = given.get("boost", 1.0)
    is_text = analysed.lenient or analysed.fuzzy  # other numbers are looked up as in a term query: 2020 ms, not a year
    is_term = not phrase and given.get("analyzer") == "keyword" and not is_text

    def build(context: Context) -> Query:
        check_analyzer(context, name, given)
        value = parsing.text(given["query"]) if is_text else given["query"]
        query = term_query(context, path, value) if is_term else analysed_query(context, path, value, analysed)
        return boosted(nothing() if query is None else query, factor)

    def terms(context: Context) -> Terms | None:
        return scaled(text_terms(context, path, given["query"], analysed), factor)

    return TermsBuild(build, terms, is_fuzzy=bool(analysed.fuzzy))


def analysed_options(given: Mapping[str, Any], phrase: bool) -> Analysed:
    """The options of a query for the query of its text."""
    fuzzy = {key: given[key] for key in FUZZY if key in given} if "fuzziness" in given and not phrase else {}
    return Analysed(
        operator=given.get("operator", "or"),
        required=given.get("minimum_should_match"),
        lenient=given.get("lenient", False),
        zero_terms=given.get("zero_terms_query", "none"),
        analyzer=given.get("analyzer"),
        slop=given.get("slop", 0),
        phrase=phrase,
        fuzzy=fuzzy,
        synonym_phrases=given.get("auto_generate_synonyms_phrase_query", True),
    )


def field_and_text(name: str, body: Any, converters: Mapping[str, parsing.Converter]) -> tuple[str, dict[str, Any]]:
    """The field and the options of a query with a text. EngineError for a wrong one."""
    body = parsing.an_object(name, body)
    if not body and name == "match":
        raise parsing_error("No text specified for text query")
    path, value = parsing.only_field(name, body)
    if isinstance(value, list):
        raise illegal("Expected text but found START_ARRAY")
    given = parsing.options(name, value if isinstance(value, dict) else {"query": value}, converters)
    check_text(name, given)
    return path, given


def check_text(name: str, given: Mapping[str, Any]) -> None:
    """Raise EngineError for a query without a text."""
    value = given.get("query")
    if value is None and (name == "match_phrase" or (name in WITH_PREFIX and "query" not in given)):
        raise illegal(f"[{name}] requires query value")
    if value is None:
        query = "multi_match" if name == "multi_match" else "text"
        raise parsing_error(f"No text specified for {query} query")


def check_analyzer(context: Context, name: str, given: Mapping[str, Any]) -> None:
    """Raise EngineError for an unknown analyzer, even if no field uses it."""
    if "analyzer" not in given:
        return
    try:
        context.analyzer(given["analyzer"])
    except EngineError as error:
        raise shard_error(f"[{name}] analyzer [{given['analyzer']}] not found: {error.reason}") from error


PARSERS = {"match": match, "match_phrase": match_phrase}
