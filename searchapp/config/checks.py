"""Checks of settings beyond their types, so that a mistake stops the start instead of failing requests."""

import re
from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any
from urllib.parse import urlsplit

from ..did_you_mean import did_you_mean
from ..querystring.names import is_scope, scope_name
from .masking import without_password
from .settings import LISTS, SettingsError

DOUBLED = re.compile(r"\{\{\s*q\s*\}\}")
"""The place of a term in a named query of BioThings; ours is `{q}`."""

URL = re.compile(r"https?://\S+")
RANKED = ("names", "aliases", "descriptions")
WITH_WEIGHTS = ("default_fields", "suggest_fields")
POSITIVE = ("DEADLINE", "MAX_SIZE", "MAX_WINDOW", "MAX_BATCH", "MAX_BATCH_HITS", "MAX_ANSWER", "MAX_MATCHES",
            "FACET_SIZE", "MAX_FACET_SIZE", "MAX_BODY", "SCROLL_SIZE", "MULTISEARCH_CONCURRENCY",
            "MULTISEARCH_BATCH")  # fmt: skip
MIN_SECRET_KEY = 32
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

OF_FIELDS = (*WITH_WEIGHTS, "default_scopes", "title_fields", "table_fields", "linkouts", "links")


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise SettingsError for the first invalid value."""
    for name in POSITIVE:
        if not settings[name]:
            raise SettingsError(f"{name} must be more than 0")
    if len(settings["SECRET_KEY"]) < MIN_SECRET_KEY:
        raise SettingsError(f"SECRET_KEY must have at least {MIN_SECRET_KEY} characters")
    if not DURATION.fullmatch(settings["SCROLL_TIME"]):
        raise SettingsError(f"SCROLL_TIME must be written as 30s, 1m or 1h, not {settings['SCROLL_TIME']!r}")
    for name in ("SIZE", "FACET_SIZE"):
        if settings[name] > settings[f"MAX_{name}"]:
            raise SettingsError(
                f"{name} is {settings[name]}, but must be at most MAX_{name}, which is {settings[f'MAX_{name}']}"
            )
    if settings["URL_PREFIX"] and not PREFIX.fullmatch(settings["URL_PREFIX"]):
        raise SettingsError(f"URL_PREFIX must be a path such as app or app/api, not {settings['URL_PREFIX']!r}")
    check_spec_info(settings["SPEC_INFO"])
    if settings["BACKEND"] == "elasticsearch":
        urls = settings["ES_URL"]
        for url in [urls] if isinstance(urls, str) else urls:
            check_url(url)
    types = settings["ITEM_TYPES"] or {}
    for name, own in types.items():
        for field, linked in own["links"].items():
            if linked not in types:
                known = f"known: {', '.join(types)}{did_you_mean(str(linked), types)}"
                raise SettingsError(
                    f"links in ITEM_TYPES[{name!r}]: {field!r} links to {linked!r}, which is not an item type; {known}"
                )
        check_item_type(f"ITEM_TYPES[{name!r}]", own)


def check_spec_info(info: Mapping[str, Any]) -> None:
    """Raise SettingsError for values that would make the API specification invalid."""
    for name, value in info.items():
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


def check_url(url: Any) -> None:
    if not isinstance(url, str):
        raise SettingsError(f"ES_URL must hold texts, not {type(url).__name__}")
    try:
        parts = urlsplit(url)
        complete = parts.scheme in ("http", "https") and parts.hostname and parts.port
    except ValueError:
        complete = False
    if not complete:
        given = without_password(url)
        raise SettingsError(f"ES_URL must be written as http://127.0.0.1:9200, with a port, not {given}")


def check_item_type(source: str, own: Mapping[str, Any]) -> None:
    for name in WITH_WEIGHTS:
        for field in own[name] or ():
            if not isinstance(field, str) or not is_scope(field):
                raise SettingsError(f"{name} in {source} holds {field!r}; a field with a weight is written symbol^8")
    for name, query in own["user_queries"].items():
        if not isinstance(query, dict) or not query or not {"query", "filter"}.issuperset(query):
            raise SettingsError(f"user_queries in {source}: {name!r} must hold a query, a filter or both")
        if doubled(query):
            raise SettingsError(f"user_queries in {source}: {name!r} has {{{{q}}}}, write {{q}} where the term goes")
    for source_name, url in (own["licenses"] or {}).items():
        if not isinstance(url, str) or not URL.match(url):
            raise SettingsError(f"licenses in {source}: {source_name!r} must have the URL of a licence, not {url!r}")
    for field, source_name in own["license_transform"].items():
        if not isinstance(source_name, str):
            raise SettingsError(f"license_transform in {source}: {field!r} must name a source, not {source_name!r}")
    check_jsonld(f"jsonld in {source}", own["jsonld"])
    check_ranking(f"ranking in {source}", own["ranking"] or {})
    for pair in own["id_patterns"]:
        check_pattern(f"id_patterns in {source}", pair)


def doubled(query: Any) -> bool:
    """Whether a text in a named query has `{{q}}`, the form of other template languages, instead of `{q}`."""
    if isinstance(query, Mapping):
        return any(map(doubled, query.values()))
    if isinstance(query, list | tuple):
        return any(map(doubled, query))
    return isinstance(query, str) and DOUBLED.search(query) is not None


def check_jsonld(source: str, rule: Any) -> None:
    """Raise SettingsError for a rule that is not a text, object or list of them. Keys with `@` may have any value."""
    if isinstance(rule, Mapping):
        for name, inner in rule.items():
            if not str(name).startswith("@"):
                check_jsonld(source, inner)
    elif isinstance(rule, LISTS):
        for inner in rule:
            check_jsonld(source, inner)
    elif not isinstance(rule, str):
        raise SettingsError(f"{source} holds {rule!r}; a property is a field, a template with fields, or an object")


def check_ranking(source: str, ranking: Mapping[str, Any]) -> None:
    for kind, weights in ranking.items():
        if kind not in RANKED:
            raise SettingsError(f"{source} holds {kind!r}, known: {', '.join(RANKED)}{did_you_mean(kind, RANKED)}")
        if not isinstance(weights, Mapping) or not all(is_weight(weight) for weight in weights.values()):
            raise SettingsError(f"{source}: {kind} must hold fields with numbers above 0, as {{'symbol': 8}}")


def is_weight(weight: Any) -> bool:
    return isinstance(weight, int | float) and not isinstance(weight, bool) and weight > 0


def check_pattern(source: str, pair: Any) -> None:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise SettingsError(f"{source} must hold pairs (pattern, scopes or None), not {pair!r}")
    try:
        re.compile(pair[0])
    except (re.error, TypeError) as error:
        raise SettingsError(f"{source} holds {pair[0]!r}, which is not a valid regular expression: {error}") from error


def unknown_fields(own: Mapping[str, Any], fields: Collection[str]) -> Iterator[str]:
    """A message for each field that the settings of an item type name and its collection does not have."""
    for setting, name in named_fields(own):
        if name != "_id" and not any(fnmatchcase(field, name) for field in fields):
            yield f"{setting} names {name}, which is not a field of the collection{did_you_mean(name, fields)}"


def named_fields(own: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Pairs of setting and field, for every field that the settings name."""
    for setting in OF_FIELDS:
        yield from ((setting, scope_name(name)) for name in own[setting] or () if isinstance(name, str))
    for _, scopes in own["id_patterns"]:
        yield from (("id_patterns", name) for name in ([scopes] if isinstance(scopes, str) else scopes or ()))
    yield from (("ranking", name) for weights in (own["ranking"] or {}).values() for name in weights)
    if own["suggest_weight"]:
        yield "suggest_weight", own["suggest_weight"]
