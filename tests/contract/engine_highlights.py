"""Random `highlight` parts of a body."""

from typing import Any

from tests.contract.engine_queries import query
from tests.contract.engine_values import Body
from tests.contract.engine_vocabulary import Random


def highlight(random: Random) -> Body:
    names = random.sample(random.vocabulary.marked, random.randint(1, 3))
    fields: Body = {name: options(random) if random.random() < 0.2 else {} for name in names}
    listed: Any = [{name: given} for name, given in fields.items()] if random.random() < 0.1 else fields
    return {"fields": listed} | options(random)


def options(random: Random) -> Body:
    """Options of a highlight, or of one of its fields."""
    made: Body = {}
    for chance, make in OPTIONS:
        if random.random() < chance:
            made |= make(random)
    return made


OPTIONS: tuple[tuple[float, Any], ...] = (
    (0.3, lambda random: {"number_of_fragments": random.choice((0, 1, 2, 3, -1))}),
    (0.2, lambda random: {"fragment_size": random.choice((20, 50, 200, -1))}),
    (0.2, lambda random: {"highlight_query": query(random, random.choice((0, 0, 1)))}),
    (0.1, lambda random: {"max_analyzed_offset": random.choice((1, 5, 30, 1000))}),
    (0.1, lambda random: {"order": random.choice(("score", "none"))}),
    (0.1, lambda random: {"no_match_size": random.choice((0, 5, 40))}),
    (0.1, lambda random: {"require_field_match": random.random() < 0.3}),
    (0.05, lambda random: {"pre_tags": ["<b>"], "post_tags": random.choice(("</b>", ["</b>", "</i>"]))}),
    (0.05, lambda random: random.choice(({"tags_schema": "styled"}, {"encoder": "html"}))),
)
