"""Runs the queries of the relaxing steps within a limit of time and number, and counts the documents with a word."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..builders.elastic import ElasticBuilder, filtered
from ..errors import ErrorKind, PipelineError
from ..options.languages import language_named
from ..protocols import Backend, Context, Response
from ..querystring.folding import folded
from .candidates.names import texts
from .candidates.spelling import MAX_NEAR, WordStats, in_any_field, unknown_of
from .result import EQUAL_NAME, Result, result_of
from .stop_words import DEFAULT
from .vocabulary import Vocabulary
from .words import escaped, is_readable

MAX_QUERIES = 100
"""The maximum number of queries for one text. A title with a typing error needs 40 at most."""
MAX_SECONDS, MAX_CPU_SECONDS, MAX_CPU_SECONDS_OF_SCANS = 2.0, 0.3, 1.0
"""Seconds, elapsed or of CPU time, after which no further step begins. SQLite uses the CPU time of this process."""
MAX_SHARES = 2.5
"""All texts of a list together may take this many times the time of a single text."""
MAX_SECONDS_OF_LIST = 1.2
"""Seconds elapsed, after which no text of a list begins if the database ranks hits: a node works on each for 20 ms in
collections with 340 fields, and its work is not CPU time of this process."""
MAX_CORRECTED_WORDS = 6
"""The maximum number of words of a query that are corrected."""

MAX_NAMES = 10
"""The maximum number of names of a list that are looked up in a database that does not rank hits."""
NO_HITS: Response = {"hits": {"hits": [], "total": 0}}

Options = Mapping[str, Any]


class QueryRunner:
    """Runs the queries that relax one text, or the texts of a list."""

    def __init__(
        self,
        builder: ElasticBuilder,
        backend: Backend,
        options: Options,
        vocabulary: Callable[[], Vocabulary] | None = None,
        texts: int = 1,
        begun: float | None = None,
    ):
        """`vocabulary` returns the words of names, for databases that do not find similar words.

        The CPU time of the texts counts from `begun`, a `time.thread_time()`; from now on by default.
        """
        self.vocabulary = vocabulary
        self.builder = builder
        self.backend = backend
        self.item_type = options.get("item_type")
        self.deadline = options.get("deadline")
        self.scopes = options.get("scopes") or []
        self.ranks_hits = vocabulary is None
        """Whether the database ranks hits, and finds similar words."""
        shares = min(texts, MAX_SHARES)
        seconds = MAX_SECONDS_OF_LIST if texts > 1 and self.ranks_hits else MAX_SECONDS * shares
        self.end = time.monotonic() + seconds
        cpu_seconds = MAX_CPU_SECONDS if self.ranks_hits else MAX_CPU_SECONDS_OF_SCANS
        self.cpu_end = (time.thread_time() if begun is None else begun) + cpu_seconds * shares
        self.begin_text()

    def begin_text(self) -> None:
        """Start with another text: reset the number of queries, and forget the words of the last text."""
        self.queries = MAX_QUERIES
        """The number of queries that may still be run for the text."""
        self.stats_by_words: dict[tuple[Any, ...], list[WordStats]] = {}
        """The results of `word_stats` for the words of this text."""

    def is_first(self, other: str, q: str) -> bool:
        """Whether the first hit of `q` has `other` as its name, and no document matches `other` better."""
        first = [hit["_id"] for hit in self.first_hit(q)["hits"]["hits"]]
        here = self.first_hit(other, {"ids": {"values": first}})
        if result_of(other, here).level < EQUAL_NAME:
            return False
        best = self.first_hit(other)["hits"].get("max_score") or 0
        return (here["hits"].get("max_score") or 0) >= best

    def is_name_of_another(self, q: str, id: str) -> bool:
        """Whether a document with another id has exactly the name `q`."""
        return self.is_name_where(q, {"bool": {"must_not": [{"ids": {"values": [id]}}]}})

    def is_name_where(self, q: str, condition: dict[str, Any]) -> bool:
        """Whether a document that matches a condition has exactly the name `q`."""
        return result_of(q, self.first_hit(q, condition)).level == EQUAL_NAME

    def first_hit(self, q: str, *conditions: dict[str, Any]) -> Response:
        """The response with the first hit of a query that matches all conditions."""
        body = self.builder.build_count(q, item_type=self.item_type, size=1)
        query = filtered(body["query"], [*conditions])
        return self.backend.search({**body, "query": query}, Context(self.item_type, self.deadline))

    def ids_of_names(self, names: Sequence[str]) -> list[str | None]:
        """The id of a document with exactly this name, for each name; None if no document has it."""
        if not self.ranks_hits:
            return [self.id_with_value(name) for name in names[:MAX_NAMES]] + [None] * len(names[MAX_NAMES:])
        if not all(map(is_readable, names)):
            return [None] * len(names)
        responses = self.unfiltered(names, 1)
        pairs = zip(names, responses, strict=True)
        return [
            each["hits"]["hits"][0]["_id"] if result_of(name, each).level == EQUAL_NAME else None
            for name, each in pairs
        ]

    def have_hits(self, names: Sequence[str]) -> list[bool]:
        """Whether each name has hits; always true for databases in which this check takes as long as the search."""
        if not (self.ranks_hits and all(map(is_readable, names))):
            return [not self.ranks_hits] * len(names)
        return [bool(result_of(name, each).total) for name, each in zip(names, self.unfiltered(names, 0), strict=True)]

    def unfiltered(self, names: Sequence[str], size: int) -> list[Response]:
        """The response to each name without filters; responses without hits if they take too long."""
        bodies = [self.builder.build_count(name, item_type=self.item_type, size=size) for name in names]
        return self.responses_in_time(bodies) or [NO_HITS] * len(names)

    def id_with_value(self, name: str) -> str | None:
        """The id of a document with this value in the first name field; None if none is found in time."""
        names = self.builder.fields.state(self.item_type).profile.names[:1]
        asked = {"item_type": self.item_type, "size": 1}
        bodies = [self.builder.build(escaped(name), _source=[field.path], **asked) for field in names]
        responses = self.responses_in_time(bodies) if bodies and self.is_time_left() else []
        hits = (hit for response in responses for hit in response["hits"]["hits"])
        return next((hit["_id"] for hit in hits if is_value_of(name, hit)), None)

    def is_time_left(self) -> bool:
        """Whether another query may be run for this text."""
        return self.queries > 0 and self.is_time_for_more()

    def is_time_for_more(self) -> bool:
        """Whether time is left for another text."""
        return time.monotonic() < self.end and time.thread_time() < self.cpu_end

    def found_in_time(self, texts: Sequence[str]) -> list[Result]:
        """The results of queries without filters, except queries that take too long or that the database refuses."""
        texts = texts[: self.queries]
        self.queries -= len(texts)
        try:
            return self.results(texts, min(self.end, self.deadline or self.end))
        except PipelineError as error:
            if error.code == 400:
                return [each for text in texts for each in self.found_in_time([text])] if len(texts) > 1 else []
            if error.kind is not ErrorKind.TOO_LATE:
                raise
            return []

    def responses_in_time(self, bodies: list[Any]) -> list[Response]:
        """The responses to search bodies; an empty list if they take too long."""
        try:
            return self.backend.multi_search(bodies, Context(self.item_type, min(self.end, self.deadline or self.end)))
        except PipelineError as error:
            if error.kind is not ErrorKind.TOO_LATE:
                raise
            return []

    def results(self, texts: Sequence[str], deadline: float | None = None) -> list[Result]:
        """The results of queries without filters.

        Only queries with hits are ranked, to tell how well the best hit matches: most queries have no hits, and a
        ranked query takes ten times as long.
        """
        if not self.ranks_hits:
            return self.found(texts, 1, deadline)
        counted = self.found(texts, 0, deadline)
        ranked = iter(self.found([each.q for each in counted if each.total], 1, deadline))
        return [next(ranked, each) if each.total else each for each in counted]

    def found(self, texts: Sequence[str], size: int, deadline: float | None) -> list[Result]:
        """The results of queries without filters. With `size` 0 they are counted only, otherwise ranked too."""
        if not texts:
            return []
        asked = {"item_type": self.item_type, "size": size, "scopes": self.scopes}
        bodies = [self.builder.build_count(text, **asked) for text in texts]
        responses = self.backend.multi_search(bodies, Context(self.item_type, deadline or self.deadline))
        return [result_of(text, response) for text, response in zip(texts, responses, strict=True)]

    def word_stats(self, words: Sequence[str], size: int = MAX_NEAR) -> list[WordStats]:
        """The number of documents with each word, and at most `size` similar words of each.

        For more than MAX_CORRECTED_WORDS words, only unknown words have similar words, if they are not too many either.
        """
        key = (*words, size)
        if key not in self.stats_by_words:
            self.stats_by_words[key] = self.read_word_stats(words, size)
        return self.stats_by_words[key]

    def read_word_stats(self, words: Sequence[str], size: int) -> list[WordStats]:
        """Like `word_stats`, without its cache."""
        if self.vocabulary:
            return self.word_stats_of_names(words, size) if not self.scopes and self.is_time_left() else []
        if len(words) <= MAX_CORRECTED_WORDS or not size:
            return self.word_stats_of_fields(words, size)
        stats = self.word_stats_of_fields(words, 0)
        unknown = unknown_of(stats)
        if 0 < len(unknown) <= MAX_CORRECTED_WORDS:
            similar = self.word_stats_of_fields([words[place] for place in unknown], size)
            near = dict(zip(unknown, similar, strict=False))
            stats = [near.get(place, word) for place, word in enumerate(stats)]
        return stats

    def word_stats_in(self, field: str, words: Sequence[str], size: int = MAX_NEAR) -> list[WordStats]:
        """Like `word_stats`, in one field; in all names if the database does not find similar words."""
        if self.vocabulary:
            return self.word_stats_of_names(words, size)
        near = self.backend.near_words(field, [*words], size, self.item_type, self.deadline)
        return [WordStats(word, *found) for word, found in zip(words, near, strict=True)]

    def word_stats_of_fields(self, words: Sequence[str], size: int) -> list[WordStats]:
        """Like `word_stats`, in all text fields, with similar words for any number of words."""
        of_fields: list[list[WordStats]] = []
        for field in self.builder.fields.words_fields(self.item_type, self.scopes):
            if self.is_time_left():
                of_fields.append(self.word_stats_in(field, words, size))
        return [in_any_field(of_word, size) for of_word in zip(*of_fields, strict=True)]

    def word_stats_of_names(self, words: Sequence[str], size: int) -> list[WordStats]:
        """Like `word_stats`, from the words of names. A few words that no name has are counted in all fields."""
        assert self.vocabulary
        start, cpu_start = time.monotonic(), time.thread_time()
        names = self.vocabulary()
        self.end += time.monotonic() - start
        self.cpu_end += time.thread_time() - cpu_start
        counts = {word: names.counts[word.lower()] for word in words}
        others = [word for word, count in counts.items() if not count]
        if len(others) > MAX_CORRECTED_WORDS:
            return []
        if len(words) > 1:
            counts.update((found.q, found.total) for found in self.found_in_time(others))
        return [WordStats(word, counts[word], () if counts[word] else names.near(word, size)) for word in words]

    def language(self) -> str:
        """The language of the collection: from its metadata, else from its analyzers, else English."""
        fields = self.builder.fields
        noted = fields.sources(self.item_type).get("language") or fields.guessed(self.item_type).get("language")
        return str(noted or language_of(fields.of(self.item_type)) or DEFAULT)


def is_value_of(name: str, hit: Mapping[str, Any]) -> bool:
    """Whether a value of a hit is equal to this text. Some databases also return hits that have only its words."""
    return folded(name) in map(folded, texts(hit.get("_source") or {}))


def language_of(fields: Mapping[str, Mapping[str, Any]]) -> str | None:
    """The language of the analyzer of a `.stem` sub-field; None without such a field."""
    analyzers = (str(field.get("analyzer")) for name, field in fields.items() if name.endswith(".stem"))
    return next(filter(language_named, analyzers), None)
