"""The names that item types can have, and names for files, tables and indices whose own names are not allowed."""

import re
import unicodedata
from collections.abc import Iterable
from zlib import crc32

RESERVED = ("query", "search", "lookup", "metadata", "status", "spec", "docs", "static", "suggest")
"""The names of paths that are not item types."""

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
UNFIT = re.compile(r"[^A-Za-z0-9_-]+")
MAX_MADE = 80


def name_problem(name: str) -> str | None:
    """Why an item type cannot have this name, None where it can."""
    if name in RESERVED:
        return f"an item type cannot be named {name}: this is the name of a path"
    if not NAME.fullmatch(name):
        return (
            f"an item type cannot be named {name!r}: letters from A to Z, digits, - and _ are allowed, a letter first"
        )
    return None


def fitting(name: str, sign: str = "_") -> str:
    """A name that is allowed, as near to this one as can be: `Order Details` is `Order_Details`.

    `2024` is `data-2024`. A name without letters from A to Z and digits becomes a number, so that such names differ.
    """
    letters = unicodedata.normalize("NFKD", name).replace("ß", "ss").encode("ascii", "ignore").decode()
    made = UNFIT.sub(sign, letters).strip("-_")[:MAX_MADE] or f"data-{crc32(name.encode()):08x}"
    return f"data-{made}" if name_problem(made) else made


def named(names: Iterable[str]) -> dict[str, str]:
    """An item type for each of these names, in order. Allowed names do not change; no two item types are equal."""
    listed = list(names)
    taken = {name for name in listed if not name_problem(name)}
    found: dict[str, str] = {}
    for name in listed:
        made = name
        if name not in taken:
            made = fitting(name)
            while made in taken:
                made += "_"
        taken.add(made)
        found[made] = name
    return found
