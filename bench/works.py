"""The works that are timed, as requests to each system; what two systems must have in common before they are."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from bench.measure import Request

JSON = {"Content-Type": "application/json"}
FACETS = ("locus_type", "status")
BY_API = ("elasticsearch", "embedded", "peer", "empty")
"""The systems that are asked by the service's own API; the others are sent what a backend sends."""

Work = dict[str, list[Request]]


def annotation(ids: list[str], index: str) -> Work:
    """One document by its id."""
    bodies = [{"query": {"ids": {"values": [id]}}, "version": True} for id in ids]
    return {
        **asked([get(f"/v1/gene/{quote(id)}") for id in ids]),
        "raw": [post(f"/{index}/_search", body) for body in bodies],
        "direct": [get(f"/doc/{quote(id)}") for id in ids],
    }


def query(words: list[str], index: str) -> Work:
    """Ten hits for a word."""
    bodies = [{"query": {"query_string": {"query": f"name:{word}", "default_operator": "AND"}}} for word in words]
    return {
        **asked([get(f"/v1/query?q=name:{word}&size=10") for word in words]),
        "raw": [post(f"/{index}/_search", body | {"size": 10}) for body in bodies],
        "direct": [get(f"/query?q=name:{word}") for word in words],
    }


def facets(terms: list[str], index: str) -> Work:
    """The values of two fields counted among the hits of a query string, without the hits."""
    counted = {name: {"terms": {"field": name, "size": 10}} for name in FACETS}
    missing = {f"{name}_missing": {"missing": {"field": name}} for name in FACETS}
    bodies = [{"query": {"query_string": {"query": term}}, "size": 0, "aggs": counted | missing} for term in terms]
    names = ",".join(FACETS)
    return {
        **asked([get(f"/v1/query?q={quote(term)}&size=0&facets={names}") for term in terms]),
        "raw": [post(f"/{index}/_search", body) for body in bodies],
        "direct": [post("/search", body) for body in bodies],
    }


def batch_of_ids(batches: list[list[str]], index: str) -> Work:
    """A thousand documents by their ids."""
    bodies = [{"query": {"ids": {"values": ids}}, "size": len(ids), "version": True} for ids in batches]
    return {
        **asked([post("/v1/gene", {"ids": ids}) for ids in batches]),
        "raw": [post(f"/{index}/_search", body) for body in bodies],
        "direct": [post("/search", body) for body in bodies],
    }


def batch_of_terms(batches: list[list[str]], index: str) -> Work:
    """A thousand terms, each looked for in one field."""
    searches = [[term_search(term) for term in terms] for terms in batches]
    return {
        **asked([post("/v1/query", {"q": terms, "scopes": ["symbol"]}) for terms in batches]),
        "raw": [Request("POST", f"/{index}/_msearch", lines(bodies), JSON) for bodies in searches],
        "direct": [post("/msearch", bodies) for bodies in searches],
    }


def term_search(term: str) -> dict[str, Any]:
    return {"query": {"multi_match": {"query": term, "fields": ["symbol"], "operator": "and"}}, "size": 10}


def asked(requests: list[Request]) -> Work:
    return dict.fromkeys(BY_API, requests)


def get(path: str) -> Request:
    return Request("GET", path)


def post(path: str, body: Any) -> Request:
    return Request("POST", path, json.dumps(body).encode(), JSON)


def lines(bodies: list[dict[str, Any]]) -> bytes:
    return b"".join(b"{}\n" + json.dumps(body).encode() + b"\n" for body in bodies)


# what the answers must have in common


def same_documents(answer: Any) -> Any:
    """The ids of a list of documents, or of one, in order."""
    documents = answer if isinstance(answer, list) else [answer]
    return [(document.get("query"), document.get("_id")) for document in documents]


def same_hits(answer: Any) -> Any:
    """The total, the best score to three figures, and the facets."""
    found = {name: sorted((one["term"], one["count"]) for one in facet["terms"])
             for name, facet in (answer.get("facets") or {}).items()}  # fmt: skip
    return answer["total"], f"{answer.get('max_score') or 0:.3g}", found


def disagreement(answers: dict[str, bytes], essence: Callable[[Any], Any]) -> str | None:
    """What differs between the systems' answers to one request, or None."""
    found = {name: essence(json.loads(answer)) for name, answer in answers.items()}
    first = next(iter(found))
    return next((f"{first} and {name} differ" for name in found if found[name] != found[first]), None)
