"""The matches of a phrase with slop in a text, and their sum, as Lucene finds them.

A place of a phrase is a position with one or several words, of which one is enough. Each place has a cursor that walks
over the positions of its words, minus the offset of the place. For an exact match, all cursors have the same value. The
difference between the cursors is the distance of a match, which counts 1 / (1 + distance). Two cursors that share a
word are never at the same position.
"""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush

from ...analysis.analyzers import Token

PhrasePosition = tuple[int, tuple[str, ...]]
"""The offset of a place from the first one, and its words."""
Lead = tuple["Cursor", int]
"""The first cursor of a match, and its index before it was advanced."""


class Cursor:
    """The cursor of a place on the positions of its words."""

    __slots__ = ("group", "index", "offset", "order", "position", "positions", "rank")

    def __init__(self, offset: int, order: int, positions: Sequence[int]):
        self.offset, self.order, self.positions = offset, order, positions
        self.group: list[Cursor] = []
        """All cursors that share a word, or share one with such a cursor, by offset, if there are several."""
        self.rank = 0
        self.index = 0
        self.position = positions[0] - offset

    @property
    def place(self) -> int:
        """Its position in the text."""
        return self.position + self.offset

    @property
    def key(self) -> tuple[int, int, int]:
        return self.position, self.offset, self.order

    def advance(self) -> bool:
        """Move to the next position of the word; false at its last one."""
        if self.index + 1 >= len(self.positions):
            return False
        self.index += 1
        self.position = self.positions[self.index] - self.offset
        return True


def frequency(places: Sequence[PhrasePosition], positions: Mapping[str, Sequence[int]], slop: int) -> float:
    """The frequency of the phrase: the sum of 1 / (1 + length) of its matches. `positions` belongs to the words."""
    found = [sorted(position for word in words for position in positions.get(word, ())) for _, words in places]
    return sum(1 / (1 + length) for length, _ in _matches(_cursors(places, found), slop))


def spans(places: Sequence[PhrasePosition], tokens: Sequence[Token], slop: int) -> list[tuple[int, int]]:
    """Start and end of each match among the tokens of a text."""
    found = [[token for token in tokens if token.text in words] for _, words in places]
    cursors = _cursors(places, [[token.position for token in candidates] for candidates in found])
    return [_span(cursors, found, *lead) for _, lead in _matches(cursors, slop)]


def _span(cursors: Sequence[Cursor], found: Sequence[Sequence[Token]], first: Cursor, index: int) -> tuple[int, int]:
    """Start and end of a match. Its first cursor was advanced, possibly to a position before the other ones."""
    lead = found[first.order][index]
    current = [found[cursor.order][cursor.index] for cursor in cursors]
    ends = (token.end for cursor, token in zip(cursors, current, strict=True) if cursor is not first)
    return min(lead.start, *(token.start for token in current)), max(lead.end, *ends)


def _cursors(places: Sequence[PhrasePosition], found: Sequence[Sequence[int]]) -> list[Cursor]:
    """The cursors of the places, set before the first match; [] if a place has no word in the text."""
    if not all(found):
        return []
    cursors = [Cursor(offset, order, found[order]) for order, (offset, _) in enumerate(places)]
    for group in _groups([set(words) for _, words in places]):
        if not _spread([cursors[order] for order in group], all(len(places[order][1]) == 1 for order in group)):
            return []
    return cursors


def exact_frequency(places: Sequence[PhrasePosition], positions: Mapping[str, Sequence[int]], earliest: int = 0) -> int:
    """The number of exact matches from a position on. As in Lucene, each word of the first place counts."""
    first, *others = [[at - offset for word in words for at in positions.get(word, ())] for offset, words in places]
    following = set(first).intersection(*others)
    return sum(start in following for start in first if start >= earliest)


def _groups(places: Sequence[set[str]]) -> list[list[int]]:
    """The places that share a word, or share one with a place of the group; in the order of the phrase."""
    groups: list[tuple[set[str], list[int]]] = []
    for order, words in enumerate(places):
        joined = [group for group in groups if group[0] & words]
        shared = words.union(*(own for own, _ in joined))
        members = sorted([order, *(member for _, own in joined for member in own)])
        groups = [group for group in groups if group not in joined] + [(shared, members)]
    return [members for _, members in groups if len(members) > 1]


def _spread(group: list[Cursor], is_plain: bool) -> bool:
    """Moves the cursors of a group to different positions; False if there are too few positions.

    All words of a plain group are the same. As in Lucene, its first cursor stays, the next one moves one position
    ahead, the one after it two, and so on.
    """
    for rank, cursor in enumerate(group):
        cursor.group, cursor.rank = group, rank
    if is_plain:
        return all(cursor.advance() for rank, cursor in enumerate(group) for _ in range(rank))
    return all(_parted(cursor) for cursor in group)


def _parted(cursor: Cursor) -> bool:
    """Advances the lesser of two cursors on one position until they differ; False at the end."""
    while (other := _colliding(cursor)) is not None:
        if not min(cursor, other, key=lambda one: (one.position, one.offset)).advance():
            return False
    return True


def _matches(cursors: Sequence[Cursor], slop: int) -> Iterator[tuple[int, Lead]]:
    """The distance and the lead of each match; the other cursors are then where it ends."""
    queue: list[tuple[tuple[int, int, int], Cursor]] = []
    for cursor in cursors:
        heappush(queue, (cursor.key, cursor))
    end = max((cursor.position for cursor in cursors), default=0)
    more = bool(queue)
    while more:
        length, lead, end, more = _next_match(queue, end, slop)
        if length <= slop:
            yield length, lead


def _next_match(queue: list[tuple[tuple[int, int, int], Cursor]], end: int, slop: int) -> tuple[int, Lead, int, bool]:
    """The distance and the lead of the next match, the last position, and whether there may be more matches."""
    cursor = heappop(queue)[1]
    lead, length, following = (cursor, cursor.index), end - cursor.position, queue[0][0][0]
    while cursor.advance():
        end = max(end, cursor.position)
        if cursor.group:
            resolved = _resolved(queue, cursor, end)
            if resolved is None:
                return length, lead, end, False
            end = resolved
        if cursor.position > following:
            heappush(queue, (cursor.key, cursor))
            if length <= slop:
                return length, lead, end, True
            cursor = heappop(queue)[1]
            following = queue[0][0][0]
            length = end - cursor.position
        else:
            length = min(length, end - cursor.position)
        lead = cursor, cursor.index
    return length, lead, end, False


def _resolved(queue: list[tuple[tuple[int, int, int], Cursor]], cursor: Cursor, end: int) -> int | None:
    """Advance the lesser of two cursors on one position until none are; the last position, None at the end."""
    first, moved = cursor.rank, False
    other = _colliding(cursor)
    while other is not None:
        rank = other.rank
        cursor = min(cursor, other, key=lambda one: (one.position, one.offset))
        if not cursor.advance():
            return None
        end = max(end, cursor.position)
        moved = moved or rank != first
        other = _colliding(cursor)
    if moved:
        queue[:] = sorted((inside.key, inside) for _, inside in queue)
    return end


def _colliding(cursor: Cursor) -> Cursor | None:
    return next((other for other in cursor.group if other is not cursor and other.place == cursor.place), None)
