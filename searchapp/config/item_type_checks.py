"""Checks of the settings of an item type beyond their types, and the fields that they name."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from ..did_you_mean import did_you_mean
from ..querystring.names import is_scope, scope_name
from .settings import LISTS, SettingsError

DOUBLED = re.compile(r"\{\{\s*q\s*\}\}")
"""The placeholder of the term in a named query of BioThings; ours is `{q}`."""
FOREIGN = re.compile(rf"{DOUBLED.pattern}|\$\{{\s*q\s*\}}|\{{\s*q\s+\}}|\{{\s+q\}}|\{{Q\}}")
"""Placeholders of other template languages, and ours with blanks or in upper case."""

URL = re.compile(r"https?://\S+")
LINK = re.compile(r"(https?:/)?/[^\s/\\]\S*")
PLACEHOLDER = re.compile(r"\{.*?(\}|$)")
PLACEHOLDERS = ("{value}", "{_id}")
RANKED = ("names", "aliases", "descriptions")
WITH_WEIGHTS = ("default_fields", "suggest_fields")
OF_FIELD = ("suggest_weight", "description_field", "image_field", "link_field")
OF_FIELDS = (*WITH_WEIGHTS, "default_scopes", "title_fields", "table_fields", "page_facets", "plain_numbers", "flags",
             "decimals", "timestamps", "date_precision", "location_fields", "labels", "field_notes", "linkouts",
             "links")  # fmt: skip
OF_LABEL = ("label", "unit", "description")


def check_item_type(source: str, own: Mapping[str, Any]) -> None:
    """Raise SettingsError for the first invalid value among the settings of an item type, which `source` names."""
    for name, check in CHECKS.items():
        if own[name]:
            check(f"{name} in {source}", own[name])


def check_weights(source: str, fields: Iterable[Any]) -> None:
    for field in fields:
        if not isinstance(field, str) or not is_scope(field):
            raise SettingsError(f"{source} holds {field!r}; a field with a weight is written symbol^8")


def check_user_queries(source: str, queries: Mapping[str, Any]) -> None:
    for name, query in queries.items():
        if not isinstance(query, dict) or not query or not {"query", "filter"}.issuperset(query):
            raise SettingsError(f"{source}: {name!r} must hold a query, a filter or both")
        if not all(isinstance(part, Mapping | list | tuple) for part in query.values()):
            raise SettingsError(f"{source}: {name!r} must hold queries as objects")
        if found := foreign_placeholder(query):
            raise SettingsError(f"{source}: {name!r} has {found}, write {{q}} where the term goes")


def check_licenses(source: str, licenses: Mapping[str, Any]) -> None:
    for name, url in licenses.items():
        if not isinstance(url, str) or not URL.match(url):
            raise SettingsError(f"{source}: {name!r} must have the URL of a licence, not {url!r}")


def check_license_transform(source: str, names: Mapping[str, Any]) -> None:
    for field, name in names.items():
        if not isinstance(name, str):
            raise SettingsError(f"{source}: {field!r} must name a source, not {name!r}")


def check_linkouts(source: str, addresses: Mapping[str, str]) -> None:
    for field, address in addresses.items():
        check_linkout(f"{source}: {field!r}", address)


def check_linkout(source: str, address: str) -> None:
    """Raise SettingsError for a link that would lead nowhere."""
    if not LINK.fullmatch(address):
        raise SettingsError(
            f"{source} must lead to an address with https://, or to a path such as /search, not {address!r}"
        )
    for match in PLACEHOLDER.finditer(address):
        if match[0] not in PLACEHOLDERS:
            raise SettingsError(f"{source} has {match[0]}, known: {', '.join(PLACEHOLDERS)}")


def check_labels(source: str, labels: Mapping[str, Any]) -> None:
    for field, label in labels.items():
        check_label(f"{source}: {field!r}", label)


def check_label(source: str, label: Any) -> None:
    """Raise SettingsError for a label that is neither a text nor an object of texts."""
    for key, text in label.items() if isinstance(label, Mapping) else ():
        if key not in OF_LABEL:
            raise SettingsError(f"{source} has {key!r}, known: {', '.join(OF_LABEL)}{did_you_mean(str(key), OF_LABEL)}")
        if not isinstance(text, str):
            raise SettingsError(f"{source}: {key} must be str, not {text!r}")


def foreign_placeholder(query: Any) -> str | None:
    """The first placeholder of a named query, in its keys too, that is not `{q}` and would be searched as it is."""
    if isinstance(query, Mapping):
        return foreign_placeholder([*query, *query.values()])
    if isinstance(query, list | tuple):
        return next(filter(None, map(foreign_placeholder, query)), None)
    match = FOREIGN.search(query) if isinstance(query, str) else None
    return match[0] if match else None


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


def check_patterns(source: str, pairs: Iterable[Any]) -> None:
    for pair in pairs:
        check_pattern(source, pair)


def check_pattern(source: str, pair: Any) -> None:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise SettingsError(f"{source} must hold pairs (pattern, scopes or None), not {pair!r}")
    try:
        re.compile(pair[0])
    except (re.error, TypeError) as error:
        raise SettingsError(f"{source} holds {pair[0]!r}, which is not a valid regular expression: {error}") from error
    scopes = pair[1] if isinstance(pair[1], LISTS) else [pair[1] or ""]
    if not all(isinstance(scope, str) for scope in scopes):
        raise SettingsError(f"{source}: the scopes of {pair[0]!r} must be fields or None, not {pair[1]!r}")


Check = Callable[[str, Any], None]
"""Raises SettingsError for an invalid value; the first argument names the place of the setting, for the error."""

CHECKS: Mapping[str, Check] = {
    **dict.fromkeys(WITH_WEIGHTS, check_weights),
    "user_queries": check_user_queries,
    "licenses": check_licenses,
    "license_transform": check_license_transform,
    "linkouts": check_linkouts,
    "labels": check_labels,
    "jsonld": check_jsonld,
    "ranking": check_ranking,
    "id_patterns": check_patterns,
}


def unknown_fields(own: Mapping[str, Any], fields: Collection[str]) -> Iterator[str]:
    """A message for each field that the settings of an item type name and its collection does not have."""
    for setting, name in named_fields(own):
        if name != "_id" and not any(fnmatchcase(field, name) for field in fields):
            yield f"{setting} names {name}, which is not a field of the collection{did_you_mean(name, fields)}"


def unlicensed_sources(own: Mapping[str, Any], licenses: Collection[str]) -> Iterator[str]:
    """A message for each source in `license_transform` that has no licence, so that it is not added to documents."""
    for source in dict.fromkeys(own["license_transform"].values()):
        if source != "*" and source not in licenses:
            hint = did_you_mean(source, licenses)
            yield f"license_transform names {source}, which is not a source with a licence{hint}"


def named_fields(own: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Pairs of setting and field, for every field that the settings name."""
    for setting in OF_FIELDS:
        yield from ((setting, name_of(setting, name)) for name in own[setting] or ())
    for _, scopes in own["id_patterns"]:
        yield from (("id_patterns", name) for name in ([scopes] if isinstance(scopes, str) else scopes or ()))
    yield from (("ranking", name) for weights in (own["ranking"] or {}).values() for name in weights)
    yield from ((setting, own[setting]) for setting in OF_FIELD if own[setting])


def name_of(setting: str, text: str) -> str:
    """The name of the field in an entry of a setting, without its weight or the way to count."""
    if setting == "page_facets":
        return text.partition("(")[0].partition(":")[0]
    return scope_name(text)
