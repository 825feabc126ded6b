"""How much the comparisons with a real node try: a sample in the suite, five times as much with `TRIES=5 make test`."""

import os

TRIES = float(os.environ.get("TRIES", "1"))


def tries(number: int) -> int:
    """The number of attempts of a test: `number` in the suite, more with TRIES."""
    return round(number * TRIES)
