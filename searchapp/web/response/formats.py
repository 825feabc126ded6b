"""The formats of answers in one table: name, content type, writer, and whether documents are written one by one."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import Any
from urllib.parse import parse_qsl

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from ..request.options import FORMAT_IN_BODY, FORMAT_KEYWORDS
from .csv import Batches, Columns, csv_lines, json_lines, tsv_lines
from .serializers import to_json, to_msgpack, to_wrapped_json, to_yaml

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Format:
    """A row of the table. `write` makes the bytes of any data; without one a page does.

    A format that `streams` has `lines` instead: they make the bytes of documents, batch by batch, with the columns
    that a function chooses for the first batch; with `flat` the documents have dotted names. `mimetypes` are further
    names in an Accept header. With `parts` the data may have values that are JSON already. With `looks`, `write`
    may get a second argument: a function to call from time to time, which raises an error when the time is over.
    `escaped_lines` are the lines in which no text is a formula to a spreadsheet.
    """

    name: str
    content_type: str
    write: Callable[..., bytes] | None = None
    lines: Callable[[Batches, Columns], Iterator[bytes]] | None = None
    flat: bool = False
    mimetypes: tuple[str, ...] = ()
    parts: bool = False
    looks: bool = False
    escaped_lines: Callable[[Batches, Columns], Iterator[bytes]] | None = None

    @cached_property
    def streams(self) -> bool:
        return self.lines is not None

    def escaped(self) -> "Format":
        """The format without formulas; the format itself if it has none."""
        return replace(self, lines=self.escaped_lines) if self.escaped_lines else self


def kinds(format: Format) -> tuple[str, ...]:
    """Every content type that means the format, without parameters."""
    return (format.content_type.partition(";")[0], *format.mimetypes)


FORMATS = (
    Format("json", "application/json", to_json, parts=True),
    Format("html", HTML, mimetypes=("application/xhtml+xml",)),
    Format(
        "yaml",
        "application/yaml; charset=utf-8",
        to_yaml,
        mimetypes=("application/x-yaml", "text/yaml", "text/x-yaml"),
        looks=True,
    ),
    Format(
        "msgpack", "application/msgpack", to_msgpack, mimetypes=("application/x-msgpack", "application/vnd.msgpack")
    ),
    Format(
        "csv",
        "text/csv; charset=utf-8; header=present",
        lines=csv_lines,
        flat=True,
        escaped_lines=partial(csv_lines, escape=True),
    ),
    Format(
        "tsv",
        "text/tab-separated-values; charset=utf-8",
        lines=tsv_lines,
        flat=True,
        escaped_lines=partial(tsv_lines, escape=True),
    ),
    Format(
        "ndjson",
        "application/x-ndjson",
        lines=json_lines,
        mimetypes=("application/ndjson", "application/jsonl"),
        parts=True,
    ),
)
MEDIA_TYPES = {format.name: kinds(format)[0] for format in FORMATS}
"""The content type of each format without parameters, by its name."""


class Formats(dict[str, Format]):
    """The formats of one application, by name; formats in `extra` override others."""

    def __init__(self, wrap_lists: bool = False, extra: Iterable[Format] = ()):
        self.arguments = wrap_lists, tuple(extra)
        super().__init__({format.name: format for format in (*FORMATS, *extra)})
        if wrap_lists:
            self["json"] = Format("json", "application/json", to_wrapped_json, parts=True)
        self.mimetypes = {kind: format.name for format in self.values() for kind in kinds(format)}
        self.of_objects = {kind: name for kind, name in self.mimetypes.items() if not self[name].streams}
        self.accepted = lru_cache(maxsize=256)(self._accepted)

    def with_own(self, own: Format) -> "Formats":
        """The table with one more format."""
        wrap_lists, extra = self.arguments
        return Formats(wrap_lists, (*extra, own))

    def accepted_by(self, environ: Mapping[str, Any], documents: bool = True) -> Format:
        """The format that the Accept header prefers. Formats of documents are only for answers with documents."""
        return self.accepted(environ.get("HTTP_ACCEPT", "")[:1000], documents)

    def requested(self, environ: Mapping[str, Any]) -> Format:
        """The format that `format` or else the Accept header names; json for an unknown one.

        It reads the request directly, so that an error in the options has a format too.
        """
        if "format=" in environ.get("QUERY_STRING", ""):
            for keyword, text in reversed(parse_qsl(environ["QUERY_STRING"])):
                if keyword in FORMAT_KEYWORDS:
                    return self.get(text, self["json"])
        if FORMAT_IN_BODY in environ:
            return self.get(environ[FORMAT_IN_BODY], self["json"])
        return self.accepted_by(environ)

    def of_error(self, environ: Mapping[str, Any], chosen: str | None) -> Format:
        """The format of an error: the format of the answer, but json instead of lines of documents."""
        found = self.get(chosen, self["json"]) if chosen else self.requested(environ)
        return self["json"] if found.streams else found

    def _accepted(self, accept: str, documents: bool) -> Format:
        """The format that an Accept header prefers by its `q`; json for an empty header, and among equals."""
        if accept in ("", "*/*", "application/json"):
            return self["json"]
        known = self.mimetypes if documents else self.of_objects
        wanted = parse_accept_header(accept, MIMEAccept)
        plain = MIMEAccept([(kind.partition(";")[0], quality) for kind, quality in wanted])
        best = plain.best_match(known, default="application/json")
        return self[known[best or "application/json"]]
