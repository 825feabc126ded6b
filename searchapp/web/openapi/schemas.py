"""The schemas of the API specification: for answers, and for the values of options."""

from collections.abc import Sequence
from typing import Any

from ...options.option import LISTS, FlagOrList, NestedList, Option, ScopeList, SortList, Term, TermList
from ...options.optionset import OptionSet

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
TEXTS: Schema = {"type": "array", "items": TEXT}
SCALAR: Schema = {"type": ["string", "number", "boolean"]}
TERMS: Schema = {"type": "array", "items": {"anyOf": [SCALAR, {"type": "array", "items": SCALAR}]}}
SCHEMAS: dict[type, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: TEXT,
    list: TEXTS,
    ScopeList: {"type": "array", "items": {"anyOf": [TEXT, TEXTS]}},
    NestedList: TEXTS,
    SortList: TEXTS,
    Term: TEXT,
    TermList: TERMS,
    FlagOrList: {"anyOf": [{"type": "boolean"}, TEXTS]},
}
TEXTUAL = (*LISTS, Term, FlagOrList)
"""Types whose texts have a maximum length."""
LIMITS: dict[type, str] = {int: "maximum", float: "maximum", str: "maxLength", **dict.fromkeys(LISTS, "maxItems")}
"""The keywords for the limits of a type."""

COMPONENTS: Schema = {
    "schemas": {
        "Document": {
            "type": "object",
            "required": ["_id"],
            "properties": {
                "_id": {"type": "string"},
                "_score": {"type": ["number", "null"]},
                "_version": {"type": "integer"},
            },
        },
        "Result": {
            "type": "object",
            "required": ["query"],
            "properties": {
                "query": {},
                "found": {"type": "boolean"},
                "notfound": {"type": "boolean"},
                "total": {"type": "integer"},
                "_id": {"type": "string"},
                "_item_type": {"type": "string"},
                "_score": {"type": ["number", "null"]},
                "_version": {"type": "integer"},
            },
        },
        "Totals": {
            "type": "object",
            "required": ["max_total", "msg", "hits"],
            "properties": {
                "max_total": {"type": ["integer", "null"]},
                "msg": TEXT,
                "hits": {"$ref": "#/components/schemas/Results"},
            },
        },
        "Results": {"type": "array", "items": {"$ref": "#/components/schemas/Result"}},
        "Hits": {
            "type": "object",
            "properties": {
                "facets": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Facet"}},
                "took": {"type": "integer"},
                "total": {"type": ["integer", "null"]},
                "max_score": {"type": ["number", "null"]},
                "hits": {"type": "array", "items": {"$ref": "#/components/schemas/Document"}},
                "_scroll_id": {"type": "string"},
                "_search_after": {"type": "string"},
                "_search_before": {"type": "string"},
                "warnings": TEXTS,
                "relaxed": {
                    "type": "object",
                    "required": ["step", "q"],
                    "properties": {"step": TEXT, "q": TEXT, "others": TEXTS},
                },
                "did_you_mean": {
                    "type": "array",
                    "items": {"type": "object", "properties": {"q": TEXT, "total": {"type": "integer"}}},
                },
            },
        },
        "Facet": {
            "type": "object",
            "properties": {
                "_type": TEXT,
                "terms": {"type": "array", "items": {"type": "object"}},
                "total": {"type": "integer"},
                "other": {"type": "integer"},
                "missing": {"type": "integer"},
            },
        },
        "AllHits": {
            "type": "object",
            "required": ["total", "item_types", "hits"],
            "properties": {
                "took": {"type": "integer"},
                "total": {"type": "integer"},
                "item_types": {
                    "type": "object",
                    "description": "What each collection finds; `error` says why one cannot answer the query.",
                    "additionalProperties": {
                        "type": "object",
                        "required": ["total"],
                        "properties": {
                            "total": {"type": "integer"},
                            "error": TEXT,
                            "hits": {"type": "array", "items": {"type": "object"}},
                        },
                    },
                },
                "hits": {
                    "type": "array",
                    "description": "The best hits of all, each with `_item_type`, ordered by reciprocal rank fusion.",
                    "items": {"type": "object"},
                },
            },
        },
        "Suggestions": {
            "type": "object",
            "required": ["suggestions"],
            "properties": {
                "took": {"type": "integer"},
                "suggestions": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["text", "field"],
                        "properties": {
                            "text": TEXT,
                            "_id": TEXT,
                            "field": TEXT,
                            "kind": {"enum": ["name", "alias", "id", "value", "field"]},
                            "count": {"type": "integer"},
                        },
                    },
                },
            },
        },
        "Error": {
            "type": "object",
            "required": ["code", "success", "error"],
            "properties": {
                "code": {"type": "integer"},
                "success": {"const": False},
                "error": TEXT,
                "request_id": TEXT,
            },
        },
        "Object": {"type": "object"},
        "Other": {"description": "What `raw`, `rawquery` or `jmespath` make of the answer"},
    },
    "headers": {
        "X-Request-ID": {"description": "The id of the request in the log", "schema": TEXT},
        "X-Data-Version": {"description": "The version of the data", "schema": TEXT},
        "X-Warnings": {"description": "A JSON list of warnings about the request", "schema": TEXT},
        "ETag": {"description": "The identity of the answer, for `If-None-Match`", "schema": TEXT},
        "Link": {"description": "The addresses of the neighbouring pages (RFC 8288)", "schema": TEXT},
        "Content-Disposition": {"description": "The name of the file, with `download`", "schema": TEXT},
        "Retry-After": {"description": "Seconds after which to try again", "schema": {"type": "integer"}},
    },
}


def parameter(option: Option, in_path: bool, required: bool, examples: Sequence[str] = ()) -> Schema:
    """An option as a parameter of the path or the query string."""
    found: Schema = {"name": option.documented_name, "in": "path" if in_path else "query", "schema": schema(option)}
    if required:
        found["required"] = True
    if option.type in LISTS:
        found |= {"style": "form", "explode": False}
    if examples:
        found["examples"] = {f"example{number}": {"value": value} for number, value in enumerate(examples, 1)}
    return found | described(option)


def body(options: OptionSet) -> Schema:
    """The options as an object, for a request body."""
    properties = {option.documented_name: {**schema(option), **described(option)} for option in options.options}
    required = [option.documented_name for option in options.required]
    return {"type": "object", "properties": properties, **({"required": required} if required else {})}


def described(option: Option) -> Schema:
    others = option.other_names
    found: Schema = {"description": option.doc}
    return found | ({"x-aliases": others} if others else {})


def schema(option: Option) -> Schema:
    """The values that an option takes, with its limits."""
    found = dict(SCHEMAS[option.type])
    if option.type in TEXTUAL:
        found = with_lengths(found, option.max_length)
    if option.type is int:
        found["minimum"] = option.min
    if option.max is not None and option.type in LIMITS:
        found[LIMITS[option.type]] = option.max
    if option.choices:
        found["enum"] = list(option.choices)
    if option.pattern:
        found["pattern"] = f"^({option.pattern})$"
    if option.default is not None:
        found["default"] = option.default
    return found


def with_lengths(found: Any, longest: int) -> Any:
    """The schema with a maximum length for every text in it."""
    if isinstance(found, list):
        return [with_lengths(inner, longest) for inner in found]
    if not isinstance(found, dict):
        return found
    limit = {"maxLength": longest} if "string" in found.get("type", ()) else {}
    return {key: with_lengths(inner, longest) for key, inner in found.items()} | limit


def headers(*names: str) -> Schema:
    """The headers with these names, for the description of an answer."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}
