"""The bytes of documents that a batch of terms may find, however many hits each term has."""

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import orjson

from ...errors import ErrorKind, PipelineError
from ...protocols import JSON_TEXT, OBJECT_BYTES_PER_JSON_BYTE, Bodies

Response = TypeVar("Response", bound=Mapping[str, Any])

MAX_ANSWER = 16 * 2**20
MIN_DOCUMENTS = 10
"""The number of documents without a limit of size, so that every single document can be read."""


def bytes_of_objects(max_answer: int) -> tuple[int, int]:
    """The maximum bytes of documents that are parsed: for one search, and for a batch or a part of a stream.

    Parsed documents take up to eight times the memory of their JSON, and a stream holds two parts.
    """
    return max_answer * 3 // 8, max_answer // OBJECT_BYTES_PER_JSON_BYTE


class Allowance:
    """Counts the bytes of documents. Raises a 400 beyond the limit. A document that is returned twice counts twice."""

    def __init__(self, most: int):
        self.most = self.left = most

    def take(self, response: Response, sizes: Mapping[str, int] | None = None) -> Response:
        """The response itself, after its bytes are counted; `sizes` has the known bytes of documents by id."""
        hits = response["hits"]["hits"]
        self.take_bytes(sum(map(size_of, hits)) if sizes is None else sum(sizes[hit["_id"]] for hit in hits))
        return response

    def take_bytes(self, size: int) -> None:
        """Count bytes of documents. Raises a PipelineError beyond the allowance."""
        self.left -= size
        if self.left < 0:
            raise PipelineError.of(ErrorKind.ANSWER_TOO_LARGE, max=self.most)


def read_within(
    found: Iterable[Any], size: Callable[[Any], int], max_bytes: int, max_documents: int
) -> tuple[list[Any], list[int]]:
    """The documents or rows with the bytes of each, up to the first that exceeds a limit."""
    read: list[Any] = []
    sizes: list[int] = []
    left = max_bytes
    for each in found:
        read.append(each)
        sizes.append(size(each))
        left -= sizes[-1]
        if left < 0 or len(read) > max_documents:
            break
    return read, sizes


def take_all(allowance: Allowance, responses: Iterable[Response]) -> None:
    """Count the bytes of the documents of responses."""
    for response in responses:
        allowance.take(response)


def asked_once(queries: Sequence[Any], ask: Callable[[Any], list[Response]], most: int) -> list[Response]:
    """The response to each query; `ask` gets each object, or each of the Bodies' texts, once.

    Each repetition of a query gets a copy of the hits, whose documents count again. Raises a 400 if more than
    MIN_DOCUMENTS documents have more than `most` bytes together. The position of a query in an error of `ask` is made
    its position in `queries`.
    """
    keys: list[Any] = queries.texts if isinstance(queries, Bodies) else [*map(id, queries)]
    places = {key: place for place, key in enumerate(keys)}
    if len(places) == len(keys):
        return ask(queries)
    different = queries.of([*places]) if isinstance(queries, Bodies) else [queries[place] for place in places.values()]
    try:
        by_key = dict(zip(places, ask(different), strict=True))
    except PipelineError as error:
        if "position" not in error.extra:
            raise
        raise error.copy(position=[*places.values()][error.extra["position"]]) from error
    sizes = {key: sum(map(size_of, response["hits"]["hits"])) for key, response in by_key.items()}
    allowance = allowance_for(sum(len(by_key[key]["hits"]["hits"]) for key in keys), most)
    if allowance is not None:
        allowance.take_bytes(sum(sizes[key] for key in keys))
    return [by_key[key] if places[key] == place else with_own_hits(by_key[key]) for place, key in enumerate(keys)]


def with_own_hits(response: Any) -> Any:
    """The response with copies of its hits and of their documents, except documents that are JSON."""
    copies = [hit.copy() for hit in response["hits"]["hits"]]
    for hit in copies:
        if isinstance(hit.get("_source"), dict):
            hit["_source"] = copy.deepcopy(hit["_source"])
    return {**response, "hits": {**response["hits"], "hits": copies}}


def allowance_for(documents: int, most: int) -> Allowance | None:
    """The allowance of a search for at most this number of documents; None for a few."""
    return None if documents <= MIN_DOCUMENTS else Allowance(most)


def size_of(document: Any) -> int:
    """The bytes of a document as JSON, or of the document of a hit; 0 if JSON cannot hold it, which writing refuses."""
    source = document.get("_source", document) if isinstance(document, dict) else document
    if isinstance(source, JSON_TEXT):
        return len(source)
    try:
        return len(orjson.dumps(source, default=str))
    except TypeError:
        return 0
