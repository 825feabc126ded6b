"""Random queries of all kinds that the engine has."""

from collections.abc import Callable
from typing import Any

from tests.contract.engine_strings import expression
from tests.contract.engine_values import (
    Body,
    boost,
    field,
    misspelt,
    part,
    regex,
    string_field,
    value,
    words,
)
from tests.contract.engine_vocabulary import Random

OTHER_NAMES = ("nope", "o.p", "*.a")
ZONES = ("+01:00", "America/New_York", "UTC")


def query(random: Random, depth: int) -> Body:
    is_compound = depth and random.random() < 0.8
    return random.choice(COMPOUNDS)(random, depth) if is_compound else random.choice(LEAVES)(random)


def bool_query(random: Random, depth: int) -> Body:
    made: Body = {}
    for occur in random.sample(("must", "should", "filter", "must_not", "should", "must"), random.randint(1, 3)):
        made[occur] = [query(random, depth - 1) for _ in range(random.randint(1, 3))]
    if random.random() < 0.25:
        made["minimum_should_match"] = random.choice(
            (1, 2, -1, "75%", "-34%", "50%", "2<75%", 0, 3, "-0", "3<-25% 9<-3")
        )
    if random.random() < 0.03:
        made["adjust_pure_negative"] = random.random() < 0.3
    return {"bool": made | boost(random)}


def dis_max(random: Random, depth: int) -> Body:
    queries = [query(random, depth - 1) for _ in range(random.randint(1, 3))]
    tie = {"tie_breaker": 0.3} if random.random() < 0.3 else {}
    return {"dis_max": {"queries": queries} | tie | boost(random)}


def constant_score(random: Random, depth: int) -> Body:
    return {"constant_score": {"filter": query(random, depth - 1)} | boost(random)}


def boosting(random: Random, depth: int) -> Body:
    positive, negative = (query(random, depth - 1) for _ in range(2))
    return {"boosting": {"positive": positive, "negative": negative, "negative_boost": 0.5}}


def function_score(random: Random, depth: int) -> Body:
    """Weights only: a random score is another number on each side."""
    made: Body = {"query": query(random, depth - 1)} if random.random() < 0.9 else {}
    if random.random() < 0.3:
        made["weight"] = random.choice((0, 0.5, 2))
    else:
        made["functions"] = [
            {"weight": random.choice((0.5, 2, 3))} | ({"filter": query(random, 0)} if random.random() < 0.8 else {})
            for _ in range(random.randint(1, 2))
        ]
    if random.random() < 0.5:
        made["score_mode"] = random.choice(("multiply", "sum", "avg", "first", "max", "min"))
    if random.random() < 0.5:
        made["boost_mode"] = random.choice(("multiply", "replace", "sum", "avg", "max"))
    if random.random() < 0.2:
        made["max_boost"] = random.choice((1, 2.5))
    return {"function_score": made | boost(random)}


def term(random: Random) -> Body:
    name = field(random)
    long = random.random() < 0.3
    insensitive = {"case_insensitive": True} if random.random() < 0.2 else {}
    found = value(random, name)
    return {"term": {name: {"value": found} | boost(random) | insensitive if long else found}}


def terms(random: Random) -> Body:
    name = field(random)
    most = 4 if random.random() < 0.9 else 40
    return {"terms": {name: [value(random, name) for _ in range(random.randint(0, most))]} | boost(random)}


def ids(random: Random) -> Body:
    return {"ids": {"values": [random.choice(random.vocabulary.ids) for _ in range(random.randint(0, 4))]}}


def everything(random: Random) -> Body:
    return {"match_all": boost(random)} if random.random() < 0.8 else {"match_none": {}}


def exists(random: Random) -> Body:
    known = random.vocabulary
    return {
        "exists": {"field": random.choice((*known.fields, *known.odd, *known.patterns, *OTHER_NAMES))} | boost(random)
    }


