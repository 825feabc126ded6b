"""Random and hostile requests to the API, made of the words of a database, and what may never be answered to them.

None may be answered 5xx, none may show what is hidden from it, none may change or remove a document.
"""

import argparse
import collections
import random
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

Applications = Callable[[str | None], Generator[tuple[str, Any], None, None]]
TYPE = "thing"
COUNT = 60
SLOW = 2.0

NAMES = ("nosuch", "o", "a..b", ".", "", "*", "o.*", "-n", "code^2", "code^x", "code(", "code(n)", "n:5", "n:0..5..max")
NAMES += ("made:month", "x:missing", "flag(code(n))", "(" * 40, "x" * 300, "n\0", "\ud800")

# fmt: off
PIECES = (
    "C1", "T:1", "5", "-1", "1.5e9", "1e999", "true", "2020", "2020-13-45", "9" * 30, "9" * 400, "٣", "ß", "İ", "日本",
    "--", ";", "?", "!", "%", "_", "'", '"', "\\", "(", ")", "(" * 60, "*", "a*", "*a*", "~", "~2", "^2", ":", "x:y:z",
    "AND", "OR", "NOT", "/a+/", "[1 TO 5]", "{* TO 3}", "[a TO *]", '"thing number"', '"a b"~3', "a" * 2000, "a " * 400,
    "_exists_:n", "code:C1", "n:>3", "name:many", "name:th*", "o.k:k1", "tags:a", "\0", "\ud800", "\udfff",
)
# fmt: on
VALUES: tuple[Any, ...] = ({"$ne": None}, [[]], [["C1", "code"]], None, True, 1.5, 10**30, 2**63, -1, {}, [], "")
LISTS = ("fields", "scopes", "sort", "facets", "always_list", "allow_null", "filter", "post_filter", "_source")
OPTIONS = {
    "q": ("__all__", "__any__", "", "*"),
    "size": ("0", "1", "1000", "-1", "1e3"),
    "from": ("0", "5", "9999"),
    "facet_size": ("1", "1000", "0"),
    "jmespath": (".|n", "tags|[?@=='a']", "'|'", "$|$"),
    "format": ("json", "yaml", "msgpack", "html", "csv", "tsv", "ndjson"),
    "min_score": ("1",),
    **dict.fromkeys(("dotfield", "explain", "raw", "rawquery", "score", "strict", "version", "with_total"), ("true",)),
}


@dataclass(frozen=True)
class Words:
    """What the requests to a database are made of besides the common words, and what no answer may show."""

    fields: tuple[str, ...]
    names: tuple[str, ...]
    pieces: tuple[str, ...]
    values: tuple[Any, ...]
    options: dict[str, tuple[str, ...]]
    hidden: tuple[bytes, ...]
    keys: tuple[str, ...] = ("q", "ids", "q")

    def name(self, source: random.Random) -> str:
        """The name of a field that there is, mostly."""
        return source.choice(self.fields if source.random() < 0.7 else NAMES + self.names)

    def value(self, source: random.Random) -> Any:
        return source.choice(VALUES + self.values)

    def text(self, source: random.Random) -> str:
        pieces = source.choices(PIECES + self.pieces, k=source.randint(1, 4))
        return source.choice(("", " ", ":")).join(pieces)

    def given(self, source: random.Random) -> dict[str, str]:
        """Options with their texts."""
        names = source.sample(LISTS, source.choice((0, 1, 1, 2)))
        found = {name: self.name(source) if source.random() < 0.9 else self.text(source) for name in names}
        if source.random() < 0.4 or not found:
            name = source.choice([*OPTIONS, *self.options])
            found[name] = source.choice(OPTIONS.get(name, ()) + self.options.get(name, ()))
        return found

    def body(self, source: random.Random) -> Any:
        """A JSON body with something else wherever a value may stand."""
        terms: Any = [source.choice((self.text(source), self.value(source))) for _ in range(source.randint(0, 3))]
        if source.random() < 0.2:
            terms = self.value(source)
        made = {source.choice(self.keys): terms, **self.given(source)}
        if source.random() < 0.4:
            made[source.choice((*LISTS, *OPTIONS, *self.options))] = self.value(source)
        return made if source.random() < 0.95 else self.value(source)


def request(words: Words, source: random.Random) -> dict[str, Any]:
    """Arguments for a test client."""
    kind, base = source.random(), f"/v1/{TYPE}"
    text, given = words.text(source), words.given(source)
    if kind < 0.45:
        return {"path": f"{base}/query", "query_string": sendable({"q": text, **given})}
    if kind < 0.6:
        return {
            "path": f"{base}/{quote(text.encode(errors='surrogatepass'), safe='')}",
            "query_string": sendable(given),
        }
    if kind < 0.85:
        return {"path": source.choice((f"{base}/query", base)), "method": "POST", "json": words.body(source)}
    if kind < 0.9:
        return {"path": f"{base}/query", "method": "POST", "data": plain({"q": text, **given})}
    if kind < 0.95:
        return {"path": f"{base}/suggest", "query_string": sendable({"q": text, **given})}
    path = source.choice(("/metadata", "/metadata/fields", "/status", f"{base}/metadata/fields"))
    return {"path": path, "query_string": sendable({"prefix": text, "search": words.text(source), **given})}


def sendable(given: dict[str, str]) -> dict[str, bytes]:
    """The texts as a query string can hold them: half of a surrogate pair goes as its own bytes."""
    return {name: value.encode(errors="surrogatepass") for name, value in given.items()}


def plain(given: dict[str, str]) -> dict[str, str]:
    """Those that a form can hold, which are all without half of a surrogate pair."""
    return {name: value for name, value in given.items() if "\ud800" not in value and "\udfff" not in value}


def fuzz(app: Any, words: Words, count: int, seed: int) -> tuple[collections.Counter[int], list[str], float]:
    """How often each status was answered, what must not be, and the longest time."""
    client, source = app.test_client(), random.Random(seed)
    statuses: collections.Counter[int] = collections.Counter()
    bad: list[str] = []
    longest = 0.0
    for _ in range(count):
        sent = request(words, source)
        start = time.monotonic()
        answer = client.open(**sent)
        shown = answer.data
        seconds = time.monotonic() - start
        if seconds > max(longest, SLOW):
            print(f"{seconds:.1f} s: {answer.status_code} {sent!r}"[:500])
        longest = max(longest, seconds)
        statuses[answer.status_code] += 1
        if answer.status_code >= 500 or any(hidden in shown for hidden in words.hidden):
            bad.append(f"{answer.status_code} {sent!r} {shown[:300]!r}")
    total = client.get(f"/v1/{TYPE}/query?size=0").json["total"]
    return statuses, bad if total == COUNT else [*bad, f"{total} documents are left of {COUNT}"], longest


def main(
    about: str, words: Words, applications: Callable[[str | None], Generator[tuple[str, Any], None, None]]
) -> None:
    """Asks the applications on the server of the command line, prints what they answered and ends the process."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("count", type=int, nargs="?", default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--url", help="address of a server; without it one is started")
    asked = parser.parse_args()
    failed = False
    with closing(applications(asked.url)) as found:
        for name, app in found:
            statuses, bad, longest = fuzz(app, words, asked.count, asked.seed)
            print(*bad[:20], sep="\n")
            answered = ", ".join(f"{code}: {number}" for code, number in sorted(statuses.items()))
            print(f"{name}: {asked.count} requests, {len(bad)} that must not be; {answered}; longest {longest:.2f} s")
            failed = failed or bool(bad)
    raise SystemExit(failed)
