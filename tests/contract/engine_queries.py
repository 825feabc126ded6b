"""Random queries over the fields of engine_documents.py, of all kinds that the engine has."""

import random
from collections.abc import Callable
from typing import Any

Body = dict[str, Any]
Random = random.Random
TEXT = ("t", "al", "all", "tf")
KEYWORDS = ("sym", "kw", "o.a", "tf.raw", "nv")
WHOLE = ("n", "i", "o.n")
NUMBERS = (*WHOLE, "f", "g")
FIELDS = (*TEXT, *KEYWORDS, *NUMBERS, "d", "b")
ODD_FIELDS = ("nope", "o", "nest", "nest.a", "dis", "dis.x", "off", "nodoc", "o.p.x", "_id", "kw2", "o.zz")
WORDS = (
    "kinase", "protein", "receptor", "gene", "family", "member", "alpha", "1", "2", "antisense", "rna", "one", "two",
    "withdrawn", "symbol", "see", "HGNC", "chromosome", "like", "pseudogene", "binding", "domain", "containing",
    "locus", "type", "Kinase", "ΩMEGA", "naïve", "can't", "5'UTR", "non-coding", "long", "a", "zzz", "subunit", "group",
)  # fmt: skip
SYMBOLS = ("A1BG", "a2m", "ABCA1", "ABL1", "AATK", "A", "b", "ß", "", "ACE2", "ADAM10", "abcb4", "nope", "AKR1B1")
LABELS = ("gene with protein product", "pseudogene", "unknown", "RNA, long non-coding", "other", "z", "a", "", "none",
          "protein-coding gene", "a b", "a*b", "phenotype only", "Pseudogene")  # fmt: skip
DATES = ("2000", "2001-05", "2001-05-06", "1999-12-31T23:59:59Z", "2010-01-01||/y", "2015||+1M", "now-10y",
         "1577836800000", 946684800000, "2020-01-01", "1969-12-31T10")  # fmt: skip
BAD = ("abc", "", True, "5.5", 99999999999999999999, "1e2", -1, "2020-13-45", "*")


def query(random: Random, depth: int) -> Body:
    compounds: list[Callable[..., Body]] = [bool_query, bool_query, bool_query, dis_max, constant_score, boosting]
    if depth and random.random() < 0.8:
        return random.choice(compounds)(random, depth)
    return random.choice(LEAVES)(random)


def bool_query(random: Random, depth: int) -> Body:
    made: Body = {}
    for occur in random.sample(("must", "should", "filter", "must_not", "should", "must"), random.randint(1, 3)):
        made[occur] = [query(random, depth - 1) for _ in range(random.randint(1, 3))]
    if random.random() < 0.25:
        made["minimum_should_match"] = random.choice((1, 2, -1, "75%", "-34%", "50%", "2<75%", 0, 3))
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


def boost(random: Random) -> Body:
    return {"boost": random.choice((0, 0.5, 2, 3.7))} if random.random() < 0.15 else {}


def value(random: Random, field: str) -> Any:
    """A value that may well be in the field; now and then one that cannot."""
    if random.random() < 0.06:
        return random.choice(BAD)
    if field in TEXT:
        return random.choice(WORDS).lower() if random.random() < 0.8 else random.choice(WORDS)
    if field in ("sym", "tf.raw"):
        return random.choice(SYMBOLS)
    if field in ("d", "b"):
        return random.choice(DATES) if field == "d" else random.choice((True, False, "true", "false"))
    if field in NUMBERS:
        numbers = (0, 1, 2, 3, 5, 7, 12, 29, 90, 1000, "5", 5.5, 0.125, 1.1, 3.3000000000000003, -1, 10**6, 2**40)
        return random.choice(numbers)
    return random.choice(("e1", "p", "deep", "hid", "nd", 1)) if field in ODD_FIELDS else random.choice(LABELS)


def field(random: Random) -> str:
    return random.choice(ODD_FIELDS) if random.random() < 0.08 else random.choice(FIELDS)


def string_field(random: Random) -> str:
    return field(random) if random.random() < 0.1 else random.choice(TEXT + KEYWORDS)


def words(random: Random, most: int = 4) -> str:
    return " ".join(random.choice(WORDS + SYMBOLS) for _ in range(random.randint(1, most)))


def term(random: Random) -> Body:
    name = field(random)
    long = random.random() < 0.3
    insensitive = {"case_insensitive": True} if random.random() < 0.2 else {}
    found = value(random, name)
    return {"term": {name: {"value": found} | boost(random) | insensitive if long else found}}


def terms(random: Random) -> Body:
    name = field(random)
    return {"terms": {name: [value(random, name) for _ in range(random.randint(0, 4))]} | boost(random)}


def ids(random: Random) -> Body:
    values = [random.choice(("HGNC:1", "HGNC:5", "e1", "e 10/x", "nope", 5)) for _ in range(random.randint(0, 4))]
    return {"ids": {"values": values}}


def everything(random: Random) -> Body:
    return {"match_all": boost(random)} if random.random() < 0.8 else {"match_none": {}}