def range_(random: Random) -> Body:
    name = field(random)
    ends: Body = {key: value(random, name) for key in random.sample(("gt", "gte", "lt", "lte"), random.randint(0, 2))}
    if random.random() < 0.05:
        ends |= {"from": value(random, name), "include_lower": random.random() < 0.5}
    if name in random.vocabulary.dates and random.random() < 0.15:
        ends["time_zone"] = random.choice(ZONES)
    if name in random.vocabulary.dates and random.random() < 0.1:
        ends["format"] = random.choice(
            ("yyyy", "strict_date_optional_time", "yyyy-MM-dd||yyyy", "epoch_millis", "strict_date")
        )
    if random.random() < 0.03:
        ends["relation"] = random.choice(("within", "intersects", "contains", "x"))
    return {"range": {name: ends | boost(random)}}


def prefix(random: Random) -> Body:
    name = string_field(random)
    insensitive = {"case_insensitive": True} if random.random() < 0.2 else {}
    rewrite = {"rewrite": "constant_score"} if random.random() < 0.05 else {}
    return {"prefix": {name: {"value": part(random, name)} | insensitive | rewrite | boost(random)}}


def wildcard(random: Random) -> Body:
    name = string_field(random)
    pattern = random.choice(("{}*", "*{}*", "{}?*", "?{}*", "*{}", "{}", "*", "?", "{}\\*", "a?{}*"))
    insensitive = {"case_insensitive": True} if random.random() < 0.2 else {}
    return {"wildcard": {name: {"value": pattern.format(part(random, name))} | insensitive | boost(random)}}


def regexp(random: Random) -> Body:
    name = string_field(random)
    insensitive = {"case_insensitive": True} if random.random() < 0.2 else {}
    flags = {"flags": random.choice(("ALL", "NONE", "EMPTY|ANYSTRING", "interval"))} if random.random() < 0.1 else {}
    return {"regexp": {name: {"value": regex(random)} | insensitive | flags | boost(random)}}


def fuzzy(random: Random) -> Body:
    name = string_field(random)
    made: Body = {"value": misspelt(random, name)} | boost(random)
    if random.random() < 0.4:
        made["fuzziness"] = random.choice(("AUTO", 0, 1, 2, "1", "AUTO:2,4", "AUTO:1,3", 3, "x", 1.5))
    if random.random() < 0.2:
        made["prefix_length"] = random.choice((0, 1, 2, 5))
    if random.random() < 0.2:
        made["max_expansions"] = random.choice((1, 5, 1000))
    if random.random() < 0.2:
        made["transpositions"] = random.random() < 0.5
    return {"fuzzy": {name: made}}


def inner_hits(random: Random, leaves: tuple[str, ...]) -> Body:
    """The options of the inner hits of objects with these fields."""
    made: Body = {"size": random.choice((0, 1, 3, 10, 100))} if random.random() < 0.7 else {}
    made |= {"name": random.choice("xyz")} if random.random() < 0.7 else {}
    if random.random() < 0.3:
        made["sort"] = [{random.choice(leaves): random.choice(("asc", "desc"))} for _ in range(random.choice((1, 2)))]
    if random.random() < 0.4:
        others = {
            "from": 1, "_source": random.choice((False, [leaves[0]], {"excludes": [leaves[-1]]})),
            "docvalue_fields": [random.choice(leaves)], "highlight": {"fields": {random.choice(leaves): {}}},
        }  # fmt: skip
        made |= dict(random.sample(sorted(others.items()), 1))
    return made


def nested(random: Random) -> Body:
    known = random.vocabulary
    if not known.nested:
        return term(random)
    path = random.choice(sorted(known.nested))
    leaves = known.nested[path]

    def inside(depth: int) -> Body:
        if depth and random.random() < 0.5:
            occurs = random.sample(("must", "should", "filter", "must_not"), random.randint(1, 2))
            return {"bool": {occur: [inside(depth - 1) for _ in range(random.randint(1, 2))] for occur in occurs}}
        name = random.choice(leaves)
        found = random.choice((*known.values[name], "1", "", "P"))
        clauses = (
            {"term": {name: found}}, {"exists": {"field": name}}, {"range": {name: {"gte": found}}},
            {"match": {name: found}}, {"prefix": {name: str(found)[:3]}}, {"terms": {name: [found, 2]}},
            {"match_phrase": {name: found}}, {"wildcard": {name: f"*{str(found)[1:4]}*"}},
            {"query_string": {"query": f'{name}:"{found}"'}}, {"fuzzy": {name: str(found)}},
            {"term": {known.keywords[1]: value(random, known.keywords[1])}}, {"match_all": {}},
        )  # fmt: skip
        return random.choice(clauses)

    made: Body = {"path": path if random.random() < 0.97 else "nope", "query": inside(2)} | boost(random)
    if random.random() < 0.4:
        made["score_mode"] = random.choice(("avg", "sum", "min", "max", "none"))
    if random.random() < 0.15:
        made["inner_hits"] = inner_hits(random, leaves)
    if random.random() < 0.1:
        made["ignore_unmapped"] = True
    return {"nested": made}


