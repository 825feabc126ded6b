"""The answers to a list: every term has at least one entry, in the order of the list, also after an error.

terms -> parts of a batch -> search or fetch -> entries of the first field that matched -> counts
"""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, TypeVar

from ...errors import ErrorKind, PipelineError
from .matches import held_names, of_first_field

Entries = list[dict[str, Any]]
Term = str | int | float
Value = TypeVar("Value")
ERROR = "_error"
OF_A_TERM = ("term", "id", "position")
"""Keys in the details of an error about one term of a part."""

TIMEOUT_STATUS = 504
RETRY_PAUSE = 1.0
"""The pause in seconds before a part that failed is looked up again."""

ENTRIES_PER_WRITE = 1000
"""Entries that are written at once."""

MAX_FAILURES = 3
"""After this number of parts that fail in a row, the rest of the list is not looked up."""


SMALLER, FEWER = 25, 4
"""The number of parts into which a part is divided: if it takes too long, and if it finds too much."""


class TakesTooLong(Exception):
    """Several terms of a stream were not answered in time."""


class FindsTooMuch(Exception):
    """Several terms find more documents, or cost more, than one request may."""


@dataclass
class Counts:
    """The numbers of terms of a list by outcome."""

    terms: int = 0
    found: int = 0
    ambiguous: int = 0
    missing: int = 0
    failed: int = 0

    def add(self, entries: Entries) -> None:
        """Count one term."""
        self.terms += 1
        setattr(self, kind := kind_of(entries), getattr(self, kind) + 1)
        if kind == "ambiguous":
            self.found += 1


def kind_of(entries: Entries) -> str:
    """The outcome of a term: found, ambiguous (several documents match), missing or failed."""
    if ERROR in entries[0]:
        return "failed"
    if "_id" not in entries[0]:
        return "missing"
    return "ambiguous" if len(entries) > 1 else "found"


