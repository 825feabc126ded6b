"""Translates a web configuration of BioThings into ours. Settings without a counterpart are reported."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from pprint import pformat
from typing import Any

from .item_type_checks import DOUBLED
from .module_values import assigned, module_values, without_absent

RENAMED = {
    "APP_PREFIX": "URL_PREFIX",
    "API_PREFIX": "URL_PREFIX",
    "APP_VERSION": "API_VERSION",
    "API_VERSION": "API_VERSION",
    "ES_SCROLL_TIME": "SCROLL_TIME",
    "ES_SCROLL_SIZE": "SCROLL_SIZE",
    "ES_SIZE_CAP": "MAX_SIZE",
    "ES_RESULT_WINDOW_SIZE_CAP": "MAX_WINDOW",
    "LIST_SIZE_CAP": "MAX_BATCH",
    "DEFAULT_CACHE_MAX_AGE": "CACHE_MAX_AGE",
    "CACHE_MAX_AGE": "CACHE_MAX_AGE",
    "ALLOW_RANDOM_QUERY": "ALLOW_RANDOM_QUERY",
    "ALLOW_NESTED_AGGS": "ALLOW_NESTED_QUERY",
    "ALLOW_NESTED_QUERY": "ALLOW_NESTED_QUERY",
}
"""BioThings settings with the same values as one of our settings."""

OF_TYPES = {"ANNOTATION_DEFAULT_SCOPES": "default_scopes", "AVAILABLE_FIELDS_EXCLUDED": "excluded_keys"}
"""BioThings settings with the same values as one of our settings of item types."""

TRANSLATED = (
    "ES_HOST",
    "ES_INDICES",
    "ES_INDEX",
    "ES_DOC_TYPE",
    "ANNOTATION_ID_REGEX_LIST",
    "LICENSE_TRANSFORM",
    "AVAILABLE_FIELDS_NOTES_PATH",
    "USERQUERY_DIR",
    "STATUS_CHECK",
    "HTML_OUT_TITLE",
)
ADVICE = {
    "APP_LIST": "paths follow from ITEM_TYPES; more of them by EXTRA_PAGES",
    "QUERY_KWARGS": "declare options in EXTRA_OPTIONS, other defaults and limits in CHANGED_OPTIONS",
    "ANNOTATION_KWARGS": "declare options in EXTRA_OPTIONS, other defaults and limits in CHANGED_OPTIONS",
    "ES_QUERY_BUILDER": "write a class and name it in BUILDER, docs/customizing.md",
    "ES_QUERY_PIPELINE": "write a class and name it in BUILDER, docs/customizing.md",
    "ES_QUERY_BACKEND": "ITEM_TYPES says which index a type has",
    "ES_RESULT_TRANSFORM": "write a class and name it in FORMATTER, docs/customizing.md",
    "ES_ARGS": "arguments of the client stand in ES_OPTIONS, the time for a request is DEADLINE",
    "ES_CLIENT_TIMEOUT": "the time for a request is DEADLINE",
    "DISABLE_CACHING": "without CACHE_MAX_AGE nothing says how long an answer may be kept",
    "ANNOTATION_DEFAULT_REGEX_PATTERN": "`scope:term` is always tried last",
    "OUTPUT_KEY_ALIASES": "rename fields when you load, with --rename",
}
HEAD = '"""The configuration of this installation, made from {name} by `searchapp import-biothings`."""\n'
ID_OF_CLIENTS = ("item_type", "biothing_type")
"""The keys in which BioThings clients expect the item type."""

Values = Mapping[str, Any]


@dataclass
class Imported:
    """Our settings, and notes on the settings that could not be translated."""

    settings: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def import_biothings(path: Path) -> Imported:
    """The configuration from a BioThings module. Raises OSError or SyntaxError if it cannot be read."""
    names = [*RENAMED, *OF_TYPES, *TRANSLATED]
    values, problems = module_values(path, names)
    values = {name: value for name, value in values.items() if without_absent(value) is not None}
    found = Imported(notes=problems)
    found.settings["BACKEND"] = "elasticsearch"
    if "ES_HOST" in values:
        hosts = values["ES_HOST"]
        found.settings["ES_URL"] = list(map(url, hosts)) if isinstance(hosts, list | tuple) else url(hosts)
    found.settings |= {ours: values[theirs] for theirs, ours in RENAMED.items() if values.get(theirs) not in (None, "")}
    if values.get("API_VERSION") == "" or values.get("APP_VERSION") == "":
        found.notes.append("API_VERSION is empty: paths here always have a version")
    if title := re.sub(r"<[^>]*>", "", str(values.get("HTML_OUT_TITLE") or "")).strip():
        found.settings["TITLE"] = title
    found.settings["METADATA_ITEM_TYPE_KEYS"] = ID_OF_CLIENTS
    types = indices(values, found)
    own = {name: value for part in PARTS for name, value in part(values, path.parent, found).items()}
    found.settings["ITEM_TYPES"] = {name: {"index": index, **own} for name, index in types.items()}
    if checked := status_check(values, types, found):
        found.settings["STATUS_CHECK"] = checked
    unknown = sorted(assigned(path) - {*names})
    found.notes += [f"{name} is not translated: {ADVICE.get(name, 'no setting has this meaning')}" for name in unknown]
    return found


def url(host: Any) -> str:
    """The address of a host, with scheme and port."""
    if isinstance(host, Mapping):
        host = f"{host.get('host', 'localhost')}:{host.get('port', 9200)}"
    scheme, _, rest = str(host).rpartition("://")
    port = {"https": 443, "http": 80}.get(scheme, 9200)
    host = rest.rstrip("/")
    return f"{scheme or 'http'}://{host if re.search(r':[0-9]+$', host) else f'{host}:{port}'}"


def indices(values: Values, found: Imported) -> dict[str, str]:
    """The index of each item type. A type without a name is named by ES_DOC_TYPE."""
    listed = dict(values.get("ES_INDICES") or {})
    if not listed and values.get("ES_INDEX"):
        listed = {None: values["ES_INDEX"]}
    default = listed.pop(None, None)
    if default and default not in listed.values():
        listed = {str(values.get("ES_DOC_TYPE") or "item"): default, **listed}
    if not listed:
        found.notes.append("ES_INDICES names no index: name them in ITEM_TYPES")
    return listed


def of_types(values: Values, folder: Path, found: Imported) -> dict[str, Any]:
    return {ours: list(values[theirs]) for theirs, ours in OF_TYPES.items() if values.get(theirs)}


def id_patterns(values: Values, folder: Path, found: Imported) -> dict[str, Any]:
    """The patterns as texts, with their flags inside."""
    pairs = []
    for regex, scopes in values.get("ANNOTATION_ID_REGEX_LIST") or ():
        compiled = re.compile(regex)
        flags = "".join(letter for letter, flag in FLAGS.items() if compiled.flags & flag)
        pattern = (f"(?{flags})" if flags else "") + compiled.pattern
        pairs.append((pattern, [scopes] if isinstance(scopes, str) else list(scopes) or None))
    return {"id_patterns": pairs} if pairs else {}


FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "x": re.VERBOSE}


def licences(values: Values, folder: Path, found: Imported) -> dict[str, Any]:
    """The settings of licences. In BioThings, a field also gets the licence of the source of the same name."""
    return {"license_transform": {"*": "*", **(values.get("LICENSE_TRANSFORM") or {})}}


def field_notes(values: Values, folder: Path, found: Imported) -> dict[str, Any]:
    """The notes of a file that exists."""
    path = values.get("AVAILABLE_FIELDS_NOTES_PATH")
    if not path:
        return {}
    try:
        return {"field_notes": json.loads((folder / path).read_text(encoding="utf-8"))}
    except (OSError, ValueError) as error:
        found.notes.append(f"AVAILABLE_FIELDS_NOTES_PATH cannot be read: {error}")
        return {}


def user_queries(values: Values, folder: Path, found: Imported) -> dict[str, Any]:
    """The named queries: each is a folder with query.txt, filter.txt or both."""
    root = folder / str(values.get("USERQUERY_DIR") or "userquery")
    queries = {}
    for folder in sorted(root.iterdir()) if root.is_dir() else ():
        parts = {kind: folder / f"{kind}.txt" for kind in ("query", "filter") if (folder / f"{kind}.txt").is_file()}
        try:
            read = {
                kind: json.loads(DOUBLED.sub("{q}", path.read_text(encoding="utf-8"))) for kind, path in parts.items()
            }
        except ValueError as error:
            found.notes.append(f"the user query {folder.name} is not JSON and is not translated: {error}")
            continue
        if read:
            queries[folder.name] = read
    return {"user_queries": queries} if queries else {}


PARTS: tuple[Callable[[Values, Path, Imported], dict[str, Any]], ...] = (
    of_types,
    id_patterns,
    licences,
    field_notes,
    user_queries,
)
"""The functions that make the settings of every item type."""


def status_check(values: Values, types: Mapping[str, str], found: Imported) -> dict[str, str]:
    """The document of each type whose index they check."""
    check = values.get("STATUS_CHECK") or {}
    if "id" not in check:
        return {}
    checked = {name: str(check["id"]) for name, index in types.items() if index == check.get("index", index)}
    if not checked:
        found.notes.append(f"STATUS_CHECK names the index {check['index']}, which no item type has")
    return dict(list(checked.items())[:1])


def as_module(found: Imported, name: str) -> str:
    """The text of a configuration."""
    values = {name: pformat(value, width=110, sort_dicts=False) for name, value in found.settings.items()}
    return "\n".join([HEAD.format(name=name), *(f"{name} = {text}" for name, text in values.items())]) + "\n"
