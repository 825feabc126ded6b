"""The description of the API, OpenAPI 3.1, made from the option catalog and the table of formats."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..options.optionset import OptionSet
from .formats import Format
from .schemas import COMPONENTS, TEXT, Schema, body, parameter, ref

BODY_TYPES = (
    "application/json",
    "application/yaml",
    "application/msgpack",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
)
ONE_OR_MORE: Schema = {"anyOf": [ref("Document"), {"type": "array", "items": ref("Document")}]}
FORMED = ("raw", "rawquery", "jmespath")
"""The options that give an answer another form."""

REQUEST_ID: Schema = {"X-Request-ID": {"$ref": "#/components/headers/RequestId"}}
RETRY_AFTER: Schema = {"Retry-After": {"$ref": "#/components/headers/RetryAfter"}}


@dataclass(frozen=True)
class Examples:
    """Terms and ids of an item type that find something."""

    terms: Sequence[str] = ()
    ids: Sequence[str] = ()


def specification(
    about: Mapping[str, str], base_url: str, paths: Schema, formats: Iterable[Format], limits: Mapping[str, float]
) -> Schema:
    """The whole document around the paths; `about` has title, description and version, `limits` what no option has."""
    error = {
        "description": "What went wrong, in the format asked for",
        "headers": REQUEST_ID | RETRY_AFTER,
        "content": content(ref("Error"), [format for format in formats if not format.streams]),
    }
    return {
        "openapi": "3.1.0",
        "info": {**about, "x-limits": dict(limits)},
        "servers": [{"url": base_url}],
        "paths": paths,
        "components": {**COMPONENTS, "responses": {"Error": error}},
    }


@dataclass(frozen=True)
class Paths:
    """Describes paths; `options` are those of each endpoint and method, `formats` those of the application."""

    options: Mapping[tuple[str, str], OptionSet]
    formats: Sequence[Format]

    def data(self, base: str, item_type: str, examples: Examples) -> Schema:
        """The paths of one item type: annotation, query and suggest."""
        get = self.operation("annotation", "GET", ONE_OR_MORE, ("id",), examples)
        post = self.operation("annotation", "POST", ref("Results"), (), examples)
        tags = [item_type]
        return {
            f"{base}/{item_type}/{{id}}": {"get": named(get, f"{item_type}_get", f"The {item_type} with an id", tags)},
            f"{base}/{item_type}": {
                "post": named(post, f"{item_type}_post", f"The {item_type} of each of several ids", tags)
            },
            f"{base}/{item_type}/query": self.query(item_type, tags, examples),
            f"{base}/{item_type}/suggest": self.suggest(item_type, tags),
        }

    def query(self, item_type: str, tags: list[str], examples: Examples, name: str = "") -> Schema:
        """GET and POST of a query path; `name` tells it from another path that asks the same item type."""
        name = name or item_type
        many: Schema = {"anyOf": [ref("Results"), ref("Totals")]}
        get = self.operation("query", "GET", ref("Hits"), (), examples)
        post = self.operation("query", "POST", many, (), examples)
        return {
            "get": named(get, f"{name}_query", f"Search {item_type}", tags),
            "post": named(post, f"{name}_query_many", f"Search {item_type} for several terms", tags),
        }

    def suggest(self, item_type: str, tags: list[str], name: str = "") -> Schema:
        """GET of a suggest path; `name` tells it from another path that asks the same item type."""
        found = self.operation("suggest", "GET", ref("Suggestions"))
        summary = f"Complete what was typed in a search of {item_type}"
        return {"get": named(found, f"{name or item_type}_suggest", summary, tags)}

    def service(self, endpoint: str, name: str, summary: str) -> Schema:
        """A path that is only read and answers an object."""
        return {"get": named(self.operation(endpoint, "GET", ref("Object")), name, summary, ["service"])}

    def operation(
        self, endpoint: str, method: str, answer: Schema, path: Sequence[str] = (), examples: Examples | None = None
    ) -> Schema:
        """One method of one path, with every option that it accepts; documents, which have examples, have lines too."""
        options = self.options[endpoint, method]
        terms = examples or Examples()
        found: Schema = {}
        if method == "POST":
            wanted = terms.ids if endpoint == "annotation" else terms.terms
            found["requestBody"] = request_body(options, {options.required[0].label: list(wanted)} if wanted else None)
        else:
            known = {"q": terms.terms, "id": terms.ids}
            found["parameters"] = [
                parameter(option, option.name in path, known.get(option.name, ())) for option in options.options
            ]
        formats = [format for format in self.formats if examples or not format.streams]
        return found | {"responses": responses(formed(answer, options), formats)}


def named(operation: Schema, name: str, summary: str, tags: list[str]) -> Schema:
    return {"operationId": name, "summary": summary, "tags": tags, **operation}


def request_body(options: OptionSet, example: Any) -> Schema:
    """The options as the body of a POST, in every type that is accepted."""
    one: Schema = {"schema": body(options)}
    types = {kind: dict(one) for kind in BODY_TYPES}
    if example is not None:
        types["application/json"]["example"] = example
    return {"required": True, "content": types}


def formed(answer: Schema, options: OptionSet) -> Schema:
    """The answer, or what else the options may make of it."""
    if not any(option.name in FORMED for option in options.options):
        return answer
    return {"anyOf": [*answer.get("anyOf", [answer]), ref("Other")]}


def responses(answer: Schema, formats: Iterable[Format]) -> Schema:
    error = {"$ref": "#/components/responses/Error"}
    found = {"description": "The answer", "headers": REQUEST_ID, "content": content(answer, formats)}
    return {"200": found, "4XX": error, "5XX": error}


def content(answer: Schema, formats: Iterable[Format]) -> Schema:
    """The answer in each format; a page and lines of documents are text."""
    kinds = {format.content_type.partition(";")[0]: format for format in formats}
    return {kind: {"schema": answer if format.write else TEXT} for kind, format in kinds.items()}
