"""An object around documents: a list of them under some key, or one document under each key."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from ..bad import LoadError
from .jsontext import MAX_VALUE, Member

Document = dict[str, Any]
Say = Callable[[str], None]

MAX_AROUND = 8
"""Keys of an object that stands around a list of documents."""

MAX_LEVELS = 3
"""Objects around a list of documents."""

MIN_RECORDS = 3
"""Objects of the same kind that are taken for documents under their ids."""

ALIKE = 0.5
"""The share of their fields that such objects have in common, at least."""


def unwrapped(lines: Iterator[tuple[int, Any]], say: Say) -> Iterator[tuple[int, Any]]:
    """The documents; where a file is one object around documents, those inside it."""
    first, second = next(lines, None), next(lines, None)
    if first is None:
        return
    inside = None if second else documents_in(first[1], say)
    if inside is None:
        yield from chain((first, second) if second else (first,), lines)
        return
    for document in inside:
        yield first[0], document


def documents_in(value: Any, say: Say) -> list[Any] | None:
    """The documents inside a value that is no document itself; None for other values."""
    if not isinstance(value, dict) or {"_id", "id"} & set(value):
        return None
    lists = list(islice(lists_in(value, MAX_LEVELS), 2))
    if len(lists) == 1:
        name, elements = lists[0]
        say(f"the documents are the {len(elements):,} elements of the list {name}")
        return elements
    if are_records(value.values()):
        say(f"the documents are the {len(value):,} objects of the file, with their keys as ids")
        return [with_key(key, record) for key, record in value.items()]
    return None


def lists_in(value: dict[str, Any], depth: int, prefix: str = "") -> Iterator[tuple[str, list[Any]]]:
    """The lists of objects inside an object of few keys and the objects in it."""
    for name, inner in value.items() if depth and len(value) <= MAX_AROUND else ():
        if is_documents(inner):
            yield f"{prefix}{name}", inner
        elif isinstance(inner, dict):
            yield from lists_in(inner, depth - 1, f"{prefix}{name}.")


def is_documents(value: Any) -> bool:
    """Whether this is a list of several objects."""
    return isinstance(value, list) and len(value) > 1 and all(isinstance(one, dict) for one in value)


def are_records(values: Iterable[Any]) -> bool:
    """Whether these are several objects with much the same fields."""
    found = list(values)
    if len(found) < MIN_RECORDS or not all(isinstance(one, dict) and one for one in found):
        return False
    counts = Counter(name for one in found for name in one)
    common = sum(count for count in counts.values() if 2 * count > len(found))
    return common >= ALIKE * counts.total()


def with_key(key: str, record: Document) -> Document:
    """The document with its key as id, if it has none."""
    return record if "_id" in record else {"_id": key, **record}


def unfolded(members: Iterator[Member], name: str, say: Say) -> Iterator[tuple[int, Any]]:
    """The documents inside an object that is too large to be held: the elements of its first large list, or records."""
    objects: list[Member] = []
    for member in members:
        if member.is_element:
            say(f"the documents are the elements of the list {'.'.join(member.path)}")
            yield member.line, member.value
            yield from same_list(members, member.path, say)
            return
        if isinstance(member.value, dict):
            objects.append(member)
        if len(objects) == MIN_RECORDS and are_records(one.value for one in objects):
            say("the documents are the objects of the file, with their keys as ids")
            yield from records(chain(objects, members))
            return
        del objects[: 1 - MIN_RECORDS]
    raise LoadError(f"{name} is one object of more than {MAX_VALUE >> 20} MB, without a list of documents in it")


def same_list(members: Iterator[Member], path: tuple[str, ...], say: Say) -> Iterator[tuple[int, Any]]:
    """The other elements of the list at a path. Another list is named, and left out."""
    left_out = set()
    for member in members:
        if member.is_element and member.path == path:
            yield member.line, member.value
        elif member.is_element and member.path not in left_out:
            left_out.add(member.path)
            say(f"the list {'.'.join(member.path)} is left out")


def records(members: Iterable[Member]) -> Iterator[tuple[int, Any]]:
    """The objects under the keys of an object, as documents."""
    for member in members:
        value = member.value
        yield member.line, with_key(member.path[-1], value) if isinstance(value, dict) else value
