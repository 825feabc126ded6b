"""Random search bodies of all that the engine supports."""

from collections.abc import Callable
from typing import Any

from tests.contract.engine_facets import FORMATS, facets
from tests.contract.engine_highlights import highlight
from tests.contract.engine_odd import with_odd_value
from tests.contract.engine_queries import query
from tests.contract.engine_refused import refused
from tests.contract.engine_values import Body, value
from tests.contract.engine_vocabulary import Random


def body(random: Random) -> Body:
    """A search body."""
    made: Body = {"size": random.choice((0, 1, 3, 10, 10, 10, 50, 300))}
    if random.random() < 0.95:
        made["query"] = without_boosts(query(random, random.choice((0, 0, 1, 1, 2, 3))))
    for name, chance, make in EXTRAS:
        if random.random() < chance:
            made[name] = make(random)
    if "aggs" in made:  # filters of Elasticsearch's do not always mind a minimum
        made.pop("min_score", None)
    if random.random() < 0.1:
        made["post_filter"] = query(random, 0)
    if random.random() < 0.1:
        made["from"] = random.choice((1, 5, 20, 500))
    elif "sort" in made and random.random() < 0.1:
        made["search_after"] = search_after(random, made["sort"])
    if random.random() < 0.01:
        return with_odd_value(random, made)
    return refused(random, made) if random.random() < 0.01 else made


def without_boosts(clause: Any, inside: bool = False) -> Any:
    """The query without boosts around a function_score: in Elasticsearch they change the query inside it alone."""
    if isinstance(clause, list):
        return [without_boosts(one, inside) for one in clause]
    if not isinstance(clause, dict):
        return clause
    inside = inside or "boost" in clause
    made = {key: without_boosts(value, inside) for key, value in clause.items()}
    if inside and "function_score" in made:
        made["function_score"].pop("boost_mode", None)
    return made


def sort(random: Random) -> Any:
    keys = [sort_key(random) for _ in range(random.choice((1, 1, 2, 2, 3)))]
    return keys[0] if random.random() < 0.1 else keys


def sort_key(random: Random) -> Any:
    known = random.vocabulary
    names = (*known.keywords, *known.numbers, *known.dates, *known.booleans, *known.addresses, "_score")
    name = random.choice(names if random.random() < 0.92 else known.text + known.odd)
    if random.random() < 0.4:
        return name
    options: Body = {"order": random.choice(("asc", "desc", "asc", "desc", "DESC"))}
    if name != "_score" and random.random() < 0.2:
        own = "_last" if name in known.addresses else value(random, name)
        options["missing"] = random.choice(("_first", "_last", own))
    if name != "_score" and random.random() < 0.15:
        options["mode"] = random.choice(("min", "max"))
    if name != "_score" and random.random() < 0.1:
        options["unmapped_type"] = random.choice(("long", "keyword", "date", "boolean", "double", "ip", "x"))
    if random.random() < (0.3 if name in known.dates else 0.01):
        options["format"] = random.choice(FORMATS)
    return {name: random.choice((options, options["order"]))}


def search_after(random: Random, keys: Any) -> list[Any]:
    """Values for what comes after them, of which some may not be of the type of their keys."""
    names = [key if isinstance(key, str) else next(iter(key)) for key in (keys if isinstance(keys, list) else [keys])]
    found = [value(random, name) for name in names]
    return [one if isinstance(one, str | int | float) else "a" for one in found]


def source(random: Random) -> Any:
    patterns = random.vocabulary.sources
    some = random.sample(patterns, random.randint(0, 2))
    other = random.sample(patterns, random.randint(0, 2))
    both = {"includes": some, "excludes": other}
    return random.choice((False, True, some, both, {"excludes": other}, patterns[0], some[:1]))


def hit_fields(random: Random) -> list[Any]:
    """Entries of `fields` or `docvalue_fields`."""
    known = random.vocabulary
    names = (*known.keywords, *known.numbers, *known.dates, *known.booleans, *known.addresses, *known.text, "*", "n*")
    made: list[Any] = [random.choice(names) for _ in range(random.randint(0, 3))]
    if random.random() < 0.3:
        field = random.choice(known.dates or names) if random.random() < 0.9 else random.choice(names)
        made.append({"field": field, "format": random.choice(FORMATS)})
    if not known.nested and random.random() < 0.2:
        made.append({"field": random.choice((*names, "o*", "*x")), "include_unmapped": True})
    return made


def doc_value_fields(random: Random) -> list[Any]:
    """As `hit_fields`, of fields that have doc values most of the time."""
    known = random.vocabulary
    if random.random() < 0.1:
        return [random.choice(known.text)]
    names = (*known.keywords, *known.dates, *known.booleans, *known.addresses, *known.numbers)
    made: list[Any] = random.sample(names, min(len(names), random.randint(0, 3)))
    dated = [{"field": name, "format": random.choice(FORMATS)} for name in known.dates[:1]]
    return made + random.choice(([], dated))


def collapse(random: Random) -> Body:
    known = random.vocabulary
    names = known.keywords + known.numbers if random.random() < 0.95 else known.dates + known.odd
    made: Body = {"field": random.choice(names)}
    if random.random() < 0.3:
        made["inner_hits"] = inner_hits(random, "x")
        if random.random() < 0.3:
            made["inner_hits"] = [made["inner_hits"], inner_hits(random, "y")]
    return made


def inner_hits(random: Random, name: str) -> Body:
    made: Body = {"name": name, "size": random.choice((0, 1, 2, 5))}
    if random.random() < 0.3:
        made["sort"] = sort(random)
    if random.random() < 0.1:
        made["from"] = random.choice((1, 3))
    if random.random() < 0.2:
        more = ("_source", source), ("highlight", highlight), ("fields", hit_fields), ("version", lambda random: True)
        key, make = random.choice(more)
        made[key] = make(random)
    return made


EXTRAS: tuple[tuple[str, float, Callable[[Random], Any]], ...] = (
    ("sort", 0.25, sort),
    ("_source", 0.2, source),
    ("fields", 0.05, hit_fields),
    ("docvalue_fields", 0.05, doc_value_fields),
    ("stored_fields", 0.02, lambda random: random.choice(([], "*", ["n", "kw"]))),
    ("aggs", 0.15, facets),
    ("track_total_hits", 0.1, lambda random: random.choice((True, False, 5, 10000))),
    ("version", 0.1, lambda random: True),
    ("highlight", 0.03, highlight),
    ("collapse", 0.04, collapse),
    ("explain", 0.02, lambda random: True),
    ("seq_no_primary_term", 0.02, lambda random: True),
    ("track_scores", 0.05, lambda random: True),
    ("min_score", 0.03, lambda random: random.choice((0.5, 2, 5))),
)
