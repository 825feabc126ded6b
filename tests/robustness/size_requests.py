"""Texts of every kind and size, in every option that takes a text: what one request may cost is measured with them.

A text is a piece that is repeated up to a size. The pieces are what scanners, parsers and analyzers of query
languages are weak against: signs that are no words, letters of scripts without spaces, unclosed brackets and quotes.
"""

import json
import random
from itertools import islice
from urllib.parse import quote, urlencode

MB = 10**6
SIZES = (1000, 9900, 100_000, MB, 8_300_000)
MAX_BODY = 8 * 2**20
MAX_ADDRESS = 7500
LISTS = 6
QUERY, BATCH, LIST, RECONCILE = "/v1/gene/query", "/v1/gene", "/v1/gene/batch", "/v1/gene/reconcile"
PIECES = {
    "signs": (
        "_", "-", "+ ", "//", '""', '"', "'", "((", ")", "[", "{a TO ", "\\", "!", "&&", "||", "^1",
        "~", "*", "?", ":", "\n", "\0", "%", "$", ",", "|", "{{q}}",
    ),
    "words": (
        "a ", "NOT ", "-a ", "+a ", "a OR ", "a AND NOT ", "kinase~ ", "a~2 ", "a^ ", 'a"b', '"a b"~9 ',
        "1 ", "9", "the ",
    ),
    "fields": (
        "a:", "a.", "*:", "name:<1 ", "name:[a TO b] ", "name:(a ", "_exists_:a ", "symbol:a* ", "*a",
        "a*b*", "/a", "/a/ ", "/(a|b)*/ ", "\\*:a ",
    ),
    "letters": (
        "a", "A-", "a'", "a's ", "o'a.b:c ", "ab_", "İ", "ß ", "ﷺ", "ŉ", "é̀", "a\u200b\u200d",
        "ᄀ\u1161ᆨ", "一", "ひ", "カ", "ก", "אا ", "😀", "👨‍👩‍👧", "🇩🇪", "𝒜", "\u0301", "\u202e", "\ud83d",
        "ﬁ", "①", "½", "٣",
    ),
    "values": (
        "1970-01-01 ", "1e9", "-0.", "true,", "null ", "[1,", '{"a":', "a,b;", "a\tb\n", "<b>",
        "http://a.b/ ", "a|b&", "`a`", "@.", "a[*].", "a||",
    ),
}  # fmt: skip
ALL_PIECES = tuple(piece for pieces in PIECES.values() for piece in pieces)


def body(**options):
    return {"q": ["kinase"], "scopes": ["symbol"], "size": 5, **options}


