"""The private parts of tantivy that the engine uses. After an upgrade of tantivy, check the modules tested here."""

import json
from importlib.metadata import version

import pytest
import tantivy

from searchapp.engine import Engine
from searchapp.engine.indexing.average_lengths import Totals
from searchapp.engine.indexing.segments import MANAGED, META, read_meta
from searchapp.engine.mapping.mapping import Mapping
from searchapp.engine.mapping.tantivy_schema import build_schema, schema_entries

MAPPING = {"properties": {"name": {"type": "text"}, "symbol": {"type": "keyword"}}}


@pytest.fixture
def folder(tmp_path):
    """The tantivy files of an index of two documents."""
    engine = Engine(tmp_path)
    with engine.builder("gene", MAPPING) as builder:
        builder.add({"_id": "1", "symbol": "CDK2", "name": "cyclin dependent kinase 2"})
        builder.add({"_id": "2", "symbol": "BRCA1", "name": "breast cancer 1"})
    return tmp_path / "gene" / engine.generation("gene") / "index"


def test_the_private_parts_were_checked_with_this_version_of_tantivy():
    assert version("tantivy").split(".")[:2] == ["0", "27"]


def test_the_private_call_of_tantivy_schema_makes_a_schema_that_an_index_takes():
    schema = build_schema(schema_entries(Mapping(MAPPING)))
    assert tantivy.Document.from_dict({"_id": "1", "_seq": 1, "symbol": "CDK2"}, schema)


def test_meta_json_has_the_keys_that_segments_reads_and_writes(folder):
    meta = read_meta(folder)
    assert {"segments", "schema", "opstamp"} <= set(meta)
    assert all({"segment_id", "max_doc"} <= set(segment) for segment in meta["segments"])
    assert META in json.loads((folder / MANAGED).read_bytes())


def test_the_number_of_terms_is_read_from_an_idx_file(folder):
    numbers = {entry["name"]: number for number, entry in enumerate(read_meta(folder)["schema"])}
    totals = [Totals(path) for path in folder.glob("*.idx")]
    mean, documents = 3.5, sum(segment["max_doc"] for segment in read_meta(folder)["segments"])
    assert sum(one.terms[numbers["name"]] for one in totals) == round(mean * documents)
