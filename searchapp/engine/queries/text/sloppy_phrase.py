"""How often a phrase with slop stands in a text, as Lucene counts it.

Each word of the phrase has a cursor on its positions, shifted by its place in the phrase. The cursors lie on one number
where the phrase stands exactly; what they are apart is the distance of a match, and it counts 1 / (1 + distance). Two
cursors of the same word never rest on the same position.
"""

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush


class Cursor:
    """The positions of one word of the phrase."""

    __slots__ = ("group", "index", "offset", "order", "position", "positions", "rank")

    def __init__(self, offset: int, order: int, positions: Sequence[int]):
        self.offset, self.order, self.positions = offset, order, positions
        self.group: list[Cursor] = []
        """All cursors of the same word, by offset, where there are several."""
        self.rank = 0
        self.index = 0
        self.position = positions[0] - offset

    @property
    def place(self) -> int:
        """Where in the text it rests."""
        return self.position + self.offset

    @property
    def key(self) -> tuple[int, int, int]:
        return self.position, self.offset, self.order

    def advance(self) -> bool:
        self.index += 1
        if self.index >= len(self.positions):
            return False
        self.position = self.positions[self.index] - self.offset
        return True


def frequency(words: Sequence[tuple[int, str]], positions: Mapping[str, Sequence[int]], slop: int) -> float:
    """The sum over all matches; `words` are the places and words of the phrase, `positions` those in the text."""
    if not all(positions.get(word) for _, word in words):
        return 0.0
    cursors = [Cursor(offset, order, positions[word]) for order, (offset, word) in enumerate(words)]
    for word in {word for _, word in words}:
        group = [cursor for cursor, (_, own) in zip(cursors, words, strict=True) if own == word]
        if len(group) > 1 and not _spread(group):
            return 0.0
    return _count(cursors, slop)


def _spread(group: list[Cursor]) -> bool:
    """Put cursors of one word on different positions; False where there are too few."""
    for rank, cursor in enumerate(group):
        cursor.group, cursor.rank = group, rank
        if not all(cursor.advance() for _ in range(rank)):
            return False
    return True


def _count(cursors: list[Cursor], slop: int) -> float:
    queue: list[tuple[tuple[int, int, int], Cursor]] = []
    for cursor in cursors:
        heappush(queue, (cursor.key, cursor))
    end, total = max(cursor.position for cursor in cursors), 0.0
    while queue:
        length, end, more = _next_match(queue, end, slop)
        if length <= slop:
            total += 1 / (1 + length)
        if not more:
            break
    return total


def _next_match(queue: list[tuple[tuple[int, int, int], Cursor]], end: int, slop: int) -> tuple[int, int, bool]:
    """The distance of the next match, the last position, and whether there may be more matches."""
    cursor = heappop(queue)[1]
    length, following = end - cursor.position, queue[0][0][0]
    while cursor.advance():
        end = max(end, cursor.position)
        if cursor.group:
            resolved = _resolved(queue, cursor, end)
            if resolved is None:
                return length, end, False
            end = resolved
        if cursor.position > following:
            heappush(queue, (cursor.key, cursor))
            if length <= slop:
                return length, end, True
            cursor = heappop(queue)[1]
            following = queue[0][0][0]
            length = end - cursor.position
        else:
            length = min(length, end - cursor.position)
    return length, end, False


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
