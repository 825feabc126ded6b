"""The contracts of the three stages of the pipeline."""

from collections.abc import Iterator
from typing import Any, Protocol

Query = Any
"""What a builder makes and its backend runs: an Elasticsearch search body, or a list of them."""

Response = Any
"""What a backend gives and its formatter reads: an Elasticsearch response, or a list of them."""


class Builder(Protocol):
    """Turns a term and options into a database query; does no I/O."""

    def build(self, q: Any = None, **options: Any) -> Query:
        """The query for `q`: everything for None, nothing for "", a list of queries for a list."""

    def build_fetch(self, id: Any, **options: Any) -> Query:
        """The query for one id, or a list of queries for a list of ids; patterns choose the scopes."""


class Backend(Protocol):
    """Runs a query against a database."""

    def execute(self, query: Query, **options: Any) -> Response:
        """The response to `query`; raises PipelineError for every failure of the database."""

    def pages(self, query: Query, **options: Any) -> Iterator[Response]:
        """The responses that together hold every hit once, in order; a failure in between is a PipelineError."""

    def mapping(self, item_type: str) -> dict[str, Any]:
        """The fields (`properties`) and the notes about the collection (`_meta`)."""

    def generation(self, item_type: str) -> str:
        """A text that changes whenever the collection changes."""

    def item_types(self) -> list[str]:
        """The item types that this database holds."""

    def health(self) -> dict[str, Any]:
        """What the status page shows; raises PipelineError when the database does not answer."""


class Formatter(Protocol):
    """Turns a response into what the caller gets; does no I/O."""

    def transform(self, response: Response, **options: Any) -> Any:
        """The hits container, the document, or the list of documents that `options` ask for."""
