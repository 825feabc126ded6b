"""Random and hostile requests to the API on MongoDB: `python -m tests.robustness.mongo_fuzz 5000` prints a figure.

None may be answered 5xx, none may show a document that only an operator would find, none may take over ten seconds.
"""

import argparse
import collections
import random
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

TYPE = "thing"
DOCUMENTS = [
    {
        "_id": f"T:{n}",
        "name": f"thing number {n} of many",
        "code": f"C{n % 7}",
        "n": n,
        "tags": ["a", "b"][: n % 3],
        "o": {"k": f"k{n % 3}"},
    }
    for n in range(60)
]
SECRET = "only an operator finds this"

GOOD = ("_id", "name", "code", "n", "tags", "o.k")
NAMES = (
    *GOOD * 8,
    "_id",
    "name",
    "code",
    "n",
    "tags",
    "o.k",
    "o",
    "nosuch",
    "$where",
    "$ne",
    "o.$gt",
    "a..b",
    ".",
    "",
    "code.$in",
    "__proto__",
    "$$ROOT",
    "_searchapp_missing_0",
    "n\0",
    "*",
    "o.*",
    "-n",
    "-$where",
    "code^2",
    "code(n)",
    "code($where(n))",
    "n:5",
    "x" * 300,
)
PIECES = (
    "C1",
    "T:1",
    "5",
    "-1",
    "1.5e9",
    "true",
    "2020",
    "{",
    "}",
    '{"$ne": null}',
    '{"$gt": ""}',
    "$where",
    "sleep(1000)",
    "'",
    '"',
    "\\",
    "/a+/",
    "(",
    ")",
    "[1 TO 5]",
    "{* TO 3}",
    "AND",
    "OR",
    "NOT",
    "*",
    "?",
    "a*",
    "~",
    "^2",
    ":",
    "_exists_:n",
    "code:C1",
    "n:>3",
    "name:many",
    "$expr",
    "function(){return 1}",
    "\0",
    "ß",
    "日本",
    "%00",
    "//",
    "--",
    ";",
    "1;return true",
    "507f1f77bcf86cd799439011",
    "12345678-1234-5678-1234-567812345678",
    "9" * 30,
    "name:/(a+)+$/",
    "(" * 60,
    "a" * 2000,
)
OPERATORS: tuple[Any, ...] = (
    {"$ne": None},
    {"$gt": ""},
    {"$where": "1"},
    {"$regex": ".*"},
    [{"$ne": 1}],
    [["$where"]],
    {"$oid": "507f1f77bcf86cd799439011"},
    {"$in": [1]},
    None,
    True,
    1.5,
    10**30,
    -1,
    {},
    [],
    [[]],
    {"a": {"$gt": 1}},
    {"$date": "2020"},
)
LISTS = ("fields", "scopes", "sort", "facets", "always_list", "allow_null", "filter", "post_filter", "_source")
OTHERS = {
    "size": ("0", "1", "1000", "-1", "1e3", "{$ne:1}"),
    "from": ("0", "5", "9999", "$"),
    "facet_size": ("1", "1000", "0"),
    "fetch_all": ("true", "{}"),
    "scroll_id": ("x", '{"$ne": 1}', ".eJw"),
    "dotfield": ("true",),
    "userquery": ("$where", "x"),
    "jmespath": (".|n", "$|$"),
    "raw": ("true",),
    "rawquery": ("true",),
    "format": ("json", "yaml", "msgpack", "html"),
    "item_type": ("$x",),
    "explain": ("true",),
    "highlight": ("true",),
    "search_after": ("*", "$"),
    "min_score": ("1",),
    "analyzer": ("$",),
    "$where": ("1",),
    "q[$ne]": ("1",),
    "version": ("true",),
    "generation": ("things", '{"$ne": 1}', "things.x"),
    "with_total": ("true",),
}


def text(random: random.Random) -> str:
    return random.choice(("", " ", ":")).join(random.choice(PIECES) for _ in range(random.randint(1, 4)))


