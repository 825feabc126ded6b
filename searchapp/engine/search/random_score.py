"""`random_score` of a function_score: a random number for each hit, which replaces or changes its score."""

import random
from collections.abc import Callable
from heapq import nlargest
from typing import Any

from tantivy import Query

from ..costs import KEYS_PER_RANDOM_SCORE
from ..errors import CreationError
from ..index.doc_values import NO_ID_VALUES
from ..index.reader import Reader
from ..mapping.tantivy_schema import ID
from ..queries import parse
from ..queries.combinators import all_of, documents_with_seqs, filtered
from ..queries.function_score import FunctionScore, read_function_score
from ..work import work
from .collect import Hit, by_score

MAX_DRAWN = 20_000
"""Above this number of hits, only a sample of them gets random scores."""
SPARE_HITS = 20
COMBINED: dict[str, Callable[[float, float], float]] = {
    "multiply": lambda score, drawn: score * drawn,
    "replace": lambda score, drawn: drawn,
    "sum": lambda score, drawn: score + drawn,
    "avg": lambda score, drawn: (score + drawn) / 2,
    "max": max,
    "min": min,
}


def random_function(clause: Any) -> FunctionScore | None:
    """The function_score whose random score decides the order of this query's hits; None for other queries.

    EngineError for an invalid function_score. A clause that is invalid in another way is another query.
    """
    if not isinstance(clause, dict) or len(clause) != 1:
        return None
    ((name, body),) = clause.items()
    if name == "function_score":
        read = read_function_score(body, parse)
        return read if read.random is not None else None
    if name != "bool" or not isinstance(body, dict) or body.get("should") or "boost" in body:
        return None
    must = body.get("must")
    only = must[0] if isinstance(must, list) and len(must) == 1 else must
    return random_function(only)


def random_scores(reader: Reader, query: Query, function: FunctionScore, limit: int) -> tuple[list[Hit], int]:
    """The hits with the highest random scores, and the number of all hits."""
    draw = _draw(reader, function)
    hits, count = by_score(reader, query, 1)
    if limit < 1:
        return [], count
    if count > MAX_DRAWN:
        hits = _sample(reader, query, count, limit)
    if count <= MAX_DRAWN or len(hits) < min(limit, count):
        hits, _ = by_score(reader, query, count, False)
    work().count_documents(reader.name, KEYS_PER_RANDOM_SCORE, len(hits))
    return nlargest(limit, (hit._replace(score=draw(hit)) for hit in hits), key=lambda hit: hit.score or 0.0), count


def _draw(reader: Reader, function: FunctionScore) -> Callable[[Hit], float]:
    """A function that draws the new score of a hit."""
    assert function.random is not None and function.random.random is not None
    settings, weight, combine = function.random.random, function.random.weight, COMBINED[function.boost_mode]
    name, seed = settings.get("field", ID if "seed" in settings else None), settings.get("seed")
    if name == ID:
        raise CreationError(NO_ID_VALUES)
    if name is not None and name != "_seq_no" and name not in reader.mapping.fields:
        reason = f"Field [{name}] is not mapped on [{reader.name}] and cannot be used as a source of random numbers."
        raise CreationError(reason)
    source = random.Random() if seed is None else None

    def draw(hit: Hit) -> float:
        drawn = source.random() if source is not None else random.Random(f"{seed}:{hit.seq}").random()
        drawn = min(drawn * weight, function.max_boost)
        return combine(hit.score or 0.0, drawn) * function.boost

    return draw


def _sample(reader: Reader, query: Query, count: int, limit: int) -> list[Hit]:
    """A uniform sample of the hits."""
    size = min(reader.store.next_seq, SPARE_HITS * limit * reader.store.next_seq // count + SPARE_HITS)
    seqs = random.sample(range(reader.store.next_seq), size)
    few = all_of([query, filtered(documents_with_seqs(reader.schema, seqs))])
    return by_score(reader, few, size, False)[0]
