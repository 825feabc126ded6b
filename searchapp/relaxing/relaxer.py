"""Finds the query to search instead of one without hits."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..builders.elastic import ElasticBuilder
from ..builders.field_checks import Fields
from ..builders.special_terms import SPECIAL
from ..errors import PipelineError
from ..protocols import Backend
from ..querystring.writing import phrase_text
from .asker import Asker
from .choice import FEWER
from .collection_reader import CollectionReader
from .found import NOTHING, Found, Relaxed
from .ids.meant import MeantIds
from .one_text import can_be_relaxed, corrections, instead_of, itself_of
from .tries.names import with_known_names, with_known_value
from .tries.values import with_known_values
from .words import escaped, is_readable

MAX_LENGTH = 300
MAX_MEANT = 3
NOT_RELAXED = ("scroll_id", "userquery", "analyzer")
"""Options with which a query is never relaxed."""

NARROWED = ("filter", "post_filter", "sort", "fetch_all", "min_score")
"""Options that hide hits of the query itself."""

Options = Mapping[str, Any]


class Relaxer:
    """Relaxes the queries of one item type. `default` is the value of the option `relax`: `none` or `auto`."""

    def __init__(
        self, builder: ElasticBuilder, backend: Backend, default: str = "none", id_prefixes: Iterable[str] = ()
    ):
        self.builder = builder
        self.backend = backend
        self.default = default
        self.collection = CollectionReader(builder, backend, id_prefixes)
        self.ids = MeantIds(self.collection, self.asker)

    def asker(self, options: Options, texts: int = 1) -> Asker:
        """The Asker for one query with these options, or for several."""
        vocabulary = None if self.builder.finds_near_words else lambda: self.collection.vocabulary(options)
        return Asker(self.builder, self.backend, options, vocabulary, texts)

    def can_relax(self, q: Any, options: Options) -> bool:
        """Whether a query with these options can be relaxed."""
        return not any(map(options.get, NOT_RELAXED)) and (isinstance(q, list) or is_possible(q))

    def tells_all(self, options: Options) -> bool:
        """Whether the response with these options shows all hits of the query."""
        return options.get("size") != 0 and not any(map(options.get, NARROWED))

    def is_readable(self, q: str, options: Options) -> bool:
        return bool(options.get("scopes")) or is_readable(q)

    def can_be_asked(self, q: str, options: Options) -> bool:
        """Whether the database can ask the query alone, without filters, facets and highlights."""
        try:
            itself_of(self.asker(options), q)
        except PipelineError as error:
            if error.code != 400:
                raise
            return False
        return True

    def instead_of(self, q: str, options: Options) -> Relaxed | None:
        """The query to search instead of `q`; None to keep the answer to `q`."""
        instead = self.ids.of_text(q, options) or self.by_words(q, options)
        return instead or (None if self.is_readable(q, options) else self.as_words(q, options))

    def by_words(self, q: str, options: Options, itself: Found | None = None) -> Relaxed | None:
        """The query to search instead of words; `itself` is the result of the query, None if it is not known."""
        asker = self.asker(options)
        itself = itself or itself_of(asker, q)
        if not itself.total and not options.get("scopes"):
            for found in self.otherwise_named(q, options, asker):
                return Relaxed("names", found.q, found.total, found.level)
            by_id = self.ids.asked_for(q, options, asker)
            if by_id:
                return by_id
            ids = self.ids.of_list(q, options, asker)
            if ids:
                return Relaxed("ids", f"_id:({' OR '.join(map(phrase_text, ids))})", len(ids))
        instead = instead_of(asker, q, itself)
        if not itself.total and (instead is None or instead.step == FEWER) and can_be_relaxed(asker, q):
            return self.ids.among_words(q, options) or instead
        return instead

    def as_words(self, q: str, options: Options) -> Relaxed | None:
        """The query with its syntax as text, for words that cannot be searched unchanged: `:)`, `4'33"`."""
        text = escaped(q)
        is_other = text != q.strip() and can_be_relaxed(self.asker(options), q)
        return Relaxed("words", text, 0, NOTHING) if is_other else None

    def did_you_mean(self, q: Any, options: Options) -> dict[str, Any]:
        """The suggestions for a query without hits, each with its number of documents."""
        if not is_possible(q) or any(map(options.get, (*NOT_RELAXED, *NARROWED, "scopes", "search_after"))):
            return {}
        by_id, asker = self.ids.of_text(q, options), self.asker(options)
        found = [by_id] if by_id else self.otherwise_named(q, options, asker) or corrections(asker, q)
        return suggested(found) or self.other_values(q, options)

    def other_values(self, q: Any, options: Options) -> dict[str, Any]:
        """The suggestions for a query with a value that its field does not have: `type:Programing`."""
        names, fields = self.builder.fields.names_in(q, options.get("item_type")) if is_possible(q) else ((), {})
        if not names or any(map(options.get, (*NOT_RELAXED, *NARROWED, "search_after"))) or not is_readable(q):
            return {}
        return suggested(self.spelled_values(q, fields, options))

    def spelled_values(self, q: str, fields: Fields, options: Options) -> list[Found]:
        """The results of the query with similar values of its fields, those with hits."""
        asker = self.asker({**options, "scopes": None})
        tried = with_known_values(q, asker, fields)
        return [found for found in asker.found_in_time(tried) if found.total] if tried else []

    def similar_words(self, words: Sequence[str], options: Options) -> list[str]:
        """The words of the collection that are similar to these."""
        known = self.asker(options).known(words)
        return [*dict.fromkeys(term for word in known for term, *_ in word.near)]

    def otherwise_named(self, q: str, options: Options, asker: Asker) -> list[Found]:
        """The query with the field names or the value in the spelling of the collection, if it has hits."""
        names, fields = self.builder.fields.names_in(q, options.get("item_type"))
        if not names or not is_readable(q):
            return []
        named = with_known_names(q, fields)
        found = self.other(named, q, asker)
        if found:
            return found
        value = with_known_value(named, fields, lambda name, value: self.collection.sources(name, value, options))
        return self.other(value, q, asker) or (self.spelled_values(named, fields, options) if named != q else [])

    def other(self, text: str | None, q: str, asker: Asker) -> list[Found]:
        """The result of a text that differs from `q`; empty if it does not differ or has no hits."""
        return [found for found in asker.results([text]) if found.total] if text and text != q else []


def suggested(found: Sequence[Found | Relaxed]) -> dict[str, Any]:
    """The first queries of some as suggestions with their numbers of documents."""
    meant = [{"q": each.q, "total": each.total} for each in found[:MAX_MEANT]]
    return {"did_you_mean": meant} if meant else {}


def is_possible(q: Any) -> bool:
    """Whether a value is a search text of at most the length of a title."""
    return isinstance(q, str) and len(q) <= MAX_LENGTH and bool(q.strip()) and q not in SPECIAL
