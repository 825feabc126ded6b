"""The query_string query: its options, and its fields or default fields."""

from collections.abc import Sequence
from typing import Any

from tantivy import Query

from ....querystring import parser
from ....querystring.byte_cache import ByteCache
from ....querystring.errors import LuceneError, SyntaxFault
from ....querystring.tree import Node
from ....querystring.writing import escaped
from ... import parsing
from ...errors import CreationError, QueryStringError, parsing_error, unsupported_error
from ..combinators import boosted
from ..context import Build, Context
from ..fields import ALL, default_fields, matching, paths_of, resolve, weights
from ..query_cache import Make, TextBuild, cached, shape_cache, shape_of
from ..term import zone
from ..text.fuzzy import fuzziness
from ..text.multi_match import match_type
from ..text.text import check_analyzer
from ..text.text_queries import Analysed
from .compiler import Compiler


def parse(text: str) -> Node:
    """The tree of a query string; Nothing for a blank text. QueryStringError for a syntax error."""
    try:
        return parser.parse(text)
    except SyntaxFault as error:
        raise QueryStringError(text, error.cause, error.column) from error
    except LuceneError as error:
        raise CreationError(error.cause) from error


def _text(value: Any) -> str:
    if value is None:
        raise parsing_error("[query_string] unknown token [VALUE_NULL] after [query]")
    if isinstance(value, list | dict):
        raise parsing_error("[query_string] query does not support [query]")
    return parsing.text(value)


def _fields(value: Any) -> dict[str, float]:
    if not isinstance(value, list):
        raise parsing_error(f"[query_string] query does not support [fields] of type {parsing.token(value)}")
    return weights(value, keep=True)


def _type(value: Any) -> str:
    kind = match_type(value)
    if kind not in ("best_fields", "phrase"):
        raise unsupported_error(f"unsupported query: query_string of type {kind}")
    return kind


OPTIONS: dict[str, parsing.Converter] = {
    "query": _text,
    "fields": _fields,
    "default_field": parsing.text,
    "default_operator": parsing.operator,
    "lenient": parsing.boolean,
    "minimum_should_match": parsing.given_spec,
    "boost": parsing.boost,
    "analyzer": parsing.text,
    "quote_analyzer": parsing.unsupported("quote_analyzer"),
    "quote_field_suffix": parsing.unsupported("quote_field_suffix"),
    "phrase_slop": parsing.integer,
    "tie_breaker": parsing.number,
    "type": _type,
    "allow_leading_wildcard": parsing.boolean,
    "analyze_wildcard": parsing.boolean,
    "fuzziness": fuzziness,
    "fuzzy_prefix_length": parsing.integer,
    "fuzzy_max_expansions": parsing.integer,
    "fuzzy_transpositions": parsing.boolean,
    "fuzzy_rewrite": parsing.unsupported("fuzzy_rewrite"),
    "auto_generate_synonyms_phrase_query": parsing.boolean,
    "enable_position_increments": parsing.boolean,
    "max_determinized_states": parsing.integer,
    "escape": parsing.boolean,
    "rewrite": parsing.unsupported("rewrite"),
    "time_zone": zone,
    "_name": parsing.NAME,
}
READ: ByteCache[str, dict[str, Any]] = shape_cache()
"""The cached options of recent shapes."""


def query_string(body: Any) -> Build:
    """Parse a query_string query. EngineError for a wrong form."""
    body = parsing.an_object("query_string", body)
    shape = shape_of(body)
    read: dict[str, Any] = cached(READ, shape, lambda: _options(body))

    def maker(context: Context) -> Make:
        cache = context.cache("query_string", shape_cache)
        default, fields, analysed = cached(cache, shape, lambda: _searched(context, read))

        def make(texts: Sequence[str]) -> Query:
            (text,) = texts
            node = parse(escaped(text) if read.get("escape") else text)
            compiler = Compiler(context, default, fields, analysed, {**read, "query": text})
            return boosted(compiler.top(node, read.get("minimum_should_match")), read.get("boost", 1.0))

        return make

    return TextBuild(maker, (_text(body["query"]),))


def _options(body: dict[str, Any]) -> dict[str, Any]:
    given = parsing.options("query_string", body, OPTIONS)
    if "query" not in given:
        raise parsing_error("[query_string] must be provided with a [query]")
    return given


def _searched(context: Context, given: dict[str, Any]) -> tuple[str | None, dict[str, float], Analysed]:
    """The default field, the fields that a clause without one searches, and how."""
    check_analyzer(context, "query_string", given)
    default, fields, all_fields = _fields_of(context, given)
    analysed = Analysed(
        operator=given.get("default_operator", "or"),
        lenient=given.get("lenient", all_fields or context.settings.lenient),
        zero_terms=None,
        analyzer=given.get("analyzer"),
        slop=given.get("phrase_slop", 0),
        phrase=given.get("type") == "phrase",
        synonym_phrases=given.get("auto_generate_synonyms_phrase_query", True),
    )
    return default, fields, analysed


def _fields_of(context: Context, given: dict[str, Any]) -> tuple[str | None, dict[str, float], bool]:
    """The default field, the fields that a clause without one searches, and whether these are all."""
    name, listed = given.get("default_field"), given.get("fields")
    if name is not None and listed:
        raise CreationError(
            "Validation Failed: 1: [query_string] cannot use [fields] parameter in conjunction with [default_field];"
        )
    if listed:
        return None, *resolve(context, listed)
    if name is None and ALL not in context.settings.default_fields:
        return None, *default_fields(context)
    if name is None or name == ALL:
        return ALL, dict.fromkeys(matching(context, ALL), 1.0), True
    return name, dict.fromkeys(paths_of(context, name), 1.0), False


PARSERS = {"query_string": query_string}
