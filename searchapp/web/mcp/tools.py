"""The tools: six functions of the arguments that a language model gives, with their descriptions and schemas."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...components import Components, ItemType
from ...errors import PipelineError, none_on_error
from ...federated import lookup_all
from ...options.optionset import OptionSet
from ..guessed_settings import known_fields, page_settings, title_fields
from ..metadata import fields as fields_answer
from ..metadata import sources as sources_answer
from ..openapi.schemas import TEXT, TEXTS

Arguments = Mapping[str, Any]
Result = dict[str, Any]
Schema = dict[str, Any]

MAX_DEFAULT_FIELDS = 8
"""Fields of each hit in the result of `search`, unless the call names fields."""

FIELDS = {**TEXTS, "description": "Fields to return, with dots for inner ones; without it a few that describe it."}
SIZE = {"type": "integer", "minimum": 0, "maximum": 100, "default": 10, "description": "The most hits to return."}
FILTER = {**TEXT, "description": "Lucene query string that narrows the hits, such as `status:Approved AND year:>2000`."}


@dataclass(frozen=True)
class Tool:
    """A tool: its description in `tools/list`, and the function that runs it with a deadline."""

    name: str
    title: str
    description: str
    properties: Mapping[str, Any]
    required: tuple[str, ...]
    run: Callable[[Arguments, float], Result]

    def listed(self) -> dict[str, Any]:
        """The entry in `tools/list`."""
        schema = {"type": "object", "properties": self.properties, "required": list(self.required)}
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": {**schema, "additionalProperties": False},
            "annotations": {"readOnlyHint": True, "openWorldHint": False},
        }


def make_tools(components: Components) -> dict[str, Tool]:
    """The tools of an application, by name."""
    tools = Tools(components)
    names = list(components.item_types)
    collection = {"type": "string", "enum": names, "description": "A collection, as `collections` names it."}
    most = components.settings["MAX_BATCH"]
    every = (*describing(tools, collection), *searching(tools, collection), *reading(tools, collection, most))
    return {tool.name: tool for tool in every}


def describing(tools: "Tools", collection: Schema) -> tuple[Tool, ...]:
    """The tools that say which collections and fields there are."""
    return (
        Tool(
            "collections",
            "Collections",
            "List the collections: name, title, number of documents, sources with version and licence, an example id. "
            'Returns {"collections": [...]}. Call it first.',
            {},
            (),
            tools.collections,
        ),
        Tool(
            "fields",
            "Fields of a collection",
            "List the fields of a collection with type, share of documents that have a value, and an example value. "
            'Returns {"fields": {name: {...}}}. Use the names in `query`, and in `fields` of the other tools.',
            {"collection": collection, "contains": {**TEXT, "description": "Only names that contain this text."}},
            ("collection",),
            tools.fields,
        ),
    )


def searching(tools: "Tools", collection: Schema) -> tuple[Tool, ...]:
    """The tools that find documents by words or by a query."""
    return (
        Tool(
            "search",
            "Search by words",
            "Find documents by plain words; typing errors and missing words are forgiven, and `relaxed` in the answer "
            'says so. Returns {"results": [{"collection", "total", "hits": [{"_id", ...}]}]}, the best hits first.',
            {
                "text": {**TEXT, "description": "The words."},
                "collection": any_of(collection),
                "size": SIZE,
                "fields": FIELDS,
            },
            ("text",),
            tools.search,
        ),
        Tool(
            "query",
            "Query by fields",
            'Search one collection in Lucene syntax: `symbol:BRCA1`, `year:[1990 TO 2000]`, AND, OR, NOT, "phrases", '
            "wildcards; count values by `facets`. Returns "
            '{"total", "hits": [{"_id", "_score", ...}], "facets": {field: {"terms": [{"term", "count"}]}}}.',
            {
                "collection": collection,
                "q": {**TEXT, "description": "Lucene query string; without it every document matches."},
                "filter": FILTER,
                "facets": {**TEXTS, "description": "Fields whose values are counted among all matching documents."},
                "sort": {**TEXTS, "description": "Fields to sort by, `-name` descending."},
                "from": {"type": "integer", "minimum": 0, "description": "Position of the first hit."},
                "size": SIZE,
                "fields": FIELDS,
            },
            ("collection",),
            tools.query,
        ),
    )


def reading(tools: "Tools", collection: Schema, most: int) -> tuple[Tool, ...]:
    """The tools that read documents by id, at most `most` at once."""
    return (
        Tool(
            "lookup",
            "Look up ids",
            "Look up documents by id, or by other identifiers that the collections know, many at once. Returns "
            '{"results": [{"query", "collection", "_id", ...}], "missing": [id, ...]}; every id is in one of the two.',
            {"ids": {**TEXTS, "minItems": 1, "maxItems": most}, "collection": any_of(collection), "fields": FIELDS},
            ("ids",),
            tools.lookup,
        ),
        Tool(
            "fetch",
            "Read a document",
            'Read one whole document by id. Returns {"document": {...}}.',
            {"collection": collection, "id": TEXT, "fields": FIELDS},
            ("collection", "id"),
            tools.fetch,
        ),
    )


def any_of(collection: Schema) -> Schema:
    """The schema of a collection that may be left out."""
    return {**collection, "description": "A collection; without it all of them."}


class Tools:
    """The functions of the tools, over the components of an application."""

    def __init__(self, components: Components):
        self.components = components
        self.options = OptionSet(components.options, "query", "GET")

    def collections(self, arguments: Arguments, deadline: float) -> Result:
        return {"collections": [self.collection(one, deadline) for one in self.components.item_types.values()]}

    def collection(self, item_type: ItemType, deadline: float) -> Result:
        """The description of a collection, which is shorter while the database does not answer."""
        notes = none_on_error(sources_answer(item_type, self.components)) or {}
        example = none_on_error(partial(self.hits, item_type, {"size": 1}, deadline)) or {"total": None, "hits": []}
        about = {"name": item_type.name, "title": item_type.title, "documents": example["total"]}
        ids = [hit["_id"] for hit in example["hits"]]
        return {**about, "sources": notes.get("src") or {}, "example_ids": ids}

    def fields(self, arguments: Arguments, deadline: float) -> Result:
        item_type = self.item_type(arguments)
        return {"fields": fields_answer(item_type, self.components)(search=arguments.get("contains"))}

    def search(self, arguments: Arguments, deadline: float) -> Result:
        found = []
        forgiving = {"relax": "auto"} if "relax" in self.options.keywords else {}
        for item_type in self.chosen(arguments):
            given = {"q": arguments["text"], "size": arguments.get("size", 10), **forgiving}
            given["fields"] = arguments.get("fields") or self.few_fields(item_type)
            answer = self.hits(item_type, given, deadline)
            found.append({"collection": item_type.name, **answer})
        return {"results": found}

    def query(self, arguments: Arguments, deadline: float) -> Result:
        given = {name: value for name, value in arguments.items() if name != "collection"}
        return self.hits(self.item_type(arguments), given, deadline)

    def lookup(self, arguments: Arguments, deadline: float) -> Result:
        """The documents of the ids, in their order; an id that several collections have gets an entry for each."""
        ids = list(dict.fromkeys(arguments["ids"]))
        options = self.read({"fields": arguments.get("fields") or []})
        chosen = {item_type.name: item_type for item_type in self.chosen(arguments)}
        entries = lookup_all(chosen, ids, {**options, "deadline": deadline})
        results = [{"collection": entry.pop("_item_type"), **entry} for entry in entries if entry.pop("found")]
        return {"results": results, "missing": [entry["query"] for entry in entries if "notfound" in entry]}

    def fetch(self, arguments: Arguments, deadline: float) -> Result:
        item_type = self.item_type(arguments)
        options = self.read({"fields": arguments.get("fields") or []})
        document = item_type.pipeline.fetch(arguments["id"], item_type=item_type.name, deadline=deadline, **options)
        if document is None:
            raise PipelineError(404, f"{item_type.name} has no document with this id")
        return {"documents": document} if isinstance(document, list) else {"document": document}

    def hits(self, item_type: ItemType, given: Arguments, deadline: float) -> Result:
        """The container of a search with options as a request gives them."""
        options = self.read(given)
        found = item_type.pipeline.search(item_type=item_type.name, deadline=deadline, **options)
        return {name: value for name, value in found.items() if name not in ("took", "max_score")}

    def read(self, given: Arguments) -> dict[str, Any]:
        """The options, checked like the options of a request."""
        options = self.options.parse([*given.items(), ("strict", True)])
        options.pop("strict", None)
        return options

    def item_type(self, arguments: Arguments) -> ItemType:
        """The named collection. PipelineError 404 names the existing collections."""
        name = str(arguments.get("collection"))[:100]
        if name not in self.components.item_types:
            raise PipelineError(404, f"no collection is named {name}: use {', '.join(self.components.item_types)}")
        return self.components.item_types[name]

    def chosen(self, arguments: Arguments) -> list[ItemType]:
        """The named collection, or all of them."""
        every = list(self.components.item_types.values())
        return [self.item_type(arguments)] if arguments.get("collection") else every

    def few_fields(self, item_type: ItemType) -> list[str]:
        """The fields that describe a document: its title, and the columns of the page of results."""
        settings, fields = page_settings(self.components, item_type), known_fields(self.components, item_type)
        chosen = [*title_fields(settings, fields), *(settings["table_fields"] or ())]
        names = [name for name in dict.fromkeys(chosen) if name != "_id"][:MAX_DEFAULT_FIELDS]
        return names or ["all"]
