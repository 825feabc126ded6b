"""Scroll ids and cursors for callers: signed, so that only ours come back, and only for what they were made for."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import orjson
from itsdangerous import BadData, URLSafeSerializer

from ...errors import ErrorKind, PipelineError

SALT = "searchapp.scroll"
CURSOR_SALT = "searchapp.cursor"
FINISHED = ""
"""The scroll id of the database after the last batch."""
NOT_WITH_SCROLL = frozenset(("sort", "from", "size", "search_after"))
"""Keys of a search body that a scroll ignores."""

FIRST = "*"
"""The cursor before all hits."""

LONGEST = 3000
"""Characters of a cursor up to which it remembers one page more to go back to."""

SHOWN = frozenset(
    ("_source", "aggs", "explain", "highlight", "preference", "size", "track_scores", "track_total_hits", "version")
)
"""What a body may change from page to page: it decides what is shown of the hits, not which they are."""


class Cursor(NamedTuple):
    """A place between two hits of a query."""

    query: str
    """What the body asks for, see `query_mark`."""
    view: str | None = None
    """The state of the collection that all pages are read from, None before the first."""
    place: Any = None
    """What the database needs to go on, None before the first hit."""
    seen: int = 0
    """Hits before this place."""
    trail: tuple[tuple[Any, int], ...] = ()
    """`place` and `seen` of the pages before, the nearest last."""

    def after(self, view: str, place: Any, hits: int) -> "Cursor":
        """The cursor behind a page of so many hits that began here."""
        return Cursor(self.query, view, place, self.seen + hits, (*self.trail, (self.place, self.seen)))

    def before(self, view: str) -> "Cursor | None":
        """The cursor at which the page before began; None on the first page, and where it is forgotten."""
        if not self.trail:
            return None
        place, seen = self.trail[-1]
        return Cursor(self.query, view, place, seen, self.trail[:-1])


def signed(secret_key: str, item_type: str | None, scroll_id: str) -> str:
    """The text that callers get for the database's own `scroll_id`."""
    return str(URLSafeSerializer(secret_key, salt=SALT).dumps([item_type, scroll_id]))


def opened(secret_key: str, item_type: str | None, text: str) -> str:
    """The database's scroll id behind `text`; 400 when we did not sign it, or for another item type."""
    return str(contents(secret_key, SALT, item_type, text)[0])


def signed_cursor(secret_key: str, item_type: str | None, cursor: Cursor) -> str:
    """The text that callers get for a cursor; a long one forgets the pages that are furthest back."""
    serializer = URLSafeSerializer(secret_key, salt=CURSOR_SALT)
    text = str(serializer.dumps([item_type, *cursor]))
    while len(text) > LONGEST and cursor.trail:
        cursor = cursor._replace(trail=cursor.trail[1 + len(cursor.trail) // 4 :])
        text = str(serializer.dumps([item_type, *cursor]))
    return text


def neighbours(secret_key: str, item_type: str | None, after: Cursor | None, before: Cursor | None) -> dict[str, str]:
    """What a response says of the pages beside it: the texts of their cursors, as far as there are any."""
    cursors = {"_search_after": after, "_search_before": before}
    return {key: signed_cursor(secret_key, item_type, one) for key, one in cursors.items() if one}


def opened_cursor(secret_key: str, item_type: str | None, text: str, body: Mapping[str, Any]) -> Cursor:
    """The cursor behind `text`, FIRST before all hits; 400 when it is not ours, or was made for another query."""
    mark = query_mark(body)
    if text == FIRST:
        return Cursor(mark)
    query, view, place, seen, trail = contents(secret_key, CURSOR_SALT, item_type, text)
    if query != mark:
        summary = "search_after belongs to another query: send the same q, filters and sort as for its first page"
        raise PipelineError(400, summary, {"keyword": "search_after"})
    return Cursor(query, view, place, seen, tuple(map(tuple, trail)))


def query_mark(body: Mapping[str, Any]) -> str:
    """A short text that is the same for bodies with the same hits in the same order."""
    asked = {key: value for key, value in body.items() if key not in SHOWN}
    return sha256(orjson.dumps(asked, default=str, option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]


def contents(secret_key: str, salt: str, item_type: str | None, text: str) -> list[Any]:
    """What was signed beside the item type."""
    try:
        owner, *rest = URLSafeSerializer(secret_key, salt=salt).loads(text)
    except (BadData, ValueError, TypeError) as error:
        raise stale() from error
    if owner != item_type:
        raise stale()
    return rest


def stale() -> PipelineError:
    """The error of a scroll id or cursor that cannot be continued."""
    return PipelineError.of(ErrorKind.STALE_SCROLL)
