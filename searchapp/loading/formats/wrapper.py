"""Finds the documents inside an object: in a list under some key, under each of its keys, or in a table."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from ..bad import LoadError, OnBad
from ..identity import KEY
from ..sentences import first_names
from .jsontext import MAX_VALUE, Member
from .source import Source
from .tables.rows import documents_of

Document = dict[str, Any]
Say = Callable[[str], None]

MAX_AROUND = 8
"""The maximum number of keys of an object around a list of documents; in the only file more, around a long list."""

MAX_LEVELS = 3
"""The maximum number of levels of objects around a list of documents."""

MIN_RECORDS = 3
"""The minimum number of similar objects that are read as documents under their ids."""

MIN_COVERAGE = 0.5
"""The share of their fields that such objects have in common, at least."""

OBJECTS_PER_FIELD = 10
"""Objects are also similar if there are this many times as many objects as fields."""

MIN_VALUES = 20
"""The minimum number of values of one kind under keys that are read as documents. Fewer are one document."""

MIN_COLUMNS = 2
"""The minimum number of columns of a table that is written column by column."""

SCHEMA = "schema."
"""The beginning of the names of lists that describe the columns of another list, as pandas writes them."""

LENGTH_RATIO = 10
"""The longest of several lists has the documents if it is this many times as long as the others."""

SIMPLE = (str, int, float, bool)
KEYS = "@keys "
"""The beginning of the name of a place where documents are under keys, before the names of the objects around them."""


def unwrapped(lines: Iterator[tuple[int, Any]], source: Source, on_bad: OnBad) -> Iterator[tuple[int, Any]]:
    """The documents. If a file is one object around documents, the documents inside it."""
    first, second = next(lines, None), next(lines, None)
    if first is None:
        return
    inside = None if second else documents_in(first[1], source, on_bad)
    if second and source.sheet:
        source.say(f"{source.name} has no list in an object, so --sheet is not used")
    if inside is None:
        yield from chain((first, second) if second else (first,), lines)
        return
    for document in inside:
        yield first[0], document


def documents_in(value: Any, source: Source, on_bad: OnBad) -> Iterable[Any] | None:
    """The documents inside an object that is not a document itself; None for other values."""
    if not isinstance(value, dict):
        return None
    if source.sheet:
        return list_named(value, source)
    if "_id" in value or isinstance(value.get("id"), SIMPLE):
        if (source.is_only or source.list_name) and "_id" not in value and has_many(value):
            return list_in(value, source)
        with_ids = (one for one in lists_in(value, MAX_LEVELS) if have_ids(one[1]))
        say_lists(sorted(with_ids, key=lambda one: -len(one[1])), source.say)
        return None
    if source.list_name and (known := as_loaded(value, source.list_name, source)) is not None:
        return known
    if rows := rows_in(value):
        source.say(f"the documents are the {len(rows) - 1:,} rows of the columns {first_names(rows[0])}")
        return (document for _, document in documents_of(source, enumerate(rows), on_bad))
    lists, largest = [*islice(lists_in(value, MAX_LEVELS), MAX_AROUND)], largest_of_records(value)
    if lists and largest and LENGTH_RATIO * sum(len(one) for _, one in lists) <= len(value[largest]):
        found = keyed(value[largest], source, largest)
        source.say(f"left out: the lists {first_names([name for name, _ in lists])} (--sheet NAME)")
        return found
    if elements := list_in(value, source):
        return elements
    if are_records(value.values()) or are_values(value.values()):
        return keyed(value, source)
    return keyed(value[largest], source, largest) if largest else None


def as_loaded(value: dict[str, Any], name: str, source: Source) -> list[Document] | None:
    """The documents of an update at the place where the load read them: in a list, or under keys; None without any."""
    if not name.startswith(KEYS):
        known = list_at(value, name)
        return list(known) if is_list_of_objects(known) else None
    place = name.removeprefix(KEYS)
    inside = value.get(place, list_at(value, place)) if place else value
    if not isinstance(inside, dict) or not all(isinstance(one, dict) for one in inside.values()):
        return None
    return keyed(inside, source, place)


def list_named(value: dict[str, Any], source: Source) -> list[Any]:
    """The list that `source.sheet` names, with dots between the keys that lead to it. LoadError without one."""
    found = list_at(value, source.sheet or "")
    if found and is_list_of_objects(found):
        return list(found)
    names = [name for name, _ in lists_in(value, MAX_LEVELS)]
    there = f", only {', '.join(names)}" if names else ""
    raise LoadError(f"{source.name} has no list of objects called {source.sheet}{there}")


def list_at(value: dict[str, Any], path: str) -> Any:
    """The value at a path with dots between its keys, also inside lists of one object; None without one."""
    found: Any = value
    for name in path.split("."):
        around = only_object(found)
        found = around.get(name) if around else None
    return found


def list_in(value: dict[str, Any], source: Source) -> list[Any] | None:
    """The elements of the only list of objects in an object, of the only one with ids, or of one that is much longer
    than the others. The source gets the name of the list."""
    found = [*islice(lists_in(value, MAX_LEVELS, of_many=source.is_only), MAX_AROUND)]
    described = [one for one in found if not one[0].startswith(SCHEMA)] or found
    lists = sorted(described, key=lambda one: -len(one[1]))
    if not lists:
        return None
    with_ids = [one for one in lists if have_ids(one[1])]
    name, elements = with_ids[0] if len(with_ids) == 1 else lists[0]
    others = [one for one in lists if one[0] != name]
    if len(with_ids) != 1 and LENGTH_RATIO * sum(len(other) for _, other in others) > len(elements):
        say_lists(lists, source.say)
        return None
    source.list_name = name
    source.say(f"the documents are the {len(elements):,} elements of the list {name}")
    if others:
        source.say(f"left out: the lists {first_names([one for one, _ in others])} (--sheet NAME)")
    return elements


def has_many(value: dict[str, Any]) -> bool:
    """Whether an object is an envelope: it has a list of many objects, and few other values."""
    return len(value) <= MAX_AROUND and any(len(elements) >= MIN_VALUES for _, elements in lists_in(value, MAX_LEVELS))


def say_lists(lists: Iterable[tuple[str, list[Any]]], say: Say) -> None:
    """Names the lists of an object that is read as one document."""
    sizes = ", ".join(f"{name} ({len(elements):,})" for name, elements in lists)
    if sizes:
        say(f"the file is one document, with the lists {sizes}: --sheet NAME takes the elements of one as documents")


def lists_in(
    value: dict[str, Any], depth: int, prefix: str = "", of_many: bool = True
) -> Iterator[tuple[str, list[Any]]]:
    """The lists of objects inside an object of few keys and the objects in it; with `of_many`, long ones among more."""
    has_few = len(value) <= MAX_AROUND
    for name, inner in value.items() if depth and (has_few or of_many) else ():
        if is_list_of_objects(inner) and len(inner) > 1:
            if has_few or len(inner) >= MIN_VALUES:
                yield f"{prefix}{name}", inner
        elif has_few and (around := only_object(inner)):
            yield from lists_in(around, depth - 1, f"{prefix}{name}.", of_many)


def only_object(value: Any) -> dict[str, Any] | None:
    """The object, even if it is the only element of a list; None for other values."""
    one = value[0] if isinstance(value, list) and len(value) == 1 else value
    return one if isinstance(one, dict) else None


def have_ids(elements: list[dict[str, Any]]) -> bool:
    """Whether these are many objects, each with an id of its own."""
    ids = [str(element.get("_id", element.get("id", ""))) for element in elements]
    return len(ids) >= MIN_VALUES and all(ids) and len(set(ids)) == len(ids)


def is_list_of_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def are_records(values: Iterable[Any]) -> bool:
    """Whether these are several objects with much the same fields, or many objects with few fields."""
    found = list(values)
    if len(found) < MIN_RECORDS or not all(isinstance(one, dict) for one in found):
        return False
    counts = Counter(name for one in found for name in one)
    common = sum(count for count in counts.values() if 2 * count > len(found))
    is_one_kind = common >= MIN_COVERAGE * counts.total() or len(found) > OBJECTS_PER_FIELD * len(counts)
    return is_one_kind and 2 * sum(map(bool, found)) > len(found)


def largest_of_records(value: dict[str, Any]) -> str | None:
    """The key of the object of records: the only one, or one with many times more records than all others together."""
    sizes = sorted(
        (len(inner), name) for name, inner in value.items() if isinstance(inner, dict) and are_records(inner.values())
    )
    if not sizes or sizes[-1][0] < MIN_VALUES or LENGTH_RATIO * sum(size for size, _ in sizes[:-1]) > sizes[-1][0]:
        return None
    return sizes[-1][1]


def are_values(values: Iterable[Any]) -> bool:
    """Whether these are many values of one kind, such as the names of many codes."""
    found = list(values)
    kinds = {list if isinstance(one, list) else type(one) for one in found}
    simple = all(isinstance(part, SIMPLE) for one in found for part in (one if isinstance(one, list) else [one]))
    return len(found) >= MIN_VALUES and simple and (len(kinds) == 1 or kinds == {int, float})


def rows_in(value: dict[str, Any]) -> list[list[Any]] | None:
    """The names of columns and the rows of a table, if the object is one in a form of pandas; else None."""
    names, data = value.get("columns"), value.get("data")
    if isinstance(names, list) and isinstance(data, list) and data and all(isinstance(row, list) for row in data):
        return [names, *data]
    columns = [cells_of(column) for column in value.values()]
    lengths = {len(column) for column in columns if column is not None}
    if None in columns or len(columns) < MIN_COLUMNS or len(lengths) != 1 or lengths <= {0, 1}:
        return None
    return [list(value), *map(list, zip(*filter(None, columns), strict=True))]


def cells_of(column: Any) -> list[Any] | None:
    """The cells of a column: a list of simple values, or such values under the numbers of their rows."""
    if isinstance(column, dict):
        column = list(column.values()) if list(column) == [str(row) for row in range(len(column))] else None
    is_column = isinstance(column, list) and all(cell is None or isinstance(cell, SIMPLE) for cell in column)
    return column if is_column else None


def keyed(values: dict[str, Any], source: Source, place: str = "") -> list[Document]:
    """The objects, or values, with their keys as ids, without one with an empty key. The source gets their place."""
    what = "objects" if isinstance(next(iter(values.values()), None), dict) else "values"
    records = {key: one if isinstance(one, dict) else {"value": one} for key, one in values.items() if key}
    left_out = "; one with an empty key is left out" if len(records) < len(values) else ""
    where = f"in {place}" if place else "of the file"
    source.list_name = f"{KEYS}{place}"
    source.say(f"the documents are the {len(records):,} {what} {where}, with their keys as ids{left_out}")
    keep = what == "objects" and lacks_key(records.items())
    return [with_key(key, record, keep) for key, record in records.items()]


def with_key(key: str, record: Document, keep: bool) -> Document:
    """The document with its key as `_id`, if it has none. With `keep`, the field `key` has the key too."""
    if "_id" in record:
        return record
    return {"_id": key, KEY: key, **record} if keep else {"_id": key, **record}


def lacks_key(records: Iterable[tuple[str, Document]]) -> bool:
    """Whether most keys have several words, such as `image/png`, and are no values in their documents."""
    lacking = [
        not key.isalnum() and KEY not in record and key not in map(str, record.values()) for key, record in records
    ]
    return 2 * sum(lacking) > len(lacking)


def unfolded(members: Iterator[Member], source: Source) -> Iterator[tuple[int, Any]]:
    """The documents inside an object that is too large to be held: the elements of its first large list, or records."""
    objects: list[Member] = []
    for member in members:
        if source.sheet and ".".join(member.path) != source.sheet:
            continue
        if member.is_element:
            source.list_name = ".".join(member.path)
            source.say(f"the documents are the elements of the list {source.list_name}")
            yield member.line, member.value
            yield from same_list(members, member.path, source.say)
            return
        if isinstance(member.value, dict):
            objects.append(member)
        if len(objects) == MIN_RECORDS and are_records(one.value for one in objects):
            source.list_name = KEYS + ".".join(objects[0].path[:-1])
            source.say("the documents are the objects of the file, with their keys as ids")
            keep = lacks_key((one.path[-1], one.value) for one in objects)
            yield from records(chain(objects, members), keep)
            return
        del objects[: 1 - MIN_RECORDS]
    raise LoadError(f"{source.name} is one object of more than {MAX_VALUE >> 20} MB, without a list of documents in it")


def same_list(members: Iterator[Member], path: tuple[str, ...], say: Say) -> Iterator[tuple[int, Any]]:
    """The other elements of the list at a path. Another list is named, and left out."""
    left_out = set()
    for member in members:
        if member.is_element and member.path == path:
            yield member.line, member.value
        elif member.is_element and member.path not in left_out:
            left_out.add(member.path)
            say(f"the list {'.'.join(member.path)} is left out")


def records(members: Iterable[Member], keep: bool) -> Iterator[tuple[int, Any]]:
    """The objects under the keys of an object, as documents."""
    for member in members:
        value = member.value
        yield member.line, with_key(member.path[-1], value, keep) if isinstance(value, dict) else value