def options(random: random.Random) -> dict[str, str]:
    names = random.sample(LISTS, random.choice((0, 0, 1, 2)))
    found = {name: random.choice(NAMES) if random.random() < 0.9 else text(random) for name in names}
    name = random.choice(list(OTHERS))
    return (
        {**found, name: random.choice(OTHERS[name])}
        if random.random() < 0.4
        else found or {name: random.choice(OTHERS[name])}
    )


def body(random: random.Random) -> Any:
    """A JSON body with operators wherever a value may stand."""
    terms: Any = [random.choice((text(random), random.choice(OPERATORS))) for _ in range(random.randint(0, 3))]
    if random.random() < 0.2:
        terms = random.choice(OPERATORS)
    made = {random.choice(("q", "ids", "$where", "q")): terms, **options(random)}
    if random.random() < 0.4:
        made[random.choice((*LISTS, *OTHERS))] = random.choice(OPERATORS)
    return made if random.random() < 0.95 else random.choice(OPERATORS)


def request(random: random.Random) -> dict[str, Any]:
    """Arguments for a test client."""
    kind = random.random()
    if kind < 0.45:
        return {"path": f"/v1/{TYPE}/query", "query_string": {"q": text(random), **options(random)}}
    if kind < 0.6:
        return {"path": f"/v1/{TYPE}/{quote(text(random), safe='')}", "query_string": options(random)}
    if kind < 0.9:
        return {"path": random.choice((f"/v1/{TYPE}/query", f"/v1/{TYPE}")), "method": "POST", "json": body(random)}
    if kind < 0.95:
        return {"path": f"/v1/{TYPE}/query", "method": "POST", "data": {"q": text(random), **options(random)}}
    if kind < 0.98:
        return {"path": f"/v1/{TYPE}/suggest", "query_string": {"q": text(random), **options(random)}}
    path = random.choice(("/metadata", "/metadata/fields", "/status", f"/v1/{TYPE}/metadata/fields"))
    return {"path": path, "query_string": {"prefix": text(random), "search": text(random), **options(random)}}


def application(url: str, name: str, folder: str) -> Any:
    """The service on a database of its own."""
    import pymongo

    from searchapp import create_app

    with pymongo.MongoClient(url) as client:
        client.drop_database(name)
        client[name].things.insert_many(DOCUMENTS)
        client[name].secrets.insert_one({"_id": "secret", "name": SECRET})
    types = {TYPE: {"index": "things", "default_fields": ["name", "code"], "suggest_fields": ["code^2", "name", "_id"]}}
    settings = {"BACKEND": "mongo", "MONGO_URL": url, "MONGO_DATABASE": name, "INSTANCE": folder, "SECRET_KEY": "k"}
    return create_app({**settings, "ITEM_TYPES": types, "ALLOW_NESTED_QUERY": True})


def fuzz(app: Any, count: int, seed: int) -> tuple[collections.Counter[int], list[str], float]:
    """How often each status was answered, what must not be, and the longest time."""
    client, source = app.test_client(), random.Random(seed)
    statuses: collections.Counter[int] = collections.Counter()
    bad: list[str] = []
    longest = 0.0
    for _ in range(count):
        sent = request(source)
        start = time.monotonic()
        answer = client.open(**sent)
        longest = max(longest, time.monotonic() - start)
        statuses[answer.status_code] += 1
        if answer.status_code >= 500 or SECRET.encode() in answer.data or b'_searchapp_missing_0":' in answer.data:
            bad.append(f"{answer.status_code} {sent!r} {answer.data[:300]!r}")
    return statuses, bad, longest


def main() -> None:
    from tests.services.mongo import Mongo, drop_database

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--url", help="address of a server; without it one is started")
    given = parser.parse_args()
    server = None if given.url else Mongo()
    url, name = given.url or server.url, "searchapp_fuzz"
    try:
        with tempfile.TemporaryDirectory() as folder:
            statuses, bad, longest = fuzz(application(url, name, str(Path(folder))), given.count, given.seed)
    finally:
        drop_database(url, name)
        if server:
            server.stop()
    print(*bad[:20], sep="\n")
    answered = ", ".join(f"{code}: {number}" for code, number in sorted(statuses.items()))
    print(f"{given.count} requests, {len(bad)} that must not be; {answered}; the longest took {longest:.2f} s")
    raise SystemExit(bool(bad))


if __name__ == "__main__":
    main()
