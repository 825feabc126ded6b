"""Statistics of each field in a stream of documents: numbers of values, types, lengths, different values, a sample.

Memory is bounded for any number of documents; everything that is inferred or guessed reads this and nothing else.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from zlib import crc32

from ..values.forms import NOTHING, NUMBERS, Candidates
from ..values.kinds import is_address, kind_of
from ..values.large_numbers import is_large

MAX_PATHS = 10_000
MAX_SAMPLE = 1000
MAX_EXAMPLE = 40
MAX_HASHES = 1024
MAX_SIGNS = 6
"""Signs of a word in a script without blanks; a longer text has several words."""

VERSION = re.compile(r"((^|[\W_])version|(?<=[a-z])Version|(^|[\W_])V(ersion|ERSION))$")
"""The names of fields of versions, in which 3.10 is not 3.1."""

WITHOUT_BLANKS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff]")
NO_FIELDS = ("_id", "_index", "_source", "_version", "_seq_no", "_routing", "_ignored", "_field_names")


def is_one_word(text: str) -> bool:
    """Whether a text has no blank, and is in a script that uses blanks."""
    if len(text.split(None, 1)) > 1:
        return False
    return len(text) <= MAX_SIGNS or text.isascii() or not WITHOUT_BLANKS.search(text)


class Distinct:
    """Counts different texts: exactly up to MAX_HASHES, then by a sample of their hashes.

    Only hashes that end in `level` zero bits are kept; when there are too many of them, the level rises.
    """

    def __init__(self) -> None:
        self.hashes: set[int] = set()
        self.level = 0
        self.mask = 0

    def add(self, text: str) -> None:
        hashed = crc32(text.encode("utf-8", "surrogatepass"))
        if hashed & self.mask:
            return
        self.hashes.add(hashed)
        if len(self.hashes) > MAX_HASHES:
            self.level += 1
            self.mask = (1 << self.level) - 1
            self.hashes = {one for one in self.hashes if not one & self.mask}

    def __len__(self) -> int:
        return len(self.hashes) << self.level


class FieldEvidence:
    """The statistics of one path; `position` is its rank in the order in which fields first appeared.

    documents   those with a value here        values   all values, those of lists too
    kinds       how many values of each kind   longest  characters of the longest value
    one_word    values of a single word        sample   evenly spaced values, in their order
    addresses   IP addresses before another value
    written     the sample as it is in the file, where its texts mean other values
    large       whole numbers of more than 64 bits
    around      objects around this field that hold nearly all of a document, and count for no depth
    of_objects  whether its values are those of objects in a list
    """

    def __init__(self, path: str, position: int, candidates: Candidates | None = None):
        self.path = path
        self.position = position
        self.documents = self.values = self.longest = self.one_word = self.addresses = self.large = 0
        self.kinds: Counter[str] = Counter()
        self.distinct = Distinct()
        self.sample: list[Any] = []
        self.written: list[str] = []
        self.stride = 1
        self.last_document = 0
        self.candidates = candidates
        self.examples: dict[str, str] = {}
        self.example_of_large = ""
        self.around = 0
        self.of_objects = False
        self.is_version = VERSION.search(path.rpartition(".")[2]) is not None

    def see(self, value: Any, as_table: bool, document: int) -> None:
        """One value of the document with this number; `as_table` is for documents of texts only."""
        text = value if isinstance(value, str) else str(value)
        if document != self.last_document:
            self.documents += 1
            self.last_document = document
        kind = kind_of(value, as_table)
        if kind == "double" and isinstance(value, str) and self.is_version:
            kind = "text"
        if kind == "double" and is_large(value):
            self.large += 1
            self.example_of_large = text[:MAX_EXAMPLE]
        self.kinds[kind] += 1
        if kind not in self.examples:
            self.examples[kind] = text[:MAX_EXAMPLE]
        if self.candidates and isinstance(value, str) and (self.candidates.forms or text in NOTHING):
            self.candidates.see(text, kind)
        if len(text) > self.longest:
            self.longest = len(text)
        if self.addresses == self.values and kind == "text":
            self.addresses += is_address(text)
        self.one_word += kind in NUMBERS or is_one_word(text)
        self.distinct.add(text)
        if self.values % self.stride == 0:
            self.keep(value)
        self.values += 1

    def keep(self, value: Any) -> None:
        self.sample.append(value)
        if len(self.sample) >= MAX_SAMPLE:
            self.sample = self.sample[::2]
            self.stride *= 2

    @property
    def depth(self) -> int:
        """How many objects are around the field."""
        return self.path.count(".") - self.around

    @property
    def is_list(self) -> bool:
        """Whether some document has several values here."""
        return self.values > self.documents

    @property
    def uniqueness(self) -> float:
        """Different values per value: 1 where no value comes twice."""
        return min(len(self.distinct) / self.values, 1.0) if self.values else 0.0

    def texts(self) -> list[str]:
        """The sample as texts."""
        return [value if isinstance(value, str) else str(value) for value in self.sample]


class Evidence:
    """The evidence of all fields; `as_table` is for documents whose values are all texts.

    `candidates` gives the forms that the texts of a new field may have.
    """

    def __init__(self, as_table: bool = False, candidates: Callable[[str], Candidates] | None = None):
        self.as_table = as_table
        self.candidates = candidates
        self.documents = 0
        self.fields: dict[str, FieldEvidence] = {}
        self.empty_objects: set[str] = set()
        """The paths of objects without fields."""
        self.keyed: list[str] = []
        """The paths of objects whose rare keys are no fields; "" for a whole document."""

    def see(self, document: dict[str, Any]) -> None:
        """Looks at one document."""
        self.documents += 1
        for path, value in values_of(document):
            if isinstance(value, dict):
                if len(self.empty_objects) < MAX_PATHS:
                    self.empty_objects.add(path)
                continue
            field = self.fields.get(path) or self.added(path)
            if field:
                field.see(value, self.as_table, self.documents)

    def added(self, path: str) -> FieldEvidence | None:
        """The evidence of a new field; None if the name is not allowed or there are too many fields."""
        if not is_field(path) or len(self.fields) >= MAX_PATHS:
            return None
        candidates = self.candidates(path) if self.candidates else None
        self.fields[path] = FieldEvidence(path, len(self.fields), candidates)
        return self.fields[path]

    @property
    def is_full(self) -> bool:
        """Whether there may be further fields, which were not looked at."""
        return len(self.fields) >= MAX_PATHS

    def coverage(self, field: FieldEvidence) -> float:
        """The share of the documents that have the field."""
        return field.documents / self.documents if self.documents else 0.0


def is_field(path: str) -> bool:
    """Whether a field can have this name; a document with another one is refused when it is loaded."""
    return path.split(".")[0] not in NO_FIELDS and all(name.strip() for name in path.split("."))


def values_of(document: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a document that is not an object with fields, a list or null, with its path."""
    for name, value in document.items():
        if isinstance(value, dict) and value:
            yield from values_of(value, f"{prefix}{name}.")
        elif isinstance(value, list):
            yield from values_of_list(value, prefix, name)
        elif value is not None:
            yield prefix + name, value


def values_of_list(values: list[Any], prefix: str, name: str) -> Iterator[tuple[str, Any]]:
    for value in values:
        yield from values_of({name: value}, prefix)
