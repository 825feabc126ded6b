"""The page of a list: its terms in three groups, with suggestions for terms that were not found."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from ...components import Components, ItemType
from ...errors import none_on_error
from ...querystring.names import scope_name
from ...querystring.sub_fields import exact_field, is_sub_field
from ..addresses import type_url
from ..endpoint import Options
from ..guessed_settings import known_fields, page_settings, title_fields
from ..pages.defaults import lookup_scopes, title_separator, value_texts
from ..pages.field_names import as_list
from ..pages.labels import headings, id_label, label, sub_field_parent
from ..pages.results.downloads import FORMATS, STREAMED
from ..pages.results.table import MIN_COLUMNS, columns, wanted_fields
from ..pages.values import highlighting
from ..pages.values.readable import ValueTexts
from ..pages.values.texts import title_text
from .answers import ERROR, Entries, Lookup, Term, kind_of
from .entries import Parts
from .matches import MATCHED

MAX_ADDRESS = 2000
"""Characters of the longest address to share. Mail programs and browsers cut longer ones."""

MAX_TRIED = 20
SUGGESTION_SECONDS = 2
"""The number of missing terms for which suggestions are searched, and the seconds that this may take."""

PER_TERM = 3
MAX_SAMPLE = 4
FEWER_WORDS = "fewer words"
"""The step under `relaxed` of an answer whose query left out words of the term."""

GROUPS = (("found", "Found"), ("ambiguous", "Several documents"), ("missing", "Not found"), ("failed", "Failed"))


def page_values(
    components: Components, item_type: ItemType, terms: Sequence[Term], parts: Parts, lookup: Lookup, options: Options
) -> dict[str, Any]:
    """The values of the template: the form as it was sent, and the groups of terms."""
    settings, fields = page_settings(components, item_type), known_fields(components, item_type)
    titles, wanted = title_fields(settings, fields), wanted_fields(settings, options)
    written = value_texts(components, item_type)
    names, found = groups(parts, lambda answers: chosen(answers, len(terms), wanted, titles), fields, written)
    missing = [term for group in found if group["kind"] == "missing" for term in group["terms"]]
    names = names or (wanted or titles)[:MIN_COLUMNS]
    return {
        "item_type": item_type,
        "terms": terms,
        "text": "\n".join(map(str, terms)),
        "options": options,
        "counts": asdict(lookup.counts),
        "scopes": as_list(lookup.candidates, ", "),
        "is_own_scopes": lookup.candidates != lookup_scopes(settings, fields),
        "searched": list(dict.fromkeys(scope_label(name, fields) for name in lookup.candidates)),
        "sample": sample(lookup.candidates, fields),
        "names": names,
        "id_label": id_label(settings, names, fields),
        "choices": scope_choices(fields),
        "headings": headings(names, fields),
        "groups": [group for group in found if group["rows"]],
        "near": near_misses(item_type, missing, titles, title_separator(settings), lookup.end),
        "share": share(item_type, terms, options),
        "formats": {name: FORMATS[name] for name in STREAMED},
        "most": {name: components.settings[name] for name in ("MAX_BATCH", "MAX_LIST")},
        "other_formats": {},
    }


def scope_label(scope: str, fields: Mapping[str, Mapping[str, Any]]) -> str:
    """The label of a field in which terms are looked up."""
    return "Identifier" if (name := scope_name(scope)) == "_id" else label(name, fields)


def sample(scopes: Sequence[str], fields: Mapping[str, Mapping[str, Any]]) -> str:
    """A value of each of the first fields in which terms are looked up, one per line."""
    names = (sub_field_parent(name, fields) or name for name in map(scope_name, scopes))
    found = dict.fromkeys(str(text) for name in names if (text := fields.get(name, {}).get("example")) is not None)
    return "\n".join([*found][:MAX_SAMPLE])


def scope_choices(fields: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str]]:
    """The fields in which terms can be looked up, with their labels; for a text, the field with its exact values."""
    kinds = ("keyword", "text", "long", "integer", "short")
    names = [name for name in fields if fields[name].get("type") in kinds and not is_sub_field(name, fields)]
    found = [(exact_field(name, fields), label(name, fields)) for name in names]
    return [("_id", scope_label("_id", fields)), *(pair for pair in found if pair[0] not in ("_id", "all"))]


def chosen(
    answers: Sequence[tuple[Term, Entries]], terms: int, wanted: Sequence[str], titles: Sequence[str]
) -> list[str]:
    """The columns for the documents of a part of `terms` terms; empty without documents."""
    entries = [entry for _, of_term in answers for entry in of_term if "_id" in entry]
    documents = [{key: value for key, value in entry.items() if key not in ("query", "found")} for entry in entries]
    expected = len(documents) * terms // len(answers)
    return columns(documents, wanted, titles, expected) if documents else []


def groups(
    parts: Parts,
    choose: Callable[[Sequence[tuple[Term, Entries]]], list[str]],
    fields: Mapping[str, Any],
    written: ValueTexts,
) -> tuple[list[str], list[dict[str, Any]]]:
    """The columns, and the terms by outcome, each with a row per document.

    The first part with documents decides the columns. The rows are made part by part, so that memory holds only the
    documents of one.
    """
    by_kind: dict[str, list[dict[str, Any]]] = {kind: [] for kind, _ in GROUPS}
    terms: dict[str, list[Term]] = {kind: [] for kind in by_kind}
    names: list[str] = []
    for answers in parts:
        names = names or choose(answers)
        for term, entries in answers:
            terms[kind := kind_of(entries)].append(term)
            by_kind[kind] += [row(term, entry, names, fields, written) for entry in entries]
    return names, [
        {"kind": kind, "title": title, "rows": by_kind[kind], "terms": terms[kind]} for kind, title in GROUPS
    ]


def row(
    term: Term, entry: Mapping[str, Any], names: Sequence[str], fields: Mapping[str, Any], written: ValueTexts
) -> dict[str, Any]:
    """The row for a document of a term, or for the reason of its absence."""
    matched = entry.get(MATCHED)
    return {
        "term": term,
        "id": entry.get("_id"),
        "matched": matched and scope_label(matched, fields),
        "error": entry.get(ERROR),
        "cells": [highlighting.cell(entry, name, written=written) for name in names] if "_id" in entry else [],
    }


def near_misses(
    item_type: ItemType, terms: Sequence[Term], titles: Sequence[str], separator: str, end: float
) -> dict[Term, list[dict[str, str]]]:
    """Suggested documents for the first missing terms; fewer while the database is busy, none after `end`."""
    end, found = min(end, time.monotonic() + SUGGESTION_SECONDS), {}
    for term in list(dict.fromkeys(terms))[:MAX_TRIED]:
        if time.monotonic() >= end:
            break
        given = {"item_type": item_type.name, "size": PER_TERM, "relax": "auto", "_source": list(titles) or ["_id"]}
        answer = none_on_error(
            lambda term=term, given=given: item_type.pipeline.search(words_of(term), **given, deadline=end)
        )
        hits = (answer or {}).get("hits", [])
        if hits and not lost_number(term, answer or {}):
            found[term] = [
                {"id": (id := str(hit["_id"])), "title": title_text(hit, titles, separator) or id} for hit in hits
            ]
    return found


def lost_number(term: Term, answer: Mapping[str, Any]) -> bool:
    """Whether the found documents lack a number of the term: without its number, `MONDO:1` means little."""
    relaxed = answer.get("relaxed") or {}
    kept = str(relaxed.get("q", "")).split()
    return relaxed.get("step") == FEWER_WORDS and any(
        word not in kept for word in words_of(term).split() if any(map(str.isdigit, word))
    )


def words_of(term: Term) -> str:
    """The words of a term, without the syntax of the query language."""
    return " ".join("".join(sign if sign.isalnum() else " " for sign in str(term)).split())


def share(item_type: ItemType, terms: Sequence[Term], options: Options) -> str | None:
    """The address of this page with its list; None for a list that is too long."""
    given: dict[str, Any] = {"list": "\n".join(map(str, terms))}
    for name, keyword in (("scopes", "scopes"), ("_source", "fields")):
        if options.get(name):
            given[keyword] = as_list(map(str, options[name]))
    address = f"{type_url(item_type, 'batch.batch')}?{urlencode(given)}"
    return address if terms and len(address) <= MAX_ADDRESS else None
