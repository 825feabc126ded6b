"""Fetches the sources of a page's hits, and makes the hits as Elasticsearch writes them."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from tantivy import Query

from ...costs import LINES
from ...docstore.store import Stored
from ...highlight.highlighter import Highlight, highlighter
from ...index.reader import Reader
from ...indexing.field_values import is_ignored
from ...mapping.field import Field
from ...mapping.tantivy_schema import SEQ
from ...queries.context import Context
from ...source.filter import Keep, keep_of, source_values
from ...values.java_numbers import shortest
from ...work import work
from ..collect import Hit
from ..request import JsonHit, Request
from .explanation import explanation

DOCUMENTS_AT_ONCE = 200
"""Documents that are read at a time."""
FEW_AT_ONCE = 50
"""Documents that are read at a time if a page may end after any document, so that few are read needlessly."""
VALUE = '"value"'
"""A text that each line of an explanation has once."""


def fetched(reader: Reader, request: Request, query: Query, hits: list[Hit]) -> list[JsonHit]:
    """Each hit with its id, score and source, and whatever else the request asks for."""
    if not hits:
        return []
    make, seqs = hit_maker(reader, request, query), [hit.seq for hit in hits]
    if request.max_bytes is None:
        return [make(hit, stored) for hit, stored in zip(hits, documents(reader, seqs), strict=True)]
    made = (make(hit, stored) for hit, stored in zip(hits, documents(reader, seqs, FEW_AT_ONCE), strict=True))
    return list(up_to_bytes(made, request.max_bytes))


def up_to_bytes(hits: Iterable[JsonHit], max_bytes: int) -> Iterator[JsonHit]:
    """The first hit, and the following hits until their sources together exceed the limit of bytes."""
    left, is_first = max_bytes, True
    for hit in hits:
        source = hit.get("_source", b"")
        left -= len(source if isinstance(source, bytes) else orjson.dumps(source))
        if left < 0 and not is_first:
            return
        yield hit
        is_first = False


def documents(reader: Reader, seqs: Sequence[int], at_once: int = DOCUMENTS_AT_ONCE) -> Iterator[Stored]:
    """The stored documents, a few read at a time, so that memory holds only the parts that hits keep."""
    for start in range(0, len(seqs), at_once):
        stored = reader.sources(seqs[start : start + at_once])
        work().count_stored_bytes(sum(len(document.raw or b"") for document in stored))
        yield from stored


def hit_maker(reader: Reader, request: Request, query: Query) -> Callable[[Hit, Stored], JsonHit]:
    """A function that makes the JSON of a hit from a collected hit and its stored document."""
    asked = request.fields
    reads_fields = asked is not None and asked.reads_fields(reader)
    keep = None if isinstance(request.source, bool) else keep_of(request.source, reads_fields)
    fields, longest = limited(reader)
    marked = None if request.highlight is None else highlighter(Context(reader), request.clause, request.highlight)
    values = None if asked is None else asked.values(reader)
    page = Page(reader, request, query, fields, longest, marked, keep, values)
    if not page.is_simple:
        return page.full_hit
    return page.simple_hit if longest is None else page.simple_hit_of_short


def may_be_ignored(raw: bytes, longest: int) -> bool:
    """Whether the JSON has a text of more than `longest` characters, which some field could ignore.

    A value has no more characters than its text has bytes.
    """
    if len(raw) <= longest:
        return False
    return re.search(rb'"[^"]{%d}' % (longest + 1), raw.replace(b'\\"', b"'")) is not None


def limited(reader: Reader) -> tuple[list[Field], int | None]:
    """The fields with `ignore_above` or `ignore_malformed`, and the least `ignore_above`; None without such fields.

    A value that is no number may have any length, so the least one is 0 then.
    """

    def found() -> tuple[list[Field], int | None]:
        every = reader.mapping.fields.values()
        fields = [field for field in every if field.ignore_above is not None or field.ignore_malformed]
        return fields, min((field.ignore_above or 0 for field in fields), default=None)

    return reader.once("limited", found)


@dataclass(frozen=True, slots=True)
class Page:
    """The request and the functions that all hits of a page share."""

    reader: Reader
    request: Request
    query: Query
    limited: list[Field]
    """Fields with `ignore_above`."""
    longest: int | None
    """Their least `ignore_above`: no field ignores a shorter text."""
    highlight: Highlight | None
    """The highlights of a source, by field; None if the request has none."""
    keep: Keep | None
    """The `_source` filter; None for complete sources and for none."""
    fields: Callable[[Any], JsonHit] | None
    """A function from a source to the keys of a hit with values of fields; None if the request asks for none."""

    @property
    def is_simple(self) -> bool:
        """Whether the hits have only a version, a score, sort values, their complete source and ignored fields."""
        request = self.request
        more = request.seq_no or request.explain or self.highlight or self.fields
        return request.source is True and not more

    def simple_hit(self, hit: Hit, stored: Stored) -> JsonHit:
        """Like `full_hit`, faster, for the usual request."""
        score = None if hit.score is None else shortest(hit.score)
        raw = stored.raw or b"{}"
        work().count_answer_bytes(len(raw))
        source = raw if self.request.raw_source else orjson.loads(raw)
        made: JsonHit = {"_index": self.reader.name, "_id": stored.id}
        if self.request.version:
            made["_version"] = stored.version
        made["_score"], made["_source"] = score, source
        if hit.sort is not None:
            made["sort"] = hit.sort
        return made

    def simple_hit_of_short(self, hit: Hit, stored: Stored) -> JsonHit:
        """Like `simple_hit` if no value of the document is long enough to be ignored, else as `full_hit`."""
        is_long = may_be_ignored(stored.raw or b"", self.longest or 0)
        return self.full_hit(hit, stored, True) if is_long else self.simple_hit(hit, stored)

    def full_hit(self, hit: Hit, stored: Stored, is_long: bool | None = None) -> JsonHit:
        """The JSON of a hit with everything that the request asks for; `is_long` is None if it is not known yet."""
        work().check_deadline()
        request, raw = self.request, stored.raw or b"{}"
        made: JsonHit = {"_index": self.reader.name, "_id": stored.id, **self._counters(hit, stored)}
        made["_score"] = shortest(hit.score)
        if is_long is None:
            is_long = self.longest is not None and may_be_ignored(raw, self.longest)
        source = None if self.stays_raw and not is_long else orjson.loads(raw)
        ignored = self._ignored(source) if is_long else None
        if ignored:
            made["_ignored"] = ignored
        if request.source is not False:
            made["_source"] = self._source(raw, source)
        if self.fields is not None:
            made |= self.fields(source)
        highlights = self.highlight(source) if self.highlight is not None else None
        if highlights:
            made["highlight"] = highlights
        if hit.sort is not None:
            made["sort"] = hit.sort
        return self._explained(made, hit) if request.explain else made

    @property
    def stays_raw(self) -> bool:
        """Whether no part of a hit needs the source as an object."""
        request = self.request
        is_unread = request.source is False or (request.raw_source and request.source is True)
        return is_unread and not (self.highlight or self.fields)

    def _source(self, raw: bytes, source: Any) -> Any:
        """The requested part of a source, which is JSON or None and an object; raises an error beyond the allowance."""
        if self.request.source is True:
            work().count_answer_bytes(len(raw))
            return raw if source is None else source
        part = source if self.keep is None else self.keep(source)
        if work().allowance is not None:
            work().count_answer_bytes(len(orjson.dumps(part)))
        return part

    def _counters(self, hit: Hit, stored: Stored) -> JsonHit:
        counters: JsonHit = {"_version": stored.version} if self.request.version else {}
        return counters | {"_seq_no": hit.seq, "_primary_term": 1} if self.request.seq_no else counters

    def _ignored(self, source: Any) -> list[str]:
        """The paths of the fields that ignored a value because of its length."""
        return sorted(
            field.path
            for field in self.limited
            if any(is_ignored(field, value) for value in source_values(source, field.source_path) if value is not None)
        )

    def _explained(self, made: JsonHit, hit: Hit) -> JsonHit:
        """The hit with an explanation of its score."""
        this = Query.term_query(self.reader.schema, SEQ, hit.seq)
        address = self.reader.searcher.search(this, 1, count=False).hits[0][1]
        try:
            text = self.query.explain(self.reader.searcher, address).to_json()
        except ValueError:
            text = orjson.dumps({"value": hit.score or 0.0, "description": "score"}).decode()
        work().count(LINES, text.count(VALUE))
        shard = {"_shard": f"[{self.reader.name}][0]", "_node": self.reader.name}
        return {**shard, **made, "_explanation": explanation(orjson.loads(text))}


def hits_section(request: Request, count: int, best: float | None, hits: list[JsonHit]) -> dict[str, Any]:
    """The section `hits` of a response, for fetched hits."""
    if request.total_as_int:
        return {"total": count if request.counted else -1, "max_score": shortest(best), "hits": hits}
    section = {"max_score": shortest(best), "hits": hits}
    if not request.counted:
        return section
    limited = count > request.track_total
    total = {"value": request.track_total if limited else count, "relation": "gte" if limited else "eq"}
    return {"total": total, **section}
