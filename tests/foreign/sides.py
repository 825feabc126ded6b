"""The two sides on which a suite runs: each takes an API and its parameters, and gives status and answer."""

import http.client
import json
import urllib.parse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from searchapp.engine import Engine, EngineError

Answer = tuple[int, Any]
Call = Mapping[str, Any]


UNTOLD = object()
"""The answer to a write, which the engine's interface does not give."""


class OutOfScope(Exception):
    """What the engine's interface does not have, or this runner does not know."""


NOTHING_TO_DO = frozenset((
    "cluster.health", "indices.refresh", "indices.flush", "indices.forcemerge", "indices.clear_cache", "clear_scroll",
))  # fmt: skip
"""They change no answer of the engine."""
PATHS = {
    "indices.create": ("PUT", "/{index}"),
    "indices.delete": ("DELETE", "/{index}"),
    "indices.refresh": ("POST", "/{index}/_refresh"),
    "indices.flush": ("POST", "/{index}/_flush"),
    "indices.forcemerge": ("POST", "/{index}/_forcemerge"),
    "indices.clear_cache": ("POST", "/{index}/_cache/clear"),
    "indices.analyze": ("POST", "/{index}/_analyze"),
    "clear_scroll": ("DELETE", "/_search/scroll/{scroll_id}"),
    "cluster.health": ("GET", "/_cluster/health"),
    "bulk": ("POST", "/{index}/_bulk"),
    "count": ("POST", "/{index}/_count"),
    "delete": ("DELETE", "/{index}/_doc/{id}"),
    "get": ("GET", "/{index}/_doc/{id}"),
    "get_source": ("GET", "/{index}/_source/{id}"),
    "exists": ("HEAD", "/{index}/_doc/{id}"),
    "mget": ("POST", "/{index}/_mget"),
    "msearch": ("POST", "/{index}/_msearch"),
    "scroll": ("POST", "/_search/scroll"),
    "search": ("POST", "/{index}/_search"),
}


class NodeSide:
    """A real node; it removes the indices that a case made."""

    def __init__(self, url: str):
        self.host = urllib.parse.urlsplit(url).netloc
        self.made: set[str] = set()

    def call(self, api: str, given: Call) -> Answer:
        parts = {key: urllib.parse.quote(_name(given.get(key, ""))) for key in ("index", "id", "scroll_id")}
        method, path = _document_path(api, given) if api in ("index", "create") else PATHS[api]
        if api in ("index", "create", "indices.create", "bulk"):
            self.made |= set(_indices(given))
        params = {
            key: _name(value)
            for key, value in given.items()
            if key not in ("index", "id", "body") and f"{{{key}}}" not in path
        }
        path = path.format(**parts).replace("//", "/") + "?" + urllib.parse.urlencode(params)
        status, answer = self._ask(method, path, _lines(given["body"]) if given.get("body") is not None else None)
        return (200, status == 200) if method == "HEAD" and status in (200, 404) else (status, answer)

    def reset(self) -> None:
        for index in self.made:
            self._ask("DELETE", "/" + urllib.parse.quote(index), None)
        self.made.clear()

    def _ask(self, method: str, path: str, data: str | None) -> Answer:
        connection = http.client.HTTPConnection(self.host, timeout=60)
        try:
            kind = "application/x-ndjson" if data and "\n" in data else "application/json"
            connection.request(method, path, data.encode() if data else None, {"Content-Type": kind})
            response = connection.getresponse()
            text = response.read()
            return response.status, json.loads(text) if text.startswith((b"{", b"[")) else text.decode()
        finally:
            connection.close()