def match(random: Random) -> Body:
    name = field(random)
    text = words(random) if name in random.vocabulary.text or random.random() < 0.1 else value(random, name)
    made: Body = {"query": text} | boost(random)
    if random.random() < 0.4:
        made["operator"] = random.choice(("and", "or", "AND"))
    if random.random() < 0.2:
        made["minimum_should_match"] = random.choice((1, 2, "75%", "-1", "-0%", "2<3<4", "1<-25% 3<-2"))
    if random.random() < 0.2:
        made["lenient"] = True
    if random.random() < 0.1:
        made["zero_terms_query"] = random.choice(("all", "none"))
    if random.random() < 0.05:
        made["analyzer"] = random.choice(("keyword", "whitespace", "standard", "simple"))
    if random.random() < 0.1:
        made |= {"query": misspelt(random, name), "fuzziness": random.choice(("AUTO", 1, 2))}
        made |= random.choice(({}, {"prefix_length": 1}, {"max_expansions": 3}, {"fuzzy_transpositions": False}))
    return {"match": {name: made}}


def match_phrase(random: Random) -> Body:
    known = random.vocabulary
    name = random.choice(known.text) if random.random() < 0.8 else field(random)
    text = random.choice(known.phrases) if random.random() < 0.6 else words(random, 3)
    if random.random() < 0.5:
        return {"match_phrase": {name: text}}
    made: Body = {"query": text, "slop": random.choice((0, 1, 2, 3, 5, 99, 100, 120))} | boost(random)
    if random.random() < 0.1:
        made["analyzer"] = random.choice(("whitespace", "standard", "stop"))
    if random.random() < 0.1:
        made["zero_terms_query"] = random.choice(("all", "none"))
    return {"match_phrase": {name: made}}


def typed(random: Random) -> Body:
    """A query for a text whose last word is not complete.

    A short last word has too many endings for a phrase: a node takes only some of them, which depend on its segments.
    """
    known = random.vocabulary
    name = random.choice(known.text) if random.random() < 0.9 else field(random)
    text = random.choice(known.phrases) if random.random() < 0.5 else words(random, 3)
    made: Body = {"query": text if random.random() < 0.3 else text[: max(len(text) - 2, 4)]} | boost(random)
    if random.random() < 0.1:
        made["analyzer"] = random.choice(("whitespace", "standard"))
    is_short = len((made["query"].split() or [""])[-1]) < 3
    if random.random() < 0.5 and not is_short:
        if random.random() < 0.3:
            made["slop"] = random.choice((1, 2, 5))
        return {"match_phrase_prefix": {name: made}}
    if random.random() < 0.3:
        made["operator"] = random.choice(("and", "or"))
    if random.random() < 0.2:
        made["minimum_should_match"] = random.choice((1, 2, "75%", "-1"))
    if random.random() < 0.1:
        made["fuzziness"] = random.choice((1, "AUTO"))
    return {"match_bool_prefix": {name: made}}


def multi_match(random: Random) -> Body:
    made: Body = {"query": words(random, 3) if random.random() < 0.9 else value(random, field(random))} | boost(random)
    if random.random() < 0.85:
        made["fields"] = some_fields(random)
    if random.random() < 0.4:
        made["operator"] = random.choice(("and", "or"))
    if random.random() < 0.3:
        is_short = len((str(made["query"]).split() or [""])[-1]) < 3  # it has too many endings for a phrase
        types = "best_fields", "most_fields", "phrase", "bool_prefix", "bool_prefix" if is_short else "phrase_prefix"
        made["type"] = random.choice(types)
    if random.random() < 0.2:
        made["tie_breaker"] = 0.3
    if random.random() < 0.1:
        made["minimum_should_match"] = random.choice((1, 2, "75%"))
    if random.random() < 0.3:
        made["lenient"] = True
    if random.random() < 0.15:
        made |= random.choice(MULTI_OPTIONS)
    return {"multi_match": made}


