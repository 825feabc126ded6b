"""What the service is compared with: an empty Flask view, and a view that sends the same request with the same client.

`gunicorn bench.bare:empty` and `gunicorn bench.bare:direct`; BENCH_ES and BENCH_INDEX say where the documents are.
"""

import os

import orjson
from elasticsearch import Elasticsearch
from flask import Flask, Response, request

empty = Flask("empty")


@empty.route("/<path:path>", methods=["GET", "POST"])
def nothing(path: str) -> Response:
    request.get_data()
    return Response(b"{}", mimetype="application/json")


direct = Flask("direct")
client = Elasticsearch(os.environ.get("BENCH_ES", "http://127.0.0.1:9200"))
index = os.environ.get("BENCH_INDEX", "")


@direct.post("/search")
def search() -> Response:
    answer = client.search(index=index, body=orjson.loads(request.get_data()))
    return Response(orjson.dumps(answer.body), mimetype="application/json")


@direct.post("/msearch")
def msearch() -> Response:
    lines = [line for body in orjson.loads(request.get_data()) for line in ({}, body)]
    return Response(orjson.dumps(client.msearch(index=index, searches=lines).body), mimetype="application/json")


@direct.get("/doc/<id>")
def document(id: str) -> Response:
    body = {"query": {"ids": {"values": [id]}}, "version": True}
    hits = client.search(index=index, body=body)["hits"]["hits"]
    return Response(orjson.dumps(hits[0]["_source"] if hits else None), mimetype="application/json")


@direct.get("/query")
def query() -> Response:
    text = {"query": request.args["q"], "default_operator": "AND"}
    answer = client.search(index=index, body={"query": {"query_string": text}, "size": 10})
    return Response(orjson.dumps([hit["_source"] for hit in answer["hits"]["hits"]]), mimetype="application/json")
