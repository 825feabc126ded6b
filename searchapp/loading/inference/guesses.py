"""Guesses the settings of a collection for pages and search, once when it is loaded.

The guesses are written as settings of an item type, so that they can be copied into a configuration and changed.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from copy import copy
from typing import Any

from ..identity import NUMBER
from ..shape import parents_of
from ..values.language import language_of, language_of_titles
from .columns import columns_of
from .evidence import Evidence
from .facets import facets_of
from .field_evidence import FieldEvidence
from .labels import Label, common_object, labels
from .links import linkouts_of
from .mapping import mixed_paths
from .number_traits import date_precision, decimals, is_latitude, is_longitude, is_plain_number, is_point, time_unit
from .ranking import ranking_of
from .roles import Roles, best, roles_of, shared_title_points
from .traits import is_category, is_code, is_flag, is_only, is_prose, share

GUESSED = "_guessed"
"""The key of `_meta` that holds the guesses."""

MAX_LABELS = 1000
DIGIT, MIN_MEASURED = re.compile(r"\d"), 0.5
"""The share of values with a digit above which the end of a name may be a unit."""

MIN_OWN_DATES, MIN_TEXTS = 0.9, 2
"""The least share of different dates that documents are called by, and the least number of texts before shared ones."""

MAX_IMAGE_HOSTS = 5
HOST = re.compile(r"https?://([\w.-]+(?::\d+)?)(?=[/?#]|$)", re.ASCII)
"""The host of an address, without hosts that the header Content-Security-Policy cannot hold."""


def guesses_of(
    evidence: Evidence,
    id_field: str | None = None,
    units: dict[str, str] | None = None,
    links: Collection[str] = (),
    headings: Mapping[str, str] | None = None,
    language: str | None = None,
) -> dict[str, Any]:
    """The guesses; `id_field` is the field of the ids, `units` are the units by field.

    `links` are the fields that refer to other documents, `headings` the original names of renamed columns. `language`
    is None to detect it, and empty for no language.
    """
    evidence = searched(evidence)
    roles = roles_of(evidence, id_field)
    moments = {field.path: unit for field in evidence.fields.values() if (unit := time_unit(field))}
    named = labels_of(evidence, headings or {})
    return {
        "title_fields": titles_of(evidence, roles, id_field == NUMBER),
        "title_separator": " " if roles.is_person else "",
        "description_field": roles.description,
        "image_field": roles.image,
        "link_field": roles.link,
        "image_hosts": hosts_of(evidence.fields[roles.image]) if roles.image else [],
        "date_field": roles.date,
        "number_field": roles.number,
        "table_fields": columns_of(evidence, roles, id_field, links),
        "page_facets": facets_of(evidence, roles, links),
        "labels": {
            path: label.text if path in moments else label_setting(label, (units or {}).get(path, ""))
            for path, label in named.items()
        },
        "field_order": [*named],
        "numbered_ids": id_field == NUMBER,
        "id_field": id_field if id_field in evidence.fields else None,
        "linkouts": linkouts_of(evidence, links),
        "plain_numbers": [
            field.path for field in evidence.fields.values() if is_plain_number(field) or field.path in links
        ],
        "flags": [field.path for field in evidence.fields.values() if is_flag(field)],
        "decimals": {field.path: digits for field in evidence.fields.values() if (digits := decimals(field))},
        "timestamps": moments,
        "date_precision": {field.path: unit for field in evidence.fields.values() if (unit := date_precision(field))},
        "location_fields": location_of(evidence),
        "ranking": ranking_of(evidence, roles),
        "language": (recognised_language(evidence, roles) if language is None else language) or None,
    }


def titles_of(evidence: Evidence, roles: Roles, is_numbered: bool) -> list[str]:
    """The title and the subtitle; without one, the date is the subtitle of a title that documents share.

    A number of seconds is no subtitle.
    Documents with neither ids nor titles are called by their address, else by their date, after a text if many have the
    same date.
    """
    title, date = roles.title, evidence.fields.get(roles.date or "")
    if title is None and is_numbered and roles.link:
        return [roles.link]
    if title is None and is_numbered and date and is_only(date, "date"):
        return [date.path] if date.uniqueness >= MIN_OWN_DATES else named_with_date(evidence, date)
    is_shared = title is not None and is_category(evidence.fields[title]) and not (date and time_unit(date))
    return [name for name in (title, roles.subtitle or (roles.date if is_shared else None)) if name]


def named_with_date(evidence: Evidence, date: FieldEvidence) -> list[str]:
    """The text with the most values, which tells documents of the same date apart, and the date; empty without one."""
    texts = (field for field in evidence.fields.values() if not is_code(field))
    text = best({field: len(field.distinct) for field in texts if shared_title_points(field, evidence, MIN_TEXTS)})
    return [text, date.path] if text else []


def labels_of(evidence: Evidence, headings: Mapping[str, str]) -> dict[str, Label]:
    """The label of each field and of each object around one."""
    fields, paths = evidence.fields, dict[str, None]()
    for path, field in fields.items():
        paths |= dict.fromkeys(parents_of(path)[: path.removesuffix(field.key).count(".")]) | {path: None}
    paths |= dict.fromkeys(evidence.unnamed)
    lists = {path for path, field in fields.items() if field.is_list}
    keys = {path: field.key for path, field in fields.items() if "." in field.key}
    texts = {path for path, field in fields.items() if share(field, DIGIT.search) < MIN_MEASURED}
    return labels([*paths][:MAX_LABELS], headings, lists, keys, texts)


def searched(evidence: Evidence) -> Evidence:
    """The evidence of the searched fields: without fields that have values and objects, and without their inner fields.

    An object around nearly all fields, such as `properties` of GeoJSON, does not count for their depth.
    """
    mixed = mixed_paths(evidence)
    found = Evidence(evidence.as_table)
    found.documents, found.unnamed, found.ids = evidence.documents, evidence.unnamed, evidence.ids
    fields = {path: field for path, field in evidence.fields.items() if mixed.isdisjoint((path, *parents_of(path)))}
    prefix = f"{common_object([*fields])}."
    alike = Counter(map(occurrences, fields.values()))
    for path, field in fields.items():
        found.fields[path] = copy(field)
        found.fields[path].around = int(path.startswith(prefix))
        found.fields[path].of_objects = "." in path and field.is_list and alike[occurrences(field)] > 1
    return found


def occurrences(field: FieldEvidence) -> tuple[str, int, int]:
    """The object of a field, and the number of its values: the fields of the objects in a list have the same pair."""
    return field.path.rpartition(".")[0], field.documents, field.values


def recognised_language(evidence: Evidence, roles: Roles) -> str | None:
    """The language of the prose, else of the titles and descriptions; None if it is not clear."""
    prose = [text for field in evidence.fields.values() if is_prose(field) for text in field.texts()]
    if prose or not roles.title:
        return language_of(prose)
    named = [evidence.fields[path] for path in (roles.title, roles.description) if path]
    return language_of_titles(text for field in named for text in field.texts())


def location_of(evidence: Evidence) -> list[str]:
    """The fields with latitude and longitude, or the one with GeoJSON coordinates or points; empty without any."""
    fields = sorted(evidence.fields.values(), key=lambda field: (field.depth, field.position))
    objects = defaultdict[str, list[FieldEvidence]](list)
    for field in fields:
        objects[field.path.rpartition(".")[0]].append(field)
    for field in fields:
        parent, dot, last = field.path.rpartition(".")
        if (last == "coordinates" and f"{parent}{dot}type" in evidence.fields) or is_point(field):
            return [field.path]
        if is_latitude(field) and not field.is_list:
            beside = (other.path for other in objects[parent] if other is not field and is_longitude(other))
            if longitude := next(beside, None):
                return [field.path, longitude]
    return []


def hosts_of(field: FieldEvidence) -> list[str]:
    """The hosts of the addresses in a field, the most frequent first."""
    hosts = Counter(found[1] for text in field.texts() if (found := HOST.match(text)))
    return [host for host, _ in hosts.most_common(MAX_IMAGE_HOSTS) if host]


def label_setting(label: Label, unit: str) -> str | dict[str, str]:
    """A label as a setting: a text, or an object if there is a unit."""
    unit = label.unit or unit
    return {"label": label.text, "unit": unit} if unit else label.text