def exists(random: Random) -> Body:
    names = (*FIELDS, *ODD_FIELDS, "o.*", "t*", "*.a", "nope*", "o.p")
    return {"exists": {"field": random.choice(names)} | boost(random)}


def range_(random: Random) -> Body:
    name = field(random)
    ends = {key: value(random, name) for key in random.sample(("gt", "gte", "lt", "lte"), random.randint(0, 2))}
    return {"range": {name: ends | boost(random)}}


def part(random: Random, name: str) -> str:
    """The start of a value, in any case."""
    text = str(value(random, name))
    text = text[: random.randint(0, 4)]
    return text.upper() if random.random() < 0.2 else text


def prefix(random: Random) -> Body:
    name = string_field(random)
    insensitive = {"case_insensitive": True} if random.random() < 0.2 else {}
    return {"prefix": {name: {"value": part(random, name)} | insensitive | boost(random)}}


def wildcard(random: Random) -> Body:
    name = string_field(random)
    pattern = random.choice(("{}*", "*{}*", "{}?*", "?{}*", "*{}", "{}", "*", "?", "{}\\*", "a?{}*"))
    return {"wildcard": {name: {"value": pattern.format(part(random, name))} | boost(random)}}


def regexp(random: Random) -> Body:
    name = string_field(random)
    insensitive = {"case_insensitive": True} if random.random() < 0.2 else {}
    return {"regexp": {name: {"value": regex(random)} | insensitive | boost(random)}}


def regex(random: Random) -> str:
    return random.choice(REGEXES).format(random.choice(WORDS + SYMBOLS)[:3] or "a")


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


def misspelt(random: Random, name: str) -> str:
    """A value with a letter more, less, changed or swapped."""
    text = str(value(random, name))
    for _ in range(random.choice((0, 1, 1, 2))):
        place = random.randint(0, max(len(text) - 1, 0))
        swapped = text[:place] + text[place + 1 : place + 2] + text[place : place + 1] + text[place + 2 :]
        text = random.choice((text[:place] + text[place + 1 :], text[:place] + "k" + text[place:], swapped))
    return text


def nested(random: Random) -> Body:
    def inside(depth: int) -> Body:
        if depth and random.random() < 0.5:
            occurs = random.sample(("must", "should", "filter", "must_not"), random.randint(1, 2))
            return {"bool": {occur: [inside(depth - 1) for _ in range(random.randint(1, 2))] for occur in occurs}}
        letter, number = random.choice(("p", "q", "r", "", "P")), random.choice((0, 1, 2, 3, "1", 9))
        clauses = (
            {"term": {"nest.a": letter}}, {"term": {"nest.n": number}}, {"exists": {"field": "nest.a"}},
            {"range": {"nest.n": {"gte": number}}}, {"match": {"nest.a": letter}}, {"prefix": {"nest.a": letter}},
            {"terms": {"nest.n": [number, 2]}}, {"query_string": {"query": f"nest.n:{number}"}},
            {"term": {"kw": "pseudogene"}}, {"match_all": {}},
        )  # fmt: skip
        return random.choice(clauses)

    made: Body = {"path": "nest", "query": inside(2)} | boost(random)
    if random.random() < 0.4:
        made["score_mode"] = random.choice(("avg", "sum", "min", "max", "none"))
    return {"nested": made}


def match(random: Random) -> Body:
    name = field(random)
    text = words(random) if name in TEXT or random.random() < 0.1 else value(random, name)
    made: Body = {"query": text} | boost(random)
    if random.random() < 0.4:
        made["operator"] = random.choice(("and", "or", "AND"))
    if random.random() < 0.2:
        made["minimum_should_match"] = random.choice((1, 2, "75%", "-1"))
    if random.random() < 0.2:
        made["lenient"] = True
    if random.random() < 0.1:
        made["zero_terms_query"] = random.choice(("all", "none"))
    if random.random() < 0.1:
        made |= {"query": misspelt(random, name), "fuzziness": random.choice(("AUTO", 1, 2))}
    return {"match": {name: made}}


def match_phrase(random: Random) -> Body:
    name = random.choice(TEXT) if random.random() < 0.8 else field(random)
    text = random.choice(PHRASES) if random.random() < 0.6 else words(random, 3)
    if random.random() < 0.5:
        return {"match_phrase": {name: text}}
    return {
        "match_phrase": {name: {"query": text, "slop": random.choice((0, 1, 2, 3, 5, 99, 100, 120))} | boost(random)}
    }


def multi_match(random: Random) -> Body:
    made: Body = {"query": words(random, 3) if random.random() < 0.9 else value(random, field(random))} | boost(random)
    if random.random() < 0.85:
        made["fields"] = some_fields(random)
    if random.random() < 0.4:
        made["operator"] = random.choice(("and", "or"))
    if random.random() < 0.3:
        made["type"] = random.choice(("best_fields", "most_fields", "phrase"))
    if random.random() < 0.2:
        made["tie_breaker"] = 0.3
    if random.random() < 0.3:
        made["lenient"] = True
    return {"multi_match": made}