@dataclass(frozen=True)
class Lookup:
    """Looks up terms in the `scopes`, in their order; without scopes the terms are ids.

    `ask` is the search or fetch of a pipeline, `options` its options, `candidates` the fields that may have matched.
    Each part has some `seconds`, all together have until `end`, a `time.monotonic()`.
    """

    ask: Callable[..., Any]
    options: Mapping[str, Any]
    scopes: Sequence[str] | None
    candidates: Sequence[str]
    fields: Mapping[str, Any]
    seconds: float
    part: int
    characters: int
    hidden: Sequence[str] = ()
    end: float = math.inf
    counts: Counts = field(default_factory=Counts)

    @property
    def is_stream(self) -> bool:
        """Whether the entries are written while they are looked up, without a deadline for all of them."""
        return self.end == math.inf

    def batches(self, terms: Iterable[Term]) -> Iterator[Entries]:
        """The entries of the list in batches of limited size: 500 names of a list may find 1,000 documents each."""
        for of_terms in self.parts(terms):
            yield from cut((entry for _, entries in of_terms for entry in entries), ENTRIES_PER_WRITE)

    def parts(self, terms: Iterable[Term]) -> Iterator[list[tuple[Term, Entries]]]:
        """The terms of each part with their entries. A part that fails is looked up a second time.

        A returned list is emptied when the next part is read. If a part of a stream takes too long, the next parts are
        much smaller, because a proxy waits for the next line; then they grow again. If a part finds too much, all later
        parts are a quarter as large.
        """
        failures, size, most, rest = 0, self.part, self.part, iter(terms)
        while part := list(islice(rest, size)):
            error = (
                None if failures < MAX_FAILURES else PipelineError(503, "not looked up, because earlier lookups failed")
            )
            try:
                answers, failure = self.answers(list(dict.fromkeys(part)), error)
            except TakesTooLong:
                size, rest = max(1, size // SMALLER), chain(part, rest)
                continue
            except FindsTooMuch:
                size = most = max(1, len(part) // FEWER)
                rest = chain(part, rest)
                continue
            failures, size = failures + 1 if failure else 0, min(most, size * 2)
            found = [(term, answers[term]) for term in part]
            for _, entries in found:
                self.counts.add(entries)
            yield found
            found.clear()  # before the next part is looked up, whose documents take as much memory
            answers.clear()

    def answers(self, terms: list[Term], error: PipelineError | None) -> tuple[dict[Term, Entries], bool]:
        """The entries of each term, and whether the database failed."""
        long = [term for term in terms if len(str(term)) > self.characters]
        refused = PipelineError(400, f"a term may have at most {self.characters} characters")
        answers = {term: failed(term, refused) for term in long}
        rest = [term for term in terms if term not in answers]
        if error is None:
            try:
                return answers | self.entries_of(rest), False
            except PipelineError as failure:
                if failure.code == TIMEOUT_STATUS and len(rest) > 1 and self.is_stream:
                    raise TakesTooLong from failure
                if is_too_much(failure, rest) and (self.is_stream or failure.kind is ErrorKind.ANSWER_TOO_LARGE):
                    raise FindsTooMuch from failure
                if failure.code < 500 or not self.counts.terms:
                    raise
                error = failure
        return answers | {term: failed(term, error) for term in rest}, True

    def entries_of(self, terms: list[Term]) -> dict[Term, Entries]:
        """The entries of each term. A term that cannot be looked up does not affect the others."""
        try:
            entries = self.asked(terms) if terms else []
        except PipelineError as error:
            is_last = self.is_stream or len(terms) == 1 or time.monotonic() >= self.end
            if not can_be_split(error) or (is_last and error.code == TIMEOUT_STATUS) or is_too_much(error, terms):
                raise
            if len(terms) == 1:
                return {terms[0]: failed(terms[0], error)}
            middle = len(terms) // 2
            return self.entries_of(terms[:middle]) | self.entries_of(terms[middle:])
        by_term: dict[Term, Entries] = {term: [] for term in terms}
        for entry in entries:
            by_term[entry["query"]].append(entry)
        held = held_names(self.candidates, self.fields)
        return {
            term: [self.without_candidates(entry) for entry in of_first_field(term, own, held, self.scopes is not None)]
            for term, own in by_term.items()
        }

    def asked(self, terms: list[Term]) -> Entries:
        """The result of the pipeline for the terms, with a second try after a failure."""
        try:
            return self.answer_once(terms)
        except PipelineError as error:
            if error.code < 500 or error.code == TIMEOUT_STATUS:
                raise
            time.sleep(RETRY_PAUSE)
            return self.answer_once(terms)

    def answer_once(self, terms: list[Term]) -> Entries:
        """The result of the pipeline within `seconds`; several terms of a stream get half, and are then split.

        Terms that are missing in the first scope are looked up in the others, together: most are ids.
        """
        seconds = self.seconds / 2 if self.is_stream and len(terms) > 1 else self.seconds
        deadline = min(time.monotonic() + seconds, self.end)
        options = {**self.options, "deadline": deadline, "warnings": []}
        if not self.scopes:
            return list(self.ask(terms, **options))
        first, *others = self.scopes
        found: Entries = self.ask(terms, **options, scopes=[first])
        missing = {entry["query"]: None for entry in found if "_id" not in entry} if others else {}
        if missing:
            found = [entry for entry in found if entry["query"] not in missing]
            found += self.ask([*missing], **options, scopes=others)
        return found

    def without_candidates(self, entry: dict[str, Any]) -> dict[str, Any]:
        """The entry without the fields that were only read to find the field that matched."""
        for name in self.hidden:
            without(entry, name.split("."))
            entry.pop(name, None)
        return entry


def cut(values: Iterable[Value], size: int) -> Iterator[list[Value]]:
    """The values in parts."""
    rest = iter(values)
    while part := list(islice(rest, size)):
        yield part


def without(value: Any, path: Sequence[str]) -> None:
    """Remove the value at a path from an object, or from each object of a list."""
    if isinstance(value, list):
        for element in value:
            without(element, path)
    elif isinstance(value, dict) and path[0] in value:
        if len(path) == 1:
            del value[path[0]]
            return
        without(value[path[0]], path[1:])
        if is_empty(value[path[0]]):
            del value[path[0]]


def is_too_much(error: PipelineError, terms: Sequence[Term]) -> bool:
    """Whether several terms are too costly together, or their documents too large."""
    return error.kind in (ErrorKind.ANSWER_TOO_LARGE, ErrorKind.BATCH_TOO_LARGE) and len(terms) > 1


def can_be_split(error: PipelineError) -> bool:
    """Whether a part of the terms may be answered: one term is wrong, or together they took too much time or memory."""
    if error.code == TIMEOUT_STATUS or error.kind is ErrorKind.ANSWER_TOO_LARGE:
        return True
    return error.code < 500 and bool(error.extra.keys() & set(OF_A_TERM))


def is_empty(value: Any) -> bool:
    """Whether a document has no fields left; the licence of an object does not count."""
    return not value or (isinstance(value, dict) and value.keys() <= {"_license"})


def failed(term: Term, error: PipelineError) -> Entries:
    """The entry for a term that could not be looked up."""
    return [{"query": term, "found": False, ERROR: error.summary}]
