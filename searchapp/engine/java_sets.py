"""The order in which Java walks a set of texts, which shows where values of several fields are put together."""

from collections.abc import Iterable

SMALLEST = 16
FULL = 0.75


def set_order(texts: Iterable[str]) -> list[str]:
    """The texts by their place in a hash table, those of one place as they were given."""
    given = list(dict.fromkeys(texts))
    places = SMALLEST
    while len(given) > FULL * places:
        places *= 2
    return sorted(given, key=lambda text: _spread(text) & (places - 1))


def _spread(text: str) -> int:
    code = 0
    units = text.encode("utf-16-le", "surrogatepass")
    for low, high in zip(units[::2], units[1::2], strict=True):
        code = (31 * code + low + 256 * high) & 0xFFFFFFFF
    return code ^ (code >> 16)
