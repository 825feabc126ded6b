"""The hits of a page with their sources, as Elasticsearch writes them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson
from tantivy import Query

from ..docstore.store import Stored
from ..errors import EngineError, LimitReached
from ..highlight.highlighter import Marks, highlighter
from ..index.reader import Reader
from ..indexing.field_values import is_ignored
from ..mapping.field import Field
from ..mapping.tantivy_schema import SEQ
from ..queries.context import Context
from ..source.filter import Keep, keep_of, source_values
from ..values.floats import shortest
from ..work import work
from .collect import Hit
from .explanation import explanation
from .request import Request

Shown = dict[str, Any]


def fetched(reader: Reader, request: Request, query: Query, hits: list[Hit]) -> list[Shown]:
    """Each hit with its id, score and source, and what else the request asks for."""
    if not hits:
        return []
    show = shower(reader, request, query)
    return [show(hit, stored) for hit, stored in zip(hits, reader.sources([h.seq for h in hits]), strict=True)]


def shower(reader: Reader, request: Request, query: Query) -> Callable[[Hit, Stored], Shown]:
    """What makes a hit of the request out of its place in the order and what is stored."""
    keep = None if request.source is False else keep_of(request.source)
    page = Page(reader, request, query, limited(reader), _marks(reader, request), keep)
    return page.shown_whole if page.is_whole else page.shown


def may_be_ignored(raw: bytes, limited: list[Field]) -> bool:
    """Whether the JSON has a text that some field could ignore, so that its values must be looked at.

    A value has no more characters than its text has bytes.
    """
    least = min(field.ignore_above or 0 for field in limited)
    return len(raw) > least and re.search(rb'"(?:[^"\\]|\\.){%d,}' % (least + 1), raw) is not None


def limited(reader: Reader) -> list[Field]:
    """The fields with `ignore_above`."""
    if "limited" not in reader.cache:
        fields = reader.mapping.fields.values()
        reader.cache["limited"] = [field for field in fields if field.ignore_above is not None]
    found: list[Field] = reader.cache["limited"]
    return found


def _marks(reader: Reader, request: Request) -> Marks | None:
    if request.highlight is None:
        return None
    try:
        return highlighter(Context(reader), request.clause, request.highlight)
    except LimitReached:
        raise
    except EngineError:  # in a clause that the query did not need, beside one without matches
        return None


@dataclass(frozen=True, slots=True)
class Page:
    """What all hits of a page share."""

    reader: Reader
    request: Request
    query: Query
    limited: list[Field]
    """Fields with `ignore_above`."""
    mark: Marks | None
    keep: Keep | None
    """What filters the sources, None where they are shown whole or not at all."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing but the source as it is stored is asked for."""
        request = self.request
        more = request.version or request.seq_no or request.explain or self.limited or self.mark
        return request.source is True and not more

    def shown_whole(self, hit: Hit, stored: Stored) -> Shown:
        """As `shown`, for the usual request."""
        score = None if hit.score is None else shortest(hit.score)
        raw = stored.raw or b"{}"
        source = raw if self.request.raw_source else orjson.loads(raw)
        shown: Shown = {"_index": self.reader.name, "_id": stored.id, "_score": score, "_source": source}
        if hit.sort is not None:
            shown["sort"] = hit.sort
        return shown

    def shown(self, hit: Hit, stored: Stored) -> Shown:
        work().look()
        request, raw = self.request, stored.raw or b"{}"
        shown: Shown = {"_index": self.reader.name, "_id": stored.id, **self._counters(hit, stored)}
        shown["_score"] = shortest(hit.score)
        wants_all = request.source is True
        is_long = bool(self.limited) and may_be_ignored(raw, self.limited)
        source = None if request.raw_source and wants_all and not (is_long or self.mark) else orjson.loads(raw)
        ignored = self._ignored(source) if is_long else None
        if ignored:
            shown["_ignored"] = ignored
        if wants_all:
            shown["_source"] = raw if source is None else source
        elif request.source is not False:
            shown["_source"] = source if self.keep is None else self.keep(source)  # type: ignore[arg-type]
        marked = self.mark(source) if self.mark is not None else None
        if marked:
            shown["highlight"] = marked
        if hit.sort is not None:
            shown["sort"] = hit.sort
        return self._explained(shown, hit) if request.explain else shown

    def _counters(self, hit: Hit, stored: Stored) -> Shown:
        shown: Shown = {"_version": stored.version} if self.request.version else {}
        return shown | {"_seq_no": hit.seq, "_primary_term": 1} if self.request.seq_no else shown

    def _ignored(self, source: Any) -> list[str]:
        """The fields that ignore a value because of its length."""
        return sorted(
            field.path
            for field in self.limited
            if any(is_ignored(field, value) for value in source_values(source, field.source_path) if value is not None)
        )

    def _explained(self, shown: Shown, hit: Hit) -> Shown:
        """The hit with tantivy's account of the score, in the form of Lucene's."""
        this = Query.term_query(self.reader.schema, SEQ, hit.seq)
        address = self.reader.searcher.search(this, 1, count=False).hits[0][1]
        try:
            explained = orjson.loads(self.query.explain(self.reader.searcher, address).to_json())
        except ValueError:
            explained = {"value": hit.score or 0.0, "description": "score"}
        place = {"_shard": f"[{self.reader.name}][0]", "_node": self.reader.name}
        return {**place, **shown, "_explanation": explanation(explained)}
