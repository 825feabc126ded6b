"""Requests drawn by a seed: `drawn_requests` yields name, method, address, body and headers of each.

The dice choose the kind of request, the text in it, its size, and the option or the part of the request that has it.
"""

import random
from urllib.parse import quote, urlencode

import msgpack

from tests.robustness.attack import bodies, choices, texts
from tests.robustness.attack.bodies import MAX_BODY, encoded

FORM = "application/x-www-form-urlencoded"


def of_type(name):
    return {"Content-Type": name}


def formatted(dice):
    """A format; JSON most often."""
    return dice.choice(("json", "json", "json", *choices.BESIDE["format"]))


def short(address, options, text_in):
    """The address with these options; the text in some of them is halved until the address may be sent."""
    while len(found := f"{address}?{urlencode(options, errors='replace')}") > choices.MAX_ADDRESS:
        options = options | {name: options[name][: len(options[name]) // 2] for name in text_in}
    return found


def body(dice, text):
    """An option of a body, in any shape."""
    option, address = dice.choice(choices.OPTIONS), dice.choice(choices.QUERIES)
    shape = dice.choice(("a text", *choices.SHAPES, "odd"))
    sent = {"q": ["kinase"], "size": dice.choice((0, 5, 50, 1000))}
    sent |= {name: dice.choice(values) for name, values in choices.BESIDE.items() if dice.random() < 0.15}
    if dice.random() < 0.5:
        sent["scopes"] = dice.choice(choices.BESIDE["scopes"])
    sent[option] = dice.choice(choices.ODD) if shape == "odd" else choices.SHAPES[shape](text)
    if address in ("/v1/gene", "/v1/lookup"):
        sent["ids"] = sent.pop("q")
    names = ",".join(name for name in sent if name != option)
    data, kind = encoded(sent), "application/json"
    if dice.random() < 0.1 and shape != "odd":
        data, kind = msgpack.packb(sent, unicode_errors="surrogatepass"), "application/msgpack"
    return f"{address} {option}, {shape}, with {names}", "POST", address, data, of_type(kind)


def small_body(dice, text):
    return body(dice, text[: dice.choice((20, 50, 200, 900))])


def get(dice, text):
    """An option of an address."""
    address, option = dice.choice(choices.READ), dice.choice(choices.GET_OPTIONS)
    options = {
        "q": dice.choice(("kinase", "*", "a*", "__all__", "__any__", "")),
        "size": dice.choice((0, 5, 100, 1000)),
    }
    options |= {"format": formatted(dice), option: text}
    beside = {
        "facets": "locus_type,symbol",
        "fetch_all": "true",
        "search_after": "*",
        "highlight": "*",
        "relax": "auto",
    }
    options = {name: value for name, value in beside.items() if dice.random() < 0.1} | options
    text_in = [option]
    if address.endswith(("suggest", "fields", "entity", "property")):
        text_in.append(dice.choice(("q", "prefix", "search", "filter")))
        options[text_in[-1]] = text
    return f"GET {address} {option}", "GET", short(address, options, text_in), None, {}


def raw(dice, text):
    """A body that is not what its type promises, or more of it than a parser expects."""
    kind = dice.choice((*bodies.TYPES, *bodies.TEXTS))
    made = dice.choice(bodies.TYPES[kind])(len(text)) if kind in bodies.TYPES else text.encode("utf-8", "replace")
    address = dice.choice((*choices.QUERIES, "/mcp", "/v1/gene/reconcile")) + dice.choice(
        ("", "?format=ndjson", "?format=html")
    )
    return f"{address} {kind} {made[:30]!r}", "POST", address, made, of_type(kind)


def header(dice, text):
    """Long headers, or many."""
    name, method, address = (
        dice.choice((*choices.HEADERS, "many")),
        dice.choice(("GET", "POST", "HEAD", "OPTIONS")),
        dice.choice(choices.TARGETS),
    )
    if name == "many":
        sent = {f"X-H{number}": "v" for number in range(dice.choice((50, 99, 101, 500, 2000)))}
    else:
        size = min(len(text), dice.choice((1000, 8000, 30_000, 64_000)))
        sent = {name: texts.block(dice, choices.HEADERS[name], size).strip()}
    return f"{method} {address} header {name}", method, address, b'{"q":["a"]}' if method == "POST" else None, sent


def tool(dice, text):
    """A call of a tool."""
    option = dice.choice(("q", "filter", "facets", "sort", "from", "size", "fields", "x"))
    given = {"collection": dice.choice(("gene", "edge", text[:200])), "text": text, "id": text, "contains": text}
    given |= {
        "ids": dice.choice(([text], text.split(" ")[:1000], [text[:1000]] * 1000)),
        option: dice.choice((text, [text[:900]] * 50)),
    }
    name = dice.choice(("query", "search", "lookup", "fetch", "fields", "collections", text[:1000]))
    given = {
        key: value
        for key, value in given.items()
        if key in (option, "collection", {"lookup": "ids", "fetch": "id"}.get(name, "text"))
    }
    method = dice.choice(("tools/call", "tools/call", "tools/call", "tools/list", "initialize", "ping", text[:1000]))
    params = dice.choice(
        [{"name": name, "arguments": given}] * 5 + [text, [text], None, {"name": name, "arguments": text}]
    )
    message = {
        "jsonrpc": "2.0",
        "id": dice.choice((1, None, 1.5, text[:5000], [1], 10**30)),
        "method": method,
        "params": params,
    }
    data = encoded(message)
    many = min(dice.choice((1, 1, 1, 2, 500)), MAX_BODY // len(data) + 1)
    data = data if many == 1 else b"[" + b",".join([data] * many) + b"]"
    return f"/mcp {method[:20]!r} {name[:20]!r} {option}", "POST", "/mcp", data, of_type("application/json")


def reconciled(dice, text):
    """A form of reconciliation."""
    words, part = text.split(" "), text[:100]
    pid, value = (
        dice.choice(("symbol", "alias.symbol", part)),
        dice.choice((text[:500], [part] * 20, {"id": part}, 10**30)),
    )
    kind = dice.choice(("gene", {"id": part}, [part[:50]] * 20))
    one = {
        "type": kind,
        "limit": dice.choice((1, 5, 10**9)),
        "properties": [{"pid": pid, "v": value}] * dice.choice((1, 5)),
    }
    names, ids = words[: dice.choice((5, 50, 1000))], words[: dice.choice((10, 1000, 3000))]
    property_of = {
        "id": dice.choice((*texts.FIELDS, "*", part)),
        "settings": {"limit": dice.choice((0, -1, 10**9, part))},
    }
    form = dice.choice((
        lambda: {"queries": encoded({"q0": {"query": text}})},
        lambda: {"queries": encoded({f"q{number}": one | {"query": name} for number, name in enumerate(names)})},
        lambda: {"extend": encoded({"ids": ids, "properties": [property_of] * dice.choice((1, 200))})},
        lambda: {dice.choice(("query", "queries", "extend")): text, "callback": dice.choice(("f", "a.b", part))},
    ))()  # fmt: skip
    address = dice.choice(("/v1/gene/reconcile", "/v1/edge/reconcile", "/v1/disease/reconcile"))
    return f"{address} {list(form)}", "POST", address, urlencode(form, errors="replace").encode(), of_type(FORM)


def listed(dice, text):
    """A list of terms whose answer is streamed."""
    options = {
        "format": formatted(dice).replace("xlsx", "csv"),
        "size": dice.choice((1, 10, 1000)),
        "column": dice.choice(("", "1", "a")),
    }
    options["scopes"] = dice.choice(("symbol", "all", "name,symbol,alias.symbol", "*", "_id"))
    kind = dice.choice(bodies.TEXTS)
    lines = text[:20_000].split(" ")
    if kind == "application/x-ndjson":
        lines = [encoded(dice.choice((line, {"a": line}, [line], {"symbol": [line]}, None, 1))) for line in lines]
    else:
        lines = [line.encode("utf-8", "replace") for line in lines]
    address = f"/v1/{dice.choice(('gene', 'edge'))}/batch?{urlencode(options)}"
    return f"{address} {kind}", "POST", address, dice.choice((b"\n", b"\r\n", b" ")).join(lines), of_type(kind)


def page(dice, text):
    address, text_in = dice.choice(choices.PAGES), dice.sample(choices.PAGE_OPTIONS, 2)
    options = {"type": "gene", **dict.fromkeys(text_in, text), "format": "html"}
    return f"page {address} {text_in}", "GET", short(address, options, text_in), None, {"Accept": "text/html"}


def path(dice, text):
    start, safe = dice.choice(choices.PATHS), dice.choice(("", "/", "/:.", ":"))
    end = quote(text[:2500].encode("utf-8", "replace"), safe=safe)[: choices.MAX_ADDRESS]
    return f"path {start}{end[:20]}", dice.choice(("GET", "GET", "POST", "OPTIONS")), start + end, None, {}


KINDS = (
    body,
    body,
    body,
    body,
    body,
    small_body,
    small_body,
    get,
    get,
    get,
    raw,
    raw,
    header,
    tool,
    reconciled,
    listed,
    page,
    path,
)
IN_ADDRESS = (get, header, page, path)


def drawn_requests(count, seed):
    """As many requests, each with a name."""
    dice = random.Random(seed)
    for _ in range(count):
        name, size, kind = dice.choice(texts.NAMES), dice.choice(choices.SIZES), dice.choice(KINDS)
        if kind in IN_ADDRESS and kind is not header:
            size = min(size, choices.MAX_ADDRESS)
        what, method, address, data, headers = kind(dice, texts.text(dice, name, size))
        yield f"{what}: {name} of {size}", method, address, data and data[:MAX_BODY], headers
