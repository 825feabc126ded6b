"""Asks the database for the steps of relaxing, within their time: the hits of texts, and the known words."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..builders.elastic import ElasticBuilder, filtered
from ..errors import ErrorKind, PipelineError
from ..options.languages import language_named
from ..protocols import Backend, Context, Response
from ..querystring.folding import folded
from .found import EQUAL, Found, found_in
from .stop_words import DEFAULT
from .tries.names import texts
from .tries.spelling import MAX_NEAR, Known, in_any_field, unknown_of
from .vocabulary import Vocabulary
from .words import escaped, is_readable

MAX_QUERIES = 100
"""Maximum number of queries for one text in all steps. A title with a typing error needs 40 at most."""
MAX_SECONDS, MAX_CPU_SECONDS, MAX_CPU_SECONDS_OF_SCANS = 2.0, 0.3, 1.0
"""Seconds, of time or of work of this process, after which no further step begins. SQLite works in the process."""
MAX_SHARES = 2.5
"""All texts of a list together may take this many times the time of a single text."""
MAX_CORRECTED_WORDS = 6
"""Words of a query that are corrected."""

MAX_VALUED = 10
"""The maximum number of names of a list that are looked for in a database that does not rank hits."""
NO_HITS: Response = {"hits": {"hits": [], "total": 0}}

Options = Mapping[str, Any]


class Asker:
    """Sends the queries of the steps, for one query or for a list."""

    def __init__(
        self,
        builder: ElasticBuilder,
        backend: Backend,
        options: Options,
        vocabulary: Callable[[], Vocabulary] | None = None,
        texts: int = 1,
    ):
        """`vocabulary` gives the words of names where the database finds no similar words itself."""
        self.vocabulary = vocabulary
        self.builder = builder
        self.backend = backend
        self.item_type = options.get("item_type")
        self.deadline = options.get("deadline")
        self.scopes = options.get("scopes") or []
        self.is_engine = vocabulary is None
        """Whether the database scores hits by how they fit, and finds similar words."""
        shares = min(texts, MAX_SHARES)
        self.end = time.monotonic() + MAX_SECONDS * shares
        self.cpu_end = time.thread_time() + (MAX_CPU_SECONDS if self.is_engine else MAX_CPU_SECONDS_OF_SCANS) * shares
        self.begin_text()

    def begin_text(self) -> None:
        """Begin with another text, without results of earlier queries."""
        self.queries = MAX_QUERIES
        """Queries that are left for the text."""
        self.words_known: dict[tuple[Any, ...], list[Known]] = {}
        """The results of `known` for the words of this text."""

    def is_first(self, other: str, q: str) -> bool:
        """Whether the first hit of the query has the other text as its name, and no document fits that better."""
        first = [hit["_id"] for hit in self.first_hit(q)["hits"]["hits"]]
        here = self.first_hit(other, {"ids": {"values": first}})
        if found_in(other, here).level < EQUAL:
            return False
        best = self.first_hit(other)["hits"].get("max_score") or 0
        return (here["hits"].get("max_score") or 0) >= best

    def is_name_of_another(self, q: str, id: str) -> bool:
        """Whether a document with another id has exactly this name."""
        return self.is_called(q, {"bool": {"must_not": [{"ids": {"values": [id]}}]}})

    def is_called(self, q: str, condition: dict[str, Any]) -> bool:
        """Whether a document that matches a condition has exactly this name."""
        return found_in(q, self.first_hit(q, condition)).level == EQUAL

    def first_hit(self, q: str, *conditions: dict[str, Any]) -> Response:
        """The response with the first hit of a query that fulfils conditions."""
        body = self.builder.build_count(q, item_type=self.item_type, size=1)
        query = filtered(body["query"], [*conditions])
        return self.backend.search({**body, "query": query}, Context(self.item_type, self.deadline))

    def called(self, names: Sequence[str]) -> list[str | None]:
        """For each name the id of a document with exactly this name; None for a name that no document has."""
        if not self.is_engine:
            return [self.valued(name) for name in names[:MAX_VALUED]] + [None] * len(names[MAX_VALUED:])
        if not all(map(is_readable, names)):
            return [None] * len(names)
        responses = self.unfiltered(names, 1)
        pairs = zip(names, responses, strict=True)
        return [each["hits"]["hits"][0]["_id"] if found_in(name, each).level == EQUAL else None for name, each in pairs]

    def have_hits(self, names: Sequence[str]) -> list[bool]:
        """Whether each name finds something; true for each in a database where this takes as long as a search."""
        if not (self.is_engine and all(map(is_readable, names))):
            return [not self.is_engine] * len(names)
        return [bool(found_in(name, each).total) for name, each in zip(names, self.unfiltered(names, 0), strict=True)]

    def unfiltered(self, names: Sequence[str], size: int) -> list[Response]:
        """The responses to names without filters; without hits if they take too long."""
        bodies = [self.builder.build_count(name, item_type=self.item_type, size=size) for name in names]
        return self.responses_in_time(bodies) or [NO_HITS] * len(names)

    def valued(self, name: str) -> str | None:
        """The id of a document with this value in the first field with names; None without one or without time."""
        names = self.builder.fields.state(self.item_type).profile.names[:1]
        asked = {"item_type": self.item_type, "size": 1}
        bodies = [self.builder.build(escaped(name), _source=[field.path], **asked) for field in names]
        responses = self.responses_in_time(bodies) if bodies and self.is_time_left() else []
        hits = (hit for response in responses for hit in response["hits"]["hits"])
        return next((hit["_id"] for hit in hits if is_value_of(name, hit)), None)

    def is_time_left(self) -> bool:
        """Whether another query may be tried for this text."""
        return self.queries > 0 and self.is_time_for_more()

    def is_time_for_more(self) -> bool:
        """Whether there is time for another text."""
        return time.monotonic() < self.end and time.thread_time() < self.cpu_end

    def found_in_time(self, texts: Sequence[str]) -> list[Found]:
        """The results of queries without filters; empty for queries that take too long or that the database refuses."""
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
        """The responses to queries; empty if they take too long."""
        try:
            return self.backend.multi_search(bodies, Context(self.item_type, min(self.end, self.deadline or self.end)))
        except PipelineError as error:
            if error.kind is not ErrorKind.TOO_LATE:
                raise
            return []

    def results(self, texts: Sequence[str], deadline: float | None = None) -> list[Found]:
        """The results of queries without filters.

        Only those with hits are ranked, in order to know how well the best hit matches: most find nothing, and a
        ranked query takes ten times as long.
        """
        if not self.is_engine:
            return self.found(texts, 1, deadline)
        counted = self.found(texts, 0, deadline)
        ranked = iter(self.found([each.q for each in counted if each.total], 1, deadline))
        return [next(ranked, each) if each.total else each for each in counted]

    def found(self, texts: Sequence[str], size: int, deadline: float | None) -> list[Found]:
        """The results of queries without filters, which are not ranked if `size` is 0."""
        if not texts:
            return []
        asked = {"item_type": self.item_type, "size": size, "scopes": self.scopes}
        bodies = [self.builder.build_count(text, **asked) for text in texts]
        responses = self.backend.multi_search(bodies, Context(self.item_type, deadline or self.deadline))
        return [found_in(text, response) for text, response in zip(texts, responses, strict=True)]

    def known(self, words: Sequence[str], size: int = MAX_NEAR) -> list[Known]:
        """The words with the number of documents that have them, and at most `size` words near to each.

        If there are many words, only unknown words get near words, and only if these are few.
        """
        key = (*words, size)
        if key not in self.words_known:
            self.words_known[key] = self.looked_up(words, size)
        return self.words_known[key]

    def looked_up(self, words: Sequence[str], size: int) -> list[Known]:
        """Like `known`, but always asks the database."""
        if self.vocabulary:
            return self.known_of_names(words, size) if not self.scopes and self.is_time_left() else []
        if len(words) <= MAX_CORRECTED_WORDS or not size:
            return self.known_of_fields(words, size)
        known = self.known_of_fields(words, 0)
        unknown = unknown_of(known)
        if 0 < len(unknown) <= MAX_CORRECTED_WORDS:
            near = dict(zip(unknown, self.known_of_fields([words[place] for place in unknown], size), strict=False))
            known = [near.get(place, word) for place, word in enumerate(known)]
        return known

    def known_in(self, field: str, words: Sequence[str], size: int = MAX_NEAR) -> list[Known]:
        """Like `known`, but in one field, or in the names if the database finds no similar words."""
        if self.vocabulary:
            return self.known_of_names(words, size)
        near = self.backend.near_words(field, [*words], size, self.item_type, self.deadline)
        return [Known(word, *found) for word, found in zip(words, near, strict=True)]

    def known_of_fields(self, words: Sequence[str], size: int) -> list[Known]:
        """Like `known`, but in each field with words, for any number of words."""
        of_fields: list[list[Known]] = []
        for field in self.builder.fields.words_fields(self.item_type, self.scopes):
            if self.is_time_left():
                of_fields.append(self.known_in(field, words, size))
        return [in_any_field(of_word, size) for of_word in zip(*of_fields, strict=True)]

    def known_of_names(self, words: Sequence[str], size: int) -> list[Known]:
        """Like `known`, with the words of names. Words in no name are counted in all fields, unless they are many."""
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
        return [Known(word, counts[word], () if counts[word] else names.near(word, size)) for word in words]

    def language(self) -> str:
        """The language of the collection, as its notes say."""
        notes = self.builder.fields.sources(self.item_type)
        noted = notes.get("language") or (notes.get("_guessed") or {}).get("language")
        return str(noted or language_of(self.builder.fields.of(self.item_type)) or DEFAULT)


def is_value_of(name: str, hit: Mapping[str, Any]) -> bool:
    """Whether a hit has this text as a complete value: a database may find the words of a text too."""
    return folded(name) in map(folded, texts(hit.get("_source") or {}))


def language_of(fields: Mapping[str, Mapping[str, Any]]) -> str | None:
    """The language of which some field has the stems, for collections without a note about their language."""
    analyzers = (str(field.get("analyzer")) for name, field in fields.items() if name.endswith(".stem"))
    return next(filter(language_named, analyzers), None)