def combined_fields(random: Random) -> Body:
    names = [name for name in random.vocabulary.text if name not in random.vocabulary.apart]
    names = random.sample(names, min(random.randint(1, 3), len(names)))
    fields = [name + random.choice(("", "", "^2", "^1.5", "^0.5" if random.random() < 0.1 else "")) for name in names]
    if random.random() < 0.05 and (other := field(random)) not in random.vocabulary.apart:
        fields.append(other)
    made: Body = {"query": words(random, 3), "fields": fields} | boost(random)
    if random.random() < 0.4:
        made["operator"] = random.choice(("and", "or"))
    if random.random() < 0.2:
        made["minimum_should_match"] = random.choice((1, 2, "75%", "-1"))
    if random.random() < 0.1:
        made["zero_terms_query"] = random.choice(("all", "none"))
    return {"combined_fields": made}


def some_fields(random: Random) -> list[str]:
    names = [string_field(random) for _ in range(random.randint(1, 3))]
    if random.random() < 0.1:
        names.append(random.choice((*random.vocabulary.patterns, "*.raw", "_id")))
    if random.random() > 0.05:  # else a field may be named twice
        names = list(dict.fromkeys(names))
    return [name + random.choice(("", "", "", "^2", "^0.5")) for name in names]


def query_string(random: Random) -> Body:
    made: Body = {"query": expression(random, 2)} | boost(random)
    if random.random() < 0.6:
        made["fields"] = some_fields(random)
    elif random.random() < 0.3:
        made["default_field"] = random.choice((*random.vocabulary.fields, *random.vocabulary.patterns))
    if random.random() < 0.5:
        made["default_operator"] = random.choice(("AND", "and", "OR"))
    if random.random() < 0.2:
        made["lenient"] = random.random() < 0.8
    if random.random() < 0.1:
        made["minimum_should_match"] = random.choice((1, 2, "75%"))
    if random.random() < 0.15:
        made |= random.choice(STRING_OPTIONS)
    return {"query_string": made}


MULTI_OPTIONS: tuple[Body, ...] = (
    {"fuzziness": "AUTO"}, {"fuzziness": 1, "prefix_length": 1}, {"fuzziness": 2, "max_expansions": 3}, {"slop": 2},
    {"analyzer": "whitespace"}, {"analyzer": "stop", "zero_terms_query": "all"}, {"zero_terms_query": "all"},
    {"auto_generate_synonyms_phrase_query": False}, {"type": "phrase", "slop": 3}, {"type": "cross"},
)  # fmt: skip
STRING_OPTIONS: tuple[Body, ...] = (
    {"phrase_slop": 2}, {"tie_breaker": 0.3}, {"type": "phrase"}, {"fuzzy_prefix_length": 1}, {"escape": True},
    {"fuzzy_max_expansions": 3}, {"fuzzy_transpositions": False}, {"fuzziness": 1}, {"fuzziness": "AUTO:2,4"},
    {"fuzziness": 0}, {"allow_leading_wildcard": False}, {"analyze_wildcard": True}, {"analyze_wildcard": True},
    {"time_zone": "+01:00"}, {"analyzer": "whitespace"}, {"auto_generate_synonyms_phrase_query": False},
    {"type": "best_fields"}, {"enable_position_increments": True}, {"max_determinized_states": 10000},
)  # fmt: skip
COMPOUNDS: tuple[Callable[[Random, int], Body], ...] = (
    bool_query, bool_query, bool_query, bool_query, dis_max, constant_score, boosting, function_score,
)  # fmt: skip
LEAVES: tuple[Callable[[Random], Any], ...] = (
    term, terms, ids, everything, exists, range_, range_, prefix, wildcard, match, match, match_phrase, multi_match,
    query_string, query_string, query_string, query_string, fuzzy, regexp, nested, combined_fields,
    typed,
)  # fmt: skip
