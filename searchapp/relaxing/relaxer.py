"""Finds a query to replace a query without hits."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..builders.elastic import ElasticBuilder
from ..builders.field_checks import Fields
from ..builders.special_terms import SPECIAL
from ..errors import PipelineError
from ..protocols import Backend
from ..querystring.writing import phrase_text
from .candidates.names import with_known_names, with_known_value
from .candidates.values import with_known_values
from .choice import FEWER
from .collection_reader import CollectionReader
from .ids.meant import MeantIds
from .one_text import can_be_relaxed, corrections, own_result_of, replacement_for
from .query_runner import QueryRunner
from .result import NO_HIT, Relaxed, Result
from .words import escaped, is_readable

MAX_LENGTH, MAX_WORD_LENGTH = 2000, 300
"""The maximum number of characters of a text that is relaxed, a pasted abstract, and of each of its words.

A node takes 0.5 s to correct a word of 2,000 characters.
"""
MAX_MEANT = 3
NOT_RELAXED = ("scroll_id", "userquery", "analyzer")
"""Options with which a query is never relaxed."""

NARROWED = ("filter", "post_filter", "sort", "fetch_all", "min_score")
"""Options with which a response may lack hits of the query."""

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
        self.ids = MeantIds(self.collection, self.runner)

    def runner(self, options: Options, texts: int = 1, begun: float | None = None) -> QueryRunner:
        """The QueryRunner for one query with these options, or for several, whose CPU time counts from `begun`."""
        vocabulary = None if self.builder.finds_near_words else lambda: self.collection.vocabulary(options)
        return QueryRunner(self.builder, self.backend, options, vocabulary, texts, begun)

    def can_relax(self, q: Any, options: Options) -> bool:
        """Whether a query with these options can be relaxed."""
        return not any(map(options.get, NOT_RELAXED)) and (isinstance(q, list) or is_possible(q))

    def shows_all_hits(self, options: Options) -> bool:
        """Whether a response with these options counts all hits of the query."""
        return options.get("size") != 0 and not any(map(options.get, NARROWED))

    def is_readable(self, q: str, options: Options) -> bool:
        return bool(options.get("scopes")) or is_readable(q)

    def is_accepted(self, q: str, options: Options) -> bool:
        """Whether the database accepts the query alone, without filters, facets and highlights."""
        try:
            own_result_of(self.runner(options), q)
        except PipelineError as error:
            if error.code != 400:
                raise
            return False
        return True

    def replacement_for(self, q: str, options: Options) -> Relaxed | None:
        """The query that replaces `q`; None to keep the answer to `q`."""
        instead = self.ids.of_text(q, options) or self.by_words(q, options)
        return instead or (None if self.is_readable(q, options) else self.as_words(q, options))

    def by_words(self, q: str, options: Options, own_result: Result | None = None) -> Relaxed | None:
        """The query that replaces words; `own_result` is the result of `q`, None if it is not known."""
        runner = self.runner(options)
        own_result = own_result or own_result_of(runner, q)
        if not own_result.total and not options.get("scopes"):
            for found in self.with_corrected_names(q, options, runner):
                return Relaxed("names", found.q, found.total, found.level)
            by_id = self.ids.of_question(q, options, runner)
            if by_id:
                return by_id
            ids = self.ids.of_list(q, options, runner)
            if ids:
                return Relaxed("ids", f"_id:({' OR '.join(map(phrase_text, ids))})", len(ids))
        instead = replacement_for(runner, q, own_result)
        if not own_result.total and (instead is None or instead.step == FEWER) and can_be_relaxed(runner, q):
            return self.ids.among_words(q, options) or instead
        return instead

    def as_words(self, q: str, options: Options) -> Relaxed | None:
        """The query with its operators escaped, for words that cannot be parsed: `:)`, `4'33"`."""
        text = escaped(q)
        is_other = text != q.strip() and can_be_relaxed(self.runner(options), q)
        return Relaxed("words", text, 0, NO_HIT) if is_other else None

    def did_you_mean(self, q: Any, options: Options) -> dict[str, Any]:
        """The suggestions for a query without hits, each with its number of hits: `{"did_you_mean": [...]}` or `{}`."""
        if not is_possible(q) or any(map(options.get, (*NOT_RELAXED, *NARROWED, "scopes", "search_after"))):
            return {}
        by_id, runner = self.ids.of_text(q, options), self.runner(options)
        found = [by_id] if by_id else self.with_corrected_names(q, options, runner) or corrections(runner, q)
        return suggested(found) or self.other_values(q, options)

    def other_values(self, q: Any, options: Options) -> dict[str, Any]:
        """The suggestions for a query with a value that its field does not have: `type:Programing`."""
        names, fields = self.builder.fields.names_in(q, options.get("item_type")) if is_possible(q) else ((), {})
        if not names or any(map(options.get, (*NOT_RELAXED, *NARROWED, "search_after"))) or not is_readable(q):
            return {}
        return suggested(self.spelled_values(q, fields, options))

    def spelled_values(self, q: str, fields: Fields, options: Options) -> list[Result]:
        """The results of the queries with similar values of the fields, without queries that have no hits."""
        runner = self.runner({**options, "scopes": None})
        tried = with_known_values(q, runner, fields)
        return [found for found in runner.found_in_time(tried) if found.total] if tried else []

    def similar_words(self, words: Sequence[str], options: Options) -> list[str]:
        """The words of the collection that are similar to the given words."""
        stats = self.runner(options).word_stats(words)
        return [*dict.fromkeys(term for word in stats for term, *_ in word.near)]

    def with_corrected_names(self, q: str, options: Options, runner: QueryRunner) -> list[Result]:
        """The result of the query with corrected field names or a corrected value; empty if it has no hits."""
        names, fields = self.builder.fields.names_in(q, options.get("item_type"))
        named = with_known_names(q, fields) if names else ""
        if not named or not is_readable(named):
            return []
        found = self.result_if_changed(named, q, runner)
        if found:
            return found
        value = with_known_value(named, fields, lambda name, value: self.collection.sources(name, value, options))
        found = self.result_if_changed(value, q, runner)
        return found or (self.spelled_values(named, fields, options) if named != q else [])

    def result_if_changed(self, text: str | None, q: str, runner: QueryRunner) -> list[Result]:
        """The result of a text; empty if it is equal to `q` or has no hits."""
        return [found for found in runner.results([text]) if found.total] if text and text != q else []


def suggested(found: Sequence[Result | Relaxed]) -> dict[str, Any]:
    """The first queries as suggestions with their numbers of hits."""
    meant = [{"q": each.q, "total": each.total} for each in found[:MAX_MEANT]]
    return {"did_you_mean": meant} if meant else {}


def is_possible(q: Any) -> bool:
    """Whether a term can be relaxed: a text of at most MAX_LENGTH characters, without a word that is too long."""
    is_text = isinstance(q, str) and len(q) <= MAX_LENGTH and bool(q.strip()) and q not in SPECIAL
    return is_text and max(map(len, q.split())) <= MAX_WORD_LENGTH
