"""Checks of settings beyond their types, so that a mistake stops the start instead of failing requests."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from ..did_you_mean import did_you_mean
from .item_type_checks import check_item_type
from .masking import without_password
from .settings import LISTS, SettingsError

POSITIVE = ("DEADLINE", "MAX_TEXT", "MAX_SIZE", "MAX_WINDOW", "MAX_BATCH", "MAX_BATCH_HITS", "MAX_ANSWER",
            "MAX_MATCHES", "FACET_SIZE", "MAX_FACET_SIZE", "MAX_BODY", "MCP_MAX_BYTES", "SCROLL_SIZE",
            "MULTISEARCH_CONCURRENCY", "MULTISEARCH_BATCH")  # fmt: skip
MIN_SECRET_KEY = 32
API_VERSION = re.compile(r"(?!\.)[\w.~-]+", re.ASCII)
BASE_URL = re.compile(r"https?://[^\s/?#]+(/[^\s?#]*)?")
ORIGIN = re.compile(r"\*|null|[a-z][a-z0-9+.-]*://[^\s/?#]+")
HOST = re.compile(r"[^\s/?#@]+")
INDEX_PREFIX = re.compile(r"[a-z0-9][a-z0-9_.-]*")
PREFIX = re.compile(r"(?!\.)[\w.~-]+(/(?!\.)[\w.~-]+)*", re.ASCII)
DURATION = re.compile(r"[1-9]\d*(ms|[smhd])")
OF_SPEC: Mapping[str, tuple[type, str]] = {
    **dict.fromkeys(("title", "summary", "description", "version", "termsOfService"), (str, "")),
    "contact": (dict, ""),
    "license": (dict, "name"),
    "externalDocs": (dict, "url"),
    "servers": (list, "url"),
    "tags": (list, "name"),
}
"""The keys of SPEC_INFO with their types, and the key that each value or element must have."""


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise SettingsError for the first invalid value."""
    for check in CHECKS:
        check(settings)


def check_numbers(settings: Mapping[str, Any]) -> None:
    for name in POSITIVE:
        if not settings[name]:
            raise SettingsError(f"{name} must be more than 0")
    for name, limit in (("SIZE", "MAX_SIZE"), ("SIZE", "MAX_WINDOW"), ("FACET_SIZE", "MAX_FACET_SIZE")):
        if settings[name] > settings[limit]:
            raise SettingsError(f"{name} is {settings[name]}, but must be at most {limit}, which is {settings[limit]}")


def check_texts(settings: Mapping[str, Any]) -> None:
    if len(settings["SECRET_KEY"]) < MIN_SECRET_KEY:
        raise SettingsError(f"SECRET_KEY must have at least {MIN_SECRET_KEY} characters")
    if not DURATION.fullmatch(settings["SCROLL_TIME"]):
        raise SettingsError(f"SCROLL_TIME must be written as 30s, 1m or 1h, not {settings['SCROLL_TIME']!r}")


def check_elasticsearch(settings: Mapping[str, Any]) -> None:
    """Raise SettingsError for the prefix or an address of Elasticsearch, if it is the backend."""
    if settings["BACKEND"] != "elasticsearch":
        return
    if not INDEX_PREFIX.fullmatch(settings["INDEX_PREFIX"]):
        wanted = "INDEX_PREFIX must be of letters from a to z, digits, and _ . - after the first"
        raise SettingsError(f"{wanted}, not {settings['INDEX_PREFIX']!r}")
    urls = settings["ES_URL"]
    for url in [urls] if isinstance(urls, str) else urls:
        check_url(url)


def check_item_types(settings: Mapping[str, Any]) -> None:
    types = settings["ITEM_TYPES"] or {}
    for name, own in types.items():
        for field, linked in own["links"].items():
            if linked not in types:
                known = f"known: {', '.join(types)}{did_you_mean(str(linked), types)}"
                raise SettingsError(
                    f"links in ITEM_TYPES[{name!r}]: {field!r} links to {linked!r}, which is not an item type; {known}"
                )
        check_item_type(f"ITEM_TYPES[{name!r}]", own)


def check_addresses(settings: Mapping[str, Any]) -> None:
    """Raise SettingsError for parts of paths, addresses, origins and hosts that no request can have."""
    origins = settings["CORS_ORIGINS"]
    for name, values, pattern, form in (
        ("URL_PREFIX", [settings["URL_PREFIX"] or "app"], PREFIX, "a path such as app or app/api"),
        ("API_VERSION", [settings["API_VERSION"]], API_VERSION, "a part of a path such as v1"),
        ("BASE_URL", [settings["BASE_URL"] or "http://x"], BASE_URL, "an address such as https://api.example.org"),
        ("TRUSTED_HOSTS", settings["TRUSTED_HOSTS"] or (), HOST, "names of hosts such as api.example.org"),
        ("IMAGE_HOSTS", settings["IMAGE_HOSTS"] or (), HOST, "names of hosts such as images.example.org"),
        ("CORS_ORIGINS", [origins] if isinstance(origins, str) else origins, ORIGIN,
         "origins such as https://example.org, without a path"),
    ):  # fmt: skip
        for value in values:
            if not pattern.fullmatch(value):
                raise SettingsError(f"{name} must be {form}, not {value!r}")


def check_spec_info(settings: Mapping[str, Any]) -> None:
    """Raise SettingsError for values that would make the API specification invalid."""
    for name, value in settings["SPEC_INFO"].items():
        if name not in OF_SPEC:
            if str(name).startswith("x-"):
                continue
            known = f"known: {', '.join(OF_SPEC)}{did_you_mean(str(name), OF_SPEC)}"
            raise SettingsError(f"SPEC_INFO holds {name!r}, {known}")
        form, required = OF_SPEC[name]
        listed = value if form is list and isinstance(value, LISTS) else [value]
        if not all(is_written(one, form, required) for one in listed):
            raise SettingsError(f"SPEC_INFO: {name} must be written as in OpenAPI 3.1, not as {value!r}")


def is_written(value: Any, form: type, required: str) -> bool:
    """Whether a value is a text, or an object that has this key."""
    if form is str:
        return isinstance(value, str)
    return isinstance(value, Mapping) and (not required or required in value)


def check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        complete = parts.scheme in ("http", "https") and parts.hostname and parts.port
    except ValueError:
        complete = False
    if not complete:
        given = without_password(url)
        raise SettingsError(f"ES_URL must be written as http://127.0.0.1:9200, with a port, not {given}")


CHECKS = (check_numbers, check_texts, check_addresses, check_spec_info, check_elasticsearch, check_item_types)
"""The checks of settings, in order."""
