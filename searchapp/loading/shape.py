"""The changes of documents that a user asks for: other names, fewer columns, cells with lists."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from .bad import LoadError
from .values.cells import with_cells

Document = dict[str, Any]
NO_LISTS = "none"
EVERY = ""
"""The name for all columns in the option for list separators."""


class Shape(NamedTuple):
    """`rename` has new paths by old ones, `columns` are the paths to keep, `lists` separators by path.

    `cells` are the columns whose cells hold lists or objects. With `finds_lists` other cells that look like lists are
    split too.
    """

    rename: Mapping[str, str] = {}
    columns: tuple[str, ...] = ()
    lists: Mapping[str, str] = {}
    finds_lists: bool = True
    cells: tuple[str, ...] = ()


def shape_of(rename: Iterable[str], columns: tuple[str, ...], lists: Iterable[str]) -> Shape:
    """The changes from the options of the command line; the separator `none` keeps cells unchanged."""
    listed = list(lists)
    separators = pairs([text for text in listed if text != NO_LISTS], "--list-separator", alone=True)
    return Shape(pairs(rename, "--rename"), columns, separators, NO_LISTS not in listed)


def pairs(texts: Iterable[str], option: str, alone: bool = False) -> dict[str, str]:
    """The parts of texts such as `old=new`; a text without `=` is for every column, if that is allowed."""
    found: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.rpartition("=")
        if alone and (not sign or not name):
            name, value = EVERY, text
        elif not name or not value:
            raise LoadError(f"{option} must be written as OLD=NEW, not {text}")
        found[name] = value
    return found


def check_names(shape: Shape, dates: Iterable[str], known: Collection[str], say: Callable[[str], None]) -> None:
    """Reports the fields that the user named and no document has; `known` are the paths of the loaded documents.

    `dates` are the fields with a format of dates. Raises LoadError if no document has any of the columns to keep.
    """
    missing = [name for name in shape.columns if name not in known and name != "_id"]
    if missing and len(missing) == len(shape.columns):
        raise LoadError(f"no document has the field {' or '.join(missing)} (--columns), nothing was changed")
    kept = {*known, *shape.columns, EVERY, "_id"}
    named = [(name, "--columns") for name in missing]
    if not shape.columns:  # else the fields may be left out
        named += [(old, "--rename") for old, new in shape.rename.items() if new not in kept]
        named += [(name, "--list-separator") for name in shape.lists if name not in kept]
        named += [(name, "--date-format") for name in dates if name not in kept]
    for name, option in named:
        say(f"no document has the field {name} ({option})")


def renamed(document: Document, shape: Shape) -> Document:
    """The document with the new names, and with lists and objects where cells hold them.

    Raises ValueError for a cell that does not hold a list or object although its column does.
    """
    for old, new in shape.rename.items():
        found, value = take(document, old)
        if found:
            put_at_path(document, new, value)
    document = split(document, shape.lists) if shape.lists else document
    return with_cells(document, shape.cells) if shape.cells else document


def take(document: Document, path: str) -> tuple[bool, Any]:
    """Removes the value at a path. Returns whether there was one, and the value."""
    if path in document:
        return True, document.pop(path)
    head, _, rest = path.partition(".")
    inner = document.get(head)
    return take(inner, rest) if rest and isinstance(inner, dict) else (False, None)


def put_at_path(document: Document, path: str, value: Any) -> None:
    """Puts a value at a path."""
    *parents, last = path.split(".")
    level = document
    for parent in parents:
        if not isinstance(level.get(parent), dict):
            level[parent] = {}
        level = level[parent]
    level[last] = value


def split(document: Document, lists: Mapping[str, str], prefix: str = "") -> Document:
    """The document with lists instead of the cells that hold a separator."""
    found: Document = {}
    for name, value in document.items():
        path = f"{prefix}{name}"
        separator = lists.get(path, lists.get(EVERY))
        if isinstance(value, dict):
            value = split(value, lists, f"{path}.")
        elif separator and name != "_id" and isinstance(value, str) and (separator in value or path in lists):
            value = [part.strip() for part in value.split(separator) if part.strip()]
        found[name] = value
    return found


def selected(document: Document, shape: Shape) -> Document:
    """The id and the columns to keep, in their order."""
    if not shape.columns:
        return document
    found: Document = {"_id": document["_id"]}
    for path in shape.columns:
        value = value_at(document, path)
        if value is not None:
            put_at_path(found, path, value)
    return found


def value_at(document: Any, path: str) -> Any:
    """The value at a path, or None."""
    for name in path.split("."):
        document = document.get(name) if isinstance(document, dict) else None
    return document


def parents_of(path: str) -> list[str]:
    """The paths of the objects around a field."""
    names = path.split(".")
    return [".".join(names[:depth]) for depth in range(1, len(names))]
