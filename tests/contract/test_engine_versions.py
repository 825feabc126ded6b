"""Documents that are put in, replaced and deleted in random order: versions and sources as a real node counts them."""

import json
import random
import uuid

import pytest
import requests

from searchapp.engine import Engine
from tests.effort import tries

pytestmark = pytest.mark.elasticsearch

NDJSON = {"Content-Type": "application/x-ndjson"}
IDS = [str(number) for number in range(12)]
MAPPING = {"properties": {"n": {"type": "long"}}}


@pytest.fixture
def address(elasticsearch_url):
    """The address of an index on the node."""
    address = f"{elasticsearch_url}/searchapp_versions_{uuid.uuid4().hex[:8]}"
    requests.put(address, json={"settings": {"number_of_shards": 1}, "mappings": MAPPING}).raise_for_status()
    yield address
    requests.delete(address)


def changes(rng, count):
    """Pairs of an id and its new source; None deletes it, whether it is there or not."""
    return [(rng.choice(IDS), {"n": rng.randrange(100)} if rng.random() < 0.6 else None) for _ in range(count)]


def on_node(address, batch):
    """Changes the index; whether each id was there before."""
    lines = []
    for id, source in batch:
        lines += [{"delete": {"_id": id}}] if source is None else [{"index": {"_id": id}}, source]
    data = "".join(json.dumps(line) + "\n" for line in lines)
    answer = requests.post(f"{address}/_bulk?refresh=true", data=data, headers=NDJSON).json()
    return [item["delete"]["result"] == "deleted" for item in answer["items"] if "delete" in item]


def on_engine(engine, batch):
    with engine.updater("gene") as updater:
        return [found for id, source in batch if (found := changed(updater, id, source)) is not None]


def changed(updater, id, source):
    return updater.delete(id) if source is None else updater.upsert({"_id": id, **source})


def read(documents):
    return {found["_id"]: (found["_version"], found["_source"]) for found in documents if found["found"]}


@pytest.mark.parametrize("seed", range(tries(1)))
def test_versions_and_sources_are_equal_to_those_of_a_node(seed, address, tmp_path):
    rng, engine = random.Random(seed), Engine(tmp_path)
    with engine.builder("gene", MAPPING):
        pass
    for size in (1, 30, 5, 80, 1, 1, 1, 40, 3, 60):
        batch = changes(rng, size)
        assert on_engine(engine, batch) == on_node(address, batch)
        engine.close()
        expected = requests.post(f"{address}/_mget", json={"ids": IDS}).json()["docs"]
        assert read(engine.mget("gene", IDS)) == read(expected)
