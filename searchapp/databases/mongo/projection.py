"""The fields to return, as a projection of MongoDB."""

from collections.abc import Iterable, Mapping

from ...querystring.field_types import CONTAINERS
from ...querystring.names import fits_pattern, fitting
from .query import filters as values
from .query.query_strings import StringQuery

MAX_SOURCE = 200
ALWAYS = {"_id": 1, "_version": 1}


def projection(chosen_fields: Mapping[str, Iterable[str]], strings: StringQuery) -> dict[str, int] | None:
    """The fields to read (1) or to leave out (0), from `includes` and `excludes`; None returns everything."""
    included, excluded = (chosen_fields.get(key, ()) for key in ("includes", "excludes"))
    if not included:
        return dict.fromkeys(outermost(expanded(excluded, strings)), 0) or None
    chosen = outermost(expanded(included, strings))
    if excluded:
        inside = [leaf for leaf in strings.fields if any(is_inside(leaf, name) for name in chosen)] or chosen
        leaves = [leaf for leaf in inside if strings.kind(leaf) not in CONTAINERS]
        chosen = [leaf for leaf in leaves if not any(fits(leaf, name) for name in excluded)]
    return {**ALWAYS, **dict.fromkeys(chosen[:MAX_SOURCE], 1)}


def expanded(names: Iterable[str], strings: StringQuery) -> list[str]:
    """The field names that names and patterns mean. Names that no field can have are left out."""
    found = dict.fromkeys(
        field for name in names for field in ([name] if "*" not in name else fitting(strings.fields, name))
    )
    return [name for name in found if values.safe_name(name) and name not in ALWAYS]


def outermost(names: list[str]) -> list[str]:
    """The names that are not inside another one; MongoDB refuses a projection that names both."""
    known = set(names)
    return [name for name in names if not any(parent in known for parent in parents(name))]


def parents(name: str) -> Iterable[str]:
    parts = name.split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts)))


def is_inside(name: str, parent: str) -> bool:
    return name == parent or name.startswith(f"{parent}.")


def fits(name: str, pattern: str) -> bool:
    """Whether a field, or an object around it, has this name or matches the pattern."""
    return any(fits_pattern(each, pattern) for each in (name, *parents(name)))
