"""Reads the parts of a collection that relaxing needs: a sample of ids, the words of names, and single documents."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from math import inf
from typing import Any

from ..builders.elastic import ElasticBuilder
from ..builders.special_terms import ANY
from ..protocols import Backend, Context
from .candidates.names import texts
from .ids.forms import IdForms, forms_of
from .vocabulary import Vocabulary

SAMPLE_SIZE = 1000
"""The number of ids that show the form of all, drawn at random by search engines."""

MAX_NAMES = 50_000
"""The maximum number of documents whose names are read, for databases that do not find similar words."""

Options = Mapping[str, Any]


class CollectionReader:
    """Reads the collection of one item type. The ids and the words are read once for each state of the collection."""

    def __init__(self, builder: ElasticBuilder, backend: Backend, id_prefixes: Iterable[str] = ()):
        self.builder = builder
        self.backend = backend
        self.id_prefixes = tuple(id_prefixes)
        self._forms: tuple[Any, IdForms] | None = None
        self._vocabulary: tuple[Any, Vocabulary, float] | None = None
        """The words, and the seconds in which they were read if these were too short for all; otherwise infinity."""

    def forms(self, options: Options) -> IdForms:
        """The forms of the collection's ids, from a sample of them."""
        fields = self.builder.fields.of(options.get("item_type"))
        if self._forms is None or self._forms[0] is not fields:
            q = ANY if self.builder.finds_near_words else None  # other databases would sort all documents
            size = min(SAMPLE_SIZE, self.builder.limits.window)
            body = self.builder.build_count(q, size=size, item_type=options.get("item_type"))
            sample = sorted(self.ids([body], options))
            self._forms = (fields, forms_of(sample, self.id_prefixes))
        return self._forms[1]

    def vocabulary(self, options: Options) -> Vocabulary:
        """The words in the names of the first documents of the collection, which are read until the deadline.

        Names that were not all read are read again by a request with twice the time.
        """
        item_type = options.get("item_type")
        state = self.builder.fields.state(item_type)
        end = options.get("deadline") or inf
        seconds, last = end - time.monotonic(), self._vocabulary
        if last is None or last[0] is not state.fields or last[2] < seconds / 2:
            weights = state.profile.weights
            known = [name for kind in ("names", "aliases") for name in weights.get(kind) or () if name in state.fields]
            body = self.builder.build_sources(known, MAX_NAMES, item_type)
            hits = islice(self.hits(body, options), MAX_NAMES if known else 0)
            in_time = takewhile(lambda _: time.monotonic() < end, hits)
            names = (text for hit in in_time for text in texts(hit.get("_source") or {}))
            last = state.fields, Vocabulary(names), inf if time.monotonic() < end else seconds
            self._vocabulary = last
        return last[1]

    def hits(self, body: Any, options: Options) -> Iterator[Any]:
        """The hits of a search body, in parts where the database can stream: all together may be too large."""
        context = Context(options.get("item_type"), options.get("deadline"))
        can_stream = self.backend.can_stream
        responses = self.backend.stream(body, context) if can_stream else [self.backend.search(body, context)]
        return (hit for response in responses for hit in response["hits"]["hits"])

    def existing(self, ids: Sequence[str], options: Options) -> set[str]:
        """The ids that exist."""
        return set(self.ids(self.builder.build_existing([*ids], options.get("item_type")), options))

    def sources(self, field: str, value: str, options: Options) -> list[Any]:
        """The `_source` of documents in which a field has this value in any case."""
        body = self.builder.build_value(field, value, options.get("item_type"))
        return [hit.get("_source") for response in self.responses([body], options) for hit in response["hits"]["hits"]]

    def ids(self, bodies: list[Any], options: Options) -> list[str]:
        """The ids of the documents that search bodies find."""
        return [hit["_id"] for response in self.responses(bodies, options) for hit in response["hits"]["hits"]]

    def responses(self, bodies: list[Any], options: Options) -> list[Any]:
        context = Context(options.get("item_type"), options.get("deadline"))
        return (
            [self.backend.search(bodies[0], context)]
            if len(bodies) == 1
            else self.backend.multi_search(bodies, context)
        )
