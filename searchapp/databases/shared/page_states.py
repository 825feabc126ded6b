"""The state of a collection from which linked pages are read: its name, signed for the link to the next page."""

import hmac
from base64 import urlsafe_b64encode
from functools import lru_cache
from typing import Final

from .cursors import stale

STATE: Final = "_generation"
SIGNED = "."
"""A sign that only signed names contain."""

SALT = b"searchapp.state\0"


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
    digest = hmac.digest(secret_key.encode(), SALT + f"{item_type}\0{state}".encode(), "sha256")
    return urlsafe_b64encode(digest[:9]).decode()
