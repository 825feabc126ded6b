"""The signed texts that callers get: scroll ids, cursors and names of states. Each is valid for one item type only."""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

import orjson
from itsdangerous import BadData, URLSafeSerializer

from ...errors import ErrorKind, PipelineError
from ...protocols import Neighbours

SALT = "searchapp.scroll"
CURSOR_SALT = "searchapp.cursor"
FINISHED = ""
"""The scroll id of the database after the last batch."""
NOT_WITH_SCROLL = frozenset(("sort", "from", "size", "search_after"))
"""Keys of a search body that a scroll ignores."""

FIRST = "*"
"""The cursor before all hits."""

MAX_CURSOR = 3000
"""The maximum length of a cursor. A longer cursor drops its first pages, and cannot go back to them."""

PER_PAGE = frozenset(
    ("_source", "aggs", "explain", "highlight", "preference", "size", "track_scores", "track_total_hits", "version")
)
"""Keys that a body may change from page to page: they do not change the hits or their order."""

STATE: Final = "_generation"
SIGNED = "."
"""A sign that only signed names contain."""

STATE_SALT = b"searchapp.state\0"


class Cursor(NamedTuple):
    """A point between two hits of a query, after which the next page begins."""

    query: str
    """The fingerprint of the body, see `query_fingerprint`."""
    snapshot: str | None = None
    """The name of the snapshot that all pages are read from, None before the first page."""
    sort_values: Any = None
    """The sort values of the last hit before this point, None before the first hit."""
    seen: int = 0
    """The number of hits before this point."""
    trail: tuple[tuple[Any, int], ...] = ()
    """`sort_values` and `seen` of the pages before, the nearest last."""

    def after(self, snapshot: str, sort_values: Any, hits: int) -> "Cursor":
        """The cursor after a page of `hits` hits that began here."""
        return Cursor(self.query, snapshot, sort_values, self.seen + hits, (*self.trail, (self.sort_values, self.seen)))

    def before(self, snapshot: str) -> "Cursor | None":
        """The cursor of the previous page; None on the first page, or if it was forgotten."""
        if not self.trail:
            return None
        sort_values, seen = self.trail[-1]
        return Cursor(self.query, snapshot, sort_values, seen, self.trail[:-1])


def signed(secret_key: str, item_type: str | None, scroll_id: str) -> str:
    """The text that callers get for the database's own `scroll_id`."""
    return str(URLSafeSerializer(secret_key, salt=SALT).dumps([item_type, scroll_id]))


def opened(secret_key: str, item_type: str | None, text: str) -> str:
    """The database's scroll id in `text`. Raises a 400 for a wrong signature or another item type."""
    return str(contents(secret_key, SALT, item_type, text)[0])


def signed_cursor(secret_key: str, item_type: str | None, cursor: Cursor) -> str:
    """The text that callers get for a cursor; a long one forgets the pages that are furthest back."""
    serializer = URLSafeSerializer(secret_key, salt=CURSOR_SALT)
    text = str(serializer.dumps([item_type, *cursor]))
    while len(text) > MAX_CURSOR and cursor.trail:
        cursor = cursor._replace(trail=cursor.trail[1 + len(cursor.trail) // 4 :])
        text = str(serializer.dumps([item_type, *cursor]))
    return text


def neighbours(secret_key: str, item_type: str | None, after: Cursor | None, before: Cursor | None) -> Neighbours:
    """The cursors of the next and the previous page as keys of a response; a missing page has no key."""
    found: Neighbours = {}
    if after:
        found["_search_after"] = signed_cursor(secret_key, item_type, after)
    if before:
        found["_search_before"] = signed_cursor(secret_key, item_type, before)
    return found


def opened_cursor(secret_key: str, item_type: str | None, text: str, body: Mapping[str, Any]) -> Cursor:
    """The cursor in `text`; FIRST is before all hits. Raises a 400 for a wrong signature or another query."""
    fingerprint = query_fingerprint(body)
    if text == FIRST:
        return Cursor(fingerprint)
    query, snapshot, sort_values, seen, trail = contents(secret_key, CURSOR_SALT, item_type, text)
    if query != fingerprint:
        summary = "search_after belongs to another query: send the same q, filters and sort as for its first page"
        raise PipelineError(400, summary, {"keyword": "search_after"})
    return Cursor(query, snapshot, sort_values, seen, tuple(map(tuple, trail)))


def query_fingerprint(body: Mapping[str, Any]) -> str:
    """A short hash of the keys that decide the hits and their order."""
    asked = {key: value for key, value in body.items() if key not in PER_PAGE}
    return sha256(orjson.dumps(asked, default=str, option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]


def contents(secret_key: str, salt: str, item_type: str | None, text: str) -> list[Any]:
    """The signed values without the item type. Raises a 400 for a wrong signature or another item type."""
    try:
        values: list[Any] = URLSafeSerializer(secret_key, salt=salt).loads(text)
        owner, *rest = values
    except (BadData, ValueError, TypeError) as error:
        raise stale() from error
    if owner != item_type:
        raise stale()
    return rest


def stale() -> PipelineError:
    """The error of a scroll id or cursor that cannot be continued."""
    return PipelineError.of(ErrorKind.STALE_SCROLL)


@lru_cache(maxsize=100)  # the name of a state is the same for all requests until the next load
def signed_state(secret_key: str, item_type: str | None, state: str) -> str:
    """The text that callers get for the name of a state."""
    return f"{state}.{signature_of(secret_key, item_type, state)}"


def opened_state(secret_key: str, item_type: str | None, text: str) -> str:
    """The name of the state in `text`. Raises a 400 for a wrong signature or another item type."""
    state, _, signature = text.rpartition(".")
    if not hmac.compare_digest(signature.encode(), signature_of(secret_key, item_type, state).encode()):
        raise stale()
    return state


def signature_of(secret_key: str, item_type: str | None, state: str) -> str:
    """The signature of a state in the links between pages."""
    digest = hmac.digest(secret_key.encode(), STATE_SALT + f"{item_type}\0{state}".encode(), "sha256")
    return urlsafe_b64encode(digest[:9]).decode()
