"""The description of the API, OpenAPI 3.1, made from the option catalog."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..options.option import FlagOrList, NestedList, Option, ScopeList, Term, TermList
from ..options.optionset import OptionSet

Schema = dict[str, Any]

CONTENT_TYPES = {"json": "application/json", "yaml": "application/yaml", "msgpack": "application/msgpack"}
TABLE_TYPES = {"csv": "text/csv", "tsv": "text/tab-separated-values", "ndjson": "application/x-ndjson"}
HEADERS = {
    "Link": "The pages around this one, `next` and `prev` (RFC 8288)",
    "X-Warnings": "What should be said about the query, a JSON list, where the answer has no room for it",
}
BODY_TYPES = (
    "application/json",
    "application/yaml",
    "application/msgpack",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
)
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
    Term: TEXT,
    TermList: TERMS,
    FlagOrList: {"anyOf": [{"type": "boolean"}, TEXTS]},
}
ARRAYS = (list, ScopeList, NestedList, TermList)
TEXT_TYPES = (str, Term)

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
                "_id": {"type": "string"},
                "_score": {"type": ["number", "null"]},
            },
        },
        "Results": {"type": "array", "items": {"$ref": "#/components/schemas/Result"}},
        "Hits": {
            "type": "object",
            "properties": {
                "facets": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Facet"}},
                "took": {"type": "integer"},
                "total": {"type": "integer"},
                "max_score": {"type": ["number", "null"]},
                "hits": {"type": "array", "items": {"$ref": "#/components/schemas/Document"}},
                "_scroll_id": {"type": "string"},
                "_search_after": {"type": "string"},
                "_search_before": {"type": "string"},
                "warnings": TEXTS,
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
        "Suggestions": {
            "type": "object",
            "required": ["suggestions"],
            "properties": {
                "took": {"type": "integer"},
                "suggestions": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["text", "_id", "field"],
                        "properties": {"text": TEXT, "_id": TEXT, "field": TEXT},
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
    },
    "responses": {
        "Error": {
            "description": "What went wrong, in the format asked for",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
        }
    },
}


def specification(title: str, description: str, version: str, base_url: str, paths: Mapping[str, Any]) -> Schema:
    """The whole document around the paths."""
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "description": description, "version": version},
        "servers": [{"url": base_url}],
        "paths": dict(paths),
        "components": COMPONENTS,
    }


def data_paths(base: str, item_type: str, options: Mapping[tuple[str, str], OptionSet], examples: Any) -> Schema:
    """The paths of one item type: annotation and query."""
    tag = [item_type]
    one_or_more = {"anyOf": [ref("Document"), {"type": "array", "items": ref("Document")}]}
    return {
        f"{base}/{item_type}/{{id}}": {
            "get": operation(
                f"{item_type}_get",
                f"The {item_type} with an id",
                tag,
                options["annotation", "GET"],
                one_or_more,
                path=("id",),
            ),
        },
        f"{base}/{item_type}": {
            "post": operation(
                f"{item_type}_post",
                f"The {item_type} of each of several ids",
                tag,
                options["annotation", "POST"],
                ref("Results"),
            ),
        },
        f"{base}/{item_type}/query": query_path(item_type, tag, options, examples),
        f"{base}/{item_type}/suggest": suggest_path(item_type, tag, options),
    }


def query_path(
    item_type: str, tag: list[str], options: Mapping[tuple[str, str], OptionSet], examples: Any, name: str = ""
) -> Schema:
    """GET and POST of a query path; `name` tells it from another path that asks the same item type."""
    name = name or item_type
    found = {"anyOf": [ref("Results"), ref("Object")]}
    get = operation(
        f"{name}_query", f"Search {item_type}", tag, options["query", "GET"], ref("Hits"), examples=examples
    )
    post = operation(
        f"{name}_query_many", f"Search {item_type} for several terms", tag, options["query", "POST"], found
    )
    return {"get": get, "post": post}


def suggest_path(
    item_type: str, tag: list[str], options: Mapping[tuple[str, str], OptionSet], name: str = ""
) -> Schema:
    """GET of a suggest path; `name` tells it from another path that asks the same item type."""
    summary = f"Complete what was typed in a search of {item_type}"
    answer = ref("Suggestions")
    return {"get": operation(f"{name or item_type}_suggest", summary, tag, options["suggest", "GET"], answer)}


def service_path(name: str, summary: str, options: OptionSet) -> Schema:
    """A path that is only read and answers an object."""
    return {"get": operation(name, summary, ["service"], options, ref("Object"))}


def operation(
    name: str,
    summary: str,
    tags: list[str],
    options: OptionSet,
    answer: Schema,
    path: Iterable[str] = (),
    examples: Any = None,
) -> Schema:
    """One method of one path, with every option that it accepts."""
    found: Schema = {"operationId": name, "summary": summary, "tags": tags}
    if options.method == "POST":
        found["requestBody"] = {"required": True, "content": {key: {"schema": body(options)} for key in BODY_TYPES}}
    else:
        found["parameters"] = [parameter(option, option.name in path, examples) for option in options.options]
    found["responses"] = responses(answer, options)
    return found


def responses(answer: Schema, options: OptionSet) -> Schema:
    content: Schema = {content_type: {"schema": answer} for content_type in CONTENT_TYPES.values()}
    content["text/html"] = {"schema": TEXT}
    formats = next((option.choices for option in options.options if option.name == "out_format"), ())
    content |= {kind: {"schema": TEXT} for name, kind in TABLE_TYPES.items() if name in formats}
    error = {"$ref": "#/components/responses/Error"}
    answered = {"description": "The answer", "headers": headers(options), "content": content}
    return {"200": answered, "4XX": error, "5XX": error}


def headers(options: OptionSet) -> Schema:
    """The headers that say more than the answer, where there are such."""
    return {name: {"description": text, "schema": TEXT} for name, text in HEADERS.items() if "q" in options.keywords}


def parameter(option: Option, in_path: bool, examples: Any = None) -> Schema:
    """An option as a parameter of the path or the query string."""
    found: Schema = {"name": option.label, "in": "path" if in_path else "query", "schema": schema(option)}
    if in_path:
        found["required"] = True
    if option.type in ARRAYS:
        found |= {"style": "form", "explode": False}
    if option.name == "q" and examples:
        found["examples"] = {f"example{number}": {"value": value} for number, value in enumerate(examples, 1)}
    return found | described(option)


def body(options: OptionSet) -> Schema:
    """The options as an object, for a request body."""
    properties = {option.label: {**schema(option), **described(option)} for option in options.options}
    required = [option.label for option in options.required]
    return {"type": "object", "properties": properties, **({"required": required} if required else {})}


def described(option: Option) -> Schema:
    others = list(option.keywords[1:])
    found: Schema = {"description": option.doc}
    return found | ({"x-aliases": others} if others else {})


def schema(option: Option) -> Schema:
    """The values that an option takes, with its limits."""
    found = dict(SCHEMAS[option.type])
    if option.type is int:
        found["minimum"] = option.min
    if option.max is not None and "type" in found:
        limit = "maximum" if option.type in (int, float) else "maxItems" if option.type in ARRAYS else "maxLength"
        found[limit] = option.max
    if option.choices:
        found["enum"] = list(option.choices)
    if option.pattern:
        found["pattern"] = f"^({option.pattern})$"
    if option.default is not None:
        found["default"] = option.default
    return found


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}
