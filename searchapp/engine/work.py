"""Limits the work of one search: leaves of its query, automata of its patterns, and the time until its deadline.

Calls of tantivy cannot be interrupted, so their cost is bounded before; Python code checks the time. The work of a
search belongs to its thread: `with until(end)` begins it, and `work()` returns it to the code that counts costs.
"""

import math
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from . import costs
from .errors import COSTLY, HIGHLIGHT_COSTLY, TOGETHER_COSTLY, AnswerTooLarge, LimitReached, TooCostly


class Allowance:
    """The bytes of documents that the searches of one answer may still fetch."""

    __slots__ = ("left", "most")

    def __init__(self, most: int):
        self.most = self.left = most


class SharedWork:
    """The work that the searches of one request may still do together. Searches without a deadline are unlimited.

    Searches with the same deadline belong to one request.
    """

    __slots__ = ("begun", "end", "exceeded", "left", "limits", "searches", "shares")

    def __init__(self, end: float | None = None):
        self.end = end
        self.begun: set[str] = set()
        self.searches = 0
        self.shares = 0.0
        self.exceeded: str | None = None
        limits: Mapping[str, float] = costs.MAX_PER_REQUEST
        self.limits = limits if end is not None else dict.fromkeys(limits, math.inf)
        self.left = dict(self.limits)

    def spend(self, what: str, amount: int) -> None:
        """Raise LimitReached if the searches together exceed a limit."""
        left = self.left[what] = self.left[what] - amount
        if self.searches > 1:
            self.shares += amount / self.limits[what]
        if left < 0 or self.shares > costs.MAX_SHARES:
            self.exceeded = what if left < 0 else costs.ALL_TOGETHER
            self.check()

    def check(self) -> None:
        """Raise LimitReached if a limit is exceeded, because the remaining searches would be useless."""
        if self.exceeded is not None:
            raise TooCostly(costs.TOO_MANY_TOGETHER.format(self.exceeded), TOGETHER_COSTLY)


