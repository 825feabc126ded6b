"""The loader for Elasticsearch: every load makes an index of its own and then moves the alias in one request.

    {alias}-{time} is made -> bulk requests -> refresh, count -> `_meta` -> alias -> older indices are deleted

It changes only indices whose name begins with the alias and whose `_meta` has the loader's note. It keeps the previous
index for `rollback`.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from ...formatters.fields import SORTED_KEYS
from ...loading.bad import BadLines, LoadError, no_collection, no_earlier_collection
from ...loading.formats.readers import Record
from ...loading.inference.mapping import leaf_count
from ...loading.sentences import counted, report
from ...options.nesting import MAX_DEPTH
from ..shared.index_meta import COMPLETE, LOADING, TopNames, abandoned, is_complete, note_of, now, whoami
from .backend import ElasticBackend
from .bulk import Bulk, reason_of

TIMEOUT_SECONDS = 120.0
WHILE_LOADING = {"refresh_interval": "-1", "translog.durability": "async"}
WHEN_LOADED = {"refresh_interval": None, "translog.durability": None}


class ElasticLoader:
    """The collections that an ElasticBackend shows."""

    def __init__(self, backend: ElasticBackend, on_bad: BadLines | None = None):
        self.backend = backend
        self.note = backend.NOTE
        self.on_bad = on_bad or BadLines()

    # requests

    def call(self, method: str, target: str, body: Any = None, missing: Any = None) -> Any:
        """The answer; `missing` instead of a 404, LoadError for every other failure."""
        status, answer = self.backend.connection.send(method, target, body, TIMEOUT_SECONDS, method == "GET")
        if status == 404 and missing is not None:
            return missing
        if not 200 <= status < 300:
            error = answer.get("error") if isinstance(answer, dict) else answer
            raise LoadError(f"Elasticsearch refused {method} {target.split('?')[0]}: {reason_of(error)}")
        return answer

    def indices(self, item_type: str) -> list[dict[str, Any]]:
        """Our indices of an item type, the newest first: name, note, and whether it is the current one."""
        alias = self.backend.index_of(item_type)
        answer = self.call("GET", f"/{quote(alias)}-*?features=aliases,mappings&expand_wildcards=open", missing={})
        found = [
            {"name": name, "note": note_of(index, self.note), "current": alias in index.get("aliases", {})}
            for name, index in answer.items()
        ]
        ours = [index for index in found if index["note"].get("item_type") == item_type]
        return sorted(ours, key=lambda index: str(index["name"]), reverse=True)

    def foreign(self, alias: str, ours: list[dict[str, Any]]) -> list[str]:
        """The indices that have the name of the alias, or to which it points, and that our loader did not make."""
        answer = self.call("GET", f"/{quote(alias)}?features=aliases", missing={})
        return sorted(set(answer) - {index["name"] for index in ours})

    # the contract

    def plan(self, item_type: str, way: str) -> list[str]:
        alias, ours = self.backend.index_of(item_type), self.indices(item_type)
        if strange := self.foreign(alias, ours):
            raise LoadError(f"{alias} is the name or alias of {', '.join(strange)}, which searchapp load did not make")
        current = [index["name"] for index in ours if index["current"]]
        if way != "replace":
            return [f"will {way} documents in {self.current(item_type)['name']}"]
        lines = [f"will make a new index {alias}-<time>", f"will point the alias {alias} to it"]
        lines += [f"will keep {name} for a rollback" for name in current]
        return lines + [f"will delete {name}" for name in self.obsolete(ours)]

    @contextmanager
    def replacing(self, item_type: str, mapping: dict[str, Any]) -> Iterator["ElasticWriter"]:
        name = f"{self.backend.index_of(item_type)}-{datetime.now(UTC):%Y%m%d%H%M%S%f}"
        note = {"item_type": item_type, "created": now(), "state": LOADING, **whoami()}
        self.create(name, mapping, note)
        writer = ElasticWriter(self, name, note)
        try:
            yield writer
            self.switch(item_type, name)
        except BaseException:
            writer.bulk.stop()
            with suppress(LoadError):
                self.call("DELETE", f"/{quote(name)}", missing={})
            raise

    @contextmanager
    def updating(self, item_type: str) -> Iterator["ElasticWriter"]:
        index = self.current(item_type)
        writer = ElasticWriter(self, index["name"], index["note"])
        try:
            yield writer
        except (LoadError, KeyboardInterrupt) as error:
            raise LoadError(f"{str(error) or 'interrupted'} (the documents before it were written)") from error
        finally:
            writer.bulk.stop()

    def create(self, name: str, mapping: dict[str, Any], note: dict[str, Any]) -> None:
        """A new index; `mapping` may be a mapping, or hold `mappings` and `settings`."""
        fields = mapping.get("mappings", mapping)
        own = dict(mapping.get("settings", {})) if "mappings" in mapping else {}
        settings = {
            "auto_expand_replicas": "0-1",
            "number_of_shards": 1,
            **own.pop("index", {}),
            **own,
            **WHILE_LOADING,
        }
        settings["mapping.total_fields.limit"] = max(1000, 2 * leaf_count(fields))
        settings.setdefault("mapping.depth.limit", MAX_DEPTH + 1)  # or else 20, fewer than other databases take
        body = {"settings": {"index": settings}, "mappings": {**fields, "_meta": {self.note: note, SORTED_KEYS: True}}}
        self.call("PUT", f"/{quote(name)}", body)

    def switch(self, item_type: str, name: str) -> None:
        """Points the alias to the index `name` in one step, and deletes the indices older than the previous one."""
        alias, ours = self.backend.index_of(item_type), self.indices(item_type)
        self.point(alias, [index["name"] for index in ours if index["current"]], name)
        for old in self.obsolete(ours):
            if old != name:
                self.call("DELETE", f"/{quote(old)}", missing={})

    def point(self, alias: str, old: list[str], new: str) -> None:
        removed = [{"remove": {"index": name, "alias": alias}} for name in old]
        self.call("POST", "/_aliases", {"actions": [*removed, {"add": {"index": new, "alias": alias}}]})

    def obsolete(self, ours: list[dict[str, Any]]) -> list[str]:
        """The indices to delete after a switch: no reader and no rollback needs them, and no process writes them."""
        finished = [index for index in ours if is_complete(index["note"])]
        keep = [index["name"] for index in finished if index["current"]]
        left = [index["name"] for index in ours if not is_complete(index["note"]) and abandoned(index["note"])]
        return [index["name"] for index in finished if index["name"] not in keep] + left

    def current(self, item_type: str) -> dict[str, Any]:
        """The index of the alias. Raises LoadError if our loader made none."""
        for index in self.indices(item_type):
            if index["current"]:
                return index
        raise no_collection(item_type)

    def mapping(self, item_type: str) -> dict[str, Any]:
        return dict(self.backend.mapping(item_type))

    def collections(self) -> list[dict[str, Any]]:
        answer = self.call("GET", f"/{quote(self.backend.prefix)}*?features=aliases,mappings", missing={})
        stats = self.call("GET", f"/{quote(self.backend.prefix)}*/_stats/docs,store", missing={}).get("indices", {})
        found = []
        for name, index in sorted(answer.items()):
            if note := note_of(index, self.note):
                numbers = stats.get(name, {}).get("primaries", {})
                state = "current" if index.get("aliases") else "previous" if is_complete(note) else "unfinished"
                found.append(
                    {
                        "item_type": note["item_type"],
                        "name": name,
                        "state": state,
                        "documents": numbers.get("docs", {}).get("count", 0),
                        "bytes": numbers.get("store", {}).get("size_in_bytes", 0),
                        "created": note.get("created", ""),
                    }
                )
        return found

    def rollback(self, item_type: str) -> str:
        current = self.current(item_type)
        others = [index for index in self.indices(item_type) if is_complete(index["note"]) and not index["current"]]
        if not others:
            raise no_earlier_collection(item_type)
        alias, name = self.backend.index_of(item_type), others[0]["name"]
        self.point(alias, [current["name"]], name)
        return f"{alias} is {name} again; {current['name']} is kept"

    def verify(self, item_type: str) -> str:
        index = self.current(item_type)
        health = self.call("GET", f"/_cluster/health/{quote(index['name'])}?timeout=5s")
        if health.get("status") == "red":
            raise LoadError(f"{index['name']} has unavailable shards")
        count, expected = self.count(index["name"]), index["note"].get("documents")
        if count != expected:
            raise LoadError(f"{index['name']} has {count} documents, but {expected} were loaded")
        return f"{index['name']} has all its {counted(count)}"

    def count(self, name: str) -> int:
        return int(self.call("GET", f"/{quote(name)}/_count")["count"])


class ElasticWriter:
    """Writes to one index of an ElasticLoader."""

    def __init__(self, loader: ElasticLoader, name: str, note: dict[str, Any]):
        self.loader = loader
        self.name = name
        self.note = note
        self.names = TopNames() if note["state"] == LOADING else TopNames(self.about().get(SORTED_KEYS))
        self.bulk = Bulk(loader.backend.connection, name, loader.on_bad)

    def add(self, record: Record) -> None:
        if self.note["state"] == LOADING:
            self.names.add(record.document)
        elif not self.names.has(record.document):
            self.forget_names()
        self.bulk.add(record)

    def forget_names(self) -> None:
        """Remove the note with the names of fields before the next document becomes visible."""
        self.names.forget()
        about = {**self.about(), SORTED_KEYS: True}
        self.loader.call("PUT", f"/{quote(self.name)}/_mapping", {"_meta": about})

    def delete(self, id: str) -> None:
        self.bulk.delete(id)

    def finish(self, about: dict[str, Any]) -> str:
        self.bulk.flush()
        path, call = f"/{quote(self.name)}", self.loader.call
        call("POST", f"{path}/_refresh")
        count = self.loader.count(self.name)
        if self.note["state"] == LOADING:
            if not self.bulk.fits(count):
                raise LoadError(f"{self.bulk.created} documents were written, but the index has {count}")
            call("PUT", f"{path}/_settings", {"index": WHEN_LOADED})
        note = {key: value for key, value in self.note.items() if key not in whoami()}
        note |= {"state": COMPLETE, "updated": now(), "documents": count}
        about = {**self.about(), **about, self.loader.note: note}
        if self.note["state"] == LOADING:
            about[SORTED_KEYS] = self.names.note()
        about["stats"] = {**(about.get("stats") or {}), "total": count}
        call("PUT", f"{path}/_mapping", {"_meta": about})
        call("POST", f"{path}/_flush")
        return report(self.name, count, self.bulk.replaced, self.bulk.deleted, self.bulk.missing)

    def about(self) -> dict[str, Any]:
        """The `_meta` of the index."""
        answer = self.loader.call("GET", f"/{quote(self.name)}/_mapping")
        about: dict[str, Any] = answer[self.name]["mappings"].get("_meta", {})
        return about
