"""The works that are timed, as requests to each system; what their answers must have in common before they are."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from bench.measure import Request, System, ask

JSON = {"Content-Type": "application/json"}
FACETS = ("locus_type", "status")
GROUPS = ("protein-coding gene", "pseudogene", "non-coding RNA", "other")
WORDS = ("kinase", "protein", "receptor", "family", "factor", "member", "zinc", "pseudogene", "finger", "binding")
BY_API = ("elasticsearch", "embedded", "peer", "empty", "wsgi")
"""The systems that are asked by the service's own API; the others are sent what our backend sends."""

Requests = dict[str, list[Request]]
Asks = Callable[[Request], bytes]
Body = dict[str, Any]


@dataclass
class Work:
    """Requests to each system, how many are timed a turn, and what makes two answers the same."""

    name: str
    requests: Requests
    count: int
    essence: Callable[[Any], Any]


def all_works(genes: list[Body], ours: System, index: str, scale: float) -> list[Work]:
    """Every work that is done by one request, some of each kind."""
    draw = random.Random(7)
    ids = [gene["_id"] for gene in genes]
    symbols = [gene["symbol"] for gene in genes if gene["symbol"].isalnum()]
    few = [f"symbol:{symbol}" for symbol in draw.sample(symbols, 20)]
    many = [f'locus_group:"{group}"' for group in GROUPS]
    id_batches = [draw.sample(ids, 1000) for _ in range(3)]
    term_batches = [draw.sample(symbols, 1000) for _ in range(3)]
    make = Maker(ours, index, scale)
    return [
        make.documents("annotation GET", draw.sample(ids, 300), 400),
        make.hits("query GET, 10 hits", list(WORDS), 200),
        make.facets("query GET, facets, few hits", few, 200),
        make.facets("query GET, facets, many hits", many, 200),
        make.batches_of_ids("annotation POST, 1000 ids", id_batches, 12),
        make.batches_of_terms("query POST, 1000 terms", term_batches, 6),
    ]


class Maker:
    """Makes works; `ours` tells the body that our backend sends, for those who send it themselves."""

    def __init__(self, ours: System, index: str, scale: float):
        self.connection = ours.connect()
        self.search = f"/{index}/_search?rest_total_hits_as_int=true"
        self.msearch = f"/{index}/_msearch?rest_total_hits_as_int=true"
        self.scale = scale

    def documents(self, name: str, ids: list[str], count: int) -> Work:
        """One document by its id."""
        requests = [get(f"/v1/gene/{quote(id)}") for id in ids]
        raw = [post(self.search, self.sent(request)) for request in requests]
        direct = [get(f"/doc/{quote(id)}") for id in ids]
        return self.work(name, requests, raw, direct, count, same_documents)

    def hits(self, name: str, words: list[str], count: int) -> Work:
        """Ten hits for a word."""
        requests = [get(f"/v1/query?q=name:{word}&size=10") for word in words]
        raw = [post(self.search, self.sent(request)) for request in requests]
        direct = [get(f"/query?q=name:{word}") for word in words]
        return self.work(name, requests, raw, direct, count, same_hits)

    def facets(self, name: str, terms: list[str], count: int) -> Work:
        """The values of two fields counted among the hits of a query string, without the hits."""
        requests = [get(f"/v1/query?q={quote(term)}&size=0&facets={','.join(FACETS)}") for term in terms]
        bodies = [self.sent(request) for request in requests]
        raw, direct = [post(self.search, body) for body in bodies], [post("/search", body) for body in bodies]
        return self.work(name, requests, raw, direct, count, same_hits)

    def batches_of_ids(self, name: str, batches: list[list[str]], count: int) -> Work:
        """A thousand documents by their ids."""
        bodies = [{"query": {"ids": {"values": ids}}, "size": len(ids), "version": True} for ids in batches]
        requests = [post("/v1/gene", {"ids": ids}) for ids in batches]
        raw, direct = [post(self.search, body) for body in bodies], [post("/search", body) for body in bodies]
        return self.work(name, requests, raw, direct, count, same_documents)

    def batches_of_terms(self, name: str, batches: list[list[str]], count: int) -> Work:
        """A thousand terms, each looked for in one field."""
        requests = [post("/v1/query", {"q": terms, "scopes": ["symbol"]}) for terms in batches]
        searches = [self.sent(post("/v1/query", {**json.loads(each.body), "rawquery": True})) for each in requests]
        raw = [Request("POST", self.msearch, lines(bodies), JSON) for bodies in searches]
        direct = [post("/msearch", bodies) for bodies in searches]
        return self.work(name, requests, raw, direct, count, same_documents)

    def sent(self, request: Request) -> Any:
        """What our backend would send to the database for a request."""
        if request.method == "GET":
            mark = "&" if "?" in request.path else "?"
            request = get(f"{request.path}{mark}rawquery=true")
        return json.loads(ask(self.connection, request))

    def work(
        self, name: str, ours: list[Request], raw: list[Request], direct: list[Request], count: int, essence: Any
    ) -> Work:
        requests = {**dict.fromkeys(BY_API, ours), "raw": raw, "direct": direct}
        return Work(name, requests, max(2, int(count * self.scale)), essence)


def get(path: str) -> Request:
    return Request("GET", path)


def post(path: str, body: Any) -> Request:
    return Request("POST", path, json.dumps(body).encode(), JSON)


def lines(bodies: list[Body]) -> bytes:
    return b"".join(b"{}\n" + json.dumps(body).encode() + b"\n" for body in bodies)


# what two answers must have in common, whether they are ours, the peer's, or a response of the database


def same_documents(answer: Any) -> Any:
    """The id, symbol and name of every document, by its id."""
    return sorted((one["_id"], one.get("symbol"), one.get("name")) for one in documents_of(answer) if "_id" in one)


def same_hits(answer: Any) -> Any:
    """The total, the best score to three figures, and the facets."""
    found = answer["hits"] if isinstance(answer.get("hits"), dict) else answer
    facets = {name: sorted((one["term"], one["count"]) for one in facet["terms"])
              for name, facet in (answer.get("facets") or {}).items()}  # fmt: skip
    counted = {name: sorted((one["key"], one["doc_count"]) for one in facet["buckets"])
               for name, facet in (answer.get("aggregations") or {}).items() if "buckets" in facet}  # fmt: skip
    return found["total"], f"{found.get('max_score') or 0:.3g}", facets or counted


def documents_of(answer: Any) -> list[Body]:
    """The documents of an answer: a list, one, those of a search, or of several searches."""
    if isinstance(answer, list):
        return answer
    if "responses" in answer:
        return [document for response in answer["responses"] for document in documents_of(response)]
    if "hits" in answer and "_id" not in answer:
        return [{"_id": hit["_id"], **hit["_source"]} for hit in answer["hits"]["hits"]]
    return [answer]
