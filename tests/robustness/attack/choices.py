"""What the dice choose from besides texts: sizes, addresses, options, shapes of values and headers."""

SIZES = (1000, 3000, 9900, 40_000, 100_000, 1_000_000, 8_300_000)
MAX_ADDRESS = 7800
QUERIES = (
    "/v1/gene/query",
    "/v1/edge/query",
    "/v1/disease/query",
    "/v1/query",
    "/v1/gene",
    "/v1/lookup",
    "/v1/gene/batch",
)
READ = (
    "/v1/gene/query", "/v1/edge/query", "/v1/search", "/v1/lookup", "/v1/gene/suggest", "/v1/edge/suggest", "/v1/gene",
    "/v1/gene/metadata/fields", "/v1/gene/metadata/changes", "/v1/gene/metadata", "/status", "/spec", "/v1/gene/batch",
    "/v1/gene/reconcile", "/v1/disease/reconcile/suggest/entity", "/v1/gene/reconcile/suggest/property",
)  # fmt: skip
PAGES = (
    "/", "/build", "/search", "/docs", "/sitemap/gene/1.xml", "/v1/gene/query", "/v1/gene/HGNC:5", "/v1/gene/batch",
    "/v1/gene/build", "/v1/gene/reconcile/preview",
)  # fmt: skip
PATHS = (
    "/", "/v1/", "/v1/gene/", "/v1/edge/", "/v1/gene/query/", "/downloads/gene/", "/static/", "/sitemap/gene/",
    "/docs/files/", "/.well-known/",
)  # fmt: skip
OPTIONS = (
    "q", "q", "q", "q", "scopes", "fields", "sort", "facets", "filter", "filter", "post_filter", "jmespath", "matched",
    "highlight", "facet_query", "always_list", "allow_null", "analyzer", "userquery", "preference", "dotfield", "size",
    "from", "facet_size", "min_score", "terminate_after", "format", "item_types", "search_type", "relax", "version",
    "strict",
)  # fmt: skip
GET_OPTIONS = (
    *OPTIONS, "search_after", "scroll_id", "generation", "fetch_all", "download", "callback", "list", "column",
    "summary", "x",
)  # fmt: skip
PAGE_OPTIONS = (
    "q", "prefix", "id", "type", "in", "is", "value", "to", "filter", "more", "into", "match", "values_of", "list",
    "place",
)  # fmt: skip
BESIDE = {
    "scopes": (["symbol"], [], ["symbol", "name", "alias.symbol"], ["*"], ["all"], ["name^2", "symbol^9"]),
    "highlight": (True, ["*"], ["name"]),
    "facets": (["symbol"], ["locus_type", "status"], ["symbol", "xref.entrez:100"], ["status(locus_type)"]),
    "format": ("yaml", "csv", "tsv", "ndjson", "msgpack", "html", "xlsx"),
    "relax": ("auto",),
    **dict.fromkeys(("dotfield", "explain", "disjunctive", "with_total", "rawquery"), (True,)),
}
"""Options that a body may have besides the one with the text."""

ODD = (
    None, True, 1e308, -(10**18), 10**30, 2**64, [], {}, [[]], [[[]]], [None], [{}], [True, 1, 1.5, "a", None], -0.0,
    [[1] * 1000], ["a"] * 5000, [""] * 1000, [2**63], ["a", ["b", "c"]], [["a", "b"], ["c"]], {"$ne": None}, "\0",
)  # fmt: skip
SHAPES = {
    "a text": lambda text: text,
    "a list": lambda text: [text[start::9] for start in range(9)],
    "words": lambda text: text.split(" ")[:5000],
    "pairs": lambda text: [[text[: len(text) // 2], text[len(text) // 2 :]]],
    "an object": lambda text: {text[:100]: text},
    "parts": lambda text: [text[start : start + 900] for start in range(0, min(len(text), 900_000), 900)],
    "small parts": lambda text: [text[start : start + 3] for start in range(0, min(len(text), 3000), 3)],
}
HEADERS = {
    "Accept": ("text/html;q=0.1,", "*/*;q=1e9,", "a/b;" + "x=y;" * 20 + ",", "application/json;q=,", ",", ";"),
    "Accept-Language": ("en;q=0.5,", "*,", "x-" * 10 + ",", "de-" * 5 + ";q=9,"),
    "If-None-Match": ('W/"a",', '"', "*,", "W/", '\\"'),
    "Cookie": ("a=b; ", ";", "=", 'a="\\053"; ', 'a="b; '),
    "Range": ("bytes=0-1,", "0-0,", "bytes=-", "9" * 50 + "-,", "1-2,3-"),
    "traceparent": ("00-" + "0" * 32 + "-",),
    "Content-Type": ("application/json;", "multipart/form-data; boundary=", "text/plain; charset="),
    **dict.fromkeys((
        "User-Agent", "Referer", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Prefix",
        "X-Request-ID", "Authorization", "X-API-Key", "If-Modified-Since", "Accept-Encoding", "Origin", "Host",
        "Forwarded", "If-Range", "TE", "Prefer", "Cache-Control", "baggage", "tracestate", "SCRIPT_NAME", "Expect",
        "Upgrade", "Content-Encoding",
    ), ("a", "::1,", "127.0.0.1, ", "%", "a.b", "[", "]", ":", "0", "'\"<", "\t", "é", "00-", "gzip,")),
}  # fmt: skip
TARGETS = (
    "/v1/gene/query?q=kinase",
    "/v1/gene/query?q=kinase&format=html",
    "/",
    "/v1/gene/HGNC:5",
    "/metrics",
    "/status",
    "/mcp",
)
