"""`/{type}/batch` looks up a list of identifiers or names. It answers with a page, or with lines while it reads."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from itertools import islice
from typing import Any

from flask import Blueprint, Response, request

from ...components import ItemType
from ...errors import ErrorKind, PipelineError
from ...querystring.names import scope_name
from ..endpoint import FORMAT, VERSION, Options, PreparedResponse
from ..guessed_settings import known_fields, page_settings
from ..pages.defaults import lookup_scopes
from ..pages.results.table import wanted_fields
from ..request.admission import deadline
from ..request.options import query_pairs, request_id
from ..response.csv import Batches
from ..response.formats import Format
from ..response.headers import NO_STORE, VARY, Headers
from ..response.stream import limit_waiting
from ..routes import Routes
from .answers import ERROR, Lookup
from .body import Limits, as_one_list, empty_list, is_list, read_form, read_list, read_text, read_upload
from .entries import entries_within, with_summary
from .matches import MATCHED
from .page import page_values
from .terms import Terms

OWN = ("query", "found", MATCHED, "_id")
TERMS_PER_PART = 500
"""The number of terms of a part, which takes a second or less."""

DEFAULT_SIZE = 10
"""Documents of a term unless the request says otherwise."""

MAX_ROWS = 5_000
"""The maximum number of documents on a page, which a worker writes in a second."""

NO_LIST = "list is missing: send a list with Content-Type: text/plain, or as list=... in a form"


def batch_blueprint(routes: Routes) -> Blueprint:
    """`/batch` of every item type."""
    blueprint = Blueprint("batch", __name__)
    for mount in routes.of_types:
        mount.add(blueprint, "/batch", "batch", Batch(routes, mount.item_type).view, post=True)
    return blueprint


class Batch:
    """Looks up the lists of one item type."""

    def __init__(self, routes: Routes, item_type: ItemType):
        self.routes = routes
        self.item_type = item_type
        self.settings = settings = routes.components.settings
        self.limits = Limits(settings["MAX_LIST"], settings["MAX_TEXT"], settings["MAX_LIST_BODY"])
        self.version: Callable[[], Headers] = routes.version(item_type)
        self.columns = routes.columns(item_type)

    def view(self) -> Response:
        """The response to the current request."""
        request.environ[VERSION] = self.version
        pairs, file = ((), None) if is_list(request) else read_form(request)
        method = "POST" if request.method == "POST" else "GET"
        given = as_one_list(query_pairs(request.environ))
        options = self.routes.options["batch", method].parse(as_one_list(pairs), given)
        format = self.format_of(options)
        if options.pop("escape_formulae", False):
            format = format.escaped()
        request.environ[FORMAT] = format.name
        if is_list(request):
            terms = read_list(request, options.get("column"), self.limits)
        elif file:
            terms = read_upload(file, options.get("column"), self.limits)
        elif request.method == "POST" and "list" not in options and format.name != "html":
            raise PipelineError(400, NO_LIST, {"missing": "list"})
        else:
            terms = read_text(options.get("list", ""), self.limits)
        if format.lines:
            return self.streamed(terms, options, format)
        return self.at_once(terms, options, format)

    def format_of(self, options: Options) -> Format:
        """The requested format. The default for a program that sends a plain list is NDJSON."""
        formats, named = self.routes.formats, options.get("out_format")
        if named:
            return formats[named]
        if request.method != "POST" and "list" not in options:
            return formats["html"]
        accepted = request.headers.get("Accept", "")
        found = formats.accepted_by(request.environ)
        return formats["ndjson"] if found.name == "json" and is_list(request) and "json" not in accepted else found

    def streamed(self, terms: Terms, options: Options, format: Format) -> Response:
        """The entries, written while they are looked up."""
        lookup = self.lookup(options, format)
        batches = not_empty(lookup.batches(terms))

        def write(batches: Batches) -> Iterator[bytes]:
            assert format.lines
            lines = format.lines(batches, lambda first: [*OWN, *self.fields(options), ERROR])
            return with_summary(lines, format.name, lookup.counts) if options.get("summary", True) else lines

        started = self.routes.streams.start(batches, write)
        limit_waiting(request.environ)
        response = PreparedResponse(started.body(request_id(request.environ)), 200, self.headers(options, format))
        response.call_on_close(started.close)
        return response

    def at_once(self, terms: Terms, options: Options, format: Format) -> Response:
        """A page or an object for a list of at most MAX_BATCH terms."""
        most = self.settings["MAX_BATCH"]
        listed = list(islice(terms, most + 1))
        if not listed and format.name != "html":
            raise empty_list()
        if len(listed) > most:
            num = len(listed) + sum(1 for _ in terms)
            summary = f"list may have at most {most} terms in this format, {self.limits.terms} as csv, tsv or ndjson"
            raise PipelineError(413, summary, {"keyword": "list", "max": most, "num": num})
        if format.name == "html":
            options = {**options, "size": page_size(len(listed), options.get("size"))}
        lookup = replace(self.lookup(options, format), end=deadline(self.settings["DEADLINE"]))
        parts = lookup.parts(listed)
        if format.name == "html":
            values = page_values(self.routes.components, self.item_type, listed, parts, lookup, options)
            body = self.routes.pages.render("list.html", **values).encode()
        else:
            assert format.write
            entries = entries_within(self.settings["MAX_ANSWER"], parts, format)
            body = format.write({"summary": asdict(lookup.counts), "entries": entries})
        return PreparedResponse(body, 200, self.headers(options, format))

    def lookup(self, options: Options, format: Format) -> Lookup:
        """How the terms are looked up."""
        components, item_type = self.routes.components, self.item_type
        known, settings = known_fields(components, item_type), page_settings(components, item_type)
        scopes = options.get("scopes") or None
        if scopes and not all(isinstance(scope, str) for scope in scopes):
            raise PipelineError(400, "scopes must be the names of fields", {"keyword": "scopes"})
        candidates = scopes or lookup_scopes(settings, known)
        scopes = candidates if format.name == "html" else scopes
        wanted = wanted_fields(settings, options) if format.name == "html" else list(options.get("_source") or ())
        hidden = [name for name in map(scope_name, candidates) if name not in wanted] if only_some(wanted) else []
        size = options.get("size", DEFAULT_SIZE)
        given: Options = {"item_type": item_type.name, "_source": [*wanted, *hidden] or None, "score": False}
        given |= {"size": size} if scopes else {}
        given |= {"dotfield": True, "_sorted": False} if format.flat else {}
        return Lookup(
            ask=item_type.pipeline.search if scopes else item_type.pipeline.fetch,
            options=given,
            scopes=scopes,
            candidates=candidates,
            fields=known,
            seconds=self.settings["DEADLINE"],
            part=max(
                1, min(self.settings["MAX_BATCH"], TERMS_PER_PART, self.settings["MAX_BATCH_HITS"] // max(size, 1))
            ),
            characters=self.limits.characters,
            hidden=[name for name in hidden if name != "_id"],
        )

    def fields(self, options: Options) -> list[str]:
        """The columns of a table after the common columns of all lists."""
        return [name for name in self.columns(options.get("_source")) if name not in (*OWN, ERROR)]

    def headers(self, options: Options, format: Format) -> Headers:
        named = f'attachment; filename="{self.item_type.name}-list.{format.name}"'
        download = [("Content-Disposition", named)] if options.get("download") else []
        return [*download, VARY, *self.version(), NO_STORE, ("Content-Type", format.content_type)]


def page_size(terms: int, size: int | None) -> int:
    """The documents of a term on a page; fewer for many terms. Raises a 400 for a `size` that is too large."""
    if size is None:
        return min(DEFAULT_SIZE, max(MAX_ROWS // max(terms, 1), 1))
    if size > 1 and terms * size > MAX_ROWS:
        summary = f"{terms} terms with size {size} may find {terms * size} documents, a page lists at most {MAX_ROWS}"
        details = {"keyword": "size", "max": MAX_ROWS, "num": terms * size}
        raise PipelineError(400, f"{summary}: choose a smaller size, or format=csv", details, ErrorKind.BATCH_TOO_LARGE)
    return size


def only_some(wanted: list[str]) -> bool:
    """Whether the request names fields to return, and not only fields to leave out."""
    return any(not name.startswith("-") for name in wanted) and "all" not in wanted


def not_empty(batches: Iterator[Any]) -> Iterator[Any]:
    """The batches. Raises a 400 for a list without terms."""
    empty = True
    for batch in batches:
        empty = False
        yield batch
    if empty:
        raise empty_list()
