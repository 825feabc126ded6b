"""The options of a query, except its term: each adds a part to the search body.

A function takes the body so far, the options and the builder, whose settings and fields it uses.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Protocol

from ..errors import ErrorKind, PipelineError
from ..options.option import default
from ..querystring.limits import check_query
from . import facet_syntax, facet_tree, field_checks
from .collection_fields import CollectionFields
from .limits import Limits

Body = dict[str, Any]
Options = Mapping[str, Any]


class Clauses(Protocol):
    """The part of a builder that the clauses of options use."""

    fields: CollectionFields
    limits: Limits
    allow_nested_query: bool

    def string_query(self, text: str, item_type: str | None = None) -> dict[str, Any]:
        """The query for a text in query-string syntax."""


MAX_PATTERNS = 100
"""The maximum number of patterns in `fields`: a node compares each field of each document with all of them."""

SORT_BY_ID = "cannot sort by _id, whose values are not stored for sorting: use a field of the documents"


def paging(body: Body, options: Options, builder: Clauses) -> Body:
    """`size` and `from`; neither with `fetch_all`, which reads batch by batch."""
    if options.get("fetch_all") and not options.get("search_after"):
        check_fetch_all(options)
        return body
    size, from_ = options.get("size"), options.get("from_") or 0
    if size is None:
        size = builder.limits.size
    if options.get("search_after"):
        check_cursor(options, size, from_)
    for keyword, number in (("size", size), ("from", from_)):
        if number < 0:
            details = {"keyword": keyword, "min": 0, "num": number}
            raise PipelineError(400, f"{keyword} must be a whole number from 0, not {number}", details)
    if from_ + size > builder.limits.window:
        summary = (
            f"from + size must be at most {builder.limits.window}, not {from_ + size}: use fetch_all to read everything"
        )
        details = {"keyword": "from", "max": builder.limits.window, "num": from_ + size}
        raise PipelineError(400, summary, details, ErrorKind.BEYOND_WINDOW)
    return {**body, "size": size, **({"from": from_} if from_ else {})}


def check_fetch_all(options: Options) -> None:
    """Refuses options that `fetch_all` cannot follow. `size` is ignored, because clients send it."""
    if options.get("from_"):
        summary = "fetch_all returns all hits from the first one: leave out from"
        raise PipelineError(400, summary, {"keyword": "from", "num": options["from_"]})
    if any(key.strip("-") for key in options.get("sort") or ()):
        instead = "leave out sort, or use search_after, csv, tsv or ndjson, which sort"
        raise PipelineError(400, f"fetch_all returns unsorted hits: {instead}", {"keyword": "sort"})


def check_cursor(options: Options, size: int, from_: int) -> None:
    """Refuses options that the cursor already sets, and `size=0`, because its pages would never end."""
    for keyword, wrong in (("from", from_ != 0), ("fetch_all", options.get("fetch_all")), ("size", size == 0)):
        if wrong:
            what = "at least 1" if keyword == "size" else "left out"
            raise PipelineError(400, f"{keyword} must be {what} with search_after", {"keyword": keyword})


def source(body: Body, options: Options, builder: Clauses) -> Body:
    """The fields to return: `-name` excludes a field; `all`, or no name, returns all fields."""
    chosen = chosen_fields(options["_source"])
    builder.fields.warn_of_fields([name for names in chosen.values() for name in names], options)
    if options.get("matched"):  # `matched` reads complete documents; the fields are left out after it
        return body
    return {**body, "_source": chosen} if chosen else body


def chosen_fields(names: Iterable[str] | None) -> dict[str, list[str]]:
    """The `_source` of a search body for the names of the option: `includes` and `excludes`, without empty ones."""
    named = [name for name in names or () if name.strip("-")]
    includes = [] if "all" in named else [name for name in named if not name.startswith("-")]
    excludes = [name[1:] for name in named if name.startswith("-")]
    num = sum("*" in name for name in named)
    if num > MAX_PATTERNS:
        summary = f"fields has {num} patterns, at most {MAX_PATTERNS} are allowed: name the fields"
        raise PipelineError(400, summary, {"keyword": "fields", "max": MAX_PATTERNS, "num": num})
    return {key: fields for key, fields in (("includes", includes), ("excludes", excludes)) if fields}


def sort(body: Body, options: Options, builder: Clauses) -> Body:
    """The sort keys, `-name` descending; `_score` and `-_score` both mean the best score first."""
    if options.get("fetch_all"):
        return body
    keys = [key for key in options["sort"] if key.strip("-")]
    if not keys:
        return body
    fields = [key.removeprefix("-") for key in keys]
    if "_id" in fields:
        raise field_checks.refused("sort", "_id", SORT_BY_ID)
    names = builder.fields.sorted_by([name for name in fields if name != "_score"], options)
    return {**body, "sort": [sort_key(key, names) for key in keys]}


def sort_key(key: str, names: Mapping[str, str]) -> dict[str, Any]:
    """A sort key of the search body; `names` maps the names of the request to sorted fields."""
    name = key.removeprefix("-")
    order = "desc" if key.startswith("-") or name == "_score" else "asc"
    return {names.get(name, name): {"order": order}}


def facets(body: Body, options: Options, builder: Clauses) -> Body:
    """The aggregations that count values."""
    return {**body, "aggs": facet_tree.aggregations(*counted(options, builder))}


def counted(options: Options, builder: Clauses) -> tuple[facet_tree.Tree, facet_tree.Facets, int]:
    """The tree of the facets, the parsed facet of each name, and the number of values per facet."""
    tree = facet_tree.facet_tree(options["aggs"])
    names = list(dict.fromkeys(facet_tree.names(tree)))
    found = builder.fields.read(lambda fields: facet_syntax.facets(names, fields, options.get("facet_query")), options)
    size = default(options.get("facet_size"), builder.limits.facet_size)
    facet_tree.check_facets(tree, found, size, builder.allow_nested_query, builder.limits.facet_product)
    return tree, found, size


def post_filter(body: Body, options: Options, builder: Clauses) -> Body:
    """A filter on the hits after the facets are counted."""
    text = options["post_filter"].strip()
    if not text:
        return body
    check_query(text, "post_filter")
    builder.fields.warn("post_filter", text, options)
    return {**body, "post_filter": builder.string_query(text, options.get("item_type"))}


def version(body: Body, options: Options, builder: Clauses) -> Body:
    return {**body, "version": True}


def explain(body: Body, options: Options, builder: Clauses) -> Body:
    return {**body, "explain": True}


def highlight(body: Body, options: Options, builder: Clauses) -> Body:
    """The highlighted matches in the named fields, or in all fields, whichever fields the query searches."""
    wanted = options["highlight"]
    fields = ["*"] if wanted is True else wanted
    if wanted is not True:
        builder.fields.check(field_checks.check_highlighted, fields, options)
    return {**body, "highlight": {"fields": {name: {} for name in fields}, "require_field_match": False}}


def unlisted_options(options: Options, known: Collection[str]) -> dict[str, Any]:
    """The keywords that are not known options, with their values."""
    return {name: value for name, value in options.items() if name not in known and value is not None}


OptionClause = Callable[[Body, Options, Any], Body]

ALWAYS: tuple[OptionClause, ...] = (paging,)
"""The clauses of every search body."""

CLAUSES: dict[str, OptionClause] = {
    "_source": source,
    "sort": sort,
    "aggs": facets,
    "post_filter": post_filter,
    "version": version,
    "explain": explain,
    "highlight": highlight,
}
"""The clauses by the option that asks for them. A clause is called if its option has a value that is not empty."""
