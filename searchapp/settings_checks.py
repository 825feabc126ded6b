"""What settings of the right types must also be, so that a slip stops the start and not the first request."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from .settings import SettingsError

WEIGHTED = re.compile(r"[^^]+(\^\d+(\.\d+)?)?")
WITH_WEIGHTS = ("default_fields", "suggest_fields")


def check_settings(settings: Mapping[str, Any]) -> None:
    """SettingsError for the first value that could not be used."""
    for name in ("SIZE", "FACET_SIZE"):
        if settings[name] > settings[f"MAX_{name}"]:
            raise SettingsError(f"{name} is {settings[name]}, and MAX_{name} only {settings[f'MAX_{name}']}")
    if settings["BACKEND"] == "elasticsearch":
        urls = settings["ES_URL"]
        for url in [urls] if isinstance(urls, str) else urls:
            check_url(url)
    for name, own in (settings["ITEM_TYPES"] or {}).items():
        check_item_type(f"ITEM_TYPES[{name!r}]", own)


def check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        complete = parts.scheme in ("http", "https") and parts.hostname and parts.port
    except ValueError:
        complete = False
    if not complete:
        shown = url.rpartition("@")[2]
        raise SettingsError(f"ES_URL must be written as http://127.0.0.1:9200, with a port, not {shown}")


def check_item_type(source: str, own: Mapping[str, Any]) -> None:
    for name in WITH_WEIGHTS:
        for field in own[name] or ():
            if not isinstance(field, str) or not WEIGHTED.fullmatch(field):
                raise SettingsError(f"{name} in {source} holds {field!r}; a field with a weight is written symbol^8")
    for pair in own["id_patterns"]:
        check_pattern(f"id_patterns in {source}", pair)


def check_pattern(source: str, pair: Any) -> None:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise SettingsError(f"{source} must hold pairs (pattern, scopes or None), not {pair!r}")
    try:
        re.compile(pair[0])
    except (re.error, TypeError) as error:
        raise SettingsError(f"{source} holds {pair[0]!r}, which is no regular expression: {error}") from error
