"""Random aggregations of all kinds that the engine has."""

from typing import Any

from tests.contract.engine_queries import query
from tests.contract.engine_values import DATES, Body, regex, value
from tests.contract.engine_vocabulary import Random


def facets(random: Random) -> Body:
    return {f"a{place}": facet(random, 2) for place in range(random.randint(1, 2))}


def facet(random: Random, depth: int) -> Body:
    known = random.vocabulary
    names = known.keywords + known.numbers + known.dates + known.booleans + known.addresses
    name = random.choice(names) if random.random() < 0.95 else random.choice(known.odd + known.text)
    kind = random.choice(("terms", "terms", "terms", "terms", "missing", *FACETS))
    if kind == "global" and depth < 2:
        kind = "terms"
    if kind == "cardinality":  # Elasticsearch's is exact for few values only
        made = {kind: {"field": random.choice(known.few)}}
        if random.random() < 0.1:
            made[kind]["precision_threshold"] = random.choice((-1, 3000, 40000, "40000"))
        return with_missing(random, made)
    if kind in ("sum", "avg", "stats"):  # large numbers that cancel leave digits to their order
        made = {kind: {"field": random.choice([name for name in known.steps if name not in known.booleans])}}
        return with_missing(random, made)
    if kind in METRICS:
        made = {kind: {"field": random.choice((*known.numbers, name))}}
        if made[kind]["field"] in known.dates and kind in ("min", "max") and random.random() < 0.2:
            made[kind]["format"] = random.choice(FORMATS)
        return with_missing(random, made)
    if kind == "terms":
        made: Body = {"terms": {"field": name, "size": random.choice((1, 2, 3, 5, 10, 40))} | order(random)}
        if random.random() < 0.1:
            made["terms"] |= {"shard_size": random.choice((1, 4, 100))}
        if random.random() < 0.05:
            made["terms"]["show_term_doc_count_error"] = True
        if name in known.dates and random.random() < 0.2:
            made["terms"]["format"] = random.choice(FORMATS)
        if depth and random.random() < 0.15:
            return by_metric(random, made)
        if random.random() < 0.1:
            made["terms"][random.choice(("include", "exclude"))] = chosen(random, name)
    else:
        made = {kind: {"field": name} if kind == "missing" else FACETS[kind](random)}
    made = with_missing(random, made)
    if depth and kind in ("histogram", "date_histogram") and random.random() < 0.1:
        return by_metric(random, made)
    unmapped = made.get(kind, {}).get("field") == "nope"  # terms without documents inside are listed or not
    if depth and not unmapped and random.random() < 0.4:
        made["aggs"] = {"inner": facet(random, depth - 1)}
        if random.random() < 0.3:
            made["aggs"]["beside"] = facet(random, 0)
    if depth and not unmapped and random.random() < 0.05:
        made.setdefault("aggs", {})["hits"] = {"top_hits": top_hits(random)}
    return made


def top_hits(random: Random) -> Body:
    """The first hits of a bucket, by score or by a number."""
    made: Body = {"size": random.choice((1, 2, 5)), "_source": random.choice((False, True, ["n*"]))}
    if random.random() < 0.5:
        made["sort"] = [{random.choice(random.vocabulary.numbers): random.choice(("asc", "desc"))}]
    if random.random() < 0.2:
        made |= random.choice(({"from": 1}, {"version": True}, {"track_scores": True}, {"size": 101}, {"size": 0}))
    return made


def with_missing(random: Random, made: Body) -> Body:
    """The facet, now and then with a value for the documents without one."""
    ((kind, options),) = made.items()
    if kind not in COUNTS_MISSING or random.random() > 0.1 or options["field"] not in random.vocabulary.fields:
        return made
    return {kind: {**options, "missing": missing(random, options["field"])}}


def missing(random: Random, name: str) -> Any:
    """A value of the field's type: a node counts whole numbers as doubles if one with a fraction is missing."""
    found = value(random, name)
    if name in random.vocabulary.booleans:
        return random.choice((True, False, "true", "false"))
    if isinstance(found, str) and "." in found and name in random.vocabulary.whole:
        return 7
    if isinstance(found, float | int) and name not in random.vocabulary.floats:
        return int(min(found, 2**62))
    return found if isinstance(found, str | int | float) and found not in NOT_FINITE else "x"


def chosen(random: Random, name: str) -> Any:
    """Terms, or for texts a pattern."""
    if name in random.vocabulary.keywords and random.random() < 0.4:
        return regex(random)
    return [str(value(random, name)) for _ in range(3)]


def by_metric(random: Random, made: Body) -> Body:
    """Buckets in the order of a metric of a field that not all documents have."""
    metric = random.choice(("avg", "min", "max", "stats", "value_count"))
    inner: Body = {metric: {"field": random.choice(random.vocabulary.steps)}}
    key = random.choice(("m.avg", "m.min", "m.max", "m.count")) if "stats" in metric else "m"
    if random.random() < 0.3:
        key, inner = f"f>{key}", {"filter": query(random, 0), "aggs": {"m": inner}}
    next(iter(made.values()))["order"] = {key: random.choice(("asc", "desc"))}
    if "terms" in made and random.random() < 0.3:
        made["terms"] |= {"size": random.choice((1, 2, 5)), "shard_size": random.choice((1, 3, 10))}
    return made | {"aggs": {key[0]: inner}}


