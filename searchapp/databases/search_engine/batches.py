"""Answers many bodies: lookups of ids by one search or a few parallel ones, other bodies by msearches."""

from collections.abc import Callable, Iterable, Sequence
from itertools import count

from ...protocols import Bodies, Context
from ..shared.answer_bytes import Allowance
from . import id_batch
from .calls import Calls
from .errors import pipeline_error
from .responses import Body, Response

MAX_LOOKUP = 10_000

Call = Callable[[Sequence[Body], Sequence[int]], list[Response]]
"""A function from some bodies and their positions in the batch to their responses."""


class Batches:
    """Batches of bodies for one backend."""

    def __init__(self, backend: Calls):
        self.backend = backend
        self.undivided: set[str] = set()
        """Aliases of several indices: their batches look as if the collection was switched, and are not read again."""

    def responses(self, index: str, bodies: Sequence[Body], context: Context, end: float) -> list[Response]:
        """One response per body."""
        found = self.of_texts(index, bodies, context, end) if isinstance(bodies, Bodies) else None
        if found is None:
            found = self.look_up(index, bodies, context, end)
        return self.searched(index, bodies, context, end) if found is None else found

    def of_texts(self, index: str, bodies: Bodies, context: Context, end: float) -> list[Response] | None:
        """One response per body if the database searches many texts by one call, else None."""
        with self.backend.within(end, self.backend.allowed_bytes(context, of_several=True)):
            found = self.backend.run_texts(index, bodies, end)
            return None if found is None else self.read(found, context)

    def searched(self, index: str, bodies: Sequence[Body], context: Context, end: float) -> list[Response]:
        """One response per body, by msearches on the pool; repeated if the collection was switched between them."""
        responses = self.in_parts(index, bodies, context, end)
        if index in self.undivided or not id_batch.are_of_several_indices(responses):
            return responses
        responses = self.in_parts(index, bodies, context, end)
        if id_batch.are_of_several_indices(responses):
            self.undivided.add(index)
        return responses

    def in_parts(self, index: str, bodies: Sequence[Body], context: Context, end: float) -> list[Response]:
        """One response per body, by msearches on the pool."""
        with self.backend.within(end, self.backend.allowed_bytes(context, of_several=True)):
            state = self.backend.current_state(index, end) if len(bodies) > self.backend.part_size() else None

            def call(some: Sequence[Body], positions: Sequence[int]) -> list[Response]:
                return self.read(self.backend.run_many(index, some, end, state), context, positions)

            return self.all_parts(call, bodies, end)

    def all_parts(self, call: Call, bodies: Sequence[Body], end: float) -> list[Response]:
        """The responses of `call` for each part of the bodies."""
        return self.of_parts(call, bodies, parts(0, len(bodies), self.backend.part_size()), end)

    def of_parts(self, call: Call, bodies: Sequence[Body], some: Sequence[range], end: float) -> list[Response]:
        answers = self.backend.in_parallel(lambda part: call(bodies[part.start : part.stop], part), some, end)
        return [response for answer in answers for response in answer]

    def look_up(self, index: str, bodies: Sequence[Body], context: Context, end: float) -> list[Response] | None:
        """The responses when all bodies look up ids, else None."""
        lookup = id_batch.collapse(bodies) if 1 < len(bodies) <= MAX_LOOKUP else None
        if lookup is None:
            return None
        most, body = self.backend.allowed_bytes(context, of_several=True), lookup.body
        parts = id_batch.parts(body) if self.backend.pool.workers > 1 and index not in self.undivided else [body]
        with self.backend.within(end, most):
            responses = self.backend.in_parallel(
                lambda part: self.backend.read(self.backend.run(index, part, end), context), parts, end
            )
        if len(parts) > 1 and not id_batch.are_of_one_index(responses):
            responses = [self.in_one_search(index, body, context, end)]
        response = id_batch.joined_response(responses)
        Allowance(most).take_bytes(id_batch.bytes_of_repeated(response, lookup))
        return id_batch.split(response, lookup, bodies[0])

    def in_one_search(self, index: str, body: Body, context: Context, end: float) -> Response:
        """The response to a lookup whose parts may be from two states of the collection.

        An alias of several indices looks the same: its lookups are not divided again.
        """
        with self.backend.within(end, self.backend.allowed_bytes(context, of_several=True)):
            response = self.backend.read(self.backend.run(index, body, end), context)
        if len(id_batch.index_names(response)) > 1:
            self.undivided.add(index)
        return response

    def read(
        self, responses: Sequence[Response], context: Context, positions: Iterable[int] | None = None
    ) -> list[Response]:
        """The responses with documents as the context allows; `positions` are theirs in the batch, from 0 by default.

        Raises PipelineError for the first that failed, with its position.
        """
        for position, response in zip(positions or count(), responses, strict=False):
            if "error" in response:
                raise pipeline_error(response.get("status", 500), response["error"], position)
        return [self.backend.read(response, context) for response in responses]


def parts(start: int, stop: int, size: int) -> list[range]:
    """The positions from `start` in parts of this size."""
    return [range(first, min(first + size, stop)) for first in range(start, stop, size)]
