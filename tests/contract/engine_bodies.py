"""Random search bodies over the fields of engine_documents.py, of all that the engine supports."""

from collections.abc import Callable
from typing import Any

from tests.contract.engine_facets import facets
from tests.contract.engine_queries import KEYWORDS, NUMBERS, ODD_FIELDS, TEXT, Body, Random, query


def body(random: Random) -> Body:
    """A search body."""
    made: Body = {"size": random.choice((0, 1, 3, 10, 10, 10, 50, 300))}
    if random.random() < 0.95:
        made["query"] = query(random, random.choice((0, 0, 1, 1, 2, 3)))
    for name, chance, make in EXTRAS:
        if random.random() < chance:
            made[name] = make(random)
    if "aggs" in made:  # filters of Elasticsearch's do not always mind a minimum
        made.pop("min_score", None)
    if random.random() < 0.1:
        made["post_filter"] = query(random, 0)
    if random.random() < 0.1:
        made["from"] = random.choice((1, 5, 20, 500))
    return made


def sort(random: Random) -> Any:
    return [sort_key(random) for _ in range(random.choice((1, 1, 2, 2, 3)))]


def sort_key(random: Random) -> Any:
    names = (*KEYWORDS, *NUMBERS, "d", "b", "_score", *random.sample((*TEXT, *ODD_FIELDS), 1))
    name = random.choice(names)
    if random.random() < 0.4:
        return name
    options: Body = {"order": random.choice(("asc", "desc"))}
    if name != "_score" and random.random() < 0.2:
        options["missing"] = random.choice(("_first", "_last"))
    if name != "_score" and random.random() < 0.15:
        options["mode"] = random.choice(("min", "max", "avg", "sum", "median"))
    if name != "_score" and random.random() < 0.1:
        options["unmapped_type"] = "long"
    return {name: random.choice((options, options["order"]))}


def source(random: Random) -> Any:
    patterns = ("sym", "o", "o.*", "o.a", "*.a", "nest.a", "*", "nope", "t*", "", "kw,n", "nest", "o.p.*")
    some = random.sample(patterns, random.randint(0, 2))
    other = random.sample(patterns, random.randint(0, 2))
    both = {"includes": some, "excludes": other}
    return random.choice((False, True, some, both, {"excludes": other}, some[:1] or "t"))


def highlight(random: Random) -> Body:
    fields = random.sample(("t", "al", "all", "tf", "sym", "kw", "tf.raw"), random.randint(1, 3))
    made: Body = {"fields": {name: {} for name in fields}}
    if random.random() < 0.3:
        made["number_of_fragments"] = random.choice((0, 1, 3))
    if random.random() < 0.2:
        made["fragment_size"] = random.choice((20, 50, 200))
    return made


EXTRAS: tuple[tuple[str, float, Callable[[Random], Any]], ...] = (
    ("sort", 0.25, sort),
    ("_source", 0.2, source),
    ("aggs", 0.15, facets),
    ("track_total_hits", 0.1, lambda random: random.choice((True, False, 5, 10000))),
    ("version", 0.1, lambda random: True),
    ("highlight", 0.03, highlight),
    ("track_scores", 0.05, lambda random: True),
    ("min_score", 0.03, lambda random: random.choice((0.5, 2, 5))),
)
