"""The failures of every database: HTTP status and text of the answer."""

from .cursors import stale

Answer = tuple[int, str]

UNAVAILABLE: Answer = (503, "search backend is not available")
OVERLOADED: Answer = (503, "search backend is overloaded")
PARTIAL: Answer = (503, "only part of the index answered")
NOT_LOADED: Answer = (503, "the data is not loaded")
REFUSED: Answer = (503, "search backend refused the service")
TOO_MANY_SCROLLS: Answer = (429, "too many open scrolls")
STALE_SCROLL: Answer = (400, stale().summary)
UNFORESEEN: Answer = (500, "Internal Server Error")