class Work:
    """The work of the searches of a call so far. `end` is a `time.monotonic()`, None without a deadline."""

    __slots__ = (
        "allowance", "before", "end", "explains", "first", "inner", "leaves", "left", "patterns", "seen", "terms",
        "together", "walked",
    )  # fmt: skip

    def __init__(
        self, end: float | None = None, allowance: Allowance | None = None, together: SharedWork | None = None
    ):
        self.end = end
        self.allowance = allowance
        self.together = together or SharedWork()
        self.before = self.together.shares, self.together.left
        self.renew()

    def begin(self, searches: int = 1) -> None:
        """Begin the next search, which has the same deadline; `searches` is the number of searches run together."""
        self.renew()
        self.check_deadline()
        self.together.searches += searches
        self.before = self.together.shares, dict(self.together.left)
        self.together.check()

    def renew(self) -> None:
        """Allow the work of one search again. The limits for all searches of a request stay as they are."""
        self.leaves, self.patterns, self.walked = costs.MAX_LEAVES, costs.MAX_PATTERNS, costs.MAX_WALKED
        self.left = dict(costs.MAX_PER_SEARCH)
        self.inner, self.seen, self.terms = costs.MAX_INNER, 0, 0
        self.first: str | None = None
        self.explains = False
        """Whether the scores are explained, and so need all clauses of the query."""

    @property
    def seconds(self) -> float:
        """The estimated seconds of CPU for running the queries that were built for this search."""
        return (costs.MAX_LEAVES - self.leaves) * costs.LEAF_SECONDS + self.pattern_seconds

    @property
    def pattern_seconds(self) -> float:
        """Like `seconds`, for the automata of patterns alone."""
        return (costs.MAX_PATTERNS - self.patterns) * costs.PATTERN_SECONDS + self.terms * costs.TERM_SECONDS

    def count_leaves(self, count: int = 1) -> None:
        """Count leaves. Raises LimitReached for too many, and after the deadline."""
        self.leaves -= count
        if self.leaves < 0:
            raise LimitReached(
                400, "too_many_clauses", f"too many clauses: more than {costs.MAX_LEAVES} in all fields together"
            )
        self.together.spend("terms in fields", count)
        if not self.leaves & 255:
            self.check_deadline()

    def count_scan(self, documents: int) -> None:
        """Count a range of numbers, which looks at the values of all documents."""
        self.count_leaves(1 + min(documents // costs.SCANNED, costs.MAX_SCANNED))

    def count_absent_terms(self, count: int = 1) -> None:
        """Count leaves whose term no document has. All searches of a request may have many of them."""
        before = (self.leaves - 1) // costs.ABSENT_PER_LEAF
        self.leaves -= count
        if spent := before - (self.leaves - 1) // costs.ABSENT_PER_LEAF:
            self.together.spend("terms in fields", spent)
            self.count_leaves(0)

    def count_pattern(self, cost: int) -> None:
        """Count a pattern in one field. Raises LimitReached if patterns together cost too much."""
        self._spend_patterns(cost)
        self.together.spend("patterns", cost if cost > costs.PREFIX_COST else 1)
        self.count_leaves()
        self.check_deadline()

    def _spend_patterns(self, cost: int) -> None:
        self.patterns -= cost
        if self.patterns < 0:
            raise TooCostly(costs.TOO_COSTLY)

    def count_again(self, leaves: int, patterns: int) -> None:
        """Count the leaves and patterns of a query once more."""
        self._spend_patterns(patterns)
        self.together.spend("patterns", patterns)
        self.count_leaves(leaves)

    def count_walk(self, pattern: str, terms: int) -> None:
        """Count the terms of a field that the automaton of a pattern walks over, except for the first pattern."""
        terms = min(terms, costs.MAX_FIELD)
        self.together.spend("terms for patterns", terms)
        self.terms += terms
        if self.first is None:
            self.first = pattern
        if pattern == self.first:
            return
        self.walked -= terms
        if self.walked < 0:
            raise TooCostly(costs.TOO_COSTLY)

    @contextmanager
    def counting_build(self, cost: int) -> Iterator[None]:
        """Count a pattern whose automaton is built inside the `with` block, or the time of building if it costs more.

        The size of an automaton is not known before it is built: `(.{0,20}d){3}` has a state for each set of positions.
        """
        self._spend_patterns(cost)
        self.check_deadline()
        started = time.thread_time()
        try:
            yield
        finally:
            spent = int((time.thread_time() - started) / costs.PATTERN_SECONDS)
            self.patterns -= max(spent - cost, 0)
            self.together.spend("patterns", spent)

    def count(self, what: str, amount: int) -> None:
        """Count work of a kind in `costs.MAX_PER_SEARCH`, which has a limit for a search and one for a request."""
        self.left[what] -= amount
        self.together.spend(what, min(amount, costs.MAX_PER_SEARCH[what]))
        if self.left[what] < 0:
            raise TooCostly(costs.TOO_MUCH[what], HIGHLIGHT_COSTLY if what == costs.WORDS else COSTLY)
        self.check_deadline()

    def check_candidates(self, size: int) -> None:
        """Raise LimitReached if reading the documents would cost too much."""
        if size > self.left[costs.PHRASES]:
            raise TooCostly(costs.TOO_MUCH[costs.PHRASES])

    def count_stored_bytes(self, size: int) -> None:
        """Count the bytes of stored documents. A request with one search may read any number."""
        if self.together.searches > 1:
            self.together.spend("bytes of documents", size)
        self.check_deadline()

    def count_answer_bytes(self, size: int) -> None:
        """Count the bytes of a document for the answer. Raises AnswerTooLarge if the answer may not hold them."""
        allowance = self.allowance
        if allowance is None:
            return
        allowance.left -= size
        if allowance.left < 0:
            raise AnswerTooLarge(allowance.most)

    def count_facet_terms(self, terms: int) -> None:
        """Count the terms of a field that a facet reads one by one; a single facet is never refused."""
        if self.seen and self.seen + terms > costs.MAX_COUNTED:
            raise TooCostly(costs.TOO_MANY_COUNTED.format(costs.MAX_COUNTED))
        self.seen += terms
        self.check_deadline()

    def count_narrowed(self, buckets: int) -> None:
        """Count a search of a facet for the documents in one bucket, which may be inside other buckets."""
        self.inner -= buckets
        if self.inner < 0:
            raise TooCostly(costs.TOO_MANY_INNER)
        self.check_deadline()

    def count_documents(self, index: str, keys: int, documents: int) -> None:
        """Count the documents that facets and sort keys read. The first search of an index is free."""
        if index in self.together.begun:
            self.together.spend(
                costs.DOCUMENTS_READ, min(keys * (documents + costs.DOCUMENTS_PER_KEY), costs.MAX_DOCUMENTS_READ)
            )
        self.together.begun.add(index)

    def count_seconds(self, index: str, seconds: float) -> None:
        """Count seconds of CPU of one search of a batch, as documents of `count_documents`."""
        self.count_documents(index, 1, int(seconds / costs.DOCUMENT_SECONDS))

    def count_pattern_seconds(self, index: str, seconds: float) -> None:
        """Count the seconds of CPU of one search of a batch with patterns, beyond the estimated seconds."""
        more = seconds - max(self.pattern_seconds, costs.UNCOUNTED_PATTERN_SECONDS)
        if self.patterns < costs.MAX_PATTERNS and more > 0:
            self.count_seconds(index, more)

    def check_rest(self, highlights: float, others: float) -> None:
        """Raise LimitReached if the query, its highlights and other work take too long, in seconds of CPU."""
        if not highlights + others or self.seconds + highlights + others <= costs.MAX_SECONDS:
            return
        self.together.shares, self.together.left = self.before
        if highlights:
            raise TooCostly(costs.TOO_MUCH[costs.WORDS], HIGHLIGHT_COSTLY)
        raise TooCostly(costs.TOO_SLOW)

    def check_explained(self, hits: int = 0) -> None:
        """Raise LimitReached if explaining the scores of this number of hits is too costly."""
        if costs.MAX_PATTERNS - self.patterns > costs.MAX_EXPLAINED_PATTERNS:
            raise TooCostly(costs.TOO_COSTLY)
        others = hits // 5 if self.pattern_seconds else 0
        if hits * (1 + others) * (costs.MAX_LEAVES - self.leaves) > costs.MAX_EXPLAINED_LEAVES:
            raise TooCostly(costs.TOO_MANY_EXPLAINED)

    def check_deadline(self) -> None:
        """Raise LimitReached after the deadline."""
        if self.end is not None and time.monotonic() > self.end:
            raise LimitReached(504, "timeout_exception", "no answer in time")


_work: ContextVar[Work | None] = ContextVar("work", default=None)
_together: ContextVar[SharedWork | None] = ContextVar("together", default=None)


def work() -> Work:
    """The work of the search that runs in this thread; outside of `until` it has no deadline."""
    found = _work.get()
    if found is None:
        found = Work()
        _work.set(found)
    return found


@contextmanager
def until(end: float | None, max_bytes: int | None = None) -> Iterator[None]:
    """Searches inside the `with` block raise LimitReached once `end`, a `time.monotonic()`, is past.

    They also raise it once the documents that they fetched have more than `max_bytes` together. A block inside shares
    this limit.
    """
    outer = _work.get()
    allowance = Allowance(max_bytes) if max_bytes is not None else outer.allowance if outer else None
    token = _work.set(Work(end, allowance, _together_until(end)))
    try:
        yield
    finally:
        _work.reset(token)


def _together_until(end: float | None) -> SharedWork:
    """The rest of the limits for searches with this deadline."""
    if end is None:
        return SharedWork()
    together = _together.get()
    if together is None or together.end != end:
        together = SharedWork(end)
        _together.set(together)
    return together
