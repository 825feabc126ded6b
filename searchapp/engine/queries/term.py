"""Parses the term-level queries: term, terms, ids, prefix, wildcard, regexp, range, exists."""

from collections.abc import Sequence
from typing import Any

from tantivy import Query

from .. import parsing
from ..errors import illegal, parsing_error, unsupported_error
from ..values.dates import check_zone
from .combinators import boosted, constant, nothing
from .context import Build, Context
from .field.exists import exists_query
from .field.patterns import check_pattern_length, prefix_query, regexp_query, wildcard_query
from .field.ranges import has_no_dates, range_query
from .field.values import ids_query, term_query, term_terms, terms_query
from .query_cache import Make, TextBuild, is_one_text, terms_of
from .shared_terms import Terms, TermsBuild, scaled

MULTI_TERM = {"boost": parsing.boost, "case_insensitive": parsing.boolean, "_name": parsing.NAME}
REWRITES = ("constant_score", "constant_score_blended", "constant_score_boolean")
BOUNDS = {"gt": "low", "gte": "low", "from": "low", "lt": "high", "lte": "high", "to": "high"}
DEFAULT_STATES = 10_000
"""The default of `max_determinized_states`."""
REGEXP_FLAGS = frozenset(
    ("ALL", "NONE", "EMPTY", "INTERVAL", "COMPLEMENT", "INTERSECTION", "ANYSTRING", "AUTOMATON", "")
)


def rewrite(value: Any) -> None:
    """Raise EngineError for a `rewrite` that does not give all documents the score 1."""
    if value is not None and value not in REWRITES:
        raise unsupported_error(f"unsupported option: rewrite [{value}]")


def term(body: Any) -> Build:
    """Parse a term query. EngineError for a wrong form or a null."""
    path, given = parsing.field_options("term", body, "value", {"value": parsing.scalar, **MULTI_TERM})
    if "value" not in given:
        raise illegal("value cannot be null")
    insensitive, factor = given.get("case_insensitive", False), given.get("boost", 1.0)
    if insensitive and type(given["value"]) is str:
        return TextBuild(
            lambda context: lambda texts: boosted(term_query(context, path, texts[0], True), factor), (given["value"],)
        )

    def own(context: Context) -> Terms | None:
        return None if insensitive else scaled(term_terms(context, path, given["value"]), factor)

    return TermsBuild(lambda context: boosted(term_query(context, path, given["value"], insensitive), factor), own)


def terms(body: Any) -> Build:
    """Parse a terms query. EngineError for a wrong form, several fields, or a lookup."""
    paths, factor = {}, 1.0
    for key, value in parsing.an_object("terms", body).items():
        if isinstance(value, list):
            paths[key] = [_listed(item) for item in value]
        elif isinstance(value, dict):
            raise unsupported_error("unsupported option: terms lookup")
        elif key == "boost":
            factor = parsing.boost(value)
        elif key == "_name":
            parsing.NAME(value)
        else:
            raise parsing_error(f"[terms] query does not support [{key}]")
    if len(paths) != 1:
        raise parsing_error(
            "[terms] query does not support multiple fields"
            if paths
            else "[terms] query requires a field name, followed by array of terms"
        )
    ((path, values),) = paths.items()
    texts = terms_of(body)
    if texts is None:
        return lambda context: constant(terms_query(context, path, values), factor)
    return TextBuild(lambda context: lambda texts: constant(terms_query(context, path, [*texts[0]]), 1.0), (texts,))


def ids(body: Any) -> Build:
    """Parse an ids query."""
    known = {"values": _ids, "boost": parsing.boost, "_name": parsing.NAME}
    given = parsing.options("ids", parsing.an_object("ids", body), known)
    values, factor = given.get("values", []), given.get("boost", 1.0)
    if set(body) != {"values"} or not is_one_text(body["values"]):
        return lambda context: constant(ids_query(context, values), factor)
    return TextBuild(lambda context: lambda texts: constant(ids_query(context, [_id(texts[0])]), factor), (values[0],))


def prefix(body: Any) -> Build:
    """Parse a prefix query."""
    path, given = _pattern("prefix", body, ("value",), {"rewrite": rewrite})

    def maker(context: Context) -> Make:
        def make(texts: Sequence[str]) -> Query:
            (start,) = texts
            if path in context.reader.mapping.fields:
                check_pattern_length(context, start, "prefix", "Prefix")
            query = prefix_query(context, path, start, given.get("case_insensitive", False))
            return constant(query, given.get("boost", 1.0))

        return make

    return TextBuild(maker, (given["value"],))


def wildcard(body: Any) -> Build:
    """Parse a wildcard query."""
    path, given = _pattern("wildcard", body, ("value", "wildcard"), {"rewrite": rewrite})
    insensitive, factor = given.get("case_insensitive", False), given.get("boost", 1.0)
    return TextBuild(
        lambda context: lambda texts: constant(wildcard_query(context, path, texts[0], insensitive), factor),
        (given["value"],),
    )


def regexp(body: Any) -> Build:
    """Parse a regexp query."""
    extra = {"rewrite": rewrite, "flags": _flags, "max_determinized_states": _states}
    path, given = _pattern("regexp", body, ("value",), extra)
    pattern, flags, insensitive = given["value"], given.get("flags", ""), given.get("case_insensitive", False)
    return lambda context: constant(
        regexp_query(context, path, pattern, insensitive, flags=flags), given.get("boost", 1.0)
    )


