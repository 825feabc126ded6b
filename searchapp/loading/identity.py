"""The ids of documents: from a field, several fields, the content, the name of the file, or the number of the row."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from .formats.unpack import without_packing
from .meanings import words
from .sentences import first_names
from .shape import value_at
from .values.large_numbers import to_json

Document = dict[str, Any]

MAX_BYTES = 512
HASH, NUMBER, FILE = "@hash", "@number", "@file"
KEY = "key"
"""The field for the key of a document in its file. The key is the id; in this field, its words can be searched."""

MAX_TRACKED = 5_000_000
"""The maximum number of values of a field that are checked for repeats."""

ID_NAMES = words("id ids uuid guid key code identifier accession isbn doi slug sku nr no number nummer numéro numero")
IDENTIFIERS = ("id", "ids", "identifier", "identifiers")
"""The last words of the names of objects with ids, such as `id.govtrack` and `external_ids.tvdb`."""

WITH_BLANKS = r"(?=.{1,100}\Z)(?=.*[A-Z])(?=.*[0-9])[A-Z0-9][A-Z0-9._:-]*( [A-Z0-9._:-]+){1,4}\Z"
"""Codes of capital letters and digits may have blanks, such as `A 1000 X`, unlike phone numbers and addresses."""

CODE = re.compile(rf"[^\s/?#]{{1,100}}\Z|{WITH_BLANKS}")
NAMED_CODE = re.compile(rf"(?!\w+://)[^\s?#]{{1,100}}\Z|{WITH_BLANKS}")
"""The pattern of ids in a field with a name for ids, which may contain slashes like DOIs."""

ADDRESS = re.compile(r"[^\s]{1,500}\Z")
"""The pattern of ids in a field that is called `id`, also addresses such as the terms of ontologies have."""

FIRST_ADDRESS = re.compile(rf"[^\s?]{{1,500}}\Z|{WITH_BLANKS}")
"""The pattern of ids in a first field such as `Class ID`."""

SIGN = re.compile(r"[A-Z0-9][A-Z0-9._:-]{0,99}\Z")
"""The pattern of ids in other fields: codes of capital letters and digits, such as `DEU` or `1F431-200D`."""

WHOLE = re.compile(r"[0-9]{1,19}\Z")
"""The pattern of ids in fields inside of objects that hold whole numbers."""

OF_FIRST = re.compile(r"(?!\w+://)[^\s?#/]{1,100}\Z")
"""The pattern of ids in the field `id` of the first object of a document, even if most values are elsewhere."""

MIN_SHARE_WITH_LETTERS = 0.5
"""The minimum share of such codes with a letter: otherwise they are numbers."""

MIN_CODES = 20
"""The minimum number of documents with such codes: in fewer documents, codes may differ by accident."""

MIN_OF_FIRST = 1000
"""The minimum number of documents with ids in the first object. Fewer may be of different users by accident: an update
would replace their documents."""

TYPES = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "a boolean",
    float: "a number with a fraction",
    type(None): "null",
}

Identify = Callable[[Document, int], str]


def identifier(rule: str | None, file: str = "") -> Identify:
    """A function from a document of a file and its number to its id, ValueError for a document without a usable id."""
    if rule == FILE:
        return lambda document, _: checked(name_of(file))
    if rule == HASH:
        return lambda document, _: content_hash(document)
    if rule == NUMBER:
        return lambda document, number: str(number)
    fields = [field.strip() for field in (rule or "_id").split(",") if field.strip()]
    if len(fields) == 1:
        return lambda document, _: id_in(document, fields[0], bool(rule))
    return lambda document, _: (
        id_in(document, rule or "", True)
        if rule in document
        else checked("-".join(id_in(document, field, True) for field in fields))
    )


def id_in(document: Document, field: str, is_named: bool) -> str:
    """The value of one field as an id."""
    value = document.get(field)
    value = value_at(document, field) if value is None else value
    if value is None or value == "":
        raise ValueError(f"no {field}, " + (only_fields(document) if is_named else "choose another field with --id"))
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise ValueError(f"{field} must be a text or a whole number, not {json_type(value)}")
    return checked(str(value))


def only_fields(document: Document) -> str:
    """The fields of a document, for an error."""
    return f"only {first_names([name for name in document if name != '_id'], 'fields') or 'empty values'}"


def name_of(file: str) -> str:
    """The name of a file without its ending, which can be the id of its document."""
    return Path(without_packing(Path(file).name)).stem


def are_ids(files: Sequence[str]) -> bool:
    """Whether the names of several files differ and can be ids."""
    names = {name_of(file) for file in files}
    return len(files) > 1 and len(names) == len(files) and all(is_code(name, NAMED_CODE) for name in names)


def checked(id: str) -> str:
    if len(id.encode(errors="replace")) > MAX_BYTES:
        raise ValueError(f"the id has more than {MAX_BYTES} bytes")
    return id


def content_hash(document: Document) -> str:
    """An id that equal documents share, whatever the order of their fields."""
    text = to_json({key: value for key, value in document.items() if key != "_id"}, sorts_keys=True)
    return hashlib.blake2b(text, digest_size=10).hexdigest()


def json_type(value: Any) -> str:
    """The type of a value in JSON."""
    return TYPES.get(type(value), "a number")


class IdCandidates:
    """The fields that may have ids: no value is repeated, and each can be part of an address."""

    def __init__(self) -> None:
        self.has_ids = False
        self.copies: set[str] = set()
        """The fields that repeat the `_id` of every document."""

        self.documents = 0
        self.seen: dict[str, set[int]] | None = None
        self.patterns: dict[str, re.Pattern[str]] = {}
        self.inner: list[str] = []
        self.with_letters: Counter[str] = Counter()

    def observe(self, document: Document) -> None:
        """Looks at one document."""
        self.documents += 1
        self.has_ids = self.has_ids or bool(document.get("_id"))
        if self.seen is None:
            names = [name for name in document if name != "_id"]
            self.copies = {*names}
            self.inner = [path for path in named_inside(document) if path not in document]
            self.seen = {name: set() for name in (*names, *self.inner)}
            self.patterns = {name: pattern_of(name) for name in names}
            self.patterns |= {path: inner_pattern(path, value_at(document, path)) for path in self.inner}
            if names:
                self.patterns[names[0]] = first_pattern(names[0])
                if isinstance(document[names[0]], dict) and (path := f"{names[0]}.id") not in self.patterns:
                    self.inner.append(path)
                    self.seen[path], self.patterns[path] = set(), OF_FIRST
        self.copies = {name for name in self.copies if str(document.get(name)) == document.get("_id")}
        for name in [*self.seen]:
            value = document.get(name) if name in document else value_at(document, name)
            known = self.seen[name]
            if not self.may_be_id(name, value) or hash(str(value)) in known:
                del self.seen[name]
            elif len(known) < MAX_TRACKED:
                known.add(hash(str(value)))

    def may_be_id(self, name: str, value: Any) -> bool:
        """Whether a field with this value may have ids: the first field, one with a name for ids, or one with codes."""
        pattern = self.patterns[name]
        if pattern is not SIGN:
            return is_code(value, pattern)
        is_sign = isinstance(value, str) and bool(SIGN.match(value))
        self.with_letters[name] += is_sign and value.upper() != value.lower()
        return is_sign

    def best(self, accidental: Collection[str] = ()) -> str | None:
        """The field with the ids: one named id, else one whose name ends so, else the first candidate; or None.

        A field inside objects is only chosen if no other field fits. `accidental` are fields whose values are decimals
        or dates, which differ by accident.
        """
        fitting = [name for name in self.seen or {} if name not in accidental and self.is_likely(name)]
        return min(fitting, key=self.rank, default=None)

    def rank(self, name: str) -> tuple[int, bool, bool]:
        """A sort key for fields with codes: fields with a name for ids first, fields inside objects last."""
        depth = name.count(".") if name in self.inner else 0
        return depth, name.lower() != "id", self.patterns[name] not in (ADDRESS, FIRST_ADDRESS, NAMED_CODE)

    def is_likely(self, name: str) -> bool:
        """Whether a field of unique codes has ids: the first field, one with a name for ids, or one of many codes."""
        if self.patterns[name] not in (SIGN, WHOLE, OF_FIRST):
            return True
        fits = self.patterns[name] is not SIGN or self.with_letters[name] >= MIN_SHARE_WITH_LETTERS * self.documents
        return fits and self.documents >= (MIN_OF_FIRST if self.patterns[name] is OF_FIRST else MIN_CODES)


def named_inside(document: Document) -> Iterator[str]:
    """The paths of texts with names for ids in the object that holds most of a document, and in the objects in it.

    Also the paths of all values in an object that is called by ids.
    """
    total = values_in({name: value for name, value in document.items() if name != "_id"})
    for name, value in document.items():
        if isinstance(value, dict) and last_word(name) in IDENTIFIERS:
            yield from (f"{name}.{key}" for key, inner in value.items() if isinstance(inner, str | int))
        elif isinstance(value, dict) and 2 * values_in(value) > total:
            yield from (f"{name}.{key}" for key in named_in(value))
            objects = ((key, inner) for key, inner in value.items() if isinstance(inner, dict))
            yield from (f"{name}.{key}.{last}" for key, inner in objects for last in named_in(inner))


def named_in(value: Document) -> Iterator[str]:
    """The names for ids in an object: of texts, and of whole numbers in fields whose names end with `id`."""
    return (
        key for key, inner in value.items() if is_numbered(key, inner) or (isinstance(inner, str) and is_id_name(key))
    )


def is_numbered(name: str, value: Any) -> bool:
    """Whether a whole number is in a field whose name ends with `id`, such as `OBJECTID` and `osm_id`."""
    return isinstance(value, int) and not isinstance(value, bool) and name.lower().endswith("id")


def values_in(value: Any) -> int:
    """The number of values inside objects; a list is one."""
    return sum(map(values_in, value.values())) if isinstance(value, dict) else 1


def pattern_of(name: str) -> re.Pattern[str]:
    """The pattern of ids in a field with this name."""
    return ADDRESS if name in ("id", "@id") else NAMED_CODE if is_id_name(name) else SIGN


def first_pattern(name: str) -> re.Pattern[str]:
    """The pattern of ids in a first field with this name."""
    pattern = pattern_of(name)
    if pattern is NAMED_CODE and last_word(name) == "id":
        return FIRST_ADDRESS
    return CODE if pattern is SIGN else pattern


def inner_pattern(path: str, value: Any) -> re.Pattern[str]:
    """The pattern of ids at a path inside of objects, by its name and a value."""
    return WHOLE if isinstance(value, int) else NAMED_CODE if path.split(".")[1:] == ["id"] else SIGN


def is_id_name(name: str) -> bool:
    """Whether the last word of a name is one for ids, or `#` follows it, as in `Order #`."""
    return last_word(name) in ID_NAMES or (bool(last_word(name)) and name.endswith("#"))


def last_word(name: str) -> str:
    """The last word of a name in small letters, empty without one."""
    words = re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name))
    return words[-1].lower() if words else ""


def is_code(value: Any, pattern: re.Pattern[str]) -> bool:
    """Whether a value can be the id in an address."""
    if isinstance(value, str):
        return bool(pattern.match(value))
    return isinstance(value, int) and not isinstance(value, bool)
