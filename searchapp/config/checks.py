"""Checks of settings: of their types, and beyond these, so that a mistake stops the start and not a request."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from ..did_you_mean import did_you_mean
from .item_type_checks import check_item_type
from .masking import without_password
from .settings import LISTS, Setting, SettingsError

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

ENVIRONMENT = "the environment"
MAX_NUMBER = 2**53
"""The largest whole number that JSON represents exactly."""


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


def check(setting: Setting, value: Any, source: str) -> None:
    """Raise SettingsError if a value, or an entry of it, has a type or size that the setting does not allow."""
    if value is None and setting.default is None:
        return
    where = f"{setting.name} in {source}"
    if not is_of(value, setting.type):
        form = ", written as JSON" if source == ENVIRONMENT else ""
        raise SettingsError(f"{where} must be {names_of(setting.type)}{form}, not {type(value).__name__}")
    for key in value if isinstance(value, Mapping) else ():
        if not isinstance(key, str):
            raise SettingsError(f"{where} must have texts as keys, not {key!r}")
    entries = [value]
    if setting.of and not isinstance(value, str):
        entries = list(value.values() if isinstance(value, Mapping) else value)
        for entry in entries:
            if not is_of(entry, setting.of):
                raise SettingsError(f"{where} must hold {names_of(setting.of)}, not {entry!r}")
    for entry in entries:
        if setting.choices and entry not in setting.choices:
            raise SettingsError(f"{where} must be one of {', '.join(setting.choices)}, not {entry!r}")
        if isinstance(entry, int | float) and not 0 <= entry <= MAX_NUMBER:
            problem = "must not be negative" if entry < 0 else f"must be a number up to {MAX_NUMBER}, not {entry}"
            raise SettingsError(f"{where} {problem}")


def is_of(value: Any, types: type | tuple[type, ...]) -> bool:
    """Whether a value has one of these types; True and False are no numbers."""
    return isinstance(value, types) and (not isinstance(value, bool) or bool in as_tuple(types))


def names_of(types: type | tuple[type, ...]) -> str:
    """`int or float`."""
    return " or ".join("None" if kind is type(None) else kind.__name__ for kind in as_tuple(types))


def as_tuple(types: type | tuple[type, ...]) -> tuple[type, ...]:
    return types if isinstance(types, tuple) else (types,)
