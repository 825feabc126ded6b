"""Elasticsearch: backend, loader, connection.

The client library imports optional packages that are not used here. They would cost each worker 17 MB and a tenth of a
second at its start, so the library is imported as if they were missing.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

UNUSED = ("pyarrow", "httpx")
"""Packages for tables as Arrow, and for asynchronous requests."""


@contextmanager
def missing(packages: Iterable[str]) -> Iterator[None]:
    """Imports of these packages inside the `with` block fail, unless they have been imported before."""
    hidden = [name for name in packages if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]


with missing(UNUSED):
    import elasticsearch  # noqa: F401
