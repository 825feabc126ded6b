"""The body of a request with a list. It is stored in a file, so that memory does not grow with the list."""

import tempfile
from collections.abc import Callable
from typing import IO, NamedTuple

from flask import Request
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import ClientDisconnected

from ...errors import PipelineError
from ...options.optionset import Pairs
from ..request.body import FORMS, check_encoding, check_end, check_parts, complete_data, form, incomplete, wrong_type
from .terms import KINDS, TABLE_FILES, Terms, csv_terms, json_terms, text_terms, typed_terms

CHUNK = 65536
MAX_LINES_PER_TERM = 2
"""The maximum number of lines per term: some lines are empty, or have no value in the column."""


class Limits(NamedTuple):
    """The limits of a list: the number of terms, the characters of a term, the bytes of the body."""

    terms: int
    characters: int
    bytes: int


def is_list(request: Request) -> bool:
    """Whether the body is a plain list, as programs send it, and not a form."""
    return request.method == "POST" and request.mimetype in KINDS


def read_form(request: Request) -> tuple[Pairs, FileStorage | None]:
    """The fields of a form and the file that was uploaded as `file` or `list`; raises a 415 for any other body."""
    if request.method != "POST":
        return (), None
    if request.mimetype not in FORMS:
        raise wrong_type([*KINDS, *FORMS])
    if request.mimetype == FORMS[0]:
        return form(complete_data(request)), None
    check_parts(request)
    file = request.files.get("file") or request.files.get("list")
    return list(request.form.items(multi=True)), file if file and file.filename else None


def as_one_list(pairs: Pairs) -> Pairs:
    """The parameters, in which several lists, such as selected rows, are joined to one."""
    lists = [text for name, text in pairs if name == "list"]
    if len(lists) < 2:
        return pairs
    return [*((name, text) for name, text in pairs if name != "list"), ("list", "\n".join(map(str, lists)))]


def read_list(request: Request, column: str | None, limits: Limits) -> Terms:
    """The terms of a body that is a list. The complete list is checked before the first term is returned."""
    check_encoding(request)
    request.max_content_length = limits.bytes
    with tempfile.TemporaryFile() as file:
        copy(request, file, limits.bytes)
        kind = KINDS[request.mimetype]
        yield from checked(file, lambda: kind(file, column), limits)


def copy(request: Request, file: IO[bytes], most: int) -> None:
    """Write the body to the file; raises a 413 for a longer one."""
    try:
        while data := request.stream.read(CHUNK):
            file.write(data)
            if file.tell() > most:
                raise PipelineError(413, f"the body may have at most {most} bytes", {"max": most})
        check_end(request, file.tell())
    except ClientDisconnected as error:
        raise incomplete(error) from None


def read_upload(file: FileStorage, column: str | None, limits: Limits) -> Terms:
    """The terms of an uploaded file: of a table if the name of the file says so, else one term per line."""
    name, data = (file.filename or "").lower(), file.stream
    if name.endswith((".ndjson", ".jsonl")):
        return checked(data, lambda: json_terms(data, column), limits)
    if name.endswith(TABLE_FILES):
        return checked(data, lambda: csv_terms(data, column, "\t" if name.endswith((".tsv", ".tab")) else None), limits)
    return checked(data, lambda: text_terms(data, column), limits)


def checked(file: IO[bytes], terms: Callable[[], Terms], limits: Limits) -> Terms:
    """The terms, which are read twice: first to check that all are readable, and that their number is allowed."""
    check_lines(file, limits.terms * MAX_LINES_PER_TERM)
    if not count_terms(terms, limits):
        raise empty_list()
    yield from terms()


def empty_list() -> PipelineError:
    return PipelineError(400, "the list is empty: send at least one term", {"missing": "list"})


def check_lines(file: IO[bytes], most: int) -> None:
    """Raise a 413 for a file with more lines, since reading millions of empty ones takes seconds."""
    file.seek(0)
    count = 0
    while data := file.read(CHUNK):
        count += max(data.count(b"\n"), data.count(b"\r"))
        if count > most:
            raise PipelineError(413, f"a list may have at most {most} lines", {"max": most})


def read_text(text: str, limits: Limits) -> Terms:
    """The terms of a typed list, which may be empty."""
    count_terms(lambda: typed_terms(text), limits)
    return typed_terms(text)


def count_terms(terms: Callable[[], Terms], limits: Limits) -> int:
    """The number of terms. Raises a 413 for more than a list may have."""
    count = 0
    for count, _ in enumerate(terms(), 1):
        if count > limits.terms:
            raise PipelineError(413, f"a list may have at most {limits.terms} terms", {"max": limits.terms})
    return count
