"""The bytes of documents that a batch of terms may find, however many hits each term has."""

from collections.abc import Mapping
from typing import Any

import orjson

from ...errors import ErrorKind, PipelineError

Response = dict[str, Any]

MAX_ANSWER = 20 * 2**20
OBJECTS = 4
"""How many times the memory of their JSON documents take as objects, at least."""


class Allowance:
    """The bytes of documents that are still allowed; a 400 beyond them. A document that is shown twice counts twice."""

    def __init__(self, most: int):
        self.most = self.left = most

    def take(self, response: Response, sizes: Mapping[str, int] | None = None) -> Response:
        """The response itself, its documents counted; `sizes` has their bytes by id where they are known."""
        hits = response["hits"]["hits"]
        self.left -= sum(map(size_of, hits)) if sizes is None else sum(sizes[hit["_id"]] for hit in hits)
        if self.left < 0:
            raise PipelineError.of(ErrorKind.ANSWER_TOO_LARGE, max=self.most)
        return response


def size_of(document: Any) -> int:
    """The bytes of a document as JSON; 0 for one that JSON cannot hold, which is refused where it is written."""
    try:
        return len(orjson.dumps(document, default=str))
    except TypeError:
        return 0
