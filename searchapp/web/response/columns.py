"""The columns of a table of documents: first columns about the origin of a row, then the fields.

The fields are in the order of the request, else in the order of the metadata; each is a dotted name.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from ...querystring.default_fields import copied_fields
from ...querystring.field_types import leaf_fields
from ...querystring.names import fits_pattern
from .csv import Document

Options = Mapping[str, Any]

OWN = {
    "GET": ("_id", "_version", "_score"),
    "POST": ("query", "_id", "_version", "_score", "found"),
    "lookup": ("query", "_item_type", "_id", "_version", "_score", "found"),
}
"""The first columns, by method and for a lookup."""

BY_DEFAULT = {"annotation": "_version", "lookup": "_version", "query": "_score"}
"""The columns of version and score that each endpoint shows by default."""


def own_columns(endpoint: str, method: str, options: Options) -> list[str]:
    """The columns that are not fields."""
    wanted = {f"_{name}": options.get(name) for name in ("version", "score")}
    shown = {name: name == BY_DEFAULT[endpoint] if want is None else want for name, want in wanted.items()}
    return [name for name in OWN.get(endpoint, OWN[method]) if shown.get(name, True)]


def field_columns(wanted: Iterable[str] | None, fields: Sequence[str], hidden: Collection[str] = ()) -> list[str]:
    """The columns of the fields. An object means the fields inside it; an unknown name is a column too."""
    names = [name for name in wanted or () if name.strip("-")]
    excluded = [name[1:] for name in names if name.startswith("-")]
    included = [name for name in names if not name.startswith("-")]
    found: Iterable[str] = [field for field in fields if field not in hidden]
    if included and "all" not in included:
        found = (field for name in included for field in expanded(name, fields))
    return [name for name in dict.fromkeys(found) if not any(covers(other, name) for other in excluded)]


def expanded(name: str, fields: Sequence[str]) -> list[str]:
    """The fields that a name or a pattern means."""
    return [field for field in fields if covers(name, field)] or ([] if "*" in name else [name])


def covers(name: str, field: str) -> bool:
    """Whether a name or a pattern means a field or an object around it."""
    if "*" not in name:
        return field == name or field.startswith(f"{name}.")
    return fits_pattern(field, name) or fits_pattern(field, f"{name}.*")


def present(names: Sequence[str], batch: Iterable[Document], own: Collection[str]) -> list[str]:
    """The names in the documents of a batch, which jmespath may have changed: known names first, then the others."""
    keys = dict.fromkeys(key for document in batch for key in document)
    known = [name for name in names if name in keys]
    return [*known, *(key for key in keys if key not in known and key not in own and not is_ours(key))]


def is_ours(key: str) -> bool:
    """Whether a name is one that the service adds."""
    return key in ("found", "notfound", "query") or key.startswith("_") or "._" in key


def source_fields(mapping: Mapping[str, Any]) -> list[str]:
    """The fields that documents hold themselves, in the order of the mapping: no objects, no copies, no sub-fields."""
    copies = copied_fields(mapping)
    return [name for name, _ in leaf_fields(mapping.get("properties") or {}) if name not in copies]
