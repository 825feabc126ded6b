"""What a case of tests/cases needs a backend to do, read from its requests."""

import re
from urllib.parse import parse_qsl, urlsplit

BY_OPTION = {
    "scopes": "scopes", "scope": "scopes", "size": "paging", "limit": "paging", "from": "paging", "skip": "paging",
    "offset": "paging", "from_": "paging", "sort": "sort", "fields": "source", "field": "source", "_source": "source",
    "filter": "filter", "post_filter": "filter", "userfilter": "filter", "userquery": "filter", "facets": "facets",
    "aggs": "facets", "facet_size": "facets", "fetch_all": "fetch_all", "scroll_id": "fetch_all",
    "search_after": "search_after", "generation": "search_after", "explain": "explain", "highlight": "highlight",
    "min_score": "min_score", "terminate_after": "terminate_after", "analyzer": "analyzer", "raw": "raw",
    "rawquery": "raw", "always_list": "source",
}  # fmt: skip
BY_TEXT = (
    ("random", r"__any__"),
    ("facets_in_facets", r"^\w+\("),
    ("slop", r'"~\d'),
    ("phrases", r'"'),
    ("regexp", r":/.*/"),
    ("fuzzy", r"\w~"),
    ("wildcards", r"[^\s:\[]\*|\w\?|\*\w"),
    ("query_string", r":|\b(AND|OR|NOT)\b"),
)
ANSWERS = ("facets", "_search_after", "_scroll_id", "suggestions")


def needs(case):
    """The names of the capabilities that all requests of a case need."""
    return set().union(*(needs_of(step["request"]) for step in case.get("steps") or [case]))


def needs_of(request):
    path = urlsplit(request["path"])
    options = {**dict(parse_qsl(path.query, keep_blank_values=True)), **(request.get("query") or {})}
    for kind in ("json", "form", "yaml", "msgpack"):
        body = request.get(kind)
        options |= body if isinstance(body, dict) else {}
    found = {BY_OPTION[name] for name in options if name in BY_OPTION}
    found |= {"suggest"} if "suggest" in path.path else set()
    found |= {"metadata"} if "metadata" in path.path else {"lookup"}
    for name in ("q", "filter", "post_filter", "scopes"):
        found |= needs_of_text(options.get(name))
    return found


def needs_of_text(value):
    if isinstance(value, list):
        return set().union(*map(needs_of_text, value))
    text = str(value or "")
    return {"words", *(name for name, pattern in BY_TEXT if text != "*" and re.search(pattern, text))}