def filters(random: Random) -> Body:
    named = {name: query(random, 0) for name in random.sample(("x", "y", "B", "É", "_"), 2)}
    other = {"other_bucket": True} if random.random() < 0.4 else {}
    return {"filters": random.choice((named, list(named.values())))} | other


def ranges(random: Random) -> Body:
    ends = [random.choice((0, 1, 5, 10.5, 29, 90, 1000, "5", 2e7)) for _ in range(4)]
    pairs = [{"to": ends[0]}, {"from": ends[1], "to": ends[2]}, {"from": ends[3], "key": "last"}]
    some = random.sample(pairs, random.randint(1, 3))
    return {"field": random.choice((*random.vocabulary.numbers, *random.vocabulary.few)), "ranges": some} | keyed(
        random
    )


def date_ranges(random: Random) -> Body:
    ends = [str(random.choice(DATES[:5])) for _ in range(4)]
    pairs = [{"to": ends[0]}, {"from": ends[1], "to": ends[2]}, {"from": ends[3], "key": "last"}]
    made = {
        "field": random.choice(random.vocabulary.dates or ("nope",)),
        "ranges": random.sample(pairs, random.randint(1, 3)),
    }
    if random.random() < 0.15:
        made["format"] = random.choice(FORMATS)
    return made | keyed(random) | time_zone(random)


def time_zone(random: Random) -> Body:
    return {"time_zone": random.choice(ZONES)} if random.random() < 0.2 else {}


def histogram(random: Random) -> Body:
    made: Body = {"field": random.choice(random.vocabulary.steps), "interval": random.choice((3, 10, 50.5, 97))}
    if random.random() < 0.1:
        made = {"field": random.choice(random.vocabulary.numbers), "interval": random.choice((2**58, 1e18, 1e300))}
    if random.random() < 0.3:
        made["min_doc_count"] = random.choice((0, 1, 5))
    if random.random() < 0.2:
        made["extended_bounds"] = bounds(random, (-25, 0, 20, 50.5, "90", 120))
    return made | keyed(random) | buckets_order(random)


def bounds(random: Random, ends: tuple[Any, ...]) -> Body:
    """The least and the greatest value, or one of them; now and then the wrong way round."""
    low, high = sorted(random.sample(range(len(ends)), 2), reverse=random.random() < 0.05)
    both = {"min": ends[low], "max": ends[high]}
    return {name: both[name] for name in random.sample(("min", "max"), random.choice((1, 2, 2)))}


def date_histogram(random: Random) -> Body:
    unit = random.choice(("year", "quarter", "month", "week", "day", "1M", "10y", "hour", "minute"))
    fixed = random.choice(("1000d", "365d", "36h", "100000m", "1d", "0.5d"))
    made: Body = {"field": random.choice(random.vocabulary.dates or ("nope",)), "min_doc_count": 1}
    made |= random.choice(({"calendar_interval": unit}, {"calendar_interval": unit}, {"fixed_interval": fixed}))
    if random.random() < 0.1 and made.get("calendar_interval") in ("year", "quarter", "1M", "month"):
        made["min_doc_count"] = 0
    if random.random() < 0.15:
        made["format"] = random.choice(FORMATS)
    if random.random() < 0.2 and made["field"] != "nope":
        made["extended_bounds"] = bounds(random, ("1985-03", 725846400000, "2000-05-06", "2010||+1y", "2024"))
    return made | keyed(random) | buckets_order(random) | time_zone(random)


def buckets_order(random: Random) -> Body:
    orders = ({"_count": "desc"}, {"_key": "desc"}, [{"_count": "asc"}, {"_key": "desc"}])
    return {"order": random.choice(orders)} if random.random() < 0.2 else {}


def keyed(random: Random) -> Body:
    return {"keyed": True} if random.random() < 0.2 else {}


def order(random: Random) -> Body:
    if random.random() < 0.7:
        return {}
    compound = [{"_count": "desc"}, {"_key": "desc"}]
    orders = ({"_key": "asc"}, {"_key": "desc"}, {"_count": "asc"}, {"_count": "desc"}, compound)
    return {"order": random.choice(orders)} | random.choice(({}, {"min_doc_count": 2}, {"min_doc_count": 0}))


FORMATS = ("yyyy", "yyyy-MM", "epoch_millis", "strict_date_optional_time", "dd/MM/yyyy||yyyy", "epoch_second")
ZONES = (
    "UTC", "Z", "+00:00", "x", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "-03:30", 5, -1, "Pacific/Apia",
)  # fmt: skip
METRICS = ("min", "max", "avg", "sum", "value_count", "stats", "cardinality")
NOT_FINITE = ("NaN", "Infinity", "1e400")
"""Refused as a missing value."""
COUNTS_MISSING = ("terms", "range", "date_range", "histogram", "date_histogram", *METRICS)
FACETS: dict[str, Any] = dict.fromkeys(METRICS) | {
    "filter": lambda random: query(random, 1), "filters": filters, "global": lambda random: {},
    "range": ranges, "date_range": date_ranges, "histogram": histogram, "date_histogram": date_histogram,
}  # fmt: skip