def some_fields(random: Random) -> list[str]:
    names = [string_field(random) for _ in range(random.randint(1, 3))]
    if random.random() < 0.1:
        names.append(random.choice(("*", "t*", "o.*", "nope*", "*.raw", "_id")))
    return [name + random.choice(("", "", "", "^2", "^0.5")) for name in dict.fromkeys(names)]


def query_string(random: Random) -> Body:
    made: Body = {"query": expression(random, 2)} | boost(random)
    if random.random() < 0.6:
        made["fields"] = some_fields(random)
    elif random.random() < 0.3:
        made["default_field"] = random.choice((*FIELDS, "*", "nope", "t*"))
    if random.random() < 0.5:
        made["default_operator"] = random.choice(("AND", "and", "OR"))
    if random.random() < 0.2:
        made["lenient"] = random.random() < 0.8
    if random.random() < 0.1:
        made["minimum_should_match"] = random.choice((1, 2, "75%"))
    return {"query_string": made}


def expression(random: Random, depth: int) -> str:
    """A query string, mostly a good one."""
    parts = [clause(random, depth) for _ in range(random.randint(1, 4))]
    joined = parts[0]
    for item in parts[1:]:
        joined += random.choice((" ", " ", " ", " AND ", " OR ", " && ", " || ", " AND NOT ", " OR NOT ")) + item
    return joined + (random.choice((")", "(", '"', "^", " AND", "/", ":", " a~5")) if random.random() < 0.03 else "")


def clause(random: Random, depth: int) -> str:
    sign = random.choice(("", "", "", "", "", "+", "-", "!", "NOT "))
    if depth and random.random() < 0.15:
        named = f"{escaped(field(random))}:" if random.random() < 0.2 else ""
        return f"{sign}{named}({expression(random, depth - 1)}){weight(random)}"
    return f"{sign}{random.choice(SIMPLE)(random)}{weight(random)}"


def weight(random: Random) -> str:
    return random.choice(("^2", "^0.5")) if random.random() < 0.06 else ""


def escaped(text: Any) -> str:
    return "".join("\\" + sign if sign in '+-=&|><!(){}[]^"~*?:\\/ ' else sign for sign in str(text))


def bare(random: Random) -> str:
    return escaped(random.choice(WORDS + SYMBOLS)) or "x"


def named(random: Random) -> str:
    name = field(random)
    return f"{escaped(name)}:{escaped(value(random, name)) or 'x'}"


def quoted(random: Random) -> str:
    text = random.choice(PHRASES + LABELS)
    plain = text.replace("\\", "").replace('"', "")
    slop = random.choice(("", "", "", "~1", "~2", "~5", "~100"))
    return random.choice(("", f"{escaped(string_field(random))}:")) + f'"{plain}"{slop}'


def starred(random: Random) -> str:
    name = string_field(random)
    pattern = random.choice(("{}*", "*{}", "{}?", "?{}*", "*", "{}*a"))
    return random.choice(("", f"{escaped(name)}:")) + pattern.format(escaped(part(random, name)))


def ranged(random: Random) -> str:
    name = field(random)
    low, high = (escaped(value(random, name)) or "*" for _ in range(2))
    if random.random() < 0.3:
        return f"{escaped(name)}:{random.choice(('>', '>=', '<', '<='))}{low}"
    low, high = (end if random.random() < 0.8 else "*" for end in (low, high))
    return f"{escaped(name)}:{random.choice('[{')}{low} TO {high}{random.choice(']}')}"


def unsure(random: Random) -> str:
    name = string_field(random)
    edits = random.choice(("~", "~", "~1", "~2", "~0.5", "~1.0"))
    return random.choice(("", f"{escaped(name)}:")) + (escaped(misspelt(random, name)) or "x") + edits


def slashed(random: Random) -> str:
    return random.choice(("", f"{escaped(string_field(random))}:")) + "/" + regex(random).replace("/", "") + "/"


def present(random: Random) -> str:
    name = escaped(field(random))
    return random.choice((f"_exists_:{name}", f"{name}:*", "*:*", "*"))


PHRASES = ("protein product", "pseudogene 1", "family member", "kinase one", "one two", "one one", "zzz zzz", "...",
           "antisense RNA 1", "with protein", "receptor", "symbol withdrawn, see", "like 1", "two one one")  # fmt: skip
REGEXES = ("{}.*", "{}", ".*{}", "[a-k]{}?.*", "({}|b).*", "a.+", "{}[0-9]+", ".{{2,3}}", "{}@", "~({}.*)", "<1-30>",
           "\"{}\".*", "a&.*", "^{}$", "({}", "\\w+", "\\d", "")  # fmt: skip
SIMPLE = (bare, bare, bare, bare, bare, named, named, quoted, starred, ranged, present, unsure, slashed)
LEAVES = (
    term, terms, ids, everything, exists, range_, prefix, wildcard, match, match, match_phrase, multi_match,
    query_string, query_string, query_string, fuzzy, regexp, nested,
)  # fmt: skip