def range_(body: Any) -> Build:
    """Parse a range query. EngineError for a wrong form."""
    body = parsing.an_object("range", body)
    for key, value in body.items():
        if any(item is not None and not isinstance(item, dict) for item in (value if type(value) is list else [value])):
            raise parsing_error(f"[range] query does not support [{key}]")
    path, given = parsing.only_field("range", body)
    if not path or not isinstance(given, dict):
        raise illegal("field name is null or empty")
    limits, factor = range_limits(given)
    return lambda context: constant(
        nothing() if has_no_dates(context, path) else range_query(context, path, **limits), factor
    )


def range_limits(given: dict[str, Any]) -> tuple[dict[str, Any], float]:
    """The ends of a range, and its boost. If two keys set the same end, the last one counts."""
    limits: dict[str, Any] = {"low": None, "high": None, "include_low": True, "include_high": True}
    factor = 1.0
    for key, value in given.items():
        if key in BOUNDS:
            limits[BOUNDS[key]] = _bound(value)
            if key not in ("from", "to"):
                limits["include_" + BOUNDS[key]] = key.endswith("e")
        elif key in ("include_lower", "include_upper"):
            limits["include_low" if key == "include_lower" else "include_high"] = parsing.boolean(value)
        elif key in ("format", "time_zone"):
            limits[key] = zone(value) if key == "time_zone" else parsing.date_format(value)
        elif key == "boost":
            factor = parsing.boost(value)
        elif key == "relation":
            _relation(value)
        elif key == "_name":
            parsing.NAME(value)
        else:
            raise parsing_error(f"[range] query does not support [{key}]")
    return limits, factor


def exists(body: Any) -> Build:
    """Parse an exists query. EngineError without a field."""
    known = {"field": _field, "boost": parsing.boost, "_name": parsing.NAME}
    given = parsing.options("exists", parsing.an_object("exists", body), known)
    if "field" not in given:
        raise parsing_error("[exists] must be provided with a [field]")
    if not given["field"]:
        raise illegal("field name is null or empty")
    return lambda context: constant(exists_query(context, given["field"]), given.get("boost", 1.0))


def _pattern(name: str, body: Any, keys: tuple[str, ...], extra: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Field and options of a query with a pattern, which may have one of several keys."""
    if isinstance(body, dict) and len(body) == 1 and None in body.values():
        raise illegal("value cannot be null")
    if isinstance(body, dict) and any(isinstance(value, list) for value in body.values()):
        raise illegal("Expected text but found START_ARRAY")
    converters = dict.fromkeys(keys, _text) | MULTI_TERM | extra
    path, given = parsing.field_options(name, body, keys[0], converters)
    found = [given[key] for key in keys if key in given]
    if not found:
        raise illegal("value cannot be null")
    return path, {**given, "value": found[-1]}


def _text(value: Any) -> str:
    return parsing.text(parsing.scalar(value))


def _field(value: Any) -> str:
    if value is None or isinstance(value, dict | list):
        raise parsing_error(f"[exists] unknown token [{parsing.token(value)}] after [field]")
    return parsing.text(value)


def _listed(value: Any) -> Any:
    if value is None:
        raise parsing_error("No value specified for terms query")
    if isinstance(value, list):
        raise parsing_error("[terms] unknown token [END_ARRAY]")
    return value


def _bound(value: Any) -> Any:
    if isinstance(value, dict):
        raise parsing_error("Unexpected token [END_OBJECT] found after the main object.")
    return value


def _ids(value: Any) -> list[str]:
    if not isinstance(value, list | str):
        raise parsing_error(f"[ids] values doesn't support values of type: {parsing.token(value)}")
    return [_id(item) for item in (value if isinstance(value, list) else [value])]


def _id(value: Any) -> str:
    if type(value) is str:
        return value
    if value is None or isinstance(value, dict | list):
        raise parsing_error(f"[ids] values doesn't support values of type: {parsing.token(value)}")
    return parsing.text(value)


def _states(value: Any) -> int:
    """The effort that an automaton may take. The engine has limits of its own, which are not below the default."""
    found = parsing.integer(value)
    if found < DEFAULT_STATES:
        raise unsupported_error(f"unsupported option: max_determinized_states below {DEFAULT_STATES}")
    return found


def _flags(value: Any) -> str:
    """The flags; null means all."""
    flags = "" if value is None else parsing.text(value)
    for flag in flags.upper().split("|"):
        if flag not in REGEXP_FLAGS:
            raise illegal(f"Unknown regexp flag [{flag}]")
    return flags


def zone(value: Any) -> str:
    """The name of a time zone."""
    name = parsing.text(value)
    check_zone(name)
    return name


def _relation(value: Any) -> None:
    if parsing.text(value).lower() not in ("intersects", "contains", "within"):
        raise illegal(f"[{value}] is not a valid relation")


PARSERS = {
    "term": term,
    "terms": terms,
    "ids": ids,
    "prefix": prefix,
    "wildcard": wildcard,
    "regexp": regexp,
    "range": range_,
    "exists": exists,
}
