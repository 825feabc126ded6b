"""The backend for an Elasticsearch cluster."""

import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from elasticsearch import Elasticsearch

from ...errors import ErrorKind, PipelineError
from ...formatters.fields import SORTED_KEYS
from ...protocols import Context
from ..search_engine.backend import URL_KEYS, SearchBackend
from ..search_engine.responses import Body, Response
from ..shared.answer_bytes import MIN_DOCUMENTS, Allowance
from ..shared.deadline import seconds_left
from ..shared.index_meta import is_complete, note_of, note_of_all
from ..shared.per_process import PerProcess
from .answers import as_expected, generation_of, responses_of, with_hits
from .connection import Connection, encoded, make_client
from .near_words import near_bodies, near_words
from .node import allowance
from .open_scrolls import OpenScrolls
from .sample import SampledGuesses
from .targets import POINT_IN_TIME_KEYS, target_of, without_url_keys
from .term_batch import SharedBatches

TIE_BREAKER = "_shard_doc"
GENERATION_AGE = 1.0


class ElasticBackend(SearchBackend):
    """Runs search bodies on Elasticsearch.

    `client` is a function that makes the client, once in each process; without it one is made for `url`
    with the client's own `options`. The other settings are for SearchBackend.
    """

    takes_trace_headers = True
    NOTE = "_searchapp"
    """The key of `_meta` with the loader's note about an index that it made."""

    def __init__(
        self,
        client: Callable[[], Elasticsearch] | None = None,
        url: str | list[str] = "http://127.0.0.1:9200",
        options: Mapping[str, Any] | None = None,
        **settings: Any,
    ):
        super().__init__(**settings)
        self.connection = Connection(client or (lambda: make_client(url, options)), self.timeout)
        self.totals = {"rest_total_hits_as_int": "true"} if self.total_hits_as_int else {}
        self._generations: dict[str, tuple[float, str]] = {}
        self.lock = threading.Lock()
        self.scrolls = PerProcess(OpenScrolls)
        self.guesses = SampledGuesses()
        self.batches = SharedBatches(self)

    def run(self, index: str, body: Body, end: float) -> Response:
        target = target_of(index, "_search", **self.totals)
        if not URL_KEYS.isdisjoint(body):
            body, parameters = without_url_keys(body)
            target = target_of(index, "_search", **self.totals, **parameters)
        return with_hits(self.ask("POST", target, body, end))

    def within(self, end: float, max_bytes: int) -> AbstractContextManager[None]:
        return allowed(Allowance(max_bytes))

    def run_many(self, index: str, bodies: Sequence[Body], end: float, state: str | None = None) -> list[Response]:
        lines: list[Any] = []
        for body in bodies:
            body, parameters = without_url_keys(body)
            lines += (parameters or b"{}\n", encoded(body), b"\n")  # a third of the memory that the bodies take
        answer = self.ask("POST", target_of(index, "_msearch", **self.totals), lines, end)
        return responses_of(answer, len(bodies))

    def batch_size(self, index: str, body: Body, end: float) -> int:
        """The usual number of documents, or fewer if the first ones are large. Later ones may be larger by half."""
        if self.scroll_size <= MIN_DOCUMENTS:
            return self.scroll_size
        first = {key: value for key, value in body.items() if key != "aggs"} | {"size": MIN_DOCUMENTS}
        counted = Allowance(sys.maxsize)
        with allowed(counted):
            count = len(self.run(index, first, end)["hits"]["hits"])
        taken = counted.most - counted.left
        return max(MIN_DOCUMENTS, min(self.scroll_size, self.max_part_bytes * count // max(1, taken)))

    def batch_within(self, end: float, context: Context, size: int) -> AbstractContextManager[None]:
        return self.within(end, self.allowed_bytes(context)) if size > MIN_DOCUMENTS else nullcontext()

    def open_scroll(self, index: str, body: Body, end: float) -> Response:
        body, parameters = without_url_keys(body)
        target = target_of(index, "_search", **self.totals, **parameters, scroll=self.scroll_time)
        try:
            response = with_hits(self.ask("POST", target, body, end))
        except PipelineError as error:
            if error.kind is not ErrorKind.TOO_MANY_SCROLLS or not self.close_oldest_scroll(end):
                raise
            response = with_hits(self.ask("POST", target, body, end))
        self.scrolls().use(response["_scroll_id"])
        return response

    def continue_scroll(self, scroll_id: str, end: float) -> Response:
        target = target_of("", "_search/scroll", **self.totals)
        body = {"scroll": self.scroll_time, "scroll_id": scroll_id}
        try:
            response = with_hits(self.ask("POST", target, body, end, retry=False))
        except PipelineError as error:
            if error.code != 400 or error.kind is ErrorKind.ANSWER_TOO_LARGE:
                raise
            raise PipelineError.of(ErrorKind.STALE_SCROLL) from error
        self.scrolls().use(scroll_id)
        return response

    def close_scroll(self, scroll_id: str, end: float) -> None:
        self.scrolls().forget(scroll_id)
        self.ask("DELETE", "/_search/scroll", {"scroll_id": [scroll_id]}, end, retry=False)

    def close_oldest_scroll(self, end: float) -> bool:
        """Close the oldest scroll that the node still has. Returns whether there was one."""
        while oldest := self.scrolls().take_oldest():
            body, left = {"scroll_id": [oldest]}, seconds_left(end, self.timeout)
            if self.connection.send("DELETE", "/_search/scroll", body, left, retry=False)[0] == 200:
                return True
        return False

    def page(
        self, index: str, body: Body, snapshot: str | None, sort_values: Any, end: float
    ) -> tuple[Response, str, Any]:
        """A page of a point in time. Equal hits are in the order of the shards."""
        body, parameters = without_url_keys(body)
        known = snapshot or self.open_snapshot(index, parameters, end)
        pit = {"pit": {"id": known, "keep_alive": self.scroll_time}}
        body = {"track_scores": "sort" not in body, **body, **pit, "sort": with_tie_breaker(body)}
        if sort_values is not None:
            body["search_after"] = sort_values
        parameters = {key: value for key, value in parameters.items() if key not in POINT_IN_TIME_KEYS}
        try:
            response = with_hits(self.ask("POST", target_of("", "_search", **self.totals, **parameters), body, end))
        except PipelineError:
            if snapshot is None:
                self.release_snapshot(known, 1.0)
            raise
        hits = response["hits"]["hits"]
        return response, str(response.get("pit_id", known)), hits[-1]["sort"] if hits else sort_values

    def open_snapshot(self, index: str, parameters: Body, end: float) -> str:
        """A point in time of the index."""
        own = {key: value for key, value in parameters.items() if key in POINT_IN_TIME_KEYS}
        target = target_of(index, "_pit", keep_alive=self.scroll_time, **own)
        answer = self.ask("POST", target, None, end, retry=False)
        with as_expected():
            return str(answer["id"])

    def close_snapshot(self, snapshot: str, end: float) -> None:
        self.ask("DELETE", "/_pit", {"id": snapshot}, end, retry=False)

    def in_state(self, index: str, body: Body, state: str | None, end: float) -> tuple[Response, str | None]:
        """The response from one index, and the name of the index, which is read from the hits."""
        response = self.run(f"{index}-{state}" if state else index, body, end)
        hits = response["hits"]["hits"]
        name = hits[0].get("_index", "") if hits else ""
        return response, state or (name[len(index) + 1 :] if name.startswith(f"{index}-") else None)

    def page_in_state(self, index: str, body: Body, state: str, end: float) -> tuple[Response, str, Any]:
        return self.page(f"{index}-{state}", body, None, None, end)

    def ask(self, method: str, target: str, body: Any, end: float, retry: bool = True) -> Any:
        """The parsed answer to a request that may last until `end`."""
        return self.connection.request(method, target, body, seconds_left(end, self.timeout), retry)

    def get(self, target: str, deadline: float | None = None) -> dict[str, Any]:
        """The parsed answer to a GET."""
        answer: dict[str, Any] = self.connection.request("GET", target, None, seconds_left(deadline, self.timeout))
        return answer

    # about the collections

    def mapping(self, item_type: str | None = None, deadline: float | None = None) -> dict[str, Any]:
        """`properties` and `_meta` of the index of an item type; for an alias, the properties of all its indices.

        `stats` in `_meta` has the number of documents. For an index that our loader did not make, `_meta` has guesses
        about its fields.
        """
        answer = self.get(target_of(self.index_of(item_type), "_mapping"), deadline)
        with as_expected():
            mappings = [index["mappings"] for _, index in sorted(answer.items())]
            properties = {name: field for mapping in mappings for name, field in mapping.get("properties", {}).items()}
            meta: dict[str, Any] = next((mapping["_meta"] for mapping in mappings if "_meta" in mapping), {})
            if len(mappings) > 1:
                notes = [mapping.get("_meta", {}).get(SORTED_KEYS) for mapping in mappings]
                meta = {**meta, SORTED_KEYS: note_of_all(notes)}
            stats = meta["stats"] if isinstance(meta.get("stats"), dict) else {}
        total = stats["total"] if "total" in stats else self.count(item_type, deadline)
        guesses: dict[str, Any] = {}
        if self.NOTE not in meta:
            end, name = self.end(deadline), self.index_of(item_type)
            guesses = self.guesses.of(name, properties, total, lambda body: self.run(name, body, end))
        return {"properties": properties, "_meta": {**guesses, **meta, "stats": {**stats, "total": total}}}

    def generation(self, item_type: str | None = None, deadline: float | None = None) -> str:
        """A text that changes with the index of the alias and with every update; at most a second old.

        For an index that our loader did not make, it changes with the number of documents.
        """
        name = self.index_of(item_type)
        known = self._generations.get(name)
        if known and known[0] > time.monotonic():
            return known[1]
        paths = ["*.settings.index.uuid", f"*.mappings._meta.{self.NOTE}.updated"]
        answer = self.get(target_of(name, "", filter_path=",".join(paths)), deadline)
        with as_expected():
            text = ".".join(generation_of(index, self.NOTE) for _, index in sorted(answer.items()))
            loaded = all("mappings" in index for index in answer.values())
        text = text if loaded else f"{text}.{self.count(item_type, deadline)}"
        with self.lock:
            self._generations[name] = (time.monotonic() + GENERATION_AGE, text)
        return text

    def generations(self, item_type: str | None, deadline: float | None = None) -> list[dict[str, Any]]:
        """The complete indices of an item type that our loader made. An update changes the current index itself."""
        alias = self.index_of(item_type)
        paths = ["*.aliases", f"*.mappings._meta.{self.NOTE}"]
        answer = self.get(target_of(f"{alias}-*", "", filter_path=",".join(paths)), deadline)
        with as_expected():
            notes = {name: note_of(index, self.NOTE) for name, index in answer.items()}
            return [
                {
                    "name": name[len(alias) + 1 :],
                    "documents": note.get("documents"),
                    "created": note.get("created"),
                    "current": alias in answer[name].get("aliases", {}),
                }
                for name, note in sorted(notes.items(), reverse=True)
                if is_complete(note) and note.get("item_type") == (item_type or self.default_item_type)
            ]

    def item_types(self, deadline: float | None = None) -> list[str]:
        """The item types whose alias points to an index of our loader, in alphabetical order."""
        paths = ["*.aliases", f"*.mappings._meta.{self.NOTE}.item_type"]
        answer = self.get(target_of(f"{self.prefix}_*", "", filter_path=",".join(paths)), deadline)
        with as_expected():
            shown = (index for index in answer.values() if index.get("aliases"))
            notes = (index.get("mappings", {}).get("_meta", {}).get(self.NOTE, {}) for index in shown)
            return sorted({note["item_type"] for note in notes if note.get("item_type")})

    def health(self, deadline: float | None = None) -> dict[str, Any]:
        """State of the cluster and number of documents per item type. Raises PipelineError if they are unavailable."""
        item_types = [name for name in self.indices if name] or self.item_types(deadline)
        item_types = item_types or [name for name in [self.default_item_type] if name]
        if not item_types:
            raise PipelineError.of(ErrorKind.NOT_LOADED)
        cluster = self.get("/_cluster/health?filter_path=status,number_of_nodes", deadline)
        counts = {name: self.count(name, deadline) for name in item_types}
        return {"backend": "elasticsearch", **cluster, "documents": counts}

    def count(self, item_type: str | None, deadline: float | None = None) -> int:
        """The number of documents of an item type."""
        answer = self.get(target_of(self.index_of(item_type), "_count"), deadline)
        with as_expected():
            return int(answer["count"])

    def near_words(
        self, field: str, words: list[str], size: int, item_type: str | None = None, deadline: float | None = None
    ) -> list[Any]:
        """For each word the number of documents that have it, and the terms that look like it."""
        end = self.end(deadline)
        responses = self.run_many(self.index_of(item_type), near_bodies(field, words, size), end)
        with as_expected():
            return near_words(responses, len(words), size)


@contextmanager
def allowed(own: Allowance) -> Iterator[None]:
    """Answers of nodes inside the `with` block take from this allowance."""
    token = allowance.set(own)
    try:
        yield
    finally:
        allowance.reset(token)


def with_tie_breaker(body: Body) -> list[Any]:
    """The sort keys of the body, or the score if it has none, with a tie-breaker, so that no two hits are equal."""
    keys = body.get("sort") or [{"_score": {"order": "desc"}}]
    return keys if TIE_BREAKER in keys[-1] else [*keys, {TIE_BREAKER: {"order": "asc"}}]
