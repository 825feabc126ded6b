"""Narrows the lists of objects in the documents of a response to the objects that the query matches.

Databases find matching documents, but not the matching objects inside them, so this module checks a page of documents.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ..builders.elastic import ElasticBuilder
from ..builders.field_checks import Fields, refused, type_of, unknown_field
from ..builders.option_clauses import chosen_fields
from ..builders.tree_builder import named_filter, read_named, scoped_tree, term_tree
from ..engine import EngineError, filter_source
from ..errors import PipelineError
from ..formatters.document import in_time
from ..formatters.paths import changed_at, split
from ..protocols import Builder, Formatter, Response
from ..querystring.field_types import CONTAINERS
from ..querystring.parser import anywhere, parse
from ..querystring.tree import Bool, Node
from .objects import Objects

Options = Mapping[str, Any]
Document = dict[str, Any]
Change = Callable[[Document], Document]

NOT_WITH = ("fetch_all", "scroll_id")
"""Options whose following requests come without the query, which is needed here."""


def narrowed(response: Response, q: Any, options: Options, builder: Builder, formatter: Formatter) -> Response:
    """The response, or the responses to a list of terms, with narrowed lists and the requested fields.

    The documents of the response are complete. Raises a 400 for a builder of an application, whose queries are
    unknown here.
    """
    if not isinstance(builder, ElasticBuilder):
        raise PipelineError(400, "matched cannot be used with this database", {"keyword": "matched"})
    check_options(options)
    builder.fields.check(check_objects, options["matched"], options)
    responses, terms = (response, q) if isinstance(response, list) else ([response], [q])
    found = [
        formatter.with_documents(each, change(term, options, builder))
        for each, term in zip(responses, terms, strict=True)
    ]
    return found if isinstance(response, list) else found[0]


def check_options(options: Options) -> None:
    """Raise a 400 for options that `matched` cannot be used with."""
    for keyword in NOT_WITH:
        if options.get(keyword):
            summary = f"matched cannot be used with {keyword}: use search_after, or a format of lines"
            raise PipelineError(400, summary, {"keyword": "matched"})


def check_objects(names: list[str], fields: Fields) -> None:
    """Refuses a name that does not belong to a field with objects."""
    for name in names:
        if type_of(name, fields) in CONTAINERS or any(field.startswith(f"{name}.") for field in fields):
            continue
        if name not in fields:
            raise unknown_field("matched", name, fields)
        raise refused("matched", name, f"matched: {name} is not a list of objects")


def change(q: Any, options: Options, builder: ElasticBuilder) -> Change:
    """A function that narrows the lists of a document to the matches of one term, and selects the requested fields."""
    tree, item_type = query_tree(q, options, builder), options.get("item_type")
    fields, default = builder.fields.of(item_type), builder.default_operator
    objects = [(split(name, "matched"), Objects(name, tree, fields, default)) for name in options["matched"]]
    source = chosen_fields(options.get("_source"))
    steps = [partial(changed_at, path=path, change=each.narrowed) for path, each in objects if each.are_asked_for]

    def apply(document: Document) -> Document:
        if options.get("deadline") is not None:
            document = in_time(document, options["deadline"])
        try:
            for step in steps:
                document = step(document)
        except EngineError as error:
            raise PipelineError(400, "q cannot be parsed: a pattern is too complex", {"keyword": "q"}) from error
        return filter_source(document, source) if source else document

    return apply


def query_tree(q: Any, options: Options, builder: ElasticBuilder) -> Node:
    """The tree for a term. The builder has accepted it, and added its warnings. Raises a 400 for a named query."""

    def read(text: str) -> Node:
        return parse(anywhere(text) if builder.default_operator == "AND" else text)

    scopes, without_warnings = options.get("scopes"), {**options, "warnings": None}
    asked = scoped_tree(q, scopes) if scopes else term_tree(q, without_warnings, builder, of_named, read)
    filters = [parse(text) for text in map(options.get, ("filter", "post_filter")) if text and text.strip()]
    return Bool(must=(asked, *filters, *named_filter(options, builder, of_named)))


def of_named(named: Any, name: Any) -> Node:
    """The tree of a named query. Raises a 400 for clauses that have no tree."""
    summary = f"matched cannot be used with the named query {name}, which has clauses of the database"
    return read_named(named, summary, "matched")
