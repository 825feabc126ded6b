"""The schemas of the API specification: for answers, and for the values of options."""

from collections.abc import Sequence
from typing import Any

from ...options.option import LISTS, FlagOrList, NestedList, Option, ScopeList, SortList, Term, TermList
from ...options.optionset import OptionSet

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
TEXTS: Schema = {"type": "array", "items": TEXT}
INTEGER: Schema = {"type": "integer"}
COUNT_OR_NULL: Schema = {"type": ["integer", "null"]}
OBJECT: Schema = {"type": "object"}
SCALAR: Schema = {"type": ["string", "number", "boolean"]}
TERMS: Schema = {"type": "array", "items": {"anyOf": [SCALAR, {"type": "array", "items": SCALAR}]}}
SCHEMAS: dict[type, Schema] = {
    bool: {"type": "boolean"},
    int: INTEGER,
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


def object_of(properties: Schema, *required: str) -> Schema:
    """The schema of an object with these properties."""
    return {"type": "object", **({"required": [*required]} if required else {}), "properties": properties}


def list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


OF_DOCUMENTS: Schema = {"_score": {"type": ["number", "null"]}, "_version": INTEGER}
RELAXED: Schema = {
    "relaxed": object_of({"step": TEXT, "q": TEXT, "others": TEXTS}, "step", "q"),
    "did_you_mean": list_of(object_of({"q": TEXT, "total": INTEGER})),
}
OF_COLLECTION: Schema = {"total": INTEGER, "error": TEXT, "hits": list_of(OBJECT), **RELAXED}

COMPONENTS: Schema = {
    "schemas": {
        "Document": object_of({"_id": TEXT, **OF_DOCUMENTS}, "_id"),
        "Result": object_of(
            {
                "query": {},
                "found": {"type": "boolean"},
                "notfound": {"type": "boolean"},
                "total": INTEGER,
                "_id": TEXT,
                "_item_type": TEXT,
                **OF_DOCUMENTS,
            },
            "query",
        ),
        "Totals": object_of(
            {"max_total": COUNT_OR_NULL, "msg": TEXT, "hits": ref("Results")}, "max_total", "msg", "hits"
        ),
        "Results": list_of(ref("Result")),
        "Hits": object_of(
            {
                "facets": {"type": "object", "additionalProperties": ref("Facet")},
                "took": INTEGER,
                "total": COUNT_OR_NULL,
                "max_score": {"type": ["number", "null"]},
                "hits": list_of(ref("Document")),
                "_scroll_id": TEXT,
                "_search_after": TEXT,
                "_search_before": TEXT,
                "warnings": TEXTS,
                **RELAXED,
            }
        ),
        "Facet": object_of(
            {"_type": TEXT, "terms": list_of(OBJECT), "total": INTEGER, "other": INTEGER, "missing": INTEGER}
        ),
        "AllHits": object_of(
            {
                "took": INTEGER,
                "total": INTEGER,
                "item_types": {
                    "type": "object",
                    "description": "What each collection finds; `error` says why one cannot answer the query.",
                    "additionalProperties": object_of(OF_COLLECTION, "total"),
                },
                "hits": {
                    "type": "array",
                    "description": "The best hits of all, each with `_item_type`, ordered by reciprocal rank fusion.",
                    "items": OBJECT,
                },
            },
            "total",
            "item_types",
            "hits",
        ),
        "Suggestions": object_of(
            {
                "took": INTEGER,
                "suggestions": list_of(
                    object_of(
                        {
                            "text": TEXT,
                            "_id": TEXT,
                            "field": TEXT,
                            "kind": {"enum": ["name", "alias", "id", "value", "field"]},
                            "count": INTEGER,
                        },
                        "text",
                        "field",
                    )
                ),
            },
            "suggestions",
        ),
        "Error": object_of(
            {"code": INTEGER, "success": {"const": False}, "error": TEXT, "request_id": TEXT},
            "code",
            "success",
            "error",
        ),
        "Object": OBJECT,
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
