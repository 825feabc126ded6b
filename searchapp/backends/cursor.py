"""Scroll ids for callers: signed, so that only ours come back, and only for the item type they were made for."""

from itsdangerous import BadData, URLSafeSerializer

from ..errors import PipelineError

SALT = "searchapp.scroll"


def signed(secret_key: str, item_type: str | None, scroll_id: str) -> str:
    """The text that callers get for the database's own `scroll_id`."""
    return str(URLSafeSerializer(secret_key, salt=SALT).dumps([item_type, scroll_id]))


def opened(secret_key: str, item_type: str | None, text: str) -> str:
    """The database's scroll id behind `text`; 400 when we did not sign it, or for another item type."""
    try:
        owner, scroll_id = URLSafeSerializer(secret_key, salt=SALT).loads(text)
    except (BadData, ValueError, TypeError) as error:
        raise stale() from error
    if owner != item_type:
        raise stale()
    return str(scroll_id)


def stale() -> PipelineError:
    """The error of a scroll id that cannot be continued."""
    return PipelineError(400, "Invalid or stale scroll_id.")
