"""How much the comparisons with a real node try: a sample in the suite, five times as much with `TRIES=5 make test`."""

import os

TRIES = float(os.environ.get("TRIES", "1"))


def tries(number: int) -> int:
    """How many of something a test tries, of which the suite tries so many."""
    return round(number * TRIES)