BODIES = {
    "q": lambda text: (QUERY, body(q=[text], scopes=[])),
    "q, relaxed": lambda text: (QUERY, body(q=[text], scopes=[], relax="auto")),
    "q, highlighted": lambda text: (QUERY, body(q=[text], scopes=[], highlight=True)),
    "a term": lambda text: (QUERY, body(q=[text], scopes=["symbol", "name", "alias.symbol"])),
    "a term in every field": lambda text: (QUERY, body(q=[text], scopes=["*"])),
    "terms": lambda text: (QUERY, body(q=[text[: len(text) // 10]] * 10, scopes=["symbol", "name"])),
    "ids": lambda text: (BATCH, {"ids": [text]}),
    "an id with a scope": lambda text: (BATCH, {"ids": [f"symbol:{text}"]}),
    "a name": lambda text: (QUERY, body(**{f"a{text}": 1})),
    **{name: lambda text, name=name: (QUERY, body(**{name: text})) for name in (
        "filter", "post_filter", "sort", "facets", "facet_query", "fields", "scopes", "jmespath",
        "analyzer", "userquery",
        "allow_null", "always_list", "highlight", "matched", "preference", "format", "size", "relax", "dotfield",
    )},
    **{f"{name}, a list": lambda text, name=name: (QUERY, body(**{name: [text[: len(text) // 9]] * 9})) for name in (
        "sort", "facets", "fields", "scopes", "allow_null", "highlight",
    )},
    "a filter of facets": lambda text: (QUERY, body(filter=text, facets=["symbol"], disjunctive=True)),
    "facets in facets": lambda text: (QUERY, body(facets=[f"symbol({text}"])),
    "a tool": lambda text: ("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "query", "arguments": {"collection": "gene", "q": text},
    }}),
}  # fmt: skip
ADDRESSES = {
    **{name: lambda text, name=name: (QUERY, {"q": "kinase", name: text}) for name in (
        "q", "filter", "post_filter", "sort", "facets", "fields", "jmespath", "highlight", "search_after", "scroll_id",
        "generation", "facet_query", "allow_null", "min_score", "from",
    )},
    "suggest": lambda text: ("/v1/gene/suggest", {"q": text}),
    "suggest with a filter": lambda text: ("/v1/gene/suggest", {"q": "a", "filter": text}),
    "names of fields": lambda text: ("/v1/gene/metadata/fields", {"search": text}),
    "all collections": lambda text: ("/v1/search", {"q": text}),
    "lookup": lambda text: ("/v1/lookup", {"ids": text}),
    "the search builder": lambda text: ("/v1/gene/build", {"q": text, "value": text[:100], "field": "symbol"}),
    "relax": lambda text: (QUERY, {"q": text, "relax": "auto"}),
    "an id": lambda text: (f"{BATCH}/{quote(text.encode(errors='replace'), safe='')}", {}),
    "a path": lambda text: (f"/{quote(text.encode(errors='replace'), safe='')}", {}),
}  # fmt: skip


def of_type(name):
    """The headers of a body of this type."""
    return {"Content-Type": name}


def filled(piece, size):
    """The piece, repeated up to the size."""
    return (piece * (size // len(piece) + 1))[:size]


def posts(option, text):
    """The request that sends the text in this option of a body; at most as long as a body may be."""
    path, sent = BODIES[option](text)
    data = json.dumps(sent, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return "POST", path, data[:MAX_BODY], of_type("application/json")


def lists(text):
    """Requests whose body is the text: a list of ids, a form, and forms of names to be matched."""
    data = text.encode("utf-8", "replace")[: MAX_BODY - 100]
    part = text[: len(text) // 900]
    query = {"query": part, "properties": [{"pid": part[:900], "v": [part, {"id": part}]}]}
    yield "POST", LIST, data, of_type("text/plain")
    yield "POST", LIST, b"list=" + data, of_type("application/x-www-form-urlencoded")
    yield "POST", QUERY, data, of_type("application/yaml")
    yield "POST", BATCH, data, of_type("application/json")
    for sent in ({"queries": dict.fromkeys(range(90), query)}, {"extend": {"ids": [text], "properties": []}}):
        fields = {name: json.dumps(value) for name, value in sent.items()}
        body = urlencode(fields, errors="replace").encode()[: MAX_BODY - 100]
        yield "POST", RECONCILE, body, of_type("application/x-www-form-urlencoded")


def gets(option, text, format):
    """The request with the text in this option of an address; the text is shortened to what an address may have."""
    path, options = ADDRESSES[option](text)
    address = f"{path}?{urlencode({**options, 'format': format}, errors='replace')}"
    return ("GET", address, None, {}) if len(address) <= MAX_ADDRESS else gets(option, text[: len(text) // 2], format)


def every_request(pieces=ALL_PIECES, sizes=SIZES):
    """All requests, each with a name."""
    for piece in pieces:
        for size in sizes:
            text = filled(piece, size)
            for option in BODIES:
                yield (f"{option} of {size} x {piece!r}", *posts(option, text))
            for number, request in enumerate(lists(text)):
                yield (f"body {number} of {size} x {piece!r}", *request)
        for size, format in ((1000, "json"), (1000, "html"), (MAX_ADDRESS, "json"), (MAX_ADDRESS, "html")):
            for option in ADDRESSES:
                yield (f"{option} as {format} of {size} x {piece!r}", *gets(option, filled(piece, size), format))


def drawn_requests(count, seed):
    """As many requests of all, drawn by a seed."""
    dice = random.Random(seed)
    for _ in range(count):
        piece, size = dice.choice(ALL_PIECES), dice.choice(SIZES)
        text = filled(piece, size)
        kind = dice.choice(("body", "body", "list", "address"))
        if kind == "body":
            option = dice.choice(list(BODIES))
            yield (f"{option} of {size} x {piece!r}", *posts(option, text))
        elif kind == "list":
            number = dice.randrange(LISTS)
            yield (f"body {number} of {size} x {piece!r}", *next(islice(lists(text), number, None)))
        else:
            option, format = dice.choice(list(ADDRESSES)), dice.choice(("json", "html"))
            yield (f"{option} as {format} of {size} x {piece!r}", *gets(option, text[:MAX_ADDRESS], format))