class EngineSide:
    """The embedded engine."""

    def __init__(self, folder: Path):
        self.folder, self.number = folder, 0
        self.reset()

    def reset(self) -> None:
        self.number, self.cleared = self.number + 1, False
        self.engine = Engine(self.folder / str(self.number))

    def call(self, api: str, given: Call) -> Answer:
        self.cleared = self.cleared or api == "clear_scroll"
        if given.get("refresh") in (False, "false"):
            raise OutOfScope("writes that are not seen yet")
        if api in NOTHING_TO_DO:
            return 200, {}
        if not hasattr(self, "_" + api.replace(".", "_")):
            raise OutOfScope(api)
        try:
            return getattr(self, "_" + api.replace(".", "_"))(dict(given))
        except EngineError as error:
            found = {"type": error.type, "reason": error.reason}
            return error.status, {"error": {"root_cause": [found], **found}, "status": error.status}

    def _indices_create(self, given: dict[str, Any]) -> Answer:
        body = given.get("body") or {}
        _only(body, "mappings", "settings")
        _only(given, "index", "body")
        settings = body.get("settings") or {}
        with self.engine.builder(given["index"], body.get("mappings") or {}, settings):
            pass
        return 200, {"acknowledged": True, "index": given["index"]}

    def _index(self, given: dict[str, Any]) -> Answer:
        _only(given, "index", "id", "body", "refresh")
        if "id" not in given:
            raise OutOfScope("documents without an id")
        self._write(given["index"], [{**given["body"], "_id": str(given["id"])}])
        return 200, UNTOLD

    def _write(self, index: str, documents: list[dict[str, Any]]) -> None:
        if index not in self.engine.names():
            with self.engine.builder(index, {}):
                pass
        with self.engine.updater(index) as updater:
            for document in documents:
                updater.upsert(document)
        self.engine.close()

    def _bulk(self, given: dict[str, Any]) -> Answer:
        _only(given, "index", "body", "refresh")
        documents = list(_documents(given))
        for index in dict.fromkeys(index for index, _ in documents):
            self._write(index, [document for one, document in documents if one == index])
        return 200, UNTOLD

    def _delete(self, given: dict[str, Any]) -> Answer:
        _only(given, "index", "id", "refresh")
        with self.engine.updater(self._one(given)) as updater:
            found = updater.delete(str(given["id"]))
        self.engine.close()
        return (200 if found else 404), UNTOLD

    def _search(self, given: dict[str, Any]) -> Answer:
        index, body = self._one(given), given.pop("body", None)
        given.pop("index", None)
        return 200, self.engine.search(index, body, **given)

    def _scroll(self, given: dict[str, Any]) -> Answer:
        if self.cleared:
            raise OutOfScope("clear_scroll")
        body = given.pop("body", None) or {}
        given |= body
        return 200, self.engine.scroll(given.pop("scroll_id"), given.pop("scroll", None), **given)

    def _msearch(self, given: dict[str, Any]) -> Answer:
        body = given.pop("body")
        lines = [yaml.safe_load(line) if isinstance(line, str) else line for line in body]
        index = given.pop("index", None)
        found = [self._together(head, body, index, given) for head, body in zip(lines[::2], lines[1::2], strict=True)]
        return 200, {"responses": found}

    def _together(self, head: Call, body: Any, index: Any, given: Call) -> Any:
        """The answer to one search of an msearch."""
        _only(head, "index")
        try:
            return self.engine.msearch(self._one({"index": head.get("index", index)}), [body], **given)[0]
        except EngineError as error:
            if error.status != 404:
                raise
            found = {"type": error.type, "reason": error.reason}
            return {"error": {"root_cause": [found], **found}, "status": error.status}

    def _count(self, given: dict[str, Any]) -> Answer:
        _only(given, "index", "body")
        body = {**(given.get("body") or {}), "size": 0, "track_total_hits": True}
        answer = self.engine.search(self._one(given), body)
        return 200, {"count": answer["hits"]["total"]["value"], "_shards": answer["_shards"]}

    def _get(self, given: dict[str, Any]) -> Answer:
        _only(given, "index", "id", "refresh")
        found = self.engine.get(self._one(given), str(given["id"]))
        return (200 if found["found"] else 404), found

    def _exists(self, given: dict[str, Any]) -> Answer:
        status, _ = self._get(given)
        return 200, status == 200

    def _get_source(self, given: dict[str, Any]) -> Answer:
        status, found = self._get(given)
        return status, found.get("_source", found)

    def _mget(self, given: dict[str, Any]) -> Answer:
        _only(given, "index", "body")
        body = given["body"]
        ids = body.get("ids") or [one for one in body.get("docs", ()) if _only(one, "_id", "_index") is None]
        names = {one.get("_index", given.get("index")) for one in ids if isinstance(one, dict)} or {given.get("index")}
        if len(names) > 1 or not all(isinstance(one, str | int) or "_id" in one for one in ids):
            raise OutOfScope("several indices in one mget")
        if not ids or names - set(self.engine.names()):
            raise OutOfScope("mget of nothing")
        found = [str(one["_id"] if isinstance(one, dict) else one) for one in ids]
        return 200, {"docs": self.engine.mget(self._one({"index": names.pop()}), found)}

    def _indices_analyze(self, given: dict[str, Any]) -> Answer:
        body = given.get("body") or {}
        if body.keys() != {"field", "text"}:
            raise OutOfScope("analyze without a field")
        return 200, {"tokens": self.engine.analyze(self._one(given), body["field"], body["text"])}

    def _indices_delete(self, given: dict[str, Any]) -> Answer:
        raise OutOfScope("indices.delete")

    def _one(self, given: Call) -> str:
        """The one index that is asked."""
        index, there = given.get("index"), self.engine.names()
        if index in (None, "", "_all", "*") and len(there) == 1:
            return there[0]
        if not isinstance(index, str) or any(sign in index for sign in ",*") or index == "_all":
            raise OutOfScope("several indices in one request")
        return index


def _only(given: Call, *known: str) -> None:
    if unknown := given.keys() - set(known):
        raise OutOfScope(f"parameter {min(unknown)}")


def _name(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _document_path(api: str, given: Call) -> tuple[str, str]:
    kind = "_create" if api == "create" else "_doc"
    return ("PUT", "/{index}/" + kind + "/{id}") if "id" in given else ("POST", "/{index}/" + kind)


def _lines(body: Any) -> str:
    if isinstance(body, list):
        return "".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in body)
    return body if isinstance(body, str) else json.dumps(body)


def _indices(given: Call) -> list[str]:
    if given.get("body") and isinstance(given["body"], list | str) and "index" not in given:
        return [index for index, _ in _documents(given)]
    return [given["index"]]


def _documents(given: Call) -> Iterator[tuple[str, dict[str, Any]]]:
    """The index and document of each action of a bulk."""
    body = given["body"]
    lines = body.strip().split("\n") if isinstance(body, str) else body
    found = iter([json.loads(line) if isinstance(line, str) else line for line in lines])
    for action in found:
        ((kind, head),) = action.items()
        if kind not in ("index", "create") or "_id" not in (head or {}) or head.keys() - {"_id", "_index"}:
            raise OutOfScope("bulk of other actions than index with an id")
        yield head.get("_index", given.get("index")), {**next(found), "_id": str(head["_id"])}
