"""What the documents of every source have in common."""

from collections.abc import Iterable, Iterator
from typing import Any

Doc = dict[str, Any]


def bare(values: Iterable[Any]) -> Any:
    """The value when there is one, a list when there are several different ones, None when there is none."""
    unique: list[Any] = []
    for value in values:
        if value and value not in unique:
            unique.append(value)
    return unique[0] if len(unique) == 1 else unique or None


def put(doc: Doc, path: str, value: Any) -> None:
    """Sets a value at a dotted path of `doc`; None sets nothing."""
    *parents, leaf = path.split(".")
    if value is None:
        return
    for name in parents:
        doc = doc.setdefault(name, {})
    doc[leaf] = value


def paths(doc: Doc, prefix: str = "") -> Iterator[str]:
    """The dotted paths of a document's objects and values."""
    for name, value in doc.items():
        yield prefix + name
        if isinstance(value, dict):
            yield from paths(value, f"{prefix}{name}.")


def counts(docs: list[Doc], wanted: Iterable[str]) -> dict[str, int]:
    """How many documents have each path."""
    found = [set(paths(doc)) for doc in docs]
    return {path: sum(path in has for has in found) for path in wanted}


def number(doc: Doc) -> int:
    """The number in an id such as HGNC:5."""
    return int(doc["_id"].partition(":")[2])
