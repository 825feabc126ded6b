"""The way of every request: options in, data from an answer function, a response out.

read_options -> answer(options) -> data -> bytes in the wanted format -> headers, 304
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, request

from ..errors import EndScrollInterrupt, PipelineInterrupt
from ..options.optionset import OptionSet
from .headers import NO_STORE, VARY, Headers, cache_control, etag, matches
from .render import Writer, to_json
from .request import read_options, wanted_format

Options = dict[str, Any]
Answer = Callable[[Options], Any]
Page = Callable[[Any, Options], str]

FORMAT = "searchapp.format"
HTML = "text/html; charset=utf-8"
RANDOM = "__any__"


class Whole(Response):
    """A response whose headers are complete and stand as they are; mending them costs as much as making them."""

    def get_wsgi_headers(self, environ: Any) -> Any:
        return self.headers


@dataclass(frozen=True)
class Endpoint:
    """What one path does: `answer` makes the data, `page` its HTML; all is made once, before the first request."""

    name: str
    item_type: str
    answer: Answer
    page: Page
    options: Mapping[str, OptionSet]
    defaults: Mapping[str, Options]
    writers: Mapping[str, Writer]
    max_age: int | None = None
    store: bool = True
    format: str | None = None
    version: Callable[[], str | None] = lambda: None

    def view(self, **path: Any) -> Response:
        """The response to the current request."""
        environ, method = request.environ, request.method
        given = read_options(request, self.options[method], path)
        format = environ[FORMAT] = given.pop("out_format", None) or self.format or wanted_format(environ)
        given.pop("strict", None)
        headers = self.download(given, format)
        keep = self.store and cacheable(given)
        try:
            data = self.answer({**self.defaults[method], **given})
        except PipelineInterrupt as interrupt:
            data, keep = interrupt.data, keep and not isinstance(interrupt, EndScrollInterrupt)
        return self.respond(data, format, given, keep, headers)

    def download(self, options: Options, format: str) -> Headers:
        """The header that makes a browser save the answer under a sensible name."""
        if not options.pop("download", False):
            return []
        return [("Content-Disposition", f'attachment; filename="{self.item_type}-{self.name}.{format}"')]

    def respond(self, data: Any, format: str, options: Options, keep: bool, headers: Headers) -> Response:
        """The data in the format, or 304 where the caller has it."""
        headers.append(VARY)
        version = self.version()
        if version:
            headers.append(("X-Data-Version", version))
        body, content_type = self.write(data, format, options)
        if not keep or is_partial(data):
            headers.append(NO_STORE)
        elif request.method != "POST":
            headers += cache_control(self.max_age)
            tag = etag(body if format == "json" else to_json(data), data, format)
            headers.append(("ETag", tag))
            if matches(tag, request.environ.get("HTTP_IF_NONE_MATCH")):
                return Response(status=304, headers=headers)
        headers.append(("Content-Type", content_type))
        return Whole(body, 200, headers)

    def write(self, data: Any, format: str, options: Options) -> tuple[bytes, str]:
        writer = self.writers.get(format)
        if writer is None:
            return self.page(data, options).encode(), HTML
        return writer.write(data), writer.content_type


def cacheable(options: Options) -> bool:
    """False for scrolls, cursors and random documents."""
    if options.get("fetch_all") or options.get("scroll_id") or options.get("search_after"):
        return False
    q = options.get("q")
    return RANDOM not in q if isinstance(q, list) else q != RANDOM


def is_partial(data: Any) -> bool:
    """Whether only a part of the index answered; a list says so in its entries."""
    if type(data) is dict:
        return data.get("partial") is True
    return isinstance(data, list) and any(type(entry) is dict and entry.get("partial") is True for entry in data)
