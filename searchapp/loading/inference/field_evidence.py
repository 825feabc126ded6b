"""The statistics of one field, and answers about its sample that are remembered."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from ..values.distinct import Distinct
from ..values.forms import NO_VALUE, NUMBERS, Candidates
from ..values.kinds import is_address, kind_of, text_kind
from ..values.large_numbers import is_large

MAX_SAMPLE = 1000
MAX_EXAMPLE = 40
MAX_SIGNS = 6
"""Signs of a word in a script without blanks; a longer text has several words."""

VERSION = re.compile(r"((^|[\W_])versions?|(?<=[a-z])Versions?|(^|[\W_])V(ersions?|ERSIONS?))$")
"""The names of fields of versions, in which 3.10 is not 3.1."""

WITHOUT_BLANKS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff]")
P = ParamSpec("P")
T = TypeVar("T")
Question = Callable[Concatenate["FieldEvidence", P], T]


def is_one_word(text: str) -> bool:
    """Whether a text has no blank, and is in a script that uses blanks."""
    if len(text.split(None, 1)) > 1:
        return False
    return len(text) <= MAX_SIGNS or text.isascii() or not WITHOUT_BLANKS.search(text)


class FieldEvidence:
    """The statistics of one path; `position` is its rank in the order in which fields first appeared.

    key         the last name in the path, which may have dots, as in `labels.app.kubernetes.io/name`
    documents   number of documents with it    values   number of values, also in lists
    kinds       number of values by kind       longest  length of the longest value
    one_word    number of single words         sample   evenly spaced values, in their order
    addresses   number of IP addresses, as long as there are no other values
    written     the sample as texts of the file, if these texts mean other values
    large       number of whole numbers of more than 64 bits
    around      number of parent objects with nearly all of a document, which count for no depth
    of_objects  whether its values are in objects of a list
    waiting     values that are not in the statistics yet
    answers     cached results of the functions with `remembered`
    """

    def __init__(self, path: str, position: int, candidates: Candidates | None = None):
        self.path = path
        self.key = path.rpartition(".")[2]
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
        self.waiting: list[Any] = []
        self.answers: dict[Any, tuple[list[Any], int, Any]] = {}

    def count(self, as_table: bool) -> None:
        """Adds the waiting values to the statistics; `as_table` is for documents whose values are all texts."""
        values, self.waiting = self.waiting, []
        self.keep(values)
        if {*map(type, values)} == {str}:
            self.count_texts(Counter(values), as_table)
        else:
            self.count_mixed(values, as_table)
        self.values += len(values)

    def count_texts(self, texts: Mapping[str, int], as_table: bool) -> None:
        """Counts texts, each of which comes this number of times."""
        are_addresses, candidates = self.addresses == self.values, self.candidates
        for text, times in texts.items():
            kind = text_kind(text, as_table)
            if kind == "double" and self.is_version:
                kind = "text"
            if candidates and (candidates.forms or text in NO_VALUE):
                candidates.observe(text, kind, times)
            if are_addresses and kind == "text" and is_address(text):
                self.addresses += times
            self.count_kind(kind, text, times)
        self.longest = max(self.longest, max(map(len, texts)))
        self.distinct.update(texts)

    def count_mixed(self, values: list[Any], as_table: bool) -> None:
        """Counts values of several types: 1, 1.0 and true are different, although Python says that they are equal."""
        typed = [(type(value), str(value)) for value in values]
        firsts = dict(zip(typed, values, strict=True))
        for (kind_of_value, text), times in Counter(typed).items():
            value = firsts[kind_of_value, text]
            if isinstance(value, str):
                self.count_texts({text: times}, as_table)
                continue
            self.count_kind(kind_of(value), text, times)
            self.longest = max(self.longest, len(text))
            self.distinct.add(text)
            if is_large(value):
                self.large += times
                self.example_of_large = str(next(filter(is_large, reversed(values))))[:MAX_EXAMPLE]

    def count_kind(self, kind: str, text: str, times: int) -> None:
        """Counts a value of this kind with this text."""
        self.kinds[kind] += times
        if kind not in self.examples:
            self.examples[kind] = text[:MAX_EXAMPLE]
        if kind in NUMBERS or is_one_word(text):
            self.one_word += times

    def keep(self, values: list[Any]) -> None:
        """Adds evenly spaced values to the sample."""
        at = -self.values % self.stride
        while at < len(values):
            self.sample.append(values[at])
            if len(self.sample) >= MAX_SAMPLE:
                self.sample = self.sample[::2]
                self.stride *= 2
            at += self.stride - (self.values + at) % self.stride

    @property
    def depth(self) -> int:
        """The number of objects around the field."""
        return self.path.removesuffix(self.key).count(".") - self.around

    @property
    def is_list(self) -> bool:
        """Whether some document has several values here."""
        return self.values > self.documents

    @property
    def uniqueness(self) -> float:
        """The number of different values per value: 1 if no value occurs twice."""
        return min(len(self.distinct) / self.values, 1.0) if self.values else 0.0

    def texts(self) -> list[str]:
        """The sample as texts."""
        return texts_of(self)


def remembered(question: Question[P, T]) -> Question[P, T]:
    """A function of a field whose result is cached as long as the sample of the field does not change."""

    @wraps(question)
    def answer(field: FieldEvidence, /, *rest: P.args, **named: P.kwargs) -> T:
        key, sample = (question, *rest), field.sample
        known = field.answers.get(key)
        if known is None or known[0] is not sample or known[1] != len(sample):
            known = field.answers[key] = sample, len(sample), question(field, *rest, **named)
        found: T = known[2]
        return found

    return answer


@remembered
def texts_of(field: FieldEvidence) -> list[str]:
    return [value if isinstance(value, str) else str(value) for value in field.sample]
