"""The filter `shingle`: adjacent terms joined to one, with a filler for dropped terms."""

from collections.abc import Callable, Iterator

from ...errors import illegal
from ..settings import Settings, flag
from ..tokenizers import DROPPED, Token

KNOWN = (
    "min_shingle_size", "max_shingle_size", "output_unigrams", "output_unigrams_if_no_shingles", "token_separator",
    "filler_token",
)  # fmt: skip


def shingle(settings: Settings) -> Callable[[list[Token]], list[Token]]:
    """A filter that joins adjacent tokens. Raises EngineError for sizes below 2, or in the wrong order."""
    least, most = int(settings.get("min_shingle_size", 2)), int(settings.get("max_shingle_size", 2))
    if least < 2 or most < least:
        raise illegal(f"Min shingle size must be >= 2 and <= max shingle size, got {least} and {most}")
    alone = flag(settings, "output_unigrams", True)
    alone_at_need = flag(settings, "output_unigrams_if_no_shingles")
    separator, filler = str(settings.get("token_separator", " ")), str(settings.get("filler_token", "_"))

    def shingles(tokens: list[Token]) -> Iterator[Token]:
        row = list(_with_gaps(tokens, most - 1))
        singles = alone or (alone_at_need and len(row) < least)
        sizes = [1, *range(least, most + 1)] if singles else [*range(least, most + 1)]
        position = -1
        for at in range(len(row)):
            runs = [row[at : at + size] for size in sizes if at + size <= len(row)]
            given = [run for run in runs if any(token.text != DROPPED for token in run)]
            position += bool(given)
            for run in given:
                text = separator.join(filler if token.text == DROPPED else token.text for token in run)
                span = len(run) if alone else max(1, len(run) - least + 1)
                yield run[0]._replace(text=text, position=position, end=run[-1].end, span=span)

    return lambda tokens: list(shingles(tokens))


def _with_gaps(tokens: list[Token], most: int) -> Iterator[Token]:
    """The tokens, with a filler token for each free position, up to a maximum in a row.

    A dropped token at the end represents terms that were dropped there.
    """
    before = -1
    for token in tokens:
        gap = token.position - before - (token.text != DROPPED)
        yield from [token._replace(text=DROPPED, end=token.start)] * min(gap, most)
        before = token.position
        if token.text != DROPPED:
            yield token
