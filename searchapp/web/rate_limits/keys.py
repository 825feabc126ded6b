"""The keys of callers, as hashes in a file: one line each, `name:SHA-256` or `name:SHA-256:limit`."""

import logging
import secrets
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ...config.settings import SettingsError

log = logging.getLogger(__name__)

Check = Callable[[str], object]
"""A function that raises ValueError for a limit that cannot be read."""


class Key(NamedTuple):
    """The name of the owner of a key, and its own limit; None is the limit of all keys."""

    name: str
    limit: str | None


class Keys:
    """The keys in a file, which is read again after it changes. Raises SettingsError if it cannot be read at first."""

    def __init__(self, path: Path, check: Check):
        self.path = path
        self.check = check
        self.read_at = 0
        self.known: dict[str, Key] = {}
        self.refresh()

    def find(self, text: str) -> Key | None:
        """The entry of a caller's key; None for an unknown key. If the file cannot be read, the last keys stay."""
        try:
            self.refresh()
        except SettingsError as error:
            log.warning("%s", error)
        return self.known.get(hashed(text))

    def refresh(self) -> None:
        """Read the file if it changed. Raises SettingsError for a file that cannot be read, or a wrong line."""
        try:
            changed = self.path.stat().st_mtime_ns
            if changed != self.read_at:
                self.read_at = changed
                self.known = read_keys(self.path.read_text(encoding="utf-8"), self.check)
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(f"API_KEYS cannot be read: {error}") from error


def read_keys(text: str, check: Check) -> dict[str, Key]:
    """The keys by their hashes. Skips empty lines and lines that begin with #."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, _, rest = line.strip().partition(":")
        digest, _, limit = rest.partition(":")
        if not name or len(digest) != 64:
            raise SettingsError(f"API_KEYS, line {number}: a key is written as name:SHA-256 or name:SHA-256:limit")
        try:
            if limit:
                check(limit)
        except ValueError as error:
            raise SettingsError(f"API_KEYS, line {number}: {error}") from error
        found[digest] = Key(name, limit or None)
    return found


def hashed(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def new_key(name: str) -> tuple[str, str]:
    """A new key, and its line in the file."""
    key = secrets.token_urlsafe(32)
    return key, f"{name}:{hashed(key)}"
