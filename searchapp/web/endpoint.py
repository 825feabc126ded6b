"""The way of every request: options in, data from an answer function, a response out.

read_options -> answer(options) -> data -> bytes in the wanted format -> headers, 304
             -> stream(options) -> batches -> lines in the wanted format, as they come
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Request, Response, g, request

from ..errors import EndScrollInterrupt, ErrorKind, PipelineError, PipelineInterrupt
from ..options.optionset import OptionSet
from ..querystring.names import whole_names
from .observability.usage import GIVEN
from .request.admission import arrival
from .request.current import current_request
from .request.options import read_options, request_id
from .response.columns import own_columns, present
from .response.formats import Format, Formats
from .response.headers import NO_STORE, VARY, Headers, cache_control, etag, matches, no_version
from .response.links import RANDOM, Links
from .response.serializers import to_json
from .response.stream import Streams, limit_waiting

Options = dict[str, Any]
Answer = Callable[..., Any]
"""A function of the options that gives the data of an answer; None is a 404."""

Page = Callable[[Any, Options], str]
Fields = Mapping[str, Mapping[str, Any]]

FORMAT = "searchapp.format"
VERSION = "searchapp.version"
POSITIONS = ("scroll_id", "search_after")
"""Options for a position in a result. A request with one of them is not streamed."""

NOT_DOCUMENTS = ("raw", "rawquery", "aggs")
"""Options whose answers have more than documents."""

IN_NO_TABLE = ("highlight", "explain")
"""Options whose results have no column."""

OF_FIELDS = frozenset(("_source", "aggs", "highlight", "scopes", "sort"))
"""Options with names of fields, whose lists are divided at blanks."""

DOCUMENTS_PER_CHECK = 50
"""Documents that are written as lines between two checks of the time."""
MAX_WARNINGS, MAX_WARNING = 2000, 300
"""The maximum bytes of the header of warnings, and letters of each warning in it; a letter may take six bytes."""


class PreparedResponse(Response):
    """A response with complete headers, which Flask does not change; checking them costs as much as making them."""

    def get_wsgi_response(self, environ: Any) -> tuple[Iterable[bytes], str, Headers]:
        """Bytes, status and headers. A list of bytes needs no iterator, unless `close` has work to do."""
        is_list = type(self.response) is list and not self._on_close and environ["REQUEST_METHOD"] != "HEAD"
        body = self.response if is_list else self.get_app_iter(environ)
        return body, self.status, self.headers.to_wsgi_list()  # type: ignore[return-value]


@dataclass(frozen=True)
class Endpoint:
    """One path: `answer` makes the data, `page` its HTML. It is made once, before the first request.

    An answer must be ready `seconds` after the request arrived. For answers with documents, `columns` returns the
    columns of a table for the requested fields, `stream` the batches of a complete result, and `links` makes the links
    to other pages. `page_answer` makes the data of a page if that needs more than a program gets.
    """

    name: str
    item_type: str
    answer: Answer
    page: Page
    seconds: float
    options: Mapping[str, OptionSet]
    defaults: Mapping[str, Options]
    formats: Formats
    max_age: int | None = None
    allow_partial: bool = False
    store: bool = True
    format: str | None = None
    version: Callable[[], Headers] = no_version
    columns: Callable[[list[str] | None], list[str]] | None = None
    page_answer: Answer | None = None
    stream: Answer | None = None
    streams: Streams | None = None
    links: Links | None = None
    fields: Callable[[], Fields] = dict

    def view(self, **path: Any) -> Response:
        """The response to the current request."""
        asked = current_request()
        environ, method = asked.environ, asked.method
        environ[VERSION] = self.version
        given = read_options(asked, self.options[method], path)
        if not OF_FIELDS.isdisjoint(given):
            given |= self.with_blanks(given)
        environ[GIVEN] = (self.item_type, given)
        format = self.format_of(given, environ)
        environ[FORMAT] = format.name
        given.pop("strict", None)
        if given.pop("escape_formulae", False):
            format = format.escaped()
        headers = self.download(given, format.name) if "download" in given else []
        keep = self.store and cacheable(given)
        options = {**self.defaults[method], **given, "deadline": arrival(environ) + self.seconds}
        warnings: list[str] = given.pop("warnings", [])
        if self.columns:
            options["warnings"] = warnings
            options["json_parts"] = format.parts
        if self.links and method != "POST":
            options["linked"] = self.links.window
        if format.flat:
            options |= {"dotfield": True, "_sorted": False}
            warnings += [f"{name} is not shown in tables, use ndjson" for name in IN_NO_TABLE if given.get(name)]
        if format.streams and self.stream and given.get("fetch_all") and not any(map(given.get, POSITIONS)):
            return self.streamed(format, options, headers, warnings)
        try:
            answer = self.page_answer if format.name == "html" and method != "POST" else None
            data = (answer or self.answer)(**options)
            if data is None:
                raise PipelineError.of(ErrorKind.NOT_FOUND)
        except PipelineInterrupt as interrupt:
            data, keep = interrupt.data, keep and not isinstance(interrupt, EndScrollInterrupt)
            format = self.formats["json"] if format.streams else format
        if warnings and (format.streams or self.name != "query" or not isinstance(data, dict)):
            headers.append(warnings_header(warnings))
        return self.respond(asked, data, format, given, [*headers, VARY, *self.version()], keep)

    def with_blanks(self, given: Options) -> Options:
        """The options with lists of several names of fields, where also a field with blanks is one name."""
        lists = {name: given[name] for name in OF_FIELDS & given.keys() if type(given[name]) is list}
        several = {name: names for name, names in lists.items() if len(names) > 1 and set(map(type, names)) == {str}}
        return {name: whole_names(names, self.fields()) for name, names in several.items()}

    def format_of(self, given: Options, environ: Mapping[str, Any]) -> Format:
        """The format of the response. Raises an error if a table cannot show the answer."""
        name = given.pop("out_format", None)
        refused = next((option for option in NOT_DOCUMENTS if given.get(option)), None)
        if name is None:
            documents = self.columns is not None and not refused
            return self.formats[self.format] if self.format else self.formats.accepted_by(environ, documents)
        if self.formats[name].streams and refused:
            keyword = refused.strip("_")
            raise PipelineError(400, f"{keyword} cannot be written as {name}, use json", {"keyword": keyword})
        return self.formats[name]

    def download(self, options: Options, format: str) -> Headers:
        """The header that makes a browser save the answer under a sensible name."""
        if not options.pop("download", False):
            return []
        return [("Content-Disposition", f'attachment; filename="{self.item_type}-{self.name}.{format}"')]

    def respond(
        self, asked: Request, data: Any, format: Format, options: Options, headers: Headers, keep: bool
    ) -> Response:
        """The data in the format, or 304 if the caller has it."""
        environ, method = asked.environ, asked.method
        if self.links and method != "POST":
            headers += self.links.header(data, options, environ)
        body = format.write(data) if format.write and not format.looks else self.write(data, format, options)
        if not keep or (self.allow_partial and is_partial(data)):
            headers.append(NO_STORE)
        elif method != "POST":
            if self.max_age is not None:
                headers.append(cache_control(self.max_age))
            is_itself = format.name in ("json", "html") or format.streams
            tag = etag(body if is_itself else to_json(data), data, format.name)
            headers.append(("ETag", tag))
            if "HTTP_IF_NONE_MATCH" in environ and matches(tag, environ["HTTP_IF_NONE_MATCH"]):
                return Response(status=304, headers=headers)
        headers.append(("Content-Type", format.content_type))
        return PreparedResponse(body, 200, headers)

    def streamed(self, format: Format, options: Options, headers: Headers, warnings: list[str]) -> Response:
        """Every hit, written while it is read."""
        assert self.stream and self.streams and format.lines
        environ, lines, shown = request.environ, format.lines, dict(options)
        started = self.streams.start(
            self.stream(**options), lambda batches: lines(batches, lambda first: self.table(first, shown, "GET", False))
        )
        limit_waiting(environ)
        headers = [*headers, VARY, *self.version(), NO_STORE, ("Content-Type", format.content_type)]
        if warnings:
            headers.append(warnings_header(warnings))
        response = PreparedResponse(started.body(request_id(environ)), 200, headers)
        response.call_on_close(started.close)
        return response

    def write(self, data: Any, format: Format, options: Options) -> bytes:
        """The bytes of lines, of a page, or of a format that is slow to write. Raises a 504 after the deadline."""
        if format.lines:
            method = "POST" if request.method == "POST" else "GET"
            documents = documents_of(data)
            parts = self.in_time(documents, arrival(request.environ) + self.seconds)
            return b"".join(format.lines(parts, lambda first: self.table(documents, options, method)))
        check_time = partial(self.check_time, arrival(request.environ) + self.seconds)
        if format.write:
            return format.write(data, check_time)
        g.look = check_time
        return self.page(data, options).encode()

    def in_time(self, documents: Sequence[Any], end: float) -> Iterator[Sequence[Any]]:
        """The documents in parts, at least one part. Raises a 504 after `end`."""
        for start in range(0, len(documents) or 1, DOCUMENTS_PER_CHECK):
            self.check_time(end)
            yield documents[start : start + DOCUMENTS_PER_CHECK]

    def check_time(self, end: float) -> None:
        """Raise a 504 once `end`, a `time.monotonic()`, is past."""
        if time.monotonic() > end:
            raise PipelineError.of(ErrorKind.TOO_LATE, seconds=f"{self.seconds:g}")

    def table(self, batch: Sequence[Any], options: Options, method: str, scored: bool = True) -> list[str]:
        """The columns of a table that begins with this batch."""
        assert self.columns
        options = {**self.defaults[method], **options}
        own = own_columns(self.name, method, options if scored else {"score": False, **options})
        fields = self.columns(options.get("_source"))
        if options.get("jmespath"):
            fields = present(fields, batch, own)
        return [*own, *(name for name in fields if name not in own)]


def documents_of(data: Any) -> list[Any]:
    """The documents of an answer: hits, a list, or one document."""
    if isinstance(data, list):
        return data
    return list(data["hits"]) if isinstance(data, dict) and "hits" in data and "_id" not in data else [data]


def warnings_header(warnings: Sequence[str]) -> tuple[str, str]:
    """The header for answers without room for warnings: a JSON list in ASCII, cut if it is too long."""
    shown = [text if len(text) <= MAX_WARNING else text[: MAX_WARNING - 1] + "…" for text in warnings]
    while len(shown) > 1 and len(json.dumps(shown)) > MAX_WARNINGS:
        shown.pop()
    return "X-Warnings", json.dumps(shown)


def cacheable(options: Options) -> bool:
    """False for scrolls, cursors and random documents."""
    if options.get("fetch_all") or options.get("scroll_id") or options.get("search_after"):
        return False
    q = options.get("q")
    return RANDOM not in q if isinstance(q, list) else q != RANDOM


def is_partial(data: Any) -> bool:
    """Whether only a part of the index answered; in a list, the entries have the note."""
    if type(data) is dict:
        return data.get("partial") is True
    return isinstance(data, list) and any(type(entry) is dict and entry.get("partial") is True for entry in data)
