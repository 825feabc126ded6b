"""Reads the answers of Elasticsearch; an answer of an unexpected form is an error of the backend."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..search_engine.responses import Response
from .connection import unavailable


@contextmanager
def as_expected() -> Iterator[None]:
    """A context for reading an answer: an answer of an unexpected form becomes a PipelineError."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise unavailable(f"an answer of an unexpected form: {error!r}") from error


def with_hits(answer: Any) -> Response:
    """The answer to a search."""
    with as_expected():
        if not isinstance(answer["hits"]["hits"], list):
            raise TypeError("hits are a list")
    found: Response = answer
    return found


def responses_of(answer: Any, count: int) -> list[Response]:
    """The responses of a multi-search. Raises an error if some are missing: they would count as terms without hits."""
    with as_expected():
        responses = list(answer["responses"])
        if len(responses) != count:
            raise ValueError(f"{len(responses)} answers to {count} searches")
    return responses


def generation_of(index: dict[str, Any], note: str) -> str:
    """A text for one index that changes when the index is replaced or updated."""
    updated = index.get("mappings", {}).get("_meta", {}).get(note, {}).get("updated", "")
    return f"{index.get('settings', {}).get('index', {}).get('uuid', '')}{updated}"
