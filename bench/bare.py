"""What the service is compared with: an empty Flask view, and views that send the same request with the same client.

`gunicorn bench.bare:empty`, `:direct` and `:raw`; BENCH_ES and BENCH_INDEX say where the documents are.
"""

import os
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
from elasticsearch import Elasticsearch, OrjsonSerializer
from flask import Flask, Response, request


def raw(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    """A WSGI function without a framework."""
    environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", "2")])
    return [b"{}"]


empty = Flask("empty")


@empty.route("/<path:path>", methods=["GET", "POST"])
def nothing(path: str) -> Response:
    request.get_data()
    return Response(b"{}", mimetype="application/json")


direct = Flask("direct")
client = Elasticsearch(os.environ.get("BENCH_ES", "http://127.0.0.1:9200"), serializer=OrjsonSerializer())
index = os.environ.get("BENCH_INDEX", "")
fields = runpy.run_path(str(Path(__file__).parent / "config.py"))["ITEM_TYPES"]["gene"]["default_fields"]


def written(data: Any) -> Response:
    return Response(orjson.dumps(data), mimetype="application/json")


def found(body: Any) -> Any:
    return client.search(index=index, body=body, rest_total_hits_as_int=True).body


@direct.post("/search")
def search() -> Response:
    return written(found(orjson.loads(request.get_data())))


@direct.post("/msearch")
def msearch() -> Response:
    lines = [line for body in orjson.loads(request.get_data()) for line in ({}, body)]
    return written(client.msearch(index=index, searches=lines, rest_total_hits_as_int=True).body)


@direct.get("/doc/<id>")
def document(id: str) -> Response:
    hits = found({"query": {"ids": {"values": [id]}}, "size": 1001, "version": True})["hits"]["hits"]
    return written({"_id": id, **hits[0]["_source"]})


@direct.get("/query")
def query() -> Response:
    text = {"query": request.args["q"], "fields": fields, "default_operator": "AND", "lenient": True}
    hits = found({"query": {"query_string": text}, "size": 10})["hits"]
    return written(hits | {"hits": [{"_id": hit["_id"], **hit["_source"]} for hit in hits["hits"]]})
