"""The description of the API, OpenAPI 3.1, made from the option catalog and the table of formats."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...options.endpoints import DOCUMENTS
from ...options.option import Option
from ...options.optionset import OptionSet
from ..request.body import BODY_TYPES
from ..response.formats import Format
from ..response.formats import kinds as content_types
from ..response.serializers import to_wrapped_json
from .schemas import TEXT, Schema, body, headers, parameter, ref
from .sharing import Shared

LIST_TYPES = ("text/plain", "text/csv", "text/tab-separated-values", "application/x-ndjson")
ONE_OR_MORE: Schema = {"anyOf": [ref("Document"), {"type": "array", "items": ref("Document")}]}
FORMED = ("raw", "rawquery", "jmespath")
"""Options that change the form of an answer."""

BODIES = {"annotation": "Ids", "lookup": "AnyIds", "query": "Terms"}
"""The names of the bodies of POSTs, by endpoint."""

JSON_LD = "application/ld+json"
LINKED = ("annotation", "metadata")
"""The endpoints whose answers are linked data too."""

OF_ALL = ("X-Request-ID", "X-Data-Version", "X-Warnings")
"""Headers of any answer. Errors and GET requests have more."""

NOT_MODIFIED: Schema = {"description": "The caller has this answer: its `ETag` is in `If-None-Match`"}


EXTRA_HEADERS = {
    "annotation": ("Content-Disposition",),
    "batch": ("Content-Disposition",),
    "lookup": ("Content-Disposition",),
    "query": ("Content-Disposition", "Link"),
}
"""More headers of answers with documents."""


@dataclass(frozen=True)
class Subject:
    """An item type in the specification: its name in paths, its title, and examples of terms and ids."""

    name: str
    title: str
    terms: Sequence[str] = ()
    ids: Sequence[str] = ()


def specification(info: Schema, around: Schema, paths: Schema, components: Schema) -> Schema:
    """The complete document; `around` has its servers and tags."""
    return {"openapi": "3.1.0", "info": info, **around, "paths": paths, "components": components}


@dataclass(frozen=True)
class Paths:
    """Describes paths; `options` has the options of each endpoint and method, `formats` has all formats."""

    options: Mapping[tuple[str, str], OptionSet]
    formats: Sequence[Format]
    shared: Shared = field(default_factory=Shared)

    def data(self, base: str, subject: Subject) -> Schema:
        """The paths of one item type: annotation, query and suggest."""
        name, title = subject.name, subject.title
        get = self.operation("annotation", "GET", ONE_OR_MORE, ("id",), subject)
        other = self.operation("annotation", "GET", ONE_OR_MORE, (), subject)
        post = self.operation("annotation", "POST", ref("Results"), (), subject)
        beside = f"One document of {title}, by an id that no path can hold"
        return {
            f"{base}/{name}/{{id}}": {"get": titled(get, f"{name}_get", f"One document of {title}, by its id", [name])},
            f"{base}/{name}": {
                "get": titled(other, f"{name}_get_by_query", beside, [name]),
                "post": titled(post, f"{name}_post", f"Several documents of {title}, by their ids", [name]),
            },
            f"{base}/{name}/query": self.query(subject, name),
            f"{base}/{name}/suggest": self.suggest(subject, name),
            f"{base}/{name}/batch": self.batch(subject, name),
        }

    def batch(self, subject: Subject, tag: str) -> Schema:
        """GET and POST of a long list. The body may be the list alone, with the options in the address."""
        get = self.operation("batch", "GET", ref("Object"), (), subject)
        options = self.options["batch", "POST"]
        post = {
            "parameters": [self.parameter("batch", "POST", option) for option in options.options],
            "requestBody": {"required": True, "content": {kind: {"schema": TEXT} for kind in LIST_TYPES}},
            "responses": get["responses"],
        }
        title = subject.title
        return {
            "get": titled(get, f"{subject.name}_list", f"Look up a short list in {title}, or the page for one", [tag]),
            "post": titled(post, f"{subject.name}_list_post", f"Look up a long list in {title}", [tag]),
        }

    def query(self, subject: Subject, tag: str, name: str = "") -> Schema:
        """GET and POST of a query path; `name` distinguishes it from other paths of the same item type."""
        name = name or subject.name
        many: Schema = {"anyOf": [ref("Results"), ref("Totals")]}
        get = self.operation("query", "GET", ref("Hits"), (), subject)
        post = self.operation("query", "POST", many, (), subject)
        return {
            "get": titled(get, f"{name}_query", f"Search {subject.title}", [tag]),
            "post": titled(post, f"{name}_query_many", f"Search {subject.title} for several terms", [tag]),
        }

    def suggest(self, subject: Subject, tag: str, name: str = "") -> Schema:
        """GET of a suggest path; `name` distinguishes it from other paths of the same item type."""
        found = self.operation("suggest", "GET", ref("Suggestions"))
        summary = f"Complete what was typed in a search of {subject.title}"
        return {"get": titled(found, f"{name or subject.name}_suggest", summary, [tag])}

    def search(self) -> Schema:
        """GET of the search over all collections."""
        found = self.operation("search", "GET", ref("AllHits"))
        return {"get": titled(found, "search_all", "Search all collections at once", ["service"])}

    def lookup(self) -> Schema:
        """GET and POST of the lookup of ids in all collections."""
        get = self.operation("lookup", "GET", ref("Results"))
        post = self.operation("lookup", "POST", ref("Results"))
        return {
            "get": titled(get, "lookup_all", "Look up an id in all collections", ["service"]),
            "post": titled(post, "lookup_all_many", "Look up ids of any kind in all collections", ["service"]),
        }

    def service(self, endpoint: str, name: str, summary: str, tag: str = "service") -> Schema:
        """A path with GET only, whose answer is an object."""
        return {"get": titled(self.operation(endpoint, "GET", ref("Object")), name, summary, [tag])}

    def operation(
        self, endpoint: str, method: str, answer: Schema, path: Sequence[str] = (), subject: Subject | None = None
    ) -> Schema:
        """One method of a path, with all its options; answers with documents also have formats of lines."""
        options = self.options[endpoint, method]
        terms, ids = (subject.terms, subject.ids) if subject else ((), ())
        found: Schema = {}
        if method == "POST":
            wanted = ids if endpoint == "annotation" else terms
            example = {options.required[0].label: list(wanted)} if wanted else None
            found["requestBody"] = request_body(self.shared.ref("schemas", body(options), BODIES[endpoint]), example)
        else:
            known = {"q": terms, "id": ids}
            found["parameters"] = [
                self.parameter(endpoint, method, option, option.name in path, known.get(option.name, ()))
                for option in options.options
            ]
        return found | {"responses": self.responses(formed(answer, options), endpoint, method)}

    def parameter(
        self, endpoint: str, method: str, option: Option, in_path: bool = False, examples: Sequence[str] = ()
    ) -> Schema:
        """An option as a parameter, which operations share unless it has examples."""
        found = parameter(option, in_path, option.name == "id", examples)
        name = found["name"]
        names = (name, f"{endpoint}_{name}", f"{endpoint}_{method.lower()}_{name}")
        return found if examples else self.shared.ref("parameters", found, *names)

    def responses(self, answer: Schema, endpoint: str, method: str) -> Schema:
        """The responses of an operation. Each GET has a 304, except `/status`, which is not cached."""
        kept = method == "GET" and endpoint not in ("status", "batch")
        own = (*OF_ALL, *(("ETag",) if kept else ()), *EXTRA_HEADERS.get(endpoint, ()))
        formats = [format for format in self.formats if endpoint in DOCUMENTS or not format.streams]
        linked = {JSON_LD: {"schema": ref("Object")}} if endpoint in LINKED else {}
        kinds = {**content(answer, formats), **linked}
        found = {"description": "The answer", "headers": headers(*own), "content": kinds}
        share = self.shared.ref
        error = share("responses", self.error(), "Error")
        return {
            "200": share("responses", found, endpoint, f"{endpoint}_{method.lower()}"),
            **({"304": share("responses", NOT_MODIFIED, "Kept")} if kept else {}),
            "4XX": error,
            "5XX": error,
        }

    def error(self) -> Schema:
        """The answer to a request that fails."""
        return {
            "description": "What went wrong, in the format asked for",
            "headers": headers(*OF_ALL, "Retry-After"),
            "content": content(ref("Error"), [format for format in self.formats if not format.streams]),
        }


def titled(operation: Schema, name: str, summary: str, tags: list[str]) -> Schema:
    return {"operationId": name, "summary": summary, "tags": tags, **operation}


def request_body(schema: Schema, example: Any) -> Schema:
    """The body of a POST, in every accepted content type."""
    one: Schema = {"schema": schema}
    types = {kind: dict(one) for kind in BODY_TYPES}
    if example is not None:
        types["application/json"]["example"] = example
    return {"required": True, "content": types}


def formed(answer: Schema, options: OptionSet) -> Schema:
    """The schema of the answer, with the other forms that options can give it."""
    if not any(option.name in FORMED for option in options.options):
        return answer
    return {"anyOf": [*answer.get("anyOf", [answer]), ref("Other")]}


def content(answer: Schema, formats: Iterable[Format]) -> Schema:
    """The answer in each format; a page and lines of documents are text."""
    kinds = {content_types(format)[0]: format for format in formats}
    return {kind: {"schema": in_format(answer, format)} for kind, format in kinds.items()}


def in_format(answer: Schema, format: Format) -> Schema:
    """The schema of an answer in a format: pages and lines are text, JSON may have an object around a list."""
    if not format.write:
        return TEXT
    return in_object(answer) if format.write is to_wrapped_json else answer


def in_object(answer: Schema) -> Schema:
    """The answer if a list is written as `{"hits": [...]}`. Rule R9."""
    if "anyOf" in answer:
        return {**answer, "anyOf": [in_object(each) for each in answer["anyOf"]]}
    if answer.get("type") != "array" and answer != ref("Results"):
        return answer
    return {"type": "object", "required": ["hits"], "properties": {"hits": answer}}
